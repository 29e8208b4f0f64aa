#include "gtp/engine.h"

bool engine_init(GtpEngine *engine, const GtpFamily *families, const EngineOptions *options,
                 NetworkLoad *load) {
    *engine = (GtpEngine){
        .families = families,
        .game = engine_options_new_game(options),
        .options = options->player,
        .admin.name = options->gtp_name,
        .play = {.strict = options->strict, .varies_seed = options->random_seed},
    };
    return player_init(&engine->player, load) && engine->game != NULL;
}

void engine_free(GtpEngine *engine) {
    player_free(&engine->player);
    game_free(engine->game);
}
