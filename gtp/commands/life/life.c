/* Life and death, connections, races and combinations, by GNU Go's commands. */
#include "engine/go/board/ladder.h"
#include "engine/solve/dragon/capture.h"
#include "engine/solve/dragon/connection.h"
#include "engine/solve/dragon/owl.h"
#include "engine/solve/dragon/semeai.h"
#include "gtp/commands/families.h"
#include "gtp/commands/life/life_tools.h"

/* ---- Arguments and answers ---- */

static const Board *board_of(const GtpCall *call) {
    return &call->engine->game->board;
}

static bool get_stone(GtpCall *call, int i, Point *p) {
    return call_get_vertex(call, i, p) && call_expect_stone(call, *p);
}

static bool get_stones(GtpCall *call, int i, Point *a, Point *b, bool same_color) {
    if (!get_stone(call, i, a) || !get_stone(call, i + 1, b)) {
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

/* Reads MOVE VERTEX: a move of the opponent against the stone at VERTEX or, unless it attacks, of
 * its owner. */
static bool get_move_and_stone(GtpCall *call, bool attacks, Point *move, Point *p) {
    if (!get_stone(call, 1, p)) {
        return false;
    }
    const Color owner = board_color(board_of(call), *p);
    return get_move(call, 0, attacks ? color_opponent(owner) : owner, move);
}

static bool add_code(GtpCall *call, GoalCode code) {
    text_add(call->answer, "%d", (int)code);
    return true;
}

static bool add_answer(GtpCall *call, GoalCode code, Point move) {
    add_code(call, code);
    if (code != GOAL_FAILS) {
        life_tools_add_move(call, move);
    }
    return true;
}

/* ---- Dragons ---- */

static bool answer_owl(GtpCall *call,
                       LocalAnswer (*ask)(GoalSearch *, const Board *, Point, GoalLimits)) {
    Point p;
    LifeTools tools;
    if (!get_stone(call, 0, &p) || !life_tools_open(call, &tools)) {
        return false;
    }
    const LocalAnswer answer = ask(tools.search, board_of(call), p, tools.limits);
    life_tools_close(&tools);
    return add_answer(call, answer.code, answer.move);
}

static bool run_owl_attack(GtpCall *call) {
    return answer_owl(call, owl_attack);
}

static bool run_owl_defend(GtpCall *call) {
    return answer_owl(call, owl_defend);
}

static bool answer_owl_does(GtpCall *call, bool attacks,
                            GoalCode (*ask)(GoalSearch *, const Board *, Point, Point,
                                            GoalLimits)) {
    Point move, p;
    LifeTools tools;
    if (!get_move_and_stone(call, attacks, &move, &p) || !life_tools_open(call, &tools)) {
        return false;
    }
    const GoalCode code = ask(tools.search, board_of(call), move, p, tools.limits);
    life_tools_close(&tools);
    return add_code(call, code);
}

static bool run_owl_does_attack(GtpCall *call) {
    return answer_owl_does(call, true, owl_does_attack);
}

static bool run_owl_does_defend(GtpCall *call) {
    return answer_owl_does(call, false, owl_does_defend);
}

static bool answer_owl_threat(GtpCall *call, GoalCode (*ask)(GoalSearch *, const Board *, Point,
                                                             GoalLimits, Point[2])) {
    Point p, moves[2];
    LifeTools tools;
    if (!get_stone(call, 0, &p) || !life_tools_open(call, &tools)) {
        return false;
    }
    const GoalCode code = ask(tools.search, board_of(call), p, tools.limits, moves);
    add_code(call, code);
    if (code != GOAL_FAILS) {
        life_tools_add_move(call, moves[0]);
        life_tools_add_move(call, moves[1]);
    }
    life_tools_close(&tools);
    return true;
}

static bool run_owl_threaten_attack(GtpCall *call) {
    return answer_owl_threat(call, owl_threaten_attack);
}

static bool run_owl_threaten_defense(GtpCall *call) {
    return answer_owl_threat(call, owl_threaten_defense);
}

static bool run_owl_connection_defends(GtpCall *call) {
    Point move, a, b;
    LifeTools tools;
    if (!get_stones(call, 1, &a, &b, true) ||
        !get_move(call, 0, board_color(board_of(call), a), &move) ||
        !life_tools_open(call, &tools)) {
        return false;
    }
    const bool defends =
        owl_connection_defends(tools.search, board_of(call), move, a, b, tools.limits);
    text_add(call->answer, "%d", defends);
    life_tools_close(&tools);
    return true;
}

static bool run_owl_substantial(GtpCall *call) {
    Point p;
    LifeTools tools;
    if (!get_stone(call, 0, &p) || !life_tools_open(call, &tools)) {
        return false;
    }
    text_add(call->answer, "%d", owl_substantial(tools.search, board_of(call), p, tools.limits));
    life_tools_close(&tools);
    return true;
}

static bool run_same_dragon(GtpCall *call) {
    Point a, b;
    Dragon dragon;
    if (!get_stone(call, 0, &a) || !get_stone(call, 1, &b)) {
        return false;
    }
    dragon_find(board_of(call), a, &dragon);
    text_add(call->answer, "%d", dragon_has(&dragon, board_of(call), b));
    return true;
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

/* A row for each dragon, by its first stone from the top left. */
static void add_all_statuses(GtpCall *call, LifeTools *tools) {
    const Board *board = board_of(call);
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
        add_status(call, tools, p);
        between = "\n";
    }
}

static bool run_dragon_status(GtpCall *call) {
    Point p = POINT_NONE;
    LifeTools tools;
    if ((call->count > 0 && !get_stone(call, 0, &p)) || !life_tools_open(call, &tools)) {
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

static bool add_semeai(GtpCall *call, SemeaiAnswer answer) {
    text_add(call->answer, "%d %d", (int)answer.defense, (int)answer.attack);
    life_tools_add_move(call, answer.move);
    return true;
}

static bool run_analyze_semeai(GtpCall *call) {
    Point a, b;
    Dragon first, second;
    LifeTools tools;
    if (!get_stones(call, 0, &a, &b, false) || !life_tools_open(call, &tools)) {
        return false;
    }
    dragon_find_rivals(board_of(call), a, b, &first, &second);
    const SemeaiAnswer answer =
        semeai_analyze(tools.search, board_of(call), &first, &second, first.color, tools.limits);
    life_tools_close(&tools);
    return add_semeai(call, answer);
}

static bool run_analyze_semeai_after_move(GtpCall *call) {
    Point move, a, b;
    Dragon first, second;
    Board after;
    LifeTools tools;
    if (!get_stones(call, 2, &a, &b, false) || !get_move(call, 1, call->color, &move) ||
        !life_tools_open(call, &tools)) {
        return false;
    }
    dragon_find_rivals(board_of(call), a, b, &first, &second);
    board_copy(&after, board_of(call));
    board_play(&after, call->color, move);
    const SemeaiAnswer answer = semeai_analyze(tools.search, &after, &first, &second,
                                               color_opponent(call->color), tools.limits);
    life_tools_close(&tools);
    return add_semeai(call, answer);
}

/* ---- Connections ---- */

static bool answer_connection(GtpCall *call, LocalAnswer (*ask)(GoalSearch *, const Board *, Point,
                                                                Point, GoalLimits)) {
    Point a, b;
    LifeTools tools;
    if (!get_stones(call, 0, &a, &b, true) || !life_tools_open(call, &tools)) {
        return false;
    }
    const LocalAnswer answer = ask(tools.search, board_of(call), a, b, tools.limits);
    life_tools_close(&tools);
    return add_answer(call, answer.code, answer.move);
}

static bool run_connect(GtpCall *call) {
    return answer_connection(call, connection_connect);
}

static bool run_disconnect(GtpCall *call) {
    return answer_connection(call, connection_cut);
}

static bool answer_area(GtpCall *call, LocalAnswer (*ask)(GoalSearch *, const Board *, Point,
                                                          const Zone *, GoalLimits)) {
    Point p;
    Zone area = {0};
    LifeTools tools;
    if (!get_stone(call, 0, &p)) {
        return false;
    }
    for (int i = 1; i < call->count; i++) {
        Point q;
        if (!call_get_vertex(call, i, &q)) {
            return false;
        }
        zone_add(&area, q);
    }
    if (!life_tools_open(call, &tools)) {
        return false;
    }
    const LocalAnswer answer = ask(tools.search, board_of(call), p, &area, tools.limits);
    life_tools_close(&tools);
    return add_answer(call, answer.code, answer.move);
}

static bool run_break_in(GtpCall *call) {
    return answer_area(call, connection_break_in);
}

static bool run_block_off(GtpCall *call) {
    return answer_area(call, connection_block_off);
}

/* ---- Captures ---- */

static bool answer_two(GtpCall *call,
                       GoalCode (*ask)(GoalSearch *, const Board *, Point, Point, GoalLimits)) {
    Point a, b;
    LifeTools tools;
    if (!get_stones(call, 0, &a, &b, true) || !life_tools_open(call, &tools)) {
        return false;
    }
    const GoalCode code = ask(tools.search, board_of(call), a, b, tools.limits);
    life_tools_close(&tools);
    return add_code(call, code);
}

static bool run_attack_either(GtpCall *call) {
    return answer_two(call, capture_attack_either);
}

static bool run_defend_both(GtpCall *call) {
    return answer_two(call, capture_defend_both);
}

static bool answer_does(GtpCall *call, bool attacks,
                        GoalCode (*ask)(Reader *, const Board *, Point, Point, ReadingLimits)) {
    Point move, p;
    LifeTools tools;
    if (!get_move_and_stone(call, attacks, &move, &p) || !life_tools_open(call, &tools)) {
        return false;
    }
    const GoalCode code = ask(tools.reader, board_of(call), move, p, tools.reading);
    life_tools_close(&tools);
    return add_code(call, code);
}

static bool run_does_attack(GtpCall *call) {
    return answer_does(call, true, capture_does_attack);
}

static bool run_does_defend(GtpCall *call) {
    return answer_does(call, false, capture_does_defend);
}

static bool run_ladder_attack(GtpCall *call) {
    Point p, liberties[CELL_COUNT_MAX];
    if (!get_stone(call, 0, &p)) {
        return false;
    }
    if (board_liberties(board_of(call), p, liberties) != 2) {
        return call_fail(call, "string must have exactly 2 liberties");
    }
    for (int i = 0; i < 2; i++) {
        if (ladder_takes(board_of(call), p, liberties[i])) {
            return add_answer(call, GOAL_WINS, liberties[i]);
        }
    }
    return add_code(call, GOAL_FAILS);
}

static bool run_combination_attack(GtpCall *call) {
    LifeTools tools;
    if (!life_tools_open(call, &tools)) {
        return false;
    }
    const Point move = capture_find_combination(tools.search, tools.reader, board_of(call),
                                                call->color, tools.limits, NULL, NULL);
    life_tools_add_move(call, move);
    life_tools_close(&tools);
    return true;
}

static bool run_combination_defend(GtpCall *call) {
    LifeTools tools;
    Point defenses[CELL_COUNT_MAX];
    int count = 0;
    if (!life_tools_open(call, &tools)) {
        return false;
    }
    capture_find_combination(tools.search, tools.reader, board_of(call), call->color, tools.limits,
                             defenses, &count);
    for (int i = 0; i < count; i++) {
        call_add_point(call, defenses[i]);
    }
    if (count == 0) {
        life_tools_add_move(call, POINT_PASS);
    }
    life_tools_close(&tools);
    return true;
}

const GtpCommand GTP_LIFE_COMMANDS[] = {
    {"owl_attack", "VERTEX", 1, 1, run_owl_attack,
     "kills the dragon: 1 MOVE; 0 if it cannot; by ko 2 MOVE (taking it first) or 3 MOVE"},
    {"owl_defend", "VERTEX", 1, 1, run_owl_defend,
     "saves the dragon: 1 MOVE; 0 if it cannot; by ko 2 MOVE (taking it first) or 3 MOVE"},
    {"owl_does_attack", "MOVE VERTEX", 2, 2, run_owl_does_attack,
     "the code of a move of the opponent against the dragon at VERTEX"},
    {"owl_does_defend", "MOVE VERTEX", 2, 2, run_owl_does_defend,
     "the code of a move of the owner for the dragon at VERTEX"},
    {"owl_threaten_attack", "VERTEX", 1, 1, run_owl_threaten_attack,
     "1 MOVE MOVE if two moves in a row kill the dragon and one does not; else 0"},
    {"owl_threaten_defense", "VERTEX", 1, 1, run_owl_threaten_defense,
     "1 MOVE MOVE if two moves in a row save the dragon and one does not; else 0"},
    {"owl_connection_defends", "MOVE VERTEX VERTEX", 3, 3, run_owl_connection_defends,
     "1 if the move joins the two dragons and they live, else 0"},
    {"owl_substantial", "VERTEX", 1, 1, run_owl_substantial,
     "1 if the chains around this one would live by capturing it, else 0"},
    {"dragon_status", "[VERTEX]", 0, 1, run_dragon_status,
     "alive, dead or critical ATTACK DEFENSE; without a vertex a line for each dragon"},
    {"same_dragon", "VERTEX VERTEX", 2, 2, run_same_dragon,
     "1 if the stones belong to one dragon, else 0"},
    {"analyze_semeai", "VERTEX VERTEX", 2, 2, run_analyze_semeai,
     "DEFENSE ATTACK MOVE: codes for the first dragon and against the second, the first to move"},
    {"analyze_semeai_after_move", "COLOR MOVE VERTEX VERTEX", 4, 4, run_analyze_semeai_after_move,
     "the same after a move, the other color to move"},
    {"connect", "VERTEX VERTEX", 2, 2, run_connect,
     "joins the two chains: 1 MOVE; 0 if it cannot; by ko 2 MOVE or 3 MOVE"},
    {"disconnect", "VERTEX VERTEX", 2, 2, run_disconnect,
     "cuts the two chains: 1 MOVE; 0 if it cannot; by ko 2 MOVE or 3 MOVE"},
    {"break_in", "VERTEX VERTEX...", 2, GTP_ARGUMENTS_MAX, run_break_in,
     "joins the first chain to the area of the other vertices: 1 MOVE, or 0, 2 MOVE, 3 MOVE"},
    {"block_off", "VERTEX VERTEX...", 2, GTP_ARGUMENTS_MAX, run_block_off,
     "keeps the first chain out of the area of the other vertices: 1 MOVE, or 0, 2 MOVE, 3 MOVE"},
    {"attack_either", "VERTEX VERTEX", 2, 2, run_attack_either,
     "the code of capturing one of the two chains"},
    {"defend_both", "VERTEX VERTEX", 2, 2, run_defend_both, "the code of saving both chains"},
    {"does_attack", "MOVE VERTEX", 2, 2, run_does_attack,
     "the code of a move of the opponent against the chain at VERTEX"},
    {"does_defend", "MOVE VERTEX", 2, 2, run_does_defend,
     "the code of a move of the owner for the chain at VERTEX"},
    {"ladder_attack", "VERTEX", 1, 1, run_ladder_attack,
     "1 MOVE if a ladder captures the chain, which has two liberties; else 0"},
    {"combination_attack", "COLOR", 1, 1, run_combination_attack,
     "a move that threatens several chains and captures one, or PASS"},
    {"combination_defend", "COLOR", 1, 1, run_combination_defend,
     "the opponent's moves after which the color has no such combination, or PASS"},
    {NULL, NULL, 0, 0, NULL, NULL},
};
