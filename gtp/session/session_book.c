#include "gtp/session/session_book.h"

#include "engine/book/lock.h"

bool session_book_open(SessionBook *book, const char *path, Status *status) {
    BookFile *file = book_file_open(path, status);
    if (file != NULL) {
        session_book_close(book);
        book->file = file;
    }
    return file != NULL;
}

void session_book_close(SessionBook *book) {
    book_file_close(book->file);
    book_rulings_clear(&book->rulings);
    *book = (SessionBook){0};
}

/* The rulings stay: they go by keys. */
bool session_book_edit(SessionBook *book,
                       bool (*edit)(void *context, BookGraph *graph, Status *status), void *context,
                       Status *status) {
    BookGraph *graph = book_file_graph(book->file, NULL, status);
    BookFile *file = NULL;
    if (graph != NULL && edit(context, graph, status)) {
        book_graph_recompute(graph);
        file = book_file_of(graph, status);
    }
    if (file != NULL) {
        book_file_close(book->file);
        book->file = file;
    }
    book_graph_free(graph);
    return file != NULL;
}

bool session_book_save(const SessionBook *book, const char *path, Status *status) {
    BookLock lock;
    BookGraph *graph = book_file_graph(book->file, NULL, status);
    bool ok =
        graph != NULL && book_file_check_place(path, status) && book_lock_take(&lock, path, status);
    if (ok) {
        ok = book_graph_save(graph, path, status);
        book_lock_release(&lock);
    }
    book_graph_free(graph);
    return ok;
}
