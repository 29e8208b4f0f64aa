/* Monte-Carlo search in a graph of positions up to symmetry (graph.h), by the rule of select.h,
 * with any evaluator.
 *
 * Two words count its work, as in KataGo. The VISITS of a position or a move are all that were ever
 * made of it, those kept from earlier searches included. The PLAYOUTS of a search are the visits of
 * the root that this search made itself. (A random game that an evaluator plays is a playout game.)
 *
 * A Search keeps its graph from one position to the next, so that what was found below the move
 * played is still there, also after taking moves back. Other rules, another komi or another size of
 * board make it forget (reuse_key.h). Its memory is fixed: when the graph is full, what cannot be
 * reached from the present position goes first, then what was visited least (garbage_collector.h).
 *
 * Threads share the graph without locks. An edge counts the threads below it as visits lost
 * (virtual loss), so that they search different lines. One thread, a fixed seed and a fixed number
 * of visits or playouts give the same search every time. A Search belongs to one thread; another
 * one may cancel it and ask how far it is. */
#ifndef ENGINE_SEARCH_SEARCH_H
#define ENGINE_SEARCH_SEARCH_H

#include "engine/go/ending/ending.h"
#include "engine/search/search_limits.h"

typedef struct Search Search;

/* Returns NULL if out of memory. The evaluator must outlive the search. */
Search *search_new(const Evaluator *evaluator);
void search_free(Search *search);

/* Returns the search's cache of whether the game is over, which others may share. In doubt the
 * evaluator's ownership decides. */
Ending *search_ending(Search *search);

/* Changes the evaluator. Forgets what was found with another one. */
void search_set_evaluator(Search *search, const Evaluator *evaluator);

/* Forgets everything that was found. */
void search_clear(Search *search);

/* Searches the present position of a game for color. Fails only if out of memory. */
bool search_run(Search *search, const Game *game, Color color, const SearchLimits *limits,
                SearchResult *result, Status *status);

/* Playouts made by the search under way, or by the last one. Any thread may ask. */
int64_t search_playouts(const Search *search);

/* A move of the root after search_run. */
typedef struct {
    Point move;
    int64_t visits;
    double win_rate, score; /* of the side to move */
    double lcb;             /* lower confidence bound of win_rate */
    double prior;
} SearchMove;

/* Lists the root's visited moves, the most visited first, at most max of them. Returns how many. */
int search_list_moves(const Search *search, SearchMove *moves, int max);

/* Returns the chance with which the last search, or the one whose observer asks, would sample this
 * move if it sampled by these parameters. It must be one that samples; the game must still be as it
 * was.
 */
double search_chance(const Search *search, const SamplingParameters *sampling, Point move);

enum { SEARCH_DUMP_DEPTH_MAX = 64 };

/* Receives the tree below the root, or as much of it as these limits allow. */
typedef struct {
    int depth;    /* moves ahead, 0..SEARCH_DUMP_DEPTH_MAX */
    int branches; /* in each position, the most visited first */
    int moves;    /* in all */
    /* Called before and after everything below a visited move of color. */
    void (*enter)(void *context, Color color, const SearchMove *move);
    void (*leave)(void *context);
    void *context;
} SearchVisitor;

/* Shows the tree after search_run, as long as the game has not changed since. A position that is
 * reached by several paths is shown on each. Fails only if out of memory. */
bool search_dump_tree(Search *search, const SearchVisitor *visitor, Status *status);

#endif
