/* The dialect of KataGo: rules by the name of a set, or key by key as in its JSON. Rules that this
 * program does not know are refused. The game goes on under the new rules. */
#include <string.h>
#include <strings.h>

#include "gtp/commands/families.h"

/* ---- Keys and their values ---- */

/* As in KataGo's JSON, in alphabetical order. */
typedef enum {
    KEY_FRIENDLY_PASS_OK,
    KEY_HAS_BUTTON,
    KEY_KO,
    KEY_SCORING,
    KEY_SUICIDE,
    KEY_TAX,
    KEY_WHITE_HANDICAP_BONUS,
} RulesKey;

/* The values of tax: points in seki, or two points for each living group, do not count. */
enum { TAX_NONE, TAX_SEKI, TAX_ALL };

enum { KEY_COUNT = KEY_WHITE_HANDICAP_BONUS + 1, VALUES_MAX = 3 };

static const struct {
    const char *name;
    bool is_bool;
    const char *values[VALUES_MAX];
} KEYS[KEY_COUNT] = {
    [KEY_FRIENDLY_PASS_OK] = {"friendlyPassOk", true, {"false", "true"}},
    [KEY_HAS_BUTTON] = {"hasButton", true, {"false", "true"}},
    [KEY_KO] = {"ko",
                false,
                {[KO_SIMPLE] = "SIMPLE",
                 [KO_POSITIONAL] = "POSITIONAL",
                 [KO_SITUATIONAL] = "SITUATIONAL"}},
    [KEY_SCORING] = {"scoring",
                     false,
                     {[SCORING_AREA] = "AREA", [SCORING_TERRITORY] = "TERRITORY"}},
    [KEY_SUICIDE] = {"suicide", true, {"false", "true"}},
    [KEY_TAX] = {"tax", false, {[TAX_NONE] = "NONE", [TAX_SEKI] = "SEKI", [TAX_ALL] = "ALL"}},
    [KEY_WHITE_HANDICAP_BONUS] = {"whiteHandicapBonus",
                                  false,
                                  {[HANDICAP_BONUS_NONE] = "0",
                                   [HANDICAP_BONUS_N] = "N",
                                   [HANDICAP_BONUS_N_MINUS_1] = "N-1"}},
};

enum { UNSET = -1 };

static int get_value(const Rules *rules, RulesKey key) {
    switch (key) {
    case KEY_FRIENDLY_PASS_OK:
        return rules->agreement;
    case KEY_HAS_BUTTON:
        return false;
    case KEY_KO:
        return (int)rules->ko;
    case KEY_SCORING:
        return (int)rules->scoring;
    case KEY_SUICIDE:
        return rules->suicide;
    case KEY_TAX:
        return rules->scoring == SCORING_TERRITORY ? TAX_SEKI : TAX_NONE;
    case KEY_WHITE_HANDICAP_BONUS:
        return (int)rules->bonus;
    }
    return UNSET;
}

/* There is no button to set. The tax follows the scoring, as in Japanese rules. */
static void set_value(Rules *rules, RulesKey key, int value) {
    switch (key) {
    case KEY_FRIENDLY_PASS_OK:
        rules->agreement = value;
        break;
    case KEY_KO:
        rules->ko = (KoRule)value;
        break;
    case KEY_SCORING:
        rules->scoring = (Scoring)value;
        break;
    case KEY_SUICIDE:
        rules->suicide = value;
        break;
    case KEY_WHITE_HANDICAP_BONUS:
        rules->bonus = (HandicapBonus)value;
        break;
    case KEY_HAS_BUTTON:
    case KEY_TAX:
        break;
    }
}

/* ---- The values that are asked for ---- */

typedef struct {
    int values[KEY_COUNT]; /* UNSET: not asked for */
} RulesSettings;

static RulesSettings no_settings(void) {
    RulesSettings settings;
    for (int key = 0; key < KEY_COUNT; key++) {
        settings.values[key] = UNSET;
    }
    return settings;
}

static bool read_value(GtpCall *call, RulesKey key, const char *text, int *value) {
    Text expected = {0};
    for (int i = 0; i < VALUES_MAX && KEYS[key].values[i] != NULL; i++) {
        if (strcasecmp(KEYS[key].values[i], text) == 0) {
            *value = i;
            text_free(&expected);
            return true;
        }
        text_add(&expected, "%s%s", i > 0 ? "|" : "", KEYS[key].values[i]);
    }
    call_fail(call, "syntax error: expected %s %s, got %.40s", KEYS[key].name, text_get(&expected),
              text);
    text_free(&expected);
    return false;
}

static bool read_setting(GtpCall *call, const char *name, const char *text,
                         RulesSettings *settings) {
    for (int key = 0; key < KEY_COUNT; key++) {
        if (strcmp(KEYS[key].name, name) == 0) {
            return read_value(call, (RulesKey)key, text, &settings->values[key]);
        }
    }
    return call_fail(call, "syntax error: unknown key of rules %.40s", name);
}

/* Goes on by these rules, changed by the settings. Refuses settings that cannot be kept. */
static bool change_rules(GtpCall *call, Rules rules, const RulesSettings *settings) {
    for (int key = 0; key < KEY_COUNT; key++) {
        if (settings->values[key] != UNSET) {
            set_value(&rules, (RulesKey)key, settings->values[key]);
        }
    }
    for (int key = 0; key < KEY_COUNT; key++) {
        const int value = settings->values[key];
        if (value != UNSET && value != get_value(&rules, (RulesKey)key)) {
            return call_fail(call, "cannot play by these rules: %s %s with scoring %s",
                             KEYS[key].name, KEYS[key].values[value],
                             KEYS[KEY_SCORING].values[rules.scoring]);
        }
    }
    rules_set_name(&rules);
    call->engine->game->rules = rules;
    return true;
}

/* ---- The commands ---- */

static bool run_kata_get_rules(GtpCall *call) {
    json_t *object = json_new_object();
    for (int key = 0; key < KEY_COUNT; key++) {
        const int value = get_value(&call->engine->game->rules, (RulesKey)key);
        json_set_value(object, KEYS[key].name,
                       KEYS[key].is_bool ? json_boolean(value)
                                         : json_string(KEYS[key].values[value]));
    }
    json_add_text(object, call->answer);
    return true;
}

static bool run_kata_set_rule(GtpCall *call) {
    RulesSettings settings = no_settings();
    return read_setting(call, call->arguments[0], call->arguments[1], &settings) &&
           change_rules(call, call->engine->game->rules, &settings);
}

/* Keys that are missing are as in Tromp-Taylor rules. */
static bool set_rules_by_json(GtpCall *call) {
    json_t *object, *value;
    const char *key;
    RulesSettings settings = no_settings();
    if (!call_get_json(call, &object)) {
        return false;
    }
    bool ok = true;
    json_object_foreach(object, key, value) {
        const char *truth = json_is_true(value) ? "true" : "false";
        const char *text = json_is_boolean(value) ? truth : json_string_value(value);
        ok = ok && (text != NULL ? read_setting(call, key, text, &settings)
                                 : call_fail(call,
                                             "syntax error: expected a string or a bool for "
                                             "%.40s",
                                             key));
    }
    json_decref(object);
    return ok && change_rules(call, RULES[0], &settings);
}

/* Names mean KataGo's sets: its Chinese rules have the simple ko of actual play, and those of the
 * servers (chinese-ogs, chinese-kgs) have superko. */
static bool set_rules_by_name(GtpCall *call, const char *name) {
    static const struct {
        const char *name, *setting;
    } UNPLAYABLE[] = {
        {"stone-scoring", "tax ALL"},
        {"ancient-area", "tax ALL"},
        {"ancient-territory", "tax ALL"},
        {"aga-button", "hasButton true"},
    };
    for (size_t i = 0; i < sizeof UNPLAYABLE / sizeof UNPLAYABLE[0]; i++) {
        if (rules_names_match(UNPLAYABLE[i].name, name)) {
            return call_fail(call, "cannot play by these rules: %s", UNPLAYABLE[i].setting);
        }
    }
    const Rules *rules =
        rules_find(rules_names_match(name, "chinese") ? "chinese-simple-ko" : name);
    if (rules == NULL) {
        return call_fail(call, "unknown rules %.40s", name);
    }
    call->engine->game->rules = *rules;
    return true;
}

static bool run_kata_set_rules(GtpCall *call) {
    if (call->arguments[0][0] == '{') {
        return set_rules_by_json(call);
    }
    Text name = {0};
    call_join_arguments(call, &name);
    const bool ok = set_rules_by_name(call, text_get(&name));
    text_free(&name);
    return ok;
}

const GtpCommand GTP_KATA_RULES_COMMANDS[] = {
    {"kata-get-rules", "", 0, 0, run_kata_get_rules,
     "the rules as a JSON object with KataGo's keys"},
    {"kata-set-rules", "NAME | JSON", 1, GTP_ARGUMENTS_MAX, run_kata_set_rules,
     "sets the rules by the name of one of KataGo's sets, or by a JSON object"},
    {"kata-set-rule", "KEY VALUE", 2, 2, run_kata_set_rule,
     "changes one key of the rules; tax follows scoring"},
    {NULL, NULL, 0, 0, NULL, NULL},
};
