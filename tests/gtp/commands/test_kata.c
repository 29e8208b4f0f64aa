/* KataGo's commands beside analysis and rules: searches that only tell, and that a line cancels;
 * positions; parameters by two names; raw evaluations, turned and turned back. */
#include "engine/eval/raw.h"
#include "gtp/loop.h"
#include "tests/support/session.h"

/* ---- Searches ---- */

/* The same move as genmove, clock and resigning included, and it is not played. */
Test(kata, search_tells_what_genmove_plays) {
    static const char *const COMMANDS[] = {"kata-search b", "kata-search_cancellable b"};
    for (int i = 0; i < 2; i++) {
        Session one = session_new(5, 5), other = session_new(5, 5);
        one.engine.options.visits = other.engine.options.visits = 100;
        session_do(&one, "time_settings 60 0 0;play b C3;play w C2");
        session_do(&other, "time_settings 60 0 0;play b C3;play w C2");
        const int before = one.engine.game->move_count;
        char *told = strdup(session_ask(&one, COMMANDS[i]));
        cr_assert_eq(one.engine.game->move_count, before);
        cr_assert_lt(one.engine.clock.left[BLACK], 60);
        session_expect(&other, "genmove b", told);
        free(told);
        session_free(&one);
        session_free(&other);
    }
}

/* All that a session answers to these lines, which are all there before it begins, so that an
 * analysis ends with its first report. The caller frees it. */
static char *answers_to(const char *lines, const PlayerOptions *player) {
    int in[2];
    FILE *output = tmpfile();
    cr_assert(output != NULL && pipe(in) == 0);
    cr_assert_eq(write(in[1], lines, strlen(lines)), (ssize_t)strlen(lines));
    close(in[1]);
    Options options = session_options(5, 5);
    options.player = *player;
    cr_assert_eq(gtp_loop(&options, NULL, in[0], output), EXIT_SUCCESS);
    const long length = ftell(output);
    char *text = calloc(1, (size_t)length + 1);
    rewind(output);
    cr_assert_eq(fread(text, 1, (size_t)length, output), (size_t)length);
    fclose(output);
    close(in[0]);
    return text;
}

/* Searches for as long as nothing cancels them. */
static PlayerOptions endless_options(void) {
    PlayerOptions options = session_options(5, 5).player;
    options.visits = 0;
    options.move_seconds = 1e6;
    options.early_stop = false;
    return options;
}

Test(kata, a_line_cancels_the_cancellable, .timeout = 60) {
    static const struct {
        const char *lines, *start, *end;
    } CASES[] = {
        {"1 kata-search_cancellable b\n2 name\n", "=1 cancelled\n\n", "=2 Dihedra\n\n"},
        {"1 kata-search_cancellable b\n\n", "=1 cancelled\n\n", ""},
        {"1 kata-search_analyze_cancellable b\n2 name\n", "=1\ninfo ",
         "\nplay cancelled\n\n=2 Dihedra\n\n"},
        {"1 kata-search_cancellable purple\n2 name\n", "?1 syntax error: expected a color", ""},
    };
    const PlayerOptions options = endless_options();
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        char *text = answers_to(CASES[i].lines, &options);
        cr_assert_eq(strncmp(text, CASES[i].start, strlen(CASES[i].start)), 0, "%s", text);
        const size_t length = strlen(text), end = strlen(CASES[i].end);
        cr_assert(length >= end && strcmp(text + length - end, CASES[i].end) == 0, "%s", text);
        free(text);
    }
}

/* The end of the input does not, nor do lines behind the other searches: a file of commands gets
 * full answers. "# interrupt" ends any of them with the best move. */
Test(kata, moves_come_unless_cancelled, .timeout = 60) {
    static const char *const CASES[] = {
        "kata-search_cancellable b\n",   "kata-search_analyze_cancellable b\n",
        "kata-search b\nname\n",         "kata-search_cancellable b\nkata-search b\nname\n",
        "kata-search_analyze b\nname\n", "genmove_analyze b\nname\n",
    };
    PlayerOptions options = session_options(5, 5).player;
    options.visits = 100;
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        char *text = answers_to(CASES[i], &options);
        cr_assert_not_null(strstr(text, "C3\n\n"), "%s", text);
        free(text);
    }
    options = endless_options();
    char *text = answers_to("kata-search_cancellable b\n# interrupt\n", &options);
    cr_assert_null(strstr(text, "cancelled"), "%s", text);
    free(text);
}

Test(kata, analyze_is_known_only_to_those_who_know_it) {
    Session session = session_new(5, 5);
    cr_assert_eq(strncmp(session_ask(&session, "analyze ownership true"), "info move ", 10), 0);
    cr_assert_not_null(strstr(session_ask(&session, "genmove_analyze rootInfo true"), "\nplay "));
    session_refuse(&session, "help analyze", "unknown command");
    session_free(&session);
}

/* ---- What searches leave behind ---- */

Test(kata, clear_cache_forgets) {
    Session session = session_new(5, 5);
    session.engine.options.visits = 200;
    session_do(&session, "kata-search b");
    cr_assert_gt(session_known_visits(&session), 150);
    session_do(&session, "clear_cache");
    cr_assert_lt(session_known_visits(&session), 20);
    session_free(&session);
}

Test(kata, stop_ends_pondering_for_good) {
    Session session = session_new(5, 5);
    session_do(&session, "genmove b");
    cr_assert_eq(session.engine.own_move_count, 1);
    session_do(&session, "stop");
    cr_assert_eq(session.engine.own_move_count, -1);
    session_do(&session, "play w A1;genmove b");
    cr_assert_eq(session.engine.own_move_count, 3);
    session_free(&session);
}

/* The moves of a short game, as text that the caller frees. */
static char *short_game(const char *before) {
    Session session = session_new(7, 7);
    session.engine.options.visits = 30;
    session_do(&session, before);
    session_do(&session, "genmove b;genmove w;genmove b;genmove w;genmove b;genmove w");
    char *moves = strdup(session_ask(&session, "move_history"));
    session_free(&session);
    return moves;
}

Test(kata, seed_decides_the_game) {
    char *first = short_game("set_random_seed 5"), *again = short_game("set_random_seed 5");
    cr_assert_str_eq(first, again);
    int others = 0;
    for (int seed = 6; seed < 10; seed++) {
        char line[32];
        snprintf(line, sizeof line, "set_random_seed %d", seed);
        char *moves = short_game(line);
        others += strcmp(moves, first) != 0;
        free(moves);
    }
    cr_assert_gt(others, 0);
    free(first);
    free(again);
}

Test(kata, a_random_seed_is_another_in_each_game) {
    Options options = options_default();
    char *arguments[] = {"dihedra", "--seed", "random"};
    const OptionGroup groups[] = {options_group(&options), {0}};
    Status status;
    cr_assert(option_read(groups, 3, arguments, &status) && options.random_seed);
    Session session = session_new(5, 5);
    session_do(&session, "set_random_seed 5;clear_board");
    session_expect(&session, "get_random_seed", "5");
    session.engine.varies_seed = options.random_seed;
    session_do(&session, "clear_board");
    char *first = strdup(session_ask(&session, "get_random_seed"));
    session_do(&session, "boardsize 5");
    cr_assert_str_neq(session_ask(&session, "get_random_seed"), first);
    cr_assert_str_neq(first, "5");
    session_do(&session, "set_random_seed 5;clear_board");
    session_expect(&session, "get_random_seed", "5");
    free(first);
    session_free(&session);
}

/* ---- Positions ---- */

Test(kata, set_position_is_a_new_game) {
    Session session = session_new(5, 5);
    session_do(&session, "time_settings 60 0 0;time_left b 3 0;komi 3.5;play b A1;play w A2;"
                         "set_position w E5 b C3 W d4");
    session_expect(&session, "list_stones w", "E5 D4");
    session_expect(&session, "list_stones b", "C3");
    session_expect(&session, "move_history", "");
    session_expect(&session, "get_komi", "3.5");
    cr_assert_eq(session.engine.game->board.to_move, BLACK);
    cr_assert_eq(session.engine.clock.left[BLACK], 60);
    session_do(&session, "set_position");
    cr_assert_eq(session.engine.game->board.empty_count, 25);
    session_free(&session);
}

/* All points but one: the longest there can be. */
Test(kata, set_position_takes_a_full_board) {
    Session session = session_new(25, 25);
    Text line = {0};
    text_add(&line, "7 set_position");
    for (int cell = 1; cell < CELL_COUNT_MAX; cell++) {
        char vertex[POINT_TEXT_MAX];
        text_add(&line, " b %s", point_to_text(point_at(cell % 25, cell / 25), 25, vertex));
    }
    cr_assert_str_eq(session_run(&session, text_get(&line)), "=7 \n\n");
    cr_assert_eq(session.engine.game->board.empty_count, 1);
    text_add(&line, " b A25");
    cr_assert_eq(session_run(&session, text_get(&line))[0], '?', "no liberty");
    cr_assert_eq(session.engine.game->board.empty_count, 1);
    text_free(&line);
    session_free(&session);
}

/* ---- What is refused, and changes nothing ---- */

Test(kata, names_what_is_wrong) {
    static const struct {
        const char *line, *error;
    } CASES[] = {
        {"set_position b", "syntax error: expected pairs of COLOR VERTEX, got b without a vertex"},
        {"set_position C3 b", "syntax error: expected a color, got C3"},
        {"set_position b C3 w F1", "syntax error: expected a vertex of the 5x5 board, got F1"},
        {"set_position b C3 w pass",
         "syntax error: expected an empty vertex for each stone, got pass"},
        {"set_position b C3 w D4 b c3",
         "syntax error: expected an empty vertex for each stone, got c3"},
        {"set_position b A1 w A2 w B1", "the stones around A1 have no liberty"},
        {"kata-search", "syntax error: expected kata-search COLOR"},
        {"kata-search x", "syntax error: expected a color, got x"},
        {"set_random_seed -1", "syntax error: expected a seed of 0 or more, got -1"},
        {"set_random_seed x", "syntax error: expected a seed of 0 or more, got x"},
        {"kata-get-param maxPlayouts", "syntax error: unknown parameter maxPlayouts"},
        {"kata-set-param maxVisits", "syntax error: expected kata-set-param NAME VALUE"},
        {"kata-set-param maxVisits x",
         "syntax error: visits: expected a whole number from 0 to 1000000000000000, got 'x'"},
        {"kata-set-param cpuctExploration 1", "syntax error: unknown parameter cpuctExploration"},
        {"kata-set-params []", "syntax error: expected a JSON object: this is another value"},
        {"kata-set-params {\"threads\":2,\"visits\":5,\"nonsense\":1}",
         "syntax error: unknown parameter nonsense"},
        {"kata-set-params {\"threads\":2,\"visits\":null}",
         "syntax error: visits: expected a whole number from 0 to 1000000000000000, got 'null'"},
        {"kata-raw-nn", "syntax error: expected kata-raw-nn [COLOR] SYMMETRY [OPTIMISM]"},
        {"kata-raw-nn b", "syntax error: expected a symmetry 0-7 or all behind the color"},
        {"kata-raw-nn 8", "syntax error: expected a symmetry 0-7 or all, got 8"},
        {"kata-raw-nn every", "syntax error: expected a symmetry 0-7 or all, got every"},
        {"kata-raw-nn 0 2", "syntax error: expected an optimism of 0 to 1, got 2"},
        {"kata-raw-nn 0 1 2", "syntax error: expected no more, got 2"},
    };
    Session session = session_new(5, 5);
    session_do(&session, "play b C3;play w D4");
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        char *before = session_state(&session);
        char *parameters = strdup(session_ask(&session, "kata-get-params"));
        session_refuse(&session, CASES[i].line, CASES[i].error);
        session_expect(&session, "kata-get-params", parameters);
        session_expect(&session, "get_random_seed", "1");
        char *after = session_state(&session);
        cr_assert_str_eq(after, before, "%s", CASES[i].line);
        free(before);
        free(after);
        free(parameters);
    }
    session_free(&session);
}

/* ---- Parameters ---- */

/* Each name listed has a value, in the object too, and takes it back. */
Test(kata, parameters_have_values_that_they_take) {
    Session session = session_new(5, 5);
    char *list = strdup(session_ask(&session, "kata-list-params")), *rest = list;
    char *all = strdup(session_ask(&session, "kata-get-params"));
    json_t *object = json_loads(all, 0, NULL);
    cr_assert(json_is_object(object), "%s", all);
    int count = 0;
    for (char *name; (name = strtok_r(rest, " ", &rest)) != NULL; count++) {
        char line[128], value[64];
        snprintf(line, sizeof line, "kata-get-param %s", name);
        snprintf(value, sizeof value, "%s", session_ask(&session, line));
        char *dump =
            json_dumps(json_object_get(object, name), JSON_ENCODE_ANY | JSON_REAL_PRECISION(12));
        cr_assert_str_eq(dump, value, "%s", name);
        snprintf(line, sizeof line, "kata-set-param %s %s", name, value);
        session_expect(&session, line, "");
        free(dump);
    }
    cr_assert_eq((int)json_object_size(object), count);
    char line[4096];
    snprintf(line, sizeof line, "kata-set-params %s", all);
    session_expect(&session, line, "");
    session_expect(&session, "kata-get-params", all);
    json_decref(object);
    free(list);
    free(all);
    session_free(&session);
}

Test(kata, katagos_names_are_ours_by_another_name) {
    Session session = session_new(5, 5);
    session_do(&session, "kata-set-param numSearchThreads 3;kata-set-param maxVisits 77;"
                         "kata-set-param lagBuffer 1.5;kata-set-param ponderingEnabled true");
    const PlayerOptions *options = &session.engine.options;
    cr_assert(options->threads == 3 && options->visits == 77 && options->lag == 1.5 &&
              options->ponder);
    session_do(&session, "kata-set-params {\"threads\": 2, \"ponder\": false, "
                         "\"playout_shape\": 0.5, \"keep\": \"off\"}");
    cr_assert(options->threads == 2 && !options->ponder && options->rates.shape == 0.5 &&
              !options->keep);
    session_expect(&session, "kata-get-param ponderingEnabled", "false");
    session_expect(&session, "kata-get-param lagBuffer", "1.5");
    session_free(&session);
}

/* ---- Raw evaluations ---- */

/* An evaluator whose answers tell where it sees things: no two points are alike to it. */
static void look(const Evaluator *evaluator, const EvalQuestion *questions, EvalAnswer *answers,
                 int count) {
    (void)evaluator;
    const Board *board = questions->board;
    const Geometry *geometry = board->geometry;
    cr_assert(count == 1 && questions->wants_policy && questions->wants_owner);
    *answers = (EvalAnswer){.win = 0.25F, .score = -3};
    answers->policy[POINT_PASS] = 1;
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const Point p = geometry->point_of[cell];
        answers->policy[p] = (float)(100 * point_x(p) + point_y(p) + 1);
        answers->owner[cell] =
            (float)(point_x(p) + 100 * point_y(p)) + (board->color[p] == EMPTY ? 0
                                                      : p == questions->last   ? 0.5F
                                                      : p == questions->before ? 0.25F
                                                                               : 0.125F);
    }
}

Test(kata, raw_evaluations_are_turned_back) {
    static const Evaluator LOOKER = {.name = "looker", .policy_visits = 1, .evaluate = look};
    Session session = session_new(7, 4);
    session_do(&session, "play b A1;play w C2;play b G4");
    const Game *game = session.engine.game;
    const Geometry *geometry = game->geometry;
    for (Symmetry g = 0; g < SYMMETRY_COUNT; g++) {
        RawEvaluation raw;
        Status status;
        cr_assert(raw_ask_playouts(&LOOKER, game, WHITE, g, 1, &raw, &status));
        cr_assert(raw.win == 0.25 && raw.score == -3 && raw.score_squares == 9);
        double sum = raw.policy[POINT_PASS];
        for (int cell = 0; cell < geometry->cell_count; cell++) {
            const Point p = geometry->point_of[cell], seen = geometry_map_point(geometry, g, p);
            const double stone = board_color(&game->board, p) == EMPTY ? 0
                                 : p == point_at(6, 0)                 ? 0.5
                                 : p == point_at(2, 2)                 ? 0.25
                                                                       : 0.125;
            cr_assert_float_eq(raw.owner[cell], point_x(seen) + 100 * point_y(seen) + stone, 1e-4);
            const double weight = 100 * point_x(seen) + point_y(seen) + 1;
            cr_assert_float_eq(raw.policy[p], stone > 0 ? -1 : weight * raw.policy[POINT_PASS],
                               1e-6);
            sum += stone > 0 ? 0 : raw.policy[p];
        }
        cr_assert_float_eq(sum, 1, 1e-9);
    }
    session_free(&session);
}

/* The image of a game is the game: position, hash up to symmetry, what repetition forbids. */
Test(kata, games_can_be_turned) {
    Session session = session_new(5, 4);
    session_do(&session, "kata-set-rules aga;komi 1.5;set_free_handicap B2 C3;play w B3;play b A3;"
                         "play w pass;play w E1;play b B4");
    Game *game = session.engine.game;
    game_set_to_move(game, BLACK);
    session_do(&session, "play w A2;play b C4");
    for (Symmetry g = 0; g < SYMMETRY_COUNT; g++) {
        Game *image = game_new_image(game, g);
        cr_assert(image != NULL && image->move_count == game->move_count && image->komi == 1.5 &&
                  image->handicap == 2 && rules_are_same(&image->rules, &game->rules));
        const HashKey key = board_key(&game->board, &game->rules);
        const HashKey turned = board_key(&image->board, &image->rules);
        cr_assert(symmetry_transposes(g) || (key.key == turned.key && key.check == turned.check));
        for (int cell = 0; cell < game->geometry->cell_count; cell++) {
            const Point p = game->geometry->point_of[cell];
            const Point there = geometry_map_point(game->geometry, g, p);
            cr_assert_eq(game_check(game, WHITE, p), game_check(image, WHITE, there));
        }
        for (int i = 0; i <= game->move_count; i++) {
            cr_assert_eq(game->past[i].to_move, image->past[i].to_move);
        }
        game_free(image);
    }
    session_free(&session);
}

/* Takes the next word of an answer, which must be this (NULL: any). */
static const char *next_word(char **rest, const char *expected) {
    const char *word = strtok_r(*rest, " \n", rest);
    cr_assert_not_null(word, "%s", expected);
    cr_assert(expected == NULL || strcmp(word, expected) == 0, "%s, not %s", word, expected);
    return word;
}

/* A number with that many decimals, its key before it (NULL: none). */
static double next_number(char **rest, const char *key, int decimals) {
    if (key != NULL) {
        next_word(rest, key);
    }
    const char *word = next_word(rest, NULL);
    char *end, again[64];
    const double value = strtod(word, &end);
    snprintf(again, sizeof again, "%.*f", decimals, value);
    cr_assert(*end == '\0' && strcmp(again, word) == 0, "%s: %s", key, word);
    return value;
}

typedef struct {
    double white_win, white_lead, pass;
    double policy[CELL_COUNT_MAX], owner[CELL_COUNT_MAX]; /* policy: -1 for NAN */
} RawBlock;

/* One evaluation, word by word as KataGo writes it. */
static RawBlock read_block(char **rest, const Game *game, Color color, int symmetry) {
    RawBlock block;
    const Geometry *geometry = game->geometry;
    const double number = next_number(rest, "symmetry", 0);
    block.white_win = next_number(rest, "whiteWin", 6);
    const double white_loss = next_number(rest, "whiteLoss", 6);
    const double no_result = next_number(rest, "noResult", 6);
    cr_assert(number == symmetry && no_result == 0);
    cr_assert_float_eq(block.white_win + white_loss, 1, 2e-6);
    block.white_lead = next_number(rest, "whiteLead", 3);
    const double score = next_number(rest, "whiteScoreSelfplay", 3);
    const double squares = next_number(rest, "whiteScoreSelfplaySq", 3);
    cr_assert(score == block.white_lead && squares >= score * score - 0.1);
    const double unknown[] = {next_number(rest, "varTimeLeft", 3),
                              next_number(rest, "shorttermWinlossError", 3),
                              next_number(rest, "shorttermScoreError", 3)};
    cr_assert(unknown[0] == -1 && unknown[1] == -1 && unknown[2] == -1);
    next_word(rest, "policy");
    double sum = 0;
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const bool legal = game_check(game, color, geometry->point_of[cell]) == MOVE_LEGAL;
        block.policy[cell] = -1;
        if (!legal) {
            next_word(rest, "NAN");
            continue;
        }
        block.policy[cell] = next_number(rest, NULL, 6);
        cr_assert_geq(block.policy[cell], 0);
        sum += block.policy[cell];
    }
    block.pass = next_number(rest, "policyPass", 6);
    cr_assert_float_eq(sum + block.pass, 1, 1e-4);
    next_word(rest, "whiteOwnership");
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        block.owner[cell] = next_number(rest, NULL, 7);
        cr_assert(fabs(block.owner[cell]) <= 1);
    }
    return block;
}

/* Black has the left, White the upper right; White's points are there whoever is to move. */
Test(kata, raw_evaluations_are_whites) {
    static const char POSITION[] = ". X . . X O .\n"
                                   ". . X . X O O\n"
                                   "X X X X X O .\n"
                                   ". . X . X O O\n"
                                   ". X . . X O .\n";
    Session session = session_new(7, 5);
    session_set_up(&session, POSITION, BLACK);
    session_do(&session, "komi 0.5");
    for (int color = BLACK; color <= WHITE; color++) {
        char line[64];
        snprintf(line, sizeof line, "kata-raw-nn %s all 0.5", color_name((Color)color));
        char *answer = strdup(session_ask(&session, line)), *rest = answer;
        for (int symmetry = 0; symmetry < 8; symmetry++) {
            const RawBlock block = read_block(&rest, session.engine.game, (Color)color, symmetry);
            cr_assert(block.white_win < 0.5 && block.white_lead < 0);
            for (int cell = 0; cell < 35; cell++) {
                cr_assert_eq(cell % 7 >= 5, block.owner[cell] > 0, "cell %d: %g", cell,
                             block.owner[cell]);
            }
        }
        cr_assert_null(strtok_r(rest, " \n", &rest));
        free(answer);
    }
    session_free(&session);
}

/* KataGo's numbers: bit 0 turns the rows over, bit 1 the columns, then bit 2 transposes. */
Test(kata, raw_evaluations_number_symmetries_as_katago) {
    Session session = session_new(4, 3);
    Evaluator *evaluator = &session.engine.player.playouts->evaluator;
    evaluator->has_trace = false;
    evaluator->evaluate = look;
    for (int number = 0; number < 8; number++) {
        char line[32];
        snprintf(line, sizeof line, "kata-raw-nn %d", number);
        char *answer = strdup(session_ask(&session, line));
        char *rest = strstr(answer, "whiteOwnership");
        next_word(&rest, "whiteOwnership");
        for (int cell = 0; cell < 12; cell++) {
            const int x = number & 2 ? 3 - cell % 4 : cell % 4;
            const int y = number & 1 ? 2 - cell / 4 : cell / 4;
            const int seen = number & 4 ? y + 100 * x : x + 100 * y;
            const double owner = next_number(&rest, NULL, 7);
            cr_assert_eq(owner, -seen, "symmetry %d, cell %d: %g", number, cell, owner);
        }
        free(answer);
    }
    session_free(&session);
}

/* It is the turn of the side to move where none is named, and superko forbids. */
Test(kata, raw_evaluations_know_the_game) {
    Session session = session_new(4, 2);
    session_set_up(&session,
                   ". X O .\n"
                   "X . X O\n",
                   WHITE);
    session_do(&session, "play w B1;play b pass;play w pass");
    const Point banned = point_at(2, 1);
    cr_assert_eq(game_check(session.engine.game, BLACK, banned), MOVE_SUPERKO);
    char *answer = strdup(session_ask(&session, "kata-raw-nn 5")), *rest = answer;
    const RawBlock block = read_block(&rest, session.engine.game, BLACK, 5);
    cr_assert_eq(block.policy[session.engine.game->geometry->cell_of[banned]], -1);
    free(answer);
    answer = strdup(session_ask(&session, "kata-raw-nn 5"));
    session_expect(&session, "kata-raw-nn b 5", answer);
    free(answer);
    session_free(&session);
}

/* ---- The name ---- */

Test(kata, another_name_can_be_given) {
    char *good[] = {"dihedra", "--gtp-name", "KataGo \xC3\xA9"};
    char *empty[] = {"dihedra", "--gtp-name", ""};
    char *broken[] = {"dihedra", "--gtp-name", "Kata\n\n= Go"};
    Options options = options_default();
    const OptionGroup groups[] = {options_group(&options), {0}};
    Status status;
    cr_assert(option_read(groups, 3, good, &status));
    Session session = session_new(5, 5);
    session_expect(&session, "name", "Dihedra");
    session.engine.name = options.gtp_name;
    session_expect(&session, "name", "KataGo \xC3\xA9");
    cr_assert(!option_read(groups, 3, empty, &status));
    cr_assert_str_eq(status.text, "--gtp-name: expected a text, got nothing");
    cr_assert(!option_read(groups, 3, broken, &status));
    cr_assert_str_eq(status.text, "--gtp-name: expected a text without control characters");
    session_free(&session);
}
