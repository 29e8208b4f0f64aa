/* Decoders of character sets against those of the C library, on every sequence of bytes that can be
 * a character; names; and guesses. */
#include <criterion/criterion.h>
#include <iconv.h>
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
static const char *const ORACLES[CHARSET_COUNT] = {"UTF-8",      "GB18030", "CP950",  "CP932",
                                                   "EUC-JP-MS",  "CP949",   "CP1252", "CP1250",
                                                   "ISO-8859-2", "CP1251",  "KOI8-U"};

/* Returns the number of malformed sequences. */
static size_t decode(Charset charset, const char *bytes, size_t length, Text *text) {
    size_t faults = 0;
    uint32_t character;
    for (size_t at = 0; at < length;) {
        at += charset_read(charset, bytes + at, length - at, &character);
        faults += character == CHARSET_REPLACEMENT;
        charset_add_utf8(text, character);
    }
    return faults;
}

static iconv_t open_oracle(Charset charset) {
    const iconv_t oracle = iconv_open("UTF-8", ORACLES[charset]);
    if (oracle == (iconv_t)-1) {
        cr_skip_test("the C library has no decoder of %s", ORACLES[charset]);
    }
    return oracle;
}

enum { SEQUENCE_MAX = 3 /* bytes with the NUL */, EDITIONS_DIFFER = 25 };

/* Compares a text of sequences of bytes, each on a line. Editions of a set differ in what is for
 * private use; characters that left it for a place of their own in the oracle's edition are counted
 * and few. */
static void compare(Charset charset, const Text *sequences) {
    const iconv_t oracle = open_oracle(charset);
    Text decoded = {0};
    int moved = 0;
    decode(charset, sequences->bytes, sequences->length, &decoded);
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
        if (is_ours && expected[0] == '\0' && charset == CHARSET_GBK) {
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
            const bool is_control = charset == CHARSET_EUC_JP && (lead < 0xA1 || trail < 0xA1);
            if (!is_single && !is_control && trail != 0x7F) {
                text_append(&sequences, (char[]){(char)lead, (char)trail, '\n'}, 3);
            }
        }
    }
    compare(charset, &sequences);
    text_free(&sequences);
}

Test(charset, pairs) {
    for (Charset charset = CHARSET_GBK; charset <= CHARSET_EUC_KR; charset++) {
        compare_pairs(charset);
    }
}

Test(charset, single_bytes) {
    for (Charset charset = 0; charset < CHARSET_COUNT; charset++) {
        Text lines = {0};
        for (int byte = 1; byte < 0x100; byte++) {
            const bool is_single = byte < 0x80 || charset >= CHARSET_LATIN_1 ||
                                   (charset == CHARSET_SHIFT_JIS && byte >= 0xA1 && byte <= 0xDF);
            if (byte != '\n' && is_single) {
                text_append(&lines, (char[]){(char)byte, '\n'}, 2);
            }
        }
        compare(charset, &lines);
        text_free(&lines);
    }
}

static void expect(Charset charset, const char *bytes, const char *utf8, size_t faults) {
    Text text = {0};
    cr_assert_eq(decode(charset, bytes, strlen(bytes), &text), faults);
    cr_assert_str_eq(text_get(&text), utf8);
    text_free(&text);
}

/* A cut character is replaced as a whole, and what follows stays. */
Test(charset, wrong_bytes_are_replaced) {
    expect(CHARSET_UTF_8, "a\xC3\xA9\xC3]", "a\u00E9\uFFFD]", 1);
    expect(CHARSET_UTF_8, "\xE4\xB8]\xF0\x9F\x80", "\uFFFD]\uFFFD", 2);
    expect(CHARSET_UTF_8, "\xED\xA0\x80", "\uFFFD\uFFFD\uFFFD", 3);
    expect(CHARSET_GBK, "\x81]", "\u4E5A", 0);
    expect(CHARSET_GBK, "\xB0\xA1\xFF]", "\u554A\uFFFD]", 1);
    expect(CHARSET_GBK, "\xB0", "\uFFFD", 1);
    expect(CHARSET_GBK, "\x80\xB0\xA1\xFF\xB0\xA1", "\uFFFD\u554A\uFFFD\u554A", 2);
    expect(CHARSET_EUC_KR, "\xB0]", "\uFFFD]", 1);
    expect(CHARSET_BIG5, "\xB3\\x", "\u8A31x", 0);
    expect(CHARSET_EUC_JP, "\xCB\xDC\x8E\xB1\xCB]", "\u672C\uFF71\uFFFD]", 1);
    expect(CHARSET_LATIN_1, "M\xFCller \x96", "M\u00FCller \u2013", 0);
}

Test(charset, names) {
    static const struct {
        const char *name;
        Charset charset;
    } NAMES[] = {{"UTF-8", CHARSET_UTF_8},
                 {"utf8", CHARSET_UTF_8},
                 {"GB2312", CHARSET_GBK},
                 {"big5", CHARSET_BIG5},
                 {"shift-jis", CHARSET_SHIFT_JIS},
                 {" SJIS ", CHARSET_SHIFT_JIS},
                 {"KS_C_5601-1987", CHARSET_EUC_KR},
                 {"ISO-8859-1", CHARSET_LATIN_1},
                 {"EUC-JP", CHARSET_EUC_JP},
                 {"cp1250", CHARSET_WINDOWS_1250},
                 {"KOI8-R", CHARSET_KOI8_R}};
    Charset charset;
    for (size_t i = 0; i < sizeof NAMES / sizeof NAMES[0]; i++) {
        cr_assert(charset_find(NAMES[i].name, &charset), "%s", NAMES[i].name);
        cr_assert_eq(charset, NAMES[i].charset, "%s", NAMES[i].name);
    }
    cr_assert(!charset_find("EBCDIC", &charset) && !charset_find("", &charset));
}

/* Names and comments as records have them; a sign that the set lacks makes the test fail. */
Test(charset, guesses) {
    static const struct {
        Charset charset;
        const char *texts[5];
    } CASES[] = {
        {CHARSET_UTF_8, {"PB[Lee]", "PB[李]", "C[Échec]"}},
        {CHARSET_GBK, {"PB[柯洁]PW[李世石]", "C[黑棋下得太慢，应该先手占大场。]"}},
        {CHARSET_BIG5, {"PB[柯潔]PW[李世石]RE[黑勝]", "C[這一手太重，白棋應該先補角。]"}},
        {CHARSET_SHIFT_JIS,
         {"PB[井山裕太]C[ここが]", "PB[小林光一]PW[加藤正夫]",
          "C[黒の模様が大きい。白は隅を守る]"}},
        {CHARSET_EUC_JP, {"PB[小林光一]PW[加藤正夫]", "C[黒の模様が大きい。白は隅を守る]"}},
        {CHARSET_EUC_KR,
         {"PB[이세돌]PW[박정환]", "PB[신진서 九단]PW[강동윤]",
          "C[흑이 귀를 지키면 백은 중앙에서 싸운다.]"}},
        {CHARSET_LATIN_1,
         {"PB[Müller]PW[André]C[À la carte]", "C[Le coin est déjà vivant, très bien]",
          "C[¿Por qué aquí?]PB[Peña]", "PB[Åkesson]PW[Sjögren]"}},
        {CHARSET_WINDOWS_1250,
         {"PB[Łukasz]C[źle, świetny ruch]", "PB[Dvořák]PW[Jiří]", "PB[Erdős]C[Fekete már él]"}},
        {CHARSET_ISO_8859_2, {"C[Wziął pięć kamieni i żyje, świetnie]"}},
        {CHARSET_WINDOWS_1251, {"PB[Шикшин Илья]", "C[Чёрные спасают группу.]"}},
        {CHARSET_KOI8_R, {"PB[Шикшин Илья]", "C[Чёрные спасают группу.]"}},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        const iconv_t encoder = iconv_open(ORACLES[CASES[i].charset], "UTF-8");
        for (const char *const *text = CASES[i].texts; *text != NULL; text++) {
            char bytes[256], *in = (char *)*text, *out = bytes;
            size_t in_left = strlen(*text), out_left = sizeof bytes;
            cr_assert_eq(iconv(encoder, &in, &in_left, &out, &out_left), 0, "%s", *text);
            const Charset guess = charset_guess(bytes, (size_t)(out - bytes), CHARSET_COUNT);
            cr_assert_eq(guess, CASES[i].charset, "%s: %s", *text, CHARSET_NAMES[guess]);
        }
        iconv_close(encoder);
    }
}
