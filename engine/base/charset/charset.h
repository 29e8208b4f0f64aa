/* Text in the character sets of old game records, as UTF-8. The decoders are compiled in, so they
 * do not depend on the system's. Any thread may call.
 *
 * The sets are those that programs write under these names: GB18030 includes GB2312 and GBK, and
 * those of Big5, Shift_JIS, EUC-KR and Latin-1 are Windows' code pages 950, 932, 949 and 1252. */
#ifndef ENGINE_BASE_CHARSET_CHARSET_H
#define ENGINE_BASE_CHARSET_CHARSET_H

#include "engine/base/text.h"

typedef enum {
    CHARSET_UTF_8,
    CHARSET_GB18030,
    CHARSET_BIG5,
    CHARSET_SHIFT_JIS,
    CHARSET_EUC_KR,
    CHARSET_LATIN_1,
    CHARSET_COUNT
} Charset;

extern const char *const CHARSET_NAMES[CHARSET_COUNT];

/* Finds the set by any of its usual names ("gb2312", "ISO-8859-1", "sjis"), in any case and with
 * any separators. Returns false if the name is unknown. */
bool charset_find(const char *name, Charset *charset);

/* Appends the bytes as UTF-8, with U+FFFD for each malformed sequence. Returns the number of these.
 */
size_t charset_decode(Charset charset, const char *bytes, size_t length, Text *text);

/* Appends a character, which must not be a surrogate. */
void charset_add_utf8(Text *text, uint32_t character);

/* Guesses the set of a text that does not name it: UTF-8 if the bytes are well-formed, otherwise
 * the Asian set of whose usual characters the text has most, otherwise Latin-1. */
Charset charset_guess(const char *bytes, size_t length);

#endif
