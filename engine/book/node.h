/* A position of a book with its values, and the numbers in which a file holds them.
 *
 * All values are Black's: winning less losing (1 wins, -1 loses), score in points with komi.
 *
 * Invariant: the own values of a node are those that its record holds, exactly: book_values_round
 * comes first. So a book that was saved and loaded goes on as one that was not. */
#ifndef ENGINE_BOOK_NODE_H
#define ENGINE_BOOK_NODE_H

#include "engine/go/board/point.h"

#include <stdbool.h>
#include <stdint.h>

/* The values of all moves outside of the book: of the whole position if none of its moves is in the
 * book. */
typedef struct {
    double win_loss, win_loss_error; /* the error: one standard deviation of the mean */
    double score;
    uint64_t visits;
} BookValues;

enum {
    BOOK_WHITE = 1 << 10,    /* White is to move */
    BOOK_COMPLETE = 1 << 15, /* all moves are in the book: own values do not count */
    /* The other bits are free; files of earlier versions may have them set. */
};

/* What minimax over the graph gives, each by itself. Lower bounds are taken at the worst for
 * Black. */
typedef enum {
    BOOK_WIN_LOSS,
    BOOK_WIN_LOSS_LOWER,
    BOOK_WIN_LOSS_UPPER,
    BOOK_SCORE,
    BOOK_FIGURES
} BookFigure;

typedef struct {
    uint32_t child;
    Point move;
    uint8_t symmetry; /* book_position_link */
    double prior;     /* 0..1, of this move among all of the position */
} BookEdge;

typedef struct {
    uint64_t key;
    uint32_t check; /* of HashKey.check, mixed: the upper half */
    uint16_t flags;
    BookValues own;
    double figures[BOOK_FIGURES];
    double visits;   /* of the node and all below, with those reached twice counted twice */
    BookEdge *edges; /* by ascending move */
    int edge_count;
} BookNode;

static inline Color book_node_side(const BookNode *node) {
    return (node->flags & BOOK_WHITE) != 0 ? WHITE : BLACK;
}

/* ---- Records ----------------------------------------------------------------------------------
 *
 * Little-endian. Fractions of 1 are in 1/32767 (win_loss) or 1/32768 (its error); the own score in
 * 1/12288 point, 24 bits; the score by minimax in 1/32. A prior is -4096 times its logarithm.
 * Visits are floating: 11 bits and 5 of exponent. */
typedef struct {
    uint64_t key;
    uint32_t check;
    uint32_t first_edge;
    uint16_t flags, own_visits, visits;
    int16_t own_win_loss;
    uint16_t own_win_loss_error, unused; /* not read */
    uint8_t own_score[3], unused_too[9];
    int16_t win_loss, win_loss_lower, win_loss_upper, score;
} BookRecord;

typedef struct {
    uint32_t child;
    uint16_t move; /* bits 0-9 the move, 10-12 the symmetry */
    uint16_t prior;
} BookLink;

_Static_assert(sizeof(BookRecord) == 48 && sizeof(BookLink) == 8, "records have no padding");

/* Rounds to what a record can hold. */
void book_values_round(BookValues *values);
double book_prior_round(double prior);

/* The figures of the own values, whose bounds are the mean and that many errors up and down. */
void book_own_figures(const BookNode *node, double error_factor, double figures[BOOK_FIGURES]);

/* The record of a node, whose edges begin at first_edge; and back, without edges and with the
 * minimax figures of the record alone. */
BookRecord book_record_of(const BookNode *node, uint32_t first_edge);
BookNode book_record_node(const BookRecord *record);

BookLink book_link_of(const BookEdge *edge, uint32_t child);
BookEdge book_link_edge(const BookLink *link);

#endif
