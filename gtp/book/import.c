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

/* Plays games into a book. */
typedef struct {
    BookGraph *graph;
    int games, max_ply;
    int depth; /* of variations within variations */
} GameImport;

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

static bool walk_line(GameImport *import, const SgfNode *sgf, uint32_t node,
                      const BookPosition *position, Status *status);

/* Walks the variations beside the first one. */
static bool walk_branches(GameImport *import, const SgfNode *first, uint32_t node,
                          const BookPosition *position, Status *status) {
    bool ok = true;
    const SgfNode *branch = first == NULL ? NULL : first->next_sibling;
    if (branch != NULL && import->depth == VARIATIONS_MAX) {
        return status_fail(status, "more than %d variations within one another", VARIATIONS_MAX);
    }
    import->depth++;
    for (; branch != NULL && ok; branch = branch->next_sibling) {
        ok = walk_line(import, branch, node, position, status);
    }
    import->depth--;
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
static bool play_record(GameImport *import, const SgfNode *sgf, uint32_t *node,
                        BookPosition *position, bool *is_over, Status *status) {
    const BookFacts *facts = &import->graph->facts;
    Move move;
    if ((sgf->parent != NULL && !check_stones(facts, sgf, status)) ||
        !sgf_node_move(sgf, (SgfSize){facts->width, facts->height}, &move, status)) {
        return false;
    }
    *is_over =
        move.color != EMPTY && (position->ply >= import->max_ply || position->board.passes >= 2);
    if (move.color == EMPTY || *is_over) {
        return true;
    }
    if (move.color != (Color)position->board.to_move ||
        !book_position_allows(position, move.point)) {
        return status_fail(status, "line %u: an illegal move", sgf->line);
    }
    *node = book_graph_play(import->graph, *node, position, move.point, GAME_PRIOR);
    return true;
}

/* Plays the moves of the tree below a node. Fails if one is not legal in turn. */
static bool walk_line(GameImport *import, const SgfNode *sgf, uint32_t node,
                      const BookPosition *position, Status *status) {
    BookPosition *here = memory_new(1, sizeof *here);
    bool ok = true, is_over = false;
    *here = *position;
    for (; sgf != NULL && ok && !is_over; sgf = sgf->first_child) {
        ok = play_record(import, sgf, &node, here, &is_over, status) &&
             (is_over || walk_branches(import, sgf->first_child, node, here, status));
    }
    free(here);
    return ok;
}

/* Adds a game's lines, up to what is wrong with it, which is named. */
static void add_game(GameImport *import, const char *path, int number, const SgfNode *root) {
    Status reason, message;
    BookPosition position;
    book_graph_start(import->graph, &position);
    const bool fits = check_root(&import->graph->facts, root, &reason);
    import->games += fits;
    if (!fits || !walk_line(import, root, BOOK_ROOT, &position, &reason)) {
        status_fail(&message, "%.100s: game %d: %.100s; %s skipped", path, number, reason.text,
                    fits ? "the rest is" : "it is");
        status_print("book", &message);
    }
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

/* Returns a book of the games of a file, which no search has seen, or NULL with a message. */
static BookGraph *import_games(const BookRequest *request, Status *status) {
    GameImport import = {.max_ply = request->max_ply};
    BookFacts facts;
    SgfTree *tree;
    int number = 1;
    if (!sgf_load(request->sgf, &tree, status)) {
        return NULL;
    }
    if (read_record_facts(request->sgf, sgf_tree_root(tree), &facts, status)) {
        snprintf(facts.engine, BOOK_TEXT_MAX, "Dihedra %.50s", DIHEDRA_VERSION);
        import.graph = book_graph_new(&facts);
        for (const SgfNode *root = sgf_tree_root(tree); root != NULL; root = root->next_sibling) {
            add_game(&import, request->sgf, number++, root);
        }
        for (uint32_t i = 0; i < import.graph->node_count; i++) {
            book_mark_unsearched(&import.graph->nodes[i]);
        }
        printf("%d game%s\n", import.games, text_plural(import.games));
    }
    sgf_tree_free(tree);
    return import.graph;
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
