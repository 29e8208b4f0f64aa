#include "gtp/json/analysis.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/text.h"
#include "gtp/json/config/pairs.h"
#include "gtp/json/distribute.h"
#include "gtp/json/session.h"
#include "gtp/models.h"

/* The exit status of anything that goes wrong: KataGo's clients take 1 for a wanted end. */
enum { EXIT_WRONG = 2 };

static const char USAGE[] =
    "usage: dihedra analysis [-config FILE] [-model FILE] [OPTION...]\n"
    "\n"
    "Speaks the JSON protocol of `katago analysis` on standard input and output: a query a line, "
    "any\n"
    "number of them at once. Takes KataGo's command lines and config files.\n"
    "\n";

typedef struct {
    OptionList configs, overrides;
    EngineOptions engine; /* of them the models */
    int64_t positions;    /* 0: not given */
    bool quits, help;
} AnalysisCommand;

#define FIELD(member) offsetof(AnalysisCommand, member)

// clang-format off
static const Option OPTIONS[] = {
    {.name = "--config", .letter = "-config", .argument = "FILE", .kind = OPTION_LIST, .offset = FIELD(configs),
     .help = "a config file of KataGo's; later ones win"},
    {.name = "--model", .letter = "-model", .argument = "FILE|inside|none", .kind = OPTION_TEXT, .offset = FIELD(engine.model),
     .help = "network to search with: a file of KataGo's, the one inside, or none: playouts (default: "
             "$DIHEDRA_MODEL, or default.bin.gz in ~/.local/share/dihedra, or inside)"},
    {.name = "--human-model", .letter = "-human-model", .argument = "FILE|none", .kind = OPTION_TEXT, .offset = FIELD(engine.human_model),
     .help = "KataGo's human-play network, for humanPrior and humanPolicy"},
    {.name = "--override-config", .letter = "-override-config", .argument = "K=V,...", .kind = OPTION_LIST, .offset = FIELD(overrides),
     .help = "settings that win over those of config files"},
    {.name = "--analysis-threads", .letter = "-analysis-threads", .argument = "N", .kind = OPTION_WHOLE, .whole = {1, 16384}, .offset = FIELD(positions),
     .help = "positions in progress at once, as numAnalysisThreads (default: the number of processors)"},
    {.name = "--quit-without-waiting", .letter = "-quit-without-waiting", .kind = OPTION_FLAG, .offset = FIELD(quits),
     .help = "ends at the end of the input, with queries left or not"},
    {.name = "--precision", .argument = "NAME", .kind = OPTION_NAME, .names = PRECISION_NAMES, .offset = FIELD(engine.precision),
     .help = "of the network: auto (the fastest here), fp32, int16 or int8"},
    {.name = "--help", .letter = "-h", .kind = OPTION_HELP, .offset = FIELD(help)},
    {0},
};
// clang-format on

static bool apply_pairs(const Pairs *pairs, Settings *settings, Status *status) {
    for (int i = 0; i < pairs->count; i++) {
        const Pair *pair = &pairs->items[i];
        const SettingResult result = settings_set(settings, pair->key, pair->value, status);
        if (result == SETTING_WRONG) {
            return false;
        }
        if (pairs_is_first(pairs, i)) {
            settings_tell("analysis", pair->key, result);
        }
    }
    return true;
}

/* Adds what is set to given. */
static bool read_settings(const AnalysisCommand *request, Settings *settings, Text *given,
                          Status *status) {
    Pairs pairs = {0};
    *settings = settings_default();
    const bool ok = pairs_read(&pairs, &request->configs, &request->overrides, status) &&
                    apply_pairs(&pairs, settings, status);
    for (int i = 0; i < pairs.count; i++) {
        text_add(given, "%s = %s; ", pairs.items[i].key, pairs.items[i].value);
    }
    pairs_free(&pairs);
    if (request->positions > 0) {
        settings->session.positions = request->positions;
    }
    return ok;
}

static bool await(NetworkLoad *load, Network **network, Status *status) {
    *network = load == NULL ? NULL : network_load_wait(load, status);
    return load == NULL || *network != NULL;
}

static void print_start(const Settings *settings, const Network *network) {
    fprintf(stderr, "Dihedra " DIHEDRA_VERSION ": %s, up to %lld position%s at once\n",
            network == NULL ? "playouts (no network)" : network_name(network),
            (long long)settings->session.positions, settings->session.positions == 1 ? "" : "s");
}

/* Ranks with other networks or settings would give other answers. */
static bool agree(Mpi *mpi, const Text *given, const SessionOptions *options, Status *status) {
    const Network *network = options->network, *human = options->human;
    return mpi_agree(mpi, "the network", network == NULL ? "none" : network_name(network),
                     status) &&
           mpi_agree(mpi, "the human network", human == NULL ? "none" : network_name(human),
                     status) &&
           mpi_agree(mpi, "what is set", text_get(given), status);
}

static bool run_session(Mpi *mpi, const Settings *settings, const SessionOptions *options,
                        Status *status) {
    return mpi_size(mpi) == 1
               ? session_run_json(settings, options, STDIN_FILENO, STDOUT_FILENO, status)
               : distribute_run(mpi, settings, *options, STDIN_FILENO, STDOUT_FILENO, status);
}

static bool open_models(const Models *models, SessionOptions *options, Status *status) {
    return await(models->main, &options->network, status) &&
           await(models->human, &options->human, status);
}

static bool run(Mpi *mpi, const AnalysisCommand *request, const Settings *settings,
                const Text *given, Status *status) {
    EngineOptions engine = request->engine;
    Models models;
    SessionOptions options = {.drops_jobs = request->quits, .share = {0, 1}};
    engine.player.threads = sysconf(_SC_NPROCESSORS_ONLN);
    if (engine.player.threads < 1 ||
        engine.player.threads > settings->session.positions * settings->query.player.threads) {
        engine.player.threads = 1;
    }
    const bool has_models = models_start(&engine, &models, status);
    bool ok = mpi_all_ok(mpi, has_models && open_models(&models, &options, status), status) &&
              agree(mpi, given, &options, status);
    if (ok) {
        if (mpi_rank(mpi) == 0) {
            print_start(settings, options.network);
        }
        ok = run_session(mpi, settings, &options, status);
    }
    if (has_models) {
        models_free(&models);
    }
    return ok;
}

int analysis_main(int argc, char **argv) {
    AnalysisCommand request = {.engine = engine_options_default()};
    const OptionGroup groups[] = {{OPTIONS, &request, NULL}, {0}};
    Status status;
    Settings settings;
    bool ok = option_read(groups, argc, argv, &status);
    if (!ok) {
        return option_print_error("analysis", &status);
    }
    if (request.help) {
        fputs(USAGE, stdout);
        option_print_help(OPTIONS, stdout);
        return EXIT_SUCCESS;
    }
    Mpi *mpi = mpi_open("analysis", &status);
    Text given = {0};
    ok = mpi != NULL &&
         mpi_all_ok(mpi, read_settings(&request, &settings, &given, &status), &status) &&
         run(mpi, &request, &settings, &given, &status);
    text_free(&given);
    option_list_free(&request.configs);
    option_list_free(&request.overrides);
    if (!ok && (mpi == NULL || mpi_rank(mpi) == 0)) {
        status_print("analysis", &status);
    }
    if (mpi != NULL) {
        mpi_close(mpi, ok ? EXIT_SUCCESS : EXIT_WRONG);
    }
    return ok ? EXIT_SUCCESS : EXIT_WRONG;
}
