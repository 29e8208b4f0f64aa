#include "engine/book/lock.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/file.h"
#include "engine/base/os/files.h"

bool book_lock_take(BookLock *lock, const char *path, Status *status) {
    Text log_path = {0};
    text_add(&log_path, "%s.log", path);
    *lock = (BookLock){.path = log_path.bytes, .is_made = !os_exists(log_path.bytes)};
    lock->file = os_open(lock->path, OS_OPEN_APPEND);
    const bool is_open = lock->file >= 0, ok = is_open && os_lock(lock->file);
    const int error = errno;
    if (!ok) {
        lock->is_made = false; /* the file is the other process's */
        book_lock_release(lock);
    }
    return ok ||
           file_fail(status, path, is_open ? "another process is changing it" : strerror(error));
}

void book_lock_release(BookLock *lock) {
    if (lock->file >= 0) {
        if (lock->is_made) {
            os_remove(lock->path); /* before it is unlocked: another process may want it next */
        }
        os_close(lock->file);
    }
    free(lock->path);
    *lock = (BookLock){.file = -1};
}
