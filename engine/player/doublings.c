#include "engine/player/doublings.h"

#include <math.h>

/* KataGo's numbers, in points of 19x19. */
static const double STONE_AREA = 15, STONE_TERRITORY = 14, FAIR_KOMI = 7;

/* A smaller lead does not count as a handicap: points of 19x19, and on any board. */
static const double LEAST_LEAD = 4, LEAST_LEAD_ANYWHERE = 2;

/* Networks have hardly seen more doublings than these. */
static const double DOUBLINGS_MAX = 2.75;

static const double STEP = 0.125;

/* The win rates of the side behind between which its doublings stay. */
static const double LOW_WIN = 0.05, HIGH_WIN = 0.25;

/* On boards of at most this many lines a side they are always 0. */
enum { SMALL_SIDE = 7 };

double doublings_fixed(const PlayoutDoublings *options, Color color) {
    const Color side = options->side == EMPTY ? color : options->side;
    return side == BLACK ? options->fixed : -options->fixed;
}

/* By how many points Black is ahead before the first move. */
static double black_lead(const Game *game) {
    const int handicap = game_handicap(game);
    const double stone = game->rules.scoring == SCORING_AREA ? STONE_AREA : STONE_TERRITORY;
    const double lead = FAIR_KOMI - game->komi;
    return handicap < 2
               ? lead
               : lead + stone * (handicap - 1) - rules_handicap_bonus(&game->rules, handicap);
}

/* The most doublings of a side that is behind by that many points, which weigh more on a small
 * board.
 */
static double find_cap(const Game *game, double per_point, double points) {
    const Geometry *geometry = game->geometry;
    const double scale = pow(19.0 * 19.0 / geometry->cell_count, 0.75);
    const double least = fmax(LEAST_LEAD / scale, LEAST_LEAD_ANYWHERE);
    if (points < least || geometry->width <= SMALL_SIDE || geometry->height <= SMALL_SIDE) {
        return 0;
    }
    return round(fmin(per_point * (points - least) * scale, DOUBLINGS_MAX) / STEP) * STEP;
}

static bool has_white_stone(const Board *board) {
    for (int cell = 0; cell < board->geometry->cell_count; cell++) {
        if (board_color(board, board->geometry->point_of[cell]) == WHITE) {
            return true;
        }
    }
    return false;
}

/* The doublings of the side behind, after the step that is due. */
static double step_behind(const DynamicDoublings *dynamic, const Game *game, Color behind,
                          double cap) {
    const bool goes_on = dynamic->has_value && dynamic->move_count <= game->move_count;
    if (!goes_on || !has_white_stone(&game->board)) {
        return cap;
    }
    const double win = behind == BLACK ? dynamic->black_win : 1 - dynamic->black_win;
    const double step = win < LOW_WIN ? STEP : win > HIGH_WIN ? -STEP : 0;
    return fmin(fmax(dynamic->behind + step, 0), cap);
}

double doublings_present(const DynamicDoublings *dynamic, const Turn *turn) {
    const PlayoutDoublings *options = &turn->options->doublings;
    if (options->cap_per_point <= 0) {
        return doublings_fixed(options, turn->color);
    }
    return black_lead(turn->game) >= 0 ? -dynamic->behind : dynamic->behind;
}

double doublings_next(DynamicDoublings *dynamic, const Turn *turn) {
    const double lead = black_lead(turn->game);
    const double cap = find_cap(turn->game, turn->options->doublings.cap_per_point, fabs(lead));
    dynamic->behind = step_behind(dynamic, turn->game, lead >= 0 ? WHITE : BLACK, cap);
    return doublings_present(dynamic, turn);
}

void doublings_note(DynamicDoublings *dynamic, const Turn *turn, double win_rate) {
    dynamic->has_value = true;
    dynamic->black_win = turn->color == BLACK ? win_rate : 1 - win_rate;
    dynamic->move_count = turn->game->move_count;
}
