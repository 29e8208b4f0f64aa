/* A book in memory, to be made and read: positions with their values, found by key, the moves
 * between them, minimax.
 *
 * All values are Black's: winning less losing (1 wins, -1 loses), score in points with komi.
 *
 * Invariant: node 0 is the start position, and every node is reached from it. No two edges of a
 * node have the same move. A BookGraph belongs to one thread; several may read it. */
#ifndef ENGINE_BOOK_GRAPH_H
#define ENGINE_BOOK_GRAPH_H

#include "engine/base/map.h"
#include "engine/book/position.h"

/* The values of all moves outside of the book: of the whole position if none of its moves is in the
 * book. */
typedef struct {
    double win_loss, win_loss_error; /* the error: one standard deviation of the mean */
    double score;
    uint64_t visits;
} BookValues;

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
    double prior; /* 0..1, of this move among all of the position */
} BookEdge;

typedef struct {
    uint64_t key;
    uint32_t check; /* of HashKey.check, mixed: the upper half */
    Color to_move;
    bool is_complete; /* all moves are in the book: own values do not count */
    BookValues own;
    double figures[BOOK_FIGURES];
    double visits;   /* of the node and all below, with those reached twice counted twice */
    BookEdge *edges; /* by ascending move */
    int edge_count;
} BookNode;

enum { BOOK_ROOT = 0 };
static const uint32_t BOOK_NODE_NONE = UINT32_MAX;

typedef struct {
    BookFacts facts;
    Geometry *geometry;
    BookNode *nodes;
    uint32_t node_count;
    uint64_t edge_count;
    Map index; /* of nodes, by key */
} BookGraph;

/* Makes a book of the start position alone. The program ends if memory runs out (memory.h). */
BookGraph *book_graph_new(const BookFacts *facts);
void book_graph_free(BookGraph *graph);

/* Sets the start position of the graph's own facts. */
void book_graph_start(const BookGraph *graph, BookPosition *position);

/* Finds the node of a position. Returns BOOK_NODE_NONE if there is none. */
uint32_t book_graph_find(const BookGraph *graph, const BookPosition *position);

/* Plays p, a legal move, from a node at its position and adds node and edge if they are new.
 * Returns the node after it; position is then that after the move. */
uint32_t book_graph_play(BookGraph *graph, uint32_t node, BookPosition *position, Point p,
                         double prior);

/* Recomputes minimax and visits of all nodes. An edge that closes a cycle is ignored: a
 * repetition gains nothing. */
void book_graph_recompute(BookGraph *graph);

/* The figures of the own values, whose bounds are the mean and that many errors up and down. */
void book_own_figures(const BookNode *node, double error_factor, double figures[BOOK_FIGURES]);

#endif
