/* The position: the board, legal moves, stones, liberties, the moves so far. */
#include <inttypes.h>

#include "engine/go/board/board_text.h"
#include "gtp/commands/families.h"

static bool run_showboard(GtpCall *call) {
    const Game *game = call->engine->game;
    const Board *board = &game->board;
    const Point last = game_last_move(game);
    const int height = game->geometry->height;
    const HashKey key = board_key(board, &game->rules);
    char line[BOARD_TEXT_LINE_MAX], vertex[POINT_TEXT_MAX];
    for (int i = 0; i <= height + 1; i++) {
        text_add(call->answer, "\n%s", board_text_line(board, i, last, line));
    }
    text_add(call->answer,
             "\n%s to play after %d move%s, last move %s"
             "\nCaptured by Black (X): %d, by White (O): %d"
             "\nKomi %g, rules %s, handicap %d"
             "\nKey %016" PRIX64,
             color_capital_name(board->to_move), game->move_count, text_plural(game->move_count),
             point_to_text(last, height, vertex), board->prisoners[BLACK], board->prisoners[WHITE],
             game->komi, game->rules.name, game_handicap(game), key.key);
    return true;
}

static bool run_is_legal(GtpCall *call) {
    Point p;
    const bool ok = call_get_point(call, 1, &p);
    if (ok) {
        text_add(call->answer, "%d", game_check(call->engine->game, call->color, p) == MOVE_LEGAL);
    }
    return ok;
}

static bool run_all_legal(GtpCall *call) {
    const Game *game = call->engine->game;
    for (int cell = 0; cell < game->geometry->cell_count; cell++) {
        const Point p = game->geometry->point_of[cell];
        if (game_check(game, call->color, p) == MOVE_LEGAL) {
            call_add_point(call, p);
        }
    }
    return true;
}

static bool run_list_stones(GtpCall *call) {
    const Game *game = call->engine->game;
    for (int cell = 0; cell < game->geometry->cell_count; cell++) {
        const Point p = game->geometry->point_of[cell];
        if (board_color(&game->board, p) == call->color) {
            call_add_point(call, p);
        }
    }
    return true;
}

static bool run_captures(GtpCall *call) {
    text_add(call->answer, "%d", call->engine->game->board.prisoners[call->color]);
    return true;
}

static bool get_stone(GtpCall *call, Point *p) {
    return call_get_point(call, 0, p) &&
           ((*p != POINT_PASS && board_color(&call->engine->game->board, *p) != EMPTY) ||
            call_fail(call, "syntax error: expected a vertex with a stone, got %.40s",
                      call->arguments[0]));
}

static bool run_color(GtpCall *call) {
    Point p;
    if (!call_get_point(call, 0, &p)) {
        return false;
    }
    const Color color = p == POINT_PASS ? EMPTY : board_color(&call->engine->game->board, p);
    text_add(call->answer, "%s", color == EMPTY ? "empty" : color_name(color));
    return true;
}

static bool run_countlib(GtpCall *call) {
    Point p;
    const bool ok = get_stone(call, &p);
    if (ok) {
        text_add(call->answer, "%d", board_liberties(&call->engine->game->board, p, NULL));
    }
    return ok;
}

static bool run_findlib(GtpCall *call) {
    Point p, liberties[CELL_COUNT_MAX];
    if (!get_stone(call, &p)) {
        return false;
    }
    const int count = board_liberties(&call->engine->game->board, p, liberties);
    for (int i = 0; i < count; i++) {
        call_add_point(call, liberties[i]);
    }
    return true;
}

static bool run_last_move(GtpCall *call) {
    const Game *game = call->engine->game;
    if (game->move_count == 0) {
        return call_fail(call, "no previous move known");
    }
    text_add(call->answer, "%s", color_name(game->moves[game->move_count - 1].color));
    call_add_point(call, game_last_move(game));
    return true;
}

static bool run_move_history(GtpCall *call) {
    const Game *game = call->engine->game;
    for (int i = game->move_count - 1; i >= 0; i--) {
        text_add(call->answer, "%s", color_name(game->moves[i].color));
        call_add_point(call, game->moves[i].point);
        text_add(call->answer, "\n");
    }
    return true;
}

const GtpCommand GTP_BOARD_COMMANDS[] = {
    {"showboard", "", GTP_WORDS, 0, 0, run_showboard, "draws the board"},
    {"is_legal", "COLOR VERTEX", GTP_COLOR, 2, 2, run_is_legal,
     "1 if the move is legal (superko included), else 0"},
    {"all_legal", "COLOR", GTP_COLOR, 1, 1, run_all_legal, "all points where the color may play"},
    {"list_stones", "COLOR", GTP_COLOR, 1, 1, run_list_stones, "all stones of the color"},
    {"captures", "COLOR", GTP_COLOR, 1, 1, run_captures, "how many stones the color has captured"},
    {"color", "VERTEX", GTP_WORDS, 1, 1, run_color, "black, white or empty"},
    {"countlib", "VERTEX", GTP_WORDS, 1, 1, run_countlib, "how many liberties a chain has"},
    {"findlib", "VERTEX", GTP_WORDS, 1, 1, run_findlib, "the liberties of a chain"},
    {"last_move", "", GTP_WORDS, 0, 0, run_last_move, "color and vertex of the last move"},
    {"move_history", "", GTP_WORDS, 0, 0, run_move_history, "all moves, the last one first"},
    {0},
};
