/* The reader against an oracle that knows the fate of a chain in every position of a tiny board,
 * and on well-known shapes. */
#include "engine/base/memory.h"
#include "engine/go/reading/reading.h"

#include "tests/support/oracle/oracle.h"
#include "tests/support/position/diagram.h"
#include "tests/support/program/chance.h"

/* ---- The oracle: retrograde analysis of the positions in which the attacker wins ---- */

enum { TINY_CELLS_MAX = 12, NO_MOVE = -1 };

typedef struct {
    int width, height, cell_count, position_count;
    Geometry *geometry;
    bool *legal;    /* [position] */
    int *after;     /* [(position * 2 + mover) * cell_count + cell]: a position, or NO_MOVE */
    bool *by_ko;    /* the same index: the move takes a ko */
    bool *drawn_in; /* the same index: the move takes one stone and leaves several in atari */
} Tiny;

static void position_cells(const Tiny *tiny, int position, uint8_t *cells) {
    for (int cell = 0; cell < tiny->cell_count; cell++) {
        cells[cell] = (uint8_t)(position % 3);
        position /= 3;
    }
}

static int cells_position(const Tiny *tiny, const uint8_t *cells) {
    int position = 0;
    for (int cell = tiny->cell_count - 1; cell >= 0; cell--) {
        position = position * 3 + cells[cell];
    }
    return position;
}

static void fill_move(Tiny *tiny, const Oracle *oracle, int position, Color mover, int cell) {
    const int move = (position * 2 + (int)mover) * tiny->cell_count + cell;
    tiny->after[move] = NO_MOVE;
    if (oracle_check_simple(oracle, mover, cell, false) != MOVE_LEGAL) {
        return;
    }
    OracleOutcome outcome;
    OracleChain chain;
    oracle_try(oracle, mover, cell, &outcome);
    oracle_flood(tiny->width, tiny->height, outcome.after.cells, cell, &chain);
    tiny->after[move] = cells_position(tiny, outcome.after.cells);
    tiny->by_ko[move] = outcome.ko != ORACLE_NO_KO;
    tiny->drawn_in[move] = chain.liberty_count == 1 && chain.stone_count > 1;
}

static Tiny tiny_new(int width, int height) {
    Tiny tiny = {.width = width, .height = height, .cell_count = width * height};
    tiny.position_count = 1;
    for (int cell = 0; cell < tiny.cell_count; cell++) {
        tiny.position_count *= 3;
    }
    const size_t moves = (size_t)tiny.position_count * 2 * (size_t)tiny.cell_count;
    tiny.geometry = geometry_kept(width, height);
    tiny.legal = cleanup_free(memory_new((size_t)tiny.position_count, sizeof(bool)));
    tiny.after = cleanup_free(memory_new(moves, sizeof(int)));
    tiny.by_ko = cleanup_free(memory_new(moves, sizeof(bool)));
    tiny.drawn_in = cleanup_free(memory_new(moves, sizeof(bool)));
    Oracle oracle;
    oracle_init(&oracle, width, height);
    for (int position = 0; position < tiny.position_count; position++) {
        position_cells(&tiny, position, oracle.now.cells);
        tiny.legal[position] = oracle_cells_legal(width, height, oracle.now.cells);
        for (int i = 0; tiny.legal[position] && i < 2 * tiny.cell_count; i++) {
            fill_move(&tiny, &oracle, position, (Color)(i % 2), i / 2);
        }
    }
    oracle_free(&oracle);
    return tiny;
}

/* The fate of Black's stone on target, which White attacks, if ko_winner wins all kos. */
typedef struct {
    const Tiny *tiny;
    int target;
    int power; /* 3 to the power of target: the value of that cell in a position's number */
    Color ko_winner;
    bool *taken; /* [position * 2 + mover]: White captures it */
} Fate;

static bool has_target(const Fate *fate, int position) {
    return position / fate->power % 3 == BLACK;
}

/* Is the stone captured by this move or later? */
static bool move_takes(const Fate *fate, int position, Color mover, int cell) {
    const Tiny *tiny = fate->tiny;
    const int move = (position * 2 + (int)mover) * tiny->cell_count + cell;
    if (has_target(fate, tiny->after[move])) {
        return fate->taken[tiny->after[move] * 2 + (int)color_opponent(mover)];
    }
    uint8_t before[TINY_CELLS_MAX] = {0};
    OracleChain chain;
    position_cells(tiny, position, before);
    oracle_flood(tiny->width, tiny->height, before, fate->target, &chain);
    return !(chain.stone_count == 1 && tiny->drawn_in[move]); /* else a snapback */
}

static bool is_taken(const Fate *fate, int position, Color mover) {
    const Tiny *tiny = fate->tiny;
    const bool passing = fate->taken[position * 2 + (int)color_opponent(mover)];
    bool any = passing, all = passing;
    for (int cell = 0; cell < tiny->cell_count; cell++) {
        const int move = (position * 2 + (int)mover) * tiny->cell_count + cell;
        if (tiny->after[move] != NO_MOVE && (!tiny->by_ko[move] || mover == fate->ko_winner)) {
            const bool takes = move_takes(fate, position, mover, cell);
            any |= takes;
            all &= takes;
        }
    }
    return mover == WHITE ? any : all;
}

static Fate fate_new(const Tiny *tiny, int target, Color ko_winner) {
    Fate fate = {.tiny = tiny, .target = target, .power = 1, .ko_winner = ko_winner};
    for (int cell = 0; cell < target; cell++) {
        fate.power *= 3;
    }
    fate.taken = cleanup_free(memory_new((size_t)tiny->position_count * 2, sizeof(bool)));
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = 0; i < tiny->position_count * 2; i++) {
            if (!fate.taken[i] && tiny->legal[i / 2] && has_target(&fate, i / 2) &&
                is_taken(&fate, i / 2, (Color)(i % 2))) {
                fate.taken[i] = true;
                changed = true;
            }
        }
    }
    return fate;
}

/* ---- The reader against the oracle ---- */

typedef struct {
    int taken;  /* captured by the oracle */
    int proved; /* captured by the reader */
} ReadingTally;

/* The reader proves no capture that the oracle denies. The side that moves second wins kos, which
 * is what READING_WINS claims. */
static void check_question(Reader *reader, const Fate *fate, int position, Color mover,
                           ReadingTally *tally) {
    const Tiny *tiny = fate->tiny;
    uint8_t cells[TINY_CELLS_MAX] = {0};
    Board board;
    Status status;
    position_cells(tiny, position, cells);
    board_init(&board, tiny->geometry);
    cr_assert(board_set_up(&board, cells, mover, &status));
    const Point target = tiny->geometry->point_of[fate->target];
    const ReadingLimits limits = reading_default_limits();
    const bool proved = mover == WHITE
                            ? reading_attack(reader, &board, target, limits).code == READING_WINS
                            : reading_defend(reader, &board, target, limits).code != READING_WINS;
    const bool taken = fate->taken[position * 2 + (int)mover];
    cr_assert(taken || !proved, "%s to move, target %d: is safe in\n%s", color_name(mover),
              fate->target, diagram_print(tiny->width, tiny->height, cells).text);
    tally->taken += taken;
    tally->proved += proved;
}

/* Asks about every stride-th position with a black stone on target. */
static void check_target(const Tiny *tiny, int target, int stride, ReadingTally *tally) {
    Reader *reader = reader_new();
    cr_assert_not_null(reader);
    for (int side = BLACK; side <= WHITE; side++) {
        const Color mover = (Color)side;
        Fate fate = fate_new(tiny, target, color_opponent(mover));
        for (int position = target; position < tiny->position_count; position += stride) {
            if (tiny->legal[position] && has_target(&fate, position)) {
                check_question(reader, &fate, position, mover, tally);
            }
        }
    }
    reader_free(reader);
}

static void check_board(int width, int height, int stride) {
    Tiny tiny = tiny_new(width, height);
    ReadingTally tally = {0};
    for (int target = 0; target < tiny.cell_count; target++) {
        const int x = target % width, y = target / width;
        if (2 * x < width && 2 * y < height) { /* the others are its images */
            check_target(&tiny, target, stride, &tally);
        }
    }
    cr_assert_gt(tally.taken, 0);
    cr_assert_geq(tally.proved * 100, tally.taken * 98);
}

Test(reading, tiny_boards_agree_with_the_oracle) {
    check_board(2, 2, 1);
    check_board(4, 1, 1);
    check_board(3, 2, 1);
    check_board(4, 2, is_long() ? 1 : 5);
    check_board(3, 3, is_long() ? 1 : 41);
}

/* ---- Shapes ---- */

typedef enum { ATTACK, DEFEND } Question;

static Board shape_board(const char *text, Diagram *diagram) {
    Board board;
    *diagram = diagram_read(text);
    diagram_set_up(diagram, BLACK, &board);
    return board;
}

static ReadingResult ask(Question question, const Board *board, Point target,
                         ReadingLimits limits) {
    Reader *reader = reader_new();
    cr_assert_not_null(reader);
    const ReadingResult result = question == ATTACK ? reading_attack(reader, board, target, limits)
                                                    : reading_defend(reader, board, target, limits);
    reader_free(reader);
    return result;
}

/* Asks about the stone at the vertex and expects the code and, unless it fails, the move at a. */
static void expect(const char *text, Question question, const char *vertex, ReadingCode code) {
    Diagram diagram;
    Point target;
    const Board board = shape_board(text, &diagram);
    cr_assert(point_from_text(vertex, diagram.width, diagram.height, &target));
    const ReadingResult result = ask(question, &board, target, reading_default_limits());
    cr_assert_eq(result.code, code, "%s of %s: %d, not %d, in\n%s",
                 question == ATTACK ? "attack" : "defense", vertex, result.code, code, text);
    const Point move = code == READING_FAILS ? POINT_NONE : diagram_point(&diagram, 'a');
    cr_assert_eq(result.move, move, "in\n%s", text);
}

Test(reading, a_ladder_runs_to_the_edge_or_the_breaker) {
    expect(". . . . . .\n"
           ". . . . . .\n"
           ". . a . . .\n"
           ". X O . . .\n"
           ". . X X . .\n"
           ". . . . . .\n",
           ATTACK, "C3", READING_WINS);
    expect(". . . . . . . . . . .\n"
           ". . . . . . . . . . .\n"
           ". . . . . . . . . . .\n"
           ". . . . . . . O . . .\n"
           ". . . . . . . . . . .\n"
           ". . . . . . . . . . .\n"
           ". . . . . . . . . . .\n"
           ". X O . . . . . . . .\n"
           ". . X X . . . . . . .\n"
           ". . . . . . . . . . .\n"
           ". . . . . . . . . . .\n",
           ATTACK, "C4", READING_FAILS);
}

Test(reading, a_net_holds) {
    expect(". . . . . . . . .\n"
           ". . . . . . . . .\n"
           ". . . X . . . . .\n"
           ". . X O . . . . .\n"
           ". . . X O a . . .\n"
           ". . . X X O . . .\n"
           ". . . . . X . . .\n"
           ". . . . . . . . .\n"
           ". . . . . . . . .\n",
           ATTACK, "E5", READING_WINS);
}

Test(reading, a_lone_stone_in_a_ko) {
    static const char KO[] = ". X O . .\n"
                             "X O a O .\n"
                             ". X O . .\n"
                             ". . . . .\n";
    expect(KO, ATTACK, "B3", READING_WINS_KO);
    expect(KO, DEFEND, "B3", READING_WINS);
}

Test(reading, a_ko_just_taken_needs_a_threat) {
    Diagram diagram;
    Board board = shape_board(". X O . .\n"
                              "X b a O .\n"
                              ". X O . .\n"
                              ". . . . .\n",
                              &diagram);
    const Point a = diagram_point(&diagram, 'a'), b = diagram_point(&diagram, 'b');
    board_play(&board, WHITE, b);
    board_play(&board, BLACK, a);
    cr_assert_eq(board.ko, b);
    const ReadingLimits limits = reading_default_limits();
    const ReadingResult attack = ask(ATTACK, &board, a, limits);
    cr_assert_eq(attack.code, READING_WINS_KO_THREAT);
    cr_assert_eq(attack.move, b);
    cr_assert_eq(ask(DEFEND, &board, a, limits).code, READING_WINS);
}

Test(reading, a_lone_stone_taken_into_a_snapback_is_not_taken) {
    expect(". . . . .\n"
           "O O O O .\n"
           "X X X O .\n"
           ". O X O .\n",
           ATTACK, "B1", READING_FAILS);
    expect(". . . . .\n" /* with another liberty it is no snapback */
           "O O O O .\n"
           "X X X . .\n"
           "a O X O .\n",
           ATTACK, "B1", READING_WINS);
}

/* Random positions, of which every fourth stone is asked about. */
Test(reading, answers_do_not_depend_on_earlier_questions) {
    enum { SIDE = 7 };
    const ReadingLimits limits = {.nodes = 300, .depth = 30};
    const Geometry *geometry = geometry_kept(SIDE, SIDE);
    Reader *used = reader_new();
    SplitMix random = {5};
    for (int round = 0; round < 40; round++) {
        ColorCell cells[SIDE * SIDE];
        Board board;
        Status status;
        for (int cell = 0; cell < SIDE * SIDE; cell++) {
            const uint64_t dice = splitmix_next(&random) % 5;
            cells[cell] = (ColorCell)(dice > EMPTY ? EMPTY : dice);
        }
        board_init(&board, geometry);
        const bool is_legal = board_set_up(&board, cells, BLACK, &status);
        for (int cell = 0; cell < SIDE * SIDE && is_legal; cell += 4) {
            const Point target = geometry->point_of[cell];
            if (board_color(&board, target) != EMPTY) {
                const ReadingResult fresh = ask(ATTACK, &board, target, limits);
                const ReadingResult again = reading_attack(used, &board, target, limits);
                cr_assert(fresh.code == again.code && fresh.move == again.move &&
                          fresh.nodes == again.nodes);
            }
        }
    }
    reader_free(used);
}
