#include "verify/local/local_board.h"

#include <string.h>

/* Lists the cells beside a cell. Returns their number. */
static int list_beside(const LocalRules *rules, int cell, int beside[4]) {
    const int x = cell % rules->width;
    int count = 0;
    if (x > 0) {
        beside[count++] = cell - 1;
    }
    if (x + 1 < rules->width) {
        beside[count++] = cell + 1;
    }
    if (cell >= rules->width) {
        beside[count++] = cell - rules->width;
    }
    if (cell + rules->width < rules->count) {
        beside[count++] = cell + rules->width;
    }
    return count;
}

/* A maximal connected set of cells. */
typedef struct {
    int cells[LOCAL_CELLS_MAX];
    int count;
} LocalSet;

/* Gathers what is connected to a cell over stones of the color, or over all other cells. Marks it
 * in `seen`. */
static void gather(const LocalRules *rules, const uint8_t *cell, int start, LocalColor color,
                   bool of_color, bool *seen, LocalSet *set) {
    set->count = 1;
    set->cells[0] = start;
    seen[start] = true;
    for (int i = 0; i < set->count; i++) {
        int beside[4];
        const int count = list_beside(rules, set->cells[i], beside);
        for (int k = 0; k < count; k++) {
            if (!seen[beside[k]] && (cell[beside[k]] == color) == of_color) {
                seen[beside[k]] = true;
                set->cells[set->count++] = beside[k];
            }
        }
    }
}

static void find_chain(const LocalRules *rules, const uint8_t *cell, int start, LocalSet *chain) {
    bool seen[LOCAL_CELLS_MAX] = {false};
    gather(rules, cell, start, (LocalColor)cell[start], true, seen, chain);
}

/* Counts the liberties of a chain, those that are not playable alone if `outside`. */
static int count_liberties(const LocalRules *rules, const uint8_t *cell, const LocalSet *chain,
                           bool outside) {
    bool seen[LOCAL_CELLS_MAX] = {false};
    int liberties = 0;
    for (int i = 0; i < chain->count; i++) {
        int beside[4];
        const int count = list_beside(rules, chain->cells[i], beside);
        for (int k = 0; k < count; k++) {
            const int other = beside[k];
            if (cell[other] == LOCAL_EMPTY && !seen[other] &&
                !(outside && rules->playable[other])) {
                seen[other] = true;
                liberties++;
            }
        }
    }
    return liberties;
}

bool local_is_legal(const LocalRules *rules, const LocalPosition *position) {
    for (int cell = 0; cell < rules->count; cell++) {
        LocalSet chain;
        if (position->cell[cell] != LOCAL_EMPTY) {
            find_chain(rules, position->cell, cell, &chain);
            if (count_liberties(rules, position->cell, &chain, false) == 0) {
                return false;
            }
        }
    }
    return true;
}

/* Removes the opponent's chains without liberties beside a new stone. Returns the number of stones,
 * and one of them in *last. */
static int capture(const LocalRules *rules, uint8_t *cell, int stone, int *last) {
    const LocalColor opponent = local_opponent((LocalColor)cell[stone]);
    int beside[4], taken = 0;
    const int count = list_beside(rules, stone, beside);
    for (int k = 0; k < count; k++) {
        LocalSet chain;
        if (cell[beside[k]] != opponent) {
            continue;
        }
        find_chain(rules, cell, beside[k], &chain);
        if (count_liberties(rules, cell, &chain, false) == 0) {
            for (int i = 0; i < chain.count; i++) {
                cell[chain.cells[i]] = LOCAL_EMPTY;
            }
            taken += chain.count;
            *last = chain.cells[0];
        }
    }
    return taken;
}

bool local_play(const LocalRules *rules, LocalPosition *position, int cell) {
    const LocalColor mover = position->mover;
    LocalPosition after = *position;
    after.mover = local_opponent(mover);
    after.banned = LOCAL_PASS;
    if (cell != LOCAL_PASS) {
        if (!rules->playable[cell] || position->cell[cell] != LOCAL_EMPTY) {
            return false;
        }
        if (local_breaks_ban(position, cell)) {
            if (after.threats[mover] == 0) {
                return false;
            }
            after.threats[mover] -= after.threats[mover] != LOCAL_THREATS_ANY;
        }
        LocalSet chain;
        int last = LOCAL_PASS;
        after.cell[cell] = (uint8_t)mover;
        const int taken = capture(rules, after.cell, cell, &last);
        find_chain(rules, after.cell, cell, &chain);
        const int liberties = count_liberties(rules, after.cell, &chain, false);
        if (liberties == 0) {
            return false;
        }
        if (taken == 1 && chain.count == 1 && liberties == 1) {
            const LocalKos own = mover == LOCAL_BLACK ? LOCAL_KOS_BLACK : LOCAL_KOS_WHITE;
            if (rules->kos == LOCAL_KOS_SIMPLE) {
                after.banned = last;
            } else if (rules->kos != own) {
                return false;
            }
        }
        for (int i = 0; i < rules->target_count; i++) {
            after.captured |= (uint32_t)(after.cell[rules->targets[i]] != rules->owner) << i;
        }
    }
    *position = after;
    return true;
}

/* ---- Life ---- */

/* Life of the chains of one color: by eyes that are playable, and with liberties that are not; or
 * by eyes that are not playable. */
typedef struct {
    LocalColor color;
    bool is_inside;
    int chain_of[LOCAL_CELLS_MAX];     /* the number of the color's chain, from 1; 0: none */
    bool alive[LOCAL_CELLS_MAX + 1];   /* [chain] */
    bool outside[LOCAL_CELLS_MAX + 1]; /* [chain]: it has a liberty that is not playable */
    int chain_count;
} LocalLife;

/* Counts a region, the cells of a set without stones of the color, as an eye of the chains that it
 * is vital to: those beside each of its empty cells. It must be closed by living chains. */
static void add_region(const LocalRules *rules, const uint8_t *cell, const LocalLife *life,
                       const LocalSet *region, int *eyes) {
    int beside_count[LOCAL_CELLS_MAX + 1] = {0}, empty = 0; /* [chain]: of the empty cells */
    for (int i = 0; i < region->count; i++) {
        int beside[4];
        const int here = region->cells[i], count = list_beside(rules, here, beside);
        if (rules->playable[here] != life->is_inside) {
            return;
        }
        empty += cell[here] == LOCAL_EMPTY;
        for (int k = 0; k < count; k++) {
            const int chain = life->chain_of[beside[k]];
            bool is_new = chain != 0;
            if (chain != 0 && !life->alive[chain]) {
                return;
            }
            for (int j = 0; j < k; j++) {
                is_new &= life->chain_of[beside[j]] != chain;
            }
            beside_count[chain] += is_new && cell[here] == LOCAL_EMPTY;
        }
    }
    for (int chain = 1; chain <= life->chain_count; chain++) {
        eyes[chain] += beside_count[chain] == empty;
    }
}

/* Strikes the chains without two eyes. Returns whether there were any. */
static bool strike_dead(const LocalRules *rules, const uint8_t *cell, LocalLife *life) {
    bool seen[LOCAL_CELLS_MAX] = {false}, changed = false;
    int eyes[LOCAL_CELLS_MAX + 1] = {0};
    for (int start = 0; start < rules->count; start++) {
        LocalSet region;
        if (!seen[start] && cell[start] != life->color) {
            gather(rules, cell, start, life->color, false, seen, &region);
            add_region(rules, cell, life, &region, eyes);
        }
    }
    for (int chain = 1; chain <= life->chain_count; chain++) {
        if (life->alive[chain] && !(life->is_inside && life->outside[chain]) && eyes[chain] < 2) {
            life->alive[chain] = false;
            changed = true;
        }
    }
    return changed;
}

static void find_life(const LocalRules *rules, const uint8_t *cell, LocalColor color,
                      bool is_inside, LocalLife *life) {
    bool seen[LOCAL_CELLS_MAX] = {false};
    memset(life, 0, sizeof *life);
    life->color = color;
    life->is_inside = is_inside;
    for (int start = 0; start < rules->count; start++) {
        LocalSet chain;
        if (!seen[start] && cell[start] == color) {
            gather(rules, cell, start, color, true, seen, &chain);
            const int number = ++life->chain_count;
            life->alive[number] = true;
            life->outside[number] = count_liberties(rules, cell, &chain, true) > 0;
            for (int i = 0; i < chain.count; i++) {
                life->chain_of[chain.cells[i]] = number;
            }
        }
    }
    while (strike_dead(rules, cell, life)) {
    }
}

LocalOutcome local_judge(const LocalRules *rules, const LocalPosition *position) {
    const uint32_t all = (uint32_t)((UINT64_C(1) << rules->target_count) - 1);
    if (rules->goal == LOCAL_CAPTURE_ANY ? position->captured != 0 : position->captured == all) {
        return rules->goal == LOCAL_LIVE ? LOCAL_HELD : LOCAL_REACHED;
    }
    LocalLife life;
    int living = 0;
    find_life(rules, position->cell, rules->owner, true, &life);
    for (int i = 0; i < rules->target_count; i++) {
        living += !(position->captured >> i & 1) && life.alive[life.chain_of[rules->targets[i]]];
    }
    const bool enough =
        rules->goal == LOCAL_CAPTURE_ANY ? living == rules->target_count : living > 0;
    return !enough ? LOCAL_OPEN : rules->goal == LOCAL_LIVE ? LOCAL_REACHED : LOCAL_HELD;
}

/* ---- Walls ---- */

static bool is_in_or_beside_region(const LocalRules *rules, const LocalSet *chain) {
    for (int i = 0; i < chain->count; i++) {
        int beside[4];
        const int count = list_beside(rules, chain->cells[i], beside);
        bool touches = rules->playable[chain->cells[i]];
        for (int k = 0; k < count; k++) {
            touches |= rules->playable[beside[k]];
        }
        if (touches) {
            return true;
        }
    }
    return false;
}

/* Do the cells of a set reach, over cells that are empty or of the color and not playable,
 * LOCAL_WALL_ROOM empty ones, their own included, or a living chain? */
static bool has_room(const LocalRules *rules, const uint8_t *cell, const LocalSet *chain,
                     const LocalLife *life) {
    bool seen[LOCAL_CELLS_MAX] = {false};
    LocalSet reached = *chain;
    int room = 0;
    for (int i = 0; i < chain->count; i++) {
        seen[chain->cells[i]] = true;
    }
    for (int i = 0; i < reached.count; i++) {
        int beside[4];
        const int here = reached.cells[i], count = list_beside(rules, here, beside);
        room += cell[here] == LOCAL_EMPTY;
        if (room >= LOCAL_WALL_ROOM || life->alive[life->chain_of[here]]) {
            return true;
        }
        for (int k = 0; k < count; k++) {
            const int other = beside[k];
            if (!seen[other] && !rules->playable[other] &&
                (cell[other] == LOCAL_EMPTY || cell[other] == life->color)) {
                seen[other] = true;
                reached.cells[reached.count++] = other;
            }
        }
    }
    return false;
}

void local_find_walls(const LocalRules *rules, const uint8_t *cell,
                      LocalWall walls[LOCAL_CELLS_MAX]) {
    LocalLife life[2];
    bool seen[LOCAL_CELLS_MAX] = {false};
    find_life(rules, cell, LOCAL_BLACK, false, &life[LOCAL_BLACK]);
    find_life(rules, cell, LOCAL_WHITE, false, &life[LOCAL_WHITE]);
    for (int start = 0; start < rules->count; start++) {
        LocalSet chain;
        walls[start] = LOCAL_NO_WALL;
        if (cell[start] == LOCAL_EMPTY || seen[start]) {
            continue;
        }
        const LocalLife *own = &life[cell[start]];
        gather(rules, cell, start, own->color, true, seen, &chain);
        const int outside = count_liberties(rules, cell, &chain, true);
        bool is_inside = outside == 0;
        for (int i = 0; i < chain.count; i++) {
            is_inside &= rules->playable[chain.cells[i]];
        }
        if (is_inside || !is_in_or_beside_region(rules, &chain)) {
            continue;
        }
        walls[start] = outside == 0                          ? LOCAL_CAPTURED
                       : own->alive[own->chain_of[start]]    ? LOCAL_ALIVE
                       : outside < LOCAL_WALL_LIBERTIES      ? LOCAL_IN_ATARI
                       : !has_room(rules, cell, &chain, own) ? LOCAL_SHUT_IN
                                                             : LOCAL_FREE;
    }
}

int local_find_dead_end(const LocalRules *rules, const uint8_t *cell, LocalColor color) {
    LocalLife life;
    find_life(rules, cell, color, false, &life);
    for (int start = 0; start < rules->count; start++) {
        const LocalSet exit = {.cells = {start}, .count = 1};
        if (cell[start] == LOCAL_EMPTY && !rules->playable[start] &&
            is_in_or_beside_region(rules, &exit) && !has_room(rules, cell, &exit, &life)) {
            return start;
        }
    }
    return LOCAL_PASS;
}
