/* engine/go/sgf: reading, by hand for each feature and error. Random records, hostile input and
 * writing are in test_sgf_random.c. */
#include "tests/support/program/cleanup.h"
#include "tests/support/reader/sgf_dump.h"

/* ---- Features, by hand ---- */

static void check_tree(const char *record, const char *expected) {
    SgfDump text = {(char *)(uintptr_t)expected, strlen(expected)};
    sgf_dump_expect(record, strlen(record), &text);
}

Test(sgf, builds_the_tree) {
    check_tree("(;)", "+()");
    check_tree("(;A[];B[];C[])", "+(A[](B[](C[])))");
    check_tree(" ( ;\r\nA [1]\n[2]\t[3] B[]\v\f) ", "+(A[1][2][3]B[])");
    check_tree("(;A[];;)", "+(A[](()))");
    check_tree("(;A[])\n(;B[];C[])(;D[])", "+(A[])+(B[](C[]))+(D[])");
    check_tree("\xEF\xBB\xBF(;A[])", "+(A[])");
    check_tree("From: a(b)\n(see ()\n\n( ;A[])\n-- \nsigned\n(;B[])\x1A", "+(A[])+(B[])");
    check_tree("(;GaMe[1]Black[aa]CoPyright[]AddBlack[bb]X2y[])", "+(GM[1]B[aa]CP[]AB[bb]X2[])");
}

Test(sgf, unescapes_values) {
    check_tree("(;C[a\\]b])", "+(C[a]b])");
    check_tree("(;C[[a(;)])", "+(C[[a(;)])");
    check_tree("(;C[a\\nb])", "+(C[anb])");
    check_tree("(;C[a\\\r\nb])", "+(C[ab])");
    check_tree("(;C[a\r\nb\rc\n\rd\n\ne])", "+(C[a\nb\nc\nd\n\ne])");
    check_tree("(;AP[a:b:c])", "+(AP[a:b:c@1])");
    check_tree("(;AP[a\\:b:c])", "+(AP[a:b:c@3])");
    check_tree("(;C[\xE6\x9C\xAC])", "+(C[\xE6\x9C\xAC])");
    sgf_dump_expect("(;C[a\0b])", 9, &(SgfDump){(char[]){"+(C[a\0b])"}, 9});
}

/* ---- Typed values, by hand ---- */

/* What a typed reader says about the root of a record, as text, or its message if it fails: "KM" as
 * a real (6.25 if absent), "HA" as an integer (-1), "PL" as a color, "SZ" as a size, "move". Only
 * moves depend on size. */
static const char *answer(const char *question, const char *record, SgfSize size) {
    static char text[256];
    static const char *const colors[] = {"black", "white", "none"};
    Status status;
    SgfTree *tree = sgf_must_parse(record);
    const SgfNode *root = sgf_tree_root(tree);
    bool ok;
    double real = 0;
    int integer = 0;
    Color color = EMPTY;
    Move move = {.color = EMPTY};
    if (strcmp(question, "KM") == 0) {
        ok = sgf_node_real(root, "KM", 6.25, &real, &status);
        snprintf(text, sizeof text, "%.15g", real);
    } else if (strcmp(question, "HA") == 0) {
        ok = sgf_node_integer(root, "HA", -1, &integer, &status);
        snprintf(text, sizeof text, "%d", integer);
    } else if (strcmp(question, "PL") == 0) {
        ok = sgf_node_color(root, "PL", EMPTY, &color, &status);
        snprintf(text, sizeof text, "%s", colors[color]);
    } else if (strcmp(question, "SZ") == 0) {
        ok = sgf_node_size(root, &size, &status);
        snprintf(text, sizeof text, "%dx%d", size.width, size.height);
    } else {
        ok = sgf_node_move(root, size, &move, &status);
        int used = snprintf(text, sizeof text, "%s", colors[move.color]);
        if (move.color != EMPTY && move.point != POINT_PASS) {
            snprintf(text + used, sizeof text - (size_t)used, " %d %d", point_x(move.point),
                     point_y(move.point));
        } else if (move.color != EMPTY) {
            snprintf(text + used, sizeof text - (size_t)used, " pass");
        }
    }
    return ok ? text : strcpy(text, status.text);
}

static void check_answer(const char *question, const char *record, const char *expected) {
    const char *got = answer(question, record, (SgfSize){19, 19});
    cr_assert_str_eq(got, expected, "%s of %s is %s", question, record, got);
}

static void check_move(int width, int height, const char *record, const char *expected) {
    const char *got = answer("move", record, (SgfSize){width, height});
    cr_assert_str_eq(got, expected, "%s: %s", record, got);
}

/* Each of the texts, as the value of that property, must be refused with that reason. */
static void check_refusals(const char *property, const char *why, const char *const *texts) {
    for (; *texts != NULL; texts++) {
        const char *record = formatted("(;%s[%s])", property, *texts);
        check_answer(property, record, formatted("line 1: %s[%s] %s", property, *texts, why));
    }
}

Test(sgf, reads_numbers) {
    check_answer("KM", "(;)", "6.25");
    check_answer("KM", "(;KM[ ])", "6.25");
    check_answer("KM", "(;KM[7.5])", "7.5");
    check_answer("KM", "(;KM[ -0.50\n])", "-0.5");
    check_answer("KM", "(;KM[0.1000000000000000000000000000000000001])", "0.1");
    check_answer("KM", "(;KM[999999999999999])", "999999999999999");
    check_answer("KM", "(;\nKM[1234567890123456])", "line 2: KM[1234567890123456] is not a number");
    check_refusals(
        "KM", "is not a number",
        (const char *[]){"6,5", "1e3", "nan", "0x10", "5.5 ko", "-", ".", "1.2.3", "--1", NULL});
    check_answer("HA", "(;)", "-1");
    check_answer("HA", "(;HA[])", "-1");
    check_answer("HA", "(;HA[2]HA[3])", "2");
    check_answer("HA", "(;HA[2147483648])", "line 1: HA[2147483648] is not a whole number");
    check_answer("HA", "(;HA[2.0])", "line 1: HA[2.0] is not a whole number");
}

Test(sgf, reads_colors_sizes_and_texts) {
    check_answer("PL", "(;)", "none");
    check_answer("PL", "(;PL[B])", "black");
    check_answer("PL", "(;PL[ w ])", "white");
    check_answer("PL", "(;PL[White])", "line 1: PL[White] is not a color"); /* until repaired */
    check_answer("PL", "(;PL[1])", "black");
    check_answer("PL", "(;PL[bw])", "line 1: PL[bw] is not a color");
    check_answer("PL", "(;PL[\x11])", "line 1: PL[?] is not a color");
    check_answer("SZ", "(;)", "19x19");
    check_answer("SZ", "(;SZ[25])", "25x25");
    check_answer("SZ", "(;SZ[5:13])", "5x13");
    check_refusals(
        "SZ", "is not a board size from 1 to 25",
        (const char *[]){"0", "26", "-9", "5:", ":5", "5:26", "9x9", "5:5:5", "2147483700", NULL});
    SgfTree *tree = sgf_must_parse("(;RU[ Chinese\r\n \tRules\n]PB[])");
    char text[16];
    cr_assert(sgf_node_simple_text(sgf_tree_root(tree), "RU", text, sizeof text));
    cr_assert_str_eq(text, "Chinese   Rules");
    cr_assert(sgf_node_simple_text(sgf_tree_root(tree), "RU", text, 4));
    cr_assert_str_eq(text, "Chi");
    cr_assert(sgf_node_simple_text(sgf_tree_root(tree), "PB", text, sizeof text));
    cr_assert_str_eq(text, "");
    cr_assert_not(sgf_node_simple_text(sgf_tree_root(tree), "PW", text, sizeof text));
}

/* The root's AB points as a diagram, row by row from the top, or the message. */
static const char *points_of(const char *record, SgfSize size) {
    static char text[CELL_COUNT_MAX + BOARD_SIDE_MAX + 256];
    Status status;
    Point points[CELL_COUNT_MAX];
    int count;
    SgfTree *tree = sgf_must_parse(record);
    if (!sgf_node_points(sgf_tree_root(tree), "AB", size, points, &count, &status)) {
        snprintf(text, sizeof text, "%s", status.text);
    } else {
        int row = size.width + 1;
        memset(text, '.', (size_t)(row * size.height));
        for (int y = 0; y < size.height; y++) {
            text[y * row + size.width] = y + 1 < size.height ? ' ' : '\0';
        }
        for (int i = 0; i < count; i++) {
            char *cell = &text[point_y(points[i]) * row + point_x(points[i])];
            *cell = *cell == '.' ? 'X' : '!';
        }
    }
    return text;
}

static void check_points(const char *record, const char *expected) {
    const char *got = points_of(record, (SgfSize){5, 3});
    cr_assert_str_eq(got, expected, "%s: %s", record, got);
}

Test(sgf, reads_points) {
    check_points("(;)", "..... ..... .....");
    check_points("(;AB[aa][ec])", "X.... ..... ....X");
    check_points("(;AB[ba:db])", ".XXX. .XXX. .....");
    check_points("(;AB[bb:da])", ".XXX. .XXX. .....");
    check_points("(;AB[cc:cc]AW[aa]AB[ cb\n][cc][aa:ac])", "X.... X.X.. X.X..");
    check_points("(;\nAB[aa][fa])", "line 2: AB[fa] is not a point of a 5x3 board");
    check_points("(;AB[aa\\:bb])", "line 1: AB[aa:bb] is not a point of a 5x3 board");
    const char *broken[] = {"ad", "a", "aaa", "Aa", "aA", "aa:", ":aa", "aa:fa", "tt", "{a", "a`"};
    for (size_t i = 0; i < sizeof broken / sizeof broken[0]; i++) {
        const char *record = formatted("(;AB[%s])", broken[i]);
        check_points(record, formatted("line 1: AB[%s] is not a point of a 5x3 board", broken[i]));
    }
    const char *whole = points_of("(;AB[aa:yy])", (SgfSize){25, 25});
    cr_assert_eq(strspn(whole, "X "), 25 * 26 - 1);
    cr_assert(strstr(points_of("(;AB[za])", (SgfSize){25, 25}), "is not a point"));
}

Test(sgf, reads_moves) {
    check_move(19, 19, "(;C[]BL[5])", "none");
    check_move(19, 19, "(;B[pd])", "black 15 3");
    check_move(19, 19, "(;White[ aa ])", "white 0 0");
    check_move(19, 19, "(;B[])", "black pass");
    check_move(19, 19, "(;W[tt])", "white pass");
    check_move(9, 9, "(;W[tt])", "white pass");
    check_move(20, 20, "(;W[tt])", "white 19 19");
    check_move(9, 9, "(;\n\nB[jj])", "line 3: B[jj] is not a point of a 9x9 board");
    check_move(9, 9, "(;B[aa]W[bb])", "line 1: W[bb] is a second move in one node");
    check_move(9, 9, "(;B[aa][bb])", "line 1: B[aa] is followed by a second move");
    check_move(9, 9, "(;B[0123456789012345678901234567890123456789])",
               "line 1: B[0123456789012345678901234567890...] is not a point of a 9x9 board");
}

/* ---- Whole games ---- */

Test(sgf, a_game_is_written_plainly) {
    static const char *const CASES[][2] = {
        {"(;SZ[9](;B[aa](;W[bb])))", "(;SZ[9]\n;B[aa]\n;W[bb])\n"},
        {"(;SZ[9]B[aa]C[a\\]b];PL[W]W[bb]N[n];AE[aa];B[])",
         "(;SZ[9]C[a\\]b]\n;B[aa]\n;PL[W]N[n]\n;W[bb]\n;AE[aa]\n;B[])\n"},
        {"(;SZ[9];B[aa](;W[bb];B[cc](;W[dd])(;W[ee]))(;W[ff]))(;SZ[5])",
         "(;SZ[9]\n;B[aa]\n(;W[bb]\n;B[cc]\n(;W[dd])\n(;W[ee]))\n(;W[ff]))\n"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        SgfTree *tree = sgf_must_parse(CASES[i][0]);
        SgfWriter writer = {0};
        sgf_writer_game(&writer, sgf_tree_root(tree));
        cr_assert_str_eq(text_get(&writer.text), CASES[i][1]);
        sgf_writer_free(&writer);
    }
}
