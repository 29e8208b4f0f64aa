/* libFuzzer entry for network files: any bytes are either refused, with an offset and a reason, or
 * give a network that can be evaluated.
 *
 * The first byte says how the file is made. 0: the file is the other bytes. Otherwise it chooses a
 * small valid network: bit 0, with transformer blocks; bit 1, packed by gzip; the other bits,
 * version and seed. Of the other bytes, each three are a change (two for the place, low byte first,
 * and one for the new value), and one or two that are left at the end are the length at which the
 * file is cut. */
#include "tests/support/network/net_spec.h"

#include "engine/eval/net/plain.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <zlib.h>

enum { VERSIONS = MODEL_VERSION_MAX - MODEL_VERSION_MIN + 1 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool condition) {
    if (!condition) {
        abort();
    }
}

static void evaluate(const Model *model) {
    static Game *game; /* the same for all inputs */
    static GameSituation situation;
    static NetAnswer answer;
    Status status;
    if (game == NULL) {
        game = game_new(1);
        require(game != NULL && game_clear(game, 4, 3, &status) &&
                game_play(game, BLACK, point_at(1, 1), &status));
        situation_from_game(game, &situation);
    }
    Plain *plain = plain_new(model);
    require(plain != NULL);
    if (plain_evaluate(plain, &situation.situation, SYMMETRY_QUARTER_TURN, 0.5, &answer)) {
        float sum = answer.pass;
        for (int cell = 0; cell < 12; cell++) {
            sum += answer.policy[cell];
        }
        require(fabsf(sum - 1) < 1e-3F && answer.win >= 0 && answer.win <= 1);
    }
    plain_free(plain);
}

static void read_bytes(const uint8_t *bytes, size_t length) {
    Status status = {""};
    Model *model = model_read(bytes, length, &status);
    if (model == NULL) {
        require(strncmp(status.text, "byte ", 5) == 0 && strchr(status.text, '\n') == NULL);
        return;
    }
    evaluate(model);
    model_free(model);
}

/* Packs the bytes with gzip, which replaces them. */
static uint8_t *pack(uint8_t *bytes, size_t *length) {
    z_stream stream = {.next_in = bytes, .avail_in = (unsigned)*length};
    require(deflateInit2(&stream, 1, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) == Z_OK);
    const size_t room = deflateBound(&stream, *length);
    uint8_t *packed = malloc(room);
    require(packed != NULL);
    stream.next_out = packed;
    stream.avail_out = (unsigned)room;
    require(deflate(&stream, Z_FINISH) == Z_STREAM_END && deflateEnd(&stream) == Z_OK);
    free(bytes);
    *length = stream.total_out;
    return packed;
}

/* Reads the bytes as a file. */
static void load(const uint8_t *bytes, size_t length) {
    char path[64];
    Status status = {""};
    const int file = memfd_create("network", 0);
    require(file >= 0 && write(file, bytes, length) == (ssize_t)length);
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    Model *model = model_load(path, &status);
    close(file);
    if (model == NULL) {
        require(strncmp(status.text, path, strlen(path)) == 0 && strstr(status.text, ": byte "));
        return;
    }
    evaluate(model);
    model_free(model);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0 || data[0] == 0) {
        read_bytes(data + (size > 0), size - (size > 0));
        return 0;
    }
    const bool has_transformer = (data[0] & 1) != 0, is_packed = (data[0] & 2) != 0;
    const int version = MODEL_VERSION_MIN + data[0] / 4 % VERSIONS;
    const uint64_t seed = data[0] / (4 * VERSIONS);
    const NetSpec spec =
        has_transformer ? net_spec_transformer(version, seed) : net_spec_small(version, seed);
    size_t length;
    uint8_t *bytes = net_spec_write(&spec, &length);
    if (is_packed) {
        bytes = pack(bytes, &length);
    }
    size_t at = 1;
    for (; at + 3 <= size; at += 3) {
        const size_t place = data[at] | (size_t)data[at + 1] << 8;
        bytes[place % length] = data[at + 2];
    }
    if (at < size) {
        length = (data[at] | (at + 1 < size ? (size_t)data[at + 1] << 8 : 0)) % length;
    }
    bytes = realloc(bytes, length + 1); /* so that AddressSanitizer sees a read past the end */
    require(bytes != NULL);
    if (is_packed) {
        load(bytes, length);
    } else {
        read_bytes(bytes, length);
    }
    free(bytes);
    return 0;
}
