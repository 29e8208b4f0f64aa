/* What `dihedra help match` prints before the options and behind them. */
#include "regress/match/match.h"

const char MATCH_HELP[] =
    "usage: dihedra match --black COMMAND --white COMMAND [OPTION...]\n"
    "       dihedra match --engine NAME=COMMAND --engine NAME=COMMAND... [OPTION...]\n"
    "\n"
    "Plays games between GTP engines. We keep the clock and the rules: an illegal move, a refusal\n"
    "of a legal one, a move too late, a crash, a hang or a wrong answer loses the game and never\n"
    "the match. The result comes on standard output, progress on standard error.\n"
    "\n";

const char MATCH_OUTPUT_HELP[] =
    "\n"
    "Every finished game is in the log, and its record in DIR, before the next one begins.\n"
    "Without --resume the log is a new file match-DATE-TIME-PROCESS.jsonl in the current folder,\n"
    "and --resume with its name continues it. The log has a line of JSON with the settings, then\n"
    "one for each finished game: game, black, white, opening, result, winner, reason (score,\n"
    "resignation, move_limit, time, illegal, refused, crash, hang or garbage), message,\n"
    "move_count, black_moves, white_moves (those asked for), black_seconds, white_seconds,\n"
    "fingerprint (the same for games that are equal up to symmetry) and moves. A game that was\n"
    "under way when the match was killed is played again from its beginning.\n"
    "\n"
    "JSON: games, games_asked, seconds, pairings and engines. A pairing has engine, opponent,\n"
    "games, wins, losses, draws (black_wins and so on by the engine's colour), win_rate,\n"
    "win_rate_low, win_rate_high (Wilson, 95%), elo, elo_error, elo_low, elo_high (95%; null if\n"
    "infinite), superiority, pentanomial (pairs with 0, 1/2, 1, 3/2, 2 points; null without\n"
    "pairs), llr, sprt (elo0, elo1, lower, upper, verdict; null without --sprt), moves_per_game,\n"
    "move_limit_games, duplicates (games equal to an earlier one, turned or mirrored). If there\n"
    "is one pairing its keys stand in the outer object too. An engine has name, product, command,\n"
    "rating, rating_error, games, wins, losses, draws (and by colour), moves, seconds_per_move,\n"
    "resignations, time_losses, illegal_moves, refusals, crashes, hangs, wrong_answers.\n"
    "\n"
    "SIGINT and SIGTERM end the match with the result so far. Exit status: 0 if all games were\n"
    "played or the sequential test decided, 1 if not, 2 if an option is wrong, 128 and the\n"
    "signal's number if one ended it.\n";
