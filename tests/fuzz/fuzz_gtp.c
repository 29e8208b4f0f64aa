/* libFuzzer entry for GTP: the bytes are a whole session, read as the program reads its input.
 * Every line that is not blank gets one well-formed response, and a refusal does not change the
 * game.
 *
 * Whatever file loadsgf asks for, it reads the bytes themselves as a record. Commands that would
 * write a file are skipped. On boards larger than 7x7 the engine is not asked to move, to analyze,
 * to judge or to show what it thinks, which would take too long. */
#include "gtp/commands/families.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool condition) {
    if (!condition) {
        abort();
    }
}

/* Returns the arguments of the line if it has this command, else NULL. */
static const char *arguments_of(const char *line, const char *command) {
    line += strspn(line, " ");
    const size_t digits = strspn(line, "0123456789");
    if (line[digits] == ' ') {
        line += digits + strspn(line + digits, " ");
    }
    const size_t length = strlen(command);
    const bool has_command = strncmp(line, command, length) == 0 && line[length] == ' ';
    return has_command ? line + length + strspn(line + length, " ") : NULL;
}

/* Makes loadsgf load the record, and clears lines that would write a file. */
static void rewrite(char *line, const char *record) {
    static const char *const WRITERS[] = {"printsgf", "gomill-savesgf", "dihedra-save_tree"};
    for (size_t i = 0; i < sizeof WRITERS / sizeof WRITERS[0]; i++) {
        if (arguments_of(line, WRITERS[i]) != NULL) {
            *line = '\0';
        }
    }
    const char *arguments = arguments_of(line, "loadsgf");
    if (arguments != NULL) {
        char rest[64];
        snprintf(rest, sizeof rest, "%s", arguments + strcspn(arguments, " "));
        snprintf(line, GTP_LINE_MAX, "loadsgf %s%s", record, rest);
    }
}

static void run(GtpEngine *engine, char *line, Text *response) {
    const Game *game = engine->game;
    if (game->geometry->cell_count > 49 &&
        (strstr(line, "genmove") != NULL || strstr(line, "analyze") != NULL ||
         strstr(line, "final") != NULL || strstr(line, "show") != NULL)) {
        return;
    }
    const HashKey before = board_key(&game->board, &game->rules);
    const int moves = game->move_count;
    const double komi = game->komi;
    text_clear(response);
    if (!call_run_line(engine, line, response)) {
        return;
    }
    const char *text = text_get(response);
    require(*text == '=' || *text == '?');
    const char behind_id = text[1 + strspn(text + 1, "0123456789")];
    require(behind_id == ' ' ||
            (*text == '=' && behind_id == '\n')); /* an analysis follows in lines of its own */
    require(strstr(text, "\n\n") == text + strlen(text) - 2);
    if (*text == '?') {
        const HashKey after = board_key(&game->board, &game->rules);
        require(after.key == before.key && after.check == before.check &&
                game->move_count == moves && game->komi == komi);
    }
}

static void run_session(GtpEngine *engine, int input, const char *record) {
    static char line[GTP_LINE_MAX];
    LineReader reader;
    Text response = {0};
    line_reader_init(&reader, input, -1);
    for (LineResult result; !engine->admin.quit;) {
        result = line_reader_next(&reader, line);
        if (result == LINE_END) {
            break;
        }
        if (result == LINE_OK) {
            require(strlen(line) < GTP_LINE_MAX);
            rewrite(line, record);
            run(engine, line, &response);
        }
    }
    text_free(&response);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static Game *game; /* one for all inputs: making one takes longer than most of them */
    const EngineOptions options = engine_options_default();
    Status status;
    if (game == NULL) {
        game = engine_options_new_game(&options);
    }
    require(game != NULL && game_clear(game, 5, 5, &status));
    game->komi = options.komi;
    GtpEngine engine = {.families = GTP_FAMILIES, .game = game, .options = options.player};
    require(player_init(&engine.player, NULL));
    engine.options.visits = 1;
    engine.options.memory_mb = 1;
    char record[] = "/tmp/dihedra-fuzz-XXXXXX";
    const int file = mkstemp(record);
    require(file >= 0 && write(file, data, size) == (ssize_t)size);
    require(lseek(file, 0, SEEK_SET) == 0);
    run_session(&engine, file, record);
    player_free(&engine.player);
    close(file);
    unlink(record);
    return 0;
}
