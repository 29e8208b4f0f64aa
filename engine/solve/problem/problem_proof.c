#include <inttypes.h>
#include <stdlib.h>

#include "engine/base/memory.h"
#include "engine/solve/problem/goal_claim.h"
#include "engine/solve/problem/problem.h"
#include "engine/solve/problem/region.h"
#include "verify/strategy.h"

typedef struct {
    GoalSearch *search;
    const Goal *goal;
    const Board *board;
    GoalLimits limits;
    Text claims;
    int count;
    bool wins[2]; /* [color]: a claim */
    Status *status;
} ProofMaker;

/* Adds a claim about the goal, or about the life of its targets. */
static bool claim_outcome(ProofMaker *proof, GoalKind kind, Color first, GoalKoRule ko, int level,
                          GoalOutcome outcome) {
    static const char *const KINDS[] = {[GOAL_CAPTURE_ALL] = "capture-all",
                                        [GOAL_CAPTURE_ANY] = "capture-any",
                                        [GOAL_LIVE] = "live"};
    Goal goal = *proof->goal;
    if (kind != goal.kind && !goal_make_life(proof->goal, proof->board, &goal, proof->status)) {
        return false;
    }
    const GoalClaim claim = {proof->search, &goal,   proof->board, 0, ko, level,
                             first,         outcome, proof->limits};
    Text moves = {0};
    size_t move_count = 0;
    const char *kos =
        ko.ko == KO_IS_SIMPLE
            ? "simple"
            : color_name(ko.ko == KO_IS_REACHERS ? goal.reacher : color_opponent(goal.reacher));
    const bool ok = goal_claim_write(&claim, &moves, &move_count, proof->status);
    if (ok) {
        text_add(&proof->claims, "claim %s first %s kos %s threats", KINDS[kind], color_name(first),
                 kos);
        for (int i = 0; i < 2; i++) {
            text_add(&proof->claims, ko.threats[i] == GOAL_THREATS_UNLIMITED ? " any" : " %d",
                     ko.threats[i]);
        }
        text_add(&proof->claims, " %s %zu\n%s\n", outcome == GOAL_REACHED ? "reached" : "held",
                 move_count, text_get(&moves));
        proof->count++;
        proof->wins[outcome == GOAL_REACHED ? goal.reacher : color_opponent(goal.reacher)] = true;
    }
    text_free(&moves);
    return ok;
}

/* Claims that a side wins the capture when `first` moves first. */
static bool claim_capture(ProofMaker *proof, Color first, GoalKo ko, Color winner) {
    return claim_outcome(proof, proof->goal->kind, first, (GoalKoRule){.ko = ko}, 0,
                         goal_outcome_for(proof->goal, winner));
}

/* Claims that a side needs that many threats, or if they are unlimited, that none help it. level:
 * then of the claim. */
static bool add_threats(ProofMaker *proof, Color first, Color needer, int threats, int level) {
    const GoalKind kind = proof->goal->kind;
    const GoalOutcome wins = goal_outcome_for(proof->goal, needer);
    const GoalOutcome loses = goal_outcome_for(proof->goal, color_opponent(needer));
    GoalKoRule enough = {.ko = KO_IS_SIMPLE}, few = enough;
    const bool is_unlimited = threats == GOAL_THREATS_UNLIMITED;
    enough.threats[needer] = threats;
    few.threats[needer] = is_unlimited ? threats : threats - 1;
    return (threats == 0 || threats > GOAL_THREATS_MAX ||
            claim_outcome(proof, kind, first, enough, 0, wins)) &&
           (threats <= 1 || claim_outcome(proof, kind, first, few, level, loses));
}

static bool add_side(ProofMaker *proof, const ProblemSide *side) {
    const Color first = side->mover;
    const Color other = color_opponent(first);
    const GoalKo own_kos = goal_kos_of(proof->goal, first);
    const GoalKo other_kos = goal_kos_of(proof->goal, other);
    const GoalAnswer *answer = &side->answer;
    bool ok = true;
    switch (answer->code) {
    case GOAL_WINS:
        ok = answer->any_threats
                 ? add_threats(proof, first, other, GOAL_THREATS_UNLIMITED, answer->level)
                 : claim_capture(proof, first, other_kos, first);
        break;
    case GOAL_FAILS:
        ok = answer->any_threats
                 ? add_threats(proof, first, first, GOAL_THREATS_UNLIMITED, answer->level)
                 : claim_capture(proof, first, own_kos, other);
        break;
    case GOAL_WINS_KO:
        ok = claim_capture(proof, first, KO_IS_SIMPLE, first) &&
             claim_capture(proof, first, other_kos, other) &&
             add_threats(proof, first, other, answer->opponent_threats, 0);
        break;
    case GOAL_WINS_KO_THREAT:
        ok = claim_capture(proof, first, KO_IS_SIMPLE, other) &&
             claim_capture(proof, first, own_kos, first) &&
             add_threats(proof, first, first, answer->threats, 0);
        break;
    case GOAL_UNKNOWN:
        return status_fail(proof->status, "an answer is unknown");
    }
    const GoalKoRule simple = {.ko = KO_IS_SIMPLE};
    return ok && (!side->is_seki || claim_outcome(proof, GOAL_LIVE, first, simple, 0, GOAL_HELD));
}

static void add_targets(const Board *board, const Point *points, int count, Text *text) {
    for (int i = 0; i < count; i++) {
        char vertex[POINT_TEXT_MAX];
        text_add(text, " %s", point_to_text(points[i], board->geometry->height, vertex));
    }
}

static void add_diagram(const Board *board, const Zone *zone, Text *text) {
    const Geometry *geometry = board->geometry;
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const Point p = geometry->point_of[cell];
        text_add(text, "%c", zone == NULL ? "XO."[board_color(board, p)] : ".#"[zone_has(zone, p)]);
    }
}

bool goal_proof_write(GoalSearch *search, const Goal *goal, const Board *board,
                      const ProblemSide *const sides[2], GoalLimits limits, Text *text,
                      Status *status) {
    ProofMaker proof = {
        .search = search, .goal = goal, .board = board, .limits = limits, .status = status};
    bool ok = true;
    for (int i = 0; i < 2; i++) {
        ok = ok && (sides[i] == NULL || add_side(&proof, sides[i]));
    }
    if (ok) {
        text_add(text, "dihedra local proof 2\nboard %dx%d\nposition ", board->geometry->width,
                 board->geometry->height);
        add_diagram(board, NULL, text);
        text_add(text, "\nplayable ");
        add_diagram(board, &goal->playable, text);
        text_add(text, "\nowner %s\ntargets", color_name(goal_target_color(goal)));
        add_targets(board, goal->targets, goal->target_count, text);
        text_add(text, "\nsafe");
        Point walls[CELL_COUNT_MAX];
        Walls found;
        walls_find(board, &goal->playable, &found);
        const int wall_count = walls_list(&found, proof.wins, WALL_ASSUMED, walls);
        add_targets(board, walls, wall_count, text);
        text_add(text, "%s\nassumes no play outside, passes allowed, suicide illegal\nclaims %d\n",
                 wall_count == 0 ? " none" : "", proof.count);
        text_append(text, text_get(&proof.claims), proof.claims.length);
        text_add(text, "checksum %016" PRIX64 "\n",
                 frame_sum((const uint8_t *)text->bytes, text->length));
    }
    text_free(&proof.claims);
    return ok;
}

static bool prove_sides(GoalSearch *search, const Goal *goal, const Board *board,
                        const ProblemSide *const sides[2], GoalLimits limits, ProblemProof *made,
                        Status *status) {
    Text *text = &made->text;
    const ProblemSide *known[2];
    for (int i = 0; i < 2; i++) {
        const ProblemSide *side = sides[i];
        known[i] = side == NULL || side->answer.code == GOAL_UNKNOWN ? NULL : side;
        made->has_side[i] = known[i] != NULL;
    }
    if (known[0] == NULL && known[1] == NULL) {
        return status_fail(status, "no answer is known");
    }
    if (!goal_proof_write(search, goal, board, known, limits, text, status)) {
        return false;
    }
    Status found;
    const bool ok = local_proof_verify((const uint8_t *)text->bytes, text->length, limits.deadline,
                                       &made->checked, &found) ||
                    status_fail(status, "the verifier refuses the proof: %s", found.text);
    for (int i = 0; ok && i < made->checked.claim_count; i++) {
        made->moves += made->checked.claims[i].move_count;
    }
    return ok;
}

bool problem_prove(GoalSearch *search, const Goal *goal, const Board *board,
                   const ProblemSide *const sides[2], GoalLimits limits, ProblemProof *proof,
                   Status *status) {
    *proof = (ProblemProof){.moves = 0};
    Frames *frames = memory_new(1, sizeof *frames);
    ProblemSide *found = memory_new(2, sizeof *found);
    const ProblemSide *proved[2] = {sides[0], sides[1]};
    for (int i = 0; i < 2; i++) {
        if (sides[i] != NULL && sides[i]->answer.frame > proof->frame) {
            proof->frame = sides[i]->answer.frame;
        }
    }
    frames_find(goal, board, frames);
    const Frame *frame = frames_at(frames, proof->frame);
    proof->frame = frame != NULL ? proof->frame : 0;
    /* What is true in the frame says nothing about a side for which it makes a difference. */
    for (int i = 0; i < 2 && frame != NULL; i++) {
        if (sides[i] != NULL) {
            problem_answer(search, &frame->goal, &frame->board, sides[i]->mover, limits, &found[i]);
            found[i].is_seki = sides[i]->is_seki;
            proved[i] = found[i].answer.code == sides[i]->answer.code ? &found[i] : NULL;
        }
    }
    const bool ok =
        prove_sides(search, frame != NULL ? &frame->goal : goal,
                    frame != NULL ? &frame->board : board, proved, limits, proof, status);
    free(found);
    free(frames);
    return ok;
}
