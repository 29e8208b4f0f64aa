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

static void ask(const char *rows, Color mover, Hashing *hashing, LocalQuestion *question,
                Board *board, Dragon *dragon, Point p) {
    const Diagram diagram = diagram_read(rows);
    diagram_set_up(&diagram, mover, board);
    dragon_find(board, p, dragon);
    *hashing = (Hashing){.evaluator = {evaluate, hashing}};
    *question = (LocalQuestion){.board = board,
                                .mover = mover,
                                .dragons = {dragon, NULL},
                                .dragon_count = 1,
                                .evaluations = 200,
                                .evaluator = &hashing->evaluator};
    for (int cell = 0; cell < board->geometry->cell_count; cell++) {
        zone_add(&question->playable, board->geometry->point_of[cell]);
    }
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
        ask(RACE, (Color)mover, &hashing, &question, &board, &dragon, point_at(1, 1));
        for (question.evaluations = 1500; question.evaluations > 50; question.evaluations /= 5) {
            hashing.calls = 0;
            cr_assert(local_search_run(&question, &result));
            cr_assert_eq(result.evaluations, hashing.calls);
            cr_assert_leq(result.evaluations, question.evaluations);
            cr_assert(result.move_count > 1 && result.move_count <= LOCAL_MOVES_MAX);
            expect_order(&question, &result);
        }
        question.evaluations = 60;
        cr_assert(local_search_run(&question, &result));
        cr_assert(local_search_run(&question, &again));
        cr_assert(again.moves[0].move == result.moves[0].move &&
                  again.moves[0].visits == result.moves[0].visits);
    }
}

/* In a region with few points all moves are listed, and each line but the first visits one. */
Test(local_search, moves_stay_in_the_region) {
    Hashing hashing;
    LocalQuestion question;
    LocalResult result;
    Board board;
    Dragon dragon;
    ask(RACE, WHITE, &hashing, &question, &board, &dragon, point_at(1, 1));
    question.playable = (Zone){0};
    zone_add(&question.playable, point_at(3, 1));
    zone_add(&question.playable, point_at(1, 2));
    zone_add(&question.playable, point_at(2, 1)); /* a stone */
    question.evaluations = 4;
    cr_assert(local_search_run(&question, &result));
    int visits = 0;
    for (int i = 0; i < result.move_count; i++) {
        visits += result.moves[i].visits;
        cr_assert(result.moves[i].move == POINT_PASS || result.moves[i].move == point_at(3, 1) ||
                  result.moves[i].move == point_at(1, 2));
    }
    cr_assert_leq(result.move_count, 3);
    cr_assert_geq(visits, result.evaluations - 1);
}

/* White's stone lives or dies by the ko alone. */
static const char KO[] = ". X O . .\n"
                         "X O . O .\n"
                         ". X O . .\n"
                         ". . . . .\n";

/* A banned ko binds the side to move on the board, unless it has a threat. */
Test(local_search, a_threat_breaks_the_boards_ban) {
    Hashing hashing;
    LocalQuestion question;
    LocalResult result;
    Board board, taken;
    Dragon dragon;
    ask(KO, BLACK, &hashing, &question, &board, &dragon, point_at(1, 1));
    board_copy(&taken, &board);
    board_play(&taken, BLACK, point_at(2, 1));
    cr_assert_eq(taken.ko, point_at(1, 1));
    dragon = (Dragon){.color = BLACK, .chains = {point_at(2, 1)}, .chain_count = 1};
    hashing.is_even = true;
    question.board = &taken;
    question.mover = WHITE;
    question.playable = (Zone){0};
    zone_add(&question.playable, point_at(1, 1));
    question.evaluations = 3;
    for (int i = 0; i < 4; i++) {
        question.threats[BLACK] = i & 1;
        question.threats[WHITE] = i / 2;
        cr_assert(local_search_run(&question, &result));
        cr_assert_eq(result.moves[0].move == point_at(1, 1), i / 2 == 1);
        cr_assert_eq(result.ko_on_line, i / 2 == 1);
    }
    question.mover = BLACK; /* who may connect */
    question.threats[WHITE] = 0;
    cr_assert(local_search_run(&question, &result));
    cr_assert_eq(result.moves[0].move, point_at(1, 1));
    cr_assert_not(result.ko_on_line);
}

Test(local_search, stops_at_its_deadline) {
    Hashing hashing;
    LocalQuestion question;
    LocalResult result;
    Board board;
    Dragon dragon;
    const Deadline deadline = {.at = 0};
    ask(RACE, WHITE, &hashing, &question, &board, &dragon, point_at(1, 1));
    question.deadline = &deadline;
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
    ask(THREE, WHITE, &hashing, &question, &board, &dragon, point_at(0, 0));
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
    question.proof = (LeafProof){goal_search_new(4), &goal, true, NULL};
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
