/* The match runner: games between GTP engines, under our rules and clock, kept in a log that a
 * killed match resumes from.
 *
 * Invariant: a finished game is on the disk before its worker begins another; the result of a match
 * is made from what the log holds and nothing else. No engine outlives the match. */
#ifndef REGRESS_MATCH_MATCH_H
#define REGRESS_MATCH_MATCH_H

/* What --help prints before the options, and behind them. */
extern const char MATCH_HELP[], MATCH_OUTPUT_HELP[];

/* argv[0] is the path of this program, the options follow it (the subcommand's name is left out).
 * Returns the exit status: 0 where all games have been played or the sequential test has decided, 1
 * where they have not, 2 where an option is wrong, 128 and the signal's number where one ended it.
 */
int match_main(int argc, char **argv);

#endif
