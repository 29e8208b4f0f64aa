/* Any number of threads checks a proof to the same result, and finds the same fault first. */
#include "tests/support/program/proof.h"

static bool check(const Text *bytes, int threads, VerifyResult *result, Status *status) {
    const VerifyMonitor monitor = {.threads = threads};
    return verify_proof((const uint8_t *)bytes->bytes, bytes->length, result, &monitor, status);
}

Test(verify_threads, give_the_same_result) {
    static const struct {
        int width, height;
        KoRule ko;
    } BOARDS[] = {{3, 4, KO_POSITIONAL}, {1, 6, KO_SITUATIONAL}, {2, 5, KO_SIMPLE}};
    for (size_t i = 0; i < sizeof BOARDS / sizeof BOARDS[0]; i++) {
        const SolverOptions options =
            small_board_options(BOARDS[i].width, BOARDS[i].height, BOARDS[i].ko, false);
        Text *bytes = text_kept(), *flat = text_kept(), *changed = text_kept();
        VerifyResult one, more;
        Status status = {""}, other = {""};
        const int cells = BOARDS[i].width * BOARDS[i].height;
        const size_t record_bytes = (size_t)(cells + 4) / 5 + 1 + STRATEGY_TAIL_BYTES;
        proof_make(&options, bytes);
        cr_assert(check(bytes, 1, &one, &status), "%s", status.text);
        for (int threads = 2; threads <= 4; threads++) {
            cr_assert(check(bytes, threads, &more, &status), "%s", status.text);
            cr_assert(more.records == one.records && more.cyclic_boards == one.cyclic_boards &&
                      more.path_positions == one.path_positions && more.lower == one.lower &&
                      more.upper == one.upper);
        }
        proof_unpack(bytes, flat);
        for (int fault = 1; fault < 12; fault++) { /* the rank of one record and the next */
            text_clear(changed);
            text_append(changed, flat->bytes, flat->length);
            char *first = strchr(strstr(changed->bytes, "section "), '\n') + 1;
            first[(size_t)fault * record_bytes - 2] ^= 4;
            first[(size_t)(fault + 1) * record_bytes - 2] ^= 4;
            proof_pack(changed, record_bytes, bytes);
            const bool ok = check(bytes, 1, &one, &status);
            cr_assert_eq(check(bytes, 3, &more, &other), ok);
            cr_assert(ok || strcmp(status.text, other.text) == 0, "%s, not %s", other.text,
                      status.text);
        }
    }
}
