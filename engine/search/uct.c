#include "engine/search/uct.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/base/team.h"
#include "engine/board/score.h"
#include "engine/playout/playout.h"
#include "engine/search/graph.h"

/* The weight of UCT's exploration term, for values 0..1. */
static const float EXPLORATION = 0.5F;

/* Share of a move's worth that is its score and not only how often it wins, so that a side that
 * wins or loses anyway still plays for points. */
static const float SCORE_SHARE = 0.1F;

/* Points beyond which a score counts no further: komi may be any finite number, sums may not. */
static const double SCORE_MAX = 1e6;

enum {
    EXPAND_VISITS = 4, /* a leaf gets edges after so many playouts: most are never seen again */
    DEPTH_MAX = 2048,
    EDGE_MAX = CELL_COUNT_MAX + 1,
    PASS_VISITS = 8,
    VISITS_PER_SECOND_MAX = 1000000, /* of one thread, on any machine and board */
    LEAST_VISITS = 400, /* whatever the clock says: some milliseconds that make a move a choice */
};

/* What all threads share. */
typedef struct {
    const Game *game;
    const UctLimits *limits;
    Graph graph;
    Board root;
    GraphKey root_key;
    GraphNode *root_node;
    double deadline;
    _Atomic int64_t visits;
    _Atomic bool stop;
} Search;

/* A node on the way down, in the position and orientation of this path. */
typedef struct {
    GraphNode *node;
    GraphEdge *edge; /* that led here; NULL at the root */
    uint64_t hash;   /* of the stones: lane 0 */
    Symmetry orientation;
    uint8_t to_move;
    Point move; /* that led here, as played */
} Step;

/* What one thread has for itself. */
typedef struct {
    _Alignas(64) Board board;
    GraphKey key; /* of the board */
    Search *search;
    Rng rng;
    TableCounts counts;
    int depth;
    int length;
    Step path[DEPTH_MAX];
} Worker;

static Step *last_step(Worker *worker) {
    return &worker->path[worker->length - 1];
}

/* ---- Making edges ---- */

/* Is this the least of the images that the position's own symmetries give the point? Equivalent
 * moves are searched once. */
static bool is_representative(const Geometry *geometry, const GraphNode *node, unsigned stabilizer,
                              Point canonical) {
    for (Symmetry s = 1; s < SYMMETRY_COUNT; s++) {
        if ((stabilizer >> s & 1) &&
            geometry_map_image(geometry, node->orientation, s, canonical) < canonical) {
            return false;
        }
    }
    return true;
}

/* Is p a move worth an edge? Not one that is illegal but for superko, nor one that fills an own
 * eye, nor the suicide of a lone stone: that leaves the position as it was, which only situational
 * superko allows. */
static bool is_worth_an_edge(const Board *board, const Rules *rules, Point p) {
    const Color color = (Color)board->to_move;
    const bool lone = rules->ko != KO_SITUATIONAL && board_own_neighbours(board, color, p) == 0;
    return board_check(board, color, p, rules->suicide && !lone) == MOVE_LEGAL &&
           !board_is_eye(board, color, p);
}

/* The moves at the root where only some are allowed: those of them that are legal, each by itself,
 * since of equivalent ones not all may be allowed. Eyes may be filled: it was asked for. */
static int list_allowed(const Worker *worker, const Step *step, const bool *allowed, Point *moves) {
    const Board *board = &worker->board;
    int count = 0;
    for (int i = 0; i < board->empty_count; i++) {
        const Point p = board->empty[i];
        if (allowed[p] && board_check(board, (Color)board->to_move, p,
                                      worker->search->game->rules.suicide) == MOVE_LEGAL) {
            moves[count++] = geometry_map_point(board->geometry, step->orientation, p);
        }
    }
    if (count == 0) {
        moves[count++] = POINT_PASS;
    }
    return count;
}

/* The moves worth an edge, canonical; and pass. */
static int list_moves(const Worker *worker, const Step *step, Point *moves) {
    const Search *search = worker->search;
    const Board *board = &worker->board;
    const unsigned stabilizer = graph_stabilizer(step->node);
    const bool is_root = step->edge == NULL;
    if (is_root && search->limits->allowed != NULL) {
        return list_allowed(worker, step, search->limits->allowed, moves);
    }
    int count = 0;
    for (int i = 0; i < board->empty_count; i++) {
        const Point p = board->empty[i];
        const Point canonical = geometry_map_point(board->geometry, step->orientation, p);
        if (is_worth_an_edge(board, &search->game->rules, p) &&
            is_representative(board->geometry, step->node, stabilizer, canonical)) {
            moves[count++] = canonical;
        }
    }
    if (count == 0 || !is_root || !search->limits->avoid_pass) {
        moves[count++] = POINT_PASS;
    }
    return count;
}

/* Edges in random order, so that ties in selection fall at random. */
static void expand(Worker *worker, const Step *step) {
    Point moves[EDGE_MAX];
    const int count = list_moves(worker, step, moves);
    for (int i = count - 1; i > 0; i--) {
        const int j = (int)rng_below(&worker->rng, (uint32_t)i + 1);
        const Point p = moves[i];
        moves[i] = moves[j];
        moves[j] = p;
    }
    graph_expand(&worker->search->graph, step->node, moves, count);
}

/* ---- Choosing an edge ---- */

/* UCT: an edge not yet tried, else the greatest worth plus exploration, for the side to move. NULL
 * where all are excluded; excluded is NULL, or a flag for each edge. Single precision is enough,
 * and its roots and quotients take half the time. */
static GraphEdge *select_uct(const Worker *worker, const GraphNode *node, GraphEdge *edges,
                             const bool *excluded) {
    const float sign = worker->board.to_move == BLACK ? 1 : -1;
    const float cells = (float)worker->board.geometry->cell_count;
    const float log_visits =
        logf((float)atomic_load_explicit(&node->visits, memory_order_relaxed) + 1);
    GraphEdge *best = NULL;
    float best_value = -INFINITY;
    for (int i = 0; i < node->edge_count; i++) {
        GraphEdge *edge = &edges[i];
        const uint32_t visits = atomic_load_explicit(&edge->visits, memory_order_relaxed);
        const uint32_t tries = visits + atomic_load_explicit(&edge->running, memory_order_relaxed);
        if (excluded != NULL && excluded[i]) {
            continue;
        }
        if (tries == 0) {
            return edge;
        }
        const float win = atomic_load_explicit(&edge->value, memory_order_relaxed) - 0.5F;
        const float score = atomic_load_explicit(&edge->score, memory_order_relaxed);
        const float points = 0.5F * score / (cells + fabsf(score));
        const float worth = 0.5F + sign * ((1 - SCORE_SHARE) * win + SCORE_SHARE * points);
        const float share = 1 / (float)tries;
        const float value = worth * (float)visits * share + EXPLORATION * sqrtf(log_visits * share);
        if (value > best_value) {
            best_value = value;
            best = edge;
        }
    }
    return best;
}

/* ---- Playing an edge ---- */

/* The board after the first so many steps of the path, the root being the first. */
static void replay_path(const Worker *worker, int length, Board *board) {
    board_copy(board, &worker->search->root);
    for (int i = 1; i < length; i++) {
        board_play(board, (Color)board->to_move, worker->path[i].move);
    }
}

/* Does the board repeat a position of the path? Where hashes agree the path is played again and the
 * stones compared. A search does not go in circles under any rules; situational superko alone
 * tells positions apart by whose turn it is. */
static bool path_repeats(const Worker *worker) {
    const Game *game = worker->search->game;
    const Board *board = &worker->board;
    for (int i = 0; i < worker->length; i++) {
        const Step *step = &worker->path[i];
        if (step->hash != board->hash.lane[0] ||
            (game->rules.ko == KO_SITUATIONAL && step->to_move != board->to_move)) {
            continue;
        }
        Board earlier;
        replay_path(worker, i + 1, &earlier);
        uint8_t cells[2][CELL_COUNT_MAX];
        board_get_cells(&earlier, cells[0]);
        board_get_cells(board, cells[1]);
        if (memcmp(cells[0], cells[1], (size_t)game->geometry->cell_count) == 0) {
            return true;
        }
    }
    return false;
}

/* Plays p on the worker's board unless that repeats a position: then, which is rare, the board is
 * made again from the path. */
static bool try_move(Worker *worker, Point p) {
    Board *board = &worker->board;
    board_play(board, (Color)board->to_move, p);
    if (p == POINT_PASS || (!game_repeats(worker->search->game, board) && !path_repeats(worker))) {
        return true;
    }
    replay_path(worker, worker->length, board);
    return false;
}

/* Plays the edge's move, or where that repeats a position one of its images under the symmetries of
 * the node's position: they lead to the same child. POINT_NONE, with nothing played, where all
 * repeat. */
static Point play_edge(Worker *worker, const Step *step, const GraphEdge *edge) {
    const Geometry *geometry = worker->board.geometry;
    const unsigned stabilizer = graph_stabilizer(step->node);
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
        atomic_fetch_add_explicit(&edge->running, 1, memory_order_relaxed);
    }
}

static void start_at_root(Worker *worker) {
    const Search *search = worker->search;
    board_copy(&worker->board, &search->root);
    worker->key = search->root_key;
    worker->length = 0;
    push(worker, search->root_node, NULL, POINT_NONE);
}

typedef enum {
    STEP_DEEPER,   /* on to a child */
    STEP_EVALUATE, /* the present position is to be evaluated */
    STEP_KNOWN,    /* the child's value is known better than this edge has asked for */
} StepResult;

/* Chooses an edge that can be played on this path, and plays it. NULL, with nothing played, where
 * all repeat a position. */
static GraphEdge *select_and_play(Worker *worker, const Step *step, Point *move) {
    GraphEdge *edges = graph_edges(&worker->search->graph, step->node);
    GraphEdge *edge = select_uct(worker, step->node, edges, NULL);
    *move = play_edge(worker, step, edge);
    if (*move != POINT_NONE) {
        return edge;
    }
    bool excluded[EDGE_MAX] = {false};
    do {
        excluded[edge - edges] = true;
        edge = select_uct(worker, step->node, edges, excluded);
        *move = edge == NULL ? POINT_NONE : play_edge(worker, step, edge);
    } while (edge != NULL && *move == POINT_NONE);
    return edge;
}

/* From the present node to a child; the board and the path follow. */
static StepResult step_down(Worker *worker) {
    Search *search = worker->search;
    const Step step = *last_step(worker);
    Point move;
    GraphEdge *edge = select_and_play(worker, &step, &move);
    if (edge == NULL) {
        return STEP_EVALUATE;
    }
    const GraphKey before = worker->key;
    graph_key_next(&search->graph, &before, &worker->board, &search->game->rules, move,
                   &worker->key);
    bool made;
    const GraphIndex hint = atomic_load_explicit(&edge->child, memory_order_relaxed);
    const GraphIndex index = graph_find(&search->graph, &worker->key, hint, &made, &worker->counts);
    if (index == 0) { /* the arena is full: one more playout for the parent */
        replay_path(worker, worker->length, &worker->board);
        worker->key = before;
        return STEP_EVALUATE;
    }
    if (index != hint) {
        atomic_store_explicit(&edge->child, index, memory_order_relaxed);
    }
    GraphNode *child = graph_node(&search->graph, index);
    push(worker, child, edge, move);
    return !made && atomic_load_explicit(&child->visits, memory_order_relaxed) >
                        atomic_load_explicit(&edge->visits, memory_order_relaxed)
               ? STEP_KNOWN
               : STEP_DEEPER;
}

/* From the root down to where the search ends. Returns whether the position there is to be
 * evaluated. */
static bool descend(Worker *worker) {
    Search *search = worker->search;
    start_at_root(worker);
    while (worker->board.passes < 2 && worker->length < DEPTH_MAX) {
        const Step *step = last_step(worker);
        const bool is_root = step->edge == NULL;
        if (graph_edges(&search->graph, step->node) == NULL) {
            const uint32_t own =
                atomic_load_explicit(&step->node->own_visits, memory_order_relaxed);
            if (!is_root && own < EXPAND_VISITS) {
                return true;
            }
            expand(worker, step);
            if (graph_edges(&search->graph, step->node) == NULL) {
                return true;
            }
        }
        const StepResult result = step_down(worker);
        if (result != STEP_DEEPER) {
            return result == STEP_EVALUATE;
        }
    }
    return true;
}

/* ---- Evaluating, and coming back up ---- */

static void evaluate(Worker *worker) {
    const Game *game = worker->search->game;
    Board *board = &worker->board;
    const int points =
        board->passes >= 2 ? score_area(board, NULL) : playout_run(board, &worker->rng).score;
    const double margin = points - game->komi - rules_handicap_bonus(&game->rules, game->handicap);
    const double score = fmax(-SCORE_MAX, fmin(margin, SCORE_MAX));
    const double win = score > 0 ? 1 : score < 0 ? 0 : 0.5;
    graph_add_own(last_step(worker)->node, win, score);
}

static void visit(Worker *worker) {
    const Graph *graph = &worker->search->graph;
    if (descend(worker)) {
        evaluate(worker);
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

static void work(void *item) {
    Worker *worker = item;
    Search *search = worker->search;
    const bool timed = isfinite(search->deadline);
    /* Relaxed throughout: a thread that sees stop late makes one visit more. */
    while (!atomic_load_explicit(&search->stop, memory_order_relaxed)) {
        if (atomic_fetch_add_explicit(&search->visits, 1, memory_order_relaxed) >=
            search->limits->visits) {
            atomic_fetch_sub_explicit(&search->visits, 1, memory_order_relaxed);
            break;
        }
        visit(worker);
        if (timed && clock_seconds() >= search->deadline &&
            atomic_load_explicit(&search->visits, memory_order_relaxed) >= LEAST_VISITS) {
            atomic_store_explicit(&search->stop, true, memory_order_relaxed);
        }
    }
}

/* ---- The search ---- */

/* The most visited of the root's edges that can be played. Few visits say nothing of passing, which
 * ends games: unless the opponent has passed it takes PASS_VISITS an edge to be considered. */
static void choose_move(Worker *worker, UctResult *result) {
    Search *search = worker->search;
    start_at_root(worker);
    const Step step = *last_step(worker);
    GraphEdge *edges = graph_edges(&search->graph, step.node);
    const int count = edges == NULL ? 0 : step.node->edge_count;
    const bool may_pass = search->root.passes > 0 || search->visits >= (int64_t)PASS_VISITS * count;
    const bool black = search->root.to_move == BLACK;
    uint32_t most = 0;
    for (int i = 0; i < count; i++) {
        const GraphEdge *edge = &edges[i];
        if (edge->visits <= most || (edge->move == POINT_PASS && !may_pass)) {
            continue;
        }
        const Point move = play_edge(worker, &step, edge);
        if (move != POINT_NONE) {
            board_copy(&worker->board, &search->root);
            most = edge->visits;
            result->move = move;
            result->win_rate = black ? edge->value : 1 - edge->value;
            result->score = black ? edge->score : -edge->score;
        }
    }
}

static void report(Search *search, Worker *workers, UctResult *result) {
    *result = (UctResult){
        .move = POINT_PASS,
        .win_rate = 0.5,
        .visits = search->visits,
        .nodes = (int64_t)search->graph.node_count,
    };
    for (int i = 0; i < search->limits->threads; i++) {
        result->depth = workers[i].depth > result->depth ? workers[i].depth : result->depth;
        table_counts_add(&result->table, &workers[i].counts);
    }
    choose_move(&workers[0], result);
}

static void set_root(Search *search, Color color) {
    board_copy(&search->root, &search->game->board);
    if (color != (Color)search->root.to_move) {
        search->root.to_move = (uint8_t)color;
        search->root.ko = POINT_NONE;
    }
    search->root.passes = search->root.passes > 1 ? 1 : search->root.passes; /* the game goes on */
    graph_key_start(&search->graph, &search->root, &search->game->rules, &search->root_key);
    bool made;
    TableCounts counts = {0};
    const GraphIndex index = graph_find(&search->graph, &search->root_key, 0, &made, &counts);
    search->root_node = graph_node(&search->graph, index); /* an empty graph has room for one */
}

/* As much memory as is asked for, or as the search can use, or as there is: fresh pages cost time.
 */
static bool init_graph(Graph *graph, const UctLimits *limits, int cells) {
    const double timed = limits->seconds * limits->threads * VISITS_PER_SECOND_MAX;
    const double visits = fmin((double)limits->visits, timed) + LEAST_VISITS;
    /* A visit makes a node, its entry in the table and, as one leaf in EXPAND_VISITS gets edges,
     * its share of those. */
    const double bytes_per_visit = sizeof(GraphNode) + 2.0 * sizeof(TableEntry) +
                                   (double)sizeof(GraphEdge) * (cells + 1) / EXPAND_VISITS;
    const double useful = GRAPH_MEMORY_MIN + visits * bytes_per_visit * 8 / 7;
    size_t memory = useful < (double)limits->memory ? (size_t)useful : limits->memory;
    memory = memory < GRAPH_MEMORY_MIN ? GRAPH_MEMORY_MIN : memory;
    while (!graph_init(graph, memory, limits->symmetric)) {
        memory /= 2;
        if (memory < GRAPH_MEMORY_MIN) {
            return false;
        }
    }
    return true;
}

bool uct_search(const Game *game, Color color, const UctLimits *limits, UctResult *result,
                Status *status) {
    assert(limits->threads >= 1 && limits->threads <= UCT_THREADS_MAX);
    assert(isfinite(limits->seconds) || limits->visits < INT64_MAX);
    const double start = clock_seconds();
    Search *search = aligned_alloc(64, sizeof *search);
    Worker *workers = aligned_alloc(64, (size_t)limits->threads * sizeof *workers);
    bool ok = search != NULL && workers != NULL;
    if (ok) {
        memset(search, 0, sizeof *search);
        ok = init_graph(&search->graph, limits, game->geometry->cell_count);
    }
    if (ok) {
        search->game = game;
        search->limits = limits;
        search->deadline = start + limits->seconds;
        set_root(search, color);
        for (int i = 0; i < limits->threads; i++) {
            memset(&workers[i], 0, sizeof workers[i]);
            workers[i].search = search;
            workers[i].rng = rng_new(limits->seed + (uint64_t)i);
        }
        team_run(work, workers, sizeof *workers, limits->threads);
        report(search, workers, result);
        result->seconds = clock_seconds() - start;
        graph_free(&search->graph);
    }
    free(workers);
    free(search);
    return ok || status_fail(status, "no memory for the search");
}
