#include "engine/ending/ownership.h"

#include <string.h>

#include "engine/board/benson.h"
#include "engine/board/score.h"
#include "engine/playout/policy.h"
#include "engine/reading/reading.h"

enum { PLAYOUTS = 400, POLICY_PLAYOUTS = 100, FEW_PLAYOUTS = 24 };

/* A fixed seed: the same position always gets the same answer. */
static const uint64_t SEED = 0x6F776E6572736869;

/* Mean ownership of a chain by its own colour, -1 to 1: between these two, who moves first decides
 * in random play, as it does in a seki. Elsewhere, or where it is no seki, the sign decides. */
static const float CONTESTED_FROM = -0.4F;
static const float CONTESTED_TO = 0.5F;

/* Up to this the sum of both means, -2 to 2, leaves room for reading. */
static const float DOUBT = 1.6F;

/* A point is settled where at least nine playouts in ten agree on it. */
static const float SETTLED = 0.8F;

/* Random playouts see sekis and what every order of moves comes to; playouts by the policy see who
 * lives if both sides answer. */
typedef enum { BY_CHANCE, BY_POLICY } Manner;

/* first: who begins each playout; EMPTY: the sides in turn. Returns false, with nothing estimated,
 * if the deadline comes before the last playout has begun. */
static bool estimate(const Board *board, Manner manner, Color first, int playouts, uint64_t seed,
                     const Deadline *deadline, float *owner) {
    const Geometry *geometry = board->geometry;
    const PolicyRates rates = policy_default_rates();
    int balance[POINT_COUNT] = {0};
    uint8_t owners[POINT_COUNT];
    Rng rng = rng_new(seed);
    Board start, end;
    /* Set up anew: the order of the empty points, by which playouts choose, must not tell how the
     * position came about. */
    ColorCell cells[CELL_COUNT_MAX];
    Status status;
    board_get_cells(board, cells);
    board_init(&start, geometry);
    board_set_up(&start, cells, BLACK, &status); /* cannot fail: it stands on a board */
    for (int i = 0; i < playouts; i++) {
        PlayoutTrace trace;
        if (deadline_is_over(deadline)) {
            return false;
        }
        board_copy(&end, &start);
        end.to_move = first != EMPTY ? (uint8_t)first : i % 2 == 0 ? BLACK : WHITE;
        if (manner == BY_CHANCE) {
            playout_run(&end, &rng);
        } else {
            policy_run(&rates, &end, POINT_NONE, POINT_NONE, &rng, &trace);
        }
        playout_owners(&end, owners);
        for (int cell = 0; cell < geometry->cell_count; cell++) {
            const Point p = geometry->point_of[cell];
            balance[p] += (owners[p] == BLACK) - (owners[p] == WHITE);
        }
    }
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const Point p = geometry->point_of[cell];
        owner[p] = (float)balance[p] / (float)playouts;
    }
    return true;
}

void ownership_estimate(const Board *board, int playouts, uint64_t seed, float *owner) {
    estimate(board, BY_CHANCE, EMPTY, playouts, seed, NULL, owner);
}

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
    const ReadingLimits limits = {.nodes = 2000, .depth = 60, .deadline = judge->deadline};
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

/* by_chance: gets the mean ownership in random playouts. Returns false if the deadline comes before
 * the playouts are over or some chain in doubt could be read. */
static bool judge_stones(const Game *game, const Deadline *deadline, uint8_t *status,
                         float *by_chance) {
    const Board *board = &game->board;
    uint8_t life[POINT_COUNT];
    Judge judge = {.game = game, .deadline = deadline};
    if (!estimate(board, BY_CHANCE, EMPTY, PLAYOUTS, SEED, deadline, judge.by_chance) ||
        !estimate(board, BY_POLICY, EMPTY, POLICY_PLAYOUTS, SEED, deadline, judge.by_policy)) {
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
    memcpy(by_chance, judge.by_chance, sizeof judge.by_chance);
    return !judge.is_late;
}

void ownership_status(const Game *game, uint8_t *status) {
    float by_chance[POINT_COUNT];
    judge_stones(game, NULL, status, by_chance);
}

static void mark_dead(const uint8_t *status, uint8_t *dead) {
    for (int p = 0; p < POINT_COUNT; p++) {
        dead[p] = status[p] == STATUS_DEAD;
    }
}

bool ownership_dead_by(const Game *game, const Deadline *deadline, uint8_t *dead) {
    uint8_t status[POINT_COUNT];
    float by_chance[POINT_COUNT];
    if (!judge_stones(game, deadline, status, by_chance)) {
        return false;
    }
    mark_dead(status, dead);
    return true;
}

void ownership_dead(const Game *game, uint8_t *dead) {
    ownership_dead_by(game, NULL, dead);
}

/* Is p beside a chain in seki? */
static bool is_in_seki(Point p, const uint8_t *status) {
    Point beside[4];
    point_neighbours(p, beside);
    bool found = status[p] == STATUS_SEKI;
    for (int i = 0; i < 4; i++) {
        found = found || status[beside[i]] == STATUS_SEKI;
    }
    return found;
}

/* Do the playouts agree with the owners, sekis left out? */
static bool agrees(const Board *board, const uint8_t *status, const uint8_t *owners,
                   const float *owner) {
    for (int cell = 0; cell < board->geometry->cell_count; cell++) {
        const Point p = board->geometry->point_of[cell];
        if (!is_in_seki(p, status) && (owners[p] == BLACK ? owner[p] : -owner[p]) < SETTLED) {
            return false;
        }
    }
    return true;
}

/* Is too much open for a closer look? A few playouts say so of nearly every position; so does the
 * deadline. */
static bool is_wide_open(const Board *board, const Deadline *deadline) {
    float owner[POINT_COUNT];
    if (!estimate(board, BY_CHANCE, EMPTY, FEW_PLAYOUTS, SEED, deadline, owner)) {
        return true;
    }
    int open = 0;
    for (int cell = 0; cell < board->geometry->cell_count; cell++) {
        const float balance = owner[board->geometry->point_of[cell]];
        open += balance > -0.5F && balance < 0.5F;
    }
    return 8 * open > board->geometry->cell_count;
}

bool ownership_is_settled(const Game *game, bool without_dead, const Deadline *deadline) {
    const Board *board = &game->board;
    uint8_t status[POINT_COUNT], dead[POINT_COUNT] = {0}, owners[POINT_COUNT];
    float by_chance[POINT_COUNT], by_policy[POINT_COUNT];
    if (is_wide_open(board, deadline) || !judge_stones(game, deadline, status, by_chance)) {
        return false;
    }
    if (without_dead) {
        mark_dead(status, dead);
    }
    score_area_without(board, dead, owners);
    for (int i = 0; i < board->empty_count; i++) {
        const Point p = board->empty[i];
        if (owners[p] == EMPTY && !is_in_seki(p, status)) {
            return false;
        }
    }
    if (!agrees(board, status, owners, by_chance)) {
        return false;
    }
    /* It is the opponent who gets the move when this side passes. */
    const Color opponent = color_opponent((Color)board->to_move);
    return estimate(board, BY_POLICY, opponent, POLICY_PLAYOUTS, SEED, deadline, by_policy) &&
           agrees(board, status, owners, by_policy);
}
