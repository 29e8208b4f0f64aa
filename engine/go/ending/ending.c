#include "engine/go/ending/ending.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "engine/go/board/benson.h"
#include "engine/go/ending/stone_status.h"

enum {
    FIRST_GAMES =
        24, /* of a first look, which rules out most positions at a twentieth of the cost */
    REPLY_GAMES = 100,    /* after a pass: does the opponent's move change anything? */
    OPEN_DIVISOR = 8,     /* the board is open if more than one point in this many is */
    POINTS_PER_STONE = 4, /* at most, at the end of a game */
};

/* A point is open if its mean ownership in a first look is nearer to 0. */
static const float OPEN_BELOW = 0.5F;

/* A point is settled if at least nine games in ten agree on its owner. */
static const float SETTLED = 0.8F;

typedef enum { UNKNOWN, NO, YES } Tristate;

/* What is known about a position. The second half is filled in when it is needed. */
typedef struct {
    int width, height;
    bool suicide; /* legal: the only rule on which life and death depend */
    OwnershipSource source;
    uint8_t to_move;
    Point ko;
    ColorCell cells[CELL_COUNT_MAX];

    Tristate is_open; /* too much is open for a closer look */
    bool has_status;
    uint8_t status[POINT_COUNT];
    float by_random_games[POINT_COUNT]; /* with status: mean owner */
    bool has_reply;
    float after_pass[POINT_COUNT]; /* mean owner if the opponent begins */
    Tristate is_settled[2];        /* [are dead stones taken off?] */
} EndingCache;

struct Ending {
    pthread_mutex_t mutex; /* held while a part is found */
    OwnershipSource source;
    ChainProver *prover;
    EndingCache cache;
};

Ending *ending_new(void) {
    Ending *ending = calloc(1, sizeof *ending);
    if (ending != NULL) {
        pthread_mutex_init(&ending->mutex, NULL);
    }
    return ending;
}

void ending_free(Ending *ending) {
    if (ending != NULL) {
        pthread_mutex_destroy(&ending->mutex);
        free(ending);
    }
}

void ending_set_source(Ending *ending, OwnershipSource source) {
    pthread_mutex_lock(&ending->mutex);
    ending->source = source;
    pthread_mutex_unlock(&ending->mutex);
}

void ending_set_prover(Ending *ending, ChainProver *prover) {
    ending->prover = prover;
}

/* Clears the cache unless it is of this position and source. */
static void prepare_cache(Ending *ending, const Game *game) {
    EndingCache *cache = &ending->cache;
    const Geometry *geometry = game->geometry;
    ColorCell cells[CELL_COUNT_MAX];
    board_get_cells(&game->board, cells);
    const size_t bytes = (size_t)geometry->cell_count * sizeof *cells;
    if (cache->width == geometry->width && cache->height == geometry->height &&
        cache->suicide == game->rules.suicide && cache->to_move == game->board.to_move &&
        cache->ko == game->board.ko && cache->source.find == ending->source.find &&
        cache->source.context == ending->source.context &&
        memcmp(cache->cells, cells, bytes) == 0) {
        return;
    }
    *cache = (EndingCache){.width = geometry->width,
                           .height = geometry->height,
                           .suicide = game->rules.suicide,
                           .source = ending->source,
                           .to_move = game->board.to_move,
                           .ko = game->board.ko};
    memcpy(cache->cells, cells, bytes);
}

static bool fill_status(Ending *ending, const Game *game, const Deadline *deadline) {
    EndingCache *cache = &ending->cache;
    cache->has_status =
        cache->has_status || stone_status_find(game, cache->source, ending->prover, deadline,
                                               cache->status, cache->by_random_games);
    return cache->has_status;
}

/* Is too much open for a closer look? Also returns true if the deadline comes first. */
static bool is_open(EndingCache *cache, const Board *board, const Deadline *deadline) {
    float owner[POINT_COUNT];
    if (cache->is_open != UNKNOWN) {
        return cache->is_open == YES;
    }
    const EstimateGames games = {ESTIMATE_BY_RANDOM_GAMES, EMPTY, FIRST_GAMES, ESTIMATE_SEED};
    if (!estimate_owners(board, &games, deadline, owner)) {
        return true;
    }
    int open = 0;
    for (int cell = 0; cell < board->geometry->cell_count; cell++) {
        const float mean = owner[board->geometry->point_of[cell]];
        open += mean > -OPEN_BELOW && mean < OPEN_BELOW;
    }
    cache->is_open = OPEN_DIVISOR * open > board->geometry->cell_count ? YES : NO;
    return cache->is_open == YES;
}

/* Is p a stone in seki, or beside one? */
static bool is_in_seki(Point p, const uint8_t *status) {
    bool found = status[p] == STATUS_SEKI;
    for (int i = 0; i < 4; i++) {
        found = found || status[point_beside(p, i)] == STATUS_SEKI;
    }
    return found;
}

/* Does every point outside sekis have an owner, and do the games agree on it? */
static bool agrees(const Board *board, const uint8_t *status, const uint8_t *owners,
                   const float *mean) {
    for (int cell = 0; cell < board->geometry->cell_count; cell++) {
        const Point p = board->geometry->point_of[cell];
        const float own = owners[p] == BLACK ? mean[p] : owners[p] == WHITE ? -mean[p] : 0;
        if (own < SETTLED && !is_in_seki(p, status)) {
            return false;
        }
    }
    return true;
}

/* Games in which the opponent begins, as after a pass. */
static bool find_reply_ownership(EndingCache *cache, const Board *board, const Deadline *deadline) {
    const EstimateGames games = {.method = ESTIMATE_BY_POLICY,
                                 .first = color_opponent(board->to_move),
                                 .count = REPLY_GAMES,
                                 .seed = ESTIMATE_SEED};
    cache->has_reply =
        cache->has_reply || estimate_owners(board, &games, deadline, cache->after_pass);
    return cache->has_reply;
}

/* UNKNOWN if the deadline comes first. */
static Tristate find_settled(Ending *ending, const Game *game, bool removes_dead_stones,
                             const Deadline *deadline) {
    EndingCache *cache = &ending->cache;
    const Board *board = &game->board;
    uint8_t owners[POINT_COUNT];
    if (is_open(cache, board, deadline)) {
        return cache->is_open == YES ? NO : UNKNOWN;
    }
    if (!fill_status(ending, game, deadline)) {
        return UNKNOWN;
    }
    score_area(board, removes_dead_stones ? cache->status : NULL, owners);
    if (!agrees(board, cache->status, owners, cache->by_random_games)) {
        return NO;
    }
    if (!find_reply_ownership(cache, board, deadline)) {
        return UNKNOWN;
    }
    return agrees(board, cache->status, owners, cache->after_pass) ? YES : NO;
}

/* Only a tax calls living stones in seki. */
static void set_all_alive(const Board *board, const Rules *rules, uint8_t status[POINT_COUNT]) {
    uint8_t owner[POINT_COUNT];
    memset(status, STATUS_NONE, POINT_COUNT);
    for (int cell = 0; cell < board->geometry->cell_count; cell++) {
        const Point p = board->geometry->point_of[cell];
        if (board_color(board, p) != EMPTY) {
            status[p] = STATUS_ALIVE;
        }
    }
    if (rules->tax != TAX_NONE) {
        score_area(board, status, owner);
        score_take_seki(board, owner, status);
    }
}

bool ending_status(Ending *ending, const Game *game, const Deadline *deadline,
                   uint8_t status[POINT_COUNT]) {
    EndingCache *cache = &ending->cache;
    if (game->board.passes >= 2 && game->rules.scoring == SCORING_AREA &&
        !ending_removes_dead_stones(&game->rules, false)) { /* the rules take no stones off */
        set_all_alive(&game->board, &game->rules, status);
        return true;
    }
    pthread_mutex_lock(&ending->mutex);
    prepare_cache(ending, game);
    const bool is_known = fill_status(ending, game, deadline);
    if (is_known) {
        memcpy(status, cache->status, sizeof cache->status);
    }
    pthread_mutex_unlock(&ending->mutex);
    return is_known;
}

bool ending_is_early(const Board *board, bool suicide_allowed) {
    const int cells = board->geometry->cell_count;
    uint8_t life[POINT_COUNT];
    int stones[2] = {0};
    bool is_decided = true;
    benson_find(board, suicide_allowed, life);
    for (int cell = 0; cell < cells; cell++) {
        const Point p = board->geometry->point_of[cell];
        is_decided = is_decided && life[p] != LIFE_UNDECIDED;
        if (board_color(board, p) != EMPTY) {
            stones[board_color(board, p)]++;
        }
    }
    return !is_decided && (stones[BLACK] == 0 || stones[WHITE] == 0 ||
                           POINTS_PER_STONE * (stones[BLACK] + stones[WHITE]) < cells);
}

bool ending_is_open(Ending *ending, const Game *game, const Deadline *deadline,
                    bool contested[POINT_COUNT]) {
    EndingCache *cache = &ending->cache;
    const bool is_early = ending_is_early(&game->board, game->rules.suicide);
    float expected[POINT_COUNT];
    int open = 0;
    memset(contested, is_early, POINT_COUNT * sizeof *contested);
    pthread_mutex_lock(&ending->mutex);
    prepare_cache(ending, game);
    const OwnershipSource source = cache->source;
    const float *owner = source.find == NULL ? cache->after_pass : expected;
    const bool is_known =
        !is_early && fill_status(ending, game, deadline) &&
        (source.find == NULL ? find_reply_ownership(cache, &game->board, deadline)
                             : source.find(source.context, game, deadline, expected));
    for (int cell = 0; is_known && cell < game->geometry->cell_count; cell++) {
        const Point p = game->geometry->point_of[cell];
        const bool is_apart = is_in_seki(p, cache->status);
        contested[p] = !is_apart && fabsf(owner[p]) < SETTLED;
        open += !is_apart && fabsf(owner[p]) < OPEN_BELOW;
    }
    pthread_mutex_unlock(&ending->mutex);
    return is_early || OPEN_DIVISOR * open > game->geometry->cell_count;
}

double ending_score(Ending *ending, const Game *game) {
    uint8_t status[POINT_COUNT];
    ending_status(ending, game, NULL, status);
    return game_score(game, status);
}

bool ending_is_settled(Ending *ending, const Game *game, bool removes_dead_stones,
                       const Deadline *deadline) {
    EndingCache *cache = &ending->cache;
    pthread_mutex_lock(&ending->mutex);
    prepare_cache(ending, game);
    Tristate *settled = &cache->is_settled[removes_dead_stones];
    *settled =
        *settled == UNKNOWN ? find_settled(ending, game, removes_dead_stones, deadline) : *settled;
    const bool is_settled = *settled == YES;
    pthread_mutex_unlock(&ending->mutex);
    return is_settled;
}

bool ending_pass_wins(Ending *ending, const Game *game, Color color, const Deadline *deadline) {
    uint8_t status[POINT_COUNT];
    if (!ending_status(ending, game, deadline, status)) {
        return false;
    }
    const double cleaned = game_score(game, status);
    const double as_it_stands =
        game->rules.scoring == SCORING_TERRITORY ? cleaned : game_score(game, NULL);
    return color == BLACK ? as_it_stands > 0 && cleaned > 0 : as_it_stands < 0 && cleaned < 0;
}
