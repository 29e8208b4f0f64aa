/* Recognizes games that are the same up to symmetry. Deterministic engines repeat games; a match
 * that counts these as different overstates its precision. */
#ifndef REGRESS_MATCH_FINGERPRINT_H
#define REGRESS_MATCH_FINGERPRINT_H

#include "engine/go/board/game.h"

/* Equal for two games if one rotation or reflection of the board maps all set-up stones and all
 * moves (with colors, order and passes) of one to those of the other; different games are equal
 * with probability 2^-60. A board of w x h may be turned to h x w. The same on every machine. Komi,
 * rules and result do not matter. */
uint64_t fingerprint_of_game(const Game *game);

#endif
