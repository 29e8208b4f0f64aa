#include "engine/go/sgf/words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "engine/go/sgf/chars.h"

static const char DIGITS[] = "0123456789";

/* Words of English, Chinese, Japanese and Korean, in UTF-8 and lower case. */
static const char *const BLACK_WORDS[] = {"black", "黑", "黒", "흑", NULL};
static const char *const WHITE_WORDS[] = {"white", "白", "백", NULL};
static const char *const LOSS_WORDS[] = {"los", "败", "敗", "负", "負", "패", NULL};
static const char *const DRAW_WORDS[] = {"draw", "jigo", "和棋", "和局", "持碁", "무승부", NULL};
static const char *const RESIGN_WORDS[] = {"resign", "中盘", "中盤", "中押", "投了",
                                           "认输",   "認輸", "불계", "기권", NULL};
static const char *const TIME_WORDS[] = {"time", "超时", "超時", "时间",
                                         "時間", "시간", "切れ", NULL};
static const char *const FORFEIT_WORDS[] = {"forfeit", "犯规", "犯規", "反則", "반칙", NULL};

static void lower_case(const char *text, char *lower, size_t size) {
    snprintf(lower, size, "%s", text);
    for (; *lower != '\0'; lower++) {
        *lower = is_capital(*lower) ? (char)(*lower - 'A' + 'a') : *lower;
    }
}

static const char *find_word(const char *text, const char *const *words) {
    const char *first = NULL;
    for (; *words != NULL; words++) {
        const char *found = strstr(text, *words);
        first = found != NULL && (first == NULL || found < first) ? found : first;
    }
    return first;
}

/* Reads the points of a margin such as "3.5", "3/4子" (stones, two points each), "2又1/4子" or
 * "半目"; 0 if the text names no points. */
static double read_margin(const char *text) {
    const char *digits = text + strcspn(text, DIGITS);
    double points = strstr(text, "半") != NULL || strstr(text, "반집") != NULL ? 0.5 : 0;
    if (*digits != '\0') {
        char *end;
        double number = strtod(digits, &end);
        const char *fraction = strncmp(end, "又", strlen("又")) == 0 ? end + strlen("又") : digits;
        int above, below;
        if (sscanf(fraction, "%d/%d", &above, &below) == 2 && below > 0) {
            number = (fraction == digits ? 0 : number) + (double)above / below;
        }
        points += number;
    }
    return strstr(text, "子") != NULL ? 2 * points : points;
}

bool komi_from_words(const char *text, double *points) {
    char copy[32];
    snprintf(copy, sizeof copy, "%s", text + strspn(text, " \t\r\n"));
    char *comma = strchr(copy, ',');
    if (comma != NULL) {
        *comma = '.';
    }
    const char *digits = copy + strcspn(copy, DIGITS),
               *end = digits + strspn(digits, "0123456789.");
    const char before = digits > copy ? digits[-1] : ' ';
    *points = read_margin(copy) * (before == '-' ? -1 : 1);
    if (*digits == '\0') {
        return *points != 0 || strncasecmp(copy, "no", 2) == 0;
    }
    return before != '.' && !is_letter(before) && !(is_letter(*end) && is_digit(end[1]));
}

bool color_from_words(const char *text, Color *color) {
    char lower[128];
    lower_case(text, lower, sizeof lower);
    const char *black = find_word(lower, BLACK_WORDS), *white = find_word(lower, WHITE_WORDS);
    *color = white == NULL || (black != NULL && black < white) ? BLACK : WHITE;
    return black != NULL || white != NULL;
}

bool result_from_words(const char *words, char result[RESULT_TEXT_MAX]) {
    char text[128];
    Color named;
    lower_case(words, text, sizeof text);
    if (!color_from_words(text, &named)) {
        snprintf(result, RESULT_TEXT_MAX, "0");
        return find_word(text, DRAW_WORDS) != NULL;
    }
    const bool is_black = (named == BLACK) == (find_word(text, LOSS_WORDS) == NULL);
    const double margin = read_margin(text);
    const char *how = find_word(text, RESIGN_WORDS) != NULL    ? "R"
                      : find_word(text, TIME_WORDS) != NULL    ? "T"
                      : find_word(text, FORFEIT_WORDS) != NULL ? "F"
                                                               : "";
    if (how[0] == '\0' && margin > 0) {
        snprintf(result, RESULT_TEXT_MAX, "%c+%.12g", is_black ? 'B' : 'W', margin);
    } else {
        snprintf(result, RESULT_TEXT_MAX, "%c+%s", is_black ? 'B' : 'W', how);
    }
    return true;
}
