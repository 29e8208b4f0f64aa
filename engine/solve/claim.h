/* What the table knows about a position, from the point of view of the colour to move ("mover"), in
 * one payload of tt/:
 *
 *     bits 0-6     least + 64     the mover's score is at least this      (-63: nothing known)
 *     bits 7-13    most + 64      and at most this                        (63: nothing known)
 *     bits 14-22   depth          a question was left open after a search of this depth,
 *     bits 23-29   target + 64    "does the mover reach at least target?"
 *     bit  30      attacker       the mover was the side whose moves were reduced
 *     bits 31-36   work           log2 of the positions searched for it
 *     bits 37-40   age            (tt/table.h)
 *     bits 41-62   rest           what least rests on if the mover wins by it, or most if the
 *                                 opponent does: kos taken; under simple ko the distance
 *
 * Scores are area, komi 0. Claims (least, most) hold on every path that has none of their kos
 * (README.md); the open question only says that a search would be in vain. */
#ifndef ENGINE_SOLVE_CLAIM_H
#define ENGINE_SOLVE_CLAIM_H

#include "tt/table.h"

/* A set of boards that the winner makes by taking a ko, as a filter: each board stands for one of
 * CLAIM_KOS bits, which others may share. */
typedef uint32_t Kos;

enum { CLAIM_KOS = 22, CLAIM_KOS_ALL = (1 << CLAIM_KOS) - 1 };

typedef struct {
    int least, most;
    Kos kos;
    int depth;        /* 0: no open question */
    int target;       /* of the open question */
    bool is_attacker; /* in the open question */
    int work;
} Claim;

enum { CLAIM_LEAST_NONE = -63, CLAIM_MOST_NONE = 63, CLAIM_DEPTH_MAX = 511, CLAIM_WORK_MAX = 63 };

static const TableLayout CLAIM_LAYOUT = {.age = {37, 4}, .work = {31, 6}};

static inline Claim claim_unknown(void) {
    return (Claim){.least = CLAIM_LEAST_NONE, .most = CLAIM_MOST_NONE};
}

static inline uint64_t claim_pack(const Claim *claim) {
    return (uint64_t)(claim->least + 64) | (uint64_t)(claim->most + 64) << 7 |
           (uint64_t)claim->depth << 14 | (uint64_t)(claim->target + 64) << 23 |
           (uint64_t)claim->is_attacker << 30 | (uint64_t)claim->work << 31 |
           (uint64_t)claim->kos << 41;
}

/* payload 0 is that of an unknown position. */
static inline Claim claim_unpack(uint64_t payload) {
    if (payload == 0) {
        return claim_unknown();
    }
    return (Claim){.least = (int)(payload & 127) - 64,
                   .most = (int)(payload >> 7 & 127) - 64,
                   .depth = (int)(payload >> 14 & 511),
                   .target = (int)(payload >> 23 & 127) - 64,
                   .is_attacker = (payload >> 30 & 1) != 0,
                   .work = (int)(payload >> 31 & 63),
                   .kos = (Kos)(payload >> 41 & CLAIM_KOS_ALL)};
}

#endif
