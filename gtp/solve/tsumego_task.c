#include "gtp/solve/tsumego.h"

#include <stdlib.h>

#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "engine/base/version.h"
#include "engine/solve/dragon/dragon.h"
#include "engine/solve/problem/region.h"

/* ---- A problem, from the root of a game ---- */

static SgfSize size_of(const Board *board) {
    return (SgfSize){board->geometry->width, board->geometry->height};
}

/* Lists the points of the labels of a node, each once. */
static void list_labels(const SgfNode *node, SgfSize size, Point *points, int *count) {
    const SgfProperty *labels = sgf_node_property(node, "LB");
    for (uint32_t i = 0; labels != NULL && i < labels->value_count; i++) {
        const char *text = labels->values[i].text + strspn(labels->values[i].text, " \t\n\v\f\r");
        if (text[0] >= 'a' && text[0] < 'a' + size.width && text[1] >= 'a' &&
            text[1] < 'a' + size.height) {
            point_list_add(points, count, point_at(text[0] - 'a', text[1] - 'a'));
        }
    }
}

/* Finds the stones that the node marks or, if it marks none, those that are shut in. */
static bool find_targets(const SgfNode *node, const Board *board, Zone *targets, Status *status) {
    static const char *const MARKS[] = {"TR", "SQ", "MA", "CR", NULL}; /* and labels */
    Point points[CELL_COUNT_MAX];
    int count = 0, stones = 0;
    *targets = (Zone){0};
    for (int mark = 0; mark < 5; mark++) {
        count = 0;
        if (MARKS[mark] == NULL) {
            list_labels(node, size_of(board), points, &count);
        } else if (!sgf_node_points(node, MARKS[mark], size_of(board), points, &count, status)) {
            return false;
        }
        for (int i = 0; i < count; i++) {
            if (board_color(board, points[i]) <= WHITE) {
                zone_add(targets, points[i]);
                stones++;
            }
        }
    }
    count = stones > 0 ? 0 : guess_targets(board, points);
    for (int i = 0; i < count; i++) {
        zone_add(targets, points[i]);
    }
    return stones + count > 0 || status_fail(status, "no stone is marked and no group is enclosed");
}

/* Bounds an open region by what the node shows, if the goal can be decided there, or else by a
 * frame if that is asked for. */
static bool bound_region(const SgfNode *node, int frame, Board *board, Goal *goal, Zone *added,
                         bool *is_view, Status *status) {
    Point view[CELL_COUNT_MAX];
    int count = 0;
    Goal viewed = *goal;
    Board framed;
    Status ignored;
    if (!sgf_node_points(node, "VW", size_of(board), view, &count, status)) {
        return false;
    }
    viewed.playable = (Zone){0};
    for (int i = 0; i < count; i++) {
        zone_add(&viewed.playable, view[i]);
    }
    *is_view = region_check_targets(&viewed, board, &ignored) &&
               goal_finish(&viewed, board, &ignored) && viewed.empty_count > 0;
    *goal = *is_view ? viewed : *goal;
    if (*is_view || frame == 0) {
        return true;
    }
    if (!region_frame(board, goal->targets, goal->target_count, frame, true, &goal->playable,
                      &framed)) {
        return status_fail(status, "a frame leaves stones without a liberty");
    }
    for (int cell = 0; cell < board->geometry->cell_count; cell++) {
        const Point p = board->geometry->point_of[cell];
        if (board->color[p] != framed.color[p]) {
            zone_add(added, p);
        }
    }
    board_copy(board, &framed);
    return region_check_targets(goal, board, status) && goal_finish(goal, board, status);
}

/* Sets up the first node that leaves stones, before any move. Returns it, or NULL with a message.
 */
static const SgfNode *set_up(const SgfNode *root, Game *game, Status *status) {
    const Board *board = &game->board;
    Move move = {.color = EMPTY};
    Rules rules = RULES[0];
    sgf_node_rules(root, &rules);
    if (rules.tax == TAX_ALL) {
        status_fail(status, "problems cannot be solved under rules with a group tax (%s)",
                    rules.name);
        return NULL;
    }
    bool ok = record_start(game, root, status);
    for (const SgfNode *node = root; ok && node != NULL && move.color == EMPTY;
         node = node->first_child) {
        ok = record_set_up(game, node, false, NULL, status);
        if (ok && board->empty_count < board->geometry->cell_count) {
            return node;
        }
        ok = ok && sgf_node_move(node, size_of(board), &move, status);
    }
    if (ok) {
        status_fail(status, "no stones are set up before the first move");
    }
    return NULL;
}

/* Sets up the first position with stones in the game, which no move precedes, and makes the goal:
 * the stones marked there by TR, SQ, MA, CR or a label are the targets, or else the dragon in the
 * smallest closed region. The region is found. If it is open, it is VW (*is_view) where that fits,
 * or else, if frame is not 0, closed by a frame at that distance (region_frame), whose stones
 * *added gets. Returns false with a message if the game begins with no problem. */
static bool read_goal(const SgfNode *root, bool any, int frame, Game *game, Goal *goal, Zone *added,
                      bool *is_view, Status *status) {
    Board *board = &game->board;
    Zone targets;
    const SgfNode *node = set_up(root, game, status);
    *added = (Zone){0};
    *is_view = false;
    return node != NULL && find_targets(node, board, &targets, status) &&
           region_make_goal(board, &targets, any, NULL, goal, status) &&
           (!goal_is_open(goal, board) ||
            bound_region(sgf_node_property(node, "VW") != NULL ? node : root, frame, board, goal,
                         added, is_view, status));
}

enum { TREE_SEARCH_NODES = 100000 }; /* for each move of a tree */

static void warn_of_problem(const TsumegoTask *task, const char *what, const Status *why) {
    status_warn("tsumego", "%.100s, problem %d: %s%.150s", task->path, task->number, what,
                why->text);
}

/* ---- Time ---- */

/* Gives the next part of the work all of --seconds. */
static void start_clock(TsumegoSolver *solver) {
    const double seconds = solver->options->seconds;
    solver->deadline.at = seconds > 0 ? clock_seconds() + seconds : INFINITY;
}

/* Gives the next of `left` parts of the work an equal share of the time until `end`. */
static void share_clock(TsumegoSolver *solver, double end, int left) {
    const double now = clock_seconds();
    solver->deadline.at = now + (end - now) / left;
}

/* ---- Proofs and trees ---- */

Text tsumego_proof_path(const TsumegoOptions *options, int index) {
    Text path = {0};
    if (options->proof != NULL) {
        text_add(&path, "%s", options->proof);
    }
    if (path.length > 0 && index > 0) {
        text_add(&path, ".%d", index + 1);
    }
    return path;
}

/* Makes the proof of the answers and writes it to *path, if the options ask for that. The caller
 * frees both. Returns whether it was written; tells why not. */
static bool save_proof(TsumegoSolver *solver, TsumegoTask *task, const TsumegoProblem *problem,
                       Text *path, ProblemProof *proof) {
    const GoalLimits limits = {.nodes = solver->options->nodes, .deadline = &solver->deadline};
    const ProblemSide *const sides[2] = {problem->sides[0], problem->sides[1]};
    Status status;
    *path = tsumego_proof_path(solver->options, task->index);
    if (path->length == 0) {
        return false;
    }
    start_clock(solver);
    const bool ok = problem_prove(solver->search, problem->goal, problem->board, sides, limits,
                                  proof, &status) &&
                    file_replace(text_get(path), proof->text.bytes, proof->text.length, &status);
    if (!ok) {
        warn_of_problem(task, "no proof: ", &status);
        task->is_solved = false;
    }
    return ok;
}

/* Writes a tree for each side that was asked, a game each: the position, or that in the frame where
 * the answer was found, with the answer as a comment, and the moves. */
static void write_trees(TsumegoSolver *solver, TsumegoTask *task, const TsumegoProblem *problem) {
    const int64_t nodes = solver->options->nodes;
    const GoalLimits limits = {.nodes = nodes < TREE_SEARCH_NODES ? nodes : TREE_SEARCH_NODES,
                               .deadline = &solver->deadline};
    const SgfHeader header = {.version = DIHEDRA_VERSION, .size = size_of(problem->board)};
    SgfWriter *writer = &task->sgf;
    Frames *frames = memory_new(1, sizeof *frames);
    frames_find(problem->goal, problem->board, frames);
    start_clock(solver);
    for (int i = 0; i < 2; i++) {
        const ProblemSide *side = problem->sides[i];
        if (side == NULL) {
            continue;
        }
        const Frame *frame = frames_at(frames, side->answer.frame);
        const Board *board = frame == NULL ? problem->board : &frame->board;
        ColorCell cells[CELL_COUNT_MAX];
        board_get_cells(board, cells);
        sgf_writer_open(writer);
        sgf_writer_header(writer, &header);
        record_write_stones(board->geometry, cells, side->mover, 0, writer);
        for (int k = 0; k < problem->goal->target_count; k++) {
            sgf_writer_point(writer, "TR", problem->goal->targets[k]);
        }
        Text comment = text_new("%s, problem %d\n", task->path, task->number);
        tsumego_problem_add_side(&comment, problem, side);
        tsumego_problem_add_walls(&comment, problem);
        text_add(&comment, frame == NULL ? "" : "The stones of the frame stand on the board.\n");
        sgf_writer_text(writer, "C", text_get(&comment));
        text_free(&comment);
        tsumego_tree_write(solver->search, frame == NULL ? problem->goal : &frame->goal, board,
                           side, limits, writer);
        sgf_writer_close(writer);
    }
    free(frames);
}

/* ---- The problem ---- */

/* Prints what has been added. */
static void print(TsumegoTask *task) {
    fputs(text_get(&task->out), stdout);
    fflush(stdout);
    text_free(&task->out);
}

/* Solves the sides that the options ask for. Returns whether all of them have an answer. */
static bool solve_sides(TsumegoSolver *solver, TsumegoTask *task, TsumegoProblem *problem) {
    const TsumegoOptions *options = solver->options;
    const GoalLimits limits = {.nodes = options->nodes, .deadline = &solver->deadline};
    const Color reacher = problem->goal->reacher;
    start_clock(solver);
    const double end = solver->deadline.at;
    const int asked = options->first == FIRST_BOTH ? 2 : 1;
    int left = asked;
    bool is_solved = true;
    for (int i = 0; i < 2; i++) {
        const Color mover = i == 0 ? reacher : color_opponent(reacher);
        if (options->first == FIRST_BOTH || (options->first == FIRST_BLACK) == (mover == BLACK)) {
            share_clock(solver, end, left--);
            problem_answer(solver->search, problem->goal, problem->board, mover, limits,
                           &problem->found[i]);
            is_solved &= problem->found[i].answer.code != GOAL_UNKNOWN;
            problem->sides[i] = &problem->found[i];
        }
    }
    if (!task->is_view) {
        solver->deadline.at = end;
        problem->wider =
            problem_widen(solver->search, problem->goal, problem->board, limits, problem->sides);
    }
    if (!options->json) { /* before the moves are looked at */
        text_add(&task->out, "%s", task->path);
        task->out.length = strlen(text_make_printable(task->out.bytes, "\n"));
        text_add(&task->out, ", problem %d: ", task->number);
        tsumego_problem_add(&task->out, problem);
        print(task);
    }
    left = asked;
    for (int i = 0; i < 2; i++) {
        if (problem->sides[i] != NULL) {
            share_clock(solver, end, left--);
            problem_explain(solver->search, problem->goal, problem->board, limits,
                            &problem->found[i]);
        }
    }
    return is_solved;
}

/* path: of the proof that was written, or NULL. */
static void add_json(TsumegoTask *task, const TsumegoProblem *problem, const char *path,
                     const ProblemProof *proof) {
    json_t *json = problem_json(problem->goal, problem->board, problem->wider, problem->sides[0],
                                problem->sides[1]);
    json_set_text(json, "file", task->path);
    json_set_packed(json, "{s:o, s:i, s:o}", "frame",
                    problem_zone_json(problem->board, problem->frame), "problem", task->number,
                    "proof", json_new_text(path));
    if (path != NULL) {
        json_t *sides = json_new_array();
        for (int i = 0; i < 2; i++) {
            if (proof->has_side[i]) {
                json_add_value(sides, json_string(i == 0 ? "kill" : "save"));
            }
        }
        json_set_packed(json, "{s:i, s:o}", "proofFrame", proof->frame, "proofOf", sides);
    }
    json_add_text(json, &task->out);
    text_add(&task->out, "\n");
}

static void add_text(TsumegoTask *task, const TsumegoProblem *problem, const char *path,
                     const ProblemProof *proof) {
    for (int i = 0; i < 2; i++) {
        if (problem->sides[i] != NULL) {
            tsumego_problem_add_side(&task->out, problem, problem->sides[i]);
        }
    }
    if (path == NULL) {
        return;
    }
    text_add(&task->out, "  proof    %s, %zu moves, verified", path, proof->moves);
    if (proof->frame > 0) {
        text_add(&task->out, ", in the frame at radius %d", proof->frame);
    }
    for (int i = 0; i < 2; i++) {
        if (problem->sides[i] != NULL && !proof->has_side[i]) {
            text_add(&task->out, ", not for %s", i == 0 ? "kill" : "save");
        }
    }
    text_add(&task->out, "\n");
}

static void solve_problem(TsumegoSolver *solver, TsumegoTask *task, Goal *goal, const Zone *frame) {
    const TsumegoOptions *options = solver->options;
    TsumegoProblem *problem = memory_new(1, sizeof *problem);
    *problem = (TsumegoProblem){.goal = goal, .board = &solver->game->board, .frame = frame};
    solver->deadline = (Deadline){.cancel = solver->cancel};
    task->is_solved = solve_sides(solver, task, problem);
    Text file = {0};
    ProblemProof proof = {.moves = 0};
    const bool is_proved = save_proof(solver, task, problem, &file, &proof);
    const char *path = is_proved ? text_get(&file) : NULL;
    if (options->json) {
        add_json(task, problem, path, &proof);
    } else {
        add_text(task, problem, path, &proof);
    }
    print(task);
    text_free(&file);
    text_free(&proof.text);
    if (options->sgf != NULL) {
        write_trees(solver, task, problem);
    }
    free(problem);
}

void tsumego_task_solve(TsumegoSolver *solver, TsumegoTask *task) {
    const TsumegoOptions *options = solver->options;
    Goal goal;
    Zone added;
    Status status;
    goal_search_forget(solver->search); /* so that no answer depends on the problems before */
    if (read_goal(task->root, options->any, options->frame, solver->game, &goal, &added,
                  &task->is_view, &status)) {
        solve_problem(solver, task, &goal, &added);
    } else {
        warn_of_problem(task, "", &status);
    }
}
