/* The actions of `dihedra book` that change a book without a search: import, complete, merge,
 * prune. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "engine/base/os/files.h"
#include "engine/base/version.h"
#include "engine/book/file.h"
#include "engine/book/retrograde.h"
#include "gtp/book/katabook.h"
#include "gtp/book/limits.h"
#include "gtp/book/request.h"

/* Would a new book be written over none? */
static bool check_new(const BookRequest *request, Status *status) {
    return !os_exists(request->path) || status_fail(status, "%.200s: exists; %s makes a new book",
                                                    request->path, request->action);
}

int book_import(const BookRequest *request) {
    KatabookReport report;
    Status status;
    if ((request->katabook == NULL) == (request->sgf == NULL)) {
        status_fail(&status, "import: give either --katabook or --sgf");
        return option_print_error("book", &status);
    }
    if (!check_new(request, &status)) {
        return book_fail(&status);
    }
    if (request->sgf != NULL) {
        return book_import_games(request);
    }
    BookGraph *graph = katabook_load(request->katabook, &report, &status);
    if (graph == NULL) {
        return book_fail(&status);
    }
    free(report.place);
    if (report.merged > 0) {
        printf("%" PRIu32 " of %" PRIu32 " nodes are positions that others have, too\n",
               report.merged, report.nodes);
    }
    return book_save_changed(request, graph);
}

/* ---- Completing ---- */

enum { COMPLETE_POINTS_MAX = 16, POSITIONS_MAX = 20000000 };

/* Is the board small enough, and the book new? */
static bool check_complete(const BookRequest *request, Status *status) {
    const int points = request->engine.width * request->engine.height;
    if (points > COMPLETE_POINTS_MAX) {
        return status_fail(status, "complete: boards of at most %d points, not %d",
                           COMPLETE_POINTS_MAX, points);
    }
    return check_new(request, status);
}

int book_complete(const BookRequest *request) {
    const EngineOptions *engine = &request->engine;
    BookFacts facts = book_facts(engine->width, engine->height, &engine->rules, engine->komi);
    Status status;
    if (!check_complete(request, &status)) {
        return book_fail(&status);
    }
    facts.symmetric = engine->player.symmetric;
    snprintf(facts.engine, BOOK_TEXT_MAX, "Dihedra %.50s", DIHEDRA_VERSION);
    BookGraph *graph = book_graph_new(&facts);
    if (!book_graph_complete(graph, POSITIONS_MAX, &status)) {
        book_graph_free(graph);
        return book_fail(&status);
    }
    book_graph_solve(graph);
    printf("value for Black: %+g\n", graph->nodes[BOOK_ROOT].own.score + facts.komi);
    return book_save_changed(request, graph);
}

/* ---- Merging ---- */

/* Whose own values cover fewer moves that the other book has? Those with more moves in the book; of
 * equal ones those with more visits. */
static bool is_better(const BookNode *a, const BookNode *b) {
    const bool a_fixed = (a->flags & (BOOK_EXACT | BOOK_PINNED)) != 0;
    const bool b_fixed = (b->flags & (BOOK_EXACT | BOOK_PINNED)) != 0;
    return a_fixed != b_fixed               ? a_fixed
           : a->edge_count != b->edge_count ? a->edge_count > b->edge_count
                                            : a->own.visits > b->own.visits;
}

static void merge(BookGraph *graph, const BookGraph *other) {
    uint32_t *places = memory_new(other->node_count, sizeof *places);
    for (uint32_t i = 0; i < other->node_count; i++) {
        const BookNode *from = &other->nodes[i];
        places[i] = book_graph_find_key(graph, from->key, from->check);
        if (places[i] == BOOK_NODE_NONE) {
            places[i] = book_graph_append(graph, from);
        } else if (is_better(from, &graph->nodes[places[i]])) {
            graph->nodes[places[i]].own = from->own;
            graph->nodes[places[i]].flags = from->flags;
        }
        book_bounds_narrow(&graph->nodes[places[i]].proved, &from->proved);
    }
    for (uint32_t i = 0; i < other->node_count; i++) {
        for (int j = 0; j < other->nodes[i].edge_count; j++) {
            BookEdge edge = other->nodes[i].edges[j];
            edge.child = places[edge.child];
            if (book_graph_edge(graph, places[i], edge.move) == NULL) {
                book_graph_link(graph, places[i], &edge);
            }
        }
    }
    free(places);
}

int book_merge(const BookRequest *request) {
    Status status;
    BookGraph *graph = book_graph_load(request->path, NULL, &status);
    for (int i = 0; graph != NULL && i < request->words.count; i++) {
        BookGraph *other = book_graph_load(request->words.items[i], NULL, &status);
        if (other == NULL || !book_facts_agree(&graph->facts, &other->facts, &status)) {
            book_graph_free(graph);
            graph = NULL;
        } else {
            merge(graph, other);
        }
        book_graph_free(other);
    }
    return graph == NULL ? book_fail(&status) : book_save_changed(request, graph);
}

/* ---- Pruning ---- */

/* The moves outside take over a move that leaves the book: the node's value stays. */
static void take_over(const BookGraph *graph, BookNode *node, const BookEdge *edge) {
    const BookNode *child = &graph->nodes[edge->child];
    const double *f = child->figures, errors = 2 * fmax(graph->facts.error_factor, 1e-9);
    const double sign = book_node_side(node) == BLACK ? 1 : -1;
    const bool is_first = (node->flags & BOOK_COMPLETE) != 0;
    const double visits = (double)node->own.visits + child->visits;
    if (is_first || sign * f[BOOK_WIN_LOSS] > sign * node->own.win_loss) {
        node->own = (BookValues){
            .win_loss = f[BOOK_WIN_LOSS],
            .win_loss_error = (f[BOOK_WIN_LOSS_UPPER] - f[BOOK_WIN_LOSS_LOWER]) / errors,
            .score = f[BOOK_SCORE],
            .score_error = (f[BOOK_SCORE_UPPER] - f[BOOK_SCORE_LOWER]) / errors,
            .sharp_score = f[BOOK_SHARP_SCORE],
            .score_stdev = (f[BOOK_FINAL_UPPER] - f[BOOK_FINAL_LOWER]) / errors,
            .prior = edge->prior};
        node->flags = (uint16_t)((node->flags & ~(BOOK_MOVE_MASK | BOOK_COMPLETE | BOOK_CLOSED)) |
                                 edge->move);
    }
    node->own.visits = (uint64_t)visits;
    book_values_round(&node->own);
}

int book_prune(const BookRequest *request) {
    Status status;
    BookGraph *graph = book_graph_load(request->path, NULL, &status);
    if (graph == NULL) {
        return book_fail(&status);
    }
    BookLimits *limits = book_limits_new(request, graph);
    const uint64_t before = graph->edge_count;
    for (uint32_t i = 0; i < graph->node_count; i++) {
        BookNode *node = &graph->nodes[i];
        int kept = 0;
        for (int j = 0; j < node->edge_count; j++) {
            if (book_limits_allow(limits, graph, i, &node->edges[j])) {
                node->edges[kept++] = node->edges[j];
            } else {
                take_over(graph, node, &node->edges[j]);
            }
        }
        graph->edge_count -= (uint64_t)(node->edge_count - kept);
        node->edge_count = kept;
    }
    book_limits_free(limits);
    const uint64_t cut = before - graph->edge_count;
    const uint32_t swept = book_graph_sweep(graph);
    printf("%" PRIu64 " moves and %" PRIu32 " positions removed\n", cut, swept);
    return book_save_changed(request, graph);
}
