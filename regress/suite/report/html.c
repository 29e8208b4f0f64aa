/* A report as one HTML page, which needs only a browser. */
#include <stdlib.h>
#include <time.h>

#include "engine/base/file.h"
#include "engine/base/os/system.h"
#include "engine/base/text.h"
#include "regress/page/report_page.h"
#include "regress/suite/report/report.h"

/* The most bytes of a text that the page has. */
enum { TEXT_MAX = 4000, SETUP_MAX = 20000 };

/* Cuts object[key] if it is a longer text, and adds its length. */
static void cut(json_t *object, const char *key, size_t most) {
    const json_t *value = json_object_get(object, key);
    if (json_string_length(value) <= most) {
        return;
    }
    Text text = {0};
    text_add(&text, "%.*s... (cut: %zu bytes in all)", (int)most, json_string_value(value),
             json_string_length(value));
    json_set_text(object, key, text_get(&text));
    text_free(&text);
}

/* Adds to a suite's object what the page alone needs. */
static void add_to_suite(json_t *object, const Suite *suite, const char *name) {
    static const char *const KEYS[] = {"id", "command", "expected", "answer", "message"};
    const json_t *results = json_object_get(object, "results");
    json_set_text(object, "name", name);
    for (size_t i = 0; i < suite->problem_count; i++) {
        cut(json_array_get(json_object_get(object, "problems"), i), "message", TEXT_MAX);
    }
    for (size_t i = 0; i < suite->test_count; i++) {
        const Test *test = &suite->tests[i];
        json_t *result = json_array_get(results, i);
        for (size_t k = 0; k < sizeof KEYS / sizeof KEYS[0]; k++) {
            cut(result, KEYS[k], TEXT_MAX);
        }
        cut(result, "setup", SETUP_MAX);
        if (test->position.width > 0) {
            json_set_value(result, "position", test_position_to_json(&test->position));
        }
    }
}

static json_t *page_of(const Report *report) {
    const struct tm utc = os_universal_time(time(NULL));
    char date[32];
    SuiteName *names = report_suite_names(report);
    json_t *page = report_to_json(report);
    strftime(date, sizeof date, "%Y-%m-%d %H:%M UTC", &utc);
    json_set_text(page, "kind", "suite");
    json_set_text(page, "date", date);
    for (size_t i = 0; i < report->suite_count; i++) {
        add_to_suite(json_array_get(json_object_get(page, "suites"), i), &report->suites[i],
                     names[i].text);
    }
    free(names);
    return page;
}

bool report_write_html(const Report *report, const char *folder, Status *status) {
    Text path = {0};
    if (!file_make_folder(folder, status)) {
        return false;
    }
    text_add(&path, "%s/index.html", folder);
    const bool ok = report_page_save(text_get(&path), page_of(report), status);
    text_free(&path);
    return ok;
}
