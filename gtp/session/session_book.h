/* The opening book of a session: the file that is played from, and what the session changes of it.
 *
 * A change stays in memory; the file that was loaded is as it was until book_save. What is changed
 * or saved is the book that was loaded, whatever has become of its path. Belongs to the thread that
 * runs commands; searches of the session read it. */
#ifndef GTP_SESSION_SESSION_BOOK_H
#define GTP_SESSION_SESSION_BOOK_H

#include "engine/book/probe.h"

typedef struct {
    BookFile *file; /* NULL: none */
    BookRulings rulings;
} SessionBook;

/* Replaces the book by that of a file. On failure nothing changes. */
bool session_book_open(SessionBook *book, const char *path, Status *status);
void session_book_close(SessionBook *book);

/* Changes a copy of the whole book and goes on with that. On failure nothing changes. */
bool session_book_edit(SessionBook *book,
                       bool (*edit)(void *context, BookGraph *graph, Status *status), void *context,
                       Status *status);

/* Saves the book as it is now. */
bool session_book_save(const SessionBook *book, const char *path, Status *status);

#endif
