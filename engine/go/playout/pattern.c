#include "engine/go/playout/pattern.h"

#include <pthread.h>

/* The place to which a symmetry moves neighbour i: bit 0 mirrors left and right, bit 1 top and
 * bottom, bit 2 then transposes. */
static int turned(int i, int symmetry) {
    static const int X[8] = {-1, 0, 1, -1, 1, -1, 0, 1};
    static const int Y[8] = {-1, -1, -1, 0, 0, 1, 1, 1};
    int x = (symmetry & 1) ? -X[i] : X[i];
    int y = (symmetry & 2) ? -Y[i] : Y[i];
    if (symmetry & 4) {
        const int swapped = x;
        x = y;
        y = swapped;
    }
    const int cell = 3 * (y + 1) + x + 1;
    return cell < 4 ? cell : cell - 1;
}

static unsigned turn(unsigned code, int symmetry) {
    unsigned image = 0;
    for (int i = 0; i < 8; i++) {
        image |= (code >> 2 * turned(i, symmetry) & 3) << 2 * i;
    }
    return image;
}

/* Is the neighbourhood possible on a board at least two points wide and high: is its border none,
 * one edge, or a corner? */
static bool is_possible(unsigned code) {
    enum { TOP = 0x07, BOTTOM = 0xE0, LEFT = 0x29, RIGHT = 0x94 };
    static const unsigned POSSIBLE[] = {
        0, TOP, BOTTOM, LEFT, RIGHT, TOP | LEFT, TOP | RIGHT, BOTTOM | LEFT, BOTTOM | RIGHT};
    unsigned border = 0; /* a bit for each neighbour off the board */
    for (int i = 0; i < 8; i++) {
        border |= (code >> 2 * i & 3) == BORDER ? 1U << i : 0;
    }
    for (size_t i = 0; i < sizeof POSSIBLE / sizeof POSSIBLE[0]; i++) {
        if (border == POSSIBLE[i]) {
            return true;
        }
    }
    return false;
}

static PatternTable table;

static void number_all(void) {
    unsigned count = 1;
    for (unsigned code = 0; code < 1 << 16; code++) {
        if (!is_possible(code)) {
            continue;
        }
        unsigned least = code;
        for (int symmetry = 1; symmetry < 8; symmetry++) {
            const unsigned image = turn(code, symmetry);
            least = image < least ? image : least;
        }
        table.number[code] = (uint16_t)(least == code ? count++ : table.number[least]);
    }
}

/* Shapes to play: rows from the top, without the point of the move in the middle. X is a stone of
 * one colour and O of the other, x is anything but X, o anything but O, '.' is empty, '-' the edge,
 * '?' anything. A shape also counts turned, mirrored and with the colours exchanged. If only_x, the
 * move is for the side with the stones X, otherwise for both sides. */
static const struct {
    const char *rows;
    bool only_x;
} SHAPES[] = {
    /* Hane between two heads, along a wall, as a turn, thin; shoulder hit. */
    {"XOX .. ???", false},
    {"XO. .. ?.?", false},
    {"XO? X. x.?", false},
    {"XOO .. ?.?", true},
    {".O. X. ...", false},
    /* Cuts: open, peeped at, from above, of a knight's move. */
    {"XO? Oo ?o?", false},
    {"XO? OX ???", false},
    {"?X? OO ooo", false},
    {"OX? oO ???", false},
    /* At the edge: a chase, two blocks, a descent, a cut. */
    {"X.? O? ---", false},
    {"OX? XO ---", false},
    {"?X? xO ---", false},
    {"?XO xx ---", false},
    {"?OX XO ---", false},
};

/* The colours that a letter of SHAPES allows, a bit each; x is the colour of X. */
static unsigned colors_of(char wanted, Color x) {
    enum { ALL = 1 << BLACK | 1 << WHITE | 1 << EMPTY | 1 << BORDER };
    const unsigned is_x = 1U << x, is_o = 1U << color_opponent(x);
    switch (wanted) {
    case 'X':
        return is_x;
    case 'O':
        return is_o;
    case '.':
        return 1 << EMPTY;
    case 'x':
        return ALL & ~is_x;
    case 'o':
        return ALL & ~is_o;
    case '-':
        return 1 << BORDER;
    default:
        return ALL;
    }
}

/* Marks every code that a shape allows. Neighbours before i are already in code. */
static void mark(const char *rows, Color x, int symmetry, int i, unsigned code, uint8_t colors) {
    if (i == 8) {
        table.matches[code] |= colors;
        return;
    }
    const unsigned allowed = colors_of(rows[i + (i > 2) + (i > 4)], x);
    for (unsigned color = BLACK; color <= BORDER; color++) {
        if (allowed >> color & 1) {
            mark(rows, x, symmetry, i + 1, code | color << 2 * turned(i, symmetry), colors);
        }
    }
}

/* Counts the empty neighbours that are connected to the middle inside the neighbourhood, and finds
 * the colours (a bit each) beside them or the middle. */
static void find_eye(unsigned code, int *empty, unsigned *colors) {
    unsigned cells = 0; /* a Color for each of the nine points, in reading order */
    for (int i = 0; i < 8; i++) {
        cells |= (code >> 2 * i & 3) << 2 * (i < 4 ? i : i + 1);
    }
    cells |= EMPTY << 2 * 4;
    bool seen[9] = {[4] = true};
    int stack[9] = {4};
    *empty = 0;
    *colors = 0;
    for (int at = 0; at <= *empty; at++) {
        const int x = stack[at] % 3, y = stack[at] / 3;
        const int beside[4] = {x > 0 ? stack[at] - 1 : 4, x < 2 ? stack[at] + 1 : 4,
                               y > 0 ? stack[at] - 3 : 4, y < 2 ? stack[at] + 3 : 4};
        for (int k = 0; k < 4; k++) {
            const unsigned color = cells >> 2 * beside[k] & 3;
            if (color != EMPTY) {
                *colors |= 1U << color;
            } else if (!seen[beside[k]]) {
                seen[beside[k]] = true;
                stack[++*empty] = beside[k];
            }
        }
    }
}

static void make_eyes(void) {
    for (unsigned code = 0; code < 1 << 16; code++) {
        int empty;
        unsigned colors;
        find_eye(code, &empty, &colors);
        const bool is_small = empty < PATTERN_EYE_MAX;
        for (unsigned owner = BLACK; owner <= WHITE; owner++) {
            const bool is_alone = (colors >> color_opponent((Color)owner) & 1) == 0;
            table.eye[code] |= (uint8_t)((is_small && is_alone) << owner);
        }
    }
}

static void make_table(void) {
    number_all();
    make_eyes();
    for (size_t s = 0; s < sizeof SHAPES / sizeof SHAPES[0]; s++) {
        for (int variant = 0; variant < 16; variant++) {
            const Color x = variant & 8 ? WHITE : BLACK;
            const unsigned colors = SHAPES[s].only_x ? 1U << x : 1U << BLACK | 1U << WHITE;
            mark(SHAPES[s].rows, x, variant & 7, 0, 0, (uint8_t)colors);
        }
    }
}

const PatternTable *pattern_table(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make_table);
    return &table;
}
