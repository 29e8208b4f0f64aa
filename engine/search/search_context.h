/* The state of a search's threads.
 *
 * Private to engine/search. A SearchThread belongs to its thread. All threads share the
 * SearchContext, which is constant while they run, except for the graph (by the rules of graph.h),
 * is_full and the status of the root's stones. */
#ifndef ENGINE_SEARCH_SEARCH_CONTEXT_H
#define ENGINE_SEARCH_SEARCH_CONTEXT_H

#include <pthread.h>

#include "engine/base/deadline.h"
#include "engine/go/ending/ending.h"
#include "engine/search/root_statistics.h"
#include "engine/search/search_limits.h"

enum { DESCENT_DEPTH_MAX = 2048 };

/* What is known of the life of the root's stones. */
typedef enum {
    STATUS_NOT_ASKED,
    STATUS_KNOWN,
    STATUS_GIVEN_UP, /* there was no time to judge them */
} StatusState;

typedef struct {
    const Evaluator *evaluator;
    Graph graph;
    const Game *game;
    SearchLimits limits;
    Selector selector;
    _Atomic bool is_full;   /* the graph had no room for an addition */
    bool is_frozen;         /* and no more garbage is collected: leaves stay leaves */
    HashKey collected_root; /* of the last search for which garbage might be collected */

    /* The root (root.h). */
    Board root;
    Point last, before; /* the last move that led to it, and the one before */
    GraphKey root_key;
    GraphNode *root_node;
    int root_move_count;               /* edges; 0 until their moves are known */
    Point root_moves[GRAPH_EDGES_MAX]; /* [edge]: its move, or POINT_NONE if superko bans it */

    bool wants_ownership; /* in evaluations, for the statistics */

    Deadline deadline; /* of the search, for whatever may take long */

    /* The life of the root's stones, judged when first needed (final_score.h). */
    bool removes_dead_stones;
    Ending *ending;
    pthread_mutex_t status_mutex;
    _Atomic StatusState status_state;
    uint8_t status[POINT_COUNT]; /* StoneStatus */
    uint8_t owner[POINT_COUNT];  /* of each point without dead stones, once they are judged */
} SearchContext;

/* The context of the last search; NULL: none is kept. For tests of what a search leaves. */
struct Search;
const SearchContext *search_context(const struct Search *search);

/* A node on the way down, with its position as this path has it. */
typedef struct {
    GraphNode *node;
    GraphEdge *edge; /* led here; NULL at the root */
    uint64_t hash;   /* of the stones: lane 0 */
    Symmetry orientation;
    uint8_t to_move, button; /* the board's */
    Point move;              /* led here, as played */
} Step;

typedef struct {
    _Alignas(64) Board board;
    GraphKey key; /* of the board */
    SearchContext *context;
    Rng rng;
    TableCounts counts;
    int depth;                  /* moves of the deepest path so far */
    int length;                 /* of the path, the root included */
    RootStatistics *statistics; /* NULL: no reports are wanted */
    EvalAnswer answer;
    Step path[DESCENT_DEPTH_MAX];
    Point moves[DESCENT_DEPTH_MAX]; /* of the path: moves[i] led to path[i + 1] */
} SearchThread;

#endif
