/* What proofs of local goals need beside the slow board: who may play where, when a goal is
 * decided, and which walls of a region are safe. The sides are LOCAL_BLACK and LOCAL_WHITE. Only
 * playable cells are played on. Suicide is illegal. Pure functions. */
#ifndef VERIFY_LOCAL_LOCAL_BOARD_H
#define VERIFY_LOCAL_LOCAL_BOARD_H

#include "verify/local/local_rules.h"

#define SLOW_WORDS 10 /* 640 cells */
#include "verify/slow.h"

typedef enum { LOCAL_OPEN, LOCAL_REACHED, LOCAL_HELD } LocalOutcome;

/* What all positions of a claim share. */
typedef struct {
    LocalRules rules;
    SlowShape shape;
    SlowSet playable;
} LocalGame;

void local_game_init(LocalGame *game, const LocalRules *rules);

/* Sets up a LocalColor a cell. */
SlowBoard local_board_of(const LocalGame *game, const uint8_t *cells);

typedef struct {
    SlowBoard board;
    LocalColor mover;
    int banned;        /* the cell that a simple ko forbids to the mover, or LOCAL_PASS */
    int threats[2];    /* how many bans Black and White may still break; LOCAL_THREATS_ANY: as many
                          as they like, but not for ever */
    uint32_t captured; /* the targets that were captured, a bit each */
} LocalPosition;

static inline bool local_breaks_ban(const LocalPosition *position, int cell) {
    return cell != LOCAL_PASS && cell == position->banned;
}

/* Plays a cell or a pass. Returns false, with nothing changed, if the rules forbid it. */
bool local_play(const LocalGame *game, LocalPosition *position, int cell);

/* What a position shows: the targets are captured, or they live by two eyes or by a liberty that is
 * not playable. */
LocalOutcome local_judge(const LocalGame *game, const LocalPosition *position);

/* How safe a chain is that has a liberty or a stone which is not playable. */
typedef enum {
    LOCAL_NO_WALL,  /* it has none, or is not beside a playable cell */
    LOCAL_ALIVE,    /* by two eyes without a playable cell */
    LOCAL_FREE,     /* has two such liberties and room around them */
    LOCAL_IN_ATARI, /* has one such liberty */
    LOCAL_SHUT_IN,  /* has no room around them */
    LOCAL_CAPTURED, /* has no such liberty: its capture would free points that are not playable */
} LocalWall;

enum { LOCAL_WALL_LIBERTIES = 2, LOCAL_WALL_ROOM = 7 };

/* Sets walls[cell] for all cells; of a chain only its first cell is a wall. */
void local_find_walls(const LocalGame *game, const SlowBoard *board,
                      LocalWall walls[LOCAL_CELLS_MAX]);

/* Returns an empty cell that is not playable, beside one that is, from which stones of the color
 * have no room; or LOCAL_PASS. */
int local_find_dead_end(const LocalGame *game, const SlowBoard *board, LocalColor color);

#endif
