/* One visit of a search: down the graph by the rule of selection, an evaluation, and back up.
 *
 * Private to engine/search: search.h is what others use. A Worker belongs to its thread; the Scene
 * is shared by all, constant while they run but for the graph, whose own rules hold (graph.h), and
 * is_full. */
#ifndef ENGINE_SEARCH_DESCENT_H
#define ENGINE_SEARCH_DESCENT_H

#include <pthread.h>

#include "engine/base/deadline.h"
#include "engine/eval/evaluator.h"
#include "engine/search/select.h"
#include "engine/search/tally.h"

enum { DESCENT_DEPTH_MAX = 2048 };

/* What this search knows of the root's dead stones. */
typedef enum {
    DEAD_NOT_ASKED,
    DEAD_KNOWN,
    DEAD_GIVEN_UP, /* there was no time to judge them */
} DeadState;

/* What all threads of a search have before them. */
typedef struct {
    const Evaluator *evaluator;
    Graph graph;
    const Game *game;
    SelectParameters select;
    const bool *allowed;      /* [point]: the only moves at the root; NULL: all */
    const SearchAvoid *avoid; /* NULL: nothing */
    Board root;
    Point last, before; /* the moves that led to it */
    GraphKey root_key;
    GraphNode *root_node;
    _Atomic bool is_full; /* the graph was, when something was to be added */
    bool is_frozen;       /* and nothing can go: leaves stay leaves */

    bool wants_owner; /* in evaluations, for the tallies */
    int root_images;  /* that the evaluation of the root is a mean over */

    Deadline deadline; /* of the search: what takes long on one visit looks at it meanwhile */

    /* Which of the root's stones are dead, found when first asked for: what two passes are worth
     * where dead stones are then taken off. */
    bool takes_dead;
    pthread_mutex_t dead_mutex;
    _Atomic DeadState dead_state;
    uint8_t dead[POINT_COUNT];
} Scene;

/* A node on the way down, in the position and orientation of this path. */
typedef struct {
    GraphNode *node;
    GraphEdge *edge; /* that led here; NULL at the root */
    uint64_t hash;   /* of the stones: lane 0 */
    Symmetry orientation;
    uint8_t to_move;
    Point move; /* that led here, as played */
} Step;

/* What one thread has for itself. */
typedef struct {
    _Alignas(64) Board board;
    GraphKey key; /* of the board */
    Scene *scene;
    Rng rng;
    TableCounts counts;
    int depth;
    int length;
    Tally *tally; /* NULL: nobody wants to know more than the graph does */
    EvalAnswer answer;
    Step path[DESCENT_DEPTH_MAX];
    Point moves[DESCENT_DEPTH_MAX]; /* of the path: moves[i] led to path[i + 1] */
} Worker;

/* Puts the worker at the root. */
void descent_start(Worker *worker);

/* Makes one visit. */
void descent_visit(Worker *worker);

/* Plays the edge's move on the worker's board, or where that repeats a position one of its images
 * under the symmetries of the node's position: they lead to the same child. (Not where only some
 * moves are allowed, which its images may not be.) POINT_NONE, with nothing played, where all
 * repeat. */
Point descent_play_edge(Worker *worker, const Step *step, const GraphEdge *edge);

/* Plays it likewise and goes to its child, if it has one already: the path is longer then. */
Point descent_follow_edge(Worker *worker, GraphEdge *edge);

/* Is the edge's move at the root to be avoided? */
bool descent_is_avoided(const Scene *scene, const GraphEdge *edge);

/* The line of most visits from the root through an edge of its: lists moves and visits, at most max
 * of them. Returns how many; 0 where the edge cannot be played. Uses the worker up as a visit does.
 */
int descent_follow(Worker *worker, GraphEdge *edge, Point *moves, int64_t *edge_visits,
                   int64_t *visits, int max);

#endif
