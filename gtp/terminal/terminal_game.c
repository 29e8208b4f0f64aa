#include "gtp/terminal/terminal_game.h"

#include <pthread.h>

#include "engine/base/os/system.h"
#include "engine/go/board/handicap.h"
#include "engine/go/sgf/record.h"
#include "engine/player/networks.h"

/* For a judgement, if the options do not say how long. */
static const double ANALYSIS_SECONDS = 2;

/* ---- Beginning ---- */

bool terminal_game_init(TerminalGame *game, const EngineOptions *options, const Models *models) {
    *game = (TerminalGame){.options = options,
                           .player_options = options->player,
                           .game = engine_options_new_game(options),
                           .resigner = EMPTY};
    if (!options->has_seed) {
        os_random(&game->player_options.seed, sizeof game->player_options.seed);
    }
    const bool ok = player_init(&game->player, models->main) && game->game != NULL;
    game->player.human = models->human;
    return ok;
}

void terminal_game_free(TerminalGame *game) {
    book_graph_free(game->player.book);
    player_free(&game->player);
    game_free(game->game);
    kept_game_leave(&game->kept);
}

bool terminal_game_begin(TerminalGame *game, int width, int height, int handicap, Status *status) {
    Point points[HANDICAP_MAX];
    const int most = handicap_fixed_max(width, height);
    if (handicap > most) {
        return status_fail(status, "a board of %dx%d has room for %d handicap stones", width,
                           height, most);
    }
    if (!game_clear(game->game, width, height, status)) {
        return false;
    }
    game->resigner = EMPTY;
    game->fault.text[0] = '\0';
    player_clear(&game->player);
    kept_game_leave(&game->kept); /* to the game before: this one gets another */
    if (handicap < 2) {
        return true;
    }
    handicap_fixed_points(width, handicap, points);
    return game_place_handicap(game->game, points, handicap, status);
}

/* ---- Records ---- */

bool terminal_game_load(TerminalGame *game, const char *path, Status *status) {
    const RecordStop whole = {0};
    KeptRecord record;
    Status ignored;
    if (!kept_game_read(path, &record, status) ||
        !record_load(game->game, path, whole, false, status)) {
        kept_game_leave(&game->kept);
        return false;
    }
    const bool goes_on = record.person != EMPTY && record.result[0] == '\0';
    if (!goes_on || record.has_more) { /* the record stays as it is */
        kept_game_leave(&game->kept);
    }
    game->person = goes_on ? record.person : game->game->board.to_move;
    if (goes_on && networks_can_play_strength(&game->player, record.strength, &ignored)) {
        game->player_options.strength = record.strength;
    }
    return true;
}

/* Held while a file is written; locked for good at the end. */
static pthread_mutex_t writing = PTHREAD_MUTEX_INITIALIZER;

void terminal_game_end_writing(void) {
    pthread_mutex_lock(&writing);
}

bool terminal_game_save(TerminalGame *game, const char *path, Status *status) {
    char date[16], engine[64], rank[STRENGTH_TEXT_MAX + 1], result[RECORD_RESULT_MAX] = "";
    const int strength = game->player_options.strength;
    const struct tm now = os_local_time(time(NULL));
    strftime(date, sizeof date, "%Y-%m-%d", &now);
    snprintf(engine, sizeof engine, "Dihedra%s%s", strength == STRENGTH_NONE ? "" : " ",
             strength == STRENGTH_NONE ? "" : strength_write(strength, rank));
    if (game->resigner != EMPTY) {
        snprintf(result, sizeof result, "%c+R", game->resigner == BLACK ? 'W' : 'B');
    } else if (terminal_game_is_over(game)) {
        record_result(ending_score(player_ending(&game->player), game->game), result);
    }
    const RecordNotes notes = {.black = game->person == BLACK ? KEPT_PERSON : engine,
                               .white = game->person == WHITE ? KEPT_PERSON : engine,
                               .date = date,
                               .result = result[0] == '\0' ? NULL : result};
    pthread_mutex_lock(&writing);
    const bool ok = record_save(game->game, &notes, path, status);
    pthread_mutex_unlock(&writing);
    return ok;
}

/* Keeps the game as far as it has come. */
static void keep_game(TerminalGame *game) {
    game->fault.text[0] = '\0';
    if (game->kept.path.length > 0 || kept_game_begin(&game->kept, &game->fault)) {
        terminal_game_save(game, text_get(&game->kept.path), &game->fault);
    }
}

bool terminal_game_is_kept(const TerminalGame *game) {
    return game->kept.path.length > 0 && game->fault.text[0] == '\0';
}

/* ---- Moves ---- */

bool terminal_game_is_over(const TerminalGame *game) {
    return game->resigner != EMPTY || game->game->board.passes >= 2;
}

static const char *const FAULTS[] = {
    [MOVE_OFF_BOARD] = "The board has no such point.",
    [MOVE_OCCUPIED] = "There is a stone already.",
    [MOVE_SUICIDE] = "A stone there would have no liberty.",
    [MOVE_KO] = "Ko: this stone may not be taken back at once. Play elsewhere first.",
    [MOVE_SUPERKO] = "This would repeat an earlier position."};

static bool play_and_record(TerminalGame *game, Color color, Point move, Status *status) {
    if (move == POINT_RESIGN) {
        game->resigner = color;
    } else {
        const MoveCheck check = game_check(game->game, color, move);
        if (check != MOVE_LEGAL) {
            return status_fail(status, "%s", FAULTS[check]);
        }
        if (!game_play(game->game, color, move, status)) {
            return false;
        }
    }
    if (color == game->person || game->kept.path.length > 0) {
        keep_game(game); /* a game begins with the first move of the person */
    }
    return true;
}

bool terminal_game_play(TerminalGame *game, Point move, Status *status) {
    return play_and_record(game, game->person, move, status);
}

bool terminal_game_answer(TerminalGame *game, Point *move, Status *status) {
    const Color color = color_opponent(game->person);
    const Turn turn = {.game = game->game, .color = color, .options = &game->player_options};
    PlayerMove choice;
    if (!player_choose(&game->player, &turn, &choice, status)) {
        return false;
    }
    *move = choice.move;
    return play_and_record(game, color, choice.move, status);
}

bool terminal_game_undo(TerminalGame *game, Status *status) {
    const int count = game->game->move_count;
    const bool is_persons = game->game->board.to_move == game->person;
    if (game->resigner != EMPTY) {
        game->resigner = EMPTY;
    } else if (count < 1 + is_persons) {
        return status_fail(status, "There is no move of yours to take back.");
    } else if (!game_undo(game->game, 1 + is_persons, status)) {
        return false;
    }
    keep_game(game);
    return true;
}

/* ---- Judging ---- */

bool terminal_game_analyze(TerminalGame *game, void (*report)(void *, const Analysis *),
                           void *context, Status *status) {
    const SearchWatch watch = {
        .seconds = INFINITY, .ownership = true, .report = report, .context = context};
    PlayerOptions options = game->player_options;
    options.strength = STRENGTH_NONE;
    if (options.visits == 0 && options.playouts == 0 && options.move_seconds == 0) {
        options.move_seconds = ANALYSIS_SECONDS;
    }
    const Turn turn = {.game = game->game, .color = game->game->board.to_move, .options = &options};
    game->player.watch = &watch;
    const bool ok = player_can_analyze(&game->player, &turn, status) &&
                    player_analyze(&game->player, &turn, status);
    game->player.watch = NULL;
    return ok;
}

void terminal_game_add_result(const TerminalGame *game, double score, Text *text) {
    const bool has_resigned = game->resigner != EMPTY;
    const Color winner = has_resigned ? color_opponent(game->resigner) : score > 0 ? BLACK : WHITE;
    const char *whose = winner == game->person ? "you" : "Dihedra";
    if (has_resigned) {
        text_add(text, "%s (%s) wins: %s resigned.\n", color_capital_name(winner), whose,
                 winner == game->person ? "Dihedra has" : "you have");
    } else if (score == 0) {
        text_add(text, "The game is a draw.\n");
    } else {
        text_add(text, "%s (%s) wins by %.12g point%s.\n", color_capital_name(winner), whose,
                 fabs(score), fabs(score) == 1 ? "" : "s");
    }
}
