#include "gtp/loop.h"

#include <stdlib.h>
#include <string.h>

#include "engine/player/networks.h"
#include "gtp/call.h"
#include "gtp/ponder.h"

/* Writes the response to a line that was too long, with its id if it begins with one. Cuts the line
 * up. */
static void refuse_long_line(char *line, Text *response) {
    const size_t digits = strspn(line, "0123456789");
    line[line[digits] == ' ' ? digits : 0] = '\0';
    text_add(response, "?%s line too long\n\n", line);
}

/* Returns false if an answer could not be written, or the output lost its reader before the input
 * ended. */
static bool serve(GtpEngine *engine, char *line) {
    Text response = {0};
    bool is_written = true;
    while (is_written && !engine->admin.quit) {
        ponder_until_input(engine);
        const LineResult result = input_next(engine->input, line);
        if (result == LINE_END) {
            is_written = !input_lost_reader(engine->input);
            break;
        }
        text_clear(&response);
        bool has_response = true;
        if (result == LINE_TOO_LONG) {
            refuse_long_line(line, &response);
        } else {
            has_response = call_run_line(engine, line, &response);
        }
        if (has_response) {
            is_written =
                fputs(text_get(&response), engine->output) >= 0 && fflush(engine->output) == 0;
        }
        input_done(engine->input);
    }
    text_free(&response);
    return is_written;
}

int loop_run(const EngineOptions *options, const GtpFamily *families, const Models *models,
             int input, FILE *output) {
    GtpEngine engine;
    bool ok = engine_init(&engine, families, options, models);
    engine.input = input_new(input, fileno(output));
    engine.output = output;
    char *line = malloc(GTP_LINE_MAX);
    Status status;
    if (ok && !networks_can_play_strength(&engine.player, options->player.strength, &status)) {
        fprintf(stderr, "dihedra: --rank %s\n", status.text);
        ok = false;
    } else if (ok && engine.input != NULL && line != NULL) {
        engine.player.cancel = input_interrupt(engine.input);
        ok = serve(&engine, line);
    } else {
        fprintf(stderr, "dihedra: out of memory\n");
        ok = false;
    }
    input_free(engine.input);
    engine_free(&engine);
    free(line);
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
