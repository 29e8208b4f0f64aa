/* Checks of clocks: the engine plays under each kind, and a late move is shown with its time. The
 * clock here is the controller's, so it has the time of the pipe in it; what that may take is
 * allowed as a lag. */
#include "regress/comply/checks/levels.h"
#include "regress/comply/probe.h"

#include <stdio.h>
#include <string.h>

static const double LAG_SECONDS = 0.5; /* a move, for pipes and a busy machine */

enum { GAME_MOVES = 24 };

/* Asks for a move that may take so long. Returns the seconds it took, or -1 if there was none. */
static double move_within(Probe *probe, const char *color, double seconds, int *passes) {
    char came[128];
    const Reply *reply = probe_ask(probe, "genmove %s", color);
    if (reply->sign != '=') {
        return -1;
    }
    *passes =
        strcmp(reply->body, "pass") == 0 || strcmp(reply->body, "PASS") == 0 ? *passes + 1 : 0;
    if (strcmp(reply->body, "resign") == 0) {
        *passes = 2;
    }
    if (reply->seconds > seconds + LAG_SECONDS) {
        snprintf(came, sizeof came, "%.40s after %.2f s", reply->body, reply->seconds);
        probe_complain_of(probe, came, "a move within the %.3g s that were left", seconds);
        return -1;
    }
    return reply->seconds;
}

/* Both sides have the whole time for all moves. `tells`: they are told what is left of it. */
static void play_absolute(Probe *probe, bool tells) {
    double left[2] = {3, 3};
    int passes = 0;
    probe_new_game(probe);
    probe_expect(probe, "time_settings 3 0 0", "=");
    for (int i = 0; i < GAME_MOVES && passes < 2 && probe->complaint_count == 0; i++) {
        const char *color = i % 2 == 0 ? "b" : "w";
        if (tells) {
            probe_ask(probe, "time_left %s %d 0", color, (int)(left[i % 2] + 0.5));
        }
        const double seconds = move_within(probe, color, left[i % 2], &passes);
        if (seconds < 0) {
            return;
        }
        left[i % 2] -= seconds > LAG_SECONDS / 10 ? seconds - LAG_SECONDS / 10 : 0;
    }
}

static void check_absolute(Probe *probe) {
    play_absolute(probe, probe_knows(probe, "time_left"));
}

static void check_untold(Probe *probe) {
    play_absolute(probe, false);
}

/* Three moves in two seconds, again and again. */
static void check_canadian(Probe *probe) {
    int passes = 0;
    probe_new_game(probe);
    probe_expect(probe, "time_settings 0 2 3", "=");
    for (int period = 0; period < 2 && passes < 2; period++) {
        double left = 2;
        for (int stones = 3; stones > 0 && passes < 2; stones--) {
            if (probe_knows(probe, "time_left")) {
                probe_ask(probe, "time_left b %d %d", (int)(left + 0.5), stones);
            }
            const double seconds = move_within(probe, "b", left, &passes);
            if (seconds < 0) {
                return;
            }
            left -= seconds;
            probe_ask(probe, "play w pass");
        }
    }
}

/* Little time left of much. */
static void check_little_left(Probe *probe) {
    int passes = 0;
    probe_new_game(probe);
    probe_expect(probe, "time_settings 600 0 0", "=");
    probe_expect(probe, "time_left b 1 0", "=");
    probe_expect(probe, "time_left w 600 0", "=");
    move_within(probe, "b", 1, &passes);
}

static void check_nothing_left(Probe *probe) {
    int passes = 0;
    probe_new_game(probe);
    probe_expect(probe, "time_settings 60 0 0", "=");
    probe_expect(probe, "time_left w 0 0", "=");
    move_within(probe, "w", 1, &passes);
}

/* CGOS sends such values now and then. */
static void check_negative(Probe *probe) {
    int passes = 0;
    probe_new_game(probe);
    probe_expect(probe, "time_settings 60 0 0", "=");
    probe_expect(probe, "time_left b -1 0", "=");
    move_within(probe, "b", 1, &passes);
}

/* Black is told the same before each of its moves, and has a second for it. */
static void play_told(Probe *probe, const char *settings, const char *told, int moves) {
    int passes = 0;
    probe_new_game(probe);
    probe_expect(probe, settings, "=");
    for (int i = 0; i < moves && passes < 2; i++) {
        probe_ask(probe, "%s", told);
        if (move_within(probe, "b", 1, &passes) < 0) {
            return;
        }
        probe_ask(probe, "play w pass");
    }
}

/* Under Japanese byo-yomi time_left has the periods that are left. */
static void check_byoyomi(Probe *probe) {
    play_told(probe, "kgs-time_settings byoyomi 0 1 3", "time_left b 1 3", 4);
}

static void check_kata_fischer(Probe *probe) {
    play_told(probe, "kata-time_settings fischer 1 1", "time_left b 1 0", 3);
}

enum {
    SERVERS = TOURNAMENT | GOGUI | KGS | CGOS | GOMILL,
};

// clang-format off
const ComplyCheck CLOCK_CHECKS[] = {
    {.id = "clock.absolute", .levels = SERVERS, .source = "GTP 2, 4.2 time handling", .needs = "time_settings",
     .run = check_absolute, .wants_new = true, .meaning = "a game is played within 3 s a side: main time without byo-yomi"},
    {.id = "clock.untold", .levels = TOURNAMENT | GOGUI, .source = "GTP 2, 4.2 time handling", .needs = "time_settings",
     .run = check_untold, .wants_new = true, .meaning = "the same without time_left: time_settings is enough"},
    {.id = "clock.canadian", .levels = SERVERS, .source = "GTP 2, 4.2 time handling", .needs = "time_settings",
     .run = check_canadian, .wants_new = true, .meaning = "3 stones are played within 2 s: Canadian byo-yomi"},
    {.id = "clock.little_left", .levels = SERVERS, .source = "GTP 2, time_left", .needs = "time_settings time_left",
     .run = check_little_left, .wants_new = true, .meaning = "with 1 s left of 600 a move takes no longer"},
    {.id = "clock.nothing_left", .levels = SERVERS, .source = "GTP 2, time_left", .needs = "time_settings time_left",
     .run = check_nothing_left, .wants_new = true, .meaning = "with no time left a move comes at once"},
    {.id = "clock.negative", .levels = CGOS, .source = "CGOS", .needs = "time_settings time_left",
     .run = check_negative, .wants_new = true, .meaning = "a negative time is accepted, and a move comes at once"},
    {.id = "clock.byoyomi", .levels = KGS, .source = "KGS, kgsGtp", .needs = "kgs-time_settings time_left",
     .run = check_byoyomi, .wants_new = true, .meaning = "moves are played within Japanese byo-yomi of 1 s"},
    {.id = "clock.kgs_kinds", .levels = KGS, .source = "KGS, kgsGtp", .needs = "kgs-time_settings", .wants_new = true,
     .meaning = "all kinds of clocks are accepted",
     .script = "kgs-time_settings none\n=\nkgs-time_settings absolute 300\n=\nkgs-time_settings byoyomi 300 30 5\n=\n"
               "kgs-time_settings canadian 300 60 25\n=\n"},
    {.id = "clock.fischer", .levels = LIZZIE, .source = "KataGo, GTP_Extensions.md",
     .needs = "kata-time_settings time_left", .run = check_kata_fischer, .wants_new = true,
     .meaning = "moves are played within an increment of 1 s"},
    {0},
};
// clang-format on
