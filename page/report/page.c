#include "page/report/page.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/file.h"

static const unsigned char template[] = {
#include "page/common/page.html.inc"
    0};

// clang-format off
/* Colors are pairs for light and dark mode, each with a contrast of at least 4.5:1 to its
 * background (WCAG 2.1, 1.4.3). No meaning rests on color alone. */
static const unsigned char styles[] = {
#include "page/common/page.css.inc"
#include "page/common/svg.css.inc"
    0};

static const unsigned char report_styles[] = {
#include "page/report/match.css.inc"
#include "page/report/collection.css.inc"
    0};

/* Each kind of report adds itself to `pages`; start.js calls the one that is asked for. */
static const unsigned char report_scripts[] = {
#include "page/common/dom.js.inc"
#include "page/common/page.js.inc"
#include "page/common/goban.js.inc"
#include "page/report/collection.js.inc"
#include "page/report/match.js.inc"
#include "page/report/suite.js.inc"
#include "page/report/start.js.inc"
    0};
// clang-format on

static const char REPORT_HEAD[] =
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
    "'unsafe-inline'; script-src 'unsafe-inline' 'self' file:\">\n";

/* Adds the template up to a name in braces, and returns what comes after that. */
static const char *add_until(Text *page, const char *rest, const char *name) {
    const char *place = strstr(rest, name);
    assert(place != NULL);
    text_append(page, rest, (size_t)(place - rest));
    return place + strlen(name);
}

/* Adds JSON so that it can be inside <script>: '<' occurs only within JSON's strings. */
static void add_data(Text *page, json_t *data) {
    Text json = {0};
    json_add_text(data, &json);
    for (size_t i = 0; i < json.length; i++) {
        if (json.bytes[i] == '<') {
            text_add(page, "\\u003c");
        } else {
            text_append(page, &json.bytes[i], 1);
        }
    }
    text_free(&json);
}

Text page_new(const char *head, const char *nonce, const char *style, const char *script,
              json_t *data) {
    Text page = {0};
    const char *rest = add_until(&page, (const char *)template, "{{head}}");
    text_add(&page, "%s", head);
    rest = add_until(&page, rest, "{{style}}");
    text_add(&page, "%s%s", (const char *)styles, style);
    rest = add_until(&page, rest, "{{body}}");
    rest = add_until(&page, rest, "{{data}}");
    add_data(&page, data);
    rest = add_until(&page, rest, "{{nonce}}");
    text_add(&page, "%s", nonce);
    rest = add_until(&page, rest, "{{script}}");
    text_add(&page, "%s%s", script, rest);
    return page;
}

bool page_save(const char *path, const char *style, const char *script, json_t *data,
               Status *status) {
    Text page = page_new(REPORT_HEAD, "", style, script, data);
    const bool ok = file_replace(path, text_get(&page), page.length, status);
    text_free(&page);
    return ok;
}

bool page_save_report(const char *path, json_t *report, Status *status) {
    return page_save(path, (const char *)report_styles, (const char *)report_scripts, report,
                     status);
}

/* ---- Pages that exist ---- */

enum { PAGE_MAX = 64 << 20 }; /* bytes */

static const char PLACE[] = "id=\"data\"></script>"; /* as page.html has it, without data */

char *page_read(const char *path, Status *status) {
    size_t length;
    char *page = file_read(path, FILE_REGULAR, PAGE_MAX, &length, status);
    if (page != NULL && strstr(page, PLACE) == NULL) {
        file_fail(status, path, "not the page that make web builds");
        free(page);
        return NULL;
    }
    return page;
}

bool page_fill(const char *page, const char *path, json_t *data, Status *status) {
    const char *place = strstr(page, PLACE) + strcspn(PLACE, ">") + 1;
    Text filled = {0};
    text_append(&filled, page, (size_t)(place - page));
    add_data(&filled, data);
    text_add(&filled, "%s", place);
    const bool ok = file_replace(path, text_get(&filled), filled.length, status);
    text_free(&filled);
    return ok;
}
