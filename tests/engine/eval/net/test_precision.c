/* How far a network's answers in whole numbers are from those in fp32, over all kinds of positions,
 * including ones no game produces: errors come from values beyond the ranges of whole numbers. */
#include "engine/base/memory.h"
#include "engine/base/os/pages.h"
#include "engine/eval/network.h"
#include "tests/support/oracle/net_reference.h"
#include "tests/support/program/sanitizer.h"

/* Tolerances: of the win rate, and of the lead in points, at least LEAD_BOUND and this share of the
 * board's points. */
static const double WIN_BOUND = 0.05, LEAD_BOUND = 1.5, LEAD_BOUND_SHARE = 0.02;

typedef enum {
    GAMES,        /* the network against itself on 9x9, 13x13 and 19x19 */
    ODD_GAMES,    /* the same on other boards from 7x7 to 25x25 */
    LOPSIDED,     /* one side moves, the other passes */
    SCATTERED,    /* stones anywhere */
    SMALL_BOARDS, /* games from 2x2 to 7x7 */
    KIND_COUNT
} Kind;

/* The share of positions of each kind, in percent, and the sides of its boards. */
static const struct {
    int share, least, most;
} KINDS[KIND_COUNT] = {{45, 0, 0}, {18, 7, 25}, {15, 2, 25}, {12, 2, 25}, {10, 2, 7}};

typedef struct {
    int positions, in_fp32; /* evaluated anew in fp32 */
    int same_move;          /* is the most likely one */
    double win_error;       /* a sum */
} Row;

typedef struct {
    const Model *model;
    FastStream *exact, *whole;
    Features features;
    NetAnswer expected, got;
    GameSituation *situation;
    HumanProfile profile;
    double doublings; /* of the mover's playouts, as the network is told */
    Game *game;
    Rng rng;
    Row rows[KIND_COUNT];
} Comparison;

/* A random number from least to most. */
static int pick(Comparison *c, int least, int most) {
    return least + (int)rng_below(&c->rng, (uint32_t)(most - least + 1));
}

static int top_move(const NetAnswer *answer, int cells) {
    int best = 0;
    for (int cell = 1; cell < cells; cell++) {
        best = answer->policy[cell] > answer->policy[best] ? cell : best;
    }
    return answer->pass > answer->policy[best] ? cells : best;
}

/* Evaluates the present position in fp32 and, if `compares`, in whole numbers. */
static void compare_position(Comparison *c, Kind kind, bool compares) {
    Row *row = &c->rows[kind];
    const int cells = c->game->geometry->cell_count;
    const double bound = fmax(LEAD_BOUND, LEAD_BOUND_SHARE * cells);
    situation_from_game(c->game, c->situation);
    c->situation->situation.playout_doublings = c->doublings;
    c->situation->situation.profile = c->model->has_encoder ? &c->profile : NULL;
    fast_describe(c->exact, &c->situation->situation, (Symmetry)pick(c, 0, SYMMETRY_COUNT - 1),
                  &c->features);
    fast_add_features(c->exact, &c->features, 0);
    cr_assert(fast_run(c->exact, &c->expected));
    if (compares) {
        const int64_t before = fast_stream_clipped(c->whole);
        fast_add_features(c->whole, &c->features, 0);
        cr_assert(fast_run(c->whole, &c->got));
        const double win = fabs(c->got.win - c->expected.win);
        const double lead = fabs(c->got.lead - c->expected.lead);
        cr_assert(win <= WIN_BOUND && lead <= bound, "kind %d: win rate off by %.4f, lead by %.2f",
                  kind, win, lead);
        row->positions++;
        row->in_fp32 += (int)(fast_stream_clipped(c->whole) - before);
        row->win_error += win;
        row->same_move += top_move(&c->got, cells) == top_move(&c->expected, cells);
    }
}

static void start_game(Comparison *c, Kind kind) {
    static const int USUAL[] = {9, 13, 19};
    static const char *const RULES[] = {"tromp-taylor", "chinese", "japanese", "aga"};
    static const char *const PROFILES[] = {"rank_20k", "rank_8k", "rank_3d", "preaz_9d",
                                           "proyear_1950"};
    const int least = KINDS[kind].least, most = KINDS[kind].most;
    Status ignored;
    int width = USUAL[pick(c, 0, 2)], height = width;
    if (kind != GAMES) {
        width = pick(c, least, most);
        height = pick(c, 0, 2) > 0 ? width : pick(c, least, most);
    }
    c->doublings = kind == GAMES || pick(c, 0, 2) > 0 ? 0 : pick(c, -6, 6) / 2.0;
    c->game->rules = *rules_find(RULES[pick(c, 0, 3)]);
    c->game->komi = pick(c, 0, 1) == 0 ? 7.5 : pick(c, -20, 20) / 2.0;
    human_profile_read(PROFILES[pick(c, 0, 4)], &c->profile, &ignored);
    cr_assert(game_clear(c->game, width, height, &ignored));
}

/* Plays a game of the kind and compares some of its positions, more of them on small boards. Both
 * sides sample their moves from the policy; in lopsided games one side moves, by the policy or
 * anywhere, and the other passes; stones are scattered anywhere, a share of them black. */
static void play_game(Comparison *c, Kind kind) {
    const bool is_scattered = kind == SCATTERED, is_lopsided = kind == LOPSIDED;
    const Geometry *geometry = c->game->geometry;
    const int cells = geometry->cell_count;
    const bool may_fill = is_scattered || is_lopsided;
    const int moves = pick(c, cells / 4, may_fill ? cells : cells * 3 / 4) + 2;
    const int stride = cells < 50 ? 2 : cells < 100 ? 4 : is_scattered ? 20 : 8;
    const bool is_random = is_scattered || (is_lopsided && pick(c, 0, 1) == 0);
    const int black = is_lopsided         ? 100 * pick(c, 0, 1)
                      : pick(c, 0, 2) > 0 ? 50
                                          : 10 * pick(c, 0, 10);
    int passes = 0;
    for (int i = 1; i <= moves && passes < 2; i++) {
        Status ignored;
        if (may_fill) {
            game_set_to_move(c->game, pick(c, 0, 99) < black ? BLACK : WHITE);
        }
        if (!is_random || i % stride == 0) {
            compare_position(c, kind, i % stride == 0);
        }
        const Point p = is_random ? geometry->point_of[pick(c, 0, cells - 1)]
                                  : answer_sample_move(&c->expected, c->game, &c->rng);
        const Color color = c->game->board.to_move;
        const bool is_legal = game_check(c->game, color, p) == MOVE_LEGAL;
        cr_assert(game_play(c->game, color, is_legal ? p : POINT_PASS, &ignored));
        passes = p == POINT_PASS ? passes + 1 : 0;
    }
}

/* Plays games until each kind has its share. The kinds in which people play must hardly ever need
 * fp32. */
static void expect_close(const char *path) {
    const bool is_long = getenv("DIHEDRA_LONG") != NULL;
    const int positions = is_long ? 20000 : IS_SANITIZED ? 100 : 200;
    Status status;
    Model *model = network_read_model(path, &status);
    cr_assert(model != NULL, "%s", status.text);
    Fast *exact = fast_new(model, PRECISION_FP32, &status);
    Fast *whole = fast_new(model, PRECISION_INT16, &status);
    cr_assert(exact != NULL && whole != NULL, "%s", status.text);
    Comparison *c = memory_new(1, sizeof *c);
    c->model = model;
    c->exact = memory_check(fast_stream_new(exact, 1));
    c->whole = memory_check(fast_stream_new(whole, 1));
    c->situation = memory_check(aligned_new(sizeof *c->situation));
    c->game = memory_check(game_new(HASH_DEFAULT_SEED));
    c->rng = rng_new(2);
    for (Kind kind = GAMES; kind < KIND_COUNT; kind++) {
        while (c->rows[kind].positions * 100 < positions * KINDS[kind].share) {
            start_game(c, kind);
            play_game(c, kind);
        }
    }
    const Row *games = &c->rows[GAMES];
    cr_assert_leq(games->in_fp32, games->positions * (is_long ? 0.01 : 0.03), "%s", path);
    cr_assert_leq(games->win_error / games->positions, 0.002, "%s", path);
    cr_assert_geq(games->same_move, games->positions * (is_long ? 0.95 : 0.94), "%s: %d of %d",
                  path, games->same_move, games->positions);
    fast_stream_free(c->exact);
    fast_stream_free(c->whole);
    aligned_free(c->situation);
    game_free(c->game);
    free(c);
    fast_free(whole);
    fast_free(exact);
    model_free(model);
}

Test(precision, int16_of_the_network_inside, .timeout = 1800) {
    expect_close(NETWORK_INSIDE);
}

Test(precision, int16_of_networks, .timeout = 1800) {
    static const char *const NAMES[] = {"g170-b6c96.bin.gz", "random-v15-nbt.bin.gz",
                                        "random-v16.bin.gz", "random-v17-transformer.bin.gz",
                                        "random-human-v15.bin.gz"};
    for (size_t i = 0; i < sizeof NAMES / sizeof NAMES[0]; i++) {
        char path[256];
        net_reference_find(path, NAMES[i]);
        expect_close(path);
    }
}
