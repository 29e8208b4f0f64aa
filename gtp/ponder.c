#include "gtp/ponder.h"

#include <errno.h>
#include <poll.h>
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

/* Waits so many milliseconds (-1: for ever) for input, its end or an error, which the reader sees.
 */
static bool has_input(const GtpReader *reader, int milliseconds) {
    struct pollfd input = {.fd = reader->fd, .events = POLLIN};
    int ready = reader->start < reader->end;
    while (ready == 0) {
        ready = poll(&input, 1, milliseconds);
        if (ready == 0) {
            return false;
        }
        if (ready < 0 && errno == EINTR) {
            ready = 0; /* wait on */
        }
    }
    return true;
}

static void *think(void *argument) {
    Ponder *ponder = argument;
    GtpEngine *engine = ponder->engine;
    Status status; /* where there is no memory for it, it is left undone */
    player_ponder(&engine->player, &engine->options, engine->game,
                  (Color)engine->game->board.to_move, &ponder->cancel, &status);
    return NULL;
}

void ponder_until_input(GtpEngine *engine, const GtpReader *reader) {
    Ponder ponder = {.engine = engine};
    pthread_t thread;
    if (!is_worth_it(engine) || has_input(reader, 0) ||
        pthread_create(&thread, NULL, think, &ponder) != 0) {
        return;
    }
    has_input(reader, -1);
    atomic_store_explicit(&ponder.cancel, true,
                          memory_order_relaxed); /* the join orders the rest */
    pthread_join(thread, NULL);
}
