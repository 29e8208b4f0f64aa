/* The tactics suites of regress/suites, proved. The prover reads every move of each position and
 * must find that the answers which the suite accepts, and no others, achieve what its "#proof:"
 * line says (regress/suites/README.md, "Tactics", defines the line). */
#include "engine/go/sgf/record.h"
#include "tests/support/oracle/prover.h"
#include "tests/support/program/cleanup.h"

enum { LINE_MAX_BYTES = 1024, WORD_MAX = 64 };

/* How many positions may be read for one test. In the long mode no test needs that many. */
static long node_budget(void) {
    return getenv("DIHEDRA_LONG") != NULL ? 20000000 : 4000;
}

/* A line split into words, in place. */
typedef struct {
    char *word[WORD_MAX];
    int count;
} Words;

static Words split(char *line, const char *separators) {
    Words words = {.count = 0};
    char *rest = NULL;
    for (char *word = strtok_r(line, separators, &rest); word != NULL && words.count < WORD_MAX;
         word = strtok_r(NULL, separators, &rest)) {
        words.word[words.count++] = word;
    }
    return words;
}

/* A set of moves; pass is one. */
typedef struct {
    bool has[POINT_COUNT];
    int count;
} MoveSet;

static bool set_add(MoveSet *set, const Board *board, const char *text) {
    Point p;
    if (!point_from_text(text, board->geometry->width, board->geometry->height, &p) ||
        p == POINT_RESIGN) {
        return false;
    }
    set->count += !set->has[p];
    set->has[p] = true;
    return true;
}

/* ---- The "#proof:" line ---------------------------------------------------------------------- */

typedef struct {
    const char *verb;
    GoalKind kind;
    bool prevents;
    int chains; /* how many it names */
} Verb;

static const Verb VERBS[] = {
    {"wins", GOAL_WIN, false, 0},     {"captures", GOAL_CAPTURE, false, 1},
    {"saves", GOAL_CAPTURE, true, 1}, {"connects", GOAL_CONNECT, false, 2},
    {"cuts", GOAL_CONNECT, true, 2},
};

static const Verb *find_verb(const char *text) {
    for (size_t i = 0; i < sizeof VERBS / sizeof *VERBS; i++) {
        if (strcmp(VERBS[i].verb, text) == 0) {
            return &VERBS[i];
        }
    }
    return NULL;
}

/* Does the vertex name a stone of this board? */
static bool read_chain(const Board *board, const char *text, Point *p) {
    return point_from_text(text, board->geometry->width, board->geometry->height, p) &&
           point_is_move(*p) && board_color(board, *p) <= WHITE;
}

/* Reads "A1-G6", the points of a rectangle between two corners. */
static bool read_region(char *text, const Board *board, bool region[POINT_COUNT]) {
    const Words corners = split(text, "-");
    const int width = board->geometry->width, height = board->geometry->height;
    Point a, b;
    if (corners.count != 2 || !point_from_text(corners.word[0], width, height, &a) ||
        !point_from_text(corners.word[1], width, height, &b) || !point_is_move(a) ||
        !point_is_move(b)) {
        return false;
    }
    for (int cell = 0; cell < board->geometry->cell_count; cell++) {
        const Point p = board->geometry->point_of[cell];
        region[p] = (point_x(p) - point_x(a)) * (point_x(p) - point_x(b)) <= 0 &&
                    (point_y(p) - point_y(a)) * (point_y(p) - point_y(b)) <= 0;
    }
    return true;
}

/* Reads "COLOR VERB [CHAIN [CHAIN]] [within A1-G6 safe 5]". Returns false if the line is malformed
 * or does not fit the position. */
static bool read_goal(const char *line, const Game *game, Goal *goal) {
    const Words words = split(formatted("%s", line), " \r\n");
    const Verb *verb = words.count >= 2 ? find_verb(words.word[1]) : NULL;
    *goal = (Goal){.komi = game->komi};
    if (verb == NULL || words.count < 2 + verb->chains ||
        !color_from_text(words.word[0], &goal->color)) {
        return false;
    }
    goal->kind = verb->kind;
    goal->prevents = verb->prevents;
    Point *chains[2] = {&goal->target, &goal->other};
    for (int i = 0; i < verb->chains; i++) {
        if (!read_chain(&game->board, words.word[2 + i], chains[i])) {
            return false;
        }
    }
    prover_find_open_points(&game->board, goal->region);
    char *const *more = words.word + 2 + verb->chains;
    const int more_count = words.count - 2 - verb->chains;
    if (more_count == 4 && strcmp(more[0], "within") == 0 && strcmp(more[2], "safe") == 0) {
        goal->safe = atoi(more[3]);
        return goal->safe > 0 && read_region(more[1], &game->board, goal->region);
    }
    return more_count == 0;
}

/* ---- The question and the accepted answers --------------------------------------------------- */

/* Reads the moves that a line such as "#? [1 (C4|D5)]" accepts. A code in front of them is ignored;
 * a lone 0 means that there is no such move. */
static bool read_answers(const char *line, const Board *board, MoveSet *answers) {
    const char *open = strchr(line, '[');
    const Words words = split(formatted("%s", open != NULL ? open : ""), "[]()| \r\n");
    *answers = (MoveSet){.count = 0};
    for (int i = 0; i < words.count; i++) {
        const bool is_code = i == 0 && strchr("01", words.word[0][0]) != NULL;
        if (!is_code && !set_add(answers, board, words.word[i])) {
            return false;
        }
    }
    return words.count > 0 && (answers->count == 0) == (words.word[0][0] == '0');
}

/* Lists the moves that the command may answer: those that restricted_genmove names, else the whole
 * board. For goals in a region that is the region and the pass, as no move elsewhere is better than
 * a pass. */
static bool read_candidates(const char *command, const Board *board, const Goal *goal,
                            MoveSet *candidates) {
    const Words words = split(formatted("%s", command), " \r\n");
    *candidates = (MoveSet){.count = 0};
    if (words.count >= 4 && strcmp(words.word[1], "restricted_genmove") == 0) {
        for (int i = 3; i < words.count; i++) {
            if (!set_add(candidates, board, words.word[i])) {
                return false;
            }
        }
        return true;
    }
    for (int i = 0; i < board->empty_count; i++) {
        candidates->has[board->empty[i]] = goal->region[board->empty[i]];
    }
    candidates->has[POINT_PASS] = true;
    return words.count >= 3;
}

/* ---- Proofs ---------------------------------------------------------------------------------- */

typedef enum { SUITE_PROVED, SUITE_REFUTED, SUITE_UNDECIDED } Outcome;

/* Do exactly the answers among the candidates achieve the goal? SUITE_UNDECIDED if the budget does
 * not suffice. */
static Outcome prove_answers(const Board *board, const Goal *goal, const MoveSet *candidates,
                             const MoveSet *answers, long budget) {
    Prover *prover = prover_new(board, goal, budget);
    cr_assert_not_null(prover);
    Outcome outcome = SUITE_PROVED;
    for (int p = 0; p < POINT_COUNT && outcome == SUITE_PROVED; p++) {
        if (answers->has[p] && !candidates->has[p]) {
            outcome = SUITE_REFUTED;
        } else if (candidates->has[p]) {
            const Proof wanted = answers->has[p] ? PROOF_ACHIEVED : PROOF_FAILED;
            const Proof proof = prover_judge(prover, (Point)p);
            outcome = proof == wanted       ? SUITE_PROVED
                      : proof != PROOF_OPEN ? SUITE_REFUTED
                                            : SUITE_UNDECIDED;
        }
        if (outcome == SUITE_PROVED && prover_nodes(prover) > budget) {
            outcome = SUITE_UNDECIDED;
        }
    }
    prover_free(prover);
    return outcome;
}

/* What precedes an "#? [...]" in a suite. */
typedef struct {
    Game *game;
    char proof[LINE_MAX_BYTES], command[LINE_MAX_BYTES];
    int counts[3]; /* by Outcome */
} Suite;

static void prove_test(Suite *suite, const char *expected, const char *path, int line) {
    Goal goal;
    MoveSet candidates, answers;
    const Board *board = &suite->game->board;
    cr_assert(read_goal(suite->proof, suite->game, &goal), "%s:%d: not a goal: %s", path, line,
              suite->proof);
    cr_assert(read_answers(expected, board, &answers), "%s:%d: not a list of moves: %s", path, line,
              expected);
    cr_assert(read_candidates(suite->command, board, &goal, &candidates),
              "%s:%d: not a question: %s", path, line, suite->command);
    const Outcome outcome = prove_answers(board, &goal, &candidates, &answers, node_budget());
    cr_assert_neq(outcome, SUITE_REFUTED, "%s:%d: %s is not what%s", path, line, expected,
                  suite->proof);
    suite->counts[outcome]++;
    suite->proof[0] = '\0';
}

static void load_game(Suite *suite, char *line, const char *path, int number) {
    Status status;
    line[strcspn(line, "\r\n")] = '\0';
    cr_assert(record_load(suite->game, formatted("regress/suites/%s", line), (RecordStop){0}, true,
                          &status),
              "%s:%d: %s", path, number, status.text);
}

/* Every test of a tactics suite has a proof, so one without is an error. */
static void prove_suite(const char *name, int least) {
    static const char PROOF[] = "#proof:", LOAD[] = "loadsgf ";
    char line[LINE_MAX_BYTES];
    const char *path = formatted("regress/suites/%s.tst", name);
    FILE *file = fopen(path, "r");
    cr_assert_not_null(file, "cannot read %s", path);
    Suite suite = {.game = game_new(HASH_DEFAULT_SEED)};
    cr_assert_not_null(suite.game);
    for (int number = 1; fgets(line, sizeof line, file) != NULL; number++) {
        if (strncmp(line, PROOF, strlen(PROOF)) == 0) {
            snprintf(suite.proof, sizeof suite.proof, "%s", line + strlen(PROOF));
        } else if (strncmp(line, LOAD, strlen(LOAD)) == 0) {
            load_game(&suite, line + strlen(LOAD), path, number);
        } else if (strncmp(line, "#?", 2) == 0) {
            prove_test(&suite, line, path, number);
        } else if (line[0] >= '0' && line[0] <= '9') {
            snprintf(suite.command, sizeof suite.command, "%s", line);
        }
    }
    fclose(file);
    game_free(suite.game);
    const int proved = suite.counts[SUITE_PROVED], left = suite.counts[SUITE_UNDECIDED];
    cr_log_info("%s: %d proved, %d left to the long mode", name, proved, left);
    cr_assert_geq(proved + left, least);
    cr_assert_leq(left, getenv("DIHEDRA_LONG") != NULL ? 0 : proved, "%s", name);
}

Test(suites, ladders_are_proved) {
    prove_suite("ladders", 20);
}

Test(suites, reading_is_proved) {
    prove_suite("reading", 20);
}

Test(suites, snapbacks_are_proved) {
    prove_suite("snapbacks", 20);
}

Test(suites, races_are_proved) {
    prove_suite("races", 20);
}

Test(suites, life_and_death_is_proved) {
    prove_suite("life_and_death", 20);
}

Test(suites, connection_is_proved) {
    prove_suite("connection", 20);
}

Test(suites, endgame_is_proved) {
    prove_suite("endgame", 20);
}
