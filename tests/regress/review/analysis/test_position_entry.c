/* Entries come back from JSON as they were, and other JSON is refused. */
#include "hash/random.h"
#include "regress/review/analysis/position_entry.h"
#include "tests/support/program/cleanup.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

enum { WIDTH = 5, HEIGHT = 4, CELLS = WIDTH * HEIGHT };

static const GameLine LINE = {.width = WIDTH, .height = HEIGHT, .move_count = 9};

static double random_share(SplitMix *random) {
    return (double)(splitmix_next(random) >> 11) * 0x1p-53;
}

static Point random_point(SplitMix *random) {
    const int cell = (int)(splitmix_next(random) % (CELLS + 1));
    return cell == CELLS ? POINT_PASS : point_at(cell % WIDTH, cell / WIDTH);
}

static void fill_candidate(SplitMix *random, Candidate *candidate) {
    *candidate = (Candidate){.visits = (int64_t)(splitmix_next(random) % 1000),
                             .win_rate = random_share(random),
                             .score = splitmix_next(random) % 4 == 0 ? NAN : random_share(random),
                             .prior = splitmix_next(random) % 4 == 0 ? NAN : random_share(random)};
    candidate->pv_length = 1 + (int)(splitmix_next(random) % POSITION_ANALYSIS_PV_MAX);
    for (int i = 0; i < candidate->pv_length; i++) {
        candidate->pv[i] = random_point(random);
    }
    candidate->move = candidate->pv[0];
}

static PositionAnalysis random_analysis(SplitMix *random) {
    PositionAnalysis analysis = {.visits = (int64_t)(splitmix_next(random) % 1000),
                                 .win_rate = random_share(random),
                                 .score = -random_share(random),
                                 .has_owner = splitmix_next(random) % 2 == 0};
    analysis.candidates[0] =
        (Candidate){.move = POINT_NONE, .win_rate = analysis.win_rate, .score = analysis.score};
    analysis.candidate_count =
        (int)(splitmix_next(random) % (POSITION_ANALYSIS_CANDIDATES_MAX + 1));
    for (int i = 0; i < analysis.candidate_count; i++) {
        fill_candidate(random, &analysis.candidates[i]);
    }
    analysis.image_count = (int)(splitmix_next(random) % (POSITION_ANALYSIS_IMAGES_MAX + 1));
    for (int i = 0; i < analysis.image_count; i++) {
        analysis.images[i] = random_point(random);
    }
    for (int i = 0; analysis.has_owner && i < CELLS; i++) {
        analysis.owner[i] = (signed char)((int)(splitmix_next(random) % 21) - 10);
    }
    return analysis;
}

static bool is_same_number(double a, double b) {
    return fabs(a - b) < 1e-11 || (isnan(a) && isnan(b));
}

static void expect_same(const PositionAnalysis *a, const PositionAnalysis *b) {
    cr_assert(a->visits == b->visits && is_same_number(a->win_rate, b->win_rate) &&
              is_same_number(a->score, b->score) && a->candidate_count == b->candidate_count &&
              a->image_count == b->image_count && a->has_owner == b->has_owner);
    for (int i = 0; i < POSITION_ANALYSIS_CANDIDATES_MAX; i++) {
        const Candidate *x = &a->candidates[i], *y = &b->candidates[i];
        cr_assert(x->move == y->move && x->visits == y->visits &&
                  is_same_number(x->win_rate, y->win_rate) && is_same_number(x->score, y->score) &&
                  is_same_number(x->prior, y->prior) && x->pv_length == y->pv_length);
        cr_assert_eq(memcmp(x->pv, y->pv, sizeof x->pv), 0);
    }
    cr_assert_eq(memcmp(a->images, b->images, sizeof a->images), 0);
    cr_assert_eq(memcmp(a->owner, b->owner, sizeof a->owner), 0);
}

/* Through text, as in a log. */
Test(position_entry, comes_back_as_it_was) {
    SplitMix random = {1};
    for (int i = 0; i < 500; i++) {
        const PositionAnalysis analysis = random_analysis(&random);
        const PositionEntry entry = {i % 10, 1 + i % 2, "an <engine>", "1.0", &analysis};
        Text text = {0};
        json_add_text(position_entry_to_json(&entry, &LINE), &text);
        json_t *json = cleanup_json(json_loads(text_get(&text), 0, NULL));
        text_free(&text);
        PositionEntry read;
        PositionAnalysis again;
        cr_assert(position_entry_from_json(json, &LINE, &read, &again));
        cr_assert(read.position == entry.position && read.depth == entry.depth);
        cr_assert_str_eq(read.engine_name, "an <engine>");
        expect_same(&analysis, &again);
    }
}

/* A member is replaced by something else. */
Test(position_entry, what_is_none_is_refused) {
    static const char *const CHANGES[][2] = {
        {"position", "10"},
        {"position", "-1"},
        {"position", "\"1\""},
        {"depth", "0"},
        {"depth", "3"},
        {"name", "1"},
        {"version", "null"},
        {"visits", "-1"},
        {"visits", "1.5"},
        {"win_rate", "1.01"},
        {"win_rate", "null"},
        {"score", "\"\""},
        {"candidates", "{}"},
        {"candidates", "[{}]"},
        {"candidates", "[{\"visits\":1,\"win_rate\":0,\"score\":0,\"prior\":0,\"pv\":[]}]"},
        {"candidates", "[{\"visits\":1,\"win_rate\":0,\"score\":0,\"prior\":0,\"pv\":[\"Z9\"]}]"},
        {"candidates",
         "[{\"visits\":1,\"win_rate\":0,\"score\":0,\"prior\":0,\"pv\":[\"resign\"]}]"},
        {"candidates", "[1,2,3,4,5,6]"},
        {"images", "[\"F1\"]"},
        {"images", "[\"A1\",\"A1\",\"A1\",\"A1\",\"A1\",\"A1\",\"A1\",\"A1\",\"A1\"]"},
        {"owner", "\"kk\""},
        {"owner", "\"kkkkkkkkkkkkkkkkkkkv\""},
    };
    SplitMix random = {2};
    const PositionAnalysis analysis = random_analysis(&random);
    const PositionEntry entry = {3, 1, "engine", "1", &analysis};
    PositionEntry read;
    PositionAnalysis again;
    for (size_t i = 0; i < sizeof CHANGES / sizeof CHANGES[0]; i++) {
        json_t *json = cleanup_json(position_entry_to_json(&entry, &LINE));
        cr_assert(position_entry_from_json(json, &LINE, &read, &again));
        json_object_set_new(json, CHANGES[i][0], json_loads(CHANGES[i][1], JSON_DECODE_ANY, NULL));
        cr_assert_not(position_entry_from_json(json, &LINE, &read, &again), "%s: %s", CHANGES[i][0],
                      CHANGES[i][1]);
        json_object_del(json, CHANGES[i][0]);
        cr_assert_not(position_entry_from_json(json, &LINE, &read, &again), "without %s",
                      CHANGES[i][0]);
    }
}
