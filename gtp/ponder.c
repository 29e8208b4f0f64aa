#include "gtp/ponder.h"

#include <pthread.h>

typedef struct {
    GtpEngine *engine;
    _Atomic bool cancel;
} Ponder;

static bool is_worth_it(const GtpEngine *engine) {
    const Game *game = engine->game;
    return engine->options.ponder && engine->options.keep &&
           game->move_count == engine->own_move_count &&
           game->board.hash.lane[0] == engine->own_move_hash && game->board.passes < 2;
}

static void *think(void *argument) {
    Ponder *ponder = argument;
    GtpEngine *engine = ponder->engine;
    Status status; /* where there is no memory for it, it is left undone */
    player_ponder(&engine->player, &engine->options, engine->game,
                  (Color)engine->game->board.to_move, &ponder->cancel, &status);
    return NULL;
}

void ponder_until_input(GtpEngine *engine, GtpInput *input) {
    Ponder ponder = {.engine = engine};
    pthread_t thread;
    if (!is_worth_it(engine) || gtp_input_is_there(input) ||
        pthread_create(&thread, NULL, think, &ponder) != 0) {
        return;
    }
    gtp_input_wait(input);
    atomic_store_explicit(&ponder.cancel, true,
                          memory_order_relaxed); /* the join orders the rest */
    pthread_join(thread, NULL);
}
