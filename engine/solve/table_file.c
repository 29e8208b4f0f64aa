/* Saving and loading tables; the header has the format and the invariant. */
#include "engine/solve/table_file.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/os/files.h"
#include "engine/base/table_memory.h"

enum { VERSION = 1, HEADER_BYTES = 4096, LINE_WORDS = TABLE_LINE_BYTES / 8 };
enum {
    BUFFER_LINES = 1024, /* lines written at a time: 64 KiB */
    WORD_LETTERS = 8     /* in the bytes of a number */
};

static const char MAGIC[8] = "Dihedra";
static const uint64_t BYTE_ORDER_MARK = UINT64_C(0x0102030405060708);

typedef struct {
    char name[TABLE_FACT_NAME_MAX + 1]; /* padded with NULs */
    uint64_t value;
} FileFact;

typedef struct {
    char magic[8];
    uint64_t byte_order, version, line_count;
    uint64_t layout; /* age shift, age width, work shift, work width, a byte each from the lowest */
    uint64_t generation, content_checksum, fact_count;
    FileFact fact[TABLE_FACTS_MAX];
    uint64_t zeros[(HEADER_BYTES - 72) / 8 - TABLE_FACTS_MAX * 4];
    uint64_t header_checksum; /* of the whole header, with 0 in this place */
} Header;

_Static_assert(sizeof(Header) == HEADER_BYTES, "the header has no padding");

static bool fail_errno(Status *status, const char *what) {
    return status_fail(status, "%s: %s", what, strerror(errno));
}

/* One sum for each word of a line, so that no sum waits for another. */
typedef struct {
    uint64_t sum[LINE_WORDS];
} Checksum;

/* For each word a bijection of sum, and for each sum a bijection of word, so a change of one word
 * cannot be lost. FNV-1a (Fowler, Noll, Vo 1991) on whole words, with a rotation that brings down
 * the highest bits, which a product never moves. */
static inline uint64_t checksum_step(uint64_t sum, uint64_t word) {
    const uint64_t mixed = sum ^ word;
    return hash_mix(mixed << 29 | mixed >> 35);
}

static void checksum_add(Checksum *checksum, const uint64_t *words, size_t lines) {
    for (size_t i = 0; i < lines; i++) {
        for (int j = 0; j < LINE_WORDS; j++) {
            checksum->sum[j] = checksum_step(checksum->sum[j], words[i * LINE_WORDS + (size_t)j]);
        }
    }
}

static uint64_t checksum_end(const Checksum *checksum) {
    uint64_t sum = 1;
    for (int j = 0; j < LINE_WORDS; j++) {
        sum = checksum_step(sum, checksum->sum[j]);
    }
    return sum;
}

/* A checksum of count blocks of 64 bytes. A change of one 64-bit word always changes it, any other
 * change except with a probability of about 2^-64. */
static uint64_t checksum_of(const void *blocks, size_t count) {
    Checksum checksum = {{1}}; /* not all 0: zeros would have the same sum at any count */
    const char *bytes = blocks;
    for (size_t i = 0; i < count; i++) {
        uint64_t words[LINE_WORDS];
        memcpy(words, bytes + i * sizeof words, sizeof words);
        checksum_add(&checksum, words, 1);
    }
    return checksum_end(&checksum);
}

static uint64_t header_checksum(const Header *header) {
    Header copy = *header;
    copy.header_checksum = 0;
    return checksum_of(&copy, HEADER_BYTES / TABLE_LINE_BYTES);
}

static uint64_t layout_code(TableLayout layout) {
    return layout.age.shift | (uint64_t)layout.age.width << 8 | (uint64_t)layout.work.shift << 16 |
           (uint64_t)layout.work.width << 24;
}

static Header header_of(const Table *table, TableFacts facts, uint64_t content_checksum) {
    assert(facts.count >= 0 && facts.count <= TABLE_FACTS_MAX);
    Header header = {
        .byte_order = BYTE_ORDER_MARK,
        .version = VERSION,
        .line_count = table->line_count,
        .layout = layout_code(table->layout),
        .generation = atomic_load_explicit(&table->generation, memory_order_relaxed),
        .content_checksum = content_checksum,
        .fact_count = (uint64_t)facts.count,
    };
    memcpy(header.magic, MAGIC, sizeof MAGIC);
    for (int i = 0; i < facts.count; i++) {
        const size_t length = strlen(facts.fact[i].name);
        assert(length >= 1 && length <= TABLE_FACT_NAME_MAX);
        memcpy(header.fact[i].name, facts.fact[i].name, length);
        header.fact[i].value = facts.fact[i].value;
    }
    header.header_checksum = header_checksum(&header);
    return header;
}

/* The checksum is of what it writes: other threads may be storing. Relaxed loads: each entry guards
 * itself, in the file as in memory. */
static bool write_lines(int file, const Table *table, Checksum *checksum) {
    uint64_t buffer[BUFFER_LINES * LINE_WORDS];
    for (size_t begin = 0; begin < table->line_count; begin += BUFFER_LINES) {
        const size_t left = table->line_count - begin;
        const size_t lines = left < BUFFER_LINES ? left : BUFFER_LINES;
        for (size_t i = 0; i < lines * TABLE_LINE_ENTRIES; i++) {
            const TableEntry *entry =
                &table->lines[begin + i / TABLE_LINE_ENTRIES].entry[i % TABLE_LINE_ENTRIES];
            buffer[2 * i] = atomic_load_explicit(&entry->guarded, memory_order_relaxed);
            buffer[2 * i + 1] = atomic_load_explicit(&entry->payload, memory_order_relaxed);
        }
        checksum_add(checksum, buffer, lines);
        if (!os_write(file, buffer, lines * TABLE_LINE_BYTES)) {
            return false;
        }
    }
    return true;
}

/* The header is written last, when the checksum of the content is known; until then its place holds
 * zeros, which is not the header of a table. */
static bool write_table(int file, const Table *table, TableFacts facts) {
    static const char NOTHING[HEADER_BYTES];
    Checksum checksum = {{1}};
    if (!os_write(file, NOTHING, sizeof NOTHING) || !write_lines(file, table, &checksum)) {
        return false;
    }
    const Header header = header_of(table, facts, checksum_end(&checksum));
    return os_seek(file, 0) && os_write(file, &header, sizeof header);
}

bool table_save(const Table *table, TableFacts facts, const char *path, Status *status) {
    char *temporary;
    const int file = os_create_temporary(path, &temporary);
    if (file < 0) {
        return fail_errno(status, "cannot create the temporary file");
    }
    const bool ok = os_commit_temporary(file, temporary, path, write_table(file, table, facts)) ||
                    fail_errno(status, "cannot write");
    free(temporary);
    if (ok) {
        os_sync_folder_of(path); /* if it fails, a power cut may bring the old file back */
    }
    return ok;
}

/* Checks from the general to the special, so that the reason names the real fault. */
static bool check_form(const Header *header, uint64_t file_bytes, Status *status) {
    if (memcmp(header->magic, MAGIC, sizeof MAGIC) != 0) {
        return status_fail(status, "not a table");
    }
    if (header->byte_order != BYTE_ORDER_MARK) {
        return status_fail(status, "written on a machine with another byte order");
    }
    if (header->version != VERSION) {
        return status_fail(status, "format version %" PRIu64 ", %d expected", header->version,
                           VERSION);
    }
    if (header->header_checksum != header_checksum(header)) {
        return status_fail(status, "the header is damaged: its checksum does not match");
    }
    const uint64_t content = file_bytes - HEADER_BYTES;
    const uint64_t lines = header->line_count;
    if (lines < 1 || lines > UINT64_MAX / TABLE_LINE_BYTES) {
        return status_fail(status, "impossible size: %" PRIu64 " lines", lines);
    }
    if (content != lines * TABLE_LINE_BYTES) {
        return status_fail(status, "%s: %" PRIu64 " bytes of content, %" PRIu64 " expected",
                           content < lines * TABLE_LINE_BYTES ? "truncated" : "too long", content,
                           lines * TABLE_LINE_BYTES);
    }
    return true;
}

uint64_t table_word(const char *word) {
    uint64_t value = 0;
    for (int i = 0; i < WORD_LETTERS && word[i] != '\0'; i++) {
        value |= (uint64_t)(unsigned char)word[i] << 8 * i;
    }
    return value;
}

/* Writes the letters of a word, with ? for other bytes. */
static const char *word_text(uint64_t value, char text[WORD_LETTERS + 1]) {
    int length = 0;
    for (; length < WORD_LETTERS && value >> 8 * length != 0; length++) {
        const unsigned char letter = value >> 8 * length & 255;
        text[length] = isgraph(letter) ? (char)letter : '?';
    }
    text[length] = '\0';
    return text;
}

static bool fail_fact(Status *status, const TableFact *wanted, uint64_t value) {
    char text[2][WORD_LETTERS + 1];
    return wanted->is_word
               ? status_fail(status, "%s %s, %s expected", wanted->name, word_text(value, text[0]),
                             word_text(wanted->value, text[1]))
               : status_fail(status, "%s %" PRIu64 ", %" PRIu64 " expected", wanted->name, value,
                             wanted->value);
}

static bool check_facts(const Header *header, TableLayout layout, TableFacts facts,
                        Status *status) {
    assert(facts.count >= 0 && facts.count <= TABLE_FACTS_MAX);
    if (header->layout != layout_code(layout)) {
        return status_fail(status, "the payload layout differs");
    }
    if (header->fact_count != (uint64_t)facts.count) {
        return status_fail(status, "%" PRIu64 " facts, %d expected", header->fact_count,
                           facts.count);
    }
    for (int i = 0; i < facts.count; i++) {
        const FileFact *file = &header->fact[i];
        const TableFact *wanted = &facts.fact[i];
        if (strncmp(file->name, wanted->name, sizeof file->name) != 0) {
            return status_fail(status, "fact %d is not %s", i + 1, wanted->name);
        }
        if (file->value != wanted->value) {
            return fail_fact(status, wanted, file->value);
        }
    }
    return true;
}

/* Takes the lines from the open file, whose header has been read. On failure there is nothing to
 * free. */
static bool take_lines(Table *table, TableLayout layout, int file, uint64_t line_count,
                       Status *status) {
    if (line_count > SIZE_MAX / TABLE_LINE_BYTES) {
        return status_fail(status, "too large for this machine");
    }
    const size_t bytes = (size_t)line_count * TABLE_LINE_BYTES;
    if (!table_new(table, bytes, layout)) {
        return status_fail(status, "out of memory for %zu bytes", bytes);
    }
    const int64_t got = os_read(file, table->lines, bytes);
    if (got < 0 || (size_t)got != bytes) {
        table_free(table);
        return got < 0 ? fail_errno(status, "cannot read") : status_fail(status, "truncated");
    }
    return true;
}

static bool load_open(Table *table, TableLayout layout, TableFacts facts, int file,
                      Status *status) {
    Header header;
    OsFileInfo info;
    if (!os_file_info(file, &info)) {
        return fail_errno(status, "cannot read");
    }
    if (info.kind != OS_FILE_REGULAR) {
        return status_fail(status, "not a regular file");
    }
    const int64_t got = os_read(file, &header, sizeof header);
    if (got < 0) {
        return fail_errno(status, "cannot read");
    }
    if (got < HEADER_BYTES || info.bytes < HEADER_BYTES) {
        return status_fail(status, "truncated: shorter than a header");
    }
    if (!check_form(&header, info.bytes, status) || !check_facts(&header, layout, facts, status)) {
        return false;
    }
    if (!take_lines(table, layout, file, header.line_count, status)) {
        return false;
    }
    table->generation = header.generation;
    if (checksum_of(table->lines, table->line_count) != header.content_checksum) {
        table_free(table);
        return status_fail(status, "the content is damaged: its checksum does not match");
    }
    return true;
}

bool table_load(Table *table, TableLayout layout, TableFacts facts, const char *path,
                Status *status) {
    const int file = os_open(path, OS_OPEN_READ);
    if (file < 0) {
        return fail_errno(status, "cannot open");
    }
    const bool ok = load_open(table, layout, facts, file, status);
    os_close(file);
    return ok;
}
