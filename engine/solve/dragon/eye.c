#include "engine/solve/dragon/eye.h"

#include <string.h>

#include "engine/go/board/liberty.h"
#include "engine/solve/dragon/dragon.h"
#include "engine/solve/dragon/eye_game.h"
#include "engine/solve/goal/dilate.h"

enum {
    FAR = UINT8_MAX,
    REACH = 4,        /* steps from the owner's stones to the points of a space */
    ROOM_FOR_TWO = 3, /* points in a row: two eyes for who moves there first */
    /* What diagonals take from an eye, in quarters of the numbers in GNU Go's manual ("Topology of
     * Half Eyes and False Eyes", "Eye Topology with Ko"). A sum between the last two is a half eye.
     */
    OPEN_DIAGONAL = 4,
    OWNERS_KO = 3,
    OPPONENTS_KO = 5,
    LOST_DIAGONAL = 8,
    PROPER_EYE = 8,
    FALSE_EYE = 16,
};

typedef struct {
    Reader *reader;
    const Board *board;
    ReadingLimits limits;
    Color owner;
    bool dead[POINT_COUNT]; /* [chain]: its stones are captured where they stand */
    bool domain[POINT_COUNT];
    bool margin[POINT_COUNT];
} EyeFinder;

/* ---- Stones that are as good as captured ---- */

/* How many eyes do the empty points make that touch no stone of `around`? `points` is a room
 * enclosed by stones of that color. */
static int count_own_eyes(const Board *board, const Point *points, int count, Color around) {
    bool seen[CELL_COUNT_MAX] = {false};
    int eyes = 0;
    for (int first = 0; first < count; first++) {
        Point part[CELL_COUNT_MAX];
        int size = 0;
        bool touched = false;
        if (seen[first] || board->color[points[first]] != EMPTY) {
            continue;
        }
        point_list_add(part, &size, points[first]);
        for (int i = 0; i < size; i++) {
            Point beside[4];
            point_neighbors(part[i], beside);
            for (int k = 0; k < 4; k++) {
                touched |= board_color(board, beside[k]) == around;
                if (board_color(board, beside[k]) == EMPTY) {
                    point_list_add(part, &size, beside[k]);
                }
            }
        }
        for (int i = 0; i < count; i++) {
            for (int k = 0; k < size; k++) {
                seen[i] |= points[i] == part[k];
            }
        }
        eyes += touched ? 0 : size >= ROOM_FOR_TWO ? 2 : 1;
    }
    return eyes;
}

/* Is the chain in a small room of the other color in which it has no two eyes? */
static bool is_enclosed(const Board *board, Point chain) {
    const Color around = color_opponent(board_color(board, chain));
    Point points[DRAGON_EYE_MAX + 1];
    int count = 0;
    point_list_add(points, &count, chain);
    for (int i = 0; i < count; i++) {
        Point beside[4];
        point_neighbors(points[i], beside);
        for (int k = 0; k < 4; k++) {
            const Color color = board_color(board, beside[k]);
            if (color != BORDER && color != around && point_list_add(points, &count, beside[k]) &&
                count > DRAGON_EYE_MAX) {
                return false;
            }
        }
    }
    return count_own_eyes(board, points, count, around) < 2;
}

static void find_dead(EyeFinder *finder) {
    const Board *board = finder->board;
    for (int cell = 0; cell < board->geometry->cell_count; cell++) {
        const Point p = board->geometry->point_of[cell];
        if (board_color(board, p) <= WHITE && board->chain[p] == p) {
            finder->dead[p] =
                is_enclosed(board, p) ||
                (reading_attack(finder->reader, board, p, finder->limits).code == READING_WINS &&
                 reading_defend(finder->reader, board, p, finder->limits).code == READING_FAILS);
        }
    }
}

static bool is_dead(const EyeFinder *finder, Point p) {
    return board_color(finder->board, p) <= WHITE && finder->dead[finder->board->chain[p]];
}

static bool is_lively(const EyeFinder *finder, Color color, Point p) {
    return board_color(finder->board, p) == color && !is_dead(finder, p);
}

/* ---- The domain of a color ---- */

/* Sets distance[point] to the steps from lively stones of color over points without any. */
static void measure(const EyeFinder *finder, Color color, uint8_t distance[POINT_COUNT]) {
    const Board *board = finder->board;
    Point queue[CELL_COUNT_MAX];
    int count = 0;
    memset(distance, FAR, POINT_COUNT);
    for (int cell = 0; cell < board->geometry->cell_count; cell++) {
        const Point p = board->geometry->point_of[cell];
        if (is_lively(finder, color, p)) {
            distance[p] = 0;
            queue[count++] = p;
        }
    }
    for (int i = 0; i < count; i++) {
        Point beside[4];
        point_neighbors(queue[i], beside);
        for (int k = 0; k < 4; k++) {
            const Color there = board_color(board, beside[k]);
            if (there != BORDER && distance[beside[k]] == FAR &&
                !is_lively(finder, color_opponent(color), beside[k])) {
                distance[beside[k]] = (uint8_t)(distance[queue[i]] + 1);
                queue[count++] = beside[k];
            }
        }
    }
}

/* Can the opponent play the empty point p without being captured there? */
static bool can_enter(const EyeFinder *finder, Point p) {
    const Color opponent = color_opponent(finder->owner);
    if (board_check(finder->board, opponent, p, false) != MOVE_LEGAL) {
        return false;
    }
    Board after;
    board_copy(&after, finder->board);
    board_play(&after, opponent, p);
    return reading_attack(finder->reader, &after, p, finder->limits).code != READING_WINS;
}

/* Does the opponent touch the point of the domain, or can it come in next to it? */
static bool is_margin(const EyeFinder *finder, Point p) {
    const Board *board = finder->board;
    Point beside[4];
    bool is_touched = false;
    point_neighbors(p, beside);
    for (int k = 0; k < 4; k++) {
        is_touched |= is_lively(finder, color_opponent(finder->owner), beside[k]) ||
                      (board_color(board, beside[k]) == EMPTY && !finder->domain[beside[k]]);
    }
    return is_touched && board_color(board, p) == EMPTY && can_enter(finder, p);
}

static void find_domain(EyeFinder *finder) {
    const Board *board = finder->board;
    const Color opponent = color_opponent(finder->owner);
    uint8_t own[POINT_COUNT], other[POINT_COUNT];
    measure(finder, finder->owner, own);
    measure(finder, opponent, other);
    for (int cell = 0; cell < board->geometry->cell_count; cell++) {
        const Point p = board->geometry->point_of[cell];
        finder->domain[p] = board_color(board, p) != finder->owner && own[p] > 0 &&
                            own[p] <= REACH && (own[p] < other[p] || own[p] == 1);
    }
    for (int cell = 0; cell < board->geometry->cell_count; cell++) {
        const Point p = board->geometry->point_of[cell];
        finder->margin[p] = finder->domain[p] && is_margin(finder, p);
    }
}

/* ---- The graph of a space ---- */

/* What a diagonal takes from an eye. If who moves first decides, sets the moves. */
static int weigh_diagonal(const EyeFinder *finder, Point p, Point *attack, Point *defense) {
    const Board *board = finder->board;
    const Color color = board_color(board, p), opponent = color_opponent(finder->owner);
    if (color == EMPTY) {
        *attack = *defense = p;
        return !can_enter(finder, p)               ? 0
               : move_takes_ko(board, opponent, p) ? OWNERS_KO
                                                   : OPEN_DIAGONAL;
    }
    if (color != opponent) {
        return 0;
    }
    if (chain_in_atari(board, p)) {
        *attack = *defense = chain_last_liberty(board, p);
        if (move_takes_ko(board, finder->owner, *defense)) {
            return OPPONENTS_KO;
        }
    }
    const ReadingResult capture = reading_attack(finder->reader, board, p, finder->limits);
    if (capture.code == READING_FAILS) {
        return LOST_DIAGONAL;
    }
    const ReadingResult rescue = reading_defend(finder->reader, board, p, finder->limits);
    *attack = rescue.move;
    *defense = capture.move;
    return rescue.code == READING_FAILS || rescue.move == POINT_PASS ? 0 : OPEN_DIAGONAL;
}

typedef struct {
    EyeGraph graph;
    int point_count;                /* the other vertices are keys */
    Point points[EYE_VERTICES_MAX]; /* a vertex that is the key of a half eye has its attack here */
    Point defenses[EYE_VERTICES_MAX]; /* and its defense here */
} EyeSpace;

/* A stone leaves a false eye when it is captured. An empty point next to stones where the
 * opponent's move is suicide is filled in order to capture them. */
static void make_false(const EyeFinder *finder, EyeSpace *space, int vertex) {
    EyeGraph *graph = &space->graph;
    const uint32_t bit = UINT32_C(1) << vertex;
    if ((graph->start.stones & bit) != 0) {
        graph->false_stones |= bit;
    } else if ((graph->adjacent[vertex] & graph->start.stones) == 0 ||
               board_check(finder->board, color_opponent(finder->owner), space->points[vertex],
                           false) == MOVE_LEGAL) {
        graph->start.empty &= ~bit;
        graph->start.margin |= bit;
    }
}

static bool is_in_space(const EyeSpace *space, Point p) {
    for (int i = 0; i < space->point_count; i++) {
        if (space->points[i] == p) {
            return true;
        }
    }
    return false;
}

/* Makes a point with few neighbors a false eye, or joins it to the keys of a half eye. Returns
 * false if there are too many vertices. */
static bool judge_by_diagonals(const EyeFinder *finder, EyeSpace *space, int vertex) {
    EyeGraph *graph = &space->graph;
    Point beside[4];
    Point attack = POINT_NONE, defense = POINT_NONE;
    const Board *board = finder->board;
    const Point p = space->points[vertex];
    int sum = 0, off_board = 0;
    point_neighbors(p, beside);
    const Point across[4] = {(Point)(beside[0] + beside[2] - p), (Point)(beside[0] + beside[3] - p),
                             (Point)(beside[1] + beside[2] - p),
                             (Point)(beside[1] + beside[3] - p)};
    for (int k = 0; k < 4; k++) {
        Point a, d;
        if (board_color(board, across[k]) == BORDER) {
            off_board = 2 * OPEN_DIAGONAL;
        } else if (!is_in_space(space, across[k])) {
            const int weight = weigh_diagonal(finder, across[k], &a, &d);
            sum += weight;
            if (weight > 0 && weight < LOST_DIAGONAL) {
                attack = a;
                defense = d;
            }
        }
    }
    sum += off_board;
    if (sum >= FALSE_EYE) {
        make_false(finder, space, vertex);
    } else if (sum > PROPER_EYE && attack != POINT_NONE) {
        if (graph->count == EYE_VERTICES_MAX) {
            return false;
        }
        const int key = graph->count++;
        space->points[key] = attack;
        space->defenses[key] = defense;
        graph->adjacent[key] = 0;
        graph->keys[key] = UINT32_C(1) << vertex;
        graph->keys[vertex] = UINT32_C(1) << key;
        graph->start.margin |= UINT32_C(1) << key;
    }
    return true;
}

static int count_neighbors(const EyeGraph *graph, int vertex) {
    int count = 0;
    for (uint32_t left = graph->adjacent[vertex]; left != 0; left &= left - 1) {
        count++;
    }
    return count;
}

/* Returns false if the space has too many vertices for the game. */
static bool make_space(const EyeFinder *finder, Point p, EyeSpace *space) {
    Point points[CELL_COUNT_MAX];
    int count = 0;
    point_list_add(points, &count, p);
    for (int i = 0; i < count; i++) {
        Point beside[4];
        point_neighbors(points[i], beside);
        for (int k = 0; k < 4; k++) {
            if (finder->domain[beside[k]]) {
                point_list_add(points, &count, beside[k]);
            }
        }
    }
    if (count > EYE_VERTICES_MAX) {
        return false;
    }
    EyeGraph *graph = &space->graph;
    *graph = (EyeGraph){.count = count};
    space->point_count = count;
    for (int i = 0; i < count; i++) {
        Point beside[4];
        space->points[i] = space->defenses[i] = points[i];
        point_neighbors(points[i], beside);
        for (int j = 0; j < count; j++) {
            for (int k = 0; k < 4; k++) {
                graph->adjacent[i] |= (uint32_t)(points[j] == beside[k]) << j;
            }
        }
        graph->loose |=
            (uint32_t)(board_own_neighbors(finder->board, finder->owner, points[i]) == 0) << i;
        uint32_t *kind = finder->margin[points[i]]                        ? &graph->start.margin
                         : board_color(finder->board, points[i]) == EMPTY ? &graph->start.empty
                                                                          : &graph->start.stones;
        *kind |= UINT32_C(1) << i;
    }
    for (int i = 0; i < count; i++) {
        if (!finder->margin[points[i]] && count_neighbors(graph, i) <= 1 &&
            !judge_by_diagonals(finder, space, i)) {
            return false;
        }
    }
    return true;
}

static bool evaluate(const EyeFinder *finder, Point p, EyeAnswer *answer) {
    EyeSpace space;
    EyeValue value;
    answer->is_eye = true;
    if (!make_space(finder, p, &space)) {
        answer->least = answer->most = 2;
        return true;
    }
    if (!eye_game_solve(&space.graph, &value)) {
        return false;
    }
    answer->least = value.least;
    answer->most = value.most;
    if (value.least < value.most) {
        answer->attack = space.points[value.attack];
        answer->defense = space.defenses[value.defense];
    }
    return true;
}

bool eye_evaluate(Reader *reader, const Board *board, Point p, ReadingLimits limits,
                  EyeAnswer *answer) {
    EyeFinder finder = {.reader = reader, .board = board, .limits = limits};
    *answer = (EyeAnswer){.attack = POINT_NONE, .defense = POINT_NONE};
    find_dead(&finder);
    for (Color color = BLACK; color <= WHITE; color = (Color)(color + 1)) {
        finder.owner = color;
        find_domain(&finder);
        if (finder.domain[p]) {
            return evaluate(&finder, p, answer);
        }
    }
    return true;
}
