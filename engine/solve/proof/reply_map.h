/* What the moves of a strategy lead to. The program ends with a message if memory runs out. */
#ifndef ENGINE_SOLVE_PROOF_REPLY_MAP_H
#define ENGINE_SOLVE_PROOF_REPLY_MAP_H

#include "engine/solve/proof/prover.h"

/* A reply that the builder has no entry for. */
typedef struct {
    uint32_t entry; /* of the move before; STRATEGY_ENTRY_NONE: none, the first position */
    size_t record;  /* the same */
    ProverPosition position;
} MissingEntry;

/* Records are the moves of the builder's entries, in their order. The first position is one more,
 * as if a move had led to it; if the winner is to move there, that is what it is replied with. */
typedef struct {
    size_t entry_count, record_count; /* the latter with the first position */
    size_t *record_of;                /* [entry]: its first record; that of the next follows */
    size_t *reply_of;                 /* [record]: its first reply; that of the next follows */
    uint32_t *replies;                /* [reply]: the entry that answers it */
    MissingEntry *missing;
    size_t missing_count;
    bool *is_reached; /* [entry]: does the first position lead there? */
    /* Under superko, of what is reached: */
    KeySet boards;
    uint32_t *board_of; /* [entry] */
    uint32_t *after_of; /* [record]: the board after its move */
} ReplyMap;

/* Returns false with a message if the work was ended. Call reply_map_free in any case. */
bool reply_map_make(ReplyMap *map, const Prover *prover);
void reply_map_free(ReplyMap *map);

static inline bool reply_map_is_reached(const ReplyMap *map, const MissingEntry *missing) {
    return missing->entry == STRATEGY_ENTRY_NONE || map->is_reached[missing->entry];
}

/* The number of its board, or KEY_UNKNOWN. */
uint32_t reply_map_board(const ReplyMap *map, const Prover *prover, const MissingEntry *missing);

/* Sets the ranks of the entries that are reached, by which the verifier sees that the game ends
 * (verify.h), and which of them lie near cycles. Returns false with a message if the work was
 * ended. (rank.c) */
bool reply_map_rank(const ReplyMap *map, Prover *prover);

#endif
