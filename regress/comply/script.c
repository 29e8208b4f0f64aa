#include "regress/comply/script.h"

#include "engine/base/clock.h"
#include "engine/base/file.h"
#include "engine/base/os/files.h"
#include "regress/comply/expect.h"
#include "regress/comply/referee.h"

#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const CheckList *list;
    const ComplyCheck *check;
    Probe *probe;
    const char *item; /* of the loop */
    char *file;       /* path; NULL: none */
    Text why;         /* what the last expectation wanted */
    bool was_asked;
} Script;

static bool is_named(const char *line, const char *directive) {
    const size_t length = strlen(directive);
    return strncmp(line, directive, length) == 0 && strchr(" ", line[length]) != NULL;
}

/* ---- Placeholders ---- */

static void expand(const Script *script, const char *from, Text *to);

/* Adds the value of the placeholder with this name. Returns false if the name is unknown. */
static bool add_named(const Script *script, const char *name, Text *to) {
    const Probe *probe = script->probe;
    const Game *game = probe->game;
    const char *item = script->item, *needs = script->check->needs, *star = strchr(name, '*');
    const char *body = text_get(&probe->body), *blank = strrchr(body, ' ');
    const int first = (int)strcspn(item, " "), either = (int)strcspn(needs, "|");
    char area[16], clock[32], needed[64];
    snprintf(area, sizeof area, "%d", game == NULL ? 0 : game->geometry->cell_count);
    snprintf(clock, sizeof clock, "%.0f", probe->clock);
    snprintf(needed, sizeof needed, "%.*s", either, needs);
    const bool has_first = needs[either] == '\0' || check_names(probe->commands.bytes, needed);
    const struct {
        const char *name, *text;
        int length;
    } values[] = {{"0", item, INT_MAX},
                  {"1", item, first},
                  {"2", item + first + (item[first] == ' '), INT_MAX},
                  {"move", blank == NULL ? body : blank + 1, 16},
                  {"turn", game != NULL && game->board.to_move == WHITE ? "w" : "b", 1},
                  {"area", area, INT_MAX},
                  {"clock", clock, INT_MAX},
                  {"file", script->file, INT_MAX},
                  {"needed", has_first ? needed : needs + either + 1, INT_MAX},
                  {"answer", body, INT_MAX},
                  {"commands", text_get(&probe->commands), INT_MAX}};
    for (int i = star != NULL && isdigit((unsigned char)name[0]) ? atoi(name) : 0; i > 0; i--) {
        text_add(to, "%s", star + 1);
    }
    for (size_t i = 0, start = to->length; i < sizeof values / sizeof values[0]; i++) {
        if (strcmp(name, values[i].name) == 0) {
            text_add(to, "%.*s", values[i].length, values[i].text);
            for (char *c = to->bytes + start; *c != '\0'; c++) {
                *c = (char)(*c == '\n' ? ' ' : *c);
            }
            return true;
        }
    }
    for (size_t i = 0; i < script->list->line_count; i++) {
        const char *line = script->list->lines[i];
        if (is_named(line, "#let") && is_named(line + 5, name)) {
            expand(script, line + 5 + strlen(name) + 1, to);
            return true;
        }
    }
    return star != NULL;
}

static void expand(const Script *script, const char *from, Text *to) {
    char name[32];
    unsigned code;
    for (size_t length, used; *from != '\0'; from += used) {
        length = strcspn(from, ">");
        const bool is_short = *from == '<' && from[length] == '>' && length < sizeof name;
        snprintf(name, sizeof name, "%.*s", is_short ? (int)length - 1 : 0, from + 1);
        if (is_short && add_named(script, name, to)) {
            used = length + 1;
        } else if (from[0] == '\\' && from[1] == 'x' && sscanf(from + 2, "%2x", &code) == 1) {
            text_append(to, &(char){(char)code}, 1);
            used = 4;
        } else {
            used = from[0] == '\\' && from[1] != '\0' ? 2 : 1;
            const bool is_newline = used == 2 && from[1] == 'n';
            text_append(to, is_newline ? "\n" : from, is_newline ? 1 : used);
        }
    }
}

/* ---- Answers ---- */

static void run_command(Script *script, const char *line, bool is_expected) {
    const char sign = probe_ask(script->probe, line);
    script->was_asked = true;
    if (sign == '=') {
        referee_follow(script->probe, line);
    } else if (sign == '?' && !is_expected) {
        probe_complain(script->probe, "= (no refusal)");
    }
}

static bool holds(Script *script, const char *expected) {
    text_clear(&script->why);
    return expect_holds(script->probe, expected, &script->why);
}

static void run_expect(Script *script, const char *args) {
    if (script->probe->sign != '\0' && !holds(script, args)) {
        probe_complain(script->probe, text_get(&script->why));
    }
}

/* Waits for the next answer, of which warnings of the JSON protocol are none unless expected; or
 * for the first that is as expected. The one after it has its own time. */
static void receive(Script *script, const char *args, bool finds) {
    Probe *probe = script->probe;
    bool has_come, is_warning;
    do {
        has_come = probe_receive(probe);
        is_warning = json_object_get(probe->object, "warning") != NULL && !strstr(args, "warning");
    } while (has_come && (is_warning || (finds && !holds(script, args))));
    if (has_come && !finds) {
        run_expect(script, args);
    }
    probe->sent_at = clock_seconds();
}

static void run_receive(Script *script, const char *args) {
    receive(script, args, false);
}

static void run_find(Script *script, const char *args) {
    receive(script, args, true);
}

/* ---- The stream ---- */

/* Reads until this many whole lines have come, or the end of the response, or for so long. */
static void run_reports(Script *script, const char *args) {
    Probe *probe = script->probe;
    char *rest;
    const long wanted = strtol(args, &rest, 10);
    const double end = clock_seconds() + atof(rest);
    for (bool goes_on = probe_revive(probe); goes_on;) {
        const char *received = text_get(&probe->received), *at = received;
        long count = 0;
        while ((at = strstr(at, "info move")) != NULL && (at = strchr(at, '\n')) != NULL) {
            count++;
        }
        goes_on = count < wanted && strstr(received, "\n\n") == NULL && clock_seconds() < end &&
                  probe_pull(probe, end - clock_seconds());
    }
}

static void run_close(Script *script, const char *args) {
    (void)args;
    script->was_asked = true;
    if (probe_revive(script->probe)) {
        child_close_input(script->probe->client.child);
    }
}

static void run_ends(Script *script, const char *args) {
    Probe *probe = script->probe;
    script->was_asked = true;
    if (!probe_await_end(probe)) {
        return;
    }
    const char *rest = text_get(&probe->came);
    if (*args != '\0') { /* patterns ignore blanks at the end */
        text_clear(&probe->body);
        text_add(&probe->body, "%s(end)", rest);
        probe->sign = '=';
        probe->id[0] = '\0';
        run_expect(script, args);
    } else if (rest[strspn(rest, "\n")] != '\0') {
        probe_complain(probe, "nothing but the responses");
    }
}

/* ---- The game ---- */

/* The sizes are tried in this order: most engines take all, some only 19x19. */
static void run_new(Script *script, const char *args) {
    char command[32];
    Probe *probe = script->probe;
    int size = 0, length;
    text_clear(&probe->sent);
    probe->sign = '?';
    for (const char *rest = *args == '\0' ? "9 13 19 7 5" : args;
         probe->sign == '?' && sscanf(rest, "%d%n", &size, &length) == 1; rest += length) {
        snprintf(command, sizeof command, "boardsize %d", size);
        run_command(script, command, true);
    }
    if (probe->sign == '?') {
        text_add(&probe->skipped, "the engine refuses %s", command);
    }
    run_command(script, "clear_board", false);
    run_command(script, "komi 7.5", false);
    if (check_names(text_get(&probe->commands), "time_settings")) {
        run_command(script, "time_settings 0 1 1", true);
    }
    referee_begin(probe, size);
}

/* Moves of both sides that the engine is told in another way. */
static void run_board(Script *script, const char *args) {
    char command[16] = "play b ";
    referee_begin(script->probe, 9);
    for (int length; sscanf(args, "%7s%n", command + 7, &length) == 1; args += length) {
        referee_follow(script->probe, command);
        command[5] = command[5] == 'b' ? 'w' : 'b';
    }
}

static void run_clock(Script *script, const char *args) {
    script->probe->clock = atof(args);
}

static void run_file(Script *script, const char *args) {
    Status status;
    script->file = script->file == NULL ? os_new_scratch_file() : script->file;
    if (script->file == NULL || !file_replace(script->file, args, strlen(args), &status)) {
        text_add(&script->probe->skipped, "no file can be written");
    }
}

/* ---- Lines ---- */

static void run_lines(Script *script, size_t first, size_t end);

static void run_loop(Script *script, const char *args, size_t first, size_t end) {
    Text items = {0};
    int least, most;
    text_add(&items, "%s", "");
    if (sscanf(args, "%d..%d", &least, &most) == 2) {
        for (int i = least; i <= most; i++) {
            text_add(&items, "%d ", i);
        }
    } else if (!referee_list_points(script->probe, args, &items)) {
        text_add(&items, "%s", args);
    }
    const char *outer = script->item;
    const char *separator = strstr(items.bytes, ", ") == NULL ? " " : ", ";
    const bool was_over = script->probe->is_over;
    for (char *item = items.bytes, *next; item != NULL && script->probe->is_over == was_over;
         item = next) {
        next = strstr(item, separator);
        if (next != NULL) {
            *next = '\0';
            next += strlen(separator);
        }
        script->item = item;
        run_lines(script, first, *item == '\0' && separator[0] == ' ' ? first : end);
    }
    script->item = outer;
    text_free(&items);
}

static const struct {
    const char *name;
    void (*run)(Script *script, const char *args);
} DIRECTIVES[] = {
    {"#<", run_receive},       {"#<<", run_find},     {"#?", run_expect},  {"#new", run_new},
    {"#reports", run_reports}, {"#close", run_close}, {"#ends", run_ends}, {"#file", run_file},
    {"#board", run_board},     {"#clock", run_clock},
};

/* Runs the line, or the block that begins with it. Returns the line behind it; `end` if a #try had
 * no answer. */
static size_t run_line(Script *script, size_t i, size_t end) {
    char *const *lines = script->list->lines;
    const char *line = lines[i];
    const size_t length = line[0] == '#' ? strcspn(line, " ") : 0;
    const bool is_loop = is_named(line, "#each"), is_if = is_named(line, "#if");
    size_t next = i + 1;
    Text args = {0};
    text_add(&args, "%s", "");
    expand(script, line + length + (length > 0 && line[length] == ' '), &args);
    for (int depth = is_loop || is_if; depth > 0; next++) {
        depth += is_named(lines[next], "#each") || is_named(lines[next], "#if");
        depth -= is_named(lines[next], "#done");
    }
    if (is_loop) {
        run_loop(script, args.bytes, i + 1, next - 1);
    } else if (is_if) {
        run_lines(script, i + 1, holds(script, args.bytes) ? next - 1 : i + 1);
    } else if (is_named(line, "#>") || is_named(line, "#>>")) {
        text_add(&args, line[2] == '>' ? "" : "\n");
        script->was_asked = true;
        probe_send(script->probe, args.bytes, args.length);
    } else if (is_named(line, "#try")) {
        script->was_asked = true;
        probe_try(script->probe, args.bytes);
        next = script->probe->sign == '\0' ? end : next;
    } else if (length == 0) {
        run_command(script, args.bytes, next < end && is_named(lines[next], "#?"));
    }
    for (size_t k = 0; length > 0 && k < sizeof DIRECTIVES / sizeof DIRECTIVES[0]; k++) {
        if (is_named(line, DIRECTIVES[k].name)) {
            DIRECTIVES[k].run(script, args.bytes);
        }
    }
    text_free(&args);
    return next;
}

static void run_lines(Script *script, size_t first, size_t end) {
    while (first < end && !probe_is_done(script->probe)) {
        first = run_line(script, first, end);
    }
}

void script_run(const CheckList *list, const ComplyCheck *check, Probe *probe) {
    Script script = {.list = list, .check = check, .probe = probe, .item = ""};
    run_lines(&script, check->first, check->end);
    if (!script.was_asked && !probe_is_done(probe)) {
        text_add(&probe->skipped, "there is nothing to ask");
    }
    if (script.file != NULL) {
        os_remove(script.file);
    }
    free(script.file);
    text_free(&script.why);
}
