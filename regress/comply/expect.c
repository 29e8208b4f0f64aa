#include "regress/comply/expect.h"

#include "regress/comply/predicate.h"
#include "regress/comply/referee.h"
#include "regress/suite/pattern.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS_MAX = 512 };

static const double LAG_SECONDS = 0.5; /* a move, for pipes and a busy machine */

/* ---- Words ---- */

/* Cuts a copy of the text into words, or lines, in upper case. Returns how many there are; words
 * point into the copy. */
static size_t split(Text *copy, const char *text, const char *separators, char *words[WORDS_MAX]) {
    size_t count = 0;
    text_clear(copy);
    text_add(copy, "%s", text);
    for (char *c = copy->bytes; *c != '\0'; c++) {
        *c = (char)toupper((unsigned char)*c);
    }
    for (char *rest = copy->bytes;
         *(rest += strspn(rest, separators)) != '\0' && count < WORDS_MAX;) {
        words[count++] = rest;
        rest += strcspn(rest, separators);
        if (*rest != '\0') {
            *rest++ = '\0';
        }
    }
    return count;
}

static int compare_words(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool is_set(Probe *probe, const char *args, Text *why) {
    Text copies[2] = {{0}};
    char *came[WORDS_MAX], *wanted[WORDS_MAX];
    const size_t count = split(&copies[0], probe->reply.body, " \n", came);
    bool ok = count == split(&copies[1], args, " ", wanted);
    qsort(came, count, sizeof *came, compare_words);
    if (ok) {
        qsort(wanted, count, sizeof *wanted, compare_words);
    }
    for (size_t i = 0; ok && i < count; i++) {
        ok = strcmp(came[i], wanted[i]) == 0;
    }
    text_add(why, ok ? "%s" : "= %s, in any order", ok ? "" : args);
    text_free(&copies[0]);
    text_free(&copies[1]);
    return ok;
}

static bool are_distinct(Probe *probe, const char *args, Text *why) {
    Text copy = {0};
    char *words[WORDS_MAX];
    const bool are_labels = strcmp(args, "labels") == 0;
    const size_t count = split(&copy, probe->reply.body, are_labels ? "\n" : " \n", words);
    for (size_t i = 0; are_labels && i < count; i++) {
        words[i] += strcspn(words[i], "/");
        words[i] += *words[i] == '/';
        words[i][strcspn(words[i], "/")] = '\0';
    }
    qsort(words, count, sizeof *words, compare_words);
    for (size_t i = 1; i < count && why->length == 0; i++) {
        if (strcmp(words[i], words[i - 1]) == 0) {
            text_add(why, "%s that differ: %s stands twice", args, words[i]);
        }
    }
    text_free(&copy);
    return why->length == 0;
}

/* ---- Figures ---- */

static bool is_number(Probe *probe, const char *args, Text *why) {
    char *end;
    const char *body = probe->reply.body;
    const size_t prefix = strcspn(args, "+") + 1;
    const size_t length = prefix <= strlen(args) ? prefix : 0; /* of "B+" */
    const bool ok = strncmp(body, args, length) == 0 && strchr("+ ", body[length]) == NULL &&
                    strtod(body + length, &end) == atof(args + length) && *end == '\0';
    text_add(why, ok ? "%s" : "= %s", ok ? "" : args);
    return ok;
}

static bool is_in_time(Probe *probe, const char *args, Text *why) {
    const bool is_clock = args[0] == 'b' || args[0] == 'w';
    double *left = &probe->time_left[args[0] == 'w'];
    const double seconds = is_clock ? *left : atof(args), used = probe->reply.seconds;
    if (used > seconds + LAG_SECONDS) {
        text_add(why, "a move within the %.3g s that were left, not after %.2f s", seconds, used);
    } else if (is_clock) {
        *left -= used > LAG_SECONDS / 10 ? used - LAG_SECONDS / 10 : 0;
    }
    return why->length == 0;
}

/* A figure of the first report of the last response, behind "info" or "rootInfo". NAN if it is not
 * there. */
static double find_figure(const Probe *probe, const char *from, const char *key) {
    double value;
    char text[32];
    snprintf(text, sizeof text, " %s ", key);
    const char *start = strstr(probe->reply.body, from);
    const char *at = start == NULL ? NULL : strstr(start, text);
    return at != NULL && at < start + strcspn(start, "\n") &&
                   sscanf(at + strlen(text), "%lf", &value) == 1
               ? value
               : NAN;
}

static bool is_figure(Probe *probe, const char *args, Text *why) {
    char from[16] = "", key[32] = "", relation = '=';
    double bound = 0;
    sscanf(args, "%15s %31s %c %lf", from, key, &relation, &bound);
    const double value = find_figure(probe, from, key);
    const bool ok = relation == '<' ? !(value > bound) : !(value < bound);
    if (!ok) {
        text_add(why, "%s %c %g, not %g", key, relation, bound, value);
    }
    return ok;
}

/* Only where the win rate is far from a half. */
static bool agrees(Probe *probe, const char *args, Text *why) {
    char from[16] = "", key[32] = "";
    double even = 0;
    sscanf(args, "%15s %31s %lf", from, key, &even);
    const double winrate = find_figure(probe, "info", "winrate");
    const double value = find_figure(probe, from, key);
    if (fabs(winrate - 0.5) > 0.4 && (value - even) * (winrate - 0.5) < 0) {
        text_add(why, "%s after \"%s\" of the side whose winrate is %g, not %g", key, from, winrate,
                 value);
    }
    return why->length == 0;
}

/* ---- Moves ---- */

static bool is_legal(Probe *probe, const char *args, Text *why) {
    const char *blank = strrchr(probe->reply.body, ' ');
    return referee_take_move(probe, args[0] == 'b' ? BLACK : WHITE,
                             blank == NULL ? probe->reply.body : blank + 1,
                             strstr(args, "superko") != NULL, why);
}

static bool is_report(Probe *probe, const char *args, Text *why) {
    const bool is_kata = strncmp(args, "kata", 4) == 0;
    return referee_check_reports(probe, strstr(args, " b") != NULL ? BLACK : WHITE, is_kata,
                                 strstr(args, "ownership") != NULL,
                                 strstr(args, "pvVisits") != NULL, why);
}

static bool is_json(Probe *probe, const char *args, Text *why) {
    json_error_t error;
    const char *body = probe->reply.body;
    json_t *object = json_loadb(body, strcspn(body, "\n"), 0, &error);
    const bool ok = json_is_object(object) && predicates_hold(object, args, why);
    if (!json_is_object(object)) {
        text_add(why, "a first line that is one JSON object");
    }
    json_decref(object);
    return ok;
}

/* ---- Expectations ---- */

static const struct {
    const char *name;
    bool (*holds)(Probe *probe, const char *args, Text *why);
} KINDS[] = {{"number ", is_number},  {"set ", is_set},       {"distinct ", are_distinct},
             {"within ", is_in_time}, {"figure ", is_figure}, {"agree ", agrees},
             {"legal ", is_legal},    {"report ", is_report}, {"json ", is_json}};

/* "[REGEX]" for the whole body. */
static bool body_matches(const Probe *probe, const char *expected, Text *why) {
    Status status;
    Pattern pattern;
    char regex[2048];
    snprintf(regex, sizeof regex, "%.*s", (int)strlen(expected) - 2, expected + 1);
    if (!pattern_compile(&pattern, regex, DIALECT_GOGUI, &status)) {
        text_add(why, "%s", status.text);
        return false;
    }
    const bool ok = pattern_matches(&pattern, false, probe->reply.body);
    const bool is_plain = strpbrk(regex, "\\[](){}*+?|.!") == NULL;
    pattern_free(&pattern);
    if (!ok && regex[0] == '\0') {
        text_add(why, "%c and no text", probe->reply.sign);
    } else if (!ok) {
        text_add(why, is_plain ? "%c %s" : "%c and a text of the form %s (a regular expression)",
                 probe->reply.sign, regex);
    }
    return ok;
}

/* One alternative: a sign, an id, and what the body must be. */
static bool alternative_holds(Probe *probe, const char *expected, Text *why) {
    const Reply *reply = &probe->reply;
    const char sign = strchr("=?*", *expected) != NULL ? *expected++ : '=';
    const size_t digits = strspn(expected, "0123456789");
    const bool has_id = strlen(reply->id) == digits && strncmp(reply->id, expected, digits) == 0;
    const char *rest = expected + digits + strspn(expected + digits, " ");
    if (sign != '*' && (reply->sign != sign || !has_id)) {
        text_add(why, "%c%.*s %s", sign, (int)digits, expected,
                 *rest != '\0' ? rest
                 : sign == '?' ? "(a refusal)"
                               : "(no refusal)");
        return false;
    }
    for (size_t i = 0; i < sizeof KINDS / sizeof KINDS[0]; i++) {
        const size_t length = strlen(KINDS[i].name);
        if (strncmp(rest, KINDS[i].name, length) == 0) {
            return KINDS[i].holds(probe, rest + length, why);
        }
    }
    return *rest == '\0' || body_matches(probe, rest, why);
}

bool expect_holds(Probe *probe, const char *expected, Text *why) {
    char alternative[2048];
    const char *words = strstr(expected, " -- ");
    const char *end = words == NULL ? expected + strlen(expected) : words;
    if (probe->speaks_json) {
        snprintf(alternative, sizeof alternative, "%.*s", (int)(end - expected), expected);
        if (predicates_hold(probe->object, alternative, why)) {
            return true;
        }
    }
    for (const char *rest = expected; !probe->speaks_json && rest < end;) {
        const char *next = strstr(rest, " or ");
        next = next == NULL || next > end ? end : next;
        snprintf(alternative, sizeof alternative, "%.*s", (int)(next - rest), rest);
        text_add(why, why->length == 0 ? "" : " or ");
        if (alternative_holds(probe, alternative, why)) {
            text_clear(why);
            return true;
        }
        rest = next + (next < end ? strlen(" or ") : 0);
    }
    if (words != NULL) {
        text_clear(why);
        text_add(why, "%s", words + 4);
    }
    return false;
}

void expect_response(Probe *probe, const char *expected) {
    Text why = {0};
    if (probe->reply.sign != '\0' && !expect_holds(probe, expected, &why)) {
        probe_complain(probe, "%s", text_get(&why));
    }
    text_free(&why);
}
