/* Locks of books: one holder at a time, and no empty log is left. */
#include "engine/book/lock.h"
#include "tests/support/program/cleanup.h"
#include "tests/support/program/file_lock.h"
#include "tests/support/program/temporary_path.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <unistd.h>

static void expect_taken(const char *path) {
    BookLock lock;
    Status status;
    cr_assert_not(book_lock_take(&lock, path, &status));
    cr_assert_str_eq(status.text, formatted("%s: another process is changing it", path));
}

/* The holder before may end between this one's opening and locking of the log, and remove it. */
Test(book_lock, has_one_holder) {
    char path[TEMPORARY_PATH_MAX];
    BookLock lock;
    Status status;
    temporary_path(path);
    const char *log_path = formatted("%s.log", path);
    for (int is_removed = 0; is_removed < 2; is_removed++) {
        if (is_removed == 1) {
            file_lock_remove(log_path);
        }
        cr_assert(book_lock_take(&lock, path, &status), "%s", status.text);
        expect_taken(path);
        book_lock_release(&lock);
        cr_assert_neq(access(log_path, F_OK), 0);
    }
}

Test(book_lock, keeps_a_log_with_entries) {
    char path[TEMPORARY_PATH_MAX];
    BookLock lock;
    Status status;
    temporary_path(path);
    const char *log_path = formatted("%s.log", path);
    FILE *log = fopen(log_path, "w");
    cr_assert(log != NULL && fputs("{}\n", log) >= 0 && fclose(log) == 0);
    cr_assert(book_lock_take(&lock, path, &status), "%s", status.text);
    expect_taken(path);
    book_lock_release(&lock);
    cr_assert_eq(access(log_path, F_OK), 0);
    cr_assert_eq(unlink(log_path), 0);
}
