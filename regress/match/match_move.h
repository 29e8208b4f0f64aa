/* A move of a match game as its engine tells of it by lz- or kata-genmove_analyze. Pure functions.
 */
#ifndef REGRESS_MATCH_MATCH_MOVE_H
#define REGRESS_MATCH_MATCH_MOVE_H

#include "engine/base/text.h"
#include "engine/go/board/point.h"

typedef struct {
    double seconds;  /* 0: of the opening */
    double win_rate; /* Black's, 0..1; NAN: not told */
    double score;    /* Black's lead in points; NAN: not told */
    Text words;      /* of these, visits and the line of play: for people */
} MatchMove;

/* Makes it one of which nothing is told; the caller frees move->words. */
void match_move_clear(MatchMove *move, double seconds);

/* Reads what the last report, in the dialect lz or kata, has of this vertex, or else of its first
 * move. Values are the mover's; those that cannot be are dropped, and words names them. */
void match_move_read_report(MatchMove *move, const char *report, bool is_lz, const char *vertex,
                            Color color);

/* Reads a score such as "B+3.5 (upper bound ...)" and sets Black's lead. Returns false if the text
 * is not a score. */
bool match_move_read_score(const char *text, double *score);

#endif
