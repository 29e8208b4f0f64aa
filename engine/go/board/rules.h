/* Rule sets: what is legal, how a game is scored, and their names. Constants and pure functions. */
#ifndef ENGINE_GO_BOARD_RULES_H
#define ENGINE_GO_BOARD_RULES_H

#include <stdbool.h>
#include <stdint.h>

typedef enum { KO_SIMPLE, KO_POSITIONAL, KO_SITUATIONAL } KoRule;
typedef enum { SCORING_AREA, SCORING_TERRITORY } Scoring;

/* Points that White gets for N handicap stones, under area and territory scoring (KataGo's
 * whiteHandicapBonus). */
typedef enum { HANDICAP_BONUS_NONE, HANDICAP_BONUS_N, HANDICAP_BONUS_N_MINUS_1 } HandicapBonus;

typedef struct {
    const char *name; /* one that rules_find knows, or "custom" */
    KoRule ko;        /* in addition to the simple ko, which always applies */
    Scoring scoring;
    HandicapBonus bonus;
    bool suicide; /* suicide of several stones is legal; of one stone if the ko rule allows it */
    bool friendly_pass_ok; /* dead stones are removed after two passes; if not, every stone is alive
                            */
    bool seki_counts;    /* under territory scoring, eyes in seki are points (KataGo's tax NONE) */
    bool excludes_atari; /* then the last liberty of a chain is no point for its side. As the
                            network was trained, or as asked: no part of the rules' text */
} Rules;

/* All known rule sets; the first, tromp-taylor, is the default. A NULL name ends the list. */
extern const Rules RULES[];

/* Finds a rule set by one of its names ("korean" finds japanese), compared by text_names_match.
 * Returns NULL if the name is unknown. */
const Rules *rules_find(const char *name);

/* Are two sets the same apart from their names? */
bool rules_are_same(const Rules *a, const Rules *b);

/* Sets the name to that of the same set in RULES, or to "custom". */
void rules_set_name(Rules *rules);

enum { RULES_TEXT_MAX = 64 };

/* Returns the name, or for "custom" text as KataGo has it: "koSIMPLEscoreAREAtaxNONEsui0whbNfpok1".
 * Keys that are left out are as in tromp-taylor. */
const char *rules_text(const Rules *rules, char text[RULES_TEXT_MAX]);

/* Reads what rules_text writes, with the keys in any order. Returns false for anything else, such
 * as a tax that does not go with the scoring, or a button. */
bool rules_read(const char *text, Rules *rules);

enum { RULES_HASH_CODES = 64 };

/* A number below RULES_HASH_CODES for HashState.rules, of what decides legal moves and values: ko,
 * scoring with its exceptions, and suicide. The bonus is in the komi. Agreement hardly matters:
 * under area scoring dead stones can be captured at no cost, and the search does not rely on the
 * opponent's agreement. */
uint32_t rules_hash_code(const Rules *rules);

/* Points added to White's score for this many handicap stones; one stone is no handicap. */
int rules_handicap_bonus(const Rules *rules, int handicap);

#endif
