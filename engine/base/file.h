/* Reads whole files, writes files whole or not at all, and makes folders for them. Every message
 * begins with the path: "PATH: No such file or directory". Any thread may call. */
#ifndef ENGINE_BASE_FILE_H
#define ENGINE_BASE_FILE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "engine/base/status.h"
#include "engine/base/text.h"

typedef enum {
    FILE_ANY,     /* pipes and devices too */
    FILE_REGULAR, /* refuses anything else before opening it: opening a pipe waits for a writer */
} FileKind;

/* Fails with "PATH: REASON"; a long path is cut so that the reason fits. */
bool file_fail(Status *status, const char *path, const char *reason);

/* Is it a file, not a pipe, a device or a folder? */
bool file_check_regular(const char *path, Status *status);

/* Reads the whole file. Returns its bytes and a NUL, which the caller frees, or NULL with a message
 * if the file cannot be read, has more than most bytes, or memory runs out. */
char *file_read(const char *path, FileKind kind, size_t most, size_t *length, Status *status);

/* Reads standard input to its end, as file_read. Messages begin with "standard input". */
char *file_read_standard_input(size_t most, size_t *length, Status *status);

/* Replaces the text by the next line with its newline, which the last one may lack. Returns false
 * at the end of the file, or if it cannot be read. */
bool file_read_line(FILE *stream, Text *line);

/* Could path be written? It must not be a folder or device, and its folder must be writable. */
bool file_check_place(const char *path, Status *status);

/* Do both paths name one file? If it does not exist: are they the same text? */
bool file_is_same(const char *a, const char *b);

/* A file that a command reads or writes, and how its message names it: "--html", "the record". */
typedef struct {
    const char *name, *path; /* path NULL: none */
} FilePlace;

/* Returns false with a message if two of the files are the same. */
bool file_check_apart(const FilePlace *places, size_t count, Status *status);

/* Returns false with a message if one of the files is the same as one of the others. */
bool file_check_apart_from(const FilePlace *files, size_t count, const FilePlace *others,
                           size_t other_count, Status *status);

/* Writes the bytes to a temporary file beside path, syncs it and renames it to path, so that path
 * always holds either its old content or all of the bytes. The new file has the permission bits of
 * the old one, where systems have them. Refuses to replace anything but a regular file; a symbolic
 * link to one is replaced by the new file. On failure nothing is left behind. Threads may write
 * different paths at the same time. */
bool file_replace(const char *path, const char *bytes, size_t length, Status *status);

/* Makes the folder if it is missing; its parent must exist. Also fails if the folder is not
 * writable. */
bool file_make_folder(const char *folder, Status *status);

/* Makes the folder, whose name ends with a separator, and the one that it is in. */
bool file_make_two_folders(const char *folder);

/* Does the name end like this, in any case? NULL ends the endings. */
bool file_name_ends(const char *name, const char *const *endings);

/* ---- Lists of paths, which belong to the list ---- */

typedef struct {
    char **items;
    int count;
} FileList;

void file_list_add(FileList *list, const char *path);

/* Adds the files of a folder whose names end like this, in order; none whose names begin with a
 * dot. Adds any other path, and a folder that cannot be
 * listed, as it is. */
void file_list_add_files(FileList *list, const char *path, const char *const *endings);

/* As file_list_add_files, with those of the folders below it, which links do not lead to. */
void file_list_add_tree(FileList *list, const char *path, const char *const *endings);

void file_list_free(FileList *list);

/* A fast checksum against damage: it finds every change of one word, but withstands no one who
 * means to deceive. Books in files contain it. */

uint64_t checksum_of(const void *bytes, size_t length);

#endif
