/* A search of a late endgame; see the header, and README.md for the argument.
 *
 * It asks questions ("does the attacker reach T points?") and answers YES only if that is
 * certain: whatever ko rules might do is decided against the attacker. So a value is two answers,
 * one with each side attacking. */
#include "engine/solve/play/endgame.h"

#include <stdlib.h>
#include <string.h>

#include "engine/go/board/benson.h"
#include "engine/go/board/score.h"

enum { PLIES_MAX = 40, OPEN_POINTS_MAX = 64, DEADLINE_NODES = 256 };

struct Endgame {
    const Game *game;
    Deadline deadline;
    uint64_t nodes, nodes_most;
    bool is_over;
    uint8_t owner[POINT_COUNT];  /* of settled points; EMPTY: open */
    Point open[OPEN_POINTS_MAX]; /* with stones that are not settled */
    int open_count;
    int settled_score;
    bool has_dead; /* stones on settled points of the opponent's */
    Color attacker;
    int target; /* of the attacker's points minus the other's */
    /* Codes of the open points' stones: of the game's positions, then of the path's. */
    uint64_t *seen;
    int seen_count;
    Board boards[PLIES_MAX + 1]; /* [ply] */
};

/* ---- What is settled ---- */

static bool is_beside(const uint8_t life_of[POINT_COUNT], Point p) {
    Point beside[4];
    point_neighbours(p, beside);
    for (int i = 0; i < 4; i++) {
        if (life_of[beside[i]]) {
            return true;
        }
    }
    return false;
}

/* Lists the points connected to start by points that are not alive. Returns their number. */
static int flood(const Board *board, const uint8_t *alive, Point start, uint8_t *seen,
                 Point *points) {
    int count = 0;
    points[count++] = start;
    seen[start] = true;
    for (int i = 0; i < count; i++) {
        Point beside[4];
        point_neighbours(points[i], beside);
        for (int k = 0; k < 4; k++) {
            const Point q = beside[k];
            if (board_color(board, q) != BORDER && !seen[q] && !alive[q]) {
                seen[q] = true;
                points[count++] = q;
            }
        }
    }
    return count;
}

/* Unconditional life in the sense of engine/solve/life.h, which asks nothing of the owner: a region
 * counts if each of its points is next to a chain that is alive. */
static void settle_for(const Board *board, const uint8_t *life, Color color,
                       uint8_t owner[POINT_COUNT]) {
    const Geometry *geometry = board->geometry;
    uint8_t alive[POINT_COUNT] = {0}, seen[POINT_COUNT] = {0};
    bool any = false;
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const Point p = geometry->point_of[cell];
        alive[p] = life[p] == LIFE_ALIVE && board_color(board, p) == color;
        owner[p] = alive[p] ? (uint8_t)color : owner[p];
        any |= alive[p];
    }
    for (int cell = 0; any && cell < geometry->cell_count; cell++) {
        Point points[CELL_COUNT_MAX];
        const Point start = geometry->point_of[cell];
        if (alive[start] || seen[start]) {
            continue;
        }
        const int count = flood(board, alive, start, seen, points);
        bool is_whole = true;
        for (int i = 0; i < count && is_whole; i++) {
            is_whole = is_beside(alive, points[i]);
        }
        for (int i = 0; i < count && is_whole; i++) {
            owner[points[i]] = (uint8_t)color;
        }
    }
}

/* Sets owner[point] to BLACK, WHITE or EMPTY: open. */
static void find_settled(const Board *board, uint8_t owner[POINT_COUNT]) {
    uint8_t life[POINT_COUNT];
    benson_find(board, true, life);
    memset(owner, EMPTY, POINT_COUNT);
    settle_for(board, life, BLACK, owner);
    settle_for(board, life, WHITE, owner);
}

/* Returns false if too much is open, or nothing. */
static bool settle(Endgame *endgame) {
    const Board *board = &endgame->game->board;
    const Geometry *geometry = endgame->game->geometry;
    int empty = 0;
    find_settled(board, endgame->owner);
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const Point p = geometry->point_of[cell];
        const Color owner = (Color)endgame->owner[p], color = board_color(board, p);
        if (owner != EMPTY) {
            endgame->settled_score += owner == BLACK ? 1 : -1;
            endgame->has_dead |= color == color_opponent(owner);
            continue;
        }
        if (endgame->open_count == OPEN_POINTS_MAX) {
            return false;
        }
        endgame->open[endgame->open_count++] = p;
        empty += color == EMPTY;
    }
    return empty > 0 && empty <= ENDGAME_OPEN_MAX;
}

/* ---- Positions that have been ---- */

/* Adds what stands on the next open point to a code. Two contents with the same code would only
 * make the search more careful. */
static uint64_t code_with(uint64_t code, int color) {
    return hash_mix(code * 3 + (uint64_t)color);
}

/* What stands on the open points. */
static uint64_t code_of(const Endgame *endgame, const Board *board) {
    uint64_t code = 0;
    for (int i = 0; i < endgame->open_count; i++) {
        code = code_with(code, board->color[endgame->open[i]]);
    }
    return code;
}

static bool has_been(const Endgame *endgame, uint64_t code) {
    for (int i = endgame->seen_count - 1; i >= 0; i--) {
        if (endgame->seen[i] == code) {
            return true;
        }
    }
    return false;
}

static void note_history(Endgame *endgame) {
    const Game *game = endgame->game;
    const int cells = game->geometry->cell_count;
    for (int i = 0; i <= game->move_count; i++) {
        const ColorCell *past = game->past_cells + (size_t)i * (size_t)cells;
        uint64_t code = 0;
        for (int k = 0; k < endgame->open_count; k++) {
            code = code_with(code, past[game->geometry->cell_of[endgame->open[k]]]);
        }
        endgame->seen[endgame->seen_count++] = code;
    }
}

/* ---- Life that was lost ---- */

static bool is_alive(const Board *board, const uint8_t *life, Point p, Color color) {
    return life[p] == LIFE_ALIVE && board_color(board, p) == color;
}

/* Did all living stones of the color's stand on a board of the past? */
static bool stood(const Board *now, const uint8_t *life, const ColorCell *past, Color color) {
    const Geometry *geometry = now->geometry;
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        if (past[cell] != color && is_alive(now, life, geometry->point_of[cell], color)) {
            return false;
        }
    }
    return true;
}

/* Did a stone of the color's live that is not alive now? */
static bool lost(const Board *now, const uint8_t *life, const Board *past, const uint8_t *past_life,
                 Color color) {
    const Geometry *geometry = now->geometry;
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const Point p = geometry->point_of[cell];
        if (is_alive(past, past_life, p, color) && !is_alive(now, life, p, color)) {
            return true;
        }
    }
    return false;
}

/* May a move that takes dead stones off make a board of the game, which superko bans? Only if one
 * had all the life of now and more. past is for use here. */
static bool has_lost_life(const Game *game, Board *past) {
    const Board *now = &game->board;
    const size_t cells = (size_t)game->geometry->cell_count;
    uint8_t life[POINT_COUNT], past_life[POINT_COUNT];
    Status status;
    benson_find(now, true, life);
    board_init(past, game->geometry);
    for (int i = 0; game->rules.ko != KO_SIMPLE && i < game->move_count; i++) {
        const ColorCell *stones = game->past_cells + (size_t)i * cells;
        const bool may_be[] = {stood(now, life, stones, BLACK), stood(now, life, stones, WHITE)};
        if (!may_be[BLACK] && !may_be[WHITE]) {
            continue;
        }
        board_set_up(past, stones, game->past[i].to_move, &status);
        benson_find(past, true, past_life);
        for (int color = BLACK; color <= WHITE; color++) {
            if (may_be[color] && lost(now, life, past, past_life, (Color)color)) {
                return true;
            }
        }
    }
    return false;
}

Endgame *endgame_new(const Game *game, const Deadline *deadline, uint64_t nodes) {
    if (game->rules.scoring != SCORING_AREA) {
        return NULL;
    }
    Endgame *endgame = aligned_alloc(64, (sizeof *endgame + 63) / 64 * 64);
    if (endgame == NULL) {
        return NULL;
    }
    memset(endgame, 0, sizeof *endgame);
    endgame->game = game;
    endgame->deadline = *deadline;
    endgame->nodes_most = nodes;
    if (!settle(endgame) || has_lost_life(game, &endgame->boards[0]) ||
        (endgame->seen = malloc(((size_t)game->move_count + 1 + PLIES_MAX + 1) *
                                sizeof *endgame->seen)) == NULL) {
        endgame_free(endgame);
        return NULL;
    }
    note_history(endgame);
    return endgame;
}

void endgame_free(Endgame *endgame) {
    if (endgame != NULL) {
        free(endgame->seen);
        free(endgame);
    }
}

bool endgame_is_open(const Endgame *endgame, Point p) {
    return endgame->owner[p] == EMPTY;
}

/* ---- Scores ---- */

/* Black's, of the board as it stands, settled points counted for their owners. */
static int score_of(const Endgame *endgame, const Board *board) {
    uint8_t owner[POINT_COUNT];
    int score = endgame->settled_score;
    score_area(board, NULL, owner);
    for (int i = 0; i < endgame->open_count; i++) {
        const uint8_t color = owner[endgame->open[i]];
        score += color == BLACK ? 1 : color == WHITE ? -1 : 0;
    }
    return score;
}

static bool reaches(const Endgame *endgame, const Board *board) {
    const int score = score_of(endgame, board);
    return (endgame->attacker == BLACK ? score : -score) >= endgame->target;
}

/* ---- The search ---- */

static bool search(Endgame *endgame, int ply, bool may_end);

static bool is_out_of_time(Endgame *endgame) {
    endgame->nodes++;
    endgame->is_over =
        endgame->is_over || endgame->nodes > endgame->nodes_most ||
        (endgame->nodes % DEADLINE_NODES == 0 && deadline_is_over(&endgame->deadline));
    return endgame->is_over;
}

/* The attacker must not make a position on the open points that has been, whatever stood elsewhere
 * then: no superko can ban such a move. The defender may, since it may have changed something
 * elsewhere; the attacker is then taken to fail. */
static bool search_move(Endgame *endgame, int ply, Point p) {
    Board *next = &endgame->boards[ply + 1];
    board_copy(next, &endgame->boards[ply]);
    board_play(next, (Color)next->to_move, p);
    const uint64_t code = code_of(endgame, next);
    if (has_been(endgame, code)) {
        return false;
    }
    endgame->seen[endgame->seen_count++] = code;
    const bool succeeds = search(endgame, ply + 1, false);
    endgame->seen_count--;
    return succeeds;
}

/* is_end: the opponent may end the game by passing, too. */
static bool search_pass(Endgame *endgame, int ply, bool is_end) {
    Board *next = &endgame->boards[ply + 1];
    board_copy(next, &endgame->boards[ply]);
    board_play(next, (Color)next->to_move, POINT_PASS);
    return search(endgame, ply + 1, is_end);
}

/* Suicide of one stone is left out: it is a pass that does not end the game, if it is legal. */
static bool is_move(const Endgame *endgame, const Board *board, Point p) {
    const Color color = (Color)board->to_move;
    const bool suicide = endgame->game->rules.suicide && board_own_neighbours(board, color, p) > 0;
    return board_color(board, p) == EMPTY && board_check(board, color, p, suicide) == MOVE_LEGAL;
}

/* Passes if the score as it stands suffices; the defender then moves, since its pass ends the game.
 */
static bool search_attacker(Endgame *endgame, int ply, bool may_end) {
    const Board *board = &endgame->boards[ply];
    const bool is_reached = reaches(endgame, board);
    if (is_reached && may_end) {
        return true;
    }
    for (int i = 0; i < endgame->open_count && !endgame->is_over; i++) {
        if (is_move(endgame, board, endgame->open[i]) &&
            search_move(endgame, ply, endgame->open[i])) {
            return true;
        }
    }
    return is_reached && !endgame->is_over && search_pass(endgame, ply, true);
}

/* Passes only if that does not end the game in the attacker's favour, or if a move elsewhere may
 * lift a ko. */
static bool search_defender(Endgame *endgame, int ply, bool may_end) {
    const Board *board = &endgame->boards[ply];
    const bool is_reached = reaches(endgame, board);
    if (!is_reached && may_end) {
        return false;
    }
    for (int i = 0; i < endgame->open_count; i++) {
        if (is_move(endgame, board, endgame->open[i]) &&
            !search_move(endgame, ply, endgame->open[i])) {
            return false;
        }
    }
    if (board->ko != POINT_NONE) {
        return search_pass(endgame, ply, false);
    }
    return is_reached || search_pass(endgame, ply, true);
}

/* Does life that has come about decide the question? Sets *succeeds if it does. */
static bool is_decided(const Endgame *endgame, const Board *board, bool *succeeds) {
    uint8_t owner[POINT_COUNT];
    int secure[3] = {0, 0, 0};
    find_settled(board, owner);
    for (int i = 0; i < endgame->open_count; i++) {
        secure[owner[endgame->open[i]]]++;
    }
    const int sure = secure[endgame->attacker] - secure[color_opponent(endgame->attacker)];
    const int score = endgame->attacker == BLACK ? endgame->settled_score : -endgame->settled_score;
    *succeeds = score + sure - secure[EMPTY] >= endgame->target;
    return *succeeds || score + sure + secure[EMPTY] < endgame->target;
}

/* Does the attacker certainly reach its target from the position of this ply? may_end: a pass was
 * just played, so that another one ends the game. */
static bool search(Endgame *endgame, int ply, bool may_end) {
    bool succeeds = false;
    if (is_out_of_time(endgame) || ply >= PLIES_MAX ||
        is_decided(endgame, &endgame->boards[ply], &succeeds)) {
        return succeeds;
    }
    return endgame->boards[ply].to_move == endgame->attacker
               ? search_attacker(endgame, ply, may_end)
               : search_defender(endgame, ply, may_end);
}

/* ---- Questions ---- */

static void ask(Endgame *endgame, Color attacker, int value) {
    endgame->attacker = attacker;
    endgame->target = attacker == BLACK ? value : -value;
}

/* Is the value of the position certainly at least as good for color as this? */
static bool is_certain(Endgame *endgame, Color color, int value) {
    ask(endgame, color, value);
    board_copy(&endgame->boards[0], &endgame->game->board);
    return search(endgame, 0, endgame->game->board.passes > 0);
}

bool endgame_solve(Endgame *endgame, int *value) {
    const int most = endgame->settled_score + endgame->open_count;
    const int least = endgame->settled_score - endgame->open_count;
    int lower = score_of(endgame, &endgame->game->board);
    while (lower > least && !is_certain(endgame, BLACK, lower)) {
        lower--;
    }
    while (lower < most && !endgame->is_over && is_certain(endgame, BLACK, lower + 1)) {
        lower++;
    }
    *value = lower;
    return !endgame->is_over && (lower == most || is_certain(endgame, WHITE, lower)) &&
           !endgame->is_over;
}

static bool keeps_by_pass(Endgame *endgame, int value, bool is_agreed) {
    const Board *board = &endgame->game->board;
    ask(endgame, (Color)board->to_move, value);
    if ((endgame->has_dead && !is_agreed) || !reaches(endgame, board)) {
        return false;
    }
    board_copy(&endgame->boards[0], board);
    return board->passes > 0 || search_pass(endgame, 0, true);
}

bool endgame_keeps(Endgame *endgame, Point p, int value, bool is_agreed) {
    const Game *game = endgame->game;
    const Color mover = (Color)game->board.to_move;
    if (p == POINT_PASS) {
        return keeps_by_pass(endgame, value, is_agreed);
    }
    if (endgame->owner[p] != EMPTY || game_check(game, mover, p) != MOVE_LEGAL) {
        return false;
    }
    ask(endgame, mover, value);
    board_copy(&endgame->boards[0], &game->board);
    return search_move(endgame, 0, p) && !endgame->is_over;
}
