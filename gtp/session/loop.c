#include "gtp/session/loop.h"

#include <stdlib.h>

#include "engine/base/os/system.h"
#include "engine/book/graph.h"
#include "engine/player/limits.h"
#include "engine/player/networks.h"
#include "gtp/session/call.h"

void loop_ponder(GtpEngine *engine) {
    const Color to_move = engine->game->board.to_move;
    /* A rank keeps nothing: it would play better than it should. */
    if (!engine->options.ponder || !engine->options.keep ||
        engine->options.strength != STRENGTH_NONE || engine->game->board.passes >= 2 ||
        !saved_position_holds(&engine->play.own_move, engine->game) ||
        time_is_short(&engine->clock, color_opponent(to_move), engine->options.lag)) {
        return;
    }
    input_interrupt_by(engine->input, INTERRUPT_BY_LINE_OR_END);
    if (!atomic_load_explicit(engine->player.cancel, memory_order_relaxed)) {
        Status status; /* if memory runs out, the engine waits without pondering */
        const Turn turn = engine_turn(engine, to_move);
        player_ponder(&engine->player, &turn, &status);
    }
    input_interrupt_by(engine->input, INTERRUPT_BY_CLIENT);
}

bool loop_answer(GtpEngine *engine, LineResult result, char *line) {
    Text response = {0};
    bool is_written = true;
    if (result == LINE_TOO_LONG) {
        const size_t digits = strspn(line, "0123456789"); /* of its id, if it begins with one */
        text_add(&response, "?%.*s line too long\n\n", line[digits] == ' ' ? (int)digits : 0, line);
    }
    if (result == LINE_TOO_LONG || call_run_line(engine, line, &response)) { /* it is not blank */
        is_written = call_write_response(engine, &response);
    }
    if (!is_written) {
        status_print("", &(Status){"standard output cannot be written"});
    }
    input_done(engine->input);
    text_free(&response);
    return is_written;
}

/* Returns false if an answer could not be written, the output lost its reader before the input
 * ended, or the input could not be read, which is reported. */
static bool serve(GtpEngine *engine, char *line) {
    bool is_written = true;
    while (is_written && !engine->quit) {
        loop_ponder(engine);
        const LineResult result = input_next(engine->input, line);
        if (result == LINE_END) {
            const char *failure = input_failure(engine->input);
            if (failure != NULL && *failure != '\0') {
                Status why;
                status_fail(&why, "%s", failure);
                status_print("", &why);
            }
            return failure == NULL;
        }
        is_written = loop_answer(engine, result, line);
    }
    return is_written;
}

bool loop_can_play(Player *player, const PlayerOptions *options, Status *status) {
    Status why;
    if (!networks_can_play_strength(player, options->strength, &why)) {
        return status_fail(status, "--rank %.240s", why.text);
    }
    return !human_profile_is_set(&options->profile) || options->strength != STRENGTH_NONE ||
           networks_can_imitate(player, &why) ||
           status_fail(status, "--human-sl-profile: %.230s", why.text);
}

/* Opens the book and begins to read the input. Returns false with a message if that
 * fails, or the engine cannot play as the options ask. */
static bool open_book_and_input(GtpEngine *engine, const EngineOptions *options,
                                const Models *models, int input, int output, Status *status) {
    Status why;
    if (options->book != NULL &&
        (engine->player.book = book_graph_load(options->book, NULL, &why)) == NULL) {
        return status_fail(status, "--book %.240s", why.text);
    }
    if (!loop_can_play(&engine->player, &options->player, status)) {
        return false;
    }
    if (options->sandbox) {
        models_wait(models, &why); /* the users of a network get its message */
        if (!os_sandbox_enter(&why)) {
            return status_fail(status, "--sandbox: %.230s", why.text);
        }
    }
    engine->input = input_new(input, output);
    engine->output = output;
    return engine->input != NULL || status_fail(status, "out of memory");
}

int loop_run(const EngineOptions *options, const GtpFamily *families, const Models *models,
             int input, int output) {
    GtpEngine engine;
    char *line = malloc(GTP_LINE_MAX);
    Status status = {"out of memory"};
    bool ok = engine_init(&engine, families, options, models) && line != NULL &&
              open_book_and_input(&engine, options, models, input, output, &status);
    if (ok) {
        engine.player.cancel = input_interrupt(engine.input);
        ok = serve(&engine, line);
    } else {
        status_print("", &status);
    }
    input_free(engine.input);
    engine_free(&engine);
    free(line);
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
