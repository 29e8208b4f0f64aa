/* `dihedra book export`: a tree of variations, or a page. */
#include <stdlib.h>
#include <string.h>

#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "engine/base/version.h"
#include "engine/book/file.h"
#include "engine/go/sgf/record.h"
#include "engine/page/page.h"
#include "gtp/book/request.h"

/* ---- A tree of variations ---- */

typedef struct {
    const BookGraph *graph;
    double min_visits;
    SgfWriter writer;
    uint8_t *is_written; /* [node] */
} Export;

static const BookNode *child_of(const Export *export, const BookNode *node, int edge) {
    return &export->graph->nodes[node->edges[edge].child];
}

/* Does the side to move win more by one move than by another? */
static bool is_better(const Export *export, const BookNode *node, int edge, int other) {
    const double more = child_of(export, node, edge)->figures[BOOK_WIN_LOSS] -
                        child_of(export, node, other)->figures[BOOK_WIN_LOSS];
    return book_node_side(node) == BLACK ? more > 0 : more < 0;
}

static void write_node(Export *export, uint32_t index, const BookPosition *position);

static void write_move(Export *export, const BookPosition *position, const BookEdge *edge) {
    Point points[SYMMETRY_COUNT];
    const Move move = {(Color)position->board.to_move,
                       (book_position_from_book(position, edge->move, points), points[0])};
    if (!book_position_allows(position, move.point)) {
        return;
    }
    sgf_writer_open(&export->writer);
    sgf_writer_node(&export->writer);
    sgf_writer_move(&export->writer, move);
    BookPosition *after = memory_new(1, sizeof *after); /* lines may be long */
    *after = *position;
    book_position_play(after, move.point);
    write_node(export, edge->child, after);
    free(after);
    sgf_writer_close(&export->writer);
}

/* Writes the value of a position and its variations, the best first: once, since lines meet. */
static void write_node(Export *export, uint32_t index, const BookPosition *position) {
    const BookNode *node = &export->graph->nodes[index];
    Text comment = {0};
    book_add_value(&comment, node->figures);
    text_add(&comment, ", visits %.0f%s", node->visits,
             export->is_written[index] != 0 ? "; goes on in another variation" : "");
    sgf_writer_text(&export->writer, "C", text_get(&comment));
    text_free(&comment);
    if (export->is_written[index] != 0) {
        return;
    }
    export->is_written[index] = 1;
    uint8_t *is_done = memory_new((size_t)node->edge_count, 1);
    for (;;) {
        int best = -1;
        for (int i = 0; i < node->edge_count; i++) {
            if (is_done[i] == 0 && child_of(export, node, i)->visits >= export->min_visits &&
                (best < 0 || is_better(export, node, i, best))) {
                best = i;
            }
        }
        if (best < 0) {
            break;
        }
        is_done[best] = 1;
        write_move(export, position, &node->edges[best]);
    }
    free(is_done);
}

static bool save_sgf(const BookGraph *graph, double min_visits, const char *path, Status *status) {
    Export export = {
        .graph = graph, .min_visits = min_visits, .is_written = memory_new(graph->node_count, 1)};
    const BookFacts *facts = &graph->facts;
    char rules[RULES_TEXT_MAX];
    const SgfHeader header = {.version = DIHEDRA_VERSION,
                              .size = {facts->width, facts->height},
                              .komi = facts->komi,
                              .rules = rules_text(&facts->rules, rules)};
    BookPosition position;
    book_graph_start(graph, &position);
    sgf_writer_init(&export.writer);
    sgf_writer_open(&export.writer);
    sgf_writer_header(&export.writer, &header);
    record_write_stones(graph->geometry, facts->start, facts->to_move, 0, &export.writer);
    write_node(&export, BOOK_ROOT, &position);
    sgf_writer_close(&export.writer);
    const bool ok = sgf_writer_save(&export.writer, path, status);
    sgf_writer_free(&export.writer);
    free(export.is_written);
    return ok;
}

/* ---- A page ---- */

static const unsigned char style[] = {
#include "gtp/book/browser.css.inc"
    0};

static const unsigned char script[] = {
#include "gtp/book/browser.js.inc"
    0};

typedef struct {
    const BookGraph *graph;
    double min_visits;
    BookWays *ways;
    uint32_t *order, count; /* the nodes that are written, by their distance from the start */
    uint32_t *places;       /* [node] in the order; BOOK_NODE_NONE: not written */
} BookPage;

static void list_nodes(BookPage *page) {
    const BookGraph *graph = page->graph;
    page->order = memory_new(graph->node_count, sizeof *page->order);
    page->places = memory_new(graph->node_count, sizeof *page->places);
    memset(page->places, 0xFF, graph->node_count * sizeof *page->places);
    page->places[BOOK_ROOT] = page->count++;
    for (uint32_t head = 0; head < page->count; head++) {
        const BookNode *node = &graph->nodes[page->order[head]];
        for (int i = 0; i < node->edge_count; i++) {
            const uint32_t child = node->edges[i].child;
            if (graph->nodes[child].visits >= page->min_visits &&
                page->places[child] == BOOK_NODE_NONE) {
                page->places[child] = page->count;
                page->order[page->count++] = child;
            }
        }
    }
}

static json_t *value_json(const BookNode *node) {
    return json_new_packed("[o, o, o, o, o]", json_new_figure(node->figures[BOOK_WIN_LOSS], 4),
                           json_new_figure(node->figures[BOOK_WIN_LOSS_LOWER], 4),
                           json_new_figure(node->figures[BOOK_WIN_LOSS_UPPER], 4),
                           json_new_figure(node->figures[BOOK_SCORE], 2),
                           json_new_figure(node->visits, 0));
}

/* The stones in canonical orientation, row by row. */
static void add_stones(Text *text, const BookPosition *position) {
    const Geometry *geometry = position->board.geometry;
    const Symmetry g = position->key.key.orientation;
    const int width = symmetry_transposes(g) ? geometry->height : geometry->width;
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const Point p = geometry_unmap_point(geometry, g, point_at(cell % width, cell / width));
        const Color color = board_color(&position->board, p);
        text_add(text, "%c", color == BLACK ? '1' : color == WHITE ? '2' : '0');
    }
}

/* The moves that are written. */
static json_t *moves_json(const BookPage *page, const BookNode *node) {
    json_t *moves = json_new_array();
    for (int i = 0; i < node->edge_count; i++) {
        const BookEdge *edge = &node->edges[i];
        const BookNode *child = &page->graph->nodes[edge->child];
        if (page->places[edge->child] != BOOK_NODE_NONE && child->visits >= page->min_visits) {
            json_add_value(
                moves, json_new_packed("[I, i, i, o, i, o]", (json_int_t)page->places[edge->child],
                                       edge->move, edge->symmetry, json_new_figure(edge->prior, 4),
                                       (child->flags & BOOK_EXACT) != 0, value_json(child)));
        }
    }
    return moves;
}

static json_t *node_json(const BookPage *page, uint32_t index) {
    const BookNode *node = &page->graph->nodes[index];
    BookPosition position;
    Text stones = {0};
    free(book_ways_go(page->ways, page->graph, index, &position));
    add_stones(&stones, &position);
    json_t *json = json_new_packed("{s:s, s:i, s:i, s:i, s:i, s:o, s:o}", "stones",
                                   text_get(&stones), "white", book_node_side(node) == WHITE,
                                   "transposed", symmetry_transposes(position.key.key.orientation),
                                   "exact", (node->flags & BOOK_EXACT) != 0, "stabilizer",
                                   (int)book_position_stabilizer(&position), "value",
                                   value_json(node), "moves", moves_json(page, node));
    if ((node->flags & BOOK_COMPLETE) == 0) {
        json_set_value(json, "others",
                       json_new_packed("[o, i, i, o, I]", json_new_figure(node->own.win_loss, 4), 0,
                                       0, json_new_figure(node->own.score, 2),
                                       (json_int_t)node->own.visits));
    }
    text_free(&stones);
    return json;
}

static bool save_html(const BookGraph *graph, double min_visits, const char *path, Status *status) {
    const BookFacts *facts = &graph->facts;
    BookPage page = {.graph = graph, .min_visits = min_visits, .ways = book_ways_new(graph)};
    BookPosition start;
    json_t *nodes = json_new_array();
    book_graph_start(graph, &start);
    list_nodes(&page);
    for (uint32_t i = 0; i < page.count; i++) {
        json_add_value(nodes, node_json(&page, page.order[i]));
    }
    json_t *data =
        json_new_packed("{s:i, s:i, s:s, s:f, s:i, s:o}", "width", facts->width, "height",
                        facts->height, "rules", facts->rules.name, "komi", facts->komi, "turned",
                        (int)start.key.key.orientation, "nodes", nodes);
    book_ways_free(page.ways);
    free(page.order);
    free(page.places);
    return page_save(path, (const char *)style, (const char *)script, data, status);
}

int book_export(const BookRequest *request) {
    const double min_visits = (double)request->min_visits;
    Status status;
    if (request->sgf == NULL && request->html == NULL) {
        status_fail(&status, "export: --sgf or --html is missing");
        return option_print_error("book", &status);
    }
    const FilePlace places[] = {
        {"the book", request->path}, {"--sgf", request->sgf}, {"--html", request->html}};
    BookGraph *graph =
        file_check_apart(places, 3, &status) ? book_graph_load(request->path, NULL, &status) : NULL;
    if (graph == NULL) {
        return book_fail(&status);
    }
    const bool ok = (request->sgf == NULL || save_sgf(graph, min_visits, request->sgf, &status)) &&
                    (request->html == NULL || save_html(graph, min_visits, request->html, &status));
    book_graph_free(graph);
    return ok ? EXIT_SUCCESS : book_fail(&status);
}
