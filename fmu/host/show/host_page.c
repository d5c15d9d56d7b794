#include "host_page.h"

#include <string.h>

/* made by the build */
extern const unsigned char host_page_begin[], host_page_end[];

typedef void host_page_part(const struct host_page *page, struct host_text *html);

static void host_page_title(const struct host_page *page, struct host_text *html)
{
	host_text_add_escaped(html, page->title);
}

/* inside of a script element: < of a scene is written as \u003c */
static void host_page_scene(const struct host_page *page, struct host_text *html)
{
	host_text_add_bytes(html, page->scene->bytes, page->scene->size);
}

static void host_page_results(const struct host_page *page, struct host_text *html)
{
	if (page->results == NULL) {
		host_text_add(html, "null");
	} else {
		host_results_write(page->results, html);
	}
}

static void host_page_add_unit(const struct host_page *page, struct host_text *html)
{
	if (page->unit != NULL) {
		host_text_add_bytes(html, page->unit->bytes, page->unit->size);
	}
}

static void host_page_plot(const struct host_page *page, struct host_text *html)
{
	if (page->plot != NULL) {
		host_text_add_bytes(html, page->plot->bytes, page->plot->size);
	}
}

static const struct {
	const char *mark;
	host_page_part *write;
} host_page_parts[] = {
	{"%title%", host_page_title},   {"%scene%", host_page_scene}, {"%results%", host_page_results},
	{"%unit%", host_page_add_unit}, {"%plot%", host_page_plot},
};

void host_page_write(const struct host_page *page, struct host_text *html)
{
	const char *text = (const char *)host_page_begin, *end = (const char *)host_page_end;
	for (size_t k = 0; k < sizeof host_page_parts / sizeof host_page_parts[0]; k++) {
		/* the byte after the page is 0 */
		const char *mark = strstr(text, host_page_parts[k].mark);
		if (mark != NULL) {
			host_text_add_bytes(html, text, (size_t)(mark - text));
			host_page_parts[k].write(page, html);
			text = mark + strlen(host_page_parts[k].mark);
		}
	}
	host_text_add_bytes(html, text, (size_t)(end - text));
}

void host_page_unit(const struct host_text *html, struct host_text *unit)
{
	static const char begin[] = "<script type=\"text/plain\" id=\"unit\">";
	const char *at = html->size == 0 ? NULL : strstr(html->bytes, begin);
	const char *from = at == NULL ? NULL : at + sizeof begin - 1, *end = from == NULL ? NULL : strchr(from, '<');
	if (end != NULL) {
		host_text_add_bytes(unit, from, (size_t)(end - from));
	}
}
