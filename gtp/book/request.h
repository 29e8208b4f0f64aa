/* The command line of `dihedra book`, and what its actions share. */
#ifndef GTP_BOOK_REQUEST_H
#define GTP_BOOK_REQUEST_H

#include "engine/base/options.h"
#include "engine/book/graph.h"

/* Texts are the command line's own. */
typedef struct {
    const char *action, *path;
    OptionList words;     /* the moves of show */
    const char *katabook; /* of import */
} BookRequest;

/* ---- Books that KataGo's genbook writes: katabook.c ---- */

/* The action. Returns the exit status. */
int book_import(const BookRequest *request);

typedef struct {
    uint32_t nodes;  /* of the file */
    uint32_t merged; /* nodes that are another one's position here, with other histories */
    uint32_t *place; /* the book's node of each of the file's; the caller frees it */
} KatabookReport;

/* Returns the book, recomputed, or NULL with a message that begins with the path and names the
 * line. */
BookGraph *katabook_load(const char *path, KatabookReport *report, Status *status);

#endif
