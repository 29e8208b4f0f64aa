#include "gtp/solve/tsumego/tsumego.h"

#include <stdlib.h>

#include "engine/base/memory.h"
#include "engine/solve/problem/frames.h"
#include "engine/solve/problem/problem.h"
#include "engine/solve/verify/local/local_proof.h"

/* The widest frame in which the targets live for a side, or NULL. */
static const Frame *find_frame(const TsumegoProblem *problem, Frames *frames) {
    int radius = 0;
    for (int i = 0; i < 2; i++) {
        const ProblemSide *side = problem->sides[i];
        radius = side != NULL && side->answer.frame > radius ? side->answer.frame : radius;
    }
    frames_find(problem->goal, problem->board, frames);
    return frames_at(frames, radius);
}

/* Makes *framed the problem in a frame. A side for which the frame makes a difference is left out:
 * what is true there says nothing about its answer. */
static void solve_in_frame(GoalSearch *search, const TsumegoProblem *problem, const Frame *frame,
                           GoalLimits limits, TsumegoProblem *framed) {
    framed->goal = &frame->goal;
    framed->board = &frame->board;
    for (int i = 0; i < 2; i++) {
        const ProblemSide *side = problem->sides[i];
        ProblemSide *found = &framed->found[i];
        if (side == NULL) {
            continue;
        }
        problem_answer(search, framed->goal, framed->board, side->mover, limits, found);
        found->is_seki = side->is_seki;
        framed->sides[i] = found->answer.code == side->answer.code ? found : NULL;
    }
}

static bool make(GoalSearch *search, const TsumegoProblem *problem, GoalLimits limits,
                 TsumegoProof *made, Status *status) {
    Text *text = &made->text;
    const ProblemSide *known[2];
    for (int i = 0; i < 2; i++) {
        const ProblemSide *side = problem->sides[i];
        known[i] = side == NULL || side->answer.code == GOAL_UNKNOWN ? NULL : side;
        made->has_side[i] = known[i] != NULL;
    }
    if (known[0] == NULL && known[1] == NULL) {
        return status_fail(status, "no answer is known");
    }
    if (!goal_proof_write(search, problem->goal, problem->board, known, limits, text, status)) {
        return false;
    }
    LocalProof *proof = memory_new(1, sizeof *proof);
    Status found;
    const bool ok = local_proof_verify((const uint8_t *)text->bytes, text->length, proof, &found) ||
                    status_fail(status, "the verifier refuses the proof: %s", found.text);
    for (int i = 0; ok && i < proof->claim_count; i++) {
        made->moves += proof->claims[i].move_count;
    }
    free(proof);
    return ok;
}

bool tsumego_proof_make(GoalSearch *search, const TsumegoProblem *problem, GoalLimits limits,
                        TsumegoProof *proof, Status *status) {
    *proof = (TsumegoProof){.moves = 0};
    Frames *frames = memory_new(1, sizeof *frames);
    TsumegoProblem *framed = memory_new(1, sizeof *framed);
    const Frame *frame = find_frame(problem, frames);
    if (frame != NULL) {
        solve_in_frame(search, problem, frame, limits, framed);
        proof->frame = frame->radius;
    }
    const bool ok = make(search, frame == NULL ? problem : framed, limits, proof, status);
    free(framed);
    free(frames);
    return ok;
}
