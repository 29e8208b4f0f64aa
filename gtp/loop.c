#include "gtp/loop.h"

#include <stdlib.h>
#include <string.h>

#include "gtp/line.h"
#include "gtp/ponder.h"

static bool answer(FILE *output, const char *text) {
    return fputs(text, output) >= 0 && fflush(output) == 0;
}

static bool serve(GtpEngine *engine, GtpReader *reader, char *line, FILE *output) {
    Text response = {0};
    bool alive = true;
    while (alive && !engine->quit) {
        text_clear(&response);
        ponder_until_input(engine, reader);
        const GtpLineResult result = gtp_read_line(reader, line);
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
    }
    text_free(&response);
    return alive;
}

int gtp_loop(const Options *options, int input, FILE *output) {
    GtpEngine engine = {
        .game = options_new_game(options),
        .options = options->player,
        .strict = options->strict,
        .own_move_count = -1,
    };
    char *line = malloc(GTP_LINE_MAX);
    bool ok = player_init(&engine.player) && engine.game != NULL && line != NULL;
    if (ok) {
        GtpReader reader;
        gtp_reader_init(&reader, input);
        ok = serve(&engine, &reader, line, output);
    } else {
        fprintf(stderr, "dihedra: out of memory\n");
    }
    player_free(&engine.player);
    game_free(engine.game);
    free(line);
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
