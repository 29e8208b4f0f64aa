/* Writes a book as KataGo's genbook does, nodes in their canonical orientation, upright on a
 * rectangle. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "engine/base/file.h"
#include "engine/base/json.h"
#include "engine/base/memory.h"
#include "gtp/book/katabook.h"
#include "gtp/json/config/katago_rules.h"

enum { FORMAT_VERSION = 2, USUAL_REPETITION_BOUND = 9 };

/* KataGo's own value of a node all of whose moves are in the book, for the other side. */
static const double NO_MOVE_LEFT = 1e20;

typedef struct {
    const BookGraph *graph;
    BookWays *ways;
    Symmetry *frame;  /* [node] turns its canonical orientation into that of the file */
    json_t **parents; /* [node] */
    Text text;
} Writer;

/* This program's number of a symmetry as KataGo's. */
static int their_symmetry(Symmetry g) {
    return (g & 4) != 0 ? g : (g & 1) << 1 | g >> 1;
}

/* A canonical point's vertex in the orientation of the file. */
static json_t *vertex(const Writer *writer, uint32_t node, Point p) {
    const bool swaps = p != POINT_PASS && symmetry_transposes(writer->frame[node]);
    char text[POINT_TEXT_MAX];
    return json_string(point_to_text(swaps ? point_at(point_y(p), point_x(p)) : p,
                                     writer->graph->facts.height, text));
}

/* ---- The header ---- */

static json_t *board_json(const BookFacts *facts) {
    Text stones = {0};
    for (int y = 0; y < facts->height; y++) {
        for (int x = 0; x < facts->width; x++) {
            const ColorCell color = facts->start[y * facts->width + x];
            text_add(&stones, "%c", color == BLACK ? 'X' : color == WHITE ? 'O' : '.');
        }
        text_add(&stones, "|");
    }
    json_t *json =
        json_new_packed("{s:s, s:i, s:i, s:s, s:i, s:i}", "koLoc", "null", "numBlackCaptures", 0,
                        "numWhiteCaptures", 0, "stones", text_get(&stones), "xSize", facts->width,
                        "ySize", facts->height);
    text_free(&stones);
    return json;
}

static void add_header(Writer *writer) {
    const BookFacts *facts = &writer->graph->facts;
    BookPosition start;
    book_graph_start(writer->graph, &start);
    const Symmetry turned = symmetry_compose(writer->frame[BOOK_ROOT], start.key.key.orientation);
    json_t *header = json_new_packed(
        "{s:f, s:s, s:i, s:i, s:i}", "errorFactor", facts->error_factor, "initialPla",
        facts->to_move == BLACK ? "Black" : "White", "initialSymmetry", their_symmetry(turned),
        "repBound", USUAL_REPETITION_BOUND, "version", FORMAT_VERSION);
    json_set_text(header, "engine", facts->engine); /* these three are this program's own */
    json_set_text(header, "network", facts->network);
    json_set_value(header, "round", json_integer((json_int_t)facts->round));
    json_set_value(header, "initialBoard", board_json(facts));
    json_t *rules = katago_rules_json(&facts->rules);
    json_set_figure(rules, "komi", facts->komi, 8);
    json_set_value(header, "initialRules", rules);
    json_add_text(header, &writer->text);
    text_add(&writer->text, "\n%" PRIu32 "\n", writer->graph->node_count);
    for (uint32_t i = 0; i < writer->graph->node_count; i++) {
        const BookNode *node = &writer->graph->nodes[i];
        text_add(&writer->text, "%032" PRIX64 "%016" PRIX64 "%016" PRIX64 "\n", node->key,
                 hash_mix(node->key), (uint64_t)node->check);
    }
}

/* ---- Nodes ---- */

/* Sets the frames, which alternate where a move's symmetry transposes a rectangle, and the parents.
 */
static void set_frames(Writer *writer) {
    const BookGraph *graph = writer->graph;
    const bool is_square = graph->facts.width == graph->facts.height;
    BookPosition start;
    uint32_t unreached;
    uint32_t *order = book_graph_order(graph, &unreached);
    book_graph_start(graph, &start);
    writer->frame[BOOK_ROOT] =
        is_square ? SYMMETRY_IDENTITY : start.key.key.orientation & SYMMETRY_TRANSPOSE;
    for (uint32_t i = graph->node_count; i-- > 0;) { /* the root is last, and its moves lead on */
        const BookNode *node = &graph->nodes[order[i]];
        for (int j = 0; j < node->edge_count; j++) {
            const BookEdge *edge = &node->edges[j];
            const Symmetry turned = writer->frame[order[i]] ^ edge->symmetry;
            writer->frame[edge->child] =
                is_square ? SYMMETRY_IDENTITY : turned & SYMMETRY_TRANSPOSE;
            json_add_value(writer->parents[edge->child],
                           json_new_packed("{s:I, s:o}", "id", (json_int_t)order[i], "loc",
                                           vertex(writer, order[i], edge->move)));
        }
    }
    free(order);
}

static json_t *moves_json(const Writer *writer, uint32_t index) {
    const BookNode *node = &writer->graph->nodes[index];
    json_t *moves = json_new_array();
    for (int i = 0; i < node->edge_count; i++) {
        const BookEdge *edge = &node->edges[i];
        const Symmetry turned = symmetry_compose(
            writer->frame[edge->child], symmetry_compose(edge->symmetry, writer->frame[index]));
        json_add_value(moves, json_new_packed("{s:I, s:o, s:f, s:i}", "id", (json_int_t)edge->child,
                                              "m", vertex(writer, index, edge->move), "rP",
                                              edge->prior, "sym", their_symmetry(turned)));
    }
    return moves;
}

static json_t *symmetries_json(const Writer *writer, uint32_t index) {
    const Symmetry frame = writer->frame[index];
    json_t *symmetries = json_new_array();
    BookPosition position;
    free(book_ways_go(writer->ways, writer->graph, index, &position));
    const unsigned stabilizer = book_position_stabilizer(&position);
    for (Symmetry g = 0; g < SYMMETRY_COUNT; g++) {
        if ((stabilizer >> g & 1) != 0) {
            const Symmetry turned = symmetry_compose(frame, symmetry_compose(g, frame));
            json_add_value(symmetries, json_integer(their_symmetry(turned)));
        }
    }
    return symmetries;
}

/* KataGo never takes a larger error of the score than its standard deviation less what whole
 * numbers blur: one that is smaller is raised. */
static double score_stdev(const BookValues *own) {
    return own->score_error > 0
               ? fmax(own->score_stdev, sqrt(own->score_error * own->score_error + 0.25))
               : own->score_stdev;
}

static void set_values(json_t *json, const BookNode *node) {
    const BookValues *own = &node->own;
    const bool has_others = (node->flags & BOOK_COMPLETE) == 0 || (node->flags & BOOK_EXACT) != 0;
    const double worst = book_node_side(node) == BLACK ? NO_MOVE_LEFT : -NO_MOVE_LEFT;
    json_set_packed(json, "{s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:f}", "maxP", own->prior, "sE",
                    own->score_error, "sM", has_others ? 0 - own->score : worst, "sStd",
                    score_stdev(own), "ssM", has_others ? 0 - own->sharp_score : worst, "v",
                    (double)own->visits, "w", (double)own->visits, "wl",
                    has_others ? 0 - own->win_loss : worst, "wlE", own->win_loss_error);
}

/* "flags" is this program's own: what KataGo's books cannot say. */
static void add_node(Writer *writer, uint32_t index) {
    const BookNode *node = &writer->graph->nodes[index];
    json_t *json =
        json_new_packed("{s:b, s:I, s:s}", "cEx", (node->flags & BOOK_CLOSED) == 0, "id",
                        (json_int_t)index, "pla", book_node_side(node) == BLACK ? "B" : "W");
    set_values(json, node);
    json_set_value(json, "mvs", moves_json(writer, index));
    json_set_value(json, "par", json_incref(writer->parents[index]));
    json_set_value(json, "syms", symmetries_json(writer, index));
    json_set_value(json, "flags", json_integer(node->flags & ~BOOK_MOVE_MASK));
    if (node->proved.is_known) {
        json_set_value(json, "proved",
                       json_new_packed("[i, i]", node->proved.lower, node->proved.upper));
    }
    if (book_node_next(node) != POINT_NONE) {
        json_set_value(json, "next", vertex(writer, index, book_node_next(node)));
    }
    json_add_text(json, &writer->text);
    text_add(&writer->text, "\n");
}

bool katabook_save(const BookGraph *graph, const char *path, Status *status) {
    if (!graph->facts.symmetric) {
        return file_fail(status, path,
                         "a book with images as positions of their own has no such form");
    }
    Writer writer = {.graph = graph,
                     .ways = book_ways_new(graph),
                     .frame = memory_new(graph->node_count, sizeof(Symmetry)),
                     .parents = memory_new(graph->node_count, sizeof(json_t *))};
    for (uint32_t i = 0; i < graph->node_count; i++) {
        writer.parents[i] = json_new_array();
    }
    set_frames(&writer);
    add_header(&writer);
    for (uint32_t i = 0; i < graph->node_count; i++) {
        add_node(&writer, i);
    }
    const bool ok = file_replace(path, text_get(&writer.text), writer.text.length, status);
    for (uint32_t i = 0; i < graph->node_count; i++) {
        json_decref(writer.parents[i]);
    }
    free((void *)writer.parents);
    free(writer.frame);
    book_ways_free(writer.ways);
    text_free(&writer.text);
    return ok;
}
