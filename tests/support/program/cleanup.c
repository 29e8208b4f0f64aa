#include "tests/support/program/cleanup.h"

#include <stdarg.h>

typedef struct Opened {
    void *what;
    void (*release)(void *);
    struct Opened *next;
} Opened;

/* What the running test has opened, the last one first. It is global as the runners are. */
static Opened *opened;
static int is_registered;

static void release_first(Opened **place) {
    Opened *first = *place;
    *place = first->next;
    first->release(first->what);
    free(first);
}

void cleanup_run(void) {
    while (opened != NULL) {
        release_first(&opened);
    }
}

void cleanup_add(void *what, void (*release)(void *)) {
    Opened *added = malloc(sizeof *added);
    if (added == NULL) {
        abort();
    }
    *added = (Opened){what, release, opened};
    opened = added;
    if (!is_registered) {
        is_registered = atexit(cleanup_run) == 0;
    }
}

void cleanup_now(void *what) {
    Opened **place = &opened;
    while (*place != NULL && (*place)->what != what) {
        place = &(*place)->next;
    }
    if (*place != NULL) {
        release_first(place);
    }
}

void *cleanup_free(void *memory) {
    cleanup_add(memory, free);
    return memory;
}

static void decref(void *json) {
    json_decref(json);
}

json_t *cleanup_json(json_t *json) {
    cleanup_add(json, decref);
    return json;
}

static void release_text(void *text) {
    text_free(text);
    free(text);
}

Text *text_kept(void) {
    Text *text = calloc(1, sizeof *text);
    cleanup_add(text, release_text);
    return text;
}

char *formatted(const char *format, ...) {
    char *text = NULL;
    va_list args;
    va_start(args, format);
    if (vasprintf(&text, format, args) < 0) {
        abort();
    }
    va_end(args);
    return cleanup_free(text);
}

void expect_in(const char *text, const char *part) {
    cr_assert_not_null(strstr(text, part), "'%s' is not in:\n%s", part, text);
}

int count_in(const char *text, const char *part) {
    int count = 0;
    for (; (text = strstr(text, part)) != NULL; text++) {
        count++;
    }
    return count;
}
