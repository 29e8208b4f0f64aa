/* Why a move is a mistake, as data and in words.
 *
 * A reason is a JSON object:
 *
 *     kind     rescue   the mover's stones are captured after the move
 *              capture  the better move captures stones
 *              life     the mover's group dies after the move
 *              death    the better move kills a group
 *              seki     a group dies after one of both moves, and lives in seki after the other
 *              eyes     a group lives only in seki after one, and with two eyes after the other
 *              race     either's stones are captured before they capture others
 *              cut      either's stones are cut off from others, as near as these ways are
 *              vain     the move's own stones are captured after it
 *              double   a move threatens two chains, and no reply saves both
 *              threat   a move threatens to capture stones, and the engine's reply saves them
 *              idle     the move is played where all is settled
 *              territory  points change hands
 *              gote, sente  the same, by an endgame move
 *     proved   true; false for the last three, which are estimates from the engine's ownership
 *     owner    of the stones, or whose the points become: "black" or "white"
 *     how      "atari", "ladder", "net", "snapback", or null
 *     ko       does it depend on a ko?
 *     threat   the move that threatens: the better one or the answer to the move; null: none
 *     stones   those that are lost or threatened
 *     also     the other chain of a double threat or a cut, or that which wins the race
 *     line     moves that show it; who does not own the stones begins, after the threat
 *     assumed  walls that the proof assumes to stand, a stone each
 *     points, where, area  of these
 *
 * Members that do not belong to the kind are missing. The engine proves reasons by its command
 * dihedra-reason. Pure functions. */
#ifndef ENGINE_REVIEW_REASON_H
#define ENGINE_REVIEW_REASON_H

#include "engine/review/review.h"

/* Adds the command that asks an engine for the reason of a move, in the position before it. It
 * names the stones whose owner the engine thinks of otherwise after the move, and what it would
 * play. */
void reason_add_command(const Review *review, int move, Text *text);

/* Lists the moves that it is worth asking about: the worst ones of both colors, among which are
 * their keys. Returns how many. */
int reason_list_moves(const Review *review, int moves[2 * REVIEW_WORST_MAX]);

/* Reads an engine's answer, which may be NULL. Returns null if it makes no sense or nothing is
 * proved. The caller frees the value. */
json_t *reason_read(const char *answer);

/* Is it an object of a known kind with an owner? What else its words need is "?" if missing. */
bool reason_is_whole(const json_t *reason);

/* The reason of an inaccuracy or more that counts: the proved one, or else an estimate, or null.
 * The caller frees it. */
json_t *reason_of(const Review *review, int move);

/* "" if it is null. */
const char *reason_kind(const json_t *reason);

/* Adds a sentence about it with a blank before it: "Why: ..." or "An estimate: ...". */
void reason_add_words(const Review *review, int move, Text *text);

#endif
