/* Costs of expansions: the best and the likely come first, and what is closed never. */
#include "engine/book/cost.h"
#include "tests/support/position/random_book.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

static BookCost *costs_of(const BookGraph *graph) {
    BookCost *costs = calloc(graph->node_count, sizeof *costs);
    cr_assert_not_null(costs);
    book_costs_set(graph, costs);
    return costs;
}

/* A root with two moves that differ in one thing; returns how much more the second costs. */
static double more_of_second(double win_loss, double prior) {
    const BookFacts facts = book_facts(9, 9, rules_find("chinese"), 7);
    BookGraph *graph = book_graph_new(&facts);
    uint32_t child[2];
    for (int i = 0; i < 2; i++) {
        BookPosition position;
        book_graph_start(graph, &position);
        child[i] =
            book_graph_play(graph, BOOK_ROOT, &position, point_at(4, 4 - i), i == 0 ? 0.3 : prior);
        graph->nodes[child[i]].own = (BookValues){.win_loss = i == 0 ? 0.1 : win_loss,
                                                  .win_loss_error = 0.05,
                                                  .prior = 0.5,
                                                  .visits = 100};
    }
    graph->nodes[BOOK_ROOT].own.win_loss = -0.5;
    graph->nodes[BOOK_ROOT].own.prior = 0.01;
    book_graph_recompute(graph);
    BookCost *costs = costs_of(graph);
    const double more = costs[child[1]].from_root - costs[child[0]].from_root;
    free(costs);
    book_graph_free(graph);
    return more;
}

Test(book_cost, losing_and_unlikely_moves_cost_more) {
    cr_assert_float_eq(more_of_second(0.1, 0.3), 0, 0.1); /* but for the main line's bonus */
    cr_assert_gt(more_of_second(-0.2, 0.3), 0.5);
    cr_assert_gt(more_of_second(-0.4, 0.3), more_of_second(-0.2, 0.3));
    cr_assert_gt(more_of_second(0.1, 0.01), 1);
    /* A move that beats a likelier one costs less than its prior alone would make it. */
    cr_assert_lt(more_of_second(0.3, 0.01), 0.75 * more_of_second(0.1, 0.01));
}

Test(book_cost, the_order_is_that_of_costs_and_leaves_out_what_is_closed) {
    Rng rng = rng_new(4);
    const BookFacts facts = book_facts(9, 9, rules_find("chinese"), 7);
    BookGraph *graph = random_book_new(&facts, 200, 8, &rng);
    for (uint32_t i = 0; i < graph->node_count; i += 3) {
        graph->nodes[i].flags |= BOOK_CLOSED;
    }
    BookCost *costs = costs_of(graph);
    uint32_t *nodes = calloc(graph->node_count, sizeof *nodes);
    const int count = book_costs_select(graph, costs, nodes, (int)graph->node_count);
    cr_assert_eq(count, (int)(graph->node_count - (graph->node_count + 2) / 3));
    for (int i = 0; i < count; i++) {
        cr_assert_neq(nodes[i] % 3, 0);
        cr_assert(i == 0 || costs[nodes[i - 1]].from_root + costs[nodes[i - 1]].expansion <=
                                costs[nodes[i]].from_root + costs[nodes[i]].expansion);
    }
    free(nodes);
    free(costs);
    book_graph_free(graph);
}
