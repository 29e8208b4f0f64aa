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
    const char *name; /* as rules_find takes it */
    KoRule ko;        /* beyond the simple ko, which always holds */
    Scoring scoring;
    HandicapBonus bonus;
    bool suicide;   /* multi-stone suicide is legal (a single stone only where ko allows it) */
    bool agreement; /* dead stones are taken off when both have passed; else they count as they
                       stand */
} Rules;

/* The rule sets known: tromp-taylor (the first, the default), chinese, aga, new-zealand, japanese.
 * The list ends with a NULL name. */
extern const Rules RULES[];

/* By name in any case; "-", "_" and blanks are ignored, so "Tromp Taylor" is found.
 * NULL where there is none. */
const Rules *rules_find(const char *name);

/* A number that differs between rule sets in which a position can have different moves or values:
 * HashState.rules. */
uint32_t rules_hash_code(const Rules *rules);

/* Points added to White's score for a handicap of this many stones. */
int rules_handicap_bonus(const Rules *rules, int handicap);

#endif
