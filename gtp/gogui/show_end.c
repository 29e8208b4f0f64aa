/* What the stones will come to: ownership, life, the score. */
#include <math.h>

#include "engine/go/board/score.h"
#include "engine/go/ending/ending.h"
#include "engine/go/ending/estimate.h"
#include "engine/go/sgf/record.h"
#include "gtp/gogui/gfx.h"
#include "gtp/gogui/show.h"

static bool show_ownership(GtpCall *call) {
    enum { GAMES = 400 };
    const Game *game = call->engine->game;
    const EstimateGames games = {ESTIMATE_BY_RANDOM_GAMES, EMPTY, GAMES,
                                 call->engine->options.seed};
    float owner[POINT_COUNT];
    double lead = 0;
    estimate_owners(&game->board, &games, NULL, owner);
    for (int cell = 0; cell < game->geometry->cell_count; cell++) {
        lead += (double)owner[game->geometry->point_of[cell]];
    }
    gfx_add_shades(call->answer, game->geometry, GFX_WHITE_TO_BLACK, owner);
    text_add(call->answer, "TEXT %s leads by %.1f points after random games, without komi\n",
             lead < 0 ? "White" : "Black", fabs(lead));
    return true;
}

static bool show_final(GtpCall *call) {
    const Game *game = call->engine->game;
    uint8_t status[POINT_COUNT], owners[POINT_COUNT];
    char result[RECORD_RESULT_MAX];
    ending_status(player_ending(&call->engine->player), game, NULL, status);
    game_find_owners(game, status, owners);
    gfx_add_points(call->answer, game->geometry, "BLACK", owners, BLACK);
    gfx_add_points(call->answer, game->geometry, "WHITE", owners, WHITE);
    gfx_add_points(call->answer, game->geometry, "MARK", status, STATUS_DEAD);
    text_add(call->answer, "TEXT %s by %s rules\n", record_result(game_score(game, status), result),
             game->rules.name);
    return true;
}

const GtpCommand GTP_SHOW_END_COMMANDS[] = {
    {"dihedra-show_ownership", "", GTP_WORDS, 0, 0, show_ownership,
     "owner of each point after random games: dark Black, light White (gfx)"},
    {"dihedra-show_final", "", GTP_WORDS, 0, 0, show_final,
     "owner of each point without dead stones, which are crossed out; the score (gfx)"},
    {0},
};
