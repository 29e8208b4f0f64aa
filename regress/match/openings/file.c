/* Openings from files: text or SGF. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/file.h"
#include "engine/go/sgf/record.h"
#include "regress/match/openings/builder.h"

typedef struct {
    Builder builder;
    const char *path;
    Status *status;
} OpeningReader;

static bool fail_at_line(const OpeningReader *reader, int line, const char *reason) {
    Status place;
    status_fail(&place, "line %d: %s", line, reason);
    return file_fail(reader->status, reader->path, place.text);
}

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

/* Plays the next move of the opening, from this line of the file. */
static bool read_move(OpeningReader *reader, int line, Color color, Point p) {
    Game *game = reader->builder.game;
    const char *reason = reason_against(game_check(game, color, p));
    if (p == POINT_PASS && game->board.passes > 0) {
        reason = "a second pass ends the game";
    }
    if (reason != NULL) {
        char vertex[POINT_TEXT_MAX];
        Status move;
        status_fail(&move, "move %d: %s %s: %s", game->move_count + 1, color_name(color),
                    point_to_text(p, game->geometry->height, vertex), reason);
        return fail_at_line(reader, line, move.text);
    }
    return game_play(game, color, p, reader->status);
}

static bool start_opening(OpeningReader *reader) {
    const Openings *openings = reader->builder.openings;
    return game_clear(reader->builder.game, openings->width, openings->height, reader->status);
}

/* Adds the opening that has been read. */
static bool end_opening(OpeningReader *reader, int line) {
    Status reason;
    return builder_add(&reader->builder, line, &reason) || fail_at_line(reader, line, reason.text);
}

/* Reads a line of text that holds only moves. */
static bool read_moves(OpeningReader *reader, int line, char *text) {
    const Openings *openings = reader->builder.openings;
    const Game *game = reader->builder.game;
    bool color_given = false;
    Color color = BLACK;
    char *rest = text;
    for (char *word; (word = strtok_r(rest, " \t\v\f\r", &rest)) != NULL;) {
        Point p;
        Status reason;
        if (!color_given && color_from_text(word, &color)) {
            color_given = true;
            continue;
        }
        if (!point_from_text(word, openings->width, openings->height, &p) || p == POINT_RESIGN) {
            status_fail(&reason, "move %d: '%.20s' is not a vertex of a %dx%d board",
                        game->move_count + 1, word, openings->width, openings->height);
            return fail_at_line(reader, line, reason.text);
        }
        if (!read_move(reader, line, color, p)) {
            return false;
        }
        color = color_opponent(color);
        color_given = false;
    }
    return !color_given || fail_at_line(reader, line, "no vertex after the last colour");
}

static bool is_text(const char *bytes, size_t length) {
    for (size_t i = 0; i < length; i++) {
        if (iscntrl((unsigned char)bytes[i]) && !isspace((unsigned char)bytes[i])) {
            return false;
        }
    }
    return true;
}

/* Reads one line; the byte at its end may be overwritten with a NUL. */
static bool read_line(OpeningReader *reader, int line, char *text, size_t length) {
    text[length] = '\0';
    if (!is_text(text, length)) {
        return fail_at_line(reader, line, "a control character: this is not a text file");
    }
    text[strcspn(text, "#")] = '\0';
    if (text[strspn(text, " \t\v\f\r")] == '\0') {
        return true;
    }
    return start_opening(reader) && read_moves(reader, line, text) && end_opening(reader, line);
}

static bool read_text(OpeningReader *reader, char *bytes, size_t length) {
    char *end = bytes + length;
    int line = 1;
    for (char *start = bytes; start < end; line++) {
        char *newline = memchr(start, '\n', (size_t)(end - start));
        char *stop = newline == NULL ? end : newline;
        if (!read_line(reader, line, start, (size_t)(stop - start))) {
            return false;
        }
        start = stop + 1;
    }
    return true;
}

/* Fails with a message of the SGF reader after the file's name. */
static bool fail_in_file(const OpeningReader *reader, const char *reason) {
    return file_fail(reader->status, reader->path, reason);
}

/* Adds the node's stones to the position with which the opening begins. */
static bool read_stones(OpeningReader *reader, const SgfNode *node) {
    Game *game = reader->builder.game;
    const SgfSize size = {game->geometry->width, game->geometry->height};
    ColorCell cells[CELL_COUNT_MAX];
    board_get_cells(&game->board, cells);
    bool any;
    Status reason;
    if (!record_read_stones(node, size, cells, &any, &reason)) {
        return fail_in_file(reader, reason.text);
    }
    if (!any) {
        return true;
    }
    if (game->move_count > 0) {
        status_fail(&reason, "stones set up after move %d", game->move_count);
        return fail_at_line(reader, (int)node->line, reason.text);
    }
    return game_set_up(game, cells, (Color)game->board.to_move, 0, &reason) ||
           fail_at_line(reader, (int)node->line, reason.text);
}

/* Sets the side to move as the node says. */
static bool read_turn(OpeningReader *reader, const SgfNode *node) {
    Game *game = reader->builder.game;
    int handicap;
    Color to_move;
    Status reason;
    if (!sgf_node_integer(node, "HA", 0, &handicap, &reason) ||
        !sgf_node_color(node, "PL", EMPTY, &to_move, &reason)) {
        return fail_in_file(reader, reason.text);
    }
    if (to_move != EMPTY || handicap >= 2) {
        game_set_to_move(game, to_move != EMPTY ? to_move : WHITE);
    }
    return true;
}

static bool read_node(OpeningReader *reader, const SgfNode *node) {
    const Openings *openings = reader->builder.openings;
    Move move;
    Status reason;
    if (!read_stones(reader, node) || !read_turn(reader, node)) {
        return false;
    }
    if (!sgf_node_move(node, (SgfSize){openings->width, openings->height}, &move, &reason)) {
        return fail_in_file(reader, reason.text);
    }
    return move.color == EMPTY || read_move(reader, (int)node->line, move.color, move.point);
}

static bool read_record(OpeningReader *reader, const SgfNode *root, int moves_max) {
    const Openings *openings = reader->builder.openings;
    const Game *game = reader->builder.game;
    SgfSize size;
    Status reason;
    if (!sgf_node_size(root, &size, &reason)) {
        return fail_in_file(reader, reason.text);
    }
    if (size.width != openings->width || size.height != openings->height) {
        status_fail(&reason, "a %dx%d board, not %dx%d", size.width, size.height, openings->width,
                    openings->height);
        return fail_at_line(reader, (int)root->line, reason.text);
    }
    if (!start_opening(reader)) {
        return false;
    }
    for (const SgfNode *node = root; node != NULL; node = node->first_child) {
        if (!read_node(reader, node)) {
            return false;
        }
        if (game->move_count == moves_max && moves_max > 0) {
            break;
        }
    }
    return end_opening(reader, (int)root->line);
}

static bool read_sgf(OpeningReader *reader, const char *bytes, size_t length, int moves_max) {
    SgfTree *tree;
    Status reason;
    if (!sgf_parse(bytes, length, &tree, &reason)) {
        return fail_in_file(reader, reason.text);
    }
    bool ok = true;
    for (const SgfNode *root = sgf_tree_root(tree); ok && root != NULL; root = root->next_sibling) {
        ok = read_record(reader, root, moves_max);
    }
    sgf_tree_free(tree);
    return ok;
}

static bool is_sgf(const char *bytes, size_t length) {
    size_t i = length >= 3 && memcmp(bytes, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0; /* byte order mark */
    while (i < length && isspace((unsigned char)bytes[i])) {
        i++;
    }
    return i < length && bytes[i] == '(';
}

bool openings_load(const char *path, const OpeningBoard *board, int moves_max, Openings *openings,
                   Status *status) {
    OpeningReader reader = {.path = path, .status = status};
    size_t length = 0;
    char *bytes = NULL;
    bool ok = builder_init(&reader.builder, board, openings, status) &&
              (bytes = file_read(path, FILE_REGULAR, SGF_FILE_MAX, &length, status)) != NULL &&
              (is_sgf(bytes, length) ? read_sgf(&reader, bytes, length, moves_max)
                                     : read_text(&reader, bytes, length)) &&
              (openings->count > 0 || fail_in_file(&reader, "no opening in it"));
    free(bytes);
    return builder_end(&reader.builder, ok);
}
