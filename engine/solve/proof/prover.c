#include "engine/solve/proof/prover.h"

#include <stdlib.h>

#include "engine/base/memory.h"

enum { TOLD_EACH = 1024 };

static const uint64_t LEAST_SEARCH_NODES = 10000;

/* Seconds. On a large board the solution took minutes, and many searches of a repair fail. */
static const uint64_t REPAIR_NODES = 2000000;

/* A way back to the strategy is found soon or never. */
static const uint64_t ASSUMING_NODES = 100000;

static void init_refuted(Prover *prover) {
    refuted_boards_init(&prover->refuted, &prover->rules);
    refuted_boards_init(&prover->refuted_recently, &prover->rules);
}

static void free_refuted(Prover *prover) {
    refuted_boards_free(&prover->refuted);
    refuted_boards_free(&prover->refuted_recently);
}

void prover_start(Prover *prover, Solver *solver, Color winner, int goal,
                  const VerifyMonitor *monitor, Status *status) {
    const SolverContext *context = solver_context(solver);
    const bool is_pessimistic = solver_is_pessimistic(solver, winner);
    *prover = (Prover){.solver = solver,
                       .context = context,
                       .winner = winner,
                       .goal = goal,
                       .needed = solver_context_needed(context, goal),
                       .draws_suffice = context->ko == KO_SIMPLE && goal <= 0 && !is_pessimistic,
                       .search_nodes = LEAST_SEARCH_NODES + solver_state(solver).nodes,
                       .repair_nodes = REPAIR_NODES,
                       .monitor = monitor,
                       .status = status};
    whole_rules_init(&prover->rules, context->shape->width, context->shape->height,
                     (WholeKo)context->ko, context->suicide);
    strategy_builder_init(&prover->builder, &prover->rules);
    init_refuted(prover);
    prover->thread = solver_thread_new(solver_context(solver), solver_group(solver));
    prover->pathless = solver_thread_new(solver_context(solver), solver_group(solver));
    solver_query_set_question(&prover->thread->query, winner, goal, is_pessimistic);
    solver_query_set_question(&prover->pathless->query, winner, goal, is_pessimistic);
}

bool prover_find_repetition(Prover *prover) {
    const Bitboard root = solver_root(prover->solver);
    assert(prover->repetition == NULL);
    prover->repetition =
        repetition_new(solver_context(prover->solver), solver_group(prover->solver), &root,
                       prover->winner, prover->goal);
    return repetition_run(prover->repetition, SIZE_MAX) == ANSWER_YES ||
           prover_fail(prover, "no strategy that holds the bound was found");
}

uint64_t prover_search_nodes(const Prover *prover) {
    const uint64_t nodes = prover->search_nodes + prover->builder.count;
    return prover->assumption > 0                                 ? ASSUMING_NODES
           : prover->is_repairing && nodes > prover->repair_nodes ? prover->repair_nodes
                                                                  : nodes;
}

bool prover_fail(const Prover *prover, const char *reason) {
    return status_fail(prover->status, "%s",
                       solver_is_stopped(prover->solver) ? "the search was ended" : reason);
}

void prover_end(Prover *prover) {
    strategy_builder_free(&prover->builder);
    free_refuted(prover);
    free(prover->todo);
    solver_thread_free(prover->thread);
    solver_thread_free(prover->pathless);
    repetition_free(prover->repetition);
}

void prover_report_now(const Prover *prover, const char *phase, size_t done, size_t all) {
    if (!monitor_report(prover->monitor, phase, done, all)) {
        solver_stop(prover->solver);
    }
}

void prover_report(const Prover *prover, const char *phase, size_t done, size_t all) {
    if (done % TOLD_EACH == 0) {
        prover_report_now(prover, phase, done, all);
    }
}

bool prover_is_secure(const Prover *prover, const Bitboard *bitboard) {
    return solver_context_is_secure(prover->context, bitboard->stones[prover->winner],
                                    prover->needed);
}

/* Is the score on the board good enough? */
static bool is_good(const Prover *prover, const Bitboard *bitboard) {
    return bitboard_score(prover->context->shape, bitboard->stones, (int)prover->winner) >=
           prover->goal;
}

bool prover_is_decided(const Prover *prover, const Bitboard *root) {
    return prover_is_secure(prover, root) ||
           (root->to_move == prover->winner && prover_has_passed(prover, root));
}

bool prover_has_passed(const Prover *prover, const Bitboard *root) {
    return solver_first(prover->solver) == BITBOARD_PASS && is_good(prover, root);
}

MoveSet prover_replies(const Prover *prover, const Bitboard *bitboard, bool has_passed) {
    return (MoveSet){solver_context_moves(prover->context, bitboard),
                     !has_passed && !is_good(prover, bitboard)};
}

void prover_forget_refuted(Prover *prover) {
    free_refuted(prover);
    init_refuted(prover);
}

bool prover_refute(Prover *prover, const SlowBoard *board, bool winner_to_move) {
    KeySet *boards = &prover->refuted.boards[winner_to_move];
    const uint32_t before = boards->count;
    strategy_add_board(boards, &prover->rules, board);
    if (boards->count > before) {
        strategy_add_board(&prover->refuted_recently.boards[winner_to_move], &prover->rules, board);
    }
    return boards->count > before;
}

bool prover_has_board(const Prover *prover, const RefutedBoards *refuted, const Bits stones[2],
                      int to_move) {
    const SlowBoard board = prover_slow_board(prover->context->shape, stones, prover->winner);
    const bool winner_to_move = to_move == (int)prover->winner;
    return strategy_find_board(&refuted->boards[winner_to_move], &prover->rules, &board) !=
           KEY_UNKNOWN;
}

bool prover_is_refuted(const Prover *prover, const RefutedBoards *refuted, const Bitboard *bitboard,
                       bool has_passed) {
    if (prover_has_board(prover, refuted, bitboard->stones, bitboard->to_move)) {
        return true;
    }
    if (bitboard->to_move == prover->winner || prover_is_secure(prover, bitboard)) {
        return false;
    }
    MoveSet replies = prover_replies(prover, bitboard, has_passed);
    for (int reply; (reply = move_set_take(&replies)) != BITBOARD_NONE;) {
        Bitboard next;
        solver_context_play(prover->context, bitboard, reply, &next);
        if (prover_has_board(prover, refuted, next.stones, next.to_move)) {
            return true;
        }
    }
    return false;
}

bool prover_leads_to_refuted(const Prover *prover, const RefutedBoards *refuted,
                             const Bitboard *bitboard, int move) {
    if (refuted_boards_count(refuted) == 0) {
        return false; /* as nearly always: it takes no time then */
    }
    Bitboard next;
    solver_context_play(prover->context, bitboard, move, &next);
    return prover_is_refuted(prover, refuted, &next, move == BITBOARD_PASS);
}

void prover_append(ProverPosition **list, size_t *count, const Bitboard *bitboard) {
    *list = memory_grow(*list, *count, sizeof **list);
    (*list)[(*count)++] =
        (ProverPosition){{bitboard->stones[0], bitboard->stones[1]}, bitboard->ko};
}

Bitboard prover_position(const Prover *prover, const ProverPosition *position) {
    Bitboard bitboard;
    bitboard_make(prover->context->shape, position->stones, (int)prover->winner, position->ko,
                  &bitboard);
    return bitboard;
}

Bitboard prover_begin_path(const Prover *prover, const ProverPosition *position) {
    const Bitboard bitboard = prover_position(prover, position);
    path_begin(&prover->thread->query.path, prover->context, &bitboard);
    return bitboard;
}

/* The set of the spots' cells. */
static uint64_t cells_of(const BitboardShape *shape, Bits spots) {
    MoveSet left = {spots, false};
    uint64_t cells = 0;
    for (int spot; (spot = move_set_take(&left)) != BITBOARD_NONE;) {
        cells |= UINT64_C(1) << shape->cell_of[spot];
    }
    return cells;
}

static Bits spots_of(const BitboardShape *shape, uint64_t cells) {
    Bits spots = 0;
    for (; cells != 0; cells &= cells - 1) {
        spots |= bitboard_bit(shape->spot_of[__builtin_ctzll(cells)]);
    }
    return spots;
}

SlowBoard prover_slow_board(const BitboardShape *shape, const Bits stones[2], Color winner) {
    return (SlowBoard){{{{cells_of(shape, stones[winner])}}, {{cells_of(shape, stones[!winner])}}}};
}

Bitboard prover_bitboard(const Prover *prover, const SlowBoard *board, int ko, Color to_move) {
    const BitboardShape *shape = prover->context->shape;
    Bits stones[2];
    Bitboard bitboard;
    stones[prover->winner] = spots_of(shape, board->stones[0].words[0]);
    stones[!prover->winner] = spots_of(shape, board->stones[1].words[0]);
    bitboard_make(shape, stones, (int)to_move,
                  ko == WHOLE_NO_KO ? BITBOARD_NO_KO : shape->spot_of[ko], &bitboard);
    return bitboard;
}

int prover_cell(const BitboardShape *shape, int spot) {
    return spot < 0 ? WHOLE_NO_KO : spot >= BITBOARD_PASS ? WHOLE_PASS : shape->cell_of[spot];
}

int prover_pack(const Prover *prover, const Bits stones[2], int ko, uint8_t *key) {
    const BitboardShape *shape = prover->context->shape;
    const SlowBoard board = prover_slow_board(shape, stones, prover->winner);
    return strategy_pack_least(&prover->rules, &board, prover_cell(shape, ko), key);
}

ProverPlace prover_find(const Prover *prover, const Bitboard *bitboard) {
    ProverPlace place;
    place.symmetry = prover_pack(prover, bitboard->stones, bitboard->ko, place.key);
    place.entry = strategy_builder_find(&prover->builder, place.key);
    return place;
}

int prover_find_replies(const Prover *prover, const Bitboard *bitboard, bool has_passed,
                        Bitboard next[PROVER_REPLIES_MAX], uint32_t entries[PROVER_REPLIES_MAX]) {
    MoveSet replies = prover_replies(prover, bitboard, has_passed);
    uint8_t keys[PROVER_REPLIES_MAX][STRATEGY_KEY_MAX];
    int count = 0;
    for (int move; (move = move_set_take(&replies)) != BITBOARD_NONE; count++) {
        solver_context_play(prover->context, bitboard, move, &next[count]);
        prover_pack(prover, next[count].stones, next[count].ko, keys[count]);
    }
    strategy_builder_find_all(&prover->builder, keys, count, entries);
    return count;
}

int prover_record_move(const Prover *prover, int move, int symmetry) {
    return whole_image_cell(&prover->rules, prover_cell(prover->context->shape, move), symmetry) +
           1;
}

int prover_move(const Prover *prover, int record_move, int symmetry) {
    const int cell = whole_origin_cell(&prover->rules, record_move - 1, symmetry);
    return cell == WHOLE_PASS ? BITBOARD_PASS : prover->context->shape->spot_of[cell];
}

Bitboard prover_decode_entry(const Prover *prover, uint32_t number, int place, int *move) {
    const StrategyEntry *entry = &prover->builder.entries[number];
    SlowBoard board;
    int ko;
    strategy_unpack(&prover->rules, entry->key, &board, &ko);
    *move = prover_move(prover, entry->moves[place], 0);
    return prover_bitboard(prover, &board, ko, prover->winner);
}
