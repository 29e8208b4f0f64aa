/* Why a move is a mistake: what the opponent can do after it, and not after a better move, as far
 * as it is proved; else what either threatens, which the engine answers.
 *
 * Captures are proved by reading (engine/go/reading), deaths of groups and cuts by the goal search,
 * on the condition that the walls around them stand. What is not proved is not told. */
#include <math.h>
#include <stdlib.h>

#include "engine/base/memory.h"
#include "engine/go/board/ladder.h"
#include "engine/go/reading/reading.h"
#include "engine/solve/dragon/owl.h"
#include "engine/solve/problem/problem.h"
#include "engine/solve/problem/region.h"
#include "engine/solve/problem/seki.h"
#include "gtp/commands/families.h"
#include "gtp/commands/life/life_tools.h"

enum {
    LINE_MAX = 60,        /* moves: longer ladders are cut */
    LADDER_MIN = 3,       /* moves; an atari that is ignored and the capture do not make one */
    SEARCH_NODES = 20000, /* for each rule for kos of a question */
    SEKI_NODES = 5000,    /* the same, of a seki, which takes several questions */
    CUT_NODES = 5000,     /* of each search for a cut or a connection */
    CHAINS_MAX = 8,       /* that are asked about */
    GROUP_STONES = 4,     /* a chain of this size dies as a group; smaller ones are captured */
    GROUP_LIBERTIES = 3,
    THREAT_LIBERTIES = 3,
    NEAR_STEPS = 4,     /* from a move to a chain that it threatens or cuts off */
    THREAT_NODES = 600, /* of each reading: what is hard to see is no threat */
};

/* The moves that would follow: the opponent's answer to the move, the reply to that, and the
 * answer to the better move. */
enum { ANSWER_PLAYED, ANSWER_REPLY, ANSWER_BETTER, ANSWERS_MAX };

/* For each kind of reasons; what was begun ends a little later. */
static const double SECONDS_EACH = 0.5;

typedef struct {
    const Board *before;
    Board played, better;       /* after the move and after the better one: the opponent's turn */
    Color color;                /* of both */
    Point move;                 /* the better one */
    Point answers[ANSWERS_MAX]; /* POINT_NONE: unknown */
    Reader *reader;
    GoalSearch *search;
    GoalLimits limits;
    Deadline deadline;
} Mistake;

/* A group that the mistake decides. */
typedef struct {
    const char *kind; /* NULL: none was found */
    const char *how;  /* NULL: by no technique that has a name */
    bool is_lost;     /* the group is captured or dies */
    bool by_ko;       /* that depends on a ko */
    Color owner;      /* of the stones */
    Point threat;     /* the move that threatens them; POINT_NONE: none needs to */
    Point stones[CELL_COUNT_MAX];
    int stone_count;
    Point also[CELL_COUNT_MAX]; /* of the other chain of a double threat, a cut or a race */
    int also_count;
    Point line[LINE_MAX]; /* the attacker moves first */
    int line_count;
    Point assumed[CELL_COUNT_MAX]; /* walls that are assumed to stand, a stone each */
    int assumed_count;
} Finding;

/* Of a group of that color: where it is lost, and where it may not be. */
static const Board *lost_board(const Mistake *mistake, Color owner) {
    return owner == mistake->color ? &mistake->played : &mistake->better;
}

static const Board *kept_board(const Mistake *mistake, Color owner) {
    return owner == mistake->color ? &mistake->better : &mistake->played;
}

/* Makes a move on a copy of the board. Returns false if it is not a legal one; the copy is then
 * like the board. */
static bool play_on_copy(const Board *board, Color color, Point move, bool suicide, Board *copy) {
    board_copy(copy, board);
    const bool ok = point_is_move(move) && board_check(copy, color, move, suicide) == MOVE_LEGAL;
    if (ok) {
        board_play(copy, color, move);
    }
    return ok;
}

static bool is_near(const Board *board, Point chain, Point p) {
    Point stones[CELL_COUNT_MAX];
    int i = board_chain_stones(board, chain, stones) - 1;
    while (i >= 0 && abs(point_x(stones[i]) - point_x(p)) + abs(point_y(stones[i]) - point_y(p)) >
                         NEAR_STEPS) {
        i--;
    }
    return i >= 0;
}

/* Does the owner still have the stone there, and can the other side capture it without a ko? */
static bool is_taken(Mistake *mistake, const Board *board, Point stone, Color owner) {
    ReadingLimits limits = reading_default_limits();
    limits.nodes = THREAT_NODES;
    return board_color(board, stone) == owner &&
           reading_attack(mistake->reader, board, stone, limits).code == READING_WINS;
}

/* ---- Captures ---- */

/* The liberty of a lost chain that gains most liberties, which makes the line worth seeing. */
static Point stubborn_reply(const Board *board, Point chain) {
    const Color owner = board_color(board, chain);
    Point liberties[CELL_COUNT_MAX], best = POINT_PASS;
    const int count = board_liberties(board, chain, liberties);
    int most = 0;
    for (int i = 0; i < count; i++) {
        Board after;
        if (play_on_copy(board, owner, liberties[i], false, &after)) {
            const int gained = board_liberties(&after, chain, NULL);
            best = gained > most ? liberties[i] : best;
            most = gained > most ? gained : most;
        }
    }
    return best;
}

/* Plays the capture of the chain out, the attacker first, with this move if it is not POINT_NONE,
 * each move proved anew, and names it. */
static void play_capture(Mistake *mistake, const Board *start, Point chain, Point move,
                         Finding *finding) {
    const Color owner = board_color(start, chain), attacker = color_opponent(owner);
    const int liberties = board_liberties(start, chain, NULL);
    Board board, after;
    if (move == POINT_NONE) {
        move = reading_attack(mistake->reader, start, chain, reading_default_limits()).move;
    }
    board_copy(&board, start);
    board_copy(&after, start);
    board_play(&after, attacker, move);
    const int left = board_liberties(&after, chain, NULL);
    const bool is_bait =
        board_liberties(&after, move, NULL) == 1 && board_chain_stones(&after, move, NULL) == 1;
    while (finding->line_count < LINE_MAX - 1 && move != POINT_NONE) {
        board_play(&board, attacker, move);
        finding->line[finding->line_count++] = move;
        if (board_color(&board, chain) != owner) {
            break;
        }
        const Point reply = stubborn_reply(&board, chain);
        board_play(&board, owner, reply);
        finding->line[finding->line_count++] = reply;
        move = reading_attack(mistake->reader, &board, chain, reading_default_limits()).move;
    }
    finding->how = liberties == 1                           ? "atari"
                   : liberties == 2 && is_bait && left == 1 ? "snapback"
                   : liberties == 2 && left == 1 && finding->line_count > LADDER_MIN &&
                           ladder_takes(start, chain, finding->line[0])
                       ? "ladder"
                   : liberties == 2 && left == 2 ? "net"
                                                 : NULL;
}

/* Is it the end of a race: could the owner of the lost stones, moving first, save them and capture
 * a chain of two stones or more beside them? The greatest of them. */
static void find_race(Mistake *mistake, Finding *finding) {
    const Color attacker = color_opponent(finding->owner);
    const Board *board = finding->owner == mistake->color ? &mistake->played : mistake->before;
    int most = 1;
    for (int i = 0; i < 4 * finding->stone_count; i++) {
        const Point rival = point_beside(finding->stones[i / 4], i % 4);
        if (board_color(board, rival) == attacker && board_liberties(board, rival, NULL) > 1 &&
            board_chain_stones(board, rival, NULL) > most &&
            is_taken(mistake, board, rival, attacker)) {
            finding->also_count = most = board_chain_stones(board, rival, finding->also);
        }
    }
    if (most > 1 &&
        reading_defend(mistake->reader, board, finding->stones[0], reading_default_limits()).code ==
            READING_WINS) {
        finding->kind = "race";
    } else {
        finding->also_count = 0;
    }
}

/* Is the chain captured where it may be lost, and not in the other position? */
static void find_capture(Mistake *mistake, Point chain, Finding *finding) {
    const ReadingLimits limits = reading_default_limits();
    const Color owner = board_color(mistake->before, chain);
    const bool is_own = owner == mistake->color;
    const Board *lost = lost_board(mistake, owner), *kept = kept_board(mistake, owner);
    Point move = mistake->move;
    bool is_lost;
    if (board_color(kept, chain) != owner || (is_own && board_color(lost, chain) != owner)) {
        return;
    }
    if (is_own) {
        const ReadingResult attack = reading_attack(mistake->reader, lost, chain, limits);
        move = attack.move;
        finding->by_ko = attack.code != READING_WINS;
        is_lost = attack.code != READING_FAILS &&
                  reading_attack(mistake->reader, kept, chain, limits).code == READING_FAILS;
    } else {
        const ReadingCode defense = board_color(lost, chain) != owner
                                        ? READING_FAILS
                                        : reading_defend(mistake->reader, lost, chain, limits).code;
        finding->by_ko = defense != READING_FAILS;
        is_lost = (defense == READING_FAILS || defense == READING_WINS_KO_THREAT) &&
                  reading_defend(mistake->reader, kept, chain, limits).code == READING_WINS;
    }
    if (is_lost && point_is_move(move)) {
        finding->stone_count = board_chain_stones(mistake->before, chain, finding->stones);
        const bool is_group = finding->stone_count >= GROUP_STONES &&
                              board_liberties(mistake->before, chain, NULL) >= GROUP_LIBERTIES;
        finding->owner = owner;
        finding->is_lost = true;
        finding->kind = is_own ? (is_group ? "life" : "rescue") : is_group ? "death" : "capture";
        play_capture(mistake, is_own ? lost : mistake->before, chain, move, finding);
    }
}

/* ---- Life and death ---- */

/* Makes the goal of killing what is left of the stones. Returns false if there is no such goal. */
static bool make_goal(const Board *board, const Finding *finding, Goal *goal) {
    Zone stones = {0};
    Status ignored;
    for (int i = 0; i < finding->stone_count; i++) {
        if (board_color(board, finding->stones[i]) == finding->owner) {
            zone_add(&stones, finding->stones[i]);
        }
    }
    return region_make_goal(board, &stones, false, NULL, goal, &ignored);
}

/* The code for the side that would reach the goal of killing, with the opponent of the mistake's
 * color to move. */
static GoalCode ask_death(Mistake *mistake, const Board *board, const Goal *goal,
                          ProblemSide *side) {
    const Color mover = color_opponent(mistake->color);
    problem_answer(mistake->search, goal, board, mover, mistake->limits, side);
    const GoalCode code = side->answer.code;
    return code == GOAL_UNKNOWN || mover == goal->reacher ? code : goal_code_invert(code);
}

/* Adds the walls that what is proved of the goal assumes. Returns false if it rests on walls of
 * that color, or of either one if it is EMPTY, that may fall. */
static bool add_walls(const Board *board, const Goal *goal, Color color, Finding *finding) {
    static const bool BOTH[2] = {true, true};
    const bool colors[2] = {[BLACK] = color != WHITE, [WHITE] = color != BLACK};
    Point stones[CELL_COUNT_MAX];
    Walls walls;
    walls_find(board, &goal->playable, &walls);
    if (walls_list(&walls, colors, WALL_WEAK, stones) > 0) {
        return false;
    }
    const int count = walls_list(&walls, BOTH, WALL_ASSUMED, stones);
    for (int i = 0; i < count; i++) {
        point_list_add(finding->assumed, &finding->assumed_count, stones[i]);
    }
    return true;
}

static void add_line(const Point *line, int count, Finding *finding) {
    for (int i = 0; i < count && finding->line_count < LINE_MAX; i++) {
        finding->line[finding->line_count++] = line[i];
    }
}

/* Do the stones live in seki if the opponent of the mistake's color moves first? */
static bool is_seki(Mistake *mistake, const Board *board, const Goal *goal, Seki *seki,
                    Finding *finding) {
    const GoalLimits limits = {.nodes = SEKI_NODES, .deadline = &mistake->deadline};
    return seki_prove(mistake->search, goal, board, color_opponent(mistake->color), limits, seki) &&
           add_walls(board, goal, EMPTY, finding);
}

/* Does the group of the chain die where it may be lost, and is it not proved that it dies in the
 * other position, too, nor captured there? Or does it live in seki there, and in the other position
 * by two eyes? */
static void find_death(Mistake *mistake, Point chain, Finding *finding) {
    const Color owner = board_color(mistake->before, chain);
    const Board *lost = lost_board(mistake, owner), *kept = kept_board(mistake, owner);
    if (owner != mistake->color && !point_is_move(mistake->move)) {
        return; /* a pass kills nothing */
    }
    Dragon dragon;
    Goal goal;
    Seki seki;
    ProblemSide *side = memory_new(1, sizeof *side);
    dragon_find(mistake->before, chain, &dragon);
    for (int i = 0; i < dragon.chain_count; i++) {
        finding->stone_count += board_chain_stones(mistake->before, dragon.chains[i],
                                                   finding->stones + finding->stone_count);
    }
    finding->owner = owner;
    add_line(&mistake->move, owner != mistake->color, finding);
    const GoalCode code =
        make_goal(lost, finding, &goal) ? ask_death(mistake, lost, &goal, side) : GOAL_UNKNOWN;
    if (code == GOAL_FAILS && is_seki(mistake, lost, &goal, &seki, finding)) {
        add_line(seki.line, seki.line_count, finding);
        if (make_goal(kept, finding, &goal) && add_walls(kept, &goal, EMPTY, finding) &&
            life_prove(mistake->search, &goal, kept, color_opponent(mistake->color),
                       mistake->limits)) {
            finding->kind = "eyes";
        }
    } else if (code != GOAL_UNKNOWN && code != GOAL_FAILS &&
               add_walls(lost, &goal, goal.reacher, finding)) {
        add_line(side->line, side->line_count, finding);
        finding->by_ko = code != GOAL_WINS;
        const GoalCode now = make_goal(kept, finding, &goal)
                                 ? ask_death(mistake, kept, &goal, side)
                                 : GOAL_WINS; /* there is nothing left to kill */
        if (now == GOAL_FAILS || (now == GOAL_UNKNOWN && code == GOAL_WINS)) {
            finding->is_lost = true;
            finding->kind = owner == mistake->color ? "life" : "death";
        }
    }
    free(side);
}

/* ---- Cuts ---- */

/* Are both stones still the owner's? */
static bool are_owned(const Board *board, const Point stones[2], Color owner) {
    return board_color(board, stones[0]) == owner && board_color(board, stones[1]) == owner;
}

/* Does the opponent of two chains cut them apart by the move where they may be lost, and can they
 * be connected in the other position? */
static void find_cut_between(Mistake *mistake, const Point stones[2], Point move,
                             Finding *finding) {
    const GoalLimits limits = {.nodes = CUT_NODES, .deadline = &mistake->deadline};
    const Color owner = board_color(mistake->before, stones[0]), cutter = color_opponent(owner);
    const Board *kept = kept_board(mistake, owner);
    const Board *lost = owner == mistake->color ? &mistake->played : mistake->before;
    Board cut;
    Goal goal;
    if (!play_on_copy(lost, cutter, move, false, &cut) || !are_owned(&cut, stones, owner) ||
        !are_owned(kept, stones, owner) ||
        !connection_prove(mistake->search, lost, &cut, stones, cutter, owner, limits, &goal)) {
        return;
    }
    finding->line[0] = move;
    finding->line_count =
        1 + goal_search_find_line(mistake->search, finding->line + 1, LINE_MAX - 1);
    if (add_walls(&cut, &goal, cutter, finding) &&
        connection_prove(mistake->search, kept, kept, stones, owner, color_opponent(mistake->color),
                         limits, &goal)) {
        finding->kind = "cut";
        finding->owner = owner;
        finding->stone_count = board_chain_stones(mistake->before, stones[0], finding->stones);
        finding->also_count = board_chain_stones(mistake->before, stones[1], finding->also);
    }
}

/* Is the chain cut off by the better move or, if it is the mover's, by the opponent's there or its
 * answer? From the greatest other chain near by. */
static void find_cut(Mistake *mistake, Point chain, Finding *finding) {
    const Board *board = mistake->before;
    const Color owner = board_color(board, chain);
    const Point moves[] = {mistake->move, mistake->answers[ANSWER_PLAYED]};
    Finding found;
    for (int m = 0; m < (owner == mistake->color ? 2 : 1) && finding->kind == NULL; m++) {
        for (int cell = 0; cell < board->geometry->cell_count; cell++) {
            const Point other = board->geometry->point_of[cell];
            if (board_color(board, other) == owner && board->chain[other] == other &&
                board->chain[chain] != other && point_is_move(moves[m]) &&
                is_near(board, chain, moves[m]) && is_near(board, other, moves[m]) &&
                board_chain_stones(board, other, NULL) > finding->also_count &&
                !deadline_is_over(&mistake->deadline)) {
                found = (Finding){.kind = NULL};
                find_cut_between(mistake, (Point[]){chain, other}, moves[m], &found);
                *finding = found.kind != NULL ? found : *finding;
            }
        }
    }
}

/* ---- Threats: what a move would capture if it were not answered ---- */

typedef struct {
    Color attacker;
    Point move, reply;
    /* Before the move; after it, with its reply to come; the same but for a pass instead of the
     * reply, and that without the threat, by the other move of the mistake. */
    Board before, after, passed, other;
} Threat;

/* Does the move threaten the chain, which stands and is safe without it? */
static bool is_threatened(Mistake *mistake, const Threat *threat, Point chain) {
    const Color owner = color_opponent(threat->attacker);
    return board_color(&threat->other, chain) == owner &&
           board_liberties(&threat->passed, chain, NULL) <= THREAT_LIBERTIES &&
           is_near(&threat->passed, chain, threat->move) &&
           is_taken(mistake, &threat->passed, chain, owner) &&
           !is_taken(mistake, &threat->before, chain, owner) &&
           !is_taken(mistake, &threat->other, chain, owner);
}

/* Lists a stone of each threatened chain, the greatest first. */
static int list_threatened(Mistake *mistake, const Threat *threat, Point chains[CHAINS_MAX]) {
    const Board *board = &threat->passed;
    const Color owner = color_opponent(threat->attacker);
    bool is_seen[POINT_COUNT] = {false};
    int count = 0;
    for (int cell = 0; cell < board->geometry->cell_count && count < CHAINS_MAX; cell++) {
        const Point p = board->geometry->point_of[cell];
        if (board_color(mistake->before, p) == owner && board_color(board, p) == owner &&
            !is_seen[board->chain[p]] && !deadline_is_over(&mistake->deadline)) {
            is_seen[board->chain[p]] = true;
            if (is_threatened(mistake, threat, p)) {
                const int stones = board_chain_stones(board, p, NULL);
                int place = count++;
                while (place > 0 && board_chain_stones(board, chains[place - 1], NULL) < stones) {
                    chains[place] = chains[place - 1];
                    place--;
                }
                chains[place] = p;
            }
        }
    }
    return count;
}

/* Does the reply leave neither of the chains, which may be one, to be captured? */
static bool reply_saves(Mistake *mistake, const Threat *threat, Point reply, Point a, Point b) {
    const Color owner = color_opponent(threat->attacker);
    Board board;
    return play_on_copy(&threat->after, owner, reply, true, &board) &&
           !is_taken(mistake, &board, a, owner) && !is_taken(mistake, &board, b, owner);
}

static bool may_save_both(Mistake *mistake, const Threat *threat, Point a, Point b) {
    const Board *board = &threat->after;
    for (int i = 0; i < board->empty_count; i++) {
        if (deadline_is_over(&mistake->deadline) ||
            reply_saves(mistake, threat, board->empty[i], a, b)) {
            return true;
        }
    }
    return false;
}

/* Two chains of which no reply saves both; else the greatest that the reply saves. What the reply
 * does not care about is no threat to speak of. */
static void find_threat(Mistake *mistake, const Threat *threat, Finding *finding) {
    Point chains[CHAINS_MAX], chain = POINT_NONE;
    const int count = list_threatened(mistake, threat, chains);
    for (int i = 1; i < count && finding->kind == NULL; i++) {
        if (!may_save_both(mistake, threat, chains[0], chains[i])) {
            chain = chains[0];
            finding->kind = "double";
            finding->also_count = board_chain_stones(&threat->passed, chains[i], finding->also);
        }
    }
    for (int i = 0; i < count && finding->kind == NULL; i++) {
        if (reply_saves(mistake, threat, threat->reply, chains[i], chains[i])) {
            chain = chains[i];
            finding->kind = "threat";
        }
    }
    if (finding->kind != NULL) {
        finding->owner = color_opponent(threat->attacker);
        finding->threat = threat->move;
        finding->stone_count = board_chain_stones(&threat->passed, chain, finding->stones);
        play_capture(mistake, &threat->passed, chain, POINT_NONE, finding);
    }
}

/* Makes the move, which must be legal, on the board before it. */
static void play_threat(Threat *threat, const Board *before, Color attacker, Point move,
                        Point reply) {
    threat->attacker = attacker;
    threat->move = move;
    threat->reply = reply;
    board_copy(&threat->before, before);
    board_copy(&threat->after, before);
    board_play(&threat->after, attacker, move);
    board_copy(&threat->passed, &threat->after);
    board_play(&threat->passed, color_opponent(attacker), POINT_PASS);
}

/* What the better move threatens, or else the answer to the move. */
static void find_threats(Mistake *mistake, Finding *finding) {
    const Color opponent = color_opponent(mistake->color);
    const Point answer = mistake->answers[ANSWER_PLAYED];
    Threat *threat = memory_new(1, sizeof *threat);
    mistake->deadline.at = clock_seconds() + SECONDS_EACH;
    if (point_is_move(mistake->move)) {
        play_threat(threat, mistake->before, mistake->color, mistake->move,
                    mistake->answers[ANSWER_BETTER]);
        board_copy(&threat->other, &mistake->played);
        board_play(&threat->other, opponent, POINT_PASS);
        find_threat(mistake, threat, finding);
    }
    if (finding->kind == NULL && point_is_move(answer) &&
        board_check(&mistake->played, opponent, answer, false) == MOVE_LEGAL) {
        play_threat(threat, &mistake->played, opponent, answer, mistake->answers[ANSWER_REPLY]);
        if (play_on_copy(&mistake->better, opponent, answer, false, &threat->other)) {
            board_play(&threat->other, mistake->color, POINT_PASS);
        }
        find_threat(mistake, threat, finding);
    }
    free(threat);
}

/* ---- The reason ---- */

/* Would the group that is lost live in seki? */
static bool find_seki(Mistake *mistake, Finding *finding) {
    const Board *kept = kept_board(mistake, finding->owner);
    Goal goal;
    Seki seki;
    const bool is_found =
        make_goal(kept, finding, &goal) && is_seki(mistake, kept, &goal, &seki, finding);
    if (is_found) {
        finding->kind = "seki";
        finding->how = NULL;
    }
    return is_found;
}

/* The greatest group that the mistake decides, by a capture, or else by life and death, or else
 * by a cut. */
static void find_group(Mistake *mistake, const Point *chains, int count, Finding *best) {
    void (*const finders[])(Mistake *, Point, Finding *) = {find_capture, find_death, find_cut};
    Finding *found = memory_new(1, sizeof *found);
    for (int f = 0; f < 3 && best->kind == NULL; f++) {
        mistake->deadline.at = clock_seconds() + SECONDS_EACH;
        for (int i = 0; i < count && !deadline_is_over(&mistake->deadline); i++) {
            *found = (Finding){.kind = NULL};
            finders[f](mistake, chains[i], found);
            if (found->kind != NULL && found->stone_count > best->stone_count) {
                *best = *found;
            }
        }
    }
    free(found);
    if (best->is_lost && !best->by_ko) {
        mistake->deadline.at = INFINITY; /* the positions are few */
        if (!find_seki(mistake, best) && best->how == NULL && best->assumed_count == 0) {
            find_race(mistake, best);
        }
    }
}

static json_t *points_json(const Board *board, const Point *points, int count) {
    json_t *list = json_new_array();
    for (int i = 0; i < count; i++) {
        char text[POINT_TEXT_MAX];
        json_add_value(list, json_string(point_to_text(points[i], board->geometry->height, text)));
    }
    return list;
}

static json_t *finding_json(const Mistake *mistake, const Finding *finding) {
    const Board *board = mistake->before;
    char threat[POINT_TEXT_MAX];
    return json_new_packed("{s:s, s:s?, s:b, s:s, s:s?, s:o, s:o, s:o, s:o}", "kind", finding->kind,
                           "how", finding->how, "ko", finding->by_ko, "owner",
                           color_name(finding->owner), "threat",
                           finding->threat == POINT_NONE
                               ? NULL
                               : point_to_text(finding->threat, board->geometry->height, threat),
                           "stones", points_json(board, finding->stones, finding->stone_count),
                           "also", points_json(board, finding->also, finding->also_count), "line",
                           points_json(board, finding->line, finding->line_count), "assumed",
                           points_json(board, finding->assumed, finding->assumed_count));
}

/* Can the move's stones be saved after the opponent's answer, which does not care about them? */
static bool is_let_go(Mistake *mistake, Point move) {
    const Color opponent = color_opponent(mistake->color);
    const Point answer = mistake->answers[ANSWER_PLAYED];
    Board board;
    return play_on_copy(&mistake->played, opponent, answer, false, &board) &&
           board_color(&board, move) == mistake->color &&
           reading_defend(mistake->reader, &board, move, reading_default_limits()).code !=
               READING_FAILS;
}

/* The move's own stones are captured although it was made. */
static void find_vain(Mistake *mistake, Point move, Finding *finding) {
    if (is_taken(mistake, &mistake->played, move, mistake->color) && !is_let_go(mistake, move)) {
        finding->kind = "vain";
        finding->owner = mistake->color;
        finding->stone_count = board_chain_stones(&mistake->played, move, finding->stones);
        play_capture(mistake, &mistake->played, move, POINT_NONE, finding);
    }
}

/* A move in what is unconditionally either side's gains nothing. */
static json_t *idle_json(const Mistake *mistake, Point move) {
    uint8_t life[POINT_COUNT];
    unconditional_find(mistake->before, life);
    if (move == POINT_PASS ||
        (life[move] != LIFE_BLACK_TERRITORY && life[move] != LIFE_WHITE_TERRITORY)) {
        return json_new_object();
    }
    return json_new_packed("{s:s, s:s}", "kind", "idle", "owner",
                           color_name(life[move] == LIFE_BLACK_TERRITORY ? BLACK : WHITE));
}

static json_t *find_reason(Mistake *mistake, Point move, const Point *chains, int count) {
    Finding *best = memory_new(1, sizeof *best);
    find_group(mistake, chains, count, best);
    if (best->kind == NULL && point_is_move(move)) {
        find_vain(mistake, move, best);
    }
    if (best->kind == NULL) {
        find_threats(mistake, best);
    }
    json_t *reason = best->kind != NULL ? finding_json(mistake, best) : idle_json(mistake, move);
    free(best);
    return reason;
}

/* ---- The command ---- */

/* Reads the stones that are asked about, one of each chain, at most CHAINS_MAX, and answers, which
 * are no stones. */
static bool read_vertices(GtpCall *call, Mistake *mistake, Point chains[CHAINS_MAX], int *count) {
    const Board *board = &call->engine->game->board;
    bool is_listed[POINT_COUNT] = {false}; /* [chain] */
    int answers = 0;
    *count = 0;
    for (int i = 3; i < call->count; i++) {
        Point p;
        if (!call_get_point(call, i, &p)) {
            return false;
        }
        if (p == POINT_PASS || board_color(board, p) == EMPTY) {
            if (answers == ANSWERS_MAX) {
                return call_fail(call, "more than %d vertices without a stone", ANSWERS_MAX);
            }
            mistake->answers[answers++] = p;
        } else if (*count < CHAINS_MAX && !is_listed[board->chain[p]]) {
            is_listed[board->chain[p]] = true;
            chains[(*count)++] = p;
        }
    }
    return true;
}

static bool read_move(GtpCall *call, int i, Board *after, Point *move) {
    const Game *game = call->engine->game;
    if (!call_get_point(call, i, move)) {
        return false;
    }
    board_copy(after, &game->board);
    if ((Color)after->to_move != call->color) {
        board_set_to_move(after, call->color);
    }
    if (board_check(after, call->color, *move, game->rules.suicide) != MOVE_LEGAL) {
        return call_fail(call, "illegal move");
    }
    board_play(after, call->color, *move);
    return true;
}

static bool run_dihedra_reason(GtpCall *call) {
    Mistake *mistake = memory_new(1, sizeof *mistake);
    Point move, chains[CHAINS_MAX];
    int count;
    mistake->before = &call->engine->game->board;
    mistake->color = call->color;
    mistake->deadline.cancel = call->engine->player.cancel;
    mistake->limits = (GoalLimits){.nodes = SEARCH_NODES, .deadline = &mistake->deadline};
    const bool ok = read_move(call, 1, &mistake->played, &move) &&
                    read_move(call, 2, &mistake->better, &mistake->move) &&
                    read_vertices(call, mistake, chains, &count) &&
                    (mistake->search = life_tools_new_search(call)) != NULL;
    if (ok) {
        mistake->reader = memory_check(reader_new());
        json_add_text(find_reason(mistake, move, chains, count), call->answer);
    }
    reader_free(mistake->reader);
    goal_search_free(mistake->search);
    free(mistake);
    return ok;
}

const GtpCommand GTP_REASON_COMMANDS[] = {
    {"dihedra-reason", "COLOR PLAYED BETTER [VERTEX...]", GTP_COLOR, 3, GTP_ARGUMENTS_MAX,
     run_dihedra_reason,
     "why PLAYED is worse than BETTER, as far as it is proved of the stones at these vertices; "
     "those without a stone follow: the answer to PLAYED, the next move, the answer to BETTER: "
     "JSON"},
    {0},
};
