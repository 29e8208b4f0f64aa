/* regress/suite/junit and html: whatever the bytes in a report, what is written is well-formed (by
 * the reader of tests/support/xml_check), its counts are the report's, its links lead somewhere,
 * and its boards mark the points that it speaks of. */
#include "engine/go/board/point.h"
#include "hash/random.h"
#include "regress/suite/report/report.h"
#include "tests/support/program/arena.h"
#include "tests/support/reader/xml_check.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- Reports and files ---- */

static const Test plain_test = {.line = 3,
                                .id = "10",
                                .command = "attack E3",
                                .expected = "1 (S3|O3)",
                                .answer = "1 D4",
                                .setup = "loadsgf games/a.sgf 5\n",
                                .seconds = 0.25,
                                .cpu_seconds = NAN,
                                .runs = 1};

static uint8_t empty_board[CELL_COUNT_MAX];

static Test failed_test(int width, int height) {
    Test test = plain_test;
    test.outcome = TEST_FAILED;
    test.position = (TestPosition){width, height, empty_board};
    return test;
}

static void count_outcomes(Report *report) {
    for (size_t s = 0; s < report->suite_count; s++) {
        Suite *suite = &report->suites[s];
        for (size_t i = 0; i < suite->test_count; i++) {
            suite->counts[suite->tests[i].outcome]++;
            report->counts[suite->tests[i].outcome]++;
        }
        report->problem_count += suite->problem_count;
    }
}

static Report make_report(Suite *suites, size_t count) {
    Report report = {.engine = "gnugo --mode gtp",
                     .engine_name = "GNU Go",
                     .engine_version = "3.8",
                     .suites = suites,
                     .suite_count = count,
                     .cpu_seconds = NAN};
    count_outcomes(&report);
    return report;
}

static Report make_report_of(Suite *suite, Test *tests, size_t count) {
    *suite = (Suite){.path = "some/owl.tst", .tests = tests, .test_count = count};
    return make_report(suite, 1);
}

/* The one file that a report writes into its folder. */
static char *written(const Report *report, bool as_html) {
    static char text[ARENA_TEXT_MAX];
    const char *name = as_html ? "index.html" : "junit.xml";
    Arena *arena = arena_new();
    Status status;
    arena_shell(arena, "mkdir report");
    const char *folder = formatted("%s/report", arena->folder);
    cr_assert(as_html ? report_write_html(report, folder, &status)
                      : report_write_junit(report, formatted("%s/%s", folder, name), &status),
              "%s", status.text);
    arena_shell(arena, "ls -A report");
    cr_assert_str_eq(arena->out, formatted("%s\n", name));
    arena_read(arena, formatted("report/%s", name), text);
    return formatted("%s", text);
}

static char *junit_of(const Report *report) {
    char *xml = written(report, false);
    xml_expect_valid(xml);
    return xml;
}

/* ---- JUnit ---- */

/* The number in the first attribute of that name behind the element's beginning. */
static int number_of(const char *xml, const char *element, const char *attribute) {
    const char *name = formatted(" %s=\"", attribute);
    const char *at = strstr(strstr(xml, element), name);
    return atoi(at + strlen(name));
}

Test(reports, junit_counts_and_verdicts) {
    Test tests[2 * TEST_OUTCOMES];
    for (int i = 0; i < 2 * TEST_OUTCOMES; i++) {
        tests[i] = plain_test;
        tests[i].outcome = (TestOutcome)(i < TEST_OUTCOMES ? i : TEST_FAILED);
        tests[i].message = tests[i].outcome == TEST_ERROR ? "owl.tst:3: no answer" : NULL;
    }
    tests[1].id = "";
    Suite suite;
    Report report = make_report_of(&suite, tests, 2 * TEST_OUTCOMES);
    report.suites[0].problems = &(Problem){2, "owl.tst:2: a <game> is missing"};
    report.suites[0].problem_count = 1;
    char *xml = junit_of(&report);
    cr_assert_eq(number_of(xml, "<testsuites", "tests"), 14);
    cr_assert_eq(number_of(xml, "<testsuites", "failures"), 8);
    cr_assert_eq(number_of(xml, "<testsuites", "errors"), 1);
    cr_assert_eq(number_of(xml, "<testsuite ", "tests"), 14);
    cr_assert_eq(number_of(xml, "<testsuite ", "failures"), 8);
    cr_assert_eq(number_of(xml, "<testsuite ", "errors"), 1);
    cr_assert_eq(number_of(xml, "<testsuite ", "skipped"), 3);
    cr_assert_eq(xml_count(xml, "<testcase "), 14);
    cr_assert_eq(xml_count(xml, "<failure "), 8);
    cr_assert_eq(xml_count(xml, "<error "), 1);
    cr_assert_eq(xml_count(xml, "<skipped "), 3);
    xml_expect_piece(xml, "<testcase classname=\"owl\" name=\"line 3 attack E3\" time=\"0.250\">"
                          "<failure type=\"failed\" message=\"expected [1 (S3|O3)], got 1 D4\">");
    xml_expect_piece(xml, "loadsgf games/a.sgf 5\nattack E3\n</failure>");
    xml_expect_piece(xml, "<property name=\"engine\" value=\"gnugo --mode gtp\"/>");
    xml_expect_piece(xml, "<error type=\"error\" message=\"owl.tst:3: no answer\"/>");
    xml_expect_piece(xml, "message=\"an expected failure: expected");
    xml_expect_piece(xml, "owl.tst:2: a &lt;game&gt; is missing");
}

Test(reports, a_suite_that_cannot_be_read_is_an_error) {
    Suite suite = {.path = "none.tst", .unreadable = true};
    const Report report = make_report(&suite, 1);
    char *xml = junit_of(&report);
    cr_assert_eq(number_of(xml, "<testsuites", "tests"), 1);
    cr_assert_eq(number_of(xml, "<testsuites", "errors"), 1);
    cr_assert_eq(number_of(xml, "<testsuite ", "errors"), 1);
    cr_assert_eq(xml_count(xml, "<error "), 1);
}

/* ---- HTML: tests/clients/pages.test.js looks at how the page shows what it has ---- */

/* What the page of the report shows. */
static json_t *page_of(const Report *report) {
    return xml_page_data(written(report, true));
}

Test(reports, pages_have_positions) {
    Test tests[] = {failed_test(9, 7), plain_test};
    Suite suite;
    const Report report = make_report_of(&suite, tests, 2);
    json_t *page = page_of(&report);
    cr_assert_eq(json_at(page, "suites/0/results/0/position/width"), 9);
    cr_assert_eq(json_at(page, "suites/0/results/0/position/height"), 7);
    cr_assert_eq(strlen(json_text_at(page, "suites/0/results/0/position/stones")), 63);
    cr_assert_null(json_find(page, "suites/0/results/1/position"));
}

Test(reports, suites_have_names_of_their_own) {
    Suite suites[] = {{.path = "a/owl.tst"}, {.path = "b/OWL.tst"},  {.path = "../.."},
                      {.path = "index.tst"}, {.path = "a b<\".tst"}, {.path = ""},
                      {.path = "owl-2.tst"}, {.path = "suite"}};
    const Report report = make_report(suites, sizeof suites / sizeof suites[0]);
    static const char *const names[] = {"owl",   "OWL-2", "-.",      "index-2",
                                        "a-b--", "suite", "owl-2-2", "suite-2"};
    json_t *page = page_of(&report);
    for (size_t i = 0; i < report.suite_count; i++) {
        cr_assert_str_eq(json_text_at(page, formatted("suites/%zu/name", i)), names[i]);
    }
}

Test(reports, megabytes_are_cut) {
    enum { LENGTH = 3 << 20 };
    char *answer = cleanup_free(malloc(LENGTH + 1));
    memset(answer, '<', LENGTH);
    answer[LENGTH] = '\0';
    Test test = failed_test(19, 19);
    Suite suite;
    test.answer = test.expected = test.command = test.setup = answer;
    const Report report = make_report_of(&suite, &test, 1);
    char *html = written(&report, true);
    json_t *page = xml_page_data(html);
    cr_assert_not_null(strstr(json_text_at(page, "suites/0/results/0/answer"),
                              "<... (cut: 3145728 bytes in all)"));
    cr_assert_lt(strlen(html), 300000);
    cr_assert_lt(strlen(junit_of(&report)), 500000);
}

/* A report whose texts are random bytes. */
static void check_random_report(SplitMix *random) {
    enum { TESTS = 6 };
    char *texts[TESTS * 5 + 5];
    const size_t count = sizeof texts / sizeof texts[0];
    for (size_t i = 0; i < count; i++) {
        texts[i] = xml_random_text(random);
    }
    Test tests[TESTS];
    for (int i = 0; i < TESTS; i++) {
        char **text = &texts[i * 5];
        tests[i] = failed_test(1 + (int)(splitmix_next(random) % 25), 9);
        tests[i].line = i;
        tests[i].id = text[0];
        tests[i].command = text[1];
        tests[i].expected = text[2];
        tests[i].answer = text[3];
        tests[i].setup = tests[i].message = text[4];
        tests[i].outcome = (TestOutcome)(splitmix_next(random) % TEST_OUTCOMES);
    }
    char **text = &texts[count - 5];
    Suite suite = {.path = formatted("%s/owl.tst", text[0]), .tests = tests, .test_count = TESTS};
    suite.problems = &(Problem){0, text[4]};
    suite.problem_count = 1;
    Report report = make_report(&suite, 1);
    report.engine = text[1];
    report.engine_name = text[2];
    report.engine_version = text[3];
    char *xml = junit_of(&report);
    json_t *page = page_of(&report);
    cr_assert_eq(json_array_size(json_find(page, "suites/0/results")), TESTS);
    cr_assert_eq(xml_count(xml, "<testcase "), TESTS);
    cr_assert_eq(xml_count(xml, "<failure "), suite.counts[TEST_FAILED]);
}

Test(reports, random_reports_are_well_formed) {
    SplitMix random = {3};
    for (int i = 0; i < (getenv("DIHEDRA_LONG") != NULL ? 10000 : 40); i++) {
        check_random_report(&random);
    }
}

/* ---- Files that cannot be written ---- */

static void check_refused(const Report *report, const char *path, const char *why, bool as_html) {
    Status status;
    const bool written = as_html ? report_write_html(report, path, &status)
                                 : report_write_junit(report, path, &status);
    cr_assert_not(written);
    cr_assert_not_null(strstr(status.text, path), "%s", status.text);
    cr_assert_not_null(strstr(status.text, why), "%s", status.text);
}

Test(reports, refusals_name_the_file) {
    Test test = failed_test(9, 9);
    Suite suite;
    const Report report = make_report_of(&suite, &test, 1);
    Arena *arena = arena_new();
    const char *missing = formatted("%s/none/report", arena->folder);
    arena_write(arena, "file", "x");
    check_refused(&report, missing, strerror(ENOENT), false);
    check_refused(&report, missing, strerror(ENOENT), true);
    check_refused(&report, arena->folder, "not a regular file", false);
    check_refused(&report, formatted("%s/file", arena->folder), strerror(ENOTDIR), true);
    arena_shell(arena, "ls -A");
    cr_assert_str_eq(arena->out, "err\nfake.sh\nfile\nout\n");
}
