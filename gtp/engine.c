#include "gtp/engine.h"

#include "engine/base/clock.h"
#include "hash/zobrist.h"

bool engine_init(GtpEngine *engine, const GtpFamily *families, const EngineOptions *options,
                 const Models *models) {
    const Models none = {0};
    models = models != NULL ? models : &none;
    *engine = (GtpEngine){
        .families = families,
        .game = engine_options_new_game(options),
        .options = options->player,
        .admin.name = options->gtp_name,
        .play = {.strict = options->strict,
                 .has_seed = options->has_seed,
                 .varies_seed = options->random_seed},
    };
    hash_random_seed(&engine->play.strength_seed); /* 0 if the system has no random numbers */
    const bool ok = player_init(&engine->player, models->main) && engine->game != NULL;
    engine->player.human = models->human;
    return ok;
}

Turn engine_turn(const GtpEngine *engine, Color color) {
    return (Turn){.game = engine->game,
                  .color = color,
                  .options = &engine->options,
                  .clock = &engine->clock,
                  .start = clock_seconds()};
}

void engine_free(GtpEngine *engine) {
    player_free(&engine->player);
    game_free(engine->game);
}
