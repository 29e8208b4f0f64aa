#include "engine/go/playout/pattern.h"

#include <pthread.h>

static SymmetryMaps maps; /* of a board of 3x3 */
static PatternTable table;

/* The number of the neighbor to which a symmetry moves neighbor i. */
static int map_neighbor(int i, Symmetry g) {
    const int cell = maps.image[g][i < 4 ? i : i + 1];
    return cell < 4 ? cell : cell - 1;
}

/* Shapes to play: rows from the top, without the point of the move in the middle. X is a stone of
 * one color and O of the other, x is anything but X, o anything but O, '.' is empty, '-' the edge,
 * '?' anything. A shape also counts turned, mirrored and with the colors exchanged. If only_x, the
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

/* The colors that a letter of SHAPES allows, a bit each. x: the color of X. */
static unsigned colors_of(char letter, Color x) {
    static const char LETTERS[] = "XO.xo-?";
    const unsigned is_x = 1U << x, is_o = 1U << color_opponent(x), all = 0xF;
    const unsigned colors[] = {is_x, is_o, 1 << EMPTY, all & ~is_x, all & ~is_o, 1 << BORDER, all};
    return colors[strchr(LETTERS, letter) - LETTERS];
}

/* Marks every code that a shape allows. Neighbors before i are already in code. */
static void mark_codes(const char *rows, Color x, Symmetry g, int i, unsigned code,
                       uint8_t colors) {
    if (i == 8) {
        table.matches[code] |= colors;
        return;
    }
    const unsigned allowed = colors_of(rows[i + (i > 2) + (i > 4)], x);
    for (unsigned color = BLACK; color <= BORDER; color++) {
        if (allowed >> color & 1) {
            mark_codes(rows, x, g, i + 1, code | color << 2 * map_neighbor(i, g), colors);
        }
    }
}

/* Finds the empty neighbors that are connected to the middle inside the neighborhood, and the
 * colors beside these or the middle. Returns the owners, a bit each, of a small eye there. */
static uint8_t find_eye_owners(unsigned code) {
    /* A Color for each of the nine points, in reading order. */
    const unsigned cells = (code & 0xFF) | EMPTY << 8 | code >> 8 << 10;
    bool seen[9] = {[4] = true};
    int found[9] = {4}, count = 1;
    unsigned colors = 0;
    for (int i = 0; i < count; i++) {
        const int x = found[i] % 3, y = found[i] / 3;
        const int beside[4] = {x > 0 ? found[i] - 1 : 4, x < 2 ? found[i] + 1 : 4,
                               y > 0 ? found[i] - 3 : 4, y < 2 ? found[i] + 3 : 4};
        for (int k = 0; k < 4; k++) {
            const unsigned color = cells >> 2 * beside[k] & 3;
            colors |= 1U << color;
            if (color == EMPTY && !seen[beside[k]]) {
                seen[beside[k]] = true;
                found[count++] = beside[k];
            }
        }
    }
    const unsigned black = (colors & 1U << WHITE) == 0, white = (colors & 1U << BLACK) == 0;
    return (uint8_t)(count <= PATTERN_EYE_MAX ? black << BLACK | white << WHITE : 0);
}

static void fill_tables(void) {
    symmetry_maps_init(&maps, 3, 3);
    for (unsigned code = 0; code < 1 << 16; code++) {
        table.eye[code] = find_eye_owners(code);
    }
    for (size_t s = 0; s < sizeof SHAPES / sizeof SHAPES[0]; s++) {
        for (int variant = 0; variant < 16; variant++) {
            const Color x = variant & 8 ? WHITE : BLACK;
            const unsigned colors = SHAPES[s].only_x ? 1U << x : 1U << BLACK | 1U << WHITE;
            mark_codes(SHAPES[s].rows, x, (Symmetry)(variant & 7), 0, 0, (uint8_t)colors);
        }
    }
}

const PatternTable *pattern_table(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, fill_tables);
    return &table;
}
