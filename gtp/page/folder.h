/* A folder of records, as the page lists, opens and saves them, or of the pages of their reviews.
 * Files are below the folder alone: links out of it are refused. Nothing is written but by
 * folder_save. A key is a file's path below the folder, as URIs have it, so that it may have any
 * bytes. Functions keep no state. */
#ifndef GTP_PAGE_FOLDER_H
#define GTP_PAGE_FOLDER_H

#include "engine/base/json.h"
#include "engine/base/status.h"

typedef struct {
    char *root; /* without links, with a separator at its end */
    char *only; /* the name of the one record in it that is meant; NULL: all */
    bool has_pages;
} Folder;

/* Fails if the path is neither a folder that can be listed nor a file. */
bool folder_open(Folder *folder, const char *path, Status *status);
void folder_close(Folder *folder);

/* Lists the records in the folder and in those below it: {"key", "path", "stamp"}, which is another
 * after the file has changed. A folder that cannot be listed has a "fault". */
json_t *folder_list(const Folder *folder);

/* What the roots of some records say, in the order of their keys, each in a line. */
json_t *folder_read_heads(const Folder *folder, const char *keys);

/* Reads a record or a page. Returns its bytes and a NUL, which the caller frees, or NULL with a
 * message. */
char *folder_read(const Folder *folder, const char *key, size_t *length, Status *status);

typedef enum {
    FOLDER_SAVED,
    FOLDER_EXISTS, /* there is such a file, and it may not be replaced */
    FOLDER_FAILED, /* with a message */
} FolderResult;

/* Writes a record below the folder, whole or not at all. */
FolderResult folder_save(const Folder *folder, const char *key, const char *bytes, size_t length,
                         bool may_replace, Status *status);

#endif
