#include "regress/suite/protocol/referee.h"

#include "engine/base/clock.h"
#include "engine/base/memory.h"

#include <stdlib.h>
#include <string.h>

static const double GAME_SECONDS = 15; /* of moves of the engine's, after which a game is over */

static bool read_vertex(const Game *game, const char *text, Point *point) {
    const int size = game->geometry->width;
    return text != NULL && point_from_text(text, size, size, point);
}

/* The rules are so strict that what they allow is legal under all: no suicide, no repetition. */
static void begin_game(Probe *probe, int size) {
    Status status;
    if (probe->game == NULL) {
        probe->game = memory_check(game_new(1));
        probe->game->rules = *rules_find("chinese-kgs"); /* positional superko */
        probe->game->rules.suicide = false;
    }
    game_clear(probe->game, size, size, &status);
    probe->is_over = false;
    probe->game_start = clock_seconds();
}

void referee_follow(Probe *probe, const char *command) {
    Status status;
    Point point;
    int size;
    Game *game = probe->game;
    if (sscanf(command, "boardsize %d", &size) == 1) {
        begin_game(probe, size);
    } else if (game == NULL) {
        return; /* no game has begun */
    } else if (strcmp(command, "clear_board") == 0) {
        begin_game(probe, game->geometry->width);
    } else if (strcmp(command, "undo") == 0) {
        game_undo(game, 1, &status);
    } else if (strncmp(command, "play ", 5) == 0 &&
               read_vertex(game, strrchr(command, ' ') + 1, &point)) {
        const Color mover = strchr("bB", command[5]) != NULL ? BLACK : WHITE;
        if (point != POINT_RESIGN && board_check(&game->board, mover, point, true) == MOVE_LEGAL) {
            game_play(game, mover, point, &status);
        }
    }
}

const char *referee_take_move(Probe *probe, Color color, const char *vertex, bool by_superko) {
    static const char *const REASONS[] = {[MOVE_OFF_BOARD] = "is off the board",
                                          [MOVE_OCCUPIED] = "is on a stone",
                                          [MOVE_KO] = "retakes a ko at once",
                                          [MOVE_SUPERKO] = "repeats a position",
                                          [MOVE_SUICIDE] = "is suicide, which CGOS forbids"};
    Point point;
    Status status;
    Game *game = probe->game;
    if (!read_vertex(game, vertex, &point)) {
        return "is no vertex, pass or resign";
    }
    const MoveCheck check = point == POINT_RESIGN ? MOVE_LEGAL
                            : by_superko          ? game_check(game, color, point)
                                                  : board_check(&game->board, color, point, true);
    probe->is_over = check != MOVE_LEGAL || point == POINT_RESIGN ||
                     !game_play(game, color, point, &status) || game->board.passes >= 2 ||
                     clock_seconds() > probe->game_start + GAME_SECONDS;
    return check == MOVE_LEGAL ? NULL : REASONS[check];
}

bool referee_can_play(const Probe *probe, const json_t *moves) {
    Board board;
    Point point;
    size_t i;
    json_t *move;
    if (probe->game == NULL) {
        return false; /* no position is known */
    }
    board_copy(&board, &probe->game->board);
    json_array_foreach(moves, i, move) {
        const Color color = board.to_move;
        if (!read_vertex(probe->game, json_string_value(move), &point) || point == POINT_RESIGN ||
            board_check(&board, color, point, true) != MOVE_LEGAL) {
            return false;
        }
        board_play(&board, color, point);
    }
    return json_array_size(moves) > 0;
}

bool referee_list_points(const Probe *probe, const char *which, Text *points) {
    char vertex[POINT_TEXT_MAX];
    const Game *game = probe->game;
    if (strcmp(which, "stones") != 0 && strcmp(which, "empty") != 0 &&
        strcmp(which, "around") != 0) {
        return false;
    }
    const Color next = game->board.to_move;
    const Point last = game_last_move(game);
    const bool has_last = which[0] == 'a' && last != POINT_NONE && point_is_move(last);
    for (int cell = 0; cell < game->geometry->cell_count; cell++) {
        const Point point = game->geometry->point_of[cell];
        const int distance =
            has_last ? abs(point_x(point) - point_x(last)) + abs(point_y(point) - point_y(last))
                     : 0;
        const bool is_stone = board_color(&game->board, point) != EMPTY;
        if (which[0] == 's'   ? is_stone
            : which[0] == 'e' ? game_check(game, next, point) == MOVE_LEGAL
                              : !is_stone && distance == 1) {
            text_add(points, "%s ", point_to_text(point, game->geometry->height, vertex));
        }
    }
    if (has_last) {
        text_add(points, "%s ", point_to_text(last, game->geometry->height, vertex));
    }
    return true;
}
