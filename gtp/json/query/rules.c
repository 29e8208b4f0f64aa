#include "gtp/json/query/rules.h"

#include <math.h>
#include <string.h>

static const double AREA_KOMI = 7.5, TERRITORY_KOMI = 6.5, BUTTON_KOMI = 7;

/* The values of tax: points in seki, or two points for each living group, do not count. */
typedef enum { TAX_NONE, TAX_SEKI, TAX_ALL, TAX_USUAL } Tax;

/* Rules as KataGo has them. */
typedef struct {
    Rules rules;
    Tax tax;
    bool button;
    double komi; /* NAN: not said */
} AskedRules;

/* KataGo's names of sets that this program does not have, and sets whose komi or meaning differ. */
static const struct {
    const char *name, *ours;
    Tax tax;
    bool button;
    double komi;
} SETS[] = {
    {"chinese", "chinese-simple-ko", TAX_USUAL, false, AREA_KOMI},
    {"stone-scoring", "chinese-simple-ko", TAX_ALL, false, AREA_KOMI},
    {"ancient-area", "chinese-simple-ko", TAX_ALL, false, AREA_KOMI},
    {"ancient-territory", "japanese", TAX_ALL, false, TERRITORY_KOMI},
    {"aga-button", "aga", TAX_USUAL, true, BUTTON_KOMI},
    {"new-zealand", "new-zealand", TAX_USUAL, false, 7},
    {"nz", "new-zealand", TAX_USUAL, false, 7},
};

static bool find_set(const char *name, AskedRules *asked) {
    const Rules *rules = rules_find(name);
    *asked = (AskedRules){.tax = TAX_USUAL, .komi = NAN};
    for (size_t i = 0; i < sizeof SETS / sizeof SETS[0]; i++) {
        if (rules_names_match(SETS[i].name, name)) {
            rules = rules_find(SETS[i].ours);
            asked->tax = SETS[i].tax;
            asked->button = SETS[i].button;
            asked->komi = SETS[i].komi;
        }
    }
    if (rules == NULL) {
        return false;
    }
    asked->rules = *rules;
    if (asked->tax == TAX_ALL) {
        asked->rules.bonus = HANDICAP_BONUS_NONE;
    }
    return true;
}

/* The index of a text in a list of count words, or -1. */
static int find_word(const json_t *value, const char *const *words, int count) {
    const char *text = json_string_value(value);
    for (int i = 0; text != NULL && i < count; i++) {
        if (strcmp(words[i], text) == 0) {
            return i;
        }
    }
    return -1;
}

static int find_bonus(const json_t *value) {
    static const char *const BONUSES[] = {
        [HANDICAP_BONUS_NONE] = "0", [HANDICAP_BONUS_N] = "N", [HANDICAP_BONUS_N_MINUS_1] = "N-1"};
    return find_word(value, BONUSES, 3);
}

/* Sets what one key of an object says. Returns false if there is no such key or value. */
static bool set_key(const char *key, const json_t *value, AskedRules *asked) {
    static const char *const KO[] = {
        [KO_SIMPLE] = "SIMPLE", [KO_POSITIONAL] = "POSITIONAL", [KO_SITUATIONAL] = "SITUATIONAL"};
    static const char *const SCORING[] = {
        [SCORING_AREA] = "AREA", [SCORING_TERRITORY] = "TERRITORY"};
    static const char *const TAX[] = {[TAX_NONE] = "NONE", [TAX_SEKI] = "SEKI", [TAX_ALL] = "ALL"};
    Rules *rules = &asked->rules;
    int found = 0;
    if (strcmp(key, "ko") == 0) {
        found = find_word(value, KO, 3);
        rules->ko = (KoRule)found;
    } else if (strcmp(key, "score") == 0 || strcmp(key, "scoring") == 0) {
        found = find_word(value, SCORING, 2);
        rules->scoring = (Scoring)found;
    } else if (strcmp(key, "tax") == 0) {
        found = find_word(value, TAX, 3);
        asked->tax = (Tax)found;
    } else if (strcmp(key, "whiteHandicapBonus") == 0) {
        found = find_bonus(value);
        rules->bonus = (HandicapBonus)found;
    } else if (strcmp(key, "komi") == 0) {
        asked->komi = json_number_value(value);
        found = json_is_number(value) && fabs(asked->komi) <= 400 &&
                        asked->komi * 2 == floor(asked->komi * 2)
                    ? 0
                    : -1;
    } else if (json_is_boolean(value) && strcmp(key, "suicide") == 0) {
        rules->suicide = json_is_true(value);
    } else if (json_is_boolean(value) && strcmp(key, "hasButton") == 0) {
        asked->button = json_is_true(value);
    } else if (json_is_boolean(value) && strcmp(key, "friendlyPassOk") == 0) {
        rules->agreement = json_is_true(value);
    } else {
        found = -1;
    }
    return found >= 0;
}

/* Keys that are missing are as in Tromp-Taylor rules. */
static bool read_object(const json_t *object, AskedRules *asked) {
    const char *key;
    json_t *value;
    *asked = (AskedRules){.rules = RULES[0], .tax = TAX_USUAL, .komi = NAN};
    json_object_foreach((json_t *)object, key, value) {
        if (!set_key(key, value, asked)) {
            return false;
        }
    }
    rules_set_name(&asked->rules);
    return true;
}

bool json_rules_read_object(const json_t *object, Rules *rules) {
    AskedRules asked;
    const bool ok = read_object(object, &asked);
    *rules = asked.rules;
    return ok;
}

static bool read_asked(const json_t *value, AskedRules *asked) {
    const char *text = json_string_value(value);
    if (json_is_object(value)) {
        return read_object(value, asked);
    }
    if (text == NULL || text[strspn(text, " ")] != '{') {
        return text != NULL && find_set(text, asked);
    }
    json_t *object = json_loads(text, 0, NULL);
    const bool ok = json_is_object(object) && read_object(object, asked);
    json_decref(object);
    return ok;
}

/* Tells the parts of the rules that are not kept. */
static void warn(const FieldReader *reader, const AskedRules *asked) {
    const bool by_territory = asked->rules.scoring == SCORING_TERRITORY;
    const Tax usual = by_territory ? TAX_SEKI : TAX_NONE;
    static const char *const TAXES[] = {"NONE", "SEKI", "ALL"};
    if (asked->tax != TAX_USUAL && asked->tax != usual) {
        field_warn(reader, "rules", "tax %s is not supported with %s scoring, using %s instead",
                   TAXES[asked->tax], by_territory ? "TERRITORY" : "AREA", TAXES[usual]);
    }
    if (asked->button) {
        field_warn(reader, "rules", "hasButton true is not supported, using false instead");
    }
}

/* The field may also be the number 0. */
static bool read_bonus(const FieldReader *reader, Rules *rules) {
    const json_t *value = field_find(reader, "whiteHandicapBonus");
    const int found = find_bonus(value);
    if (value != NULL && found < 0) {
        return field_fail(reader, "whiteHandicapBonus", "Must be \"0\", \"N\" or \"N-1\"");
    }
    if (value != NULL) {
        rules->bonus = (HandicapBonus)found;
        rules_set_name(rules);
    }
    return true;
}

bool json_rules_read(const FieldReader *reader, Rules *rules, double *komi) {
    const json_t *value = field_find(reader, "rules");
    AskedRules asked;
    if (!json_is_string(value) && !json_is_object(value)) {
        return field_fail(reader, "rules",
                          "Must be a name such as \"chinese\", or an object of rules");
    }
    if (!read_asked(value, &asked)) {
        return field_fail(reader, "rules", "Could not parse rules: %.100s",
                          json_is_string(value) ? json_string_value(value)
                                                : "a key or value is unknown");
    }
    const double usual = asked.rules.scoring == SCORING_TERRITORY ? TERRITORY_KOMI
                         : asked.button                           ? BUTTON_KOMI
                                                                  : AREA_KOMI;
    *komi = isnan(asked.komi) ? usual : asked.komi;
    *rules = asked.rules;
    warn(reader, &asked);
    return read_bonus(reader, rules);
}
