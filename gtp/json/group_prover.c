#include "gtp/json/group_prover.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "engine/solve/dragon/dragon.h"
#include "engine/solve/problem/region.h"
#include "gtp/solve/problem_text.h"

enum { TABLE_MB = 64 };

/* Below this mean ownership a group, or a wall, is in doubt. */
static const double DOUBT = 0.9;

/* Positions for each question in the first round and the last; each has ROUND_GROWTH times those of
 * the one before, and groups that are not in doubt get those of the round before. */
static const int64_t ROUND_FIRST = 500, ROUND_LAST = 10000000, ROUND_GROWTH = 8;

enum { KILL, SAVE };

typedef struct {
    Goal goal;
    double ownership; /* mean, as it was given */
    double owned;     /* by the group's owner; NAN: the view is unknown */
    bool in_doubt, is_done;
    ProblemSide sides[2]; /* KILL, SAVE */
} Group;

struct GroupProver {
    GoalSearch *search;
    const char *folder;
    Group *groups;
    int count;
    /* Of the present position: */
    const Board *board;
    const float *ownership;
    Color view;
    const Deadline *deadline;
    json_t *claims;
};

GroupProver *group_prover_new(const char *folder) {
    GroupProver *prover = memory_new(1, sizeof *prover);
    prover->folder = folder;
    prover->search = memory_check(goal_search_new(TABLE_MB));
    return prover;
}

void group_prover_free(GroupProver *prover) {
    if (prover != NULL) {
        goal_search_free(prover->search);
        free(prover);
    }
}

/* ---- Groups ---- */

/* Adds the ownership of a chain's stones. Returns their number. */
static int add_ownership(const GroupProver *prover, Point chain, double *sum) {
    int stones = 0;
    Point p = chain;
    do {
        *sum += (double)prover->ownership[prover->board->geometry->cell_of[p]];
        stones++;
        p = prover->board->next[p];
    } while (p != chain);
    return stones;
}

static bool is_in_doubt(const GroupProver *prover, Point chain) {
    double sum = 0;
    const int stones = add_ownership(prover, chain, &sum);
    return fabs(sum) < DOUBT * stones;
}

/* An opposing chain in doubt beside the dragon, or POINT_NONE. */
static Point find_rival(const GroupProver *prover, const Dragon *dragon) {
    for (int i = 0; i < dragon->chain_count; i++) {
        Point p = dragon->chains[i];
        do {
            for (int k = 0; k < 4; k++) {
                const Point beside = point_beside(p, k);
                if (board_color(prover->board, beside) == color_opponent(dragon->color) &&
                    is_in_doubt(prover, beside)) {
                    return beside;
                }
            }
            p = prover->board->next[p];
        } while (p != dragon->chains[i]);
    }
    return POINT_NONE;
}

/* Makes the question about a dragon: a race where a rival is in doubt as well. Returns false if it
 * has no region that a search could read. */
static bool make_goal(const GroupProver *prover, const Dragon *dragon, Goal *goal) {
    const Board *board = prover->board;
    const Point rival = find_rival(prover, dragon);
    Zone targets = {0};
    Dragon other;
    Status ignored;
    if (rival != POINT_NONE) {
        dragon_find(board, rival, &other);
        if (race_make_goal(board, dragon, &other, goal) &&
            region_check_targets(goal, board, &ignored) && goal_finish(goal, board, &ignored)) {
            return true;
        }
    }
    for (int i = 0; i < dragon->chain_count; i++) {
        zone_add(&targets, dragon->chains[i]);
    }
    return region_make_goal(board, &targets, false, NULL, goal, &ignored) &&
           goal->empty_count <= REGION_CLOSED_MAX;
}

/* Those in doubt first, then those with the smaller question. */
static int compare_groups(const void *a, const void *b) {
    const Group *x = a, *y = b;
    return x->in_doubt != y->in_doubt ? y->in_doubt - x->in_doubt
                                      : x->goal.empty_count - y->goal.empty_count;
}

static void add_group(GroupProver *prover, const Dragon *dragon) {
    double sum = 0;
    int stones = 0;
    for (int i = 0; i < dragon->chain_count; i++) {
        stones += add_ownership(prover, dragon->chains[i], &sum);
    }
    prover->groups = memory_grow(prover->groups, (size_t)prover->count, sizeof *prover->groups);
    Group *group = &prover->groups[prover->count];
    group->ownership = sum / stones;
    group->in_doubt = fabs(group->ownership) < DOUBT;
    group->is_done = false;
    group->owned = prover->view == EMPTY           ? NAN
                   : prover->view == dragon->color ? group->ownership
                                                   : -group->ownership;
    group->sides[KILL].answer.code = group->sides[SAVE].answer.code = GOAL_UNKNOWN;
    prover->count +=
        (group->in_doubt || prover->view != EMPTY) && make_goal(prover, dragon, &group->goal);
}

static void find_groups(GroupProver *prover) {
    const Board *board = prover->board;
    bool seen[POINT_COUNT] = {false}; /* [chain] */
    for (int cell = 0; cell < board->geometry->cell_count; cell++) {
        const Point p = board->geometry->point_of[cell];
        Dragon dragon;
        if (board_color(board, p) > WHITE || seen[board->chain[p]]) {
            continue;
        }
        dragon_find(board, p, &dragon);
        for (int i = 0; i < dragon.chain_count; i++) {
            seen[board->chain[dragon.chains[i]]] = true;
        }
        add_group(prover, &dragon);
    }
    if (prover->count > 0) {
        qsort(prover->groups, (size_t)prover->count, sizeof *prover->groups, compare_groups);
    }
}

/* ---- Claims ---- */

/* Does a proof rest on targets that get out of the region, which they cannot in a frame, or on a
 * wall that is itself in doubt? */
static bool is_doubtful(const GroupProver *prover, const Goal *goal, const ProblemProof *proof) {
    const Geometry *geometry = prover->board->geometry;
    Point exits[CELL_COUNT_MAX], p;
    Walls walls;
    bool is_held = false;
    for (int i = 0; i < proof->checked.claim_count; i++) {
        is_held |= !proof->checked.claims[i].reached;
    }
    walls_find(prover->board, &goal->playable, &walls);
    if (is_held && proof->frame == 0 && walls_list_exits(&walls, exits, &p) > 0) {
        return true;
    }
    for (const char *wall = proof->checked.safe; wall != NULL; wall = strchr(wall, ' ')) {
        char vertex[POINT_TEXT_MAX] = "";
        wall += *wall == ' ';
        snprintf(vertex, sizeof vertex, "%.*s", (int)strcspn(wall, " "), wall);
        if (point_from_text(vertex, geometry->width, geometry->height, &p) &&
            board_color(prover->board, p) != EMPTY && is_in_doubt(prover, p)) {
            return true;
        }
    }
    return false;
}

/* Proves the answer of a side, and adds the size to its object. Returns false if that failed. */
static bool prove_side(GroupProver *prover, const Group *group, int side, json_t *json) {
    const GoalLimits limits = {.nodes = ROUND_LAST, .deadline = prover->deadline};
    const ProblemSide *sides[2] = {NULL, NULL};
    const char *name = problem_code_name(group->sides[side].answer.code);
    ProblemProof proof;
    Status status;
    Text path = {0};
    int threats;
    sides[side] = &group->sides[side];
    bool ok = problem_prove(prover->search, &group->goal, prover->board, sides, limits, &proof,
                            &status) &&
              !is_doubtful(prover, &group->goal, &proof);
    const char *answer = ok ? local_proof_answer(&proof.checked, side == KILL, &threats) : NULL;
    ok = answer != NULL && strncmp(answer, name, strlen(name)) == 0;
    if (ok) {
        json_set_packed(json, "{s:I, s:s}", "proofMoves", (json_int_t)proof.moves, "assumes",
                        proof.checked.safe);
    }
    if (ok && prover->folder != NULL) {
        text_add(&path, "%s/%.16s.proof", prover->folder,
                 strstr(proof.text.bytes, "checksum ") + strlen("checksum "));
        ok = file_replace(path.bytes, proof.text.bytes, proof.text.length, &status);
        if (!ok) {
            status_print("analysis", &status);
        }
        json_set_text(json, "proof", path.bytes);
    }
    text_free(&path);
    text_free(&proof.text);
    return ok;
}

/* Is it no news that a group which is not in doubt has this status? */
static bool is_as_expected(const GroupProver *prover, const Group *group, ProblemStatus status) {
    const bool lives =
        status == PROBLEM_ALIVE ||
        (status == PROBLEM_UNSETTLED && (Color)prover->board->to_move != group->goal.reacher);
    return !group->in_doubt && (group->owned > 0) == lives;
}

/* Claims the status of a group, if its proofs can be made in time. */
static void claim_status(GroupProver *prover, const Group *group, ProblemStatus status) {
    const ProblemSide *kill = status == PROBLEM_DEAD ? NULL : &group->sides[KILL];
    const ProblemSide *save = status == PROBLEM_ALIVE ? NULL : &group->sides[SAVE];
    json_t *claim = problem_json(&group->goal, prover->board, WIDER_NONE, kill, save);
    Text text = {0};
    problem_add_sentence(&text, &group->goal, prover->board, kill, save);
    json_set_text(claim, "status", problem_status_name(status));
    json_set_text(claim, "text", text_get(&text));
    json_set_figure(claim, "ownership", group->ownership, 3);
    text_free(&text);
    if ((kill == NULL || prove_side(prover, group, KILL, json_object_get(claim, "kill"))) &&
        (save == NULL || prove_side(prover, group, SAVE, json_object_get(claim, "save")))) {
        json_add_value(prover->claims, claim);
    } else {
        json_decref(claim);
    }
}

/* ---- Searches ---- */

/* Answers one side, unless it is known. */
static GoalCode ask(GroupProver *prover, Group *group, int side, int64_t nodes) {
    const GoalLimits limits = {.nodes = nodes, .deadline = prover->deadline};
    const Color reacher = group->goal.reacher;
    ProblemSide *asked = &group->sides[side];
    if (asked->answer.code == GOAL_UNKNOWN && !deadline_is_over(prover->deadline)) {
        problem_answer(prover->search, &group->goal, prover->board,
                       side == KILL ? reacher : color_opponent(reacher), limits, asked);
    }
    return asked->answer.code;
}

/* The side that is more likely to fail goes first: then the other need not be asked. */
static void search_group(GroupProver *prover, Group *group, int64_t nodes) {
    const int first = group->owned < 0 ? SAVE : KILL;
    if (ask(prover, group, first, nodes) != GOAL_FAILS &&
        ask(prover, group, 1 - first, nodes) == GOAL_UNKNOWN) {
        return;
    }
    const ProblemStatus status = problem_status(&group->sides[KILL], &group->sides[SAVE]);
    group->is_done = status != PROBLEM_UNKNOWN;
    if (group->is_done && !is_as_expected(prover, group, status)) {
        claim_status(prover, group, status);
    }
}

void group_prover_add(GroupProver *prover, const Board *board, const float *ownership, Color view,
                      const Deadline *deadline, Text *line) {
    if (deadline_is_over(deadline)) {
        return;
    }
    prover->board = board;
    prover->ownership = ownership;
    prover->view = view;
    prover->deadline = deadline;
    prover->claims = json_new_array();
    find_groups(prover);
    for (int64_t nodes = ROUND_FIRST; nodes <= ROUND_LAST; nodes *= ROUND_GROWTH) {
        for (int i = 0; i < prover->count && !deadline_is_over(deadline); i++) {
            Group *group = &prover->groups[i];
            const int64_t most = group->in_doubt ? nodes : nodes / ROUND_GROWTH;
            if (!group->is_done && most >= ROUND_FIRST) {
                search_group(prover, group, most);
            }
        }
    }
    free(prover->groups);
    prover->groups = NULL;
    prover->count = 0;
    do { /* the end, and a CR that some engines put before the newline */
        line->length--;
    } while (line->bytes[line->length] != '}');
    text_add(line, ",\"proved\":");
    json_add_text(prover->claims, line);
    text_add(line, "}\n");
}
