#include "engine/solve/problem/problem.h"

#include <inttypes.h>
#include <stdlib.h>

#include "engine/base/map.h"
#include "engine/base/memory.h"
#include "engine/solve/problem/wall.h"
#include "engine/solve/verify/strategy.h"

/* ---- Claims: the winner's moves against all replies inside the region, found again by searches
 * where the table has lost them ---- */

enum { GOAL_CLAIM_MOVES_MAX = 1000000 };

typedef struct {
    GoalSearch *search;
    const Goal *goal; /* finished */
    const Board *board;
    GoalKoRule ko;
    Color first; /* who moves first */
    GoalOutcome outcome;
    GoalLimits limits;
} GoalClaim;

/* A position with the winner to move. */
typedef struct {
    GoalNode node;
    Point move;   /* POINT_NONE: not yet known */
    bool is_open; /* it stands on the path of the builder */
    bool is_won;  /* the moves against all replies are known */
    bool is_written;
} ClaimEntry;

/* An entry on the path of the writer. */
typedef struct {
    uint32_t entry;
    int reply; /* the next to be followed (move_at) */
} Visit;

typedef struct {
    const GoalClaim *claim;
    GoalGame game;
    Color winner;
    ClaimEntry *entries;
    size_t count;
    Map map; /* of the entries, by their positions */
    Visit *path;
    size_t path_length;
    size_t move_count;
    Text *moves;
    Status *status;
} ClaimBuilder;

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
    uint64_t ignored;
    return goal_node_judge(&builder->game, node, &ignored);
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
static bool is_within_limits(const ClaimBuilder *builder, bool is_searched) {
    return (is_searched && !deadline_is_over(builder->claim->limits.deadline)) ||
           status_fail(builder->status, "a search for the proof reached its limits");
}

static bool search_node(ClaimBuilder *builder, const GoalNode *node, GoalResult *result) {
    *result =
        goal_search_run_node(builder->claim->search, &builder->game, node, builder->claim->limits);
    return is_within_limits(builder, result->outcome != GOAL_OPEN);
}

/* A claim that the goal is held needs any move that keeps it. */
static bool find_held_move(ClaimBuilder *builder, const GoalNode *node, uint32_t entry) {
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

/* Tries a move that wins. A reply that leads back to a position of the path is BUILD_CYCLE. */
static Build try_move(ClaimBuilder *builder, const GoalNode *node, Point move, int depth) {
    GoalNode after, child;
    Build build = play(builder, node, move, &after) ? BUILD_DONE : BUILD_CYCLE;
    if (build == BUILD_CYCLE || judge(builder, &after) == GOAL_REACHED) {
        return build;
    }
    for (int i = 0; build == BUILD_DONE && i <= builder->claim->goal->point_count; i++) {
        if (play(builder, &after, move_at(builder, i), &child) &&
            judge(builder, &child) != GOAL_REACHED) {
            build = build_reached(builder, &child, depth + 1);
        }
    }
    return build;
}

/* Does the goal stay within reach after the move? */
static bool move_wins(ClaimBuilder *builder, const GoalNode *node, Point move, bool *failed) {
    GoalNode after;
    GoalResult result = {.outcome = GOAL_HELD};
    if (play(builder, node, move, &after)) {
        *failed = !search_node(builder, &after, &result);
    }
    return !*failed && result.outcome == GOAL_REACHED;
}

/* Finds moves against all replies such that no position comes back. A position that is won keeps
 * its moves; one that leads back to the path is tried again from elsewhere. */
static Build build_reached(ClaimBuilder *builder, const GoalNode *node, int depth) {
    const uint32_t entry = find_entry(builder, node);
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
    const uint32_t entry = find_entry(builder, node);
    if (!is_within_limits(builder, true)) {
        return false;
    }
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

static bool write_reply(ClaimBuilder *builder) {
    Visit *visit = &builder->path[builder->path_length - 1];
    const ClaimEntry *entry = &builder->entries[visit->entry];
    const int count = builder->claim->goal->point_count;
    GoalNode after, child;
    play(builder, &entry->node, entry->move, &after);
    if (visit->reply > count || judge(builder, &after) != GOAL_OPEN) {
        builder->path_length--;
        return true;
    }
    while (visit->reply <= count) {
        const Point p = move_at(builder, visit->reply++);
        if (play(builder, &after, p, &child) && judge(builder, &child) == GOAL_OPEN) {
            return enter(builder, &child);
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
    bool ok = enter(builder, node);
    while (ok && builder->path_length > 0) {
        ok = write_reply(builder);
    }
    return ok;
}

static bool write_all(ClaimBuilder *builder) {
    const GoalClaim *claim = builder->claim;
    GoalNode root, after;
    goal_node_set(&builder->game, claim->board, claim->first, 0, &root);
    root.position.ko = BIT_NO_POINT;
    if (judge(builder, &root) != GOAL_OPEN) {
        return true;
    }
    if (claim->first == builder->winner) {
        return write_from(builder, &root);
    }
    bool ok = true;
    for (int i = 0; ok && i <= claim->goal->point_count; i++) {
        if (play(builder, &root, move_at(builder, i), &after) &&
            judge(builder, &after) == GOAL_OPEN) {
            ok = write_from(builder, &after);
        }
    }
    return ok;
}

/* Appends the moves in the order in which the verifier asks for them, and sets their number.
 * Returns false with a message if a search reaches its limits again, the deadline is over, or
 * there are too many moves. */
static bool write_claim(const GoalClaim *claim, Text *moves, size_t *move_count, Status *status) {
    const Goal *goal = claim->goal;
    ClaimBuilder builder = {
        .claim = claim,
        .winner = claim->outcome == GOAL_REACHED ? goal->reacher : color_opponent(goal->reacher),
        .moves = moves,
        .status = status};
    if (!goal_game_begin(&builder.game, goal, claim->board, claim->ko)) {
        return status_fail(status, "a target stands outside the region");
    }
    map_init(&builder.map, 0);
    const bool ok = write_all(&builder);
    *move_count = builder.move_count;
    free(builder.entries);
    free(builder.path);
    map_free(&builder.map);
    return ok;
}

/* ---- The file ---- */

typedef struct {
    GoalSearch *search;
    const Goal *goal;
    const Board *board;
    GoalLimits limits;
    Text claims;
    int count;
    bool wins[2]; /* [color]: a claim */
    Status *status;
} ProofMaker;

static const char *name_kos(const Goal *goal, GoalKo ko) {
    return ko == KO_IS_SIMPLE
               ? "simple"
               : color_name(ko == KO_IS_REACHERS ? goal->reacher : color_opponent(goal->reacher));
}

/* Adds a claim about the goal, or about the life of its targets. */
static bool add_claim(ProofMaker *proof, GoalKind kind, Color first, GoalKoRule ko,
                      GoalOutcome outcome) {
    static const char *const KINDS[] = {[GOAL_CAPTURE_ALL] = "capture-all",
                                        [GOAL_CAPTURE_ANY] = "capture-any",
                                        [GOAL_LIVE] = "live"};
    Goal goal = *proof->goal;
    if (kind != goal.kind) {
        goal.kind = kind;
        goal.reacher = goal_target_color(proof->goal);
        if (!goal_finish(&goal, proof->board, proof->status)) {
            return false;
        }
    }
    const GoalClaim claim = {proof->search, &goal, proof->board, ko, first, outcome, proof->limits};
    Text moves = {0};
    size_t move_count = 0;
    const bool ok = write_claim(&claim, &moves, &move_count, proof->status);
    if (ok) {
        text_add(&proof->claims, "claim %s first %s kos %s threats %d %d %s %zu\n%s\n", KINDS[kind],
                 color_name(first), name_kos(&goal, ko.ko), ko.threats[0], ko.threats[1],
                 outcome == GOAL_REACHED ? "reached" : "held", move_count, text_get(&moves));
        proof->count++;
        proof->wins[outcome == GOAL_REACHED ? goal.reacher : color_opponent(goal.reacher)] = true;
    }
    text_free(&moves);
    return ok;
}

/* Claims that the side that moves first wins the capture, or loses it. */
static bool add_capture(ProofMaker *proof, Color first, GoalKo ko, int threats, bool wins) {
    GoalKoRule rule = {.ko = ko};
    rule.threats[first] = threats;
    return add_claim(proof, proof->goal->kind, first, rule,
                     goal_outcome_for(proof->goal, wins ? first : color_opponent(first)));
}

static bool add_side(ProofMaker *proof, const ProblemSide *side) {
    const Color first = side->mover;
    const GoalKo own = goal_kos_of(proof->goal, first);
    const GoalKo other = goal_kos_of(proof->goal, color_opponent(first));
    const int threats = side->answer.threats;
    bool ok = true;
    switch (side->answer.code) {
    case GOAL_WINS:
        ok = add_capture(proof, first, other, 0, true);
        break;
    case GOAL_FAILS:
        ok = add_capture(proof, first, own, 0, false);
        break;
    case GOAL_WINS_KO:
        ok = add_capture(proof, first, KO_IS_SIMPLE, 0, true) &&
             add_capture(proof, first, other, 0, false);
        break;
    case GOAL_WINS_KO_THREAT:
        ok = add_capture(proof, first, KO_IS_SIMPLE, 0, false) &&
             add_capture(proof, first, own, 0, true) &&
             (threats == 0 || add_capture(proof, first, KO_IS_SIMPLE, threats, true)) &&
             (threats <= 1 || add_capture(proof, first, KO_IS_SIMPLE, threats - 1, false));
        break;
    case GOAL_UNKNOWN:
        return status_fail(proof->status, "an answer is unknown");
    }
    const GoalKoRule simple = {.ko = KO_IS_SIMPLE};
    return ok && (!side->is_seki || add_claim(proof, GOAL_LIVE, first, simple, GOAL_HELD));
}

static void add_vertices(const Board *board, const Point *points, int count, Text *text) {
    for (int i = 0; i < count; i++) {
        char vertex[POINT_TEXT_MAX];
        text_add(text, " %s", point_to_text(points[i], board->geometry->height, vertex));
    }
}

static void add_cells(const Board *board, const Zone *zone, Text *text) {
    const Geometry *geometry = board->geometry;
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const Point p = geometry->point_of[cell];
        text_add(text, "%c", zone == NULL ? "XO."[board_color(board, p)] : ".#"[zone_has(zone, p)]);
    }
}

bool goal_proof_write(GoalSearch *search, const Goal *goal, const Board *board,
                      const ProblemSide *const sides[2], GoalLimits limits, Text *text,
                      Status *status) {
    ProofMaker proof = {
        .search = search, .goal = goal, .board = board, .limits = limits, .status = status};
    bool ok = true;
    for (int i = 0; i < 2; i++) {
        ok = ok && (sides[i] == NULL || add_side(&proof, sides[i]));
    }
    if (ok) {
        text_add(text, "dihedra local proof 2\nboard %dx%d\nposition ", board->geometry->width,
                 board->geometry->height);
        add_cells(board, NULL, text);
        text_add(text, "\nplayable ");
        add_cells(board, &goal->playable, text);
        text_add(text, "\nowner %s\ntargets", color_name(goal_target_color(goal)));
        add_vertices(board, goal->targets, goal->target_count, text);
        text_add(text, "\nsafe");
        Point walls[CELL_COUNT_MAX];
        Walls found;
        walls_find(board, &goal->playable, &found);
        const int wall_count = walls_list(&found, proof.wins, WALL_ASSUMED, walls);
        add_vertices(board, walls, wall_count, text);
        text_add(text, "%s\nassumes no play outside, passes allowed, suicide illegal\nclaims %d\n",
                 wall_count == 0 ? " none" : "", proof.count);
        text_append(text, text_get(&proof.claims), proof.claims.length);
        text_add(text, "checksum %016" PRIX64 "\n",
                 frame_sum((const uint8_t *)text->bytes, text->length));
    }
    text_free(&proof.claims);
    return ok;
}
