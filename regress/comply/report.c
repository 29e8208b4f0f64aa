#include "regress/comply/report.h"

#include <string.h>

static const char *const OUTCOMES[] = {"passed", "failed", "advice", "skipped"};

json_t *comply_report_new(const char *command) {
    json_t *report = json_new_object();
    json_set_text(report, "command", command);
    for (size_t i = 0; i < 4; i++) {
        json_set_value(report, OUTCOMES[i], json_integer(0));
    }
    json_set_value(report, "checks", json_new_array());
    return report;
}

static json_int_t count_of(const json_t *report, const char *outcome) {
    return json_integer_value(json_object_get(report, outcome));
}

int comply_report_failures(const json_t *report) {
    return (int)count_of(report, "failed");
}

void comply_report_add(json_t *report, const ComplyCheck *check, Probe *probe, double seconds) {
    json_t *levels = json_new_array();
    const bool has_failed = json_array_size(probe->complaints) > 0;
    const char *outcome = OUTCOMES[has_failed                  ? check->is_advice ? 2 : 1
                                   : probe->skipped[0] == '\0' ? 0
                                                               : 3];
    for (ComplyLevel level = 0; level < LEVEL_COUNT; level++) {
        if ((check->levels & 1u << level) != 0) {
            json_add_value(levels, json_new_text(LEVELS[level].key));
        }
    }
    json_t *object =
        json_new_packed("{s:s, s:o, s:s, s:s, s:s}", "id", check->id, "levels", levels, "source",
                        check->source, "meaning", check->meaning, "outcome", outcome);
    json_set_text(object, "reason",
                  has_failed || probe->skipped[0] == '\0' ? NULL : probe->skipped);
    json_set_figure(object, "seconds", seconds, 3);
    json_set_value(object, "complaints", json_incref(probe->complaints));
    json_add_value(json_object_get(report, "checks"), object);
    json_set_value(report, outcome, json_integer(count_of(report, outcome) + 1));
}

/* ---- Levels ---- */

/* All clients need the core of their protocol, but not its formalities. */
static bool counts_for(const ComplyCheck *check, ComplyLevel level) {
    const ComplyLevel core = LEVELS[level].in_analysis ? LEVEL_ANALYSIS : LEVEL_CORE;
    const bool is_client = level > LEVEL_REGRESSION && level < LEVEL_STRESS;
    const bool has_core = level != LEVEL_STRESS && !(is_client && check->is_formal);
    return (check->levels & 1u << level) != 0 || (has_core && (check->levels & 1u << core) != 0);
}

/* Why the engine is not ready, as a list. */
static json_t *find_reasons(const json_t *report, const CheckList *list, const Probe *probe,
                            ComplyLevel level) {
    json_t *reasons = json_new_array();
    char name[64];
    Text missing = {0};
    for (const char *rest = LEVELS[level].required; *rest != '\0'; rest += strspn(rest, " ")) {
        const size_t length = strcspn(rest, " ");
        snprintf(name, sizeof name, "%.*s", (int)length, rest);
        rest += length;
        if (!probe_knows(probe, name)) {
            text_add(&missing, "%s %s", missing.length == 0 ? "it does not list" : " or", name);
        }
    }
    if (missing.length > 0) {
        json_add_value(reasons, json_new_text(probe->commands.length == 0 ? "it lists no commands"
                                                                          : missing.bytes));
    }
    text_free(&missing);
    const json_t *checks = json_object_get(report, "checks");
    for (size_t i = 0, k = 0; i < list->count && k < json_array_size(checks); i++) {
        const json_t *result = json_array_get(checks, k);
        if (strcmp(json_string_value(json_object_get(result, "id")), list->checks[i].id) == 0) {
            k++; /* others were not wanted */
            if (strcmp(json_string_value(json_object_get(result, "outcome")), "failed") == 0 &&
                counts_for(&list->checks[i], level)) {
                json_add_value(reasons, json_new_text(list->checks[i].id));
            }
        }
    }
    return reasons;
}

/* What the client then lacks, as a list. */
static json_t *find_lacks(const Probe *probe, ComplyLevel level) {
    json_t *lacks = json_new_array();
    char command[64], text[96];
    for (const char *rest = LEVELS[level].wished; *rest != '\0';) {
        const size_t length = strcspn(rest, "="), all = strcspn(rest, ";");
        snprintf(command, sizeof command, "%.*s", (int)length, rest);
        snprintf(text, sizeof text, "%.*s (%s)", (int)(all - length - 1), rest + length + 1,
                 command);
        if (!probe_knows(probe, command)) {
            json_add_value(lacks, json_new_text(text));
        }
        rest += all + (rest[all] == ';');
    }
    return lacks;
}

void comply_report_end(json_t *report, const CheckList *list, const Probe *probe, double seconds) {
    json_t *levels = json_new_array();
    for (ComplyLevel level = 0; level < LEVEL_COUNT; level++) {
        if (LEVELS[level].in_analysis == probe->speaks_json) {
            json_t *because = find_reasons(report, list, probe, level);
            json_add_value(levels,
                           json_new_packed("{s:s, s:s, s:b, s:o, s:o}", "key", LEVELS[level].key,
                                           "name", LEVELS[level].name, "ready",
                                           json_array_size(because) == 0, "because", because,
                                           "without", find_lacks(probe, level)));
        }
    }
    json_set_text(report, "name", probe->name);
    json_set_text(report, "version", probe->version);
    json_set_figure(report, "seconds", seconds, 3);
    json_set_value(report, "levels", levels);
}

/* ---- Text ---- */

static const char *text_of(const json_t *object, const char *key) {
    const char *text = json_string_value(json_object_get(object, key));
    return text == NULL ? "" : text;
}

static void print_list(const json_t *list, FILE *stream) {
    enum { SHOWN_MAX = 8 };
    const size_t count = json_array_size(list);
    for (size_t i = 0; i < count && i < SHOWN_MAX; i++) {
        fprintf(stream, "%s%s", i == 0 ? "" : ", ", json_string_value(json_array_get(list, i)));
    }
    if (count > SHOWN_MAX) {
        fprintf(stream, ", and %zu more", count - SHOWN_MAX);
    }
}

static void print_level(const json_t *level, FILE *stream) {
    const json_t *because = json_object_get(level, "because");
    const json_t *without = json_object_get(level, "without");
    const bool is_ready = json_array_size(because) == 0;
    fprintf(stream, "ready for %s: %s", text_of(level, "name"),
            !is_ready                      ? "no, because: "
            : json_array_size(without) > 0 ? "yes, without "
                                           : "yes");
    print_list(is_ready ? without : because, stream);
    fprintf(stream, "\n");
}

/* Prints a text with control characters as references, each line below the first indented. */
static void print_shown(const json_t *complaint, const char *label, FILE *stream) {
    const char *text = text_of(complaint, label);
    size_t length = strlen(text);
    length -= length > 0 && text[length - 1] == '\n';
    fprintf(stream, "    %-9s ", label);
    for (size_t i = 0; i < length; i++) {
        const unsigned char c = (unsigned char)text[i];
        if (c == '\n') {
            fprintf(stream, "\n              ");
        } else if (c < ' ' || c >= 0x7F) {
            fprintf(stream, "\\x%02x", c);
        } else {
            fputc(c, stream);
        }
    }
    fprintf(stream, "%s\n", length == 0 ? "(nothing)" : "");
}

static void print_result(const json_t *result, FILE *stream) {
    const json_t *complaints = json_object_get(result, "complaints");
    const char *reason = text_of(result, "reason");
    fprintf(stream, "%-8s%s: %s (%s)%s%s\n", text_of(result, "outcome"), text_of(result, "id"),
            text_of(result, "meaning"), text_of(result, "source"), *reason == '\0' ? "" : ": ",
            reason);
    for (size_t i = 0; i < json_array_size(complaints); i++) {
        const json_t *complaint = json_array_get(complaints, i);
        print_shown(complaint, "sent", stream);
        print_shown(complaint, "came", stream);
        print_shown(complaint, "expected", stream);
    }
}

void comply_report_print(const json_t *report, bool is_verbose, FILE *stream) {
    const json_t *checks = json_object_get(report, "checks");
    const json_t *levels = json_object_get(report, "levels");
    const char *name = text_of(report, "name");
    for (size_t i = 0; i < json_array_size(checks); i++) {
        const json_t *result = json_array_get(checks, i);
        if (is_verbose || json_array_size(json_object_get(result, "complaints")) > 0) {
            print_result(result, stream);
        }
    }
    text_print(*name == '\0' ? text_of(report, "command") : name, stream);
    fputc(' ', stream);
    text_print(text_of(report, "version"), stream);
    fprintf(stream, ": %zu checks, %d passed, %d failed, %d skipped, %d advice; %.1f s\n",
            json_array_size(checks), (int)count_of(report, "passed"),
            (int)count_of(report, "failed"), (int)count_of(report, "skipped"),
            (int)count_of(report, "advice"), json_number_value(json_object_get(report, "seconds")));
    for (size_t i = 0; i < json_array_size(levels); i++) {
        print_level(json_array_get(levels, i), stream);
    }
}
