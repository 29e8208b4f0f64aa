/* make-shard: plays games of a network against itself and writes their positions, each with a
 * network's answer, as a shard.
 *
 *     make-shard TEACHER NUMBER FILE [--player MODEL] [--positions N] [--precision P] [--visits N]
 *         [--serious SHARE]
 *
 * The number seeds the games: with the same options it gives the same file, on machines with the
 * same vector instructions. Many games are played at once, so that small boards fill batches. Every
 * position that the teacher evaluates is written, and the next move is sampled from its policy.
 * With --player another, faster network plays, and the teacher is asked about a part of the
 * positions.
 * With --visits a quarter of the positions are searched by the teacher, and only those are written:
 * the policy is then the search's visits, and win rate and lead are its means. A share of the
 * games may be serious, without handicap, odd moves and high temperatures. One thread. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "engine/base/options.h"
#include "engine/base/os/pages.h"
#include "engine/eval/network.h"
#include "engine/go/board/score.h"
#include "engine/lab/train/network/shard.h"
#include "engine/lab/train/network/variety.h"
#include "engine/player/limits.h"
#include "engine/player/player.h"

enum {
    GAMES_AT_ONCE = 32,
    BATCH_CELLS = 1300,      /* of a batch, about; it has at most GAMES_AT_ONCE games */
    UNUSUAL_SIZES = 4,       /* in a shard, besides 19x19, 13x13 and 9x9 */
    MOVES_PER_CELL = 2,      /* a game is ended after 20 moves and this many for each cell */
    POSITIONS_PER_GAME = 50, /* at least */
    SEARCH_MB = 64,          /* for the graph of a search */
    POSITIONS = 96000,       /* of a shard, about: games that have begun are played to the end */
    POSITIONS_MIN = 40,      /* so that each size of board has some */
};

/* The usual sizes, and their shares of a shard's positions. The rest has unusual sizes. */
static const struct {
    int side;
    double share;
} USUAL[] = {{19, 0.5}, {13, 0.2}, {9, 0.2}};

enum { USUAL_COUNT = sizeof USUAL / sizeof USUAL[0], GROUPS = USUAL_COUNT + UNUSUAL_SIZES };

static const double UNUSUAL_SHARE = 0.1 / UNUSUAL_SIZES;

/* Of the positions, if searches are made. */
static const double SEARCHED_SHARE = 0.25;

/* Of the positions, if another network plays: neighbors are alike, and the player costs little. */
static const double LABELLED_SHARE = 0.5;

/* A position of a game, whose outcome is set when the game has ended. */
typedef struct {
    int index;         /* in the group */
    double white_komi; /* with the handicap bonus */
    Color mover;
} GameMoment;

typedef struct {
    Game *game;
    GameStyle style;
    Features features;
    GameMoment *moments;
    int moment_count;
    bool is_playing, is_new;
    NetAnswer *answer;  /* about the present position, by the network that plays */
    NetAnswer *teacher; /* the teacher's; NULL: it was not asked */
} GameSlot;

/* A network that is asked about batches of positions. */
typedef struct {
    Model *model;
    Fast *fast;
    FastStream *stream;
    NetAnswer answers[GAMES_AT_ONCE];
} BatchNetwork;

typedef struct {
    BatchNetwork teacher, player; /* player.model is NULL if the teacher plays */
    Network *network;             /* the teacher for searches; NULL: none are made */
    Search *search;
    SearchLimits limits;
    double serious; /* share of games */
    Ladders *ladders;
    Rng rng;
    GameSituation situation;
    GameSlot slots[GAMES_AT_ONCE];
    ShardGroup *group;
    int wanted; /* no game is started in the group once it has this many positions */
} Maker;

static bool begin_game(Maker *maker, GameSlot *slot, Status *status) {
    slot->is_playing = maker->group->count < maker->wanted;
    slot->is_new = true;
    slot->moment_count = 0;
    return !slot->is_playing ||
           variety_start_game(&maker->rng, maker->serious, slot->game, &slot->style, status);
}

/* Black's points on the board, without komi. Stones that the network, asked with mover to move,
 * gives to the opponent are dead, if the rules ask the players. */
static double count_points(const Game *game, Color mover, const NetAnswer *answer) {
    uint8_t dead[POINT_COUNT] = {STATUS_NONE};
    for (int cell = 0; cell < game->geometry->cell_count; cell++) {
        const Point p = game->geometry->point_of[cell];
        const uint8_t color = game->board.color[p];
        const float own = color == mover ? answer->ownership[cell] : -answer->ownership[cell];
        if (color != EMPTY && own < 0) {
            dead[p] = STATUS_DEAD;
        }
    }
    return game_score(game, game->rules.friendly_pass_ok ? dead : NULL) + game->komi +
           rules_handicap_bonus(&game->rules, game->handicap);
}

/* Sets the outcome of the game's positions, and starts the next game. The answer is about the
 * position before the last pass. */
static bool end_game(Maker *maker, GameSlot *slot, const NetAnswer *answer, Status *status) {
    if (slot->game->board.passes >= 2) {
        const Game *game = slot->game;
        const double black = count_points(game, color_opponent((Color)game->board.to_move), answer);
        for (int i = 0; i < slot->moment_count; i++) {
            const GameMoment *moment = &slot->moments[i];
            const double points = black - moment->white_komi;
            shard_set_outcome(maker->group, moment->index,
                              (float)(moment->mover == BLACK ? points : -points));
        }
    }
    return begin_game(maker, slot, status);
}

static void note_position(Maker *maker, GameSlot *slot, const NetAnswer *answer) {
    const Game *game = slot->game;
    slot->moments[slot->moment_count++] = (GameMoment){
        maker->group->count, game->komi + rules_handicap_bonus(&game->rules, game->handicap),
        (Color)game->board.to_move};
    shard_add(maker->group, &slot->features, answer);
}

static int most_moves(const Game *game) {
    return MOVES_PER_CELL * game->geometry->cell_count + 20;
}

/* Replaces the network's answer by that of a search: its visits and means. */
static bool search_deeper(Maker *maker, const Game *game, NetAnswer *answer, Status *status) {
    SearchMove moves[CELL_COUNT_MAX + 1];
    SearchResult result;
    double visits = 0, win = 0, score = 0;
    maker->limits.seed = rng_next(&maker->rng);
    if (!search_run(maker->search, game, (Color)game->board.to_move, &maker->limits, &result,
                    status)) {
        return false;
    }
    const int count = search_list_moves(maker->search, moves, CELL_COUNT_MAX + 1);
    for (int i = 0; i < count; i++) {
        visits += (double)moves[i].visits;
        win += (double)moves[i].visits * moves[i].win_rate;
        score += (double)moves[i].visits * moves[i].score;
    }
    if (visits == 0) {
        return true;
    }
    memset(answer->policy, 0, sizeof answer->policy);
    answer->pass = 0;
    for (int i = 0; i < count; i++) {
        const float share = (float)((double)moves[i].visits / visits);
        *(moves[i].move == POINT_PASS ? &answer->pass
                                      : &answer->policy[game->geometry->cell_of[moves[i].move]]) =
            share;
    }
    /* The search's score is the lead, and its win rate has half of no_result. */
    const double decided = 1 - answer->no_result, shift = score / visits - answer->lead;
    answer->win = fmin(fmax(win / visits - answer->no_result / 2, 0), decided);
    answer->loss = decided - answer->win;
    answer->score_mean_square +=
        2 * shift * answer->score_mean + shift * shift; /* the same variance */
    answer->score_mean += shift;
    answer->lead += shift;
    return true;
}

/* Records the position if the teacher was asked about it. */
static bool record(Maker *maker, GameSlot *slot, Status *status) {
    const bool is_searched = maker->network != NULL && rng_unit(&maker->rng) < SEARCHED_SHARE;
    if (is_searched && !search_deeper(maker, slot->game, slot->teacher, status)) {
        return false;
    }
    if (is_searched || maker->network == NULL) {
        note_position(maker, slot, slot->teacher);
    }
    return true;
}

static bool play_move(Maker *maker, GameSlot *slot, Status *status) {
    Game *game = slot->game;
    const Color mover = (Color)game->board.to_move;
    const NetAnswer *best = slot->teacher != NULL ? slot->teacher : slot->answer;
    const Point move = variety_sample_move(&maker->rng, &slot->style, game, slot->answer);
    const double lead = mover == BLACK ? best->lead : -best->lead;
    if ((slot->is_new && slot->style.is_even) || rng_unit(&maker->rng) < slot->style.komi_share) {
        game->komi = variety_sample_komi(&maker->rng, &slot->style, game->komi, lead);
    }
    slot->is_new = false;
    if (!game_play(game, mover, move, status)) {
        return false;
    }
    return (game->board.passes < 2 && game->move_count < most_moves(game)) ||
           end_game(maker, slot, best, status);
}

/* Adds the slot's position to the network's batch, in a random image; rectangles are not
 * transposed. The shard gets its features as networks of ours read them. */
static void ask(Maker *maker, BatchNetwork *network, GameSlot *slot) {
    const ShardGroup *group = maker->group;
    Symmetry image;
    do {
        image = (Symmetry)rng_below(&maker->rng, SYMMETRY_COUNT);
    } while (group->width != group->height && symmetry_transposes(image));
    situation_from_game(slot->game, &maker->situation);
    if (network == &maker->teacher) {
        features_fill(&maker->situation.situation, image, false, maker->ladders, &slot->features);
    }
    fast_add(network->stream, &maker->situation.situation, image, 0);
}

static bool run(BatchNetwork *network, Status *status) {
    return fast_run(network->stream, network->answers) || status_fail(status, "out of memory");
}

static bool is_labelled(Maker *maker, const GameSlot *slot) {
    return slot->game->move_count >= slot->style.skipped && rng_unit(&maker->rng) < LABELLED_SHARE;
}

/* Asks the teacher about a part of the batch's positions, which the player has evaluated. */
static bool label(Maker *maker, GameSlot **batch, int count, Status *status) {
    int asked = 0;
    for (int i = 0; i < count; i++) {
        if (is_labelled(maker, batch[i])) {
            ask(maker, &maker->teacher, batch[i]);
            batch[i]->teacher = &maker->teacher.answers[asked++];
        }
    }
    return asked == 0 || run(&maker->teacher, status);
}

/* Asks about the batch's positions, whose slots then have the answers. */
static bool evaluate(Maker *maker, GameSlot **batch, int count, Status *status) {
    const bool has_player = maker->player.model != NULL;
    BatchNetwork *network = has_player ? &maker->player : &maker->teacher;
    for (int i = 0; i < count; i++) {
        ask(maker, network, batch[i]);
        batch[i]->answer = &network->answers[i];
        batch[i]->teacher = has_player ? NULL : batch[i]->answer;
    }
    return run(network, status) && (!has_player || label(maker, batch, count, status));
}

static bool go_on(Maker *maker, GameSlot *slot, Status *status) {
    return network_check_answer(slot->answer, status) &&
           (slot->teacher == NULL ||
            (network_check_answer(slot->teacher, status) && record(maker, slot, status))) &&
           play_move(maker, slot, status);
}

/* Evaluates up to `most` running games from slots[*next] on, and advances them. */
static bool run_batch(Maker *maker, int most, int *next, Status *status) {
    GameSlot *batch[GAMES_AT_ONCE];
    int count = 0;
    for (; *next < GAMES_AT_ONCE && count < most; ++*next) {
        if (maker->slots[*next].is_playing) {
            batch[count++] = &maker->slots[*next];
        }
    }
    bool ok = count == 0 || evaluate(maker, batch, count, status);
    for (int i = 0; ok && i < count; i++) {
        ok = go_on(maker, batch[i], status);
    }
    return ok;
}

static bool is_playing(const Maker *maker) {
    for (int i = 0; i < GAMES_AT_ONCE; i++) {
        if (maker->slots[i].is_playing) {
            return true;
        }
    }
    return false;
}

/* Starts a game on a board of the group's size in each slot, or fewer if few positions are wanted.
 */
static bool open_slots(Maker *maker, Status *status) {
    bool ok = true;
    for (int i = 0; ok && i < GAMES_AT_ONCE && i <= maker->wanted / POSITIONS_PER_GAME; i++) {
        GameSlot *slot = &maker->slots[i];
        slot->game = memory_check(game_new(HASH_DEFAULT_SEED));
        if (!game_clear(slot->game, maker->group->width, maker->group->height, status)) {
            return false;
        }
        slot->moments = memory_new((size_t)most_moves(slot->game) + 1, sizeof *slot->moments);
        ok = begin_game(maker, slot, status);
    }
    return ok;
}

static void close_slots(Maker *maker) {
    for (int i = 0; i < GAMES_AT_ONCE; i++) {
        game_free(maker->slots[i].game);
        free(maker->slots[i].moments);
        maker->slots[i] = (GameSlot){0};
    }
}

static bool play_group(Maker *maker, Status *status) {
    const int cells = maker->group->width * maker->group->height;
    int most = BATCH_CELLS / cells;
    most = most < 1 ? 1 : most > GAMES_AT_ONCE ? GAMES_AT_ONCE : most;
    bool ok = open_slots(maker, status);
    for (int next = 0; ok && is_playing(maker); next = next < GAMES_AT_ONCE ? next : 0) {
        ok = run_batch(maker, most, &next, status);
    }
    close_slots(maker);
    return ok;
}

/* Decides on the groups of a shard and fills them. */
static bool play_groups(Maker *maker, int positions, ShardGroup groups[GROUPS], Status *status) {
    bool ok = true;
    for (int i = 0; i < GROUPS; i++) {
        const bool is_usual = i < USUAL_COUNT;
        int width = is_usual ? USUAL[i].side : 0, height = width;
        if (!is_usual) {
            variety_sample_size(&maker->rng, &width, &height);
        }
        shard_group_init(&groups[i], width, height);
        maker->group = &groups[i];
        maker->wanted = (int)(positions * (is_usual ? USUAL[i].share : UNUSUAL_SHARE));
        ok = ok && play_group(maker, status);
    }
    return ok;
}

typedef struct {
    const char *teacher, *player, *file; /* player may be NULL */
    int number, positions, visits;
    double serious;
    Precision precision;
} MakeOptions;

/* Searches are those of play by the network, with one thread. */
static bool open_search(Maker *maker, const MakeOptions *options, Status *status) {
    const NetworkOptions network = {
        .precision = options->precision, .symmetry = NETWORK_RANDOM, .threads = 1};
    maker->network = network_open(options->teacher, &network, status);
    if (maker->network == NULL) {
        return false;
    }
    PlayerOptions player = player_default_options();
    player.memory_mb = SEARCH_MB;
    player.select = player.net_select;
    maker->limits = limits_of_visits(&player, options->visits);
    maker->search = memory_check(search_new(network_evaluator(maker->network)));
    return true;
}

static bool batch_network_open(BatchNetwork *network, const char *path, Precision precision,
                               Status *status) {
    network->model = network_read_model(path, status);
    if (network->model == NULL) {
        return false;
    }
    if (network->model->has_encoder) {
        return status_fail(status, "%.150s: a human-play network, which would need a profile",
                           path);
    }
    network->fast = fast_new(network->model, precision, 1, NULL, status);
    if (network->fast == NULL) {
        return false;
    }
    network->stream = memory_check(fast_stream_new(network->fast, GAMES_AT_ONCE));
    return true;
}

static void batch_network_close(BatchNetwork *network) {
    fast_stream_free(network->stream);
    fast_free(network->fast);
    model_free(network->model);
}

static bool maker_open(Maker *maker, const MakeOptions *options, Status *status) {
    return batch_network_open(&maker->teacher, options->teacher, options->precision, status) &&
           (options->player == NULL ||
            batch_network_open(&maker->player, options->player, PRECISION_INT16, status)) &&
           (options->visits == 0 || open_search(maker, options, status));
}

static bool make(const MakeOptions *options, Status *status) {
    ShardGroup groups[GROUPS] = {{0}};
    Maker *maker = memory_check(aligned_new(sizeof *maker));
    *maker = (Maker){.rng = rng_new((uint64_t)options->number),
                     .serious = options->serious,
                     .ladders = memory_check(ladders_new())};
    bool ok = file_check_place(options->file, status) && maker_open(maker, options, status) &&
              play_groups(maker, options->positions, groups, status);
    if (ok) {
        const Shard shard = {options->number, maker->teacher.model->name, groups, GROUPS};
        ok = shard_write(options->file, &shard, status);
    }
    for (int i = 0; i < GROUPS; i++) {
        shard_group_free(&groups[i]);
    }
    search_free(maker->search);
    network_close(maker->network);
    batch_network_close(&maker->teacher);
    batch_network_close(&maker->player);
    ladders_free(maker->ladders);
    aligned_free(maker);
    return ok;
}

#define FIELD(member) offsetof(MakeOptions, member)

// clang-format off
static const Option OPTIONS[] = {
    {.name = "TEACHER", .kind = OPTION_TEXT, .is_required = true, .offset = FIELD(teacher)},
    {.name = "NUMBER", .kind = OPTION_INT, .is_required = true, .integer = {0, INT32_MAX}, .offset = FIELD(number)},
    {.name = "FILE", .kind = OPTION_TEXT, .is_required = true, .offset = FIELD(file)},
    {.name = "--player", .argument = "MODEL", .kind = OPTION_TEXT, .offset = FIELD(player)},
    {.name = "--positions", .argument = "N", .kind = OPTION_INT, .integer = {POSITIONS_MIN, 10 * POSITIONS}, .offset = FIELD(positions)},
    {.name = "--visits", .argument = "N", .kind = OPTION_INT, .integer = {2, 1000000}, .offset = FIELD(visits)},
    {.name = "--serious", .argument = "SHARE", .kind = OPTION_REAL, .real = {0, 1}, .offset = FIELD(serious)},
    {.name = "--precision", .argument = "P", .kind = OPTION_NAME, .names = PRECISION_NAMES, .offset = FIELD(precision)},
    {0},
};
// clang-format on

int main(int argc, char **argv) {
    Status status;
    MakeOptions options = {.positions = POSITIONS, .precision = PRECISION_INT16};
    const OptionGroup groups[] = {{.options = OPTIONS, .target = &options}, {0}};
    if (!option_read(groups, argc, argv, &status)) {
        fprintf(stderr,
                "make-shard: %s\nusage: make-shard TEACHER NUMBER FILE [--player MODEL] "
                "[--positions N] [--precision P] [--visits N] [--serious SHARE]\n",
                status.text);
        return 2;
    }
    if (!make(&options, &status)) {
        fprintf(stderr, "make-shard: %s\n", status.text);
        return 1;
    }
    return 0;
}
