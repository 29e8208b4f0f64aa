/* A reviewed game as a record: writes the tree of the record that was read, with additions. */
#include "regress/review/report.h"

#include "engine/go/sgf/chars.h"

#include <math.h>

/* The state of a walk through the tree. Nodes of the main line are entered in order, and left in
 * reverse order after its end. */
typedef struct {
    const Review *review;
    SgfWriter *writer;
    int position; /* the next position whose node will be entered */
    int move; /* the next move whose node will be entered; the one before is the next to be left */
} SgfAnnotator;

/* ---- What an earlier review wrote ---- */

enum { SENTENCE_MAX = 256 }; /* bytes */

static const char CHOICE[] = "The engine's choice";

/* The length of a sentence that review_describe_move writes or wrote in earlier versions, or 0.
 * Sets *grade to what it says of the move. */
static size_t sentence_length(const char *text, Grade *grade) {
    static const char *const OTHERS[] = {"The game is over.",
                                         "The move is the engine's choice.",
                                         "It is the engine's choice.",
                                         "The move is illegal: it ",
                                         "The engine's choice: ",
                                         "From move ",
                                         "Why: ",
                                         "An estimate: ",
                                         NULL};
    char words[SENTENCE_MAX], percent = ' ';
    bool is_own = false;
    size_t end = strcspn(text, ".\n");
    while (text[end] == '.' && is_digit(text[end + 1])) {
        end += 1 + strcspn(text + end + 1, ".\n");
    }
    for (int i = 0; OTHERS[i] != NULL; i++) {
        is_own = is_own || strncmp(text, OTHERS[i], strlen(OTHERS[i])) == 0;
    }
    for (int i = GRADE_NONE; i < GRADE_COUNT; i++) {
        snprintf(words, sizeof words, i == GRADE_NONE ? "The move " : "%s %s: the move ",
                 REVIEW_GRADES[i].article, REVIEW_GRADES[i].name);
        if (strncmp(text, words, strlen(words)) == 0 &&
            sscanf(text + strlen(words), "%*[a-z] %*[0-9.]%c", &percent) == 1 && percent == '%') {
            is_own = true;
            *grade = (Grade)i;
        }
    }
    return is_own && text[end] == '.' ? end + 1 : 0;
}

/* The length of what add_value writes, or 0. */
static size_t value_length(const char *text) {
    int end = 0;
    sscanf(text, "Black wins %*[0-9.]%%, score %*[BW+0-9.?], %*[0-9] visit%n", &end);
    end += end > 0 && text[end] == 's';
    return end > 0 && text[end] == '.' ? (size_t)end + 1 : 0;
}

/* The length of an earlier review's words on a position at text, or 0. */
static size_t remark_length(const char *text, Grade *grade) {
    char copy[3 * SENTENCE_MAX];
    if (strncmp(text, "Black wins ", strlen("Black wins ")) != 0) {
        return 0;
    }
    snprintf(copy, sizeof copy, "%.*s", (int)sizeof copy - 1, text);
    size_t length = value_length(copy), more = length > 0 && copy[length] == '\n', sentence;
    while (more > 0 && (sentence = sentence_length(copy + length + more, grade)) > 0) {
        length += more + sentence;
        more = copy[length] == ' ';
    }
    return length;
}

/* Adds a comment without what earlier reviews wrote. Sets *grade to their grade of the move. */
static void add_kept(const char *text, Text *comment, Grade *grade) {
    const char *start = text; /* of what is not added yet */
    const size_t before = comment->length;
    for (const char *line = text; line != NULL;) {
        const size_t length = remark_length(line, grade);
        if (length > 0) {
            const bool is_apart = line - start >= 2 && strncmp(line - 2, "\n\n", 2) == 0;
            text_append(comment, start, (size_t)(line - start) - (is_apart ? 2 : 0));
            start = line = line + length + strspn(line + length, " \n");
            if (comment->length > before && *start != '\0') {
                text_add(comment, "\n\n");
            }
        } else {
            line = strchr(line, '\n');
            line = line == NULL ? NULL : line + 1;
        }
    }
    text_add(comment, "%s", start);
}

/* Is this a variation that an earlier review added, to which nothing was added since? Those of
 * earlier versions do not say how many moves they have. */
static bool is_own_variation(const SgfNode *node) {
    static const char *const FIRST[] = {"B", "W", "SBKV", "SBKS", "V", "C", NULL};
    const SgfProperty *comment = sgf_node_property(node, "C");
    const char *text = comment == NULL ? "" : comment->values[0].text, *value = strstr(text, ": ");
    int moves = 0, count = 0;
    if (strncmp(text, CHOICE, strlen(CHOICE)) != 0 || value == NULL ||
        strlen(text) >= SENTENCE_MAX || value_length(value + 2) != strlen(value + 2)) {
        return false;
    }
    sscanf(text + strlen(CHOICE), " (%d move", &moves);
    for (const SgfNode *next = node; next != NULL; next = next->first_child) {
        for (const SgfProperty *p = next->first_property; p != NULL; p = p->next) {
            if (next == node ? text_find(p->identifier, FIRST) < 0 : !sgf_property_is_move(p)) {
                return false;
            }
        }
        if (next->first_child != NULL && next->first_child->next_sibling != NULL) {
            return false;
        }
        count++;
    }
    return moves == 0 || count == moves;
}

/* Did an earlier review with that grade of the move write this property? */
static bool is_own_mark(const SgfProperty *property, Grade grade) {
    const GradeWords *words = &REVIEW_GRADES[grade];
    return words->mark != NULL && strcmp(property->identifier, words->mark) == 0 &&
           strcmp(property->values[0].text, words->value) == 0;
}

/* ---- A node ---- */

/* Writes a number rounded to hundredths; NAN: nothing. */
static void write_rounded(SgfWriter *writer, const char *identifier, double value) {
    if (!isnan(value)) {
        sgf_writer_real(writer, identifier, round(100 * value) / 100);
    }
}

static void write_values(SgfWriter *writer, double win_rate, double score) {
    write_rounded(writer, "SBKV", 100 * win_rate);
    write_rounded(writer, "SBKS", score);
    write_rounded(writer, "V", score);
}

static void add_value(double win_rate, double score, int64_t visits, Text *comment) {
    review_add_value(win_rate, score, comment);
    text_add(comment, ", %lld visit%s.", (long long)visits, text_plural(visits));
}

/* Writes the properties of the node of an analysed position. move: the judged move that the node
 * plays; -1: none. */
static void write_judged(SgfAnnotator *annotator, const SgfNode *node, int position, int move) {
    static const char *const REPLACED[] = {"C", "SBKV", "SBKS", "V", NULL};
    static const char *const JUDGEMENTS[] = {"BM", "DO", "IT", "TE", NULL};
    const Review *review = annotator->review;
    SgfWriter *writer = annotator->writer;
    const PositionAnalysis *analysis = &review->analyses[position];
    Text comment = {0};
    Grade earlier = GRADE_NONE;
    bool is_judged = false;
    for (const SgfProperty *p = node->first_property; p != NULL; p = p->next) {
        const size_t before = comment.length;
        if (strcmp(p->identifier, "C") == 0) {
            add_kept(p->values[0].text, &comment, &earlier);
        }
        if (comment.length > before) {
            text_add(&comment, "\n\n");
        }
    }
    for (const SgfProperty *p = node->first_property; p != NULL; p = p->next) {
        if (text_find(p->identifier, REPLACED) < 0 && !is_own_mark(p, earlier)) {
            sgf_writer_property(writer, p);
            is_judged = is_judged || text_find(p->identifier, JUDGEMENTS) >= 0;
        }
    }
    add_value(analysis->win_rate, analysis->score, analysis->visits, &comment);
    if (move >= 0) {
        const GradeWords *words = &REVIEW_GRADES[review->figures[move].grade];
        text_add(&comment, "\n");
        review_describe_move(review, move, &comment);
        if (words->mark != NULL && !is_judged) {
            sgf_writer_text(writer, words->mark, words->value);
        }
    }
    write_values(writer, analysis->win_rate, analysis->score);
    sgf_writer_text(writer, "C", text_get(&comment));
    text_free(&comment);
}

/* Is this the node of a move that was judged? */
static bool is_judged_move(const SgfAnnotator *annotator, const SgfNode *node, int move) {
    const Review *review = annotator->review;
    return move >= review->first && move <= review->last && review->line->moves[move].node == node;
}

/* Writes a node. If it belongs to several positions, because it both sets up stones and plays a
 * move, it gets the analysis of the last one. */
static void write_node(SgfAnnotator *annotator, const SgfNode *node) {
    const Review *review = annotator->review;
    const GameLine *line = review->line;
    int position = -1, move = -1;
    sgf_writer_node(annotator->writer);
    while (annotator->position <= review->last + 1 &&
           line->positions[annotator->position].node == node) {
        position = annotator->position++;
    }
    if (is_judged_move(annotator, node, annotator->move)) {
        move = annotator->move++;
    }
    if (position >= 0) {
        write_judged(annotator, node, position, move);
        return;
    }
    for (const SgfProperty *p = node->first_property; p != NULL; p = p->next) {
        sgf_writer_property(annotator->writer, p);
    }
}

/* ---- Branches ---- */

/* Does the move of this node get a variation with something better? It cannot if the node also
 * makes the position before the move: the root, or a set-up. */
static bool has_better(const SgfAnnotator *annotator, const SgfNode *node, int move) {
    const Review *review = annotator->review;
    return is_judged_move(annotator, node, move) && review->figures[move].grade >= GRADE_MISTAKE &&
           review->line->positions[move].node != node &&
           review->analyses[move].candidates[0].pv_length > 0;
}

/* Writes what the engine would have played as a branch. */
static void write_variation(const Review *review, int move, SgfWriter *writer) {
    const Candidate *best = &review->analyses[move].candidates[0];
    Color color = review->line->moves[move].color;
    Text comment =
        text_new("%s (%d move%s): ", CHOICE, best->pv_length, text_plural(best->pv_length));
    add_value(best->win_rate, best->score, best->visits, &comment);
    sgf_writer_open(writer);
    for (int i = 0; i < best->pv_length; i++) {
        sgf_writer_node(writer);
        sgf_writer_move(writer, (Move){color, best->pv[i]});
        if (i == 0) {
            write_values(writer, best->win_rate, best->score);
            sgf_writer_text(writer, "C", text_get(&comment));
        }
        color = color_opponent(color);
    }
    sgf_writer_close(writer);
    text_free(&comment);
}

/* Leaves a node after everything below it has been written. */
static void leave(SgfAnnotator *annotator, const SgfNode *node) {
    const int move = annotator->move - 1;
    const bool is_bettered = has_better(annotator, node, move);
    if (node->opens_branch || is_bettered) {
        sgf_writer_close(annotator->writer);
    }
    if (is_bettered) {
        write_variation(annotator->review, move, annotator->writer);
    }
    annotator->move -= is_judged_move(annotator, node, move);
}

/* The first of these siblings that stays: where a move is judged again, the variation goes that an
 * earlier review added. */
static const SgfNode *skip_own(const SgfAnnotator *annotator, const SgfNode *node) {
    while (node != NULL && node->parent != NULL &&
           is_judged_move(annotator, node->parent->first_child, annotator->move) &&
           is_own_variation(node)) {
        node = node->next_sibling;
    }
    return node;
}

/* Walks the tree by its links, so that deep nesting costs no stack. */
static void write_tree(SgfAnnotator *annotator) {
    const SgfNode *node = sgf_tree_root(annotator->review->line->tree);
    while (node != NULL) {
        if (node->opens_branch || has_better(annotator, node, annotator->move)) {
            sgf_writer_open(annotator->writer);
        }
        write_node(annotator, node);
        if (node->first_child != NULL) {
            node = node->first_child;
            continue;
        }
        const SgfNode *next = NULL;
        for (; node != NULL && next == NULL; node = node->parent) {
            leave(annotator, node);
            next = skip_own(annotator, node->next_sibling);
        }
        node = next;
    }
}

bool review_save_sgf(const Review *review, const char *path, Status *status) {
    SgfWriter writer = {0};
    SgfAnnotator annotator = {
        .review = review, .writer = &writer, .position = review->first, .move = review->first};
    write_tree(&annotator);
    const bool ok = sgf_writer_save(&writer, path, status);
    sgf_writer_free(&writer);
    return ok;
}
