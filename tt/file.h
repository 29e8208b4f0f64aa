/* Tables in files.
 *
 *     0      header, 4096 bytes: magic, byte order, version, number of lines, payload layout,
 *            generation, the caller's facts, checksum of the content, checksum of the header
 *     4096   the lines as they are in memory, and nothing after them
 *
 * Invariant: a path that is saved to holds either the whole old file or the whole new one, at any
 * moment, and table_load gives a table only where every byte of the file is as it was written and
 * the layout and all facts are those asked for. (Checksums see damage. They do not keep out a
 * forger: who can write the file can make its payloads say anything.)
 *
 * Threads: a table may be saved while others use it; the file then holds some moment's entry in
 * each place. Threads and processes may save to one path at once: the last to finish stays. Loading
 * has the table for itself.
 */
#ifndef TT_FILE_H
#define TT_FILE_H

#include "tt/table.h"

/* Why a file was refused: one line without the path; untouched on success. */
typedef struct {
    char text[160];
} TableError;

enum { TABLE_FACTS_MAX = 16, TABLE_FACT_NAME_MAX = 23 };

/* What the payloads depend on and the table does not understand, such as the width of the board,
 * the rules, the hash seed, a checksum of the random words. Saved with the table and compared, in
 * order, when it is loaded. */
typedef struct {
    const char *name; /* 1..TABLE_FACT_NAME_MAX bytes */
    uint64_t value;
} TableFact;

typedef struct {
    const TableFact *fact;
    int count; /* 0..TABLE_FACTS_MAX */
} TableFacts;

/* A checksum of count blocks of 64 bytes, for a fact about random words. Any change of one word
 * changes it, others by all but a chance of about 2^-64. */
uint64_t table_checksum(const void *blocks, size_t count);

/* Writes a new file "PATH.PID.N.tmp", has it reach the disk, and renames it. On failure the old
 * file stays and the new one is removed. */
bool table_save(const Table *table, TableFacts facts, const char *path, TableError *error);

typedef enum {
    TABLE_COPY, /* into memory of its own, with huge pages */
    TABLE_MAP,  /* pages are read when needed and copied when written; the file never changes.
                   Nobody may change or cut it meanwhile; table_save to its path is no change */
} TableLoading;

/* Makes the table that path holds. Free it with table_free. */
bool table_load(Table *table, TableLoading how, TableLayout layout, TableFacts facts,
                const char *path, TableError *error);

#endif
