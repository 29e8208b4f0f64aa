/* A numbered set of boards up to symmetry, and a graph on such numbers with its cycles. The program
 * ends with a message if memory runs out. */
#ifndef ENGINE_SOLVE_VERIFY_BOARDS_H
#define ENGINE_SOLVE_VERIFY_BOARDS_H

#include <stddef.h>

#include "engine/solve/verify/monitor.h"

enum { BOARD_UNKNOWN = INT32_MAX }; /* more than memory holds */

typedef struct {
    const SlowRules *rules;
    uint8_t *packed; /* of each board, the least image */
    size_t packed_bytes;
    uint32_t count;
    uint32_t *slots; /* open addressing: 1 + the number of a board */
    uint32_t slot_count;
} BoardSet;

void board_set_init(BoardSet *set, const SlowRules *rules);
void board_set_free(BoardSet *set);

/* The number of a board, which is added if it is new. key: of a position that has the board, as in
 * a record. */
uint32_t board_set_add(BoardSet *set, const SlowBoard *board);
uint32_t board_set_add_key(BoardSet *set, const uint8_t *key);

/* The number of a board, or BOARD_UNKNOWN. */
uint32_t board_set_find(const BoardSet *set, const SlowBoard *board);
uint32_t board_set_find_key(const BoardSet *set, const uint8_t *key);

/* The board with this number: its least image. */
SlowBoard board_set_get(const BoardSet *set, uint32_t number);

typedef struct {
    uint32_t from, to;
} GraphEdge;

typedef struct {
    uint32_t node_count;
    GraphEdge *edges;
    size_t edge_count;
} BoardGraph;

void board_graph_add(BoardGraph *graph, uint32_t from, uint32_t to);
void board_graph_free(BoardGraph *graph);

/* The parts of a graph; the lists have room for node_count items. */
typedef struct {
    uint32_t *component; /* [node]: the same for two nodes if each can be reached from the other */
    bool *is_cyclic;     /* [component]: has it an edge within? */
    uint32_t *height;    /* [component]: the most components on a way to others; or NULL */
} BoardParts;

/* Finds the parts. Returns false if the monitor has ended the work. (Tarjan, "Depth-first search
 * and linear graph algorithms", 1972) */
bool board_graph_find_parts(const BoardGraph *graph, const VerifyMonitor *monitor,
                            BoardParts *parts);

#endif
