#include <inttypes.h>
#include <stdlib.h>

#include "engine/base/memory.h"
#include "engine/solve/problem/problem.h"
#include "engine/solve/problem/region.h"
#include "verify/local/local_proof.h"
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
    const bool is_unlimited = threats == GOAL_THREATS_UNLIMITED;
    const GoalKoRule enough = goal_ko_with_threats(needer, threats);
    const GoalKoRule few = goal_ko_with_threats(needer, is_unlimited ? threats : threats - 1);
    return (threats == 0 || threats > GOAL_THREATS_MAX ||
            claim_outcome(proof, kind, first, enough, 0, wins)) &&
           (threats <= 1 || claim_outcome(proof, kind, first, few, level, loses));
}

/* The claims that the side's answer takes: who wins if the other side, which needs threats, wins
 * all kos or has any number of threats; by a ko, what threats make of it. */
static bool add_side(ProofMaker *proof, const ProblemSide *side) {
    const GoalAnswer *answer = &side->answer;
    const Color first = side->mover;
    const bool first_needs = answer->code == GOAL_FAILS || answer->code == GOAL_WINS_KO_THREAT;
    const Color needer = first_needs ? first : color_opponent(first);
    const Color winner = color_opponent(needer);
    const GoalKo kos = goal_kos_of(proof->goal, needer);
    const GoalKoRule simple = {.ko = KO_IS_SIMPLE};
    bool ok;
    if (answer->code == GOAL_UNKNOWN) {
        return status_fail(proof->status, "an answer is unknown");
    }
    if (answer->any_threats) {
        ok = add_threats(proof, first, needer, GOAL_THREATS_UNLIMITED, answer->level);
    } else if (answer->code == GOAL_WINS || answer->code == GOAL_FAILS) {
        ok = claim_capture(proof, first, kos, winner);
    } else {
        ok = claim_capture(proof, first, KO_IS_SIMPLE, winner) &&
             claim_capture(proof, first, kos, needer) &&
             add_threats(proof, first, needer, answer->threats, 0);
    }
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

bool goal_proof_write(GoalSearch *search, const Problem *problem, GoalLimits limits, Text *text,
                      Status *status) {
    const Goal *goal = &problem->goal;
    const Board *board = problem->board;
    ProofMaker proof = {
        .search = search, .goal = goal, .board = board, .limits = limits, .status = status};
    bool ok = true;
    for (int i = 0; i < 2; i++) {
        ok = ok && (!problem->sides[i].is_asked || add_side(&proof, &problem->sides[i]));
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
        const int wall_count =
            region_list_walls(board, &goal->playable, proof.wins, WALL_ASSUMED, walls);
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

/* Has the verifier read the proof, and counts its moves. */
static bool check_proof(ProblemProof *proof, GoalLimits limits, Status *status) {
    LocalProof *checked = memory_new(1, sizeof *checked);
    Status found;
    const bool ok = local_proof_verify((const uint8_t *)proof->text.bytes, proof->text.length,
                                       limits.deadline, checked, &found) ||
                    status_fail(status, "the verifier refuses the proof: %s", found.text);
    for (int i = 0; ok && i < checked->claim_count; i++) {
        proof->moves += checked->claims[i].move_count;
    }
    free(checked);
    return ok;
}

bool problem_prove(GoalSearch *search, const Problem *problem, GoalLimits limits,
                   ProblemProof *proof, Status *status) {
    Frames *frames = memory_new(1, sizeof *frames);
    Problem *proved = memory_new(1, sizeof *proved); /* with the answers that get a proof */
    *proof = (ProblemProof){.moves = 0};
    for (int i = 0; i < 2; i++) {
        const ProblemSide *side = &problem->sides[i];
        if (side->is_asked && side->answer.frame > proof->frame) {
            proof->frame = side->answer.frame;
        }
    }
    frames_find(&problem->goal, problem->board, frames);
    const Frame *frame = frames_at(frames, proof->frame);
    *proved = *problem;
    proved->goal = frame->goal;
    proved->board = &frame->board;
    /* What is true in the frame says nothing about a side for which it makes a difference. */
    for (int i = 0; i < 2; i++) {
        const ProblemSide *asked = &problem->sides[i];
        ProblemSide *side = &proved->sides[i];
        if (frame->radius > 0 && asked->is_asked) {
            problem_answer(search, &frame->goal, &frame->board, asked->mover, limits, side);
            side->is_seki = asked->is_seki;
        }
        side->is_asked = asked->is_asked && side->answer.code != GOAL_UNKNOWN &&
                         side->answer.code == asked->answer.code;
        proof->has_side[i] = side->is_asked;
    }
    const bool ok = proof->has_side[0] || proof->has_side[1]
                        ? goal_proof_write(search, proved, limits, &proof->text, status) &&
                              check_proof(proof, limits, status)
                        : status_fail(status, "no answer is known");
    free(proved);
    free(frames);
    return ok;
}
