/* Unconditional life: an intruder that moves alone never breaks what is claimed. */
#include "engine/go/reading/reading.h"

#include "hash/random.h"
#include "tests/support/position/diagram.h"

enum { SIDE = 5, CELLS = SIDE * SIDE };

static bool is_territory(uint8_t life, Color stone, Color owner) {
    const Life empty = owner == BLACK ? LIFE_BLACK_TERRITORY : LIFE_WHITE_TERRITORY;
    return stone == owner ? life == LIFE_ALIVE : stone == EMPTY ? life == empty : life == LIFE_DEAD;
}

/* A random legal move of color, or POINT_NONE. */
static Point random_move(const Board *board, Color color, SplitMix *random) {
    const int count = board->empty_count;
    const int start = count == 0 ? 0 : (int)(splitmix_next(random) % (uint64_t)count);
    for (int i = 0; i < count; i++) {
        const Point p = board->empty[(start + i) % count];
        if (board_check(board, color, p, false) == MOVE_LEGAL) {
            return p;
        }
    }
    return POINT_NONE;
}

/* The intruder moves alone, at random. It never lives where life claims the points for owner, and
 * never captures what is alive by Benson's theorem. */
static void intrude(const Board *start, const uint8_t *life, Color owner, SplitMix *random) {
    const Geometry *geometry = start->geometry;
    const Color intruder = color_opponent(owner);
    uint8_t first[POINT_COUNT], now[POINT_COUNT];
    Board board;
    board_copy(&board, start);
    benson_find(start, false, first);
    Point move;
    for (int i = 0; i < 60 && (move = random_move(&board, intruder, random)) != POINT_NONE; i++) {
        board_play(&board, intruder, move);
        board.ko = POINT_NONE;
        benson_find(&board, false, now);
        for (int cell = 0; cell < geometry->cell_count; cell++) {
            const Point p = geometry->point_of[cell];
            const bool promised = is_territory(life[p], board_color(start, p), owner);
            cr_assert(!promised || board_color(&board, p) != intruder || now[p] != LIFE_ALIVE,
                      "%s lives on cell %d of\n%s", color_name(intruder), cell,
                      diagram_print_board(start).text);
            cr_assert(first[p] != LIFE_ALIVE || board_color(start, p) != owner ||
                      board_color(&board, p) == owner);
        }
    }
}

/* Mostly black stones, so that walls with eyes are frequent. */
static void random_cells(uint8_t *cells, SplitMix *random) {
    for (int cell = 0; cell < CELLS; cell++) {
        const uint64_t dice = splitmix_next(random) % 8;
        cells[cell] = (uint8_t)(dice < 4 ? BLACK : dice < 6 ? EMPTY : WHITE);
    }
}

/* Does owner have territory or dead enemy stones? */
static bool has_claim(const Board *board, const uint8_t *life, Color owner) {
    bool any = false;
    for (int i = 0; i < board->geometry->cell_count; i++) {
        const Point p = board->geometry->point_of[i];
        any |=
            board_color(board, p) != owner && is_territory(life[p], board_color(board, p), owner);
    }
    return any;
}

Test(unconditional, a_lone_intruder_never_lives_in_territory) {
    Geometry *geometry = geometry_kept(SIDE, SIDE);
    SplitMix random = {17};
    int claims = 0;
    while (claims < 150) {
        uint8_t cells[CELLS], life[POINT_COUNT];
        Board board;
        Status status;
        random_cells(cells, &random);
        board_init(&board, geometry);
        if (!board_set_up(&board, cells, BLACK, &status)) {
            continue;
        }
        unconditional_find(&board, life);
        for (int owner = BLACK; owner <= WHITE; owner++) {
            if (has_claim(&board, life, (Color)owner)) {
                claims++;
                for (int round = 0; round < 20; round++) {
                    intrude(&board, life, (Color)owner, &random);
                }
            }
        }
    }
}

/* ---- Diagrams ---- */

static void expect(const char *text, const char *vertex, Life life) {
    const Diagram diagram = diagram_read(text);
    Board board;
    Point p;
    uint8_t found[POINT_COUNT];
    diagram_set_up(&diagram, BLACK, &board);
    cr_assert(point_from_text(vertex, diagram.width, diagram.height, &p));
    unconditional_find(&board, found);
    cr_assert_eq(found[p], life, "%s: %d, not %d, in\n%s", vertex, found[p], life, text);
}

Test(unconditional, stones_that_must_be_taken_leave_one_eye) {
    static const char ONE_EYE[] = ". X X X X X .\n"
                                  "X X O O O X X\n"
                                  "X O O . O O X\n"
                                  "X O . X . O X\n"
                                  "X O O . O O X\n"
                                  "X X O O O X X\n"
                                  ". X X X X X .\n";
    expect(ONE_EYE, "A6", LIFE_ALIVE);
    expect(ONE_EYE, "C6", LIFE_DEAD);
    expect(ONE_EYE, "D5", LIFE_BLACK_TERRITORY);
    expect(ONE_EYE, "D4", LIFE_ALIVE);
}

Test(unconditional, a_seki_is_no_territory) {
    static const char SEKI[] = "X . X X X X X .\n"
                               ". X X O O O X X\n"
                               "X X O O . O O X\n"
                               "X X O . X O O X\n"
                               "X X O O X . O X\n"
                               "X X O O . O O X\n"
                               ". X X O O O X X\n"
                               "X . X X X X X .\n";
    expect(SEKI, "B8", LIFE_BLACK_TERRITORY);
    expect(SEKI, "D4", LIFE_UNDECIDED);
}
