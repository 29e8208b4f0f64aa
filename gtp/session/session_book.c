#include "gtp/session/session_book.h"

#include <stdlib.h>

#include "engine/base/memory.h"
#include "engine/base/os/files.h"
#include "engine/book/lock.h"

/* Takes a file that is open. The rulings stay: they go by keys. */
static void replace(SessionBook *book, BookFile *file, const char *path, bool is_scratch) {
    const BookRulings rulings = book->rulings;
    book->rulings = (BookRulings){0};
    session_book_close(book);
    *book = (SessionBook){file, memory_copy(path), is_scratch, rulings};
}

bool session_book_open(SessionBook *book, const char *path, Status *status) {
    BookFile *file = book_file_open(path, status);
    if (file != NULL) {
        book_rulings_clear(&book->rulings);
        replace(book, file, path, false);
    }
    return file != NULL;
}

void session_book_close(SessionBook *book) {
    book_file_close(book->file);
    if (book->is_scratch) {
        os_remove(book->path);
    }
    free(book->path);
    book_rulings_clear(&book->rulings);
    *book = (SessionBook){0};
}

bool session_book_edit(SessionBook *book,
                       bool (*edit)(void *context, BookGraph *graph, Status *status), void *context,
                       Status *status) {
    BookGraph *graph = book_graph_load(book->path, NULL, status);
    char *path = graph == NULL ? NULL : os_new_scratch_file();
    BookFile *file = NULL;
    if (graph != NULL && path == NULL) {
        status_fail(status, "no file can be made for the changed book");
    } else if (graph != NULL && edit(context, graph, status)) {
        book_graph_recompute(graph);
        file = book_graph_save(graph, path, status) ? book_file_open(path, status) : NULL;
    }
    if (file != NULL) {
        replace(book, file, path, true);
    } else if (path != NULL) {
        os_remove(path);
    }
    book_graph_free(graph);
    free(path);
    return file != NULL;
}

bool session_book_save(const SessionBook *book, const char *path, Status *status) {
    BookLock lock;
    BookGraph *graph = book_graph_load(book->path, NULL, status);
    bool ok =
        graph != NULL && book_file_check_place(path, status) && book_lock_take(&lock, path, status);
    if (ok) {
        ok = book_graph_save(graph, path, status);
        book_lock_release(&lock);
    }
    book_graph_free(graph);
    return ok;
}
