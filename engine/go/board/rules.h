/* Rule sets: what is legal, how a game is scored, and their names. Constants and pure functions. */
#ifndef ENGINE_GO_BOARD_RULES_H
#define ENGINE_GO_BOARD_RULES_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/base/status.h"

typedef enum { KO_SIMPLE, KO_POSITIONAL, KO_SITUATIONAL } KoRule;
typedef enum { SCORING_AREA, SCORING_TERRITORY } Scoring;

/* What does not count, in KataGo's words: eyes in seki; these, and two points of each living group.
 * The number of the usual tax of a scoring is that of the scoring. */
typedef enum { TAX_NONE, TAX_SEKI, TAX_ALL } Tax;

/* Points that White gets for N handicap stones, under area and territory scoring (KataGo's
 * whiteHandicapBonus). */
typedef enum { HANDICAP_BONUS_NONE, HANDICAP_BONUS_N, HANDICAP_BONUS_N_MINUS_1 } HandicapBonus;

typedef struct {
    const char *name; /* one that rules_find knows, or "custom" */
    KoRule ko;        /* in addition to the simple ko, which always applies */
    Scoring scoring;
    Tax tax;
    HandicapBonus bonus;
    bool suicide; /* suicide of several stones is legal; of one stone if the ko rule allows it */
    bool friendly_pass_ok; /* dead stones are removed after two passes; if not, every stone is alive
                            */
    bool button; /* under area scoring: the first pass takes half a point, and is no pass of the end
                  */
    bool excludes_atari; /* under territory scoring without a tax, the last liberty of a chain is no
                            point for its side. As the network was trained, or as asked: no part of
                            the rules' text */
} Rules;

/* Commands of engines that set rules, the most exact one last; RULES_FUEGO is go_rules. */
typedef enum {
    RULES_GOGUI,
    RULES_FUEGO,
    RULES_KGS,
    RULES_KATAGO,
    RULES_COMMAND_COUNT
} RulesCommand;

extern const char *const RULES_COMMANDS[RULES_COMMAND_COUNT];

/* A known set, and how people and programs name it. */
typedef struct {
    Rules rules;
    const char *title; /* in the page, and in the records that it writes */
    double komi;       /* the usual one */
    struct {
        const char *name, *title; /* title NULL: not in the page */
    } aliases[4];
    const char *words; /* in records, as engine/go/sgf/words.c has its vocabulary */
    const char *told[RULES_COMMAND_COUNT]; /* the name for each command; NULL: it has none */
} RuleSet;

/* All known rule sets; the first, tromp-taylor, is the default. A NULL name ends the list. */
extern const RuleSet RULE_SETS[];

/* Finds a rule set by one of its names ("korean" finds japanese), compared by text_names_match.
 * Returns NULL if the name is unknown. */
const RuleSet *rules_find_set(const char *name);
const Rules *rules_find(const char *name);

enum { RULES_NAMES_MAX = 256 };

/* Returns all names: "tromp-taylor, chinese, chinese-ogs, ...". */
const char *rules_names(char text[RULES_NAMES_MAX]);

/* Fails with "NAME: unknown rules 'TEXT'; known are ..."; name is an option or a key. */
bool rules_fail_unknown(const char *name, const char *text, Status *status);

/* Are two sets the same apart from their names? */
bool rules_are_same(const Rules *a, const Rules *b);

/* Sets the name to that of the same set in RULE_SETS, or to "custom". */
void rules_set_name(Rules *rules);

/* The button goes with area scoring alone. */
static inline bool rules_are_possible(const Rules *rules) {
    return !rules->button || rules->scoring == SCORING_AREA;
}

/* Does area alone decide? Such games can be solved, and no others. */
static inline bool rules_count_plain_area(const Rules *rules) {
    return rules->scoring == SCORING_AREA && rules->tax == TAX_NONE && !rules->button;
}

/* May last liberties count for nobody? */
static inline bool rules_may_exclude_atari(const Rules *rules) {
    return rules->scoring == SCORING_TERRITORY && rules->tax == TAX_NONE;
}

enum { RULES_TEXT_MAX = 80 };

/* Returns the name, or for "custom" text as KataGo has it: "koSIMPLEscoreAREAtaxNONEsui0whbNfpok1".
 * Keys that are left out are as in tromp-taylor. */
const char *rules_text(const Rules *rules, char text[RULES_TEXT_MAX]);

/* Reads what rules_text writes, with the keys in any order. Returns false for anything else. The
 * rules may be impossible. */
bool rules_read(const char *text, Rules *rules);

/* The layout of HashState.rules. Books store keys, so that what has come later stands above the
 * prisoners, which take less than 22 bits and a sign. */
enum {
    RULES_HASH_PRISONERS = 6, /* under territory rules: graph.c */
    RULES_HASH_TAX_ALL = 28,
    RULES_HASH_BUTTON = 29,
    RULES_HASH_HOLDER = 30, /* Board.button */
};

/* A number for HashState.rules, of what decides legal moves and values: ko, scoring with its tax
 * and exceptions, suicide and whether there is a button. The bonus is in the komi. Agreement hardly
 * matters: under area scoring dead stones can be captured at no cost, and the search does not rely
 * on the opponent's agreement. */
uint32_t rules_hash_code(const Rules *rules);

/* Points added to White's score for this many handicap stones; one stone is no handicap. */
int rules_handicap_bonus(const Rules *rules, int handicap);

#endif
