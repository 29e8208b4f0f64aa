/* Games and books: `cover` adds the lines of games, `export` writes a tree of variations. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "engine/base/version.h"
#include "engine/book/file.h"
#include "engine/go/sgf/record.h"
#include "gtp/book/build.h"
#include "gtp/book/html.h"
#include "gtp/book/katabook.h"
#include "gtp/book/request.h"

/* ---- cover ---- */

/* The prior of a move that comes from a game alone, without a search. */
static const double GAME_PRIOR = 0.1;

enum { VARIATIONS_MAX = 500 };

/* Counts the games of each position. */
typedef struct {
    BookGraph *lines; /* own.visits: games */
    uint32_t *last;   /* [node]: the last game that had it, from 1 */
    size_t last_count;
    uint32_t games;
    int max_ply, min_rank;
    int depth; /* of variations within variations */
    bool adds; /* puts the moves into lines; if not, only checks them */
} LineCounter;

static void count_node(LineCounter *counter, uint32_t node) {
    while (counter->last_count <= node) {
        counter->last = memory_grow(counter->last, counter->last_count, sizeof *counter->last);
        counter->last[counter->last_count++] = 0;
    }
    if (counter->last[node] != counter->games) {
        counter->last[node] = counter->games;
        counter->lines->nodes[node].own.visits++;
    }
}

/* Does the root set up the book's start position, on a board of its size? */
static bool check_root(const BookFacts *facts, const SgfNode *root, Status *status) {
    ColorCell cells[CELL_COUNT_MAX];
    SgfSize size;
    bool any = false;
    memset(cells, EMPTY, sizeof cells);
    if (!sgf_node_size(root, &size, status)) {
        return false;
    }
    if (size.width != facts->width || size.height != facts->height) {
        return status_fail(status, "of another board size");
    }
    return record_read_stones(root, size, cells, &any, status) &&
           (memcmp(cells, facts->start, (size_t)size.width * (size_t)size.height) == 0 ||
            status_fail(status, "of another start position"));
}

static bool walk_line(LineCounter *counter, const SgfNode *sgf, uint32_t node,
                      const BookPosition *position, Status *status);

/* Walks the variations beside the first one. */
static bool walk_branches(LineCounter *counter, const SgfNode *first, uint32_t node,
                          const BookPosition *position, Status *status) {
    bool ok = true;
    const SgfNode *branch = first == NULL ? NULL : first->next_sibling;
    if (branch != NULL && counter->depth == VARIATIONS_MAX) {
        return status_fail(status, "more than %d variations within one another", VARIATIONS_MAX);
    }
    counter->depth++;
    for (; branch != NULL && ok; branch = branch->next_sibling) {
        ok = walk_line(counter, branch, node, position, status);
    }
    counter->depth--;
    return ok;
}

/* A book's game has no stones set up after its start. */
static bool check_stones(const BookFacts *facts, const SgfNode *sgf, Status *status) {
    ColorCell cells[CELL_COUNT_MAX];
    bool any = false;
    memset(cells, EMPTY, sizeof cells);
    return record_read_stones(sgf, (SgfSize){facts->width, facts->height}, cells, &any, status) &&
           (!any || status_fail(status, "line %u: stones set up after the start", sgf->line));
}

/* Plays the move of a record's node. *is_over: it is beyond the limits. */
static bool play_record(LineCounter *counter, const SgfNode *sgf, uint32_t *node,
                        BookPosition *position, bool *is_over, Status *status) {
    const BookFacts *facts = &counter->lines->facts;
    Move move;
    if ((sgf->parent != NULL && !check_stones(facts, sgf, status)) ||
        !sgf_node_move(sgf, (SgfSize){facts->width, facts->height}, &move, status)) {
        return false;
    }
    *is_over =
        move.color != EMPTY && (position->ply >= counter->max_ply || position->board.passes >= 2);
    if (move.color == EMPTY || *is_over) {
        return true;
    }
    if (move.color != (Color)position->board.to_move ||
        !book_position_allows(position, move.point)) {
        return status_fail(status, "line %u: an illegal move", sgf->line);
    }
    if (counter->adds) {
        *node = book_graph_play(counter->lines, *node, position, move.point, GAME_PRIOR);
        count_node(counter, *node);
    } else {
        book_position_play(position, move.point);
    }
    return true;
}

/* Plays the moves of the tree below a node. Fails if one is not legal in turn. */
static bool walk_line(LineCounter *counter, const SgfNode *sgf, uint32_t node,
                      const BookPosition *position, Status *status) {
    BookPosition *here = memory_new(1, sizeof *here);
    bool ok = true, is_over = false;
    *here = *position;
    for (; sgf != NULL && ok && !is_over; sgf = sgf->first_child) {
        ok = play_record(counter, sgf, &node, here, &is_over, status) &&
             (is_over || walk_branches(counter, sgf->first_child, node, here, status));
    }
    free(here);
    return ok;
}

/* The strength of a record's rank, such as "5d", "5 dan?" or "9p"; STRENGTH_NONE if it has none.
 * Professionals count as 9d. */
static int rank_of(const SgfNode *root, const char *identifier) {
    char text[16];
    int number;
    char letter, rank[STRENGTH_TEXT_MAX + 1];
    int strength = STRENGTH_NONE;
    Status ignored;
    if (!sgf_node_simple_text(root, identifier, text, sizeof text) ||
        sscanf(text, "%2d %c", &number, &letter) != 2) {
        return STRENGTH_NONE;
    }
    if (letter == 'p' || letter == 'P') {
        return STRENGTH_MOST;
    }
    snprintf(rank, sizeof rank, "%d%c", number % 100, letter);
    strength_read(rank, &strength, &ignored);
    return strength;
}

/* Adds a game's lines, or names why it is skipped. */
static void count_game(LineCounter *counter, const char *path, int number, const SgfNode *root) {
    Status reason, message;
    BookPosition position;
    book_graph_start(counter->lines, &position);
    if (rank_of(root, "BR") < counter->min_rank || rank_of(root, "WR") < counter->min_rank) {
        return;
    }
    counter->adds = false;
    if (!check_root(&counter->lines->facts, root, &reason) ||
        !walk_line(counter, root, BOOK_ROOT, &position, &reason)) {
        status_fail(&message, "%.100s: game %d skipped: %.100s", path, number, reason.text);
        status_print("book", &message);
        return;
    }
    counter->games++;
    count_node(counter, BOOK_ROOT);
    counter->adds = true;
    walk_line(counter, root, BOOK_ROOT, &position, &reason);
}

static bool count_games(LineCounter *counter, const OptionList *paths, Status *status) {
    for (int i = 0; i < paths->count; i++) {
        SgfTree *tree;
        if (!sgf_load(paths->items[i], &tree, status)) {
            return false;
        }
        int number = 1;
        for (const SgfNode *root = sgf_tree_root(tree); root != NULL; root = root->next_sibling) {
            count_game(counter, paths->items[i], number++, root);
        }
        sgf_tree_free(tree);
    }
    return true;
}

/* Adds positions of enough games that the book lacks. What gets a new move is searched anew without
 * it. */
static void add_lines(BookGraph *graph, const BookGraph *lines, uint64_t min_games) {
    uint32_t *places = memory_new(lines->node_count, sizeof *places);
    for (uint32_t i = 0; i < lines->node_count; i++) {
        BookNode node = lines->nodes[i];
        places[i] = book_graph_find_key(graph, node.key, node.check);
        if (places[i] == BOOK_NODE_NONE && node.own.visits >= min_games) {
            book_mark_unsearched(&node);
            places[i] = book_graph_append(graph, &node);
        }
        if (places[i] != BOOK_NODE_NONE && lines->nodes[i].own.visits >= min_games) {
            graph->nodes[places[i]].flags |= BOOK_FROM_GAMES;
        }
    }
    for (uint32_t i = 0; i < lines->node_count; i++) {
        for (int j = 0; j < lines->nodes[i].edge_count && places[i] != BOOK_NODE_NONE; j++) {
            BookEdge edge = lines->nodes[i].edges[j];
            edge.child = places[edge.child];
            if (edge.child != BOOK_NODE_NONE &&
                book_graph_edge(graph, places[i], edge.move) == NULL) {
                book_graph_link(graph, places[i], &edge);
                book_mark_unsearched(&graph->nodes[places[i]]);
            }
        }
    }
    free(places);
}

/* Adds the games of these files. Fails if none can be used. */
static bool add_games(BookGraph *graph, const BookRequest *request, const OptionList *paths,
                      Status *status) {
    LineCounter counter = {.lines = book_graph_new(&graph->facts),
                           .max_ply = request->max_ply,
                           .min_rank = request->min_rank};
    const bool ok = count_games(&counter, paths, status) &&
                    (counter.games > 0 || status_fail(status, "no game can be used"));
    if (ok) {
        add_lines(graph, counter.lines, (uint64_t)request->min_games);
        printf("%" PRIu32 " game%s\n", counter.games, text_plural(counter.games));
    }
    book_graph_free(counter.lines);
    free(counter.last);
    return ok;
}

static bool cover(void *context, BookGraph *graph, Status *status) {
    const BookRequest *request = context;
    return add_games(graph, request, &request->words, status);
}

int book_cover(const BookRequest *request) {
    Status status;
    BookFile *file = book_file_open(request->path, &status);
    if (file == NULL) {
        return book_fail(&status);
    }
    const BookFacts facts = *book_file_facts(file);
    book_file_close(file);
    const BookBuild build = {.path = request->path,
                             .options = &request->engine,
                             .jobs = request->jobs,
                             .rank_timeout = request->rank_timeout,
                             .nodes = UINT32_MAX,
                             .hours = request->hours,
                             .only_new = true,
                             .side_moves = request->side_moves};
    const BookChange change = {cover, (void *)request};
    return book_build_run(&build, &facts, &change);
}

/* ---- import ---- */

/* The board, rules (Tromp-Taylor unless it has some that are known), komi and start position of the
 * first game. As record_load has it, a handicap gives White the turn. */
static bool read_record_facts(const char *path, BookFacts *facts, Status *status) {
    SgfTree *tree;
    SgfSize size;
    double komi;
    int handicap;
    bool any = false;
    Status why;
    if (!sgf_load(path, &tree, status)) {
        return false;
    }
    const SgfNode *root = sgf_tree_root(tree);
    Rules rules = RULES[0];
    record_rules(root, &rules);
    bool ok = sgf_node_size(root, &size, &why) && record_komi(root, 0, &komi, &why) &&
              sgf_node_integer(root, "HA", 0, &handicap, &why);
    if (ok) {
        *facts = book_facts(size.width, size.height, &rules, komi);
        ok = record_read_stones(root, size, facts->start, &any, &why) &&
             sgf_node_color(root, "PL", handicap >= 2 ? WHITE : BLACK, &facts->to_move, &why) &&
             book_facts_check_start(facts, &why);
    }
    sgf_tree_free(tree);
    return ok || file_fail(status, path, why.text);
}

int book_import_games(const BookRequest *request) {
    const char *const paths[] = {request->sgf};
    const OptionList list = {.items = (const char **)paths, .count = 1};
    BookFacts facts;
    Status status;
    if (!read_record_facts(request->sgf, &facts, &status)) {
        return book_fail(&status);
    }
    snprintf(facts.engine, BOOK_TEXT_MAX, "Dihedra %.50s", DIHEDRA_VERSION);
    BookGraph *graph = book_graph_new(&facts);
    book_mark_unsearched(&graph->nodes[BOOK_ROOT]);
    if (!add_games(graph, request, &list, &status)) {
        book_graph_free(graph);
        return book_fail(&status);
    }
    return book_save_changed(request, graph);
}

/* ---- export ---- */

typedef struct {
    const BookGraph *graph;
    const BookLimits *limits;
    SgfWriter writer;
    uint8_t *is_written; /* [node] */
} Export;

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
            if (is_done[i] == 0 &&
                book_limits_allow(export->limits, export->graph, index, &node->edges[i]) &&
                (best < 0 || book_edge_loss(export->graph, index, &node->edges[i]) <
                                 book_edge_loss(export->graph, index, &node->edges[best]))) {
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

static bool save_sgf(const BookGraph *graph, const BookLimits *limits, const char *path,
                     Status *status) {
    Export export = {
        .graph = graph, .limits = limits, .is_written = memory_new(graph->node_count, 1)};
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
    Status status;
    if (request->sgf == NULL && request->html == NULL && request->katabook == NULL) {
        status_fail(&status, "export: --sgf, --html or --katabook is missing");
        return option_print_error("book", &status);
    }
    const FilePlace places[] = {
        {"the book", request->path}, {"--sgf", request->sgf}, {"--katabook", request->katabook}};
    BookGraph *graph =
        file_check_apart(places, 3, &status) ? book_graph_load(request->path, NULL, &status) : NULL;
    if (graph == NULL) {
        return book_fail(&status);
    }
    BookLimits *limits = book_limits_new(request, graph);
    const bool ok =
        (request->sgf == NULL || save_sgf(graph, limits, request->sgf, &status)) &&
        (request->html == NULL || book_html_save(graph, limits, request->html, &status)) &&
        (request->katabook == NULL || katabook_save(graph, request->katabook, &status));
    book_limits_free(limits);
    book_graph_free(graph);
    return ok ? EXIT_SUCCESS : book_fail(&status);
}
