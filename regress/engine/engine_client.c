#include "regress/engine/engine_client.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* For an engine to end by itself. */
static const double WORKING_SECONDS = 2;
static const double CLOSED_SECONDS = 0.5;
static const double BROKEN_SECONDS = 0.2; /* hangs or sends garbage */

/* ---- Start and end ---- */

bool engine_client_is_running(const EngineClient *client) {
    return client->process.child != NULL;
}

static void make_known(const EngineClient *client, ChildProcess *child) {
    if (client->interrupt != NULL) {
        interrupt_set_child(client->interrupt, client->slot, child);
    }
}

bool engine_client_start(EngineClient *client, Status *status) {
    if (!engine_process_start(&client->process, client->folder, client->command, client->error_path,
                              status)) {
        return false;
    }
    make_known(client, client->process.child);
    return true;
}

bool engine_client_stop(EngineClient *client, Status *status) {
    if (!engine_client_is_running(client)) {
        return true;
    }
    const EngineOutcome failure = client->process.failure;
    Status ignored;
    make_known(client, NULL);
    return engine_process_stop(&client->process,
                               failure == ENGINE_OK       ? WORKING_SECONDS
                               : failure == ENGINE_CLOSED ? CLOSED_SECONDS
                                                          : BROKEN_SECONDS,
                               status == NULL ? &ignored : status);
}

bool engine_client_revive(EngineClient *client, bool (*prepare)(void *context, Status *status),
                          void *context, Status *status) {
    for (int attempt = 0; attempt < ENGINE_CLIENT_ATTEMPTS && !engine_client_is_running(client);
         attempt++) {
        if (client->interrupt != NULL && interrupt_requested(client->interrupt)) {
            return status_fail(status, "the run was stopped");
        }
        if (engine_client_start(client, status) && !prepare(context, status)) {
            engine_client_stop(client, NULL);
        }
    }
    return engine_client_is_running(client);
}

/* ---- Asking ---- */

EngineAnswer engine_client_ask_within(EngineClient *client, const char *command, double seconds,
                                      Status *status) {
    snprintf(client->asked, sizeof client->asked, "%s", command);
    if (!engine_client_is_running(client)) {
        status_fail(status, "the engine has ended");
        return client->answer = (EngineAnswer){ENGINE_CLOSED, "", 0};
    }
    client->answer = engine_process_ask(&client->process, command, seconds, status);
    const EngineOutcome outcome = client->answer.outcome;
    if (outcome != ENGINE_OK && outcome != ENGINE_REFUSED) {
        const Status first = *status;
        Status how;
        if (!engine_client_stop(client, &how) && outcome == ENGINE_CLOSED) {
            status_fail(status, "%.150s; %.100s", first.text, how.text);
        }
    }
    return client->answer;
}

EngineAnswer engine_client_ask(EngineClient *client, const char *command, Status *status) {
    return engine_client_ask_within(client, command, client->timeout, status);
}

bool engine_client_tell(EngineClient *client, Status *status, const char *format, ...) {
    char command[sizeof client->asked];
    va_list args;
    va_start(args, format);
    vsnprintf(command, sizeof command, format, args);
    va_end(args);
    return engine_client_ask(client, command, status).outcome == ENGINE_OK;
}

bool engine_client_ask_line(EngineClient *client, const char *command, char *text, size_t size,
                            Status *status) {
    const EngineAnswer answer = engine_client_ask(client, command, status);
    snprintf(text, size, "%.*s", answer.outcome == ENGINE_OK ? (int)strcspn(answer.text, "\n") : 0,
             answer.text);
    return answer.outcome == ENGINE_OK || answer.outcome == ENGINE_REFUSED;
}

bool engine_client_introduce(EngineClient *client, Status *status) {
    return engine_client_ask_line(client, "name", client->name, sizeof client->name, status) &&
           engine_client_ask_line(client, "version", client->version, sizeof client->version,
                                  status);
}

bool engine_client_knows(EngineClient *client, const char *command, bool *is_known,
                         Status *status) {
    char question[64], text[8];
    snprintf(question, sizeof question, "known_command %s", command);
    const bool ok = engine_client_ask_line(client, question, text, sizeof text, status);
    *is_known = ok && strcmp(text, "true") == 0;
    return ok;
}

/* ---- Positions ---- */

bool engine_client_new_game(EngineClient *client, int width, int height, double komi,
                            Status *status) {
    const bool ok =
        width == height
            ? engine_client_tell(client, status, "boardsize %d", width)
            : engine_client_tell(client, status, "rectangular_boardsize %d %d", width, height);
    return ok && engine_client_tell(client, status, "clear_board") &&
           engine_client_tell(client, status, "komi %.12g", komi);
}

bool engine_client_play(EngineClient *client, Color color, Point point, int height,
                        Status *status) {
    char vertex[POINT_TEXT_MAX];
    return engine_client_tell(client, status, "play %s %s", color_name(color),
                              point_to_text(point, height, vertex));
}

bool engine_client_place(EngineClient *client, const Geometry *geometry, const ColorCell *cells,
                         Status *status) {
    bool ok = true;
    for (int cell = 0; ok && cell < geometry->cell_count; cell++) {
        ok = cells[cell] == EMPTY ||
             engine_client_play(client, (Color)cells[cell], geometry->point_of[cell],
                                geometry->height, status);
    }
    return ok;
}
