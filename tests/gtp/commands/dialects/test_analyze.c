/* Searches that report, in both dialects: a strict reader (report_reader.h) checks every line of
 * every command in positions of all kinds. Reports are from the right side's view, keywords are
 * obeyed or refused, and a line ends the search. */
#include "gtp/session/loop.h"
#include "tests/support/reader/report_reader.h"
#include "tests/support/session/session.h"

/* ---- Commands and their answers ---- */

typedef struct {
    const char *name;
    InfoLineDialect dialect;
    bool ends, plays; /* ends with "play VERTEX"; plays that move */
} Command;

static const Command COMMANDS[] = {
    {"lz-analyze", INFO_LINE_LZ, false, false},
    {"kata-analyze", INFO_LINE_KATA, false, false},
    {"lz-genmove_analyze", INFO_LINE_LZ, true, true},
    {"kata-genmove_analyze", INFO_LINE_KATA, true, true},
    {"kata-search_analyze", INFO_LINE_KATA, true, false},
    {"kata-search_analyze_cancellable", INFO_LINE_KATA, true, false},
};

enum { COMMAND_COUNT = sizeof COMMANDS / sizeof COMMANDS[0] };

/* Runs the command with these arguments and reads all of its lines. Returns the last report. */
static ReadReport *ask(Session *session, const Command *command, Color color, const char *arguments,
                       InfoLineForm form) {
    form.dialect = command->dialect;
    Game *before = game_new_image(session->engine.game, SYMMETRY_IDENTITY);
    const char *line = formatted("%s %s %s", command->name, color_name(color), arguments);
    char *answer = session_ask(session, line), *rest = answer;
    ReadReport *report = NULL;
    int moves = 0;
    for (char *text; (text = strtok_r(rest, "\n", &rest)) != NULL;) {
        cr_assert_eq(moves, 0, "%s: a line behind the move", line);
        if (strncmp(text, "play ", 5) == 0) {
            Point p;
            cr_assert(
                point_from_text(text + 5, before->geometry->width, before->geometry->height, &p) &&
                    game_check(before, color, p) == MOVE_LEGAL,
                "%s: %s", line, text);
            moves++;
            continue;
        }
        free(report);
        report = report_read(text, &form, before, color);
    }
    cr_assert(report != NULL && moves == command->ends, "%s", answer);
    cr_assert_eq(session->engine.game->move_count, before->move_count + command->plays);
    game_free(before);
    return cleanup_free(report);
}

static ReadReport *analyze(Session *session, Color color, const char *arguments,
                           InfoLineForm form) {
    const Command command = {form.dialect == INFO_LINE_LZ ? "lz-analyze" : "kata-analyze",
                             form.dialect, false, false};
    return ask(session, &command, color, arguments, form);
}

/* ---- Every command in every position ---- */

static const struct {
    const char *diagram, *lines; /* set up, then run: separated by semicolons */
} POSITIONS[] = {
    {".\n", "komi 7.5"}, /* nothing to do but pass */
    {". .\n. .\n. .\n. .\n. .\n", "play b A1"},
    {". . . . .\n. . . . .\n. . X . .\n. . . . .\n. . . . .\n", "play w pass"},
    {". . . . .\n. . . . .\n. . X . .\n. . . . .\n. . . . .\n", "play w pass;play b pass"},
    /* Black has one move, and White none or one by suicide. */
    {"O O O\nO . O\nO O O\n", "komi 0"},
    /* White can have Black take two stones, and by superko may not retake one. */
    {". O . O .\nX X O O .\n. . . . .\n", "komi 2"},
    {". O . O .\nX X O O .\n. . . . .\n", "play w A3;play b C3"},
    /* A ko that was just taken. */
    {". X O . . . .\nX . X O . . .\n. X O . . . .\n", "play w B2"},
};

enum { POSITION_COUNT = sizeof POSITIONS / sizeof POSITIONS[0] };

static const InfoLineForm EVERYTHING = {.dialect = INFO_LINE_KATA,
                                        .least_moves = 5,
                                        .ownership = true,
                                        .ownership_stdev = true,
                                        .moves_ownership = true,
                                        .moves_ownership_stdev = true,
                                        .pv_visits = true,
                                        .pv_edge_visits = true,
                                        .root_info = true,
                                        .no_result = true};

static const char ALL_KEYWORDS[] =
    "1 minmoves 5 ownership true ownershipStdev true movesOwnership true movesOwnershipStdev true "
    "pvVisits true pvEdgeVisits true rootInfo true noResultValue true";

/* Runs each command for either side, which may have moved last. */
Test(gtp_analyze, every_line_under_area_rules) {
    for (int i = 0; i < POSITION_COUNT * COMMAND_COUNT; i++) {
        const int position = i / COMMAND_COUNT;
        const Command *command = &COMMANDS[i % COMMAND_COUNT];
        const Color color = (Color)((i + position) % 2);
        const bool lz = command->dialect == INFO_LINE_LZ;
        Session *session = session_new(5, 5);
        session->engine.options.visits = 60;
        session_set_up(session, POSITIONS[position].diagram, BLACK);
        session_do(session, "kata-set-rules tromp-taylor");
        session_do(session, POSITIONS[position].lines);
        lz ? ask(session, command, color, "1 minmoves 5", (InfoLineForm){.least_moves = 5})
           : ask(session, command, color, ALL_KEYWORDS, EVERYTHING);
    }
}

Test(gtp_analyze, every_line_on_large_boards) {
    static const char *const SIZES[] = {"boardsize 19", "boardsize 25 13"};
    for (int i = 0; i < 2; i++) {
        Session *session = session_new(5, 5);
        session_do(session, SIZES[i]);
        session_do(session, "play b D4;play w K10;play b E6");
        analyze(session, WHITE, ALL_KEYWORDS, EVERYTHING);
    }
}

/* Each keyword alone, and turned off. */
Test(gtp_analyze, keywords_are_obeyed_one_by_one) {
    static const struct {
        const char *keyword;
        InfoLineForm form;
    } CASES[] = {
        {"ownership", {.dialect = INFO_LINE_KATA, .ownership = true}},
        {"ownershipStdev", {.dialect = INFO_LINE_KATA, .ownership_stdev = true}},
        {"movesOwnership", {.dialect = INFO_LINE_KATA, .moves_ownership = true}},
        {"movesOwnershipStdev", {.dialect = INFO_LINE_KATA, .moves_ownership_stdev = true}},
        {"pvVisits", {.dialect = INFO_LINE_KATA, .pv_visits = true}},
        {"pvEdgeVisits", {.dialect = INFO_LINE_KATA, .pv_edge_visits = true}},
        {"rootInfo", {.dialect = INFO_LINE_KATA, .root_info = true}},
        {"noResultValue", {.dialect = INFO_LINE_KATA, .no_result = true}},
    };
    Session *session = session_new(5, 4);
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        analyze(session, BLACK, formatted("%s true", CASES[i].keyword), CASES[i].form);
        analyze(session, BLACK, formatted("%s false interval 0", CASES[i].keyword),
                (InfoLineForm){.dialect = INFO_LINE_KATA});
    }
}

/* ---- What the lines say ---- */

/* Black owns the left and most of the board, White the lower right. */
static const char LOPSIDED[] = ". X . . X . X\n"
                               ". . X . X X X\n"
                               "X X X X O O O\n"
                               ". . X X O . O\n"
                               ". X . X O O .\n";

static bool is_blacks(int cell) {
    return cell % 7 < 4 || cell / 7 < 2;
}

/* Figures are those of the side to move, and points are where they stand in every orientation. */
Test(gtp_analyze, tells_the_side_to_move) {
    for (int i = 0; i < 2 * SYMMETRY_COUNT; i++) {
        const Color color = (Color)(i % 2);
        const Symmetry g = (Symmetry)(i / 2);
        const int sign = color == BLACK ? 1 : -1;
        Session *session = session_on(LOPSIDED, color);
        session_do(session, "komi 0.5");
        Game *game = session->engine.game;
        session->engine.game = game_new_image(game, g);
        ReadReport *report = analyze(session, color, ALL_KEYWORDS, EVERYTHING);
        cr_assert(sign * (report->win - 0.5) > 0 && sign * report->score > 0);
        cr_assert(sign * (report->moves[0].win - 0.5) > 0 && sign * report->moves[0].score > 0);
        for (int cell = 0; cell < 35; cell++) {
            const Point p = geometry_map_point(game->geometry, g, game->geometry->point_of[cell]);
            const int to = session->engine.game->geometry->cell_of[p];
            const float owns = (float)(is_blacks(cell) ? sign : -sign);
            cr_assert_gt(owns * report->ownership.mean[to], 0, "cell %d", cell);
            cr_assert_gt(owns * report->moves[0].ownership.mean[to], 0, "cell %d", cell);
        }
        report = analyze(session, color, "", (InfoLineForm){.dialect = INFO_LINE_LZ});
        cr_assert(sign * (report->moves[0].win - 0.5) > 0);
        game_free(game);
    }
}

Test(gtp_analyze, equivalent_moves_are_named) {
    Session *session = session_new(5, 5);
    session->engine.options.visits = 600;
    ReadReport *report =
        analyze(session, BLACK, "minmoves 26 rootInfo true pvVisits true",
                (InfoLineForm){.dialect = INFO_LINE_KATA, .root_info = true, .pv_visits = true});
    int images = 0;
    long visits = 0;
    double prior = 0;
    for (int i = 0; i < report->count; i++) {
        const bool is_image = report->moves[i].symmetry_of != POINT_NONE;
        images += is_image;
        visits += is_image ? 0 : report->moves[i].edge_visits;
        prior += report->moves[i].prior;
    }
    cr_assert(report->count == 26 && images == 25 - 6, "%d, %d", report->count, images);
    cr_assert_float_eq(prior, 1, 1e-4);
    cr_assert_gt(visits, report->visits - 10);
}

Test(gtp_analyze, keywords_limit_the_moves) {
    const InfoLineForm lz = {.dialect = INFO_LINE_LZ}, kata = {.dialect = INFO_LINE_KATA};
    Session *session = session_new(5, 5);
    ReadReport *report = analyze(session, BLACK, "maxmoves 3", lz);
    cr_assert_eq(report->count, 3);
    report = analyze(session, BLACK, "allow b A1,pass 1 minmoves 30", kata);
    cr_assert_eq(report->count, 2);
    report = analyze(session, BLACK, "avoid b C3,C2 1 minmoves 30 avoid w B1 9", lz);
    cr_assert_eq(report->count, 24);
    for (int i = 0; i < report->count; i++) {
        const ReadMove *move = &report->moves[i];
        cr_assert(move->move != point_at(2, 2) && move->move != point_at(2, 3));
        for (int k = 1; k < move->pv_length && k < 9; k += 2) {
            cr_assert_neq(move->pv[k], point_at(1, 4));
        }
    }
    report = analyze(session, BLACK, "avoid b C3,,C2, 1 minmoves 30", kata);
    cr_assert_eq(report->count, 24);
    cr_assert_str_eq(session_run(session, "kata-analyze b maxmoves 0"), "=\n\n");
    session_do(session, "kata-search_analyze b allow b A1 1");
    expect_in(session_ask(session, "kata-search_analyze b allow b A1 1"), "\nplay A1");
}

Test(gtp_analyze, names_what_is_wrong) {
    static const char *const CASES[][2] = {
        {"lz-analyze purple", "syntax error: expected a keyword with a value, got purple"},
        {"lz-analyze ownership true", "syntax error: unknown keyword ownership"},
        {"kata-analyze ownership yes", "syntax error: expected true or false, got yes"},
        {"kata-analyze b -1", "syntax error: expected an interval of 0 or more"},
        {"kata-analyze interval", "syntax error: expected a keyword with a value, got interval"},
        {"kata-analyze minmoves x", "syntax error: expected a number of moves, got x"},
        {"kata-analyze avoid b C3", "syntax error: expected avoid COLOR VERTEX,... DEPTH"},
        {"kata-analyze avoid b C3,Z9 1",
         "syntax error: expected vertices joined by commas, got Z9"},
        {"kata-analyze avoid b C3 0", "syntax error: expected a depth, got 0"},
        {"kata-analyze avoid b C3 1 allow b C4 1",
         "syntax error: expected allow once for a color, without avoid"},
        {"kata-analyze allow b C3 1 avoid b C4 1",
         "syntax error: expected allow once for a color, without avoid"},
        {"kata-genmove_analyze b noResultValue 1", "syntax error: expected true or false, got 1"},
        {"kata-search_analyze_cancellable b 1 2 3", "syntax error: unknown keyword 2"},
    };
    session_expect_lines_refused("", CASES, sizeof CASES / sizeof CASES[0]);
}

/* The error comes before the response begins. */
Test(gtp_analyze, names_an_unusable_network) {
    EngineOptions options = session_options(5, 5);
    options.model = session_network_file(15, false, 4);
    FILE *file = fopen(options.model, "wb");
    cr_assert(file != NULL && fputs("garb\n", file) >= 0 && fclose(file) == 0);
    Session *session = session_with_networks(&options);
    for (int i = 0; i < COMMAND_COUNT; i++) {
        session_refuse(session, formatted("%s b 1", COMMANDS[i].name),
                       formatted("%s: byte 5: the file ends too early", options.model));
    }
}

/* Each ends with the move after at least one report, even if no search is needed. */
Test(gtp_analyze, moves_come_with_reports) {
    for (int i = 0; i < 2 * COMMAND_COUNT; i++) {
        const Command *command = &COMMANDS[i / 2];
        const bool is_over = i % 2 == 1;
        Session *session = session_new(5, 5);
        if (is_over) {
            session_set_up(session, "X . X O .\nX X X O O\n. X X O .\nX X X O O\nX . X O .\n",
                           WHITE);
            session_do(session, "kata-analyze;play w pass");
        }
        char line[64];
        snprintf(line, sizeof line, "%s b 1", command->name);
        const char *play = strstr(session_ask(session, line), "\nplay ");
        cr_assert_eq(play != NULL, command->ends, "%s", line);
        cr_assert(play == NULL || (strcmp(play, "\nplay pass") == 0) == is_over, "%s", play);
    }
}

/* ---- Until a line comes ---- */

/* A client that waits for each answer, or for the first report of an analysis, before it writes the
 * next line. */
typedef struct {
    int to_engine, from_engine;
    const char *const *lines; /* NULL at the end */
    Text got;
} Client;

static void *talk(void *argument) {
    Client *client = argument;
    for (int i = 0; client->lines[i] != NULL; i++) {
        const char *line = client->lines[i];
        const char *awaited = strstr(line, "analyze") != NULL ? "info " : "\n\n";
        const size_t seen = client->got.length;
        cr_assert_eq(write(client->to_engine, line, strlen(line)), (ssize_t)strlen(line));
        do {
            char bytes[4096];
            const ssize_t count = read(client->from_engine, bytes, sizeof bytes - 1);
            cr_assert_gt(count, 0);
            bytes[count] = '\0';
            text_add(&client->got, "%s", bytes);
        } while (strstr(text_get(&client->got) + seen, awaited) == NULL);
    }
    close(client->to_engine);
    char rest[4096];
    while (read(client->from_engine, rest, sizeof rest) > 0) {
    }
    return NULL;
}

typedef struct {
    char this_hash[64], sym_hash[64];
} Hashes;

/* Hashes of the position after some commands. */
static Hashes hashes_of(Session *session, const char *commands) {
    Hashes hashes = {0};
    session_do(session, "clear_board;kata-set-rules tromp-taylor");
    session_do(session, commands);
    const char *root = strstr(session_ask(session, "kata-analyze rootInfo true"), "thisHash ");
    cr_assert(root != NULL &&
              sscanf(root, "thisHash %63s symHash %63s", hashes.this_hash, hashes.sym_hash) == 2);
    return hashes;
}

/* KataGo's meaning: stones, side to move and ko, however the position was reached; symHash is that
 * of all images. */
Test(gtp_analyze, tells_hashes_of_the_position) {
    static const char POSITION[] = "play b B2;play w D3;play b C4";
    static const struct {
        const char *commands;
        bool same_this, same_sym;
    } CASES[] = {
        {"play b C4;play w D3;play b B2", true, true},
        {"gogui-setup b B2 w D3 b C4;gogui-setup_player w", true, true},
        {"play b B2;play w D3;play b C4;play w pass;play b pass", true, true},
        {"kata-set-rules japanese;komi 3;play b B2;play w D3;play b C4", true, true},
        {"play b D2;play w B3;play b C4", false, true}, /* mirrored */
        {"play b B4;play w C2;play b D3", false, true}, /* turned */
        {"play b B2;play w D3;play b C4;play w pass", false, false},
        {"play b B2;play w D3;play b C5", false, false},
    };
    Session *session = session_new(5, 5);
    const Hashes first = hashes_of(session, POSITION);
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        const Hashes other = hashes_of(session, CASES[i].commands);
        cr_assert_eq(strcmp(first.this_hash, other.this_hash) == 0, CASES[i].same_this, "%s",
                     CASES[i].commands);
        cr_assert_eq(strcmp(first.sym_hash, other.sym_hash) == 0, CASES[i].same_sym, "%s",
                     CASES[i].commands);
    }
}

/* maxvisits is for this command alone: the engine's own limit stays. */
Test(gtp_analyze, maxvisits_limits_one_search) {
    static const char *const LINES[] = {"kata-analyze maxvisits 77 rootInfo true",
                                        "kata-genmove_analyze maxvisits 77 rootInfo true",
                                        "kata-search_analyze b maxvisits 77 rootInfo true"};
    Session *session = session_new(7, 7);
    session_do(session, "kata-set-param maxVisits 30;kata-set-param early_stop 0");
    for (size_t i = 0; i < sizeof LINES / sizeof LINES[0]; i++) {
        session_do(session, "clear_board;clear_cache");
        cr_assert_not_null(strstr(session_ask(session, LINES[i]), "rootInfo visits 77 "), "%s",
                           LINES[i]);
        session_expect(session, "kata-get-param maxVisits", "30");
    }
    session_refuse(session, "kata-analyze maxvisits 0",
                   "syntax error: expected a number of visits, got 0");
}

Test(gtp_analyze, ends_when_a_line_comes) {
    static const char *const LINES[] = {"1 lz-analyze 1\n",     "\n",
                                        "2 kata-analyze 1\n",   "3 play b D4\n",
                                        "4 kata-analyze b 1\n", NULL};
    int in[2], out[2];
    cr_assert(pipe(in) == 0 && pipe(out) == 0);
    Client client = {.to_engine = in[1], .from_engine = out[0], .lines = LINES};
    pthread_t thread;
    cr_assert_eq(pthread_create(&thread, NULL, talk, &client), 0);
    const EngineOptions options = session_options(7, 7);
    cr_assert_eq(loop_run(&options, GTP_FAMILIES, NULL, in[0], out[1]), EXIT_SUCCESS);
    close(out[1]);
    pthread_join(thread, NULL);
    static const char *const STARTS[] = {"=1\ninfo ", "\n\n=2\ninfo ", "\n\n=3 \n\n=4\ninfo "};
    const char *at = text_get(&client.got);
    for (int i = 0; i < 3; i++) {
        at = strstr(at, STARTS[i]);
        cr_assert_not_null(at, "%d: %.2000s", i, text_get(&client.got));
    }
    text_free(&client.got);
    close(in[0]);
    close(out[0]);
}
