/* One game between two GTP engines, with us as referee and clock.
 *
 * Invariant: whatever the engines do, the game ends with a result. What an engine does wrong loses
 * it the game: an illegal move, a refusal of a legal one, an answer that is late, missing or
 * garbage.
 *
 * A match game belongs to one thread, the one that started its players' engines. */
#ifndef REGRESS_MATCH_MATCH_GAME_H
#define REGRESS_MATCH_MATCH_GAME_H

#include "engine/base/text.h"
#include "engine/go/board/game.h"
#include "engine/go/board/point.h"
#include "engine/go/reading/reading.h"
#include "engine/go/sgf/record.h"
#include "regress/match/match_player.h"

/* ---- A move as its engine tells of it by lz- or kata-genmove_analyze (match_move.c). Pure
 * functions ---- */

typedef struct {
    double seconds;  /* 0: of the opening */
    double win_rate; /* Black's, 0..1; NAN: not told */
    double score;    /* Black's lead in points; NAN: not told */
    Text words;      /* of these, visits and the line of play: for people */
} MatchMove;

/* Makes it one of which nothing is told; the caller frees move->words. */
void match_move_clear(MatchMove *move, double seconds);

/* Reads what the last report, in the dialect lz or kata, has of this vertex, or else of its first
 * move. Values are the mover's; those that cannot be are dropped, and words names them. */
void match_move_read_report(MatchMove *move, const char *report, bool is_lz, const char *vertex,
                            Color color);

/* Reads a score such as "B+3.5 (upper bound ...)" and sets Black's lead. Returns false if the text
 * is not a score. */
bool match_move_read_score(const char *text, double *score);

/* ---- A game (match_game.c) ---- */

typedef enum {
    MATCH_GAME_SCORE, /* two passes, counted */
    MATCH_GAME_RESIGNATION,
    MATCH_GAME_MOVE_LIMIT,    /* counted as it stood */
    MATCH_GAME_RESIGN_AGREED, /* both engines gave the loser little hope */
    MATCH_GAME_TIME,
    MATCH_GAME_ILLEGAL, /* a move that the rules forbid */
    MATCH_GAME_REFUSED, /* refusal of a command that an engine must obey, such as a legal move of
                     the other */
    MATCH_GAME_CRASH,   /* the engine exited or closed a pipe */
    MATCH_GAME_HANG,    /* no answer when no clock ran */
    MATCH_GAME_GARBAGE, /* an answer that is not GTP, or not a move */
    MATCH_GAME_ENDS
} MatchGameEnd;

extern const char *const MATCH_GAME_END_NAMES[]; /* [MatchGameEnd]; ends with NULL */

typedef struct {
    ChainProver *prover;   /* of dead stones */
    bool wants_reports;    /* asks for moves by lz- or kata-genmove_analyze where that is known */
    int resign_moves;      /* of each side, after which both have given the game up; 0: never */
    double resign_percent; /* the loser's greatest win rate then */
    double hang;           /* seconds for an answer when no clock runs */
    int move_limit; /* moves of both sides after which the game is counted, passes and those of
                       the opening included */
    bool all_alive; /* counts every stone as alive; otherwise stones that stone_status_find finds
                       dead are taken off first */
} MatchGameOptions;

enum { MATCH_GAME_MESSAGE_MAX = 320 };

typedef struct {
    MatchGameEnd end;
    Color winner;                         /* EMPTY: a draw */
    char result[RECORD_RESULT_MAX];       /* "B+3.5", "W+R", "B+T", "W+F", "0" */
    char message[MATCH_GAME_MESSAGE_MAX]; /* what match_game_culprit did wrong, as in "A as White
                                       ...", or how engines count otherwise, in printable ASCII; "":
                                       nothing */
    int moves;                            /* of both sides, passes and the opening's included */
    int genmoves[2];                      /* moves that each side was asked for */
    double seconds[2];                    /* that it took for them */
} MatchGameResult;

/* Whose fault the message is about: the loser's, or EMPTY if neither did anything wrong. */
Color match_game_culprit(const MatchGameResult *result);

/* Plays the game to its end. At the start `game` holds the opening, which is shorter than the move
 * limit, or fixed handicap stones; at the end it holds all moves. players are by Color and ready
 * (match_player_prepare), whatever is on their boards. moves has room for
 * move_limit. */
void match_game_play(const MatchGameOptions *options, MatchPlayer *const players[2], Game *game,
                     MatchMove *moves, MatchGameResult *result);

#endif
