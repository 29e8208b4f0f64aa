#include "engine/eval/net/model/model.h"

#include <stdlib.h>
#include <string.h>

#include "engine/eval/net/input/features.h"
#include "engine/eval/net/model/blocks.h"

/* ---- Trunk ---- */

static bool read_encoder(ModelReader *reader, int width, Encoder *encoder) {
    int ignored;
    return scanner_read_part(&reader->scanner) &&
           layers_read_channels(reader, "metadata inputs", HUMAN_PROFILE_INPUTS, &ignored) &&
           layers_read_dense(reader, HUMAN_PROFILE_INPUTS, LAYERS_ANY, &encoder->first) &&
           layers_read_dense(reader, encoder->first.matrix.out, LAYERS_ANY, &encoder->second) &&
           layers_read_matrix(reader, encoder->second.matrix.out, width, &encoder->out);
}

/* Reads what the trunk's header holds from version 15 on. */
static bool read_trunk_options(ModelReader *reader, bool *has_rms_tip) {
    int norm = 0;
    *has_rms_tip = false;
    if (reader->model->version < 15) {
        return true;
    }
    if (!scanner_read_integer(&reader->scanner, "kind of norm", 0, 1, &norm)) {
        return false;
    }
    *has_rms_tip = norm == 1;
    return layers_skip_integers(reader, "unknown trunk option", 5, 0);
}

static bool read_rms_tip(ModelReader *reader, int width, Model *model) {
    Scanner *scanner = &reader->scanner;
    Norm *tip = &model->tip;
    int is_spatial;
    if (!scanner_read_part(scanner) ||
        !layers_read_channels(reader, "channels", width, &tip->count) ||
        !layers_read_epsilon(reader, &model->tip_epsilon) ||
        !scanner_read_integer(scanner, "flag of a spatial norm", 0, 1, &is_spatial) ||
        !layers_skip_integers(reader, "unknown norm option", 1, 0)) {
        return false;
    }
    model->tip_kind = is_spatial ? TIP_SPATIAL_RMS : TIP_RMS;
    tip->scale = layers_read_floats(reader, (size_t)width);
    tip->bias = tip->scale != NULL ? layers_read_floats(reader, (size_t)width) : NULL;
    return tip->bias != NULL && layers_read_activation(reader, &tip->activation);
}

static bool read_trunk(ModelReader *reader) {
    Model *model = reader->model;
    int width;
    bool has_rms_tip;
    return scanner_read_part(&reader->scanner) &&
           scanner_read_integer(&reader->scanner, "number of blocks", 1, MODEL_BLOCKS_MAX,
                                &model->block_count) &&
           layers_read_channels(reader, "trunk channels", LAYERS_ANY, &width) &&
           layers_skip_integers(reader, "number of channels", 4, MODEL_CHANNELS_MAX) &&
           read_trunk_options(reader, &has_rms_tip) &&
           layers_read_convolution(reader, FEATURE_PLANES, width, &model->first) &&
           layers_note_padded(reader, model->first.kernel, FEATURE_PLANES, width) &&
           layers_read_matrix(reader, FEATURE_GLOBALS, width, &model->globals) &&
           (!model->has_encoder || read_encoder(reader, width, &model->encoder)) &&
           blocks_read(reader, width, model->block_count, 1, &model->blocks) &&
           (has_rms_tip ? read_rms_tip(reader, width, model)
                        : layers_read_norm(reader, width, &model->tip));
}

/* ---- Heads ---- */

static bool read_pass(ModelReader *reader, PolicyHead *head) {
    const int pooled = 3 * head->pooled.out;
    Dense *first = &head->pass_first;
    if (reader->model->version < 15) {
        return layers_read_matrix(reader, pooled, head->channels, &first->matrix);
    }
    return layers_read_dense(reader, pooled, LAYERS_ANY, first) &&
           layers_read_matrix(reader, first->matrix.out, head->channels, &head->pass_second);
}

/* From version 17 on the file says the number of channels. */
static bool read_policy_channels(ModelReader *reader, int *channels) {
    const int version = reader->model->version;
    if (version < 17) {
        *channels = version < 12 ? 1 : version < 16 ? 2 : 4;
        return true;
    }
    return scanner_read_integer(&reader->scanner, "policy channels", 2, 4, channels) &&
           (*channels != 3 || scanner_fail(&reader->scanner, "3 policy channels, not 2 or 4")) &&
           layers_skip_integers(reader, "unknown policy option", 3, 0);
}

static bool read_policy_head(ModelReader *reader) {
    Model *model = reader->model;
    PolicyHead *head = &model->policy;
    const int width = model->first.out;
    return scanner_read_part(&reader->scanner) && read_policy_channels(reader, &head->channels) &&
           layers_read_convolution(reader, width, LAYERS_ANY, &head->own) &&
           layers_read_convolution(reader, width, LAYERS_ANY, &head->pooled) &&
           layers_read_norm(reader, head->pooled.out, &head->pooled_norm) &&
           layers_read_matrix(reader, 3 * head->pooled.out, head->own.out, &head->pooled_matrix) &&
           layers_read_norm(reader, head->own.out, &head->norm) &&
           layers_read_convolution(reader, head->own.out, head->channels, &head->out) &&
           read_pass(reader, head);
}

static bool read_value_head(ModelReader *reader) {
    ValueHead *head = &reader->model->value;
    const int version = reader->model->version;
    const int scores = version < 9 ? 4 : MODEL_SCORES_MAX;
    return scanner_read_part(&reader->scanner) &&
           (version < 17 || layers_skip_integers(reader, "unknown value option", 3, 0)) &&
           layers_read_convolution(reader, reader->model->first.out, LAYERS_ANY, &head->own) &&
           layers_read_norm(reader, head->own.out, &head->norm) &&
           layers_read_dense(reader, 3 * head->own.out, LAYERS_ANY, &head->hidden) &&
           layers_read_biased(reader, head->hidden.matrix.out, 3, &head->value) &&
           layers_read_biased(reader, head->hidden.matrix.out, scores, &head->scores) &&
           layers_read_convolution(reader, head->own.out, 1, &head->ownership);
}

/* Notes the heads' layers: the first ones are kept side by side. */
static bool note_heads(ModelReader *reader) {
    const PolicyHead *policy = &reader->model->policy;
    const ValueHead *value = &reader->model->value;
    const Convolution *const first[] = {&policy->own, &policy->pooled, &value->own};
    const Convolution *const last[] = {&policy->out, &value->ownership};
    int kernel = 1;
    bool ok = true;
    for (int i = 0; i < 3; i++) {
        kernel = first[i]->kernel > kernel ? first[i]->kernel : kernel;
    }
    for (int i = 0; ok && i < 3; i++) {
        ok = layers_note_padded(reader, kernel, first[i]->in, first[i]->out);
    }
    for (int i = 0; ok && i < 2; i++) {
        ok = layers_note_padded(reader, last[i]->kernel, last[i]->in, last[i]->out);
    }
    return ok;
}

/* ---- Header ---- */

static bool read_name(ModelReader *reader) {
    if (!scanner_read_word(&reader->scanner, reader->model->name)) {
        return false;
    }
    const size_t good = strspn(reader->model->name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                                    "abcdefghijklmnopqrstuvwxyz0123456789_-");
    return reader->model->name[good] == '\0' ||
           scanner_fail(&reader->scanner, "no network: its name has a '%c'",
                        reader->model->name[good]);
}

static bool read_multipliers(ModelReader *reader) {
    Multipliers *m = &reader->model->multipliers;
    double ignored = 20; /* KataGo's tdScoreMultiplier: training only */
    *m = (Multipliers){20, 20, 20, 40, 0.25, 30};
    if (reader->model->version < 13) {
        return true;
    }
    double *const values[] = {&ignored,          &m->score_mean,    &m->score_deviation, &m->lead,
                              &m->variance_time, &m->winloss_error, &m->score_error};
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        if (!scanner_read_real(&reader->scanner, "output multiplier", values[i])) {
            return false;
        }
        if (*values[i] <= 0) {
            return scanner_fail(&reader->scanner, "output multiplier is not positive");
        }
    }
    return true;
}

/* Reads what the header holds from version 15 on: whether the network has a metadata encoder,
 * whether areas are found as if suicide were legal, and six numbers that must be 0. */
static bool read_options(ModelReader *reader) {
    int has_encoder, life_by_suicide;
    if (reader->model->version < 15) {
        return true;
    }
    if (!scanner_read_integer(&reader->scanner, "metadata encoder", 0, 1, &has_encoder) ||
        !scanner_read_integer(&reader->scanner, "flag of suicide", 0, 1, &life_by_suicide)) {
        return false;
    }
    reader->model->has_encoder = has_encoder != 0;
    reader->model->life_by_suicide = life_by_suicide != 0;
    return layers_skip_integers(reader, "unknown option", 6, 0);
}

static bool read_header(ModelReader *reader) {
    int planes, globals;
    return read_name(reader) &&
           scanner_read_integer(&reader->scanner, "model version", MODEL_VERSION_MIN,
                                MODEL_VERSION_MAX, &reader->model->version) &&
           scanner_read_integer(&reader->scanner, "number of input planes", FEATURE_PLANES,
                                FEATURE_PLANES, &planes) &&
           scanner_read_integer(&reader->scanner, "number of global inputs", FEATURE_GLOBALS,
                                FEATURE_GLOBALS, &globals) &&
           read_multipliers(reader) && read_options(reader);
}

Model *model_read(const uint8_t *bytes, size_t length, Status *status) {
    ModelReader reader = {.scanner = {.bytes = bytes, .length = length, .status = status}};
    reader.model = calloc(1, sizeof *reader.model);
    if (reader.model == NULL) {
        scanner_fail(&reader.scanner, "out of memory");
        return NULL;
    }
    if (!read_header(&reader) || !read_trunk(&reader) || !read_policy_head(&reader) ||
        !read_value_head(&reader) || !note_heads(&reader) || !scanner_expect_end(&reader.scanner)) {
        model_free(reader.model);
        return NULL;
    }
    return reader.model;
}

/* Puts the file's name before the message; of a long name, its end. */
static void name_file(const char *path, Status *status) {
    const size_t length = strlen(path), shown = 100;
    const Status reason = *status;
    status_fail(status, "%s%s: %.150s", length > shown ? "..." : "",
                path + (length > shown ? length - shown : 0), reason.text);
}

Model *model_load(const char *path, Status *status) {
    uint8_t *bytes;
    size_t length;
    Model *model = NULL;
    if (scanner_load_file(path, &bytes, &length, status)) {
        model = model_read(bytes, length, status);
        free(bytes);
    }
    if (model == NULL) {
        name_file(path, status);
    }
    return model;
}

void model_free(Model *model) {
    if (model == NULL) {
        return;
    }
    layers_free(model);
    free(model);
}
