/* What the pages of a report share: frame, style, and how outcomes and times are shown. For the
 * files of regress/suite/html*.c. */
#ifndef REGRESS_PAGE_PAGE_H
#define REGRESS_PAGE_PAGE_H

#include "engine/base/text.h"
#include "regress/suite/report.h"

/* Of texts from outside, in a table's cell and where there is room; the rest is cut. */
enum { CELL_BYTES = 160, BLOCK_BYTES = 4000 };

/* The outcomes as bars, totals and columns show them: first what people look for. */
extern const TestOutcome html_outcome_order[TEST_OUTCOMES];

/* "unexpected pass" and the like. */
const char *html_outcome_label(TestOutcome outcome);

/* The style sheet of all pages, boards included. */
void html_add_style(Text *css);

void html_open_page(Text *page, const char *title);
void html_close_page(Text *page);

void html_add_badge(Text *page, TestOutcome outcome);

/* Tests that passed, of those that count (all but ignored ones), in percent; 0 where none counts.
 */
double html_pass_rate(const int counts[TEST_OUTCOMES]);

/* The outcomes as one bar of coloured lengths. */
void html_add_bar(Text *page, const int counts[TEST_OUTCOMES]);

/* Pass rate, totals of all outcomes that occurred, and times. */
void html_add_summary(Text *page, const int counts[TEST_OUTCOMES], double seconds,
                      double cpu_seconds);

/* "2.5 ms", "0.25 s", "3:20 min", or a dash where it is not known. */
void html_add_seconds(Text *page, double seconds);

/* "10 reg_genmove black", or "line 7: ..." where the test has no id. */
void html_add_test_name(Text *page, const Test *test, size_t most);

/* "[C3]" and "D4" with what belongs to them, as code. */
void html_add_expected(Text *page, const Test *test, size_t most);
void html_add_answer(Text *page, const Test *test, size_t most);

void html_add_problems(Text *page, const Suite *suite);

#endif
