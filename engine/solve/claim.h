/* What the table knows about a position, from the point of view of the colour to move ("mover"), in
 * one payload of tt/:
 *
 *     bits 0-6     least + 64     the mover's score is at least this      (-63: nothing known)
 *     bits 7-13    most + 64      and at most this                        (63: nothing known)
 *     bits 14-20   move           1 + the canonical cell of the best move; 0: none known
 *     bits 21-29   depth          a question was left open after a search of this depth,
 *     bits 30-36   target + 64    "does the mover reach at least target?"
 *     bit  37      attacker       the mover was the side whose moves were reduced
 *     bit  38      least rests on taking a ko (README.md)
 *     bits 39-44   work           log2 of the positions searched for it
 *     bits 45-48   age            (tt/table.h)
 *     bit  49      most rests on taking a ko
 *
 * Scores are area, komi 0. Claims (least, most) hold by themselves; the open question only says
 * that a search would be in vain. */
#ifndef ENGINE_SOLVE_CLAIM_H
#define ENGINE_SOLVE_CLAIM_H

#include "tt/table.h"

typedef struct {
    int least, most;
    bool least_on_ko, most_on_ko;
    int move;         /* canonical cell, or -1 */
    int depth;        /* 0: no open question */
    int target;       /* of the open question */
    bool is_attacker; /* in the open question */
    int work;
} Claim;

enum { CLAIM_LEAST_NONE = -63, CLAIM_MOST_NONE = 63, CLAIM_DEPTH_MAX = 511, CLAIM_WORK_MAX = 63 };

static const TableLayout CLAIM_LAYOUT = {.age = {45, 4}, .work = {39, 6}};

static inline Claim claim_unknown(void) {
    return (Claim){.least = CLAIM_LEAST_NONE, .most = CLAIM_MOST_NONE, .move = -1};
}

static inline uint64_t claim_pack(const Claim *claim) {
    return (uint64_t)(claim->least + 64) | (uint64_t)(claim->most + 64) << 7 |
           (uint64_t)(claim->move + 1) << 14 | (uint64_t)claim->depth << 21 |
           (uint64_t)(claim->target + 64) << 30 | (uint64_t)claim->is_attacker << 37 |
           (uint64_t)claim->least_on_ko << 38 | (uint64_t)claim->work << 39 |
           (uint64_t)claim->most_on_ko << 49;
}

/* payload 0 is that of an unknown position. */
static inline Claim claim_unpack(uint64_t payload) {
    if (payload == 0) {
        return claim_unknown();
    }
    return (Claim){.least = (int)(payload & 127) - 64,
                   .most = (int)(payload >> 7 & 127) - 64,
                   .least_on_ko = (payload >> 38 & 1) != 0,
                   .most_on_ko = (payload >> 49 & 1) != 0,
                   .move = (int)(payload >> 14 & 127) - 1,
                   .depth = (int)(payload >> 21 & 511),
                   .target = (int)(payload >> 30 & 127) - 64,
                   .is_attacker = (payload >> 37 & 1) != 0,
                   .work = (int)(payload >> 39 & 63)};
}

#endif
