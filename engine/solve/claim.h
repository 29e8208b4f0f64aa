/* What the table knows about a position, from the point of view of the colour to move ("mover"), in
 * one payload of tt/:
 *
 *     bits 0-6     least + 64     the mover's score is at least this      (-63: nothing known)
 *     bits 7-13    most + 64      and at most this                        (63: nothing known)
 *     bits 14-20   target + 64    a question that was left open, "does the mover reach at least
 *                                 target?",
 *     bits 21-28   half depth     by searches of this depth for the opponent's success,
 *     bits 29-36   half depth     and of this one for the mover's
 *     bits 37-42   work           log2 of the positions searched for it
 *     bit  43      age            (tt/table.h)
 *     bits 44-63   rest           what least rests on if the mover wins by it, or most if the
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

enum { CLAIM_KOS = 20, CLAIM_KOS_ALL = (1 << CLAIM_KOS) - 1 };

typedef struct {
    int least, most;
    Kos kos;
    int target; /* of the open question */
    /* [is the mover the attacker?]: the depth of the search that left it open, rounded up to an
     * even number; 0: none. At one position the depths of a question's searches are all even or all
     * odd.
     */
    int open[2];
    int work;
} Claim;

enum { CLAIM_WORK_SHIFT = 37, CLAIM_AGE_SHIFT = 43, CLAIM_KOS_SHIFT = 44 };

enum { CLAIM_LEAST_NONE = -63, CLAIM_MOST_NONE = 63, CLAIM_DEPTH_MAX = 510, CLAIM_WORK_MAX = 63 };

static const TableLayout CLAIM_LAYOUT = {.age = {CLAIM_AGE_SHIFT, 1},
                                         .work = {CLAIM_WORK_SHIFT, 6}};

static inline Claim claim_unknown(void) {
    return (Claim){.least = CLAIM_LEAST_NONE, .most = CLAIM_MOST_NONE};
}

static inline uint64_t claim_pack(const Claim *claim) {
    return (uint64_t)(claim->least + 64) | (uint64_t)(claim->most + 64) << 7 |
           (uint64_t)(claim->target + 64) << 14 | (uint64_t)(claim->open[0] / 2) << 21 |
           (uint64_t)(claim->open[1] / 2) << 29 | (uint64_t)claim->work << CLAIM_WORK_SHIFT |
           (uint64_t)claim->kos << CLAIM_KOS_SHIFT;
}

/* payload 0 is that of an unknown position. */
static inline Claim claim_unpack(uint64_t payload) {
    if (payload == 0) {
        return claim_unknown();
    }
    return (Claim){.least = (int)(payload & 127) - 64,
                   .most = (int)(payload >> 7 & 127) - 64,
                   .target = (int)(payload >> 14 & 127) - 64,
                   .open = {2 * (int)(payload >> 21 & 255), 2 * (int)(payload >> 29 & 255)},
                   .work = (int)(payload >> CLAIM_WORK_SHIFT & 63),
                   .kos = (Kos)(payload >> CLAIM_KOS_SHIFT)};
}

#endif
