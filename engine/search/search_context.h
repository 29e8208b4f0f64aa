/* What the threads of a search work on.
 *
 * Private to engine/search. A SearchThread is used by its own thread alone. All threads of a search
 * share the SearchContext, which is constant while they run, except for the graph (graph.h says
 * what threads may do with it), is_full and the status of the root's stones. */
#ifndef ENGINE_SEARCH_SEARCH_CONTEXT_H
#define ENGINE_SEARCH_SEARCH_CONTEXT_H

#include <pthread.h>

#include "engine/base/deadline.h"
#include "engine/go/ending/ending.h"
#include "engine/search/mirror.h"
#include "engine/search/root_statistics.h"
#include "engine/search/search_limits.h"

enum { DESCENT_DEPTH_MAX = 2048 };

/* What this search knows about the life of the root's stones. */
typedef enum {
    STATUS_NOT_ASKED,
    STATUS_KNOWN,
    STATUS_GIVEN_UP, /* there was no time to judge them */
} StatusState;

/* What all threads of a search share. */
typedef struct {
    const Evaluator *evaluator;
    Graph graph;
    const Game *game;
    SearchLimits limits;
    Selector selector;
    _Atomic bool is_full; /* the graph was, when something was to be added */
    bool is_frozen;       /* and no garbage is collected any more: leaves stay leaves */

    /* The root (root.h). */
    Board root;
    Point last, before; /* the last move that led to it, and the one before */
    GraphKey root_key;
    GraphNode *root_node;
    int root_move_count;               /* edges, once their moves are known; 0 until then */
    Point root_moves[GRAPH_EDGES_MAX]; /* [edge]: the move that plays it; POINT_NONE: superko bans
                                          it in this game */

    bool wants_ownership; /* in evaluations, for the statistics */
    Mirror mirror;        /* whose moves are mirrored, if the search minds */

    Deadline deadline; /* of the search; whatever may take long looks at it meanwhile */

    /* The life of the root's stones, found when first asked for: what two passes are worth if dead
     * stones are then taken off. */
    bool takes_dead;
    Ending *ending;
    pthread_mutex_t status_mutex;
    _Atomic StatusState status_state;
    uint8_t status[POINT_COUNT]; /* StoneStatus */
    uint8_t owner[POINT_COUNT];  /* once they are judged: whose each point is without dead stones */
} SearchContext;

/* A node on the way down, with its position as this path has it. */
typedef struct {
    GraphNode *node;
    GraphEdge *edge; /* led here; NULL at the root */
    uint64_t hash;   /* of the stones: lane 0 */
    Symmetry orientation;
    uint8_t to_move;
    Point move; /* led here, as played */
} Step;

/* What a thread has for itself. */
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
