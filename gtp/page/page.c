/* `dihedra page`: the web page with this program's engine behind it, or another's. */
#include <stdlib.h>
#include <string.h>

#include "engine/base/command_line.h"
#include "engine/base/file.h"
#include "engine/base/member.h"
#include "engine/base/memory.h"
#include "engine/base/os/files.h"
#include "engine/base/os/system.h"
#include "engine/eval/inside/inside.h"
#include "engine/review/review.h"
#include "gtp/engine_options.h"
#include "gtp/page/server.h"
#include "gtp/subcommands.h"
#ifdef DIHEDRA_LIBEVENT
#include <errno.h>
#include <event2/event.h>
#include <spawn.h>
#include <unistd.h>
#endif

static const char USAGE[] =
    "usage: dihedra page [OPTION...] [FILE|FOLDER]\n"
    "\n"
    "Opens the web page in the browser, with this program as its engine: all processors,\n"
    "networks of any size, books. A FILE is opened in it; the records of a FOLDER are listed,\n"
    "opened and saved.\n"
    "Ends with Ctrl-C, or when the last tab has been closed for a minute.\n";

static const char NOTES[] =
    "Parameters of the search (dihedra help parameters) are for games, analyses and reviews;\n"
    "those that limit a move, and ranks, for games alone.\n";

enum { REVIEW_VISITS = 50 }; /* of a position, when all records are reviewed */

typedef struct {
    EngineOptions scratch; /* for checking the engine's options */
    Text own;              /* those that were given, as words of a command line */
    Text parameters;       /* those of them that are parameters of any search */
    Text overrides;        /* the same as the analysis engine has them, and other words for it */
    ServerOptions server;
    const char *place;
    int threads;
    bool opens_not;
} PageRequest;

// clang-format off
static const Option OPTIONS[] = {
    {.name = "FILE|FOLDER", OPTION_TEXT_IN(PageRequest, place)},
    {.name = "--port", .argument = "N", .integer = {1, 65535}, OPTION_INT_IN(PageRequest, server.port),
     .help = "port of the page's address (default 6361, or a free one if that is taken); browsers keep games and settings by it"},
    {.name = "--no-open", OPTION_FLAG_IN(PageRequest, opens_not), .help = "only prints the address"},
    {.name = "--keep", OPTION_FLAG_IN(PageRequest, server.keeps), .help = "goes on without a tab"},
    {.name = "--engine", .argument = "COMMAND", OPTION_TEXT_IN(PageRequest, server.engine),
     .help = "an engine that analyses instead of this one: one that speaks KataGo's JSON protocol, such as 'katago analysis "
             "-config C -model M', or GTP with kata-analyze"},
    {.name = "--model", .alias = "-model", .argument = "FILE|inside|none", OPTION_TEXT_IN(PageRequest, server.tabs.networks[TAB_NETWORK_MAIN]),
     .help = "network to begin with (default as in dihedra help); the menu has it and those of ~/.local/share/dihedra"},
    {.name = "--human-model", .alias = "-human-model", .argument = "FILE|none", OPTION_TEXT_IN(PageRequest, server.tabs.networks[TAB_NETWORK_HUMAN]),
     .help = "KataGo's human-play network, which ranks follow"},
    {.name = "--threads", .argument = "T", .integer = {1, 1024}, OPTION_INT_IN(PageRequest, threads),
     .help = "search threads (default: the number of processors)"},
    {.name = "--keep-reviews", OPTION_FLAG_IN(PageRequest, server.begins_reviews),
     .help = "reviews the records of the FOLDER from the start, and keeps NAME.review.sgf beside each; else they are reviewed when "
             "asked for, and nothing is kept"},
    {.kind = OPTION_HEADING, .help = "For games against it, also"},
    {0},
};
// clang-format on

const CommandHelp PAGE_HELP = {
    "page", "opens the web page with this engine", USAGE, {OPTIONS, ENGINE_OPTIONS}, NOTES};

/* Hands an option on to the other engines that it concerns. */
static void share_option(PageRequest *request, const char *name, const char *word) {
    static const char *const GAMES[] = {"maxTime", "maxVisits", "maxPlayouts", "rank", NULL};
    static const char *const NETWORK[] = {"--precision", "--no-cache", NULL};
    const Parameter *parameter = parameter_find(name + 2);
    if (parameter != NULL && text_find(parameter->name, GAMES) < 0) {
        text_add(&request->parameters, " ");
        command_line_quote(&request->parameters, word);
        text_add(&request->overrides, " --override-config ");
        command_line_quote(&request->overrides, word + 2);
    } else if (text_find(name, NETWORK) >= 0) {
        text_add(&request->overrides, " %s", word);
    }
}

/* Checks an option of the engine, and keeps it. */
static bool read_engine_option(void *target, const char *name, char **values, Status *status) {
    PageRequest *request = target;
    const OptionGroup groups[] = {engine_options_group(&request->scratch), {0}};
    Text word = text_new(values[0] != NULL ? "%s=%s" : "%s", name, values[0]);
    char *words[] = {"", word.bytes};
    const bool ok = option_read(groups, 2, words, status);
    text_add(&request->own, " ");
    command_line_quote(&request->own, word.bytes);
    share_option(request, name, word.bytes);
    text_free(&word);
    return ok;
}

static bool find_engine_option(void *target, const char *name, Option *option) {
    PageRequest *request = target;
    const OptionGroup group = engine_options_group(&request->scratch);
    const Option *row = group.options;
    while (row->name != NULL && (row->kind == OPTION_FOUND || strcmp(row->name, name) != 0)) {
        row++;
    }
    const bool is_found = row->name != NULL || group.find(&request->scratch, name, option);
    *option = row->name != NULL ? *row : *option;
    option->kind = OPTION_CALL;
    option->read = read_engine_option;
    return is_found;
}

#ifdef DIHEDRA_LIBEVENT
#ifdef DIHEDRA_SECCOMP
static const char SANDBOX[] = " --sandbox";
#else
static const char SANDBOX[] = "";
#endif

/* ---- Engines ---- */

/* Takes the words over, which are the options of this program. */
static void set_own(TabCommand *command, const char *program, Text words) {
    *command = (TabCommand){command_line_own(program, text_get(&words)), TAB_NETWORKS};
    text_free(&words);
}

/* The reviewer runs at the lowest priority; what it prints is its progress. */
static void set_reviewer(TabCommand *command, const PageRequest *request, const char *program,
                         const Folder *records, const Folder *pages) {
    char *own = os_full_path(os_program_path(program)); /* whose name under nice may be nice's */
    Text line = text_new("sh -c 'exec nice -n 19 \"$0\" \"$@\" 2>&1' ");
    command_line_quote(&line, own != NULL ? own : program);
    text_add(&line, " analyze --visits %d%s%s%s --html ", REVIEW_VISITS,
             text_get(&request->parameters), request->server.begins_reviews ? " --out " : "",
             request->server.begins_reviews ? REVIEW_ENDING : "");
    command_line_quote(&line, pages->root);
    text_add(&line, " ");
    command_line_quote(&line, records->root);
    *command = (TabCommand){line.bytes, TAB_NETWORK_MAIN + 1};
    free(own);
}

static void set_commands(PageRequest *request, const char *program) {
    TabCommand *commands = request->server.tabs.commands;
    const int threads = request->threads > 0 ? request->threads : os_processors();
    set_own(&commands[0], program,
            text_new("--no-files --threads %d%s%s", threads, SANDBOX, text_get(&request->own)));
    if (request->server.engine != NULL) {
        commands[1] = (TabCommand){memory_copy(request->server.engine), 0};
    } else {
        set_own(&commands[1], program,
                text_new("analysis --analysis-threads 1 --override-config numSearchThreads=%d "
                         "--override-config evalCacheMemory=%d%s%s",
                         threads, (int)request->scratch.player.memory_mb, SANDBOX,
                         text_get(&request->overrides)));
    }
}

/* ---- The folder of reviews ---- */

/* If they are kept, so is what was searched, in the user's cache; else all goes with the server. */
static bool open_reviews(const PageRequest *request, const Folder *records, Folder *pages,
                         Status *status) {
    char *cache = os_user_cache_folder();
    const char *scratch = os_variable("TMPDIR");
    Text path = {0};
    bool ok = true;
    if (!request->server.begins_reviews) {
        text_set(&path, "%s/dihedra-reviews-XXXXXX", scratch == NULL ? "/tmp" : scratch);
        ok = mkdtemp(path.bytes) != NULL;
    } else {
        text_set(&path, "%sreviews/", cache == NULL ? "" : cache);
        ok = file_make_two_folders(text_get(&path));
        text_add(&path, "%016llx",
                 (unsigned long long)checksum_of(records->root, strlen(records->root)));
        ok = ok && os_make_folder(text_get(&path));
    }
    ok = ok ? folder_open(pages, text_get(&path), status)
            : file_fail(status, text_get(&path), strerror(errno));
    pages->has_pages = true;
    text_free(&path);
    free(cache);
    return ok;
}

static void close_reviews(const PageRequest *request, Folder *pages) {
    const bool goes = pages->root != NULL && !request->server.begins_reviews;
    char **names = goes ? os_list_folder(pages->root) : NULL;
    for (int i = 0; names != NULL && names[i] != NULL; i++) {
        Text path = text_new("%s%s", pages->root, names[i]);
        os_remove(text_get(&path));
        text_free(&path);
    }
    free(names);
    if (goes) {
        rmdir(pages->root);
    }
    folder_close(pages);
}

/* ---- The server ---- */

/* Is it a command line? */
static bool check_command(const char *command, Status *status) {
    char **words = command == NULL ? NULL : command_line_split(command, status);
    free(words);
    return command == NULL || words != NULL;
}

/* The network inside, those of the command line and those in the user's folder. */
static void find_networks(ServerOptions *options) {
    static const char *const ENDINGS[] = {".gz", ".bin", ".txt", NULL};
    static const char *const NO_FILES[] = {NETWORK_INSIDE, "none", NULL};
    char *folder = os_user_data_folder();
    if (inside_exists()) {
        file_list_add(&options->networks, NETWORK_INSIDE);
    }
    for (int i = 0; i < TAB_NETWORKS; i++) {
        const char *named = options->tabs.networks[i];
        if (named != NULL && text_find(named, NO_FILES) < 0) {
            file_list_add(&options->networks, named);
        }
    }
    if (folder != NULL && os_exists(folder)) {
        file_list_add_files(&options->networks, folder, ENDINGS);
    }
    free(folder);
}

/* It outlives this program, and Ctrl-C. */
static void open_browser(const char *address) {
#ifdef __APPLE__
    static char COMMAND[] = "trap '' INT; exec open \"$0\"";
#else
    static char COMMAND[] = "trap '' INT; exec xdg-open \"$0\" </dev/null >/dev/null 2>&1";
#endif
    char *words[] = {"sh", "-c", COMMAND, (char *)address, NULL};
    pid_t child;
    posix_spawnp(&child, words[0], NULL, NULL, words, os_environment());
}

static bool run_server(const PageRequest *request, Status *status) {
    Server *server = server_new(&request->server, status);
    if (server == NULL) {
        return false;
    }
    printf("%s\n", server_address(server, false));
    fflush(stdout);
    if (!request->opens_not) {
        open_browser(server_address(server, true));
    }
    server_run(server);
    server_free(server);
    return true;
}

static bool open_folders(const PageRequest *request, Folder *records, Folder *pages,
                         Status *status) {
    if (request->place != NULL && !folder_open(records, request->place, status)) {
        return false;
    }
    const bool has_all = records->root != NULL && records->only == NULL;
    return has_all ? open_reviews(request, records, pages, status)
                   : !request->server.begins_reviews ||
                         status_fail(status, "--keep-reviews is for the records of a folder");
}

static bool serve(PageRequest *request, const char *argv0, Status *status) {
    Folder records = {0}, pages = {0};
    ServerOptions *options = &request->server;
    bool ok =
        check_command(options->engine, status) && open_folders(request, &records, &pages, status);
    options->folder = records.root == NULL ? NULL : &records;
    options->reviews = pages.root == NULL ? NULL : &pages;
    options->words = text_get(&request->own);
    options->tabs.base = memory_check(event_base_new());
    set_commands(request, argv0);
    if (options->reviews != NULL) {
        set_reviewer(&options->tabs.commands[TAB_REVIEWER], request, argv0, &records, &pages);
    }
    find_networks(options);
    ok = ok && run_server(request, status);
    event_base_free(options->tabs.base);
    file_list_free(&options->networks);
    close_reviews(request, &pages);
    folder_close(&records);
    for (int i = 0; i <= TAB_REVIEWER; i++) {
        free(options->tabs.commands[i].line);
    }
    return ok;
}
#else
static bool serve(PageRequest *request, const char *argv0, Status *status) {
    (void)request, (void)argv0;
    return status_fail(status,
                       "this program was built without libevent, which the page's server needs");
}
#endif

int page_main(int argc, char **argv) {
    PageRequest request = {.scratch = engine_options_default()};
    static const Option NONE[] = {{0}};
    const OptionGroup groups[] = {
        {.options = OPTIONS, .target = &request}, {NONE, &request, find_engine_option}, {0}};
    Status status;
    int exit_status = EXIT_SUCCESS;
    const bool ok = option_read(groups, argc, argv, &status);
    const char **model = &request.server.tabs.networks[TAB_NETWORK_MAIN];
    *model = *model != NULL ? *model : os_variable("DIHEDRA_MODEL");
    if (!ok) {
        exit_status = option_print_error("page", &status);
    } else if (!serve(&request, argv[0], &status)) {
        status_print("page", &status);
        exit_status = EXIT_FAILURE;
    }
    text_free(&request.own);
    text_free(&request.parameters);
    text_free(&request.overrides);
    return exit_status;
}
