#include "regress/comply/script.h"

#include "engine/base/clock.h"
#include "engine/base/file.h"
#include "engine/base/os/files.h"
#include "regress/comply/expect.h"
#include "regress/comply/referee.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const CheckList *list;
    const ComplyCheck *check;
    Probe *probe;
    const char *item; /* of the loop */
    char *file;       /* path; NULL: none */
    bool was_asked;
} Script;

static bool is_named(const char *line, const char *directive) {
    const size_t length = strlen(directive);
    return strncmp(line, directive, length) == 0 && strchr(" ", line[length]) != NULL;
}

/* ---- Placeholders ---- */

static void expand(const Script *script, const char *from, Text *to);

/* Adds the expanded TEXT of "#let NAME TEXT". Returns false if no line defines the name. */
static bool add_let(const Script *script, const char *name, Text *to) {
    for (size_t i = 0; i < script->list->line_count; i++) {
        const char *line = script->list->lines[i];
        if (is_named(line, "#let") && is_named(line + 5, name)) {
            expand(script, line + 5 + strlen(name) + 1, to);
            return true;
        }
    }
    return false;
}

/* Adds the value of the placeholder with this name. Returns false if the name is unknown. */
static bool add_named(const Script *script, const char *name, Text *to) {
    const Probe *probe = script->probe;
    const char *star = strchr(name, '*'), *body = text_get(&probe->body);
    const char *blank = strrchr(body, ' ');
    const size_t first = strcspn(script->item, " ");
    if (isdigit((unsigned char)name[0]) && star != NULL) {
        for (int i = atoi(name); i > 0; i--) {
            text_add(to, "%s", star + 1);
        }
    } else if (strcmp(name, "0") == 0) {
        text_add(to, "%s", script->item);
    } else if (strcmp(name, "1") == 0) {
        text_add(to, "%.*s", (int)first, script->item);
    } else if (strcmp(name, "2") == 0) {
        text_add(to, "%s", script->item + first + (script->item[first] == ' '));
    } else if (strcmp(name, "move") == 0) {
        text_add(to, "%.16s", blank == NULL ? body : blank + 1);
    } else if (strcmp(name, "turn") == 0) {
        text_add(to, probe->game->board.to_move == BLACK ? "b" : "w");
    } else if (strcmp(name, "clock") == 0) {
        text_add(to, "%.0f", probe->clock);
    } else if (strcmp(name, "file") == 0) {
        text_add(to, "%s", script->file);
    } else if (strcmp(name, "area") == 0) {
        text_add(to, "%d", probe->game->geometry->cell_count);
    } else if (strcmp(name, "answer") == 0 || strcmp(name, "commands") == 0) {
        text_add(to, "%s", name[0] == 'a' ? body : text_get(&probe->commands));
        for (char *c = to->bytes; *c != '\0'; c++) {
            *c = (char)(*c == '\n' ? ' ' : *c);
        }
    } else if (strcmp(name, "needed") == 0) {
        const char *needs = script->check->needs;
        const int either = (int)strcspn(needs, "|");
        char command[64];
        snprintf(command, sizeof command, "%.*s", either, needs);
        text_add(to, "%s",
                 check_names(text_get(&probe->commands), command) ? command : needs + either + 1);
    } else {
        return add_let(script, name, to);
    }
    return true;
}

static void expand(const Script *script, const char *from, Text *to) {
    char name[32], byte;
    unsigned code;
    while (*from != '\0') {
        const size_t length = strcspn(from, ">");
        const bool is_short = *from == '<' && from[length] == '>' && length < sizeof name;
        snprintf(name, sizeof name, "%.*s", is_short ? (int)length - 1 : 0, from + 1);
        if (is_short && add_named(script, name, to)) {
            from += length + 1;
        } else if (from[0] == '\\' && from[1] == 'x' && sscanf(from + 2, "%2x", &code) == 1) {
            byte = (char)code;
            text_append(to, &byte, 1);
            from += 4;
        } else if (from[0] == '\\' && from[1] == 'n') {
            text_append(to, "\n", 1);
            from += 2;
        } else {
            const size_t count = from[0] == '\\' && from[1] != '\0' ? 2 : 1;
            text_append(to, from, count);
            from += count;
        }
    }
}

/* ---- Answers ---- */

static void run_command(Script *script, const char *line, bool is_expected) {
    Probe *probe = script->probe;
    script->was_asked = true;
    const char sign = probe_ask(probe, line);
    if (sign == '=') {
        referee_follow(probe, line);
    } else if (sign == '?' && !is_expected) {
        probe_complain(probe, "= (no refusal)");
    }
}

static bool holds(Script *script, const char *expected) {
    Text why = {0};
    const bool ok = expect_holds(script->probe, expected, &why);
    text_free(&why);
    return ok;
}

static void run_expect(Script *script, const char *args) {
    Text why = {0};
    if (script->probe->sign != '\0' && !expect_holds(script->probe, args, &why)) {
        probe_complain(script->probe, "%s", text_get(&why));
    }
    text_free(&why);
}

/* Waits for the next answer that is no warning of the JSON protocol, unless one is expected. */
static bool receive(Script *script, const char *expected) {
    Probe *probe = script->probe;
    bool has_come;
    do {
        has_come = probe_receive(probe);
    } while (has_come && json_object_get(probe->object, "warning") != NULL &&
             strstr(expected, "warning") == NULL);
    return has_come;
}

static void run_receive(Script *script, const char *args) {
    if (receive(script, args)) {
        run_expect(script, args);
        script->probe->sent_at = clock_seconds(); /* the next answer has its own time */
    }
}

static void run_find(Script *script, const char *args) {
    bool has_come;
    do {
        has_come = receive(script, args);
    } while (has_come && !holds(script, args));
    script->probe->sent_at = clock_seconds();
}

/* ---- The stream ---- */

/* Reads until this many whole lines have come, or the end of the response, or for so long. */
static void run_reports(Script *script, const char *args) {
    Probe *probe = script->probe;
    int wanted = 0, count = 0;
    double seconds = 0;
    sscanf(args, "%d %lf", &wanted, &seconds);
    const double end = clock_seconds() + seconds;
    while (probe_revive(probe) && count < wanted) {
        const char *received = text_get(&probe->received);
        count = 0;
        for (const char *at = received; (at = strstr(at, "info move")) != NULL;
             at += strcspn(at, "\n")) {
            count += strchr(at, '\n') != NULL;
        }
        if (strstr(received, "\n\n") != NULL || end < clock_seconds() ||
            (count < wanted && !probe_pull(probe, end - clock_seconds()))) {
            break;
        }
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
    for (const char *rest = *args == '\0' ? "9 13 19 7 5" : args;
         sscanf(rest, "%d%n", &size, &length) == 1; rest += length) {
        snprintf(command, sizeof command, "boardsize %d", size);
        run_command(script, command, true);
        if (probe->sign != '?') {
            break;
        }
    }
    if (probe->sign == '?') {
        snprintf(probe->skipped, sizeof probe->skipped, "the engine refuses %s", command);
    }
    run_command(script, "clear_board", false);
    run_command(script, "komi 7.5", false);
    if (check_names(text_get(&probe->commands), "time_settings")) {
        run_command(script, "time_settings 0 1 1", true);
    }
    referee_begin(probe, size);
}

static void run_clock(Script *script, const char *args) {
    script->probe->clock = atof(args);
}

static void run_file(Script *script, const char *args) {
    Status status;
    if (script->file == NULL) {
        script->file = os_new_scratch_file();
    }
    if (script->file == NULL || !file_replace(script->file, args, strlen(args), &status)) {
        snprintf(script->probe->skipped, sizeof script->probe->skipped, "no file can be written");
    }
}

/* ---- Blocks ---- */

static void run_lines(Script *script, size_t first, size_t end);

/* The line of the #done that ends a block. */
static size_t find_done(const Script *script, size_t line) {
    for (int depth = 1; depth > 0;) {
        const char *text = script->list->lines[++line];
        depth += is_named(text, "#each") || is_named(text, "#if");
        depth -= is_named(text, "#done");
    }
    return line;
}

static void run_loop(Script *script, const char *args, size_t first, size_t end) {
    Probe *probe = script->probe;
    Text items = {0};
    int least, most;
    text_add(&items, "%s", "");
    if (sscanf(args, "%d..%d", &least, &most) == 2) {
        for (int i = least; i <= most; i++) {
            text_add(&items, "%d ", i);
        }
    } else if (!referee_list_points(probe, args, &items)) {
        text_add(&items, "%s", args);
    }
    const char *outer = script->item;
    const char *separator = strstr(items.bytes, ", ") == NULL ? " " : ", ";
    const bool was_over = probe->is_over;
    for (char *item = items.bytes, *next; item != NULL && probe->is_over == was_over; item = next) {
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

/* ---- Lines ---- */

static const struct {
    const char *name;
    void (*run)(Script *script, const char *args);
} DIRECTIVES[] = {
    {"#<", run_receive}, {"#<<", run_find},         {"#?", run_expect},
    {"#new", run_new},   {"#reports", run_reports}, {"#close", run_close},
    {"#ends", run_ends}, {"#file", run_file},       {"#clock", run_clock},
};

/* Runs the line, or the block that begins with it. Returns the last line run. */
static size_t run_line(Script *script, size_t i, const char *next) {
    const char *line = script->list->lines[i];
    const bool is_loop = is_named(line, "#each"), is_block = is_loop || is_named(line, "#if");
    const size_t done = is_block ? find_done(script, i) : i;
    const size_t length = line[0] == '#' ? strcspn(line, " ") : 0;
    Text args = {0};
    text_add(&args, "%s", "");
    expand(script, line + length + (length > 0 && line[length] == ' '), &args);
    if (is_named(line, "#>") || is_named(line, "#>>")) {
        text_add(&args, line[2] == '>' ? "" : "\n");
        script->was_asked = true;
        probe_send(script->probe, args.bytes, args.length);
    } else if (is_loop) {
        run_loop(script, args.bytes, i + 1, done);
    } else if (is_block) {
        if (holds(script, args.bytes)) {
            run_lines(script, i + 1, done);
        }
    } else if (length == 0) {
        run_command(script, args.bytes, is_named(next, "#?"));
    }
    for (size_t k = 0; length > 0 && k < sizeof DIRECTIVES / sizeof DIRECTIVES[0]; k++) {
        if (is_named(line, DIRECTIVES[k].name)) {
            DIRECTIVES[k].run(script, args.bytes);
        }
    }
    text_free(&args);
    return done;
}

static void run_lines(Script *script, size_t first, size_t end) {
    for (size_t i = first; i < end && !probe_is_done(script->probe); i++) {
        i = run_line(script, i, i + 1 < end ? script->list->lines[i + 1] : "");
    }
}

void script_run(const CheckList *list, const ComplyCheck *check, Probe *probe) {
    Script script = {.list = list, .check = check, .probe = probe, .item = ""};
    run_lines(&script, check->first, check->end);
    if (!script.was_asked && !probe_is_done(probe)) {
        snprintf(probe->skipped, sizeof probe->skipped, "there is nothing to ask");
    }
    if (script.file != NULL) {
        os_remove(script.file);
    }
    free(script.file);
}
