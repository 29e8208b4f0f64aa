/* Reads problems, solves each for one side moving first or for both, and prints what it found. */
#include "gtp/solve/tsumego.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "engine/base/os/end_requests.h"
#include "engine/base/os/files.h"
#include "engine/base/os/system.h"
#include "engine/base/team.h"
#include "engine/solve/problem/frames.h"
#include "engine/solve/problem/problem_json.h"
#include "engine/solve/problem/region.h"
#include "gtp/solve/tsumego_goal.h"
#include "gtp/solve/tsumego_page.h"
#include "gtp/solve/tsumego_problem.h"
#include "gtp/solve/tsumego_proof.h"
#include "gtp/solve/tsumego_tree.h"

static const char USAGE[] =
    "usage: dihedra tsumego FILE.sgf|FOLDER... [OPTION...]\n"
    "\n"
    "Solves problems of life and death: can the marked stones be killed, can they be saved,\n"
    "which first moves work, and what refutes the others? A problem is the position at the root\n"
    "of each game of a record, or of each record in a folder. Stones marked by TR, SQ, MA, CR or\n"
    "a label are the targets; without marks, the stones that are shut in. VW gives the region;\n"
    "without it, it is found around the targets.\n";

static const char NOTES[] =
    "Answers are proved for play within the region: a stone with a liberty outside counts as\n"
    "safe. Kos are told apart: \"ko\" means that the opponent needs the first threat. If the\n"
    "status would be another without ko threats, as that of the bent four in the corner, it is\n"
    "told, too. A problem that reaches a limit is \"unknown\". Interrupted by SIGINT, prints\n"
    "what is known of the present problems and ends.\n"
    "\n"
    "In a frame, stones of the side that kills stand on the empty points around an open region,\n"
    "and are never captured. Who lives there needs no way out; who dies there may have one on\n"
    "the board. Open regions are searched by turns with frames around them, to see whether the\n"
    "targets live in one; with --frame, the problem is solved in that frame alone. First moves\n"
    "in an open region get at most some four times the positions of the answer.\n"
    "\n"
    "A proof has the winner's moves against all replies in the region, and is checked before it\n"
    "is written. With several problems, the second is written to FILE.2, and so on. `dihedra\n"
    "verify` checks it again.\n"
    "\n"
    "Exit status: 0 if all problems were solved, 1 if one is unknown or cannot be read, 2 if an\n"
    "option is wrong.\n";

typedef enum { FIRST_BOTH, FIRST_BLACK, FIRST_WHITE } FirstMover;

static const char *const FIRST_NAMES[] = {"both", "black", "white", NULL};
static const char *const TARGET_NAMES[] = {"all", "any", NULL};

typedef struct {
    OptionList files;
    FirstMover first;
    int any;   /* capturing one target is enough */
    int frame; /* the radius at which open regions are closed by stones; 0: they are not */
    double seconds;
    int64_t nodes;
    int megabytes, jobs, threads;
    bool json;
    const char *proof, *sgf, *html;
} TsumegoOptions;

#define FIELD(member) offsetof(TsumegoOptions, member)

// clang-format off
static const Option OPTIONS[] = {
    {.name = "FILE.sgf|FOLDER", .kind = OPTION_LIST, .is_required = true, .may_repeat = true, .offset = FIELD(files)},
    {.name = "--first", .argument = "COLOR", .kind = OPTION_NAME, .names = FIRST_NAMES, .offset = FIELD(first), .help = "who moves first: black, white or both (default)"},
    {.name = "--targets", .argument = "WHICH", .kind = OPTION_NAME, .names = TARGET_NAMES, .offset = FIELD(any), .help = "capture all targets (default) or any of them"},
    {.name = "--frame", .argument = "N", .kind = OPTION_INT, .whole = {1, REGION_RADIUS}, .offset = FIELD(frame), .help = "closes open regions N steps from the targets by stones of the side that kills"},
    {.name = "--seconds", .argument = "S", .kind = OPTION_REAL, .real = {0.001, 1e6}, .offset = FIELD(seconds), .help = "for each problem, and again for its proof and its tree (default: no limit)"},
    {.name = "--nodes", .argument = "N", .kind = OPTION_WHOLE, .whole = {1, INT64_C(1000000000000)}, .offset = FIELD(nodes), .help = "positions for each search (default 20000000)"},
    {.name = "--mb", .argument = "N", .kind = OPTION_INT, .whole = {1, 1000000}, .offset = FIELD(megabytes), .help = "memory for the tables of all jobs (default 256)"},
    {.name = "-j", .argument = "N", .kind = OPTION_INT, .whole = {1, TEAM_MAX}, .offset = FIELD(jobs), .help = "problems solved at the same time (default 1)"},
    {.name = "--threads", .argument = "T", .kind = OPTION_INT, .whole = {1, TEAM_MAX}, .offset = FIELD(threads), .help = "threads for each of them (default: all processors, shared by the jobs)"},
    {.name = "--json", .kind = OPTION_FLAG, .offset = FIELD(json), .help = "a JSON object for each problem, a line each"},
    {.name = "--proof", .argument = "FILE", .kind = OPTION_TEXT, .offset = FIELD(proof), .help = "writes a proof of the answers to a problem"},
    {.name = "--sgf", .argument = "FILE", .kind = OPTION_TEXT, .offset = FIELD(sgf), .help = "writes the solutions as trees of moves with comments"},
    {.name = "--html", .argument = "FILE", .kind = OPTION_TEXT, .offset = FIELD(html), .help = "writes a page on which to try moves against the solutions"},
    {0},
};
// clang-format on

const CommandHelp TSUMEGO_HELP = {
    "tsumego", "solves problems of life and death", USAGE, {OPTIONS}, NOTES};

enum { TREE_SEARCH_NODES = 100000 }; /* for each move of a tree */

/* A problem of a file, and what is printed and written about it. */
typedef struct {
    const char *path;
    int number; /* in its file, from 1 */
    const SgfNode *root;
    bool is_done, is_solved;
    Text out, errors; /* to be printed */
    json_t *page;     /* for --html, or NULL */
    SgfWriter sgf;    /* the games of this problem, for --sgf */
} Task;

typedef struct {
    char *path;
    SgfTree *tree;
} RecordFile;

typedef struct {
    TsumegoOptions options;
    Task *tasks;
    int count;
    RecordFile *files; /* that were read */
    int file_count;
    bool all_solved;
    _Atomic bool cancel;
    pthread_mutex_t mutex; /* of all below, and of the tasks' is_done */
    int next, printed;     /* tasks that are begun, and printed */
} TsumegoRun;

/* One thread, and what it solves with. */
typedef struct {
    TsumegoRun *run;
    GoalSearch *search;
    Game *game;
    Deadline deadline;
} Worker;

static void cancel_run(void *context, int signal) {
    TsumegoRun *run = context;
    (void)signal;
    atomic_store_explicit(&run->cancel, true, memory_order_relaxed);
}

static bool is_cancelled(TsumegoRun *run) {
    return atomic_load_explicit(&run->cancel, memory_order_relaxed);
}

/* ---- Files ---- */

/* Gives the next part of the work all of --seconds. */
static void start_clock(Worker *worker) {
    const double seconds = worker->run->options.seconds;
    worker->deadline.at = seconds > 0 ? clock_seconds() + seconds : INFINITY;
}

/* Makes the proof of the answers and writes it to a path that is added to an empty text. The caller
 * frees the proof. */
static bool save_proof(Worker *worker, const Task *task, const TsumegoProblem *problem, Text *path,
                       TsumegoProof *proof, Status *status) {
    const TsumegoRun *run = worker->run;
    const GoalLimits limits = {.nodes = run->options.nodes, .deadline = &worker->deadline};
    const int index = (int)(task - run->tasks);
    text_add(path, "%s", run->options.proof);
    if (index > 0) {
        text_add(path, ".%d", index + 1);
    }
    start_clock(worker);
    return tsumego_proof_make(worker->search, problem, limits, proof, status) &&
           file_replace(text_get(path), proof->text.bytes, proof->text.length, status);
}

static void add_rows(Text *text, const Board *board, const Zone *zone) {
    const Geometry *geometry = board->geometry;
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const Point p = geometry->point_of[cell];
        text_add(text, "%s%c", cell > 0 && cell % geometry->width == 0 ? "/" : "",
                 zone == NULL ? "XO."[board_color(board, p)] : ".#"[zone_has(zone, p)]);
    }
}

/* Begins a game with the position of a problem, or that in a frame, and its answer as a comment. */
static void write_start(Task *task, const TsumegoProblem *problem, const ProblemSide *side,
                        const Board *board) {
    SgfWriter *writer = &task->sgf;
    const Goal *goal = problem->goal;
    const Geometry *geometry = board->geometry;
    const SgfHeader header = {.version = DIHEDRA_VERSION,
                              .size = {geometry->width, geometry->height}};
    ColorCell cells[CELL_COUNT_MAX];
    Text comment = {0};
    board_get_cells(board, cells);
    sgf_writer_open(writer);
    sgf_writer_header(writer, &header);
    record_write_stones(geometry, cells, side->mover, writer);
    for (int i = 0; i < goal->target_count; i++) {
        sgf_writer_point(writer, "TR", goal->targets[i]);
    }
    text_add(&comment, "%s, problem %d\n", task->path, task->number);
    tsumego_problem_add_side(&comment, problem, side);
    if (board != problem->board) {
        text_add(&comment, "The stones of the frame stand on the board.\n");
    }
    sgf_writer_text(writer, "C", text_get(&comment));
    text_free(&comment);
}

/* Adds a tree, and where it is played, to the JSON of its side. */
static void add_tree(const TsumegoTree *tree, const Goal *goal, const Board *board, json_t *json) {
    Text position = {0}, playable = {0};
    add_rows(&position, board, NULL);
    add_rows(&playable, board, &goal->playable);
    json_set_packed(json, "{s:o}", "tree", tsumego_tree_json(tree, board->geometry));
    json_set_text(json, "position", text_get(&position));
    json_set_text(json, "playable", text_get(&playable));
    text_free(&position);
    text_free(&playable);
}

/* Makes the trees of a problem for --sgf and --html: in the frame, where the answer was found in
 * one. */
static void make_trees(Worker *worker, Task *task, const TsumegoProblem *problem, json_t *json) {
    static const char *const NAMES[] = {"kill", "save"};
    const TsumegoOptions *options = &worker->run->options;
    const GoalLimits limits = {.nodes = options->nodes < TREE_SEARCH_NODES ? options->nodes
                                                                           : TREE_SEARCH_NODES,
                               .deadline = &worker->deadline};
    Frames *frames = memory_new(1, sizeof *frames);
    frames_find(problem->goal, problem->board, frames);
    start_clock(worker);
    for (int i = 0; i < 2; i++) {
        const ProblemSide *side = problem->sides[i];
        TsumegoTree tree;
        if (side == NULL) {
            continue;
        }
        const Frame *frame = frames_at(frames, side->answer.frame);
        const Goal *goal = frame == NULL ? problem->goal : &frame->goal;
        const Board *board = frame == NULL ? problem->board : &frame->board;
        tsumego_tree_make(worker->search, goal, board, side, limits, &tree);
        if (options->sgf != NULL) {
            write_start(task, problem, side, board);
            tsumego_tree_write_sgf(&tree, &task->sgf);
            sgf_writer_close(&task->sgf);
        }
        if (options->html != NULL) {
            add_tree(&tree, goal, board, json_object_get(json, NAMES[i]));
        }
        tsumego_tree_free(&tree);
    }
    free(frames);
}

/* ---- The run ---- */

/* Gives the next of `left` parts of the work an equal share of the time until `end`. */
static void share_clock(Worker *worker, double end, int left) {
    const double now = clock_seconds();
    worker->deadline.at = now + (end - now) / left;
}

/* Solves the sides that the options ask for. Returns whether all of them have an answer. */
static bool solve_sides(Worker *worker, TsumegoProblem *problem) {
    const TsumegoOptions *options = &worker->run->options;
    const GoalLimits limits = {.nodes = options->nodes, .deadline = &worker->deadline};
    const Color reacher = problem->goal->reacher;
    start_clock(worker);
    const double end = worker->deadline.at;
    const int asked = options->first == FIRST_BOTH ? 2 : 1;
    int left = asked;
    bool is_solved = true;
    for (int i = 0; i < 2; i++) {
        const Color mover = i == 0 ? reacher : color_opponent(reacher);
        if (options->first == FIRST_BOTH || (options->first == FIRST_BLACK) == (mover == BLACK)) {
            share_clock(worker, end, left--);
            problem_answer(worker->search, problem->goal, problem->board, mover, limits,
                           &problem->found[i]);
            is_solved &= problem->found[i].answer.code != GOAL_UNKNOWN;
            problem->sides[i] = &problem->found[i];
        }
    }
    left = asked;
    for (int i = 0; i < 2; i++) {
        if (problem->sides[i] != NULL) {
            share_clock(worker, end, left--);
            problem_explain(worker->search, problem->goal, problem->board, limits,
                            &problem->found[i]);
        }
    }
    return is_solved;
}

static void solve_problem(Worker *worker, Task *task, const Goal *goal, const Zone *frame) {
    const TsumegoOptions *options = &worker->run->options;
    TsumegoProblem *problem = memory_new(1, sizeof *problem);
    *problem = (TsumegoProblem){.goal = goal, .board = &worker->game->board, .frame = frame};
    worker->deadline = (Deadline){.cancel = &worker->run->cancel};
    task->is_solved = solve_sides(worker, problem);
    Text path = {0};
    TsumegoProof proof = {.moves = 0};
    Status status;
    const bool is_proved =
        options->proof != NULL && save_proof(worker, task, problem, &path, &proof, &status);
    if (options->proof != NULL && !is_proved) {
        text_add(&task->errors, "dihedra tsumego: %s, problem %d: no proof: %s\n", task->path,
                 task->number, status.text);
        task->is_solved = false;
    }
    json_t *json = problem_json(goal, problem->board, problem->sides[0], problem->sides[1]);
    json_set_text(json, "file", task->path);
    json_set_packed(json, "{s:o, s:i, s:o}", "frame", problem_zone_json(problem->board, frame),
                    "problem", task->number, "proof",
                    json_new_text(is_proved ? text_get(&path) : NULL));
    if (options->json) {
        json_add_text(json_incref(json), &task->out);
        text_add(&task->out, "\n");
    } else {
        text_add(&task->out, "%s, problem %d: ", task->path, task->number);
        tsumego_problem_add(&task->out, problem);
        if (is_proved) {
            text_add(&task->out, "  proof    %s, %zu moves, verified", text_get(&path),
                     proof.moves);
            if (proof.frame > 0) {
                text_add(&task->out, ", in the frame at radius %d", proof.frame);
            }
            text_add(&task->out, "\n");
        }
    }
    text_free(&path);
    text_free(&proof.text);
    if (options->sgf != NULL || options->html != NULL) {
        make_trees(worker, task, problem, json);
    }
    if (options->html != NULL) {
        task->page = json;
    } else {
        json_decref(json);
    }
    free(problem);
}

/* Prints the tasks that are done, in their order. The mutex is locked. */
static void print_done(TsumegoRun *run) {
    for (; run->printed < run->count && run->tasks[run->printed].is_done; run->printed++) {
        Task *task = &run->tasks[run->printed];
        fputs(text_get(&task->out), stdout);
        fflush(stdout);
        fputs(text_get(&task->errors), stderr);
        run->all_solved &= task->is_solved;
        text_free(&task->out);
        text_free(&task->errors);
    }
}

static void work(void *item) {
    Worker *worker = item;
    TsumegoRun *run = worker->run;
    const GoalKind kind = run->options.any ? GOAL_CAPTURE_ANY : GOAL_CAPTURE_ALL;
    for (;;) {
        pthread_mutex_lock(&run->mutex);
        const int index = is_cancelled(run) ? run->count : run->next;
        run->next += index < run->count;
        pthread_mutex_unlock(&run->mutex);
        if (index == run->count) {
            return;
        }
        Task *task = &run->tasks[index];
        Goal goal;
        Zone added;
        Status status;
        if (tsumego_goal_read(task->root, kind, run->options.frame, worker->game, &goal, &added,
                              &status)) {
            solve_problem(worker, task, &goal, &added);
        } else {
            text_add(&task->errors, "dihedra tsumego: %s, problem %d: %s\n", task->path,
                     task->number, status.text);
        }
        pthread_mutex_lock(&run->mutex);
        task->is_done = true;
        print_done(run);
        pthread_mutex_unlock(&run->mutex);
    }
}

/* ---- Files that are read and written ---- */

static void add_file(TsumegoRun *run, const char *path) {
    SgfTree *tree;
    Status status;
    if (!sgf_load(path, &tree, &status)) {
        status_print("tsumego", &status);
        run->all_solved = false;
        return;
    }
    run->files = memory_grow(run->files, (size_t)run->file_count, sizeof *run->files);
    char *name = memory_copy(path);
    run->files[run->file_count++] = (RecordFile){name, tree};
    int number = 1;
    for (const SgfNode *root = sgf_tree_root(tree); root != NULL; root = root->next_sibling) {
        run->tasks = memory_grow(run->tasks, (size_t)run->count, sizeof *run->tasks);
        Task *task = &run->tasks[run->count++];
        *task = (Task){.path = name, .number = number++, .root = root};
        sgf_writer_init(&task->sgf);
    }
}

static bool is_record(const char *name) {
    const size_t length = strlen(name);
    return length > 4 && strcasecmp(name + length - 4, ".sgf") == 0;
}

/* Adds a file, or the records of a folder. */
static void add_path(TsumegoRun *run, const char *path) {
    OsFileInfo info;
    char **names =
        os_path_info(path, &info) && info.kind == OS_FILE_FOLDER ? os_list_folder(path) : NULL;
    if (names == NULL) {
        add_file(run, path);
        return;
    }
    const int before = run->file_count;
    for (char **name = names; *name != NULL; name++) {
        if (is_record(*name)) {
            Text text = {0};
            text_add(&text, "%s/%s", path, *name);
            add_file(run, text_get(&text));
            text_free(&text);
        }
    }
    free(names);
    if (run->file_count == before) {
        Status status;
        status_fail(&status, "%s: no record that ends in .sgf can be read", path);
        status_print("tsumego", &status);
        run->all_solved = false;
    }
}

/* Writes the files of --sgf and --html. */
static bool save_all(TsumegoRun *run, Status *status) {
    bool ok = true;
    if (run->options.sgf != NULL) {
        Text text = {0};
        for (int i = 0; i < run->count && ok; i++) {
            ok = sgf_writer_check(&run->tasks[i].sgf, status);
            text_append(&text, text_get(&run->tasks[i].sgf.text), run->tasks[i].sgf.text.length);
        }
        ok = ok && file_replace(run->options.sgf, text_get(&text), text.length, status);
        text_free(&text);
    }
    if (run->options.html != NULL) {
        json_t *list = json_new_array();
        for (int i = 0; i < run->count; i++) {
            if (run->tasks[i].page != NULL) {
                json_add_value(list, run->tasks[i].page);
                run->tasks[i].page = NULL;
            }
        }
        if (json_array_size(list) == 0) {
            json_decref(list);
            return ok && status_fail(status, "%s: no problem was solved, so there is no page",
                                     run->options.html);
        }
        ok = tsumego_page_save(run->options.html, list, status) && ok;
    }
    return ok;
}

static int count_threads(const TsumegoOptions *options) {
    const int share = os_processors() / options->jobs;
    return options->threads > 0 ? options->threads
           : share < 1          ? 1
           : share < TEAM_MAX   ? share
                                : TEAM_MAX;
}

/* Solves the tasks with a team of workers. Returns false with a message if out of memory. */
static bool solve_all(TsumegoRun *run, Status *status) {
    Worker workers[TEAM_MAX] = {{.run = NULL}};
    const int jobs = run->options.jobs;
    const int megabytes = run->options.megabytes / jobs;
    bool ok = true;
    for (int i = 0; i < jobs; i++) {
        workers[i].run = run;
        workers[i].search = goal_search_new(megabytes > 0 ? megabytes : 1);
        workers[i].game = game_new(HASH_DEFAULT_SEED);
        ok &= workers[i].search != NULL && workers[i].game != NULL &&
              goal_search_use_threads(workers[i].search, count_threads(&run->options));
    }
    if (ok) {
        team_run(work, workers, sizeof workers[0], jobs);
    } else {
        status_fail(status, "out of memory");
    }
    for (int i = 0; i < jobs; i++) {
        goal_search_free(workers[i].search);
        game_free(workers[i].game);
    }
    return ok;
}

static void free_run(TsumegoRun *run) {
    for (int i = 0; i < run->count; i++) {
        sgf_writer_free(&run->tasks[i].sgf);
        json_decref(run->tasks[i].page);
        text_free(&run->tasks[i].out);
        text_free(&run->tasks[i].errors);
    }
    for (int i = 0; i < run->file_count; i++) {
        sgf_tree_free(run->files[i].tree);
        free(run->files[i].path);
    }
    free(run->tasks);
    free(run->files);
    option_list_free(&run->options.files);
}

int tsumego_main(int argc, char **argv) {
    TsumegoRun run = {.options = {.nodes = 20000000, .megabytes = 256, .jobs = 1},
                      .all_solved = true,
                      .mutex = PTHREAD_MUTEX_INITIALIZER};
    Status status;
    const OptionGroup groups[] = {{OPTIONS, &run.options, NULL, NULL}, {0}};
    if (!option_read(groups, argc, argv, &status)) {
        option_list_free(&run.options.files);
        return option_print_error("tsumego", &status);
    }
    for (int i = 0; i < run.options.files.count; i++) {
        add_path(&run, run.options.files.items[i]);
    }
    EndRequests *watch = end_requests_watch(cancel_run, &run, &status);
    const bool ok = watch != NULL && solve_all(&run, &status) && save_all(&run, &status);
    if (!ok) {
        status_print("tsumego", &status);
    }
    if (watch != NULL) {
        end_requests_finish(watch, END_REQUESTS_IGNORED);
    }
    const bool all_solved = ok && run.all_solved && run.printed == run.count;
    free_run(&run);
    return all_solved ? EXIT_SUCCESS : EXIT_FAILURE;
}
