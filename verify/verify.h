/* Checks a proof, as README.md describes it. Nothing here comes from the solver, not even its
 * board. The records are in memory, with an index of their boards: some 13 bytes each on 5x5. Any
 * thread may call. */
#ifndef VERIFY_VERIFY_H
#define VERIFY_VERIFY_H

#include "verify/monitor.h"
#include "verify/strategy.h"

typedef struct {
    ProofFile file;
    bool has_lower, has_upper;
    int lower, upper;      /* of Black's points minus White's */
    size_t records;        /* of all strategies */
    size_t cyclic_boards;  /* boards in cyclic components */
    size_t path_positions; /* states on paths through cyclic components, each counted once */
} VerifyResult;

/* Returns false with a message that names the place if the proof is wrong. monitor may be NULL. The
 * file of the result has no records. */
bool verify_proof(const uint8_t *bytes, size_t length, VerifyResult *result,
                  const VerifyMonitor *monitor, Status *status);

/* Checks only the paths through cycles of boards (cycles.c), for those who repair a strategy. The
 * file has one section, with the records on cycles and those whose moves or replies lead there.
 * They must be right in themselves. records: of the whole strategy; the
 * more, the longer the paths may be. */
bool verify_cycles(const uint8_t *bytes, size_t length, size_t records,
                   const VerifyMonitor *monitor, Status *status);

/* Checks only the records of a section, each by itself: that they ascend, and that each is the
 * least image of a possible position with a legal move. For those who read them without a proof. */
bool verify_records(const ProofFile *file, int section, Status *status);

void verify_failures_free(VerifyFailures *failures);

#endif
