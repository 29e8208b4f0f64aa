/* Life and death of the dragon that is clicked on. */
#include "engine/solve/dragon/dragon.h"
#include "engine/solve/problem/problem_json.h"
#include "engine/solve/problem/region.h"
#include "gtp/gogui/gfx.h"
#include "gtp/gogui/show.h"

enum {
    SEARCH_MEGABYTES = 32,
    THREADS = 2,
    SEARCH_NODES = 30000, /* for each question; of an answer or of a first move */
};

/* For either side that moves first: GoGui waits. */
static const double SECONDS_MAX = 1;

/* Marks the moves that reach the best result of the side. */
static void mark_best_moves(const ProblemSide *side, uint8_t marks[POINT_COUNT]) {
    for (int i = 0; i < side->move_count; i++) {
        marks[side->moves[i].point] |= side->moves[i].code == side->answer.code &&
                                       side->answer.code != GOAL_FAILS &&
                                       point_is_move(side->moves[i].point);
    }
}

static void add_life(GtpCall *call, const Goal *goal, const ProblemSide *kills,
                     const ProblemSide *saves) {
    const Board *board = &call->engine->game->board;
    const Geometry *geometry = board->geometry;
    uint8_t targets[POINT_COUNT] = {0}, attacks[POINT_COUNT] = {0}, defenses[POINT_COUNT] = {0};
    uint8_t zone[POINT_COUNT] = {0};
    for (int i = 0; i < goal->target_count; i++) {
        Point stones[CELL_COUNT_MAX];
        const int count = board_chain_stones(board, goal->targets[i], stones);
        for (int k = 0; k < count; k++) {
            targets[stones[k]] = true;
        }
    }
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const Point p = geometry->point_of[cell];
        zone[p] =
            !targets[p] && (zone_has(&kills->answer.zone, p) || zone_has(&saves->answer.zone, p));
    }
    mark_best_moves(kills, attacks);
    mark_best_moves(saves, defenses);
    gfx_add_points(call->answer, geometry, "COLOR #40A0E0", zone, true);
    gfx_add_points(call->answer, geometry, "MARK", targets, true);
    gfx_add_points(call->answer, geometry, "CIRCLE", attacks, true);
    gfx_add_points(call->answer, geometry, "SQUARE", defenses, true);
    text_add(call->answer, "TEXT ");
    problem_add_status(call->answer, kills, saves);
    text_add(call->answer, "%s: %s kills: %s; %s saves: %s\n",
             kills->is_seki && saves->is_seki ? " in seki" : "", color_name(kills->mover),
             problem_code_name(kills->answer.code), color_name(saves->mover),
             problem_code_name(saves->answer.code));
}

static bool show_life(GtpCall *call) {
    const Board *board = &call->engine->game->board;
    Point p;
    Dragon dragon;
    Goal goal;
    Status status = {.text = "the dragon has too many chains"};
    if (!call_get_point(call, 0, &p) || !call_expect_stone(call, p)) {
        return false;
    }
    GoalSearch *search = goal_search_new(SEARCH_MEGABYTES);
    Deadline deadline = {.at = clock_seconds() + SECONDS_MAX,
                         .cancel = call->engine->player.cancel};
    if (search == NULL || !goal_search_use_threads(search, THREADS)) {
        goal_search_free(search);
        return call_fail(call, "out of memory");
    }
    const GoalLimits limits = {.nodes = SEARCH_NODES, .deadline = &deadline};
    dragon_find(board, p, &dragon);
    bool ok = dragon_init_goal(&dragon, board, &goal);
    if (ok) {
        region_find(board, goal.targets, goal.target_count, REGION_RADIUS, &goal.playable);
        ok = goal_finish(&goal, board, &status);
    }
    if (ok) {
        ProblemSide kills, saves;
        problem_solve(search, &goal, board, goal.reacher, limits, &kills);
        deadline.at = clock_seconds() + SECONDS_MAX;
        problem_solve(search, &goal, board, dragon.color, limits, &saves);
        add_life(call, &goal, &kills, &saves);
    } else {
        text_add(call->answer, "TEXT unknown: %s\n", status.text);
    }
    goal_search_free(search);
    return true;
}

const GtpCommand GTP_SHOW_LIFE_COMMANDS[] = {
    {"dihedra-show_life", "VERTEX", GTP_WORDS, 1, 1, show_life,
     "the dragon (crosses), the zone of the proofs (blue); circles kill, squares save (gfx)"},
    {0},
};
