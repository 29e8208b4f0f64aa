/* The stones as they stand: liberties, chains, eyes, ladders, and what reading finds. */
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

static bool show_liberties(GtpCall *call) {
    const Board *board = &call->engine->game->board;
    for (int cell = 0; cell < board->geometry->cell_count; cell++) {
        const Point p = board->geometry->point_of[cell];
        const bool is_empty = board_color(board, p) == EMPTY;
        text_add(call->answer, is_empty ? "\"\"" : "%d",
                 is_empty ? 0 : board_liberties(board, p, NULL));
        text_add(call->answer, "%s", gfx_word_end(board->geometry, cell));
    }
    return true;
}

/* ---- Chains ---- */

static const char *const CHAIN_COLORS[] = {"#E04040", "#40A0E0", "#50B050", "#E0A020",
                                           "#A060D0", "#40C0B0", "#E070B0", "#909090"};

enum { CHAIN_COLOR_COUNT = sizeof CHAIN_COLORS / sizeof CHAIN_COLORS[0] };

/* Returns a color that no chain has which touches this one or shares a liberty with it, or the
 * first color if all are taken. In colors[point] they count from 1; 0 is none. */
static uint8_t pick_color(const Board *board, Point chain, int first,
                          const uint8_t colors[POINT_COUNT]) {
    Point points[2 * CELL_COUNT_MAX];
    bool taken[CHAIN_COLOR_COUNT + 1] = {false};
    int count = board_chain_stones(board, chain, points);
    count += board_liberties(board, chain, points + count);
    for (int i = 0; i < count; i++) {
        Point beside[4];
        point_neighbors(points[i], beside);
        for (int k = 0; k < 4; k++) {
            taken[colors[beside[k]]] = true;
        }
    }
    for (int i = 0; i < CHAIN_COLOR_COUNT; i++) {
        const int color = 1 + (first + i) % CHAIN_COLOR_COUNT;
        if (!taken[color]) {
            return (uint8_t)color;
        }
    }
    return (uint8_t)(1 + first % CHAIN_COLOR_COUNT);
}

static bool show_chains(GtpCall *call) {
    const Board *board = &call->engine->game->board;
    uint8_t colors[POINT_COUNT] = {0};
    Point chains[CELL_COUNT_MAX];
    const int count = list_chains(board, chains);
    for (int i = 0; i < count; i++) {
        mark_chain(board, chains[i], pick_color(board, chains[i], i, colors), colors);
    }
    for (int cell = 0; cell < board->geometry->cell_count; cell++) {
        const uint8_t color = colors[board->geometry->point_of[cell]];
        text_add(call->answer, "%s%s", color == 0 ? "\"\"" : CHAIN_COLORS[color - 1],
                 gfx_word_end(board->geometry, cell));
    }
    return true;
}

static bool show_eyes(GtpCall *call) {
    const Board *board = &call->engine->game->board;
    for (int cell = 0; cell < board->geometry->cell_count; cell++) {
        const Point p = board->geometry->point_of[cell];
        const char *word = board_color(board, p) != EMPTY  ? "\"\""
                           : board_is_eye(board, BLACK, p) ? "b"
                           : board_is_eye(board, WHITE, p) ? "w"
                                                           : "\"\"";
        text_add(call->answer, "%s%s", word, gfx_word_end(board->geometry, cell));
    }
    return true;
}

/* ---- Danger ---- */

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
    {"dihedra-show_liberties", "", GTP_WORDS, 0, 0, show_liberties,
     "number of liberties of each stone's chain (sboard)"},
    {"dihedra-show_chains", "", GTP_WORDS, 0, 0, show_chains,
     "a color for each chain, different from those of the chains around it (cboard)"},
    {"dihedra-show_eyes", "", GTP_WORDS, 0, 0, show_eyes,
     "eyes that playouts do not fill (bwboard)"},
    {"dihedra-show_ladders", "", GTP_WORDS, 0, 0, show_ladders,
     "crosses cannot run from atari; triangles a ladder takes that starts at a circle (gfx)"},
    {"dihedra-show_danger", "", GTP_WORDS, 0, 0, show_danger,
     "by reading: red is lost, yellow can be taken; circles take, squares save (gfx)"},
    {0},
};
