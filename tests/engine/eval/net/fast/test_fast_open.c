/* Networks of files: calibrations that are kept, and the graph in fp32 that is made when a position
 * needs it. */
#include "tests/support/network/net_check.h"

#include "engine/base/file.h"
#include "engine/eval/inside/inside.h"
#include "engine/eval/net/fast/lowered_graph.h"
#include "engine/eval/network.h"
#include "tests/support/position/games.h"
#include "tests/support/position/random_game.h"
#include "tests/support/program/temporary_path.h"

#include <dirent.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

static Fast *open_fast(const char *path, Precision precision, bool caches) {
    Status status;
    ModelFile *file = model_file_open(path, &status);
    Fast *fast = file != NULL ? fast_open(file, precision, caches, &status) : NULL;
    cr_assert_not_null(fast, "%s", status.text);
    return fast_kept(fast);
}

static void evaluate(Fast *fast, const Game *game, NetAnswer *answer) {
    static GameSituation situation;
    FastStream *stream = fast_stream_new(fast, 1);
    cr_assert_not_null(stream);
    situation_from_game(game, &situation);
    fast_add(stream, &situation.situation, SYMMETRY_IDENTITY, 0);
    cr_assert(fast_run(stream, answer));
    fast_stream_free(stream);
}

/* ---- Calibrations ---- */

/* A network, and a cache folder that only this test uses. */
typedef struct {
    char base[TEMPORARY_PATH_MAX], network[TEMPORARY_PATH_MAX];
    Game *game;
    CalibrationKey key;
} Kept;

static void remove_folder(void *base) {
    char *command = NULL;
    cr_assert_gt(asprintf(&command, "chmod -R u+w %s; rm -r %s", (char *)base, (char *)base), 0);
    cr_assert_eq(system(command), 0);
    free(command);
    unsetenv("XDG_CACHE_HOME");
}

static Kept *kept_new(void) {
    Kept *kept = cleanup_free(calloc(1, sizeof *kept));
    const NetSpec spec = net_spec_transformer(15, 4);
    size_t length;
    uint8_t *bytes = cleanup_free(net_spec_write(&spec, &length));
    Rng rng = rng_new(5);
    strcpy(kept->base, "/tmp/dihedra-test-XXXXXX");
    cr_assert_not_null(mkdtemp(kept->base));
    cleanup_add(kept->base, remove_folder);
    temporary_file(kept->network, bytes, length);
    setenv("XDG_CACHE_HOME", formatted("%s/cache", kept->base), 1);
    kept->game = random_game_new(7, 7, "tromp-taylor", 12, &rng);
    kept->key = (CalibrationKey){checksum_of(bytes, length), fast_instructions()};
    return kept;
}

static const char *cache_folder(const Kept *kept) {
    return formatted("%s/cache/dihedra", kept->base);
}

/* The files of the cache; *path becomes that of one of them. */
static int count_files(const Kept *kept, char path[512]) {
    int count = 0;
    DIR *folder = opendir(cache_folder(kept));
    for (struct dirent *entry; folder != NULL && (entry = readdir(folder)) != NULL;) {
        if (entry->d_name[0] != '.') {
            snprintf(path, 512, "%s/%s", cache_folder(kept), entry->d_name);
            count++;
        }
    }
    if (folder != NULL) {
        closedir(folder);
    }
    return count;
}

static bool is_same(const NetAnswer *a, const NetAnswer *b) {
    return a->win == b->win && a->lead == b->lead && a->pass == b->pass &&
           memcmp(a->policy, b->policy, 49 * sizeof *a->policy) == 0 &&
           memcmp(a->ownership, b->ownership, 49 * sizeof *a->ownership) == 0;
}

/* Opens the network and expects the answer of one that does not use the cache. */
static void expect_answer(const Kept *kept, bool caches) {
    static NetAnswer expected, got;
    evaluate(open_fast(kept->network, PRECISION_INT16, false), kept->game, &expected);
    evaluate(open_fast(kept->network, PRECISION_INT16, caches), kept->game, &got);
    cr_assert(is_same(&got, &expected));
}

Test(net_fast_open, calibrations_are_kept) {
    static NetAnswer fresh, got;
    char path[512];
    Kept *kept = kept_new();
    expect_answer(kept, false);
    cr_assert_eq(count_files(kept, path), 0, "off");
    expect_answer(kept, true);
    cr_assert_eq(count_files(kept, path), 1);
    expect_answer(kept, true);
    Calibration *calibration = cleanup_free(calibration_load(&kept->key));
    cr_assert_not_null(calibration);
    evaluate(open_fast(kept->network, PRECISION_INT16, true), kept->game, &fresh);
    for (size_t i = 0; i < calibration->count; i++) {
        calibration->values[i] *= 3;
    }
    calibration_save(&kept->key, calibration); /* another one, which shows that it is read */
    evaluate(open_fast(kept->network, PRECISION_INT16, true), kept->game, &got);
    cr_assert_not(is_same(&got, &fresh));
    kept->key.instructions = "other";
    cr_assert_null(calibration_load(&kept->key), "of other instructions");
    kept->key = (CalibrationKey){kept->key.model + 1, fast_instructions()};
    cr_assert_null(calibration_load(&kept->key), "of another network");
}

/* Replaces the file by these bytes. */
static void write_bytes(const char *path, const char *bytes, size_t length) {
    FILE *file = fopen(path, "wb");
    cr_assert(file != NULL && fwrite(bytes, 1, length, file) == length && fclose(file) == 0);
}

/* Nothing of a file that is damaged, cut short or of another network is used, and a sound one takes
 * its place. */
Test(net_fast_open, damaged_calibrations_are_ignored) {
    enum { BYTES_MAX = 1 << 16 };
    static char bytes[BYTES_MAX], damaged[BYTES_MAX];
    char path[512];
    Kept *kept = kept_new();
    expect_answer(kept, true);
    cr_assert_eq(count_files(kept, path), 1);
    FILE *file = fopen(path, "rb");
    const size_t length = fread(bytes, 1, BYTES_MAX, file);
    fclose(file);
    cr_assert_lt(length, BYTES_MAX);
    for (size_t at = 0; at < length; at += at < 200 ? 1 : 97) {
        memcpy(damaged, bytes, length);
        damaged[at] ^= 4;
        write_bytes(path, damaged, length);
        cr_assert_null(calibration_load(&kept->key), "byte %zu", at);
        write_bytes(path, bytes, at);
        cr_assert_null(calibration_load(&kept->key), "%zu bytes", at);
    }
    memcpy(damaged, bytes, length);
    write_bytes(path, damaged, length + 4);
    cr_assert_null(calibration_load(&kept->key), "too long");
    expect_answer(kept, true);
    cr_assert_not_null(cleanup_free(calibration_load(&kept->key)), "written anew");
    CalibrationKey other = {kept->key.model + 1, kept->key.instructions};
    calibration_save(&other, calibration_load(&kept->key));
    cr_assert_eq(count_files(kept, path), 2);
}

/* A calibration whose checksum is right, but which is not one of numbers. */
Test(net_fast_open, calibrations_are_finite) {
    Kept *kept = kept_new();
    Calibration *calibration = cleanup_free(calibration_new(4));
    calibration_save(&kept->key, calibration);
    cr_assert_not_null(cleanup_free(calibration_load(&kept->key)));
    calibration->values[3] = strtof("inf", NULL);
    calibration_save(&kept->key, calibration);
    cr_assert_null(calibration_load(&kept->key));
}

/* There are at most 32, and none goes before its successor is there. */
Test(net_fast_open, a_full_disk_costs_no_calibration) {
    char path[512];
    Kept *kept = kept_new();
    Calibration *calibration = cleanup_free(calibration_new(4));
    struct rlimit before;
    for (int i = 0; i < 40; i++) {
        kept->key.model++;
        calibration_save(&kept->key, calibration);
        cr_assert_not_null(cleanup_free(calibration_load(&kept->key)));
        cr_assert_leq(count_files(kept, path), 32);
    }
    cr_assert_eq(count_files(kept, path), 32);
    void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
    cr_assert_eq(getrlimit(RLIMIT_FSIZE, &before), 0);
    const struct rlimit none = {0, before.rlim_max};
    cr_assert_eq(setrlimit(RLIMIT_FSIZE, &none), 0);
    kept->key.model++;
    calibration_save(&kept->key, calibration);
    setrlimit(RLIMIT_FSIZE, &before);
    signal(SIGXFSZ, handler);
    cr_assert_null(calibration_load(&kept->key));
    cr_assert_eq(count_files(kept, path), 32);
}

Test(net_fast_open, nothing_is_kept_where_it_cannot_be) {
    char path[512];
    Kept *kept = kept_new();
    char *home = getenv("HOME") != NULL ? cleanup_free(strdup(getenv("HOME"))) : NULL;
    setenv("XDG_CACHE_HOME", kept->network, 1); /* a file */
    expect_answer(kept, true);
    setenv("XDG_CACHE_HOME", "/proc/dihedra", 1); /* not even root may */
    expect_answer(kept, true);
    unsetenv("XDG_CACHE_HOME");
    unsetenv("HOME");
    expect_answer(kept, true);
    setenv("HOME", kept->base, 1);
    expect_answer(kept, true);
    cr_assert_eq(access(formatted("%s/.cache/dihedra", kept->base), F_OK), 0);
    cr_assert_eq(count_files(kept, path), 0);
    if (home != NULL) {
        setenv("HOME", home, 1);
    }
}

/* Otherwise each start plays the calibration games, which takes most of it. A failure means that
 * the file is not of this network, or of another Dihedra's calibration games
 * (engine/lab/train/network). */
Test(net_fast_open, the_program_has_the_calibration_of_the_network_inside) {
    Status status;
    if (!inside_exists()) {
        cr_skip_test("this build has no network inside");
    }
    Model *model = network_read_model(NETWORK_INSIDE, &status);
    Calibration *calibration = cleanup_free(calibration_inside(model->checksum));
    cr_assert_not_null(calibration);
    const LoweringOptions options = {kernels_best(), calibration, WEIGHTS_PACKED};
    LoweredGraph *graph = lowered_graph_new(model, NULL, &options);
    cr_assert_not_null(graph, "the calibration has %zu floats", calibration->count);
    cr_assert_null(calibration_inside(model->checksum + 1), "of another network");
    lowered_graph_free(graph);
    model_free(model);
}

/* ---- Positions that need fp32 ---- */

/* The network inside as a file. */
static void inside_file(char path[TEMPORARY_PATH_MAX]) {
    Status status;
    size_t length;
    uint8_t *bytes = cleanup_free(inside_read(&length, &status));
    cr_assert_not_null(bytes, "%s", status.text);
    temporary_file(path, bytes, length);
}

static Game *tiny_game(void) {
    Rng rng = rng_new(3);
    return random_game_new(2, 2, "tromp-taylor", 1, &rng);
}

/* A board almost full of Black's stones, whose values exceed those of calibration games. */
static Game *lopsided_game(void) {
    Rng rng = rng_new(4);
    Game *game = random_game_new(19, 19, "tromp-taylor", 10, &rng);
    for (int cell = 0; cell < 361; cell += 3) {
        const Point p = game->geometry->point_of[cell];
        if (game_check(game, BLACK, p) == MOVE_LEGAL) {
            games_play(game, BLACK, p);
            games_play(game, WHITE, POINT_PASS);
        }
    }
    return game;
}

/* The file's name may lead to another file by then, or to none. */
Test(net_fast_open, fp32_comes_from_the_open_file) {
    static NetAnswer expected, got;
    char path[TEMPORARY_PATH_MAX];
    Game *const games[] = {tiny_game(), lopsided_game()};
    inside_file(path);
    Fast *exact = open_fast(path, PRECISION_FP32, false);
    Fast *whole = open_fast(path, PRECISION_INT16, false);
    cr_assert_eq(unlink(path), 0);
    for (int i = 0; i < 2; i++) {
        const int cells = games[i]->geometry->cell_count;
        evaluate(exact, games[i], &expected);
        evaluate(whole, games[i], &got);
        net_check_same(&got, &expected, cells, 1e-5);
    }
}

/* If the file has changed, whole numbers have to do. */
Test(net_fast_open, answers_in_whole_numbers_if_the_file_has_changed) {
    static NetAnswer expected, got;
    char path[TEMPORARY_PATH_MAX];
    Game *game = tiny_game();
    inside_file(path);
    evaluate(open_fast(path, PRECISION_FP32, false), game, &expected);
    Fast *whole = open_fast(path, PRECISION_INT16, false);
    cr_assert_eq(truncate(path, 100000), 0);
    for (int i = 0; i < 2; i++) {
        evaluate(whole, game, &got);
        cr_assert(got.is_finite);
        net_check_within("win", got.win, expected.win, 0.1);
        cr_assert_neq(got.lead, expected.lead);
    }
}

typedef struct {
    FastStream *stream;
    const GameSituation *situation;
    NetAnswer answer;
    pthread_t thread;
} Asker;

static void *ask(void *argument) {
    Asker *asker = argument;
    fast_add(asker->stream, &asker->situation->situation, SYMMETRY_IDENTITY, 0);
    if (!fast_run(asker->stream, &asker->answer)) {
        asker->answer.is_finite = false;
    }
    return NULL;
}

/* The first of several threads makes the graph in fp32, and all use it. */
Test(net_fast_open, threads_share_fp32) {
    enum { THREADS = 4 };
    static GameSituation situations[2];
    static NetAnswer expected[2];
    static Asker askers[THREADS];
    char path[TEMPORARY_PATH_MAX];
    Game *const games[] = {tiny_game(), lopsided_game()};
    inside_file(path);
    Fast *exact = open_fast(path, PRECISION_FP32, false);
    Fast *whole = open_fast(path, PRECISION_INT16, false);
    for (int i = 0; i < 2; i++) {
        evaluate(exact, games[i], &expected[i]);
        situation_from_game(games[i], &situations[i]);
    }
    for (int i = 0; i < THREADS; i++) {
        askers[i] = (Asker){.stream = fast_stream_kept(whole, 1), .situation = &situations[i % 2]};
        cr_assert_eq(pthread_create(&askers[i].thread, NULL, ask, &askers[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        cr_assert_eq(pthread_join(askers[i].thread, NULL), 0);
        cr_assert(askers[i].answer.is_finite);
        net_check_same(&askers[i].answer, &expected[i % 2], games[i % 2]->geometry->cell_count,
                       1e-5);
    }
}
