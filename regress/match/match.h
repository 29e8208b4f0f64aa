/* The match runner. Plays games between GTP engines under our rules and clock, and keeps them in a
 * log from which a killed match resumes.
 *
 * Invariant: a finished game is on disk before its worker begins another; the result of a match is
 * made from what the log holds and nothing else. No engine outlives the match. */
#ifndef REGRESS_MATCH_MATCH_H
#define REGRESS_MATCH_MATCH_H

/* argv[0] is the path of this program; the options follow, without the subcommand's name. Returns
 * the exit status that --help describes. */
int match_main(int argc, char **argv);

#endif
