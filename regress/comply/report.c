#include "regress/comply/report.h"

#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "engine/base/os/system.h"
#include "regress/page/markup.h"
#include "regress/page/report_page.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char *const OUTCOMES[COMPLY_OUTCOMES] = {"passed", "failed", "advice", "skipped"};

void comply_report_add(ComplyReport *report, const ComplyCheck *check, Probe *probe,
                       double seconds) {
    report->results = memory_grow(report->results, report->count, sizeof *report->results);
    ComplyResult *result = &report->results[report->count++];
    *result = (ComplyResult){
        .check = check, .seconds = seconds, .complaint_count = probe->complaint_count};
    memcpy(result->complaints, probe->complaints, sizeof result->complaints);
    result->outcome = probe->complaint_count == 0
                          ? probe->skipped == NULL ? COMPLY_PASSED : COMPLY_SKIPPED
                      : check->is_advice ? COMPLY_ADVISED
                                         : COMPLY_FAILED;
    result->reason = result->outcome == COMPLY_SKIPPED ? probe->skipped : NULL;
    probe->complaint_count = 0;
    report->counts[result->outcome]++;
}

void comply_report_free(ComplyReport *report) {
    for (size_t i = 0; i < report->count; i++) {
        for (int k = 0; k < report->results[i].complaint_count; k++) {
            Complaint *complaint = &report->results[i].complaints[k];
            free(complaint->sent);
            free(complaint->came);
            free(complaint->expected);
        }
    }
    free(report->results);
}

/* ---- Levels ---- */

/* All clients need the core of their protocol, but not its formalities. */
static bool counts_for(const ComplyCheck *check, ComplyLevel level) {
    const ComplyLevel core = LEVELS[level].in_analysis ? LEVEL_ANALYSIS : LEVEL_CORE;
    const bool is_client = level > LEVEL_REGRESSION && level < LEVEL_STRESS;
    const bool has_core = level != LEVEL_STRESS && !(is_client && check->is_formal);
    return (check->levels & 1u << level) != 0 || (has_core && (check->levels & 1u << core) != 0);
}

static bool lists_any(const ComplyReport *report, const char *names) {
    char name[64];
    for (const char *rest = names; *rest != '\0'; rest += *rest == '|') {
        const size_t length = strcspn(rest, "|");
        snprintf(name, sizeof name, "%.*s", (int)length, rest);
        if (check_list_has(report->commands, name)) {
            return true;
        }
        rest += length;
    }
    return false;
}

/* Calls add for each reason why the engine is not ready. Returns how many there are. */
static int for_each_reason(const ComplyReport *report, ComplyLevel level,
                           void (*add)(void *to, const char *reason), void *to) {
    int count = 0;
    char name[64];
    Text missing = {0};
    for (const char *rest = LEVELS[level].required; *rest != '\0'; rest += strspn(rest, " ")) {
        const size_t length = strcspn(rest, " ");
        snprintf(name, sizeof name, "%.*s", (int)length, rest);
        rest += length;
        if (!lists_any(report, name)) {
            text_add(&missing, "%s %s", missing.length == 0 ? "it does not list" : " or", name);
        }
    }
    if (missing.length > 0) {
        add(to, report->commands[0] == '\0' ? "it lists no commands" : missing.bytes);
        count++;
    }
    text_free(&missing);
    for (size_t i = 0; i < report->count; i++) {
        const ComplyResult *result = &report->results[i];
        if (result->outcome == COMPLY_FAILED && counts_for(result->check, level)) {
            add(to, result->check->id);
            count++;
        }
    }
    return count;
}

/* Calls add for each thing that the client then lacks. Returns how many there are. */
static int for_each_lack(const ComplyReport *report, ComplyLevel level,
                         void (*add)(void *to, const char *lack), void *to) {
    int count = 0;
    char command[64], text[96];
    const char *rest = LEVELS[level].wished == NULL ? "" : LEVELS[level].wished;
    while (*rest != '\0') {
        const size_t length = strcspn(rest, "="), all = strcspn(rest, ";");
        snprintf(command, sizeof command, "%.*s", (int)length, rest);
        snprintf(text, sizeof text, "%.*s (%s)", (int)(all - length - 1), rest + length + 1,
                 command);
        if (!lists_any(report, command)) {
            add(to, text);
            count++;
        }
        rest += all + (rest[all] == ';');
    }
    return count;
}

/* ---- Text ---- */

enum { REASONS_MAX = 8 }; /* in a line */

typedef struct {
    Text text;
    int count;
} ItemList;

static void add_listed(void *to, const char *item) {
    ItemList *list = to;
    if (list->count++ < REASONS_MAX) {
        text_add(&list->text, "%s%s", list->count == 1 ? "" : ", ", item);
    }
}

static void print_level(const ComplyReport *report, ComplyLevel level, FILE *stream) {
    ItemList reasons = {0}, lacks = {0};
    fprintf(stream, "ready for %s: ", LEVELS[level].name);
    if (for_each_reason(report, level, add_listed, &reasons) > 0) {
        fprintf(stream, "no, because: %s", text_get(&reasons.text));
        if (reasons.count > REASONS_MAX) {
            fprintf(stream, ", and %d more", reasons.count - REASONS_MAX);
        }
    } else if (for_each_lack(report, level, add_listed, &lacks) > 0) {
        fprintf(stream, "yes, without %s", text_get(&lacks.text));
    } else {
        fprintf(stream, "yes");
    }
    fprintf(stream, "\n");
    text_free(&reasons.text);
    text_free(&lacks.text);
}

/* Prints a text with control characters as references, each line below the first indented. */
static void print_shown(FILE *stream, const char *label, const char *text) {
    fprintf(stream, "    %-9s ", label);
    size_t length = strlen(text);
    length -= length > 0 && text[length - 1] == '\n';
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

static void print_result(const ComplyResult *result, FILE *stream) {
    const ComplyCheck *check = result->check;
    fprintf(stream, "%-8s%s: %s (%s)%s%s\n", OUTCOMES[result->outcome], check->id, check->meaning,
            check->source, result->reason == NULL ? "" : ": ",
            result->reason == NULL ? "" : result->reason);
    for (int i = 0; i < result->complaint_count; i++) {
        print_shown(stream, "sent", result->complaints[i].sent);
        print_shown(stream, "came", result->complaints[i].came);
        print_shown(stream, "expected", result->complaints[i].expected);
    }
}

void comply_report_print(const ComplyReport *report, bool is_verbose, FILE *stream) {
    for (size_t i = 0; i < report->count; i++) {
        const ComplyOutcome outcome = report->results[i].outcome;
        if (is_verbose || outcome == COMPLY_FAILED || outcome == COMPLY_ADVISED) {
            print_result(&report->results[i], stream);
        }
    }
    text_print(report->name[0] == '\0' ? report->command : report->name, stream);
    fputc(' ', stream);
    text_print(report->version, stream);
    fprintf(stream, ": %zu checks, %d passed, %d failed, %d skipped, %d advice; %.1f s\n",
            report->count, report->counts[COMPLY_PASSED], report->counts[COMPLY_FAILED],
            report->counts[COMPLY_SKIPPED], report->counts[COMPLY_ADVISED], report->seconds);
    for (ComplyLevel level = 0; level < LEVEL_COUNT; level++) {
        if (LEVELS[level].in_analysis == report->speaks_analysis) {
            print_level(report, level, stream);
        }
    }
}

/* ---- JSON ---- */

static void add_to_array(void *to, const char *item) {
    json_add_value(to, json_new_text(item));
}

static json_t *level_to_json(const ComplyReport *report, ComplyLevel level) {
    json_t *because = json_new_array(), *without = json_new_array();
    const bool is_ready = for_each_reason(report, level, add_to_array, because) == 0;
    for_each_lack(report, level, add_to_array, without);
    return json_new_packed("{s:s, s:s, s:b, s:o, s:o}", "key", LEVELS[level].key, "name",
                           LEVELS[level].name, "ready", is_ready, "because", because, "without",
                           without);
}

static json_t *result_to_json(const ComplyResult *result) {
    const ComplyCheck *check = result->check;
    json_t *levels = json_new_array(), *complaints = json_new_array();
    for (ComplyLevel level = 0; level < LEVEL_COUNT; level++) {
        if ((check->levels & 1u << level) != 0) {
            json_add_value(levels, json_new_text(LEVELS[level].key));
        }
    }
    for (int i = 0; i < result->complaint_count; i++) {
        json_t *complaint = json_new_object();
        json_set_text(complaint, "sent", result->complaints[i].sent);
        json_set_text(complaint, "came", result->complaints[i].came);
        json_set_text(complaint, "expected", result->complaints[i].expected);
        json_add_value(complaints, complaint);
    }
    json_t *object = json_new_packed("{s:s, s:o, s:s, s:s, s:s}", "id", check->id, "levels", levels,
                                     "source", check->source, "meaning", check->meaning, "outcome",
                                     OUTCOMES[result->outcome]);
    json_set_text(object, "reason", result->reason);
    json_set_figure(object, "seconds", result->seconds, 3);
    json_set_value(object, "complaints", complaints);
    return object;
}

json_t *comply_report_to_json(const ComplyReport *report) {
    json_t *object = json_new_object(), *levels = json_new_array(), *checks = json_new_array();
    json_set_text(object, "command", report->command);
    json_set_text(object, "name", report->name);
    json_set_text(object, "version", report->version);
    for (int outcome = 0; outcome < COMPLY_OUTCOMES; outcome++) {
        json_set_value(object, OUTCOMES[outcome], json_integer(report->counts[outcome]));
    }
    json_set_figure(object, "seconds", report->seconds, 3);
    for (ComplyLevel level = 0; level < LEVEL_COUNT; level++) {
        if (LEVELS[level].in_analysis == report->speaks_analysis) {
            json_add_value(levels, level_to_json(report, level));
        }
    }
    for (size_t i = 0; i < report->count; i++) {
        json_add_value(checks, result_to_json(&report->results[i]));
    }
    json_set_value(object, "levels", levels);
    json_set_value(object, "checks", checks);
    return object;
}

bool comply_report_write_html(const ComplyReport *report, const char *path, Status *status) {
    json_t *page = comply_report_to_json(report);
    json_set_text(page, "kind", "comply");
    return report_page_save(path, page, status);
}

/* ---- JUnit, by the schema of Jenkins' xUnit plugin (junit-10.xsd) ---- */

static void add_testcase(Text *xml, const ComplyResult *result) {
    const char *id = result->check->id;
    text_add(xml, "<testcase classname=\"%.*s\" name=\"%s\" time=\"%.3f\">", (int)strcspn(id, "."),
             id, strchr(id, '.') + 1, result->seconds);
    if (result->outcome == COMPLY_FAILED) {
        text_add(xml, "<failure type=\"failed\" message=\"");
        markup_add_text(xml, result->check->meaning);
        text_add(xml, " (%s)\">", result->check->source);
        for (int i = 0; i < result->complaint_count; i++) {
            text_add(xml, "sent:\n");
            markup_add_text(xml, result->complaints[i].sent);
            text_add(xml, "\ncame:\n");
            markup_add_text(xml, result->complaints[i].came);
            text_add(xml, "\nexpected:\n");
            markup_add_text(xml, result->complaints[i].expected);
            text_add(xml, "\n");
        }
        text_add(xml, "</failure>");
    } else if (result->outcome == COMPLY_SKIPPED) {
        text_add(xml, "<skipped/>");
    } else if (result->outcome == COMPLY_ADVISED) {
        text_add(xml, "<system-out>advice: ");
        markup_add_text(xml, result->check->meaning);
        text_add(xml, "</system-out>");
    }
    text_add(xml, "</testcase>\n");
}

bool comply_report_write_junit(const ComplyReport *report, const char *path, Status *status) {
    Text xml = {0};
    char timestamp[32];
    const struct tm utc = os_universal_time(time(NULL));
    strftime(timestamp, sizeof timestamp, "%Y-%m-%dT%H:%M:%S", &utc);
    text_add(
        &xml,
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<testsuites name=\"comply\" tests=\"%zu\" failures=\"%d\" errors=\"0\" time=\"%.3f\">\n"
        "<testsuite id=\"0\" name=\"",
        report->count, report->counts[COMPLY_FAILED], report->seconds);
    markup_add_text(&xml, report->command);
    text_add(&xml,
             "\" tests=\"%zu\" failures=\"%d\" errors=\"0\" skipped=\"%d\" time=\"%.3f\" "
             "timestamp=\"%s\">\n",
             report->count, report->counts[COMPLY_FAILED], report->counts[COMPLY_SKIPPED],
             report->seconds, timestamp);
    for (size_t i = 0; i < report->count; i++) {
        add_testcase(&xml, &report->results[i]);
    }
    text_add(&xml, "</testsuite>\n</testsuites>\n");
    const bool ok = file_replace(path, xml.bytes, xml.length, status);
    text_free(&xml);
    return ok;
}
