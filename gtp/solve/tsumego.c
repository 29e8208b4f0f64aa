/* Reads problems, has each solved for one side moving first or for both, and prints what was found.
 */
#include "gtp/subcommands.h"

#include <stdlib.h>

#include "engine/base/file.h"
#include "engine/base/member.h"
#include "engine/base/memory.h"
#include "engine/base/os/end_requests.h"
#include "engine/base/os/system.h"
#include "engine/base/team.h"
#include "engine/base/version.h"
#include "engine/solve/problem/region.h"
#include "gtp/solve/problem_text.h"
#include "gtp/solve/tsumego_record.h"

/* ---- The command line ---- */

typedef enum { FIRST_BOTH, FIRST_BLACK, FIRST_WHITE } FirstMover;

/* Texts are the command line's own. */
typedef struct {
    OptionList files;
    FirstMover first;
    int any;   /* capturing one target is enough */
    int frame; /* the radius at which open regions are closed by stones; 0: they are not */
    double seconds;
    int64_t nodes;
    int megabytes, threads;
    bool json;
    const char *proof, *sgf;
} TsumegoOptions;

static const char USAGE[] =
    "usage: dihedra tsumego FILE.sgf|FOLDER... [OPTION...]\n"
    "\n"
    "Solves problems of life and death: can the marked stones be killed, can they be saved,\n"
    "which first moves work, and what refutes the others? A problem is the first position with\n"
    "stones, before any move, of each game of a record, or of each record in a folder, by any\n"
    "rules but those with a group tax, under which connecting may be worth more. Stones\n"
    "marked by TR, SQ, MA, CR or a label are the targets; without marks, the stones that are shut\n"
    "in. The region is found around the targets; one that is open ends where VW does, if that\n"
    "is at most 64 points.\n";

static const char NOTES[] =
    "Answers are proved for play within the region: a chain with a liberty outside counts as\n"
    "safe. Those around the region that are not alive by themselves are listed (\"assumes\"); a\n"
    "proof that rests on one with fewer than two liberties outside, or without room for two\n"
    "eyes there, is refused. Kos are told apart: \"ko\" means that the opponent needs the first\n"
    "threat. If the status would be another without ko threats, as that of the bent four in the\n"
    "corner, it is told, too. A problem that reaches a limit is \"unknown\". Interrupted by\n"
    "SIGINT, prints what is known of the present problem and ends.\n"
    "\n"
    "In a frame, stones of the side that kills stand on the empty points around an open region,\n"
    "and are never captured. Who lives there needs no way out; who dies there may have one on\n"
    "the board. Open regions are searched by turns with frames around them, to see whether the\n"
    "targets live in one; with --frame, the problem is solved in that frame alone. First moves\n"
    "in an open region get at most some four times the positions of the answer.\n"
    "\n"
    "An answer that rests on the end of an open region, where stones count as safe, is asked\n"
    "again in the widest region that fits (\"wider\"); what is found there counts.\n"
    "\n"
    "A proof has the winner's moves against all replies in the region, and is checked before it\n"
    "is written. With several problems, the second is written to FILE.2, and so on. `dihedra\n"
    "verify` checks it again.\n"
    "\n"
    "Exit status: 0 if all problems were solved, 1 if one is unknown or cannot be read, 2 if an\n"
    "option is wrong.\n";

static const char *const FIRST_NAMES[] = {"both", "black", "white", NULL};
static const char *const TARGET_NAMES[] = {"all", "any", NULL};

// clang-format off
static const Option OPTIONS[] = {
    {.name = "FILE.sgf|FOLDER", .is_required = true, .may_repeat = true, OPTION_LIST_IN(TsumegoOptions, files)},
    {.name = "--first", .argument = "COLOR", .names = FIRST_NAMES, OPTION_NAME_IN(TsumegoOptions, first), .help = "who moves first: black, white or both (default)"},
    {.name = "--targets", .argument = "WHICH", .names = TARGET_NAMES, OPTION_NAME_IN(TsumegoOptions, any), .help = "capture all targets (default) or any of them"},
    {.name = "--frame", .argument = "N", .integer = {1, REGION_RADIUS}, OPTION_INT_IN(TsumegoOptions, frame), .help = "closes open regions N steps from the targets by stones of the side that kills"},
    {.name = "--seconds", .argument = "S", .real = {0.001, 1e6}, OPTION_REAL_IN(TsumegoOptions, seconds), .help = "for each problem, and again for its proof and its tree (default: no limit)"},
    {.name = "--nodes", .argument = "N", .integer = {1, INT64_C(1000000000000)}, OPTION_INT64_IN(TsumegoOptions, nodes), .help = "positions for each search (default 20000000)"},
    {.name = "--mb", .argument = "N", .integer = {1, 1000000}, OPTION_INT_IN(TsumegoOptions, megabytes), .help = "memory for the tables (default 256)"},
    {.name = "--threads", .argument = "T", .integer = {1, TEAM_MAX}, OPTION_INT_IN(TsumegoOptions, threads), .help = "threads (default: all processors)"},
    {.name = "--json", OPTION_FLAG_IN(TsumegoOptions, json), .help = "a JSON object for each problem, a line each"},
    {.name = "--proof", .argument = "FILE", OPTION_TEXT_IN(TsumegoOptions, proof), .help = "writes a proof of the answers to a problem"},
    {.name = "--sgf", .argument = "FILE", OPTION_TEXT_IN(TsumegoOptions, sgf), .help = "writes the solutions as trees of moves with comments"},
    {0},
};
// clang-format on

const CommandHelp TSUMEGO_HELP = {
    "tsumego", "solves problems of life and death", USAGE, {OPTIONS}, NOTES};

typedef struct {
    char *path;
    SgfTree *tree;
} RecordFile;

typedef struct {
    const char *path;
    int number; /* in its file, from 1 */
    const SgfNode *root;
} TsumegoTask;

typedef struct {
    TsumegoOptions options;
    TsumegoTask *tasks;
    int count;
    RecordFile *files; /* that were read */
    int file_count;
    bool all_solved;
    _Atomic bool cancel;
    GoalSearch *search;
    Game *game;
    Deadline deadline; /* of the present part of the work */
    SgfWriter trees;   /* for --sgf */
} TsumegoRun;

static void cancel_run(void *context, int signal) {
    TsumegoRun *run = context;
    (void)signal;
    atomic_store_explicit(&run->cancel, true, memory_order_relaxed);
}

static void warn_of_problem(const TsumegoTask *task, const char *what, const Status *why) {
    status_warn("tsumego", "%.100s, problem %d: %s%.150s", task->path, task->number, what,
                why->text);
}

/* Prints the text and clears it. */
static void print(Text *text) {
    fputs(text_get(text), stdout);
    fflush(stdout);
    text_clear(text);
}

/* ---- Time ---- */

/* Gives the next part of the work all of --seconds. */
static void start_clock(TsumegoRun *run) {
    const double seconds = run->options.seconds;
    run->deadline.at = seconds > 0 ? clock_seconds() + seconds : INFINITY;
}

/* Gives the next of `left` parts of the work an equal share of the time until `end`. */
static void share_clock(TsumegoRun *run, double end, int left) {
    const double now = clock_seconds();
    run->deadline.at = now + (end - now) / left;
}

/* ---- Proofs and trees ---- */

/* The file of a proof: that of the option, or FILE.2, FILE.3, ... for other problems than the
 * first. index: among the problems of all files. Empty if there is no such option. */
static Text proof_path(const TsumegoOptions *options, int index) {
    Text path = {0};
    if (options->proof != NULL) {
        text_add(&path, "%s", options->proof);
    }
    if (path.length > 0 && index > 0) {
        text_add(&path, ".%d", index + 1);
    }
    return path;
}

/* Makes the proof of the answers and writes it to *path, if the options ask for that. The caller
 * frees both. Returns whether it was written; tells why not. */
static bool save_proof(TsumegoRun *run, const TsumegoTask *task, const Problem *problem, Text *path,
                       ProblemProof *proof) {
    const GoalLimits limits = {.nodes = run->options.nodes, .deadline = &run->deadline};
    Status status;
    *path = proof_path(&run->options, (int)(task - run->tasks));
    if (path->length == 0) {
        return false;
    }
    start_clock(run);
    const bool ok = problem_prove(run->search, problem, limits, proof, &status) &&
                    file_replace(text_get(path), proof->text.bytes, proof->text.length, &status);
    if (!ok) {
        warn_of_problem(task, "no proof: ", &status);
        run->all_solved = false;
    }
    return ok;
}

enum { TREE_SEARCH_NODES = 100000 }; /* for each move of a tree */

/* Writes a tree for each side that was asked, a game each: the position, or that in the frame where
 * the answer was found, with the answer as a comment, and the moves. */
static void write_trees(TsumegoRun *run, const TsumegoTask *task, const Problem *problem) {
    const int64_t nodes = run->options.nodes;
    const GoalLimits limits = {.nodes = nodes < TREE_SEARCH_NODES ? nodes : TREE_SEARCH_NODES,
                               .deadline = &run->deadline};
    const Geometry *geometry = problem->board->geometry;
    const SgfHeader header = {.version = DIHEDRA_VERSION,
                              .size = {geometry->width, geometry->height}};
    SgfWriter *writer = &run->trees;
    Frames *frames = memory_new(1, sizeof *frames);
    frames_find(&problem->goal, problem->board, frames);
    start_clock(run);
    for (int i = 0; i < 2; i++) {
        const ProblemSide *side = &problem->sides[i];
        if (!side->is_asked) {
            continue;
        }
        const Frame *frame = frames_at(frames, side->answer.frame);
        ColorCell cells[CELL_COUNT_MAX];
        board_get_cells(&frame->board, cells);
        sgf_writer_open(writer);
        sgf_writer_header(writer, &header);
        record_write_stones(geometry, cells, side->mover, 0, writer);
        for (int k = 0; k < problem->goal.target_count; k++) {
            sgf_writer_point(writer, "TR", problem->goal.targets[k]);
        }
        Text comment = text_new("%s, problem %d\n", task->path, task->number);
        problem_add_side(&comment, problem, side);
        problem_add_walls(&comment, problem);
        text_add(&comment,
                 frame->radius == 0 ? "" : "The stones of the frame stand on the board.\n");
        sgf_writer_text(writer, "C", text_get(&comment));
        text_free(&comment);
        record_tree_write(run->search, &frame->goal, &frame->board, side, limits, writer);
        sgf_writer_close(writer);
    }
    free(frames);
}

/* ---- A problem ---- */

/* Solves the sides that the options ask for. */
static void solve_sides(TsumegoRun *run, const TsumegoTask *task, Problem *problem,
                        const RecordProblem *record) {
    const TsumegoOptions *options = &run->options;
    const GoalLimits limits = {.nodes = options->nodes, .deadline = &run->deadline};
    const Color reacher = problem->goal.reacher;
    start_clock(run);
    const double end = run->deadline.at;
    const int asked = options->first == FIRST_BOTH ? 2 : 1;
    int left = asked;
    for (int i = 0; i < 2; i++) {
        const Color mover = i == 0 ? reacher : color_opponent(reacher);
        if (options->first == FIRST_BOTH || (options->first == FIRST_BLACK) == (mover == BLACK)) {
            share_clock(run, end, left--);
            problem_answer(run->search, &problem->goal, problem->board, mover, limits,
                           &problem->sides[i]);
            run->all_solved &= problem->sides[i].answer.code != GOAL_UNKNOWN;
        }
    }
    if (!record->is_view) {
        run->deadline.at = end;
        problem_widen(run->search, problem, limits);
    }
    if (!options->json) { /* before the moves are looked at */
        Text text = text_new("%s", task->path);
        text.length = strlen(text_make_printable(text.bytes, "\n"));
        text_add(&text, ", problem %d: ", task->number);
        problem_add(&text, problem, &record->frame);
        print(&text);
        text_free(&text);
    }
    left = asked;
    for (int i = 0; i < 2; i++) {
        if (problem->sides[i].is_asked) {
            share_clock(run, end, left--);
            problem_explain(run->search, &problem->goal, problem->board, limits,
                            &problem->sides[i]);
        }
    }
}

/* path: of the proof that was written, or NULL. */
static void add_json(Text *text, const TsumegoTask *task, const Problem *problem, const Zone *frame,
                     const char *path, const ProblemProof *proof) {
    json_t *json = problem_json(problem);
    json_set_text(json, "file", task->path);
    json_set_packed(json, "{s:o, s:i, s:o}", "frame", zone_json(problem->board, frame), "problem",
                    task->number, "proof", json_new_text(path));
    if (path != NULL) {
        json_t *sides = json_new_array();
        for (int i = 0; i < 2; i++) {
            if (proof->has_side[i]) {
                json_add_value(sides, json_string(i == 0 ? "kill" : "save"));
            }
        }
        json_set_packed(json, "{s:i, s:o}", "proofFrame", proof->frame, "proofOf", sides);
    }
    json_add_text(json, text);
    text_add(text, "\n");
}

static void add_text(Text *text, const Problem *problem, const char *path,
                     const ProblemProof *proof) {
    for (int i = 0; i < 2; i++) {
        if (problem->sides[i].is_asked) {
            problem_add_side(text, problem, &problem->sides[i]);
        }
    }
    if (path == NULL) {
        return;
    }
    text_add(text, "  proof    %s, %zu moves, verified", path, proof->moves);
    if (proof->frame > 0) {
        text_add(text, ", in the frame at radius %d", proof->frame);
    }
    for (int i = 0; i < 2; i++) {
        if (problem->sides[i].is_asked && !proof->has_side[i]) {
            text_add(text, ", not for %s", i == 0 ? "kill" : "save");
        }
    }
    text_add(text, "\n");
}

static void solve_problem(TsumegoRun *run, const TsumegoTask *task, const RecordProblem *record) {
    Problem *problem = memory_new(1, sizeof *problem);
    Text file = {0}, text = {0};
    ProblemProof proof = {.moves = 0};
    problem->goal = record->goal;
    problem->board = &run->game->board;
    run->deadline = (Deadline){.cancel = &run->cancel};
    solve_sides(run, task, problem, record);
    const char *path = save_proof(run, task, problem, &file, &proof) ? text_get(&file) : NULL;
    if (run->options.json) {
        add_json(&text, task, problem, &record->frame, path, &proof);
    } else {
        add_text(&text, problem, path, &proof);
    }
    print(&text);
    text_free(&text);
    text_free(&file);
    text_free(&proof.text);
    if (run->options.sgf != NULL) {
        write_trees(run, task, problem);
    }
    free(problem);
}

/* Reads the problem, solves it, and prints what it finds when it is known. */
static void solve_task(TsumegoRun *run, const TsumegoTask *task) {
    const TsumegoOptions *options = &run->options;
    RecordProblem record;
    Status status;
    goal_search_forget(run->search); /* so that no answer depends on the problems before */
    if (record_problem_read(task->root, options->any, options->frame, run->game, &record,
                            &status)) {
        solve_problem(run, task, &record);
    } else {
        warn_of_problem(task, "", &status);
        run->all_solved = false;
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
        run->tasks[run->count++] = (TsumegoTask){.path = name, .number = number++, .root = root};
    }
}

/* Adds a file, or the records of a folder. */
static void add_path(TsumegoRun *run, const char *path) {
    static const char *const ENDINGS[] = {".sgf", NULL};
    FileList files = {0};
    const int before = run->file_count;
    file_list_add_files(&files, path, ENDINGS);
    for (int i = 0; i < files.count; i++) {
        add_file(run, files.items[i]);
    }
    if (run->file_count == before && (files.count != 1 || strcmp(files.items[0], path) != 0)) {
        status_warn("tsumego", "%s: has no .sgf file that can be read", path);
        run->all_solved = false;
    }
    file_list_free(&files);
}

/* ---- The run ---- */

/* Returns false with a message if out of memory. */
static bool solve_all(TsumegoRun *run, Status *status) {
    const int processors = os_processors();
    const int threads = run->options.threads > 0 ? run->options.threads
                        : processors < TEAM_MAX  ? processors
                                                 : TEAM_MAX;
    run->search = goal_search_new(run->options.megabytes);
    run->game = game_new(HASH_DEFAULT_SEED);
    if (run->search == NULL || run->game == NULL ||
        !goal_search_use_threads(run->search, threads)) {
        return status_fail(status, "out of memory");
    }
    for (int i = 0; i < run->count; i++) {
        if (atomic_load_explicit(&run->cancel, memory_order_relaxed)) {
            run->all_solved = false;
            break;
        }
        solve_task(run, &run->tasks[i]);
    }
    return true;
}

/* Each output can be written, and is no other output and no file that was read. */
static bool check_outputs(const TsumegoRun *run, Status *status) {
    const TsumegoOptions *options = &run->options;
    bool ok = options->sgf == NULL || file_check_place(options->sgf, status);
    for (int i = 0; ok && (i == 0 || i < run->count); i++) {
        Text proof = proof_path(options, i);
        const FilePlace outputs[] = {{"--proof", options->proof == NULL ? NULL : text_get(&proof)},
                                     {"--sgf", options->sgf}};
        ok = file_check_apart(outputs, 2, status) &&
             (options->proof == NULL || file_check_place(text_get(&proof), status));
        for (int k = 0; ok && k < run->file_count; k++) {
            const FilePlace record = {"the record", run->files[k].path};
            ok = file_check_apart_from(outputs, 2, &record, 1, status);
        }
        text_free(&proof);
    }
    return ok;
}

static void free_run(TsumegoRun *run) {
    goal_search_free(run->search);
    game_free(run->game);
    sgf_writer_free(&run->trees);
    for (int i = 0; i < run->file_count; i++) {
        sgf_tree_free(run->files[i].tree);
        free(run->files[i].path);
    }
    free(run->tasks);
    free(run->files);
    option_list_free(&run->options.files);
}

int tsumego_main(int argc, char **argv) {
    TsumegoRun run = {.options = {.nodes = 20000000, .megabytes = 256}, .all_solved = true};
    const OptionGroup groups[] = {{OPTIONS, &run.options, NULL}, {0}};
    Status status;
    if (!option_read(groups, argc, argv, &status)) {
        option_list_free(&run.options.files);
        return option_print_error("tsumego", &status);
    }
    for (int i = 0; i < run.options.files.count; i++) {
        add_path(&run, run.options.files.items[i]);
    }
    if (!check_outputs(&run, &status)) {
        status_print("tsumego", &status);
        free_run(&run);
        return 2;
    }
    EndRequests *watch = end_requests_watch(cancel_run, &run, &status);
    const bool ok =
        watch != NULL && solve_all(&run, &status) &&
        (run.options.sgf == NULL || sgf_writer_save(&run.trees, run.options.sgf, &status));
    if (!ok) {
        status_print("tsumego", &status);
    }
    if (watch != NULL) {
        end_requests_finish(watch, END_REQUESTS_IGNORED);
    }
    const bool all_solved = ok && run.all_solved;
    free_run(&run);
    return all_solved ? EXIT_SUCCESS : EXIT_FAILURE;
}
