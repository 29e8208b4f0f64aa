#include "engine/go/sgf/record.h"
#include "engine/base/file.h"
#include "engine/base/version.h"

#include <math.h>

static const char *const SET_UP[] = {[BLACK] = "AB", [WHITE] = "AW", [EMPTY] = "AE"};

/* Sets the cells that the node sets up, row by row from the top, and a bit in *colors for each
 * color that it sets up. */
static bool read_stones(const SgfNode *node, SgfSize size, ColorCell *cells, uint32_t *colors,
                        Status *status) {
    *colors = 0;
    for (int color = BLACK; color <= EMPTY; color++) {
        Point points[CELL_COUNT_MAX];
        int count;
        if (!sgf_node_points(node, SET_UP[color], size, points, &count, status)) {
            return false;
        }
        for (int i = 0; i < count; i++) {
            cells[point_y(points[i]) * size.width + point_x(points[i])] = (ColorCell)color;
        }
        *colors |= (uint32_t)(count > 0) << color;
    }
    return true;
}

bool record_start(Game *game, const SgfNode *root, Status *status) {
    SgfSize size;
    return sgf_node_size(root, &size, status) &&
           sgf_node_real(root, "KM", game->komi, &game->komi, status) &&
           (fabs(game->komi) <= GAME_KOMI_MAX ||
            status_fail(status, "line %u: KM is not a komi of at most %d points", root->line,
                        GAME_KOMI_MAX)) &&
           game_clear(game, size.width, size.height, status);
}

/* Takes off what a set-up leaves without a liberty, first the color that is not set up. */
static void take_dead(const Game *game, const SgfNode *node, uint32_t colors, ColorCell *cells,
                      Text *notes) {
    const Color last = (colors & (1U << BLACK | 1U << WHITE)) == 1U << WHITE ? WHITE : BLACK;
    for (int i = 0; i < 2; i++) {
        const Color color = i == 0 ? color_opponent(last) : last;
        const Point dead = board_take_dead(game->geometry, 1U << color, cells);
        char text[POINT_TEXT_MAX];
        if (dead != POINT_NONE) {
            sgf_note(notes, "line %u: %s stones around %s have no liberty: taken off", node->line,
                     color_name(color), point_to_text(dead, game->geometry->height, text));
        }
    }
}

bool record_set_up(Game *game, const SgfNode *node, bool has_moves, Text *notes, Status *status) {
    const SgfSize size = {game->geometry->width, game->geometry->height};
    ColorCell cells[CELL_COUNT_MAX];
    board_get_cells(&game->board, cells);
    uint32_t colors;
    int handicap;
    Color to_move;
    if (!read_stones(node, size, cells, &colors, status) ||
        !sgf_node_integer(node, "HA", game->handicap, &handicap, status)) {
        return false;
    }
    const bool is_new = handicap != game->handicap;
    /* After the first move a new handicap leaves the turn alone. */
    const Color turn = handicap >= 2 && is_new && !has_moves ? WHITE : game->board.to_move;
    if (!sgf_node_color(node, "PL", turn, &to_move, status)) {
        return false;
    }
    if (handicap < 0 || handicap > game->geometry->cell_count) {
        return status_fail(status, "line %u: HA is not a number of stones", node->line);
    }
    if (colors == 0 && !is_new) {
        game_set_to_move(game, to_move);
        return true;
    }
    if (notes != NULL) {
        take_dead(game, node, colors, cells, notes);
    }
    Status why;
    if (!game_restart_from(game, cells, to_move, &why)) {
        return status_fail(status, "line %u: %s", node->line, why.text);
    }
    game->handicap = handicap;
    return true;
}

const char *record_find_fault(const Game *game, Move move) {
    static const char *const FAULTS[] = {[MOVE_OFF_BOARD] = "is off the board",
                                         [MOVE_OCCUPIED] = "is on a stone",
                                         [MOVE_SUICIDE] = "is suicide",
                                         [MOVE_KO] = "retakes a ko at once",
                                         [MOVE_SUPERKO] = NULL};
    return FAULTS[game_check(game, move.color, move.point)];
}

bool record_play(Game *game, const SgfNode *node, Move move, int number, Text *notes,
                 Status *status) {
    const char *fault = record_find_fault(game, move);
    if (fault != NULL) {
        char text[POINT_TEXT_MAX];
        sgf_note(notes, "line %u: move %d at %s %s: played anyway", node->line, number,
                 point_to_text(move.point, game->geometry->height, text), fault);
    }
    if (move.point == POINT_PASS || board_color(&game->board, move.point) == EMPTY) {
        return game_play(game, move.color, move.point, status);
    }
    Board after; /* without the stone that was there, every chain has a liberty */
    ColorCell cells[CELL_COUNT_MAX];
    board_get_cells(&game->board, cells);
    cells[game->geometry->cell_of[move.point]] = EMPTY;
    board_init(&after, game->geometry);
    if (!board_set_up(&after, cells, move.color, status)) {
        return false;
    }
    board_play(&after, move.color, move.point);
    board_get_cells(&after, cells);
    for (int color = BLACK; color <= WHITE; color++) {
        game->board.prisoners[color] += after.prisoners[color];
    }
    return game_restart_from(game, cells, color_opponent(move.color), status);
}

static bool load_main_line(Game *game, const SgfNode *root, RecordStop stop, Text *notes,
                           Status *status) {
    if (!record_start(game, root, status)) {
        return false;
    }
    const SgfSize size = {game->geometry->width, game->geometry->height};
    Point stop_point = POINT_NONE;
    if (stop.before_vertex != NULL &&
        (!point_from_text(stop.before_vertex, size.width, size.height, &stop_point) ||
         stop_point == POINT_RESIGN)) {
        return status_fail(status, "not a vertex of this board: %.20s", stop.before_vertex);
    }
    int moves = 0;
    for (const SgfNode *node = root; node != NULL; node = node->first_child) {
        Move move;
        if (!record_set_up(game, node, moves > 0, notes, status) ||
            !sgf_node_move(node, size, &move, status)) {
            return false;
        }
        if (move.color == EMPTY) {
            continue;
        }
        moves++;
        if (moves == stop.before_move || move.point == stop_point) {
            game_set_to_move(game, move.color);
            return true;
        }
        if (!record_play(game, node, move, moves, notes, status)) {
            return false;
        }
    }
    return stop_point == POINT_NONE || status_fail(status, "no move at %s", stop.before_vertex);
}

bool record_load(Game *game, const char *path, RecordStop stop, bool keeps_rules, Status *status) {
    SgfTree *tree;
    if (!sgf_load(path, &tree, status)) {
        return false;
    }
    Game *loaded = game_new(game->hash_seed);
    Status why;
    Text notes = {0};
    bool ok = loaded != NULL || status_fail(&why, "out of memory");
    if (ok) {
        loaded->rules = game->rules;
        loaded->counts_first_moves = game->counts_first_moves;
        if (!keeps_rules) {
            sgf_node_rules(sgf_tree_root(tree), &loaded->rules);
        }
        loaded->komi = game->komi;
        ok = load_main_line(loaded, sgf_tree_root(tree), stop, &notes, &why);
    }
    if (!ok) {
        file_fail(status, path, why.text);
    } else {
        sgf_print_repairs(path, text_get(&notes));
        if (sgf_tree_games(tree) > 1) {
            status_warn("", "%.120s: has %d games: the first is read", path, sgf_tree_games(tree));
        }
        const Game old = *game;
        *game = *loaded;
        *loaded = old;
    }
    text_free(&notes);
    game_free(loaded);
    sgf_tree_free(tree);
    return ok;
}

/* Writes the points at which two positions differ; before == NULL: the empty board. */
static bool write_points(const Geometry *geometry, const ColorCell *before, const ColorCell *after,
                         SgfWriter *writer) {
    bool any = false;
    for (int color = BLACK; color <= EMPTY; color++) {
        for (int cell = 0; cell < geometry->cell_count; cell++) {
            const ColorCell old = before == NULL ? (ColorCell)EMPTY : before[cell];
            if (after[cell] == color && old != color) {
                sgf_writer_point(writer, SET_UP[color], geometry->point_of[cell]);
                any = true;
            }
        }
    }
    return any;
}

void record_write_stones(const Geometry *geometry, const ColorCell *cells, Color to_move,
                         int handicap, SgfWriter *writer) {
    if (write_points(geometry, NULL, cells, writer) || to_move != BLACK || handicap >= 2) {
        sgf_writer_color(writer, "PL", to_move);
    }
}

static void write_comment(const char *comment, SgfWriter *writer) {
    if (comment != NULL) {
        sgf_writer_text(writer, "C", comment);
    }
}

static void write_turn(Color to_move, SgfWriter *writer) {
    sgf_writer_node(writer);
    sgf_writer_color(writer, "PL", to_move);
}

/* Writes what led to the position after i moves, negative before the last set-up: a move, or stones
 * set up. A turn given by hand is written as PL, twice if it came back to who had it. */
static void write_step(const Game *game, int i, const RecordNotes *notes, SgfWriter *writer) {
    const Geometry *geometry = game->geometry;
    const ColorCell *cells = game->past_cells + (ptrdiff_t)i * geometry->cell_count;
    const Move move = game->moves[i - 1];
    const Color to_move = game->past[i].to_move;
    sgf_writer_node(writer);
    if (move.color == EMPTY) {
        if (!write_points(geometry, cells - geometry->cell_count, cells, writer)) {
            sgf_writer_point(writer, SET_UP[cells[0]], geometry->point_of[0]);
        }
        sgf_writer_color(writer, "PL", to_move);
        return;
    }
    sgf_writer_move(writer, move);
    if (i > 0 && notes->on_moves != NULL) {
        write_comment(notes->on_moves[i - 1], writer);
    }
    if (i > 0 && notes->win_rates != NULL && !isnan(notes->win_rates[i - 1])) {
        sgf_writer_real(writer, "SBKV", round(10000 * notes->win_rates[i - 1]) / 100);
    }
    if (game->past[i].superko_past == 0) {
        if (to_move != move.color) {
            write_turn(move.color, writer);
        }
        write_turn(to_move, writer);
    }
}

void record_write(const Game *game, const RecordNotes *notes, SgfWriter *writer) {
    static const RecordNotes NONE = {0};
    char rules[RULES_TEXT_MAX];
    notes = notes == NULL ? &NONE : notes;
    *writer = (SgfWriter){0};
    sgf_writer_open(writer);
    const SgfHeader header = {
        .version = DIHEDRA_VERSION,
        .size = {game->geometry->width, game->geometry->height},
        .komi = game->komi,
        .handicap = game->handicap,
        .rules = rules_text(&game->rules, rules),
        .black = notes->black,
        .white = notes->white,
        .result = notes->result,
        .date = notes->date,
    };
    sgf_writer_header(writer, &header);
    const int first = -game->earlier_count;
    record_write_stones(game->geometry,
                        game->past_cells + (ptrdiff_t)first * game->geometry->cell_count,
                        game->past[first].to_move, game->handicap, writer);
    write_comment(notes->comment, writer);
    for (int i = first + 1; i <= game->move_count; i++) {
        write_step(game, i, notes, writer);
    }
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
