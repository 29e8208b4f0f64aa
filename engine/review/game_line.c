#include "engine/review/game_line.h"

#include <stdlib.h>
#include <strings.h>

#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "engine/go/ending/ending.h"
#include "engine/go/sgf/record.h"

/* Completes the last position of the line so far. */
static void complete_position(GameLine *line, const Game *game, Color to_move) {
    GameLinePosition *position = &line->positions[line->move_count];
    const int *prisoners = game->board.prisoners;
    position->to_move = to_move;
    position->komi = line->komi;
    if (game->rules.scoring == SCORING_TERRITORY) {
        position->komi += prisoners[WHITE] - prisoners[BLACK];
    }
    board_get_cells(&game->board, position->cells);
}

/* Plays the node's move, if it has one. */
static bool add_move(GameLine *line, Game *game, const SgfNode *node, Text *notes, Status *status) {
    Move move;
    if (!sgf_node_move(node, (SgfSize){line->width, line->height}, &move, status)) {
        return false;
    }
    if (move.color == EMPTY) {
        return true;
    }
    complete_position(line, game, move.color);
    const size_t count = (size_t)line->move_count++;
    const char *fault = record_find_fault(game, move);
    line->moves = memory_grow(line->moves, count, sizeof *line->moves);
    line->moves[count] = (GameLineMove){node, move.color, move.point, fault};
    line->positions = memory_grow(line->positions, count + 1, sizeof *line->positions);
    line->positions[count + 1] = (GameLinePosition){.node = node, .is_set_up = fault != NULL};
    return record_play(game, node, move, line->move_count, notes, status);
}

/* Sets up the node's stones, if any; the game then starts again from there. */
static bool add_set_up(GameLine *line, Game *game, const SgfNode *node, Text *notes,
                       Status *status) {
    GameLinePosition *position = &line->positions[line->move_count];
    const int moves_before = game->move_count;
    if (!record_set_up(game, node, line->move_count > 0, notes, status)) {
        return false;
    }
    if (game->move_count < moves_before) {
        position->is_set_up = true;
        position->node = node;
    }
    return true;
}

/* ---- The end ---- */

/* The score if all stones of one color are dead. */
static double score_without(const Game *game, Color dead) {
    uint8_t status[POINT_COUNT];
    for (Point p = 0; p < POINT_COUNT; p++) {
        status[p] = board_color(&game->board, p) == dead ? STATUS_DEAD : STATUS_ALIVE;
    }
    return game_score(game, status);
}

/* Reads a score from RE. */
static bool read_result(const Game *game, const SgfNode *root, double *score) {
    char text[32], *end = text;
    if (!sgf_node_simple_text(root, "RE", text, sizeof text)) {
        return false;
    }
    const double sign = strchr("Bb", text[0]) != NULL ? 1 : strchr("Ww", text[0]) != NULL ? -1 : 0;
    const bool is_draw = strcmp(text, "0") == 0 || strcasecmp(text, "draw") == 0;
    *score = is_draw ? 0 : text[0] != '\0' && text[1] == '+' ? sign * strtod(text + 2, &end) : NAN;
    const double least = score_without(game, BLACK), most = score_without(game, WHITE);
    const double points = *score - least; /* whole, as komi is in both */
    return (is_draw || (sign != 0 && end > text + 2 && *end == '\0')) && *score >= least &&
           *score <= most && fabs(points - round(points)) < 1e-6;
}

/* Reads the end of a record that ends with the moves from first on, all passes without stones set
 * up between them. game: after them. */
static GameEnd find_end(const GameLine *line, const Game *game, int first) {
    GameEnd end = {.first = first};
    const int move_count = line->move_count;
    const bool has_result = first < move_count && read_result(game, line->root, &end.score);
    if (!has_result && move_count - first < 2) {
        return (GameEnd){.first = move_count};
    }
    Ending *ending = memory_check(ending_new());
    if (!has_result) {
        end.score = ending_score(ending, game);
    }
    end.is_settled = ending_removes_dead_stones(&game->rules, false) ||
                     ending_is_settled(ending, game, false, NULL);
    ending_free(ending);
    return end;
}

/* A record without rules is of a game between people, who agree on dead stones. */
static void read_end(GameLine *line, Game *game) {
    int first = line->move_count;
    while (first > 0 && line->moves[first - 1].point == POINT_PASS &&
           !line->positions[first].is_set_up) {
        first--;
    }
    game->rules.friendly_pass_ok = game->rules.friendly_pass_ok || line->rules == NULL;
    line->end = find_end(line, game, first);
}

/* ---- The line ---- */

static bool read_line(GameLine *line, Game *game, Text *notes, Status *status) {
    const SgfNode *root = line->root;
    line->positions = memory_grow(NULL, 0, sizeof *line->positions);
    line->positions[0] = (GameLinePosition){.node = root, .is_set_up = true};
    if (!record_start(game, root, status)) {
        return false;
    }
    Rules rules = RULE_SETS[0].rules;
    if (sgf_node_rules(root, &rules)) {
        char text[RULES_TEXT_MAX];
        line->rules = memory_copy(rules_text(&rules, text));
    }
    game_set_rules(game, &rules);
    line->width = game->geometry->width;
    line->height = game->geometry->height;
    line->geometry = memory_check(geometry_new(line->width, line->height, 1));
    line->komi = game->komi;
    for (const SgfNode *node = root; node != NULL; node = node->first_child) {
        if (!add_set_up(line, game, node, notes, status)) {
            return false;
        }
        if (line->move_count == 0) {
            line->handicap = game->handicap;
        }
        if (!add_move(line, game, node, notes, status)) {
            return false;
        }
    }
    complete_position(line, game, game->board.to_move);
    read_end(line, game);
    return true;
}

bool game_line_read(GameLine *line, SgfTree *tree, const SgfNode *root, const char *path,
                    Status *status) {
    *line = (GameLine){.tree = tree, .root = root};
    Game *game = memory_check(game_new(1));
    Status why;
    Text notes = {0};
    const bool ok =
        read_line(line, game, &notes, &why) ||
        (path == NULL ? status_fail(status, "%s", why.text) : file_fail(status, path, why.text));
    if (path != NULL) {
        sgf_print_repairs(path, text_get(&notes));
    }
    text_free(&notes);
    game_free(game);
    if (!ok) {
        game_line_free(line);
    }
    return ok;
}

void game_line_free(GameLine *line) {
    geometry_free(line->geometry);
    free(line->rules);
    free(line->moves);
    free(line->positions);
    *line = (GameLine){0};
}

int game_line_count_legal(const GameLine *line, int position, const Point *moves, int count) {
    Color color = line->positions[position].to_move;
    Status ignored; /* each chain of a position has a liberty */
    Board board;
    int legal = 0;
    board_init(&board, line->geometry);
    board_set_up(&board, line->positions[position].cells, color, &ignored);
    while (legal < count && board_check(&board, color, moves[legal], true) == MOVE_LEGAL) {
        board_play(&board, color, moves[legal++]);
        color = color_opponent(color);
    }
    return legal;
}

const char *game_line_stones(const GameLine *line, int position, char text[CELL_COUNT_MAX + 1]) {
    static const char CODES[] = {[BLACK] = '1', [WHITE] = '2', [EMPTY] = '0'};
    const int count = line->width * line->height;
    for (int i = 0; i < count; i++) {
        text[i] = CODES[line->positions[position].cells[i]];
    }
    text[count] = '\0';
    return text;
}

const char *game_line_vertex(const GameLine *line, Point point, char text[POINT_TEXT_MAX]) {
    return point_to_text(point, line->height, text);
}
