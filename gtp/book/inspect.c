/* The actions of `dihedra book` that only read: show, verify, compare. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/base/clock.h"
#include "engine/base/memory.h"
#include "engine/base/rng.h"
#include "engine/book/file.h"
#include "gtp/book/expand.h"
#include "gtp/book/limits.h"
#include "gtp/book/request.h"

/* ---- show ---- */

static void print_facts(const BookFile *file) {
    const BookFacts *facts = book_file_facts(file);
    const uint64_t nodes = book_file_nodes(file), edges = book_file_edges(file);
    printf("%dx%d, %s rules, komi %g, by ", facts->width, facts->height, facts->rules.name,
           facts->komi);
    text_print(facts->engine[0] != '\0' ? facts->engine : "an unknown engine", stdout);
    printf("%s", facts->network[0] != '\0' ? ", network " : "");
    text_print(facts->network, stdout);
    printf("\n");
    printf("%" PRIu64 " positions, %" PRIu64 " moves, %" PRIu64 " bytes (%.1f a position)\n", nodes,
           edges, book_file_bytes(file), (double)book_file_bytes(file) / (double)nodes);
}

typedef struct {
    BookFile *file;
    const BookPosition *position;
    Status *status;
} Shown;

/* A line for a move of the book: its points, and the value after it. */
static BookAnswer print_move(const Shown *shown, const BookEdge *edge) {
    Point points[SYMMETRY_COUNT];
    char vertex[POINT_TEXT_MAX];
    BookNode child;
    Text line = {0};
    const BookAnswer answer = book_file_node(shown->file, edge->child, &child, shown->status);
    if (answer != BOOK_FOUND) {
        return answer;
    }
    const int count = book_position_from_book(shown->position, edge->move, points);
    for (int i = 0; i < count; i++) {
        text_add(&line, "%s%s", i > 0 ? " " : "",
                 point_to_text(points[i], shown->position->facts->height, vertex));
    }
    printf("%-5s ", text_get(&line));
    text_clear(&line);
    book_add_value(&line, child.figures);
    printf("%s, visits %.0f, prior %.2f%%%s\n", text_get(&line), child.visits, 100 * edge->prior,
           (child.flags & BOOK_EXACT) != 0 ? ", exact" : "");
    text_free(&line);
    return BOOK_FOUND;
}

static BookAnswer print_node(const Shown *shown, uint32_t index) {
    const double komi = book_file_facts(shown->file)->komi;
    BookNode node;
    BookBounds proved;
    BookEdge edges[GRAPH_EDGES_MAX];
    int count;
    Text line = {0};
    BookAnswer answer = book_file_node(shown->file, index, &node, shown->status);
    if (answer == BOOK_FOUND) {
        answer =
            book_file_edges_of(shown->file, index, edges, GRAPH_EDGES_MAX, &count, shown->status);
    }
    if (answer != BOOK_FOUND) {
        return answer;
    }
    if (book_file_bounds(shown->file, index, &proved, shown->status) == BOOK_DAMAGED) {
        return BOOK_DAMAGED;
    }
    book_add_value(&line, node.figures);
    text_add(&line, ", visits %.0f%s", node.visits,
             (node.flags & BOOK_EXACT) != 0 ? ", exact" : "");
    if (proved.is_known) {
        text_add(&line, ", proved: Black's score from %+g to %+g", proved.lower - komi,
                 proved.upper - komi);
    }
    printf("%s to move: %s\n", color_name(book_node_side(&node)), text_get(&line));
    text_free(&line);
    for (int i = 0; i < count && answer == BOOK_FOUND; i++) {
        answer = print_move(shown, &edges[i]);
    }
    if (answer == BOOK_FOUND && (node.flags & BOOK_COMPLETE) == 0) {
        printf("others: Black wins %.1f%%, score %+.1f, visits %" PRIu64 "\n",
               50 + 50 * node.own.win_loss, node.own.score, node.own.visits);
    }
    return answer;
}

int book_show(const BookRequest *request) {
    Status status;
    BookPosition position;
    BookFile *file = book_file_open(request->path, &status);
    if (file == NULL) {
        return book_fail(&status);
    }
    const BookFacts *facts = book_file_facts(file);
    bool ok = true;
    uint32_t index;
    print_facts(file);
    book_position_start(&position, facts, book_file_geometry(file));
    for (int i = 0; i < request->words.count && ok; i++) {
        const char *word = request->words.items[i];
        Point p;
        ok = (point_from_text(word, facts->width, facts->height, &p) &&
              book_position_allows(&position, p)) ||
             status_fail(&status, "'%.20s' is not a legal move", word);
        if (ok) {
            book_position_play(&position, p);
        }
    }
    if (ok) {
        const Shown shown = {file, &position, &status};
        BookAnswer answer = book_file_find(file, &position, &index, &status);
        answer = answer == BOOK_FOUND ? print_node(&shown, index) : answer;
        ok = answer != BOOK_DAMAGED;
        if (answer == BOOK_UNKNOWN) {
            printf("not in the book\n");
        }
    }
    book_file_close(file);
    return ok ? EXIT_SUCCESS : book_fail(&status);
}

/* ---- verify ---- */

/* Searches a node anew and adds how far its own value moves. */
static bool sample(BookSearcher *searcher, const BookGraph *graph, const BookWays *ways,
                   uint32_t node, double *moved, Status *status) {
    BookPosition position;
    Point *way = book_ways_go(ways, graph, node, &position);
    json_t *job = book_job_new(graph, node, &position, way, false);
    json_t *result = book_job_run(searcher, &graph->facts, job, status);
    const json_t *own = json_object_get(result, "own");
    if (result != NULL) {
        *moved += fabs(json_number_value(json_object_get(own, "win_loss")) -
                       graph->nodes[node].own.win_loss);
    }
    const bool ok = result != NULL;
    json_decref(result);
    json_decref(job);
    free(way);
    return ok;
}

static bool sample_all(const BookRequest *request, const BookGraph *graph, Status *status) {
    const PlayerOptions options = book_search_options(&request->engine.player);
    Rng rng = rng_new(options.seed);
    Models models;
    BookSearcher searcher;
    double moved = 0;
    if (!models_start(&request->engine, &models, status)) {
        return false;
    }
    bool ok = book_searcher_init(&searcher, &graph->facts, &options, &models, NULL) ||
              status_fail(status, "out of memory");
    BookWays *ways = book_ways_new(graph);
    for (int i = 0; i < request->samples && ok; i++) {
        ok = sample(&searcher, graph, ways, rng_below(&rng, graph->node_count), &moved, status);
    }
    if (ok) {
        printf("%d positions searched anew: winning less losing moves by %.4f in the mean\n",
               request->samples, moved / request->samples);
    }
    book_ways_free(ways);
    book_searcher_free(&searcher);
    models_free(&models);
    return ok;
}

int book_verify(const BookRequest *request) {
    Status status;
    uint32_t stale;
    const double start = clock_seconds();
    BookGraph *graph = book_graph_load(request->path, &stale, &status);
    if (graph == NULL) {
        return book_fail(&status);
    }
    const double loaded = clock_seconds();
    bool ok = (stale == 0 || status_fail(&status,
                                         "%s: %" PRIu32 " positions have other values "
                                         "than those recomputed",
                                         request->path, stale)) &&
              book_graph_check_moves(graph, &status);
    if (ok) {
        printf("%" PRIu32 " positions, %" PRIu64 " moves: sums, structure and values right "
               "(%.2f s), moves right (%.2f s)\n",
               graph->node_count, graph->edge_count, loaded - start, clock_seconds() - loaded);
        ok = request->samples == 0 || sample_all(request, graph, &status);
    }
    book_graph_free(graph);
    return ok ? EXIT_SUCCESS : book_fail(&status);
}

/* ---- compare ---- */

enum { SHOWN_DIFFERENCES = 10 };

typedef struct {
    double difference, other; /* of winning less losing; the other book's */
    uint32_t node;
} Difference;

static int compare_differences(const void *a, const void *b) {
    const Difference *x = a, *y = b;
    const double by = fabs(y->difference) - fabs(x->difference);
    return by != 0 ? (by > 0) - (by < 0) : (x->node > y->node) - (x->node < y->node);
}

static void print_differences(const BookGraph *graph, Difference *differences, uint32_t count) {
    BookWays *ways = book_ways_new(graph);
    qsort(differences, count, sizeof *differences, compare_differences);
    for (uint32_t i = 0; i < count && i < SHOWN_DIFFERENCES && differences[i].difference != 0;
         i++) {
        BookPosition position;
        char vertex[POINT_TEXT_MAX];
        Point *way = book_ways_go(ways, graph, differences[i].node, &position);
        const double value = graph->nodes[differences[i].node].figures[BOOK_WIN_LOSS];
        printf("Black wins %.1f%%, in the other %.1f%%:", 50 + 50 * value,
               50 + 50 * differences[i].other);
        for (int j = 0; j < position.ply; j++) {
            printf(" %s", point_to_text(way[j], graph->facts.height, vertex));
        }
        printf("\n");
        free(way);
    }
    book_ways_free(ways);
}

static void print_comparison(const BookGraph *graph, const BookGraph *other) {
    Difference *differences = memory_new(graph->node_count, sizeof *differences);
    uint32_t both = 0;
    double sum = 0;
    for (uint32_t i = 0; i < graph->node_count; i++) {
        const BookNode *node = &graph->nodes[i];
        const uint32_t there = book_graph_find_key(other, node->key, node->check);
        if (there != BOOK_NODE_NONE) {
            const double value = other->nodes[there].figures[BOOK_WIN_LOSS];
            const double difference = value - node->figures[BOOK_WIN_LOSS];
            differences[both++] = (Difference){difference, value, i};
            sum += fabs(difference);
        }
    }
    printf("%" PRIu32 " positions in both, %" PRIu32 " in the first alone, %" PRIu32
           " in the second alone\n",
           both, graph->node_count - both, other->node_count - both);
    printf("winning less losing differs by %.4f in the mean\n", both > 0 ? sum / both : 0);
    print_differences(graph, differences, both);
    free(differences);
}

int book_compare(const BookRequest *request) {
    Status status;
    BookGraph *graph = book_graph_load(request->path, NULL, &status);
    BookGraph *other =
        graph == NULL ? NULL : book_graph_load(request->words.items[0], NULL, &status);
    const bool ok = other != NULL && book_facts_agree(&graph->facts, &other->facts, &status);
    if (ok) {
        print_comparison(graph, other);
    }
    book_graph_free(graph);
    book_graph_free(other);
    return ok ? EXIT_SUCCESS : book_fail(&status);
}
