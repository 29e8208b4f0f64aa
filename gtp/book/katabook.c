/* Reads the books that KataGo's genbook writes (.katabook, versions 2 and 3): their nodes become
 * positions, their moves links, their values Black's.
 *
 * The format, from the source of KataGo 1.17 (cpp/book/book.cpp): a line of JSON with rules and
 * parameters, the number of nodes, a line of hash for each, then a line of JSON for each node. A
 * node is a position in some orientation; a move names the symmetry that turns its node's
 * orientation into its child's. KataGo's symmetries mirror top and bottom (1), left and right (2),
 * then transpose (4). */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "engine/base/os/files.h"
#include "engine/book/graph.h"
#include "gtp/book/request.h"
#include "gtp/json/config/katago_rules.h"

/* Own values this far off mean that all moves are in the book. */
static const double NO_MOVE_LEFT = 1e10;

typedef struct {
    uint32_t child;
    Point move; /* in the node's orientation */
    Symmetry symmetry;
    double prior;
} KataMove;

typedef struct {
    int line; /* 0: not read */
    uint16_t flags;
    BookValues own;
    KataMove *moves;
    int move_count;
    uint32_t parent; /* on the way on which it was reached first */
    Point point;     /* played there, on the board of that way */
    Symmetry turned; /* turns that board into the node's orientation */
} KataNode;

typedef struct {
    char *text;
    char *next; /* line */
    int line;   /* its number, from 1 */
    BookFacts facts;
    Symmetry start_turned;
    KataNode *nodes;
    uint32_t count, root;
    Status *reason;
} KatabookReader;

/* ---- Lines ---- */

/* Returns the next line without its end, or NULL. */
static char *next_line(KatabookReader *reader) {
    char *line = reader->next;
    if (*line == '\0') {
        return NULL;
    }
    char *end = line + strcspn(line, "\n");
    reader->next = *end == '\0' ? end : end + 1;
    *end = '\0';
    end[end > line && end[-1] == '\r' ? -1 : 0] = '\0';
    reader->line++;
    return line;
}

static bool fail_line(const KatabookReader *reader, int line, const char *what) {
    return status_fail(reader->reason, "line %d: %s", line, what);
}

static json_t *next_object(KatabookReader *reader) {
    json_error_t error;
    const char *line = next_line(reader);
    json_t *object = line == NULL ? NULL : json_loadb(line, strlen(line), 0, &error);
    if (!json_is_object(object)) {
        json_decref(object);
        fail_line(reader, reader->line, "not a JSON object");
        return NULL;
    }
    return object;
}

static double number(const json_t *object, const char *key, double absent) {
    const json_t *value = json_object_get(object, key);
    return json_is_number(value) ? json_number_value(value) : absent;
}

/* KataGo's number of a symmetry as this program's. */
static Symmetry read_symmetry(const json_t *value) {
    const unsigned theirs = (unsigned)json_integer_value(value) & 7;
    return (Symmetry)((theirs & 4) != 0 ? theirs : (theirs & 1) << 1 | theirs >> 1);
}

/* ---- The header ---- */

static bool read_board_stones(const json_t *board, BookFacts *facts) {
    const char *text = json_string_value(json_object_get(board, "stones"));
    int cell = 0;
    for (; text != NULL && *text != '\0' && cell <= facts->width * facts->height; text++) {
        const bool black = strchr("xX", *text) != NULL, white = strchr("oO", *text) != NULL;
        if (black || white || *text == '.') {
            facts->start[cell++] = black ? BLACK : white ? WHITE : EMPTY;
        }
    }
    return cell == facts->width * facts->height;
}

static bool read_header(KatabookReader *reader) {
    json_t *header = next_object(reader);
    if (header == NULL) {
        return false;
    }
    const json_t *board = json_object_get(header, "initialBoard");
    const json_t *rules = json_object_get(header, "initialRules");
    const char *side = json_string_value(json_object_get(header, "initialPla"));
    const double width = number(board, "xSize", 0), height = number(board, "ySize", 0);
    const double version = number(header, "version", 0), komi = number(rules, "komi", NAN);
    KatagoRules asked;
    Status reason;
    const char *fault =
        version != 2 && version != 3 ? "not a book of version 2 or 3"
        : !(width >= 1 && width <= BOARD_SIDE_MAX && height >= 1 && height <= BOARD_SIDE_MAX)
            ? "impossible board size"
        : !katago_rules_read(rules, &asked, &reason) ? reason.text
        : !isfinite(komi) || side == NULL            ? "no komi or side to move"
                                                     : NULL;
    if (fault == NULL) {
        const Rules of_book = katago_rules_get(&asked);
        reader->facts = book_facts((int)width, (int)height, &of_book, komi);
        reader->facts.to_move = strncmp(side, "W", 1) == 0 ? WHITE : BLACK;
        reader->facts.error_factor = number(header, "errorFactor", 1);
        reader->start_turned = read_symmetry(json_object_get(header, "initialSymmetry"));
        snprintf(reader->facts.engine, BOOK_TEXT_MAX, "KataGo");
        fault = read_board_stones(board, &reader->facts) ? NULL : "impossible start position";
    }
    json_decref(header);
    return fault == NULL || fail_line(reader, reader->line, fault);
}

static bool read_hashes(KatabookReader *reader) {
    const char *line = next_line(reader);
    char *end;
    const unsigned long count = line == NULL ? 0 : strtoul(line, &end, 10);
    if (count < 1 || count >= BOOK_NODE_NONE || *end != '\0' ||
        count > strlen(reader->next)) { /* each has a line */
        return fail_line(reader, reader->line, "expected the number of nodes");
    }
    reader->count = (uint32_t)count;
    for (uint32_t i = 0; i < reader->count; i++) {
        if (next_line(reader) == NULL) {
            return fail_line(reader, reader->line, "the list of hashes is cut");
        }
    }
    reader->nodes = memory_new(reader->count, sizeof *reader->nodes);
    return true;
}

/* ---- Nodes ---- */

static void read_kata_values(const json_t *object, KataNode *node) {
    const double win_loss = number(object, "wl", 0);
    node->own = (BookValues){
        .win_loss = -win_loss,
        .win_loss_error = fmax(0, number(object, "wlE", 0)),
        .score = -number(object, "sM", 0),
        .visits = (uint64_t)fmax(0, fmin(number(object, "v", 0), 1e15)),
    };
    if (fabs(win_loss) > NO_MOVE_LEFT) {
        node->flags |= BOOK_COMPLETE;
        node->own = (BookValues){0};
    }
    book_values_round(&node->own);
}

static const char *read_move(const KatabookReader *reader, const json_t *object, KataNode *node) {
    const char *vertex = json_string_value(json_object_get(object, "m"));
    const double child = number(object, "id", -1);
    KataMove move = {.symmetry = read_symmetry(json_object_get(object, "sym")),
                     .prior = fmax(0, fmin(number(object, "rP", 0), 1))};
    if (vertex == NULL ||
        !point_from_text(vertex, reader->facts.width, reader->facts.height, &move.move) ||
        move.move == POINT_RESIGN || !(child >= 0 && child < (double)reader->count)) {
        return "an unreadable move, or one to an unknown node";
    }
    if (reader->facts.width != reader->facts.height && symmetry_transposes(move.symmetry)) {
        return "a symmetry that a rectangle does not have";
    }
    move.child = (uint32_t)child;
    node->moves = memory_grow(node->moves, (size_t)node->move_count, sizeof *node->moves);
    node->moves[node->move_count++] = move;
    return NULL;
}

static const char *read_kata_node(KatabookReader *reader, const json_t *object) {
    const double id = number(object, "id", -1);
    const char *side = json_string_value(json_object_get(object, "pla"));
    const json_t *moves = json_object_get(object, "mvs");
    if (!(id >= 0 && id < (double)reader->count) || reader->nodes[(uint32_t)id].line != 0) {
        return "a node that is not in the list, or occurs twice";
    }
    KataNode *node = &reader->nodes[(uint32_t)id];
    node->line = reader->line;
    node->flags = side != NULL && *side == 'W' ? BOOK_WHITE : 0;
    read_kata_values(object, node);
    for (size_t i = 0; i < json_array_size(moves); i++) {
        const char *fault = read_move(reader, json_array_get(moves, i), node);
        if (fault != NULL) {
            return fault;
        }
    }
    if (json_array_size(json_object_get(object, "par")) == 0) {
        reader->root = (uint32_t)id;
    }
    return NULL;
}

static bool read_all_nodes(KatabookReader *reader) {
    while (*reader->next != '\0' && *reader->next != '\n') {
        json_t *object = next_object(reader);
        if (object == NULL) {
            return false;
        }
        const char *fault = read_kata_node(reader, object);
        json_decref(object);
        if (fault != NULL) {
            return fail_line(reader, reader->line, fault);
        }
    }
    return reader->root != BOOK_NODE_NONE ||
           fail_line(reader, reader->line, "every node has a parent");
}

/* ---- Into a book ---- */

/* Plays the way on which a node was reached. */
static void replay_moves_to(const KatabookReader *reader, const BookGraph *graph, uint32_t id,
                            BookPosition *position) {
    Point *moves = NULL;
    size_t count = 0;
    for (; id != reader->root; id = reader->nodes[id].parent) {
        moves = memory_grow(moves, count, sizeof *moves);
        moves[count++] = reader->nodes[id].point;
    }
    book_graph_start(graph, position);
    while (count > 0) {
        book_position_play(position, moves[--count]);
    }
    free(moves);
}

typedef struct {
    KatabookReader *reader;
    BookGraph *graph;
    KatabookReport *report;
    uint32_t *queue;
    uint32_t queued;
    uint8_t *is_taken; /* [node of the book]: its values are set */
} Import;

/* Sets the book's node from one of the file's. */
static void arrive(Import *import, uint32_t id, uint32_t node) {
    const KataNode *from = &import->reader->nodes[id];
    BookNode *to = &import->graph->nodes[node];
    if (import->is_taken[node] != 0) {
        import->report->merged++;
    } else {
        import->is_taken[node] = 1;
        to->own = from->own;
        to->flags = from->flags;
    }
    import->report->place[id] = node;
    import->queue[import->queued++] = id;
}

static bool follow(Import *import, uint32_t id, const KataMove *move) {
    KatabookReader *reader = import->reader;
    KataNode *node = &reader->nodes[id], *child = &reader->nodes[move->child];
    BookPosition position;
    replay_moves_to(reader, import->graph, id, &position);
    const Point p = geometry_unmap_point(import->graph->geometry, node->turned, move->move);
    if (position.board.passes >= 2 || !book_position_allows(&position, p)) {
        return fail_line(reader, node->line, "an illegal move");
    }
    const uint32_t reached =
        book_graph_play(import->graph, import->report->place[id], &position, p, move->prior);
    if (import->report->place[move->child] != BOOK_NODE_NONE) {
        return import->report->place[move->child] == reached ||
               position.facts->rules.ko != KO_SIMPLE ||
               fail_line(reader, node->line, "a move to a node of another position");
    }
    if (child->line == 0 ||
        (child->flags & BOOK_WHITE) != (position.board.to_move == WHITE ? BOOK_WHITE : 0)) {
        return fail_line(reader, node->line,
                         "a move to a node that is missing or has the other side to move");
    }
    child->parent = id;
    child->point = p;
    child->turned = symmetry_compose(move->symmetry, node->turned);
    arrive(import, move->child, reached);
    return true;
}

static bool import_all(KatabookReader *reader, BookGraph *graph, KatabookReport *report) {
    Import import = {.reader = reader,
                     .graph = graph,
                     .report = report,
                     .queue = memory_new(reader->count, sizeof *import.queue),
                     .is_taken = memory_new(reader->count + 1, 1)};
    bool ok = true;
    reader->nodes[reader->root].turned = reader->start_turned;
    memset(report->place, 0xFF, reader->count * sizeof *report->place);
    arrive(&import, reader->root, BOOK_ROOT);
    for (uint32_t i = 0; i < import.queued && ok; i++) {
        const KataNode *node = &reader->nodes[import.queue[i]];
        for (int j = 0; j < node->move_count && ok; j++) {
            ok = follow(&import, import.queue[i], &node->moves[j]);
        }
    }
    if (ok && import.queued < reader->count) {
        ok = fail_line(reader, reader->line, "not all nodes can be reached");
    }
    free(import.queue);
    free(import.is_taken);
    return ok;
}

BookGraph *katabook_load(const char *path, KatabookReport *report, Status *status) {
    Status reason;
    size_t length;
    BookGraph *graph = NULL;
    KatabookReader reader = {.root = BOOK_NODE_NONE, .reason = &reason};
    *report = (KatabookReport){0};
    reader.text = file_read(path, FILE_REGULAR, SIZE_MAX / 2, &length, status);
    if (reader.text == NULL) {
        return NULL;
    }
    reader.next = reader.text;
    bool ok = read_header(&reader) && book_facts_check_start(&reader.facts, reader.reason) &&
              read_hashes(&reader) && read_all_nodes(&reader);
    if (ok) {
        graph = book_graph_new(&reader.facts);
        report->nodes = reader.count;
        report->place = memory_new(reader.count, sizeof *report->place);
        ok = import_all(&reader, graph, report);
    }
    if (ok) {
        book_graph_recompute(graph);
    } else {
        file_fail(status, path, reason.text);
        book_graph_free(graph);
        free(report->place);
        report->place = NULL;
        graph = NULL;
    }
    for (uint32_t i = 0; i < reader.count && reader.nodes != NULL; i++) {
        free(reader.nodes[i].moves);
    }
    free(reader.nodes);
    free(reader.text);
    return graph;
}

/* ---- The command ---- */

int book_import(const BookRequest *request) {
    KatabookReport report = {0};
    BookGraph *graph = NULL;
    Status status;
    if (request->katabook == NULL) {
        status_fail(&status, "import: --katabook is missing");
        return option_print_error("book", &status);
    }
    if (os_exists(request->path)) {
        file_fail(&status, request->path, "exists; import makes a new book");
    } else if (file_check_place(request->path, &status)) {
        graph = katabook_load(request->katabook, &report, &status);
    }
    if (report.merged > 0) {
        printf("%" PRIu32 " of %" PRIu32 " nodes repeat the positions of others\n", report.merged,
               report.nodes);
    }
    free(report.place);
    const bool ok = graph != NULL && book_graph_save(graph, request->path, &status);
    if (ok) {
        printf("%s: %" PRIu32 " positions, %" PRIu64 " moves\n", request->path, graph->node_count,
               graph->edge_count);
    }
    book_graph_free(graph);
    if (!ok) {
        status_print("book", &status);
    }
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
