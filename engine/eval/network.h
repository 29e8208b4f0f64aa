/* The evaluator that asks a KataGo network, on the CPU.
 *
 * Any number of threads may use a Network at once, except to close it. */
#ifndef ENGINE_EVAL_NETWORK_H
#define ENGINE_EVAL_NETWORK_H

#include <pthread.h>

#include "engine/base/deadline.h"
#include "engine/eval/evaluator.h"
#include "engine/eval/net/fast/fast.h"

/* A question about a game's present position. */
typedef struct {
    const Game *game;
    Color color; /* to move */
    Symmetry symmetry;
    int symmetries; /* images to average over, beginning with that one; 0: only that one */
    NetInputParameters input;
} NetworkRequest;

typedef struct Network Network;

/* The path that means the network that is compiled in. A file of this name is "./inside". */
extern const char NETWORK_INSIDE[];

typedef struct {
    Precision precision;
    bool caches; /* calibrations are kept in the user's cache folder, as fast_open does */
} NetworkOptions;

/* Reads a network's file, or the one inside (NETWORK_INSIDE), without preparing it for evaluation.
 * Returns NULL with a message on failure. The caller frees it (model_free). */
Model *network_read_model(const char *path, Status *status);

/* Opens a network, which takes seconds for a large one. Returns NULL with a message if the file is
 * not a usable network, if no network is inside, or if out of memory. The path is copied. */
Network *network_open(const char *path, const NetworkOptions *options, Status *status);
void network_close(Network *network); /* may be NULL */

/* The network as an evaluator, which lives as long as the network. It sees a random image each
 * time, or several if a request asks for them. If memory runs out or an answer is not finite, it
 * answers an even game in which all moves have the same weight. */
const Evaluator *network_evaluator(const Network *network);

const char *network_path(const Network *network);    /* as given to network_open */
const char *network_name(const Network *network);    /* as written in the file */
int network_version(const Network *network);         /* of the file's format */
Precision network_precision(const Network *network); /* never PRECISION_AUTO */

/* Is it a human-play network? Then each request should have a profile. */
bool network_has_encoder(const Network *network);

/* Sets excludes_atari of rules that it matters to: as asked (0, 1), or if that is negative as the
 * network (NULL: none) was trained. */
void network_set_rules(const Network *network, int asked, Rules *rules);

/* Does it have an optimistic policy that is used? That of a human-play network is not. */
bool network_has_optimism(const Network *network);

/* Returns false with a message if it is a human-play network and there is no profile. */
bool network_check_profile(const Network *network, const HumanProfile *profile, Status *status);

/* Evaluates the position, from the view of the side to move. Returns false with a message if out of
 * memory or if the answer is not finite. */
bool network_evaluate(Network *network, const NetworkRequest *request, NetAnswer *answer,
                      Status *status);

/* Returns false with a message unless the answer is finite; NULL means that memory ran out. */
bool network_check_answer(const NetAnswer *answer, Status *status);

/* Translates an answer, from the view of the side to move, to an evaluator's. NULL, or one that is
 * not finite, becomes an even game in which all moves have the same weight. */
void network_translate(const EvalRequest *request, const NetAnswer *from, EvalAnswer *to);

Fast *network_fast(const Network *network);

/* ---- Opening in a thread, so that the program can answer commands meanwhile; at once if the
 * system grants no thread. Any number of threads may wait for a NetworkLoad at once. ---- */

typedef struct NetworkLoad NetworkLoad;

/* Starts opening a network. Returns NULL with a message if the file cannot be read, or if out of
 * memory. The path is copied. */
NetworkLoad *network_load_start(const char *path, const NetworkOptions *options, Status *status);

/* Waits for the network, which belongs to the load. Returns NULL with a message, always the same,
 * if the file is not a usable network; without one if load is NULL. */
Network *network_load_wait(NetworkLoad *load, Status *status);

typedef enum { NETWORK_LOAD_NOT_YET, NETWORK_LOAD_READY, NETWORK_LOAD_UNUSABLE } NetworkLoadState;

/* Waits until the deadline at most. Sets *network if it is ready, *status if it is unusable. */
NetworkLoadState network_load_wait_until(NetworkLoad *load, const Deadline *deadline,
                                         Network **network, Status *status);

/* Is the network still being opened? */
bool network_load_is_under_way(NetworkLoad *load);

/* Waits until the network is opened, and closes it. load may be NULL. */
void network_load_free(NetworkLoad *load);

/* ---- The memory with which a thread evaluates positions, and lists of idle ones. A Workspace
 * belongs to one thread between take and return; any number of threads may use a list (workspace.c)
 * ---- */

typedef struct Workspace {
    FastStream *stream;
    TrialGame *trial_game;
    NetAnswer *answers;     /* [batch_max] */
    struct Workspace *next; /* idle */
} Workspace;

typedef struct {
    Fast *fast;
    int batch_max; /* positions that a workspace evaluates at once */
    pthread_mutex_t mutex;
    Workspace *idle; /* guarded by the mutex */
} WorkspaceList;

void workspace_list_init(WorkspaceList *list, Fast *fast, int batch_max);
void workspace_list_clear(WorkspaceList *list); /* frees the idle workspaces */

/* Makes a workspace even if idle ones exist. Returns NULL if out of memory. */
Workspace *workspace_new(const WorkspaceList *list);

/* Takes an idle workspace, or makes one. Returns NULL if out of memory. */
Workspace *workspace_take(WorkspaceList *list);
void workspace_return(WorkspaceList *list, Workspace *workspace); /* NULL: does nothing */

/* What the network is told of the position of a request, valid until the workspace is asked again.
 * Returns NULL if out of memory. */
const Situation *workspace_describe(Workspace *workspace, const NetworkRequest *request);
const Situation *workspace_describe_path(Workspace *workspace, const EvalRequest *request);

#endif
