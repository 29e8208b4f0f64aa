#include "gtp/json/query/override.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char FIELD[] = "overrideSettings";

/* Sets one of the settings to a text. Adds keys that are unknown to a list. */
static bool set(const FieldReader *reader, QuerySettings *settings, const char *key,
                const char *value, Text *unknown) {
    Status status;
    switch (settings_override(settings, key, value, &status)) {
    case SETTING_TAKEN:
    case SETTING_IDLE:
        return true;
    case SETTING_INNER:
    case SETTING_REFUSED:
        return field_fail(reader, FIELD, "Could not set settings: %.60s is not supported", key);
    case SETTING_FIXED:
        return field_fail(reader, FIELD,
                          "Could not set settings: %.60s can only be set in the config", key);
    case SETTING_UNKNOWN:
        text_add(unknown, "%s%.60s", unknown->length > 0 ? "," : "", key);
        return true;
    case SETTING_WRONG:
        break;
    }
    return field_fail(reader, FIELD, "Could not set settings: %s", status.text);
}

/* A value that is no string is set as it stands in JSON. */
static bool set_value(const FieldReader *reader, QuerySettings *settings, const char *key,
                      json_t *value, Text *unknown) {
    if (json_is_string(value)) {
        return set(reader, settings, key, json_string_value(value), unknown);
    }
    Text text = {0};
    json_add_text(json_incref(value), &text);
    const bool ok = set(reader, settings, key, text_get(&text), unknown);
    text_free(&text);
    return ok;
}

static bool read_object(const FieldReader *reader, QuerySettings *settings, bool *changes) {
    json_t *object = (json_t *)field_find(reader, FIELD), *value;
    const char *key;
    Text unknown = {0};
    bool ok = true;
    if (object != NULL && !json_is_object(object)) {
        return field_fail(reader, FIELD, "Must be an object");
    }
    json_object_foreach(object, key, value) {
        ok = ok && set_value(reader, settings, key, value, &unknown);
        *changes = true;
    }
    if (ok && unknown.length > 0) {
        field_warn(reader, FIELD, "Unknown settings, without effect: %s", text_get(&unknown));
    }
    text_free(&unknown);
    return ok;
}

/* Fields that set one setting, each. They win over overrideSettings. */
static bool read_single(const FieldReader *reader, QuerySettings *settings, bool *changes) {
    int64_t visits = settings->player.visits;
    double temperature = settings->player.root_policy_temperature, loss = NAN;
    if (!field_read_whole(reader, "maxVisits", 1, INT64_C(1) << 50, &visits) ||
        !field_read_real(reader, "rootFpuReductionMax", 0, 2, &loss) ||
        !field_read_real(reader, "rootPolicyTemperature", 0.01, 100, &temperature)) {
        return false;
    }
    *changes = *changes || visits != settings->player.visits ||
               temperature != settings->player.root_policy_temperature || !isnan(loss);
    settings->player.visits = visits;
    settings->player.root_policy_temperature = temperature;
    settings->player.root_fpu_reduction =
        isnan(loss) ? settings->player.root_fpu_reduction : loss / 2;
    return true;
}

bool override_read(const FieldReader *reader, QuerySettings *settings, bool *changes) {
    return read_object(reader, settings, changes) && read_single(reader, settings, changes);
}
