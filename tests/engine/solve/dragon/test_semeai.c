/* Races between two dragons. */
#include "engine/solve/dragon/owl.h"
#include "tests/support/position/diagram.h"

enum { POINT_ANY = POINT_COUNT }; /* several moves are right */

/* Outside liberties are few, common ones two: Black, with one liberty more, captures only if it
 * moves first, and White makes a seki. */
static const char COMMON[] = ". . . . . . . . . . .\n"
                             "O O O O O O O O O O O\n"
                             ". X X X X X X X X X X\n"
                             "X X . O O O O . X X X\n"
                             "O O O O O O O O O O O\n"
                             "X X X X X X X X X X X\n"
                             ". . . . . . . . . . .\n";

/* White stands in Black's eye in the bent four of the corner: Black is dead as it stands. */
static const char BENT_FOUR[] = ". O . X . O . . .\n"
                                "O X X X . O . . .\n"
                                ". X . O O O . . .\n"
                                "X X . O . . . . .\n"
                                ". . O O . . . . .\n"
                                "O O O . . . . . .\n"
                                ". . . . . . . . .\n";

/* Two liberties against three. Each row of stones stands in what would be an eye of the other
 * color, if the walls were part of the race. */
static const char WALLS[] = ". . . . . . .\n"
                            "O O O O O . .\n"
                            ". O O . O . .\n"
                            "X X X X O . .\n"
                            "O O O O X . .\n"
                            ". X . . X . .\n"
                            "X X X X X . .\n"
                            ". . . . . . .\n";

/* Black makes an eye with B8, which is no liberty of either side, and has time to fill the common
 * liberties. */
static const char EYE[] = ". . . . . . .\n"
                          "O O O O O O O\n"
                          ". . . O O O O\n"
                          "X . X X X X X\n"
                          "X X X X X X X\n"
                          ". . . O O O .\n"
                          "O O O O O O O\n"
                          "X X . . X X X\n"
                          "X X X X X X X\n"
                          ". . . . . . .\n";

/* White's wall on the right has no liberty but those of the race: Black captures it. */
static const char CAPTURED_WALL[] = ". . . . . . .\n"
                                    "O O O O O O O\n"
                                    "O O O O O . .\n"
                                    "X X X X X X X\n"
                                    ". . . X X X X\n"
                                    "O O O . O O O\n"
                                    "O O O . . . .\n"
                                    "X X X X X X X\n"
                                    ". . . . . . .\n";

typedef struct {
    const char *rows;
    Point first, second;
    GoalCode defense, attack;
    Point move;
} RaceCase;

Test(semeai, races_are_searched) {
    const RaceCase cases[] = {
        {COMMON, point_at(2, 2), point_at(3, 3), GOAL_WINS, GOAL_WINS, point_at(2, 3)},
        {COMMON, point_at(3, 3), point_at(2, 2), GOAL_WINS, GOAL_FAILS, point_at(0, 2)},
        {BENT_FOUR, point_at(3, 0), point_at(1, 0), GOAL_FAILS, GOAL_FAILS, POINT_PASS},
        {BENT_FOUR, point_at(1, 0), point_at(3, 0), GOAL_WINS, GOAL_WINS, POINT_PASS},
        {WALLS, point_at(0, 3), point_at(0, 4), GOAL_FAILS, GOAL_FAILS, POINT_PASS},
        {WALLS, point_at(0, 4), point_at(0, 3), GOAL_WINS, GOAL_WINS, POINT_PASS},
        {EYE, point_at(0, 3), point_at(3, 5), GOAL_WINS, GOAL_WINS, point_at(1, 2)},
        {CAPTURED_WALL, point_at(0, 3), point_at(0, 5), GOAL_WINS, GOAL_WINS, POINT_ANY},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const RaceCase *c = &cases[i];
        const Diagram diagram = diagram_read(c->rows);
        Board board;
        Dragon first, second;
        diagram_set_up(&diagram, BLACK, &board);
        dragon_find_rivals(&board, c->first, c->second, &first, &second);
        GoalSearch *search = goal_search_new(16);
        const SemeaiAnswer answer =
            semeai_analyze(search, &board, &first, &second, (GoalLimits){.nodes = 100000});
        cr_assert(answer.defense == c->defense && answer.attack == c->attack, "race %zu: %d %d", i,
                  (int)answer.defense, (int)answer.attack);
        cr_assert(c->move == POINT_ANY || answer.move == c->move, "race %zu: move %d", i,
                  (int)answer.move);
        goal_search_free(search);
    }
}
