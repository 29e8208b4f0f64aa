/* The search is df-pn (A. Nagai, "Df-pn algorithm for searching AND/OR trees", 2002). A node is a
 * position with a side to move; its numbers say how much is left to prove for and against that
 * side. The owner's moves are completed by need: when all those tried are refuted, the moves in the
 * zone of the proof against passing are added, until there are none.
 *
 * Ko. Who wins kos is fixed before a search, and up to three searches are made: kos are won by the
 * side that moves second, by nobody, and by the side that moves first. If a side wins kos, the
 * other one never takes any, since it would be retaken at once with nothing changed. If nobody
 * does, a ko may be retaken after another move, which may be a pass. */
#include "engine/go/reading/reading.h"

#include <assert.h>
#include <stdlib.h>

#include "engine/go/board/liberty.h"
#include "engine/go/reading/shape.h"
#include "engine/go/reading/zone.h"

enum {
    TABLE_BITS = 17,
    TABLE_BITS_MIN = 5,
    TABLE_FILL_QUARTERS = 3, /* the most of a table that is used: a fuller one is slow to probe */
    DEPTH_MAX = 120,         /* moves; the longest ladders take fewer */
    /* A child is searched until its delta exceeds the second best by this share of it, so that the
     * search does not jump between children (J. Pawlewicz, L. Lew, "Improving depth-first
     * pn-search: 1+epsilon trick", 2007). */
    EPSILON_DIVISOR = 4,
};

/* Nearly every answer takes less than a fifth of a second. */
static const ReadingLimits DEFAULT_LIMITS = {.nodes = 16000, .depth = 80};

/* First guesses of the proof numbers, [the attacker moves][liberties of the target]: of capturing
 * it, and of saving it. */
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
} Frame;

struct Reader {
    uint64_t query;
    int table_bits;
    ProofEntry *table; /* 1 << table_bits */
    Frame *frames;     /* DEPTH_MAX + 1 */
};

typedef enum { KO_WON_BY_ATTACKER, KO_WON_BY_NOBODY, KO_WON_BY_OWNER } KoMode;

typedef struct {
    Reader *reader;
    Point target;
    Color attacker;
    KoMode ko_mode;
    bool ko_met; /* the ko mode may have made a difference */
    ReadingLimits limits;
    int nodes, stored;
    int room; /* how many positions may be stored before the search must end */
} Proof;

static bool is_taken(const Proof *proof, ProofNumbers numbers, Color mover) {
    return (mover == proof->attacker ? numbers.phi : numbers.delta) == 0;
}

static bool is_decided(ProofNumbers numbers) {
    return numbers.phi == 0 || numbers.delta == 0;
}

/* ---- Table ---- */

/* How many positions may be stored before a search must end. From then on each position on its path
 * may still get all its moves and store them and itself, which must leave an entry free. */
static int find_room(const Reader *reader, const Board *board, int depth) {
    const int size = 1 << reader->table_bits;
    const int left = size - 1 - depth * (board->geometry->cell_count + 2);
    const int most = size / 4 * TABLE_FILL_QUARTERS;
    return left < most ? left : most;
}

/* The entry of a position, or the free entry where it belongs. */
static ProofEntry *find_entry(const Proof *proof, uint64_t key) {
    ProofEntry *table = proof->reader->table;
    uint64_t slot = hash_mix(key) >> (64 - proof->reader->table_bits);
    while (table[slot].query == proof->reader->query && table[slot].key != key) {
        slot = (slot + 1) % (UINT64_C(1) << proof->reader->table_bits);
    }
    return &table[slot];
}

static void store(Proof *proof, uint64_t key, ProofNumbers numbers, const Zone *zone) {
    ProofEntry *entry = find_entry(proof, key);
    proof->stored += entry->query != proof->reader->query;
    assert(proof->stored < 1 << proof->reader->table_bits); /* find_entry stops at a free one */
    *entry = (ProofEntry){key, proof->reader->query, numbers, *zone};
}

static uint64_t find_key(const Board *board, Color mover) {
    const HashTables *hash = &board->geometry->hash;
    const uint64_t key = board->hash.lane[0] ^ hash->side[mover];
    return board->ko == POINT_NONE ? key
                                   : key ^ hash->ko[board->geometry->cell_of[board->ko]].lane[0];
}

/* ---- Moves ---- */

static bool wins_kos(const Proof *proof, Color color) {
    return proof->ko_mode == (color == proof->attacker ? KO_WON_BY_ATTACKER : KO_WON_BY_OWNER);
}

/* Plays a move if the rules and the ko mode allow it. */
static bool play(Proof *proof, const Board *before, Color mover, Point p, Board *after) {
    const MoveCheck check = board_check(before, mover, p, false);
    proof->ko_met |= check == MOVE_KO;
    if (check != MOVE_LEGAL) {
        return false;
    }
    board_copy(after, before);
    board_play(after, mover, p);
    if (after->ko != POINT_NONE) {
        proof->ko_met = true;
        if (proof->ko_mode != KO_WON_BY_NOBODY) {
            after->ko = POINT_NONE;
            return wins_kos(proof, mover);
        }
    }
    return true;
}

/* Has a move at p taken a lone target into a snapback? */
static bool is_snapback(const Proof *proof, const Board *before, const Board *after, Point p) {
    return after->color[proof->target] == EMPTY && before->next[proof->target] == proof->target &&
           after->next[p] != p && chain_in_atari(after, p);
}

/* The first guess for a position. cost: of the other side's move that led to it. */
static ProofNumbers guess(const Proof *proof, Color mover, int liberties, int cost) {
    const bool attacks = mover == proof->attacker;
    const uint32_t take = GUESS_TAKE[attacks][liberties], save = GUESS_SAVE[attacks][liberties];
    const uint32_t extra = (uint32_t)cost;
    return attacks ? (ProofNumbers){take, save + extra} : (ProofNumbers){save, take + extra};
}

/* The proof numbers of a new position at that depth. */
static ProofNumbers evaluate(const Proof *proof, const Board *board, Color mover, int depth,
                             int cost) {
    const bool attacks = mover == proof->attacker;
    if (board->color[proof->target] == EMPTY) {
        return LOST; /* the attacker has just moved */
    }
    const int liberties = shape_count_liberties(board, proof->target, SHAPE_SAFE);
    if (liberties == SHAPE_SAFE || depth >= proof->limits.depth) {
        return attacks ? LOST : WON;
    }
    /* Capturing a lone stone may be a ko or a snapback, which the search has to find out. */
    if (attacks && liberties == 1 && board->next[proof->target] != proof->target) {
        return WON;
    }
    return guess(proof, mover, liberties, cost);
}

static bool is_on_path(const Proof *proof, uint64_t key, int depth) {
    bool found = false;
    for (int i = 0; i <= depth; i++) {
        found |= proof->reader->frames[i].key == key;
    }
    return found;
}

/* Stores a position in which the target has just been captured, or can be by the next move. */
static void store_taken(Proof *proof, const ReadingChild *child, const Board *board) {
    Zone zone = {0};
    if (board->color[proof->target] != EMPTY) {
        zone_add_target(&zone, board, proof->target);
    }
    store(proof, child->key, child->numbers, &zone);
}

static const ReadingChild *find_child(const Frame *frame, Point p) {
    for (int i = 0; i < frame->count; i++) {
        if (frame->children[i].point == p) {
            return &frame->children[i];
        }
    }
    return NULL;
}

static void add_child(Proof *proof, int depth, Point p, int cost) {
    Frame *frame = &proof->reader->frames[depth];
    Board *after = &proof->reader->frames[depth + 1].board;
    if (find_child(frame, p) != NULL || !play(proof, &frame->board, frame->mover, p, after)) {
        return;
    }
    const Color next = color_opponent(frame->mover);
    ReadingChild child = {.point = p, .key = find_key(after, next)};
    child.repeats =
        is_on_path(proof, child.key, depth) || is_snapback(proof, &frame->board, after, p);
    if (child.repeats) {
        child.numbers = next == proof->attacker ? LOST : WON;
    } else {
        child.numbers = evaluate(proof, after, next, depth + 1, cost);
        if (is_taken(proof, child.numbers, next)) {
            store_taken(proof, &child, after);
        }
    }
    frame->children[frame->count++] = child;
}

/* Generates the moves of a position. At the root the owner tries passing only if all else fails. */
static void expand(Proof *proof, int depth) {
    Frame *frame = &proof->reader->frames[depth];
    const bool attacks = frame->mover == proof->attacker;
    const bool escapes = !attacks && depth > 0 && chain_in_atari(&frame->board, proof->target);
    ShapeMove moves[CELL_COUNT_MAX];
    const int count = shape_find_moves(&frame->board, proof->target, escapes, moves);
    frame->count = 0;
    for (int i = 0; i < count; i++) {
        add_child(proof, depth, moves[i].point, moves[i].cost);
    }
    if (depth > 0 && (!attacks || frame->board.ko != POINT_NONE)) {
        add_child(proof, depth, POINT_PASS, 0);
    }
}

/* All moves of the owner are refuted. Adds those in the zone of the proof against passing (or first
 * of all the pass). Returns false if there are no more. */
static bool widen(Proof *proof, int depth) {
    Frame *frame = &proof->reader->frames[depth];
    const int count = frame->count;
    const ReadingChild *pass = find_child(frame, POINT_PASS);
    if (pass == NULL) {
        add_child(proof, depth, POINT_PASS, 0);
        return true;
    }
    const Zone *zone = &find_entry(proof, pass->key)->zone;
    for (int i = 0; i < frame->board.empty_count; i++) {
        if (zone_has(zone, frame->board.empty[i])) {
            add_child(proof, depth, frame->board.empty[i], 0);
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
} Choice;

static uint32_t lesser(uint32_t a, uint32_t b) {
    return a < b ? a : b;
}

/* A sum of the children's numbers grows too fast if lines transpose. So delta is the greatest phi
 * of the children plus one for each other open child (T. Ueda, T. Hashimoto, J. Hashimoto, H. Iida,
 * "Weak proof-number search", 2008). An open child may have been stored from a shorter path; at the
 * depth limit it keeps its first evaluation, since it cannot be searched. */
static Choice compare_children(const Proof *proof, int depth) {
    Frame *frame = &proof->reader->frames[depth];
    const bool at_end = depth + 1 >= proof->limits.depth;
    Choice choice = {.numbers = LOST, .second = INFINITE};
    uint32_t greatest = 0, open = 0;
    for (int i = 0; i < frame->count; i++) {
        ReadingChild *child = &frame->children[i];
        const ProofEntry *entry = find_entry(proof, child->key);
        if (!child->repeats && entry->query == proof->reader->query &&
            (!at_end || is_decided(entry->numbers))) {
            child->numbers = entry->numbers;
        }
        if (choice.best == NULL || child->numbers.delta < choice.numbers.phi) {
            choice.second = choice.best == NULL ? INFINITE : choice.numbers.phi;
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

static Choice choose_child(Proof *proof, int depth) {
    const Frame *frame = &proof->reader->frames[depth];
    Choice choice = compare_children(proof, depth);
    while (frame->mover != proof->attacker && choice.numbers.delta == 0 && widen(proof, depth)) {
        choice = compare_children(proof, depth);
    }
    return choice;
}

/* The zone of a position in which the target is proved to be captured. */
static Zone find_zone(Proof *proof, int depth, const ReadingChild *best) {
    Frame *frame = &proof->reader->frames[depth];
    Zone zone = {0};
    zone_add_target(&zone, &frame->board, proof->target);
    if (frame->mover == proof->attacker) {
        zone_join(&zone, &find_entry(proof, best->key)->zone);
        if (best->point != POINT_PASS) {
            Board *after = &proof->reader->frames[depth + 1].board;
            play(proof, &frame->board, frame->mover, best->point, after);
            zone_add_move(&zone, &frame->board, after, best->point);
        }
        return zone;
    }
    for (int i = 0; i < frame->count; i++) {
        zone_join(&zone, &find_entry(proof, frame->children[i].key)->zone);
    }
    zone_add_denied(&zone, &frame->board, proof->attacker);
    return zone;
}

static bool is_spent(const Proof *proof) {
    return proof->nodes >= proof->limits.nodes || proof->stored >= proof->room ||
           deadline_is_over(proof->limits.deadline);
}

/* Searches the position at that depth until one of its numbers reaches the bound (as it does when
 * the position is decided) or the limits are reached, and stores the result. */
static void search(Proof *proof, int depth, ProofNumbers bound) {
    Frame *frame = &proof->reader->frames[depth];
    assert(depth < proof->limits.depth);
    proof->nodes++;
    expand(proof, depth);
    Choice choice = choose_child(proof, depth);
    while (choice.numbers.phi < bound.phi && choice.numbers.delta < bound.delta &&
           !is_spent(proof)) {
        const ProofNumbers below = {
            .phi = lesser(bound.delta - choice.numbers.delta + choice.best->numbers.phi, INFINITE),
            .delta = lesser(bound.phi, choice.second + choice.second / EPSILON_DIVISOR + 1),
        };
        Frame *next = &proof->reader->frames[depth + 1];
        play(proof, &frame->board, frame->mover, choice.best->point, &next->board);
        next->mover = color_opponent(frame->mover);
        next->key = choice.best->key;
        search(proof, depth + 1, below);
        choice = choose_child(proof, depth);
    }
    const bool taken = is_taken(proof, choice.numbers, frame->mover);
    const Zone zone = taken ? find_zone(proof, depth, choice.best) : (Zone){0};
    store(proof, frame->key, choice.numbers, &zone);
}

/* ---- Questions ---- */

Reader *reader_new(void) {
    return reader_new_sized(TABLE_BITS);
}

Reader *reader_new_sized(int table_bits) {
    assert(table_bits >= TABLE_BITS_MIN && table_bits <= TABLE_BITS);
    const size_t frame_bytes = (DEPTH_MAX + 1) * sizeof(Frame); /* whole cache lines */
    Reader *reader = calloc(1, sizeof *reader);
    if (reader == NULL) {
        return NULL;
    }
    reader->table_bits = table_bits;
    reader->table = calloc((size_t)1 << table_bits, sizeof *reader->table);
    reader->frames = aligned_alloc(_Alignof(Frame), frame_bytes);
    if (reader->table == NULL || reader->frames == NULL) {
        reader_free(reader);
        return NULL;
    }
    return reader;
}

void reader_free(Reader *reader) {
    if (reader != NULL) {
        free(reader->table);
        free(reader->frames);
        free(reader);
    }
}

ReadingLimits reading_default_limits(void) {
    return DEFAULT_LIMITS;
}

/* Searches from the board with mover to move. Returns whether the target is proved captured. */
static bool search_root(Proof *proof, const Board *board, Color mover, KoMode ko_mode) {
    Frame *root = &proof->reader->frames[0];
    proof->reader->query++;
    proof->ko_mode = ko_mode;
    proof->ko_met = false;
    proof->nodes = 0;
    proof->stored = 0;
    proof->room = find_room(proof->reader, board, proof->limits.depth);
    board_copy(&root->board, board);
    if (ko_mode != KO_WON_BY_NOBODY || (Color)board->to_move != mover) {
        root->board.ko = POINT_NONE;
    }
    root->board.to_move = (uint8_t)mover;
    root->mover = mover;
    root->key = find_key(&root->board, mover);
    search(proof, 0, (ProofNumbers){INFINITE, INFINITE});
    return is_taken(proof, find_entry(proof, root->key)->numbers, mover);
}

static ReadingResult answer(Reader *reader, const Board *board, Point target, Color mover,
                            ReadingLimits limits) {
    const Color owner = board_color(board, target);
    const bool attacks = mover != owner;
    assert(owner <= WHITE && limits.nodes > 0 && limits.depth > 0);
    assert(1 << reader->table_bits > board->geometry->cell_count + 2);
    limits.depth = limits.depth < DEPTH_MAX ? limits.depth : DEPTH_MAX;
    Proof proof = {
        .reader = reader, .target = target, .attacker = color_opponent(owner), .limits = limits};
    ReadingResult result = {.code = READING_FAILS, .move = POINT_NONE};
    if (attacks && shape_count_liberties(board, target, SHAPE_SAFE) == SHAPE_SAFE) {
        return result;
    }
    static const KoMode MODES[2][3] = {
        {KO_WON_BY_ATTACKER, KO_WON_BY_NOBODY, KO_WON_BY_OWNER},
        {KO_WON_BY_OWNER, KO_WON_BY_NOBODY, KO_WON_BY_ATTACKER},
    };
    for (int i = 0; i < 3; i++) {
        const bool taken = search_root(&proof, board, mover, MODES[attacks][i]);
        result.nodes += proof.nodes;
        if (taken == attacks) {
            result.code = (ReadingCode)(READING_WINS + i);
            result.move = choose_child(&proof, 0).best->point;
            break;
        }
        if (!proof.ko_met) {
            break;
        }
    }
    return result;
}

ReadingResult reading_attack(Reader *reader, const Board *board, Point target,
                             ReadingLimits limits) {
    return answer(reader, board, target, color_opponent(board_color(board, target)), limits);
}

ReadingResult reading_defend(Reader *reader, const Board *board, Point target,
                             ReadingLimits limits) {
    return answer(reader, board, target, board_color(board, target), limits);
}
