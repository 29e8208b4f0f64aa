/* Rule sets: which names find them, and what they say. */
#include "engine/go/board/rules.h"

#include <criterion/criterion.h>
#include <string.h>

/* Each combination reads back, the known ones by their names. */
Test(rules, text_reads_back) {
    for (int i = 0; i < 3 * 3 * 2 * 2 * 2 * 2 * 3; i++) {
        char text[RULES_TEXT_MAX];
        Rules rules = {.ko = (KoRule)(i / 8 % 3),
                       .bonus = (HandicapBonus)(i / 24 % 3),
                       .scoring = (Scoring)(i / 4 % 2),
                       .suicide = i / 2 % 2 != 0,
                       .friendly_pass_ok = i % 2 != 0,
                       .button = i / 72 % 2 != 0,
                       .tax = (Tax)(i / 144)};
        rules_set_name(&rules);
        Rules read = RULE_SETS[1].rules;
        cr_assert(rules_read(rules_text(&rules, text), &read), "%s", rules_text(&rules, text));
        cr_assert(rules_are_same(&read, &rules) && strcmp(read.name, rules.name) == 0, "%s",
                  rules_text(&rules, text));
    }
}

/* As KataGo writes them into its records; parts in any order. */
Test(rules, katagos_text) {
    static const struct {
        const char *text, *name; /* name NULL: refused */
    } CASES[] = {{"koPOSITIONALscoreAREAtaxNONEsui1", "tromp-taylor"},
                 {"koSIMPLEscoreTERRITORYtaxSEKIsui0fpok1", "japanese"},
                 {"koSITUATIONALscoreAREAtaxNONEsui0whbN-1fpok1", "aga"},
                 {"fpok1whbNsui0koSIMPLE", "chinese-simple-ko"},
                 {"koSIMPLEscoreTERRITORYtaxSEKIsui0", "custom"},
                 {"koSIMPLEscoreAREAtaxNONEsui0button0", "custom"},
                 {"koSIMPLEscoreAREAtaxALLsui0fpok1", "stone-scoring"},
                 {"koSIMPLEscoreTERRITORYtaxALLsui0fpok1", "ancient-territory"},
                 {"koSITUATIONALscoreAREAtaxNONEsui0button1whbN-1fpok1", "aga-button"},
                 {"koSIMPLEscoreTERRITORYtaxNONEsui0", "custom"},
                 {"koSIMPLEscoreAREAtaxSEKIsui0", "custom"},
                 {"koSIMPLEscoreAREAtaxNONEsui0button2", NULL},
                 {"koSIMPLEscoreAREAtaxSOMEsui0", NULL},
                 {"koSPIGHTscoreAREAtaxNONEsui0", NULL},
                 {"koSIMPLEscoreAREAtaxNONEsui0 ", NULL},
                 {"koSIMPLEscore", NULL},
                 {"koscoreAREA", NULL},
                 {"custom", NULL},
                 {"", NULL}};
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        Rules rules = RULE_SETS[2].rules;
        const bool ok = rules_read(CASES[i].text, &rules);
        cr_assert_eq(ok, CASES[i].name != NULL, "%s", CASES[i].text);
        cr_assert_str_eq(rules.name, ok ? CASES[i].name : RULE_SETS[2].rules.name, "%s",
                         CASES[i].text);
    }
}

Test(rules, what_the_rule_sets_say) {
    static const Rules RIGHT[] = {{"tromp-taylor", KO_POSITIONAL, SCORING_AREA, TAX_NONE,
                                   HANDICAP_BONUS_NONE, true, false, false, false},
                                  {"chinese", KO_POSITIONAL, SCORING_AREA, TAX_NONE,
                                   HANDICAP_BONUS_N, false, true, false, false},
                                  {"aga", KO_SITUATIONAL, SCORING_AREA, TAX_NONE,
                                   HANDICAP_BONUS_N_MINUS_1, false, true, false, false},
                                  {"new-zealand", KO_SITUATIONAL, SCORING_AREA, TAX_NONE,
                                   HANDICAP_BONUS_NONE, true, true, false, false},
                                  {"japanese", KO_SIMPLE, SCORING_TERRITORY, TAX_SEKI,
                                   HANDICAP_BONUS_NONE, false, true, false, false},
                                  {"stone-scoring", KO_SIMPLE, SCORING_AREA, TAX_ALL,
                                   HANDICAP_BONUS_NONE, false, true, false, false},
                                  {"ancient-territory", KO_SIMPLE, SCORING_TERRITORY, TAX_ALL,
                                   HANDICAP_BONUS_NONE, false, true, false, false},
                                  {"aga-button", KO_SITUATIONAL, SCORING_AREA, TAX_NONE,
                                   HANDICAP_BONUS_N_MINUS_1, false, true, true, false}};
    for (size_t i = 0; i < sizeof RIGHT / sizeof RIGHT[0]; i++) {
        const Rules *rules = rules_find(RIGHT[i].name);
        cr_assert(rules_are_same(rules, &RIGHT[i]), "%s", RIGHT[i].name);
        for (size_t j = 0; j < i; j++) {
            cr_assert_neq(rules_hash_code(rules), rules_hash_code(&RIGHT[j]));
        }
    }
    cr_assert_str_eq(RULE_SETS[0].rules.name, "tromp-taylor");
}

/* Positions under rules that decide differently must not share what is stored: no two codes are
 * equal, whoever has the button and however many prisoners there are. */
Test(rules, each_combination_has_its_own_code) {
    enum { RULES_MAX = 256 };
    static uint32_t codes[RULES_MAX * 3];
    int count = 0;
    for (int i = 0; i < RULES_MAX; i++) {
        const Rules rules = {.ko = (KoRule)(i & 3),
                             .scoring = (Scoring)(i >> 2 & 1),
                             .suicide = (i >> 3 & 1) != 0,
                             .tax = (Tax)(i >> 4 & 3),
                             .excludes_atari = (i >> 6 & 1) != 0,
                             .button = (i >> 7 & 1) != 0};
        const bool is_distinct = rules_are_possible(&rules) && rules.tax <= TAX_ALL &&
                                 rules.ko <= KO_SITUATIONAL &&
                                 (!rules.excludes_atari || rules_may_exclude_atari(&rules));
        for (int prisoners = -1; is_distinct && prisoners <= 1; prisoners++) {
            codes[count++] =
                rules_hash_code(&rules) + ((uint32_t)prisoners << RULES_HASH_PRISONERS);
        }
    }
    cr_assert_eq(count, 3 * 3 * 2 * (2 * 3 + 3 + 1));
    for (int i = 0; i < count; i++) {
        for (int j = 0; j < i; j++) {
            cr_assert_neq(codes[i], codes[j]);
        }
    }
}

/* Each name finds its own set; KataGo knows each, and no two by one name. */
Test(rules, each_name_is_of_one_set) {
    char names[RULES_NAMES_MAX];
    rules_names(names);
    for (const RuleSet *set = RULE_SETS; set->rules.name != NULL; set++) {
        cr_assert_eq(rules_find_set(set->rules.name), set, "%s", set->rules.name);
        cr_assert_not_null(strstr(names, set->rules.name));
        for (int i = 0; set->aliases[i].name != NULL; i++) {
            cr_assert_eq(rules_find_set(set->aliases[i].name), set, "%s", set->aliases[i].name);
            cr_assert_not_null(strstr(names, set->aliases[i].name));
        }
        cr_assert_not_null(set->told[RULES_KATAGO], "%s", set->rules.name);
        for (const RuleSet *other = RULE_SETS; other != set; other++) {
            cr_assert_str_neq(set->told[RULES_KATAGO], other->told[RULES_KATAGO]);
        }
    }
    cr_assert_gt(RULES_NAMES_MAX - 2, strlen(names));
}
