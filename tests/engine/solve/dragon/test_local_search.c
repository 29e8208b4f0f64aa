/* The tree search of local questions: what it counts, how it orders moves, and its rule for kos.
 * The evaluator is a hash of the position. */
#include "engine/solve/dragon/local_search.h"
#include "tests/support/position/diagram.h"

#include <criterion/criterion.h>

typedef struct {
    LocalEvaluator evaluator;
    bool is_even; /* all moves the same, and all stones in doubt */
    int calls;
} Hashing;

static float share_of(uint64_t word) {
    return (float)(hash_mix(word) >> 40) / (float)(1 << 24);
}

static bool evaluate(void *context, const Board *board, Color mover, LocalEvaluation *evaluation) {
    Hashing *hashing = context;
    const uint64_t key = board->hash.lane[0] ^ (uint64_t)mover;
    hashing->calls++;
    for (int cell = 0; cell < board->geometry->cell_count; cell++) {
        const uint64_t word = key + (uint64_t)cell * 2;
        evaluation->policy[board->geometry->point_of[cell]] = hashing->is_even ? 1 : share_of(word);
        evaluation->ownership[cell] = hashing->is_even ? 0 : 2 * share_of(word + 1) - 1;
    }
    return true;
}

static const char RACE[] = ". O O O . . .\n"
                           "O X X . O . .\n"
                           "O . . X O . .\n"
                           ". O O O . . .\n";

static void ask(const char *rows, Color mover, Hashing *hashing, GoalLimits *limits,
                LocalQuestion *question, Board *board, Dragon *dragon, Point p) {
    const Diagram diagram = diagram_read(rows);
    diagram_set_up(&diagram, mover, board);
    dragon_find(board, p, dragon);
    *hashing = (Hashing){.evaluator = {evaluate, hashing}};
    *limits = (GoalLimits){.evaluations = 200, .evaluator = &hashing->evaluator};
    *question = (LocalQuestion){
        .board = board, .mover = mover, .dragons = {dragon, NULL}, .limits = limits};
}

/* The best of those with half of the most visits comes first, then the most visited. */
static void expect_order(const LocalQuestion *question, const LocalResult *result) {
    const bool owns = question->dragons[0]->color == question->mover;
    const LocalMove *best = &result->moves[0];
    int most = 0;
    for (int i = 0; i < result->move_count; i++) {
        most = result->moves[i].visits > most ? result->moves[i].visits : most;
    }
    cr_assert_geq(2 * best->visits, most);
    for (int i = 1; i < result->move_count; i++) {
        const LocalMove *move = &result->moves[i];
        cr_assert(move->dead[0] >= 0 && move->dead[0] <= 1);
        cr_assert(i == 1 || move->visits <= move[-1].visits);
        if (2 * move->visits >= most) {
            cr_assert(owns ? move->dead[0] >= best->dead[0] : move->dead[0] <= best->dead[0]);
        }
    }
}

Test(local_search, moves_are_counted_and_ordered) {
    for (int mover = BLACK; mover <= WHITE; mover++) {
        Hashing hashing;
        LocalQuestion question;
        LocalResult result, again;
        Board board;
        Dragon dragon;
        GoalLimits limits;
        ask(RACE, (Color)mover, &hashing, &limits, &question, &board, &dragon, point_at(1, 1));
        for (limits.evaluations = 1500; limits.evaluations > 50; limits.evaluations /= 5) {
            hashing.calls = 0;
            cr_assert(local_search_run(&question, &result));
            cr_assert_eq(result.evaluations, hashing.calls);
            cr_assert_leq(result.evaluations, limits.evaluations);
            cr_assert(result.move_count > 1 && result.move_count <= LOCAL_MOVES_MAX);
            expect_order(&question, &result);
        }
        limits.evaluations = 60;
        cr_assert(local_search_run(&question, &result));
        cr_assert(local_search_run(&question, &again));
        cr_assert(again.moves[0].move == result.moves[0].move &&
                  again.moves[0].visits == result.moves[0].visits);
    }
}

Test(local_search, stops_at_its_deadline) {
    Hashing hashing;
    LocalQuestion question;
    LocalResult result;
    Board board;
    Dragon dragon;
    const Deadline deadline = {.at = 0};
    GoalLimits limits;
    ask(RACE, WHITE, &hashing, &limits, &question, &board, &dragon, point_at(1, 1));
    limits.deadline = &deadline;
    cr_assert_not(local_search_run(&question, &result));
    cr_assert_leq(hashing.calls, 1);
}

/* White kills at the middle of three points, and nowhere else. */
static const char THREE[] = "X X X X X O .\n"
                            "X . . . X O .\n"
                            "X X X X X O .\n"
                            "O O O O O O .\n"
                            ". . . . . . .\n";

/* The evaluator sees nothing; a proof at a leaf does. */
Test(local_search, leaves_are_proved) {
    Hashing hashing;
    LocalQuestion question;
    LocalResult result;
    Board board;
    Dragon dragon;
    Goal goal;
    Status status;
    GoalLimits limits;
    ask(THREE, WHITE, &hashing, &limits, &question, &board, &dragon, point_at(0, 0));
    hashing.is_even = true;
    cr_assert(dragon_init_goal(&dragon, &board, &goal));
    goal.playable = (Zone){0};
    for (int x = 1; x <= 3; x++) {
        zone_add(&goal.playable, point_at(x, 1));
    }
    goal_add_chain(&board, point_at(0, 0), &goal.playable);
    cr_assert(goal_finish(&goal, &board, &status));
    cr_assert(local_search_run(&question, &result));
    for (int i = 0; i < result.move_count; i++) {
        cr_assert_not(result.moves[i].is_proved);
    }
    question.proof = (LeafProof){goal_search_new(4), &goal, true};
    cr_assert(local_search_run(&question, &result));
    cr_assert(result.moves[0].is_proved && result.moves[0].move == point_at(2, 1));
    cr_assert_gt(result.moves[0].dead[0], 0.99F);
    for (int i = 1; i < result.move_count; i++) {
        cr_assert_not(result.moves[i].is_proved);
    }
    question.mover = BLACK;
    cr_assert(local_search_run(&question, &result));
    cr_assert(result.moves[0].is_proved && result.moves[0].dead[0] < 0.01F);
    cr_assert_not(result.ko_on_line);
    question.proof.trusts_held = false;
    cr_assert(local_search_run(&question, &result));
    cr_assert_not(result.moves[0].is_proved);
    goal_search_free(question.proof.search);
}
