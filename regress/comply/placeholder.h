/* What stands for something else in the lines of a check (script.h). */
#ifndef REGRESS_COMPLY_PLACEHOLDER_H
#define REGRESS_COMPLY_PLACEHOLDER_H

#include "regress/comply/probe.h"

typedef struct {
    const CheckList *list; /* with its #let lines */
    const Probe *probe;
    const char *item; /* of the loop */
    int index;        /* of a line that is sent several times */
    char *file;       /* path; NULL: none */
} Placeholders;

/* Adds a text with all that it has of them replaced. */
void placeholders_replace(const Placeholders *given, const char *from, Text *text);

#endif
