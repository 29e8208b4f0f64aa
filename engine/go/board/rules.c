/* The rule sets and their names. Pure functions of constants. */
#include "engine/go/board/rules.h"

#include <ctype.h>
#include <stddef.h>

const Rules RULES[] = {
    {"tromp-taylor", KO_POSITIONAL, SCORING_AREA, HANDICAP_BONUS_NONE, true, false},
    {"chinese", KO_POSITIONAL, SCORING_AREA, HANDICAP_BONUS_N, false, true},
    {"aga", KO_SITUATIONAL, SCORING_AREA, HANDICAP_BONUS_N_MINUS_1, false, true},
    {"new-zealand", KO_SITUATIONAL, SCORING_AREA, HANDICAP_BONUS_NONE, true, true},
    {"japanese", KO_SIMPLE, SCORING_TERRITORY, HANDICAP_BONUS_NONE, false, true},
    {"chinese-simple-ko", KO_SIMPLE, SCORING_AREA, HANDICAP_BONUS_N, false, true},
    {"ing", KO_POSITIONAL, SCORING_AREA, HANDICAP_BONUS_NONE, true, true},
    {NULL, KO_SIMPLE, SCORING_AREA, HANDICAP_BONUS_NONE, false, false},
};

/* Other names, as in KataGo. */
static const struct {
    const char *alias, *name;
} ALIASES[] = {
    {"chinese-ogs", "chinese"}, {"chinese-kgs", "chinese"}, {"korean", "japanese"}, {"bga", "aga"},
    {"french", "aga"},          {"nz", "new-zealand"},      {"goe", "ing"},
};

static const char *skip_separators(const char *text) {
    while (*text == '-' || *text == '_' || *text == ' ') {
        text++;
    }
    return text;
}

bool rules_names_match(const char *a, const char *b) {
    for (;;) {
        a = skip_separators(a);
        b = skip_separators(b);
        if (tolower((unsigned char)*a) != tolower((unsigned char)*b)) {
            return false;
        }
        if (*a == '\0') {
            return true;
        }
        a++;
        b++;
    }
}

const Rules *rules_find(const char *name) {
    for (size_t i = 0; i < sizeof ALIASES / sizeof ALIASES[0]; i++) {
        if (rules_names_match(ALIASES[i].alias, name)) {
            name = ALIASES[i].name;
        }
    }
    for (const Rules *rules = RULES; rules->name != NULL; rules++) {
        if (rules_names_match(rules->name, name)) {
            return rules;
        }
    }
    return NULL;
}

bool rules_are_same(const Rules *a, const Rules *b) {
    return a->ko == b->ko && a->scoring == b->scoring && a->bonus == b->bonus &&
           a->suicide == b->suicide && a->agreement == b->agreement;
}

void rules_set_name(Rules *rules) {
    const Rules *known = RULES;
    while (known->name != NULL && !rules_are_same(known, rules)) {
        known++;
    }
    rules->name = known->name != NULL ? known->name : "custom";
}

uint32_t rules_hash_code(const Rules *rules) {
    return (uint32_t)rules->ko | (uint32_t)rules->scoring << 2 | (uint32_t)rules->suicide << 3;
}

int rules_handicap_bonus(const Rules *rules, int handicap) {
    const int bonus[] = {[HANDICAP_BONUS_NONE] = 0,
                         [HANDICAP_BONUS_N] = handicap,
                         [HANDICAP_BONUS_N_MINUS_1] = handicap - 1};
    return handicap < 2 ? 0 : bonus[rules->bonus];
}
