#include "engine/solve/play/small_board.h"

#include <string.h>

#include "engine/go/board/score.h"

enum {
    LARGE_EMPTY = 16,   /* empty points that the solver may finish, on boards over 20 points */
    LEAST_NODES = 1000, /* fewer are not worth the memory */
};

/* Is the board small enough for the solver during a game, and are the limits large enough? */
static bool fits(const Game *game, const ExactLimits *limits) {
    Status status;
    return limits->nodes >= LEAST_NODES && !deadline_is_over(&limits->deadline) &&
           small_board_check(game, &status) &&
           (game->geometry->cell_count <= EXACT_SMALL_CELLS ||
            game->board.empty_count <= LARGE_EMPTY);
}

static void add_exact_move(ExactMoves *moves, Point p) {
    moves->count += p != POINT_PASS && !moves->keeps[p];
    moves->keeps[p] = true;
}

/* Adds the move that is found soonest. */
static void add_best_move(const Game *game, SmallBoard *small_board, ExactMoves *moves) {
    Point best;
    if (small_board_find_line(small_board, &best, 1) == 1 &&
        game_check(game, game->board.to_move, best) == MOVE_LEGAL) {
        add_exact_move(moves, best);
    }
}

static bool find_on_small_board(const Game *game, const ExactLimits *limits, ExactMoves *moves) {
    SmallBoard *small_board = small_board_new(game, limits);
    if (small_board == NULL) {
        return false;
    }
    const ExactBounds bounds = small_board_solve(small_board);
    const bool is_known = bounds.lower == bounds.upper;
    moves->value = bounds.lower;
    if (is_known) {
        add_best_move(game, small_board, moves);
    }
    if (is_known && small_board_keeps(small_board, POINT_PASS, moves->value)) {
        add_exact_move(moves, POINT_PASS);
    }
    for (int cell = 0; is_known && cell < game->geometry->cell_count; cell++) {
        const Point p = game->geometry->point_of[cell];
        if (!moves->keeps[p] && game_check(game, game->board.to_move, p) == MOVE_LEGAL &&
            small_board_keeps(small_board, p, moves->value)) {
            add_exact_move(moves, p);
        }
    }
    small_board_free(small_board);
    return is_known;
}

/* ---- Moves that a person would not expect ---- */

/* Has the position after a move been in the game, the same side to move? */
static bool repeats(const Game *game, Point p) {
    const size_t cells = (size_t)game->geometry->cell_count;
    ColorCell after[CELL_COUNT_MAX];
    Board board;
    board_copy(&board, &game->board);
    board_play(&board, board.to_move, p);
    board_get_cells(&board, after);
    for (int i = 0; i <= game->move_count; i++) {
        if (game->past[i].to_move == board.to_move &&
            memcmp(after, game->past_cells + (size_t)i * cells, cells) == 0) {
            return true;
        }
    }
    return false;
}

static bool fills_eye(const Game *game, Point p) {
    return board_is_eye(&game->board, game->board.to_move, p);
}

static void take_out(const Game *game, bool (*is_odd)(const Game *game, Point p),
                     ExactMoves *moves) {
    Point odd[CELL_COUNT_MAX];
    int count = 0;
    for (int i = 0; i < game->board.empty_count; i++) {
        const Point p = game->board.empty[i];
        if (moves->keeps[p] && is_odd(game, p)) {
            odd[count++] = p;
        }
    }
    if (count == moves->count && !moves->keeps[POINT_PASS]) {
        return;
    }
    for (int i = 0; i < count; i++) {
        moves->keeps[odd[i]] = false;
        moves->count--;
    }
}

double exact_final_score(const Game *game, Color color, int value) {
    const double offset = game_score(game, NULL) - score_area(&game->board, NULL, NULL);
    return color == BLACK ? value + offset : -(value + offset);
}

bool exact_find_moves(const Game *game, Color color, const ExactLimits *limits, ExactMoves *moves) {
    memset(moves, 0, sizeof *moves);
    if (color != game->board.to_move || !fits(game, limits) ||
        !find_on_small_board(game, limits, moves)) {
        return false;
    }
    moves->is_lost = exact_final_score(game, color, moves->value) < 0;
    take_out(game, repeats, moves);
    take_out(game, fills_eye, moves);
    return moves->count > 0 || moves->keeps[POINT_PASS];
}
