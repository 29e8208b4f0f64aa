#include "gtp/book/html.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/file.h"
#include "engine/base/json.h"
#include "engine/base/memory.h"
#include "engine/base/os/files.h"

/* The most shards, the least positions in each, and how stones are packed. */
enum { SHARDS_MAX = 1900, SHARD_LEAST = 256, CELLS_PER_BYTE = 5, PAGE_BYTES_MAX = 1 << 24 };

static const unsigned char template[] = {
#include "gtp/book/browser.html.inc"
    0};

static const unsigned char style[] = {
#include "gtp/book/browser.css.inc"
    0};

static const unsigned char script[] = {
#include "engine/base/dom.js.inc"
#include "gtp/book/browser.js.inc"
    0};

/* What leads to a position. */
typedef struct {
    uint32_t parent, next; /* next: of the same child, or BOOK_NODE_NONE */
    uint16_t move;
} Arrow;

typedef struct {
    const BookGraph *graph;
    const BookLimits *limits;
    BookWays *ways;
    uint32_t *order, count; /* the nodes that are written, by their distance from the start */
    uint32_t *places;       /* [node] in the order; BOOK_NODE_NONE: not written */
    uint32_t *first_arrow;  /* [node] */
    Arrow *arrows;
    size_t arrow_count;
    uint32_t shard; /* positions in each */
} Html;

/* ---- What is written ---- */

static void list_nodes(Html *html) {
    const BookGraph *graph = html->graph;
    html->order = memory_new(graph->node_count, sizeof *html->order);
    html->places = memory_new(graph->node_count, sizeof *html->places);
    html->first_arrow = memory_new(graph->node_count, sizeof *html->first_arrow);
    memset(html->places, 0xFF, graph->node_count * sizeof *html->places);
    memset(html->first_arrow, 0xFF, graph->node_count * sizeof *html->first_arrow);
    html->places[BOOK_ROOT] = html->count++;
    for (uint32_t head = 0; head < html->count; head++) {
        const uint32_t index = html->order[head];
        for (int i = 0; i < graph->nodes[index].edge_count; i++) {
            const BookEdge *edge = &graph->nodes[index].edges[i];
            if (!book_limits_allow(html->limits, graph, index, edge)) {
                continue;
            }
            if (html->places[edge->child] == BOOK_NODE_NONE) {
                html->places[edge->child] = html->count;
                html->order[html->count++] = edge->child;
            }
            html->arrows = memory_grow(html->arrows, html->arrow_count, sizeof *html->arrows);
            html->arrows[html->arrow_count] =
                (Arrow){index, html->first_arrow[edge->child],
                        (uint16_t)(edge->move | edge->symmetry << 10)};
            html->first_arrow[edge->child] = (uint32_t)html->arrow_count++;
        }
    }
    html->shard = (html->count + SHARDS_MAX - 1) / SHARDS_MAX;
    html->shard = html->shard < SHARD_LEAST ? SHARD_LEAST : html->shard;
}

/* ---- Bytes: decode() in browser.js reads them ---- */

static void add_byte(Text *bytes, unsigned value) {
    const char byte = (char)value;
    text_append(bytes, &byte, 1);
}

static void add_word(Text *bytes, unsigned value) {
    add_byte(bytes, value & 255);
    add_byte(bytes, value >> 8 & 255);
}

static void add_long(Text *bytes, uint32_t value) {
    add_word(bytes, value & 65535);
    add_word(bytes, value >> 16);
}

static void add_value(Text *bytes, const BookRecord *record) {
    add_word(bytes, (uint16_t)record->win_loss);
    add_word(bytes, (uint16_t)record->win_loss_lower);
    add_word(bytes, (uint16_t)record->win_loss_upper);
    add_word(bytes, (uint16_t)record->score);
    add_word(bytes, record->visits);
}

/* The stones in canonical orientation, row by row: 0 empty, 1 black, 2 white, the first in the
 * lowest place of a byte of base 3. */
static void add_stones(Text *bytes, const BookPosition *position) {
    const Geometry *geometry = position->board.geometry;
    const Symmetry g = position->key.key.orientation;
    const int width = symmetry_transposes(g) ? geometry->height : geometry->width;
    unsigned packed = 0, place = 1;
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const Point p = geometry_unmap_point(geometry, g, point_at(cell % width, cell / width));
        const Color color = board_color(&position->board, p);
        packed += place * (color == BLACK ? 1 : color == WHITE ? 2 : 0);
        place *= 3;
        if (cell % CELLS_PER_BYTE == CELLS_PER_BYTE - 1 || cell == geometry->cell_count - 1) {
            add_byte(bytes, packed);
            packed = 0;
            place = 1;
        }
    }
}

static unsigned flags_of(const BookNode *node, const HashKey *key) {
    return (unsigned)(book_node_side(node) == WHITE) |
           (unsigned)symmetry_transposes(key->orientation) << 1 |
           (unsigned)((node->flags & BOOK_EXACT) != 0) << 2 |
           (unsigned)((node->flags & BOOK_COMPLETE) != 0) << 3;
}

static void add_moves(const Html *html, Text *bytes, uint32_t index) {
    const BookGraph *graph = html->graph;
    for (int i = 0; i < graph->nodes[index].edge_count; i++) {
        const BookEdge *edge = &graph->nodes[index].edges[i];
        const BookNode *child = &graph->nodes[edge->child];
        const BookRecord value = book_record_of(child, 0);
        const BookLink link = book_link_of(edge, html->places[edge->child]);
        const unsigned exact = (child->flags & BOOK_EXACT) != 0;
        if (book_limits_allow(html->limits, graph, index, edge)) {
            add_long(bytes, link.child);
            add_word(bytes, link.move | exact << 13);
            add_word(bytes, link.prior);
            add_value(bytes, &value);
        }
    }
}

static unsigned count_moves(const Html *html, uint32_t index) {
    unsigned count = 0;
    for (int i = 0; i < html->graph->nodes[index].edge_count; i++) {
        count += book_limits_allow(html->limits, html->graph, index,
                                   &html->graph->nodes[index].edges[i]);
    }
    return count;
}

static void add_node(const Html *html, Text *bytes, uint32_t index) {
    const BookNode *node = &html->graph->nodes[index];
    const BookRecord record = book_record_of(node, 0);
    BookPosition position;
    unsigned parents = 0;
    free(book_ways_go(html->ways, html->graph, index, &position));
    for (uint32_t i = html->first_arrow[index]; i != BOOK_NODE_NONE; i = html->arrows[i].next) {
        parents++;
    }
    add_stones(bytes, &position);
    add_byte(bytes, flags_of(node, &position.key.key));
    add_byte(bytes, book_position_stabilizer(&position));
    add_word(bytes, count_moves(html, index));
    add_word(bytes, parents);
    add_value(bytes, &record);
    add_word(bytes, (uint16_t)record.own_win_loss);
    BookNode own = *node; /* its score in the units of the others */
    own.figures[BOOK_SCORE] = node->own.score;
    add_word(bytes, (uint16_t)book_record_of(&own, 0).score);
    add_word(bytes, record.own_visits);
    add_moves(html, bytes, index);
    for (uint32_t i = html->first_arrow[index]; i != BOOK_NODE_NONE; i = html->arrows[i].next) {
        add_long(bytes, html->places[html->arrows[i].parent]);
        add_word(bytes, html->arrows[i].move);
    }
}

static void add_base64(Text *text, const Text *bytes) {
    static const char DIGITS[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t at = 0; at < bytes->length; at += 3) {
        const size_t count = bytes->length - at < 3 ? bytes->length - at : 3;
        uint32_t group = 0;
        char digits[4];
        for (size_t i = 0; i < 3; i++) {
            group = group << 8 | (i < count ? (unsigned char)bytes->bytes[at + i] : 0);
        }
        for (size_t i = 0; i < 4; i++) {
            digits[i] = i <= count ? DIGITS[group >> (18 - 6 * i) & 63] : '=';
        }
        text_append(text, digits, 4);
    }
}

/* ---- Files ---- */

static bool save_shard(const Html *html, const char *folder, uint32_t number, Status *status) {
    const uint32_t first = number * html->shard;
    const uint32_t end = first + html->shard < html->count ? first + html->shard : html->count;
    Text bytes = {0}, text = {0}, path = {0};
    for (uint32_t i = first; i < end; i++) {
        add_node(html, &bytes, html->order[i]);
    }
    text_add(&text, "book(%u,'", number);
    add_base64(&text, &bytes);
    text_add(&text, "')\n");
    text_add(&path, "%s/%u.js", folder, number);
    const bool ok = file_replace(text_get(&path), text_get(&text), text.length, status);
    text_free(&bytes);
    text_free(&text);
    text_free(&path);
    return ok;
}

/* Adds the template up to a name in braces. Returns what comes after that. */
static const char *add_until(Text *page, const char *rest, const char *name) {
    const char *place = strstr(rest, name);
    assert(place != NULL);
    text_append(page, rest, (size_t)(place - rest));
    return place + strlen(name);
}

static bool save_page(const Html *html, const char *folder, Status *status) {
    const BookFacts *facts = &html->graph->facts;
    BookPosition start;
    Text page = {0}, path = {0};
    book_graph_start(html->graph, &start);
    json_t *data = json_new_packed(
        "{s:i, s:i, s:s, s:f, s:I, s:I, s:i}", "width", facts->width, "height", facts->height,
        "rules", facts->rules.name, "komi", facts->komi, "positions", (json_int_t)html->count,
        "shard", (json_int_t)html->shard, "turned", (int)start.key.key.orientation);
    const char *rest = add_until(&page, (const char *)template, "{{style}}");
    text_add(&page, "%s", (const char *)style);
    rest = add_until(&page, rest, "{{data}}");
    json_add_text(data, &page); /* numbers and a name of rules: nothing that could end the script */
    rest = add_until(&page, rest, "{{script}}");
    text_add(&page, "%s%s", (const char *)script, rest);
    text_add(&path, "%s/index.html", folder);
    const bool ok = file_replace(text_get(&path), text_get(&page), page.length, status);
    text_free(&page);
    text_free(&path);
    return ok;
}

/* Is there no page, or one of a book? Shards of another owner would be replaced. */
static bool check_page(const char *folder, const char *shards, Status *status) {
    static const char MARK[] = "This page shows an opening book of Dihedra";
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

bool book_html_save(const BookGraph *graph, const BookLimits *limits, const char *folder,
                    Status *status) {
    Html html = {.graph = graph, .limits = limits, .ways = book_ways_new(graph)};
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
    free(html.first_arrow);
    free(html.arrows);
    return ok;
}
