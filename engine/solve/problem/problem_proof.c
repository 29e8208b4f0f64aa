#include "engine/solve/problem/problem.h"

#include <stdlib.h>

#include "engine/base/memory.h"
#include "engine/solve/problem/frames.h"

typedef struct {
    const Goal *goal;
    const Board *board;
    ProblemSide found[2];
    const ProblemSide *sides[2];
} Framed;

/* The widest frame in which the targets live for a side, or NULL. */
static const Frame *find_frame(const Goal *goal, const Board *board,
                               const ProblemSide *const sides[2], Frames *frames) {
    int radius = 0;
    for (int i = 0; i < 2; i++) {
        radius =
            sides[i] != NULL && sides[i]->answer.frame > radius ? sides[i]->answer.frame : radius;
    }
    frames_find(goal, board, frames);
    return frames_at(frames, radius);
}

/* Makes *framed the problem in a frame. A side for which the frame makes a difference is left out:
 * what is true there says nothing about its answer. */
static void solve_in_frame(GoalSearch *search, const ProblemSide *const sides[2],
                           const Frame *frame, GoalLimits limits, Framed *framed) {
    framed->goal = &frame->goal;
    framed->board = &frame->board;
    for (int i = 0; i < 2; i++) {
        const ProblemSide *side = sides[i];
        ProblemSide *found = &framed->found[i];
        if (side == NULL) {
            continue;
        }
        problem_answer(search, framed->goal, framed->board, side->mover, limits, found);
        found->is_seki = side->is_seki;
        framed->sides[i] = found->answer.code == side->answer.code ? found : NULL;
    }
}

static bool make(GoalSearch *search, const Goal *goal, const Board *board,
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
    const bool ok = local_proof_verify_by((const uint8_t *)text->bytes, text->length,
                                          limits.deadline, &made->checked, &found) ||
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
    Framed *framed = memory_new(1, sizeof *framed);
    const Frame *frame = find_frame(goal, board, sides, frames);
    bool ok;
    if (frame != NULL) {
        solve_in_frame(search, sides, frame, limits, framed);
        proof->frame = frame->radius;
        ok = make(search, framed->goal, framed->board, framed->sides, limits, proof, status);
    } else {
        ok = make(search, goal, board, sides, limits, proof, status);
    }
    free(framed);
    free(frames);
    return ok;
}
