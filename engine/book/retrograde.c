#include "engine/book/retrograde.h"

#include <stdlib.h>

#include "engine/base/memory.h"
#include "engine/go/board/score.h"

/* ---- Completing ---- */

/* How a node was reached first. */
typedef struct {
    uint32_t parent;
    Point point; /* on the board of the way */
} Arrival;

typedef struct {
    BookGraph *graph;
    Arrival *arrivals; /* [node] */
} Completion;

static void go_to(const Completion *completion, uint32_t node, BookPosition *position) {
    Point *way = NULL;
    size_t count = 0;
    for (; node != BOOK_ROOT; node = completion->arrivals[node].parent) {
        way = memory_grow(way, count, sizeof *way);
        way[count++] = completion->arrivals[node].point;
    }
    book_graph_start(completion->graph, position);
    while (count > 0) {
        book_position_play(position, way[--count]);
    }
    free(way);
}

static void add_move(Completion *completion, uint32_t node, const BookPosition *position, Point p) {
    BookGraph *graph = completion->graph;
    const uint32_t before = graph->node_count;
    BookPosition after = *position;
    book_graph_play(graph, node, &after, p, 0);
    if (graph->node_count > before) {
        completion->arrivals = memory_grow(completion->arrivals, before, sizeof(Arrival));
        completion->arrivals[before] = (Arrival){node, p};
    }
}

/* Adds all moves of a position; one after two passes has none, and its score instead. */
static void add_moves(Completion *completion, uint32_t node) {
    BookPosition position;
    BookNode *ended = &completion->graph->nodes[node];
    go_to(completion, node, &position);
    if (position.board.passes >= 2) {
        ended->own = (BookValues){.score = score_area(&position.board, NULL, NULL)};
        return;
    }
    for (int cell = 0; cell < completion->graph->geometry->cell_count; cell++) {
        const Point p = completion->graph->geometry->point_of[cell];
        if (book_position_allows(&position, p)) {
            add_move(completion, node, &position, p);
        }
    }
    add_move(completion, node, &position, POINT_PASS);
}

bool book_graph_complete(BookGraph *graph, uint32_t most, Status *status) {
    Completion completion = {.graph = graph};
    if (graph->facts.rules.ko != KO_SIMPLE || graph->facts.rules.scoring != SCORING_AREA) {
        return status_fail(status,
                           "only books of simple ko and area scoring can be completed: %s "
                           "has another rule, under which a position has no single value",
                           graph->facts.rules.name);
    }
    completion.arrivals = memory_grow(NULL, 0, sizeof(Arrival));
    for (uint32_t i = 0; i < graph->node_count && graph->node_count <= most; i++) {
        add_moves(&completion, i);
    }
    free(completion.arrivals);
    return graph->node_count <= most ||
           status_fail(status, "more than %u positions can be reached", most);
}

/* ---- Solving ---- */

typedef struct {
    BookGraph *graph;
    uint32_t *first_parent; /* [node], and one more: into parents */
    uint32_t *parents;
    int *open; /* [node] moves that do not serve the attacker yet */
    int *values;
    uint8_t *is_known;
    uint32_t *queue;
    uint32_t queued;
} Retrograde;

static void find_parents(Retrograde *retrograde) {
    const BookGraph *graph = retrograde->graph;
    uint32_t *first = memory_new((size_t)graph->node_count + 1, sizeof *first);
    retrograde->parents = memory_new(graph->edge_count, sizeof *retrograde->parents);
    for (uint32_t i = 0; i < graph->node_count; i++) {
        for (int j = 0; j < graph->nodes[i].edge_count; j++) {
            first[graph->nodes[i].edges[j].child + 1]++;
        }
    }
    for (uint32_t i = 0; i < graph->node_count; i++) {
        first[i + 1] += first[i];
    }
    uint32_t *next = memory_new(graph->node_count, sizeof *next);
    for (uint32_t i = 0; i < graph->node_count; i++) {
        for (int j = 0; j < graph->nodes[i].edge_count; j++) {
            const uint32_t child = graph->nodes[i].edges[j].child;
            retrograde->parents[first[child] + next[child]++] = i;
        }
    }
    free(next);
    retrograde->first_parent = first;
}

static void set_value(Retrograde *retrograde, uint32_t node, int value) {
    if (retrograde->is_known[node] == 0) {
        retrograde->is_known[node] = 1;
        retrograde->values[node] = value;
        retrograde->queue[retrograde->queued++] = node;
    }
}

/* Gives the value to all positions from which the attacker forces one that has it or better: with
 * its own move one is enough; of the opponent's all must lead there. */
static void attract(Retrograde *retrograde, Color attacker, int value) {
    const BookGraph *graph = retrograde->graph;
    for (uint32_t i = 0; i < retrograde->queued; i++) {
        const uint32_t node = retrograde->queue[i];
        for (uint32_t j = retrograde->first_parent[node]; j < retrograde->first_parent[node + 1];
             j++) {
            const uint32_t parent = retrograde->parents[j];
            if (book_node_side(&graph->nodes[parent]) == attacker ||
                --retrograde->open[parent] == 0) {
                set_value(retrograde, parent, value);
            }
        }
    }
    retrograde->queued = 0;
}

/* Black's values above 0, or White's below. */
static void solve_side(Retrograde *retrograde, Color attacker) {
    const BookGraph *graph = retrograde->graph;
    const int cells = graph->geometry->cell_count, sign = attacker == BLACK ? 1 : -1;
    for (uint32_t i = 0; i < graph->node_count; i++) {
        retrograde->open[i] = graph->nodes[i].edge_count;
    }
    for (int value = cells; value > 0; value--) {
        for (uint32_t i = 0; i < graph->node_count; i++) {
            if (graph->nodes[i].edge_count == 0 && graph->nodes[i].own.score == sign * value) {
                set_value(retrograde, i, sign * value);
            }
        }
        attract(retrograde, attacker, sign * value);
    }
}

void book_graph_solve(BookGraph *graph) {
    Retrograde retrograde = {.graph = graph,
                             .open = memory_new(graph->node_count, sizeof(int)),
                             .values = memory_new(graph->node_count, sizeof(int)),
                             .is_known = memory_new(graph->node_count, 1),
                             .queue = memory_new(graph->node_count, sizeof(uint32_t))};
    find_parents(&retrograde);
    solve_side(&retrograde, BLACK);
    solve_side(&retrograde, WHITE);
    for (uint32_t i = 0; i < graph->node_count; i++) {
        BookNode *node = &graph->nodes[i];
        const double score = retrograde.values[i] - graph->facts.komi;
        node->own = (BookValues){.win_loss = score > 0   ? 1
                                             : score < 0 ? -1
                                                         : 0,
                                 .score = score,
                                 .sharp_score = score};
        node->flags |= BOOK_EXACT | BOOK_CLOSED | BOOK_COMPLETE;
    }
    free(retrograde.first_parent);
    free(retrograde.parents);
    free(retrograde.open);
    free(retrograde.values);
    free(retrograde.is_known);
    free(retrograde.queue);
}
