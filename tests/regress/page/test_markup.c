/* regress/page/markup: characters one by one against a plain encoder, random bytes against the
 * reader of tests/support/xml_check. */
#include "regress/page/markup.h"
#include "tests/support/reader/xml_check.h"

#include <criterion/criterion.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Markup ---- */

static void encode(uint32_t c, char bytes[5]) {
    const char two[] = {(char)(0xC0 | c >> 6), (char)(0x80 | (c & 63)), 0};
    const char three[] = {(char)(0xE0 | c >> 12), (char)(0x80 | (c >> 6 & 63)),
                          (char)(0x80 | (c & 63)), 0};
    const char four[] = {(char)(0xF0 | c >> 18), (char)(0x80 | (c >> 12 & 63)),
                         (char)(0x80 | (c >> 6 & 63)), (char)(0x80 | (c & 63)), 0};
    const char one[] = {(char)c, 0};
    strcpy(bytes, c < 0x80 ? one : c < 0x800 ? two : c < 0x10000 ? three : four);
}

static const char *markup_of(Text *out, const char *text) {
    text_clear(out);
    markup_add_text(out, text);
    return text_get(out);
}

Test(markup, every_character_stays_itself_or_is_mended) {
    Text out = {0};
    for (uint32_t c = 1; c < 0x1FFFFF;
         c += c < 0x11000 || (c > 0x10FF00 && c < 0x110100) ? 1 : 61) {
        char bytes[5];
        encode(c, bytes);
        const bool control = (c < 32 && c != '\t' && c != '\n') || (c >= 127 && c < 160);
        const bool none = (c >= 0xD800 && c < 0xE000) || c == 0xFFFE || c == 0xFFFF || c > 0x10FFFF;
        const char *expected = c == '<'    ? "&lt;"
                               : c == '>'  ? "&gt;"
                               : c == '&'  ? "&amp;"
                               : c == '"'  ? "&quot;"
                               : c == '\'' ? "&#39;"
                               : control   ? ""
                                           : bytes;
        char repaired[16] = "";
        for (size_t i = 0; none && i < strlen(bytes); i++) {
            strcat(repaired, "\xEF\xBF\xBD"); /* U+FFFD */
        }
        cr_assert_str_eq(markup_of(&out, bytes), none ? repaired : expected, "U+%X", c);
    }
    cr_assert_str_eq(markup_of(&out, "\xC0\xAF\xE0\x80\x80|\xE2\x82|\x80|\xFF\xFE"),
                     "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD|\xEF\xBF\xBD"
                     "\xEF\xBF\xBD|\xEF\xBF\xBD|\xEF\xBF\xBD\xEF\xBF\xBD");
    text_free(&out);
}

Test(markup, random_bytes_become_text) {
    SplitMix random = {1};
    for (int i = 0; i < 20000; i++) {
        char *text = xml_random_text(&random);
        Text out = {0};
        text_add(&out, "<a b=\"");
        markup_add_text(&out, text);
        text_add(&out, "\">");
        markup_add_cut(&out, text, splitmix_next(&random) % 30);
        text_add(&out, "</a>");
        xml_expect_valid(text_get(&out));
        text_free(&out);
    }
}

Test(markup, long_texts_are_cut_between_characters) {
    Text out = {0};
    markup_add_cut(&out, "abc<def", 4);
    cr_assert_str_eq(out.bytes, "abc&lt; \xE2\x80\xA6 (cut: 7 bytes in all)");
    text_clear(&out);
    markup_add_cut(&out, "a\xC3\xA4z", 2);
    cr_assert_str_eq(out.bytes, "a\xC3\xA4 \xE2\x80\xA6 (cut: 4 bytes in all)");
    text_clear(&out);
    markup_add_cut(&out, "abc", 3);
    markup_add_cut(&out, "a\xC3\xA4", 2);
    cr_assert_str_eq(out.bytes, "abca\xC3\xA4");
    text_clear(&out);
    markup_add_cut(&out, "abcd", 3);
    cr_assert_str_eq(out.bytes, "abc \xE2\x80\xA6 (cut: 4 bytes in all)");
    text_free(&out);
}
