/* What superko makes of the bounds of the table. */
#include "engine/base/rng.h"
#include "tests/support/position/diagram.h"
#include "tests/support/program/proof.h"

static SolverContext *context_of(int width, int height, KoRule ko) {
    SolverContext *context = aligned_alloc(64, sizeof(SolverContext));
    SolverOptions options = small_board_options(width, height, ko, false);
    options.table_bytes = 1 << 16;
    cr_assert(context != NULL && solver_context_init(context, &options));
    return context;
}

static void context_end(SolverContext *context) {
    solver_context_free(context);
    free(context);
}

static SolverQuery *query_of(SolverContext *context) {
    SolverQuery *query = aligned_alloc(64, (sizeof *query + 63) / 64 * 64);
    memset(query, 0, sizeof *query);
    query->context = context;
    return query;
}

/* A random game without suicide. After a move that took a ko, the path has the move's bits. */
static void play_and_check(SolverContext *context, Path *path, Rng *rng, int *kos_taken) {
    ColorCell cells[CELL_COUNT_MAX];
    Bitboard root;
    memset(cells, EMPTY, sizeof cells);
    cr_assert(bitboard_set_up(context->shape, cells, BLACK, &root));
    path_begin(path, context, &root);
    for (int i = 0; i < 200; i++) {
        const Bitboard *bitboard = path_end(path);
        const int mover = bitboard->to_move;
        const int spot =
            context->shape->spot_of[rng_below(rng, (uint32_t)context->shape->cell_count)];
        Bitboard next;
        if (((bitboard->stones[0] | bitboard->stones[1]) & bitboard_bit(spot)) != 0 ||
            spot == bitboard->ko || !solver_context_play(context, bitboard, spot, &next)) {
            continue;
        }
        path_push(path, context, next.stones, next.ko);
        if (next.ko != BITBOARD_NO_KO) {
            const Kos kos = solver_context_kos(context, next.stones, bitboard_bit(spot));
            cr_assert_neq(kos, 0);
            cr_assert_eq(kos & ~path->kos[path->ply][mover], 0);
            ++*kos_taken;
        }
    }
}

Test(solve_path, remembers_every_ko_taken) {
    Path *path = cleanup_free(aligned_alloc(64, (sizeof *path + 63) / 64 * 64));
    Rng rng = rng_new(5);
    int kos_taken = 0;
    for (int ko = KO_POSITIONAL; ko <= KO_SITUATIONAL; ko++) {
        SolverContext *context = context_of(4, 4, (KoRule)ko);
        for (int game = 0; game < 200; game++) {
            play_and_check(context, path, &rng, &kos_taken);
        }
        context_end(context);
    }
    cr_assert_gt(kos_taken, 100);
}

/* Black has taken a ko on the path. A bound of Black's that makes such a board again is not trusted
 * there; one of White's is, and so is Black's on another path. */
Test(solve_path, a_bound_is_not_trusted_where_its_ko_may_be_banned) {
    const Diagram diagram = diagram_read(". X O .\n"
                                         "X . X O\n"
                                         ". X O .\n"
                                         ". . . .\n");
    const Diagram before = diagram_read(". X O .\n"
                                        "X O . O\n"
                                        ". X O .\n"
                                        ". . . .\n");
    SolverContext *context = context_of(4, 4, KO_POSITIONAL);
    SolverQuery *query = cleanup_free(query_of(context));
    solver_query_set_question(query, BLACK, 3, false);
    Bitboard taken, other;
    cr_assert(bitboard_set_up(context->shape, diagram.cells, WHITE, &taken));
    cr_assert(bitboard_set_up(context->shape, before.cells, BLACK, &other));
    const Bits shape = bitboard_ko_shapes(context->shape, taken.stones, BLACK);
    cr_assert_neq(shape, 0);
    const Kos kos = solver_context_kos(context, taken.stones, shape);
    Bounds bounds = bounds_unknown();
    bounds.upper = -3; /* White reaches no more, so Black reaches 3 */
    bounds.kos = kos;
    path_begin(&query->path, context, &taken);
    cr_assert_eq(solver_query_result(query, &bounds, WHITE).answer, ANSWER_OPEN);
    bounds.kos = 0;
    cr_assert_eq(solver_query_result(query, &bounds, WHITE).answer, ANSWER_NO);
    bounds.kos = kos;
    path_begin(&query->path, context, &other);
    cr_assert_eq(solver_query_result(query, &bounds, WHITE).answer, ANSWER_NO);
    query->ignores_ko_bounds = true;
    cr_assert_eq(solver_query_result(query, &bounds, WHITE).answer, ANSWER_OPEN);
    context_end(context);
}

/* A bound that could not be trusted gives way to what was found on the path, though that says less:
 * the bits of the one must not go to the other. */
Test(solve_path, a_weaker_bound_does_not_free_a_stronger_one) {
    SolverContext *context = context_of(3, 3, KO_POSITIONAL);
    SolverQuery *query = cleanup_free(query_of(context));
    ColorCell cells[CELL_COUNT_MAX];
    Bitboard root;
    memset(cells, EMPTY, sizeof cells);
    cr_assert(bitboard_set_up(context->shape, cells, BLACK, &root));
    const HashKey key = solver_context_key(context, &root);
    SolverResult result = solver_result_of(ANSWER_YES);
    path_begin(&query->path, context, &root);
    result.kos = 1;
    solver_query_set_question(query, BLACK, 5, false);
    solver_query_store(query, &key, result, 1, 1);
    result.kos = 0;
    solver_query_set_question(query, BLACK, 2, false);
    solver_query_store(query, &key, result, 1, 1);
    const Bounds bounds = solver_query_probe(query, &key, path_end(&query->path)->to_move);
    cr_assert(bounds.lower == 2 || bounds.kos != 0);
    context_end(context);
}

/* Is an answer on the position after a move of Black's, which rests on bans, found again after
 * these boards, on which White and Black have passed or not? */
static bool is_recalled(SolverQuery *query, const Bitboard *before, const Bitboard *root,
                        bool has_passes, int move) {
    Bitboard child;
    SolverResult result;
    path_begin(&query->path, query->context, before);
    path_add(&query->path, query->context, root);
    if (has_passes) {
        path_play(&query->path, query->context, BITBOARD_PASS);
        path_play(&query->path, query->context, BITBOARD_PASS);
    }
    cr_assert(solver_context_play(query->context, path_end(&query->path), move, &child));
    const HashKey key = solver_context_key(query->context, &child);
    return solver_query_probe_bans(query, &key, child.stones, &result);
}

/* An answer that rests on bans holds wherever the same is banned, and is tainted there. */
Test(solve_path, an_answer_is_kept_for_paths_with_the_same_bans) {
    static const char *const BOARDS[] = {". . .\n. . .\n. . .\n", "X . .\n. . .\n. . .\n",
                                         "O . .\n. . .\n. . .\n"};
    for (int ko = KO_POSITIONAL; ko <= KO_SITUATIONAL; ko++) {
        SolverContext *context = context_of(3, 3, (KoRule)ko);
        SolverQuery *query = cleanup_free(query_of(context));
        Bitboard board[3], white_moves;
        for (int i = 0; i < 3; i++) {
            const Diagram diagram = diagram_read(BOARDS[i]);
            cr_assert(bitboard_set_up(context->shape, diagram.cells, BLACK, &board[i]));
        }
        bitboard_make(context->shape, board[0].stones, WHITE, BITBOARD_NO_KO, &white_moves);
        const int center = context->shape->spot_of[4];
        solver_query_set_question(query, BLACK, 9, false);
        path_begin(&query->path, context, &white_moves);
        path_add(&query->path, context, &board[1]);
        path_play(&query->path, context, center);
        const HashKey key = solver_query_end_key(query);
        solver_query_store(query, &key, (SolverResult){ANSWER_NO, 0, true, 0}, 1, 1);
        cr_assert_eq(solver_query_probe(query, &key, WHITE).upper, BOUNDS_UPPER_NONE);
        cr_assert(is_recalled(query, &white_moves, &board[1], false, center));
        cr_assert_eq(is_recalled(query, &board[0], &board[1], false, center), ko == KO_POSITIONAL);
        cr_assert_eq(is_recalled(query, &white_moves, &board[1], true, center),
                     ko == KO_POSITIONAL);
        cr_assert_not(is_recalled(query, &board[2], &board[1], false, center));
        cr_assert_not(is_recalled(query, &white_moves, &board[0], false, center));
        query->ignores_ko_bounds = true;
        cr_assert_not(is_recalled(query, &white_moves, &board[1], false, center));
        query->ignores_ko_bounds = false;
        solver_query_set_question(query, BLACK, 9, true);
        cr_assert_not(is_recalled(query, &white_moves, &board[1], false, center));
        context_end(context);
    }
}
