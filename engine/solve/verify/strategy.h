/* A proof file, and the strategies in it. README.md describes the format.
 *
 * A ProofFile refers to the bytes that it was read from and never changes: any thread. */
#ifndef ENGINE_SOLVE_VERIFY_STRATEGY_H
#define ENGINE_SOLVE_VERIFY_STRATEGY_H

#include <stddef.h>

#include "engine/base/status.h"
#include "engine/solve/verify/monitor.h"

typedef struct {
    bool is_black; /* the winner */
    int goal;      /* the winner's points minus the loser's, at least */
    const uint8_t *records;
    size_t count;
    size_t offset; /* of the first record in the file */
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
    size_t record_bytes;
} ProofFile;

/* Reads the frame of a file: everything but the records. Returns false with a message that names
 * the place. */
bool proof_file_read(const uint8_t *bytes, size_t length, ProofFile *file, Status *status);

/* Does the checksum agree? */
bool proof_file_check_sum(const uint8_t *bytes, size_t length, const VerifyMonitor *monitor,
                          Status *status);

/* The checksum of these bytes. Returns false if the monitor has ended the work. */
bool proof_file_find_sum(const uint8_t *bytes, size_t length, const VerifyMonitor *monitor,
                         uint64_t *sum);

/* The same of a few bytes. */
uint64_t proof_file_sum(const uint8_t *bytes, size_t length);

/* The bytes of a position in a record: the record without its move. */
size_t strategy_key_bytes(const SlowRules *rules);
void strategy_pack(const SlowRules *rules, const SlowBoard *board, int ko, uint8_t *bytes);

/* The position that strategy_pack made the bytes of. Returns false if they are of no position. */
bool strategy_unpack(const SlowRules *rules, const uint8_t *bytes, SlowBoard *board, int *ko);

/* The position and move of a record. Returns false if its bytes are of no position. */
bool strategy_open(const ProofFile *file, const Strategy *strategy, size_t record, SlowBoard *board,
                   int *ko, int *move);

/* Do both records exist, and have the same position? */
bool strategy_is_same(const ProofFile *file, const Strategy *strategy, size_t a, size_t b);

/* Finds the first record of a canonical position. Returns the number of records if there is none.
 */
size_t strategy_find(const ProofFile *file, const Strategy *strategy, const SlowBoard *board,
                     int ko);

#endif
