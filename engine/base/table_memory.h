/* Memory for tables of tt/: huge pages if the system grants them. */
#ifndef ENGINE_BASE_TABLE_MEMORY_H
#define ENGINE_BASE_TABLE_MEMORY_H

#include "engine/base/os/pages.h"
#include "tt/table.h"

/* Makes an empty table of bytes / 64 lines. Its pages are allocated when first written. Returns
 * false if out of memory. */
static inline bool table_new(Table *table, size_t bytes, TableLayout layout) {
    void *memory = pages_new_huge(bytes, PAGES_RESERVED);
    if (memory != NULL) {
        table_init(table, memory, bytes, layout);
    }
    return memory != NULL;
}

static inline void table_free(Table *table) {
    pages_free(table->lines, table->line_count * TABLE_LINE_BYTES);
}

#endif
