/* Checks as data. A line is a command, which must succeed unless a "#?" (expect.h) is below it; all
 * else begins with '#':
 *
 *     # ...                    a comment
 *     #new [SIZES]             a new game, on a board of the first of these sizes that the engine
 *                              takes; else the rest is skipped
 *     #> LINE  #>> BYTES       sent without waiting; without a newline
 *     #< EXPECTED              the next answer must match
 *     #<< EXPECTED             that answer or a later one must match
 *     #reports N S             waits at most S seconds for N reports of an analysis
 *     #close                   closes the engine's input
 *     #ends [REGEX]            the engine must end by itself. What is left to read, with "(end)"
 *                              behind it, must match, or else be empty lines
 *     #each A, B               the lines up to #done for each item: <0>, its first word <1> and
 *                              what is behind it <2>. A loop ends with the game
 *     #each 1..9               numbers; "commands": all that the engine lists; "answer": the words
 *                              of the last answer; "stones", "empty", "around": referee.h
 *     #if EXPECTED             the lines up to #done if the last answer matches
 *     #file TEXT               writes a file, for which <file> stands
 *     #clock S                 S seconds are on the controller's clock
 *     #let NAME TEXT           <NAME> stands for the text, in all checks
 *
 * In all lines \xHH is a byte, \n a newline, <6000*TEXT> repeats a text, and <needed> (of "#needs
 * a|b" the first that the engine lists), <move> (the last word of the last answer), <turn> (the
 * side to move) and <clock> stand for what they say. */
#ifndef REGRESS_COMPLY_SCRIPT_H
#define REGRESS_COMPLY_SCRIPT_H

#include "regress/comply/probe.h"

/* Runs the check up to its first complaint. */
void script_run(const CheckList *list, const ComplyCheck *check, Probe *probe);

#endif
