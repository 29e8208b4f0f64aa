/* Predicates on a JSON object, separated by "; ":
 *
 *     rootInfo.winrate:0..1            a number from 0 to 1; also :int :number :bool :text :list
 *     id=q                             this text, number, true or false
 *     version~[0-9]+\.[0-9]+           the whole text matches (suite/pattern.h)
 *     moveInfos.*.order=@index         of each element; @index is its index
 *     moveInfos.*.pvVisits#@pv         as many elements as pv beside it
 *     ownership#81  pv#1..2            it has 81 elements, 1 or 2
 *     policy+1                         the positive elements have this sum
 *     error  !error                    it is there; it is not there */
#ifndef REGRESS_COMPLY_PREDICATE_H
#define REGRESS_COMPLY_PREDICATE_H

#include "engine/base/json.h"

/* Are all of them true? If not, adds the first that is not to why. */
bool predicates_hold(const json_t *object, const char *predicates, Text *why);

#endif
