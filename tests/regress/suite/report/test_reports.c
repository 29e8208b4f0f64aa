/* regress/suite/junit and html: whatever the bytes in a report, what is written is well-formed (by
 * the reader of tests/support/xml_check), its counts are the report's, its links lead somewhere,
 * and its boards mark the points that it speaks of. */
#include "engine/base/file.h"
#include "engine/base/json.h"
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

/* ---- HTML: tests/clients/pages.test.js looks at how the page shows what it has ---- */

/* What the page of the report shows. */
static json_t *page_of(const Report *report, size_t *length) {
    static const char begin[] = "id=\"data\">";
    Folder folder = make_folder();
    Status status;
    cr_assert(html_write(report, folder.path, &status), "%s", status.text);
    Text page = read_file(&folder, "index.html");
    cr_assert_eq(remove_folder(&folder), 1);
    const char *start = strstr(page.bytes, begin);
    cr_assert_not_null(start);
    start += strlen(begin);
    cr_assert(strncmp(strchr(start, '<'), "</script>", 9) == 0, "a '<' in the data");
    json_t *data = json_loads(start, JSON_DISABLE_EOF_CHECK, NULL);
    cr_assert_not_null(data);
    *length = page.length;
    text_free(&page);
    return data;
}

static const json_t *suite_of(const json_t *page, size_t index) {
    return json_array_get(json_object_get(page, "suites"), index);
}

static const char *text_of(const json_t *object, const char *key) {
    return json_string_value(json_object_get(object, key));
}

Test(reports, pages_have_positions_and_star_points) {
    Test tests[] = {failed_test(9, 7), plain_test};
    Suite suite;
    size_t length;
    const Report report = make_report_of(&suite, tests, 2);
    json_t *page = page_of(&report, &length);
    const json_t *results = json_object_get(suite_of(page, 0), "results");
    const json_t *position = json_object_get(json_array_get(results, 0), "position");
    cr_assert_eq(json_integer_value(json_object_get(position, "width")), 9);
    cr_assert_eq(json_integer_value(json_object_get(position, "height")), 7);
    cr_assert_eq(strlen(text_of(position, "stones")), 63);
    cr_assert(json_is_array(json_object_get(json_object_get(page, "stars"), "9x7")));
    cr_assert_null(json_object_get(json_array_get(results, 1), "position"));
    json_decref(page);
}

Test(reports, suites_have_names_of_their_own) {
    Suite suites[] = {{.path = "a/owl.tst"}, {.path = "b/OWL.tst"},  {.path = "../.."},
                      {.path = "index.tst"}, {.path = "a b<\".tst"}, {.path = ""},
                      {.path = "owl-2.tst"}, {.path = "suite"}};
    const Report report = make_report(suites, sizeof suites / sizeof suites[0]);
    static const char *const names[] = {"owl",   "OWL-2", "-.",      "index-2",
                                        "a-b--", "suite", "owl-2-2", "suite-2"};
    size_t length;
    json_t *page = page_of(&report, &length);
    for (size_t i = 0; i < report.suite_count; i++) {
        cr_assert_str_eq(text_of(suite_of(page, i), "name"), names[i]);
    }
    json_decref(page);
}

Test(reports, megabytes_are_cut) {
    enum { LENGTH = 3 << 20 };
    char *answer = malloc(LENGTH + 1);
    memset(answer, '<', LENGTH);
    answer[LENGTH] = '\0';
    Test test = failed_test(19, 19);
    Suite suite;
    size_t length;
    test.answer = test.expected = test.command = test.setup = answer;
    const Report report = make_report_of(&suite, &test, 1);
    json_t *page = page_of(&report, &length);
    Text xml = junit_of(&report);
    const json_t *result = json_array_get(json_object_get(suite_of(page, 0), "results"), 0);
    cr_assert_not_null(strstr(text_of(result, "answer"), "<... (cut: 3145728 bytes in all)"));
    cr_assert_lt(length, 300000);
    cr_assert_lt(xml.length, 500000);
    json_decref(page);
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
    size_t length;
    Text xml = junit_of(&report);
    json_t *page = page_of(&report, &length);
    cr_assert_eq(json_array_size(json_object_get(suite_of(page, 0), "results")), TESTS);
    cr_assert_eq(xml_count(xml.bytes, "<testcase "), TESTS);
    cr_assert_eq(xml_count(xml.bytes, "<failure "), suite.counts[TEST_FAILED]);
    text_free(&xml);
    json_decref(page);
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
