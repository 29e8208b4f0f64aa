/* Finds where in the cyclic parts a path may fail, and which positions lead there, so that the
 * other paths need not be enumerated; and which boards behind a position can still ban something.
 * Superko can ban a move only if the board after it, in some orientation, lies before or after the
 * move of a record that leads to this one; or if it is one of the first two boards. Which record
 * leads to which is a graph almost without cycles, as a strategy seldom comes to a position twice,
 * though it comes to boards twice: with another ko, or another side to move. */
#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/solve/verify/check.h"

/* Moves that stay in a part: of records, or replies to them. */
typedef struct {
    MoveGraph graph;     /* of moves: from the record to the board that it makes */
    uint32_t *last_of;   /* [board]: 1 + the last move that makes it, or 0 */
    uint32_t *before;    /* [move]: the same for those before it that make its board */
    bool *may_be_banned; /* [move] */
    bool are_replies;
} Moves;

typedef struct {
    Check *check;
    VerifyMonitor monitor; /* of the graph: with one text for all of its work */
    MoveGraph graph;       /* of records: which one's move may follow which one's within a part */
    MoveIndex next;
    MoveGraphParts parts;
    Moves winner, loser;
    uint32_t *met_from; /* [record]: 1 + the one with which the search that met it last began */
    uint32_t *stack;
    size_t steps;
} Bans;

static bool tell(void *context, const char *part, size_t done, size_t all) {
    const Bans *bans = context;
    (void)part, (void)done, (void)all;
    return monitor_tell(bans->check->monitor, "moves looked at for bans", 0, 0);
}

static bool step(Bans *bans) {
    return monitor_report(&bans->monitor, "", bans->steps++, 0);
}

/* ---- Which record leads to which ---- */

/* Does the move stay in a part? */
static bool stays(const Check *check, size_t record) {
    const RecordBoards *boards = &check->boards_of[record];
    return check_is_one_part(check, boards->before, boards->after);
}

static bool make_graph(Bans *bans) {
    const Check *check = bans->check;
    const size_t count = check->records.count;
    bans->graph.node_count = (uint32_t)count + 1;
    for (size_t i = 0; i < check->replies.edge_count; i++) {
        const MoveEdge *edge = &check->replies.edges[i];
        if (!step(bans)) {
            return false;
        }
        if (!check_is_one_part(check, check->boards_of[edge->to].before,
                               check->boards_of[edge->from].after)) {
            continue;
        }
        for (size_t to = edge->to; to < count && check_is_same_position(check, to, edge->to);
             to++) {
            if (stays(check, to)) {
                move_graph_add(&bans->graph, edge->from, (uint32_t)to);
            }
        }
    }
    return move_index_make(&bans->next, &bans->graph, &bans->monitor) &&
           move_index_find_parts(&bans->next, &bans->monitor, &bans->parts);
}

static uint32_t height_of(const Bans *bans, size_t record) {
    return bans->parts.height[bans->parts.component[record]];
}

/* ---- What may be banned ---- */

static void list_by_board(const Check *check, Moves *moves) {
    moves->last_of = memory_new(check->boards.count, sizeof *moves->last_of);
    moves->before = memory_new(moves->graph.edge_count, sizeof *moves->before);
    moves->may_be_banned = memory_new(moves->graph.edge_count, sizeof *moves->may_be_banned);
    for (size_t i = 0; i < moves->graph.edge_count; i++) {
        uint32_t *last = &moves->last_of[moves->graph.edges[i].to];
        moves->before[i] = *last;
        *last = (uint32_t)i + 1;
    }
}

static void moves_free(Moves *moves) {
    move_graph_free(&moves->graph);
    free(moves->last_of);
    free(moves->before);
    free(moves->may_be_banned);
}

static void mark_moves(Bans *bans, const Moves *moves, uint32_t board, uint32_t met_from) {
    for (uint32_t i = moves->last_of[board]; i != 0; i = moves->before[i - 1]) {
        moves->may_be_banned[i - 1] |= bans->met_from[moves->graph.edges[i - 1].from] == met_from;
    }
}

/* The least height of records that make the board, or whose replies do, and to which this one may
 * lead. Nothing else leads down to them, so the search for them need go no lower. */
static uint32_t least_height(const Bans *bans, const Moves *moves, size_t record, uint32_t board,
                             uint32_t least) {
    for (uint32_t i = moves->last_of[board]; i != 0; i = moves->before[i - 1]) {
        const uint32_t maker = moves->graph.edges[i - 1].from;
        const uint32_t height = height_of(bans, maker);
        const uint32_t component = bans->parts.component[record];
        if (height < least &&
            (height < height_of(bans, record) ||
             (component == bans->parts.component[maker] && bans->parts.is_cyclic[component]))) {
            least = height;
        }
    }
    return least;
}

/* Replies matter only on the way to where a path may fail. */
static bool matters(const Bans *bans, const Moves *moves, size_t record) {
    return !moves->are_replies || bans->check->may_fail[record];
}

/* Finds the records that this one leads to, no lower than least. */
static bool meet(Bans *bans, const Moves *moves, size_t record, uint32_t least) {
    size_t open = 0;
    bans->stack[open++] = (uint32_t)record;
    while (open > 0) {
        const uint32_t from = bans->stack[--open];
        if (!step(bans)) {
            return false;
        }
        for (size_t i = bans->next.first[from]; i < bans->next.first[from + 1]; i++) {
            const uint32_t to = bans->next.to[i];
            if (bans->met_from[to] != record + 1 && height_of(bans, to) >= least &&
                matters(bans, moves, to)) {
                bans->met_from[to] = (uint32_t)record + 1;
                bans->stack[open++] = to;
            }
        }
    }
    return true;
}

/* The boards of a record that can ban such moves: under ssk only those with the same side to move,
 * and both of the first position. Returns their number. */
static int list_banning(const Check *check, const Moves *moves, size_t record, uint32_t *boards) {
    const bool both = check->rules->ko == SLOW_PSK || record == check->records.count;
    int count = 0;
    if (both || moves->are_replies) {
        boards[count++] = check->boards_of[record].before;
    }
    if (both || !moves->are_replies) {
        boards[count++] = check->boards_of[record].after;
    }
    return count;
}

/* All records of a component lead to the same ones: there is one search for each, not for each
 * record, since on boards one point wide most may be on one. Begins with the first of a list. */
static bool find_bans_by(Bans *bans, const Moves *moves, const uint32_t *after, uint32_t first) {
    uint32_t least = UINT32_MAX, boards[2];
    for (uint32_t i = first; i != 0; i = after[i - 1]) {
        for (int n = list_banning(bans->check, moves, i - 1, boards); n-- > 0;) {
            least = least_height(bans, moves, i - 1, boards[n], least);
        }
    }
    if (least == UINT32_MAX) {
        return true;
    }
    if (!meet(bans, moves, first - 1, least)) {
        return false;
    }
    for (uint32_t i = first; i != 0; i = after[i - 1]) {
        for (int n = list_banning(bans->check, moves, i - 1, boards); n-- > 0;) {
            mark_moves(bans, moves, boards[n], first);
        }
    }
    return true;
}

static bool find_bans(Bans *bans, Moves *moves) {
    const size_t nodes = bans->graph.node_count;
    uint32_t *first = memory_new(nodes, sizeof *first); /* [component]: 1 + a record of it, or 0 */
    uint32_t *after = memory_new(nodes, sizeof *after); /* [record]: the same for the next one */
    bool ok = true;
    list_by_board(bans->check, moves);
    for (uint32_t i = 0; i < nodes; i++) {
        const uint32_t component = bans->parts.component[i];
        if (matters(bans, moves, i)) {
            after[i] = first[component];
            first[component] = i + 1;
        }
    }
    memset(bans->met_from, 0, nodes * sizeof *bans->met_from);
    for (size_t component = 0; ok && component < nodes; component++) {
        ok = first[component] == 0 || find_bans_by(bans, moves, after, first[component]);
    }
    free(first);
    free(after);
    return ok;
}

static bool find_bans_of_winner(Bans *bans) {
    const Check *check = bans->check;
    for (size_t i = 0; i < check->records.count; i++) {
        if (stays(check, i)) {
            move_graph_add(&bans->winner.graph, (uint32_t)i, check->boards_of[i].after);
        }
    }
    return find_bans(bans, &bans->winner);
}

/* ---- Where a path may fail, and what leads there ---- */

/* Marks the positions whose moves may all be banned, and the records that lack a reply. */
static void mark_failures(const Bans *bans, bool *may_fail) {
    const Check *check = bans->check;
    const size_t count = check->records.count;
    for (size_t i = 0; i < bans->winner.graph.edge_count; i++) {
        may_fail[bans->winner.graph.edges[i].from] = bans->winner.may_be_banned[i];
    }
    for (size_t first = 0, end; first < count; first = end) {
        bool all = true;
        for (end = first; end < count && check_is_same_position(check, end, first); end++) {
            all &= may_fail[end];
        }
        memset(may_fail + first, all, (end - first) * sizeof *may_fail);
    }
    for (size_t i = 0; i < check->unanswered.edge_count; i++) {
        const MoveEdge *edge = &check->unanswered.edges[i];
        may_fail[edge->from] |=
            check_is_one_part(check, edge->to, check->boards_of[edge->from].after);
    }
}

/* Marks what leads to what is marked. */
static bool mark_before(Bans *bans, bool *may_fail) {
    MoveIndex before;
    size_t open = 0;
    for (size_t i = 0; i < bans->graph.edge_count; i++) {
        MoveEdge *edge = &bans->graph.edges[i];
        *edge = (MoveEdge){edge->to, edge->from};
    }
    if (!move_index_make(&before, &bans->graph, &bans->monitor)) {
        return false;
    }
    for (size_t i = 0; i < bans->graph.node_count; i++) {
        if (may_fail[i]) {
            bans->stack[open++] = (uint32_t)i;
        }
    }
    while (open > 0) {
        const uint32_t to = bans->stack[--open];
        for (size_t i = before.first[to]; i < before.first[to + 1]; i++) {
            if (!may_fail[before.to[i]]) {
                may_fail[before.to[i]] = true;
                bans->stack[open++] = before.to[i];
            }
        }
    }
    move_index_free(&before);
    return true;
}

/* A position is marked by its first record. */
static void mark_positions(const Check *check, bool *may_fail) {
    for (size_t i = check->records.count; i-- > 1;) {
        may_fail[i - 1] |= may_fail[i] && check_is_same_position(check, i - 1, i);
    }
}

/* ---- Which boards can still ban something ---- */

static bool find_bans_of_loser(Bans *bans) {
    const Check *check = bans->check;
    for (size_t i = 0; i < check->replies.edge_count; i++) {
        const MoveEdge *edge = &check->replies.edges[i];
        const uint32_t board = check->boards_of[edge->to].before;
        if (check->may_fail[edge->to] &&
            check_is_one_part(check, board, check->boards_of[edge->from].after)) {
            move_graph_add(&bans->loser.graph, edge->from, board);
        }
    }
    for (size_t i = 0; i < check->unanswered.edge_count; i++) {
        const MoveEdge *edge = &check->unanswered.edges[i];
        if (check_is_one_part(check, edge->to, check->boards_of[edge->from].after)) {
            move_graph_add(&bans->loser.graph, edge->from, edge->to);
        }
    }
    return find_bans(bans, &bans->loser);
}

static void note_last_bans(const Bans *bans, const Moves *moves, uint32_t *last_ban) {
    for (size_t i = 0; i < moves->graph.edge_count; i++) {
        const MoveEdge *move = &moves->graph.edges[i];
        const uint32_t height = height_of(bans, move->from);
        if (moves->may_be_banned[i] && height < last_ban[move->to]) {
            last_ban[move->to] = height;
        }
    }
}

/* A position has the height of its first record, which is made the greatest of all of them. */
static void note_heights(const Bans *bans, uint32_t *heights) {
    const Check *check = bans->check;
    for (size_t i = check->records.count; i-- > 0;) {
        heights[i] = height_of(bans, i);
        if (i + 1 < check->records.count && heights[i + 1] > heights[i] &&
            check_is_same_position(check, i, i + 1)) {
            heights[i] = heights[i + 1];
        }
    }
}

static void allocate(Bans *bans) {
    Check *check = bans->check;
    const size_t count = check->records.count + 1;
    bans->parts = (MoveGraphParts){.component = memory_new(count, sizeof *bans->parts.component),
                                   .is_cyclic = memory_new(count, sizeof *bans->parts.is_cyclic),
                                   .height = memory_new(count, sizeof *bans->parts.height)};
    bans->met_from = memory_new(count, sizeof *bans->met_from);
    bans->stack = memory_new(count + 1, sizeof *bans->stack);
    check->may_fail = memory_new(count, sizeof *check->may_fail);
    check->heights = memory_new(count, sizeof *check->heights);
    check->last_ban = memory_new(check->boards.count, sizeof *check->last_ban);
    memset(check->last_ban, 0xFF, check->boards.count * sizeof *check->last_ban);
}

static void release(Bans *bans) {
    move_graph_free(&bans->graph);
    move_index_free(&bans->next);
    free(bans->parts.component);
    free(bans->parts.is_cyclic);
    free(bans->parts.height);
    moves_free(&bans->winner);
    moves_free(&bans->loser);
    free(bans->met_from);
    free(bans->stack);
}

bool check_bans(Check *check) {
    Bans bans = {.check = check, .loser = {.are_replies = true}};
    bans.monitor = (VerifyMonitor){.report = tell, .context = &bans};
    allocate(&bans);
    bool ok = make_graph(&bans) && find_bans_of_winner(&bans);
    if (ok) {
        mark_failures(&bans, check->may_fail);
        ok = mark_before(&bans, check->may_fail);
        mark_positions(check, check->may_fail);
        ok = ok && find_bans_of_loser(&bans);
    }
    if (ok) {
        note_last_bans(&bans, &bans.winner, check->last_ban);
        note_last_bans(&bans, &bans.loser, check->last_ban);
        note_heights(&bans, check->heights);
    }
    release(&bans);
    return ok || check_fail_as_ended(check);
}
