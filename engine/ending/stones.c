#include "engine/ending/stones.h"

#include <string.h>

#include "engine/board/benson.h"
#include "engine/ending/estimate.h"
#include "engine/reading/reading.h"

/* Games of each manner. Four hundred random ones tell 0.5 from 0.4 in the mean ownership of a chain
 * (standard error 0.05); those by the policy agree more among themselves. */
enum { CHANCE_GAMES = 400, POLICY_GAMES = 100 };

/* Mean ownership of a chain by its own colour, -1 to 1. Between these two, whoever moves first
 * decides in random games, as in a seki. Elsewhere, or if it is no seki, the sign decides. */
static const float CONTESTED_FROM = -0.4F;
static const float CONTESTED_TO = 0.5F;

/* Up to this sum of the means of both manners, -2 to 2, there is something to read. */
static const float DOUBT = 1.6F;

/* Reading of one chain: nodes, and moves ahead. Some 10 ms; what it cannot decide stays open. */
enum { READING_NODES = 2000, READING_DEPTH = 60 };

static float chain_ownership(const Board *board, Point p, const float *owner) {
    Point stones[CELL_COUNT_MAX];
    const int count = board_chain_stones(board, p, stones);
    float sum = 0;
    for (int i = 0; i < count; i++) {
        sum += owner[stones[i]];
    }
    return (board->color[p] == BLACK ? sum : -sum) / (float)count;
}

static bool is_contested(const Board *board, Point p, const float *owner) {
    const float own = chain_ownership(board, p, owner);
    return own >= CONTESTED_FROM && own < CONTESTED_TO;
}

/* Would a stone of color at p stand in atari, or could it not be played? */
static bool is_self_atari(const Game *game, Color color, Point p) {
    if (board_check(&game->board, color, p, false) != MOVE_LEGAL) {
        return true;
    }
    Board after;
    board_copy(&after, &game->board);
    board_play(&after, color, p);
    return board_liberties(&after, p, NULL) <= 1;
}

/* Do the chains at a and b, of opposite colours, hold each other in seki? Neither is in atari, they
 * share liberties, and whoever plays on one of those puts himself in atari. */
static bool is_seki_pair(const Game *game, Point a, Point b) {
    Point liberties[2][CELL_COUNT_MAX];
    const int count_a = board_liberties(&game->board, a, liberties[0]);
    const int count_b = board_liberties(&game->board, b, liberties[1]);
    if (count_a < 2 || count_b < 2) {
        return false;
    }
    bool share = false;
    for (int i = 0; i < count_a; i++) {
        for (int j = 0; j < count_b; j++) {
            if (liberties[0][i] != liberties[1][j]) {
                continue;
            }
            share = true;
            if (!is_self_atari(game, BLACK, liberties[0][i]) ||
                !is_self_atari(game, WHITE, liberties[0][i])) {
                return false;
            }
        }
    }
    return share;
}

/* Is the contested chain at p in seki with an opponent's contested chain that shares a liberty? */
static bool is_seki(const Game *game, Point p, const float *owner) {
    const Board *board = &game->board;
    const uint8_t opponent = (uint8_t)color_opponent(board_color(board, p));
    Point liberties[CELL_COUNT_MAX];
    const int count = board_liberties(board, p, liberties);
    for (int i = 0; i < count; i++) {
        Point beside[4];
        point_neighbours(liberties[i], beside);
        for (int j = 0; j < 4; j++) {
            if (board->color[beside[j]] == opponent && is_contested(board, beside[j], owner) &&
                is_seki_pair(game, p, beside[j])) {
                return true;
            }
        }
    }
    return false;
}

/* What is known of a position when its chains are judged. */
typedef struct {
    const Game *game;
    float by_chance[POINT_COUNT], by_policy[POINT_COUNT]; /* mean ownership */
    Reader *reader; /* made for the first chain in doubt; without memory playouts alone decide */
    const Deadline *deadline; /* nothing is read from then on; NULL: none */
    bool is_late;             /* something would have been, or was not read to its end */
} Judge;

/* Can the chain be taken though its owner moves first? Reading proves it or knows nothing. */
static bool is_lost(Judge *judge, Point p) {
    const ReadingLimits limits = {
        .nodes = READING_NODES, .depth = READING_DEPTH, .deadline = judge->deadline};
    const Board *board = &judge->game->board;
    judge->is_late = judge->is_late || deadline_is_over(judge->deadline);
    if (judge->is_late) {
        return false;
    }
    if (judge->reader == NULL) {
        judge->reader = reader_new();
    }
    const bool is_lost = judge->reader != NULL &&
                         reading_attack(judge->reader, board, p, limits).code == READING_WINS &&
                         reading_defend(judge->reader, board, p, limits).code == READING_FAILS;
    judge->is_late = !is_lost && deadline_is_over(judge->deadline);
    return is_lost;
}

static StoneStatus chain_status(Judge *judge, Point p) {
    const Board *board = &judge->game->board;
    const float sum =
        chain_ownership(board, p, judge->by_chance) + chain_ownership(board, p, judge->by_policy);
    if (sum < -DOUBT || (sum < DOUBT && is_lost(judge, p))) {
        return STATUS_DEAD;
    }
    if (is_contested(board, p, judge->by_chance) && is_seki(judge->game, p, judge->by_chance)) {
        return STATUS_SEKI;
    }
    return sum >= 0 ? STATUS_ALIVE : STATUS_DEAD;
}

bool stones_judge(const Game *game, const Deadline *deadline, uint8_t status[POINT_COUNT],
                  float *by_chance) {
    const Board *board = &game->board;
    uint8_t life[POINT_COUNT];
    Judge judge = {.game = game, .deadline = deadline};
    if (!estimate_owners(board, ESTIMATE_BY_CHANCE, EMPTY, CHANCE_GAMES, ESTIMATE_SEED, deadline,
                         judge.by_chance) ||
        !estimate_owners(board, ESTIMATE_BY_POLICY, EMPTY, POLICY_GAMES, ESTIMATE_SEED, deadline,
                         judge.by_policy)) {
        return false;
    }
    benson_find(board, game->rules.suicide, life);
    memset(status, STATUS_NONE, POINT_COUNT);
    for (int cell = 0; cell < game->geometry->cell_count && !judge.is_late; cell++) {
        const Point p = game->geometry->point_of[cell];
        const Point chain = board->chain[p];
        if (board->color[p] == EMPTY) {
            continue;
        }
        if (status[chain] == STATUS_NONE) {
            const StoneStatus of_chain = life[chain] == LIFE_ALIVE  ? STATUS_ALIVE
                                         : life[chain] == LIFE_DEAD ? STATUS_DEAD
                                                                    : chain_status(&judge, chain);
            status[chain] = (uint8_t)of_chain;
        }
        status[p] = status[chain];
    }
    reader_free(judge.reader);
    if (by_chance != NULL) {
        memcpy(by_chance, judge.by_chance, sizeof judge.by_chance);
    }
    return !judge.is_late;
}
