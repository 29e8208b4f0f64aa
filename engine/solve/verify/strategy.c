/* Reads proof files; the header has the format. */
#include "engine/solve/verify/strategy.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CELLS_PER_BYTE = 5, LINE_MAX_BYTES = 128, CHECKSUM_LINE_BYTES = 26 };

static const char COLUMNS[] = "ABCDEFGHJKLMNOPQRSTUVWXYZ";

/* ---- The frame ---- */

typedef struct {
    const uint8_t *bytes;
    size_t length, at;
    int line;
    Status *status;
} FrameReader;

/* Reads "NAME VALUE\n" into value. */
static bool read_line(FrameReader *reader, const char *name, char value[LINE_MAX_BYTES]) {
    const char *start = (const char *)reader->bytes + reader->at;
    const size_t left = reader->length - reader->at;
    const char *end = memchr(start, '\n', left < LINE_MAX_BYTES ? left : LINE_MAX_BYTES);
    const size_t name_length = strlen(name);
    reader->line++;
    if (end == NULL || (size_t)(end - start) <= name_length ||
        memcmp(start, name, name_length) != 0 || start[name_length] != ' ') {
        return status_fail(reader->status, "byte %zu: a line '%s ...' is missing", reader->at,
                           name);
    }
    const size_t length = (size_t)(end - start) - name_length - 1;
    memcpy(value, start + name_length + 1, length);
    value[length] = '\0';
    reader->at += (size_t)(end - start) + 1;
    return true;
}

static bool wrong(const FrameReader *reader, const char *what) {
    return status_fail(reader->status, "line %d: %s", reader->line, what);
}

/* Finds the value among names. */
static bool read_name(FrameReader *reader, const char *name, const char *const *names, int *index) {
    char value[LINE_MAX_BYTES];
    if (!read_line(reader, name, value)) {
        return false;
    }
    for (*index = 0; names[*index] != NULL; (*index)++) {
        if (strcmp(value, names[*index]) == 0) {
            return true;
        }
    }
    return wrong(reader, "unknown value");
}

/* Reads "B3", "pass" or "-". */
static bool read_vertex(FrameReader *reader, const char *name, const SlowRules *rules,
                        bool *is_given, int *cell) {
    char value[LINE_MAX_BYTES], *end;
    if (!read_line(reader, name, value)) {
        return false;
    }
    *is_given = strcmp(value, "-") != 0;
    *cell = SLOW_PASS;
    if (!*is_given || strcmp(value, "pass") == 0) {
        return true;
    }
    const char *column = value[0] == '\0' ? NULL : strchr(COLUMNS, value[0]);
    const long row = strtol(value + 1, &end, 10);
    if (column == NULL || *end != '\0' || column - COLUMNS >= rules->width || row < 1 ||
        row > rules->height) {
        return wrong(reader, "no vertex of the board");
    }
    *cell = (rules->height - (int)row) * rules->width + (int)(column - COLUMNS);
    return true;
}

static bool read_size(FrameReader *reader, int *width, int *height) {
    char value[LINE_MAX_BYTES], rest;
    if (!read_line(reader, "board", value)) {
        return false;
    }
    if (sscanf(value, "%2dx%2d%c", width, height, &rest) != 2 || *width < 1 || *height < 1 ||
        *width > 25 || *height > 25 || (*width + 1) * *height > SLOW_CELLS_MAX) {
        return wrong(reader, "no board of a size that can be checked");
    }
    return true;
}

static bool read_position(FrameReader *reader, ProofFile *file) {
    char value[LINE_MAX_BYTES];
    if (!read_line(reader, "position", value)) {
        return false;
    }
    if (strlen(value) != (size_t)file->rules.count) {
        return wrong(reader, "the position has another number of points than the board");
    }
    for (int cell = 0; cell < file->rules.count; cell++) {
        const char sign = value[cell];
        if (sign != '.' && sign != 'X' && sign != 'O') {
            return wrong(reader, "expected only '.', 'X' and 'O'");
        }
        file->black.cell[cell] = sign == '.' ? SLOW_EMPTY : sign == 'X' ? SLOW_WINNER : SLOW_LOSER;
        file->white.cell[cell] = sign == '.' ? SLOW_EMPTY : sign == 'O' ? SLOW_WINNER : SLOW_LOSER;
    }
    return slow_is_legal(&file->rules, &file->black) || wrong(reader, "a chain has no liberty");
}

static bool read_section(FrameReader *reader, ProofFile *file, Strategy *strategy) {
    char value[LINE_MAX_BYTES], color[8], rest;
    if (!read_line(reader, "section", value)) {
        return false;
    }
    if (sscanf(value, "%7s %4d %19zu%c", color, &strategy->goal, &strategy->count, &rest) != 3 ||
        (strcmp(color, "black") != 0 && strcmp(color, "white") != 0)) {
        return wrong(reader, "expected 'section black|white POINTS RECORDS'");
    }
    if (abs(strategy->goal) > file->rules.count) {
        return wrong(reader, "more points than the board has");
    }
    if (strategy->count > (reader->length - reader->at) / file->record_bytes) {
        return wrong(reader, "more records than the file has");
    }
    strategy->is_black = color[0] == 'b';
    strategy->records = reader->bytes + reader->at;
    strategy->offset = reader->at;
    reader->at += strategy->count * file->record_bytes + 1;
    return (reader->at <= reader->length && reader->bytes[reader->at - 1] == '\n') ||
           status_fail(reader->status, "byte %zu: no line ends after the records of section %s",
                       reader->at - 1, color);
}

static bool read_version(FrameReader *reader) {
    static const char START[] = "dihedra proof ";
    char value[LINE_MAX_BYTES];
    if (reader->length < sizeof START - 1 || memcmp(reader->bytes, START, sizeof START - 1) != 0 ||
        !read_line(reader, "dihedra", value)) {
        return status_fail(reader->status, "byte 0: not a proof of dihedra solve");
    }
    return strcmp(value, "proof 1") == 0 ||
           wrong(reader, "a format that is not known; expected 'dihedra proof 1'");
}

static bool read_rules(FrameReader *reader, ProofFile *file) {
    static const char *const KO[] = {"simple", "psk", "ssk", NULL};
    static const char *const SWITCH[] = {"off", "on", NULL};
    static const char *const COLORS[] = {"white", "black", NULL};
    int width, height, ko, suicide, black;
    bool is_banned;
    if (!read_version(reader) || !read_size(reader, &width, &height) ||
        !read_name(reader, "ko", KO, &ko) || !read_name(reader, "suicide", SWITCH, &suicide) ||
        !read_name(reader, "to-move", COLORS, &black)) {
        return false;
    }
    slow_rules_init(&file->rules, width, height, (SlowKo)ko, suicide != 0);
    file->black_to_move = black != 0;
    file->record_bytes = strategy_key_bytes(&file->rules) + 1;
    if (!read_position(reader, file) ||
        !read_vertex(reader, "banned", &file->rules, &is_banned, &file->banned)) {
        return false;
    }
    if (file->banned != SLOW_NO_KO &&
        !slow_is_ko(&file->rules, &file->black, file->black_to_move ? SLOW_LOSER : SLOW_WINNER,
                    file->banned)) {
        return wrong(reader, "no stone can have been taken there in a ko");
    }
    return read_vertex(reader, "first", &file->rules, &file->has_first, &file->first);
}

bool proof_file_read(const uint8_t *bytes, size_t length, ProofFile *file, Status *status) {
    static const char *const COUNTS[] = {"1", "2", NULL};
    FrameReader reader = {.bytes = bytes, .length = length, .status = status};
    char value[LINE_MAX_BYTES];
    memset(file, 0, sizeof *file);
    if (!read_rules(&reader, file) || !read_name(&reader, "sections", COUNTS, &file->count)) {
        return false;
    }
    file->count++;
    for (int i = 0; i < file->count; i++) {
        if (!read_section(&reader, file, &file->strategy[i])) {
            return false;
        }
    }
    if (!read_line(&reader, "checksum", value)) {
        return false;
    }
    return reader.at == length ||
           status_fail(status, "byte %zu: the file goes on after its checksum", reader.at);
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

bool proof_file_find_sum(const uint8_t *bytes, size_t length, const VerifyMonitor *monitor,
                         uint64_t *sum) {
    enum { PIECE = 256 * MONITOR_EACH }; /* a millisecond */
    *sum = SUM_OF_NOTHING;
    for (size_t at = 0; at < length; at += PIECE) {
        *sum = add_to_sum(*sum, bytes + at, length - at < PIECE ? length - at : PIECE);
        if (!monitor_report(monitor, "bytes summed", at, length)) {
            return false;
        }
    }
    return true;
}

bool proof_file_check_sum(const uint8_t *bytes, size_t length, const VerifyMonitor *monitor,
                          Status *status) {
    char expected[CHECKSUM_LINE_BYTES + 1];
    uint64_t sum;
    if (length < CHECKSUM_LINE_BYTES) {
        return status_fail(status, "byte %zu: the checksum is missing", length);
    }
    const size_t place = length - CHECKSUM_LINE_BYTES;
    if (!proof_file_find_sum(bytes, place, monitor, &sum)) {
        return status_fail(status, MONITOR_ENDED);
    }
    snprintf(expected, sizeof expected, "checksum %016" PRIX64 "\n", sum);
    return memcmp(bytes + place, expected, CHECKSUM_LINE_BYTES) == 0 ||
           status_fail(status, "byte %zu: the checksum does not match the bytes before it", place);
}

/* ---- Records ---- */

static int packed_bytes(const SlowRules *rules) {
    return (rules->count + CELLS_PER_BYTE - 1) / CELLS_PER_BYTE;
}

size_t strategy_key_bytes(const SlowRules *rules) {
    return (size_t)packed_bytes(rules) + 1;
}

void strategy_pack(const SlowRules *rules, const SlowBoard *board, int ko, uint8_t *bytes) {
    const int packed = packed_bytes(rules);
    for (int i = 0; i < packed; i++) {
        int value = 0;
        for (int j = 0; j < CELLS_PER_BYTE; j++) {
            const int cell = CELLS_PER_BYTE * i + j;
            value = 3 * value + (cell < rules->count ? board->cell[cell] : 0);
        }
        bytes[i] = (uint8_t)value;
    }
    bytes[packed] = (uint8_t)(ko + 1);
}

bool strategy_unpack(const SlowRules *rules, const uint8_t *bytes, SlowBoard *board, int *ko) {
    const int packed = packed_bytes(rules);
    memset(board, 0, sizeof *board);
    for (int i = 0; i < packed; i++) {
        int value = bytes[i];
        if (value >= 243) {
            return false;
        }
        for (int j = CELLS_PER_BYTE - 1; j >= 0; j--, value /= 3) {
            const int cell = CELLS_PER_BYTE * i + j;
            if (cell < rules->count) {
                board->cell[cell] = (uint8_t)(value % 3);
            } else if (value % 3 != 0) {
                return false;
            }
        }
    }
    *ko = (int)bytes[packed] - 1;
    return *ko < rules->count;
}

bool strategy_open(const ProofFile *file, const Strategy *strategy, size_t record, SlowBoard *board,
                   int *ko, int *move) {
    const uint8_t *bytes = strategy->records + record * file->record_bytes;
    *move = (int)bytes[file->record_bytes - 1] - 1;
    return strategy_unpack(&file->rules, bytes, board, ko) && *move < file->rules.count;
}

bool strategy_is_same(const ProofFile *file, const Strategy *strategy, size_t a, size_t b) {
    const size_t bytes = file->record_bytes;
    return a < strategy->count && b < strategy->count &&
           memcmp(strategy->records + a * bytes, strategy->records + b * bytes, bytes - 1) == 0;
}

/* By halving, down to the first of the records that are not less. */
size_t strategy_find(const ProofFile *file, const Strategy *strategy, const SlowBoard *board,
                     int ko) {
    uint8_t wanted[SLOW_CELLS_MAX];
    size_t from = 0, to = strategy->count;
    strategy_pack(&file->rules, board, ko, wanted);
    while (from < to) {
        const size_t middle = from + (to - from) / 2;
        if (memcmp(strategy->records + middle * file->record_bytes, wanted,
                   file->record_bytes - 1) < 0) {
            from = middle + 1;
        } else {
            to = middle;
        }
    }
    const bool is_found =
        from < strategy->count &&
        memcmp(strategy->records + from * file->record_bytes, wanted, file->record_bytes - 1) == 0;
    return is_found ? from : strategy->count;
}
