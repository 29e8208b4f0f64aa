/* The input of a network: KataGo's features V7 (cpp/neuralnet/nninputs.cpp), computed for any of
 * the eight images of a position.
 *
 *     plane  0      on the board                    global  0-4    the last moves were passes
 *            1, 2   stones of the mover, opponent           5      the mover's komi / 20
 *            3-5    chains of 1, 2, 3 liberties             6, 7   superko; positional, situational
 *            6      forbidden by ko or superko              8      suicide is legal
 *            9-13   the last moves, latest first            9      territory scoring
 *            14     in a ladder                             10, 11 seki tax; group tax
 *            15, 16 in a ladder one, two moves ago          14     a pass would end the game
 *            17     moves that begin a ladder               15, 16 playout doublings: any; half
 *            18, 19 area of the mover, opponent             17     a pass would take the button
 *                                                           18     parity of komi and board
 *
 * Planes 7, 8, 20, 21 and globals 12, 13 are always 0: they are for phases, which this program's
 * rules do not have. Keeps no state; the caller passes the Ladders. */
#ifndef ENGINE_EVAL_NET_INPUT_FEATURES_H
#define ENGINE_EVAL_NET_INPUT_FEATURES_H

#include "engine/eval/net/input/situation.h"

/* ---- Ladders as KataGo's input features define them (ladders.c): chains of one or two liberties
 * that the opponent captures by atari after atari, whatever the chain does.
 *
 * The reading is KataGo's (cpp/game/board.cpp, searchIsLadderCaptured) and not that of
 * engine/go/board/ladder.h, since a network answers well only for inputs like those it was trained
 * on: the defender extends or captures an adjacent chain in atari, kos count for the defender, and
 * if the reading exceeds 25,000 moves, the chain escapes.
 *
 * A Ladders remembers what it has read, since a position is an earlier board of those one or two
 * moves beyond it. One thread at a time may use it, for any boards. ---- */

/* The marks of a cell. A chain with two liberties is in a ladder if it is captured with the
 * opponent moving first, a chain with one liberty if it is captured moving first itself. */
enum {
    LADDER_CAUGHT = 1,  /* a stone of a chain that is in a ladder */
    LADDER_CATCHES = 2, /* << color: puts a chain of this color with two liberties into
                           its ladder */
};

typedef struct Ladders Ladders;

/* Reserves address space for the longest ladder; only what is used takes memory. Returns NULL if
 * out of memory. */
Ladders *ladders_new(void);
void ladders_free(Ladders *ladders);

/* The marks of each of the board's cells; they last until the next call. */
const uint8_t *ladders_find(Ladders *ladders, const Board *board);

/* ---- All features ---- */

enum { FEATURE_BOARD = 0 /* the plane */, FEATURE_PLANES = 22, FEATURE_GLOBALS = 19 };

typedef struct {
    int width, height; /* of the image */
    int cell_count;
    uint16_t image[CELL_COUNT_MAX];  /* [cell of the board]: its cell in the image */
    uint32_t planes[CELL_COUNT_MAX]; /* [cell of the image]: bit p is plane p */
    float globals[FEATURE_GLOBALS];
    float metadata[HUMAN_PROFILE_INPUTS]; /* of the profile (human_profile.h); 0 without one */
    bool legal[CELL_COUNT_MAX]; /* [cell of the board]: the mover may play there; the suicide of
                                   a single stone counts as illegal, as in KataGo */
    bool has_no_result;         /* the rules allow a game without result */
} Features;

/* A cell's index in the image that the symmetry makes of the board. */
static inline int features_image(const Geometry *geometry, Symmetry symmetry, int cell) {
    const int width = symmetry_transposes(symmetry) ? geometry->height : geometry->width;
    const Point p = geometry_map_point(geometry, symmetry, geometry->point_of[cell]);
    return point_y(p) * width + point_x(p);
}

/* Fills in features for the image that symmetry (hash/symmetry.h) makes of the position.
 * life_by_suicide is that of the model. */
void features_fill(const Situation *situation, Symmetry symmetry, bool life_by_suicide,
                   Ladders *ladders, Features *features);

/* Sets owner[point] to BLACK, WHITE or EMPTY for each point of the board, by the area that is among
 * the features. It differs from Tromp-Taylor area in unconditional territory: stones inside the
 * opponent's count as dead. */
void features_find_area(const Board *board, bool suicide_allowed, uint8_t *owner);

/* ---- The canonical image of an input (canonical.c): the same for all inputs that are images of
 * each other, with a key by which it can be remembered ---- */

/* The key is a hash of all that the network reads (stones, ko, history, ladders, komi, rules,
 * profile) and of nothing else, in two words of 64 bits. */
typedef struct {
    uint64_t key, check;
    Symmetry symmetry; /* turns the position into its canonical image */
    int cell_count;
    uint16_t image[CELL_COUNT_MAX]; /* [cell of the position]: its cell in that image */
} Canonical;

/* Finds the canonical image of a position; features are those of its identity. */
void canonical_find(const Features *features, const Geometry *geometry, Canonical *canonical);

/* Makes the features of the canonical image, as those of a position. */
void canonical_turn(const Features *features, const Canonical *canonical, Features *turned);

#endif
