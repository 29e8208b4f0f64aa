#include "engine/page/page.h"

#include <assert.h>
#include <string.h>

#include "engine/base/file.h"
#include "engine/base/text.h"

static const unsigned char template[] = {
#include "engine/page/page.html.inc"
    0};

// clang-format off
/* Colors are pairs for light and dark mode, each with a contrast of at least 4.5:1 to its
 * background (WCAG 2.1, 1.4.3). No meaning rests on color alone. */
static const unsigned char styles[] = {
#include "engine/page/page.css.inc"
#include "engine/page/svg.css.inc"
    0};

static const unsigned char scripts[] = {
#include "engine/page/dom.js.inc"
#include "engine/page/page.js.inc"
#include "engine/page/goban.js.inc"
#include "engine/page/graph.js.inc"
    0};
// clang-format on

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

bool page_save(const char *path, const char *style, const char *script, json_t *data,
               Status *status) {
    Text page = {0};
    const char *rest = add_until(&page, (const char *)template, "{{style}}");
    text_add(&page, "%s%s", (const char *)styles, style);
    rest = add_until(&page, rest, "{{data}}");
    add_data(&page, data);
    rest = add_until(&page, rest, "{{script}}");
    text_add(&page, "%s%s%s", (const char *)scripts, script, rest);
    const bool ok = file_replace(path, text_get(&page), page.length, status);
    text_free(&page);
    return ok;
}
