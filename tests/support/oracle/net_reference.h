/* KataGo's own answers, from the folder that DIHEDRA_SHARED names (../shared if it is not set), and
 * how an evaluator is compared with them. A name with a slash is a path instead. Tests are skipped
 * if the files are not there. */
#ifndef TESTS_SUPPORT_ORACLE_NET_REFERENCE_H
#define TESTS_SUPPORT_ORACLE_NET_REFERENCE_H

#include "engine/eval/net/answer.h"
#include "tests/support/program/cleanup.h"

/* How far an answer may be from KataGo's: probabilities, points (for squares of them, 1e-4 of the
 * square more), ownership of -1 to 1. */
typedef struct {
    double probability, points, ownership;
} NetTolerance;

/* Evaluates one position turned by a symmetry. Returns false if it fails. */
typedef bool (*NetEvaluate)(void *evaluator, const Situation *situation, Symmetry symmetry,
                            NetAnswer *answer);

/* The path of a file: a name with a slash is a path already, others are in the folder shared/nets.
 * Skips the test if the file is not there. */
void net_reference_find(char path[256], const char *name);

/* Reads a network of the folder. The caller frees it. */
Model *net_reference_model(const char *network);

/* Compares the evaluator's answers with a file of references, which must have count lines. */
void net_reference_expect(const char *references, NetEvaluate evaluate, void *evaluator, int count,
                          const NetTolerance *tolerance);

#endif
