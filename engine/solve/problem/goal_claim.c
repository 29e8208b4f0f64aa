#include "engine/solve/problem/goal_claim.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/solve/goal/search/goal_node.h"
#include "engine/solve/verify/strategy.h"

/* What a position is told apart by. */
enum { KEY_BYTES = (CELL_COUNT_MAX + 3) / 4 + 8 };

/* A position with the winner to move. */
typedef struct {
    Point move;   /* POINT_NONE: not yet known */
    bool is_open; /* it stands on the path of the builder */
    bool is_won;  /* the moves against all replies are known */
    bool is_written;
} Entry;

typedef struct {
    const GoalClaim *claim;
    GoalGame game;
    Color winner;
    size_t key_bytes;
    uint8_t *keys; /* of each entry */
    Entry *entries;
    size_t count, room;
    size_t *table;      /* entry + 1, or 0; twice the room */
    struct Visit *path; /* of the writer */
    size_t path_length;
    size_t move_count;
    Text *moves;
    Status *status;
} ClaimBuilder;

typedef struct Visit {
    size_t entry;
    int reply; /* the next to be followed (move_at) */
} Visit;

/* ---- Positions ---- */

/* The i-th of the moves inside the region. A pass comes last. */
static Point move_at(const ClaimBuilder *builder, int i) {
    const Goal *goal = builder->claim->goal;
    return i < goal->point_count ? goal->points[i] : POINT_PASS;
}

/* Makes `after` the position after a move. Returns false if it is illegal under the rule for kos.
 */
static bool play(const ClaimBuilder *builder, const GoalNode *before, Point p, GoalNode *after) {
    GoalMoveNotes ignored;
    return goal_node_play(&builder->game, before, p, after, &ignored);
}

static GoalOutcome judge(const ClaimBuilder *builder, const GoalNode *node) {
    Zone zone;
    return goal_judge(builder->claim->goal, &node->board, node->captured, &zone);
}

static void pack(const ClaimBuilder *builder, const GoalNode *node, uint8_t *key) {
    const Geometry *geometry = node->board.geometry;
    uint8_t *rest = key + builder->key_bytes - 8;
    memset(key, 0, builder->key_bytes);
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const Color color = board_color(&node->board, geometry->point_of[cell]);
        key[cell / 4] |= (uint8_t)(color << 2 * (cell % 4));
    }
    memcpy(rest, &node->captured, sizeof node->captured);
    memcpy(rest + 4, &node->board.ko, sizeof node->board.ko);
    memcpy(rest + 6, node->threats, sizeof node->threats);
}

static void unpack(const ClaimBuilder *builder, const uint8_t *key, GoalNode *node) {
    const Geometry *geometry = builder->claim->board->geometry;
    const uint8_t *rest = key + builder->key_bytes - 8;
    ColorCell cells[CELL_COUNT_MAX];
    Status status;
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        cells[cell] = (ColorCell)(key[cell / 4] >> 2 * (cell % 4) & 3);
    }
    board_init(&node->board, geometry);
    board_set_up(&node->board, cells, builder->winner, &status);
    memcpy(&node->captured, rest, sizeof node->captured);
    memcpy(&node->board.ko, rest + 4, sizeof node->board.ko);
    memcpy(node->threats, rest + 6, sizeof node->threats);
    node->mover = builder->winner;
}

/* ---- Entries ---- */

static size_t *find_slot(const ClaimBuilder *builder, const uint8_t *key) {
    const uint64_t sum = frame_sum(key, builder->key_bytes);
    size_t slot = (size_t)(sum ^ sum >> 32) % (2 * builder->room);
    while (builder->table[slot] != 0 &&
           memcmp(builder->keys + (builder->table[slot] - 1) * builder->key_bytes, key,
                  builder->key_bytes) != 0) {
        slot = (slot + 1) % (2 * builder->room);
    }
    return &builder->table[slot];
}

static void make_room(ClaimBuilder *builder) {
    builder->room = 2 * builder->room + 256;
    builder->keys = memory_check(realloc(builder->keys, builder->room * builder->key_bytes));
    builder->entries =
        memory_check(realloc(builder->entries, builder->room * sizeof *builder->entries));
    free(builder->table);
    builder->table = memory_new(2 * builder->room, sizeof *builder->table);
    for (size_t i = 0; i < builder->count; i++) {
        *find_slot(builder, builder->keys + i * builder->key_bytes) = i + 1;
    }
}

/* Returns the entry of a position with the winner to move, or a new one. */
static size_t find_entry(ClaimBuilder *builder, const GoalNode *node) {
    uint8_t key[KEY_BYTES];
    if (builder->count == builder->room) {
        make_room(builder);
    }
    pack(builder, node, key);
    size_t *slot = find_slot(builder, key);
    if (*slot == 0) {
        memcpy(builder->keys + builder->count * builder->key_bytes, key, builder->key_bytes);
        builder->entries[builder->count] = (Entry){.move = POINT_NONE};
        *slot = ++builder->count;
    }
    return *slot - 1;
}

/* ---- The strategy ---- */

static bool search_node(ClaimBuilder *builder, const GoalNode *node, GoalResult *result) {
    GoalKoRule ko = builder->game.ko;
    ko.threats[0] = node->threats[0];
    ko.threats[1] = node->threats[1];
    *result = goal_search_run(builder->claim->search, builder->claim->goal, &node->board,
                              node->mover, node->captured, ko, builder->claim->limits);
    return result->outcome != GOAL_OPEN ||
           status_fail(builder->status, "a search for the proof reached its limits");
}

/* A claim that the goal is held needs any move that keeps it. */
static bool find_held_move(ClaimBuilder *builder, const GoalNode *node, size_t entry) {
    GoalResult result;
    if (builder->entries[entry].move != POINT_NONE) {
        return true;
    }
    if (!search_node(builder, node, &result)) {
        return false;
    }
    builder->entries[entry].move = result.move;
    return result.outcome == builder->claim->outcome ||
           status_fail(builder->status, "the searches contradict each other");
}

typedef enum { BUILD_DONE, BUILD_CYCLE, BUILD_FAILED } Build;

enum { BUILD_DEPTH_MAX = 1000 };

static Build build_reached(ClaimBuilder *builder, const GoalNode *node, int depth);

/* Tries a move that wins. It does not do if a reply leads back to a position of the path. */
static Build try_move(ClaimBuilder *builder, const GoalNode *node, Point move, int depth) {
    GoalNode *after = memory_new(2, sizeof *after), *child = after + 1;
    Build build = play(builder, node, move, after) ? BUILD_DONE : BUILD_CYCLE;
    if (build == BUILD_DONE && judge(builder, after) != GOAL_REACHED) {
        for (int i = 0; build == BUILD_DONE && i <= builder->claim->goal->point_count; i++) {
            const Point p = move_at(builder, i);
            if (play(builder, after, p, child) && judge(builder, child) != GOAL_REACHED) {
                build = build_reached(builder, child, depth + 1);
            }
        }
    }
    free(after);
    return build;
}

/* Does the goal stay within reach after the move? */
static bool move_wins(ClaimBuilder *builder, const GoalNode *node, Point move, bool *failed) {
    GoalNode *after = memory_new(1, sizeof *after);
    GoalResult result = {.outcome = GOAL_HELD};
    if (play(builder, node, move, after)) {
        *failed = !search_node(builder, after, &result);
    }
    free(after);
    return result.outcome == GOAL_REACHED;
}

/* Finds moves against all replies such that no position comes back. A position that is won keeps
 * its moves; one that leads back to the path is tried again from elsewhere. */
static Build build_reached(ClaimBuilder *builder, const GoalNode *node, int depth) {
    const size_t entry = find_entry(builder, node);
    GoalResult result;
    if (builder->entries[entry].is_won) {
        return BUILD_DONE;
    }
    if (builder->entries[entry].is_open || depth == BUILD_DEPTH_MAX) {
        return BUILD_CYCLE;
    }
    if (builder->count > GOAL_CLAIM_MOVES_MAX) {
        status_fail(builder->status, "a claim needs more than %d moves", GOAL_CLAIM_MOVES_MAX);
        return BUILD_FAILED;
    }
    if (!search_node(builder, node, &result)) {
        return BUILD_FAILED;
    }
    if (result.outcome != GOAL_REACHED) {
        status_fail(builder->status, "the searches contradict each other");
        return BUILD_FAILED;
    }
    builder->entries[entry].is_open = true;
    Point move = result.move;
    Build build = try_move(builder, node, move, depth);
    for (int i = 0; build == BUILD_CYCLE && i <= builder->claim->goal->point_count; i++) {
        bool failed = false;
        move = move_at(builder, i);
        if (move != result.move && move_wins(builder, node, move, &failed)) {
            build = try_move(builder, node, move, depth);
        }
        build = failed ? BUILD_FAILED : build;
    }
    builder->entries[entry].is_open = false;
    builder->entries[entry].is_won = build == BUILD_DONE;
    builder->entries[entry].move = move;
    return build;
}

/* ---- The moves, in the order of the check ---- */

static void write_move(ClaimBuilder *builder, Point move) {
    char text[3] = "--";
    if (move != POINT_PASS) {
        text[0] = (char)('a' + point_x(move));
        text[1] = (char)('a' + point_y(move));
    }
    text_add(builder->moves, "%s", text);
    builder->move_count++;
}

/* Writes the winner's move in a position that was not met before, whose replies then follow. */
static bool enter(ClaimBuilder *builder, const GoalNode *node) {
    const size_t entry = find_entry(builder, node);
    if (builder->entries[entry].is_written) {
        return true;
    }
    if (builder->claim->outcome == GOAL_HELD && !find_held_move(builder, node, entry)) {
        return false;
    }
    if (builder->move_count == GOAL_CLAIM_MOVES_MAX) {
        return status_fail(builder->status, "a claim needs more than %d moves",
                           GOAL_CLAIM_MOVES_MAX);
    }
    builder->entries[entry].is_written = true;
    write_move(builder, builder->entries[entry].move);
    builder->path = memory_grow(builder->path, builder->path_length, sizeof *builder->path);
    builder->path[builder->path_length++] = (Visit){entry, 0};
    return true;
}

static bool write_reply(ClaimBuilder *builder, GoalNode nodes[3]) {
    Visit *visit = &builder->path[builder->path_length - 1];
    const int count = builder->claim->goal->point_count;
    unpack(builder, builder->keys + visit->entry * builder->key_bytes, &nodes[0]);
    play(builder, &nodes[0], builder->entries[visit->entry].move, &nodes[1]);
    if (visit->reply > count || judge(builder, &nodes[1]) != GOAL_OPEN) {
        builder->path_length--;
        return true;
    }
    while (visit->reply <= count) {
        const Point p = move_at(builder, visit->reply++);
        if (play(builder, &nodes[1], p, &nodes[2]) && judge(builder, &nodes[2]) == GOAL_OPEN) {
            return enter(builder, &nodes[2]);
        }
    }
    return true;
}

/* Follows a position with the winner to move, and all that comes after it. */
static bool write_from(ClaimBuilder *builder, const GoalNode *node) {
    if (builder->claim->outcome == GOAL_REACHED) {
        const Build build = build_reached(builder, node, 0);
        if (build == BUILD_CYCLE) {
            return status_fail(builder->status, "no strategy without cycles was found");
        }
        if (build == BUILD_FAILED) {
            return false;
        }
    }
    GoalNode *nodes = memory_new(3, sizeof *nodes);
    bool ok = enter(builder, node);
    while (ok && builder->path_length > 0) {
        ok = write_reply(builder, nodes);
    }
    free(nodes);
    return ok;
}

static bool write_all(ClaimBuilder *builder) {
    const GoalClaim *claim = builder->claim;
    const bool winner_moves = claim->first == builder->winner;
    GoalNode *nodes = memory_new(2, sizeof *nodes), *root = nodes, *after = nodes + 1;
    goal_node_set(&builder->game, claim->board, claim->first, 0, root);
    root->board.ko = POINT_NONE;
    const bool is_open = judge(builder, root) == GOAL_OPEN;
    bool ok = !is_open || !winner_moves || write_from(builder, root);
    for (int i = 0; ok && is_open && !winner_moves && i <= claim->goal->point_count; i++) {
        if (play(builder, root, move_at(builder, i), after) && judge(builder, after) == GOAL_OPEN) {
            ok = write_from(builder, after);
        }
    }
    free(nodes);
    return ok;
}

bool goal_claim_write(const GoalClaim *claim, Text *moves, size_t *move_count, Status *status) {
    const Goal *goal = claim->goal;
    ClaimBuilder builder = {
        .claim = claim,
        .winner = claim->outcome == GOAL_REACHED ? goal->reacher : color_opponent(goal->reacher),
        .key_bytes = (size_t)(claim->board->geometry->cell_count + 3) / 4 + 8,
        .moves = moves,
        .status = status};
    goal_game_begin(&builder.game, goal, claim->board, claim->ko, GOAL_GAME_ON_BOARD);
    const bool ok = write_all(&builder);
    *move_count = builder.move_count;
    free(builder.keys);
    free(builder.entries);
    free(builder.table);
    free(builder.path);
    return ok;
}
