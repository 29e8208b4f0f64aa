/* Positions that several suites judge. */
#ifndef TESTS_SUPPORT_POSITION_POSITIONS_H
#define TESTS_SUPPORT_POSITION_POSITIONS_H

/* Two black stones at the lower left are dead, and three at the bottom. To random games the two and
 * the four white stones above them are a seki. */
static const char TAKEN_FOR_SEKI[] = ". . O X X . . . .\n"
                                     ". O O O X X . . .\n"
                                     "O O X X O . . . .\n"
                                     "O X X O . . . . .\n"
                                     ". O X X X . X X X\n"
                                     "O O X . X X X O O\n"
                                     ". O X X O O O O O\n"
                                     "X X O O X X X O O\n"
                                     ". O . . O . O . .\n";

/* A seki at the bottom: one black and one white chain, each with an eye, share a liberty that
 * neither can fill without being captured. */
static const char SEKI[] = "X . X O . O\n"
                           "X X X O O O\n"
                           ". X X O O .\n"
                           "X X X O O O\n"
                           "O O O X X X\n"
                           ". O . X X .\n";

/* Both colors live; the white stones B2, C2 and C3 are dead. By area Black has 28 points and White
 * 21; by territory Black has 7 and 3 prisoners, White 7. */
static const char ENDED_GAME[] = ". X . X O . .\n"
                                 "X X X X O . .\n"
                                 ". X X X O O O\n"
                                 "X X X X O . O\n"
                                 "X . O X O O .\n"
                                 "X O O X O O O\n"
                                 "X X X X O . O\n";

#endif
