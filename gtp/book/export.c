/* `dihedra book export`: a page. */
#include <stdlib.h>
#include <string.h>

#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "engine/book/file.h"
#include "engine/page/page.h"
#include "gtp/book/request.h"

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
            json_add_value(moves,
                           json_new_packed("[I, i, i, o, o]", (json_int_t)page->places[edge->child],
                                           edge->move, edge->symmetry,
                                           json_new_figure(edge->prior, 4), value_json(child)));
        }
    }
    return moves;
}

static json_t *node_json(const BookPage *page, uint32_t index) {
    const BookNode *node = &page->graph->nodes[index];
    BookPosition position;
    Text stones = {0};
    book_ways_go(page->ways, page->graph, index, &position);
    add_stones(&stones, &position);
    json_t *json = json_new_packed("{s:s, s:i, s:i, s:i, s:o, s:o}", "stones", text_get(&stones),
                                   "white", book_node_side(node) == WHITE, "transposed",
                                   symmetry_transposes(position.key.key.orientation), "stabilizer",
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
    Status status;
    if (request->html == NULL) {
        status_fail(&status, "export: --html is missing");
        return option_print_error("book", &status);
    }
    const FilePlace places[] = {{"the book", request->path}, {"--html", request->html}};
    BookGraph *graph =
        file_check_apart(places, 2, &status) ? book_graph_load(request->path, NULL, &status) : NULL;
    const bool ok =
        graph != NULL && save_html(graph, (double)request->min_visits, request->html, &status);
    book_graph_free(graph);
    return ok ? EXIT_SUCCESS : book_fail(&status);
}
