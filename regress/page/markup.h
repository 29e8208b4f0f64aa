/* Text inside HTML, SVG and XML. What engines and suites say is data of unknown origin: it is shown
 * and never obeyed.
 *
 * Invariant: whatever the bytes, what is added holds no tag and no end of an attribute, and only
 * characters that XML 1.0 allows. Functions keep no state. */
#ifndef REGRESS_PAGE_MARKUP_H
#define REGRESS_PAGE_MARKUP_H

#include "engine/base/text.h"

/* Adds the text with & < > " ' as references. Control characters but newline and tab are left out;
 * each byte that belongs to no character in UTF-8 becomes U+FFFD. */
void markup_add_text(Text *out, const char *text);

/* The same; of a text of more than that many bytes its beginning, and a note of its length. */
void markup_add_cut(Text *out, const char *text, size_t most);

/* Adds JSON so that it can stand inside <script>: '<', which JSON has only within strings, becomes
 * \u003c, which means the same there. */
void markup_add_json(Text *out, const char *json);

#endif
