/* Problems of life and death as JSON. */

#include "engine/solve/problem/region.h"
#include "gtp/commands/families.h"
#include "gtp/commands/life/life.h"
#include "gtp/solve/problem_text.h"

static const int64_t NODES_MAX = INT64_C(1) << 40;
static const double SECONDS_MAX = 1e6;

typedef struct {
    Zone targets, region;
    bool has_region; /* otherwise it is found around the targets */
    bool any;        /* one of the targets, not all of them */
    int64_t nodes;   /* for each question */
    double seconds;  /* for all of them */
} LifeProblem;

static bool read_zone(GtpCall *call, const char *name, const json_t *list, Zone *points) {
    const Geometry *geometry = call->engine->game->geometry;
    if (json_array_size(list) == 0) {
        return call_fail(call, "%s: %s", name,
                         json_is_array(list) ? "must not be empty" : "must be a list of vertices");
    }
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *vertex = json_string_value(json_array_get(list, i));
        Point p;
        if (vertex == NULL || !point_from_text(vertex, geometry->width, geometry->height, &p) ||
            !point_is_move(p)) {
            return call_fail(call, "%s: expected a vertex, got %.40s", name,
                             vertex == NULL ? "something else" : vertex);
        }
        zone_add(points, p);
    }
    return true;
}

static bool read_member(GtpCall *call, const char *name, json_t *value, LifeProblem *problem) {
    if (strcmp(name, "targets") == 0) {
        return read_zone(call, name, value, &problem->targets);
    }
    if (strcmp(name, "region") == 0) {
        problem->has_region = true;
        return read_zone(call, name, value, &problem->region);
    }
    if (strcmp(name, "any") == 0) {
        problem->any = json_is_true(value);
        return json_is_boolean(value) || call_fail(call, "any: must be true or false");
    }
    if (strcmp(name, "nodes") == 0) {
        problem->nodes = json_integer_value(value);
        return (problem->nodes >= 1 && problem->nodes <= NODES_MAX) ||
               call_fail(call, "nodes: must be a whole number from 1 to %lld",
                         (long long)NODES_MAX);
    }
    if (strcmp(name, "seconds") == 0) {
        problem->seconds = json_number_value(value);
        return (problem->seconds > 0 && problem->seconds <= SECONDS_MAX) ||
               call_fail(call, "seconds: must be a number above 0, at most %g", SECONDS_MAX);
    }
    return call_fail(call, "%.60s: unknown member", name);
}

static bool answer_life_problem(GtpCall *call, const LifeProblem *asked) {
    const Board *board = &call->engine->game->board;
    Problem problem = {.board = board};
    const Goal *goal = &problem.goal;
    Status status;
    if (!region_make_goal(board, &asked->targets, asked->any,
                          asked->has_region ? &asked->region : NULL, &problem.goal, &status)) {
        return call_fail(call, "%s", status.text);
    }
    GoalSearch *search = life_new_search(call);
    if (search == NULL) {
        return false;
    }
    const Deadline deadline = {.at = clock_seconds() + asked->seconds,
                               .cancel = call->engine->player.cancel};
    const GoalLimits limits = {.nodes = asked->nodes, .deadline = &deadline};
    problem_answer(search, goal, board, goal->reacher, limits, &problem.sides[0]);
    problem_answer(search, goal, board, goal_target_color(goal), limits, &problem.sides[1]);
    if (!asked->has_region) {
        problem_widen(search, &problem, limits);
    }
    for (int i = 0; i < 2; i++) {
        problem_explain(search, goal, board, limits, &problem.sides[i]);
    }
    json_add_text(problem_json(&problem), call->answer);
    goal_search_free(search);
    return true;
}

static bool run_dihedra_life(GtpCall *call) {
    LifeProblem problem = {.nodes = 120000, .seconds = 8};
    json_t *request, *value;
    const char *name;
    if (!call_get_json(call, &request)) {
        return false;
    }
    bool ok = true;
    json_object_foreach(request, name, value) {
        ok = ok && read_member(call, name, value, &problem);
    }
    ok = ok && answer_life_problem(call, &problem);
    json_decref(request);
    return ok;
}

const GtpCommand GTP_DIHEDRA_LIFE_COMMANDS[] = {
    {"dihedra-life",
     "{\"targets\": [VERTEX...], \"any\": BOOL, \"region\": [VERTEX...], \"nodes\": N, "
     "\"seconds\": S}",
     GTP_WORDS, 1, GTP_ARGUMENTS_MAX, run_dihedra_life,
     "solves a problem of life and death, either side first: JSON"},
    {0},
};
