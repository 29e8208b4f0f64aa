/* The network inside. Builds without one have these tests, too: they check the messages. */
#include "engine/eval/inside/inside.h"

#include "engine/base/file.h"
#include "engine/eval/network.h"
#include "tests/support/network/net_check.h"
#include "tests/support/network/plain.h"
#include "tests/support/oracle/net_reference.h"
#include "tests/support/position/random_game.h"
#include "tests/support/program/arena.h"

enum { FILE_MOST = 4 << 20 }; /* bytes that the repository may have of it */

Test(inside, has_a_small_network_in_a_format_that_needs_no_library) {
    Status status;
    size_t length = 0, stored;
    inside_bytes(&stored, &status);
    const uint8_t *bytes = cleanup_free(inside_read(&length, &status));
    cr_assert_eq(bytes != NULL, inside_exists());
    if (bytes == NULL) {
        cr_assert_str_eq(status.text, "this build has no network inside");
        return;
    }
    cr_assert_leq(stored, (size_t)FILE_MOST);
    Model *model = model_read(bytes, length, &status);
    cr_assert_not_null(model, "%s", status.text);
    model_free(model);
}

/* Compact or not: so earlier ones can be played with, too. */
Test(inside, its_file_is_loaded_as_it_is) {
    Arena *arena = arena_new();
    Status status;
    size_t length;
    char path[ARENA_PATH_MAX];
    const char *bytes = (const char *)inside_bytes(&length, &status);
    if (bytes == NULL) {
        cr_skip_test("%s", status.text);
    }
    Model *inside = network_read_model(NETWORK_INSIDE, &status);
    arena_path(arena, "network.bin", path);
    cr_assert(file_replace(path, bytes, length, &status), "%s", status.text);
    Model *loaded = model_load(path, &status);
    cr_assert_not_null(loaded, "%s", status.text);
    cr_assert_str_eq(loaded->name, inside->name);
    cr_assert_eq(memcmp(loaded->tip.bias, inside->tip.bias,
                        (size_t)loaded->tip.count * sizeof *loaded->tip.bias),
                 0);
    cr_assert(file_replace(path, bytes, length / 2, &status), "%s", status.text);
    cr_assert_null(model_load(path, &status));
    cr_assert_eq(strncmp(status.text, path, strlen(path)), 0, "%s", status.text);
    model_free(loaded);
    model_free(inside);
}

Test(inside, is_what_export_network_writes) {
    Arena *arena = arena_new();
    Status status;
    size_t length = 0, written = 0;
    const uint8_t *bytes = cleanup_free(inside_read(&length, &status));
    const int result = arena_shell(arena, "\"$D\" export-network written.bin");
    if (bytes == NULL) {
        arena_expect(arena, 1, "dihedra export-network: this build has no network inside");
        arena_shell(arena, "\"$D\" --model inside </dev/null");
        arena_expect(arena, 1, "dihedra: this build has no network inside");
    } else {
        char path[ARENA_PATH_MAX];
        cr_assert_eq(result, 0);
        arena_path(arena, "written.bin", path);
        char *file = cleanup_free(file_read(path, FILE_REGULAR, 2 * FILE_MOST, &written, &status));
        cr_assert_not_null(file, "%s", status.text);
        cr_assert(written == length && memcmp(file, bytes, length) == 0);
    }
}

/* ---- Its answers ---- */

/* File of KataGo's answers. A network of another name than that of the source has none. */
static const char *references_of(const Model *model) {
    return formatted("tests/engine/eval/inside/%s.jsonl", model->name);
}

typedef struct {
    Model *model;
    Plain *plain;
    FastStream *stream;
} Evaluators;

/* Returns false if there is no network. */
static bool open_evaluators(Evaluators *e) {
    Status status;
    size_t length = 0;
    const uint8_t *bytes = cleanup_free(inside_read(&length, &status));
    if (bytes == NULL) {
        return false;
    }
    e->model = model_kept(model_read(bytes, length, &status));
    e->plain = plain_new(e->model);
    e->stream = fast_stream_kept(fast_kept(fast_new(e->model, PRECISION_FP32, &status)), 1);
    cr_assert_not_null(e->plain);
    return true;
}

static bool evaluate_fast(void *evaluators, const Situation *situation, Symmetry symmetry,
                          NetAnswer *answer) {
    Evaluators *e = evaluators;
    fast_add(e->stream, situation, symmetry, 0);
    return fast_run(e->stream, answer) && answer->is_finite;
}

static bool evaluate_plain(void *evaluators, const Situation *situation, Symmetry symmetry,
                           NetAnswer *answer) {
    return plain_evaluate(((Evaluators *)evaluators)->plain, situation, symmetry, 0, answer);
}

/* It has not learnt what playout doublings mean. Weights that no game has trained would make
 * nonsense of them. */
Test(inside, playout_doublings_change_nothing) {
    static GameSituation situation;
    static NetAnswer plain, told;
    Evaluators e;
    if (!open_evaluators(&e)) {
        return;
    }
    if (access(references_of(e.model), R_OK) != 0) {
        cr_skip_test("another network is inside");
    }
    Rng rng = rng_new(1);
    Game *game = random_game_new(9, 9, "tromp-taylor", 20, &rng);
    situation_from_game(game, &situation);
    cr_assert(evaluate_plain(&e, &situation.situation, SYMMETRY_IDENTITY, &plain));
    situation.situation.playout_doublings = 2.5;
    cr_assert(evaluate_plain(&e, &situation.situation, SYMMETRY_IDENTITY, &told));
    net_check_same(&told, &plain, 81, 0);
}

Test(inside, answers_like_katago) {
    static const NetTolerance TOLERANCE = {.probability = 5e-5, .points = 5e-3, .ownership = 2e-4};
    enum { REFERENCES = 24 };
    Evaluators e;
    if (!open_evaluators(&e)) {
        return;
    }
    const char *path = references_of(e.model);
    if (access(path, R_OK) != 0) {
        cr_skip_test("no %s", path);
    }
    net_reference_expect(path, evaluate_plain, &e, REFERENCES, &TOLERANCE);
    net_reference_expect(path, evaluate_fast, &e, REFERENCES, &TOLERANCE);
}

/* ---- Its use ---- */

/* Without an option and the variable, the network inside plays. */
Test(inside, is_the_default) {
    Arena *arena = arena_new();
    arena_shell(arena, "unset DIHEDRA_MODEL; echo kata-get-models | XDG_DATA_HOME=/nowhere \"$D\"");
    const bool has_default_file = strstr(arena->out, "default.bin.gz") != NULL; /* installed */
    cr_assert(has_default_file || inside_exists() == (strstr(arena->out, "inside") != NULL), "%s",
              arena->out);
}
