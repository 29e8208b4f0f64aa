/* The rules of the board: set-ups, and what the key distinguishes. test_board_random.c plays whole
 * games against the slow oracle; the suites in regress/suites ask of kos, captures and suicides.
 */
#include "hash/random.h"
#include "tests/support/oracle/oracle.h"
#include "tests/support/position/diagram.h"

#include <criterion/criterion.h>
#include <string.h>

typedef struct {
    Diagram diagram;
    Board board;
} Position;

static void set_up(Position *position, Color to_move, const char *text) {
    position->diagram = diagram_read(text);
    diagram_set_up(&position->diagram, to_move, &position->board);
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
    Geometry *geometry = geometry_kept(7, 5);
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
}

static const char *const KO = ". X O . b\n"
                              "X O a O .\n"
                              ". X O . .\n"
                              ". . . . c\n";
enum { KO_X = 1, KO_Y = 1 };

Test(board, pass_lifts_ko) {
    Position position;
    set_up(&position, BLACK, KO);
    play(&position, BLACK, 'a');
    board_play(&position.board, WHITE, POINT_PASS);
    cr_assert_eq(position.board.ko, POINT_NONE);
    cr_assert_eq(position.board.passes, 1);
    cr_assert_eq(position.board.to_move, BLACK);
    cr_assert_eq(board_check(&position.board, WHITE, point_at(KO_X, KO_Y), false), MOVE_LEGAL);
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
}

static int below(SplitMix *random, int bound) {
    return (int)(splitmix_next(random) % (uint64_t)bound);
}

static void color_at_random(SplitMix *random, ColorCell *cells, int count) {
    int blanks = 1 + below(random, 10);
    for (int cell = 0; cell < count; cell++) {
        int color = below(random, 20);
        cells[cell] = (uint8_t)(color < blanks ? EMPTY : color & 1);
    }
}

/* Random colorings, many of which have a chain without liberties. */
Test(board, set_ups_without_liberties_are_refused) {
    SplitMix random = {7};
    int refused = 0, accepted = 0;
    for (int round = 0; round < 3000; round++) {
        int width = 1 + below(&random, 9), height = 1 + below(&random, 9);
        Geometry *geometry = geometry_kept(width, height);
        ColorCell cells[CELL_COUNT_MAX];
        color_at_random(&random, cells, width * height);
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
    }
    cr_assert(refused > 500 && accepted > 500, "%d refused, %d accepted", refused, accepted);
}

/* Every number that is or could be passed as a Point. */
Test(board, points_off_the_board) {
    static const uint8_t SHAPES[][2] = {{1, 1}, {1, 25}, {25, 1}, {9, 9}, {19, 19}, {25, 25}};
    for (size_t i = 0; i < sizeof SHAPES / sizeof SHAPES[0]; i++) {
        Geometry *geometry = geometry_kept(SHAPES[i][0], SHAPES[i][1]);
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
    }
}
