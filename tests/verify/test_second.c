/* The second verifier, verify.py, agrees with `dihedra verify`. */
#include "engine/base/rng.h"
#include "tests/support/program/arena.h"
#include "tests/support/program/proof.h"

/* A folder for both verifiers; $VERIFY is the second. */
static Arena *new_arena(void) {
    if (system("python3 -c '' 2>/dev/null") != 0) {
        cr_skip_test("no python3");
    }
    char script[ARENA_PATH_MAX];
    cr_assert_not_null(realpath("tests/verify/verify.py", script));
    cr_assert_eq(setenv("VERIFY", script, 1), 0);
    return arena_new();
}

/* position: what position.sgf holds, which board may name. */
static void prove_and_verify_position(const char *position, const char *board,
                                      const char *expected) {
    Arena *arena = new_arena();
    arena_write(arena, "position.sgf", position);
    cr_assert_eq(arena_shell(arena, formatted("\"$D\" solve %s --proof p.proof", board)), 0, "%s",
                 arena->err);
    cr_assert_not_null(strstr(arena->out, ", proved\n"));
    arena_must_run(arena, "verify p.proof");
    arena_shell(arena, "python3 \"$VERIFY\" p.proof");
    arena_expect(arena, 0, "");
    cr_assert_eq(strncmp(arena->out, expected, strlen(expected)), 0, "%s", arena->out);
}

static void prove_and_verify(const char *board, const char *expected) {
    prove_and_verify_position("", board, expected);
}

Test(verify_second, agrees_on_3x4) {
    prove_and_verify("3x4", "lower 4 upper 4 records ");
    prove_and_verify("3x4 --ko simple", "lower 4 upper 4 records ");
    prove_and_verify("3x4 --ko ssk", "lower 4 upper 4 records ");
    prove_and_verify("3x3 --ko ssk --first B2", "lower 9 records ");
}

/* Before the first move Black had more life than in some of the positions that the strategy leads
 * to. */
Test(verify_second, agrees_after_a_first_move_that_loses_life) {
    static const char POSITION[] = "(;SZ[3]AB[ba][ca][ab][bb][cb][ac][bc]PL[B])";
    prove_and_verify_position(POSITION, "position.sgf --suicide off --first A3 --ko psk",
                              "lower 6 upper 6 records ");
    prove_and_verify_position(POSITION, "position.sgf --suicide off --first A3 --ko ssk",
                              "lower 9 records ");
}

/* 1x7. A move of the symmetric ...O... has one orientation, so that play from an entrance and from
 * its mirror image differ: superko spoils one of the two. Walks begin with the record's. */
Test(verify_second, agrees_on_a_symmetric_board_on_a_cycle) {
    Arena *arena = new_arena();
    char proof[ARENA_PATH_MAX];
    cr_assert_not_null(realpath("tests/verify/symmetric.proof", proof));
    cr_assert_eq(setenv("PROOF", proof, 1), 0);
    cr_assert_eq(arena_shell(arena, "\"$D\" verify \"$PROOF\""), 1);
    cr_assert_not_null(strstr(arena->err, "superko bans the move"), "%s", arena->err);
    cr_assert_eq(arena_shell(arena, "python3 \"$VERIFY\" \"$PROOF\""), 1);
    cr_assert_not_null(strstr(arena->err, "superko bans the winner's moves"), "%s", arena->err);
}

/* ---- Changed proofs ---- */

enum { CHANGES = 60 };

/* Changes the rank, the move or the position of a record of the first section. */
static void change_record(Rng *rng, Text *flat, size_t record_bytes) {
    size_t records;
    char *section = strstr(flat->bytes, "section "), *first = strchr(section, '\n') + 1;
    cr_assert_eq(sscanf(section, "section %*s %*d %zu", &records), 1);
    char *record = first + rng_below(rng, (uint32_t)records) * record_bytes;
    char *tail = record + record_bytes - STRATEGY_TAIL_BYTES;
    switch (rng_below(rng, 4)) {
    case 0: /* the rank: odd on cycles */
        tail[1] ^= 1;
        break;
    case 1:
        tail[1] = (char)(tail[1] + (rng_below(rng, 2) == 0 ? 2 : -2));
        break;
    case 2:
        tail[2] = (char)rng_below(rng, 8);
        break;
    default:
        record[rng_below(rng, (uint32_t)(record_bytes - STRATEGY_TAIL_BYTES))] ^= 1;
    }
}

static const char *verdict_of(const Text *bytes) {
    VerifyResult result;
    Status status;
    if (!verify_proof((const uint8_t *)bytes->bytes, bytes->length, &result, NULL, &status)) {
        return formatted("wrong: %s", status.text);
    }
    return formatted("%s%s records %zu",
                     result.has_lower ? formatted("lower %d", result.lower) : "",
                     result.has_upper ? formatted(" upper %d", result.upper) : "", result.records);
}

static void write_bytes(const Arena *arena, const char *name, const Text *bytes) {
    char path[ARENA_PATH_MAX];
    arena_path(arena, name, path);
    FILE *file = fopen(path, "wb");
    cr_assert_not_null(file);
    cr_assert_eq(fwrite(bytes->bytes, 1, bytes->length, file), bytes->length);
    cr_assert_eq(fclose(file), 0);
}

/* Both accept the same and refuse the same, except that a wrong rank is a fault under superko, too:
 * the second verifier does without them there. option: of the second verifier. */
static void expect_same_verdicts(int width, int height, KoRule ko, bool suicide,
                                 const char *option) {
    Arena *arena = new_arena();
    Rng rng = rng_new((uint64_t)(width * 10 + height));
    Text *bytes = text_kept(), *flat = text_kept(), *changed = text_kept();
    const SolverOptions options = small_board_options(width, height, ko, suicide);
    const size_t record_bytes = (size_t)((width * height + 4) / 5) + 1 + STRATEGY_TAIL_BYTES;
    const char *verdicts[CHANGES];
    int right = 0, wrong = 0;
    proof_make(&options, bytes);
    proof_unpack(bytes, flat);
    for (int i = 0; i < CHANGES; i++) {
        text_clear(changed);
        text_append(changed, flat->bytes, flat->length);
        for (int count = i == 0 ? 0 : 1 + (i & 1); count > 0; count--) {
            change_record(&rng, changed, record_bytes);
        }
        proof_pack(changed, record_bytes, bytes);
        verdicts[i] = verdict_of(bytes);
        write_bytes(arena, formatted("proof-%03d", i), bytes);
    }
    arena_shell(arena, formatted("python3 \"$VERIFY\" --all %s proof-*", option));
    arena_expect(arena, 0, "");
    const char *line = arena->out;
    for (int i = 0; i < CHANGES; i++) {
        const bool is_wrong = strncmp(line, "wrong", strlen("wrong")) == 0;
        const bool is_refused = strncmp(verdicts[i], "wrong", strlen("wrong")) == 0;
        const bool is_same = is_refused ? is_wrong || ko != KO_SIMPLE
                                        : strncmp(line, verdicts[i], strlen(verdicts[i])) == 0;
        cr_assert(is_same, "%d: %s, not %.80s", i, verdicts[i], line);
        right += !is_wrong && !is_refused;
        wrong += is_wrong;
        line = strchr(line, '\n') + 1;
    }
    cr_assert(right > 1 && wrong > CHANGES / 4, "%d right, %d wrong", right, wrong);
}

/* The paths that the program leaves out do not fail. */
Test(verify_second, agrees_on_changed_proofs_by_every_path) {
    expect_same_verdicts(2, 3, KO_POSITIONAL, true, "");
    expect_same_verdicts(1, 6, KO_POSITIONAL, false, "--every-path");
    expect_same_verdicts(1, 6, KO_SITUATIONAL, false, "--every-path");
}

Test(verify_second, agrees_on_changed_proofs_under_simple_ko) {
    expect_same_verdicts(1, 6, KO_SIMPLE, false, "");
    expect_same_verdicts(2, 3, KO_SIMPLE, true, "");
}
