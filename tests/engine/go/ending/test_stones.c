/* Which stones are alive, dead or in seki: what a seki needs, what ownership decides that the
 * caller knows, and how many finished games are counted as their players agreed. */
#include "engine/eval/inside/inside.h"
#include "engine/eval/network.h"
#include "engine/go/sgf/record.h"
#include "engine/search/search_context.h"
#include "engine/solve/dragon/owl.h"
#include "tests/support/position/games.h"
#include "tests/support/position/positions.h"
#include "tests/support/position/random_game.h"
#include "tests/support/program/sanitizer.h"

#include <dirent.h>

static void judge(const Game *game, OwnershipSource source, uint8_t status[POINT_COUNT]) {
    cr_assert(stone_status_find(game, source, owl_prove, NULL, status, NULL));
}

/* ---- Sekis ---- */

static bool has_partner(const Board *board, const uint8_t *status, Point p) {
    Point liberties[CELL_COUNT_MAX], beside[4];
    const int count = board_liberties(board, p, liberties);
    for (int i = 0; i < count; i++) {
        point_neighbors(liberties[i], beside);
        for (int k = 0; k < 4; k++) {
            if (board->color[beside[k]] == color_opponent(board_color(board, p)) &&
                status[beside[k]] == STATUS_SEKI) {
                return true;
            }
        }
    }
    return false;
}

/* Returns the number of stones in seki, each of whose chains shares a liberty with an opposing one
 * in seki. */
static int check_sekis(const Game *game, const uint8_t *status) {
    const Board *board = &game->board;
    int in_seki = 0;
    for (int cell = 0; cell < board->geometry->cell_count; cell++) {
        const Point p = board->geometry->point_of[cell];
        const bool is_stone = board->color[p] != EMPTY;
        cr_assert_eq(status[p], is_stone ? status[board->chain[p]] : STATUS_NONE);
        if (is_stone && status[p] == STATUS_SEKI) {
            in_seki++;
            cr_assert(has_partner(board, status, p), "cell %d\n%s", cell,
                      diagram_print_board(board).text);
        }
    }
    return in_seki;
}

Test(stones, each_seki_has_two_sides) {
    enum { SIZE = 7, GAMES = 150 };
    Rng rng = rng_new(7);
    Game *game = random_game_new(SIZE, SIZE, "japanese", 0, &rng);
    int in_seki = 0;
    for (int i = 0; i < GAMES; i++) {
        uint8_t status[POINT_COUNT];
        random_game_play(&game->board, game->geometry, 35 + i % 40, &rng, NULL);
        cr_assert(stone_status_find(game, OWNERSHIP_UNKNOWN, i % 2 == 0 ? NULL : owl_prove, NULL,
                                    status, NULL));
        in_seki += check_sekis(game, status);
    }
    cr_assert_gt(in_seki, 0);
}

/* Three black stones at the bottom and White's chain around them share both liberties. */
Test(stones, a_seki_without_eyes_is_proved) {
    Game *game = games_from(". . . . . . . . .\n"
                            ". . . . . . . . .\n"
                            ". . . . . . . . .\n"
                            ". . . . . . . . .\n"
                            ". . . . . . . . .\n"
                            ". . . . . . . . .\n"
                            "X X X X X X X . .\n"
                            "O O O O O O X . .\n"
                            ". X X X . O X . .\n",
                            BLACK, "japanese");
    uint8_t status[POINT_COUNT];
    judge(game, OWNERSHIP_UNKNOWN, status);
    check_sekis(game, status);
    cr_assert_eq(status[point_at(0, 7)], STATUS_SEKI);
    cr_assert_eq(status[point_at(1, 8)], STATUS_SEKI);
    cr_assert_eq(status[point_at(0, 6)], STATUS_ALIVE);
}

static ChainProof prove_black_lost(const Board *board, Point p, Point rival,
                                   const Deadline *deadline) {
    cr_assert_eq(board_color(board, p), color_opponent(board_color(board, rival)));
    cr_assert_null(deadline);
    return board_color(board, p) == BLACK ? PROVED_LOST : PROVED_SAFE;
}

static ChainProof prove_black_at_risk(const Board *board, Point p, Point rival,
                                      const Deadline *deadline) {
    const ChainProof proof = prove_black_lost(board, p, rival, deadline);
    return proof == PROVED_LOST ? PROVED_AT_RISK : proof;
}

/* Random games take both chains for a seki. */
Test(stones, proofs_decide_what_games_call_a_seki) {
    static const struct {
        ChainProver *prover;
        StoneStatus black, white;
    } CASES[] = {{NULL, STATUS_SEKI, STATUS_SEKI},
                 {prove_black_lost, STATUS_DEAD, STATUS_ALIVE},
                 {prove_black_at_risk, STATUS_ALIVE, STATUS_ALIVE},
                 {owl_prove, STATUS_SEKI, STATUS_SEKI}};
    Game *game = games_from(SEKI, WHITE, "japanese");
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        uint8_t status[POINT_COUNT];
        cr_assert(stone_status_find(game, OWNERSHIP_UNKNOWN, CASES[i].prover, NULL, status, NULL));
        cr_assert_eq(status[point_at(4, 5)], CASES[i].black, "%zu", i);
        cr_assert_eq(status[point_at(1, 5)], CASES[i].white, "%zu", i);
    }
}

/* Finished games. Black's stones at the upper right are dead, and White's around them alive. */
static const char DEAD_BESIDE[][CELL_COUNT_MAX * 2 + 1] = {
    ". . . . . X X O . . . O X X . X X O .\n"
    ". . . . X . X O O . O O X O O O O O X\n"
    "X X X X O X X X X O . O X X X O O X .\n"
    "O X O O O O X O O O O O O X X X X X X\n"
    "O O O . . . O . O X O O X X O O O X X\n"
    ". X X . . . O O X X X O O O . O X X O\n"
    ". . . . . . O . O X . X O X O O O O O\n"
    ". X O . . . . O O X . X X X O . . . .\n"
    ". X O . . O O X X O O O O O X O O O O\n"
    ". O . O O X O X X X O X X X X X X X O\n"
    ". X O . O X X . . X X . X X . O O X X\n"
    ". O O O X X . X X X X X X X O O X X .\n"
    ". X X X O X O X O O X O X O O X X . .\n"
    ". . O . O O . O . O O O O O O O X . .\n"
    ". X . X O . O . O X X X . O X O X . .\n"
    ". X X X O X . . . O O X X . X X X . .\n"
    ". O X O . . . . . . O X . X X . . . .\n"
    ". O O . O . . . . . O O O O O X . . .\n"
    ". . . . . . . . . . . . . O X X . . .\n",
    ". O . O O O X X . . . X O O . X . O .\n"
    "X O . O O X X X . . X . X O O O X X O\n"
    "O O O X O O O X X X X X X O X O O O .\n"
    "X X X X X O X X O O O O X O X X X O O\n"
    ". . . . X O X O O . O X X O O O X O O\n"
    ". . . X X X O . O X . O X O X X X X X\n"
    ". . . . X O O O O O O O O X X O X X .\n"
    ". . . X O O X X X X O X X X O O X . X\n"
    ". . X O . O O O X . X X . X O X X X O\n"
    ". . X O . O X X . X . . X O O O X O O\n"
    ". . X X O O O X X . . X O . . . O O O\n"
    ". . X O O . O . O X . X O . O . O O X\n"
    ". X O O X O O . O X X X X O O O O X X\n"
    ". X X X X . X X X X O X X O X X X X X\n"
    "X . X O X X X O . X O O X X X X O O X\n"
    "O X X O O O O O X X . O O O X O O . O\n"
    "O O O . . O . . O X X O . O O O X O .\n"
    ". . . . . . . O . O X O O . . . . . .\n"
    ". . . . . . . . O O X X O X . . . . .\n",
};

Test(stones, beside_dead_stones_alone_is_no_seki) {
    static const struct {
        int prisoners[2];
        double score; /* as the players agreed */
        int x, y;     /* a white stone beside dead black ones, from the left and the top */
    } CASES[] = {{{6, 10}, -120.5, 17, 0}, {{9, 12}, -34.5, 13, 0}};
    for (int i = 0; i < 2; i++) {
        Game *game = games_from(DEAD_BESIDE[i], BLACK, "japanese");
        uint8_t status[POINT_COUNT];
        game->komi = 6.5;
        memcpy(game->board.prisoners, CASES[i].prisoners, sizeof CASES[i].prisoners);
        judge(game, OWNERSHIP_UNKNOWN, status);
        cr_assert_eq(check_sekis(game, status), 0, "game %d", i);
        cr_assert_eq(status[point_at(CASES[i].x, CASES[i].y)], STATUS_ALIVE, "game %d", i);
        cr_assert_eq(game_score(game, status), CASES[i].score, "game %d: %g", i,
                     game_score(game, status));
    }
}

/* ---- Ownership ---- */

typedef struct {
    Color owner; /* of all points; EMPTY: each stone is its own side's */
    bool is_late;
    int calls;
} Claim;

static bool claim_find(const void *context, const Game *game, const Deadline *deadline,
                       float *owner) {
    Claim *claim = (Claim *)context;
    claim->calls++;
    for (int cell = 0; cell < game->geometry->cell_count; cell++) {
        const Point p = game->geometry->point_of[cell];
        const Color color = claim->owner == EMPTY ? board_color(&game->board, p) : claim->owner;
        owner[p] = color == BLACK ? 1 : color == WHITE ? -1 : 0;
    }
    return !claim->is_late && !deadline_is_over(deadline);
}

static OwnershipSource source_of(Claim *claim) {
    return (OwnershipSource){.find = claim_find, .context = claim};
}

/* White lives by moving first in the middle of three eyes in a row, and dies if Black does. */
static const char UNSETTLED[] = ". X . X . X .\n"
                                "X X X X X X X\n"
                                "O O O O X . X\n"
                                ". . . O X X X\n"
                                "O O O O X . X\n";

Test(stones, ownership_decides_what_is_in_doubt) {
    static const StoneStatus EXPECTED[] = {[BLACK] = STATUS_DEAD, [WHITE] = STATUS_ALIVE};
    for (Color owner = BLACK; owner <= WHITE; owner++) {
        Claim claim = {.owner = owner};
        Game *game = games_from(UNSETTLED, WHITE, "chinese");
        uint8_t status[POINT_COUNT];
        judge(game, source_of(&claim), status);
        cr_assert_eq(status[point_at(0, 2)], EXPECTED[owner]);
        cr_assert_eq(status[point_at(0, 1)], STATUS_ALIVE, "by Benson's algorithm");
        cr_assert_eq(claim.calls, 1);
    }
}

Test(stones, ownership_tells_dead_stones_from_a_seki) {
    static const StoneStatus EXPECTED[][2] = {/* of the black stones, of the white ones */
                                              [WHITE] = {STATUS_DEAD, STATUS_ALIVE},
                                              [EMPTY] = {STATUS_SEKI, STATUS_SEKI}};
    for (Color owner = WHITE; owner <= EMPTY; owner++) {
        Claim claim = {.owner = owner};
        Game *game = games_from(TAKEN_FOR_SEKI, WHITE, "japanese");
        uint8_t status[POINT_COUNT];
        judge(game, source_of(&claim), status);
        check_sekis(game, status);
        cr_assert_eq(status[point_at(0, 7)], EXPECTED[owner][0]);
        cr_assert_eq(status[point_at(0, 5)], EXPECTED[owner][1]);
    }
}

/* ---- Finished games of people ---- */

typedef struct {
    Game *game;
    Network *network;
    int games, as_agreed[2]; /* [with ownership by the network?] */
} Count;

/* Reads the score on which the players agreed and the rules that they named. */
static double read_agreement(const char *path, Game *game) {
    char result[32], rules[32];
    SgfTree *tree;
    Status status;
    cr_assert(sgf_load(path, &tree, &status), "%s", status.text);
    const SgfNode *root = sgf_tree_root(tree);
    cr_assert(sgf_node_simple_text(root, "RE", result, sizeof result), "%s", path);
    cr_assert(sgf_node_simple_text(root, "RU", rules, sizeof rules), "%s", path);
    sgf_tree_free(tree);
    game->rules = *rules_find(strcmp(rules, "chinese") == 0 ? "chinese" : "japanese");
    return result[1] != '+' ? 0 : (result[0] == 'B' ? 1 : -1) * strtod(result + 2, NULL);
}

static void count_game(Count *count, const char *path) {
    Status status;
    cr_assert(record_load(count->game, path, (RecordStop){0}, true, &status), "%s", status.text);
    const double agreed = read_agreement(path, count->game);
    count->games++;
    for (int knows = 0; knows < (count->network != NULL ? 2 : 1); knows++) {
        const OwnershipSource source =
            knows ? ownership_of_evaluator(network_evaluator(count->network)) : OWNERSHIP_UNKNOWN;
        uint8_t of_stones[POINT_COUNT];
        bool as_agreed = false;
        judge(count->game, source, of_stones);
        check_sekis(count->game, of_stones);
        for (int counts = 0; counts < 2 && !as_agreed; counts++) {
            count->game->rules.tax = counts == 1 ? TAX_NONE : TAX_SEKI;
            as_agreed = game_score(count->game, of_stones) == agreed;
        }
        count->as_agreed[knows] += as_agreed;
    }
}

/* Counts one game in `step` of a folder. */
static void count_folder(Count *count, const char *folder, int step) {
    struct dirent **entries;
    const int found = scandir(folder, &entries, NULL, alphasort);
    for (int i = 0; i < found; i++) {
        if (strstr(entries[i]->d_name, ".sgf") != NULL && i % step == 0) {
            count_game(count, formatted("%s/%s", folder, entries[i]->d_name));
        }
        free(entries[i]);
    }
    free(found >= 0 ? entries : NULL);
}

/* share: of all games. Some agreed scores are mistakes. */
static void check_folder(const char *name, double share) {
    static const NetworkOptions OPTIONS = {.precision = PRECISION_AUTO};
    const char *shared = getenv("DIHEDRA_SHARED");
    const bool all = getenv("DIHEDRA_LONG") != NULL;
    Status status;
    const char *folder = formatted("%s/games/ogs/%s", shared != NULL ? shared : "../shared", name);
    Count count = {.game = games_kept(game_new(HASH_DEFAULT_SEED)),
                   .network =
                       inside_exists() ? network_open(NETWORK_INSIDE, &OPTIONS, &status) : NULL};
    count_folder(&count, folder, all ? 1 : IS_SANITIZED ? 12 : 4);
    for (int knows = 0; knows < (count.network != NULL ? 2 : 1); knows++) {
        cr_assert_geq(count.as_agreed[knows], (all ? share : 0.95) * count.games,
                      "%s: %d of %d, ownership known: %d", name, count.as_agreed[knows],
                      count.games, knows);
    }
    network_close(count.network);
    if (count.games == 0) {
        cr_skip_test("no finished games in the shared folder");
    }
}

Test(stones, finished_games_19x19) {
    check_folder("19x19", 0.99);
}

Test(stones, finished_games_9x9) {
    check_folder("9x9", 0.985);
}
