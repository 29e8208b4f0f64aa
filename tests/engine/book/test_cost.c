/* The order of expansions: the best and the likely come first, and what is closed never. */
#include "engine/book/cost.h"
#include "tests/support/position/random_book.h"

#include <criterion/criterion.h>
#include <stdlib.h>

/* Is a move of this value and prior expanded before one of 0.1 and 0.3? */
static bool is_first(double win_loss, double prior) {
    const BookFacts facts = book_facts(9, 9, rules_find("chinese"), 7);
    BookGraph *graph = book_graph_new(&facts);
    const double values[] = {win_loss, 0.1}, priors[] = {prior, 0.3};
    uint32_t children[2], nodes[3];
    for (int i = 0; i < 2; i++) {
        BookPosition position;
        book_graph_start(graph, &position);
        children[i] = book_graph_play(graph, BOOK_ROOT, &position, point_at(4, 4 - i), priors[i]);
        graph->nodes[children[i]].own = (BookValues){
            .win_loss = values[i], .win_loss_error = 0.05, .prior = 0.5, .visits = 100};
    }
    graph->nodes[BOOK_ROOT].flags |= BOOK_CLOSED;
    book_graph_recompute(graph);
    cr_assert_eq(book_select(graph, nodes, 3), 2);
    book_graph_free(graph);
    return nodes[0] == children[0];
}

Test(book_cost, good_and_likely_moves_come_first) {
    cr_assert(is_first(0.1, 0.4) && is_first(0.2, 0.3));
    cr_assert_not(is_first(0.1, 0.2) || is_first(0, 0.3));
    cr_assert(is_first(0.4, 0.1) && is_first(0, 0.9)); /* one makes up for the other */
}

Test(book_cost, what_is_closed_is_left_out) {
    Rng rng = rng_new(4);
    const BookFacts facts = book_facts(9, 9, rules_find("chinese"), 7);
    BookGraph *graph = random_book_new(&facts, 200, 8, &rng);
    for (uint32_t i = 0; i < graph->node_count; i += 3) {
        graph->nodes[i].flags |= BOOK_CLOSED;
    }
    uint32_t *nodes = calloc(graph->node_count, sizeof *nodes);
    const int count = book_select(graph, nodes, (int)graph->node_count);
    cr_assert_eq(count, (int)(graph->node_count - (graph->node_count + 2) / 3));
    for (int i = 0; i < count; i++) {
        cr_assert_neq(nodes[i] % 3, 0);
    }
    free(nodes);
    book_graph_free(graph);
}
