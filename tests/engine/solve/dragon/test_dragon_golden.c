/* What is guessed about dragons in random games, and the searches behind it. */
#include "engine/solve/dragon/capture.h"
#include "engine/solve/dragon/connection.h"
#include "engine/solve/dragon/estimate.h"
#include "engine/solve/dragon/eye.h"
#include "engine/solve/dragon/eye_game.h"
#include "engine/solve/dragon/guess_targets.h"
#include "engine/solve/dragon/owl.h"
#include "engine/solve/dragon/race.h"
#include "engine/solve/dragon/semeai.h"
#include "tests/support/position/diagram.h"
#include "tests/support/position/random_game.h"
#include "tests/support/position/random_goal.h"
#include "tests/support/program/cleanup.h"
#include "tests/support/program/goal_search_kept.h"
#include "tests/support/program/golden.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <string.h>

enum { NODES = 60 };

static const GoalLimits LIMITS = {.nodes = NODES};

/* Random games, and what is asked of the positions at their ends. */
typedef struct {
    GoalSearch *search;
    Reader *reader;
    Geometry *geometry;
    Rng rng;
    Board board;
    uint64_t digest, questions, nodes;
} Sampler;

static void free_reader(void *reader) {
    reader_free(reader);
}

static void add(Sampler *sampler, uint64_t value) {
    sampler->digest = golden_add(sampler->digest, value);
}

static void add_answer(Sampler *sampler, const LocalAnswer *answer) {
    add(sampler, (uint64_t)answer->code);
    add(sampler, (uint64_t)answer->move);
    add(sampler, (uint64_t)answer->proved);
    add(sampler, (uint64_t)answer->region);
    add(sampler, (uint64_t)answer->nodes);
    sampler->nodes += (uint64_t)answer->nodes;
    sampler->questions++;
}

/* The first stone of the chain at p, by cells: is it p? */
static bool is_first(const Board *board, Point p) {
    for (int cell = 0; cell < board->geometry->cell_count; cell++) {
        const Point q = board->geometry->point_of[cell];
        if (board_color(board, q) != EMPTY && board->chain[q] == board->chain[p]) {
            return q == p;
        }
    }
    return false;
}

/* Lists a stone of each chain. */
static int list_chains(const Board *board, Point chains[CELL_COUNT_MAX]) {
    int count = 0;
    for (int cell = 0; cell < board->geometry->cell_count; cell++) {
        const Point p = board->geometry->point_of[cell];
        if (board_color(board, p) != EMPTY && is_first(board, p)) {
            chains[count++] = p;
        }
    }
    return count;
}

/* Asks of the positions after random games, from a third full on. */
static void expect(const char *name, int side, int games,
                   void (*ask)(Sampler *sampler, const Point *chains, int count)) {
    static Sampler sampler;
    sampler = (Sampler){.search = goal_search_kept(1),
                        .reader = reader_new(),
                        .geometry = geometry_kept(side, side),
                        .rng = rng_new((uint64_t)side)};
    cr_assert_not_null(sampler.reader);
    cleanup_add(sampler.reader, free_reader);
    for (int game = 0; game < games; game++) {
        Point chains[CELL_COUNT_MAX], last, before;
        random_game_play(&sampler.board, sampler.geometry, side * side * (4 + game % 16) / 12,
                         &sampler.rng, &last, &before);
        ask(&sampler, chains, list_chains(&sampler.board, chains));
    }
    golden_expect(formatted("%s on %dx%d", name, side, side),
                  formatted("questions %" PRIu64 " nodes %" PRIu64 " digest %016" PRIx64,
                            sampler.questions, sampler.nodes, sampler.digest));
}

static void ask_dragons(Sampler *sampler, const Point *chains, int count) {
    for (int i = 0; i < count; i++) {
        Dragon dragon;
        dragon_find(&sampler->board, chains[i], &dragon);
        for (int k = 0; k < dragon.chain_count; k++) {
            add(sampler, (uint64_t)dragon.chains[k]);
        }
        sampler->questions++;
    }
}

Test(dragon_golden, dragons) {
    expect("dragon chains", 9, 200, ask_dragons);
}

Test(dragon_golden, dragons_on_7x7) {
    expect("dragon chains", 7, 200, ask_dragons);
}

Test(dragon_golden, dragons_on_other_boards) {
    expect("dragon chains", 5, 300, ask_dragons);
    expect("dragon chains", 11, 150, ask_dragons);
}

static void ask_eyes(Sampler *sampler, const Point *chains, int count) {
    const ReadingLimits limits = {.nodes = 10, .depth = 10};
    (void)chains;
    (void)count;
    for (int i = 0; i < sampler->board.empty_count; i++) {
        EyeAnswer answer;
        cr_assert(eye_evaluate(sampler->reader, &sampler->board, sampler->board.empty[i], limits,
                               &answer));
        add(sampler, (uint64_t)answer.is_eye);
        if (answer.is_eye) {
            add(sampler, (uint64_t)(3 * answer.least + answer.most));
            add(sampler, (uint64_t)answer.attack);
            add(sampler, (uint64_t)answer.defense);
        }
        sampler->questions++;
    }
}

Test(dragon_golden, eyes) {
    expect("dragon eyes", 9, 10, ask_eyes);
}

Test(dragon_golden, eyes_on_7x7) {
    expect("dragon eyes", 7, 25, ask_eyes);
}

Test(dragon_golden, eyes_on_5x5) {
    expect("dragon eyes", 5, 150, ask_eyes);
}

/* Random graphs of up to seven vertices; one in `loose_each` has loose vertices. */
static void expect_eye_games(const char *name, int games, uint32_t loose_each) {
    Rng rng = rng_new(21);
    uint64_t digest = 0;
    for (int n = 0; n < games; n++) {
        EyeGraph graph = {.count = 1 + n % 7};
        const uint32_t all = (UINT32_C(1) << graph.count) - 1;
        for (int i = 1; i < graph.count; i++) {
            for (int links = rng_below(&rng, 3) == 0 ? 2 : 1; links > 0; links--) {
                const int k = (int)rng_below(&rng, (uint32_t)i);
                graph.adjacent[i] |= UINT32_C(1) << k;
                graph.adjacent[k] |= UINT32_C(1) << i;
            }
        }
        const uint32_t stones = rng_below(&rng, all + 1) & rng_below(&rng, all + 1);
        const uint32_t margin = rng_below(&rng, all + 1) & rng_below(&rng, all + 1) & ~stones;
        graph.start = (EyeState){all & ~stones & ~margin, stones, margin};
        graph.loose = rng_below(&rng, loose_each) == 0 ? rng_below(&rng, all + 1) : 0;
        graph.false_stones = rng_below(&rng, all + 1) & stones;
        if (graph.count > 2 && rng_below(&rng, 3) == 0) {
            graph.keys[0] = UINT32_C(1) << (graph.count - 1) & margin;
            graph.keys[graph.count - 1] = graph.keys[0] != 0 ? 1 : 0;
        }
        EyeValue value;
        cr_assert(eye_game_solve(&graph, &value));
        digest = golden_add(digest, (uint64_t)(3 * value.least + value.most));
        digest = golden_add(digest, (uint64_t)value.attack);
        digest = golden_add(digest, (uint64_t)value.defense);
    }
    golden_expect(name, formatted("digest %016" PRIx64, digest));
}

Test(dragon_golden, eye_games) {
    expect_eye_games("dragon eye games", 1000, 4);
    expect_eye_games("dragon eye games with loose stones", 1000, 1);
}

static void ask_owl(Sampler *sampler, const Point *chains, int count) {
    for (int i = 0; i < count; i++) {
        Point moves[2];
        const LocalAnswer attack = owl_attack(sampler->search, &sampler->board, chains[i], LIMITS);
        const LocalAnswer defense = owl_defend(sampler->search, &sampler->board, chains[i], LIMITS);
        add_answer(sampler, &attack);
        add_answer(sampler, &defense);
        add(sampler, (uint64_t)owl_threaten_attack(sampler->search, &sampler->board, chains[i],
                                                   LIMITS, moves));
        add(sampler, owl_substantial(sampler->search, &sampler->board, chains[i], LIMITS));
    }
}

Test(dragon_golden, life_and_death) {
    expect("dragon owl", 9, 5, ask_owl);
}

Test(dragon_golden, life_and_death_on_7x7) {
    expect("dragon owl", 7, 12, ask_owl);
}

/* Adds what the race between two dragons is worth to either side that moves first. */
static void add_race(Sampler *sampler, const Dragon *first, const Dragon *second,
                     GoalLimits limits) {
    const SemeaiAnswer one =
        semeai_analyze(sampler->search, &sampler->board, first, second, first->color, limits);
    const SemeaiAnswer other =
        semeai_analyze(sampler->search, &sampler->board, first, second, second->color, limits);
    add(sampler, (uint64_t)(8 * one.defense + one.attack));
    add(sampler, (uint64_t)(8 * other.defense + other.attack));
    add(sampler, (uint64_t)one.move);
    add(sampler, (uint64_t)other.move);
}

static void ask_races(Sampler *sampler, const Point *chains, int count) {
    for (int i = 0; i < count; i++) {
        Dragon first, second;
        Goal goal;
        dragon_find(&sampler->board, chains[i], &first);
        dragon_find(&sampler->board, chains[(i + 1) % count], &second);
        if (first.color == second.color) {
            continue;
        }
        add_race(sampler, &first, &second, LIMITS);
        dragon_init_goal(&first, &sampler->board, &goal);
        add(sampler, (uint64_t)race_find_outside(&goal, &sampler->board));
        sampler->questions++;
    }
}

/* What is counted of a race without a search, and which moves are left out. */
static void add_counted_race(Sampler *sampler, const Goal *goal, const Dragon *other) {
    static Race race;
    race_begin(&sampler->board, other, &race);
    for (Color mover = BLACK; mover <= WHITE; mover++) {
        const GoalOutcome outcome = race.shortcuts.judge(&race, goal, &sampler->board, mover, 0);
        add(sampler, (uint64_t)outcome);
        sampler->questions += outcome != GOAL_OPEN;
        for (int i = 0; i < goal->point_count; i++) {
            if (board_color(&sampler->board, goal->points[i]) == EMPTY) {
                add(sampler,
                    race.shortcuts.skips(&race, goal, &sampler->board, mover, goal->points[i]));
            }
        }
    }
}

/* In regions that are closed by walls, beside which liberties are plain. */
Test(dragon_golden, counted_races_in_regions) {
    static Sampler sampler;
    RandomGoalSizes sizes;
    sampler = (Sampler){.rng = rng_new(22)};
    random_goal_sizes(sizes);
    for (int n = 0; n < 20000; n++) {
        static Goal goal;
        Board *board = &sampler.board;
        if (!random_goal_sample(&sampler.rng, 12 + n % 20, sizes, board, &goal) ||
            !goal_is_capture(&goal)) {
            continue;
        }
        for (int i = 0; i < goal.point_count; i++) {
            const Point p = goal.points[i];
            if (board_color(board, p) == color_opponent(goal_target_color(&goal)) &&
                board->chain[p] == p) {
                const Dragon other = {board_color(board, p), {p}, 1};
                add_counted_race(&sampler, &goal, &other);
            }
        }
    }
    golden_expect(
        "dragon counted races in regions",
        formatted("decided %" PRIu64 " digest %016" PRIx64, sampler.questions, sampler.digest));
}

Test(dragon_golden, races) {
    expect("dragon races", 9, 8, ask_races);
}

Test(dragon_golden, races_on_7x7) {
    expect("dragon races", 7, 16, ask_races);
}

static void ask_captures(Sampler *sampler, const Point *chains, int count) {
    const Board *board = &sampler->board;
    Point defenses[CELL_COUNT_MAX];
    int defense_count;
    for (int i = 0; i + 1 < count; i++) {
        if (board_color(board, chains[i]) == board_color(board, chains[i + 1])) {
            add(sampler, (uint64_t)capture_attack_either(sampler->search, board, chains[i],
                                                         chains[i + 1], LIMITS));
            add(sampler, (uint64_t)capture_defend_both(sampler->search, board, chains[i],
                                                       chains[i + 1], LIMITS));
            sampler->questions++;
        }
    }
    for (Color color = BLACK; color <= WHITE; color++) {
        defense_count = 0;
        add(sampler, (uint64_t)capture_find_combination(sampler->search, sampler->reader, board,
                                                        color, LIMITS, defenses, &defense_count));
        for (int i = 0; i < defense_count; i++) {
            add(sampler, (uint64_t)defenses[i]);
        }
        sampler->questions++;
    }
}

Test(dragon_golden, captures) {
    expect("dragon captures", 9, 12, ask_captures);
}

Test(dragon_golden, captures_on_7x7) {
    expect("dragon captures", 7, 24, ask_captures);
}

static void ask_connections(Sampler *sampler, const Point *chains, int count) {
    const Board *board = &sampler->board;
    Zone area = {0};
    for (int x = 0; x < board->geometry->width; x++) {
        zone_add(&area, point_at(x, 0));
    }
    for (int i = 0; i + 1 < count; i++) {
        const Point a = chains[i], b = chains[i + 1];
        if (board_color(board, a) == board_color(board, b)) {
            const LocalAnswer connect = connection_connect(sampler->search, board, a, b, LIMITS);
            const LocalAnswer cut = connection_cut(sampler->search, board, a, b, LIMITS);
            add_answer(sampler, &connect);
            add_answer(sampler, &cut);
        }
        if (point_y(a) > 1) {
            const LocalAnswer enter = connection_break_in(sampler->search, board, a, &area, LIMITS);
            const LocalAnswer block =
                connection_block_off(sampler->search, board, a, &area, LIMITS);
            add_answer(sampler, &enter);
            add_answer(sampler, &block);
        }
    }
}

Test(dragon_golden, connections) {
    expect("dragon connections", 9, 14, ask_connections);
}

Test(dragon_golden, connections_on_7x7) {
    expect("dragon connections", 7, 24, ask_connections);
}

static void ask_targets(Sampler *sampler, const Point *chains, int count) {
    Point targets[CELL_COUNT_MAX];
    (void)chains;
    (void)count;
    const int found = guess_targets(&sampler->board, targets);
    for (int i = 0; i < found; i++) {
        add(sampler, (uint64_t)targets[i]);
    }
    sampler->questions++;
}

Test(dragon_golden, targets) {
    expect("dragon targets", 9, 300, ask_targets);
}

Test(dragon_golden, targets_on_5x5) {
    expect("dragon targets", 5, 300, ask_targets);
}

Test(dragon_golden, targets_on_7x7) {
    expect("dragon targets", 7, 300, ask_targets);
}

/* ---- Estimates ---- */

/* A hash of the position, in 64 steps, so that sums are the same on every machine. */
static bool evaluate(void *context, const Board *board, Color mover, LocalEvaluation *evaluation) {
    (void)context;
    const uint64_t key = board->hash.lane[0] ^ (uint64_t)mover;
    for (int cell = 0; cell < board->geometry->cell_count; cell++) {
        const uint64_t word = golden_add(key, (uint64_t)cell);
        evaluation->policy[board->geometry->point_of[cell]] = (float)(word & 63) / 64;
        evaluation->ownership[cell] = (float)(word >> 6 & 63) / 32 - 1;
    }
    return true;
}

static void ask_estimates(Sampler *sampler, const Point *chains, int count) {
    const LocalEvaluator evaluator = {evaluate, NULL};
    GoalLimits limits = {.nodes = NODES, .evaluator = &evaluator, .evaluations = 60};
    for (int i = 0; i < count; i++) {
        Dragon first, second;
        LocalResult result;
        dragon_find(&sampler->board, chains[i], &first);
        dragon_find(&sampler->board, chains[(i + 1) % count], &second);
        const EstimateQuestion question = {.board = &sampler->board,
                                           .first = &first,
                                           .second = first.color == second.color ? NULL : &second,
                                           .mover = (Color)sampler->board.to_move,
                                           .limits = &limits};
        cr_assert(estimate_moves(&question, &result));
        add(sampler, (uint64_t)result.evaluations);
        add(sampler, (uint64_t)result.ko_on_line);
        for (int k = 0; k < result.move_count; k++) {
            const LocalMove *move = &result.moves[k];
            add(sampler, (uint64_t)move->move);
            add(sampler, (uint64_t)move->visits);
            add(sampler, (uint64_t)estimate_is_likely(move, false));
        }
        const LocalAnswer answer = owl_attack(sampler->search, &sampler->board, chains[i], limits);
        add_answer(sampler, &answer);
        add(sampler, answer.doubted);
    }
}

Test(estimate_golden, estimates) {
    expect("dragon estimates", 9, 3, ask_estimates);
}

Test(estimate_golden, estimates_on_7x7) {
    expect("dragon estimates", 7, 6, ask_estimates);
}

/* No move is preferred to another. */
static bool evaluate_evenly(void *context, const Board *board, Color mover,
                            LocalEvaluation *evaluation) {
    evaluate(context, board, mover, evaluation);
    memset(evaluation->policy, 0, sizeof evaluation->policy);
    return true;
}

/* Searches of all points, with one dragon or two. A point without a stone counts as a chain that
 * was captured. */
static void ask_local_searches(Sampler *sampler, const Point *chains, int count) {
    for (int i = 0; i < count; i++) {
        const LocalEvaluator evaluator = {i % 4 == 3 ? evaluate_evenly : evaluate, NULL};
        Dragon first, second;
        LocalResult result;
        dragon_find(&sampler->board, chains[i], &first);
        dragon_find(&sampler->board, chains[(i + 1) % count], &second);
        LocalQuestion question = {.board = &sampler->board,
                                  .mover = (Color)(i % 2),
                                  .dragons = {&first, &second},
                                  .dragon_count = first.color == second.color ? 1 : 2,
                                  .threats = {i / 2 % 2, 0},
                                  .evaluations = 5 + 30 * (i % 4),
                                  .evaluator = &evaluator};
        if (i % 3 == 0 && sampler->board.empty_count > 0) {
            first.chains[first.chain_count++] = sampler->board.empty[0];
        }
        for (int cell = 0; cell < sampler->board.geometry->cell_count; cell++) {
            zone_add(&question.playable, sampler->board.geometry->point_of[cell]);
        }
        cr_assert(local_search_run(&question, &result));
        add(sampler, (uint64_t)result.evaluations);
        add(sampler, (uint64_t)result.ko_on_line);
        for (int k = 0; k < result.move_count; k++) {
            add(sampler, (uint64_t)result.moves[k].move);
            add(sampler, (uint64_t)result.moves[k].visits);
            for (int d = 0; d < question.dragon_count; d++) {
                add(sampler, (uint64_t)(4096 * result.moves[k].dead[d]));
            }
        }
        sampler->questions++;
    }
}

Test(dragon_golden, local_searches) {
    expect("dragon local searches", 5, 60, ask_local_searches);
}

static void ask_estimated_races(Sampler *sampler, const Point *chains, int count) {
    const LocalEvaluator evaluator = {evaluate, NULL};
    const GoalLimits limits = {.nodes = 20, .evaluator = &evaluator, .evaluations = 40};
    for (int i = 0; i < count; i++) {
        Dragon first, second;
        dragon_find(&sampler->board, chains[i], &first);
        dragon_find(&sampler->board, chains[(i + 1) % count], &second);
        if (first.color != second.color) {
            add_race(sampler, &first, &second, limits);
        }
        const LocalAnswer defense = owl_defend(sampler->search, &sampler->board, chains[i], limits);
        add_answer(sampler, &defense);
        add(sampler, defense.doubted);
        add(sampler, (uint64_t)owl_status(sampler->search, &sampler->board, chains[i], limits,
                                          &(Point){0}, &(Point){0}));
    }
}

Test(estimate_golden, estimated_races) {
    expect("dragon estimated races", 9, 3, ask_estimated_races);
}

Test(estimate_golden, estimated_races_on_7x7) {
    expect("dragon estimated races", 7, 6, ask_estimated_races);
}

/* ---- Questions about goals ---- */

/* A closed question about a random goal, with what each move of the region does. */
static void ask_goal(Sampler *sampler, const Goal *goal, Color mover) {
    const GoalLimits limits = {.nodes = 300};
    const GoalQuestion question = {.search = sampler->search,
                                   .goal = goal,
                                   .board = &sampler->board,
                                   .mover = mover,
                                   .limits = limits};
    GoalAnswer proved = local_question_prove(&question);
    add(sampler, (uint64_t)proved.code);
    add(sampler, (uint64_t)proved.move);
    add(sampler, (uint64_t)proved.nodes);
    if (proved.code == GOAL_WINS_KO || proved.code == GOAL_WINS_KO_THREAT) {
        local_question_simplify_ko(&question, &proved);
        add(sampler, (uint64_t)proved.code);
        add(sampler, (uint64_t)proved.move);
        add(sampler, (uint64_t)proved.nodes);
    }
    for (int by_eyes = 0; by_eyes < 2; by_eyes++) {
        LocalAnswer answer = local_question_ask(&question, REGION_CLOSED, by_eyes != 0);
        add_answer(sampler, &answer);
        for (int i = 0; i < goal->point_count; i++) {
            add(sampler, local_question_move_does(&question, goal->points[i], &answer));
            add(sampler, (uint64_t)answer.nodes);
        }
    }
}

Test(dragon_golden, questions_about_goals) {
    static Sampler sampler;
    RandomGoalSizes sizes;
    sampler = (Sampler){.search = goal_search_kept(1), .rng = rng_new(10)};
    random_goal_sizes(sizes);
    while (sampler.questions < 800) {
        Goal goal;
        if (random_goal_sample(&sampler.rng, 9, sizes, &sampler.board, &goal) &&
            goal_is_capture(&goal)) {
            ask_goal(&sampler, &goal, BLACK);
            ask_goal(&sampler, &goal, WHITE);
        }
    }
    golden_expect("dragon questions about goals",
                  formatted("nodes %" PRIu64 " digest %016" PRIx64, sampler.nodes, sampler.digest));
}
