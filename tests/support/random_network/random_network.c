/* random-network: writes a network with random weights to standard output, to measure what
 * evaluations by a network of that size cost. Its answers mean nothing.
 *
 *     random-network BLOCKS CHANNELS [nbt] >FILE
 *
 * nbt: nested bottleneck blocks in format 15; otherwise ordinary blocks in format 8. */
#include "tests/support/net_spec.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    BLOCKS_MAX = 200,
    CHANNELS_MIN = 16,
    CHANNELS_MAX = 1024,
    POOL_EVERY = 3, /* of ordinary blocks every third pools */
};

static int print_usage(void) {
    fprintf(
        stderr,
        "usage: random-network BLOCKS CHANNELS [nbt] >FILE (BLOCKS 1 to %d, CHANNELS %d to %d)\n",
        BLOCKS_MAX, CHANNELS_MIN, CHANNELS_MAX);
    return 2;
}

/* The specification of the network; kinds gets the kinds of its blocks. */
static NetSpec spec_of(int blocks, int channels, bool is_nested, char *kinds) {
    for (int i = 0; i < blocks; i++) {
        kinds[i] = is_nested ? 'n' : i % POOL_EVERY == POOL_EVERY - 1 ? 'p' : 'o';
    }
    kinds[blocks] = '\0';
    return (NetSpec){.version = is_nested ? 15 : 8,
                     .kernel = is_nested ? 3 : 5,
                     .channels = channels,
                     .pooled = channels / (is_nested ? 6 : 4),
                     .hidden = channels / 4,
                     .activation = "ACTIVATION_MISH",
                     .blocks = kinds,
                     .is_even = true,
                     .scale = 1.0F / 32};
}

int main(int argc, char **argv) {
    static char kinds[BLOCKS_MAX + 1];
    const int blocks = argc > 2 ? atoi(argv[1]) : 0, channels = argc > 2 ? atoi(argv[2]) : 0;
    const bool is_nested = argc == 4 && strcmp(argv[3], "nbt") == 0;
    if (argc < 3 || argc > 4 || (argc == 4 && !is_nested) || blocks < 1 || blocks > BLOCKS_MAX ||
        channels < CHANNELS_MIN || channels > CHANNELS_MAX) {
        return print_usage();
    }
    const NetSpec spec = spec_of(blocks, channels, is_nested, kinds);
    size_t length;
    uint8_t *bytes = net_spec_write(&spec, &length);
    const bool ok = fwrite(bytes, 1, length, stdout) == length && fflush(stdout) == 0;
    free(bytes);
    if (!ok) {
        perror("random-network");
    }
    return ok ? 0 : 1;
}
