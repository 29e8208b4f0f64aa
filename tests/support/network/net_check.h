/* Reads and opens networks that tests describe, and compares the answers of two evaluators. Every
 * function fails the test if something unexpected happens. */
#ifndef TESTS_SUPPORT_NETWORK_NET_CHECK_H
#define TESTS_SUPPORT_NETWORK_NET_CHECK_H

#include "engine/eval/net/fast/fast.h"
#include "engine/eval/network.h"
#include "tests/support/network/net_spec.h"
#include "tests/support/program/temporary_path.h"

/* Has the model freed when the test ends. Returns it. */
Model *model_kept(Model *model);

/* Have the evaluator, and a new stream of it, freed when the test ends. */
Fast *fast_kept(Fast *fast);
FastStream *fast_stream_kept(Fast *fast, int batch_max);

/* The network of a spec, read from its bytes. It is freed when the test ends. */
Model *net_check_read(const NetSpec *spec);

/* Writes it to a new file, which is removed when the test ends. */
void net_check_write(const NetSpec *spec, char path[TEMPORARY_PATH_MAX]);

/* The same as an evaluator in fp32. Returns NULL with the reason if it is refused. */
Network *net_check_open(const NetSpec *spec, Status *status);

/* That of a small network, which must open. */
Network *net_check_open_small(int version, uint64_t seed);

/* Fails unless got is within error + error * |expected|. */
void net_check_within(const char *what, double got, double expected, double error);

/* Compares every figure of an answer, on a board of this many cells. */
void net_check_same(const NetAnswer *got, const NetAnswer *expected, int cells, double error);

#endif
