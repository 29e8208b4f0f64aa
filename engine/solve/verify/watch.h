/* What a long check gives besides its result: how far it is, and where it failed. The caller that
 * is told may end it. */
#ifndef ENGINE_SOLVE_VERIFY_WATCH_H
#define ENGINE_SOLVE_VERIFY_WATCH_H

#include <stddef.h>

#include "engine/solve/verify/slow.h"

/* What a path through a cyclic part failed at: engine/solve/proof repairs the strategy by it. */
typedef struct {
    bool winner_is_banned; /* if not, a reply without a record is not banned */
    int section;
    SlowBoard *boards; /* the path, as the winner sees it, and the board that it failed at */
    size_t count;
} VerifyFailure;

typedef struct {
    VerifyFailure *list;
    size_t count;
} VerifyFailures;

/* Is told now and then how much of a part of the work is done; all is 0 if that is not known.
 * Returns false to end the work. */
typedef bool VerifyTell(void *context, const char *part, size_t done, size_t all);

/* Either may be NULL. */
typedef struct {
    VerifyFailures *failures; /* the check goes on after a failure of a path to gather others; at
                                 first it must be empty */
    VerifyTell *tell;
    void *context; /* of tell */
} VerifyWatch;

enum { WATCH_EACH = 4096 /* steps of some microseconds or less between two tellings */ };

static const char WATCH_ENDED[] = "the check was ended"; /* the message then */

/* Tells that so many steps are done, if it is time to. Returns false if the work shall end. */
static inline bool watch_tell(const VerifyWatch *watch, const char *part, size_t done, size_t all) {
    return watch->tell == NULL || done % WATCH_EACH != 0 ||
           watch->tell(watch->context, part, done, all);
}

#endif
