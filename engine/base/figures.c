#include "engine/base/figures.h"

#include <string.h>

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

void figures_describe(const Figure *figures, Text *text) {
    for (const Figure *figure = figures; figure->key != NULL; figure++) {
        if (figure->meaning != NULL) {
            const double unit = strstr(figure->meaning, "%%") == NULL ? 1 : 100;
            text_add(text, figure->meaning, unit * figure->value);
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
