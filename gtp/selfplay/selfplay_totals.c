#include "gtp/selfplay/selfplay_totals.h"

#include <math.h>
#include <stdio.h>

#include "engine/base/figures.h"

void selfplay_totals_add(SelfplayTotals *totals, const SelfplayEntry *entry) {
    const bool first = totals->games == 0, is_resigned = isnan(entry->score);
    const bool is_black = is_resigned ? entry->result[0] == 'B' : entry->score > 0;
    const bool is_white = is_resigned ? entry->result[0] != 'B' : entry->score < 0;
    totals->games++;
    totals->moves += entry->moves;
    totals->playouts += entry->playouts;
    totals->black_wins += is_black;
    totals->white_wins += is_white;
    totals->draws += !is_black && !is_white;
    totals->resignations += is_resigned;
    totals->unfinished += entry->unfinished;
    totals->scored += !is_resigned;
    totals->score_sum += is_resigned ? 0 : entry->score;
    totals->shortest = first || entry->moves < totals->shortest ? entry->moves : totals->shortest;
    totals->longest = entry->moves > totals->longest ? entry->moves : totals->longest;
    totals->slowest_move = fmax(totals->slowest_move, entry->slowest_move);
}

void selfplay_totals_print(const SelfplayTotals *s, const SelfplayTotals *before, double seconds,
                           bool as_json) {
    const double games = (double)s->games, played = (double)(s->games - before->games);
    const double moves = (double)(s->moves - before->moves);
    const double playouts = (double)(s->playouts - before->playouts);
    const Figure figures[] = {
        {"games", games, 0, "finished"},
        {"games_before", (double)before->games, 0, "of them in earlier runs"},
        {"black_wins", (double)s->black_wins, 0, ""},
        {"white_wins", (double)s->white_wins, 0, ""},
        {"draws", (double)s->draws, 0, ""},
        {"resignations", (double)s->resignations, 0, ""},
        {"unfinished", (double)s->unfinished, 0, "broken off after very many moves"},
        {"score_mean", s->score_sum / (double)s->scored, 2, "Black's, in counted games"},
        {"moves_per_game", (double)s->moves / games, 2, ""},
        {"moves_min", s->shortest, 0, ""},
        {"moves_max", s->longest, 0, ""},
        {"games_per_s", played / seconds, 4, ""},
        {"moves_per_s", moves / seconds, 2, ""},
        {"playouts_per_s", playouts / seconds, 0, ""},
        {"slowest_move_s", s->slowest_move, 4, ""},
        {"seconds", seconds, 3, ""},
        {0},
    };
    json_t *json = as_json ? json_new_object() : NULL;
    figures_add(json, figures);
    if (as_json) {
        json_print(json, stdout);
    }
}
