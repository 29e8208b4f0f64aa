#include "regress/match/log.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <libgen.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "engine/base/text.h"

static const char *const WINNERS[] = {[BLACK] = "black", [WHITE] = "white", [EMPTY] = NULL};

/* ---- Writing ---- */

/* Returns the value as one line with its newline; the caller frees it. */
static char *dump_line(const json_t *value) {
    char *text = memory_check(json_dumps(value, JSON_COMPACT | JSON_REAL_PRECISION(12)));
    const size_t length = strlen(text);
    char *line = memory_check(realloc(text, length + 2));
    memcpy(line + length, "\n", 2);
    return line;
}

/* Writes the line at once, so that a kill can leave only a beginning of it. */
static bool write_line(MatchLog *log, const char *line, Status *status) {
    const size_t length = strlen(line);
    ssize_t written;
    do {
        written = write(log->file, line, length);
    } while (written < 0 && errno == EINTR);
    if (written != (ssize_t)length || fsync(log->file) != 0) {
        const int error = written >= 0 && written != (ssize_t)length ? ENOSPC : errno;
        const bool restored = ftruncate(log->file, log->length) == 0;
        return status_fail(status, "%.120s: %s%s", log->path, strerror(error),
                           restored ? "" : "; its last line is torn");
    }
    log->length += (off_t)length;
    return true;
}

/* Writes the folder to disk: a new file is safe only when its folder is. */
static bool sync_folder(const char *path, Status *status) {
    char *copy = memory_copy(path);
    const int folder = open(dirname(copy), O_RDONLY | O_CLOEXEC);
    const bool ok = (folder >= 0 && fsync(folder) == 0) ||
                    status_fail(status, "the folder of %.120s: %s", path, strerror(errno));
    if (folder >= 0) {
        close(folder);
    }
    free(copy);
    return ok;
}

/* Writes moves as in opening files: colours alternate from Black; a move that breaks that order is
 * preceded by its colour. Set-up stones come first. */
static void write_moves(const Game *game, Text *text) {
    static const char *const COLORS[2] = {"b ", "w "};
    const Geometry *geometry = game->geometry;
    char vertex[POINT_TEXT_MAX];
    Color expected = BLACK;
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const Color color = (Color)game->past_cells[cell];
        if (color != EMPTY) {
            text_add(text, "%s%s%s", text->length == 0 ? "" : " ", COLORS[color],
                     point_to_text(geometry->point_of[cell], geometry->height, vertex));
            expected = color_opponent(color);
        }
    }
    for (int i = 0; i < game->move_count; i++) {
        const Move move = game->moves[i];
        text_add(text, "%s%s%s", text->length == 0 ? "" : " ",
                 move.color == expected ? "" : COLORS[move.color],
                 point_to_text(move.point, geometry->height, vertex));
        expected = color_opponent(move.color);
    }
}

static const char *engine_name(const MatchLog *log, int engine) {
    const json_t *item = json_array_get(log->engines, (size_t)engine);
    return json_string_value(json_object_get(item, "name"));
}

bool match_log_append(MatchLog *log, int number, const Fixture *fixture, const MatchGame *finished,
                      const Game *game, Status *status) {
    const BoutResult *bout = &finished->bout;
    char fingerprint[FINGERPRINT_TEXT_MAX];
    Text moves = {0};
    write_moves(game, &moves);
    json_t *json = json_new_object();
    json_set_figure(json, "game", number, 0);
    json_set_text(json, "black", engine_name(log, fixture->engine[BLACK]));
    json_set_text(json, "white", engine_name(log, fixture->engine[WHITE]));
    json_set_figure(json, "opening",
                    fixture->opening == SCHEDULE_NO_OPENING ? (double)NAN : 1.0 + fixture->opening,
                    0);
    json_set_text(json, "result", bout->result);
    json_set_text(json, "winner", WINNERS[bout->winner]);
    json_set_text(json, "reason", bout_end_name(bout->end));
    json_set_text(json, "message", bout->message);
    json_set_figure(json, "move_count", bout->moves, 0);
    json_set_figure(json, "black_moves", bout->thoughts[BLACK], 0);
    json_set_figure(json, "white_moves", bout->thoughts[WHITE], 0);
    json_set_figure(json, "black_seconds", bout->seconds[BLACK], 3);
    json_set_figure(json, "white_seconds", bout->seconds[WHITE], 3);
    json_set_text(json, "fingerprint", fingerprint_to_text(finished->fingerprint, fingerprint));
    json_set_text(json, "moves", text_get(&moves));
    char *line = dump_line(json);
    const bool ok = write_line(log, line, status);
    free(line);
    json_decref(json);
    text_free(&moves);
    return ok;
}

/* ---- Reading ---- */

static bool find_end(const char *name, BoutEnd *end) {
    for (int i = 0; i < BOUT_ENDS; i++) {
        if (strcmp(name, bout_end_name((BoutEnd)i)) == 0) {
            *end = (BoutEnd)i;
            return true;
        }
    }
    return false;
}

/* Takes the winner from a result such as "W+3.5", and checks that "winner" names the same. */
static bool read_winner(const char *result, const json_t *json, Color *winner) {
    const json_t *named = json_object_get(json, "winner");
    if (strcmp(result, "0") == 0) {
        *winner = EMPTY;
        return json_is_null(named);
    }
    *winner = result[0] == 'B' ? BLACK : WHITE;
    return (result[0] == 'B' || result[0] == 'W') && result[1] == '+' && json_is_string(named) &&
           strcmp(json_string_value(named), WINNERS[*winner]) == 0;
}

static bool has_figures_of_a_game(const BoutResult *bout) {
    return bout->moves >= 0 && bout->thoughts[BLACK] >= 0 && bout->thoughts[WHITE] >= 0 &&
           bout->seconds[BLACK] >= 0 && bout->seconds[WHITE] >= 0;
}

/* Reads the line of a game. Returns false if it is not one. */
static bool read_game(const char *line, int *number, const char **black, const char **white,
                      MatchGame *game, json_t **json) {
    const char *result, *reason, *message, *fingerprint;
    BoutResult *bout = &game->bout;
    *json = json_loads(line, 0, NULL);
    *game = (MatchGame){.is_finished = true};
    if (*json == NULL ||
        json_unpack(*json, "{s:i, s:s, s:s, s:s, s:s, s:s, s:i, s:i, s:i, s:F, s:F, s:s}", "game",
                    number, "black", black, "white", white, "result", &result, "reason", &reason,
                    "message", &message, "move_count", &bout->moves, "black_moves",
                    &bout->thoughts[BLACK], "white_moves", &bout->thoughts[WHITE], "black_seconds",
                    &bout->seconds[BLACK], "white_seconds", &bout->seconds[WHITE], "fingerprint",
                    &fingerprint) != 0 ||
        !read_winner(result, *json, &bout->winner) || !find_end(reason, &bout->end) ||
        !has_figures_of_a_game(bout) ||
        sscanf(fingerprint, "%16" SCNx64 "%16" SCNx64, &game->fingerprint.words[0],
               &game->fingerprint.words[1]) != 2) {
        return false;
    }
    snprintf(bout->result, sizeof bout->result, "%s", result);
    snprintf(bout->message, sizeof bout->message, "%s", message);
    return true;
}

/* Enters the game of a line, which must be in the schedule and not yet read. */
static bool take_up(const MatchLog *log, const char *line, int line_number,
                    const Schedule *schedule, MatchGame *games, Status *status) {
    MatchGame game;
    json_t *json;
    int number = 0;
    const char *black, *white, *fault = NULL;
    if (!read_game(line, &number, &black, &white, &game, &json)) {
        fault = "not a finished game";
    } else if (number < 1 || number > schedule_game_count(schedule)) {
        fault = "a game beyond those asked for by --games";
    } else if (games[number - 1].is_finished) {
        fault = "a game that the log already holds";
    } else {
        const Fixture fixture = schedule_fixture(schedule, number);
        if (strcmp(black, engine_name(log, fixture.engine[BLACK])) != 0 ||
            strcmp(white, engine_name(log, fixture.engine[WHITE])) != 0) {
            fault = "a game of other engines than scheduled";
        } else {
            games[number - 1] = game;
        }
    }
    json_decref(json);
    return fault == NULL ||
           status_fail(status, "%.120s: line %d: %s", log->path, line_number, fault);
}

/* Compares settings. The message names the first that differs, with both values. */
static bool check_settings(const MatchLog *log, const char *line, const json_t *settings,
                           Status *status) {
    json_t *old = json_loads(line, 0, NULL);
    const char *key;
    json_t *value;
    bool ok = json_is_object(old) && json_object_get(old, "dihedra_match") != NULL;
    if (!ok) {
        file_fail(status, log->path, "not the log of a match");
    }
    json_object_foreach((json_t *)settings, key, value) {
        const json_t *other = json_object_get(old, key);
        if (!ok || json_equal(value, other)) {
            continue;
        }
        char *now = json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT);
        char *then = other == NULL ? NULL : json_dumps(other, JSON_ENCODE_ANY | JSON_COMPACT);
        ok = status_fail(status, "%.80s: from a match with another \"%s\": %.60s there, %.60s here",
                         log->path, key, then == NULL ? "none" : then, now == NULL ? "?" : now);
        free(now);
        free(then);
    }
    json_decref(old);
    return ok;
}

/* A line without a newline is torn and will be dropped. Checks that it is the beginning of a line
 * that we write, as anything else is not ours to drop. Of a game only the first letters are known.
 */
static bool check_torn(const MatchLog *log, const char *line, int line_number, const char *first,
                       Status *status) {
    const char *begin = line_number == 1 ? first : "{\"game\":";
    const size_t length = strlen(line), most = strlen(begin);
    const size_t compared = length < most ? length : most;
    return strncmp(line, begin, compared) == 0 ||
           status_fail(status, "%.120s: line %d: cut short, and not a line of a match", log->path,
                       line_number);
}

/* Reads the file up to the end of its last whole line. */
static bool read_lines(MatchLog *log, FILE *stream, const json_t *settings, const char *first,
                       const Schedule *schedule, MatchGame *games, Status *status) {
    char *line = NULL;
    size_t capacity = 0;
    ssize_t length;
    bool ok = true;
    for (int number = 1; ok && (length = getline(&line, &capacity, stream)) > 0; number++) {
        if (line[length - 1] != '\n') {
            ok = check_torn(log, line, number, first, status);
            log->was_torn = true;
            break;
        }
        ok = number == 1 ? check_settings(log, line, settings, status)
                         : take_up(log, line, number, schedule, games, status);
        log->length += length;
    }
    if (ok && ferror(stream)) {
        ok = file_fail(status, log->path, strerror(errno));
    }
    free(line);
    return ok;
}

static bool read_log(MatchLog *log, const json_t *settings, const char *first,
                     const Schedule *schedule, MatchGame *games, Status *status) {
    const int copy = fcntl(log->file, F_DUPFD_CLOEXEC, 0);
    FILE *stream = copy < 0 ? NULL : fdopen(copy, "r");
    if (stream == NULL) {
        if (copy >= 0) {
            close(copy);
        }
        return file_fail(status, log->path, strerror(errno));
    }
    const bool ok = read_lines(log, stream, settings, first, schedule, games, status);
    fclose(stream);
    return ok && (!log->was_torn || ftruncate(log->file, log->length) == 0 ||
                  file_fail(status, log->path, strerror(errno)));
}

/* ---- Opening ---- */

static bool open_locked(MatchLog *log, Status *status) {
    struct stat about;
    log->file = open(log->path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    if (log->file < 0 || fstat(log->file, &about) != 0) {
        return file_fail(status, log->path, strerror(errno));
    }
    if (!S_ISREG(about.st_mode)) {
        return file_fail(status, log->path, "not a regular file");
    }
    return flock(log->file, LOCK_EX | LOCK_NB) == 0 ||
           file_fail(status, log->path, "in use by another match");
}

bool match_log_open(MatchLog *log, const char *path, const json_t *settings,
                    const Schedule *schedule, MatchGame *games, Status *status) {
    *log = (MatchLog){
        .path = path, .file = -1, .engines = json_incref(json_object_get(settings, "engines"))};
    char *first = dump_line(settings);
    bool ok = open_locked(log, status) && read_log(log, settings, first, schedule, games, status);
    if (ok && log->length == 0) {
        ok = write_line(log, first, status) && sync_folder(path, status);
    }
    free(first);
    if (!ok) {
        match_log_close(log);
    }
    return ok;
}

void match_log_close(MatchLog *log) {
    if (log->file >= 0) {
        close(log->file);
        log->file = -1;
    }
    json_decref(log->engines);
    log->engines = NULL;
}
