/* Files by the C runtime's descriptors, with paths in UTF-16. Its free() leaves errno as it is. */
#include "engine/base/os/files.h"

#include "engine/base/os/windows/utf16.h"

#include <direct.h>
#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- Open files ---- */

static int open_by(const char *path, int flags) {
    wchar_t *wide = utf16_path(path);
    const int file =
        wide == NULL ? -1 : _wopen(wide, flags | _O_BINARY | _O_NOINHERIT, _S_IREAD | _S_IWRITE);
    free(wide);
    return file;
}

int os_open(const char *path, OsOpenMode mode) {
    return open_by(path, mode == OS_OPEN_READ ? _O_RDONLY : _O_RDWR | _O_CREAT | _O_APPEND);
}

FILE *os_fopen(const char *path, const char *mode) {
    wchar_t *wide = utf16_path(path), *wide_mode = utf16_from_utf8(mode);
    FILE *file = wide == NULL || wide_mode == NULL ? NULL : _wfopen(wide, wide_mode);
    free(wide);
    free(wide_mode);
    return file;
}

bool os_close(int file) {
    return _close(file) == 0;
}

bool os_truncate(int file, uint64_t bytes) {
    errno = _chsize_s(file, (int64_t)bytes);
    return errno == 0;
}

bool os_sync(int file) {
    return _commit(file) == 0;
}

bool os_file_info(int file, OsFileInfo *info) {
    struct _stat64 about;
    *info = (OsFileInfo){0};
    if (_fstat64(file, &about) != 0) {
        return false;
    }
    const unsigned kind = about.st_mode & _S_IFMT;
    *info = (OsFileInfo){kind == _S_IFREG   ? OS_FILE_REGULAR
                         : kind == _S_IFDIR ? OS_FILE_FOLDER
                                            : OS_FILE_OTHER,
                         (uint64_t)about.st_size, about.st_mtime};
    return true;
}

/* Locks keep others from reading, so the byte that is locked lies far behind the end. */
bool os_lock(int file) {
    return os_lock_byte(file, (uint64_t)1 << 62);
}

bool os_lock_byte(int file, uint64_t at) {
    OVERLAPPED place = {.Offset = (DWORD)at, .OffsetHigh = (DWORD)(at >> 32)};
    const bool ok =
        LockFileEx((HANDLE)_get_osfhandle(file),
                   LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &place);
    if (!ok && GetLastError() == ERROR_LOCK_VIOLATION) {
        errno = EWOULDBLOCK;
    } else if (!ok) {
        windows_set_errno();
    }
    return ok;
}

/* ---- Paths ---- */

static bool is_separator(char c) {
    return c == '/' || c == '\\';
}

size_t os_folder_length(const char *path) {
    size_t length = strlen(path);
    while (length > 0 && !is_separator(path[length - 1]) && path[length - 1] != ':') {
        length--;
    }
    return length;
}

/* A path that begins with one separator still depends on the drive, but is meant like that. */
bool os_is_absolute(const char *path) {
    return is_separator(path[0]) || (path[0] != '\0' && path[1] == ':');
}

char *os_full_path(const char *path) {
    wchar_t *wide = utf16_from_utf8(path), full[MAX_PATH];
    const DWORD length = wide == NULL ? 0 : GetFullPathNameW(wide, MAX_PATH, full, NULL);
    free(wide);
    return length > 0 && length < MAX_PATH ? utf16_to_utf8(full) : NULL;
}

/* Returns a copy without separators at its end, but those of a root. */
static wchar_t *trimmed(const char *path) {
    wchar_t *wide = utf16_path(path);
    size_t length = wide == NULL ? 0 : wcslen(wide);
    while (length > 1 && (wide[length - 1] == L'/' || wide[length - 1] == L'\\') &&
           wide[length - 2] != L':') {
        wide[--length] = L'\0';
    }
    return wide;
}

/* Asks for what there is of this path: a file, a folder or a device. */
static bool identify(const char *path, BY_HANDLE_FILE_INFORMATION *about, OsFileKind *kind) {
    wchar_t *wide = trimmed(path);
    const HANDLE handle =
        wide == NULL ? INVALID_HANDLE_VALUE
                     : CreateFileW(wide, 0, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
                                   NULL, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL);
    *about = (BY_HANDLE_FILE_INFORMATION){0};
    *kind = OS_FILE_OTHER;
    if (handle == INVALID_HANDLE_VALUE) {
        windows_set_errno();
    } else if (GetFileType(handle) == FILE_TYPE_DISK && GetFileInformationByHandle(handle, about)) {
        *kind =
            about->dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY ? OS_FILE_FOLDER : OS_FILE_REGULAR;
    }
    free(wide);
    if (handle != INVALID_HANDLE_VALUE) {
        CloseHandle(handle);
    }
    return handle != INVALID_HANDLE_VALUE;
}

bool os_path_info(const char *path, OsFileInfo *info) {
    BY_HANDLE_FILE_INFORMATION about;
    OsFileKind kind;
    const bool ok = identify(path, &about, &kind);
    const FILETIME time = about.ftLastWriteTime; /* in 100 ns since 1601 */
    const uint64_t since_1601 = (uint64_t)time.dwHighDateTime << 32 | time.dwLowDateTime;
    *info = (OsFileInfo){kind, (uint64_t)about.nFileSizeHigh << 32 | about.nFileSizeLow,
                         (int64_t)(since_1601 / 10000000) - INT64_C(11644473600)};
    return ok;
}

static bool has_access(const char *path, int mode) {
    wchar_t *wide = trimmed(path);
    const bool ok = wide != NULL && _waccess(wide, mode) == 0;
    free(wide);
    return ok;
}

bool os_exists(const char *path) {
    return has_access(path, 0);
}

bool os_is_readable(const char *path) {
    return has_access(path, 4);
}

bool os_is_same_file(const char *a, const char *b) {
    BY_HANDLE_FILE_INFORMATION found_a, found_b;
    OsFileKind kind;
    return identify(a, &found_a, &kind) && identify(b, &found_b, &kind) &&
           found_a.dwVolumeSerialNumber == found_b.dwVolumeSerialNumber &&
           found_a.nFileIndexHigh == found_b.nFileIndexHigh &&
           found_a.nFileIndexLow == found_b.nFileIndexLow;
}

/* Rights are lists of many kinds, so this makes a file and removes it at once. */
bool os_has_writable_folder(const char *path) {
    char *name = NULL;
    const int file = os_create_temporary(path, &name);
    const int error = errno;
    if (file >= 0) {
        _close(file);
        os_remove(name);
    }
    free(name);
    errno = error;
    return file >= 0;
}

/* What exists may fail to be made for another reason: a root is "access denied". */
bool os_make_folder(const char *path) {
    wchar_t *wide = trimmed(path);
    const bool is_new = wide != NULL && _wmkdir(wide) == 0;
    const int error = errno;
    free(wide);
    OsFileInfo info;
    if (is_new || !os_path_info(path, &info) || info.kind != OS_FILE_FOLDER) {
        errno = error == EEXIST ? ENOTDIR : error;
        return is_new;
    }
    char *inside = malloc(strlen(path) + 2);
    if (inside == NULL) {
        return false;
    }
    sprintf(inside, "%s/", path);
    const bool ok = os_has_writable_folder(inside);
    free(inside);
    return ok;
}

bool os_remove(const char *path) {
    wchar_t *wide = utf16_path(path);
    const bool ok = wide != NULL && _wunlink(wide) == 0;
    free(wide);
    return ok;
}

/* Virus scanners and indexers hold new files open for a moment, in which they cannot be moved. */
static bool move(const wchar_t *from, const wchar_t *to) {
    enum { TRIES = 20, PAUSE_MS = 50 };
    for (int tries = 1;; tries++) {
        if (MoveFileExW(from, to, MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH)) {
            return true;
        }
        windows_set_errno();
        if (errno != EACCES || tries == TRIES) {
            return false;
        }
        Sleep(PAUSE_MS);
    }
}

bool os_rename(const char *name, const char *path) {
    wchar_t *from = utf16_path(name), *to = utf16_path(path);
    const bool ok = from != NULL && to != NULL && move(from, to);
    free(from);
    free(to);
    return ok;
}

/* Adds a name with its NUL behind the others. Returns false if out of memory. */
static bool add_name(char **names, size_t *bytes, const wchar_t *wide) {
    char *name = utf16_to_utf8(wide);
    const size_t length = name == NULL ? 0 : strlen(name) + 1;
    char *longer = name == NULL ? NULL : realloc(*names, *bytes + length);
    if (longer != NULL) {
        memcpy(longer + *bytes, name, length);
        *names = longer;
        *bytes += length;
    }
    free(name);
    return longer != NULL;
}

char **os_list_folder(const char *path) {
    WIN32_FIND_DATAW found;
    char *names = NULL, **list = NULL, *pattern = malloc(strlen(path) + 3);
    size_t bytes = 0, count = 0;
    if (pattern == NULL) {
        errno = ENOMEM;
        return NULL;
    }
    sprintf(pattern, "%s/*", path);
    wchar_t *wide = utf16_path(pattern);
    const HANDLE search = wide == NULL ? INVALID_HANDLE_VALUE : FindFirstFileW(wide, &found);
    free(pattern);
    free(wide);
    if (search == INVALID_HANDLE_VALUE) {
        windows_set_errno();
        return NULL;
    }
    bool ok;
    do {
        ok = true;
        if (wcscmp(found.cFileName, L".") != 0 && wcscmp(found.cFileName, L"..") != 0) {
            ok = add_name(&names, &bytes, found.cFileName);
            count++;
        }
    } while (ok && FindNextFileW(search, &found));
    windows_set_errno();
    const bool is_whole = ok && GetLastError() == ERROR_NO_MORE_FILES;
    const int error = ok ? errno : ENOMEM;
    FindClose(search);
    list = is_whole ? os_name_list(names, count, bytes) : NULL;
    free(names);
    errno = is_whole ? ENOMEM : error;
    return list;
}

char *os_new_scratch_file(void) {
    wchar_t folder[MAX_PATH + 1], path[MAX_PATH + 1];
    const DWORD length = GetTempPathW(MAX_PATH, folder);
    return length > 0 && length < MAX_PATH && GetTempFileNameW(folder, L"dih", 0, path) != 0
               ? utf16_to_utf8(path)
               : NULL;
}

/* ---- Replacing a file whole ---- */

int os_create_like(const char *name, const char *path) {
    (void)path;
    return open_by(name, _O_WRONLY | _O_CREAT | _O_EXCL);
}

/* MOVEFILE_WRITE_THROUGH has done it. */
bool os_sync_folder_of(const char *path) {
    (void)path;
    return true;
}
