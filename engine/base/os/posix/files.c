/* Files by POSIX. */
#include "engine/base/os/files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- Open files ---- */

int os_open(const char *path, OsOpenMode mode) {
    switch (mode) {
    case OS_OPEN_READ:
        return open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    case OS_OPEN_APPEND:
        return open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    }
    return -1;
}

FILE *os_fopen(const char *path, const char *mode) {
    return fopen(path, mode);
}

bool os_close(int file) {
    return close(file) == 0;
}

bool os_truncate(int file, uint64_t bytes) {
    return ftruncate(file, (off_t)bytes) == 0;
}

bool os_sync(int file) {
    return fsync(file) == 0;
}

static OsFileInfo info_of(const struct stat *about) {
    return (OsFileInfo){S_ISREG(about->st_mode)   ? OS_FILE_REGULAR
                        : S_ISDIR(about->st_mode) ? OS_FILE_FOLDER
                                                  : OS_FILE_OTHER,
                        (uint64_t)about->st_size, about->st_mtime};
}

bool os_file_info(int file, OsFileInfo *info) {
    struct stat about;
    const bool ok = fstat(file, &about) == 0;
    *info = ok ? info_of(&about) : (OsFileInfo){0};
    return ok;
}

bool os_lock(int file) {
    return flock(file, LOCK_EX | LOCK_NB) == 0;
}

bool os_lock_byte(int file, uint64_t at) {
    struct flock byte = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = (off_t)at, .l_len = 1};
    const bool ok = fcntl(file, F_SETLK, &byte) == 0;
    errno = !ok && errno == EACCES ? EWOULDBLOCK : errno;
    return ok;
}

/* ---- Paths ---- */

bool os_path_info(const char *path, OsFileInfo *info) {
    struct stat about;
    const bool ok = stat(path, &about) == 0;
    *info = ok ? info_of(&about) : (OsFileInfo){0};
    return ok;
}

bool os_exists(const char *path) {
    return access(path, F_OK) == 0;
}

bool os_is_readable(const char *path) {
    return access(path, R_OK) == 0;
}

size_t os_folder_length(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash == NULL ? 0 : (size_t)(slash - path) + 1;
}

bool os_is_absolute(const char *path) {
    return *path == '/';
}

char *os_full_path(const char *path) {
    return realpath(path, NULL);
}

/* Returns the folder of a path, "." if it names none; the caller frees it. */
static char *folder_of(const char *path) {
    const size_t length = os_folder_length(path);
    return length == 0 ? strdup(".") : strndup(path, length);
}

bool os_is_same_file(const char *a, const char *b) {
    struct stat found_a, found_b;
    return stat(a, &found_a) == 0 && stat(b, &found_b) == 0 && found_a.st_dev == found_b.st_dev &&
           found_a.st_ino == found_b.st_ino;
}

bool os_make_folder(const char *path) {
    struct stat existing;
    if (mkdir(path, 0777) != 0 && errno != EEXIST) {
        return false;
    }
    if (stat(path, &existing) == 0 && !S_ISDIR(existing.st_mode)) {
        errno = ENOTDIR;
        return false;
    }
    return access(path, W_OK | X_OK) == 0;
}

bool os_has_writable_folder(const char *path) {
    char *folder = folder_of(path);
    const bool ok = folder != NULL && access(folder, W_OK | X_OK) == 0;
    const int error = errno;
    free(folder);
    errno = error;
    return ok;
}

bool os_remove(const char *path) {
    return unlink(path) == 0;
}

bool os_rename(const char *name, const char *path) {
    return rename(name, path) == 0;
}

char **os_list_folder(const char *path) {
    DIR *folder = opendir(path);
    FILE *memory = NULL;
    char *names = NULL, **list = NULL;
    size_t bytes = 0, count = 0;
    if (folder != NULL && (memory = open_memstream(&names, &bytes)) != NULL) {
        for (const struct dirent *entry; (entry = readdir(folder)) != NULL;) {
            if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) {
                count += fwrite(entry->d_name, strlen(entry->d_name) + 1, 1, memory);
            }
        }
        list = fclose(memory) == 0 ? os_name_list(names, count, bytes) : NULL;
    }
    const int error = errno;
    free(names);
    if (folder != NULL) {
        closedir(folder);
    }
    errno = error;
    return list;
}

char *os_new_scratch_file(void) {
    const char *folder = getenv("TMPDIR");
    char *path = NULL;
    if (asprintf(&path, "%s/dihedra-XXXXXX", folder != NULL && *folder != '\0' ? folder : "/tmp") <
        0) {
        return NULL;
    }
    const int file = mkstemp(path);
    if (file < 0) {
        free(path);
        return NULL;
    }
    close(file);
    return path;
}

/* ---- Replacing a file whole ---- */

/* What of the permissions the umask has taken is given back. A file system without permissions
 * refuses that and needs none. */
int os_create_like(const char *name, const char *path) {
    enum { PERMISSIONS = 0777, IF_NEW = 0666 };
    struct stat old;
    const bool is_new = stat(path, &old) != 0;
    const mode_t mode = is_new ? IF_NEW : old.st_mode & PERMISSIONS;
    const int file = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    if (file >= 0 && !is_new) {
        fchmod(file, mode);
    }
    return file;
}

bool os_sync_folder_of(const char *path) {
    char *folder = folder_of(path);
    const int descriptor = folder == NULL ? -1 : open(folder, O_RDONLY | O_CLOEXEC);
    const bool ok = descriptor >= 0 && fsync(descriptor) == 0;
    const int error = errno;
    free(folder);
    if (descriptor >= 0) {
        close(descriptor);
    }
    errno = error;
    return ok;
}
