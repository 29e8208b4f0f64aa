#include "regress/comply/script.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SCRIPT_LINE_MAX = 512 };

static bool is_expectation(const char *line) {
    return line[0] == '=' || line[0] == '?' || line[0] == '*';
}

/* Copies the line at *rest and moves past it. Returns false at the end. */
static bool next_line(const char **rest, char line[SCRIPT_LINE_MAX]) {
    const size_t length = strcspn(*rest, "\n");
    snprintf(line, SCRIPT_LINE_MAX, "%.*s", (int)length, *rest);
    *rest += length;
    *rest += **rest == '\n';
    return length > 0;
}

void script_run(const char *script, Probe *probe) {
    char line[SCRIPT_LINE_MAX], expected[SCRIPT_LINE_MAX];
    for (const char *rest = script; probe->complaint_count == 0 && next_line(&rest, line);) {
        if (strncmp(line, "new", 3) == 0 && (line[3] == '\0' || line[3] == ' ')) {
            probe_new_game_of(probe, line[3] == ' ' ? atoi(line + 4) : probe->size);
            continue;
        }
        const bool is_given = is_expectation(rest) && next_line(&rest, expected);
        probe_expect(probe, line, is_given ? expected : "=");
    }
}
