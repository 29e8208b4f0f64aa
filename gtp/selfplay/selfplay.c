/* `dihedra selfplay`: the command line, and the games, which the farm hands out to threads of this
 * process or to other ranks, and whose results it hands back to be written down, one at a time. */
#include "gtp/selfplay/selfplay.h"

#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "engine/base/options.h"
#include "engine/base/team.h"
#include "engine/cluster/batch/batch.h"
#include "engine/player/parameter.h"
#include "gtp/models.h"
#include "gtp/selfplay/selfplay_totals.h"

static const char USAGE[] =
    "usage: dihedra selfplay [OPTION...]\n"
    "\n"
    "Plays games of the engine against itself in one process, or under mpirun on many ranks, and\n"
    "reports the results.\n"
    "\n";

static const LedgerKind KIND = {"self-play run", "dihedra_selfplay", "game"};

typedef struct {
    EngineOptions options;
    int64_t games, jobs;
    int per_node;
    double rank_timeout;
    const char *folder, *log_path;
    SelfplayRandom random;
    bool watch, json, help;
} SelfplayRequest;

/* A slot of the farm. */
typedef struct {
    Game *game;
    Player player;
} SelfplaySlot;

/* The lower part is the coordinator's. */
typedef struct {
    const SelfplayRequest *request;
    Mpi *mpi;
    Models models;
    SelfplayTerms terms;
    SelfplaySlot *slots;
    _Atomic bool stopped; /* set once; a thread that reads it late plays a move more */

    Batch batch;
    bool *is_done;                 /* [number] */
    SelfplayTotals totals, before; /* before: of the log when it was opened */
} Selfplay;

/* ---- The coordinator: games are taken and written down ---- */

static bool is_done(void *context, int64_t number) {
    return ((const Selfplay *)context)->is_done[number];
}

static const char *read_entry(void *context, const json_t *json) {
    Selfplay *run = context;
    SelfplayEntry entry;
    if (!selfplay_entry_read(json, &entry)) {
        return "not a finished game";
    }
    if (entry.number >= run->request->games) {
        return "a game beyond those asked for by --games";
    }
    if (run->is_done[entry.number]) {
        return "a game that the log already holds";
    }
    run->is_done[entry.number] = true;
    selfplay_totals_add(&run->totals, &entry, run->request->random);
    return NULL;
}

static bool save_record(void *context, int64_t number, const json_t *result, Status *status) {
    const Selfplay *run = context;
    const char *folder = run->request->folder;
    const char *record = json_string_value(json_object_get(result, "sgf"));
    if (folder == NULL) {
        return true;
    }
    if (record == NULL) {
        return status_fail(status, "game %lld: its record is missing", (long long)number + 1);
    }
    Text path = {0};
    text_add(&path, "%s/game-%lld.sgf", folder, (long long)number + 1);
    const bool ok = file_replace(text_get(&path), record, strlen(record), status);
    text_free(&path);
    return ok;
}

static bool show_game(void *context, int64_t number, const json_t *json, Status *status) {
    const Selfplay *run = context;
    SelfplayEntry entry;
    FILE *progress = run->request->json ? stderr : stdout;
    if (selfplay_entry_read(json, &entry)) {
        fprintf(progress, "game %lld: %s, %d move%s\n", (long long)number + 1, entry.result,
                entry.moves, text_plural(entry.moves));
    }
    return (fflush(progress) == 0 && !ferror(stdout)) ||
           status_fail(status, "standard output cannot be written");
}

static void log_line(void *context, const char *line) {
    (void)context;
    Status status;
    status_fail(&status, "%s", line);
    status_print("selfplay", &status);
}

/* ---- The workers: games are played ---- */

static bool play_game(void *context, int index, const FarmJob *job, Text *result, Status *status) {
    Selfplay *run = context;
    SelfplaySlot *slot = &run->slots[index];
    const SelfplayJob game = {.number = job->number, .seed = strtoull(job->bytes, NULL, 16)};
    return selfplay_game_play(&run->terms, &game, slot->game, &slot->player, result, status);
}

static void stop_games(void *context) {
    Selfplay *run = context;
    atomic_store(&run->stopped, true);
}

static void free_slots(Selfplay *run, int count) {
    for (int i = 0; i < count; i++) {
        player_free(&run->slots[i].player);
        game_free(run->slots[i].game);
    }
    free(run->slots);
}

static bool make_slots(Selfplay *run, int count, Status *status) {
    bool ok = true;
    run->slots = memory_new((size_t)count, sizeof *run->slots);
    for (int i = 0; i < count; i++) {
        SelfplaySlot *slot = &run->slots[i];
        slot->game = engine_options_new_game(&run->request->options);
        ok &= player_init(&slot->player, run->models.main) && slot->game != NULL;
        slot->player.human = run->models.human;
        slot->player.cancel = &run->stopped;
    }
    return ok || status_fail(status, "out of memory");
}

/* ---- All games ---- */

/* Waits for the network if there is one, so that no game begins without it. */
static bool await_network(NetworkLoad *load, Status *status) {
    return load == NULL || network_load_wait(load, status) != NULL;
}

static const char *name_of(NetworkLoad *load) {
    Status ignored;
    return load == NULL ? NULL : network_name(network_load_wait(load, &ignored));
}

static void set_seed(json_t *json, const char *key, uint64_t seed, bool is_random) {
    char text[24];
    snprintf(text, sizeof text, "%llx", (unsigned long long)seed);
    json_set_text(json, key, is_random ? "random" : text);
}

/* By the names and with the values of version 0.1.0, so that its logs can be continued. A parameter
 * that it did not have is left out if it has its default. */
static void set_parameter(json_t *json, const Parameter *parameter, const PlayerOptions *options) {
    const PlayerOptions defaults = player_default_options();
    Parameter former = *parameter;
    former.scale = 1;
    Text value = {0}, ordinary = {0};
    parameter_add_value(&former, options, &value);
    parameter_add_value(&former, &defaults, &ordinary);
    if (parameter->former == NULL || *parameter->former != '\0' ||
        strcmp(text_get(&value), text_get(&ordinary)) != 0) {
        const bool is_renamed = parameter->former != NULL && *parameter->former != '\0';
        json_set_text(json, is_renamed ? parameter->former : parameter->name, text_get(&value));
    }
    text_free(&value);
    text_free(&ordinary);
}

/* Everything that must be the same for a log to be continued, and on all ranks. A seed that was
 * drawn at random need not be. */
static json_t *settings_of(const Selfplay *run) {
    static const char *const RANDOM[] = {"nobody", "black", "white", "each"};
    const EngineOptions *options = &run->request->options;
    json_t *json = json_new_object(), *parameters = json_new_object();
    json_set_figure(json, "dihedra_selfplay", 1, 0);
    json_set_text(json, "version", DIHEDRA_VERSION);
    json_set_figure(json, "width", options->width, 0);
    json_set_figure(json, "height", options->height, 0);
    json_set_figure(json, "komi", options->komi, 6);
    json_set_text(json, "rules", options->rules.name);
    json_set_text(json, "random", RANDOM[run->request->random]);
    set_seed(json, "seed", options->player.seed, options->random_seed);
    set_seed(json, "hash_seed", options->hash_seed, options->random_hash_seed);
    json_set_text(json, "network", name_of(run->models.main));
    json_set_text(json, "human_network", name_of(run->models.human));
    json_set_text(json, "precision", precision_name(options->precision));
    for (const Parameter *parameter = PARAMETERS; parameter->name != NULL; parameter++) {
        set_parameter(parameters, parameter, &options->player);
    }
    json_set_value(json, "parameters", parameters);
    return json;
}

/* What each rank does on its own. The first alone writes records. */
static bool prepare_alone(Selfplay *run, Status *status) {
    const SelfplayRequest *request = run->request;
    if (request->watch && mpi_size(run->mpi) > 1) {
        return status_fail(status, "--watch shows the games of this process alone, not of ranks");
    }
    return (request->folder == NULL || mpi_rank(run->mpi) != 0 ||
            file_make_folder(request->folder, status)) &&
           models_start(&request->options, &run->models, status) &&
           await_network(run->models.main, status) && await_network(run->models.human, status);
}

static bool prepare(Selfplay *run, Status *status) {
    const bool ok = prepare_alone(run, status);
    if (!mpi_all_ok(run->mpi, ok, status)) {
        return false;
    }
    json_t *settings = settings_of(run);
    const bool is_ready = batch_open(&run->batch, settings, status);
    run->before = run->totals;
    json_decref(settings);
    return is_ready;
}

/* Plays all games. Returns false after a message if that fails. */
static bool play_all(Selfplay *run) {
    const SelfplayRequest *request = run->request;
    const int slots = farm_slots(run->mpi, request->per_node, (int)request->jobs);
    Status status;
    bool ok = make_slots(run, slots, &status);
    if (mpi_all_ok(run->mpi, ok, &status)) {
        ok = batch_run(&run->batch, slots, request->rank_timeout);
    } else {
        ok = false;
        if (mpi_rank(run->mpi) == 0) {
            log_line(run, status.text);
        }
    }
    free_slots(run, slots);
    return ok;
}

/* ---- The command ---- */

static bool read_random(void *target, const char *name, char **values, Status *status) {
    SelfplayRandom *side = &((SelfplayRequest *)target)->random;
    Color color;
    if (strcmp(values[0], "each") == 0) {
        *side = RANDOM_EACH;
        return true;
    }
    if (!color_from_text(values[0], &color)) {
        return status_fail(status, "%s: expected black, white or each, got '%.40s'", name,
                           values[0]);
    }
    *side = color == BLACK ? RANDOM_BLACK : RANDOM_WHITE;
    return true;
}

#define FIELD(member) offsetof(SelfplayRequest, member)

// clang-format off
static const Option OPTIONS[] = {
    {.name = "--games", .argument = "N", .kind = OPTION_WHOLE, .whole = {1, 1000000000}, .offset = FIELD(games),
     .help = "number of games (default 1)"},
    {.name = "-j", .argument = "N", .kind = OPTION_WHOLE, .whole = {1, TEAM_MAX}, .offset = FIELD(jobs),
     .help = "games at once (default 1); under mpirun those of each rank but the first, which hands out the games"},
    {.name = "--per-node", .argument = "N", .kind = OPTION_INT, .whole = {1, TEAM_MAX}, .offset = FIELD(per_node),
     .help = "instead of -j: games at once on each machine, shared out among its ranks"},
    {.name = "--rank-timeout", .argument = "S", .kind = OPTION_REAL, .real = {1, 1e6}, .offset = FIELD(rank_timeout),
     .help = "under mpirun: seconds without a sign of life after which a rank counts as lost, and its games are "
             "played by others (default 60)"},
    {.name = "--resume", .argument = "FILE", .kind = OPTION_TEXT, .offset = FIELD(log_path),
     .help = "a log of the finished games: continues it if the settings are the same (--games and -j may differ), "
             "creates it if there is none"},
    {.name = "--sgf", .argument = "DIR", .kind = OPTION_TEXT, .offset = FIELD(folder),
     .help = "writes each game to DIR/game-N.sgf, with playouts, Black's win rate and score on each move; makes DIR"},
    {.name = "--random", .argument = "COLOR", .kind = OPTION_CALL, .read = read_random,
     .help = "this color plays random legal moves: black, white, or each for both in turn"},
    {.name = "--watch", .kind = OPTION_FLAG, .offset = FIELD(watch), .help = "draws the board after each move"},
    {.name = "--json", .kind = OPTION_FLAG, .offset = FIELD(json), .help = "one JSON object on standard output"},
    {.name = "--help", .letter = "-h", .kind = OPTION_HELP, .offset = FIELD(help)},
    {0},
};
// clang-format on

static bool read_request(int argc, char **argv, SelfplayRequest *request, Status *status) {
    const OptionGroup groups[] = {
        {OPTIONS, request, NULL}, engine_options_group(&request->options), {0}};
    if (!option_read(groups, argc, argv, status)) {
        return false;
    }
    if (request->watch && request->json) {
        return status_fail(status, "--watch and --json both write to standard output");
    }
    if (request->watch && (request->jobs > 1 || request->per_node > 1)) {
        return status_fail(status, "--watch shows one game at a time and cannot go with -j");
    }
    return true;
}

static int run_on_ranks(Selfplay *run) {
    const SelfplayRequest *request = run->request;
    const double start = clock_seconds();
    char seed[24];
    snprintf(seed, sizeof seed, "%llx", (unsigned long long)request->options.player.seed);
    run->batch = (Batch){.mpi = run->mpi,
                         .context = run,
                         .kind = &KIND,
                         .log_path = request->log_path,
                         .count = request->games,
                         .message = seed,
                         .is_done = is_done,
                         .work = play_game,
                         .stop = stop_games,
                         .save = save_record,
                         .read_entry = read_entry,
                         .show = show_game,
                         .log = log_line,
                         .ledger = {.file = -1}};
    const bool is_first = mpi_rank(run->mpi) == 0;
    Status status;
    if (!prepare(run, &status)) {
        if (is_first) {
            status_print("selfplay", &status);
        }
        return EXIT_FAILURE;
    }
    if (!play_all(run)) {
        return EXIT_FAILURE;
    }
    if (is_first) {
        (request->json ? selfplay_totals_print_json : selfplay_totals_print)(
            &run->totals, &run->before, request->random, clock_seconds() - start);
    }
    return EXIT_SUCCESS;
}

static int play_request(const SelfplayRequest *request) {
    Status status;
    Selfplay run = {.request = request,
                    .terms = {.options = &request->options,
                              .random = request->random,
                              .has_record = request->folder != NULL,
                              .watch = request->watch,
                              .stopped = &run.stopped},
                    .is_done = memory_new((size_t)request->games, sizeof *run.is_done),
                    .batch = {.ledger = {.file = -1}}};
    run.mpi = mpi_open("selfplay", &status);
    int exit_status = EXIT_FAILURE;
    if (run.mpi == NULL) {
        status_print("selfplay", &status);
    } else {
        exit_status = run_on_ranks(&run);
        mpi_close(run.mpi, exit_status);
    }
    models_free(&run.models);
    batch_close(&run.batch);
    free(run.is_done);
    return exit_status;
}

int selfplay_main(int argc, char **argv) {
    SelfplayRequest request = {
        .options = engine_options_default(), .games = 1, .jobs = 1, .rank_timeout = 60};
    Status status;
    if (!read_request(argc, argv, &request, &status)) {
        return option_print_error("selfplay", &status);
    }
    if (request.help) {
        fputs(USAGE, stdout);
        option_print_help(OPTIONS, stdout);
        engine_options_print_help();
        return EXIT_SUCCESS;
    }
    return play_request(&request);
}
