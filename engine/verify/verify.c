/* The check of a proof; see the header for what is checked. */
#include "engine/verify/verify.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/verify/boards.h"

enum { PATH_MAX_BOARDS = 4096, TEXT_MAX = 96 };

/* The check of one strategy. */
typedef struct {
    const ProofFile *file;
    const SlowRules *rules;
    const Strategy *strategy;
    int needed; /* points that secure the goal */
    BoardSet boards;
    BoardGraph graph;    /* on boards, or on records under simple ko */
    uint32_t *component; /* of each board */
    bool *is_cyclic;     /* [component] */
    bool *is_entered;    /* [record]: walked already */
    SlowBoard *path;     /* the boards met in the cyclic part that is walked */
    uint8_t *path_mover; /* a SlowStone each: who was to move */
    size_t path_count, walked;
    VerifyFailure *failure;
    Status *status;
} Check;

/* The position after the winner's move, or the root if the loser moves first. */
typedef struct {
    SlowBoard board;
    int ko;
    bool has_passed; /* the winner's move was a pass */
} After;

/* ---- Words for the place ---- */

/* "record 17 of black (byte 1234), X.O/..." */
static bool fail_at(const Check *check, size_t record, const char *reason, int cell) {
    const Strategy *strategy = check->strategy;
    SlowBoard board;
    int ko, move;
    char text[TEXT_MAX] = "";
    size_t length = 0;
    if (strategy_unpack(check->file, strategy, record, &board, &ko, &move)) {
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

static bool fail_at_root(const Check *check, const char *reason) {
    return status_fail(check->status, "%s, the first position: %s",
                       check->strategy->is_black ? "black" : "white", reason);
}

/* ---- One move ---- */

static bool is_good(const Check *check, const SlowBoard *board) {
    return slow_score(check->rules, board) >= check->strategy->goal;
}

static bool is_secure(const Check *check, const SlowBoard *board) {
    return check->needed <= check->rules->count && slow_life(check->rules, board) >= check->needed;
}

/* Plays the winner's move of a record on the board as it lies there. Returns why it is wrong, or
 * NULL. */
static const char *play_winner(const Check *check, const SlowBoard *board, int ko, int move,
                               After *after) {
    *after = (After){.board = *board, .ko = ko, .has_passed = move == SLOW_PASS};
    if (move == SLOW_PASS) {
        after->ko = SLOW_NO_KO;
        return is_good(check, board) ? NULL : "passes although the score is not good enough";
    }
    return slow_play(check->rules, &after->board, SLOW_WINNER, move, &after->ko)
               ? NULL
               : "an illegal move";
}

typedef enum { REPLY_ILLEGAL, REPLY_ENDS, REPLY_GOES_ON } ReplyKind;

/* Plays a reply of the loser. A pass ends the game well if the winner has passed, or can: the score
 * was checked there, or is here. */
static ReplyKind play_loser(const Check *check, const After *after, int cell, SlowBoard *board,
                            int *ko) {
    *board = after->board;
    *ko = after->ko;
    if (cell == SLOW_PASS) {
        *ko = SLOW_NO_KO;
        return after->has_passed || is_good(check, board) ? REPLY_ENDS : REPLY_GOES_ON;
    }
    return slow_play(check->rules, board, SLOW_LOSER, cell, ko) ? REPLY_GOES_ON : REPLY_ILLEGAL;
}

/* Finds the record of a position, in any orientation. */
static size_t find_record(const Check *check, const SlowBoard *board, int ko) {
    const int g = slow_canonical(check->rules, board, ko);
    const SlowBoard image = slow_image(check->rules, board, g);
    return strategy_find(check->file, check->strategy, &image,
                         slow_image_cell(check->rules, ko, g));
}

/* The same with the move on the board as it lies here. */
static size_t find_move(const Check *check, const SlowBoard *board, int ko, int *move) {
    const int g = slow_canonical(check->rules, board, ko);
    const size_t record = find_record(check, board, ko);
    SlowBoard canonical;
    int canonical_ko;
    if (record < check->strategy->count &&
        strategy_unpack(check->file, check->strategy, record, &canonical, &canonical_ko, move)) {
        *move = slow_origin_cell(check->rules, *move, g);
    }
    return record;
}

/* ---- Every record by itself ---- */

static bool is_superko(const Check *check) {
    return check->rules->ko != SLOW_SIMPLE;
}

static bool check_order(const Check *check, size_t record, const SlowBoard *board, int ko) {
    const size_t bytes = check->file->record_bytes;
    const uint8_t *here = check->strategy->records + record * bytes;
    if (record > 0 && memcmp(here - bytes, here, bytes - 1) >= 0) {
        return fail_at(check, record, "not in ascending order", -1);
    }
    if (!slow_is_legal(check->rules, board) || (ko >= 0 && board->cell[ko] != SLOW_EMPTY)) {
        return fail_at(check, record, "an impossible position", -1);
    }
    const int g = slow_canonical(check->rules, board, ko);
    const SlowBoard image = slow_image(check->rules, board, g);
    return (slow_same(&image, board) && slow_image_cell(check->rules, ko, g) == ko) ||
           fail_at(check, record, "not the least of its images", -1);
}

/* Reads a record and plays its move. */
static bool open_record(const Check *check, size_t record, SlowBoard *board, After *after) {
    int ko, move;
    if (!strategy_unpack(check->file, check->strategy, record, board, &ko, &move)) {
        return fail_at(check, record, "no position", -1);
    }
    const char *reason = play_winner(check, board, ko, move, after);
    return reason == NULL || fail_at(check, record, reason, move);
}

/* Adds the boards that a record leads through, so that a repetition can be recognised. */
static bool add_boards(Check *check, size_t record) {
    SlowBoard board;
    After after;
    int ko, move;
    if (!strategy_unpack(check->file, check->strategy, record, &board, &ko, &move)) {
        return fail_at(check, record, "no position", -1);
    }
    if (!check_order(check, record, &board, ko) || !open_record(check, record, &board, &after)) {
        return false;
    }
    if (is_superko(check)) {
        board_set_add(&check->boards, &board);
        board_set_add(&check->boards, &after.board);
    }
    return true;
}

/* Adds the edges of all replies. who: the record that moved, for simple ko and messages; the number
 * of records for the root. */
static bool add_replies(Check *check, const After *after, size_t who) {
    const uint32_t from = is_superko(check) ? board_set_find(&check->boards, &after->board) : 0;
    for (int cell = SLOW_PASS; cell < check->rules->count; cell++) {
        SlowBoard board;
        int ko;
        if (play_loser(check, after, cell, &board, &ko) != REPLY_GOES_ON) {
            continue;
        }
        const size_t record = find_record(check, &board, ko);
        const bool is_missing = record == check->strategy->count;
        const uint32_t to = is_superko(check) ? board_set_find(&check->boards, &board) : 0;
        if (is_missing && (!is_superko(check) || to == BOARD_UNKNOWN || cell == SLOW_PASS)) {
            return who < check->strategy->count
                       ? fail_at(check, who, "no record for the reply", cell)
                       : fail_at_root(check, "no record for a reply");
        }
        if (is_superko(check) && cell != SLOW_PASS) {
            board_graph_add(&check->graph, from, to);
        } else if (!is_superko(check) && who < check->strategy->count) {
            board_graph_add(&check->graph, (uint32_t)who, (uint32_t)record);
        }
    }
    return true;
}

static bool add_edges(Check *check, size_t record) {
    SlowBoard board;
    After after;
    if (!open_record(check, record, &board, &after)) {
        return false;
    }
    if (is_superko(check) && !after.has_passed) {
        board_graph_add(&check->graph, board_set_find(&check->boards, &board),
                        board_set_find(&check->boards, &after.board));
    }
    return is_secure(check, &after.board) || add_replies(check, &after, record);
}

/* ---- Paths ---- */

static bool has_cycles(const Check *check, uint32_t board) {
    return check->is_cyclic[check->component[board]];
}

/* Is the position one that superko bans on this path? */
static bool is_banned(const Check *check, const SlowBoard *board, SlowStone to_move) {
    for (size_t i = 0; i < check->path_count; i++) {
        if (slow_same(&check->path[i], board) &&
            (check->rules->ko == SLOW_PSK || check->path_mover[i] == (uint8_t)to_move)) {
            return true;
        }
    }
    return false;
}

static void push(Check *check, const SlowBoard *board, SlowStone to_move) {
    check->path[check->path_count] = *board;
    check->path_mover[check->path_count++] = (uint8_t)to_move;
    check->walked++;
}

/* Keeps the path with the board that it fails at. */
static bool fail_on_path(Check *check, size_t record, const SlowBoard *board, int cell,
                         bool winner_is_banned) {
    VerifyFailure *failure = check->failure;
    if (failure != NULL) {
        failure->is_path = true;
        failure->winner_is_banned = winner_is_banned;
        failure->count = check->path_count + 1;
        failure->boards = memory_new(failure->count, sizeof *failure->boards);
        memcpy(failure->boards, check->path, check->path_count * sizeof *failure->boards);
        failure->boards[check->path_count] = *board;
    }
    const char *reason = winner_is_banned ? "superko bans the move on a path of this strategy"
                                          : "no record for the reply, which is not banned on a "
                                            "path of this strategy:";
    return record < check->strategy->count ? fail_at(check, record, reason, cell)
                                           : fail_at_root(check, reason);
}

static bool walk_winner(Check *check, const SlowBoard *board, int ko, uint32_t component);

/* All replies that stay in the component. who: as for add_replies. */
static bool walk_loser(Check *check, const After *after, uint32_t component, size_t who) {
    for (int cell = SLOW_PASS; cell < check->rules->count; cell++) {
        SlowBoard board;
        int ko;
        if (play_loser(check, after, cell, &board, &ko) != REPLY_GOES_ON ||
            (cell != SLOW_PASS && is_banned(check, &board, SLOW_WINNER))) {
            continue;
        }
        if (check->component[board_set_find(&check->boards, &board)] != component) {
            if (find_record(check, &board, ko) == check->strategy->count) {
                return fail_on_path(check, who, &board, cell, false);
            }
            continue;
        }
        if (find_record(check, &board, ko) == check->strategy->count) {
            return fail_on_path(check, who, &board, cell, false);
        }
        push(check, &board, SLOW_WINNER);
        if (!walk_winner(check, &board, ko, component)) {
            return false;
        }
        check->path_count--;
    }
    return true;
}

static bool walk_winner(Check *check, const SlowBoard *board, int ko, uint32_t component) {
    int move = SLOW_PASS;
    After after;
    const size_t record = find_move(check, board, ko, &move);
    if (check->path_count + 2 > PATH_MAX_BOARDS) {
        return fail_at(check, record, "a path of more than 4096 positions", -1);
    }
    play_winner(check, board, ko, move, &after);
    if (!after.has_passed && is_banned(check, &after.board, SLOW_LOSER)) {
        return fail_on_path(check, record, &after.board, move, true);
    }
    if (is_secure(check, &after.board) ||
        check->component[board_set_find(&check->boards, &after.board)] != component) {
        return true;
    }
    push(check, &after.board, SLOW_LOSER);
    const bool ok = walk_loser(check, &after, component, record);
    check->path_count--;
    return ok;
}

/* Walks from where the loser's reply enters a cyclic part. */
static bool walk_from_replies(Check *check, const After *after, uint32_t from) {
    for (int cell = SLOW_PASS; cell < check->rules->count; cell++) {
        SlowBoard board;
        int ko;
        if (play_loser(check, after, cell, &board, &ko) != REPLY_GOES_ON) {
            continue;
        }
        const uint32_t number = board_set_find(&check->boards, &board);
        const size_t record = find_record(check, &board, ko);
        if (has_cycles(check, number) && record < check->strategy->count &&
            check->component[number] != check->component[from] && !check->is_entered[record]) {
            check->is_entered[record] = true;
            check->path_count = 0;
            push(check, &board, SLOW_WINNER);
            if (!walk_winner(check, &board, ko, check->component[number])) {
                return false;
            }
        }
    }
    return true;
}

/* Walks from where a record's move, or a reply to it, enters a cyclic part. */
static bool walk_from_record(Check *check, size_t record) {
    SlowBoard board;
    After after;
    if (!open_record(check, record, &board, &after) || is_secure(check, &after.board)) {
        return true;
    }
    const uint32_t before = board_set_find(&check->boards, &board);
    const uint32_t number = board_set_find(&check->boards, &after.board);
    if (has_cycles(check, number) && check->component[number] != check->component[before]) {
        check->path_count = 0;
        push(check, &after.board, SLOW_LOSER);
        if (!walk_loser(check, &after, check->component[number], record)) {
            return false;
        }
    }
    return walk_from_replies(check, &after, number);
}

/* ---- The root ---- */

typedef struct {
    SlowBoard start, board;
    SlowStone to_move, first_mover;
    int ko;
    bool has_passed; /* the winner has, as the first move */
} Root;

static bool find_root(const Check *check, Root *root, const char **reason) {
    const ProofFile *file = check->file;
    const bool winner_moves = file->black_to_move == check->strategy->is_black;
    *root = (Root){.start = check->strategy->is_black ? file->black : file->white,
                   .to_move = winner_moves ? SLOW_WINNER : SLOW_LOSER,
                   .ko = file->banned};
    root->first_mover = root->to_move;
    root->board = root->start;
    if (!file->has_first) {
        return true;
    }
    if (file->first == SLOW_PASS) {
        root->ko = SLOW_NO_KO;
        root->has_passed = winner_moves && is_good(check, &root->board);
    } else if (!slow_play(check->rules, &root->board, root->to_move, file->first, &root->ko)) {
        *reason = "the first move is illegal";
        return false;
    }
    root->to_move = root->to_move == SLOW_WINNER ? SLOW_LOSER : SLOW_WINNER;
    return true;
}

/* Checks that the first position is covered, and adds its boards and edges. */
static bool add_root(Check *check, const Root *root) {
    const uint32_t start = is_superko(check) ? board_set_add(&check->boards, &root->start) : 0;
    const uint32_t number = is_superko(check) ? board_set_add(&check->boards, &root->board) : 0;
    if (start != number) {
        board_graph_add(&check->graph, start, number);
    }
    if (is_secure(check, &root->board)) {
        return true;
    }
    if (root->to_move == SLOW_WINNER) {
        return find_record(check, &root->board, root->ko) < check->strategy->count ||
               fail_at_root(check, "no record");
    }
    const After after = {.board = root->board, .ko = root->ko, .has_passed = root->has_passed};
    return add_replies(check, &after, check->strategy->count);
}

static bool walk_from_root(Check *check, const Root *root) {
    const uint32_t number = board_set_find(&check->boards, &root->board);
    const After after = {.board = root->board, .ko = root->ko, .has_passed = root->has_passed};
    if (is_secure(check, &root->board)) {
        return true;
    }
    check->path_count = 0;
    if (check->file->has_first) {
        push(check, &root->start, root->first_mover);
    }
    push(check, &root->board, root->to_move);
    if (!has_cycles(check, number)) {
        return root->to_move == SLOW_WINNER || walk_from_replies(check, &after, number);
    }
    if (root->to_move == SLOW_WINNER) {
        return walk_winner(check, &root->board, root->ko, check->component[number]);
    }
    return walk_loser(check, &after, check->component[number], check->strategy->count) &&
           walk_from_replies(check, &after, number);
}

/* ---- A strategy ---- */

static bool check_acyclic(Check *check) {
    for (size_t record = 0; record < check->strategy->count; record++) {
        if (check->is_cyclic[check->component[record]]) {
            return fail_at(check, record, "the strategy may return to this position", -1);
        }
    }
    return true;
}

static bool walk_all(Check *check, const Root *root, size_t *cyclic_boards) {
    for (uint32_t i = 0; i < check->boards.count; i++) {
        *cyclic_boards += has_cycles(check, i);
    }
    if (*cyclic_boards == 0) {
        return true;
    }
    bool ok = walk_from_root(check, root);
    for (size_t record = 0; ok && record < check->strategy->count; record++) {
        ok = walk_from_record(check, record);
    }
    return ok;
}

static bool find_cycles(Check *check, const Root *root, size_t *cyclic_boards) {
    const bool superko = is_superko(check);
    check->graph.node_count = superko ? check->boards.count : (uint32_t)check->strategy->count;
    const size_t nodes = (size_t)check->graph.node_count + 1;
    check->component = memory_new(nodes, sizeof *check->component);
    check->is_cyclic = memory_new(nodes, sizeof *check->is_cyclic);
    board_graph_find_cycles(&check->graph, check->component, check->is_cyclic);
    if (!superko) {
        return check->strategy->goal <= 0 || check_acyclic(check);
    }
    check->is_entered = memory_new(check->strategy->count + 1, sizeof *check->is_entered);
    check->path = memory_new(PATH_MAX_BOARDS, sizeof *check->path);
    check->path_mover = memory_new(PATH_MAX_BOARDS, sizeof *check->path_mover);
    return walk_all(check, root, cyclic_boards);
}

static bool check_strategy(Check *check, size_t *cyclic_boards) {
    const size_t count = check->strategy->count;
    Root root;
    const char *reason = NULL;
    if (!find_root(check, &root, &reason)) {
        return fail_at_root(check, reason);
    }
    bool ok = true;
    for (size_t record = 0; ok && record < count; record++) {
        ok = add_boards(check, record);
    }
    ok = ok && add_root(check, &root);
    for (size_t record = 0; ok && record < count; record++) {
        ok = add_edges(check, record);
    }
    return ok && find_cycles(check, &root, cyclic_boards);
}

static void free_check(Check *check) {
    board_set_free(&check->boards);
    board_graph_free(&check->graph);
    free(check->component);
    free(check->is_cyclic);
    free(check->is_entered);
    free(check->path);
    free(check->path_mover);
}

static void note_bound(VerifyResult *result, const Strategy *strategy) {
    if (strategy->is_black) {
        result->lower = strategy->goal;
        result->has_lower = true;
    } else {
        result->upper = -strategy->goal;
        result->has_upper = true;
    }
}

bool verify_proof(const uint8_t *bytes, size_t length, VerifyResult *result, VerifyFailure *failure,
                  Status *status) {
    memset(result, 0, sizeof *result);
    if (failure != NULL) {
        memset(failure, 0, sizeof *failure);
    }
    if (!proof_file_read(bytes, length, &result->file, status)) {
        return false;
    }
    for (int i = 0; i < result->file.count; i++) {
        const Strategy *strategy = &result->file.strategy[i];
        Check check = {.file = &result->file,
                       .rules = &result->file.rules,
                       .strategy = strategy,
                       .needed = (result->file.rules.count + strategy->goal + 1) / 2,
                       .failure = failure,
                       .status = status};
        board_set_init(&check.boards, check.rules);
        const bool ok = check_strategy(&check, &result->cyclic_boards);
        result->walked += check.walked;
        free_check(&check);
        if (!ok) {
            if (failure != NULL) {
                failure->section = i;
            }
            return false;
        }
        result->records += strategy->count;
        note_bound(result, strategy);
    }
    return proof_file_check_sum(bytes, length, status);
}
