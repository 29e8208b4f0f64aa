/* What GoGui shows on its board: the handlers, one file a theme, and what they share.
 *
 * Answers have the form of the type under which gogui.c lists the command: a board (dboard, cboard,
 * bwboard, sboard) is a word for each point, a row a line from the top, "" for none; gfx is drawing
 * commands, of which one at most is TEXT (more would open a window); hstring is text for people. */
#ifndef GTP_GOGUI_SHOW_H
#define GTP_GOGUI_SHOW_H

#include "gtp/command.h"

/* show_board.c: what the stones are like. */
bool show_liberties(GtpCall *call);
bool show_chains(GtpCall *call);
bool show_eyes(GtpCall *call);
bool show_ladders(GtpCall *call);
bool show_danger(GtpCall *call);

/* show_end.c: what they will come to. */
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

/* show_tree.c: the same as a record. */
bool show_save_tree(GtpCall *call);

/* show_symmetry.c: the table's view of the position. */
bool show_images(GtpCall *call);
bool show_canonical(GtpCall *call);
bool show_key(GtpCall *call);

/* What the search knows of the present position with color to move; where that is little, a short
 * search adds to it. The caller frees it; NULL, with the error written, where memory runs out. */
Analysis *show_look(GtpCall *call, Color color);

#endif
