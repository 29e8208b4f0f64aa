#include "regress/review/review_search.h"

#include <math.h>
#include <stdlib.h>

#include "engine/base/memory.h"
#include "engine/base/os/system.h"

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

/* An engine that ends after it has worked is started again. (One that speaks JSON may also have
 * gone silent.) */
static bool ask_engine(const ReviewSearch *search, AnalysisEngine *engine, ReviewJob job,
                       Status *status) {
    while (!(engine->speaks_json ? analysis_json_run : analysis_engine_run)(
        engine, job.first, job.first + job.count - 1, status)) {
        const bool has_ended =
            engine->speaks_json || engine->client.answer.outcome == ENGINE_CLOSED;
        if (!engine->has_worked || !has_ended || interrupt_requested(search->interrupt)) {
            return false;
        }
        status_print("analyze", status);
        analysis_engine_stop(engine);
    }
    engine->has_worked = true;
    return true;
}

static bool search_job(void *context, int slot, const PoolJob *pool_job, Text *result,
                       Status *status) {
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
    if (!ask_engine(search, engine, job, status)) {
        return false;
    }
    const GameLine *line = search->review->line;
    json_t *positions = json_new_array();
    for (int i = job.first; i < job.first + job.count; i++) {
        json_t *position =
            position_analysis_to_json(&engine->analyses[i], line->width, line->height);
        json_set_packed(position, "{s:i, s:i, s:o, s:o}", "position", i, "depth", job.depth, "name",
                        json_new_text(engine->client.name), "version",
                        json_new_text(engine->client.version));
        json_add_value(positions, position);
    }
    json_add_text(json_new_packed("{s:{s:I, s:o}}", "entry", "stretch",
                                  (json_int_t)pool_job->number, "positions", positions),
                  result);
    return true;
}

static void stop_engine(void *context, int slot) {
    analysis_engine_stop(&((ReviewSearch *)context)->slots[slot]);
}

static void stop(void *context) {
    interrupt_request(((ReviewSearch *)context)->interrupt);
}

static bool is_stopped(void *context) {
    return interrupt_requested(((ReviewSearch *)context)->interrupt);
}

/* ---- Results ---- */

static bool read_position(ReviewSearch *search, const json_t *json) {
    const GameLine *line = search->review->line;
    PositionAnalysis analysis;
    const char *name = NULL, *version = NULL;
    int position, depth;
    if (json_unpack((json_t *)json, "{s:i, s:i, s:s, s:s}", "position", &position, "depth", &depth,
                    "name", &name, "version", &version) != 0 ||
        position < 0 || position > line->move_count || depth < 1 || depth > 2 ||
        !position_analysis_read(json, line->width, line->height, &analysis)) {
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

static bool read_entry(void *context, const json_t *entry, Status *status) {
    const json_t *positions = json_object_get(entry, "positions");
    bool ok = json_is_array(positions);
    for (size_t i = 0; ok && i < json_array_size(positions); i++) {
        ok = read_position(context, json_array_get(positions, i));
    }
    return ok || status_fail(status, "not analysed positions");
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
        "{s:i, s:i, s:i, s:o, s:s?, s:o, s:I, s:o, s:o, s:o}", "dihedra_analyze", 3, "width",
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
            .speaks_json = search->speaks_json,
            .analyses = memory_new((size_t)review->line->move_count + 1, sizeof(PositionAnalysis)),
        };
    }
}

/* Searches all positions, then turning points in rounds. All ranks run as many pools, whatever
 * rank 0 finds left to do. */
static bool run_rounds(ReviewSearch *search, Pool *pool, int slots) {
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

static const LedgerKind LOG = {"review", "dihedra_analyze"};

void review_search_add_log_path(const ReviewSearch *search, const char *folder, Text *path) {
    uint64_t hash = 0xCBF29CE484222325; /* FNV-1a of the settings */
    Text settings = {0};
    json_add_text(settings_of(search), &settings);
    for (size_t i = 0; i < settings.length; i++) {
        hash = (hash ^ (unsigned char)settings.bytes[i]) * 0x100000001B3;
    }
    text_free(&settings);
    text_add(path, "%s/%016llx.log", folder, (unsigned long long)hash);
}

static bool run_pool(ReviewSearch *search, int slots) {
    Pool pool = {.mpi = search->mpi,
                 .context = search,
                 .kind = &LOG,
                 .log_path = search->log_path,
                 .is_done = is_done,
                 .work = search_job,
                 .leave = stop_engine,
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
    ok = run_rounds(search, &pool, slots);
    progress_end(&search->progress);
    pool_close(&pool);
    for (int i = 0; i < slots; i++) {
        free(search->slots[i].analyses);
    }
    return ok;
}

bool review_search(ReviewSearch *search) {
    Review *review = search->review;
    search->depth = memory_new((size_t)review->line->move_count + 1, sizeof *search->depth);
    search->speaks_json = analysis_json_is_spoken(search->command);
    review->name = search->name;
    review->version = search->version;
    const bool ok =
        run_pool(search, pool_slots(search->mpi, search->engines > 0 ? search->engines : 1));
    int known = review->first;
    while (known <= review->last + 1 && search->depth[known] > 0) {
        known++;
    }
    review->last = known - 2;
    free(search->depth);
    return ok;
}
