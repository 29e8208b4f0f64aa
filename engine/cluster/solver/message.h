/* Messages of ranks that solve together. They travel in batches, each one message of MPI: records
 * one after another:
 *
 *     record   kind (1 byte) | its fields
 *     field    a number, 7 bits a byte, the low ones first, or 8 bytes of a key
 *
 * A malformed batch is refused. */
#ifndef ENGINE_CLUSTER_SOLVER_MESSAGE_H
#define ENGINE_CLUSTER_SOLVER_MESSAGE_H

#include "engine/base/text.h"
#include "engine/solve/solver_thread.h"

/* A search of one side, which all ranks make together. */
typedef struct {
    uint32_t epoch; /* counts the searches, from 1 */
    Color attacker;
    int goal;  /* the attacker's */
    int first; /* the move before the search's root, or BITBOARD_NONE */
    bool trusts_open, is_pessimistic;
} DistributedSearch;

/* The branch of an upper node that the result of a task is sent to. */
typedef struct {
    int rank;
    uint64_t node; /* its number on that rank; 0: the search's root */
    int place;     /* of the branch */
} Origin;

/* A position that is to be searched. */
typedef struct {
    DistributedSearch search;
    Origin origin;
    int depth;
    bool is_large;                 /* more than a leaf job */
    bool is_lent;                  /* a leaf job for a receiver that is not its owner */
    int length;                    /* of the path from the search's root */
    const uint8_t *moves, *places; /* [length]: places in the order of each node's branches */
} Task;

typedef struct {
    uint32_t epoch;
    uint64_t node; /* as in the origin */
    int place;
    SolverResult result;
    SearchEnd end;
    uint64_t nodes;
} TaskResult;

typedef enum {
    MESSAGE_TASK,
    MESSAGE_RESULT,
    MESSAGE_CANCEL, /* the result is not needed any more; to the rank that has the task */
    MESSAGE_MOVED,  /* the task of this origin is at that rank now; to the origin */
    MESSAGE_IDLE,   /* the sender wants leaf jobs, or no longer */
    MESSAGE_BOUNDS, /* for the receiver's table */
    MESSAGE_END,    /* of the search: drop all that belongs to it, and answer with COUNTS */
    MESSAGE_COUNTS, /* the sender's work since its last counts; epoch: of the END, or 0 */
    MESSAGE_QUIT,   /* answer with FIGURES, and leave */
    MESSAGE_FIGURES,
    MESSAGE_LOOKUP, /* what does the table say of this key? For measuring */
    MESSAGE_FOUND,
    MESSAGE_KINDS
} MessageKind;

enum { MESSAGE_NUMBERS = 16 };

typedef struct {
    MessageKind kind;
    union {
        Task task;
        TaskResult task_result;
        Origin origin; /* CANCEL */
        struct {
            Origin origin;
            int rank;
        } moved;
        struct {
            uint64_t key, check, payload;  /* payload: bounds */
        } entry;                           /* BOUNDS, LOOKUP, FOUND */
        uint64_t numbers[MESSAGE_NUMBERS]; /* the others */
    };
} Message;

void message_add(const Message *message, Text *batch);

/* Reads the record at *at and moves *at behind it; the arrays of a task lie in the batch. Returns
 * false at the end of the batch, or if the record is malformed. */
bool message_read(const char **at, const char *end, Message *message);

#endif
