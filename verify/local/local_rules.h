/* A local goal: its board, its targets and the region that is played in. A cell is y * width + x,
 * from the top left. */
#ifndef VERIFY_LOCAL_LOCAL_RULES_H
#define VERIFY_LOCAL_LOCAL_RULES_H

#include <stdbool.h>
#include <stdint.h>

enum {
    LOCAL_CELLS_MAX = 625,
    LOCAL_TARGETS_MAX = 32,
    LOCAL_PASS = -1,
    LOCAL_THREATS_ANY = 255,
};

typedef enum { LOCAL_BLACK, LOCAL_WHITE, LOCAL_EMPTY } LocalColor;
typedef enum { LOCAL_CAPTURE_ALL, LOCAL_CAPTURE_ANY, LOCAL_LIVE } LocalGoal;
typedef enum { LOCAL_KOS_BLACK, LOCAL_KOS_WHITE, LOCAL_KOS_SIMPLE } LocalKos; /* who wins kos */

typedef struct {
    int width, height, count;
    bool playable[LOCAL_CELLS_MAX];
    int targets[LOCAL_TARGETS_MAX]; /* cells of the owner's stones */
    int target_count;
    LocalColor owner;
    LocalGoal goal;
    LocalKos kos;
} LocalRules;

static inline LocalColor local_opponent(LocalColor color) {
    return color == LOCAL_BLACK ? LOCAL_WHITE : LOCAL_BLACK;
}

#endif
