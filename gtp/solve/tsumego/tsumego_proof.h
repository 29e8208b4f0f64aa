/* The proof of the answers to a problem of `dihedra tsumego`. */
#ifndef GTP_SOLVE_TSUMEGO_TSUMEGO_PROOF_H
#define GTP_SOLVE_TSUMEGO_TSUMEGO_PROOF_H

#include "gtp/solve/tsumego/tsumego_problem.h"

typedef struct {
    Text text;        /* of the file; the caller frees it */
    size_t moves;     /* of all claims */
    int frame;        /* the radius of the frame that holds the position, or 0 */
    bool has_side[2]; /* of the problem's sides: the proof is about its answer */
} TsumegoProof;

/* Makes a proof of the answers that are known, and checks it. If the targets live in a frame, it is
 * about that frame, and about the other side only if its answer is the same there. Returns false
 * with a message if nothing could be proved. */
bool tsumego_proof_make(GoalSearch *search, const TsumegoProblem *problem, GoalLimits limits,
                        TsumegoProof *proof, Status *status);

#endif
