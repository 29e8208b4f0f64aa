/* The pages of a large book: how many files they are, and how large. */
#include "gtp/book/html.h"
#include "tests/support/program/arena.h"

#include "engine/base/file.h"
#include "engine/base/os/files.h"
#include "engine/base/rng.h"

#include <criterion/criterion.h>
#include <stdlib.h>

enum { POSITIONS = 1000000, LINE_MOVES = 30, FILES_MAX = 2000, BYTES_MAX = 100000000 };

/* Lines of random moves on 9x9, of which those near the start meet. */
static BookGraph *new_large_book(void) {
    const BookFacts facts = book_facts(9, 9, &RULES[0], 7);
    BookGraph *graph = book_graph_new(&facts);
    Rng rng = rng_new(1);
    while (graph->node_count < POSITIONS) {
        BookPosition position;
        uint32_t node = BOOK_ROOT;
        book_graph_start(graph, &position);
        for (int ply = 0; ply < LINE_MOVES; ply++) {
            const Board *board = &position.board;
            const Point p = board->empty[rng_below(&rng, (uint32_t)board->empty_count)];
            if (!book_position_allows(&position, p)) {
                break;
            }
            node = book_graph_play(graph, node, &position, p, 0.1);
        }
    }
    book_graph_recompute(graph);
    return graph;
}

Test(book_html, a_million_positions_are_2000_files_of_100_megabytes) {
    if (getenv("DIHEDRA_LONG") == NULL) {
        cr_skip_test("a million positions: set DIHEDRA_LONG");
    }
    const BookRequest request = {.max_ply = INT32_MAX, .max_loss = 2};
    char folder[ARENA_PATH_MAX];
    Status status;
    BookGraph *graph = new_large_book();
    BookLimits *limits = book_limits_new(&request, graph);
    uint64_t bytes = 0;
    int files = 1;
    arena_path(arena_new(), "pages", folder);
    cr_assert(book_html_save(graph, limits, folder, &status), "%s", status.text);
    const char *shards = formatted("%s/s", folder);
    char **names = os_list_folder(shards);
    for (int i = 0; names[i] != NULL; i++) {
        const char *path = formatted("%s/%s", shards, names[i]);
        OsFileInfo info;
        cr_assert(os_path_info(path, &info));
        bytes += info.bytes;
        files++;
    }
    free(names);
    cr_log_warn("%u positions: %d files, %.1f MB", graph->node_count, files, (double)bytes / 1e6);
    cr_assert_leq(files, FILES_MAX);
    cr_assert_leq(bytes, BYTES_MAX);
    book_limits_free(limits);
    book_graph_free(graph);
}
