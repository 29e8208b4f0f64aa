#include "engine/book/lock.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/file.h"
#include "engine/base/os/files.h"

bool book_lock_take(BookLock *lock, const char *path, Status *status) {
    Text log_path = {0};
    text_add(&log_path, "%s.log", path);
    int file = os_open(log_path.bytes, OS_OPEN_APPEND);
    if (file >= 0 && os_lock_at(&file, log_path.bytes)) {
        *lock = (BookLock){file, log_path.bytes};
        return true;
    }
    const bool is_taken = file >= 0 && errno == EWOULDBLOCK;
    file_fail(status, path, is_taken ? "another process is changing it" : strerror(errno));
    if (file >= 0) {
        os_close(file);
    }
    text_free(&log_path);
    return false;
}

void book_lock_release(BookLock *lock) {
    OsFileInfo info;
    if (os_file_info(lock->file, &info) && info.bytes == 0) {
        os_remove_locked(lock->file, lock->path);
    } else {
        os_close(lock->file);
    }
    free(lock->path);
}
