/* Dragons of finished games between people: no status contradicts what reading or a goal search
 * proves of the same stones. */
#include "engine/go/sgf/record.h"
#include "engine/solve/dragon/dragon.h"
#include "engine/solve/dragon/owl.h"
#include "engine/solve/problem/region.h"
#include "tests/support/position/games.h"
#include "tests/support/program/goal_search_kept.h"
#include "tests/support/program/sanitizer.h"

#include <dirent.h>

/* What fewer positions prove, these prove, too. */
static const GoalLimits LIMITS = {.nodes = 20000}, PROOF_LIMITS = {.nodes = 2000};

typedef struct {
    GoalSearch *search, *proofs;
    Reader *reader;
    int dragons;
} Sweep;

/* What a search says of the dragon, in its region. */
static GoalAnswer search_region(Sweep *sweep, const Board *board, const Dragon *dragon,
                                Color mover) {
    const GoalAnswer unknown = {.code = GOAL_UNKNOWN};
    Goal goal;
    Status status;
    if (!dragon_init_goal(dragon, board, &goal)) {
        return unknown;
    }
    const RegionKind kind =
        region_find(board, goal.targets, goal.target_count, REGION_RADIUS, &goal.playable);
    if (!goal_finish(&goal, board, &status)) {
        return unknown;
    }
    const GoalAnswer answer = goal_answer(sweep->proofs, &goal, board, mover, 0, PROOF_LIMITS);
    const bool gets_out =
        kind == REGION_OPEN && answer.code == goal_code_of(&goal, GOAL_HELD, mover);
    return gets_out ? unknown : answer;
}

static void check_dragon(Sweep *sweep, const Board *board, const Dragon *dragon, const char *path) {
    const Point p = dragon->chains[0];
    const ReadingLimits reading = reading_default_limits();
    Point attack, defense;
    char text[POINT_TEXT_MAX];
    const DragonStatus status = owl_status(sweep->search, board, p, LIMITS, &attack, &defense);
    const GoalCode kills = search_region(sweep, board, dragon, color_opponent(dragon->color)).code;
    const GoalCode saves = search_region(sweep, board, dragon, dragon->color).code;
    const bool is_captured =
        dragon->chain_count == 1 &&
        reading_attack(sweep->reader, board, p, reading).code == READING_WINS &&
        reading_defend(sweep->reader, board, p, reading).code == READING_FAILS;
    point_to_text(p, board->geometry->height, text);
    cr_assert(status == DRAGON_ALIVE || kills != GOAL_FAILS, "%s %s lives", path, text);
    cr_assert(status == DRAGON_DEAD || saves != GOAL_FAILS, "%s %s dies", path, text);
    cr_assert(status == DRAGON_DEAD || !is_captured, "%s %s is captured", path, text);
    sweep->dragons++;
}

static void check_game(Sweep *sweep, Game *game, const char *path) {
    const Board *board = &game->board;
    bool listed[POINT_COUNT] = {false}; /* [chain] */
    Status status;
    cr_assert(record_load(game, path, (RecordStop){0}, true, &status), "%s", status.text);
    for (int cell = 0; cell < board->geometry->cell_count; cell++) {
        const Point p = board->geometry->point_of[cell];
        Dragon dragon;
        if (board_color(board, p) == EMPTY || listed[board->chain[p]]) {
            continue;
        }
        dragon_find(board, p, &dragon);
        for (int i = 0; i < dragon.chain_count; i++) {
            listed[board->chain[dragon.chains[i]]] = true;
        }
        check_dragon(sweep, board, &dragon, path);
    }
}

Test(owl_games, no_status_contradicts_a_proof) {
    const char *shared = getenv("DIHEDRA_SHARED");
    const int step = getenv("DIHEDRA_LONG") != NULL ? 1 : IS_SANITIZED ? 48 : 12;
    const char *folder = formatted("%s/games/ogs/9x9", shared != NULL ? shared : "../shared");
    Game *game = games_kept(game_new(HASH_DEFAULT_SEED));
    Sweep sweep = {
        .search = goal_search_kept(4), .proofs = goal_search_kept(4), .reader = reader_new()};
    struct dirent **entries;
    const int found = scandir(folder, &entries, NULL, alphasort);
    for (int i = 0; i < found; i++) {
        if (strstr(entries[i]->d_name, ".sgf") != NULL && i % step == 0) {
            check_game(&sweep, game, formatted("%s/%s", folder, entries[i]->d_name));
        }
        free(entries[i]);
    }
    free(found >= 0 ? entries : NULL);
    reader_free(sweep.reader);
    if (sweep.dragons == 0) {
        cr_skip_test("no finished games in the shared folder");
    }
}
