#include "tests/support/session/line_maker.h"

#include <stdlib.h>

/* A number below bound, which is at most 65536. */
static int below(LineMaker *maker, int bound) {
    if (maker->bytes == NULL) {
        return (int)(splitmix_next(&maker->random) % (uint64_t)bound);
    }
    unsigned word = 0;
    for (int i = 0; i < (bound > 256 ? 2 : 1) && maker->left > 0; i++) {
        word = word << 8 | *maker->bytes++;
        maker->left--;
    }
    return (int)(word % (unsigned)bound);
}

/* ---- Arguments of all kinds ---- */

/* Good arguments, nearly good ones, and absurd ones. No path leads out of two folders or to a file
 * that can be written. */
static const char *const WORDS[] = {
    "b",          "w",          "Black",
    "WHITE",      "C3",         "a1",
    "B2",         "E5",         "pass",
    "resign",     "A1,B2,c3",   "A1,,B2",
    "alive",      "dead",       "seki",
    "true",       "false",      "on",
    "0",          "1",          "2",
    "3",          "4",          "5",
    "7",          "26",         "-1",
    "3.5",        "-7.5",       "1e308",
    "1e-320",     "nan",        "-inf",
    "0x10",       "+3",         "1e",
    "I9",         "Z25",        "AA1",
    "A0",         "A256",       "A65537",
    "a-1",        "empty",      "%s%n%d",
    "\xFF\xFE",   "../../x",    "/nonexistent/x.sgf",
    "/dev/null",  "2147483648", "999999999999999999999999",
    "4294967297", "{}",         "-9223372036854775808",
    "`ls`",       "$HOME",      "{\"ko\":\"SIMPLE\"}",
    "\"",         "\\",         "[[[[{\"a\":",
    "*",          "=1",         "?",
};

enum { WORD_COUNT = sizeof WORDS / sizeof WORDS[0] };

/* Any command of the tables. */
static const GtpCommand *any_command(LineMaker *maker) {
    int count = 0;
    for (const GtpFamily *family = GTP_FAMILIES; family->commands != NULL; family++) {
        for (const GtpCommand *command = family->commands; command->name != NULL; command++) {
            count++;
        }
    }
    int left = below(maker, count);
    for (const GtpFamily *family = GTP_FAMILIES; family->commands != NULL; family++) {
        for (const GtpCommand *command = family->commands; command->name != NULL; command++) {
            if (left-- == 0) {
                return command;
            }
        }
    }
    return NULL;
}

static const char *pick_rules(LineMaker *maker) {
    return RULE_SETS[below(maker, 8)].rules.name;
}

static const char *pick_parameter(LineMaker *maker) {
    const Parameter *parameter = PARAMETERS;
    for (int i = below(maker, 128); i > 0 && parameter[1].name != NULL; i--) {
        parameter++;
    }
    return parameter->name;
}

/* Adds one of the words of the command's own documentation: its keywords are among them. */
static void add_own_word(LineMaker *maker, const GtpCommand *command, Text *line) {
    static const char SEPARATORS[] = " ,.|[]()\"";
    Text text = text_new("%s %s", command->arguments, command->help != NULL ? command->help : "");
    char *words[256], *rest = text.bytes;
    int count = 0;
    for (char *word; count < 256 && (word = strtok_r(rest, SEPARATORS, &rest)) != NULL;) {
        words[count++] = word;
    }
    text_add(line, "%s", count > 0 ? words[below(maker, count)] : "x");
    text_free(&text);
}

/* Adds up to 300 of the bytes that the line reader lets through, without blanks. */
static void add_bytes(LineMaker *maker, Text *line) {
    for (int i = below(maker, 300) + 1; i > 0; i--) {
        const int byte = '!' + below(maker, 0xFF - '!');
        text_add(line, "%c", byte == '/' || byte == '#' || byte == 0x7F ? '~' : byte);
    }
}

static void add_word(LineMaker *maker, const GtpCommand *command, Text *line) {
    switch (below(maker, 8)) {
    case 0:
        add_own_word(maker, command, line);
        break;
    case 1:
        text_add(line, "%s",
                 below(maker, 3) == 0   ? pick_rules(maker)
                 : below(maker, 2) == 0 ? pick_parameter(maker)
                                        : any_command(maker)->name);
        break;
    case 2:
        add_bytes(maker, line);
        break;
    default:
        text_add(line, "%s", WORDS[below(maker, WORD_COUNT)]);
    }
}

void line_maker_make(LineMaker *maker, const GtpCommand *command, int count, Text *line) {
    text_set(line, "%s%s", below(maker, 4) == 0 ? "42 " : "", command->name);
    for (int i = 0; i < count; i++) {
        text_add(line, " ");
        add_word(maker, command, line);
    }
}

/* About as many arguments as it takes. */
static void add_any_command(LineMaker *maker, Text *line) {
    const GtpCommand *command = any_command(maker);
    const int spread = command->most - command->least < 3 ? command->most - command->least : 3;
    line_maker_make(maker, command, command->least + below(maker, spread + 1), line);
}

/* ---- Lines of a game ---- */

static const char *pick_color(LineMaker *maker) {
    return below(maker, 2) == 0 ? "b" : "w";
}

static void add_point(LineMaker *maker, const Geometry *geometry, Text *line) {
    char text[POINT_TEXT_MAX];
    const Point p = geometry->point_of[below(maker, geometry->cell_count)];
    text_add(line, " %s", point_to_text(p, geometry->height, text));
}

/* Mostly the side to move, beside the last move or anywhere; also passes and the ko. */
static void add_move(LineMaker *maker, const Game *game, Text *line) {
    const Geometry *geometry = game->geometry;
    const Point last = game_last_move(game);
    const Color color = game->board.to_move;
    char text[POINT_TEXT_MAX];
    text_add(line, "play %s",
             below(maker, 6) > 0 ? (color == BLACK ? "b" : "w") : pick_color(maker));
    const int kind = below(maker, 16);
    Point beside[4] = {0};
    if (last != POINT_NONE && last != POINT_PASS) {
        point_neighbors(last, beside);
    }
    const Point near = beside[below(maker, 4)];
    if (kind == 0) {
        text_add(line, " pass");
    } else if (kind <= 2 && game->board.ko != POINT_NONE) {
        text_add(line, " %s", point_to_text(game->board.ko, geometry->height, text));
    } else if (kind <= 6 && board_color(&game->board, near) != BORDER) {
        text_add(line, " %s", point_to_text(near, geometry->height, text));
    } else {
        add_point(maker, geometry, line);
    }
}

/* Mostly small boards, on which positions come back soon. */
static int pick_side(LineMaker *maker) {
    return 1 + below(maker, below(maker, 8) == 0 ? BOARD_SIDE_MAX : 7);
}

static void add_stones(LineMaker *maker, const Geometry *geometry, const char *command,
                       Text *line) {
    const bool has_colors = strcmp(command, "set_free_handicap") != 0;
    text_add(line, "%s", command);
    for (int i = below(maker, 12); i > 0; i--) {
        text_add(line, "%s%s", has_colors ? " " : "", has_colors ? pick_color(maker) : "");
        add_point(maker, geometry, line);
    }
}

static void add_setting(LineMaker *maker, Text *line) {
    switch (below(maker, 8)) {
    case 0:
    case 1:
        text_add(line, "kata-set-rules %s", pick_rules(maker));
        break;
    case 2:
        text_add(line, "kata-set-rule suicide %s", below(maker, 2) == 0 ? "true" : "false");
        break;
    case 3:
        text_add(line, "komi %d.5", below(maker, 40) - 20);
        break;
    case 4:
        text_add(line, "dihedra_param_search %s %d", pick_parameter(maker), below(maker, 4));
        break;
    case 5:
        text_add(line, "gogui-setup_player %s", pick_color(maker));
        break;
    case 6:
        text_add(line, "fixed_handicap %d", below(maker, 10));
        break;
    default:
        text_add(line, "time_left %s %d %d", pick_color(maker), below(maker, 100), below(maker, 3));
    }
}

static void add_new_game(LineMaker *maker, const Geometry *geometry, Text *line) {
    switch (below(maker, 8)) {
    case 0:
        text_add(line, "clear_board");
        break;
    case 1:
        text_add(line, "boardsize %d", pick_side(maker));
        break;
    case 2:
        add_stones(maker, geometry, "set_position", line);
        break;
    case 3:
        add_stones(maker, geometry, "gogui-setup", line);
        break;
    case 4:
        add_stones(maker, geometry, "set_free_handicap", line);
        break;
    case 5:
        text_add(line, "printsgf game.sgf");
        break;
    case 6:
        text_add(line, "loadsgf game.sgf %d", below(maker, 40));
        break;
    default:
        text_add(line, "rectangular_boardsize %d %d", pick_side(maker), pick_side(maker));
    }
}

void line_maker_next(LineMaker *maker, const GtpEngine *engine, Text *line) {
    const int kind = below(maker, 64);
    text_clear(line);
    if (kind < 40) {
        add_move(maker, engine->game, line);
    } else if (kind < 45) {
        text_add(line, "undo");
    } else if (kind < 47) {
        text_add(line, "gg-undo %d", below(maker, 8));
    } else if (kind < 50) {
        text_add(line, "genmove %s", pick_color(maker));
    } else if (kind < 54) {
        add_setting(maker, line);
    } else if (kind < 56) {
        add_new_game(maker, engine->game->geometry, line);
    } else {
        add_any_command(maker, line);
    }
}
