/* Files that are read whole, or written whole or not at all, and folders for them. Every message
 * begins with the path: "PATH: No such file or directory". */
#ifndef ENGINE_BASE_FILE_H
#define ENGINE_BASE_FILE_H

#include "engine/base/status.h"

#include <stddef.h>

typedef enum {
    FILE_ANY,     /* pipes and devices too */
    FILE_REGULAR, /* anything else is refused before it is opened, as a pipe would wait for a writer
                   */
} FileKind;

/* Fails with "PATH: REASON", the path cut to leave room for the reason. */
bool file_fail(Status *status, const char *path, const char *reason);

/* Reads the whole file. The bytes may hold NULs, and one more NUL stands behind them; the caller
 * frees them. Returns NULL with a message if the file cannot be read, is larger than most bytes, or
 * memory runs out. */
char *file_read(const char *path, FileKind kind, size_t most, size_t *length, Status *status);

/* Can path be written, as far as can be told without writing: it is no folder or device, and the
 * folder that it is to be in lets us? */
bool file_check_place(const char *path, Status *status);

/* Writes the bytes to a temporary file beside path, syncs it and renames it to path, so that path
 * holds either what it held or all of the bytes. Refuses to replace anything but a regular file; a
 * symbolic link to one is replaced by the new file. On failure nothing is left behind. Different
 * paths may be written by different threads. */
bool file_replace(const char *path, const char *bytes, size_t length, Status *status);

/* Makes the folder if it is missing; its parent must exist. Fails too if the folder cannot be
 * written to. */
bool file_make_folder(const char *folder, Status *status);

#endif
