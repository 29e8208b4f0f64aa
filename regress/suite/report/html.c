#include "regress/suite/report/html.h"

#include <stdlib.h>
#include <time.h>

#include "engine/base/file.h"
#include "engine/base/text.h"
#include "engine/go/board/board_text.h"
#include "engine/go/board/point.h"
#include "regress/page/report_page.h"
#include "regress/suite/report/name.h"
#include "regress/suite/report/print.h"

/* The most bytes of a text that the page has. */
enum { TEXT_MAX = 4000, SETUP_MAX = 20000 };

/* Cuts object[key] if it is a longer text, and tells its length. */
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

static void cut_result(json_t *result) {
    static const char *const KEYS[] = {"id", "command", "expected", "answer", "message"};
    for (size_t i = 0; i < sizeof KEYS / sizeof KEYS[0]; i++) {
        cut(result, KEYS[i], TEXT_MAX);
    }
    cut(result, "setup", SETUP_MAX);
}

static bool has_position(const Test *test) {
    const TestPosition *p = &test->position;
    return p->width >= 1 && p->width <= BOARD_SIDE_MAX && p->height >= 1 &&
           p->height <= BOARD_SIDE_MAX;
}

static json_t *position_json(const TestPosition *position) {
    json_t *object = json_new_object();
    char stones[CELL_COUNT_MAX + 1];
    const int count = position->width * position->height;
    for (int i = 0; i < count; i++) {
        stones[i] = (char)('0' + position->stones[i]);
    }
    stones[count] = '\0';
    json_set_figure(object, "width", position->width, 0);
    json_set_figure(object, "height", position->height, 0);
    json_set_text(object, "stones", stones);
    return object;
}

/* Adds the star points of this size, unless they are there. */
static void add_stars(json_t *stars, int width, int height) {
    char size[32];
    snprintf(size, sizeof size, "%dx%d", width, height);
    if (json_object_get(stars, size) != NULL) {
        return;
    }
    json_t *points = json_new_array();
    for (int i = 0; i < width * height; i++) {
        if (board_text_is_star(width, height, i % width, i / width)) {
            json_add_value(points, json_integer(i));
        }
    }
    json_set_value(stars, size, points);
}

/* Adds to a suite's object what the page alone needs. */
static void add_to_suite(json_t *object, const Suite *suite, const char *name, json_t *stars) {
    const json_t *results = json_object_get(object, "results");
    json_set_text(object, "name", name);
    for (size_t i = 0; i < suite->problem_count; i++) {
        cut(json_array_get(json_object_get(object, "problems"), i), "message", TEXT_MAX);
    }
    for (size_t i = 0; i < suite->test_count; i++) {
        const Test *test = &suite->tests[i];
        cut_result(json_array_get(results, i));
        if (has_position(test)) {
            json_set_value(json_array_get(results, i), "position", position_json(&test->position));
            add_stars(stars, test->position.width, test->position.height);
        }
    }
}

static json_t *page_of(const Report *report) {
    const time_t now = time(NULL);
    struct tm utc;
    char date[32];
    SuiteName *names = suite_names_new(report);
    json_t *page = print_json(report), *stars = json_new_object();
    gmtime_r(&now, &utc);
    strftime(date, sizeof date, "%Y-%m-%d %H:%M UTC", &utc);
    json_set_text(page, "kind", "suite");
    json_set_text(page, "date", date);
    for (size_t i = 0; i < report->suite_count; i++) {
        add_to_suite(json_array_get(json_object_get(page, "suites"), i), &report->suites[i],
                     names[i].text, stars);
    }
    json_set_value(page, "stars", stars);
    free(names);
    return page;
}

bool html_write(const Report *report, const char *folder, Status *status) {
    Text path = {0};
    if (!file_make_folder(folder, status)) {
        return false;
    }
    text_add(&path, "%s/index.html", folder);
    const bool ok = report_page_save(text_get(&path), page_of(report), status);
    text_free(&path);
    return ok;
}
