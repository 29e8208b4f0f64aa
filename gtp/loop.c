#include "gtp/loop.h"

#include <stdlib.h>
#include <string.h>

#include "gtp/line.h"
#include "gtp/ponder.h"

static bool answer(FILE *output, const char *text) {
    return fputs(text, output) >= 0 && fflush(output) == 0;
}

static bool serve(GtpEngine *engine, char *line) {
    FILE *output = engine->output;
    Text response = {0};
    bool alive = true;
    while (alive && !engine->quit) {
        text_clear(&response);
        ponder_until_input(engine);
        const GtpLineResult result = gtp_input_next(engine->input, line);
        if (result == GTP_LINE_END) {
            break;
        }
        if (result == GTP_LINE_TOO_LONG) {
            const size_t id = strspn(line, "0123456789");
            line[line[id] == ' ' ? id : 0] = '\0';
            text_add(&response, "?%s line too long\n\n", line);
            alive = answer(output, text_get(&response));
        } else if (gtp_run_line(engine, line, &response)) {
            alive = answer(output, text_get(&response));
        }
        gtp_input_done(engine->input);
    }
    text_free(&response);
    return alive;
}

int gtp_loop(const Options *options, NetworkLoad *load, int input, FILE *output) {
    GtpEngine engine = {
        .game = options_new_game(options),
        .options = options->player,
        .varies_seed = options->random_seed,
        .strict = options->strict,
        .name = options->gtp_name,
        .own_move_count = -1,
        .input = gtp_input_new(input, fileno(output)),
        .output = output,
    };
    char *line = malloc(GTP_LINE_MAX);
    bool ok = player_init(&engine.player, load) && engine.game != NULL && engine.input != NULL &&
              line != NULL;
    if (ok) {
        engine.player.cancel = gtp_input_interrupt(engine.input);
        ok = serve(&engine, line);
    } else {
        fprintf(stderr, "dihedra: out of memory\n");
    }
    gtp_input_free(engine.input);
    player_free(&engine.player);
    game_free(engine.game);
    free(line);
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
