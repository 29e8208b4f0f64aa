/* Threats: what a move would capture if it were not answered. */
#include <stdlib.h>

#include "engine/base/memory.h"
#include "gtp/commands/life/reason.h"

enum { THREAT_LIBERTIES = 3 };

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
           reason_is_taken(mistake, &threat->passed, chain, threat->owner) &&
           !reason_is_taken(mistake, threat->before, chain, threat->owner) &&
           !reason_is_taken(mistake, &threat->other, chain, threat->owner);
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
           !reason_is_taken(mistake, &board, a, threat->owner) &&
           !reason_is_taken(mistake, &board, b, threat->owner);
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
        reason_play_capture(mistake, &threat->passed, chain, POINT_NONE, finding);
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
