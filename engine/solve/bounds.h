/* What the table knows about a position, for the color to move ("mover"), in one payload of tt/:
 *
 *     bits 0-6     lower + 64     the mover's score is at least this      (-63: nothing known)
 *     bits 7-13    upper + 64     and at most this                        (63: nothing known)
 *     bits 14-20   target + 64    a question that was left open, "does the mover reach at least
 *                                 target?",
 *     bits 21-28   half depth     by searches of this depth for the opponent's success,
 *     bits 29-36   half depth     and of this one for the mover's
 *     bits 37-42   work           log2 of the positions searched for it
 *     bit  43      age            (tt/table.h)
 *     bits 44-63   rest           what lower rests on if the mover wins by it, or upper if the
 *                                 opponent does: kos taken; under simple ko the distance
 *
 * Scores are area, komi 0. The bounds hold on every path that has none of their kos (README.md).
 * The open question only says that a search would be in vain. */
#ifndef ENGINE_SOLVE_BOUNDS_H
#define ENGINE_SOLVE_BOUNDS_H

#include "tt/table.h"

/* A set of boards that the winner makes by taking a ko, as a filter: each board stands for one of
 * BOUNDS_KOS bits, which others may share. */
typedef uint32_t Kos;

enum { BOUNDS_KOS = 20, BOUNDS_KOS_ALL = (1 << BOUNDS_KOS) - 1 };

typedef struct {
    int lower, upper;
    Kos kos;
    int target; /* of the open question */
    /* [is the mover the attacker?]: the depth of the search that left it open, rounded up to an
     * even number; 0: none */
    int open[2];
    int work;
} Bounds;

enum { BOUNDS_WORK_SHIFT = 37, BOUNDS_AGE_SHIFT = 43, BOUNDS_KOS_SHIFT = 44 };

enum { BOUNDS_LOWER_NONE = -63, BOUNDS_UPPER_NONE = 63, BOUNDS_DEPTH_MAX = 510 };

static const TableLayout BOUNDS_LAYOUT = {.age = {BOUNDS_AGE_SHIFT, 1},
                                          .work = {BOUNDS_WORK_SHIFT, 6}};

static inline Bounds bounds_unknown(void) {
    return (Bounds){.lower = BOUNDS_LOWER_NONE, .upper = BOUNDS_UPPER_NONE};
}

static inline uint64_t bounds_pack(const Bounds *bounds) {
    return (uint64_t)(bounds->lower + 64) | (uint64_t)(bounds->upper + 64) << 7 |
           (uint64_t)(bounds->target + 64) << 14 | (uint64_t)(bounds->open[0] / 2) << 21 |
           (uint64_t)(bounds->open[1] / 2) << 29 | (uint64_t)bounds->work << BOUNDS_WORK_SHIFT |
           (uint64_t)bounds->kos << BOUNDS_KOS_SHIFT;
}

/* payload 0 is that of an unknown position. */
static inline Bounds bounds_unpack(uint64_t payload) {
    if (payload == 0) {
        return bounds_unknown();
    }
    return (Bounds){.lower = (int)(payload & 127) - 64,
                    .upper = (int)(payload >> 7 & 127) - 64,
                    .target = (int)(payload >> 14 & 127) - 64,
                    .open = {2 * (int)(payload >> 21 & 255), 2 * (int)(payload >> 29 & 255)},
                    .work = (int)(payload >> BOUNDS_WORK_SHIFT & 63),
                    .kos = (Kos)(payload >> BOUNDS_KOS_SHIFT)};
}

#endif
