#include "regress/match/match_game.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_MAX = 120 }; /* bytes of a line of play */

static const double SCORE_MAX = 1000;

void match_move_clear(MatchMove *move, double seconds) {
    text_clear(&move->words);
    move->seconds = seconds;
    move->win_rate = move->score = NAN;
}

/* The number behind a key such as " visits " of a report up to its end, times `whole` if it has no
 * point; NaN if none stands there. */
static double number_after(const char *report, const char *end, const char *key, double whole) {
    const char *found = strstr(report, key);
    char *rest = NULL;
    const double number = found == NULL ? NAN : strtod(found + strlen(key), &rest);
    if (found == NULL || found >= end || strchr(" \r\n", *rest) == NULL) {
        return NAN;
    }
    return memchr(found, '.', (size_t)(rest - found)) == NULL ? whole * number : number;
}

void match_move_read_report(MatchMove *move, const char *report, bool is_lz, const char *vertex,
                            Color color) {
    static const char MOVE[] = "info move ";
    const size_t length = strlen(vertex);
    const char *info = NULL;
    for (const char *s = strstr(report, MOVE); s != NULL; s = strstr(s + 1, MOVE)) {
        const char *of = s + strlen(MOVE);
        if (info == NULL || (strncmp(of, vertex, length) == 0 && of[length] == ' ')) {
            info = s;
        }
    }
    if (info == NULL) {
        return;
    }
    const char *next = strstr(info + 1, "info ");
    const char *end = info + strcspn(info, "\n");
    end = next != NULL && next < end ? next : end;
    const char *line = strstr(info, " pv ");
    const double visits = number_after(info, end, " visits ", 1);
    /* Leela Zero's ten-thousandths; engines that write a point mean 0..1, as Sabaki reads them. */
    double win_rate = number_after(info, end, " winrate ", is_lz ? 1e-4 : 1);
    double score = number_after(info, end, " scoreLead ", 1);
    if (!isnan(win_rate) && !(win_rate >= 0 && win_rate <= 1)) {
        text_add(&move->words, "; an impossible win rate of %g", win_rate);
        win_rate = NAN;
    }
    if (!isnan(score) && !(fabs(score) <= SCORE_MAX)) {
        text_add(&move->words, "; an impossible score of %g", score);
        score = NAN;
    }
    move->win_rate = color == BLACK ? win_rate : 1 - win_rate;
    move->score = color == BLACK ? score : -score;
    if (!isnan(win_rate)) {
        text_add(&move->words, "; Black %.1f%%", 100 * move->win_rate);
    }
    if (!isnan(score)) {
        text_add(&move->words, "; %c+%.1f", move->score > 0 ? 'B' : 'W', fabs(score));
    }
    if (visits >= 0) {
        text_add(&move->words, "; %.0f visits", visits);
    }
    if (line != NULL && line < end) {
        int left = (int)(end - line) - 4;
        left -= left > 0 && line[4 + left - 1] == ' ';
        text_add(&move->words, "; %.*s", left < LINE_MAX ? left : LINE_MAX, line + 4);
    }
}

bool match_move_read_score(const char *text, double *score) {
    char *end;
    const char color = text[0];
    if (color == '0') {
        *score = 0;
        return true;
    }
    if ((color != 'B' && color != 'W') || text[1] != '+') {
        return false;
    }
    const double lead = strtod(text + 2, &end);
    *score = color == 'B' ? lead : -lead;
    return end > text + 2 && fabs(lead) <= SCORE_MAX;
}
