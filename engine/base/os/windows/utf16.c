/* Text in UTF-16, and errors as errno. */
#include "engine/base/os/windows/utf16.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <wchar.h>

wchar_t *utf16_from_utf8(const char *text) {
    const int length = MultiByteToWideChar(CP_UTF8, 0, text, -1, NULL, 0);
    wchar_t *wide = length <= 0 ? NULL : malloc((size_t)length * sizeof *wide);
    if (wide == NULL) {
        errno = length <= 0 ? EILSEQ : ENOMEM;
        return NULL;
    }
    MultiByteToWideChar(CP_UTF8, 0, text, -1, wide, length);
    return wide;
}

char *utf16_to_utf8(const wchar_t *text) {
    const int length = WideCharToMultiByte(CP_UTF8, 0, text, -1, NULL, 0, NULL, NULL);
    char *utf8 = length <= 0 ? NULL : malloc((size_t)length);
    if (utf8 == NULL) {
        errno = length <= 0 ? EILSEQ : ENOMEM;
        return NULL;
    }
    WideCharToMultiByte(CP_UTF8, 0, text, -1, utf8, length, NULL, NULL);
    return utf8;
}

/* A path of 248 characters or more must be absolute, normalised and begin with "\\\\?\\", or
 * "\\\\?\\UNC\\" instead of the "\\\\" of another machine (Microsoft, "Maximum Path Length
 * Limitation"). */
wchar_t *utf16_path(const char *path) {
    enum { SHORT_MAX = 248, PREFIX_MAX = 8 };
    wchar_t *wide = utf16_from_utf8(path);
    const DWORD size = wide == NULL ? 0 : GetFullPathNameW(wide, 0, NULL, NULL);
    if (size <= SHORT_MAX || wcsncmp(wide, L"\\\\?\\", 4) == 0) {
        return wide;
    }
    wchar_t *longer = malloc((PREFIX_MAX + size) * sizeof *longer);
    if (longer == NULL || GetFullPathNameW(wide, size, longer + PREFIX_MAX, NULL) >= size) {
        free(longer);
        free(wide);
        errno = ENOMEM;
        return NULL;
    }
    const bool is_share = longer[PREFIX_MAX] == L'\\';
    const wchar_t *prefix = is_share ? L"\\\\?\\UNC" : L"\\\\?\\";
    const wchar_t *rest = longer + PREFIX_MAX + is_share;
    wmemcpy(longer, prefix, wcslen(prefix));
    wmemmove(longer + wcslen(prefix), rest, wcslen(rest) + 1);
    free(wide);
    return longer;
}

void windows_set_errno(void) {
    static const struct {
        DWORD error;
        int number;
    } NUMBERS[] = {
        {ERROR_FILE_NOT_FOUND, ENOENT},   {ERROR_PATH_NOT_FOUND, ENOENT},
        {ERROR_INVALID_NAME, ENOENT},     {ERROR_BAD_NETPATH, ENOENT},
        {ERROR_BAD_PATHNAME, ENOENT},     {ERROR_INVALID_DRIVE, ENOENT},
        {ERROR_WRITE_PROTECT, EROFS},     {ERROR_USER_MAPPED_FILE, EACCES},
        {ERROR_HANDLE_DISK_FULL, ENOSPC}, {ERROR_TOO_MANY_OPEN_FILES, EMFILE},
        {ERROR_OUTOFMEMORY, ENOMEM},      {ERROR_FILENAME_EXCED_RANGE, ENAMETOOLONG},
        {ERROR_ACCESS_DENIED, EACCES},    {ERROR_SHARING_VIOLATION, EACCES},
        {ERROR_LOCK_VIOLATION, EACCES},   {ERROR_FILE_EXISTS, EEXIST},
        {ERROR_ALREADY_EXISTS, EEXIST},   {ERROR_DISK_FULL, ENOSPC},
        {ERROR_DIRECTORY, ENOTDIR},       {ERROR_NOT_ENOUGH_MEMORY, ENOMEM},
        {ERROR_COMMITMENT_LIMIT, ENOMEM}, {ERROR_BAD_EXE_FORMAT, ENOEXEC},
        {ERROR_BROKEN_PIPE, EPIPE},       {ERROR_NO_DATA, EPIPE},
    };
    const DWORD error = GetLastError();
    errno = EIO;
    for (size_t i = 0; i < sizeof NUMBERS / sizeof NUMBERS[0]; i++) {
        if (NUMBERS[i].error == error) {
            errno = NUMBERS[i].number;
        }
    }
}
