/* Checkpoints: the results of a search in a file of engine/solve/table_file.h, from which a later
 * run goes on.
 *
 * The file holds a table that is smaller by a whole factor, and of the entries that meet in one of
 * its lines those that cost most. Since a table stores no check words, loading writes each entry to
 * all lines of the large table that its line stands for; searches replace those that are not found
 * there. Notes lie among the entries under keys of their own: totals of all runs, and the bounds of
 * positions. */
#ifndef ENGINE_SOLVE_CHECKPOINT_H
#define ENGINE_SOLVE_CHECKPOINT_H

#include "engine/solve/solver_context.h"
#include "engine/solve/table_file.h"

typedef struct {
    int lower, upper;
    bool is_pessimistic[2]; /* [color]: pessimistic searches found its bound */
} CheckpointBounds;

/* Finds the bounds that a checkpoint has noted of the position with that key. Returns false, with
 * *bounds unchanged, if none that are possible were noted. */
bool checkpoint_find(const Table *table, const HashKey *position, CheckpointBounds *bounds);

enum { CHECKPOINT_NODES, CHECKPOINT_GENERATED, CHECKPOINT_MILLISECONDS, CHECKPOINT_TOTALS };

/* How far a search is. */
typedef struct {
    /* The key of the position that everything begins with: what is stored is right after its
     * history alone. */
    uint64_t start;
    uint64_t totals[CHECKPOINT_TOTALS]; /* of all runs */
    HashKey position;                   /* that is being solved, */
    CheckpointBounds bounds;            /* and its bounds */
} CheckpointProgress;

/* Writes the entries of the table, the dearest first, in at most max_bytes; the bounds noted in it;
 * and the progress. Others may use the table meanwhile. On
 * failure returns false with the reason; the old file stays. */
bool checkpoint_save(const SolverContext *context, const CheckpointProgress *progress,
                     size_t max_bytes, const char *path, Status *status);

/* Replaces the context's table by that of the file, of about the same size as before, and reads the
 * totals; progress->start is given. No thread may use the table meanwhile. On failure returns false
 * with the reason, and the table is unchanged. */
bool checkpoint_load(SolverContext *context, CheckpointProgress *progress, const char *path,
                     Status *status);

#endif
