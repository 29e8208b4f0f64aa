#include "gtp/gogui/show.h"

#include <math.h>

enum {
    SHADES = 10,      /* on either side of 0: more look alike */
    STATUS_MOVES = 8, /* of the best line: as many as fit into GoGui's status line */
};

/* Colors of the board, and of shades of -1 and 1. Half transparent on wood, red and blue are light
 * enough for a black label. */
static const int WOOD_COLOR[3] = {0xE0, 0xB8, 0x70};
static const int FULL_COLORS[][2][3] = {
    [GFX_WORSE_TO_BETTER] = {{0xFF, 0x00, 0x00}, {0x00, 0xA0, 0xFF}},
    [GFX_WHITE_TO_BLACK] = {{0xFF, 0xFF, 0xFF}, {0x00, 0x00, 0x00}},
};

static void add_point(Text *text, const Geometry *geometry, Point p) {
    char vertex[POINT_TEXT_MAX];
    text_add(text, " %s", point_to_text(p, geometry->height, vertex));
}

void gfx_add_points(Text *text, const Geometry *geometry, const char *command,
                    const uint8_t marks[POINT_COUNT], uint8_t mark) {
    bool any = false;
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const Point p = geometry->point_of[cell];
        if (marks[p] == mark) {
            text_add(text, "%s", any ? "" : command);
            add_point(text, geometry, p);
            any = true;
        }
    }
    text_add(text, any ? "\n" : "");
}

/* Returns the part of a color that is shade/SHADES of the way from wood to the full color. */
static int blend_color(int wood, int full, int shade) {
    return wood + (full - wood) * shade / SHADES;
}

void gfx_add_shades(Text *text, const Geometry *geometry, GfxPalette palette,
                    const float shade[POINT_COUNT]) {
    uint8_t marks[POINT_COUNT] = {0};
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const Point p = geometry->point_of[cell];
        marks[p] = (uint8_t)(SHADES + lrintf((float)SHADES * fmaxf(-1, fminf(shade[p], 1))));
    }
    for (int mark = 0; mark <= 2 * SHADES; mark++) {
        const int *full = FULL_COLORS[palette][mark > SHADES];
        const int strength = mark > SHADES ? mark - SHADES : SHADES - mark;
        char command[32];
        snprintf(command, sizeof command, "COLOR #%02X%02X%02X",
                 blend_color(WOOD_COLOR[0], full[0], strength),
                 blend_color(WOOD_COLOR[1], full[1], strength),
                 blend_color(WOOD_COLOR[2], full[2], strength));
        if (strength > 0) {
            gfx_add_points(text, geometry, command, marks, (uint8_t)mark);
        }
    }
}

void gfx_add_label(Text *text, const Geometry *geometry, Point p, const char *word) {
    add_point(text, geometry, p);
    text_add(text, " %s", word);
}

void gfx_add_labels(Text *text, Text *labels) {
    if (labels->length > 0) {
        text_add(text, "LABEL%s\n", text_get(labels));
    }
    text_free(labels);
}

void gfx_add_status(Text *text, const Geometry *geometry, const Analysis *analysis) {
    text_add(text, "TEXT %s to play: %lld visit%s, win rate %.1f%%, score %+.1f",
             color_name(analysis->color), (long long)analysis->visits,
             text_plural(analysis->visits), 100 * analysis->win_rate, analysis->score);
    const AnalysisMove *best = &analysis->moves[0];
    for (int i = 0; analysis->count > 0 && i < best->pv_length && i < STATUS_MOVES; i++) {
        text_add(text, i == 0 ? "," : "");
        add_point(text, geometry, best->pv[i]);
    }
    text_add(text, "\n");
}

const char *gfx_count(int64_t count, char text[GFX_COUNT_MAX]) {
    static const char UNITS[] = "kMG";
    double left = (double)count;
    int unit = 0;
    for (; left >= 999.5 && unit < 3; unit++) {
        left /= 1000;
    }
    snprintf(text, GFX_COUNT_MAX, unit > 0 && left < 9.95 ? "%.1f%.1s" : "%.0f%.1s", left,
             unit > 0 ? &UNITS[unit - 1] : "");
    return text;
}
