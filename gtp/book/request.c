#include "gtp/book/request.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/book/file.h"

int book_fail(const Status *status) {
    status_print("book", status);
    return EXIT_FAILURE;
}

int book_save_changed(const BookRequest *request, BookGraph *graph) {
    Status status;
    book_graph_recompute(graph);
    const bool ok = book_graph_save(graph, book_output(request), &status);
    if (ok) {
        printf("%s: %u positions, %" PRIu64 " moves\n", book_output(request), graph->node_count,
               graph->edge_count);
    }
    book_graph_free(graph);
    return ok ? EXIT_SUCCESS : book_fail(&status);
}

/* The share of won games, in per cent, of winning less losing; bounds may be beyond. */
static double percent(double win_loss) {
    return fmin(fmax(50 + 50 * win_loss, 0), 100);
}

void book_add_value(Text *text, const double figures[BOOK_FIGURES]) {
    const double score = figures[BOOK_SCORE];
    text_add(text, "Black wins %.1f%% (%.1f to %.1f), score %s%.1f",
             percent(figures[BOOK_WIN_LOSS]), percent(figures[BOOK_WIN_LOSS_LOWER]),
             percent(figures[BOOK_WIN_LOSS_UPPER]), score < 0 ? "W+" : "B+", fabs(score));
}

bool book_bounds_read(const json_t *json, const BookFacts *facts, BookBounds *bounds) {
    const json_int_t cells = facts->width * facts->height;
    const json_int_t lower = json_integer_value(json_array_get(json, 0));
    const json_int_t upper = json_integer_value(json_array_get(json, 1));
    *bounds = (BookBounds){json != NULL, (int16_t)lower, (int16_t)upper};
    return json == NULL ||
           (json_array_size(json) == 2 && -cells <= lower && lower <= upper && upper <= cells);
}

bool book_facts_agree(const BookFacts *a, const BookFacts *b, Status *status) {
    const char *differs =
        a->width != b->width || a->height != b->height ? "board size"
        : !rules_are_same(&a->rules, &b->rules)        ? "rules"
        : a->komi != b->komi                           ? "komi"
        : a->symmetric != b->symmetric                 ? "use of symmetry"
        : a->to_move != b->to_move || memcmp(a->start, b->start, sizeof a->start) != 0
            ? "start position"
            : NULL;
    return differs == NULL || status_fail(status, "the books differ in %s", differs);
}
