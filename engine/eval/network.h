/* The evaluator that asks a KataGo network, on a plain CPU. Networks are built in if
 * oneDNN is installed; otherwise network_open fails and says so. */
#ifndef ENGINE_EVAL_NETWORK_H
#define ENGINE_EVAL_NETWORK_H

#include "engine/eval/evaluator.h"
#include "engine/eval/net/fast/fast.h"

typedef struct Network Network;

enum { NETWORK_RANDOM = -1 };

typedef struct {
    Precision precision;
    int symmetry;  /* that the network sees of each position: a Symmetry, or NETWORK_RANDOM */
    int batch_max; /* positions evaluated at once, 1..FAST_BATCH_MAX */
} NetworkOptions;

/* False, and what is missing as the message, where networks are not built in. */
bool network_is_built_in(Status *status);

/* NULL with a message where the file is no network that can be used. Some seconds for a large one.
 */
Network *network_open(const char *path, const NetworkOptions *options, Status *status);
void network_close(Network *network);

/* For any number of threads at once. A position that it has no memory for, or no finite answer, is
 * even and all its moves are alike. */
const Evaluator *network_evaluator(const Network *network);

const char *network_path(const Network *network);    /* as it was opened */
const char *network_name(const Network *network);    /* that the file has */
int network_version(const Network *network);         /* of the file's format */
Precision network_precision(const Network *network); /* never PRECISION_AUTO */

/* All that the network says of the game's present position with color to move, from its view. False
 * where memory runs out or the answer is not finite. Any thread may ask. */
bool network_evaluate(Network *network, const Game *game, Color color, Symmetry symmetry,
                      NetAnswer *answer);

/* Floating-point operations of an evaluation: two for each weight of a convolution at each point.
 */
double network_flop(const Network *network, int width, int height);

/* Seconds of all threads together since it was opened. Exact while nobody evaluates. */
FastTimes network_times(Network *network);

/* The most floating-point operations a second that one thread reaches here in the network's
 * precision: a product of matrices by the library, the best of some. 0 where that fails. */
double network_peak(Network *network);

#endif
