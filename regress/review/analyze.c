/* Reads options and records, has the positions searched, computes the figures, reports. The table
 * of one game streams; files are written at the end of a game, or when the search is interrupted.
 */
#include "regress/review/analyze.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "engine/base/options.h"
#include "engine/base/os/files.h"
#include "regress/review/collection.h"
#include "regress/review/options.h"
#include "regress/review/review_search.h"

enum { DEFAULT_VISITS = 200 }; /* of each position */

/* Where a game comes from, and where what is known about it goes. NULL: nowhere. */
typedef struct {
    const char *path, *out, *html, *resume;
    const char *label; /* before the progress */
    bool has_table;
} AnalyzeFiles;

typedef struct {
    AnalyzeOptions options;
    Mpi *mpi;
    SgfTree *tree;
    GameLine line;
    Review review;
    ReviewSearch search;
    Interrupt interrupt;
} Analyze;

static int complain(const Status *status, int exit_status) {
    status_print("analyze", status);
    return exit_status;
}

/* The same for what all ranks know. */
static int complain_once(const Analyze *analyze, const Status *status, int exit_status) {
    return mpi_rank(analyze->mpi) == 0 ? complain(status, exit_status) : exit_status;
}

/* ---- The search ---- */

/* Returns the command line of the engine; the caller frees it. This program's own gets the record's
 * rules. */
static char *engine_command(const Analyze *analyze, const char *program) {
    const AnalyzeOptions *options = &analyze->options;
    const char *rules = analyze->line.rules;
    if (options->engine != NULL) {
        return memory_copy(options->engine);
    }
    Text own = {0};
    text_add(&own, "--rules %s%s", rules == NULL ? RULES[0].name : rules, text_get(&options->own));
    char *command = engine_process_own_command(program, text_get(&own));
    text_free(&own);
    return command;
}

/* All but the engine's command and the files. */
static void set_up_search(Analyze *analyze) {
    const AnalyzeOptions *options = &analyze->options;
    const bool has_seconds = options->seconds > 0;
    analyze->search = (ReviewSearch){
        .mpi = analyze->mpi,
        .interrupt = &analyze->interrupt,
        .settings = options->engine != NULL ? options->engine : text_get(&options->own),
        .error_path = options->error_path,
        .timeout = options->timeout,
        .limits = {.visits = options->visits > 0 ? options->visits
                             : has_seconds       ? INT64_MAX
                                                 : DEFAULT_VISITS,
                   .seconds = has_seconds ? options->seconds : INFINITY},
        .deep = options->deep,
        .engines = options->engines,
        .review = &analyze->review,
    };
}

/* Fills in the analyses, on rank 0. */
static bool search(Analyze *analyze, const AnalyzeFiles *files, const char *program) {
    char *command = engine_command(analyze, program);
    analyze->search.command = command;
    analyze->search.log_path = files->resume;
    analyze->search.label = files->label;
    analyze->search.table = files->has_table && mpi_rank(analyze->mpi) == 0 ? stdout : NULL;
    const bool ok = review_search(&analyze->search);
    free(command);
    return ok;
}

static int signal_of(const Analyze *analyze) {
    return analyze->interrupt.signal;
}

/* ---- A game ---- */

static bool is_kind(const char *path, OsFileKind kind) {
    OsFileInfo info;
    return os_path_info(path, &info) && info.kind == kind;
}

static bool load_record(Analyze *analyze, const char *path, Status *status) {
    const bool may_wait = !is_kind(path, OS_FILE_REGULAR);
    interrupt_set_ends_process(&analyze->interrupt, may_wait);
    const bool ok = sgf_load(path, &analyze->tree, status);
    interrupt_set_ends_process(&analyze->interrupt, false);
    return ok;
}

/* Reads a game of the tree. */
static bool read_game(Analyze *analyze, const SgfNode *root, const char *path, Status *status) {
    Review *review = &analyze->review;
    if (!game_line_read(&analyze->line, analyze->tree, root, path, status)) {
        return false;
    }
    const size_t moves = (size_t)analyze->line.move_count;
    *review = (Review){.line = &analyze->line,
                       .first = 0,
                       .last = analyze->line.move_count - 1,
                       .classes = analyze->options.classes,
                       .file = path,
                       .analyses = memory_new(moves + 1, sizeof *review->analyses),
                       .figures = memory_new(moves, sizeof *review->figures)};
    set_up_search(analyze);
    return true;
}

static void free_game(Analyze *analyze) {
    free(analyze->review.analyses);
    free(analyze->review.figures);
    game_line_free(&analyze->line);
}

static bool save(const Review *review, const AnalyzeFiles *files, Status *status) {
    return (files->out == NULL || review_save_sgf(review, files->out, status)) &&
           (files->html == NULL || review_save_page(review, files->html, status));
}

/* ---- One game ---- */

/* Can the file be written? path NULL: none is wanted. */
static bool check_place(const char *path, Status *status) {
    return path == NULL || file_check_place(path, status);
}

/* The record alone may be overwritten, by the same record with comments. */
static bool check_files(const AnalyzeOptions *files, Status *status) {
    const FilePlace record = {"the record", files->paths.items[0]};
    const FilePlace written[] = {{"--out", files->out},
                                 {"--html", files->html},
                                 {"--resume", files->resume},
                                 {"--stderr", files->error_path}};
    return check_place(files->out, status) && check_place(files->html, status) &&
           file_check_apart_from(&record, 1, written + 1, 3, status) &&
           file_check_apart(written, 4, status);
}

static bool check_move(const char *option, int64_t move, int move_count, Status *status) {
    return move <= move_count || status_fail(status, "%s %lld: the game has %d move%s", option,
                                             (long long)move, move_count, text_plural(move_count));
}

/* Sets the moves to judge. */
static bool take_range(Analyze *analyze, Status *status) {
    const AnalyzeOptions *options = &analyze->options;
    const int count = analyze->line.move_count;
    if ((options->from > 1 && !check_move("--from", options->from, count, status)) ||
        !check_move("--to", options->to, count, status)) {
        return false;
    }
    analyze->review.first = (int)options->from - 1;
    analyze->review.last = (options->to == 0 ? count : (int)options->to) - 1;
    return true;
}

static void tell_interruption(const Analyze *analyze, const AnalyzeFiles *files) {
    const Review *review = &analyze->review;
    const int judged = review->last - review->first + 1, moves = judged > 0 ? judged : 0;
    const bool has_files = moves > 0 && (files->out != NULL || files->html != NULL);
    Status status;
    status_fail(&status, "interrupted: %d move%s judged%s%s", moves, text_plural(moves),
                files->resume != NULL ? "; --resume goes on" : "",
                has_files ? ", and the files are about these" : "");
    status_print("analyze", &status);
}

/* Prints the report and writes the files. Returns the exit status. */
static int report(const Analyze *analyze, const AnalyzeFiles *files) {
    const Review *review = &analyze->review;
    Status status;
    if (analyze->options.json) {
        json_print(review_to_json(review), stdout);
    } else {
        review_print_players(review, stdout);
    }
    return save(review, files, &status) ? EXIT_SUCCESS : complain(&status, EXIT_FAILURE);
}

static int analyze_line(Analyze *analyze, const AnalyzeFiles *files, const char *program) {
    Review *review = &analyze->review;
    Status status;
    if (!take_range(analyze, &status)) {
        return complain(&status, 2);
    }
    const bool ok = search(analyze, files, program);
    const int signal = signal_of(analyze);
    int exit_status = signal != 0 ? 128 + signal : ok ? EXIT_SUCCESS : EXIT_FAILURE;
    if (mpi_rank(analyze->mpi) > 0 || (!ok && signal == 0)) {
        return exit_status;
    }
    if (signal != 0) {
        tell_interruption(analyze, files);
    }
    if (signal == 0 || review->last >= review->first) {
        review_judge(review);
        const int report_status = report(analyze, files);
        exit_status = exit_status != 0 ? exit_status : report_status;
    }
    return exit_status;
}

/* Loads a record and reads the game of it that is asked for: the first, unless --game names
 * another.
 */
static bool load_game(Analyze *analyze, const char *path, Status *status) {
    const int wanted = analyze->options.game;
    if (!load_record(analyze, path, status)) {
        return false;
    }
    const int games = sgf_tree_games(analyze->tree);
    if (wanted > games) {
        return status_fail(status, "--game %d: %.100s has %d game%s", wanted, path, games,
                           text_plural(games));
    }
    if (wanted == 0 && games > 1) {
        status_fail(status, "%.100s: has %d games: the first is read; --game N takes another", path,
                    games);
        status_print("analyze", status);
    }
    const SgfNode *root = sgf_tree_root(analyze->tree);
    for (int game = 1; game < wanted; game++) {
        root = root->next_sibling;
    }
    return read_game(analyze, root, path, status);
}

static int analyze_one(Analyze *analyze, const char *program) {
    const AnalyzeOptions *options = &analyze->options;
    const AnalyzeFiles files = {.path = options->paths.items[0],
                                .out = options->out,
                                .html = options->html,
                                .resume = options->resume,
                                .label = "",
                                .has_table = !options->json};
    Status status;
    const bool is_loaded = check_files(options, &status) && load_game(analyze, files.path, &status);
    const bool is_ready = mpi_all_ok(analyze->mpi, is_loaded, &status);
    const int exit_status =
        is_ready ? analyze_line(analyze, &files, program) : complain_once(analyze, &status, 2);
    if (is_loaded) {
        free_game(analyze);
    }
    return exit_status;
}

/* ---- Many games ---- */

/* Paths of records, or names of pages. Each is the list's. */
typedef struct {
    char **items;
    int count;
} PathList;

static void add_path(PathList *paths, const char *path) {
    paths->items = memory_grow(paths->items, (size_t)paths->count, sizeof *paths->items);
    paths->items[paths->count++] = memory_copy(path);
}

static bool has_path(const PathList *paths, const char *path) {
    for (int i = 0; i < paths->count; i++) {
        if (strcmp(paths->items[i], path) == 0) {
            return true;
        }
    }
    return false;
}

static bool is_folder(const char *path) {
    return is_kind(path, OS_FILE_FOLDER);
}

static bool has_record_ending(const char *name) {
    const char *ending = strrchr(name, '.');
    return ending != NULL && ending != name &&
           (strcasecmp(ending, ".sgf") == 0 || strcasecmp(ending, ".gib") == 0 ||
            strcasecmp(ending, ".ngf") == 0);
}

/* Adds a folder that cannot be listed by itself: to load it says why. */
static void add_records(PathList *paths, const char *folder) {
    char **names = os_list_folder(folder);
    if (names == NULL) {
        add_path(paths, folder);
        return;
    }
    Text path = {0};
    for (char **name = names; *name != NULL; name++) {
        text_clear(&path);
        text_add(&path, "%s/%s", folder, *name);
        if (has_record_ending(*name) && is_kind(text_get(&path), OS_FILE_REGULAR)) {
            add_path(paths, text_get(&path));
        }
    }
    text_free(&path);
    free(names);
}

/* Returns the files that were named, and the records of the folders that were. */
static PathList list_paths(const AnalyzeOptions *options) {
    PathList paths = {0};
    for (int i = 0; i < options->paths.count; i++) {
        const char *path = options->paths.items[i];
        if (is_folder(path)) {
            add_records(&paths, path);
        } else {
            add_path(&paths, path);
        }
    }
    return paths;
}

static void free_paths(PathList *paths) {
    for (int i = 0; i < paths->count; i++) {
        free(paths->items[i]);
    }
    free(paths->items);
}

/* Adds the name of a game's page to those of the games before, and returns it: the file's name
 * without folder and ending, with a number if an earlier game has the same. If the game was read,
 * names whose log is of another game or of other options are passed over: so it finds its own
 * again, whatever comes before it. */
static const char *add_page_name(Analyze *analyze, bool is_read, PathList *names,
                                 const char *path) {
    const char *base = path + os_folder_length(path), *ending = strrchr(base, '.');
    const size_t length = ending == NULL || ending == base ? strlen(base) : (size_t)(ending - base);
    Text name = {0}, log = {0};
    bool is_taken = true;
    for (int number = 1; is_taken; number++) {
        text_clear(&name);
        text_append(&name, base, length);
        if (number > 1) {
            text_add(&name, "-%d", number);
        }
        text_clear(&log);
        text_add(&log, "%s/%s.log", analyze->options.html, text_get(&name));
        is_taken = has_path(names, text_get(&name)) ||
                   (is_read && review_search_has_other_log(&analyze->search, text_get(&log)));
    }
    add_path(names, text_get(&name));
    text_free(&name);
    text_free(&log);
    return names->items[names->count - 1];
}

static void print_game(const Review *review, const char *page) {
    text_print(review->file, stdout);
    printf(": ");
    for (int color = BLACK; color <= WHITE; color++) {
        const PlayerFigures *player = &review->players[color];
        const char *name = color == BLACK ? "Black" : "White";
        if (player->moves == 0) {
            printf("%s no moves; ", name);
            continue;
        }
        printf("%s lost %.2f points a move, %d of %d moves mistakes or worse; ", name,
               player->mean_loss_points,
               player->grades[GRADE_MISTAKE] + player->grades[GRADE_SERIOUS_MISTAKE] +
                   player->grades[GRADE_BLUNDER],
               player->moves);
    }
    text_print(page, stdout);
    printf("\n");
    fflush(stdout);
}

/* The games that are reviewed together. */
typedef struct {
    PathList paths, pages;
    Collection *collection;
    int index; /* of the present file */
} ManyGames;

/* Searches a game that was read, and adds it to the collection unless the search was interrupted.
 * Returns false if it has failed, with a message. */
static bool analyze_next(Analyze *analyze, ManyGames *many, const char *name, const char *program) {
    const AnalyzeOptions *options = &analyze->options;
    Text page = {0}, html = {0}, log = {0}, label = {0};
    text_add(&page, "%s.html", name);
    text_add(&html, "%s/%s", options->html, text_get(&page));
    text_add(&log, "%s/%s.log", options->html, name);
    text_add(&label, "%d/%d %s: ", many->index + 1, many->paths.count, name);
    const AnalyzeFiles files = {.path = many->paths.items[many->index],
                                .html = text_get(&html),
                                .resume = text_get(&log),
                                .label = text_get(&label)};
    Status status;
    bool ok = search(analyze, &files, program);
    if (ok && signal_of(analyze) == 0 && mpi_rank(analyze->mpi) == 0) {
        review_judge(&analyze->review);
        collection_add(many->collection, &analyze->review, text_get(&page));
        if (!options->json) {
            print_game(&analyze->review, text_get(&page));
        }
        ok = save(&analyze->review, &files, &status);
        if (!ok) {
            status_print("analyze", &status);
        }
    }
    Text *const texts[] = {&page, &html, &log, &label};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        text_free(texts[i]);
    }
    return ok;
}

/* Has rank 0 got no signal? Another rank that gets one takes no more jobs. */
static bool goes_on(const Analyze *analyze) {
    Status status;
    status_fail(&status, "interrupted");
    return mpi_all_ok(analyze->mpi, mpi_rank(analyze->mpi) != 0 || signal_of(analyze) == 0,
                      &status);
}

/* Is the game one of the player's, or is no player asked for? */
static bool is_wanted(const Analyze *analyze, const Collection *collection) {
    return analyze->options.player == NULL || collection_color(collection, &analyze->line) != EMPTY;
}

/* Searches the games of the present file. One that cannot be read costs a line and the exit status,
 * not the others. Returns the exit status. */
static int analyze_file(Analyze *analyze, ManyGames *many, const char *program) {
    const char *path = many->paths.items[many->index];
    int exit_status = EXIT_SUCCESS;
    Status status;
    const SgfNode *root = load_record(analyze, path, &status) ? sgf_tree_root(analyze->tree) : NULL;
    if (!mpi_all_ok(analyze->mpi, root != NULL, &status)) {
        exit_status = complain_once(analyze, &status, EXIT_FAILURE);
        root = NULL;
    }
    for (; root != NULL; root = root->next_sibling) {
        const bool is_read = read_game(analyze, root, path, &status);
        const char *name = add_page_name(analyze, is_read, &many->pages, path);
        if (!is_read) {
            exit_status = complain(&status, EXIT_FAILURE);
            continue;
        }
        const bool ok =
            !is_wanted(analyze, many->collection) || analyze_next(analyze, many, name, program);
        free_game(analyze);
        exit_status = ok ? exit_status : EXIT_FAILURE;
        if (!goes_on(analyze)) {
            break;
        }
    }
    sgf_tree_free(analyze->tree);
    analyze->tree = NULL;
    return exit_status;
}

/* Searches all games. Returns the exit status. */
static int analyze_all(Analyze *analyze, ManyGames *many, const char *program) {
    int exit_status = EXIT_SUCCESS;
    for (; many->index < many->paths.count; many->index++) {
        const int file_status = analyze_file(analyze, many, program);
        exit_status = file_status != EXIT_SUCCESS ? file_status : exit_status;
        if (!goes_on(analyze)) {
            break;
        }
    }
    return signal_of(analyze) != 0 ? 128 + signal_of(analyze) : exit_status;
}

/* Writes the index of the games that are done. */
static int report_all(const Analyze *analyze, const Collection *collection, int exit_status) {
    const int count = collection_count(collection);
    Status status;
    if (signal_of(analyze) != 0) {
        status_fail(&status, "interrupted: %d game%s judged; the same command goes on", count,
                    text_plural(count));
        status_print("analyze", &status);
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

/* The pages lie beside drills.sgf, which is no record of a game. */
static bool check_folders(const AnalyzeOptions *options, const PathList *records, Status *status) {
    Text drills = {0};
    bool ok = true;
    text_add(&drills, "%s/drills.sgf", options->html);
    for (int i = 0; i < options->paths.count; i++) {
        ok = ok && !file_is_same(options->paths.items[i], options->html);
    }
    for (int i = 0; i < records->count; i++) {
        ok = ok && !file_is_same(records->items[i], text_get(&drills));
    }
    text_free(&drills);
    return ok || status_fail(status, "--html %.100s: the pages need a folder of their own",
                             options->html);
}

static int analyze_many(Analyze *analyze, const char *program) {
    const AnalyzeOptions *options = &analyze->options;
    Status status;
    if (options->html == NULL || options->out != NULL || options->resume != NULL ||
        options->from != 1 || options->to != 0 || options->game != 0) {
        status_fail(&status, "several games: --html names a folder; --out, --resume, --from, --to "
                             "and --game are for one game");
        return option_print_error("analyze", &status);
    }
    ManyGames many = {.paths = list_paths(options)};
    const bool has_records =
        many.paths.count > 0 ||
        status_fail(&status, "%.150s: no records (.sgf, .gib, .ngf)", options->paths.items[0]);
    if (!has_records || !check_folders(options, &many.paths, &status) ||
        !file_make_folder(options->html, &status)) {
        free_paths(&many.paths);
        return complain(&status, 2);
    }
    many.collection = collection_new(options->player);
    add_path(&many.pages, "index");
    int exit_status = analyze_all(analyze, &many, program);
    if (mpi_rank(analyze->mpi) == 0) {
        exit_status = report_all(analyze, many.collection, exit_status);
    }
    collection_free(many.collection);
    free_paths(&many.pages);
    free_paths(&many.paths);
    return exit_status;
}

/* ---- The command ---- */

static bool ends_in_separator(const char *path) {
    return path[0] != '\0' && path[os_folder_length(path)] == '\0';
}

/* Is one game of one file to be reviewed? */
static bool is_one_game(const AnalyzeOptions *options) {
    return options->paths.count == 1 && options->player == NULL &&
           !is_folder(options->paths.items[0]) &&
           (options->html == NULL || !ends_in_separator(options->html));
}

static int analyze_games(Analyze *analyze, const char *program) {
    Status status;
    if (!interrupt_start(&analyze->interrupt, &status)) {
        return complain(&status, EXIT_FAILURE);
    }
    const int exit_status = is_one_game(&analyze->options) ? analyze_one(analyze, program)
                                                           : analyze_many(analyze, program);
    interrupt_finish(&analyze->interrupt);
    return exit_status;
}

int analyze_main(int argc, char **argv, AnalyzeOwnOption *own) {
    Analyze *analyze = memory_new(1, sizeof *analyze);
    Status status;
    int exit_status = EXIT_SUCCESS;
    if (!analyze_options_read(argc, argv, own, &analyze->options, &status)) {
        exit_status = option_print_error("analyze", &status);
    } else if ((analyze->mpi = mpi_open("analyze", &status)) == NULL) {
        exit_status = complain(&status, EXIT_FAILURE);
    } else {
        exit_status = analyze_games(analyze, argv[0]);
        mpi_close(analyze->mpi);
    }
    sgf_tree_free(analyze->tree);
    option_list_free(&analyze->options.paths);
    text_free(&analyze->options.own);
    free(analyze);
    return exit_status;
}
