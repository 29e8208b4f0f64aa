#include "engine/book/file.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "engine/base/os/files.h"
#include "engine/base/os/pages.h"

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
    uint64_t node_count, edge_count, round;
    uint64_t root_key, root_check;
    double komi, error_factor;
    uint8_t width, height, symmetric, to_move;
    uint8_t rules[RULES_BYTES]; /* ko, scoring, bonus, suicide, agreement */
    uint8_t zeros[4];
    char engine[BOOK_TEXT_MAX], network[BOOK_TEXT_MAX];
    uint8_t start[START_BYTES];
    uint8_t more_zeros[3];
    uint64_t bounds_count; /* of proved bounds, which earlier versions wrote */
    uint8_t yet_more_zeros[HEADER_BYTES - 107 - 2 * BOOK_TEXT_MAX - START_BYTES - SUM_BYTES];
    uint8_t checksum[SUM_BYTES]; /* of the header, with 0 in this place */
} Header;

_Static_assert(sizeof(Header) == HEADER_BYTES, "the header has no padding");

struct BookFile {
    unsigned char *bytes; /* a mapping of the file */
    uint64_t length;
    const BookRecord *records;
    const BookLink *links;
    uint64_t node_count, edge_count;
    uint64_t content, block_count; /* bytes of records, and blocks of them */
    BookFacts facts;
    Geometry *geometry;
    _Atomic uint8_t *is_checked; /* [block]; relaxed: checking a block twice does no harm, and
                                    its bytes never change */
};

/* ---- Checksums ---- */

/* Four sums, so that no multiplication waits for another; each step is a bijection of the sum and
 * of the word, so that a change of one word always shows. */
static uint64_t checksum(const void *bytes, size_t length) {
    enum { LANES = 4, STEP = LANES * 8 };
    uint64_t sum[LANES] = {length, 1, 2, 3}, words[LANES];
    for (size_t at = 0; at < length; at += STEP) {
        const size_t left = length - at;
        memset(words, 0, sizeof words);
        memcpy(words, (const char *)bytes + at, left < STEP ? left : STEP);
        for (int i = 0; i < LANES; i++) {
            const uint64_t mixed = sum[i] ^ words[i];
            sum[i] = hash_mix(mixed << 29 | mixed >> 35);
        }
    }
    uint64_t all = 0;
    for (int i = 0; i < LANES; i++) {
        all = hash_mix((all ^ sum[i]) << 29 | (all ^ sum[i]) >> 35);
    }
    return all;
}

static uint64_t header_checksum(const Header *header) {
    Header copy = *header;
    memset(copy.checksum, 0, sizeof copy.checksum);
    return checksum(&copy, sizeof copy);
}

/* Of a block of the content, which follows the header. */
static uint64_t block_checksum(const unsigned char *bytes, uint64_t content, uint64_t block) {
    const uint64_t at = block * BLOCK_BYTES, left = content - at;
    return checksum(bytes + HEADER_BYTES + at, (size_t)(left < BLOCK_BYTES ? left : BLOCK_BYTES));
}

static uint64_t content_bytes(uint64_t nodes, uint64_t edges, uint64_t bounds) {
    return nodes * sizeof(BookRecord) + edges * sizeof(BookLink) + bounds * BOUNDS_BYTES;
}

static uint64_t blocks_of(uint64_t content) {
    return (content + BLOCK_BYTES - 1) / BLOCK_BYTES;
}

/* ---- The header ---- */

static void header_set_facts(Header *header, const BookFacts *facts) {
    const Rules *rules = &facts->rules;
    const uint8_t codes[RULES_BYTES] = {(uint8_t)rules->ko, (uint8_t)rules->scoring,
                                        (uint8_t)rules->bonus, rules->suicide,
                                        rules->friendly_pass_ok};
    header->round = facts->round;
    header->komi = facts->komi;
    header->error_factor = facts->error_factor;
    header->width = (uint8_t)facts->width;
    header->height = (uint8_t)facts->height;
    header->symmetric = facts->symmetric;
    header->to_move = (uint8_t)facts->to_move;
    memcpy(header->rules, codes, sizeof codes);
    memcpy(header->engine, facts->engine, BOOK_TEXT_MAX);
    memcpy(header->network, facts->network, BOOK_TEXT_MAX);
    for (int i = 0; i < facts->width * facts->height; i++) {
        header->start[i / 4] |= (uint8_t)(facts->start[i] << 2 * (i % 4));
    }
}

static bool is_text(const char text[BOOK_TEXT_MAX]) {
    return memchr(text, '\0', BOOK_TEXT_MAX) != NULL;
}

/* Returns why the facts are not those of a book, or NULL. */
static const char *read_facts(const Header *header, BookFacts *facts) {
    const uint8_t *codes = header->rules;
    const int cells = header->width * header->height;
    if (header->width < 1 || header->width > BOARD_SIDE_MAX || header->height < 1 ||
        header->height > BOARD_SIDE_MAX) {
        return "impossible board size";
    }
    if (codes[0] > KO_SITUATIONAL || codes[1] > SCORING_TERRITORY ||
        codes[2] > HANDICAP_BONUS_N_MINUS_1 || codes[3] > 1 || codes[4] > 1) {
        return "unknown rules";
    }
    if (!isfinite(header->komi) || !isfinite(header->error_factor) || header->error_factor < 0 ||
        header->symmetric > 1 || header->to_move > WHITE || !is_text(header->engine) ||
        !is_text(header->network)) {
        return "impossible facts in the header";
    }
    *facts = (BookFacts){.width = header->width,
                         .height = header->height,
                         .rules = {.ko = (KoRule)codes[0],
                                   .scoring = (Scoring)codes[1],
                                   .bonus = (HandicapBonus)codes[2],
                                   .suicide = codes[3] == 1,
                                   .friendly_pass_ok = codes[4] == 1},
                         .komi = header->komi,
                         .error_factor = header->error_factor,
                         .symmetric = header->symmetric == 1,
                         .to_move = (Color)header->to_move,
                         .round = header->round};
    rules_set_name(&facts->rules);
    memset(facts->start, EMPTY, sizeof facts->start);
    memcpy(facts->engine, header->engine, BOOK_TEXT_MAX);
    memcpy(facts->network, header->network, BOOK_TEXT_MAX);
    for (int i = 0; i < cells; i++) {
        facts->start[i] = header->start[i / 4] >> 2 * (i % 4) & 3;
        if (facts->start[i] > EMPTY) {
            return "impossible start position";
        }
    }
    return NULL;
}

/* Returns how the start position differs from the header's, or NULL. */
static const char *check_start(const Header *header, const BookFile *file) {
    BookPosition position;
    Status ignored;
    board_init(&position.board, file->geometry);
    if (!board_set_up(&position.board, file->facts.start, file->facts.to_move, &ignored)) {
        return "impossible start position";
    }
    book_position_start(&position, &file->facts, file->geometry);
    return position.key.key.key == header->root_key &&
                   book_graph_check(&position.key.key) == header->root_check
               ? NULL
               : "made with other hash tables";
}

/* Returns why a file of this length is not a whole book, or NULL. */
static const char *check_header(const Header *header, uint64_t length) {
    const uint64_t nodes = header->node_count, edges = header->edge_count;
    const uint64_t bounds = header->bounds_count;
    uint64_t sum;
    memcpy(&sum, header->checksum, sizeof sum);
    if (memcmp(header->magic, MAGIC, sizeof MAGIC) != 0) {
        return "not a book";
    }
    if (header->byte_order != BYTE_ORDER_MARK) {
        return "written on a machine with another byte order";
    }
    if (header->version != VERSION) {
        return "of another version of the format";
    }
    if (sum != header_checksum(header)) {
        return "the header is damaged: its checksum does not match";
    }
    if (nodes < 1 || nodes >= BOOK_NODE_NONE || edges > UINT32_MAX || bounds > nodes) {
        return "impossible size";
    }
    const uint64_t content = content_bytes(nodes, edges, bounds);
    const uint64_t expected = HEADER_BYTES + content + SUM_BYTES * blocks_of(content);
    return length < expected ? "truncated" : length > expected ? "too long" : NULL;
}

/* ---- Opening ---- */

/* Reads the header of bytes and length, which are set. Returns what is wrong with it, or NULL. */
static const char *read_header(BookFile *file) {
    const Header *header = (const Header *)file->bytes;
    const char *reason = check_header(header, file->length);
    reason = reason != NULL ? reason : read_facts(header, &file->facts);
    if (reason != NULL) {
        return reason;
    }
    file->geometry = book_geometry_new(&file->facts);
    file->node_count = header->node_count;
    file->edge_count = header->edge_count;
    file->content = content_bytes(file->node_count, file->edge_count, header->bounds_count);
    file->block_count = blocks_of(file->content);
    file->is_checked = calloc(file->block_count, sizeof *file->is_checked);
    file->records = (const BookRecord *)(file->bytes + HEADER_BYTES);
    file->links = (const BookLink *)(file->records + file->node_count);
    if (file->geometry == NULL || file->is_checked == NULL) {
        return "out of memory";
    }
    return check_start(header, file);
}

static const char *open_mapped(BookFile *file, int descriptor) {
    OsFileInfo info;
    if (!os_file_info(descriptor, &info)) {
        return strerror(errno);
    }
    if (info.kind != OS_FILE_REGULAR) {
        return "not a regular file";
    }
    if (info.bytes < HEADER_BYTES) {
        return "truncated: shorter than a header";
    }
    file->length = info.bytes;
    file->bytes = pages_map_file(descriptor, info.bytes);
    return file->bytes == NULL ? strerror(errno) : read_header(file);
}

BookFile *book_file_open(const char *path, Status *status) {
    const int descriptor = os_open(path, OS_OPEN_READ);
    if (descriptor < 0) {
        file_fail(status, path, strerror(errno));
        return NULL;
    }
    BookFile *file = memory_new(1, sizeof *file);
    const char *reason = open_mapped(file, descriptor);
    os_close(descriptor); /* the mapping outlives it */
    if (reason != NULL) {
        file_fail(status, path, reason);
        book_file_close(file);
        return NULL;
    }
    return file;
}

void book_file_close(BookFile *file) {
    if (file != NULL) {
        if (file->bytes != NULL) {
            pages_free(file->bytes, file->length);
        }
        geometry_free(file->geometry);
        free((void *)file->is_checked);
        free(file);
    }
}

const BookFacts *book_file_facts(const BookFile *file) {
    return &file->facts;
}

const Geometry *book_file_geometry(const BookFile *file) {
    return file->geometry;
}

uint64_t book_file_nodes(const BookFile *file) {
    return file->node_count;
}

uint64_t book_file_edges(const BookFile *file) {
    return file->edge_count;
}

uint64_t book_file_bytes(const BookFile *file) {
    return file->length;
}

/* ---- Reading ---- */

static bool is_block_right(const BookFile *file, uint64_t block) {
    uint64_t sum;
    memcpy(&sum, file->bytes + HEADER_BYTES + file->content + block * SUM_BYTES, sizeof sum);
    return sum == block_checksum(file->bytes, file->content, block);
}

/* Checks the blocks of these bytes, unless they have been. */
static bool is_right(BookFile *file, const void *bytes, size_t length, Status *status) {
    const uint64_t at = (uint64_t)((const unsigned char *)bytes - file->bytes - HEADER_BYTES);
    for (uint64_t block = at / BLOCK_BYTES; block <= (at + length - 1) / BLOCK_BYTES; block++) {
        if (atomic_load_explicit(&file->is_checked[block], memory_order_relaxed) != 0) {
            continue;
        }
        if (!is_block_right(file, block)) {
            return status_fail(status, "damaged: block %" PRIu64 " of %" PRIu64, block + 1,
                               file->block_count);
        }
        atomic_store_explicit(&file->is_checked[block], 1, memory_order_relaxed);
    }
    return true;
}

static const BookRecord *record_at(BookFile *file, uint64_t index, Status *status) {
    const BookRecord *record = &file->records[index];
    return is_right(file, record, sizeof *record, status) ? record : NULL;
}

BookAnswer book_file_find(BookFile *file, const BookPosition *position, uint32_t *index,
                          Status *status) {
    const uint64_t wanted = hash_mix(position->key.key.key);
    const uint32_t check = book_graph_check(&position->key.key);
    uint64_t low = 0, high = file->node_count; /* it is in [low, high) */
    while (low < high) {
        const uint64_t middle = low + (high - low) / 2;
        const BookRecord *record = record_at(file, middle, status);
        if (record == NULL) {
            return BOOK_DAMAGED;
        }
        const uint64_t found = hash_mix(record->key);
        if (found == wanted && record->check == check) {
            *index = (uint32_t)middle;
            return BOOK_FOUND;
        }
        if (found < wanted || (found == wanted && record->check < check)) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return BOOK_UNKNOWN;
}

/* Is it a point of the board, whichever way that lies, or a pass? */
static bool can_be_move(const BookFile *file, Point move) {
    const BookFacts *facts = &file->facts;
    return move == POINT_PASS || point_is_within(move, facts->width, facts->height) ||
           point_is_within(move, facts->height, facts->width);
}

BookAnswer book_file_node(BookFile *file, uint32_t index, BookNode *node, Status *status) {
    const BookRecord *record = index < file->node_count ? record_at(file, index, status) : NULL;
    if (record == NULL) {
        return index < file->node_count ? BOOK_DAMAGED : BOOK_UNKNOWN;
    }
    *node = book_record_node(record);
    const Point next = book_node_next(node);
    if (next != POINT_NONE && !can_be_move(file, next)) {
        status_fail(status, "the structure is damaged: node %" PRIu32, index);
        return BOOK_DAMAGED;
    }
    return BOOK_FOUND;
}

BookAnswer book_file_edges_of(BookFile *file, uint32_t index, BookEdge edges[GRAPH_EDGES_MAX],
                              int *count, Status *status) {
    const bool is_last = index + 1 == file->node_count;
    const BookRecord *record = record_at(file, index, status);
    const BookRecord *next = is_last ? record : record_at(file, index + 1, status);
    if (record == NULL || next == NULL) {
        return BOOK_DAMAGED;
    }
    const uint64_t first = record->first_edge, end = is_last ? file->edge_count : next->first_edge;
    bool ok = first <= end && end <= file->edge_count && end - first <= GRAPH_EDGES_MAX;
    *count = ok ? (int)(end - first) : 0;
    if (*count > 0 &&
        !is_right(file, &file->links[first], (size_t)*count * sizeof(BookLink), status)) {
        return BOOK_DAMAGED;
    }
    for (int i = 0; i < *count && ok; i++) {
        edges[i] = book_link_edge(&file->links[first + (uint64_t)i]);
        ok = edges[i].child < file->node_count && can_be_move(file, edges[i].move);
    }
    if (!ok) {
        status_fail(status, "the structure is damaged: moves of node %" PRIu32, index);
    }
    return ok ? BOOK_FOUND : BOOK_DAMAGED;
}

/* ---- From and to memory ---- */

/* Appends all nodes. places[index in the file]: the node. */
static bool read_nodes(BookFile *file, BookGraph *graph, uint32_t *places, Status *status) {
    bool has_root = false;
    for (uint32_t i = 0; i < file->node_count; i++) {
        BookNode node;
        if (book_file_node(file, i, &node, status) != BOOK_FOUND) {
            return false;
        }
        places[i] = book_graph_find_key(graph, node.key, node.check);
        if (places[i] == BOOK_NODE_NONE) {
            places[i] = book_graph_append(graph, &node);
        } else if (places[i] == BOOK_ROOT && !has_root) {
            has_root = true;
            graph->nodes[BOOK_ROOT] = node;
        } else {
            return status_fail(status, "the structure is damaged: node %" PRIu32 " is there twice",
                               i);
        }
    }
    return has_root ||
           status_fail(status, "the structure is damaged: the start position is missing");
}

static bool read_edges(BookFile *file, BookGraph *graph, const uint32_t *places, Status *status) {
    BookEdge edges[GRAPH_EDGES_MAX];
    for (uint32_t i = 0; i < file->node_count; i++) {
        int count;
        if (book_file_edges_of(file, i, edges, &count, status) != BOOK_FOUND) {
            return false;
        }
        for (int j = 0; j < count; j++) {
            edges[j].child = places[edges[j].child];
            if (book_graph_edge(graph, places[i], edges[j].move) != NULL) {
                return status_fail(status, "the structure is damaged: moves of node %" PRIu32, i);
            }
            book_graph_link(graph, places[i], &edges[j]);
        }
    }
    return true;
}

static uint32_t count_stale(BookFile *file, const BookGraph *graph, const uint32_t *places) {
    uint32_t stale = 0;
    for (uint32_t i = 0; i < file->node_count; i++) {
        stale += !book_record_is_of(&file->records[i], &graph->nodes[places[i]]);
    }
    return stale;
}

static BookGraph *read_graph(BookFile *file, uint32_t *stale, Status *status) {
    BookGraph *graph = book_graph_new(&file->facts);
    uint32_t *places = memory_new(file->node_count, sizeof *places), unreached;
    uint32_t *order = NULL;
    if (read_nodes(file, graph, places, status) && read_edges(file, graph, places, status)) {
        order = book_graph_order(graph, &unreached);
        if (order != NULL) {
            book_graph_recompute(graph);
            *stale = count_stale(file, graph, places);
        } else {
            status_fail(status, "%" PRIu32 " nodes cannot be reached from the start", unreached);
        }
    }
    if (order == NULL) {
        book_graph_free(graph);
        graph = NULL;
    }
    free(order);
    free(places);
    return graph;
}

BookGraph *book_graph_load(const char *path, uint32_t *stale, Status *status) {
    Status reason;
    uint32_t ignored;
    BookFile *file = book_file_open(path, status);
    BookGraph *graph =
        file == NULL ? NULL : read_graph(file, stale == NULL ? &ignored : stale, &reason);
    if (file != NULL && graph == NULL) {
        file_fail(status, path, reason.text);
    }
    book_file_close(file);
    return graph;
}

typedef struct {
    uint64_t mixed;
    uint32_t check, node;
} SortedNode;

static int compare_nodes(const void *a, const void *b) {
    const SortedNode *x = a, *y = b;
    const int by_key = (x->mixed > y->mixed) - (x->mixed < y->mixed);
    return by_key != 0 ? by_key : (x->check > y->check) - (x->check < y->check);
}

static void write_content(const BookGraph *graph, unsigned char *content) {
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
    const uint64_t content = content_bytes(graph->node_count, graph->edge_count, 0);
    const uint64_t blocks = blocks_of(content);
    const size_t length = HEADER_BYTES + content + blocks * SUM_BYTES;
    unsigned char *bytes = memory_new(length, 1);
    Header *header = (Header *)bytes;
    memcpy(header->magic, MAGIC, sizeof MAGIC);
    header->byte_order = BYTE_ORDER_MARK;
    header->version = VERSION;
    header->node_count = graph->node_count;
    header->edge_count = graph->edge_count;
    header->root_key = graph->nodes[BOOK_ROOT].key;
    header->root_check = graph->nodes[BOOK_ROOT].check;
    header_set_facts(header, &graph->facts);
    const uint64_t header_sum = header_checksum(header);
    memcpy(header->checksum, &header_sum, sizeof header_sum);
    write_content(graph, bytes + HEADER_BYTES);
    for (uint64_t block = 0; block < blocks; block++) {
        const uint64_t sum = block_checksum(bytes, content, block);
        memcpy(bytes + HEADER_BYTES + content + block * SUM_BYTES, &sum, sizeof sum);
    }
    const bool ok = file_replace(path, (const char *)bytes, length, status);
    free(bytes);
    return ok;
}
