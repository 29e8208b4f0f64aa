/* Reading: can a chain be captured or saved, which points are settled, and moves tried on the way.
 *
 * A tried move is a move of the game, and every command sees it, until popgo takes it back. Any
 * other command that changes the game (play, undo, loadsgf...) ends trying: the moves tried before
 * it are then ordinary moves, and popgo refuses. */
#include "engine/go/reading/reading.h"

#include "gtp/commands/families.h"
#include "gtp/commands/life/life.h"

/* Limits: the reader's memory, and no nodes left. */
enum { DEPTHS_LEAST = -10, DEPTHS_MOST = 3 };

/* Returns how many of the game's last moves were tried. */
static int count_tried(const GtpEngine *engine) {
    const EngineReading *reading = &engine->reading;
    return saved_position_holds(&reading->tried, engine->game) ? reading->tried_count : 0;
}

static void set_tried(GtpEngine *engine, int count) {
    engine->reading.tried_count = count;
    saved_position_set(&engine->reading.tried, engine->game);
}

static bool run_trymove(GtpCall *call) {
    GtpEngine *engine = call->engine;
    const int count = count_tried(engine);
    Point p;
    Status status;
    if (!call_get_point(call, 1, &p)) {
        return false;
    }
    const MoveCheck check = game_check(engine->game, call->color, p);
    if (check != MOVE_LEGAL && check != MOVE_SUPERKO) {
        return call_fail(call, "illegal move");
    }
    if (!game_play(engine->game, call->color, p, &status)) {
        return call_fail(call, "%s", status.text);
    }
    set_tried(engine, count + 1);
    return true;
}

static bool run_popgo(GtpCall *call) {
    GtpEngine *engine = call->engine;
    const int count = count_tried(engine);
    Status status;
    if (count == 0) {
        return call_fail(call, "cannot popgo");
    }
    if (!game_undo(engine->game, 1, &status)) {
        return call_fail(call, "%s", status.text);
    }
    set_tried(engine, count - 1);
    return true;
}

static bool change_depths(GtpCall *call, int by, int most, const char *name) {
    int *depths = &call->engine->reading.depths;
    if (*depths == most) {
        return call_fail(call, "depths cannot be %s any further", name);
    }
    *depths += by;
    return true;
}

static bool run_increase_depths(GtpCall *call) {
    return change_depths(call, 1, DEPTHS_MOST, "increased");
}

static bool run_decrease_depths(GtpCall *call) {
    return change_depths(call, -1, DEPTHS_LEAST, "decreased");
}

static bool answer_reading(GtpCall *call,
                           ReadingResult (*read)(Reader *, const Board *, Point, ReadingLimits)) {
    const GtpEngine *engine = call->engine;
    const Board *board = &engine->game->board;
    Point p;
    if (!call_get_point(call, 0, &p) || !call_expect_stone(call, p)) {
        return false;
    }
    ReadingLimits limits = reading_default_limits();
    limits.nodes = (int)life_shift(limits.nodes, engine->reading.depths);
    Reader *reader = reader_new();
    if (reader == NULL) {
        return call_fail(call, "out of memory");
    }
    const ReadingResult result = read(reader, board, p, limits);
    reader_free(reader);
    text_add(call->answer, "%d", (int)result.code);
    if (result.code != READING_FAILS) {
        life_add_move(call, result.move);
    }
    return true;
}

static bool run_attack(GtpCall *call) {
    return answer_reading(call, reading_attack);
}

static bool run_defend(GtpCall *call) {
    return answer_reading(call, reading_defend);
}

static bool run_unconditional_status(GtpCall *call) {
    static const char *const NAMES[] = {
        [LIFE_UNDECIDED] = "undecided",
        [LIFE_ALIVE] = "alive",
        [LIFE_DEAD] = "dead",
        [LIFE_BLACK_TERRITORY] = "black_territory",
        [LIFE_WHITE_TERRITORY] = "white_territory",
    };
    const Game *game = call->engine->game;
    uint8_t life[POINT_COUNT];
    Point p;
    if (!call_get_point(call, 0, &p)) {
        return false;
    }
    if (p == POINT_PASS) {
        return call_fail(call, "syntax error: expected a vertex of the board, got %.40s",
                         call->arguments[0]);
    }
    unconditional_find(&game->board, life);
    text_add(call->answer, "%s", NAMES[life[p]]);
    return true;
}

const GtpCommand GTP_READING_COMMANDS[] = {
    {"attack", "VERTEX", GTP_WORDS, 1, 1, run_attack,
     "captures the chain: 1 MOVE; 0 if it cannot; by ko 2 MOVE (taking it first) or 3 MOVE"},
    {"defend", "VERTEX", GTP_WORDS, 1, 1, run_defend,
     "saves the chain: 1 MOVE; 0 if it cannot; by ko 2 MOVE (taking it first) or 3 MOVE"},
    {"unconditional_status", "VERTEX", GTP_WORDS, 1, 1, run_unconditional_status,
     "alive, dead, white_territory, black_territory or undecided, if the owner always passes"},
    {"trymove", "COLOR VERTEX", GTP_COLOR, 2, 2, run_trymove,
     "plays a move that popgo can take back"},
    {"popgo", "", GTP_WORDS, 0, 0, run_popgo, "takes the last trymove back"},
    {"increase_depths", "", GTP_WORDS, 0, 0, run_increase_depths,
     "doubles the effort of attack and defend"},
    {"decrease_depths", "", GTP_WORDS, 0, 0, run_decrease_depths,
     "halves the effort of attack and defend"},
    {0},
};
