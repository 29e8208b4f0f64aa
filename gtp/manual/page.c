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
        if (text[i] == '-') {
            text_add(page, "\\-");
        } else if (text[i] == '\\') {
            text_add(page, "\\e");
        } else if (text[i] == '~' || text[i] == '^') {
            text_add(page, text[i] == '~' ? "\\(ti" : "\\(ha");
        } else {
            text_append(page, &text[i], 1);
        }
    }
}

/* Adds words, with a new line before one that would end beyond a terminal's width. */
static void add_words(Text *page, const char *text, size_t length) {
    enum { WIDTH = 76 };
    for (const char *end = text + length; text < end;) {
        const char *blank = memchr(text, ' ', (size_t)(end - text));
        const size_t word = (size_t)((blank == NULL ? end : blank) - text);
        size_t column = 0;
        while (column < page->length && page->bytes[page->length - 1 - column] != '\n') {
            column++;
        }
        if (column > 0) {
            text_add(page, column + word > WIDTH ? "\n" : " ");
        }
        add_escaped(page, text, word);
        text += word + (blank != NULL);
    }
}

/* Adds a word in a font, B or I. */
static void add_word(Text *page, char font, const char *word) {
    text_add(page, "\\f%c", font);
    add_escaped(page, word, strlen(word));
    text_add(page, "\\fR");
}

/* ---- Paragraphs ---- */

/* The length of a paragraph: up to an empty line or the end. */
static size_t paragraph_length(const char *text) {
    const char *end = strstr(text, "\n\n");
    return end == NULL ? strlen(text) : (size_t)(end - text);
}

/* Adds the lines of a paragraph. Those that are indented stay as they are. */
static void add_paragraph(Text *page, const char *text, size_t length) {
    bool is_plain = true;
    while (length > 0) {
        const char *newline = memchr(text, '\n', length);
        const size_t line = newline == NULL ? length : (size_t)(newline - text);
        const bool is_indented = *text == ' ';
        if (is_indented == is_plain) {
            text_add(page, is_indented ? ".nf\n" : ".fi\n");
            is_plain = !is_indented;
        }
        if (is_plain) {
            add_words(page, text, line);
        } else {
            add_escaped(page, text, line);
        }
        text_add(page, "\n");
        text += line + (newline != NULL);
        length -= line + (newline != NULL);
    }
    if (!is_plain) {
        text_add(page, ".fi\n");
    }
}

/* Adds paragraphs. One that begins with "Exit status:" has a section of its own. */
static void add_paragraphs(Text *page, const char *text) {
    static const char EXIT[] = "Exit status: ";
    bool is_first = true;
    for (text += strspn(text, "\n"); *text != '\0'; text += strspn(text, "\n")) {
        size_t length = paragraph_length(text);
        const size_t whole = length;
        if (strncmp(text, EXIT, sizeof EXIT - 1) == 0) {
            text_add(page, ".SH EXIT STATUS\n");
            text += sizeof EXIT - 1;
            length -= sizeof EXIT - 1;
            add_paragraph(page, text, length);
            text += length;
            is_first = false;
            continue;
        }
        text_add(page, is_first ? "" : ".PP\n");
        add_paragraph(page, text, length);
        text += whole;
        is_first = false;
    }
}

/* ---- Sections ---- */

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
        const char *heading = option->help + strspn(option->help, "\n");
        text_add(page, ".SS ");
        add_escaped(page, heading, strlen(heading));
        text_add(page, "\n");
        return;
    }
    text_add(page, ".TP\n");
    add_word(page, *option->name == '-' ? 'B' : 'I', option->name);
    if (option->alias != NULL) {
        text_add(page, ", ");
        add_word(page, 'B', option->alias);
    }
    if (option->argument != NULL) {
        text_add(page, " ");
        add_word(page, 'I', option->argument);
    }
    text_add(page, "\n");
    for (const char *line = option->help; *line != '\0';) {
        const size_t length = strcspn(line, "\n");
        add_words(page, line, length);
        text_add(page, line[length] == '\n' ? "\n.br\n" : "\n");
        line += length + (line[length] == '\n');
    }
}

static void add_options(Text *page, const CommandHelp *help) {
    bool is_first = true;
    for (size_t i = 0; help->options[i] != NULL; i++) {
        for (const Option *option = help->options[i]; option->kind != OPTION_END; option++) {
            if (option->help != NULL || option->kind == OPTION_HEADING) {
                text_add(page, is_first ? ".SH OPTIONS\n" : "");
                add_option(page, option);
                is_first = false;
            }
        }
    }
}

static void add_page_name(Text *page, const CommandHelp *help, bool is_upper) {
    text_add(page, is_upper ? "DIHEDRA" : "dihedra");
    if (*help->name != '\0') {
        text_add(page, "\\-");
        for (const char *c = help->name; *c != '\0'; c++) {
            text_add(page, *c == '-' ? "\\-" : "%c", is_upper ? toupper((unsigned char)*c) : *c);
        }
    }
}

static void add_header(Text *page, const CommandHelp *help, const char *section) {
    const char *epoch = os_variable("SOURCE_DATE_EPOCH");
    const struct tm day =
        os_universal_time(epoch == NULL ? time(NULL) : (time_t)strtoll(epoch, NULL, 10));
    char date[16];
    strftime(date, sizeof date, "%Y-%m-%d", &day);
    text_add(page, ".TH ");
    add_page_name(page, help, true);
    text_add(page, " %s %s \"Dihedra " DIHEDRA_VERSION "\" Games\n.SH NAME\n", section, date);
    add_page_name(page, help, false);
    text_add(page, " \\- ");
    add_words(page, help->summary, strlen(help->summary));
    text_add(page, "\n");
}

void manual_add_page(Text *page, const CommandHelp *help, const char *section,
                     const CommandHelp *const *others) {
    add_header(page, help, section);
    const char *description = add_synopsis(page, help->usage);
    text_add(page, ".SH DESCRIPTION\n");
    add_paragraphs(page, description);
    add_options(page, help);
    if (help->notes != NULL) {
        text_add(page, ".SH NOTES\n");
        add_paragraphs(page, help->notes);
    }
    text_add(page, ".SH SEE ALSO\n");
    const char *separator = "";
    for (; *others != NULL; others++) {
        if (*others != help) {
            text_add(page, "%s.BR ", separator);
            add_page_name(page, *others, false);
            text_add(page, " (%s)", section);
            separator = ",\n";
        }
    }
    text_add(page, "\n");
}
