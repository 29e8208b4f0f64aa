#include "engine/lab/train/network/variety.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "engine/go/board/handicap.h"

enum {
    SERIOUS_OPENING_MOVES = 4, /* at random, at most */
    SMALLEST_SIDE = 2,
    LARGEST_SIDE = 18,     /* of the unusual sizes */
    HANDICAP_SIDE_MIN = 7, /* smaller boards have no handicap games */
};

static const double SERIOUS_SHARE = 0.8; /* of games that both sides play as well as they can */
static const double HANDICAP_SHARE = 0.12;
static const double OPENING_SHARE = 0.35; /* of games that begin with moves at random */
static const double OPENING_MOVES = 0.06; /* at most, for each cell of the board */
static const double CUSTOM_RULES_SHARE = 0.2;
static const double SERIOUS_KOMI_SHARE = 0.03; /* of moves before which the komi is made even */
static const double SQUARE_SHARE = 0.65;       /* of the unusual sizes */

/* How often each entry of RULE_SETS is used, in order; those with a group tax or a button are not.
 */
static const int RULE_WEIGHTS[] = {4, 6, 2, 2, 6, 2, 1};
enum { RULE_COUNT = sizeof RULE_WEIGHTS / sizeof RULE_WEIGHTS[0] };

/* Share of games in which both sides choose moves the same way: others are often one-sided. */
static const double EQUAL_SHARE = 0.7;

enum { END = -1 }; /* of a list of values, all equally frequent */

/* Temperatures of other sides. */
static const double TEMPERATURES[] = {0.3, 0.6, 0.8, 1, 1, 1, 1.2, 1.4, END};

/* Those of serious games. */
static const double SERIOUS_TEMPERATURES[] = {0.1, 0.2, 0.3, 0.5, 0.8, END};

/* Shares of odd moves. */
static const double ODD_SHARES[] = {0, 0, 0, 0, 0, 0, 0.03, 0.1, 0.1, 0.3, END};

/* Those of serious games: a search tries such moves, too. */
static const double SERIOUS_ODD_SHARES[] = {0, 0, 0, 0.05, 0.1, END};

/* Temperature of the odd moves that are sampled from the policy. */
static const double ODD_TEMPERATURE = 3;

static double sample_one(Rng *rng, const double *values) {
    uint32_t count = 0;
    while (values[count] >= 0) {
        count++;
    }
    return values[rng_below(rng, count)];
}

static Rules sample_rules(Rng *rng) {
    if (rng_unit(rng) < CUSTOM_RULES_SHARE) {
        Rules rules = {.name = "custom",
                       .ko = (KoRule)rng_below(rng, 3),
                       .scoring = (Scoring)rng_below(rng, 2),
                       .bonus = HANDICAP_BONUS_NONE,
                       .suicide = rng_below(rng, 2) != 0,
                       .friendly_pass_ok = true};
        rules.tax = (Tax)rules.scoring; /* the usual one */
        rules_set_name(&rules);
        return rules;
    }
    assert(!rules_count_plain_area(&RULE_SETS[RULE_COUNT].rules) &&
           rules_count_plain_area(&RULE_SETS[RULE_COUNT - 1].rules));
    int sum = 0;
    for (size_t i = 0; i < RULE_COUNT; i++) {
        sum += RULE_WEIGHTS[i];
    }
    int left = (int)rng_below(rng, (uint32_t)sum);
    size_t i = 0;
    while ((left -= RULE_WEIGHTS[i]) >= 0) {
        i++;
    }
    return RULE_SETS[i].rules;
}

static double usual_komi(const Rules *rules) {
    return rules->scoring == SCORING_TERRITORY ? 6.5 : 7.5;
}

static double sample_first_komi(Rng *rng, const Game *game) {
    const int cells = game->geometry->cell_count;
    const double usual = usual_komi(&game->rules);
    switch (rng_below(rng, 4)) {
    case 0:
        return usual - rng_below(rng, 3) * 0.5;
    case 1:
        return floor((rng_unit(rng) - 0.5) * cells / 2) / 2;
    default:
        return usual;
    }
}

static MoveStyle sample_move_style(Rng *rng) {
    return (MoveStyle){.temperature = sample_one(rng, TEMPERATURES),
                       .odd_share = sample_one(rng, ODD_SHARES)};
}

static void sample_style(Rng *rng, int cells, GameStyle *style) {
    static const double KOMI_SHARES[] = {0, 0.02, 0.04, 0.08, END};
    style->moves[0] = style->moves[1] = sample_move_style(rng);
    if (rng_unit(rng) >= EQUAL_SHARE) {
        style->moves[1] = sample_move_style(rng);
    }
    style->komi_share = sample_one(rng, KOMI_SHARES);
    style->is_even = rng_below(rng, 2) != 0;
    style->komi_deviation = rng_below(rng, 2) * rng_unit(rng) * sqrt(cells) / 2;
}

static bool set_up(Game *game, Color color, const Point *points, int count, Color to_move,
                   int handicap, Status *status) {
    ColorCell cells[CELL_COUNT_MAX];
    memset(cells, EMPTY, sizeof cells);
    for (int i = 0; i < count; i++) {
        cells[game->geometry->cell_of[points[i]]] = (ColorCell)color;
    }
    return game_set_up(game, cells, to_move, handicap, status);
}

static bool give_handicap(Rng *rng, Game *game, int most, Status *status) {
    const int count = 2 + (int)rng_below(rng, (uint32_t)most - 1);
    Point points[HANDICAP_MAX];
    handicap_free_points(game->geometry->width, game->geometry->height, count, points);
    return set_up(game, BLACK, points, count, WHITE, count, status);
}

/* Samples a legal move that fills no own eye, or a pass. */
static Point sample_legal(Rng *rng, const Game *game) {
    const Color mover = game->board.to_move;
    Point found = POINT_PASS;
    int count = 0;
    for (int i = 0; i < game->board.empty_count; i++) {
        const Point p = game->board.empty[i];
        if (!board_is_eye(&game->board, mover, p) && game_check(game, mover, p) == MOVE_LEGAL &&
            rng_below(rng, (uint32_t)++count) == 0) {
            found = p;
        }
    }
    return found;
}

static bool play_opening(Rng *rng, Game *game, int count, Status *status) {
    bool ok = true;
    for (int i = 0; ok && i < count; i++) {
        const Point p = sample_legal(rng, game);
        ok = p == POINT_PASS || game_play(game, game->board.to_move, p, status);
    }
    return ok;
}

/* A game as strong players begin it. */
static bool start_serious(Rng *rng, Game *game, GameStyle *style, Status *status) {
    game->komi = usual_komi(&game->rules);
    *style = (GameStyle){.is_even = rng_below(rng, 2) != 0,
                         .komi_share = rng_below(rng, 2) * SERIOUS_KOMI_SHARE};
    for (int i = 0; i < 2; i++) {
        style->moves[i] = (MoveStyle){.temperature = sample_one(rng, SERIOUS_TEMPERATURES),
                                      .odd_share = sample_one(rng, SERIOUS_ODD_SHARES)};
    }
    return play_opening(rng, game, (int)rng_below(rng, SERIOUS_OPENING_MOVES + 1), status);
}

static bool start_varied(Rng *rng, Game *game, GameStyle *style, Status *status) {
    const int width = game->geometry->width, height = game->geometry->height;
    bool ok = true;
    game->komi = sample_first_komi(rng, game);
    sample_style(rng, width * height, style);
    if (width >= HANDICAP_SIDE_MIN && height >= HANDICAP_SIDE_MIN &&
        rng_unit(rng) < HANDICAP_SHARE) {
        ok = give_handicap(rng, game, HANDICAP_MAX, status);
    }
    if (rng_unit(rng) < OPENING_SHARE) {
        const int most = 1 + (int)(OPENING_MOVES * width * height);
        ok = ok && play_opening(rng, game, 1 + (int)rng_below(rng, (uint32_t)most), status);
    }
    return ok;
}

/* Stones at random are few enough to stand by themselves on any board. */
static bool start_uneven(Rng *rng, Game *game, GameStyle *style, Status *status) {
    const int cells = game->geometry->cell_count, eighth = cells / 8;
    const int most = eighth < 2 ? 2 : eighth > HANDICAP_MAX ? HANDICAP_MAX : eighth;
    const Color color = (Color)rng_below(rng, 2);
    const bool in_a_row = rng_below(rng, 2) != 0;
    Point points[HANDICAP_MAX];
    int count = 0;
    bool ok = true;
    game->komi = sample_first_komi(rng, game);
    sample_style(rng, cells, style);
    if (rng_below(rng, 3) == 0) {
        return give_handicap(rng, game, most, status);
    }
    for (int wanted = 1 + (int)rng_below(rng, in_a_row ? 2 : (uint32_t)most); count < wanted;) {
        const Point p = game->geometry->point_of[rng_below(rng, (uint32_t)cells)];
        ok = !point_list_add(points, &count, p) || !in_a_row || game_play(game, color, p, status);
    }
    return ok &&
           (in_a_row || set_up(game, color, points, count, (Color)rng_below(rng, 2), 0, status));
}

bool variety_start_game(Rng *rng, Game *game, bool is_uneven, GameStyle *style, Status *status) {
    if (!game_clear(game, game->geometry->width, game->geometry->height, status)) {
        return false;
    }
    game->rules = sample_rules(rng);
    return (is_uneven                       ? start_uneven
            : rng_unit(rng) < SERIOUS_SHARE ? start_serious
                                            : start_varied)(rng, game, style, status);
}

static Point sample_tempered(Rng *rng, const Game *game, const NetAnswer *answer,
                             double temperature) {
    const float power = (float)(1 / temperature);
    const int cells = game->geometry->cell_count;
    float weights[CELL_COUNT_MAX + 1], sum = 0;
    for (int cell = 0; cell <= cells; cell++) {
        const float policy = cell < cells ? answer->policy[cell] : answer->pass;
        weights[cell] = policy > 0 ? powf(policy, power) : 0;
        sum += weights[cell];
    }
    float left = (float)rng_unit(rng) * sum;
    for (int cell = 0; cell < cells; cell++) {
        left -= weights[cell];
        if (left < 0) {
            return game->geometry->point_of[cell];
        }
    }
    return POINT_PASS;
}

Point variety_sample_move(Rng *rng, const GameStyle *game_style, const Game *game,
                          const NetAnswer *answer) {
    const MoveStyle *style = &game_style->moves[game->board.to_move];
    if (rng_unit(rng) >= style->odd_share) {
        return sample_tempered(rng, game, answer, style->temperature);
    }
    return rng_below(rng, 2) == 0 ? sample_legal(rng, game)
                                  : sample_tempered(rng, game, answer, ODD_TEMPERATURE);
}

double variety_sample_komi(Rng *rng, const GameStyle *style, double komi, double black_lead) {
    const double exact = komi + black_lead + style->komi_deviation * rng_normal(rng);
    const double half = rng_below(rng, 4) == 0 ? 0 : 0.5; /* most komi allow no tie */
    return floor(exact - half + 0.5) + half;
}

void variety_sample_size(Rng *rng, int *width, int *height) {
    const uint32_t sides = LARGEST_SIDE - SMALLEST_SIDE + 1;
    *width = *height = SMALLEST_SIDE + (int)rng_below(rng, sides);
    if (rng_unit(rng) >= SQUARE_SHARE) {
        *height = SMALLEST_SIDE + (int)rng_below(rng, sides + 1);
    }
}
