/* Which mistakes are one, how the players did, and which mistakes matter most. */
#include "engine/review/reason.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    EPISODE_GAP = 20, /* moves between two of an episode, at most: later it is another fight */
    PLACES = 5,       /* points less than this part of the board's width apart are one place */
};

static const double PROVED_WEIGHT = 1.25;

/* ---- Episodes ---- */

/* Does the move lose anything that is seen in what is printed? */
static bool loses(const Review *review, int move) {
    const MoveFigures *figures = &review->figures[move];
    return !figures->agrees && figures->grade != GRADE_FIND &&
           (review_tenths(100 * figures->loss_win_rate) > 0 ||
            review_tenths(figures->loss_points) > 0);
}

static const Candidate *missed(const Review *review, int move) {
    return &review->analyses[move].candidates[0];
}

/* The best answer to a missed move; POINT_NONE: unknown. */
static Point answer_to(const Candidate *candidate) {
    return candidate->pv_length > 1 ? candidate->pv[1] : POINT_NONE;
}

/* Was the point left alone from the position before a move up to the one before a later move? */
static bool stays_unplayed(const Review *review, Point point, int earlier, int later) {
    for (int i = earlier; i < later; i++) {
        if (review->line->moves[i].point == point) {
            return false;
        }
    }
    return true;
}

/* Do both moves miss the same point, or was what the earlier one missed left since, and one of the
 * missed moves answers the other? */
static bool is_same_reason(const Review *review, int earlier, int later, bool by_answer) {
    const Candidate *a = missed(review, earlier), *b = missed(review, later);
    if (a->move == POINT_NONE || b->move == POINT_NONE) {
        return false;
    }
    return by_answer ? (answer_to(a) == b->move || answer_to(b) == a->move) &&
                           stays_unplayed(review, a->move, earlier, later)
                     : a->move == b->move;
}

/* Returns the episode of a move before this one that loses for the same reason; -1: none. By an
 * answer it joins only what began an episode, so that a fight is not one mistake. */
static int find_episode(const Review *review, int move, bool by_answer) {
    for (int i = move - 1; i >= review->first && i >= move - EPISODE_GAP; i--) {
        const int episode = review->figures[i].episode;
        if (episode >= 0 && is_same_reason(review, i, move, by_answer) &&
            (!by_answer ||
             missed(review, i)->move == missed(review, review->episodes[episode].first)->move)) {
            return episode;
        }
    }
    return -1;
}

static void find_episodes(Review *review) {
    review->episode_count = 0;
    for (int i = review->first; i <= review->last; i++) {
        MoveFigures *figures = &review->figures[i];
        figures->episode = -1;
        if (!loses(review, i)) {
            continue;
        }
        figures->episode = find_episode(review, i, false);
        if (figures->episode < 0) {
            figures->episode = find_episode(review, i, true);
        }
        if (figures->episode < 0) {
            figures->episode = review->episode_count++;
            review->episodes[figures->episode] = (Episode){.first = i, .worst = {-1, -1}};
        }
        Episode *episode = &review->episodes[figures->episode];
        int *worst = &episode->worst[review->line->moves[i].color];
        episode->last = i;
        *worst = *worst < 0 || review_is_worse(review, i, *worst) ? i : *worst;
    }
}

LeftPoint review_find_left_point(const Review *review, int move) {
    const GameLineMove *moves = review->line->moves;
    const Point point = missed(review, move)->move;
    LeftPoint left = {.first = move, .last = move};
    if (!review_counts(review, move) || !point_is_move(point)) {
        return left;
    }
    const Episode *episode = &review->episodes[review->figures[move].episode];
    for (int i = episode->first; i <= episode->last; i++) {
        if (review->figures[i].episode == review->figures[move].episode &&
            missed(review, i)->move == point &&
            stays_unplayed(review, point, i < move ? i : move, i < move ? move : i)) {
            left.first = i < left.first ? i : left.first;
            left.last = i > left.last ? i : left.last;
            left.by_both = left.by_both || moves[i].color != moves[move].color;
        }
    }
    return left;
}

void review_add_episode(const Review *review, int move, Text *text) {
    const LeftPoint left = review_find_left_point(review, move);
    char vertex[POINT_TEXT_MAX];
    if (left.last > left.first) {
        text_add(text, " From move %d to %d %s left %s.", left.first + 1, left.last + 1,
                 left.by_both ? "both" : color_capital_name(review->line->moves[move].color),
                 game_line_vertex(review->line, missed(review, move)->move, vertex));
    }
}

/* ---- Players ---- */

static Phase phase_of(const GameLine *line, int move) {
    const int area = line->width * line->height;
    return move * 361 < 50 * area    ? PHASE_OPENING
           : move * 361 < 150 * area ? PHASE_MIDDLE_GAME
                                     : PHASE_ENDGAME;
}

/* Inserts the worst move of an episode among the worst of its player, if it is one of them. */
static void rank_worst(const Review *review, PlayerFigures *player, int move) {
    int place = player->worst_count;
    while (place > 0 && review_is_worse(review, move, player->worst[place - 1])) {
        place--;
    }
    if (place == REVIEW_WORST_MAX) {
        return;
    }
    player->worst_count += player->worst_count < REVIEW_WORST_MAX;
    for (int i = player->worst_count - 1; i > place; i--) {
        player->worst[i] = player->worst[i - 1];
    }
    player->worst[place] = move;
}

static PlayerFigures judge_player(const Review *review, Color color) {
    PlayerFigures player = {.mean_loss_win_rate = 0};
    int win_rates = 0, points = 0; /* known losses */
    for (int i = review->first; i <= review->last; i++) {
        const MoveFigures *figures = &review->figures[i];
        const bool is_known =
            !isnan(review->analyses[i].win_rate + review->analyses[i + 1].win_rate);
        if (is_known && review->line->moves[i].color == color) {
            player.moves++;
            player.agreeing += figures->agrees;
            player.grades[figures->grade] +=
                figures->grade == GRADE_FIND || review_counts(review, i);
            player.mean_loss_win_rate += fmax(figures->loss_win_rate, 0); /* 0 if NAN */
            player.mean_loss_points += fmax(figures->loss_points, 0);
            player.phase_moves[phase_of(review->line, i)]++;
            player.phase_points[phase_of(review->line, i)] += fmax(figures->loss_points, 0);
            win_rates += !isnan(figures->loss_win_rate);
            points += !isnan(figures->loss_points);
            if (review_counts(review, i)) {
                rank_worst(review, &player, i);
            }
        }
    }
    player.mean_loss_win_rate /= win_rates; /* NAN if no loss is known */
    player.mean_loss_points /= points;
    return player;
}

/* ---- Key mistakes ---- */

/* What a move lost on the scale of the game, in inaccuracies; a proof that it lost makes it better
 * to learn from. A threat proves no loss: it can be answered. */
static double key_weight(const Review *review, int move) {
    const char *kind = reason_kind(review->reasons[move]);
    const bool is_proved = kind[0] != '\0' && strcmp(kind, "threat") != 0;
    return review_difference(review, move) * (is_proved ? PROVED_WEIGHT : 1);
}

static bool is_near(const Review *review, Point a, Point b) {
    const int columns = abs(point_x(a) - point_x(b)), rows = abs(point_y(a) - point_y(b));
    return a == b || (point_is_move(a) && point_is_move(b) &&
                      (columns > rows ? columns : rows) * PLACES < review->line->width);
}

/* Is the move far from the player's keys, or proved to be a mistake of another kind? */
static bool is_apart(const Review *review, const PlayerFigures *player, int move) {
    const char *kind = reason_kind(review->reasons[move]);
    for (int i = 0; i < player->key_count; i++) {
        const int key = player->keys[i];
        if (strcmp(kind, reason_kind(review->reasons[key])) == 0 &&
            is_near(review, missed(review, move)->move, missed(review, key)->move)) {
            return false;
        }
    }
    return true;
}

/* Returns the greatest of the worst moves of a player that is apart from the keys; -1: none. */
static int next_key(const Review *review, const PlayerFigures *player) {
    int best = -1;
    for (int i = 0; i < player->worst_count; i++) {
        const int move = player->worst[i];
        if (review->figures[move].grade >= GRADE_MISTAKE && is_apart(review, player, move) &&
            (best < 0 || key_weight(review, move) > key_weight(review, best))) {
            best = move;
        }
    }
    return best;
}

static void choose_keys(const Review *review, PlayerFigures *player) {
    for (int key = 0; key >= 0 && player->key_count < REVIEW_KEYS_MAX;) {
        key = next_key(review, player);
        player->keys[player->key_count] = key;
        player->key_count += key >= 0;
    }
}

void review_judge(Review *review) {
    review_judge_moves(review);
    find_episodes(review);
    for (int color = BLACK; color <= WHITE; color++) {
        review->players[color] = judge_player(review, (Color)color);
        choose_keys(review, &review->players[color]);
    }
}
