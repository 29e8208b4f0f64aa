#include "gtp/config_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "engine/base/os/files.h"
#include "engine/base/os/system.h"

enum { FILE_BYTES_MAX = 1 << 20 };

static const char FILE_NAME[] = "dihedra.conf", NONE[] = "none", BLANKS[] = " \t\r";

char *config_file_find(const char *option) {
    const char *named = option != NULL ? option : os_variable(CONFIG_FILE_VARIABLE);
    if (named != NULL) {
        return strcmp(named, NONE) == 0 ? NULL : memory_copy(named);
    }
    char *folder = os_user_config_folder();
    if (folder == NULL) {
        return NULL;
    }
    Text path = {0};
    text_add(&path, "%s%s", folder, FILE_NAME);
    free(folder);
    if (!os_exists(text_get(&path))) {
        text_free(&path);
    }
    return path.bytes;
}

/* Turns a line into the word that the option is on a command line: "--NAME" or "--NAME=VALUE".
 * Returns NULL if the line says nothing. The caller frees the word. */
static char *make_word(const char *line, size_t length) {
    const char *end = line + length;
    line += strspn(line, BLANKS);
    while (end > line && strchr(BLANKS, end[-1]) != NULL) {
        end--;
    }
    if (line >= end || *line == '#') {
        return NULL;
    }
    line += strspn(line, "-");
    const size_t name = strcspn(line, " \t\r\n=");
    const char *value = line + name + strspn(line + name, BLANKS);
    value += *value == '=';
    value += strspn(value, BLANKS);
    Text word = {0};
    text_add(&word, "--%.*s", (int)name, line);
    if (value < end) {
        text_add(&word, "=%.*s", (int)(end - value), value);
    }
    return word.bytes;
}

bool config_file_read(const char *path, const OptionGroup *groups, ConfigWords *words,
                      Status *status) {
    size_t length;
    char *bytes = file_read(path, FILE_ANY, FILE_BYTES_MAX, &length, status);
    bool ok = bytes != NULL && (strlen(bytes) == length ||
                                status_fail(status, "%.200s: a byte 0 in the text", path));
    int number = 1;
    *words = (ConfigWords){0};
    const char *line = ok ? bytes + text_mark_length(bytes) : NULL;
    for (; ok && *line != '\0'; number++) {
        const size_t line_length = strcspn(line, "\n");
        char *word = make_word(line, line_length);
        if (word != NULL) {
            Status why;
            words->items = memory_grow(words->items, (size_t)words->count, sizeof *words->items);
            words->items[words->count++] = word;
            ok = (strcmp(word, "--") != 0 || status_fail(&why, "an option without a name")) &&
                 option_read(groups, 2, (char *[]){"", word, NULL}, &why);
            ok = ok || status_fail(status, "%.100s: line %d: %.120s", path, number, why.text);
        }
        line += line_length + (line[line_length] == '\n');
    }
    free(bytes);
    return ok;
}

void config_file_free(ConfigWords *words) {
    for (int i = 0; i < words->count; i++) {
        free(words->items[i]);
    }
    free(words->items);
    *words = (ConfigWords){0};
}
