/* Books in files.
 *
 *     0       header, 1024 bytes: magic, byte order, version, the book's facts, counts, checksum
 *     1024    a BookRecord for each node, by ascending mixed key (hash_mix)
 *             a BookLink for each edge, by node and ascending move
 *             8 bytes for each of the header's bounds, which earlier versions wrote: not read
 *     then    for each 4096 bytes of all these a checksum of 8 bytes
 *
 * Equal books make equal bytes, whatever the order in which their nodes were found. */
#include "engine/book/graph.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/file.h"
#include "engine/base/memory.h"

enum {
    VERSION = 1,
    HEADER_BYTES = 1024,
    BLOCK_BYTES = 4096,
    SUM_BYTES = 8,
    BOUNDS_BYTES = 8,
    RULES_BYTES = 8,
    START_BYTES = (CELL_COUNT_MAX + 3) / 4, /* two bits a cell */
};

static const char MAGIC[8] = "DihBook";
static const uint64_t BYTE_ORDER_MARK = UINT64_C(0x0102030405060708);

typedef struct {
    char magic[8];
    uint64_t byte_order, version;
    uint64_t node_count, edge_count, rounds; /* of building, by earlier versions */
    uint64_t root_key, root_check;
    double komi, error_factor;
    uint8_t width, height, symmetric, to_move;
    uint8_t rules[RULES_BYTES]; /* ko, scoring, bonus, suicide, agreement, tax XOR scoring, atari,
                                   button */
    uint8_t zeros[4];
    char engine[BOOK_TEXT_MAX], network[BOOK_TEXT_MAX]; /* the network: by earlier versions */
    uint8_t start[START_BYTES];
    uint8_t more_zeros[3];
    uint64_t bounds_count; /* of proved bounds, which earlier versions wrote */
    uint8_t yet_more_zeros[HEADER_BYTES - 107 - 2 * BOOK_TEXT_MAX - START_BYTES - SUM_BYTES];
    uint8_t checksum[SUM_BYTES]; /* of the header, with 0 in this place */
} BookHeader;

_Static_assert(sizeof(BookHeader) == HEADER_BYTES, "the header has no padding");

/* ---- Checksums ---- */

static uint64_t header_checksum(const BookHeader *header) {
    BookHeader copy = *header;
    memset(copy.checksum, 0, sizeof copy.checksum);
    return checksum_of(&copy, sizeof copy);
}

/* Returns the checksum of a block of the content, which follows the header. */
static uint64_t block_checksum(const char *bytes, uint64_t content, uint64_t block) {
    const uint64_t at = block * BLOCK_BYTES, left = content - at;
    return checksum_of(bytes + HEADER_BYTES + at,
                       (size_t)(left < BLOCK_BYTES ? left : BLOCK_BYTES));
}

static uint64_t content_bytes(const BookHeader *header) {
    return header->node_count * sizeof(BookRecord) + header->edge_count * sizeof(BookLink) +
           header->bounds_count * BOUNDS_BYTES;
}

static uint64_t blocks_of(uint64_t content) {
    return (content + BLOCK_BYTES - 1) / BLOCK_BYTES;
}

static bool check_blocks(const char *bytes, uint64_t content, Status *status) {
    for (uint64_t block = 0; block < blocks_of(content); block++) {
        uint64_t sum;
        memcpy(&sum, bytes + HEADER_BYTES + content + block * SUM_BYTES, sizeof sum);
        if (sum != block_checksum(bytes, content, block)) {
            return status_fail(status, "damaged: block %" PRIu64 " of %" PRIu64, block + 1,
                               blocks_of(content));
        }
    }
    return true;
}

/* ---- The header ---- */

static void header_set_facts(BookHeader *header, const BookFacts *facts) {
    const Rules *rules = &facts->rules;
    const uint8_t codes[RULES_BYTES] = {
        (uint8_t)rules->ko,      (uint8_t)rules->scoring,
        (uint8_t)rules->bonus,   rules->suicide,
        rules->friendly_pass_ok, (uint8_t)((int)rules->tax ^ (int)rules->scoring),
        rules->excludes_atari,   rules->button};
    header->komi = facts->komi;
    header->error_factor = facts->error_factor;
    header->width = (uint8_t)facts->width;
    header->height = (uint8_t)facts->height;
    header->symmetric = 1;
    header->to_move = (uint8_t)facts->to_move;
    memcpy(header->rules, codes, sizeof codes);
    memcpy(header->engine, facts->engine, BOOK_TEXT_MAX);
    for (int i = 0; i < facts->width * facts->height; i++) {
        header->start[i / 4] |= (uint8_t)(facts->start[i] << 2 * (i % 4));
    }
}

static bool read_facts(const BookHeader *header, BookFacts *facts, Status *status) {
    const uint8_t *codes = header->rules;
    if (header->width < 1 || header->width > BOARD_SIDE_MAX || header->height < 1 ||
        header->height > BOARD_SIDE_MAX) {
        return status_fail(status, "impossible board size");
    }
    if (codes[0] > KO_SITUATIONAL || codes[1] > SCORING_TERRITORY ||
        codes[2] > HANDICAP_BONUS_N_MINUS_1 || codes[3] > 1 || codes[4] > 1 ||
        (codes[5] ^ codes[1]) > TAX_ALL || codes[6] > 1 || codes[7] + codes[1] > 1) {
        return status_fail(status, "unknown rules");
    }
    if (!isfinite(header->komi) || !isfinite(header->error_factor) || header->error_factor < 0 ||
        header->symmetric != 1 || header->to_move > WHITE ||
        memchr(header->engine, '\0', BOOK_TEXT_MAX) == NULL) {
        return status_fail(status, "impossible facts in the header");
    }
    *facts = (BookFacts){.width = header->width,
                         .height = header->height,
                         .rules = {.ko = (KoRule)codes[0],
                                   .scoring = (Scoring)codes[1],
                                   .bonus = (HandicapBonus)codes[2],
                                   .suicide = codes[3] == 1,
                                   .friendly_pass_ok = codes[4] == 1,
                                   .tax = (Tax)(codes[5] ^ codes[1]),
                                   .excludes_atari = codes[6] == 1,
                                   .button = codes[7] == 1},
                         .komi = header->komi,
                         .error_factor = header->error_factor,
                         .to_move = (Color)header->to_move};
    rules_set_name(&facts->rules);
    memset(facts->start, EMPTY, sizeof facts->start);
    memcpy(facts->engine, header->engine, BOOK_TEXT_MAX);
    bool ok = true;
    for (int i = 0; i < header->width * header->height; i++) {
        facts->start[i] = header->start[i / 4] >> 2 * (i % 4) & 3;
        ok &= facts->start[i] <= EMPTY;
    }
    return (ok && book_facts_check_start(facts, status)) ||
           status_fail(status, "impossible start position");
}

/* Does this header belong to a whole book of that length? */
static bool check_header(const BookHeader *header, uint64_t length, Status *status) {
    if (length < HEADER_BYTES) {
        return status_fail(status, "truncated: shorter than a header");
    }
    const uint64_t nodes = header->node_count, edges = header->edge_count;
    uint64_t sum;
    memcpy(&sum, header->checksum, sizeof sum);
    const char *reason =
        memcmp(header->magic, MAGIC, sizeof MAGIC) != 0 ? "not a book"
        : header->byte_order != BYTE_ORDER_MARK ? "written on a machine with another byte order"
        : header->version != VERSION            ? "written in another version of the format"
        : sum != header_checksum(header) ? "the header is damaged: its checksum does not match"
        : nodes < 1 || nodes >= BOOK_NODE_NONE || edges > UINT32_MAX || header->bounds_count > nodes
            ? "impossible size"
            : NULL;
    if (reason != NULL) {
        return status_fail(status, "%s", reason);
    }
    const uint64_t content = content_bytes(header);
    const uint64_t expected = HEADER_BYTES + content + SUM_BYTES * blocks_of(content);
    return length == expected || status_fail(status, length < expected ? "truncated" : "too long");
}

/* ---- Reading ---- */

/* A file in memory. */
typedef struct {
    const BookHeader *header;
    const BookRecord *records;
    const BookLink *links;
} BookContent;

/* Is it a point of the board, whichever way that lies, or a pass? */
static bool can_be_move(const BookFacts *facts, Point move) {
    return move == POINT_PASS || point_is_within(move, facts->width, facts->height) ||
           point_is_within(move, facts->height, facts->width);
}

/* Appends all nodes. places[index in the file]: the node. */
static bool read_nodes(const BookContent *content, BookGraph *graph, uint32_t *places,
                       Status *status) {
    bool has_root = false;
    for (uint32_t i = 0; i < content->header->node_count; i++) {
        const BookNode node = book_record_node(&content->records[i]);
        places[i] = book_graph_find_key(graph, node.key, node.check);
        if (places[i] == BOOK_NODE_NONE) {
            places[i] = book_graph_append(graph, &node);
        } else if (places[i] == BOOK_ROOT && !has_root) {
            has_root = true;
            graph->nodes[BOOK_ROOT] = node;
        } else {
            return status_fail(status, "the structure is damaged: node %" PRIu32 " occurs twice",
                               i);
        }
    }
    return has_root ||
           status_fail(status, "the structure is damaged: the start position is missing");
}

static bool read_edges(const BookContent *content, BookGraph *graph, const uint32_t *places,
                       Status *status) {
    const uint64_t nodes = content->header->node_count, edges = content->header->edge_count;
    for (uint64_t i = 0; i < nodes; i++) {
        const uint64_t first = content->records[i].first_edge;
        const uint64_t end = i + 1 == nodes ? edges : content->records[i + 1].first_edge;
        bool ok = first <= end && end <= edges && end - first <= GRAPH_EDGES_MAX;
        for (uint64_t j = first; ok && j < end; j++) {
            BookEdge edge = book_link_edge(&content->links[j]);
            ok = edge.child < nodes && can_be_move(&graph->facts, edge.move) &&
                 book_graph_edge(graph, places[i], edge.move) == NULL;
            if (ok) {
                edge.child = places[edge.child];
                book_graph_link(graph, places[i], &edge);
            }
        }
        if (!ok) {
            return status_fail(status, "the structure is damaged: moves of node %" PRIu64, i);
        }
    }
    return true;
}

static uint32_t count_stale(const BookContent *content, const BookGraph *graph,
                            const uint32_t *places) {
    uint32_t stale = 0;
    for (uint64_t i = 0; i < content->header->node_count; i++) {
        const BookRecord *record = &content->records[i];
        const BookRecord other = book_record_of(&graph->nodes[places[i]], record->first_edge);
        stale += record->visits != other.visits || record->win_loss != other.win_loss ||
                 record->win_loss_lower != other.win_loss_lower ||
                 record->win_loss_upper != other.win_loss_upper || record->score != other.score;
    }
    return stale;
}

/* Fills the graph, which has the start position alone. */
static bool fill(BookGraph *graph, const BookContent *content, uint32_t *stale, Status *status) {
    const BookNode *root = &graph->nodes[BOOK_ROOT];
    uint32_t *places = memory_new(content->header->node_count, sizeof *places), reached;
    bool ok =
        (root->key == content->header->root_key && root->check == content->header->root_check) ||
        status_fail(status, "made with other hash tables");
    ok = ok && read_nodes(content, graph, places, status) &&
         read_edges(content, graph, places, status);
    if (ok) {
        free(book_graph_order(graph, &reached));
        ok = reached == graph->node_count ||
             status_fail(status, "%" PRIu32 " nodes cannot be reached from the start",
                         graph->node_count - reached);
    }
    if (ok) {
        book_graph_recompute(graph);
        *stale = count_stale(content, graph, places);
    }
    free(places);
    return ok;
}

BookGraph *book_graph_load(const char *path, uint32_t *stale, Status *status) {
    Status reason;
    BookFacts facts;
    size_t length;
    uint32_t ignored;
    BookGraph *graph = NULL;
    char *bytes = file_read(path, FILE_REGULAR, SIZE_MAX / 2, &length, status);
    if (bytes == NULL) {
        return NULL;
    }
    const BookHeader *header = (const BookHeader *)bytes;
    bool ok = check_header(header, length, &reason) &&
              check_blocks(bytes, content_bytes(header), &reason) &&
              read_facts(header, &facts, &reason);
    if (ok) {
        const BookRecord *records = (const BookRecord *)(bytes + HEADER_BYTES);
        const BookContent content = {header, records,
                                     (const BookLink *)(records + header->node_count)};
        graph = book_graph_new(&facts);
        ok = fill(graph, &content, stale == NULL ? &ignored : stale, &reason);
    }
    if (!ok) {
        file_fail(status, path, reason.text);
        book_graph_free(graph);
        graph = NULL;
    }
    free(bytes);
    return graph;
}

/* ---- Writing ---- */

typedef struct {
    uint64_t mixed;
    uint32_t check, node;
} SortedNode;

static int compare_nodes(const void *a, const void *b) {
    const SortedNode *x = a, *y = b;
    const int by_key = (x->mixed > y->mixed) - (x->mixed < y->mixed);
    return by_key != 0 ? by_key : (x->check > y->check) - (x->check < y->check);
}

static void write_content(const BookGraph *graph, char *content) {
    SortedNode *sorted = memory_new(graph->node_count, sizeof *sorted);
    uint32_t *places = memory_new(graph->node_count, sizeof *places);
    BookRecord *records = (BookRecord *)content;
    BookLink *links = (BookLink *)(records + graph->node_count);
    uint32_t edge = 0;
    for (uint32_t i = 0; i < graph->node_count; i++) {
        sorted[i] = (SortedNode){hash_mix(graph->nodes[i].key), graph->nodes[i].check, i};
    }
    qsort(sorted, graph->node_count, sizeof *sorted, compare_nodes);
    for (uint32_t i = 0; i < graph->node_count; i++) {
        places[sorted[i].node] = i;
    }
    for (uint32_t i = 0; i < graph->node_count; i++) {
        const BookNode *node = &graph->nodes[sorted[i].node];
        records[i] = book_record_of(node, edge);
        for (int j = 0; j < node->edge_count; j++) {
            links[edge++] = book_link_of(&node->edges[j], places[node->edges[j].child]);
        }
    }
    free(places);
    free(sorted);
}

bool book_graph_save(const BookGraph *graph, const char *path, Status *status) {
    BookHeader header = {.byte_order = BYTE_ORDER_MARK,
                         .version = VERSION,
                         .node_count = graph->node_count,
                         .edge_count = graph->edge_count,
                         .root_key = graph->nodes[BOOK_ROOT].key,
                         .root_check = graph->nodes[BOOK_ROOT].check};
    memcpy(header.magic, MAGIC, sizeof MAGIC);
    header_set_facts(&header, &graph->facts);
    const uint64_t header_sum = header_checksum(&header), content = content_bytes(&header);
    memcpy(header.checksum, &header_sum, sizeof header_sum);
    const size_t length = HEADER_BYTES + content + blocks_of(content) * SUM_BYTES;
    char *bytes = memory_new(length, 1);
    memcpy(bytes, &header, sizeof header);
    write_content(graph, bytes + HEADER_BYTES);
    for (uint64_t block = 0; block < blocks_of(content); block++) {
        const uint64_t sum = block_checksum(bytes, content, block);
        memcpy(bytes + HEADER_BYTES + content + block * SUM_BYTES, &sum, sizeof sum);
    }
    const bool ok = file_replace(path, bytes, length, status);
    free(bytes);
    return ok;
}
