/* A question on a path, and what the table says of it: verdicts.
 *
 * An Inquiry belongs to one thread. */
#ifndef ENGINE_SOLVE_INQUIRY_H
#define ENGINE_SOLVE_INQUIRY_H

#include "engine/solve/asker.h"
#include "engine/solve/trail.h"

typedef struct {
    SolveArena *arena;
    Color attacker;
    int goal[2];      /* [color]: the score that it must reach */
    int needed[2];    /* [color]: the points that secure it */
    int holder;       /* the colour that a repetition serves, or -1: nobody, it is banned */
    bool is_plain;    /* asker_set_plain */
    bool is_careful;  /* stores and trusts no claim that rests on taking a ko */
    MoveSet excluded; /* moves that are not generated at excluded_ply */
    int excluded_ply;
    AskerCounts counts;
    Trail trail;
} Inquiry;

/* The moves that are not generated at the end of the path. */
static inline MoveSet inquiry_excluded(const Inquiry *inquiry) {
    return inquiry->excluded_ply == inquiry->trail.ply ? inquiry->excluded : (MoveSet){0, false};
}

void inquiry_set_question(Inquiry *inquiry, Color attacker, int target);

enum { VERDICT_FREE = TRAIL_MAX }; /* "depends on no ply of the path" */

/* From the mover's point of view. */
typedef struct {
    Answer answer;
    int depends;     /* the first ply of the path whose repetition was used, or VERDICT_FREE */
    bool is_tainted; /* a superko ban was used against the loser, at any ply */
    Kos kos;         /* under superko, those that the winner takes; under simple ko the moves that
                        the winner still makes at most */
} Verdict;

static inline Verdict verdict_free(Answer answer) {
    return (Verdict){answer, VERDICT_FREE, false, 0};
}

/* Does a claim of this colour's success that rests on these kos hold on the path? */
static inline bool inquiry_trusts(const Inquiry *inquiry, int winner, Kos kos) {
    return kos == 0 || inquiry->arena->ko == KO_SIMPLE ||
           (!inquiry->is_careful && (kos & inquiry->trail.kos[inquiry->trail.ply][winner]) == 0);
}

/* What the table claims. */
static inline Verdict inquiry_verdict(const Inquiry *inquiry, const Claim *claim, int mover) {
    const int goal = inquiry->goal[mover];
    if (claim->least >= goal && inquiry_trusts(inquiry, mover, claim->kos)) {
        return (Verdict){ANSWER_YES, VERDICT_FREE, false, claim->kos};
    }
    if (claim->most < goal && inquiry_trusts(inquiry, !mover, claim->kos)) {
        return (Verdict){ANSWER_NO, VERDICT_FREE, false, claim->kos};
    }
    return verdict_free(ANSWER_OPEN);
}

/* What the table has a position under: plain searches have entries of their own, in the same line,
 * since that an attacker fails in them is no success of the other side. */
static inline uint64_t inquiry_key(const Inquiry *inquiry, const HashKey *key, int mover) {
    static const uint64_t PLAIN[] = {UINT64_C(0x9E3779B97F4A7C15), UINT64_C(0xC2B2AE3D27D4EB4F)};
    return inquiry->is_plain ? key->key ^ PLAIN[mover == (int)inquiry->attacker] : key->key;
}

static inline Claim inquiry_look_up(Inquiry *inquiry, const HashKey *key, int mover) {
    const uint64_t payload =
        table_probe(&inquiry->arena->table, inquiry_key(inquiry, key, mover), key->check);
    table_count_probe(&inquiry->counts.table, payload != 0, key->orientation != 0);
    return claim_unpack(payload);
}

/* The depth at which an earlier search left the question open, or 0: to search to that depth again
 * would be in vain. */
static inline int inquiry_open_depth(const Inquiry *inquiry, const Claim *claim, int mover) {
    return claim->target == inquiry->goal[mover] ? claim->open[mover == (int)inquiry->attacker] : 0;
}

/* What two wins rest on together: the kos of both, or the greater distance. */
static inline Kos inquiry_join(const Inquiry *inquiry, Kos a, Kos b) {
    return inquiry->arena->ko != KO_SIMPLE ? a | b : a > b ? a : b;
}

/* Stores the verdict on the end of the path, if it holds on other paths, too; nodes: what it cost.
 */
void inquiry_store(Inquiry *inquiry, const HashKey *key, Verdict verdict, int depth,
                   uint64_t nodes);

#endif
