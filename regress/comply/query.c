#include "regress/comply/query.h"

#include <string.h>

#include "engine/base/clock.h"

bool query_send(Probe *probe, const char *line) {
    Connection *connection = probe_connection(probe);
    if (connection == NULL) {
        return false;
    }
    text_add(&probe->sent, "%s\n", line);
    if (!connection_send(connection, line, strlen(line), probe->timeout) ||
        !connection_send(connection, "\n", 1, probe->timeout)) {
        probe_complain(probe, "an engine that reads its input");
        probe_drop_engine(probe);
        return false;
    }
    return true;
}

double query_deadline(const Probe *probe) {
    return clock_seconds() + probe->timeout;
}

json_t *query_next(Probe *probe, double end) {
    Connection *connection = probe_connection(probe);
    json_error_t error;
    if (connection == NULL) {
        return NULL;
    }
    if (clock_seconds() > end || !connection_await(connection, "\n", end - clock_seconds())) {
        text_clear(&probe->raw);
        text_add(&probe->raw, "%s", text_get(&connection->received));
        if (connection->received.length >= CONNECTION_RECEIVED_MAX) {
            probe_complain(probe, "a line of at most %d bytes", CONNECTION_RECEIVED_MAX);
        } else if (connection->is_finished) {
            probe_complain(probe, "a line, not the end of the engine");
        } else {
            probe_complain(probe, "an answer within %g s", probe->timeout);
        }
        probe_drop_engine(probe);
        return NULL;
    }
    const size_t length = strcspn(connection->received.bytes, "\n");
    text_clear(&probe->raw);
    text_append(&probe->raw, connection->received.bytes, length);
    connection_take(connection, length + 1);
    json_t *object = json_read(text_get(&probe->raw), length, 0, &error);
    if (!json_is_object(object)) {
        probe_complain(probe, "one JSON object a line");
        json_decref(object);
        return NULL;
    }
    return object;
}

const char *query_text(const json_t *object, const char *key) {
    const char *text = json_string_value(json_object_get(object, key));
    return text == NULL ? "" : text;
}

json_t *query_answer_by(Probe *probe, const char *id, double end) {
    json_t *object = query_next(probe, end);
    while (object != NULL && json_object_get(object, "warning") != NULL) {
        json_decref(object);
        object = query_next(probe, end);
    }
    if (object != NULL && strcmp(query_text(object, "id"), id) != 0) {
        probe_complain(probe, "the id \"%s\"", id);
        json_decref(object);
        return NULL;
    }
    return object;
}

json_t *query_answer(Probe *probe, const char *id) {
    return query_answer_by(probe, id, query_deadline(probe));
}

json_t *query_ask(Probe *probe, const char *line, const char *id) {
    return query_send(probe, line) ? query_answer(probe, id) : NULL;
}

void query_expect_error(Probe *probe, const char *line, const char *id, const char *field) {
    if (!query_send(probe, line)) {
        return;
    }
    json_t *answer =
        id == NULL ? query_next(probe, query_deadline(probe)) : query_answer(probe, id);
    if (answer != NULL && (!json_is_string(json_object_get(answer, "error")) ||
                           (field != NULL && strcmp(query_text(answer, "field"), field) != 0))) {
        const bool has_id = id != NULL;
        probe_complain(probe, "{\"error\", \"field\": \"%s\"%s%s%s}", field == NULL ? "..." : field,
                       has_id ? ", \"id\": \"" : "", has_id ? id : "", has_id ? "\"" : "");
    }
    json_decref(answer);
}

bool query_is_within(const json_t *value, double least, double most) {
    return json_is_number(value) && json_number_value(value) >= least - 1e-9 &&
           json_number_value(value) <= most + 1e-9;
}
