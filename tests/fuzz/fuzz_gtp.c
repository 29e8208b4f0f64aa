/* libFuzzer entry for GTP sessions. If bit 0 of the first byte is clear, the bytes are a session as
 * the program reads its input; if it is set, the choices by which line_maker.h makes one. Each line
 * that is not blank gets one sensible response (session_expect_sense), and at the end the game is
 * what the slow board makes of it and what the searches have kept is sound (session_check.h).
 *
 * Whatever file loadsgf asks for, it reads the bytes themselves as a record. Other commands with a
 * file are refused. On boards larger than 7x7 the engine is not asked to move, to analyze, to judge
 * or to show what it thinks, which would take too long. */
#include "tests/fuzz/fuzz.h"
#include "tests/support/session/line_maker.h"
#include "tests/support/session/session_check.h"

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

/* Makes loadsgf load the record; *allows_files: it does. */
static void rewrite(char *line, const char *record, bool *allows_files) {
    const char *arguments = arguments_of(line, "loadsgf");
    *allows_files = arguments != NULL;
    if (*allows_files) {
        char rest[64];
        snprintf(rest, sizeof rest, "%s", arguments + strcspn(arguments, " "));
        snprintf(line, GTP_LINE_MAX, "loadsgf %s%s", record, rest);
    }
}

static void run(Session *session, char *line, const char *record) {
    bool allows_files;
    rewrite(line, record, &allows_files);
    session->engine.no_files = !allows_files;
    if (line[strspn(line, " ")] != '\0' &&
        (session->engine.game->geometry->cell_count <= 49 ||
         (strstr(line, "genmove") == NULL && strstr(line, "analyze") == NULL &&
          strstr(line, "final") == NULL && strstr(line, "show") == NULL &&
          strstr(line, "handicap") == NULL))) {
        const PlayerOptions options = session->engine.options;
        session_expect_sense(session, line);
        session->engine.options = options; /* with one visit and little memory */
    }
}

static void read_session(Session *session, int input, const char *record) {
    static char line[GTP_LINE_MAX];
    LineReader reader;
    line_reader_init(&reader, input, -1);
    for (LineResult result; !session->engine.quit;) {
        result = line_reader_next(&reader, line);
        if (result == LINE_END) {
            break;
        }
        if (result == LINE_OK) {
            cr_assert(strlen(line) < GTP_LINE_MAX);
            run(session, line, record);
        }
    }
}

static void make_session(Session *session, LineMaker maker, const char *record) {
    static char line[GTP_LINE_MAX];
    Text text = {0};
    while (!line_maker_is_at_end(&maker) && !session->engine.quit) {
        line_maker_next(&maker, &session->engine, &text);
        snprintf(line, sizeof line, "%s", text_get(&text));
        run(session, line, record);
    }
    text_free(&text);
}

enum { BIT_MADE = 1 }; /* of the first byte */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static Game *game; /* one for all inputs: making one takes longer than most of them */
    const EngineOptions options = session_options(5, 5);
    Status status;
    if (size == 0) {
        return 0;
    }
    if (game == NULL) {
        game = engine_options_new_game(&options);
    }
    cr_assert(game != NULL && game_clear(game, 5, 5, &status));
    game->komi = options.komi;
    game->rules = options.rules;
    Session session = {
        .engine = {.families = GTP_FAMILIES, .game = game, .options = options.player}};
    cr_assert(player_init(&session.engine.player, NULL));
    char record[] = "/tmp/dihedra-fuzz-XXXXXX";
    const int file = mkstemp(record);
    cr_assert(file >= 0 && write(file, data + 1, size - 1) == (ssize_t)size - 1);
    cr_assert(lseek(file, 0, SEEK_SET) == 0);
    if ((data[0] & BIT_MADE) == 0) {
        read_session(&session, file, record);
    } else {
        make_session(&session, line_maker_of_bytes(data + 1, size - 1), record);
    }
    session_check_game(&session);
    session_check_graph(&session);
    player_free(&session.engine.player);
    text_free(&session.response);
    close(file);
    unlink(record);
    return 0;
}
