/* The search for one question; the header says what it answers. */
#include "engine/solve/asker.h"

#include <stdlib.h>
#include <string.h>

#include "engine/solve/life.h"

enum {
    PATH_MAX = 1024, /* plies */
    FILTER_SIZE = 1024,
    FREE = PATH_MAX, /* "depends on no ply of the path" */
    TICK_NODES = 1 << 16,
};

/* Ordering and reduction, chosen by the nodes that the ladder of `dihedra bench solve` takes. */
enum {
    LIBERTY_OWN = 2,
    LIBERTY_OTHER = 4,
    CAPTURED_STONE = 4,
    NEIGHBOUR = 16, /* of the point played: the edge is last */
    PASS_ORDER = -1000,
    FULL_DEPTH_MOVES = 2, /* of the attacker; the others are reduced */
    REDUCTION = 4,        /* plies */
};

/* ---- The arena ---- */

static uint32_t rules_code(KoRule ko, bool suicide) {
    return (uint32_t)ko * 2 + suicide;
}

bool solve_arena_init(SolveArena *arena, int width, int height, const Rules *rules,
                      SolveTechniques use, uint64_t hash_seed, size_t table_bytes) {
    *arena = (SolveArena){.ko = rules->ko,
                          .suicide = rules->suicide,
                          .is_careful = width * height <= CAREFUL_CELLS,
                          .use = use};
    arena->shape = field_shape_new(width, height, hash_seed);
    if (arena->shape == NULL || !table_init(&arena->table, table_bytes, CLAIM_LAYOUT)) {
        free(arena->shape);
        return false;
    }
    const HashTables *tables = &arena->shape->hash;
    for (int color = 0; color < 2; color++) {
        const HashState state = {.to_move = use.exchange ? HASH_BLACK : color,
                                 .ko_cell = HASH_NO_KO,
                                 .rules = rules_code(rules->ko, rules->suicide)};
        hash_lanes_add_state(tables, &(HashLanes){0}, &state, &arena->context[color]);
    }
    for (Symmetry g = 0; g < SYMMETRY_COUNT; g++) {
        for (int cell = 0; cell < arena->shape->cell_count; cell++) {
            arena->cell_from[g][tables->maps.image[g][cell]] = (uint16_t)cell;
        }
    }
    return true;
}

void solve_arena_free(SolveArena *arena) {
    table_free(&arena->table);
    free(arena->shape);
}

FieldOutcome solve_arena_play(const SolveArena *arena, const Field *from, int move, Field *to) {
    const FieldOutcome outcome = field_play(arena->shape, from, move, arena->suicide, to);
    const bool changes_nothing =
        move != FIELD_PASS && from->stones[0] == to->stones[0] && from->stones[1] == to->stones[1];
    return changes_nothing && arena->ko != KO_SITUATIONAL ? FIELD_ILLEGAL : outcome;
}

HashKey solve_arena_key(const SolveArena *arena, const Field *field) {
    const HashTables *tables = &arena->shape->hash;
    const bool exchanged = arena->use.exchange && field->to_move == WHITE;
    HashLanes lanes = field->lanes[exchanged];
    hash_lanes_toggle(&lanes, &arena->context[field->to_move]);
    if (field->ko != FIELD_NO_KO) {
        hash_lanes_toggle(&lanes, &tables->ko[arena->shape->cell_of[field->ko]]);
    }
    return arena->use.symmetry ? hash_key_of_lanes(&lanes) : hash_plain_key_of_lanes(&lanes);
}

/* ---- The path ---- */

/* A position that a move leads to, or the root. */
typedef struct {
    Field field;
    HashKey key;
    int order; /* higher is searched earlier */
    uint8_t move;
} Child;

struct Asker {
    SolveArena *arena;
    Color attacker;
    int goal[2];      /* [color]: the score that it must reach */
    int needed[2];    /* [color]: the points that secure it */
    int holder;       /* the colour that a repetition serves under simple ko, or -1 */
    bool trusts_open; /* whether an open question of the table ends a line */
    bool is_careful;  /* stores and trusts no claim that rests on taking a ko */
    bool was_cut, used_open, ticks;
    AskerCounts counts;
    int ply;                    /* of the last position of the path */
    int excluded, excluded_ply; /* a move that is not generated at that ply */
    Field path[PATH_MAX];
    uint8_t filter[FILTER_SIZE]; /* how many positions of the path have stones with that code */
    Child *children[PATH_MAX];   /* [ply]: room for all children, allocated when first needed */
};

Asker *asker_new(SolveArena *arena, bool ticks) {
    Asker *asker = aligned_alloc(64, (sizeof *asker + 63) / 64 * 64);
    if (asker != NULL) {
        memset(asker, 0, sizeof *asker);
        asker->arena = arena;
        asker->ticks = ticks;
        asker->excluded = FIELD_NONE;
        asker->is_careful = arena->is_careful;
    }
    return asker;
}

void asker_free(Asker *asker) {
    if (asker != NULL) {
        for (int i = 0; i < PATH_MAX; i++) {
            free(asker->children[i]);
        }
        free(asker);
    }
}

const AskerCounts *asker_counts(const Asker *asker) {
    return &asker->counts;
}

static inline unsigned filter_code(const Field *field) {
    return (unsigned)(hash_mix(field->stones[0] ^ hash_mix(field->stones[1])) >> 54);
}

static inline void path_push(Asker *asker, const Field *field) {
    asker->path[++asker->ply] = *field;
    asker->filter[filter_code(field)]++;
}

static inline void path_pop(Asker *asker) {
    asker->filter[filter_code(&asker->path[asker->ply])]--;
    asker->ply--;
}

/* Returns the ply of the path that the position repeats, by the ko rule, or -1. */
static int find_repeated(const Asker *asker, const Field *field) {
    if (asker->filter[filter_code(field)] == 0) {
        return -1;
    }
    const KoRule ko = asker->arena->ko;
    for (int i = asker->ply; i >= 0; i--) {
        const Field *past = &asker->path[i];
        if (past->stones[0] == field->stones[0] && past->stones[1] == field->stones[1] &&
            (ko == KO_POSITIONAL || past->to_move == field->to_move) &&
            (ko != KO_SIMPLE || past->ko == field->ko)) {
            return i;
        }
    }
    return -1;
}

void asker_set_careful(Asker *asker, bool is_careful) {
    asker->is_careful = is_careful;
}

void asker_exclude(Asker *asker, int move) {
    asker->excluded = move;
    asker->excluded_ply = asker->ply;
}

bool asker_repeats(const Asker *asker, const Field *field) {
    return find_repeated(asker, field) >= 0;
}

void asker_set_question(Asker *asker, Color attacker, int target) {
    const int cells = asker->arena->shape->cell_count;
    asker->attacker = attacker;
    asker->goal[attacker] = target;
    asker->goal[color_opponent(attacker)] = 1 - target;
    for (int color = 0; color < 2; color++) {
        asker->needed[color] = (cells + asker->goal[color] + 1) / 2;
    }
    const int serves = asker->goal[BLACK] <= 0 ? BLACK : WHITE; /* a draw is 0 points */
    asker->holder = asker->arena->ko == KO_SIMPLE ? serves : -1;
}

void asker_set_root(Asker *asker, const Field *root) {
    memset(asker->filter, 0, sizeof asker->filter);
    asker->ply = -1;
    path_push(asker, root);
}

void asker_play(Asker *asker, int move) {
    Field next;
    solve_arena_play(asker->arena, &asker->path[asker->ply], move, &next);
    path_push(asker, &next);
}

void asker_undo(Asker *asker) {
    path_pop(asker);
}

/* ---- Verdicts, from the mover's point of view ---- */

typedef struct {
    Answer answer;
    int depends;     /* the first ply of the path whose repetition was used, or FREE */
    bool is_tainted; /* a superko ban was used against the loser, at any ply */
    bool on_ko;      /* under superko the winner takes a ko */
} Verdict;

static inline int lesser(int a, int b) {
    return a < b ? a : b;
}

/* What the table claims. A careful asker does not trust what rests on taking a ko. */
static inline Verdict verdict_of(const Asker *asker, const Claim *claim, int mover) {
    const int goal = asker->goal[mover];
    if (claim->least >= goal && !(claim->least_on_ko && asker->is_careful)) {
        return (Verdict){ANSWER_YES, FREE, false, claim->least_on_ko};
    }
    if (claim->most < goal && !(claim->most_on_ko && asker->is_careful)) {
        return (Verdict){ANSWER_NO, FREE, false, claim->most_on_ko};
    }
    return (Verdict){ANSWER_OPEN, FREE, false, false};
}

static Claim look_up(Asker *asker, const HashKey *key) {
    const uint64_t payload = table_probe(&asker->arena->table, key->key, key->check);
    table_count_probe(&asker->counts.table, payload != 0, key->orientation != 0);
    return claim_unpack(payload);
}

/* Would a search of this depth be in vain? */
static bool is_known_open(const Asker *asker, const Claim *claim, int mover, int depth) {
    return claim->depth >= depth && claim->target == asker->goal[mover] &&
           claim->is_attacker == (mover == (int)asker->attacker);
}

/* log2, rounded down. */
static int work_of(uint64_t nodes) {
    return nodes == 0 ? 0 : 63 - __builtin_clzll(nodes);
}

static void store(Asker *asker, const Child *node, Verdict verdict, int depth, int move,
                  uint64_t nodes) {
    const SolveArena *arena = asker->arena;
    const int mover = node->field.to_move, goal = asker->goal[mover];
    Claim claim = claim_unpack(table_probe(&asker->arena->table, node->key.key, node->key.check));
    const bool holds = !verdict.is_tainted && !(verdict.on_ko && asker->is_careful);
    if (verdict.depends < asker->ply || (!holds && verdict.answer != ANSWER_OPEN)) {
        return; /* holds on this path only */
    }
    if (verdict.answer == ANSWER_OPEN) {
        claim.depth = lesser(depth, CLAIM_DEPTH_MAX);
        claim.target = goal;
        claim.is_attacker = mover == (int)asker->attacker;
    } else if (verdict.answer == ANSWER_YES) {
        claim.least_on_ko = goal > claim.least ? verdict.on_ko : claim.least_on_ko && verdict.on_ko;
        claim.least = goal > claim.least ? goal : claim.least;
    } else {
        claim.most_on_ko =
            goal - 1 < claim.most ? verdict.on_ko : claim.most_on_ko && verdict.on_ko;
        claim.most = lesser(goal - 1, claim.most);
    }
    if (move != FIELD_NONE) {
        const int cell =
            move == FIELD_PASS ? arena->shape->cell_count : arena->shape->cell_of[move];
        claim.move =
            move == FIELD_PASS ? cell : arena->shape->hash.maps.image[node->key.orientation][cell];
    }
    const int work = work_of(nodes);
    claim.work = work > claim.work ? work : claim.work;
    table_count_store(&asker->counts.table, table_store(&asker->arena->table, node->key.key,
                                                        node->key.check, claim_pack(&claim)));
}

/* ---- Generating children ---- */

/* What is known once all children have been generated. */
typedef struct {
    Verdict verdict;
    int move;    /* that decides, or FIELD_NONE */
    int count;   /* children that remain to be searched */
    int depends; /* what the children that are out of the question depend on */
    bool is_tainted, on_ko;
} Listing;

static int order_of(const Asker *asker, const Child *child, int mover, int captured) {
    const FieldShape *shape = asker->arena->shape;
    const Bits own = child->field.stones[mover], other = child->field.stones[!mover];
    const Bits empty = shape->points & ~(own | other);
    const int own_liberties = field_count(field_grow(shape, own) & empty);
    const int other_liberties = field_count(field_grow(shape, other) & empty);
    return LIBERTY_OWN * own_liberties - LIBERTY_OTHER * other_liberties +
           CAPTURED_STONE * captured + NEIGHBOUR * field_count(shape->beside[child->move]);
}

/* Decides a child without a search. Returns false if it is out of the question. */
static bool admit(Asker *asker, Child *child, Listing *listing, int *repeat) {
    const SolveArena *arena = asker->arena;
    const int mover = !child->field.to_move;
    const int repeated = find_repeated(asker, &child->field);
    if (repeated >= 0) {
        if (mover == asker->holder) {
            *repeat = repeated > *repeat ? repeated : *repeat;
        } else {
            listing->depends = lesser(listing->depends, repeated);
            listing->is_tainted |= arena->ko != KO_SIMPLE;
        }
        return false;
    }
    if (arena->use.life && asker->needed[mover] <= arena->shape->cell_count &&
        field_count(life_find(arena->shape, child->field.stones[mover], asker->needed[mover])) >=
            asker->needed[mover]) {
        listing->verdict.answer = ANSWER_YES;
        listing->move = child->move;
        return false;
    }
    return true;
}

static void generate(Asker *asker, const Field *field, Child *children, Listing *listing) {
    const SolveArena *arena = asker->arena;
    const FieldShape *shape = arena->shape;
    const int mover = field->to_move;
    int repeat = -1;
    Bits open = shape->points & ~(field->stones[0] | field->stones[1]);
    open &= field->ko == FIELD_NO_KO ? ~UINT64_C(0) : ~field_bit(field->ko);
    if (asker->excluded < FIELD_PASS && asker->excluded_ply == asker->ply) {
        open &= ~field_bit(asker->excluded);
    }
    for (; open != 0 && listing->verdict.answer == ANSWER_OPEN; open &= open - 1) {
        Child *child = &children[listing->count];
        child->move = (uint8_t)field_first(open);
        const FieldOutcome outcome = solve_arena_play(arena, field, child->move, &child->field);
        if (outcome == FIELD_ILLEGAL) {
            continue;
        }
        asker->counts.generated++;
        if (admit(asker, child, listing, &repeat)) {
            child->key = solve_arena_key(arena, &child->field);
            table_prefetch(&arena->table, child->key.check);
            const int captured =
                outcome == FIELD_CAPTURED
                    ? field_count(field->stones[!mover]) - field_count(child->field.stones[!mover])
                    : 0;
            child->order = order_of(asker, child, mover, captured);
            listing->count++;
        }
    }
    if (listing->verdict.answer == ANSWER_OPEN && repeat >= 0) {
        listing->verdict = (Verdict){ANSWER_YES, repeat, false, false};
    }
}

/* A pass is a move only if the score is good for the mover as it stands: if not, the opponent would
 * pass, too. After it the opponent's pass ends the game. */
static void add_pass(Asker *asker, const Field *field, Child *children, Listing *listing) {
    const SolveArena *arena = asker->arena;
    const int black = field_score(arena->shape, field->stones);
    const int score = field->to_move == BLACK ? black : -black;
    if (score < asker->goal[field->to_move] ||
        (asker->excluded == FIELD_PASS && asker->excluded_ply == asker->ply)) {
        return;
    }
    Child *child = &children[listing->count++];
    child->move = FIELD_PASS;
    solve_arena_play(arena, field, FIELD_PASS, &child->field);
    child->key = solve_arena_key(arena, &child->field);
    child->order = PASS_ORDER;
    table_prefetch(&arena->table, child->key.check);
    asker->counts.generated++;
}

/* Did the move take a ko under superko? README.md says why a win by it is not for every path. */
static inline bool takes_ko(const Asker *asker, const Child *child) {
    return child->field.ko != FIELD_NO_KO && asker->arena->ko != KO_SIMPLE;
}

/* Looks all children up: one that is won decides, and those that are lost are dropped. */
static void cut_off(Asker *asker, int mover, Child *children, Listing *listing) {
    int kept = 0;
    for (int i = 0; i < listing->count; i++) {
        Child *child = &children[i];
        const Claim claim = look_up(asker, &child->key);
        const Verdict verdict = verdict_of(asker, &claim, !mover);
        if (verdict.answer == ANSWER_NO) {
            listing->verdict =
                (Verdict){ANSWER_YES, FREE, false, verdict.on_ko || takes_ko(asker, child)};
            listing->move = child->move;
            return;
        }
        if (verdict.answer == ANSWER_YES) {
            listing->on_ko |= verdict.on_ko;
        } else {
            if (kept != i) {
                children[kept] = *child;
            }
            kept++;
        }
    }
    listing->count = kept;
}

static Listing list_children(Asker *asker, const Child *node, Child *children) {
    Listing listing = {{ANSWER_OPEN, FREE, false, false}, FIELD_NONE, 0, FREE, false, false};
    generate(asker, &node->field, children, &listing);
    if (listing.verdict.answer == ANSWER_OPEN) {
        add_pass(asker, &node->field, children, &listing);
        if (asker->arena->use.cutoff) {
            cut_off(asker, node->field.to_move, children, &listing);
        }
    }
    return listing;
}

/* ---- The search ---- */

/* The plies that the move at this place of the order takes off the depth. */
static int cost_of(const Asker *asker, int mover, int place) {
    if (!asker->arena->use.reduction || mover != (int)asker->attacker) {
        return 1;
    }
    return place < FULL_DEPTH_MOVES ? 1 : 1 + REDUCTION;
}

static inline Child *pick_next(Child *children, int from, int count) {
    int best = from;
    for (int i = from + 1; i < count; i++) {
        best = children[i].order > children[best].order ? i : best;
    }
    if (best != from) {
        const Child other = children[from];
        children[from] = children[best];
        children[best] = other;
    }
    return &children[from];
}

static Verdict search(Asker *asker, const Child *node, int depth, int *move);

/* The verdict on a child, from the child's mover's point of view. */
static Verdict search_child(Asker *asker, const Child *child, int depth) {
    const int mover = child->field.to_move;
    const Claim claim = look_up(asker, &child->key);
    const Verdict known = verdict_of(asker, &claim, mover);
    if (known.answer != ANSWER_OPEN) {
        return known;
    }
    if (depth <= 0 || asker->ply + 2 >= PATH_MAX) {
        asker->was_cut = true;
        return (Verdict){ANSWER_OPEN, FREE, false, false};
    }
    if (asker->trusts_open && is_known_open(asker, &claim, mover, depth)) {
        asker->used_open = true;
        return (Verdict){ANSWER_OPEN, FREE, false, false};
    }
    path_push(asker, &child->field);
    const Verdict verdict = search(asker, child, depth, &(int){0});
    path_pop(asker);
    return verdict;
}

/* Threads share the tree by putting off what another is searching (T. Kerrigan's simplification of
 * ABDADA, J.-C. Weill 1996). A place that two positions share costs time only. Relaxed: nothing is
 * published by it. */
static inline _Atomic uint64_t *busy_place(const Asker *asker, const Child *child) {
    return &asker->arena->busy[hash_mix(child->key.check) % ARENA_BUSY];
}

static bool is_busy(const Asker *asker, const Child *child) {
    return atomic_load_explicit(busy_place(asker, child), memory_order_relaxed) == child->key.key;
}

static void set_busy(const Asker *asker, const Child *child, bool busy) {
    atomic_store_explicit(busy_place(asker, child), busy ? child->key.key : 0,
                          memory_order_relaxed);
}

enum { SHARE_DEPTH = 3 }; /* shallower searches are not worth sharing */

/* Searches the child at this place of the order, unless another thread does and it may be put off.
 */
static Verdict take_child(Asker *asker, const Child *child, int depth, bool may_put_off,
                          bool *is_put_off) {
    const bool shared = asker->arena->has_company && depth >= SHARE_DEPTH;
    *is_put_off = shared && may_put_off && is_busy(asker, child);
    if (*is_put_off) {
        return (Verdict){ANSWER_OPEN, FREE, false, false};
    }
    if (shared) {
        set_busy(asker, child, true);
    }
    const Verdict verdict = search_child(asker, child, depth);
    if (shared) {
        set_busy(asker, child, false);
    }
    return verdict;
}

/* Searches the listed children. Those that are put off come once more at the end. */
static Verdict search_children(Asker *asker, int mover, Child *children, const Listing *listing,
                               int depth, int *move) {
    Verdict all = {ANSWER_NO, listing->depends, listing->is_tainted, listing->on_ko};
    uint8_t put_off[65];
    int put_off_count = 0;
    for (int i = 0; i < listing->count + put_off_count; i++) {
        const bool again = i >= listing->count;
        const int place = again ? put_off[i - listing->count] : i;
        const Child *child = again ? &children[place] : pick_next(children, place, listing->count);
        bool is_put_off = false;
        const Verdict verdict = take_child(asker, child, depth - cost_of(asker, mover, place),
                                           !again && i > 0, &is_put_off);
        if (is_put_off) {
            put_off[put_off_count++] = (uint8_t)place;
            continue;
        }
        if (verdict.answer == ANSWER_NO) {
            *move = child->move;
            return (Verdict){ANSWER_YES, verdict.depends, verdict.is_tainted,
                             verdict.on_ko || takes_ko(asker, child)};
        }
        all.depends = lesser(all.depends, verdict.depends);
        all.is_tainted |= verdict.is_tainted;
        all.on_ko |= verdict.on_ko;
        if (verdict.answer == ANSWER_OPEN) {
            all.answer = ANSWER_OPEN;
            if (mover != (int)asker->attacker) {
                *move = child->move;
                break;
            }
        }
        if (atomic_load_explicit(&asker->arena->stop, memory_order_relaxed)) {
            return (Verdict){ANSWER_OPEN, 0, false, false};
        }
    }
    return all;
}

/* The node is the last position of the path and not in the table. */
static Verdict search(Asker *asker, const Child *node, int depth, int *move) {
    const int ply = asker->ply;
    if (asker->children[ply] == NULL) {
        const size_t count = (size_t)asker->arena->shape->cell_count + 1;
        asker->children[ply] = aligned_alloc(64, count * sizeof(Child));
        if (asker->children[ply] == NULL) {
            atomic_store_explicit(&asker->arena->stop, true, memory_order_relaxed);
            return (Verdict){ANSWER_OPEN, 0, false, false};
        }
    }
    Child *children = asker->children[ply];
    const uint64_t before = asker->counts.nodes++;
    if (asker->ticks && before % TICK_NODES == TICK_NODES - 1 && asker->arena->tick != NULL) {
        asker->arena->tick(asker->arena->tick_context);
    }
    Listing listing = list_children(asker, node, children);
    Verdict verdict = listing.verdict;
    if (verdict.answer == ANSWER_OPEN) {
        verdict =
            search_children(asker, node->field.to_move, children, &listing, depth, &listing.move);
    }
    if (!atomic_load_explicit(&asker->arena->stop, memory_order_relaxed)) {
        store(asker, node, verdict, depth, listing.move, asker->counts.nodes - before);
    }
    *move = listing.move;
    return verdict;
}

/* Is the question settled by life that already stands? */
static Answer settled_by_life(const Asker *asker, const Field *field) {
    const SolveArena *arena = asker->arena;
    for (int color = 0; arena->use.life && color < 2; color++) {
        if (field_count(life_find(arena->shape, field->stones[color], asker->needed[color])) >=
            asker->needed[color]) {
            return color == field->to_move ? ANSWER_YES : ANSWER_NO;
        }
    }
    return ANSWER_OPEN;
}

/* From the mover's point of view to the attacker's. */
static Answer turn_answer(const Asker *asker, int mover, Answer answer) {
    if (answer == ANSWER_OPEN || mover == (int)asker->attacker) {
        return answer;
    }
    return answer == ANSWER_YES ? ANSWER_NO : ANSWER_YES;
}

static Child end_of_path(const Asker *asker) {
    Child node = {.field = asker->path[asker->ply]};
    node.key = solve_arena_key(asker->arena, &node.field);
    return node;
}

static AskerEnd end_of_search(const Asker *asker) {
    return asker->was_cut ? ASKER_DEPTH : asker->used_open ? ASKER_TABLE : ASKER_WHOLE;
}

Answer asker_ask(Asker *asker, int depth, bool trusts_open, AskerEnd *end) {
    const Child node = end_of_path(asker);
    const int mover = node.field.to_move;
    asker->was_cut = asker->used_open = false;
    asker->trusts_open = trusts_open;
    Answer answer = settled_by_life(asker, &node.field);
    if (answer == ANSWER_OPEN) {
        const Claim claim = look_up(asker, &node.key);
        answer = verdict_of(asker, &claim, mover).answer;
    }
    if (answer == ANSWER_OPEN) {
        answer = search(asker, &node, depth, &(int){0}).answer;
    }
    *end = end_of_search(asker);
    return turn_answer(asker, mover, answer);
}

Answer asker_ask_move(Asker *asker, int depth, bool trusts_open, AskerEnd *end, int *move) {
    const Child node = end_of_path(asker);
    asker->was_cut = asker->used_open = false;
    asker->trusts_open = trusts_open;
    const Answer answer = search(asker, &node, depth, move).answer;
    *end = end_of_search(asker);
    *move = answer == ANSWER_YES ? *move : FIELD_NONE;
    return turn_answer(asker, node.field.to_move, answer);
}
