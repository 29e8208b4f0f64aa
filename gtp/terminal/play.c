/* `dihedra play`: a game in the terminal. */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <strings.h>

#include "engine/base/command_line.h"
#include "engine/base/member.h"
#include "engine/base/os/end_requests.h"
#include "engine/base/os/system.h"
#include "engine/book/graph.h"
#include "engine/go/board/handicap.h"
#include "gtp/session/loop.h"
#include "gtp/subcommands.h"
#include "gtp/terminal/screen.h"
#include "gtp/terminal/terminal_game.h"

enum {
    SIZE_DEFAULT = 9,
    STRENGTH_DEFAULT = 5, /* 16k, as on the web page: it has just learned the rules */
    CANDIDATES_MAX = 5,
    LINE_MAX_BYTES = 8192,
    PV_SHOWN = 6,
};

/* Without a choice of the person's: for games with a handicap, and without. */
static const double KOMI_HANDICAP = 0.5, KOMI_DEFAULT = 7.5;

typedef enum { COLOR_BLACK, COLOR_WHITE, COLOR_RANDOM } ColorChoice;
static const char *const COLORS[] = {"black", "white", "random", NULL};

typedef struct {
    EngineOptions options;
    const char *sgf;
    int handicap;
    ColorChoice color;
    bool is_new;   /* options were given: the last game does not go on */
    bool has_rank; /* --rank was among them */
    bool lists;    /* the kept games, and nothing else */
} PlayRequest;

/* The terminal's side of a game. */
typedef struct {
    const PlayRequest *request;
    TerminalGame game;
    BoardStyle style;
    BoardView view;
    Text message;     /* shown below the board, then forgotten */
    bool has_changed; /* the board, since it was shown */
    bool quits;
} Terminal;

/* ---- Showing ---- */

static void show(Terminal *terminal) {
    Text screen = {0};
    if (terminal->style.has_colors) {
        text_add(&screen, "\033[H\033[2J");
    }
    if (terminal->style.has_colors || terminal->has_changed) {
        terminal->view.game = terminal->game.game;
        board_view_add(&terminal->view, terminal->style, &screen);
    }
    terminal->has_changed = false;
    text_add(&screen, "%s", text_get(&terminal->message));
    if (terminal->game.fault.text[0] != '\0') {
        text_add(&screen, "This game is not kept: %s\n", terminal->game.fault.text);
    }
    fputs(text_get(&screen), stdout);
    fflush(stdout);
    text_free(&screen);
    text_clear(&terminal->message);
}

/* Tells at once what takes a while. */
static void announce(const char *words) {
    printf("%s\n", words);
    fflush(stdout);
}

/* Tells what the sides have, row by row; the totals differ by the score. */
static void tell_count(Terminal *terminal, const uint8_t *status) {
    const Game *game = terminal->game.game;
    const Rules *rules = &game->rules;
    const int by_area = rules->scoring == SCORING_AREA;
    const double button = board_button_points(&game->board);
    ScoreSide sides[2];
    score_sides(&game->board, status, rules, NULL, sides);
    const ScoreSide *black = &sides[BLACK], *white = &sides[WHITE];
    const struct {
        const char *name;
        double black, white;
    } ROWS[] = {
        {"stones", by_area * black->stones, by_area * white->stones},
        {"territory", black->territory, white->territory},
        {"prisoners", !by_area * black->prisoners, !by_area * white->prisoners},
        {"group tax", -2 * black->groups, -2 * white->groups},
        {"komi", 0, game->komi},
        {"handicap", 0, rules_handicap_bonus(rules, game_handicap(game))},
        {"button", fmax(button, 0), fmax(-button, 0)},
    };
    double totals[2] = {0};
    text_add(&terminal->message, "%-10s%8s%8s\n", "", "Black", "White");
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        totals[BLACK] += ROWS[i].black;
        totals[WHITE] += ROWS[i].white;
        if (ROWS[i].black != 0 || ROWS[i].white != 0) {
            text_add(&terminal->message, "%-10s%8.12g%8.12g\n", ROWS[i].name, ROWS[i].black,
                     ROWS[i].white);
        }
    }
    text_add(&terminal->message, "%-10s%8.12g%8.12g\n", "total", totals[BLACK], totals[WHITE]);
}

/* Marks the points of both sides that no living stone of theirs stands on. Returns the score. */
static double mark_territory(Terminal *terminal) {
    const Game *game = terminal->game.game;
    uint8_t owner[POINT_COUNT], status[POINT_COUNT];
    ending_status(player_ending(&terminal->game.player), game, NULL, status);
    game_find_owners(game, status, owner);
    for (int cell = 0; cell < game->geometry->cell_count; cell++) {
        const Point p = game->geometry->point_of[cell];
        if (owner[p] != EMPTY && owner[p] != board_color(&game->board, p)) {
            terminal->view.marks[p] = owner[p] == BLACK ? 'b' : 'w';
        }
    }
    terminal->has_changed = true;
    text_add(&terminal->message, "b, w: points of Black and of White, with dead stones in them\n");
    tell_count(terminal, status);
    return game_score(game, status);
}

/* "Dihedra plays as well as it can", "Dihedra plays as a 5k", and the rest of the sentence. */
static void tell_strength(Terminal *terminal, const char *rest) {
    char rank[STRENGTH_TEXT_MAX + 1];
    const int strength = terminal->game.player_options.strength;
    const bool has_rank = strength != STRENGTH_NONE;
    text_add(&terminal->message, "Dihedra plays as %s%s", has_rank ? "a " : "well as it can",
             has_rank ? strength_write(strength, rank) : "");
    text_add(&terminal->message, "%s", rest);
}

static void tell_end(Terminal *terminal) {
    TerminalGame *game = &terminal->game;
    const double score = game->resigner == EMPTY ? mark_territory(terminal) : 0;
    terminal_game_add_result(game, score, &terminal->message);
    if (terminal_game_is_kept(game)) {
        text_add(&terminal->message, "A review of it, as a page: dihedra analyze ");
        command_line_quote(&terminal->message, text_get(&game->kept.path));
        text_add(&terminal->message, " --html review.html\n");
    }
    text_add(&terminal->message, "new begins another game; quit ends.\n");
}

/* ---- The game ---- */

static void add_point(Terminal *terminal, Point p) {
    char text[POINT_TEXT_MAX];
    text_add(&terminal->message, "%s",
             point_to_text(p, terminal->game.game->geometry->height, text));
}

/* Lets the engine move if it is its turn, and tells the end. Returns false with a message if the
 * engine cannot move. */
static bool go_on(Terminal *terminal, Status *status) {
    TerminalGame *game = &terminal->game;
    Point move;
    terminal->has_changed = true;
    if (!terminal_game_is_over(game) && game->game->board.to_move != game->person) {
        announce("Dihedra is thinking...");
        if (!terminal_game_answer(game, &move, status)) {
            return false;
        }
        text_add(&terminal->message, "Dihedra plays ");
        add_point(terminal, move);
        text_add(&terminal->message, ".\n");
    }
    if (terminal_game_is_over(game)) {
        tell_end(terminal);
    }
    return true;
}

static bool play_point(Terminal *terminal, Point move, Status *status) {
    if (terminal_game_is_over(&terminal->game)) {
        return status_fail(status, "The game is over. new begins another one, undo goes back.");
    }
    return terminal_game_play(&terminal->game, move, status) && go_on(terminal, status);
}

static bool run_undo(Terminal *terminal, Status *status) {
    return terminal_game_undo(&terminal->game, status) && go_on(terminal, status);
}

static bool begin(Terminal *terminal, int width, int height, int handicap, Status *status) {
    const PlayRequest *request = terminal->request;
    TerminalGame *game = &terminal->game;
    Text last = {0};
    if (!terminal_game_begin(game, width, height, handicap, status)) {
        return false;
    }
    if (kept_game_find_last(&last)) {
        text_add(&terminal->message, "The game before is kept in %s.\n", text_get(&last));
    }
    text_free(&last);
    const bool is_usual = request->options.komi == KOMI_DEFAULT;
    game->game->komi = is_usual && handicap >= 2 ? KOMI_HANDICAP : request->options.komi;
    uint8_t chance = 0;
    os_random(&chance, sizeof chance);
    game->person = request->color == COLOR_RANDOM  ? (chance & 1 ? WHITE : BLACK)
                   : request->color == COLOR_WHITE ? WHITE
                                                   : BLACK;
    text_add(&terminal->message, "You have %s. Komi is %.12g.\n", color_capital_name(game->person),
             game->game->komi);
    return go_on(terminal, status);
}

/* ---- Commands ---- */

static void add_judgement(Terminal *terminal, const AnalysisMove *move) {
    text_add(&terminal->message, "%.0f%%, %+.1f points", 100 * move->win_rate, move->score);
}

static void report_hint(void *context, const Analysis *analysis) {
    Terminal *terminal = context;
    if (analysis->is_last && analysis->count > 0) {
        terminal->view.marks[analysis->moves[0].move] = '1';
        text_add(&terminal->message, "Play ");
        add_point(terminal, analysis->moves[0].move);
        text_add(&terminal->message, ": ");
        add_judgement(terminal, &analysis->moves[0]);
        text_add(&terminal->message, " for %s.\n", color_capital_name(analysis->color));
    }
}

static void report_candidates(void *context, const Analysis *analysis) {
    Terminal *terminal = context;
    for (int i = 0; analysis->is_last && i < analysis->count && i < CANDIDATES_MAX; i++) {
        const AnalysisMove *move = &analysis->moves[i];
        if (move->visits == 0) {
            break;
        }
        terminal->view.marks[move->move] = (char)('1' + i);
        text_add(&terminal->message, "%d  ", i + 1);
        add_judgement(terminal, move);
        text_add(&terminal->message, " for %s, %lld visits:", color_capital_name(analysis->color),
                 (long long)move->visits);
        for (int k = 0; k < move->pv_length && k < PV_SHOWN; k++) {
            text_add(&terminal->message, " ");
            add_point(terminal, move->pv[k]);
        }
        text_add(&terminal->message, "\n");
    }
}

static bool judge(Terminal *terminal, void (*report)(void *, const Analysis *), Status *status) {
    if (terminal_game_is_over(&terminal->game)) {
        return status_fail(status, "The game is over.");
    }
    terminal->has_changed = true;
    return terminal_game_analyze(&terminal->game, report, terminal, status);
}

static void run_score(Terminal *terminal) {
    const double score = mark_territory(terminal);
    if (terminal_game_is_over(&terminal->game)) {
        terminal_game_add_result(&terminal->game, score, &terminal->message);
    } else if (score == 0) {
        text_add(&terminal->message, "If it ended like this, it would be a draw.\n");
    } else {
        text_add(&terminal->message, "If it ended like this, %s would win by %.12g point%s.\n",
                 color_capital_name(score > 0 ? BLACK : WHITE), fabs(score),
                 fabs(score) == 1 ? "" : "s");
    }
}

/* A name in quotes is read as a shell would; one without may have blanks all the same. */
static bool run_save(Terminal *terminal, const char *argument, Status *status) {
    const bool is_quoted = argument[0] == '"' || argument[0] == '\'';
    char **words = is_quoted ? command_line_split(argument, status) : NULL;
    const char *path = words != NULL ? words[0] : argument;
    const bool ok =
        is_quoted && words == NULL ? false
        : path[0] == '\0' ? status_fail(status, "save needs the name of a file: save game.sgf")
        : words != NULL && words[1] != NULL
            ? status_fail(status, "save takes one file, in quotes if its name has blanks")
            : terminal_game_save(&terminal->game, path, status);
    if (ok) {
        text_add(&terminal->message, "The game is in %s.\n", path);
    }
    free(words);
    return ok;
}

static bool run_rank(Terminal *terminal, const char *argument, Status *status) {
    TerminalGame *game = &terminal->game;
    PlayerOptions options = game->player_options;
    Status reason;
    if (!strength_read(argument, &options.strength, &reason)) {
        return status_fail(status, "rank takes 20k to 1k, 1d to 9d, or off for full strength.");
    }
    if (!loop_can_play(&game->player, &options, status)) {
        return false;
    }
    game->player_options = options;
    tell_strength(terminal, " from now on.\n");
    return true;
}

static bool run_new(Terminal *terminal, const char *argument, Status *status) {
    const Geometry *geometry = terminal->game.game->geometry;
    int size = 0, handicap = 0, end = 0;
    const int count = sscanf(argument, "%d %d %n", &size, &handicap, &end);
    if (argument[0] != '\0' &&
        (count < 1 || (count == 2 && argument[end] != '\0') || size < 2 || size > BOARD_SIDE_MAX ||
         handicap < 0 || handicap == 1 || handicap > 9)) {
        return status_fail(status,
                           "new takes a size from 2 to %d, and a handicap of 2 to 9 stones "
                           "if there is to be one: new 13 4",
                           BOARD_SIDE_MAX);
    }
    return size == 0 ? begin(terminal, geometry->width, geometry->height, 0, status)
                     : begin(terminal, size, size, handicap, status);
}

typedef enum {
    PASS,
    UNDO,
    HINT,
    ANALYZE,
    SCORE,
    RANK,
    NEW,
    SAVE,
    RESIGN,
    HELP,
    QUIT
} TerminalCommand;

static const struct {
    const char *name, *argument, *help;
} COMMANDS[] = {
    [PASS] = {"pass", "", "plays no stone; two passes end the game"},
    [UNDO] = {"undo", "", "takes your last move back"},
    [HINT] = {"hint", "", "shows the best move"},
    [ANALYZE] = {"analyze", "",
                 "shows the best moves, what they are worth, and how the game goes on"},
    [SCORE] = {"score", "", "counts the board as it stands"},
    [RANK] = {"rank", "RANK",
              "how strong Dihedra plays: 20k to 1k, 1d to 9d, or off for full strength"},
    [NEW] = {"new", "[SIZE [HANDICAP]]", "begins a new game"},
    [SAVE] = {"save", "FILE", "writes the game as SGF"},
    [RESIGN] = {"resign", "", "gives the game up"},
    [HELP] = {"help", "", "this list"},
    [QUIT] = {"quit", "", "ends; the game goes on with the next dihedra play"},
};
enum { COMMAND_COUNT = sizeof COMMANDS / sizeof COMMANDS[0] };

static void run_help(Terminal *terminal) {
    text_add(&terminal->message, "  %-22s%s\n", "e5",
             "plays there; or choose a point with the arrow keys and press Enter");
    for (int i = 0; i < COMMAND_COUNT; i++) {
        char call[32];
        snprintf(call, sizeof call, "%s %s", COMMANDS[i].name, COMMANDS[i].argument);
        text_add(&terminal->message, "  %-22s%s\n", call, COMMANDS[i].help);
    }
}

/* Returns false with a sentence if the command cannot be carried out. */
static bool run_command(Terminal *terminal, TerminalCommand command, const char *argument,
                        Status *status) {
    if (COMMANDS[command].argument[0] == '\0' && argument[0] != '\0') {
        return status_fail(status, "%s takes no argument.", COMMANDS[command].name);
    }
    switch (command) {
    case PASS:
        return play_point(terminal, POINT_PASS, status);
    case RESIGN:
        return play_point(terminal, POINT_RESIGN, status);
    case UNDO:
        return run_undo(terminal, status);
    case HINT:
        return judge(terminal, report_hint, status);
    case ANALYZE:
        return judge(terminal, report_candidates, status);
    case RANK:
        return run_rank(terminal, argument, status);
    case NEW:
        return run_new(terminal, argument, status);
    case SAVE:
        return run_save(terminal, argument, status);
    case SCORE:
        run_score(terminal);
        break;
    case HELP:
        run_help(terminal);
        break;
    case QUIT:
        terminal->quits = true;
    }
    return true;
}

/* Carries a line out: a command or a point. Returns false with a sentence if it is neither. */
static bool run_line(Terminal *terminal, char *line, Status *status) {
    const Geometry *geometry = terminal->game.game->geometry;
    Point point;
    for (size_t end = strlen(line); end > 0 && isspace((unsigned char)line[end - 1]); end--) {
        line[end - 1] = '\0';
    }
    char *word = line + strspn(line, " \t"), *argument = word + strcspn(word, " \t");
    if (*argument != '\0') {
        *argument++ = '\0';
        argument += strspn(argument, " \t");
    }
    for (int i = 0; i < COMMAND_COUNT; i++) {
        if (strcasecmp(word, COMMANDS[i].name) == 0) {
            return run_command(terminal, (TerminalCommand)i, argument, status);
        }
    }
    if (point_from_text(word, BOARD_SIDE_MAX, BOARD_SIDE_MAX, &point) && *argument == '\0') {
        return point_from_text(word, geometry->width, geometry->height, &point)
                   ? play_point(terminal, point, status)
                   : status_fail(status, "The board has no such point.");
    }
    return status_fail(status, "%.40s is neither a point, as e5, nor a command: type help.",
                       text_make_printable(word, ""));
}

/* ---- The session ---- */

static void move_cursor(Terminal *terminal, int x, int y) {
    const Geometry *geometry = terminal->game.game->geometry;
    Point *cursor = &terminal->view.cursor;
    const Point from =
        *cursor != POINT_NONE ? *cursor : point_at(geometry->width / 2, geometry->height / 2);
    const Point to = point_at(point_x(from) + x, point_y(from) + y);
    *cursor =
        *cursor != POINT_NONE && point_is_within(to, geometry->width, geometry->height) ? to : from;
}

/* Carries out what was typed. */
static void take(Terminal *terminal, InputEvent event, char *line) {
    Status status;
    if (event.kind == INPUT_ARROW) {
        move_cursor(terminal, event.x, event.y);
        return;
    }
    const Point cursor = terminal->view.cursor;
    memset(terminal->view.marks, 0, sizeof terminal->view.marks);
    terminal->view.cursor = POINT_NONE;
    const bool ok = line[strspn(line, " \t\r")] != '\0' ? run_line(terminal, line, &status)
                    : cursor != POINT_NONE              ? play_point(terminal, cursor, &status)
                                                        : true;
    if (!ok) {
        text_add(&terminal->message, "%s\n", status.text);
    }
}

static void run_session(Terminal *terminal) {
    char line[LINE_MAX_BYTES];
    while (!terminal->quits) {
        const bool is_over = terminal_game_is_over(&terminal->game);
        show(terminal);
        const InputEvent event =
            line_input_next(is_over                          ? "> "
                            : terminal->game.person == BLACK ? "Your move (Black): "
                                                             : "Your move (White): ",
                            line, sizeof line);
        if (event.kind == INPUT_END) {
            break;
        }
        take(terminal, event, line);
    }
    const TerminalGame *game = &terminal->game;
    if (game->fault.text[0] != '\0') {
        printf("This game is not kept: %s\n", game->fault.text);
    } else if (!terminal_game_is_over(game) && terminal_game_is_kept(game) &&
               game->game->move_count > 0) {
        printf("dihedra play goes on with this game.\n");
    }
}

/* Begins as the options say, or goes on with the last game if they say nothing about one. */
static bool begin_session(Terminal *terminal, Status *status) {
    const PlayRequest *request = terminal->request;
    const EngineOptions *options = &request->options;
    TerminalGame *game = &terminal->game;
    Text path = text_new("%s", request->sgf == NULL ? "" : request->sgf);
    const bool is_last = !request->is_new && kept_game_find_last(&path);
    const bool is_free = path.length == 0 || kept_game_take(&game->kept, text_get(&path));
    if (!is_free) {
        text_add(&terminal->message,
                 "Another dihedra play has %s open; this game is kept apart from it.\n",
                 text_get(&path));
    }
    bool ok = path.length > 0 && (is_free || !is_last) &&
              terminal_game_load(game, text_get(&path), status);
    if (ok && is_last) {
        text_add(&terminal->message,
                 "The last game goes on: you have %s. new begins another one.\n",
                 color_capital_name(game->person));
    }
    if (request->has_rank) {
        game->player_options.strength = options->player.strength;
    }
    ok = ok ? go_on(terminal, status)
            : request->sgf == NULL &&
                  begin(terminal, options->width, options->height, request->handicap, status);
    text_free(&path);
    tell_strength(terminal, ". Type a point, as e5; help tells more.\n");
    return ok;
}

// clang-format off
static const Option OPTIONS[] = {
    {.name = "--color", .argument = "black|white|random", .names = COLORS, OPTION_NAME_IN(PlayRequest, color),
     .help = "yours (default black)"},
    {.name = "--handicap", .argument = "N", .integer = {0, HANDICAP_MAX}, OPTION_INT_IN(PlayRequest, handicap),
     .help = "stones that Black has at the beginning; komi is 0.5 then, unless --komi says otherwise"},
    {.name = "--sgf", .argument = "FILE", OPTION_TEXT_IN(PlayRequest, sgf),
     .help = "goes on from the end of this record, with you to move, or with a kept game that has not ended"},
    {.name = "--list", OPTION_FLAG_IN(PlayRequest, lists),
     .help = "lists the kept games, that with the last move first: --sgf FILE goes on with one"},
    /* What is otherwise than in the engine's options, or not there. */
    {.name = "--size", .argument = "N|WxH", .kind = OPTION_FOUND, .help = "board size, each side from 1 to 25 (default 9)"},
    {.name = "--rules", .argument = "NAME", .kind = OPTION_FOUND,
     .help = "chinese (default), or another name: see dihedra help"},
    {.name = "--rank", .argument = "RANK", .kind = OPTION_FOUND,
     .help = "plays as strong as 20k to 1k, 1d to 9d (default 16k, if there is a network); off: as well as it can"},
    {.name = "--seed", .argument = "N|random", .kind = OPTION_FOUND, .help = "seed of the search (default random)"},
    {.name = "--no-cache", .kind = OPTION_FOUND,
     .help = "keeps games, but nothing about networks, in ~/.cache/dihedra (or $XDG_CACHE_HOME/dihedra)"},
    {.name = "--ponder", .kind = OPTION_FOUND},
    {0},
};
// clang-format on

const CommandHelp PLAY_HELP = {
    "play",
    "a game in the terminal",
    "usage: dihedra play [OPTION...]\n"
    "\n"
    "Plays with you on 9x9, as a 16k by Chinese rules unless options say otherwise. Type a point,\n"
    "as e5, or help. Each game is kept after each move, in a file of its own; without options,\n"
    "the next dihedra play goes on with the last one.\n",
    {OPTIONS, ENGINE_OPTIONS},
    NULL};

/* Makes the game with its networks and book. Returns false with a message on failure. */
static bool open_game(TerminalGame *game, const EngineOptions *options, const Models *models,
                      Status *status) {
    Status reason;
    if (!terminal_game_init(game, options, models)) {
        return status_fail(status, "out of memory");
    }
    return (options->book == NULL ||
            (game->player.book = book_graph_load(options->book, NULL, &reason)) != NULL ||
            status_fail(status, "--book %.240s", reason.text)) &&
           (!options->player.ponder ||
            status_fail(status, "--ponder: dihedra play does not ponder")) &&
           loop_can_play(&game->player, &options->player, status);
}

static void die(void *context, int signal) {
    (void)context;
    terminal_game_end_writing();
    line_input_end();
    end_requests_die(signal);
}

static int play_request(PlayRequest *request) {
    Status status;
    Models models;
    EndRequests *watch = end_requests_watch(die, NULL, &status);
    if (watch == NULL || !models_start(&request->options, &models, &status)) {
        status_print("play", &status);
        return EXIT_FAILURE;
    }
    if (!request->has_rank) {
        request->options.player.strength = models.main == NULL ? STRENGTH_NONE : STRENGTH_DEFAULT;
    }
    Terminal terminal = {.request = request, .style = board_style()};
    const bool ok = open_game(&terminal.game, &request->options, &models, &status) &&
                    begin_session(&terminal, &status);
    if (ok) {
        run_session(&terminal);
    } else {
        status_print("play", &status);
    }
    text_free(&terminal.message);
    terminal_game_free(&terminal.game);
    models_free(&models);
    end_requests_finish(watch, END_REQUESTS_AS_BEFORE);
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}

int play_main(int argc, char **argv) {
    enum { NO_RANK = -1 };
    PlayRequest request = {.options = engine_options_default(), .is_new = argc > 1};
    request.options.width = request.options.height = SIZE_DEFAULT;
    request.options.rules = *rules_find("chinese");
    request.options.player.strength = NO_RANK;
    const OptionGroup groups[] = {
        {.options = OPTIONS, .target = &request}, engine_options_group(&request.options), {0}};
    Status status;
    if (!option_read(groups, argc, argv, &status)) {
        return option_print_error("play", &status);
    }
    if (request.lists && argc > 2) {
        status_fail(&status, "--list: cannot be combined with other options");
        return option_print_error("play", &status);
    }
    if (request.lists) {
        kept_games_print(stdout);
        return EXIT_SUCCESS;
    }
    request.has_rank = request.options.player.strength != NO_RANK;
    return play_request(&request);
}
