/* The command line of `dihedra book`, and what its actions share. */
#ifndef GTP_BOOK_REQUEST_H
#define GTP_BOOK_REQUEST_H

#include "engine/book/graph.h"
#include "gtp/engine_options.h"

/* Texts are the command line's own. */
typedef struct {
    const char *action, *path;
    OptionList words; /* the moves of show */
    EngineOptions engine;
    /* Of build; the board of engine has width 0, komi NAN and rules without a name where they are
     * not given. */
    int64_t nodes;
    double hours;
    int jobs;
    /* Of import and export. */
    const char *katabook, *html;
    int64_t min_visits;
} BookRequest;

/* Prints "dihedra book: MESSAGE" and returns the exit status of a failure. */
int book_fail(const Status *status);

/* ---- Actions: each returns the exit status ---- */

int book_build(const BookRequest *request);  /* build.c */
int book_import(const BookRequest *request); /* katabook.c */
int book_export(const BookRequest *request); /* export.c */
int book_show(const BookRequest *request);   /* show.c */
int book_verify(const BookRequest *request); /* show.c */

#endif
