/* The values of first moves; see the header. */
#include "gtp/solve/first_moves.h"

#include <math.h>
#include <string.h>

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

/* All places to which the symmetries of the position take a spot. */
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

static void add_move(FirstMoves *moves, int move, Bits images) {
    moves->list[moves->count++] = (FirstMove){.move = move, .images = images};
}

static void set_move(Solver *solver, const FirstMoves *moves, int place) {
    solver_set_position(solver, &moves->start, moves->list[place].move);
    solver_recall(solver);
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
    Bits open = bitboard_open(context->shape, start);
    while (open != 0) {
        const int spot = bitboard_first(open);
        const Bits images = images_of(moves, cells, spot);
        Bitboard next;
        if (solver_context_play(context, start, spot, &next) != BITBOARD_ILLEGAL) {
            add_move(moves, spot, images);
        }
        open &= ~images;
    }
    add_move(moves, BITBOARD_PASS, 0);
    for (int i = 0; i < moves->count; i++) {
        set_move(solver, moves, i);
        keep_bounds(solver, moves, i);
    }
}

bool first_moves_solve(Solver *solver, FirstMoves *moves, int place, const int *target) {
    set_move(solver, moves, place);
    const bool is_answered =
        target != NULL ? solver_ask(solver, *target) != ANSWER_OPEN : solver_solve(solver);
    solver_note(solver);
    keep_bounds(solver, moves, place);
    moves->list[place].is_answered = is_answered;
    return is_answered;
}

void first_moves_bounds(const FirstMoves *moves, int *lower, int *upper) {
    *lower = moves->list[0].lower;
    *upper = moves->list[0].upper;
    for (int i = 1; i < moves->count; i++) {
        const FirstMove *move = &moves->list[i];
        const bool is_black = moves->start.to_move == BLACK;
        *lower = (move->lower > *lower) == is_black ? move->lower : *lower;
        *upper = (move->upper > *upper) == is_black ? move->upper : *upper;
    }
}

/* ---- Words ---- */

void first_moves_add_value(const FirstMove *move, Text *text) {
    text_add(text, move->lower == move->upper ? "%+d" : "%+d..%+d", move->lower, move->upper);
}

void first_moves_add_name(const FirstMoves *moves, int move, Text *text) {
    char name[POINT_TEXT_MAX];
    const int width = moves->shape->width;
    const int cell = move == BITBOARD_PASS ? 0 : moves->shape->cell_of[move];
    const Point point = move == BITBOARD_PASS ? POINT_PASS : point_at(cell % width, cell / width);
    text_add(text, "%s", point_to_text(point, moves->shape->height, name));
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

static void add_names(const FirstMoves *moves, const FirstMove *move, Text *text) {
    first_moves_add_name(moves, move->move, text);
    for (Bits rest = move->images & (move->images - 1); rest != 0; rest &= rest - 1) {
        text_add(text, " ");
        first_moves_add_name(moves, bitboard_first(rest), text);
    }
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
        } else if (move->lower == move->upper) {
            text_add(text, "%+5d", move->lower);
        } else {
            text_add(text, "    ?");
        }
        text_add(text, cell % shape->width == shape->width - 1 ? "\n" : "");
    }
    text_add(text, "  ");
    for (int x = 0; x < shape->width; x++) {
        text_add(text, "%5c", "ABCDEFGHJKLMNOPQRSTUVWXYZ"[x]);
    }
    text_add(text, "\n");
}

void first_moves_add_text(const FirstMoves *moves, Text *text) {
    for (int i = 0; i < moves->count; i++) {
        Text value = {0};
        first_moves_add_value(&moves->list[i], &value);
        text_add(text, "%-9s %s  ", text_get(&value),
                 is_best(moves, &moves->list[i]) ? "best" : "    ");
        add_names(moves, &moves->list[i], text);
        text_add(text, "\n");
        text_free(&value);
    }
    text_add(text, "\n");
    add_diagram(moves, text);
}

/* ---- JSON ---- */

static json_t *name_json(const FirstMoves *moves, int move) {
    Text name = {0};
    first_moves_add_name(moves, move, &name);
    json_t *json = json_string(text_get(&name));
    text_free(&name);
    return json;
}

json_t *first_moves_json(const FirstMoves *moves) {
    json_t *array = json_new_array();
    for (int i = 0; i < moves->count; i++) {
        const FirstMove *move = &moves->list[i];
        json_t *json = json_new_object(), *images = json_new_array();
        json_set_value(json, "move", name_json(moves, move->move));
        for (Bits rest = move->images; rest != 0; rest &= rest - 1) {
            json_add_value(images, name_json(moves, bitboard_first(rest)));
        }
        json_set_value(json, "images", images);
        json_set_figure(json, "value", move->lower == move->upper ? (double)move->lower : NAN, 0);
        json_set_figure(json, "lower", move->lower, 0);
        json_set_figure(json, "upper", move->upper, 0);
        json_set_text(json, "status", move->is_answered ? "claimed" : "open");
        json_set_value(json, "best", json_boolean(is_best(moves, move)));
        json_add_value(array, json);
    }
    return array;
}

/* ---- SVG ---- */

static void add_grid(const BitboardShape *shape, Text *svg) {
    text_add(svg, "<path fill=\"none\" stroke=\"#6b5230\" stroke-width=\".04\" d=\"");
    for (int y = 0; y < shape->height; y++) {
        text_add(svg, "M0 %dH%d", y, shape->width - 1);
    }
    for (int x = 0; x < shape->width; x++) {
        text_add(svg, "M%d 0V%d", x, shape->height - 1);
    }
    text_add(svg, "\"/>\n");
    for (int x = 0; x < shape->width; x++) {
        text_add(svg, "<text x=\"%d\" y=\"%d.2\">%c</text>\n", x, shape->height,
                 "ABCDEFGHJKLMNOPQRSTUVWXYZ"[x]);
    }
    for (int y = 0; y < shape->height; y++) {
        text_add(svg, "<text x=\"-1\" y=\"%d.2\">%d</text>\n", y, shape->height - y);
    }
}

static void add_point(const FirstMoves *moves, int cell, ColorCell color, Text *svg) {
    const int x = cell % moves->shape->width, y = cell / moves->shape->width;
    const FirstMove *move = find_move(moves, moves->shape->spot_of[cell]);
    if (color != EMPTY) {
        text_add(svg,
                 "<circle cx=\"%d\" cy=\"%d\" r=\".46\" fill=\"%s\" stroke=\"#333\" "
                 "stroke-width=\".03\"/>\n",
                 x, y, color == BLACK ? "#111" : "#fff");
    } else if (move != NULL) {
        const bool best = is_best(moves, move);
        text_add(svg, "<circle cx=\"%d\" cy=\"%d\" r=\".42\" fill=\"%s\"/>\n", x, y,
                 best ? "#2f7d32" : "#e6c58c");
        text_add(svg, "<text x=\"%d\" y=\"%d.14\"%s>", x, y, best ? " fill=\"#fff\"" : "");
        if (move->lower == move->upper) {
            text_add(svg, "%+d</text>\n", move->lower);
        } else {
            text_add(svg, "?</text>\n");
        }
    }
}

void first_moves_add_svg(const FirstMoves *moves, Text *svg) {
    const BitboardShape *shape = moves->shape;
    ColorCell cells[CELL_COUNT_MAX];
    bitboard_get_cells(shape, &moves->start, cells);
    text_add(svg,
             "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-1.5 -1 %d %d\" width=\"%d\" "
             "height=\"%d\" font-size=\".4\" font-family=\"system-ui, sans-serif\" "
             "text-anchor=\"middle\">\n"
             "<title>Values of the first move on %dx%d, %s to move</title>\n"
             "<rect x=\"-1.5\" y=\"-1\" width=\"%d\" height=\"%d\" fill=\"#e6c58c\"/>\n",
             shape->width + 2, shape->height + 2, 60 * (shape->width + 2), 60 * (shape->height + 2),
             shape->width, shape->height, color_name((Color)moves->start.to_move), shape->width + 2,
             shape->height + 2);
    add_grid(shape, svg);
    for (int cell = 0; cell < shape->cell_count; cell++) {
        add_point(moves, cell, cells[cell], svg);
    }
    text_add(svg, "</svg>\n");
}
