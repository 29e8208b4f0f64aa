#include "engine/go/ending/stone_status.h"

#include "engine/go/board/benson.h"
#include "engine/go/board/liberty.h"
#include "engine/go/playout/policy.h"
#include "engine/go/reading/reading.h"

/* Games of each method. Four hundred random ones tell 0.5 from 0.4 in the mean ownership of a chain
 * (standard error 0.05); those by the policy vary less. */
enum { RANDOM_GAMES = 400, POLICY_GAMES = 100 };

/* Mean ownership of a chain by its own color, -1 to 1. Between these two, the side that moves
 * first decides in random games, as in a seki. */
static const float CONTESTED_FROM = -0.4F, CONTESTED_TO = 0.5F;

/* The weight of each estimate of a chain's owner. Random games show sekis; games by the policy
 * judge life better: of 172 finished games 168 are counted as the players agreed, 166 if both
 * count alike. A source of ownership makes it 168 or 169 with any weight from 1 to 2. */
static const float RANDOM_WEIGHT = 1, POLICY_WEIGHT = 2, SOURCE_WEIGHT = 1;

/* A chain is in doubt if its mean of all estimates, -1 to 1, is nearer to 0. A contested chain
 * always is. */
static const float DOUBT = 0.85F;

/* No chain in seki has less than this by a source of ownership. In the finished games that were
 * looked at stones in seki have at least 0, dead ones that random games take for a seki -0.9. */
static const float SEKI_FROM = -0.5F;

/* Reading of one chain: nodes, and moves ahead. Some 10 ms; what it cannot decide stays open. */
enum { READING_NODES = 2000, READING_DEPTH = 60 };

static float chain_ownership(const Board *board, Point p, const float *owner) {
    float sum = 0;
    Point stone = p;
    do {
        sum += owner[stone];
        stone = board->next[stone];
    } while (stone != p);
    return (board->color[p] == BLACK ? sum : -sum) / (float)chain_size(board, p);
}

/* Would a stone of color at p stand in atari, or is the move illegal? */
static bool is_self_atari(const Board *board, Color color, Point p) {
    Point liberty;
    return board_check(board, color, p, false) != MOVE_LEGAL ||
           liberties_after(board, p, color, &liberty) < 2;
}

/* Are the chains at a and b, of opposite colors, which share a liberty, in seki? Neither is in
 * atari, and playing on a shared liberty is self-atari for either side. */
static bool is_seki_pair(const Board *board, Point a, Point b) {
    Point liberties[2][CELL_COUNT_MAX];
    const int count_a = board_liberties(board, a, liberties[0]);
    const int count_b = board_liberties(board, b, liberties[1]);
    if (count_a < 2 || count_b < 2) {
        return false;
    }
    for (int i = 0; i < count_a; i++) {
        for (int j = 0; j < count_b; j++) {
            if (liberties[0][i] == liberties[1][j] &&
                (!is_self_atari(board, BLACK, liberties[0][i]) ||
                 !is_self_atari(board, WHITE, liberties[0][i]))) {
                return false;
            }
        }
    }
    return true;
}

/* Returns a stone of an opponent's chain with which the chain at p can be in seki, or POINT_NONE.
 * status: of a chain in seki; NULL: of any. */
static Point find_seki_partner(const Board *board, Point p, const uint8_t *status) {
    const uint8_t opponent = (uint8_t)color_opponent(board_color(board, p));
    Point liberties[CELL_COUNT_MAX];
    const int count = board_liberties(board, p, liberties);
    for (int i = 0; i < count; i++) {
        for (int j = 0; j < 4; j++) {
            const Point beside = point_beside(liberties[i], j);
            if (board->color[beside] == opponent &&
                (status == NULL || status[beside] == STATUS_SEKI) &&
                is_seki_pair(board, p, beside)) {
                return beside;
            }
        }
    }
    return POINT_NONE;
}

/* What is known of a position when its chains are judged. */
typedef struct {
    const Game *game;
    float by_random_games[POINT_COUNT], by_policy[POINT_COUNT]; /* mean ownership */
    OwnershipSource source; /* called for the first chain in doubt, unless find is NULL */
    bool has_ownership;
    float ownership[POINT_COUNT]; /* the source's answer */
    ChainProver *prover;          /* NULL: none */
    uint8_t proofs[POINT_COUNT];  /* [point]: of the chains that were asked about */
    Reader *reader; /* made for the first chain in doubt; if out of memory, games alone decide */
    const Deadline *deadline; /* NULL: none */
    bool is_late;             /* the deadline has cut something short */
} Judge;

/* Calls the source, once. Returns false if there is no source or no time. */
static bool find_ownership(Judge *judge) {
    if (!judge->has_ownership && judge->source.find != NULL && !judge->is_late) {
        judge->has_ownership = judge->source.find(judge->source.context, judge->game,
                                                  judge->deadline, judge->ownership);
        judge->is_late = !judge->has_ownership;
    }
    return judge->has_ownership;
}

static bool is_doubtful_owner(float mean) {
    return mean >= -DOUBT && mean < DOUBT;
}

/* Returns the mean of what games and, if they leave a doubt, the source say of a chain's owner. */
static float mean_owner(Judge *judge, Point p) {
    const Board *board = &judge->game->board;
    const float weight = RANDOM_WEIGHT + POLICY_WEIGHT;
    const float sum = RANDOM_WEIGHT * chain_ownership(board, p, judge->by_random_games) +
                      POLICY_WEIGHT * chain_ownership(board, p, judge->by_policy);
    if (!is_doubtful_owner(sum / weight) || !find_ownership(judge)) {
        return sum / weight;
    }
    return (sum + SOURCE_WEIGHT * chain_ownership(board, p, judge->ownership)) /
           (weight + SOURCE_WEIGHT);
}

/* Does the side that moves first decide the chain's fate in random games, as in a seki? */
static bool is_contested(const Judge *judge, Point p) {
    const Board *board = &judge->game->board;
    const float own = chain_ownership(board, p, judge->by_random_games);
    return own >= CONTESTED_FROM && own < CONTESTED_TO &&
           (!judge->has_ownership || chain_ownership(board, p, judge->ownership) >= SEKI_FROM);
}

/* Does reading prove that the chain is captured even if its owner moves first? */
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

/* Asks the prover about the chain at p, whose partner in a seki is the one at rival. */
static ChainProof prove(Judge *judge, Point p, Point rival) {
    judge->is_late = judge->is_late || deadline_is_over(judge->deadline);
    if (judge->prover == NULL || judge->is_late) {
        return PROVED_NOTHING;
    }
    const ChainProof proof = judge->prover(&judge->game->board, p, rival, judge->deadline);
    judge->is_late = proof == PROVED_NOTHING && deadline_is_over(judge->deadline);
    judge->proofs[judge->game->board.chain[p]] = (uint8_t)proof;
    return proof;
}

/* What all estimates agree on is not called dead: a proof in a race takes walls to stand. */
static StoneStatus status_without_seki(const Judge *judge, Point p, float mean) {
    const uint8_t proof = judge->proofs[judge->game->board.chain[p]];
    const float least = proof == PROVED_LOST ? DOUBT : proof == PROVED_SAFE ? -DOUBT : 0;
    return mean >= least ? STATUS_ALIVE : STATUS_DEAD;
}

/* STATUS_SEKI: the chain is in seki if it has a partner. */
static StoneStatus chain_status(Judge *judge, Point p) {
    const Board *board = &judge->game->board;
    const float mean = mean_owner(judge, p);
    if (mean < -DOUBT || (is_doubtful_owner(mean) && is_lost(judge, p))) {
        return STATUS_DEAD;
    }
    const Point partner = find_seki_partner(board, p, NULL);
    if (partner != POINT_NONE) {
        const ChainProof proof = prove(judge, p, partner);
        if (proof == PROVED_SAFE || (proof == PROVED_NOTHING && is_contested(judge, p))) {
            return STATUS_SEKI;
        }
    }
    return status_without_seki(judge, p, mean);
}

static void chain_set_status(const Board *board, Point p, StoneStatus status, uint8_t *of_points) {
    Point stone = p;
    do {
        of_points[stone] = (uint8_t)status;
        stone = board->next[stone];
    } while (stone != p);
}

/* Takes chains without a partner out of the sekis, until each chain in seki has one. */
static void drop_lone_sekis(Judge *judge, uint8_t *status) {
    const Board *board = &judge->game->board;
    bool changed = true;
    while (changed) {
        changed = false;
        for (int cell = 0; cell < board->geometry->cell_count; cell++) {
            const Point p = board->geometry->point_of[cell];
            if (status[p] != STATUS_SEKI || find_seki_partner(board, p, status) != POINT_NONE) {
                continue;
            }
            chain_set_status(board, p, status_without_seki(judge, p, mean_owner(judge, p)), status);
            changed = true;
        }
    }
}

static void judge_chains(Judge *judge, uint8_t *status) {
    const Board *board = &judge->game->board;
    uint8_t life[POINT_COUNT];
    benson_find(board, judge->game->rules.suicide, life);
    memset(status, STATUS_NONE, POINT_COUNT);
    for (int cell = 0; cell < board->geometry->cell_count && !judge->is_late; cell++) {
        const Point p = board->geometry->point_of[cell];
        if (board->color[p] != EMPTY && status[p] == STATUS_NONE) {
            const StoneStatus of_chain = life[p] == LIFE_ALIVE  ? STATUS_ALIVE
                                         : life[p] == LIFE_DEAD ? STATUS_DEAD
                                                                : chain_status(judge, p);
            chain_set_status(board, p, of_chain, status);
        }
    }
    drop_lone_sekis(judge, status);
}

bool stone_status_find(const Game *game, OwnershipSource source, ChainProver *prover,
                       const Deadline *deadline, uint8_t status[POINT_COUNT],
                       float *by_random_games) {
    const Board *board = &game->board;
    Judge judge = {.game = game, .source = source, .prover = prover, .deadline = deadline};
    const EstimateGames random_games = {ESTIMATE_BY_RANDOM_GAMES, EMPTY, RANDOM_GAMES,
                                        ESTIMATE_SEED};
    const EstimateGames policy_games = {ESTIMATE_BY_POLICY, EMPTY, POLICY_GAMES, ESTIMATE_SEED};
    if (!estimate_owners(board, &random_games, deadline, judge.by_random_games) ||
        !estimate_owners(board, &policy_games, deadline, judge.by_policy)) {
        return false;
    }
    judge_chains(&judge, status);
    reader_free(judge.reader);
    if (by_random_games != NULL) {
        memcpy(by_random_games, judge.by_random_games, sizeof judge.by_random_games);
    }
    return !judge.is_late;
}

/* ---- Estimates ---- */

bool estimate_owners(const Board *board, const EstimateGames *games, const Deadline *deadline,
                     float *owner) {
    const Geometry *geometry = board->geometry;
    int balance[POINT_COUNT] = {0};
    uint8_t owners[POINT_COUNT];
    Rng rng = rng_new(games->seed);
    Board start, end;
    /* Set up from its cells: playouts choose by the order of the empty points, which must not
     * depend on how the position came about. */
    ColorCell cells[CELL_COUNT_MAX];
    Status status;
    board_get_cells(board, cells);
    board_init(&start, geometry);
    board_set_up(&start, cells, BLACK, &status); /* cannot fail: it stands on a board */
    for (int i = 0; i < games->count; i++) {
        PlayoutTrace trace;
        if (deadline_is_over(deadline)) {
            return false;
        }
        board_copy(&end, &start);
        end.to_move = games->first != EMPTY ? (uint8_t)games->first : i % 2 == 0 ? BLACK : WHITE;
        if (games->method == ESTIMATE_BY_RANDOM_GAMES) {
            playout_run(&end, &rng);
        } else {
            playout_policy_run(&PLAYOUT_POLICY_RATES, &end, POINT_NONE, POINT_NONE, &rng, &trace);
        }
        playout_owners(&end, owners);
        for (int cell = 0; cell < geometry->cell_count; cell++) {
            const Point p = geometry->point_of[cell];
            balance[p] += (owners[p] == BLACK) - (owners[p] == WHITE);
        }
    }
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const Point p = geometry->point_of[cell];
        owner[p] = (float)balance[p] / (float)games->count;
    }
    return true;
}
