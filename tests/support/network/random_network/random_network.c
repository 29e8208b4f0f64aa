/* random-network: writes a network with random weights to standard output, to measure what
 * evaluations by a network of that size cost. Its answers mean nothing.
 *
 *     random-network NAME >FILE
 *
 * NAME is one of KataGo's (python/katago/train/modelconfigs.py), as b28c512nbt: b and the number of
 * blocks, c and the trunk's channels, perhaps h and the number of heads, which follows from the
 * channels, and a kind:
 *       none       ordinary blocks, format 8
 *       nbt        nested bottleneck blocks, format 15; nbt16: format 16
 *       human      the same in format 15 with the encoder of human-play networks
 *       nbttflrs   bottlenecks around two pairs of attention and feed-forward, format 17
 *       nbt3tflrs  around three pairs */
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
    const char *block, *third; /* the blocks; every third one */
    bool has_encoder;
    TipKind tip;
    int pooled_part, kernel; /* the trunk's channels by those of pooling layers; first layer */
    int feed_forward, feed_forwards; /* channels of feed-forward to the trunk's: a fraction */
} Kind;

static const Kind KINDS[] = {
    {"", 8, "o", "p", false, TIP_PLAIN, 4, 5, 0, 1},
    {"nbt", 15, "(oo)", "(po)", false, TIP_PLAIN, 6, 3, 0, 1},
    {"nbt16", 16, "(oo)", "(po)", false, TIP_PLAIN, 6, 3, 0, 1},
    {"human", 15, "(oo)", "(po)", true, TIP_PLAIN, 6, 3, 0, 1},
    {"nbttflrs", 17, "(lflf)", "(lflf)", false, TIP_SPATIAL_RMS, 8, 3, 4, 3},
    {"nbt3tflrs", 17, "(lflflf)", "(lflflf)", false, TIP_SPATIAL_RMS, 8, 3, 3, 2},
};

static int print_usage(void) {
    fprintf(stderr,
            "usage: random-network bBLOCKScCHANNELS[hHEADS][nbt | nbt16 | human | nbttflrs | "
            "nbt3tflrs] >FILE (BLOCKS 1 to %d, CHANNELS %d to %d, HEADS CHANNELS / 64)\n",
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
static NetSpec spec_of(const Kind *kind, int count, int channels, int heads, char *blocks) {
    for (int i = 0; i < count; i++) {
        strcat(blocks, i % 3 == 2 ? kind->third : kind->block);
    }
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
                     .feed_forward =
                         (channels * kind->feed_forward / kind->feed_forwards + 127) / 128 * 128,
                     .tip = kind->tip,
                     .has_encoder = kind->has_encoder,
                     .policies = 2,
                     .is_even = true,
                     .scale = 1.0F / 32};
}

int main(int argc, char **argv) {
    static char text[BLOCKS_MAX * 8 + 1];
    int blocks, channels, given, at = 0, heads_at = 0;
    if (argc != 2 || sscanf(argv[1], "b%dc%d%n", &blocks, &channels, &at) != 2) {
        return print_usage();
    }
    const int heads = channels < 128 ? 1 : channels / 2 / HEAD_CHANNELS;
    const char *rest = argv[1] + at;
    if (sscanf(rest, "h%d%n", &given, &heads_at) == 1 && given == heads) {
        rest += heads_at;
    }
    const Kind *kind = find_kind(rest);
    if (kind == NULL || blocks < 1 || blocks > BLOCKS_MAX || channels < CHANNELS_MIN ||
        channels > CHANNELS_MAX) {
        return print_usage();
    }
    const NetSpec spec = spec_of(kind, blocks, channels, heads, text);
    size_t length;
    uint8_t *bytes = net_spec_write(&spec, &length);
    const bool ok = fwrite(bytes, 1, length, stdout) == length && fflush(stdout) == 0;
    free(bytes);
    if (!ok) {
        perror("random-network");
    }
    return ok ? 0 : 1;
}
