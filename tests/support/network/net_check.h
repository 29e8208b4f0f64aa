/* Reads and opens networks that tests describe, and compares the answers of two evaluators. Every
 * function fails the test if something unexpected happens. */
#ifndef TESTS_SUPPORT_NETWORK_NET_CHECK_H
#define TESTS_SUPPORT_NETWORK_NET_CHECK_H

#include "engine/eval/net/fast/fast.h"
#include "engine/eval/network.h"
#include "tests/support/network/net_spec.h"
#include "tests/support/program/cleanup.h"

/* Has the model freed when the test ends. Returns it. */
Model *model_kept(Model *model);

/* Have the evaluator, and a new stream of it, freed when the test ends. */
Fast *fast_kept(Fast *fast);
FastStream *fast_stream_kept(Fast *fast, int batch_max);

/* The network of a spec, read from its bytes. It is freed when the test ends. */
Model *net_check_read(const NetSpec *spec);

/* The same as an evaluator, by a file that is gone afterwards. Returns NULL with the reason if it
 * is refused. */
Network *net_check_open(const NetSpec *spec, const NetworkOptions *options, Status *status);

/* Fails unless got is within error + error * |expected|. */
void net_check_within(const char *what, double got, double expected, double error);

/* Compares every figure of an answer, on a board of this many cells. */
void net_check_same(const NetAnswer *got, const NetAnswer *expected, int cells, double error);

#endif
