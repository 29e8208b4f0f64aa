#include "tests/support/program/network_session.h"
#include "tests/support/network/net_spec.h"

static const char *write_network(char path[TEMPORARY_PATH_MAX], bool has_encoder, uint64_t seed) {
    NetSpec spec = net_spec_small(15, seed);
    size_t length;
    spec.has_encoder = has_encoder;
    uint8_t *bytes = net_spec_write(&spec, &length);
    temporary_path(path);
    FILE *file = fopen(path, "wb");
    cr_assert(file != NULL && fwrite(bytes, 1, length, file) == length && fclose(file) == 0);
    free(bytes);
    return path;
}

static NetworkSession *start(NetworkSession *s, EngineOptions *options) {
    Status status;
    options->precision = PRECISION_FP32;
    options->has_seed = true;
    cr_assert(models_start(options, &s->models, &status), "%s", status.text);
    cr_assert(engine_init(&s->session.engine, GTP_FAMILIES, options, &s->models));
    return s;
}

static NetworkSession *allocate(void) {
    NetworkSession *s = calloc(1, sizeof *s);
    cr_assert_not_null(s);
    return s;
}

NetworkSession *network_session_start(EngineOptions *options) {
    return start(allocate(), options);
}

NetworkSession *network_session_new(bool main_imitates, int human_imitates) {
    NetworkSession *s = allocate();
    EngineOptions options = session_options(5, 5);
    options.model = write_network(s->main, main_imitates, 4);
    options.human_model =
        human_imitates < 0 ? NULL : write_network(s->human, human_imitates == 1, 6);
    return start(s, &options);
}

void network_session_free(NetworkSession *s) {
    session_free(&s->session);
    models_free(&s->models);
    const char *const files[] = {s->main, s->human};
    for (int i = 0; i < 2; i++) {
        if (files[i][0] != '\0') {
            unlink(files[i]);
        }
    }
    free(s);
}

char *network_session_ask(NetworkSession *s, const char *line) {
    return strdup(session_ask(&s->session, line));
}
