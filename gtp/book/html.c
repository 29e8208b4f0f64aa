#include "gtp/book/html.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/file.h"
#include "engine/base/json.h"
#include "engine/base/memory.h"
#include "engine/base/os/files.h"
#include "engine/page/page.h"

/* The most shards, and the least positions in each. */
enum { SHARDS_MAX = 1900, SHARD_LEAST = 256, PAGE_BYTES_MAX = 1 << 24 };

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
    uint32_t shard;         /* positions in each */
} Html;

/* ---- What is written ---- */

static void list_nodes(Html *html) {
    const BookGraph *graph = html->graph;
    html->order = memory_new(graph->node_count, sizeof *html->order);
    html->places = memory_new(graph->node_count, sizeof *html->places);
    memset(html->places, 0xFF, graph->node_count * sizeof *html->places);
    html->places[BOOK_ROOT] = html->count++;
    for (uint32_t head = 0; head < html->count; head++) {
        const BookNode *node = &graph->nodes[html->order[head]];
        for (int i = 0; i < node->edge_count; i++) {
            const uint32_t child = node->edges[i].child;
            if (graph->nodes[child].visits >= html->min_visits &&
                html->places[child] == BOOK_NODE_NONE) {
                html->places[child] = html->count;
                html->order[html->count++] = child;
            }
        }
    }
    html->shard = (html->count + SHARDS_MAX - 1) / SHARDS_MAX;
    html->shard = html->shard < SHARD_LEAST ? SHARD_LEAST : html->shard;
}

/* ---- Positions as JSON, which browser.js reads ---- */

/* Adds "[win_loss,lower,upper,score,visits]". */
static void add_value(Text *text, const BookNode *node) {
    text_add(text, "[%.4f,%.4f,%.4f,%.2f,%.0f]", node->figures[BOOK_WIN_LOSS],
             node->figures[BOOK_WIN_LOSS_LOWER], node->figures[BOOK_WIN_LOSS_UPPER],
             node->figures[BOOK_SCORE], node->visits);
}

/* Adds the stones in canonical orientation, row by row. */
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

/* Adds the moves that are written: "[child,point,symmetry,prior,exact,value],...". */
static void add_moves(const Html *html, Text *text, const BookNode *node) {
    const char *separator = "";
    for (int i = 0; i < node->edge_count; i++) {
        const BookEdge *edge = &node->edges[i];
        const BookNode *child = &html->graph->nodes[edge->child];
        if (child->visits >= html->min_visits) {
            text_add(text, "%s[%u,%u,%u,%.4f,%d,", separator, html->places[edge->child], edge->move,
                     edge->symmetry, edge->prior, (child->flags & BOOK_EXACT) != 0);
            add_value(text, child);
            text_add(text, "]");
            separator = ",";
        }
    }
}

static void add_node(const Html *html, Text *text, uint32_t index) {
    const BookNode *node = &html->graph->nodes[index];
    BookPosition position;
    free(book_ways_go(html->ways, html->graph, index, &position));
    text_add(text, "{\"stones\":\"");
    add_stones(text, &position);
    text_add(text, "\",\"white\":%d,\"transposed\":%d,\"exact\":%d,\"stabilizer\":%u,\"value\":",
             book_node_side(node) == WHITE, symmetry_transposes(position.key.key.orientation),
             (node->flags & BOOK_EXACT) != 0, book_position_stabilizer(&position));
    add_value(text, node);
    if ((node->flags & BOOK_COMPLETE) == 0) {
        text_add(text, ",\"others\":[%.4f,0,0,%.2f,%llu]", node->own.win_loss, node->own.score,
                 (unsigned long long)node->own.visits);
    }
    text_add(text, ",\"moves\":[");
    add_moves(html, text, node);
    text_add(text, "]}");
}

/* ---- Files ---- */

static bool save_shard(const Html *html, const char *folder, uint32_t number, Status *status) {
    const uint32_t first = number * html->shard;
    const uint32_t end = first + html->shard < html->count ? first + html->shard : html->count;
    Text text = {0}, path = {0};
    text_add(&text, "book(%u,[\n", number);
    for (uint32_t i = first; i < end; i++) {
        add_node(html, &text, html->order[i]);
        text_add(&text, ",\n");
    }
    text_add(&text, "])\n");
    text_add(&path, "%s/%u.js", folder, number);
    const bool ok = file_replace(text_get(&path), text_get(&text), text.length, status);
    text_free(&text);
    text_free(&path);
    return ok;
}

static bool save_page(const Html *html, const char *folder, Status *status) {
    const BookFacts *facts = &html->graph->facts;
    BookPosition start;
    Text path = {0};
    book_graph_start(html->graph, &start);
    json_t *data = json_new_packed(
        "{s:i, s:i, s:s, s:f, s:I, s:I, s:i}", "width", facts->width, "height", facts->height,
        "rules", facts->rules.name, "komi", facts->komi, "positions", (json_int_t)html->count,
        "shard", (json_int_t)html->shard, "turned", (int)start.key.key.orientation);
    text_add(&path, "%s/index.html", folder);
    const bool ok =
        page_save(text_get(&path), (const char *)style, (const char *)script, data, status);
    text_free(&path);
    return ok;
}

/* Is there no page, or one of a book? Shards of another owner would be replaced. */
static bool check_page(const char *folder, const char *shards, Status *status) {
    static const char MARK[] = "/* The browser of an opening book.";
    Text path = {0};
    size_t length;
    text_add(&path, "%s/index.html", folder);
    bool ok = !os_exists(text_get(&path));
    if (ok) {
        ok = !os_exists(shards) ||
             file_fail(status, shards, "exists, without the page of a book beside it");
    } else {
        char *page = file_read(text_get(&path), FILE_REGULAR, PAGE_BYTES_MAX, &length, status);
        ok = page != NULL &&
             (strstr(page, MARK) != NULL ||
              file_fail(status, text_get(&path), "exists and is not the page of a book"));
        free(page);
    }
    text_free(&path);
    return ok;
}

/* Removes the shards of a larger book that was there before. */
static void remove_rest(const char *shards, uint32_t number) {
    for (bool ok = true; ok; number++) {
        Text path = {0};
        text_add(&path, "%s/%u.js", shards, number);
        ok = os_exists(text_get(&path)) && os_remove(text_get(&path));
        text_free(&path);
    }
}

bool book_html_save(const BookGraph *graph, double min_visits, const char *folder, Status *status) {
    Html html = {.graph = graph, .min_visits = min_visits, .ways = book_ways_new(graph)};
    Text shards = {0};
    list_nodes(&html);
    text_add(&shards, "%s/s", folder);
    bool ok = check_page(folder, text_get(&shards), status) && file_make_folder(folder, status) &&
              file_make_folder(text_get(&shards), status) && save_page(&html, folder, status);
    uint32_t shard = 0;
    for (; shard * html.shard < html.count && ok; shard++) {
        ok = save_shard(&html, text_get(&shards), shard, status);
    }
    if (ok) {
        remove_rest(text_get(&shards), shard);
    }
    text_free(&shards);
    book_ways_free(html.ways);
    free(html.order);
    free(html.places);
    return ok;
}
