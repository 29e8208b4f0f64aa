/* Proofs of local goals: which targets can be captured, and which become alive, by play inside a
 * region with safe walls around it. README.md describes the file.
 *
 * A claim is a strategy of the side that it says wins: its moves against all replies inside the
 * region. The check follows them on its own board: a goal that is reached must be reached in
 * finitely many moves; one that is held must never be. Memory is bounded by the file. Any thread
 * may call. */
#ifndef VERIFY_LOCAL_LOCAL_PROOF_H
#define VERIFY_LOCAL_LOCAL_PROOF_H

#include <stddef.h>

#include "engine/base/deadline.h"
#include "engine/base/status.h"
#include "verify/local/local_rules.h"

enum { LOCAL_CLAIMS_MAX = 32, LOCAL_SAFE_MAX = 2501 };

typedef struct {
    LocalGoal goal;
    LocalColor first; /* who moves first */
    LocalKos kos;
    int threats[2]; /* LOCAL_THREATS_ANY: "any" */
    bool reached;
    const char *moves; /* two bytes each: the column and the row from the top as SGF has them; "--"
                          is a pass */
    size_t move_count;
} LocalClaim;

typedef struct {
    LocalRules rules; /* goal and kos: of the claim */
    uint8_t cell[LOCAL_CELLS_MAX];
    char safe[LOCAL_SAFE_MAX]; /* the walls that are assumed to be safe: "E7 F3", or "none" */
    LocalClaim claims[LOCAL_CLAIMS_MAX];
    int claim_count;
} LocalProof;

enum { LOCAL_PROOF_START_BYTES = 14 };

/* Does a file that begins with these bytes hold proofs of local goals, of whatever version? */
bool local_proof_is_start(const uint8_t *bytes, size_t length);

/* Reads a file, which must outlive the proof, and checks the walls and every claim. Returns false
 * with a message that names the place, or if the deadline (NULL: none) is over. */
bool local_proof_verify(const uint8_t *bytes, size_t length, const Deadline *deadline,
                        LocalProof *proof, Status *status);

/* What the claims say about the side that moves first: the names of dihedra tsumego, "yes", "no",
 * "ko", "ko, opponent takes first", or with ", whatever the threats"; NULL if they do not decide.
 * *threats: how many it, or with "ko" its opponent, needs, or 0. to_kill: the goal is the capture,
 * else to prevent it. */
const char *local_proof_answer(const LocalProof *proof, bool to_kill, int *threats);

/* Do the claims say that the targets live, but not by two eyes? */
bool local_proof_is_seki(const LocalProof *proof, bool to_kill);

#endif
