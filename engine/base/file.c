#include "engine/base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Creates "PATH.PID.N.tmp" for the first N that is free. */
static int create_temporary(const char *path, char *name, size_t size) {
    int file = -1;
    errno = EEXIST;
    for (int n = 0; n < 1000 && file < 0 && errno == EEXIST; n++) {
        snprintf(name, size, "%s.%ld.%d.tmp", path, (long)getpid(), n);
        file = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    }
    return file;
}

static bool write_all(int file, const char *bytes, size_t length) {
    while (length > 0) {
        ssize_t n = write(file, bytes, length);
        if (n < 0 && errno != EINTR) {
            return false;
        }
        if (n > 0) {
            bytes += n;
            length -= (size_t)n;
        }
    }
    return true;
}

/* Some systems report a full disk only when the file is closed. */
static bool write_sync_close(int file, const char *bytes, size_t length) {
    bool ok = write_all(file, bytes, length) && fsync(file) == 0;
    int error = errno;
    if (close(file) != 0 && ok) {
        return false;
    }
    errno = error;
    return ok;
}

static bool is_replaceable(const char *path, Status *status) {
    struct stat existing;
    return stat(path, &existing) != 0 || S_ISREG(existing.st_mode) ||
           status_fail(status, "not a regular file");
}

bool file_check_place(const char *path, Status *status) {
    const char *slash = strrchr(path, '/');
    char *folder = slash == NULL ? strdup(".") : strndup(path, (size_t)(slash - path) + 1);
    const bool is_open = folder != NULL && access(folder, W_OK | X_OK) == 0;
    const int error = errno;
    free(folder);
    return is_open ? is_replaceable(path, status) : status_fail(status, "%s", strerror(error));
}

bool file_replace(const char *path, const char *bytes, size_t length, Status *status) {
    if (!is_replaceable(path, status)) {
        return false;
    }
    size_t size = strlen(path) + 48;
    char *temporary = malloc(size);
    if (temporary == NULL) {
        return status_fail(status, "not enough memory for the file's name");
    }
    int file = create_temporary(path, temporary, size);
    bool ok = file >= 0 && write_sync_close(file, bytes, length) && rename(temporary, path) == 0;
    if (!ok) {
        status_fail(status, "%s", strerror(errno));
    }
    if (!ok && file >= 0) {
        unlink(temporary);
    }
    free(temporary);
    return ok;
}

bool file_make_folder(const char *folder, Status *status) {
    struct stat existing;
    if (mkdir(folder, 0777) != 0 && errno != EEXIST) {
        return status_fail(status, "cannot make the folder %.150s: %s", folder, strerror(errno));
    }
    if (stat(folder, &existing) == 0 && !S_ISDIR(existing.st_mode)) {
        return status_fail(status, "%.150s is no folder", folder);
    }
    return access(folder, W_OK | X_OK) == 0 ||
           status_fail(status, "%.150s: %s", folder, strerror(errno));
}
