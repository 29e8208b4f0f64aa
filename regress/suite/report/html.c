#include "regress/suite/report/html.h"
#include "engine/base/file.h"
#include "regress/page/markup.h"
#include "regress/page/page.h"
#include "regress/suite/report/html_outcome.h"
#include "regress/suite/report/html_suite.h"
#include "regress/suite/report/name.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- The index ---- */

static void add_header(Text *page, const Report *report) {
    const char *name = report->engine_name[0] == '\0' ? "Regression" : report->engine_name;
    const time_t now = time(NULL);
    struct tm utc;
    char date[32];
    gmtime_r(&now, &utc);
    strftime(date, sizeof date, "%Y-%m-%d %H:%M UTC", &utc);

    text_add(page, "<h1>");
    markup_add_cut(page, name, CELL_BYTES);
    text_add(page, " <span class=\"quiet\">");
    markup_add_cut(page, report->engine_version, CELL_BYTES);
    text_add(page, "</span></h1>\n<p class=\"about\"><code>");
    markup_add_cut(page, report->engine, BLOCK_BYTES);
    text_add(page, "</code><br/>Regression tests, %s</p>\n", date);
}

static void add_suite_row(Text *page, const Suite *suite, const SuiteName *name) {
    text_add(page, "<tr><th scope=\"row\"><a href=\"%s.html\">%s</a></th><td class=\"pass-rate\">",
             name->text, name->text);
    text_add(page, "%.1f%%", html_pass_rate(suite->counts));
    html_add_bar(page, suite->counts);
    text_add(page, "</td><td class=\"number total\">%d</td>", test_count_total(suite->counts));
    for (int i = 0; i < TEST_OUTCOMES; i++) {
        const TestOutcome outcome = html_outcome_order[i];
        text_add(page, "<td class=\"number is-%s%s\">%d</td>", test_outcome_name(outcome),
                 suite->counts[outcome] == 0 ? " none" : "", suite->counts[outcome]);
    }
    text_add(page, "<td class=\"number\">");
    html_add_seconds(page, suite->seconds);
    text_add(page, "</td><td class=\"number\">");
    html_add_seconds(page, suite->cpu_seconds);
    text_add(page, "</td></tr>\n");
}

static void add_suites(Text *page, const Report *report, const SuiteName *names) {
    text_add(page, "<h2>Suites</h2>\n<div class=\"scroll\"><table>\n<thead><tr><th>Suite</th>"
                   "<th>Pass rate</th><th class=\"number total\">tests</th>");
    for (int i = 0; i < TEST_OUTCOMES; i++) {
        text_add(page, "<th class=\"number\">%s</th>", html_outcome_label(html_outcome_order[i]));
    }
    text_add(page, "<th class=\"number\">time</th><th class=\"number\">CPU</th></tr></thead>\n"
                   "<tbody>\n");
    for (size_t i = 0; i < report->suite_count; i++) {
        add_suite_row(page, &report->suites[i], &names[i]);
    }
    text_add(page, "</tbody></table></div>\n");
}

static void add_problems(Text *page, const Report *report, const SuiteName *names) {
    if (report->problem_count == 0) {
        return;
    }
    text_add(page, "<h2>Problems</h2>\n");
    for (size_t i = 0; i < report->suite_count; i++) {
        if (report->suites[i].problem_count > 0) {
            text_add(page, "<h3><a href=\"%s.html\">%s</a></h3>\n", names[i].text, names[i].text);
            html_add_problems(page, &report->suites[i]);
        }
    }
}

static void add_failure(Text *page, const Test *test, const SuiteName *name) {
    text_add(page, "<tr><td class=\"suite\">%s</td><td><a href=\"%s.html#card-%d\">", name->text,
             name->text, test->line);
    html_add_test_name(page, test, CELL_BYTES);
    text_add(page, "</a></td><td>");
    html_add_badge(page, test->outcome);
    text_add(page, "</td><td class=\"expected\">");
    html_add_expected(page, test, CELL_BYTES);
    text_add(page, "</td><td class=\"answer\">");
    if (test->outcome == TEST_ERROR) {
        markup_add_cut(page, test->message, CELL_BYTES);
    } else {
        html_add_answer(page, test, CELL_BYTES);
    }
    text_add(page, "</td></tr>\n");
}

/* Adds the tests that failed. Expected failures are only on the suites' pages. */
static void add_failures(Text *page, const Report *report, const SuiteName *names) {
    text_add(page, "<h2>What failed</h2>\n");
    if (report->counts[TEST_FAILED] + report->counts[TEST_ERROR] == 0) {
        text_add(page, "<p>Nothing that was not expected to.</p>\n");
        return;
    }
    text_add(page, "<div class=\"scroll\"><table class=\"tests\">\n<thead><tr><th>Suite</th>"
                   "<th>Test</th><th>Outcome</th><th>Expected</th><th>Answer</th></tr></thead>\n"
                   "<tbody>\n");
    for (size_t i = 0; i < report->suite_count; i++) {
        for (size_t k = 0; k < report->suites[i].test_count; k++) {
            const Test *test = &report->suites[i].tests[k];
            if (test_is_bad(test)) {
                add_failure(page, test, &names[i]);
            }
        }
    }
    text_add(page, "</tbody></table></div>\n");
}

static void add_index(Text *page, const Report *report, const SuiteName *names) {
    Text title = {0};
    text_add(&title, "Regression tests: %s", report->engine_name);
    page_open(page, title.bytes);
    add_header(page, report);
    html_add_summary(page, report->counts, report->seconds, report->cpu_seconds);
    add_suites(page, report, names);
    add_problems(page, report, names);
    add_failures(page, report, names);
    page_close(page);
    text_free(&title);
}

/* ---- Files ---- */

/* Writes FOLDER/NAME and empties the text. */
static bool write_file(const char *folder, const char *name, const char *ending, Text *text,
                       Status *status) {
    Text path = {0};
    text_add(&path, "%s/%s%s", folder, name, ending);
    const bool ok = file_replace(path.bytes, text_get(text), text->length, status);
    text_free(&path);
    text_clear(text);
    return ok;
}

bool html_write(const Report *report, const char *folder, Status *status) {
    if (!file_make_folder(folder, status)) {
        return false;
    }
    Text page = {0};
    SuiteName *names = suite_names_new(report);
    page_add_style(&page);
    bool ok = write_file(folder, "style", ".css", &page, status);
    for (size_t i = 0; i < report->suite_count && ok; i++) {
        html_add_suite(&page, report, names, i);
        ok = write_file(folder, names[i].text, ".html", &page, status);
    }
    if (ok) {
        add_index(&page, report, names);
        ok = write_file(folder, "index", ".html", &page, status);
    }
    text_free(&page);
    free(names);
    return ok;
}
