#include "engine/eval/prior/prior.h"

#include <assert.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "engine/eval/prior/weights.h"
#include "engine/go/board/ladder.h"
#include "engine/go/board/liberty.h"
#include "hash/random.h"

/* Sizes of the groups of features. weights.bin belongs to these values. */
enum {
    MEDIUM_POINTS = 12,
    LARGE_POINTS = 20,
    CORNER_LINES = 7,
    CORNER_PLACES = CORNER_LINES * (CORNER_LINES + 1) / 2, /* up to the diagonal mirror */
    INNER_LINES = 5,
    REACH_MAX = 7, /* king's moves; farther stones count as this far */
    DISTANCE_CLASSES = 20,
    URGENT_LIBERTIES = 3, /* a chain with as many or more is not urgent */
    EDGE_LINES = 10,      /* lines that PRIOR_LINE tells apart */
    NEAR_LINES = 5,       /* lines that PRIOR_NEAR tells apart */
};

/* The opening lasts until an eighth of the points have stones, the middle game until two fifths. */
enum { OPENING_DIVISOR = 8, MIDDLE_GAME_DIVISOR = 5, MIDDLE_GAME_FACTOR = 2 };

/* ---- Larger neighborhoods, hashed up to symmetry as positions are (hash/zobrist.h): eight lanes,
 * of which the least counts ---- */

/* Offsets (x, y), nearest first; the medium neighborhood is the first MEDIUM_POINTS of them. */
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
    return (unsigned)((least * UINT64_C(0x9E3779B97F4A7C15)) >> (64 - PRIOR_BUCKET_BITS));
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

static int at_most(int value, int most) {
    return value < most ? value : most;
}

/* Coulom's distance, dx + dy + max(dx, dy), as a class; 0 if there is no move to measure from. */
static int distance_class(Point from, Point p) {
    if (!point_is_move(from)) {
        return 0;
    }
    const int dx = abs(point_x(from) - point_x(p)), dy = abs(point_y(from) - point_y(p));
    return at_most(dx + dy + (dx > dy ? dx : dy), DISTANCE_CLASSES - 1);
}

/* The lines of p from the nearest side and from the nearer of top and bottom, counted from 1, the
 * lower one first. */
static void find_lines(const Geometry *geometry, Point p, int *low, int *high) {
    const int x = point_x(p), y = point_y(p);
    const int across = 1 + at_most(x, geometry->width - 1 - x);
    const int down = 1 + at_most(y, geometry->height - 1 - y);
    *low = at_most(across, down);
    *high = across + down - *low;
}

/* ---- What the moves of a position share ---- */

/* Finds the corner that has p within `lines` lines. Returns false if p is in none. */
static bool find_corner(const Geometry *geometry, Point p, int lines, int *right, int *lower) {
    const int x = point_x(p), y = point_y(p), width = geometry->width, height = geometry->height;
    const int across = at_most(width / 2, lines), down = at_most(height / 2, lines);
    *right = x >= width - across;
    *lower = y >= height - down;
    return (*right || x < across) && (*lower || y < down);
}

static void find_corners(const Board *board, uint8_t corners[2][2][2]) {
    const Geometry *geometry = board->geometry;
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const Point p = geometry->point_of[cell];
        const uint8_t bit = (uint8_t)(board->color[p] == EMPTY ? 0 : 1 << board->color[p]);
        int right, lower;
        if (find_corner(geometry, p, CORNER_LINES, &right, &lower)) {
            corners[right][lower][1] |= bit;
        }
        if (find_corner(geometry, p, INNER_LINES, &right, &lower)) {
            corners[right][lower][0] |= bit;
        }
    }
}

/* King's moves to the next stone of the color, in two passes, forwards and back. */
static void find_reach(const Board *board, Color color, uint8_t reach[POINT_COUNT]) {
    static const int BEFORE[4] = {-1, -STRIDE - 1, -STRIDE, -STRIDE + 1};
    const Geometry *geometry = board->geometry;
    memset(reach, REACH_MAX, (size_t)geometry->point_count);
    for (int i = 0; i < 2 * geometry->cell_count; i++) {
        const bool back = i >= geometry->cell_count;
        const Point p = geometry->point_of[back ? 2 * geometry->cell_count - 1 - i : i];
        int least = board->color[p] == (uint8_t)color ? 0 : reach[p];
        for (int k = 0; k < 4; k++) {
            least = at_most(least, reach[back ? p - BEFORE[k] : p + BEFORE[k]] + 1);
        }
        reach[p] = (uint8_t)least;
    }
}

static int find_urgency(const Board *board, Point last) {
    if (!point_is_move(last)) {
        return 0;
    }
    int urgency = 0;
    Point beside[4];
    point_neighbors(last, beside);
    for (int i = 0; i < 4; i++) {
        if (board->color[beside[i]] == board->to_move) {
            Point liberties[URGENT_LIBERTIES];
            const int count = chain_find_liberties(board, beside[i], URGENT_LIBERTIES, liberties);
            const bool is_lost = count == 1 && ladder_catches_run(board, beside[i]);
            const int of_chain = is_lost ? 1 : URGENT_LIBERTIES + 1 - count;
            urgency = of_chain > urgency ? of_chain : urgency;
        }
    }
    return urgency;
}

/* A set of colors as seen by the mover: 0 empty, 1 the mover, 2 the opponent, 3 both. */
static int whose(const PriorPosition *position, unsigned colors) {
    return position->color == BLACK ? (int)colors : (int)((colors >> 1 | colors << 1) & 3);
}

/* The class of a point in a corner: both its lines, 1..7 each, the lower one first, and who has
 * stones in the corner (the mover or the opponent; if neither, who has stones around it). Returns
 * -1 if both have stones there, and outside corners. */
static int corner_class(const PriorPosition *position, Point p, int low, int high) {
    int right, lower;
    if (!find_corner(position->board->geometry, p, CORNER_LINES, &right, &lower)) {
        return -1;
    }
    const uint8_t *colors = position->corners[right][lower];
    const int owner = whose(position, colors[0]);
    if (owner == 3) {
        return -1;
    }
    const int state = owner == 0 ? whose(position, colors[1]) : 3 + owner;
    return CORNER_PLACES * state + high * (high - 1) / 2 + low - 1;
}

static int near_class(const PriorPosition *position, Point p, int line) {
    const int own = position->reach[position->color][p];
    const int other = position->reach[color_opponent(position->color)][p];
    return REACH_MAX * (REACH_MAX * (at_most(line, NEAR_LINES) - 1) + own - 1) + other - 1;
}

/* ---- Chains beside the move ---- */

/* The features of a move, as they are found. */
typedef struct {
    const PriorPosition *position;
    Point p;
    int liberties_after;          /* of the move's chain: 0, 1, or 2 for two or more */
    int own_chains, other_chains; /* beside the move */
    int size;                     /* stones of the chain that the move makes */
    int count;
    uint16_t *features;
} MoveFeatures;

static void add(MoveFeatures *move, int feature) {
    assert(move->count < PRIOR_FEATURES_MAX);
    move->features[move->count++] = (uint16_t)feature;
}

/* The class of a number of stones: 0 for 1, 1 for 2, 2 for 3 to 4, 3 for more. */
static int size_class(int size) {
    return size <= 2 ? size - 1 : size <= 4 ? 2 : 3;
}

/* Does the opponent's chain touch a chain of the mover that is in atari? */
static bool saves_own(const Board *b, Color color, Point chain) {
    Point stone = chain;
    do {
        Point beside[4];
        point_neighbors(stone, beside);
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
    const Point last = position->last;
    return point_is_move(last) && b->color[last] != EMPTY && b->chain[last] == chain;
}

static void add_other_chain(MoveFeatures *move, Point chain, int liberties) {
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

static void add_own_chain(MoveFeatures *move, Point chain, int liberties) {
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

static void add_chains(MoveFeatures *move) {
    const PriorPosition *position = move->position;
    const Board *b = position->board;
    Point beside[4];
    point_neighbors(move->p, beside);
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

/* Constant from the first position on. */
static float weights[PRIOR_FEATURES];

static void make_tables(void) {
    make_around();
    prior_weights_load(weights);
}

PriorPosition prior_position(const Board *board, Point last, Point before) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make_tables);
    const int cells = board->geometry->cell_count, stones = cells - board->empty_count;
    const bool is_opening = OPENING_DIVISOR * stones < cells;
    PriorPosition position = {
        .board = board,
        .patterns = pattern_table(),
        .color = (Color)board->to_move,
        .last = last,
        .before = before,
        .phase = is_opening                                                  ? 0
                 : MIDDLE_GAME_DIVISOR * stones < MIDDLE_GAME_FACTOR * cells ? 1
                                                                             : 2,
        .urgency = find_urgency(board, last),
    };
    for (Color color = BLACK; color <= WHITE; color++) {
        find_reach(board, color, position.reach[color]);
    }
    find_corners(board, position.corners);
    return position;
}

int prior_features(const PriorPosition *position, Point p, uint16_t features[PRIOR_FEATURES_MAX]) {
    const Board *b = position->board;
    MoveFeatures move = {.position = position, .p = p, .size = 1, .features = features};
    if (p == POINT_PASS) {
        add(&move, PRIOR_PASS + (b->passes > 0));
        return move.count;
    }
    Point liberty;
    int low, high;
    move.liberties_after = liberties_after(b, p, position->color, &liberty);
    find_lines(b->geometry, p, &low, &high);
    const unsigned shape = pattern_code(b, p); /* 3x3, seen from the side to move */
    const unsigned own_shape = position->color == BLACK ? shape : pattern_exchange(shape);
    add(&move, PRIOR_SHAPE + (int)position->patterns->number[own_shape]);
    add(&move,
        PRIOR_LAST + DISTANCE_CLASSES * position->urgency + distance_class(position->last, p));
    add(&move, PRIOR_BEFORE + distance_class(position->before, p));
    add(&move, PRIOR_LINE + EDGE_LINES * position->phase + at_most(low, EDGE_LINES) - 1);
    add(&move, PRIOR_NEAR + near_class(position, p, low));
    const int corner = corner_class(position, p, low, high);
    if (corner >= 0) {
        add(&move, PRIOR_CORNER + corner);
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
        sum += weights[features[i]];
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
