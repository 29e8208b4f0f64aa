/* What reading proves beside an evaluation: the status of groups whose ownership is in doubt, or
 * speaks against the proof. A group is a dragon (engine/solve/dragon), which lives if one of its
 * chains does.
 *
 * Every claim has been checked by the verifier of local proofs (verify/local) and says
 * what that has read. It holds for simple ko without suicide, if the walls that its proofs name are
 * safe. That stones get away counts as life nowhere. A GroupProver belongs to one thread at a time.
 */
#ifndef GTP_JSON_GROUP_PROVER_H
#define GTP_JSON_GROUP_PROVER_H

#include "engine/base/deadline.h"
#include "engine/base/json.h"
#include "engine/go/board/board.h"

typedef struct GroupProver GroupProver;

/* folder: the proofs are written there; NULL: nowhere. The program ends if memory runs out. */
GroupProver *group_prover_new(const char *folder);
void group_prover_free(GroupProver *prover); /* may be NULL */

/* Adds "proved", a list of claims, to a line that ends in "}" and a newline. ownership: by cell,
 * 1 where it is all view's. Adds nothing if the deadline is over. view: EMPTY if the side is
 * unknown; only groups in doubt are asked about then. */
void group_prover_add(GroupProver *prover, const Board *board, const float *ownership, Color view,
                      const Deadline *deadline, Text *line);

#endif
