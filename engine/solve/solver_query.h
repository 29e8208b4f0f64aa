/* A question on a path, "does the attacker reach at least N points?", and the result that the table
 * has for it. Everything is seen from the color to move, the mover: goal[color] is what that color
 * must reach, and goal[BLACK] + goal[WHITE] = 1, so exactly one of the two succeeds. A SolverQuery
 * belongs to one thread. */
#ifndef ENGINE_SOLVE_SOLVER_QUERY_H
#define ENGINE_SOLVE_SOLVER_QUERY_H

#include "engine/solve/path.h"

typedef enum { ANSWER_OPEN, ANSWER_YES, ANSWER_NO } SolverAnswer;

static inline SolverAnswer answer_opposite(SolverAnswer answer) {
    return answer == ANSWER_OPEN ? ANSWER_OPEN : answer == ANSWER_YES ? ANSWER_NO : ANSWER_YES;
}

enum { DEPENDS_ON_NO_PLY = PATH_PLIES_MAX };

/* On a position, from the point of view of its mover. */
typedef struct {
    SolverAnswer answer;
    int depends;     /* the first ply of the path whose repetition was used, or DEPENDS_ON_NO_PLY */
    bool is_tainted; /* a superko ban was used against the loser, at any ply */
    Kos kos;         /* under superko, those that the winner takes; under simple ko the moves that
                        the winner still makes at most */
} SolverResult;

static inline SolverResult solver_result_of(SolverAnswer answer) {
    return (SolverResult){answer, DEPENDS_ON_NO_PLY, false, 0};
}

/* What kept a search from an answer: of several reasons, the last of these. */
typedef enum {
    SEARCH_COMPLETE,       /* nothing: every line came to its end */
    SEARCH_ENDED_BY_TABLE, /* the table calls a position open, perhaps on another path */
    SEARCH_ENDED_BY_DEPTH, /* the depth */
} SearchEnd;

typedef struct {
    uint64_t nodes;     /* positions whose moves were generated */
    uint64_t generated; /* positions after those moves */
} SolverCounts;

/* An oracle for positions that the table does not decide: returns whether the attacker is assumed
 * to reach its goal. */
typedef struct {
    SolverAnswer (*says)(const void *context, const Bits stones[2], int to_move, int ko);
    const void *context;
} SolverAssumption;

typedef struct {
    SolverContext *context;
    Color attacker;
    int goal[2];              /* [color]: the score that it must reach */
    int needed[2];            /* [color]: the points that secure it */
    int repetition_winner;    /* the color that a repetition serves, or -1: it is banned */
    bool is_pessimistic;      /* solver_query_set_question */
    SolverAssumption assumed; /* of what a move leads to */
    uint32_t assumption;      /* the number of what is assumed, or 0: says is NULL */
    bool ignores_ko_bounds;   /* stores and trusts no bound that rests on taking a ko */
    bool trusts_open; /* an open question of the table ends a line; of the search under way */
    SearchEnd end;    /* what keeps the search under way from an answer so far */
    MoveSet excluded; /* moves that are not generated at excluded_ply */
    int excluded_ply;
    SolverCounts counts;
    Path path;
} SolverQuery;

/* The key of the end of the path. */
static inline HashKey solver_query_end_key(const SolverQuery *query) {
    return solver_context_key(query->context, path_end(&query->path));
}

/* Sets the question. In a pessimistic search a repetition is the other side's success: under
 * superko the attacker makes no use of bans, and under simple ko none of draws. What the attacker
 * reaches nevertheless is right on every path and may be stored; what it does not reach says
 * nothing. */
void solver_query_set_question(SolverQuery *query, Color attacker, int target, bool is_pessimistic);

/* Leaves these moves at the end of the path out of the next searches. */
static inline void solver_query_exclude(SolverQuery *query, MoveSet moves) {
    query->excluded = moves;
    query->excluded_ply = query->path.ply;
}

/* The moves that are not generated at the end of the path. */
static inline MoveSet solver_query_excluded(const SolverQuery *query) {
    return query->excluded_ply == query->path.ply ? query->excluded : (MoveSet){0, false};
}

/* Does a bound of this color's success that rests on these kos hold on the path? */
static inline bool solver_query_trusts(const SolverQuery *query, int winner, Kos kos) {
    return kos == 0 || query->context->ko == KO_SIMPLE ||
           (!query->ignores_ko_bounds && (kos & query->path.kos[query->path.ply][winner]) == 0);
}

/* The result that the bounds of the table give. */
static inline SolverResult solver_query_result(const SolverQuery *query, const Bounds *bounds,
                                               int mover) {
    const int goal = query->goal[mover];
    if (bounds->lower >= goal && solver_query_trusts(query, mover, bounds->kos)) {
        return (SolverResult){ANSWER_YES, DEPENDS_ON_NO_PLY, false, bounds->kos};
    }
    if (bounds->upper < goal && solver_query_trusts(query, !mover, bounds->kos)) {
        return (SolverResult){ANSWER_NO, DEPENDS_ON_NO_PLY, false, bounds->kos};
    }
    return solver_result_of(ANSWER_OPEN);
}

/* What the table has a position under: pessimistic searches have entries of their own, in the same
 * line, since a failure of the attacker there is no success of the other side. So have searches
 * after life was lost: others trust life that these may not; and so have those that assume
 * something.
 */
static inline uint64_t solver_query_key(const SolverQuery *query, const HashKey *key, int mover) {
    static const uint64_t PESSIMISTIC[] = {UINT64_C(0x9E3779B97F4A7C15),
                                           UINT64_C(0xC2B2AE3D27D4EB4F)};
    static const uint64_t ASSUMING = UINT64_C(0xD6E8FEB86659FD93);
    const SolverContext *context = query->context;
    const uint64_t plain = query->is_pessimistic ? PESSIMISTIC[mover == (int)query->attacker] : 0;
    const uint64_t lost = (uint64_t)context->lost_points * 64 + (uint64_t)context->lost_stones;
    return key->key ^ plain ^ query->assumption * ASSUMING ^ (lost == 0 ? 0 : hash_mix(lost));
}

/* Does unconditional life with these stones decide the question for this color? */
static inline bool solver_query_is_secure(const SolverQuery *query, int color, Bits stones) {
    const SolverContext *context = query->context;
    return context->use.life && solver_context_is_secure(context, stones, query->needed[color]);
}

static inline Bounds solver_query_probe(SolverQuery *query, const HashKey *key, int mover) {
    const uint64_t payload =
        table_probe(&query->context->table, solver_query_key(query, key, mover), key->check);
    return bounds_unpack(payload);
}

/* The depth at which an earlier search left the question open, or 0. */
static inline int solver_query_open_depth(const SolverQuery *query, const Bounds *bounds,
                                          int mover) {
    return bounds->target == query->goal[mover] ? bounds->open[mover == (int)query->attacker] : 0;
}

/* The result on a position at this ply, as far as it needs no search: what the bounds of the table
 * say, or that the depth is used up, or that the question was left open there. Raises query->end by
 * what keeps it from an answer. Returns false if the position is to be searched. */
static inline bool solver_query_resolve(SolverQuery *query, const HashKey *key, int mover, int ply,
                                        int depth, SolverResult *result) {
    const Bounds bounds = solver_query_probe(query, key, mover);
    *result = solver_query_result(query, &bounds, mover);
    if (result->answer != ANSWER_OPEN) {
        return true;
    }
    if (depth <= 0 || ply + 1 >= PATH_PLIES_MAX) {
        query->end = SEARCH_ENDED_BY_DEPTH;
        return true;
    }
    if (query->trusts_open && solver_query_open_depth(query, &bounds, mover) >= depth) {
        query->end = query->end > SEARCH_ENDED_BY_TABLE ? query->end : SEARCH_ENDED_BY_TABLE;
        return true;
    }
    return false;
}

/* Has a result on a child of the end of the path been kept for paths with the same bans
 * (README.md)? From the point of view of the child's mover. */
bool solver_query_probe_bans(const SolverQuery *query, const HashKey *child, const Bits stones[2],
                             SolverResult *result);

/* What is assumed of a position, from the point of view of its mover. */
static inline SolverAnswer solver_query_assumed(const SolverQuery *query, const Bits stones[2],
                                                int to_move, int ko) {
    const SolverAnswer answer =
        query->assumption == 0 ? ANSWER_OPEN
                               : query->assumed.says(query->assumed.context, stones, to_move, ko);
    return to_move == (int)query->attacker ? answer : answer_opposite(answer);
}

/* Stores the result on the end of the path; nodes: what it cost. An answer that holds on this path
 * only is kept for paths with the same bans. */
void solver_query_store(SolverQuery *query, const HashKey *key, SolverResult result, int depth,
                        uint64_t nodes);

#endif
