/* Checks as data. A line is a command, which must succeed unless a "#?" (expect.h) is below it; all
 * else begins with '#':
 *
 *     # ...                    a comment
 *     #new [SIZE]              a new game, on a board of the usual size
 *     #want COMMAND            the rest is skipped unless the engine takes it
 *     #> LINE  #>> BYTES       sent without waiting; without a newline. "#>*300 LINE": 300 times
 *     #< EXPECTED              the next response must be so; "#<*300 EXPECTED": the next 300
 *     #until A | B             JSON: reads lines until A and B have been true of one each
 *     #until *100 A            the same of 100 lines
 *     #never A                 JSON: until the next #never, no line of #until may be so
 *     #reports 2 [timely]      waits for reports of an analysis; timely: by a third of the timeout
 *     #within S  #wait S       seconds for the next answers; a pause
 *     #close                   closes the engine's input
 *     #ends [0]                the engine must end by itself; with exit status 0
 *     #output [REGEX]          all that it writes until it ends, and "(end)"
 *     #collect  #all EXPECTED  from here on; the bodies of all responses since then together
 *     #each A, B               the lines up to #done for each item: <0>, its words <1> to <9>, and
 *                              <rest>, those behind the first. A loop ends with the game
 *     #each 1..9               numbers; "commands": all that the engine lists; "answer": the words
 *                              of the last response; "around": the empty points beside the last
 *                              move, then that
 *     #each listed A, B        those that the engine lists; "unlisted": the others
 *     #first listed A, B       the lines up to #done for the first such item
 *     #if COMMAND              the lines up to #done if the engine takes it
 *     #if listed A             if it lists A; "#if answer EXPECTED": if the last response is so
 *     #file TEXT               writes a file, for which <file> stands
 *     #clock S                 both sides have S seconds on the controller's clock
 *     #board                   the engine must have the stones of the game so far
 *     #let NAME TEXT           <NAME> stands for the text, in all checks
 *
 * In all lines \xHH is a byte, \n a newline, <6000*TEXT> repeats a text, and <size>, <small>,
 * <move> (the last word of the last response), <b>, <w> (seconds left on the clocks) and <i> (of
 * "#>*300", from 0) stand for what they say. */
#ifndef REGRESS_COMPLY_SCRIPT_H
#define REGRESS_COMPLY_SCRIPT_H

#include "regress/comply/probe.h"

/* Runs the check up to its first complaint. */
void script_run(const CheckList *list, const ComplyCheck *check, Probe *probe);

#endif
