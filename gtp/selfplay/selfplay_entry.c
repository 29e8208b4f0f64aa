#include "gtp/selfplay/selfplay_entry.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/cluster/ledger/ledger.h"

/* A game is broken off after this many moves: four for each point, and some for tiny boards. */
enum { MOVES_PER_CELL = 4, MOVES_MORE = 16 };

int selfplay_move_limit(int cells) {
    return MOVES_PER_CELL * cells + MOVES_MORE;
}

json_t *selfplay_entry_json(const SelfplayEntry *entry) {
    return json_new_packed("{s:I, s:s, s:o, s:i, s:b, s:I, s:o}", "game",
                           (json_int_t)entry->number + 1, "result", entry->result, "score",
                           json_new_figure(entry->score, 2), "moves", entry->moves, "unfinished",
                           entry->unfinished, "playouts", (json_int_t)entry->playouts,
                           "slowest_move_s", json_new_figure(entry->slowest_move, 4));
}

static double limited(double number, double least, double most) {
    return fmin(fmax(number, least), most);
}

/* Sets result and score, as stated or the nearest that can be. The score is rounded. */
static void read_score(const json_t *json, const EngineOptions *options, SelfplayEntry *entry) {
    const json_t *score = json_object_get(json, "score");
    const char *text = json_string_value(json_object_get(json, "result"));
    const char winner = text != NULL && text[0] == 'B' ? 'B' : 'W';
    if (json_is_null(score)) {
        entry->score = (double)NAN;
        snprintf(entry->result, sizeof entry->result, "%c+R", winner);
        return;
    }
    const double cells = (double)(options->width * options->height);
    const double most = options->rules.scoring == SCORING_AREA ? cells : 2 * cells + entry->moves;
    const double margin = text != NULL && strlen(text) > 2 ? strtod(text + 2, NULL) : 0;
    const double exact = winner == 'B' ? margin : -margin;
    const double stated = json_number_value(score);
    entry->score = limited(stated + options->komi, -most, most) - options->komi;
    record_result(fabs(exact - entry->score) < 0.006 ? exact : entry->score, entry->result);
}

bool selfplay_entry_read(const json_t *json, const EngineOptions *options, SelfplayEntry *entry,
                         Status *status) {
    const json_t *number = json_object_get(json, "game");
    const bool is_resigned = json_is_null(json_object_get(json, "score"));
    const int limit = selfplay_move_limit(options->width * options->height);
    if (!json_is_integer(number) || json_integer_value(number) < 1) {
        return status_fail(status, "not a finished game");
    }
    *entry = (SelfplayEntry){
        .number = json_integer_value(number) - 1,
        .moves = (int)limited(json_number_value(json_object_get(json, "moves")),
                              is_resigned ? 0 : 2, limit),
        .playouts = json_integer_value(json_object_get(json, "playouts")),
        .slowest_move = fmax(json_number_value(json_object_get(json, "slowest_move_s")), 0)};
    entry->playouts = entry->playouts > 0 ? entry->playouts : 0;
    entry->unfinished =
        !is_resigned && entry->moves == limit && json_is_true(json_object_get(json, "unfinished"));
    read_score(json, options, entry);
    json_t *expected = selfplay_entry_json(entry);
    const bool ok = ledger_check_entry(json, expected, status);
    json_decref(expected);
    return ok;
}
