/* The plot: shares on a logarithmic scale by key length, in one panel for all positions of the
 * small board and one for the search. Shares of 0 are below every scale and left out. */
#include <math.h>

#include "engine/lab/bench/collisions/collisions.h"

enum { PANEL_WIDTH = 330, PANEL_HEIGHT = 240, LEFT = 50, TOP = 34, GAP = 70, DECADES = 7 };

static const char *const COLORS[KEY_KIND_COUNT] = {"#0072b2", "#009e73", "#e69f00", "#d55e00"};
static const double RADII[KEY_KIND_COUNT] = {6, 4.5, 3,
                                             4.5}; /* differ, so that equal points stay visible */

typedef struct {
    int left;
    const char *title;
    double share[KEY_KIND_COUNT][CUT_LENGTHS], expected[CUT_LENGTHS]; /* 0..1 */
} PlotPanel;

static double x_of(const PlotPanel *panel, int bits) {
    return panel->left + (bits - 12) * (double)PANEL_WIDTH / (68 - 12);
}

static double y_of(double share) {
    return TOP - log10(share) * PANEL_HEIGHT / DECADES;
}

static void add_text(Text *svg, double x, double y, const char *anchor, const char *text) {
    text_add(svg, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>\n", x, y, anchor, text);
}

static void add_axes(const PlotPanel *panel, Text *svg) {
    static const char *const SHARES[DECADES + 1] = {"1",    "10⁻¹", "10⁻²", "10⁻³",
                                                    "10⁻⁴", "10⁻⁵", "10⁻⁶", "10⁻⁷"};
    add_text(svg, panel->left + PANEL_WIDTH / 2.0, TOP - 14, "middle", panel->title);
    for (int i = 0; i <= DECADES; i++) {
        const double y = TOP + i * (double)PANEL_HEIGHT / DECADES;
        text_add(svg, "<path d=\"M%d %.1fh%d\" stroke=\"#ccc\"/>\n", panel->left, y, PANEL_WIDTH);
        add_text(svg, panel->left - 6, y + 4, "end", SHARES[i]);
    }
    for (int i = 0; i < CUT_LENGTHS; i++) {
        char bits[8];
        snprintf(bits, sizeof bits, "%d", CUT_BITS[i]);
        add_text(svg, x_of(panel, CUT_BITS[i]), TOP + PANEL_HEIGHT + 16, "middle", bits);
    }
    add_text(svg, panel->left + PANEL_WIDTH / 2.0, TOP + PANEL_HEIGHT + 34, "middle",
             "bits of the key");
}

static bool is_on_scale(double share) {
    return share >= pow(10, -DECADES);
}

static void add_expected(const PlotPanel *panel, Text *svg) {
    text_add(svg, "<path d=\"");
    for (int i = 0; i < CUT_LENGTHS && is_on_scale(panel->expected[i]); i++) {
        text_add(svg, "%s%.1f %.1f", i == 0 ? "M" : "L", x_of(panel, CUT_BITS[i]),
                 y_of(panel->expected[i]));
    }
    text_add(svg, "\" fill=\"none\" stroke=\"#666\" stroke-dasharray=\"5 3\"/>\n");
}

static void add_panel(const PlotPanel *panel, Text *svg) {
    add_axes(panel, svg);
    add_expected(panel, svg);
    for (KeyKind kind = 0; kind < KEY_KIND_COUNT; kind++) {
        for (int i = 0; i < CUT_LENGTHS; i++) {
            if (is_on_scale(panel->share[kind][i])) {
                text_add(svg,
                         "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"none\" "
                         "stroke=\"%s\" stroke-width=\"2\"/>\n",
                         x_of(panel, CUT_BITS[i]), y_of(panel->share[kind][i]), RADII[kind],
                         COLORS[kind]);
            }
        }
    }
}

static void add_legend(double y, Text *svg) {
    static const char *const NAMES[KEY_KIND_COUNT] = {"canonical key", "second word", "plain key",
                                                      "the paper's hash"};
    double x = LEFT;
    for (KeyKind kind = 0; kind < KEY_KIND_COUNT; kind++) {
        text_add(svg,
                 "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"none\" stroke=\"%s\" "
                 "stroke-width=\"2\"/>\n",
                 x, y - 4, RADII[kind], COLORS[kind]);
        add_text(svg, x + 12, y, "start", NAMES[kind]);
        x += 130;
    }
    text_add(svg, "<path d=\"M%.1f %.1fh24\" stroke=\"#666\" stroke-dasharray=\"5 3\"/>\n", x,
             y - 4);
    add_text(svg, x + 30, y, "start", "birthday bound");
}

static void fill_panels(const Collisions *collisions, PlotPanel *positions, PlotPanel *probes) {
    const KeyCensus *census = &collisions->census[0];
    const WrongHits *search = &collisions->search;
    const double n = (double)census->positions, probe_count = (double)search->probes;
    for (int i = 0; i < CUT_LENGTHS; i++) {
        positions->expected[i] = collisions_expected_repeats(n, CUT_BITS[i]) / n;
        probes->expected[i] = search->expected_wrong[i] / probe_count;
        for (KeyKind kind = 0; kind < KEY_KIND_COUNT; kind++) {
            positions->share[kind][i] =
                (n - (double)census->count[kind][CUT_MIXED][i].distinct) / n;
            probes->share[kind][i] = (double)search->wrong[kind][i] / probe_count;
        }
    }
}

void collisions_plot(const Collisions *collisions, Text *svg) {
    const int width = LEFT + 2 * PANEL_WIDTH + GAP + 20, height = TOP + PANEL_HEIGHT + 74;
    char title[64];
    snprintf(title, sizeof title, "positions without a key of their own, %s",
             collisions->census[0].name);
    PlotPanel positions = {.left = LEFT, .title = title};
    PlotPanel probes = {.left = LEFT + PANEL_WIDTH + GAP,
                        .title = "probes answered for another position"};
    fill_panels(collisions, &positions, &probes);
    text_add(svg,
             "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
             "font-family=\"sans-serif\" font-size=\"12\">\n"
             "<title>Collisions by the length of the key</title>\n"
             "<path d=\"M0 0h%dv%dH0z\" fill=\"#fff\"/>\n",
             width, height, width, height);
    add_panel(&positions, svg);
    add_panel(&probes, svg);
    add_legend(height - 12, svg);
    text_add(svg, "</svg>\n");
}
