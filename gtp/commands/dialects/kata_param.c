/* KataGo's commands for parameters of the search, by our names and by KataGo's. */
#include "gtp/commands/families.h"

static const Parameter *get_parameter(GtpCall *call, const char *name) {
    const Parameter *parameter = parameter_find(name);
    if (parameter == NULL) {
        call_fail(call, "syntax error: unknown parameter %.40s", name);
    }
    return parameter;
}

static bool run_kata_list_params(GtpCall *call) {
    for (const Parameter *parameter = PARAMETERS; parameter->name != NULL; parameter++) {
        text_add(call->answer, "%s ", parameter->name);
    }
    return true;
}

/* Returns the value as JSON: true or false, not 1 or 0. */
static json_t *parameter_value(const Parameter *parameter, const PlayerOptions *options) {
    const void *field = (const char *)options + parameter->offset;
    switch (parameter->type) {
    case PARAMETER_BOOL:
        return json_boolean(*(const bool *)field);
    case PARAMETER_INTEGER:
        return json_integer(*(const int64_t *)field);
    case PARAMETER_REAL:
        return json_real(parameter_real(parameter, options));
    case PARAMETER_PROFILE:
        return json_string(((const HumanProfile *)field)->name);
    case PARAMETER_STRENGTH:
        return json_string(strength_write(*(const int *)field, (char[STRENGTH_TEXT_MAX + 1]){0}));
    case PARAMETER_COLOR:
        return json_string(parameter_color_name(*(const Color *)field));
    case PARAMETER_AUTO:
        return json_string(parameter_auto_name(*(const int8_t *)field));
    }
    return json_null();
}

static bool run_kata_get_param(GtpCall *call) {
    const Parameter *parameter = get_parameter(call, call->arguments[0]);
    if (parameter == NULL) {
        return false;
    }
    json_t *value = parameter_value(parameter, &call->engine->options);
    if (json_is_string(value)) { /* without the quotation marks of JSON */
        text_add(call->answer, "%s", json_string_value(value));
        json_decref(value);
    } else {
        json_add_text(value, call->answer);
    }
    return true;
}

static bool run_kata_get_params(GtpCall *call) {
    const PlayerOptions *options = &call->engine->options;
    json_t *object = json_new_object();
    for (const Parameter *parameter = PARAMETERS; parameter->name != NULL; parameter++) {
        json_set_value(object, parameter->name, parameter_value(parameter, options));
    }
    json_add_text(object, call->answer);
    return true;
}

static bool run_kata_set_param(GtpCall *call) {
    const Parameter *parameter = get_parameter(call, call->arguments[0]);
    const char *text = call->count == 2 ? call->arguments[1] : "";
    if (parameter != NULL && call->count == 1 && parameter->type != PARAMETER_PROFILE) {
        return call_fail(call, "syntax error: expected kata-set-param NAME VALUE");
    }
    return parameter != NULL && call_set_parameter(call, parameter, text, &call->engine->options);
}

/* A string is read as the text of a value. */
static bool run_kata_set_params(GtpCall *call) {
    PlayerOptions options = call->engine->options;
    json_t *object, *value;
    const char *name;
    if (!call_get_json(call, &object)) {
        return false;
    }
    bool ok = true;
    json_object_foreach(object, name, value) {
        const Parameter *parameter = ok ? get_parameter(call, name) : NULL;
        Text text = {0};
        if (json_is_string(value)) {
            text_add(&text, "%s", json_string_value(value));
        } else {
            json_add_text(json_incref(value), &text);
        }
        ok = parameter != NULL && call_set_parameter(call, parameter, text_get(&text), &options);
        text_free(&text);
    }
    json_decref(object);
    if (ok) {
        call->engine->options = options;
    }
    return ok;
}

const GtpCommand GTP_KATA_PARAM_COMMANDS[] = {
    {"kata-list-params", "", GTP_WORDS, 0, 0, run_kata_list_params,
     "names of parameters, KataGo's where they mean the same"},
    {"kata-get-param", "NAME", GTP_WORDS, 1, 1, run_kata_get_param, "the value of a parameter"},
    {"kata-set-param", "NAME [VALUE]", GTP_WORDS, 1, 2, run_kata_set_param,
     "sets a parameter; without a value, humanSLProfile is cleared"},
    {"kata-get-params", "", GTP_WORDS, 0, 0, run_kata_get_params,
     "all parameters as a JSON object"},
    {"kata-set-params", "JSON", GTP_WORDS, 1, GTP_ARGUMENTS_MAX, run_kata_set_params,
     "sets the parameters of a JSON object, all of them or none"},
    {0},
};
