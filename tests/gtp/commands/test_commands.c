/* Every GTP command with good arguments: a table that must name every command, and tests of what
 * does not fit into a table. What boards, sizes and taking back do: regress/suites. */
#include "engine/base/version.h"
#include "tests/support/session/picture.h"

#include <fnmatch.h>

typedef struct {
    const char *command;
    const char *before; /* lines that must succeed, separated by semicolons; % is a file */
    const char *line;   /* NULL: the command */
    const char *body;   /* after "~" a pattern of fnmatch */
} Exercise;

static const Exercise EXERCISES[] = {
    {"protocol_version", "", NULL, "2"},
    {"name", "", NULL, "Dihedra"},
    {"version", "", NULL, DIHEDRA_VERSION},
    {"known_command", "", "known_command genmove", "true"},
    {"list_commands", "", NULL, "~protocol_version\n*\nplay\n*\ndihedra-show_book"},
    {"help", "", "help komi", "komi KOMI: sets the komi, at most a million points"},
    {"quit", "", NULL, ""},
    {"cputime", "", NULL, "~[0-9]*.[0-9][0-9][0-9]"},

    {"boardsize", "boardsize 25;play w Z25", "list_stones w", "Z25"},
    {"boardsize", "boardsize 9:13", "query_boardsize", "9 13"},
    {"rectangular_boardsize", "rectangular_boardsize 3 11", "query_boardsize", "3 11"},
    {"query_boardsize", "", NULL, "5"},
    {"clear_board", "komi -2;play b A1;clear_board", "move_history", ""},
    {"komi", "komi 1e3", "get_komi", "1000"},
    {"get_komi", "", NULL, "7.5"},

    {"fixed_handicap", "boardsize 19", "fixed_handicap 3", "D4 Q16 D16"},
    {"place_free_handicap", "boardsize 19", "place_free_handicap 2", "D4 Q16"},
    {"set_free_handicap", "set_free_handicap a5 E1 c3", "list_stones b", "A5 C3 E1"},
    {"set_position", "set_position b C3 w D4 B c2", "list_stones b", "C3 C2"},
    {"loadsgf", "play b C3;printsgf %;clear_board", "loadsgf %", "white"},
    {"printsgf", "play b C3", NULL, "~(;GM\\[1]FF\\[4]*SZ\\[5]KM\\[7.5]*;B\\[cc])"},
    {"printsgf", "", "printsgf %", ""},

    {"play", "play b C3;play w resign", "move_history", "black C3"},
    {"black", "black C3;white d4;black E5", "list_stones black", "E5 C3"},
    {"white", "white C3;white resign;white PASS", "move_history", "white pass\nwhite C3"},
    {"genmove", "boardsize 1", "genmove b", "pass"},
    {"reg_genmove", "boardsize 1", "reg_genmove w", "pass"},
    {"restricted_genmove", "play b C3", "restricted_genmove w C3 pass D4", "D4"},
    {"restricted_genmove", "play b C3", "restricted_genmove w C3", "pass"},
    {"undo", "play b C3;undo", "dihedra-key", "043A1F8C1319F441 043A1F8C1319F441 0"},
    {"gg-undo", "play b C3;play w D4;play b E5;gg-undo 2", "move_history", "black C3"},
    {"time_settings", "", "time_settings 300 30 25", ""},
    {"time_left", "", "time_left b 12 0", ""},
    {"kgs-time_settings", "", "kgs-time_settings none", ""},
    {"kata-time_settings", "", "kata-time_settings fischer 300.5 10", ""},
    {"kata-list_time_settings", "", NULL, "none absolute byoyomi canadian fischer fischer-capped"},

    {"showboard", "play b C3", NULL,
     "~*A B C D E\n*3 . .(X). . 3*White to play after 1 move*Komi 7.5*"},
    {"dihedra-key", "", NULL, "043A1F8C1319F441 043A1F8C1319F441 0"},
    {"dihedra-rank", "", NULL, "off"},
    {"is_legal", "play b A2;play b B1", "is_legal w A1", "0"}, /* suicide of one repeats */
    {"all_legal", "boardsize 2;play b A1;play w B2", "all_legal b", "A2 B1"},
    {"list_stones", "play w A1;play w E5;play w B5;play w B1", "list_stones w", "B5 E5 A1 B1"},
    {"captures", "play b A1;play w A2;play w B1", "captures w", "1"},
    {"color", "play b A1", "color a1", "black"},
    {"countlib", "play b C3;play b C4;play w D4", "countlib C4", "5"},
    {"findlib", "boardsize 3;play b A1;play w B1", "findlib A1", "A2"},
    {"last_move", "play b C3;play w pass", NULL, "white pass"},
    {"move_history", "play b C3;play w pass;play w D4", NULL, "white D4\nwhite pass\nblack C3"},

    {"final_score", "boardsize 2", NULL, "W+7.5"},
    {"final_status", "play b C3", "final_status C3", "alive"},
    {"final_status_list", "", "final_status_list alive", ""},

    {"attack", "play b A1;play w A2", "attack A1", "1 B1"},
    {"defend", "play b A1;play w A2", "defend A1", "0"},
    {"unconditional_status", "", "unconditional_status C3", "undecided"},
    {"trymove", "trymove b C3", "color C3", "black"},
    {"popgo", "trymove b C3;trymove w D3;popgo", "move_history", "black C3"},
    {"increase_depths", "", NULL, ""},
    {"decrease_depths", "increase_depths", NULL, ""},

    {"dihedra-show_book", "", "dihedra-show_book b",
     "TEXT no book is open: start with --book FILE"},

    {"owl_attack", "play b A1;play w B1", "owl_attack A1", "1 PASS"},
    {"owl_defend", "play b A1;play w B1", "owl_defend A1", "0"},
    {"owl_does_attack", "play b A1;play w B1", "owl_does_attack A2 A1", "1"},
    {"owl_does_defend", "play b A1;play w B1", "owl_does_defend A2 A1", "0"},
    {"dragon_status", "play b A1;play w B1", "dragon_status A1", "dead"},
    {"analyze_semeai", "play b A1;play w B1", "analyze_semeai A1 B1", "1 1 B2"},
    {"connect", "play b A1;play b C1", "connect A1 C1", "1 PASS"},
    {"disconnect", "play b A1;play b C1", "disconnect A1 C1", "0"},
    {"dihedra-life", "play b A1",
     "dihedra-life {\"targets\": [\"A1\"], \"region\": [\"A1\", \"A2\"]}",
     "~{\"targets\":\\[\"A1\"\\],\"kills\":\"all\",\"owner\":\"black\",\"region\":\\[\"A2\","
     "\"A1\"\\],*"},

    {"dihedra-reason", "play b A1;play w A2", "dihedra-reason b C3 B1 A1", "{}"},

    {"dihedra_param_search",
     "dihedra_param_search symmetry 0;dihedra_param_search play_out 1;"
     "dihedra_param_search threads 2;dihedra_param_search memory 16;"
     "dihedra_param_search resign 0.25;dihedra_param_search visits 7;"
     "dihedra_param_search move-time 1.5;dihedra_param_search lag 0.125",
     NULL,
     "~\\[string] maxTime 1.5\n\\[string] maxVisits 7\n*numSearchThreads 2\n*memory 16\n*"
     "lagBuffer 0.125\n*resign 0.25\n\\[bool] symmetry 0\n\\[bool] play_out 1\n*"},
    {"dihedra_param_rules", "dihedra_param_rules rules chinese;dihedra_param_rules komi 6", NULL,
     "[list/tromp-taylor/chinese/aga/new-zealand/japanese/"
     "chinese-simple-ko/ing/stone-scoring/ancient-territory/aga-button] rules chinese\n"
     "[string] komi 6\n[bool] strict 0"},
    {"dihedra_param_output", "dihedra_param_output search_summary 0", NULL,
     "[bool] live_graphics 0\n[bool] search_summary 0"},

    {"gogui-interrupt", "", NULL, ""},
    {"gogui-analyze_commands", "", NULL,
     "~*gfx/Visits/dihedra-show_visits %c\n*param/Output/dihedra_param_output"},
    {"gogui-play_sequence", "gogui-play_sequence b C3 w PASS B d4", "move_history",
     "black D4\nwhite pass\nblack C3"},
    {"gogui-setup", "gogui-setup b C3 w D4 B E5", "list_stones b", "E5 C3"},
    {"gogui-setup_player", "gogui-setup b C3;gogui-setup_player W", "lz-analyze", "~info move *"},
    {"gogui-title", "komi 0.5", NULL, "Dihedra " DIHEDRA_VERSION ", 5x5, tromp-taylor, komi 0.5"},
    {"gogui-version", "", "gogui-version 1.6.0", ""},

    {"dihedra-show_ownership", "", NULL, "~*TEXT Black leads by * points after random games*"},
    {"dihedra-show_final", "boardsize 1", NULL, "TEXT W+7.5 by tromp-taylor rules"},
    {"dihedra-show_win_rates", "", NULL, "~*TEXT black to play: * visit*, win rate *%, score *"},
    {"dihedra-show_visits", "", NULL, "~*TEXT black to play: * visit*, win rate *%, score *"},
    {"dihedra-show_policy", "", NULL, "~COLOR *\nLABEL * C3 *\nTEXT black to play: *"},
    {"dihedra-show_values", "boardsize 2", NULL,
     "~*LABEL A2 +1 B2 +1 A1 +1 B1 +1\nTEXT Value for Black +1, after a pass -1"},

    {"lz-analyze", "lz-analyze b 10 maxmoves 1", NULL, "~info move * visits * pv *"},
    {"kata-analyze", "kata-analyze b 10 maxmoves 1", NULL,
     "~info move * visits * scoreLead * pv *"},

    {"lz-genmove_analyze", "lz-genmove_analyze b 10", "query_boardsize", "5"},
    {"kata-genmove_analyze", "kata-genmove_analyze w 10", "query_boardsize", "5"},
    {"kata-search_analyze", "kata-search_analyze b 10", "list_stones b", ""},
    {"kata-search_analyze_cancellable", "kata-search_analyze_cancellable w", "list_stones w", ""},

    {"kata-search", "boardsize 1", "kata-search b", "pass"},
    {"kata-search_cancellable", "boardsize 1", "kata-search_cancellable b", "pass"},
    {"stop", "", NULL, ""},
    {"clear_cache", "genmove b", NULL, ""},
    {"get_random_seed", "", NULL, "1"},
    {"set_random_seed", "set_random_seed 18446744073709551615", "get_random_seed",
     "18446744073709551615"},
    {"kata-list-params", "", NULL, "~maxTime maxVisits * chosen_move_careful"},
    {"kata-get-param", "", "kata-get-param maxVisits", "1"},
    {"kata-set-param", "kata-set-param ponderingEnabled true", "kata-get-param ponder", "true"},
    {"kata-get-params", "", NULL, "~{\"maxTime\":0.0,\"maxVisits\":1,*}"},
    {"kata-set-params", "kata-set-params {\"lag\": 0.5, \"maxVisits\": \"7\"}",
     "kata-get-param visits", "7"},
    {"kata-get-models", "", NULL, "[]"},
    {"kata-raw-nn", "", "kata-raw-nn 0",
     "~symmetry 0\nwhiteWin *\npolicyPass *\nwhiteOwnership\n*"},
    {"kata-raw-human-nn", "", "known_command kata-raw-human-nn", "true"}, /* needs a network */
    {"kata-get-rules", "", NULL,
     "{\"friendlyPassOk\":false,\"hasButton\":false,\"ko\":\"POSITIONAL\",\"scoring\":\"AREA\","
     "\"suicide\":true,\"tax\":\"NONE\",\"whiteHandicapBonus\":\"0\"}"},
    {"kata-set-rules", "", "kata-set-rules korean", ""},
    {"kata-set-rule", "", "kata-set-rule ko SIMPLE", ""},

    {"kgs-rules", "kgs-rules chinese", "kgs-rules new_zealand and more", ""},
    {"kgs-genmove_cleanup", "boardsize 1", "kgs-genmove_cleanup b", "pass"},
    {"kgs-game_over", "", NULL, ""},
    {"cgos-genmove_analyze", "cgos-genmove_analyze w", "query_boardsize", "5"},
    {"cgos-gameover", "", "cgos-gameover B+Resign", ""},
};

enum { EXERCISE_COUNT = sizeof EXERCISES / sizeof EXERCISES[0] };

/* A new command must have a row in EXERCISES. */
Test(gtp_commands, each_is_exercised) {
    for (const GtpFamily *family = GTP_FAMILIES; family->commands != NULL; family++) {
        for (const GtpCommand *command = family->commands; command->name != NULL; command++) {
            int count = 0;
            for (int j = 0; j < EXERCISE_COUNT; j++) {
                count += strcmp(EXERCISES[j].command, command->name) == 0;
            }
            cr_assert_gt(count, 0, "no test names %s", command->name);
        }
    }
}

Test(gtp_commands, answer_as_they_should) {
    char path[TEMPORARY_PATH_MAX];
    temporary_path(path);
    for (int i = 0; i < EXERCISE_COUNT; i++) {
        const Exercise *exercise = &EXERCISES[i];
        char *before = picture_fill_in(exercise->before, "%", path);
        char *line =
            picture_fill_in(exercise->line == NULL ? exercise->command : exercise->line, "%", path);
        cr_assert_not_null(command_find(GTP_FAMILIES, exercise->command), "%s", exercise->command);
        Session *session = session_new(5, 5);
        session_do(session, before);
        if (exercise->body[0] == '~') {
            const char *answer = session_ask(session, line);
            cr_assert_eq(fnmatch(exercise->body + 1, answer, 0), 0, "%s: %s", line, answer);
        } else {
            session_expect(session, line, exercise->body);
        }
    }
}

/* ---- About the protocol ---- */

Test(gtp_commands, another_name_can_be_given) {
    char *good[] = {"dihedra", "--gtp-name", "KataGo \xC3\xA9"};
    char *empty[] = {"dihedra", "--gtp-name", ""};
    EngineOptions options = engine_options_default();
    const OptionGroup groups[] = {engine_options_group(&options), {0}};
    Status status;
    cr_assert(option_read(groups, 3, good, &status));
    Session *session = session_new(5, 5);
    session_expect(session, "name", "Dihedra");
    session->engine.name = options.gtp_name;
    session_expect(session, "name", "KataGo \xC3\xA9");
    cr_assert(!option_read(groups, 3, empty, &status));
    cr_assert_str_eq(status.text, "--gtp-name: the value is empty");
}

/* ---- The board ---- */

Test(gtp_commands, showboard_draws_exactly_this) {
    Session *session = session_new(9, 7);
    session_do(session, "komi 6.5;play b A1;play w B1;play b J7;play w A2;play b C3");
    Text *expected = text_kept();
    const HashKey key = board_key(&session->engine.game->board, &session->engine.game->rules);
    text_add(expected,
             "\n"
             "   A B C D E F G H J\n"
             " 7 . . . . . . . . X 7\n"
             " 6 . . . . . . . . . 6\n"
             " 5 . . + . . . + . . 5\n"
             " 4 . . . . + . . . . 4\n"
             " 3 . .(X). . . + . . 3\n"
             " 2 O . . . . . . . . 2\n"
             " 1 . O . . . . . . . 1\n"
             "   A B C D E F G H J\n"
             "White to play after 5 moves, last move C3\n"
             "Captured by Black (X): 0, by White (O): 1\n"
             "Komi 6.5, rules tromp-taylor, handicap 0\n"
             "Key %016llX",
             (unsigned long long)key.key);
    session_expect(session, "showboard", text_get(expected));
}

/* ---- Moves of the engine ---- */

Test(gtp_commands, genmove_plays_and_reg_genmove_does_not) {
    Session *session = session_new(5, 5);
    session_do(session, "play b C3");
    session_expect_unchanged(session, "reg_genmove w");
    const char *vertex = session_ask(session, "genmove b"); /* out of turn */
    session_expect(session, "move_history", formatted("black %s\nblack C3", vertex));
}

Test(gtp_commands, genmove_spends_its_clock_and_reg_genmove_does_not) {
    Session *session = session_new(5, 5);
    session_do(session, "time_settings 600 0 0;reg_genmove b;genmove w");
    cr_assert_eq(session->engine.clock.left[BLACK], 600.0);
    cr_assert_lt(session->engine.clock.left[WHITE], 600.0);
    session_do(session, "time_left b 300 0;clear_board");
    cr_assert(session->engine.clock.left[BLACK] == 600.0 &&
              session->engine.clock.left[WHITE] == 600.0);
}
