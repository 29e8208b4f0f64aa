/* The evaluator that asks a KataGo network, on the CPU.
 *
 * Any number of threads may use a Network at once, except to close it. */
#ifndef ENGINE_EVAL_NETWORK_H
#define ENGINE_EVAL_NETWORK_H

#include "engine/eval/evaluator.h"
#include "engine/eval/net/fast/fast.h"

typedef struct Network Network;

enum { NETWORK_RANDOM = -1 }; /* a random image each time */

/* The path that means the network that is compiled in. A file of this name is "./inside". */
extern const char NETWORK_INSIDE[];

typedef struct {
    Precision precision;
    int symmetry;      /* the image that the network sees: a Symmetry, or NETWORK_RANDOM */
    int batch_max;     /* positions that a thread evaluates at once, 1..FAST_BATCH_MAX */
    int threads;       /* that will evaluate at once, and with which PRECISION_AUTO measures */
    bool tells_choice; /* PRECISION_AUTO says on standard error what it has chosen, and why */
} NetworkOptions;

/* Reads a network's file, or the one inside (NETWORK_INSIDE), without preparing it for evaluation.
 * Returns NULL with a message on failure. The caller frees it (model_free). */
Model *network_read_model(const char *path, Status *status);

/* Opens a network, which takes seconds for a large one. Returns NULL with a message if the file is
 * not a usable network, if there is none inside, or if out of memory. The caller closes it; the
 * path is copied.
 *
 * PRECISION_AUTO measures nothing for the network inside, so that it is ready at once: it takes
 * int16, which is faster than fp32 wherever there are vector instructions, or fp32 without them. */
Network *network_open(const char *path, const NetworkOptions *options, Status *status);
void network_close(Network *network); /* may be NULL */

/* The network as an evaluator, which lives as long as the network. To a request for which it is
 * out of memory, or whose answer is not finite, the answer is an even game in which all moves have
 * the same weight. */
const Evaluator *network_evaluator(const Network *network);

const char *network_path(const Network *network);    /* as given to network_open */
const char *network_name(const Network *network);    /* as written in the file */
int network_version(const Network *network);         /* of the file's format */
Precision network_precision(const Network *network); /* never PRECISION_AUTO */

/* Does the network imitate people? Then each request should have a profile. */
bool network_has_encoder(const Network *network);

/* Does it have an optimistic policy? Networks have one from version 12 on; that of a human-play
 * network is not used. */
bool network_has_optimism(const Network *network);

/* Returns false with a message if the network imitates people and there is no profile. */
bool network_check_profile(const Network *network, const HumanProfile *profile, Status *status);

typedef struct {
    const Game *game;
    Color color; /* to move in the game's present position */
    Symmetry symmetry;
    const HumanProfile *profile; /* NULL: none */
    double optimism;             /* 0..1: the share of the optimistic policy, if it has one */
    bool ignores_pre_root_history, conservative_pass; /* see EvalRequest */
    double playout_doublings;                         /* Black's; see Situation */
} NetworkRequest;

/* All that the network says of the position, from the view of the side to move. Returns false with
 * a message if out of memory or if the answer is not finite. */
bool network_evaluate(Network *network, const NetworkRequest *request, NetAnswer *answer,
                      Status *status);

/* Checks what an evaluation gave: NULL means that memory ran out. Returns false with a message
 * unless there is an answer and it is finite. */
bool network_check_answer(const NetAnswer *answer, Status *status);

/* Translates an answer, from the view of the side to move, to one of an evaluator. One that is not
 * finite, or NULL, becomes an even game in which all moves have the same weight. */
void network_translate(const EvalRequest *request, const NetAnswer *from, EvalAnswer *to);

/* What a caller that gathers batches needs of the network. */
Fast *network_fast(const Network *network);

/* Floating-point operations of an evaluation on a board of that size: two for each weight at
 * each point, and those of attention. */
double network_flop(const Network *network, int width, int height);

/* Seconds spent by all threads since it was opened. Exact while no thread evaluates. */
FastTimes network_times(Network *network);

/* The most floating-point operations a second that one thread reaches on this machine in the
 * network's precision, measured with a large product of matrices. Returns 0 if out of memory. */
double network_peak(Network *network);

#endif
