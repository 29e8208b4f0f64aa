/* libFuzzer entry for books of KataGo's: any bytes are refused with one line that begins with the
 * path, or are a book that can be played from. */
#include "engine/book/probe.h"
#include "gtp/book/katabook.h"
#include "tests/fuzz/fuzz.h"

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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char path[FUZZ_PATH_MAX];
    Status status = {""};
    const int file = fuzz_open(data, size, path);
    BookGraph *graph = katabook_load(path, &status);
    if (graph == NULL) {
        fuzz_check_refusal(path, status.text);
    } else {
        play_from(graph);
        book_graph_free(graph);
    }
    close(file);
    return 0;
}
