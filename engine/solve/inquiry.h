/* A question on a path, and what the table says of it: verdicts.
 *
 * An Inquiry belongs to one thread. */
#ifndef ENGINE_SOLVE_INQUIRY_H
#define ENGINE_SOLVE_INQUIRY_H

#include "engine/solve/asker.h"
#include "engine/solve/trail.h"

typedef struct {
    SolverContext *context;
    Color attacker;
    int goal[2];      /* [color]: the score that it must reach */
    int needed[2];    /* [color]: the points that secure it */
    int holder;       /* the colour that a repetition serves, or -1: nobody, it is banned */
    bool is_plain;    /* asker_set_plain */
    bool is_careful;  /* stores and trusts no claim that rests on taking a ko */
    MoveSet excluded; /* moves that are not generated at excluded_ply */
    int excluded_ply;
    AskerCounts counts;
    AskerShare share;
    Trail trail;
} Inquiry;

/* The moves that are not generated at the end of the path. */
static inline MoveSet inquiry_excluded(const Inquiry *inquiry) {
    return inquiry->excluded_ply == inquiry->trail.ply ? inquiry->excluded : (MoveSet){0, false};
}

void inquiry_set_question(Inquiry *inquiry, Color attacker, int target);

/* Does a claim of this colour's success that rests on these kos hold on the path? */
static inline bool inquiry_trusts(const Inquiry *inquiry, int winner, Kos kos) {
    return kos == 0 || inquiry->context->ko == KO_SIMPLE ||
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
 * since that an attacker fails in them is no success of the other side. So have searches after life
 * was lost: others trust life that these may not. */
static inline uint64_t inquiry_key(const Inquiry *inquiry, const HashKey *key, int mover) {
    static const uint64_t PLAIN[] = {UINT64_C(0x9E3779B97F4A7C15), UINT64_C(0xC2B2AE3D27D4EB4F)};
    const SolverContext *context = inquiry->context;
    const uint64_t plain = inquiry->is_plain ? PLAIN[mover == (int)inquiry->attacker] : 0;
    const uint64_t lost = (uint64_t)context->lost_points * 64 + (uint64_t)context->lost_stones;
    return key->key ^ plain ^ (lost == 0 ? 0 : hash_mix(lost));
}

/* Does unconditional life with these stones decide the question for this colour? */
static inline bool inquiry_is_secure(const Inquiry *inquiry, int color, Bits stones) {
    const SolverContext *context = inquiry->context;
    return context->use.life && solver_context_is_secure(context, stones, inquiry->needed[color]);
}

static inline Claim inquiry_look_up(Inquiry *inquiry, const HashKey *key, int mover) {
    const uint64_t payload =
        table_probe(&inquiry->context->table, inquiry_key(inquiry, key, mover), key->check);
    table_count_probe(&inquiry->counts.table, payload != 0, key->orientation != 0);
    return claim_unpack(payload);
}

/* The depth at which an earlier search left the question open, or 0: to search to that depth again
 * would be in vain. */
static inline int inquiry_open_depth(const Inquiry *inquiry, const Claim *claim, int mover) {
    return claim->target == inquiry->goal[mover] ? claim->open[mover == (int)inquiry->attacker] : 0;
}

/* The verdict on a position at this ply, as far as it needs no search: what the table claims, or
 * that the depth is used up, or that the question was left open there. Raises *end by what keeps it
 * from an answer. Returns false if the position is to be searched. */
static inline bool inquiry_foresee(Inquiry *inquiry, const HashKey *key, int mover, int ply,
                                   int depth, bool trusts_open, Verdict *verdict, AskerEnd *end) {
    const Claim claim = inquiry_look_up(inquiry, key, mover);
    *verdict = inquiry_verdict(inquiry, &claim, mover);
    if (verdict->answer != ANSWER_OPEN) {
        return true;
    }
    if (depth <= 0 || ply + 1 >= TRAIL_MAX) {
        *end = ASKER_DEPTH;
        return true;
    }
    if (trusts_open && inquiry_open_depth(inquiry, &claim, mover) >= depth) {
        *end = *end > ASKER_TABLE ? *end : ASKER_TABLE;
        return true;
    }
    return false;
}

/* What the verdict on the end of the path adds to the table, and under which key. Returns false if
 * it holds on this path only. */
bool inquiry_news(const Inquiry *inquiry, const HashKey *key, Verdict verdict, int depth,
                  uint64_t nodes, uint64_t *own_key, Claim *news);

/* The asker's own question and path. */
Inquiry *asker_inquiry(Asker *asker);

/* Stores the verdict on the end of the path, if it holds on other paths, too; nodes: what it cost.
 */
void inquiry_store(Inquiry *inquiry, const HashKey *key, Verdict verdict, int depth,
                   uint64_t nodes);

#endif
