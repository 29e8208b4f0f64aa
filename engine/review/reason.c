#include "engine/review/reason.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    CHANGE_MIN = 2,  /* of a point's ownership, in tenths, for a stone to be asked about */
    AREA_MIN = 3,    /* the same for a point that changes hands */
    POINTS_MIN = 2,  /* that change hands */
    SHOWN_MOVES = 7, /* of a line, in words */
    SHOWN_WALLS = 2,
    BEGINNER_KYU = 15,
    SETTLED_MIN = 8, /* ownership, in tenths */
    OPEN_SHARE = 5,  /* in an endgame at most one point in 5 is unsettled */
    NEAR = 3,        /* columns and rows between a move and its answer */
    THIRDS = 3,      /* columns and rows of places on the board */
};

/* How much more of a point was the mover's before the move than after it, in tenths: from 20 to
 * -20. */
static int change_at(const Review *review, int move, int cell) {
    const PositionAnalysis *before = &review->analyses[move], *after = before + 1;
    const int change = before->owner[cell] - after->owner[cell];
    return !before->has_owner || !after->has_owner    ? 0
           : review->line->moves[move].color == BLACK ? change
                                                      : -change;
}

/* Adds the move at a place of a line of play; a pass if it is unknown or a stone stood there. */
static void add_answer(const Review *review, int move, const PositionAnalysis *analysis, int place,
                       Text *text) {
    const GameLine *line = review->line;
    const Candidate *best = &analysis->candidates[0];
    Point point = place < best->pv_length ? best->pv[place] : POINT_PASS;
    char vertex[POINT_TEXT_MAX];
    if (point_is_move(point) &&
        line->positions[move].cells[line->geometry->cell_of[point]] != EMPTY) {
        point = POINT_PASS;
    }
    text_add(text, " %s", game_line_vertex(line, point, vertex));
}

/* The stones go from the greatest change to the least. */
void reason_add_command(const Review *review, int move, Text *text) {
    const GameLine *line = review->line;
    char vertex[POINT_TEXT_MAX], better[POINT_TEXT_MAX];
    text_add(text, "dihedra-reason %s %s %s", color_name(line->moves[move].color),
             game_line_vertex(line, line->moves[move].point, vertex),
             game_line_vertex(line, review->analyses[move].candidates[0].move, better));
    for (int change = 20; change >= CHANGE_MIN; change--) {
        for (int cell = 0; cell < line->width * line->height; cell++) {
            if (line->positions[move].cells[cell] != EMPTY &&
                change_at(review, move, cell) == change) {
                text_add(text, " %s",
                         game_line_vertex(line, line->geometry->point_of[cell], vertex));
            }
        }
    }
    add_answer(review, move, &review->analyses[move + 1], 0, text);
    add_answer(review, move, &review->analyses[move + 1], 1, text);
    add_answer(review, move, &review->analyses[move], 1, text);
}

int reason_list_moves(const Review *review, int moves[2 * REVIEW_WORST_MAX]) {
    int count = 0;
    for (int color = BLACK; color <= WHITE; color++) {
        const PlayerFigures *player = &review->players[color];
        for (int i = 0; i < player->worst_count; i++) {
            const int move = player->worst[i];
            if (review->figures[move].grade >= GRADE_MISTAKE &&
                review->analyses[move].candidate_count > 0) {
                moves[count++] = move;
            }
        }
    }
    return count;
}

/* ---- Words ---- */

/* What the letters after % stand for: P the mover, O the opponent, W the owner, A who threatens; p
 * the move, b the better one, f the line's first, m what threatens, x after which of the two the
 * stones fare worse, y better; s the stones, t others; h how, or by a ko, k by a ko, l the line, a
 * what is assumed; n how many points, w where. */
static const struct {
    const char *kind, *words;
} SENTENCES[] = {
    {"rescue", "Why: %O captures %s%h: %l."},
    {"capture", "Why: %P %b captures %s%h: %l."},
    {"life", "Why: %O %f kills the group of %s%k%a."},
    {"death", "Why: %P %b kills the group of %s%k%a."},
    {"seki", "Why: after %x the group of %s dies, after %y it lives in seki%a."},
    {"eyes", "Why: after %x the group of %s lives only in seki, after %y by two eyes%a."},
    {"race", "Why: the race of %s against %t is lost by one move: %l."},
    {"cut", "Why: with %f %A cuts %s off from %t%a."},
    {"vain", "Why: %O captures %s all the same%h: %l."},
    {"double", "Why: with %m %A threatens %s and %t, and only one of them can be saved."},
    {"threat", "Why: with %m %A threatens to capture %s%h: %l."},
    {"idle", "Why: %p gains nothing, all around it is settled as %W's."},
    {"gote", "An estimate: %b is worth some %n points in gote."},
    {"sente", "An estimate: %b is worth some %n points in sente."},
    {"territory", "An estimate: some %n points %w become %W's."},
};

static const char *text_of(const json_t *reason, const char *key) {
    const char *text = json_string_value(json_object_get(reason, key));
    return text == NULL ? "" : text;
}

static const char *vertex_at(const json_t *list, size_t i) {
    const char *vertex = json_string_value(json_array_get(list, i));
    return vertex == NULL ? "?" : vertex;
}

const char *reason_kind(const json_t *reason) {
    return text_of(reason, "kind");
}

/* Returns NULL if the kind is unknown. */
static const char *sentence_of(const json_t *reason) {
    for (size_t i = 0; i < sizeof SENTENCES / sizeof SENTENCES[0]; i++) {
        if (strcmp(SENTENCES[i].kind, reason_kind(reason)) == 0) {
            return SENTENCES[i].words;
        }
    }
    return NULL;
}

bool reason_is_whole(const json_t *reason) {
    Color color;
    return sentence_of(reason) != NULL && color_from_text(text_of(reason, "owner"), &color);
}

json_t *reason_read(const char *answer) {
    json_t *reason = answer == NULL ? NULL : json_loads(answer, JSON_REJECT_DUPLICATES, NULL);
    if (!reason_is_whole(reason)) {
        json_decref(reason);
        return json_null();
    }
    json_set_packed(reason, "{s:b}", "proved", true);
    return reason;
}

/* "the stone at D4", "the 3 stones at D4". */
static void add_stones(const json_t *stones, Text *text) {
    const size_t count = json_array_size(stones);
    if (count > 1) {
        text_add(text, "the %zu stones at %s", count, vertex_at(stones, 0));
    } else {
        text_add(text, "the stone at %s", vertex_at(stones, 0));
    }
}

/* Up to the first pass, which shows that there is no answer left. */
static void add_line(const json_t *line, Text *text) {
    for (size_t i = 0; i < json_array_size(line) && strcmp(vertex_at(line, i), "pass") != 0; i++) {
        if (i == SHOWN_MOVES) {
            text_add(text, " and so on");
            return;
        }
        text_add(text, "%s%s", i == 0 ? "" : " ", vertex_at(line, i));
    }
}

static void add_walls(const json_t *walls, Text *text) {
    const size_t count = json_array_size(walls);
    for (size_t i = 0; i < count && i < SHOWN_WALLS; i++) {
        text_add(text, "%s%s", i == 0 ? ", if the stones around hold: " : ", ",
                 vertex_at(walls, i));
    }
    text_add(text, "%s", count > SHOWN_WALLS ? " and others" : "");
}

static const char *words_of_how(const char *how) {
    return strcmp(how, "ladder") == 0     ? " in a ladder"
           : strcmp(how, "net") == 0      ? " in a net"
           : strcmp(how, "snapback") == 0 ? " by a snapback"
           : strcmp(how, "atari") == 0    ? ", in atari"
                                          : "";
}

/* Does the record call the mover 15 kyu or weaker? They are told what is on the board alone: no
 * estimate, and nothing that is assumed. */
static bool is_beginner(const Review *review, int move) {
    char rank[16], *unit;
    sgf_node_simple_text(review->line->root, review->line->moves[move].color == BLACK ? "BR" : "WR",
                         rank, sizeof rank);
    const long number = strtol(rank, &unit, 10);
    unit += strspn(unit, " ");
    return number >= BEGINNER_KYU && (*unit == 'k' || *unit == 'K');
}

static void add_sentence(const Review *review, int move, const json_t *reason, const char *words,
                         Text *text) {
    const GameLineMove *played = &review->line->moves[move];
    const Point better = review->analyses[move].candidates[0].move;
    const json_t *moves = json_object_get(reason, "line");
    char vertex[POINT_TEXT_MAX], best[POINT_TEXT_MAX];
    Text stones = {0}, also = {0}, line = {0}, walls = {0};
    const bool is_black = strcmp(text_of(reason, "owner"), "black") == 0;
    const bool is_own = is_black == (played->color == BLACK);
    const bool is_ko = json_is_true(json_object_get(reason, "ko"));
    Text points = text_new("%d", (int)json_integer_value(json_object_get(reason, "points")));
    add_stones(json_object_get(reason, "stones"), &stones);
    add_line(moves, &line);
    add_stones(json_object_get(reason, "also"), &also);
    if (!is_beginner(review, move)) {
        add_walls(json_object_get(reason, "assumed"), &walls);
    }
    const char *const parts['z' + 1] = {
        ['P'] = color_capital_name(played->color),
        ['O'] = color_capital_name(color_opponent(played->color)),
        ['W'] = color_capital_name(is_black ? BLACK : WHITE),
        ['A'] = color_capital_name(is_black ? WHITE : BLACK),
        ['p'] = game_line_vertex(review->line, played->point, vertex),
        ['b'] = game_line_vertex(review->line, better, best),
        ['f'] = vertex_at(moves, 0),
        ['m'] = text_of(reason, "threat"),
        ['x'] = is_own ? vertex : best,
        ['y'] = is_own ? best : vertex,
        ['s'] = text_get(&stones),
        ['t'] = text_get(&also),
        ['h'] = is_ko ? " by a ko" : words_of_how(text_of(reason, "how")),
        ['k'] = is_ko ? " by a ko" : "",
        ['l'] = text_get(&line),
        ['a'] = text_get(&walls),
        ['n'] = text_get(&points),
        ['w'] = text_of(reason, "where"),
    };
    text_add(text, " ");
    for (const char *c = words; *c != '\0'; c++) {
        if (*c == '%') {
            text_add(text, "%s", parts[(unsigned char)*++c]);
        } else {
            text_append(text, c, 1);
        }
    }
    text_free(&stones);
    text_free(&also);
    text_free(&line);
    text_free(&walls);
    text_free(&points);
}

void reason_add_words(const Review *review, int move, Text *text) {
    json_t *reason = reason_of(review, move);
    const char *words = sentence_of(reason);
    if (words != NULL &&
        (json_is_true(json_object_get(reason, "proved")) || !is_beginner(review, move))) {
        add_sentence(review, move, reason, words, text);
    }
    json_decref(reason);
}

/* ---- Territory ---- */

/* Is most of the board settled before the move, and is little of it decided by the move? */
static bool is_endgame(const Review *review, int move) {
    const int cells = review->line->width * review->line->height;
    int open = 0;
    for (int cell = 0; cell < cells; cell++) {
        open += abs(review->analyses[move].owner[cell]) < SETTLED_MIN ||
                change_at(review, move, cell) >= AREA_MIN;
    }
    return OPEN_SHARE * open <= cells;
}

/* Territory by what the better move is in an endgame: sente if it is answered near by. */
static const char *kind_of_territory(const Review *review, int move) {
    const Candidate *best = &review->analyses[move].candidates[0];
    const Point reply = best->pv_length > 1 ? best->pv[1] : POINT_PASS;
    const bool is_answered = point_is_move(reply) &&
                             abs(point_x(reply) - point_x(best->move)) <= NEAR &&
                             abs(point_y(reply) - point_y(best->move)) <= NEAR;
    return !point_is_move(best->move) || !is_endgame(review, move) ? "territory"
           : is_answered                                           ? "sente"
                                                                   : "gote";
}

/* The third of the board, both ways, in which a cell lies. */
static int third_of(const GameLine *line, int cell) {
    const int column = cell % line->width * THIRDS / line->width;
    return cell / line->width * THIRDS / line->height * THIRDS + column;
}

/* The third in which the move lost most points; null: not much. A point that goes from one side to
 * the other is two. */
static json_t *find_territory(const Review *review, int move) {
    static const char *const NAMES[THIRDS * THIRDS] = {
        "in the upper left", "at the top",    "in the upper right",
        "on the left side",  "in the center", "on the right side",
        "in the lower left", "at the bottom", "in the lower right",
    };
    const GameLine *line = review->line;
    const int cells = line->width * line->height;
    int changes[THIRDS * THIRDS] = {0}, best = 0;
    for (int cell = 0; cell < cells; cell++) {
        const int change = change_at(review, move, cell), third = third_of(line, cell);
        changes[third] += change >= AREA_MIN ? change : 0;
        best = changes[third] > changes[best] ? third : best;
    }
    const int points = (int)lround(changes[best] / 10.0);
    if (points < POINTS_MIN) {
        return json_null();
    }
    json_t *area = json_new_array();
    for (int cell = 0; cell < cells; cell++) {
        char vertex[POINT_TEXT_MAX];
        if (third_of(line, cell) == best && change_at(review, move, cell) >= AREA_MIN) {
            game_line_vertex(line, line->geometry->point_of[cell], vertex);
            json_add_value(area, json_string(vertex));
        }
    }
    return json_new_packed("{s:s, s:b, s:s, s:i, s:s, s:o}", "kind",
                           kind_of_territory(review, move), "proved", false, "owner",
                           color_name(color_opponent(line->moves[move].color)), "points", points,
                           "where", NAMES[best], "area", area);
}

json_t *reason_of(const Review *review, int move) {
    return !review_counts(review, move) || review->figures[move].grade < GRADE_INACCURACY
               ? json_null()
           : json_is_object(review->reasons[move]) ? json_incref(review->reasons[move])
                                                   : find_territory(review, move);
}
