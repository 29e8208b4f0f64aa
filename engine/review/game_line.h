/* The main line of a game record: its moves, and the positions between them.
 *
 *     position 0   move 0   position 1   move 1   ...   move n-1   position n
 *
 * Invariant: a move without a fault is legal, except that it may repeat a position. An illegal move
 * is executed as record_play does, and the position after it is a set-up: no engine could play to
 * it. So the line goes on to the record's end. The nodes belong to `tree`. A GameLine does not
 * change once it is read; any thread may read it. */
#ifndef ENGINE_REVIEW_GAME_LINE_H
#define ENGINE_REVIEW_GAME_LINE_H

#include "engine/go/board/game.h"
#include "engine/go/sgf/sgf.h"

typedef struct {
    const SgfNode *node;
    Color color;
    Point point;       /* or POINT_PASS */
    const char *fault; /* what makes it illegal; NULL: nothing */
} GameLineMove;

typedef struct {
    const SgfNode *node; /* that made the position: the root, a move or a later set-up */
    Color to_move;       /* who plays next in the record; at its end, whose turn it is */
    bool is_set_up;      /* the start, or stones were set up after the move before, or it was
                            illegal */
    double komi;         /* for who sets the position up: the line's and, under territory rules, the
                            prisoners taken before, which no command of GTP or query can tell */
    ColorCell cells[CELL_COUNT_MAX]; /* a Color each, row by row from the top */
} GameLinePosition;

/* How the record ended. The result is the score in RE, or else the score without the stones that
 * Ending calls dead. A score in RE that no set of dead stones can give at this komi is ignored. Two
 * passes end a game, or one if the record has a score. */
typedef struct {
    int first; /* of these passes, 0-based; the number of moves if the record does not end in passes
                */
    double score;    /* Black's */
    bool is_settled; /* do these passes lose nothing? By agreement (Rules.friendly_pass_ok), or
                        because nothing was left to play for */
} GameEnd;

typedef struct {
    SgfTree *tree;       /* the collection */
    const SgfNode *root; /* of the game */
    int width, height;
    Geometry *geometry;
    double komi;
    int handicap; /* stones given before the first move */
    char *rules;  /* as rules_text; NULL: the record names none that we know */
    int move_count;
    GameLineMove *moves;         /* [move_count] */
    GameLinePosition *positions; /* [move_count + 1] */
    GameEnd end;
} GameLine;

/* Reads the main line of a game of the tree, which must outlive the line. On failure status names
 * the path, what is wrong and where; there is nothing to free. With a path what was repaired is
 * printed; NULL: there is no file. */
bool game_line_read(GameLine *line, SgfTree *tree, const SgfNode *root, const char *path,
                    Status *status);
void game_line_free(GameLine *line);

/* Returns how many of these moves are legal when played in order from the position; repetitions of
 * a position are allowed. */
int game_line_count_legal(const GameLine *line, int position, const Point *moves, int count);

/* The stones of a position, a digit a point: 0 empty, 1 black, 2 white. Returns text. */
const char *game_line_stones(const GameLine *line, int position, char text[CELL_COUNT_MAX + 1]);

const char *game_line_vertex(const GameLine *line, Point point, char text[POINT_TEXT_MAX]);

#endif
