/* Tables in files: what was saved can be loaded, and a file that differs by one bit is refused. */
#include "engine/base/table_memory.h"
#include "engine/solve/table_file.h"
#include "hash/random.h"
#include "tests/support/program/cleanup.h"

#include <criterion/criterion.h>
#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const TableLayout LAYOUT = {.age = {0, 4}, .work = {4, 8}};
static const TableFact FACTS[] = {{"board width", 9, false},
                                  {"board height", 9, false},
                                  {"rules", 2, false},
                                  {"hash seed", UINT64_C(0xABCDEF), false}};
static const TableFacts ALL_FACTS = {FACTS, 4};

enum { HEADER_BYTES = 4096 };

/* A folder of the test's own. */
typedef struct {
    char folder[64], path[128];
} Place;

static Place new_place(void) {
    Place place = {.folder = "/tmp/dihedra-test-XXXXXX"};
    cr_assert_not_null(mkdtemp(place.folder));
    snprintf(place.path, sizeof place.path, "%s/table", place.folder);
    return place;
}

static void remove_place(const Place *place) {
    unlink(place->path);
    cr_assert_eq(rmdir(place->folder), 0, "something was left behind");
}

/* How many files and links the folder holds. */
static int count_files(const Place *place) {
    DIR *folder = opendir(place->folder);
    cr_assert_not_null(folder);
    int count = 0;
    for (const struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        count += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    }
    closedir(folder);
    return count;
}

static uint64_t key_number(uint64_t n) {
    SplitMix random = {n};
    return splitmix_next(&random);
}

static Table new_table(size_t lines, uint64_t entries) {
    Table table;
    cr_assert(table_new(&table, lines * TABLE_LINE_BYTES, LAYOUT));
    for (uint64_t n = 0; n < entries; n++) {
        table_store(&table, key_number(n), key_number(~n), key_number(n + 7) | 1 << 12);
        if (n % 100 == 0) {
            table_age(&table);
        }
    }
    return table;
}

static bool answers_alike(const Table *a, const Table *b, uint64_t entries) {
    for (uint64_t n = 0; n < 2 * entries; n++) {
        if (table_probe(a, key_number(n), key_number(~n)) !=
            table_probe(b, key_number(n), key_number(~n))) {
            return false;
        }
    }
    return a->line_count == b->line_count &&
           memcmp((void *)a->lines, (void *)b->lines, a->line_count * TABLE_LINE_BYTES) == 0;
}

static void save_with(TableFacts facts, const Place *place) {
    Table table;
    Status error;
    cr_assert(table_new(&table, 2 * TABLE_LINE_BYTES, LAYOUT));
    cr_assert(table_save(&table, facts, place->path, &error), "%s", error.text);
    table_free(&table);
}

static void save(const Table *table, const Place *place) {
    Status error;
    cr_assert(table_save(table, ALL_FACTS, place->path, &error), "%s", error.text);
    cr_assert_eq(count_files(place), 1, "the temporary file is left");
}

static Table load(const Place *place) {
    Table table;
    Status error;
    cr_assert(table_load(&table, LAYOUT, ALL_FACTS, place->path, &error), "%s", error.text);
    return table;
}

/* The file is refused, and the reason has the word in it. */
static void expect_refused(const Place *place, TableLayout layout, TableFacts facts,
                           const char *word) {
    Table table;
    Status error = {""};
    cr_assert(!table_load(&table, layout, facts, place->path, &error), "loaded: %s", word);
    cr_assert_not_null(strstr(error.text, word), "'%s' does not say %s", error.text, word);
    cr_assert_null(strchr(error.text, '\n'), "two lines: %s", error.text);
}

static char *read_file(const Place *place, size_t *size) {
    FILE *file = fopen(place->path, "rb");
    cr_assert_not_null(file);
    cr_assert_eq(fseek(file, 0, SEEK_END), 0);
    *size = (size_t)ftell(file);
    rewind(file);
    char *bytes = malloc(*size);
    cr_assert(bytes != NULL && fread(bytes, 1, *size, file) == *size);
    fclose(file);
    return bytes;
}

static void write_file(const Place *place, const void *bytes, size_t size) {
    FILE *file = fopen(place->path, "wb");
    cr_assert(file != NULL && fwrite(bytes, 1, size, file) == size && fclose(file) == 0);
}

/* A table of this many lines and entries that is saved in its own folder. */
typedef struct {
    Place place;
    Table table;
    size_t size; /* of the file */
    char *bytes;
} Saved;

static Saved saved_new(size_t lines, uint64_t entries) {
    Saved saved = {.place = new_place(), .table = new_table(lines, entries)};
    save(&saved.table, &saved.place);
    saved.bytes = read_file(&saved.place, &saved.size);
    return saved;
}

static void saved_free(Saved *saved) {
    free(saved->bytes);
    table_free(&saved->table);
    remove_place(&saved->place);
}

/* The file holds the table. */
static void expect_saved(const Place *place, const Table *table, uint64_t entries) {
    Table loaded = load(place);
    cr_assert(answers_alike(table, &loaded, entries));
    table_free(&loaded);
}

Test(table_file, a_loaded_table_answers_alike) {
    static const size_t LINES[] = {1, 5, 1000, 1024, 5000};
    const Place place = new_place();
    for (size_t i = 0; i < sizeof LINES / sizeof LINES[0]; i++) {
        const uint64_t entries = 3 * LINES[i];
        Table table = new_table(LINES[i], entries);
        save(&table, &place);
        Table copied = load(&place);
        cr_assert(answers_alike(&table, &copied, entries));
        cr_assert(copied.generation == table.generation);
        for (uint64_t n = entries; n < 2 * entries; n++) { /* and go on alike */
            const TableStored stored = table_store(&table, key_number(n), key_number(~n), n + 16);
            cr_assert_eq(table_store(&copied, key_number(n), key_number(~n), n + 16), stored);
        }
        cr_assert(answers_alike(&table, &copied, 2 * entries));
        table_free(&copied);
        table_free(&table);
    }
    remove_place(&place);
}

Test(table_file, every_flipped_bit_is_refused) {
    Saved saved = saved_new(2, 6);
    const int file = open(saved.place.path, O_RDWR);
    cr_assert(file >= 0 && saved.size == HEADER_BYTES + 2 * TABLE_LINE_BYTES);
    for (size_t bit = 0; bit < saved.size * 8; bit++) {
        const char *byte = &saved.bytes[bit / 8], flipped = (char)(*byte ^ 1 << bit % 8);
        Table loaded;
        Status error;
        cr_assert_eq(pwrite(file, &flipped, 1, (off_t)(bit / 8)), 1);
        cr_assert(!table_load(&loaded, LAYOUT, ALL_FACTS, saved.place.path, &error), "bit %zu",
                  bit);
        cr_assert_eq(pwrite(file, byte, 1, (off_t)(bit / 8)), 1);
    }
    close(file);
    expect_saved(&saved.place, &saved.table, 6);
    saved_free(&saved);
}

Test(table_file, every_other_length_is_refused) {
    Saved saved = saved_new(2, 6);
    const size_t size = saved.size, most = size + 4 * TABLE_LINE_BYTES;
    char *longer = cleanup_free(calloc(1, most));
    cr_assert_not_null(longer);
    memcpy(longer, saved.bytes, size);
    for (size_t length = 0; length <= most; length += length < 4000 ? 97 : 1) {
        if (length != size) {
            write_file(&saved.place, longer, length);
            expect_refused(&saved.place, LAYOUT, ALL_FACTS,
                           length < size ? "truncated" : "too long");
        }
    }
    saved_free(&saved);
}

Test(table_file, the_reason_names_what_does_not_match) {
    Saved saved = saved_new(2, 6);
    const Place *const place = &saved.place;
    expect_refused(place, (TableLayout){{0, 4}, {4, 9}}, ALL_FACTS, "layout");
    expect_refused(place, (TableLayout){{12, 4}, {4, 8}}, ALL_FACTS, "layout");
    expect_refused(place, LAYOUT, (TableFacts){FACTS, 3}, "4 facts, 3 expected");
    TableFact facts[4];
    for (int i = 0; i < 4; i++) {
        memcpy(facts, FACTS, sizeof facts);
        facts[i].value++;
        expect_refused(place, LAYOUT, (TableFacts){facts, 4}, FACTS[i].name);
        facts[i] = (TableFact){"komi", FACTS[i].value, false};
        expect_refused(place, LAYOUT, (TableFacts){facts, 4}, "komi");
    }
    memcpy(facts, FACTS, sizeof facts);
    facts[2] = (TableFact){"rules", table_word("chinese"), true};
    expect_refused(place, LAYOUT, (TableFacts){facts, 4}, "rules ?, chinese expected");
    facts[2] = (TableFact){"rules", table_word("japanese"), true}; /* as long as a word can be */
    expect_refused(place, LAYOUT, (TableFacts){facts, 4}, "rules ?, japanese expected");
    facts[2] = (TableFact){"rules", table_word("aga"), true}; /* after a longer one */
    expect_refused(place, LAYOUT, (TableFacts){facts, 4}, "rules ?, aga expected");
    facts[2] = (TableFact){"ru\nles", FACTS[2].value, true}; /* in the file: a text of its own */
    save_with((TableFacts){facts, 4}, place);
    expect_refused(place, LAYOUT, ALL_FACTS, "fact 3 is not");
    static const struct {
        size_t offset;
        const char *reason;
    } DAMAGES[] = {{0, "not a table"},
                   {8, "byte order"},
                   {16, "version"},
                   {24, "header is damaged"},
                   {40, "header is damaged"},
                   {HEADER_BYTES - 1, "header is damaged"},
                   {HEADER_BYTES, "content is damaged"}};
    for (size_t i = 0; i < sizeof DAMAGES / sizeof DAMAGES[0]; i++) {
        saved.bytes[DAMAGES[i].offset] ^= 1;
        write_file(place, saved.bytes, saved.size);
        expect_refused(place, LAYOUT, ALL_FACTS, DAMAGES[i].reason);
        saved.bytes[DAMAGES[i].offset] ^= 1;
    }
    saved_free(&saved);
}

/* The numbers of a file of version 1 that are not 0, with their offsets. They change with the
 * version alone: files that an older program wrote can be read. */
static const struct {
    size_t offset;
    uint64_t word;
} VERSION_1[] = {
    {8, UINT64_C(0x102030405060708)},
    {16, 1},
    {24, 2},
    {32, UINT64_C(0x8040400)},
    {40, 1},
    {48, UINT64_C(0x8B811A8EA2F65065)},
    {56, 4},
    {88, 9},
    {120, 9},
    {152, 2},
    {184, UINT64_C(0xABCDEF)},
    {4088, UINT64_C(0x5AD51F7EB1A1AC1D)},
    {4096, UINT64_C(0xF5C7C5C66976AF0)},
    {4104, UINT64_C(0x9E5651B0EF953631)},
    {4160, UINT64_C(0x81EB49DD222FD07F)},
    {4168, UINT64_C(0x63CBE1E459321DD0)},
    {4176, UINT64_C(0x39F76720A2E726AF)},
    {4184, UINT64_C(0xAEAF52FEBE707061)},
};

enum { VERSION_1_BYTES = HEADER_BYTES + 2 * TABLE_LINE_BYTES };

static char *new_version_1(void) {
    char *bytes = cleanup_free(calloc(1, VERSION_1_BYTES));
    cr_assert_not_null(bytes);
    for (size_t i = 0; i < sizeof VERSION_1 / sizeof VERSION_1[0]; i++) {
        memcpy(bytes + VERSION_1[i].offset, &VERSION_1[i].word, 8);
    }
    memcpy(bytes, "Dihedra", 7);
    for (int i = 0; i < 4; i++) {
        memcpy(bytes + 64 + 32 * i, FACTS[i].name, strlen(FACTS[i].name));
    }
    return bytes;
}

Test(table_file, files_of_version_1_are_read_and_written) {
    const Place place = new_place();
    Table table = new_table(2, 3);
    write_file(&place, new_version_1(), VERSION_1_BYTES);
    expect_saved(&place, &table, 3);
    size_t size;
    save(&table, &place);
    char *bytes = cleanup_free(read_file(&place, &size));
    cr_assert(size == VERSION_1_BYTES && memcmp(bytes, new_version_1(), size) == 0);
    table_free(&table);
    remove_place(&place);
}

/* No line, and more than 64 bits can count the bytes of: the last one's product is that of the two
 * lines that the file has. The checksums of the headers are right. */
Test(table_file, impossible_sizes_are_refused) {
    static const struct {
        uint64_t lines, header_checksum;
        const char *reason;
    } CASES[] = {
        {0, UINT64_C(0x4361F00F906A2F9E), "impossible size: 0 lines"},
        {UINT64_MAX / 64, UINT64_C(0x3E12A743DD2565BE), "truncated"},
        {UINT64_MAX / 64 + 1, UINT64_C(0x91F00F9FBFA10947), "impossible size"},
        {UINT64_MAX / 64 + 3, UINT64_C(0xE1128B6A487C9C78), "impossible size"},
    };
    const Place place = new_place();
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        char *bytes = new_version_1();
        memcpy(bytes + 24, &CASES[i].lines, 8);
        memcpy(bytes + HEADER_BYTES - 8, &CASES[i].header_checksum, 8);
        write_file(&place, bytes, VERSION_1_BYTES);
        expect_refused(&place, LAYOUT, ALL_FACTS, CASES[i].reason);
    }
    remove_place(&place);
}

Test(table_file, what_is_no_file_is_refused) {
    Place place = new_place();
    expect_refused(&place, LAYOUT, ALL_FACTS, "cannot open");
    cr_assert_eq(mkdir(place.path, 0700), 0);
    expect_refused(&place, LAYOUT, ALL_FACTS, "not a regular file");
    cr_assert_eq(rmdir(place.path), 0);
    cr_assert_eq(mkfifo(place.path, 0600), 0);
    expect_refused(&place, LAYOUT, ALL_FACTS, "not a regular file");
    remove_place(&place);
}

/* The disk fills up at any moment of a save: the old file stays and no other file does. */
Test(table_file, a_failed_save_leaves_the_old_file) {
    static const rlim_t LIMITS[] = {0, 100, HEADER_BYTES, HEADER_BYTES + 64 * 1024, 300000};
    Saved old = saved_new(10, 30);
    Table table = new_table(5000, 15000);
    struct rlimit unlimited;
    cr_assert_eq(getrlimit(RLIMIT_FSIZE, &unlimited), 0);
    void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
    for (size_t i = 0; i < sizeof LIMITS / sizeof LIMITS[0]; i++) {
        Status error = {""};
        const struct rlimit limit = {LIMITS[i], unlimited.rlim_max};
        cr_assert_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
        const bool ok = table_save(&table, ALL_FACTS, old.place.path, &error);
        setrlimit(RLIMIT_FSIZE, &unlimited);
        cr_assert(!ok && strstr(error.text, "cannot write") != NULL, "%s", error.text);
        cr_assert_eq(count_files(&old.place), 1, "the temporary file is left");
        expect_saved(&old.place, &old.table, 30);
    }
    signal(SIGXFSZ, handler);
    table_free(&table);
    saved_free(&old);
}

static void *store_much(void *argument) {
    Table *table = argument;
    for (uint64_t n = 0; n < 300000; n++) {
        table_store(table, key_number(n), key_number(~n), key_number(n) | 1 << 12);
    }
    return NULL;
}

/* Saved while another thread stores: the file is whole, and its entries belong to their keys. */
Test(table_file, a_busy_table_can_be_saved) {
    const Place place = new_place();
    Table table = new_table(200, 0);
    pthread_t thread;
    cr_assert_eq(pthread_create(&thread, NULL, store_much, &table), 0);
    for (int i = 0; i < 20; i++) {
        save(&table, &place);
        Table loaded = load(&place);
        for (uint64_t n = 0; n < 300000; n += 7) {
            const uint64_t found = table_probe(&loaded, key_number(n), key_number(~n));
            cr_assert(found == 0 || (found >> 4) == (key_number(n) | 1 << 12) >> 4);
        }
        table_free(&loaded);
    }
    pthread_join(thread, NULL);
    table_free(&table);
    remove_place(&place);
}
