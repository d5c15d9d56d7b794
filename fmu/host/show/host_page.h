/* One self-contained HTML page that shows a mechanism in motion: no server, no network, opens from
 * disk.
 *
 * The build puts style and modules of page/ into one text with marks (build/embed_page.cmake); this
 * fills the marks in.
 */
#ifndef HOST_PAGE_H
#define HOST_PAGE_H

#include "host_results.h"

struct host_page {
	const char *title;
	const struct host_text *scene;      /* host_scene.h */
	const struct host_results *results; /* NULL: none */
	const struct host_text
		*unit; /* the unit as a WebAssembly module, as host_text_add_deflated writes it; NULL: none */
	const struct host_text *plot; /* names of variables to plot in front, as JSON between brackets; NULL: none */
};

/* look at html->failed */
void host_page_write(const struct host_page *page, struct host_text *html);

/* the unit of a page that was written before, in the same form, into `unit`; nothing where it has
 * none */
void host_page_unit(const struct host_text *html, struct host_text *unit);

#endif
