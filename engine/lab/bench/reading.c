/* Reading: the classics, problems of life and death. Time is that of the processor for each thread,
 * which other programs do not change. */
#include <time.h>

#include "engine/go/sgf/record.h"
#include "engine/lab/bench/bench.h"
#include "engine/solve/problem/problem.h"
#include "engine/solve/problem/region.h"

/* A problem, which one thread solves while another watches the time. */
typedef struct {
    GoalSearch *search;
    Game *game;
    Goal goal;
    double end; /* by processor_seconds */
    _Atomic bool is_over;
    ProblemSide side;
} Reading;

typedef struct {
    Reading *reading;
    bool watches;
} Worker;

static double processor_seconds(void) {
    struct timespec used;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    return (double)used.tv_sec + (double)used.tv_nsec * 1e-9;
}

static void work(void *item) {
    const Worker *worker = item;
    Reading *reading = worker->reading;
    const Board *board = &reading->game->board;
    if (worker->watches) {
        while (!reading->is_over && processor_seconds() < reading->end) {
            nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
        }
    } else {
        const Deadline deadline = {.at = INFINITY, .cancel = &reading->is_over};
        const GoalLimits limits = {.nodes = INT64_MAX / 8, .deadline = &deadline};
        problem_answer(reading->search, &reading->goal, board, board->to_move, limits,
                       &reading->side);
    }
    reading->is_over = true;
}

static bool read_zone(const SgfNode *root, const Board *board, const char *name, Zone *zone,
                      Status *status) {
    const SgfSize size = {board->geometry->width, board->geometry->height};
    Point points[CELL_COUNT_MAX];
    int count = 0;
    *zone = (Zone){0};
    const bool ok = sgf_node_points(root, name, size, points, &count, status);
    for (int i = 0; i < count; i++) {
        zone_add(zone, points[i]);
    }
    return ok;
}

/* Sets up the problem of a root as `dihedra tsumego` does. */
static bool set_up(Reading *reading, const SgfNode *root, Status *status) {
    const Board *board = &reading->game->board;
    const bool has_view = sgf_node_property(root, "VW") != NULL;
    Zone targets, view;
    return record_start(reading->game, root, status) &&
           record_set_up(reading->game, root, false, NULL, status) &&
           read_zone(root, board, "TR", &targets, status) &&
           read_zone(root, board, "VW", &view, status) &&
           region_make_goal(board, &targets, false, has_view ? &view : NULL, &reading->goal,
                            status);
}

/* The problems in which the side to play kills, or saves. */
typedef struct {
    int count, others; /* others: answers but yes, which is the literature's */
    int within[4];     /* answers in 5, 20, 60 and 300 seconds */
    double nodes, seconds;
} Tally;

static void solve(Bench *bench, Reading *reading, const char *name, bool is_first, Tally *tally) {
    static const char *const ANSWERS[] = {"no", "yes", "ko", "ko", "unknown"};
    static const double WITHIN[] = {5, 20, 60, 300};
    const int threads = bench->options.threads;
    const double start = processor_seconds();
    Worker workers[2] = {{reading, false}, {reading, true}};
    goal_search_forget(reading->search);
    reading->end = start + bench->options.seconds * threads;
    reading->is_over = false;
    bench_require(team_run(work, workers, sizeof *workers, 2) == 2);
    const double seconds = (processor_seconds() - start) / threads;
    const double nodes = (double)reading->side.answer.nodes;
    const GoalCode code =
        seconds < bench->options.seconds ? reading->side.answer.code : GOAL_UNKNOWN;
    for (int i = 0; i < 4; i++) {
        tally->within[i] += code != GOAL_UNKNOWN && seconds <= WITHIN[i];
    }
    tally->count++;
    tally->others += code != GOAL_UNKNOWN && code != GOAL_WINS;
    tally->nodes += nodes;
    tally->seconds += seconds;
    const Figure cells[] = {{"problem", 0, 0, name},
                            {"answer", 0, 0, ANSWERS[code]},
                            {"nodes", nodes, 0, NULL},
                            {"seconds", seconds, 2, NULL},
                            {0}};
    figures_add_row(bench->json, "problems", is_first, cells);
}

bool bench_measure_reading(Bench *bench) {
    SgfTree *tree;
    Tally tallies[2] = {{0}, {0}}; /* [does the side to play kill?] */
    if (!sgf_load("regress/suites/classics.sgf", &tree, &bench->status)) {
        return false;
    }
    Reading reading = {.game = memory_check(game_new(HASH_DEFAULT_SEED)),
                       .search = memory_check(goal_search_new(bench->options.megabytes))};
    const SgfNode *root = sgf_tree_root(tree);
    bench_require(goal_search_use_threads(reading.search, bench->options.threads));
    for (; root != NULL && set_up(&reading, root, &bench->status); root = root->next_sibling) {
        char name[100];
        sgf_node_simple_text(root, "GN", name, sizeof name);
        solve(bench, &reading, name, root == sgf_tree_root(tree),
              &tallies[reading.game->board.to_move == reading.goal.reacher]);
    }
    for (int i = 0; root == NULL && i < 2; i++) {
        const Tally *tally = &tallies[i];
        const Figure cells[] = {{"to", 0, 0, i == 0 ? "save" : "kill"},
                                {"problems", tally->count, 0, NULL},
                                {"within_5_s", tally->within[0], 0, NULL},
                                {"within_20_s", tally->within[1], 0, NULL},
                                {"within_60_s", tally->within[2], 0, NULL},
                                {"within_300_s", tally->within[3], 0, NULL},
                                {"ko_or_no", tally->others, 0, NULL},
                                {"nodes_per_s", tally->nodes / tally->seconds, 0, NULL},
                                {0}};
        figures_add_row(bench->json, "answered", i == 0, cells);
    }
    goal_search_free(reading.search);
    game_free(reading.game);
    sgf_tree_free(tree);
    return root == NULL;
}
