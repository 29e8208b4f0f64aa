/* The plain evaluator's transformer blocks: attention and feed-forward. The functions keep no
 * state.
 */
#ifndef TESTS_SUPPORT_NETWORK_PLAIN_TRANSFORMER_H
#define TESTS_SUPPORT_NETWORK_PLAIN_TRANSFORMER_H

#include "tests/support/network/plain_grid.h"

enum { PLAIN_TRANSFORMER_BUFFERS = 4 };

/* Values of a grid that a block computes on its way, each with room for the model's channels_max.
 */
typedef struct {
    float *grids[PLAIN_TRANSFORMER_BUFFERS];
} PlainTransformer;

/* Adds what the block computes to the trunk. */
void plain_transformer_attend(const PlainTransformer *buffers, const PlainGrid *grid,
                              const Attention *attention, float *trunk);
void plain_transformer_feed_forward(const PlainTransformer *buffers, const PlainGrid *grid,
                                    const FeedForward *block, float *trunk);

#endif
