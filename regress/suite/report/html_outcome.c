#include "regress/suite/report/html_outcome.h"
#include "regress/page/markup.h"
#include "regress/page/page.h"

#include <math.h>

const TestOutcome html_outcome_order[TEST_OUTCOMES] = {
    TEST_PASSED,          TEST_FAILED,      TEST_ERROR,  TEST_UNEXPECTED_PASSED,
    TEST_EXPECTED_FAILED, TEST_UNSUPPORTED, TEST_IGNORED};

const char *html_outcome_label(TestOutcome outcome) {
    static const char *const labels[TEST_OUTCOMES] = {
        [TEST_PASSED] = "passed",
        [TEST_FAILED] = "failed",
        [TEST_UNEXPECTED_PASSED] = "unexpected pass",
        [TEST_EXPECTED_FAILED] = "expected failure",
        [TEST_IGNORED] = "ignored",
        [TEST_UNSUPPORTED] = "unsupported",
        [TEST_ERROR] = "error",
    };
    return labels[outcome];
}

void html_add_badge(Text *page, TestOutcome outcome) {
    text_add(page, "<span class=\"badge is-%s\">%s</span>", test_outcome_name(outcome),
             html_outcome_label(outcome));
}

double html_pass_rate(const int counts[TEST_OUTCOMES]) {
    const int counted = test_count_total(counts) - counts[TEST_IGNORED];
    const int passed = counts[TEST_PASSED] + counts[TEST_UNEXPECTED_PASSED];
    return counted == 0 ? 0 : 100.0 * passed / counted;
}

/* Draws the bar as SVG. Strict content policies of CI servers refuse style attributes. */
void html_add_bar(Text *page, const int counts[TEST_OUTCOMES]) {
    const int total = test_count_total(counts);
    int done = 0;
    text_add(page,
             "<svg class=\"bar\" viewBox=\"0 0 %d 1\" preserveAspectRatio=\"none\" role=\"img\" "
             "aria-label=\"%.1f percent passed\">",
             total == 0 ? 1 : total, html_pass_rate(counts));
    for (int i = 0; i < TEST_OUTCOMES; i++) {
        const TestOutcome outcome = html_outcome_order[i];
        if (counts[outcome] > 0) {
            text_add(page,
                     "<rect class=\"is-%s\" x=\"%d\" width=\"%d\" height=\"1\">"
                     "<title>%s: %d</title></rect>",
                     test_outcome_name(outcome), done, counts[outcome], html_outcome_label(outcome),
                     counts[outcome]);
        }
        done += counts[outcome];
    }
    text_add(page, "</svg>");
}

void html_add_seconds(Text *page, double seconds) {
    if (!isfinite(seconds)) {
        text_add(page, "\xE2\x80\x93");
    } else if (seconds < 0.1) {
        text_add(page, "%.1f ms", 1000 * seconds);
    } else if (seconds < 60) {
        text_add(page, "%.2f s", seconds);
    } else {
        text_add(page, "%.0f:%02.0f min", floor(seconds / 60), floor(fmod(seconds, 60)));
    }
}

static void add_total(Text *page, const char *name, const char *label, int count) {
    text_add(page, "<div class=\"is-%s\"><dt>%s</dt><dd>%d</dd></div>\n", name, label, count);
}

static void add_time(Text *page, const char *label, double seconds) {
    text_add(page, "<div><dt>%s</dt><dd>", label);
    html_add_seconds(page, seconds);
    text_add(page, "</dd></div>\n");
}

void html_add_summary(Text *page, const int counts[TEST_OUTCOMES], double seconds,
                      double cpu_seconds) {
    const int total = test_count_total(counts) - counts[TEST_IGNORED];
    text_add(page,
             "<section class=\"summary\" aria-label=\"Summary\">\n<p class=\"rate\"><b>%.1f%%"
             "</b> of %d test%s passed</p>\n",
             html_pass_rate(counts), total, text_plural(total));
    html_add_bar(page, counts);
    text_add(page, "\n<dl class=\"totals\">\n");
    for (int i = 0; i < TEST_OUTCOMES; i++) {
        const TestOutcome outcome = html_outcome_order[i];
        if (counts[outcome] > 0) {
            add_total(page, test_outcome_name(outcome), html_outcome_label(outcome),
                      counts[outcome]);
        }
    }
    add_time(page, "time", seconds);
    add_time(page, "engine's CPU time", cpu_seconds);
    text_add(page, "</dl>\n</section>\n");
}

void html_add_test_name(Text *page, const Test *test, size_t most) {
    text_add(page, "<span class=\"id\">");
    if (test->id[0] != '\0') {
        markup_add_cut(page, test->id, CELL_BYTES);
    } else {
        text_add(page, "line %d", test->line);
    }
    text_add(page, "</span> <code>");
    markup_add_cut(page, test->command, most);
    text_add(page, "</code>");
}

void html_add_expected(Text *page, const Test *test, size_t most) {
    text_add(page, "<code>[");
    markup_add_cut(page, test->expected, most);
    text_add(page, "]</code>");
}

void html_add_answer(Text *page, const Test *test, size_t most) {
    if (test->answer[0] == '\0') {
        text_add(page, "<i>%s</i>", test->refused ? "refused" : "nothing");
        return;
    }
    text_add(page, "<code>%s", test->refused ? "? " : "");
    markup_add_cut(page, test->answer, most);
    text_add(page, "</code>");
}

void html_add_problems(Text *page, const Suite *suite) {
    if (suite->problem_count == 0) {
        return;
    }
    text_add(page, "<ul class=\"problems\">\n");
    for (size_t i = 0; i < suite->problem_count; i++) {
        text_add(page, "<li>");
        markup_add_cut(page, suite->problems[i].message, BLOCK_BYTES);
        text_add(page, "</li>\n");
    }
    text_add(page, "</ul>\n");
}
