/* libFuzzer entry for network files: any bytes are either refused, with an offset and a reason, or
 * give a network that can be evaluated.
 *
 * The first byte says how the file is made. 0: the file is the other bytes. Anything else chooses
 * the version and the seed of a small valid network; of the other bytes, each three are a change
 * (two for the place, low byte first, and one for the new value), and one or two that are left at
 * the end are the length at which the file is cut. */
#include "tests/support/net_spec.h"

#include "engine/eval/net/plain.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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

static void read(const uint8_t *bytes, size_t length) {
    Status status = {""};
    Model *model = model_read(bytes, length, &status);
    if (model == NULL) {
        require(strncmp(status.text, "byte ", 5) == 0 && strchr(status.text, '\n') == NULL);
        return;
    }
    evaluate(model);
    model_free(model);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0 || data[0] == 0) {
        read(data + (size > 0), size - (size > 0));
        return 0;
    }
    NetSpec spec = net_spec_small(MODEL_VERSION_MIN + data[0] % 8, data[0] / 8);
    size_t length;
    uint8_t *bytes = net_spec_write(&spec, &length);
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
    read(bytes, length);
    free(bytes);
    return 0;
}
