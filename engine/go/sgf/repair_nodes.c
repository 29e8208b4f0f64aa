/* Repairs the values of all nodes of a game, so that one that cannot be read costs no more than
 * itself. Walks the tree by its links. */
#include "engine/go/sgf/chars.h"
#include "engine/go/sgf/import.h"
#include "engine/go/sgf/words.h"

/* ---- Points ---- */

/* Finds the point that is meant by a text such as "DD", "D4" or "(dd)", or a pass, which old
 * programs write as the point before "aa", too. Writes it as SGF has it. */
static bool find_point(const char *text, SgfSize size, char found[3]) {
    char word[8];
    size_t length = 0;
    Point point = POINT_PASS;
    text = strcmp(text, "``") == 0 ? "pass" : text;
    for (; *text != '\0' && length + 1 < sizeof word; text++) {
        if (is_lower(*text) || is_capital(*text) || is_digit(*text)) {
            word[length++] = is_capital(*text) ? (char)(*text - 'A' + 'a') : *text;
        }
    }
    word[length] = '\0';
    const bool is_old_pass = strcmp(word, "tt") == 0 && size.width < 20 && size.height < 20;
    const bool is_pair = length == 2 && is_lower(word[0]) && is_lower(word[1]) && !is_old_pass;
    if (is_old_pass ? false
        : is_pair
            ? word[0] - 'a' >= size.width || word[1] - 'a' >= size.height
            : !point_from_text(word, size.width, size.height, &point) || point == POINT_RESIGN) {
        return false;
    }
    const bool is_move = point_is_move(point);
    found[0] = is_pair ? word[0] : is_move ? (char)('a' + point_x(point)) : '\0';
    found[1] = is_pair ? word[1] : is_move ? (char)('a' + point_y(point)) : '\0';
    found[2] = '\0';
    return true;
}

/* Repairs a value that is a point or, for moves, a pass. Returns false if it is to be dropped. */
static bool repair_point(const Repair *repair, SgfProperty *property, uint32_t index, SgfSize size,
                         bool is_move) {
    const SgfValue *value = &property->values[index];
    char found[3], why[64];
    if (is_move ? sgf_value_is_move(value, size) : sgf_value_is_points(value, size)) {
        return true;
    }
    if (find_point(value->text, size, found) && (is_move || found[0] != '\0')) {
        repair_set_value(repair, property, index, found);
        return true;
    }
    snprintf(why, sizeof why, "is not a point of a %dx%d board: dropped", size.width, size.height);
    repair_note(repair, property, value->text, why);
    return false;
}

static void repair_points(const Repair *repair, SgfProperty *property, SgfSize size) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < property->value_count; i++) {
        const bool is_kept = repair_point(repair, property, i, size, false);
        property->values[kept] = property->values[i];
        kept += is_kept;
    }
    property->value_count = kept;
}

/* ---- Moves ---- */

/* Puts a node with that move after the node. */
static SgfNode *insert_move(const Repair *repair, SgfNode *node, const char *identifier,
                            uint32_t line, SgfValue value) {
    SgfNode *added = sgf_tree_take(repair->tree, sizeof *added);
    SgfProperty *move = sgf_tree_take(repair->tree, sizeof *move + sizeof(SgfValue));
    *move = (SgfProperty){.identifier = identifier, .line = line, .value_count = 1};
    move->values[0] = value;
    *added = (SgfNode){
        .parent = node, .first_child = node->first_child, .first_property = move, .line = line};
    for (SgfNode *child = node->first_child; child != NULL; child = child->next_sibling) {
        child->parent = added;
    }
    node->first_child = added;
    return added;
}

/* A value such as "ee;W[gc" lacks its ']', or has it escaped, and hides a move: keeps what is
 * before. Returns the identifier of that move, or NULL. */
static const char *cut_value(const Repair *repair, SgfProperty *property, uint32_t index,
                             SgfValue *hidden) {
    const char *text = property->values[index].text, *bracket = strrchr(text, '[');
    if (bracket == NULL || bracket - text < 3 || strchr("BW", bracket[-1]) == NULL ||
        (bracket - text > 3 && memchr(text + 2, ';', (size_t)(bracket - text) - 2) == NULL)) {
        return NULL;
    }
    const uint32_t length = (uint32_t)strlen(bracket + 1);
    *hidden = (SgfValue){.text = bracket + 1, .length = length, .colon = length};
    repair_set_value(repair, property, index, (const char[]){text[0], text[1], '\0'});
    return bracket[-1] == 'B' ? "B" : "W";
}

/* The moves of a node: the first stays, the others get nodes of their own. */
typedef struct {
    const SgfProperty *first;
    SgfNode *last; /* the node after which the next one goes */
} NodeMoves;

/* Repairs a value of a move. Returns whether it is the node's move. */
static bool repair_move(const Repair *repair, SgfProperty *property, uint32_t index, SgfSize size,
                        NodeMoves *moves) {
    SgfValue hidden;
    const char *identifier = cut_value(repair, property, index, &hidden);
    const bool is_kept = repair_point(repair, property, index, size, true);
    const bool stays = is_kept && moves->first == NULL;
    if (stays) {
        moves->first = property;
    } else if (is_kept) {
        const SgfValue value = property->values[index];
        const bool is_same =
            property == moves->first && strcmp(value.text, property->values[0].text) == 0;
        repair_note(repair, property, value.text,
                    is_same ? "occurs twice" : "is a second move in one node: played next");
        moves->last =
            is_same ? moves->last
                    : insert_move(repair, moves->last, property->identifier, property->line, value);
    }
    if (identifier != NULL) {
        moves->last = insert_move(repair, moves->last, identifier, property->line, hidden);
    }
    return stays;
}

static void repair_moves(const Repair *repair, SgfSize size) {
    NodeMoves moves = {.last = repair->node};
    for (SgfProperty *p = repair->node->first_property; p != NULL; p = p->next) {
        uint32_t kept = 0;
        for (uint32_t i = 0; sgf_property_is_move(p) && i < p->value_count; i++) {
            const bool stays = repair_move(repair, p, i, size, &moves);
            p->values[kept] = p->values[i];
            kept += stays;
        }
        p->value_count = sgf_property_is_move(p) ? kept : p->value_count;
    }
}

/* ---- Numbers and colors ---- */

static void repair_color(const Repair *repair) {
    SgfProperty *property = repair_find(repair, "PL");
    Color color;
    Status ignored;
    if (property == NULL || sgf_node_color(repair->node, "PL", EMPTY, &color, &ignored)) {
        return;
    }
    const bool ok = color_from_words(property->values[0].text, &color);
    repair_replace(repair, property, ok ? color == BLACK ? "B" : "W" : NULL,
                   "is not a color: ignored");
}

static void repair_handicap(const Repair *repair, SgfSize size) {
    SgfProperty *property = repair_find(repair, "HA");
    char number[16];
    int handicap;
    Status ignored;
    if (property == NULL || (sgf_node_integer(repair->node, "HA", 0, &handicap, &ignored) &&
                             handicap >= 0 && handicap <= size.width * size.height)) {
        return;
    }
    const bool ok = handicap_from_words(property->values[0].text, &handicap) &&
                    handicap <= size.width * size.height;
    snprintf(number, sizeof number, "%d", handicap);
    repair_replace(repair, property, ok ? number : NULL, "is not a number of stones: ignored");
}

/* ---- The tree ---- */

/* Marks stay as they are. */
static void repair_node(const Repair *repair, SgfSize size) {
    static const char *const SET_UPS[] = {"AB", "AW", "AE", NULL};
    repair_moves(repair, size);
    for (SgfProperty *p = repair->node->first_property; p != NULL; p = p->next) {
        if (text_find(p->identifier, SET_UPS) >= 0) {
            repair_points(repair, p, size);
        }
    }
    repair_drop_empty(repair);
    repair_color(repair);
    repair_handicap(repair, size);
}

static bool has_move(const SgfNode *node) {
    return sgf_node_property(node, "B") != NULL || sgf_node_property(node, "W") != NULL;
}

void repair_nodes(SgfTree *tree, SgfNode *root) {
    SgfSize size;
    Repair repair = {.tree = tree};
    Status ignored;
    if (!sgf_node_size(root, &size, &ignored)) {
        return;
    }
    for (SgfNode *node = root, *next; node != NULL; node = next) {
        const int before = repair.move;
        repair.node = node;
        repair.move += has_move(node);
        repair_node(&repair, size);
        repair.move = before + has_move(node);
        next = node->first_child;
        while (next == NULL && node != NULL) {
            repair.move -= has_move(node);
            next = node == root ? NULL : node->next_sibling;
            node = node == root ? NULL : node->parent;
        }
    }
}
