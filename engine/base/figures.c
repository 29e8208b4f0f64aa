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
