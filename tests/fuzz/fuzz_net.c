/* libFuzzer entry for network files: any bytes are either refused, with an offset and a reason, or
 * give a network that can be evaluated: by the plain evaluator, by the fast one in fp32 and, as the
 * second byte says, in int16, unless that is refused.
 *
 * The first byte says how the file is made. 0: the file is the bytes from the third on. Otherwise
 * it chooses a small valid network: bit 0, with transformer blocks; bit 1, packed by gzip; the
 * other bits, version and seed. Of the bytes from the third on, each three are a change (two for
 * the place, low byte first, and one for the new value), and one or two that are left at the end
 * are the length at which the file is cut. */
#include "tests/support/network/net_spec.h"

#include "engine/eval/net/fast/fast.h"
#include "tests/fuzz/fuzz.h"
#include "tests/support/network/plain.h"
#include "tests/support/program/cleanup.h"

#include <zlib.h>

enum {
    VERSIONS = MODEL_VERSION_MAX - MODEL_VERSION_MIN + 1,
    FILE_MADE_MAX = 2 + 24 * 3 + 2, /* bytes of the data that are read */
};

static void check(const NetAnswer *answer) {
    if (answer->is_finite) {
        float sum = answer->pass;
        for (int cell = 0; cell < 12; cell++) {
            sum += answer->policy[cell];
        }
        require(fabsf(sum - 1) < 1e-3F && answer->win >= 0 && answer->win <= 1);
    }
}

static void evaluate_fast(const Model *model, const Situation *situation, Precision precision) {
    static NetAnswer answers[2];
    Status status;
    Fast *fast = fast_new(model, precision, &status);
    if (fast == NULL) { /* whole numbers cannot hold all values */
        require(precision != PRECISION_FP32 && strstr(status.text, "take fp32") != NULL);
        return;
    }
    FastStream *stream = fast_stream_new(fast, 2);
    require(stream != NULL);
    fast_add(stream, situation, SYMMETRY_QUARTER_TURN, 0.5);
    fast_add(stream, situation, SYMMETRY_IDENTITY, 0);
    require(fast_run(stream, answers));
    check(&answers[0]);
    check(&answers[1]);
    fast_stream_free(stream);
    fast_free(fast);
}

/* Evaluates a position on a board of 4x3 points. choice is the second byte. */
static void evaluate(const Model *model, uint8_t choice) {
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
    plain_evaluate(plain, &situation.situation, SYMMETRY_QUARTER_TURN, 0.5, &answer);
    check(&answer);
    cleanup_now(plain);
    evaluate_fast(model, &situation.situation, PRECISION_FP32);
    if (choice % 4 < 2) {
        evaluate_fast(model, &situation.situation, PRECISION_INT16);
    }
}

static void read_bytes(const uint8_t *bytes, size_t length, uint8_t choice) {
    Status status = {""};
    Model *model = model_read(bytes, length, &status);
    if (model == NULL) {
        require(strncmp(status.text, "byte ", 5) == 0 && strchr(status.text, '\n') == NULL);
        return;
    }
    evaluate(model, choice);
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
static void load(const uint8_t *bytes, size_t length, uint8_t choice) {
    char path[FUZZ_PATH_MAX];
    Status status = {""};
    const int file = fuzz_open(bytes, length, path);
    Model *model = model_load(path, &status);
    close(file);
    if (model == NULL) {
        require(strncmp(status.text, path, strlen(path)) == 0 && strstr(status.text, ": byte "));
        return;
    }
    evaluate(model, choice);
    model_free(model);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const uint8_t choice = size > 1 ? data[1] : 1;
    if (size < 2 || data[0] == 0) {
        read_bytes(data + (size > 1 ? 2 : size), size > 1 ? size - 2 : 0, choice);
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
    const size_t end = size < FILE_MADE_MAX ? size : FILE_MADE_MAX;
    size_t at = 2;
    for (; at + 3 <= end; at += 3) {
        const size_t place = data[at] | (size_t)data[at + 1] << 8;
        bytes[place % length] = data[at + 2];
    }
    if (at < end) {
        length = (data[at] | (at + 1 < end ? (size_t)data[at + 1] << 8 : 0)) % length;
    }
    bytes = realloc(bytes, length + 1); /* so that AddressSanitizer sees a read past the end */
    require(bytes != NULL);
    if (is_packed) {
        load(bytes, length, choice);
    } else {
        read_bytes(bytes, length, choice);
    }
    free(bytes);
    return 0;
}
