/* Tables in files.
 *
 *     0      header, 4096 bytes: magic, byte order, version, number of lines, payload layout,
 *            generation, the caller's facts, checksum of the content, checksum of the header
 *     4096   the lines as they are in memory, and nothing after them
 *
 * Invariant: at any moment a path that is saved to holds either the whole old file or the whole new
 * one, and table_load succeeds only if every byte of the file is as it was written and the layout
 * and all facts are those expected. (Checksums detect damage, not forgery.)
 *
 * Threads: a table may be saved while others use it; each entry of the file is then what the table
 * held there at some moment of the save. Threads and processes may save to one path at once: the
 * last to finish wins. Loading needs the table to itself. */
#ifndef ENGINE_SOLVE_TABLE_FILE_H
#define ENGINE_SOLVE_TABLE_FILE_H

#include "engine/base/status.h"
#include "tt/table.h"

enum { TABLE_FACTS_MAX = 16, TABLE_FACT_NAME_MAX = 23 };

/* What the payloads depend on, such as the width of the board, the rules or the hash seed. Saved
 * with the table and compared, in order, when it is loaded. */
typedef struct {
    const char *name; /* 1..TABLE_FACT_NAME_MAX bytes */
    uint64_t value;
    bool is_word; /* the value is table_word of something: for messages */
} TableFact;

/* Returns a word of up to 8 letters as a number. */
uint64_t table_word(const char *word);

typedef struct {
    const TableFact *fact;
    int count; /* 0..TABLE_FACTS_MAX */
} TableFacts;

/* Writes a new file (os_create_temporary), syncs it and renames it to path. On failure returns
 * false with the reason, without the path; the old file stays and the new one is removed. */
bool table_save(const Table *table, TableFacts facts, const char *path, Status *status);

/* Loads the table that path holds. The caller frees it with table_free. On failure returns false
 * with the reason, and there is nothing to free. */
bool table_load(Table *table, TableLayout layout, TableFacts facts, const char *path,
                Status *status);

#endif
