/* Checkpoints: what a search has found, in a file of tt/file.h that a later run goes on from.
 *
 * The file holds a table that is smaller by a whole factor. Of the entries that meet in one of its
 * lines it keeps those that cost most. Since a table does not store check words, loading writes
 * each entry to all lines of the large table that its line stands for; those that are not found
 * there are replaced first.
 *
 * Notes lie among the entries, under keys of their own: totals over all runs, and the bounds of
 * positions. */
#ifndef ENGINE_SOLVE_CHECKPOINT_H
#define ENGINE_SOLVE_CHECKPOINT_H

#include "engine/solve/solver_context.h"
#include "tt/file.h"

/* What is known of a position. */
typedef struct {
    int lower, upper;
    bool is_pessimistic[2]; /* [color]: pessimistic searches found its bound */
} CheckpointBounds;

/* Of all runs. */
typedef struct {
    uint64_t nodes, generated, milliseconds;
} CheckpointTotals;

/* Notes the bounds of the position with that key in the table. */
void checkpoint_note(Table *table, const HashKey *position, const CheckpointBounds *bounds);

/* Finds the bounds that were noted. Returns false, and leaves them as they are, if there are none.
 */
bool checkpoint_find(const Table *table, const HashKey *position, CheckpointBounds *bounds);

/* What a file takes of the table: entries that cost at least so much, the dearest first. */
typedef struct {
    uint64_t min_nodes;
    size_t max_bytes;
} CheckpointShare;

/* How far a search is. */
typedef struct {
    /* The key of the position that everything begins with: what is stored is right after its
     * history alone. */
    uint64_t start;
    CheckpointTotals totals;
    HashKey position;        /* the one that is being solved, */
    CheckpointBounds bounds; /* and its bounds */
} CheckpointProgress;

/* Writes entries of the table, the bounds noted in it, and the progress. Others may use the table
 * meanwhile. On failure returns false with the reason; the old file stays. */
bool checkpoint_save(const SolverContext *context, const CheckpointProgress *progress,
                     CheckpointShare share, const char *path, TableError *error);

/* Replaces the context's table by that of the file, of about the same size as before. No thread may
 * use the table meanwhile. On failure returns false with the reason; the table is unchanged. */
bool checkpoint_load(SolverContext *context, uint64_t start, CheckpointTotals *totals,
                     const char *path, TableError *error);

#endif
