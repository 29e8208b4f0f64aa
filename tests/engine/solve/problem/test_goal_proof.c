/* Proofs of local goals: every answer gets one that the verifier and its Python counterpart accept,
 * and nothing that was changed proves something that is not so. */

#include "engine/solve/problem/region.h"
#include "gtp/solve/problem_text.h"
#include "tests/support/oracle/local_truth.h"
#include "tests/support/position/diagram.h"
#include "tests/support/position/random_goal.h"
#include "tests/support/position/solve_problem.h"
#include "tests/support/program/arena.h"
#include "tests/support/program/goal_search_kept.h"
#include "tests/support/program/proof.h"

static const GoalLimits LIMITS = {.nodes = 1000000};

typedef struct {
    GoalSearch *search;
    RandomGoalSizes sizes;
    Rng rng;
    Board board;
    Problem problem;
    Text proof;
} Maker;

static void start(Maker *maker, uint64_t seed) {
    memset(maker, 0, sizeof *maker);
    maker->problem.board = &maker->board;
    maker->search = goal_search_kept(1); /* so small that entries are lost */
    maker->rng = rng_new(seed);
    random_goal_sizes(maker->sizes);
}

static void finish(Maker *maker) {
    text_free(&maker->proof);
}

/* Solves the problem and writes its proof. */
static void write_proof(Maker *maker) {
    Status status;
    problem_solve_both(maker->search, &maker->problem, LIMITS);
    text_clear(&maker->proof);
    cr_assert(goal_proof_write(maker->search, &maker->problem, LIMITS, &maker->proof, &status),
              "%s\n%s", status.text, diagram_print_board(&maker->board).text);
}

/* Solves a random problem of capture and writes its proof. */
static void make_proof(Maker *maker, int size_max) {
    random_goal_sample_capture(&maker->rng, size_max, maker->sizes, &maker->board,
                               &maker->problem.goal);
    write_proof(maker);
}

static bool verify(const Text *text, LocalProof *proof, Status *status) {
    return local_proof_verify((const uint8_t *)text->bytes, text->length, NULL, proof, status);
}

/* Random problems in regions of at most 9 points. */
Test(goal_proof, every_answer_in_a_small_region_has_one) {
    static Maker maker;
    static LocalProof proof;
    int kos = 0, sekis = 0, defied = 0;
    start(&maker, 6);
    for (int done = 0; done < 2000; done++) {
        Status status;
        make_proof(&maker, 6);
        cr_assert(verify(&maker.proof, &proof, &status), "%s\n%s", status.text,
                  text_get(&maker.proof));
        for (int i = 0; i < 2; i++) {
            int threats;
            const ProblemSide *side = &maker.problem.sides[i];
            const GoalAnswer *answer = &side->answer;
            const char *name = problem_code_name(answer->code);
            cr_assert_str_eq(local_proof_answer(&proof, i == 0, &threats),
                             answer->any_threats ? formatted("%s, whatever the threats", name)
                                                 : name);
            cr_assert_eq(threats, answer->threats);
            defied += answer->any_threats;
            cr_assert_eq(local_proof_is_seki(&proof, i == 0), side->is_seki);
            kos += side->answer.code > GOAL_WINS;
            sekis += side->is_seki;
        }
    }
    finish(&maker);
    cr_assert(kos > 0 && sekis > 0 && defied > 0, "%d kos, %d sekis, %d whatever the threats", kos,
              sekis, defied);
}

/* Black has a reply outside the zone of a result that met no ko, which begins one. */
Test(goal_proof, a_claim_against_any_threats_takes_no_ko_needlessly) {
    static const char RACE[] = "O . O . . .\n"
                               ". O . O O X\n"
                               ". O X . X .\n"
                               ". X X X X X\n";
    static Maker maker;
    static LocalProof proof;
    const Diagram diagram = diagram_read(RACE);
    Status status;
    Zone targets = {0};
    start(&maker, 1);
    diagram_set_up(&diagram, BLACK, &maker.board);
    zone_add(&targets, point_at(1, 3));
    cr_assert(region_make_goal(&maker.board, &targets, false, NULL, &maker.problem.goal, &status));
    write_proof(&maker);
    cr_assert(maker.problem.sides[1].answer.any_threats);
    cr_assert(verify(&maker.proof, &proof, &status), "%s", status.text);
    finish(&maker);
}

/* Samples a problem with an answer that holds whatever the threats. */
static void sample_defied(Maker *maker) {
    const GoalLimits limits = {.nodes = 3000};
    bool is_found = false;
    while (!is_found) {
        random_goal_sample_capture(&maker->rng, 9, maker->sizes, &maker->board,
                                   &maker->problem.goal);
        for (Color mover = BLACK; mover <= WHITE && !is_found; mover++) {
            problem_answer(maker->search, &maker->problem.goal, &maker->board, mover, limits,
                           &maker->problem.sides[0]);
            is_found = maker->problem.sides[0].answer.any_threats;
        }
    }
}

/* The line of such an answer begins with it, whatever else was searched to tell about the kos. */
Test(goal_proof, a_line_whatever_the_threats_begins_with_the_answer) {
    static Maker maker;
    start(&maker, 11);
    for (int wins = 0; wins < 20;) {
        sample_defied(&maker);
        const ProblemSide *side = &maker.problem.sides[0];
        if (side->answer.code == GOAL_WINS && side->line_count > 0) {
            cr_assert_eq(side->line[0], side->answer.move, "%d\n%s", wins,
                         diagram_print_board(&maker.board).text);
            wins++;
        }
    }
    finish(&maker);
}

/* Whatever the table holds, there is a proof; after an empty one it is always the same. */
Test(goal_proof, none_depends_on_what_was_searched_before, .timeout = 120) {
    static Maker maker;
    static LocalProof proof;
    start(&maker, 7);
    for (int done = 0; done < 20; done++) {
        Text alone = {0};
        Status status;
        sample_defied(&maker);
        for (int i = 0; i < 3; i++) {
            if (i > 0) {
                goal_search_forget(maker.search);
            }
            write_proof(&maker);
            cr_assert(verify(&maker.proof, &proof, &status), "%s\n%s", status.text,
                      text_get(&maker.proof));
            if (i == 1) {
                text_append(&alone, maker.proof.bytes, maker.proof.length);
            }
        }
        cr_assert_eq(maker.proof.length, alone.length);
        cr_assert_eq(memcmp(maker.proof.bytes, alone.bytes, alone.length), 0);
        text_free(&alone);
    }
    finish(&maker);
}

/* The deadline counts although the table answers every search. */
Test(goal_proof, none_is_written_after_the_deadline) {
    static Maker maker;
    Status status = {""};
    start(&maker, 3);
    make_proof(&maker, 6);
    text_clear(&maker.proof);
    for (int i = 0; i < 2; i++) {
        const GoalLimits limits = {.nodes = LIMITS.nodes, .deadline = &DEADLINE_NOW};
        maker.problem.sides[0].is_asked = i == 0;
        maker.problem.sides[1].is_asked = i == 1;
        cr_assert_not(
            goal_proof_write(maker.search, &maker.problem, limits, &maker.proof, &status));
        cr_assert_str_eq(status.text, "a search for the proof reached its limits");
    }
    cr_assert_eq(maker.proof.length, 0);
    finish(&maker);
}

/* ---- Changed files ---- */

/* Without the checksum, too, a changed file is refused, or what it states is true. */
Test(goal_proof, changed_bytes_prove_nothing_false) {
    static Maker maker;
    static LocalProof proof;
    int refused = 0, accepted = 0;
    start(&maker, 2);
    for (int done = 0; done < 60; done++) {
        make_proof(&maker, 6);
        for (int i = 0; i < 60; i++) {
            Status status = {""};
            const size_t place = rng_below(&maker.rng, (uint32_t)maker.proof.length);
            const char before = maker.proof.bytes[place];
            maker.proof.bytes[place] =
                (char)(rng_below(&maker.rng, 2) == 0
                           ? maker.proof.bytes[rng_below(&maker.rng, (uint32_t)maker.proof.length)]
                           : before ^ 1 << rng_below(&maker.rng, 8));
            const bool same = maker.proof.bytes[place] == before;
            cr_assert(same || !verify(&maker.proof, &proof, &status));
            proof_sign(&maker.proof);
            if (!verify(&maker.proof, &proof, &status)) {
                cr_assert_neq(status.text[0], '\0');
                refused++;
            } else if (!same) {
                local_truth_expect(&proof, text_get(&maker.proof));
                accepted++;
            }
            maker.proof.bytes[place] = before;
            proof_sign(&maker.proof);
        }
    }
    cr_log_info("%d changed files refused, %d accepted that state the truth", refused, accepted);
    finish(&maker);
}

/* ---- The second verifier ---- */

Test(goal_proof, the_second_verifier_agrees) {
    static Maker maker;
    char script[ARENA_PATH_MAX], line[64];
    if (system("python3 -c '' 2>/dev/null") != 0) {
        cr_skip_test("no python3");
    }
    Arena *arena = arena_new();
    cr_assert_not_null(realpath("tests/verify/verify_local.py", script));
    cr_assert_eq(setenv("VERIFY", script, 1), 0);
    start(&maker, 4);
    bool right[120];
    for (int i = 0; i < 120; i++) {
        static LocalProof proof;
        Status status;
        if (i % 2 == 0) {
            make_proof(&maker, 9);
        } else {
            const uint32_t length = (uint32_t)maker.proof.length;
            maker.proof.bytes[rng_below(&maker.rng, length - 26)] =
                maker.proof.bytes[rng_below(&maker.rng, length)];
            proof_sign(&maker.proof);
        }
        right[i] = verify(&maker.proof, &proof, &status);
        snprintf(line, sizeof line, "%03d.proof", i);
        arena_write(arena, line, text_get(&maker.proof));
    }
    arena_shell(arena, "python3 \"$VERIFY\" *.proof");
    for (int i = 0; i < 120; i++) {
        snprintf(line, sizeof line, "%03d.proof: right\n", i);
        cr_assert_eq(strstr(arena->out, line) != NULL, right[i], "%d\n%s", i, arena->out);
    }
    finish(&maker);
}
