#include "regress/page/report_page.h"

#include <assert.h>
#include <string.h>

#include "engine/base/file.h"
#include "engine/base/text.h"
#include "regress/page/markup.h"

static const unsigned char template[] = {
#include "regress/page/page.html.inc"
    0};

// clang-format off
/* Colors are pairs for light and dark mode, each with a contrast of at least 4.5:1 to its
 * background (WCAG 2.1, 1.4.3). No meaning rests on color alone. */
static const unsigned char styles[] = {
#include "regress/page/page.css.inc"
#include "regress/page/svg.css.inc"
#include "regress/page/match.css.inc"
#include "regress/page/review.css.inc"
#include "regress/page/collection.css.inc"
    0};

/* Each kind of report adds itself to `pages`; start.js calls the one that is asked for. */
static const unsigned char scripts[] = {
#include "engine/base/dom.js.inc"
#include "regress/page/page.js.inc"
#include "regress/page/collection.js.inc"
#include "regress/page/goban.js.inc"
#include "regress/page/match.js.inc"
#include "regress/page/review.js.inc"
#include "regress/page/suite.js.inc"
#include "regress/page/comply.js.inc"
#include "regress/page/start.js.inc"
    0};
// clang-format on

/* Adds the template up to a name in braces, and returns what comes after that. */
static const char *add_until(Text *page, const char *rest, const char *name) {
    const char *place = strstr(rest, name);
    assert(place != NULL);
    text_add(page, "%.*s", (int)(place - rest), rest);
    return place + strlen(name);
}

bool report_page_save(const char *path, json_t *report, Status *status) {
    Text page = {0};
    Text json = {0};
    const char *rest = add_until(&page, (const char *)template, "{{style}}");
    text_add(&page, "%s", (const char *)styles);
    rest = add_until(&page, rest, "{{data}}");
    json_add_text(report, &json);
    markup_add_json(&page, text_get(&json));
    rest = add_until(&page, rest, "{{script}}");
    text_add(&page, "%s%s", (const char *)scripts, rest);
    const bool ok = file_replace(path, text_get(&page), page.length, status);
    text_free(&json);
    text_free(&page);
    return ok;
}
