/* Problems of life and death as JSON. */
#include <string.h>

#include "engine/solve/problem/problem_json.h"
#include "engine/solve/problem/region.h"
#include "gtp/commands/families.h"
#include "gtp/commands/life_tools.h"

/* Reads a list of vertices. Returns false with an error if it is something else. */
static bool read_vertices(GtpCall *call, const json_t *list, const char *name, Zone *points) {
    const Geometry *geometry = call->engine->game->geometry;
    if (!json_is_array(list)) {
        return call_fail(call, "expected a list of vertices as %s", name);
    }
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *text = json_string_value(json_array_get(list, i));
        Point p;
        if (text == NULL || !point_from_text(text, geometry->width, geometry->height, &p) ||
            !point_is_move(p)) {
            return call_fail(call, "%s: expected vertices of the %dx%d board", name,
                             geometry->width, geometry->height);
        }
        zone_add(points, p);
    }
    return true;
}

/* Are the request's members known, and "any" and "nodes" of the right type? */
static bool check_request(GtpCall *call, json_t *request) {
    static const char *const MEMBERS[] = {"targets", "any", "region", "nodes", NULL};
    const char *key;
    json_t *value;
    json_object_foreach(request, key, value) {
        if (strcmp(key, "any") == 0 && !json_is_boolean(value)) {
            return call_fail(call, "any: expected true or false");
        }
        if (strcmp(key, "nodes") == 0 &&
            (!json_is_integer(value) || json_integer_value(value) < 1)) {
            return call_fail(call, "nodes: expected a whole number from 1 on");
        }
        if (text_find(key, MEMBERS) < 0) {
            return call_fail(call, "unknown member %.40s", key);
        }
    }
    return true;
}

/* Makes the goal of the request: "targets", "any", "region". */
static bool read_problem(GtpCall *call, const json_t *request, Goal *goal) {
    Zone targets = {0}, playable = {0};
    Status status;
    const json_t *region = json_object_get(request, "region");
    if (!read_vertices(call, json_object_get(request, "targets"), "targets", &targets) ||
        (region != NULL && !read_vertices(call, region, "region", &playable))) {
        return false;
    }
    return region_make_goal(&call->engine->game->board, &targets,
                            json_is_true(json_object_get(request, "any")),
                            region == NULL ? NULL : &playable, goal, &status) ||
           call_fail(call, "%s", status.text);
}

static bool run_dihedra_life(GtpCall *call) {
    json_t *request;
    Goal goal;
    LifeTools tools;
    if (!call_get_json(call, &request)) {
        return false;
    }
    const bool is_read = check_request(call, request) && read_problem(call, request, &goal);
    const json_t *nodes = json_object_get(request, "nodes");
    const json_int_t wanted = json_is_integer(nodes) ? json_integer_value(nodes) : 0;
    json_decref(request);
    if (!is_read || !life_tools_open(call, &tools)) {
        return false;
    }
    if (wanted > 0) {
        tools.limits = (GoalLimits){.nodes = wanted};
    }
    const Board *board = &call->engine->game->board;
    ProblemSide kills, saves;
    problem_solve(tools.search, &goal, board, goal.reacher, tools.limits, &kills);
    problem_solve(tools.search, &goal, board, goal_target_color(&goal), tools.limits, &saves);
    json_add_text(problem_json(&goal, board, &kills, &saves), call->answer);
    return life_tools_close(&tools);
}

const GtpCommand GTP_DIHEDRA_LIFE_COMMANDS[] = {
    {"dihedra-life",
     "{\"targets\": [VERTEX...], \"any\": BOOL, \"region\": [VERTEX...], \"nodes\": N}", 1,
     GTP_ARGUMENTS_MAX, run_dihedra_life,
     "solves a problem of life and death, either side first: JSON"},
    {NULL, NULL, 0, 0, NULL, NULL},
};
