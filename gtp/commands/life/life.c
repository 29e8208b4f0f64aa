#include "gtp/commands/life/life.h"

#include "engine/eval/network.h"
#include "engine/solve/dragon/owl.h"
#include "gtp/commands/families.h"

/* ---- What the commands search with ---- */

enum {
    TABLE_MEGABYTES = 128, /* of a command */
    SEARCH_NODES = 120000, /* for each rule for kos; increase_depths doubles it */
};

static const double SECONDS_MAX =
    8.0; /* for a command: GNU Go's suites are judged at 10 s a test */

/* What the searches of one command share. */
typedef struct {
    GoalSearch *search;
    Deadline deadline;
    GoalLimits limits;
    LocalEvaluator evaluator; /* the network of the session, if it has one */
    Network *network;
    Game *game; /* that it evaluates */
} LifeTools;

int64_t life_shift(int64_t limit, int depths) {
    return depths < 0 ? limit >> -depths : limit << depths;
}

static bool evaluate_locally(void *context, const Board *board, Color mover,
                             LocalEvaluation *evaluation) {
    LifeTools *tools = context;
    const Geometry *geometry = board->geometry;
    ColorCell cells[CELL_COUNT_MAX];
    NetAnswer answer;
    Status status;
    board_get_cells(board, cells);
    const NetworkRequest request = {.game = tools->game, .color = mover};
    if (!game_set_up(tools->game, cells, mover, 0, &status) ||
        !network_evaluate(tools->network, &request, &answer, &status)) {
        return false;
    }
    const float sign = mover == BLACK ? 1 : -1;
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        evaluation->ownership[cell] = sign * answer.ownership[cell];
        evaluation->policy[geometry->point_of[cell]] = answer.policy[cell];
    }
    return true;
}

GoalSearch *life_new_search(GtpCall *call) {
    GoalSearch *search = NULL;
    for (int megabytes = TABLE_MEGABYTES; search == NULL && megabytes > 0; megabytes /= 2) {
        search = goal_search_new(megabytes);
    }
    if (search == NULL) {
        call_fail(call, "out of memory");
    }
    return search;
}

/* Opens the tools of one command, with limits by the depths of the session and an estimate by its
 * network if it has one, which is told its rules and komi. Returns false with an error if out of
 * memory. */
static bool open_tools(GtpCall *call, LifeTools *tools) {
    const Game *game = call->engine->game;
    Status status;
    const int depths = call->engine->reading.depths;
    tools->search = life_new_search(call);
    if (tools->search == NULL) {
        return false;
    }
    tools->deadline = (Deadline){.at = depths > 0 ? INFINITY : clock_seconds() + SECONDS_MAX,
                                 .cancel = call->engine->player.cancel};
    tools->limits =
        (GoalLimits){.nodes = life_shift(SEARCH_NODES, depths), .deadline = &tools->deadline};
    tools->network = network_load_wait(call->engine->player.load, &status);
    tools->game = tools->network == NULL ? NULL : game_new(game->hash_seed);
    if (tools->game != NULL &&
        game_clear(tools->game, game->geometry->width, game->geometry->height, &status)) {
        game_set_rules(tools->game, &game->rules);
        tools->game->komi = game->komi;
        tools->evaluator = (LocalEvaluator){evaluate_locally, tools};
        tools->limits.evaluator = &tools->evaluator;
    }
    return true;
}

static void close_tools(LifeTools *tools) {
    goal_search_free(tools->search);
    game_free(tools->game);
}

void life_add_move(GtpCall *call, Point move) {
    if (move == POINT_PASS) {
        text_add(call->answer, "%sPASS", call->answer->length == 0 ? "" : " ");
    } else {
        call_add_point(call, move);
    }
}

/* ---- Arguments and answers ---- */

static const Board *board_of(const GtpCall *call) {
    return &call->engine->game->board;
}

static Color color_of(const GtpCall *call, Point p) {
    return board_color(board_of(call), p);
}

static bool get_stone_at(GtpCall *call, int i, Point *p) {
    return call_get_vertex(call, i, p) && call_expect_stone(call, *p);
}

static bool get_stones(GtpCall *call, int i, Point *a, Point *b, bool same_color) {
    if (!get_stone_at(call, i, a) || !get_stone_at(call, i + 1, b)) {
        return false;
    }
    return (color_of(call, *a) == color_of(call, *b)) == same_color ||
           call_fail(call, same_color ? "vertices must have same color"
                                      : "vertices must have different colors");
}

/* Reads an empty vertex that color may play. */
static bool get_move(GtpCall *call, int i, Color color, Point *p) {
    if (!call_get_vertex(call, i, p)) {
        return false;
    }
    if (color_of(call, *p) != EMPTY) {
        return call_fail(call, "move vertex must be empty");
    }
    return board_check(board_of(call), color, *p, false) == MOVE_LEGAL ||
           call_fail(call, "illegal move");
}

static void add_goal_answer(GtpCall *call, Answer answer) {
    text_add(call->answer, "%d", (int)answer.code);
    if (answer.code != GOAL_FAILS) {
        life_add_move(call, answer.move);
    }
}

/* ---- Dragons ---- */

/* For the dragon at the last vertex, or for a move before that. */
static bool answer_owl(GtpCall *call, bool attacks) {
    const bool has_move = call->count == 2;
    Point move = POINT_NONE, p;
    LifeTools tools;
    if (!get_stone_at(call, has_move, &p)) {
        return false;
    }
    const Color owner = color_of(call, p), mover = attacks ? color_opponent(owner) : owner;
    if ((has_move && !get_move(call, 0, mover, &move)) || !open_tools(call, &tools)) {
        return false;
    }
    if (has_move) {
        text_add(call->answer, "%d",
                 (int)owl_ask_move(tools.search, board_of(call), move, p, mover, tools.limits));
    } else {
        add_goal_answer(call, owl_ask(tools.search, board_of(call), p, mover, tools.limits));
    }
    close_tools(&tools);
    return true;
}

static bool run_owl_attack(GtpCall *call) {
    return answer_owl(call, true);
}

static bool run_owl_defend(GtpCall *call) {
    return answer_owl(call, false);
}

static void add_status(GtpCall *call, LifeTools *tools, Point p) {
    Point attack, defense;
    static const char *const NAMES[] = {"alive", "dead", "critical"};
    const DragonStatus status =
        owl_status(tools->search, board_of(call), p, tools->limits, &attack, &defense);
    text_add(call->answer, "%s", NAMES[status]);
    if (status == DRAGON_CRITICAL) {
        life_add_move(call, attack);
        life_add_move(call, defense);
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
    if ((call->count > 0 && !get_stone_at(call, 0, &p)) || !open_tools(call, &tools)) {
        return false;
    }
    if (p == POINT_NONE) {
        add_all_statuses(call, &tools);
    } else {
        add_status(call, &tools, p);
    }
    close_tools(&tools);
    return true;
}

/* ---- Races ---- */

static bool run_analyze_semeai(GtpCall *call) {
    Point a, b;
    Dragon first, second;
    LifeTools tools;
    if (!get_stones(call, 0, &a, &b, false) || !open_tools(call, &tools)) {
        return false;
    }
    dragon_find_rivals(board_of(call), a, b, &first, &second);
    const SemeaiAnswer answer =
        semeai_analyze(tools.search, board_of(call), &first, &second, tools.limits);
    close_tools(&tools);
    text_add(call->answer, "%d %d", (int)answer.defense, (int)answer.attack);
    life_add_move(call, answer.move);
    return true;
}

/* ---- Connections ---- */

static bool answer_connection(GtpCall *call, bool connects) {
    Point a, b;
    LifeTools tools;
    if (!get_stones(call, 0, &a, &b, true) || !open_tools(call, &tools)) {
        return false;
    }
    const Color owner = color_of(call, a), mover = connects ? owner : color_opponent(owner);
    add_goal_answer(call, connection_ask(tools.search, board_of(call), a, b, mover, tools.limits));
    close_tools(&tools);
    return true;
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
    {"owl_does_attack", "MOVE VERTEX", GTP_WORDS, 2, 2, run_owl_attack,
     "the code of a move of the opponent against the dragon at VERTEX"},
    {"owl_does_defend", "MOVE VERTEX", GTP_WORDS, 2, 2, run_owl_defend,
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
