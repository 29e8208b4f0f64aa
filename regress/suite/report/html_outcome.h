/* How a report's pages show outcomes, counts, times and the texts of a test. What suites and
 * engines say is escaped and cut (regress/page/markup.h). Functions keep no state. */
#ifndef REGRESS_SUITE_REPORT_HTML_OUTCOME_H
#define REGRESS_SUITE_REPORT_HTML_OUTCOME_H

#include "engine/base/text.h"
#include "regress/suite/report/report.h"

/* The order of outcomes in bars, totals and columns: first what people look for. */
extern const TestOutcome html_outcome_order[TEST_OUTCOMES];

/* "unexpected pass" and the like. */
const char *html_outcome_label(TestOutcome outcome);

void html_add_badge(Text *page, TestOutcome outcome);

/* The percentage that passed of the tests that count (all but ignored ones); 0 if none counts. */
double html_pass_rate(const int counts[TEST_OUTCOMES]);

/* The outcomes as one bar of coloured lengths. */
void html_add_bar(Text *page, const int counts[TEST_OUTCOMES]);

/* Pass rate, totals of all outcomes that occurred, and times. */
void html_add_summary(Text *page, const int counts[TEST_OUTCOMES], double seconds,
                      double cpu_seconds);

/* "2.5 ms", "0.25 s", "3:20 min", or a dash if it is not known. */
void html_add_seconds(Text *page, double seconds);

/* "10 reg_genmove black", or "line 7: ..." if the test has no id. */
void html_add_test_name(Text *page, const Test *test, size_t most);

/* The expected answer, such as "[!C3]", and the engine's, such as "D4", as code; at most `most`
 * bytes of each text. */
void html_add_expected(Text *page, const Test *test, size_t most);
void html_add_answer(Text *page, const Test *test, size_t most);

void html_add_problems(Text *page, const Suite *suite);

#endif
