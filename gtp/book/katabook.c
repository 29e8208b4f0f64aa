/* A node of the file becomes a position of the book, its moves links, its values Black's.
 *
 * The format, from the source of KataGo 1.17 (cpp/book/book.cpp): a line of JSON with rules and
 * parameters, the number of nodes, a line of hash for each, then a line of JSON for each node. A
 * node is a position in some orientation; a move names the symmetry that turns its node's
 * orientation into its child's. KataGo's symmetries mirror top and bottom (1), left and right (2),
 * then transpose (4). */
#include "gtp/book/katabook.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/file.h"
#include "engine/base/json.h"
#include "engine/base/memory.h"
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
    Color to_move;
    bool is_complete; /* no move is left outside of the book */
    BookValues own;
    KataMove *moves;
    int move_count;
    uint32_t place;  /* in the book; BOOK_NODE_NONE: not yet reached */
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
    for (uint32_t i = 0; i < reader->count; i++) {
        reader->nodes[i].place = BOOK_NODE_NONE;
    }
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
        node->is_complete = true;
        node->own = (BookValues){0};
    }
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
        return "a symmetry that a rectangle lacks";
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
        return "a node that is not in the list, or that is there twice";
    }
    KataNode *node = &reader->nodes[(uint32_t)id];
    node->line = reader->line;
    node->to_move = side != NULL && *side == 'W' ? WHITE : BLACK;
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
           fail_line(reader, reader->line, "no node is without parents");
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

static void set_values(BookNode *node, const KataNode *from) {
    node->own = from->own;
    node->is_complete = from->is_complete;
}

/* Plays a move of a node at its position. */
static bool follow(KatabookReader *reader, BookGraph *graph, uint32_t id, const KataMove *move,
                   const BookPosition *before) {
    KataNode *node = &reader->nodes[id], *child = &reader->nodes[move->child];
    const Point p = geometry_unmap_point(graph->geometry, node->turned, move->move);
    const uint32_t known = graph->node_count;
    BookPosition position = *before;
    if (position.board.passes >= 2 || !book_position_allows(&position, p)) {
        return fail_line(reader, node->line, "an illegal move");
    }
    const uint32_t reached = book_graph_play(graph, node->place, &position, p, move->prior);
    if (child->line == 0 || child->to_move != (Color)position.board.to_move) {
        return fail_line(reader, node->line,
                         "a move to a node that is missing or has the other side to move");
    }
    if (reached >= known) {
        set_values(&graph->nodes[reached], child);
    }
    if (child->place != BOOK_NODE_NONE) {
        return child->place == reached || position.facts->rules.ko != KO_SIMPLE ||
               fail_line(reader, node->line, "a move to a node of another position");
    }
    child->place = reached;
    child->parent = id;
    child->point = p;
    child->turned = symmetry_compose(move->symmetry, node->turned);
    return true;
}

/* Follows all moves, those near the root first. */
static bool import_all(KatabookReader *reader, BookGraph *graph) {
    uint32_t *queue = memory_new(reader->count, sizeof *queue), queued = 1;
    KataNode *root = &reader->nodes[reader->root];
    bool ok = true;
    root->turned = reader->start_turned;
    root->place = BOOK_ROOT;
    set_values(&graph->nodes[BOOK_ROOT], root);
    queue[0] = reader->root;
    for (uint32_t i = 0; i < queued && ok; i++) {
        const KataNode *node = &reader->nodes[queue[i]];
        BookPosition position;
        replay_moves_to(reader, graph, queue[i], &position);
        for (int j = 0; j < node->move_count && ok; j++) {
            const uint32_t child = node->moves[j].child;
            const bool is_new = reader->nodes[child].place == BOOK_NODE_NONE;
            ok = follow(reader, graph, queue[i], &node->moves[j], &position);
            if (ok && is_new) {
                queue[queued++] = child;
            }
        }
    }
    free(queue);
    return ok && (queued == reader->count ||
                  fail_line(reader, reader->line, "not all nodes can be reached"));
}

BookGraph *katabook_load(const char *path, Status *status) {
    Status reason;
    size_t length;
    BookGraph *graph = NULL;
    KatabookReader reader = {.root = BOOK_NODE_NONE, .reason = &reason};
    reader.text = file_read(path, FILE_REGULAR, SIZE_MAX / 2, &length, status);
    if (reader.text == NULL) {
        return NULL;
    }
    reader.next = reader.text;
    bool ok = read_header(&reader) && book_facts_check_start(&reader.facts, reader.reason) &&
              read_hashes(&reader) && read_all_nodes(&reader);
    if (ok) {
        graph = book_graph_new(&reader.facts);
        ok = import_all(&reader, graph);
    }
    if (ok) {
        book_graph_recompute(graph);
    } else {
        file_fail(status, path, reason.text);
        book_graph_free(graph);
        graph = NULL;
    }
    for (uint32_t i = 0; i < reader.count && reader.nodes != NULL; i++) {
        free(reader.nodes[i].moves);
    }
    free(reader.nodes);
    free(reader.text);
    return graph;
}
