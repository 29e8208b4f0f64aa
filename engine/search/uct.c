#include "engine/search/uct.h"

#include <assert.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/board/score.h"
#include "engine/playout/playout.h"

/* Found by self-play on 9x9; uniform playouts are noisy, so little exploration is needed. */
static const double EXPLORATION = 0.5;

/* Share of a playout's value that is its score and not only who won, so that a side that wins or
 * loses anyway still plays for points. */
static const double SCORE_SHARE = 0.1;

/* Points beyond which a score counts no further: komi may be any finite number, sums may not. */
static const double SCORE_MAX = 1e6;

enum {
    EXPAND_VISITS = 4, /* a leaf gets children on this visit: most leaves are never seen again */
    DEPTH_MAX = 2048,
    VALUE_ONE = 1 << 16, /* a win in the fixed-point sums below */
};

static const uint32_t CHILDREN_NONE = 0;
static const uint32_t CHILDREN_PENDING = UINT32_MAX; /* a thread is making them */

/* Values are those of the side that made the move into the node. */
typedef struct {
    _Atomic int64_t value_sum; /* in VALUE_ONE */
    _Atomic int64_t score_sum; /* points */
    _Atomic uint32_t visits;
    _Atomic uint32_t children; /* index of the first; stored with release, loaded with acquire */
    uint16_t child_count;      /* written before children is stored */
    Point move;
    _Atomic bool banned; /* found to repeat a position */
} Node;

typedef struct {
    const Game *game;
    const UctLimits *limits;
    Board root;
    Node *nodes; /* nodes[0] is the root; index 0 is nobody's child */
    uint32_t capacity;
    _Atomic uint32_t used;
    _Atomic int64_t playouts;
    _Atomic int depth;
    _Atomic bool stop;
    double deadline;
} Tree;

typedef struct {
    Tree *tree;
    Rng rng;
    Board board;
    Board before; /* to take a move back that turns out to repeat a position */
    Node *path[DEPTH_MAX];
    uint64_t hashes[DEPTH_MAX];
    uint8_t to_move[DEPTH_MAX];
    int length;
} Worker;

/* ---- Making children ---- */

/* The moves worth a node: legal but for superko, no own eye filled; and pass, the last. */
static int list_moves(const Board *board, const Rules *rules, Point *moves) {
    const Color color = (Color)board->to_move;
    int count = 0;
    for (int i = 0; i < board->empty_count; i++) {
        const Point p = board->empty[i];
        if (board_check(board, color, p, rules->suicide) == MOVE_LEGAL &&
            !board_is_eye(board, color, p)) {
            moves[count++] = p;
        }
    }
    moves[count++] = POINT_PASS;
    return count;
}

/* Gives a node its children, in random order so that ties in selection fall at random. Where
 * another thread is at it or memory is used up the node stays a leaf for now. */
static void expand(Worker *worker, Node *node) {
    Tree *tree = worker->tree;
    uint32_t expected = CHILDREN_NONE;
    /* Relaxed: this only elects the thread that makes the children. */
    if (!atomic_compare_exchange_strong_explicit(&node->children, &expected, CHILDREN_PENDING,
                                                 memory_order_relaxed, memory_order_relaxed)) {
        return;
    }
    Point moves[CELL_COUNT_MAX + 1];
    int count = list_moves(&worker->board, &tree->game->rules, moves);
    if (node == &tree->nodes[0] && tree->limits->avoid_pass && count > 1) {
        count--;
    }
    const uint32_t first =
        atomic_load_explicit(&tree->used, memory_order_relaxed) + (uint32_t)count > tree->capacity
            ? tree->capacity
            : atomic_fetch_add_explicit(&tree->used, (uint32_t)count, memory_order_relaxed);
    if (first + (uint32_t)count > tree->capacity) {
        return; /* full: stays pending, that is a leaf, for good */
    }
    for (int i = count - 1; i > 0; i--) {
        const int j = (int)rng_below(&worker->rng, (uint32_t)i + 1);
        const Point p = moves[i];
        moves[i] = moves[j];
        moves[j] = p;
    }
    for (int i = 0; i < count; i++) {
        Node *child = &tree->nodes[first + (uint32_t)i];
        memset(child, 0, sizeof *child);
        child->move = moves[i];
    }
    node->child_count = (uint16_t)count;
    /* Release: whoever sees the index (acquire in children_of) sees the children and the count. */
    atomic_store_explicit(&node->children, first, memory_order_release);
}

static Node *children_of(const Tree *tree, Node *node) {
    const uint32_t first = atomic_load_explicit(&node->children, memory_order_acquire);
    return first == CHILDREN_NONE || first == CHILDREN_PENDING ? NULL : &tree->nodes[first];
}

/* ---- Going down ---- */

static Node *select_child(const Tree *tree, Node *node) {
    Node *children = children_of(tree, node);
    const double log_visits =
        log((double)atomic_load_explicit(&node->visits, memory_order_relaxed) + 1);
    Node *best = NULL;
    double best_value = -1;
    for (int i = 0; i < node->child_count; i++) {
        Node *child = &children[i];
        if (atomic_load_explicit(&child->banned, memory_order_relaxed)) {
            continue;
        }
        const uint32_t visits = atomic_load_explicit(&child->visits, memory_order_relaxed);
        if (visits == 0) {
            return child;
        }
        const double mean = (double)atomic_load_explicit(&child->value_sum, memory_order_relaxed) /
                            ((double)visits * VALUE_ONE);
        const double value = mean + EXPLORATION * sqrt(log_visits / visits);
        if (value > best_value) {
            best_value = value;
            best = child;
        }
    }
    return best; /* NULL only at the root, where every move repeats a position and pass is avoided
                  */
}

/* Does the worker's board repeat a position of its path? Where hashes agree the path is played
 * again and the stones compared. */
static bool path_repeats(const Worker *worker) {
    const Game *game = worker->tree->game;
    const Board *board = &worker->board;
    for (int i = 0; i < worker->length; i++) {
        if (worker->hashes[i] != board->hash.lane[0] ||
            (game->rules.ko == KO_SITUATIONAL && worker->to_move[i] != board->to_move)) {
            continue;
        }
        Board earlier;
        board_copy(&earlier, &worker->tree->root);
        for (int j = 1; j <= i; j++) {
            board_play(&earlier, (Color)earlier.to_move, worker->path[j]->move);
        }
        uint8_t cells[2][CELL_COUNT_MAX];
        board_get_cells(&earlier, cells[0]);
        board_get_cells(board, cells[1]);
        if (memcmp(cells[0], cells[1], (size_t)game->geometry->cell_count) == 0) {
            return true;
        }
    }
    return false;
}

/* Plays the child's move. Returns false, and bans the child, where it repeats a position. */
static bool enter(Worker *worker, Node *child) {
    Board *board = &worker->board;
    const Game *game = worker->tree->game;
    if (child->move == POINT_PASS || game->rules.ko == KO_SIMPLE) {
        board_play(board, (Color)board->to_move, child->move);
        return true;
    }
    board_copy(&worker->before, board);
    board_play(board, (Color)board->to_move, child->move);
    if (!game_repeats(game, board) && !path_repeats(worker)) {
        return true;
    }
    board_copy(board, &worker->before);
    atomic_store_explicit(&child->banned, true, memory_order_relaxed);
    return false;
}

static void push(Worker *worker, Node *node) {
    worker->path[worker->length] = node;
    worker->hashes[worker->length] = worker->board.hash.lane[0];
    worker->to_move[worker->length] = worker->board.to_move;
    worker->length++;
    atomic_fetch_add_explicit(&node->visits, 1, memory_order_relaxed);
}

/* From the root to a leaf; the board follows. */
static void descend(Worker *worker) {
    Tree *tree = worker->tree;
    board_copy(&worker->board, &tree->root);
    worker->length = 0;
    Node *node = &tree->nodes[0];
    push(worker, node);
    while (worker->board.passes < 2 && worker->length < DEPTH_MAX) {
        if (children_of(tree, node) == NULL) {
            const uint32_t visits = atomic_load_explicit(&node->visits, memory_order_relaxed);
            if (node == &tree->nodes[0] || visits >= EXPAND_VISITS) {
                expand(worker, node);
            }
            if (children_of(tree, node) == NULL) {
                return;
            }
        }
        Node *child = select_child(tree, node);
        if (child == NULL) {
            return;
        }
        if (enter(worker, child)) {
            push(worker, child);
            node = child;
        }
    }
}

/* ---- Coming back up ---- */

static void update(Worker *worker, double black_score) {
    const Geometry *geometry = worker->tree->game->geometry;
    const double black_win = black_score > 0 ? 1 : black_score < 0 ? 0 : 0.5;
    const double black_share = 0.5 + 0.5 * black_score / (geometry->cell_count + fabs(black_score));
    const double black_value = (1 - SCORE_SHARE) * black_win + SCORE_SHARE * black_share;
    const int64_t value = (int64_t)(black_value * VALUE_ONE);
    const int64_t score = (int64_t)lround(2 * fmax(-SCORE_MAX, fmin(black_score, SCORE_MAX)));
    for (int i = 0; i < worker->length; i++) {
        Node *node = worker->path[i];
        const bool black_moved = worker->to_move[i] == WHITE;
        atomic_fetch_add_explicit(&node->value_sum, black_moved ? value : VALUE_ONE - value,
                                  memory_order_relaxed);
        atomic_fetch_add_explicit(&node->score_sum, black_moved ? score : -score,
                                  memory_order_relaxed);
    }
}

static void simulate(Worker *worker) {
    Tree *tree = worker->tree;
    const Game *game = tree->game;
    descend(worker);
    const int points = worker->board.passes >= 2 ? score_area(&worker->board, NULL)
                                                 : playout_run(&worker->board, &worker->rng).score;
    const int bonus = rules_handicap_bonus(&game->rules, game->handicap);
    update(worker, points - game->komi - bonus);
    int depth = atomic_load_explicit(&tree->depth, memory_order_relaxed);
    while (worker->length - 1 > depth &&
           !atomic_compare_exchange_weak_explicit(&tree->depth, &depth, worker->length - 1,
                                                  memory_order_relaxed, memory_order_relaxed)) {
    }
}

static void *work(void *argument) {
    Worker *worker = argument;
    Tree *tree = worker->tree;
    const bool timed = isfinite(tree->deadline);
    /* Relaxed throughout: a thread that sees stop late plays one game more. */
    while (!atomic_load_explicit(&tree->stop, memory_order_relaxed)) {
        if (atomic_fetch_add_explicit(&tree->playouts, 1, memory_order_relaxed) >=
            tree->limits->playouts) {
            atomic_fetch_sub_explicit(&tree->playouts, 1, memory_order_relaxed);
            break;
        }
        simulate(worker);
        if (timed && clock_seconds() >= tree->deadline) {
            atomic_store_explicit(&tree->stop, true, memory_order_relaxed);
        }
    }
    return NULL;
}

/* ---- The search ---- */

/* Runs the workers; the caller's thread is the first of them. A thread that cannot be had is done
 * without. */
static bool run_workers(Tree *tree, Status *status) {
    const int threads = tree->limits->threads;
    Worker *workers = aligned_alloc(64, (size_t)threads * ((sizeof(Worker) + 63) / 64 * 64));
    if (workers == NULL) {
        return status_fail(status, "no memory for %d search threads", threads);
    }
    pthread_t ids[UCT_THREADS_MAX];
    bool started[UCT_THREADS_MAX] = {false};
    for (int i = 0; i < threads; i++) {
        workers[i].tree = tree;
        workers[i].rng = rng_new(tree->limits->seed + (uint64_t)i);
    }
    for (int i = 1; i < threads; i++) {
        started[i] = pthread_create(&ids[i], NULL, work, &workers[i]) == 0;
    }
    work(&workers[0]);
    for (int i = 1; i < threads; i++) {
        if (started[i]) {
            pthread_join(ids[i], NULL);
        }
    }
    free(workers);
    return true;
}

static void report(Tree *tree, double start, UctResult *result) {
    Node *root = &tree->nodes[0];
    Node *children = children_of(tree, root);
    const Node *best = NULL;
    for (int i = 0; children != NULL && i < root->child_count; i++) {
        if (!children[i].banned && (best == NULL || children[i].visits > best->visits)) {
            best = &children[i];
        }
    }
    *result = (UctResult){
        .move = POINT_PASS,
        .win_rate = 0.5,
        .playouts = tree->playouts,
        .nodes = tree->used,
        .depth = tree->depth,
        .seconds = clock_seconds() - start,
    };
    if (best != NULL && best->visits > 0) {
        result->move = best->move;
        result->win_rate = (double)best->value_sum / ((double)best->visits * VALUE_ONE);
        result->score = (double)best->score_sum / ((double)best->visits * 2);
    }
}

bool uct_search(const Game *game, Color color, const UctLimits *limits, UctResult *result,
                Status *status) {
    assert(limits->threads >= 1 && limits->threads <= UCT_THREADS_MAX);
    assert(isfinite(limits->seconds) || limits->playouts < INT64_MAX);
    const double start = clock_seconds();
    Tree *tree = aligned_alloc(64, (sizeof(Tree) + 63) / 64 * 64);
    if (tree == NULL) {
        return status_fail(status, "no memory for a search");
    }
    memset(tree, 0, sizeof *tree);
    tree->game = game;
    tree->limits = limits;
    tree->deadline = start + limits->seconds;
    board_copy(&tree->root, &game->board);
    if (color != (Color)tree->root.to_move) {
        tree->root.to_move = (uint8_t)color;
        tree->root.ko = POINT_NONE;
    }
    tree->root.passes = tree->root.passes > 1 ? 1 : tree->root.passes; /* the game goes on */
    const size_t most = limits->memory / sizeof(Node);
    tree->capacity = most >= CHILDREN_PENDING ? CHILDREN_PENDING - 1 : (uint32_t)most;
    if (tree->capacity < CELL_COUNT_MAX + 2) {
        tree->capacity = CELL_COUNT_MAX + 2;
    }
    tree->nodes = malloc(tree->capacity * sizeof(Node)); /* pages are taken as they are touched */
    bool ok = tree->nodes != NULL || status_fail(status, "no memory for the tree");
    if (ok) {
        memset(&tree->nodes[0], 0, sizeof(Node));
        tree->used = 1;
        ok = run_workers(tree, status);
    }
    if (ok) {
        report(tree, start, result);
    }
    free(tree->nodes);
    free(tree);
    return ok;
}
