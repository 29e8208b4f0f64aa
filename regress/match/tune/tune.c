#include "regress/match/tune/tune.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/base/memory.h"

static json_t *parameters_json(const Spsa *spsa) {
    json_t *parameters = json_new_array();
    for (int i = 0; i < spsa->count; i++) {
        const SpsaParameter *each = &spsa->parameters[i];
        json_add_value(parameters, json_new_packed("{s:o, s:f, s:f, s:f, s:f, s:b}", "command",
                                                   json_new_text(each->command), "start",
                                                   each->start, "min", each->low, "max", each->high,
                                                   "step", each->step, "whole", each->is_whole));
    }
    return parameters;
}

json_t *tune_settings(const Spsa *spsa) {
    return json_new_packed("{s:o, s:f, s:i}", "parameters", parameters_json(spsa), "rate",
                           spsa->rate, "games", 2 * spsa->pairs);
}

void tune_start(Tune *tune, const Spsa *spsa) {
    *tune = (Tune){.spsa = spsa, .pairs = memory_new((size_t)spsa->pairs, sizeof(json_t *))};
    for (int i = 0; i < spsa->count; i++) {
        tune->values[i] = spsa->parameters[i].start;
    }
}

void tune_finish(Tune *tune) {
    for (int i = 0; tune->spsa != NULL && i < tune->spsa->pairs; i++) {
        json_decref(tune->pairs[i]);
    }
    free(tune->pairs);
    text_free(&tune->message);
}

/* ---- Games ---- */

static int pair_of(int game) {
    return (game - 1) / 2;
}

json_t *tune_values_json(const Tune *tune) {
    json_t *values = json_new_array();
    for (int i = 0; i < tune->spsa->count; i++) {
        json_add_value(values, json_new_packed("f", tune->values[i]));
    }
    return values;
}

const char *tune_message(Tune *tune, int game, size_t *length) {
    json_t **values = &tune->pairs[pair_of(game)];
    *values = *values == NULL ? tune_values_json(tune) : *values;
    text_clear(&tune->message);
    json_add_text(json_incref(*values), &tune->message);
    *length = tune->message.length;
    return tune->message.bytes;
}

static bool send_value(EngineClient *client, const char *command, double value, Status *status) {
    Text line = text_new("%s %.10g", command, value);
    const bool ok = engine_client_ask(client, text_get(&line), status).outcome == ENGINE_OK;
    text_free(&line);
    return ok;
}

bool tune_send(const Spsa *spsa, const json_t *values, int game, SpsaSide side,
               EngineClient *client, Status *status) {
    bool ok = true;
    for (int i = 0; ok && i < spsa->count; i++) {
        const double value = json_number_value(json_array_get(values, (size_t)i));
        ok = send_value(client, spsa->parameters[i].command,
                        spsa_played(spsa, i, value, pair_of(game), side), status);
    }
    return ok;
}

bool tune_try_limits(const Spsa *spsa, EngineClient *client, Status *status) {
    bool ok = true;
    for (int i = 0; ok && i < spsa->count; i++) {
        const SpsaParameter *each = &spsa->parameters[i];
        ok = send_value(client, each->command, each->low, status) &&
             send_value(client, each->command, each->high, status);
    }
    return ok;
}

bool tune_read_entry(Tune *tune, int game, const json_t *entry, const Color winners[2],
                     Status *status) {
    json_t *values = json_object_get(entry, "values"), **known = &tune->pairs[pair_of(game)];
    bool ok = json_array_size(values) == (size_t)tune->spsa->count;
    for (int i = 0; ok && i < tune->spsa->count; i++) {
        ok = json_is_number(json_array_get(values, (size_t)i));
    }
    if (!ok) {
        return status_fail(status, "a game without the values of the parameters");
    }
    *known = *known == NULL ? json_incref(values) : *known;
    if (winners != NULL) { /* SPSA_PLUS has Black in the first */
        const int won = (winners[0] == BLACK) - (winners[0] == WHITE) + (winners[1] == WHITE) -
                        (winners[1] == BLACK);
        spsa_move(tune->spsa, pair_of(game), won, tune->values);
        json_decref(*known);
        *known = NULL;
    }
    return true;
}

/* ---- Report ---- */

/* Real values have as many digits as are worth telling. */
static double shown(const Tune *tune, int parameter) {
    const double value = tune->values[parameter];
    char digits[32];
    snprintf(digits, sizeof digits, "%.5g", value);
    return tune->spsa->parameters[parameter].is_whole ? round(value) : strtod(digits, NULL);
}

json_t *tune_report(const Tune *tune) {
    json_t *parameters = parameters_json(tune->spsa);
    for (int i = 0; i < tune->spsa->count; i++) {
        json_set_packed(json_array_get(parameters, (size_t)i), "{s:f}", "value", shown(tune, i));
    }
    return parameters;
}

void tune_report_text(const json_t *parameters, Text *text) {
    size_t i;
    json_t *each;
    Text words = {0};
    text_add(text, "\n%-40s %9s %9s %9s %9s\n", "parameter", "start", "now", "min", "max");
    json_array_foreach(parameters, i, each) {
        const char *command = "";
        double start = 0, value = 0, low = 0, high = 0;
        json_unpack(each, "{s:s, s:F, s:F, s:F, s:F}", "command", &command, "start", &start,
                    "value", &value, "min", &low, "max", &high);
        text_add(text, "%-40s %9.10g %9.10g %9.10g %9.10g\n", command, start, value, low, high);
        text_add(&words, " gtp='%s %.10g'", command, value);
    }
    text_add(text, "To play with these:%s\n", text_get(&words));
    text_free(&words);
}

void tune_report_line(const Tune *tune, Text *text) {
    for (int i = 0; i < tune->spsa->count; i++) {
        text_add(text, "%s%s %.10g", i == 0 ? "" : ", ", tune->spsa->parameters[i].command,
                 shown(tune, i));
    }
}
