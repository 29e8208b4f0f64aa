/* engine/base/command_line: command lines split as a shell splits them, and quoted for that. */
#include "engine/base/command_line.h"
#include "tests/support/program/cleanup.h"

/* The words as "[one][two]", or the message. */
static const char *words_of(const char *command) {
    static char text[512];
    Status status;
    char **words = command_line_split(command, &status);
    size_t used = 0;
    if (words == NULL) {
        return strcpy(text, status.text);
    }
    for (char **word = words; *word != NULL; word++) {
        used += (size_t)snprintf(text + used, sizeof text - used, "[%s]", *word);
    }
    free(words);
    return text;
}

Test(command_line, splits_command_lines) {
    static const struct {
        const char *command, *words;
    } cases[] = {
        {"gnugo --mode gtp", "[gnugo][--mode][gtp]"},
        {"  a\t b\n", "[a][b]"},
        {"a", "[a]"},
        {"'a b' \"c d\"", "[a b][c d]"},
        {"a'b c'd\"e f\"g", "[ab cde fg]"},
        {"'' \"\" a", "[][][a]"},
        {"a\\ b \\'\\\"\\\\", "[a b]['\"\\]"},
        {"'a\\b' \"a\\b \\\"\\\\\\$\\`\"", "[a\\b][a\\b \"\\$`]"},
        {"$HOME `x` a|b;c>d *", "[$HOME][`x`][a|b;c>d][*]"},
        {"", "the command line is empty"},
        {" \t\n", "the command line is empty"},
        {"a 'b", "a closing ' is missing in the command line"},
        {"a \"b'", "a closing \" is missing in the command line"},
        {"a\\", "the command line ends in a backslash"},
        {"\"a\\", "the command line ends in a backslash"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *words = words_of(cases[i].command);
        cr_assert_str_eq(words, cases[i].words, "%s gives %s", cases[i].command, words);
    }
}

Test(command_line, quotes_any_word) {
    static const char *const WORDS[] = {"a", "", "a b", "it's", "''", "\"\\$`\n"};
    for (size_t i = 0; i < sizeof WORDS / sizeof WORDS[0]; i++) {
        Text *command = text_kept();
        Status status;
        command_line_quote(command, WORDS[i]);
        char **words = command_line_split(text_get(command), &status);
        cr_assert(words != NULL && words[1] == NULL, "%s", text_get(command));
        cr_assert_str_eq(words[0], WORDS[i]);
        free(words);
    }
}
