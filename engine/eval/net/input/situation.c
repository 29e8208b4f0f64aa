#include "engine/eval/net/input/situation.h"

#include <string.h>

/* Is the move a pass of the end, which takes no button? */
static bool is_pass(const Game *game, int move) {
    return move >= 0 && game->moves[move].point == POINT_PASS &&
           game->past[move].button == game->past[move + 1].button;
}

/* Are the stones after i moves those after j moves? */
static bool are_equal(const Game *game, int i, int j) {
    const size_t bytes = (size_t)game->geometry->cell_count;
    const ColorCell *cells = game->past_cells;
    return game->past[i].hash == game->past[j].hash &&
           game->past[i].button == game->past[j].button &&
           memcmp(cells + (size_t)i * bytes, cells + (size_t)j * bytes, bytes) == 0;
}

/* Has color, under the simple ko rule, passed before in the position after count moves? */
static bool has_passed_before(const Game *game, int count, Color color) {
    bool has = false;
    for (int i = count - game_superko_past(game, count, color);
         game->rules.ko == KO_SIMPLE && !has && i < count; i++) {
        has = is_pass(game, i) && game->moves[i].color == color && are_equal(game, i, count);
    }
    return has;
}

/* Would a pass of color after count moves end the game? */
static bool pass_would_end(const Game *game, int count, Color color) {
    return (is_pass(game, count - 1) && game_superko_past(game, count, color) > 0) ||
           has_passed_before(game, count, color);
}

/* Has the game been in the position after count moves, with the same side to move, three times
 * since the last pass? */
static bool is_long_cycle(const Game *game, int count) {
    const int start = count - game->past[count].superko_past;
    int occurrences = 1;
    for (int i = count - 1; game->rules.ko == KO_SIMPLE && i >= start && !is_pass(game, i); i--) {
        occurrences +=
            game->past[i].to_move == game->past[count].to_move && are_equal(game, i, count);
    }
    return occurrences >= 3;
}

/* Counts the last moves that the network is told of: all made in turn. If the game was over once
 * and went on, they begin with the move that ended it. */
static int count_past_moves(const Game *game) {
    const int known = game->past[game->move_count].superko_past;
    int past = 0;
    for (int count = game->move_count; past < known && past < SITUATION_RECENT; count--) {
        past++;
        if (is_pass(game, count - 1) ? pass_would_end(game, count - 1, game->moves[count - 1].color)
                                     : is_long_cycle(game, count)) {
            break;
        }
    }
    return past;
}

/* The position after count moves. Its ko is that of the last of them. */
static void replay(const Game *game, int count, Board *board) {
    const int begin = count > 0 ? count - 1 : 0;
    const ColorCell *cells = game->past_cells + (size_t)begin * (size_t)game->geometry->cell_count;
    Status ignored; /* the game has been in that position, so it is a legal one */
    board_init(board, game->geometry);
    board_set_up(board, cells, game->past[begin].to_move, &ignored);
    if (count > 0) {
        board_play(board, game->moves[begin].color, game->moves[begin].point);
    }
}

/* Marks what superko forbids. Only a suicide, or a stone on a point that has had one before, can
 * repeat a position, so the game is asked about few points. */
static void mark_banned(const Game *game, uint8_t *banned) {
    const Board *board = &game->board;
    const Geometry *geometry = game->geometry;
    bool used[POINT_COUNT] = {false};
    memset(banned, 0, POINT_COUNT);
    if (game->rules.ko == KO_SIMPLE) {
        return;
    }
    for (int i = 0; i < game->move_count; i++) {
        used[game->moves[i].point] = true;
    }
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const Point p = geometry->point_of[cell];
        const Color mover = board->to_move;
        if (used[p] || game->past_cells[cell] != EMPTY ||
            board_check(board, mover, p, false) == MOVE_SUICIDE) {
            banned[p] = game_check(game, mover, p) == MOVE_SUPERKO;
        }
    }
}

void situation_from_game(const Game *game, GameSituation *result) {
    Situation *situation = &result->situation;
    const Color mover = game->board.to_move;
    const int count = count_past_moves(game);
    for (int i = 0; i < SITUATION_RECENT; i++) {
        situation->recent[i] = i < count ? game->moves[game->move_count - 1 - i].point : POINT_NONE;
    }
    situation->boards[0] = &game->board;
    for (int i = 1; i < SITUATION_BOARDS; i++) {
        situation->boards[i] = situation->boards[i - 1];
        if (i <= count) {
            replay(game, game->move_count - i, &result->past[i - 1]);
            situation->boards[i] = &result->past[i - 1];
        }
    }
    mark_banned(game, result->banned);
    situation->banned = result->banned;
    situation->rules = &game->rules;
    situation->white_komi = game_white_komi(game);
    situation->button_is_free = game->board.button == BUTTON_FREE;
    if (!situation->button_is_free) {
        situation->white_komi -= board_button_points(&game->board);
    }
    situation->pass_ends = pass_would_end(game, game->move_count, mover);
    situation->profile = NULL;
    situation->playout_doublings = 0;
}

void situation_ignore_history(Situation *situation, int kept) {
    for (int i = kept; i < SITUATION_RECENT; i++) {
        situation->recent[i] = POINT_NONE;
    }
    for (int i = kept + 1; i < SITUATION_BOARDS; i++) {
        situation->boards[i] = situation->boards[kept];
    }
}

void situation_pass_conservatively(Situation *situation) {
    if (situation->pass_ends && situation->rules->scoring == SCORING_AREA) {
        situation->pass_ends = false;
        situation_ignore_history(situation, 0);
    }
}
