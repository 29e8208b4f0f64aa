#include "tests/support/oracle/score_oracle.h"

/* Stones, and empty regions that touch one color. */
static void find_owners(const Oracle *oracle, const bool *dead, uint8_t *owner) {
    const int cells = oracle->width * oracle->height;
    ColorCell left[CELL_COUNT_MAX];
    for (int cell = 0; cell < cells; cell++) {
        left[cell] = dead[cell] ? EMPTY : oracle->now.cells[cell];
    }
    for (int cell = 0; cell < cells; cell++) {
        OracleChain region;
        oracle_flood(oracle->width, oracle->height, left, cell, &region);
        owner[cell] = left[cell];
        if (left[cell] == EMPTY && region.touches[BLACK] != region.touches[WHITE]) {
            owner[cell] = region.touches[BLACK] ? BLACK : WHITE;
        }
    }
}

/* Names each group by its least cell. */
static void find_groups(const Oracle *oracle, const uint8_t *owner, int *group) {
    const int cells = oracle->width * oracle->height;
    bool changes = true;
    for (int cell = 0; cell < cells; cell++) {
        group[cell] = cell;
    }
    while (changes) {
        changes = false;
        for (int cell = 0; cell < cells; cell++) {
            int beside[4];
            const int count = oracle_neighbors(oracle->width, oracle->height, cell, beside);
            for (int i = 0; i < count; i++) {
                if (owner[beside[i]] == owner[cell] && group[beside[i]] < group[cell]) {
                    group[cell] = group[beside[i]];
                    changes = true;
                }
            }
        }
    }
}

/* Is the cell why its group is in seki: beside nobody's point, or its own stone in atari? */
static bool is_reason(const Oracle *oracle, const uint8_t *owner, int cell) {
    OracleChain chain;
    int beside[4];
    const int count = oracle_neighbors(oracle->width, oracle->height, cell, beside);
    oracle_flood(oracle->width, oracle->height, oracle->now.cells, cell, &chain);
    bool is = oracle->now.cells[cell] == owner[cell] && chain.liberty_count == 1;
    for (int i = 0; i < count; i++) {
        is |= owner[beside[i]] == EMPTY;
    }
    return is;
}

void score_oracle_count(const Oracle *oracle, const bool *dead, Tax tax, ScoreOracle *count) {
    const int cells = oracle->width * oracle->height;
    int group[CELL_COUNT_MAX];
    uint8_t owner[CELL_COUNT_MAX];
    bool reason[CELL_COUNT_MAX];
    find_owners(oracle, dead, owner);
    find_groups(oracle, owner, group);
    memset(count, 0, sizeof *count);
    for (int cell = 0; cell < cells; cell++) {
        reason[cell] = is_reason(oracle, owner, cell);
    }
    for (int cell = 0; cell < cells; cell++) {
        for (int other = 0; other < cells; other++) {
            count->seki[cell] |= tax != TAX_NONE && owner[cell] != EMPTY &&
                                 group[other] == group[cell] && reason[other];
        }
        const bool is_eye = oracle->now.cells[cell] != owner[cell];
        count->owner[cell] = count->seki[cell] && is_eye ? EMPTY : owner[cell];
        const int points = tax == TAX_ALL && group[cell] == cell && !count->seki[cell] ? -1 : 1;
        if (count->owner[cell] != EMPTY) {
            count->score += count->owner[cell] == BLACK ? points : -points;
        }
    }
}
