#include "verify/strategy.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"

enum { CELLS_PER_BYTE = 5 };

/* ---- The frame ---- */

/* Reads "B3", "pass" or "-". */
static int read_vertex(FrameReader *reader, const char *name, const WholeRules *rules,
                       bool *is_given) {
    const char *value = frame_read(reader, name);
    *is_given = strcmp(value, "-") != 0;
    if (!*is_given || strcmp(value, "pass") == 0) {
        return WHOLE_PASS;
    }
    const int cell = frame_cell(rules->shape.width, rules->shape.height, value);
    frame_expect(reader, cell != FRAME_NO_CELL, "not a vertex of the board");
    return cell;
}

static void read_position(FrameReader *reader, ProofFile *file) {
    uint8_t cells[WHOLE_CELLS_MAX] = {0};
    frame_read_cells(reader, "position", file->rules.shape.count, ".XO", cells);
    for (int cell = 0; cell < file->rules.shape.count; cell++) {
        whole_put(&file->black, cell, (WholeStone)cells[cell]);
    }
    file->white = (SlowBoard){{file->black.stones[1], file->black.stones[0]}};
    frame_expect(reader, slow_is_legal(&file->rules.shape, &file->black), "a chain has no liberty");
}

/* Unpacks the block of records number `block`. */
static void read_block(FrameReader *reader, const ProofFile *file, Strategy *strategy, size_t block,
                       uint8_t *columns, const VerifyMonitor *monitor) {
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
            status_fail(reader->status, "byte %zu: not a block of %zu records", reader->at, count);
        return;
    }
    reader->at += BLOCK_HEAD_BYTES + length;
    reader->ok = monitor_report(monitor, "records read", done, strategy->count) ||
                 status_fail(reader->status, MONITOR_ENDED);
}

static void read_records(FrameReader *reader, const ProofFile *file, Strategy *strategy,
                         const VerifyMonitor *monitor) {
    const size_t blocks = (strategy->count + BLOCK_RECORDS - 1) / BLOCK_RECORDS;
    uint8_t *columns = memory_new(BLOCK_RECORDS, file->record_bytes);
    strategy->records = memory_new(strategy->count, file->record_bytes);
    for (size_t i = 0; i < blocks && reader->ok; i++) {
        read_block(reader, file, strategy, i, columns, monitor);
    }
    free(columns);
    if (reader->ok && (reader->at == reader->length || reader->bytes[reader->at] != '\n')) {
        reader->ok = status_fail(reader->status,
                                 "byte %zu: a newline is missing after the records of section %s",
                                 reader->at, strategy->is_black ? "black" : "white");
    }
    reader->at++;
}

static void read_section(FrameReader *reader, ProofFile *file, Strategy *strategy,
                         const VerifyMonitor *monitor) {
    char color[8] = "", again[64];
    const char *line = frame_read(reader, "section");
    bool is_section = sscanf(line, "%7s %4d %19zu", color, &strategy->goal, &strategy->count) == 3;
    if (is_section) { /* and so, without other blanks or zeros? */
        snprintf(again, sizeof again, "%s %d %zu", color, strategy->goal, strategy->count);
        is_section = strcmp(line, again) == 0;
    }
    frame_expect(reader, is_section && (strcmp(color, "black") == 0 || strcmp(color, "white") == 0),
                 "expected 'section black|white POINTS RECORDS'");
    frame_expect(reader, abs(strategy->goal) <= file->rules.shape.count,
                 "more points than the board has");
    frame_expect(reader, strategy->count < MAP_ITEMS_MAX, "too many records");
    frame_expect(reader,
                 strategy->count / BLOCK_RECORDS <= (reader->length - reader->at) / BLOCK_BYTES_MIN,
                 "more records than the file has");
    strategy->is_black = color[0] == 'b';
    if (reader->ok) {
        read_records(reader, file, strategy, monitor);
    } else {
        strategy->count = 0;
    }
}

bool proof_file_is_start(const uint8_t *bytes, size_t length) {
    static const char START[] = "dihedra proof ";
    return length >= sizeof START - 1 && memcmp(bytes, START, sizeof START - 1) == 0;
}

static void read_version(FrameReader *reader) {
    if (!proof_file_is_start(reader->bytes, reader->length)) {
        reader->ok = status_fail(reader->status, "byte 0: not a proof of dihedra solve");
    }
    const char *version = frame_read(reader, "dihedra");
    if (reader->ok && strcmp(version, PROOF_FIRST_LINE + sizeof "dihedra") != 0) {
        reader->ok = status_fail(reader->status, "line %d: unknown format, expected '%s'",
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
    frame_read_size(reader, &width, &height);
    if ((width + 1) * height > WHOLE_CELLS_MAX) {
        frame_expect(reader, false, "boards of this size cannot be checked");
        width = height = 1;
    }
    const WholeKo ko = (WholeKo)frame_read_name(reader, "ko", KO);
    const bool suicide = frame_read_name(reader, "suicide", SWITCH) != 0;
    file->black_to_move = frame_read_name(reader, "to-move", COLORS) != 0;
    whole_rules_init(&file->rules, width, height, ko, suicide);
    file->key_bytes = strategy_key_bytes(&file->rules);
    file->record_bytes = file->key_bytes + STRATEGY_TAIL_BYTES;
    read_position(reader, file);
    file->banned = read_vertex(reader, "banned", &file->rules, &is_banned);
    frame_expect(reader,
                 file->banned == WHOLE_NO_KO ||
                     whole_is_ko(&file->rules, &file->black,
                                 file->black_to_move ? WHOLE_LOSER : WHOLE_WINNER, file->banned),
                 "no stone can have been taken there in a ko");
    file->first = read_vertex(reader, "first", &file->rules, &file->has_first);
}

bool proof_file_read(const uint8_t *bytes, size_t length, const VerifyMonitor *monitor,
                     ProofFile *file, Status *status) {
    static const char *const COUNTS[] = {"1", "2", NULL};
    static const VerifyMonitor SILENT = {.report = NULL};
    FrameReader reader = {.bytes = bytes, .length = length, .ok = true, .status = status};
    monitor = monitor == NULL ? &SILENT : monitor;
    memset(file, 0, sizeof *file);
    read_rules(&reader, file);
    file->count = frame_read_name(&reader, "sections", COUNTS) + 1;
    for (int i = 0; i < file->count; i++) {
        read_section(&reader, file, &file->strategy[i], monitor);
    }
    frame_read_checksum(&reader);
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

/* ---- Records ---- */

static int packed_bytes(const WholeRules *rules) {
    return (rules->shape.count + CELLS_PER_BYTE - 1) / CELLS_PER_BYTE;
}

size_t strategy_key_bytes(const WholeRules *rules) {
    return (size_t)packed_bytes(rules) + 1;
}

/* [set of five cells]: the sum of their places in base 3, that of the first cell being 81. */
static const uint8_t PLACES[1 << CELLS_PER_BYTE] = {
    0, 81, 27, 108, 9,  90, 36, 117, 3, 84, 30, 111, 12, 93, 39, 120,
    1, 82, 28, 109, 10, 91, 37, 118, 4, 85, 31, 112, 13, 94, 40, 121,
};

void strategy_pack(const WholeRules *rules, const SlowBoard *board, int ko, uint8_t *bytes) {
    const int packed = packed_bytes(rules);
    const uint64_t byte_cells = (1 << CELLS_PER_BYTE) - 1;
    for (int i = 0; i < packed; i++) {
        const int first = CELLS_PER_BYTE * i;
        bytes[i] = (uint8_t)(PLACES[board->stones[0].words[0] >> first & byte_cells] +
                             2 * PLACES[board->stones[1].words[0] >> first & byte_cells]);
    }
    bytes[packed] = (uint8_t)(ko + 1);
}

int strategy_pack_least(const WholeRules *rules, const SlowBoard *board, int ko, uint8_t *bytes) {
    const int g = whole_canonical(rules, board, ko);
    const SlowBoard image = whole_image(rules, board, g);
    strategy_pack(rules, &image, whole_image_cell(rules, ko, g), bytes);
    return g;
}

bool strategy_unpack(const WholeRules *rules, const uint8_t *bytes, SlowBoard *board, int *ko) {
    const int packed = packed_bytes(rules);
    *board = (SlowBoard){0};
    for (int i = 0; i < packed; i++) {
        int value = bytes[i];
        if (value >= 243) {
            return false;
        }
        for (int j = CELLS_PER_BYTE - 1; j >= 0; j--, value /= 3) {
            const int cell = CELLS_PER_BYTE * i + j;
            if (cell < rules->shape.count) {
                whole_put(board, cell, (WholeStone)(value % 3));
            } else if (value % 3 != 0) {
                return false;
            }
        }
    }
    *ko = (int)bytes[packed] - 1;
    return *ko < rules->shape.count;
}

/* ---- Sets of boards ---- */

void strategy_init_boards(KeySet *set, const WholeRules *rules) {
    key_set_init(set, strategy_key_bytes(rules) - 1 /* without the ko */);
}

uint32_t strategy_add_board(KeySet *set, const WholeRules *rules, const SlowBoard *board) {
    uint8_t key[STRATEGY_KEY_MAX];
    strategy_pack_least(rules, board, WHOLE_NO_KO, key);
    return key_set_add(set, key);
}

uint32_t strategy_find_board(const KeySet *set, const WholeRules *rules, const SlowBoard *board) {
    uint8_t key[STRATEGY_KEY_MAX];
    strategy_pack_least(rules, board, WHOLE_NO_KO, key);
    return key_set_find(set, key);
}

SlowBoard strategy_get_board(const KeySet *set, const WholeRules *rules, uint32_t number) {
    uint8_t key[STRATEGY_KEY_MAX];
    SlowBoard board;
    int ko;
    memcpy(key, key_set_get(set, number), set->key_bytes);
    key[set->key_bytes] = WHOLE_NO_KO + 1;
    strategy_unpack(rules, key, &board, &ko);
    return board;
}

/* ---- Parts of records ---- */

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

bool record_unpack(const WholeRules *rules, const uint8_t *record, SlowBoard *board, int *ko,
                   int *move) {
    *move = record_move(record, strategy_key_bytes(rules)) - 1;
    return strategy_unpack(rules, record, board, ko) && *move < rules->shape.count;
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
    return frame_sum(strategy_record(indexed->file, indexed->strategy, number),
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
    const size_t slot = map_first(&strategy->boards, frame_sum(key, file->key_bytes - 1));
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
