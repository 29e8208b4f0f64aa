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
    const char *name; /* a name that rules_find knows, or "custom" */
    KoRule ko;        /* in addition to the simple ko, which always applies */
    Scoring scoring;
    HandicapBonus bonus;
    bool suicide;   /* suicide of several stones is legal; of one stone if the ko rule allows it */
    bool agreement; /* dead stones are removed after two passes; if not, every stone is alive */
} Rules;

/* All known rule sets; the first, tromp-taylor, is the default. A NULL name ends the list. */
extern const Rules RULES[];

/* Are two names the same, apart from case, "-", "_" and blanks? */
bool rules_names_match(const char *a, const char *b);

/* Finds a rule set by one of its names ("korean" finds japanese), compared by rules_names_match.
 * Returns NULL if the name is unknown. */
const Rules *rules_find(const char *name);

/* Are two sets the same apart from their names? */
bool rules_are_same(const Rules *a, const Rules *b);

/* Sets the name to that of the same set in RULES, or to "custom". */
void rules_set_name(Rules *rules);

/* A number below RULES_HASH_CODES for HashState.rules: different if a position can have different
 * legal moves or values. */
enum { RULES_HASH_CODES = 16 };
uint32_t rules_hash_code(const Rules *rules);

/* Points added to White's score for this many handicap stones; one stone is no handicap. */
int rules_handicap_bonus(const Rules *rules, int handicap);

#endif
