/* Windows alone: text in UTF-16, and errors as errno. */
#ifndef ENGINE_BASE_OS_WINDOWS_UTF16_H
#define ENGINE_BASE_OS_WINDOWS_UTF16_H

#include <windows.h>

/* Return a copy that the caller frees, or NULL with errno. */
wchar_t *utf16_from_utf8(const char *text);
char *utf16_to_utf8(const wchar_t *text);

/* Returns a copy of a path for the system, which takes long paths only in a form of their own. */
wchar_t *utf16_path(const char *path);

/* Sets errno from GetLastError. */
void windows_set_errno(void);

#endif
