/* The rules of the board: set-ups, and what the key distinguishes. test_board_random.c plays whole
 * games against the slow oracle; the suites in regress/suites ask of ko, capture and suicide. */
#include "tests/support/oracle/oracle.h"
#include "tests/support/position/diagram.h"
#include "tests/support/program/chance.h"

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

static const char *const KO = ". X O . b\n"
                              "X O a O .\n"
                              ". X O . .\n"
                              ". . . . c\n";
enum { KO_X = 1, KO_Y = 1 };

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
