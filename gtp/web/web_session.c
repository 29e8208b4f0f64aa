#include "gtp/web/web_session.h"

#include <stdlib.h>

#include "engine/base/member.h"
#include "engine/base/version.h"
#include "gtp/commands/families.h"
#include "gtp/json/analysis_session.h"
#include "gtp/session/loop.h"

enum { WORDS_MAX = 256 };

/* Beside a small network, a page takes 200 MB in all: a phone grants not much more. */
enum { GRAPH_MB = 48, CACHE_MB = 16 };

struct WebSession {
    EngineOptions options;
    OptionList overrides;
    Settings settings;
    Models models;
    GtpEngine engine;
    AnalysisSession *analysis; /* from the first query on */
    char line[GTP_LINE_MAX];
};

/* ---- Starting ---- */

static const Option OVERRIDES[] = {
    {.name = "--override-config", .argument = "K=V,...", OPTION_LIST_IN(WebSession, overrides)},
    {0},
};

static bool read_words(WebSession *session, char *words, Status *status) {
    char *argv[WORDS_MAX] = {""};
    int argc = 1;
    for (; *words != '\0' && argc < WORDS_MAX; words += strlen(words) + 1) {
        argv[argc++] = words;
    }
    const OptionGroup groups[] = {
        engine_options_group(&session->options),
        {.options = SESSION_OPTIONS, .target = &session->options},
        {.options = OVERRIDES, .target = session},
        {0},
    };
    return (*words == '\0' || status_fail(status, "more than %d options", WORDS_MAX - 1)) &&
           option_read(groups, argc, argv, status) &&
           settings_read(&session->settings, &(OptionList){0}, &session->overrides, status);
}

static bool start_session(WebSession *session, char *words, Status *status) {
    GtpEngine *engine = &session->engine;
    json_end_on_shortage();
    session->options = engine_options_default();
    session->options.player.memory_mb = GRAPH_MB;
    session->options.no_files = true;
    session->settings = settings_default(); /* one position at a time, in memory that a page has */
    session->settings.query.player.memory_mb = GRAPH_MB;
    session->settings.session.positions = session->settings.session.batch_max = 1;
    session->settings.session.cache_mb = CACHE_MB;
    if (!read_words(session, words, status) ||
        !models_start(&session->options, &session->models, status) ||
        !models_wait(&session->models, status)) {
        return false;
    }
    if (!engine_init(engine, GTP_FAMILIES, &session->options, &session->models) ||
        (engine->input = input_new_fed()) == NULL) {
        return status_fail(status, "out of memory");
    }
    engine->output = WEB_GTP_STREAM;
    engine->player.cancel = input_interrupt(engine->input);
    return loop_can_play(&engine->player, &session->options.player, status);
}

WebSession *web_session_new(char *words, Status *status) {
    WebSession *session = calloc(1, sizeof *session);
    if (session == NULL) {
        status_fail(status, "out of memory");
    } else if (!start_session(session, words, status)) {
        web_session_free(session);
        return NULL;
    }
    return session;
}

void web_session_free(WebSession *session) {
    if (session != NULL) {
        analysis_session_free(session->analysis);
        input_free(session->engine.input);
        engine_free(&session->engine);
        models_free(&session->models);
        option_list_free(&session->overrides);
        free(session);
    }
}

const char *web_session_version(void) {
    return DIHEDRA_VERSION;
}

/* ---- What is handed in ---- */

int web_session_feed(WebSession *session, const char *lines) {
    int commands;
    return input_feed(session->engine.input, lines, strlen(lines), &commands) ? commands : -1;
}

bool web_session_query(WebSession *session, const char *json, Status *status) {
    if (session->analysis == NULL) {
        const AnalysisSessionOptions options = {
            .network = network_load_wait(session->models.main, status),
            .human = network_load_wait(session->models.human, status),
        };
        session->analysis =
            analysis_session_new(&session->settings, &options, WEB_ANALYSIS_STREAM, status);
    }
    if (session->analysis == NULL) {
        return false;
    }
    analysis_session_take(session->analysis, json, strlen(json));
    return web_session_feed(session, "\n") >= 0 || status_fail(status, "out of memory");
}

void web_session_stop(WebSession *session) {
    static const char QUERY[] = "{\"id\":\"stop\",\"action\":\"terminate_all\"}";
    web_session_feed(session, "# interrupt\n");
    if (session->analysis != NULL) {
        analysis_session_take(session->analysis, QUERY, sizeof QUERY - 1);
    }
}

/* ---- Answering ---- */

bool web_session_run(WebSession *session) {
    GtpEngine *engine = &session->engine;
    while (!engine->quit) {
        if (input_has_line(engine->input)) {
            const LineResult result = input_next(engine->input, session->line);
            loop_answer(engine, result, session->line);
        } else if (session->analysis == NULL || !analysis_session_work(session->analysis)) {
            loop_ponder(engine);
            if (!input_has_line(engine->input)) {
                return true;
            }
        }
    }
    return false;
}

static bool can_have(size_t bytes, Status *status) {
    void *volatile memory = malloc(bytes); /* kept, although unused */
    free(memory);
    return memory != NULL || status_fail(status, "out of memory");
}

bool web_session_load(WebSession *session, WebNetwork which, const char *path, Status *status) {
    EngineOptions options = session->options;
    Player *player = &session->engine.player;
    const bool is_main = which == WEB_NETWORK_MAIN;
    Models models;
    options.model = is_main ? path : "none";
    options.human_model = is_main ? NULL : path;
    analysis_session_free(session->analysis); /* makes room; the next query makes another one */
    session->analysis = NULL;
    if (!models_start(&options, &models, status)) {
        return false;
    }
    NetworkLoad *load = is_main ? models.main : models.human;
    NetworkLoad **used = is_main ? &session->models.main : &session->models.human;
    if (!models_wait(&models, status) || !can_have((GRAPH_MB + CACHE_MB) << 20, status)) {
        models_free(&models);
        return false;
    }
    search_set_evaluator(player->search, player->playouts);
    network_load_free(*used);
    *used = load;
    *(is_main ? &player->load : &player->human) = load;
    return true;
}

/* ---- Records ---- */

/* Is there memory for a record and its tree? Without it their reader would end the engine. */
static bool has_memory(size_t length, Status *status) {
    const size_t tree = length > SGF_FILE_MAX ? 0 : 32 * length; /* of nodes without properties */
    const size_t most = tree < SGF_MEMORY_MAX ? tree : SGF_MEMORY_MAX;
    return can_have(most + 4 * length + (1 << 20), status);
}

char *web_read_record(const char *bytes, size_t length, Status *status) {
    SgfTree *tree = NULL;
    SgfWriter writer = {0};
    SgfSize size;
    bool ok = has_memory(length, status) && sgf_read(bytes, length, &tree, status);
    for (const SgfNode *root = ok ? sgf_tree_root(tree) : NULL; ok && root != NULL;
         root = root->next_sibling) {
        ok = sgf_node_size(root, &size, status);
        sgf_writer_game(&writer, root);
    }
    sgf_tree_free(tree);
    if (!ok) {
        sgf_writer_free(&writer);
        return NULL;
    }
    for (size_t i = 0; i < writer.text.length; i++) { /* the page takes the text up to a NUL */
        writer.text.bytes[i] = writer.text.bytes[i] == '\0' ? ' ' : writer.text.bytes[i];
    }
    return writer.text.bytes;
}
