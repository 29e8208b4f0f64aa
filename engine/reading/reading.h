/* Tactical reading: can one chain be taken, or saved, and where?
 *
 * A search for a proof that the attacker takes the chain off. Each such proof holds against every
 * answer of the owner, far-off ones included, but for two simplifications: a chain of the attacker
 * with more than three liberties is trusted to stand (engine/reading/zone.h), and a lone stone
 * taken into a snapback does not count as taken. A chain counts as safe once it has five
 * liberties, once a position repeats, and where the search comes to its limits: so "taken" is
 * proved and "safe" is not.
 *
 * Equal questions get equal answers, whatever was asked before. A Reader is scratch memory: it
 * serves one thread at a time, and boards of any size.
 */
#ifndef ENGINE_READING_READING_H
#define ENGINE_READING_READING_H

#include "engine/base/deadline.h"
#include "engine/board/board.h"

typedef struct Reader Reader;

/* NULL where memory runs out. */
Reader *reader_new(void);

/* The same with a table of 1 << table_bits positions, 5 to 17 (the usual size), more than its
 * boards have points and two: a small one is full soon, which tests want to see. */
Reader *reader_new_sized(int table_bits);

void reader_free(Reader *reader);

/* How it ends for the side that moves first; the numbers are those of GNU Go's commands. */
typedef enum {
    READING_FAILS = 0,
    READING_WINS = 1,           /* though the other side win every ko */
    READING_WINS_KO = 2,        /* by a ko for which the other side needs the first threat */
    READING_WINS_KO_THREAT = 3, /* by a ko for which it needs the first threat itself */
} ReadingCode;

typedef struct {
    ReadingCode code;
    Point move; /* how to begin, perhaps by passing; POINT_NONE where it fails */
    int nodes;  /* positions looked into, over all kinds of ko */
} ReadingResult;

typedef struct {
    int nodes; /* to look into for each kind of ko, 1 or more; ends sooner once the table is full:
                  about 98,000 positions on 19x19 with the usual depth, fewer on larger boards */
    int depth; /* moves ahead, 1 or more; 120 is as far as it goes */
    const Deadline *deadline; /* NULL: none; what is not proved by then is not known */
} ReadingLimits;

/* Limits that keep nearly every answer within a fifth of a second. */
ReadingLimits reading_default_limits(void);

/* Can the opponent of the chain at target, moving first, take it? */
ReadingResult reading_attack(Reader *reader, const Board *board, Point target,
                             ReadingLimits limits);

/* Can the owner of the chain at target, moving first, save it? Where it is in no danger the answer
 * is a move that leaves it so. */
ReadingResult reading_defend(Reader *reader, const Board *board, Point target,
                             ReadingLimits limits);

#endif
