#include "engine/base/charset/charset.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "engine/base/memory.h"

const char *const CHARSET_NAMES[CHARSET_COUNT] = {"UTF-8",     "GB18030", "Big5",
                                                  "Shift_JIS", "EUC-KR",  "Latin-1"};

static const uint32_t REPLACEMENT = 0xFFFD; /* for what is no character */

/* ---- Names ---- */

/* In lower case, without separators. */
static const struct {
    const char *name;
    Charset charset;
} NAMES[] = {
    {"utf8", CHARSET_UTF_8},          {"gb18030", CHARSET_GB18030},
    {"gb2312", CHARSET_GB18030},      {"gbk", CHARSET_GB18030},
    {"gb", CHARSET_GB18030},          {"euccn", CHARSET_GB18030},
    {"cp936", CHARSET_GB18030},       {"windows936", CHARSET_GB18030},
    {"xgbk", CHARSET_GB18030},        {"big5", CHARSET_BIG5},
    {"cp950", CHARSET_BIG5},          {"windows950", CHARSET_BIG5},
    {"big5hkscs", CHARSET_BIG5},      {"big5eten", CHARSET_BIG5},
    {"shiftjis", CHARSET_SHIFT_JIS},  {"sjis", CHARSET_SHIFT_JIS},
    {"xsjis", CHARSET_SHIFT_JIS},     {"mskanji", CHARSET_SHIFT_JIS},
    {"cp932", CHARSET_SHIFT_JIS},     {"windows31j", CHARSET_SHIFT_JIS},
    {"euckr", CHARSET_EUC_KR},        {"ksc5601", CHARSET_EUC_KR},
    {"ksc56011987", CHARSET_EUC_KR},  {"cp949", CHARSET_EUC_KR},
    {"uhc", CHARSET_EUC_KR},          {"windows949", CHARSET_EUC_KR},
    {"latin1", CHARSET_LATIN_1},      {"iso88591", CHARSET_LATIN_1},
    {"iso885915", CHARSET_LATIN_1},   {"cp1252", CHARSET_LATIN_1},
    {"windows1252", CHARSET_LATIN_1}, {"ascii", CHARSET_LATIN_1},
    {"usascii", CHARSET_LATIN_1},
};

/* Is the name the plain one, but for case and separators? */
static bool is_name(const char *name, const char *plain) {
    for (; *name != '\0'; name++) {
        const char c = *name >= 'A' && *name <= 'Z' ? (char)(*name - 'A' + 'a') : *name;
        const bool counts = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        if (counts && c != *plain++) {
            return false;
        }
    }
    return *plain == '\0';
}

bool charset_find(const char *name, Charset *charset) {
    for (size_t i = 0; i < sizeof NAMES / sizeof NAMES[0]; i++) {
        if (is_name(name, NAMES[i].name)) {
            *charset = NAMES[i].charset;
            return true;
        }
    }
    return false;
}

/* ---- Tables ---- */

/* In the file tables.bin, which make-tables writes. */
typedef enum { TABLE_GB18030, TABLE_BIG5, TABLE_SHIFT_JIS, TABLE_EUC_KR, TABLE_COUNT } CharsetTable;

enum {
    LEAD_FIRST = 0x81,
    LEADS = 0xFE - LEAD_FIRST + 1,
    TRAIL_FIRST = 0x40,
    TRAILS = 0xFE - TRAIL_FIRST + 1,
    PAIRS = LEADS * TRAILS,
};

static const uint8_t PACKED[] = {
#include "engine/base/charset/tables.bin.inc"
};

enum { FOUR_BYTES_MAX = 39420, SURROGATES_BEGIN = 0xD800, SURROGATES_END = 0xE000 };

/* Written once, by make_tables. */
static uint16_t pair_characters[TABLE_COUNT][PAIRS];  /* 0: none */
static uint16_t four_byte_characters[FOUR_BYTES_MAX]; /* of GB18030, in order */

static void unpack_pairs(CharsetTable table, const uint8_t *high, const uint8_t *low) {
    uint16_t last = 0;
    for (int i = 0; i < PAIRS; i++) {
        const uint16_t difference = (uint16_t)(high[i] << 8 | low[i]);
        last = (uint16_t)(last + difference);
        pair_characters[table][i] = difference == 0 ? 0 : last;
    }
}

/* GB18030 numbers the characters below U+10000 that have no pair of bytes in their order, with four
 * bytes each. */
static void list_four_bytes(void) {
    bool *has_pair = memory_new(0x10000, sizeof *has_pair);
    int count = 0;
    for (int i = 0; i < PAIRS; i++) {
        has_pair[pair_characters[TABLE_GB18030][i]] = true;
    }
    for (int c = 0x80; c < 0x10000 && count < FOUR_BYTES_MAX; c++) {
        if (!has_pair[c] && (c < SURROGATES_BEGIN || c >= SURROGATES_END)) {
            four_byte_characters[count++] = (uint16_t)c;
        }
    }
    free(has_pair);
}

static void make_tables(void) {
    uint8_t *bytes = memory_new(TABLE_COUNT * PAIRS, 2);
    uLongf length = TABLE_COUNT * PAIRS * 2;
    uncompress(bytes, &length, PACKED, sizeof PACKED);
    for (int t = 0; t < TABLE_COUNT; t++) {
        const uint8_t *high = bytes + (size_t)t * PAIRS * 2;
        unpack_pairs((CharsetTable)t, high, high + PAIRS);
    }
    free(bytes);
    list_four_bytes();
}

/* ---- Characters ---- */

/* A text that is being decoded. */
typedef struct {
    Charset charset;
    const uint16_t *pairs;   /* of the set; NULL: it has none */
    const uint8_t *at, *end; /* what is left */
} Decoder;

static bool is_lead(uint8_t byte) {
    return byte >= LEAD_FIRST && byte < LEAD_FIRST + LEADS;
}

static uint32_t find_pair(const uint16_t *pairs, uint8_t lead, uint8_t trail) {
    const bool is_pair = is_lead(lead) && trail >= TRAIL_FIRST && trail < TRAIL_FIRST + TRAILS;
    return is_pair ? pairs[(lead - LEAD_FIRST) * TRAILS + trail - TRAIL_FIRST] : 0;
}

/* Reads four bytes of GB18030: 81..FE 30..39 81..FE 30..39. Returns false for any others. */
static bool read_four_bytes(Decoder *decoder, uint32_t *character) {
    enum { LINEAR_BEYOND = 0x90 - LEAD_FIRST }; /* lead of U+10000 */
    const uint8_t *s = decoder->at;
    if (decoder->charset != CHARSET_GB18030 || decoder->end - s < 4 || s[0] < 0x81 ||
        s[0] == 0xFF || s[1] < '0' || s[1] > '9' || s[2] < 0x81 || s[2] == 0xFF || s[3] < '0' ||
        s[3] > '9') {
        return false;
    }
    const uint32_t index =
        (uint32_t)(((s[0] - 0x81) * 10 + s[1] - '0') * 126 + s[2] - 0x81) * 10 + s[3] - '0';
    const uint32_t beyond = LINEAR_BEYOND * 10 * 126 * 10;
    if (index < FOUR_BYTES_MAX) {
        *character = four_byte_characters[index];
    } else {
        *character =
            index >= beyond && index - beyond < 0x100000 ? 0x10000 + index - beyond : REPLACEMENT;
    }
    decoder->at += 4;
    return true;
}

/* The characters 80 to 9F of code page 1252; those that it lacks are controls, as in Latin-1. */
static const uint16_t WINDOWS[32] = {
    0x20AC, 0x81,   0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0x8D,   0x017D, 0x8F,   0x90,   0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,   0x017E, 0x0178};

/* A character of two bytes, or of one that is not ASCII. */
static uint32_t read_pair(Decoder *decoder) {
    const uint8_t lead = *decoder->at++;
    if (decoder->charset == CHARSET_SHIFT_JIS && lead >= 0xA1 && lead <= 0xDF) {
        return 0xFF61U + lead - 0xA1; /* katakana of half width */
    }
    if (!is_lead(lead) || decoder->at == decoder->end) {
        return REPLACEMENT;
    }
    const uint32_t found = find_pair(decoder->pairs, lead, *decoder->at);
    decoder->at += found != 0 || *decoder->at >= 0x80; /* ASCII after a wrong lead stays itself */
    return found != 0 ? found : REPLACEMENT;
}

/* Decodes the next character; there must be one. */
static uint32_t read_character(Decoder *decoder) {
    uint32_t character = *decoder->at;
    if (character < 0x80) {
        decoder->at++;
        return character;
    }
    if (decoder->charset == CHARSET_UTF_8) {
        const size_t left = (size_t)(decoder->end - decoder->at);
        char bytes[5] = {0}; /* the text may end within a character */
        memcpy(bytes, decoder->at, left < 4 ? left : 4);
        const size_t length = text_read_utf8(bytes, &character);
        decoder->at += length == 0 ? 1 : length;
        return length == 0 ? REPLACEMENT : character;
    }
    if (decoder->charset == CHARSET_LATIN_1) {
        decoder->at++;
        return character < 0xA0 ? WINDOWS[character - 0x80] : character;
    }
    return read_four_bytes(decoder, &character) ? character : read_pair(decoder);
}

void charset_add_utf8(Text *text, uint32_t c) {
    char bytes[4];
    size_t length = 1;
    if (c < 0x80) {
        bytes[0] = (char)c;
    } else {
        length = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
        static const uint8_t MARKS[] = {[2] = 0xC0, [3] = 0xE0, [4] = 0xF0};
        for (size_t i = length - 1; i > 0; i--, c >>= 6) {
            bytes[i] = (char)(0x80 | (c & 0x3F));
        }
        bytes[0] = (char)(MARKS[length] | c);
    }
    text_append(text, bytes, length);
}

/* ---- Texts ---- */

static bool has_pairs(Charset charset) {
    return charset >= CHARSET_GB18030 && charset <= CHARSET_EUC_KR;
}

static Decoder decoder_new(Charset charset, const char *bytes, size_t length) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    if (has_pairs(charset)) {
        pthread_once(&once, make_tables);
    }
    return (Decoder){.charset = charset,
                     .pairs =
                         has_pairs(charset) ? pair_characters[charset - CHARSET_GB18030] : NULL,
                     .at = (const uint8_t *)bytes,
                     .end = (const uint8_t *)bytes + length};
}

size_t charset_decode(Charset charset, const char *bytes, size_t length, Text *text) {
    Decoder decoder = decoder_new(charset, bytes, length);
    size_t faults = 0;
    while (decoder.at < decoder.end) {
        const uint32_t character = read_character(&decoder);
        faults += character == REPLACEMENT;
        charset_add_utf8(text, character);
    }
    return faults;
}

/* ---- Guesses ---- */

/* The leads of a set's usual characters, whose trails are from least_trail on. Syllables of Korean
 * are also usual Chinese characters: few of them in a row say nothing. */
static const struct {
    uint8_t first, last, least_trail;
    int least_count;
} USUAL[CHARSET_COUNT] = {
    [CHARSET_EUC_KR] = {0xB0, 0xC8, 0xA1, 6},    /* syllables */
    [CHARSET_GB18030] = {0xB0, 0xD7, 0xA1, 1},   /* characters of the first level */
    [CHARSET_BIG5] = {0xA4, 0xC6, 0x40, 1},      /* frequent characters */
    [CHARSET_SHIFT_JIS] = {0x82, 0x97, 0x40, 1}, /* kana, characters of the first level */
};

/* The share of the characters beyond ASCII that are usual in this set. */
static double usual_share(Charset charset, const char *bytes, size_t length) {
    Decoder decoder = decoder_new(charset, bytes, length);
    int usual = 0, count = 0;
    while (decoder.at < decoder.end) {
        const uint8_t *s = decoder.at;
        const bool is_beyond = *s >= 0x80;
        const bool is_known = read_character(&decoder) != REPLACEMENT;
        count += is_beyond;
        usual += is_beyond && is_known && decoder.at - s == 2 && s[0] >= USUAL[charset].first &&
                 s[0] <= USUAL[charset].last && s[1] >= USUAL[charset].least_trail;
    }
    return usual >= USUAL[charset].least_count ? (double)usual / count : 0;
}

static bool is_utf8(const char *bytes, size_t length) {
    Decoder decoder = decoder_new(CHARSET_UTF_8, bytes, length);
    while (decoder.at < decoder.end) {
        const uint8_t *s = decoder.at;
        if (read_character(&decoder) == REPLACEMENT && decoder.at - s == 1) {
            return false;
        }
    }
    return true;
}

Charset charset_guess(const char *bytes, size_t length) {
    static const Charset ASIAN[] = {CHARSET_EUC_KR, CHARSET_GB18030, CHARSET_BIG5,
                                    CHARSET_SHIFT_JIS};
    static const double LEAST_SHARE = 0.5;
    if (is_utf8(bytes, length)) {
        return CHARSET_UTF_8;
    }
    Charset nearest = CHARSET_LATIN_1;
    double most = LEAST_SHARE;
    for (size_t i = 0; i < sizeof ASIAN / sizeof ASIAN[0]; i++) {
        const double share = usual_share(ASIAN[i], bytes, length);
        if (share > most) {
            nearest = ASIAN[i];
            most = share;
        }
    }
    return nearest;
}
