/* The stones as they stand: ladders, and what reading finds. */
#include "engine/go/board/ladder.h"
#include "engine/go/reading/reading.h"
#include "gtp/gogui/gfx.h"
#include "gtp/gogui/show.h"

/* Of each chain: all chains of a full board take about a second. */
static const ReadingLimits READING_LIMITS = {.nodes = 2000, .depth = 60};

/* Lists the points that identify the chains, in the order of cells. Returns their number. */
static int list_chains(const Board *board, Point chains[CELL_COUNT_MAX]) {
    const Geometry *geometry = board->geometry;
    int count = 0;
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const Point p = geometry->point_of[cell];
        if (board_color(board, p) != EMPTY && board->chain[p] == p) {
            chains[count++] = p;
        }
    }
    return count;
}

static void mark_chain(const Board *board, Point chain, uint8_t mark, uint8_t marks[POINT_COUNT]) {
    Point stones[CELL_COUNT_MAX];
    const int count = board_chain_stones(board, chain, stones);
    for (int i = 0; i < count; i++) {
        marks[stones[i]] = mark;
    }
}

typedef enum { SAFE, THREATENED, LOST } Danger;

/* Marks the liberties at which a ladder begins that takes the chain. Returns false if there are
 * none. */
static bool mark_ladders(const Board *board, Point chain, uint8_t moves[POINT_COUNT]) {
    Point liberties[CELL_COUNT_MAX];
    const int count = board_liberties(board, chain, liberties);
    bool any = false;
    for (int i = 0; count == 2 && i < 2; i++) {
        const bool takes = ladder_takes(board, chain, liberties[i]);
        moves[liberties[i]] |= takes;
        any |= takes;
    }
    return any;
}

static bool show_ladders(GtpCall *call) {
    const Board *board = &call->engine->game->board;
    const Geometry *geometry = board->geometry;
    uint8_t marks[POINT_COUNT] = {0}, moves[POINT_COUNT] = {0};
    Point chains[CELL_COUNT_MAX];
    int counts[3] = {0};
    const int count = list_chains(board, chains);
    for (int i = 0; i < count; i++) {
        const bool is_lost =
            board_liberties(board, chains[i], NULL) == 1 && ladder_catches_run(board, chains[i]);
        const Danger danger = is_lost                                 ? LOST
                              : mark_ladders(board, chains[i], moves) ? THREATENED
                                                                      : SAFE;
        counts[danger]++;
        if (danger != SAFE) {
            mark_chain(board, chains[i], (uint8_t)danger, marks);
        }
    }
    gfx_add_points(call->answer, geometry, "MARK", marks, LOST);
    gfx_add_points(call->answer, geometry, "TRIANGLE", marks, THREATENED);
    gfx_add_points(call->answer, geometry, "CIRCLE", moves, true);
    text_add(call->answer, "TEXT %d in atari cannot run, %d can be taken in a ladder\n",
             counts[LOST], counts[THREATENED]);
    return true;
}

static bool show_danger(GtpCall *call) {
    const Board *board = &call->engine->game->board;
    const Geometry *geometry = board->geometry;
    uint8_t marks[POINT_COUNT] = {0}, attacks[POINT_COUNT] = {0}, defenses[POINT_COUNT] = {0};
    Point chains[CELL_COUNT_MAX];
    int counts[3] = {0};
    Reader *reader = reader_new();
    if (reader == NULL) {
        return call_fail(call, "out of memory");
    }
    const int count = list_chains(board, chains);
    for (int i = 0; i < count; i++) {
        const ReadingResult attack = reading_attack(reader, board, chains[i], READING_LIMITS);
        if (attack.code == READING_FAILS) {
            continue;
        }
        const ReadingResult defense = reading_defend(reader, board, chains[i], READING_LIMITS);
        const Danger mark = defense.code == READING_FAILS ? LOST : THREATENED;
        mark_chain(board, chains[i], (uint8_t)mark, marks);
        attacks[attack.move] = true;
        defenses[defense.move] = true;
        counts[mark]++;
    }
    reader_free(reader);
    gfx_add_points(call->answer, geometry, "COLOR red", marks, LOST);
    gfx_add_points(call->answer, geometry, "COLOR yellow", marks, THREATENED);
    gfx_add_points(call->answer, geometry, "CIRCLE", attacks, true);
    gfx_add_points(call->answer, geometry, "SQUARE", defenses, true);
    text_add(call->answer, "TEXT %d lost, %d can be taken or saved\n", counts[LOST],
             counts[THREATENED]);
    return true;
}

const GtpCommand GTP_SHOW_BOARD_COMMANDS[] = {
    {"dihedra-show_ladders", "", GTP_WORDS, 0, 0, show_ladders,
     "crosses cannot run from atari; triangles a ladder takes that starts at a circle (gfx)"},
    {"dihedra-show_danger", "", GTP_WORDS, 0, 0, show_danger,
     "by reading: red is lost, yellow can be taken; circles take, squares save (gfx)"},
    {0},
};
