/* The memory with which a thread evaluates positions, and lists of idle ones.
 *
 * A Workspace belongs to one thread between take and return. Any number of threads may use a list.
 */
#ifndef ENGINE_EVAL_WORKSPACE_H
#define ENGINE_EVAL_WORKSPACE_H

#include <pthread.h>

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
