#include "gtp/terminal/teacher.h"

#include <stdlib.h>

#include "engine/base/memory.h"
#include "engine/review/reason.h"
#include "gtp/commands/dialects/info_line.h"
#include "gtp/commands/families.h"

enum {
    VISITS = 200,    /* of a position: from here on review.c takes its value for sure */
    SILENCE = 10,    /* moves of the game, from a mistake that was told on */
    SHOWN_MOVES = 5, /* of a line of play */
};

static void leave_exercise(Teacher *teacher) {
    game_free(teacher->exercise);
    teacher->exercise = NULL;
}

void teacher_free(Teacher *teacher) {
    leave_exercise(teacher);
    free(teacher->analyses);
    for (int i = 0; i < REVIEW_KEYS_MAX; i++) {
        text_free(&teacher->words[i]);
    }
}

void teacher_start(Teacher *teacher) {
    leave_exercise(teacher);
    teacher->silent_until = 0;
    teacher->first = teacher->known = teacher->game->game->move_count;
}

void teacher_go_back(Teacher *teacher) {
    const int move_count = teacher->game->game->move_count;
    leave_exercise(teacher);
    teacher->known = teacher->known > move_count ? move_count + 1 : teacher->known;
    teacher->first = teacher->first > move_count ? move_count : teacher->first;
    if (teacher->silent_until - SILENCE >= move_count) { /* what was told no longer stands */
        teacher->silent_until = 0;
    }
}

/* ---- Judging ---- */

/* A game whose moves from one on are judged. */
typedef struct {
    const Game *game;
    SgfTree *record;
    GameLine line;
    Review review;
    Text report; /* on a position, as of kata-analyze */
} Judgement;

/* Returns the game as it was at a position, which the caller frees. */
static Game *game_at(const Game *game, int position) {
    Status ignored;
    Game *then = memory_check(game_new_image(game, SYMMETRY_IDENTITY));
    game_undo(then, then->move_count - position, &ignored);
    return then;
}

static void open_judgement(const Game *game, int first, Judgement *judged) {
    Status ignored; /* what is written can be read */
    SgfWriter writer = {0};
    *judged = (Judgement){.game = game};
    record_write(game, NULL, &writer);
    sgf_parse(writer.text.bytes, writer.text.length, &judged->record, &ignored);
    game_line_read(&judged->line, judged->record, sgf_tree_root(judged->record), NULL, &ignored);
    sgf_writer_free(&writer);
    review_init(&judged->review, &judged->line);
    judged->review.first = first;
}

static void close_judgement(Judgement *judged) {
    review_free(&judged->review);
    game_line_free(&judged->line);
    sgf_tree_free(judged->record);
    text_free(&judged->report);
}

static void write_report(void *context, const Analysis *analysis) {
    static const InfoLineForm FORM = {
        .dialect = INFO_LINE_KATA, .most_moves = 8, .ownership = true, .root_info = true};
    Judgement *judged = context;
    if (analysis->is_last) {
        info_line_add(analysis, judged->line.geometry, &FORM, &judged->report);
    }
}

/* Analyses a position. A teacher that cannot is silent from then on. */
static void look(Teacher *teacher, Judgement *judged, int position, Text *text) {
    Game *then = game_at(judged->game, position);
    PositionAnalysis analysis;
    Status status;
    text_clear(&judged->report);
    if (terminal_game_analyze(teacher->game, then, VISITS, write_report, judged, &status) &&
        position_analysis_read(text_get(&judged->report), &judged->line, position, &analysis,
                               &status)) {
        review_set_analysis(&judged->review, position, &analysis);
    } else {
        text_add(text, "The teacher cannot judge this game: %s\n", status.text);
        teacher->is_on = false;
    }
    game_free(then);
}

/* Judges the moves from `first` on. The teacher has already analysed the first `known` positions.
 * close_judgement must be called in any case. */
static bool judge(Teacher *teacher, const Game *game, int first, int known, Judgement *judged,
                  Text *text) {
    open_judgement(game, first, judged);
    for (int i = first; teacher->is_on && i <= game->move_count; i++) {
        if (i < known) {
            judged->review.analyses[i] = teacher->analyses[i];
        } else {
            look(teacher, judged, i, text);
        }
    }
    review_judge(&judged->review);
    return teacher->is_on;
}

/* Judges the game, and remembers the analyses. */
static bool judge_game(Teacher *teacher, Judgement *judged, Text *text) {
    const Game *game = teacher->game->game;
    const size_t bytes = ((size_t)game->move_count + 1) * sizeof *teacher->analyses;
    const bool ok = judge(teacher, game, teacher->first, teacher->known, judged, text);
    if (ok) {
        teacher->analyses = memory_check(realloc(teacher->analyses, bytes));
        memcpy(teacher->analyses, judged->review.analyses, bytes);
        teacher->known = game->move_count + 1;
    }
    return ok;
}

/* Asks the engine's own command for the reason of a move. */
static void prove(Judgement *judged, int move) {
    static const GtpFamily FAMILIES[] = {{NULL, GTP_REASON_COMMANDS}, {0}};
    GtpEngine engine = {.families = FAMILIES, .game = game_at(judged->game, move)};
    Text command = {0}, answer = {0};
    reason_add_command(&judged->review, move, &command);
    call_run_line(&engine, command.bytes, &answer);
    judged->review.reasons[move] = reason_read(text_get(&answer) + strlen("= "));
    text_free(&command);
    text_free(&answer);
    game_free(engine.game);
}

/* Adds "D4: blunder." with the reason if it is proved, or else a line and an estimate. */
static void add_words(const Judgement *judged, int move, const char *title, const Candidate *line,
                      Text *text) {
    const Review *review = &judged->review;
    const Point point = judged->game->moves[move].point;
    char vertex[POINT_TEXT_MAX];
    text_add(text, "%s: %s.", game_line_vertex(review->line, point, vertex),
             REVIEW_GRADES[review->figures[move].grade].name);
    if (!json_is_object(review->reasons[move])) {
        text_add(text, " %s:", title);
        review_add_pv(review, line, SHOWN_MOVES, text);
        text_add(text, ".");
    }
    reason_add_words(review, move, text);
}

static void add_better(const Judgement *judged, int move, Text *text) {
    add_words(judged, move, "Better", judged->review.analyses[move].candidates, text);
}

void teacher_tell(Teacher *teacher, Text *text) {
    const int move = teacher->game->game->move_count - 1;
    Judgement judged;
    if (judge_game(teacher, &judged, text) && move >= teacher->silent_until &&
        review_counts(&judged.review, move) &&
        judged.review.figures[move].grade >= GRADE_SERIOUS_MISTAKE) {
        teacher->silent_until = move + SILENCE;
        prove(&judged, move);
        add_better(&judged, move, text);
        text_add(text, " undo takes it back.\n");
    }
    close_judgement(&judged);
}

/* ---- After the game ---- */

static void begin_exercise(Teacher *teacher, int key, Text *text) {
    const Game *game = teacher->game->game;
    char vertex[POINT_TEXT_MAX];
    leave_exercise(teacher);
    teacher->key = key;
    if (key < teacher->key_count) {
        const int move = teacher->keys[key];
        teacher->exercise = game_at(game, move);
        text_add(text, "Key mistake %d of %d, move %d: find a better move than %s, or skip.\n",
                 key + 1, teacher->key_count, move + 1,
                 point_to_text(game->moves[move].point, game->geometry->height, vertex));
    }
}

static void choose_keys(Teacher *teacher, Judgement *judged) {
    const PlayerFigures *player = &judged->review.players[teacher->game->person];
    for (int i = 0; i < player->worst_count; i++) {
        if (judged->review.figures[player->worst[i]].grade >= GRADE_MISTAKE) {
            prove(judged, player->worst[i]);
        }
    }
    review_judge(&judged->review); /* what is proved is better to learn from */
    teacher->key_count = player->key_count;
    for (int i = 0; i < player->key_count; i++) {
        teacher->keys[i] = player->keys[i];
        text_clear(&teacher->words[i]);
        add_better(judged, player->keys[i], &teacher->words[i]);
    }
}

void teacher_begin(Teacher *teacher, Text *text) {
    Judgement judged;
    if (judge_game(teacher, &judged, text)) {
        choose_keys(teacher, &judged);
        text_add(text, "Your key mistakes: %d.\n", teacher->key_count);
        begin_exercise(teacher, 0, text);
    }
    close_judgement(&judged);
}

void teacher_skip(Teacher *teacher, Text *text) {
    text_add(text, "%s\n", text_get(&teacher->words[teacher->key]));
    begin_exercise(teacher, teacher->key + 1, text);
}

static void judge_try(Teacher *teacher, const Game *game, Text *text) {
    const int move = game->move_count - 1;
    Judgement judged;
    if (!judge(teacher, game, move, move + 1, &judged, text)) {
        leave_exercise(teacher);
    } else if (judged.review.figures[move].grade < GRADE_INACCURACY) {
        text_add(text, "Right. ");
        teacher_skip(teacher, text);
    } else {
        prove(&judged, move);
        add_words(&judged, move, "The answer", judged.review.analyses[move + 1].candidates, text);
        text_add(text, " Try again, or skip.\n");
    }
    close_judgement(&judged);
}

void teacher_try(Teacher *teacher, Point move, Text *text) {
    Game *game = game_at(teacher->exercise, teacher->exercise->move_count);
    Status status;
    if (terminal_game_allows(game, teacher->game->person, move, &status) &&
        game_play(game, teacher->game->person, move, &status)) {
        judge_try(teacher, game, text);
    } else {
        text_add(text, "%s\n", status.text);
    }
    game_free(game);
}
