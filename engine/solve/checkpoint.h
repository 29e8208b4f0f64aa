/* Checkpoints: the results of a search in a file, from which a later run goes on.
 *
 * The file holds lines of entries as a table does, fewer by a whole factor, and of the entries that
 * meet in a line those that cost most. Since a table stores no check words, loading writes each
 * entry to all lines of the large table that its line stands for. */
#ifndef ENGINE_SOLVE_CHECKPOINT_H
#define ENGINE_SOLVE_CHECKPOINT_H

#include "engine/base/status.h"
#include "engine/solve/solver_context.h"

typedef struct {
    int32_t lower, upper;
    int32_t is_pessimistic[2]; /* [color]: did pessimistic searches find its bound? */
} CheckpointBounds;

/* How far a search is. The file has it as it lies in memory, so without padding. */
typedef struct {
    /* The key of the position that everything begins with: what is stored is right after its
     * history alone. */
    uint64_t start;
    uint64_t nodes, generated, milliseconds; /* of all runs */
    uint64_t position;                       /* the key of the position that is solved, */
    CheckpointBounds bounds;                 /* and its bounds */
} CheckpointProgress;

/* Writes the progress and, in at most max_bytes, the entries of the table that cost most. Others
 * may use the table meanwhile. On failure returns false with a message; the old file stays. */
bool checkpoint_save(const SolverContext *context, const CheckpointProgress *progress,
                     size_t max_bytes, const char *path, Status *status);

/* Replaces the context's table by that of the file, of about the same size as before, and reads the
 * progress; start is given. No thread may use the table meanwhile. On failure returns false with a
 * message, and nothing has changed. */
bool checkpoint_load(SolverContext *context, CheckpointProgress *progress, const char *path,
                     Status *status);

#endif
