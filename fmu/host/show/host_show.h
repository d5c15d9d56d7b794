/* Shows an FMU that carries a scene: its page with results, made from the archive alone. */
#ifndef HOST_SHOW_H
#define HOST_SHOW_H

#include "host_description.h"
#include "host_text.h"

/* the page of a unit that simulates in the browser, if the unit has one (host_export.h) */
#define HOST_SHOW_LIVE_PAGE "documentation/live.html"

/* recorded: the page cannot simulate by itself. plot: variables that are plotted in front,
 * separated by commas, vectors without their components; NULL: none */
struct host_show_options {
	int recorded;
	const char *plot;
};

/* writes the page of the unit with the results in the CSV file. 0, or -1 with a message */
int host_show_fmu(const char *fmu, const char *results, const struct host_show_options *options, const char *page,
                  struct mech_message *message);

/* the parts of that, for a page of several units. The scene of a unit that is unpacked in a folder:
 * 0, 1 with a message when it has none, or -1 with a message. The unit that simulates, as its own
 * page has it: nothing where it has no such page. */
int host_show_scene(const char *folder, struct host_text *scene, struct mech_message *message);
int host_show_unit(const char *folder, struct host_text *unit, struct mech_message *message);

/* writes a page of what is described, with the results in the CSV file. 0, or -1 with a message */
int host_show_write(const struct host_description *description, const struct host_text *scene,
                    const struct host_text *unit, const char *results, const char *plot, const char *page,
                    struct mech_message *message);

/* opens a page in the browser of this desktop; does nothing where there is none */
void host_show_open(const char *page);

#endif
