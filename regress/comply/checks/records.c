/* Checks of loadsgf, on records that are written for them. */
#include "regress/comply/checks/levels.h"
#include "regress/comply/referee.h"
#include "regress/comply/script.h"

#include "engine/base/file.h"
#include "engine/base/os/files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Adds an SGF coordinate for "C3". */
static void add_sgf(Text *text, const char *property, const char *vertex, int size) {
    Point point;
    if (point_from_text(vertex, size, size, &point) && point_is_move(point)) {
        text_add(text, "%s[%c%c]", property, 'a' + point_x(point), 'a' + point_y(point));
    } else {
        text_add(text, "%s[]", property);
    }
}

/* Set-up stones A1 (black) and E1 (white); moves C3, C4, D4, a pass, B4, D3, a pass; a variation
 * behind the second move, and texts with brackets. */
static void write_record(Text *text, int size) {
    text_add(text, "(;FF[4]GM[1]SZ[%d]KM[3.5]C[a \\] ;B[aa\\] in a text]", size);
    add_sgf(text, "AB", "A1", size);
    add_sgf(text, "AW", "E1", size);
    add_sgf(text, "\n;B", "C3", size);
    add_sgf(text, ";W", "C4", size);
    add_sgf(text, "(;B", "D4", size);
    add_sgf(text, "C[main \\\\];W", "pass", size);
    add_sgf(text, ";B", "B4", size);
    add_sgf(text, ";W", "D3", size);
    text_add(text, ";B[tt]"); /* a pass on boards up to 19x19 */
    add_sgf(text, ")(;B", "E5", size);
    text_add(text, "))\n");
}

/* Loads the record and asks for stones: "=D4" must be empty, "?C3" must not. */
static void check_loaded(Probe *probe, const char *path, const char *number, const char *points) {
    char line[1024];
    text_clear(&probe->sent);
    probe_expect(probe, "boardsize 9", "*");
    probe_expect(probe, "clear_board", "=");
    snprintf(line, sizeof line, "loadsgf %s%s", path, number);
    bool ok = probe_expect(probe, line, "=");
    for (const char *rest = points; ok && *rest != '\0'; rest += 3 + (rest[3] == ' ')) {
        snprintf(line, sizeof line, "play w %.2s", rest + 1);
        ok = probe_expect(probe, line, *rest == '=' ? "=" : "?");
    }
}

static void with_record(Probe *probe, void (*check)(Probe *probe, const char *path), Text *record) {
    Status status;
    char *path = os_new_scratch_file();
    if (path == NULL || !file_replace(path, text_get(record), record->length, &status)) {
        probe->skipped = "no file can be written";
    } else {
        check(probe, path);
        os_remove(path);
    }
    free(path);
    text_free(record);
}

static void load_whole(Probe *probe, const char *path) {
    check_loaded(probe, path, "", "?C3 ?C4 ?D4 ?B4 ?D3 ?A1 ?E1 =E5");
    check_loaded(probe, path, " 99", "?C3 ?C4 ?D4 ?B4 ?D3 =E5");
}

static void load_before(Probe *probe, const char *path) {
    check_loaded(probe, path, " 1", "=C3");
    check_loaded(probe, path, " 3", "?C3 ?C4 =D4");
    check_loaded(probe, path, " 6", "?D4 ?B4 =D3");
}

static void load_set_up(Probe *probe, const char *path) {
    check_loaded(probe, path, " 1", "?A1 ?E1 =C3 =C4");
}

static void load_komi(Probe *probe, const char *path) {
    check_loaded(probe, path, "", "");
    probe_expect(probe, "get_komi", "= number 3.5");
}

static void load_size(Probe *probe, const char *path) {
    check_loaded(probe, path, "", "?H1 ?A8 =G7 =A7 =G1");
}

/* The history of moves is loaded with the position. */
static void load_undo(Probe *probe, const char *path) {
    check_loaded(probe, path, " 4", "");
    script_run("undo\nplay w D4\nundo\nundo\nplay b C4\nundo\nundo\nplay w C3\nundo\nundo\n?\n",
               probe);
}

static void load_rectangle(Probe *probe, const char *path) {
    check_loaded(probe, path, "", "?A9 ?B9 ?C9 ?A8 ?B8 ?C8 =A7 =D9 ?E5");
}

static void load_broken(Probe *probe, const char *path) {
    char line[1024];
    probe_new_game(probe);
    probe_expect(probe, "play b C3", "=");
    snprintf(line, sizeof line, "loadsgf %s", path);
    probe_expect(probe, line, "?");
    probe_expect(probe, "play w C3", "?");
}

static void check_load(Probe *probe, void (*check)(Probe *probe, const char *path), int size) {
    Text record = {0};
    write_record(&record, size);
    with_record(probe, check, &record);
}

static void check_load_whole(Probe *probe) {
    check_load(probe, load_whole, probe->size);
}

static void check_load_before(Probe *probe) {
    check_load(probe, load_before, probe->size);
}

static void check_load_set_up(Probe *probe) {
    check_load(probe, load_set_up, probe->size);
}

static void check_load_komi(Probe *probe) {
    check_load(probe, load_komi, probe->size);
}

static void check_load_size(Probe *probe) {
    check_load(probe, load_size, 7);
}

static void check_load_undo(Probe *probe) {
    check_load(probe, load_undo, probe->size);
}

static void check_load_rectangle(Probe *probe) {
    Text record = {0};
    text_add(&record, "(;FF[4]GM[1]SZ[9]AB[aa:cb]AW[ee])\n");
    with_record(probe, load_rectangle, &record);
}

static void check_load_broken(Probe *probe) {
    Text record = {0};
    text_add(&record, "This is no record.\n");
    with_record(probe, load_broken, &record);
}

// clang-format off
const ComplyCheck RECORD_CHECKS[] = {
    {.id = "loadsgf.whole", .levels = REGRESSION | GOGUI, .source = "GTP 2, loadsgf", .needs = "loadsgf",
     .run = check_load_whole, .meaning = "without a number, or with one beyond the end, the main line is loaded whole"},
    {.id = "loadsgf.before", .levels = REGRESSION | GOGUI, .source = "GTP 2, loadsgf", .needs = "loadsgf",
     .run = check_load_before, .meaning = "with a number, the position is that before the move"},
    {.id = "loadsgf.set_up", .levels = REGRESSION | GOGUI, .source = "GTP 2, loadsgf", .needs = "loadsgf",
     .run = check_load_set_up, .meaning = "stones that the record sets up are on the board"},
    {.id = "loadsgf.size", .levels = REGRESSION | GOGUI, .source = "GTP 2, loadsgf", .needs = "loadsgf",
     .run = check_load_size, .meaning = "the size of the board is that of the record"},
    {.id = "loadsgf.undo", .levels = REGRESSION, .source = "GTP 2, loadsgf and undo", .needs = "loadsgf undo",
     .run = check_load_undo, .meaning = "the moves of the record can be taken back, and no more"},
    {.id = "loadsgf.rectangle", .levels = REGRESSION, .source = "SGF FF[4], compressed point lists", .needs = "loadsgf",
     .run = check_load_rectangle, .meaning = "AB[aa:cc] sets up a rectangle of stones"},
    {.id = "loadsgf.komi", .levels = REGRESSION, .source = "GTP 2, loadsgf", .needs = "loadsgf get_komi",
     .run = check_load_komi, .meaning = "komi is that of the record"},
    {.id = "loadsgf.broken", .levels = REGRESSION | GOGUI, .source = "GTP 2, loadsgf", .needs = "loadsgf",
     .run = check_load_broken, .meaning = "a file that is no record is refused and changes nothing"},
    {0},
};
// clang-format on
