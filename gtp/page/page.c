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
#include "gtp/engine_options.h"
#include "gtp/subcommands.h"
#ifdef DIHEDRA_LIBEVENT
#include <event2/event.h>
#include <spawn.h>

#include "gtp/page/server.h"
#endif

static const char USAGE[] =
    "usage: dihedra page [OPTION...] [FILE|FOLDER]\n"
    "\n"
    "Opens the web page in the browser, with this program as its engine: all processors, networks "
    "of\n"
    "any size, books. A FILE is opened in it; the records of a FOLDER are listed, opened and "
    "saved.\n"
    "Ends with Ctrl-C, or when the last tab has been closed for a minute.\n";

typedef struct {
    EngineOptions scratch; /* for checking the engine's options */
    Text own;              /* those that were given, as words of a command line */
    const char *place, *model, *human_model, *engine;
    int port, threads;
    bool keeps, opens_not;
} PageRequest;

// clang-format off
static const Option OPTIONS[] = {
    {.name = "FILE|FOLDER", OPTION_TEXT_IN(PageRequest, place)},
    {.name = "--port", .argument = "N", .integer = {1, 65535}, OPTION_INT_IN(PageRequest, port),
     .help = "of the page's address (default 6361, or a free one if that is taken); browsers keep games and settings by it"},
    {.name = "--no-open", OPTION_FLAG_IN(PageRequest, opens_not), .help = "only prints the address"},
    {.name = "--keep", OPTION_FLAG_IN(PageRequest, keeps), .help = "goes on without a tab"},
    {.name = "--engine", .argument = "COMMAND", OPTION_TEXT_IN(PageRequest, engine),
     .help = "an engine that analyses instead of this one: one that speaks KataGo's JSON protocol, such as 'katago analysis "
             "-config C -model M', or GTP with kata-analyze"},
    {.name = "--model", .alias = "-model", .argument = "FILE|inside|none", OPTION_TEXT_IN(PageRequest, model),
     .help = "network to begin with (default as in dihedra help); the menu has it and those of ~/.local/share/dihedra"},
    {.name = "--human-model", .alias = "-human-model", .argument = "FILE|none", OPTION_TEXT_IN(PageRequest, human_model),
     .help = "KataGo's human-play network, which ranks follow"},
    {.name = "--threads", .argument = "T", .integer = {1, 1024}, OPTION_INT_IN(PageRequest, threads),
     .help = "search threads (default: the number of processors)"},
    {.kind = OPTION_HEADING, .help = "For games against it, besides"},
    {0},
};
// clang-format on

const CommandHelp PAGE_HELP = {
    "page", "opens the web page with this engine", USAGE, {OPTIONS, ENGINE_OPTIONS}, NULL};

/* Checks an option of the engine, and keeps it. */
static bool read_engine_option(void *target, const char *name, char **values, Status *status) {
    PageRequest *request = target;
    const OptionGroup groups[] = {engine_options_group(&request->scratch), {0}};
    Text word = text_new(values[0] != NULL ? "%s=%s" : "%s", name, values[0]);
    char *words[] = {"", word.bytes};
    const bool ok = option_read(groups, 2, words, status);
    text_add(&request->own, " ");
    command_line_quote(&request->own, word.bytes);
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

/* The command line of this program as an engine of a tab; the caller frees it. */
static char *make_command(const PageRequest *request, const char *program, bool is_gtp) {
    const int threads = request->threads > 0 ? request->threads : os_processors();
    Text words =
        text_new(is_gtp ? "--no-files --threads %d"
                        : "analysis --analysis-threads 1 --override-config numSearchThreads=%d",
                 threads);
    text_add(&words, "%s%s", SANDBOX, is_gtp ? text_get(&request->own) : "");
    char *command = command_line_own(program, text_get(&words));
    text_free(&words);
    return command;
}

/* Is it a command line? */
static bool check_command(const char *command, Status *status) {
    char **words = command == NULL ? NULL : command_line_split(command, status);
    free(words);
    return command == NULL || words != NULL;
}

/* The network inside, those of the command line and those in the user's folder. */
static void find_networks(const PageRequest *request, FileList *networks) {
    const char *const named[] = {request->model, request->human_model};
    char *folder = os_user_data_folder();
    if (inside_exists()) {
        file_list_add(networks, NETWORK_INSIDE);
    }
    for (int i = 0; i < 2; i++) {
        if (named[i] != NULL && strcmp(named[i], "none") != 0 &&
            strcmp(named[i], NETWORK_INSIDE) != 0) {
            file_list_add(networks, named[i]);
        }
    }
    char **names = folder == NULL ? NULL : os_list_folder(folder);
    for (int i = 0; names != NULL && names[i] != NULL; i++) {
        Text path = text_new("%s%s", folder, names[i]);
        if (strstr(names[i], ".bin") != NULL || strstr(names[i], ".txt") != NULL) {
            file_list_add(networks, text_get(&path));
        }
        text_free(&path);
    }
    free(names);
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

static bool run_server(const PageRequest *request, const ServerOptions *options, Status *status) {
    Server *server = server_new(options, status);
    if (server == NULL) {
        return false;
    }
    printf("%s\n", server_address(server));
    fflush(stdout);
    if (!request->opens_not) {
        open_browser(server_opening_address(server));
    }
    server_run(server);
    server_free(server);
    return true;
}

static bool serve(const PageRequest *request, const char *argv0, Status *status) {
    Folder folder = {0};
    char *gtp = make_command(request, argv0, true), *analysis = make_command(request, argv0, false);
    ServerOptions options = {
        .port = request->port,
        .keeps = request->keeps,
        .engine = request->engine,
        .folder = request->place == NULL ? NULL : &folder,
        .tabs = {.base = memory_check(event_base_new()),
                 .commands = {{gtp, true},
                              {request->engine != NULL ? request->engine : analysis,
                               request->engine == NULL}},
                 .networks = {request->model, request->human_model}}};
    find_networks(request, &options.networks);
    const bool ok = check_command(request->engine, status) &&
                    (request->place == NULL || folder_open(&folder, request->place, status)) &&
                    run_server(request, &options, status);
    event_base_free(options.tabs.base);
    file_list_free(&options.networks);
    folder_close(&folder);
    free(gtp);
    free(analysis);
    return ok;
}
#else
static bool serve(const PageRequest *request, const char *argv0, Status *status) {
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
    if (!option_read(groups, argc, argv, &status)) {
        exit_status = option_print_error("page", &status);
    } else if (!serve(&request, argv[0], &status)) {
        status_print("page", &status);
        exit_status = EXIT_FAILURE;
    }
    text_free(&request.own);
    return exit_status;
}
