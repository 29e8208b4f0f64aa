#include "engine/solve/problem/problem.h"

#include <stdlib.h>

#include "engine/base/map.h"
#include "engine/base/memory.h"

enum { GOAL_CLAIM_MOVES_MAX = 1000000 };

/* A position with the winner to move. */
typedef struct {
    GoalNode node;
    Point move;     /* POINT_NONE: not yet known, or won whatever the kos */
    uint32_t sweep; /* the last that came here */
    bool is_won;    /* the moves against all replies are known */
    bool is_lost;   /* no moves win, though a search with `level` threats may say so */
    bool is_written;
} ClaimEntry;

/* An entry on the path of the writer. */
typedef struct {
    uint32_t entry;
    int reply; /* the next to be followed (region_move) */
} Visit;

typedef struct {
    const GoalClaim *claim;
    GoalGame game, ko_free; /* the same in which the holder wins all kos */
    Color winner;
    ClaimEntry *entries;
    size_t count, won_count;
    uint32_t sweep; /* the present one (find_strategy) */
    Map map;        /* of the entries, by their positions */
    Visit *path;
    size_t path_length;
    GoalNode *later; /* positions that play begins with, and those after a broken ban with
                        unlimited threats */
    size_t later_count;
    size_t move_count;
    Text *moves;   /* NULL: only whether there is a strategy */
    int64_t nodes; /* searched */
    Status *status;
} ClaimBuilder;

/* ---- Positions ---- */

/* The i-th of the moves inside the region. A pass comes last. */
static Point region_move(const ClaimBuilder *builder, int i) {
    const Goal *goal = builder->claim->goal;
    return i < goal->point_count ? goal->points[i] : POINT_PASS;
}

/* Does the loser's move break a ban with unlimited threats? It may then lead back to a position of
 * the path. */
static bool breaks_ban(const ClaimBuilder *builder, const GoalNode *before, Point p) {
    return builder->claim->outcome == GOAL_REACHED && p != POINT_PASS &&
           before->threats[before->mover] == GOAL_THREATS_UNLIMITED &&
           builder->game.region.index_of[p] == before->position.ko;
}

static void defer(ClaimBuilder *builder, const GoalNode *node) {
    builder->later = memory_grow(builder->later, builder->later_count, sizeof *builder->later);
    builder->later[builder->later_count++] = *node;
}

static bool is_same(const GoalNode *a, const GoalNode *b) {
    return a->position.stones[0] == b->position.stones[0] &&
           a->position.stones[1] == b->position.stones[1] && a->position.ko == b->position.ko &&
           a->captured == b->captured && a->threats[0] == b->threats[0] &&
           a->threats[1] == b->threats[1];
}

static uint64_t hash_entry(const void *context, uint32_t number) {
    const ClaimBuilder *builder = context;
    return goal_node_key(&builder->game, &builder->entries[number].node);
}

/* Returns the entry of a position with the winner to move, or a new one. */
static uint32_t find_entry(ClaimBuilder *builder, const GoalNode *node) {
    size_t slot = map_first(&builder->map, goal_node_key(&builder->game, node));
    while (map_has(&builder->map, slot)) {
        const uint32_t found = map_number(&builder->map, slot);
        if (is_same(&builder->entries[found].node, node)) {
            return found;
        }
        slot = map_next(&builder->map, slot);
    }
    const uint32_t number = (uint32_t)builder->count;
    builder->entries = memory_grow(builder->entries, builder->count, sizeof *builder->entries);
    builder->entries[builder->count++] = (ClaimEntry){.node = *node, .move = POINT_NONE};
    map_put(&builder->map, slot, number, hash_entry, builder);
    return number;
}

/* ---- The strategy ---- */

/* Fails if the search did, or if the time is over: a search that the table answers looks at no
 * clock. */
static bool check_limits(const ClaimBuilder *builder, bool is_searched) {
    return (is_searched && !deadline_is_over(builder->claim->limits.deadline)) ||
           status_fail(builder->status, "a search for the proof reached its limits");
}

static bool is_against_any_threats(const ClaimBuilder *builder) {
    const GoalClaim *claim = builder->claim;
    return claim->outcome == GOAL_REACHED &&
           claim->ko.threats[color_opponent(builder->winner)] == GOAL_THREATS_UNLIMITED;
}

/* ko_free: is the winner to take no ko? */
static bool search_node(ClaimBuilder *builder, const GoalNode *node, bool ko_free,
                        GoalResult *result) {
    const GoalClaim *claim = builder->claim;
    GoalNode searched = *node;
    if (is_against_any_threats(builder)) {
        searched.threats[color_opponent(builder->winner)] = (uint8_t)claim->level;
    }
    if (ko_free) {
        searched.threats[BLACK] = searched.threats[WHITE] = 0;
        searched.position.ko = BIT_NO_POINT;
    }
    *result = goal_search_run_node(claim->search, ko_free ? &builder->ko_free : &builder->game,
                                   &searched, claim->limits);
    builder->nodes += result->nodes;
    return check_limits(builder,
                        result->outcome != GOAL_OPEN &&
                            (builder->moves != NULL || builder->nodes <= claim->limits.nodes));
}

/* A claim that the goal is held needs any move that keeps it. */
static bool find_held_move(ClaimBuilder *builder, const GoalNode *node, uint32_t entry) {
    GoalResult result;
    if (builder->entries[entry].move != POINT_NONE) {
        return true;
    }
    if (!search_node(builder, node, false, &result)) {
        return false;
    }
    builder->entries[entry].move = result.move;
    return result.outcome == builder->claim->outcome ||
           status_fail(builder->status, "the searches contradict each other");
}

typedef enum { BUILD_DONE, BUILD_OPEN, BUILD_FAILED } Build;

enum { BUILD_DEPTH_MAX = 1000 };

static Build visit_unwon(ClaimBuilder *builder, const GoalNode *node, bool ko_free, int depth);

/* Is the goal within reach against `level` threats? */
static Build ask_position(ClaimBuilder *builder, const GoalNode *node) {
    GoalResult result;
    return !search_node(builder, node, false, &result) ? BUILD_FAILED
           : result.outcome == GOAL_REACHED            ? BUILD_DONE
                                                       : BUILD_OPEN;
}

/* Is the position after the move won, as far as is known? After a broken ban all threats are there
 * again, and the strategy is found later. */
static Build build_move(ClaimBuilder *builder, const GoalNode *node, Point move, bool ko_free,
                        int depth) {
    GoalNode after, child;
    Build build =
        goal_node_play(&builder->game, node, move, &after, NULL) ? BUILD_DONE : BUILD_OPEN;
    if (build == BUILD_OPEN || goal_node_judge(&builder->game, &after, NULL) == GOAL_REACHED) {
        return build;
    }
    for (int i = 0; build == BUILD_DONE && i <= builder->claim->goal->point_count; i++) {
        const Point reply = region_move(builder, i);
        if (!goal_node_play(&builder->game, &after, reply, &child, NULL) ||
            goal_node_judge(&builder->game, &child, NULL) == GOAL_REACHED) {
            continue;
        }
        if (!breaks_ban(builder, &after, reply)) {
            build = visit_unwon(builder, &child, ko_free, depth + 1);
        } else {
            const uint32_t entry = find_entry(builder, &child);
            build = builder->entries[entry].is_lost ? BUILD_OPEN : ask_position(builder, &child);
        }
    }
    return build;
}

/* Searches for a winning move. Below a result that met no ko, one that needs none is preferred
 * (ko_free): there are replies outside the zone of that result, and a strategy with kos, which has
 * more to fear from them, is longer. */
static bool find_win(ClaimBuilder *builder, const GoalNode *node, bool *ko_free,
                     GoalResult *result) {
    if (!*ko_free) {
        if (!search_node(builder, node, false, result)) {
            return false;
        }
        *ko_free = builder->moves != NULL && !result->ko_met && is_against_any_threats(builder);
        if (!*ko_free) {
            return true;
        }
    }
    if (!search_node(builder, node, true, result)) {
        return false;
    }
    *ko_free = result->outcome == GOAL_REACHED;
    return *ko_free || search_node(builder, node, false, result);
}

/* Visits each position once that is not known to be won and comes after moves that may win. One is
 * won if a move leads to positions that are won, whatever the reply: so no position comes back. */
static Build visit_unwon(ClaimBuilder *builder, const GoalNode *node, bool ko_free, int depth) {
    const uint32_t entry = find_entry(builder, node);
    ClaimEntry *found = &builder->entries[entry];
    GoalResult result;
    GoalNode after;
    if (found->is_won) {
        return BUILD_DONE;
    }
    if (found->is_lost || found->sweep == builder->sweep || depth == BUILD_DEPTH_MAX) {
        return BUILD_OPEN;
    }
    found->sweep = builder->sweep;
    if (builder->count > GOAL_CLAIM_MOVES_MAX) {
        status_fail(builder->status, "a claim needs more than %d moves", GOAL_CLAIM_MOVES_MAX);
        return BUILD_FAILED;
    }
    if (!find_win(builder, node, &ko_free, &result)) {
        return BUILD_FAILED;
    }
    Build build = result.outcome == GOAL_REACHED ? BUILD_DONE : BUILD_OPEN;
    const bool is_wanted = builder->moves != NULL || result.ko_met;
    Point move = is_wanted ? result.move : POINT_NONE;
    if (build == BUILD_DONE && is_wanted) {
        build = build_move(builder, node, move, ko_free, depth);
        for (int i = 0; build == BUILD_OPEN && i <= builder->claim->goal->point_count; i++) {
            move = region_move(builder, i);
            if (move != result.move && goal_node_play(&builder->game, node, move, &after, NULL)) {
                build = ask_position(builder, &after);
                build =
                    build == BUILD_DONE ? build_move(builder, node, move, ko_free, depth) : build;
            }
        }
    }
    builder->entries[entry].is_won = build == BUILD_DONE;
    builder->entries[entry].move = move;
    builder->won_count += build == BUILD_DONE;
    return build;
}

/* Sweeps until the position is won. If a sweep finds nothing, all that it visited is lost: the
 * loser may stay there. */
static Build find_strategy(ClaimBuilder *builder, const GoalNode *node) {
    Build build;
    size_t before;
    do {
        before = builder->won_count;
        builder->sweep++;
        build = visit_unwon(builder, node, false, 0);
    } while (build == BUILD_OPEN && builder->won_count > before);
    return build;
}

/* ---- The moves, in the order of the check ---- */

/* Writes the winner's move in a position that was not met before, whose replies then follow. */
static bool write_winner_move(ClaimBuilder *builder, const GoalNode *node) {
    const uint32_t entry = find_entry(builder, node);
    if (!check_limits(builder, true)) {
        return false;
    }
    if (builder->claim->outcome == GOAL_HELD && !find_held_move(builder, node, entry)) {
        return false;
    }
    if (builder->entries[entry].is_written || builder->entries[entry].move == POINT_NONE) {
        return true;
    }
    if (builder->move_count == GOAL_CLAIM_MOVES_MAX) {
        return status_fail(builder->status, "a claim needs more than %d moves",
                           GOAL_CLAIM_MOVES_MAX);
    }
    builder->entries[entry].is_written = true;
    builder->move_count++;
    const Point move = builder->entries[entry].move;
    if (builder->moves != NULL && move == POINT_PASS) {
        text_add(builder->moves, "--");
    } else if (builder->moves != NULL) {
        text_add(builder->moves, "%c%c", 'a' + point_x(move), 'a' + point_y(move));
    }
    builder->path = memory_grow(builder->path, builder->path_length, sizeof *builder->path);
    builder->path[builder->path_length++] = (Visit){entry, 0};
    return true;
}

static bool write_reply(ClaimBuilder *builder) {
    Visit *visit = &builder->path[builder->path_length - 1];
    const ClaimEntry *entry = &builder->entries[visit->entry];
    const int count = builder->claim->goal->point_count;
    GoalNode after, child;
    goal_node_play(&builder->game, &entry->node, entry->move, &after, NULL);
    if (visit->reply > count || goal_node_judge(&builder->game, &after, NULL) != GOAL_OPEN) {
        builder->path_length--;
        return true;
    }
    while (visit->reply <= count) {
        const Point p = region_move(builder, visit->reply++);
        if (!goal_node_play(&builder->game, &after, p, &child, NULL) ||
            goal_node_judge(&builder->game, &child, NULL) != GOAL_OPEN) {
            continue;
        }
        if (!breaks_ban(builder, &after, p)) {
            return write_winner_move(builder, &child);
        }
        defer(builder, &child);
    }
    return true;
}

/* Begins anew without the positions that are lost: all that the last sweep visited. */
static void begin_anew(ClaimBuilder *builder, size_t roots) {
    for (size_t i = 0; i < builder->count; i++) {
        ClaimEntry *entry = &builder->entries[i];
        entry->is_lost |= entry->sweep == builder->sweep && !entry->is_won;
        entry->is_won = entry->is_written = false;
    }
    builder->later_count = roots;
    builder->move_count = 0;
    if (builder->moves != NULL) {
        text_clear(builder->moves);
    }
}

/* Defers the positions with the winner to move that play begins with. */
static void defer_roots(ClaimBuilder *builder, const GoalNode *root) {
    const GoalClaim *claim = builder->claim;
    GoalNode after;
    if (goal_node_judge(&builder->game, root, NULL) != GOAL_OPEN) {
        return;
    }
    if (claim->first == builder->winner) {
        defer(builder, root);
        return;
    }
    for (int i = 0; i <= claim->goal->point_count; i++) {
        if (goal_node_play(&builder->game, root, region_move(builder, i), &after, NULL) &&
            goal_node_judge(&builder->game, &after, NULL) == GOAL_OPEN) {
            defer(builder, &after);
        }
    }
}

/* Follows each deferred position, and all that comes after it. One after a broken ban for which
 * there is no strategy is lost, and so may be the moves that led there: they are chosen anew. A
 * mere question gives up, as a search with one threat more costs less. */
static bool follow_all(ClaimBuilder *builder, const GoalNode *root) {
    defer_roots(builder, root);
    const size_t roots = builder->later_count;
    for (size_t next = 0; next < builder->later_count;) {
        const GoalNode node = builder->later[next++];
        const Build build =
            builder->claim->outcome == GOAL_REACHED ? find_strategy(builder, &node) : BUILD_DONE;
        if (build == BUILD_OPEN && next > roots && builder->moves != NULL) {
            begin_anew(builder, roots);
            next = 0;
        } else if (build == BUILD_OPEN) {
            return status_fail(builder->status,
                               is_against_any_threats(builder)
                                   ? "no strategy against any number of threats was found"
                                   : "the searches contradict each other");
        } else if (build == BUILD_FAILED || !write_winner_move(builder, &node)) {
            return false;
        }
        while (builder->path_length > 0) {
            if (!write_reply(builder)) {
                return false;
            }
        }
    }
    return true;
}

/* moves: where they go, or NULL. */
static bool search_claim(const GoalClaim *claim, Text *moves, ClaimBuilder *builder,
                         Status *status) {
    const Goal *goal = claim->goal;
    GoalNode root;
    *builder = (ClaimBuilder){
        .claim = claim,
        .winner = claim->outcome == GOAL_REACHED ? goal->reacher : color_opponent(goal->reacher),
        .moves = moves,
        .status = status};
    if (!goal_game_begin(&builder->game, goal, claim->board, claim->ko)) {
        return status_fail(status, "a target stands outside the region");
    }
    builder->ko_free = builder->game;
    builder->ko_free.ko = (GoalKoRule){.ko = KO_IS_HOLDERS};
    goal_node_set(&builder->game, claim->board, claim->first, claim->captured, &root);
    if (moves != NULL) {
        root.position.ko = BIT_NO_POINT;
    }
    map_init(&builder->map, 0);
    const bool ok = follow_all(builder, &root);
    free(builder->entries);
    free(builder->path);
    free(builder->later);
    map_free(&builder->map);
    return ok;
}

bool goal_claim_is_reached(const GoalClaim *claim, int64_t *nodes) {
    ClaimBuilder builder;
    Status ignored;
    const bool is_reached = search_claim(claim, NULL, &builder, &ignored);
    *nodes += builder.nodes;
    return is_reached;
}

bool goal_claim_write(const GoalClaim *claim, Text *moves, size_t *move_count, Status *status) {
    ClaimBuilder builder;
    const bool ok = search_claim(claim, moves, &builder, status);
    *move_count = builder.move_count;
    return ok;
}
