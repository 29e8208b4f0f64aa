/* Games that are the same up to symmetry: deterministic engines play them again and again, and a
 * match that counts them as different overstates what it knows.
 *
 * Pure functions; any thread may call while the game does not change. */
#ifndef REGRESS_MATCH_FINGERPRINT_H
#define REGRESS_MATCH_FINGERPRINT_H

#include "engine/board/game.h"

typedef struct {
    uint64_t words[2];
} Fingerprint;

/* The same for two games exactly where one rotation or reflection of the board turns all stones set
 * up and all moves (with their colours, in their order, passes included) of the one into those of
 * the other, but for an accident of probability 2^-120. A board of w x h may be turned to one of
 * h x w. The same on every machine. Komi, rules and result do not enter. */
Fingerprint fingerprint_of_game(const Game *game);

enum { FINGERPRINT_TEXT_MAX = 33 };

/* 32 hexadecimal digits; returns text. Equal texts mean equal fingerprints. */
const char *fingerprint_to_text(Fingerprint fingerprint, char text[FINGERPRINT_TEXT_MAX]);

#endif
