#include "engine/base/command_line.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/base/os/system.h"

static const char WHITE_SPACE[] = " \t\n";

/* Copies the word at *in, unquoted and with a NUL, to *out, and moves both past it. */
static bool split_word(const char **in, char **out, Status *status) {
    const char *s = *in;
    char quote = '\0';
    for (; *s != '\0' && (quote != '\0' || strchr(WHITE_SPACE, *s) == NULL); s++) {
        if (quote == '\0' && (*s == '\'' || *s == '"')) {
            quote = *s;
        } else if (quote != '\0' && *s == quote) {
            quote = '\0';
        } else {
            /* A backslash that separates folders is one, unless before a double quote. */
            if (*s == '\\' && quote != '\'' &&
                (s[1] == '"' || strchr(OS_PATH_SEPARATORS, '\\') == NULL)) {
                if (s[1] == '\0') {
                    return status_fail(status, "the command line ends in a backslash");
                }
                s += quote == '\0' || strchr("\\\"$`", s[1]) != NULL;
            }
            *(*out)++ = *s;
        }
    }
    if (quote != '\0') {
        return status_fail(status, "a closing %c is missing in the command line", quote);
    }
    *(*out)++ = '\0';
    *in = s;
    return true;
}

char **command_line_split(const char *command, Status *status) {
    size_t length = strlen(command), count = 0;
    size_t most = length / 2 + 2; /* words of one letter each, and NULL */
    char **words = memory_check(malloc(most * sizeof *words + length + 1));
    char *out = (char *)(words + most);
    for (command += strspn(command, WHITE_SPACE); *command != '\0';
         command += strspn(command, WHITE_SPACE)) {
        words[count++] = out;
        if (!split_word(&command, &out, status)) {
            free(words);
            return NULL;
        }
    }
    if (count == 0) {
        status_fail(status, "the command line is empty");
        free(words);
        return NULL;
    }
    words[count] = NULL;
    return words;
}

void command_line_quote(Text *command, const char *word) {
    static const char PLAIN[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "+,-./:=@_";
    if (*word != '\0' && word[strspn(word, PLAIN)] == '\0') {
        text_add(command, "%s", word);
        return;
    }
    text_add(command, "'");
    for (; *word != '\0'; word++) {
        text_add(command, *word == '\'' ? "'\"%c\"'" : "%c", *word);
    }
    text_add(command, "'");
}

char *command_line_own(const char *program, const char *options) {
    Text command = {0};
    command_line_quote(&command, os_program_path(program));
    text_add(&command, " %s", options);
    return command.bytes;
}
