#include "regress/review/analysis/game_end.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "engine/base/memory.h"
#include "engine/go/ending/ending.h"

/* The score if all stones of one color are dead. */
static double score_without(const Game *game, Color dead) {
    uint8_t status[POINT_COUNT];
    for (Point p = 0; p < POINT_COUNT; p++) {
        status[p] = board_color(&game->board, p) == dead ? STATUS_DEAD : STATUS_ALIVE;
    }
    return game_score(game, status);
}

/* Reads a score from RE. */
static bool read_result(const Game *game, const SgfNode *root, double *score) {
    char text[32], *end = text;
    if (!sgf_node_simple_text(root, "RE", text, sizeof text)) {
        return false;
    }
    const double sign = strchr("Bb", text[0]) != NULL ? 1 : strchr("Ww", text[0]) != NULL ? -1 : 0;
    const bool is_draw = strcmp(text, "0") == 0 || strcasecmp(text, "draw") == 0;
    *score = is_draw ? 0 : text[0] != '\0' && text[1] == '+' ? sign * strtod(text + 2, &end) : NAN;
    const double least = score_without(game, BLACK), most = score_without(game, WHITE);
    const double points = *score - least; /* whole, as komi is in both */
    return (is_draw || (sign != 0 && end > text + 2 && *end == '\0')) && *score >= least &&
           *score <= most && fabs(points - round(points)) < 1e-6;
}

/* Marks stones in the opponent's marked territory as dead. */
static bool read_marks(const Game *game, const SgfNode *node, double *score) {
    const SgfSize size = {game->geometry->width, game->geometry->height};
    uint8_t status[POINT_COUNT] = {STATUS_NONE};
    bool any = false;
    for (; node != NULL; node = node->first_child) {
        for (int color = BLACK; color <= WHITE; color++) {
            Point points[CELL_COUNT_MAX];
            int count;
            Status ignored;
            if (!sgf_node_points(node, color == BLACK ? "TB" : "TW", size, points, &count,
                                 &ignored)) {
                return false;
            }
            any = any || count > 0;
            for (int i = 0; i < count; i++) {
                const bool is_dead =
                    board_color(&game->board, points[i]) == color_opponent((Color)color);
                status[points[i]] = is_dead ? STATUS_DEAD : STATUS_NONE;
            }
        }
    }
    *score = any ? game_score(game, status) : NAN;
    return any;
}

GameEnd game_end_read(const Game *game, const SgfNode *root, const SgfNode *last, int first,
                      int move_count) {
    GameEnd end = {.first = first};
    const bool has_result = first < move_count && (read_result(game, root, &end.score) ||
                                                   read_marks(game, last, &end.score));
    if (!has_result && move_count - first < 2) {
        return (GameEnd){.first = move_count};
    }
    Ending *ending = memory_check(ending_new());
    if (!has_result) {
        end.score = ending_score(ending, game);
    }
    end.is_settled = ending_removes_dead_stones(&game->rules, false) ||
                     ending_is_settled(ending, game, false, NULL);
    ending_free(ending);
    return end;
}
