/* Text in the character sets of old game records, as UTF-8. The decoders are compiled in, so they
 * do not depend on the system's. Any thread may call.
 *
 * The sets are those that programs write under these names: GBK includes GB2312, those
 * of Big5, Shift_JIS, EUC-KR and Latin-1 are Windows' code pages 950, 932, 949 and 1252, and KOI8-R
 * has the Ukrainian letters of KOI8-U. */
#ifndef ENGINE_BASE_CHARSET_CHARSET_H
#define ENGINE_BASE_CHARSET_CHARSET_H

#include "engine/base/text.h"

typedef enum {
    CHARSET_UTF_8,
    CHARSET_GBK,
    CHARSET_BIG5,
    CHARSET_SHIFT_JIS,
    CHARSET_EUC_JP,
    CHARSET_EUC_KR,
    CHARSET_LATIN_1, /* from here on a byte is a character */
    CHARSET_WINDOWS_1250,
    CHARSET_ISO_8859_2,
    CHARSET_WINDOWS_1251,
    CHARSET_KOI8_R,
    CHARSET_COUNT
} Charset;

extern const char *const CHARSET_NAMES[CHARSET_COUNT];

/* Finds the set by any of its usual names ("gb2312", "ISO-8859-1", "sjis"), in any case and with
 * any separators. Returns false if the name is unknown. */
bool charset_find(const char *name, Charset *charset);

enum { CHARSET_REPLACEMENT = 0xFFFD }; /* for what is no character */

/* Reads the character that the bytes begin with; there must be one. Bytes that are malformed give
 * CHARSET_REPLACEMENT. Returns the number of bytes. */
size_t charset_read(Charset charset, const char *bytes, size_t length, uint32_t *character);

/* Appends a character, which must not be a surrogate. */
void charset_add_utf8(Text *text, uint32_t character);

/* Guesses the set in which the letters of the text are the most usual ones. A set that the text is
 * stated to be in stays if few bytes are wrong. If none is stated (CHARSET_COUNT), well-formed
 * UTF-8 is UTF-8. */
Charset charset_guess(const char *bytes, size_t length, Charset stated);

#endif
