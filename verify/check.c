#include "verify/check.h"

#include <string.h>

enum { TEXT_MAX = 96 };

/* ---- Words for the place ---- */

bool check_fail_at(const Check *check, size_t number, const char *reason, int cell) {
    const uint8_t *record = strategy_record(check->file, check->strategy, number);
    SlowBoard board;
    int ko, move;
    char text[TEXT_MAX] = "", place[16] = "", name[32] = "a record";
    size_t length = 0;
    if (record_unpack(check->rules, record, &board, &ko, &move)) {
        for (int i = 0; i < check->rules->shape.count; i++) {
            if (i > 0 && i % check->rules->shape.width == 0) {
                text[length++] = '/';
            }
            text[length++] = ".XO"[whole_stone(&board, i)];
        }
        text[length] = '\0';
    }
    if (cell >= 0) {
        const int width = check->rules->shape.width, height = check->rules->shape.height;
        const char column = "ABCDEFGHJKLMNOPQRSTUVWXYZ"[cell % width];
        snprintf(place, sizeof place, " %c%d", column, height - cell / width);
    }
    if (check->strategy->count == check->whole_count) {
        snprintf(name, sizeof name, "record %zu", number);
    }
    return status_fail(check->status, "%s, %s (%s with X to move): %s%s",
                       check->strategy->is_black ? "black" : "white", name, text, reason, place);
}

bool check_fail_at_root(const Check *check, const char *reason) {
    return status_fail(check->status, "%s, the first position: %s",
                       check->strategy->is_black ? "black" : "white", reason);
}

bool check_fail_as_ended(const Check *check) {
    return status_fail(check->status, MONITOR_ENDED);
}

/* ---- One move ---- */

bool check_is_good(const Check *check, const SlowBoard *board) {
    return whole_score(check->rules, board) >= check->strategy->goal;
}

/* No board that the winner makes while it clears its points may be one of the past. Each of them
 * has as much life, and more stones of it. */
bool check_is_secure(const Check *check, const SlowBoard *board) {
    if (check->needed > check->rules->shape.count) {
        return false;
    }
    const WholeLife life = whole_life(check->rules, board);
    return life.points >= check->needed &&
           (check->needed <= 0 || check->needed > check->past.points ||
            life.stones >= check->past.stones);
}

const char *check_play_winner(const Check *check, const SlowBoard *board, int ko, int move,
                              After *after) {
    *after = (After){.board = *board, .ko = ko, .has_passed = move == WHOLE_PASS};
    if (move == WHOLE_PASS) {
        after->ko = WHOLE_NO_KO;
        return check_is_good(check, board) ? NULL : "passes although the score is not good enough";
    }
    return whole_play(check->rules, &after->board, WHOLE_WINNER, move, &after->ko)
               ? NULL
               : "an illegal move";
}

/* A pass ends the game well if the winner has passed, or can: the score was checked there, or is
 * here. */
ReplyKind check_play_loser(const Check *check, const After *after, int cell, SlowBoard *board,
                           int *ko) {
    *board = after->board;
    *ko = after->ko;
    if (cell == WHOLE_PASS) {
        *ko = WHOLE_NO_KO;
        return after->has_passed || check_is_good(check, board) ? REPLY_ENDS : REPLY_GOES_ON;
    }
    return whole_play(check->rules, board, WHOLE_LOSER, cell, ko) ? REPLY_GOES_ON : REPLY_ILLEGAL;
}

/* ---- Records ---- */

void check_decode_record(const Check *check, size_t number, SlowBoard *board, After *after) {
    int ko, move;
    record_unpack(check->rules, strategy_record(check->file, check->strategy, number), board, &ko,
                  &move);
    check_play_winner(check, board, ko, move, after);
}

bool check_has_record(const Check *check, const uint8_t *key, size_t slot, int *rank) {
    const size_t bytes = check->file->key_bytes;
    const size_t number = strategy_find(check->file, check->strategy, key, slot);
    *rank = -1;
    if (number == STRATEGY_NO_RECORD) {
        return false;
    }
    const uint8_t *record = strategy_record(check->file, check->strategy, number);
    *rank = record_rank(record, bytes);
    return record[bytes - 1] == key[bytes - 1];
}

CheckPlace check_find(const Check *check, const SlowBoard *board, int ko) {
    const size_t bytes = check->file->key_bytes;
    uint8_t key[STRATEGY_KEY_MAX];
    CheckPlace place = {.record = check->kept_count,
                        .symmetry = strategy_pack_least(check->rules, board, ko, key)};
    place.board = key_set_find(&check->boards, key);
    if (place.board == KEY_UNKNOWN || check->records_of[place.board] == 0) {
        return place;
    }
    for (size_t i = check->records_of[place.board] - 1;
         i < check->kept_count && memcmp(check_kept(check, i), key, bytes - 1) == 0; i++) {
        if (check_kept(check, i)[bytes - 1] == key[bytes - 1]) {
            place.record = i;
            break;
        }
    }
    return place;
}

bool check_is_same_position(const Check *check, size_t a, size_t b) {
    return memcmp(check_kept(check, a), check_kept(check, b), check->file->key_bytes) == 0;
}

/* ---- A record by itself ---- */

/* Is the record in order behind the one before it, if there is one, and the least image of a
 * possible position? Returns what is wrong, or NULL. */
static const char *find_fault(const Check *check, const uint8_t *record, const uint8_t *before,
                              const SlowBoard *board, int ko) {
    const size_t bytes = check->file->key_bytes;
    const int order = before == NULL ? -1 : memcmp(before, record, bytes);
    const bool is_same_board = before != NULL && memcmp(before, record, bytes - 1) == 0;
    if (order > 0 || (order == 0 && !check_is_superko(check))) {
        return "not in ascending order";
    }
    if (!slow_is_legal(&check->rules->shape, board) ||
        (ko >= 0 && whole_stone(board, ko) != WHOLE_EMPTY)) {
        return "an impossible position";
    }
    if (is_same_board && check_is_superko(check) &&
        record_rank(before, bytes) != record_rank(record, bytes)) {
        return "another rank of the same board";
    }
    const int g = whole_canonical(check->rules, board, ko);
    const SlowBoard image = whole_image(check->rules, board, g);
    return whole_is_same(&image, board) && whole_image_cell(check->rules, ko, g) == ko
               ? NULL
               : "not the least of its images";
}

const char *check_record(const Check *check, size_t number, SlowBoard *board, After *after,
                         int *cell) {
    const uint8_t *record = strategy_record(check->file, check->strategy, number);
    int ko;
    if (!record_unpack(check->rules, record, board, &ko, cell)) {
        *cell = -1;
        return "not a position";
    }
    const int move = *cell;
    *cell = -1;
    const char *fault = find_fault(
        check, record, number == 0 ? NULL : record - check->file->record_bytes, board, ko);
    if (fault == NULL) {
        *cell = move;
        fault = check_play_winner(check, board, ko, move, after);
    }
    return fault;
}
