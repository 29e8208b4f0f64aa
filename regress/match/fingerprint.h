/* Recognises games that are the same up to symmetry. Deterministic engines repeat games; a match
 * that counts these as different overstates its precision.
 *
 * Pure functions; any thread may call them while the game does not change. */
#ifndef REGRESS_MATCH_FINGERPRINT_H
#define REGRESS_MATCH_FINGERPRINT_H

#include "engine/go/board/game.h"

typedef struct {
    uint64_t words[2];
} Fingerprint;

/* Equal for two games if and only if one rotation or reflection of the board maps all set-up stones
 * and all moves (with colors, order and passes) of one to those of the other; different games are
 * equal with probability 2^-120. A board of w x h may be turned to h x w. The same on every
 * machine. Komi, rules and result do not matter. */
Fingerprint fingerprint_of_game(const Game *game);

enum { FINGERPRINT_TEXT_MAX = 33 };

/* Writes 32 hexadecimal digits; returns text. Equal texts mean equal fingerprints. */
const char *fingerprint_to_text(Fingerprint fingerprint, char text[FINGERPRINT_TEXT_MAX]);
bool fingerprint_from_text(const char *text, Fingerprint *fingerprint);

#endif
