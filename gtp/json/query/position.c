#include "gtp/json/query/position.h"

#include <string.h>

static void place_stones(const PackedMove *stones, int count, const Geometry *geometry,
                         ColorCell cells[CELL_COUNT_MAX]) {
    memset(cells, EMPTY, (size_t)geometry->cell_count);
    for (int i = 0; i < count; i++) {
        cells[geometry->cell_of[packed_point(stones[i])]] = (ColorCell)packed_color(stones[i]);
    }
}

/* Can color play there, if kos and repetitions do not matter? A lone stone may not be put to death.
 */
static bool is_playable(Board *board, Color color, Point p) {
    board->ko = POINT_NONE;
    if (p == POINT_PASS || board_check(board, color, p, false) == MOVE_LEGAL) {
        return true;
    }
    return board_check(board, color, p, true) == MOVE_LEGAL &&
           board_own_neighbours(board, color, p) > 0;
}

/* White's first move after two black stones or more, all black, as in a game with handicap; else
 * Black's. */
static Color usual_first(const PackedMove *stones, int count, const ColorCell *cells,
                         const Geometry *geometry) {
    int black = 0;
    for (int i = 0; i < count; i++) {
        if (packed_color(stones[i]) == WHITE) {
            return BLACK;
        }
    }
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        black += cells[cell] == BLACK;
    }
    return black >= 2 ? WHITE : BLACK;
}

bool position_check(const PositionMoves *moves, const Geometry *geometry, int *wrong,
                    Status *status) {
    ColorCell cells[CELL_COUNT_MAX];
    Board board;
    board_init(&board, geometry);
    place_stones(moves->stones, moves->stone_count, geometry, cells);
    bool ok = board_set_up(&board, cells, BLACK, status);
    *wrong = -1;
    for (int i = 0; ok && i < moves->move_count; i++) {
        const Color color = packed_color(moves->moves[i]);
        const Point p = packed_point(moves->moves[i]);
        board.to_move = (uint8_t)color;
        ok = is_playable(&board, color, p);
        *wrong = i;
        if (ok) {
            board_play(&board, color, p);
        }
    }
    return ok;
}

/* ---- Handicap, as KataGo counts it ---- */

/* Black's moves before White's first, white passes in between left out. White's second move in a
 * row shows that somebody sets up a position: none then. */
static int count_first_moves(const PackedMove *moves, int move_count) {
    int count = 0;
    for (int i = 0; i < move_count; i++) {
        const bool is_pass = packed_point(moves[i]) == POINT_PASS;
        if (packed_color(moves[i]) == WHITE) {
            if (i + 1 < move_count && packed_color(moves[i + 1]) == WHITE) {
                return 0;
            }
            if (!is_pass) {
                break;
            }
        }
        count += packed_color(moves[i]) == BLACK && !is_pass;
    }
    return count;
}

/* cells: the stones before the first move. */
static int count_handicap(const Query *query, int turn, bool counts_first_moves,
                          const ColorCell *cells) {
    int stones = counts_first_moves ? count_first_moves(query->moves, turn) : 0;
    for (int cell = 0; cell < query->width * query->height; cell++) {
        if (cells[cell] == WHITE) {
            return 0;
        }
        stones += cells[cell] == BLACK;
    }
    return stones >= 2 ? stones : 0;
}

/* ---- Games ---- */

static bool play(Game *game, PackedMove packed, bool is_first, Status *status) {
    const Color color = packed_color(packed);
    if ((Color)game->board.to_move != color && is_first) {
        game_set_to_move(game, color);
    } else if ((Color)game->board.to_move != color) {
        ColorCell cells[CELL_COUNT_MAX];
        board_get_cells(&game->board, cells);
        if (!game_restart_from(game, cells, color, status)) {
            return false;
        }
    }
    return game_play(game, color, packed_point(packed), status);
}

bool position_set_up(const Query *query, int turn, bool counts_first_moves, Game *game,
                     Status *status) {
    ColorCell cells[CELL_COUNT_MAX];
    if (!game_clear(game, query->width, query->height, status)) {
        return false;
    }
    const PackedMove *stones = query_stones(query);
    place_stones(stones, query->stone_count, game->geometry, cells);
    Color first = usual_first(stones, query->stone_count, cells, game->geometry);
    if (query->initial != EMPTY) {
        first = (Color)query->initial;
    } else if (query->move_count > 0) {
        first = packed_color(query->moves[0]);
    }
    game->rules = query->rules;
    game->komi = (double)query->komi;
    bool ok = game_set_up(game, cells, first, 0, status);
    for (int i = 0; ok && i < turn; i++) {
        ok = play(game, query->moves[i], i == 0, status);
    }
    game->handicap = count_handicap(query, turn, counts_first_moves, cells);
    return ok;
}
