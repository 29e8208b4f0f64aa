/* What GoGui shows of the engine's view of the position: the family of these commands, their
 * handlers, one file for each theme, and what they share.
 *
 * Answers have the form of the type under which gtp/commands/gogui.c lists the command. A board
 * (dboard, cboard, bwboard, sboard) is a word for each point, row by row from the top, one row per
 * line, with "" for no word. gfx is drawing commands, at most one of them TEXT (a second one would
 * open a window). hstring is text for people. Handlers change nothing but the search's memory; only
 * the thread that runs commands calls them. */
#ifndef GTP_GOGUI_SHOW_H
#define GTP_GOGUI_SHOW_H

#include "gtp/call.h"

extern const GtpCommand GTP_SHOW_COMMANDS[];

/* show_board.c: the stones as they stand. */
bool show_liberties(GtpCall *call);
bool show_chains(GtpCall *call);
bool show_eyes(GtpCall *call);
bool show_ladders(GtpCall *call);
bool show_danger(GtpCall *call);

/* show_end.c: who will own what. */
bool show_ownership(GtpCall *call);
bool show_ownership_colors(GtpCall *call);
bool show_final(GtpCall *call);
bool show_benson(GtpCall *call);
bool show_unconditional(GtpCall *call);

/* show_search.c: what the search thinks. */
bool show_win_rates(GtpCall *call);
bool show_visits(GtpCall *call);
bool show_policy(GtpCall *call);
bool show_pv(GtpCall *call);
bool show_search(GtpCall *call);
bool show_last_search(GtpCall *call);
bool show_table(GtpCall *call);

/* show_values.c: what each move is worth exactly. */
bool show_values(GtpCall *call);

/* show_tree.c: what the search thinks, as a game record. */
bool show_save_tree(GtpCall *call);

/* show_symmetry.c: the table's view of the position. */
bool show_images(GtpCall *call);
bool show_canonical(GtpCall *call);
bool show_key(GtpCall *call);

/* Returns what the search knows of the present position with color to move; if that is little, a
 * short search adds to it. The caller frees it. Returns NULL, with the error written, if that
 * fails.
 */
Analysis *show_look(GtpCall *call, Color color);

#endif
