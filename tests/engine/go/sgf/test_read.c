/* Records as people have them: character sets, files of servers, and what is repaired. */
#include "engine/go/sgf/import.h"
#include "tests/support/program/arena.h"
#include "tests/support/reader/sgf_dump.h"

static const char *value_of(const SgfTree *tree, const char *identifier) {
    char text[256];
    return sgf_node_simple_text(sgf_tree_root(tree), identifier, text, sizeof text)
               ? formatted("%s", text)
               : "none";
}

/* ---- Character sets ---- */

/* The same names in five sets. CA says what the tree holds, and only a guess is reported. */
Test(sgf_read, names_become_utf8) {
    static const struct {
        const char *record, *black, *white, *repairs;
    } CASES[] = {
        {"(;CA[UTF-8]PB[\u67EF\u6D01]PW[\uC774\uC138\uB3CC])", "\u67EF\u6D01", "\uC774\uC138\uB3CC",
         ""},
        {"(;CA[gb2312]PB[\xBF\xC2\xBD\xE0]PW[\xC0\xEE\xCA\xC0\xCA\xAF])", "\u67EF\u6D01",
         "\u674E\u4E16\u77F3", ""},
        /* trails that are the bytes of \ and ] */
        {"(;CA[Big5]PB[\xB3\\]PW[\xAC_\xBC\xE4])", "\u8A31", "\u67EF\u6F54", ""},
        {"(;PB[\x83]\x83\\]PW[\x88\xE4\x8ER]CA[Shift_JIS])", "\u30BE\u30BD", "\u4E95\u5C71", ""},
        {"(;CA[EUC-KR]PB[\xC0\xCC\xBC\xBC\xB5\xB9]PW[\xB9\xDA\xC1\xA4\xC8\xAF])",
         "\uC774\uC138\uB3CC", "\uBC15\uC815\uD658", ""},
        {"(;CA[ISO-8859-1]PB[M\xFCller]PW[Andr\xE9])", "M\u00FCller", "Andr\u00E9", ""},
        {"(;PB[\xBF\xC2\xBD\xE0]PW[\xC0\xEE\xCA\xC0\xCA\xAF])", "\u67EF\u6D01",
         "\u674E\u4E16\u77F3", "no character set is named: read as GBK\n"},
        {"(;CA[UTF-8]PB[\xBF\xC2\xBD\xE0]PW[\xC0\xEE\xCA\xC0\xCA\xAF])", "\u67EF\u6D01",
         "\u674E\u4E16\u77F3", "the text is not as CA[UTF-8] says: read as GBK\n"},
        {"(;CA[EBCDIC]PB[M\xFCller]PW[Lee])", "M\u00FCller", "Lee",
         "the text is not as CA[EBCDIC] says: read as Latin-1\n"},
        {"\xEF\xBB\xBF(;PB[\u67EF])", "\u67EF", "none", ""},
        /* "CA[" in a comment, or at the end of a longer name, is not the property */
        {"(;C[see CA[KOI8-R\\] here]XCA[Big5]PB[\xBF\xC2\xBD\xE0]PW[b]CA [gb2312])", "\u67EF\u6D01",
         "b", ""},
        {"(;CA[UTF-8]PB[a\xFF]PW[b])", "a\uFFFD", "b", "some characters are damaged (UTF-8)\n"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        const SgfTree *tree = sgf_must_read(CASES[i].record);
        cr_assert_str_eq(value_of(tree, "PB"), CASES[i].black);
        cr_assert_str_eq(value_of(tree, "PW"), CASES[i].white);
        cr_assert_str_eq(sgf_tree_repairs(tree), CASES[i].repairs);
        cr_assert_str_eq(value_of(tree, "CA"), "UTF-8");
    }
}

/* A character that is cut leaves the signs of SGF around it, and a stated set stays. */
Test(sgf_read, cut_characters) {
    static const struct {
        const char *charset, *comment; /* the text of C */
        const char *read;
    } CASES[] = {
        {"UTF-8", "jou\xC3", "jou\uFFFD"},
        {"UTF-8", "\xE6\x9F\xAF\xE6\xB4", "\u67EF\uFFFD"},
        {"", "\xE6\x9F\xAF\xE6\x9F\xAF\xE6\xB4", "\u67EF\u67EF\uFFFD"}, /* UTF-8 */
        {"GBK", "\xBF\xC2\xBD\xE0\xC0", "\u67EF\u6D01\uFFFD"},
        {"Big5", "\xAC_\xBC", "\u67EF\uFFFD"},
        {"Shift_JIS", "\x88\xE4\x8E", "\u4E95\uFFFD"},
        {"EUC-JP", "\xCB\xDC\xB0", "\u672C\uFFFD"},
        /* whole: a trail of ']' or '\\' as such, or after '\\' where bytes are taken singly */
        {"Shift_JIS", "\x96]\x82\xDD\x83]", "\u671B\u307F\u30BE"},
        {"Shift_JIS", "\x96\\]\x82\xDD\x94\\\\", "\u671B\u307F\u80FD"},
        {"Shift_JIS", "\x94\\\\]\x82\xDD", "\u80FD]\u307F"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        Text *record = text_kept();
        text_add(record, "(;CA[%s];B[ee]C[%s];W[cc];B[gg])", CASES[i].charset, CASES[i].comment);
        const SgfTree *tree = sgf_must_read(text_get(record));
        const SgfNode *node = sgf_tree_root(tree)->first_child;
        cr_assert_str_eq(sgf_node_property(node, "C")->values[0].text, CASES[i].read, "%zu", i);
        cr_assert(strstr(CASES[i].read, "\uFFFD") == NULL ||
                  strstr(sgf_tree_repairs(tree), "some characters are damaged"));
        cr_assert(sgf_node_property(node->first_child, "W") != NULL, "%zu", i);
        cr_assert(sgf_node_property(node->first_child->first_child, "B") != NULL, "%zu", i);
    }
    const SgfTree *tree = sgf_must_read("(;CA[Big5];B[ee]C[\xAC_\xBC]) text after the game");
    cr_assert_str_eq(sgf_node_property(sgf_tree_root(tree)->first_child, "C")->values[0].text,
                     "\u67EF\uFFFD");
}

/* ---- Repairs ---- */

/* White moves first: the stones were there. */
Test(sgf_read, a_handicap_without_stones_gets_them) {
    static const struct {
        const char *record;
        int stones;
    } CASES[] = {
        {"(;HA[3];W[dc])", 3}, {"(;HA[2];B[dd];B[pp])", 0}, {"(;HA[2]AB[dd][pp];W[dc])", 2},
        {"(;HA[1];W[dc])", 0}, {"(;HA[2]SZ[6];W[dc])", 0},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        const SgfTree *tree = sgf_must_read(CASES[i].record);
        const SgfNode *root = sgf_tree_root(tree);
        Point points[CELL_COUNT_MAX];
        int count;
        Status status;
        cr_assert(sgf_node_points(root, "AB", (SgfSize){19, 19}, points, &count, &status));
        cr_assert_eq(count, CASES[i].stones, "%s", CASES[i].record);
    }
    cr_assert_str_eq(sgf_tree_repairs(sgf_must_read("(;HA[3];W[dc])")),
                     "line 1: HA[3] has no stones: they are set on the usual points\n");
}

/* ---- Files of servers ---- */

static const char GIB[] = "\\HS\r\n"
                          "\\[GAMEBLACKNAME=kim(x) (2D)\\]\r\n"
                          "\\[GAMEWHITENAME=\xB9\xDA\xC1\xA4\xC8\xAF (3D)\\]\r\n"
                          "\\[GIBOKIND=Korea\\]\r\n"
                          "\\[GAMETAG=S1,R3,D0,G65,W1,Z35,T30-3-1200,C2016:01:20:13:05\\]\r\n"
                          "\\HE\r\n\\GS\r\n2 1 0\r\n119 0 &4\r\n"
                          "INI 0 1 2 &4\r\n"
                          "STO 0 2 2 15 3\r\nSTO 0 3 1 3 16\r\nSKI 0 4\r\n\\GE\r\n";

/* Line 13 has the third move, on a stone of the second's place in another game. */
static const char NGF[] = "Rating game\n19\nwhite  7D\nblack* 6D\nwww.cyberoro.com\n0\n0\n6\n"
                          "20170316 [11:26]\n5\nWhite wins by resign!\n3\n"
                          "PMABBQDQD\nPMACWDEDE\nPMADBAAAA\n";

static void expect_root(const SgfTree *tree, const char *const values[][2], size_t count) {
    for (size_t i = 0; i < count; i++) {
        cr_assert_str_eq(value_of(tree, values[i][0]), values[i][1]);
    }
}

static void expect_moves(const SgfTree *tree, const char *expected) {
    Text *moves = text_kept();
    for (const SgfNode *node = sgf_tree_root(tree); node != NULL; node = node->first_child) {
        Move move;
        Status status;
        char text[POINT_TEXT_MAX];
        cr_assert(sgf_node_move(node, (SgfSize){19, 19}, &move, &status), "%s", status.text);
        if (move.color != EMPTY) {
            text_add(moves, "%s%d:%s", moves->length == 0 ? "" : " ", (int)node->line,
                     point_to_text(move.point, 19, text));
        }
    }
    cr_assert_str_eq(text_get(moves), expected);
}

/* Each move stands on the line that the file has it on. */
Test(sgf_read, gib) {
    static const char *const ROOT[][2] = {
        {"PB", "kim(x)"}, {"BR", "2D"},    {"PW", "\uBC15\uC815\uD658"}, {"WR", "3D"},
        {"KM", "6.5"},    {"RE", "W+3.5"}, {"DT", "2016-01-20"},         {"HA", "2"},
    };
    const SgfTree *tree = sgf_must_read(GIB);
    expect_root(tree, ROOT, sizeof ROOT / sizeof ROOT[0]);
    expect_moves(tree, "11:Q16 12:D3 13:pass");
    cr_assert_str_eq(sgf_tree_repairs(tree), "");
}

Test(sgf_read, ngf) {
    static const char *const ROOT[][2] = {
        {"PB", "black*"}, {"BR", "6D"},  {"PW", "white"},      {"WR", "7D"},
        {"KM", "6.5"},    {"RE", "W+R"}, {"DT", "2017-03-16"}, {"SZ", "19"},
    };
    static const char *const GICUP[][2] = {
        {"PW", "a"}, {"DT", "2006-09-05"}, {"KM", "0"}, {"HA", "2"}};
    const SgfTree *tree = sgf_must_read(NGF);
    expect_root(tree, ROOT, sizeof ROOT / sizeof ROOT[0]);
    expect_moves(tree, "13:Q17 14:C16 15:pass");
    tree = sgf_must_read("GIcup\nGIa 5D\nGIb 1D\nGI\nGI\nGI2006-9-5\nGI19\nGI2\nGI0\nGI0\nGI2\n"
                         "PMABWQDQD\nPMACBDEDE\n");
    expect_root(tree, GICUP, sizeof GICUP / sizeof GICUP[0]);
    expect_moves(tree, "12:Q17 13:C16");
}

/* What the line of the result says, and RE. */
Test(sgf_read, ngf_results) {
    static const char *const CASES[][2] = {{"흑 3집반 승", "B+3.5"},
                                           {"White wins by resign!", "W+R"},
                                           {"흑 몇집 승", "흑 몇집 승"},
                                           {"", "none"}};
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        const SgfTree *tree = sgf_must_read(
            formatted("Rated\n19\na\nb\nc\n0\n0\n6\n20170316\n5\n%s\n2\nPMABBQDQD\n", CASES[i][0]));
        cr_assert_str_eq(value_of(tree, "RE"), CASES[i][1]);
    }
}

/* "(;PB[\u67EF\U00020B9F])" in both orders of bytes. */
Test(sgf_read, utf16) {
    static const char LITTLE[] = "\xFF\xFE(\0;\0P\0B\0[\0\xEF\x67\x42\xD8\x9F\xDF]\0)\0";
    static const char BIG[] = "\xFE\xFF\0(\0;\0P\0B\0[\x67\xEF\xD8\x42\xDF\x9F\0]\0)";
    const char *const records[] = {LITTLE, BIG};
    for (int i = 0; i < 2; i++) {
        SgfTree *tree;
        Status status;
        cr_assert(sgf_read(records[i], sizeof LITTLE - 1, &tree, &status), "%s", status.text);
        cr_assert_str_eq(value_of(tree, "PB"), "\u67EF\U00020B9F");
        sgf_tree_free(tree);
    }
}

/* ---- Refusals ---- */

Test(sgf_read, what_cannot_be_repaired_is_named) {
    static const char *const CASES[][2] = {
        {"(;GM[2]SZ[8];B[aa])", "line 1: GM[2] is a record of a game other than Go"},
        {"\\HS\n\\HE\n\\GS\nSTO 0 2 1 19 0\n\\GE\n", "GIB file: not a move: STO 0 2 1 19 0"},
        {"\\HS\n\\HE\n\\GS\n\\GE\n", "GIB file without moves"},
        {"a\n99\nc\nd\ne\n0\n0\n6\n8\n9\n10\n1\nPMABBQDQD\n", "NGF file: not a board size: 99"},
        {"(; no record", "line 1, column 1: no game: \"(;\" does not occur"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        SgfTree *tree;
        Status status;
        cr_assert_not(sgf_read(CASES[i][0], strlen(CASES[i][0]), &tree, &status));
        cr_assert_null(tree);
        cr_assert_str_eq(status.text, CASES[i][1]);
    }
}

/* ---- The program ---- */

Test(sgf_read, repairs_are_told_a_line_each) {
    Arena *arena = arena_new();
    arena_write(arena, "fox.sgf", "(;GM[1]KM[375]RU[Chinese];B[aa])(;GM[1]");
    arena_shell(arena, "printf 'loadsgf fox.sgf\\nget_komi\\nloadsgf none\\n' | \"$D\"");
    cr_assert_str_eq(arena->err, "dihedra: fox.sgf: line 1, column 40: the input ends before the "
                                 "game is closed by ')': 1 added\n"
                                 "dihedra: fox.sgf: line 1: KM[375] is read as 7.5\n"
                                 "dihedra: fox.sgf: has 2 games: the first is read\n");
    cr_assert_str_eq(arena->out, "= white\n\n= 7.5\n\n? cannot load file: none: No such file or "
                                 "directory\n\n");
}

Test(sgf_read, standard_input_has_the_record) {
    Arena *arena = arena_new();
    arena_shell(arena, "printf '(;SZ[2]' | \"$D\" solve -");
    arena_expect(arena, 0,
                 "dihedra: standard input: line 1, column 8: the input ends before the "
                 "game is closed by ')': 1 added\n");
    arena_shell(arena, "printf '(;SZ[0])' | \"$D\" solve -");
    arena_expect(arena, 2, "dihedra solve: -: line 1: SZ[0] is not a board size");
}
