#include "regress/comply/script.h"

#include "engine/base/clock.h"
#include "engine/base/file.h"
#include "engine/base/os/files.h"
#include "engine/base/os/system.h"
#include "regress/comply/expect.h"
#include "regress/comply/placeholder.h"
#include "regress/comply/predicate.h"
#include "regress/comply/referee.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    Probe *probe;
    Placeholders given;
    Text line;      /* the present one, expanded */
    Text never;     /* of #never */
    Text collected; /* of #collect */
    bool was_asked;
} Script;

static void run_lines(Script *script, size_t first, size_t end);

static const char *expand_line(Script *script, const char *line) {
    text_clear(&script->line);
    placeholders_replace(&script->given, line, &script->line);
    return text_get(&script->line);
}

/* ---- Lines to and from the engine ---- */

static void send_bytes(Script *script, const char *bytes, size_t count) {
    script->was_asked = true;
    probe_send(script->probe, bytes, count);
}

/* Reads "*300 " and moves past it. */
static int read_times(const char **args) {
    char *rest = (char *)*args;
    const int times =
        *rest == '*' && isdigit((unsigned char)rest[1]) ? (int)strtol(rest + 1, &rest, 10) : 1;
    *args = rest + (*rest == ' ');
    return times;
}

static void run_send(Script *script, const char *args) {
    const bool has_newline = *args != '>';
    args += !has_newline;
    const int times = read_times(&args);
    Text bytes = {0};
    for (script->given.index = 0; script->given.index < times; script->given.index++) {
        placeholders_replace(&script->given, args, &bytes);
        text_add(&bytes, has_newline ? "\n" : "");
    }
    send_bytes(script, text_get(&bytes), bytes.length);
    text_free(&bytes);
}

static bool is_warning(const Probe *probe) {
    return probe->speaks_json && json_object_get(probe->object, "warning") != NULL;
}

static void run_receive(Script *script, const char *args) {
    Probe *probe = script->probe;
    const int times = read_times(&args);
    for (script->given.index = 0; script->given.index < times && !probe_is_done(probe);
         script->given.index++) {
        const char *expected = expand_line(script, args);
        bool has_come = probe_receive(probe);
        while (has_come && is_warning(probe) && strstr(expected, "warning") == NULL) {
            has_come = probe_receive(probe);
        }
        if (has_come) {
            expect_response(probe, expected);
            probe->sent_at = clock_seconds(); /* the next has its own time */
        }
    }
}

static void run_expect(Script *script, const char *args) {
    expect_response(script->probe, args);
}

static void run_command(Script *script, const char *line, bool is_expected) {
    char command[512];
    Probe *probe = script->probe;
    Text bytes = {0};
    snprintf(command, sizeof command, "%s", line);
    text_add(&bytes, "%s\n", line);
    probe->reply = (Reply){.body = ""};
    send_bytes(script, bytes.bytes, bytes.length);
    text_free(&bytes);
    if (!probe_receive(probe)) {
        return;
    }
    text_add(&script->collected, "%s\n", probe->reply.body);
    if (probe->reply.sign == '=') {
        referee_follow(probe, command);
    } else if (!is_expected) {
        probe_complain(probe, "= (no refusal)");
    }
}

static void run_collect(Script *script, const char *args) {
    (void)args;
    text_clear(&script->collected);
}

/* Judges all bodies since then as one. */
static void run_all(Script *script, const char *args) {
    Probe *probe = script->probe;
    text_clear(&probe->raw);
    text_add(&probe->raw, "%s", text_get(&script->collected));
    probe->reply.sign = '=';
    probe->reply.body = text_get(&script->collected);
    expect_response(probe, args);
    probe->reply.body = "";
}

/* ---- The stream ---- */

static void run_until(Script *script, const char *args) {
    enum { CONDITIONS_MAX = 100 };
    Probe *probe = script->probe;
    char *conditions[CONDITIONS_MAX];
    bool is_met[CONDITIONS_MAX] = {false};
    size_t count = 0, met = 0;
    Text copy = {0};
    const int times = read_times(&args);
    for (script->given.index = 0; script->given.index < times; script->given.index++) {
        text_add(&copy, script->given.index == 0 ? "" : " | ");
        placeholders_replace(&script->given, args, &copy);
    }
    for (char *rest = copy.bytes; rest != NULL && count < CONDITIONS_MAX;) {
        conditions[count++] = rest;
        rest = strstr(rest, " | ");
        if (rest != NULL) {
            *rest = '\0';
            rest += 3;
        }
    }
    while (met < count && probe_receive(probe)) {
        Text why = {0};
        for (size_t i = 0; i < count; i++) {
            if (!is_met[i] && predicates_hold(probe->object, conditions[i], &why)) {
                is_met[i] = true;
                probe->sent_at = clock_seconds();
                met++;
                break;
            }
        }
        if (script->never.length > 0 && predicates_hold(probe->object, script->never.bytes, &why)) {
            probe_complain(probe, "no line with %s", script->never.bytes);
            met = count;
        }
        text_free(&why);
    }
    text_free(&copy);
}

static void run_never(Script *script, const char *args) {
    text_clear(&script->never);
    text_add(&script->never, "%s", args);
}

/* Reads until this many whole lines have come, or the end of the response. */
static void run_reports(Script *script, const char *args) {
    Probe *probe = script->probe;
    const bool is_open = probe_is_open(probe), is_timely = strstr(args, "timely") != NULL;
    const double seconds = is_timely ? probe->timeout / 3 : probe->timeout;
    const int wanted = atoi(args);
    int count = 0;
    while (is_open && count < wanted) {
        const char *received = text_get(&probe->received);
        count = 0;
        for (const char *at = received; (at = strstr(at, "info move")) != NULL;
             at += strcspn(at, "\n")) {
            count += strchr(at, '\n') != NULL;
        }
        if (strstr(received, "\n\n") != NULL ||
            (count < wanted && !probe_pull(probe, probe->sent_at + seconds - clock_seconds()))) {
            break;
        }
    }
    if (is_timely && is_open && count < wanted) {
        probe_complain(probe, "%d reports within %.3g s: the interval is in centiseconds", wanted,
                       seconds);
    }
}

static void run_within(Script *script, const char *args) {
    script->probe->limit = atof(args);
}

static void run_wait(Script *script, const char *args) {
    const double end = clock_seconds() + atof(args);
    if (probe_is_open(script->probe)) {
        while (probe_pull(script->probe, end - clock_seconds())) {
        }
    }
    os_sleep(end > clock_seconds() ? end - clock_seconds() : 0);
}

static void run_close(Script *script, const char *args) {
    (void)args;
    script->was_asked = true;
    if (probe_is_open(script->probe)) {
        child_close_input(script->probe->client.child);
    }
}

static void run_ends(Script *script, const char *args) {
    Probe *probe = script->probe;
    script->was_asked = true;
    if (probe_await_end(probe, args[0] == '0')) {
        const char *rest = text_get(&probe->raw);
        if (rest[strspn(rest, "\n")] != '\0') {
            probe_complain(probe, "nothing but the responses");
        }
    }
}

static void run_output(Script *script, const char *args) {
    Probe *probe = script->probe;
    if (probe_await_end(probe, false)) {
        text_add(&probe->raw, "(end)"); /* patterns ignore blanks at the end */
        probe->reply = (Reply){.sign = '=', .body = text_get(&probe->raw)};
        expect_response(probe, args);
    }
}

/* ---- The game ---- */

static void run_new(Script *script, const char *args) {
    script->was_asked = true;
    referee_begin(script->probe, *args == '\0' ? script->probe->size : atoi(args));
}

static void run_want(Script *script, const char *args) {
    Probe *probe = script->probe;
    run_command(script, args, true);
    if (probe->reply.sign == '?') {
        snprintf(probe->skipped, sizeof probe->skipped, "the engine refuses %s",
                 text_get(&script->line));
    }
}

static void run_clock(Script *script, const char *args) {
    script->probe->time_left[0] = script->probe->time_left[1] = atof(args);
}

static void run_board(Script *script, const char *args) {
    (void)args;
    referee_check_board(script->probe);
}

static void run_file(Script *script, const char *args) {
    Status status;
    if (script->given.file == NULL) {
        script->given.file = os_new_scratch_file();
    }
    if (script->given.file == NULL ||
        !file_replace(script->given.file, args, strlen(args), &status)) {
        snprintf(script->probe->skipped, sizeof script->probe->skipped, "no file can be written");
    }
}

/* ---- Blocks ---- */

static bool is_named(const char *line, const char *directive) {
    const size_t length = strlen(directive);
    return strncmp(line, directive, length) == 0 && strchr(" *>", line[length]) != NULL;
}

/* The line of the #done that ends a block. */
static size_t find_done(const Script *script, size_t line) {
    for (int depth = 1; depth > 0;) {
        const char *text = script->given.list->lines[++line];
        depth += is_named(text, "#each") || is_named(text, "#first") || is_named(text, "#if");
        depth -= is_named(text, "#done");
    }
    return line;
}

/* The empty points beside the last move, and that at the end, as a list. */
static void add_neighbors(const Probe *probe, Text *items) {
    char vertex[POINT_TEXT_MAX];
    const Game *game = probe->game;
    Point points[5] = {[4] = game_last_move(game)};
    if (points[4] == POINT_NONE || !point_is_move(points[4])) {
        return;
    }
    point_neighbors(points[4], points);
    for (int i = 0; i < 5; i++) {
        if (i == 4 || board_color(&game->board, points[i]) == EMPTY) {
            text_add(items, "%s, ", point_to_text(points[i], game->geometry->height, vertex));
        }
    }
}

/* Writes the items of a loop, each with ", " behind it. Returns the rest of args if they are
 * there. */
static const char *write_items(const Probe *probe, const char *args, Text *items) {
    int first, last;
    const char *words = strcmp(args, "answer") == 0     ? probe->reply.body
                        : strcmp(args, "commands") == 0 ? text_get(&probe->commands)
                                                        : NULL;
    if (words != NULL) {
        for (; *(words += strspn(words, " \n")) != '\0'; words += strcspn(words, " \n")) {
            text_add(items, "%.*s, ", (int)strcspn(words, " \n"), words);
        }
    } else if (strcmp(args, "around") == 0) {
        add_neighbors(probe, items);
    } else if (sscanf(args, "%d..%d", &first, &last) == 2) {
        for (int i = first; i <= last; i++) {
            text_add(items, "%d, ", i);
        }
    } else {
        args += is_named(args, "listed") ? 7 : is_named(args, "unlisted") ? 9 : 0;
        text_add(items, "%s, ", args);
    }
    return text_get(items);
}

static void run_loop(Script *script, const char *args, size_t first, size_t end, bool once) {
    Probe *probe = script->probe;
    Text items = {0};
    char item[128], command[64];
    const char *outer = script->given.item, *next;
    const bool listed = is_named(args, "listed"), unlisted = is_named(args, "unlisted");
    for (const char *at = write_items(probe, args, &items);
         (next = strstr(at, ", ")) != NULL && !probe_is_done(probe) && !probe->is_over;
         at = next + 2) {
        snprintf(item, sizeof item, "%.*s", (int)(next - at), at);
        snprintf(command, sizeof command, "%.*s", (int)strcspn(item, " "), item);
        if ((listed || unlisted) && probe_knows(probe, command) != listed) {
            continue;
        }
        script->given.item = item;
        run_lines(script, first, end);
        if (once) {
            break;
        }
    }
    script->given.item = outer;
    text_free(&items);
}

static bool is_condition_true(Script *script, const char *args) {
    Text why = {0};
    if (is_named(args, "listed")) {
        return probe_knows(script->probe, args + 7);
    }
    if (is_named(args, "answer")) {
        const bool holds = expect_holds(script->probe, args + 7, &why);
        text_free(&why);
        return holds;
    }
    run_command(script, args, true);
    return script->probe->reply.sign == '=';
}

/* ---- Lines ---- */

static const struct {
    const char *name;
    void (*run)(Script *script, const char *args);
    bool is_raw; /* expands its arguments by itself */
} DIRECTIVES[] = {
    {"#>", run_send, true},         {"#<", run_receive, true},
    {"#?", run_expect, false},      {"#new", run_new, false},
    {"#want", run_want, false},     {"#until", run_until, true},
    {"#never", run_never, false},   {"#reports", run_reports, false},
    {"#within", run_within, false}, {"#wait", run_wait, false},
    {"#close", run_close, false},   {"#ends", run_ends, false},
    {"#output", run_output, false}, {"#collect", run_collect, false},
    {"#all", run_all, false},       {"#file", run_file, false},
    {"#clock", run_clock, false},   {"#board", run_board, false},
};

static void run_directive(Script *script, const char *line) {
    for (size_t i = 0; i < sizeof DIRECTIVES / sizeof DIRECTIVES[0]; i++) {
        const size_t length = strlen(DIRECTIVES[i].name);
        if (is_named(line, DIRECTIVES[i].name)) {
            const char *args = line + length + (line[length] == ' ');
            DIRECTIVES[i].run(script, DIRECTIVES[i].is_raw ? args : expand_line(script, args));
            return;
        }
    }
}

static void run_lines(Script *script, size_t first, size_t end) {
    char *const *lines = script->given.list->lines;
    for (size_t i = first; i < end && !probe_is_done(script->probe); i++) {
        const bool is_loop = is_named(lines[i], "#each") || is_named(lines[i], "#first");
        if (is_loop || is_named(lines[i], "#if")) {
            char args[1024];
            const size_t done = find_done(script, i);
            snprintf(args, sizeof args, "%s", expand_line(script, strchr(lines[i], ' ') + 1));
            if (is_loop) {
                run_loop(script, args, i + 1, done, lines[i][1] == 'f');
            } else if (is_condition_true(script, args)) {
                run_lines(script, i + 1, done);
            }
            i = done;
        } else if (lines[i][0] == '#') {
            run_directive(script, lines[i]);
        } else {
            run_command(script, expand_line(script, lines[i]),
                        i + 1 < end && is_named(lines[i + 1], "#?"));
        }
    }
}

void script_run(const CheckList *list, const ComplyCheck *check, Probe *probe) {
    Script script = {.probe = probe, .given = {.list = list, .probe = probe, .item = ""}};
    run_lines(&script, check->first, check->end);
    if (!script.was_asked && !probe_is_done(probe)) {
        snprintf(probe->skipped, sizeof probe->skipped, "there is nothing to ask");
    }
    if (script.given.file != NULL) {
        os_remove(script.given.file);
    }
    free(script.given.file);
    text_free(&script.line);
    text_free(&script.never);
    text_free(&script.collected);
}
