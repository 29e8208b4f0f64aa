/* The file that a killed match resumes from: a line of JSON with the match's settings, then a line
 * for each finished game, in the order in which they ended.
 *
 * Invariant: a line ends in a newline only if the whole of it was written, and match_log_append
 * returns only when its line is on the disk; so of a match that is killed at any instant at most
 * the last line is torn, and it is told by its missing newline. Two processes never have the same
 * log open. A MatchLog belongs to one thread at a time. */
#ifndef REGRESS_MATCH_LOG_H
#define REGRESS_MATCH_LOG_H

#include "engine/base/json.h"
#include "regress/match/bout.h"
#include "regress/match/fingerprint.h"
#include "regress/match/schedule.h"

#include <sys/types.h>

/* What is remembered of a game; its moves are in the log alone. */
typedef struct {
    bool is_finished;
    BoutResult bout;
    Fingerprint fingerprint;
} MatchGame;

typedef struct {
    const char *path;
    int file;
    off_t length;    /* bytes in whole lines */
    bool was_torn;   /* a torn last line was dropped when the log was opened */
    json_t *engines; /* their names, as they stand in the log */
} MatchLog;

/* Opens or creates the log. settings is an object; its "engines" are objects with a "name" each, in
 * the order of the schedule's engines. Games that the log holds already are put into
 * games[number - 1], the others there are left alone. Fails with nothing changed where the file is
 * no match log, is of a match with other settings (the message names the first that differs), holds
 * games that the schedule does not, is damaged before its last line, or is in use. */
bool match_log_open(MatchLog *log, const char *path, const json_t *settings,
                    const Schedule *schedule, MatchGame *games, Status *status);

/* Adds a finished game, whose moves are in game. Fails, with the log as it was, where that cannot
 * be written. */
bool match_log_append(MatchLog *log, int number, const Fixture *fixture, const MatchGame *finished,
                      const Game *game, Status *status);

void match_log_close(MatchLog *log);

#endif
