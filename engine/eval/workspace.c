#include "engine/eval/network.h"

#include <stdlib.h>

void workspace_list_init(WorkspaceList *list, Fast *fast, int batch_max) {
    *list = (WorkspaceList){.fast = fast, .batch_max = batch_max};
    pthread_mutex_init(&list->mutex, NULL);
}

static void workspace_free(Workspace *workspace) {
    fast_stream_free(workspace->stream);
    trial_game_free(workspace->trial_game);
    free(workspace->answers);
    free(workspace);
}

void workspace_list_clear(WorkspaceList *list) {
    for (Workspace *next; list->idle != NULL; list->idle = next) {
        next = list->idle->next;
        workspace_free(list->idle);
    }
    pthread_mutex_destroy(&list->mutex);
}

Workspace *workspace_new(const WorkspaceList *list) {
    Workspace *workspace = calloc(1, sizeof *workspace);
    if (workspace == NULL) {
        return NULL;
    }
    workspace->stream = fast_stream_new(list->fast, list->batch_max);
    workspace->trial_game = trial_game_new();
    workspace->answers = calloc((size_t)list->batch_max, sizeof *workspace->answers);
    if (workspace->stream == NULL || workspace->trial_game == NULL || workspace->answers == NULL) {
        workspace_free(workspace);
        return NULL;
    }
    return workspace;
}

Workspace *workspace_take(WorkspaceList *list) {
    pthread_mutex_lock(&list->mutex);
    Workspace *workspace = list->idle;
    if (workspace != NULL) {
        list->idle = workspace->next;
    }
    pthread_mutex_unlock(&list->mutex);
    return workspace != NULL ? workspace : workspace_new(list);
}

void workspace_return(WorkspaceList *list, Workspace *workspace) {
    if (workspace != NULL) {
        pthread_mutex_lock(&list->mutex);
        workspace->next = list->idle;
        list->idle = workspace;
        pthread_mutex_unlock(&list->mutex);
    }
}

const Situation *workspace_describe(Workspace *workspace, const NetworkRequest *request) {
    return trial_game_play(workspace->trial_game, request->game, &request->input, request->color,
                           NULL, 0);
}

const Situation *workspace_describe_path(Workspace *workspace, const EvalRequest *request) {
    /* Turns alternate along the path: if its length is even, the side to move now moved first. */
    const Color mover = request->board->to_move;
    const Color first = request->path_length % 2 == 0 ? mover : color_opponent(mover);
    return trial_game_play(workspace->trial_game, request->game, &request->input, first,
                           request->path, request->path_length);
}
