#include "regress/match/sgf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "engine/base/os/system.h"
#include "engine/base/text.h"
#include "engine/go/sgf/record.h"

enum { DATE_MAX = 16, SECONDS_MAX = 32 };

static void describe_game(const char *const names[2], const MatchGameResult *outcome, Text *text) {
    text_add(text, "Ended by: %s", match_game_end_name(outcome->end));
    for (int color = BLACK; color <= WHITE; color++) {
        text_add(text, "\n%s: %d move%s, %.3f s", names[color], outcome->genmoves[color],
                 text_plural(outcome->genmoves[color]), outcome->seconds[color]);
    }
    if (outcome->message[0] != '\0') {
        text_add(text, "\n%s %s", match_game_culprit(outcome) == BLACK ? "Black" : "White",
                 outcome->message);
    }
}

bool match_sgf_write(const char *const names[2], const Game *game, const double *move_seconds,
                     const MatchGameResult *outcome, Text *text, Status *status) {
    const size_t move_count = (size_t)game->move_count;
    char(*seconds)[SECONDS_MAX] = memory_new(move_count, sizeof *seconds);
    const char **on_moves = memory_new(move_count, sizeof *on_moves);
    for (size_t i = 0; i < move_count; i++) {
        if (move_seconds[i] > 0) {
            snprintf(seconds[i], SECONDS_MAX, "%.3f s", move_seconds[i]);
            on_moves[i] = seconds[i];
        }
    }
    char date[DATE_MAX];
    const struct tm day = os_local_time(time(NULL));
    strftime(date, sizeof date, "%Y-%m-%d", &day);
    Text comment = {0};
    SgfWriter writer;
    describe_game(names, outcome, &comment);
    const RecordNotes notes = {.black = names[BLACK],
                               .white = names[WHITE],
                               .date = date,
                               .result = outcome->result,
                               .comment = text_get(&comment),
                               .on_moves = on_moves};
    record_write(game, &notes, &writer);
    const bool ok = sgf_writer_check(&writer, status);
    if (ok) {
        text_append(text, writer.text.bytes, writer.text.length);
    }
    sgf_writer_free(&writer);
    text_free(&comment);
    free(on_moves);
    free(seconds);
    return ok;
}

bool match_sgf_save(const char *folder, int number, const char *record, Status *status) {
    Text path = {0};
    text_add(&path, "%s/game-%04d.sgf", folder, number);
    const bool ok = file_replace(text_get(&path), record, strlen(record), status);
    text_free(&path);
    return ok;
}
