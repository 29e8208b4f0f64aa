/* The actions of `dihedra book` that search: build, extend, correct. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/file.h"
#include "engine/base/os/files.h"
#include "engine/book/file.h"
#include "gtp/book/build.h"
#include "gtp/book/request.h"

enum { DEFAULT_NODES = 1000, LIST_BYTES_MAX = 1 << 30 };

static BookBuild build_of(const BookRequest *request) {
    return (BookBuild){.path = request->path,
                       .options = &request->engine,
                       .jobs = request->jobs,
                       .rank_timeout = request->rank_timeout,
                       .nodes = request->nodes > 0 ? (uint32_t)request->nodes : UINT32_MAX,
                       .hours = request->hours};
}

/* Reads the facts of the book that is there, and its size. */
static bool read_facts(const char *path, BookFacts *facts, uint64_t *nodes, Status *status) {
    BookFile *file = book_file_open(path, status);
    if (file != NULL) {
        *facts = *book_file_facts(file);
        *nodes = book_file_nodes(file);
        book_file_close(file);
    }
    return file != NULL;
}

int book_build(const BookRequest *request) {
    const EngineOptions *engine = &request->engine;
    BookBuild build = build_of(request);
    BookFacts facts = book_facts(engine->width, engine->height, &engine->rules, engine->komi);
    BookFacts before;
    uint64_t nodes;
    Status status;
    facts.symmetric = engine->player.symmetric;
    if (os_exists(request->path) && (!read_facts(request->path, &before, &nodes, &status) ||
                                     !book_facts_agree(&before, &facts, &status))) {
        return book_fail(&status);
    }
    if (request->nodes == 0 && isinf(request->hours)) {
        build.nodes = DEFAULT_NODES;
    }
    return book_build_run(&build, &facts, NULL);
}

int book_extend(const BookRequest *request) {
    BookBuild build = build_of(request);
    BookFacts facts;
    uint64_t nodes;
    Status status;
    if (!read_facts(request->path, &facts, &nodes, &status)) {
        return book_fail(&status);
    }
    if (request->nodes == 0 && isinf(request->hours)) {
        build.nodes = (uint32_t)nodes + DEFAULT_NODES;
    }
    return book_build_run(&build, &facts, NULL);
}

/* ---- Correcting ---- */

/* Sets the value of a position by hand, or takes it away to be searched. */
static bool correct_node(BookNode *node, const char *value, Status *status) {
    double win_loss, score = 0;
    int end = 0;
    node->flags &= (uint16_t) ~(BOOK_PINNED | BOOK_EXACT);
    node->proved = (BookBounds){0};
    if (value == NULL) {
        book_mark_unsearched(node);
        return true;
    }
    if (sscanf(value, "%lf %n%lf %n", &win_loss, &end, &score, &end) < 1 || value[end] != '\0' ||
        !(fabs(win_loss) <= 1) || !(fabs(score) <= CELL_COUNT_MAX)) {
        return status_fail(status, "expected a value from -1 to 1 and a score, got '%.40s'", value);
    }
    node->flags |= BOOK_PINNED;
    node->own = (BookValues){.win_loss = win_loss, .score = score, .sharp_score = score};
    book_values_round(&node->own);
    return true;
}

/* Corrects the position of one line: moves, and perhaps "= VALUE SCORE". */
static bool correct_line(BookGraph *graph, char *line, Status *status) {
    char *value = strchr(line, '='), *rest = NULL;
    BookPosition position;
    uint32_t node = BOOK_ROOT;
    book_graph_start(graph, &position);
    if (value != NULL) {
        *value++ = '\0';
    }
    for (char *word = strtok_r(line, " \t\r", &rest); word != NULL;
         word = strtok_r(NULL, " \t\r", &rest)) {
        Point p;
        if (!point_from_text(word, graph->facts.width, graph->facts.height, &p) ||
            !book_position_allows(&position, p)) {
            return status_fail(status, "'%.20s' is not a legal move", word);
        }
        const BookEdge *edge = book_graph_edge(graph, node, book_position_to_book(&position, p));
        if (edge == NULL) {
            return status_fail(status, "the book does not have %.20s there", word);
        }
        node = edge->child;
        book_position_play(&position, p);
    }
    return correct_node(&graph->nodes[node], value, status);
}

/* The list; its lines are taken apart. */
typedef struct {
    const char *path;
    char *text;
} CorrectionList;

static bool correct_all(void *context, BookGraph *graph, Status *status) {
    CorrectionList *list = context;
    char *next = list->text + text_mark_length(list->text);
    for (int number = 1; next != NULL && *next != '\0'; number++) {
        char *line = next, *end = strchr(line, '\n');
        next = end == NULL ? NULL : end + 1;
        if (end != NULL) {
            *end = '\0';
        }
        line[strcspn(line, "#")] = '\0';
        Status reason;
        if (line[strspn(line, " \t\r")] != '\0' && !correct_line(graph, line, &reason)) {
            return status_fail(status, "%.100s: line %d: %.120s", list->path, number, reason.text);
        }
    }
    return true;
}

int book_correct(const BookRequest *request) {
    BookBuild build = build_of(request);
    BookFacts facts;
    uint64_t nodes;
    size_t length;
    Status status;
    CorrectionList list = {.path = request->words.items[0]};
    list.text = file_read(list.path, FILE_REGULAR, LIST_BYTES_MAX, &length, &status);
    if (list.text == NULL || !read_facts(request->path, &facts, &nodes, &status)) {
        free(list.text);
        return book_fail(&status);
    }
    const BookChange change = {correct_all, &list};
    build.only_new = true;
    const int exit_status = book_build_run(&build, &facts, &change);
    free(list.text);
    return exit_status;
}
