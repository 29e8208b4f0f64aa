#include "engine/solve/problem/goal_proof.h"

#include <inttypes.h>

#include "engine/solve/problem/goal_claim.h"
#include "engine/solve/problem/wall.h"
#include "engine/solve/verify/strategy.h"

typedef struct {
    GoalSearch *search;
    const Goal *goal;
    const Board *board;
    GoalLimits limits;
    Text claims;
    int count;
    bool wins[2]; /* [color]: a claim */
    Status *status;
} Proof;

static const char *name_kos(const Goal *goal, GoalKo ko) {
    return ko == KO_IS_SIMPLE
               ? "simple"
               : color_name(ko == KO_IS_REACHERS ? goal->reacher : color_opponent(goal->reacher));
}

/* Adds a claim about the goal, or about the life of its targets. */
static bool add_claim(Proof *proof, GoalKind kind, Color first, GoalKoRule ko,
                      GoalOutcome outcome) {
    static const char *const KINDS[] = {[GOAL_CAPTURE_ALL] = "capture-all",
                                        [GOAL_CAPTURE_ANY] = "capture-any",
                                        [GOAL_LIVE] = "live"};
    Goal goal = *proof->goal;
    if (kind != goal.kind) {
        goal.kind = kind;
        goal.reacher = goal_target_color(proof->goal);
        if (!goal_finish(&goal, proof->board, proof->status)) {
            return false;
        }
    }
    const GoalClaim claim = {proof->search, &goal, proof->board, ko, first, outcome, proof->limits};
    Text moves = {0};
    size_t move_count;
    const bool ok = goal_claim_write(&claim, &moves, &move_count, proof->status);
    if (ok) {
        text_add(&proof->claims, "claim %s first %s kos %s threats %d %d %s %zu\n%s\n", KINDS[kind],
                 color_name(first), name_kos(&goal, ko.ko), ko.threats[0], ko.threats[1],
                 outcome == GOAL_REACHED ? "reached" : "held", move_count, text_get(&moves));
        proof->count++;
        proof->wins[outcome == GOAL_REACHED ? goal.reacher : color_opponent(goal.reacher)] = true;
    }
    text_free(&moves);
    return ok;
}

/* Claims that the side that moves first wins the capture, or loses it. */
static bool add_capture(Proof *proof, Color first, GoalKo ko, int threats, bool wins) {
    GoalKoRule rule = {.ko = ko};
    rule.threats[first] = threats;
    return add_claim(proof, proof->goal->kind, first, rule,
                     goal_outcome_for(proof->goal, wins ? first : color_opponent(first)));
}

static bool add_side(Proof *proof, const ProblemSide *side) {
    const Color first = side->mover;
    const GoalKo own = goal_kos_of(proof->goal, first);
    const GoalKo other = goal_kos_of(proof->goal, color_opponent(first));
    const int threats = side->answer.threats;
    bool ok = true;
    switch (side->answer.code) {
    case GOAL_WINS:
        ok = add_capture(proof, first, other, 0, true);
        break;
    case GOAL_FAILS:
        ok = add_capture(proof, first, own, 0, false);
        break;
    case GOAL_WINS_KO:
        ok = add_capture(proof, first, KO_IS_SIMPLE, 0, true) &&
             add_capture(proof, first, other, 0, false);
        break;
    case GOAL_WINS_KO_THREAT:
        ok = add_capture(proof, first, KO_IS_SIMPLE, 0, false) &&
             add_capture(proof, first, own, 0, true) &&
             (threats == 0 || add_capture(proof, first, KO_IS_SIMPLE, threats, true)) &&
             (threats <= 1 || add_capture(proof, first, KO_IS_SIMPLE, threats - 1, false));
        break;
    case GOAL_UNKNOWN:
        return status_fail(proof->status, "an answer is unknown");
    }
    const GoalKoRule simple = {.ko = KO_IS_SIMPLE};
    return ok && (!side->is_seki || add_claim(proof, GOAL_LIVE, first, simple, GOAL_HELD));
}

static void add_vertices(const Board *board, const Point *points, int count, Text *text) {
    for (int i = 0; i < count; i++) {
        char vertex[POINT_TEXT_MAX];
        text_add(text, " %s", point_to_text(points[i], board->geometry->height, vertex));
    }
}

static void add_cells(const Board *board, const Zone *zone, Text *text) {
    const Geometry *geometry = board->geometry;
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const Point p = geometry->point_of[cell];
        text_add(text, "%c", zone == NULL ? "XO."[board_color(board, p)] : ".#"[zone_has(zone, p)]);
    }
}

bool goal_proof_write(GoalSearch *search, const Goal *goal, const Board *board,
                      const ProblemSide *const sides[2], GoalLimits limits, Text *text,
                      Status *status) {
    Proof proof = {
        .search = search, .goal = goal, .board = board, .limits = limits, .status = status};
    bool ok = true;
    for (int i = 0; i < 2; i++) {
        ok = ok && (sides[i] == NULL || add_side(&proof, sides[i]));
    }
    if (ok) {
        text_add(text, "dihedra local proof 2\nboard %dx%d\nposition ", board->geometry->width,
                 board->geometry->height);
        add_cells(board, NULL, text);
        text_add(text, "\nplayable ");
        add_cells(board, &goal->playable, text);
        text_add(text, "\nowner %s\ntargets", color_name(goal_target_color(goal)));
        add_vertices(board, goal->targets, goal->target_count, text);
        text_add(text, "\nsafe");
        Point walls[CELL_COUNT_MAX];
        Walls found;
        walls_find(board, &goal->playable, &found);
        const int wall_count = walls_list(&found, proof.wins, WALL_ASSUMED, walls);
        add_vertices(board, walls, wall_count, text);
        text_add(text, "%s\nassumes no play outside, passes allowed, suicide illegal\nclaims %d\n",
                 wall_count == 0 ? " none" : "", proof.count);
        text_append(text, text_get(&proof.claims), proof.claims.length);
        text_add(text, "checksum %016" PRIX64 "\n",
                 frame_sum((const uint8_t *)text->bytes, text->length));
    }
    text_free(&proof.claims);
    return ok;
}
