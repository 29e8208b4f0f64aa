#include "engine/solve/problem/problem.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/solve/problem/frames.h"

enum {
    /* Frames and the open region take turns: each is searched for TURN_NODES positions in the first
     * turn, and for TURN_GROWTH times as many in each later one. */
    TURN_NODES = 50000,
    TURN_GROWTH = 4,
    /* A first move in an open region gets at most MOVE_SHARE times the positions of the answer,
     * and MOVE_NODES more. */
    MOVE_NODES = 100000,
    MOVE_SHARE = 4,
    WIDER_SHARE = 2, /* the same for the answer in a wider region */
};

/* A position in which a side is asked. */
typedef struct {
    const Goal *goal;
    Board board;
    uint32_t captured;
    Frames frames;
} Position;

static void set_position(const Goal *goal, const Board *board, Position *position) {
    position->goal = goal;
    board_copy(&position->board, board);
    position->captured = 0;
    frames_find(goal, board, &position->frames);
}

static void play(const Position *before, Color color, Point p, Position *after) {
    after->goal = before->goal;
    board_copy(&after->board, &before->board);
    board_play(&after->board, color, p);
    after->captured = goal_add_captured(before->goal, &after->board, before->captured);
    frames_play(&before->frames, color, p, &after->frames);
}

/* Takes frames out of the position in which the targets do not live. */
static GoalAnswer answer_position(GoalSearch *search, Position *position, Color mover,
                                  GoalLimits limits) {
    const Goal *goal = position->goal;
    int64_t nodes = position->frames.count > 0 ? TURN_NODES : limits.nodes, total = 0;
    for (;; nodes *= TURN_GROWTH) {
        GoalLimits turn = limits;
        GoalResult life;
        turn.nodes = nodes < limits.nodes ? nodes : limits.nodes;
        const Frame *frame = frames_find_life(search, &position->frames, mover, turn, &life);
        total += life.nodes;
        if (frame != NULL) {
            return (GoalAnswer){.code = goal_code_of(goal, GOAL_HELD, mover),
                                .move = life.move,
                                .nodes = total,
                                .zone = life.zone,
                                .frame = frame->radius};
        }
        GoalAnswer answer =
            goal_answer(search, goal, &position->board, mover, position->captured, turn);
        if (answer.code == GOAL_WINS_KO || answer.code == GOAL_WINS_KO_THREAT) {
            goal_answer_count_threats(search, goal, &position->board, mover, position->captured,
                                      limits, &answer);
        }
        total += answer.nodes;
        answer.nodes = total;
        if (answer.code != GOAL_UNKNOWN || turn.nodes == limits.nodes ||
            deadline_is_over(limits.deadline)) {
            return answer;
        }
    }
}

/* The answer for a move, given that for the reply. */
static GoalAnswer invert(const GoalAnswer *reply) {
    return (GoalAnswer){.code = goal_code_invert(reply->code),
                        .threats = reply->opponent_threats,
                        .opponent_threats = reply->threats,
                        .any_threats = reply->any_threats};
}

static void add_move(ProblemSide *side, Point p, const GoalAnswer *answer, Point reply) {
    const ProblemMove move = {.point = p,
                              .code = answer->code,
                              .threats = answer->threats + answer->opponent_threats,
                              .any_threats = answer->any_threats,
                              .rank = goal_answer_rank(answer),
                              .reply = reply};
    int i = side->move_count++;
    for (; i > 0 && side->moves[i - 1].rank < move.rank; i--) {
        side->moves[i] = side->moves[i - 1];
    }
    side->moves[i] = move;
}

static void list_moves(GoalSearch *search, const Position *position, GoalLimits limits,
                       ProblemSide *side) {
    const Goal *goal = position->goal;
    const Color mover = side->mover, other = color_opponent(mover);
    Position start = *position, after;
    if (start.board.to_move != mover) {
        start.board.to_move = (uint8_t)mover;
        start.board.ko = POINT_NONE;
    }
    for (int i = 0; i <= goal->point_count; i++) {
        const Point p = i < goal->point_count ? goal->points[i] : POINT_PASS;
        if (board_check(&start.board, mover, p, false) != MOVE_LEGAL) {
            continue;
        }
        play(&start, mover, p, &after);
        const GoalAnswer reply = answer_position(search, &after, other, limits);
        const bool is_known = reply.code == GOAL_UNKNOWN && p == side->answer.move;
        GoalAnswer answer = is_known ? side->answer : invert(&reply);
        answer.any_threats |= after.board.ko != POINT_NONE && answer.code == GOAL_WINS;
        side->answer.nodes += reply.nodes;
        add_move(side, p, &answer, reply.move);
    }
}

bool problem_move_is_right(const ProblemSide *side, const ProblemMove *move) {
    return side->answer.code != GOAL_FAILS && move->code != GOAL_FAILS &&
           move->rank >= goal_answer_rank(&side->answer);
}

/* Do the targets, which are not captured, fail to become alive unconditionally? */
static bool is_seki(GoalSearch *search, const Goal *goal, const Board *board, Color mover,
                    GoalLimits limits) {
    Goal life = *goal;
    Status status;
    life.kind = GOAL_LIVE;
    life.reacher = goal_target_color(goal);
    const GoalKoRule ko = {.ko = KO_IS_SIMPLE};
    return goal_finish(&life, board, &status) &&
           goal_search_run(search, &life, board, mover, 0, ko, limits).outcome == GOAL_HELD;
}

void problem_answer(GoalSearch *search, const Goal *goal, const Board *board, Color mover,
                    GoalLimits limits, ProblemSide *side) {
    Zone zone;
    side->mover = mover;
    side->move_count = side->line_count = 0;
    side->is_seki = false;
    if (goal_judge(goal, board, 0, &zone) == GOAL_HELD) {
        side->answer = (GoalAnswer){.code = goal_code_of(goal, GOAL_HELD, mover),
                                    .move = mover == goal->reacher ? POINT_NONE : POINT_PASS,
                                    .zone = zone};
        return;
    }
    Position position;
    set_position(goal, board, &position);
    side->answer = answer_position(search, &position, mover, limits);
    if (side->answer.code != GOAL_UNKNOWN) {
        side->line_count = goal_search_find_line(search, side->line, PROBLEM_LINE_MAX);
    }
}

/* The limits of what follows an answer: `share` times its positions, and MOVE_NODES more. */
static GoalLimits share_of(const GoalAnswer *answer, int share, GoalLimits limits) {
    const int64_t nodes = answer->nodes * share + MOVE_NODES;
    limits.nodes = nodes < limits.nodes ? nodes : limits.nodes;
    return limits;
}

/* ---- A wider region ---- */

/* Does a known answer rest on the end of its region? A life in a frame does not. */
static bool rests_on_end(const ProblemSide *side, const Goal *goal, const Board *board) {
    if (side == NULL || side->answer.code == GOAL_UNKNOWN || side->answer.frame > 0) {
        return false;
    }
    for (int i = 0; i < goal->point_count; i++) {
        if (zone_has(&side->answer.zone, goal->points[i]) &&
            goal_has_exit(goal, board, goal->points[i])) {
            return true;
        }
    }
    return false;
}

static bool find_wider(const Goal *goal, const Board *board, Goal *wider) {
    Status ignored;
    *wider = *goal;
    region_find(board, goal->targets, goal->target_count, REGION_WIDE_RADIUS, &wider->playable);
    return goal_finish(wider, board, &ignored) && wider->empty_count > goal->empty_count;
}

ProblemWider problem_widen(GoalSearch *search, Goal *goal, const Board *board, GoalLimits limits,
                           ProblemSide *const sides[2]) {
    Goal wider;
    if ((!rests_on_end(sides[0], goal, board) && !rests_on_end(sides[1], goal, board)) ||
        !find_wider(goal, board, &wider)) {
        return WIDER_NONE;
    }
    ProblemSide *found = memory_new(2, sizeof *found);
    ProblemWider result = WIDER_SAME;
    for (int i = 0; i < 2 && result != WIDER_UNKNOWN; i++) {
        if (sides[i] == NULL || sides[i]->answer.code == GOAL_UNKNOWN) {
            continue;
        }
        problem_answer(search, &wider, board, sides[i]->mover,
                       share_of(&sides[i]->answer, WIDER_SHARE, limits), &found[i]);
        result = found[i].answer.code == GOAL_UNKNOWN ? WIDER_UNKNOWN
                 : goal_answer_rank(&found[i].answer) != goal_answer_rank(&sides[i]->answer)
                     ? WIDER_OTHER
                     : result;
    }
    for (int i = 0; i < 2 && result == WIDER_OTHER; i++) {
        if (sides[i] != NULL && sides[i]->answer.code != GOAL_UNKNOWN) {
            *sides[i] = found[i];
        }
    }
    *goal = result == WIDER_OTHER ? wider : *goal;
    free(found);
    return result;
}

const char *problem_wider_name(ProblemWider wider) {
    static const char *const NAMES[] = {NULL, "same", "other", "unknown"};
    return NAMES[wider];
}

void problem_explain(GoalSearch *search, const Goal *goal, const Board *board, GoalLimits limits,
                     ProblemSide *side) {
    const Color mover = side->mover;
    Zone zone;
    if (side->answer.code == GOAL_UNKNOWN || goal_judge(goal, board, 0, &zone) == GOAL_HELD) {
        return;
    }
    Position position;
    set_position(goal, board, &position);
    if (position.frames.count > 0) {
        limits = share_of(&side->answer, MOVE_SHARE, limits);
    }
    if (side->answer.code == goal_code_of(goal, GOAL_HELD, mover)) {
        side->is_seki = is_seki(search, goal, board, mover, limits);
    }
    list_moves(search, &position, limits, side);
}

void problem_solve(GoalSearch *search, const Goal *goal, const Board *board, Color mover,
                   GoalLimits limits, ProblemSide *side) {
    problem_answer(search, goal, board, mover, limits, side);
    problem_explain(search, goal, board, limits, side);
}

static ProblemStatus judge(GoalCode attack, GoalCode defense) {
    return attack == GOAL_FAILS                                ? PROBLEM_ALIVE
           : defense == GOAL_FAILS                             ? PROBLEM_DEAD
           : attack == GOAL_UNKNOWN || defense == GOAL_UNKNOWN ? PROBLEM_UNKNOWN
                                                               : PROBLEM_UNSETTLED;
}

ProblemStatus problem_status(const ProblemSide *kills, const ProblemSide *saves) {
    return judge(kills->answer.code, saves->answer.code);
}

/* Who takes a ko first wins it. */
static GoalCode without_threats(GoalCode code) {
    return code == GOAL_WINS_KO ? GOAL_WINS : code == GOAL_WINS_KO_THREAT ? GOAL_FAILS : code;
}

ProblemStatus problem_status_without_threats(const ProblemSide *kills, const ProblemSide *saves) {
    return judge(without_threats(kills->answer.code), without_threats(saves->answer.code));
}

const char *problem_status_name(ProblemStatus status) {
    static const char *const NAMES[] = {"alive", "dead", "unsettled", "unknown"};
    return NAMES[status];
}

void problem_add_status(Text *text, const ProblemSide *kills, const ProblemSide *saves) {
    const ProblemStatus status = problem_status(kills, saves);
    const ProblemStatus without = problem_status_without_threats(kills, saves);
    text_add(text, "%s", problem_status_name(status));
    if (without != status) {
        text_add(text, " (%s without ko threats)", problem_status_name(without));
    }
}

/* ---- In words ---- */

const char *problem_code_name(GoalCode code) {
    static const char *const NAMES[] = {
        [GOAL_FAILS] = "no",        [GOAL_WINS] = "yes",
        [GOAL_WINS_KO] = "ko",      [GOAL_WINS_KO_THREAT] = "ko, opponent takes first",
        [GOAL_UNKNOWN] = "unknown",
    };
    return NAMES[code];
}

void problem_add_result(Text *text, GoalCode code, int threats, bool any_threats) {
    const bool own = code == GOAL_WINS_KO_THREAT;
    text_add(text, "%s%s", problem_code_name(code), any_threats ? ", whatever the threats" : "");
    if (threats > GOAL_THREATS_MAX) {
        text_add(text, ", %d threats are not enough%s", GOAL_THREATS_MAX,
                 own ? "" : " for the opponent");
    } else if (threats > 0) {
        text_add(text, own ? ", %d threat%s needed" : ", opponent needs %d threat%s", threats,
                 text_plural(threats));
    }
}

/* by: "by playing first at C7". */
static void add_ko(Text *text, const ProblemSide *side, const char *verb, const char *by) {
    const GoalAnswer *answer = &side->answer;
    const bool own = answer->code == GOAL_WINS_KO_THREAT;
    const int threats = answer->threats + answer->opponent_threats;
    static const char *const NUMBERS[] = {"", "one", "two", "three", "four", "five"};
    const char *needer = own ? "it" : color_capital_name(color_opponent(side->mover));
    text_add(text, "%s %s %s, but by a ko that %s takes first", color_capital_name(side->mover),
             verb, by, own ? "its opponent" : "it");
    if (threats > GOAL_THREATS_MAX) {
        text_add(text, " (five threats more do not help %s)", needer);
    } else if (threats > 0) {
        text_add(text, " (%s needs %s threat%s more)", needer, NUMBERS[threats],
                 text_plural(threats));
    }
}

/* What a side does or suffers: the words for one target, for all targets, and for any of them. */
typedef struct {
    const char *wins[3], *fails[3]; /* fails: of the other side */
} Words;

static const Words KILLING = {{"kills", "kills all targets", "kills a target"},
                              {"lives", "saves a target", "saves all targets"}};
static const Words SAVING = {{"lives", "saves a target", "saves all targets"},
                             {"dies", "loses all targets", "loses a target"}};

/* What a side can do by moving first. */
static void add_clause(Text *text, const Goal *goal, const Board *board, const ProblemSide *side) {
    const Words *words = side->mover == goal->reacher ? &KILLING : &SAVING;
    const int which = goal->target_count == 1 ? 0 : goal->kind == GOAL_CAPTURE_ALL ? 1 : 2;
    const GoalAnswer *answer = &side->answer;
    const char *mover = color_capital_name(side->mover), *verb = words->wins[which];
    const char *despite = answer->double_ko     ? ", whatever the ko threats (double ko)"
                          : answer->any_threats ? ", whatever the ko threats"
                                                : "";
    const char *owner = color_capital_name(goal_target_color(goal));
    char vertex[POINT_TEXT_MAX], by[32] = "by playing first";
    if (point_is_move(answer->move)) {
        snprintf(by, sizeof by, "by playing first at %s",
                 point_to_text(answer->move, board->geometry->height, vertex));
    }
    switch (answer->code) {
    case GOAL_WINS:
        text_add(text, "%s %s %s%s", mover, verb, by, despite);
        break;
    case GOAL_FAILS:
        text_add(text, "%s %s even if %s plays first%s", owner, words->fails[which],
                 strcmp(owner, mover) == 0 ? "it" : mover, despite);
        break;
    case GOAL_WINS_KO:
    case GOAL_WINS_KO_THREAT:
        add_ko(text, side, verb, by);
        break;
    case GOAL_UNKNOWN:
        text_add(text, "whether %s %s by playing first is unknown (%s%" PRId64 " positions)", mover,
                 verb, answer->needs_ko ? "only by a ko, if at all; " : "", answer->nodes);
        break;
    }
}

void problem_add_sentence(Text *text, const Goal *goal, const Board *board,
                          const ProblemSide *kills, const ProblemSide *saves) {
    const size_t start = text->length;
    /* Who lives or dies in any case is no news for the other side; what is unknown comes last. */
    const bool kill_decides = kills != NULL && kills->answer.code == GOAL_FAILS;
    const bool save_decides = saves != NULL && saves->answer.code == GOAL_FAILS;
    const bool save_first = kills != NULL && kills->answer.code == GOAL_UNKNOWN;
    for (int i = 0; i < 2; i++) {
        const bool is_save = (i == 0) == save_first;
        const ProblemSide *side = is_save ? saves : kills;
        if (side != NULL && !(is_save ? kill_decides : save_decides)) {
            text_add(text, "%s", text->length > start ? "; " : "");
            add_clause(text, goal, board, side);
        }
    }
    text->bytes[start] = (char)toupper((unsigned char)text->bytes[start]);
    text_add(text, ".");
    if (kills != NULL && saves != NULL && point_is_move(kills->answer.move) &&
        kills->answer.move == saves->answer.move) {
        char vertex[POINT_TEXT_MAX];
        text_add(text, " The key point is %s.",
                 point_to_text(kills->answer.move, board->geometry->height, vertex));
    }
}
