/* Reading and writing whole files; the header has the contract. No state: any thread. */
#include "engine/base/file.h"

#include "engine/base/memory.h"
#include "engine/base/os/files.h"
#include "engine/base/os/streams.h"
#include "hash/zobrist.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { DEPTH_MAX = 32 }; /* of folders */

bool file_fail(Status *status, const char *path, const char *reason) {
    return status_fail(status, "%.120s: %s", path[0] == '\0' ? "''" : path, reason);
}

/* ---- Reading ---- */

bool file_check_regular(const char *path, Status *status) {
    OsFileInfo info;
    if (!os_path_info(path, &info)) {
        return file_fail(status, path, strerror(errno));
    }
    return info.kind == OS_FILE_REGULAR || file_fail(status, path, "not a regular file");
}

/* Reads to the end of the file, or until there are more than most bytes. Returns false with errno.
 */
static bool read_to_end(FILE *file, size_t most, char **bytes, size_t *length) {
    enum { FIRST_BYTES = 1 << 16 };
    size_t capacity = 0;
    for (;;) {
        if (*length == capacity) {
            const size_t wanted = capacity == 0 ? FIRST_BYTES : 2 * capacity;
            char *grown = realloc(*bytes, wanted + 1);
            if (grown == NULL) {
                errno = ENOMEM;
                return false;
            }
            *bytes = grown;
            capacity = wanted;
        }
        errno = 0;
        const size_t n = fread(*bytes + *length, 1, capacity - *length, file);
        *length += n;
        if (n == 0 || *length > most) {
            return ferror(file) == 0;
        }
    }
}

/* Reads the whole stream. Messages begin with the path. */
static char *read_stream(FILE *file, const char *path, size_t most, size_t *length,
                         Status *status) {
    char *bytes = NULL;
    *length = 0;
    bool ok = read_to_end(file, most, &bytes, length);
    if (!ok) {
        file_fail(status, path, errno == ENOMEM ? "out of memory" : strerror(errno));
    } else if (*length > most) {
        ok = status_fail(status, "%.150s: larger than %zu bytes", path, most);
    }
    if (!ok) {
        free(bytes);
        return NULL;
    }
    bytes[*length] = '\0';
    return bytes;
}

char *file_read(const char *path, FileKind kind, size_t most, size_t *length, Status *status) {
    if (kind == FILE_REGULAR && !file_check_regular(path, status)) {
        return NULL;
    }
    FILE *file = os_fopen(path, "rb");
    if (file == NULL) {
        file_fail(status, path, strerror(errno));
        return NULL;
    }
    char *bytes = read_stream(file, path, most, length, status);
    fclose(file);
    return bytes;
}

char *file_read_standard_input(size_t most, size_t *length, Status *status) {
    return read_stream(stdin, "standard input", most, length, status);
}

bool file_read_line(FILE *stream, Text *line) {
    char chunk[512];
    size_t count = 0;
    int c = EOF;
    text_clear(line);
    do {
        c = getc(stream);
        if (c != EOF) {
            chunk[count++] = (char)c;
        }
        if (count == sizeof chunk || c == EOF || c == '\n') {
            text_append(line, chunk, count);
            count = 0;
        }
    } while (c != EOF && c != '\n');
    return line->length > 0;
}

/* ---- Writing ---- */

static bool is_replaceable(const char *path, Status *status) {
    OsFileInfo existing;
    return !os_path_info(path, &existing) || existing.kind == OS_FILE_REGULAR ||
           file_fail(status, path, "not a regular file");
}

bool file_check_place(const char *path, Status *status) {
    if (path[0] == '\0') {
        return file_fail(status, path, strerror(ENOENT));
    }
    return os_has_writable_folder(path) ? is_replaceable(path, status)
                                        : file_fail(status, path, strerror(errno));
}

static const char *skip_here(const char *path) {
    while (strncmp(path, "./", 2) == 0) {
        path += 2;
    }
    return path;
}

bool file_is_same(const char *a, const char *b) {
    return strcmp(skip_here(a), skip_here(b)) == 0 || os_is_same_file(a, b);
}

bool file_check_apart_from(const FilePlace *files, size_t count, const FilePlace *others,
                           size_t other_count, Status *status) {
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < other_count; j++) {
            if (files[i].path != NULL && others[j].path != NULL &&
                file_is_same(files[i].path, others[j].path)) {
                return status_fail(status, "%s and %s are the same file", files[i].name,
                                   others[j].name);
            }
        }
    }
    return true;
}

bool file_check_apart(const FilePlace *places, size_t count, Status *status) {
    bool ok = true;
    for (size_t i = 1; ok && i < count; i++) {
        ok = file_check_apart_from(&places[i - 1], 1, &places[i], count - i, status);
    }
    return ok;
}

bool file_replace(const char *path, const char *bytes, size_t length, Status *status) {
    if (!is_replaceable(path, status)) {
        return false;
    }
    char *temporary;
    const int file = os_create_temporary(path, &temporary);
    const bool ok =
        file >= 0 && os_commit_temporary(file, temporary, path, stream_write(file, bytes, length));
    if (!ok) {
        file_fail(status, path, strerror(errno));
    }
    free(temporary);
    return ok;
}

bool file_make_folder(const char *folder, Status *status) {
    return os_make_folder(folder) || file_fail(status, folder, strerror(errno));
}

bool file_make_two_folders(const char *folder) {
    char *parent = memory_check(strdup(folder));
    parent[strlen(parent) - 1] = '\0'; /* the separator */
    parent[os_folder_length(parent)] = '\0';
    os_make_folder(parent);
    free(parent);
    return os_make_folder(folder);
}

/* ---- Lists ---- */

void file_list_add(FileList *list, const char *path) {
    list->items = memory_grow(list->items, (size_t)list->count, sizeof *list->items);
    list->items[list->count++] = memory_copy(path);
}

bool file_name_ends(const char *name, const char *const *endings) {
    const char *ending = strrchr(name, '.');
    while (*endings != NULL && ending != NULL && strcasecmp(*endings, ending) != 0) {
        endings++;
    }
    return *endings != NULL && ending != NULL && ending > name;
}

/* Is a file of the folder a link? Those to folders may lead in circles. */
static bool is_link(const char *folder, const char *name, const char *path) {
    char *full_folder = os_full_path(folder), *full = os_full_path(path);
    Text plain = text_new("%s/%s", full_folder == NULL ? "" : full_folder, name);
    const bool is = full == NULL || strcmp(full, text_get(&plain)) != 0;
    text_free(&plain);
    free(full_folder);
    free(full);
    return is;
}

static void add_folder(FileList *list, const char *path, const char *const *endings, int depth) {
    OsFileInfo info;
    char **names =
        os_path_info(path, &info) && info.kind == OS_FILE_FOLDER ? os_list_folder(path) : NULL;
    if (names == NULL) {
        file_list_add(list, path);
        return;
    }
    const char *separator = os_folder_length(path) == strlen(path) ? "" : "/";
    Text file = {0};
    for (char **name = names; *name != NULL; name++) {
        text_set(&file, "%s%s%s", path, separator, *name);
        const bool is_there = (*name)[0] != '.' && os_path_info(text_get(&file), &info);
        if (is_there && info.kind == OS_FILE_REGULAR && file_name_ends(*name, endings)) {
            file_list_add(list, text_get(&file));
        } else if (is_there && info.kind == OS_FILE_FOLDER && depth > 0 &&
                   !is_link(path, *name, text_get(&file))) {
            add_folder(list, text_get(&file), endings, depth - 1);
        }
    }
    text_free(&file);
    free(names);
}

void file_list_add_files(FileList *list, const char *path, const char *const *endings) {
    add_folder(list, path, endings, 0);
}

void file_list_add_tree(FileList *list, const char *path, const char *const *endings) {
    add_folder(list, path, endings, DEPTH_MAX);
}

void file_list_free(FileList *list) {
    for (int i = 0; i < list->count; i++) {
        free(list->items[i]);
    }
    free(list->items);
    *list = (FileList){0};
}

/* ---- Checksum ---- */

/* Four sums, so that no multiplication waits for another; each step is a bijection of the sum and
 * of the word, so that a change of one word always shows. */
uint64_t checksum_of(const void *bytes, size_t length) {
    enum { LANES = 4, STEP = LANES * 8 };
    uint64_t sum[LANES] = {length, 1, 2, 3}, words[LANES];
    for (size_t at = 0; at < length; at += STEP) {
        const size_t left = length - at;
        memset(words, 0, sizeof words);
        memcpy(words, (const char *)bytes + at, left < STEP ? left : STEP);
        for (int i = 0; i < LANES; i++) {
            const uint64_t mixed = sum[i] ^ words[i];
            sum[i] = hash_mix(mixed << 29 | mixed >> 35);
        }
    }
    uint64_t all = 0;
    for (int i = 0; i < LANES; i++) {
        all = hash_mix((all ^ sum[i]) << 29 | (all ^ sum[i]) >> 35);
    }
    return all;
}
