/* Keeps two processes from changing one book at once: each has FILE.log locked, in which a build
 * logs its searches (gtp/book/build.h). A BookLock belongs to one thread. */
#ifndef ENGINE_BOOK_LOCK_H
#define ENGINE_BOOK_LOCK_H

#include "engine/base/status.h"

typedef struct {
    int file;
    char *path; /* of the log */
} BookLock;

/* Takes the lock of the book at path, which need not exist. Fails with a message that begins with
 * the path if another process has it, or if it cannot be taken. */
bool book_lock_take(BookLock *lock, const char *path, Status *status);

/* An empty log is removed. */
void book_lock_release(BookLock *lock);

#endif
