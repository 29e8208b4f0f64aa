#include "tests/support/faulty/goban.h"
#include "tests/support/faulty/faults.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

void goban_clear(Goban *goban, int size) {
    goban->size = size;
    goban->now.ko = -1;
    goban->moves = 0;
    memset(goban->now.cells, '.', sizeof goban->now.cells);
}

int goban_read_vertex(const Goban *goban, const char *text) {
    if (fault_is("vertex-case") && (islower((unsigned char)text[0]) || strcmp(text, "PASS") == 0)) {
        return strcmp(text, "pass") == 0 ? GOBAN_PASS : GOBAN_WRONG;
    }
    if (strcasecmp(text, "pass") == 0) {
        return GOBAN_PASS;
    }
    char *end;
    const int letter = toupper((unsigned char)text[0]);
    const long row = strtol(text + (text[0] != '\0'), &end, 10);
    const bool has_i = fault_is("letter-i");
    const int x = letter - 'A' - (letter > 'I' && !has_i);
    if (!isalpha(letter) || (letter == 'I' && !has_i) || *end != '\0' || x >= goban->size ||
        row < 1 || row > goban->size) {
        return GOBAN_WRONG;
    }
    return (goban->size - (int)row) * goban->size + x;
}

const char *goban_write_vertex(const Goban *goban, int cell, char text[8]) {
    if (cell == GOBAN_PASS) {
        return strcpy(text, "pass");
    }
    const int x = cell % goban->size;
    snprintf(text, 8, "%c%d", "ABCDEFGHJKLMNOPQRST"[x], goban -> size - cell / goban -> size);
    return text;
}

static int neighbors(const Goban *goban, int cell, int beside[4]) {
    const int size = goban->size, x = cell % size, y = cell / size;
    int count = 0;
    if (x > 0) {
        beside[count++] = cell - 1;
    }
    if (x < size - 1) {
        beside[count++] = cell + 1;
    }
    if (y > 0) {
        beside[count++] = cell - size;
    }
    if (y < size - 1) {
        beside[count++] = cell + size;
    }
    return count;
}

/* Marks the connected set of one kind at the cell. Returns its size; reaches: kinds beside it. */
static int flood(const Goban *goban, const char *cells, int cell, bool *set, bool reaches[256]) {
    int todo[GOBAN_CELLS], waiting = 1, count = 1;
    memset(set, 0, GOBAN_CELLS);
    memset(reaches, 0, 256);
    set[todo[0] = cell] = true;
    while (waiting > 0) {
        int beside[4];
        const int n = neighbors(goban, todo[--waiting], beside);
        for (int i = 0; i < n; i++) {
            reaches[(unsigned char)cells[beside[i]]] = true;
            if (cells[beside[i]] == cells[cell] && !set[beside[i]]) {
                set[todo[waiting++] = beside[i]] = true;
                count++;
            }
        }
    }
    return count;
}

/* Removes the chain at the cell if it has no liberty. Returns its size then, or 0. */
static int remove_dead(const Goban *goban, char *cells, int cell) {
    bool set[GOBAN_CELLS], reaches[256];
    const int count = flood(goban, cells, cell, set, reaches);
    for (int i = 0; !reaches['.'] && i < GOBAN_CELLS; i++) {
        cells[i] = set[i] ? '.' : cells[i];
    }
    return reaches['.'] ? 0 : count;
}

static bool try_move(const Goban *goban, char color, int cell, GobanPosition *after) {
    *after = goban->now;
    after->ko = -1;
    if (cell == GOBAN_PASS) {
        return true;
    }
    if ((goban->now.cells[cell] != '.' && !fault_is("play-occupied")) ||
        (cell == goban->now.ko && color == goban->now.ko_color && !fault_is("ko-ignored"))) {
        return false;
    }
    const char other = color == 'b' ? 'w' : 'b';
    int beside[4], captured = 0, taken = -1;
    const int n = neighbors(goban, cell, beside);
    after->cells[cell] = color;
    for (int i = 0; i < n; i++) {
        if (after->cells[beside[i]] == other && !(fault_is("capture-one") && captured > 0)) {
            const int count = remove_dead(goban, after->cells, beside[i]);
            taken = count > 0 ? beside[i] : taken;
            captured += count;
        }
    }
    bool set[GOBAN_CELLS], reaches[256];
    const int count = flood(goban, after->cells, cell, set, reaches);
    int liberties = 0;
    for (int i = 0; i < n; i++) {
        liberties += after->cells[beside[i]] == '.';
    }
    if (captured == 1 && count == 1 && liberties == 1) {
        after->ko = taken;
        after->ko_color = other;
    }
    if (!reaches['.'] && count > 1 && goban->has_suicide) {
        remove_dead(goban, after->cells, cell);
        return true;
    }
    return reaches['.'] || fault_is("suicide-stays") || fault_is("capture-one");
}

bool goban_play(Goban *goban, char color, int cell) {
    GobanPosition after;
    if (goban->moves == GOBAN_MOVES || !try_move(goban, color, cell, &after)) {
        return false;
    }
    goban->past[goban->moves++] = goban->now;
    goban->now = after;
    return true;
}

bool goban_undo(Goban *goban) {
    if (goban->moves == 0) {
        return false;
    }
    const GobanPosition *before = &goban->past[--goban->moves];
    if (fault_is("undo-stones")) { /* takes the stone away, brings no captured ones back */
        for (int i = 0; i < GOBAN_CELLS; i++) {
            goban->now.cells[i] = before->cells[i] == '.' ? '.' : goban->now.cells[i];
        }
        goban->now.ko = before->ko;
    } else {
        goban->now = *before;
    }
    return true;
}

bool goban_is_over(const Goban *goban) {
    return goban->moves > 1 && memcmp(goban->now.cells, goban->past[goban->moves - 2].cells,
                                      sizeof goban->now.cells) == 0;
}

bool goban_is_atari(const Goban *goban, int cell) {
    bool set[GOBAN_CELLS], reaches[256];
    int liberties = 0;
    flood(goban, goban->now.cells, cell, set, reaches);
    for (int i = 0; i < goban->size * goban->size; i++) {
        int beside[4];
        bool touches = false;
        for (int n = neighbors(goban, i, beside); n > 0; n--) {
            touches = touches || set[beside[n - 1]];
        }
        liberties += touches && goban->now.cells[i] == '.';
    }
    return liberties == 1;
}

int goban_area(const Goban *goban) {
    int area = 0;
    for (int cell = 0; cell < goban->size * goban->size; cell++) {
        bool set[GOBAN_CELLS], reaches[256];
        char owner = goban->now.cells[cell];
        if (owner == '.') {
            flood(goban, goban->now.cells, cell, set, reaches);
            owner = reaches['b'] == reaches['w'] ? '.' : reaches['b'] ? 'b' : 'w';
        }
        area += owner == 'b' ? 1 : owner == 'w' ? -1 : 0;
    }
    return area;
}

double goban_black_winrate(const Goban *goban, double komi) {
    return 1 / (1 + exp((komi - goban_area(goban)) / 5));
}

int goban_choose(const Goban *goban, char color) {
    const int count = goban->size * goban->size;
    for (int i = 0; i < count && goban->moves < 3 * count; i++) {
        const int cell =
            (int)(((unsigned)goban->moves * 7919u + (unsigned)i * 1u + 31u) % (unsigned)count);
        GobanPosition after;
        int beside[4], own = 0;
        const int n = neighbors(goban, cell, beside);
        for (int k = 0; k < n; k++) {
            own += goban->now.cells[beside[k]] == color;
        }
        if (goban->now.cells[cell] == '.' && own < n && try_move(goban, color, cell, &after)) {
            return cell;
        }
    }
    return GOBAN_PASS;
}

/* ---- Records ---- */

bool sgf_property_next(const char **text, char id[8], char value[64]) {
    const char *s = *text + strcspn(*text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ[)");
    if (*s == '\0' || *s == ')') {
        return false;
    }
    size_t length = 0;
    for (; isupper((unsigned char)*s); s++) {
        id[length++ % 7] = *s;
        id[length % 8] = '\0';
    }
    if (*s != '[') {
        return false;
    }
    for (length = 0, s++; *s != '\0' && *s != ']'; s++) {
        s += *s == '\\' && s[1] != '\0';
        if (length < 63) {
            value[length++] = *s;
        }
    }
    value[length] = '\0';
    *text = s + (*s == ']');
    return true;
}

int sgf_property_cell(const Goban *goban, const char *value) {
    const int x = value[0] - 'a', y = value[1] - 'a';
    return strlen(value) != 2 || x < 0 || y < 0 || x >= goban->size || y >= goban->size
               ? GOBAN_PASS
               : y * goban->size + x;
}
