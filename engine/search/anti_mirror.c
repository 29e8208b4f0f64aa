#include "engine/search/anti_mirror.h"

#include <math.h>

#include "engine/go/board/liberty.h"
#include "engine/search/mirror.h"

/* Added to a rating so that the edge is selected. */
static const float VISIT = 100;

/* The mirroring side wins a mirrored game from this advantage on; points. */
static const double LEAST_ADVANTAGE = -0.5;

/* The share of the way to 1 that priors move at the root; less with depth. */
static const double MIRRORED_SHARE = 1, MIRRORED_SHARE_HARD = 3;
static const double CENTER_SHARE = 0.3, NEAR_SHARE = 0.05, BESIDE_SHARE = 0.05,
                    DISTANT_SHARE = 0.03;

/* Squares of distances from the center: beside it, and still close. */
enum { BESIDE = 2, CLOSE = 4, AROUND = 5, REGION = 16 };

/* The last moves need not be mirrored for the center to matter. */
enum { TOLERATED_MOVES = 4 };

/* A position as selection sees it. All utilities are from -1 to 1, of the side to move. */
typedef struct {
    const SearchThread *thread;
    const Mirror *mirror;
    const Step *step;
    const Board *board;
    const GraphEdge *edges;
    Point previous; /* the move that led here; POINT_NONE: none did */
    double total;   /* visits of all edges */
    double utility;
    double damping; /* of bonuses, in a game that is nearly decided */
    double fading;  /* of priors, with depth */
    bool is_hard;
} Position;

/* ---- The board ---- */

/* The hard case: the mirroring side has the center and wins a mirrored game. */
static bool is_hard(const Mirror *mirror, const Board *board) {
    return mirror->center != POINT_NONE && board_color(board, mirror->center) == mirror->side &&
           mirror->advantage >= LEAST_ADVANTAGE;
}

/* Has each move since the root been mirrored, the last `tolerated` ones aside? If the mirroring
 * side moves at the root, its first answer is to the game's last move. */
static bool is_mirrored(const SearchThread *thread, int tolerated) {
    const SearchContext *context = thread->context;
    const Geometry *geometry = thread->board.geometry;
    const bool answers = (Color)context->root.to_move == context->mirror.side;
    for (int i = answers ? 1 : 2; i + tolerated < thread->length; i += 2) {
        const Point move = i == 1 ? context->last : thread->path[i - 1].move;
        if (thread->path[i].move != mirror_image(geometry, move)) {
            return false;
        }
    }
    return true;
}

static int distance_squared(Point a, Point b) {
    const int dx = point_x(a) - point_x(b), dy = point_y(a) - point_y(b);
    return dx * dx + dy * dy;
}

/* Is a coordinate one of the middle ones, or at most `more` beside them? */
static bool is_middle(int coordinate, int side, int more) {
    return coordinate >= (side - 1) / 2 - more && coordinate <= side / 2 + more;
}

static bool is_central(const Geometry *geometry, Point p, int more) {
    return is_middle(point_x(p), geometry->width, more) &&
           is_middle(point_y(p), geometry->height, more);
}

static bool touches_chain(const Board *board, Point p, Point stone) {
    Point beside[4];
    point_neighbors(p, beside);
    for (int i = 0; board_color(board, stone) != EMPTY && i < 4; i++) {
        if (board_color(board, beside[i]) == board_color(board, stone) &&
            board->chain[beside[i]] == board->chain[stone]) {
            return true;
        }
    }
    return false;
}

/* ---- Edges ---- */

static Point point_of(const Position *p, const GraphEdge *edge) {
    return geometry_unmap_point(p->board->geometry, p->step->orientation, edge->move);
}

static double visits_of(const GraphEdge *edge) {
    return (double)atomic_load_explicit(&edge->visits, memory_order_relaxed) +
           (double)atomic_load_explicit(&edge->virtual_losses, memory_order_relaxed);
}

static bool has_less_than(const Position *p, const GraphEdge *edge, double share) {
    return visits_of(edge) < share * p->total;
}

static double utility_of(const Position *p, float value, float score) {
    return select_side_utility(&p->thread->context->selector.scale, value, score,
                               (Color)p->board->to_move);
}

/* KataGo's utilities go from -1 to 1, those of this search from 0 to 1. */
static float from_katago(double utility) {
    return (float)(utility / 2);
}

/* ---- The mirroring side ---- */

/* Returns the edge of the move's image, or of a pass if the image cannot be played. */
static int find_mirrored(const Position *p) {
    const Point image = mirror_image(p->board->geometry, p->previous);
    int pass = -1;
    for (int i = 0; i < p->step->node->edge_count; i++) {
        const Point move = point_of(p, &p->edges[i]);
        if (move == image) {
            return i;
        }
        pass = move == POINT_PASS ? i : pass;
    }
    return pass;
}

/* Shares of the visits that a mirrored answer gets: in any case, and with a bonus. */
typedef struct {
    double certain, bonus;
} Shares;

/* The more the mirroring side gains by mirroring, the more. */
static Shares find_shares(const Position *p, Point image) {
    const Mirror *mirror = p->mirror;
    const double damage = fmax(mirror->asymmetry, 1);
    const double part = fmin(fmax(mirror->advantage / 5, -1), 1);
    Shares shares = {0.10 + 0.05 * part, 0.30 + 0.20 * part};
    if (p->is_hard) {
        const double distance =
            image == POINT_PASS ? INFINITY : sqrt(distance_squared(mirror->center, image));
        shares = (Shares){fmax(0.20, 1 / (0.75 + 0.5 * distance) / damage), 0.75};
    }
    shares.certain *= image == POINT_PASS ? 0.35 / sqrt(damage) : 1;
    return (Shares){shares.certain / damage, shares.bonus / damage};
}

/* Biases the selection towards the mirrored answer. */
static bool bias_to_image(const Position *p, SelectBias *biases) {
    const int at = p->previous == POINT_NONE || p->previous == POINT_PASS ? -1 : find_mirrored(p);
    if (at < 0) {
        return false;
    }
    const GraphEdge *edge = &p->edges[at];
    const Shares shares = find_shares(p, point_of(p, edge));
    biases[at].share = (float)((p->is_hard ? MIRRORED_SHARE_HARD : MIRRORED_SHARE) * p->fading);
    if (visits_of(edge) > 0) {
        biases[at].utility += has_less_than(p, edge, shares.certain) ? VISIT : 0;
        biases[at].utility +=
            has_less_than(p, edge, shares.bonus) ? from_katago(0.18 * p->damping) : 0;
        biases[at].utility +=
            has_less_than(p, edge, shares.bonus / 2) ? from_katago(0.36 * p->damping) : 0;
    }
    return true;
}

/* ---- The other side ---- */

/* The bias of the prior, for moves at the center and at a stone there. */
static double share_of_move(const Position *p, Point move) {
    const Board *board = p->board;
    const Point center = p->mirror->center;
    const bool is_taken =
        center != POINT_NONE && board_color(&p->thread->context->root, center) == p->mirror->side;
    if (is_central(board->geometry, move, 0)) {
        return CENTER_SHARE;
    }
    if (is_taken &&
        (touches_chain(board, move, center) || distance_squared(move, center) <= BESIDE)) {
        return BESIDE_SHARE;
    }
    if (is_taken && distance_squared(move, center) <= CLOSE) {
        return DISTANT_SHARE;
    }
    return is_central(board->geometry, move, 1) ? NEAR_SHARE : 0;
}

/* Returns the share of the visits that the move gets in any case. Sets the bonus in utility for an
 * attack on the center. */
static double find_certain(const Position *p, Point move, double *bonus) {
    const Point center = p->mirror->center;
    double share = 0;
    *bonus = 0;
    if (p->is_hard) {
        const int distance = distance_squared(move, center);
        share = distance <= BESIDE ? 0.010 : distance <= CLOSE ? 0.005 : 0;
        if (touches_chain(p->board, move, center)) {
            const int liberties = board_liberties(p->board, center, NULL);
            *bonus = 0.75 / (1 + liberties) / fmax(p->mirror->asymmetry, 1) * p->damping;
            share = fmax(share, 0.10 / liberties);
        }
    }
    return move == center ? (p->thread->length == 1 ? 0.06 : 0.12) : share;
}

/* Reduces the share of a bad move: what exceeds a loss of 0.03 of all utility is halved. */
static double limit_loss(double share, double loss) {
    return loss * share > 0.03 ? 0.5 * (share + 0.03 / loss) : share;
}

/* A factor below 1 if the last move was near the center. */
static double share_near(const Position *p) {
    if (p->mirror->center == POINT_NONE || p->previous == POINT_NONE || p->previous == POINT_PASS) {
        return 1;
    }
    const int distance = distance_squared(p->mirror->center, p->previous);
    return (distance <= REGION ? 0.900 : 1) * (distance <= AROUND ? 0.825 : 1) *
           (distance <= BESIDE ? 0.750 : 1);
}

static void bias_to_break(const Position *p, const GraphEdge *edge, SelectBias *bias) {
    const Point move = point_of(p, edge);
    if (move == POINT_PASS) {
        return;
    }
    bias->share = (float)(share_of_move(p, move) * p->fading);
    if (visits_of(edge) == 0) {
        return;
    }
    double bonus;
    const double share = find_certain(p, move, &bonus);
    const double loss = p->utility - bonus -
                        utility_of(p, atomic_load_explicit(&edge->value, memory_order_relaxed),
                                   atomic_load_explicit(&edge->score, memory_order_relaxed));
    bias->utility = from_katago(bonus);
    bias->utility += has_less_than(p, edge, limit_loss(share, loss) * share_near(p)) ? VISIT : 0;
}

/* ---- The position ---- */

static Position position_of(const SearchThread *thread, const Step *step, const GraphEdge *edges) {
    const SearchContext *context = thread->context;
    Position p = {
        .thread = thread,
        .mirror = &context->mirror,
        .step = step,
        .board = &thread->board,
        .edges = edges,
        .previous = thread->length > 1 ? step->move : context->last,
        .fading = 1 / (1 + sqrt(thread->length - 1)),
        .is_hard = is_hard(&context->mirror, &thread->board),
    };
    for (int i = 0; i < step->node->edge_count; i++) {
        p.total += visits_of(&edges[i]);
    }
    p.utility = utility_of(&p, atomic_load_explicit(&step->node->value, memory_order_relaxed),
                           atomic_load_explicit(&step->node->score, memory_order_relaxed));
    p.damping = fmax(0.3, 1 - 0.7 * p.utility * p.utility);
    return p;
}

bool anti_mirror_bias(const SearchThread *thread, const Step *step, const GraphEdge *edges,
                      SelectBias *biases) {
    const Mirror *mirror = &thread->context->mirror;
    if (mirror->side == EMPTY || !is_mirrored(thread, 0)) {
        return false;
    }
    const Position p = position_of(thread, step, edges);
    for (int i = 0; i < step->node->edge_count; i++) {
        biases[i] = (SelectBias){0};
    }
    if ((Color)thread->board.to_move == mirror->side) {
        return bias_to_image(&p, biases);
    }
    for (int i = 0; i < step->node->edge_count; i++) {
        bias_to_break(&p, &edges[i], &biases[i]);
    }
    return true;
}

bool anti_mirror_is_about_center(const SearchThread *thread) {
    const Mirror *mirror = &thread->context->mirror;
    return mirror->side != EMPTY && is_hard(mirror, &thread->board) &&
           is_mirrored(thread, TOLERATED_MOVES);
}

void anti_mirror_weigh_center(SearchThread *thread) {
    const Mirror *mirror = &thread->context->mirror;
    const Geometry *geometry = thread->board.geometry;
    EvalAnswer *answer = &thread->answer;
    const double ownership = (double)answer->ownership[geometry->cell_of[mirror->center]];
    const double weight = mirror->asymmetry <= 0 ? 0.7 : 0.3;
    const double decided = 1 - (double)answer->no_result;
    const double win = (double)answer->win - (double)answer->no_result / 2;
    const double balance = fmin(fmax(2 * win / fmax(decided, 1e-10) - 1, -1 + 1e-15), 1 - 1e-15);
    const double weighed = tanh(atanh(balance) + weight * ownership);
    answer->win = (float)(decided * (0.5 + 0.5 * weighed) + (double)answer->no_result / 2);
}
