/* The proofs of small boards, and what their check meets. */
#include "tests/support/program/golden.h"
#include "tests/support/program/proof.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <string.h>

enum { CHECKSUM_LINE_BYTES = 26 };

static bool add_report(void *context, const char *phase, size_t done, size_t all) {
    uint64_t *digest = context;
    for (; *phase != '\0'; phase++) {
        *digest = golden_add(*digest, (unsigned char)*phase);
    }
    *digest = golden_add(golden_add(*digest, done), all);
    return true;
}

/* What is told while both bounds of a board are proved and checked. */
static uint64_t digest_reports(const SolverOptions *options) {
    Solver *solver = solver_kept(options);
    uint64_t digest = 0;
    Text bytes = {0};
    VerifyResult result;
    Status status;
    cr_assert(solver_solve(solver));
    const ProofWanted wanted =
        proof_of_value(solver, (VerifyMonitor){.report = add_report, .context = &digest});
    cr_assert(prove_bounds(solver, &wanted, &bytes, &result, &status), "%s", status.text);
    text_free(&bytes);
    cleanup_now(solver);
    return digest;
}

/* The digest of a proof's lines and records: blocks, and so the checksum, are what zlib makes of
 * them. */
static void expect_proof(int width, int height, KoRule ko, bool suicide, size_t table_bytes) {
    SolverOptions options = small_board_options(width, height, ko, suicide);
    options.table_bytes = table_bytes;
    Text bytes = {0}, flat = {0};
    VerifyResult result;
    Status status;
    uint64_t digest = 0;
    proof_make(&options, &bytes);
    cr_assert(verify_proof((const uint8_t *)bytes.bytes, bytes.length, &result, NULL, &status));
    proof_unpack(&bytes, &flat);
    for (size_t at = 0; at + CHECKSUM_LINE_BYTES < flat.length; at++) {
        digest = golden_add(digest, (unsigned char)flat.bytes[at]);
    }
    golden_expect(
        formatted("proof %dx%d %s, table %zu", width, height, SOLVE_KO_NAMES[ko], table_bytes),
        formatted("records %zu cyclic %zu paths %zu digest %016" PRIx64 " reports %016" PRIx64,
                  result.records, result.cyclic_boards, result.path_positions, digest,
                  digest_reports(&options)));
    text_free(&bytes);
    text_free(&flat);
}

Test(proof_golden, proofs_under_simple_ko) {
    expect_proof(2, 3, KO_SIMPLE, false, 1 << 20);
    expect_proof(3, 3, KO_SIMPLE, true, 1 << 20);
    expect_proof(2, 5, KO_SIMPLE, false, 1 << 20);
    expect_proof(1, 7, KO_SIMPLE, false, 1 << 20);
}

Test(proof_golden, proofs_under_superko) {
    for (KoRule ko = KO_POSITIONAL; ko <= KO_SITUATIONAL; ko++) {
        expect_proof(1, 6, ko, true, 1 << 20);
        expect_proof(2, 3, ko, false, 1 << 20);
        expect_proof(3, 3, ko, false, 1 << 20);
        expect_proof(2, 5, ko, true, 1 << 20);
    }
}

Test(proof_golden, proofs_with_little_memory) {
    expect_proof(3, 3, KO_POSITIONAL, false, 1 << 10);
    expect_proof(2, 5, KO_SIMPLE, false, 1 << 9);
    expect_proof(1, 7, KO_SIMPLE, true, 1 << 9);
}

/* What three threads say of a proof of three blocks, and of what other bytes in its records make of
 * it. */
static uint64_t digest_verdicts(const Text *bytes, int width, int height) {
    const size_t record_bytes = (size_t)(width * height + 4) / 5 + 1 + STRATEGY_TAIL_BYTES;
    const VerifyMonitor monitor = {.threads = 3};
    Text flat = {0}, changed = {0};
    VerifyResult result;
    uint64_t digest = 0;
    proof_unpack(bytes, &flat);
    char *first = strchr(strstr(flat.bytes, "section "), '\n') + 1;
    for (size_t i = 0; i < 8; i++) {
        Status status = {""};
        char *byte = &first[(1 + i * 1000) * record_bytes + i % record_bytes];
        const char right = *byte;
        *byte = (char)(right + (i > 0));
        proof_pack(&flat, record_bytes, &changed);
        const bool ok = verify_proof((const uint8_t *)changed.bytes, changed.length, &result,
                                     &monitor, &status);
        cr_assert(ok || i > 0, "%s", status.text);
        for (const char *letter = status.text; *letter != '\0' && !ok; letter++) {
            digest = golden_add(digest, (unsigned char)*letter);
        }
        digest = golden_add(golden_add(digest, ok), ok ? result.path_positions : 0);
        *byte = right;
    }
    text_free(&flat);
    text_free(&changed);
    return digest;
}

/* Takes several rounds of checks and repairs. */
Test(proof_golden, a_proof_that_is_repaired) {
    const SolverOptions options = small_board_options(4, 4, KO_POSITIONAL, true);
    Solver *solver = solver_kept(&options);
    uint64_t digest = 0;
    Text bytes = {0};
    VerifyResult result;
    Status status;
    const ProofWanted wanted = {
        .has_lower = true, .lower = 2, .monitor = {.report = add_report, .context = &digest}};
    cr_assert_eq(solver_ask(solver, 2), ANSWER_YES);
    cr_assert(prove_bounds(solver, &wanted, &bytes, &result, &status), "%s", status.text);
    golden_expect("proof 4x4 psk, lower bound",
                  formatted("records %zu cyclic %zu paths %zu reports %016" PRIx64
                            " verdicts %016" PRIx64,
                            result.records, result.cyclic_boards, result.path_positions, digest,
                            digest_verdicts(&bytes, 4, 4)));
    text_free(&bytes);
}
