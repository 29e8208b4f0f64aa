#include "engine/base/suggestion.h"

#include <assert.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum {
    LETTERS_PER_TYPO = 3, /* a suggestion has at most one wrong letter in this many */
    BEGINNING_LETTERS = 2 /* that a name must have to stand for a longer one */
};

static const char *skip_dashes(const char *name) {
    return name + strspn(name, "-");
}

Suggestion suggestion_new(const char *given) {
    return (Suggestion){.given = given,
                        .limit = (int)strlen(skip_dashes(given)) / LETTERS_PER_TYPO + 1};
}

static int least_of(int a, int b) {
    return a < b ? a : b;
}

/* How many letters must be changed, added, removed or exchanged with their neighbor to turn a into
 * b (optimal string alignment distance). */
static int name_distance(const char *a, const char *b) {
    int rows[3][SUGGESTION_NAME_MAX + 1]; /* of the last letters of a, in turn */
    const int length = (int)strlen(b);
    for (int j = 0; j <= length; j++) {
        rows[0][j] = j;
    }
    int i = 0;
    for (; a[i] != '\0'; i++) {
        const int *before = rows[(i + 2) % 3], *above = rows[i % 3];
        int *row = rows[(i + 1) % 3];
        row[0] = i + 1;
        for (int j = 0; j < length; j++) {
            row[j + 1] = least_of(above[j] + (a[i] != b[j]), least_of(row[j], above[j + 1]) + 1);
            if (i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j]) {
                row[j + 1] = least_of(row[j + 1], before[j - 1] + 1);
            }
        }
    }
    return rows[i % 3][length];
}

void suggestion_offer(Suggestion *suggestion, const char *name) {
    assert(strlen(name) < SUGGESTION_NAME_MAX);
    const char *given = skip_dashes(suggestion->given), *known = skip_dashes(name);
    const size_t length = strlen(given);
    const bool begins = length >= BEGINNING_LETTERS && strncmp(known, given, length) == 0;
    const int distance = begins ? 0 : name_distance(given, known);
    if (distance < suggestion->limit) {
        suggestion->limit = distance;
        snprintf(suggestion->name, sizeof suggestion->name, "%s", name);
    }
}

const char *suggestion_hint(const Suggestion *suggestion, char text[SUGGESTION_HINT_MAX]) {
    text[0] = '\0';
    if (suggestion->name[0] != '\0') {
        snprintf(text, SUGGESTION_HINT_MAX, " (did you mean %s?)", suggestion->name);
    }
    return text;
}
