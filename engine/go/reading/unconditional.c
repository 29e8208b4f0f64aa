/* The method of GNU Go 3.8 (engine/unconditional.c, by Gunnar Farnebäck). An intruder moves any
 * number of times. It captures the owner's chains that are not alive by Benson's theorem, fills the
 * liberties of the others, and saves its own chains from atari. What is left in atari at the end,
 * or with only two liberties that are neighbors, has at most one eye.
 *
 * Capturing first may cost the intruder an eye that the owner cannot prevent in alternate play. X
 * is the intruder:
 *
 *     . X X X .     By capturing the pair X gets only one eye. But the owner cannot capture X while
 *     X X . X X     a and b connect: it is a seki and no territory. So lone pairs are captured
 *     X . O b X     last; and if the points around are as in this diagram, the pair gets a third
 *     X a O . X     stone first, so that what X captures leaves room for two eyes.
 *     X X . X X
 *     . X X X .
 */
#include "engine/go/reading/reading.h"

#include "engine/go/board/liberty.h"

typedef struct {
    Board board; /* as the intruder leaves it */
    Color owner, intruder;
    bool alive[POINT_COUNT]; /* stones of the owner that are alive by Benson's theorem */
    bool pair[POINT_COUNT];  /* stones of the owner in lone pairs */
} Invasion;

static bool is_defender_alive(const Invasion *v, Point p) {
    return v->alive[p] && board_color(&v->board, p) == v->owner;
}

static bool is_doomed(const Invasion *v, Point p) {
    return board_color(&v->board, p) == v->intruder && chain_in_atari(&v->board, p);
}

/* Plays for the intruder, who wins all kos. Returns false if the move is suicide. */
static bool intrude(Invasion *v, Point p) {
    v->board.ko = POINT_NONE;
    if (board_check(&v->board, v->intruder, p, false) != MOVE_LEGAL) {
        return false;
    }
    board_play(&v->board, v->intruder, p);
    return true;
}

static void fill_liberties(Invasion *v, Point p) {
    Point liberties[CELL_COUNT_MAX];
    const int count = board_liberties(&v->board, p, liberties);
    for (int i = 0; i < count; i++) {
        intrude(v, liberties[i]);
    }
}

/* ---- Steps of the invasion, each at one point ----
 *
 * A step returns whether another round of it may change more. */

/* Captures a chain if filling its liberties does it. */
static bool take_chain(Invasion *v, Point p) {
    if (board_color(&v->board, p) != v->owner || v->alive[p] || v->pair[p]) {
        return false;
    }
    Board before;
    board_copy(&before, &v->board);
    fill_liberties(v, p);
    if (board_color(&v->board, p) == v->owner && chain_in_atari(&v->board, p)) {
        fill_liberties(v, p);
    }
    if (board_color(&v->board, p) != v->owner) {
        return true;
    }
    board_copy(&v->board, &before);
    return false;
}

static bool press_alive(Invasion *v, Point p) {
    if (is_defender_alive(v, p)) {
        fill_liberties(v, p);
    }
    return false;
}

static bool leave_atari(Invasion *v, Point p) {
    return is_doomed(v, p) && intrude(v, chain_last_liberty(&v->board, p));
}

/* Can the intruder have stones of one chain on both points? */
static bool can_join(const Invasion *v, int a, int b) {
    Invasion trial = {.owner = v->owner, .intruder = v->intruder};
    board_copy(&trial.board, &v->board);
    intrude(&trial, (Point)a);
    intrude(&trial, (Point)b);
    return board_color(&trial.board, (Point)a) == v->intruder &&
           board_color(&trial.board, (Point)b) == v->intruder &&
           trial.board.chain[a] == trial.board.chain[b];
}

/* Adds the third stone in the diagram above, in each of its images. */
static bool break_seki(Invasion *v, Point p) {
    const uint8_t *color = v->board.color;
    if (!v->pair[p] || color[p] != v->owner || board_chain_stones(&v->board, p, NULL) != 2) {
        return false;
    }
    const int mate = v->board.next[p], along = mate - p;
    const int across = along == 1 || along == -1 ? STRIDE : 1;
    if (color[p - along] != EMPTY || color[mate + along] != EMPTY) {
        return false;
    }
    for (int aside = -across; aside <= across; aside += 2 * across) {
        if (color[p + aside] == EMPTY && color[mate - aside] == EMPTY &&
            can_join(v, p - aside, mate + aside)) {
            board_play(&v->board, v->owner, (Point)(p - along));
            return true;
        }
    }
    return false;
}

static bool take_pair(Invasion *v, Point p) {
    if (v->pair[p] && board_color(&v->board, p) == v->owner) {
        fill_liberties(v, p);
    }
    return false;
}

/* Fills one of two neighboring liberties: the one that leaves the intruder more. */
static bool close_eye(Invasion *v, Point p) {
    Point eye[3];
    if (board_color(&v->board, p) != v->intruder ||
        chain_find_liberties(&v->board, p, 3, eye) != 2 || !point_touches(eye[0], eye[1])) {
        return false;
    }
    Board before;
    board_copy(&before, &v->board);
    const int first = intrude(v, eye[0]) ? board_liberties(&v->board, p, NULL) : 0;
    board_copy(&v->board, &before);
    const int second = intrude(v, eye[1]) ? board_liberties(&v->board, p, NULL) : 0;
    if (first >= second) {
        board_copy(&v->board, &before);
        intrude(v, eye[0]);
    }
    return false;
}

/* Takes the step at every point, until it returns false for all. */
static void repeat(Invasion *v, bool (*step)(Invasion *, Point)) {
    const Geometry *geometry = v->board.geometry;
    for (bool changed = true; changed;) {
        changed = false;
        for (int cell = 0; cell < geometry->cell_count; cell++) {
            changed |= step(v, geometry->point_of[cell]);
        }
    }
}

/* ---- The whole ---- */

static bool is_lone_pair(const Board *board, Point p) {
    if (board_chain_stones(board, p, NULL) != 2) {
        return false;
    }
    const int stones[2] = {p, board->next[p]};
    for (int i = 0; i < 18; i++) { /* the nine points around either stone */
        const int q = stones[i / 9] + (i % 3 - 1) + (i / 3 % 3 - 1) * STRIDE;
        if (board->color[q] == board->color[p] && board->chain[q] != board->chain[p]) {
            return false;
        }
    }
    return true;
}

static void claim(const Invasion *v, const Board *board, Point p, uint8_t *life) {
    const Color color = board_color(board, p);
    if (color == EMPTY) {
        life[p] = v->owner == BLACK ? LIFE_BLACK_TERRITORY : LIFE_WHITE_TERRITORY;
    } else {
        life[p] = color == v->owner ? LIFE_ALIVE : LIFE_DEAD;
    }
}

/* Claims the stones that are alive, those that are doomed, and the liberties of both. */
static void claim_all(const Invasion *v, const Board *board, uint8_t *life) {
    for (int cell = 0; cell < board->geometry->cell_count; cell++) {
        const Point p = board->geometry->point_of[cell];
        if (is_defender_alive(v, p) || is_doomed(v, p)) {
            Point liberties[CELL_COUNT_MAX];
            const int count = board_liberties(&v->board, p, liberties);
            claim(v, board, p, life);
            for (int i = 0; i < count; i++) {
                claim(v, board, liberties[i], life);
            }
        }
    }
}

static void invade(const Board *board, Color owner, const uint8_t *benson, uint8_t *life) {
    Invasion v = {.owner = owner, .intruder = color_opponent(owner)};
    bool any = false;
    board_copy(&v.board, board);
    for (int cell = 0; cell < board->geometry->cell_count; cell++) {
        const Point p = board->geometry->point_of[cell];
        if (board_color(board, p) == owner) {
            v.alive[p] = benson[p] == LIFE_ALIVE;
            v.pair[p] = !v.alive[p] && is_lone_pair(board, p);
            any |= v.alive[p];
        }
    }
    if (any) {
        repeat(&v, take_chain);
        repeat(&v, press_alive);
        repeat(&v, leave_atari);
        repeat(&v, break_seki);
        repeat(&v, take_pair);
        repeat(&v, close_eye);
        claim_all(&v, board, life);
    }
}

void unconditional_find(const Board *board, uint8_t *life) {
    uint8_t benson[POINT_COUNT];
    benson_find(board, false, benson);
    memset(life, LIFE_UNDECIDED, (size_t)board->geometry->point_count);
    invade(board, BLACK, benson, life);
    invade(board, WHITE, benson, life);
}
