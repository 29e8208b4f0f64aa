#include "gtp/page/folder.h"

#include <errno.h>
#include <event2/http.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "engine/base/os/files.h"
#include "engine/go/sgf/sgf.h"

enum {
    RECORD_BYTES_MAX = 4 << 20, /* as the server takes them, too */
    PAGE_BYTES_MAX = 64 << 20,  /* the index of 100,000 reviews */
    TEXT_BYTES = 120,           /* of a name, a date or a result */
};

static const char *const RECORDS[] = {".sgf", ".gib", ".ngf", NULL};
static const char *const PAGES[] = {".html", ".sgf", NULL};

bool folder_open(Folder *folder, const char *path, Status *status) {
    OsFileInfo info = {0};
    char *full = os_full_path(path);
    const bool is_there = full != NULL && os_path_info(full, &info);
    const bool is_folder = info.kind == OS_FILE_FOLDER;
    *folder = (Folder){0};
    if (is_there) {
        const size_t length = is_folder ? strlen(full) : os_folder_length(full);
        const char *separator = full[length - 1] == '/' ? "" : "/";
        folder->root = text_new("%.*s%s", (int)length, full, separator).bytes;
        folder->only = is_folder ? NULL : memory_copy(full + length);
    }
    char **names = is_there ? os_list_folder(folder->root) : NULL;
    if (names == NULL) {
        file_fail(status, path, strerror(errno));
        folder_close(folder);
    }
    free(full);
    free(names);
    return names != NULL;
}

void folder_close(Folder *folder) {
    free(folder->root);
    free(folder->only);
    *folder = (Folder){0};
}

/* ---- The list ---- */

static json_t *new_row(const char *full, const char *path) {
    OsFileInfo info;
    char *key = memory_check(evhttp_uriencode(path, -1, 0)), **names = NULL;
    json_t *row = json_new_object();
    json_set_text(row, "key", key);
    json_set_text(row, "path", path);
    if (os_path_info(full, &info) && info.kind != OS_FILE_FOLDER) {
        Text stamp = text_new("%lld %llu", (long long)info.written, (unsigned long long)info.bytes);
        json_set_text(row, "stamp", text_get(&stamp));
        text_free(&stamp);
    } else if ((names = os_list_folder(full)) == NULL) {
        json_set_text(row, "fault", strerror(errno));
    }
    free(names);
    free(key);
    return row;
}

json_t *folder_list(const Folder *folder) {
    const size_t length = strlen(folder->root);
    json_t *rows = json_new_array();
    FileList files = {0};
    Text root = text_new("%s%s", folder->root, folder->only == NULL ? "" : folder->only);
    file_list_add_tree(&files, text_get(&root), RECORDS);
    for (int i = 0; i < files.count; i++) {
        json_add_value(rows, new_row(files.items[i], files.items[i] + length));
    }
    file_list_free(&files);
    text_free(&root);
    return rows;
}

/* ---- Records ---- */

/* Returns NULL if the key is malformed. */
static char *path_of(const char *key) {
    size_t length;
    char *path = evhttp_uridecode(key, 0, &length);
    if (path != NULL && strlen(path) != length) {
        free(path);
        return NULL;
    }
    return path;
}

char *folder_read(const Folder *folder, const char *key, size_t *length, Status *status) {
    char *path = path_of(key), *bytes = NULL;
    if (path == NULL) {
        status_fail(status, "%.120s is not the key of a record", key);
        return NULL;
    }
    Text whole = text_new("%s%s", folder->root, path);
    char *full = os_full_path(text_get(&whole));
    if (full == NULL) {
        file_fail(status, path, strerror(errno));
    } else if (strncmp(full, folder->root, strlen(folder->root)) != 0) {
        file_fail(status, path, "it is not in the folder");
    } else if (folder->only != NULL ? strcmp(full + strlen(folder->root), folder->only) != 0
                                    : !file_name_ends(full, folder->has_pages ? PAGES : RECORDS)) {
        file_fail(status, path, "not the name of a record");
    } else {
        bytes = file_read(full, FILE_REGULAR, folder->has_pages ? PAGE_BYTES_MAX : RECORD_BYTES_MAX,
                          length, status);
    }
    free(full);
    free(path);
    text_free(&whole);
    return bytes;
}

static void set_root(json_t *head, const SgfNode *root) {
    static const char *const MEMBERS[][2] = {{"black", "PB"}, {"blackRank", "BR"},
                                             {"white", "PW"}, {"whiteRank", "WR"},
                                             {"date", "DT"},  {"result", "RE"}};
    char text[TEXT_BYTES];
    Status ignored;
    SgfSize size = {SGF_DEFAULT_SIDE, SGF_DEFAULT_SIDE};
    int moves = 0;
    for (size_t i = 0; i < sizeof MEMBERS / sizeof MEMBERS[0]; i++) {
        sgf_node_simple_text(root, MEMBERS[i][1], text, sizeof text);
        json_set_text(head, MEMBERS[i][0], text);
    }
    sgf_node_size(root, &size, &ignored);
    for (const SgfNode *node = root; node != NULL; node = node->first_child) {
        moves += sgf_node_property(node, "B") != NULL || sgf_node_property(node, "W") != NULL;
    }
    snprintf(text, sizeof text, "%d×%d", size.width, size.height);
    json_set_text(head, "size", text);
    json_set_packed(head, "{s:i}", "moves", moves);
}

static json_t *read_head(const Folder *folder, const char *key) {
    json_t *head = json_new_object();
    size_t length;
    Status status;
    SgfTree *tree = NULL;
    char *bytes = folder_read(folder, key, &length, &status);
    if (bytes != NULL && sgf_read(bytes, length, &tree, &status)) {
        set_root(head, sgf_tree_root(tree));
    } else {
        json_set_text(head, "fault", status.text);
    }
    sgf_tree_free(tree);
    free(bytes);
    return head;
}

json_t *folder_read_heads(const Folder *folder, const char *keys) {
    json_t *heads = json_new_array();
    Text key = {0};
    for (const char *rest = keys; *rest != '\0'; rest += strspn(rest, "\n")) {
        const size_t length = strcspn(rest, "\n");
        text_set(&key, "%.*s", (int)length, rest);
        json_add_value(heads, read_head(folder, text_get(&key)));
        rest += length;
    }
    text_free(&key);
    return heads;
}

/* ---- Saving ---- */

/* Is it a name of an SGF file, below folders or not, that hides nothing and leads nowhere else? */
static bool is_good_name(const char *name) {
    const char *ending = strrchr(name, '.');
    bool is_start = true;
    for (const char *c = name; *c != '\0'; c++) {
        if ((unsigned char)*c < ' ' || *c == 0x7f || *c == '\\' ||
            (is_start && (*c == '.' || *c == '/'))) {
            return false;
        }
        is_start = *c == '/';
    }
    return ending != NULL && ending > name && strcasecmp(ending, ".sgf") == 0;
}

FolderResult folder_save(const Folder *folder, const char *key, const char *bytes, size_t length,
                         bool may_replace, Status *status) {
    char *name = path_of(key);
    Text path = text_new("%s%s", folder->root, name == NULL ? "" : name);
    Text place = text_new("%.*s", (int)os_folder_length(text_get(&path)) - 1, text_get(&path));
    char *real = os_full_path(text_get(&place));
    FolderResult result = FOLDER_FAILED;
    if (name == NULL || !is_good_name(name)) {
        status_fail(status, "%.120s: a record's name ends with .sgf and stays below the folder",
                    key);
    } else if (place.length > 0 && (real == NULL || strcmp(real, text_get(&place)) != 0)) {
        file_fail(status, name, "there is no such folder here");
    } else if (!may_replace && os_exists(text_get(&path))) {
        result = FOLDER_EXISTS;
    } else if (file_replace(text_get(&path), bytes, length, status)) {
        result = FOLDER_SAVED;
    }
    free(real);
    text_free(&place);
    text_free(&path);
    free(name);
    return result;
}
