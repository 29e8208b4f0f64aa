#include "gtp/ponder.h"

static bool is_worth_it(const GtpEngine *engine) {
    /* A rank keeps nothing: it would play better than it should. */
    return engine->options.ponder && engine->options.keep &&
           engine->options.strength == STRENGTH_NONE && engine->game->board.passes < 2 &&
           saved_position_holds(&engine->play.own_move, engine->game);
}

void ponder_until_input(GtpEngine *engine) {
    if (!is_worth_it(engine)) {
        return;
    }
    input_interrupt_by(engine->input, INTERRUPT_BY_LINE_OR_END);
    if (!atomic_load_explicit(engine->player.cancel, memory_order_relaxed)) {
        Status status; /* if memory runs out, the engine waits without pondering */
        const Turn turn = engine_turn(engine, (Color)engine->game->board.to_move);
        player_ponder(&engine->player, &turn, &status);
    }
    input_interrupt_by(engine->input, INTERRUPT_BY_CLIENT);
}
