/* One instance of the unit: a mechanism, the state of the FMI call sequence, and the importer's
 * logger.
 *
 * The instance owns copies of everything the importer hands over in fmi2Instantiate (the callback
 * structure is only valid during that call). Memory comes from malloc: the XML says
 * canNotUseMemoryManagementFunctions.
 *
 * Errors. A call that is refused (wrong state, wrong argument, impossible value) changes nothing
 * and leaves the instance usable. A step or an initialization that proves impossible leaves the
 * instance in the state FMU_FAILED: the mechanism is where it was before, its values can be read,
 * and fmi2Reset starts again, or fmi2SetFMUstate goes back to a state that was saved.
 */
#ifndef FMU_INSTANCE_H
#define FMU_INSTANCE_H

#include <stdint.h>

#include "fmu_image.h"
#include "fmu_legal.h"
#include "fmu_log.h"
#include "mech_instance.h"

struct fmu_instance {
	uint64_t magic; /* marks a living instance; cleared before the memory is given back */
	enum fmu_state state;
	char *name; /* owned; log.name is the same */
	char guid[FMU_GUID_SIZE];
	struct fmu_log log;
	struct mech_instance *mechanism;
	const struct mech_model *model;
	int outdated;      /* initialization mode: something has been set since the last mech_initialize */
	int regularized;   /* the last step came near a singular position */
	int unresolved;    /* a step above its tolerance has been reported */
	int unconverged;   /* a step that its iterations did not solve has been reported */
	int slow;          /* a method that takes too many steps has been reported; not part of a saved state */
	int own_tolerance; /* solver.tolerance was set to another than the file's: fmi2SetupExperiment leaves it */
	int stop_defined;
	double stop_time;
};

/* all of fmi2Instantiate, for an image anywhere. NULL with a message to the logger; the image must
 * outlive the instance. */
LA_FUNCTION struct fmu_instance *fmu_instantiate(const void *image, size_t size, const char *name, fmi2Type type,
                                                 const char *guid, const fmi2CallbackFunctions *functions, int logging);
LA_FUNCTION void fmu_instance_free(struct fmu_instance *f); /* NULL: nothing */

/* back to what fmu_instantiate gave; what has been switched on for logging stays */
LA_FUNCTION void fmu_instance_reset(struct fmu_instance *f);

/* the instance of a component if `call` is legal now; otherwise NULL, with a message where one can
 * be given */
LA_FUNCTION struct fmu_instance *fmu_enter(fmi2Component c, enum fmu_call call);

/* logs "<function>: <text>" and returns fmi2Error */
LA_FUNCTION fmi2Status fmu_refuse(const struct fmu_instance *f, enum fmu_call call, const char *text);

/* turns a status of the mechanism (0, > 0 warning, < 0 impossible) into FMI's, with the message to
 * the logger */
LA_FUNCTION fmi2Status fmu_answer(const struct fmu_instance *f, enum fmu_call call, int status,
                                  const struct mech_message *message);

/* initialization mode: assembles the mechanism if it is outdated */
LA_FUNCTION fmi2Status fmu_bring_up_to_date(struct fmu_instance *f, enum fmu_call call);

#endif
