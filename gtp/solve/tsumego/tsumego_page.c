#include "gtp/solve/tsumego/tsumego_page.h"

#include <assert.h>
#include <string.h>

#include "engine/base/file.h"

static const unsigned char template[] = {
#include "gtp/solve/tsumego/tsumego.html.inc"
    0};

static const unsigned char style[] = {
#include "gtp/solve/tsumego/tsumego.css.inc"
    0};

static const unsigned char script[] = {
#include "gtp/solve/tsumego/tsumego.js.inc"
    0};

/* Adds the template up to a name in braces. Returns what comes after that. */
static const char *add_until(Text *page, const char *rest, const char *name) {
    const char *place = strstr(rest, name);
    assert(place != NULL);
    text_append(page, rest, (size_t)(place - rest));
    return place + strlen(name);
}

/* Adds JSON, in which a file's name may have anything, so that it does not end the script. */
static void add_data(Text *page, json_t *problems) {
    Text data = {0};
    json_add_text(problems, &data);
    for (size_t i = 0; i < data.length; i++) {
        if (data.bytes[i] == '<') {
            text_add(page, "\\u003c");
        } else {
            text_append(page, &data.bytes[i], 1);
        }
    }
    text_free(&data);
}

bool tsumego_page_save(const char *path, json_t *problems, Status *status) {
    Text page = {0};
    const char *rest = add_until(&page, (const char *)template, "{{style}}");
    text_add(&page, "%s", (const char *)style);
    rest = add_until(&page, rest, "{{data}}");
    add_data(&page, problems);
    rest = add_until(&page, rest, "{{script}}");
    text_add(&page, "%s%s", (const char *)script, rest);
    const bool ok = file_replace(path, text_get(&page), page.length, status);
    text_free(&page);
    return ok;
}
