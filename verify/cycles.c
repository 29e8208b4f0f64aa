#include "verify/check.h"

#include "engine/base/memory.h"

/* Numbers the boards of a record, with the edge between those. */
static void add_move(Check *check, size_t record, const SlowBoard *board, const After *after) {
    RecordBoards *numbers = &check->boards_of[record];
    numbers->before = board_set_add(&check->boards, board);
    numbers->after = board_set_add(&check->boards, &after->board);
    if (numbers->before != numbers->after) { /* a pass leads to no other board */
        move_graph_add(&check->graph, numbers->before, numbers->after);
    }
}

/* Numbers the boards of all records, and notes the first record of each. */
static void add_boards(Check *check, const Root *root) {
    const size_t count = check->records.count;
    check->boards_of = memory_new(count + 1, sizeof *check->boards_of);
    add_move(check, count, &root->start, &root->after);
    for (size_t i = 0; i < count; i++) {
        SlowBoard board;
        After after;
        check_decode_record(check, i, &board, &after);
        add_move(check, i, &board, &after);
    }
    check->records_of = memory_new(check->boards.count, sizeof *check->records_of);
    for (size_t i = count; i-- > 0;) {
        check->records_of[check->boards_of[i].before] = (uint32_t)i + 1;
    }
}

/* The edges of the replies to some records. */
typedef struct {
    const Check *check;
    size_t first, end;
    MoveGraph graph, replies, unanswered; /* as the check's */
    TeamMonitor *monitor;
    bool is_reporter;
} Replies;

/* Adds the edges to where a reply leads. A pass leads to another position, but to no other board.
 */
static void add_reply(Replies *replies, size_t record, const CheckPlace *to, bool is_pass) {
    const Check *check = replies->check;
    if (to->board != BOARD_UNKNOWN && !is_pass) {
        move_graph_add(&replies->graph, check->boards_of[record].after, to->board);
    }
    if (to->record < check->records.count) {
        move_graph_add(&replies->replies, (uint32_t)record, (uint32_t)to->record);
    } else if (to->board != BOARD_UNKNOWN) {
        move_graph_add(&replies->unanswered, (uint32_t)record, to->board);
    }
}

static void add_reply_edges(Replies *replies, size_t record, const After *after) {
    const Check *check = replies->check;
    for (int cell = SLOW_PASS; cell < check->rules->count; cell++) {
        SlowBoard board;
        int ko;
        if (check_play_loser(check, after, cell, &board, &ko) == REPLY_GOES_ON) {
            const CheckPlace to = check_find(check, &board, ko);
            add_reply(replies, record, &to, cell == SLOW_PASS);
        }
    }
}

/* If the winner is to move at the first position, that is what it is replied with. */
static void add_root_edges(Replies *replies, const Root *root) {
    const Check *check = replies->check;
    const size_t count = check->records.count;
    if (root->is_decided) {
        return;
    }
    if (root->to_move == SLOW_LOSER) {
        add_reply_edges(replies, count, &root->after);
    } else {
        const CheckPlace to = check_find(check, &root->after.board, root->after.ko);
        add_reply(replies, count, &to, true);
    }
}

static void list_replies(void *item) {
    Replies *replies = item;
    const Check *check = replies->check;
    for (size_t i = replies->first; i < replies->end; i++) {
        SlowBoard board;
        After after;
        check_decode_record(check, i, &board, &after);
        if (!check_is_secure(check, &after.board)) {
            add_reply_edges(replies, i, &after);
        }
        if (!team_monitor_report(replies->monitor, replies->is_reporter && i % MONITOR_EACH == 0,
                                 "moves on cycles", i, replies->end)) {
            return;
        }
    }
}

/* Moves the edges of one graph to another. */
static void append_edges(MoveGraph *all, MoveGraph *graph) {
    for (size_t i = 0; i < graph->edge_count; i++) {
        move_graph_add(all, graph->edges[i].from, graph->edges[i].to);
    }
    move_graph_free(graph);
}

static bool add_all_replies(Check *check, const Root *root) {
    const int threads = monitor_threads(check->monitor);
    const size_t count = check->records.count;
    Replies replies[TEAM_MAX];
    TeamMonitor monitor = {.monitor = check->monitor};
    for (int i = 0; i < threads; i++) {
        replies[i] = (Replies){.check = check,
                               .first = team_share(count, i, threads),
                               .end = team_share(count, i + 1, threads),
                               .monitor = &monitor,
                               .is_reporter = i == 0};
    }
    add_root_edges(&replies[0], root);
    team_run_all(list_replies, replies, sizeof replies[0], threads);
    for (int i = 0; i < threads; i++) {
        append_edges(&check->graph, &replies[i].graph);
        append_edges(&check->replies, &replies[i].replies);
        append_edges(&check->unanswered, &replies[i].unanswered);
    }
    return !team_monitor_is_ended(&monitor) || check_fail_as_ended(check);
}

/* A reply can be banned only within a cyclic component. */
static bool check_missing(const Check *check, const Root *root) {
    for (size_t i = 0; i < check->missing_count; i++) {
        const MissingReply *reply = &check->missing[i];
        const bool is_root = reply->record == CHECK_ROOT;
        SlowBoard board;
        After after = root->after;
        int ko;
        if (!is_root) {
            check_decode_record(check, reply->record, &board, &after);
        }
        check_play_loser(check, &after, reply->cell, &board, &ko);
        const uint32_t from = board_set_find(&check->boards, &after.board);
        const uint32_t to = board_set_find(&check->boards, &board);
        assert(from != BOARD_UNKNOWN); /* of a record that is kept, or of the root: add_boards */
        if (to != BOARD_UNKNOWN &&
            check->components.component[from] == check->components.component[to]) {
            continue;
        }
        return is_root ? check_fail_at_root(check, "no record for a reply")
                       : check_fail_at(check, record_list_get(&check->records, reply->record),
                                       check->records.numbers[reply->record],
                                       "no record for the reply", reply->cell);
    }
    return true;
}

static void find_components(Check *check) {
    MoveIndex index;
    check->graph.node_count = check->boards.count;
    move_index_make(&index, &check->graph, false);
    graph_components_find(&check->components, &index);
    move_index_free(&index);
    for (uint32_t i = 0; i < check->boards.count; i++) {
        check->cyclic_boards += check_has_cycle(check, i);
    }
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
