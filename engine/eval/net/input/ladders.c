#include "engine/eval/net/input/features.h"

#include "engine/base/os/pages.h"
#include "engine/go/board/liberty.h"

enum {
    NODES_MAX = 25000,                  /* moves read for one chain: KataGo's limit */
    DEPTH_MAX = CELL_COUNT_MAX * 3 / 2, /* moves of one line: KataGo's limit */
    MEMOS_MAX = 2048,                   /* positions remembered, under 2 MB */
    ENOUGH = 4, /* liberties are counted no further: three are out of the ladder */
};

typedef struct {
    Board board;
    Point moves[CELL_COUNT_MAX]; /* what the side to move may try */
    int move_count;
} Level;

/* The ladders of one position, which is its stones and its ko. */
typedef struct {
    uint64_t words[2];
    Point ko;
    int width, height; /* 0: nothing is remembered here */
    uint8_t marks[CELL_COUNT_MAX];
} Memo;

struct Ladders {
    int nodes;
    int depth_limit;
    Memo memos[MEMOS_MAX]; /* by hash */
    Level levels[DEPTH_MAX + 1];
};

Ladders *ladders_new(void) {
    return pages_new(sizeof(Ladders), PAGES_SPARSE);
}

void ladders_free(Ladders *ladders) {
    if (ladders != NULL) {
        pages_free(ladders, sizeof *ladders);
    }
}

/* Adds p unless it is listed. */
static void list_add(Point *list, int *count, Point p) {
    int i = 0;
    while (i < *count && list[i] != p) {
        i++;
    }
    list[i] = p;
    *count += i == *count;
}

static int count_few_liberties(const Board *board, Point p) {
    Point liberties[ENOUGH];
    return chain_find_liberties(board, p, ENOUGH, liberties);
}

/* Suicide never helps in a ladder, and a ko binds both sides. */
static bool may_play(const Board *board, Color color, Point p) {
    return p != board->ko && board_check(board, color, p, false) == MOVE_LEGAL;
}

/* Lists the moves that capture a chain in atari adjacent to the one at target. Returns how many. */
static int list_captures(const Board *board, Point target, Point *moves) {
    const Color attacker = color_opponent(board_color(board, target));
    int count = 0;
    Point stone = target;
    do {
        Point beside[4];
        point_neighbors(stone, beside);
        for (int i = 0; i < 4; i++) {
            if (board->color[beside[i]] == attacker && chain_in_atari(board, beside[i])) {
                list_add(moves, &count, chain_last_liberty(board, beside[i]));
            }
        }
        stone = board->next[stone];
    } while (stone != target);
    return count;
}

/* Bounds on the liberties of the stone that color plays on p, as far as they matter here. */
static void bound_liberties(const Board *board, Color color, Point p, int *least, int *most) {
    int empty = 0, captures = 0, captured = 0, joined = 0, longest = 0;
    Point beside[4];
    point_neighbors(p, beside);
    for (int i = 0; i < 4; i++) {
        if (board->color[beside[i]] == EMPTY) {
            empty++;
        } else if (board->color[beside[i]] != BORDER) {
            const int liberties = count_few_liberties(board, beside[i]);
            if (board->color[beside[i]] == color) {
                joined += liberties - 1;
                longest = liberties - 1 > longest ? liberties - 1 : longest;
            } else if (liberties == 1) {
                captures++;
                captured += board_chain_stones(board, beside[i], NULL);
            }
        }
    }
    *least = captures + (longest > empty ? longest : empty);
    *most = empty + captured + joined;
}

/* Would color, playing on p, begin a ko? */
static bool takes_ko(const Board *board, Color color, Point p) {
    const uint8_t opponent = (uint8_t)color_opponent(color);
    Point beside[4], taken = POINT_NONE;
    point_neighbors(p, beside);
    for (int i = 0; i < 4; i++) {
        if (board->color[beside[i]] == BORDER) {
            continue;
        }
        if (board->color[beside[i]] != opponent) {
            return false;
        }
        if (chain_in_atari(board, beside[i])) {
            if (taken != POINT_NONE) {
                return false;
            }
            taken = beside[i];
        }
    }
    return taken != POINT_NONE && board_chain_stones(board, taken, NULL) == 1;
}

/* Plays color's move at the next level. */
static void play_at_next_level(Level *level, Color color, Point p) {
    board_copy(&level[1].board, &level->board);
    board_play(&level[1].board, color, p);
}

/* Both liberties are mouths of a ko that the attacker can take, and connecting at either gains the
 * defender nothing: caught, as long as it has nothing to take. */
static bool is_double_ko(Level *level, Point target, const Point liberties[2]) {
    const Board *board = &level->board;
    const Color defender = board_color(board, target);
    for (int i = 0; i < 2; i++) {
        if (!takes_ko(board, color_opponent(defender), liberties[i])) {
            return false;
        }
    }
    for (int i = 0; i < 2; i++) {
        play_at_next_level(level, defender, liberties[i]);
        const Board *after = &level[1].board;
        if (after->color[liberties[i]] == defender &&
            count_few_liberties(after, liberties[i]) > 2) {
            return false;
        }
    }
    return list_captures(board, target, level->moves) == 0;
}

/* How good p is for the defender: twice the liberties it has at once, and for each own chain beside
 * it twice the liberties less 3. */
static int judge_escape(const Board *board, Color defender, Point p) {
    int value = 2 * around_empty(board->around[p]);
    Point beside[4];
    point_neighbors(p, beside);
    for (int i = 0; i < 4; i++) {
        if (board->color[beside[i]] == defender) {
            const int liberties = board_liberties(board, beside[i], NULL);
            value += liberties > 1 ? 2 * liberties - 3 : 0;
        }
    }
    return value;
}

/* Lists the atari moves on a chain with these two liberties that leave it fewer than three. */
static void list_ataris(Level *level, Color defender, const Point liberties[2]) {
    const Board *board = &level->board;
    level->move_count = 0;
    for (int i = 0; i < 2; i++) {
        if (point_touches(liberties[0], liberties[1]) ||
            around_empty(board->around[liberties[1 - i]]) < 3) {
            level->moves[level->move_count++] = liberties[i];
        }
    }
    if (level->move_count == 2 && judge_escape(board, defender, level->moves[1]) >
                                      judge_escape(board, defender, level->moves[0])) {
        level->moves[0] = liberties[1];
        level->moves[1] = liberties[0];
    }
}

static bool is_caught(Ladders *ladders, int depth, Point target);

/* The attacker is to move. */
static bool can_catch(Ladders *ladders, int depth, Point target) {
    if (depth >= ladders->depth_limit) {
        return true;
    }
    if (ladders->nodes >= NODES_MAX) {
        return false;
    }
    Level *level = &ladders->levels[depth];
    const Color attacker = color_opponent(board_color(&level->board, target));
    Point liberties[3];
    const int count = chain_find_liberties(&level->board, target, 3, liberties);
    if (count != 2) {
        return count < 2;
    }
    if (is_double_ko(level, target, liberties)) {
        return true;
    }
    list_ataris(level, color_opponent(attacker), liberties);
    for (int i = 0; i < level->move_count; i++) {
        if (may_play(&level->board, attacker, level->moves[i])) {
            play_at_next_level(level, attacker, level->moves[i]);
            ladders->nodes++;
            if (is_caught(ladders, depth + 1, target)) {
                return true;
            }
        }
    }
    return false;
}

/* The defender is to move. */
static bool is_caught(Ladders *ladders, int depth, Point target) {
    if (depth >= ladders->depth_limit) {
        return true;
    }
    Level *level = &ladders->levels[depth];
    const Color defender = board_color(&level->board, target);
    if (ladders->nodes >= NODES_MAX || level->board.ko != POINT_NONE ||
        !chain_in_atari(&level->board, target)) {
        return false;
    }
    level->move_count = list_captures(&level->board, target, level->moves);
    list_add(level->moves, &level->move_count, chain_last_liberty(&level->board, target));
    int least, most;
    bound_liberties(&level->board, defender, level->moves[level->move_count - 1], &least, &most);
    if (least >= 3) {
        return false;
    }
    if (level->move_count == 1 && most <= 1) {
        return true;
    }
    for (int i = 0; i < level->move_count; i++) {
        if (may_play(&level->board, defender, level->moves[i])) {
            play_at_next_level(level, defender, level->moves[i]);
            ladders->nodes++;
            if (!can_catch(ladders, depth + 1, target)) {
                return false;
            }
        }
    }
    return true;
}

/* The chain at target on the board of the first level moves first, and may take a ko at once. */
static bool is_caught_from_start(Ladders *ladders, Point target) {
    Board *board = &ladders->levels[0].board;
    ladders->nodes = 0;
    ladders->depth_limit = board->geometry->cell_count * 3 / 2;
    board->ko = POINT_NONE;
    return is_caught(ladders, 0, target) && ladders->nodes < NODES_MAX;
}

/* Would the defender, after the attacker's move on p, have three liberties at once by playing on
 * its own last liberty? Most chains that could be read escape so. */
static bool runs_free(const Board *board, Point p, Point last) {
    return around_empty(board->around[last]) - point_touches(p, last) >= 3;
}

/* The chain at target has two liberties and its opponent moves first: which moves catch it? Returns
 * how many. */
static int find_catching_moves(Ladders *ladders, const Board *board, Point target,
                               const Point liberties[2], Point moves[2]) {
    const Color attacker = color_opponent(board_color(board, target));
    int count = 0;
    for (int i = 0; i < 2; i++) {
        if (!runs_free(board, liberties[i], liberties[1 - i]) &&
            may_play(board, attacker, liberties[i])) {
            board_copy(&ladders->levels[0].board, board);
            board_play(&ladders->levels[0].board, attacker, liberties[i]);
            if (is_caught_from_start(ladders, target)) {
                moves[count++] = liberties[i];
            }
        }
    }
    return count;
}

/* Reads the chain that p names. */
static void read_chain(Ladders *ladders, const Board *board, Point p, uint8_t *marks) {
    const uint16_t *cell_of = board->geometry->cell_of;
    Point liberties[3], moves[2], stone = p;
    const int count = chain_find_liberties(board, p, 3, liberties);
    bool is_caught = false;
    if (count == 1) {
        board_copy(&ladders->levels[0].board, board);
        is_caught = is_caught_from_start(ladders, p);
    } else if (count == 2) {
        const int catching = find_catching_moves(ladders, board, p, liberties, moves);
        is_caught = catching > 0;
        for (int i = 0; i < catching; i++) {
            marks[cell_of[moves[i]]] |= (uint8_t)(LADDER_CATCHES << board_color(board, p));
        }
    }
    for (bool is_first = true; is_caught && (is_first || stone != p); is_first = false) {
        marks[cell_of[stone]] |= LADDER_CAUGHT;
        stone = board->next[stone];
    }
}

const uint8_t *ladders_find(Ladders *ladders, const Board *board) {
    const Geometry *geometry = board->geometry;
    const uint64_t *words = board->hash.lane;
    Memo *memo = &ladders->memos[words[0] % MEMOS_MAX];
    if (memo->words[0] == words[0] && memo->words[1] == words[1] && memo->ko == board->ko &&
        memo->width == geometry->width && memo->height == geometry->height) {
        return memo->marks;
    }
    *memo = (Memo){.words = {words[0], words[1]},
                   .ko = board->ko,
                   .width = geometry->width,
                   .height = geometry->height};
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const Point p = geometry->point_of[cell];
        if (board->color[p] != EMPTY && board->chain[p] == p) { /* one stone names its chain */
            read_chain(ladders, board, p, memo->marks);
        }
    }
    return memo->marks;
}
