/* Minimax over a book against a plain recursion, and what may not override it. */
#include "tests/support/position/random_book.h"

static BookFacts facts_of(int side, const char *rules) {
    return book_facts(side, side, rules_find(rules), 7);
}

/* The winning less losing of a node by the definition. */
static double plain_win_loss(const BookGraph *graph, uint32_t index) {
    const BookNode *node = &graph->nodes[index];
    double best = node->own.win_loss;
    for (int i = 0; i < node->edge_count; i++) {
        const double value = plain_win_loss(graph, node->edges[i].child);
        best = book_node_side(node) == BLACK ? fmax(best, value) : fmin(best, value);
    }
    return best;
}

Test(book_graph, minimax_is_that_of_a_recursion) {
    Rng rng = rng_new(1);
    const BookFacts facts = facts_of(9, "tromp-taylor");
    BookGraph *graph = random_book_new(&facts, 200, 12, &rng);
    for (uint32_t i = 0; i < graph->node_count; i++) {
        cr_assert_eq(graph->nodes[i].figures[BOOK_WIN_LOSS], plain_win_loss(graph, i));
        cr_assert_leq(graph->nodes[i].figures[BOOK_WIN_LOSS_LOWER],
                      graph->nodes[i].figures[BOOK_WIN_LOSS]);
        cr_assert_geq(graph->nodes[i].figures[BOOK_WIN_LOSS_UPPER],
                      graph->nodes[i].figures[BOOK_WIN_LOSS]);
    }
    book_graph_free(graph);
}

/* A root whose only move is bad for Black, who may choose any other. */
static double root_value(uint16_t root_flags) {
    const BookFacts facts = facts_of(9, "chinese");
    BookGraph *graph = book_graph_new(&facts);
    BookPosition position;
    book_graph_start(graph, &position);
    const uint32_t child = book_graph_play(graph, BOOK_ROOT, &position, point_at(4, 4), 0.5);
    graph->nodes[child].own.win_loss = -0.5;
    graph->nodes[BOOK_ROOT].own.win_loss = 0.25;
    graph->nodes[BOOK_ROOT].flags |= root_flags;
    book_graph_recompute(graph);
    const double value = graph->nodes[BOOK_ROOT].figures[BOOK_WIN_LOSS];
    book_graph_free(graph);
    return value;
}

Test(book_graph, own_values_count_unless_all_moves_are_in_the_book) {
    cr_assert_eq(root_value(0), 0.25);
    cr_assert_eq(root_value(BOOK_COMPLETE), -0.5);
}

Test(book_graph, images_and_orders_of_moves_share_a_node) {
    const BookFacts facts = facts_of(9, "chinese");
    BookGraph *graph = book_graph_new(&facts);
    const Point orders[][3] = {
        {point_at(2, 2), point_at(6, 6), point_at(6, 2)},
        {point_at(6, 2), point_at(6, 6), point_at(2, 2)},
        {point_at(2, 6), point_at(6, 2), point_at(2, 2)}, /* mirrored, in the other order */
    };
    uint32_t last[3];
    for (int i = 0; i < 3; i++) {
        BookPosition position;
        uint32_t node = BOOK_ROOT;
        book_graph_start(graph, &position);
        for (int j = 0; j < 3; j++) {
            node = book_graph_play(graph, node, &position, orders[i][j], 0.1);
        }
        last[i] = node;
    }
    cr_assert_eq(last[0], last[1]);
    cr_assert_eq(last[0], last[2]);
    book_graph_free(graph);
}

Test(book_graph, circles_end) {
    Rng rng = rng_new(5);
    const BookFacts facts = facts_of(2, "chinese-simple-ko");
    BookGraph *graph = random_book_new(&facts, 300, 30, &rng);
    cr_assert_gt(graph->edge_count, graph->node_count);
    book_graph_recompute(graph);
    book_graph_free(graph);
}
