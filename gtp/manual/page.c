/* Pages in roff, of the man macros. */
#include "gtp/manual/manual.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "engine/base/os/system.h"
#include "engine/base/version.h"

/* Adds text with what roff would read as its own escaped. */
static void add_escaped(Text *page, const char *text, size_t length) {
    for (size_t i = 0; i < length; i++) {
        const bool begins_line = page->length > 0 && page->bytes[page->length - 1] == '\n';
        if (begins_line && (text[i] == '.' || text[i] == '\'')) {
            text_add(page, "\\&");
        }
        const char *escape = text[i] == '-'    ? "\\-"
                             : text[i] == '\\' ? "\\e"
                             : text[i] == '~'  ? "\\(ti"
                             : text[i] == '^'  ? "\\(ha"
                                               : NULL;
        if (escape != NULL) {
            text_add(page, "%s", escape);
        } else {
            text_append(page, &text[i], 1);
        }
    }
}

/* Adds the lines of a text. Roff fills them, but for those that are indented; an empty one begins a
 * paragraph. */
static void add_lines(Text *page, const char *text) {
    for (text += strspn(text, "\n"); *text != '\0';) {
        const size_t length = strcspn(text, "\n");
        if (length == 0) {
            text_add(page, ".PP");
        }
        add_escaped(page, text, length);
        text_add(page, "\n");
        text += length + (text[length] == '\n');
    }
}

/* Adds a word in a font, B or I. */
static void add_word(Text *page, const char *before, char font, const char *word) {
    if (word != NULL) {
        text_add(page, "%s\\f%c", before, font);
        add_escaped(page, word, strlen(word));
        text_add(page, "\\fR");
    }
}

/* The usage begins with the synopsis: lines up to the first empty one, each after "usage: " or as
 * many blanks. Returns what comes behind it. */
static const char *add_synopsis(Text *page, const char *usage) {
    enum { INDENT = 7 };
    text_add(page, ".SH SYNOPSIS\n.nf\n");
    while (*usage != '\0' && *usage != '\n') {
        const size_t line = strcspn(usage, "\n");
        if (line > INDENT) {
            add_escaped(page, usage + INDENT, line - INDENT);
            text_add(page, "\n");
        }
        usage += line + (usage[line] == '\n');
    }
    text_add(page, ".fi\n");
    return usage;
}

static void add_option(Text *page, const Option *option) {
    if (option->kind == OPTION_HEADING) {
        text_add(page, ".SS ");
    } else {
        text_add(page, ".TP\n");
        add_word(page, "", *option->name == '-' ? 'B' : 'I', option->name);
        add_word(page, ", ", 'B', option->alias);
        add_word(page, " ", 'I', option->argument);
        text_add(page, "\n");
    }
    add_lines(page, option->help);
}

static void add_options(Text *page, const CommandHelp *help) {
    text_add(page, help->options[0] != NULL ? ".SH OPTIONS\n" : "");
    for (size_t i = 0; help->options[i] != NULL; i++) {
        for (const Option *option = help->options[i]; option->kind != OPTION_END; option++) {
            if (option->help != NULL) {
                add_option(page, option);
            }
        }
    }
}

static void add_page_name(Text *page, const CommandHelp *help) {
    text_add(page, "dihedra%s", *help->name != '\0' ? "\\-" : "");
    add_escaped(page, help->name, strlen(help->name));
}

void manual_add_page(Text *page, const CommandHelp *help, const CommandHelp *const *others) {
    const char *epoch = os_variable("SOURCE_DATE_EPOCH");
    const struct tm day =
        os_universal_time(epoch == NULL ? time(NULL) : (time_t)strtoll(epoch, NULL, 10));
    char date[16];
    strftime(date, sizeof date, "%Y-%m-%d", &day);
    text_add(page, ".TH DIHEDRA%s", *help->name != '\0' ? "\\-" : "");
    for (const char *c = help->name; *c != '\0'; c++) {
        text_add(page, *c == '-' ? "\\-" : "%c", toupper((unsigned char)*c));
    }
    text_add(page, " 6 %s \"Dihedra " DIHEDRA_VERSION "\" Games\n.SH NAME\n", date);
    add_page_name(page, help);
    text_add(page, " \\- ");
    add_lines(page, help->summary);
    const char *description = add_synopsis(page, help->usage);
    text_add(page, ".SH DESCRIPTION\n");
    add_lines(page, description);
    add_options(page, help);
    if (help->notes != NULL) {
        text_add(page, ".SH NOTES\n");
        add_lines(page, help->notes);
    }
    text_add(page, ".SH SEE ALSO\n");
    const char *separator = "";
    for (; *others != NULL; others++) {
        if (*others != help) {
            text_add(page, "%s.BR ", separator);
            add_page_name(page, *others);
            text_add(page, " (6)");
            separator = ",\n";
        }
    }
    text_add(page, "\n");
}
