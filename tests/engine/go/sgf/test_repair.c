/* Records with values and marks that no reader of SGF has to take: each costs no more than itself,
 * and a line says so. */
#include "tests/support/program/cleanup.h"
#include "tests/support/reader/sgf_dump.h"

/* The main line of the record: what the root sets up and the moves, as "AB D4 | B E5 W pass". */
static const char *line_of(const SgfTree *tree) {
    static char text[512];
    const SgfNode *root = sgf_tree_root(tree);
    SgfSize size;
    Status status;
    Point stones[CELL_COUNT_MAX];
    int count, used = 0;
    char vertex[POINT_TEXT_MAX];
    cr_assert(sgf_node_size(root, &size, &status), "%s", status.text);
    text[0] = '\0';
    for (int color = BLACK; color <= WHITE; color++) {
        const char *name = color == BLACK ? "AB" : "AW";
        cr_assert(sgf_node_points(root, name, size, stones, &count, &status), "%s", status.text);
        for (int i = 0; i < count; i++) {
            used += snprintf(text + used, sizeof text - (size_t)used, "%s %s ", name,
                             point_to_text(stones[i], size.height, vertex));
        }
    }
    used += snprintf(text + used, sizeof text - (size_t)used, "|");
    for (const SgfNode *node = root; node != NULL; node = node->first_child) {
        Move move;
        cr_assert(sgf_node_move(node, size, &move, &status), "%s", status.text);
        if (move.color != EMPTY) {
            used += snprintf(text + used, sizeof text - (size_t)used, " %c %s",
                             move.color == BLACK ? 'B' : 'W',
                             point_to_text(move.point, size.height, vertex));
        }
    }
    return text;
}

typedef struct {
    const char *record, *line; /* of the record */
    const char *told;          /* each line begins so; "": nothing is told */
} Case;

static void expect_cases(const Case *cases, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const SgfTree *tree = sgf_must_read(cases[i].record);
        const char *told = sgf_tree_repairs(tree), *line = line_of(tree);
        cr_assert_str_eq(line, cases[i].line, "%s\nis %s\n%s", cases[i].record, line, told);
        cr_assert(cases[i].told[0] == '\0' ? told[0] == '\0' : strstr(told, cases[i].told) != NULL,
                  "%s\ntells %s", cases[i].record, told);
    }
}

/* ---- Komi of servers ---- */

/* Hundredths (650), stones of two points (3.75), both (375). */
Test(sgf_repair, komi) {
    static const struct {
        const char *root;
        double komi;
        bool is_told;
    } CASES[] = {
        {"KM[375]RU[Chinese]AP[foxwq]", 7.5, true},
        {"KM[375]RU[Japanese]AP[foxwq]", 7.5, true},
        {"KM[325]RU[Japanese]AP[SGFC:2.0]", 6.5, true},
        {"KM[275]AP[foxwq]", 5.5, true},
        {"KM[650]RU[Japanese]AP[foxwq]", 6.5, true},
        {"KM[50]RU[Japanese]HA[2]AP[foxwq]AB[pd][dp]", 0.5, true},
        {"KM[50]AP[GNU Go:3.8]AP[foxwq]", 0.5, true},
        {"KM[-650]AP[foxwq]", -6.5, true},
        {"KM[6.5]AP[foxwq]", 6.5, false},
        {"KM[3.75]AP[foxwq]RU[Japanese]", 7.5, true},
        {"KM[375]RU[Japanese]", 7.5, true},
        {"KM[3.75]RU[Chinese]", 7.5, true},
        {"KM[3.75]RU[Japanese]", 3.75, false},
        {"KM[5.5]AP[SGFC:1.13b]", 5.5, false},
        {"KM[50]", 50, false}, /* as a teacher may give */
        {"KM[SIX]SZ[9]", 6, true},
        {"KM[SICK]SZ[9]", 99, true},
        {"KM[3.75]RU[中国规则]", 7.5, true},
        {"KM[3.75]RU[日本规则]", 3.75, false},
        {"KO[6.5]", 6.5, true}, /* of old Chinese servers */
        {"KO[375]", 7.5, true},
        {"KM[5.5]KO[6.5]", 5.5, false},
        {"KO[]", 99, false},
        {"KM[82]SZ[9]", 99, true},
        {"KM[81]SZ[9]", 81, false},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        const SgfTree *tree = sgf_must_read(formatted("(;GM[1]%s;W[dd];B[ee])", CASES[i].root));
        double komi;
        Status status;
        cr_assert(sgf_node_real(sgf_tree_root(tree), "KM", 99, &komi, &status));
        cr_assert_eq(komi, CASES[i].komi, "%s: %g", CASES[i].root, komi);
        const bool is_told = strstr(sgf_tree_repairs(tree), "KM[") != NULL ||
                             strstr(sgf_tree_repairs(tree), "KO[") != NULL;
        cr_assert_eq(is_told, CASES[i].is_told, "%s", CASES[i].root);
    }
}

/* Fox writes them as moves, with HA[0]. Without White's move, or from others, they are moves. */
Test(sgf_repair, handicap_stones_of_fox) {
    static const Case CASES[] = {
        {"(;HA[0]AP[GNU Go:3.8]AP[foxwq];B[pd];B[pq]C[x];B[dd];W[nc];B[pf])",
         "AB Q16 AB Q3 AB D16 | W O17 B Q14",
         "line 1: Black's first 3 moves are handicap stones\nline 1: HA[0] is read as 3\n"},
        {"(;AP[foxwq];B[pd];B[pq];W[nc])", "AB Q16 AB Q3 | W O17", "HA[] is read as 2"},
        {"(;HA[0]AP[foxwq];B[pd];W[nc])", "| B Q16 W O17", ""},
        {"(;HA[0];B[pd];B[pq];W[nc])", "| B Q16 B Q3 W O17", ""},
        {"(;HA[0]AP[foxwq];B[pd];B[];W[nc])", "| B Q16 B pass W O17", ""},
        {"(;HA[0]AP[foxwq];B[pd](;B[pq];W[nc])(;W[dd]))", "| B Q16 B Q3 W O17", ""},
    };
    expect_cases(CASES, sizeof CASES / sizeof CASES[0]);
    int handicap;
    Status status;
    cr_assert(sgf_node_integer(sgf_tree_root(sgf_must_read(CASES[0].record)), "HA", 0, &handicap,
                               &status));
    cr_assert_eq(handicap, 3);
}

/* ---- Values ---- */

/* After any of these roots the moves are there, and a line names the property. */
Test(sgf_repair, a_bad_value_of_the_root_costs_no_move) {
    static const char *const ROOTS[] = {
        "KM[x]",    "HA[none]", "HA[2.5]",     "HA[-2]",      "HA[999]", "PL[X]", "SZ[9x9]",
        "SZ[9:9x]", "SZ[9*9]",  "SZ[9\u8DEF]", "SZ[ 9 x 9 ]", "AB[zz]",  "AW[a]", "AE[aa:zz]"};
    for (size_t i = 0; i < sizeof ROOTS / sizeof ROOTS[0]; i++) {
        const char *size = strncmp(ROOTS[i], "SZ", 2) == 0 ? "" : "SZ[9]";
        const SgfTree *tree = sgf_must_read(formatted("(;GM[1]%s%s;B[ee];W[cc])", size, ROOTS[i]));
        cr_assert_str_eq(line_of(tree), "| B E5 W C7", "%s", ROOTS[i]);
        cr_assert_not_null(strstr(sgf_tree_repairs(tree), formatted("line 1: %s", ROOTS[i])),
                           "%s tells %s", ROOTS[i], sgf_tree_repairs(tree));
    }
}

Test(sgf_repair, values) {
    static const Case CASES[] = {
        {"(;HA[2.0]AB[pd][dp];W[dd])", "AB Q16 AB D4 | W D16", "HA[2.0] is read as 2"},
        {"(;SZ[9]HA[x][y]PL[X][Y]PL[W]KM[x]KM[y];B[ee])", "| B E5", "PL[X] is not a color"},
        {"(;PL[Black to play];B[aa])", "| B A19", "PL[Black to play] is read as B"},
        {"(;SZ[5x4];B[aa])", "| B A4", "SZ[5x4] is read as 5:4"},
        {"(;SZ[9]AB[ee][zz]AB[D4];W[ee ])", "AB E5 AB D4 | W E5",
         "AB[zz] is not a point of a 9x9 board: dropped\nline 1: AB[D4] is read as df"},
        {"(;SZ[9];B[EE];W[E6];B[(gg)];W[PASS];B[TT])", "| B E5 W E6 B G3 W pass B pass",
         "line 1, move 2: W[E6] is read as ed\nline 1, move 3: B[(gg)] is read as gg\n"
         "line 1, move 4: W[PASS] is read as a pass\n"},
        {"(;SZ[9];B[ee];W[``];B[cc]AB[``])", "| B E5 W pass B C7", "W[``] is read as a pass"},
        {"(;SZ[9];B[ee];W[jj];B[cc];W[resign])", "| B E5 B C7", "line 1, move 2: W[jj] is not"},
        {"(;SZ[9];B[ee]W[cc];B[gg])", "| B E5 W C7 B G3", "W[cc] is a second move in one node"},
        {"(;SZ[9];B[ee][cc]W[zz])", "| B E5 B C7", "B[cc] is a second move in one node"},
        {"(;SZ[9];B[ee][ee];W[cc])", "| B E5 W C7", "B[ee] occurs twice"},
        {"(;SZ[9];W[aa]B[ee]C[x](;W[cc])(;W[dd]))", "| W A9 B E5 W C7", "B[ee] is a second"},
        {"(;SZ[9];B[ee;W[cc];B[gg])", "| B E5 W C7 B G3", "B[ee;W[cc] is read as ee"},
        {"(;SZ[9]DT[yesterday]XX[?][:]ZZZ9[];B[ee])", "| B E5", ""},
    };
    expect_cases(CASES, sizeof CASES / sizeof CASES[0]);
}

/* ---- Words ---- */

/* The root's property after the repair, and the line that tells of it. What is not understood in
 * full is told once, and written as it was. */
Test(sgf_repair, words) {
    static const char *const CASES[][3] = {
        {"RU[Japanese Rules]", "RU[japanese]", "line 1: RU[Japanese Rules] is read as japanese\n"},
        {"RU[中国规则]", "RU[chinese]", "line 1: RU[中国规则] is read as chinese\n"},
        {"RU[Japanese]", "RU[Japanese]", ""},
        {"RU[]", "RU[]", ""},
        {"RU[moon]", "RU[moon]", "line 1: RU[moon] names no known rules: ignored\n"},
        {"KM[6집반]", "KM[6.5]", "line 1: KM[6집반] is read as 6.5\n"},
        {"KM[about 6]", "KM[about 6]", "line 1: KM[about 6] is not a komi: ignored\n"},
        {"KM[375]", "KM[7.5]", "line 1: KM[375] is read as 7.5\n"}, /* Fox */
        {"AP[Dihedra:1]KM[375]", "AP[Dihedra:1]KM[375]",
         "line 1: KM[375] is more than the board's 361 points\n"},
        {"KO[6.5]", "KM[6.5]", "line 1: KO[6.5] is the komi\n"},
        {"HA[让二子]", "HA[2]", "line 1: HA[让二子] is read as 2\n"},
        {"HA[some]", "HA[some]", "line 1: HA[some] is not a number of stones: ignored\n"},
        {"PL[黑先]", "PL[B]", "line 1: PL[黑先] is read as B\n"},
        {"PL[White]", "PL[W]", "line 1: PL[White] is read as W\n"},
        {"PL[X]", "PL[X]", "line 1: PL[X] is not a color: ignored\n"},
        {"RE[흑 3집반승]", "RE[B+3.5]", "line 1: RE[흑 3집반승] is read as B+3.5\n"},
        {"RE[W+Resign]", "RE[W+Resign]", ""},
        {"RE[ B+3.5 ]", "RE[ B+3.5 ]", ""},
        {"SZ[big]", "SZ[big]", "line 1: SZ[big] is not a board size: read as 19\n"},
        {"RE[B+lots]", "RE[B+lots]", "line 1: RE[B+lots] is not a result: ignored\n"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        const SgfTree *tree = sgf_must_read(formatted("(;CA[UTF-8]%s)", CASES[i][0]));
        SgfWriter writer = {0};
        sgf_rewrite(&writer, tree);
        cr_assert_str_eq(writer.text.bytes, formatted("(;CA[UTF-8]%s)\n", CASES[i][1]));
        if (strstr(CASES[i][2], "ignored") != NULL && CASES[i][0][1] != 'E') {
            sgf_writer_free(&writer);
            sgf_writer_game(&writer, sgf_tree_root(tree)); /* for programs that would misread it */
            cr_assert_str_eq(writer.text.bytes, "(;CA[UTF-8])\n");
        }
        cr_assert_str_eq(sgf_tree_repairs(tree), CASES[i][2]);
        sgf_writer_free(&writer);
    }
}

/* ---- Syntax ---- */

Test(sgf_repair, syntax) {
    static const Case CASES[] = {
        {"(;SZ[9]\n---\n;B[ee];W[cc]\n(see (1))\n;B[gc])", "| B E5 W C7 B G7",
         "line 2, column 1: expected a property, ';', '(' or ')', not '-': skipped\n"
         "line 4, column 1: expected a property, ';', '(' or ')', not '(': skipped\n"},
        {"(;SZ[9]foo bar;B[ee];foo;W[cc])", "| B E5 W C7", "line 1, column 8: "},
        {"(;SZ[9]US[Kato[3d]]PB[Ann];B[ee])", "| B E5",
         "a ']' without '\\' in a value of property US"},
        {"(;SZ[9]C[a [b] c];B[ee]C[:]] ok];W[cc])", "| B E5 W C7", "in a value of property C"},
        {"(;sz[9]km[6.5];b[ee];W[cc])", "| B E5 W C7", "name in lower case: read as SZ"},
        {"(;SZ[9];B[ee];W[c", "| B E5", "the input ends inside this value of property W"},
        {"(;SZ[9];B[ee];W[cc]C[a\\", "| B E5 W C7", "property C: it ends there"},
        {"(;SZ[9];B[ee]);W[cc])", "| B E5 W C7", "expected a game or the end, not ';'"},
        {"(;SZ[9];B[ee])W[cc];B[gc])", "| B E5 W C7 B G7",
         "expected a game or the end, not 'W': the game goes on"},
        {"(;PB[a])SZ[9];B)[ee];W[cc])", "| W C7", "the game goes on"},
        {"(;SZ[9Z\nKM[6.5];B[ee\\];W[cc])", "| B E5 W C7", "SZ[9Z?KM[6.5] is read as 9"},
        {"(;SZ[9];B[ee]))", "| B E5", "expected a game or the end, not ')': skipped"},
        {"(;SZ[9](;B[ee]);B[cc])(;SZ[5])", "| B E5", "not ';': it begins a variation"},
        {"(;SZ[9];B[ee](;W[cc])C[late](;W[dd]))", "| B E5 W C7", "this property is dropped"},
        {"(;SZ[9]((;B[ee])(;B[cc])))", "| B E5", "expected ';', not '(': it is added"},
        {"(;SZ[9](B[ee]))", "| B E5", "expected ';', not 'B': it is added"},
        {"(;SZ[9];B[ee]();W[cc])", "| B E5 W C7", "not '(': skipped"},
        {"(SZ[9];B[ee])", "| B E5", "expected ';', not 'S': it is added"},
    };
    expect_cases(CASES, sizeof CASES / sizeof CASES[0]);
    const SgfTree *tree = sgf_must_read("(;US[Kato[3d]]C[ a [b] c])(;SZ[9](;B[ee]);B[cc])(;)");
    char text[32];
    sgf_node_simple_text(sgf_tree_root(tree), "US", text, sizeof text);
    cr_assert_str_eq(text, "Kato[3d]");
    sgf_node_simple_text(sgf_tree_root(tree), "C", text, sizeof text);
    cr_assert_str_eq(text, "a [b] c");
    cr_assert_eq(sgf_tree_games(tree), 3);
    const SgfNode *second = sgf_tree_root(tree)->next_sibling->first_child->next_sibling;
    cr_assert(second->opens_branch && second->next_sibling == NULL);
}
