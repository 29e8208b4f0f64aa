/* Ranks of the positions of a strategy: twice the height above the ends of the lines, and 1 on a
 * cycle. */

#include "engine/solve/proof/reply_map.h"
#include "verify/move_graph.h"

/* Under superko the nodes are boards up to symmetry, under simple ko entries. */
typedef struct {
    Prover *prover;
    const ReplyMap *map;
    bool superko;
    MoveGraph graph;
    GraphComponents components;
} Ranking;

static uint32_t node_of(const Ranking *ranking, uint32_t entry) {
    return ranking->superko ? ranking->map->board_of[entry] : entry;
}

/* Under superko, a pass leads nowhere. */
static void add_edge(Ranking *ranking, uint32_t from, uint32_t to) {
    if (from != to || !ranking->superko) {
        move_graph_add(&ranking->graph, from, to);
    }
}

static void add_replies(Ranking *ranking, uint32_t from, size_t record) {
    const ReplyMap *map = ranking->map;
    for (size_t i = map->reply_of[record]; i < map->reply_of[record + 1]; i++) {
        add_edge(ranking, from, node_of(ranking, map->replies[i]));
    }
}

static void add_entry(Ranking *ranking, uint32_t entry) {
    const ReplyMap *map = ranking->map;
    for (size_t record = map->record_of[entry]; record < map->record_of[entry + 1]; record++) {
        if (ranking->superko) {
            add_edge(ranking, map->board_of[entry], map->after_of[record]);
        }
        add_replies(ranking, ranking->superko ? map->after_of[record] : entry, record);
    }
}

/* Adds the edges that no entry stands for. What is still missing is on boards of the strategy
 * (repair_complete). */
static void add_missing_edges(Ranking *ranking) {
    const Prover *prover = ranking->prover;
    const ReplyMap *map = ranking->map;
    const BitboardShape *shape = prover->context->shape;
    const SlowBoard start =
        prover_slow_board(shape, solver_start(prover->solver)->stones, prover->winner);
    const size_t root = map->record_count - 1;
    add_edge(ranking, strategy_find_board(&map->boards, &prover->rules, &start),
             map->after_of[root]);
    add_replies(ranking, map->after_of[root], root);
    for (size_t i = 0; i < map->missing_count; i++) {
        const MissingEntry *missing = &map->missing[i];
        if (reply_map_is_reached(map, missing)) {
            const uint32_t board = reply_map_board(map, prover, missing);
            assert(board != KEY_UNKNOWN);
            add_edge(ranking, map->after_of[missing->record], board);
        }
    }
}

static bool is_cyclic(const Ranking *ranking, uint32_t node) {
    return ranking->components.is_cyclic[ranking->components.component[node]];
}

/* Does a move of the entry lie on a cycle, or lead to one? */
static bool is_near_cycle(const Ranking *ranking, uint32_t entry) {
    const ReplyMap *map = ranking->map;
    bool is_near = is_cyclic(ranking, node_of(ranking, entry));
    for (size_t record = map->record_of[entry]; record < map->record_of[entry + 1]; record++) {
        is_near |= is_cyclic(ranking, map->after_of[record]);
        for (size_t i = map->reply_of[record]; i < map->reply_of[record + 1]; i++) {
            is_near |= is_cyclic(ranking, node_of(ranking, map->replies[i]));
        }
    }
    return is_near;
}

static bool set_rank(const Ranking *ranking, uint32_t number) {
    const GraphComponents *components = &ranking->components;
    StrategyEntry *entry = &ranking->prover->builder.entries[number];
    const uint32_t component = components->component[node_of(ranking, number)];
    const uint32_t rank = 2 * components->height[component] + components->is_cyclic[component];
    if (rank > UINT16_MAX) {
        return prover_fail(ranking->prover, "the lines of the strategy are too long");
    }
    entry->rank = (uint16_t)rank;
    entry->is_ranked = true;
    entry->is_near_cycle = ranking->superko && is_near_cycle(ranking, number);
    return true;
}

static void add_edges(Ranking *ranking) {
    const ReplyMap *map = ranking->map;
    for (uint32_t entry = 0; entry < map->entry_count; entry++) {
        if (map->is_reached[entry]) {
            add_entry(ranking, entry);
        }
    }
    if (ranking->superko) {
        add_missing_edges(ranking);
    }
}

bool reply_map_rank(const ReplyMap *map, Prover *prover) {
    Ranking ranking = {.prover = prover, .map = map, .superko = prover->context->ko != KO_SIMPLE};
    bool ok = true;
    if (prover->draws_suffice) {
        return true;
    }
    move_graph_init(&ranking.graph,
                    ranking.superko ? map->boards.count : (uint32_t)map->entry_count);
    while (move_graph_pass(&ranking.graph)) {
        add_edges(&ranking);
    }
    graph_components_find(&ranking.components, &ranking.graph);
    for (uint32_t entry = 0; ok && entry < map->entry_count; entry++) {
        ok = !map->is_reached[entry] || set_rank(&ranking, entry);
    }
    graph_components_free(&ranking.components);
    move_graph_free(&ranking.graph);
    return ok;
}
