/* Text inside HTML, SVG and XML. Texts from engines, suites and records are data: pages show them
 * and never interpret them.
 *
 * Invariant: whatever the bytes, what is added holds no tag and no end of an attribute, and only
 * characters that XML 1.0 allows. Functions keep no state. */
#ifndef REGRESS_PAGE_MARKUP_H
#define REGRESS_PAGE_MARKUP_H

#include "engine/base/text.h"

/* Adds the text with & < > " ' as references. Control characters other than newline and tab are
 * left out; each byte that is not part of a character in UTF-8 becomes U+FFFD. */
void markup_add_text(Text *out, const char *text);

/* The same, but cuts a text of more than `most` bytes and adds a note of its length. */
void markup_add_cut(Text *out, const char *text, size_t most);

#endif
