/* A strict reader of XML for the tests of reports: it says whether a text is well-formed, and
 * counts pieces of it. It knows only what the reports use: no comments, no CDATA, and no entities
 * but &amp; &lt; &gt; &quot; &#39;. Of HTML it takes the doctype, and skips what is in a script. */
#ifndef TESTS_SUPPORT_READER_XML_CHECK_H
#define TESTS_SUPPORT_READER_XML_CHECK_H

#include "engine/base/text.h"
#include "hash/random.h"

#include <criterion/criterion.h>
#include <stddef.h>

/* Returns NULL if the text is well-formed and in UTF-8, else what is wrong with it. */
const char *xml_check(const char *text, size_t length);

/* Fails the test unless the text is well-formed, or unless it contains the piece. */
void xml_expect_valid(const Text *text);
void xml_expect_piece(const Text *text, const char *piece);

/* How many times the piece occurs in the text. */
int xml_count(const char *text, const char *piece);

/* Up to 39 random bytes, many of which mean something in XML or UTF-8, and a NUL. The caller frees
 * them. */
char *xml_random_text(SplitMix *random);

#endif
