/* Files that are written whole or not at all, and folders for them. */
#ifndef ENGINE_BASE_FILE_H
#define ENGINE_BASE_FILE_H

#include "engine/base/status.h"

#include <stddef.h>

/* Can path be written as far as can be told without writing: it is no folder or device, and the
 * folder that it is to be in lets us? On failure status gives the reason without the path. */
bool file_check_place(const char *path, Status *status);

/* Writes the bytes to a temporary file beside path, syncs it and renames it to path, so that path
 * holds either what it held or all of the bytes. Refuses to replace what is no regular file; a
 * symbolic link to one is replaced by the new file. On failure nothing is left behind, and status
 * gives the reason without the path. Different paths may be written by different threads. */
bool file_replace(const char *path, const char *bytes, size_t length, Status *status);

/* Makes the folder where it is missing; its parent must be there. On failure, which includes a
 * folder that cannot be written to, status names it with the reason. */
bool file_make_folder(const char *folder, Status *status);

#endif
