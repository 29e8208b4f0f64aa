/* Best play after the bounds of a solver have met.
 *
 * Under simple ko a bound of a win holds the distance to the end. The winner goes the shortest way,
 * and the loser, once it has nothing left to keep, the longest, so that the line ends. A side whose
 * points are safe by unconditional life takes the opponent's dead stones off, and passes. */
#include "engine/solve/solver.h"

#include "engine/solve/bitboard.h"

static const uint64_t LINE_NODES = 200000; /* for each position of the line */

typedef struct {
    const Solver *solver;
    const SolverContext *context;
    SolverThread *thread;     /* on the path */
    const Bitboard *bitboard; /* at its end */
    int goal[2];              /* [color]: what it keeps */
    bool has_passed;
} Line;

/* ---- Positions ---- */

static bool keeps_goal(const Line *line, int color) {
    return bitboard_score(line->context->shape, line->bitboard->stones, color) >= line->goal[color];
}

/* Does the color keep its goal by unconditional life? */
static bool is_safe(const Line *line, int color, const Bitboard *bitboard) {
    return solver_context_is_secure(line->context, bitboard->stones[color],
                                    solver_context_needed(line->context, line->goal[color]));
}

/* The legal moves that repeat nothing, without the pass. */
static Bits list_new_moves(const Line *line) {
    const SolverContext *context = line->context;
    Bits moves = solver_context_moves(context, line->bitboard);
    for (Bits rest = moves; rest != 0; rest &= rest - 1) {
        Bitboard next;
        solver_context_play(context, line->bitboard, bitboard_first(rest), &next);
        if (path_repeats(&line->thread->query.path, context->ko, &next)) {
            moves &= ~(rest & -rest);
        }
    }
    return moves;
}

/* ---- Moves ---- */

int line_find_shortest(SolverQuery *query, const Bitboard *bitboard, MoveSet moves) {
    const int mover = bitboard->to_move;
    int best = BITBOARD_NONE, move;
    Kos least = BOUNDS_KOS_ALL;
    while ((move = move_set_take(&moves)) != BITBOARD_NONE) {
        Bitboard next;
        solver_context_play(query->context, bitboard, move, &next);
        if (solver_context_is_secure(query->context, next.stones[mover], query->needed[mover])) {
            return move;
        }
        const HashKey key = solver_context_key(query->context, &next);
        const Bounds bounds = solver_query_probe(query, &key, !mover);
        if (bounds.upper <= -query->goal[mover] && bounds.kos < least) {
            least = bounds.kos;
            best = move;
        }
    }
    return best;
}

/* The move that loses most slowly by the table's bounds, or at the greatest cost. */
static int find_longest(const Line *line) {
    MoveSet moves = {list_new_moves(line), true};
    const int winner = !line->bitboard->to_move;
    int best = BITBOARD_NONE, longest = -1, move;
    while ((move = move_set_take(&moves)) != BITBOARD_NONE) {
        Bitboard next;
        solver_context_play(line->context, line->bitboard, move, &next);
        const Bounds bounds = solver_context_bounds(line->context, &next);
        const int length = line->context->ko == KO_SIMPLE ? (int)bounds.kos : bounds.work;
        if (bounds.lower >= line->goal[winner] && length > longest) {
            longest = length;
            best = move;
        }
    }
    return best;
}

/* The points of the side to move are safe: a move on them that keeps all living stones and adds one
 * to them. Captures come first, then what is next to the opponent's stones. */
static int find_clean_up(const Line *line) {
    const BitboardShape *shape = line->context->shape;
    const int mover = line->bitboard->to_move;
    const Bits own = line->bitboard->stones[mover], dead = line->bitboard->stones[!mover];
    const Bits alive = life_find_stones(shape, own), beside = bitboard_grow(shape, dead);
    int best = BITBOARD_NONE, most = -1;
    for (Bits open = list_new_moves(line) & life_find(shape, own, 0); open != 0; open &= open - 1) {
        const int move = bitboard_first(open);
        Bitboard next;
        solver_context_play(line->context, line->bitboard, move, &next);
        const int captured = bitboard_count(dead) - bitboard_count(next.stones[!mover]);
        const int order = 2 * captured + ((beside & bitboard_bit(move)) != 0);
        const Bits living = life_find_stones(shape, next.stones[mover]);
        if ((living & alive) == alive && living != alive && order > most &&
            is_safe(line, mover, &next)) {
            most = order;
            best = move;
        }
    }
    return best;
}

/* A move that keeps the mover's side of the value, or BITBOARD_NONE if it is not found soon. A side
 * whose points are safe passes as soon as the score is good; one with nothing to keep, once
 * the other side's points are safe. */
static int find_line_move(const Line *line) {
    const int mover = line->bitboard->to_move, goal = line->goal[mover];
    const bool has_something = solver_context_needed(line->context, goal) > 0;
    const bool is_settled = is_safe(line, has_something ? mover : !mover, line->bitboard);
    int move = BITBOARD_NONE;
    solver_query_set_question(&line->thread->query, (Color)mover, goal,
                              solver_is_pessimistic(line->solver, (Color)mover));
    if (keeps_goal(line, mover) && (line->has_passed || is_settled)) {
        return BITBOARD_PASS;
    }
    if (!has_something) {
        move = find_longest(line);
    } else if (is_settled) {
        move = find_clean_up(line);
    } else if (line->context->ko == KO_SIMPLE && goal > 0) {
        move = line_find_shortest(&line->thread->query, line->bitboard,
                                  (MoveSet){list_new_moves(line), keeps_goal(line, mover)});
    }
    return move != BITBOARD_NONE
               ? move
               : solver_thread_find_move(line->thread, SEARCH_DEPTH_MAX, LINE_NODES);
}

/* ---- The line ---- */

int line_find(Solver *solver, int *moves, int most) {
    const SolverState state = solver_state(solver);
    SolverThread *thread = solver_thread_new(solver_context(solver), solver_group(solver));
    Line line = {.solver = solver,
                 .context = solver_context(solver),
                 .thread = thread,
                 .goal = {state.lower, -state.lower},
                 .has_passed = solver_first(solver) == BITBOARD_PASS};
    int count = 0, passes = solver_first(solver) == BITBOARD_PASS, move = BITBOARD_NONE;
    if (state.lower != state.upper) {
        solver_thread_free(thread);
        return 0;
    }
    solver_resume(solver);
    solver_set_path(solver, &thread->query.path);
    while (count < most && passes < 2) {
        line.bitboard = path_end(&thread->query.path);
        move = find_line_move(&line);
        if (move == BITBOARD_NONE) {
            break;
        }
        moves[count++] = move;
        path_play(&thread->query.path, line.context, move);
        line.has_passed = move == BITBOARD_PASS;
        passes = line.has_passed ? passes + 1 : 0;
    }
    solver_thread_free(thread);
    return count;
}
