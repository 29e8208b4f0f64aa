/* The records of one strategy while it is made: positions by their bytes, each with the winner's
 * moves in the order of preference. The winner plays the first one that superko does not ban. The
 * program ends with a message if memory runs out. */
#ifndef ENGINE_SOLVE_PROOF_STRATEGY_BUILDER_H
#define ENGINE_SOLVE_PROOF_STRATEGY_BUILDER_H

#include "engine/base/map.h"
#include "engine/base/text.h"
#include "verify/strategy.h"

static const uint32_t STRATEGY_ENTRY_NONE = UINT32_MAX;

enum {
    STRATEGY_MOVES_MAX = 8, /* of a position */
};

typedef struct {
    uint8_t key[STRATEGY_KEY_MAX];
    uint8_t move_count;
    uint8_t moves[STRATEGY_MOVES_MAX]; /* 1 + the cell, or 0: pass */
    uint8_t promoted;   /* bit i: moves[i] was made the first one by strategy_builder_promote */
    bool is_open;       /* its replies are being followed, and may not lead back to it */
    bool is_ranked;     /* has rank.c looked at it since it was changed? */
    bool is_near_cycle; /* of the strategy's boards, under superko; true until it is ranked */
    uint16_t rank;      /* of its records (rank.c) */
} StrategyEntry;

typedef struct {
    size_t key_bytes;
    StrategyEntry *entries;
    size_t count;
    Map map;
} StrategyBuilder;

void strategy_builder_init(StrategyBuilder *builder, const WholeRules *rules);
void strategy_builder_free(StrategyBuilder *builder);

/* The number of the entry, or STRATEGY_ENTRY_NONE. */
uint32_t strategy_builder_find(const StrategyBuilder *builder, const uint8_t *key);

/* Finds several keys at once: their cache misses overlap. */
void strategy_builder_find_all(const StrategyBuilder *builder, uint8_t (*keys)[STRATEGY_KEY_MAX],
                               int count, uint32_t *entries);

/* Adds a position that is not in the builder, with its move. */
void strategy_builder_add(StrategyBuilder *builder, const uint8_t *key, int move);

/* Adds a move that is played if the others are banned. Returns false if the entry has the move
 * already or has no room. */
bool strategy_builder_append(StrategyBuilder *builder, uint32_t entry, int move);

/* Makes a move the first one. Returns false if that was done before, or if there is no room. */
bool strategy_builder_promote(StrategyBuilder *builder, uint32_t entry, int move);

/* Removes a move. */
void strategy_builder_drop(StrategyBuilder *builder, uint32_t entry, int place);

/* Adds the records of a strategy to an empty builder, with this many moves of a position at most.
 * They must have passed verify_records. */
void strategy_builder_read(StrategyBuilder *builder, const ProofFile *file,
                           const Strategy *strategy, int max_moves);

/* Removes an entry; the last one gets its number. */
void strategy_builder_remove(StrategyBuilder *builder, uint32_t entry);

/* Keeps those entries for which is_kept[entry]. */
void strategy_builder_keep(StrategyBuilder *builder, const bool *is_kept);

/* The number of moves of all positions, or of those near cycles. */
size_t strategy_builder_record_count(const StrategyBuilder *builder, bool near_cycles);

/* Sorts the entries and appends the blocks of their records. Returns false if the monitor has ended
 * the work. */
bool strategy_builder_write(StrategyBuilder *builder, const VerifyMonitor *monitor, Text *text);

/* Appends the blocks of the sorted records of the entries near cycles. Returns false if the monitor
 * has ended the work. */
bool strategy_builder_write_near_cycles(const StrategyBuilder *builder,
                                        const VerifyMonitor *monitor, Text *text);

#endif
