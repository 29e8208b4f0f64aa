/* libFuzzer entry for checkpoints of the solver: a file of ours with some bytes changed, its
 * checksum made right again if bit 0 of the first byte is set, is refused with one line, or the
 * solver goes on from it without a crash. What it then finds is not checked: checksums find damage,
 * not forgery, and a forged bound is believed. */
#include "engine/solve/solver.h"
#include "tests/fuzz/fuzz.h"

enum { FILE_BYTES_MAX = 1 << 17, SAVED_BYTES = 1 << 14, TABLE_BYTES = 1 << 16 };

/* Makes the checksum of a changed file right again, as engine/solve/checkpoint.c defines it. */
static void mend_sum(uint8_t *bytes, size_t length) {
    enum { SUM_PLACE = 16 };
    uint64_t sum = 1, word;
    memset(bytes + SUM_PLACE, 0, sizeof sum);
    for (size_t at = 0; at + 8 <= length; at += 8) {
        memcpy(&word, bytes + at, sizeof word);
        sum = hash_mix((sum ^ word) << 29 | (sum ^ word) >> 35);
    }
    memcpy(bytes + SUM_PLACE, &sum, sizeof sum);
}

static Solver *solver(void) {
    const SolverOptions options = {.width = 2,
                                   .height = 3,
                                   .rules = RULE_SETS[0].rules,
                                   .use = SOLVER_ALL_TECHNIQUES,
                                   .hash_seed = HASH_DEFAULT_SEED,
                                   .threads = 1,
                                   .table_bytes = TABLE_BYTES};
    Solver *made = solver_new(&options);
    require(made != NULL);
    return made;
}

static size_t make_file(uint8_t *bytes) {
    char path[] = "/tmp/fuzz-checkpoint-XXXXXX";
    const int file = mkstemp(path);
    Status error;
    Solver *first = solver();
    solver_ask(first, 1);
    require(file >= 0 && solver_save(first, 1, SAVED_BYTES, path, &error));
    solver_free(first);
    close(file);
    return fuzz_take_file(path, bytes, FILE_BYTES_MAX);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static uint8_t good[FILE_BYTES_MAX], bytes[FILE_BYTES_MAX];
    static size_t length;
    char path[FUZZ_PATH_MAX];
    Status error = {""};
    double seconds = 0;
    if (size == 0) {
        return 0;
    }
    length = length != 0 ? length : make_file(good);
    memcpy(bytes, good, length);
    fuzz_change(bytes, length, data + 1, size - 1);
    if ((data[0] & 1) != 0) {
        mend_sum(bytes, length);
    }
    const int file = fuzz_open(bytes, length, path);
    Solver *second = solver();
    if (solver_load(second, path, &seconds, &error)) {
        const SolverState state = solver_state(second);
        require(state.lower <= state.upper);
        solver_ask(second, 0);
    } else {
        fuzz_check_refusal(path, error.text);
    }
    solver_free(second);
    close(file);
    return 0;
}
