/* random-network: writes a network with random weights to standard output, to measure what
 * evaluations by a network of that size cost. Its answers mean nothing.
 *
 *     random-network BLOCKS CHANNELS [KIND] >FILE
 *
 * KIND  none      ordinary blocks, format 8
 *       nbt       nested bottleneck blocks, format 15; nbt16: format 16
 *       human     the same in format 15 with the encoder of human-play networks
 *       nbttflrs  bottlenecks around two pairs of attention and feed-forward, format 17: KataGo's
 *                 b10c384h6nbttflrs is random-network 10 384 nbttflrs (python/katago/train/
 *                 modelconfigs.py has such shapes) */
#include "tests/support/network/net_spec.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    BLOCKS_MAX = 200,
    CHANNELS_MIN = 16,
    CHANNELS_MAX = 1024,
    HEAD_CHANNELS = 32,
};

typedef struct {
    const char *name;
    int version;
    const char *block; /* written for each block */
    bool has_encoder;
    TipKind tip;
    int pooled_part, kernel; /* the trunk's channels by those of pooling layers; first layer */
} Kind;

static const Kind KINDS[] = {
    {"", 8, "o", false, TIP_PLAIN, 4, 5}, /* every third block pools */
    {"nbt", 15, "(op)", false, TIP_PLAIN, 6, 3},
    {"nbt16", 16, "(op)", false, TIP_PLAIN, 6, 3},
    {"human", 15, "(op)", true, TIP_PLAIN, 6, 3},
    {"nbttflrs", 17, "(lflf)", false, TIP_SPATIAL_RMS, 8, 3},
};

static int print_usage(void) {
    fprintf(stderr,
            "usage: random-network BLOCKS CHANNELS [nbt | nbt16 | human | nbttflrs] >FILE "
            "(BLOCKS 1 to %d, CHANNELS %d to %d)\n",
            BLOCKS_MAX, CHANNELS_MIN, CHANNELS_MAX);
    return 2;
}

static const Kind *find_kind(const char *name) {
    for (size_t i = 0; i < sizeof KINDS / sizeof KINDS[0]; i++) {
        if (strcmp(name, KINDS[i].name) == 0) {
            return &KINDS[i];
        }
    }
    return NULL;
}

/* The specification of the network; blocks gets its blocks, one after another. */
static NetSpec spec_of(const Kind *kind, int count, int channels, char *blocks) {
    for (int i = 0; i < count; i++) {
        strcat(blocks, kind == KINDS && i % 3 == 2 ? "p" : kind->block);
    }
    const int heads = channels / 2 / HEAD_CHANNELS > 0 ? channels / 2 / HEAD_CHANNELS : 1;
    return (NetSpec){.version = kind->version,
                     .kernel = kind->kernel,
                     .channels = channels,
                     .pooled = channels / kind->pooled_part,
                     .hidden = channels / 4,
                     .activation = "ACTIVATION_MISH",
                     .blocks = blocks,
                     .heads = heads,
                     .key_heads = heads,
                     .query_size = HEAD_CHANNELS,
                     .value_size = HEAD_CHANNELS,
                     .feed_forward = (channels * 4 / 3 + 127) / 128 * 128,
                     .tip = kind->tip,
                     .has_encoder = kind->has_encoder,
                     .policies = 2,
                     .is_even = true,
                     .scale = 1.0F / 32};
}

int main(int argc, char **argv) {
    static char text[BLOCKS_MAX * 8];
    const int blocks = argc > 2 ? atoi(argv[1]) : 0, channels = argc > 2 ? atoi(argv[2]) : 0;
    const Kind *kind = argc == 4 ? find_kind(argv[3]) : KINDS;
    if (argc < 3 || argc > 4 || kind == NULL || blocks < 1 || blocks > BLOCKS_MAX ||
        channels < CHANNELS_MIN || channels > CHANNELS_MAX) {
        return print_usage();
    }
    const NetSpec spec = spec_of(kind, blocks, channels, text);
    size_t length;
    uint8_t *bytes = net_spec_write(&spec, &length);
    const bool ok = fwrite(bytes, 1, length, stdout) == length && fflush(stdout) == 0;
    free(bytes);
    if (!ok) {
        perror("random-network");
    }
    return ok ? 0 : 1;
}
