/* One playout of a search: down the graph by the rule of selection, an evaluation, and back up.
 *
 * Private to engine/search: others use search.h. A SearchThread is used by its own thread alone.
 * All threads of a search share the SearchContext, which is constant while they run, except for the
 * graph (graph.h says what threads may do with it), is_full and the status of the root's stones. */
#ifndef ENGINE_SEARCH_DESCENT_H
#define ENGINE_SEARCH_DESCENT_H

#include <pthread.h>

#include "engine/base/deadline.h"
#include "engine/eval/evaluator.h"
#include "engine/go/ending/ending.h"
#include "engine/search/graph/select.h"
#include "engine/search/mirror.h"
#include "engine/search/root_statistics.h"

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
    Selector selector;
    const bool *allowed;      /* [point]: the only moves at the root besides pass; NULL: all */
    const SearchAvoid *avoid; /* NULL: nothing */
    _Atomic bool is_full;     /* the graph was, when something was to be added */
    bool is_frozen;           /* and no garbage is collected any more: leaves stay leaves */

    /* The root (root.h). */
    Board root;
    Point last, before; /* the last move that led to it, and the one before */
    GraphKey root_key;
    GraphNode *root_node;
    int root_move_count;               /* edges, once their moves are known; 0 until then */
    Point root_moves[GRAPH_EDGES_MAX]; /* [edge]: the move that plays it; POINT_NONE: superko bans
                                          it in this game */

    bool wants_ownership;          /* in evaluations, for the statistics */
    const HumanProfile *profile;   /* whom the evaluator imitates; NULL: nobody */
    double playout_doublings;      /* Black's, of which the evaluator is told */
    double optimism;               /* of the policy below the root */
    double root_optimism;          /* and at the root */
    int root_images;               /* the root's evaluation is a mean over this many */
    bool ignores_pre_root_history; /* the evaluator is not told of moves before the root */
    bool conservative_pass;        /* nor that a pass at the root may end the game */
    const SearchRoot *root_search; /* NULL: the root is searched as any other node */
    Mirror mirror;                 /* whose moves are mirrored, if the search minds */

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

/* Puts the thread at the root. */
void descent_start(SearchThread *thread);

/* Makes one playout: a visit of the root. */
void descent_run_playout(SearchThread *thread);

/* Plays the edge's move on the thread's board. If that repeats a position, plays one of the move's
 * images under the symmetries of the node's position instead, which lead to the same child (not if
 * only some moves are allowed: its images may not be). Returns the move played, or POINT_NONE, with
 * the board unchanged, if superko bans all of them. */
Point descent_play_edge(SearchThread *thread, const Step *step, const GraphEdge *edge);

/* Plays the edge's move in the same way and goes to its child, if it has one; the path is longer
 * then. */
Point descent_follow_edge(SearchThread *thread, GraphEdge *edge);

/* Is this move of the root to be avoided (SearchAvoid)? */
bool descent_is_avoided(const SearchContext *context, const GraphEdge *edge);

/* Finds the principal variation, the line of most visits, from the root through one of its edges.
 * Lists its moves, the visits of the edges and those of the positions after them, at most max of
 * each. Returns how many; 0 if superko bans the first. Uses up the thread's path. */
int descent_find_pv(SearchThread *thread, GraphEdge *edge, Point *moves, int64_t *edge_visits,
                    int64_t *visits, int max);

#endif
