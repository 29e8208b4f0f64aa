#include "verify/local/local_board.h"

void local_game_init(LocalGame *game, const LocalRules *rules) {
    *game = (LocalGame){.rules = *rules, .shape = slow_shape(rules->width, rules->height)};
    for (int cell = 0; cell < rules->count; cell++) {
        if (rules->playable[cell]) {
            slow_add(&game->playable, cell);
        }
    }
}

SlowBoard local_board_of(const LocalGame *game, const uint8_t *cells) {
    SlowBoard board = {0};
    for (int cell = 0; cell < game->shape.count; cell++) {
        if (cells[cell] != LOCAL_EMPTY) {
            slow_add(&board.stones[cells[cell]], cell);
        }
    }
    return board;
}

/* Plays a stone on a playable empty cell. Returns false if the ko or suicide forbids it. */
static bool play_stone(const LocalGame *game, LocalPosition *after, int cell) {
    const LocalRules *rules = &game->rules;
    const LocalColor mover = after->mover;
    const LocalKos own = mover == LOCAL_BLACK ? LOCAL_KOS_BLACK : LOCAL_KOS_WHITE;
    if (local_breaks_ban(after, cell)) {
        if (after->threats[mover] == 0) {
            return false;
        }
        after->threats[mover] -= after->threats[mover] != LOCAL_THREATS_ANY;
    }
    const SlowMove move = slow_place(&game->shape, &after->board, (int)mover, cell);
    const bool is_banned = move.takes_ko && rules->kos != LOCAL_KOS_SIMPLE && rules->kos != own;
    if (slow_is_empty(move.liberties) || is_banned) {
        return false;
    }
    after->banned =
        move.takes_ko && rules->kos == LOCAL_KOS_SIMPLE ? slow_first(move.captured) : LOCAL_PASS;
    for (int i = 0; i < rules->target_count; i++) {
        const bool stands = slow_has(&after->board.stones[rules->owner], rules->targets[i]);
        after->captured |= (uint32_t)!stands << i;
    }
    return true;
}

bool local_play(const LocalGame *game, LocalPosition *position, int cell) {
    LocalPosition after = *position;
    if (cell == LOCAL_PASS) {
        after.banned = LOCAL_PASS;
    } else {
        const SlowSet empty = slow_empty(&game->shape, &position->board);
        if (!slow_has(&game->playable, cell) || !slow_has(&empty, cell) ||
            !play_stone(game, &after, cell)) {
            return false;
        }
    }
    after.mover = local_opponent(position->mover);
    *position = after;
    return true;
}

/* ---- Life ---- */

/* The liberties of a chain that are not playable. */
static SlowSet find_outside(const LocalGame *game, const SlowBoard *board, SlowSet chain) {
    const SlowSet outside = slow_minus(slow_empty(&game->shape, board), game->playable);
    return slow_and(slow_beside(&game->shape, chain), outside);
}

/* The stones of a color that live by eyes which are playable, or liberties which are not. */
static SlowSet find_living_inside(const LocalGame *game, const SlowBoard *board, LocalColor color) {
    const SlowSet empty = slow_empty(&game->shape, board);
    const SlowSet outside = slow_minus(empty, game->playable);
    const SlowEyes eyes = {
        .allowed = game->playable, .needed = empty, .safe = slow_beside(&game->shape, outside)};
    return slow_living(&game->shape, board->stones[color], &eyes);
}

/* Those that live by eyes which are not playable. */
static SlowSet find_living_outside(const LocalGame *game, const SlowBoard *board,
                                   LocalColor color) {
    const SlowEyes eyes = {.allowed = slow_minus(game->shape.all, game->playable),
                           .needed = slow_empty(&game->shape, board)};
    return slow_living(&game->shape, board->stones[color], &eyes);
}

LocalOutcome local_judge(const LocalGame *game, const LocalPosition *position) {
    const LocalRules *rules = &game->rules;
    const uint32_t all = (uint32_t)((UINT64_C(1) << rules->target_count) - 1);
    if (rules->goal == LOCAL_CAPTURE_ANY ? position->captured != 0 : position->captured == all) {
        return rules->goal == LOCAL_LIVE ? LOCAL_HELD : LOCAL_REACHED;
    }
    const SlowSet alive = find_living_inside(game, &position->board, rules->owner);
    int living = 0;
    for (int i = 0; i < rules->target_count; i++) {
        living += !(position->captured >> i & 1) && slow_has(&alive, rules->targets[i]);
    }
    const bool enough =
        rules->goal == LOCAL_CAPTURE_ANY ? living == rules->target_count : living > 0;
    return !enough ? LOCAL_OPEN : rules->goal == LOCAL_LIVE ? LOCAL_REACHED : LOCAL_HELD;
}

/* ---- Walls ---- */

static bool is_in_or_beside_region(const LocalGame *game, SlowSet set) {
    return slow_meets(slow_or(set, slow_beside(&game->shape, set)), game->playable);
}

/* Does a set reach, over cells that are empty or of the color and not playable, LOCAL_WALL_ROOM
 * empty ones, its own included, or a living chain? */
static bool has_room(const LocalGame *game, const SlowBoard *board, SlowSet set, LocalColor color,
                     SlowSet alive) {
    const SlowSet empty = slow_empty(&game->shape, board);
    const SlowSet open = slow_minus(slow_or(empty, board->stones[color]), game->playable);
    const SlowSet reached = slow_flood(&game->shape, slow_or(open, set), set);
    return slow_meets(reached, alive) || slow_count(slow_and(reached, empty)) >= LOCAL_WALL_ROOM;
}

void local_find_walls(const LocalGame *game, const SlowBoard *board,
                      LocalWall walls[LOCAL_CELLS_MAX]) {
    for (int cell = 0; cell < game->shape.count; cell++) {
        walls[cell] = LOCAL_NO_WALL;
    }
    for (int color = LOCAL_BLACK; color <= LOCAL_WHITE; color++) {
        const SlowSet alive = find_living_outside(game, board, (LocalColor)color);
        for (SlowSet left = board->stones[color]; !slow_is_empty(left);) {
            const SlowSet chain = slow_take_part(&game->shape, &left);
            const int outside = slow_count(find_outside(game, board, chain));
            if ((outside == 0 && slow_is_within(chain, game->playable)) ||
                !is_in_or_beside_region(game, chain)) {
                continue;
            }
            walls[slow_first(chain)] = outside == 0                     ? LOCAL_CAPTURED
                                       : slow_meets(chain, alive)       ? LOCAL_ALIVE
                                       : outside < LOCAL_WALL_LIBERTIES ? LOCAL_IN_ATARI
                                       : !has_room(game, board, chain, (LocalColor)color, alive)
                                           ? LOCAL_SHUT_IN
                                           : LOCAL_FREE;
        }
    }
}

int local_find_dead_end(const LocalGame *game, const SlowBoard *board, LocalColor color) {
    const SlowSet alive = find_living_outside(game, board, color);
    for (SlowSet left = slow_minus(slow_empty(&game->shape, board), game->playable);
         !slow_is_empty(left);) {
        const int cell = slow_take(&left);
        const SlowSet exit = slow_one(cell);
        if (is_in_or_beside_region(game, exit) && !has_room(game, board, exit, color, alive)) {
            return cell;
        }
    }
    return LOCAL_PASS;
}
