/* make-shard: plays games of a network against itself and writes their positions, each with the
 * network's answer, as a shard.
 *
 *     make-shard MODEL NUMBER FILE [--positions N] [--precision P]
 *
 * The number seeds the games: with the same options it gives the same file, on machines with the
 * same vector instructions. Many games are played at once, so that small boards fill batches. Every
 * position is written, and the next move is sampled from the network's policy. shard.py has the
 * format of a shard. One thread. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "engine/base/file.h"
#include "engine/base/member.h"
#include "engine/base/memory.h"
#include "engine/base/options.h"
#include "engine/base/os/pages.h"
#include "engine/eval/network.h"
#include "engine/lab/train/network/variety.h"

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "shards are written on little-endian machines"
#endif

enum {
    GAMES_AT_ONCE = 32,
    BATCH_CELLS = 1300,      /* of a batch, about; it has at most GAMES_AT_ONCE games */
    UNUSUAL_SIZES = 4,       /* in a shard, besides 19x19, 13x13 and 9x9 */
    MOVES_PER_CELL = 2,      /* a game is ended after 20 moves and this many for each cell */
    UNEVEN_MOVES = 6,        /* of a game that is uneven (variety.h): it is ended then */
    POSITIONS_PER_GAME = 50, /* at least; uneven games are shorter */
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

/* Share of a group's positions that come from uneven games. */
static const double UNEVEN_SHARE = 0.03;

/* ---- Shards ---- */

static const char MAGIC[] = "dihedra shard 4\n";

enum { SHARD_PLANES = 12, RECENT_PLANE = 9, RECENT = SITUATION_RECENT, SHARD_VALUES = 6 };

/* Positions on boards of one size, as a shard has them. */
typedef struct {
    int width, height, count;
    uint8_t *bytes;
} ShardGroup;

static const uint8_t PLANES[SHARD_PLANES] = {1, 2, 3, 4, 5, 6, 14, 15, 16, 17, 18, 19};

/* Where the parts of a position begin. */
typedef struct {
    size_t recent, globals, values, policy, ownership, end;
} Layout;

static Layout lay_out(int cells) {
    Layout layout;
    layout.recent = SHARD_PLANES * (((size_t)cells + 7) / 8);
    layout.globals = layout.recent + RECENT * sizeof(uint16_t);
    layout.values = layout.globals + FEATURE_GLOBALS * sizeof(float);
    layout.policy = layout.values + SHARD_VALUES * sizeof(float);
    layout.ownership = layout.policy + (size_t)cells + 1;
    layout.end = layout.ownership + (size_t)cells;
    return layout;
}

static void put_planes(const Features *features, const Layout *layout, uint8_t *record) {
    const size_t row = ((size_t)features->cell_count + 7) / 8;
    uint16_t recent[RECENT];
    memset(recent, 0xFF, sizeof recent);
    for (int cell = 0; cell < features->cell_count; cell++) {
        const uint32_t planes = features->planes[cell];
        for (size_t i = 0; i < SHARD_PLANES; i++) {
            const unsigned bit = planes >> PLANES[i] & 1;
            record[i * row + (size_t)cell / 8] |= (uint8_t)(bit << (7 - cell % 8));
        }
        for (int i = 0; i < RECENT; i++) {
            if ((planes >> (RECENT_PLANE + i) & 1) != 0) {
                recent[i] = (uint16_t)cell;
            }
        }
    }
    memcpy(record + layout->recent, recent, sizeof recent);
}

static uint8_t pack_probability(float p) {
    return (uint8_t)lrintf(UINT8_MAX * sqrtf(fminf(p, 1)));
}

static void put_answer(const Features *features, const NetAnswer *answer, const Layout *layout,
                       uint8_t *record) {
    const double variance = answer->score_mean_square - answer->score_mean * answer->score_mean;
    const float values[SHARD_VALUES] = {
        (float)answer->win,
        (float)answer->loss,
        (float)answer->no_result,
        (float)answer->score_mean,
        (float)sqrt(fmax(variance, 0)),
        (float)answer->lead,
    };
    memcpy(record + layout->values, values, sizeof values);
    for (int cell = 0; cell < features->cell_count; cell++) {
        const int image = features->image[cell];
        record[layout->policy + (size_t)image] = pack_probability(answer->policy[cell]);
        record[layout->ownership + (size_t)image] =
            (uint8_t)(int8_t)lrintf(answer->ownership[cell] * 127);
    }
    record[layout->policy + (size_t)features->cell_count] = pack_probability(answer->pass);
}

/* Appends a position. */
static void add_position(ShardGroup *group, const Features *features, const NetAnswer *answer) {
    const Layout layout = lay_out(group->width * group->height);
    group->bytes = memory_grow(group->bytes, (size_t)group->count, layout.end);
    uint8_t *record = group->bytes + (size_t)group->count * layout.end;
    memset(record, 0, layout.end);
    put_planes(features, &layout, record);
    memcpy(record + layout.globals, features->globals, sizeof features->globals);
    put_answer(features, answer, &layout, record);
    group->count++;
}

/* Writes a shard, or leaves no file. */
static bool write_shard(const char *path, const ShardGroup groups[GROUPS], Status *status) {
    Text rest = {0};
    for (int i = 0; i < GROUPS; i++) {
        const ShardGroup *group = &groups[i];
        const size_t record = lay_out(group->width * group->height).end;
        const uint32_t head[4] = {(uint32_t)group->width, (uint32_t)group->height,
                                  (uint32_t)group->count, (uint32_t)record};
        text_append(&rest, (const char *)head, sizeof head);
        text_append(&rest, group->bytes == NULL ? "" : (const char *)group->bytes,
                    (size_t)group->count * record);
    }
    const uint32_t numbers[2] = {GROUPS,
                                 (uint32_t)crc32_z(0, (const Bytef *)rest.bytes, rest.length)};
    const uint64_t length = rest.length;
    Text shard = {0};
    text_append(&shard, MAGIC, sizeof MAGIC - 1);
    text_append(&shard, (const char *)numbers, sizeof numbers);
    text_append(&shard, (const char *)&length, sizeof length);
    text_append(&shard, rest.bytes, rest.length);
    const bool ok = file_replace(path, shard.bytes, shard.length, status);
    text_free(&rest);
    text_free(&shard);
    return ok;
}

/* ---- Games ---- */

typedef struct {
    Game *game;
    GameStyle style;
    Features features;
    bool is_playing, is_new, is_uneven;
} GameSlot;

typedef struct {
    Model *model;
    Fast *fast;
    FastStream *stream;
    NetAnswer answers[GAMES_AT_ONCE]; /* of a batch */
    Ladders *ladders;
    Rng rng;
    GameSituation situation;
    GameSlot slots[GAMES_AT_ONCE];
    ShardGroup *group;
    int uneven; /* positions of uneven games in the group */
    int wanted; /* no game is started in the group once it has this many positions */
} Maker;

static bool begin_game(Maker *maker, GameSlot *slot, Status *status) {
    slot->is_playing = maker->group->count < maker->wanted;
    slot->is_new = true;
    slot->is_uneven = maker->uneven <= UNEVEN_SHARE * maker->group->count;
    return !slot->is_playing ||
           variety_start_game(&maker->rng, slot->game, slot->is_uneven, &slot->style, status);
}

static int most_moves(const GameSlot *slot) {
    return slot->is_uneven ? UNEVEN_MOVES : MOVES_PER_CELL * slot->game->geometry->cell_count + 20;
}

/* Plays a move by the answer about the slot's position. */
static bool play_next(Maker *maker, GameSlot *slot, const NetAnswer *answer, Status *status) {
    Game *game = slot->game;
    const Color mover = game->board.to_move;
    const Point move = variety_sample_move(&maker->rng, &slot->style, game, answer);
    const double lead = mover == BLACK ? answer->lead : -answer->lead;
    if ((slot->is_new && slot->style.is_even) || rng_unit(&maker->rng) < slot->style.komi_share) {
        game->komi = variety_sample_komi(&maker->rng, &slot->style, game->komi, lead);
    }
    slot->is_new = false;
    if (!game_play(game, mover, move, status)) {
        return false;
    }
    return (game->board.passes < 2 && game->move_count < most_moves(slot)) ||
           begin_game(maker, slot, status);
}

/* Adds the slot's position to the batch, in a random image; rectangles are not transposed. */
static void add_to_batch(Maker *maker, GameSlot *slot) {
    const ShardGroup *group = maker->group;
    Symmetry image;
    do {
        image = (Symmetry)rng_below(&maker->rng, SYMMETRY_COUNT);
    } while (group->width != group->height && symmetry_transposes(image));
    situation_from_game(slot->game, &maker->situation);
    features_fill(&maker->situation.situation, image, false, maker->ladders, &slot->features);
    fast_add(maker->stream, &maker->situation.situation, image, 0);
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
    for (int i = 0; i < count; i++) {
        add_to_batch(maker, batch[i]);
    }
    if (count > 0 && !fast_run(maker->stream, maker->answers)) {
        return status_fail(status, "out of memory");
    }
    bool ok = true;
    for (int i = 0; ok && i < count; i++) {
        const NetAnswer *answer = &maker->answers[i];
        ok = network_check_answer(answer, status);
        if (ok) {
            add_position(maker->group, &batch[i]->features, answer);
            maker->uneven += batch[i]->is_uneven;
            ok = play_next(maker, batch[i], answer, status);
        }
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
        ok = begin_game(maker, slot, status);
    }
    return ok;
}

static void close_slots(Maker *maker) {
    for (int i = 0; i < GAMES_AT_ONCE; i++) {
        game_free(maker->slots[i].game);
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
        groups[i] = (ShardGroup){.width = width, .height = height};
        maker->group = &groups[i];
        maker->uneven = 0;
        maker->wanted = (int)(positions * (is_usual ? USUAL[i].share : UNUSUAL_SHARE));
        ok = ok && play_group(maker, status);
    }
    return ok;
}

typedef struct {
    const char *model, *file;
    int number, positions;
    Precision precision;
} MakeOptions;

static bool open_network(Maker *maker, const MakeOptions *options, Status *status) {
    maker->model = network_read_model(options->model, status);
    if (maker->model == NULL) {
        return false;
    }
    if (maker->model->has_encoder) {
        return status_fail(status, "%.150s: a human-play network, which would need a profile",
                           options->model);
    }
    maker->fast = fast_new(maker->model, options->precision, status);
    if (maker->fast == NULL) {
        return false;
    }
    maker->stream = memory_check(fast_stream_new(maker->fast, GAMES_AT_ONCE));
    return true;
}

static bool make(const MakeOptions *options, Status *status) {
    ShardGroup groups[GROUPS] = {{0}};
    Maker *maker = memory_check(aligned_new(sizeof *maker));
    *maker =
        (Maker){.rng = rng_new((uint64_t)options->number), .ladders = memory_check(ladders_new())};
    bool ok = file_check_place(options->file, status) && open_network(maker, options, status) &&
              play_groups(maker, options->positions, groups, status);
    ok = ok && write_shard(options->file, groups, status);
    for (int i = 0; i < GROUPS; i++) {
        free(groups[i].bytes);
    }
    fast_stream_free(maker->stream);
    fast_free(maker->fast);
    model_free(maker->model);
    ladders_free(maker->ladders);
    aligned_free(maker);
    return ok;
}

// clang-format off
static const Option OPTIONS[] = {
    {.name = "MODEL", .is_required = true, OPTION_TEXT_IN(MakeOptions, model)},
    {.name = "NUMBER", .is_required = true, .integer = {0, INT32_MAX}, OPTION_INT_IN(MakeOptions, number)},
    {.name = "FILE", .is_required = true, OPTION_TEXT_IN(MakeOptions, file)},
    {.name = "--positions", .argument = "N", .integer = {POSITIONS_MIN, 10 * POSITIONS}, OPTION_INT_IN(MakeOptions, positions)},
    {.name = "--precision", .argument = "P", .names = PRECISION_NAMES, OPTION_NAME_IN(MakeOptions, precision)},
    {0},
};
// clang-format on

int main(int argc, char **argv) {
    Status status;
    MakeOptions options = {.positions = POSITIONS, .precision = PRECISION_INT16};
    const OptionGroup groups[] = {{.options = OPTIONS, .target = &options}, {0}};
    if (!option_read(groups, argc, argv, &status)) {
        fprintf(stderr,
                "make-shard: %s\nusage: make-shard MODEL NUMBER FILE [--positions N] "
                "[--precision P]\n",
                status.text);
        return 2;
    }
    if (!make(&options, &status)) {
        fprintf(stderr, "make-shard: %s\n", status.text);
        return 1;
    }
    return 0;
}
