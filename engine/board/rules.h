/* Rule sets. */
#ifndef ENGINE_BOARD_RULES_H
#define ENGINE_BOARD_RULES_H

#include <stdbool.h>
#include <stdint.h>

typedef enum { KO_SIMPLE, KO_POSITIONAL, KO_SITUATIONAL } KoRule;
typedef enum { SCORING_AREA, SCORING_TERRITORY } Scoring;

/* What White gets for N handicap stones under area scoring. */
typedef enum { HANDICAP_BONUS_NONE, HANDICAP_BONUS_N, HANDICAP_BONUS_N_MINUS_1 } HandicapBonus;

typedef struct {
    const char *name; /* as rules_find takes it; "custom": a set that has none */
    KoRule ko;        /* beyond the simple ko, which always holds */
    Scoring scoring;
    HandicapBonus bonus;
    bool suicide;   /* multi-stone suicide is legal (a single stone only where ko allows it) */
    bool agreement; /* dead stones are taken off when both have passed; else they count as they
                       stand */
} Rules;

/* The rule sets known, tromp-taylor (the default) the first. The list ends with a NULL name. */
extern const Rules RULES[];

/* Are two names the same? Case does not count, nor do "-", "_" and blanks. */
bool rules_names_match(const char *a, const char *b);

/* By name, so that "Tromp Taylor" is found too. Some sets have other names: "korean" finds
 * japanese. NULL where there is none. */
const Rules *rules_find(const char *name);

/* Do two sets say the same, whatever their names? */
bool rules_are_same(const Rules *a, const Rules *b);

/* Gives a set the name that the list has for what it says, or "custom". */
void rules_set_name(Rules *rules);

/* A number that differs between rule sets in which a position can have different moves or values:
 * HashState.rules. */
uint32_t rules_hash_code(const Rules *rules);

/* Points added to White's score for a handicap of this many stones. */
int rules_handicap_bonus(const Rules *rules, int handicap);

#endif
