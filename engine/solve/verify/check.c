/* What the parts of the check share; see the header. */
#include "engine/solve/verify/check.h"

#include <stdio.h>

enum { TEXT_MAX = 96 };

/* ---- Words for the place ---- */

bool check_fail_at(const Check *check, size_t record, const char *reason, int cell) {
    const Strategy *strategy = check->strategy;
    SlowBoard board;
    int ko, move;
    char text[TEXT_MAX] = "";
    size_t length = 0;
    if (strategy_open(check->file, strategy, record, &board, &ko, &move)) {
        for (int i = 0; i < check->rules->count; i++) {
            if (i > 0 && i % check->rules->width == 0) {
                text[length++] = '/';
            }
            text[length++] = ".XO"[board.cell[i]];
        }
        text[length] = '\0';
    }
    char place[16] = "";
    if (cell >= 0) {
        snprintf(place, sizeof place, " %c%d",
                 "ABCDEFGHJKLMNOPQRSTUVWXYZ"[cell % check->rules->width],
                 check -> rules -> height - cell / check -> rules -> width);
    }
    return status_fail(check->status, "%s, record %zu (byte %zu, %s with X to move): %s%s",
                       strategy->is_black ? "black" : "white", record,
                       strategy->offset + record * check->file->record_bytes, text, reason, place);
}

bool check_fail_at_root(const Check *check, const char *reason) {
    return status_fail(check->status, "%s, the first position: %s",
                       check->strategy->is_black ? "black" : "white", reason);
}

bool check_fail_as_ended(const Check *check) {
    return status_fail(check->status, MONITOR_ENDED);
}

bool check_report(const Check *check, const char *part, size_t done, size_t all) {
    return monitor_report(check->monitor, part, done, all) || check_fail_as_ended(check);
}

/* ---- One move ---- */

bool check_is_good(const Check *check, const SlowBoard *board) {
    return slow_score(check->rules, board) >= check->strategy->goal;
}

/* No board that the winner makes while it clears its points may be one of the past. Each of them
 * has as much life, and more stones of it. */
bool check_is_secure(const Check *check, const SlowBoard *board) {
    if (check->needed > check->rules->count) {
        return false;
    }
    const SlowLife life = slow_life(check->rules, board);
    return life.points >= check->needed &&
           (check->needed <= 0 || check->needed > check->past.points ||
            life.stones >= check->past.stones);
}

const char *check_play_winner(const Check *check, const SlowBoard *board, int ko, int move,
                              After *after) {
    *after = (After){.board = *board, .ko = ko, .has_passed = move == SLOW_PASS};
    if (move == SLOW_PASS) {
        after->ko = SLOW_NO_KO;
        return check_is_good(check, board) ? NULL : "passes although the score is not good enough";
    }
    return slow_play(check->rules, &after->board, SLOW_WINNER, move, &after->ko)
               ? NULL
               : "an illegal move";
}

/* A pass ends the game well if the winner has passed, or can: the score was checked there, or is
 * here. */
ReplyKind check_play_loser(const Check *check, const After *after, int cell, SlowBoard *board,
                           int *ko) {
    *board = after->board;
    *ko = after->ko;
    if (cell == SLOW_PASS) {
        *ko = SLOW_NO_KO;
        return after->has_passed || check_is_good(check, board) ? REPLY_ENDS : REPLY_GOES_ON;
    }
    return slow_play(check->rules, board, SLOW_LOSER, cell, ko) ? REPLY_GOES_ON : REPLY_ILLEGAL;
}

size_t check_find_record(const Check *check, const SlowBoard *board, int ko) {
    const int g = slow_canonical(check->rules, board, ko);
    const SlowBoard image = slow_image(check->rules, board, g);
    return strategy_find(check->file, check->strategy, &image,
                         slow_image_cell(check->rules, ko, g));
}

int check_find_moves(const Check *check, const SlowBoard *board, int ko, size_t *record, int *moves,
                     int most) {
    const int g = slow_canonical(check->rules, board, ko);
    int count = 0;
    *record = check_find_record(check, board, ko);
    for (size_t i = *record; strategy_is_same(check->file, check->strategy, *record, i); i++) {
        SlowBoard canonical;
        int canonical_ko, move;
        if (count < most &&
            strategy_open(check->file, check->strategy, i, &canonical, &canonical_ko, &move)) {
            moves[count++] = slow_origin_cell(check->rules, move, g);
        }
    }
    return count;
}
