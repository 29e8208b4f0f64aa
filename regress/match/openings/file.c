/* Openings from files: text or SGF. */
#include <stdlib.h>
#include <string.h>

#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "engine/go/sgf/record.h"
#include "regress/match/openings/openings.h"

typedef struct {
    Openings *openings;
    Game *game; /* the opening that is being read */
    int line;   /* to which a failure belongs; 0: its message says so itself */
} OpeningReader;

static const char *reason_against(MoveCheck check) {
    switch (check) {
    case MOVE_OCCUPIED:
        return "a stone stands there";
    case MOVE_SUICIDE:
        return "suicide";
    case MOVE_KO:
        return "ko";
    case MOVE_SUPERKO:
        return "superko: the position would repeat";
    default:
        return NULL;
    }
}

/* Plays the next move of the opening. */
static bool read_move(OpeningReader *reader, Color color, Point p, Status *status) {
    Game *game = reader->game;
    const char *reason = p == POINT_PASS && game->board.passes > 0
                             ? "a second pass ends the game"
                             : reason_against(game_check(game, color, p));
    char vertex[POINT_TEXT_MAX];
    return reason == NULL
               ? game_play(game, color, p, status)
               : status_fail(status, "move %d: %s %s: %s", game->move_count + 1, color_name(color),
                             point_to_text(p, game->geometry->height, vertex), reason);
}

static bool start_opening(OpeningReader *reader, Status *status) {
    const Openings *openings = reader->openings;
    return game_clear(reader->game, openings->width, openings->height, status);
}

/* ---- Text ---- */

/* Reads a line of text that holds only moves. */
static bool read_moves(OpeningReader *reader, char *text, Status *status) {
    const Openings *openings = reader->openings;
    bool color_given = false;
    Color color = BLACK;
    char *rest = text;
    for (char *word; (word = strtok_r(rest, " \t\v\f", &rest)) != NULL;) {
        Point p;
        if (!color_given && color_from_text(word, &color)) {
            color_given = true;
            continue;
        }
        if (!point_from_text(word, openings->width, openings->height, &p) || p == POINT_RESIGN) {
            return status_fail(status, "move %d: '%.20s' is not a vertex of a %dx%d board",
                               reader->game->move_count + 1, word, openings->width,
                               openings->height);
        }
        if (!read_move(reader, color, p, status)) {
            return false;
        }
        color = color_opponent(color);
        color_given = false;
    }
    return !color_given || status_fail(status, "no vertex after the last color");
}

/* Reads the text, and cuts it into lines. */
static bool read_text(OpeningReader *reader, char *text, size_t length, Status *status) {
    if (strlen(text) < length) {
        return status_fail(status, "a NUL: this is not a text file");
    }
    for (char *next = text + text_mark_length(text); *next != '\0';) {
        char *line = next;
        next += strcspn(line, "\r\n");
        next += strncmp(next, "\r\n", 2) == 0 ? 2 : *next != '\0';
        line[strcspn(line, "\r\n")] = '\0';
        reader->line++;
        line[strcspn(line, "#")] = '\0';
        if (line[strspn(line, " \t\v\f")] != '\0' &&
            (!start_opening(reader, status) || !read_moves(reader, line, status) ||
             !openings_add(reader->openings, reader->game, status))) {
            return false;
        }
    }
    return true;
}

/* ---- SGF ---- */

static bool read_node(OpeningReader *reader, const SgfNode *node, Status *status) {
    Game *game = reader->game;
    const SgfSize size = {game->geometry->width, game->geometry->height};
    ColorCell cells[CELL_COUNT_MAX];
    bool has_stones;
    int handicap;
    Color to_move;
    Move move;
    board_get_cells(&game->board, cells);
    reader->line = 0;
    if (!record_read_stones(node, size, cells, &has_stones, status) ||
        !sgf_node_integer(node, "HA", 0, &handicap, status) ||
        !sgf_node_color(node, "PL", EMPTY, &to_move, status) ||
        !sgf_node_move(node, size, &move, status)) {
        return false;
    }
    reader->line = (int)node->line;
    if (has_stones && game->move_count > 0) {
        return status_fail(status, "stones set up after move %d", game->move_count);
    }
    if (has_stones && !game_set_up(game, cells, (Color)game->board.to_move, 0, status)) {
        return false;
    }
    if (to_move != EMPTY || handicap >= 2) {
        game_set_to_move(game, to_move != EMPTY ? to_move : WHITE);
    }
    return move.color == EMPTY || read_move(reader, move.color, move.point, status);
}

static bool read_record(OpeningReader *reader, const SgfNode *root, int moves_max, Status *status) {
    const Openings *openings = reader->openings;
    const Game *game = reader->game;
    SgfSize size;
    reader->line = 0;
    if (!sgf_node_size(root, &size, status)) {
        return false;
    }
    reader->line = (int)root->line;
    if (size.width != openings->width || size.height != openings->height) {
        return status_fail(status, "a %dx%d board, not %dx%d", size.width, size.height,
                           openings->width, openings->height);
    }
    bool ok = start_opening(reader, status);
    for (const SgfNode *node = root; ok && node != NULL; node = node->first_child) {
        ok = read_node(reader, node, status);
        if (game->move_count == moves_max && moves_max > 0) {
            break;
        }
    }
    return ok && openings_add(reader->openings, reader->game, status);
}

static bool read_sgf(OpeningReader *reader, const char *bytes, size_t length, int moves_max,
                     Status *status) {
    SgfTree *tree;
    if (!sgf_read(bytes, length, &tree, status)) {
        return false;
    }
    text_add(&reader->openings->repairs, "%s", sgf_tree_repairs(tree));
    bool ok = true;
    for (const SgfNode *root = sgf_tree_root(tree); ok && root != NULL; root = root->next_sibling) {
        ok = read_record(reader, root, moves_max, status);
    }
    sgf_tree_free(tree);
    return ok;
}

/* Is it SGF, or UTF-16, which only records are in? */
static bool is_record(const char *text, size_t length) {
    const char *start = text + text_mark_length(text);
    return start[strspn(start, " \t\v\f\r\n")] == '(' || sgf_is_utf16(text, length);
}

bool openings_load(const char *path, const OpeningBoard *board, int moves_max, Openings *openings,
                   Status *status) {
    OpeningReader reader = {.openings = openings, .game = memory_check(game_new(1))};
    size_t length = 0;
    char *bytes = file_read(path, FILE_REGULAR, SGF_FILE_MAX, &length, status);
    *openings = (Openings){.width = board->width, .height = board->height};
    reader.game->rules = *board->rules;
    Status why, place;
    bool ok = bytes != NULL &&
              (is_record(bytes, length) ? read_sgf(&reader, bytes, length, moves_max, &why)
                                        : read_text(&reader, bytes, length, &why));
    if (ok && openings->count == 0) {
        reader.line = 0;
        ok = status_fail(&why, "no opening in it");
    }
    if (!ok && bytes != NULL) {
        status_fail(&place, "line %d: %s", reader.line, why.text);
        file_fail(status, path, reader.line > 0 ? place.text : why.text);
    }
    if (!ok) {
        openings_free(openings);
    }
    game_free(reader.game);
    free(bytes);
    return ok;
}
