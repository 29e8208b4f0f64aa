/* Game records: from SGF to a game and back, and where the main line may stop. */
#include "tests/support/position/games.h"
#include "tests/support/session/session.h"

/* Loads the record with what follows the file's name in loadsgf. Returns the answer with its sign,
 * "=black", or "?cannot load file" without the reason. */
static const char *load(Session *session, const char *record, const char *stop) {
    char path[TEMPORARY_PATH_MAX];
    temporary_file(path, record, strlen(record));
    const char *response = session_run(session, formatted("loadsgf %s %s", path, stop));
    const int length = (int)strcspn(response + 2, response[0] == '?' ? ":\n" : "\n");
    return formatted("%c%.*s", response[0], length, response + 2);
}

typedef struct {
    const char *record, *stop, *answer; /* the answer with its sign */
    const char *line, *body;            /* a GTP command to send then, and its answer */
} Load;

static const Load LOADS[] = {
    /* the whole main line, and GNU Go's "before move N" */
    {"(;SZ[5];B[aa];W[ba];B[ca])", "", "=white", "move_history", "black C5\nwhite B5\nblack A5"},
    {"(;SZ[5];B[aa];W[ba];B[ca])", "1", "=black", "move_history", ""},
    {"(;SZ[5];B[aa];W[ba];B[ca])", "2", "=white", "move_history", "black A5"},
    {"(;SZ[5];B[aa];W[ba];B[ca])", "4", "=white", "list_stones b", "A5 C5"},
    {"(;SZ[5];B[aa];B[ba];B[ca])", "2", "=black", "move_history", "black A5"},
    /* before the move at a vertex, the first there */
    {"(;SZ[5];B[aa];W[ba];B[ca])", "b5", "=white", "move_history", "black A5"},
    {"(;SZ[5];B[aa];W[];B[ca])", "pass", "=white", "move_history", "black A5"},
    {"(;SZ[5];B[aa];W[ba];B[ca])", "D5", "?cannot load file", "move_history", ""},
    {"(;SZ[5];B[aa])", "F1", "?cannot load file", "query_boardsize", "5"},
    /* passes, old and new; nodes without a move; only the main line */
    {"(;SZ[9];B[];W[tt];B[cc])", "", "=white", "move_history", "black C7\nwhite pass\nblack pass"},
    {"(;SZ[5]C[a\\]b;W[cc\\]];B[aa];C[x];W[bb])", "3", "=black", "list_stones w", "B4"},
    {"(;SZ[5];B[aa](;W[bb];B[cc])(;W[dd]))", "", "=white", "list_stones b", "A5 C3"},
    {"(;SZ[5];B[aa])(;SZ[9];B[bb])", "", "=white", "query_boardsize", "5"},
    /* size and komi */
    {"(;B[aa])", "", "=white", "query_boardsize", "19"},
    {"(;SZ[7:4];B[gd])", "", "=white", "last_move", "black G1"},
    {"(;SZ[5]KM[0.5])", "", "=black", "get_komi", "0.5"},
    {"(;SZ[5])", "", "=black", "get_komi", "2.5"}, /* kept */
    /* set-up, handicap, player to move */
    {"(;SZ[5]AB[aa][bb:cc]AW[ee])", "", "=black", "list_stones b", "A5 B4 C4 B3 C3"},
    {"(;SZ[5]AB[aa]PL[W])", "", "=white", "list_stones b", "A5"},
    {"(;SZ[5];B[aa];W[ba];PL[W])", "", "=white", "move_history", "white B5\nblack A5"},
    {"(;SZ[5]HA[2]AB[aa][ee])", "", "=white", "move_history", ""},
    {"(;SZ[5]HA[2]AB[aa][ee];W[cc])", "1", "=white", "list_stones w", ""},
    {"(;SZ[5]HA[2]AB[aa][ee]PL[B])", "", "=black", "list_stones b", "A5 E1"},
    {"(;SZ[5]HA[2]AB[aa][ee]PL[B];AB[cc])", "", "=black", "list_stones b", "A5 C3 E1"},
    {"(;SZ[5]HA[2])", "", "=white", "list_stones b", ""}, /* as in GNU Go and Sabaki */
    {"(;SZ[5]HA[2];B[aa];B[ee];W[cc])", "3", "=white", "list_stones b", "A5 E1"},
    /* set-up in mid-game starts anew; moves before it are counted */
    {"(;SZ[5];B[aa];W[bb];AB[cc]AE[aa];B[dd])", "", "=white", "move_history", "black D2"},
    {"(;SZ[5];B[aa];W[bb];AB[cc]AE[aa];B[dd])", "", "=white", "list_stones b", "C3 D2"},
    {"(;SZ[5];B[aa];W[bb];AB[cc]AE[aa];B[dd])", "3", "=black", "list_stones b", "C3"},
    {"(;SZ[5];B[aa];W[bb];PL[W];B[dd])", "3", "=black", "list_stones w", "B4"},
    {"(;SZ[5]HA[2]AB[aa][ee];W[bb];AE[aa];AE[bb])", "", "=black", "list_stones b", "E1"},
    {"(;SZ[5];B[ab];W[aa];B[ba];W[ee];AB[dd];W[cd])", "", "=black", "captures b", "1"},
    {"(;SZ[5];B[ab];W[aa];B[ba];W[ee];AB[dd];W[cd])", "", "=black", "move_history", "white C2"},
    /* records are history: ko, suicide and repetition are played */
    {"(;SZ[3];B[ba];B[ab];W[aa])", "", "=black", "list_stones w", ""},
    {"(;SZ[4]AB[ba][ab][bc][cb]AW[ca][db][cc]PL[W];W[bb];B[cb])", "", "=white", "captures b", "1"},
    /* illegal moves are executed, and on a stone a new game begins */
    {"(;SZ[5];B[aa];W[aa])", "", "=black", "list_stones w", "A5"},
    {"(;SZ[5];B[aa];W[aa];B[bb];W[cc])", "4", "=white", "move_history", "black B4"},
    {"(;SZ[3];B[bb];B[ab];B[ba];W[bb];W[ca])", "", "=black", "captures w", "0"},
    {"(;SZ[3];B[aa];W[ba];B[cc];W[ba];B[bb];W[ab])", "", "=black", "captures w", "1"},
    {"(;SZ[3]AW[bb][ba]AB[aa];W[aa])", "", "=black", "list_stones w", "A3 B3 B2"},
    {"(;SZ[3]AB[aa][ab][ba];W[aa])", "", "=black", "captures b", "1"},
    /* what is set up without a liberty is taken off, first what was there */
    {"(;SZ[2]AB[aa:bb];W[aa])", "", "=black", "list_stones w", "A2"},
    {"(;SZ[3]AW[aa]AB[ba][ab][cc])", "", "=black", "list_stones b", "B3 A2 C1"},
    {"(;SZ[3];B[ba];W[aa];B[cc];AB[ab])", "", "=white", "list_stones w", ""},
    {"(;SZ[3]AB[aa][ba][ca]AW[ab][bb];AW[cb];AB[cc])", "", "=black", "list_stones b", "C1"},
    {"(;SZ[2]AB[aa][ab]AW[ba];AB[bb])", "", "=black", "list_stones b", "A2 A1 B1"},
    {"(;SZ[2]AW[aa][ab]AB[ba];AW[bb])", "", "=black", "list_stones w", "A2 A1 B1"},
    /* what cannot be read is left out */
    {"(;SZ[5];B[ff])", "", "=black", "move_history", ""},
    {"(;SZ[5]KM[x])", "", "=black", "get_komi", "2.5"},
    {"(;SZ[5]KM[1000000.5])", "", "=black", "get_komi", "2.5"},
    {"(;SZ[5]HA[x])", "", "=black", "query_boardsize", "5"},
    {"(;SZ[5]PL[x])", "", "=black", "query_boardsize", "5"},
    /* what is not a game */
    {"(;SZ[26])", "", "?cannot load file", "query_boardsize", "5"},
    {"", "", "?cannot load file", "query_boardsize", "5"},
    {"()", "", "?cannot load file", "query_boardsize", "5"},
};

Test(record, loads_what_is_written_there) {
    for (size_t i = 0; i < sizeof LOADS / sizeof LOADS[0]; i++) {
        const Load *wanted = &LOADS[i];
        Session *session = session_new(5, 5);
        session_do(session, "komi 2.5");
        const char *answer = load(session, wanted->record, wanted->stop);
        cr_assert_str_eq(answer, wanted->answer, "%s %s gives %s", wanted->record, wanted->stop,
                         answer);
        const char *body = session_ask(session, wanted->line);
        cr_assert_str_eq(body, wanted->body, "%s %s: %s gives %s", wanted->record, wanted->stop,
                         wanted->line, body);
    }
}

/* Names that programs write. Without RU, or with one that is unknown, the rules stay. */
Test(record, loading_takes_the_rules) {
    static const char *const RULES_OF[][2] = {
        {"RU[Japanese]", "japanese"},
        {"RU[Chinese]", "chinese"},
        {"RU[NZ]", "new-zealand"},
        {"RU[GOE]", "ing"},
        {"RU[Japanese Rules]", "japanese"},
        {"RU[AGA_rules]", "aga"},
        {"", "chinese"},
        {"RU[house]", "chinese"},
        {"RU[koSIMPLEscoreTERRITORYtaxSEKIsui0fpok1]", "japanese"},
        {"RU[koSIMPLEscoreTERRITORYtaxALLsui0fpok1]", "ancient-territory"},
        {"RU[Stone Scoring]", "stone-scoring"},
        {"RU[AGA-Button]", "aga-button"},
        {"RU[koSIMPLEscoreTERRITORYtaxALLsui0button1]", "chinese"},
    };
    for (size_t i = 0; i < sizeof RULES_OF / sizeof RULES_OF[0]; i++) {
        Session *session = session_new(5, 5);
        session->engine.game->rules = *rules_find("chinese");
        load(session, formatted("(;SZ[5]%s)", RULES_OF[i][0]), "");
        cr_assert_str_eq(session->engine.game->rules.name, RULES_OF[i][1]);
    }
}

/* ---- Files that are not records ---- */

static void expect_unloadable(Session *session, const void *bytes, size_t length, bool may_load) {
    char path[TEMPORARY_PATH_MAX];
    temporary_file(path, bytes, length);
    char *before = cleanup_free(session_state(session));
    const char *response = session_run(session, formatted("loadsgf %s", path));
    const char *refusal = formatted("? cannot load file: %s: ", path);
    cr_assert(may_load || response[0] == '?', "%s", response);
    cr_assert(response[0] == '=' || strncmp(response, refusal, strlen(refusal)) == 0, "%s",
              response);
    if (response[0] == '?') {
        char *after = cleanup_free(session_state(session));
        cr_assert_str_eq(after, before);
    }
}

/* A record that is cut before its first value, and random bytes. */
Test(record, what_cannot_be_loaded_changes_nothing) {
    static const char RECORD[] = "(;SZ[5]KM[3]HA[2]AB[aa][ee];W[bb];B[cc](;W[dd])(;W[ed]))";
    Session *session = session_new(7, 7);
    session_do(session, "komi 1.5;time_settings 60 0 0;play b C3;play w D4");
    for (size_t length = 0; length < sizeof RECORD - 1; length++) {
        expect_unloadable(session, RECORD, length, length > strlen("(;SZ"));
    }
    SplitMix random = {5};
    for (int i = 0; i < 50; i++) {
        uint64_t words[64];
        for (int j = 0; j < 64; j++) {
            words[j] = splitmix_next(&random);
        }
        expect_unloadable(session, words, sizeof words, false);
    }
}

/* ---- Writing and reading back ---- */

static void expect_round_trip(Session *session) {
    char path[TEMPORARY_PATH_MAX];
    temporary_path(path);
    session_expect(session, formatted("printsgf %s", path), "");
    char *before = cleanup_free(session_state(session));
    char *record = session_ask(session, "printsgf");
    const Game *game = session->engine.game;
    const size_t history = ((size_t)game->move_count + 1) * sizeof *game->past;
    Past *past = cleanup_free(malloc(history));
    memcpy(past, game->past, history);
    session_do(session, "boardsize 3;komi 99;play b B2");
    session_ask(session, formatted("loadsgf %s", path));
    char *after = cleanup_free(session_state(session));
    cr_assert_str_eq(after, before, "%s\nbecomes\n%s\nby\n%s", before, after, record);
    cr_assert_str_eq(session_ask(session, "printsgf"), record);
    for (int i = 0; i <= game->move_count; i++) {
        const Past *now = &game->past[i];
        cr_assert(past[i].hash == now->hash && past[i].to_move == now->to_move &&
                      past[i].button == now->button && past[i].superko_past == now->superko_past,
                  "%s", record);
    }
}

/* A random game with captures, passes, moves out of turn; often from a handicap or a position. */
static void play_random_game(Session *session, SplitMix *random, int moves) {
    session_ask(session, formatted("boardsize %d %d", 2 + (int)(splitmix_next(random) % 8),
                                   2 + (int)(splitmix_next(random) % 8)));
    session_ask(session, formatted("komi %g", (double)(splitmix_next(random) % 400) / 4 - 50));
    Game *game = session->engine.game;
    if (splitmix_next(random) % 3 == 0) {
        session_ask(session, "place_free_handicap 2");
    }
    for (int i = 0; i < moves; i++) {
        const uint64_t word = splitmix_next(random);
        const Color color =
            word % 8 == 0 ? color_opponent(game->board.to_move) : game->board.to_move;
        const Point p =
            word % 32 == 1
                ? POINT_PASS
                : game->geometry->point_of[word / 32 % (uint64_t)game->geometry->cell_count];
        Status status;
        if (board_check(&game->board, color, p, true) == MOVE_LEGAL) {
            cr_assert(game_play(game, color, p, &status));
        }
        if (word / 7 % 32 == 0) {
            game_set_to_move(game, color_opponent(game->board.to_move));
            game_set_to_move(game, color);
        } else if (word / 7 % 32 == 1) {
            ColorCell cells[CELL_COUNT_MAX];
            board_get_cells(&game->board, cells);
            cells[0] = EMPTY;
            cr_assert(game_restart_from(game, cells, color, &status));
        }
        if (i == moves / 2 && word % 4 == 0) { /* the position becomes the start of a new game */
            ColorCell cells[CELL_COUNT_MAX];
            board_get_cells(&game->board, cells);
            cr_assert(game_set_up(game, cells, word % 8 == 0 ? BLACK : WHITE, 0, &status));
        }
    }
    if (splitmix_next(random) % 4 == 0) {
        game_set_to_move(game, color_opponent(game->board.to_move));
    }
}

/* White begins on an empty board; a turn was set by hand after a move. */
Test(record, the_player_to_move_reads_back) {
    Session *session = session_new(5, 5);
    cr_assert_str_eq(load(session, "(;SZ[5]PL[W])", ""), "=white");
    expect_round_trip(session);
    cr_assert_str_eq(load(session, "(;SZ[5]PL[W];W[aa];W[bb])", ""), "=black");
    expect_round_trip(session);
    session_do(session, "clear_board;play b A1;play w B1;gogui-setup_player w");
    cr_assert_not_null(strstr(session_ask(session, "printsgf"), "W[be]\n;PL[W])"));
    expect_round_trip(session);
    session_do(session, "play w C1;gogui-setup_player w;gogui-setup_player b");
    cr_assert_not_null(
        strstr(session_ask(session, "printsgf"), "W[be]\n;PL[W]\n;W[ce]\n;PL[W]\n;PL[B])"));
    expect_round_trip(session);
    cr_assert_str_eq(load(session, "(;SZ[5]HA[2]PL[B])", ""), "=black");
    expect_round_trip(session);
    cr_assert_str_eq(load(session, "(;SZ[5]HA[2])", ""), "=white");
    expect_round_trip(session);
}

Test(record, rules_without_a_name_read_back) {
    Session *session = session_new(5, 5);
    session_do(session, "kata-set-rules japanese;kata-set-rule suicide true");
    const Rules rules = session->engine.game->rules;
    const char *record = session_ask(session, "printsgf");
    cr_assert_not_null(strstr(record, "RU[koSIMPLEscoreTERRITORYtaxSEKIsui1fpok1]"), "%s", record);
    session_do(session, "kata-set-rules chinese");
    load(session, record, "");
    cr_assert(rules_are_same(&session->engine.game->rules, &rules));
}

Test(record, what_is_written_reads_back) {
    Session *session = session_new(5, 5);
    SplitMix random = {11};
    const int games = getenv("DIHEDRA_LONG") != NULL ? 5000 : 200;
    for (int i = 0; i < games; i++) {
        play_random_game(session, &random, 3 * i % 150);
        expect_round_trip(session);
    }
}

/* A record that cannot be written leaves nothing behind, and the message has the path. */
Test(record, saves_whole_or_not_at_all) {
    char path[TEMPORARY_PATH_MAX];
    temporary_path(path);
    Game *game = games_new(5, 5, "chinese"), *loaded = games_new(5, 5, "chinese");
    Status status;
    games_play(game, BLACK, point_at(1, 2));
    cr_assert(record_save(game, NULL, path, &status), "%s", status.text);
    cr_assert(record_load(loaded, path, (RecordStop){0}, true, &status), "%s", status.text);
    cr_assert_eq(loaded->move_count, 1);
    cr_assert_eq(loaded->moves[0].point, point_at(1, 2));
    cr_assert_not(record_save(game, NULL, "/nonexistent/game.sgf", &status));
    cr_assert_str_eq(status.text, "/nonexistent/game.sgf: No such file or directory");
}
