#include "engine/solve/proof/reply_map.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"

/* ---- The replies to the records, by all threads ---- */

/* Some of the entries. */
typedef struct {
    const Prover *prover; /* threads only read it */
    uint32_t next, end;
    bool is_reporter;
    ReplyMap *map;
    uint8_t *after; /* [record]: the packed board, under superko; of the whole map */
    bool is_last;
    uint32_t *replies;
    size_t reply_count;
    MissingEntry *missing;
    size_t missing_count;
} ReplyShare;

static void note_reply(ReplyShare *share, uint32_t entry, size_t record, const Bitboard *next,
                       uint32_t found) {
    if (found != STRATEGY_ENTRY_NONE) {
        share->replies = memory_grow(share->replies, share->reply_count, sizeof *share->replies);
        share->replies[share->reply_count++] = found;
        return;
    }
    share->missing = memory_grow(share->missing, share->missing_count, sizeof *share->missing);
    share->missing[share->missing_count++] =
        (MissingEntry){entry, record, {{next->stones[0], next->stones[1]}, next->ko}};
}

static void list_replies_after(ReplyShare *share, uint32_t entry, size_t record,
                               const Bitboard *bitboard, bool has_passed) {
    Bitboard next[PROVER_REPLIES_MAX];
    uint32_t found[PROVER_REPLIES_MAX];
    const int count = prover_find_replies(share->prover, bitboard, has_passed, next, found);
    for (int i = 0; i < count; i++) {
        note_reply(share, entry, record, &next[i], found[i]);
    }
}

/* The bitboard is what the record's move has led to. */
static void begin_record(ReplyShare *share, size_t record, const Bitboard *bitboard) {
    const Prover *prover = share->prover;
    share->map->reply_of[record] = share->reply_count;
    if (share->after != NULL) {
        const SlowBoard board =
            prover_slow_board(prover->context->shape, bitboard->stones, prover->winner);
        const size_t bytes = share->map->boards.key_bytes;
        uint8_t key[STRATEGY_KEY_MAX];
        strategy_pack_least(&prover->rules, &board, WHOLE_NO_KO, key);
        memcpy(share->after + record * bytes, key, bytes);
    }
}

static void list_entry(ReplyShare *share, uint32_t entry) {
    const Prover *prover = share->prover;
    for (int place = 0; place < prover->builder.entries[entry].move_count; place++) {
        const size_t record = share->map->record_of[entry] + (size_t)place;
        int move;
        const Bitboard bitboard = prover_decode_entry(prover, entry, place, &move);
        Bitboard next;
        solver_context_play(prover->context, &bitboard, move, &next);
        begin_record(share, record, &next);
        if (!prover_is_secure(prover, &next)) {
            list_replies_after(share, entry, record, &next, move == BITBOARD_PASS);
        }
    }
}

static void list_root(ReplyShare *share) {
    const Prover *prover = share->prover;
    const Bitboard root = solver_root(prover->solver);
    const size_t record = share->map->record_count - 1;
    begin_record(share, record, &root);
    if (prover_is_decided(prover, &root)) {
        return;
    }
    if (root.to_move == prover->winner) {
        note_reply(share, STRATEGY_ENTRY_NONE, record, &root, prover_find(prover, &root).entry);
    } else {
        list_replies_after(share, STRATEGY_ENTRY_NONE, record, &root,
                           prover_has_passed(prover, &root));
    }
}

static void add_share(void *item) {
    ReplyShare *share = item;
    for (; share->next < share->end && !solver_is_stopped(share->prover->solver); share->next++) {
        if (share->is_reporter) {
            prover_report(share->prover, "replies listed", share->next, share->end);
        }
        list_entry(share, share->next);
    }
    if (share->is_last) {
        list_root(share);
    }
}

static void append_list(void *list, size_t count, void *items, size_t item_count,
                        size_t item_bytes) {
    if (item_count > 0) {
        memcpy((char *)list + count * item_bytes, items, item_count * item_bytes);
    }
    free(items);
}

/* Takes over what the shares have found, in the order of the records. */
static void join_shares(ReplyMap *map, const ReplyShare *shares, int count) {
    size_t reply_count = 0, missing_count = 0, record = 0;
    for (int i = 0; i < count; i++) {
        reply_count += shares[i].reply_count;
        missing_count += shares[i].missing_count;
    }
    map->replies = memory_new(reply_count, sizeof *map->replies);
    map->missing = memory_new(missing_count, sizeof *map->missing);
    map->reply_of[map->record_count] = reply_count;
    reply_count = 0;
    for (int i = 0; i < count; i++) {
        const ReplyShare *share = &shares[i];
        const size_t end = i + 1 < count ? map->record_of[share->end] : map->record_count;
        for (; record < end; record++) {
            map->reply_of[record] += reply_count;
        }
        append_list(map->replies, reply_count, share->replies, share->reply_count,
                    sizeof *map->replies);
        append_list(map->missing, map->missing_count, share->missing, share->missing_count,
                    sizeof *map->missing);
        reply_count += share->reply_count;
        map->missing_count += share->missing_count;
    }
}

static void list_winner_replies(ReplyMap *map, const Prover *prover, uint8_t *after) {
    const int threads = monitor_threads(prover->monitor);
    ReplyShare shares[TEAM_MAX];
    for (int i = 0; i < threads; i++) {
        shares[i] = (ReplyShare){.prover = prover,
                                 .next = (uint32_t)team_share(map->entry_count, i, threads),
                                 .end = (uint32_t)team_share(map->entry_count, i + 1, threads),
                                 .is_reporter = i == 0,
                                 .map = map,
                                 .after = after,
                                 .is_last = i + 1 == threads};
    }
    team_run_all(add_share, shares, sizeof shares[0], threads);
    join_shares(map, shares, threads);
}

/* ---- What can be reached ---- */

/* The entries to follow. */
typedef struct {
    uint32_t *list;
    size_t count;
} Todo;

static void reach_from(ReplyMap *map, size_t record, Todo *todo) {
    for (size_t i = map->reply_of[record]; i < map->reply_of[record + 1]; i++) {
        const uint32_t entry = map->replies[i];
        if (!map->is_reached[entry]) {
            map->is_reached[entry] = true;
            todo->list[todo->count++] = entry;
        }
    }
}

static void reach_all(ReplyMap *map) {
    Todo todo = {.list = memory_new(map->entry_count, sizeof *todo.list)};
    reach_from(map, map->record_count - 1, &todo);
    while (todo.count > 0) {
        const uint32_t entry = todo.list[--todo.count];
        for (size_t record = map->record_of[entry]; record < map->record_of[entry + 1]; record++) {
            reach_from(map, record, &todo);
        }
    }
    free(todo.list);
}

/* ---- Boards ---- */

static void number_boards(ReplyMap *map, const Prover *prover, const uint8_t *after) {
    const size_t bytes = map->boards.key_bytes;
    map->board_of = memory_new(map->entry_count, sizeof *map->board_of);
    map->after_of = memory_new(map->record_count, sizeof *map->after_of);
    for (uint32_t entry = 0; entry < map->entry_count; entry++) {
        if (map->is_reached[entry]) {
            map->board_of[entry] = key_set_add(&map->boards, prover->builder.entries[entry].key);
            for (size_t i = map->record_of[entry]; i < map->record_of[entry + 1]; i++) {
                map->after_of[i] = key_set_add(&map->boards, after + i * bytes);
            }
        }
    }
    const size_t root = map->record_count - 1;
    const SlowBoard start = prover_slow_board(prover->context->shape,
                                              solver_start(prover->solver)->stones, prover->winner);
    map->after_of[root] = key_set_add(&map->boards, after + root * bytes);
    strategy_add_board(&map->boards, &prover->rules, &start);
}

bool reply_map_make(ReplyMap *map, const Prover *prover) {
    const StrategyBuilder *builder = &prover->builder;
    const bool superko = prover->context->ko != KO_SIMPLE;
    *map = (ReplyMap){.entry_count = builder->count,
                      .record_count = strategy_builder_record_count(builder, false) + 1};
    map->record_of = memory_new(map->entry_count + 1, sizeof *map->record_of);
    map->reply_of = memory_new(map->record_count + 1, sizeof *map->reply_of);
    map->is_reached = memory_new(map->entry_count, sizeof *map->is_reached);
    for (size_t i = 0; i < map->entry_count; i++) {
        map->record_of[i + 1] = map->record_of[i] + builder->entries[i].move_count;
    }
    strategy_init_boards(&map->boards, &prover->rules);
    uint8_t *after = superko ? memory_new(map->record_count, map->boards.key_bytes) : NULL;
    list_winner_replies(map, prover, after);
    if (!solver_is_stopped(prover->solver)) {
        reach_all(map);
        if (superko) {
            number_boards(map, prover, after);
        }
    }
    free(after);
    return !solver_is_stopped(prover->solver) || prover_fail(prover, MONITOR_ENDED);
}

uint32_t reply_map_board(const ReplyMap *map, const Prover *prover, const MissingEntry *missing) {
    const Bitboard bitboard = prover_position(prover, &missing->position);
    const SlowBoard board =
        prover_slow_board(prover->context->shape, bitboard.stones, prover->winner);
    return strategy_find_board(&map->boards, &prover->rules, &board);
}

void reply_map_free(ReplyMap *map) {
    free(map->record_of);
    free(map->reply_of);
    free(map->replies);
    free(map->missing);
    free(map->is_reached);
    free(map->board_of);
    free(map->after_of);
    key_set_free(&map->boards);
}
