/* KataGo's commands for rules, by the name of a set or key by key as in its JSON. A button under
 * territory scoring is refused. The game goes on under the new rules. */
#include <strings.h>

#include "gtp/commands/families.h"
#include "gtp/json/config/katago_rules.h"

static bool set_rules_key(GtpCall *call, const char *name, const char *text, KatagoRules *rules) {
    const int key = katago_rules_find_key(name);
    if (key < 0) {
        return call_fail(call, "syntax error: unknown key of rules %.40s", name);
    }
    const char *const *values = KATAGO_RULE_KEYS[key].values;
    Text expected = {0};
    int i = 0;
    for (; values[i] != NULL && strcasecmp(values[i], text) != 0; i++) {
        text_add(&expected, "%s%s", i > 0 ? "|" : "", values[i]);
    }
    if (values[i] != NULL) {
        rules->values[key] = i;
    } else {
        call_fail(call, "syntax error: expected %s %s, got %.40s", name, text_get(&expected), text);
    }
    text_free(&expected);
    return values[i] != NULL;
}

static bool change_rules(GtpCall *call, const KatagoRules *asked) {
    const Rules rules = katago_rules_get(asked);
    if (!rules_are_possible(&rules)) {
        return call_fail(call, "cannot play by these rules: hasButton true with scoring TERRITORY");
    }
    game_set_rules(call->engine->game, &rules);
    return true;
}

static bool run_kata_get_rules(GtpCall *call) {
    json_add_text(katago_rules_json(&call->engine->game->rules), call->answer);
    return true;
}

static bool run_kata_set_rule(GtpCall *call) {
    KatagoRules rules = katago_rules_of(&call->engine->game->rules);
    return set_rules_key(call, call->arguments[0], call->arguments[1], &rules) &&
           change_rules(call, &rules);
}

/* Keys that are missing are as in Tromp-Taylor rules. */
static bool set_rules_by_json(GtpCall *call) {
    json_t *object, *value;
    const char *key;
    KatagoRules rules = katago_rules_of(&RULE_SETS[0].rules);
    rules.values[RULE_TAX] = TAX_USUAL;
    if (!call_get_json(call, &object)) {
        return false;
    }
    bool ok = true;
    json_object_foreach(object, key, value) {
        const char *truth = json_is_true(value) ? "true" : "false";
        const char *text = json_is_boolean(value) ? truth : json_string_value(value);
        ok = ok &&
             (text != NULL
                  ? set_rules_key(call, key, text, &rules)
                  : call_fail(call, "syntax error: expected a string or a bool for %.40s", key));
    }
    json_decref(object);
    return ok && change_rules(call, &rules);
}

static bool run_kata_set_rules(GtpCall *call) {
    if (call->arguments[0][0] == '{') {
        return set_rules_by_json(call);
    }
    KatagoRules rules;
    Text name = {0};
    call_join_arguments(call, &name);
    const bool ok = katago_rules_find(text_get(&name), &rules)
                        ? change_rules(call, &rules)
                        : call_fail(call, "unknown rules %.40s", text_get(&name));
    text_free(&name);
    return ok;
}

const GtpCommand GTP_KATA_RULES_COMMANDS[] = {
    {"kata-get-rules", "", GTP_WORDS, 0, 0, run_kata_get_rules,
     "the rules as a JSON object with KataGo's keys"},
    {"kata-set-rules", "NAME | TEXT | JSON", GTP_WORDS, 1, GTP_ARGUMENTS_MAX, run_kata_set_rules,
     "sets the rules by the name of one of KataGo's sets, by its text (koSIMPLEscoreAREA...) or by "
     "a JSON object"},
    {"kata-set-rule", "KEY VALUE", GTP_WORDS, 2, 2, run_kata_set_rule,
     "changes one key of the rules"},
    {0},
};
