#include "engine/eval/net/input/features.h"

#include <math.h>
#include <string.h>

#include "engine/go/board/benson.h"
#include "engine/go/board/score.h"

/* The index of each feature among the planes or globals; of the first if there are several. */
enum {
    PLANE_BOARD = FEATURE_BOARD,
    PLANE_OWN = 1,
    PLANE_OPPONENT = 2,
    PLANE_LIBERTIES = 3,
    PLANE_KO = 6,
    PLANE_RECENT = 9,
    PLANE_LADDERS = 14,
    PLANE_LADDER_MOVES = 17,
    PLANE_OWN_AREA = 18,
    PLANE_OPPONENT_AREA = 19,
    GLOBAL_PASSES = 0,
    GLOBAL_KOMI = 5,
    GLOBAL_SUPERKO = 6,
    GLOBAL_SUPERKO_KIND = 7,
    GLOBAL_SUICIDE = 8,
    GLOBAL_TERRITORY = 9,
    GLOBAL_SEKI_TAX = 10,
    GLOBAL_GROUP_TAX = 11,
    GLOBAL_PASS_ENDS = 14,
    GLOBAL_HAS_DOUBLINGS = 15,
    GLOBAL_DOUBLINGS = 16,
    GLOBAL_BUTTON = 17,
    GLOBAL_PARITY = 18,
};

/* ---- Area ---- */

/* A maximal connected set of points without a stone of one color, the owner. */
typedef struct {
    Point points[CELL_COUNT_MAX];
    int count;
    int inner;         /* points not adjacent to a stone of the owner */
    bool has_opponent; /* has stones of the opponent inside */
    bool is_beside;    /* a stone of the owner: it is not the whole board */
    bool is_safe;      /* all stones of the owner beside it are unconditionally alive */
} Enclosure;

/* Finds the enclosure of start. Each of its points is counted, and lists its neighbors inside. */
static void enclosure_find(const Board *board, const uint8_t *life, Color owner, Point start,
                           bool *seen, Enclosure *enclosure) {
    enclosure->points[0] = start;
    enclosure->count = 1;
    enclosure->inner = 0;
    enclosure->has_opponent = enclosure->is_beside = false;
    enclosure->is_safe = true;
    seen[start] = true;
    for (int i = 0; i < enclosure->count; i++) {
        Point beside[4];
        bool is_inner = true;
        point_neighbors(enclosure->points[i], beside);
        for (int k = 0; k < 4; k++) {
            const Point q = beside[k];
            if (board->color[q] == owner) {
                is_inner = false;
                enclosure->is_safe &= life[q] == LIFE_ALIVE;
            } else if (board->color[q] != BORDER && !seen[q]) {
                seen[q] = true;
                enclosure->points[enclosure->count++] = q;
            }
        }
        enclosure->inner += is_inner;
        enclosure->is_beside |= !is_inner;
        enclosure->has_opponent |= board->color[enclosure->points[i]] != EMPTY;
    }
}

/* Gives an enclosure to the owner: all of it if the opponent cannot live inside. Otherwise, if it
 * has no stone of the opponent, the points without an owner yet. */
static void enclosure_claim(const Enclosure *enclosure, Color color, uint8_t *owner) {
    const bool whole = enclosure->is_safe && (enclosure->inner <= 1 || !enclosure->has_opponent);
    const bool is_claimed = enclosure->is_beside && (whole || !enclosure->has_opponent);
    for (int i = 0; is_claimed && i < enclosure->count; i++) {
        if (whole || owner[enclosure->points[i]] == EMPTY) {
            owner[enclosure->points[i]] = (uint8_t)color;
        }
    }
}

/* Marks the stones of color that are alive, and the enclosures between its stones. */
static void claim_area(const Board *board, const uint8_t *life, Color color, uint8_t *owner) {
    const Geometry *geometry = board->geometry;
    bool seen[POINT_COUNT] = {false};
    Enclosure enclosure;
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const Point p = geometry->point_of[cell];
        if (board->color[p] == color && life[p] == LIFE_ALIVE) {
            owner[p] = (uint8_t)color;
        } else if (board->color[p] != color && !seen[p]) {
            enclosure_find(board, life, color, p, seen, &enclosure);
            enclosure_claim(&enclosure, color, owner);
        }
    }
}

void features_find_area(const Board *board, bool suicide_allowed, uint8_t *owner) {
    const Geometry *geometry = board->geometry;
    uint8_t life[POINT_COUNT];
    benson_find(board, suicide_allowed, life);
    memset(owner, EMPTY, (size_t)geometry->point_count);
    /* White second: it may take points that Black claimed around black stones dead in White's. */
    claim_area(board, life, BLACK, owner);
    claim_area(board, life, WHITE, owner);
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const Point p = geometry->point_of[cell];
        if (owner[p] == EMPTY) {
            owner[p] = board->color[p];
        }
    }
}

/* ---- Planes and globals ---- */

typedef struct {
    const Situation *situation;
    const Geometry *geometry;
    Color mover;
    Features *features;
} Filler;

static void mark_cell(Filler *filler, int cell, int plane) {
    filler->features->planes[filler->features->image[cell]] |= 1U << plane;
}

static void mark_point(Filler *filler, Point p, int plane) {
    mark_cell(filler, filler->geometry->cell_of[p], plane);
}

static void lay_out(Filler *filler, Symmetry symmetry) {
    const Geometry *geometry = filler->geometry;
    Features *features = filler->features;
    const bool transposes = symmetry_transposes(symmetry);
    features->width = transposes ? geometry->height : geometry->width;
    features->height = transposes ? geometry->width : geometry->height;
    features->cell_count = geometry->cell_count;
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        features->image[cell] = (uint16_t)features_image(geometry, symmetry, cell);
    }
    memset(features->planes, 0, sizeof features->planes[0] * (size_t)geometry->cell_count);
    memset(features->globals, 0, sizeof features->globals);
}

static void fill_stones(Filler *filler) {
    const Board *board = filler->situation->boards[0];
    for (int cell = 0; cell < filler->geometry->cell_count; cell++) {
        const Point p = filler->geometry->point_of[cell];
        mark_cell(filler, cell, PLANE_BOARD);
        if (board->color[p] != EMPTY) {
            mark_cell(filler, cell, board->color[p] == filler->mover ? PLANE_OWN : PLANE_OPPONENT);
        }
        if (board->color[p] == EMPTY || board->chain[p] != p) { /* one stone names its chain */
            continue;
        }
        const int liberties = board_liberties(board, p, NULL);
        Point stones[CELL_COUNT_MAX];
        const int count = liberties <= 3 ? board_chain_stones(board, p, stones) : 0;
        for (int i = 0; i < count; i++) {
            mark_point(filler, stones[i], PLANE_LIBERTIES + liberties - 1);
        }
    }
}

static void fill_legal(Filler *filler) {
    const Situation *situation = filler->situation;
    const Board *board = situation->boards[0];
    for (int cell = 0; cell < filler->geometry->cell_count; cell++) {
        const Point p = filler->geometry->point_of[cell];
        filler->features->legal[cell] =
            !situation->banned[p] &&
            board_is_legal(board, filler->mover, p, situation->rules->suicide);
        if (situation->banned[p] || p == board->ko) {
            mark_cell(filler, cell, PLANE_KO);
        }
    }
}

static void fill_recent(Filler *filler) {
    const Point *recent = filler->situation->recent;
    for (int i = 0; i < SITUATION_RECENT && recent[i] != POINT_NONE; i++) {
        if (recent[i] == POINT_PASS) {
            filler->features->globals[GLOBAL_PASSES + i] = 1;
        } else {
            mark_point(filler, recent[i], PLANE_RECENT + i);
        }
    }
}

static void fill_ladders(Filler *filler, Ladders *ladders) {
    const uint8_t catches = (uint8_t)(LADDER_CATCHES << color_opponent(filler->mover));
    for (int i = 0; i < SITUATION_BOARDS; i++) {
        const uint8_t *marks = ladders_find(ladders, filler->situation->boards[i]);
        for (int cell = 0; cell < filler->geometry->cell_count; cell++) {
            if ((marks[cell] & LADDER_CAUGHT) != 0) {
                mark_cell(filler, cell, PLANE_LADDERS + i);
            }
            if (i == 0 && (marks[cell] & catches) != 0) {
                mark_cell(filler, cell, PLANE_LADDER_MOVES);
            }
        }
    }
}

static void fill_area(Filler *filler, bool suicide_allowed) {
    const Board *board = filler->situation->boards[0];
    uint8_t owner[POINT_COUNT], status[POINT_COUNT];
    features_find_area(board, suicide_allowed, owner);
    if (filler->situation->rules->tax != TAX_NONE) {
        score_take_seki(board, owner, status);
    }
    for (int cell = 0; cell < filler->geometry->cell_count; cell++) {
        const uint8_t color = owner[filler->geometry->point_of[cell]];
        if (color != EMPTY) {
            mark_cell(filler, cell, color == filler->mover ? PLANE_OWN_AREA : PLANE_OPPONENT_AREA);
        }
    }
}

/* A triangular wave of the komi with a period of two points. It says what half a point more or less
 * is worth: on a given board only every second whole komi allows a draw. */
static float parity_wave(float komi, int cell_count) {
    const float drawable = (float)(cell_count % 2);
    const float above = komi - (floorf((komi - drawable) / 2) * 2 + drawable);
    if (above < 0.5F) {
        return above;
    }
    return above < 1.5F ? 1 - above : above - 2;
}

static void fill_globals(Filler *filler) {
    const Situation *situation = filler->situation;
    const Rules *rules = situation->rules;
    float *globals = filler->features->globals;
    const float komi =
        (float)(filler->mover == WHITE ? situation->white_komi : -situation->white_komi);
    const float limit = (float)(filler->geometry->cell_count + 20);
    const float bounded = fminf(fmaxf(komi, -limit), limit);
    globals[GLOBAL_KOMI] = bounded / 20;
    if (rules->ko != KO_SIMPLE) {
        globals[GLOBAL_SUPERKO] = 1;
        globals[GLOBAL_SUPERKO_KIND] = rules->ko == KO_POSITIONAL ? 0.5F : -0.5F;
    }
    globals[GLOBAL_SUICIDE] = rules->suicide;
    globals[GLOBAL_PASS_ENDS] = situation->pass_ends;
    if (situation->playout_doublings != 0) {
        globals[GLOBAL_HAS_DOUBLINGS] = 1;
        globals[GLOBAL_DOUBLINGS] = (float)(0.5 * situation->playout_doublings);
    }
    globals[GLOBAL_SEKI_TAX] = rules->tax != TAX_NONE;
    globals[GLOBAL_GROUP_TAX] = rules->tax == TAX_ALL;
    globals[GLOBAL_BUTTON] = situation->button_is_free;
    if (rules->scoring == SCORING_TERRITORY) {
        globals[GLOBAL_TERRITORY] = 1;
    } else {
        globals[GLOBAL_PARITY] = parity_wave(bounded, filler->geometry->cell_count);
    }
    filler->features->has_no_result = rules->ko == KO_SIMPLE || rules->scoring == SCORING_TERRITORY;
}

static void fill_metadata(Filler *filler) {
    const HumanProfile *profile = filler->situation->profile;
    float *metadata = filler->features->metadata;
    if (human_profile_is_set(profile)) {
        human_profile_inputs(profile, filler->mover, filler->geometry->cell_count, metadata);
    } else {
        memset(metadata, 0, sizeof filler->features->metadata);
    }
}

void features_fill(const Situation *situation, Symmetry symmetry, bool life_by_suicide,
                   Ladders *ladders, Features *features) {
    const Board *board = situation->boards[0];
    Filler filler = {situation, board->geometry, board->to_move, features};
    lay_out(&filler, symmetry);
    fill_stones(&filler);
    fill_legal(&filler);
    fill_recent(&filler);
    fill_ladders(&filler, ladders);
    if (situation->rules->scoring == SCORING_AREA) {
        fill_area(&filler, situation->rules->suicide || life_by_suicide);
    }
    fill_globals(&filler);
    fill_metadata(&filler);
}
