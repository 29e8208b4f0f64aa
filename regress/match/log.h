/* The file from which a killed match resumes: a line of JSON with the match's settings, then a line
 * for each finished game, in the order in which they ended.
 *
 * Invariant: a line ends in a newline only if all of it was written, and match_log_append returns
 * only when its line is on disk. If a match is killed at any moment, at most the last line is torn,
 * and its missing newline shows it. Two processes never have the same log open. A MatchLog belongs
 * to one thread at a time. */
#ifndef REGRESS_MATCH_LOG_H
#define REGRESS_MATCH_LOG_H

#include "engine/base/json.h"
#include "regress/match/bout.h"
#include "regress/match/fingerprint.h"
#include "regress/match/schedule.h"

#include <sys/types.h>

/* What is kept in memory of a game; its moves are only in the log. */
typedef struct {
    bool is_finished;
    BoutResult bout;
    Fingerprint fingerprint;
} MatchGame;

typedef struct {
    const char *path;
    int file;
    off_t length;    /* bytes in whole lines */
    bool was_torn;   /* a torn last line was dropped on opening */
    json_t *engines; /* their names in the log */
} MatchLog;

/* Opens or creates the log. settings is an object; its "engines" are objects with a "name" each, in
 * the order of the schedule's engines. Games in the log are put into games[number - 1]; the other
 * elements are left alone. Fails, with nothing changed, if the file is not a match log, belongs to
 * a match with other settings (the message names the first that differs), holds games that are not
 * in the schedule, is damaged before its last line, or is in use. */
bool match_log_open(MatchLog *log, const char *path, const json_t *settings,
                    const Schedule *schedule, MatchGame *games, Status *status);

/* Adds a finished game, whose moves are in `game`. If it cannot be written, fails and leaves the
 * log as it was. */
bool match_log_append(MatchLog *log, int number, const Fixture *fixture, const MatchGame *finished,
                      const Game *game, Status *status);

void match_log_close(MatchLog *log);

#endif
