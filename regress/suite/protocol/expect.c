#include "regress/suite/protocol/probe.h"

#include "engine/base/clock.h"
#include "engine/base/memory.h"
#include "regress/suite/pattern.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- The position ---- */

static const double GAME_SECONDS = 15; /* of moves of the engine's, after which a game is over */

static bool read_vertex(const Game *game, const char *text, Point *point) {
    const int size = game->geometry->width;
    return text != NULL && point_from_text(text, size, size, point);
}

/* The rules are so strict that what they allow is legal under all: no suicide, no repetition. */
static void begin_game(Probe *probe, int size) {
    Status status;
    if (probe->game == NULL) {
        probe->game = memory_check(game_new(1));
        probe->game->rules = *rules_find("chinese-kgs"); /* positional superko */
        probe->game->rules.suicide = false;
    }
    game_clear(probe->game, size, size, &status);
    probe->is_over = false;
    probe->game_start = clock_seconds();
}

void expect_follow(Probe *probe, const char *command) {
    Status status;
    Point point;
    int size;
    Game *game = probe->game;
    if (sscanf(command, "boardsize %d", &size) == 1) {
        begin_game(probe, size);
    } else if (game == NULL) {
        return; /* no game has begun */
    } else if (strcmp(command, "clear_board") == 0) {
        begin_game(probe, game->geometry->width);
    } else if (strcmp(command, "undo") == 0) {
        game_undo(game, 1, &status);
    } else if (strncmp(command, "play ", 5) == 0 &&
               read_vertex(game, strrchr(command, ' ') + 1, &point)) {
        const Color mover = strchr("bB", command[5]) != NULL ? BLACK : WHITE;
        if (point != POINT_RESIGN && board_check(&game->board, mover, point, true) == MOVE_LEGAL) {
            game_play(game, mover, point, &status);
        }
    }
}

/* Can these moves, a list of vertices, be played by the side to move and its opponent? */
static bool can_play(const Probe *probe, const json_t *moves) {
    Board board;
    Point point;
    size_t i;
    json_t *move;
    if (probe->game == NULL) {
        return false; /* no position is known */
    }
    board_copy(&board, &probe->game->board);
    json_array_foreach(moves, i, move) {
        const Color color = board.to_move;
        if (!read_vertex(probe->game, json_string_value(move), &point) || point == POINT_RESIGN ||
            board_check(&board, color, point, true) != MOVE_LEGAL) {
            return false;
        }
        board_play(&board, color, point);
    }
    return json_array_size(moves) > 0;
}

bool expect_list_points(const Probe *probe, const char *which, Text *points) {
    char vertex[POINT_TEXT_MAX];
    const Game *game = probe->game;
    if (strcmp(which, "stones") != 0 && strcmp(which, "empty") != 0 &&
        strcmp(which, "around") != 0) {
        return false;
    }
    const Color next = game->board.to_move;
    const Point last = game_last_move(game);
    const bool has_last = which[0] == 'a' && last != POINT_NONE && point_is_move(last);
    for (int cell = 0; cell < game->geometry->cell_count; cell++) {
        const Point point = game->geometry->point_of[cell];
        const bool is_stone = board_color(&game->board, point) != EMPTY;
        if (which[0] == 's'   ? is_stone
            : which[0] == 'e' ? game_check(game, next, point) == MOVE_LEGAL
                              : !is_stone && has_last && point_touches(point, last)) {
            text_add(points, "%s ", point_to_text(point, game->geometry->height, vertex));
        }
    }
    if (has_last) {
        text_add(points, "%s ", point_to_text(last, game->geometry->height, vertex));
    }
    return true;
}

/* ---- Texts ---- */

static const double LAG_SECONDS = 0.5; /* a move, for pipes and a busy machine */

static bool text_matches(const char *text, const char *regex, Text *why) {
    Status status;
    Pattern pattern;
    bool ok = pattern_compile(&pattern, regex, DIALECT_GOGUI, &status);
    if (ok) {
        ok = pattern_accepts(&pattern, false, text);
        pattern_free(&pattern);
    } else {
        text_add(why, "%s", status.text);
    }
    return ok;
}

/* ---- Predicates ---- */

/* Where a value was found. */
typedef struct {
    const Probe *probe;
    const json_t *parent; /* the object that has it */
    size_t index;         /* of the last element chosen by '*' */
} Place;

/* Adds a value as a check writes it. Returns the text. */
static const char *say(const json_t *value, Text *text) {
    char *dump = value == NULL || json_is_string(value)
                     ? NULL
                     : json_new_dump(value, JSON_ENCODE_ANY | JSON_COMPACT);
    text_add(text, "%s", dump != NULL ? dump : value == NULL ? "" : json_string_value(value));
    free(dump);
    return text->bytes;
}

/* "LEAST..MOST", or one number for both. */
static bool is_between(double value, const char *range) {
    const char *dots = strstr(range, "..");
    const double least = atof(range), most = dots == NULL ? least : atof(dots + 2);
    return value >= least - 1e-9 && value <= most + 1e-9;
}

/* test: "=TEXT" and so on; "": the value is there. */
static bool value_holds(const json_t *value, const Place *place, const char *test) {
    const char *wanted = test + (*test != '\0');
    const bool is_member = wanted[0] == '@' && strcmp(wanted, "@index") != 0;
    const json_t *member = is_member ? json_object_get(place->parent, wanted + 1) : NULL;
    const double number = json_number_value(value);
    Text came = {0}, text = {0};
    bool ok = value != NULL;
    if (*test == ':' && strcmp(wanted, "line") == 0) {
        ok = can_play(place->probe, value);
    } else if (*test == ':' && strcmp(wanted, "sign") == 0) {
        /* Searches are unsure near zero: only a lead of several points and a win rate far from even
         * contradict each other. */
        const double rate = json_number_value(json_object_get(place->parent, "winrate"));
        ok = fabs(number) < 3 || fabs(rate - 0.5) < 0.2 || (number > 0) == (rate > 0.5);
    } else if (*test == ':') {
        ok = json_is_number(value) && is_between(number, wanted);
    } else if (*test == '#') {
        const double size = (double)json_array_size(value);
        ok = is_member ? json_array_size(value) == json_array_size(member)
                       : json_is_array(value) && is_between(size, wanted);
    } else if (*test == '~') {
        ok = ok && text_matches(say(value, &came), wanted, &text);
    } else if (*test == '=' && wanted[0] == '@' && !is_member) {
        ok = json_integer_value(value) == (json_int_t)place->index && json_is_integer(value);
    } else if (*test == '=') {
        ok = ok && strcmp(say(value, &came), is_member ? say(member, &text) : wanted) == 0;
    }
    text_free(&came);
    text_free(&text);
    return ok;
}

/* Follows a path from a value. */
static bool path_holds(const json_t *value, Place place, const char *path, bool is_optional) {
    char name[64];
    const size_t length = strcspn(path, ".=~:#");
    const char *rest = path + length + (path[length] == '.');
    bool ok = true;
    if (length == 0) {
        return (is_optional && value == NULL) || value_holds(value, &place, path);
    }
    snprintf(name, sizeof name, "%.*s", (int)length, path);
    if (strcmp(name, "*") == 0) {
        for (size_t i = 0; ok && i < json_array_size(value); i++) {
            place.index = i;
            ok = path_holds(json_array_get(value, i), place, rest, is_optional);
        }
        return ok;
    }
    const bool is_array = json_is_array(value);
    place.parent = is_array ? place.parent : value;
    return path_holds(is_array ? json_array_get(value, (size_t)atoi(name))
                               : json_object_get(value, name),
                      place, rest, is_optional);
}

static bool object_holds(const Probe *probe, const json_t *object, const char *predicates,
                         Text *why) {
    char predicate[1024];
    for (const char *rest = predicates, *next; *rest != '\0'; rest = next) {
        next = strstr(rest, "; ");
        next = next == NULL ? rest + strlen(rest) : next + 2;
        snprintf(predicate, sizeof predicate, "%.*s", (int)(next - rest) - 2 * (*next != '\0'),
                 rest);
        const bool is_negated = predicate[0] == '!', is_optional = predicate[0] == '?';
        if (path_holds(object, (Place){probe, object, 0}, predicate + (is_negated || is_optional),
                       is_optional) == is_negated) {
            text_add(why, "%s", predicate);
            return false;
        }
    }
    return true;
}

/* ---- Reports of an analysis ---- */

/* Reads a word as a figure or a vertex. Returns NULL if it is a key. */
static json_t *read_value(const char *word) {
    char *end;
    const double figure = strtod(word, &end);
    if (end != word && *end == '\0' && strspn(word, "+-0123456789.eE") == strlen(word)) {
        /* KataGo writes small ones with exponents. */
        return strpbrk(word, "+.eE") == NULL ? json_integer((json_int_t)figure) : json_real(figure);
    }
    const bool is_vertex = isalpha((unsigned char)word[0]) && isdigit((unsigned char)word[1]);
    return is_vertex || strcasecmp(word, "pass") == 0 ? json_new_text(word) : NULL;
}

static const char *next_word(const char **rest, char word[64]) {
    *rest += strspn(*rest, " ");
    const size_t length = strcspn(*rest, " \n");
    snprintf(word, 64, "%.*s", (int)length, *rest);
    *rest += length;
    return word;
}

/* Reads a line "info move C3 KEY VALUE ... pv C3 D4 info ... rootInfo ... ownership VALUE ...".
 * Returns NULL, with what should have come added to why, if a key has no figure. */
static json_t *read_report(const char *line, Text *why) {
    char word[64], key[64];
    json_t *report = json_new_object(), *moves = json_new_array(), *root = NULL, *to = report;
    json_set_value(report, "moveInfos", moves);
    next_word(&line, word);
    while (report != NULL && word[0] != '\0') {
        snprintf(key, sizeof key, "%s", word);
        if (strcmp(key, "info") == 0) {
            json_add_value(moves, to = json_new_object());
            next_word(&line, word);
            continue;
        }
        if (strcmp(key, "rootInfo") == 0) {
            json_set_value(report, key, to = root = json_new_object());
            next_word(&line, word);
            continue;
        }
        const bool is_list = strncmp(key, "pv", 2) == 0 || strstr(key, "wnership") != NULL;
        json_t *list = json_new_array(), *value;
        while ((value = read_value(next_word(&line, word))) != NULL) {
            json_add_value(list, value);
        }
        to = strncmp(key, "ownership", 9) == 0 ? report : to;
        if (json_array_size(list) > 0) {
            json_set_value(to, key, json_incref(is_list ? list : json_array_get(list, 0)));
        } else if (to == root) {
            next_word(&line, word); /* it has texts, too */
        } else {
            text_add(why, "a finite number for %s, not %s", key, word);
            json_decref(report);
            report = NULL;
        }
        json_decref(list);
    }
    return report;
}

/* ---- Expectations ---- */

static bool is_object(Probe *probe, const char *args, Text *why) {
    int count = 0;
    bool ok = true;
    const size_t before = why->length;
    for (const char *line = text_get(&probe->body); ok && *line != '\0'; line += *line == '\n') {
        const size_t length = strcspn(line, "\n");
        if (*line == '{' || strncmp(line, "info", 4) == 0) {
            json_t *object =
                *line == '{' ? json_loadb(line, length, 0, NULL) : read_report(line, why);
            ok = object != NULL && object_holds(probe, object, args, why);
            json_decref(object);
            count++;
        }
        line += length;
    }
    if (count == 0 || (!ok && why->length == before)) {
        text_add(why, "a line that is one JSON object, or a report \"info move ...\"");
    }
    return ok && count > 0;
}

static bool is_in_time(Probe *probe, const char *args, Text *why) {
    const double left = probe->clock, used = probe->seconds;
    (void)args;
    probe->clock = fmax(0, left - fmax(0, used - LAG_SECONDS / 10));
    text_add(why, "an answer within the %.3g s that were left, not after %.2f s", left, used);
    return used <= left + LAG_SECONDS;
}

/* Plays the move that the engine has made. With "superko" repetition and suicide are illegal. */
static bool is_legal(Probe *probe, const char *args, Text *why) {
    static const char *const REASONS[] = {[MOVE_OFF_BOARD] = "is off the board",
                                          [MOVE_OCCUPIED] = "is on a stone",
                                          [MOVE_KO] = "retakes a ko at once",
                                          [MOVE_SUPERKO] = "repeats a position",
                                          [MOVE_SUICIDE] = "is suicide, which CGOS forbids"};
    const char *body = text_get(&probe->body), *blank = strrchr(body, ' ');
    const char *reason = "is not a vertex, pass or resign";
    const Color color = args[0] == 'b' ? BLACK : WHITE;
    Game *game = probe->game;
    Point point;
    Status status;
    if (read_vertex(game, blank == NULL ? body : blank + 1, &point)) {
        const MoveCheck check = point == POINT_RESIGN ? MOVE_LEGAL
                                : strstr(args, "superko") != NULL
                                    ? game_check(game, color, point)
                                    : board_check(&game->board, color, point, true);
        probe->is_over = check != MOVE_LEGAL || point == POINT_RESIGN ||
                         !game_play(game, color, point, &status) || game->board.passes >= 2 ||
                         clock_seconds() > probe->game_start + GAME_SECONDS;
        reason = check == MOVE_LEGAL ? NULL : REASONS[check];
    }
    text_add(why, "a legal move, not one that %s", reason == NULL ? "" : reason);
    return reason == NULL;
}

static const struct {
    const char *name;
    bool (*holds)(Probe *probe, const char *args, Text *why);
} KINDS[] = {{"object ", is_object}, {"in time", is_in_time}, {"legal ", is_legal}};

/* One alternative: a sign, an id, and what the body must be. */
static bool alternative_holds(Probe *probe, const char *expected, Text *why) {
    char regex[2048];
    const char sign = strchr("=?*", *expected) != NULL ? *expected : '=';
    const char *id = expected + (*expected == sign);
    const size_t digits = strspn(id, "0123456789");
    const char *rest = id + digits + strspn(id + digits, " ");
    const bool has_head =
        probe->sign == sign && strlen(probe->id) == digits && strncmp(probe->id, id, digits) == 0;
    if (strcmp(expected, "skip") == 0) {
        text_add(&probe->skipped, "the engine refuses what it needs");
        return true;
    }
    for (size_t i = 0; i < sizeof KINDS / sizeof KINDS[0]; i++) {
        const size_t length = strlen(KINDS[i].name);
        if (has_head && strncmp(rest, KINDS[i].name, length) == 0) {
            return KINDS[i].holds(probe, rest + length, why);
        }
    }
    snprintf(regex, sizeof regex, "%.*s", *rest == '[' ? (int)strlen(rest) - 2 : 0, rest + 1);
    text_add(why, "%c%.*s %s", sign, (int)digits, id,
             *rest == '['  ? regex
             : *rest != 0  ? rest
             : sign == '?' ? "(a refusal)"
                           : "(no refusal)");
    return (has_head || sign == '*') &&
           (*rest == '\0' || text_matches(text_get(&probe->body), regex, why));
}

bool expect_holds(Probe *probe, const char *expected, Text *why) {
    char alternative[2048];
    const char *words = strstr(expected, " -- "), *next;
    const char *end = words == NULL ? expected + strlen(expected) : words;
    bool ok = false;
    for (const char *rest = expected; !ok && rest < end; rest = next) {
        next = strstr(rest, " or ");
        const bool is_last = next == NULL || next >= end;
        snprintf(alternative, sizeof alternative, "%.*s", (int)((is_last ? end : next) - rest),
                 rest);
        text_add(why, rest == expected ? "" : " or ");
        ok = alternative_holds(probe, alternative, why);
        next = is_last ? end : next + strlen(" or ");
    }
    if (words != NULL) {
        text_set(why, "%s", words + 4);
    }
    return ok;
}
