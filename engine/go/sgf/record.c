/* Loading records into games and writing games as records; see the header. */
#include "engine/go/sgf/record.h"
#include "engine/base/file.h"

#include <math.h>
#include <stdio.h>

typedef struct {
    Game *game;
    SgfSize size;
    RecordStop stop;
    Point stop_point; /* of stop.before_vertex, or POINT_NONE */
    int moves;        /* on the main line so far */
    Status *status;
} Loader;

bool record_read_stones(const SgfNode *node, SgfSize size, ColorCell *cells, bool *any,
                        Status *status) {
    static const struct {
        const char *identifier;
        uint8_t color;
    } PROPERTIES[] = {{"AB", BLACK}, {"AW", WHITE}, {"AE", EMPTY}};
    *any = false;
    for (int i = 0; i < 3; i++) {
        Point points[CELL_COUNT_MAX];
        int count;
        if (!sgf_node_points(node, PROPERTIES[i].identifier, size, points, &count, status)) {
            return false;
        }
        for (int j = 0; j < count; j++) {
            cells[point_y(points[j]) * size.width + point_x(points[j])] = PROPERTIES[i].color;
        }
        *any = *any || count > 0;
    }
    return true;
}

bool record_start(Game *game, const SgfNode *root, Status *status) {
    SgfSize size;
    return sgf_node_size(root, &size, status) &&
           sgf_node_real(root, "KM", game->komi, &game->komi, status) &&
           game_clear(game, size.width, size.height, status);
}

bool record_set_up(Game *game, const SgfNode *node, bool has_moves, Status *status) {
    const SgfSize size = {game->geometry->width, game->geometry->height};
    ColorCell cells[CELL_COUNT_MAX];
    board_get_cells(&game->board, cells);
    bool any;
    if (!record_read_stones(node, size, cells, &any, status)) {
        return false;
    }
    int handicap;
    Color to_move;
    if (!sgf_node_integer(node, "HA", game->handicap, &handicap, status) ||
        !sgf_node_color(node, "PL", EMPTY, &to_move, status)) {
        return false;
    }
    if (handicap < 0 || handicap > game->geometry->cell_count) {
        return status_fail(status, "line %u: HA is not a number of stones", node->line);
    }
    if (!any && handicap == game->handicap) { /* nothing but the turn can change */
        if (to_move != EMPTY) {
            game_set_to_move(game, to_move);
        }
        return true;
    }
    Color color = (Color)game->board.to_move;
    if (handicap >= 2 && handicap != game->handicap && !has_moves) {
        color = WHITE; /* only before the first move: a later set-up leaves the turn alone */
    }
    if (to_move != EMPTY) {
        color = to_move;
    }
    Status why;
    if (!game_restart_from(game, cells, color, &why)) {
        return status_fail(status, "line %u: %s", node->line, why.text);
    }
    game->handicap = handicap;
    return true;
}

/* Plays the move of the node, or finds that it is the one to stop before. */
static bool load_move(Loader *loader, const SgfNode *node, bool *stopped) {
    Move move;
    if (!sgf_node_move(node, loader->size, &move, loader->status)) {
        return false;
    }
    if (move.color == EMPTY) {
        return true;
    }
    Game *game = loader->game;
    const Color color = move.color;
    const Point p = move.point;
    loader->moves++;
    if (loader->moves == loader->stop.before_move || p == loader->stop_point) {
        game_set_to_move(game, color);
        *stopped = true;
        return true;
    }
    if (p != POINT_PASS && board_color(&game->board, p) != EMPTY) {
        char text[POINT_TEXT_MAX];
        return status_fail(loader->status, "line %u: move %d at %s is on a stone", node->line,
                           loader->moves, point_to_text(p, game->geometry->height, text));
    }
    return game_play(game, color, p, loader->status);
}

static bool load_main_line(Loader *loader, const SgfNode *root) {
    bool stopped = false;
    for (const SgfNode *node = root; node != NULL && !stopped; node = node->first_child) {
        if (!record_set_up(loader->game, node, loader->moves > 0, loader->status) ||
            !load_move(loader, node, &stopped)) {
            return false;
        }
    }
    if (!stopped && loader->stop_point != POINT_NONE) {
        return status_fail(loader->status, "no move at %s", loader->stop.before_vertex);
    }
    return true;
}

static bool load_into(Game *game, const SgfNode *root, RecordStop stop, Status *status) {
    Loader loader = {.game = game, .stop = stop, .stop_point = POINT_NONE, .status = status};
    if (!record_start(game, root, status)) {
        return false;
    }
    loader.size = (SgfSize){game->geometry->width, game->geometry->height};
    if (stop.before_vertex != NULL && (!point_from_text(stop.before_vertex, loader.size.width,
                                                        loader.size.height, &loader.stop_point) ||
                                       loader.stop_point == POINT_RESIGN)) {
        return status_fail(status, "not a vertex of this board: %.20s", stop.before_vertex);
    }
    return load_main_line(&loader, root);
}

bool record_load(Game *game, const char *path, RecordStop stop, Status *status) {
    SgfTree *tree;
    if (!sgf_load(path, &tree, status)) {
        return false;
    }
    Game *loaded = game_new(game->hash_seed);
    Status why;
    bool ok = loaded != NULL || file_fail(status, path, "out of memory");
    if (ok) {
        loaded->rules = game->rules;
        loaded->komi = game->komi;
        ok =
            load_into(loaded, sgf_tree_root(tree), stop, &why) || file_fail(status, path, why.text);
    }
    if (ok) {
        const Game old = *game;
        *game = *loaded;
        *loaded = old;
    }
    game_free(loaded);
    sgf_tree_free(tree);
    return ok;
}

void record_write_stones(const Geometry *geometry, const ColorCell *cells, Color to_move,
                         SgfWriter *writer) {
    static const char *const IDENTIFIERS[2] = {"AB", "AW"};
    bool any = false;
    for (int color = BLACK; color <= WHITE; color++) {
        for (int cell = 0; cell < geometry->cell_count; cell++) {
            if (cells[cell] == color) {
                sgf_writer_point(writer, IDENTIFIERS[color], geometry->point_of[cell]);
                any = true;
            }
        }
    }
    if (any || to_move != BLACK) {
        sgf_writer_color(writer, "PL", to_move);
    }
}

/* Writes whose turn it is after the last move, if that is not the opponent's. */
static void write_last_turn(const Game *game, SgfWriter *writer) {
    const Color to_move = (Color)game->board.to_move;
    if (game->move_count > 0 && game->moves[game->move_count - 1].color == to_move) {
        sgf_writer_node(writer);
        sgf_writer_color(writer, "PL", to_move);
    }
}

static void write_comment(const char *comment, SgfWriter *writer) {
    if (comment != NULL) {
        sgf_writer_text(writer, "C", comment);
    }
}

void record_write(const Game *game, const RecordNotes *notes, SgfWriter *writer) {
    static const RecordNotes NONE = {0};
    notes = notes == NULL ? &NONE : notes;
    sgf_writer_init(writer);
    sgf_writer_open(writer);
    const SgfHeader header = {
        .version = DIHEDRA_VERSION,
        .size = {game->geometry->width, game->geometry->height},
        .komi = game->komi,
        .handicap = game->handicap,
        .rules = game->rules.name,
        .black = notes->black,
        .white = notes->white,
        .result = notes->result,
        .date = notes->date,
        .others = notes->others,
        .other_count = notes->other_count,
    };
    sgf_writer_header(writer, &header);
    record_write_stones(game->geometry, game->past_cells, game->past[0].to_move, writer);
    write_comment(notes->comment, writer);
    for (int i = 0; i < game->move_count; i++) {
        sgf_writer_node(writer);
        sgf_writer_move(writer, game->moves[i]);
        write_comment(notes->on_moves == NULL ? NULL : notes->on_moves[i], writer);
    }
    write_last_turn(game, writer);
    sgf_writer_close(writer);
}

bool record_save(const Game *game, const RecordNotes *notes, const char *path, Status *status) {
    SgfWriter writer;
    record_write(game, notes, &writer);
    const bool ok = sgf_writer_save(&writer, path, status);
    sgf_writer_free(&writer);
    return ok;
}

const char *record_result(double score, char text[RECORD_RESULT_MAX]) {
    snprintf(text, RECORD_RESULT_MAX, score == 0 ? "0" : "%c+%.12g", score > 0 ? 'B' : 'W',
             fabs(score));
    return text;
}
