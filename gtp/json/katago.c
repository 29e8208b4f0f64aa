#include "gtp/json/katago.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "engine/base/number.h"
#include "gtp/json/action.h"
#include "gtp/json/config/katago_rules.h"
#include "gtp/json/config/pairs.h"
#include "gtp/json/config/settings.h"

enum { EXIT_WRONG = 2 };

const CommandHelp KATAGO_VERSION_HELP = {
    .name = "version",
    .summary = "says which release of KataGo is imitated",
    .usage = "usage: dihedra version\n\nPrints the release of KataGo whose protocols it speaks.\n"};

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
    "dihedra help.\n";

typedef struct {
    OptionList configs, overrides;
    const char *model, *human_model;
} GtpRequest;

#define FIELD(member) offsetof(GtpRequest, member)

// clang-format off
static const Option OPTIONS[] = {
    {.name = "--config", .letter = "-config", .argument = "FILE", .kind = OPTION_LIST, .offset = FIELD(configs),
     .help = "a config file of KataGo's; later ones win"},
    {.name = "--model", .letter = "-model", .argument = "FILE|none", .kind = OPTION_TEXT, .offset = FIELD(model),
     .help = "KataGo network to search with; none: playouts"},
    {.name = "--human-model", .letter = "-human-model", .argument = "FILE|none", .kind = OPTION_TEXT, .offset = FIELD(human_model),
     .help = "KataGo's human-play network"},
    {.name = "--override-config", .letter = "-override-config", .argument = "K=V,...", .kind = OPTION_LIST, .offset = FIELD(overrides),
     .help = "settings that win over those of config files"},
    {0},
};
// clang-format on

const CommandHelp KATAGO_GTP_HELP = {
    "gtp", "speaks GTP by the command line of `katago gtp`", USAGE, {OPTIONS}, NULL};

static const struct {
    const char *name, *ours; /* the key, and that of an object of rules */
} RULE_KEYS[] = {
    {"koRule", "ko"},
    {"scoringRule", "score"},
    {"taxRule", "tax"},
    {"multiStoneSuicideLegal", "suicide"},
    {"hasButton", "hasButton"},
    {"friendlyPassOk", "friendlyPassOk"},
    {"whiteHandicapBonus", "whiteHandicapBonus"},
};

static bool set_rules(const char *name, Rules *rules, Status *status) {
    KatagoRules asked;
    const bool ok = katago_rules_find(name, &asked) && asked.values[RULE_TAX] == (int)TAX_USUAL &&
                    !asked.values[RULE_HAS_BUTTON];
    *rules = ok ? katago_rules_nearest(&asked) : *rules;
    return ok || status_fail(status, "rules: cannot play by the rules '%.40s'", name);
}

/* Sets the rules that the pairs name, if any. */
static bool read_rules(const Pairs *pairs, Rules *rules, Status *status) {
    json_t *object = json_new_object();
    KatagoRules asked;
    bool ok = true;
    for (int i = 0; ok && i < pairs->count; i++) {
        const char *key = pairs->items[i].key, *value = pairs->items[i].value;
        const bool is_true = strcasecmp(value, "true") == 0;
        for (size_t k = 0; k < sizeof RULE_KEYS / sizeof RULE_KEYS[0]; k++) {
            if (strcmp(RULE_KEYS[k].name, key) == 0) {
                json_set_value(object, RULE_KEYS[k].ours,
                               is_true || strcasecmp(value, "false") == 0 ? json_boolean(is_true)
                                                                          : json_string(value));
            }
        }
        if (strcmp(key, "rules") == 0) {
            json_object_clear(object);
            ok = set_rules(value, rules, status);
        }
    }
    if (ok && (json_object_get(object, "ko") != NULL || json_object_get(object, "score") != NULL)) {
        ok = katago_rules_read(object, &asked) ||
             status_fail(status, "koRule, scoringRule and the like: a value is unknown");
        *rules = ok ? katago_rules_nearest(&asked) : *rules;
    }
    json_decref(object);
    return ok;
}

/* Sets what only a session of GTP obeys. Returns false with a message if the value is wrong;
 * *is_read is whether the key is one of these. */
static bool set_playing(const Pair *pair, EngineOptions *options, bool *is_read, Status *status) {
    const char *key = pair->key, *value = pair->value;
    PlayerOptions *player = &options->player;
    int64_t side = options->width;
    bool allows = true, ok = true;
    double threshold = 2 * player->resign_below - 1; /* a utility: -1 a loss, 1 a win */
    *is_read = true;
    if (strcmp(key, "defaultBoardSize") == 0) {
        ok = number_read_integer(key, value, 2, BOARD_SIDE_MAX, &side, status);
        options->width = options->height = (int)side;
    } else if (strcmp(key, "allowResignation") == 0) {
        ok = number_read_switch(key, value, &allows, status);
        player->resign_below = allows ? player->resign_below : 0;
    } else if (strcmp(key, "resignThreshold") == 0) {
        ok = number_read_real(key, value, -1, 0, &threshold, status);
        player->resign_below = (1 + threshold) / 2;
    } else {
        *is_read = false;
    }
    return ok;
}

static bool set_pair(const Pair *pair, bool is_first, EngineOptions *options, Status *status) {
    Settings settings = settings_default();
    bool is_read;
    const bool ok = set_playing(pair, options, &is_read, status);
    if (is_read) {
        return ok;
    }
    settings.query.player = options->player;
    SettingResult result = settings_set(&settings, pair->key, pair->value, status);
    if (result == SETTING_TAKEN && settings.query.view != VIEW_MOVER) {
        result = SETTING_REFUSED; /* GTP has its own view */
    }
    if (is_first) {
        settings_warn("gtp", pair->key, result);
    }
    options->player = settings.query.player;
    return result != SETTING_WRONG;
}

bool katago_read_gtp(int argc, char **argv, EngineOptions *options, int *exit_status) {
    GtpRequest request = {0};
    const OptionGroup groups[] = {{.options = OPTIONS, .target = &request}, {0}};
    Status status;
    Pairs pairs = {0};
    if (!option_read(groups, argc, argv, &status)) {
        *exit_status = option_print_error("gtp", &status);
        return false;
    }
    bool ok = pairs_read(&pairs, &request.configs, &request.overrides, &status) &&
              read_rules(&pairs, &options->rules, &status);
    for (int i = 0; ok && i < pairs.count; i++) {
        ok = set_pair(&pairs.items[i], pairs_is_first(&pairs, i), options, &status);
    }
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
