#include "engine/search/descent.h"

#include <string.h>

#include "engine/search/search_context.h"

static Step *last_step(SearchThread *thread) {
    return &thread->path[thread->length - 1];
}

/* A graph whose garbage is no longer collected stays full, which is not reported. */
static void note_full(SearchContext *context) {
    if (!context->is_frozen) {
        atomic_store_explicit(&context->is_full, true, memory_order_relaxed);
    }
}

/* ---- Playing an edge ---- */

/* Sets up the board after the first `length` steps of the path; the root is the first. */
static void replay_path(const SearchThread *thread, int length, Board *board) {
    board_copy(board, &thread->context->root);
    for (int i = 1; i < length; i++) {
        board_play(board, board->to_move, thread->path[i].move);
    }
}

/* Does the board repeat a position of the path? If hashes agree, the path is replayed and stones
 * are compared. A search does not go in circles under any rules; only situational superko also
 * compares the side to move. */
static bool walk_repeats(const SearchThread *thread) {
    const Game *game = thread->context->game;
    const Board *board = &thread->board;
    for (int i = 0; i < thread->length; i++) {
        const Step *step = &thread->path[i];
        if (step->hash != board->hash.lane[0] || step->button != board->button ||
            (game->rules.ko == KO_SITUATIONAL && step->to_move != board->to_move)) {
            continue;
        }
        Board earlier;
        replay_path(thread, i + 1, &earlier);
        ColorCell cells[2][CELL_COUNT_MAX];
        board_get_cells(&earlier, cells[0]);
        board_get_cells(board, cells[1]);
        if (memcmp(cells[0], cells[1], (size_t)game->geometry->cell_count) == 0) {
            return true;
        }
    }
    return false;
}

/* Plays p on the thread's board. In the rare case that this repeats a position, takes it back by
 * replaying the path. */
static bool try_move(SearchThread *thread, Point p) {
    Board *board = &thread->board;
    board_play(board, board->to_move, p);
    const SearchContext *context = thread->context;
    if (p == POINT_PASS ||
        (!game_repeats(context->game, context->root.to_move, board) && !walk_repeats(thread))) {
        return true;
    }
    replay_path(thread, thread->length, board);
    return false;
}

Point descent_play_edge(SearchThread *thread, const Step *step, const GraphEdge *edge) {
    const Geometry *geometry = thread->board.geometry;
    const unsigned stabilizer = expand_symmetries(thread, step);
    for (Symmetry s = 0; s < SYMMETRY_COUNT; s++) {
        const Point p = geometry_unmap_image(geometry, step->orientation, s, edge->move);
        if ((stabilizer >> s & 1) && try_move(thread, p)) {
            return p;
        }
    }
    return POINT_NONE;
}

static void push(SearchThread *thread, GraphNode *node, GraphEdge *edge, Point move) {
    assert(thread->length < DESCENT_DEPTH_MAX);
    thread->path[thread->length++] = (Step){
        .node = node,
        .edge = edge,
        .hash = thread->board.hash.lane[0],
        .orientation = thread->key.key.orientation,
        .to_move = thread->board.to_move,
        .button = thread->board.button,
        .move = move,
    };
    if (edge != NULL) {
        thread->moves[thread->length - 2] = move;
    }
}

void descent_start(SearchThread *thread) {
    const SearchContext *context = thread->context;
    board_copy(&thread->board, &context->root);
    thread->key = context->root_key;
    thread->length = 0;
    push(thread, context->root_node, NULL, POINT_NONE);
}

typedef enum {
    STEP_DEEPER,   /* the playout goes on from a child */
    STEP_EVALUATE, /* the present position must be evaluated */
    STEP_KNOWN,    /* the child has more visits than the edge: its value is good enough (KataGo,
                      docs/GraphSearch.md) */
} StepResult;

static GraphEdge *select_for(SearchThread *thread, const Step *step, GraphEdge *edges,
                             const bool *excluded) {
    const SearchLimits *limits = &thread->context->limits;
    const SelectNode from = {.node = step->node,
                             .edges = edges,
                             .to_move = thread->board.to_move,
                             .excluded = excluded,
                             .root = thread->length == 1 && limits->is_root_apart ? &limits->root
                                                                                  : NULL,
                             .rng = &thread->rng};
    return select_edge(&thread->context->selector, &from);
}

/* Must the playout not pass here? If a move will be played, half of the root's visits at most are
 * the pass's, which is the last edge: other moves are seen whatever the policy says. */
static bool holds_back_pass(const SearchThread *thread, const Step *step, const GraphEdge *edges) {
    const int last = step->node->edge_count - 1;
    return thread->length == 1 && thread->context->limits.chooses && last > 0 &&
           edges[last].move == POINT_PASS &&
           2 * graph_edge_visits(&edges[last]) >=
               atomic_load_explicit(&step->node->visits, memory_order_relaxed);
}

/* Chooses an edge that can be played on this path, and plays it. Returns NULL, with nothing played,
 * if each is banned by superko or to be avoided (then symmetric is off, and moves lie as on the
 * board). */
static GraphEdge *select_and_play(SearchThread *thread, const Step *step, Point *move) {
    const SearchContext *context = thread->context;
    GraphEdge *edges = graph_edges(&context->graph, step->node);
    bool excluded[GRAPH_EDGES_MAX];
    const SearchAvoid *avoid = context->limits.avoid;
    const bool no_pass = holds_back_pass(thread, step, edges);
    bool excludes = avoid != NULL || no_pass;
    for (int i = 0; excludes && i < step->node->edge_count; i++) {
        excluded[i] =
            (avoid != NULL && avoid->until[step->to_move][edges[i].move] >= thread->length) ||
            (no_pass && edges[i].move == POINT_PASS);
    }
    for (;;) {
        GraphEdge *edge = select_for(thread, step, edges, excludes ? excluded : NULL);
        *move = edge == NULL ? POINT_NONE : descent_play_edge(thread, step, edge);
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

/* Goes from the present node to a child: node, board and path. */
static StepResult step_down(SearchThread *thread) {
    SearchContext *context = thread->context;
    const Step step = *last_step(thread);
    Point move;
    GraphEdge *edge = select_and_play(thread, &step, &move);
    if (edge == NULL) {
        return STEP_EVALUATE;
    }
    const GraphKey before = thread->key;
    graph_key_next(&context->graph, &before, &thread->board, &context->game->rules, move,
                   &thread->key);
    bool made;
    const GraphIndex hint = atomic_load_explicit(&edge->child, memory_order_relaxed);
    const GraphIndex index =
        graph_find(&context->graph, &thread->key, hint, &made, &thread->counts);
    if (index == 0) { /* no memory for a child: the parent is evaluated once more */
        note_full(context);
        replay_path(thread, thread->length, &thread->board);
        thread->key = before;
        return STEP_EVALUATE;
    }
    if (index != hint) {
        atomic_store_explicit(&edge->child, index, memory_order_relaxed);
    }
    GraphNode *child = graph_node(&context->graph, index);
    push(thread, child, edge, move);
    atomic_fetch_add_explicit(&edge->virtual_losses, 1, memory_order_relaxed);
    return !made && atomic_load_explicit(&child->visits, memory_order_relaxed) >
                        atomic_load_explicit(&edge->visits, memory_order_relaxed)
               ? STEP_KNOWN
               : STEP_DEEPER;
}

/* Goes down from the root until the playout ends. Returns whether the position there must be
 * evaluated. */
static bool descend(SearchThread *thread) {
    SearchContext *context = thread->context;
    descent_start(thread);
    while (thread->board.passes < 2 && thread->length < DESCENT_DEPTH_MAX) {
        if (graph_edges(&context->graph, last_step(thread)->node) == NULL) {
            return true;
        }
        const StepResult result = step_down(thread);
        if (result != STEP_DEEPER) {
            return result == STEP_EVALUATE;
        }
    }
    return true;
}

/* ---- Evaluating, and coming back up ---- */

/* The move made i moves before the last one, on the path or before the root. */
static Point move_before(const SearchThread *thread, int i) {
    const int step = thread->length - 1 - i;
    if (step >= 1) {
        return thread->path[step].move;
    }
    return step == 0 ? thread->context->last : step == -1 ? thread->context->before : POINT_NONE;
}

EvalRequest descent_request(SearchThread *thread, bool wants_policy) {
    const SearchContext *context = thread->context;
    const SearchLimits *limits = &context->limits;
    const bool is_root = thread->length == 1;
    return (EvalRequest){
        .game = context->game,
        .board = &thread->board,
        .last = move_before(thread, 0),
        .before = move_before(thread, 1),
        .path = thread->moves,
        .path_length = thread->length - 1,
        .symmetries = is_root ? limits->root_symmetries : 1,
        .input.profile = &limits->profile,
        .input.optimism = limits->policy_optimism,
        .input.ignores_pre_root_history = limits->ignores_pre_root_history,
        .input.conservative_pass = is_root && limits->conservative_pass,
        .input.playout_doublings = limits->playout_doublings,
        .deadline = &context->deadline,
        .wants_policy = wants_policy,
        .rng = &thread->rng,
    };
}

static void ask_evaluator(SearchThread *thread, bool wants_policy) {
    const Evaluator *evaluator = thread->context->evaluator;
    EvalRequest request = descent_request(thread, wants_policy);
    request.wants_ownership = thread->context->wants_ownership;
    evaluator->evaluate(evaluator, &request, &thread->answer);
}

/* Scores a finished game, or evaluates it as if it went on if the search was cancelled meanwhile.
 * Evaluates any other position, and expands it once it has policy_visits (Evaluator). */
static void evaluate(SearchThread *thread) {
    const SearchContext *context = thread->context;
    const Step *step = last_step(thread);
    const bool is_finished = thread->board.passes >= 2;
    if (is_finished && final_score_set(thread)) {
        graph_set_own(step->node, thread->answer.win, thread->answer.lead);
        return;
    }
    thread->board.passes = is_finished ? 1 : thread->board.passes;
    const uint32_t own = atomic_load_explicit(&step->node->own_visits, memory_order_relaxed);
    const bool is_root = step->edge == NULL;
    const bool expands = !is_finished &&
                         (is_root || own + 1 >= (uint32_t)context->evaluator->policy_visits) &&
                         graph_edges(&context->graph, step->node) == NULL;
    ask_evaluator(thread, expands);
    if (expands && !expand_node(thread, step)) {
        note_full(thread->context);
    }
    graph_add_own(step->node, thread->answer.win, thread->answer.lead);
}

/* Did the side to move play the canonical move or one of its images first? first[p] is 1 plus the
 * color that played at p first, 0 if neither did. */
static bool was_played(const Geometry *geometry, const Step *step, unsigned stabilizer,
                       Point canonical, const uint8_t first[POINT_COUNT]) {
    const Symmetry orientation = step->orientation;
    bool found = first[geometry_unmap_point(geometry, orientation, canonical)] == 1 + step->to_move;
    for (Symmetry s = 1; !found && stabilizer >> s != 0; s++) {
        found =
            (stabilizer >> s & 1) &&
            first[geometry_unmap_image(geometry, orientation, s, canonical)] == 1 + step->to_move;
    }
    return found;
}

/* All moves as first: at each node of the path, credits every move that the side to move played
 * below it, before the opponent played there, with the utility of the playout game. */
static void add_amaf(SearchThread *thread) {
    const SearchContext *context = thread->context;
    const PlayoutTrace *trace = &thread->answer.trace;
    const Geometry *geometry = thread->board.geometry;
    uint8_t first[POINT_COUNT] = {0}; /* 1 + the color that played there first; pass too */
    Color color = (trace->count & 1) == 0 ? color_opponent(trace->first) : trace->first;
    for (int i = trace->count - 1; i >= 0; i--) {
        first[trace->moves[i]] = (uint8_t)(1 + color);
        color = color_opponent(color);
    }
    first[POINT_PASS] = 0; /* a later pass says nothing about passing now */
    const float utility =
        select_utility(&context->selector.scale, thread->answer.win, thread->answer.lead);
    for (int i = thread->length - 1; i >= 0; i--) {
        const Step *step = &thread->path[i];
        GraphEdge *edges = graph_edges(&context->graph, step->node);
        const int count = edges == NULL ? 0 : step->node->edge_count;
        const unsigned stabilizer = expand_symmetries(thread, step);
        for (int k = 0; k < count; k++) {
            if (was_played(geometry, step, stabilizer, edges[k].move, first)) {
                graph_add_amaf(&edges[k], utility);
            }
        }
        if (i > 0 && step->move != POINT_PASS) {
            first[step->move] = (uint8_t)(1 + thread->path[i - 1].to_move);
        }
    }
}

/* Adds the evaluation to the statistics, below the edge of the root that the path took. */
static void add_to_statistics(SearchThread *thread) {
    const SearchContext *context = thread->context;
    const int edge =
        thread->length < 2
            ? -1
            : (int)(thread->path[1].edge - graph_edges(&context->graph, context->root_node));
    root_statistics_add(thread->statistics, edge, &thread->answer, context->wants_ownership,
                        thread->board.geometry->cell_count);
}

void descent_run_playout(SearchThread *thread) {
    const Graph *graph = &thread->context->graph;
    if (descend(thread)) {
        evaluate(thread);
        if (thread->statistics != NULL) {
            add_to_statistics(thread);
        }
        if (thread->context->evaluator->has_trace && thread->answer.trace.count > 0) {
            add_amaf(thread);
        }
    }
    thread->depth = thread->length - 1 > thread->depth ? thread->length - 1 : thread->depth;
    for (int i = thread->length - 1; i >= 0; i--) {
        const Step *step = &thread->path[i];
        graph_recompute(graph, step->node);
        if (step->edge != NULL) {
            graph_add_visit(step->edge, step->node);
            atomic_fetch_sub_explicit(&step->edge->virtual_losses, 1, memory_order_relaxed);
        }
    }
}

static GraphEdge *most_visited(const Graph *graph, const GraphNode *node) {
    GraphEdge *edges = graph_edges(graph, node);
    const int best = edges == NULL ? -1 : graph_most_visited(edges, node->edge_count);
    return best < 0 ? NULL : &edges[best];
}

/* Plays the edge's move in the same way and goes to its child, if it has one: then the path grows.
 */
static Point follow_edge(SearchThread *thread, GraphEdge *edge) {
    const SearchContext *context = thread->context;
    const Step step = *last_step(thread);
    const Point move = descent_play_edge(thread, &step, edge);
    const GraphIndex child = atomic_load_explicit(&edge->child, memory_order_relaxed);
    if (move == POINT_NONE || child == 0) {
        return move;
    }
    const GraphKey before = thread->key;
    graph_key_next(&context->graph, &before, &thread->board, &context->game->rules, move,
                   &thread->key);
    push(thread, graph_node(&context->graph, child), edge, move);
    return move;
}

int descent_find_pv(SearchThread *thread, GraphEdge *edge, Point *moves, int64_t *edge_visits,
                    int64_t *visits, int max) {
    descent_start(thread);
    int count = 0;
    while (edge != NULL && count < max) {
        const int length = thread->length;
        const Point move = follow_edge(thread, edge);
        if (move == POINT_NONE) {
            break;
        }
        const bool has_child = thread->length > length;
        const int64_t of_child =
            has_child ? atomic_load_explicit(&last_step(thread)->node->visits, memory_order_relaxed)
                      : 0;
        moves[count] = move;
        edge_visits[count] = atomic_load_explicit(&edge->visits, memory_order_relaxed);
        /* A child that two threads made at once shares its visits with its twin. */
        visits[count] = of_child > edge_visits[count] ? of_child : edge_visits[count];
        count++;
        edge = has_child && thread->board.passes < 2
                   ? most_visited(&thread->context->graph, last_step(thread)->node)
                   : NULL;
    }
    return count;
}
