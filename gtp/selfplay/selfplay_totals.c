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

void selfplay_totals_print_json(const SelfplayTotals *s, const SelfplayTotals *before,
                                double seconds) {
    const double games = (double)s->games, played = (double)(s->games - before->games);
    const double moves = (double)(s->moves - before->moves);
    const double playouts = (double)(s->playouts - before->playouts);
    json_t *json = json_new_object();
    figures_add(json, (const Figure[]){{"games", games, 0, NULL},
                                       {"games_before", (double)before->games, 0, NULL},
                                       {"black_wins", (double)s->black_wins, 0, NULL},
                                       {"white_wins", (double)s->white_wins, 0, NULL},
                                       {"draws", (double)s->draws, 0, NULL},
                                       {"resignations", (double)s->resignations, 0, NULL},
                                       {"unfinished", (double)s->unfinished, 0, NULL},
                                       {"score_mean", s->score_sum / (double)s->scored, 2, NULL},
                                       {"moves_per_game", (double)s->moves / games, 2, NULL},
                                       {"moves_min", s->shortest, 0, NULL},
                                       {"moves_max", s->longest, 0, NULL},
                                       {"games_per_s", played / seconds, 4, NULL},
                                       {"moves_per_s", moves / seconds, 2, NULL},
                                       {"playouts_per_s", playouts / seconds, 0, NULL},
                                       {"slowest_move_s", s->slowest_move, 4, NULL},
                                       {"seconds", seconds, 3, NULL},
                                       {0}});
    json_print(json, stdout);
}

void selfplay_totals_print(const SelfplayTotals *s, const SelfplayTotals *before, double seconds) {
    const double games = (double)s->games, moves = (double)s->moves;
    const int64_t now = s->games - before->games;
    if (s->games == 0) {
        printf("No game was finished\n");
        return;
    }
    if (before->games > 0) {
        printf("%lld game%s, %lld of them in an earlier run\n", (long long)s->games,
               text_plural(s->games), (long long)before->games);
    }
    printf("%lld game%s in %.1f s: %.2f games/s, %.1f moves/s, %.0f playouts/s\n", (long long)now,
           text_plural(now), seconds, (double)now / seconds,
           (double)(s->moves - before->moves) / seconds,
           (double)(s->playouts - before->playouts) / seconds);
    printf("Moves per game: %.1f on average, %d to %d; the slowest move took %.2f s\n"
           "Black won %lld, White %lld, drawn %lld; %lld by resignation, %lld unfinished",
           moves / games, s->shortest, s->longest, s->slowest_move, (long long)s->black_wins,
           (long long)s->white_wins, (long long)s->draws, (long long)s->resignations,
           (long long)s->unfinished);
    if (s->scored > 0) {
        printf("; Black's score %+.1f on average in counted games",
               s->score_sum / (double)s->scored);
    }
    printf("\n");
}
