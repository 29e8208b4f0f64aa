#include "engine/base/figures.h"

void figures_add(json_t *object, const Figure *figures) {
    for (const Figure *figure = figures; figure->key != NULL; figure++) {
        if (object != NULL) {
            json_set_figure(object, figure->key, figure->value, figure->decimals);
        } else {
            printf("%-30s %12.*f   %s\n", figure->key, figure->decimals, figure->value,
                   figure->meaning);
        }
    }
}

void figures_add_text(json_t *object, const char *key, const char *value, const char *meaning) {
    if (object != NULL) {
        json_set_text(object, key, value);
    } else {
        printf("%-30s %12s%s%s\n", key, value, meaning == NULL ? "" : "   ",
               meaning == NULL ? "" : meaning);
    }
}

static void print_row(const char *table, bool is_first, const Figure *cells) {
    if (is_first) {
        printf("%s\n\n|", table);
        for (const Figure *cell = cells; cell->key != NULL; cell++) {
            printf(" %s |", cell->key);
        }
        printf("\n|");
        for (const Figure *cell = cells; cell->key != NULL; cell++) {
            printf(" --- |");
        }
        printf("\n");
    }
    printf("|");
    for (const Figure *cell = cells; cell->key != NULL; cell++) {
        if (cell->meaning != NULL) {
            printf(" %s |", cell->meaning);
        } else {
            printf(" %.*f |", cell->decimals, cell->value);
        }
    }
    printf("\n");
    fflush(stdout);
}

void figures_add_row(json_t *object, const char *table, bool is_first, const Figure *cells) {
    if (object == NULL) {
        print_row(table, is_first, cells);
        return;
    }
    json_t *row = json_new_object();
    for (const Figure *cell = cells; cell->key != NULL; cell++) {
        if (cell->meaning != NULL) {
            json_set_text(row, cell->key, cell->meaning);
        } else {
            json_set_figure(row, cell->key, cell->value, cell->decimals);
        }
    }
    if (is_first) {
        json_set_value(object, table, json_new_array());
    }
    json_add_value(json_object_get(object, table), row);
}
