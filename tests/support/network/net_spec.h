/* A NetSpec describes a small network of random weights in KataGo's format; net_spec_write makes
 * the file. It is also what tests/support/network/random_network writes large ones with. The same
 * spec gives the same bytes. */
#ifndef TESTS_SUPPORT_NETWORK_NET_SPEC_H
#define TESTS_SUPPORT_NETWORK_NET_SPEC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/eval/net/model/model.h"

/* A weight that has this value, whatever the others have. */
typedef struct {
    const char *layer; /* its name in the file */
    size_t index;
    float value;
} NetWeight;

typedef struct {
    int version;
    int kernel;             /* of the first layer; 3 in others, 1 in bottlenecks and heads */
    int channels;           /* of the trunk; half of them in bottlenecks */
    int pooled, hidden;     /* channels of pooling layers, of the heads */
    int pooled_kernel;      /* of the policy head's pooling layer; 0: 1 */
    const char *activation; /* as the file has it; before version 11 not written: ReLU */
    const char *blocks;     /* 'o' ordinary, 'p' pooling, '(' bottleneck around what stands before
                               ')', attention 'a' without rotation, 'r' with fixed, 'l' with learned
                               frequencies, 'f' feed-forward */
    int heads, key_heads, query_size, value_size; /* of attention; each size is a head's */
    int feed_forward;                             /* channels between its matrices */
    TipKind tip;                                  /* TIP_PLAIN before version 15 */
    bool has_encoder;                             /* false before version 15 */
    bool has_life_by_suicide, excludes_atari;     /* false before version 15 */
    int policies;                                 /* policy channels in version 17: 2 or 4 */
    bool is_even; /* inside blocks as many channels as KataGo's networks have, else odd numbers */
    float scale;  /* of the random weights; 0: all weights are 0, and norms change nothing */
    uint64_t seed;
    const NetWeight *set;
    int set_count;
} NetSpec;

/* The bytes of the network's file. The caller frees them. Ends the program if out of memory. */
uint8_t *net_spec_write(const NetSpec *spec, size_t *length);

/* A small network with all kinds of convolution blocks; the seed also chooses kernel, channels,
 * policy channels and ReLU or Mish. */
NetSpec net_spec_small(int version, uint64_t seed);

/* A small network with transformer blocks among and inside the others; from version 15 on the seed
 * also chooses the tip and whether the network has an encoder. */
NetSpec net_spec_transformer(int version, uint64_t seed);

/* A network whose layers have more channels than are computed at a time, and not a multiple of
 * that. */
NetSpec net_spec_wide(void);

/* A network whose answer is finite unless the side to move has stones on the board. Its logits of
 * win, loss and no result are 1, 0 and 0. */
NetSpec net_spec_fragile(void);

#endif
