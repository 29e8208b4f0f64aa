/* The slow board on which proofs of local goals are checked: an array of points on boards to 25x25,
 * and a flood fill for every question. On purpose it shares no code with the search or with
 * engine/go/board.
 *
 * A cell is y * width + x, from the top left. Only playable cells are played on. Suicide is
 * illegal. Pure functions. */
#ifndef VERIFY_LOCAL_LOCAL_BOARD_H
#define VERIFY_LOCAL_LOCAL_BOARD_H

#include <stdbool.h>
#include <stdint.h>

enum {
    LOCAL_CELLS_MAX = 625,
    LOCAL_TARGETS_MAX = 32,
    LOCAL_PASS = -1,
    LOCAL_THREATS_ANY = 255,
};

typedef enum { LOCAL_BLACK, LOCAL_WHITE, LOCAL_EMPTY } LocalColor;
typedef enum { LOCAL_CAPTURE_ALL, LOCAL_CAPTURE_ANY, LOCAL_LIVE } LocalGoal;
typedef enum { LOCAL_KOS_BLACK, LOCAL_KOS_WHITE, LOCAL_KOS_SIMPLE } LocalKos; /* who wins kos */
typedef enum { LOCAL_OPEN, LOCAL_REACHED, LOCAL_HELD } LocalOutcome;

/* What all positions of a claim share. */
typedef struct {
    int width, height, count;
    bool playable[LOCAL_CELLS_MAX];
    int targets[LOCAL_TARGETS_MAX]; /* cells of the owner's stones */
    int target_count;
    LocalColor owner;
    LocalGoal goal;
    LocalKos kos;
} LocalRules;

typedef struct {
    uint8_t cell[LOCAL_CELLS_MAX]; /* a LocalColor each */
    LocalColor mover;
    int banned;        /* the cell that a simple ko forbids to the mover, or LOCAL_PASS */
    int threats[2];    /* how many bans Black and White may still break; LOCAL_THREATS_ANY: as many
                          as they like, but not for ever */
    uint32_t captured; /* the targets that were captured, a bit each */
} LocalPosition;

static inline LocalColor local_opponent(LocalColor color) {
    return color == LOCAL_BLACK ? LOCAL_WHITE : LOCAL_BLACK;
}

static inline bool local_breaks_ban(const LocalPosition *position, int cell) {
    return cell != LOCAL_PASS && cell == position->banned;
}

/* Does every chain have a liberty? */
bool local_is_legal(const LocalRules *rules, const LocalPosition *position);

/* Plays a cell or a pass. Returns false, with nothing changed, if the rules forbid it. */
bool local_play(const LocalRules *rules, LocalPosition *position, int cell);

/* What a position shows: the targets are captured, or they live by two eyes (Benson 1976) or by a
 * liberty that is not playable. */
LocalOutcome local_judge(const LocalRules *rules, const LocalPosition *position);

/* How safe a chain is that has a liberty or a stone which is not playable. */
typedef enum {
    LOCAL_NO_WALL,  /* it has none, or is not beside a playable cell */
    LOCAL_ALIVE,    /* by two eyes without a playable cell (Benson 1976) */
    LOCAL_FREE,     /* has two such liberties and room around them */
    LOCAL_IN_ATARI, /* has one such liberty */
    LOCAL_SHUT_IN,  /* has no room around them */
    LOCAL_CAPTURED, /* has no such liberty: its capture would free points that are not playable */
} LocalWall;

enum { LOCAL_WALL_LIBERTIES = 2, LOCAL_WALL_ROOM = 7 };

/* Sets walls[cell] for all cells; of a chain only its first cell, row by row from the top left, is
 * a wall. */
void local_find_walls(const LocalRules *rules, const uint8_t *cell,
                      LocalWall walls[LOCAL_CELLS_MAX]);

/* Returns an empty cell that is not playable, beside one that is, from which stones of the color
 * have no room; or LOCAL_PASS. */
int local_find_dead_end(const LocalRules *rules, const uint8_t *cell, LocalColor color);

#endif
