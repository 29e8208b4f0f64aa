/* A proof file, and the strategies in it. README.md describes the format. A ProofFile never
 * changes: any thread may read it. */
#ifndef VERIFY_STRATEGY_H
#define VERIFY_STRATEGY_H

#include <stddef.h>

#include "engine/base/map.h"
#include "engine/base/status.h"
#include "engine/base/text.h"
#include "verify/frame.h"
#include "verify/key_set.h"
#include "verify/monitor.h"

typedef struct {
    bool is_black;    /* the winner */
    int goal;         /* the winner's points minus the loser's, at least */
    size_t count;     /* of records */
    uint8_t *records; /* one after the other, in their order */
    Map boards;       /* of the first record of each board, once strategy_index was called */
} Strategy;

typedef struct {
    WholeRules rules;
    bool black_to_move;
    SlowBoard black, white; /* the position as the winner Black, or White, sees it */
    int banned;             /* cell, or WHOLE_NO_KO */
    bool has_first;
    int first; /* cell, or WHOLE_PASS */
    Strategy strategy[2];
    int count;
    size_t key_bytes, record_bytes; /* of a position, and of a record */
} ProofFile;

static const size_t PROOF_BYTES_MAX = (size_t)4 << 30; /* of a file that is read at all */

static const char PROOF_FIRST_LINE[] = "dihedra proof 2"; /* with the version of the format */

/* Does a file that begins with these bytes hold such a proof, of whatever version? */
bool proof_file_is_start(const uint8_t *bytes, size_t length);

/* Reads a proof; nothing refers to the bytes afterwards. Returns false with a message that names
 * the place; else proof_file_free frees the file. monitor: may be NULL. */
bool proof_file_read(const uint8_t *bytes, size_t length, const VerifyMonitor *monitor,
                     ProofFile *file, Status *status);
void proof_file_free(ProofFile *file);

/* ---- Records: a position, its rank and a move ---- */

enum {
    STRATEGY_KEY_MAX = 14,   /* bytes of a position: 64 cells, five a byte, and the ko */
    STRATEGY_TAIL_BYTES = 3, /* of a record: the rank, and the move */
};

/* The bytes of a position. */
size_t strategy_key_bytes(const WholeRules *rules);
void strategy_pack(const WholeRules *rules, const SlowBoard *board, int ko, uint8_t *bytes);

/* Packs the least image of (board, ko) so. Returns the symmetry that takes them there. */
int strategy_pack_least(const WholeRules *rules, const SlowBoard *board, int ko, uint8_t *bytes);

/* The position that strategy_pack made the bytes of. Returns false if they are of no position. */
bool strategy_unpack(const WholeRules *rules, const uint8_t *bytes, SlowBoard *board, int *ko);

/* The position and move of a record. Returns false if its bytes are of no position. */
bool record_unpack(const WholeRules *rules, const uint8_t *record, SlowBoard *board, int *ko,
                   int *move);

int record_rank(const uint8_t *record, size_t key_bytes);

/* The move of a record as its byte has it: 1 + the cell, or 0: pass. */
int record_move(const uint8_t *record, size_t key_bytes);

/* Writes a record, with such a move. */
void record_pack(const uint8_t *key, size_t key_bytes, int rank, int move, uint8_t *record);

/* ---- Sets of boards: the key is what a record has of the least image ---- */

void strategy_init_boards(KeySet *set, const WholeRules *rules);
uint32_t strategy_add_board(KeySet *set, const WholeRules *rules, const SlowBoard *board);
uint32_t strategy_find_board(const KeySet *set, const WholeRules *rules, const SlowBoard *board);

/* The board with this number: its least image. */
SlowBoard strategy_get_board(const KeySet *set, const WholeRules *rules, uint32_t number);

/* ---- The records of a section ---- */

static inline const uint8_t *strategy_record(const ProofFile *file, const Strategy *strategy,
                                             size_t number) {
    return strategy->records + number * file->record_bytes;
}

/* Makes the index for strategy_find. */
void strategy_index(const ProofFile *file, Strategy *strategy);

static const size_t STRATEGY_NO_RECORD = SIZE_MAX;

/* Where the search for a position begins; the memory there is fetched meanwhile. */
size_t strategy_look(const ProofFile *file, const Strategy *strategy, const uint8_t *key);

/* Returns the first record of the position, else the first of its board, else STRATEGY_NO_RECORD.
 * slot: from strategy_look. */
size_t strategy_find(const ProofFile *file, const Strategy *strategy, const uint8_t *key,
                     size_t slot);

/* ---- Blocks of records: columns, compressed by zlib (block.c) ---- */

enum {
    BLOCK_RECORDS = 4096, /* of every block of a section but the last */
    BLOCK_HEAD_BYTES = 4, /* the length of what follows, the lowest byte first */
    BLOCK_BYTES_MIN = BLOCK_HEAD_BYTES + 8,
};

/* The most bytes of a block after its head. */
size_t block_bytes_max(size_t record_bytes);

/* Appends a block of up to BLOCK_RECORDS records that lie one after the other. */
void block_pack(const uint8_t *records, size_t count, size_t record_bytes, Text *text);

uint32_t block_read_head(const uint8_t head[BLOCK_HEAD_BYTES]);

/* Unpacks what follows the head of a block of that many records. columns and records have room for
 * them. Returns false if the bytes are of no such block. */
bool block_unpack(const uint8_t *bytes, size_t length, size_t count, size_t record_bytes,
                  uint8_t *columns, uint8_t *records);

#endif
