#include "engine/solve/verify/strategy.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"

enum { CELLS_PER_BYTE = 5, LINE_MAX_BYTES = 128, START_BYTES = 14 };

static const char COLUMNS[] = "ABCDEFGHJKLMNOPQRSTUVWXYZ";

/* ---- The frame ---- */

/* Once something is wrong, nothing more is read, and the first message stays. */
typedef struct {
    const uint8_t *bytes;
    size_t length, at;
    const VerifyMonitor *monitor;
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
    const char *start = (const char *)reader->bytes + reader->at;
    const size_t left = reader->length - reader->at, name_length = strlen(name);
    const char *end = memchr(start, '\n', left < LINE_MAX_BYTES ? left : LINE_MAX_BYTES);
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

/* Unpacks the block of records number `block`. */
static void read_block(FrameReader *reader, const ProofFile *file, Strategy *strategy, size_t block,
                       uint8_t *columns) {
    const size_t left = reader->length - reader->at, done = block * BLOCK_RECORDS;
    const size_t count =
        strategy->count - done < BLOCK_RECORDS ? strategy->count - done : BLOCK_RECORDS;
    const uint8_t *head = reader->bytes + reader->at;
    const size_t length = left < BLOCK_HEAD_BYTES ? 0 : block_read_head(head);
    if (left < BLOCK_HEAD_BYTES || length > left - BLOCK_HEAD_BYTES ||
        length > block_bytes_max(file->record_bytes) ||
        !block_unpack(head + BLOCK_HEAD_BYTES, length, count, file->record_bytes, columns,
                      strategy->records + done * file->record_bytes)) {
        reader->ok =
            status_fail(reader->status, "byte %zu: no block of %zu records", reader->at, count);
        return;
    }
    reader->at += BLOCK_HEAD_BYTES + length;
    reader->ok = monitor_report_now(reader->monitor, "records read", done, strategy->count) ||
                 status_fail(reader->status, MONITOR_ENDED);
}

static void read_records(FrameReader *reader, const ProofFile *file, Strategy *strategy) {
    const size_t blocks = (strategy->count + BLOCK_RECORDS - 1) / BLOCK_RECORDS;
    uint8_t *columns = memory_new(BLOCK_RECORDS, file->record_bytes);
    strategy->records = memory_new(strategy->count, file->record_bytes);
    for (size_t i = 0; i < blocks && reader->ok; i++) {
        read_block(reader, file, strategy, i, columns);
    }
    free(columns);
    if (reader->ok && (reader->at == reader->length || reader->bytes[reader->at] != '\n')) {
        reader->ok =
            status_fail(reader->status, "byte %zu: no line ends after the records of section %s",
                        reader->at, strategy->is_black ? "black" : "white");
    }
    reader->at++;
}

static void read_section(FrameReader *reader, ProofFile *file, Strategy *strategy) {
    char color[8], again[LINE_MAX_BYTES];
    const char *line = read_line(reader, "section");
    bool is_section = sscanf(line, "%7s %4d %19zu", color, &strategy->goal, &strategy->count) == 3;
    if (is_section) { /* and so, without other blanks or zeros? */
        snprintf(again, sizeof again, "%s %d %zu", color, strategy->goal, strategy->count);
        is_section = strcmp(line, again) == 0;
    }
    expect(reader, is_section && (strcmp(color, "black") == 0 || strcmp(color, "white") == 0),
           "expected 'section black|white POINTS RECORDS'");
    expect(reader, abs(strategy->goal) <= file->rules.count, "more points than the board has");
    expect(reader, strategy->count < MAP_ITEMS_MAX, "too many records");
    expect(reader,
           strategy->count / BLOCK_RECORDS <= (reader->length - reader->at) / BLOCK_BYTES_MIN,
           "more records than the file has");
    strategy->is_black = color[0] == 'b';
    if (reader->ok) {
        read_records(reader, file, strategy);
    } else {
        strategy->count = 0;
    }
}

static void read_version(FrameReader *reader) {
    static const char START[] = "dihedra proof ";
    _Static_assert(START_BYTES == sizeof START - 1, "all of it");
    if (reader->length < START_BYTES || memcmp(reader->bytes, START, START_BYTES) != 0) {
        reader->ok = status_fail(reader->status, "byte 0: not a proof of dihedra solve");
    }
    const char *version = read_line(reader, "dihedra");
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

/* Reads the last line. The bytes before it have the sum that it names. */
static void read_checksum(FrameReader *reader) {
    const size_t place = reader->at;
    char expected[17];
    const char *checksum = read_line(reader, "checksum");
    expect(reader, strlen(checksum) == sizeof expected - 1, "a checksum has 16 digits");
    if (!reader->ok) {
        return;
    }
    snprintf(expected, sizeof expected, "%016" PRIX64, proof_file_sum(reader->bytes, place));
    if (reader->at != reader->length) {
        reader->ok = status_fail(reader->status, "byte %zu: the file goes on after its checksum",
                                 reader->at);
    } else if (strcmp(checksum, expected) != 0) {
        reader->ok = status_fail(
            reader->status, "byte %zu: the checksum does not match the bytes before it", place);
    }
}

bool proof_file_read(const uint8_t *bytes, size_t length, const VerifyMonitor *monitor,
                     ProofFile *file, Status *status) {
    static const char *const COUNTS[] = {"1", "2", NULL};
    static const VerifyMonitor SILENT = {.report = NULL};
    FrameReader reader = {.bytes = bytes,
                          .length = length,
                          .monitor = monitor == NULL ? &SILENT : monitor,
                          .ok = true,
                          .status = status};
    memset(file, 0, sizeof *file);
    read_rules(&reader, file);
    file->count = read_name(&reader, "sections", COUNTS) + 1;
    for (int i = 0; i < file->count; i++) {
        read_section(&reader, file, &file->strategy[i]);
    }
    read_checksum(&reader);
    if (!reader.ok) {
        proof_file_free(file);
    }
    return reader.ok;
}

void proof_file_free(ProofFile *file) {
    for (int i = 0; i < 2; i++) {
        free(file->strategy[i].records);
        map_free(&file->strategy[i].boards);
        file->strategy[i].records = NULL;
    }
}

uint64_t proof_file_sum(const uint8_t *bytes, size_t length) {
    uint64_t sum = UINT64_C(0xCBF29CE484222325);
    for (size_t i = 0; i < length; i++) {
        sum = (sum ^ bytes[i]) * UINT64_C(0x100000001B3);
    }
    return sum;
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

/* ---- The records of a section ---- */

static bool is_same_board(const ProofFile *file, const uint8_t *a, const uint8_t *b) {
    return memcmp(a, b, file->key_bytes - 1) == 0;
}

typedef struct {
    const ProofFile *file;
    const Strategy *strategy;
} IndexedRecords;

static uint64_t hash_of(const void *context, uint32_t number) {
    const IndexedRecords *indexed = context;
    return proof_file_sum(strategy_record(indexed->file, indexed->strategy, number),
                          indexed->file->key_bytes - 1);
}

void strategy_index(const ProofFile *file, Strategy *strategy) {
    const IndexedRecords indexed = {file, strategy};
    map_init(&strategy->boards, strategy->count);
    for (size_t i = 0; i < strategy->count; i++) {
        if (i == 0 || !is_same_board(file, strategy_record(file, strategy, i),
                                     strategy_record(file, strategy, i - 1))) {
            map_add(&strategy->boards, (uint32_t)i, hash_of, &indexed);
        }
    }
}

size_t strategy_look(const ProofFile *file, const Strategy *strategy, const uint8_t *key) {
    const size_t slot = map_first(&strategy->boards, proof_file_sum(key, file->key_bytes - 1));
    __builtin_prefetch(&strategy->boards.slots[slot]);
    return slot;
}

size_t strategy_find(const ProofFile *file, const Strategy *strategy, const uint8_t *key,
                     size_t slot) {
    const Map *boards = &strategy->boards;
    while (map_has(boards, slot) &&
           !is_same_board(file, key, strategy_record(file, strategy, map_number(boards, slot)))) {
        slot = map_next(boards, slot);
    }
    if (!map_has(boards, slot)) {
        return STRATEGY_NO_RECORD;
    }
    const size_t first = map_number(boards, slot);
    for (size_t i = first; i < strategy->count; i++) {
        const uint8_t *record = strategy_record(file, strategy, i);
        if (memcmp(record, key, file->key_bytes) == 0) {
            return i;
        }
        if (!is_same_board(file, key, record)) {
            break;
        }
    }
    return first;
}
