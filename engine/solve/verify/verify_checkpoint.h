/* How far a check is, in a file that a later run goes on from. */
#ifndef ENGINE_SOLVE_VERIFY_VERIFY_CHECKPOINT_H
#define ENGINE_SOLVE_VERIFY_VERIFY_CHECKPOINT_H

#include "engine/solve/verify/check.h"

typedef struct {
    const char *path;
    double saved, saving_seconds;         /* when it was last written, and how long that took */
    int section;                          /* under way */
    size_t block;                         /* the next one of the section */
    size_t cyclic_boards, path_positions; /* of the sections before */
    RecordList records;                   /* of the section, as far as it was read */
    MissingReply *missing;
    size_t missing_count;
} VerifyCheckpoint;

/* Goes on from the file if it exists: reads all but the path, and the lists, which the caller
 * frees. Returns false with the reason if it is of another proof or version, or damaged. */
bool verify_checkpoint_load(VerifyCheckpoint *checkpoint, const ProofFile *file, Status *status);

/* Writes the file, unless that would take much of the time. */
bool verify_checkpoint_save(VerifyCheckpoint *checkpoint, const Check *check, Status *status);

#endif
