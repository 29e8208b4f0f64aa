/* The command line of `dihedra book`, and what its actions share. */
#ifndef GTP_BOOK_REQUEST_H
#define GTP_BOOK_REQUEST_H

#include "engine/base/json.h"
#include "engine/base/text.h"
#include "engine/book/graph.h"
#include "gtp/engine_options.h"

/* Texts are the command line's own. */
typedef struct {
    const char *action, *path;
    OptionList words; /* what follows the book: moves, games, other books */
    EngineOptions engine;
    int64_t nodes;
    double hours, rank_timeout;
    int jobs, samples, min_games, min_rank, side_moves, max_ply;
    int64_t min_visits;
    double max_loss; /* winning less losing */
    const char *output, *katabook, *sgf, *html;
} BookRequest;

/* Prints "dihedra book: MESSAGE" and returns the exit status of a failure. */
int book_fail(const Status *status);

/* Where a changed book is saved: --output, or the book itself. */
static inline const char *book_output(const BookRequest *request) {
    return request->output != NULL ? request->output : request->path;
}

/* Recomputes and saves a changed book, and prints its size. Frees it. Returns the exit status. */
int book_save_changed(const BookRequest *request, BookGraph *graph);

/* Appends "Black wins 51.2% (48.0 to 55.1), score B+0.5". */
void book_add_value(Text *text, const double figures[BOOK_FIGURES]);

/* Reads proved bounds, an array of two numbers; NULL: none are known. */
bool book_bounds_read(const json_t *json, const BookFacts *facts, BookBounds *bounds);

/* Do two books agree in what positions and values depend on? Fails with the first fact that
 * differs. */
bool book_facts_agree(const BookFacts *a, const BookFacts *b, Status *status);

/* ---- Actions: each returns the exit status ---- */

int book_build(const BookRequest *request);        /* search_actions.c */
int book_extend(const BookRequest *request);       /* search_actions.c */
int book_cover(const BookRequest *request);        /* games.c */
int book_export(const BookRequest *request);       /* games.c */
int book_correct(const BookRequest *request);      /* search_actions.c */
int book_import_games(const BookRequest *request); /* games.c, for import --sgf */
int book_import(const BookRequest *request);       /* edit.c */
int book_complete(const BookRequest *request);     /* edit.c */
int book_merge(const BookRequest *request);        /* edit.c */
int book_prune(const BookRequest *request);        /* edit.c */
int book_show(const BookRequest *request);         /* inspect.c */
int book_verify(const BookRequest *request);       /* inspect.c */
int book_compare(const BookRequest *request);      /* inspect.c */

#endif
