/* Reads options and records, has the positions searched, computes the figures, reports. Files are
 * written at the end of a game, or when the search is interrupted. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/base/command_line.h"
#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "engine/base/os/files.h"
#include "regress/review/report.h"
#include "regress/review/review_search.h"

enum {
    DEFAULT_VISITS = 200, /* of each position */
    INDEX_SECONDS = 10,   /* the index of many games is written so often while they are searched */
};

typedef struct {
    AnalyzeOptions options;
    const char *program; /* argv[0] */
    char *engine_page;   /* to put games into; NULL: pages without the engine */
    Pool pool;           /* that has joined the ranks */
    SgfTree *tree;
    GameLine line;
    Review review;
    ReviewSearch search; /* of the present game */
    int signal;          /* that ended a search; 0: none */
} Analyze;

static int complain(const Status *status, int exit_status) {
    status_print("analyze", status);
    return exit_status;
}

/* Complains on one rank of what all ranks know. */
static int complain_once(const Analyze *analyze, const Status *status, int exit_status) {
    return pool_is_first(&analyze->pool) ? complain(status, exit_status) : exit_status;
}

/* ---- A game ---- */

/* Reads a game of the tree, and sets up its search but for the log and the label. */
static bool read_game(Analyze *analyze, const SgfNode *root, const char *path, Status *status) {
    const AnalyzeOptions *options = &analyze->options;
    const bool has_seconds = options->seconds > 0;
    if (!game_line_read(&analyze->line, analyze->tree, root, path, status)) {
        return false;
    }
    review_init(&analyze->review, &analyze->line);
    analyze->review.file = path;
    analyze->search = (ReviewSearch){
        .pool = analyze->pool,
        .options = options,
        .limits = {.visits = options->visits > 0 ? options->visits
                             : has_seconds       ? INT64_MAX
                                                 : DEFAULT_VISITS,
                   .seconds = has_seconds ? options->seconds : INFINITY},
        .review = &analyze->review,
    };
    return true;
}

static void free_game(Analyze *analyze) {
    review_free(&analyze->review);
    game_line_free(&analyze->line);
}

/* Returns the command line of the engine; the caller frees it. This program's own gets the record's
 * rules. */
static char *engine_command(const Analyze *analyze) {
    const AnalyzeOptions *options = &analyze->options;
    const char *rules = analyze->line.rules;
    if (options->engine != NULL) {
        return memory_copy(options->engine);
    }
    Text own = text_new("--rules %s%s", rules == NULL ? RULE_SETS[0].rules.name : rules,
                        text_get(&options->own));
    char *command = command_line_own(analyze->program, text_get(&own));
    text_free(&own);
    return command;
}

/* Searches the game, and on rank 0 judges what is known by then. Signals end the search, and at any
 * other time the process. */
static bool search_game(Analyze *analyze, const char *log_path, const char *label) {
    Interrupt interrupt;
    Status status;
    if (!interrupt_start(&interrupt, &status)) {
        status_print("analyze", &status);
        return false;
    }
    char *command = engine_command(analyze);
    analyze->search.interrupt = &interrupt;
    analyze->search.command = command;
    analyze->search.log_path = log_path;
    analyze->search.label = label;
    const bool ok = review_search(&analyze->search);
    interrupt_finish(&interrupt);
    analyze->signal = interrupt.signal;
    free(command);
    if (pool_is_first(&analyze->pool)) {
        review_judge(&analyze->review);
    }
    return ok;
}

/* ---- One game ---- */

/* Loads a record and reads the game of it that is asked for: the first, unless --game names
 * another. */
static bool load_game(Analyze *analyze, const char *path, Status *status) {
    const AnalyzeOptions *options = &analyze->options;
    const int wanted = options->game;
    const FilePlace record = {"the record", path}; /* --out alone may overwrite it, by the same */
    const FilePlace written[] = {{"--out", options->out},
                                 {"--html", options->html},
                                 {"--resume", options->resume},
                                 {"--stderr", options->error_path}};
    if ((options->out != NULL && !file_check_place(options->out, status)) ||
        (options->html != NULL && !file_check_place(options->html, status)) ||
        !file_check_apart_from(&record, 1, written + 1, 3, status) ||
        !file_check_apart(written, 4, status) || !sgf_load(path, &analyze->tree, status)) {
        return false;
    }
    const int games = sgf_tree_games(analyze->tree);
    if (wanted > games) {
        return status_fail(status, "--game %d: %.100s has %d game%s", wanted, path, games,
                           text_plural(games));
    }
    if (wanted == 0 && games > 1) {
        status_warn("analyze", "%.100s: has %d games: the first is read; --game N takes another",
                    path, games);
    }
    const SgfNode *root = sgf_tree_root(analyze->tree);
    for (int game = 1; game < wanted; game++) {
        root = root->next_sibling;
    }
    return read_game(analyze, root, path, status);
}

/* Sets the moves to judge. */
static bool take_range(Analyze *analyze, Status *status) {
    const int64_t from = analyze->options.from, to = analyze->options.to;
    const int count = analyze->line.move_count;
    if ((from > 1 && from > count) || to > count) {
        return status_fail(status, "%s %lld: the game has %d move%s",
                           from > count ? "--from" : "--to", (long long)(from > count ? from : to),
                           count, text_plural(count));
    }
    analyze->review.first = (int)from - 1;
    analyze->review.last = (to == 0 ? count : (int)to) - 1;
    return true;
}

/* Prints the report and writes the files. Returns the exit status. */
static int report_game(const Analyze *analyze) {
    const AnalyzeOptions *options = &analyze->options;
    const Review *review = &analyze->review;
    Status status;
    if (options->json) {
        json_print(review_to_json(review), stdout);
    } else {
        review_print(review, stdout);
    }
    const bool ok = (options->out == NULL || review_save_sgf(review, options->out, &status)) &&
                    (options->html == NULL ||
                     review_save_page(review, analyze->engine_page, options->html, &status));
    return ok ? EXIT_SUCCESS : complain(&status, EXIT_FAILURE);
}

static int analyze_one(Analyze *analyze) {
    const AnalyzeOptions *options = &analyze->options;
    const Review *review = &analyze->review;
    Status status;
    const bool is_loaded =
        load_game(analyze, options->paths.items[0], &status) && take_range(analyze, &status);
    if (!pool_all_ok(&analyze->pool, is_loaded, &status)) {
        return complain_once(analyze, &status, 2);
    }
    const bool ok = search_game(analyze, options->resume, "");
    const int signal = analyze->signal;
    int exit_status = signal != 0 ? 128 + signal : ok ? EXIT_SUCCESS : EXIT_FAILURE;
    if (!pool_is_first(&analyze->pool) || (!ok && signal == 0)) {
        return exit_status;
    }
    const int judged = review->last - review->first + 1, moves = judged > 0 ? judged : 0;
    if (signal != 0) {
        const bool has_files = moves > 0 && (options->out != NULL || options->html != NULL);
        status_warn("analyze", "interrupted: %d move%s judged%s%s", moves, text_plural(moves),
                    options->resume != NULL ? "; --resume goes on" : "",
                    has_files ? ", and the files are about these" : "");
    }
    if (signal == 0 || moves > 0) {
        const int report_status = report_game(analyze);
        exit_status = exit_status != 0 ? exit_status : report_status;
    }
    return exit_status;
}

/* ---- Many games ---- */

static bool has_path(const FileList *paths, const char *path) {
    for (int i = 0; i < paths->count; i++) {
        if (strcmp(paths->items[i], path) == 0) {
            return true;
        }
    }
    return false;
}

/* The length of a path without its ending. */
static int stem_length(const char *path) {
    const char *name = path + os_folder_length(path), *ending = strrchr(name, '.');
    return (int)(ending == NULL || ending == name ? strlen(path) : (size_t)(ending - path));
}

/* Adds the name of a game's page to those of the games before, and returns it: the file's name
 * without folder and ending, with a number if an earlier game has the same. */
static const char *add_page_name(FileList *names, const char *path) {
    const char *base = path + os_folder_length(path);
    Text name = text_new("%.*s", stem_length(base), base);
    for (int number = 2; has_path(names, text_get(&name)); number++) {
        text_set(&name, "%.*s-%d", stem_length(base), base, number);
    }
    file_list_add(names, text_get(&name));
    text_free(&name);
    return names->items[names->count - 1];
}

/* The games that are reviewed together. */
typedef struct {
    FileList paths, pages;
    Collection *collection;
    int index;    /* of the present file */
    int game;     /* of it, from 1 */
    double saved; /* when the index was written */
} ManyGames;

/* Writes what there is of a game that was searched, and the index at times: a page, and unless
 * nothing is new a record beside the one reviewed, whose name begins with the whole name of that
 * file, so that no other's review has it. */
static bool save_game(const Analyze *analyze, ManyGames *many, const char *name, Status *status) {
    const AnalyzeOptions *options = &analyze->options;
    Text page = text_new("%s.html", name), path = text_new("%s/%s", options->html, text_get(&page));
    collection_add(many->collection, &analyze->review, text_get(&page));
    bool ok = review_save_page(&analyze->review, analyze->engine_page, text_get(&path), status);
    if (ok && options->out != NULL) {
        text_set(&path, "%s", analyze->review.file);
        if (many->game > 1) {
            text_add(&path, ".%d", many->game);
        }
        text_add(&path, "%s", options->out);
        ok = (!analyze->search.is_new && os_exists(text_get(&path))) ||
             review_save_sgf(&analyze->review, text_get(&path), status);
    }
    if (!options->json) {
        review_print_line(&analyze->review, text_get(&page), stdout);
    }
    if (ok && clock_seconds() - many->saved >= INDEX_SECONDS) {
        ok = collection_save(many->collection, options->html, status);
        many->saved = clock_seconds();
    }
    text_free(&page);
    text_free(&path);
    return ok;
}

/* Searches a game that was read, and adds it to the collection unless the search was interrupted.
 * Returns false if it has failed, with a message. */
static bool review_next(Analyze *analyze, ManyGames *many, const char *name) {
    const AnalyzeOptions *options = &analyze->options;
    Text path = {0}, label = text_new("%d/%d %s: ", many->index + 1, many->paths.count, name);
    review_search_add_log_path(&analyze->search, options->html, &path);
    bool ok = search_game(analyze, text_get(&path), text_get(&label));
    if (ok && analyze->signal == 0 && pool_is_first(&analyze->pool)) {
        Status status;
        ok = save_game(analyze, many, name, &status);
        if (!ok) {
            status_print("analyze", &status);
        }
    }
    text_free(&path);
    text_free(&label);
    return ok;
}

/* Has rank 0 got no signal? Another rank that gets one takes no more jobs. */
static bool goes_on(const Analyze *analyze) {
    Status status;
    status_fail(&status, "interrupted");
    return pool_all_ok(&analyze->pool, !pool_is_first(&analyze->pool) || analyze->signal == 0,
                       &status);
}

/* Searches the games of the present file. One that cannot be read costs a line and the exit status,
 * not the others. Returns the exit status. */
static int review_file(Analyze *analyze, ManyGames *many) {
    const char *path = many->paths.items[many->index];
    int exit_status = EXIT_SUCCESS;
    Status status;
    const bool is_loaded = sgf_load(path, &analyze->tree, &status);
    if (!pool_all_ok(&analyze->pool, is_loaded, &status)) {
        return complain_once(analyze, &status, EXIT_FAILURE);
    }
    const SgfNode *root = sgf_tree_root(analyze->tree);
    many->game = 1;
    for (; root != NULL && goes_on(analyze); root = root->next_sibling, many->game++) {
        const char *name = add_page_name(&many->pages, path);
        if (!read_game(analyze, root, path, &status)) {
            exit_status = complain(&status, EXIT_FAILURE);
            continue;
        }
        const bool is_wanted = analyze->options.player == NULL ||
                               collection_color(many->collection, &analyze->line) != EMPTY;
        if (is_wanted && !review_next(analyze, many, name)) {
            exit_status = EXIT_FAILURE;
        }
        free_game(analyze);
    }
    sgf_tree_free(analyze->tree);
    analyze->tree = NULL;
    return exit_status;
}

/* Writes the index of the games that are done. */
static int report_all(const Analyze *analyze, const Collection *collection, int exit_status) {
    const int count = collection_count(collection);
    Status status;
    if (analyze->signal != 0) {
        status_fail(&status, "interrupted: %d game%s judged; the same command goes on", count,
                    text_plural(count));
        exit_status = complain(&status, 128 + analyze->signal);
    } else if (count == 0 && analyze->options.player != NULL) {
        status_fail(&status, "no game of %.100s", analyze->options.player);
        return complain(&status, EXIT_FAILURE);
    }
    if (analyze->options.json) {
        collection_print(collection, stdout);
    }
    return count == 0 || collection_save(collection, analyze->options.html, &status)
               ? exit_status
               : complain(&status, EXIT_FAILURE);
}

static bool check_folders(const AnalyzeOptions *options, Status *status) {
    bool ok = true;
    for (int i = 0; i < options->paths.count; i++) {
        ok = ok && !file_is_same(options->paths.items[i], options->html);
    }
    return (ok || status_fail(status, "--html %.100s: the pages need a folder of their own",
                              options->html)) &&
           file_make_folder(options->html, status);
}

/* Lists the records, but for those in a folder that are reviews of others. */
static void list_records(const OptionList *given, FileList *paths) {
    static const char *const ENDINGS[] = {".sgf", ".gib", ".ngf", NULL};
    for (int i = 0; i < given->count; i++) {
        FileList found = {0};
        file_list_add_tree(&found, given->items[i], ENDINGS);
        for (int k = 0; k < found.count; k++) {
            const char *path = found.items[k], *last = strstr(path, REVIEW_ENDING);
            if (last == NULL || strcmp(last, REVIEW_ENDING) != 0 ||
                strcmp(path, given->items[i]) == 0) {
                file_list_add(paths, path);
            }
        }
        file_list_free(&found);
    }
}

/* Do the options fit the review of several games? */
static bool check_many(const AnalyzeOptions *options, Status *status) {
    const char *out = options->out; /* with two dots, lest it replace the records */
    const char *fault =
        options->html == NULL ? "the pages and their index need a folder: --html FOLDER"
        : out != NULL && (out[0] != '.' || strchr(out + 1, '.') == NULL)
            ? "--out is an ending such as .review.sgf"
        : options->resume != NULL || options->from != 1 || options->to != 0 || options->game != 0
            ? "--resume, --from, --to and --game are for one game"
            : NULL;
    return fault == NULL ||
           status_fail(status, "%s: %s", options->player != NULL ? "--player" : "several games",
                       fault);
}

static int analyze_many(Analyze *analyze) {
    const AnalyzeOptions *options = &analyze->options;
    ManyGames many = {.saved = -INFINITY};
    Status status;
    if (!check_many(options, &status)) {
        return option_print_error("analyze", &status);
    }
    if (!check_folders(options, &status)) {
        return complain(&status, 2);
    }
    list_records(&options->paths, &many.paths);
    if (many.paths.count == 0) {
        status_fail(&status, "%.150s: no records (.sgf, .gib, .ngf)", options->paths.items[0]);
        return complain(&status, 2);
    }
    many.collection = collection_new(options->player);
    file_list_add(&many.pages, "index");
    int exit_status = EXIT_SUCCESS;
    for (; many.index < many.paths.count && goes_on(analyze); many.index++) {
        const int file_status = review_file(analyze, &many);
        exit_status = file_status != EXIT_SUCCESS ? file_status : exit_status;
    }
    if (pool_is_first(&analyze->pool)) {
        exit_status = report_all(analyze, many.collection, exit_status);
    }
    collection_free(many.collection);
    file_list_free(&many.pages);
    file_list_free(&many.paths);
    return exit_status;
}

/* ---- The command ---- */

/* Is one game of one file to be reviewed? */
static bool is_one_game(const AnalyzeOptions *options) {
    const char *html = options->html;
    OsFileInfo info;
    const bool is_folder = html != NULL && html[0] != '\0' && html[os_folder_length(html)] == '\0';
    return options->paths.count == 1 && options->player == NULL && !is_folder &&
           !(os_path_info(options->paths.items[0], &info) && info.kind == OS_FILE_FOLDER);
}

int analyze_main(int argc, char **argv, AnalyzeOwnOption *own) {
    Analyze *analyze = memory_new(1, sizeof *analyze);
    Status status;
    int exit_status = EXIT_SUCCESS;
    analyze->program = argv[0];
    if (!analyze_options_read(argc, argv, own, &analyze->options, &status)) {
        exit_status = option_print_error("analyze", &status);
    } else if (analyze->options.with_engine &&
               (analyze->engine_page = review_read_engine_page(
                    argv[0], analyze->options.engine_page, &status)) == NULL) {
        exit_status = complain(&status, 2);
    } else if (!pool_join(&analyze->pool, "analyze", &status)) {
        exit_status = complain(&status, EXIT_FAILURE);
    } else {
        exit_status = is_one_game(&analyze->options) ? analyze_one(analyze) : analyze_many(analyze);
    }
    pool_leave(&analyze->pool);
    free_game(analyze);
    sgf_tree_free(analyze->tree);
    option_list_free(&analyze->options.paths);
    text_free(&analyze->options.own);
    free(analyze->engine_page);
    free(analyze);
    return exit_status;
}
