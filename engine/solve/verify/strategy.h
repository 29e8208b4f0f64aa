/* A proof file, and the strategies in it. README.md describes the format.
 *
 * A ProofFile refers to the source that it was read from and never changes: any thread. */
#ifndef ENGINE_SOLVE_VERIFY_STRATEGY_H
#define ENGINE_SOLVE_VERIFY_STRATEGY_H

#include <stddef.h>

#include "engine/base/status.h"
#include "engine/solve/verify/block.h"
#include "engine/solve/verify/monitor.h"
#include "engine/solve/verify/source.h"

typedef struct {
    bool is_black;    /* the winner */
    int goal;         /* the winner's points minus the loser's, at least */
    size_t count;     /* of records */
    uint64_t *blocks; /* where each block begins in the file, and where the last one ends */
    size_t block_count;
} Strategy;

typedef struct {
    SlowRules rules;
    bool black_to_move;
    SlowBoard black, white; /* the position as the winner Black, or White, sees it */
    int banned;             /* cell, or SLOW_NO_KO */
    bool has_first;
    int first; /* cell, or SLOW_PASS */
    Strategy strategy[2];
    int count;
    size_t key_bytes, record_bytes; /* of a position, and of a record */
    char checksum[17];
    ProofSource *source;
} ProofFile;

static const char PROOF_FIRST_LINE[] = "dihedra proof 2"; /* with the version of the format */

/* Reads all but the records, from a source that must outlive the file. Returns false with a message
 * that names the place; else proof_file_free frees the file. */
bool proof_file_read(ProofSource *source, ProofFile *file, Status *status);
void proof_file_free(ProofFile *file);

/* Does the checksum agree? */
bool proof_file_check_sum(const ProofFile *file, const VerifyMonitor *monitor, Status *status);

/* The checksum of the first bytes. Returns false with a message if reading failed or there are
 * fewer, or if the monitor has ended the work. */
bool proof_file_find_sum(ProofSource *source, size_t length, const VerifyMonitor *monitor,
                         uint64_t *sum, Status *status);
uint64_t proof_file_sum(const uint8_t *bytes, size_t length);

/* ---- Records: a position, its rank and a move ---- */

enum {
    STRATEGY_KEY_MAX = 14,   /* bytes of a position: 64 cells, five a byte, and the ko */
    STRATEGY_TAIL_BYTES = 3, /* of a record: the rank, and the move */
    STRATEGY_RECORD_MAX = STRATEGY_KEY_MAX + STRATEGY_TAIL_BYTES,
};

/* The bytes of a position. */
size_t strategy_key_bytes(const SlowRules *rules);
void strategy_pack(const SlowRules *rules, const SlowBoard *board, int ko, uint8_t *bytes);

/* The same of the least image of (board, ko). Returns the symmetry that takes them there. */
int strategy_pack_least(const SlowRules *rules, const SlowBoard *board, int ko, uint8_t *bytes);

/* The position that strategy_pack made the bytes of. Returns false if they are of no position. */
bool strategy_unpack(const SlowRules *rules, const uint8_t *bytes, SlowBoard *board, int *ko);

/* The position and move of a record. Returns false if its bytes are of no position. */
bool record_unpack(const SlowRules *rules, const uint8_t *record, SlowBoard *board, int *ko,
                   int *move);

int record_rank(const uint8_t *record, size_t key_bytes);

/* The move of a record as its byte has it: 1 + the cell, or 0: pass. */
int record_move(const uint8_t *record, size_t key_bytes);

/* Writes a record, with such a move. */
void record_pack(const uint8_t *key, size_t key_bytes, int rank, int move, uint8_t *record);

/* ---- Blocks: a reader belongs to one thread ---- */

typedef struct {
    const ProofFile *file;
    const Strategy *strategy;
    uint8_t *packed, *columns;
    uint8_t *records; /* of the block that was read last */
    size_t count;
} BlockReader;

void block_reader_init(BlockReader *reader, const ProofFile *file, const Strategy *strategy);
void block_reader_free(BlockReader *reader);

/* Returns false with a message if the bytes are of no block. */
bool block_reader_read(BlockReader *reader, size_t block, Status *status);

/* Returns false, with a message of the caller's, to end the reading. */
typedef bool RecordTake(void *context, const uint8_t *record, uint64_t number);

/* Hands over all records of a section, in their order, and reports before each block. Returns false
 * with a message if a block cannot be read, or if the work shall end. */
bool strategy_read_records(const ProofFile *file, const Strategy *strategy,
                           const VerifyMonitor *monitor, const char *phase, RecordTake *take,
                           void *context, Status *status);

#endif
