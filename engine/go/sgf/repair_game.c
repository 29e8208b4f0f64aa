/* Repairs a game: what Fox, Tygem, OGS and older programs write otherwise than SGF says, and what
 * people type. Here are the properties of the root; repair_nodes.c has those of all nodes. */
#include <math.h>
#include <stdlib.h>
#include <strings.h>

#include "engine/go/board/handicap.h"
#include "engine/go/sgf/chars.h"
#include "engine/go/sgf/import.h"
#include "engine/go/sgf/words.h"

void record_set_charset(SgfTree *tree, SgfNode *root, bool needs_charset) {
    static const SgfValue UTF_8 = {.text = "UTF-8", .length = 5, .colon = 5};
    const Repair repair = {.tree = tree, .node = root};
    SgfProperty *property = repair_find(&repair, "CA");
    if (property == NULL && needs_charset) {
        property = repair_add_property(&repair, "CA", root->line, 1);
    }
    if (property != NULL) {
        property->values[0] = UTF_8;
    }
}

/* ---- The game ---- */

enum { GO = 1 }; /* of GM (SGF FF[4]) */

static bool check_game(const Repair *repair, Status *status) {
    const SgfProperty *property = sgf_node_property(repair->node, "GM");
    int game;
    Status ignored; /* a value that is not a number names no other game */
    if (property == NULL || !sgf_node_integer(repair->node, "GM", GO, &game, &ignored) ||
        game == GO) {
        return true;
    }
    return status_fail(status, "line %u: GM[%d] is a record of a game other than Go",
                       property->line, game);
}

/* ---- Size and komi ---- */

/* Reads "19x19" or "19路". A number that is no side stays, for the game's reader to refuse. */
static void repair_size(const Repair *repair) {
    SgfProperty *property = repair_find(repair, "SZ");
    SgfSize size;
    Status ignored;
    if (property == NULL || sgf_node_size(repair->node, &size, &ignored)) {
        return;
    }
    const char *text = property->values[0].text, *digits = text + strcspn(text, "0123456789");
    char *end, shown[32];
    long width = strtol(digits, &end, 10);
    const char *second = end + strcspn(end, "[\n0123456789");
    long height = is_digit(*second) ? strtol(second, NULL, 10) : width;
    if (size_from_words(text, &size)) {
        width = size.width;
        height = size.height;
    } else if (*digits == '\0') {
        repair_replace(repair, property, NULL, "is not a board size: read as 19");
        return;
    }
    if (width >= 1 && width <= BOARD_SIDE_MAX && height >= 1 && height <= BOARD_SIDE_MAX) {
        snprintf(shown, sizeof shown, width == height ? "%ld" : "%ld:%ld", width, height);
        repair_set_value(repair, property, 0, shown);
    }
}

/* Does an AP of the root begin or end with that name? Fox writes a second one. */
static bool is_from(const Repair *repair, const char *program) {
    for (const SgfProperty *p = repair->node->first_property; p != NULL; p = p->next) {
        if (strcmp(p->identifier, "AP") == 0 &&
            strncasecmp(p->values[0].text, program, strlen(program)) == 0) {
            return true;
        }
    }
    return false;
}

static void repair_rules(const Repair *repair) {
    SgfProperty *property = repair_find(repair, "RU");
    char text[RULES_TEXT_MAX];
    Rules known;
    if (sgf_node_simple_text(repair->node, "RU", text, sizeof text) && text[0] != '\0' &&
        !sgf_node_rules(repair->node, &known)) {
        repair_replace(repair, property, rules_from_words(property->values[0].text),
                       "names no known rules: ignored");
    }
}

/* May a komi of 3.75 be in stones? Only Chinese rules count these. */
static bool may_count_stones(const Repair *repair) {
    Rules rules = {.bonus = HANDICAP_BONUS_N};
    sgf_node_rules(repair->node, &rules);
    return rules.bonus == HANDICAP_BONUS_N;
}

/* Fox and gokifu.com, whose records have gone through SGFC, write hundredths of points, or of
 * stones, which count two points each: 650 and 325 are 6.5 points, 350 is 7, 50 is 0.5. Chinese
 * programs write stones, too: 3.75. Under no rules is a komi of points a quarter. */
static double komi_in_points(const Repair *repair, double komi) {
    const bool is_server = is_from(repair, "foxwq") || is_from(repair, "SGFC");
    const double size = fabs(komi);
    const bool is_hundredths =
        size >= (is_server ? 25 : 100) && size < 10000 && fmod(size, 25) == 0;
    const double points = is_hundredths ? komi / 100 : komi;
    const bool is_quarter = fmod(fabs(points), 0.5) == 0.25;
    const bool is_stones = is_quarter ? is_server || is_hundredths || may_count_stones(repair)
                                      : is_hundredths && fabs(points) == 3.5;
    return is_stones ? 2 * points : points;
}

/* Old Chinese servers have the komi in KO, which without a move means nothing. */
static void take_komi_from_ko(const Repair *repair) {
    SgfProperty *property = repair_find(repair, "KO");
    double komi;
    if (property != NULL && repair_find(repair, "KM") == NULL &&
        komi_from_words(property->values[0].text, &komi)) {
        repair_note(repair, property, property->values[0].text, "is the komi");
        property->identifier = "KM";
    }
}

static void repair_komi(const Repair *repair) {
    SgfProperty *property = repair_find(repair, "KM");
    SgfSize size;
    double written, komi;
    Status ignored;
    if (property == NULL || !sgf_node_size(repair->node, &size, &ignored)) {
        return;
    }
    const bool is_own = is_from(repair, "Dihedra:");
    const bool is_plain = sgf_node_real(repair->node, "KM", 0, &written, &ignored);
    const char *text = property->values[0].text;
    char shown[64];
    if (!is_plain && !komi_from_words(text, &written)) {
        repair_replace(repair, property, NULL, "is not a komi: ignored");
        return;
    }
    komi = is_own ? written : komi_in_points(repair, written);
    if (fabs(komi) > size.width * size.height) {
        snprintf(shown, sizeof shown, "is more than the board's %d points%s",
                 size.width * size.height, is_own ? "" : ": ignored");
        if (is_own) {
            repair_note(repair, property, text, shown);
        } else {
            repair_replace(repair, property, NULL, shown);
        }
    } else if (!is_plain || komi != written) {
        snprintf(shown, sizeof shown, "%.12g", komi);
        repair_set_value(repair, property, 0, shown);
    }
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

/* A handicap without stones of which White has the first move. */
static void add_handicap_stones(const Repair *repair) {
    int count;
    SgfSize size;
    Point points[HANDICAP_MAX];
    Status ignored; /* the game's reader fails with it */
    if (!sgf_node_integer(repair->node, "HA", 0, &count, &ignored) || count < 2 ||
        !sgf_node_size(repair->node, &size, &ignored) ||
        count > handicap_fixed_max(size.width, size.height) || first_color(repair->node) != WHITE) {
        return;
    }
    const uint32_t line = sgf_node_property(repair->node, "HA")->line;
    char *texts = sgf_tree_take(repair->tree, (size_t)count * 3);
    SgfProperty *stones = repair_add_property(repair, "AB", line, (uint32_t)count);
    handicap_fixed_points(size.width, count, points);
    for (int i = 0; i < count; i++) {
        char *text = texts + (size_t)3 * (size_t)i;
        text[0] = (char)('a' + point_x(points[i]));
        text[1] = (char)('a' + point_y(points[i]));
        text[2] = '\0';
        stones->values[i] = (SgfValue){.text = text, .length = 2, .colon = 2};
    }
    sgf_note(&repair->tree->repairs,
             "line %u: HA[%d] has no stones: they are set on the usual points", line, count);
}

/* Counts Black's moves before White's first, without passes and variations; 0 if stones are set up
 * or White never moves. */
static uint32_t count_leading(const SgfNode *root) {
    uint32_t count = 0;
    for (const SgfNode *node = root; node != NULL; node = node->first_child) {
        const SgfProperty *black = sgf_node_property(node, "B");
        if (sgf_node_property(node, "W") != NULL) {
            return count;
        }
        if (has_stones(node) || (black != NULL && black->values[0].length < 2) ||
            node->next_sibling != NULL) {
            return 0;
        }
        count += black != NULL;
    }
    return 0;
}

/* Fox writes handicap stones as Black's first moves, with HA[0]. */
static void take_leading(const Repair *repair) {
    const uint32_t count = is_from(repair, "foxwq") ? count_leading(repair->node) : 0;
    char number[16];
    if (count < 2) {
        return;
    }
    SgfProperty *handicap = repair_find(repair, "HA");
    if (handicap == NULL) {
        handicap = repair_add_property(repair, "HA", repair->node->line, 1);
        handicap->values[0].text = "";
    }
    SgfProperty *stones = repair_add_property(repair, "AB", repair->node->line, count);
    Repair move = *repair;
    for (uint32_t i = 0; i < count; move.node = move.node->first_child) {
        SgfProperty *black = repair_find(&move, "B");
        if (black != NULL) {
            stones->values[i++] = black->values[0];
            black->value_count = 0;
            repair_drop_empty(&move);
        }
    }
    sgf_note(&repair->tree->repairs, "line %u: Black's first %u moves are handicap stones",
             stones->line, count);
    snprintf(number, sizeof number, "%u", count);
    repair_set_value(repair, handicap, 0, number);
}

/* ---- Results ---- */

/* Is it as SGF has it: "B+R", "W+Resign", "B+3.5", "Draw"? */
static bool is_plain_result(const char *text) {
    static const char *const WHOLE[] = {"", "0", "Draw", "Void", "?", NULL};
    static const char *const HOW[] = {"", "R", "Resign", "T", "Time", "F", "Forfeit", NULL};
    return text_find(text, WHOLE) >= 0 ||
           ((text[0] == 'B' || text[0] == 'W') && text[1] == '+' &&
            (text_find(text + 2, HOW) >= 0 || text[2 + strspn(text + 2, "0123456789.")] == '\0'));
}

static void repair_result(const Repair *repair) {
    SgfProperty *property = repair_find(repair, "RE");
    char text[128], result[RESULT_TEXT_MAX];
    if (!sgf_node_simple_text(repair->node, "RE", text, sizeof text) || is_plain_result(text)) {
        return;
    }
    if (result_from_words(property->values[0].text, result)) {
        repair_set_value(repair, property, 0, result);
    } else {
        repair_note(repair, property, property->values[0].text, "is not a result: ignored");
    }
}

bool record_repair_game(SgfTree *tree, SgfNode *root, Status *status) {
    const Repair repair = {.tree = tree, .node = root};
    if (!check_game(&repair, status)) {
        return false;
    }
    repair_size(&repair);
    repair_rules(&repair);
    take_komi_from_ko(&repair);
    repair_komi(&repair);
    repair_nodes(tree, root);
    if (!is_from(&repair, "Dihedra:")) {
        take_leading(&repair);
        add_handicap_stones(&repair);
        repair_result(&repair);
    }
    return true;
}
