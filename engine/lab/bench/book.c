/* What an opening book costs at a large size: recomputing its values, opening its file, and looking
 * a position up with all its moves. */
#include <stdlib.h>

#include "engine/base/clock.h"
#include "engine/base/os/files.h"
#include "engine/base/rng.h"
#include "engine/book/file.h"
#include "engine/lab/bench/measurement.h"

enum { SIDE = 9, LINE_MOVES = 30, PROBES = 200000, OPENINGS = 20 };

/* Plays lines of random moves into the book, with random values, until it has enough positions. */
static void fill(BookGraph *graph, int64_t positions) {
    Rng rng = rng_new(1);
    while (graph->node_count < positions) {
        BookPosition position;
        uint32_t node = BOOK_ROOT;
        book_graph_start(graph, &position);
        for (int ply = 0; ply < LINE_MOVES; ply++) {
            const Board *board = &position.board;
            const Point p = board->empty[rng_below(&rng, (uint32_t)board->empty_count)];
            const uint32_t before = graph->node_count;
            if (!book_position_allows(&position, p)) {
                break;
            }
            node = book_graph_play(graph, node, &position, p, 0.1);
            if (graph->node_count > before) {
                BookNode *added = &graph->nodes[node];
                added->own = (BookValues){.win_loss = rng_next(&rng) / 0x1p31 - 1,
                                          .win_loss_error = 0.1,
                                          .prior = 0.1,
                                          .visits = 100};
                book_values_round(&added->own);
            }
        }
    }
}

/* A position of which only the key is known. */
static void set_key(BookPosition *position, const BookNode *node) {
    position->key.key.key = node->key;
}

/* Looks up random positions, with their moves and the positions after them. Returns seconds. */
static double probe_all(BookFile *file, const BookGraph *graph, uint64_t *found) {
    Rng rng = rng_new(2);
    Status ignored;
    BookPosition position = {.facts = &graph->facts};
    uint64_t *checks = memory_new(PROBES, sizeof *checks);
    uint32_t *nodes = memory_new(PROBES, sizeof *nodes);
    /* hash_mix undone, since nodes keep the mixed word: by the inverse of its factor. */
    uint64_t inverse = hash_mix(1);
    for (int i = 0; i < 5; i++) {
        inverse *= 2 - hash_mix(1) * inverse;
    }
    for (int i = 0; i < PROBES; i++) {
        nodes[i] = rng_below(&rng, graph->node_count);
        checks[i] = ((uint64_t)graph->nodes[nodes[i]].check << 32) * inverse;
    }
    const double start = clock_seconds();
    for (int i = 0; i < PROBES; i++) {
        uint32_t index;
        BookNode node, child;
        BookEdge edges[GRAPH_EDGES_MAX];
        int count = 0;
        set_key(&position, &graph->nodes[nodes[i]]);
        position.key.key.check = checks[i];
        if (book_file_find(file, &position, &index, &ignored) == BOOK_FOUND &&
            book_file_node(file, index, &node, &ignored) == BOOK_FOUND &&
            book_file_edges_of(file, index, edges, &count, &ignored) == BOOK_FOUND) {
            (*found)++;
            for (int j = 0; j < count; j++) {
                book_file_node(file, edges[j].child, &child, &ignored);
            }
        }
    }
    const double seconds = clock_seconds() - start;
    free(checks);
    free(nodes);
    return seconds;
}

static bool measure_file(Bench *bench, const BookGraph *graph, const char *path) {
    double start = clock_seconds();
    uint64_t found = 0;
    if (!book_graph_save(graph, path, &bench->status)) {
        return false;
    }
    const double saved = clock_seconds() - start;
    BookFile *file = NULL;
    start = clock_seconds();
    for (int i = 0; i < OPENINGS; i++) {
        book_file_close(file);
        file = book_file_open(path, &bench->status);
        if (file == NULL) {
            return false;
        }
    }
    const double opened = (clock_seconds() - start) / OPENINGS;
    const double first = probe_all(file, graph, &found); /* checks blocks */
    const double again = probe_all(file, graph, &found);
    const Figure figures[] = {
        {"bytes_per_position", (double)book_file_bytes(file) / (double)book_file_nodes(file), 2,
         "bytes a position, with its moves, values, bounds and checksums"},
        {"save_seconds", saved, 3, "s to save"},
        {"open_ms", opened * 1e3, 3, "ms to open"},
        {"first_probe_ns", first * 1e9 / PROBES, 0,
         "ns to find a position with all its moves, "
         "blocks being checked on first use"},
        {"probe_ns", again * 1e9 / PROBES, 0, "ns once they are checked"},
        {"found", (double)found / 2 / PROBES, 3, "share that was found"},
        {0},
    };
    figures_add(bench->json, figures);
    book_file_close(file);
    return true;
}

bool bench_measure_book(Bench *bench) {
    const BookFacts facts = book_facts(SIDE, SIDE, &RULES[0], 7);
    BookGraph *graph = book_graph_new(&facts);
    char *path = os_new_scratch_file();
    fill(graph, bench->options.positions);
    const double start = clock_seconds();
    book_graph_recompute(graph);
    const Figure figures[] = {
        {"positions", graph->node_count, 0, "positions"},
        {"recompute_seconds", clock_seconds() - start, 3, "s to recompute all values"},
        {0},
    };
    figures_add(bench->json, figures);
    const bool ok = path != NULL ? measure_file(bench, graph, path)
                                 : status_fail(&bench->status, "no scratch file can be made");
    if (path != NULL) {
        os_remove(path);
    }
    free(path);
    book_graph_free(graph);
    return ok;
}
