/* What is proved about groups in doubt whose life depends on the next move.
 *
 * A group is a dragon (engine/solve/dragon/) in a closed region. The reading assumes that the
 * stones around the region cannot be captured, and leaves out what it does not decide within a few
 * positions. A LifeReader belongs to one thread. */
#ifndef ENGINE_PLAYER_LIFE_H
#define ENGINE_PLAYER_LIFE_H

#include "engine/search/search_limits.h"

typedef struct LifeReader LifeReader;

/* Returns NULL if out of memory. */
LifeReader *life_reader_new(void);
void life_reader_free(LifeReader *reader); /* may be NULL */

/* Finds the moves of color, which is to move, that decide about groups: they save own ones that
 * would be killed otherwise, or kill the opponent's that would be saved. Returns whether there are
 * any. ownership[point]: 1 Black's, -1 White's; groups whose owner is least sure are asked first;
 * NULL if not known. nodes: of all searches together. */
bool life_find_hint(LifeReader *reader, const Board *board, Color color, const float *ownership,
                    const Deadline *deadline, int64_t nodes, RootHint *hint);

#endif
