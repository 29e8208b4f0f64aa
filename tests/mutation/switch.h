/* Which of the changes of tests/mutation/mutate the program has, and which places of them it has
 * come to. The program of BUILD=mutation has every change, and chooses one when it starts: that of
 * the number in MUTANT, or none. Children choose the same. */
#ifndef TESTS_MUTATION_SWITCH_H
#define TESTS_MUTATION_SWITCH_H

enum { MUTANTS_MAX = 1 << 16 };

/* 0: the program without a change. */
extern int mutant_active;

/* By number: has the program come to the statement that the mutant changes? Shared by all processes
 * for which MUTANT_REACHED names the same file. */
extern unsigned char *mutant_reached;

#endif
