/* The search is df-pn (A. Nagai, "Df-pn algorithm for searching AND/OR trees", 2002). A node is a
 * position with a side to move. When all moves of the owner that were tried are refuted, those in
 * the zone of the proof against passing are added, until no new one is left.
 *
 * Ko. Who wins kos is fixed before a search, and up to three searches are made: kos are won by the
 * side that moves second, by neither, and by the side that moves first. If a side wins kos, the
 * other one never takes any, since it would be retaken at once with nothing changed. If neither
 * does, a ko may be retaken after another move, which may be a pass. */
#include "engine/go/reading/reading.h"

#include <assert.h>
#include <stdlib.h>

#include "engine/base/os/pages.h"
#include "engine/go/board/liberty.h"
#include "engine/go/reading/shape.h"
#include "engine/go/reading/zone.h"

enum {
    TABLE_BITS = 17,
    TABLE_SIZE = 1 << TABLE_BITS,
    TABLE_FILL_QUARTERS = 3, /* the most of a table that is used: a fuller one is slow to probe */
    DEPTH_MAX = 120,         /* moves; the longest ladders take fewer */
    /* A child is searched until its delta exceeds the second best by this share of it, so that the
     * search does not jump between children (J. Pawlewicz, L. Lew, "Improving depth-first
     * pn-search: 1+epsilon trick", 2007). */
    EPSILON_DIVISOR = 4,
};

static const ReadingLimits DEFAULT_LIMITS = {.nodes = 16000, .depth = 80};

/* Initial proof numbers of capturing and of saving: [the attacker moves][liberties of the target].
 */
static const uint8_t GUESS_TAKE[2][SHAPE_SAFE] = {{0, 1, 2, 5, 9}, {0, 1, 3, 5, 9}};
static const uint8_t GUESS_SAVE[2][SHAPE_SAFE] = {{0, 3, 2, 1, 1}, {0, 3, 2, 2, 1}};

/* Proof numbers for the side to move (V. Allis, "Searching for solutions in games and artificial
 * intelligence", 1994): phi is what is left to prove that it reaches its aim, delta that it does
 * not. One is 0 if that is proved, and the other is then INFINITE. */
typedef struct {
    uint32_t phi, delta;
} ProofNumbers;

enum { INFINITE = 1 << 28 };

static const ProofNumbers WON = {0, INFINITE}, LOST = {INFINITE, 0};

typedef struct {
    uint64_t key;
    uint64_t query; /* an entry of another query is free */
    ProofNumbers numbers;
    Zone zone; /* if it is proved that the target is captured */
} ProofEntry;

typedef struct {
    Point point;
    bool repeats; /* the path has been in this position before: it is not in the table */
    uint64_t key;
    ProofNumbers numbers; /* for the side that moves next */
} ReadingChild;

/* A position on the path from the root. */
typedef struct {
    Board board;
    Color mover;
    uint64_t key;
    int count;
    ReadingChild children[CELL_COUNT_MAX + 1];
} ReadingFrame;

typedef enum { KO_WON_BY_ATTACKER, KO_WON_BY_NEITHER, KO_WON_BY_OWNER } KoMode;

struct Reader {
    ProofEntry *table;    /* TABLE_SIZE */
    ReadingFrame *frames; /* DEPTH_MAX + 1 */

    /* The present search. */
    uint64_t query; /* its number */
    Point target;
    Color attacker;
    KoMode ko_mode;
    bool ko_met; /* the ko mode may have made a difference */
    ReadingLimits limits;
    int nodes, stored;
    int stored_max; /* the search ends at that many stored positions */
};

static bool is_taken(const Reader *reader, ProofNumbers numbers, Color mover) {
    return (mover == reader->attacker ? numbers.phi : numbers.delta) == 0;
}

/* ---- Table ---- */

/* How many positions may be stored before a search must end: after that, each position on its path
 * may still store all its moves and itself, which must leave an entry free. */
static int find_stored_max(const Board *board, int depth) {
    const int left = TABLE_SIZE - 1 - depth * (board->geometry->cell_count + 2);
    const int most = TABLE_SIZE / 4 * TABLE_FILL_QUARTERS;
    return left < most ? left : most;
}

/* The entry of a position, or the free entry where it belongs. */
static ProofEntry *find_proof_entry(const Reader *reader, uint64_t key) {
    ProofEntry *table = reader->table;
    uint64_t slot = hash_mix(key) >> (64 - TABLE_BITS);
    while (table[slot].query == reader->query && table[slot].key != key) {
        slot = (slot + 1) % TABLE_SIZE;
    }
    return &table[slot];
}

static void store(Reader *reader, uint64_t key, ProofNumbers numbers, const Zone *zone) {
    ProofEntry *entry = find_proof_entry(reader, key);
    reader->stored += entry->query != reader->query;
    assert(reader->stored < TABLE_SIZE); /* find_proof_entry stops at a free one */
    *entry = (ProofEntry){key, reader->query, numbers, *zone};
}

static uint64_t position_key(const Board *board, Color mover) {
    const HashTables *hash = &board->geometry->hash;
    const uint64_t key = board->hash.lane[0] ^ hash->side[mover];
    return board->ko == POINT_NONE ? key
                                   : key ^ hash->ko[board->geometry->cell_of[board->ko]].lane[0];
}

/* ---- Moves ---- */

/* Plays a move if the rules and the ko mode allow it. */
static bool play_if_allowed(Reader *reader, const Board *before, Color mover, Point p,
                            Board *after) {
    const MoveCheck check = board_check(before, mover, p, false);
    reader->ko_met |= check == MOVE_KO;
    if (check != MOVE_LEGAL) {
        return false;
    }
    board_copy(after, before);
    board_play(after, mover, p);
    reader->ko_met |= after->ko != POINT_NONE;
    if (after->ko == POINT_NONE || reader->ko_mode == KO_WON_BY_NEITHER) {
        return true;
    }
    after->ko = POINT_NONE;
    return reader->ko_mode == (mover == reader->attacker ? KO_WON_BY_ATTACKER : KO_WON_BY_OWNER);
}

/* Has a move at p taken a lone target into a snapback? */
static bool is_snapback(const Reader *reader, const Board *before, const Board *after, Point p) {
    return after->color[reader->target] == EMPTY &&
           before->next[reader->target] == reader->target && after->next[p] != p &&
           chain_in_atari(after, p);
}

/* The proof numbers of a new position at that depth. cost: of the move that led to it. */
static ProofNumbers estimate_numbers(const Reader *reader, const Board *board, Color mover,
                                     int depth, int cost) {
    const bool attacks = mover == reader->attacker;
    if (board->color[reader->target] == EMPTY) {
        return LOST; /* the attacker has just moved */
    }
    const int liberties = shape_count_liberties(board, reader->target, SHAPE_SAFE);
    if (liberties == SHAPE_SAFE || depth >= reader->limits.depth) {
        return attacks ? LOST : WON;
    }
    /* Capturing a lone stone may be a ko or a snapback, which the search has to find out. */
    if (attacks && liberties == 1 && board->next[reader->target] != reader->target) {
        return WON;
    }
    const uint32_t take = GUESS_TAKE[attacks][liberties], save = GUESS_SAVE[attacks][liberties];
    return attacks ? (ProofNumbers){take, save + (uint32_t)cost}
                   : (ProofNumbers){save, take + (uint32_t)cost};
}

static bool is_on_path(const Reader *reader, uint64_t key, int depth) {
    bool found = false;
    for (int i = 0; i <= depth; i++) {
        found |= reader->frames[i].key == key;
    }
    return found;
}

static const ReadingChild *find_child(const ReadingFrame *frame, Point p) {
    for (int i = 0; i < frame->count; i++) {
        if (frame->children[i].point == p) {
            return &frame->children[i];
        }
    }
    return NULL;
}

static void add_reading_move(Reader *reader, int depth, Point p, int cost) {
    ReadingFrame *frame = &reader->frames[depth];
    Board *after = &reader->frames[depth + 1].board;
    if (find_child(frame, p) != NULL ||
        !play_if_allowed(reader, &frame->board, frame->mover, p, after)) {
        return;
    }
    const Color next = color_opponent(frame->mover);
    ReadingChild child = {.point = p, .key = position_key(after, next)};
    child.repeats =
        is_on_path(reader, child.key, depth) || is_snapback(reader, &frame->board, after, p);
    if (child.repeats) {
        child.numbers = next == reader->attacker ? LOST : WON;
    } else {
        child.numbers = estimate_numbers(reader, after, next, depth + 1, cost);
        if (is_taken(reader, child.numbers, next)) { /* now, or by the next move */
            Zone zone = {0};
            if (after->color[reader->target] != EMPTY) {
                zone_add_target(&zone, after, reader->target);
            }
            store(reader, child.key, child.numbers, &zone);
        }
    }
    frame->children[frame->count++] = child;
}

/* Generates the moves of a position. At the root the owner passes only if all else fails. */
static void expand_frame(Reader *reader, int depth) {
    ReadingFrame *frame = &reader->frames[depth];
    const bool attacks = frame->mover == reader->attacker;
    const bool escapes = !attacks && depth > 0 && chain_in_atari(&frame->board, reader->target);
    ShapeMove moves[CELL_COUNT_MAX];
    const int count = shape_find_moves(&frame->board, reader->target, escapes, moves);
    frame->count = 0;
    for (int i = 0; i < count; i++) {
        add_reading_move(reader, depth, moves[i].point, moves[i].cost);
    }
    if (depth > 0 && (!attacks || frame->board.ko != POINT_NONE)) {
        add_reading_move(reader, depth, POINT_PASS, 0);
    }
}

/* All moves of the owner are refuted. Adds the pass, or else the moves in the zone of the proof
 * against passing. Returns false if it adds none. */
static bool widen(Reader *reader, int depth) {
    ReadingFrame *frame = &reader->frames[depth];
    const int count = frame->count;
    const ReadingChild *pass = find_child(frame, POINT_PASS);
    if (pass == NULL) {
        add_reading_move(reader, depth, POINT_PASS, 0);
        return true;
    }
    const Zone *zone = &find_proof_entry(reader, pass->key)->zone;
    for (int i = 0; i < frame->board.empty_count; i++) {
        if (zone_has(zone, frame->board.empty[i])) {
            add_reading_move(reader, depth, frame->board.empty[i], 0);
        }
    }
    return frame->count > count;
}

/* ---- Search ---- */

/* The proof numbers of a position by its children, and the child to search next. */
typedef struct {
    ProofNumbers numbers;
    ReadingChild *best;
    uint32_t second; /* delta of the second best */
} ReadingChoice;

static uint32_t lesser(uint32_t a, uint32_t b) {
    return a < b ? a : b;
}

/* A sum of the children's numbers grows too fast if lines transpose. So delta is the greatest phi
 * of the children plus one for each other open child (T. Ueda, T. Hashimoto, J. Hashimoto, H. Iida,
 * "Weak proof-number search", 2008). An open child may have been stored from a shorter path; at the
 * depth limit, where it cannot be searched, it keeps its first evaluation. */
static ReadingChoice compare_reading_moves(const Reader *reader, int depth) {
    ReadingFrame *frame = &reader->frames[depth];
    const bool at_end = depth + 1 >= reader->limits.depth;
    ReadingChoice choice = {.numbers = LOST, .second = INFINITE};
    uint32_t greatest = 0, open = 0;
    for (int i = 0; i < frame->count; i++) {
        ReadingChild *child = &frame->children[i];
        const ProofEntry *entry = find_proof_entry(reader, child->key);
        if (!child->repeats && entry->query == reader->query &&
            (!at_end || entry->numbers.phi == 0 || entry->numbers.delta == 0)) {
            child->numbers = entry->numbers;
        }
        if (choice.best == NULL || child->numbers.delta < choice.numbers.phi) {
            choice.second = choice.numbers.phi;
            choice.numbers.phi = child->numbers.delta;
            choice.best = child;
        } else {
            choice.second = lesser(choice.second, child->numbers.delta);
        }
        greatest = child->numbers.phi > greatest ? child->numbers.phi : greatest;
        open += child->numbers.phi != 0;
    }
    choice.numbers.delta = open == 0 ? 0 : lesser(greatest + open - 1, INFINITE);
    if (choice.numbers.phi == 0) {
        choice.numbers = WON;
    }
    return choice;
}

static ReadingChoice choose_child(Reader *reader, int depth) {
    const ReadingFrame *frame = &reader->frames[depth];
    ReadingChoice choice = compare_reading_moves(reader, depth);
    while (frame->mover != reader->attacker && choice.numbers.delta == 0 && widen(reader, depth)) {
        choice = compare_reading_moves(reader, depth);
    }
    return choice;
}

/* The zone of a position in which the target is proved to be captured. */
static Zone proof_zone(Reader *reader, int depth, const ReadingChild *best) {
    ReadingFrame *frame = &reader->frames[depth];
    Zone zone = {0};
    zone_add_target(&zone, &frame->board, reader->target);
    if (frame->mover == reader->attacker) {
        zone_join(&zone, &find_proof_entry(reader, best->key)->zone);
        if (best->point != POINT_PASS) {
            Board *after = &reader->frames[depth + 1].board;
            play_if_allowed(reader, &frame->board, frame->mover, best->point, after);
            zone_add_move(&zone, &frame->board, after, best->point);
        }
        return zone;
    }
    for (int i = 0; i < frame->count; i++) {
        zone_join(&zone, &find_proof_entry(reader, frame->children[i].key)->zone);
    }
    zone_add_denied(&zone, &frame->board, reader->attacker);
    return zone;
}

static bool is_budget_spent(const Reader *reader) {
    return reader->nodes >= reader->limits.nodes || reader->stored >= reader->stored_max ||
           deadline_is_over(reader->limits.deadline);
}

/* Searches the position at that depth until one of its numbers reaches the bound (a decided one
 * does) or the limits are reached, and stores the result. */
static void search_position(Reader *reader, int depth, ProofNumbers bound) {
    ReadingFrame *frame = &reader->frames[depth];
    assert(depth < reader->limits.depth);
    reader->nodes++;
    expand_frame(reader, depth);
    ReadingChoice choice = choose_child(reader, depth);
    while (choice.numbers.phi < bound.phi && choice.numbers.delta < bound.delta &&
           !is_budget_spent(reader)) {
        const ProofNumbers below = {
            .phi = lesser(bound.delta - choice.numbers.delta + choice.best->numbers.phi, INFINITE),
            .delta = lesser(bound.phi, choice.second + choice.second / EPSILON_DIVISOR + 1),
        };
        ReadingFrame *next = &reader->frames[depth + 1];
        play_if_allowed(reader, &frame->board, frame->mover, choice.best->point, &next->board);
        next->mover = color_opponent(frame->mover);
        next->key = choice.best->key;
        search_position(reader, depth + 1, below);
        choice = choose_child(reader, depth);
    }
    const bool taken = is_taken(reader, choice.numbers, frame->mover);
    const Zone zone = taken ? proof_zone(reader, depth, choice.best) : (Zone){0};
    store(reader, frame->key, choice.numbers, &zone);
}

/* ---- Questions ---- */

Reader *reader_new(void) {
    Reader *reader = calloc(1, sizeof *reader);
    if (reader == NULL) {
        return NULL;
    }
    reader->table = calloc(TABLE_SIZE, sizeof *reader->table);
    reader->frames = aligned_new((DEPTH_MAX + 1) * sizeof *reader->frames);
    if (reader->table == NULL || reader->frames == NULL) {
        reader_free(reader);
        return NULL;
    }
    return reader;
}

void reader_free(Reader *reader) {
    if (reader != NULL) {
        free(reader->table);
        aligned_free(reader->frames);
        free(reader);
    }
}

ReadingLimits reading_default_limits(void) {
    return DEFAULT_LIMITS;
}

/* Searches from the board with mover to move. Returns whether the target is proved captured. */
static bool search_target(Reader *reader, const Board *board, Color mover, KoMode ko_mode) {
    ReadingFrame *root = &reader->frames[0];
    reader->query++;
    reader->ko_mode = ko_mode;
    reader->ko_met = false;
    reader->nodes = 0;
    reader->stored = 0;
    reader->stored_max = find_stored_max(board, reader->limits.depth);
    board_copy(&root->board, board);
    if (ko_mode != KO_WON_BY_NEITHER || board->to_move != mover) {
        root->board.ko = POINT_NONE;
    }
    root->board.to_move = (uint8_t)mover;
    root->mover = mover;
    root->key = position_key(&root->board, mover);
    search_position(reader, 0, (ProofNumbers){INFINITE, INFINITE});
    return is_taken(reader, find_proof_entry(reader, root->key)->numbers, mover);
}

static ReadingResult answer_question(Reader *reader, const Board *board, Point target, Color mover,
                                     ReadingLimits limits) {
    const Color owner = board_color(board, target);
    const bool attacks = mover != owner;
    assert(owner <= WHITE && limits.nodes > 0 && limits.depth > 0);
    reader->target = target;
    reader->attacker = color_opponent(owner);
    reader->limits = limits;
    reader->limits.depth = limits.depth < DEPTH_MAX ? limits.depth : DEPTH_MAX;
    ReadingResult result = {.code = READING_FAILS, .move = POINT_NONE};
    if (attacks && shape_count_liberties(board, target, SHAPE_SAFE) == SHAPE_SAFE) {
        return result;
    }
    static const KoMode MODES[2][3] = {
        {KO_WON_BY_ATTACKER, KO_WON_BY_NEITHER, KO_WON_BY_OWNER},
        {KO_WON_BY_OWNER, KO_WON_BY_NEITHER, KO_WON_BY_ATTACKER},
    };
    for (int i = 0; i < 3; i++) {
        const bool taken = search_target(reader, board, mover, MODES[attacks][i]);
        result.nodes += reader->nodes;
        if (taken == attacks) {
            result.code = (ReadingCode)(READING_WINS + i);
            result.move = choose_child(reader, 0).best->point;
            break;
        }
        if (!reader->ko_met) {
            break;
        }
    }
    return result;
}

ReadingResult reading_attack(Reader *reader, const Board *board, Point target,
                             ReadingLimits limits) {
    return answer_question(reader, board, target, color_opponent(board_color(board, target)),
                           limits);
}

ReadingResult reading_defend(Reader *reader, const Board *board, Point target,
                             ReadingLimits limits) {
    return answer_question(reader, board, target, board_color(board, target), limits);
}
