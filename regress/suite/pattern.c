#include "regress/suite/pattern.h"
#include "engine/base/memory.h"
#include "engine/base/text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- Translation to a POSIX extended regular expression ---- */

/* C libraries compile a repetition by copying what is repeated, so a few nested ones can fill any
 * memory. This bounds the length of the expression times the product of all copies. */
enum { SIZE_MAX_COMPILED = 4000 };

typedef struct {
    const char *in; /* what is not read yet */
    Text out;
    size_t copies;
    char last; /* '(', ')' or '*' (any repetition) if that was read last, else NUL */
} Translation;

/* Classes of characters, as written within brackets. Upper-case letters mean the complement. */
static const char *class_of(char letter) {
    switch (tolower((unsigned char)letter)) {
    case 'd':
        return "0-9";
    case 'w':
        return "[:alnum:]_";
    case 's':
        return "[:space:]";
    default:
        return NULL;
    }
}

/* The character that a backslash and a letter stand for; NUL: none. */
static char control_of(char letter) {
    return letter == 'n' ? '\n' : letter == 't' ? '\t' : '\0';
}

/* A backslash. Within brackets POSIX takes it literally, so the character after it becomes a
 * collating element there. */
static bool translate_escape(Translation *t, bool in_brackets, Status *status) {
    const char c = t->in[1];
    const bool is_complement = isupper((unsigned char)c);
    if (class_of(c) != NULL && !(in_brackets && is_complement)) {
        text_add(&t->out, in_brackets ? "%s" : is_complement ? "[^%s]" : "[%s]", class_of(c));
    } else if (control_of(c) != '\0') {
        text_add(&t->out, "%c", control_of(c));
    } else if (c == '\0') {
        return status_fail(status, "ends in a backslash");
    } else if (isalnum((unsigned char)c)) {
        return status_fail(status, "\\%c%s is not supported", c,
                           in_brackets ? " within brackets" : "");
    } else if (in_brackets) {
        text_add(&t->out, strchr("]^-[", c) != NULL ? "[.%c.]" : "%c", c);
    } else {
        text_add(&t->out, strchr(".[]\\()*+?{}|^$", c) != NULL ? "\\%c" : "%c", c);
    }
    t->in += 2;
    return true;
}

/* The length of a class such as [:digit:] at s; 0: none. */
static size_t named_class_length(const char *s) {
    if (s[0] != '[' || s[1] == '\0' || strchr(":.=", s[1]) == NULL) {
        return 0;
    }
    const char end[] = {s[1], ']', '\0'};
    const char *found = strstr(s + 2, end);
    return found == NULL ? 0 : (size_t)(found - s) + 2;
}

/* A bracket expression, from its [ to its ]. */
static bool translate_bracket(Translation *t, Status *status) {
    const size_t opening = 1 + (t->in[1] == '^');
    const size_t first = opening + (t->in[opening] == ']'); /* a ] that comes first is literal */
    text_add(&t->out, "%.*s", (int)first, t->in);
    t->in += first;
    while (*t->in != ']') {
        const size_t length = named_class_length(t->in);
        if (*t->in == '\0') {
            return status_fail(status, "has a [ without its ]");
        }
        if (*t->in == '\\') {
            if (!translate_escape(t, true, status)) {
                return false;
            }
            continue;
        }
        text_add(&t->out, "%.*s", length == 0 ? 1 : (int)length, t->in);
        t->in += length == 0 ? 1 : length;
    }
    text_add(&t->out, "]");
    t->in++;
    return true;
}

/* How many copies the repetition at t->in makes of what it repeats. */
static size_t count_copies(const Translation *t) {
    if (*t->in != '{') {
        return *t->in == '+' && t->last == ')' ? 2 : 1;
    }
    char *end;
    size_t most = strtoul(t->in + 1, &end, 10);
    if (*end == ',') {
        const size_t upper = strtoul(end + 1, NULL, 10);
        most = upper > most ? upper : most + 1;
    }
    return most == 0 ? 1 : most;
}

static bool translate_repetition(Translation *t, Status *status) {
    if (t->last == '*') {
        return status_fail(status, "repeats a repetition, which is not supported");
    }
    if (t->last == '(' && *t->in == '?') {
        return status_fail(status, "has a (?, which is not supported");
    }
    const size_t copies = count_copies(t);
    if (copies > SIZE_MAX_COMPILED) {
        return status_fail(status, "is too large with its repetitions");
    }
    t->copies *= copies;
    const char *end = *t->in == '{' ? strchr(t->in, '}') : t->in;
    if (end == NULL) {
        return status_fail(status, "has a { without its }");
    }
    const size_t length = (size_t)(end - t->in) + 1;
    text_add(&t->out, "%.*s", (int)length, t->in);
    t->in += length;
    return true;
}

static bool translate_next(Translation *t, Status *status) {
    const char c = *t->in;
    if (strchr("*+?{", c) != NULL) {
        const bool ok = translate_repetition(t, status);
        t->last = '*';
        return ok;
    }
    t->last = c == '(' || c == ')' ? c : '\0';
    if (c == '\\') {
        return translate_escape(t, false, status);
    }
    if (c == '[') {
        return translate_bracket(t, status);
    }
    text_add(&t->out, "%c", c);
    t->in++;
    return true;
}

/* ---- The pattern ---- */

bool pattern_compile(Pattern *pattern, const char *expected, Dialect dialect, Status *status) {
    const bool grouped = dialect == DIALECT_GOGUI;
    Translation t = {.copies = 1};
    Status why;
    *pattern = (Pattern){.negated = expected[0] == '!', .dialect = dialect};
    t.in = expected + pattern->negated;
    text_add(&t.out, grouped ? "^(" : "^");
    const size_t length = strlen(t.in);
    bool ok = true;
    while (ok && *t.in != '\0') {
        ok = translate_next(&t, &why) && (length * t.copies <= SIZE_MAX_COMPILED ||
                                          status_fail(&why, "is too large with its repetitions"));
    }
    text_add(&t.out, grouped ? ")$" : "$");
    const int error = ok ? regcomp(&pattern->regex, text_get(&t.out), REG_EXTENDED | REG_NOSUB) : 0;
    if (error == REG_ESPACE) {
        memory_fail(); /* not a fault of the pattern's, and a log says which are run */
    } else if (error != 0) {
        char reason[100];
        regerror(error, &pattern->regex, reason, sizeof reason);
        ok = status_fail(&why, "is not a regular expression: %s", reason);
    }
    text_free(&t.out);
    return ok || status_fail(status, "[%.100s] %s", expected, why.text);
}

static bool finds(const Pattern *pattern, const char *text) {
    return regexec(&pattern->regex, text, 0, NULL, 0) == 0;
}

/* Spells each word "pass" of the text, in whatever case, as given. */
static void spell_pass(char *text, const char spelling[4]) {
    for (char *word = text; *word != '\0';) {
        const size_t length = strcspn(word, " \t\n");
        if (length == 4 && strncasecmp(word, spelling, 4) == 0) {
            memcpy(word, spelling, 4);
        }
        word += length;
        word += strspn(word, " \t\n");
    }
}

bool pattern_accepts(const Pattern *pattern, bool refused, const char *answer) {
    if (refused && pattern->dialect == DIALECT_GOGUI) {
        return false;
    }
    size_t length = pattern->dialect == DIALECT_GNUGO ? strcspn(answer, "\n") : strlen(answer);
    answer = text_trim(answer, &length);
    Text text = text_new("%.*s", (int)length, answer);
    bool found = finds(pattern, text_get(&text));
    static const char *const SPELLINGS[2] = {"pass", "PASS"};
    for (int i = 0; i < 2 && !found && text.length > 0; i++) {
        spell_pass(text.bytes, SPELLINGS[i]);
        found = finds(pattern, text.bytes);
    }
    text_free(&text);
    return found != pattern->negated;
}

void pattern_free(Pattern *pattern) {
    regfree(&pattern->regex);
}
