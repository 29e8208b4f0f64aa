/* Files by descriptor, and what systems say about paths in ways of their own. Paths are UTF-8 on
 * every system.
 *
 * Functions that can fail set errno. No state: any thread may call. */
#ifndef ENGINE_BASE_OS_FILES_H
#define ENGINE_BASE_OS_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef enum {
    OS_FILE_REGULAR,
    OS_FILE_FOLDER,
    OS_FILE_OTHER, /* a pipe, a device */
} OsFileKind;

typedef struct {
    OsFileKind kind;
    uint64_t bytes;
    int64_t written; /* last, in seconds since 1970 */
} OsFileInfo;

typedef enum {
    OS_OPEN_READ,   /* does not wait for the writer of a named pipe */
    OS_OPEN_APPEND, /* for reading, and for writing at the end; created if missing */
} OsOpenMode;

/* ---- Open files ---- */

/* Returns a descriptor that child processes do not inherit, or -1. */
int os_open(const char *path, OsOpenMode mode);
FILE *os_fopen(const char *path, const char *mode);
bool os_close(int file);

bool os_truncate(int file, uint64_t bytes);
bool os_sync(int file);
bool os_file_info(int file, OsFileInfo *info);

/* Locks the file for this process until it is closed. Fails at once, with errno EWOULDBLOCK, if
 * another has it. */
bool os_lock(int file);

/* Locks one byte of the file, whether it has that byte or not. On POSIX the locks end when
 * this process closes the file under any descriptor. */
bool os_lock_byte(int file, uint64_t at);

/* ---- Paths ---- */

bool os_path_info(const char *path, OsFileInfo *info);
bool os_exists(const char *path);
bool os_is_readable(const char *path);

/* The length of the folder's part of a path with its last separator; 0: none. */
size_t os_folder_length(const char *path);

/* Does the path not depend on the working directory? */
bool os_is_absolute(const char *path);

/* Returns the path without symbolic links from the root, or NULL. The caller frees it. */
char *os_full_path(const char *path);

/* Do both paths name one file that exists? */
bool os_is_same_file(const char *a, const char *b);

/* Makes the folder if it is missing. Fails if files cannot be made in it. */
bool os_make_folder(const char *path);

/* Can files be made in the folder of this path? */
bool os_has_writable_folder(const char *path);
bool os_remove(const char *path);

/* Moves the file to path, which is replaced if there is one. */
bool os_rename(const char *name, const char *path);

/* Lists the names in a folder, sorted by their bytes, without "." and "..". The caller frees the
 * list, which ends in NULL and is one block of memory. */
char **os_list_folder(const char *path);

/* Creates an empty file of this process in the folder for such files. Returns its path, which the
 * caller frees, or NULL. */
char *os_new_scratch_file(void);

/* ---- Replacing a file whole ---- */

/* Creates a file for writing, with the permission bits of the file at path if there is one and the
 * system has them. Fails if there is a file of that name. */
int os_create_like(const char *name, const char *path);

/* Creates "PATH.PID.N.tmp" for the first N that is free, so that it overwrites neither another
 * process's file nor one left behind. It has the permissions of what is at path (os_create_like).
 * Returns its descriptor, or -1; the caller frees *name, NULL on failure. */
int os_create_temporary(const char *path, char **name);

/* Syncs and closes the file and renames it to path; removes it on failure, or if !ok. Returns
 * whether all went well; errno says what did not, !ok included. */
bool os_commit_temporary(int file, const char *name, const char *path, bool ok);

/* Syncs the folder of a path, so that a new name in it survives a power cut. */
bool os_sync_folder_of(const char *path);

/* Makes a list of `count` names that follow each other in `bytes` bytes, each with its NUL, for the
 * systems' os_list_folder. Returns them sorted by their bytes, with NULL at the end, in one block
 * of memory that the caller frees, or NULL if out of memory. */
char **os_name_list(const char *names, size_t count, size_t bytes);

#endif
