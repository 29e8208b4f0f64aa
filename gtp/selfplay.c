#include "gtp/selfplay.h"

#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/clock.h"
#include "engine/base/file.h"
#include "engine/base/json.h"
#include "engine/base/options.h"
#include "engine/base/rng.h"
#include "engine/base/team.h"
#include "engine/board/draw.h"
#include "engine/ending/ending.h"
#include "engine/sgf/record.h"
#include "gtp/models.h"

/* A game is broken off after this many moves: four for each point, and some for tiny boards. */
enum { MOVES_PER_CELL = 4, MOVES_MORE = 16 };

static const char USAGE[] =
    "usage: dihedra selfplay [OPTION...]\n"
    "\n"
    "Plays games of the engine against itself in one process and reports the results.\n"
    "\n";

typedef enum { RANDOM_NOBODY, RANDOM_BLACK, RANDOM_WHITE, RANDOM_EACH } RandomSide;

typedef struct {
    EngineOptions options;
    int64_t games, jobs;
    const char *folder;
    RandomSide random;
    bool watch, json, help;
} SelfplayRequest;

typedef struct {
    int64_t games, moves, playouts, black_wins, white_wins, draws, resignations, unfinished;
    int64_t engine_wins; /* of games with a random side */
    int64_t scored;      /* games that ended with a count */
    double score_sum;    /* of those: Black's points less White's */
    int shortest, longest;
    double slowest_move; /* seconds */
} SelfplayTotals;

/* What all workers share. The lock guards every field that changes, and the standard streams. */
typedef struct {
    const SelfplayRequest *request;
    Models models;
    pthread_mutex_t lock;
    int64_t next_game;
    SelfplayTotals totals;
    bool failed;
    Status status; /* why it failed */
} Selfplay;

/* One game under way. */
typedef struct {
    const SelfplayRequest *request;
    int64_t number; /* from 0 */
    Game *game;
    Player *player;
    char **comments; /* on each move so far; NULL if no search chose it */
    int64_t playouts;
    double slowest_move;
    Color resigned; /* EMPTY: nobody */
} SelfplayGame;

/* ---- One game ---- */

/* Returns a random legal move (superko included), or a pass if there is none. */
static Point random_move(const Game *game, Color color, Rng *rng) {
    Point untried[CELL_COUNT_MAX];
    int count = game->board.empty_count;
    memcpy(untried, game->board.empty, (size_t)count * sizeof untried[0]);
    while (count > 0) {
        const uint32_t i = rng_below(rng, (uint32_t)count);
        if (game_check(game, color, untried[i]) == MOVE_LEGAL) {
            return untried[i];
        }
        untried[i] = untried[--count];
    }
    return POINT_PASS;
}

/* Draws the board: over the last one on a terminal, else below it. */
static void show(const Game *game) {
    char line[DRAW_LINE_MAX];
    if (isatty(STDOUT_FILENO)) {
        printf("\033[H\033[J");
    }
    for (int i = 0; i <= game->geometry->height + 1; i++) {
        printf("%s\n", draw_line(&game->board, i, game_last_move(game), line));
    }
    printf("Move %d\n\n", game->move_count);
    fflush(stdout);
}

static bool is_random(const SelfplayRequest *request, int64_t number, Color color) {
    switch (request->random) {
    case RANDOM_NOBODY:
        return false;
    case RANDOM_BLACK:
        return color == BLACK;
    case RANDOM_WHITE:
        return color == WHITE;
    case RANDOM_EACH:
        return color == (number % 2 == 0 ? WHITE : BLACK);
    }
    return false;
}

/* Returns what the search thought of the position from Black's point of view. The caller frees it.
 */
static char *describe(const SearchResult *search, Color color) {
    const double black = color == BLACK ? search->win_rate : 1 - search->win_rate;
    const double score = round(10 * (color == BLACK ? search->score : -search->score)) / 10;
    char points[RECORD_RESULT_MAX];
    Text text = {0};
    text_add(&text, "%lld playout%s, Black wins %.1f%%, score %s", (long long)search->playouts,
             text_plural(search->playouts), 100 * black, record_result(score, points));
    return text.bytes;
}

/* Plays until both pass, one side resigns, or the game has `limit` moves. */
static bool play_moves(SelfplayGame *play, int limit, Status *status) {
    const SelfplayRequest *request = play->request;
    Game *game = play->game;
    PlayerOptions options = request->options.player;
    options.seed = hash_mix(options.seed + (uint64_t)play->number);
    Rng rng = rng_new(options.seed);
    while (game->board.passes < 2 && game->move_count < limit) {
        const Color color = (Color)game->board.to_move;
        PlayerMove move = {.move = POINT_PASS};
        const double start = clock_seconds();
        if (is_random(request, play->number, color)) {
            move.move = random_move(game, color, &rng);
        } else if (!player_choose(play->player, &options, NULL, game, color, &move, status)) {
            return false;
        }
        play->slowest_move = fmax(play->slowest_move, clock_seconds() - start);
        play->playouts += move.search.playouts;
        if (move.move == POINT_RESIGN) {
            play->resigned = color;
            return true;
        }
        play->comments[game->move_count] = move.searched ? describe(&move.search, color) : NULL;
        if (!game_play(game, color, move.move, status)) {
            return false;
        }
        if (request->watch) {
            show(game);
        }
    }
    return true;
}

/* Writes the result, such as "B+3.5" or "W+R", and adds the game to the totals. */
static void judge(const SelfplayGame *play, SelfplayTotals *totals, char text[RECORD_RESULT_MAX]) {
    const Game *game = play->game;
    double score = play->resigned == BLACK ? -1 : 1;
    if (play->resigned != EMPTY) {
        snprintf(text, RECORD_RESULT_MAX, "%c+R", play->resigned == BLACK ? 'W' : 'B');
        totals->resignations++;
    } else {
        uint8_t status[POINT_COUNT];
        ending_status(player_ending(play->player), game, NULL, status);
        score = game_score(game, status);
        record_result(score, text);
        totals->scored++;
        totals->score_sum += score;
        totals->unfinished += game->board.passes < 2;
    }
    const bool first = totals->games == 0;
    totals->games++;
    totals->moves += game->move_count;
    totals->playouts += play->playouts;
    totals->shortest =
        first || game->move_count < totals->shortest ? game->move_count : totals->shortest;
    totals->longest = game->move_count > totals->longest ? game->move_count : totals->longest;
    totals->slowest_move = fmax(totals->slowest_move, play->slowest_move);
    totals->black_wins += score > 0;
    totals->white_wins += score < 0;
    totals->draws += score == 0;
    if (play->request->random != RANDOM_NOBODY) {
        totals->engine_wins +=
            is_random(play->request, play->number, score > 0 ? WHITE : BLACK) && score != 0;
    }
}

static bool save(const SelfplayGame *play, const char *result, Status *status) {
    char path[4096];
    const int length = snprintf(path, sizeof path, "%s/game-%lld.sgf", play->request->folder,
                                (long long)play->number + 1);
    if (length < 0 || (size_t)length >= sizeof path) {
        return file_fail(status, play->request->folder, strerror(ENAMETOOLONG));
    }
    static const char *const names[] = {"Dihedra " DIHEDRA_VERSION, "random moves"};
    const RecordNotes notes = {
        .black = names[is_random(play->request, play->number, BLACK)],
        .white = names[is_random(play->request, play->number, WHITE)],
        .result = result,
        .on_moves = (const char *const *)play->comments,
    };
    return record_save(play->game, &notes, path, status);
}

/* Counts the finished game, reports it and saves it. */
static bool finish(const SelfplayGame *play, Selfplay *run, Status *status) {
    char result[RECORD_RESULT_MAX];
    pthread_mutex_lock(&run->lock);
    judge(play, &run->totals, result);
    FILE *progress = play->request->json ? stderr : stdout;
    fprintf(progress, "game %lld: %s, %d move%s\n", (long long)play->number + 1, result,
            play->game->move_count, text_plural(play->game->move_count));
    const bool told = fflush(progress) == 0 && !ferror(stdout);
    pthread_mutex_unlock(&run->lock);
    if (!told) {
        return status_fail(status, "standard output cannot be written");
    }
    return play->request->folder == NULL || save(play, result, status);
}

static bool play_game(Selfplay *run, Game *game, Player *player, int64_t number, Status *status) {
    const SelfplayRequest *request = run->request;
    if (!game_clear(game, request->options.width, request->options.height, status)) {
        return false;
    }
    const int limit = MOVES_PER_CELL * game->geometry->cell_count + MOVES_MORE;
    SelfplayGame play = {
        .request = request, .number = number, .game = game, .player = player, .resigned = EMPTY};
    player_forget(player);
    play.comments = calloc((size_t)limit, sizeof play.comments[0]);
    const bool ok = (play.comments != NULL || status_fail(status, "out of memory")) &&
                    play_moves(&play, limit, status) && finish(&play, run, status);
    for (int i = 0; play.comments != NULL && i < limit; i++) {
        free(play.comments[i]);
    }
    free(play.comments);
    return ok;
}

/* ---- All games ---- */

/* Returns the number of the next game, or -1 if none is left or something failed. */
static int64_t take_game(Selfplay *run) {
    pthread_mutex_lock(&run->lock);
    const bool any = !run->failed && run->next_game < run->request->games;
    const int64_t number = any ? run->next_game++ : -1;
    pthread_mutex_unlock(&run->lock);
    return number;
}

static void fail(Selfplay *run, const Status *status) {
    pthread_mutex_lock(&run->lock);
    if (!run->failed) {
        run->failed = true;
        run->status = *status;
    }
    pthread_mutex_unlock(&run->lock);
}

/* A thread's part: plays games until none is left. item points to a pointer to the Selfplay. */
static void play_games(void *item) {
    Selfplay *run = *(Selfplay **)item;
    Status status;
    Game *game = engine_options_new_game(&run->request->options);
    Player player;
    bool ok = (player_init(&player, run->models.main) && game != NULL) ||
              status_fail(&status, "out of memory");
    player.human = run->models.human;
    for (int64_t number = 0; ok && (number = take_game(run)) >= 0;) {
        ok = play_game(run, game, &player, number, &status);
    }
    if (!ok) {
        fail(run, &status);
    }
    player_free(&player);
    game_free(game);
}

static void report_json(const SelfplayRequest *request, const SelfplayTotals *s, double seconds) {
    json_t *json = json_new_object();
    const double games = (double)s->games;
    json_set_figure(json, "games", games, 0);
    json_set_figure(json, "black_wins", (double)s->black_wins, 0);
    json_set_figure(json, "white_wins", (double)s->white_wins, 0);
    json_set_figure(json, "draws", (double)s->draws, 0);
    json_set_figure(json, "resignations", (double)s->resignations, 0);
    json_set_figure(json, "unfinished", (double)s->unfinished, 0);
    if (request->random != RANDOM_NOBODY) {
        json_set_figure(json, "engine_wins", (double)s->engine_wins, 0);
    }
    json_set_figure(json, "score_mean", s->score_sum / (double)s->scored, 2);
    json_set_figure(json, "moves_per_game", (double)s->moves / games, 2);
    json_set_figure(json, "moves_least", s->shortest, 0);
    json_set_figure(json, "moves_most", s->longest, 0);
    json_set_figure(json, "games_per_s", games / seconds, 4);
    json_set_figure(json, "moves_per_s", (double)s->moves / seconds, 2);
    json_set_figure(json, "visits_per_s", (double)s->playouts / seconds, 0);
    json_set_figure(json, "slowest_move_s", s->slowest_move, 4);
    json_set_figure(json, "seconds", seconds, 3);
    json_print(json, stdout);
}

static void report_text(const SelfplayRequest *request, const SelfplayTotals *s, double seconds) {
    const double games = (double)s->games, moves = (double)s->moves;
    printf("%lld game%s in %.1f s: %.2f games/s, %.1f moves/s, %.0f playouts/s\n",
           (long long)s->games, text_plural(s->games), seconds, games / seconds, moves / seconds,
           (double)s->playouts / seconds);
    printf("Moves per game: %.1f on average, %d to %d; the slowest move took %.2f s\n",
           moves / games, s->shortest, s->longest, s->slowest_move);
    printf("Black won %lld, White %lld, drawn %lld; %lld by resignation, %lld unfinished",
           (long long)s->black_wins, (long long)s->white_wins, (long long)s->draws,
           (long long)s->resignations, (long long)s->unfinished);
    if (s->scored > 0) {
        printf("; Black's score %+.1f on average in counted games",
               s->score_sum / (double)s->scored);
    }
    printf("\n");
    if (request->random != RANDOM_NOBODY) {
        printf("The engine won %lld of them against the random player\n",
               (long long)s->engine_wins);
    }
}

static bool read_random(void *target, const char *name, char **values, Status *status) {
    RandomSide *side = &((SelfplayRequest *)target)->random;
    Color color;
    if (strcmp(values[0], "each") == 0) {
        *side = RANDOM_EACH;
        return true;
    }
    if (!color_from_text(values[0], &color)) {
        return status_fail(status, "%s: expected black, white or each, got '%.40s'", name,
                           values[0]);
    }
    *side = color == BLACK ? RANDOM_BLACK : RANDOM_WHITE;
    return true;
}

static const Option OPTIONS[] = {
    {.name = "--games",
     .argument = "N",
     .kind = OPTION_WHOLE,
     .whole = {1, 1000000000},
     .offset = offsetof(SelfplayRequest, games),
     .help = "number of games (default 1)"},
    {.name = "-j",
     .argument = "N",
     .kind = OPTION_WHOLE,
     .whole = {1, TEAM_MAX},
     .offset = offsetof(SelfplayRequest, jobs),
     .help = "games at once (default 1)"},
    {.name = "--sgf",
     .argument = "DIR",
     .kind = OPTION_TEXT,
     .offset = offsetof(SelfplayRequest, folder),
     .help = "writes each game to DIR/game-N.sgf, with playouts, Black's win\n"
             "rate and score on each move; makes DIR"},
    {.name = "--random",
     .argument = "COLOR",
     .kind = OPTION_CALL,
     .read = read_random,
     .help = "this color plays random legal moves: black, white, or each\n"
             "for both in turn"},
    {.name = "--watch",
     .kind = OPTION_FLAG,
     .offset = offsetof(SelfplayRequest, watch),
     .help = "draws the board after each move"},
    {.name = "--json",
     .kind = OPTION_FLAG,
     .offset = offsetof(SelfplayRequest, json),
     .help = "one JSON object on standard output"},
    {.name = "--help",
     .letter = "-h",
     .kind = OPTION_HELP,
     .offset = offsetof(SelfplayRequest, help)},
    {0},
};

static bool read_request(int argc, char **argv, SelfplayRequest *request, Status *status) {
    const OptionGroup groups[] = {
        {OPTIONS, request, NULL}, engine_options_group(&request->options), {0}};
    if (!option_read(groups, argc, argv, status)) {
        return false;
    }
    if (request->watch && request->json) {
        return status_fail(status, "--watch and --json both write to standard output");
    }
    if (request->watch && request->jobs > 1) {
        return status_fail(status, "--watch shows one game at a time and cannot go with -j");
    }
    return true;
}

/* Plays all games, on as many threads as the request says. */
static bool play_all(Selfplay *run, Status *status) {
    Selfplay *items[TEAM_MAX];
    for (int i = 0; i < TEAM_MAX; i++) {
        items[i] = run;
    }
    pthread_mutex_init(&run->lock, NULL);
    team_run(play_games, items, sizeof(Selfplay *), (int)run->request->jobs);
    pthread_mutex_destroy(&run->lock);
    if (run->failed) {
        *status = run->status;
    }
    return !run->failed;
}

/* Waits for the network if there is one, so that no game begins without it. */
static bool await_network(NetworkLoad *load, Status *status) {
    return load == NULL || network_load_wait(load, status) != NULL;
}

int selfplay_main(int argc, char **argv) {
    SelfplayRequest request = {.options = engine_options_default(), .games = 1, .jobs = 1};
    Status status;
    if (!read_request(argc, argv, &request, &status)) {
        return option_complain("selfplay", &status);
    }
    if (request.help) {
        fputs(USAGE, stdout);
        option_print_help(OPTIONS, stdout);
        engine_options_print_help();
        return EXIT_SUCCESS;
    }
    Selfplay run = {.request = &request};
    const double start = clock_seconds();
    const bool ok = (request.folder == NULL || file_make_folder(request.folder, &status)) &&
                    models_start(&request.options, &run.models, &status) &&
                    await_network(run.models.main, &status) &&
                    await_network(run.models.human, &status) && play_all(&run, &status);
    models_free(&run.models);
    if (!ok) {
        status_print("selfplay", &status);
        return EXIT_FAILURE;
    }
    const double seconds = clock_seconds() - start;
    (request.json ? report_json : report_text)(&request, &run.totals, seconds);
    return EXIT_SUCCESS;
}
