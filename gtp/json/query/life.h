/* The field "life": a problem of life and death beside the search. */
#ifndef GTP_JSON_QUERY_LIFE_H
#define GTP_JSON_QUERY_LIFE_H

#include "engine/solve/goal/goal.h"
#include "gtp/json/query/field.h"

struct QueryLife {
    Zone targets;    /* stones of the chains */
    Zone region;     /* where both sides may play; has_region: it was given */
    bool has_region; /* otherwise it is found around the targets */
    bool any;        /* one of the targets, not all of them */
    int64_t nodes;   /* for each question */
    double seconds;  /* for all of them */
    int threats[2];  /* [color]: bans on kos that the side may break, besides the usual answers */
};

/* Reads the field into *life, which the caller frees; NULL if it is absent. Returns false if there
 * was an error, which has been reported. */
bool life_read(const FieldReader *reader, QueryLife **life);

/* Makes the problem of a position a goal. Returns false with a message if its targets are not
 * stones of one color or nothing can be played in the region. */
bool life_make_goal(const QueryLife *life, const Board *board, Goal *goal, Status *status);

#endif
