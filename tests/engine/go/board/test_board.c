/* The rules of the board one by one, in diagrams: ko, captures, suicide, set-ups, and what the key
 * distinguishes. tests/engine/go/board/test_board_random.c plays whole games against the slow
 * oracle.
 */
#include "hash/random.h"
#include "tests/support/oracle/oracle.h"
#include "tests/support/position/diagram.h"

#include <criterion/criterion.h>
#include <string.h>

typedef struct {
    Geometry *geometry;
    Diagram diagram;
    Board board;
} Position;

static void set_up(Position *position, Color to_move, const char *text) {
    position->diagram = diagram_read(text);
    const Diagram *diagram = &position->diagram;
    position->geometry = geometry_new(diagram->width, diagram->height, HASH_DEFAULT_SEED);
    cr_assert_not_null(position->geometry);
    Status status;
    board_init(&position->board, position->geometry);
    cr_assert(board_set_up(&position->board, diagram->cells, to_move, &status), "%s", status.text);
}

static void clear(Position *position) {
    geometry_free(position->geometry);
}

static void expect_stones(const Position *position, const char *text) {
    const Geometry *geometry = position->geometry;
    Diagram expected = diagram_read(text);
    ColorCell cells[CELL_COUNT_MAX];
    board_get_cells(&position->board, cells);
    cr_assert(memcmp(cells, expected.cells, (size_t)geometry->cell_count) == 0, "found\n%s",
              diagram_print(geometry->width, geometry->height, cells).text);
}

static MoveCheck check(const Position *position, Color color, char letter) {
    return board_check(&position->board, color, diagram_point(&position->diagram, letter), false);
}

static void play(Position *position, Color color, char letter) {
    Point p = diagram_point(&position->diagram, letter);
    cr_assert_eq(board_check(&position->board, color, p, true), MOVE_LEGAL);
    board_play(&position->board, color, p);
}

static uint64_t key(const Position *position) {
    return board_key(&position->board, &RULES[0]).key;
}

Test(board, starts_empty) {
    Geometry *geometry = geometry_new(7, 5, HASH_DEFAULT_SEED);
    Board board;
    board_init(&board, geometry);
    cr_assert_eq(board.to_move, BLACK);
    cr_assert_eq(board.ko, POINT_NONE);
    cr_assert_eq(board.passes, 0);
    cr_assert_eq(board.empty_count, 35);
    cr_assert_eq(board.prisoners[BLACK] + board.prisoners[WHITE], 0);
    for (int g = 0; g < SYMMETRY_COUNT; g++) {
        cr_assert_eq(board.hash.lane[g], 0);
    }
    cr_assert_neq(board_key(&board, &RULES[0]).key, 0);
    geometry_free(geometry);
}

static const char *const KO = ". X O . b\n"
                              "X O a O .\n"
                              ". X O . .\n"
                              ". . . . c\n";
enum { KO_X = 1, KO_Y = 1 };

Test(board, ko_binds_one_colour_for_one_move) {
    Position position;
    set_up(&position, BLACK, KO);
    Point ko = point_at(KO_X, KO_Y);
    play(&position, BLACK, 'a');
    expect_stones(&position, ". X O . .\n"
                             "X . X O .\n"
                             ". X O . .\n"
                             ". . . . .\n");
    cr_assert_eq(position.board.ko, ko);
    cr_assert_eq(position.board.prisoners[BLACK], 1);
    cr_assert_eq(board_check(&position.board, WHITE, ko, true), MOVE_KO);
    cr_assert_eq(board_check(&position.board, WHITE, ko, false), MOVE_KO);
    cr_assert_eq(board_check(&position.board, BLACK, ko, false), MOVE_LEGAL);
    play(&position, WHITE, 'b');
    cr_assert_eq(position.board.ko, POINT_NONE);
    play(&position, BLACK, 'c');
    cr_assert_eq(board_check(&position.board, WHITE, ko, false), MOVE_LEGAL);
    board_play(&position.board, WHITE, ko);
    cr_assert_eq(position.board.ko, diagram_point(&position.diagram, 'a'));
    cr_assert_eq(position.board.prisoners[WHITE], 1);
    clear(&position);
}

Test(board, pass_lifts_ko) {
    Position position;
    set_up(&position, BLACK, KO);
    play(&position, BLACK, 'a');
    board_play(&position.board, WHITE, POINT_PASS);
    cr_assert_eq(position.board.ko, POINT_NONE);
    cr_assert_eq(position.board.passes, 1);
    cr_assert_eq(position.board.to_move, BLACK);
    cr_assert_eq(board_check(&position.board, WHITE, point_at(KO_X, KO_Y), false), MOVE_LEGAL);
    clear(&position);
}

Test(board, no_ko_where_the_taker_is_joined_takes_two_or_has_liberties) {
    Position position;
    set_up(&position, BLACK,
           "X O a O\n"
           ". X X O\n"
           ". . . .\n");
    play(&position, BLACK, 'a');
    cr_assert_eq(position.board.ko, POINT_NONE);
    clear(&position);

    set_up(&position, BLACK,
           "O O a O\n"
           "X X O .\n"
           ". . . .\n");
    play(&position, BLACK, 'a');
    cr_assert_eq(position.board.ko, POINT_NONE);
    cr_assert_eq(position.board.prisoners[BLACK], 2);
    cr_assert_eq(board_check(&position.board, WHITE, point_at(1, 0), false), MOVE_LEGAL);
    clear(&position);

    set_up(&position, BLACK,
           ". X O .\n"
           "X O a .\n"
           ". X O .\n");
    play(&position, BLACK, 'a'); /* the capturing stone has another liberty */
    cr_assert_eq(position.board.prisoners[BLACK], 1);
    cr_assert_eq(position.board.ko, POINT_NONE);
    clear(&position);
}

Test(board, one_move_takes_chains_on_all_sides) {
    Position position;
    set_up(&position, BLACK,
           ". X X X .\n"
           "X O O O X\n"
           "X O a O X\n"
           ". X O X .\n"
           ". . X . .\n");
    play(&position, BLACK, 'a');
    expect_stones(&position, ". X X X .\n"
                             "X . . . X\n"
                             "X . X . X\n"
                             ". X . X .\n"
                             ". . X . .\n");
    cr_assert_eq(position.board.prisoners[BLACK], 6);
    cr_assert_eq(position.board.ko, POINT_NONE);
    clear(&position);
}

Test(board, suicide_of_many_stones) {
    Position position;
    set_up(&position, BLACK,
           "X X O .\n"
           "a X O .\n"
           "O O . .\n");
    cr_assert_eq(check(&position, BLACK, 'a'), MOVE_SUICIDE);
    cr_assert_eq(check(&position, WHITE, 'a'), MOVE_LEGAL);
    play(&position, BLACK, 'a');
    const char *after = ". . O .\n"
                        ". . O .\n"
                        "O O . .\n";
    expect_stones(&position, after);
    cr_assert_eq(position.board.prisoners[WHITE], 4);
    cr_assert_eq(position.board.prisoners[BLACK], 0);
    cr_assert_eq(position.board.to_move, WHITE);
    cr_assert_eq(position.board.ko, POINT_NONE);
    Position fresh;
    set_up(&fresh, WHITE, after);
    cr_assert_eq(key(&position), key(&fresh));
    clear(&fresh);
    clear(&position);
}

Test(board, suicide_of_one_stone_only_changes_the_turn) {
    Position position;
    set_up(&position, BLACK,
           "a O\n"
           "O .\n");
    HashLanes before = position.board.hash;
    cr_assert_eq(check(&position, BLACK, 'a'), MOVE_SUICIDE);
    play(&position, BLACK, 'a');
    expect_stones(&position, ". O\n"
                             "O .\n");
    cr_assert(memcmp(&before, &position.board.hash, sizeof before) == 0);
    cr_assert_eq(position.board.to_move, WHITE);
    cr_assert_eq(position.board.prisoners[WHITE], 1);
    clear(&position);
}

Test(board, key_tells_side_ko_passes_and_rules_apart) {
    Position with_ko, without_ko;
    set_up(&with_ko, BLACK, KO);
    play(&with_ko, BLACK, 'a');
    ColorCell cells[CELL_COUNT_MAX];
    board_get_cells(&with_ko.board, cells);
    set_up(&without_ko, WHITE, diagram_print(5, 4, cells).text);
    uint64_t keys[16];
    int count = 0;
    keys[count++] = key(&with_ko);
    keys[count++] = key(&without_ko);
    without_ko.board.to_move = BLACK;
    keys[count++] = key(&without_ko);
    board_play(&without_ko.board, BLACK, POINT_PASS);
    keys[count++] = key(&without_ko); /* the second one's stones and turn, after a pass */
    board_play(&without_ko.board, WHITE, POINT_PASS);
    board_play(&without_ko.board, BLACK, POINT_PASS);
    keys[count++] = key(&without_ko); /* and again, after three passes */
    for (const Rules *rules = &RULES[1]; rules->name != NULL; rules++) {
        const Rules *earlier = RULES; /* with the same moves and values, if there is one */
        while (earlier < rules && rules_hash_code(earlier) != rules_hash_code(rules)) {
            earlier++;
        }
        if (earlier == rules) {
            keys[count++] = board_key(&with_ko.board, rules).key;
        } else {
            cr_assert_eq(board_key(&with_ko.board, rules).key,
                         board_key(&with_ko.board, earlier).key);
        }
    }
    for (int i = 0; i < count; i++) {
        for (int j = 0; j < i; j++) {
            cr_assert_neq(keys[i], keys[j], "keys %d and %d", i, j);
        }
    }
    clear(&with_ko);
    clear(&without_ko);
}

Test(board, key_forgets_the_order_of_moves) {
    const char *text = "a b . .\n"
                       ". . c .\n"
                       "d . . e\n";
    Position one, other;
    set_up(&one, BLACK, text);
    set_up(&other, BLACK, text);
    const char *orders[2] = {"adbce", "bceda"}; /* Black's letters: a b e */
    for (int i = 0; i < 5; i++) {
        play(&one, (Color)(i & 1), orders[0][i]);
        play(&other, (Color)(i & 1), orders[1][i]);
    }
    cr_assert_eq(key(&one), key(&other));
    clear(&one);
    clear(&other);
}

Test(board, set_up_forgets_what_was) {
    Position position;
    set_up(&position, BLACK, KO);
    play(&position, BLACK, 'a');
    Status status;
    ColorCell cells[CELL_COUNT_MAX];
    board_get_cells(&position.board, cells);
    cr_assert(board_set_up(&position.board, cells, WHITE, &status));
    cr_assert_eq(position.board.ko, POINT_NONE);
    cr_assert_eq(position.board.prisoners[BLACK], 0);
    board_play(&position.board, WHITE, POINT_PASS);
    cr_assert(board_set_up(&position.board, cells, WHITE, &status));
    cr_assert_eq(position.board.passes, 0);
    cr_assert_eq(position.board.to_move, WHITE);
    clear(&position);
}

static int below(SplitMix *random, int bound) {
    return (int)(splitmix_next(random) % (uint64_t)bound);
}

static void colour_at_random(SplitMix *random, ColorCell *cells, int count) {
    int blanks = 1 + below(random, 10);
    for (int cell = 0; cell < count; cell++) {
        int color = below(random, 20);
        cells[cell] = (uint8_t)(color < blanks ? EMPTY : color & 1);
    }
}

/* Random colourings, many of which have a chain without liberties. */
Test(board, set_ups_without_liberties_are_refused) {
    SplitMix random = {7};
    int refused = 0, accepted = 0;
    for (int round = 0; round < 3000; round++) {
        int width = 1 + below(&random, 9), height = 1 + below(&random, 9);
        Geometry *geometry = geometry_new(width, height, HASH_DEFAULT_SEED);
        ColorCell cells[CELL_COUNT_MAX];
        colour_at_random(&random, cells, width * height);
        Board board, before;
        memset(&board, 0, sizeof board);
        board_init(&board, geometry);
        board_play(&board, BLACK, point_at(0, 0));
        board_play(&board, WHITE, POINT_PASS);
        memcpy(&before, &board, sizeof board);
        Status status = {.text = ""};
        bool legal = oracle_cells_legal(width, height, cells);
        bool unchanged = true;
        if (board_set_up(&board, cells, BLACK, &status) != legal) {
            cr_assert_fail("%s:\n%s", legal ? "legal" : "not legal",
                           diagram_print(width, height, cells).text);
        }
        if (!legal) {
            unchanged = memcmp(&before, &board, sizeof board) == 0;
        }
        if (!unchanged || legal != (status.text[0] == '\0')) {
            cr_assert_fail("a refusal changes nothing and has a reason");
        }
        *(legal ? &accepted : &refused) += 1;
        geometry_free(geometry);
    }
    cr_assert(refused > 500 && accepted > 500, "%d refused, %d accepted", refused, accepted);
}

/* Every number that is or could be passed as a Point. */
Test(board, points_off_the_board) {
    static const uint8_t SHAPES[][2] = {{1, 1}, {1, 25}, {25, 1}, {9, 9}, {19, 19}, {25, 25}};
    for (size_t i = 0; i < sizeof SHAPES / sizeof SHAPES[0]; i++) {
        Geometry *geometry = geometry_new(SHAPES[i][0], SHAPES[i][1], HASH_DEFAULT_SEED);
        bool on_board[UINT16_MAX + 1] = {false};
        for (int cell = 0; cell < geometry->cell_count; cell++) {
            on_board[point_at(cell % geometry->width, cell / geometry->width)] = true;
        }
        Board board;
        board_init(&board, geometry);
        for (int p = 0; p <= UINT16_MAX; p++) {
            MoveCheck right = on_board[p] || p == POINT_PASS ? MOVE_LEGAL : MOVE_OFF_BOARD;
            if (board_check(&board, (Color)(p & 1), (Point)p, true) != right) {
                cr_assert_fail("point %d of %dx%d", p, geometry->width, geometry->height);
            }
        }
        geometry_free(geometry);
    }
}
