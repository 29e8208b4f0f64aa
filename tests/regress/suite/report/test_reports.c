/* regress/suite/junit and html: whatever the bytes in a report, what is written is well-formed (by
 * the reader of tests/support/xml_check), its counts are the report's, its links lead somewhere,
 * and its boards mark the points that it speaks of. */
#include "engine/base/file.h"
#include "engine/go/board/point.h"
#include "hash/random.h"
#include "regress/suite/report/html.h"
#include "regress/suite/report/junit.h"
#include "tests/support/reader/xml_check.h"

#include <criterion/criterion.h>
#include <dirent.h>
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

typedef struct {
    char path[64];
} Folder;

static Folder make_folder(void) {
    Folder folder = {"/tmp/dihedra-reports-XXXXXX"};
    cr_assert_not_null(mkdtemp(folder.path));
    return folder;
}

/* "FOLDER/NAME", the caller's. */
static char *path_in(const Folder *folder, const char *name) {
    Text path = {0};
    text_add(&path, "%s/%s", folder->path, name);
    return path.bytes;
}

static Text read_file(const Folder *folder, const char *name) {
    char *path = path_in(folder, name);
    FILE *file = fopen(path, "rb");
    cr_assert_not_null(file, "%s", path);
    Text text = {0};
    for (char bytes[4096]; fgets(bytes, sizeof bytes, file) != NULL;) {
        text_add(&text, "%s", bytes);
    }
    fclose(file);
    free(path);
    return text;
}

/* Removes the folder; returns how many files it held. */
static int remove_folder(const Folder *folder) {
    DIR *entries = opendir(folder->path);
    cr_assert_not_null(entries);
    int files = 0;
    for (struct dirent *entry; (entry = readdir(entries)) != NULL;) {
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) {
            char *path = path_in(folder, entry->d_name);
            cr_assert_eq(remove(path), 0);
            free(path);
            files++;
        }
    }
    closedir(entries);
    cr_assert_eq(rmdir(folder->path), 0);
    return files;
}

static Text junit_of(const Report *report) {
    Folder folder = make_folder();
    Status status;
    char *path = path_in(&folder, "junit.xml");
    cr_assert(junit_write(report, path, &status), "%s", status.text);
    Text xml = read_file(&folder, "junit.xml");
    xml_expect_valid(&xml);
    free(path);
    cr_assert_eq(remove_folder(&folder), 1);
    return xml;
}

/* Checks that each reference to an element of the page leads to just one. */
static void check_references(const char *page) {
    for (const char *at = strstr(page, "href=\"#"); at != NULL; at = strstr(at + 1, "href=\"#")) {
        const char *name = at + strlen("href=\"#");
        char id[80];
        snprintf(id, sizeof id, " id=\"%.*s\"", (int)strcspn(name, "\""), name);
        cr_assert_eq(xml_count(page, id), 1, "%s", id);
    }
}

/* The page NAME.html, and how many files were written with it. */
static Text html_of(const Report *report, const char *name, int *files) {
    Folder folder = make_folder();
    Status status;
    cr_assert(html_write(report, folder.path, &status), "%s", status.text);
    char file[120];
    snprintf(file, sizeof file, "%s.html", name);
    Text page = read_file(&folder, file);
    xml_expect_valid(&page);
    check_references(page.bytes);
    *files = remove_folder(&folder);
    return page;
}

/* ---- JUnit ---- */

/* The number in the first attribute of that name behind the element's beginning. */
static int number_of(const Text *xml, const char *element, const char *attribute) {
    char name[40];
    snprintf(name, sizeof name, " %s=\"", attribute);
    const char *at = strstr(strstr(xml->bytes, element), name);
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
    Text xml = junit_of(&report);
    cr_assert_eq(number_of(&xml, "<testsuites", "tests"), 14);
    cr_assert_eq(number_of(&xml, "<testsuites", "failures"), 8);
    cr_assert_eq(number_of(&xml, "<testsuites", "errors"), 1);
    cr_assert_eq(number_of(&xml, "<testsuite ", "tests"), 14);
    cr_assert_eq(number_of(&xml, "<testsuite ", "failures"), 8);
    cr_assert_eq(number_of(&xml, "<testsuite ", "errors"), 1);
    cr_assert_eq(number_of(&xml, "<testsuite ", "skipped"), 3);
    cr_assert_eq(xml_count(xml.bytes, "<testcase "), 14);
    cr_assert_eq(xml_count(xml.bytes, "<failure "), 8);
    cr_assert_eq(xml_count(xml.bytes, "<error "), 1);
    cr_assert_eq(xml_count(xml.bytes, "<skipped "), 3);
    xml_expect_piece(&xml, "<testcase classname=\"owl\" name=\"line 3 attack E3\" time=\"0.250\">"
                           "<failure type=\"failed\" message=\"expected [1 (S3|O3)], got 1 D4\">");
    xml_expect_piece(&xml, "loadsgf games/a.sgf 5\nattack E3\n</failure>");
    xml_expect_piece(&xml, "<property name=\"engine\" value=\"gnugo --mode gtp\"/>");
    xml_expect_piece(&xml, "<error type=\"error\" message=\"owl.tst:3: no answer\"/>");
    xml_expect_piece(&xml, "message=\"an expected failure: expected");
    xml_expect_piece(&xml, "owl.tst:2: a &lt;game&gt; is missing");
    text_free(&xml);
}

Test(reports, a_suite_that_cannot_be_read_is_an_error) {
    Suite suite = {.path = "none.tst", .unreadable = true};
    const Report report = make_report(&suite, 1);
    Text xml = junit_of(&report);
    cr_assert_eq(number_of(&xml, "<testsuites", "tests"), 1);
    cr_assert_eq(number_of(&xml, "<testsuites", "errors"), 1);
    cr_assert_eq(number_of(&xml, "<testsuite ", "errors"), 1);
    cr_assert_eq(xml_count(xml.bytes, "<error "), 1);
    text_free(&xml);
}

/* ---- HTML ---- */

/* Vertices of question, expectation and answer as marks "kind x y", in the order of points. */
Test(reports, vertices_become_marks) {
    static const struct {
        const char *command, *expected, *answer;
        int width, height;
        const char *marks;
    } cases[] = {
        {"reg_genmove black", "[M2|E10]", "C3", 13, 13, "expected 4 3,played 2 10,expected 11 11,"},
        {"attack E3", "1 (S3|O3)", "1 S3", 19, 19,
         "asked 4 16,expected 13 16,expected 17 16,played 17 16,"},
        {"reg_genmove white", "!C3", "C3", 9, 9, "forbidden 2 6,played 2 6,"},
        {"reg_genmove white", "!(A1|j9)", "pass", 9, 9, "forbidden 8 0,forbidden 0 8,"},
        {"owl_attack b2", "0", "1 b3", 5, 3, "played 1 0,asked 1 1,"},
        {"analyze_semeai A1 B1", "1 1 S9", "T19", 9, 9, "asked 0 8,asked 1 8,"},
        {"final_score", "B+1.5|W+12.5", "W+0.5", 19, 19, ""},
        {"A1A1 A_1 A0 I5 AA1 _A1", "A10.*", "Z99 A", 9, 9, ""},
        {"a Z25 A1", "Z25x|Y24", "", 25, 25, "asked 24 0,expected 23 1,asked 0 24,"},
        {"a B1", "A1|A2", "A3", 2, 1, "expected 0 0,asked 1 0,"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        Test test = failed_test(cases[i].width, cases[i].height);
        Suite suite;
        int files;
        test.command = (char *)cases[i].command;
        test.expected = (char *)cases[i].expected;
        test.answer = (char *)cases[i].answer;
        const Report report = make_report_of(&suite, &test, 1);
        Text page = html_of(&report, "owl", &files), marks = {0};
        const char *board = strstr(page.bytes, "<svg class=\"board\"");
        const char *end = strstr(board, "</svg>");
        while ((board = strstr(board + 1, "#mark-")) != NULL && board < end) {
            char kind[16];
            int x, y;
            cr_assert_eq(sscanf(board, "#mark-%15[a-z]\" x=\"%d\" y=\"%d\"", kind, &x, &y), 3);
            text_add(&marks, "%s %d %d,", kind, x, y);
        }
        cr_assert_str_eq(text_get(&marks), cases[i].marks, "%s", cases[i].command);
        text_free(&page);
        text_free(&marks);
    }
}

Test(reports, cards_are_for_what_went_wrong) {
    Test tests[TEST_OUTCOMES];
    for (int i = 0; i < TEST_OUTCOMES; i++) {
        tests[i] = plain_test;
        tests[i].outcome = (TestOutcome)i;
        tests[i].line = 10 + i;
        tests[i].message = i == TEST_ERROR ? "owl.tst:16: no answer" : NULL;
    }
    Suite suite;
    int files;
    Report report = make_report_of(&suite, tests, TEST_OUTCOMES);
    Text page = html_of(&report, "owl", &files);
    cr_assert_eq(files, 3); /* index, style, suite */
    cr_assert_eq(xml_count(page.bytes, "<article "), 3);
    xml_expect_piece(&page, "id=\"card-11\" data-outcome=\"failed\"");
    xml_expect_piece(&page, "id=\"card-13\" data-outcome=\"expected_failed\"");
    xml_expect_piece(&page, "id=\"card-16\" data-outcome=\"errors\"");
    xml_expect_piece(&page, "<dt>Error</dt><dd>owl.tst:16: no answer</dd>");
    xml_expect_piece(&page,
                     "<summary>How to get there</summary><pre>loadsgf games/a.sgf 5\nattack E3<");
    xml_expect_piece(&page, "<a rel=\"next\" href=\"#card-16\">");
    cr_assert_eq(xml_count(page.bytes, "<tr data-outcome="), TEST_OUTCOMES);
    cr_assert_eq(xml_count(page.bytes, "<svg class=\"board\""), 0);
    text_free(&page);
    tests[TEST_UNEXPECTED_PASSED].position = (TestPosition){9, 7, empty_board};
    page = html_of(&report, "owl", &files);
    cr_assert_eq(xml_count(page.bytes, "<article "), 4);
    cr_assert_eq(xml_count(page.bytes, "<svg class=\"board\""), 1);
    text_free(&page);
    page = html_of(&report, "index", &files);
    xml_expect_piece(&page, "<b>33.3%</b> of 6 tests passed");
    xml_expect_piece(&page, "<a href=\"owl.html#card-11\">");
    xml_expect_piece(&page, "<a href=\"owl.html#card-16\">");
    cr_assert_eq(xml_count(page.bytes, "#card-13"), 0);
    text_free(&page);
}

Test(reports, pages_have_names_of_their_own) {
    Suite suites[] = {{.path = "a/owl.tst"}, {.path = "b/OWL.tst"},  {.path = "../.."},
                      {.path = "index.tst"}, {.path = "a b<\".tst"}, {.path = ""},
                      {.path = "owl-2.tst"}, {.path = "suite"}};
    const Report report = make_report(suites, sizeof suites / sizeof suites[0]);
    static const char *const names[] = {"owl",   "OWL-2", "-.",      "index-2",
                                        "a-b--", "suite", "owl-2-2", "suite-2"};
    Folder folder = make_folder();
    Status status;
    cr_assert(html_write(&report, folder.path, &status), "%s", status.text);
    for (size_t i = 0; i < report.suite_count; i++) {
        char file[100];
        snprintf(file, sizeof file, "%s.html", names[i]);
        Text page = read_file(&folder, file);
        xml_expect_valid(&page);
        text_free(&page);
    }
    cr_assert_eq(remove_folder(&folder), 2 + 8);
}

Test(reports, megabytes_are_cut) {
    enum { LENGTH = 3 << 20 };
    char *answer = malloc(LENGTH + 1);
    memset(answer, '<', LENGTH);
    answer[LENGTH] = '\0';
    Test test = failed_test(19, 19);
    Suite suite;
    int files;
    test.answer = test.expected = test.command = test.setup = answer;
    const Report report = make_report_of(&suite, &test, 1);
    Text page = html_of(&report, "owl", &files), xml = junit_of(&report);
    xml_expect_piece(&page, "(cut: 3145728 bytes in all)");
    cr_assert_lt(page.length, 300000);
    cr_assert_lt(xml.length, 500000);
    text_free(&page);
    text_free(&xml);
    free(answer);
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
    Text path = {0};
    text_add(&path, "%s/owl.tst", text[0]);
    Suite suite = {.path = path.bytes, .tests = tests, .test_count = TESTS};
    suite.problems = &(Problem){0, text[4]};
    suite.problem_count = 1;
    Report report = make_report(&suite, 1);
    report.engine = text[1];
    report.engine_name = text[2];
    report.engine_version = text[3];
    int files;
    Text xml = junit_of(&report), index = html_of(&report, "index", &files);
    Text page = html_of(&report, "owl", &files);
    cr_assert_eq(files, 3);
    cr_assert_eq(xml_count(page.bytes, "<tr data-outcome="), TESTS);
    cr_assert_eq(xml_count(xml.bytes, "<testcase "), TESTS);
    cr_assert_eq(xml_count(xml.bytes, "<failure "), suite.counts[TEST_FAILED]);
    text_free(&xml);
    text_free(&index);
    text_free(&page);
    text_free(&path);
    for (size_t i = 0; i < count; i++) {
        free(texts[i]);
    }
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
    const bool written =
        as_html ? html_write(report, path, &status) : junit_write(report, path, &status);
    cr_assert_not(written);
    cr_assert_not_null(strstr(status.text, path), "%s", status.text);
    cr_assert_not_null(strstr(status.text, why), "%s", status.text);
}

Test(reports, refusals_name_the_file) {
    Test test = failed_test(9, 9);
    Suite suite;
    const Report report = make_report_of(&suite, &test, 1);
    Folder folder = make_folder();
    char *missing = path_in(&folder, "none/report"), *file = path_in(&folder, "file");
    Status status;
    check_refused(&report, missing, strerror(ENOENT), false);
    check_refused(&report, missing, strerror(ENOENT), true);
    check_refused(&report, folder.path, "not a regular file", false);
    cr_assert(file_replace(file, "x", 1, &status), "%s", status.text);
    check_refused(&report, file, strerror(ENOTDIR), true);
    free(missing);
    free(file);
    cr_assert_eq(remove_folder(&folder), 1);
}
