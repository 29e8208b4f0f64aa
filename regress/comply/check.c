#include "regress/comply/check.h"

#include "engine/base/memory.h"
#include "engine/base/text.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

// clang-format off
static const unsigned char GTP_TEXT[] = {
#include "regress/comply/checks/framing.tst.inc"
#include "regress/comply/checks/commands.tst.inc"
#include "regress/comply/checks/rules.tst.inc"
#include "regress/comply/checks/records.tst.inc"
#include "regress/comply/checks/clock.tst.inc"
#include "regress/comply/checks/analyze.tst.inc"
#include "regress/comply/checks/clients.tst.inc"
#include "regress/comply/checks/stress.tst.inc"
    0};
static const unsigned char ANALYSIS_TEXT[] = {
#include "regress/comply/checks/json.tst.inc"
    0};
// clang-format on

bool check_names(const char *list, const char *words) {
    for (const char *word = words; *word != '\0'; word += *word == '|') {
        const size_t length = strcspn(word, "|");
        if (text_has_word(list, word, length)) {
            return true;
        }
        word += length;
    }
    return false;
}

/* Cuts the text at the separator, and returns what is behind it. */
static char *cut(char *text, const char *separator) {
    char *at = strstr(text, separator);
    assert(at != NULL);
    *at = '\0';
    return at + strlen(separator);
}

static void read_line(CheckList *list, char *line) {
    ComplyCheck *check = list->count == 0 ? NULL : &list->checks[list->count - 1];
    char *words = line + strcspn(line, " ") + 1;
    if (strncmp(line, "#level ", 7) == 0) {
        char *name = cut(words, "; "), *counts = cut(name, "; "), *commands = cut(counts, ";");
        list->levels = memory_grow(list->levels, list->level_count, sizeof *list->levels);
        list->levels[list->level_count++] = (ComplyLevel){words, name, counts, commands};
    } else if (strncmp(line, "#check ", 7) == 0) {
        const size_t at = list->line_count;
        list->checks = memory_grow(list->checks, list->count, sizeof *list->checks);
        list->checks[list->count++] = (ComplyCheck){words, cut(words, ": "), "", "", at, at};
    } else if (strncmp(line, "#levels ", 8) == 0) {
        check->levels = words;
    } else if (strncmp(line, "#needs ", 7) == 0) {
        check->needs = words;
    } else if (line[0] != '\0' && strncmp(line, "# ", 2) != 0) {
        list->lines = memory_grow(list->lines, list->line_count, sizeof *list->lines);
        list->lines[list->line_count++] = line;
        if (check != NULL) {
            check->end = list->line_count;
        }
    }
}

CheckList check_list_read(bool of_analysis) {
    CheckList list = {.text = memory_copy((const char *)(of_analysis ? ANALYSIS_TEXT : GTP_TEXT))};
    for (char *line = list.text, *next; *line != '\0'; line = next) {
        next = cut(line, "\n");
        read_line(&list, line);
    }
    return list;
}

void check_list_free(CheckList *list) {
    free(list->checks);
    free(list->levels);
    free(list->lines);
    free(list->text);
}
