/* A check that was ended goes on from its checkpoint, and takes none of another proof. */
#include "tests/support/program/proof.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/file.h"
#include "engine/base/os/files.h"

typedef struct {
    const char *ends_in; /* a phase in which the work is to end, or NULL */
    int batches;         /* reports of records */
} Watcher;

static bool tell(void *context, const char *phase, size_t done, size_t all) {
    Watcher *watcher = context;
    (void)done;
    (void)all;
    watcher->batches += strcmp(phase, "records checked") == 0;
    return watcher->ends_in == NULL || strcmp(phase, watcher->ends_in) != 0;
}

static bool check(const Text *bytes, const char *path, Watcher *watcher, VerifyResult *result,
                  Status *status) {
    const VerifyMonitor monitor = {.report = tell, .context = watcher};
    ProofSource source;
    proof_source_init(&source, (const uint8_t *)bytes->bytes, bytes->length);
    const bool ok = verify_source(&source, path, result, &monitor, status);
    proof_source_close(&source);
    return ok;
}

Test(verify_checkpoint, goes_on_and_is_removed_at_the_end) {
    Text bytes = {0}, other = {0};
    VerifyResult all, rest;
    Status status;
    Watcher whole = {NULL, 0}, ending = {"moves on cycles", 0}, going_on = {NULL, 0};
    SolverOptions options = small_board_options(3, 4, KO_POSITIONAL, false);
    char *path = os_new_scratch_file();
    os_remove(path);
    proof_make(&options, &bytes);
    options.rules.suicide = true;
    proof_make(&options, &other);
    cr_assert(check(&bytes, NULL, &whole, &all, &status), "%s", status.text);
    cr_assert(all.cyclic_boards > 0 && all.path_positions > 0);

    cr_assert_not(check(&bytes, path, &ending, &rest, &status));
    cr_assert_str_eq(status.text, "the check was ended");
    cr_assert(os_exists(path));
    cr_assert_not(check(&other, path, &going_on, &rest, &status));
    cr_assert_not_null(strstr(status.text, "a checkpoint of another proof"), "%s", status.text);

    cr_assert(check(&bytes, path, &going_on, &rest, &status), "%s", status.text);
    cr_assert_lt(going_on.batches, whole.batches, "the first section is not read again");
    cr_assert_eq(rest.cyclic_boards, all.cyclic_boards);
    cr_assert_eq(rest.path_positions, all.path_positions);
    cr_assert_eq(rest.records, all.records);
    cr_assert_not(os_exists(path));
    free(path);
    text_free(&bytes);
    text_free(&other);
}

/* Every byte of a checkpoint, changed. */
Test(verify_checkpoint, refuses_what_is_damaged) {
    Text bytes = {0};
    VerifyResult result;
    Status status;
    Watcher ending = {"moves on cycles", 0};
    size_t length;
    const SolverOptions options = small_board_options(2, 3, KO_POSITIONAL, false);
    char *path = os_new_scratch_file();
    os_remove(path);
    proof_make(&options, &bytes);
    cr_assert_not(check(&bytes, path, &ending, &result, &status));
    char *saved = file_read(path, FILE_REGULAR, 1 << 20, &length, &status);
    cr_assert_not_null(saved);
    for (size_t i = 0; i < length; i += 7) {
        saved[i] ^= 1;
        cr_assert(file_replace(path, saved, length, &status));
        cr_assert_not(check(&bytes, path, &ending, &result, &status));
        cr_assert_not_null(strstr(status.text, "checkpoint"), "byte %zu: %s", i, status.text);
        saved[i] ^= 1;
    }
    free(saved);
    os_remove(path);
    free(path);
    text_free(&bytes);
}

/* Writes a saved checkpoint with other bytes, and the checksum that fits. */
static void write_signed(const char *path, char *text, size_t length) {
    Status status;
    const uint64_t sum = proof_file_sum((const uint8_t *)text, length - 8);
    for (int i = 0; i < 8; i++) {
        text[length - 8 + (size_t)i] = (char)(sum >> 8 * i & 255);
    }
    cr_assert(file_replace(path, text, length, &status), "%s", status.text);
}

/* Checkpoints of a proof of 3x1, where a record takes 13 bytes with its number. What one says and
 * what follows its head may be of one length modulo 2^64 alone; a reply may be missing to a record
 * that was not kept; the section may be the second of one. A missing reply to the first record that
 * was kept is in order. */
Test(verify_checkpoint, refuses_what_does_not_add_up) {
    static const struct {
        int section, block;
        const char *records, *missing;
        size_t length;
        const char *body;
        bool is_right;
    } CASES[] = {
        {0, 1, "5675921253449092805", "0", 1, "\7", false},
        {0, 1, "0", "1152921504606846976", 0, "", false},
        {0, 1, "0", "1", 16, "\7\0\0\0\0\0\0\0\0\0\0\0\0\0\0", false},
        {1, 0, "0", "0", 0, "", false},
        {0, 1, "1", "1", 29, "\0\0\0\0\0\0\0\0\0\0\0\0\2\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", true},
    };
    Text bytes = {0};
    VerifyResult result;
    Status status;
    Watcher watcher = {NULL, 0};
    const SolverOptions options = small_board_options(3, 1, KO_POSITIONAL, false);
    char *path = os_new_scratch_file();
    proof_make(&options, &bytes);
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        Text text = {0};
        text_add(&text,
                 "dihedra verification 1\nproof %.16s %zu\nsection %d\nblock %d\ncycles 0\n"
                 "positions 0\nrecords %s\nmissing %s\n",
                 bytes.bytes + bytes.length - 17, bytes.length, CASES[i].section, CASES[i].block,
                 CASES[i].records, CASES[i].missing);
        text_append(&text, CASES[i].body, CASES[i].length);
        text_append(&text, "checksum", 8);
        write_signed(path, text.bytes, text.length);
        status.text[0] = '\0';
        const bool ok = check(&bytes, path, &watcher, &result, &status);
        cr_assert(CASES[i].is_right || !ok, "case %zu", i);
        cr_assert_eq(strstr(status.text, "a damaged checkpoint") == NULL, CASES[i].is_right,
                     "%zu: %s", i, status.text);
        text_free(&text);
    }
    os_remove(path);
    free(path);
    text_free(&bytes);
}

/* What does not lead out of the proof's lists is accepted alone, even if the checksum fits. */
Test(verify_checkpoint, refuses_what_leads_out_of_the_proof) {
    enum { NUMBER = 8, RECORD = 6 /* bytes of a record of 2x3 */ };
    Text bytes = {0};
    VerifyResult result;
    Status status;
    Watcher ending = {"moves on cycles", 0}, going_on = {NULL, 0};
    size_t length, records;
    const SolverOptions options = small_board_options(2, 3, KO_POSITIONAL, false);
    char *path = os_new_scratch_file();
    os_remove(path);
    proof_make(&options, &bytes);
    cr_assert_not(check(&bytes, path, &ending, &result, &status));
    char *saved = file_read(path, FILE_REGULAR, 1 << 20, &length, &status);
    cr_assert_not_null(saved);
    cr_assert_eq(sscanf(strstr(saved, "records "), "records %zu", &records), 1);
    cr_assert_gt(records, 2);
    char *section = strstr(saved, "section ") + strlen("section ");
    char *block = strstr(saved, "block ") + strlen("block ");
    char *first = strchr(strstr(saved, "missing "), '\n') + 1, *second = first + NUMBER + RECORD;
    char *const places[] = {section, block, first + 3, second, second + NUMBER, first + NUMBER + 5};
    const char by[] = {5, 5, 1, 0, (char)243, 100};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        char kept[NUMBER];
        memcpy(kept, places[i], NUMBER);
        if (i == 3) { /* the same number as the one before */
            memcpy(second, first, NUMBER);
        } else {
            *places[i] = i < 2 ? (char)('0' + by[i]) : by[i];
        }
        write_signed(path, saved, length);
        cr_assert_not(check(&bytes, path, &going_on, &result, &status), "case %zu", i);
        cr_assert_not_null(strstr(status.text, "a damaged checkpoint"), "%zu: %s", i, status.text);
        memcpy(places[i], kept, NUMBER);
    }
    for (size_t less = 1; less < length; less += less) { /* cut off */
        char *shorter = malloc(length);
        memcpy(shorter, saved, length);
        write_signed(path, shorter, length - less > NUMBER ? length - less : NUMBER);
        cr_assert_not(check(&bytes, path, &going_on, &result, &status));
        cr_assert_not_null(strstr(status.text, "checkpoint"), "%s", status.text);
        free(shorter);
    }
    write_signed(path, saved, length);
    cr_assert(check(&bytes, path, &going_on, &result, &status), "%s", status.text);
    free(saved);
    free(path);
    text_free(&bytes);
}
