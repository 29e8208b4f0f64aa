/* Why a move is a mistake: what the opponent can do after it, and not after a better move, as far
 * as it is proved; else what either threatens, which the engine answers.
 *
 * Captures are proved by reading (engine/go/reading), deaths of groups and cuts by the goal search,
 * on the condition that the walls around them stand. What is not proved is not told. A Mistake and
 * its findings belong to one thread. */
#ifndef GTP_COMMANDS_LIFE_REASON_H
#define GTP_COMMANDS_LIFE_REASON_H

#include "engine/go/reading/reading.h"
#include "engine/solve/goal/search/goal_search.h"

enum {
    REASON_LINE_MAX = 60,  /* moves: longer ladders are cut */
    REASON_CHAINS_MAX = 8, /* that are asked about */
    REASON_NEAR = 4,       /* steps from a move to a chain that it threatens or cuts off */
};

/* The moves that would follow: the opponent's answer to the move, the reply to that, and the
 * answer to the better move. */
enum { ANSWER_PLAYED, ANSWER_REPLY, ANSWER_BETTER, ANSWERS_MAX };

typedef struct {
    const Board *before;
    Board played, better; /* after the move and after the better one: the opponent's turn */
    /* [color of a group]: of the latter two where it is lost, and where it may not be; and where
     * its opponent makes the first move of the line that shows it */
    const Board *lost[2], *kept[2], *start[2];
    Color color;                /* of both moves */
    Point move;                 /* the better one */
    Point answers[ANSWERS_MAX]; /* POINT_NONE: unknown */
    Reader *reader;
    GoalSearch *search;
    GoalLimits limits; /* of a search for a death */
    Deadline deadline; /* of the kind of reasons that is looked for */
} Mistake;

/* A group that the mistake decides. */
typedef struct {
    const char *kind; /* NULL: none was found; the names are those of engine/review/reason.h */
    const char *how;  /* NULL: by no technique that has a name */
    bool is_lost;     /* the group is captured or dies */
    bool by_ko;       /* that depends on a ko */
    Color owner;      /* of the stones */
    Point threat;     /* the move that threatens them; POINT_NONE: none needs to */
    Point stones[CELL_COUNT_MAX];
    int stone_count;
    Point also[CELL_COUNT_MAX]; /* of the other chain of a double threat, a cut or a race */
    int also_count;
    Point line[REASON_LINE_MAX]; /* the attacker moves first */
    int line_count;
    Point assumed[CELL_COUNT_MAX]; /* walls that are assumed to stand, a stone each */
    int assumed_count;
} Finding;

/* ---- Shared tools, and captures (reason_capture.c) ---- */

/* Adds the stones of a chain to those that the finding is about. */
void finding_add_chain(Finding *finding, const Board *board, Point chain);

void finding_add_moves(Finding *finding, const Point *moves, int count);

/* Makes a move on a copy of the board. Returns false if it is not a legal one; the copy is then
 * like the board. */
bool reason_try_move(const Board *board, Color color, Point move, bool suicide, Board *copy);

/* Is the chain captured where it may be lost, and not in the other position? */
void reason_find_capture(Mistake *mistake, Point chain, Finding *finding);

/* Is the loss of these stones the end of a race: could their owner, moving first, save them and
 * capture a chain of two stones or more beside them? The greatest of them. */
void reason_find_race(const Mistake *mistake, Finding *finding);

/* Are the move's own stones captured although it was made? */
void reason_find_vain(const Mistake *mistake, Point move, Finding *finding);

/* What the better move threatens, or else the answer to the move. */
void reason_find_threat(Mistake *mistake, Finding *finding);

/* ---- Groups (reason_group.c) ---- */

/* Does the group of the chain die where it may be lost, and is it not proved that it dies in the
 * other position, too, nor captured there? Or does it live in seki there, and in the other position
 * by two eyes? */
void reason_find_death(Mistake *mistake, Point chain, Finding *finding);

/* Would the group that is lost live in seki? */
bool reason_find_seki(Mistake *mistake, Finding *finding);

/* Is the chain cut off by the better move or, if it is the mover's, by the opponent's there or its
 * answer? From the greatest other chain near by. */
void reason_find_cut(Mistake *mistake, Point chain, Finding *finding);

#endif
