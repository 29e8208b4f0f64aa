/* What `dihedra help match` prints before and after the options. Line breaks are those of the text.
 */
#include "regress/match/match.h"

const char MATCH_HELP[] =
    "usage: dihedra match --black COMMAND --white COMMAND [OPTION...]\n"
    "       dihedra match --engine [NAME=]COMMAND --engine [NAME=]COMMAND... [OPTION...]\n"
    "\n"
    "Plays games between GTP engines. Dihedra keeps the clock and the rules: an illegal move, a\n"
    "refusal of a legal one, a late move, a crash, a hang or a wrong answer loses that game, and\n"
    "the match goes on. Prints the result on standard output, progress on standard error.\n"
    "\n";

const char MATCH_OUTPUT_HELP[] =
    "\n"
    "Every finished game is in the log, and its SGF file in DIR, before the next one begins.\n"
    "Without --resume the log is a new file match-DATE-TIME-PROCESS.jsonl in the current folder,\n"
    "and --resume with its name continues it. The log has a line of JSON with the settings, then\n"
    "a line for each finished game: game, black, white, opening, result, winner, reason (score,\n"
    "resignation, move_limit, time, illegal, refused, crash, hang or garbage), message,\n"
    "move_count, black_moves, white_moves (those asked for), black_seconds, white_seconds,\n"
    "fingerprint (equal for games that are the same up to symmetry) and moves. A game that was\n"
    "under way when the match was killed is played again from the start.\n"
    "\n"
    "JSON: games, games_asked, seconds, pairings and engines. A pairing has engine, opponent,\n"
    "games, wins, losses, draws (black_wins and so on by the engine's colour), win_rate,\n"
    "win_rate_low, win_rate_high (Wilson, 95%), elo, elo_error, elo_low, elo_high (95%; null if\n"
    "infinite), superiority, pentanomial (pairs with 0, 1/2, 1, 3/2, 2 points; null without\n"
    "pairs), llr, sprt (elo0, elo1, lower, upper, verdict; null without --sprt), moves_per_game,\n"
    "move_limit_games, duplicates (games equal to an earlier one, turned or mirrored). If there\n"
    "is one pairing, its keys are in the outer object too. An engine has name, product, command,\n"
    "rating, rating_error, games, wins, losses, draws (and by colour), moves, seconds_per_move,\n"
    "resignations, time_losses, illegal_moves, refusals, crashes, hangs, wrong_answers.\n"
    "\n"
    "SIGINT and SIGTERM end the match; the result so far is printed. Exit status: 0 if all games\n"
    "were played or the sequential test decided, 1 if not, 2 if an option is wrong, 128 + N after\n"
    "signal N.\n";
