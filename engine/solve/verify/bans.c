/* Finds where in the cyclic parts a path may fail, and which positions lead there, so that the
 * other paths need not be enumerated. Superko can ban a record's move only if the board after it,
 * in some orientation, lies before or after the move of a record that leads to this one; or if it
 * is one of the first two boards. Which record leads to which is a graph almost without cycles, as
 * a strategy seldom comes to a position twice, though it comes to boards twice: with another ko, or
 * another side to move. */
#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/solve/verify/check.h"

typedef struct {
    Check *check;
    VerifyMonitor monitor; /* of the graph: with one text for all of its work */
    MoveGraph graph;       /* of records: which one's move may follow which one's within a part */
    MoveIndex next;
    MoveGraphParts parts;
    uint32_t *maker_of; /* [board]: 1 + the last record that leads to it within its part, or 0 */
    uint32_t *maker_before; /* [record]: the same for those before it that lead to its board */
    bool *may_be_banned;    /* [record]: its move */
    uint32_t *met_from;     /* [record]: 1 + the one with which the search that met it last began */
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

static void list_makers(Bans *bans) {
    const Check *check = bans->check;
    for (size_t i = 0; i < check->records.count; i++) {
        if (stays(check, i)) {
            uint32_t *maker = &bans->maker_of[check->boards_of[i].after];
            bans->maker_before[i] = *maker;
            *maker = (uint32_t)i + 1;
        }
    }
}

static uint32_t height_of(const Bans *bans, size_t record) {
    return bans->parts.height[bans->parts.component[record]];
}

/* ---- What may be banned ---- */

static void mark_makers(Bans *bans, uint32_t board, uint32_t met_from) {
    for (uint32_t maker = bans->maker_of[board]; maker != 0;
         maker = bans->maker_before[maker - 1]) {
        bans->may_be_banned[maker - 1] |= bans->met_from[maker - 1] == met_from;
    }
}

/* The least height of records that lead to the board and to which this one may lead. Nothing else
 * leads down to them, so the search for them need go no lower. */
static uint32_t least_height(const Bans *bans, size_t record, uint32_t board, uint32_t least) {
    for (uint32_t maker = bans->maker_of[board]; maker != 0;
         maker = bans->maker_before[maker - 1]) {
        const uint32_t height = height_of(bans, maker - 1);
        const uint32_t component = bans->parts.component[record];
        if (height < least &&
            (height < height_of(bans, record) ||
             (component == bans->parts.component[maker - 1] && bans->parts.is_cyclic[component]))) {
            least = height;
        }
    }
    return least;
}

/* Finds the records that this one leads to, no lower than least. */
static bool meet(Bans *bans, size_t record, uint32_t least) {
    size_t open = 0;
    bans->stack[open++] = (uint32_t)record;
    while (open > 0) {
        const uint32_t from = bans->stack[--open];
        if (!step(bans)) {
            return false;
        }
        for (size_t i = bans->next.first[from]; i < bans->next.first[from + 1]; i++) {
            const uint32_t to = bans->next.to[i];
            if (bans->met_from[to] != record + 1 && height_of(bans, to) >= least) {
                bans->met_from[to] = (uint32_t)record + 1;
                bans->stack[open++] = to;
            }
        }
    }
    return true;
}

/* Under ssk only the first position bans the board before its move, too. */
static bool bans_before(const Check *check, size_t record) {
    return check->rules->ko == SLOW_PSK || record == check->records.count;
}

/* All records of a component lead to the same ones: there is one search for each, not for each
 * record, since on boards one point wide most may be on one. Begins with the first of a list. */
static bool find_bans_by(Bans *bans, const uint32_t *after, uint32_t first) {
    const Check *check = bans->check;
    uint32_t least = UINT32_MAX;
    for (uint32_t i = first; i != 0; i = after[i - 1]) {
        least = least_height(bans, i - 1, check->boards_of[i - 1].after, least);
        if (bans_before(check, i - 1)) {
            least = least_height(bans, i - 1, check->boards_of[i - 1].before, least);
        }
    }
    if (least == UINT32_MAX) {
        return true;
    }
    if (!meet(bans, first - 1, least)) {
        return false;
    }
    for (uint32_t i = first; i != 0; i = after[i - 1]) {
        mark_makers(bans, check->boards_of[i - 1].after, first);
        if (bans_before(check, i - 1)) {
            mark_makers(bans, check->boards_of[i - 1].before, first);
        }
    }
    return true;
}

static bool find_bans(Bans *bans) {
    const size_t nodes = bans->graph.node_count;
    uint32_t *first = memory_new(nodes, sizeof *first); /* [component]: 1 + a record of it, or 0 */
    uint32_t *after = memory_new(nodes, sizeof *after); /* [record]: the same for the next one */
    bool ok = true;
    for (uint32_t i = 0; i < nodes; i++) {
        const uint32_t component = bans->parts.component[i];
        after[i] = first[component];
        first[component] = i + 1;
    }
    for (size_t component = 0; ok && component < nodes; component++) {
        ok = first[component] == 0 || find_bans_by(bans, after, first[component]);
    }
    free(first);
    free(after);
    return ok;
}

/* ---- Where a path may fail, and what leads there ---- */

/* Marks the positions whose moves may all be banned, and the records that lack a reply. */
static void mark_failures(const Bans *bans, bool *may_fail) {
    const Check *check = bans->check;
    const size_t count = check->records.count;
    for (size_t first = 0, end; first < count; first = end) {
        bool all = true;
        for (end = first; end < count && check_is_same_position(check, end, first); end++) {
            all &= bans->may_be_banned[end];
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

static void allocate(Bans *bans) {
    const size_t count = bans->check->records.count + 1;
    bans->parts = (MoveGraphParts){.component = memory_new(count, sizeof *bans->parts.component),
                                   .is_cyclic = memory_new(count, sizeof *bans->parts.is_cyclic),
                                   .height = memory_new(count, sizeof *bans->parts.height)};
    bans->maker_of = memory_new(bans->check->boards.count, sizeof *bans->maker_of);
    bans->maker_before = memory_new(count, sizeof *bans->maker_before);
    bans->may_be_banned = memory_new(count, sizeof *bans->may_be_banned);
    bans->met_from = memory_new(count, sizeof *bans->met_from);
    bans->stack = memory_new(count + 1, sizeof *bans->stack);
}

static void release(Bans *bans) {
    move_graph_free(&bans->graph);
    move_index_free(&bans->next);
    free(bans->parts.component);
    free(bans->parts.is_cyclic);
    free(bans->parts.height);
    free(bans->maker_of);
    free(bans->maker_before);
    free(bans->may_be_banned);
    free(bans->met_from);
    free(bans->stack);
}

bool check_bans(Check *check) {
    Bans bans = {.check = check};
    bans.monitor = (VerifyMonitor){.report = tell, .context = &bans};
    allocate(&bans);
    check->may_fail = memory_new(check->records.count + 1, sizeof *check->may_fail);
    bool ok = make_graph(&bans);
    if (ok) {
        list_makers(&bans);
        ok = find_bans(&bans);
    }
    if (ok) {
        mark_failures(&bans, check->may_fail);
        ok = mark_before(&bans, check->may_fail);
        mark_positions(check, check->may_fail);
    }
    release(&bans);
    return ok || check_fail_as_ended(check);
}
