/* Captures by reading: of chains that are asked about, of the stones of a move, in races, and what
 * a move would capture if it were not answered; and what all finders of reasons share. */
#include <stdlib.h>

#include "engine/base/memory.h"
#include "engine/go/board/ladder.h"
#include "gtp/commands/life/reason.h"

enum {
    LADDER_MIN = 3,   /* moves; an atari that is ignored and the capture do not make one */
    GROUP_STONES = 4, /* a chain of this size dies as a group; smaller ones are captured */
    GROUP_LIBERTIES = 3,
    THREAT_LIBERTIES = 3,
    THREAT_NODES = 600, /* of each reading: what is hard to see is no threat */
};

bool reason_try_move(const Board *board, Color color, Point move, bool suicide, Board *copy) {
    board_copy(copy, board);
    const bool ok = point_is_move(move) && board_check(copy, color, move, suicide) == MOVE_LEGAL;
    if (ok) {
        board_play(copy, color, move);
    }
    return ok;
}

void finding_add_chain(Finding *finding, const Board *board, Point chain) {
    finding->owner = board_color(board, chain);
    finding->stone_count +=
        board_chain_stones(board, chain, finding->stones + finding->stone_count);
}

void finding_add_moves(Finding *finding, const Point *moves, int count) {
    for (int i = 0; i < count && finding->line_count < REASON_LINE_MAX; i++) {
        finding->line[finding->line_count++] = moves[i];
    }
}

/* Does the owner still have the stone there, and can the other side capture it without a ko? What
 * is hard to see does not count. */
static bool is_taken(const Mistake *mistake, const Board *board, Point stone, Color owner) {
    ReadingLimits limits = reading_default_limits();
    limits.nodes = THREAT_NODES;
    return board_color(board, stone) == owner &&
           reading_attack(mistake->reader, board, stone, limits).code == READING_WINS;
}

static ReadingResult attack(const Mistake *mistake, const Board *board, Point chain) {
    return reading_attack(mistake->reader, board, chain, reading_default_limits());
}

static ReadingCode defend(const Mistake *mistake, const Board *board, Point chain) {
    return reading_defend(mistake->reader, board, chain, reading_default_limits()).code;
}

/* The liberty of a lost chain that gains most liberties, which makes the line worth seeing. */
static Point stubborn_reply(const Board *board, Point chain) {
    const Color owner = board_color(board, chain);
    Point liberties[CELL_COUNT_MAX], best = POINT_PASS;
    const int count = board_liberties(board, chain, liberties);
    int most = 0;
    for (int i = 0; i < count; i++) {
        Board after;
        if (reason_try_move(board, owner, liberties[i], false, &after)) {
            const int gained = board_liberties(&after, chain, NULL);
            best = gained > most ? liberties[i] : best;
            most = gained > most ? gained : most;
        }
    }
    return best;
}

/* The name of the technique that captures the chain by `move`, in that many moves in all; or NULL.
 */
static const char *name_technique(const Board *start, Point chain, Point move, int moves) {
    const int liberties = board_liberties(start, chain, NULL);
    Board after;
    board_copy(&after, start);
    board_play(&after, color_opponent(board_color(start, chain)), move);
    const int left = board_liberties(&after, chain, NULL);
    const bool is_bait =
        board_liberties(&after, move, NULL) == 1 && board_chain_stones(&after, move, NULL) == 1;
    return liberties == 1                                                        ? "atari"
           : liberties != 2                                                      ? NULL
           : left == 1 && is_bait                                                ? "snapback"
           : left == 2                                                           ? "net"
           : left == 1 && moves > LADDER_MIN && ladder_takes(start, chain, move) ? "ladder"
                                                                                 : NULL;
}

/* Adds the capture of the chain, each move proved anew, the attacker first, and names it. The first
 * move is this one if it is not POINT_NONE. */
static void play_capture(const Mistake *mistake, const Board *start, Point chain, Point move,
                         Finding *finding) {
    const Color owner = board_color(start, chain);
    Board board;
    board_copy(&board, start);
    if (move == POINT_NONE) {
        move = attack(mistake, start, chain).move;
    }
    while (finding->line_count < REASON_LINE_MAX - 1 && move != POINT_NONE) {
        board_play(&board, color_opponent(owner), move);
        finding_add_moves(finding, &move, 1);
        if (board_color(&board, chain) != owner) {
            break;
        }
        const Point reply = stubborn_reply(&board, chain);
        board_play(&board, owner, reply);
        finding_add_moves(finding, &reply, 1);
        move = attack(mistake, &board, chain).move;
    }
    finding->how = name_technique(start, chain, finding->line[0], finding->line_count);
}

void reason_find_capture(Mistake *mistake, Point chain, Finding *finding) {
    const Color owner = board_color(mistake->before, chain);
    const bool is_own = owner == mistake->color;
    const Board *lost = mistake->lost[owner], *kept = mistake->kept[owner];
    Point move = mistake->move;
    if (board_color(kept, chain) != owner || (is_own && board_color(lost, chain) != owner)) {
        return;
    }
    if (is_own) {
        const ReadingResult result = attack(mistake, lost, chain);
        move = result.move;
        finding->by_ko = result.code != READING_WINS;
        finding->is_lost =
            result.code != READING_FAILS && attack(mistake, kept, chain).code == READING_FAILS;
    } else {
        const ReadingCode defense =
            board_color(lost, chain) != owner ? READING_FAILS : defend(mistake, lost, chain);
        finding->by_ko = defense != READING_FAILS;
        finding->is_lost = (defense == READING_FAILS || defense == READING_WINS_KO_THREAT) &&
                           defend(mistake, kept, chain) == READING_WINS;
    }
    if (finding->is_lost && point_is_move(move)) {
        finding_add_chain(finding, mistake->before, chain);
        const bool is_group = finding->stone_count >= GROUP_STONES &&
                              board_liberties(mistake->before, chain, NULL) >= GROUP_LIBERTIES;
        finding->kind = is_own ? (is_group ? "life" : "rescue") : is_group ? "death" : "capture";
        play_capture(mistake, mistake->start[owner], chain, move, finding);
    }
}

void reason_find_race(const Mistake *mistake, Finding *finding) {
    const Board *board = mistake->start[finding->owner];
    const Color rivals = color_opponent(finding->owner);
    if (board_color(board, finding->stones[0]) != finding->owner ||
        defend(mistake, board, finding->stones[0]) != READING_WINS) {
        return;
    }
    for (int i = 0; i < 4 * finding->stone_count; i++) {
        const Point rival = point_beside(finding->stones[i / 4], i % 4);
        const int size = board_chain_stones(board, rival, NULL);
        if (size > 1 && size > finding->also_count && board_liberties(board, rival, NULL) > 1 &&
            is_taken(mistake, board, rival, rivals)) {
            finding->also_count = board_chain_stones(board, rival, finding->also);
            finding->kind = "race";
        }
    }
}

void reason_find_vain(const Mistake *mistake, Point move, Finding *finding) {
    Board board;
    if (!is_taken(mistake, &mistake->played, move, mistake->color)) {
        return;
    }
    /* An answer after which the stones can be saved does not care about them. */
    if (!reason_try_move(&mistake->played, color_opponent(mistake->color),
                         mistake->answers[ANSWER_PLAYED], false, &board) ||
        board_color(&board, move) != mistake->color ||
        defend(mistake, &board, move) == READING_FAILS) {
        finding->kind = "vain";
        finding_add_chain(finding, &mistake->played, move);
        play_capture(mistake, &mistake->played, move, POINT_NONE, finding);
    }
}

/* ---- Threats ---- */

typedef struct {
    Color owner; /* of the stones that are threatened */
    Point move, reply;
    const Board *before; /* the move */
    /* After it, with its reply to come; the same but for a pass instead of the reply, and that
     * without the threat, by the other move of the mistake. */
    Board after, passed, other;
} Threat;

/* Does the move threaten the chain, which stands and is safe without it? */
static bool is_threatened(Mistake *mistake, const Threat *threat, Point chain) {
    return board_color(&threat->other, chain) == threat->owner &&
           board_liberties(&threat->passed, chain, NULL) <= THREAT_LIBERTIES &&
           board_chain_is_near(&threat->passed, chain, threat->move, REASON_NEAR) &&
           is_taken(mistake, &threat->passed, chain, threat->owner) &&
           !is_taken(mistake, threat->before, chain, threat->owner) &&
           !is_taken(mistake, &threat->other, chain, threat->owner);
}

/* Lists a stone of each threatened chain, the greatest first. */
static int list_threatened(Mistake *mistake, const Threat *threat,
                           Point chains[REASON_CHAINS_MAX]) {
    const Board *board = &threat->passed;
    bool is_seen[POINT_COUNT] = {false};
    int count = 0;
    for (int cell = 0; cell < board->geometry->cell_count && count < REASON_CHAINS_MAX; cell++) {
        const Point p = board->geometry->point_of[cell];
        if (board_color(mistake->before, p) == threat->owner &&
            board_color(board, p) == threat->owner && !is_seen[board->chain[p]] &&
            !deadline_is_over(&mistake->deadline)) {
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
    Board board;
    return reason_try_move(&threat->after, threat->owner, reply, true, &board) &&
           !is_taken(mistake, &board, a, threat->owner) &&
           !is_taken(mistake, &board, b, threat->owner);
}

static bool may_save_both(Mistake *mistake, const Threat *threat, Point a, Point b) {
    bool saves = false;
    for (int i = 0; i < threat->after.empty_count && !saves; i++) {
        saves = deadline_is_over(&mistake->deadline) ||
                reply_saves(mistake, threat, threat->after.empty[i], a, b);
    }
    return saves;
}

/* Two chains of which no reply to the move saves both; else the greatest that the reply saves. What
 * that does not care about is no threat to speak of. The move must be legal on threat->before. */
static void find_threat(Mistake *mistake, Threat *threat, Finding *finding) {
    Point chains[REASON_CHAINS_MAX], chain = POINT_NONE;
    board_copy(&threat->after, threat->before);
    board_play(&threat->after, color_opponent(threat->owner), threat->move);
    board_copy(&threat->passed, &threat->after);
    board_play(&threat->passed, threat->owner, POINT_PASS);
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
        finding->threat = threat->move;
        finding_add_chain(finding, &threat->passed, chain);
        play_capture(mistake, &threat->passed, chain, POINT_NONE, finding);
    }
}

void reason_find_threat(Mistake *mistake, Finding *finding) {
    const Color opponent = color_opponent(mistake->color);
    const Point *answers = mistake->answers;
    Threat *threat = memory_new(1, sizeof *threat);
    if (point_is_move(mistake->move)) {
        *threat =
            (Threat){opponent, mistake->move, answers[ANSWER_BETTER], .before = mistake->before};
        board_copy(&threat->other, &mistake->played);
        board_play(&threat->other, opponent, POINT_PASS);
        find_threat(mistake, threat, finding);
    }
    if (finding->kind == NULL && point_is_move(answers[ANSWER_PLAYED]) &&
        board_check(&mistake->played, opponent, answers[ANSWER_PLAYED], false) == MOVE_LEGAL) {
        *threat = (Threat){mistake->color, answers[ANSWER_PLAYED], answers[ANSWER_REPLY],
                           .before = &mistake->played};
        if (reason_try_move(&mistake->better, opponent, threat->move, false, &threat->other)) {
            board_play(&threat->other, mistake->color, POINT_PASS);
        }
        find_threat(mistake, threat, finding);
    }
    free(threat);
}
