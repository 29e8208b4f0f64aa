/* Commands about rule sets, in KataGo's dialect: sets by name, or key by key as in its JSON. What
 * this program cannot play by is refused. The game goes on under the new rules. */
#include <string.h>
#include <strings.h>

#include "gtp/command.h"

/* ---- Keys and their values ---- */

/* As in the JSON, in alphabetical order. */
typedef enum {
    KEY_FRIENDLY_PASS_OK,
    KEY_HAS_BUTTON,
    KEY_KO,
    KEY_SCORING,
    KEY_SUICIDE,
    KEY_TAX,
    KEY_WHITE_HANDICAP_BONUS,
    KEY_COUNT,
} Key;

/* On the territory of stones in seki, of all stones. */
enum { TAX_NONE, TAX_SEKI, TAX_ALL };

enum { VALUES_MAX = 3 };

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

static int get_value(const Rules *rules, Key key) {
    switch (key) {
    case KEY_FRIENDLY_PASS_OK:
        return rules->agreement;
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
    default:
        return false; /* hasButton */
    }
}

/* There is nothing to set for a button; the tax goes with the scoring, as Japanese rules have it.
 */
static void set_value(Rules *rules, Key key, int value) {
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
    default:
        break;
    }
}

/* ---- Settings: keys with values that are asked for ---- */

enum { UNSET = -1 };

typedef struct {
    int values[KEY_COUNT];
} Settings;

static Settings no_settings(void) {
    Settings settings;
    for (int key = 0; key < KEY_COUNT; key++) {
        settings.values[key] = UNSET;
    }
    return settings;
}

static bool read_value(GtpCall *call, Key key, const char *text, int *value) {
    Text expected = {0};
    for (int i = 0; i < VALUES_MAX && KEYS[key].values[i] != NULL; i++) {
        if (strcasecmp(KEYS[key].values[i], text) == 0) {
            *value = i;
            text_free(&expected);
            return true;
        }
        text_add(&expected, "%s%s", i > 0 ? "|" : "", KEYS[key].values[i]);
    }
    gtp_fail(call, "syntax error: expected %s %s, got %.40s", KEYS[key].name, text_get(&expected),
             text);
    text_free(&expected);
    return false;
}

static bool read_setting(GtpCall *call, const char *name, const char *text, Settings *settings) {
    for (int key = 0; key < KEY_COUNT; key++) {
        if (strcmp(KEYS[key].name, name) == 0) {
            return read_value(call, (Key)key, text, &settings->values[key]);
        }
    }
    return gtp_fail(call, "syntax error: unknown key of rules %.40s", name);
}

/* The game goes on by these rules with the settings in place of what they say. */
static bool change_rules(GtpCall *call, Rules rules, const Settings *settings) {
    for (int key = 0; key < KEY_COUNT; key++) {
        if (settings->values[key] != UNSET) {
            set_value(&rules, (Key)key, settings->values[key]);
        }
    }
    for (int key = 0; key < KEY_COUNT; key++) {
        const int value = settings->values[key];
        if (value != UNSET && value != get_value(&rules, (Key)key)) {
            return gtp_fail(call, "cannot play by these rules: %s %s with scoring %s",
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
        const int value = get_value(&call->engine->game->rules, (Key)key);
        json_set_value(object, KEYS[key].name,
                       KEYS[key].is_bool ? json_boolean(value)
                                         : json_string(KEYS[key].values[value]));
    }
    json_add_text(object, call->answer);
    return true;
}

static bool run_kata_set_rule(GtpCall *call) {
    Settings settings = no_settings();
    return read_setting(call, call->arguments[0], call->arguments[1], &settings) &&
           change_rules(call, call->engine->game->rules, &settings);
}

/* Keys that are not there are as in Tromp-Taylor. */
static bool set_rules_by_json(GtpCall *call) {
    json_t *object, *value;
    const char *key;
    Settings settings = no_settings();
    if (!gtp_get_json(call, &object)) {
        return false;
    }
    bool ok = true;
    json_object_foreach(object, key, value) {
        const char *truth = json_is_true(value) ? "true" : "false";
        const char *text = json_is_boolean(value) ? truth : json_string_value(value);
        ok = ok && (text != NULL ? read_setting(call, key, text, &settings)
                                 : gtp_fail(call,
                                            "syntax error: expected a string or a bool for "
                                            "%.40s",
                                            key));
    }
    json_decref(object);
    return ok && change_rules(call, RULES[0], &settings);
}

/* Names stand for KataGo's sets: its Chinese rules have the simple ko that is mostly played by,
 * those of the servers (chinese-ogs, chinese-kgs) superko. */
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
            return gtp_fail(call, "cannot play by these rules: %s", UNPLAYABLE[i].setting);
        }
    }
    const Rules *rules =
        rules_find(rules_names_match(name, "chinese") ? "chinese-simple-ko" : name);
    if (rules == NULL) {
        return gtp_fail(call, "unknown rules %.40s", name);
    }
    call->engine->game->rules = *rules;
    return true;
}

static bool run_kata_set_rules(GtpCall *call) {
    if (call->arguments[0][0] == '{') {
        return set_rules_by_json(call);
    }
    Text name = {0};
    gtp_join_arguments(call, &name);
    const bool ok = set_rules_by_name(call, text_get(&name));
    text_free(&name);
    return ok;
}

const GtpCommand GTP_RULES_COMMANDS[] = {
    {"kata-get-rules", "", 0, 0, run_kata_get_rules, "the rules as a JSON object of KataGo's keys"},
    {"kata-set-rules", "NAME | JSON", 1, GTP_ARGUMENTS_MAX, run_kata_set_rules,
     "goes on by other rules: a set of KataGo's, or such an object"},
    {"kata-set-rule", "KEY VALUE", 2, 2, run_kata_set_rule,
     "goes on with one of those keys changed; tax goes with scoring"},
    {NULL, NULL, 0, 0, NULL, NULL},
};
