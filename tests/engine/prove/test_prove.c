/* Proofs: made, checked, and refused once they are tampered with. */
#include "engine/prove/prove.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void solve_and_prove(int width, int height, KoRule ko, bool suicide, Text *bytes) {
    SolverOptions options = {.width = width,
                             .height = height,
                             .rules = RULES[0],
                             .use = SOLVE_ALL_TECHNIQUES,
                             .hash_seed = HASH_DEFAULT_SEED,
                             .threads = 1,
                             .table_bytes = 8 << 20};
    options.rules.ko = ko;
    options.rules.suicide = suicide;
    Solver *solver = solver_new(&options);
    cr_assert_not_null(solver);
    cr_assert(solver_solve(solver));
    const SolverState state = solver_state(solver);
    const int count = width * height;
    const ProofWanted wanted = {state.lower > -count, state.upper < count, state.lower,
                                state.upper};
    VerifyResult result;
    Status status = {""};
    cr_assert(prove_bounds(solver, &wanted, bytes, &result, &status), "%dx%d ko %d: %s", width,
              height, ko, status.text);
    cr_assert(!wanted.has_lower || result.lower == state.lower);
    cr_assert(!wanted.has_upper || result.upper == state.upper);
    solver_free(solver);
}

Test(solve_prove, proves_small_boards_under_all_rules) {
    static const int SIZES[][2] = {{1, 3}, {1, 4}, {1, 5}, {1, 6}, {2, 2},
                                   {2, 3}, {4, 2}, {2, 5}, {3, 3}, {4, 3}};
    for (size_t i = 0; i < sizeof SIZES / sizeof SIZES[0]; i++) {
        for (int ko = KO_SIMPLE; ko <= KO_POSITIONAL; ko++) {
            Text bytes = {0};
            solve_and_prove(SIZES[i][0], SIZES[i][1], (KoRule)ko, false, &bytes);
            text_free(&bytes);
        }
    }
}

static bool is_right(const Text *bytes, Status *status) {
    VerifyResult result;
    return verify_proof((const uint8_t *)bytes->bytes, bytes->length, &result, NULL, status);
}

/* Writes the checksum that fits. */
static void sign(Text *bytes) {
    char line[32];
    const size_t place = bytes->length - 26;
    snprintf(line, sizeof line, "checksum %016" PRIX64 "\n",
             proof_file_sum((const uint8_t *)bytes->bytes, place));
    memcpy(bytes->bytes + place, line, 26);
}

/* With the old checksum nothing passes; with a new one only what is still a proof could, and the
 * message names the record. */
Test(solve_prove, refuses_a_changed_byte) {
    Text bytes = {0};
    solve_and_prove(3, 3, KO_POSITIONAL, true, &bytes);
    for (size_t i = 0; i < bytes.length; i++) {
        Status status = {""};
        bytes.bytes[i] ^= 1;
        cr_assert_not(is_right(&bytes, &status), "byte %zu", i);
        cr_assert(strstr(status.text, "byte ") != NULL || strstr(status.text, "line ") != NULL ||
                      strstr(status.text, "first position") != NULL,
                  "%s", status.text);
        bytes.bytes[i] ^= 1;
    }
    Status status;
    cr_assert(is_right(&bytes, &status));
    text_free(&bytes);
}

/* The section's line, and its number of records. */
static char *find_section(const Text *bytes, int *goal, size_t *records, char **first) {
    char *section = strstr(bytes->bytes, "section black ");
    cr_assert_not_null(section);
    cr_assert_eq(sscanf(section, "section black %d %zu", goal, records), 2);
    *first = strchr(section, '\n') + 1;
    return section;
}

Test(solve_prove, refuses_a_reply_left_out_and_a_wrong_score) {
    Text bytes = {0}, changed = {0};
    int goal;
    size_t records;
    char *first;
    Status status;
    solve_and_prove(3, 3, KO_POSITIONAL, false, &bytes);
    char *section = find_section(&bytes, &goal, &records, &first);
    cr_assert_eq(goal, 9);
    /* 3x3 has records of 2 + 2 bytes; 31 and 30 have the same number of digits. */
    for (size_t left_out = 0; left_out < records; left_out++) {
        text_clear(&changed);
        text_add(&changed, "%*s", (int)bytes.length - 4, "");
        const size_t head = (size_t)(first - bytes.bytes) + 4 * left_out;
        memcpy(changed.bytes, bytes.bytes, head);
        memcpy(changed.bytes + head, bytes.bytes + head + 4, bytes.length - head - 4);
        char digits[8];
        snprintf(digits, sizeof digits, "%zu", records - 1);
        memcpy(changed.bytes + (section - bytes.bytes) + strlen("section black 9 "), digits,
               strlen(digits));
        sign(&changed);
        cr_assert_not(is_right(&changed, &status), "without record %zu", left_out);
        cr_assert(strstr(status.text, "no record") != NULL, "%s", status.text);
    }
    text_free(&changed);
    text_free(&bytes);
    solve_and_prove(3, 4, KO_SIMPLE, false, &bytes);
    section = find_section(&bytes, &goal, &records, &first);
    cr_assert_eq(goal, 4);
    section[strlen("section black ")] = '5';
    sign(&bytes);
    cr_assert_not(is_right(&bytes, &status));
    cr_assert_not_null(strstr(status.text, "black, record "));
    text_free(&bytes);
}
