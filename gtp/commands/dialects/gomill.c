/* The dialect of gomill, which runs tournaments, as its documentation describes it. */
#include <ctype.h>
#include <stdlib.h>

#include "engine/base/memory.h"
#include "engine/base/os/system.h"
#include "engine/base/version.h"
#include "engine/player/turn.h"
#include "gtp/commands/families.h"
#include "gtp/commands/genmove.h"

/* A game is claimed as won from this win rate on, if dead stones can be judged. */
static const double CLAIM_WIN_RATE = 0.99;

static bool run_explain_last_move(GtpCall *call) {
    const GtpEngine *engine = call->engine;
    move_comment_add(&engine->play.move_comments.last, engine->game->geometry, call->answer);
    return true;
}

static bool run_describe_engine(GtpCall *call) {
    const PlayerOptions *options = &call->engine->options;
    text_add(call->answer, "%s %s\nseed %llu", engine_name(call->engine), DIHEDRA_VERSION,
             (unsigned long long)options->seed);
    for (const Parameter *parameter = PARAMETERS; parameter->name != NULL; parameter++) {
        text_add(call->answer, "\n%s ", parameter->name);
        parameter_add_value(parameter, options, call->answer);
    }
    return true;
}

/* Ignores unknown keywords, as gomill asks. */
static bool run_genmove_ex(GtpCall *call) {
    if (call->count == 0) {
        text_add(call->answer, "claim");
        return true;
    }
    PlayerMove move;
    bool may_claim = false;
    for (int i = 1; i < call->count; i++) {
        may_claim = may_claim || strcmp(call->arguments[i], "claim") == 0;
    }
    if (!call_get_color(call, 0, &call->color) || !genmove_choose(call, MOVE_PLAYED, &move)) {
        return false;
    }
    if (may_claim && move.searched && move.search.win_rate >= CLAIM_WIN_RATE &&
        resign_policy_can_judge(call->engine->game, &move.search)) {
        text_add(call->answer, "claim");
        return true;
    }
    return genmove_finish(call, MOVE_PLAYED, &move);
}

/* Replaces "\_" by a blank and "\\" by a backslash. */
static void unescape(char *text) {
    char *to = text;
    for (const char *from = text; *from != '\0'; from++) {
        if (*from == '\\' && (from[1] == '_' || from[1] == '\\')) {
            from++;
            *to++ = *from == '_' ? ' ' : '\\';
        } else {
            *to++ = *from;
        }
    }
    *to = '\0';
}

/* Reads PROPERTY=VALUE. Cuts the argument up. Properties of the game itself, or of the file format,
 * cannot be given. */
static bool read_property(GtpCall *call, int i, SgfText *property) {
    static const char *const FIXED[] = {"GM", "FF", "CA", "SZ", "AB", "AW",
                                        "AE", "PL", "B",  "W",  NULL};
    char *text = call->arguments[i];
    char *end = text;
    while (isalpha((unsigned char)*end)) {
        end++;
    }
    if (end == text || *end != '=') {
        return call_fail(call, "syntax error: expected PROPERTY=VALUE, got %.40s", text);
    }
    *end = '\0';
    for (char *s = text; s < end; s++) {
        *s = (char)toupper((unsigned char)*s);
    }
    if (text_find(text, FIXED) >= 0) {
        return call_fail(
            call,
            "syntax error: expected a property that the record does not set itself, got %.40s",
            text);
    }
    unescape(end + 1);
    *property = (SgfText){.identifier = text, .text = end + 1};
    return true;
}

/* Saves the game with a comment on each move that the engine chose. The last of several values of a
 * property counts. */
static bool run_savesgf(GtpCall *call) {
    const Game *game = call->engine->game;
    const struct tm date = os_local_time(time(NULL));
    char today[16], result[RECORD_RESULT_MAX];
    SgfText properties[GTP_ARGUMENTS_MAX];
    int count = 0;
    for (int i = 1; i < call->count; i++) {
        SgfText property = {0};
        int place = 0;
        if (!read_property(call, i, &property)) {
            return false;
        }
        while (place < count && strcmp(properties[place].identifier, property.identifier) != 0) {
            place++;
        }
        properties[place] = property;
        count += place == count;
    }
    char **comments = memory_new((size_t)game->move_count, sizeof *comments);
    for (int i = 0; i < game->move_count; i++) {
        Text comment = {0};
        move_comment_add(move_comments_find(&call->engine->play.move_comments, game, i),
                         game->geometry, &comment);
        comments[i] = comment.bytes;
    }
    strftime(today, sizeof today, "%Y-%m-%d", &date);
    const RecordNotes notes = {.date = today,
                               .result = engine_result(call->engine, result),
                               .on_moves = (const char *const *)comments,
                               .others = properties,
                               .other_count = count};
    Status status;
    const bool ok = record_save(game, &notes, call->arguments[0], &status) ||
                    call_fail(call, "cannot write the record: %s", status.text);
    for (int i = 0; i < game->move_count; i++) {
        free(comments[i]);
    }
    free(comments);
    return ok;
}

const GtpCommand GTP_GOMILL_COMMANDS[] = {
    {"gomill-explain_last_move", "", GTP_WORDS, 0, 0, run_explain_last_move,
     "what the engine thought of the last move it chose"},
    {"gomill-describe_engine", "", GTP_WORDS, 0, 0, run_describe_engine,
     "name, version, seed and parameters, one per line"},
    {"gomill-cpu_time", "", GTP_WORDS, 0, 0, admin_cputime,
     "processor time used so far, in seconds"},
    {"gomill-genmove_ex", "[COLOR [KEYWORD...]]", GTP_WORDS, 0, GTP_ARGUMENTS_MAX, run_genmove_ex,
     "genmove; with keyword claim may answer \"claim\" if won; without arguments: the keywords"},
    {"gomill-savesgf", "FILE [PROPERTY=VALUE...]", GTP_FILE, 1, GTP_ARGUMENTS_MAX, run_savesgf,
     "writes the game with comments; in a value \\_ is a blank and \\\\ a backslash"},
    {0},
};
