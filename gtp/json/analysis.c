#include "gtp/json/analysis.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/os/sandbox.h"
#include "engine/base/os/system.h"
#include "engine/base/text.h"
#include "engine/base/version.h"
#include "gtp/json/analysis_session.h"
#include "gtp/json/config/pairs.h"
#include "gtp/json/distribute.h"
#include "gtp/models.h"

/* The exit status of any failure: KataGo's clients take 1 for an intended exit. */
enum { EXIT_WRONG = 2 };

static const char USAGE[] =
    "usage: dihedra analysis [-config FILE] [-model FILE] [OPTION...]\n"
    "\n"
    "Speaks the JSON protocol of `katago analysis` on standard input and output: a query a line,\n"
    "any number of them at once. Takes KataGo's command lines and config files.\n";

typedef struct {
    OptionList configs, overrides;
    EngineOptions engine; /* of them the models */
    int64_t positions;    /* 0: not given */
    bool quits, sandbox;
} AnalysisRequest;

#define FIELD(member) offsetof(AnalysisRequest, member)

// clang-format off
static const Option OPTIONS[] = {
    {.name = "--config", .alias = "-config", .argument = "FILE", .kind = OPTION_LIST, .offset = FIELD(configs),
     .help = "a config file of KataGo's; later ones win"},
    {.name = "--model", .alias = "-model", .argument = "FILE|inside|none", .kind = OPTION_TEXT, .offset = FIELD(engine.model),
     .help = "network to search with: a file of KataGo's, the one inside, or none: playouts (default: "
             "$DIHEDRA_MODEL, or default.bin.gz in ~/.local/share/dihedra, or inside)"},
    {.name = "--human-model", .alias = "-human-model", .argument = "FILE|none", .kind = OPTION_TEXT, .offset = FIELD(engine.human_model),
     .help = "KataGo's human-play network, for humanPrior and humanPolicy"},
    {.name = "--override-config", .alias = "-override-config", .argument = "K=V,...", .kind = OPTION_LIST, .offset = FIELD(overrides),
     .help = "settings that win over those of config files"},
    {.name = "--analysis-threads", .alias = "-analysis-threads", .argument = "N", .kind = OPTION_INT64, .integer = {1, 16384}, .offset = FIELD(positions),
     .help = "positions in progress at once, as numAnalysisThreads (default: the number of processors)"},
    {.name = "--quit-without-waiting", .alias = "-quit-without-waiting", .kind = OPTION_FLAG, .offset = FIELD(quits),
     .help = "ends at the end of the input, with queries left or not"},
    {.name = "--sandbox", .kind = OPTION_FLAG, .offset = FIELD(sandbox),
     .help = "once all is loaded, gives up the right to open files and connections and to start programs (Linux, one "
             "rank)"},
    {.name = "--precision", .argument = "NAME", .kind = OPTION_NAME, .names = PRECISION_NAMES, .offset = FIELD(engine.precision),
     .help = "of the network: auto (the fastest here), fp32, int16 or int8"},
    {0},
};
// clang-format on

const CommandHelp ANALYSIS_HELP = {
    "analysis", "speaks KataGo's JSON analysis protocol", USAGE, {OPTIONS}, NULL};

/* Adds all pairs to given. */
static bool read_settings(const AnalysisRequest *request, Settings *settings, Text *given,
                          Status *status) {
    Pairs pairs = {0};
    *settings = settings_default();
    bool ok = pairs_read(&pairs, &request->configs, &request->overrides, status);
    for (int i = 0; ok && i < pairs.count; i++) {
        const Pair *pair = &pairs.items[i];
        const SettingResult result = settings_set(settings, pair->key, pair->value, status);
        ok = result != SETTING_WRONG;
        if (ok && pairs_is_last(&pairs, i)) {
            settings_warn("analysis", pair->key, result);
        }
        text_add(given, "%s = %s; ", pair->key, pair->value);
    }
    pairs_free(&pairs);
    if (request->positions > 0) {
        settings->session.positions = request->positions;
    }
    return ok;
}

/* Waits for a network, if there is one. */
static bool await(NetworkLoad *load, Network **network, Status *status) {
    *network = load == NULL ? NULL : network_load_wait(load, status);
    return load == NULL || *network != NULL;
}

/* Ranks with other networks or settings would give other answers. */
static bool agree(Mpi *mpi, const Text *given, const AnalysisSessionOptions *options,
                  Status *status) {
    const Network *network = options->network, *human = options->human;
    return mpi_agree(mpi, "the network", network == NULL ? "none" : network_name(network),
                     status) &&
           mpi_agree(mpi, "the human network", human == NULL ? "none" : network_name(human),
                     status) &&
           mpi_agree(mpi, "what is set", text_get(given), status);
}

/* Other ranks are reached by means that a sandbox takes away. */
static bool enter_sandbox(Mpi *mpi, Status *status) {
    Status why;
    return mpi_size(mpi) > 1
               ? status_fail(status, "--sandbox: not with several ranks")
               : os_sandbox_enter(&why) || status_fail(status, "--sandbox: %.230s", why.text);
}

static bool run(Mpi *mpi, const AnalysisRequest *request, const Settings *settings,
                const Text *given, Status *status) {
    EngineOptions engine = request->engine;
    Models models;
    AnalysisSessionOptions options = {.drops_jobs = request->quits, .share = {0, 1}};
    const int64_t positions = settings->session.positions;
    engine.player.threads = os_processors();
    if (engine.player.threads > positions * settings->query.player.threads) {
        engine.player.threads = 1;
    }
    bool ok = models_start(&engine, &models, status) &&
              await(models.main, &options.network, status) &&
              await(models.human, &options.human, status);
    ok = mpi_all_ok(mpi, ok, status) && agree(mpi, given, &options, status);
    if (ok && mpi_rank(mpi) == 0) {
        fprintf(stderr, "Dihedra " DIHEDRA_VERSION ": %s, up to %lld position%s at once\n",
                options.network == NULL ? "playouts (no network)" : network_name(options.network),
                (long long)positions, text_plural(positions));
    }
    ok = ok && (!request->sandbox || enter_sandbox(mpi, status));
    ok = ok && (mpi_size(mpi) == 1 ? analysis_session_run(settings, &options, OS_STANDARD_INPUT,
                                                          OS_STANDARD_OUTPUT, status)
                                   : distribute_run(mpi, settings, options, OS_STANDARD_INPUT,
                                                    OS_STANDARD_OUTPUT, status));
    models_free(&models);
    return ok;
}

int analysis_main(int argc, char **argv) {
    AnalysisRequest request = {.engine = engine_options_default()};
    const OptionGroup groups[] = {{.options = OPTIONS, .target = &request}, {0}};
    Status status;
    Settings settings;
    Text given = {0};
    if (!option_read(groups, argc, argv, &status)) {
        return option_print_error("analysis", &status);
    }
    Mpi *mpi = mpi_open("analysis", &status);
    const bool ok = mpi != NULL &&
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
