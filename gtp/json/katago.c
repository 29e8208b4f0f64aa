#include "gtp/subcommands.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/member.h"
#include "engine/base/options.h"
#include "engine/base/version.h"
#include "gtp/json/config/katago_rules.h"
#include "gtp/json/config/settings.h"

enum { EXIT_WRONG = 2 };

const CommandHelp KATAGO_VERSION_HELP = {
    .name = "version",
    .summary = "says which release of KataGo is imitated",
    .usage = "usage: dihedra version\n\nPrints the release of KataGo whose protocols it speaks.\n"};

int katago_version_main(int argc, char **argv) {
    (void)argc;
    (void)argv;
    printf("KataGo v" KATAGO_VERSION " protocol, by Dihedra " DIHEDRA_VERSION "\n");
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

// clang-format off
static const Option OPTIONS[] = {
    {.name = "--config", .alias = "-config", .argument = "FILE", OPTION_LIST_IN(GtpRequest, configs),
     .help = "a config file of KataGo's; later ones win"},
    {.name = "--model", .alias = "-model", .argument = "FILE|none", OPTION_TEXT_IN(GtpRequest, model),
     .help = "KataGo network to search with; none: playouts"},
    {.name = "--human-model", .alias = "-human-model", .argument = "FILE|none", OPTION_TEXT_IN(GtpRequest, human_model),
     .help = "KataGo's human-play network"},
    {.name = "--override-config", .alias = "-override-config", .argument = "K=V,...", OPTION_LIST_IN(GtpRequest, overrides),
     .help = "settings that win over those of config files"},
    {0},
};
// clang-format on

const CommandHelp KATAGO_GTP_HELP = {
    "gtp", "speaks GTP by the command line of `katago gtp`", USAGE, {OPTIONS}, NULL};

/* ---- Rules ---- */

static const char *const RULE_KEYS[] = {[RULE_FRIENDLY_PASS_OK] = "friendlyPassOk",
                                        [RULE_HAS_BUTTON] = "hasButton",
                                        [RULE_KO] = "koRule",
                                        [RULE_SCORING] = "scoringRule",
                                        [RULE_SUICIDE] = "multiStoneSuicideLegal",
                                        [RULE_TAX] = "taxRule",
                                        [RULE_WHITE_HANDICAP_BONUS] = "whiteHandicapBonus",
                                        [RULE_COUNT] = NULL};

static bool set_rule(const Pair *pair, KatagoRule rule, KatagoRules *rules, Status *status) {
    if (KATAGO_RULE_KEYS[rule].is_bool) {
        bool is_on = false;
        const bool ok = number_read_switch(pair->key, pair->value, &is_on, status);
        rules->values[rule] = is_on;
        return ok;
    }
    rules->values[rule] = katago_rules_find_value(rule, pair->value);
    return rules->values[rule] >= 0 ||
           status_fail(status, "%s: unknown value '%.40s'", pair->key, pair->value);
}

/* Sets the rules that the pairs name, if any: `rules` all of them, the other keys one each. */
static bool read_rules(const Pairs *pairs, Rules *rules, Status *status) {
    KatagoRules asked = katago_rules_of(rules);
    bool ok = true;
    asked.values[RULE_TAX] = TAX_USUAL; /* unless it is named */
    for (int i = 0; ok && i < pairs->count; i++) {
        const Pair *pair = &pairs->items[i];
        const int rule = text_find(pair->key, RULE_KEYS);
        if (strcmp(pair->key, "rules") == 0) {
            ok = katago_rules_find(pair->value, &asked) ||
                 rules_fail_unknown("rules", pair->value, status);
        } else if (rule >= 0) {
            ok = set_rule(pair, (KatagoRule)rule, &asked, status);
        }
    }
    const Rules read = katago_rules_get(&asked);
    *rules = ok && rules_are_possible(&read) ? read : *rules;
    return ok && (rules_are_possible(&read) ||
                  status_fail(status, "hasButton: true needs scoringRule AREA"));
}

/* ---- Settings ---- */

/* Sets the size of the board. As in KataGo, defaultBoardXSize and defaultBoardYSize win over
 * defaultBoardSize wherever they stand, and one of them alone has no effect. */
static bool read_size(const Pairs *pairs, EngineOptions *options, Status *status) {
    static const char *const KEYS[] = {"defaultBoardSize", "defaultBoardXSize", "defaultBoardYSize",
                                       NULL};
    int64_t sides[] = {0, 0, 0}; /* 0: not given */
    for (int i = 0; i < pairs->count; i++) {
        const Pair *pair = &pairs->items[i];
        const int key = text_find(pair->key, KEYS);
        if (key >= 0 &&
            !number_read_integer(pair->key, pair->value, 1, BOARD_SIDE_MAX, &sides[key], status)) {
            return false;
        }
    }
    const int64_t width = sides[1] > 0 ? sides[1] : sides[0];
    const int64_t height = sides[2] > 0 ? sides[2] : sides[0];
    if (width > 0 && height > 0) {
        options->width = (int)width;
        options->height = (int)height;
    } else if (width != height) {
        settings_warn("gtp", KEYS[width > 0 ? 1 : 2]);
    }
    return true;
}

/* What the pairs set, while they are read. The switches take effect after the last one. */
typedef struct {
    EngineOptions *options;
    bool allows_resignation, use_lcb; /* allowResignation, useLcbForSelection */
} PlayingSettings;

static bool set_pair(const Pair *pair, PlayingSettings *playing, Status *status) {
    const char *key = pair->key, *value = pair->value;
    PlayerOptions *player = &playing->options->player;
    if (strcmp(key, "assumeMultipleStartingBlackMovesAreHandicap") == 0) {
        return number_read_switch(key, value, &playing->options->counts_first_moves, status);
    }
    if (strcmp(key, "allowResignation") == 0) {
        return number_read_switch(key, value, &playing->allows_resignation, status);
    }
    if (strcmp(key, "resignThreshold") == 0) {
        double threshold = 2 * player->resign_below - 1; /* a utility: -1 a loss, 1 a win */
        const bool ok = number_read_real(key, value, -1, 0, &threshold, status);
        player->resign_below = (1 + threshold) / 2;
        return ok;
    }
    Settings settings = {
        .query = {.player = *player, .view = VIEW_MOVER, .use_lcb = playing->use_lcb}};
    const SettingResult result = settings_set(&settings, key, value, status);
    /* What a session of GTP does not do. It shows whole lines; analysisPVLen is at least 1. */
    const QuerySettings *query = &settings.query;
    const bool is_more = query->view != VIEW_MOVER || query->pv_length != 0 ||
                         query->root_noise != 0 || query->ignores_pre_root_history ||
                         query->conservative_pass;
    if (result == SETTING_UNKNOWN || (result == SETTING_APPLIED && is_more)) {
        settings_warn("gtp", key);
    }
    *player = settings.query.player;
    playing->use_lcb = settings.query.use_lcb;
    return result != SETTING_WRONG;
}

static bool set_pairs(const Pairs *pairs, EngineOptions *options, Status *status) {
    PlayingSettings playing = {options, .allows_resignation = true, .use_lcb = true};
    bool ok = true;
    for (int i = 0; ok && i < pairs->count; i++) {
        ok = set_pair(&pairs->items[i], &playing, status);
    }
    if (!playing.allows_resignation) {
        options->player.resign_below = 0;
    }
    if (!playing.use_lcb) {
        options->player.net_lcb_z = 0;
    }
    return ok;
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
    const bool ok = pairs_read(&pairs, &request.configs, &request.overrides, &status) &&
                    read_rules(&pairs, &options->rules, &status) &&
                    read_size(&pairs, options, &status) && set_pairs(&pairs, options, &status);
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
