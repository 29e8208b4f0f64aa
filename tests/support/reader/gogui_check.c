#include "tests/support/reader/gogui_check.h"

#include <regex.h>

#include "engine/go/board/point.h"
#include "tests/support/program/cleanup.h"

enum { WORDS_MAX = 2048, WORD_MAX = 160, EXPRESSIONS_MAX = 64 };

/* The compiled expression, kept for good. */
static const regex_t *compiled(const char *expression) {
    static const char *expressions[EXPRESSIONS_MAX];
    static regex_t all[EXPRESSIONS_MAX];
    int i = 0;
    while (expressions[i] != NULL && expressions[i] != expression) {
        i++;
        cr_assert_lt(i, EXPRESSIONS_MAX);
    }
    if (expressions[i] == NULL) {
        cr_assert_eq(regcomp(&all[i], expression, REG_EXTENDED), 0, "%s", expression);
        expressions[i] = expression;
    }
    return &all[i];
}

/* Does the text match the extended regular expression, a constant? */
static bool matches(const char *text, const char *expression) {
    return regexec(compiled(expression), text, 0, NULL, 0) == 0;
}

/* The words of a line, and the board's shape. */
typedef struct {
    int width, height, count;
    char words[WORDS_MAX][WORD_MAX];
} Words;

/* Cuts a line at blanks. Text in double quotes is one word, which may be empty. */
static bool split(const char *line, Words *words) {
    words->count = 0;
    while (*(line += strspn(line, " ")) != '\0') {
        const bool quoted = *line == '"';
        line += quoted;
        const size_t length = strcspn(line, quoted ? "\"" : " ");
        if (words->count == WORDS_MAX || length >= WORD_MAX || (quoted && line[length] != '"')) {
            return false;
        }
        snprintf(words->words[words->count++], WORD_MAX, "%.*s", (int)length, line);
        line += length + quoted;
    }
    return true;
}

/* A copy of the next line of *text, and *text past it. NULL at the end. */
static const char *next_line(const char **text) {
    if (**text == '\0') {
        return NULL;
    }
    const size_t length = strcspn(*text, "\n");
    const char *line = formatted("%.*s", (int)length, *text);
    *text += length + ((*text)[length] == '\n');
    return line;
}

/* ---- Words ---- */

#define COLORS "black|blue|cyan|green|gray|magenta|pink|red|white|yellow|#[0-9a-fA-F]{6}"

/* A double of Java is in plain digits: no exponent, NaN or infinity. */
static const char COLOR[] = "^(" COLORS ")$", LABEL[] = "^.{1,4}$",
                  SHARE[] = "^-?(0([.][0-9]+)?|1([.]0+)?)$";

static bool is_point(const Words *words, const char *word) {
    Point p;
    return point_from_text(word, words->width, words->height, &p) && point_is_move(p);
}

static bool is_move(const Words *words, const char *word) {
    return is_point(words, word) || strcmp(word, "pass") == 0;
}

/* ---- Drawing ---- */

/* Are the words from the first on different points, each followed by a word of this form (by none
 * if NULL)? */
static bool are_points(const Words *words, int first, const char *form) {
    const int step = form == NULL ? 1 : 2;
    bool ok = first < words->count && (words->count - first) % step == 0;
    for (int i = first; ok && i < words->count; i += step) {
        ok = is_point(words, words->words[i]) &&
             (form == NULL || matches(words->words[i + 1], form));
        for (int k = first; k < i; k += step) {
            ok = ok && strcmp(words->words[i], words->words[k]) != 0;
        }
    }
    return ok;
}

/* Do the colors alternate, as they do in what a search looks at? */
static bool is_variation(const Words *words) {
    bool ok = words->count >= 3 && words->count % 2 == 1;
    for (int i = 1; ok && i < words->count; i += 2) {
        ok = matches(words->words[i], "^[bw]$") && is_move(words, words->words[i + 1]) &&
             (i == 1 || strcmp(words->words[i], words->words[i - 2]) != 0);
    }
    return ok;
}

static bool is_gfx_line(Words *words, const char *line) {
    if (strncmp(line, "TEXT ", 5) == 0) {
        return matches(line, "^TEXT [^\"]+$");
    }
    if (!split(line, words) || words->count == 0) {
        return false;
    }
    const char *command = words->words[0];
    if (strcmp(command, "COLOR") == 0) {
        return words->count > 2 && matches(words->words[1], COLOR) && are_points(words, 2, NULL);
    }
    if (strcmp(command, "VAR") == 0) {
        return is_variation(words);
    }
    return (matches(command, "^(BLACK|CIRCLE|MARK|SQUARE|TRIANGLE|WHITE)$") &&
            are_points(words, 1, NULL)) ||
           (strcmp(command, "LABEL") == 0 && are_points(words, 1, LABEL)) ||
           (strcmp(command, "INFLUENCE") == 0 && are_points(words, 1, SHARE));
}

static Words *new_words(int width, int height) {
    Words *words = cleanup_free(malloc(sizeof *words));
    words->width = width;
    words->height = height;
    return words;
}

bool gogui_is_gfx(const char *text, int width, int height, char wrong[256]) {
    Words *words = new_words(width, height);
    int texts = 0;
    bool ok = true;
    for (const char *line; ok && (line = next_line(&text)) != NULL;) {
        texts += strncmp(line, "TEXT", 4) == 0;
        ok = is_gfx_line(words, line) && texts <= 1;
        snprintf(wrong, 256, "%.255s", line);
    }
    return ok;
}

/* ---- Types ---- */

/* Points, or the moves of a line. The answers to attack and defend begin with a digit, which GoGui
 * skips. */
static bool is_list(Words *words, const char *text, bool has_moves) {
    bool ok = true;
    for (const char *line; ok && (line = next_line(&text)) != NULL;) {
        ok = split(line, words);
        for (int i = 0; ok && i < words->count; i++) {
            const char *word = words->words[i];
            ok = has_moves ? is_move(words, word) || matches(word, "^[0-3]$")
                           : is_point(words, word);
        }
    }
    return ok;
}

/* [bool] name 0, [list/a/b] name a, [string] name value. */
static bool are_parameters(const char *text) {
    bool ok = *text != '\0';
    for (const char *line; ok && (line = next_line(&text)) != NULL;) {
        char list[300], value[64];
        ok = matches(line, "^\\[bool] [^ ]+ [01]$") || matches(line, "^\\[string] [^ ]+ [^ ]+$");
        if (!ok && sscanf(line, "[list/%255[^] ]] %*63s %63s", list, value) == 2) {
            ok = strstr(formatted("/%s/", list), formatted("/%s/", value)) != NULL &&
                 matches(line, "^\\[list/[^ ]+] [^ ]+ [^ ]+$");
        }
    }
    return ok;
}

static bool is_answer(Words *words, const char *type, const char *answer) {
    char wrong[256];
    return strcmp(type, "gfx") == 0      ? gogui_is_gfx(answer, words->width, words->height, wrong)
           : matches(type, "^h?string$") ? matches(answer, "^([^[:cntrl:]]|\n)+$")
           : strcmp(type, "none") == 0   ? *answer == '\0'
           : strcmp(type, "param") == 0  ? are_parameters(answer)
           : strcmp(type, "plist") == 0
               ? is_list(words, answer, false)
               : strncmp(type, "var", 3) == 0 && is_list(words, answer, true);
}

void gogui_check_answer(const char *type, const char *answer, int width, int height) {
    cr_assert(is_answer(new_words(width, height), type, answer), "not a %s for %dx%d:\n%.3000s",
              type, width, height, answer);
}
