#include "regress/review/rank/rank_estimate.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double TAIL = 0.05; /* beyond either end of the interval */

/* Reads "NAME NUMBER" and goes on to the next line. */
static bool read_line(const char **at, char name[RANK_ESTIMATE_NAME_MAX], double *value) {
    int length = 0;
    if (sscanf(*at, "%7[^ \n] %lf%n", name, value, &length) != 2 || (*at)[strlen(name)] != ' ' ||
        !isfinite(*value) || ((*at)[length] != '\n' && (*at)[length] != '\0')) {
        return false;
    }
    *at += length + ((*at)[length] == '\n');
    return true;
}

bool rank_evidence_add(RankEvidence *evidence, const char *answer, Status *status) {
    RankEvidence next = *evidence;
    int count = 0;
    for (const char *at = answer; *at != '\0'; count++) {
        char name[RANK_ESTIMATE_NAME_MAX];
        double value;
        if (count == RANK_ESTIMATE_RANKS_MAX || !read_line(&at, name, &value)) {
            return status_fail(status, "the engine's ranks make no sense: '%.40s'", at);
        }
        if (evidence->rank_count > 0 &&
            (count >= evidence->rank_count || strcmp(evidence->names[count], name) != 0)) {
            return status_fail(status, "the engine had no rank %s before", name);
        }
        memcpy(next.names[count], name, sizeof name);
        next.sums[count] += value;
    }
    if (count == 0) {
        return true;
    }
    if (evidence->rank_count > count) {
        return status_fail(status, "the engine had a rank %s before", evidence->names[count]);
    }
    next.rank_count = count;
    next.moves++;
    *evidence = next;
    return true;
}

void rank_evidence_join(RankEvidence *evidence, const RankEvidence *other) {
    if (other->rank_count == 0) {
        return;
    }
    evidence->rank_count = other->rank_count;
    memcpy(evidence->names, other->names, sizeof evidence->names);
    for (int i = 0; i < other->rank_count; i++) {
        evidence->sums[i] += other->sums[i];
    }
    evidence->moves += other->moves;
}

/* The first rank up to which this share of the chances is reached. */
static int find_quantile(const RankEvidence *evidence, double share) {
    double most = -INFINITY, whole = 0, sum = 0;
    for (int i = 0; i < evidence->rank_count; i++) {
        most = fmax(most, evidence->sums[i]);
    }
    for (int i = 0; i < evidence->rank_count; i++) {
        whole += exp(evidence->sums[i] - most);
    }
    for (int i = 0; i < evidence->rank_count; i++) {
        sum += exp(evidence->sums[i] - most) / whole;
        if (sum >= share) {
            return i;
        }
    }
    return evidence->rank_count - 1;
}

bool rank_estimate(const RankEvidence *evidence, RankEstimate *estimate) {
    if (evidence->moves < RANK_ESTIMATE_MOVES_MIN) {
        return false;
    }
    *estimate = (RankEstimate){.rank = find_quantile(evidence, 0.5),
                               .low = find_quantile(evidence, TAIL),
                               .high = find_quantile(evidence, 1 - TAIL)};
    return true;
}

void rank_estimate_describe(const RankEvidence *evidence, const RankEstimate *estimate,
                            Text *text) {
    text_add(text, "%s (90%%: %s", evidence->names[estimate->rank], evidence->names[estimate->low]);
    if (estimate->low < estimate->high) {
        text_add(text, " to %s", evidence->names[estimate->high]);
    }
    text_add(text, ")");
}
