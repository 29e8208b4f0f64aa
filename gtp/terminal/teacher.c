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

static const InfoLineForm FORM = {
    .dialect = INFO_LINE_KATA, .most_moves = 8, .ownership = true, .root_info = true};

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

void teacher_forget(Teacher *teacher, int position) {
    leave_exercise(teacher);
    teacher->known = position < teacher->known ? position : teacher->known;
    teacher->first = position < teacher->first ? position : teacher->first;
}

/* ---- Judging ---- */

/* Moves of a game from one on, judged. */
typedef struct {
    const Game *game;
    GameLine line;
    Review review;
} Judgement;

static void open_judgement(const Teacher *teacher, const Game *game, int first, Judgement *judged) {
    const size_t count = (size_t)(game->move_count + 1 - first);
    judged->game = game;
    game_line_from_game(&judged->line, game);
    review_init(&judged->review, &judged->line);
    judged->review.first = first;
    memcpy(judged->review.analyses + first, teacher->analyses + first,
           count * sizeof *teacher->analyses);
    review_judge(&judged->review);
}

static void close_judgement(Judgement *judged) {
    review_free(&judged->review);
    game_line_free(&judged->line);
}

/* Returns the game as it was at a position, which the caller frees. */
static Game *game_at(const Game *game, int position) {
    Status ignored;
    Game *then = memory_check(game_new_image(game, SYMMETRY_IDENTITY));
    game_undo(then, then->move_count - position, &ignored);
    return then;
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

/* ---- Looking ---- */

typedef struct {
    const Geometry *geometry;
    Text text; /* as of kata-analyze */
} Report;

static void write_report(void *context, const Analysis *analysis) {
    Report *report = context;
    if (analysis->is_last) {
        info_line_add(analysis, report->geometry, &FORM, &report->text);
    }
}

/* Analyses a position. A teacher that cannot is silent from then on. */
static bool look_at(Teacher *teacher, const Game *game, Text *text) {
    GameLine line;
    Review review = {.line = &line, .analyses = teacher->analyses};
    PositionAnalysis analysis;
    Report report = {.geometry = game->geometry};
    Status status;
    game_line_from_game(&line, game);
    if (terminal_game_analyze(teacher->game, game, VISITS, write_report, &report, &status) &&
        position_analysis_read(text_get(&report.text), &line, game->move_count, &analysis,
                               &status)) {
        review_set_analysis(&review, game->move_count, &analysis);
    } else {
        text_add(text, "The teacher cannot judge this game: %s\n", status.text);
        teacher->is_on = false;
    }
    text_free(&report.text);
    game_line_free(&line);
    return teacher->is_on;
}

/* Analyses what has not been seen of the game. Returns whether there is a move to judge. */
static bool look(Teacher *teacher, Text *text) {
    const Game *game = teacher->game->game;
    const size_t positions = (size_t)game->move_count + 1;
    teacher->analyses =
        memory_check(realloc(teacher->analyses, positions * sizeof *teacher->analyses));
    for (; teacher->is_on && teacher->known <= game->move_count; teacher->known++) {
        Game *then = game_at(game, teacher->known);
        look_at(teacher, then, text);
        game_free(then);
    }
    return teacher->is_on && teacher->first < game->move_count;
}

void teacher_tell(Teacher *teacher, Text *text) {
    const Game *game = teacher->game->game;
    const int move = game->move_count - 1;
    Judgement judged;
    if (!look(teacher, text)) {
        return;
    }
    open_judgement(teacher, game, teacher->first, &judged);
    if (move >= teacher->silent_until && review_counts(&judged.review, move) &&
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

void teacher_begin(Teacher *teacher, Text *text) {
    Judgement judged;
    const PlayerFigures *player = &judged.review.players[teacher->game->person];
    if (!look(teacher, text)) {
        return;
    }
    open_judgement(teacher, teacher->game->game, teacher->first, &judged);
    for (int i = 0; i < player->worst_count; i++) {
        if (judged.review.figures[player->worst[i]].grade >= GRADE_MISTAKE) {
            prove(&judged, player->worst[i]);
        }
    }
    review_judge(&judged.review); /* what is proved is better to learn from */
    teacher->key_count = player->key_count;
    for (int i = 0; i < player->key_count; i++) {
        teacher->keys[i] = player->keys[i];
        text_clear(&teacher->words[i]);
        add_better(&judged, player->keys[i], &teacher->words[i]);
    }
    close_judgement(&judged);
    text_add(text, "Your key mistakes: %d.\n", teacher->key_count);
    begin_exercise(teacher, 0, text);
}

void teacher_skip(Teacher *teacher, Text *text) {
    text_add(text, "%s\n", text_get(&teacher->words[teacher->key]));
    begin_exercise(teacher, teacher->key + 1, text);
}

static void judge_try(Teacher *teacher, const Game *game, Text *text) {
    const int move = game->move_count - 1;
    Judgement judged;
    open_judgement(teacher, game, move, &judged);
    if (judged.review.figures[move].grade < GRADE_INACCURACY) {
        text_add(text, "Right. ");
        teacher_skip(teacher, text);
    } else {
        prove(&judged, move);
        add_words(&judged, move, "The answer", teacher->analyses[move + 1].candidates, text);
        text_add(text, " Try again, or skip.\n");
    }
    close_judgement(&judged);
}

void teacher_try(Teacher *teacher, Point move, Text *text) {
    PositionAnalysis *after = &teacher->analyses[teacher->exercise->move_count + 1];
    const PositionAnalysis played = *after;
    Game *game = game_at(teacher->exercise, teacher->exercise->move_count);
    Status status;
    if (!terminal_game_allows(game, teacher->game->person, move, &status) ||
        !game_play(game, teacher->game->person, move, &status)) {
        text_add(text, "%s\n", status.text);
    } else if (look_at(teacher, game, text)) {
        judge_try(teacher, game, text);
    }
    *after = played;
    game_free(game);
}
