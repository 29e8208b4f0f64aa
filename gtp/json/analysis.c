/* `dihedra analysis`: KataGo's analysis engine by its command line. */
#include "gtp/subcommands.h"

#include <stdlib.h>

#include "engine/base/member.h"
#include "engine/base/os/system.h"
#include "engine/base/version.h"
#include "gtp/engine_options.h"
#include "gtp/json/analysis_session.h"

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

// clang-format off
static const Option OPTIONS[] = {
    {.name = "--config", .alias = "-config", .argument = "FILE", OPTION_LIST_IN(AnalysisRequest, configs),
     .help = "a config file of KataGo's; later ones win"},
    {.name = "--model", .alias = "-model", .argument = "FILE|inside|none", OPTION_TEXT_IN(AnalysisRequest, engine.model),
     .help = "network to search with: a file of KataGo's, the one inside, or none: playouts (default: "
             "$DIHEDRA_MODEL, or default.bin.gz in ~/.local/share/dihedra, or inside)"},
    {.name = "--human-model", .alias = "-human-model", .argument = "FILE|none", OPTION_TEXT_IN(AnalysisRequest, engine.human_model),
     .help = "KataGo's human-play network, for humanPrior and humanPolicy"},
    {.name = "--override-config", .alias = "-override-config", .argument = "K=V,...", OPTION_LIST_IN(AnalysisRequest, overrides),
     .help = "settings that win over those of config files"},
    {.name = "--analysis-threads", .alias = "-analysis-threads", .argument = "N", .integer = {1, 16384}, OPTION_INT64_IN(AnalysisRequest, positions),
     .help = "positions in progress at once, as numAnalysisThreads (default: the number of processors)"},
    {.name = "--quit-without-waiting", .alias = "-quit-without-waiting", OPTION_FLAG_IN(AnalysisRequest, quits),
     .help = "ends at the end of the input, with queries left or not"},
    {.name = "--sandbox", OPTION_FLAG_IN(AnalysisRequest, sandbox),
     .help = "once all is loaded, gives up the right to open files and connections and to start programs (Linux)"},
    {.name = "--precision", .argument = "NAME", .names = PRECISION_NAMES, OPTION_NAME_IN(AnalysisRequest, engine.precision),
     .help = "number format of the network: auto (int16 where it fits), fp32 or int16"},
    {.name = "--no-cache", OPTION_FLAG_IN(AnalysisRequest, engine.no_cache),
     .help = "keeps nothing in ~/.cache/dihedra, so that networks take longer to load"},
    {0},
};
// clang-format on

const CommandHelp ANALYSIS_HELP = {
    "analysis", "speaks KataGo's JSON analysis protocol", USAGE, {OPTIONS}, NULL};

static bool run(const AnalysisRequest *request, const Settings *settings, Status *status) {
    EngineOptions engine = request->engine;
    Models models;
    AnalysisSessionOptions options = {.drops_jobs = request->quits};
    const int64_t positions = settings->session.positions;
    engine.player.threads = os_processors();
    if (engine.player.threads > positions * settings->query.player.threads) {
        engine.player.threads = 1;
    }
    bool ok = models_start(&engine, &models, status) && models_wait(&models, status);
    if (ok) {
        options.network = network_load_wait(models.main, status);
        options.human = network_load_wait(models.human, status);
        fprintf(stderr, "Dihedra " DIHEDRA_VERSION ": %s, up to %lld position%s at once\n",
                options.network == NULL ? "playouts (no network)" : network_name(options.network),
                (long long)positions, text_plural(positions));
    }
    Status why;
    ok = ok && (!request->sandbox || os_sandbox_enter(&why) ||
                status_fail(status, "--sandbox: %.230s", why.text));
    ok = ok &&
         analysis_session_run(settings, &options, OS_STANDARD_INPUT, OS_STANDARD_OUTPUT, status);
    models_free(&models);
    return ok;
}

int analysis_main(int argc, char **argv) {
    AnalysisRequest request = {.engine = engine_options_default()};
    const OptionGroup groups[] = {{.options = OPTIONS, .target = &request}, {0}};
    Status status;
    Settings settings = settings_default();
    if (!option_read(groups, argc, argv, &status)) {
        return option_print_error("analysis", &status);
    }
    bool ok = settings_read(&settings, &request.configs, &request.overrides, &status);
    if (request.positions > 0) {
        settings.session.positions = request.positions;
    }
    ok = ok && run(&request, &settings, &status);
    option_list_free(&request.configs);
    option_list_free(&request.overrides);
    if (!ok) {
        status_print("analysis", &status);
    }
    return ok ? EXIT_SUCCESS : EXIT_WRONG;
}
