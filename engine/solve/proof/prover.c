/* What the parts of a proof's making share; see the header. */
#include "engine/solve/proof/prover.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/solve/verify/strategy.h"

enum { TOLD_EACH = 1024 };

bool prover_start(Prover *prover, Solver *solver, Color winner, int goal,
                  const VerifyMonitor *monitor, Status *status) {
    const SolverContext *context = solver_context(solver);
    const BitboardShape *shape = context->shape;
    *prover = (Prover){.solver = solver,
                       .context = context,
                       .winner = winner,
                       .goal = goal,
                       .needed = (shape->cell_count + goal + 1) / 2,
                       .may_return = context->ko == KO_SIMPLE && goal <= 0,
                       .monitor = monitor,
                       .status = status};
    slow_rules_init(&prover->rules, shape->width, shape->height, (SlowKo)context->ko,
                    context->suicide);
    strategy_builder_init(&prover->builder, &prover->rules);
    prover->thread = solver_thread_new(solver_context(solver), solver_group(solver));
    prover->pathless = solver_thread_new(solver_context(solver), solver_group(solver));
    if (prover->thread == NULL || prover->pathless == NULL) {
        return status_fail(status, "out of memory");
    }
    solver_thread_set_pessimistic(prover->thread, solver_is_pessimistic(solver, winner));
    solver_thread_set_pessimistic(prover->pathless, solver_is_pessimistic(solver, winner));
    solver_thread_set_question(prover->thread, winner, goal);
    solver_thread_set_question(prover->pathless, winner, goal);
    return true;
}

bool prover_find_repetition(Prover *prover) {
    const Bitboard root = solver_root(prover->solver);
    prover->repetition =
        repetition_new(solver_context(prover->solver), solver_group(prover->solver), &root,
                       prover->winner, prover->goal);
    return (prover->repetition != NULL &&
            repetition_run(prover->repetition, SIZE_MAX) == ANSWER_YES) ||
           prover_fail(prover, "no way to hold was found");
}

bool prover_fail(const Prover *prover, const char *reason) {
    return status_fail(prover->status, "%s",
                       solver_is_stopped(prover->solver) ? "the search was ended" : reason);
}

void prover_end(Prover *prover) {
    strategy_builder_free(&prover->builder);
    free(prover->todo);
    solver_thread_free(prover->thread);
    solver_thread_free(prover->pathless);
    repetition_free(prover->repetition);
}

void prover_report(const Prover *prover, const char *part, size_t done, size_t all) {
    const VerifyMonitor *monitor = prover->monitor;
    if (monitor->report != NULL && done % TOLD_EACH == 0 &&
        !monitor->report(monitor->context, part, done, all)) {
        solver_stop(prover->solver);
    }
}

bool prover_is_secure(const Prover *prover, const Bitboard *bitboard) {
    return solver_context_is_secure(prover->context, bitboard->stones[prover->winner],
                                    prover->needed);
}

bool prover_is_decided(const Prover *prover, const Bitboard *root) {
    return prover_is_secure(prover, root) ||
           (solver_first(prover->solver) == BITBOARD_PASS && root->to_move == prover->winner &&
            prover_is_good(prover, root));
}

bool prover_is_good(const Prover *prover, const Bitboard *bitboard) {
    const int black = bitboard_score(prover->context->shape, bitboard->stones);
    return (prover->winner == BLACK ? black : -black) >= prover->goal;
}

/* As memory_grow, which does not align a bitboard's lanes. */
Bitboard *prover_append(Bitboard *list, size_t count, const Bitboard *bitboard) {
    if ((count & (count - 1)) == 0) {
        const size_t room = count == 0 ? 1 : 2 * count;
        Bitboard *grown = memory_check(aligned_alloc(_Alignof(Bitboard), room * sizeof *grown));
        if (count > 0) {
            memcpy(grown, list, count * sizeof *grown);
        }
        free(list);
        list = grown;
    }
    list[count] = *bitboard;
    return list;
}

SlowBoard prover_slow_board(const Prover *prover, const Bitboard *bitboard) {
    SlowBoard board = {{0}};
    ColorCell cells[CELL_COUNT_MAX];
    bitboard_get_cells(prover->context->shape, bitboard, cells);
    for (int cell = 0; cell < prover->rules.count; cell++) {
        board.cell[cell] = cells[cell] == EMPTY                 ? SLOW_EMPTY
                           : cells[cell] == (int)prover->winner ? SLOW_WINNER
                                                                : SLOW_LOSER;
    }
    return board;
}

Bitboard prover_bitboard(const Prover *prover, const SlowBoard *board, Color to_move) {
    ColorCell cells[CELL_COUNT_MAX];
    Bitboard bitboard;
    for (int cell = 0; cell < prover->rules.count; cell++) {
        const int stone = board->cell[cell];
        cells[cell] = (ColorCell)(stone == SLOW_EMPTY    ? EMPTY
                                  : stone == SLOW_WINNER ? prover->winner
                                                         : color_opponent(prover->winner));
    }
    bitboard_set_up(prover->context->shape, cells, to_move, &bitboard);
    return bitboard;
}

int prover_cell(const BitboardShape *shape, int spot) {
    return spot < 0 ? SLOW_NO_KO : spot >= BITBOARD_PASS ? SLOW_PASS : shape->cell_of[spot];
}

int prover_find(const Prover *prover, const Bitboard *bitboard, uint8_t *key, uint32_t *entry) {
    const SlowBoard board = prover_slow_board(prover, bitboard);
    const int ko = prover_cell(prover->context->shape, bitboard->ko);
    const int g = slow_canonical(&prover->rules, &board, ko);
    const SlowBoard image = slow_image(&prover->rules, &board, g);
    memset(key, 0, STRATEGY_KEY_MAX);
    strategy_pack(&prover->rules, &image, slow_image_cell(&prover->rules, ko, g), key);
    *entry = strategy_builder_find(&prover->builder, key);
    return g;
}

int prover_record_move(const Prover *prover, int move, int symmetry) {
    return slow_image_cell(&prover->rules, prover_cell(prover->context->shape, move), symmetry) + 1;
}

Bitboard prover_open(const Prover *prover, uint32_t number, int place, int *move) {
    const BitboardShape *shape = prover->context->shape;
    const StrategyEntry *entry = &prover->builder.entries[number];
    SlowBoard board;
    int ko;
    strategy_unpack(&prover->rules, entry->key, &board, &ko);
    Bitboard bitboard = prover_bitboard(prover, &board, prover->winner);
    bitboard.ko = (int8_t)(ko == SLOW_NO_KO ? BITBOARD_NO_KO : shape->spot_of[ko]);
    *move = entry->moves[place] == 0 ? BITBOARD_PASS : shape->spot_of[entry->moves[place] - 1];
    return bitboard;
}
