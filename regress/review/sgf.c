/* A reviewed game as a record: writes the tree of the record that was read, with additions. */
#include "regress/review/review.h"

#include <math.h>

/* The state of a walk through the tree. Nodes of the main line are entered in order, and left in
 * reverse order after its end. */
typedef struct {
    const Review *review;
    SgfWriter *writer;
    int position; /* the next position whose node will be entered */
    int move; /* the next move whose node will be entered; the one before is the next to be left */
} SgfAnnotator;

/* ---- A node ---- */

static bool has_judgement(const SgfNode *node) {
    return sgf_node_property(node, "BM") != NULL || sgf_node_property(node, "DO") != NULL ||
           sgf_node_property(node, "IT") != NULL || sgf_node_property(node, "TE") != NULL;
}

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

void review_write_pv(const Candidate *candidate, Color color, bool is_answer, const char *comment,
                     SgfWriter *writer) {
    sgf_writer_open(writer);
    for (int i = 0; i < candidate->pv_length; i++) {
        sgf_writer_node(writer);
        sgf_writer_move(writer, (Move){color, candidate->pv[i]});
        if (i == 0 && is_answer) {
            sgf_writer_text(writer, "TE", "1");
        } else if (i == 0) {
            write_values(writer, candidate->win_rate, candidate->score);
        }
        if (i == 0) {
            sgf_writer_text(writer, "C", comment);
        }
        color = color_opponent(color);
    }
    sgf_writer_close(writer);
}

/* Writes a node with its properties, except those that are replaced. */
static void write_kept(SgfWriter *writer, const SgfNode *node, const char *const *replaced) {
    sgf_writer_node(writer);
    for (const SgfProperty *p = node->first_property; p != NULL; p = p->next) {
        if (text_find(p->identifier, replaced) < 0) {
            sgf_writer_property(writer, p);
        }
    }
}

/* Writes the node of an analysed position. move: the judged move that the node plays; -1: none. */
static void write_judged(SgfAnnotator *annotator, const SgfNode *node, int position, int move) {
    static const char *const REPLACED[] = {"C", "SBKV", "SBKS", "V", NULL};
    const Review *review = annotator->review;
    SgfWriter *writer = annotator->writer;
    const PositionAnalysis *analysis = &review->analyses[position];
    Text comment = {0};
    write_kept(writer, node, REPLACED);
    for (const SgfProperty *p = node->first_property; p != NULL; p = p->next) {
        if (strcmp(p->identifier, "C") == 0 && p->values[0].length > 0) {
            text_add(&comment, "%s\n\n", p->values[0].text);
        }
    }
    add_value(analysis->win_rate, analysis->score, analysis->visits, &comment);
    if (move >= 0) {
        const GradeWords *words = &REVIEW_GRADES[review->figures[move].grade];
        text_add(&comment, "\n");
        review_describe_move(review, move, &comment);
        if (words->mark != NULL && !has_judgement(node)) {
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
    static const char *const NONE[] = {NULL};
    const Review *review = annotator->review;
    const GameLine *line = review->line;
    int position = -1, move = -1;
    while (annotator->position <= review->last + 1 &&
           line->positions[annotator->position].node == node) {
        position = annotator->position++;
    }
    if (is_judged_move(annotator, node, annotator->move)) {
        move = annotator->move++;
    }
    if (position >= 0) {
        write_judged(annotator, node, position, move);
    } else {
        write_kept(annotator->writer, node, NONE);
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

static void write_variation(SgfAnnotator *annotator, int move) {
    const Review *review = annotator->review;
    const Candidate *best = &review->analyses[move].candidates[0];
    Text comment = text_new("The engine's choice: ");
    add_value(best->win_rate, best->score, best->visits, &comment);
    review_write_pv(best, review->line->moves[move].color, false, text_get(&comment),
                    annotator->writer);
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
        write_variation(annotator, move);
    }
    annotator->move -= is_judged_move(annotator, node, move);
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
            next = node->next_sibling;
        }
        node = next;
    }
}

bool review_save_sgf(const Review *review, const char *path, Status *status) {
    SgfWriter writer;
    sgf_writer_init(&writer);
    SgfAnnotator annotator = {
        .review = review, .writer = &writer, .position = review->first, .move = review->first};
    write_tree(&annotator);
    const bool ok = sgf_writer_save(&writer, path, status);
    sgf_writer_free(&writer);
    return ok;
}
