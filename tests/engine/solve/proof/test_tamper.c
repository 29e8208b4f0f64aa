/* Proofs that were tampered with are refused, with the place. */
#include "tests/support/program/proof.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

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
Test(prove_tamper, refuses_a_changed_byte) {
    Text bytes = {0};
    const SolverOptions options = small_board_options(3, 3, KO_POSITIONAL, true);
    proof_make(&options, &bytes);
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

Test(prove_tamper, refuses_a_reply_left_out_and_a_wrong_score) {
    Text bytes = {0}, changed = {0};
    int goal;
    size_t records;
    char *first;
    Status status;
    SolverOptions options = small_board_options(3, 3, KO_POSITIONAL, false);
    proof_make(&options, &bytes);
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
    options = small_board_options(3, 4, KO_SIMPLE, false);
    proof_make(&options, &bytes);
    section = find_section(&bytes, &goal, &records, &first);
    cr_assert_eq(goal, 4);
    section[strlen("section black ")] = '5';
    sign(&bytes);
    cr_assert_not(is_right(&bytes, &status));
    cr_assert_not_null(strstr(status.text, "black, record "));
    text_free(&bytes);
}

/* Every byte, with a checksum that fits: what is still accepted claims nothing wrong. */
Test(prove_tamper, accepts_no_wrong_claim_by_a_changed_byte) {
    Text bytes = {0};
    size_t accepted = 0;
    const SolverOptions options = small_board_options(2, 3, KO_POSITIONAL, false);
    proof_make(&options, &bytes);
    for (size_t i = 0; i + 26 < bytes.length; i++) {
        const char original = bytes.bytes[i];
        for (int change = 0; change < 3; change++) {
            static const int BY[] = {1, -1, 3};
            VerifyResult result;
            Status status = {""};
            bytes.bytes[i] = (char)(original + BY[change]);
            sign(&bytes);
            if (verify_proof((const uint8_t *)bytes.bytes, bytes.length, &result, NULL, &status)) {
                accepted++;
                cr_assert(!result.has_lower || result.lower <= 0, "byte %zu", i);
                cr_assert(!result.has_upper || result.upper >= 0, "byte %zu", i);
            } else {
                cr_assert_neq(status.text[0], '\0');
            }
        }
        bytes.bytes[i] = original;
    }
    cr_assert_lt(accepted, bytes.length / 10);
    text_free(&bytes);
}

/* Makes a file with one section, for Black and without records. */
static void make_empty(const char *head, const char *goal, Text *bytes) {
    text_clear(bytes);
    text_add(bytes, "dihedra proof 1\n%s\nsections 1\nsection black %s 0\n\nchecksum %16s\n", head,
             goal, "");
    sign(bytes);
}

/* Goals that do not fit a number would wrap around to ones that hold. */
Test(prove_tamper, refuses_more_points_than_the_board_has) {
    static const char HEAD[] = "board 2x2\nko psk\nsuicide off\nto-move black\nposition ....\n"
                               "banned -\nfirst -";
    static const char *const GOALS[] = {"5",           "-5",         "2147483647",
                                        "-2147483648", "4294967292", "18446744073709551612"};
    Text bytes = {0};
    Status status;
    make_empty(HEAD, "-4", &bytes);
    cr_assert(is_right(&bytes, &status), "%s", status.text);
    for (size_t i = 0; i < sizeof GOALS / sizeof GOALS[0]; i++) {
        make_empty(HEAD, GOALS[i], &bytes);
        cr_assert_not(is_right(&bytes, &status), "%s", GOALS[i]);
        cr_assert_not_null(strstr(status.text, "line 10: "), "%s", status.text);
    }
    text_free(&bytes);
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
    Text bytes = {0};
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        char head[256];
        Status status;
        snprintf(head, sizeof head, HEAD, CASES[i].to_move, CASES[i].banned, CASES[i].first);
        make_empty(head, CASES[i].goal, &bytes);
        const bool ok = is_right(&bytes, &status);
        cr_assert_eq(ok, CASES[i].reason == NULL, "case %zu", i);
        cr_assert(ok || strstr(status.text, CASES[i].reason) != NULL, "%s", status.text);
    }
    text_free(&bytes);
}

/* Ends the work after this many reports while paths are enumerated. */
static bool tell_of_paths(void *context, const char *part, size_t done, size_t all) {
    int *left = context;
    (void)done;
    (void)all;
    return strcmp(part, "positions walked from") != 0 || --*left > 0;
}

/* A strategy that draws by repetition goes round in circles: under superko one record begins many
 * paths. */
Test(prove_tamper, ends_on_the_way_along_paths) {
    Text simple = {0}, bytes = {0};
    VerifyResult result;
    Status status;
    int left = 3;
    VerifyFailures failures = {0};
    const VerifyMonitor monitor = {&failures, tell_of_paths, &left};
    const SolverOptions options = small_board_options(1, 8, KO_SIMPLE, false);
    proof_make(&options, &simple);
    const char *rule = strstr(simple.bytes, "simple");
    cr_assert_not_null(rule);
    const size_t head = (size_t)(rule - simple.bytes);
    text_append(&bytes, simple.bytes, head);
    text_add(&bytes, "psk");
    text_append(&bytes, rule + strlen("simple"), simple.length - head - strlen("simple"));
    sign(&bytes);
    cr_assert_not(
        verify_proof((const uint8_t *)bytes.bytes, bytes.length, &result, &monitor, &status));
    cr_assert_str_eq(status.text, "the check was ended", "%s", status.text);
    cr_assert_eq(left, 0);
    verify_failures_free(&failures);
    text_free(&bytes);
    text_free(&simple);
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
    Solver *solver = solver_new(&options);
    SolverContext *context = solver_context(solver);
    Text kept = {0}, bytes = {0};
    VerifyResult result;
    Status status;
    Bitboard bitboard;
    cr_assert(bitboard_set_up(context->shape, cells, BLACK, &bitboard));
    solver_set_position(solver, &bitboard, context->shape->spot_of[0]);
    cr_assert_eq(context->lost_points, 9);
    cr_assert_eq(context->lost_stones, 7);
    context->lost_points = context->lost_stones = 0;
    cr_assert_eq(solver_ask(solver, 9), ANSWER_YES);
    const ProofWanted wanted = {
        .has_lower = true, .lower = 9, .monitor = {.context = &kept}, .keep = keep_text};
    cr_assert_not(prove_bounds(solver, &wanted, &bytes, &result, &status));
    cr_assert_not_null(strstr(status.text, "no record for the reply"), "%s", status.text);
    cr_assert_not(is_right(&kept, &status));
    cr_assert_not_null(strstr(kept.bytes, "section black 9 "));
    solver_free(solver);
    text_free(&kept);
    text_free(&bytes);
}

/* Removes a record and counts one less. */
static void leave_out(const Text *bytes, size_t section, size_t record, size_t record_bytes,
                      Text *changed) {
    char color[8];
    int goal;
    size_t count;
    const char *line = bytes->bytes + section;
    cr_assert_eq(sscanf(line, "section %7s %d %zu", color, &goal, &count), 3);
    const size_t first = (size_t)(strchr(line, '\n') + 1 - bytes->bytes);
    const size_t place = first + record * record_bytes;
    text_clear(changed);
    text_append(changed, bytes->bytes, section);
    text_add(changed, "section %s %d %zu\n", color, goal, count - 1);
    text_append(changed, bytes->bytes + first, place - first);
    text_append(changed, bytes->bytes + place + record_bytes, bytes->length - place - record_bytes);
    sign(changed);
}

/* A reply may lack its record only if a cycle can ban it. It is not enough that its board is known,
 * here with another ko. */
Test(prove_tamper, refuses_a_missing_reply_to_a_board_that_is_known) {
    enum { RECORD_BYTES = 5, KEY_BYTES = 4 }; /* of 3x4 */
    Text bytes = {0}, changed = {0};
    VerifyResult result;
    Status status;
    int left_out = 0;
    const SolverOptions options = small_board_options(3, 4, KO_POSITIONAL, false);
    proof_make(&options, &bytes);
    cr_assert(verify_proof((const uint8_t *)bytes.bytes, bytes.length, &result, NULL, &status));
    const Strategy *strategy = &result.file.strategy[0];
    const char *line = strstr(bytes.bytes, "section ");
    for (size_t i = 1; i < strategy->count; i++) {
        const uint8_t *record = strategy->records + i * RECORD_BYTES;
        if (memcmp(record - RECORD_BYTES, record, KEY_BYTES - 1) == 0 &&
            memcmp(record - RECORD_BYTES, record, KEY_BYTES) != 0) {
            leave_out(&bytes, (size_t)(line - bytes.bytes), i - 1, RECORD_BYTES, &changed);
            cr_assert_not(is_right(&changed, &status), "without record %zu", i - 1);
            left_out++;
        }
    }
    cr_assert_gt(left_out, 0);
    text_free(&changed);
    text_free(&bytes);
}
