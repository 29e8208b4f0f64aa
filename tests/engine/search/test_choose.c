/* Sampled moves and the root's own priors, with evaluators whose policies are known: what is
 * sampled follows the policy of the very position, and priors have the share of optimism of their
 * place. */
#include "tests/support/position/games.h"
#include "tests/support/program/search_once.h"

/* An evaluator whose policies grow with the number of a point in one way or another. */
typedef struct {
    Evaluator evaluator;
    int kind;
    char profile[HUMAN_PROFILE_NAME_MAX]; /* of the last request */
    int path_length, images;
    Point favorite; /* has a weight of `extra` more; POINT_NONE: none has */
    float extra;
} Fake;

/* Not symmetric, and different for each kind and for a history of other moves. */
static double weight_of(int kind, int history, Point p) {
    const int number = p == POINT_PASS ? 2 : 3 * point_x(p) + 5 * point_y(p) + 1;
    return kind == 0 ? 1 + (number + history) % 7 : 1 + (number * 3 + history) % 11;
}

static double weigh(const EvalRequest *request, int kind, Point p) {
    const int last = request->last == POINT_NONE ? 0 : (int)request->last % 7;
    return request->input.optimism * weight_of(1 - kind, last, p) +
           (1 - request->input.optimism) * weight_of(kind, last, p);
}

static void look(const Evaluator *evaluator, const EvalRequest *request, EvalAnswer *answer) {
    Fake *fake = (Fake *)evaluator;
    const Geometry *geometry = request->board->geometry;
    *answer = (EvalAnswer){.win = 0.5F};
    answer->policy[POINT_PASS] = (float)weigh(request, fake->kind, POINT_PASS);
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const Point p = geometry->point_of[cell];
        answer->policy[p] = (float)weigh(request, fake->kind, p);
    }
    answer->policy[fake->favorite] += fake->favorite == POINT_NONE ? 0 : fake->extra;
    strcpy(fake->profile, request->input.profile == NULL ? "NULL" : request->input.profile->name);
    fake->path_length = request->path_length;
    fake->images = request->symmetries;
}

static Fake fake_new(int kind, bool has_optimism) {
    return (Fake){.evaluator = {.policy_visits = 1, .has_optimism = has_optimism, .evaluate = look},
                  .kind = kind};
}

typedef struct {
    Fake fake, human;
    Search *search;
    Game *game;
    SearchLimits limits;
    SearchResult result;
} Fixture;

/* On an empty board; one visit, and the policy is sampled from as it is. */
static Fixture *fixture_new(int size) {
    Fixture *f = cleanup_free(calloc(1, sizeof *f));
    cr_assert_not_null(f);
    f->fake = fake_new(0, false);
    f->human = fake_new(1, false);
    f->search = search_kept(&f->fake.evaluator);
    f->game = games_new(size, size, "tromp-taylor");
    f->limits = search_once_limits(1);
    f->limits.keep = true;
    f->limits.root_symmetries = 1;
    f->limits.sampling = (SamplingParameters){
        .temperature = 1, .temperature_early = 1, .halflife = 19, .below = 1, .human_lambda = 1e9};
    return f;
}

static void search(Fixture *f, Color color) {
    f->result = search_must_run(f->search, f->game, color, &f->limits);
    cr_assert_eq(game_check(f->game, color, f->result.move), MOVE_LEGAL);
}

/* Expects samples by the weights of a kind with these last moves: Pearson's chi-square for as many
 * degrees of freedom as there are moves less one. Five standard deviations above its mean are
 * exceeded less than once in 10,000 times; the seeds are fixed. */
static void expect_draws(Fixture *f, Color color, int kind, int history, bool passes) {
    enum { DRAWS = 3000 };
    int counts[POINT_COUNT] = {0}, legal = 0;
    double sum = 0, chi_square = 0;
    for (int i = 0; i < DRAWS; i++) {
        f->limits.seed = f->limits.sampling_seed = (uint64_t)i;
        search(f, color);
        counts[f->result.move]++;
    }
    for (int pass = 0; pass < 2; pass++) { /* first the sum of all weights */
        for (int cell = -1; cell < f->game->geometry->cell_count; cell++) {
            const Point p = cell < 0 ? POINT_PASS : f->game->geometry->point_of[cell];
            if (game_check(f->game, color, p) != MOVE_LEGAL || (p == POINT_PASS && !passes)) {
                cr_assert_eq(counts[p], 0);
            } else if (pass == 0) {
                sum += weight_of(kind, history, p);
                legal++;
            } else {
                const double expected = DRAWS * weight_of(kind, history, p) / sum;
                chi_square += (counts[p] - expected) * (counts[p] - expected) / expected;
            }
        }
    }
    cr_assert(chi_square < legal - 1 + 5 * sqrt(2.0 * (legal - 1)), "%g with %d moves", chi_square,
              legal);
}

/* On an empty board all points are a few classes of equivalent ones for the search. */
Test(choose, one_visit_draws_from_the_whole_policy) {
    Fixture *f = fixture_new(4);
    expect_draws(f, BLACK, 0, 0, true);
    cr_assert(f->result.playouts == 0 && f->result.visits == 1, "the graph was kept");
    f->limits.keep = false;
    expect_draws(f, BLACK, 0, 0, true);
    cr_assert_eq(f->result.playouts, 1);
}

/* Two orders of moves lead to one node; the policy is that of the game's own last move. */
Test(choose, policy_is_of_this_history) {
    Fixture *f = fixture_new(5);
    Status status;
    const Point a = point_at(0, 0), b = point_at(3, 2), c = point_at(2, 4);
    const Point orders[2][3] = {{a, b, c}, {c, b, a}};
    for (int i = 0; i < 2; i++) {
        cr_assert(game_clear(f->game, 5, 5, &status));
        for (int k = 0; k < 3; k++) {
            cr_assert(game_play(f->game, k % 2 == 0 ? BLACK : WHITE, orders[i][k], &status));
        }
        search(f, WHITE);
        cr_assert_eq(f->result.playouts, 1 - i, "the second order finds the node of the first");
        expect_draws(f, WHITE, 0, orders[i][2] % 7, true);
    }
    cr_assert_neq(weight_of(0, a % 7, b), weight_of(0, c % 7, b));
}

/* Nothing more is searched once the root has its visits. */
Test(choose, visits_are_sampled_from) {
    enum { DRAWS = 3000 };
    Fixture *f = fixture_new(5);
    SearchMove moves[ANALYSIS_MOVES_MAX];
    double sum = 0, chi_square = 0;
    int counts[POINT_COUNT] = {0};
    f->limits.visits = 200;
    search(f, BLACK);
    const int count = search_list_moves(f->search, moves, ANALYSIS_MOVES_MAX);
    for (int i = 0; i < DRAWS; i++) {
        f->limits.seed = f->limits.sampling_seed = (uint64_t)i;
        search(f, BLACK);
        cr_assert_eq(f->result.playouts, 0);
        counts[f->result.move]++;
    }
    for (int i = 0; i < count; i++) {
        sum += (double)moves[i].visits;
    }
    for (int i = 0; i < count; i++) {
        const double expected = DRAWS * (double)moves[i].visits / sum;
        chi_square += pow(counts[moves[i].move] - expected, 2) / expected;
    }
    cr_assert(chi_square < count - 1 + 5 * sqrt(2.0 * (count - 1)), "%g with %d moves", chi_square,
              count);
}

/* Each move of the second network's policy, whatever was searched. */
Test(choose, human_policy_is_followed) {
    Fixture *f = fixture_new(4);
    Status status;
    f->limits.visits = 20;
    f->limits.root_symmetries = 2;
    f->limits.human = &f->human.evaluator;
    f->limits.sampling.human_share = 1;
    cr_assert(human_profile_read("rank_5k", &f->limits.human_profile, &status));
    expect_draws(f, BLACK, 1, 0, true);
    cr_assert_str_eq(f->human.profile, "rank_5k");
    cr_assert_str_eq(f->fake.profile, "", "not the main network's");
    cr_assert(f->human.path_length == 0 && f->human.images == 2);
    f->limits.sampling.human_ignores_pass = true;
    f->limits.play_out = true; /* so that the search never passes */
    expect_draws(f, BLACK, 1, 0, false);
    f->limits.human = NULL;
    f->limits.sampling = (SamplingParameters){.human_share = 1, .halflife = 19, .below = 1};
    search(f, BLACK);
    const SearchResult best = f->result;
    for (int i = 0; i < 10; i++) {
        f->limits.seed = f->limits.sampling_seed = (uint64_t)i;
        search(f, BLACK);
        cr_assert_eq(f->result.move, best.move, "without a network the best move is taken");
    }
}

/* ---- Optimism ---- */

/* Searches, and checks the priors of the root, where the share of optimism is 0.25. The board has
 * no eyes, so all free points and the pass have edges. */
static void expect_priors(Fixture *f, int64_t kept) {
    const Geometry *geometry = f->game->geometry;
    const EvalRequest request = {.last = game_last_move(f->game), .input.optimism = 0.25};
    double sum = weigh(&request, 0, POINT_PASS);
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const Point p = geometry->point_of[cell];
        sum += board_color(&f->game->board, p) == EMPTY ? weigh(&request, 0, p) : 0;
    }
    search(f, f->game->board.to_move);
    cr_assert_geq(f->result.visits - f->result.playouts, kept, "the graph is kept");
    SearchMove moves[ANALYSIS_MOVES_MAX];
    const int count = search_list_moves(f->search, moves, ANALYSIS_MOVES_MAX);
    cr_assert_gt(count, 1);
    for (int i = 0; i < count; i++) {
        cr_assert_float_eq(moves[i].prior, weigh(&request, 0, moves[i].move) / sum, 1e-6);
    }
}

/* A node gets the root's share when it becomes the root, and the others' share when it no longer
 * is. */
Test(choose, optimism_at_the_root) {
    Fixture *f = fixture_new(5);
    Status status;
    f->fake.evaluator.has_optimism = true;
    f->limits.sampling = (SamplingParameters){0};
    f->limits.visits = 400;
    f->limits.symmetric = false;
    f->limits.policy_optimism = 0.75;
    f->limits.root_policy_optimism = 0.25;
    expect_priors(f, 0);
    const Point move = f->result.move;
    cr_assert(game_play(f->game, BLACK, move, &status));
    f->limits.visits = 800;
    expect_priors(f, 2);
    cr_assert(game_undo(f->game, 1, &status));
    f->limits.visits = 1000;
    expect_priors(f, 100);
}

/* ---- The move filter ---- */

/* How many of 500 samples for Black are p? */
static int count_draws(Fixture *f, Point p) {
    int count = 0;
    for (int i = 0; i < 500; i++) {
        f->limits.seed = f->limits.sampling_seed = (uint64_t)i;
        search(f, BLACK);
        count += f->result.move == p;
    }
    return count;
}

/* a: an eye; b: self-atari of five stones in a row; c: two stones that nothing threatens; d: a
 * stone alone in atari. */
static const char FILTERED[] = ". X X . . . O .\n"
                               "X a X . . . O d\n"
                               "X X . . . . O O\n"
                               ". . . . . . . .\n"
                               ". . . . . . c .\n"
                               ". . . . . . X .\n"
                               "O O O O O O . .\n"
                               "X X X X b . O .\n";

/* A board of 8x8, on which a policy alone says what is sampled. */
static Fixture *filter_fixture(const char *text) {
    Fixture *f = fixture_new(8);
    f->game = games_from(text, BLACK, "tromp-taylor");
    f->limits.sampling.own_share = 1;
    f->limits.sampling.move_filter = true;
    f->limits.keep = false;
    return f;
}

static void favor(Fixture *f, Point p, float extra) {
    f->fake.favorite = p;
    f->fake.extra = extra;
}

/* In the second one the stone that fills an eye is given up, too. In the third Black has eyes, five
 * stones in atari and a stone thrown in for nothing: there is nothing else. */
static const char OTHER_EYE[] = "X a . O . . O .\n"
                                "O O O O . O O O\n"
                                ". . . . . . . .\n"
                                ". . . c . . . .\n"
                                ". . X . . X . .\n"
                                ". . . . . . . .\n"
                                ". . . . . . . .\n"
                                ". . . . . . . .\n";
static const char HARM[] = "a X X X X X X X\n"
                           "X X X X X X X .\n"
                           "X X X X X X X X\n"
                           "X X X X X X X X\n"
                           "X X X X X X X X\n"
                           "O O O O O O O O\n"
                           "O O O O O O O O\n"
                           "X X X X . . O .\n";

/* What the policy prefers to everything else has its reasons. */
static const struct {
    const char *text;
    char favorite; /* a letter, '-' for none or 'P' for the pass */
    float extra;
    char drawn; /* of 500 times so often: */
    int least, most;
} FILTER_CASES[] = {
    {FILTERED, '-', 0, 'a', 0, 0},
    {FILTERED, '-', 0, 'b', 0, 0},
    {FILTERED, '-', 0, 'P', 0, 0},
    {FILTERED, '-', 0, 'c', 1, 500},
    {FILTERED, 'a', 2000, 'a', 0, 0},
    {FILTERED, '-', 0, 'd', 1, 500}, /* a throw-in among others */
    {FILTERED, 'c', 200, 'd', 0, 0},
    {FILTERED, 'b', 20, 'b', 1, 500},
    {OTHER_EYE, '-', 0, 'a', 1, 500},
    {OTHER_EYE, 'c', 200, 'a', 0, 0},
    {OTHER_EYE, 'a', 20, 'a', 1, 500},
    {HARM, 'a', 2000, 'P', 500, 500},
};

static Point point_named(const Diagram *diagram, char name) {
    return name == '-' ? POINT_NONE : name == 'P' ? POINT_PASS : diagram_point(diagram, name);
}

Test(choose, move_filter_leaves_out_moves_that_people_never_play) {
    for (size_t i = 0; i < sizeof FILTER_CASES / sizeof FILTER_CASES[0]; i++) {
        const Diagram diagram = diagram_read(FILTER_CASES[i].text);
        Fixture *f = filter_fixture(FILTER_CASES[i].text);
        const Point drawn = point_named(&diagram, FILTER_CASES[i].drawn);
        favor(f, point_named(&diagram, FILTER_CASES[i].favorite), FILTER_CASES[i].extra);
        const int count = count_draws(f, drawn);
        cr_assert(count >= FILTER_CASES[i].least && count <= FILTER_CASES[i].most, "case %zu: %d",
                  i, count);
        f->limits.sampling.move_filter = false;
        cr_assert(FILTER_CASES[i].favorite != '-' || count_draws(f, drawn) > 0,
                  "case %zu: the policy has them all", i);
    }
}

Test(choose, careful_draws_pass_if_the_policy_is_sure) {
    Fixture *f = filter_fixture(FILTERED);
    favor(f, POINT_PASS, 20);
    cr_assert_eq(count_draws(f, POINT_PASS), 0, "the likeliest move, but there is more to play");
    favor(f, POINT_PASS, 2000);
    cr_assert_eq(count_draws(f, POINT_PASS), 500);
    games_play(f->game, WHITE, POINT_PASS);
    cr_assert_eq(count_draws(f, POINT_PASS), 500);
    favor(f, POINT_PASS, 20);
    cr_assert_eq(count_draws(f, POINT_PASS), 500, "the opponent has passed");
    favor(f, POINT_PASS, 0);
    cr_assert_eq(count_draws(f, POINT_PASS), 0, "it passed too early");
}

Test(choose, careful_draws_do_not_pass_in_the_opening) {
    Fixture *f = filter_fixture(". . . . . . . .\n"
                                ". X . . . . X .\n"
                                ". X . . . . X .\n"
                                ". . . . . . . .\n"
                                ". . . . . . . .\n"
                                ". O . . . . O .\n"
                                ". O O O . O O .\n"
                                ". O O O . . O .\n");
    favor(f, POINT_PASS, 2000);
    games_play(f->game, WHITE, POINT_PASS);
    cr_assert_eq(count_draws(f, POINT_PASS), 0, "stones on 15 of 64 points");
    games_play(f->game, BLACK, point_at(4, 4));
    games_play(f->game, WHITE, POINT_PASS);
    cr_assert_eq(count_draws(f, POINT_PASS), 500, "16 of 64");
}

/* ---- The pass ---- */

/* Half of the visits are other moves', if one will be played. */
Test(choose, a_policy_that_passes_sees_other_moves) {
    Fixture *f = filter_fixture(FILTERED);
    SearchMove moves[ANALYSIS_MOVES_MAX];
    f->limits.sampling = (SamplingParameters){0};
    f->limits.visits = 100;
    favor(f, POINT_PASS, 2000);
    for (int chooses = 0; chooses < 2; chooses++) {
        f->limits.chooses = chooses == 1;
        search(f, BLACK);
        cr_assert_gt(search_list_moves(f->search, moves, ANALYSIS_MOVES_MAX), chooses);
        cr_assert_eq(moves[0].move, POINT_PASS);
        cr_assert_eq(moves[0].visits <= 50, chooses == 1, "%d", (int)moves[0].visits);
    }
}
