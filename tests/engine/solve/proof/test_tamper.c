/* Proofs that were tampered with are refused, with the place. */
#include "tests/support/program/proof.h"

static bool is_right(const Text *bytes, Status *status) {
    VerifyResult result;
    return verify_proof((const uint8_t *)bytes->bytes, bytes->length, &result, NULL, status);
}

/* With the old checksum nothing passes, and the message names the place. */
Test(prove_tamper, refuses_a_changed_byte) {
    Text *bytes = text_kept();
    const SolverOptions options = small_board_options(3, 3, KO_POSITIONAL, true);
    proof_make(&options, bytes);
    for (size_t i = 0; i < bytes->length; i++) {
        Status status = {""};
        bytes->bytes[i] ^= 1;
        cr_assert_not(is_right(bytes, &status), "byte %zu", i);
        cr_assert(strstr(status.text, "byte ") != NULL || strstr(status.text, "line ") != NULL ||
                      strstr(status.text, "record ") != NULL ||
                      strstr(status.text, "first position") != NULL,
                  "%s", status.text);
        bytes->bytes[i] ^= 1;
    }
    Status status;
    cr_assert(is_right(bytes, &status));
}

/* The section's line, its number of records, and the first of them, in unpacked bytes. */
static char *find_section(const Text *flat, int *goal, size_t *records, char **first) {
    char *section = strstr(flat->bytes, "section black ");
    cr_assert_not_null(section);
    cr_assert_eq(sscanf(section, "section black %d %zu", goal, records), 2);
    *first = strchr(section, '\n') + 1;
    return section;
}

/* Unpacked bytes without a record, and with one less in the section's line. */
static void leave_out(const Text *flat, size_t record, size_t record_bytes, Text *changed) {
    int goal;
    size_t records;
    char *first;
    const char *section = find_section(flat, &goal, &records, &first);
    const size_t place = (size_t)(first - flat->bytes) + record * record_bytes;
    text_clear(changed);
    text_append(changed, flat->bytes, (size_t)(section - flat->bytes));
    text_add(changed, "section black %d %zu\n", goal, records - 1);
    text_append(changed, first, record * record_bytes);
    text_append(changed, flat->bytes + place + record_bytes, flat->length - place - record_bytes);
}

Test(prove_tamper, refuses_a_reply_left_out_and_a_wrong_score) {
    enum { RECORD_BYTES = 6 }; /* of 3x3 */
    Text *bytes = text_kept(), *flat = text_kept(), *changed = text_kept();
    int goal;
    size_t records;
    char *first;
    Status status;
    SolverOptions options = small_board_options(3, 3, KO_POSITIONAL, false);
    proof_make(&options, bytes);
    proof_unpack(bytes, flat);
    find_section(flat, &goal, &records, &first);
    cr_assert_eq(goal, 9);
    for (size_t left_out = 0; left_out < records; left_out++) {
        leave_out(flat, left_out, RECORD_BYTES, changed);
        proof_pack(changed, RECORD_BYTES, bytes);
        cr_assert_not(is_right(bytes, &status), "without record %zu", left_out);
        cr_assert(strstr(status.text, "no record") != NULL, "%s", status.text);
    }
    text_clear(bytes);
    options = small_board_options(3, 4, KO_SIMPLE, false);
    proof_make(&options, bytes);
    char *section = find_section(bytes, &goal, &records, &first);
    cr_assert_eq(goal, 4);
    section[strlen("section black ")] = '5';
    proof_sign(bytes);
    cr_assert_not(is_right(bytes, &status));
    cr_assert_not_null(strstr(status.text, "black, record "));
}

/* A position that leads back to itself has no rank below its own: the ranks tell it. */
Test(prove_tamper, refuses_a_rank_that_does_not_fall) {
    enum { RECORD_BYTES = 7, RANK = 4 }; /* of 3x4 */
    static const KoRule RULES_HERE[] = {KO_SIMPLE, KO_POSITIONAL};
    for (int i = 0; i < 4; i++) {
        Text *bytes = text_kept(), *flat = text_kept();
        Status status;
        int goal;
        size_t records;
        char *first;
        const SolverOptions options = small_board_options(3, 4, RULES_HERE[i % 2], false);
        proof_make(&options, bytes);
        proof_unpack(bytes, flat);
        find_section(flat, &goal, &records, &first);
        const size_t changed =
            i < 2 ? 1 : records; /* the empty board or the one next to it, or all */
        for (size_t k = 0; k < changed; k++) {
            first[k * RECORD_BYTES + RANK] = 0;
            first[k * RECORD_BYTES + RANK + 1] = i < 2 ? 0 : 2;
        }
        proof_pack(flat, RECORD_BYTES, bytes);
        cr_assert_not(is_right(bytes, &status));
        cr_assert_not_null(strstr(status.text, "the rank does not fall"), "%s", status.text);
    }
}

/* What lies behind the records of a block, or is cut off. */
Test(prove_tamper, refuses_a_block_of_another_length) {
    Text *bytes = text_kept(), *changed = text_kept();
    Status status;
    const SolverOptions options = small_board_options(3, 3, KO_SIMPLE, false);
    proof_make(&options, bytes);
    const char *section = strstr(bytes->bytes, "section black ");
    const size_t head = (size_t)(strchr(section, '\n') + 1 - bytes->bytes);
    for (int by = -1; by <= 1; by += 2) {
        text_clear(changed);
        text_append(changed, bytes->bytes, bytes->length);
        changed->bytes[head] = (char)(changed->bytes[head] + by);
        proof_sign(changed);
        cr_assert_not(is_right(changed, &status));
        cr_assert_not_null(strstr(status.text, "byte "), "%s", status.text);
    }
}

/* Makes a file with one section, for Black and without records. */
static void make_empty(const char *head, const char *goal, Text *bytes) {
    text_set(bytes, "dihedra proof 2\n%s\nsections 1\nsection black %s 0\n\nchecksum %16s\n", head,
             goal, "");
    proof_sign(bytes);
}

/* Goals that do not fit a number would wrap around to ones that hold. */
Test(prove_tamper, refuses_more_points_than_the_board_has) {
    static const char HEAD[] = "board 2x2\nko psk\nsuicide off\nto-move black\nposition ....\n"
                               "banned -\nfirst -";
    static const char *const GOALS[] = {"5",           "-5",         "2147483647",
                                        "-2147483648", "4294967292", "18446744073709551612"};
    Text *bytes = text_kept();
    Status status;
    make_empty(HEAD, "-4", bytes);
    cr_assert(is_right(bytes, &status), "%s", status.text);
    for (size_t i = 0; i < sizeof GOALS / sizeof GOALS[0]; i++) {
        make_empty(HEAD, GOALS[i], bytes);
        cr_assert_not(is_right(bytes, &status), "%s", GOALS[i]);
        cr_assert_not_null(strstr(status.text, "line 10: "), "%s", status.text);
    }
}

/* Black lives everywhere, but has not removed White's stone yet. After its own pass White passes,
 * too; and a ban that no ko explains would keep Black from removing it. */
Test(prove_tamper, refuses_a_first_position_whose_game_ends_too_early) {
    static const char HEAD[] = "board 4x2\nko simple\nsuicide off\nto-move %s\n"
                               "position .X.OXXXX\nbanned %s\nfirst %s";
    static const struct {
        const char *to_move, *banned, *first, *goal, *reason;
    } CASES[] = {
        {"black", "-", "-", "8", NULL},
        {"white", "-", "pass", "8", NULL},
        {"black", "-", "pass", "5", NULL},
        {"black", "-", "pass", "6", "the loser may pass, too"},
        {"black", "C2", "-", "8", "no stone can have been taken there"},
        {"black", "B2", "-", "8", "no stone can have been taken there"},
    };
    Text *bytes = text_kept();
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        Status status;
        make_empty(formatted(HEAD, CASES[i].to_move, CASES[i].banned, CASES[i].first),
                   CASES[i].goal, bytes);
        const bool ok = is_right(bytes, &status);
        cr_assert_eq(ok, CASES[i].reason == NULL, "case %zu", i);
        cr_assert(ok || strstr(status.text, CASES[i].reason) != NULL, "%s", status.text);
    }
}

static void keep_text(void *context, const Text *file) {
    Text *kept = context;
    text_clear(kept);
    text_append(kept, file->bytes, file->length);
}

/* The solver is made to trust life whatever was before: Black, which has filled an eye, is to get
 * everything, but it cannot take White's last stone off without making the board of the start. */
Test(prove_tamper, refuses_life_that_the_past_forbids_to_clean_up) {
    const SolverOptions options = small_board_options(3, 3, KO_POSITIONAL, false);
    const ColorCell cells[9] = {EMPTY, BLACK, BLACK, BLACK, BLACK, BLACK, BLACK, BLACK, EMPTY};
    Solver *solver = solver_kept(&options);
    SolverContext *context = solver_context(solver);
    Text *kept = text_kept(), *bytes = text_kept();
    VerifyResult result;
    Status status;
    solver_set_up(solver, cells, BLACK, 0);
    cr_assert_eq(context->lost_points, 9);
    cr_assert_eq(context->lost_stones, 7);
    context->lost_points = context->lost_stones = 0;
    cr_assert_eq(solver_ask(solver, 9), ANSWER_YES);
    const ProofWanted wanted = {
        .has_lower = true, .lower = 9, .monitor = {.context = kept}, .keep = keep_text};
    cr_assert_not(prove_bounds(solver, &wanted, bytes, &result, &status));
    cr_assert_not_null(strstr(status.text, "no record for the reply"), "%s", status.text);
    cr_assert_not(is_right(kept, &status));
    cr_assert_not_null(strstr(kept->bytes, "section black 9 "));
}

/* A reply may lack its record only if a cycle can ban it. It is not enough that its board is known,
 * here with another ko. */
Test(prove_tamper, refuses_a_missing_reply_to_a_board_that_is_known) {
    enum { RECORD_BYTES = 7, KEY_BYTES = 4 }; /* of 3x4 */
    Text *bytes = text_kept(), *flat = text_kept(), *changed = text_kept();
    Status status;
    int goal, left_out = 0;
    size_t records;
    char *first;
    const SolverOptions options = small_board_options(3, 4, KO_POSITIONAL, false);
    proof_make(&options, bytes);
    proof_unpack(bytes, flat);
    find_section(flat, &goal, &records, &first);
    for (size_t i = 1; i < records; i++) {
        const char *record = first + i * RECORD_BYTES;
        if (memcmp(record - RECORD_BYTES, record, KEY_BYTES - 1) == 0 &&
            memcmp(record - RECORD_BYTES, record, KEY_BYTES) != 0) {
            leave_out(flat, i - 1, RECORD_BYTES, changed);
            proof_pack(changed, RECORD_BYTES, bytes);
            cr_assert_not(is_right(bytes, &status), "without record %zu", i - 1);
            left_out++;
        }
    }
    cr_assert_gt(left_out, 0);
}
