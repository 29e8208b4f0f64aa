/* The proofs of small boards, and what their check meets. */
#include "tests/support/program/golden.h"
#include "tests/support/program/proof.h"

#include <inttypes.h>

enum { CHECKSUM_LINE_BYTES = 26 };

/* The digest of a proof's lines and records: blocks, and so the checksum, are what zlib makes of
 * them. */
static void expect_bytes(const char *name, const Text *bytes) {
    Text flat = {0};
    VerifyResult result;
    Status status;
    uint64_t digest = 0;
    cr_assert(verify_proof((const uint8_t *)bytes->bytes, bytes->length, &result, NULL, &status),
              "%s", status.text);
    proof_unpack(bytes, &flat);
    for (size_t at = 0; at + CHECKSUM_LINE_BYTES < flat.length; at++) {
        digest = golden_add(digest, (unsigned char)flat.bytes[at]);
    }
    golden_expect(name,
                  formatted("records %zu cyclic %zu paths %zu digest %016" PRIx64, result.records,
                            result.cyclic_boards, result.path_positions, digest));
    text_free(&flat);
}

static void expect_proof(int width, int height, KoRule ko, bool suicide, size_t table_bytes) {
    SolverOptions options = small_board_options(width, height, ko, suicide);
    options.table_bytes = table_bytes;
    Text *bytes = text_kept();
    proof_make(&options, bytes);
    expect_bytes(
        formatted("proof %dx%d %s, table %zu", width, height, SOLVE_KO_NAMES[ko], table_bytes),
        bytes);
}

Test(proof_golden, proofs) {
    expect_proof(3, 3, KO_SIMPLE, true, 1 << 20);
    expect_proof(1, 7, KO_SIMPLE, true, 1 << 9);
    expect_proof(1, 6, KO_POSITIONAL, true, 1 << 20);
    expect_proof(2, 5, KO_POSITIONAL, true, 1 << 20);
    expect_proof(2, 3, KO_SITUATIONAL, false, 1 << 20);
}

/* Takes several rounds of checks and repairs. */
Test(proof_golden, a_proof_that_is_repaired) {
    const SolverOptions options = small_board_options(4, 4, KO_POSITIONAL, true);
    Solver *solver = solver_kept(&options);
    Text *bytes = text_kept();
    VerifyResult result;
    Status status;
    const ProofWanted wanted = {.has_lower = true, .lower = 2};
    cr_assert_eq(solver_ask(solver, 2), ANSWER_YES);
    cr_assert(prove_bounds(solver, &wanted, bytes, &result, &status), "%s", status.text);
    expect_bytes("proof 4x4 psk, lower bound", bytes);
}
