#include "engine/solve/verify/strategy.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/base/text.h"

enum { CELLS_PER_BYTE = 5, LINE_MAX_BYTES = 128, CHECKSUM_LINE_BYTES = 26, START_BYTES = 14 };

static const char COLUMNS[] = "ABCDEFGHJKLMNOPQRSTUVWXYZ";

/* ---- The frame ---- */

/* Once something is wrong, nothing more is read, and the first message stays. */
typedef struct {
    ProofSource *source;
    size_t at;
    int line;
    bool ok;
    char value[LINE_MAX_BYTES]; /* of the line that was read last; empty if something is wrong */
    Status *status;
} FrameReader;

/* Reads "NAME VALUE\n". Returns the value. */
static const char *read_line(FrameReader *reader, const char *name) {
    reader->value[0] = '\0';
    if (!reader->ok) {
        return reader->value;
    }
    char start[LINE_MAX_BYTES];
    const size_t left = reader->source->length - reader->at, name_length = strlen(name);
    const size_t count = left < LINE_MAX_BYTES ? left : LINE_MAX_BYTES;
    const char *end = proof_source_read(reader->source, reader->at, start, count)
                          ? memchr(start, '\n', count)
                          : NULL;
    reader->line++;
    if (end == NULL || (size_t)(end - start) <= name_length ||
        memcmp(start, name, name_length) != 0 || start[name_length] != ' ') {
        reader->ok =
            status_fail(reader->status, "byte %zu: a line '%s ...' is missing", reader->at, name);
        return reader->value;
    }
    const size_t length = (size_t)(end - start) - name_length - 1;
    memcpy(reader->value, start + name_length + 1, length);
    reader->value[length] = '\0';
    reader->at += (size_t)(end - start) + 1;
    return reader->value;
}

static void expect(FrameReader *reader, bool is_right, const char *else_what) {
    if (reader->ok && !is_right) {
        reader->ok = status_fail(reader->status, "line %d: %s", reader->line, else_what);
    }
}

/* Returns the index of the value among the names, or 0. */
static int read_name(FrameReader *reader, const char *name, const char *const *names) {
    const int index = text_find(read_line(reader, name), names);
    expect(reader, index >= 0, "unknown value");
    return reader->ok ? index : 0;
}

/* Reads "B3", "pass" or "-". */
static int read_vertex(FrameReader *reader, const char *name, const SlowRules *rules,
                       bool *is_given) {
    const char *value = read_line(reader, name);
    char *end;
    *is_given = strcmp(value, "-") != 0;
    if (!*is_given || strcmp(value, "pass") == 0) {
        return SLOW_PASS;
    }
    const char *column = value[0] == '\0' ? NULL : strchr(COLUMNS, value[0]);
    const long row = column == NULL ? 0 : strtol(value + 1, &end, 10);
    const bool is_vertex = column != NULL && *end == '\0' && column - COLUMNS < rules->width &&
                           row >= 1 && row <= rules->height;
    expect(reader, is_vertex, "no vertex of the board");
    return is_vertex ? (rules->height - (int)row) * rules->width + (int)(column - COLUMNS)
                     : SLOW_PASS;
}

static void read_size(FrameReader *reader, int *width, int *height) {
    char rest;
    const bool is_size =
        sscanf(read_line(reader, "board"), "%2dx%2d%c", width, height, &rest) == 2 && *width >= 1 &&
        *height >= 1 && *width <= 25 && *height <= 25 && (*width + 1) * *height <= SLOW_CELLS_MAX;
    expect(reader, is_size, "no board of a size that can be checked");
    if (!reader->ok) {
        *width = *height = 1;
    }
}

static void read_position(FrameReader *reader, ProofFile *file) {
    const char *value = read_line(reader, "position");
    expect(reader, strlen(value) == (size_t)file->rules.count,
           "the position has another number of points than the board");
    for (int cell = 0; reader->ok && cell < file->rules.count; cell++) {
        const char sign = value[cell];
        expect(reader, sign == '.' || sign == 'X' || sign == 'O', "expected only '.', 'X' and 'O'");
        slow_put(&file->black, cell,
                 sign == '.'   ? SLOW_EMPTY
                 : sign == 'X' ? SLOW_WINNER
                               : SLOW_LOSER);
    }
    file->white = (SlowBoard){.winner = file->black.loser, .loser = file->black.winner};
    expect(reader, slow_is_legal(&file->rules, &file->black), "a chain has no liberty");
}

/* Finds where the blocks of a section begin and end. */
static void read_blocks(FrameReader *reader, const ProofFile *file, Strategy *strategy) {
    const size_t most = block_bytes_max(file->record_bytes);
    strategy->block_count = (strategy->count + BLOCK_RECORDS - 1) / BLOCK_RECORDS;
    strategy->blocks = memory_new(strategy->block_count + 1, sizeof *strategy->blocks);
    for (size_t i = 0; i < strategy->block_count && reader->ok; i++) {
        uint8_t head[BLOCK_HEAD_BYTES];
        strategy->blocks[i] = reader->at;
        reader->ok =
            (proof_source_read(reader->source, reader->at, head, sizeof head) &&
             block_read_head(head) <= most &&
             block_read_head(head) <= reader->source->length - reader->at - BLOCK_HEAD_BYTES) ||
            status_fail(reader->status, "byte %zu: no block of records", reader->at);
        reader->at += reader->ok ? BLOCK_HEAD_BYTES + block_read_head(head) : 0;
    }
    strategy->blocks[strategy->block_count] = reader->at;
}

static void read_section(FrameReader *reader, ProofFile *file, Strategy *strategy) {
    char color[8], again[LINE_MAX_BYTES], newline;
    const char *line = read_line(reader, "section");
    bool is_section = sscanf(line, "%7s %4d %19zu", color, &strategy->goal, &strategy->count) == 3;
    if (is_section) { /* and so, without other blanks or zeros? */
        snprintf(again, sizeof again, "%s %d %zu", color, strategy->goal, strategy->count);
        is_section = strcmp(line, again) == 0;
    }
    expect(reader, is_section && (strcmp(color, "black") == 0 || strcmp(color, "white") == 0),
           "expected 'section black|white POINTS RECORDS'");
    expect(reader, abs(strategy->goal) <= file->rules.count, "more points than the board has");
    expect(reader,
           strategy->count / BLOCK_RECORDS <=
               (reader->source->length - reader->at) / BLOCK_BYTES_MIN,
           "more records than the file has");
    if (!reader->ok) {
        return;
    }
    strategy->is_black = color[0] == 'b';
    read_blocks(reader, file, strategy);
    reader->ok = reader->ok &&
                 ((proof_source_read(reader->source, reader->at, &newline, 1) && newline == '\n') ||
                  status_fail(reader->status,
                              "byte %zu: no line ends after the records of section "
                              "%s",
                              reader->at, color));
    reader->at++;
}

static bool check_start(const uint8_t *bytes, size_t length, Status *status) {
    static const char START[] = "dihedra proof ";
    _Static_assert(START_BYTES == sizeof START - 1, "all of it");
    return (length >= START_BYTES && memcmp(bytes, START, START_BYTES) == 0) ||
           status_fail(status, "byte 0: not a proof of dihedra solve");
}

static void read_version(FrameReader *reader) {
    uint8_t start[START_BYTES];
    const size_t length = reader->source->length;
    reader->ok = proof_source_read(reader->source, 0, start,
                                   length < sizeof start ? length : sizeof start) &&
                 check_start(start, length, reader->status);
    const char *version = read_line(reader, "dihedra");
    expect(
        reader, strcmp(version, "proof 1") != 0,
        "a proof of version 1, which this program no longer reads; 'dihedra solve' makes it anew");
    if (reader->ok && strcmp(version, PROOF_FIRST_LINE + sizeof "dihedra") != 0) {
        reader->ok =
            status_fail(reader->status, "line %d: a format that is not known; expected '%s'",
                        reader->line, PROOF_FIRST_LINE);
    }
}

static void read_rules(FrameReader *reader, ProofFile *file) {
    static const char *const KO[] = {"simple", "psk", "ssk", NULL};
    static const char *const SWITCH[] = {"off", "on", NULL};
    static const char *const COLORS[] = {"white", "black", NULL};
    int width, height;
    bool is_banned;
    read_version(reader);
    read_size(reader, &width, &height);
    const SlowKo ko = (SlowKo)read_name(reader, "ko", KO);
    const bool suicide = read_name(reader, "suicide", SWITCH) != 0;
    file->black_to_move = read_name(reader, "to-move", COLORS) != 0;
    slow_rules_init(&file->rules, width, height, ko, suicide);
    file->key_bytes = strategy_key_bytes(&file->rules);
    file->record_bytes = file->key_bytes + STRATEGY_TAIL_BYTES;
    read_position(reader, file);
    file->banned = read_vertex(reader, "banned", &file->rules, &is_banned);
    expect(reader,
           file->banned == SLOW_NO_KO ||
               slow_is_ko(&file->rules, &file->black,
                          file->black_to_move ? SLOW_LOSER : SLOW_WINNER, file->banned),
           "no stone can have been taken there in a ko");
    file->first = read_vertex(reader, "first", &file->rules, &file->has_first);
}

bool proof_file_read(ProofSource *source, ProofFile *file, Status *status) {
    static const char *const COUNTS[] = {"1", "2", NULL};
    FrameReader reader = {.source = source, .ok = true, .status = status};
    memset(file, 0, sizeof *file);
    file->source = source;
    read_rules(&reader, file);
    file->count = read_name(&reader, "sections", COUNTS) + 1;
    for (int i = 0; i < file->count; i++) {
        read_section(&reader, file, &file->strategy[i]);
    }
    const char *checksum = read_line(&reader, "checksum");
    expect(&reader, strlen(checksum) == sizeof file->checksum - 1, "a checksum has 16 digits");
    snprintf(file->checksum, sizeof file->checksum, "%.16s", checksum);
    const bool ok =
        reader.ok &&
        (reader.at == source->length ||
         status_fail(status, "byte %zu: the file goes on after its checksum", reader.at));
    if (!ok) {
        proof_file_free(file);
    }
    return ok;
}

void proof_file_free(ProofFile *file) {
    for (int i = 0; i < 2; i++) {
        free(file->strategy[i].blocks);
        file->strategy[i].blocks = NULL;
    }
}

static const uint64_t SUM_OF_NOTHING = UINT64_C(0xCBF29CE484222325);

static uint64_t add_to_sum(uint64_t sum, const uint8_t *bytes, size_t length) {
    for (size_t i = 0; i < length; i++) {
        sum = (sum ^ bytes[i]) * UINT64_C(0x100000001B3);
    }
    return sum;
}

uint64_t proof_file_sum(const uint8_t *bytes, size_t length) {
    return add_to_sum(SUM_OF_NOTHING, bytes, length);
}

bool proof_file_find_sum(ProofSource *source, size_t length, const VerifyMonitor *monitor,
                         uint64_t *sum, Status *status) {
    enum { PIECE = 256 * MONITOR_EACH }; /* a millisecond */
    uint8_t *piece = memory_new(PIECE, 1);
    bool ok = true;
    *sum = SUM_OF_NOTHING;
    for (size_t at = 0; ok && at < length; at += PIECE) {
        const size_t count = length - at < PIECE ? length - at : PIECE;
        ok = (proof_source_read(source, at, piece, count) ||
              status_fail(status, "byte %zu: reading failed", at)) &&
             (monitor_report(monitor, "bytes summed", at, length) ||
              status_fail(status, MONITOR_ENDED));
        *sum = add_to_sum(*sum, piece, count);
    }
    free(piece);
    return ok;
}

bool proof_file_check_sum(const ProofFile *file, const VerifyMonitor *monitor, Status *status) {
    char expected[sizeof file->checksum];
    uint64_t sum;
    const size_t place = file->source->length - CHECKSUM_LINE_BYTES;
    if (!proof_file_find_sum(file->source, place, monitor, &sum, status)) {
        return false;
    }
    snprintf(expected, sizeof expected, "%016" PRIX64, sum);
    return strcmp(file->checksum, expected) == 0 ||
           status_fail(status, "byte %zu: the checksum does not match the bytes before it", place);
}

/* ---- Records ---- */

static int packed_bytes(const SlowRules *rules) {
    return (rules->count + CELLS_PER_BYTE - 1) / CELLS_PER_BYTE;
}

size_t strategy_key_bytes(const SlowRules *rules) {
    return (size_t)packed_bytes(rules) + 1;
}

/* [set of five cells]: the sum of their places in base 3, that of the first cell being 81. */
static const uint8_t PLACES[1 << CELLS_PER_BYTE] = {
    0, 81, 27, 108, 9,  90, 36, 117, 3, 84, 30, 111, 12, 93, 39, 120,
    1, 82, 28, 109, 10, 91, 37, 118, 4, 85, 31, 112, 13, 94, 40, 121,
};

void strategy_pack(const SlowRules *rules, const SlowBoard *board, int ko, uint8_t *bytes) {
    const int packed = packed_bytes(rules);
    const uint64_t byte_cells = (1 << CELLS_PER_BYTE) - 1;
    for (int i = 0; i < packed; i++) {
        const int first = CELLS_PER_BYTE * i;
        bytes[i] = (uint8_t)(PLACES[board->winner >> first & byte_cells] +
                             2 * PLACES[board->loser >> first & byte_cells]);
    }
    bytes[packed] = (uint8_t)(ko + 1);
}

int strategy_pack_least(const SlowRules *rules, const SlowBoard *board, int ko, uint8_t *bytes) {
    const int g = slow_canonical(rules, board, ko);
    const SlowBoard image = slow_image(rules, board, g);
    strategy_pack(rules, &image, slow_image_cell(rules, ko, g), bytes);
    return g;
}

bool strategy_unpack(const SlowRules *rules, const uint8_t *bytes, SlowBoard *board, int *ko) {
    const int packed = packed_bytes(rules);
    *board = (SlowBoard){0, 0};
    for (int i = 0; i < packed; i++) {
        int value = bytes[i];
        if (value >= 243) {
            return false;
        }
        for (int j = CELLS_PER_BYTE - 1; j >= 0; j--, value /= 3) {
            const int cell = CELLS_PER_BYTE * i + j;
            if (cell < rules->count) {
                slow_put(board, cell, (SlowStone)(value % 3));
            } else if (value % 3 != 0) {
                return false;
            }
        }
    }
    *ko = (int)bytes[packed] - 1;
    return *ko < rules->count;
}

int record_rank(const uint8_t *record, size_t key_bytes) {
    return record[key_bytes] << 8 | record[key_bytes + 1];
}

int record_move(const uint8_t *record, size_t key_bytes) {
    return record[key_bytes + 2];
}

void record_pack(const uint8_t *key, size_t key_bytes, int rank, int move, uint8_t *record) {
    memcpy(record, key, key_bytes);
    record[key_bytes] = (uint8_t)(rank >> 8);
    record[key_bytes + 1] = (uint8_t)rank;
    record[key_bytes + 2] = (uint8_t)move;
}

bool record_unpack(const SlowRules *rules, const uint8_t *record, SlowBoard *board, int *ko,
                   int *move) {
    *move = record_move(record, strategy_key_bytes(rules)) - 1;
    return strategy_unpack(rules, record, board, ko) && *move < rules->count;
}

/* ---- Blocks ---- */

void block_reader_init(BlockReader *reader, const ProofFile *file, const Strategy *strategy) {
    const size_t bytes = BLOCK_RECORDS * file->record_bytes;
    *reader = (BlockReader){.file = file,
                            .strategy = strategy,
                            .packed = memory_new(block_bytes_max(file->record_bytes), 1),
                            .columns = memory_new(bytes, 1),
                            .records = memory_new(bytes, 1)};
}

void block_reader_free(BlockReader *reader) {
    free(reader->packed);
    free(reader->columns);
    free(reader->records);
}

bool block_reader_read(BlockReader *reader, size_t block, Status *status) {
    const Strategy *strategy = reader->strategy;
    const size_t at = strategy->blocks[block] + BLOCK_HEAD_BYTES;
    const size_t length = strategy->blocks[block + 1] - at;
    const size_t left = strategy->count - block * BLOCK_RECORDS;
    reader->count = left < BLOCK_RECORDS ? left : BLOCK_RECORDS;
    return (proof_source_read(reader->file->source, at, reader->packed, length) &&
            block_unpack(reader->packed, length, reader->count, reader->file->record_bytes,
                         reader->columns, reader->records)) ||
           status_fail(status, "byte %zu: no block of %zu records", at - BLOCK_HEAD_BYTES,
                       reader->count);
}

bool strategy_read_records(const ProofFile *file, const Strategy *strategy,
                           const VerifyMonitor *monitor, const char *phase, RecordTake *take,
                           void *context, Status *status) {
    BlockReader reader;
    bool ok = true;
    block_reader_init(&reader, file, strategy);
    for (size_t block = 0; ok && block < strategy->block_count; block++) {
        ok = (monitor_report_now(monitor, phase, block * BLOCK_RECORDS, strategy->count) ||
              status_fail(status, MONITOR_ENDED)) &&
             block_reader_read(&reader, block, status);
        for (size_t i = 0; ok && i < reader.count; i++) {
            ok = take(context, reader.records + i * file->record_bytes, block * BLOCK_RECORDS + i);
        }
    }
    block_reader_free(&reader);
    return ok;
}
