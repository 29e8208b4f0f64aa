#include "regress/comply/placeholder.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *find_let(const CheckList *list, const char *name) {
    char begin[64];
    snprintf(begin, sizeof begin, "#let %s ", name);
    for (size_t i = 0; i < list->line_count; i++) {
        if (strncmp(list->lines[i], begin, strlen(begin)) == 0) {
            return list->lines[i] + strlen(begin);
        }
    }
    return NULL;
}

/* Adds the word of the item with this number from 1, or all of it for 0. */
static void add_item(const char *item, int number, Text *text) {
    for (int i = 1; i < number; i++) {
        item += strcspn(item, " ");
        item += strspn(item, " ");
    }
    text_add(text, "%.*s", (int)(number == 0 ? strlen(item) : strcspn(item, " ")), item);
}

/* Adds the value of the placeholder with this name. Returns false if the name is unknown. */
static bool add_named(const Placeholders *given, const char *name, Text *text) {
    const Probe *probe = given->probe;
    const char *let = find_let(given->list, name), *star = strchr(name, '*');
    const char *blank = strrchr(probe->reply.body, ' ');
    if (isdigit((unsigned char)name[0]) && star != NULL) {
        for (int i = atoi(name); i > 0; i--) {
            text_add(text, "%s", star + 1);
        }
    } else if (isdigit((unsigned char)name[0]) && name[1] == '\0') {
        add_item(given->item, name[0] - '0', text);
    } else if (strcmp(name, "rest") == 0) {
        const size_t first = strcspn(given->item, " ");
        text_add(text, "%s", given->item + first + (given->item[first] == ' '));
    } else if (strcmp(name, "size") == 0 || strcmp(name, "small") == 0) {
        text_add(text, "%d", name[1] == 'i' ? probe->size : probe->small_size);
    } else if (strcmp(name, "move") == 0) {
        text_add(text, "%.16s", blank == NULL ? probe->reply.body : blank + 1);
    } else if (strcmp(name, "b") == 0 || strcmp(name, "w") == 0) {
        text_add(text, "%.0f", probe->time_left[name[0] == 'w']);
    } else if (strcmp(name, "i") == 0) {
        text_add(text, "%d", given->index);
    } else if (strcmp(name, "file") == 0 && given->file != NULL) {
        text_add(text, "%s", given->file);
    } else if (let != NULL) {
        placeholders_replace(given, let, text);
    } else {
        return false;
    }
    return true;
}

void placeholders_replace(const Placeholders *given, const char *from, Text *text) {
    char name[32], byte;
    unsigned code;
    while (*from != '\0') {
        const size_t length = strcspn(from, ">");
        const bool is_short = *from == '<' && from[length] == '>' && length < sizeof name;
        snprintf(name, sizeof name, "%.*s", is_short ? (int)length - 1 : 0, from + 1);
        if (is_short && add_named(given, name, text)) {
            from += length + 1;
        } else if (from[0] == '\\' && from[1] == 'x' && sscanf(from + 2, "%2x", &code) == 1) {
            byte = (char)code;
            text_append(text, &byte, 1);
            from += 4;
        } else if (from[0] == '\\' && from[1] == 'n') {
            text_append(text, "\n", 1);
            from += 2;
        } else {
            const size_t count = from[0] == '\\' && from[1] != '\0' ? 2 : 1;
            text_append(text, from, count);
            from += count;
        }
    }
}
