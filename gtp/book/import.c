/* `dihedra book import`: a new book of the lines of games, or of one of KataGo's. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "engine/base/os/files.h"
#include "engine/base/version.h"
#include "engine/book/file.h"
#include "engine/go/sgf/record.h"
#include "gtp/book/katabook.h"
#include "gtp/book/request.h"

/* The prior of a move that comes from a game alone, without a search. */
static const double GAME_PRIOR = 0.1;

enum { VARIATIONS_MAX = 500 };

/* Counts the games of each position. */
typedef struct {
    BookGraph *lines; /* own.visits: games */
    uint32_t *last;   /* [node]: the last game that had it, from 1 */
    size_t last_count;
    uint32_t games;
    int max_ply;
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

/* Adds a game's lines, or names why it is skipped. */
static void count_game(LineCounter *counter, const char *path, int number, const SgfNode *root) {
    Status reason, message;
    BookPosition position;
    book_graph_start(counter->lines, &position);
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

/* The games of positions of enough games, as a book that no search has seen. Edges to others go. */
static BookGraph *without_rare_lines(BookGraph *lines, uint64_t min_games) {
    BookGraph *graph = book_graph_new(&lines->facts);
    uint32_t *places = memory_new(lines->node_count, sizeof *places);
    for (uint32_t i = 0; i < lines->node_count; i++) {
        const BookNode *node = &lines->nodes[i];
        places[i] = i == BOOK_ROOT                  ? BOOK_ROOT
                    : node->own.visits >= min_games ? book_graph_append(graph, node)
                                                    : BOOK_NODE_NONE;
    }
    for (uint32_t i = 0; i < lines->node_count; i++) {
        if (places[i] == BOOK_NODE_NONE) {
            continue;
        }
        book_mark_unsearched(&graph->nodes[places[i]]);
        for (int j = 0; j < lines->nodes[i].edge_count; j++) {
            BookEdge edge = lines->nodes[i].edges[j];
            edge.child = places[edge.child];
            if (edge.child != BOOK_NODE_NONE) {
                book_graph_link(graph, places[i], &edge);
            }
        }
    }
    free(places);
    return graph;
}

/* The board, rules (Tromp-Taylor unless it has some that are known), komi and start position of the
 * first game. As record_load has it, a handicap gives White the turn. */
static bool read_record_facts(const char *path, const SgfNode *root, BookFacts *facts,
                              Status *status) {
    SgfSize size;
    double komi;
    int handicap;
    bool any = false;
    Status why;
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
    return ok || file_fail(status, path, why.text);
}

/* Returns a book of the games of a file, or NULL with a message. */
static BookGraph *import_games(const BookRequest *request, Status *status) {
    LineCounter counter = {.max_ply = request->max_ply};
    BookGraph *graph = NULL;
    BookFacts facts;
    SgfTree *tree;
    int number = 1;
    if (!sgf_load(request->sgf, &tree, status)) {
        return NULL;
    }
    if (read_record_facts(request->sgf, sgf_tree_root(tree), &facts, status)) {
        snprintf(facts.engine, BOOK_TEXT_MAX, "Dihedra %.50s", DIHEDRA_VERSION);
        counter.lines = book_graph_new(&facts);
        for (const SgfNode *root = sgf_tree_root(tree); root != NULL; root = root->next_sibling) {
            count_game(&counter, request->sgf, number++, root);
        }
        if (counter.games > 0) {
            graph = without_rare_lines(counter.lines, (uint64_t)request->min_games);
            printf("%" PRIu32 " game%s\n", counter.games, text_plural(counter.games));
        } else {
            status_fail(status, "no game can be used");
        }
        book_graph_free(counter.lines);
    }
    sgf_tree_free(tree);
    free(counter.last);
    return graph;
}

static BookGraph *import_katabook(const BookRequest *request, Status *status) {
    KatabookReport report;
    BookGraph *graph = katabook_load(request->katabook, &report, status);
    if (graph != NULL && report.merged > 0) {
        printf("%" PRIu32 " of %" PRIu32 " nodes are positions that others have, too\n",
               report.merged, report.nodes);
    }
    free(report.place);
    return graph;
}

int book_import(const BookRequest *request) {
    Status status;
    if ((request->katabook == NULL) == (request->sgf == NULL)) {
        status_fail(&status, "import: give either --katabook or --sgf");
        return option_print_error("book", &status);
    }
    BookGraph *graph = NULL;
    if (os_exists(request->path)) {
        file_fail(&status, request->path, "exists; import makes a new book");
    } else if (file_check_place(request->path, &status)) {
        graph = request->sgf != NULL ? import_games(request, &status)
                                     : import_katabook(request, &status);
    }
    if (graph == NULL) {
        return book_fail(&status);
    }
    book_graph_recompute(graph);
    const bool ok = book_graph_save(graph, request->path, &status);
    if (ok) {
        printf("%s: %" PRIu32 " positions, %" PRIu64 " moves\n", request->path, graph->node_count,
               graph->edge_count);
    }
    book_graph_free(graph);
    return ok ? EXIT_SUCCESS : book_fail(&status);
}
