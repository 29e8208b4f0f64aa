/* The state of a search's threads, and the steps of a search, a file each.
 *
 * Private to engine/search. A SearchThread belongs to its thread. All threads share the
 * SearchContext, which is constant while they run, except for the graph (by the rules of graph.h),
 * is_full and the status of the root's stones. */
#ifndef ENGINE_SEARCH_SEARCH_CONTEXT_H
#define ENGINE_SEARCH_SEARCH_CONTEXT_H

#include <pthread.h>

#include "engine/base/deadline.h"
#include "engine/eval/evaluator.h"
#include "engine/go/ending/ending.h"
#include "engine/go/ending/stone_status.h"
#include "engine/search/search_limits.h"

/* ---- Sums over the evaluations of one thread below each move of the root, for reports: more than
 * the graph keeps. One thread adds to them while another reads, under a mutex, whose time is
 * negligible beside that of an evaluation (root_statistics.c) ---- */

/* Sums over evaluations, all of them doubles, since a float stops counting at 2^24. */
typedef struct {
    double count, score, score_squares; /* Black's */
    double final_score, final_squares, no_result;
} ScoreStatistics;

typedef struct {
    double count, ownership[CELL_COUNT_MAX], ownership_squares[CELL_COUNT_MAX];
} OwnershipStatistics;

typedef struct {
    pthread_mutex_t mutex;
    ScoreStatistics scores[ANALYSIS_MOVES_MAX]; /* [edge of the root] */
    ScoreStatistics root;                       /* all of them, and the root's own evaluations */
    OwnershipStatistics ownership;
    OwnershipStatistics *moves_ownership; /* [edge of the root], or NULL */
} RootStatistics;

/* Returns NULL if out of memory. */
RootStatistics *root_statistics_new(bool moves_ownership);
void root_statistics_free(RootStatistics *statistics);

/* Adds an evaluation below an edge of the root (-1: of the root itself), with its ownership if
 * has_ownership is set. */
void root_statistics_add(RootStatistics *statistics, int edge, const EvalAnswer *answer,
                         bool has_ownership, int cell_count);

/* Adds the statistics to sums, which belong to the calling thread and have moves_ownership if the
 * statistics have. */
void root_statistics_merge(RootStatistics *statistics, RootStatistics *sums);

/* ---- The state ---- */

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

    /* The life of the root's stones, judged when first needed (final_score.c). */
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

/* ---- The edges of a node, which any thread may expand (expand.c) ---- */

/* Expands the node of the thread's last step, unless it has edges: one for each class of equivalent
 * moves worth a look. Their priors are the policy in the thread's answer, normalized. Returns false
 * if the graph is full. */
bool expand_node(SearchThread *thread, const Step *step);

/* Sets the priors of the step's edges to the policy in the thread's answer. */
void expand_set_priors(const SearchThread *thread, const Step *step, GraphEdge *edges);

/* The symmetries by which an edge stands for several moves, as a bit set: those of the node's
 * position, or the identity alone if only some moves are allowed there. */
unsigned expand_symmetries(const SearchThread *thread, const Step *step);
unsigned expand_root_symmetries(const SearchContext *context);

/* ---- Garbage collection, while no thread uses the graph (garbage_collector.c) ---- */

/* Collects garbage before a search if more than half of the graph is in use and the root differs
 * from that of the last search, so that part of the graph is out of reach. A search that is already
 * cancelled leaves the graph alone, unless the root lacks memory for its own moves. */
void garbage_collector_run_for_root(SearchContext *context);

/* Is enough time left until `end`, by clock_seconds(), for a search to gain by a collection? */
bool garbage_collector_has_time(double end);

/* Collects garbage during a search whose graph is full and which goes on until `end`. Returns
 * false, with the graph as it was, if that is too little time. */
bool garbage_collector_run(SearchContext *context, double end);

/* ---- The score of a finished game: the first thread that needs the life of the root's stones
 * judges it, once a search; the others wait (final_score.c) ---- */

/* Sets the thread's answer to the score of its position, in which both have passed. Returns false
 * if the search was cancelled before the root's stones were judged.
 *
 * If dead stones are taken off, the side to move at the root must not rely on the opponent's
 * agreement: it gets the worse of the board as it stands and without them. Under territory rules,
 * where capturing them costs points, they are taken off. If there is no time to judge them it loses
 * the whole board, so that passing does not seem to win. */
bool final_score_set(SearchThread *thread);

/* An evaluator's ownership of the points of a finished position. Any thread may ask. Returns
 * OWNERSHIP_UNKNOWN if the evaluator does not predict ownership; otherwise it must outlive
 * the source. */
OwnershipSource ownership_of_evaluator(const Evaluator *evaluator);

/* ---- Reports (analyzer.c) ---- */

/* Belongs to one thread; others may search while it works. */
typedef struct {
    Analysis analysis;
    RootStatistics *sums; /* of all threads' statistics */
} Analyzer;

/* Returns NULL if out of memory. */
Analyzer *analyzer_new(bool moves_ownership);
void analyzer_free(Analyzer *analyzer);

/* Fills the analyzer's analysis. statistics are those of all threads. Overwrites the path of the
 * thread, which must be idle. No garbage may be collected meanwhile. */
void analyzer_run(Analyzer *analyzer, SearchThread *thread, RootStatistics *const *statistics);

#endif
