/* Decoders of character sets against those of the C library, on every sequence of bytes that can be
 * a character; names; and guesses. */
#include <criterion/criterion.h>
#include <iconv.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/charset/charset.h"

static bool is_private(const char *utf8) {
    uint32_t character;
    return text_read_utf8(utf8, &character) > 0 && character >= 0xE000 && character < 0xF900;
}

/* The C library's decoding of a sequence of bytes: "" if it is not a character. */
static void ask_oracle(iconv_t oracle, const char *bytes, char answer[16]) {
    char *in = (char *)bytes, *out = answer;
    size_t in_left = strlen(bytes), out_left = 15;
    memset(answer, 0, 16);
    iconv(oracle, NULL, NULL, NULL, NULL);
    if (iconv(oracle, &in, &in_left, &out, &out_left) != 0) {
        answer[0] = '\0';
    }
}

/* The C library's names. */
static const char *const ORACLES[CHARSET_COUNT] = {"UTF-8", "GB18030", "CP950",
                                                   "CP932", "CP949",   "CP1252"};

static iconv_t open_oracle(Charset charset) {
    const iconv_t oracle = iconv_open("UTF-8", ORACLES[charset]);
    if (oracle == (iconv_t)-1) {
        cr_skip_test("the C library has no decoder of %s", ORACLES[charset]);
    }
    return oracle;
}

enum { SEQUENCE_MAX = 5 /* bytes with the NUL */, EDITIONS_DIFFER = 25 };

/* Compares a text of sequences of bytes, each on a line. Editions of a set differ in what is for
 * private use; characters that left it for a place of their own in the oracle's edition are counted
 * and few. */
static void compare(Charset charset, const Text *sequences) {
    const iconv_t oracle = open_oracle(charset);
    Text decoded = {0};
    int moved = 0;
    charset_decode(charset, sequences->bytes, sequences->length, &decoded);
    const char *ours = text_get(&decoded);
    for (const char *s = sequences->bytes; *s != '\0'; s += strcspn(s, "\n") + 1) {
        char bytes[SEQUENCE_MAX] = "", expected[16], answer[16] = "";
        memcpy(bytes, s, strcspn(s, "\n"));
        memcpy(answer, ours, strcspn(ours, "\n"));
        ours += strcspn(ours, "\n") + 1;
        ask_oracle(oracle, bytes, expected);
        const bool is_ours = strstr(answer, "\uFFFD") == NULL || strcmp(expected, "\uFFFD") == 0;
        if (is_private(expected) || is_private(answer)) {
            continue;
        }
        if (is_ours && expected[0] == '\0' && charset == CHARSET_GB18030) {
            moved++;
            continue;
        }
        cr_assert_eq(is_ours, expected[0] != '\0', "%s: %02X %02X", CHARSET_NAMES[charset],
                     (unsigned char)bytes[0], (unsigned char)bytes[1]);
        cr_assert(!is_ours || strcmp(answer, expected) == 0, "%s: %02X %02X: %s, not %s",
                  CHARSET_NAMES[charset], (unsigned char)bytes[0], (unsigned char)bytes[1], answer,
                  expected);
    }
    cr_assert_leq(moved, EDITIONS_DIFFER);
    text_free(&decoded);
    iconv_close(oracle);
}

static void compare_pairs(Charset charset) {
    Text sequences = {0};
    for (int lead = 0x81; lead < 0xFF; lead++) {
        for (int trail = 0x40; trail < 0xFF; trail++) {
            const bool is_single = charset == CHARSET_SHIFT_JIS && lead >= 0xA0 && lead < 0xE0;
            if (!is_single && trail != 0x7F) {
                text_append(&sequences, (char[]){(char)lead, (char)trail, '\n'}, 3);
            }
        }
    }
    compare(charset, &sequences);
    text_free(&sequences);
}

Test(charset, gb18030_pairs) {
    compare_pairs(CHARSET_GB18030);
}

Test(charset, big5_pairs) {
    compare_pairs(CHARSET_BIG5);
}

Test(charset, shift_jis_pairs) {
    compare_pairs(CHARSET_SHIFT_JIS);
}

Test(charset, euc_kr_pairs) {
    compare_pairs(CHARSET_EUC_KR);
}

/* All four bytes below U+10000, and of those beyond one in 97. */
Test(charset, gb18030_of_four_bytes) {
    Text sequences = {0};
    for (int index = 0; index < 126 * 12600; index += index < 50400 ? 1 : 97) {
        const char bytes[] = {(char)(0x81 + index / 12600), (char)('0' + index / 1260 % 10),
                              (char)(0x81 + index / 10 % 126), (char)('0' + index % 10), '\n'};
        text_append(&sequences, bytes, 5);
    }
    compare(CHARSET_GB18030, &sequences);
    text_free(&sequences);
}

Test(charset, single_bytes) {
    Text ascii = {0}, katakana = {0}, western = {0};
    for (int byte = 1; byte < 0x100; byte++) {
        const char line[] = {(char)byte, '\n'};
        if (byte < 0x80 && byte != '\n') {
            text_append(&ascii, line, 2);
        }
        if (byte >= 0xA1 && byte <= 0xDF) {
            text_append(&katakana, line, 2);
        }
        if (byte >= 0x80 && strchr("\x81\x8D\x8F\x90\x9D", byte) == NULL) { /* controls in ours */
            text_append(&western, line, 2);
        }
    }
    for (Charset charset = 0; charset < CHARSET_COUNT; charset++) {
        compare(charset, &ascii);
    }
    compare(CHARSET_SHIFT_JIS, &katakana);
    compare(CHARSET_LATIN_1, &western);
    text_free(&ascii);
    text_free(&katakana);
    text_free(&western);
}

static void expect(Charset charset, const char *bytes, const char *utf8, size_t faults) {
    Text text = {0};
    cr_assert_eq(charset_decode(charset, bytes, strlen(bytes), &text), faults);
    cr_assert_str_eq(text_get(&text), utf8);
    text_free(&text);
}

/* A malformed sequence takes as few bytes as possible. */
Test(charset, wrong_bytes_are_replaced) {
    expect(CHARSET_UTF_8, "a\xC3\xA9\xC3]", "a\u00E9\uFFFD]", 1);
    expect(CHARSET_UTF_8, "\xE4\xB8", "\uFFFD\uFFFD", 2);
    expect(CHARSET_GB18030, "\x81]", "\u4E5A", 0);
    expect(CHARSET_GB18030, "\xB0\xA1\xFF]", "\u554A\uFFFD]", 1);
    expect(CHARSET_GB18030, "\xB0", "\uFFFD", 1);
    expect(CHARSET_GB18030, "\x80\xB0\xA1\xFF\xB0\xA1", "\uFFFD\u554A\uFFFD\u554A", 2);
    expect(CHARSET_EUC_KR, "\xB0]", "\uFFFD]", 1);
    expect(CHARSET_BIG5, "\xB3\\x", "\u8A31x", 0);
    expect(CHARSET_LATIN_1, "M\xFCller \x96", "M\u00FCller \u2013", 0);
}

Test(charset, names) {
    static const struct {
        const char *name;
        Charset charset;
    } NAMES[] = {{"UTF-8", CHARSET_UTF_8},         {"utf8", CHARSET_UTF_8},
                 {"GB2312", CHARSET_GB18030},      {"gbk", CHARSET_GB18030},
                 {"big5", CHARSET_BIG5},           {"Shift_JIS", CHARSET_SHIFT_JIS},
                 {"shift-jis", CHARSET_SHIFT_JIS}, {" SJIS ", CHARSET_SHIFT_JIS},
                 {"euc-kr", CHARSET_EUC_KR},       {"KS_C_5601-1987", CHARSET_EUC_KR},
                 {"ISO-8859-1", CHARSET_LATIN_1},  {"windows-1252", CHARSET_LATIN_1}};
    Charset charset;
    for (size_t i = 0; i < sizeof NAMES / sizeof NAMES[0]; i++) {
        cr_assert(charset_find(NAMES[i].name, &charset), "%s", NAMES[i].name);
        cr_assert_eq(charset, NAMES[i].charset, "%s", NAMES[i].name);
    }
    cr_assert(!charset_find("KOI8-R", &charset) && !charset_find("", &charset));
}

/* Names and comments as records have them. */
Test(charset, guesses) {
    static const struct {
        const char *bytes;
        Charset charset;
    } TEXTS[] = {
        {"(;PB[Lee])", CHARSET_UTF_8},
        {"PB[\xE6\x9D\x8E]", CHARSET_UTF_8},
        {"PB[\xBF\xC2\xBD\xE0]PW[\xC0\xEE\xCA\xC0\xCA\xAF]", CHARSET_GB18030},
        {"PB[\xAC_\xBC\xE4]PW[\xA7\xF5\xA5@\xA5\xDB]RE[\xB6\xC2\xB3\xD3]", CHARSET_BIG5},
        {"PB[\x88\xE4\x8ER\x97T\x91\xBE]C[\x82\xB1\x82\xB1\x82\xAA]", CHARSET_SHIFT_JIS},
        {"PB[\xC0\xCC\xBC\xBC\xB5\xB9]PW[\xB9\xDA\xC1\xA4\xC8\xAF]", CHARSET_EUC_KR},
        {"PB[M\xFCller]PW[Andr\xE9]C[\xC0 la carte]", CHARSET_LATIN_1},
    };
    for (size_t i = 0; i < sizeof TEXTS / sizeof TEXTS[0]; i++) {
        cr_assert_eq(charset_guess(TEXTS[i].bytes, strlen(TEXTS[i].bytes)), TEXTS[i].charset, "%zu",
                     i);
    }
}
