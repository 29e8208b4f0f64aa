#include "engine/book/node.h"

#include <math.h>

enum {
    WIN_LOSS_ONE = 32767,
    ERROR_ONE = 32768,
    SCORE_ONE = 12288, /* 24 bits hold 682 points */
    MINIMAX_SCORE_ONE = 32,
    PRIOR_ONE = 4096,
    MANTISSA_BITS = 11,
};

/* ---- Numbers ---- */

static int64_t fixed(double value, double one, int64_t least, int64_t most) {
    const double scaled = round(value * one);
    return !(scaled > (double)least) ? least : scaled > (double)most ? most : (int64_t)scaled;
}

static int16_t fixed_16(double value, double one) {
    return (int16_t)fixed(value, one, INT16_MIN + 1, INT16_MAX);
}

static void put_score(uint8_t bytes[3], double score) {
    const int64_t value = fixed(score, SCORE_ONE, -(1 << 23) + 1, (1 << 23) - 1);
    for (int i = 0; i < 3; i++) {
        bytes[i] = (uint8_t)(value >> 8 * i);
    }
}

static double get_score(const uint8_t bytes[3]) {
    const int32_t value = bytes[0] | bytes[1] << 8 | bytes[2] << 16;
    return (double)(value >= 1 << 23 ? value - (1 << 24) : value) / SCORE_ONE;
}

static uint16_t prior_code(double prior) {
    return (uint16_t)(prior > 0 ? fixed(-log(prior), PRIOR_ONE, 0, UINT16_MAX) : UINT16_MAX);
}

static double prior_of(uint16_t code) {
    return code == UINT16_MAX ? 0 : exp(-(double)code / PRIOR_ONE);
}

/* Rounds down, so that no more visits are claimed than were made. */
static uint16_t visits_code(double visits) {
    const uint64_t whole = visits < 0x1p62 ? (uint64_t)visits : UINT64_C(1) << 62;
    const int bits = whole == 0 ? 0 : 64 - __builtin_clzll(whole);
    const int shift = bits > MANTISSA_BITS + 1 ? bits - MANTISSA_BITS - 1 : 0;
    if (shift > 30) {
        return UINT16_MAX;
    }
    const uint64_t mantissa = whole >> shift;
    return (uint16_t)(mantissa >> MANTISSA_BITS == 0 ? mantissa
                                                     : (uint64_t)(shift + 1) << MANTISSA_BITS |
                                                           (mantissa & ((1 << MANTISSA_BITS) - 1)));
}

static uint64_t visits_of(uint16_t code) {
    const int exponent = code >> MANTISSA_BITS;
    const uint64_t low = code & ((1 << MANTISSA_BITS) - 1);
    return exponent == 0 ? low : (low | 1 << MANTISSA_BITS) << (exponent - 1);
}

/* ---- Records ---- */

static void put_own(BookRecord *record, const BookValues *own) {
    record->own_visits = visits_code((double)own->visits);
    record->own_win_loss = fixed_16(own->win_loss, WIN_LOSS_ONE);
    record->own_win_loss_error = (uint16_t)fixed(own->win_loss_error, ERROR_ONE, 0, UINT16_MAX);
    put_score(record->own_score, own->score);
}

static BookValues own_of(const BookRecord *record) {
    return (BookValues){.win_loss = (double)record->own_win_loss / WIN_LOSS_ONE,
                        .win_loss_error = (double)record->own_win_loss_error / ERROR_ONE,
                        .score = get_score(record->own_score),
                        .visits = visits_of(record->own_visits)};
}

void book_values_round(BookValues *values) {
    BookRecord record;
    put_own(&record, values);
    *values = own_of(&record);
}

void book_own_figures(const BookNode *node, double error_factor, double figures[BOOK_FIGURES]) {
    const BookValues *own = &node->own;
    figures[BOOK_WIN_LOSS] = own->win_loss;
    figures[BOOK_WIN_LOSS_LOWER] = own->win_loss - error_factor * own->win_loss_error;
    figures[BOOK_WIN_LOSS_UPPER] = own->win_loss + error_factor * own->win_loss_error;
    figures[BOOK_SCORE] = own->score;
}

double book_prior_round(double prior) {
    return prior_of(prior_code(prior));
}

BookRecord book_record_of(const BookNode *node, uint32_t first_edge) {
    BookRecord record = {
        .key = node->key,
        .check = node->check,
        .first_edge = first_edge,
        .flags = node->flags,
        .visits = visits_code(node->visits),
        .win_loss = fixed_16(node->figures[BOOK_WIN_LOSS], WIN_LOSS_ONE),
        .win_loss_lower = fixed_16(node->figures[BOOK_WIN_LOSS_LOWER], WIN_LOSS_ONE),
        .win_loss_upper = fixed_16(node->figures[BOOK_WIN_LOSS_UPPER], WIN_LOSS_ONE),
        .score = fixed_16(node->figures[BOOK_SCORE], MINIMAX_SCORE_ONE),
    };
    put_own(&record, &node->own);
    return record;
}

BookNode book_record_node(const BookRecord *record) {
    BookNode node = {.key = record->key,
                     .check = record->check,
                     .flags = record->flags,
                     .own = own_of(record),
                     .visits = (double)visits_of(record->visits)};
    node.figures[BOOK_WIN_LOSS] = (double)record->win_loss / WIN_LOSS_ONE;
    node.figures[BOOK_WIN_LOSS_LOWER] = (double)record->win_loss_lower / WIN_LOSS_ONE;
    node.figures[BOOK_WIN_LOSS_UPPER] = (double)record->win_loss_upper / WIN_LOSS_ONE;
    node.figures[BOOK_SCORE] = (double)record->score / MINIMAX_SCORE_ONE;
    return node;
}

BookLink book_link_of(const BookEdge *edge, uint32_t child) {
    return (BookLink){.child = child,
                      .move = (uint16_t)(edge->move | edge->symmetry << 10),
                      .prior = prior_code(edge->prior)};
}

BookEdge book_link_edge(const BookLink *link) {
    return (BookEdge){.child = link->child,
                      .move = link->move & ((1 << 10) - 1),
                      .symmetry = link->move >> 10 & 7,
                      .prior = prior_of(link->prior)};
}
