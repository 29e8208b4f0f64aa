#include "regress/suite/report/html_suite.h"
#include "engine/go/board/point.h"
#include "regress/page/markup.h"
#include "regress/page/page.h"
#include "regress/page/svg.h"
#include "regress/suite/report/html_outcome.h"

#include <ctype.h>
#include <string.h>

enum { SETUP_BYTES = 20000 };

/* Without it the page shows all tests and no buttons. A link to a test that is hidden shows all
 * tests again; "next" and "previous" skip hidden ones. */
static const char script[] = {
#include "regress/suite/report/suite.js.inc"
    0};

static bool has_position(const Test *test) {
    const TestPosition *p = &test->position;
    return p->width >= 1 && p->width <= BOARD_SIDE_MAX && p->height >= 1 &&
           p->height <= BOARD_SIDE_MAX;
}

/* A test with a card is the element "card-LINE". */
static bool has_card(const Test *test) {
    switch (test->outcome) {
    case TEST_FAILED:
    case TEST_EXPECTED_FAILED:
    case TEST_ERROR:
        return true;
    case TEST_UNEXPECTED_PASSED:
        return has_position(test);
    default:
        return false;
    }
}

/* ---- Marks ---- */

/* Marks every vertex in the text, that is every word such as "C4". In a regular expression this
 * finds all alternatives. */
static void mark_vertices(const char *text, const TestPosition *position, SvgMark mark,
                          uint8_t marks[CELL_COUNT_MAX]) {
    for (const char *c = text; *c != '\0';) {
        size_t length = 0;
        while (isalnum((unsigned char)c[length]) || c[length] == '_') {
            length++;
        }
        char word[4] = "";
        Point point;
        if (length >= 2 && length < sizeof word) {
            memcpy(word, c, length);
            word[length] = '\0';
        }
        if (point_from_text(word, position->width, position->height, &point) &&
            point_is_move(point)) {
            marks[point_y(point) * position->width + point_x(point)] |= (uint8_t)(1 << mark);
        }
        c += length == 0 ? 1 : length;
    }
}

/* "!C3" forbids what follows the "!". */
static SvgMark expected_mark(const Test *test) {
    return test->expected[0] == '!' ? SVG_FORBIDDEN : SVG_EXPECTED;
}

static void add_board(Text *page, const Test *test) {
    const TestPosition *position = &test->position;
    uint8_t marks[CELL_COUNT_MAX] = {0};
    Text title = {0};
    mark_vertices(test->command, position, SVG_ASKED, marks);
    mark_vertices(test->expected, position, expected_mark(test), marks);
    mark_vertices(test->answer, position, SVG_PLAYED, marks);
    text_add(&title, "%dx%d board at line %d", position->width, position->height, test->line);
    svg_add_board(page, &(SvgBoard){.width = position->width,
                                    .height = position->height,
                                    .stones = position->stones,
                                    .marks = marks,
                                    .title = text_get(&title)});
    text_add(page, "\n");
    text_free(&title);
}

static void add_legend(Text *page) {
    static const char *const meanings[SVG_MARKS] = {
        [SVG_ASKED] = "the question is about this point",
        [SVG_EXPECTED] = "expected",
        [SVG_FORBIDDEN] = "must not be answered",
        [SVG_PLAYED] = "the engine's answer",
    };
    text_add(page, "<ul class=\"legend\" aria-label=\"Marks on the boards\">\n");
    for (int i = 0; i < SVG_MARKS; i++) {
        text_add(page, "<li>");
        svg_add_sign(page, (SvgMark)i);
        text_add(page, " %s</li>\n", meanings[i]);
    }
    text_add(page, "</ul>\n");
}

/* Adds what the boards refer to: grids of the sizes that occur, and the marks with their legend. */
static void add_definitions(Text *page, const Suite *suite) {
    bool done[BOARD_SIDE_MAX + 1][BOARD_SIDE_MAX + 1] = {{false}};
    bool any = false;
    for (size_t i = 0; i < suite->test_count; i++) {
        const Test *test = &suite->tests[i];
        const TestPosition *p = &test->position;
        if (has_card(test) && has_position(test) && !done[p->height][p->width]) {
            done[p->height][p->width] = any = true;
            svg_add_grid(page, p->width, p->height);
        }
    }
    if (any) {
        svg_add_marks(page);
        add_legend(page);
    }
}

/* ---- Cards ---- */

static void open_fact(Text *page, const char *name, const Test *test, SvgMark mark) {
    text_add(page, "<dt>");
    if (has_position(test)) {
        svg_add_sign(page, mark);
        text_add(page, " ");
    }
    text_add(page, "%s</dt><dd>", name);
}

static void add_facts(Text *page, const Test *test) {
    text_add(page, "<dl>\n");
    if (test->message != NULL) {
        text_add(page, "<dt>Error</dt><dd>");
        markup_add_cut(page, test->message, BLOCK_BYTES);
        text_add(page, "</dd>\n");
    }
    open_fact(page, "Expected", test, expected_mark(test));
    html_add_expected(page, test, BLOCK_BYTES);
    text_add(page, "</dd>\n");
    open_fact(page, "Answer", test, SVG_PLAYED);
    html_add_answer(page, test, BLOCK_BYTES);
    text_add(page, "</dd>\n<dt>Line, time</dt><dd>%d, ", test->line);
    html_add_seconds(page, test->seconds);
    if (test->runs > 1) {
        text_add(page, "; %d of %d runs matched", test->passes, test->runs);
    }
    text_add(page, "</dd>\n</dl>\n");
}

static void add_setup(Text *page, const Test *test) {
    text_add(page, "<details><summary>How to get there</summary><pre>");
    markup_add_cut(page, test->setup, SETUP_BYTES);
    markup_add_cut(page, test->command, BLOCK_BYTES);
    text_add(page, "</pre></details>\n");
}

static void add_card_links(Text *page, const Test *previous, const Test *next) {
    if (previous == NULL && next == NULL) {
        return;
    }
    text_add(page, "<nav aria-label=\"Failing tests\">");
    if (previous != NULL) {
        text_add(page, "<a rel=\"prev\" href=\"#card-%d\">\xE2\x80\xB9 previous</a>",
                 previous->line);
    } else {
        text_add(page, "<span></span>");
    }
    if (next != NULL) {
        text_add(page, "<a rel=\"next\" href=\"#card-%d\">next \xE2\x80\xBA</a>", next->line);
    }
    text_add(page, "</nav>\n");
}

static void add_card(Text *page, const Test *test, const Test *previous, const Test *next) {
    const char *name = test_outcome_name(test->outcome);
    text_add(page,
             "<article class=\"card is-%s\" id=\"card-%d\" data-outcome=\"%s\">\n<header><h3>",
             name, test->line, name);
    html_add_test_name(page, test, BLOCK_BYTES);
    text_add(page, "</h3>");
    html_add_badge(page, test->outcome);
    text_add(page, "</header>\n");
    if (has_position(test)) {
        add_board(page, test);
    }
    add_facts(page, test);
    add_setup(page, test);
    add_card_links(page, previous, next);
    text_add(page, "</article>\n");
}

/* Is the test marked as an expected failure, whether it failed or passed? */
static bool is_marked(const Test *test) {
    return test->outcome == TEST_EXPECTED_FAILED || test->outcome == TEST_UNEXPECTED_PASSED;
}

/* The first test from `place` on that has a card and is marked or not as asked; NULL: none. */
static const Test *next_card(const Suite *suite, size_t place, bool marked) {
    for (size_t i = place; i < suite->test_count; i++) {
        const Test *test = &suite->tests[i];
        if (has_card(test) && is_marked(test) == marked) {
            return test;
        }
    }
    return NULL;
}

static void add_cards(Text *page, const Suite *suite, const char *heading, bool marked) {
    const Test *previous = NULL, *test = next_card(suite, 0, marked);
    if (test == NULL) {
        return;
    }
    text_add(page, "<section class=\"failures\">\n<h2>%s</h2>\n<div class=\"cards\">\n", heading);
    while (test != NULL) {
        const Test *next = next_card(suite, (size_t)(test - suite->tests) + 1, marked);
        add_card(page, test, previous, next);
        previous = test;
        test = next;
    }
    text_add(page, "</div>\n</section>\n");
}

/* ---- All tests ---- */

static void add_row(Text *page, const Test *test) {
    text_add(page,
             "<tr data-outcome=\"%s\"><td class=\"line number quiet\">%d</td><td class=\"name\">",
             test_outcome_name(test->outcome), test->line);
    if (has_card(test)) {
        text_add(page, "<a href=\"#card-%d\">", test->line);
    }
    html_add_test_name(page, test, CELL_BYTES);
    text_add(page, "%s</td><td>", has_card(test) ? "</a>" : "");
    html_add_badge(page, test->outcome);
    if (test_is_unstable(test)) {
        text_add(page, " %d of %d", test->passes, test->runs);
    }
    text_add(page, "</td><td class=\"expected\">");
    html_add_expected(page, test, CELL_BYTES);
    text_add(page, "</td><td class=\"answer\">");
    html_add_answer(page, test, CELL_BYTES);
    text_add(page, "</td><td class=\"time number\">");
    html_add_seconds(page, test->seconds);
    text_add(page, "</td></tr>\n");
}

static void add_tests(Text *page, const Suite *suite) {
    text_add(page, "<h2>All tests</h2>\n<div class=\"scroll\"><table class=\"tests\">\n<thead><tr>"
                   "<th class=\"number\">Line</th><th>Test</th><th>Outcome</th><th>Expected</th>"
                   "<th>Answer</th><th class=\"number\">Time</th></tr></thead>\n<tbody>\n");
    for (size_t i = 0; i < suite->test_count; i++) {
        add_row(page, &suite->tests[i]);
    }
    text_add(page, "</tbody></table></div>\n");
}

/* ---- The page ---- */

static void add_links(Text *page, const Report *report, const SuiteName *names, size_t index) {
    text_add(page, "<nav class=\"path\"><a href=\"index.html\">\xE2\x80\xB9 All suites</a><span>");
    if (index > 0) {
        text_add(page, "<a href=\"%s.html\">%s</a>", names[index - 1].text, names[index - 1].text);
    }
    if (index > 0 && index + 1 < report->suite_count) {
        text_add(page, " \xC2\xB7 ");
    }
    if (index + 1 < report->suite_count) {
        text_add(page, "<a href=\"%s.html\">%s \xE2\x80\xBA</a>", names[index + 1].text,
                 names[index + 1].text);
    }
    text_add(page, "</span></nav>\n");
}

static void add_filter(Text *page, const int counts[TEST_OUTCOMES]) {
    text_add(page,
             "<div class=\"filter\" id=\"filter\" role=\"group\" aria-label=\"Show\" hidden=\"\">\n"
             "<button value=\"\" aria-pressed=\"true\">all %d</button>\n",
             test_count_total(counts));
    for (int i = 0; i < TEST_OUTCOMES; i++) {
        const TestOutcome outcome = html_outcome_order[i];
        const char *name = test_outcome_name(outcome);
        if (counts[outcome] > 0) {
            text_add(page,
                     "<button class=\"is-%s\" value=\"%s\" aria-pressed=\"false\">%s %d</button>\n",
                     name, name, html_outcome_label(outcome), counts[outcome]);
        }
    }
    text_add(page, "</div>\n");
}

void html_add_suite(Text *page, const Report *report, const SuiteName *names, size_t index) {
    const Suite *suite = &report->suites[index];
    page_open(page, names[index].text);
    add_links(page, report, names, index);
    text_add(page, "<h1>%s</h1>\n<p class=\"about\">", names[index].text);
    markup_add_cut(page, suite->path, BLOCK_BYTES);
    text_add(page, "</p>\n");
    html_add_summary(page, suite->counts, suite->seconds, suite->cpu_seconds);
    html_add_problems(page, suite);
    add_filter(page, suite->counts);
    add_definitions(page, suite);
    add_cards(page, suite, "What failed", false);
    add_cards(page, suite, "What was expected to fail", true);
    add_tests(page, suite);
    text_add(page, "<script>\n%s</script>\n", script);
    page_close(page);
}
