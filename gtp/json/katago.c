#include "gtp/json/katago.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/number.h"
#include "engine/search/parameter.h"
#include "gtp/json/action.h"
#include "gtp/json/pairs.h"

enum { EXIT_WRONG = 2 };

int katago_version_main(int argc, char **argv) {
    (void)argc;
    (void)argv;
    printf("KataGo v" ACTION_KATAGO_VERSION " protocol, by Dihedra " DIHEDRA_VERSION "\n");
    return EXIT_SUCCESS;
}

static const char USAGE[] =
    "usage: dihedra gtp [-config FILE] [-model FILE] [-override-config K=V,...]\n"
    "\n"
    "Speaks GTP, by the command line and config files of `katago gtp`. Without these options see\n"
    "dihedra help.\n"
    "\n";

typedef struct {
    OptionList configs, overrides;
    const char *model, *human_model;
    bool help;
} GtpRequest;

static const Option OPTIONS[] = {
    {.name = "--config",
     .letter = "-config",
     .argument = "FILE",
     .kind = OPTION_LIST,
     .offset = offsetof(GtpRequest, configs),
     .help = "a config file of KataGo's; later ones win"},
    {.name = "--model",
     .letter = "-model",
     .argument = "FILE|none",
     .kind = OPTION_TEXT,
     .offset = offsetof(GtpRequest, model),
     .help = "KataGo network to search with; none: playouts"},
    {.name = "--human-model",
     .letter = "-human-model",
     .argument = "FILE|none",
     .kind = OPTION_TEXT,
     .offset = offsetof(GtpRequest, human_model),
     .help = "KataGo's human-play network"},
    {.name = "--override-config",
     .letter = "-override-config",
     .argument = "K=V,...",
     .kind = OPTION_LIST,
     .offset = offsetof(GtpRequest, overrides),
     .help = "settings that win over those of config files"},
    {.name = "--help", .letter = "-h", .kind = OPTION_HELP, .offset = offsetof(GtpRequest, help)},
    {0},
};

/* KataGo's settings of playing that mean what a parameter of ours means. */
static const struct {
    const char *name, *ours;
} PLAYING[] = {
    {"chosenMovePrune", "chosen_move_prune"},
    {"chosenMoveSubtract", "chosen_move_subtract"},
    {"chosenMoveTemperature", "chosen_move_temperature"},
    {"chosenMoveTemperatureEarly", "chosen_move_temperature_early"},
    {"chosenMoveTemperatureHalflife", "chosen_move_temperature_halflife"},
    {"chosenMoveTemperatureOnlyBelowProb", "chosen_move_temperature_only_below_prob"},
    {"humanSLChosenMoveIgnorePass", "human_sl_chosen_move_ignore_pass"},
    {"humanSLChosenMovePiklLambda", "human_sl_chosen_move_pikl_lambda"},
    {"humanSLChosenMoveProp", "human_sl_chosen_move_prop"},
    {"lagBuffer", "lag"},
    {"ponderingEnabled", "ponder"},
};

/* Its threshold is a utility: -1 a loss, 1 a win. */
static bool set_resignation(const Pair *pair, PlayerOptions *player, bool *is_read,
                            Status *status) {
    bool allows = true;
    double threshold = 0;
    *is_read = true;
    if (strcmp(pair->key, "allowResignation") == 0) {
        if (!number_read_switch(pair->key, pair->value, &allows, status)) {
            return false;
        }
        player->resign_below = allows ? player->resign_below : 0;
        return true;
    }
    if (strcmp(pair->key, "resignThreshold") == 0) {
        if (!number_read_real(pair->key, pair->value, -1, 0, &threshold, status)) {
            return false;
        }
        player->resign_below = (1 + threshold) / 2;
        return true;
    }
    *is_read = false;
    return true;
}

/* Sets what only a session of GTP heeds. */
static bool set_playing(const Pair *pair, EngineOptions *options, bool *is_read, Status *status) {
    for (size_t i = 0; i < sizeof PLAYING / sizeof PLAYING[0]; i++) {
        if (strcmp(PLAYING[i].name, pair->key) == 0) {
            *is_read = true;
            return parameter_set(parameter_find(PLAYING[i].ours), &options->player, pair->value,
                                 status);
        }
    }
    if (strcmp(pair->key, "rules") == 0) {
        const Rules *rules = rules_find(
            rules_names_match(pair->value, "chinese") ? "chinese-simple-ko" : pair->value);
        *is_read = true;
        options->rules = rules == NULL ? options->rules : *rules;
        return rules != NULL ||
               status_fail(status, "rules: cannot play by the rules '%.40s'", pair->value);
    }
    return set_resignation(pair, &options->player, is_read, status);
}

static bool apply(const Pairs *pairs, EngineOptions *options, Status *status) {
    Settings settings = settings_default();
    for (int i = 0; i < pairs->count; i++) {
        const Pair *pair = &pairs->items[i];
        bool is_read = false;
        if (!set_playing(pair, options, &is_read, status)) {
            return false;
        }
        if (is_read) {
            continue;
        }
        settings.query.player = options->player;
        const SettingResult result = settings_set(&settings, pair->key, pair->value, status);
        if (result == SETTING_WRONG) {
            return false;
        }
        if (result == SETTING_UNKNOWN) {
            fprintf(stderr, "dihedra gtp: config key %.80s is unknown and has no effect\n",
                    pair->key);
        }
        options->player = settings.query.player;
    }
    return true;
}

static bool read_pairs(const GtpRequest *request, Pairs *pairs, Status *status) {
    bool ok = true;
    for (int i = 0; ok && i < request->configs.count; i++) {
        ok = pairs_read_file(pairs, request->configs.items[i], status);
    }
    for (int i = 0; ok && i < request->overrides.count; i++) {
        ok = pairs_read_text(pairs, request->overrides.items[i], status);
    }
    return ok;
}

bool katago_read_gtp(int argc, char **argv, EngineOptions *options, bool *help, int *exit_status) {
    GtpRequest request = {0};
    const OptionGroup groups[] = {{OPTIONS, &request, NULL}, {0}};
    Status status;
    Pairs pairs = {0};
    if (!option_read(groups, argc, argv, &status)) {
        *exit_status = option_complain("gtp", &status);
        return false;
    }
    *help = request.help;
    if (request.help) {
        fputs(USAGE, stdout);
        option_print_help(OPTIONS, stdout);
        return true;
    }
    const bool ok = read_pairs(&request, &pairs, &status) && apply(&pairs, options, &status);
    options->model = request.model;
    options->human_model = request.human_model;
    options->gtp_name = "KataGo";
    pairs_free(&pairs);
    option_list_free(&request.configs);
    option_list_free(&request.overrides);
    if (!ok) {
        status_print("gtp", &status);
        *exit_status = EXIT_WRONG;
    }
    return ok;
}
