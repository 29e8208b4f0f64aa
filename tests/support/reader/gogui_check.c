#include "tests/support/reader/gogui_check.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/go/board/point.h"

enum { WORDS_MAX = 2048, WORD_MAX = 160, LINE_MAX_BYTES = 1 << 15 };

typedef struct {
    int count;
    char words[WORDS_MAX][WORD_MAX];
} Words;

/* What is being read: a board's shape, and the words of one line. */
typedef struct {
    int width, height;
    Words words;
} Reading;

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

/* Copies the next line of *text and moves *text past it. Returns false at the end. */
static bool next_line(const char **text, char line[LINE_MAX_BYTES]) {
    if (**text == '\0') {
        return false;
    }
    const size_t length = strcspn(*text, "\n");
    cr_assert_lt(length, LINE_MAX_BYTES);
    snprintf(line, LINE_MAX_BYTES, "%.*s", (int)length, *text);
    *text += length + ((*text)[length] == '\n');
    return true;
}

/* ---- Words ---- */

static bool is_point(const Reading *reading, const char *word) {
    Point p;
    return point_from_text(word, reading->width, reading->height, &p) && point_is_move(p);
}

static bool is_move(const Reading *reading, const char *word) {
    return is_point(reading, word) || strcmp(word, "pass") == 0;
}

/* A double of Java in plain digits: no exponent, NaN or infinity. */
static bool is_number(const char *word, double least, double most) {
    char *end;
    const double value = strtod(word, &end);
    return *word != '\0' && strspn(word, "-0123456789.") == strlen(word) && *end == '\0' &&
           value >= least && value <= most;
}

static bool is_color(const char *word) {
    static const char *const NAMES[] = {"black",   "blue", "cyan", "green", "gray",
                                        "magenta", "pink", "red",  "white", "yellow"};
    for (size_t i = 0; i < sizeof NAMES / sizeof NAMES[0]; i++) {
        if (strcmp(word, NAMES[i]) == 0) {
            return true;
        }
    }
    return *word == '#' && strlen(word) == 7 && strspn(word + 1, "0123456789abcdefABCDEF") == 6;
}

static bool is_label(const char *word) {
    return *word != '\0' && strlen(word) <= 4;
}

/* ---- Boards ---- */

static bool is_bw_word(const char *word) {
    return strcmp(word, "") == 0 || strcmp(word, "b") == 0 || strcmp(word, "w") == 0;
}

static bool is_color_word(const char *word) {
    return *word == '\0' || is_color(word);
}

static bool is_number_word(const char *word) {
    return is_number(word, -1, 1);
}

static bool is_string_word(const char *word) {
    return *word == '\0' || is_label(word);
}

static bool is_board(Reading *reading, const char *text, bool (*is_word)(const char *)) {
    char line[LINE_MAX_BYTES];
    int rows = 0;
    for (; next_line(&text, line); rows++) {
        if (!split(line, &reading->words) || reading->words.count != reading->width) {
            return false;
        }
        for (int x = 0; x < reading->width; x++) {
            if (!is_word(reading->words.words[x])) {
                return false;
            }
        }
    }
    return rows == reading->height;
}

/* ---- Drawing ---- */

/* Are the words from the first on different points, each followed by a word of this kind (by none
 * if NULL)? */
static bool are_points(const Reading *reading, int first, bool (*is_behind)(const char *)) {
    const Words *words = &reading->words;
    const int step = is_behind == NULL ? 1 : 2;
    if (first >= words->count || (words->count - first) % step != 0) {
        return false;
    }
    for (int i = first; i < words->count; i += step) {
        if (!is_point(reading, words->words[i]) ||
            (is_behind != NULL && !is_behind(words->words[i + 1]))) {
            return false;
        }
        for (int k = first; k < i; k += step) {
            if (strcmp(words->words[i], words->words[k]) == 0) {
                return false;
            }
        }
    }
    return true;
}

/* Do the colours alternate, as they do in what a search looks at? */
static bool is_variation(const Reading *reading) {
    const Words *words = &reading->words;
    for (int i = 1; i + 1 < words->count; i += 2) {
        const char *color = words->words[i];
        const char *wanted = i == 1 ? color : strcmp(words->words[i - 2], "b") == 0 ? "w" : "b";
        if ((strcmp(color, "b") != 0 && strcmp(color, "w") != 0) || strcmp(color, wanted) != 0 ||
            !is_move(reading, words->words[i + 1])) {
            return false;
        }
    }
    return words->count >= 3 && words->count % 2 == 1;
}

static bool is_gfx_line(Reading *reading, const char *line) {
    static const char *const MARKS[] = {"BLACK", "CIRCLE", "MARK", "SQUARE", "TRIANGLE", "WHITE"};
    if (strncmp(line, "TEXT ", 5) == 0) {
        return line[5] != '\0' && strchr(line, '"') == NULL;
    }
    if (!split(line, &reading->words) || reading->words.count == 0) {
        return false;
    }
    const char *command = reading->words.words[0];
    for (size_t i = 0; i < sizeof MARKS / sizeof MARKS[0]; i++) {
        if (strcmp(command, MARKS[i]) == 0) {
            return are_points(reading, 1, NULL);
        }
    }
    if (strcmp(command, "COLOR") == 0) {
        return reading->words.count > 2 && is_color(reading->words.words[1]) &&
               are_points(reading, 2, NULL);
    }
    return (strcmp(command, "LABEL") == 0 && are_points(reading, 1, is_label)) ||
           (strcmp(command, "INFLUENCE") == 0 && are_points(reading, 1, is_number_word)) ||
           (strcmp(command, "VAR") == 0 && is_variation(reading));
}

bool gogui_is_gfx(const char *text, int width, int height, char wrong[256]) {
    Reading *reading = malloc(sizeof *reading);
    char line[LINE_MAX_BYTES];
    int texts = 0;
    bool ok = true;
    reading->width = width;
    reading->height = height;
    while (ok && next_line(&text, line)) {
        texts += strncmp(line, "TEXT", 4) == 0;
        ok = is_gfx_line(reading, line) && texts <= 1;
        snprintf(wrong, 256, "%.255s", line);
    }
    free(reading);
    return ok;
}

/* ---- Lists and texts ---- */

static bool is_list(Reading *reading, const char *text,
                    bool (*is_word)(const Reading *, const char *)) {
    char line[LINE_MAX_BYTES];
    while (next_line(&text, line)) {
        if (!split(line, &reading->words)) {
            return false;
        }
        for (int i = 0; i < reading->words.count; i++) {
            if (!is_word(reading, reading->words.words[i])) {
                return false;
            }
        }
    }
    return true;
}

/* The answers to attack and defend begin with a digit, which GoGui skips. */
static bool is_move_of_line(const Reading *reading, const char *word) {
    return is_move(reading, word) || (strlen(word) == 1 && strchr("0123", *word) != NULL);
}

static bool is_text(const char *text) {
    for (const char *c = text; *c != '\0'; c++) {
        if ((unsigned char)*c < ' ' && *c != '\n') {
            return false;
        }
    }
    return *text != '\0';
}

/* [bool] name 0, [list/a/b] name a, [string] name value. */
static bool is_parameter(const char *line) {
    char type[256], name[64], value[64];
    int end = 0;
    if (sscanf(line, "[%255[^]]] %63s %63s%n", type, name, value, &end) != 3 || line[end] != '\0') {
        return false;
    }
    if (strcmp(type, "bool") == 0) {
        return strcmp(value, "0") == 0 || strcmp(value, "1") == 0;
    }
    if (strncmp(type, "list/", 5) == 0) {
        char item[80], list[300];
        snprintf(item, sizeof item, "/%s/", value);
        snprintf(list, sizeof list, "%s/", type + 4);
        return strchr(type, ' ') == NULL && strstr(list, item) != NULL;
    }
    return strcmp(type, "string") == 0;
}

static bool are_parameters(const char *text) {
    char line[LINE_MAX_BYTES];
    bool ok = *text != '\0';
    while (ok && next_line(&text, line)) {
        ok = is_parameter(line);
    }
    return ok;
}

/* ---- Types ---- */

static bool is_answer(Reading *reading, const char *type, const char *answer) {
    char wrong[256];
    if (strcmp(type, "bwboard") == 0) {
        return is_board(reading, answer, is_bw_word);
    } else if (strcmp(type, "cboard") == 0) {
        return is_board(reading, answer, is_color_word);
    } else if (strcmp(type, "dboard") == 0) {
        return is_board(reading, answer, is_number_word);
    } else if (strcmp(type, "sboard") == 0) {
        return is_board(reading, answer, is_string_word);
    } else if (strcmp(type, "gfx") == 0) {
        return gogui_is_gfx(answer, reading->width, reading->height, wrong);
    } else if (strcmp(type, "hstring") == 0 || strcmp(type, "string") == 0) {
        return is_text(answer);
    } else if (strcmp(type, "none") == 0) {
        return *answer == '\0';
    } else if (strcmp(type, "param") == 0) {
        return are_parameters(answer);
    } else if (strcmp(type, "plist") == 0) {
        return is_list(reading, answer, is_point);
    } else if (strncmp(type, "var", 3) == 0) {
        return is_list(reading, answer, is_move_of_line);
    }
    return false;
}

void gogui_check_answer(const char *type, const char *answer, int width, int height) {
    Reading *reading = malloc(sizeof *reading);
    reading->width = width;
    reading->height = height;
    const bool ok = is_answer(reading, type, answer);
    free(reading);
    cr_assert(ok, "not a %s for %dx%d:\n%.3000s", type, width, height, answer);
}

/* ---- The list ---- */

static bool is_type(const char *type) {
    static const char *const TYPES[] = {"bwboard", "cboard",   "dboard", "eplist", "gfx",
                                        "hstring", "hpstring", "none",   "param",  "plist",
                                        "pspairs", "pstring",  "sboard", "string", "var",
                                        "varb",    "varc",     "varp",   "varpo",  "varw"};
    for (size_t i = 0; i < sizeof TYPES / sizeof TYPES[0]; i++) {
        if (strcmp(type, TYPES[i]) == 0) {
            return true;
        }
    }
    return false;
}

/* Does every percent sign begin a wildcard that GoGui knows, with a colour for varc, a point for
 * varp and varpo? */
static bool are_wildcards(const char *type, const char *command) {
    for (const char *c = strchr(command, '%'); c != NULL; c = strchr(c + 1, '%')) {
        if (c[1] == '\0' || strchr("pPcmsorw", c[1]) == NULL) {
            return false;
        }
    }
    return (strcmp(type, "varc") != 0 || strstr(command, "%c") != NULL) &&
           (strncmp(type, "varp", 4) != 0 || strstr(command, "%p") != NULL);
}

void gogui_check_analyze_commands(const char *text) {
    enum { LABELS_MAX = 200 };
    char line[LINE_MAX_BYTES], labels[LABELS_MAX][64];
    int count = 0;
    while (next_line(&text, line)) {
        char type[16], command[128];
        int end = 0;
        cr_assert(sscanf(line, "%15[^/]/%63[^/]/%127[^/]%n", type, labels[count], command, &end) ==
                          3 &&
                      line[end] == '\0',
                  "%s", line);
        cr_assert(is_type(type) && are_wildcards(type, command), "%s", line);
        for (int i = 0; i < count; i++) {
            cr_assert_str_neq(labels[i], labels[count]);
        }
        cr_assert_lt(++count, LABELS_MAX);
    }
    cr_assert_gt(count, 0);
}
