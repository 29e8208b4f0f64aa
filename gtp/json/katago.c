#include "gtp/json/katago.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "engine/base/number.h"
#include "engine/player/parameter.h"
#include "gtp/json/action.h"
#include "gtp/json/config/pairs.h"
#include "gtp/json/config/settings.h"
#include "gtp/json/query/rules.h"

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
    {.name = "--help", .letter = "-h", .kind = OPTION_HELP, .offset = FIELD(help)},
    {0},
};
// clang-format on

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

/* ---- Rules, by one name or key by key ---- */

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
    const Rules *found =
        rules_find(rules_names_match(name, "chinese") ? "chinese-simple-ko" : name);
    if (found == NULL) {
        return status_fail(status, "rules: cannot play by the rules '%.40s'", name);
    }
    *rules = *found;
    return true;
}

/* Sets the rules that the pairs say, if any. */
static bool read_rules(const Pairs *pairs, Rules *rules, Status *status) {
    json_t *object = json_new_object();
    bool ok = true;
    for (int i = 0; ok && i < pairs->count; i++) {
        const Pair *pair = &pairs->items[i];
        for (size_t k = 0; k < sizeof RULE_KEYS / sizeof RULE_KEYS[0]; k++) {
            const bool is_switch =
                strcasecmp(pair->value, "true") == 0 || strcasecmp(pair->value, "false") == 0;
            if (strcmp(RULE_KEYS[k].name, pair->key) == 0) {
                json_set_value(object, RULE_KEYS[k].ours,
                               is_switch ? json_boolean(strcasecmp(pair->value, "true") == 0)
                                         : json_string(pair->value));
            }
        }
        if (strcmp(pair->key, "rules") == 0) {
            json_object_clear(object);
            ok = set_rules(pair->value, rules, status);
        }
    }
    if (ok && (json_object_get(object, "ko") != NULL || json_object_get(object, "score") != NULL)) {
        ok = json_rules_read_object(object, rules) ||
             status_fail(status, "koRule, scoringRule and the like: a value is unknown");
    }
    json_decref(object);
    return ok;
}

/* ---- Pairs ---- */

/* Sets what only a session of GTP heeds. */
static bool set_playing(const Pair *pair, EngineOptions *options, bool *is_read, Status *status) {
    int64_t side;
    if (strcmp(pair->key, "defaultBoardSize") == 0) {
        *is_read = true;
        if (!number_read_integer(pair->key, pair->value, 2, BOARD_SIDE_MAX, &side, status)) {
            return false;
        }
        options->width = options->height = (int)side;
        return true;
    }
    return set_resignation(pair, &options->player, is_read, status);
}

static bool set_pair(const Pair *pair, bool is_first, EngineOptions *options, Status *status) {
    Settings settings = settings_default();
    bool is_read = false;
    if (!set_playing(pair, options, &is_read, status)) {
        return false;
    }
    if (is_read) {
        return true;
    }
    settings.query.player = options->player;
    SettingResult result = settings_set(&settings, pair->key, pair->value, status);
    if (result == SETTING_TAKEN && settings.query.view != VIEW_MOVER) {
        result = SETTING_REFUSED; /* GTP has its own view */
    }
    if (is_first) {
        settings_tell("gtp", pair->key, result);
    }
    options->player = settings.query.player;
    return result != SETTING_WRONG;
}

static bool apply(const Pairs *pairs, EngineOptions *options, Status *status) {
    bool ok = read_rules(pairs, &options->rules, status);
    for (int i = 0; ok && i < pairs->count; i++) {
        ok = set_pair(&pairs->items[i], pairs_is_first(pairs, i), options, status);
    }
    return ok;
}

bool katago_read_gtp(int argc, char **argv, EngineOptions *options, bool *help, int *exit_status) {
    GtpRequest request = {0};
    const OptionGroup groups[] = {{OPTIONS, &request, NULL}, {0}};
    Status status;
    Pairs pairs = {0};
    if (!option_read(groups, argc, argv, &status)) {
        *exit_status = option_print_error("gtp", &status);
        return false;
    }
    *help = request.help;
    if (request.help) {
        fputs(USAGE, stdout);
        option_print_help(OPTIONS, stdout);
        return true;
    }
    const bool ok = pairs_read(&pairs, &request.configs, &request.overrides, &status) &&
                    apply(&pairs, options, &status);
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
