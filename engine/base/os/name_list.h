/* Lists of names, as a folder's. Any thread may call. */
#ifndef ENGINE_BASE_OS_NAME_LIST_H
#define ENGINE_BASE_OS_NAME_LIST_H

#include <stddef.h>

/* Makes a list of `count` names that follow each other in `bytes` bytes, each with its NUL. Returns
 * them sorted by their bytes, with NULL at the end, in one block of memory that the caller
 * frees, or NULL if out of memory. */
char **name_list_new(const char *names, size_t count, size_t bytes);

#endif
