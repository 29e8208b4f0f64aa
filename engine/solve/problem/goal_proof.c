#include "engine/solve/problem/goal_proof.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/solve/goal/dilate.h"
#include "engine/solve/verify/strategy.h"

/* A position, and what the rule for kos adds to the board. */
typedef struct {
    Board board; /* its to_move and ko hold */
    uint32_t captured;
    uint8_t threats[2];
} Node;

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
    GoalSearch *search;
    Goal goal;
    const Board *root;
    GoalKoRule ko;
    GoalLimits limits;
    GoalOutcome outcome; /* what the claim says */
    Color first, winner;
    size_t key_bytes;
    uint8_t *keys; /* of each entry */
    Entry *entries;
    size_t count, room;
    size_t *table;      /* entry + 1, or 0; twice the room */
    struct Visit *path; /* of the writer */
    size_t path_length;
    size_t move_count;
    Text moves;
    Status *status;
} Claim;

typedef struct Visit {
    size_t entry;
    int reply; /* the next of goal.points; a pass comes last */
} Visit;

/* ---- Positions ---- */

static Color mover_of(const Node *node) {
    return (Color)node->board.to_move;
}

static bool side_wins_kos(const Claim *claim, Color color) {
    return claim->ko.ko == (color == claim->goal.reacher ? KO_IS_REACHERS : KO_IS_HOLDERS);
}

/* Makes `after` the position after a move. Returns false if it is illegal under the rule for kos.
 */
static bool play(const Claim *claim, const Node *before, Point p, Node *after) {
    const Color mover = mover_of(before);
    const MoveCheck check = board_check(&before->board, mover, p, false);
    const bool breaks_ban = check == MOVE_KO && before->threats[mover] > 0;
    const bool is_simple = claim->ko.ko == KO_IS_SIMPLE;
    if ((check != MOVE_LEGAL && !breaks_ban) ||
        (p != POINT_PASS && !is_simple && !side_wins_kos(claim, mover) &&
         move_takes_ko(&before->board, mover, p))) {
        return false;
    }
    board_copy(&after->board, &before->board);
    board_play(&after->board, mover, p);
    if (!is_simple) {
        after->board.ko = POINT_NONE;
    }
    after->captured = mover == goal_target_color(&claim->goal)
                          ? before->captured
                          : goal_add_captured(&claim->goal, &after->board, before->captured);
    after->threats[0] = before->threats[0];
    after->threats[1] = before->threats[1];
    after->threats[mover] = (uint8_t)(after->threats[mover] - breaks_ban);
    return true;
}

static GoalOutcome judge(const Claim *claim, const Node *node) {
    Zone zone;
    return goal_judge(&claim->goal, &node->board, node->captured, &zone);
}

static void pack(const Claim *claim, const Node *node, uint8_t *key) {
    const Geometry *geometry = node->board.geometry;
    uint8_t *rest = key + claim->key_bytes - 8;
    memset(key, 0, claim->key_bytes);
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const Color color = board_color(&node->board, geometry->point_of[cell]);
        key[cell / 4] |= (uint8_t)(color << 2 * (cell % 4));
    }
    memcpy(rest, &node->captured, sizeof node->captured);
    memcpy(rest + 4, &node->board.ko, sizeof node->board.ko);
    memcpy(rest + 6, node->threats, sizeof node->threats);
}

static void unpack(const Claim *claim, const uint8_t *key, Node *node) {
    const Geometry *geometry = claim->root->geometry;
    const uint8_t *rest = key + claim->key_bytes - 8;
    ColorCell cells[CELL_COUNT_MAX];
    Status status;
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        cells[cell] = (ColorCell)(key[cell / 4] >> 2 * (cell % 4) & 3);
    }
    board_init(&node->board, geometry);
    board_set_up(&node->board, cells, claim->winner, &status);
    memcpy(&node->captured, rest, sizeof node->captured);
    memcpy(&node->board.ko, rest + 4, sizeof node->board.ko);
    memcpy(node->threats, rest + 6, sizeof node->threats);
}

/* ---- Entries ---- */

static size_t *find_slot(const Claim *claim, const uint8_t *key) {
    const uint64_t sum = proof_file_sum(key, claim->key_bytes);
    size_t slot = (size_t)(sum ^ sum >> 32) % (2 * claim->room);
    while (claim->table[slot] != 0 &&
           memcmp(claim->keys + (claim->table[slot] - 1) * claim->key_bytes, key,
                  claim->key_bytes) != 0) {
        slot = (slot + 1) % (2 * claim->room);
    }
    return &claim->table[slot];
}

static void make_room(Claim *claim) {
    claim->room = 2 * claim->room + 256;
    claim->keys = memory_check(realloc(claim->keys, claim->room * claim->key_bytes));
    claim->entries = memory_check(realloc(claim->entries, claim->room * sizeof *claim->entries));
    free(claim->table);
    claim->table = memory_new(2 * claim->room, sizeof *claim->table);
    for (size_t i = 0; i < claim->count; i++) {
        *find_slot(claim, claim->keys + i * claim->key_bytes) = i + 1;
    }
}

/* Returns the entry of a position with the winner to move, or a new one. */
static size_t find_entry(Claim *claim, const Node *node) {
    uint8_t key[KEY_BYTES];
    if (claim->count == claim->room) {
        make_room(claim);
    }
    pack(claim, node, key);
    size_t *slot = find_slot(claim, key);
    if (*slot == 0) {
        memcpy(claim->keys + claim->count * claim->key_bytes, key, claim->key_bytes);
        claim->entries[claim->count] = (Entry){.move = POINT_NONE};
        *slot = ++claim->count;
    }
    return *slot - 1;
}

/* ---- The strategy ---- */

static bool search(Claim *claim, const Node *node, GoalResult *result) {
    GoalKoRule ko = claim->ko;
    ko.threats[0] = node->threats[0];
    ko.threats[1] = node->threats[1];
    *result = goal_search_run(claim->search, &claim->goal, &node->board, mover_of(node),
                              node->captured, ko, claim->limits);
    return result->outcome != GOAL_OPEN ||
           status_fail(claim->status, "a search for the proof reached its limits");
}

/* A claim that the goal is held needs any move that keeps it. */
static bool find_held_move(Claim *claim, const Node *node, size_t entry) {
    GoalResult result;
    if (claim->entries[entry].move != POINT_NONE) {
        return true;
    }
    if (!search(claim, node, &result)) {
        return false;
    }
    claim->entries[entry].move = result.move;
    return result.outcome == claim->outcome ||
           status_fail(claim->status, "the searches contradict each other");
}

typedef enum { BUILD_DONE, BUILD_CYCLE, BUILD_FAILED } Build;

enum { BUILD_DEPTH_MAX = 1000 };

static Build build_reached(Claim *claim, const Node *node, int depth);

/* Tries a move that wins. It does not do if a reply leads back to a position of the path. */
static Build try_move(Claim *claim, const Node *node, Point move, int depth) {
    Node *after = memory_new(2, sizeof *after), *child = after + 1;
    Build build = play(claim, node, move, after) ? BUILD_DONE : BUILD_CYCLE;
    if (build == BUILD_DONE && judge(claim, after) != GOAL_REACHED) {
        for (int i = 0; build == BUILD_DONE && i <= claim->goal.point_count; i++) {
            const Point p = i < claim->goal.point_count ? claim->goal.points[i] : POINT_PASS;
            if (play(claim, after, p, child) && judge(claim, child) != GOAL_REACHED) {
                build = build_reached(claim, child, depth + 1);
            }
        }
    }
    free(after);
    return build;
}

/* Does the goal stay within reach after the move? */
static bool move_wins(Claim *claim, const Node *node, Point move, bool *failed) {
    Node *after = memory_new(1, sizeof *after);
    GoalResult result = {.outcome = GOAL_HELD};
    if (play(claim, node, move, after)) {
        *failed = !search(claim, after, &result);
    }
    free(after);
    return result.outcome == GOAL_REACHED;
}

/* Finds moves against all replies such that no position comes back. A position that is won keeps
 * its moves; one that leads back to the path is tried again from elsewhere. */
static Build build_reached(Claim *claim, const Node *node, int depth) {
    const size_t entry = find_entry(claim, node);
    GoalResult result;
    if (claim->entries[entry].is_won) {
        return BUILD_DONE;
    }
    if (claim->entries[entry].is_open || depth == BUILD_DEPTH_MAX) {
        return BUILD_CYCLE;
    }
    if (claim->count > GOAL_PROOF_MOVES) {
        status_fail(claim->status, "a claim needs more than %d moves", GOAL_PROOF_MOVES);
        return BUILD_FAILED;
    }
    if (!search(claim, node, &result)) {
        return BUILD_FAILED;
    }
    if (result.outcome != GOAL_REACHED) {
        status_fail(claim->status, "the searches contradict each other");
        return BUILD_FAILED;
    }
    claim->entries[entry].is_open = true;
    Point move = result.move;
    Build build = try_move(claim, node, move, depth);
    for (int i = 0; build == BUILD_CYCLE && i <= claim->goal.point_count; i++) {
        bool failed = false;
        move = i < claim->goal.point_count ? claim->goal.points[i] : POINT_PASS;
        if (move != result.move && move_wins(claim, node, move, &failed)) {
            build = try_move(claim, node, move, depth);
        }
        build = failed ? BUILD_FAILED : build;
    }
    claim->entries[entry].is_open = false;
    claim->entries[entry].is_won = build == BUILD_DONE;
    claim->entries[entry].move = move;
    return build;
}

/* ---- The moves, in the order of the check ---- */

static void write_move(Claim *claim, Point move) {
    char text[3] = "--";
    if (move != POINT_PASS) {
        text[0] = (char)('a' + point_x(move));
        text[1] = (char)('a' + point_y(move));
    }
    text_add(&claim->moves, "%s", text);
    claim->move_count++;
}

/* Writes the winner's move in a position that was not met before, whose replies then follow. */
static bool enter(Claim *claim, const Node *node) {
    const size_t entry = find_entry(claim, node);
    if (claim->entries[entry].is_written) {
        return true;
    }
    if (claim->outcome == GOAL_HELD && !find_held_move(claim, node, entry)) {
        return false;
    }
    if (claim->move_count == GOAL_PROOF_MOVES) {
        return status_fail(claim->status, "a claim needs more than %d moves", GOAL_PROOF_MOVES);
    }
    claim->entries[entry].is_written = true;
    write_move(claim, claim->entries[entry].move);
    claim->path = memory_grow(claim->path, claim->path_length, sizeof *claim->path);
    claim->path[claim->path_length++] = (Visit){entry, 0};
    return true;
}

static bool write_reply(Claim *claim, Node nodes[3]) {
    Visit *visit = &claim->path[claim->path_length - 1];
    const int count = claim->goal.point_count;
    unpack(claim, claim->keys + visit->entry * claim->key_bytes, &nodes[0]);
    play(claim, &nodes[0], claim->entries[visit->entry].move, &nodes[1]);
    if (visit->reply > count || judge(claim, &nodes[1]) != GOAL_OPEN) {
        claim->path_length--;
        return true;
    }
    while (visit->reply <= count) {
        const Point p = visit->reply < count ? claim->goal.points[visit->reply] : POINT_PASS;
        visit->reply++;
        if (play(claim, &nodes[1], p, &nodes[2]) && judge(claim, &nodes[2]) == GOAL_OPEN) {
            return enter(claim, &nodes[2]);
        }
    }
    return true;
}

/* Follows a position with the winner to move, and all that comes after it. */
static bool write_from(Claim *claim, const Node *node) {
    if (claim->outcome == GOAL_REACHED) {
        const Build build = build_reached(claim, node, 0);
        if (build == BUILD_CYCLE) {
            return status_fail(claim->status, "no strategy without cycles was found");
        }
        if (build == BUILD_FAILED) {
            return false;
        }
    }
    Node *nodes = memory_new(3, sizeof *nodes);
    bool ok = enter(claim, node);
    while (ok && claim->path_length > 0) {
        ok = write_reply(claim, nodes);
    }
    free(nodes);
    return ok;
}

static bool write_strategy(Claim *claim) {
    Node *nodes = memory_new(2, sizeof *nodes), *root = nodes, *after = nodes + 1;
    bool ok = true;
    board_copy(&root->board, claim->root);
    root->board.to_move = (uint8_t)claim->first;
    root->board.ko = POINT_NONE;
    root->threats[0] = (uint8_t)claim->ko.threats[0];
    root->threats[1] = (uint8_t)claim->ko.threats[1];
    if (judge(claim, root) == GOAL_OPEN) {
        if (claim->first == claim->winner) {
            ok = write_from(claim, root);
        }
        for (int i = 0; ok && claim->first != claim->winner && i <= claim->goal.point_count; i++) {
            const Point p = i < claim->goal.point_count ? claim->goal.points[i] : POINT_PASS;
            if (play(claim, root, p, after) && judge(claim, after) == GOAL_OPEN) {
                ok = write_from(claim, after);
            }
        }
    }
    free(nodes);
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
    Status *status;
} Proof;

static const char *name_kos(const Goal *goal, GoalKo ko) {
    return ko == KO_IS_SIMPLE
               ? "simple"
               : color_name(ko == KO_IS_REACHERS ? goal->reacher : color_opponent(goal->reacher));
}

/* Adds a claim about the goal, or about the life of its targets. */
static bool add_claim(Proof *proof, GoalKind kind, Color first, GoalKoRule ko,
                      GoalOutcome outcome) {
    static const char *const KINDS[] = {[GOAL_CAPTURE_ALL] = "capture-all",
                                        [GOAL_CAPTURE_ANY] = "capture-any",
                                        [GOAL_LIVE] = "live"};
    Claim claim = {.search = proof->search,
                   .goal = *proof->goal,
                   .root = proof->board,
                   .ko = ko,
                   .limits = proof->limits,
                   .outcome = outcome,
                   .first = first,
                   .key_bytes = (size_t)(proof->board->geometry->cell_count + 3) / 4 + 8,
                   .status = proof->status};
    if (kind != claim.goal.kind) {
        claim.goal.kind = kind;
        claim.goal.reacher = goal_target_color(proof->goal);
        if (!goal_finish(&claim.goal, proof->board, proof->status)) {
            return false;
        }
    }
    claim.winner =
        outcome == GOAL_REACHED ? claim.goal.reacher : color_opponent(claim.goal.reacher);
    const bool ok = write_strategy(&claim);
    if (ok) {
        text_add(&proof->claims, "claim %s first %s kos %s threats %d %d %s %zu\n%s\n", KINDS[kind],
                 color_name(first), name_kos(&claim.goal, ko.ko), ko.threats[0], ko.threats[1],
                 outcome == GOAL_REACHED ? "reached" : "held", claim.move_count,
                 text_get(&claim.moves));
        proof->count++;
    }
    free(claim.keys);
    free(claim.entries);
    free(claim.table);
    free(claim.path);
    text_free(&claim.moves);
    return ok;
}

/* Claims that the side that moves first wins the capture, or loses it. */
static bool add_capture(Proof *proof, Color first, GoalKo ko, int threats, bool wins) {
    GoalKoRule rule = {.ko = ko};
    rule.threats[first] = threats;
    return add_claim(proof, proof->goal->kind, first, rule,
                     wins == (first == proof->goal->reacher) ? GOAL_REACHED : GOAL_HELD);
}

static bool add_side(Proof *proof, const ProblemSide *side) {
    const Color first = side->mover;
    const bool reaches = first == proof->goal->reacher;
    const GoalKo own = reaches ? KO_IS_REACHERS : KO_IS_HOLDERS;
    const GoalKo other = reaches ? KO_IS_HOLDERS : KO_IS_REACHERS;
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

static void add_cells(const Board *board, const Zone *zone, Text *text) {
    const Geometry *geometry = board->geometry;
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const Point p = geometry->point_of[cell];
        text_add(text, "%c", zone == NULL ? "XO."[board_color(board, p)] : ".#"[zone_has(zone, p)]);
    }
}

bool goal_proof_write(GoalSearch *search_of, const Goal *goal, const Board *board,
                      const ProblemSide *const sides[2], GoalLimits limits, Text *text,
                      Status *status) {
    Proof proof = {
        .search = search_of, .goal = goal, .board = board, .limits = limits, .status = status};
    bool ok = true;
    for (int i = 0; i < 2; i++) {
        ok = ok && (sides[i] == NULL || add_side(&proof, sides[i]));
    }
    if (ok) {
        text_add(text, "dihedra local proof 1\nboard %dx%d\nposition ", board->geometry->width,
                 board->geometry->height);
        add_cells(board, NULL, text);
        text_add(text, "\nplayable ");
        add_cells(board, &goal->playable, text);
        text_add(text, "\nowner %s\ntargets", color_name(goal_target_color(goal)));
        for (int i = 0; i < goal->target_count; i++) {
            char vertex[POINT_TEXT_MAX];
            text_add(text, " %s", point_to_text(goal->targets[i], board->geometry->height, vertex));
        }
        text_add(text, "\nassumes no play outside, passes allowed, suicide illegal\nclaims %d\n",
                 proof.count);
        text_append(text, text_get(&proof.claims), proof.claims.length);
        text_add(text, "checksum %016" PRIX64 "\n",
                 proof_file_sum((const uint8_t *)text->bytes, text->length));
    }
    text_free(&proof.claims);
    return ok;
}
