#include "engine/eval/prior.h"

#include <assert.h>
#include <math.h>
#include <pthread.h>

#include "engine/board/ladder.h"
#include "engine/board/liberty.h"
#include "hash/random.h"

/* The number of the shape around p, seen from the side to move. */
static unsigned shape_number(const PriorPosition *position, Point p) {
    const unsigned code = pattern_code(position->board, p);
    return position->patterns->number[position->color == BLACK ? code : pattern_exchange(code)];
}

/* ---- Larger neighbourhoods, hashed up to symmetry as positions are (hash/zobrist.h): eight lanes,
 * of which the least counts ---- */

enum { MEDIUM_POINTS = 12, LARGE_POINTS = 20 };

static const int AROUND[LARGE_POINTS][2] = {
    {-1, -1}, {0, -1}, {1, -1},  {-1, 0}, {1, 0},   {-1, 1}, {0, 1},  {1, 1}, {0, -2}, {-2, 0},
    {2, 0},   {0, 2},  {-1, -2}, {1, -2}, {-2, -1}, {2, -1}, {-2, 1}, {2, 1}, {-1, 2}, {1, 2},
};

static HashLanes around_lanes[LARGE_POINTS][4]; /* [place][own, other, empty, border] */

static void make_around(void) {
    uint64_t words[5][5][4];
    SplitMix random = {0x7068617365};
    for (int y = 0; y < 5; y++) {
        for (int x = 0; x < 5; x++) {
            for (int c = 0; c < 4; c++) {
                words[y][x][c] = splitmix_next(&random);
            }
        }
    }
    for (int i = 0; i < LARGE_POINTS; i++) {
        for (int g = 0; g < 8; g++) {
            int x = AROUND[i][0], y = AROUND[i][1];
            x = g & 1 ? -x : x;
            y = g & 2 ? -y : y;
            const int tx = g & 4 ? y : x, ty = g & 4 ? x : y;
            for (int c = 0; c < 4; c++) {
                around_lanes[i][c].lane[g] = words[ty + 2][tx + 2][c];
            }
        }
    }
}

static unsigned bucket(const HashLanes *lanes) {
    uint64_t least = lanes->lane[0];
    for (int g = 1; g < 8; g++) {
        least = lanes->lane[g] < least ? lanes->lane[g] : least;
    }
    return (unsigned)((least * UINT64_C(0x9E3779B97F4A7C15)) >> 50);
}

static void add_around(const Board *b, Color color, Point p, unsigned *medium, unsigned *large) {
    const Geometry *geometry = b->geometry;
    HashLanes sum = {{0}};
    const int px = point_x(p), py = point_y(p);
    for (int i = 0; i < LARGE_POINTS; i++) {
        const int x = px + AROUND[i][0], y = py + AROUND[i][1];
        const bool on = x >= 0 && y >= 0 && x < geometry->width && y < geometry->height;
        Color c = on ? (Color)b->color[point_at(x, y)] : BORDER;
        if (c < EMPTY && color == WHITE) {
            c = color_opponent(c);
        }
        for (int g = 0; g < 8; g++) {
            sum.lane[g] ^= around_lanes[i][c].lane[g];
        }
        if (i + 1 == MEDIUM_POINTS) {
            *medium = bucket(&sum);
        }
    }
    *large = bucket(&sum);
}

/* ---- Where ---- */

/* Coulom's: dx + dy + max(dx, dy). */
static int distance(Point a, Point b) {
    const int dx = point_x(a) > point_x(b) ? point_x(a) - point_x(b) : point_x(b) - point_x(a);
    const int dy = point_y(a) > point_y(b) ? point_y(a) - point_y(b) : point_y(b) - point_y(a);
    return dx + dy + (dx > dy ? dx : dy);
}

static unsigned distance_class(Point from, Point p) {
    if (!point_is_move(from)) {
        return 0;
    }
    const int d = distance(from, p);
    return (unsigned)(d < 19 ? d : 19);
}

/* Lines from the next edge, from 1, upright and across. */
static void find_lines(const Geometry *geometry, Point p, int *from_side, int *from_top) {
    const int x = point_x(p), y = point_y(p);
    *from_side = 1 + (x < geometry->width - 1 - x ? x : geometry->width - 1 - x);
    *from_top = 1 + (y < geometry->height - 1 - y ? y : geometry->height - 1 - y);
}

static int line_of(const Geometry *geometry, Point p) {
    int from_side, from_top;
    find_lines(geometry, p, &from_side, &from_top);
    return from_side < from_top ? from_side : from_top;
}

/* Both lines, 1..6 each, the lower one first. */
static int corner_class(const Geometry *geometry, Point p) {
    int from_side, from_top;
    find_lines(geometry, p, &from_side, &from_top);
    const int low = from_side < from_top ? from_side : from_top;
    const int high = from_side < from_top ? from_top : from_side;
    return 6 * ((low < 6 ? low : 6) - 1) + (high < 6 ? high : 6) - 1;
}

/* How far the next stone is: 1..4 squares around p, or 5. */
static int stone_distance(const Board *board, Point p) {
    const Geometry *geometry = board->geometry;
    const int px = point_x(p), py = point_y(p);
    for (int reach = 1; reach <= 4; reach++) {
        for (int y = py - reach; y <= py + reach; y++) {
            const bool whole = y == py - reach || y == py + reach;
            for (int x = px - reach; x <= px + reach; x += whole ? 1 : 2 * reach) {
                if (x >= 0 && y >= 0 && x < geometry->width && y < geometry->height &&
                    board->color[point_at(x, y)] != EMPTY) {
                    return reach;
                }
            }
        }
    }
    return 5;
}

/* ---- Chains beside the move ---- */

typedef struct {
    const PriorPosition *position;
    Point p;
    int liberties_after; /* 0, 1, or 2 for more */
    int own_chains, other_chains;
    int size; /* stones of the chain that the move makes */
    int count;
    uint16_t *features;
} Move;

static void add(Move *move, int feature) {
    assert(move->count < PRIOR_FEATURES_MAX);
    move->features[move->count++] = (uint16_t)feature;
}

/* 1, 2, 3 to 4, more stones: 0..3. */
static int size_class(int size) {
    return size <= 2 ? size - 1 : size <= 4 ? 2 : 3;
}

/* Does a chain in atari of the mover touch the opponent's chain? */
static bool saves_own(const Board *b, Color color, Point chain) {
    Point stone = chain;
    do {
        Point beside[4];
        point_neighbours(stone, beside);
        for (int i = 0; i < 4; i++) {
            if (b->color[beside[i]] == (uint8_t)color && chain_in_atari(b, beside[i])) {
                return true;
            }
        }
        stone = b->next[stone];
    } while (stone != chain);
    return false;
}

static bool is_last_chain(const PriorPosition *position, Point chain) {
    const Board *b = position->board;
    return point_is_move(position->last) && b->color[position->last] != EMPTY &&
           b->chain[position->last] == chain;
}

static void add_other_chain(Move *move, Point chain, int liberties) {
    const PriorPosition *position = move->position;
    const Board *b = position->board;
    const int size = size_class(chain_size(b, chain));
    if (liberties == 1) {
        add(move, PRIOR_CAPTURE + size + (saves_own(b, position->color, chain) ? 4 : 0));
        if (is_last_chain(position, chain)) {
            add(move, PRIOR_RECAPTURE);
        }
    } else if (liberties == 2) {
        if (move->liberties_after >= 2 && ladder_takes(b, chain, move->p)) {
            add(move, PRIOR_LADDER + size);
        } else {
            add(move, PRIOR_ATARI + is_last_chain(position, chain));
        }
    } else if (liberties == 3) {
        add(move, PRIOR_SQUEEZE);
    }
}

static void add_own_chain(Move *move, Point chain, int liberties) {
    const Board *b = move->position->board;
    const int size = size_class(chain_size(b, chain));
    if (liberties == 1) {
        if (move->liberties_after >= 2 && !ladder_catches_run(b, chain)) {
            add(move, PRIOR_ESCAPE + size);
        } else {
            add(move, PRIOR_FUTILE);
        }
    } else if (liberties == 2) {
        if (move->liberties_after >= 2 && ladder_threatens(b, chain)) {
            add(move, PRIOR_AVOID + size);
        }
    } else if (liberties == 3) {
        add(move, PRIOR_STRETCH);
    }
}

static void add_chains(Move *move) {
    const PriorPosition *position = move->position;
    const Board *b = position->board;
    Point beside[4];
    point_neighbours(move->p, beside);
    for (int i = 0; i < 4; i++) {
        const Point q = beside[i];
        bool is_new = b->color[q] < EMPTY;
        for (int k = 0; k < i; k++) {
            is_new = is_new && b->chain[beside[k]] != b->chain[q];
        }
        if (!is_new) {
            continue;
        }
        Point liberties[4];
        const int count = chain_find_liberties(b, b->chain[q], 4, liberties);
        if (b->color[q] == (uint8_t)position->color) {
            move->own_chains++;
            move->size += chain_size(b, q);
            add_own_chain(move, b->chain[q], count);
        } else {
            move->other_chains++;
            add_other_chain(move, b->chain[q], count);
        }
    }
}

/* ---- All features ---- */

PriorPosition prior_position(const Board *board, Point last, Point before) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make_around);
    const Geometry *geometry = board->geometry;
    const int stones = geometry->cell_count - board->empty_count;
    return (PriorPosition){
        .board = board,
        .patterns = pattern_table(),
        .color = (Color)board->to_move,
        .last = last,
        .before = before,
        .phase = 8 * stones < geometry->cell_count       ? 0
                 : 5 * stones < 2 * geometry->cell_count ? 1
                                                         : 2,
    };
}

int prior_features(const PriorPosition *position, Point p, uint16_t features[PRIOR_FEATURES_MAX]) {
    const Board *b = position->board;
    Move move = {.position = position, .p = p, .size = 1, .features = features};
    if (p == POINT_PASS) {
        add(&move, PRIOR_PASS + (b->passes > 0));
        return move.count;
    }
    Point liberty;
    move.liberties_after = liberties_after(b, p, position->color, &liberty);
    const int line = line_of(b->geometry, p);
    add(&move, PRIOR_SHAPE + (int)shape_number(position, p));
    add(&move, PRIOR_LAST + (int)distance_class(position->last, p));
    add(&move, PRIOR_BEFORE + (int)distance_class(position->before, p));
    add(&move, PRIOR_LINE + 10 * position->phase + (line < 10 ? line - 1 : 9));
    const int apart = stone_distance(b, p);
    add(&move, PRIOR_NEAR + 5 * ((line < 5 ? line : 5) - 1) + apart - 1);
    if (apart >= 4) {
        add(&move, PRIOR_CORNER + corner_class(b->geometry, p));
    }
    unsigned medium = 0, large = 0;
    add_around(b, position->color, p, &medium, &large);
    add(&move, PRIOR_MEDIUM + (int)medium);
    add(&move, PRIOR_LARGE + (int)large);
    add_chains(&move);
    if (move.liberties_after < 2) {
        add(&move, PRIOR_SELF_ATARI + (move.size == 1 ? 0 : move.size <= 4 ? 1 : 2));
    }
    if (move.own_chains >= 2) {
        add(&move, PRIOR_CONNECT + (move.own_chains > 2));
    }
    if (move.other_chains >= 2) {
        add(&move, PRIOR_TOUCH + (move.other_chains > 2));
    }
    if ((b->around[p] & AROUND_EMPTY_MASK) == 0 && move.other_chains == 0) {
        add(&move, PRIOR_ENCLOSED);
    }
    return move.count;
}

static float move_weight(const PriorPosition *position, Point p) {
    uint16_t features[PRIOR_FEATURES_MAX];
    const int count = prior_features(position, p, features);
    float sum = 0;
    for (int i = 0; i < count; i++) {
        sum += PRIOR_WEIGHTS[features[i]];
    }
    return expf(sum);
}

void prior_compute(const Board *board, Point last, Point before, float policy[POINT_COUNT]) {
    const PriorPosition position = prior_position(board, last, before);
    for (int i = 0; i < board->empty_count; i++) {
        policy[board->empty[i]] = move_weight(&position, board->empty[i]);
    }
    policy[POINT_PASS] = move_weight(&position, POINT_PASS);
}
