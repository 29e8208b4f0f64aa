/* Life and death, races and connections, by GNU Go's commands. */
#include "engine/solve/dragon/owl.h"
#include "gtp/commands/families.h"
#include "gtp/commands/life/life_tools.h"

/* ---- Arguments and answers ---- */

static const Board *board_of(const GtpCall *call) {
    return &call->engine->game->board;
}

static bool get_stone_at(GtpCall *call, int i, Point *p) {
    return call_get_vertex(call, i, p) && call_expect_stone(call, *p);
}

static bool get_stones(GtpCall *call, int i, Point *a, Point *b, bool same_color) {
    if (!get_stone_at(call, i, a) || !get_stone_at(call, i + 1, b)) {
        return false;
    }
    const bool same = board_color(board_of(call), *a) == board_color(board_of(call), *b);
    if (same != same_color) {
        return call_fail(call, same_color ? "vertices must have same color"
                                          : "vertices must have different colors");
    }
    return true;
}

/* Reads an empty vertex that color may play. */
static bool get_move(GtpCall *call, int i, Color color, Point *p) {
    if (!call_get_vertex(call, i, p)) {
        return false;
    }
    if (board_color(board_of(call), *p) != EMPTY) {
        return call_fail(call, "move vertex must be empty");
    }
    if (board_check(board_of(call), color, *p, false) != MOVE_LEGAL) {
        return call_fail(call, "illegal move");
    }
    return true;
}

static bool add_goal_answer(GtpCall *call, Answer answer) {
    text_add(call->answer, "%d", (int)answer.code);
    if (answer.code != GOAL_FAILS) {
        life_tools_add_move(call, answer.move);
    }
    return true;
}

/* ---- Dragons ---- */

static Color color_of(const GtpCall *call, Point p) {
    return board_color(board_of(call), p);
}

static bool answer_owl(GtpCall *call, bool attacks) {
    Point p;
    LifeTools tools;
    if (!get_stone_at(call, 0, &p) || !life_tools_open(call, &tools)) {
        return false;
    }
    const Color owner = color_of(call, p), mover = attacks ? color_opponent(owner) : owner;
    const Answer answer = owl_ask(tools.search, board_of(call), p, mover, tools.limits);
    life_tools_close(&tools);
    return add_goal_answer(call, answer);
}

static bool run_owl_attack(GtpCall *call) {
    return answer_owl(call, true);
}

static bool run_owl_defend(GtpCall *call) {
    return answer_owl(call, false);
}

static bool answer_owl_does(GtpCall *call, bool attacks) {
    Point move, p;
    LifeTools tools;
    if (!get_stone_at(call, 1, &p)) {
        return false;
    }
    const Color owner = color_of(call, p), mover = attacks ? color_opponent(owner) : owner;
    if (!get_move(call, 0, mover, &move) || !life_tools_open(call, &tools)) {
        return false;
    }
    text_add(call->answer, "%d",
             (int)owl_ask_move(tools.search, board_of(call), move, p, mover, tools.limits));
    life_tools_close(&tools);
    return true;
}

static bool run_owl_does_attack(GtpCall *call) {
    return answer_owl_does(call, true);
}

static bool run_owl_does_defend(GtpCall *call) {
    return answer_owl_does(call, false);
}

static void add_status(GtpCall *call, LifeTools *tools, Point p) {
    Point attack, defense;
    switch (owl_status(tools->search, board_of(call), p, tools->limits, &attack, &defense)) {
    case DRAGON_ALIVE:
        text_add(call->answer, "alive");
        break;
    case DRAGON_DEAD:
        text_add(call->answer, "dead");
        break;
    case DRAGON_CRITICAL:
        text_add(call->answer, "critical");
        life_tools_add_move(call, attack);
        life_tools_add_move(call, defense);
        break;
    }
}

/* A row for each dragon, by its first stone from the top left. Each has the time of a command. */
static void add_all_statuses(GtpCall *call, LifeTools *tools) {
    const Board *board = board_of(call);
    const double seconds = tools->deadline.at - clock_seconds();
    bool listed[POINT_COUNT] = {false}; /* [chain] */
    const char *between = "";
    for (int cell = 0; cell < board->geometry->cell_count; cell++) {
        const Point p = board->geometry->point_of[cell];
        if (board_color(board, p) == EMPTY || listed[board->chain[p]]) {
            continue;
        }
        Dragon dragon;
        char text[POINT_TEXT_MAX];
        dragon_find(board, p, &dragon);
        for (int i = 0; i < dragon.chain_count; i++) {
            listed[board->chain[dragon.chains[i]]] = true;
        }
        text_add(call->answer, "%s%s: ", between, point_to_text(p, board->geometry->height, text));
        tools->deadline.at = clock_seconds() + seconds;
        add_status(call, tools, p);
        between = "\n";
    }
}

static bool run_dragon_status(GtpCall *call) {
    Point p = POINT_NONE;
    LifeTools tools;
    if ((call->count > 0 && !get_stone_at(call, 0, &p)) || !life_tools_open(call, &tools)) {
        return false;
    }
    if (p == POINT_NONE) {
        add_all_statuses(call, &tools);
    } else {
        add_status(call, &tools, p);
    }
    life_tools_close(&tools);
    return true;
}

/* ---- Races ---- */

static bool run_analyze_semeai(GtpCall *call) {
    Point a, b;
    Dragon first, second;
    LifeTools tools;
    if (!get_stones(call, 0, &a, &b, false) || !life_tools_open(call, &tools)) {
        return false;
    }
    dragon_find_rivals(board_of(call), a, b, &first, &second);
    const SemeaiAnswer answer =
        semeai_analyze(tools.search, board_of(call), &first, &second, tools.limits);
    life_tools_close(&tools);
    text_add(call->answer, "%d %d", (int)answer.defense, (int)answer.attack);
    life_tools_add_move(call, answer.move);
    return true;
}

/* ---- Connections ---- */

static bool answer_connection(GtpCall *call, bool connects) {
    Point a, b;
    LifeTools tools;
    if (!get_stones(call, 0, &a, &b, true) || !life_tools_open(call, &tools)) {
        return false;
    }
    const Color owner = color_of(call, a), mover = connects ? owner : color_opponent(owner);
    const Answer answer = connection_ask(tools.search, board_of(call), a, b, mover, tools.limits);
    life_tools_close(&tools);
    return add_goal_answer(call, answer);
}

static bool run_connect(GtpCall *call) {
    return answer_connection(call, true);
}

static bool run_disconnect(GtpCall *call) {
    return answer_connection(call, false);
}

const GtpCommand GTP_LIFE_COMMANDS[] = {
    {"owl_attack", "VERTEX", GTP_WORDS, 1, 1, run_owl_attack,
     "kills the dragon: 1 MOVE; 0 if it cannot; by ko 2 MOVE (taking it first) or 3 MOVE"},
    {"owl_defend", "VERTEX", GTP_WORDS, 1, 1, run_owl_defend,
     "saves the dragon: 1 MOVE; 0 if it cannot; by ko 2 MOVE (taking it first) or 3 MOVE"},
    {"owl_does_attack", "MOVE VERTEX", GTP_WORDS, 2, 2, run_owl_does_attack,
     "the code of a move of the opponent against the dragon at VERTEX"},
    {"owl_does_defend", "MOVE VERTEX", GTP_WORDS, 2, 2, run_owl_does_defend,
     "the code of a move of the owner for the dragon at VERTEX"},
    {"dragon_status", "[VERTEX]", GTP_WORDS, 0, 1, run_dragon_status,
     "alive, dead or critical ATTACK DEFENSE; without a vertex a line for each dragon"},
    {"analyze_semeai", "VERTEX VERTEX", GTP_WORDS, 2, 2, run_analyze_semeai,
     "DEFENSE ATTACK MOVE: codes for the first dragon and against the second, the first to move"},
    {"connect", "VERTEX VERTEX", GTP_WORDS, 2, 2, run_connect,
     "joins the two chains: 1 MOVE; 0 if it cannot; by ko 2 MOVE or 3 MOVE"},
    {"disconnect", "VERTEX VERTEX", GTP_WORDS, 2, 2, run_disconnect,
     "cuts the two chains: 1 MOVE; 0 if it cannot; by ko 2 MOVE or 3 MOVE"},
    {0},
};
