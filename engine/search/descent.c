#include "engine/search/descent.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "engine/go/board/score.h"
#include "engine/search/anti_mirror.h"
#include "engine/search/expand.h"
#include "engine/search/root.h"

static Step *last_step(Worker *worker) {
    return &worker->path[worker->length - 1];
}

/* A graph that cannot be cleaned any more stays full; nobody has to know. */
static void note_full(Scene *scene) {
    if (!scene->is_frozen) {
        atomic_store_explicit(&scene->is_full, true, memory_order_relaxed);
    }
}

/* ---- Playing an edge ---- */

/* Sets up the board after the first `length` steps of the path; the root is the first. */
static void replay_path(const Worker *worker, int length, Board *board) {
    board_copy(board, &worker->scene->root);
    for (int i = 1; i < length; i++) {
        board_play(board, (Color)board->to_move, worker->path[i].move);
    }
}

/* Does the board repeat a position of the path? If hashes agree, the path is played again and the
 * stones are compared. A search does not go in circles under any rules; only situational superko
 * tells positions apart by whose turn it is. */
static bool path_repeats(const Worker *worker) {
    const Game *game = worker->scene->game;
    const Board *board = &worker->board;
    for (int i = 0; i < worker->length; i++) {
        const Step *step = &worker->path[i];
        if (step->hash != board->hash.lane[0] ||
            (game->rules.ko == KO_SITUATIONAL && step->to_move != board->to_move)) {
            continue;
        }
        Board earlier;
        replay_path(worker, i + 1, &earlier);
        ColorCell cells[2][CELL_COUNT_MAX];
        board_get_cells(&earlier, cells[0]);
        board_get_cells(board, cells[1]);
        if (memcmp(cells[0], cells[1], (size_t)game->geometry->cell_count) == 0) {
            return true;
        }
    }
    return false;
}

/* Plays p on the worker's board unless that repeats a position. In that rare case the board is made
 * again from the path. */
static bool try_move(Worker *worker, Point p) {
    Board *board = &worker->board;
    board_play(board, (Color)board->to_move, p);
    if (p == POINT_PASS || (!game_repeats(worker->scene->game, board) && !path_repeats(worker))) {
        return true;
    }
    replay_path(worker, worker->length, board);
    return false;
}

Point descent_play_edge(Worker *worker, const Step *step, const GraphEdge *edge) {
    const Geometry *geometry = worker->board.geometry;
    const unsigned stabilizer = expand_symmetries(worker, step);
    for (Symmetry s = 0; s < SYMMETRY_COUNT; s++) {
        if (stabilizer >> s & 1) {
            const Point image = geometry_map_image(geometry, step->orientation, s, edge->move);
            const Point p = geometry_unmap_point(geometry, step->orientation, image);
            if (try_move(worker, p)) {
                return p;
            }
        }
    }
    return POINT_NONE;
}

static void push(Worker *worker, GraphNode *node, GraphEdge *edge, Point move) {
    worker->path[worker->length++] = (Step){
        .node = node,
        .edge = edge,
        .hash = worker->board.hash.lane[0],
        .orientation = worker->key.key.orientation,
        .to_move = worker->board.to_move,
        .move = move,
    };
    if (edge != NULL) {
        worker->moves[worker->length - 2] = move;
        atomic_fetch_add_explicit(&edge->running, 1, memory_order_relaxed);
    }
}

void descent_start(Worker *worker) {
    const Scene *scene = worker->scene;
    board_copy(&worker->board, &scene->root);
    worker->key = scene->root_key;
    worker->length = 0;
    push(worker, scene->root_node, NULL, POINT_NONE);
}

typedef enum {
    STEP_DEEPER,   /* the playout goes on from a child */
    STEP_EVALUATE, /* the present position must be evaluated */
    STEP_KNOWN,    /* the child has more visits than the edge: its value is good enough (KataGo,
                      docs/GraphSearch.md) */
} StepResult;

static GraphEdge *select_for(Worker *worker, const Step *step, GraphEdge *edges,
                             const bool *excluded) {
    const SearchRoot *root = worker->length == 1 ? worker->scene->root_search : NULL;
    const Color side = (Color)worker->board.to_move;
    SelectLean found[GRAPH_EDGES_MAX];
    const SelectLean *leans = anti_mirror_lean(worker, step, edges, found) ? found : NULL;
    if (root != NULL) {
        return select_root_edge(&worker->scene->selector, root, step->node, edges, side, excluded,
                                leans, &worker->rng);
    }
    return select_edge(&worker->scene->selector, step->node, edges, side, excluded, leans);
}

/* Is the edge's move to be avoided at this depth, 1 at the root? */
static bool is_avoided(const Scene *scene, const Step *step, const GraphEdge *edge, int depth) {
    const Point p = geometry_unmap_point(scene->root.geometry, step->orientation, edge->move);
    return scene->avoid->until[step->to_move][p] >= depth;
}

bool descent_is_avoided(const Scene *scene, const GraphEdge *edge) {
    const Step step = {.orientation = scene->root_key.key.orientation,
                       .to_move = scene->root.to_move};
    return scene->avoid != NULL && is_avoided(scene, &step, edge, 1);
}

/* Chooses an edge that can be played on this path, and plays it. Returns NULL, with nothing played,
 * if superko bans all of them or they are to be avoided. */
static GraphEdge *select_and_play(Worker *worker, const Step *step, Point *move) {
    const Scene *scene = worker->scene;
    GraphEdge *edges = graph_edges(&scene->graph, step->node);
    bool excluded[GRAPH_EDGES_MAX];
    bool excludes = scene->avoid != NULL;
    for (int i = 0; excludes && i < step->node->edge_count; i++) {
        excluded[i] = is_avoided(scene, step, &edges[i], worker->length);
    }
    for (;;) {
        GraphEdge *edge = select_for(worker, step, edges, excludes ? excluded : NULL);
        *move = edge == NULL ? POINT_NONE : descent_play_edge(worker, step, edge);
        if (edge == NULL || *move != POINT_NONE) {
            return edge;
        }
        if (!excludes) { /* rare: most edges can be played */
            memset(excluded, 0, sizeof excluded);
            excludes = true;
        }
        excluded[edge - edges] = true;
    }
}

/* Goes from the present node to a child, with the board and the path. */
static StepResult step_down(Worker *worker) {
    Scene *scene = worker->scene;
    const Step step = *last_step(worker);
    Point move;
    GraphEdge *edge = select_and_play(worker, &step, &move);
    if (edge == NULL) {
        return STEP_EVALUATE;
    }
    const GraphKey before = worker->key;
    graph_key_next(&scene->graph, &before, &worker->board, &scene->game->rules, move, &worker->key);
    bool made;
    const GraphIndex hint = atomic_load_explicit(&edge->child, memory_order_relaxed);
    const GraphIndex index = graph_find(&scene->graph, &worker->key, hint, &made, &worker->counts);
    if (index == 0) { /* no room for a child: the parent is evaluated once more */
        note_full(scene);
        replay_path(worker, worker->length, &worker->board);
        worker->key = before;
        return STEP_EVALUATE;
    }
    if (index != hint) {
        atomic_store_explicit(&edge->child, index, memory_order_relaxed);
    }
    GraphNode *child = graph_node(&scene->graph, index);
    push(worker, child, edge, move);
    return !made && atomic_load_explicit(&child->visits, memory_order_relaxed) >
                        atomic_load_explicit(&edge->visits, memory_order_relaxed)
               ? STEP_KNOWN
               : STEP_DEEPER;
}

/* Goes from the root down to where the playout ends. Returns whether the position there must be
 * evaluated. */
static bool descend(Worker *worker) {
    Scene *scene = worker->scene;
    descent_start(worker);
    while (worker->board.passes < 2 && worker->length < DESCENT_DEPTH_MAX) {
        if (graph_edges(&scene->graph, last_step(worker)->node) == NULL) {
            return true;
        }
        const StepResult result = step_down(worker);
        if (result != STEP_DEEPER) {
            return result == STEP_EVALUATE;
        }
    }
    return true;
}

/* ---- Evaluating, and coming back up ---- */

/* The move made i moves before the last one, on the path or in the game before it. */
static Point move_before(const Worker *worker, int i) {
    const int step = worker->length - 1 - i;
    if (step >= 1) {
        return worker->path[step].move;
    }
    return step == 0 ? worker->scene->last : step == -1 ? worker->scene->before : POINT_NONE;
}

static void ask_evaluator(Worker *worker, bool wants_policy) {
    const bool is_about_center = anti_mirror_is_about_center(worker);
    const EvalQuestion question = {
        .game = worker->scene->game,
        .board = &worker->board,
        .last = move_before(worker, 0),
        .before = move_before(worker, 1),
        .path = worker->moves,
        .path_length = worker->length - 1,
        .images = worker->length == 1 ? worker->scene->root_images : 1,
        .profile = worker->scene->profile,
        .optimism = worker->scene->optimism,
        .hides_past = worker->scene->hides_past,
        .goes_on = worker->length == 1 && worker->scene->root_goes_on,
        .playout_doublings = worker->scene->playout_doublings,
        .deadline = &worker->scene->deadline,
        .wants_policy = wants_policy,
        .wants_owner = worker->scene->wants_owner || is_about_center,
        .rng = &worker->rng,
    };
    const Evaluator *evaluator = worker->scene->evaluator;
    evaluator->evaluate(evaluator, &question, &worker->answer, 1);
    if (is_about_center) {
        anti_mirror_weigh_center(worker);
    }
}

/* In half of the time that is left: the other half is for the search, and a thread that waits for
 * the verdict waits no longer than that. Without a limit, until the search is cancelled. */
static StatusState judge_root(Scene *scene) {
    const double now = clock_seconds();
    const Deadline half = {.at = now + (scene->deadline.at - now) / 2,
                           .cancel = scene->deadline.cancel};
    if (!ending_status(scene->ending, scene->game, &half, scene->status)) {
        return STATUS_GIVEN_UP;
    }
    score_area_taxed(&scene->root, scene->status, scene->owner);
    return STATUS_KNOWN;
}

/* Judges the root's stones, unless that has been done. Returns false if there was no time. */
static bool know_status(Scene *scene) {
    /* Acquire pairs with the release of the thread that judged: it has written scene->status. */
    StatusState state = atomic_load_explicit(&scene->status_state, memory_order_acquire);
    if (state == STATUS_NOT_ASKED) {
        pthread_mutex_lock(&scene->status_mutex);
        state = atomic_load_explicit(&scene->status_state, memory_order_relaxed);
        if (state == STATUS_NOT_ASKED) {
            state = judge_root(scene);
            atomic_store_explicit(&scene->status_state, state, memory_order_release);
        }
        pthread_mutex_unlock(&scene->status_mutex);
    }
    return state == STATUS_KNOWN;
}

/* Area: the root's stones that still stand on the board are what they were. */
static int count_cleaned_area(const Scene *scene, const Board *board, uint8_t *owners) {
    uint8_t status[POINT_COUNT];
    for (int cell = 0; cell < board->geometry->cell_count; cell++) {
        const Point p = board->geometry->point_of[cell];
        status[p] = board->color[p] == scene->root.color[p] ? scene->status[p] : STATUS_NONE;
    }
    return score_area(board, status, owners);
}

/* Does each stone of a chain stand on what was the opponent's at the root, or was dead there? */
static bool is_lost(const Scene *scene, const Board *board, Point chain) {
    const Color color = board_color(board, chain);
    Point p = chain;
    do {
        if (scene->owner[p] != color_opponent(color) &&
            (board_color(&scene->root, p) != color || scene->status[p] != STATUS_DEAD)) {
            return false;
        }
        p = board->next[p];
    } while (p != chain);
    return true;
}

/* Stones that were played since the root, Black's less White's. */
static int count_played(const Worker *worker) {
    int played = 0;
    for (int i = 0; i < worker->length - 1; i++) {
        played += (worker->moves[i] != POINT_PASS) * (i % 2 == 0 ? 1 : -1);
    }
    return worker->scene->root.to_move == BLACK ? played : -played;
}

/* Territory, counted as area in which each stone played costs a point. Capturing costs points, too,
 * so stones that were thrown into the opponent's territory are dead as well. */
static int count_cleaned_territory(const Worker *worker, uint8_t *owners) {
    const Scene *scene = worker->scene;
    const Board *board = &worker->board;
    uint8_t status[POINT_COUNT];
    for (int cell = 0; cell < board->geometry->cell_count; cell++) {
        const Point p = board->geometry->point_of[cell];
        if (board->color[p] == EMPTY) {
            status[p] = STATUS_NONE;
        } else if (is_lost(scene, board, board->chain[p])) {
            status[p] = STATUS_DEAD;
        } else {
            const bool stood = board->color[p] == scene->root.color[p];
            status[p] = stood && scene->status[p] != STATUS_DEAD ? scene->status[p] : STATUS_NONE;
        }
    }
    return score_area_taxed(board, status, owners) - count_played(worker);
}

/* Both have passed. If dead stones are taken off, the side to move at the root must not rely on the
 * opponent's agreement: it gets the worse of the board as it stands and without them. Under
 * territory rules, where capturing them costs points, they go. If nobody knows which stones are
 * dead it gets nothing: passing must not seem to win. */
static void count_points(Worker *worker) {
    Scene *scene = worker->scene;
    const Board *board = &worker->board;
    uint8_t owners[POINT_COUNT], cleaned_owners[POINT_COUNT];
    int points = score_area(board, NULL, owners);
    if (scene->takes_dead && !know_status(scene)) {
        const int cells = board->geometry->cell_count;
        points = scene->root.to_move == BLACK ? -cells : cells;
    } else if (scene->takes_dead && scene->game->rules.scoring == SCORING_TERRITORY) {
        points = count_cleaned_territory(worker, owners);
    } else if (scene->takes_dead) {
        const int cleaned = count_cleaned_area(scene, board, cleaned_owners);
        if (scene->root.to_move == BLACK ? cleaned < points : cleaned > points) {
            points = cleaned;
            memcpy(owners, cleaned_owners, sizeof owners);
        }
    }
    if (scene->wants_owner) {
        evaluator_set_owner(board->geometry, owners, worker->answer.owner);
    }
    worker->answer.win = evaluator_final_value(scene->game, points, &worker->answer.score);
    evaluator_set_final(&worker->answer);
    worker->answer.trace.count = 0;
}

/* Counts a finished game; evaluates any other position, and gives it edges once it has the visits
 * that the evaluator asks for. */
static void evaluate(Worker *worker) {
    const Scene *scene = worker->scene;
    const Step *step = last_step(worker);
    if (worker->board.passes >= 2) {
        count_points(worker);
        graph_set_own(step->node, worker->answer.win, worker->answer.score);
        return;
    }
    const uint32_t own = atomic_load_explicit(&step->node->own_visits, memory_order_relaxed);
    const bool is_root = step->edge == NULL;
    const bool expands = (is_root || own + 1 >= (uint32_t)scene->evaluator->policy_visits) &&
                         graph_edges(&scene->graph, step->node) == NULL;
    ask_evaluator(worker, expands);
    if (expands && !expand(worker, step)) {
        note_full(worker->scene);
    }
    graph_add_own(step->node, worker->answer.win, worker->answer.score);
}

/* Did the step's side to move play the canonical move or one of its images first? first[p] is 1
 * plus the colour that played at p first, 0: nobody. */
static bool was_played(const Geometry *geometry, const Step *step, unsigned stabilizer,
                       Point canonical, const uint8_t first[POINT_COUNT]) {
    bool found =
        first[geometry_unmap_point(geometry, step->orientation, canonical)] == 1 + step->to_move;
    for (Symmetry s = 1; !found && stabilizer >> s != 0; s++) {
        if (stabilizer >> s & 1) {
            const Point image = geometry_map_image(geometry, step->orientation, s, canonical);
            found = first[geometry_unmap_point(geometry, step->orientation, image)] ==
                    1 + step->to_move;
        }
    }
    return found;
}

/* All moves as first: at every node of the path, each move that the side to move played at any time
 * below it, before the opponent played there, is credited with the worth of the playout game. */
static void add_amaf(Worker *worker) {
    const Scene *scene = worker->scene;
    const PlayoutTrace *trace = &worker->answer.trace;
    const Geometry *geometry = worker->board.geometry;
    uint8_t first[POINT_COUNT] = {0}; /* 1 + the colour that played there first; pass too */
    Color color = (trace->count & 1) == 0 ? color_opponent(trace->first) : trace->first;
    for (int i = trace->count - 1; i >= 0; i--) {
        first[trace->moves[i]] = (uint8_t)(1 + color);
        color = color_opponent(color);
    }
    first[POINT_PASS] = 0; /* a later pass says nothing about passing now */
    const float worth =
        select_worth(&scene->selector.scale, worker->answer.win, worker->answer.score);
    for (int i = worker->length - 1; i >= 0; i--) {
        const Step *step = &worker->path[i];
        GraphEdge *edges = graph_edges(&scene->graph, step->node);
        const int count = edges == NULL ? 0 : step->node->edge_count;
        const unsigned stabilizer = expand_symmetries(worker, step);
        for (int k = 0; k < count; k++) {
            if (was_played(geometry, step, stabilizer, edges[k].move, first)) {
                graph_add_amaf(&edges[k], worth);
            }
        }
        if (i > 0 && step->move != POINT_PASS) {
            first[step->move] = (uint8_t)(1 + worker->path[i - 1].to_move);
        }
    }
}

/* Adds the evaluation to the tally, below the edge of the root that the path took. */
static void add_to_tally(Worker *worker) {
    const Scene *scene = worker->scene;
    const int edge =
        worker->length < 2
            ? -1
            : (int)(worker->path[1].edge - graph_edges(&scene->graph, scene->root_node));
    tally_add(worker->tally, edge, &worker->answer, scene->wants_owner,
              worker->board.geometry->cell_count);
}

void descent_visit(Worker *worker) {
    const Graph *graph = &worker->scene->graph;
    if (descend(worker)) {
        evaluate(worker);
        if (worker->tally != NULL) {
            add_to_tally(worker);
        }
        if (worker->scene->evaluator->has_trace && worker->answer.trace.count > 0) {
            add_amaf(worker);
        }
    }
    worker->depth = worker->length - 1 > worker->depth ? worker->length - 1 : worker->depth;
    for (int i = worker->length - 1; i >= 0; i--) {
        const Step *step = &worker->path[i];
        graph_recompute(graph, step->node);
        if (step->edge != NULL) {
            graph_finish_edge(step->edge, step->node);
            atomic_fetch_sub_explicit(&step->edge->running, 1, memory_order_relaxed);
        }
    }
}

static GraphEdge *most_visited(const Graph *graph, const GraphNode *node) {
    GraphEdge *edges = graph_edges(graph, node);
    const int best = edges == NULL ? -1 : graph_most_visited(edges, node->edge_count);
    return best < 0 ? NULL : &edges[best];
}

Point descent_follow_edge(Worker *worker, GraphEdge *edge) {
    const Scene *scene = worker->scene;
    const Step step = *last_step(worker);
    const Point move = descent_play_edge(worker, &step, edge);
    const GraphIndex child = atomic_load_explicit(&edge->child, memory_order_relaxed);
    if (move == POINT_NONE || child == 0) {
        return move;
    }
    const GraphKey before = worker->key;
    graph_key_next(&scene->graph, &before, &worker->board, &scene->game->rules, move, &worker->key);
    worker->path[worker->length++] = (Step){.node = graph_node(&scene->graph, child),
                                            .edge = edge,
                                            .hash = worker->board.hash.lane[0],
                                            .orientation = worker->key.key.orientation,
                                            .to_move = worker->board.to_move,
                                            .move = move};
    return move;
}

int descent_follow(Worker *worker, GraphEdge *edge, Point *moves, int64_t *edge_visits,
                   int64_t *visits, int max) {
    descent_start(worker);
    int count = 0;
    while (edge != NULL && count < max) {
        const int length = worker->length;
        const Point move = descent_follow_edge(worker, edge);
        if (move == POINT_NONE) {
            break;
        }
        const bool has_child = worker->length > length;
        const int64_t of_child =
            has_child ? atomic_load_explicit(&last_step(worker)->node->visits, memory_order_relaxed)
                      : 0;
        moves[count] = move;
        edge_visits[count] = atomic_load_explicit(&edge->visits, memory_order_relaxed);
        /* A child that two threads made at once shares its visits with its twin. */
        visits[count] = of_child > edge_visits[count] ? of_child : edge_visits[count];
        count++;
        edge = has_child && worker->board.passes < 2
                   ? most_visited(&worker->scene->graph, last_step(worker)->node)
                   : NULL;
    }
    return count;
}
