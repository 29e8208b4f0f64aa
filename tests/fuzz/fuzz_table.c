/* libFuzzer entry for files of tables: any bytes are refused with one line, or are a table that can
 * be read, stored in and saved. The first byte says what the bytes are: bit 0, a file of ours with
 * some bytes changed; bit 1, with its checksums made right again; bit 2, the table is mapped. */
#include "tests/fuzz/table_sums.h"
#include "tt/file.h"

enum { LINES = 8, FILE_BYTES_MAX = 1 << 16 };

static const TableLayout LAYOUT = {.age = {58, 6}, .work = {50, 8}};
static const TableFact FACTS[] = {{"width", 9, false}, {"rules", 0x1234, true}};
static const TableFacts ALL_FACTS = {FACTS, 2};

static void fill(Table *table, uint64_t seed) {
    for (uint64_t i = 1; i <= 64; i++) {
        const uint64_t key = hash_mix(seed + i);
        table_store(table, key, ~key, i);
    }
}

/* Returns the length of a good file. */
static size_t make_file(uint8_t *bytes) {
    char path[] = "/tmp/fuzz-table-XXXXXX";
    const int made = mkstemp(path);
    Table table;
    TableError error;
    require(made >= 0 && table_init(&table, LINES * TABLE_LINE_BYTES, LAYOUT));
    fill(&table, 1);
    require(table_save(&table, ALL_FACTS, path, &error));
    table_free(&table);
    close(made);
    return fuzz_take_file(path, bytes, FILE_BYTES_MAX);
}

static void load(const uint8_t *bytes, size_t length, TableLoading how) {
    char path[FUZZ_PATH_MAX];
    Table table;
    TableError error = {""};
    const int file = fuzz_open(bytes, length, path);
    if (table_load(&table, how, LAYOUT, ALL_FACTS, path, &error)) {
        for (uint64_t i = 1; i <= 64; i++) {
            const uint64_t key = hash_mix(1 + i);
            table_probe(&table, key, ~key);
        }
        fill(&table, 2);
        table_free(&table);
    } else {
        require(error.text[0] != '\0' && strchr(error.text, '\n') == NULL);
    }
    close(file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static uint8_t good[FILE_BYTES_MAX], bytes[FILE_BYTES_MAX];
    static size_t length;
    if (size == 0) {
        return 0;
    }
    const TableLoading how = (data[0] & 4) != 0 ? TABLE_MAP : TABLE_COPY;
    if ((data[0] & 1) == 0) {
        load(data + 1, size - 1, how);
        return 0;
    }
    length = length != 0 ? length : make_file(good);
    memcpy(bytes, good, length);
    fuzz_change(bytes, length, data + 1, size - 1);
    if ((data[0] & 2) != 0) {
        table_mend_sums(bytes, length);
    }
    load(bytes, length, how);
    return 0;
}
