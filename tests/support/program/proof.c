#include "tests/support/program/proof.h"

#include <inttypes.h>

SolverOptions small_board_options(int width, int height, KoRule ko, bool suicide) {
    SolverOptions options = {.width = width,
                             .height = height,
                             .rules = RULE_SETS[0].rules,
                             .use = SOLVER_ALL_TECHNIQUES,
                             .hash_seed = HASH_DEFAULT_SEED,
                             .threads = 1,
                             .table_bytes = 8 << 20};
    options.rules.ko = ko;
    options.rules.suicide = suicide;
    return options;
}

static void release(void *solver) {
    solver_free(solver);
}

Solver *solver_kept(const SolverOptions *options) {
    Solver *solver = solver_new(options);
    cr_assert_not_null(solver);
    cleanup_add(solver, release);
    return solver;
}

void solver_set_up(Solver *solver, const ColorCell *cells, Color to_move, int first) {
    const BitboardShape *shape = solver_context(solver)->shape;
    Bitboard bitboard;
    cr_assert(bitboard_set_up(shape, cells, to_move, &bitboard));
    solver_set_position(solver, &bitboard, first < 0 ? BITBOARD_NONE : shape->spot_of[first]);
}

ProofWanted proof_of_value(const Solver *solver, VerifyMonitor monitor) {
    const int value = solver_state(solver).lower;
    return (ProofWanted){
        .has_lower = true, .has_upper = true, .lower = value, .upper = value, .monitor = monitor};
}

void proof_make_of(Solver *solver, Text *bytes) {
    cr_assert(solver_solve(solver));
    const SolverState state = solver_state(solver);
    const SolverContext *context = solver_context(solver);
    const int count = context->shape->cell_count;
    const ProofWanted wanted = {.has_lower = state.lower > -count,
                                .has_upper = state.upper < count,
                                .lower = state.lower,
                                .upper = state.upper};
    VerifyResult result;
    Status status = {""};
    cr_assert(prove_bounds(solver, &wanted, bytes, &result, &status), "%dx%d ko %d: %s",
              context->shape->width, context->shape->height, context->ko, status.text);
    cr_assert(!wanted.has_lower || result.lower == state.lower);
    cr_assert(!wanted.has_upper || result.upper == state.upper);
}

void proof_make(const SolverOptions *options, Text *bytes) {
    Solver *solver = solver_kept(options);
    proof_make_of(solver, bytes);
    cleanup_now(solver);
}

/* ---- Records without their blocks ---- */

enum { CHECKSUM_LINE_BYTES = 26 };

void proof_unpack(const Text *bytes, Text *flat) {
    ProofFile file;
    Status status;
    const char *at = bytes->bytes;
    cr_assert(proof_file_read((const uint8_t *)bytes->bytes, bytes->length, NULL, &file, &status),
              "%s", status.text);
    text_clear(flat);
    for (int i = 0; i < file.count; i++) {
        const Strategy *strategy = &file.strategy[i];
        const char *section = strstr(at, "section "); /* of the head, or behind the last block */
        const char *blocks = strchr(section, '\n') + 1;
        text_append(flat, at, (size_t)(blocks - at));
        text_append(flat, (const char *)strategy->records, strategy->count * file.record_bytes);
        for (size_t left = strategy->count; left > 0;
             left -= left < BLOCK_RECORDS ? left : BLOCK_RECORDS) {
            blocks += BLOCK_HEAD_BYTES + block_read_head((const uint8_t *)blocks);
        }
        at = blocks;
    }
    text_append(flat, at, bytes->length - (size_t)(at - bytes->bytes));
    proof_file_free(&file);
}

void proof_sign(Text *bytes) {
    const size_t place = bytes->length - CHECKSUM_LINE_BYTES;
    char line[CHECKSUM_LINE_BYTES + 1];
    snprintf(line, sizeof line, "checksum %016" PRIX64 "\n",
             frame_sum((const uint8_t *)bytes->bytes, place));
    memcpy(bytes->bytes + place, line, CHECKSUM_LINE_BYTES);
}

void proof_pack(const Text *flat, size_t record_bytes, Text *bytes) {
    const char *at = flat->bytes, *end = flat->bytes + flat->length;
    text_clear(bytes);
    while (at < end) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        size_t records = 0;
        cr_assert_not_null(newline);
        sscanf(at, "section %*s %*d %zu", &records);
        text_append(bytes, at, (size_t)(newline + 1 - at));
        at = newline + 1;
        while (records > 0) {
            const size_t count = records < BLOCK_RECORDS ? records : BLOCK_RECORDS;
            block_pack((const uint8_t *)at, count, record_bytes, bytes);
            at += count * record_bytes;
            records -= count;
        }
    }
    proof_sign(bytes);
}
