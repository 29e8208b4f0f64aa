/* `dihedra solve` as a user runs it. */
#include "tests/support/program/arena.h"

/* Does the verifier accept the proof? */
static void expect_right(Arena *arena, const char *proof) {
    arena_must_run(arena, "verify %s", proof);
}

Test(solve, prints_the_value_and_a_line) {
    Arena *arena = arena_new();
    arena_prints(arena, "solve 3x3", "value     +9, claimed\nline      B2 ");
    arena_prints(arena, "solve 3x3 --first A1", "value     -9, claimed\n");
    arena_prints(arena, "solve 3x3 --to-move w", "value     -9, claimed\n");
    arena_prints(arena, "solve 3x4 --at-least 5 --ko simple",
                 "at least +5: no, claimed\nbounds    -12 to +4\n");
}

Test(solve, prints_json) {
    Arena *arena = arena_new();
    arena_run(arena, "solve 2x2 --json --ko ssk --suicide off");
    json_t *json = arena_json(arena);
    cr_assert_eq(json_at(json, "value"), 1);
    cr_assert_eq(json_at(json, "lower"), 1);
    cr_assert_eq(json_at(json, "upper"), 1);
    cr_assert_str_eq(json_text_at(json, "status"), "claimed");
    cr_assert(json_is_array(json_object_get(json, "line")));
    cr_assert_gt(json_at(json, "nodes"), 0);
    cr_assert_gt(json_at(json, "generated"), json_at(json, "nodes"));
    cr_assert_geq(json_at(json, "seconds"), 0);
}

Test(solve, takes_the_position_that_a_record_ends_with) {
    Arena *arena = arena_new();
    arena_write(arena, "late.sgf", "(;SZ[3]AB[ab][bb][cb];W[aa];B[];W[ca])");
    arena_prints(arena, "solve late.sgf", "black to move");
    arena_expect_told(arena, "value     +9, claimed");
    arena_write(arena, "bad.sgf", "(;SZ[3]PL[X]AB[aa][dd];W[aa])");
    arena_run(arena, "solve bad.sgf");
    arena_expect(arena, 0,
                 "dihedra: bad.sgf: line 1: AB[dd] is not a point of a 3x3 board: dropped\n"
                 "dihedra: bad.sgf: line 1: PL[X] is not a color: ignored\n"
                 "dihedra: bad.sgf: line 1: move 1 at A3 is on a stone: played anyway\n");
    cr_assert_not_null(strstr(arena->out, "black to move"));
}

Test(solve, a_record_brings_its_rules) {
    static const char *const CASES[][2] = {
        {"chinese.sgf", "3x3, positional superko, suicide illegal"},
        {"chinese.sgf --ko ssk", "3x3, situational superko, suicide illegal"},
        {"chinese.sgf --rules tromp-taylor", "3x3, positional superko, suicide legal"},
        {"plain.sgf", "3x3, positional superko, suicide legal"},
        {"plain.sgf --rules koSITUATIONALscoreAREAtaxNONEsui0",
         "3x3, situational superko, suicide illegal"},
    };
    Arena *arena = arena_new();
    arena_write(arena, "chinese.sgf", "(;SZ[3]RU[Chinese]AB[bb])");
    arena_write(arena, "plain.sgf", "(;SZ[3]RU[unheard of]AB[bb])");
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        arena_prints(arena, formatted("solve %s", CASES[i][0]), CASES[i][1]);
    }
}

Test(solve, refuses_what_it_cannot_solve) {
    static const char *const CASES[][2] = {
        {"0x3", "0x3: a side of a board has 1 to 25 points"},
        {"3x99999999999999999999", "3x99999999999999999999: a side of a board has 1 to 25 points"},
        {"9x9", "9x9 is too large: (width + 1) * height may be 64 at most"},
        {"3x3 --at-least 10", "--at-least: expected a number from -9 to 9, got 10"},
        {"3x3 --first J9", "--first: 'J9' is not a vertex of a 3x3 board"},
        {"full.sgf --first A3", "--first: A3 is illegal"},
        {"2x2 --proof no/p", "no/p: No such file or directory"},
        {"nowhere.sgf", "nowhere.sgf: No such file or directory"},
        {"japanese.sgf",
         "japanese.sgf: only area scoring without a tax or a button can be solved, not japanese"},
        {"3x3 --rules stone-scoring",
         "--rules: only area scoring without a tax or a button can be solved, not stone-scoring"},
        {"3x3 --rules chess", "--rules: unknown rules 'chess'"},
        {"3x3 --mb 1000000", "--mb 1000000 is more than the "},
    };
    Arena *arena = arena_new();
    arena_write(arena, "full.sgf", "(;SZ[3]AB[aa])");
    arena_write(arena, "japanese.sgf", "(;SZ[3]RU[Japanese])");
    arena_expect_refusals(arena, "solve", 2, CASES, sizeof CASES / sizeof CASES[0]);
}

Test(solve, takes_off_stones_without_a_liberty_and_says_so) {
    Arena *arena = arena_new();
    arena_write(arena, "dead.sgf", "(;SZ[3]AB[aa][ab]AW[ac][ba][bb])");
    arena_prints(arena, "solve dead.sgf", "value     -9, claimed\n");
    cr_assert_not_null(strstr(arena->err, "black stones around A3 have no liberty: taken off"));
}

Test(solve, refuses_options_that_do_not_go_together) {
    static const char *const CASES[][2] = {
        {"3x3 --from-proof p", "--from-proof needs --proof"},
        {"3x3 --from-proof p --proof q --at-least 1",
         "--from-proof cannot be combined with --at-least"},
        {"3x3 --at-least 65", "--at-least: expected a whole number from -64 to 64, got '65'"},
        {"3x3 --ko never", "--ko: "},
        {"3x3 --proof new --checkpoint ./new", "--proof and --checkpoint are the same file"},
        {"old --proof old", "the record and --proof are the same file"},
        {"3x6 --ko psk --proof p.simple --checkpoint p", "are the same file"},
        {"3x3 --proof p", "--proof: p.unfinished of an earlier run exists; --from-proof continues"},
    };
    Arena *arena = arena_new();
    arena_write(arena, "old", "(;SZ[3])");
    arena_write(arena, "p.unfinished", "");
    arena_expect_refusals(arena, "solve", 2, CASES, sizeof CASES / sizeof CASES[0]);
}

Test(solve, refuses_proofs_of_others) {
    static const char *const CASES[][3] = {
        {"empty", "", "dihedra verify: empty: not a proof of dihedra solve or tsumego\n"},
        {"foreign", "(;SZ[3])", "verify: foreign: not a proof of dihedra solve or tsumego\n"},
        {"newer", "dihedra proof 3\n", "verify: newer: line 1: unknown format"},
    };
    Arena *arena = arena_new();
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        arena_write(arena, CASES[i][0], CASES[i][1]);
        arena_run(arena, "verify %s", CASES[i][0]);
        arena_expect(arena, 1, CASES[i][2]);
    }
    arena_shell(arena, "truncate -s 64G huge; \"$D\" verify huge"); /* not read */
    arena_expect(arena, 1, "dihedra verify: huge: ");
}

Test(solve, prints_the_bounds_when_it_is_interrupted) {
    Arena *arena = arena_new();
    arena_shell(arena, "\"$D\" solve 5x5 --mb 16 --json & sleep 0.3; kill -TERM $!; wait $!");
    cr_assert_eq(arena->status, 130);
    json_t *json = arena_json(arena);
    cr_assert_str_eq(json_text_at(json, "status"), "open");
    cr_assert(json_is_null(json_object_get(json, "value")));
    cr_assert_leq(json_at(json, "lower"), json_at(json, "upper"));
}

/* In the search, while the strategy is followed, and while it is checked: which one depends on the
 * machine, and what is asked for does not. */
Test(solve, leaves_no_proof_when_it_is_interrupted) {
    static const char *const RULES[] = {"psk", "simple"};
    Arena *arena = arena_new();
    for (int i = 0; i < 4; i++) {
        arena_shell(
            arena,
            formatted("\"$D\" solve 4x4 --ko %s --proof p & sleep 0.%d; kill -TERM $!; wait $!; "
                      "s=$?; ls -A; exit $s",
                      RULES[i % 2], 2 + i));
        if (arena->status == 0) { /* it was faster */
            break;
        }
        cr_assert_eq(arena->status, 130, "%s", arena->err);
        cr_assert_null(strstr(arena->out, "\np"), "%s", arena->out);
        cr_assert(strstr(arena->out, "bounds ") != NULL ||
                      strstr(arena->err, " was ended\n") != NULL,
                  "%s", arena->err);
    }
}

/* As timeout(1) does: it signals the process, then its group. */
Test(solve, a_second_signal_loses_no_results) {
    Arena *arena = arena_new();
    for (int i = 0; i < 2; i++) {
        arena_shell(arena, "\"$D\" solve 5x5 --mb 16 & sleep 0.4; "
                           "for i in 1 2 3 4 5 6 7 8 9; do kill -TERM $!; done; wait $!");
        cr_assert_eq(arena->status, 130);
        cr_assert_not_null(strstr(arena->out, "bounds    "));
    }
}

/* Most bounds rest on bans here: a search that goes on for ever must not keep the other side from
 * its turn. */
Test(solve, boards_one_point_wide_are_finished_by_either_side) {
    Arena *arena = arena_new();
    arena_prints(arena, "solve 1x8 --ko psk", "value     +3, claimed\n");
    arena_prints(arena, "solve 1x8 --ko psk --to-move w", "value     -3, claimed\n");
}

/* The verifier says what a proof is about. Under simple ko the position before the first move is no
 * history: White could otherwise go back to it here. */
Test(solve, proves_positions_after_a_first_move) {
    Arena *arena = arena_new();
    arena_write(arena, "before.sgf", "(;SZ[1:4]AB[ab]AW[ad]PL[B])");
    arena_write(arena, "after.sgf", "(;SZ[1:4]AB[aa][ab]AW[ad]PL[W])");
    arena_prints(arena, "solve after.sgf --ko simple", "value     +4, claimed\n");
    arena_prints(arena, "solve before.sgf --ko simple --first A4 --proof p",
                 "value     +4, proved\n");
    arena_prints(arena, "verify p",
                 "black to move, first A4\nposition  ./X/./O\n"
                 "Black gets at least +4: proved\n");
    arena_run(arena, "solve 3x3 --ko simple --json --at-least 9");
    json_t *json = arena_json(arena);
    cr_assert_eq(json_at(json, "at_least"), 9);
    cr_assert(json_is_true(json_object_get(json, "answer")));
}

Test(solve, writes_a_proof_that_verify_accepts) {
    Arena *arena = arena_new();
    arena_prints(arena, "solve 2x3 --proof p.proof", "value     +0, proved\n");
    arena_prints(arena, "verify p.proof", "at least +0: proved\nBlack gets at most +0: proved\n");
    arena_shell(arena, "sed 's/^section black/& /' p.proof >blanks; \"$D\" verify blanks");
    arena_expect(arena, 1, "expected 'section black|white POINTS RECORDS'");
    arena_shell(arena, "printf X >>p.proof; \"$D\" verify p.proof");
    arena_expect(arena, 1, "dihedra verify: p.proof: byte ");
    arena_run(arena, "verify nothing.proof");
    arena_expect(arena, 1, "dihedra verify: nothing.proof: No such file or directory");
    arena_run(arena, "solve 2x3 --proof nowhere/p.proof");
    arena_expect(arena, 2, "dihedra solve: ");
    arena_run(arena, "solve 2x3 --proof ''");
    arena_expect(arena, 2, "dihedra solve: --proof: the value is empty");
    cr_assert_str_eq(arena->out, "", "before anything is solved");
}

/* What needs no record is proved all the same, and so is a proof of it. */
Test(solve, proves_that_no_more_than_the_board_is_lost) {
    static const char *const CASES[] = {
        "2x2 --at-least -4 --proof p",
        "2x2 --ko simple --from-proof p --proof p",
        "2x2 --ko simple --at-least -4 --proof p",
    };
    Arena *arena = arena_new();
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        arena_run(arena, "solve %s", CASES[i]);
        arena_expect_told(arena, "proof     0 records, checked\n");
        expect_right(arena, "p");
        cr_assert_not_null(strstr(arena->out, "Black gets at least -4: proved\n0 records"));
    }
}

/* White answers Black's pass by its own, and Black by White's: no other move keeps as much. */
Test(solve, proves_that_a_pass_is_answered_by_a_pass) {
    Arena *arena = arena_new();
    arena_write(arena, "a.sgf", "(;SZ[3:2]AB[bb]AW[aa][ca]PL[B])");
    arena_write(arena, "b.sgf", "(;SZ[3:3]AB[aa][bc]AW[bb][cb][cc]PL[W])");
    for (int i = 0; i < 2; i++) {
        arena_shell(arena, i == 0 ? "\"$D\" solve a.sgf --ko ssk --first pass --proof p"
                                  : "\"$D\" solve b.sgf --ko psk --first pass --proof p");
        arena_expect(arena, 0, "");
        expect_right(arena, "p");
    }
}

/* The loser moves first; its pass leads to a record of the board before it, which is no return. */
Test(solve, proves_that_the_loser_may_pass_first) {
    static const char *const LINES[] = {"a.sgf --ko psk", "a.sgf --ko ssk", "b.sgf --ko psk",
                                        "a.sgf --ko psk --first A4"};
    Arena *arena = arena_new();
    arena_write(arena, "a.sgf", "(;SZ[1:5]PL[W]AW[aa])");
    arena_write(arena, "b.sgf", "(;SZ[1:6]PL[W]AW[ac])");
    for (size_t i = 0; i < sizeof LINES / sizeof LINES[0]; i++) {
        arena_must_run(arena, "solve %s --mb 1 --proof p", LINES[i]);
        expect_right(arena, "p");
    }
}

/* A strategy that wins under simple ko rarely meets a ban of superko. */
Test(solve, proves_a_proof_again_under_another_rule) {
    Arena *arena = arena_new();
    arena_run(arena, "solve 3x5 --ko simple --proof psk.unfinished");
    arena_must_run(arena, "solve 3x5 --ko psk --from-proof psk.unfinished --proof psk --json");
    json_t *json = arena_json(arena);
    cr_assert_str_eq(json_text_at(json, "status"), "proved");
    cr_assert_eq(json_at(json, "value"), 15);
    cr_assert_eq(json_at(json, "nodes"), 0);
    expect_right(arena, "psk");
    cr_assert_not_null(strstr(arena->out, "positional superko"));
    arena_expect_shell(arena, "ls psk*", "psk\n"); /* the unfinished one is done with */
}

/* Under superko a position may have several moves; a reply that is always banned has no record. */
Test(solve, proves_a_proof_of_superko_under_simple_ko) {
    Arena *arena = arena_new();
    arena_run(arena, "solve 3x4 --ko psk --proof psk");
    arena_prints(arena, "solve 3x4 --ko simple --from-proof psk --proof simple",
                 "value     +4, proved\n");
    expect_right(arena, "simple");
}

Test(solve, refuses_to_prove_what_is_another_position) {
    static const char *const CASES[][2] = {
        {"3x2", "given: a proof with another board"},
        {"2x3 --suicide off", "given: a proof with another rule for suicide"},
        {"2x3 --first A1", "given: a proof with another first move"},
        {"2x3 --to-move w", "given: a proof with another side to move"},
        {"stone.sgf", "given: a proof with another position"},
        {"2x3 --from-proof cut", "cut: byte "},
        {"2x3 --from-proof no", "no: No such file or directory"},
    };
    Arena *arena = arena_new();
    arena_run(arena, "solve 2x3 --proof given");
    arena_shell(arena, "head -c 200 given >cut");
    arena_write(arena, "stone.sgf", "(;SZ[2:3]AB[aa]PL[B])");
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        const bool has_file = strstr(CASES[i][0], "--from-proof") != NULL;
        arena_run(arena, "solve %s --proof p%s", CASES[i][0],
                  has_file ? "" : " --from-proof given");
        arena_expect(arena, 1, CASES[i][1]);
    }
    arena_shell(arena, "ls p");
    cr_assert_neq(arena->status, 0, "no file is written");
}

/* -6 under simple ko, where White could rely on draws to have so much. */
Test(solve, proves_what_needs_no_draws_from_simple_ko_alone) {
    Arena *arena = arena_new();
    arena_prints(arena, "solve 3x6 --first b1 --ko psk --proof p", "value     -6, proved\n");
    cr_assert_not_null(strstr(arena->err, "at least -6 without draws?\n"), "%s", arena->err);
    cr_assert_null(strstr(arena->err, "is proved;"), "%s", arena->err);
    expect_right(arena, "p");
}
