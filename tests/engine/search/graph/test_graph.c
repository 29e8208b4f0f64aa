/* The search graph: positions that are reached by other orders of moves, turned or mirrored, are
 * one node unless their history matters; equivalent moves are searched once; values are the sums of
 * their edges; full memory, garbage collection and threads do no harm. */
#include "engine/search/descent.h"
#include "tests/support/position/games.h"
#include "tests/support/program/search_once.h"

typedef struct {
    Geometry *geometry;
    Graph graph;
    Board board;
    GraphKey key;
    TableCounts counts;
} Fixture;

static void release_fixture(void *fixture) {
    graph_free(&((Fixture *)fixture)->graph);
    free(fixture);
}

/* On an empty board. */
static Fixture *start(int width, int height, bool symmetric) {
    Fixture *f = aligned_alloc(64, (sizeof *f + 63) / 64 * 64);
    cr_assert_not_null(f);
    memset(f, 0, sizeof *f);
    f->geometry = geometry_kept(width, height);
    cr_assert(graph_init(&f->graph, 8 << 20, symmetric));
    cleanup_add(f, release_fixture);
    return f;
}

/* Plays the moves, a text of vertices, on the empty board, turned by g. Returns their node. */
static GraphIndex find_after(Fixture *f, const char *moves, Symmetry g, bool *made) {
    board_init(&f->board, f->geometry);
    graph_key_start(&f->graph, &f->board, &RULE_SETS[0].rules, &f->key);
    char text[64], *rest = text;
    snprintf(text, sizeof text, "%s", moves);
    for (char *word; (word = strtok_r(rest, " ", &rest)) != NULL;) {
        Point p;
        cr_assert(point_from_text(word, f->geometry->width, f->geometry->height, &p));
        p = geometry_map_point(f->geometry, g, p);
        board_play(&f->board, f->board.to_move, p);
        const GraphKey before = f->key;
        graph_key_next(&f->graph, &before, &f->board, &RULE_SETS[0].rules, p, &f->key);
    }
    const GraphIndex index = graph_find(&f->graph, &f->key, 0, made, &f->counts);
    cr_assert_neq(index, 0);
    return index;
}

Test(graph, images_and_other_orders_are_one_node) {
    static const char LINE[] = "C4 G6 F2 D8", OTHER[] = "F2 D8 C4 G6";
    Fixture *f = start(9, 9, true);
    bool made;
    const GraphIndex first = find_after(f, LINE, SYMMETRY_IDENTITY, &made);
    cr_assert(made);
    for (Symmetry g = 0; g < SYMMETRY_COUNT; g++) {
        cr_assert_eq(find_after(f, LINE, g, &made), first);
        cr_assert(!made);
        cr_assert_eq(find_after(f, OTHER, g, &made), first);
    }
    cr_assert_eq(f->counts.turned_hits, 14); /* seven images, by two orders */
    f = start(9, 9, false);
    const GraphIndex told_apart = find_after(f, LINE, SYMMETRY_IDENTITY, &made);
    for (Symmetry g = 1; g < SYMMETRY_COUNT; g++) {
        cr_assert_neq(find_after(f, LINE, g, &made), told_apart);
        cr_assert(made);
    }
    cr_assert_eq(find_after(f, OTHER, SYMMETRY_IDENTITY, &made), told_apart);
}

/* On 2x2 every move can be undone soon, so the history of a position counts; images of one history
 * are still one node. */
Test(graph, history_counts_where_it_can_come_back) {
    static const char LONGER[] = "A1 pass B1 pass B2";
    Fixture *f = start(2, 2, true);
    bool made;
    const GraphIndex first = find_after(f, "A1 pass B2", SYMMETRY_IDENTITY, &made);
    cr_assert_eq(find_after(f, "B2 pass A1", SYMMETRY_IDENTITY, &made), first,
                 "the half turn of the same history");
    const GraphIndex longer = find_after(f, LONGER, SYMMETRY_IDENTITY, &made);
    for (Symmetry g = 0; g < SYMMETRY_COUNT; g++) {
        cr_assert_eq(find_after(f, LONGER, g, &made), longer);
    }
    cr_assert_neq(find_after(f, "B1 pass A1 pass B2", SYMMETRY_IDENTITY, &made), longer,
                  "same stones, another past");
}

/* Values against a sum that follows the definition in graph.h. */
Test(graph, recompute_is_the_sum_of_edges) {
    Fixture *f = start(9, 9, true);
    bool made;
    GraphNode *parent = graph_node(&f->graph, find_after(f, "", SYMMETRY_IDENTITY, &made));
    const Point moves[3] = {point_at(2, 2), point_at(3, 3), POINT_PASS};
    const float priors[3] = {0.5F, 0.25F, 0.25F};
    cr_assert(graph_expand(&f->graph, parent, moves, priors, 3));
    GraphEdge *edges = graph_edges(&f->graph, parent);
    cr_assert_not_null(edges);
    graph_add_own(parent, 0.25, -3);
    double value = 0.25, score = -3;
    static const char *const LINES[3] = {"C3", "D4", "E5"};
    for (int i = 0; i < 3; i++) {
        const GraphIndex index = find_after(f, LINES[i], SYMMETRY_IDENTITY, &made);
        GraphNode *child = graph_node(&f->graph, index);
        atomic_store(&edges[i].child, index);
        graph_add_own(child, 0.5 * i, 10 * i);
        graph_recompute(&f->graph, child);
        for (int visit = 0; visit <= i; visit++) {
            graph_add_visit(&edges[i], child);
            value += 0.5 * i;
            score += 10 * i;
        }
    }
    graph_recompute(&f->graph, parent);
    graph_recompute(&f->graph, parent); /* once more changes nothing */
    cr_assert_eq(parent->visits, 7);
    cr_assert_float_eq(parent->value, value / 7, 1e-6);
    cr_assert_float_eq(parent->score, score / 7, 1e-5);
}

/* Whatever the past, a search never names a move that repeats a position, not even if only some of
 * the equivalent moves of a symmetric position are banned: random games on tiny boards, with a
 * search of each position. */
Test(graph, never_repeats_a_position) {
    Rng rng = rng_new(3);
    Game *game = games_kept(game_new(HASH_DEFAULT_SEED));
    Status status;
    int superko = 0;
    for (int i = 0; i < 60; i++) {
        cr_assert(game_clear(game, 2 + i % 2, 2 + i / 2 % 2, &status));
        game->rules = RULE_SETS[i % 4].rules;
        for (int move = 0; move < 30 && game->board.passes < 2; move++) {
            const Color color = game->board.to_move;
            SearchLimits limits = search_once_limits(40);
            limits.seed = (uint64_t)move;
            limits.play_out = rng_below(&rng, 2) == 0;
            limits.memory = GRAPH_MEMORY_MIN;
            const SearchResult result = search_once(game, color, &limits);
            cr_assert_eq(game_check(game, color, result.move), MOVE_LEGAL);
            Point p = game->board.empty[rng_below(&rng, (uint32_t)game->board.empty_count)];
            superko += game_check(game, color, p) == MOVE_SUPERKO;
            p = game_check(game, color, p) == MOVE_LEGAL ? p : result.move;
            cr_assert(game_play(game, color, p, &status));
        }
    }
    cr_assert_gt(superko, 10);
}

/* If suicide is legal, a stone in any one-point eye of the opponent's is a legal move but for
 * superko. A board full of such eyes must not blind the search. */
Test(graph, suicides_do_not_blind_it) {
    Game *game = games_from("O O O O O O O O O\n"
                            "O . O . O . O . O\n"
                            "O O O O O O O O O\n"
                            "O . O . O . O . O\n"
                            "O O O O O O O O O\n"
                            "O . O . O . O . O\n"
                            "O O O O O O O O O\n"
                            "X X X X X X X X X\n"
                            ". X . . . X . X .\n",
                            BLACK, "tromp-taylor");
    for (int rules = 0; RULE_SETS[rules].rules.name != NULL; rules++) {
        game->rules = RULE_SETS[rules].rules;
        const SearchLimits limits = search_once_limits(2000);
        const SearchResult result = search_once(game, BLACK, &limits);
        cr_assert_gt(result.depth, 2, "%s: depth %d", game->rules.name, result.depth);
    }
}

/* ---- Garbage collection ---- */

/* A search by hand, so that its graph can be looked at. */
typedef struct {
    Game *game;
    SearchContext context;
    SearchThread thread;
} Dive;

static void release_dive(void *dive) {
    graph_free(&((Dive *)dive)->context.graph);
    free(dive);
}

static Dive *dive_new(int size, size_t memory) {
    const PlayerOptions options = player_default_options();
    Dive *dive = aligned_alloc(64, (sizeof *dive + 63) / 64 * 64);
    memset(dive, 0, sizeof *dive);
    dive->game = games_new(size, size, "tromp-taylor");
    SearchContext *context = &dive->context;
    *context = (SearchContext){.evaluator = &PLAYOUT_EVALUATOR,
                               .game = dive->game,
                               .selector = selector_new(&options.select, size * size),
                               .last = POINT_NONE,
                               .before = POINT_NONE};
    cr_assert(graph_init(&context->graph, memory, true));
    cleanup_add(dive, release_dive);
    board_copy(&context->root, &dive->game->board);
    graph_key_start(&context->graph, &context->root, &dive->game->rules, &context->root_key);
    bool made;
    context->root_node = graph_node(&context->graph, graph_find(&context->graph, &context->root_key,
                                                                0, &made, &dive->thread.counts));
    dive->thread.context = context;
    dive->thread.rng = rng_new(5);
    return dive;
}

static void dive_visit(Dive *dive, int count) {
    for (int i = 0; i < count; i++) {
        descent_run_playout(&dive->thread);
    }
}

/* Compares what is below two nodes: one of the old graph and its copy in the new graph, whose
 * nodes may have lost their edges if `cuts`. Marks the old ones as seen by clearing `ready`.
 * Returns how many nodes there are. */
static int compare_below(const Graph *old, GraphNode *was, const Graph *new, const GraphNode *is,
                         bool cuts) {
    cr_assert(is->ready && is->key == was->key && is->check == was->check &&
              is->orientation == was->orientation && is->symmetries == was->symmetries);
    cr_assert(is->visits == was->visits && is->value == was->value && is->score == was->score);
    if (!was->ready) {
        return 0;
    }
    was->ready = false;
    int count = 1;
    const GraphEdge *before = graph_edges(old, was), *after = graph_edges(new, is);
    if (before != NULL && after == NULL) {
        cr_assert(cuts && is->edge_count == 0 && is->own_visits == was->visits);
        cr_assert_float_eq((double)is->own_value / (double)GRAPH_ONE / is->own_visits, was->value,
                           1e-3);
        cr_assert_float_eq((double)is->own_score / (double)GRAPH_ONE / is->own_visits, was->score,
                           1e-2);
        return count;
    }
    cr_assert(is->own_visits == was->own_visits && is->own_value == was->own_value &&
              is->own_score == was->own_score);
    cr_assert((before == NULL) == (after == NULL) && is->edge_count == was->edge_count);
    uint64_t visits = is->own_visits;
    for (int i = 0; before != NULL && i < is->edge_count; i++) {
        cr_assert(after[i].visits == before[i].visits && after[i].move == before[i].move &&
                  after[i].prior == before[i].prior && after[i].amaf == before[i].amaf &&
                  after[i].value == before[i].value && after[i].score == before[i].score &&
                  after[i].virtual_losses == 0);
        cr_assert_eq(after[i].visits == 0, after[i].child == 0);
        visits += after[i].visits;
        if (after[i].child != 0) {
            count += compare_below(old, graph_node(old, before[i].child), new,
                                   graph_node(new, after[i].child), cuts);
        }
    }
    cr_assert_eq(visits, is->visits);
    return count;
}

/* Counts the nodes below, each of which must be found by its key. Nodes and edges lie in memory in
 * no known order, so this follows the edges. Marks what it has seen in refreshed_at, which a test
 * has no more use for. */
static uint64_t find_below(const Graph *graph, GraphNode *node) {
    if (node->refreshed_at == GRAPH_PENDING) {
        return 0;
    }
    node->refreshed_at = GRAPH_PENDING;
    const uint64_t payload = table_probe(&graph->table, node->key, node->check);
    cr_assert_eq(table_stamp(&graph->table, payload), payload);
    cr_assert_eq(graph_node(graph, (GraphIndex)payload), node);
    const GraphEdge *edges = graph_edges(graph, node);
    uint64_t count = 1;
    for (int i = 0; edges != NULL && i < node->edge_count; i++) {
        count += edges[i].child == 0 ? 0 : find_below(graph, graph_node(graph, edges[i].child));
    }
    return count;
}

/* Collects garbage and compares the graph with a copy of what it was. */
static void collect_and_compare(Dive *dive, const GraphCollectionLimits *limits, bool cuts) {
    Graph *graph = &dive->context.graph;
    Graph old = *graph;
    const size_t bytes = (size_t)old.used * 64;
    old.arena = aligned_alloc(64, bytes);
    memcpy(old.arena, graph->arena, bytes);
    GraphNode *was =
        (GraphNode *)(old.arena + ((unsigned char *)dive->context.root_node - graph->arena));
    const uint64_t used = graph->used;
    const GraphEdge *edges = graph_edges(&old, was);
    const int most = edges == NULL ? -1 : graph_most_visited(edges, was->edge_count);
    graph_collect_garbage(graph, &dive->context.root_node, limits);
    const GraphNode *root = dive->context.root_node;
    const int count = compare_below(&old, was, graph, root, cuts);
    cr_assert_eq(graph->node_count, (uint64_t)count, "what cannot be reached has gone");
    cr_assert_leq(graph->used, used);
    if (edges != NULL) {
        cr_assert_eq(graph_most_visited(graph_edges(graph, root), root->edge_count), most);
    }
    bool made;
    GraphKey key = dive->context.root_key;
    const GraphIndex index = graph_find(graph, &key, 0, &made, &dive->thread.counts);
    cr_assert(!made && graph_node(graph, index) == dive->context.root_node);
    free(old.arena);
}

static const GraphCollectionLimits ALL = {.share = 1};

Test(graph, garbage_collection_keeps_what_can_be_reached) {
    for (int size = 3; size <= 9; size += 6) {
        Dive *dive = dive_new(size, 32 << 20);
        dive_visit(dive, 1000);
        const uint64_t all = dive->context.graph.used;
        collect_and_compare(dive, &ALL, false);
        collect_and_compare(dive, &ALL, false); /* nothing more to go */
        cr_assert_eq(dive->context.graph.used, all, "all could be reached");
        dive_visit(dive, 500);
        cr_assert_eq(dive->context.root_node->visits, 1500);
        cr_assert_eq(find_below(&dive->context.graph, dive->context.root_node),
                     dive->context.graph.node_count);
    }
}

/* From a child of the root: its siblings go. */
Test(graph, garbage_collection_frees_what_cannot_be_reached) {
    Dive *dive = dive_new(9, 32 << 20);
    dive_visit(dive, 1000);
    Graph *graph = &dive->context.graph;
    GraphEdge *edges = graph_edges(graph, dive->context.root_node), *best = edges;
    for (int i = 0; i < dive->context.root_node->edge_count; i++) {
        best = edges[i].visits > best->visits ? &edges[i] : best;
    }
    GraphNode *child = graph_node(graph, best->child);
    const uint64_t used = graph->used;
    const uint32_t visits = child->visits;
    const float value = child->value;
    graph_collect_garbage(graph, &child, &ALL);
    cr_assert(child->visits == visits && child->value == value);
    cr_assert_lt(graph->used, used);
    bool made;
    const GraphKey key = dive->context.root_key;
    cr_assert_neq(graph_find(graph, &key, 0, &made, &dive->thread.counts), 0);
    cr_assert(made, "the old root has gone");
}

/* More than the share that may stay: what was visited least goes, by the log of its visits. */
Test(graph, garbage_collection_keeps_the_most_visited_within_its_share) {
    Dive *dive = dive_new(9, 4 << 20);
    Graph *graph = &dive->context.graph;
    while (graph_used_share(graph) < 0.9) {
        dive_visit(dive, 100);
    }
    for (double share = 0.5; share > 0.1; share /= 2) {
        collect_and_compare(dive, &(GraphCollectionLimits){.share = share}, true);
        cr_assert_leq(graph_used_share(graph), share);
        cr_assert_gt(graph_used_share(graph), share - 0.05); /* and nothing goes that could stay */
    }
    const uint32_t visits = dive->context.root_node->visits;
    dive_visit(dive, 300); /* it is a graph to go on with */
    cr_assert_eq(dive->context.root_node->visits, visits + 300);
    collect_and_compare(dive, &(GraphCollectionLimits){.share = 0.1}, true);
}

typedef struct {
    int asked, over_after;
} Patience;

static bool is_over(void *context) {
    Patience *patience = context;
    return patience->asked++ >= patience->over_after;
}

/* Whenever a collection is ended, the graph is complete and the root has its moves; the work is
 * bounded. */
Test(graph, garbage_collection_can_be_ended_at_any_time) {
    uint64_t last = 0;
    for (int after = 0; after <= 256; after = 4 * after + (after == 0)) {
        Dive *dive = dive_new(9, 16 << 20);
        Graph *graph = &dive->context.graph;
        dive_visit(dive, 5000);
        Patience patience = {.over_after = after};
        collect_and_compare(dive, &(GraphCollectionLimits){1, is_over, &patience}, true);
        cr_assert_eq(patience.asked, after + 1);
        cr_assert_not_null(graph_edges(graph, dive->context.root_node));
        cr_assert_leq(graph->used, 1 + (uint64_t)(after + 1) * (81 + 41) + 1);
        cr_assert_gt(graph->used, last);
        last = graph->used;
        dive_visit(dive, 100);
        cr_assert_eq(dive->context.root_node->visits, 5100);
        cr_assert_eq(find_below(graph, dive->context.root_node), graph->node_count);
    }
}
