/* The searches of a book: one position alone, or a move added to it with both positions searched.
 * Jobs and results are JSON, so that they can go to other processes and into a log. Moves are
 * vertices on the board of the way that the job names. */
#ifndef GTP_BOOK_EXPAND_H
#define GTP_BOOK_EXPAND_H

#include "engine/base/json.h"
#include "engine/book/cost.h"
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

/* Returns the job of a node at this position, played along these points from the start. adds: its
 * next move is added, if it has one. */
json_t *book_job_new(const BookGraph *graph, uint32_t node, const BookPosition *position,
                     const Point *way, bool adds);

/* Does a job. Returns the result, or NULL with a message; not to be used if it was cancelled. */
json_t *book_job_run(BookSearcher *searcher, const BookFacts *facts, const json_t *job,
                     Status *status);

/* Puts a result into the book: the node's values, and the move and position that were added.
 * Returns false with a message if it is not one of this node. */
bool book_job_apply(BookGraph *graph, uint32_t node, BookPosition *position, const json_t *result,
                    Status *status);

#endif
