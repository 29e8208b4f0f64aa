/* Progress on a terminal and elsewhere, written to a stream in memory. */
#include <math.h>

#include "engine/base/clock.h"
#include "engine/base/progress.h"
#include "tests/support/program/cleanup.h"

#define BAR(cells, text) "\r\033[?7l[" cells "] " text "\033[K\033[?7h"
#define WIPE             "\r\033[K"

typedef struct {
    Progress progress;
    char *text;
    size_t length;
} Screen;

static void screen_open(Screen *screen, bool on_terminal, bool tells_tenths, double done) {
    *screen = (Screen){.progress = progress_start(tells_tenths, done)};
    screen->progress.stream = open_memstream(&screen->text, &screen->length);
    screen->progress.on_terminal = on_terminal;
}

static void screen_expect(Screen *screen, const char *text) {
    progress_end(&screen->progress);
    fclose(screen->progress.stream);
    cr_assert_str_eq(screen->text, text);
    free(screen->text);
}

Test(progress, a_bar_is_redrawn_in_place) {
    Screen screen;
    screen_open(&screen, true, false, 0);
    progress_show(&screen.progress, 0, "%d games", 0);
    progress_show(&screen.progress, 1, "%d games", 2);
    screen_expect(&screen, BAR("------------------------", "0 games")
                               BAR("########################", "2 games") WIPE);
}

/* Half of the work is done and a quarter was done before: 10 seconds for a quarter, 20 to go. */
Test(progress, what_is_left_is_told_from_what_was_done_here) {
    Screen screen;
    screen_open(&screen, true, false, 0.25);
    screen.progress.start = clock_seconds() - 10;
    progress_show(&screen.progress, 0.25, "a");
    screen.progress.start = clock_seconds() - 10;
    progress_show(&screen.progress, 0.5, "b");
    screen_expect(&screen, BAR("######------------------", "a")
                               BAR("############------------", "b, 20 s to go") WIPE);
}

Test(progress, a_line_stays_above_the_bar) {
    Screen screen;
    screen_open(&screen, true, false, 0);
    progress_line(&screen.progress, "before");
    progress_show(&screen.progress, 1, "done");
    progress_line(&screen.progress, "game %d", 1);
    screen_expect(&screen, "before\n" BAR("########################", "done") WIPE
                  "game 1\n" BAR("########################", "done") WIPE);
}

Test(progress, work_of_unknown_length_shows_the_time) {
    Screen screen;
    screen_open(&screen, true, false, 0);
    screen.progress.start = clock_seconds() - 125.5;
    progress_show(&screen.progress, NAN, "value 3 to %d", 5);
    screen_expect(&screen, BAR("2:05", "value 3 to 5") WIPE);
}

static int count_lines(bool tells_tenths, int total) {
    Screen screen;
    int lines = 0;
    screen_open(&screen, false, tells_tenths, 0);
    for (int done = 1; done <= total; done++) {
        progress_show(&screen.progress, (double)done / total, "%d/%d", done, total);
    }
    progress_show(&screen.progress, NAN, "unknown");
    progress_end(&screen.progress);
    fclose(screen.progress.stream);
    cr_assert_null(strchr(screen.text, '\r'));
    for (const char *s = screen.text; *s != '\0'; s++) {
        lines += *s == '\n';
    }
    free(screen.text);
    return lines;
}

Test(progress, off_a_terminal_there_is_a_line_a_tenth) {
    cr_assert_eq(count_lines(true, 1000), 10);
    cr_assert_eq(count_lines(true, 30), 10);
    cr_assert_eq(count_lines(true, 3), 3);
    cr_assert_eq(count_lines(false, 1000), 0);
}
