/* The records of one strategy while it is made: positions by their bytes
 * (engine/solve/verify/strategy.h has the format), each with the winner's moves in the order of
 * preference. The winner plays the first one that superko does not ban.
 *
 * A Book belongs to one thread. The program ends with a message if memory runs out. */
#ifndef ENGINE_SOLVE_PROOF_BOOK_H
#define ENGINE_SOLVE_PROOF_BOOK_H

#include "engine/base/text.h"
#include "engine/solve/verify/strategy.h"

static const uint32_t BOOK_NONE = UINT32_MAX; /* no entry */

enum {
    BOOK_MOVES_MAX = 8, /* of a position */
    BOOK_KEY_MAX = 14,  /* bytes of a position: 64 cells, five a byte, and the ko */
};

typedef struct {
    uint8_t key[BOOK_KEY_MAX];
    uint8_t move_count;
    uint8_t moves[BOOK_MOVES_MAX]; /* 1 + the cell, or 0: pass */
    uint8_t promoted;              /* bit i: moves[i] was made the first one by book_promote */
    bool is_open;                  /* its replies are being followed, and may not lead back to it */
} BookEntry;

typedef struct {
    size_t key_bytes;
    BookEntry *entries;
    size_t count;
    uint32_t *slots; /* open addressing: 1 + the number of an entry */
    size_t slot_count;
} Book;

void book_init(Book *book, const SlowRules *rules);
void book_free(Book *book);

/* The number of the entry, or BOOK_NONE. */
uint32_t book_find(const Book *book, const uint8_t *key);

/* Adds a position that is not in the book, with its move. */
void book_add(Book *book, const uint8_t *key, int move);

/* Adds a move that is played if the others are banned. Returns false if the entry has the move
 * already or has no room. */
bool book_append(Book *book, uint32_t entry, int move);

/* Makes a move the first one. Returns false if that was done before, or if there is no room: so a
 * caller that changes its mind comes to an end. */
bool book_promote(Book *book, uint32_t entry, int move);

/* Has the move been put first before? Then it will not be again. */
bool book_is_promoted(const Book *book, uint32_t number, int move);

/* Adds the records of a strategy to an empty book, with this many moves of a position at most. They
 * must have passed verify_records. Returns false if the watch has ended the work. */
bool book_read(Book *book, const ProofFile *file, const Strategy *strategy, int max_moves,
               const VerifyWatch *watch);

/* Removes an entry; the last one gets its number. */
void book_remove(Book *book, uint32_t entry);

/* Keeps those entries for which is_kept[entry]. */
void book_keep(Book *book, const bool *is_kept);

/* The number of records: moves of all positions. */
size_t book_record_count(const Book *book);

/* Sorts the entries and appends the bytes of their records. Returns false if the watch has ended
 * the work; then nothing is found in the book. */
bool book_write(Book *book, const VerifyWatch *watch, Text *text);

#endif
