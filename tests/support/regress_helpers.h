/* For tests of the regression runner: an engine that is a few lines of shell and does whatever bad
 * thing it is told, and suites in a folder of their own. That no process is left shows a pipe that
 * only engines hold open: it is at its end then and not before. */
#ifndef TESTS_SUPPORT_REGRESS_HELPERS_H
#define TESTS_SUPPORT_REGRESS_HELPERS_H

#include <criterion/criterion.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* ---- The engine ---- */

/* It tells its position: the file that it loaded and the moves since. Commands to come are put in
 * the place of %s. */
static const char engine_form[] =
    "sh -c '[ ! -e gone ] || { read -r x; exit 4; }; while read -r id c a; do k=\"=\"; t=\"\"; "
    "case \"$c\" in "
    "quit) exit 0;; name) t=Fake;; version) t=1.0;; "
    "loadsgf) if [ \"$a\" = missing.sgf ]; then k=\"?\"; t=\"cannot load file\"; else "
    "p=\"$a\"; fi;; "
    "boardsize) p=\"$a\";; clear_board) p=\"${p%%%%/*}/\";; komi) s=\"$s komi$a\";; "
    "play) p=\"$p $a\";; genmove) t=D4; p=\"$p $a D4\";; "
    "where) t=\"$p$s\";; say) t=\"$a\";; refuse) k=\"?\"; t=\"$a\";; count) n=$((n+1)); t=$n;; "
    "lines) t=\"one\ntwo\";; folder) t=\"${PWD##*/}\";; "
    "die) exit 3;; hang) exec sleep 1000;; babble) printf \"hello\\n\"; continue;; "
    "flood) exec yes \"=$id\";; leave) : > gone; exit 5;; "
    "flip) if [ -e flip ]; then rm flip; t=1; else : > flip; t=0; fi;; "
    "%s *) k=\"?\"; t=\"Unknown command\";; "
    "esac; printf \"%%s%%s %%s\\n\\n\" \"$k\" \"$id\" \"$t\"; done'";

static inline const char *engine_with(const char *more) {
    static char engine[2048];
    snprintf(engine, sizeof engine, engine_form, more);
    return engine;
}

/* ---- A folder of suites ---- */

typedef struct {
    char folder[64];
    int watch; /* at its end when all engines are gone */
    int held;  /* the other end, which they inherit */
} Place;

static inline Place open_place(void) {
    Place place = {.folder = "/tmp/dihedra-regress-XXXXXX"};
    int ends[2];
    cr_assert_not_null(mkdtemp(place.folder));
    cr_assert_eq(pipe(ends), 0);
    cr_assert_eq(fcntl(ends[0], F_SETFD, FD_CLOEXEC), 0);
    place.watch = ends[0];
    place.held = ends[1];
    return place;
}

static inline void close_place(Place *place) {
    char byte, command[128];
    struct pollfd fd = {place->watch, POLLIN, 0};
    close(place->held);
    cr_assert_eq(poll(&fd, 1, 20000), 1, "a process is left");
    cr_assert_eq(read(place->watch, &byte, 1), 0);
    close(place->watch);
    snprintf(command, sizeof command, "rm -r %s", place->folder);
    cr_assert_eq(system(command), 0);
}

static inline const char *path_in(const Place *place, const char *name) {
    static char paths[4][128];
    static int next;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", place->folder, name);
    return path;
}

static inline void write_text(const Place *place, const char *name, const char *text) {
    FILE *file = fopen(path_in(place, name), "w");
    fputs(text, file);
    cr_assert_eq(fclose(file), 0);
}

#endif
