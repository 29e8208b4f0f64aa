/* Follows the schema of Jenkins' xUnit plugin (jenkinsci/xunit-plugin, junit-10.xsd), which is
 * stricter than what Jenkins and GitLab read: times are plain decimals, testsuites has no count of
 * skipped tests, and a test has no attributes but name, classname and time. */
#include "engine/base/file.h"
#include "engine/base/os/system.h"
#include "regress/page/markup.h"
#include "regress/suite/report/report.h"

#include <stdlib.h>
#include <time.h>

enum { MESSAGE_BYTES = 500, CONTENT_BYTES = 20000 }; /* of an engine's text; the rest is cut */

static void add_counts(Text *xml, const int counts[TEST_OUTCOMES], int unreadable, double seconds) {
    text_add(xml, " tests=\"%d\" failures=\"%d\" errors=\"%d\" time=\"%.3f\"",
             test_count_total(counts) + unreadable, counts[TEST_FAILED],
             counts[TEST_ERROR] + unreadable, seconds);
}

static void add_property(Text *xml, const char *name, const char *value) {
    text_add(xml, "<property name=\"%s\" value=\"", name);
    markup_add_text(xml, value);
    text_add(xml, "\"/>\n");
}

/* "expected [C3], got D4". */
static void add_comparison(Text *xml, const Test *test, size_t most) {
    text_add(xml, "expected [");
    markup_add_cut(xml, test->expected, most);
    text_add(xml, "], got %s", test->refused ? "? " : "");
    markup_add_cut(xml, test->answer, most);
}

/* An element whose message is the comparison; its content repeats it and adds how to reach the
 * position. */
static void add_verdict(Text *xml, const Test *test, const char *element, const char *reason) {
    text_add(xml, "<%s type=\"%s\" message=\"%s", element, test_outcome_name(test->outcome),
             reason);
    add_comparison(xml, test, MESSAGE_BYTES);
    text_add(xml, "\">");
    add_comparison(xml, test, CONTENT_BYTES);
    text_add(xml, "\n\n");
    markup_add_cut(xml, test->setup, CONTENT_BYTES);
    markup_add_cut(xml, test->command, CONTENT_BYTES);
    text_add(xml, "\n</%s>", element);
}

static void add_outcome(Text *xml, const Test *test) {
    static const struct {
        const char *element, *reason;
    } VERDICTS[TEST_OUTCOMES] = {
        [TEST_FAILED] = {"failure", ""},
        [TEST_EXPECTED_FAILED] = {"skipped", "an expected failure: "},
        [TEST_IGNORED] = {"skipped", "not to be counted: "},
        [TEST_UNSUPPORTED] = {"skipped", "the engine does not know the command: "},
    };
    if (VERDICTS[test->outcome].element != NULL) {
        add_verdict(xml, test, VERDICTS[test->outcome].element, VERDICTS[test->outcome].reason);
    } else if (test->outcome == TEST_ERROR) {
        text_add(xml, "<error type=\"error\" message=\"");
        markup_add_cut(xml, test->message, MESSAGE_BYTES);
        text_add(xml, "\"/>");
    } else if (test->outcome == TEST_UNEXPECTED_PASSED) {
        text_add(xml, "<system-out>passed, though marked as an expected failure</system-out>");
    }
}

static void add_test(Text *xml, const Test *test, const SuiteName *name) {
    text_add(xml, "<testcase classname=\"%s\" name=\"", name->text);
    if (test->id[0] != '\0') {
        markup_add_cut(xml, test->id, MESSAGE_BYTES);
    } else {
        text_add(xml, "line %d", test->line);
    }
    text_add(xml, " ");
    markup_add_cut(xml, test->command, MESSAGE_BYTES);
    text_add(xml, "\" time=\"%.3f\">", test->seconds);
    add_outcome(xml, test);
    text_add(xml, "</testcase>\n");
}

static void add_suite(Text *xml, const Report *report, size_t index, const SuiteName *name) {
    const Suite *suite = &report->suites[index];
    const struct tm utc = os_universal_time(time(NULL));
    char timestamp[32];
    strftime(timestamp, sizeof timestamp, "%Y-%m-%dT%H:%M:%S", &utc);

    text_add(xml, "<testsuite id=\"%zu\" name=\"", index);
    markup_add_text(xml, suite->path);
    text_add(xml, "\"");
    add_counts(xml, suite->counts, suite->unreadable, suite->seconds);
    text_add(xml, " skipped=\"%d\" timestamp=\"%s\">\n<properties>\n",
             suite->counts[TEST_EXPECTED_FAILED] + suite->counts[TEST_IGNORED] +
                 suite->counts[TEST_UNSUPPORTED],
             timestamp);
    add_property(xml, "engine", report->engine);
    add_property(xml, "engine.name", report->engine_name);
    add_property(xml, "engine.version", report->engine_version);
    text_add(xml, "</properties>\n");
    if (suite->unreadable) {
        text_add(xml,
                 "<testcase classname=\"%s\" name=\"can be read\"><error type=\"error\" "
                 "message=\"the suite could not be read\"/></testcase>\n",
                 name->text);
    }
    for (size_t i = 0; i < suite->test_count; i++) {
        add_test(xml, &suite->tests[i], name);
    }
    text_add(xml, "<system-err>");
    for (size_t i = 0; i < suite->problem_count; i++) {
        markup_add_cut(xml, suite->problems[i].message, CONTENT_BYTES);
        text_add(xml, "\n");
    }
    text_add(xml, "</system-err>\n</testsuite>\n");
}

bool report_write_junit(const Report *report, const char *path, Status *status) {
    Text xml = {0};
    SuiteName *names = report_suite_names(report);
    int unreadable = 0;
    for (size_t i = 0; i < report->suite_count; i++) {
        unreadable += report->suites[i].unreadable;
    }
    text_add(&xml, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"regression\"");
    add_counts(&xml, report->counts, unreadable, report->seconds);
    text_add(&xml, ">\n");
    for (size_t i = 0; i < report->suite_count; i++) {
        add_suite(&xml, report, i, &names[i]);
    }
    text_add(&xml, "</testsuites>\n");
    const bool ok = file_replace(path, xml.bytes, xml.length, status);
    free(names);
    text_free(&xml);
    return ok;
}
