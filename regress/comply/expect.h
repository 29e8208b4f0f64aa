/* What an answer must be, as a check writes it behind "#?" and "#<":
 *
 *     #? [REGEX]            "=", and the whole body matches as GoGui reads it (suite/pattern.h)
 *     #? ?[REGEX]           a refusal whose message matches
 *     #? =  #? ?  #? *      success, a refusal, either; the brackets may follow
 *     #? =12 [REGEX]        with this id; otherwise with none
 *     #? in time            within the seconds on the clock, which it reduces
 *     #? legal w            White's move, the last word; "legal w superko": no repetition either
 *     #? object PREDICATES  all lines that are a JSON object or a report of an analysis ("info move
 *                           ...", read as an object with moveInfos, rootInfo and ownership) are so
 *     #? [A] or ?[B]        one of them; "skip": else the rest of the check is left out
 *     #? [A] -- WORDS       what reports say should have come
 *
 * In the JSON protocol there are predicates alone. They are separated by "; ":
 *
 *     id=q  order=@index    this text, number, true or false; @index: of the last '*'
 *     moveInfos.*.pv.0=@move   of each element; equal to a member beside it
 *     version~[0-9]+\.[0-9]+   the whole text matches
 *     winrate:0..1  pv:line    a number from 0 to 1; moves that can be played
 *     ownership#81  pv#1..2  pvVisits#@pv   it has as many elements
 *     error  !error  ?lcb:0..1   it is there; it is not; it is so if it is there */
#ifndef REGRESS_COMPLY_EXPECT_H
#define REGRESS_COMPLY_EXPECT_H

#include "regress/comply/probe.h"

/* Is the last answer as expected? If not, sets why to what should have come. */
bool expect_holds(Probe *probe, const char *expected, Text *why);

#endif
