/* Playing as strong as a rank, as a session asks for it: who can, which moves, what analyses say
 * meanwhile, when it passes and resigns. With small networks of random weights if any policy will
 * do, and with the network inside if there is one. */
#include "engine/eval/inside/inside.h"
#include "tests/support/program/arena.h"
#include "tests/support/session/session.h"

/* With the network inside, and resigning. */
static Session *inside_new(int size) {
    Session *session = session_with_inside(size, size);
    session->engine.options.resign_below = player_default_options().resign_below;
    return session;
}

/* ---- Who can play a rank ---- */

Test(strength_play, is_asked_for_and_set_by_several_names) {
    Session *session = session_with_small_networks(false, -1);
    session_expect(session, "dihedra-rank", "off");
    session_do(session, "dihedra-rank 5k");
    session_expect(session, "dihedra-rank", "5k");
    session_expect(session, "kata-get-param rank", "5k");
    session_do(session, "kata-set-param rank 1D");
    session_expect(session, "dihedra-rank", "1d");
    session_do(session, "dihedra_param_search rank 12k");
    cr_assert_not_null(strstr(session_ask(session, "dihedra_param_search"), "rank 12k\n"));
    cr_assert_not_null(strstr(session_ask(session, "kata-get-params"), "\"rank\":\"12k\""));
    session_expect_refusal(session, "dihedra-rank 21k",
                           "syntax error: expected a rank from 20k to 1k or 1d to 9d, or off, got "
                           "'21k'");
    session_expect_refusal(session, "kata-set-param rank",
                           "syntax error: expected kata-set-param "
                           "NAME VALUE");
    session_expect(session, "dihedra-rank", "12k");
    session_do(session, "kata-set-params {\"rank\": \"off\"}");
    session_expect(session, "dihedra-rank", "off");
}

/* A human-play network is enough, beside the playouts. */
Test(strength_play, human_networks_need_no_other) {
    EngineOptions options = session_options(5, 5);
    options.model = "none";
    options.human_model = session_network_file(15, true, 4);
    Session *alone = session_with_networks(&options);
    session_do(alone, "dihedra-rank 9d;genmove b;genmove w;dihedra-rank 20k;genmove b");
}

Test(strength_play, needs_a_network) {
    Session *session = session_new(5, 5);
    session_expect_refusal(session, "dihedra-rank 5k",
                           "rank: 5k: playing a rank needs a network (--model or --human-model)");
    session_do(session, "dihedra-rank off;kata-set-param rank off");
}

/* One clear line before any answer. */
Test(strength_play, command_line_is_checked_at_once) {
    static const struct {
        const char *options, *message;
        int status;
    } CASES[] = {
        {"--model none --rank 5k",
         "dihedra: --rank 5k: playing a rank needs a network (--model or --human-model)\n", 1},
        {"--model none --rank 21k",
         "dihedra: --rank: expected a rank from 20k to 1k or 1d to 9d, or off, got '21k'; try "
         "dihedra help\n",
         2},
        {"--model none --rank off", "", 0},
        {"--model inside --rank 10d",
         "dihedra: --rank: expected a rank from 20k to 1k or 1d to 9d, or off, got '10d'; try "
         "dihedra help\n",
         2},
        {"--model inside --rank 9d", "", 0},
    };
    Arena *arena = arena_new();
    for (size_t i = 0; i < (inside_exists() ? 5 : 3); i++) {
        cr_assert_eq(arena_shell(arena, formatted("echo name | \"$D\" %s", CASES[i].options)),
                     CASES[i].status, "%s", CASES[i].options);
        cr_assert_eq(strncmp(arena->err, CASES[i].message, strlen(CASES[i].message)), 0, "%s",
                     arena->err);
        cr_assert(*CASES[i].message != '\0' || *arena->err == '\0', "%s", arena->err);
        cr_assert_eq(*arena->out != '\0', CASES[i].status == 0);
    }
}

/* ---- Moves ---- */

/* The answers of 30 seeds for the same position. */
static char *draw_moves(Session *session) {
    Text text = {0};
    for (int seed = 0; seed < 30; seed++) {
        session_do(session, formatted("set_random_seed %d", seed));
        text_add(&text, "%s ", session_ask(session, "kata-search b"));
    }
    return cleanup_free(text.bytes);
}

Test(strength_play, human_networks_imitate_the_rank) {
    for (int second = 0; second < 2; second++) {
        Session *session = second == 0 ? session_with_small_networks(true, -1)
                                       : session_with_small_networks(false, 1);
        session_do(session, "kata-set-param rootNumSymmetriesToSample 8;dihedra-rank 1k");
        char *ranked = draw_moves(session);
        session_do(session, "dihedra-rank 20k");
        char *weaker = draw_moves(session);
        session_do(session, "dihedra-rank off;kata-set-params {\"humanSLProfile\": \"rank_1k\", "
                            "\"maxVisits\": 1, \"chosenMoveTemperature\": 1, "
                            "\"chosenMoveTemperatureEarly\": 1, \"chosen_move_own_share\": 1, "
                            "\"chosen_move_careful\": 1}");
        session_do(session, second == 1 ? "kata-set-param humanSLChosenMoveProp 1" : "stop");
        char *by_hand = draw_moves(session);
        cr_assert_str_eq(ranked, by_hand);
        cr_assert_str_neq(ranked, weaker, "the networks' weights are random: so is what they play");
    }
}

Test(strength_play, cleaning_up_is_left_to_the_engine) {
    char *moves[2];
    for (int ranked = 0; ranked < 2; ranked++) {
        Session *session = session_with_small_networks(false, -1);
        session_do(session, ranked == 1 ? "dihedra-rank 20k" : "dihedra-rank off");
        session_do(session, "kata-set-param visits 200;play b C3;play w pass;play b pass");
        moves[ranked] = session_ask(session, "kgs-genmove_cleanup w");
        session_expect(session, "dihedra-rank", ranked == 1 ? "20k" : "off");
    }
    cr_assert_str_eq(moves[0], moves[1]);
}

/* Without a seed a partner does not play the same game again; with one it does. */
Test(strength_play, games_differ_unless_a_seed_is_set) {
    for (int has_seed = 0; has_seed < 2; has_seed++) {
        Session *session = session_with_small_networks(false, -1);
        session->engine.play.has_seed = has_seed == 1;
        session_do(session, "dihedra-rank 20k");
        char *games[8];
        int repeated = 0;
        for (int i = 0; i < 8; i++) {
            session_do(session, "clear_board;genmove b;genmove w;genmove b;genmove w");
            games[i] = session_ask(session, "move_history");
            repeated += i > 0 && strcmp(games[i], games[0]) == 0;
        }
        cr_assert(has_seed == 1 ? repeated == 7 : repeated < 7, "%d of 7 repeated", repeated);
    }
}

/* ---- Analyses ---- */

/* The visits of each move in the last report, which are those of the search behind it. */
static char *last_report(char *answer) {
    char *last = answer;
    for (char *at = answer; (at = strstr(at, "\ninfo")) != NULL; at++) {
        last = at;
    }
    last += strspn(last, "\n");
    last[strcspn(last, "\n")] = '\0';
    return last;
}

/* The report is the engine's own evaluation; the move is sampled. */
Test(strength_play, analyses_are_those_of_the_whole_engine) {
    static const char *const COMMANDS[] = {"kata-search_analyze b 1000 rootInfo true",
                                           "kata-analyze b 1000 maxvisits 100 rootInfo true",
                                           "lz-analyze b 1000 maxvisits 100"};
    for (size_t i = 0; i < sizeof COMMANDS / sizeof COMMANDS[0]; i++) {
        char *answers[2], *reports[2];
        for (int ranked = 0; ranked < 2; ranked++) {
            Session *session = session_with_small_networks(false, -1);
            session_do(session, "kata-set-param visits 100;kata-set-param early_stop 0");
            session_do(session, ranked == 1 ? "dihedra-rank 15k" : "dihedra-rank off");
            answers[ranked] = session_ask(session, COMMANDS[i]);
            reports[ranked] = last_report(answers[ranked]);
            cr_assert_not_null(strstr(reports[ranked], "info move"), "%s", answers[ranked]);
        }
        cr_assert_str_eq(reports[0], reports[1], "%s", COMMANDS[i]);
    }
}

Test(strength_play, genmove_analyze_plays_the_move_of_the_rank) {
    Session *session = session_with_small_networks(false, -1);
    session_do(session, "kata-set-param visits 100;dihedra-rank 15k");
    for (int seed = 0; seed < 10; seed++) {
        session_do(session, formatted("set_random_seed %d", seed));
        char *plain = session_ask(session, "kata-search b"),
             *analyzed = session_ask(session, "kata-genmove_analyze b 1000");
        const char *played = strstr(analyzed, "\nplay ");
        cr_assert_not_null(played);
        played += strlen("\nplay ");
        cr_assert_eq(strncmp(played, plain, strcspn(played, "\n")), 0, "%s: %s", plain, played);
        session_do(session, "undo");
    }
}

/* ---- Whole games ---- */

/* Black is far behind, but there is much left to play. */
static const char LOST[] = ". . . . . . . . .\n"
                           ". . O . . . O . .\n"
                           ". . . . O . . . .\n"
                           ". O . O . O . O .\n"
                           ". . O . X . O . .\n"
                           ". O . O . O . O .\n"
                           ". . . . O . . . .\n"
                           ". . O . . . O . .\n"
                           ". . . . . . . . .\n";

/* Passes stand for the opening; then both sides play on. Returns at which of its moves the loser,
 * who has Black's stones above, resigns, or 0 if it has played twelve. */
static int resigns_at(Session *session, const char *settings, Color loser, int handicap) {
    char diagram[sizeof LOST];
    for (size_t i = 0; i < sizeof LOST; i++) {
        const char other = LOST[i] == 'X' ? 'O' : LOST[i] == 'O' ? 'X' : LOST[i];
        diagram[i] = loser == BLACK ? LOST[i] : other;
    }
    const char *self = color_name(loser), *opponent = color_name(color_opponent(loser));
    session_set_up(session, diagram, loser);
    session->engine.game->handicap = handicap;
    session_do(session, settings);
    for (int i = 0; i < 11; i++) {
        session_do(session, "play b pass;play w pass");
    }
    session_do(session, formatted("play %s J1", opponent));
    for (int i = 1; i <= 12; i++) {
        const char *line = formatted("genmove %s", self);
        if (strcmp(session_ask(session, line), "resign") == 0) {
            return i;
        }
        session_do(session, formatted("genmove %s", opponent));
    }
    return 0;
}

/* The loser is some 80 points behind. On 9x9 a 1d gives up at 5, a 20k at 21, and White at 12 more
 * for each stone that it has given. */
Test(strength_play, weak_ranks_and_odds_games_are_given_up_late) {
    static const struct {
        const char *settings;
        Color loser;
        int handicap;
        bool resigns;
    } CASES[] = {{"dihedra-rank 1d", WHITE, 0, true},   {"dihedra-rank 1d", WHITE, 3, true},
                 {"dihedra-rank 1d", WHITE, 9, false},  {"dihedra-rank 20k", WHITE, 0, true},
                 {"dihedra-rank 20k", WHITE, 6, false}, {"dihedra-rank 20k", BLACK, 6, true}};
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        Session *session = inside_new(9);
        const int at = resigns_at(session, CASES[i].settings, CASES[i].loser, CASES[i].handicap);
        cr_assert_eq(at > 0, CASES[i].resigns, "case %zu: %d", i, at);
    }
}
