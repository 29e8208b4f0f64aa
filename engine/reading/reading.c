/* The search is df-pn (Nagai, "Df-pn algorithm for searching AND/OR trees", 2002). A node is a
 * position with a side to move; its numbers say how much is left to prove for and against that
 * side. The owner's moves are completed by need: when all that were thought of are refuted, those
 * in the zone of the proof against passing are added, until there are none.
 *
 * Ko. Who wins kos is settled before the search: everything is read up to three times, with kos
 * won by the side that moves second, by nobody, and by the side that moves first. Where a side wins
 * kos the other one never takes any: it would be taken back at once with nothing changed. Where
 * nobody does, a ko may be taken back after another move, which may be a pass. */
#include "engine/reading/reading.h"

#include <assert.h>
#include <stdlib.h>

#include "engine/board/liberty.h"
#include "engine/reading/shape.h"
#include "engine/reading/zone.h"

enum {
    TABLE_BITS = 17,
    TABLE_BITS_MIN = 5,
    DEPTH_MAX = 120, /* the longest ladders take fewer moves */
};

/* Proof numbers (Allis 1994, "Searching for solutions in games and artificial intelligence") for
 * the side to move: phi that it reaches its aim, delta that it does not. Each is 0 where that is
 * proved, and then the other one is infinite. */
typedef struct {
    uint32_t phi, delta;
} Numbers;

enum { INFINITE = 1 << 28 };

static const Numbers WON = {0, INFINITE}, LOST = {INFINITE, 0};

typedef struct {
    uint64_t key;
    uint64_t query; /* entries of other queries are free */
    Numbers numbers;
    Zone zone; /* where it is proved that the target is taken */
} Entry;

typedef struct {
    Point point;
    bool repeats; /* a position that the path has been in: not in the table */
    uint64_t key;
    Numbers numbers; /* for the side that moves next */
} Child;

/* A position on the path from the root. */
typedef struct {
    Board board;
    Color mover;
    uint64_t key;
    int count;
    Child children[CELL_COUNT_MAX + 1];
} Frame;

struct Reader {
    uint64_t query;
    int table_bits;
    Entry *table;  /* 1 << table_bits */
    Frame *frames; /* DEPTH_MAX + 1 */
};

typedef enum { KO_WON_BY_ATTACKER, KO_WON_BY_NOBODY, KO_WON_BY_OWNER } KoMode;

typedef struct {
    Reader *reader;
    Point target;
    Color attacker;
    KoMode ko_mode;
    bool ko_met; /* the mode may have made a difference */
    ReadingLimits limits;
    int nodes, stored;
    int room; /* positions to store before the search ends: what ends it needs room too */
} Search;

static bool is_taken(const Search *s, Numbers numbers, Color mover) {
    return (mover == s->attacker ? numbers.phi : numbers.delta) == 0;
}

static bool is_decided(Numbers numbers) {
    return numbers.phi == 0 || numbers.delta == 0;
}

/* ---- Table ---- */

/* How many positions may be stored before a search must end. Then each position on its path may
 * still get all its moves, and stores them and itself: that must leave an entry free. Three entries
 * in four at most, so that the free ones are found fast. */
static int find_room(const Reader *reader, const Board *board, int depth) {
    const int size = 1 << reader->table_bits;
    const int left = size - 1 - depth * (board->geometry->cell_count + 2);
    return left < size / 4 * 3 ? left : size / 4 * 3;
}

/* The entry of a position, or the free one where it belongs. */
static Entry *find_entry(const Search *s, uint64_t key) {
    Entry *table = s->reader->table;
    uint64_t slot = hash_mix(key) >> (64 - s->reader->table_bits);
    while (table[slot].query == s->reader->query && table[slot].key != key) {
        slot = (slot + 1) % (UINT64_C(1) << s->reader->table_bits);
    }
    return &table[slot];
}

static void store(Search *s, uint64_t key, Numbers numbers, const Zone *zone) {
    Entry *entry = find_entry(s, key);
    s->stored += entry->query != s->reader->query;
    assert(s->stored < 1 << s->reader->table_bits); /* find_entry stops at a free one */
    *entry = (Entry){key, s->reader->query, numbers, *zone};
}

static uint64_t find_key(const Board *board, Color mover) {
    const HashTables *hash = &board->geometry->hash;
    const uint64_t key = board->hash.lane[0] ^ hash->side[mover];
    return board->ko == POINT_NONE ? key
                                   : key ^ hash->ko[board->geometry->cell_of[board->ko]].lane[0];
}

/* ---- Moves ---- */

static bool wins_kos(const Search *s, Color color) {
    return s->ko_mode == (color == s->attacker ? KO_WON_BY_ATTACKER : KO_WON_BY_OWNER);
}

/* Plays a move if the rules allow it and the mode of ko does. */
static bool play(Search *s, const Board *before, Color mover, Point p, Board *after) {
    const MoveCheck check = board_check(before, mover, p, false);
    s->ko_met |= check == MOVE_KO;
    if (check != MOVE_LEGAL) {
        return false;
    }
    board_copy(after, before);
    board_play(after, mover, p);
    if (after->ko != POINT_NONE) {
        s->ko_met = true;
        if (s->ko_mode != KO_WON_BY_NOBODY) {
            after->ko = POINT_NONE;
            return wins_kos(s, mover);
        }
    }
    return true;
}

/* Has a lone target been taken into a snapback by a move at p? */
static bool is_snapback(const Search *s, const Board *before, const Board *after, Point p) {
    return after->color[s->target] == EMPTY && before->next[s->target] == s->target &&
           after->next[p] != p && chain_in_atari(after, p);
}

/* First guesses by liberties of the target: how hard it is to take, and to save. */
static Numbers guess(const Search *s, Color mover, int liberties, int cost) {
    static const uint8_t TAKE[2][SHAPE_SAFE] = {{0, 1, 2, 5, 9}, {0, 1, 3, 5, 9}};
    static const uint8_t SAVE[2][SHAPE_SAFE] = {{0, 3, 2, 1, 1}, {0, 3, 2, 2, 1}};
    const bool attacks = mover == s->attacker;
    const uint32_t take = TAKE[attacks][liberties], save = SAVE[attacks][liberties];
    const uint32_t extra = (uint32_t)cost; /* the other side has gone far for this */
    return attacks ? (Numbers){take, save + extra} : (Numbers){save, take + extra};
}

/* The numbers of a new position at that depth. */
static Numbers evaluate(const Search *s, const Board *board, Color mover, int depth, int cost) {
    const bool attacks = mover == s->attacker;
    if (board->color[s->target] == EMPTY) {
        return LOST; /* the attacker has just moved */
    }
    const int liberties = shape_count_liberties(board, s->target, SHAPE_SAFE);
    if (liberties == SHAPE_SAFE || depth >= s->limits.depth) {
        return attacks ? LOST : WON;
    }
    /* A lone stone may be a matter of ko or snapback: for the search to find out. */
    if (attacks && liberties == 1 && board->next[s->target] != s->target) {
        return WON;
    }
    return guess(s, mover, liberties, cost);
}

static bool is_on_path(const Search *s, uint64_t key, int depth) {
    bool found = false;
    for (int i = 0; i <= depth; i++) {
        found |= s->reader->frames[i].key == key;
    }
    return found;
}

/* The zone of a position in which the target has just been taken, or will be by the next move. */
static void store_taken(Search *s, const Child *child, const Board *board) {
    Zone zone = {0};
    if (board->color[s->target] != EMPTY) {
        zone_add_target(&zone, board, s->target);
    }
    store(s, child->key, child->numbers, &zone);
}

static const Child *find_child(const Frame *frame, Point p) {
    for (int i = 0; i < frame->count; i++) {
        if (frame->children[i].point == p) {
            return &frame->children[i];
        }
    }
    return NULL;
}

static void add_child(Search *s, int depth, Point p, int cost) {
    Frame *frame = &s->reader->frames[depth];
    Board *after = &s->reader->frames[depth + 1].board;
    if (find_child(frame, p) != NULL || !play(s, &frame->board, frame->mover, p, after)) {
        return;
    }
    const Color next = color_opponent(frame->mover);
    Child child = {.point = p, .key = find_key(after, next)};
    child.repeats = is_on_path(s, child.key, depth) || is_snapback(s, &frame->board, after, p);
    if (child.repeats) {
        child.numbers = next == s->attacker ? LOST : WON;
    } else {
        child.numbers = evaluate(s, after, next, depth + 1, cost);
        if (is_taken(s, child.numbers, next)) {
            store_taken(s, &child, after);
        }
    }
    frame->children[frame->count++] = child;
}

/* The moves of a position. At the root the owner does not think of passing first. */
static void expand(Search *s, int depth) {
    Frame *frame = &s->reader->frames[depth];
    const bool attacks = frame->mover == s->attacker;
    const bool escapes = !attacks && depth > 0 && chain_in_atari(&frame->board, s->target);
    ShapeMove moves[CELL_COUNT_MAX];
    const int count = shape_find_moves(&frame->board, s->target, escapes, moves);
    frame->count = 0;
    for (int i = 0; i < count; i++) {
        add_child(s, depth, moves[i].point, moves[i].cost);
    }
    if (depth > 0 && (!attacks || frame->board.ko != POINT_NONE)) {
        add_child(s, depth, POINT_PASS, 0);
    }
}

/* The owner has lost by all its moves. Adds those that passing leaves open; false if there are
 * none. */
static bool widen(Search *s, int depth) {
    Frame *frame = &s->reader->frames[depth];
    const int count = frame->count;
    const Child *pass = find_child(frame, POINT_PASS);
    if (pass == NULL) {
        add_child(s, depth, POINT_PASS, 0);
        return true;
    }
    const Zone *zone = &find_entry(s, pass->key)->zone;
    for (int i = 0; i < frame->board.empty_count; i++) {
        if (zone_has(zone, frame->board.empty[i])) {
            add_child(s, depth, frame->board.empty[i], 0);
        }
    }
    return frame->count > count;
}

/* ---- Search ---- */

/* The numbers of a position by its children, and the child to look into. */
typedef struct {
    Numbers numbers;
    Child *best;
    uint32_t second; /* the delta of the next best */
} Choice;

static uint32_t lesser(uint32_t a, uint32_t b) {
    return a < b ? a : b;
}

/* Costs add up too fast where lines meet again: delta is the greatest phi of the children and one
 * for each other that is open (Ueda, Hashimoto, Hashimoto, Iida 2008, "Weak proof-number search").
 * What is still open may have been met before on a shorter path: at the end of this one it counts
 * as it was evaluated. */
static Choice compare_children(const Search *s, int depth) {
    Frame *frame = &s->reader->frames[depth];
    const bool at_end = depth + 1 >= s->limits.depth;
    Choice choice = {.numbers = LOST, .second = INFINITE};
    uint32_t greatest = 0, open = 0;
    for (int i = 0; i < frame->count; i++) {
        Child *child = &frame->children[i];
        const Entry *entry = find_entry(s, child->key);
        if (!child->repeats && entry->query == s->reader->query &&
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

static Choice choose_child(Search *s, int depth) {
    const Frame *frame = &s->reader->frames[depth];
    Choice choice = compare_children(s, depth);
    while (frame->mover != s->attacker && choice.numbers.delta == 0 && widen(s, depth)) {
        choice = compare_children(s, depth);
    }
    return choice;
}

/* The zone of a position in which the target is proved to be taken. */
static Zone find_zone(Search *s, int depth, const Child *best) {
    Frame *frame = &s->reader->frames[depth];
    Zone zone = {0};
    zone_add_target(&zone, &frame->board, s->target);
    if (frame->mover == s->attacker) {
        zone_join(&zone, &find_entry(s, best->key)->zone);
        if (best->point != POINT_PASS) {
            Board *after = &s->reader->frames[depth + 1].board;
            play(s, &frame->board, frame->mover, best->point, after);
            zone_add_move(&zone, &frame->board, after, best->point);
        }
        return zone;
    }
    for (int i = 0; i < frame->count; i++) {
        zone_join(&zone, &find_entry(s, frame->children[i].key)->zone);
    }
    zone_add_denied(&zone, &frame->board, s->attacker);
    return zone;
}

static bool is_spent(const Search *s) {
    return s->nodes >= s->limits.nodes || s->stored >= s->room ||
           deadline_is_over(s->limits.deadline);
}

/* Looks into the position at that depth until it is decided, one of its numbers reaches the bound
 * or the limits are reached; stores what it found. */
static void search(Search *s, int depth, Numbers bound) {
    Frame *frame = &s->reader->frames[depth];
    assert(depth < s->limits.depth);
    s->nodes++;
    expand(s, depth);
    Choice choice = choose_child(s, depth);
    while (choice.numbers.phi < bound.phi && choice.numbers.delta < bound.delta && !is_spent(s)) {
        /* A quarter more than the next best, so as not to change horses at every step (Pawlewicz
         * and Lew 2007, "Improving depth-first pn-search: 1+epsilon trick"). */
        const Numbers below = {
            .phi = lesser(bound.delta - choice.numbers.delta + choice.best->numbers.phi, INFINITE),
            .delta = lesser(bound.phi, choice.second + choice.second / 4 + 1),
        };
        Frame *next = &s->reader->frames[depth + 1];
        play(s, &frame->board, frame->mover, choice.best->point, &next->board);
        next->mover = color_opponent(frame->mover);
        next->key = choice.best->key;
        search(s, depth + 1, below);
        choice = choose_child(s, depth);
    }
    const bool taken = is_taken(s, choice.numbers, frame->mover);
    const Zone zone = taken ? find_zone(s, depth, choice.best) : (Zone){0};
    store(s, frame->key, choice.numbers, &zone);
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
    return (ReadingLimits){.nodes = 16000, .depth = 80};
}

/* Searches from the board with mover to move. Is the target taken? */
static bool search_root(Search *s, const Board *board, Color mover, KoMode ko_mode) {
    Frame *root = &s->reader->frames[0];
    s->reader->query++;
    s->ko_mode = ko_mode;
    s->ko_met = false;
    s->nodes = 0;
    s->stored = 0;
    s->room = find_room(s->reader, board, s->limits.depth);
    board_copy(&root->board, board);
    if (ko_mode != KO_WON_BY_NOBODY || (Color)board->to_move != mover) {
        root->board.ko = POINT_NONE;
    }
    root->board.to_move = (uint8_t)mover;
    root->mover = mover;
    root->key = find_key(&root->board, mover);
    search(s, 0, (Numbers){INFINITE, INFINITE});
    return is_taken(s, find_entry(s, root->key)->numbers, mover);
}

static ReadingResult answer(Reader *reader, const Board *board, Point target, Color mover,
                            ReadingLimits limits) {
    const Color owner = board_color(board, target);
    const bool attacks = mover != owner;
    assert(owner <= WHITE && limits.nodes > 0 && limits.depth > 0);
    assert(1 << reader->table_bits > board->geometry->cell_count + 2);
    limits.depth = limits.depth < DEPTH_MAX ? limits.depth : DEPTH_MAX;
    Search s = {
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
        const bool taken = search_root(&s, board, mover, MODES[attacks][i]);
        result.nodes += s.nodes;
        if (taken == attacks) {
            result.code = (ReadingCode)(READING_WINS + i);
            result.move = choose_child(&s, 0).best->point;
            break;
        }
        if (!s.ko_met) {
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
