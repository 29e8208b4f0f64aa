#include "tests/support/position/random_book.h"

static double fraction(Rng *rng) {
    return rng_next(rng) / 0x1p32;
}

static void set_values(BookNode *node, Rng *rng) {
    node->own = (BookValues){.win_loss = 2 * fraction(rng) - 1,
                             .win_loss_error = fraction(rng) / 4,
                             .score = 40 * fraction(rng) - 20,
                             .visits = rng_below(rng, 10000)};
    book_values_round(&node->own);
}

/* A random legal move, or a pass. */
static Point random_move(const BookPosition *position, Rng *rng) {
    const Board *board = &position->board;
    for (int attempt = 0; attempt < 20 && board->empty_count > 0; attempt++) {
        const Point p = board->empty[rng_below(rng, (uint32_t)board->empty_count)];
        if (book_position_allows(position, p)) {
            return p;
        }
    }
    return POINT_PASS;
}

BookGraph *random_book_new(const BookFacts *facts, int lines, int depth, Rng *rng) {
    BookGraph *graph = book_graph_new(facts);
    set_values(&graph->nodes[BOOK_ROOT], rng);
    for (int i = 0; i < lines; i++) {
        BookPosition position;
        uint32_t node = BOOK_ROOT;
        book_graph_start(graph, &position);
        const int length = 1 + (int)rng_below(rng, (uint32_t)depth);
        for (int ply = 0; ply < length && position.board.passes < 2; ply++) {
            const uint32_t before = graph->node_count;
            node =
                book_graph_play(graph, node, &position, random_move(&position, rng), fraction(rng));
            if (graph->node_count > before) {
                set_values(&graph->nodes[node], rng);
            }
        }
    }
    book_graph_recompute(graph);
    return graph;
}
