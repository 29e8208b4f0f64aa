/* Playing: moves of the client and of the engine, undo, and what the engine remembers of its
 * searches. */

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>

#include "gtp/commands/families.h"
#include "gtp/commands/genmove.h"

enum { UNDO_MAX = 1000000 }; /* moves; more than any game has */

bool play_move(GtpCall *call, Color color, Point p) {
    const GtpEngine *engine = call->engine;
    const MoveCheck check = game_check(engine->game, color, p);
    if (check == MOVE_SUPERKO && !engine->play.strict) {
        char text[POINT_TEXT_MAX];
        fprintf(stderr, "dihedra: %s %s repeats a position; played anyway\n", color_name(color),
                point_to_text(p, engine->game->geometry->height, text));
    } else if (check != MOVE_LEGAL) {
        return call_fail(call, "illegal move");
    }
    Status status;
    return game_play(engine->game, color, p, &status) || call_fail(call, "%s", status.text);
}

/* A vertex of any board is well formed; one off this board is merely illegal. */
static bool play_vertex(GtpCall *call, Color color, const char *vertex) {
    const Geometry *geometry = call->engine->game->geometry;
    Point p;
    if (!point_from_text(vertex, BOARD_SIDE_MAX, BOARD_SIDE_MAX, &p)) {
        return call_fail(call, "syntax error: expected a vertex, got %.40s", vertex);
    }
    if (p == POINT_RESIGN) { /* some controllers report the winner like this */
        engine_resign(call->engine, color);
        return true;
    }
    if (!point_from_text(vertex, geometry->width, geometry->height, &p)) {
        return call_fail(call, "illegal move");
    }
    return play_move(call, color, p);
}

static bool run_play(GtpCall *call) {
    return play_vertex(call, call->color, call->arguments[1]);
}

static bool run_black(GtpCall *call) {
    return play_vertex(call, BLACK, call->arguments[0]);
}

static bool run_white(GtpCall *call) {
    return play_vertex(call, WHITE, call->arguments[0]);
}

static bool run_undo(GtpCall *call) {
    long count = 1;
    if (call->count == 1 && !call_get_integer(call, 0, "a number of moves", 0, UNDO_MAX, &count)) {
        return false;
    }
    Status status;
    return game_undo(call->engine->game, (int)count, &status) || call_fail(call, "cannot undo");
}

static bool run_genmove(GtpCall *call) {
    return genmove_run(call, MOVE_PLAYED);
}

static bool run_reg_genmove(GtpCall *call) {
    return genmove_run(call, MOVE_OUTSIDE_GAME);
}

/* As in GNU Go the move is not played. */
static bool run_restricted_genmove(GtpCall *call) {
    bool allowed[POINT_COUNT] = {false};
    for (int i = call->next; i < call->count; i++) {
        Point p;
        if (!call_get_point(call, i, &p)) {
            return false;
        }
        allowed[p] = p != POINT_PASS;
    }
    return genmove_run_among(call, allowed);
}

/* The line itself has ended an analysis or pondering. */
bool play_stop(GtpCall *call) {
    saved_position_clear(&call->engine->play.own_move);
    return true;
}

static bool run_clear_cache(GtpCall *call) {
    player_clear(&call->engine->player);
    return true;
}

static bool run_get_random_seed(GtpCall *call) {
    text_add(call->answer, "%llu", (unsigned long long)call->engine->options.seed);
    return true;
}

static bool run_set_random_seed(GtpCall *call) {
    const char *text = call->arguments[0];
    char *end;
    errno = 0;
    const unsigned long long seed = strtoull(text, &end, 10);
    if (!isdigit((unsigned char)*text) || *end != '\0' || errno == ERANGE) {
        return call_fail(call, "syntax error: expected a seed from 0 to %llu, got %.40s",
                         (unsigned long long)UINT64_MAX, text);
    }
    call->engine->options.seed = seed;
    call->engine->play.has_seed = true;
    call->engine->play.varies_seed = false;
    return true;
}

const GtpCommand GTP_PLAY_COMMANDS[] = {
    {"play", "COLOR VERTEX", GTP_COLOR, 2, 2, run_play,
     "plays a move of either side at any time; resign ends the game"},
    {"black", "VERTEX", GTP_WORDS, 1, 1, run_black,
     "plays a move of Black, as in GTP 1 and GNU Go"},
    {"white", "VERTEX", GTP_WORDS, 1, 1, run_white,
     "plays a move of White, as in GTP 1 and GNU Go"},
    {"genmove", "COLOR", GTP_COLOR, 1, 1, run_genmove,
     "chooses a move and plays it; may pass or resign"},
    {"reg_genmove", "COLOR", GTP_COLOR, 1, 1, run_reg_genmove,
     "chooses a move without playing it, as if no pass had been played"},
    {"restricted_genmove", "COLOR VERTEX...", GTP_COLOR, 2, GTP_ARGUMENTS_MAX,
     run_restricted_genmove,
     "chooses one of these vertices without playing it, or pass if none of them is legal"},
    {"undo", "", GTP_WORDS, 0, 0, run_undo, "takes the last move back"},
    {"gg-undo", "[MOVES]", GTP_WORDS, 0, 1, run_undo, "takes back that many moves (default 1)"},
    {"stop", "", GTP_WORDS, 0, 0, play_stop, "ends analysis and pondering"},
    {"clear_cache", "", GTP_WORDS, 0, 0, run_clear_cache, "forgets what searches have found"},
    {"get_random_seed", "", GTP_WORDS, 0, 0, run_get_random_seed, "answers the seed of the search"},
    {"set_random_seed", "SEED", GTP_WORDS, 1, 1, run_set_random_seed,
     "sets the seed of the search"},
    {0},
};
