/* A strict reader of XML for the tests of reports: it says whether a text is well-formed, and
 * counts pieces of it. It knows only what the reports use: no comments, no CDATA, and no entities
 * but &amp; &lt; &gt; &quot; &#39;. Of HTML it takes the doctype, and skips what is in a script. */
#ifndef TESTS_SUPPORT_READER_XML_CHECK_H
#define TESTS_SUPPORT_READER_XML_CHECK_H

#include "hash/random.h"
#include "tests/support/program/cleanup.h"

#include <criterion/criterion.h>

/* Fails the test unless the text is well-formed and in UTF-8, or unless it contains the piece. */
void xml_expect_valid(const char *text);
void xml_expect_piece(const char *text, const char *piece);

/* What a page of ours (regress/page) shows. It must not have a '<', which could end the script. */
json_t *xml_page_data(const char *page);

/* How many times the piece occurs in the text. */
int xml_count(const char *text, const char *piece);

/* Up to 39 random bytes, many of which mean something in XML or UTF-8, and a NUL. */
char *xml_random_text(SplitMix *random);

#endif
