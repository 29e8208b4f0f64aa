/* What a response must be, as a check writes it behind "#?" and "#<":
 *
 *     #? [REGEX]            "=", and the whole body matches as GoGui reads it (suite/pattern.h)
 *     #? ?[REGEX]           a refusal whose message matches
 *     #? =  #? ?  #? *      success, a refusal, either; the brackets may follow
 *     #? =12 [REGEX]        with this id; otherwise with none
 *     #? number B+3.5       this number however it is written, behind "B+" or "W+" if given
 *     #? set C3 G7          these words in any order, each once
 *     #? distinct words     no word twice; "distinct labels": of lines TYPE/LABEL/COMMAND
 *     #? within 1.5         it came within 1.5 seconds; "within b": within Black's time, which is
 *                           reduced by it
 *     #? legal w            White's move, the last word; "legal w superko": no repetition either
 *     #? report lz w        reports of White's moves, by the dialect lz or kata; "ownership" and
 *                           "pvVisits" may follow: it was asked for
 *     #? figure info winrate < 5000   a figure of the first report, behind "info" or "rootInfo"
 *     #? agree info scoreLead 0       a figure that is beyond 0 if winrate is beyond a half
 *     #? json PREDICATES    the first line is a JSON object of which they are true (predicate.h)
 *     #? [A] or ?[B]        one of them
 *     #? [A] -- WORDS       what reports say should have come
 *
 * In the JSON protocol a "#<" has predicates alone. */
#ifndef REGRESS_COMPLY_EXPECT_H
#define REGRESS_COMPLY_EXPECT_H

#include "regress/comply/probe.h"

/* Is the last response as expected? If not, adds what should have come to why. */
bool expect_holds(Probe *probe, const char *expected, Text *why);

/* Complains unless it is. */
void expect_response(Probe *probe, const char *expected);

#endif
