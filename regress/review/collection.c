#include <math.h>
#include <stdlib.h>
#include <strings.h>

#include "engine/base/memory.h"
#include "page/report/page.h"
#include "regress/review/report.h"

/* The stones around a mistake, SIDE x SIDE points: fewer than STONES_MIN are no shape to recognize.
 */
enum { SIDE = 5, RADIUS = SIDE / 2, SYMMETRIES = 8, STONES_MIN = 3 };

struct Collection {
    const char *player;
    json_t *games;
    json_t *keys;   /* key mistakes, game by game */
    json_t *shapes; /* [shape]: the mistakes made in it */
};

Collection *collection_new(const char *player) {
    Collection *collection = memory_new(1, sizeof *collection);
    collection->player = player;
    collection->games = json_new_array();
    collection->keys = json_new_array();
    collection->shapes = json_new_object();
    return collection;
}

void collection_free(Collection *collection) {
    json_decref(collection->games);
    json_decref(collection->keys);
    json_decref(collection->shapes);
    free(collection);
}

int collection_count(const Collection *collection) {
    return (int)json_array_size(collection->games);
}

static const char *root_text(const GameLine *line, const char *identifier, char *text,
                             size_t size) {
    sgf_node_simple_text(line->root, identifier, text, size);
    return text;
}

Color collection_color(const Collection *collection, const GameLine *line) {
    char name[80];
    if (collection->player == NULL) {
        return EMPTY;
    }
    return strcasecmp(root_text(line, "PB", name, sizeof name), collection->player) == 0   ? BLACK
           : strcasecmp(root_text(line, "PW", name, sizeof name), collection->player) == 0 ? WHITE
                                                                                           : EMPTY;
}

/* ---- Mistakes ---- */

static char letter_at(const GameLine *line, int move, int x, int y) {
    if (x < 0 || x >= line->width || y < 0 || y >= line->height) {
        return '#';
    }
    const Color color = (Color)line->positions[move].cells[y * line->width + x];
    return color == EMPTY ? '.' : color == line->moves[move].color ? 'x' : 'o';
}

/* Writes the points around the move, row by row: x the mover's stones, o the opponent's, # off the
 * board, . empty; of the eight images the first by strcmp, so that the same mistake made again has
 * the same shape. Returns the number of stones. */
static int find_shape(const GameLine *line, int move, char best[SIDE * SIDE + 1]) {
    const int column = point_x(line->moves[move].point), row = point_y(line->moves[move].point);
    int stones = 0;
    for (int symmetry = 0; symmetry < SYMMETRIES; symmetry++) {
        char text[SIDE * SIDE + 1] = "";
        stones = 0;
        for (int i = 0; i < SIDE * SIDE; i++) {
            const int a = i % SIDE - RADIUS, b = i / SIDE - RADIUS;
            const int dx = symmetry & 4 ? b : a, dy = symmetry & 4 ? a : b;
            text[i] = letter_at(line, move, column + (symmetry & 1 ? -dx : dx),
                                row + (symmetry & 2 ? -dy : dy));
            stones += text[i] == 'x' || text[i] == 'o';
        }
        if (symmetry == 0 || strcmp(text, best) < 0) {
            strcpy(best, text);
        }
    }
    return stones;
}

static json_t *mistake_to_json(const Collection *collection, const Review *review, int move) {
    const GameLine *line = review->line;
    const GameLineMove *played = &line->moves[move];
    const MoveFigures *figures = &review->figures[move];
    const Candidate *best = &review->analyses[move].candidates[0];
    char stones[CELL_COUNT_MAX + 1], vertex[POINT_TEXT_MAX], better[POINT_TEXT_MAX];
    return json_new_packed(
        "{s:i, s:i, s:s, s:s, s:s, s:o, s:o, s:s, s:i, s:i, s:s}", "game",
        collection_count(collection), "move", move + 1, "color", color_name(played->color),
        "vertex", game_line_vertex(line, played->point, vertex), "grade",
        REVIEW_GRADES[figures->grade].name, "loss_points", json_new_figure(figures->loss_points, 3),
        "loss_win_rate", json_new_figure(figures->loss_win_rate, 6), "best",
        best->move == POINT_NONE ? "?" : game_line_vertex(line, best->move, better), "width",
        line->width, "height", line->height, "stones", game_line_stones(line, move, stones));
}

static void add_mistake(Collection *collection, const Review *review, int move) {
    const GameLine *line = review->line;
    const Grade grade = review->figures[move].grade;
    char shape[SIDE * SIDE + 1];
    if (review_counts(review, move) && grade >= GRADE_INACCURACY &&
        point_is_move(line->moves[move].point) && find_shape(line, move, shape) >= STONES_MIN) {
        if (json_object_get(collection->shapes, shape) == NULL) {
            json_set_value(collection->shapes, shape, json_new_array());
        }
        json_add_value(json_object_get(collection->shapes, shape),
                       mistake_to_json(collection, review, move));
    }
}

void collection_add(Collection *collection, const Review *review, const char *page) {
    const GameLine *line = review->line;
    const Color color = collection_color(collection, line);
    char black[80], white[80], date[80], result[80];
    for (int i = review->first; i <= review->last; i++) {
        if (color == EMPTY || line->moves[i].color == color) {
            add_mistake(collection, review, i);
        }
    }
    for (int side = BLACK; side <= WHITE; side++) {
        const PlayerFigures *player = &review->players[side];
        for (int i = 0; i < player->key_count && (color == EMPTY || color == (Color)side); i++) {
            json_add_value(collection->keys, mistake_to_json(collection, review, player->keys[i]));
        }
    }
    json_add_value(
        collection->games,
        json_new_packed("{s:o, s:o, s:o, s:o, s:o, s:o, s:s?, s:i, s:o, s:o}", "page",
                        json_new_text(page), "file", json_new_text(review->file), "black_name",
                        json_new_text(root_text(line, "PB", black, sizeof black)), "white_name",
                        json_new_text(root_text(line, "PW", white, sizeof white)), "date",
                        json_new_text(root_text(line, "DT", date, sizeof date)), "result",
                        json_new_text(root_text(line, "RE", result, sizeof result)), "color",
                        color == EMPTY ? NULL : color_name(color), "moves",
                        review->last - review->first + 1, "black",
                        review_player_to_json(&review->players[BLACK]), "white",
                        review_player_to_json(&review->players[WHITE])));
}

/* ---- The whole ---- */

static int compare_shapes(const void *a, const void *b) {
    const json_t *left = *(json_t *const *)a, *right = *(json_t *const *)b;
    const size_t first = json_array_size(json_object_get(left, "mistakes"));
    const size_t second = json_array_size(json_object_get(right, "mistakes"));
    const double first_loss = json_number_value(json_object_get(left, "loss_points"));
    const double second_loss = json_number_value(json_object_get(right, "loss_points"));
    return first != second ? (first < second ? 1 : -1)
                           : (first_loss < second_loss) - (first_loss > second_loss);
}

/* The shapes in which more than one mistake was made are listed, the most frequent first. */
static json_t *collection_to_json(const Collection *collection) {
    json_t **found = memory_new(json_object_size(collection->shapes), sizeof(json_t *));
    json_t *repeated = json_new_array(), *mistakes, *mistake;
    const char *shape;
    size_t count = 0, i;
    json_object_foreach(collection->shapes, shape, mistakes) {
        double loss = 0;
        json_array_foreach(mistakes, i, mistake) {
            loss += fmax(json_number_value(json_object_get(mistake, "loss_points")), 0);
        }
        if (json_array_size(mistakes) > 1) {
            found[count++] = json_new_packed("{s:s, s:o, s:O}", "shape", shape, "loss_points",
                                             json_new_figure(loss, 3), "mistakes", mistakes);
        }
    }
    qsort(found, count, sizeof(json_t *), compare_shapes);
    for (i = 0; i < count; i++) {
        json_add_value(repeated, found[i]);
    }
    free(found);
    return json_new_packed("{s:o, s:O, s:O, s:o}", "player", json_new_text(collection->player),
                           "key_moves", collection->keys, "games", collection->games, "repeated",
                           repeated);
}

void collection_print(const Collection *collection, FILE *stream) {
    json_print(collection_to_json(collection), stream);
}

bool collection_save(const Collection *collection, const char *folder, Status *status) {
    json_t *page = collection_to_json(collection);
    json_set_text(page, "kind", "collection");
    Text path = text_new("%s/index.html", folder);
    const bool ok = page_save_report(text_get(&path), page, status);
    text_free(&path);
    return ok;
}
