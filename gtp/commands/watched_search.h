/* Searches that report while they run: what lz-analyze, kata-analyze and their relatives have in
 * common. Their arguments are [COLOR] [INTERVAL] [KEYWORD VALUE...]..., in the dialect's keywords;
 * reports are sent as they come. Only the thread that runs commands calls these. */
#ifndef GTP_COMMANDS_WATCHED_SEARCH_H
#define GTP_COMMANDS_WATCHED_SEARCH_H

#include "gtp/call.h"
#include "gtp/report.h"

/* Searches and reports until the next line comes, or up to maxvisits and then waits for it. Without
 * a session there is no next line, and it searches only a little. Returns false with the error if
 * the arguments are wrong. */
bool watched_search_until_line(GtpCall *call, ReportDialect dialect);

/* What becomes of the move that a search chooses. */
typedef enum { MOVE_PLAYED, MOVE_TOLD, MOVE_TOLD_UNLESS_LINE } MoveOutcome;

/* Chooses a move in the game and reports meanwhile; answers "play VERTEX". The move is played, or
 * only told; MOVE_TOLD_UNLESS_LINE: "play cancelled" if another line comes first. */
bool watched_search_choose(GtpCall *call, ReportDialect dialect, MoveOutcome outcome);

#endif
