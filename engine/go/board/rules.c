/* The rule sets and their names. Pure functions of constants. */
#include "engine/go/board/rules.h"

#include "engine/base/text.h"

#include <stdio.h>
#include <string.h>

const char *const RULES_COMMANDS[] = {[RULES_GOGUI] = "gogui-rules_set",
                                      [RULES_FUEGO] = "go_rules",
                                      [RULES_KGS] = "kgs-rules",
                                      [RULES_KATAGO] = "kata-set-rules"};

/* KataGo's Chinese rules have the simple ko of actual play. */
// clang-format off
const RuleSet RULE_SETS[] = {
    {{"tromp-taylor", KO_POSITIONAL, SCORING_AREA, TAX_NONE, HANDICAP_BONUS_NONE, .suicide = true},
     .title = "Tromp-Taylor", .komi = 7.5, .words = "tt tromp taylor",
     .told = {"tromp-taylor", NULL, NULL, "tromp-taylor"}},
    {{"chinese", KO_POSITIONAL, SCORING_AREA, TAX_NONE, HANDICAP_BONUS_N, .friendly_pass_ok = true},
     .title = "Chinese", .komi = 7.5, .aliases = {{"chinese-ogs"}, {"chinese-kgs"}},
     .words = "chinese china cn chn chinesisch~ chinois~ китай~ 中 中国 中國 중국",
     .told = {"chinese", "chinese", "chinese", "chinese-kgs"}},
    {{"aga", KO_SITUATIONAL, SCORING_AREA, TAX_NONE, HANDICAP_BONUS_N_MINUS_1, .friendly_pass_ok = true},
     .title = "AGA", .komi = 7.5, .aliases = {{"bga"}, {"french"}},
     .words = "aga american bga british ffg french franc~ 美国 美國",
     .told = {"aga", NULL, "aga", "aga"}},
    {{"new-zealand", KO_SITUATIONAL, SCORING_AREA, TAX_NONE, HANDICAP_BONUS_NONE, .suicide = true, .friendly_pass_ok = true},
     .title = "New Zealand", .komi = 7, .aliases = {{"nz"}},
     .words = "nz zealand newzealand neuseeland~ новозеланд~ 新西兰 新西蘭 뉴질랜드",
     .told = {"new-zealand", NULL, "new_zealand", "new-zealand"}},
    {{"japanese", KO_SIMPLE, SCORING_TERRITORY, TAX_SEKI, HANDICAP_BONUS_NONE, .friendly_pass_ok = true},
     .title = "Japanese", .komi = 6.5, .aliases = {{"korean", "Korean"}},
     .words = "japan~ jp jpn jap nihon nippon kiin japon~ японск~ 日 日本 일본 korea~ kr kor coree~ "
              "корейск~ 日韩 日韓 韩 韩国 韓 韓国 韓國 한국",
     .told = {"japanese", "japanese", "japanese", "japanese"}},
    {{"chinese-simple-ko", KO_SIMPLE, SCORING_AREA, TAX_NONE, HANDICAP_BONUS_N, .friendly_pass_ok = true},
     .komi = 7.5, .told = {"chinese-simple-ko", NULL, NULL, "chinese"}},
    {{"ing", KO_POSITIONAL, SCORING_AREA, TAX_NONE, HANDICAP_BONUS_NONE, .suicide = true, .friendly_pass_ok = true},
     .title = "Ing", .komi = 7.5, .aliases = {{"goe"}}, .words = "ing goe 应氏 應氏 计点 計點 응씨",
     .told = {"ing", NULL, NULL, "goe"}},
    {{"stone-scoring", KO_SIMPLE, SCORING_AREA, TAX_ALL, HANDICAP_BONUS_NONE, .friendly_pass_ok = true},
     .title = "Stone scoring", .komi = 7.5, .aliases = {{"ancient-area"}},
     .told = {NULL, NULL, NULL, "stone-scoring"}},
    {{"ancient-territory", KO_SIMPLE, SCORING_TERRITORY, TAX_ALL, HANDICAP_BONUS_NONE, .friendly_pass_ok = true},
     .title = "Ancient territory", .komi = 6.5, .told = {NULL, NULL, NULL, "ancient-territory"}},
    {{"aga-button", KO_SITUATIONAL, SCORING_AREA, TAX_NONE, HANDICAP_BONUS_N_MINUS_1, .friendly_pass_ok = true, .button = true},
     .title = "AGA button", .komi = 7, .told = {NULL, NULL, NULL, "aga-button"}},
    {.rules.name = NULL},
};
// clang-format on

const RuleSet *rules_find_set(const char *name) {
    for (const RuleSet *set = RULE_SETS; set->rules.name != NULL; set++) {
        bool is_named = text_names_match(set->rules.name, name);
        for (int i = 0; set->aliases[i].name != NULL; i++) {
            is_named = is_named || text_names_match(set->aliases[i].name, name);
        }
        if (is_named) {
            return set;
        }
    }
    return NULL;
}

const Rules *rules_find(const char *name) {
    const RuleSet *set = rules_find_set(name);
    return set == NULL ? NULL : &set->rules;
}

const char *rules_names(char text[RULES_NAMES_MAX]) {
    int length = 0;
    for (const RuleSet *set = RULE_SETS; set->rules.name != NULL; set++) {
        length += snprintf(text + length, (size_t)(RULES_NAMES_MAX - length), "%s%s",
                           length > 0 ? ", " : "", set->rules.name);
        for (int i = 0; set->aliases[i].name != NULL; i++) {
            length += snprintf(text + length, (size_t)(RULES_NAMES_MAX - length), ", %s",
                               set->aliases[i].name);
        }
    }
    return text;
}

bool rules_fail_unknown(const char *name, const char *text, Status *status) {
    char names[RULES_NAMES_MAX];
    return status_fail(status, "%s: unknown rules '%.20s'; known are %s", name, text,
                       rules_names(names));
}

bool rules_are_same(const Rules *a, const Rules *b) {
    return a->ko == b->ko && a->scoring == b->scoring && a->tax == b->tax && a->bonus == b->bonus &&
           a->suicide == b->suicide && a->friendly_pass_ok == b->friendly_pass_ok &&
           a->button == b->button && a->excludes_atari == b->excludes_atari;
}

void rules_set_name(Rules *rules) {
    const RuleSet *known = RULE_SETS;
    while (known->rules.name != NULL && !rules_are_same(&known->rules, rules)) {
        known++;
    }
    rules->name = known->rules.name != NULL ? known->rules.name : "custom";
}

/* ---- KataGo's text ---- */

typedef enum {
    PART_KO,
    PART_SCORING,
    PART_TAX,
    PART_SUICIDE, /* parts after this one are left out if they are 0 */
    PART_BUTTON,
    PART_BONUS,
    PART_FRIENDLY_PASS_OK,
    PART_COUNT
} RulesPart;

static const struct {
    const char *key, *values[4];
} PARTS[PART_COUNT] = {
    [PART_KO] = {"ko",
                 {[KO_SIMPLE] = "SIMPLE",
                  [KO_POSITIONAL] = "POSITIONAL",
                  [KO_SITUATIONAL] = "SITUATIONAL"}},
    [PART_SCORING] = {"score", {[SCORING_AREA] = "AREA", [SCORING_TERRITORY] = "TERRITORY"}},
    [PART_TAX] = {"tax", {[TAX_NONE] = "NONE", [TAX_SEKI] = "SEKI", [TAX_ALL] = "ALL"}},
    [PART_SUICIDE] = {"sui", {"0", "1"}},
    [PART_BUTTON] = {"button", {"0", "1"}},
    [PART_BONUS] = {"whb",
                    {[HANDICAP_BONUS_NONE] = "0",
                     [HANDICAP_BONUS_N] = "N",
                     [HANDICAP_BONUS_N_MINUS_1] = "N-1"}},
    [PART_FRIENDLY_PASS_OK] = {"fpok", {"0", "1"}},
};

static void split(const Rules *rules, int values[PART_COUNT]) {
    values[PART_KO] = (int)rules->ko;
    values[PART_SCORING] = (int)rules->scoring;
    values[PART_TAX] = (int)rules->tax;
    values[PART_SUICIDE] = rules->suicide;
    values[PART_BUTTON] = rules->button;
    values[PART_BONUS] = (int)rules->bonus;
    values[PART_FRIENDLY_PASS_OK] = rules->friendly_pass_ok;
}

const char *rules_text(const Rules *rules, char text[RULES_TEXT_MAX]) {
    int values[PART_COUNT], length = 0;
    if (rules_find(rules->name) != NULL) {
        return rules->name;
    }
    split(rules, values);
    for (int part = 0; part < PART_COUNT; part++) {
        if (part <= PART_SUICIDE || values[part] != 0) {
            length += snprintf(text + length, (size_t)(RULES_TEXT_MAX - length), "%s%s",
                               PARTS[part].key, PARTS[part].values[values[part]]);
        }
    }
    return text;
}

/* Reads a part at *text, with the longest value that fits, and moves *text past it. */
static bool read_part(const char **text, RulesPart part, int *value) {
    const char *const *values = PARTS[part].values;
    const size_t key_length = strlen(PARTS[part].key);
    size_t longest = 0;
    for (int i = 0; values[i] != NULL; i++) {
        const size_t length = strlen(values[i]);
        if (length > longest && strncmp(*text, PARTS[part].key, key_length) == 0 &&
            strncmp(*text + key_length, values[i], length) == 0) {
            longest = length;
            *value = i;
        }
    }
    *text += longest > 0 ? key_length + longest : 0;
    return longest > 0;
}

bool rules_read(const char *text, Rules *rules) {
    const Rules *known = rules_find(text);
    int values[PART_COUNT];
    if (known != NULL || text[0] == '\0') {
        *rules = known != NULL ? *known : *rules;
        return known != NULL;
    }
    split(&RULE_SETS[0].rules, values);
    values[PART_TAX] = -1;
    while (*text != '\0') {
        RulesPart part = PART_KO;
        while (part < PART_COUNT && !read_part(&text, part, &values[part])) {
            part++;
        }
        if (part == PART_COUNT) {
            return false;
        }
    }
    const int tax = values[PART_TAX] < 0 ? values[PART_SCORING] : values[PART_TAX];
    *rules = (Rules){.ko = (KoRule)values[PART_KO],
                     .scoring = (Scoring)values[PART_SCORING],
                     .tax = (Tax)tax,
                     .bonus = (HandicapBonus)values[PART_BONUS],
                     .suicide = values[PART_SUICIDE] != 0,
                     .friendly_pass_ok = values[PART_FRIENDLY_PASS_OK] != 0,
                     .button = values[PART_BUTTON] != 0};
    rules_set_name(rules);
    return true;
}

uint32_t rules_hash_code(const Rules *rules) {
    const bool is_usual = ((uint32_t)rules->tax & 1) == (uint32_t)rules->scoring;
    return (uint32_t)rules->ko | (uint32_t)rules->scoring << 2 | (uint32_t)rules->suicide << 3 |
           (uint32_t)!is_usual << 4 |
           (uint32_t)(rules_may_exclude_atari(rules) && rules->excludes_atari) << 5 |
           (uint32_t)(rules->tax == TAX_ALL) << RULES_HASH_TAX_ALL |
           (uint32_t)rules->button << RULES_HASH_BUTTON;
}

int rules_handicap_bonus(const Rules *rules, int handicap) {
    const int bonus[] = {[HANDICAP_BONUS_NONE] = 0,
                         [HANDICAP_BONUS_N] = handicap,
                         [HANDICAP_BONUS_N_MINUS_1] = handicap - 1};
    return handicap < 2 ? 0 : bonus[rules->bonus];
}
