/* GNU Go's eval_eye. */
#include "engine/solve/dragon/eye.h"

#include "gtp/commands/families.h"

static bool run_eval_eye(GtpCall *call) {
    const Board *board = &call->engine->game->board;
    Point p;
    EyeAnswer eye;
    if (!call_get_vertex(call, 0, &p)) {
        return false;
    }
    Reader *reader = reader_new();
    const bool is_known =
        reader != NULL && eye_evaluate(reader, board, p, reading_default_limits(), &eye);
    reader_free(reader);
    if (!is_known) {
        return call_fail(call, "out of memory");
    }
    if (!eye.is_eye) {
        text_add(call->answer, "-1");
        return true;
    }
    text_add(call->answer, "%d %d", eye.least, eye.most);
    if (eye.least < eye.most) {
        call_add_point(call, eye.attack);
        call_add_point(call, eye.defense);
    }
    return true;
}

const GtpCommand GTP_EYE_COMMANDS[] = {
    {"eval_eye", "VERTEX", 1, 1, run_eval_eye,
     "eyes of the space if the opponent moves first and if its owner does, and their moves; or -1"},
    {NULL, NULL, 0, 0, NULL, NULL},
};
