#include "regress/analyze_opinion.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* One move of the report, or its root; values are of the side to move. */
typedef struct {
    Point move, symmetry_of;
    int64_t visits;
    double win_rate, score;
    int order;
    int pv_length;
    Point pv[OPINION_PV_MAX];
} Told;

typedef struct {
    const char *rest;
    char word[32]; /* the word read last, cut */
    int width, height;
    double sign; /* of what is told as it is for Black */
    Opinion *opinion;
    int64_t visits; /* of all moves */
    bool has_root, has_best;
} Reader;

static bool next_word(Reader *reader) {
    reader->rest += strspn(reader->rest, " \t");
    const size_t length = strcspn(reader->rest, " \t");
    const size_t kept = length < sizeof reader->word - 1 ? length : sizeof reader->word - 1;
    memcpy(reader->word, reader->rest, kept);
    reader->word[kept] = '\0';
    reader->rest += length;
    return length > 0;
}

/* The next word where it is a number; else the place stays. */
static bool next_number(Reader *reader, double *number) {
    const char *start = reader->rest;
    char *end = reader->word;
    if (next_word(reader)) {
        *number = strtod(reader->word, &end);
    }
    if (end == reader->word || *end != '\0' || !isfinite(*number)) {
        reader->rest = start;
        return false;
    }
    return true;
}

/* The next word where it is a vertex; else the place stays. */
static bool next_point(Reader *reader, Point *point) {
    const char *start = reader->rest;
    if (next_word(reader) && point_from_text(reader->word, reader->width, reader->height, point) &&
        *point != POINT_RESIGN) {
        return true;
    }
    reader->rest = start;
    return false;
}

static void read_pv(Reader *reader, Told *told) {
    Point point;
    while (next_point(reader, &point)) {
        if (told->pv_length < OPINION_PV_MAX) {
            told->pv[told->pv_length++] = point;
        }
    }
}

static int64_t to_count(double number) {
    return number >= 1 && number < 1e15 ? (int64_t)number : 0;
}

/* Reads on until a section of its own begins, which is the word read last then. */
static void read_told(Reader *reader, Told *told) {
    static const char *const SECTIONS[] = {"info", "rootInfo", "ownership"};
    *told = (Told){.win_rate = NAN, .score = NAN};
    double number;
    while (next_word(reader)) {
        for (size_t i = 0; i < sizeof SECTIONS / sizeof SECTIONS[0]; i++) {
            if (strcmp(reader->word, SECTIONS[i]) == 0) {
                return;
            }
        }
        if (strcmp(reader->word, "move") == 0) {
            next_point(reader, &told->move);
        } else if (strcmp(reader->word, "isSymmetryOf") == 0) {
            next_point(reader, &told->symmetry_of);
        } else if (strcmp(reader->word, "pv") == 0) {
            read_pv(reader, told);
        } else if (strcmp(reader->word, "visits") == 0 && next_number(reader, &number)) {
            told->visits = to_count(number);
        } else if (strcmp(reader->word, "winrate") == 0 && next_number(reader, &number)) {
            told->win_rate = number;
        } else if (strcmp(reader->word, "scoreMean") == 0 && isnan(told->score)) {
            next_number(reader, &told->score); /* of old engines; scoreLead goes before it */
        } else if (strcmp(reader->word, "scoreLead") == 0) {
            next_number(reader, &told->score);
        } else if (strcmp(reader->word, "order") == 0 && next_number(reader, &number)) {
            told->order = (int)fmin(fmax(number, 0), 1e6);
        }
    }
    reader->word[0] = '\0';
}

static bool is_win_rate(double value) {
    return value >= 0 && value <= 1;
}

static double black_rate(const Reader *reader, double win_rate) {
    return reader->sign > 0 ? win_rate : 1 - win_rate;
}

/* Keeps the best move: the one of order 0, and the first where orders are not told. */
static bool take_move(Reader *reader, const Told *told) {
    Opinion *opinion = reader->opinion;
    if (told->move == POINT_NONE || !is_win_rate(told->win_rate)) {
        return false;
    }
    reader->visits += told->visits;
    if (!reader->has_best && told->order == 0) {
        reader->has_best = true;
        opinion->best = told->move;
        opinion->best_visits = told->visits;
        opinion->best_win_rate = black_rate(reader, told->win_rate);
        opinion->best_score = reader->sign * told->score;
        opinion->pv_length = told->pv_length;
        memcpy(opinion->pv, told->pv, sizeof opinion->pv);
        if (told->pv_length == 0 || told->pv[0] != told->move) {
            opinion->pv[0] = told->move;
            opinion->pv_length = 1;
        }
    } else if (reader->has_best && told->symmetry_of == opinion->best &&
               opinion->image_count < OPINION_IMAGES_MAX) {
        opinion->images[opinion->image_count++] = told->move;
    }
    return true;
}

static bool take_root(Reader *reader, const Told *told) {
    if (!is_win_rate(told->win_rate)) {
        return false;
    }
    reader->has_root = true;
    reader->opinion->visits = told->visits;
    reader->opinion->win_rate = black_rate(reader, told->win_rate);
    reader->opinion->score = reader->sign * told->score;
    return true;
}

static bool read_owner(Reader *reader) {
    const int cells = reader->width * reader->height;
    for (int i = 0; i < cells; i++) {
        double value;
        if (!next_number(reader, &value)) {
            return false;
        }
        reader->opinion->owner[i] = (float)(reader->sign * fmin(fmax(value, -1), 1));
    }
    return reader->opinion->has_owner = true;
}

/* Reads the sections one after the other: moves, the root, the ownership. */
static bool read_sections(Reader *reader) {
    Told told;
    next_word(reader);
    while (reader->word[0] != '\0') {
        bool ok;
        if (strcmp(reader->word, "info") == 0) {
            read_told(reader, &told);
            ok = take_move(reader, &told);
        } else if (strcmp(reader->word, "rootInfo") == 0) {
            read_told(reader, &told);
            ok = take_root(reader, &told);
        } else {
            ok = strcmp(reader->word, "ownership") == 0 && read_owner(reader);
            read_told(reader, &told); /* what may stand behind it */
        }
        if (!ok) {
            return false;
        }
    }
    return reader->has_best || reader->has_root;
}

/* An engine that tells no root is taken at the word of its best move, and the other way round. */
static void complete(const Reader *reader, Opinion *opinion) {
    if (!reader->has_root) {
        opinion->win_rate = opinion->best_win_rate;
        opinion->score = opinion->best_score;
    }
    if (!reader->has_best) {
        opinion->best_win_rate = opinion->win_rate;
        opinion->best_score = opinion->score;
    }
    if (opinion->visits == 0) {
        opinion->visits = reader->visits;
    }
}

bool opinion_read(const char *line, int width, int height, Color to_move, Opinion *opinion,
                  Status *status) {
    *opinion = (Opinion){.best = POINT_NONE};
    Reader reader = {.rest = line,
                     .width = width,
                     .height = height,
                     .sign = to_move == BLACK ? 1 : -1,
                     .opinion = opinion};
    if (!read_sections(&reader)) {
        return status_fail(status, "no analysis of a %dx%d board: %.60s", width, height, line);
    }
    complete(&reader, opinion);
    return true;
}

bool opinion_agrees(const Opinion *opinion, Point move) {
    bool agrees = move == opinion->best;
    for (int i = 0; i < opinion->image_count; i++) {
        agrees = agrees || move == opinion->images[i];
    }
    return agrees;
}
