#include "gtp/json/config/katago_rules.h"

#include <math.h>
#include <string.h>

// clang-format off
const KatagoRuleKey KATAGO_RULE_KEYS[RULE_COUNT] = {
    [RULE_FRIENDLY_PASS_OK] = {"friendlyPassOk", true, {"false", "true"}},
    [RULE_HAS_BUTTON] = {"hasButton", true, {"false", "true"}},
    [RULE_KO] = {"ko", false, {[KO_SIMPLE] = "SIMPLE", [KO_POSITIONAL] = "POSITIONAL", [KO_SITUATIONAL] = "SITUATIONAL"}},
    [RULE_SCORING] = {"scoring", false, {[SCORING_AREA] = "AREA", [SCORING_TERRITORY] = "TERRITORY"}},
    [RULE_SUICIDE] = {"suicide", true, {"false", "true"}},
    [RULE_TAX] = {"tax", false, {[TAX_NONE] = "NONE", [TAX_SEKI] = "SEKI", [TAX_ALL] = "ALL"}},
    [RULE_WHITE_HANDICAP_BONUS] = {"whiteHandicapBonus", false,
        {[HANDICAP_BONUS_NONE] = "0", [HANDICAP_BONUS_N] = "N", [HANDICAP_BONUS_N_MINUS_1] = "N-1"}},
};
// clang-format on

KatagoRules katago_rules_of(const Rules *rules) {
    return (KatagoRules){.values = {[RULE_FRIENDLY_PASS_OK] = rules->friendly_pass_ok,
                                    [RULE_HAS_BUTTON] = rules->button,
                                    [RULE_KO] = (int)rules->ko,
                                    [RULE_SCORING] = (int)rules->scoring,
                                    [RULE_SUICIDE] = rules->suicide,
                                    [RULE_TAX] = (int)rules->tax,
                                    [RULE_WHITE_HANDICAP_BONUS] = (int)rules->bonus},
                         .komi = NAN};
}

json_t *katago_rules_json(const Rules *rules) {
    const KatagoRules all = katago_rules_of(rules);
    json_t *object = json_new_object();
    for (int key = 0; key < RULE_COUNT; key++) {
        const KatagoRuleKey *row = &KATAGO_RULE_KEYS[key];
        const int value = all.values[key];
        json_set_value(object, row->name,
                       row->is_bool ? json_boolean(value) : json_string(row->values[value]));
    }
    return object;
}

Rules katago_rules_get(const KatagoRules *asked) {
    const int *values = asked->values;
    const int tax = values[RULE_TAX] == TAX_USUAL ? values[RULE_SCORING] : values[RULE_TAX];
    Rules rules = {.ko = (KoRule)values[RULE_KO],
                   .scoring = (Scoring)values[RULE_SCORING],
                   .tax = (Tax)tax,
                   .bonus = (HandicapBonus)values[RULE_WHITE_HANDICAP_BONUS],
                   .suicide = values[RULE_SUICIDE],
                   .friendly_pass_ok = values[RULE_FRIENDLY_PASS_OK],
                   .button = values[RULE_HAS_BUTTON]};
    rules_set_name(&rules);
    return rules;
}

int katago_rules_find_key(const char *name) {
    int key = 0;
    name = strcmp(name, "score") == 0 ? "scoring" : name;
    while (key < RULE_COUNT && strcmp(name, KATAGO_RULE_KEYS[key].name) != 0) {
        key++;
    }
    return key < RULE_COUNT ? key : -1;
}

int katago_rules_find_value(KatagoRule key, const char *value) {
    return text_find(value, KATAGO_RULE_KEYS[key].values);
}

bool katago_rules_find(const char *name, KatagoRules *asked) {
    Rules rules = RULE_SETS[0].rules;
    const RuleSet *set = RULE_SETS;
    while (set->rules.name != NULL && !text_names_match(set->told[RULES_KATAGO], name)) {
        set++;
    }
    set = set->rules.name != NULL ? set : rules_find_set(name);
    const bool is_known = set != NULL || rules_read(name, &rules);
    *asked = katago_rules_of(set != NULL ? &set->rules : &rules);
    asked->komi = set != NULL ? set->komi : NAN;
    return is_known;
}

static bool read_komi(const json_t *value, double *komi) {
    *komi = json_number_value(value);
    return json_is_number(value) && fabs(*komi) <= 400 && *komi * 2 == floor(*komi * 2);
}

static bool read_value(KatagoRule key, const json_t *value, KatagoRules *asked) {
    const bool is_bool = json_is_boolean(value);
    const char *truth = json_is_true(value) ? "true" : "false";
    const char *text = is_bool ? truth : json_string_value(value);
    if (text == NULL || KATAGO_RULE_KEYS[key].is_bool != is_bool) {
        return false;
    }
    asked->values[key] = katago_rules_find_value(key, text);
    return asked->values[key] >= 0;
}

static bool read_key(const char *name, json_t *value, KatagoRules *asked, Status *status) {
    const bool is_komi = strcmp(name, "komi") == 0;
    const int key = katago_rules_find_key(name);
    Text text = {0};
    if (!is_komi && key < 0) {
        return status_fail(status, "unknown key %.60s", name);
    }
    if (is_komi ? read_komi(value, &asked->komi) : read_value((KatagoRule)key, value, asked)) {
        return true;
    }
    json_add_text(json_incref(value), &text);
    status_fail(status, "%s: unknown value %.60s", name, text_get(&text));
    text_free(&text);
    return false;
}

bool katago_rules_read(const json_t *object, KatagoRules *asked, Status *status) {
    const char *key;
    json_t *value;
    *asked = katago_rules_of(&RULE_SETS[0].rules);
    asked->values[RULE_TAX] = TAX_USUAL;
    json_object_foreach((json_t *)object, key, value) {
        if (!read_key(key, value, asked, status)) {
            return false;
        }
    }
    return true;
}
