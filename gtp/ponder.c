#include "gtp/ponder.h"

static bool is_worth_it(const GtpEngine *engine) {
    const Game *game = engine->game;
    return engine->options.ponder && engine->options.keep &&
           game->move_count == engine->own_move_count &&
           game->board.hash.lane[0] == engine->own_move_hash && game->board.passes < 2;
}

void ponder_until_input(GtpEngine *engine) {
    GtpInput *input = engine->input;
    if (!is_worth_it(engine)) {
        return;
    }
    gtp_input_interrupt_by(input, GTP_BY_LINE_OR_END);
    if (!atomic_load_explicit(engine->player.cancel, memory_order_relaxed)) {
        Status status; /* without memory for it, it is left undone */
        player_ponder(&engine->player, &engine->options, engine->game,
                      (Color)engine->game->board.to_move, &status);
    }
    gtp_input_interrupt_by(input, GTP_BY_INTERRUPT);
}
