/* What the parts of the check of one strategy share: the strategy, its boards, one move at a time,
 * and words for the place of a failure. A Check belongs to one thread. */
#ifndef ENGINE_SOLVE_VERIFY_CHECK_H
#define ENGINE_SOLVE_VERIFY_CHECK_H

#include "engine/solve/verify/boards.h"
#include "engine/solve/verify/verify.h"

/* A reply without a record, to a board that the strategy has. */
typedef struct {
    uint32_t from, to; /* boards */
    size_t who;        /* the record that moved; the number of records: the root */
    int cell;
} MissingReply;

typedef struct {
    const ProofFile *file;
    const SlowRules *rules;
    const Strategy *strategy;
    int section;
    int needed;    /* points that secure the goal */
    SlowLife past; /* of the winner before the first move, if superko bans that board; else none */
    BoardSet boards;
    BoardGraph graph; /* on boards, or on records under simple ko */
    MissingReply *missing;
    size_t missing_count;
    uint32_t *component;          /* of each board, or record */
    bool *is_cyclic;              /* [component] */
    size_t path_positions;        /* positions met on paths */
    const VerifyMonitor *monitor; /* without failures, the first one ends the check */
    Status *status;
} Check;

static inline bool check_is_superko(const Check *check) {
    return check->rules->ko != SLOW_SIMPLE;
}

/* Reports now and then how much of a part of the work is done; all is 0 if that is not known.
 * Returns false with a message if the work shall end. */
bool check_report(const Check *check, const char *part, size_t done, size_t all);
bool check_fail_as_ended(const Check *check);

/* The position after the winner's move, or the root if the loser moves first. */
typedef struct {
    SlowBoard board;
    int ko;
    bool has_passed; /* the winner's move was a pass */
} After;

/* Return false, with a message that names the record by its number, byte and position. cell: ends
 * the message; less than 0: none. */
bool check_fail_at(const Check *check, size_t record, const char *reason, int cell);
bool check_fail_at_root(const Check *check, const char *reason);

/* Is the score on the board good enough? */
bool check_is_good(const Check *check, const SlowBoard *board);

/* Does the winner keep enough points by unconditional life? */
bool check_is_secure(const Check *check, const SlowBoard *board);

/* Plays a move of the winner. Returns why it is wrong, or NULL. */
const char *check_play_winner(const Check *check, const SlowBoard *board, int ko, int move,
                              After *after);

typedef enum { REPLY_ILLEGAL, REPLY_ENDS, REPLY_GOES_ON } ReplyKind;

/* Plays a reply of the loser: a cell or SLOW_PASS. */
ReplyKind check_play_loser(const Check *check, const After *after, int cell, SlowBoard *board,
                           int *ko);

/* The first record of a position in any orientation, or the number of records. */
size_t check_find_record(const Check *check, const SlowBoard *board, int ko);

/* The same with all its moves, in their order, on the board as it lies here. Returns their number;
 * moves has room for most. */
int check_find_moves(const Check *check, const SlowBoard *board, int ko, size_t *record, int *moves,
                     int most);

#endif
