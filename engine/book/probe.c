#include "engine/book/probe.h"

#include <stdlib.h>

BookPlay book_play_default(void) {
    return (BookPlay){.max_ply = 1000000, .min_visits = 1, .max_loss = 0.01};
}

static double share_won(double win_loss) {
    return fmin(fmax(0.5 + 0.5 * win_loss, 0), 1);
}

static BookOpinion opinion_of(const double figures[BOOK_FIGURES], Color color) {
    const bool black = color == BLACK;
    const double win = share_won(figures[BOOK_WIN_LOSS]);
    const double lower = share_won(figures[BOOK_WIN_LOSS_LOWER]);
    const double upper = share_won(figures[BOOK_WIN_LOSS_UPPER]);
    return (BookOpinion){.win_rate = black ? win : 1 - win,
                         .lower = black ? lower : 1 - upper,
                         .upper = black ? upper : 1 - lower,
                         .score = black ? figures[BOOK_SCORE] : 0 - figures[BOOK_SCORE]};
}

static BookOpinion opinion_of_node(const BookNode *node, Color color) {
    BookOpinion opinion = opinion_of(node->figures, color);
    opinion.visits = node->visits;
    return opinion;
}

static BookOpinion opinion_of_others(const BookNode *node, double factor, Color color) {
    double figures[BOOK_FIGURES];
    book_own_figures(node, factor, figures);
    BookOpinion opinion = opinion_of(figures, color);
    opinion.visits = (double)node->own.visits;
    return opinion;
}

static int compare_moves(const void *a, const void *b) {
    const BookMove *x = a, *y = b;
    const BookOpinion *p = &x->opinion, *q = &y->opinion;
    const double by = p->win_rate != q->win_rate ? q->win_rate - p->win_rate
                      : p->score != q->score     ? q->score - p->score
                      : p->visits != q->visits   ? q->visits - p->visits
                                                 : (double)x->move - (double)y->move;
    return (by > 0) - (by < 0);
}

bool book_probe(const BookGraph *book, const Game *game, Color color, BookListing *listing) {
    book_position_of_game(&listing->position, &book->facts, book->geometry, game, color);
    const uint32_t index = book_graph_find(book, &listing->position);
    listing->count = 0;
    if (index == BOOK_NODE_NONE) {
        return false;
    }
    const BookNode *node = &book->nodes[index];
    listing->opinion = opinion_of_node(node, color);
    listing->others = opinion_of_others(node, book->facts.error_factor, color);
    listing->has_others = (node->flags & BOOK_COMPLETE) == 0;
    for (; listing->count < node->edge_count; listing->count++) {
        const BookEdge *edge = &node->edges[listing->count];
        listing->moves[listing->count] =
            (BookMove){edge->move, opinion_of_node(&book->nodes[edge->child], color), edge->prior};
    }
    qsort(listing->moves, (size_t)listing->count, sizeof listing->moves[0], compare_moves);
    return true;
}

/* ---- Choosing ---- */

/* Lists the images of a move that the game allows. */
static int list_images(const BookListing *listing, const BookMove *move, const Game *game,
                       Point images[SYMMETRY_COUNT]) {
    const Color color = listing->position.board.to_move;
    Point points[SYMMETRY_COUNT];
    const int count = book_position_from_book(&listing->position, move->move, points);
    int legal = 0;
    for (int i = 0; i < count; i++) {
        if (game_check(game, color, points[i]) == MOVE_LEGAL) {
            images[legal++] = points[i];
        }
    }
    return legal;
}

/* Returns the index of one of the weights, by chance, or -1 if all are 0. */
static int sample(const double *weights, int count, Rng *rng) {
    double sum = 0;
    int chosen = -1;
    for (int i = 0; i < count; i++) {
        sum += weights[i];
        if (weights[i] > 0 && rng_next(rng) / 0x1p32 * sum < weights[i]) {
            chosen = i;
        }
    }
    return chosen;
}

bool book_choose(const BookListing *listing, const BookPlay *play, const Game *game, Rng *rng,
                 BookChoice *choice) {
    double weights[GRAPH_EDGES_MAX] = {0}, most = 1;
    double best = listing->has_others ? listing->others.win_rate : 0;
    Point images[SYMMETRY_COUNT];
    for (int i = 0; i < listing->count; i++) {
        best = fmax(best, listing->moves[i].opinion.win_rate);
    }
    for (int i = 0; i < listing->count && game->move_count < play->max_ply; i++) {
        const BookMove *move = &listing->moves[i];
        const bool may_play = move->opinion.visits >= (double)play->min_visits &&
                              move->opinion.win_rate >= best - play->max_loss &&
                              list_images(listing, move, game, images) > 0;
        weights[i] = may_play ? fmax(move->opinion.visits, 1) : 0;
        most = fmax(most, weights[i]);
        if (may_play && play->randomness == 0) {
            break; /* the best comes first */
        }
    }
    const double r = fmax((double)play->randomness, 1);
    for (int i = 0; i < listing->count; i++) { /* shares: powers of the visits may be too large */
        weights[i] = weights[i] > 0 ? pow(weights[i] / most, (100 - r) / r) : 0;
    }
    const int chosen = sample(weights, listing->count, rng);
    if (chosen < 0) {
        return false;
    }
    const int count = list_images(listing, &listing->moves[chosen], game, images);
    choice->point = images[rng_below(rng, (uint32_t)count)];
    choice->opinion = listing->moves[chosen].opinion;
    return true;
}
