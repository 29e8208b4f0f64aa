/* Asks questions ("does the attacker reach T points?") and answers YES only if that is certain:
 * whatever ko rules might do is decided against the attacker. So a value is two answers, one with
 * each side attacking. README.md has the argument. */
#include "engine/solve/play/endgame.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/os/pages.h"
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
    point_neighbors(p, beside);
    for (int i = 0; i < 4; i++) {
        if (life_of[beside[i]]) {
            return true;
        }
    }
    return false;
}

static bool is_alive(const Board *board, const uint8_t *life, Point p, Color color) {
    return life[p] == LIFE_ALIVE && board_color(board, p) == color;
}

/* Unconditional life in the sense of engine/solve/life.h, which asks nothing of the owner: a region
 * counts if each of its points is next to a chain that is alive. So the points that count are those
 * that no other point is connected to. */
static void settle_for(const Board *board, const uint8_t *life, Color color,
                       uint8_t owner[POINT_COUNT]) {
    const Geometry *geometry = board->geometry;
    uint8_t alive[POINT_COUNT] = {0}, is_open[POINT_COUNT] = {0};
    Point open[CELL_COUNT_MAX];
    int count = 0;
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const Point p = geometry->point_of[cell];
        alive[p] = is_alive(board, life, p, color);
    }
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const Point p = geometry->point_of[cell];
        if (!alive[p] && !is_beside(alive, p)) {
            is_open[p] = true;
            open[count++] = p;
        }
    }
    for (int i = 0; i < count; i++) {
        Point beside[4];
        point_neighbors(open[i], beside);
        for (int k = 0; k < 4; k++) {
            const Point q = beside[k];
            if (board_color(board, q) != BORDER && !is_open[q] && !alive[q]) {
                is_open[q] = true;
                open[count++] = q;
            }
        }
    }
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const Point p = geometry->point_of[cell];
        owner[p] = is_open[p] ? owner[p] : (uint8_t)color;
    }
}

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

/* Adds what stands on the next open point to a code. Equal codes of different contents only make
 * the search more careful. */
static uint64_t code_with(uint64_t code, int color) {
    return hash_mix(code * 3 + (uint64_t)color);
}

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

/* The first position that superko knows. */
static int first_known(const Game *game) {
    return game->move_count - game->past[game->move_count].superko_past;
}

static void note_history(Endgame *endgame) {
    const Game *game = endgame->game;
    const int cells = game->geometry->cell_count;
    for (int i = first_known(game); i <= game->move_count; i++) {
        const ColorCell *past = game->past_cells + (size_t)i * (size_t)cells;
        uint64_t code = 0;
        for (int k = 0; k < endgame->open_count; k++) {
            code = code_with(code, past[game->geometry->cell_of[endgame->open[k]]]);
        }
        endgame->seen[endgame->seen_count++] = code;
    }
}

/* ---- Life that was lost ---- */

/* Did a board of the past have all the life of the color's now and more? past is for use here. */
static bool had_more_life(const Board *now, const uint8_t *life, const ColorCell *stones,
                          Color to_move, Color color, Board *past) {
    const Geometry *geometry = now->geometry;
    uint8_t past_life[POINT_COUNT];
    Status status;
    bool had_more = false;
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        if (stones[cell] != color && is_alive(now, life, geometry->point_of[cell], color)) {
            return false;
        }
    }
    board_set_up(past, stones, to_move, &status);
    benson_find(past, true, past_life);
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const Point p = geometry->point_of[cell];
        had_more |= is_alive(past, past_life, p, color) && !is_alive(now, life, p, color);
    }
    return had_more;
}

/* May a move that takes dead stones off make a board of the game, which superko bans? */
static bool has_lost_life(const Game *game, Board *past) {
    const Board *now = &game->board;
    const size_t cells = (size_t)game->geometry->cell_count;
    uint8_t life[POINT_COUNT];
    benson_find(now, true, life);
    board_init(past, game->geometry);
    for (int i = first_known(game); game->rules.ko != KO_SIMPLE && i < game->move_count; i++) {
        const ColorCell *stones = game->past_cells + (size_t)i * cells;
        const Color to_move = game->past[i].to_move;
        if (had_more_life(now, life, stones, to_move, BLACK, past) ||
            had_more_life(now, life, stones, to_move, WHITE, past)) {
            return true;
        }
    }
    return false;
}

Endgame *endgame_new(const Game *game, const Deadline *deadline, uint64_t nodes) {
    if (game->rules.scoring != SCORING_AREA) {
        return NULL;
    }
    Endgame *endgame = aligned_new(sizeof *endgame);
    if (endgame == NULL) {
        return NULL;
    }
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
        aligned_free(endgame);
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

/* Returns the board of the next ply. */
static const Board *play(Endgame *endgame, int ply, Point p) {
    Board *next = &endgame->boards[ply + 1];
    board_copy(next, &endgame->boards[ply]);
    board_play(next, (Color)next->to_move, p);
    return next;
}

/* The attacker must not make a position on the open points that has been, whatever stood elsewhere
 * then: no superko can ban such a move. The defender may, since it may have changed something
 * elsewhere; the attacker is then taken to fail. */
static bool search_move(Endgame *endgame, int ply, Point p) {
    const uint64_t code = code_of(endgame, play(endgame, ply, p));
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
    play(endgame, ply, POINT_PASS);
    return search(endgame, ply + 1, is_end);
}

/* Suicide of one stone is left out: it is a pass that does not end the game, if it is legal. */
static bool is_move(const Endgame *endgame, const Board *board, Point p) {
    const Color color = (Color)board->to_move;
    return board_color(board, p) == EMPTY &&
           board_is_legal(board, color, p, endgame->game->rules.suicide);
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

/* Passes only if that does not end the game in the attacker's favor, or if a move elsewhere may
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

/* Does the attacker certainly reach its target from the position of this ply? may_end: after a
 * pass. */
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

/* Does a pass now end the game with dead stones on the board? */
static bool may_end_with_dead(const Endgame *endgame) {
    return endgame->has_dead && endgame->game->board.passes > 0;
}

/* Black's score if it does. */
static int score_with_dead(const Endgame *endgame) {
    uint8_t owner[POINT_COUNT];
    return score_area(&endgame->game->board, NULL, owner);
}

/* The question where it does: the defender can also waste a move. */
static bool search_before_end(Endgame *endgame) {
    const Board *board = &endgame->boards[0];
    const int score = score_with_dead(endgame);
    const bool is_reached = (endgame->attacker == BLACK ? score : -score) >= endgame->target;
    const bool attacks = board->to_move == endgame->attacker;
    if (is_reached == attacks) {
        return is_reached;
    }
    for (int i = 0; i < endgame->open_count && !endgame->is_over; i++) {
        if (is_move(endgame, board, endgame->open[i]) &&
            search_move(endgame, 0, endgame->open[i]) == attacks) {
            return attacks;
        }
    }
    return !attacks && !endgame->is_over && search_pass(endgame, 0, false);
}

/* Is the value of the position certainly at least as good for color as this? */
static bool is_certain(Endgame *endgame, Color color, int value) {
    ask(endgame, color, value);
    board_copy(&endgame->boards[0], &endgame->game->board);
    return may_end_with_dead(endgame) ? search_before_end(endgame)
                                      : search(endgame, 0, endgame->game->board.passes > 0);
}

/* The bound of all values on a side: 1 or -1. */
static int bound_of(const Endgame *endgame, int side) {
    const int bound = endgame->settled_score + side * endgame->open_count;
    const int score = may_end_with_dead(endgame) ? score_with_dead(endgame) : bound;
    return side * score > side * bound ? score : bound;
}

static int most_of(const Endgame *endgame) {
    return bound_of(endgame, 1);
}

static int find_lower(Endgame *endgame) {
    const int least = bound_of(endgame, -1);
    int lower = score_of(endgame, &endgame->game->board);
    while (lower > least && !is_certain(endgame, BLACK, lower)) {
        lower--;
    }
    while (lower < most_of(endgame) && !endgame->is_over && is_certain(endgame, BLACK, lower + 1)) {
        lower++;
    }
    return lower;
}

bool endgame_solve(Endgame *endgame, int *value) {
    *value = find_lower(endgame);
    return !endgame->is_over &&
           (*value == most_of(endgame) || is_certain(endgame, WHITE, *value)) && !endgame->is_over;
}

void endgame_find_bounds(Endgame *endgame, int *lower, int *upper) {
    *lower = find_lower(endgame);
    *upper = *lower;
    while (*upper < most_of(endgame) && !is_certain(endgame, WHITE, *upper)) {
        ++*upper;
    }
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
