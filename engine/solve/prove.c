/* Turns claims into strategies; see the header. */
#include "engine/solve/prove.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/solve/hold.h"
#include "engine/solve/life.h"
#include "engine/verify/boards.h"

enum {
    DEPTH_STEP = 2,
    DEPTH_MAX = CLAIM_DEPTH_MAX - DEPTH_STEP,
    PLIES_MAX = 1000, /* of a path; an asker has room for 1024 */
    MENDINGS_MAX = 100,
    MEND_DEPTH = 41, /* of a search for another move than the one that superko bans */
    LONE_DEPTH = 3,  /* of a search that looks only for what the table claims */
};

/* The records of one strategy, as a hash table of their bytes. */
typedef struct {
    uint8_t *bytes;
    size_t count, record_bytes;
    uint32_t *slots; /* 1 + the number of a record */
    uint32_t slot_count;
} RecordSet;

typedef struct {
    Solver *solver;
    const SolveArena *arena;
    Asker *asker; /* on the path */
    Asker *lone;  /* on no path: for claims that hold on every one */
    Hold *hold;   /* of a goal that a draw serves, under simple ko; else NULL */
    SlowRules rules;
    Color winner;
    int goal, needed;
    RecordSet records;
    Field *todo; /* positions with the winner to move, under simple ko */
    size_t todo_count;
    bool is_careful; /* trusts no claim that rests on taking a ko */
    Status *status;
} Prover;

/* ---- Records ---- */

static void records_init(RecordSet *set, int cells) {
    *set = (RecordSet){.record_bytes = (size_t)(cells + 4) / 5 + 2, .slot_count = 4096};
    set->slots = memory_new(set->slot_count, sizeof *set->slots);
}

static void records_free(RecordSet *set) {
    free(set->bytes);
    free(set->slots);
}

static uint32_t find_slot(const RecordSet *set, const uint8_t *bytes) {
    const size_t key_bytes = set->record_bytes - 1;
    uint32_t i = (uint32_t)(proof_file_sum(bytes, key_bytes) >> 20) & (set->slot_count - 1);
    while (set->slots[i] != 0 &&
           memcmp(set->bytes + (set->slots[i] - 1) * set->record_bytes, bytes, key_bytes) != 0) {
        i = (i + 1) & (set->slot_count - 1);
    }
    return i;
}

static void index_records(RecordSet *set) {
    memset(set->slots, 0, set->slot_count * sizeof *set->slots);
    for (size_t i = 0; i < set->count; i++) {
        set->slots[find_slot(set, set->bytes + i * set->record_bytes)] = (uint32_t)i + 1;
    }
}

/* Adds or changes a record. */
static void records_put(RecordSet *set, const uint8_t *bytes) {
    if (2 * (set->count + 1) > set->slot_count) {
        free(set->slots);
        set->slot_count *= 2;
        set->slots = memory_new(set->slot_count, sizeof *set->slots);
        for (size_t i = 0; i < set->count; i++) {
            set->slots[find_slot(set, set->bytes + i * set->record_bytes)] = (uint32_t)i + 1;
        }
    }
    const uint32_t slot = find_slot(set, bytes);
    if (set->slots[slot] == 0) {
        set->bytes = memory_grow(set->bytes, set->count, set->record_bytes);
        set->slots[slot] = (uint32_t)++set->count;
    }
    memcpy(set->bytes + (set->slots[slot] - 1) * set->record_bytes, bytes, set->record_bytes);
}

static SlowBoard slow_board(const Prover *prover, const Field *field) {
    SlowBoard board = {{0}};
    ColorCell cells[CELL_COUNT_MAX];
    field_get_cells(prover->arena->shape, field, cells);
    for (int cell = 0; cell < prover->rules.count; cell++) {
        board.cell[cell] = cells[cell] == EMPTY                 ? SLOW_EMPTY
                           : cells[cell] == (int)prover->winner ? SLOW_WINNER
                                                                : SLOW_LOSER;
    }
    return board;
}

static int cell_of(const Prover *prover, int spot) {
    return spot < 0             ? SLOW_NO_KO
           : spot >= FIELD_PASS ? SLOW_PASS
                                : prover->arena->shape->cell_of[spot];
}

/* The bytes of a position's record; its last byte is that of the move. */
static void make_record(const Prover *prover, const Field *field, int move, uint8_t *bytes) {
    const SlowBoard board = slow_board(prover, field);
    const int ko = cell_of(prover, field->ko);
    const int g = slow_canonical(&prover->rules, &board, ko);
    const SlowBoard image = slow_image(&prover->rules, &board, g);
    strategy_pack(&prover->rules, &image, slow_image_cell(&prover->rules, ko, g), bytes);
    bytes[prover->records.record_bytes - 1] =
        (uint8_t)(slow_image_cell(&prover->rules, cell_of(prover, move), g) + 1);
}

static bool has_record(const Prover *prover, const Field *field) {
    uint8_t bytes[SLOW_CELLS_MAX];
    make_record(prover, field, FIELD_PASS, bytes);
    return prover->records.slots[find_slot(&prover->records, bytes)] != 0;
}

/* Removes a record, by putting the last one in its place. */
static void remove_record(Prover *prover, const Field *field) {
    RecordSet *set = &prover->records;
    uint8_t bytes[SLOW_CELLS_MAX];
    make_record(prover, field, FIELD_PASS, bytes);
    const uint32_t slot = set->slots[find_slot(set, bytes)];
    if (slot == 0) {
        return;
    }
    const uint32_t number = slot - 1;
    set->count--;
    memmove(set->bytes + number * set->record_bytes, set->bytes + set->count * set->record_bytes,
            set->record_bytes);
    index_records(set);
}

/* ---- Finding moves ---- */

static bool give_up(const Prover *prover, const char *reason) {
    return status_fail(prover->status, "%s", reason);
}

static bool is_secure(const Prover *prover, const Field *field) {
    return prover->needed <= prover->rules.count &&
           field_count(life_find(prover->arena->shape, field->stones[prover->winner], 0)) >=
               prover->needed;
}

static bool is_good(const Prover *prover, const Field *field) {
    const int black = field_score(prover->arena->shape, field->stones);
    return (prover->winner == BLACK ? black : -black) >= prover->goal;
}

/* Searches deeper and deeper for the winner's move at the end of an asker's path. */
static int search_move(Prover *prover, Asker *asker, bool is_careful, int depth_most) {
    AskerEnd end = ASKER_DEPTH;
    int move = FIELD_NONE;
    asker_set_careful(asker, is_careful || prover->arena->is_careful);
    for (int depth = 1; move == FIELD_NONE && depth <= depth_most && end != ASKER_WHOLE &&
                        !solver_is_stopped(prover->solver);
         depth += end == ASKER_DEPTH ? DEPTH_STEP : 0) {
        asker_ask_move(asker, depth, end == ASKER_DEPTH, &end, &move);
    }
    return move;
}

/* The winner's move at the end of the asker's path, or FIELD_NONE. A claim of the table holds on
 * every path, though perhaps by other moves further up; so it is followed as if there were none,
 * and the check tells whether a path spoils it. Without a claim the path counts. */
static int find_move(Prover *prover, const Field *field) {
    int move = prover->hold == NULL ? FIELD_NONE : hold_find_move(prover->hold, field);
    if (move == FIELD_NONE && !prover->is_careful) {
        asker_set_root(prover->lone, field);
        move = search_move(prover, prover->lone, false, LONE_DEPTH);
    }
    return move == FIELD_NONE ? search_move(prover, prover->asker, true, DEPTH_MAX) : move;
}

/* ---- Following the strategy ---- */

static bool follow_winner(Prover *prover, const Field *field, int ply);

/* A reply that goes on: at once under superko, where the path counts, else later. */
static bool follow_reply(Prover *prover, const Field *next, int move, int ply) {
    if (has_record(prover, next)) {
        return true;
    }
    if (prover->arena->ko == KO_SIMPLE) {
        prover->todo = memory_grow(prover->todo, prover->todo_count, sizeof *prover->todo);
        prover->todo[prover->todo_count++] = *next;
        return true;
    }
    if (move != FIELD_PASS && asker_repeats(prover->asker, next)) {
        return true;
    }
    asker_play(prover->asker, move);
    const bool ok = follow_winner(prover, next, ply + 1);
    asker_undo(prover->asker);
    return ok;
}

static bool follow_loser(Prover *prover, const Field *field, bool has_passed, int ply) {
    const FieldShape *shape = prover->arena->shape;
    Bits open = shape->points & ~(field->stones[0] | field->stones[1]);
    open &= field->ko == FIELD_NO_KO ? ~UINT64_C(0) : ~field_bit(field->ko);
    Field next;
    for (; open != 0; open &= open - 1) {
        const int move = field_first(open);
        if (solve_arena_play(prover->arena, field, move, &next) != FIELD_ILLEGAL &&
            !follow_reply(prover, &next, move, ply)) {
            return false;
        }
    }
    if (has_passed || is_good(prover, field)) {
        return true;
    }
    solve_arena_play(prover->arena, field, FIELD_PASS, &next);
    return follow_reply(prover, &next, FIELD_PASS, ply);
}

/* Notes the winner's move and follows all replies to it. */
static bool follow_move(Prover *prover, const Field *field, int move, int ply) {
    uint8_t bytes[SLOW_CELLS_MAX];
    make_record(prover, field, move, bytes);
    records_put(&prover->records, bytes);
    Field next;
    solve_arena_play(prover->arena, field, move, &next);
    if (is_secure(prover, &next)) {
        return true;
    }
    asker_play(prover->asker, move);
    const bool ok = follow_loser(prover, &next, move == FIELD_PASS, ply + 1);
    asker_undo(prover->asker);
    return ok;
}

/* Finds a move and follows it. */
static bool try_winner(Prover *prover, const Field *field, int ply) {
    const int move = find_move(prover, field);
    if (move == FIELD_NONE || ply > PLIES_MAX) {
        return give_up(prover, solver_is_stopped(prover->solver)
                                   ? "the search was ended"
                                   : "no move was found that keeps the bound");
    }
    return follow_move(prover, field, move, ply);
}

/* A claim that rests on taking a ko may turn out false further on: then it is tried again without
 * such claims. */
static bool follow_winner(Prover *prover, const Field *field, int ply) {
    if (has_record(prover, field) || try_winner(prover, field, ply)) {
        return true;
    }
    if (prover->is_careful || prover->arena->ko == KO_SIMPLE || solver_is_stopped(prover->solver)) {
        return false;
    }
    prover->is_careful = true;
    const bool ok = try_winner(prover, field, ply);
    prover->is_careful = false;
    if (!ok) {
        remove_record(prover, field);
    }
    return ok;
}

/* Under simple ko no path counts. */
static bool follow_all(Prover *prover) {
    while (prover->todo_count > 0) {
        const Field field = prover->todo[--prover->todo_count];
        asker_set_root(prover->asker, &field);
        if (!follow_winner(prover, &field, 0)) {
            return false;
        }
    }
    return true;
}

static bool follow_root(Prover *prover) {
    const Field root = solver_root(prover->solver);
    solver_set_path(prover->solver, prover->asker);
    if (is_secure(prover, &root)) {
        return true;
    }
    if (root.to_move == prover->winner) {
        return follow_winner(prover, &root, 1) && follow_all(prover);
    }
    const bool has_passed = solver_first(prover->solver) == FIELD_PASS && is_good(prover, &root);
    return follow_loser(prover, &root, has_passed, 1) && follow_all(prover);
}

/* ---- What can be reached ---- */

/* The field of a board, without a ko. */
static Field field_of(const Prover *prover, const SlowBoard *board, Color to_move) {
    ColorCell cells[CELL_COUNT_MAX];
    Field field;
    for (int cell = 0; cell < prover->rules.count; cell++) {
        const int stone = board->cell[cell];
        cells[cell] = (ColorCell)(stone == SLOW_EMPTY    ? EMPTY
                                  : stone == SLOW_WINNER ? prover->winner
                                                         : color_opponent(prover->winner));
    }
    field_set_up(prover->arena->shape, cells, to_move, &field);
    return field;
}

/* The position and the move of a record, as they lie there. */
static Field open_record(const Prover *prover, size_t number, int *move) {
    const RecordSet *set = &prover->records;
    const FieldShape *shape = prover->arena->shape;
    const ProofFile file = {.rules = prover->rules, .record_bytes = set->record_bytes};
    const Strategy strategy = {.records = set->bytes, .count = set->count};
    SlowBoard board;
    int ko;
    strategy_unpack(&file, &strategy, number, &board, &ko, move);
    Field field = field_of(prover, &board, prover->winner);
    field.ko = (int8_t)(ko == SLOW_NO_KO ? FIELD_NO_KO : shape->spot_of[ko]);
    *move = *move == SLOW_PASS ? FIELD_PASS : shape->spot_of[*move];
    return field;
}

/* A walk over all records that the first position leads to. */
typedef struct {
    bool *is_reached; /* [record] */
    uint32_t *todo;
    size_t todo_count;
    BoardSet boards; /* all boards on the way */
    Field *missing;  /* replies without a record */
    size_t missing_count;
} Sweep;

static void reach_reply(Prover *prover, Sweep *sweep, const Field *next) {
    uint8_t bytes[SLOW_CELLS_MAX];
    make_record(prover, next, FIELD_PASS, bytes);
    const uint32_t slot = prover->records.slots[find_slot(&prover->records, bytes)];
    if (slot == 0) {
        sweep->missing = memory_grow(sweep->missing, sweep->missing_count, sizeof *next);
        sweep->missing[sweep->missing_count++] = *next;
    } else if (!sweep->is_reached[slot - 1]) {
        sweep->is_reached[slot - 1] = true;
        sweep->todo[sweep->todo_count++] = slot - 1;
    }
}

static void reach_replies(Prover *prover, Sweep *sweep, const Field *field, bool has_passed) {
    const FieldShape *shape = prover->arena->shape;
    Bits open = shape->points & ~(field->stones[0] | field->stones[1]);
    open &= field->ko == FIELD_NO_KO ? ~UINT64_C(0) : ~field_bit(field->ko);
    Field next;
    for (; open != 0; open &= open - 1) {
        if (solve_arena_play(prover->arena, field, field_first(open), &next) != FIELD_ILLEGAL) {
            reach_reply(prover, sweep, &next);
        }
    }
    if (!has_passed && !is_good(prover, field)) {
        solve_arena_play(prover->arena, field, FIELD_PASS, &next);
        reach_reply(prover, sweep, &next);
    }
}

static void add_board(Prover *prover, Sweep *sweep, const Field *field) {
    const SlowBoard board = slow_board(prover, field);
    board_set_add(&sweep->boards, &board);
}

static Sweep sweep_all(Prover *prover) {
    Sweep sweep = {.is_reached = memory_new(prover->records.count + 1, sizeof(bool)),
                   .todo = memory_new(prover->records.count + 1, sizeof(uint32_t))};
    const Field root = solver_root(prover->solver);
    board_set_init(&sweep.boards, &prover->rules);
    add_board(prover, &sweep, solver_start(prover->solver));
    add_board(prover, &sweep, &root);
    if (root.to_move == prover->winner) {
        reach_reply(prover, &sweep, &root);
    } else {
        const bool has_passed =
            solver_first(prover->solver) == FIELD_PASS && is_good(prover, &root);
        reach_replies(prover, &sweep, &root, has_passed);
    }
    while (sweep.todo_count > 0) {
        int move;
        const Field field = open_record(prover, sweep.todo[--sweep.todo_count], &move);
        Field next;
        solve_arena_play(prover->arena, &field, move, &next);
        add_board(prover, &sweep, &field);
        add_board(prover, &sweep, &next);
        if (!is_secure(prover, &next)) {
            reach_replies(prover, &sweep, &next, move == FIELD_PASS);
        }
    }
    return sweep;
}

static void end_sweep(Sweep *sweep) {
    free(sweep->is_reached);
    free(sweep->todo);
    free(sweep->missing);
    board_set_free(&sweep->boards);
}

/* Drops the records that nothing leads to. */
static void keep_reached(Prover *prover, const Sweep *sweep) {
    RecordSet *set = &prover->records;
    size_t kept = 0;
    for (size_t i = 0; i < set->count; i++) {
        if (sweep->is_reached[i]) {
            memmove(set->bytes + kept * set->record_bytes, set->bytes + i * set->record_bytes,
                    set->record_bytes);
            kept++;
        }
    }
    set->count = kept;
    index_records(set);
}

/* A reply may lack its record because an attempt was broken off. It is followed now, unless its
 * board is one of the strategy's, so that superko may ban it. */
static bool complete(Prover *prover) {
    for (;;) {
        Sweep sweep = sweep_all(prover);
        size_t followed = 0;
        bool ok = true;
        for (size_t i = 0; ok && i < sweep.missing_count; i++) {
            const SlowBoard board = slow_board(prover, &sweep.missing[i]);
            if (board_set_find(&sweep.boards, &board) == BOARD_UNKNOWN) {
                followed++;
                asker_set_root(prover->asker, &sweep.missing[i]);
                ok = follow_winner(prover, &sweep.missing[i], 0);
            }
        }
        if (ok && followed == 0) {
            keep_reached(prover, &sweep);
        }
        end_sweep(&sweep);
        if (!ok || followed == 0) {
            return ok;
        }
    }
}

/* ---- The file ---- */

/* Sorts records by their bytes, the move left out: by counting, from the last byte to the first. */
static void sort_records(RecordSet *set) {
    const size_t bytes = set->record_bytes;
    uint8_t *from = set->bytes, *other = memory_new(set->count, bytes), *to = other;
    for (size_t place = bytes - 1; place-- > 0;) {
        size_t first[257] = {0};
        for (size_t i = 0; i < set->count; i++) {
            first[from[i * bytes + place] + 1]++;
        }
        for (int value = 0; value < 256; value++) {
            first[value + 1] += first[value];
        }
        for (size_t i = 0; i < set->count; i++) {
            const uint8_t *record = from + i * bytes;
            memcpy(to + first[record[place]]++ * bytes, record, bytes);
        }
        uint8_t *sorted = to;
        to = from;
        from = sorted;
    }
    if (from != set->bytes) {
        memcpy(set->bytes, from, set->count * bytes);
    }
    free(other);
    index_records(set);
}

/* Appends bytes, NULs among them. */
static void add_bytes(Text *text, const uint8_t *bytes, size_t count) {
    while (count > 0) {
        const int now = count < 1 << 20 ? (int)count : 1 << 20;
        text_add(text, "%*s", now, "");
        memcpy(text->bytes + text->length - now, bytes, (size_t)now);
        bytes += now;
        count -= (size_t)now;
    }
}

static void add_header(const Solver *solver, const SlowRules *rules, int sections, Text *text) {
    static const char *const KO[] = {"simple", "psk", "ssk"};
    const SolveArena *arena = solver_arena((Solver *)solver);
    const Field *start = solver_start(solver);
    ColorCell cells[CELL_COUNT_MAX];
    char vertex[POINT_TEXT_MAX];
    field_get_cells(arena->shape, start, cells);
    text_add(text, "dihedra proof 1\nboard %dx%d\nko %s\nsuicide %s\nto-move %s\nposition ",
             rules->width, rules->height, KO[arena->ko], arena->suicide ? "on" : "off",
             color_name((Color)start->to_move));
    for (int cell = 0; cell < rules->count; cell++) {
        text_add(text, "%c", cells[cell] == BLACK ? 'X' : cells[cell] == WHITE ? 'O' : '.');
    }
    const int moves[2] = {start->ko == FIELD_NO_KO ? FIELD_NONE : start->ko, solver_first(solver)};
    for (int i = 0; i < 2; i++) {
        const int cell = moves[i] < FIELD_PASS ? arena->shape->cell_of[moves[i]] : 0;
        text_add(text, "\n%s %s", i == 0 ? "banned" : "first",
                 moves[i] == FIELD_NONE ? "-"
                 : moves[i] == FIELD_PASS
                     ? "pass"
                     : point_to_text(point_at(cell % rules->width, cell / rules->width),
                                     rules->height, vertex));
    }
    text_add(text, "\nsections %d\n", sections);
}

static void add_section(Prover *prover, Text *text) {
    RecordSet *records = &prover->records;
    sort_records(records);
    text_add(text, "section %s %d %zu\n", color_name(prover->winner), prover->goal, records->count);
    add_bytes(text, records->bytes, records->count * records->record_bytes);
    text_add(text, "\n");
}

/* ---- One bound ---- */

static bool start_prover(Prover *prover, Solver *solver, Color winner, int goal, Status *status) {
    const SolveArena *arena = solver_arena(solver);
    const FieldShape *shape = arena->shape;
    *prover = (Prover){.solver = solver,
                       .arena = arena,
                       .winner = winner,
                       .goal = goal,
                       .needed = (shape->cell_count + goal + 1) / 2,
                       .status = status};
    slow_rules_init(&prover->rules, shape->width, shape->height, (SlowKo)arena->ko, arena->suicide);
    records_init(&prover->records, shape->cell_count);
    prover->asker = asker_new(solver_arena(solver), true);
    prover->lone = asker_new(solver_arena(solver), true);
    if (prover->asker == NULL || prover->lone == NULL) {
        return status_fail(status, "out of memory");
    }
    asker_set_question(prover->asker, winner, goal);
    asker_set_question(prover->lone, winner, goal);
    if (arena->ko == KO_SIMPLE && goal <= 0) {
        const Field root = solver_root(solver);
        prover->hold = hold_new(arena, &root, winner, goal);
        if (prover->hold == NULL || hold_run(prover->hold, SIZE_MAX) != ANSWER_YES) {
            return status_fail(status, "no way to hold was found");
        }
    }
    return true;
}

static void end_prover(Prover *prover) {
    records_free(&prover->records);
    free(prover->todo);
    asker_free(prover->asker);
    asker_free(prover->lone);
    hold_free(prover->hold);
}

/* Finds the move that leads from one field to a board; a pass if the board stays. */
static int find_step(const Prover *prover, const Field *from, const Field *to) {
    Bits open = prover->arena->shape->points & ~(from->stones[0] | from->stones[1]);
    for (; open != 0; open &= open - 1) {
        Field next;
        if (solve_arena_play(prover->arena, from, field_first(open), &next) != FIELD_ILLEGAL &&
            next.stones[0] == to->stones[0] && next.stones[1] == to->stones[1]) {
            return field_first(open);
        }
    }
    return FIELD_PASS;
}

/* Makes the asker's path that of the failure, up to a place of it. Returns the position there. */
static Field go_along(Prover *prover, const VerifyFailure *failure, size_t steps) {
    /* The last position has the winner to move if a reply lacks a record, else the loser. */
    const bool first_is_winner = failure->winner_is_banned == (failure->count % 2 == 0);
    const Color first = first_is_winner ? prover->winner : color_opponent(prover->winner);
    Field field = field_of(prover, &failure->boards[0], first);
    asker_set_root(prover->asker, &field);
    for (size_t i = 0; i < steps; i++) {
        const Field wanted = field_of(prover, &failure->boards[i + 1], BLACK);
        const int move = find_step(prover, &field, &wanted);
        Field next;
        solve_arena_play(prover->arena, &field, move, &next);
        asker_play(prover->asker, move);
        field = next;
    }
    return field;
}

/* Goes along the path at which the check failed, and finds the record that is missing, or another
 * move for the winner: as late on the path as there is one. Other paths may need yet another move;
 * the next check tells. */
static bool mend(Prover *prover, const VerifyFailure *failure) {
    bool ok = false;
    prover->is_careful = true;
    if (!failure->winner_is_banned) {
        const size_t steps = failure->count - 1;
        const Field field = go_along(prover, failure, steps);
        ok = follow_winner(prover, &field, (int)steps);
    }
    for (size_t places = failure->count - 1; !ok && places > 0; places--) {
        const size_t steps = places - 1;
        const Field field = go_along(prover, failure, steps);
        if (field.to_move == prover->winner) {
            const Field after = field_of(prover, &failure->boards[places], BLACK);
            asker_exclude(prover->asker, find_step(prover, &field, &after));
            const int move = search_move(prover, prover->asker, true, MEND_DEPTH);
            asker_exclude(prover->asker, FIELD_NONE);
            ok = move != FIELD_NONE && follow_move(prover, &field, move, (int)steps);
        }
    }
    prover->is_careful = false;
    return ok;
}

/* Makes the file of one bound and has it checked. */
static bool check_bound(Prover *prover, const Text *header, Text *file, VerifyFailure *failure) {
    VerifyResult result;
    text_clear(file);
    add_bytes(file, (const uint8_t *)header->bytes, header->length);
    add_section(prover, file);
    text_add(file, "checksum %016" PRIX64 "\n",
             proof_file_sum((const uint8_t *)file->bytes, file->length));
    return verify_proof((const uint8_t *)file->bytes, file->length, &result, failure,
                        prover->status);
}

/* Checks and mends until the check finds nothing. */
static bool check_and_mend(Prover *prover) {
    Text header = {0}, file = {0};
    bool ok = false, may_be_mended = true;
    add_header(prover->solver, &prover->rules, 1, &header);
    for (int i = 0; !ok && may_be_mended && i < MENDINGS_MAX; i++) {
        VerifyFailure failure = {0};
        if (!complete(prover)) {
            break;
        }
        ok = check_bound(prover, &header, &file, &failure);
        may_be_mended = !ok && failure.is_path && mend(prover, &failure);
        free(failure.boards);
    }
    text_free(&header);
    text_free(&file);
    return ok;
}

static bool prove_bound(Solver *solver, Color winner, int goal, Text *text, Status *status) {
    Prover prover;
    const bool ok = start_prover(&prover, solver, winner, goal, status) && follow_root(&prover) &&
                    check_and_mend(&prover);
    if (ok) {
        add_section(&prover, text);
    }
    end_prover(&prover);
    return ok;
}

bool prove_bounds(Solver *solver, const ProofWanted *wanted, Text *bytes, VerifyResult *result,
                  Status *status) {
    const FieldShape *shape = solver_arena(solver)->shape;
    SlowRules rules;
    slow_rules_init(&rules, shape->width, shape->height, SLOW_SIMPLE, false);
    solver_resume(solver);
    add_header(solver, &rules, wanted->has_lower + wanted->has_upper, bytes);
    bool ok = (!wanted->has_lower || prove_bound(solver, BLACK, wanted->lower, bytes, status)) &&
              (!wanted->has_upper || prove_bound(solver, WHITE, -wanted->upper, bytes, status));
    if (ok) {
        text_add(bytes, "checksum %016" PRIX64 "\n",
                 proof_file_sum((const uint8_t *)bytes->bytes, bytes->length));
        ok = verify_proof((const uint8_t *)bytes->bytes, bytes->length, result, NULL, status);
    }
    if (!ok) {
        text_clear(bytes);
    }
    return ok;
}
