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
    if (lock->file >= 0 && os_lock(lock->file)) {
        return true;
    }
    const bool is_taken = lock->file >= 0 && errno == EWOULDBLOCK;
    file_fail(status, path, is_taken ? "another process is changing it" : strerror(errno));
    lock->is_made = false; /* it may be another process's */
    book_lock_release(lock);
    return false;
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
