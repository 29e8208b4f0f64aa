/* A GTP engine with a fault: faulty-engine [FAULT]. Without one it does what the specifications
 * say. It knows only the commands of the GTP 2 draft and a few of the clients', so that a test of
 * it cannot lean on others. */
#include "tests/support/faulty/faults.h"
#include "tests/support/faulty/goban.h"

#include <ctype.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum { WORDS_MAX = 64, LINE_BYTES = 1 << 21, OUTPUT_BYTES = 1 << 16 };

typedef struct {
    Goban goban;
    double komi, seconds_left; /* 0: no limit */
    bool is_absolute, is_told; /* no byo-yomi; time_left has come since time_settings */
    int handicap;
    int rules;              /* index of RULES */
    char last_color;        /* of "play" */
    char input[LINE_BYTES]; /* read and not yet handled */
    size_t length;
    bool at_end;
    char *words[WORDS_MAX]; /* of the command, its name first; NULL at the end */
    int count;
    char id[16];
    char output[OUTPUT_BYTES];
    bool has_failed, quits;
} FaultyEngine;

/* ---- Answers ---- */

static void say(FaultyEngine *e, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void say(FaultyEngine *e, const char *format, ...) {
    const size_t used = strlen(e->output);
    va_list args;
    va_start(args, format);
    vsnprintf(e->output + used, sizeof e->output - used, format, args);
    va_end(args);
}

static void refuse(FaultyEngine *e, const char *text) {
    e->has_failed = true;
    snprintf(e->output, sizeof e->output, "%s", text);
}

static void begin(const FaultyEngine *e, char sign) {
    const char *id = fault_is("id-dropped")                        ? ""
                     : fault_is("id-invented") && e->id[0] == '\0' ? "0"
                                                                   : e->id;
    printf("%c%s ", sign, id);
}

static void end(void) {
    printf("%s", fault_is("one-newline") ? "\n" : "\n\n");
    fflush(stdout);
}

/* ---- Arguments ---- */

static const char *word(const FaultyEngine *e, int i) {
    return i < e->count ? e->words[i] : "";
}

static bool read_color(FaultyEngine *e, int i, char *color) {
    static const char *const NAMES[] = {"b", "black", "w", "white"};
    for (size_t k = 0; k < 4; k++) {
        if ((fault_is("color-case") ? strcmp : strcasecmp)(word(e, i), NAMES[k]) == 0) {
            *color = k < 2 ? 'b' : 'w';
            return true;
        }
    }
    refuse(e, "syntax error");
    return false;
}

static bool read_number(FaultyEngine *e, int i, double *value) {
    char *rest;
    *value = strtod(word(e, i), &rest);
    if (word(e, i)[0] == '\0' || *rest != '\0') {
        refuse(e, "syntax error");
        return false;
    }
    return true;
}

/* ---- Commands ---- */

static void run_boardsize(FaultyEngine *e) {
    double size;
    if (!read_number(e, 1, &size)) {
        return;
    }
    if (size < 2 || size > GOBAN_SIDE_MAX) {
        refuse(e, fault_is("size-text") ? "bad board size" : "unacceptable size");
        return;
    }
    goban_clear(&e->goban, (int)size);
    e->handicap = 0;
}

static void run_clear_board(FaultyEngine *e) {
    if (fault_is("clear-history")) { /* the stones go, but undo brings them back */
        memset(e->goban.now.cells, '.', GOBAN_CELLS);
    } else if (!fault_is("clear-kept")) {
        goban_clear(&e->goban, e->goban.size);
    }
    e->handicap = 0;
}

static void run_komi(FaultyEngine *e) {
    double komi;
    if (read_number(e, 1, &komi)) {
        if (fault_is("komi-refused") && (komi < 0 || komi > 50)) {
            refuse(e, "komi out of range");
            return;
        }
        e->komi = fault_is("komi-whole") ? (int)komi : komi;
    }
}

static void run_get_komi(FaultyEngine *e) {
    say(e, "%g", e->komi);
}

static void run_play(FaultyEngine *e) {
    char color;
    if (!read_color(e, 1, &color)) {
        return;
    }
    const int cell = goban_read_vertex(&e->goban, word(e, 2));
    if (cell == GOBAN_WRONG) {
        refuse(e, strlen(word(e, 2)) > 1 ? "illegal move" : "syntax error");
    } else if (fault_is("play-turns") && e->goban.moves > 0 && color == e->last_color) {
        refuse(e, "illegal move");
    } else if (!goban_play(&e->goban, color, cell)) {
        if (fault_is("refusal-clears") && cell >= 0) {
            e->goban.now.cells[cell] = '.';
        }
        refuse(e, "illegal move");
    } else {
        e->last_color = color;
    }
}

/* Plays the engine's move unless it is only asked for. */
static int make_move(FaultyEngine *e, char color, bool plays) {
    if (fault_is("late") && e->seconds_left > 0) {
        usleep((unsigned)((e->seconds_left + 2) * 1e6));
    }
    if (fault_is("late-untold") && e->is_absolute && !e->is_told) {
        usleep((unsigned)((e->seconds_left + 2) * 1e6));
    }
    const bool passes = fault_is("cleanup-passes") && strncmp(word(e, 0), "kgs", 3) == 0;
    const int cell = passes ? GOBAN_PASS : goban_choose(&e->goban, color);
    if (plays) {
        goban_play(&e->goban,
                   fault_is("genmove-color") ? (e->goban.moves % 2 == 0 ? 'b' : 'w') : color, cell);
    }
    return cell;
}

static void run_genmove(FaultyEngine *e) {
    char color, text[8];
    if (fault_is("genmove-over") && strcmp(word(e, 0), "genmove") == 0 &&
        goban_is_over(&e->goban)) {
        refuse(e, "the game is over");
    } else if (read_color(e, 1, &color)) {
        const bool plays = strcmp(word(e, 0), "reg_genmove") == 0 ? fault_is("reg-plays")
                                                                  : !fault_is("genmove-unplayed");
        const int cell = make_move(e, color, plays);
        say(e, "%s", goban_write_vertex(&e->goban, cell, text));
    }
}

static void run_undo(FaultyEngine *e) {
    if (!goban_undo(&e->goban) && !fault_is("undo-empty")) {
        refuse(e, "cannot undo");
    }
}

static bool is_empty(const FaultyEngine *e) {
    return memchr(e->goban.now.cells, 'b', GOBAN_CELLS) == NULL &&
           memchr(e->goban.now.cells, 'w', GOBAN_CELLS) == NULL;
}

static void put_handicap(FaultyEngine *e, int cell) {
    char text[8];
    e->goban.now.cells[cell] = 'b';
    e->handicap++;
    say(e, "%s%s", e->output[0] == '\0' ? "" : " ", goban_write_vertex(&e->goban, cell, text));
}

static void run_fixed_handicap(FaultyEngine *e) {
    static const int PLACES[9][2] = {{0, 2}, {2, 0}, {0, 0}, {2, 2}, {0, 1},
                                     {2, 1}, {1, 0}, {1, 2}, {1, 1}};
    const int size = e->goban.size, most = size < 7 ? 0 : size == 7 || size % 2 == 0 ? 4 : 9;
    double number;
    if (!read_number(e, 1, &number)) {
        return;
    }
    if (number < 2 || number > most) {
        refuse(e, "invalid number of stones");
        return;
    }
    if (!is_empty(e) && !fault_is("fixed-full")) {
        refuse(e, "board not empty");
        return;
    }
    const int edge = size < (fault_is("fixed-edge") ? 11 : 13) ? 2 : 3, count = (int)number;
    const int at[3] = {edge, size / 2, size - 1 - edge};
    e->komi = fault_is("fixed-komi") ? 0.5 : e->komi;
    for (int i = 0; i < count; i++) {
        const bool is_center = i == count - 1 && count % 2 == 1 && count > 3;
        int k = is_center ? 8 : i;
        k = fault_is("fixed-point") && count == 3 && i == 2 ? 3 : k;
        put_handicap(e, at[PLACES[k][1]] * size + at[PLACES[k][0]]);
    }
}

static void run_free_handicap(FaultyEngine *e) {
    const bool places = strcmp(word(e, 0), "place_free_handicap") == 0;
    if (!is_empty(e)) {
        refuse(e, "board not empty");
        return;
    }
    if (places) {
        double number;
        if (read_number(e, 1, &number)) {
            if (number < 2 || number >= e->goban.size * e->goban.size) {
                refuse(e, "invalid number of stones");
                return;
            }
            for (int i = 0; i < (int)number; i++) {
                put_handicap(e, i);
            }
        }
        return;
    }
    for (int i = 1; i < e->count; i++) {
        const int cell = goban_read_vertex(&e->goban, word(e, i));
        bool twice = false;
        for (int k = 1; k < i; k++) {
            twice = twice || goban_read_vertex(&e->goban, word(e, k)) == cell;
        }
        if (cell < 0 || e->count < 3 || (twice && !fault_is("free-twice"))) {
            refuse(e, "bad vertex list");
            return;
        }
    }
    if (e->count < 3) {
        refuse(e, "bad vertex list");
        return;
    }
    for (int i = 1; i < e->count; i++) {
        e->goban.now.cells[goban_read_vertex(&e->goban, word(e, i))] = 'b';
        e->handicap++;
    }
}

static void run_time_settings(FaultyEngine *e) {
    double main, period, stones;
    if (read_number(e, 1, &main) && read_number(e, 2, &period) && read_number(e, 3, &stones)) {
        if (fault_is("time-refused") && (main == 0 || stones == 0)) {
            refuse(e, "unacceptable time settings");
            return;
        }
        e->seconds_left = period > 0 && stones == 0 ? 0 : main > 0 ? main : period;
        e->is_absolute = main > 0 && period == 0;
        e->is_told = false;
    }
}

static void run_time_left(FaultyEngine *e) {
    char color;
    double seconds, stones;
    if (read_color(e, 1, &color) && read_number(e, 2, &seconds) && read_number(e, 3, &stones)) {
        e->seconds_left = seconds;
        e->is_told = true;
    }
}

static void run_final_score(FaultyEngine *e) {
    const double score = goban_area(&e->goban) - e->komi;
    if (fault_is("score-passes")) {
        goban_play(&e->goban, 'b', GOBAN_PASS);
    }
    if (fault_is("score-words")) {
        say(e, "%s wins by %g", score > 0 ? "Black" : "White", score > 0 ? score : -score);
    } else if (score == 0) {
        say(e, "0");
    } else {
        say(e, "%c+%g", score > 0 ? 'B' : 'W', score > 0 ? score : -score);
    }
}

static void run_final_status_list(FaultyEngine *e) {
    if (fault_is("status-slow")) {
        sleep(1000);
    }
    const char *status = word(e, 1);
    if (strcmp(status, "alive") != 0 && strcmp(status, "dead") != 0 &&
        strcmp(status, "seki") != 0) {
        refuse(e, "syntax error");
        return;
    }
    const int size = e->goban.size;
    for (int cell = 0; status[0] != 's' && cell < size * size; cell++) {
        char text[8];
        const char *stone = &e->goban.now.cells[cell];
        const bool is_dead = *stone != '.' && goban_is_atari(&e->goban, cell);
        if (status[0] == 'd'
                ? is_dead && !(fault_is("status-chain") && cell >= size && stone[-size] == *stone)
                : (*stone != '.' && (!is_dead || fault_is("status-twice"))) !=
                      fault_is("status-empty")) {
            say(e, "%s%s", e->output[0] == '\0' ? "" : "\n",
                goban_write_vertex(&e->goban, cell, text));
        }
    }
}

static void run_showboard(FaultyEngine *e) {
    const int size = e->goban.size;
    for (int line = 0; line < size + 2; line++) {
        say(e, "\n%s", fault_is("empty-line") && line == 1 ? "\n" : "");
        if (line == 0 || line == size + 1) {
            say(e, "  ");
            for (int x = 0; x < size; x++) {
                say(e, " %c", "ABCDEFGHJKLMNOPQRST"[x]);
            }
            continue;
        }
        say(e, "%2d", size + 1 - line);
        for (int x = 0; x < size; x++) {
            const int column = fault_is("board-mirrored") ? size - 1 - x : x;
            const char c = e->goban.now.cells[(line - 1) * size + column];
            say(e, "%c%c", fault_is("tab-written") ? '\t' : ' ',
                c == 'b'   ? 'X'
                : c == 'w' ? 'O'
                           : '.');
        }
        say(e, " %d", size + 1 - line);
    }
}

/* ---- Records ---- */

static void run_loadsgf(FaultyEngine *e) {
    char text[1 << 14] = "", id[8] = "", value[64];
    FILE *file = fopen(word(e, 1), "r");
    if (file == NULL) {
        if (!fault_is("load-missing")) {
            refuse(e, "cannot load file");
        }
        return;
    }
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    const char *rest = strstr(text, "(;");
    if (rest == NULL) {
        refuse(e, "cannot load file");
        return;
    }
    const int before = e->count > 2 ? atoi(word(e, 2)) + fault_is("load-after") : 0;
    goban_clear(&e->goban, GOBAN_SIDE_MAX);
    while (sgf_property_next(&rest, id, value)) {
        if (strcmp(id, "SZ") == 0) {
            goban_clear(&e->goban, atoi(value));
        } else if (strcmp(id, "KM") == 0) {
            e->komi = atof(value);
        } else if (strcmp(id, "AB") == 0 || strcmp(id, "AW") == 0) {
            const char *last = value[2] == ':' && !fault_is("load-rectangle") ? value + 3 : value;
            for (int y = value[1] - 'a'; y <= last[1] - 'a'; y++) { /* "aa:cc": a rectangle */
                for (int x = value[0] - 'a'; x <= last[0] - 'a'; x++) {
                    e->goban.now.cells[y * e->goban.size + x] = id[1] == 'B' ? 'b' : 'w';
                }
            }
        } else if (strcmp(id, "B") == 0 || strcmp(id, "W") == 0) {
            if (before > 0 && e->goban.moves + 1 >= before) {
                break;
            }
            goban_play(&e->goban, id[0] == 'B' ? 'b' : 'w', sgf_property_cell(&e->goban, value));
        }
    }
    e->goban.moves = fault_is("load-undo") ? 0 : e->goban.moves;
}

/* ---- Clients ---- */

/* The index of a key among the arguments, or 0. */
static int find_word(const FaultyEngine *e, const char *key) {
    for (int i = 1; i < e->count; i++) {
        if (strcmp(e->words[i], key) == 0) {
            return i;
        }
    }
    return 0;
}

/* "info move V ... rootInfo ... ownership ...", what is behind the moves if it is asked for. */
static void say_report(FaultyEngine *e, char color) {
    const bool is_kata = strncmp(word(e, 0), "kata", 4) == 0;
    const bool is_black = (color == 'b') != fault_is("winrate-side");
    const double black = goban_black_winrate(&e->goban, e->komi);
    const double winrate = is_black ? black : 1 - black;
    const double lead = (goban_area(&e->goban) - e->komi) * (is_black ? 1 : -1);
    const int allow = fault_is("allow-ignored") ? 0 : find_word(e, "allow");
    const bool has_visits = find_word(e, "pvVisits") > 0;
    char text[8];
    goban_write_vertex(&e->goban, goban_choose(&e->goban, color), text);
    if (allow > 0) {
        snprintf(text, sizeof text, "%.*s", (int)strcspn(word(e, allow + 2), ","),
                 word(e, allow + 2));
    }
    if (is_kata) {
        say(e,
            "info move %s visits 10 utility %s winrate %.6f scoreMean 0.5 scoreStdev 5.1 "
            "scoreLead %.1f scoreSelfplay 0.6 prior 0.120000 lcb 0.480000 utilityLcb 0.01 order 0",
            text, fault_is("kata-nan") ? "nan" : "0.040000", winrate,
            fault_is("lead-side") || (fault_is("lead-black") && color == 'w') ? -lead : lead);
    } else if (fault_is("winrate-percent")) {
        say(e, "info move %s visits 10 winrate %.2f prior 1200 lcb 4800 order 0", text,
            100 * winrate);
    } else {
        say(e, "info move %s visits 10 winrate %d prior 1200 lcb 4800 order 0", text,
            (int)(10000 * winrate));
    }
    if (!fault_is("pv-missing")) {
        say(e, " pv %s%s%s%s", text, fault_is("pv-occupied") ? " " : "",
            fault_is("pv-occupied") ? text : "",
            has_visits ? fault_is("pv-visits") ? " pvVisits 10 5" : " pvVisits 10" : "");
    }
    if (find_word(e, "maxmoves") == 0 && allow == 0 && strcmp(text, "pass") != 0) {
        say(e, " info move pass visits 1 winrate %s prior %s lcb %s order 1 pv pass%s",
            is_kata ? "0.400000" : "4000", is_kata ? "0.010000" : "100",
            is_kata ? "0.300000" : "3000", has_visits ? " pvVisits 1" : "");
    }
    if (find_word(e, "rootInfo") > 0) {
        say(e, " rootInfo%s winrate %.6f scoreLead %.1f", fault_is("root-bare") ? "" : " visits 11",
            fault_is("root-side") ? 1 - winrate : winrate, lead);
    }
    const int own = find_word(e, "ownership"), size = e->goban.size;
    for (int i = 0; own > 0 && i < size * size; i++) {
        const int cell =
            fault_is("ownership-flipped") ? (size - 1 - i / size) * size + i % size : i;
        const char stone = e->goban.now.cells[cell],
                   side = fault_is("ownership-side") ? 'b' : color;
        say(e, "%s %d", i == 0 ? " ownership" : "", stone == '.' ? 0 : stone == side ? 1 : -1);
    }
    say(e, "\n");
}

static bool has_input(const FaultyEngine *e, int milliseconds) {
    struct pollfd poll_input = {.fd = STDIN_FILENO, .events = POLLIN};
    return memchr(e->input, '\n', e->length) != NULL || e->at_end ||
           poll(&poll_input, 1, milliseconds) > 0;
}

/* Takes an empty line that waits, which is to end nothing. */
static bool is_empty_line(FaultyEngine *e) {
    return fault_is("blank-deaf") && e->length == 0 && read(STDIN_FILENO, e->input, 1) == 1 &&
           (e->length = e->input[0] != '\n') == 0;
}

/* "lz-analyze [COLOR] [INTERVAL]": reports until a further line comes. */
static void run_analyze(FaultyEngine *e) {
    char color = e->goban.moves % 2 == 0 ? 'b' : 'w';
    if (isalpha((unsigned char)word(e, 1)[0]) && !read_color(e, 1, &color)) {
        return;
    }
    if (fault_is("analyze-color")) {
        color = e->goban.moves % 2 == 0 ? 'b' : 'w';
    }
    begin(e, '=');
    printf("\n");
    const int wait = fault_is("interval-seconds") ? 10000 : 20;
    for (int reports = 0; reports == 0 || !has_input(e, wait) || is_empty_line(e) ||
                          (fault_is("analyze-deaf") && reports < 500);
         reports++) {
        e->output[0] = '\0';
        say_report(e, color);
        printf("%s", e->output);
        fflush(stdout);
        if (fault_is("analyze-deaf")) {
            usleep(20000);
        }
    }
    if (fault_is("analyze-plays")) {
        goban_play(&e->goban, color, goban_choose(&e->goban, color));
    }
    printf("\n");
    fflush(stdout);
    e->words[0] = NULL; /* answered */
}

static void run_genmove_analyze(FaultyEngine *e) {
    char color, text[8];
    if (!read_color(e, 1, &color)) {
        return;
    }
    if (fault_is("analyze-genmove")) {
        color = e->goban.moves % 2 == 0 ? 'b' : 'w';
    }
    say(e, "\n");
    say_report(e, color);
    const int cell = make_move(e, color, true);
    if (!fault_is("genmove-no-play")) {
        say(e, "play %s", goban_write_vertex(&e->goban, cell, text));
    }
}

static const char *const RULES[] = {"chinese", "tromp-taylor", "japanese"};

static void set_rules(FaultyEngine *e, int rules) {
    e->rules = rules;
    e->goban.has_suicide = rules == 1 || fault_is("suicide-chain");
}

static void run_set_rules(FaultyEngine *e) {
    for (int i = 0; i < 3; i++) {
        if (strcmp(word(e, 1), RULES[i]) == 0) {
            set_rules(e, i);
            return;
        }
    }
    set_rules(e, fault_is("rules-reset") ? 1 : e->rules);
    refuse(e, "unknown rules");
}

static void run_set_rule(FaultyEngine *e) {
    if (!fault_is("rule-any") && strcmp(word(e, 1), "suicide") != 0) {
        refuse(e, "unknown rule");
    }
}

static void run_get_rules(FaultyEngine *e) {
    const char q = fault_is("rules-quotes") ? '\'' : '"';
    say(e, "{%cko%c:%cSIMPLE%c,%cscoring%c:%c%s%c,%ctax%c:%cNONE%c,%csuicide%c:%s}", q, q, q, q, q,
        q, q, e->rules == 2 ? "TERRITORY" : "AREA", q, q, q, q, q, q, q,
        e->goban.has_suicide ? "true" : "false");
}

static void run_cgos(FaultyEngine *e) {
    char color, text[8];
    if (!read_color(e, 1, &color)) {
        return;
    }
    goban_write_vertex(&e->goban, make_move(e, color, true), text);
    if (fault_is("cgos-text")) {
        say(e, "\nwinrate 0.52\nplay %s", text);
    } else {
        say(e,
            "\n{\"winrate\": 0.52, \"score\": 0.5, \"visits\": 10, \"moves\": [{\"move\": \"%s\", "
            "\"winrate\": 0.52, \"score\": 0.5, \"prior\": 0.12, \"visits\": 10, \"pv\": "
            "\"%s\"}]}\n"
            "play %s",
            text, text, text);
    }
}

static void run_gogui_analyze_commands(FaultyEngine *e) {
    say(e, "%s/Final Score/final_score\nplist/Legal/all_legal %%c",
        fault_is("gogui-type") ? "text" : "string");
}

static void run_play_sequence(FaultyEngine *e) {
    const int moves = e->goban.moves;
    for (int i = 1; i < e->count; i += 2) {
        char color;
        if (!read_color(e, i, &color)) {
            break;
        }
        const int cell = goban_read_vertex(&e->goban, word(e, i + 1));
        if (cell == GOBAN_WRONG || !goban_play(&e->goban, color, cell)) {
            refuse(e, "illegal move");
            break;
        }
    }
    while (e->has_failed && e->goban.moves > moves && !fault_is("sequence-half")) {
        goban_undo(&e->goban);
    }
}

/* ---- Administration ---- */

static void run_list_commands(FaultyEngine *e);
static void run_known_command(FaultyEngine *e);

static void run_protocol_version(FaultyEngine *e) {
    say(e, fault_is("version-1") ? "1" : "2");
}

static void run_name(FaultyEngine *e) {
    say(e, "Faulty");
}

static void run_version(FaultyEngine *e) {
    say(e, "1.0");
}

static void run_quit(FaultyEngine *e) {
    e->quits = true;
}

static const struct {
    const char *name;
    void (*run)(FaultyEngine *e); /* NULL: does nothing */
} COMMANDS[] = {
    {"protocol_version", run_protocol_version},
    {"name", run_name},
    {"version", run_version},
    {"known_command", run_known_command},
    {"list_commands", run_list_commands},
    {"quit", run_quit},
    {"boardsize", run_boardsize},
    {"clear_board", run_clear_board},
    {"komi", run_komi},
    {"get_komi", run_get_komi},
    {"fixed_handicap", run_fixed_handicap},
    {"place_free_handicap", run_free_handicap},
    {"set_free_handicap", run_free_handicap},
    {"play", run_play},
    {"genmove", run_genmove},
    {"undo", run_undo},
    {"time_settings", run_time_settings},
    {"time_left", run_time_left},
    {"final_score", run_final_score},
    {"final_status_list", run_final_status_list},
    {"loadsgf", run_loadsgf},
    {"reg_genmove", run_genmove},
    {"showboard", run_showboard},
    {"lz-analyze", run_analyze},
    {"kata-analyze", run_analyze},
    {"lz-genmove_analyze", run_genmove_analyze},
    {"kata-genmove_analyze", run_genmove_analyze},
    {"kata-set-rules", run_set_rules},
    {"kata-set-rule", run_set_rule},
    {"kata-get-rules", run_get_rules},
    {"gogui-analyze_commands", run_gogui_analyze_commands},
    {"gogui-play_sequence", run_play_sequence},
    {"gogui-interrupt", NULL},
    {"kgs-genmove_cleanup", run_genmove},
    {"kgs-game_over", NULL},
    {"cgos-genmove_analyze", run_cgos},
};

enum { COMMAND_COUNT = sizeof COMMANDS / sizeof COMMANDS[0] };

static void run_list_commands(FaultyEngine *e) {
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        const bool is_private = strcmp(COMMANDS[i].name, "kgs-game_over") == 0;
        if (!(fault_is("list-short") && strcmp(COMMANDS[i].name, "komi") == 0) &&
            !(fault_is("list-private") && is_private)) {
            say(e, "%s%s", i == 0 ? "" : fault_is("list-line") ? " " : "\n", COMMANDS[i].name);
        }
    }
}

static void run_known_command(FaultyEngine *e) {
    bool known = fault_is("known-all");
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        known = known || strcmp(COMMANDS[i].name, word(e, 1)) == 0;
    }
    say(e, fault_is("known-yes") ? (known ? "yes" : "no") : (known ? "true" : "false"));
}

/* ---- Lines ---- */

/* Makes the words of a line, as section 3.1 and "command structure" say. Returns their number. */
static int split(FaultyEngine *e, char *line) {
    char *to = line;
    for (char *from = line; *from != '\0' && (*from != '#' || fault_is("comment-kept")); from++) {
        const bool is_control = (unsigned char)*from < ' ' || *from == 0x7F;
        if (*from == '\t' && !fault_is("tab-kept")) {
            *to++ = ' ';
        } else if (!is_control || (*from == '\t') || (*from == '\r' && fault_is("cr-kept")) ||
                   (*from != '\r' && fault_is("control-kept"))) {
            *to++ = *from;
        }
    }
    *to = '\0';
    e->id[0] = '\0';
    e->count = 0;
    for (char *token = strtok(line, " "); token != NULL && e->count < WORDS_MAX - 1;
         token = strtok(NULL, " ")) {
        if (e->count == 0 && e->id[0] == '\0' && strspn(token, "0123456789") == strlen(token)) {
            snprintf(e->id, sizeof e->id, "%.15s", token);
            if (fault_is("id-cut")) {
                snprintf(e->id, sizeof e->id, "%d", atoi(token) & 0xFFFF);
            }
        } else {
            e->words[e->count++] = token;
        }
    }
    e->words[e->count] = NULL;
    return e->count;
}

static void run_line(FaultyEngine *e, char *line) {
    e->output[0] = '\0';
    e->has_failed = false;
    const bool is_interrupt = strncmp(line, "# interrupt", 11) == 0;
    if (split(e, line) == 0) {
        if (!fault_is("blank-answered") && !(is_interrupt && fault_is("interrupt-answered"))) {
            return;
        }
        e->words[0] = "";
    }
    bool known = false;
    for (size_t i = 0; i < COMMAND_COUNT && !known; i++) {
        known = strcmp(COMMANDS[i].name, e->words[0]) == 0;
        if (known && COMMANDS[i].run != NULL) {
            COMMANDS[i].run(e);
        }
    }
    if (!known && !fault_is("unknown-ok")) {
        refuse(e, fault_is("unknown-text") ? "no such command" : "unknown command");
    }
    if (fault_is("chatter") && known && strcmp(word(e, 0), "genmove") == 0) {
        printf("thinking...\n");
    }
    if (e->quits && fault_is("quit-silent")) {
        return;
    }
    if (e->words[0] != NULL) {
        begin(e, e->has_failed ? '?' : '=');
        printf("%s", e->output);
        end();
    }
    e->quits = e->quits && !fault_is("quit-stays");
}

/* Reads until there is a line or the end of the input. Returns false if there is neither. */
static bool next_line(FaultyEngine *e, char *line) {
    char *newline;
    while ((newline = memchr(e->input, '\n', e->length)) == NULL && !e->at_end) {
        const ssize_t n = read(STDIN_FILENO, e->input + e->length, LINE_BYTES - 1 - e->length);
        e->at_end = n <= 0;
        e->length += n > 0 ? (size_t)n : 0;
    }
    const size_t length = newline == NULL ? e->length : (size_t)(newline - e->input);
    if (newline == NULL && length == 0) {
        return false;
    }
    size_t kept = 0;
    for (size_t i = 0; i < length; i++) {
        if (e->input[i] != '\0') {
            line[kept++] = e->input[i];
        }
    }
    line[kept] = '\0';
    const size_t used = length + (newline != NULL);
    memmove(e->input, e->input + used, e->length - used);
    e->length -= used;
    if (fault_is("pipe-dropped") && e->length > 100) {
        e->length = 0;
    }
    return true;
}

int main(int argc, char **argv) {
    if (argc > 1 && strcmp(argv[1], "--list") == 0) {
        for (const Fault *fault = FAULTS; fault->name != NULL; fault++) {
            printf("%-18s %s\n", fault->name, fault->check);
        }
        return EXIT_SUCCESS;
    }
    if (argc > 1 && !fault_choose(argv[1])) {
        fprintf(stderr, "faulty-engine: no fault '%s'\n", argv[1]);
        return 2;
    }
    FaultyEngine *e = calloc(1, sizeof *e);
    char *line = malloc(LINE_BYTES);
    if (e == NULL || line == NULL) {
        return EXIT_FAILURE;
    }
    goban_clear(&e->goban, GOBAN_SIDE_MAX);
    while (!e->quits && next_line(e, line)) {
        run_line(e, line);
    }
    free(line);
    free(e);
    return EXIT_SUCCESS;
}
