#include "gtp/solve/first_moves.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/json.h"

/* ---- The list ---- */

static bool is_stable(const FirstMoves *moves, const ColorCell *cells, Symmetry g) {
    const SymmetryMaps *maps = &moves->shape->hash.maps;
    const int ko = moves->start.ko == BITBOARD_NO_KO ? BITBOARD_NO_KO : (uint8_t)moves->start.ko;
    if (symmetry_transposes(g) && moves->shape->width != moves->shape->height) {
        return false;
    }
    for (int cell = 0; cell < moves->shape->cell_count; cell++) {
        if (cells[maps->image[g][cell]] != cells[cell]) {
            return false;
        }
    }
    return ko == BITBOARD_NO_KO ||
           maps->image[g][moves->shape->cell_of[ko]] == moves->shape->cell_of[ko];
}

/* All spots to which the symmetries of the position take one. */
static Bits images_of(const FirstMoves *moves, const ColorCell *cells, int spot) {
    Bits images = 0;
    for (Symmetry g = 0; g < SYMMETRY_COUNT; g++) {
        if (is_stable(moves, cells, g)) {
            const int cell = moves->shape->hash.maps.image[g][moves->shape->cell_of[spot]];
            images |= bitboard_bit(moves->shape->spot_of[cell]);
        }
    }
    return images;
}

static void set_move(Solver *solver, const FirstMoves *moves, int place) {
    solver_set_position(solver, &moves->start, moves->list[place].move);
    solver_load_bounds(solver);
}

static void keep_bounds(Solver *solver, FirstMoves *moves, int place) {
    const SolverState state = solver_state(solver);
    moves->list[place].lower = state.lower;
    moves->list[place].upper = state.upper;
}

void first_moves_list(Solver *solver, FirstMoves *moves) {
    const SolverContext *context = solver_context(solver);
    *moves = (FirstMoves){.shape = context->shape, .start = *solver_start(solver)};
    const Bitboard *start = &moves->start;
    ColorCell cells[CELL_COUNT_MAX];
    bitboard_get_cells(context->shape, start, cells);
    for (Bits open = bitboard_open(context->shape, start); open != 0;) {
        const int spot = bitboard_first(open);
        const Bits images = images_of(moves, cells, spot);
        Bitboard next;
        if (solver_context_play(context, start, spot, &next)) {
            moves->list[moves->count++] = (FirstMove){.move = spot, .images = images};
        }
        open &= ~images;
    }
    moves->list[moves->count++] = (FirstMove){.move = BITBOARD_PASS};
    for (int i = 0; i < moves->count; i++) {
        set_move(solver, moves, i);
        keep_bounds(solver, moves, i);
    }
}

bool first_moves_solve(Solver *solver, FirstMoves *moves, int place, const int *estimate,
                       const int *target) {
    FirstMove *move = &moves->list[place];
    set_move(solver, moves, place);
    if (estimate != NULL) {
        solver_set_estimate(solver, *estimate);
    }
    move->is_answered =
        target != NULL ? solver_ask(solver, *target) != ANSWER_OPEN : solver_solve(solver);
    solver_store_bounds(solver);
    keep_bounds(solver, moves, place);
    return move->is_answered;
}

void first_moves_bounds(const FirstMoves *moves, int *lower, int *upper) {
    *lower = moves->list[0].lower;
    *upper = moves->list[0].upper;
    const bool is_black = moves->start.to_move == BLACK;
    for (int i = 1; i < moves->count; i++) {
        const FirstMove *move = &moves->list[i];
        *lower = (move->lower > *lower) == is_black ? move->lower : *lower;
        *upper = (move->upper > *upper) == is_black ? move->upper : *upper;
    }
}

/* ---- Text ---- */

void first_moves_add_value(const FirstMove *move, Text *text) {
    text_add(text, move->lower == move->upper ? "%+d" : "%+d..%+d", move->lower, move->upper);
}

static Point point_of(const BitboardShape *shape, int move) {
    const int cell = move == BITBOARD_PASS ? 0 : shape->cell_of[move];
    return move == BITBOARD_PASS ? POINT_PASS : point_at(cell % shape->width, cell / shape->width);
}

Point first_moves_point(const FirstMoves *moves, int place) {
    return point_of(moves->shape, moves->list[place].move);
}

const char *first_moves_name(const BitboardShape *shape, int move, char text[POINT_TEXT_MAX]) {
    return point_to_text(point_of(shape, move), shape->height, text);
}

/* The move that a spot belongs to, or NULL. */
static const FirstMove *find_move(const FirstMoves *moves, int spot) {
    for (int i = 0; i < moves->count; i++) {
        if ((moves->list[i].images & bitboard_bit(spot)) != 0) {
            return &moves->list[i];
        }
    }
    return NULL;
}

static bool is_best(const FirstMoves *moves, const FirstMove *move) {
    int lower, upper;
    first_moves_bounds(moves, &lower, &upper);
    return lower == upper && move->lower == lower && move->upper == upper;
}

static void add_diagram(const FirstMoves *moves, Text *text) {
    const BitboardShape *shape = moves->shape;
    ColorCell cells[CELL_COUNT_MAX];
    bitboard_get_cells(shape, &moves->start, cells);
    for (int cell = 0; cell < shape->cell_count; cell++) {
        const FirstMove *move = find_move(moves, shape->spot_of[cell]);
        if (cell % shape->width == 0) {
            text_add(text, "%2d", shape->height - cell / shape->width);
        }
        if (move == NULL) {
            text_add(text, "%5c", cells[cell] == BLACK ? 'X' : cells[cell] == WHITE ? 'O' : '.');
        } else {
            text_add(text, move->lower == move->upper ? "%+5d" : "    ?", move->lower);
        }
        text_add(text, cell % shape->width == shape->width - 1 ? "\n" : "");
    }
    text_add(text, "  ");
    for (int x = 0; x < shape->width; x++) {
        text_add(text, "%5c", POINT_COLUMNS[x]);
    }
    text_add(text, "\n");
}

void first_moves_add_text(const FirstMoves *moves, Text *text) {
    char name[POINT_TEXT_MAX];
    for (int i = 0; i < moves->count; i++) {
        const FirstMove *move = &moves->list[i];
        Text value = {0};
        first_moves_add_value(move, &value);
        text_add(text, "%-9s %s  %s", text_get(&value), is_best(moves, move) ? "best" : "    ",
                 first_moves_name(moves->shape, move->move, name));
        for (Bits rest = move->images & (move->images - 1); rest != 0; rest &= rest - 1) {
            text_add(text, " %s", first_moves_name(moves->shape, bitboard_first(rest), name));
        }
        text_add(text, "\n");
        text_free(&value);
    }
    text_add(text, "\n");
    add_diagram(moves, text);
}

/* ---- JSON ---- */

json_t *first_moves_json(const FirstMoves *moves) {
    json_t *array = json_new_array();
    char name[POINT_TEXT_MAX];
    for (int i = 0; i < moves->count; i++) {
        const FirstMove *move = &moves->list[i];
        json_t *images = json_new_array();
        for (Bits rest = move->images; rest != 0; rest &= rest - 1) {
            json_add_value(
                images, json_new_text(first_moves_name(moves->shape, bitboard_first(rest), name)));
        }
        json_add_value(
            array,
            json_new_packed(
                "{s:o, s:o, s:o, s:i, s:i, s:s, s:b}", "move",
                json_new_text(first_moves_name(moves->shape, move->move, name)), "images", images,
                "value", json_new_figure(move->lower == move->upper ? (double)move->lower : NAN, 0),
                "lower", move->lower, "upper", move->upper, "status",
                move->is_answered ? "claimed" : "open", "best", is_best(moves, move)));
    }
    return array;
}

/* ---- SVG: points are one apart, colors are those of the pages (engine/page/svg.css) ---- */

/* A text in the middle of a place, by capitals of 0.7 em, on its own line. */
static void add_label(Text *svg, int x, int y, const char *attributes, const char *label) {
    text_add(svg, "<text x=\"%d\" y=\"%d\" dy=\".35em\"%s>%s</text>\n", x, y, attributes, label);
}

static void add_grid(const BitboardShape *shape, Text *svg) {
    static const char COLOR[] = " fill=\"#5b4424\"";
    char label[16];
    text_add(svg, "<path fill=\"none\" stroke=\"#6b5230\" stroke-width=\".04\" "
                  "stroke-linecap=\"square\" d=\"");
    for (int y = 0; y < shape->height; y++) {
        text_add(svg, "M0 %dH%d", y, shape->width - 1);
    }
    for (int x = 0; x < shape->width; x++) {
        text_add(svg, "M%d 0V%d", x, shape->height - 1);
    }
    text_add(svg, "\"/>\n");
    for (int x = 0; x < shape->width; x++) {
        snprintf(label, sizeof label, "%c", POINT_COLUMNS[x]);
        add_label(svg, x, shape->height, COLOR, label);
    }
    for (int y = 0; y < shape->height; y++) {
        snprintf(label, sizeof label, "%d", shape->height - y);
        add_label(svg, -1, y, COLOR, label);
    }
}

static void add_point(const FirstMoves *moves, int cell, ColorCell color, Text *svg) {
    const int x = cell % moves->shape->width, y = cell / moves->shape->width;
    const FirstMove *move = find_move(moves, moves->shape->spot_of[cell]);
    if (color != EMPTY) {
        text_add(svg,
                 "<circle cx=\"%d\" cy=\"%d\" r=\".45\" fill=\"%s\" stroke=\"#1d1d1f\" "
                 "stroke-width=\".04\"/>\n",
                 x, y, color == BLACK ? "#1d1d1f" : "#fbfaf7");
    } else if (move != NULL) {
        const bool best = is_best(moves, move);
        char label[16] = "?";
        if (move->lower == move->upper) {
            snprintf(label, sizeof label, "%+d", move->lower);
        }
        text_add(svg, "<circle cx=\"%d\" cy=\"%d\" r=\".42\" fill=\"%s\"/>\n", x, y,
                 best ? "#0b7d3e" : "#e6c58c");
        add_label(svg, x, y, best ? " fill=\"#fff\"" : " fill=\"#1d1d1f\"", label);
    }
}

void first_moves_add_svg(const FirstMoves *moves, const char *rules, Text *svg) {
    const BitboardShape *shape = moves->shape;
    const int width = shape->width + 2, height = shape->height + 3;
    ColorCell cells[CELL_COUNT_MAX];
    Text caption = {0};
    text_add(&caption, "%dx%d, %s to move, komi 0", shape->width, shape->height,
             color_name((Color)moves->start.to_move));
    bitboard_get_cells(shape, &moves->start, cells);
    text_add(svg,
             "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-1.5 -1 %d %d\" width=\"%d\" "
             "height=\"%d\" font-size=\".4\" font-family=\"system-ui, sans-serif\" "
             "text-anchor=\"middle\">\n"
             "<title>Values of the first move: %s; %s</title>\n"
             "<rect x=\"-1.5\" y=\"-1\" width=\"%d\" height=\"%d\" fill=\"#e6c58c\"/>\n",
             width, height, 60 * width, 60 * height, text_get(&caption), rules, width, height);
    add_grid(shape, svg);
    for (int cell = 0; cell < shape->cell_count; cell++) {
        add_point(moves, cell, cells[cell], svg);
    }
    text_add(svg,
             "<g font-size=\"%.2f\" fill=\"#5b4424\">\n<text x=\"%.1f\" y=\"%d\">%s</text>\n"
             "<text x=\"%.1f\" y=\"%.1f\">%s</text>\n</g>\n</svg>\n",
             width < 8 ? 0.04 * width : 0.32, 0.5 * (shape->width - 1), shape->height + 1,
             text_get(&caption), 0.5 * (shape->width - 1), shape->height + 1.5, rules);
    text_free(&caption);
}
