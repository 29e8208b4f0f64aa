/* Names and numbers around the board: points and colours as text, rule sets, images of points, and
 * the board as a drawing. */
#include "engine/board/draw.h"
#include "tests/support/diagram.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

Test(board_text, points_of_every_size) {
    static const char COLUMNS[] = "ABCDEFGHJKLMNOPQRSTUVWXYZ"; /* no I */
    for (int side = 1; side <= BOARD_SIDE_MAX; side++) {
        for (int i = 0; i < side * side; i++) {
            int x = i % side, y = i / side;
            char text[POINT_TEXT_MAX], right[16];
            snprintf(right, sizeof right, "%c%d", COLUMNS[x], side - y);
            cr_assert_str_eq(point_to_text(point_at(x, y), side, text), right);
            Point p = POINT_NONE;
            cr_assert(point_from_text(right, side, side, &p) && p == point_at(x, y));
            right[0] = (char)(right[0] - 'A' + 'a');
            cr_assert(point_from_text(right, side, side, &p) && p == point_at(x, y));
        }
    }
}

Test(board_text, points_that_are_none_of_the_board) {
    char text[POINT_TEXT_MAX];
    cr_assert_str_eq(point_to_text(POINT_PASS, 19, text), "pass");
    cr_assert_str_eq(point_to_text(POINT_RESIGN, 19, text), "resign");
    cr_assert_str_eq(point_to_text(POINT_NONE, 19, text), "none");
    Point p = POINT_NONE;
    cr_assert(point_from_text("PASS", 9, 9, &p) && p == POINT_PASS);
    cr_assert(point_from_text("Resign", 9, 9, &p) && p == POINT_RESIGN);
    static const char *const WRONG[] = {
        "",    " ",   "A",   "4",  "A0",   "A8",  "F1",   "I1",      "I4",
        "A-1", "A+1", "A 1", "1A", "AA1",  "A1 ", "A1x",  "pas",     "pass1",
        "Z1",  "@1",  "[1",  "a",  "none", "A1.", "A\t1", "A999999", "A18446744073709551617"};
    for (size_t i = 0; i < sizeof WRONG / sizeof WRONG[0]; i++) {
        cr_assert_not(point_from_text(WRONG[i], 5, 7, &p), "'%s' was read", WRONG[i]);
    }
    cr_assert(point_from_text("E7", 5, 7, &p) && p == point_at(4, 0));
    cr_assert(point_from_text("a1", 5, 7, &p) && p == point_at(0, 6));
}

Test(board_text, points_lie_in_their_arrays) {
    bool seen[POINT_COUNT] = {false};
    for (int y = 0; y < BOARD_SIDE_MAX; y++) {
        for (int x = 0; x < BOARD_SIDE_MAX; x++) {
            Point p = point_at(x, y);
            cr_assert(p - STRIDE >= 0 && p + STRIDE < POINT_COUNT && point_is_move(p));
            cr_assert(!seen[p] && point_x(p) == x && point_y(p) == y);
            seen[p] = true;
        }
    }
    cr_assert_not(point_is_move(POINT_NONE) || point_is_move(POINT_PASS) ||
                  point_is_move(POINT_RESIGN));
}

Test(board_text, colours) {
    static const struct {
        const char *text;
        Color color; /* EMPTY: refused */
    } CASES[] = {{"b", BLACK},  {"B", BLACK},      {"black", BLACK}, {"BlAcK", BLACK}, {"w", WHITE},
                 {"W", WHITE},  {"White", WHITE},  {"", EMPTY},      {"blac", EMPTY},  {"x", EMPTY},
                 {"bw", EMPTY}, {"whitee", EMPTY}, {" b", EMPTY},    {"empty", EMPTY}};
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        Color color = EMPTY;
        cr_assert_eq(color_from_text(CASES[i].text, &color), CASES[i].color != EMPTY);
        cr_assert_eq(color, CASES[i].color, "'%s'", CASES[i].text);
    }
    cr_assert_str_eq(color_name(BLACK), "black");
    cr_assert_str_eq(color_name(WHITE), "white");
    cr_assert_eq(color_opponent(BLACK), WHITE);
    cr_assert_eq(color_opponent(WHITE), BLACK);
}

Test(board_text, rule_sets) {
    static const struct {
        const char *text, *name; /* name NULL: there is none */
    } CASES[] = {{"tromp-taylor", "tromp-taylor"},
                 {"Tromp Taylor", "tromp-taylor"},
                 {"TROMPTAYLOR", "tromp-taylor"},
                 {"chinese", "chinese"},
                 {"AGA", "aga"},
                 {"New_Zealand", "new-zealand"},
                 {"japanese", "japanese"},
                 {"japan", NULL},
                 {"aga2", NULL},
                 {"", NULL},
                 {"-", NULL}};
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        const Rules *rules = rules_find(CASES[i].text);
        cr_assert_eq(rules == NULL, CASES[i].name == NULL, "'%s'", CASES[i].text);
        cr_assert(rules == NULL || strcmp(rules->name, CASES[i].name) == 0, "'%s'", CASES[i].text);
    }
}

Test(board_text, what_the_rule_sets_say) {
    static const Rules RIGHT[] = {
        {"tromp-taylor", KO_POSITIONAL, SCORING_AREA, HANDICAP_BONUS_NONE, true, false},
        {"chinese", KO_POSITIONAL, SCORING_AREA, HANDICAP_BONUS_N, false, true},
        {"aga", KO_SITUATIONAL, SCORING_AREA, HANDICAP_BONUS_N_MINUS_1, false, true},
        {"new-zealand", KO_SITUATIONAL, SCORING_AREA, HANDICAP_BONUS_NONE, true, true},
        {"japanese", KO_SIMPLE, SCORING_TERRITORY, HANDICAP_BONUS_NONE, false, true}};
    for (size_t i = 0; i < sizeof RIGHT / sizeof RIGHT[0]; i++) {
        const Rules *rules = rules_find(RIGHT[i].name);
        cr_assert(rules->ko == RIGHT[i].ko && rules->scoring == RIGHT[i].scoring &&
                      rules->bonus == RIGHT[i].bonus && rules->suicide == RIGHT[i].suicide &&
                      rules->agreement == RIGHT[i].agreement,
                  "%s", RIGHT[i].name);
        for (size_t j = 0; j < i; j++) {
            cr_assert_neq(rules_hash_code(rules), rules_hash_code(&RIGHT[j]));
        }
    }
    cr_assert_str_eq(RULES[0].name, "tromp-taylor");
}

Test(board_text, images_of_points) {
    Geometry *geometry = geometry_new(7, 4, HASH_DEFAULT_SEED);
    Point p = point_at(5, 1);
    cr_assert_eq(geometry_map_point(geometry, SYMMETRY_IDENTITY, p), p);
    cr_assert_eq(geometry_map_point(geometry, SYMMETRY_MIRROR_X, p), point_at(1, 1));
    cr_assert_eq(geometry_map_point(geometry, SYMMETRY_MIRROR_Y, p), point_at(5, 2));
    cr_assert_eq(geometry_map_point(geometry, SYMMETRY_HALF_TURN, p), point_at(1, 2));
    cr_assert_eq(geometry_map_point(geometry, SYMMETRY_TRANSPOSE, p), point_at(1, 5));
    cr_assert_eq(geometry_map_point(geometry, SYMMETRY_QUARTER_TURN, p), point_at(2, 5));
    for (Symmetry g = 0; g < SYMMETRY_COUNT; g++) {
        cr_assert_eq(geometry_map_point(geometry, g, POINT_NONE), POINT_NONE);
        cr_assert_eq(geometry_map_point(geometry, g, POINT_PASS), POINT_PASS);
        cr_assert_eq(geometry_map_point(geometry, g, POINT_RESIGN), POINT_RESIGN);
    }
    geometry_free(geometry);
}

static void expect_drawing(const char *position, Point last, const char *drawing) {
    Diagram diagram = diagram_read(position);
    Geometry *geometry = geometry_new(diagram.width, diagram.height, HASH_DEFAULT_SEED);
    Board board;
    Status status;
    board_init(&board, geometry);
    cr_assert(board_set_up(&board, diagram.cells, BLACK, &status));
    char text[4096] = "", line[DRAW_LINE_MAX];
    for (int i = 0; i <= diagram.height + 1; i++) {
        strcat(strcat(text, draw_line(&board, i, last, line)), "\n");
    }
    cr_assert_str_eq(text, drawing);
    geometry_free(geometry);
}

Test(board_text, drawings) {
    expect_drawing("X . O\n"
                   ". X O\n",
                   point_at(1, 1),
                   "   A B C\n"
                   " 2 X . O 2\n"
                   " 1 .(X)O 1\n"
                   "   A B C\n");
    expect_drawing("O . . . . . . . .\n"
                   ". . . . . . . . .\n"
                   ". . X . . . . . .\n"
                   ". . . . . . . . .\n"
                   ". . . . . . . . .\n"
                   ". . . . . . . . .\n"
                   ". . . . . . . . .\n"
                   ". . . . . . . . .\n"
                   ". . . . . . . . O\n",
                   point_at(8, 8),
                   "   A B C D E F G H J\n"
                   " 9 O . . . . . . . . 9\n"
                   " 8 . . . . . . . . . 8\n"
                   " 7 . . X . . . + . . 7\n"
                   " 6 . . . . . . . . . 6\n"
                   " 5 . . . . + . . . . 5\n"
                   " 4 . . . . . . . . . 4\n"
                   " 3 . . + . . . + . . 3\n"
                   " 2 . . . . . . . . . 2\n"
                   " 1 . . . . . . . .(O)1\n"
                   "   A B C D E F G H J\n");
}

/* The longest lines fit: 25 columns, two digits on either side. */
Test(board_text, largest_drawing) {
    Geometry *geometry = geometry_new(25, 25, HASH_DEFAULT_SEED);
    Board board;
    board_init(&board, geometry);
    char line[DRAW_LINE_MAX];
    for (int i = 0; i <= 26; i++) {
        cr_assert_leq(strlen(draw_line(&board, i, point_at(24, 0), line)), 55);
    }
    cr_assert_str_eq(draw_line(&board, 1, point_at(24, 0), line),
                     "25 . . . . . . . . . . . . . . . . . . . . . . . .(.)25");
    geometry_free(geometry);
}

Test(board_text, nine_star_points_on_19x19) {
    int stars = 0;
    for (int i = 0; i < 361; i++) {
        stars += draw_is_star(19, 19, i % 19, i / 19);
    }
    cr_assert_eq(stars, 9);
    cr_assert(draw_is_star(19, 19, 3, 9) && draw_is_star(19, 19, 9, 9));
    cr_assert(draw_is_star(13, 13, 6, 6) && !draw_is_star(13, 13, 3, 6));
    cr_assert_not(draw_is_star(5, 5, 2, 2));
}
