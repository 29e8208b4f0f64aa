#include "engine/solve/checkpoint.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/file.h"
#include "engine/base/table_memory.h"

enum { VERSION = 4 /* of the header, and of the payloads (bounds.h) */, FILE_BYTES_MAX = 1 << 30 };

static const char MAGIC[8] = "Dihedra";

typedef struct {
    uint64_t key, payload; /* payload 0: none */
} CheckpointEntry;

typedef CheckpointEntry CheckpointLine[TABLE_LINE_ENTRIES];

typedef struct {
    char magic[8];
    uint64_t version, sum;                           /* version: tells the byte order, too */
    uint64_t width, height, ko, suicide, seed, keys; /* what the payloads depend on */
    CheckpointProgress progress;
    uint64_t line_count;
} CheckpointHeader;

_Static_assert(sizeof(CheckpointHeader) == 10 * 8 + sizeof(CheckpointProgress), "has no padding");

/* FNV-1a on words, rotated to bring down the highest bits; of all but the sum itself. */
static uint64_t sum_of(const char *bytes, size_t length) {
    uint64_t sum = 1;
    for (size_t at = 0; at + 8 <= length; at += 8) {
        uint64_t word;
        memcpy(&word, bytes + at, sizeof word);
        word = at == offsetof(CheckpointHeader, sum) ? 0 : word;
        sum = hash_mix((sum ^ word) << 29 | (sum ^ word) >> 35);
    }
    return sum;
}

/* ---- Saving ---- */

/* Relaxed: each entry guards itself. */
static CheckpointEntry read_entry(const TableEntry *entry) {
    const uint64_t payload = atomic_load_explicit(&entry->payload, memory_order_relaxed);
    const uint64_t guarded = atomic_load_explicit(&entry->guarded, memory_order_relaxed);
    return (CheckpointEntry){guarded ^ payload, payload};
}

static uint64_t work_in(const CheckpointEntry *entry) {
    return table_field_get(entry->payload, BOUNDS_LAYOUT.work);
}

/* Keeps an entry among the best of a line. An entry that a checkpoint spread over many lines comes
 * several times; the one that cost most is kept. */
static void keep_entry(CheckpointLine line, CheckpointEntry entry) {
    CheckpointEntry *worst = &line[0];
    for (int i = 0; i < TABLE_LINE_ENTRIES; i++) {
        if (line[i].payload != 0 && line[i].key == entry.key) {
            worst = &line[i];
            break;
        }
        worst = work_in(&line[i]) < work_in(worst) || line[i].payload == 0 ? &line[i] : worst;
    }
    if (worst->payload == 0 || work_in(worst) < work_in(&entry)) {
        *worst = entry;
    }
}

/* The least whole factor by which the lines must shrink. It divides their number. */
static size_t find_factor(size_t lines, size_t max_lines) {
    size_t factor = (lines + max_lines - 1) / max_lines;
    while (factor < lines && lines % factor != 0) {
        factor++;
    }
    return factor < lines ? factor : lines;
}

static CheckpointHeader make_header(const SolverContext *context,
                                    const CheckpointProgress *progress) {
    CheckpointHeader header = {.version = VERSION,
                               .width = (uint64_t)context->shape->width,
                               .height = (uint64_t)context->shape->height,
                               .ko = context->ko,
                               .suicide = context->suicide,
                               .seed = context->shape->hash.seed,
                               .keys = (uint64_t)context->use.symmetry * 2 + context->use.exchange,
                               .progress = *progress};
    memcpy(header.magic, MAGIC, sizeof MAGIC);
    return header;
}

bool checkpoint_save(const SolverContext *context, const CheckpointProgress *progress,
                     size_t max_bytes, const char *path, Status *status) {
    const Table *table = &context->table;
    const size_t factor = find_factor(table->line_count, max_bytes / sizeof(CheckpointLine));
    CheckpointHeader header = make_header(context, progress);
    header.line_count = table->line_count / factor;
    const size_t length = sizeof header + header.line_count * sizeof(CheckpointLine);
    char *bytes = calloc(1, length);
    if (bytes == NULL) {
        return file_fail(status, path, "out of memory");
    }
    CheckpointLine *lines = (CheckpointLine *)(bytes + sizeof header);
    for (size_t i = 0; i < table->line_count; i++) {
        for (int j = 0; j < TABLE_LINE_ENTRIES; j++) {
            const CheckpointEntry entry = read_entry(&table->lines[i].entry[j]);
            if (entry.payload != 0) {
                keep_entry(lines[i / factor], entry);
            }
        }
    }
    memcpy(bytes, &header, sizeof header);
    header.sum = sum_of(bytes, length);
    memcpy(bytes, &header, sizeof header);
    const bool ok = file_replace(path, bytes, length, status);
    free(bytes);
    return ok;
}

/* ---- Loading ---- */

/* Checks from the general to the special, so that the reason names the real fault. */
static bool check_form(const char *bytes, size_t length, const CheckpointHeader *header,
                       Status *status) {
    if (memcmp(header->magic, MAGIC, sizeof MAGIC) != 0) {
        return status_fail(status, "not a checkpoint");
    }
    if (header->version != VERSION) {
        return status_fail(status,
                           "written by another version, or on a machine with another byte order");
    }
    const size_t lines = (length - sizeof *header) / sizeof(CheckpointLine);
    if (header->line_count != lines || lines == 0 ||
        length != sizeof *header + lines * sizeof(CheckpointLine)) {
        return status_fail(status, "truncated, or too long: %zu bytes for %" PRIu64 " lines",
                           length, header->line_count);
    }
    return header->sum == sum_of(bytes, length) ||
           status_fail(status, "damaged: the checksum does not match");
}

static bool check_facts(const CheckpointHeader *header, const CheckpointHeader *wanted,
                        Status *status) {
    const struct {
        const char *name;
        uint64_t value, wanted;
    } numbers[] = {{"width", header->width, wanted->width},
                   {"height", header->height, wanted->height},
                   {"hash seed", header->seed, wanted->seed},
                   {"keys", header->keys, wanted->keys},
                   {"start position", header->progress.start, wanted->progress.start}};
    if (header->ko != wanted->ko) {
        return status_fail(status, "the ko rule is %s, not %s",
                           header->ko <= KO_SITUATIONAL ? SOLVE_KO_NAMES[header->ko] : "?",
                           SOLVE_KO_NAMES[wanted->ko]);
    }
    if (header->suicide != wanted->suicide) {
        return status_fail(status, "suicide is %s, not %s", header->suicide != 0 ? "on" : "off",
                           wanted->suicide != 0 ? "on" : "off");
    }
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        if (numbers[i].value != numbers[i].wanted) {
            return status_fail(status, "the %s is %" PRIu64 ", not %" PRIu64, numbers[i].name,
                               numbers[i].value, numbers[i].wanted);
        }
    }
    const CheckpointBounds *bounds = &header->progress.bounds;
    const int64_t cells = (int64_t)(wanted->width * wanted->height);
    return (bounds->lower >= -cells && bounds->lower <= bounds->upper && bounds->upper <= cells) ||
           status_fail(status, "impossible bounds");
}

/* Searches of this run replace what comes from the file. */
static bool spread_lines(const CheckpointLine *lines, size_t line_count, Table *table) {
    const size_t wanted = table->line_count / line_count, factor = wanted > 0 ? wanted : 1;
    Table spread;
    if (!table_new(&spread, factor * line_count * TABLE_LINE_BYTES, BOUNDS_LAYOUT)) {
        return false;
    }
    table_age(&spread);
    for (size_t i = 0; i < spread.line_count; i++) {
        for (int j = 0; j < TABLE_LINE_ENTRIES; j++) {
            const CheckpointEntry *from = &lines[i / factor][j];
            TableEntry *entry = &spread.lines[i].entry[j];
            const uint64_t payload =
                from->payload & ~(table_field_mask(BOUNDS_LAYOUT.age) << BOUNDS_LAYOUT.age.shift);
            atomic_store_explicit(&entry->guarded, from->key ^ payload, memory_order_relaxed);
            atomic_store_explicit(&entry->payload, payload, memory_order_relaxed);
        }
    }
    table_free(table);
    *table = spread;
    return true;
}

static bool load(SolverContext *context, CheckpointProgress *progress, const char *bytes,
                 size_t length, Status *status) {
    const CheckpointHeader wanted = make_header(context, progress);
    CheckpointHeader header;
    if (length < sizeof header) {
        return status_fail(status, "truncated: shorter than a header");
    }
    memcpy(&header, bytes, sizeof header);
    if (!check_form(bytes, length, &header, status) || !check_facts(&header, &wanted, status)) {
        return false;
    }
    if (!spread_lines((const CheckpointLine *)(bytes + sizeof header), header.line_count,
                      &context->table)) {
        return status_fail(status, "out of memory");
    }
    *progress = header.progress;
    return true;
}

bool checkpoint_load(SolverContext *context, CheckpointProgress *progress, const char *path,
                     Status *status) {
    size_t length;
    Status reason;
    char *bytes = file_read(path, FILE_REGULAR, FILE_BYTES_MAX, &length, status);
    if (bytes == NULL) {
        return false;
    }
    const bool ok =
        load(context, progress, bytes, length, &reason) || file_fail(status, path, reason.text);
    free(bytes);
    return ok;
}
