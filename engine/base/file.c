/* Reading and writing whole files; the header has the contract. No state: any thread. */
#include "engine/base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool file_fail(Status *status, const char *path, const char *reason) {
    return status_fail(status, "%.120s: %s", path, reason);
}

/* ---- Reading ---- */

/* Fails if the file must be a regular one and is not. */
static bool check_kind(const char *path, FileKind kind, Status *status) {
    struct stat about;
    if (kind == FILE_ANY) {
        return true;
    }
    if (stat(path, &about) != 0) {
        return file_fail(status, path, strerror(errno));
    }
    return S_ISREG(about.st_mode) || file_fail(status, path, "not a regular file");
}

/* Reads to the end of the file, or until there are more than most bytes. Returns false with errno.
 */
static bool read_to_end(FILE *file, size_t most, char **bytes, size_t *length) {
    enum { FIRST_BYTES = 1 << 16 };
    size_t capacity = 0;
    for (;;) {
        if (*length == capacity) {
            const size_t wanted = capacity == 0 ? FIRST_BYTES : 2 * capacity;
            char *grown = realloc(*bytes, wanted + 1);
            if (grown == NULL) {
                errno = ENOMEM;
                return false;
            }
            *bytes = grown;
            capacity = wanted;
        }
        errno = 0;
        const size_t n = fread(*bytes + *length, 1, capacity - *length, file);
        *length += n;
        if (n == 0 || *length > most) {
            return ferror(file) == 0;
        }
    }
}

char *file_read(const char *path, FileKind kind, size_t most, size_t *length, Status *status) {
    if (!check_kind(path, kind, status)) {
        return NULL;
    }
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        file_fail(status, path, strerror(errno));
        return NULL;
    }
    char *bytes = NULL;
    *length = 0;
    bool ok = read_to_end(file, most, &bytes, length);
    if (!ok) {
        file_fail(status, path, errno == ENOMEM ? "out of memory" : strerror(errno));
    } else if (*length > most) {
        ok = status_fail(status, "%.150s: larger than %zu bytes", path, most);
    }
    fclose(file);
    if (!ok) {
        free(bytes);
        return NULL;
    }
    bytes[*length] = '\0';
    return bytes;
}

/* ---- Writing ---- */

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
           file_fail(status, path, "not a regular file");
}

bool file_check_place(const char *path, Status *status) {
    if (path[0] == '\0') {
        return file_fail(status, path, strerror(ENOENT));
    }
    const char *slash = strrchr(path, '/');
    char *folder = slash == NULL ? strdup(".") : strndup(path, (size_t)(slash - path) + 1);
    const bool is_open = folder != NULL && access(folder, W_OK | X_OK) == 0;
    const int error = errno;
    free(folder);
    return is_open ? is_replaceable(path, status) : file_fail(status, path, strerror(error));
}

/* The length of the folder's part of a path, with the last slash. */
static size_t folder_length(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash == NULL ? 0 : (size_t)(slash - path) + 1;
}

static bool find_folder(const char *path, struct stat *found) {
    char *folder = strndup(path, folder_length(path));
    const bool ok = folder != NULL && stat(*folder == '\0' ? "." : folder, found) == 0;
    free(folder);
    return ok;
}

bool file_is_same(const char *a, const char *b) {
    struct stat found_a, found_b;
    const bool exists_a = stat(a, &found_a) == 0, exists_b = stat(b, &found_b) == 0;
    if (!exists_a && !exists_b) {
        return strcmp(a + folder_length(a), b + folder_length(b)) == 0 &&
               find_folder(a, &found_a) && find_folder(b, &found_b) &&
               found_a.st_dev == found_b.st_dev && found_a.st_ino == found_b.st_ino;
    }
    return exists_a && exists_b && found_a.st_dev == found_b.st_dev &&
           found_a.st_ino == found_b.st_ino;
}

bool file_replace(const char *path, const char *bytes, size_t length, Status *status) {
    if (!is_replaceable(path, status)) {
        return false;
    }
    size_t size = strlen(path) + 48;
    char *temporary = malloc(size);
    if (temporary == NULL) {
        return file_fail(status, path, "out of memory");
    }
    int file = create_temporary(path, temporary, size);
    bool ok = file >= 0 && write_sync_close(file, bytes, length) && rename(temporary, path) == 0;
    if (!ok) {
        file_fail(status, path, strerror(errno));
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
        return file_fail(status, folder, strerror(errno));
    }
    if (stat(folder, &existing) == 0 && !S_ISDIR(existing.st_mode)) {
        return file_fail(status, folder, strerror(ENOTDIR));
    }
    return access(folder, W_OK | X_OK) == 0 || file_fail(status, folder, strerror(errno));
}
