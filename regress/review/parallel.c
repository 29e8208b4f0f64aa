/* A query for each run of positions without set-ups, one after another, so that the engine never
 * has more to read than a pipe holds. Positions whose turn is not what the moves say are set-ups,
 * too. */
#include "regress/review/parallel.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/json.h"
#include "engine/base/memory.h"

enum { VISITS_MAX = 1000000000 };

typedef struct {
    const ParallelReview *review;
    EngineClient client;
    Game *game; /* to check lines of play */
    int done;
} Parallel;

bool parallel_is_meant(const char *command) {
    Status ignored;
    char **words = engine_process_split(command, &ignored);
    const bool is_meant = words != NULL && words[1] != NULL && strcmp(words[1], "analysis") == 0;
    free(words);
    return is_meant;
}

/* ---- Lines ---- */

static bool send_line(Parallel *parallel, json_t *object, Status *status) {
    Text line = {0};
    json_add_text(object, &line);
    const bool ok = engine_process_send_line(&parallel->client.process, text_get(&line),
                                             parallel->client.timeout, status);
    text_free(&line);
    return ok;
}

/* The next answer that is not a warning. The caller frees it. */
static json_t *read_answer(Parallel *parallel, Status *status) {
    for (;;) {
        const char *line = engine_process_receive_line(&parallel->client.process,
                                                       parallel->client.timeout, status);
        if (line == NULL) {
            return NULL;
        }
        json_t *answer = json_loads(line, 0, NULL);
        const char *error = json_string_value(json_object_get(answer, "error"));
        if (json_is_object(answer) && error == NULL) {
            if (json_object_get(answer, "warning") == NULL) {
                return answer;
            }
        } else {
            status_fail(status, "the engine said: %.180s", error != NULL ? error : line);
            json_decref(answer);
            return NULL;
        }
        json_decref(answer);
    }
}

/* ---- Queries ---- */

/* Must the position be set up by its stones? */
static bool is_set_up(const GameLine *line, int position) {
    return line->positions[position].is_set_up ||
           line->positions[position].to_move != color_opponent(line->moves[position - 1].color);
}

static json_t *pair_of(const GameLine *line, Color color, Point point) {
    char vertex[POINT_TEXT_MAX];
    json_t *pair = json_new_array();
    json_add_value(pair, json_string(color == BLACK ? "B" : "W"));
    json_add_value(pair, json_string(point_to_text(point, line->height, vertex)));
    return pair;
}

static json_t *stones_of(const Parallel *parallel, const LinePosition *position) {
    const Geometry *geometry = parallel->game->geometry;
    json_t *stones = json_new_array();
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        if (position->cells[cell] != EMPTY) {
            json_add_value(stones, pair_of(parallel->review->line, (Color)position->cells[cell],
                                           geometry->point_of[cell]));
        }
    }
    return stones;
}

/* KataGo's name of the rules. */
static const char *rules_name(const Rules *rules) {
    if (rules == NULL) {
        return RULES[0].name;
    }
    return strcmp(rules->name, "chinese-simple-ko") == 0 ? "chinese" : rules->name;
}

static bool is_wanted(const ParallelReview *review, int position) {
    return position >= review->first && position <= review->last;
}

/* The query for positions begin to end - 1, of which the first is set up. Sets *count to the
 * number of turns that it asks about. */
static json_t *make_query(const Parallel *parallel, int begin, int end, int *count) {
    const ParallelReview *review = parallel->review;
    const GameLine *line = review->line;
    const LinePosition *start = &line->positions[begin];
    const int64_t visits = review->limits.visits;
    json_t *query = json_new_object(), *moves = json_new_array(), *turns = json_new_array();
    json_t *settings = json_new_object();
    *count = 0;
    for (int i = begin; i < end; i++) {
        if (i > begin) {
            json_add_value(moves,
                           pair_of(line, line->moves[i - 1].color, line->moves[i - 1].point));
        }
        if (is_wanted(review, i)) {
            json_add_value(turns, json_integer(i - begin));
            (*count)++;
        }
    }
    json_set_text(query, "id", "review");
    json_set_value(query, "initialStones", stones_of(parallel, start));
    json_set_text(query, "initialPlayer", start->to_move == BLACK ? "B" : "W");
    json_set_value(query, "moves", moves);
    json_set_value(query, "analyzeTurns", turns);
    json_set_text(query, "rules", rules_name(line->rules));
    json_set_value(query, "komi", json_real(start->komi));
    json_set_value(query, "boardXSize", json_integer(line->width));
    json_set_value(query, "boardYSize", json_integer(line->height));
    json_set_value(query, "maxVisits", json_integer(visits < VISITS_MAX ? visits : VISITS_MAX));
    json_set_value(query, "includeOwnership", json_true());
    json_set_text(settings, "reportAnalysisWinratesAs", "BLACK");
    if (isfinite(review->limits.seconds)) {
        json_set_value(settings, "maxTime", json_real(review->limits.seconds));
    }
    json_set_value(query, "overrideSettings", settings);
    return query;
}

/* ---- Answers ---- */

static bool read_number(const json_t *object, const char *key, double *value) {
    const json_t *found = json_object_get(object, key);
    *value = json_number_value(found);
    return json_is_number(found);
}

static bool read_win_rate(const json_t *object, double *value) {
    return read_number(object, "winrate", value) && position_analysis_is_win_rate(*value);
}

static bool read_visits(const json_t *object, int64_t *visits) {
    const json_t *found = json_object_get(object, "visits");
    *visits = json_integer_value(found);
    return json_is_integer(found) && *visits >= 0;
}

static bool read_point(const Parallel *parallel, const json_t *value, Point *point) {
    const GameLine *line = parallel->review->line;
    return json_is_string(value) &&
           point_from_text(json_string_value(value), line->width, line->height, point) &&
           *point != POINT_RESIGN;
}

/* The line of play of the best move, up to its first illegal move. */
static void read_line_of_play(Parallel *parallel, const LinePosition *position, const json_t *pv,
                              PositionAnalysis *analysis) {
    int count = 0;
    while (count < POSITION_ANALYSIS_PV_MAX &&
           read_point(parallel, json_array_get(pv, (size_t)count), &analysis->pv[count])) {
        count++;
    }
    analysis->pv_length = line_count_legal(position, analysis->pv, count, &parallel->game->board);
}

/* The best move, and those that are as good by symmetry. */
static bool read_moves(Parallel *parallel, const LinePosition *position, const json_t *moves,
                       PositionAnalysis *analysis) {
    const json_t *best = json_array_get(moves, 0);
    analysis->best = POINT_NONE;
    analysis->best_win_rate = analysis->win_rate;
    analysis->best_score = analysis->score;
    if (best == NULL) {
        return true;
    }
    if (!read_point(parallel, json_object_get(best, "move"), &analysis->best) ||
        !read_visits(best, &analysis->best_visits) ||
        !read_win_rate(best, &analysis->best_win_rate) ||
        !read_number(best, "scoreLead", &analysis->best_score)) {
        return false;
    }
    read_line_of_play(parallel, position, json_object_get(best, "pv"), analysis);
    for (size_t i = 1; i < json_array_size(moves); i++) {
        const json_t *move = json_array_get(moves, i);
        Point original, image;
        if (analysis->image_count < POSITION_ANALYSIS_IMAGES_MAX &&
            read_point(parallel, json_object_get(move, "isSymmetryOf"), &original) &&
            original == analysis->best &&
            read_point(parallel, json_object_get(move, "move"), &image)) {
            analysis->images[analysis->image_count++] = image;
        }
    }
    return true;
}

static bool read_analysis(Parallel *parallel, const LinePosition *position, const json_t *answer,
                          PositionAnalysis *analysis) {
    const json_t *root = json_object_get(answer, "rootInfo");
    const json_t *owner = json_object_get(answer, "ownership");
    const int cells = parallel->game->geometry->cell_count;
    *analysis = (PositionAnalysis){0};
    if (!read_visits(root, &analysis->visits) || !read_win_rate(root, &analysis->win_rate) ||
        !read_number(root, "scoreLead", &analysis->score)) {
        return false;
    }
    analysis->has_owner = json_array_size(owner) == (size_t)cells;
    for (int cell = 0; analysis->has_owner && cell < cells; cell++) {
        const double value = json_number_value(json_array_get(owner, (size_t)cell));
        analysis->owner[cell] = (float)fmin(fmax(value, -1), 1);
    }
    return read_moves(parallel, position, json_object_get(answer, "moveInfos"), analysis);
}

/* ---- The game ---- */

/* Asks about positions begin to end - 1. */
static bool ask_run(Parallel *parallel, int begin, int end, Status *status) {
    const ParallelReview *review = parallel->review;
    int count;
    json_t *query = make_query(parallel, begin, end, &count);
    if (count == 0) {
        json_decref(query);
        return true;
    }
    bool *is_open = memory_new((size_t)(end - begin), sizeof *is_open); /* asked, not answered */
    for (int i = begin; i < end; i++) {
        is_open[i - begin] = is_wanted(review, i);
    }
    bool ok = send_line(parallel, query, status);
    for (int i = 0; ok && i < count; i++) {
        json_t *answer = read_answer(parallel, status);
        const json_t *number = json_object_get(answer, "turnNumber");
        const json_int_t turn = json_integer_value(number);
        const bool is_awaited =
            json_is_integer(number) && turn >= 0 && turn < end - begin && is_open[turn];
        const int position = begin + (is_awaited ? (int)turn : 0);
        ok = answer != NULL &&
             ((is_awaited && read_analysis(parallel, &review->line->positions[position], answer,
                                           &review->analyses[position])) ||
              status_fail(status, "the engine's answer is not an analysis"));
        json_decref(answer);
        is_open[position - begin] = false;
        parallel->done += ok;
        review->progress(review->context, parallel->done, review->last - review->first + 1);
    }
    free(is_open);
    return ok;
}

static bool ask_all(Parallel *parallel, Status *status) {
    const ParallelReview *review = parallel->review;
    bool ok = true;
    for (int begin = 0, end; ok && begin <= review->last; begin = end) {
        end = begin + 1;
        while (end <= review->last && !is_set_up(review->line, end)) {
            end++;
        }
        ok = ask_run(parallel, begin, end, status);
    }
    return ok;
}

/* Asks for the version, by which KataGo and this program are told apart. */
static bool introduce(Parallel *parallel, Status *status) {
    json_t *query = json_new_object();
    json_set_text(query, "id", "version");
    json_set_text(query, "action", "query_version");
    json_t *answer = send_line(parallel, query, status) ? read_answer(parallel, status) : NULL;
    const char *version = json_string_value(json_object_get(answer, "version"));
    const char *hash = json_string_value(json_object_get(answer, "git_hash"));
    static const char OWN[] = "dihedra-";
    const bool is_own = hash != NULL && strncmp(hash, OWN, sizeof OWN - 1) == 0;
    snprintf(parallel->review->name, 64, "%s", is_own ? "Dihedra" : "KataGo");
    snprintf(parallel->review->version, 64, "%s",
             is_own            ? hash + sizeof OWN - 1
             : version != NULL ? version
                               : "");
    json_decref(answer);
    return answer != NULL;
}

bool parallel_run(const ParallelReview *review, const EngineClient *client, Status *status) {
    Parallel parallel = {.review = review, .client = *client, .game = memory_check(game_new(1))};
    Status ignored;
    const bool ok = game_clear(parallel.game, review->line->width, review->line->height, status) &&
                    engine_client_start(&parallel.client, status) && introduce(&parallel, status) &&
                    ask_all(&parallel, status);
    engine_client_stop(&parallel.client, &ignored);
    game_free(parallel.game);
    return ok;
}
