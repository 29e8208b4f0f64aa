/* libFuzzer entry for books: any bytes are refused with one line that begins with the path, or are
 * a book that can be looked up, played from, checked and saved. The first byte says what the bytes
 * are: a book, a book of ours with some bytes changed and its checksums made right again, or one of
 * KataGo's. */
#include "engine/base/file.h"
#include "engine/book/graph.h"
#include "engine/book/probe.h"
#include "gtp/book/request.h"
#include "tests/fuzz/fuzz.h"
#include "tests/support/position/random_book.h"

enum { FILE_BYTES_MAX = 1 << 16, HEADER_BYTES = 1024, BLOCK_BYTES = 4096 };

/* Plays moves that the book gives for a game of it. */
static void play_from(const BookGraph *book) {
    enum { MOVES = 8 };
    const BookFacts *facts = &book->facts;
    const BookPlay play = {.max_ply = MOVES, .max_loss = 1, .randomness = 100};
    Game *game = game_new(HASH_DEFAULT_SEED);
    Rng rng = rng_new(1);
    Status status;
    BookListing listing;
    BookChoice choice;
    require(game != NULL && game_clear(game, facts->width, facts->height, &status) &&
            game_set_up(game, facts->start, facts->to_move, 0, &status));
    game->rules = facts->rules;
    game->komi = facts->komi;
    require(book_facts_fit(facts, game, &status));
    while (book_probe(book, game, game->board.to_move, &listing) &&
           book_choose(&listing, &play, game, &rng, &choice)) {
        require(game_play(game, game->board.to_move, choice.point, &status));
    }
    game_free(game);
}

static void read_book(const char *path) {
    Status status = {""};
    BookGraph *graph = book_graph_load(path, NULL, &status);
    if (graph == NULL) {
        fuzz_check_refusal(path, status.text);
        return;
    }
    play_from(graph);
    book_graph_check_moves(graph, &status);
    book_graph_free(graph);
}

/* Makes the sums of a book right again whose content was changed: those of the blocks are at its
 * end. */
static void mend_sums(uint8_t *bytes, size_t content) {
    memset(bytes + HEADER_BYTES - 8, 0, 8);
    const uint64_t header = checksum_of(bytes, HEADER_BYTES);
    memcpy(bytes + HEADER_BYTES - 8, &header, sizeof header);
    for (size_t at = 0; at < content; at += BLOCK_BYTES) {
        const size_t left = content - at;
        const uint64_t sum =
            checksum_of(bytes + HEADER_BYTES + at, left < BLOCK_BYTES ? left : BLOCK_BYTES);
        memcpy(bytes + HEADER_BYTES + content + at / BLOCK_BYTES * 8, &sum, sizeof sum);
    }
}

/* Changes bytes of a book of 2x2: three bytes of data each. */
static void change_book(const uint8_t *data, size_t size) {
    const BookFacts facts = book_facts(2, 2, rules_find("chinese-simple-ko"), 0);
    Rng rng = rng_new(1);
    BookGraph *graph = random_book_new(&facts, 50, 12, &rng);
    Status status;
    static uint8_t bytes[FILE_BYTES_MAX];
    char path[] = "/tmp/fuzz-book-XXXXXX";
    const int made = mkstemp(path);
    require(made >= 0);
    const size_t content =
        graph->node_count * sizeof(BookRecord) + (size_t)graph->edge_count * sizeof(BookLink);
    require(book_graph_save(graph, path, &status));
    book_graph_free(graph);
    const size_t length = fuzz_take_file(path, bytes, sizeof bytes);
    close(made);
    fuzz_change(bytes, length, data, size);
    mend_sums(bytes, content);
    char changed[FUZZ_PATH_MAX];
    const int descriptor = fuzz_open(bytes, length, changed);
    read_book(changed);
    close(descriptor);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char path[FUZZ_PATH_MAX];
    if (size == 0) {
        return 0;
    }
    if (data[0] % 3 == 1) {
        change_book(data + 1, size - 1);
        return 0;
    }
    const int file = fuzz_open(data + 1, size - 1, path);
    if (data[0] % 3 == 0) {
        read_book(path);
    } else {
        Status status = {""};
        KatabookReport report;
        BookGraph *graph = katabook_load(path, &report, &status);
        if (graph == NULL) {
            fuzz_check_refusal(path, status.text);
        }
        free(report.place);
        book_graph_free(graph);
    }
    close(file);
    return 0;
}
