/* `dihedra selfplay`: the command line, and the games, jobs of a pool. */
#include <stdlib.h>

#include "engine/base/figures.h"
#include "engine/base/json.h"
#include "engine/base/member.h"
#include "engine/base/memory.h"
#include "engine/base/version.h"
#include "engine/book/graph.h"
#include "engine/cluster/pool/pool.h"
#include "engine/go/sgf/record.h"
#include "gtp/engine_options.h"
#include "gtp/subcommands.h"

/* A game is broken off after this many moves: four for each point, and some for tiny boards. */
enum { MOVES_PER_CELL = 4, MOVES_MORE = 16 };

/* ---- A game ---- */

typedef struct {
    const EngineOptions *options;
    _Atomic bool *stopped; /* another thread sets it to end all games */
    int64_t number;        /* from 0 */
    Game *game;
    Player *player;
    char **comments; /* on each move so far; NULL if no search chose it */
    int64_t playouts;
    double slowest_move;
    Color resigned; /* EMPTY: neither */
} SelfplayGame;

/* Returns the search's result from Black's point of view. The caller frees it. */
static char *describe_search(const SearchResult *search, Color color) {
    const double black = color == BLACK ? search->win_rate : 1 - search->win_rate;
    const double score = round(10 * (color == BLACK ? search->score : -search->score)) / 10;
    char points[RECORD_RESULT_MAX];
    return text_new("%lld playout%s, Black wins %.1f%%, score %s", (long long)search->playouts,
                    text_plural(search->playouts), 100 * black, record_result(score, points))
        .bytes;
}

/* Plays until both pass, one side resigns, the game has `limit` moves, or all are stopped. */
static bool play_moves(SelfplayGame *play, int limit, Status *status) {
    Game *game = play->game;
    PlayerOptions options = play->options->player;
    options.seed = hash_mix(options.seed + (uint64_t)play->number);
    while (game->board.passes < 2 && game->move_count < limit && !atomic_load(play->stopped)) {
        const Color color = game->board.to_move;
        const Turn turn = {.game = game, .color = color, .options = &options};
        PlayerMove move = {.move = POINT_PASS};
        const double start = clock_seconds();
        if (!player_choose(play->player, &turn, &move, status)) {
            return false;
        }
        play->slowest_move = fmax(play->slowest_move, clock_seconds() - start);
        play->playouts += move.search.playouts;
        if (move.move == POINT_RESIGN) {
            play->resigned = color;
            return true;
        }
        play->comments[game->move_count] =
            move.searched ? describe_search(&move.search, color) : NULL;
        if (!game_play(game, color, move.move, status)) {
            return false;
        }
    }
    return true;
}

/* Appends {"entry": of the log, "sgf": the record or null} of the finished game. */
static void write_result(const SelfplayGame *play, bool has_record, Text *text) {
    static const char NAME[] = "Dihedra " DIHEDRA_VERSION;
    const bool is_resigned = play->resigned != EMPTY;
    const double score =
        is_resigned ? (double)NAN : ending_score(player_ending(play->player), play->game);
    char result[RECORD_RESULT_MAX];
    if (is_resigned) {
        snprintf(result, sizeof result, "%c+R", play->resigned == BLACK ? 'W' : 'B');
    } else {
        record_result(score, result);
    }
    json_t *json = json_new_packed(
        "{s:{s:I, s:s, s:o, s:i, s:b, s:I, s:o}}", "entry", "game", (json_int_t)play->number + 1,
        "result", result, "score", json_new_figure(score, 2), "moves", play->game->move_count,
        "unfinished", !is_resigned && play->game->board.passes < 2, "playouts",
        (json_int_t)play->playouts, "slowest_move_s", json_new_figure(play->slowest_move, 4));
    if (has_record) {
        const RecordNotes notes = {.black = NAME,
                                   .white = NAME,
                                   .result = result,
                                   .on_moves = (const char *const *)play->comments};
        SgfWriter writer;
        record_write(play->game, &notes, &writer);
        json_set_text(json, "sgf", writer.text.bytes);
        sgf_writer_free(&writer);
    }
    json_add_text(json, text);
}

static const char USAGE[] =
    "usage: dihedra selfplay [OPTION...]\n"
    "\n"
    "Plays games of the engine against itself in one process, or under mpirun on many ranks, and\n"
    "reports the results. SIGINT and SIGTERM end it; the results so far are reported, and the\n"
    "exit status is 128 + N after signal N.\n";

static const LedgerKind KIND = {"self-play run", "dihedra_selfplay"};

/* ---- The sums of the games, made from the entries of the log and nothing else ---- */

typedef struct {
    int64_t games, moves, playouts, black_wins, white_wins, draws, resignations, unfinished;
    int64_t scored;   /* games that ended with a count */
    double score_sum; /* of those: Black's points less White's */
    int shortest, longest;
    double slowest_move; /* seconds */
} SelfplayTotals;

/* Prints the report. before: the games of earlier runs, which took none of the seconds. */
static void print_totals(const SelfplayTotals *s, const SelfplayTotals *before, double seconds,
                         bool as_json) {
    const double games = (double)s->games, played = (double)(s->games - before->games);
    const double moves = (double)(s->moves - before->moves);
    const double playouts = (double)(s->playouts - before->playouts);
    const Figure figures[] = {
        {"games", games, 0, "finished"},
        {"games_before", (double)before->games, 0, "of them in earlier runs"},
        {"black_wins", (double)s->black_wins, 0, ""},
        {"white_wins", (double)s->white_wins, 0, ""},
        {"draws", (double)s->draws, 0, ""},
        {"resignations", (double)s->resignations, 0, ""},
        {"unfinished", (double)s->unfinished, 0, "stopped at the move limit"},
        {"score_mean", s->score_sum / (double)s->scored, 2, "Black's, in counted games"},
        {"moves_per_game", (double)s->moves / games, 2, ""},
        {"moves_min", s->shortest, 0, ""},
        {"moves_max", s->longest, 0, ""},
        {"games_per_s", played / seconds, 4, ""},
        {"moves_per_s", moves / seconds, 2, ""},
        {"playouts_per_s", playouts / seconds, 0, ""},
        {"slowest_move_s", s->slowest_move, 4, ""},
        {"seconds", seconds, 3, ""},
        {0},
    };
    json_t *json = as_json ? json_new_object() : NULL;
    figures_add(json, figures);
    if (as_json) {
        json_print(json, stdout);
    }
}

/* ---- The run ---- */

typedef struct {
    EngineOptions options;
    int64_t games, jobs;
    const char *folder, *log_path;
    bool json;
} SelfplayRequest;

typedef struct {
    Game *game;
    Player player;
} SelfplaySlot;

/* Only the coordinator uses the members after the blank line. */
typedef struct {
    const SelfplayRequest *request;
    Models models;
    SelfplaySlot *slots;
    BookGraph *book; /* NULL: none */
    Interrupt interrupt;

    Pool pool;
    bool *is_done;                 /* [number] */
    SelfplayTotals totals, before; /* before: of the log when it was opened */
} Selfplay;

/* ---- The coordinator ---- */

static bool is_done(void *context, int64_t number) {
    return ((const Selfplay *)context)->is_done[number];
}

/* Adds the game to the totals. */
static bool read_entry(void *context, const json_t *json, Status *status) {
    Selfplay *run = context;
    SelfplayTotals *totals = &run->totals;
    json_int_t number, playouts;
    const json_t *score;
    const char *result;
    int moves, is_unfinished;
    double slowest_move;
    if (json_unpack((json_t *)json, "{s:I, s:s, s:o, s:i, s:b, s:I, s:F}", "game", &number,
                    "result", &result, "score", &score, "moves", &moves, "unfinished",
                    &is_unfinished, "playouts", &playouts, "slowest_move_s", &slowest_move) != 0 ||
        number < 1) {
        return status_fail(status, "not a finished game");
    }
    if (number > run->request->games) {
        return status_fail(status, "a game beyond those asked for by --games");
    }
    if (run->is_done[number - 1]) {
        return status_fail(status, "a game that the log already holds");
    }
    run->is_done[number - 1] = true;
    const bool first = totals->games == 0, is_resigned = !json_is_number(score);
    const double lead = json_number_value(score);
    const bool is_black = is_resigned ? result[0] == 'B' : lead > 0;
    const bool is_white = is_resigned ? result[0] != 'B' : lead < 0;
    totals->games++;
    totals->moves += moves;
    totals->playouts += playouts;
    totals->black_wins += is_black;
    totals->white_wins += is_white;
    totals->draws += !is_black && !is_white;
    totals->resignations += is_resigned;
    totals->unfinished += is_unfinished;
    totals->scored += !is_resigned;
    totals->score_sum += lead;
    totals->shortest = first || moves < totals->shortest ? moves : totals->shortest;
    totals->longest = moves > totals->longest ? moves : totals->longest;
    totals->slowest_move = fmax(totals->slowest_move, slowest_move);
    return true;
}

static bool print_game(void *context, int64_t number, const json_t *json, Status *status) {
    FILE *progress = ((const Selfplay *)context)->request->json ? stderr : stdout;
    const json_int_t moves = json_integer_value(json_object_get(json, "moves"));
    fprintf(progress, "game %lld: %s, %lld move%s\n", (long long)number + 1,
            json_string_value(json_object_get(json, "result")), (long long)moves,
            text_plural(moves));
    return (fflush(progress) == 0 && !ferror(stdout)) ||
           status_fail(status, "standard output cannot be written");
}

/* ---- The workers ---- */

/* The result of a stopped game means nothing. */
static bool play_selfplay_game(void *context, int index, const PoolJob *job, Text *result,
                               Status *status) {
    Selfplay *run = context;
    const EngineOptions *options = &run->request->options;
    SelfplaySlot *slot = &run->slots[index];
    if (!game_clear(slot->game, options->width, options->height, status)) {
        return false;
    }
    const int limit = MOVES_PER_CELL * slot->game->geometry->cell_count + MOVES_MORE;
    SelfplayGame play = {.options = options,
                         .stopped = &run->interrupt.requested,
                         .number = job->number,
                         .game = slot->game,
                         .player = &slot->player,
                         .comments = memory_new((size_t)limit, sizeof play.comments[0]),
                         .resigned = EMPTY};
    player_clear(&slot->player);
    const bool ok = play_moves(&play, limit, status);
    if (ok) {
        write_result(&play, run->request->folder != NULL, result);
    }
    for (int i = 0; i < limit; i++) {
        free(play.comments[i]);
    }
    free(play.comments);
    return ok;
}

static bool make_slots(Selfplay *run, int count, Status *status) {
    bool ok = true;
    run->slots = memory_new((size_t)count, sizeof *run->slots);
    NetworkLoad *load = run->models.main;
    for (int i = 0; i < count; i++) {
        SelfplaySlot *slot = &run->slots[i];
        slot->game = engine_options_new_game(&run->request->options);
        ok &= player_init(&slot->player, load) && slot->game != NULL;
        if (ok) {
            network_set_rules(network_load_wait(load, status),
                              run->request->options.player.excludes_atari, &slot->game->rules);
        }
        slot->player.human = run->models.human;
        slot->player.book = run->book;
        slot->player.cancel = &run->interrupt.requested;
    }
    return ok || status_fail(status, "out of memory");
}

/* ---- All games ---- */

static const char *network_name_of(NetworkLoad *load) {
    Status ignored;
    return load == NULL ? NULL : network_name(network_load_wait(load, &ignored));
}

static json_t *seed_json(uint64_t seed, bool is_random) {
    return is_random ? json_string("random") : json_sprintf("%llx", (unsigned long long)seed);
}

/* Everything that must be the same for a log to be continued, and on all ranks, except for
 * random seeds. */
static json_t *settings_of(const Selfplay *run) {
    const EngineOptions *options = &run->request->options;
    char rules[RULES_TEXT_MAX];
    json_t *parameters = json_new_object();
    for (const Parameter *parameter = PARAMETERS; parameter->name != NULL; parameter++) {
        Text value = {0};
        parameter_add_value(parameter, &options->player, &value);
        json_set_text(parameters, parameter->name, text_get(&value));
        text_free(&value);
    }
    return json_new_packed(
        "{s:i, s:s, s:i, s:i, s:o, s:s, s:o, s:o, s:o, s:o, s:s, s:o, s:o}", "dihedra_selfplay", 1,
        "version", DIHEDRA_VERSION, "width", options->width, "height", options->height, "komi",
        json_new_figure(options->komi, 6), "rules", rules_text(&options->rules, rules), "seed",
        seed_json(options->player.seed, options->random_seed), "hash_seed",
        seed_json(options->hash_seed, options->random_hash_seed), "network",
        json_new_text(network_name_of(run->models.main)), "human_network",
        json_new_text(network_name_of(run->models.human)), "precision",
        PRECISION_NAMES[options->precision], "book", json_new_text(options->book), "parameters",
        parameters);
}

/* Plays all games. Returns false after a message if that fails. */
static bool play_all(Selfplay *run) {
    const EngineOptions *options = &run->request->options;
    const int slots = pool_slots(&run->pool, (int)run->request->jobs);
    Status status;
    bool ok = (options->book == NULL ||
               (run->book = book_graph_load(options->book, NULL, &status)) != NULL) &&
              models_start(options, &run->models, &status) &&
              models_wait(&run->models, &status); /* no game begins without them */
    ok = pool_all_ok(&run->pool, ok, &status);
    if (ok) {
        json_t *settings = settings_of(run);
        ok = pool_open(&run->pool, settings, &status);
        run->before = run->totals;
        json_decref(settings);
    }
    ok = ok && pool_all_ok(&run->pool, make_slots(run, slots, &status), &status);
    atomic_store(&run->interrupt.dies, false);
    ok = ok && pool_run(&run->pool, slots, &status);
    if (!ok && pool_is_first(&run->pool)) {
        status_print("selfplay", &status);
    }
    for (int i = 0; run->slots != NULL && i < slots; i++) {
        player_free(&run->slots[i].player);
        game_free(run->slots[i].game);
    }
    free(run->slots);
    return ok;
}

/* ---- The command ---- */

// clang-format off
static const Option OPTIONS[] = {
    {.name = "--games", .argument = "N", .integer = {1, 1000000000}, OPTION_INT64_IN(SelfplayRequest, games),
     .help = "number of games (default 1)"},
    {.name = "-j", .argument = "N", .integer = {1, TEAM_MAX}, OPTION_INT64_IN(SelfplayRequest, jobs),
     .help = "games at once (default 1); under mpirun those of each rank but the first, which hands out the games"},
    {.name = "--resume", .argument = "FILE", OPTION_TEXT_IN(SelfplayRequest, log_path),
     .help = "a log of the finished games: continues it if the settings are the same (--games and -j may differ), "
             "creates it if there is none"},
    {.name = "--sgf", .argument = "DIR", OPTION_TEXT_IN(SelfplayRequest, folder),
     .help = "writes each game to DIR/game-N.sgf, with playouts, Black's win rate and score on each move; makes DIR"},
    {.name = "--json", OPTION_FLAG_IN(SelfplayRequest, json), .help = "one JSON object on standard output"},
    {0},
};
// clang-format on

const CommandHelp SELFPLAY_HELP = {"selfplay",
                                   "plays games of the engine against itself in one process",
                                   USAGE,
                                   {OPTIONS, ENGINE_OPTIONS},
                                   NULL};

int selfplay_main(int argc, char **argv) {
    const double start = clock_seconds();
    SelfplayRequest request = {.options = engine_options_default(), .games = 1, .jobs = 1};
    const OptionGroup groups[] = {
        {.options = OPTIONS, .target = &request}, engine_options_group(&request.options), {0}};
    Status status;
    if (!option_read(groups, argc, argv, &status)) {
        return option_print_error("selfplay", &status);
    }
    Selfplay run = {.request = &request,
                    .is_done = memory_new((size_t)request.games, sizeof *run.is_done)};
    if (!interrupt_start(&run.interrupt, &status)) {
        status_print("selfplay", &status);
        free(run.is_done);
        return EXIT_FAILURE;
    }
    atomic_store(&run.interrupt.dies, true); /* before the first game there are no totals */
    run.pool = (Pool){.context = &run,
                      .interrupt = &run.interrupt,
                      .kind = &KIND,
                      .log_path = request.log_path,
                      .folder = request.folder,
                      .digits = 1,
                      .count = request.games,
                      .is_done = is_done,
                      .work = play_selfplay_game,
                      .read_entry = read_entry,
                      .show = print_game};
    const bool has_joined = pool_join(&run.pool, "selfplay", &status);
    const bool ok = has_joined && play_all(&run);
    const int signal = run.interrupt.signal;
    const int exit_status = signal != 0 ? 128 + signal : ok ? EXIT_SUCCESS : EXIT_FAILURE;
    if (!has_joined) {
        status_print("selfplay", &status);
    } else if ((ok || signal != 0) && pool_is_first(&run.pool)) {
        print_totals(&run.totals, &run.before, clock_seconds() - start, request.json);
    }
    pool_leave(&run.pool);
    interrupt_finish(&run.interrupt);
    book_graph_free(run.book);
    models_free(&run.models);
    free(run.is_done);
    return exit_status;
}
