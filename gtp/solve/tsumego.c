/* Reads problems, has each solved for one side moving first or for both, and prints what was found.
 */
#include "gtp/solve/tsumego.h"

#include <stdlib.h>

#include "engine/base/file.h"
#include "engine/base/member.h"
#include "engine/base/memory.h"
#include "engine/base/os/end_requests.h"
#include "engine/base/os/system.h"
#include "engine/base/team.h"
#include "engine/solve/problem/region.h"
#include "gtp/subcommands.h"

/* ---- The command line ---- */

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
    TsumegoOptions options;
    TsumegoTask *tasks;
    int count;
    RecordFile *files; /* that were read */
    int file_count;
    bool all_solved;
    _Atomic bool cancel;
} TsumegoRun;

static void cancel_run(void *context, int signal) {
    TsumegoRun *run = context;
    (void)signal;
    atomic_store_explicit(&run->cancel, true, memory_order_relaxed);
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
        TsumegoTask *task = &run->tasks[run->count++];
        *task =
            (TsumegoTask){.path = name, .number = number++, .index = run->count - 1, .root = root};
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

static bool save_trees(TsumegoRun *run, Status *status) {
    Text text = {0};
    for (int i = 0; i < run->count; i++) {
        text_append(&text, text_get(&run->tasks[i].sgf.text), run->tasks[i].sgf.text.length);
    }
    const bool ok = file_replace(run->options.sgf, text_get(&text), text.length, status);
    text_free(&text);
    return ok;
}

/* ---- The run ---- */

/* Returns false with a message if out of memory. */
static bool solve_all(TsumegoRun *run, Status *status) {
    const int processors = os_processors();
    const int threads = run->options.threads > 0 ? run->options.threads
                        : processors < TEAM_MAX  ? processors
                                                 : TEAM_MAX;
    TsumegoSolver solver = {.options = &run->options,
                            .cancel = &run->cancel,
                            .search = goal_search_new(run->options.megabytes),
                            .game = game_new(HASH_DEFAULT_SEED)};
    const bool ok = (solver.search != NULL && solver.game != NULL &&
                     goal_search_use_threads(solver.search, threads)) ||
                    status_fail(status, "out of memory");
    for (int i = 0; ok && i < run->count; i++) {
        if (atomic_load_explicit(&run->cancel, memory_order_relaxed)) {
            run->all_solved = false;
            break;
        }
        tsumego_task_solve(&solver, &run->tasks[i]);
        run->all_solved &= run->tasks[i].is_solved;
    }
    goal_search_free(solver.search);
    game_free(solver.game);
    return ok;
}

/* Each output can be written, and is no other output and no file that was read. */
static bool check_outputs(const TsumegoRun *run, Status *status) {
    const TsumegoOptions *options = &run->options;
    bool ok = options->sgf == NULL || file_check_place(options->sgf, status);
    for (int i = 0; ok && (i == 0 || i < run->count); i++) {
        Text proof = tsumego_proof_path(options, i);
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
    for (int i = 0; i < run->count; i++) {
        sgf_writer_free(&run->tasks[i].sgf);
        text_free(&run->tasks[i].out);
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
    const bool ok = watch != NULL && solve_all(&run, &status) &&
                    (run.options.sgf == NULL || save_trees(&run, &status));
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
