#include "engine/base/clock.h"
#include "engine/base/file.h"
#include "engine/base/os/files.h"
#include "regress/suite/protocol/probe.h"

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

static bool is_named(const char *line, const char *directive) {
    const size_t length = strlen(directive);
    return strncmp(line, directive, length) == 0 && strchr(" ", line[length]) != NULL;
}

/* ---- Placeholders ---- */

static void expand_text(const Probe *probe, const char *from, Text *to);

/* Adds the value of the placeholder with this name. Returns false if the name is unknown. */
static bool add_named(const Probe *probe, const char *name, Text *to) {
    const Game *game = probe->game;
    const char *item = probe->item, *needs = probe->needs, *star = strchr(name, '*');
    const char *body = text_get(&probe->body), *blank = strrchr(body, ' ');
    const int first = (int)strcspn(item, " "), either = (int)strcspn(needs, "|");
    char area[16], clock[32], needed[64];
    snprintf(area, sizeof area, "%d", game == NULL ? 0 : game->geometry->cell_count);
    snprintf(clock, sizeof clock, "%.0f", probe->clock);
    snprintf(needed, sizeof needed, "%.*s", either, needs);
    const bool has_first = needs[either] == '\0' || probe_has_word(probe->commands.bytes, needed);
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
                  {"file", probe->file, INT_MAX},
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
    for (size_t i = 0; i < probe->suite->count; i++) {
        const char *line = probe->suite->steps[i].command;
        if (is_named(line, "#let") && is_named(line + 5, name)) {
            expand_text(probe, line + 5 + strlen(name) + 1, to);
            return true;
        }
    }
    return star != NULL;
}

static void expand_text(const Probe *probe, const char *from, Text *to) {
    char name[32];
    unsigned code;
    for (size_t length, used; *from != '\0'; from += used) {
        length = strcspn(from, ">");
        const bool is_short = *from == '<' && from[length] == '>' && length < sizeof name;
        snprintf(name, sizeof name, "%.*s", is_short ? (int)length - 1 : 0, from + 1);
        if (is_short && add_named(probe, name, to)) {
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

static void run_command(Probe *probe, const char *line, bool is_expected) {
    const char sign = probe_ask(probe, line);
    if (sign == '=') {
        expect_follow(probe, line);
    } else if (sign == '?' && !is_expected) {
        probe_complain(probe, "= (no refusal)");
    }
}

/* Sends the command. Returns false if no answer came in time, which does not fail the check. */
static bool try_command(Probe *probe, const char *command) {
    if (probe_ask(probe, command) == '\0' && probe->is_too_late) {
        text_add(&probe->slow, "%sno answer in %g s to %s", probe->slow.length == 0 ? "" : ", ",
                 probe->client.timeout, command);
        text_clear(&probe->expected);
    }
    return probe->sign != '\0';
}

static bool holds(Probe *probe, const char *expected) {
    text_clear(&probe->why);
    return expect_holds(probe, expected, &probe->why);
}

static void run_expect(Probe *probe, const char *args) {
    if (probe->sign != '\0' && !holds(probe, args)) {
        probe_complain(probe, text_get(&probe->why));
    }
}

/* ---- The stream ---- */

/* Reads until this many whole lines have come, or the end of the response, or for so long. */
static void run_reports(Probe *probe, const char *args) {
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

static void run_ends(Probe *probe, const char *args) {
    if (!probe_await_end(probe)) {
        return;
    }
    const char *rest = text_get(&probe->came);
    if (*args != '\0') { /* patterns ignore blanks at the end */
        text_set(&probe->body, "%s(end)", rest);
        probe->sign = '=';
        probe->id[0] = '\0';
        run_expect(probe, args);
    } else if (rest[strspn(rest, "\n")] != '\0') {
        probe_complain(probe, "nothing but the responses");
    }
}

/* ---- The game ---- */

/* The sizes are tried in this order: most engines take all, some only 19x19. */
static void run_new(Probe *probe, const char *args) {
    char command[32];
    int size = 0, length;
    const bool was_asked = probe->was_asked;
    text_clear(&probe->sent);
    probe->sign = '?';
    for (const char *rest = *args == '\0' ? "9 13 19 7 5" : args;
         probe->sign == '?' && sscanf(rest, "%d%n", &size, &length) == 1; rest += length) {
        snprintf(command, sizeof command, "boardsize %d", size);
        run_command(probe, command, true);
    }
    if (probe->sign == '?') {
        text_add(&probe->skipped, "the engine refuses %s", command);
    }
    run_command(probe, "clear_board", false);
    run_command(probe, "komi 7.5", false);
    if (probe_has_word(text_get(&probe->commands), "time_settings")) {
        run_command(probe, "time_settings 0 1 1", true);
    }
    probe->was_asked = was_asked;
}

/* Plays each of the moves "b C3, w D4", or sends each of the commands, which must be refused. */
static void run_list(Probe *probe, const char *items, bool is_refused) {
    Text command = {0};
    for (const char *rest = items; *rest != '\0' && !probe_is_done(probe);) {
        const char *next = strstr(rest, ", ");
        const size_t length = next == NULL ? strlen(rest) : (size_t)(next - rest);
        text_set(&command, "%s%.*s", is_refused ? "" : "play ", (int)length, rest);
        run_command(probe, text_get(&command), is_refused);
        if (is_refused) {
            run_expect(probe, "?");
        }
        rest += length + (next == NULL ? 0 : 2);
    }
    text_free(&command);
}

/* ---- Lines ---- */

static void run_lines(Probe *probe, size_t first, size_t end);

static void run_loop(Probe *probe, const char *args, size_t first, size_t end) {
    int least, most;
    Text items = text_new("%s", "");
    if (sscanf(args, "%d..%d", &least, &most) == 2) {
        for (int i = least; i <= most; i++) {
            text_add(&items, "%d ", i);
        }
    } else if (!expect_list_points(probe, args, &items)) {
        text_add(&items, "%s", args);
    }
    const char *outer = probe->item;
    const char *separator = strstr(items.bytes, "; ") != NULL   ? "; "
                            : strstr(items.bytes, ", ") != NULL ? ", "
                                                                : " ";
    const bool was_over = probe->is_over;
    for (char *item = items.bytes, *next; item != NULL && probe->is_over == was_over; item = next) {
        next = strstr(item, separator);
        if (next != NULL) {
            *next = '\0';
            next += strlen(separator);
        }
        probe->item = item;
        run_lines(probe, first, *item == '\0' && separator[0] == ' ' ? first : end);
    }
    probe->item = outer;
    text_free(&items);
}

static void run_directive(Probe *probe, const char *line, const char *args) {
    Status status;
    if (is_named(line, "#new")) {
        run_new(probe, args);
    } else if (is_named(line, "#follow")) {
        expect_follow(probe, args);
    } else if (is_named(line, "#play") || is_named(line, "#refused")) {
        run_list(probe, args, line[1] == 'r');
    } else if (is_named(line, "#?")) {
        run_expect(probe, args);
    } else if (is_named(line, "#<")) {
        if (probe_receive(probe)) {
            run_expect(probe, args);
        }
        probe->sent_at = clock_seconds(); /* each answer has its own time */
    } else if (is_named(line, "#reports")) {
        run_reports(probe, args);
    } else if (is_named(line, "#ends")) {
        run_ends(probe, args);
    } else if (is_named(line, "#close") && probe_revive(probe)) {
        probe->was_asked = true;
        child_close_input(probe->client.child);
    } else if (is_named(line, "#clock")) {
        probe->clock = atof(args);
    } else if (is_named(line, "#file")) {
        probe->file = probe->file == NULL ? os_new_scratch_file() : probe->file;
        if (probe->file == NULL || !file_replace(probe->file, args, strlen(args), &status)) {
            text_add(&probe->skipped, "no file can be written");
        }
    }
}

/* Runs the line, or the block that begins with it. Returns the line behind it; `end` if a #try had
 * no answer. */
static size_t run_line(Probe *probe, size_t i, size_t end) {
    const SuiteStep *steps = probe->suite->steps;
    const char *line = steps[i].command;
    const size_t length = line[0] == '#' ? strcspn(line, " ") : 0;
    const bool is_loop = is_named(line, "#each"), is_if = is_named(line, "#if");
    const bool is_sent = is_named(line, "#>") || is_named(line, "#>>");
    size_t next = i + 1;
    Text args = text_new("%s", "");
    expand_text(probe, line + length + (length > 0 && line[length] == ' '), &args);
    for (int depth = is_loop || is_if; depth > 0; next++) {
        const char *inner = steps[next].command;
        depth += is_named(inner, "#each") || is_named(inner, "#if");
        depth -= is_named(inner, "#done");
    }
    if (is_loop) {
        run_loop(probe, args.bytes, i + 1, next - 1);
    } else if (is_if) {
        run_lines(probe, i + 1, holds(probe, args.bytes) ? next - 1 : i + 1);
    } else if (is_sent) {
        text_add(&args, line[2] == '>' ? "" : "\n");
        probe_send(probe, args.bytes, args.length);
    } else if (is_named(line, "#try")) {
        next = try_command(probe, args.bytes) ? next : end;
    } else if (length == 0) {
        run_command(probe, args.bytes, next < end && is_named(steps[next].command, "#?"));
    } else {
        run_directive(probe, line, args.bytes);
    }
    text_free(&args);
    return next;
}

static void run_lines(Probe *probe, size_t first, size_t end) {
    while (first < end && !probe_is_done(probe)) {
        first = run_line(probe, first, end);
    }
}

void script_run(Probe *probe) {
    run_lines(probe, probe->first, probe->end);
}
