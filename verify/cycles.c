#include "verify/check.h"

#include <stdlib.h>

#include "engine/base/memory.h"

static void number_boards(Check *check, size_t record, const SlowBoard *board, const After *after) {
    check->boards_of[record] =
        (RecordBoards){.before = strategy_add_board(&check->boards, check->rules, board),
                       .after = strategy_add_board(&check->boards, check->rules, &after->board)};
}

/* Numbers the boards of all kept records, and notes the first record of each. */
static void add_boards(Check *check, const Root *root) {
    const size_t count = check->kept_count;
    check->boards_of = memory_new(count + 1, sizeof *check->boards_of);
    number_boards(check, count, &root->start, &root->after);
    for (size_t i = 0; i < count; i++) {
        SlowBoard board;
        After after;
        check_decode_record(check, check->kept[i], &board, &after);
        number_boards(check, i, &board, &after);
    }
    check->records_of = memory_new(check->boards.count, sizeof *check->records_of);
    for (size_t i = count; i-- > 0;) {
        check->records_of[check->boards_of[i].before] = (uint32_t)i + 1;
    }
}

/* ---- Replies ---- */

/* What one thread has found. */
typedef struct {
    const Check *check;
    const Root *root;
    KeptReply *list;
    size_t count;
} Replies;

static void add_reply(Replies *replies, size_t record, const SlowBoard *board, int ko) {
    const CheckPlace to = check_find(replies->check, board, ko);
    if (to.board != KEY_UNKNOWN) {
        replies->list = memory_grow(replies->list, replies->count, sizeof *replies->list);
        replies->list[replies->count++] =
            (KeptReply){(uint32_t)record, (uint32_t)to.record, to.board};
    }
}

/* What is replied to: the move of a kept record, or the root. Returns false if nothing is. */
static bool find_after(const Check *check, const Root *root, size_t record, After *after) {
    SlowBoard board;
    if (record == check->kept_count) {
        *after = root->after;
        return !root->is_decided;
    }
    check_decode_record(check, check->kept[record], &board, after);
    return !check_is_secure(check, &after->board);
}

/* If the winner is to move at the first position, that is what it is replied with. */
static bool list_replies(void *worker, size_t record) {
    Replies *replies = worker;
    const Check *check = replies->check;
    After after;
    if (!find_after(check, replies->root, record, &after)) {
        return true;
    }
    if (record == check->kept_count && replies->root->to_move == WHOLE_WINNER) {
        add_reply(replies, record, &after.board, after.ko);
        return true;
    }
    for (int cell = WHOLE_PASS; cell < check->rules->shape.count; cell++) {
        SlowBoard board;
        int ko;
        if (check_play_loser(check, &after, cell, &board, &ko) == REPLY_GOES_ON) {
            add_reply(replies, record, &board, ko);
        }
    }
    return true;
}

static bool add_all_replies(Check *check, const Root *root) {
    Replies replies[TEAM_MAX];
    TeamWork work = {.monitor = check->monitor,
                     .phase = "moves on cycles",
                     .count = check->kept_count + 1,
                     .work = list_replies};
    for (int i = 0; i < TEAM_MAX; i++) {
        replies[i] = (Replies){.check = check, .root = root};
    }
    const bool ok = team_work_run(&work, replies, sizeof replies[0]);
    for (int i = 0; i < TEAM_MAX; i++) {
        for (size_t j = 0; j < replies[i].count; j++) {
            check->replies =
                memory_grow(check->replies, check->reply_count, sizeof *check->replies);
            check->replies[check->reply_count++] = replies[i].list[j];
        }
        free(replies[i].list);
    }
    return ok || check_fail_as_ended(check);
}

/* ---- Cycles ---- */

/* A pass leads to another position, but to no other board. */
static void add_edge(MoveGraph *graph, uint32_t from, uint32_t to) {
    if (from != to) {
        move_graph_add(graph, from, to);
    }
}

static void find_components(Check *check) {
    MoveGraph graph;
    move_graph_init(&graph, check->boards.count);
    while (move_graph_pass(&graph)) {
        for (size_t i = 0; i <= check->kept_count; i++) {
            add_edge(&graph, check->boards_of[i].before, check->boards_of[i].after);
        }
        for (size_t i = 0; i < check->reply_count; i++) {
            const KeptReply *reply = &check->replies[i];
            add_edge(&graph, check->boards_of[reply->from].after, reply->board);
        }
    }
    graph_components_find(&check->components, &graph);
    move_graph_free(&graph);
    for (uint32_t i = 0; i < check->boards.count; i++) {
        check->cyclic_boards += check_has_cycle(check, i);
    }
}

/* Checks that a reply without a record stays in a cyclic component: only there can it be banned. */
static bool check_reply(const Check *check, size_t record, const SlowBoard *board, int ko,
                        int cell) {
    uint8_t key[STRATEGY_KEY_MAX];
    int rank;
    strategy_pack_least(check->rules, board, ko, key);
    if (check_has_record(check, key, strategy_look(check->file, check->strategy, key), &rank)) {
        return true;
    }
    const uint32_t to = strategy_find_board(&check->boards, check->rules, board);
    return (to != KEY_UNKNOWN &&
            check_in_same_component(check, check->boards_of[record].after, to)) ||
           (record == check->kept_count
                ? check_fail_at_root(check, "no record for a reply")
                : check_fail_at(check, check->kept[record], "no record for the reply", cell));
}

static bool check_replies(const Check *check, const Root *root, size_t record) {
    After after;
    find_after(check, root, record, &after);
    for (int cell = WHOLE_PASS; cell < check->rules->shape.count; cell++) {
        SlowBoard board;
        int ko;
        if (check_play_loser(check, &after, cell, &board, &ko) == REPLY_GOES_ON &&
            !check_reply(check, record, &board, ko, cell)) {
            return false;
        }
    }
    return true;
}

static bool check_missing(const Check *check, const Root *root) {
    bool ok = check->lacks_reply == NULL || !check->lacks_reply[check->kept_count] ||
              check_replies(check, root, check->kept_count);
    for (size_t i = 0; ok && check->lacks_reply != NULL && i < check->kept_count; i++) {
        ok = !check->lacks_reply[i] || check_replies(check, root, i);
    }
    return ok;
}

bool check_cycles(Check *check, const Root *root) {
    add_boards(check, root);
    if (!add_all_replies(check, root)) {
        return false;
    }
    find_components(check);
    return check_missing(check, root) &&
           (check->cyclic_boards == 0 || (check_bans(check) && check_paths(check, root)));
}
