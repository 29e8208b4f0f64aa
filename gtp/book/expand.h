/* The searches of a book: one position alone, or a move added to it with both positions searched.
 * Moves are points on the board of the way that the job names. */
#ifndef GTP_BOOK_EXPAND_H
#define GTP_BOOK_EXPAND_H

#include "engine/book/graph.h"
#include "gtp/models.h"

/* What searches for one thread. */
typedef struct {
    const PlayerOptions *options;
    Game *game;
    Player player;
} BookSearcher;

/* Returns the options of the searches of a book: by visits, in one thread, each from an empty
 * graph, so that each gives the same values on every run. */
PlayerOptions book_search_options(const PlayerOptions *options);

/* The models and the cancel flag must outlive the searcher; free it in any case. Returns false if
 * out of memory. */
bool book_searcher_init(BookSearcher *searcher, const BookFacts *facts,
                        const PlayerOptions *options, const Models *models, _Atomic bool *cancel);
void book_searcher_free(BookSearcher *searcher);

/* What a search found of a position. */
typedef struct {
    BookValues values;
    uint16_t flags; /* BOOK_EXACT, BOOK_CLOSED, BOOK_COMPLETE */
    Point next;     /* the best move that is not in the book, or POINT_NONE */
} BookFinding;

/* The search of a node. */
typedef struct {
    uint32_t node;
    BookPosition position;
    Point *way;                 /* [position.ply] from the start */
    double prior_left;          /* of the moves that are not in the book */
    Point next;                 /* the move to be added, or POINT_NONE */
    bool is_new;                /* and the position after it is not in the book */
    bool has_taken;             /* some moves are in the book: */
    bool is_taken[POINT_COUNT]; /* they, and next */

    /* The result. */
    bool is_done;
    BookFinding own, child; /* child: of the position after the new move, if is_new */
    Point added;            /* the new move; POINT_NONE: none, as when superko bans it */
} BookJob;

/* Makes the job of a node. adds: its next move is added, if it has one. */
void book_job_init(BookJob *job, const BookGraph *graph, const BookWays *ways, uint32_t node,
                   bool adds);
void book_job_free(BookJob *job);

/* Does a job. Returns false with a message on failure; the result does not count if it was
 * cancelled. */
bool book_job_run(BookSearcher *searcher, BookJob *job, Status *status);

/* Puts a result into the book: the node's values, and the move and position that were added. */
void book_job_apply(BookGraph *graph, BookJob *job);

#endif
