#include "gtp/session/engine.h"

#include "engine/base/os/system.h"

bool engine_init(GtpEngine *engine, const GtpFamily *families, const EngineOptions *options,
                 const Models *models) {
    *engine = (GtpEngine){
        .families = families,
        .game = engine_options_new_game(options),
        .options = options->player,
        .name = options->gtp_name,
        .no_files = options->no_files || options->sandbox,
        .play = {.strict = options->strict,
                 .keeps_rules = options->keep_rules,
                 .has_seed = options->has_seed,
                 .varies_seed = options->random_seed},
        .display = {.search_summary = true},
    };
    /* It stays 0 if the system has no random numbers. */
    os_random(&engine->play.strength_seed, sizeof engine->play.strength_seed);
    const bool ok =
        player_init(&engine->player, models == NULL ? NULL : models->main) && engine->game != NULL;
    engine->player.human = models == NULL ? NULL : models->human;
    return ok;
}

Turn engine_turn(const GtpEngine *engine, Color color) {
    return (Turn){.game = engine->game,
                  .color = color,
                  .options = &engine->options,
                  .clock = &engine->clock,
                  .start = clock_seconds()};
}

void engine_resign(GtpEngine *engine, Color color) {
    saved_position_set(&engine->play.resigned, engine->game);
    engine->play.resigner = color;
}

const char *engine_result(GtpEngine *engine, char text[RECORD_RESULT_MAX]) {
    if (saved_position_holds(&engine->play.resigned, engine->game)) {
        return engine->play.resigner == BLACK ? "W+R" : "B+R";
    }
    return engine->game->board.passes < 2
               ? NULL
               : record_result(ending_score(player_ending(&engine->player), engine->game), text);
}

void engine_free(GtpEngine *engine) {
    book_graph_free(engine->player.book);
    player_free(&engine->player);
    game_free(engine->game);
}
