/* `dihedra book export`: a tree of variations, or a page. */
#include <stdlib.h>

#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "engine/base/version.h"
#include "engine/book/file.h"
#include "engine/go/sgf/record.h"
#include "gtp/book/html.h"
#include "gtp/book/request.h"

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
    const bool ok =
        (request->sgf == NULL || save_sgf(graph, min_visits, request->sgf, &status)) &&
        (request->html == NULL || book_html_save(graph, min_visits, request->html, &status));
    book_graph_free(graph);
    return ok ? EXIT_SUCCESS : book_fail(&status);
}
