/* The numbers of the prior's features: what a move has or lacks. */
#ifndef ENGINE_EVAL_PRIOR_FEATURES_H
#define ENGINE_EVAL_PRIOR_FEATURES_H

#include "engine/go/playout/pattern.h"

/* The groups of features, each by its first number. A move has at most one feature of a group, but
 * in those from PRIOR_CAPTURE to PRIOR_STRETCH one for each chain beside it. "How many" is a class
 * of stones: 1, 2, 3 to 4, more. */
enum {
    PRIOR_BUCKET_BITS = 14,
    PRIOR_BUCKETS = 1 << PRIOR_BUCKET_BITS, /* of hashed neighborhoods */

    PRIOR_SHAPE = 0,                            /* the 3x3 neighborhood */
    PRIOR_LAST = PRIOR_SHAPE + PATTERN_NUMBERS, /* distance to the last move by its urgency */
    PRIOR_BEFORE = PRIOR_LAST + 4 * 20,         /* distance to the move before it */
    PRIOR_LINE = PRIOR_BEFORE + 20,             /* distance to the edge by phase of game */
    PRIOR_NEAR = PRIOR_LINE + 3 * 10,           /* to the next stone of either side by line */
    PRIOR_CORNER = PRIOR_NEAR + 5 * 7 * 7, /* both lines in a corner, by who has stones there */
    PRIOR_CAPTURE = PRIOR_CORNER + 6 * 28, /* takes stones: how many; does it save own ones? */
    PRIOR_RECAPTURE = PRIOR_CAPTURE + 8,   /* takes the chain of the last move */
    PRIOR_ESCAPE = PRIOR_RECAPTURE + 1,    /* saves own stones in atari: how many */
    PRIOR_FUTILE = PRIOR_ESCAPE + 4,       /* extends a chain that is lost all the same */
    PRIOR_LADDER = PRIOR_FUTILE + 1,       /* begins a ladder that works: how many */
    PRIOR_ATARI = PRIOR_LADDER + 4,        /* any other atari; on the last move's chain? */
    PRIOR_AVOID = PRIOR_ATARI + 2,         /* takes own stones out of a ladder: how many */
    PRIOR_SQUEEZE = PRIOR_AVOID + 4,       /* leaves an opponent's chain two liberties */
    PRIOR_STRETCH = PRIOR_SQUEEZE + 1,     /* touches an own chain of three liberties */
    PRIOR_SELF_ATARI = PRIOR_STRETCH + 1,  /* of one stone, of two to four, of more */
    PRIOR_CONNECT = PRIOR_SELF_ATARI + 3,  /* joins two own chains; or more */
    PRIOR_TOUCH = PRIOR_CONNECT + 2,       /* touches two of the opponent's; or more */
    PRIOR_ENCLOSED = PRIOR_TOUCH + 2,      /* a point surrounded by own stones */
    PRIOR_PASS = PRIOR_ENCLOSED + 1,       /* a pass; a pass in answer to one */
    PRIOR_MEDIUM = PRIOR_PASS + 2,         /* 12 points around, hashed */
    PRIOR_LARGE = PRIOR_MEDIUM + PRIOR_BUCKETS, /* 20 points around, hashed */
    PRIOR_FEATURES = PRIOR_LARGE + PRIOR_BUCKETS,

    PRIOR_FEATURES_MAX = 40, /* of one move */
};

#endif
