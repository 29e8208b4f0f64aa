/* regress/page/markup and svg: characters one by one against a plain encoder, random bytes and
 * boards of every size against the reader of tests/support/xml_check, stones and marks looked for
 * point by point. */
#include "engine/go/board/point.h"
#include "regress/page/markup.h"
#include "regress/page/svg.h"
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
        xml_expect_valid(&out);
        text_free(&out);
        free(text);
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

/* The same values, and no '<' that could end the script or begin another. */
Test(markup, json_inside_a_script_has_no_tag) {
    static const char *const JSON[] = {"{}", "[\"</script>\"]", "[\"<\",\"<<!--<script>\\\\<\"]",
                                       "{\"<\":[1,-2.5,null,\"a>b & \xC3\xA4\"]}"};
    for (size_t i = 0; i < sizeof JSON / sizeof JSON[0]; i++) {
        Text out = {0};
        markup_add_json(&out, JSON[i]);
        cr_assert_null(strchr(text_get(&out), '<'), "%s", out.bytes);
        json_t *before = json_loads(JSON[i], 0, NULL), *after = json_loads(out.bytes, 0, NULL);
        cr_assert_not_null(before, "%s", JSON[i]);
        cr_assert(json_equal(before, after), "%s", out.bytes);
        json_decref(before);
        json_decref(after);
        text_free(&out);
    }
}

/* ---- Boards ---- */

/* How many points the path of that class dots. */
static int count_dots(const char *svg, const char *name) {
    char start[40];
    snprintf(start, sizeof start, "<path class=\"%s\" d=\"", name);
    const char *path = strstr(svg, start);
    cr_assert_not_null(path);
    char *copy = strndup(path, strcspn(path, ">"));
    const int dots = xml_count(copy, "h0");
    free(copy);
    return dots;
}

/* Every stone and mark where it belongs, and nothing else. */
static void check_board(const char *svg, const SvgBoard *board) {
    static const char *const names[SVG_MARKS] = {"asked", "expected", "forbidden", "played"};
    const char *white = strstr(svg, "class=\"white\"");
    int stones = 0, whites = 0, marks = 0;
    for (int i = 0; i < board->width * board->height; i++) {
        char dot[32], mark[64];
        const int x = i % board->width, y = i / board->width;
        snprintf(dot, sizeof dot, "M%d %dh0", x, y);
        cr_assert_eq(strstr(svg, dot) != NULL, board->stones[i] != 0, "%s", dot);
        cr_assert_eq(strstr(white, dot) != NULL, board->stones[i] == 2, "%s", dot);
        stones += board->stones[i] != 0;
        whites += board->stones[i] == 2;
        for (int k = 0; k < SVG_MARKS; k++) {
            const int expected = board->marks[i] >> k & 1;
            snprintf(mark, sizeof mark, "<use href=\"#mark-%s\" x=\"%d\" y=\"%d\"/>", names[k], x,
                     y);
            cr_assert_eq(xml_count(svg, mark), expected, "%s", mark);
            marks += expected;
        }
    }
    cr_assert_eq(count_dots(svg, "black"), stones); /* white ones have a black rim */
    cr_assert_eq(count_dots(svg, "white"), whites);
    cr_assert_eq(xml_count(svg, "#mark-"), marks);
}

Test(svg, boards_of_every_size_show_their_stones_and_marks) {
    SplitMix random = {2};
    for (int size = 0; size < 25 * 25; size += 1 + size % 3) {
        uint8_t stones[CELL_COUNT_MAX], marks[CELL_COUNT_MAX];
        const SvgBoard board = {size % 25 + 1, size / 25 + 1, stones, marks, "<b>\""};
        for (int i = 0; i < CELL_COUNT_MAX; i++) {
            const uint64_t word = splitmix_next(&random);
            stones[i] = (uint8_t)(word % 3);
            marks[i] = word >> 32 & 7 ? 0 : (uint8_t)(word >> 40 & 15);
        }
        Text svg = {0}, grid = {0};
        svg_add_board(&svg, &board);
        svg_add_grid(&grid, board.width, board.height);
        xml_expect_valid(&svg);
        xml_expect_valid(&grid);
        check_board(svg.bytes, &board);
        cr_assert_eq(xml_count(grid.bytes, "<text "), 2 * (board.width + board.height));
        text_free(&svg);
        text_free(&grid);
    }
}

Test(svg, a_full_board_is_small) {
    static const uint8_t marks[361];
    uint8_t stones[361];
    memset(stones, 2, sizeof stones);
    const SvgBoard board = {19, 19, stones, marks, "full"};
    Text svg = {0};
    svg_add_board(&svg, &board);
    cr_assert_lt(svg.length, 6000);
    text_free(&svg);
}
