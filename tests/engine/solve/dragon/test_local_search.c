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
