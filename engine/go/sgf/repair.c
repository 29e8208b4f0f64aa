/* Repairs the root of a game: what Fox, Tygem, OGS and older programs write otherwise than SGF
 * says.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/go/board/handicap.h"
#include "engine/go/sgf/chars.h"
#include "engine/go/sgf/import.h"

/* A repair under way. */
typedef struct {
    SgfTree *tree;
    SgfNode *root;
    Status *status;
} Repair;

static bool fail_memory(const Repair *repair) {
    return status_fail(repair->status, "out of memory");
}

/* Replaces the only or first value of a property. */
static bool set_value(const Repair *repair, SgfProperty *property, const char *text) {
    const size_t length = strlen(text);
    char *copy = sgf_tree_take(repair->tree, length + 1);
    if (copy == NULL) {
        return fail_memory(repair);
    }
    memcpy(copy, text, length + 1);
    text_add(&repair->tree->repairs, "line %u: %s[%s] is read as %s\n", property->line,
             property->identifier,
             record_shown_value(property->values[0].text, (char[REPAIR_VALUE_MAX]){0}), text);
    property->values[0] =
        (SgfValue){.text = copy, .length = (uint32_t)length, .colon = (uint32_t)length};
    return true;
}

/* The properties of a tree that is being read may be changed. */
static SgfProperty *find_property(SgfNode *node, const char *identifier) {
    return (SgfProperty *)sgf_node_property(node, identifier);
}

/* Adds a property without its values before the others. Returns NULL with a message if memory runs
 * out. */
static SgfProperty *add_property(const Repair *repair, const char *identifier, uint32_t line,
                                 uint32_t count) {
    SgfProperty *property =
        sgf_tree_take(repair->tree, sizeof *property + count * sizeof(SgfValue));
    if (property == NULL) {
        fail_memory(repair);
        return NULL;
    }
    *property = (SgfProperty){.next = repair->root->first_property,
                              .identifier = identifier,
                              .line = line,
                              .value_count = count};
    repair->root->first_property = property;
    return property;
}

bool record_set_charset(SgfTree *tree, SgfNode *root, bool needs_charset, Status *status) {
    static const SgfValue UTF_8 = {.text = "UTF-8", .length = 5, .colon = 5};
    const Repair repair = {tree, root, status};
    SgfProperty *property = find_property(root, "CA");
    if (property == NULL && needs_charset) {
        property = add_property(&repair, "CA", root->line, 1);
        if (property == NULL) {
            return false;
        }
    }
    if (property != NULL) {
        property->values[0] = UTF_8;
    }
    return true;
}

/* ---- The game ---- */

/* The numbers of GM (SGF FF[4]). */
static const char *const GAMES[] = {[2] = "Othello",
                                    [3] = "chess",
                                    [4] = "Gomoku or Renju",
                                    [5] = "Nine Men's Morris",
                                    [6] = "backgammon",
                                    [7] = "Chinese chess",
                                    [8] = "shogi",
                                    [9] = "Lines of Action",
                                    [10] = "Ataxx",
                                    [11] = "Hex",
                                    [12] = "Jungle",
                                    [13] = "Neutron",
                                    [14] = "Philosopher's Football",
                                    [15] = "Quadrature",
                                    [16] = "Trax",
                                    [17] = "Tantrix",
                                    [18] = "Amazons",
                                    [19] = "Octi",
                                    [20] = "Gess",
                                    [21] = "Twixt"};

enum { GO = 1, GAME_COUNT = sizeof GAMES / sizeof GAMES[0] };

static bool check_game(const Repair *repair) {
    const SgfProperty *property = sgf_node_property(repair->root, "GM");
    int game;
    Status ignored; /* a value that is not a number names no other game */
    if (property == NULL || !sgf_node_integer(repair->root, "GM", GO, &game, &ignored) ||
        game == GO) {
        return true;
    }
    const char *name = game > GO && game < GAME_COUNT ? GAMES[game] : NULL;
    return status_fail(repair->status, "line %u: GM[%d] is a record of %s, not of Go",
                       property->line, game, name == NULL ? "another game" : name);
}

/* ---- Komi ---- */

/* Reads a number with a point or a comma; the text may have spaces around it. */
static bool read_decimal(const char *text, double *number) {
    char copy[24], *end;
    snprintf(copy, sizeof copy, "%s", text + strspn(text, " \t\r\n"));
    char *comma = strchr(copy, ',');
    if (comma != NULL) {
        *comma = '.';
    }
    const bool begins = is_digit(copy[strspn(copy, "+-.")]);
    *number = begins ? strtod(copy, &end) : 0;
    return begins && end[strspn(end, " \t\r\n")] == '\0' && strpbrk(copy, "xXpP") == NULL;
}

/* Is it a record of our own, whose values need no repair? */
static bool is_own(const Repair *repair) {
    const SgfProperty *program = sgf_node_property(repair->root, "AP");
    return program != NULL && strncmp(program->values[0].text, "Dihedra:", 8) == 0;
}

/* May its komi be in stones? Only Chinese rules count these. */
static bool may_count_stones(const Repair *repair) {
    const SgfProperty *rules = sgf_node_property(repair->root, "RU");
    const char *name = rules == NULL ? "" : rules->values[0].text;
    return name[0] == '\0' || strstr(name, "hinese") != NULL || strstr(name, "中") != NULL;
}

/* Fox writes hundredths, and Chinese programs count stones, two points each: 375 and 3.75 are 7.5
 * points. */
static bool repair_komi(const Repair *repair) {
    SgfProperty *property = find_property(repair->root, "KM");
    double komi;
    if (property == NULL || !read_decimal(property->values[0].text, &komi)) {
        return true;
    }
    const bool has_comma = strchr(property->values[0].text, ',') != NULL;
    const bool is_hundredths = fabs(komi) >= 100 && komi == floor(komi) && fabs(komi) < 10000;
    komi = is_hundredths ? komi / 100 : komi;
    const bool is_stones = fmod(fabs(komi), 0.5) == 0.25 && may_count_stones(repair);
    komi = is_stones ? 2 * komi : komi;
    char text[24];
    snprintf(text, sizeof text, "%.12g", komi);
    return !(has_comma || is_hundredths || is_stones) || set_value(repair, property, text);
}

/* ---- Handicap ---- */

static bool has_stones(const SgfNode *node) {
    return sgf_node_property(node, "AB") != NULL || sgf_node_property(node, "AW") != NULL;
}

/* The color of the first move on the main line, or EMPTY; also EMPTY if stones are set up before.
 */
static Color first_color(const SgfNode *root) {
    for (const SgfNode *node = root; node != NULL && !has_stones(node); node = node->first_child) {
        if (sgf_node_property(node, "B") != NULL) {
            return BLACK;
        }
        if (sgf_node_property(node, "W") != NULL) {
            return WHITE;
        }
    }
    return EMPTY;
}

static bool add_stones(const Repair *repair, const Point *points, int count) {
    const SgfProperty *handicap = sgf_node_property(repair->root, "HA");
    char *texts = sgf_tree_take(repair->tree, (size_t)count * 3);
    if (texts == NULL) {
        return fail_memory(repair);
    }
    SgfProperty *stones = add_property(repair, "AB", handicap->line, (uint32_t)count);
    if (stones == NULL) {
        return false;
    }
    for (int i = 0; i < count; i++) {
        char *text = texts + (size_t)3 * (size_t)i;
        text[0] = (char)('a' + point_x(points[i]));
        text[1] = (char)('a' + point_y(points[i]));
        text[2] = '\0';
        stones->values[i] = (SgfValue){.text = text, .length = 2, .colon = 2};
    }
    text_add(&repair->tree->repairs,
             "line %u: HA[%d] has no stones: they are set on the usual points\n", handicap->line,
             count);
    return true;
}

/* A handicap without stones of which White has the first move. */
static bool repair_handicap(const Repair *repair) {
    int count;
    SgfSize size;
    Point points[HANDICAP_MAX];
    Status ignored; /* the game's reader fails with it */
    if (!sgf_node_integer(repair->root, "HA", 0, &count, &ignored) || count < 2 ||
        !sgf_node_size(repair->root, &size, &ignored) ||
        count > handicap_fixed_max(size.width, size.height) || first_color(repair->root) != WHITE) {
        return true;
    }
    handicap_fixed_points(size.width, count, points);
    return add_stones(repair, points, count);
}

/* ---- Results ---- */

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
    const char *digits = text + strcspn(text, "0123456789");
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

bool result_from_words(const char *words, char result[RESULT_TEXT_MAX]) {
    char text[128];
    snprintf(text, sizeof text, "%s", words);
    for (char *c = text; *c != '\0'; c++) {
        *c = is_capital(*c) ? (char)(*c - 'A' + 'a') : *c;
    }
    const char *black = find_word(text, BLACK_WORDS), *white = find_word(text, WHITE_WORDS);
    if (black == NULL && white == NULL) {
        snprintf(result, RESULT_TEXT_MAX, "0");
        return find_word(text, DRAW_WORDS) != NULL;
    }
    const bool tells_black = white == NULL || (black != NULL && black < white);
    const bool is_black = tells_black == (find_word(text, LOSS_WORDS) == NULL);
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

static bool repair_result(const Repair *repair) {
    SgfProperty *property = find_property(repair->root, "RE");
    const char *text = property == NULL ? "" : property->values[0].text;
    char result[RESULT_TEXT_MAX];
    if (text[0] == '\0' || strchr("BW0", text[0]) == NULL || text[1] != '+') {
        return text[0] == '\0' || !result_from_words(text, result) || strcmp(text, result) == 0 ||
               strcmp(text, "Draw") == 0 || set_value(repair, property, result);
    }
    double margin;
    if (strchr(text, ',') == NULL || !read_decimal(text + 2, &margin)) {
        return true;
    }
    snprintf(result, sizeof result, "%c+%.12g", text[0], margin);
    return set_value(repair, property, result);
}

bool record_repair_root(SgfTree *tree, SgfNode *root, Status *status) {
    const Repair repair = {tree, root, status};
    return check_game(&repair) &&
           (is_own(&repair) ||
            (repair_komi(&repair) && repair_handicap(&repair) && repair_result(&repair)));
}
