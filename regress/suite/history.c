#include "regress/suite/history.h"

#include <errno.h>
#include <string.h>

#include "engine/base/file.h"
#include "engine/base/os/files.h"
#include "engine/base/os/system.h"
#include "page/report/page.h"
#include "regress/suite/baseline.h"
#include "regress/suite/report.h"

/* Puts a run behind those that are not younger. */
static void insert_run(json_t *runs, json_t *run) {
    size_t at = json_array_size(runs);
    while (at > 0 && strcmp(report_text(json_array_get(runs, at - 1), "date"),
                            report_text(run, "date")) > 0) {
        at--;
    }
    json_array_insert_new(runs, at, run);
}

json_t *history_read(const char *folder, Status *status) {
    static const char *const ENDINGS[] = {".json", NULL};
    FileList files = {0};
    json_t *runs = json_new_array();
    bool ok = file_make_folder(folder, status);
    if (ok) {
        file_list_add_files(&files, folder, ENDINGS);
    }
    for (int i = 0; ok && i < files.count; i++) {
        json_t *run = baseline_load(files.items[i], status);
        ok = run != NULL;
        if (ok) {
            insert_run(runs, run);
        }
    }
    file_list_free(&files);
    if (!ok) {
        json_decref(runs);
    }
    return ok ? runs : NULL;
}

/* ---- The page ---- */

/* Returns the row of a test that has no outcome of this run yet, or a new one. */
static json_t *find_row(json_t *rows, const char *suite, const json_t *test, size_t run) {
    json_t *row = NULL, *outcomes;
    Text key = text_new("%s %s %s", suite, report_text(test, "id"), report_text(test, "command"));
    do {
        row = json_object_get(rows, text_get(&key));
        outcomes = json_object_get(row, "outcomes");
        text_add(&key, "%s", json_array_size(outcomes) > run ? "'" : ""); /* the same once more */
    } while (json_array_size(outcomes) > run);
    if (row == NULL) {
        row =
            json_new_packed("{s:s, s:s, s:s, s:[]}", "suite", suite, "id", report_text(test, "id"),
                            "command", report_text(test, "command"), "outcomes");
        json_set_value(rows, text_get(&key), row);
    }
    text_free(&key);
    return row;
}

/* Adds the outcomes of a run to the rows; null: the test was not run. */
static void add_run(json_t *rows, const json_t *run, size_t index) {
    size_t i, k;
    json_t *suite, *test;
    json_array_foreach(json_object_get(run, "suites"), i, suite) {
        const char *path = report_text(suite, "suite");
        json_array_foreach(json_object_get(suite, "results"), k, test) {
            json_t *row = find_row(rows, path + os_folder_length(path), test, index);
            json_t *outcomes = json_object_get(row, "outcomes");
            while (json_array_size(outcomes) < index) {
                json_add_value(outcomes, json_null());
            }
            json_add_value(outcomes, json_new_text(report_text(test, "outcome")));
        }
    }
}

/* data: runs, the oldest first, with name, version and date; tests with suite, id, command and
 * outcomes by run. */
static json_t *page_data(const json_t *runs) {
    json_t *rows = json_new_object(), *heads = json_new_array(), *tests = json_new_array(), *item;
    size_t i;
    const char *key;
    json_array_foreach(runs, i, item) {
        add_run(rows, item, i);
        json_add_value(heads, json_new_packed("{s:s, s:s, s:s}", "name", report_text(item, "name"),
                                              "version", report_text(item, "version"), "date",
                                              report_text(item, "date")));
    }
    json_object_foreach(rows, key, item) {
        json_add_value(tests, json_incref(item));
    }
    json_decref(rows);
    return json_new_packed("{s:s, s:o, s:o}", "kind", "history", "runs", heads, "tests", tests);
}

bool history_add(const char *folder, json_t *runs, json_t *run, Status *status) {
    const struct tm now = os_universal_time(time(NULL));
    char date[32];
    Text bytes = {0};
    strftime(date, sizeof date, "%Y%m%d-%H%M%S", &now);
    Text path = text_new("%s/%s-%ld.json", folder, date, os_process_id());
    json_add_text(json_incref(run), &bytes);
    bool ok = file_replace(text_get(&path), bytes.bytes, bytes.length, status);
    insert_run(runs, json_incref(run));
    text_set(&path, "%s/history.html", folder);
    ok = ok && page_save_report(text_get(&path), page_data(runs), status);
    text_free(&path);
    text_free(&bytes);
    return ok;
}
