/* A network that many searches ask at once, each about its own game.
 *
 * Answers are remembered up to symmetry (eval_cache.h): only the canonical image of an input is
 * evaluated, and the answer is turned. So an answer depends on the request alone, not on chance or
 * on earlier requests, as long as one position is evaluated at a time. In batches an answer may
 * differ in the last bits of fp32.
 *
 * At most `threads` threads evaluate at a time; the others wait in a queue. If the queue is long on
 * a small board, where that gains, several positions are evaluated as one batch. Any number of
 * threads may ask; the evaluator must outlive them, and the network the evaluator.
 *
 * Requests about several images bypass cache and queue: their threads evaluate at once. */
#ifndef ENGINE_EVAL_SHARED_EVALUATOR_H
#define ENGINE_EVAL_SHARED_EVALUATOR_H

#include "engine/eval/eval_cache.h"
#include "engine/eval/network.h"

typedef struct SharedEvaluator SharedEvaluator;

typedef struct {
    int threads;        /* that may evaluate the queue at once, at least 1 */
    int batch_max;      /* positions in a batch, 1..FAST_BATCH_MAX */
    size_t cache_bytes; /* see eval_cache_new */
    uint64_t cache_entries;
} SharedEvaluatorOptions;

/* Returns NULL if out of memory. */
SharedEvaluator *shared_evaluator_new(Network *network, const SharedEvaluatorOptions *options);
void shared_evaluator_free(SharedEvaluator *shared); /* may be NULL */

/* Makes what the threads evaluate with and touches its memory, so that first requests are as fast
 * as later ones. Counts and remembers nothing. Returns false if out of memory. */
bool shared_evaluator_prepare(SharedEvaluator *shared);

/* As an evaluator. */
const Evaluator *shared_evaluator_get(const SharedEvaluator *shared);

/* As network_evaluate, but ignores the request's symmetry. */
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
