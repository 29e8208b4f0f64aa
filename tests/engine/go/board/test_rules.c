/* Rule sets: which names find them, and what they say. */
#include "engine/go/board/rules.h"

#include <criterion/criterion.h>
#include <string.h>

/* Each combination reads back, the known ones by their names. */
Test(rules, text_reads_back) {
    for (int i = 0; i < 3 * 3 * 2 * 2 * 2 * 2; i++) {
        char text[RULES_TEXT_MAX];
        Rules rules = {.ko = (KoRule)(i / 8 % 3),
                       .bonus = (HandicapBonus)(i / 24 % 3),
                       .scoring = (Scoring)(i / 4 % 2),
                       .suicide = i / 2 % 2 != 0,
                       .friendly_pass_ok = i % 2 != 0,
                       .seki_counts = i / 4 % 2 != 0 && i / 72 != 0};
        rules_set_name(&rules);
        Rules read = RULES[1];
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
                 {"koSIMPLEscoreAREAtaxALLsui0", NULL},
                 {"koSIMPLEscoreTERRITORYtaxNONEsui0", "custom"},
                 {"koSIMPLEscoreAREAtaxSEKIsui0", NULL},
                 {"koSIMPLEscoreAREAtaxNONEsui0button1", NULL},
                 {"koSPIGHTscoreAREAtaxNONEsui0", NULL},
                 {"koSIMPLEscoreAREAtaxNONEsui0 ", NULL},
                 {"koSIMPLEscore", NULL},
                 {"koscoreAREA", NULL},
                 {"custom", NULL},
                 {"", NULL}};
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        Rules rules = RULES[2];
        const bool ok = rules_read(CASES[i].text, &rules);
        cr_assert_eq(ok, CASES[i].name != NULL, "%s", CASES[i].text);
        cr_assert_str_eq(rules.name, ok ? CASES[i].name : RULES[2].name, "%s", CASES[i].text);
    }
}

Test(rules, what_the_rule_sets_say) {
    static const Rules RIGHT[] = {
        {"tromp-taylor", KO_POSITIONAL, SCORING_AREA, HANDICAP_BONUS_NONE, true, false, false,
         false},
        {"chinese", KO_POSITIONAL, SCORING_AREA, HANDICAP_BONUS_N, false, true, false, false},
        {"aga", KO_SITUATIONAL, SCORING_AREA, HANDICAP_BONUS_N_MINUS_1, false, true, false, false},
        {"new-zealand", KO_SITUATIONAL, SCORING_AREA, HANDICAP_BONUS_NONE, true, true, false,
         false},
        {"japanese", KO_SIMPLE, SCORING_TERRITORY, HANDICAP_BONUS_NONE, false, true, false, false}};
    for (size_t i = 0; i < sizeof RIGHT / sizeof RIGHT[0]; i++) {
        const Rules *rules = rules_find(RIGHT[i].name);
        cr_assert(rules->ko == RIGHT[i].ko && rules->scoring == RIGHT[i].scoring &&
                      rules->bonus == RIGHT[i].bonus && rules->suicide == RIGHT[i].suicide &&
                      rules->friendly_pass_ok == RIGHT[i].friendly_pass_ok,
                  "%s", RIGHT[i].name);
        for (size_t j = 0; j < i; j++) {
            cr_assert_neq(rules_hash_code(rules), rules_hash_code(&RIGHT[j]));
        }
    }
    cr_assert_str_eq(RULES[0].name, "tromp-taylor");
}

/* Positions under rules that decide differently must not share what is stored. */
Test(rules, each_combination_has_its_own_code) {
    uint32_t codes[24];
    int count = 0;
    for (int ko = KO_SIMPLE; ko <= KO_SITUATIONAL; ko++) {
        for (int scoring = SCORING_AREA; scoring <= SCORING_TERRITORY; scoring++) {
            for (int suicide = 0; suicide < 2; suicide++) {
                for (int exception = 0; exception <= 2 * scoring; exception++) {
                    const Rules rules = {.ko = (KoRule)ko,
                                         .scoring = (Scoring)scoring,
                                         .suicide = suicide != 0,
                                         .seki_counts = exception > 0,
                                         .excludes_atari = exception > 1};
                    codes[count] = rules_hash_code(&rules);
                    cr_assert_lt(codes[count], RULES_HASH_CODES);
                    for (int i = 0; i < count; i++) {
                        cr_assert_neq(codes[i], codes[count]);
                    }
                    count++;
                }
            }
        }
    }
}
