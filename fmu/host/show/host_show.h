/* Shows an FMU that carries a scene: its page with results, made from the archive alone. */
#ifndef HOST_SHOW_H
#define HOST_SHOW_H

#include "mech_model.h"

/* the page of a unit that simulates in the browser, if the unit has one (host_export.h) */
#define HOST_SHOW_LIVE_PAGE "documentation/live.html"

/* writes the page of the unit with the results in the CSV file; recorded: it cannot simulate by itself. 0, or -1 with a
 * message */
int host_show_fmu(const char *fmu, const char *results, int recorded, const char *page, struct mech_message *message);

/* opens a page in the browser of this desktop; does nothing where there is none */
void host_show_open(const char *page);

#endif
