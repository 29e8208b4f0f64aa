#include "regress/review/review_search.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/base/os/system.h"
#include "regress/review/analysis/position_entry.h"

enum {
    STRETCHES = 4,    /* for each engine, so that none waits long for the others at the end */
    STRETCH_MAX = 16, /* positions: an interruption costs no more of them */
};

/* Of all positions, the part that is searched deeper by the end of each round. What the first round
 * finds decides what is worth the second. */
static const double DEEP_SHARES[] = {0.25, 0.375};

enum { DEEP_ROUNDS = sizeof DEEP_SHARES / sizeof DEEP_SHARES[0] };

/* ---- Jobs ---- */

/* Positions to search, up to STRETCH_MAX that follow each other. */
typedef struct {
    int depth; /* 1, or 2 for the deeper search */
    int first, count;
} ReviewJob;

static int count_positions(const ReviewSearch *search) {
    return search->review->last - search->review->first + 2;
}

/* The number by which other ranks learn of a job. */
static int64_t number_of(const ReviewSearch *search, ReviewJob job) {
    const int64_t positions = search->review->line->move_count + 1;
    return ((job.depth - 1) * positions + job.first) * STRETCH_MAX + job.count - 1;
}

static ReviewJob job_of(const ReviewSearch *search, int64_t number) {
    const int64_t positions = search->review->line->move_count + 1;
    const int64_t start = number / STRETCH_MAX;
    return (ReviewJob){.depth = (int)(start / positions) + 1,
                       .first = (int)(start % positions),
                       .count = (int)(number % STRETCH_MAX) + 1};
}

static bool is_done(void *context, int64_t number) {
    const ReviewSearch *search = context;
    const ReviewJob job = job_of(search, number);
    bool done = true;
    for (int i = job.first; i < job.first + job.count; i++) {
        done = done && search->depth[i] >= job.depth;
    }
    return done;
}

/* Has the engine ended, after it had worked? (One that speaks JSON may also have gone silent.) */
static bool may_start_again(const ReviewSearch *search, const AnalysisEngine *engine) {
    return engine->has_worked && !interrupt_requested(search->interrupt) &&
           (search->speaks_json || engine->client.answer.outcome == ENGINE_CLOSED);
}

static bool analyze(const ReviewSearch *search, AnalysisEngine *engine, ReviewJob job,
                    Status *status) {
    while (!(search->speaks_json ? analysis_json_run : analysis_engine_run)(
        engine, job.first, job.first + job.count - 1, status)) {
        if (!may_start_again(search, engine)) {
            return false;
        }
        status_print("analyze", status);
        analysis_engine_stop(engine);
    }
    engine->has_worked = true;
    return true;
}

static bool work(void *context, int slot, const PoolJob *pool_job, Text *result, Status *status) {
    ReviewSearch *search = context;
    AnalysisEngine *engine = &search->slots[slot];
    const ReviewJob job = job_of(search, pool_job->number);
    engine->limits = search->limits;
    if (job.depth > 1) {
        engine->limits.seconds *= search->deep;
        const double visits = (double)search->limits.visits * search->deep;
        engine->limits.visits =
            search->limits.visits == INT64_MAX ? INT64_MAX : (int64_t)fmax(visits, 1);
    }
    if (!analyze(search, engine, job, status)) {
        return false;
    }
    json_t *positions = json_new_array();
    for (int i = job.first; i < job.first + job.count; i++) {
        const PositionEntry entry = {.position = i,
                                     .depth = job.depth,
                                     .engine_name = engine->client.name,
                                     .version = engine->client.version,
                                     .analysis = &engine->analyses[i]};
        json_add_value(positions, position_entry_to_json(&entry, search->review->line));
    }
    json_add_text(json_new_packed("{s:{s:I, s:o}}", "entry", "stretch",
                                  (json_int_t)pool_job->number, "positions", positions),
                  result);
    return true;
}

static void leave(void *context, int slot) {
    ReviewSearch *search = context;
    analysis_engine_stop(&search->slots[slot]);
}

static void stop(void *context) {
    interrupt_request(((ReviewSearch *)context)->interrupt);
}

static bool is_stopped(void *context) {
    return interrupt_requested(((ReviewSearch *)context)->interrupt);
}

/* ---- Results ---- */

/* Reads the analysis of a position from an entry. */
static bool read_position(ReviewSearch *search, const json_t *json, Status *status) {
    PositionAnalysis analysis;
    PositionEntry found;
    if (!position_entry_from_json(json, search->review->line, &found, &analysis)) {
        return status_fail(status, "not an analysed position");
    }
    if (found.depth >= search->depth[found.position]) {
        search->depth[found.position] = found.depth;
        review_set_analysis(search->review, found.position, &analysis);
        snprintf(search->name, sizeof search->name, "%s", found.engine_name);
        snprintf(search->version, sizeof search->version, "%s", found.version);
    }
    return true;
}

static bool read_entry(void *context, const json_t *entry, Status *status) {
    const json_t *positions = json_object_get(entry, "positions");
    bool ok = json_is_array(positions) || status_fail(status, "not an analysed stretch");
    for (size_t i = 0; ok && i < json_array_size(positions); i++) {
        ok = read_position(context, json_array_get(positions, i), status);
    }
    return ok;
}

/* Prints the moves between positions that are known by now. */
static void print_known(ReviewSearch *search) {
    const Review *review = search->review;
    for (; search->known < count_positions(search); search->known++) {
        const int position = review->first + search->known;
        if (search->depth[position] == 0) {
            break;
        }
        if (search->table == NULL) {
            continue;
        }
        if (search->progress.on_terminal) {
            progress_end(&search->progress);
        }
        if (search->known == 0) {
            review_print_head(review, search->table);
        } else {
            review_print_move(review, position - 1, search->table);
        }
        fflush(search->table);
    }
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
    return search->deep > 0 ? (int)ceil(DEEP_SHARES[round] * count_positions(search)) : 0;
}

static double share_done(const ReviewSearch *search) {
    const double deep = search->deep;
    return (count_depth(search, 1) + deep * count_depth(search, 2)) /
           (count_positions(search) + deep * count_deep(search, DEEP_ROUNDS - 1));
}

static bool show(void *context, int64_t number, const json_t *entry, Status *status) {
    ReviewSearch *search = context;
    (void)entry, (void)status;
    print_known(search);
    if (job_of(search, number).depth > 1) {
        progress_show(&search->progress, share_done(search), "%s%d/%d turning points",
                      search->label, count_depth(search, 2), count_deep(search, DEEP_ROUNDS - 1));
    } else {
        progress_show(&search->progress, share_done(search), "%s%d/%d position%s", search->label,
                      count_depth(search, 1), count_positions(search),
                      text_plural(count_positions(search)));
    }
    return true;
}

static void log_line(void *context, const char *line) {
    ReviewSearch *search = context;
    Status status;
    progress_end(&search->progress);
    status_fail(&status, "%s", line);
    status_print("analyze", &status);
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

/* Lists jobs of at most `most` neighbors for these positions, in the order of the game. */
static int list_jobs(const ReviewSearch *search, int depth, int most, const bool *is_listed,
                     int64_t *jobs) {
    const Review *review = search->review;
    int count = 0;
    for (int first = review->first, end; first <= review->last + 1; first = end) {
        end = first;
        while (end <= review->last + 1 && is_listed[end] && end - first < most) {
            end++;
        }
        if (end > first) {
            jobs[count++] = number_of(search, (ReviewJob){depth, first, end - first});
        } else {
            end++;
        }
    }
    return count;
}

/* Lists jobs for all positions. An engine that searches several at a time gets as many as one job
 * may have. */
static int list_stretches(const ReviewSearch *search, int slots, int64_t *jobs) {
    const int workers = mpi_size(search->mpi) - 1, engines = workers > 0 ? workers : slots;
    const int wanted = engines * STRETCHES, share = (count_positions(search) + wanted - 1) / wanted;
    const int most = search->speaks_json   ? STRETCH_MAX
                     : engines == 1        ? 1
                     : share < STRETCH_MAX ? share
                                           : STRETCH_MAX;
    bool *is_listed = memory_new((size_t)search->review->line->move_count + 1, sizeof *is_listed);
    for (int i = search->review->first; i <= search->review->last + 1; i++) {
        is_listed[i] = true;
    }
    const int count = list_jobs(search, 1, most, is_listed, jobs);
    free(is_listed);
    return count;
}

/* Lists jobs that search at most `most` positions around the moves of greatest difference. Before
 * all others come moves that differ by a class and have only one side searched deeper. */
static int list_turning_points(const ReviewSearch *search, int most, int64_t *jobs) {
    const Review *review = search->review;
    const int moves = review->last - review->first + 1;
    TurningPoint *points = memory_new((size_t)moves, sizeof *points);
    bool *is_listed = memory_new((size_t)review->line->move_count + 1, sizeof *is_listed);
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
    count = list_jobs(search, 2, search->speaks_json ? STRETCH_MAX : 1, is_listed, jobs);
    free(points);
    free(is_listed);
    return count;
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
        "{s:i, s:i, s:i, s:o, s:s?, s:o, s:I, s:o, s:o, s:o}", "dihedra_analyze", 2, "width",
        line->width, "height", line->height, "komi", json_new_figure(line->komi, 6), "rules",
        line->rules, "moves", json_new_text(text_get(&moves)), "visits", (json_int_t)limits.visits,
        "seconds", json_new_figure(limits.seconds, 6), "deep", json_new_figure(search->deep, 6),
        "engine", json_new_text(search->settings));
    text_free(&moves);
    return settings;
}

static void prepare_slots(ReviewSearch *search, int slots) {
    const Review *review = search->review;
    const char *silence = search->progress.on_terminal ? OS_NULL_FILE : NULL;
    for (int i = 0; i < slots; i++) {
        search->slots[i] = (AnalysisEngine){
            .client = {.command = search->command,
                       .error_path = search->error_path == NULL ? silence : search->error_path,
                       .timeout = search->timeout,
                       .interrupt = search->interrupt,
                       .slot = i},
            .line = review->line,
            .analyses = memory_new((size_t)review->line->move_count + 1, sizeof(PositionAnalysis)),
        };
    }
}

/* Searches all positions, then turning points in rounds. All ranks run as many pools, whatever
 * rank 0 finds left to do. */
static bool run(ReviewSearch *search, Pool *pool, int slots) {
    int64_t *jobs = memory_new((size_t)count_positions(search), sizeof *jobs);
    pool->order = jobs;
    pool->count = list_stretches(search, slots, jobs);
    bool ok = pool_run(pool, slots);
    const int rounds = search->deep > 0 ? DEEP_ROUNDS : 0;
    for (int round = 0; round < rounds && (ok || mpi_rank(search->mpi) == 0); round++) {
        const bool goes_on = ok && mpi_rank(search->mpi) == 0 && !is_stopped(search);
        const int left = count_deep(search, round) - count_depth(search, 2);
        pool->next = 0;
        pool->count = goes_on ? list_turning_points(search, left, jobs) : 0;
        if (mpi_size(search->mpi) > 1 || pool->count > 0) {
            ok = pool_run(pool, slots) && ok;
        }
    }
    free(jobs);
    return ok;
}

/* Prints the moves that were judged again. */
static void print_deep(const ReviewSearch *search) {
    const Review *review = search->review;
    if (search->table == NULL || count_depth(search, 2) == 0) {
        return;
    }
    fprintf(search->table, "\nafter a deeper search:\n");
    for (int i = review->first; i <= review->last; i++) {
        if (search->depth[i] == 2 || search->depth[i + 1] == 2) {
            review_print_move(review, i, search->table);
        }
    }
}

static const LedgerKind LOG = {"review", "dihedra_analyze"};

bool review_search_has_other_log(const ReviewSearch *search, const char *path) {
    json_t *settings = settings_of(search);
    const bool is_another = ledger_is_another(path, &LOG, settings);
    json_decref(settings);
    return is_another;
}

static bool run_pool(ReviewSearch *search, int slots) {
    Pool pool = {.mpi = search->mpi,
                 .context = search,
                 .kind = &LOG,
                 .log_path = search->log_path,
                 .is_done = is_done,
                 .work = work,
                 .leave = leave,
                 .stop = stop,
                 .is_stopped = is_stopped,
                 .read_entry = read_entry,
                 .show = show,
                 .log = log_line,
                 .ledger = {.file = -1}};
    json_t *settings = settings_of(search);
    Status status;
    bool ok = pool_open(&pool, settings, &status);
    json_decref(settings);
    if (!ok) {
        status_print("analyze", &status);
        return false;
    }
    search->progress = progress_start(true, share_done(search));
    prepare_slots(search, slots);
    print_known(search);
    ok = run(search, &pool, slots);
    progress_end(&search->progress);
    print_deep(search);
    pool_close(&pool);
    for (int i = 0; i < slots; i++) {
        free(search->slots[i].analyses);
    }
    return ok;
}

bool review_search(ReviewSearch *search) {
    Review *review = search->review;
    const int slots = pool_slots(search->mpi, search->engines > 0 ? search->engines : 1);
    search->speaks_json = analysis_json_is_spoken(search->command);
    search->depth = memory_new((size_t)review->line->move_count + 1, sizeof *search->depth);
    search->known = 0;
    review->name = search->name;
    review->version = search->version;
    const bool ok = run_pool(search, slots);
    review->last = review->first + search->known - 2;
    free(search->depth);
    return ok;
}
