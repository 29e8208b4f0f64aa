/* What the steps of the check of one strategy share: the strategy, the records that lie beside
 * cycles of its boards, one move at a time, and messages that name the place of a failure. */
#ifndef VERIFY_CHECK_H
#define VERIFY_CHECK_H

#include "verify/key_set.h"
#include "verify/monitor.h"
#include "verify/move_graph.h"
#include "verify/strategy.h"

/* The numbers of the boards before a kept record's move and after it. */
typedef struct {
    uint32_t before, after;
} RecordBoards;

/* A reply to a kept record's move that goes on, on a board of the kept records. */
typedef struct {
    uint32_t from; /* the kept record; their number: the root */
    uint32_t to; /* the first kept record of the position after it, or the number of kept records if
                    none */
    uint32_t board;
} KeptReply;

typedef struct {
    const ProofFile *file;
    const WholeRules *rules;
    const Strategy *strategy;
    int needed;         /* points that secure the goal */
    size_t whole_count; /* records, with those that the file leaves out (verify_cycles) */
    WholeLife past; /* of the winner before the first move, if superko bans that board; else none */
    size_t *kept; /* records on cycles, beside them, or that lack a reply, in order; under superko.
                     All that follows is of them, and by their place in this list */
    size_t kept_count;
    bool *lacks_reply; /* [record]; behind the last one: the root. NULL: none does */
    KeySet boards;
    uint32_t *records_of;    /* [board]: 1 + its first record, or 0 */
    RecordBoards *boards_of; /* [record]; behind the last one: the file's position, and the root */
    KeptReply *replies;
    size_t reply_count;
    GraphComponents components; /* of the boards, by moves and replies */
    bool *may_fail;             /* [record]: may a path that comes to its position fail (bans.c)? */
    uint32_t *heights;          /* [first record of a position]: falls along paths */
    uint32_t *last_ban;   /* [board]: the least height at which it may ban what leads to failures */
    size_t cyclic_boards; /* boards in cyclic components */
    size_t path_positions;        /* states on paths through cyclic components, each counted once */
    const VerifyMonitor *monitor; /* without failures, the first one ends the check */
    Status *status;
} Check;

static inline bool check_is_superko(const Check *check) {
    return check->rules->ko != WHOLE_SIMPLE;
}

bool check_fail_as_ended(const Check *check);

/* The position after the winner's move, or the root if the loser moves first. */
typedef struct {
    SlowBoard board;
    int ko;
    bool has_passed; /* the winner's move was a pass */
} After;

/* The first position of a strategy. */
typedef struct {
    SlowBoard start; /* before the first move, if there is one */
    WholeStone first_mover, to_move;
    After after;     /* the root itself, as the loser replies to it */
    bool is_decided; /* the winner's points are secure, or it may answer a pass by one */
} Root;

/* Return false, with a message that names the record of the section by its number and position, and
 * the cell unless it is less than 0. */
bool check_fail_at(const Check *check, size_t number, const char *reason, int cell);
bool check_fail_at_root(const Check *check, const char *reason);

/* Is the score on the board good enough? */
bool check_is_good(const Check *check, const SlowBoard *board);

/* Does the winner keep enough points by unconditional life? */
bool check_is_secure(const Check *check, const SlowBoard *board);

/* Plays a move of the winner. Returns why it is wrong, or NULL. */
const char *check_play_winner(const Check *check, const SlowBoard *board, int ko, int move,
                              After *after);

typedef enum { REPLY_ILLEGAL, REPLY_ENDS, REPLY_GOES_ON } ReplyKind;

/* Plays a reply of the loser: a cell or WHOLE_PASS. */
ReplyKind check_play_loser(const Check *check, const After *after, int cell, SlowBoard *board,
                           int *ko);

/* Checks a record of the section by itself: that it is in order behind the one before it, and the
 * least image of a possible position with a legal move. *after: the position after that. Returns
 * what is wrong, or NULL; *cell: where, or -1. */
const char *check_record(const Check *check, size_t number, SlowBoard *board, After *after,
                         int *cell);

/* Reads a record of the section that has been checked, and plays its move. */
void check_decode_record(const Check *check, size_t number, SlowBoard *board, After *after);

static inline const uint8_t *check_kept(const Check *check, size_t record) {
    return strategy_record(check->file, check->strategy, check->kept[record]);
}

/* Does the strategy, which has its index, have a record of the position? *rank: of its board, or
 * -1 if no record has that. */
bool check_has_record(const Check *check, const uint8_t *key, size_t slot, int *rank);

/* Where a position is, in any orientation. */
typedef struct {
    uint32_t board; /* its number, or KEY_UNKNOWN */
    size_t record;  /* the first of those kept, or their number */
    int symmetry;   /* takes the position to the record's */
} CheckPlace;

CheckPlace check_find(const Check *check, const SlowBoard *board, int ko);

/* Are two of the records kept of the same position? */
bool check_is_same_position(const Check *check, size_t a, size_t b);

/* Does a cycle go through the board with this number? */
static inline bool check_has_cycle(const Check *check, uint32_t board) {
    return check->components.is_cyclic[check->components.component[board]];
}

/* Are both boards in one cyclic component? */
static inline bool check_in_same_component(const Check *check, uint32_t a, uint32_t b) {
    return check->components.component[a] == check->components.component[b] &&
           check_has_cycle(check, a);
}

static inline bool check_reply_stays(const Check *check, const KeptReply *reply) {
    return check_in_same_component(check, reply->board, check->boards_of[reply->from].after);
}

/* ---- The steps, one file each; they return false with a message on failure ---- */

/* Checks the records of a section in one pass, by all threads: each by itself, and that its replies
 * have records whose ranks do not rise. The strategy has its index. Under superko a reply may lack
 * its record, and the check keeps such records, those of odd rank, and those that lead to one.
 * (record_pass.c) */
bool check_records(Check *check, const Root *root);

/* Finds the cyclic components of a strategy's boards under superko, from the records that are kept,
 * and what paths through them may fail. (cycles.c) */
bool check_cycles(Check *check, const Root *root);

/* Finds where in the cyclic components a path may fail, which positions lead there, and which
 * boards behind a position can still ban something: sets may_fail, heights and last_ban. (bans.c)
 */
bool check_bans(Check *check);

/* Enumerates, in all threads, the paths through cyclic components that may reach a failure, from
 * each path state once. A path begins where a component is entered: a board can repeat only before
 * it is left. (paths.c) */
bool check_paths(Check *check, const Root *root);

#endif
