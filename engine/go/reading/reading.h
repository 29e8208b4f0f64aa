/* Tactical reading: can a chain be captured or saved, and by which move?
 *
 * A search for a proof that the attacker captures the chain. A proof holds against every answer of
 * the owner, with two simplifications: an attacker's chain with more than three liberties is
 * trusted to survive (zone.h), and a lone stone taken into a snapback does not count as captured. A
 * chain counts as safe once it has five liberties, once a position repeats, and when the search
 * reaches its limits: so "captured" is proved and "safe" is not.
 *
 * Equal questions get equal answers. A Reader is scratch memory for one thread at a time and for
 * boards of any size. */
#ifndef ENGINE_GO_READING_READING_H
#define ENGINE_GO_READING_READING_H

#include "engine/base/deadline.h"
#include "engine/go/board/benson.h"
#include "engine/go/board/board.h"

typedef struct Reader Reader;

/* Returns NULL if out of memory. */
Reader *reader_new(void);

void reader_free(Reader *reader); /* may be NULL */

/* The result for the side that moves first. The numbers are those of GNU Go's commands. */
typedef enum {
    READING_FAILS = 0,
    READING_WINS = 1,           /* even if the other side wins every ko */
    READING_WINS_KO = 2,        /* by a ko for which the other side needs the first threat */
    READING_WINS_KO_THREAT = 3, /* by a ko for which this side needs the first threat */
} ReadingCode;

typedef struct {
    ReadingCode code;
    Point move; /* the first move, which may be POINT_PASS; POINT_NONE if it fails */
    int nodes;  /* positions searched, for all kinds of ko */
} ReadingResult;

typedef struct {
    int nodes; /* to search for each kind of ko, 1 or more. A full table also ends the search: at
                  about 98,000 positions on 19x19 with the default depth, earlier on larger boards.
                */
    int depth; /* moves ahead, 1 or more; more than 120 counts as 120 */
    const Deadline *deadline; /* NULL: none. What is not proved by then counts as safe. */
} ReadingLimits;

/* Limits with which nearly every answer takes less than a fifth of a second. */
ReadingLimits reading_default_limits(void);

/* Can the opponent of the chain at target capture it, moving first? target must be a stone. */
ReadingResult reading_attack(Reader *reader, const Board *board, Point target,
                             ReadingLimits limits);

/* Can the owner of the chain at target save it, moving first? If it is in no danger, the move keeps
 * it safe. target must be a stone. */
ReadingResult reading_defend(Reader *reader, const Board *board, Point target,
                             ReadingLimits limits);

/* What is proved of a chain with either side to move first. */
typedef enum {
    PROVED_NOTHING,
    PROVED_SAFE,    /* it is never captured */
    PROVED_AT_RISK, /* it is captured, perhaps by a ko, if the opponent moves first */
    PROVED_LOST,    /* it is captured */
} ChainProof;

/* Proves what it can of the chain at p, which shares liberties with the opponent's at rival, and
 * nothing if the deadline (NULL: none) comes first. Equal boards get equal answers.
 * engine/solve/dragon/owl.h has one. */
typedef ChainProof ChainProver(const Board *board, Point p, Point rival, const Deadline *deadline);

/* ---- Unconditional life and death as GNU Go's regression suite defines it: more territory than
 * benson_find claims, and valid in alternate play (unconditional.c) ---- */

/* Sets life[point] to a Life for every point of the board; suicide is illegal. Alive: by Benson's
 * theorem, or inside the territory of such stones of the same color. Territory: the opponent
 * cannot live unconditionally there even if the owner always passes. */
void unconditional_find(const Board *board, uint8_t *life);

#endif
