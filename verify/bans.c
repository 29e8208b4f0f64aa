/* Superko can ban a move only if the board after it, in some orientation, lies before or after the
 * move of a record that leads to this one; or if it is one of the first two boards. Which record
 * leads to which is a graph almost without cycles, as a strategy seldom comes to a position twice,
 * though it comes to boards twice: with another ko, or another side to move. */
#include "verify/check.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"

/* Moves that stay in a component: of records, or replies to them. */
typedef struct {
    MoveGraph makers;    /* [board]: the records that make it, or whose replies do */
    bool *may_be_banned; /* [the place of one in makers.to] */
    bool are_replies;
} Moves;

typedef struct {
    Check *check;
    /* Records: which one's move may follow which one's within a component, and the reverse. */
    MoveGraph next, last;
    uint32_t *heights; /* [record]: of its component of that graph; never rises along an edge */
    Moves winner, loser;
    MoveGraph
        holders; /* [board]: twice the records that have it before their move; plus 1: after it */
} Bans;

/* ---- Which record leads to which ---- */

/* Does the move stay in a component? */
static bool stays(const Check *check, size_t record) {
    const RecordBoards *boards = &check->boards_of[record];
    return check_in_same_component(check, boards->before, boards->after);
}

/* is_back: lists what a record follows. */
static void list_followers(const Check *check, MoveGraph *graph, bool is_back) {
    const size_t count = check->kept_count;
    move_graph_init(graph, (uint32_t)count + 1);
    while (move_graph_pass(graph)) {
        for (size_t i = 0; i < check->reply_count; i++) {
            const KeptReply *reply = &check->replies[i];
            for (uint32_t to = reply->to; to < count && check_reply_stays(check, reply) &&
                                          check_is_same_position(check, to, reply->to);
                 to++) {
                if (stays(check, to)) {
                    move_graph_add(graph, is_back ? to : reply->from, is_back ? reply->from : to);
                }
            }
        }
    }
}

static void make_graph(Bans *bans) {
    const size_t count = bans->check->kept_count + 1;
    GraphComponents components;
    list_followers(bans->check, &bans->next, false);
    list_followers(bans->check, &bans->last, true);
    graph_components_find(&components, &bans->next);
    bans->heights = memory_new(count, sizeof *bans->heights);
    for (size_t i = 0; i < count; i++) {
        bans->heights[i] = components.height[components.component[i]];
    }
    graph_components_free(&components);
}

/* ---- What may be banned ---- */

/* Under ssk boards ban only moves after which the same side is to move, but both of the first
 * position ban all. */
static bool can_ban(const Check *check, const Moves *moves, uint32_t record, bool is_after) {
    return check->rules->ko == WHOLE_PSK || record == check->kept_count ||
           is_after != moves->are_replies;
}

/* One thread looking for bans. */
typedef struct {
    const Bans *bans;
    const Moves *moves;
    uint32_t *met_for; /* [record]: 1 + the board for which it was met last */
    uint32_t *list;    /* records to be followed; room for each three times */
    size_t count;
} Finder;

/* The least height of the moves that make the board: nothing leads up to them. */
static uint32_t least_height(const Finder *finder, uint32_t board) {
    const Moves *moves = finder->moves;
    uint32_t least = UINT32_MAX;
    for (size_t i = moves->makers.first[board]; i < moves->makers.first[board + 1]; i++) {
        const uint32_t height = finder->bans->heights[moves->makers.to[i]];
        least = height < least ? height : least;
    }
    return least;
}

/* Meets the records that those in the list lead to, by one edge at least. Replies matter only on
 * the way to where a path may fail. */
static void meet_followers(Finder *finder, uint32_t board) {
    const Bans *bans = finder->bans;
    const bool *may_fail = finder->moves->are_replies ? bans->check->may_fail : NULL;
    const uint32_t least = least_height(finder, board);
    while (finder->count > 0) {
        const uint32_t from = finder->list[--finder->count];
        for (size_t i = bans->next.first[from]; i < bans->next.first[from + 1]; i++) {
            const uint32_t to = bans->next.to[i];
            if (finder->met_for[to] != board + 1 && bans->heights[to] >= least &&
                (may_fail == NULL || may_fail[to])) {
                finder->met_for[to] = board + 1;
                finder->list[finder->count++] = to;
            }
        }
    }
}

/* Finds the moves that the board bans. */
static bool find_bans_by(void *worker, size_t number) {
    Finder *finder = worker;
    const Moves *moves = finder->moves;
    const uint32_t board = (uint32_t)number;
    const size_t first = moves->makers.first[board], end = moves->makers.first[board + 1];
    const MoveGraph *holders = &finder->bans->holders;
    for (size_t i = holders->first[board]; first < end && i < holders->first[board + 1]; i++) {
        const uint32_t record = holders->to[i] / 2;
        if (can_ban(finder->bans->check, moves, record, holders->to[i] % 2 != 0)) {
            finder->list[finder->count++] = record;
        }
    }
    meet_followers(finder, board);
    for (size_t i = first; i < end; i++) {
        moves->may_be_banned[i] = finder->met_for[moves->makers.to[i]] == board + 1;
    }
    return true;
}

/* Finds the bans of the moves that `makers` has. */
static bool find_bans(const Bans *bans, Moves *moves) {
    const Check *check = bans->check;
    const int threads = monitor_threads(check->monitor);
    const size_t count = check->kept_count + 1;
    Finder finders[TEAM_MAX];
    TeamWork work = {.monitor = check->monitor,
                     .phase = "boards looked at for bans",
                     .count = check->boards.count,
                     .work = find_bans_by};
    moves->may_be_banned =
        memory_new(moves->makers.first[check->boards.count], sizeof *moves->may_be_banned);
    for (int i = 0; i < threads; i++) {
        finders[i] = (Finder){.bans = bans,
                              .moves = moves,
                              .met_for = memory_new(count, sizeof *finders[i].met_for),
                              .list = memory_new(3 * count, sizeof *finders[i].list)};
    }
    const bool ok = team_work_run(&work, finders, sizeof finders[0]);
    for (int i = 0; i < threads; i++) {
        free(finders[i].met_for);
        free(finders[i].list);
    }
    return ok;
}

static bool find_bans_of_winner(Bans *bans) {
    const Check *check = bans->check;
    MoveGraph *makers = &bans->winner.makers;
    move_graph_init(makers, check->boards.count);
    while (move_graph_pass(makers)) {
        for (uint32_t i = 0; i < check->kept_count; i++) {
            if (stays(check, i)) {
                move_graph_add(makers, check->boards_of[i].after, i);
            }
        }
    }
    return find_bans(bans, &bans->winner);
}

/* ---- Where a path may fail, and what leads there ---- */

/* Marks the positions whose moves may all be banned, and the records that lack a reply. */
static void mark_failures(const Bans *bans, bool *may_fail) {
    const Check *check = bans->check;
    const size_t count = check->kept_count;
    for (size_t i = 0; i < bans->winner.makers.first[check->boards.count]; i++) {
        may_fail[bans->winner.makers.to[i]] = bans->winner.may_be_banned[i];
    }
    for (size_t first = 0, end; first < count; first = end) {
        bool all = true;
        for (end = first; end < count && check_is_same_position(check, end, first); end++) {
            all &= may_fail[end];
        }
        memset(may_fail + first, all, (end - first) * sizeof *may_fail);
    }
    for (size_t i = 0; i < check->reply_count; i++) {
        const KeptReply *reply = &check->replies[i];
        may_fail[reply->from] |= reply->to == count && check_reply_stays(check, reply);
    }
}

/* Marks what leads to what is marked. */
static void mark_before(const Bans *bans, bool *may_fail) {
    const MoveGraph *before = &bans->last;
    uint32_t *list = memory_new(bans->check->kept_count + 1, sizeof *list);
    size_t open = 0;
    for (uint32_t i = 0; i <= bans->check->kept_count; i++) {
        if (may_fail[i]) {
            list[open++] = i;
        }
    }
    while (open > 0) {
        const uint32_t to = list[--open];
        for (size_t i = before->first[to]; i < before->first[to + 1]; i++) {
            if (!may_fail[before->to[i]]) {
                may_fail[before->to[i]] = true;
                list[open++] = before->to[i];
            }
        }
    }
    free(list);
}

/* A position is marked by its first record. */
static void mark_positions(const Check *check, bool *may_fail) {
    for (size_t i = check->kept_count; i-- > 1;) {
        may_fail[i - 1] |= may_fail[i] && check_is_same_position(check, i - 1, i);
    }
}

/* ---- Which boards can still ban something ---- */

static bool find_bans_of_loser(Bans *bans) {
    const Check *check = bans->check;
    MoveGraph *makers = &bans->loser.makers;
    move_graph_init(makers, check->boards.count);
    while (move_graph_pass(makers)) {
        for (size_t i = 0; i < check->reply_count; i++) {
            const KeptReply *reply = &check->replies[i];
            if ((reply->to == check->kept_count || check->may_fail[reply->to]) &&
                check_reply_stays(check, reply)) {
                move_graph_add(makers, reply->board, reply->from);
            }
        }
    }
    return find_bans(bans, &bans->loser);
}

static void note_last_bans(const Bans *bans, const Moves *moves, uint32_t *last_ban) {
    for (uint32_t board = 0; board < bans->check->boards.count; board++) {
        for (size_t i = moves->makers.first[board]; i < moves->makers.first[board + 1]; i++) {
            const uint32_t height = bans->heights[moves->makers.to[i]];
            if (moves->may_be_banned[i] && height < last_ban[board]) {
                last_ban[board] = height;
            }
        }
    }
}

/* A position has the height of its first record, which is made the greatest of all of them. */
static void note_heights(const Bans *bans, uint32_t *heights) {
    const Check *check = bans->check;
    for (size_t i = check->kept_count; i-- > 0;) {
        heights[i] = bans->heights[i];
        if (i + 1 < check->kept_count && heights[i + 1] > heights[i] &&
            check_is_same_position(check, i, i + 1)) {
            heights[i] = heights[i + 1];
        }
    }
}

static void allocate(Bans *bans) {
    Check *check = bans->check;
    const size_t count = check->kept_count + 1;
    move_graph_init(&bans->holders, check->boards.count);
    while (move_graph_pass(&bans->holders)) {
        for (uint32_t i = 0; i < count; i++) {
            move_graph_add(&bans->holders, check->boards_of[i].before, 2 * i);
            move_graph_add(&bans->holders, check->boards_of[i].after, 2 * i + 1);
        }
    }
    check->may_fail = memory_new(count, sizeof *check->may_fail);
    check->heights = memory_new(count, sizeof *check->heights);
    check->last_ban = memory_new(check->boards.count, sizeof *check->last_ban);
    memset(check->last_ban, 0xFF, check->boards.count * sizeof *check->last_ban);
}

static void moves_free(Moves *moves) {
    move_graph_free(&moves->makers);
    free(moves->may_be_banned);
}

static void release(Bans *bans) {
    move_graph_free(&bans->next);
    move_graph_free(&bans->last);
    free(bans->heights);
    moves_free(&bans->winner);
    moves_free(&bans->loser);
    move_graph_free(&bans->holders);
}

bool check_bans(Check *check) {
    Bans bans = {.check = check, .loser = {.are_replies = true}};
    allocate(&bans);
    make_graph(&bans);
    bool ok = find_bans_of_winner(&bans);
    if (ok) {
        mark_failures(&bans, check->may_fail);
        mark_before(&bans, check->may_fail);
        mark_positions(check, check->may_fail);
        ok = find_bans_of_loser(&bans);
    }
    if (ok) {
        note_last_bans(&bans, &bans.winner, check->last_ban);
        note_last_bans(&bans, &bans.loser, check->last_ban);
        note_heights(&bans, check->heights);
    }
    release(&bans);
    return ok || check_fail_as_ended(check);
}
