/* What a book says of a game's position, and a move from it.
 *
 * Values are the mover's here. Pure functions: any thread. */
#ifndef ENGINE_BOOK_PROBE_H
#define ENGINE_BOOK_PROBE_H

#include "engine/base/rng.h"
#include "engine/book/graph.h"

typedef struct {
    double win_rate, lower, upper; /* 0..1 */
    double score;
    double visits;
} BookOpinion;

typedef struct {
    Point move;          /* of the book: book_position_from_book */
    BookOpinion opinion; /* of the position after it */
    double prior;
} BookMove;

typedef struct {
    BookPosition position;
    BookOpinion opinion; /* of the position */
    BookOpinion others;  /* of all other moves together, if there are any */
    bool has_others;
    int count;
    BookMove moves[GRAPH_EDGES_MAX]; /* the best first */
} BookListing;

/* Looks up the game's present position with color to move, which must fit (book_facts_fit). Returns
 * false if it is not in the book. */
bool book_probe(const BookGraph *book, const Game *game, Color color, BookListing *listing);

/* How moves are chosen. All moves are eligible that have the visits and lose little. */
typedef struct {
    int64_t max_ply;    /* moves of a game after which none is taken */
    int64_t min_visits; /* of the position after it */
    double max_loss;    /* of the win rate, 0..1, against the best, moves outside included */
    int64_t randomness; /* 0: the best; 100: each alike; between them by visits to the power of
                           (100 - r) / r, as in WinBoard */
} BookPlay;

BookPlay book_play_default(void);

/* A move that was taken from a book; *point is one of its images, each alike. */
typedef struct {
    Point point;
    BookOpinion opinion;
} BookChoice;

/* Chooses among the eligible moves that the game allows. Returns false if no move is eligible. */
bool book_choose(const BookListing *listing, const BookPlay *play, const Game *game, Rng *rng,
                 BookChoice *choice);

#endif
