/* Chains in danger, by reading. */
#include "engine/go/reading/reading.h"
#include "gtp/gogui/gfx.h"
#include "gtp/gogui/show.h"

/* Of each chain: all chains of a full board take about a second. */
static const ReadingLimits READING_LIMITS = {.nodes = 2000, .depth = 60};

static void mark_chain(const Board *board, Point chain, uint8_t mark, uint8_t marks[POINT_COUNT]) {
    Point stones[CELL_COUNT_MAX];
    const int count = board_chain_stones(board, chain, stones);
    for (int i = 0; i < count; i++) {
        marks[stones[i]] = mark;
    }
}

typedef enum { THREATENED = 1, LOST } Danger;

static bool show_danger(GtpCall *call) {
    const Board *board = &call->engine->game->board;
    const Geometry *geometry = board->geometry;
    uint8_t marks[POINT_COUNT] = {0}, attacks[POINT_COUNT] = {0}, defenses[POINT_COUNT] = {0};
    int counts[3] = {0};
    Reader *reader = reader_new();
    if (reader == NULL) {
        return call_fail(call, "out of memory");
    }
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const Point p = geometry->point_of[cell];
        if (board_color(board, p) == EMPTY || board->chain[p] != p) {
            continue;
        }
        const ReadingResult attack = reading_attack(reader, board, p, READING_LIMITS);
        if (attack.code == READING_FAILS) {
            continue;
        }
        const ReadingResult defense = reading_defend(reader, board, p, READING_LIMITS);
        const Danger mark = defense.code == READING_FAILS ? LOST : THREATENED;
        mark_chain(board, p, (uint8_t)mark, marks);
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
    {"dihedra-show_danger", "", GTP_WORDS, 0, 0, show_danger,
     "by reading: red is lost, yellow can be taken; circles take, squares save (gfx)"},
    {0},
};
