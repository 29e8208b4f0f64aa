/* What searches of random goals do for their outcomes. */
#include "gtp/solve/problem_text.h"
#include "tests/support/position/random_goal.h"
#include "tests/support/position/solve_problem.h"
#include "tests/support/program/goal_search_kept.h"
#include "tests/support/program/golden.h"

#include <inttypes.h>

enum { LINE_MAX = 40, NODES = 3000 };

typedef struct {
    GoalSearch *search;
    RandomGoalSizes sizes;
    Rng rng;
    Board board;
    Problem problem;
} Sampler;

static void start(Sampler *sampler, uint64_t seed) {
    sampler->problem.board = &sampler->board;
    sampler->problem.wider = WIDER_NONE;
    sampler->search = goal_search_kept(1);
    sampler->rng = rng_new(seed);
    random_goal_sizes(sampler->sizes);
}

/* The next goal of a kind; GOAL_LIVE is made of one of capture. */
static void next_goal(Sampler *sampler, int size_max, GoalKind kind) {
    Goal *goal = &sampler->problem.goal;
    const GoalKind sampled = kind == GOAL_LIVE ? GOAL_CAPTURE_ALL : kind;
    Status status;
    do {
        while (
            !random_goal_sample(&sampler->rng, size_max, sampler->sizes, &sampler->board, goal)) {
        }
    } while (goal->kind != sampled);
    if (kind == GOAL_LIVE) {
        goal->kind = GOAL_LIVE;
        goal->reacher = color_opponent(goal->reacher);
        cr_assert(goal_finish(goal, &sampler->board, &status));
    }
}

static uint64_t add_zone(uint64_t digest, const Zone *zone) {
    for (int i = 0; i < POINT_COUNT / 64; i++) {
        digest = golden_add(digest, zone->bits[i]);
    }
    return digest;
}

static uint64_t add_result(uint64_t digest, const GoalSearch *search, const GoalResult *result) {
    static GoalMove moves[GOAL_POINTS_MAX + 1];
    digest = golden_add(digest, (uint64_t)result->outcome);
    digest = golden_add(digest, (uint64_t)result->move);
    digest = golden_add(digest, (uint64_t)result->ko_met);
    digest = golden_add(digest, (uint64_t)result->nodes);
    if (result->outcome == GOAL_OPEN || result->nodes == 0) {
        return digest;
    }
    const int count = goal_search_list_moves(search, moves);
    for (int i = 0; i < count; i++) {
        digest = golden_add(digest, (uint64_t)moves[i].point);
        digest = golden_add(digest, (uint64_t)moves[i].outcome);
        digest = golden_add(digest, (uint64_t)moves[i].nodes);
    }
    return add_zone(digest, &result->zone);
}

static uint64_t add_line(uint64_t digest, GoalSearch *search) {
    Point line[LINE_MAX];
    const int count = goal_search_find_line(search, line, LINE_MAX);
    for (int i = 0; i < count; i++) {
        digest = golden_add(digest, (uint64_t)line[i]);
    }
    return digest;
}

/* Searches goals of a kind under each rule for kos, each side first. */
static void expect_searches(GoalKind kind, const char *name, int goals, GoalLimits limits) {
    static const GoalKo KOS[] = {KO_IS_HOLDERS, KO_IS_SIMPLE, KO_IS_REACHERS};
    Sampler sampler;
    uint64_t digest = 0, nodes = 0;
    start(&sampler, 100 + (uint64_t)kind);
    for (int i = 0; i < goals; i++) {
        next_goal(&sampler, 4 + i % 14, kind);
        for (int variant = 0; variant < 6; variant++) {
            GoalKoRule ko = {.ko = KOS[variant / 2]};
            ko.threats[BLACK] = ko.ko == KO_IS_SIMPLE ? i % 3 : 0;
            const GoalResult result =
                goal_search_run(sampler.search, &sampler.problem.goal, &sampler.board,
                                (Color)(variant % 2), 0, ko, limits);
            digest = add_result(digest, sampler.search, &result);
            digest = variant / 2 == 1 ? add_line(digest, sampler.search) : digest;
            nodes += (uint64_t)result.nodes;
        }
    }
    golden_expect(name, formatted("nodes %" PRIu64 " digest %016" PRIx64, nodes, digest));
}

Test(goal_golden, captures_of_all) {
    expect_searches(GOAL_CAPTURE_ALL, "goal capture all", 300, (GoalLimits){.nodes = NODES});
}

Test(goal_golden, captures_of_one) {
    expect_searches(GOAL_CAPTURE_ANY, "goal capture any", 300, (GoalLimits){.nodes = NODES});
}

Test(goal_golden, life) {
    expect_searches(GOAL_LIVE, "goal live", 300, (GoalLimits){.nodes = NODES});
}

Test(goal_golden, connections) {
    expect_searches(GOAL_CONNECT, "goal connect", 300, (GoalLimits){.nodes = NODES});
}

/* ---- Problems ---- */

static uint64_t add_text(uint64_t digest, const char *text) {
    for (; *text != '\0'; text++) {
        digest = golden_add(digest, (uint64_t)(unsigned char)*text);
    }
    return digest;
}

static uint64_t add_problem(uint64_t digest, const Problem *problem) {
    json_t *json = problem_json(problem);
    char *text = json_dumps(json, JSON_COMPACT | JSON_SORT_KEYS);
    digest = add_text(digest, text);
    free(text);
    json_decref(json);
    return digest;
}

/* What is told of problems, with nodes enough and with few. */
static void expect_problems(const char *name, int problems, int64_t limit) {
    static Sampler sampler;
    const ProblemSide *sides = sampler.problem.sides;
    uint64_t digest = 0, nodes = 0;
    start(&sampler, 200);
    for (int i = 0; i < problems; i++) {
        next_goal(&sampler, 4 + i % 8, i % 5 == 0 ? GOAL_CAPTURE_ANY : GOAL_CAPTURE_ALL);
        problem_solve_both(sampler.search, &sampler.problem, (GoalLimits){.nodes = limit});
        digest = add_problem(digest, &sampler.problem);
        nodes += (uint64_t)(sides[0].answer.nodes + sides[1].answer.nodes);
    }
    golden_expect(name, formatted("nodes %" PRIu64 " json %016" PRIx64, nodes, digest));
}

Test(goal_golden, problems) {
    expect_problems("goal problems", 250, 20000);
    expect_problems("goal problems, 30 nodes", 300, 30);
}

Test(goal_golden, proofs_of_problems) {
    const GoalLimits limits = {.nodes = 100000};
    static Sampler sampler;
    uint64_t digest = 0, bytes = 0;
    start(&sampler, 202);
    for (int i = 0; i < 250; i++) {
        Text *proof = text_kept();
        Status status;
        next_goal(&sampler, 4 + i % 8, i % 5 == 0 ? GOAL_CAPTURE_ANY : GOAL_CAPTURE_ALL);
        problem_solve_both(sampler.search, &sampler.problem, limits);
        cr_assert(goal_proof_write(sampler.search, &sampler.problem, limits, proof, &status));
        for (size_t at = 0; at < proof->length; at++) {
            digest = golden_add(digest, (unsigned char)proof->bytes[at]);
        }
        bytes += proof->length;
    }
    golden_expect("goal proofs", formatted("bytes %" PRIu64 " digest %016" PRIx64, bytes, digest));
}
