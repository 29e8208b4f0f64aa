/* Finds the known name that was probably meant by an unknown one: one that begins with it, or the
 * nearest one with few enough wrong letters. Dashes at the start of names do not count. A
 * Suggestion belongs to one thread. */
#ifndef ENGINE_BASE_SUGGESTION_H
#define ENGINE_BASE_SUGGESTION_H

enum { SUGGESTION_NAME_MAX = 64 /* bytes with the NUL */ };

typedef struct {
    const char *given;
    char name[SUGGESTION_NAME_MAX]; /* the nearest name so far; "": none is near */
    int limit;                      /* the next one must have fewer wrong letters */
} Suggestion;

/* `given` must outlive the suggestion. */
Suggestion suggestion_new(const char *given);

/* Considers a known name of less than SUGGESTION_NAME_MAX bytes. Of equally near names the first
 * one stays. */
void suggestion_offer(Suggestion *suggestion, const char *name);

enum { SUGGESTION_HINT_MAX = SUGGESTION_NAME_MAX + 20 };

/* Writes " (did you mean NAME?)", or nothing if no name is near. Returns text. */
const char *suggestion_hint(const Suggestion *suggestion, char text[SUGGESTION_HINT_MAX]);

#endif
