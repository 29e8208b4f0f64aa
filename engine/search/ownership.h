/* An evaluator's ownership of the points of a finished position, from which dead stones are told.
 * Any thread may ask. */
#ifndef ENGINE_SEARCH_OWNERSHIP_H
#define ENGINE_SEARCH_OWNERSHIP_H

#include "engine/eval/evaluator.h"
#include "engine/go/ending/stone_status.h"

/* Returns OWNERSHIP_UNKNOWN if the evaluator does not predict ownership; otherwise it must outlive
 * the source. */
OwnershipSource ownership_of_evaluator(const Evaluator *evaluator);

#endif
