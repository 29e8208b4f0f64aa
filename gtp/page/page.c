/* `dihedra page`: the web page with this program's engine behind it, or another's. */
#include <stdlib.h>
#include <string.h>

#include "engine/base/command_line.h"
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
    OptionList words;      /* those that were given */
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

/* Checks an option of the engine, and keeps its words. */
static bool read_engine_option(void *target, const char *name, char **values, Status *status) {
    PageRequest *request = target;
    const OptionGroup groups[] = {engine_options_group(&request->scratch), {0}};
    char *words[] = {"", (char *)name, values[0]};
    for (int i = 1; i < 3 && words[i] != NULL; i++) {
        option_list_add(&request->words, words[i]);
    }
    return option_read(groups, values[0] != NULL ? 3 : 2, words, status);
}

static bool find_engine_option(void *target, const char *name, Option *option) {
    PageRequest *request = target;
    const Option *found = ENGINE_OPTIONS;
    while (found->name != NULL && (found->kind == OPTION_FOUND || strcmp(found->name, name) != 0)) {
        found++;
    }
    const bool is_row = found->name != NULL;
    const OptionGroup group = engine_options_group(&request->scratch);
    if (is_row) {
        *option = *found;
    } else if (!group.find(&request->scratch, name, option)) {
        return false;
    }
    option->kind = OPTION_CALL;
    option->read = read_engine_option;
    return true;
}

#ifdef DIHEDRA_LIBEVENT
static const char *const SANDBOX =
#ifdef DIHEDRA_SECCOMP
    "--sandbox";
#else
    NULL;
#endif

static void add_words(OptionList *list, const char *const *words) {
    for (; *words != NULL; words++) {
        option_list_add(list, *words);
    }
}

/* The command lines of a tab's engines. Texts are added to settings. */
static bool set_commands(const PageRequest *request, const char *program, Text settings[2],
                         TabsOptions *tabs, char ***other, Status *status) {
    const int threads = request->threads > 0 ? request->threads : os_processors();
    text_set(&settings[0], "%d", threads);
    text_set(&settings[1], "numSearchThreads=%d", threads);
    OptionList *gtp = &tabs->commands[0].words, *analysis = &tabs->commands[1].words;
    tabs->commands[0].takes_network = true;
    add_words(gtp, (const char *[]){program, "--threads", text_get(&settings[0]), "--no-files",
                                    SANDBOX, NULL});
    for (int i = 0; i < request->words.count; i++) {
        option_list_add(gtp, request->words.items[i]);
    }
    if (request->engine == NULL) {
        tabs->commands[1].takes_network = true;
        add_words(analysis,
                  (const char *[]){program, "analysis", "--analysis-threads", "1",
                                   "--override-config", text_get(&settings[1]), SANDBOX, NULL});
        return true;
    }
    *other = command_line_split(request->engine, status);
    if (*other != NULL) {
        add_words(analysis, (const char *const *)*other);
    }
    return *other != NULL;
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
        open_browser(server_address(server));
    }
    server_run(server);
    server_free(server);
    return true;
}

static bool serve(const PageRequest *request, const char *argv0, Status *status) {
    Folder folder = {0};
    char **other = NULL;
    Text settings[2] = {{0}};
    ServerOptions options = {.port = request->port,
                             .keeps = request->keeps,
                             .engine = request->engine,
                             .folder = request->place == NULL ? NULL : &folder,
                             .tabs.base = memory_check(event_base_new()),
                             .tabs.networks = {request->model, request->human_model}};
    find_networks(request, &options.networks);
    const bool ok =
        (request->place == NULL || folder_open(&folder, request->place, status)) &&
        set_commands(request, os_program_path(argv0), settings, &options.tabs, &other, status) &&
        run_server(request, &options, status);
    event_base_free(options.tabs.base);
    for (int i = 0; i < TAB_ENGINES; i++) {
        option_list_free(&options.tabs.commands[i].words);
        text_free(&settings[i]);
    }
    file_list_free(&options.networks);
    folder_close(&folder);
    free(other);
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
    option_list_free(&request.words);
    return exit_status;
}
