#include "regress/suite/suite.h"
#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "engine/base/os/files.h"

#include <stdlib.h>
#include <string.h>

enum { FILE_BYTES_MAX = 1 << 26 }; /* of a suite: 64 MiB */

static const char blanks[] = " \t";

/* ---- Commands ---- */

/* Commands that are not listed have no effect on the position. */
static const char *const effects[] = {
    [EFFECT_RESET] = "boardsize clear_board loadsgf rectangular_boardsize set_position",
    [EFFECT_MOVE] = "black cgos-genmove_analyze fixed_handicap genmove genmove_analyze "
                    "genmove_black genmove_white gg-undo gogui-play_sequence gogui-setup "
                    "gogui-setup_player kata-genmove_analyze "
                    "kgs-genmove_cleanup lz-genmove_analyze place_free_handicap play "
                    "play_sequence playwhite popgo set_free_handicap trymove tryko undo white",
    [EFFECT_SETTING] = "clear_cache decrease_depths increase_depths kata-set-param kata-set-rule "
                       "kata-set-rules kgs-rules kgs-time_settings komi level set_random_seed "
                       "time_left time_settings",
};

Effect suite_effect(const char *command) {
    for (Effect effect = EFFECT_SETTING; effect <= EFFECT_RESET; effect++) {
        if (text_has_word(effects[effect], command, strcspn(command, blanks))) {
            return effect;
        }
    }
    return EFFECT_NONE;
}

/* ---- Lines ---- */

typedef struct {
    SuiteFile *suite;
    Dialect dialect;
    int line;
    bool is_open; /* the last step is a command that a #? may follow */
    bool has_gap; /* and a blank line or a comment came after it */
} SuiteReader;

static SuiteStep *add_step(SuiteReader *reader, const char *id, const char *command) {
    SuiteFile *suite = reader->suite;
    suite->steps = memory_grow(suite->steps, suite->count, sizeof *suite->steps);
    SuiteStep *step = &suite->steps[suite->count++];
    *step = (SuiteStep){
        .line = reader->line,
        .id = memory_copy(id),
        .command = memory_copy(command),
        .effect = suite_effect(command),
        .expected = memory_copy(""),
    };
    return step;
}

static void cut_trailing_blanks(char *text) {
    size_t length = strlen(text);
    while (length > 0 && strchr(blanks, text[length - 1]) != NULL) {
        text[--length] = '\0';
    }
}

static void read_command(SuiteReader *reader, char *text) {
    const char *id = "";
    text[strcspn(text, "#")] = '\0';
    cut_trailing_blanks(text);
    const size_t digits = strspn(text, "0123456789"), gap = strspn(text + digits, blanks);
    if (digits > 0 && gap > 0) {
        id = text;
        text += digits + gap;
        text[-1] = '\0';
        text[-(ptrdiff_t)gap] = '\0';
    }
    add_step(reader, id, text);
    reader->is_open = true;
    reader->has_gap = false;
}

/* Removes the brackets and the marks, which leaves the expression. Returns the error, or NULL. */
static const char *strip_expected(SuiteStep *step, Dialect dialect, char **text) {
    const char last = **text == '\0' ? '\0' : (*text)[strlen(*text) - 1];
    step->is_ignored = last == '&';
    step->expects_failure = last == '*';
    char *closing = strrchr(*text, ']');
    const bool is_closed = closing != NULL && closing[1 + strspn(closing + 1, "*&")] == '\0';
    if (is_closed) {
        *closing = '\0';
    }
    const bool is_opened = **text == '[';
    *text += is_opened;
    if (dialect == DIALECT_GNUGO) {
        return NULL;
    }
    if (step->is_ignored) {
        return "GoGui does not know & after #?";
    }
    return !is_opened   ? "an opening bracket is missing after #?"
           : !is_closed ? "a closing bracket is missing after #?"
                        : NULL;
}

static void read_test(SuiteReader *reader, char *text) {
    const bool is_gogui = reader->dialect == DIALECT_GOGUI;
    SuiteFile *suite = reader->suite;
    SuiteStep *step = reader->is_open ? &suite->steps[suite->count - 1] : add_step(reader, "", "");
    Status status;
    const char *error = "this #? has no command of its own";
    if (reader->is_open) {
        char anything[] = ".*";
        text += strspn(text, blanks);
        if (is_gogui && *text == '\0') {
            text = anything;
            error = NULL;
        } else {
            error = strip_expected(step, reader->dialect, &text);
        }
        free(step->expected);
        step->expected = memory_copy(text);
        if (error == NULL && is_gogui && reader->has_gap) {
            error = "GoGui wants #? in the line after its command";
        }
        if (error == NULL && !pattern_compile(&step->pattern, text, reader->dialect, &status)) {
            error = status.text;
        }
    }
    step->error = error == NULL ? NULL : memory_copy(error);
    step->is_test = step->is_selected = true;
    reader->is_open = false;
}

/* A line of a check. Its head becomes a step with an id; comments are left out. */
static void read_check_line(SuiteReader *reader, char *text) {
    static const char HEAD[] = "#check ";
    char *meaning = strstr(text, ": ");
    if (strncmp(text, HEAD, sizeof HEAD - 1) == 0 && meaning != NULL) {
        *meaning = '\0';
        add_step(reader, text + sizeof HEAD - 1, meaning + 2)->is_selected = true;
    } else if (text[0] != '\0' && strncmp(text, "# ", 2) != 0) {
        add_step(reader, "", text);
    }
}

static void read_line(SuiteReader *reader, char *text) {
    reader->line++;
    text += strspn(text, blanks);
    cut_trailing_blanks(text);
    if (reader->dialect == DIALECT_CHECKS) {
        read_check_line(reader, text);
    } else if (text[0] == '#' && text[1] == '?') {
        read_test(reader, text + 2);
    } else if (text[0] == '#' || text[0] == '\0') {
        reader->has_gap = true;
    } else {
        read_command(reader, text);
    }
}

/* ---- Files ---- */

SuiteFile suite_parse(const char *path, const char *bytes, size_t length, Dialect dialect) {
    SuiteFile suite = {.path = memory_copy(path)};
    SuiteReader reader = {.suite = &suite, .dialect = dialect};
    char *text = memory_new(length + 1, 1);
    size_t used = 0;
    suite.name = suite.path + os_folder_length(suite.path);
    for (size_t i = 0; i < length; i++) {
        const unsigned char c = (unsigned char)bytes[i];
        if ((c >= ' ' && c != 0x7F) || c == '\t' || c == '\n') {
            text[used++] = bytes[i];
        }
    }
    for (char *line = text + text_mark_length(text), *end; line < text + used; line = end + 1) {
        end = line + strcspn(line, "\n");
        *end = '\0';
        read_line(&reader, line);
    }
    free(text);
    return suite;
}

SuiteFile suite_read(const char *path, Dialect dialect) {
    Status status;
    size_t length = 0;
    char *bytes = file_read(path, FILE_ANY, FILE_BYTES_MAX, &length, &status);
    if (bytes != NULL && memchr(bytes, '\0', length) != NULL) {
        file_fail(&status, path, "not a text file");
        free(bytes);
        bytes = NULL;
    }
    SuiteFile suite = suite_parse(path, bytes, bytes == NULL ? 0 : length, dialect);
    suite.error = bytes == NULL ? memory_copy(status.text) : NULL;
    free(bytes);
    return suite;
}

void suite_free(SuiteFile *suite) {
    for (size_t i = 0; i < suite->count; i++) {
        SuiteStep *step = &suite->steps[i];
        if (step->is_test && step->error == NULL) {
            pattern_free(&step->pattern);
        }
        free(step->id);
        free(step->command);
        free(step->expected);
        free(step->error);
    }
    free(suite->steps);
    free(suite->path);
    free(suite->error);
    *suite = (SuiteFile){0};
}

size_t suite_count_tests(const SuiteFile *suite) {
    size_t count = 0;
    for (size_t i = 0; i < suite->count; i++) {
        count += suite->steps[i].is_selected;
    }
    return count;
}
