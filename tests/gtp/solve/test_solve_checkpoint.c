/* Checkpoints of `dihedra solve`: resumed, refused, killed, and without room on the disk. */
#include "engine/base/rng.h"
#include "tests/support/program/arena.h"

static double nodes_of(Arena *arena) {
    json_t *json = arena_json(arena);
    const double nodes = json_at(json, "nodes");
    cr_assert_eq(json_at(json, "lower"), json_at(json, "upper"));
    return nodes;
}

/* The bounds are known, so only the line is searched again; nodes and time add up. */
Test(solve_checkpoint, a_resumed_run_goes_on) {
    Arena *arena = arena_new();
    arena_run(arena, "solve 3x4 --json --checkpoint c");
    const double first = nodes_of(arena);
    for (int i = 0; i < 2; i++) {
        arena_run(arena, "solve 3x4 --json --checkpoint c --mb 9");
        const double now = nodes_of(arena);
        cr_assert(now >= first && now < first * 1.1, "%g after %g", now, first);
    }
}

/* Questions about first moves share a file with those about the position. */
Test(solve_checkpoint, runs_about_first_moves_add_up) {
    static const char *const RUNS[] = {"--first A1", "--first B1", "", "--first B1", "--first A1"};
    Arena *arena = arena_new();
    double before = 0;
    for (size_t i = 0; i < sizeof RUNS / sizeof RUNS[0]; i++) {
        arena_run(arena, "solve 2x3 --json --checkpoint c %s", RUNS[i]);
        json_t *json = arena_json(arena);
        cr_assert_eq(json_at(json, "value"), RUNS[i][0] != '\0' ? -6 : 0, "%s", RUNS[i]);
        cr_assert_geq(json_at(json, "nodes"), before, "%s", RUNS[i]);
        before = json_at(json, "nodes");
    }
}

/* After a pass the other side moves: the board with colors exchanged, which has another value. */
Test(solve_checkpoint, a_first_pass_is_no_exchange_of_colors) {
    Arena *arena = arena_new();
    arena_write(arena, "p.sgf", "(;SZ[3]AB[bb]PL[B])");
    arena_write(arena, "q.sgf", "(;SZ[3]AW[bb]PL[W])");
    arena_run(arena, "solve p.sgf --ko psk --first pass --checkpoint c --json");
    cr_assert_eq(json_at(arena_json(arena), "value"), 9);
    arena_run(arena, "solve q.sgf --ko psk --checkpoint c --json");
    cr_assert_eq(json_at(arena_json(arena), "value"), -9);
}

Test(solve_checkpoint, a_stopped_run_goes_on) {
    Arena *arena = arena_new();
    arena_shell(arena, "\"$D\" solve 4x5 --mb 64 --checkpoint c --json & sleep 0.5; kill -INT $!; "
                       "kill -TERM $!; wait $!");
    cr_assert_eq(arena->status, 130);
    json_t *json = arena_json(arena);
    const double nodes = json_at(json, "nodes");
    arena_shell(arena, "\"$D\" solve 4x5 --mb 64 --checkpoint c --json & sleep 0.8; kill -TERM $!; "
                       "wait $!");
    json = arena_json(arena);
    cr_assert_geq(json_at(json, "nodes"), nodes); /* the same if the machine is busy */
}

/* An interrupted proof under superko resumes its search under simple ko from c.simple. */
Test(solve_checkpoint, a_stopped_proof_goes_on_under_simple_ko) {
    static const char RUN[] = "\"$D\" solve p.sgf --ko psk --proof p --checkpoint c";
    Arena *arena = arena_new();
    arena_write(arena, "p.sgf", "(;SZ[3:7]AB[bb][bc][bd][bf]PL[B])");
    arena_write(arena, "c.simple", "no table\n");
    arena_shell(arena, RUN);
    arena_expect(arena, 1, "dihedra solve: c.simple: truncated: shorter than a header");
    arena_shell(arena, formatted("rm c.simple; %s & until [ -e c.simple ]; do sleep 0.01; done; "
                                 "kill -TERM $!; wait $!",
                                 RUN));
    arena_expect(arena, 130, "");
    arena_shell(arena, RUN);
    arena_expect(arena, 0, "begins under simple ko");
    cr_assert_not_null(strstr(arena->out, ", proved\n"));
}

Test(solve_checkpoint, foreign_and_damaged_files_are_refused) {
    static const char *const CASES[][2] = {
        {"3x4 --checkpoint c", "c: the height is 3, not 4"},
        {"3x3 --ko simple --checkpoint c", "c: the ko rule is psk, not simple"},
        {"3x3 --suicide off --checkpoint c", "c: suicide is on, not off"},
        {"stone.sgf --checkpoint c", "c: the start position is "},
        {"3x3 --checkpoint damaged", "damaged: damaged: the checksum"},
        {"3x3 --checkpoint text", "text: truncated: shorter than a header"},
        {"3x3 --checkpoint nowhere/c", "nowhere/c: No such file or directory"},
    };
    Arena *arena = arena_new();
    arena_must_run(arena, "solve 3x3 --checkpoint c");
    arena_write(arena, "stone.sgf", "(;SZ[3]AB[aa])");
    arena_write(arena, "text", "no table\n");
    arena_shell(arena, "cp c damaged && printf x | dd of=damaged bs=1 seek=9999 conv=notrunc");
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        arena_run(arena, "solve %s", CASES[i][0]);
        arena_expect(arena, strncmp(CASES[i][1], "nowhere", 7) == 0 ? 2 : 1,
                     formatted("dihedra solve: %s", CASES[i][1]));
    }
}

/* Kills a number of runs one after another, and lets the last one end. */
Test(solve_checkpoint, killed_runs_go_on_to_the_same_value) {
    const int kills = getenv("DIHEDRA_LONG") != NULL ? 20 : 4;
    Arena *arena = arena_new();
    Rng rng = rng_new(3);
    for (int i = 0; i < kills; i++) {
        arena_shell(
            arena,
            formatted(
                "\"$D\" solve 4x4 --ko psk --checkpoint c & sleep 0.%03u; kill -KILL $!; wait $!",
                50 + rng_below(&rng, 500)));
    }
    arena_prints(arena, "solve 4x4 --ko psk --checkpoint c", "value     +2, claimed\n");
}

/* A limit on the size of files is as good as a full disk. */
Test(solve_checkpoint, a_full_disk_leaves_the_old_one_whole) {
    Arena *arena = arena_new();
    arena_run(arena, "solve 3x3 --mb 8 --checkpoint c");
    arena_shell(arena, "cp c before; trap '' XFSZ; ulimit -f 1000; "
                       "\"$D\" solve 3x3 --mb 8 --checkpoint c");
    cr_assert_eq(arena->status, 1);
    cr_assert_not_null(strstr(arena->out, "value     +9, claimed\n"));
    cr_assert_not_null(strstr(arena->err, "dihedra solve: c: File too large"));
    arena_shell(arena, "cmp c before && ls");
    cr_assert_eq(arena->status, 0);
    cr_assert_null(strstr(arena->out, "tmp"));
}
