/* A network that many searches ask at once, each about its own game.
 *
 * What it has answered is remembered, up to symmetry (eval_cache.h): only one image of an input is
 * ever evaluated, the canonical one, and the answer is turned. So an answer depends on nothing but
 * the request, neither on chance nor on what was asked before, as long as one position is
 * evaluated at a time. In batches an answer may differ in the last bits of fp32.
 *
 * However many threads ask, at most one for each processor evaluates at a time; the others wait
 * in a queue. If the queue gets long on a small board, where it gains, several positions are
 * evaluated as one batch. Any number of threads may ask; the evaluator must outlive
 * them, and the network the evaluator. */
#ifndef ENGINE_EVAL_SHARED_EVALUATOR_H
#define ENGINE_EVAL_SHARED_EVALUATOR_H

#include "engine/eval/eval_cache.h"
#include "engine/eval/network.h"

typedef struct SharedEvaluator SharedEvaluator;

typedef struct {
    int threads;        /* that may evaluate at once, at least 1 */
    int batch_max;      /* positions in a batch, 1..FAST_BATCH_MAX */
    size_t cache_bytes; /* see eval_cache_new */
    uint64_t cache_entries;
} SharedEvaluatorOptions;

/* Returns NULL if out of memory. */
SharedEvaluator *shared_evaluator_new(Network *network, const SharedEvaluatorOptions *options);
void shared_evaluator_free(SharedEvaluator *shared); /* may be NULL */

/* Makes what the threads evaluate with and touches its memory, so that the first requests are
 * answered as fast as later ones. Nothing is counted or remembered. Returns false if out of memory.
 */
bool shared_evaluator_prepare(SharedEvaluator *shared);

/* As an evaluator. Requests about several images are not remembered. */
const Evaluator *shared_evaluator_get(const SharedEvaluator *shared);

/* All that the network says of a game's present position, from the view of the side to move. The
 * request's symmetry is ignored. Returns false with a message if out of memory or if the answer is
 * not finite. */
bool shared_evaluator_evaluate(SharedEvaluator *shared, const NetworkRequest *request,
                               NetAnswer *answer, Status *status);

/* Forgets all answers. */
void shared_evaluator_clear(SharedEvaluator *shared);

typedef struct {
    EvalCacheCounts cache;
    uint64_t evaluations, batches;
} SharedEvaluatorCounts;

SharedEvaluatorCounts shared_evaluator_counts(const SharedEvaluator *shared);

#endif
