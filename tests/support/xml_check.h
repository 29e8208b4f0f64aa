/* A slow and strict reader of XML for the tests of reports: says whether a text is well-formed, and
 * counts its elements. Knows just what the reports use: no comments, no CDATA, no entities but the
 * five of XML and &#39;. Of HTML it takes the doctype, and the content of a script unread. */
#ifndef TESTS_SUPPORT_XML_CHECK_H
#define TESTS_SUPPORT_XML_CHECK_H

#include "engine/base/text.h"
#include "hash/random.h"

#include <criterion/criterion.h>
#include <stddef.h>

/* NULL where the text is well-formed and in UTF-8, else what is wrong with it. */
const char *xml_check(const char *text, size_t length);

/* How often the piece stands in the text. */
int count_text(const char *text, const char *piece);

/* Up to 39 random bytes, many of which mean something in XML or UTF-8; to be freed by free(). */
char *xml_random_text(SplitMix *random);

static inline void check_xml(const Text *text) {
    const char *wrong = xml_check(text_get(text), text->length);
    cr_assert_null(wrong, "%s in\n%.3000s", wrong, text_get(text));
}

static inline void check_has(const Text *text, const char *piece) {
    cr_assert_neq(count_text(text->bytes, piece), 0, "no %s in\n%.9000s", piece, text->bytes);
}

#endif
