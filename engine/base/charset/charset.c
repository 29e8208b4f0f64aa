#include "engine/base/charset/charset.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "engine/base/memory.h"

const char *const CHARSET_NAMES[CHARSET_COUNT] = {
    "UTF-8",   "GBK",          "Big5",       "Shift_JIS",    "EUC-JP", "EUC-KR",
    "Latin-1", "windows-1250", "ISO-8859-2", "windows-1251", "KOI8-R"};

/* ---- Names ---- */

/* In lower case, without separators. */
static const char *const NAMES[CHARSET_COUNT] = {
    [CHARSET_UTF_8] = "utf8",
    [CHARSET_GBK] = "gb18030 gb2312 gbk gb euccn cp936 windows936 xgbk",
    [CHARSET_BIG5] = "big5 cp950 windows950 big5hkscs big5eten",
    [CHARSET_SHIFT_JIS] = "shiftjis sjis xsjis mskanji cp932 windows31j",
    [CHARSET_EUC_JP] = "eucjp xeucjp ujis",
    [CHARSET_EUC_KR] = "euckr ksc5601 ksc56011987 cp949 uhc windows949",
    [CHARSET_LATIN_1] = "latin1 iso88591 iso885915 cp1252 windows1252 ascii usascii",
    [CHARSET_WINDOWS_1250] = "windows1250 cp1250",
    [CHARSET_ISO_8859_2] = "iso88592 latin2",
    [CHARSET_WINDOWS_1251] = "windows1251 cp1251",
    [CHARSET_KOI8_R] = "koi8r koi8u koi8",
};

/* Is the name the plain one of that length, but for case and separators? */
static bool is_name(const char *name, const char *plain, size_t length) {
    const char *end = plain + length;
    for (; *name != '\0'; name++) {
        const char c = *name >= 'A' && *name <= 'Z' ? (char)(*name - 'A' + 'a') : *name;
        const bool counts = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        if (counts && (plain == end || c != *plain++)) {
            return false;
        }
    }
    return plain == end;
}

bool charset_find(const char *name, Charset *charset) {
    for (Charset set = 0; set < CHARSET_COUNT; set++) {
        for (const char *plain = NAMES[set]; *plain != '\0';) {
            const size_t length = strcspn(plain, " ");
            if (is_name(name, plain, length)) {
                *charset = set;
                return true;
            }
            plain += length + (plain[length] == ' ');
        }
    }
    return false;
}

/* ---- Tables ---- */

/* In the file tables.bin, which make-tables writes. */
typedef enum { TABLE_GBK, TABLE_BIG5, TABLE_SHIFT_JIS, TABLE_EUC_KR, TABLE_COUNT } PairTable;

enum {
    LEAD_FIRST = 0x81,
    LEADS = 0xFE - LEAD_FIRST + 1,
    TRAIL_FIRST = 0x40,
    TRAILS = 0xFE - TRAIL_FIRST + 1,
    PAIRS = LEADS * TRAILS,
    SINGLES = 0x80, /* bytes beyond ASCII */
    SINGLE_TABLES = CHARSET_COUNT - CHARSET_LATIN_1,
    WORDS = TABLE_COUNT * PAIRS + SINGLE_TABLES * SINGLES,
};

static const uint8_t PACKED[] = {
#include "engine/base/charset/tables.bin.inc"
};

/* Written once, by make_tables. 0: no character. */
static uint16_t pair_characters[TABLE_COUNT][PAIRS];
static uint16_t single_characters[SINGLE_TABLES][SINGLES];

/* Unpacks a table. Returns where the next one begins. */
static const uint8_t *unpack_table(const uint8_t *high, uint16_t *characters, int count) {
    uint16_t last = 0;
    for (int i = 0; i < count; i++) {
        const uint16_t difference = (uint16_t)(high[i] << 8 | high[count + i]);
        last = (uint16_t)(last + difference);
        characters[i] = difference == 0 ? 0 : last;
    }
    return high + 2 * count;
}

static void make_tables(void) {
    uint8_t *bytes = memory_new(WORDS, 2);
    uLongf length = WORDS * 2;
    uncompress(bytes, &length, PACKED, sizeof PACKED);
    const uint8_t *at = bytes;
    for (int t = 0; t < TABLE_COUNT; t++) {
        at = unpack_table(at, pair_characters[t], PAIRS);
    }
    for (int t = 0; t < SINGLE_TABLES; t++) {
        at = unpack_table(at, single_characters[t], SINGLES);
    }
    free(bytes);
}

/* ---- Characters ---- */

static const uint8_t KATAKANA_FIRST = 0xA1, KATAKANA_LAST = 0xDF; /* of half width */

static bool is_lead(uint8_t byte) {
    return byte >= LEAD_FIRST && byte < LEAD_FIRST + LEADS;
}

static uint32_t find_pair(PairTable table, uint8_t lead, uint8_t trail) {
    const bool is_pair = is_lead(lead) && trail >= TRAIL_FIRST && trail < TRAIL_FIRST + TRAILS;
    return is_pair ? pair_characters[table][(lead - LEAD_FIRST) * TRAILS + trail - TRAIL_FIRST] : 0;
}

/* EUC-JP has the rows of Shift_JIS, each with its own lead byte. 0x8E precedes katakana. */
static uint32_t find_euc_jp(uint8_t lead, uint8_t trail) {
    if (lead == 0x8E && trail >= KATAKANA_FIRST && trail <= KATAKANA_LAST) {
        return 0xFF61U + trail - KATAKANA_FIRST;
    }
    if (lead < 0xA1 || trail < 0xA1) {
        return 0;
    }
    const int row = lead - 0xA1, odd = row % 2, cell = trail - 0xA1;
    const int shifted_lead = row / 2 + (row / 2 < 0x1F ? 0x81 : 0xC1);
    const int shifted_trail = odd ? cell + 0x9F : cell + 0x40 + (cell >= 0x3F);
    return find_pair(TABLE_SHIFT_JIS, (uint8_t)shifted_lead, (uint8_t)shifted_trail);
}

/* Returns the length. A sequence that is cut is replaced as a whole. */
static size_t read_utf8(const uint8_t *s, size_t length, uint32_t *character) {
    char bytes[5] = {0}; /* the text may end within a character */
    memcpy(bytes, s, length < 4 ? length : 4);
    size_t taken = text_read_utf8(bytes, character);
    if (taken == 0) {
        const size_t whole = s[0] < 0xC2 || s[0] > 0xF4 ? 1 : s[0] < 0xE0 ? 2 : s[0] < 0xF0 ? 3 : 4;
        *character = CHARSET_REPLACEMENT;
        for (taken = 1; taken < whole && ((uint8_t)bytes[taken] & 0xC0) == 0x80; taken++) {
        }
        taken = taken == whole ? 1 : taken;
    }
    return taken;
}

/* A character of two bytes, or of one that is not ASCII. Returns the length. */
static size_t read_character(Charset charset, const uint8_t *s, size_t length,
                             uint32_t *character) {
    static const PairTable TABLES[] = {[CHARSET_GBK] = TABLE_GBK,
                                       [CHARSET_BIG5] = TABLE_BIG5,
                                       [CHARSET_SHIFT_JIS] = TABLE_SHIFT_JIS,
                                       [CHARSET_EUC_KR] = TABLE_EUC_KR};
    *character = CHARSET_REPLACEMENT;
    if (charset == CHARSET_SHIFT_JIS && s[0] >= KATAKANA_FIRST && s[0] <= KATAKANA_LAST) {
        *character = 0xFF61U + s[0] - KATAKANA_FIRST;
        return 1;
    }
    if (!is_lead(s[0]) || length < 2) {
        return 1;
    }
    const uint32_t found = charset == CHARSET_EUC_JP ? find_euc_jp(s[0], s[1])
                                                     : find_pair(TABLES[charset], s[0], s[1]);
    *character = found != 0 ? found : CHARSET_REPLACEMENT;
    return found != 0 || s[1] >= 0x80 ? 2 : 1; /* ASCII after a wrong lead stays itself */
}

size_t charset_read(Charset charset, const char *bytes, size_t length, uint32_t *character) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    const uint8_t *s = (const uint8_t *)bytes;
    *character = s[0];
    if (s[0] < 0x80) {
        return 1;
    }
    if (charset == CHARSET_UTF_8) {
        return read_utf8(s, length, character);
    }
    pthread_once(&once, make_tables);
    if (charset >= CHARSET_LATIN_1) {
        const uint16_t found = single_characters[charset - CHARSET_LATIN_1][s[0] - 0x80];
        *character = found != 0 ? found : CHARSET_REPLACEMENT;
        return 1;
    }
    return read_character(charset, s, length, character);
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
