#include "regress/review/review_search.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "engine/base/os/system.h"
#include "engine/review/reason.h"

/* Share of all positions that is searched deeper by the end of each round. What the first round
 * finds decides what is worth the second. */
static const double DEEP_SHARES[] = {0.25, 0.375};

static const char OWN_NAME[] = "Dihedra"; /* by GTP */

enum { DEEP_ROUNDS = sizeof DEEP_SHARES / sizeof DEEP_SHARES[0] };

/* ---- Jobs: each searches a position ---- */

/* Jobs of depth 1 are numbered as the positions; those of depth 2, the deeper search, follow, and
 * then the reasons of moves, whose command is the job's message. */
static int position_count(const ReviewSearch *search) {
    return search->review->line->move_count + 1;
}

static int count_positions(const ReviewSearch *search) {
    return search->review->last - search->review->first + 2;
}

static bool is_done(void *context, int64_t number) {
    const ReviewSearch *search = context;
    const int64_t index = number % position_count(search);
    return number / position_count(search) == 2
               ? search->review->reasons[index] != NULL
               : search->depth[index] > number / position_count(search);
}

/* An engine that ends after it has worked is started again. */
static char *ask_engine(const ReviewSearch *search, AnalysisEngine *engine, int position,
                        Status *status) {
    for (;;) {
        char *report = analysis_engine_ask(engine, position, status);
        if (report != NULL || !engine->has_worked ||
            engine->client.answer.outcome != ENGINE_CLOSED ||
            interrupt_requested(search->interrupt)) {
            return report;
        }
        status_print("analyze", status);
        engine->has_worked = false;
    }
}

static bool search_job(void *context, int slot, const PoolJob *job, Text *result, Status *status) {
    ReviewSearch *search = context;
    AnalysisEngine *engine = &search->slots[slot];
    const int position = (int)(job->number % position_count(search));
    const int depth = (int)(job->number / position_count(search)) + 1;
    if (depth > 2) { /* an engine that fails costs its reason alone */
        char *answer = analysis_engine_ask_reason(engine, position, job->bytes);
        json_add_text(json_new_packed("{s:{s:i, s:o}}", "entry", "move", position, "reason",
                                      reason_read(answer)),
                      result);
        free(answer);
        return true;
    }
    engine->limits = search->limits;
    if (depth > 1) {
        const double visits = (double)search->limits.visits * search->options->deep;
        engine->limits.seconds *= search->options->deep;
        engine->limits.visits =
            search->limits.visits == INT64_MAX ? INT64_MAX : (int64_t)fmax(visits, 1);
    }
    char *report = ask_engine(search, engine, position, status);
    if (report == NULL) {
        return false;
    }
    json_add_text(json_new_packed("{s:{s:i, s:i, s:o, s:o, s:o}}", "entry", "position", position,
                                  "depth", depth, "name", json_new_text(engine->client.name),
                                  "version", json_new_text(engine->client.version), "report",
                                  json_new_text(report)),
                  result);
    free(report);
    return true;
}

static void stop_engine(void *context, int slot) {
    engine_client_stop(&((ReviewSearch *)context)->slots[slot].client, NULL);
}

/* ---- Results ---- */

static bool read_reason(Review *review, const json_t *entry, Status *status) {
    const json_int_t move = json_integer_value(json_object_get(entry, "move"));
    json_t *reason = json_object_get(entry, "reason");
    if (move < 0 || move >= review->line->move_count ||
        (!json_is_null(reason) && !reason_is_whole(reason))) {
        return status_fail(status, "not a reason of a move");
    }
    json_decref(review->reasons[move]);
    review->reasons[move] = json_incref(reason);
    return true;
}

static bool read_entry(void *context, const json_t *entry, Status *status) {
    ReviewSearch *search = context;
    const GameLine *line = search->review->line;
    if (json_object_get(entry, "reason") != NULL) {
        return read_reason(search->review, entry, status);
    }
    PositionAnalysis analysis;
    const char *name = NULL, *version = NULL, *report = NULL;
    int position, depth;
    if (json_unpack((json_t *)entry, "{s:i, s:i, s:s, s:s, s:s}", "position", &position, "depth",
                    &depth, "name", &name, "version", &version, "report", &report) != 0 ||
        position < 0 || position > line->move_count || depth < 1 || depth > 2) {
        return status_fail(status, "not an analysed position");
    }
    if (!position_analysis_read(report, line, position, &analysis, status)) {
        return false;
    }
    if (depth >= search->depth[position]) {
        search->depth[position] = depth;
        review_set_analysis(search->review, position, &analysis);
        snprintf(search->name, sizeof search->name, "%s", name);
        snprintf(search->version, sizeof search->version, "%s", version);
    }
    return true;
}

static int count_depth(const ReviewSearch *search, int depth) {
    int count = 0;
    for (int i = search->review->first; i <= search->review->last + 1; i++) {
        count += search->depth[i] >= depth;
    }
    return count;
}

/* Returns how many positions are searched deeper by the end of a round. */
static int count_deep(const ReviewSearch *search, int round) {
    return search->options->deep > 0 ? (int)ceil(DEEP_SHARES[round] * count_positions(search)) : 0;
}

static double share_done(const ReviewSearch *search) {
    const double deep = search->options->deep;
    return (count_depth(search, 1) + deep * count_depth(search, 2)) /
           (count_positions(search) + deep * count_deep(search, DEEP_ROUNDS - 1));
}

static bool show(void *context, int64_t number, const json_t *entry, Status *status) {
    ReviewSearch *search = context;
    (void)entry, (void)status;
    search->is_new = true;
    if (number >= 2 * (int64_t)position_count(search)) {
        progress_show(&search->progress, 1, "%sreasons of mistakes", search->label);
    } else if (number >= position_count(search)) {
        progress_show(&search->progress, share_done(search), "%s%d/%d turning points",
                      search->label, count_depth(search, 2), count_deep(search, DEEP_ROUNDS - 1));
    } else {
        progress_show(&search->progress, share_done(search), "%s%d/%d position%s", search->label,
                      count_depth(search, 1), count_positions(search),
                      text_plural(count_positions(search)));
    }
    return true;
}

/* ---- Turning points ---- */

typedef struct {
    int move;
    double difference;
} TurningPoint;

static const double UNEVEN = 1e6; /* more than any difference, in inaccuracies */

static int compare_points(const void *a, const void *b) {
    const TurningPoint *left = a, *right = b;
    return left->difference != right->difference ? (left->difference < right->difference ? 1 : -1)
                                                 : left->move - right->move;
}

/* Lists jobs, in the order of the game, that search at most `most` positions around the moves of
 * greatest difference. Before all others come moves that differ by a class and have only one side
 * searched deeper. */
static int list_turning_points(const ReviewSearch *search, int most, int64_t *jobs) {
    const Review *review = search->review;
    const int moves = review->last - review->first + 1;
    TurningPoint *points = memory_new((size_t)moves, sizeof *points);
    bool *is_listed = memory_new((size_t)position_count(search), sizeof *is_listed);
    int count = 0;
    for (int i = 0; i < moves; i++) {
        const int move = review->first + i;
        const double difference = review_difference(review, move);
        const bool is_uneven = search->depth[move] != search->depth[move + 1];
        points[i] = (TurningPoint){move, difference + (is_uneven && difference >= 1 ? UNEVEN : 0)};
    }
    qsort(points, (size_t)moves, sizeof *points, compare_points);
    for (int i = 0; i < moves && points[i].difference > 0; i++) {
        for (int position = points[i].move; position <= points[i].move + 1; position++) {
            if (count < most && search->depth[position] == 1 && !is_listed[position]) {
                is_listed[position] = true;
                count++;
            }
        }
    }
    count = 0;
    for (int i = review->first; i <= review->last + 1; i++) {
        if (is_listed[i]) {
            jobs[count++] = position_count(search) + i;
        }
    }
    free(points);
    free(is_listed);
    return count;
}

/* ---- Reasons ---- */

/* The command that asks for the reason of a move. */
static const char *reason_command(void *context, int64_t number, size_t *length) {
    ReviewSearch *search = context;
    text_clear(&search->command_text);
    reason_add_command(search->review, (int)(number % position_count(search)),
                       &search->command_text);
    *length = search->command_text.length;
    return text_get(&search->command_text);
}

/* Asks for them once all positions are searched. Other engines do not know the command, and are not
 * started again to be asked. */
static bool run_reasons(ReviewSearch *search, Pool *pool, int slots, bool is_whole,
                        Status *status) {
    int64_t jobs[2 * REVIEW_WORST_MAX];
    int moves[2 * REVIEW_WORST_MAX];
    pool->order = jobs;
    pool->next = pool->count = 0;
    pool->message = reason_command;
    if (is_whole && pool_is_first(pool) && !interrupt_requested(search->interrupt) &&
        strcmp(search->name, OWN_NAME) == 0) {
        review_judge(search->review);
        pool->count = reason_list_moves(search->review, moves);
        for (int i = 0; i < pool->count; i++) {
            jobs[i] = 2 * (int64_t)position_count(search) + moves[i];
        }
    }
    return (pool_ranks(pool) == 1 && pool->count == 0) || pool_run(pool, slots, status);
}

/* ---- The search ---- */

/* What a log must have in common with this search, and all ranks with each other. */
static json_t *settings_of(const ReviewSearch *search) {
    const GameLine *line = search->review->line;
    const AnalysisLimits limits = search->limits;
    Text moves = {0};
    for (int i = 0; i < line->move_count; i++) {
        char vertex[POINT_TEXT_MAX];
        text_add(&moves, "%s%c %s", i == 0 ? "" : " ", line->moves[i].color == BLACK ? 'B' : 'W',
                 game_line_vertex(line, line->moves[i].point, vertex));
    }
    for (int i = 0; i <= line->move_count; i++) {
        for (int cell = 0; line->positions[i].is_set_up && cell < line->width * line->height;
             cell++) {
            text_add(&moves, "%s%d", cell == 0 ? " " : "", line->positions[i].cells[cell]);
        }
    }
    json_t *settings = json_new_packed(
        "{s:i, s:i, s:i, s:o, s:s?, s:o, s:I, s:o, s:o, s:o}", "dihedra_analyze", 5, "width",
        line->width, "height", line->height, "komi", json_new_figure(line->komi, 6), "rules",
        line->rules, "moves", json_new_text(text_get(&moves)), "visits", (json_int_t)limits.visits,
        "seconds", json_new_figure(limits.seconds, 6), "deep",
        json_new_figure(search->options->deep, 6), "engine",
        json_new_text(search->options->engine != NULL ? search->options->engine
                                                      : text_get(&search->options->own)));
    text_free(&moves);
    return settings;
}

/* Searches all positions, then turning points in rounds. All ranks run as many pools, whatever
 * rank 0 finds left to do. */
static bool run_rounds(ReviewSearch *search, Pool *pool, int slots, Status *status) {
    int64_t *jobs = memory_new((size_t)count_positions(search), sizeof *jobs);
    pool->order = jobs;
    pool->count = count_positions(search);
    for (int i = 0; i < pool->count; i++) {
        jobs[i] = search->review->first + i;
    }
    bool ok = pool_run(pool, slots, status);
    const int rounds = search->options->deep > 0 ? DEEP_ROUNDS : 0;
    for (int round = 0; round < rounds && (ok || pool_is_first(pool)); round++) {
        const bool goes_on = ok && pool_is_first(pool) && !interrupt_requested(search->interrupt);
        const int left = count_deep(search, round) - count_depth(search, 2);
        pool->next = 0;
        pool->count = goes_on ? list_turning_points(search, left, jobs) : 0;
        if (pool_ranks(pool) > 1 || pool->count > 0) {
            ok = pool_run(pool, slots, status) && ok;
        }
    }
    free(jobs);
    return ok;
}

static const LedgerKind LOG = {"review", "dihedra_analyze"};

void review_search_add_log_path(const ReviewSearch *search, const char *folder, Text *path) {
    Text settings = {0};
    json_add_text(settings_of(search), &settings);
    text_add(path, "%s/%016llx.log", folder,
             (unsigned long long)checksum_of(settings.bytes, settings.length));
    text_free(&settings);
}

bool review_search(ReviewSearch *search) {
    Review *review = search->review;
    const int engines = search->options->engines,
              slots = pool_slots(&search->pool, engines > 0 ? engines : 1);
    Pool pool = search->pool;
    Status status;
    search->depth = memory_new((size_t)position_count(search), sizeof *search->depth);
    review->name = search->name;
    review->version = search->version;
    pool.context = search;
    pool.interrupt = search->interrupt;
    pool.kind = &LOG;
    pool.log_path = search->log_path;
    pool.is_done = is_done;
    pool.work = search_job;
    pool.leave = stop_engine;
    pool.read_entry = read_entry;
    pool.show = show;
    json_t *settings = settings_of(search);
    bool ok = pool_open(&pool, settings, &status);
    json_decref(settings);
    if (ok) {
        search->progress = progress_start(true, share_done(search));
        const char *silence = search->progress.on_terminal ? OS_NULL_FILE : NULL;
        const char *error_path = search->options->error_path;
        for (int i = 0; i < slots; i++) {
            search->slots[i] =
                (AnalysisEngine){.client = {.command = search->command,
                                            .error_path = error_path == NULL ? silence : error_path,
                                            .timeout = search->options->timeout,
                                            .interrupt = search->interrupt,
                                            .slot = i},
                                 .line = review->line};
        }
        ok = run_rounds(search, &pool, slots, &status);
        ok = run_reasons(search, &pool, slots, ok, &status) && ok;
        progress_end(&search->progress);
        pool_close(&pool);
    }
    if (!ok) {
        status_print("analyze", &status);
    }
    int known = review->first;
    while (known <= review->last + 1 && search->depth[known] > 0) {
        known++;
    }
    review->last = known - 2;
    free(search->depth);
    text_free(&search->command_text);
    return ok;
}
