#include "tests/support/program/file_lock.h"

#include <errno.h>
#include <stddef.h>
#include <sys/file.h>
#include <sys/syscall.h>
#include <unistd.h>

static int lock_error;
static const char *removed; /* NULL: nothing */

void file_lock_fail(int error) {
    lock_error = error;
}

void file_lock_remove(const char *path) {
    removed = path;
}

int flock(int file, int operation) {
    if (lock_error != 0) {
        errno = lock_error;
        return -1;
    }
    if (removed != NULL) {
        unlink(removed);
        removed = NULL;
    }
    return (int)syscall(SYS_flock, file, operation);
}
