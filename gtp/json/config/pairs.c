#include "gtp/json/config/settings.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "engine/base/os/files.h"

enum { FILE_BYTES_MAX = 1 << 18, INCLUDES_MAX = 16, PATH_BYTES_MAX = 4096 };

void pairs_free(Pairs *pairs) {
    for (int i = 0; i < pairs->count; i++) {
        free(pairs->items[i].key);
        free(pairs->items[i].value);
    }
    free(pairs->items);
    *pairs = (Pairs){0};
}

static char *trim(char *text) {
    size_t length = strlen(text);
    text += text_trim(text, &length) - text;
    text[length] = '\0';
    return text;
}

/* Removes the quotation marks around a value, and backslashes before what they quote. Returns false
 * if something else than a comment follows the second mark. */
static bool unquote(char *value) {
    char *to = value;
    const char *from = value + 1;
    while (*from != '"' && *from != '\0') {
        from += *from == '\\' && from[1] != '\0';
        *to++ = *from++;
    }
    const bool ends = *from == '"';
    from += ends;
    from += strspn(from, " \t");
    *to = '\0';
    return ends && (*from == '\0' || *from == '#');
}

static bool is_key(const char *text) {
    const char *s = text;
    while (isalnum((unsigned char)*s) || *s == '_' || *s == '-') {
        s++;
    }
    return s > text && *s == '\0';
}

/* A later value of a key replaces an earlier one. */
static void add_pair(Pairs *pairs, const char *key, const char *value) {
    int kept = 0;
    for (int i = 0; i < pairs->count; i++) {
        const Pair pair = pairs->items[i];
        if (strcmp(pair.key, key) == 0) {
            free(pair.key);
            free(pair.value);
        } else {
            pairs->items[kept++] = pair;
        }
    }
    pairs->items = memory_grow(pairs->items, (size_t)kept, sizeof *pairs->items);
    pairs->items[kept] = (Pair){memory_copy(key), memory_copy(value)};
    pairs->count = kept + 1;
}

/* Adds the pair of a line without a comment at its beginning. */
static bool read_pair(Pairs *pairs, char *line) {
    char *equals = strchr(line, '=');
    if (equals == NULL) {
        return false;
    }
    *equals = '\0';
    char *key = trim(line), *value = equals + 1 + strspn(equals + 1, " \t");
    const bool is_quoted = *value == '"';
    if ((is_quoted && !unquote(value)) || !is_key(key)) {
        return false;
    }
    if (!is_quoted) {
        value[strcspn(value, "#")] = '\0';
        value = trim(value);
    }
    add_pair(pairs, key, value);
    return true;
}

static bool read_file(Pairs *pairs, const char *path, int depth, Status *status);

/* Reads the file that "@include NAME" means in the file of that path. */
static bool include(Pairs *pairs, const char *path, char *line, int depth, Status *status) {
    static const char WORD[] = "@include";
    if (strncmp(line, WORD, sizeof WORD - 1) != 0 || depth >= INCLUDES_MAX) {
        return false;
    }
    char *name = trim(line + sizeof WORD - 1);
    name += *name == '=';
    name = trim(name);
    const size_t length = strlen(name);
    if (length > 1 && (*name == '"' || *name == '\'') && name[length - 1] == *name) {
        name[length - 1] = '\0';
        name++;
    }
    const int folder = os_is_absolute(name) ? 0 : (int)os_folder_length(path);
    char file[PATH_BYTES_MAX];
    const int bytes = snprintf(file, sizeof file, "%.*s%s", folder, path, name);
    return bytes < (int)sizeof file && read_file(pairs, file, depth + 1, status);
}

static bool read_line(Pairs *pairs, const char *path, char *line, int depth, Status *status) {
    line = trim(line);
    if (*line == '\0' || *line == '#') {
        return true;
    }
    if (*line == '@') {
        line[strcspn(line, "#")] = '\0';
        return include(pairs, path, line, depth, status);
    }
    return read_pair(pairs, line);
}

static bool read_file(Pairs *pairs, const char *path, int depth, Status *status) {
    size_t length;
    char *bytes = file_read(path, FILE_REGULAR, FILE_BYTES_MAX, &length, status);
    if (bytes == NULL) {
        return false;
    }
    bool ok = memchr(bytes, '\0', length) == NULL || file_fail(status, path, "not a text file");
    int number = 0;
    char *line = bytes + text_mark_length(bytes);
    for (char *next; ok && line != NULL; line = next) {
        next = strchr(line, '\n');
        if (next != NULL) {
            *next++ = '\0';
        }
        number++;
        status->text[0] = '\0';
        ok = read_line(pairs, path, line, depth, status);
        if (!ok && status->text[0] == '\0') {
            status_fail(status, "%.150s: line %d is not of the form key = value", path, number);
        }
    }
    free(bytes);
    return ok;
}

bool pairs_read_text(Pairs *pairs, const char *text, Status *status) {
    char *copy = memory_copy(text);
    bool ok = true;
    for (char *item = copy, *next; ok && item != NULL; item = next) {
        bool is_quoted = false;
        next = item;
        while (*next != '\0' && (*next != ',' || is_quoted)) {
            is_quoted ^= *next++ == '"';
        }
        next = *next == '\0' ? NULL : (*next = '\0', next + 1);
        item = trim(item);
        ok = *item == '\0' || read_pair(pairs, item) ||
             status_fail(status, "-override-config: expected KEY=VALUE, got '%.60s'", item);
    }
    free(copy);
    return ok;
}

bool pairs_read(Pairs *pairs, const OptionList *files, const OptionList *overrides,
                Status *status) {
    bool ok = true;
    for (int i = 0; ok && i < files->count; i++) {
        ok = read_file(pairs, files->items[i], 0, status);
    }
    for (int i = 0; ok && i < overrides->count; i++) {
        ok = pairs_read_text(pairs, overrides->items[i], status);
    }
    return ok;
}
