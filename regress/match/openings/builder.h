/* Makes lists of openings, one game after the other. Private to the files that read or draw
 * openings (file.c, sample.c).
 *
 *     ok = builder_init(&builder, ...) && (moves on builder.game) && builder_add(&builder, ...)
 * ...; return builder_end(&builder, ok);
 *
 * A builder belongs to one thread. */
#ifndef REGRESS_MATCH_OPENINGS_BUILDER_H
#define REGRESS_MATCH_OPENINGS_BUILDER_H

#include "engine/base/json.h"
#include "regress/match/openings/openings.h"

typedef struct {
    Openings *openings; /* the list that is being made */
    Game *game;         /* the opening that is being made */
    json_t *positions;  /* by the canonical key of a position: the first opening that leads to it */
} Builder;

/* Begins with an empty list and an empty game of this size and these rules. builder_end must
 * follow, even after a failure. */
bool builder_init(Builder *builder, const OpeningBoard *board, Openings *openings, Status *status);

/* Is the position of the builder's game, up to symmetry, that of an opening in the list? */
bool builder_knows_position(const Builder *builder);

/* Adds the builder's game to the list, as an opening at this line of its file. */
bool builder_add(Builder *builder, int line, Status *status);

/* Frees the builder's memory, and the openings too unless ok. Returns ok. */
bool builder_end(Builder *builder, bool ok);

#endif
