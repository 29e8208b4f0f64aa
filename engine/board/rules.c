#include "engine/board/rules.h"

#include <ctype.h>
#include <stddef.h>

const Rules RULES[] = {
    {"tromp-taylor", KO_POSITIONAL, SCORING_AREA, HANDICAP_BONUS_NONE, true, false},
    {"chinese", KO_POSITIONAL, SCORING_AREA, HANDICAP_BONUS_N, false, true},
    {"aga", KO_SITUATIONAL, SCORING_AREA, HANDICAP_BONUS_N_MINUS_1, false, true},
    {"new-zealand", KO_SITUATIONAL, SCORING_AREA, HANDICAP_BONUS_NONE, true, true},
    {"japanese", KO_SIMPLE, SCORING_TERRITORY, HANDICAP_BONUS_NONE, false, true},
    {NULL, KO_SIMPLE, SCORING_AREA, HANDICAP_BONUS_NONE, false, false},
};

static const char *skip_separators(const char *text) {
    while (*text == '-' || *text == '_' || *text == ' ') {
        text++;
    }
    return text;
}

static int names_match(const char *a, const char *b) {
    for (;;) {
        a = skip_separators(a);
        b = skip_separators(b);
        if (tolower((unsigned char)*a) != tolower((unsigned char)*b)) {
            return 0;
        }
        if (*a == '\0') {
            return 1;
        }
        a++;
        b++;
    }
}

const Rules *rules_find(const char *name) {
    for (const Rules *rules = RULES; rules->name != NULL; rules++) {
        if (names_match(rules->name, name)) {
            return rules;
        }
    }
    return NULL;
}

uint32_t rules_hash_code(const Rules *rules) {
    return (uint32_t)rules->ko | (uint32_t)rules->scoring << 2 | (uint32_t)rules->suicide << 3;
}

int rules_handicap_bonus(const Rules *rules, int handicap) {
    if (handicap < 2 || rules->bonus == HANDICAP_BONUS_NONE) {
        return 0;
    }
    return rules->bonus == HANDICAP_BONUS_N ? handicap : handicap - 1;
}
