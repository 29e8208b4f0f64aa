#include "gtp/solve/literature.h"

/* engine/solve/values.py reads these two tables, too. */

enum { DRANGE, TROMP, WERF_2003, WERF_2009 };

// clang-format off
static const char *const SOURCES[] = {
    [DRANGE] = "T. Drange, 1998, by hand",                  /* mathpuzzle.com/go */
    [TROMP] = "J. Tromp",                                   /* tromp.github.io/go.html */
    [WERF_2003] = "E. van der Werf and others, 2003",       /* "Solving Go on small boards", ICGA Journal */
    [WERF_2009] = "E. van der Werf and M. Winands, 2009",   /* "Solving Go for rectangular boards", ICGA Journal */
};

/* The shorter side first. Drange does not tell his ko rule; his values of 1x6 and 4x4 are those of superko. */
static const struct {
    int width, height;
    KoRule ko;
    int value, source;
} VALUES[] = {
    {1, 2, KO_POSITIONAL, 0, DRANGE},
    {1, 3, KO_POSITIONAL, 3, DRANGE},
    {1, 4, KO_POSITIONAL, 4, DRANGE},
    {1, 5, KO_POSITIONAL, 0, DRANGE},
    {1, 6, KO_POSITIONAL, 1, DRANGE},
    {1, 7, KO_POSITIONAL, 2, DRANGE},
    {1, 8, KO_POSITIONAL, 3, DRANGE},
    {1, 9, KO_POSITIONAL, 0, DRANGE},
    {1, 10, KO_POSITIONAL, 1, DRANGE},
    {1, 11, KO_POSITIONAL, 2, DRANGE},
    {1, 12, KO_POSITIONAL, 1, DRANGE},
    {1, 13, KO_POSITIONAL, 2, DRANGE},
    {2, 2, KO_POSITIONAL, 1, DRANGE},
    {2, 3, KO_POSITIONAL, 0, DRANGE},
    {2, 4, KO_POSITIONAL, 8, DRANGE},
    {2, 5, KO_POSITIONAL, 10, DRANGE},
    {2, 6, KO_POSITIONAL, 12, DRANGE},
    {2, 7, KO_POSITIONAL, 14, DRANGE},
    {2, 8, KO_POSITIONAL, 16, DRANGE},
    {2, 9, KO_POSITIONAL, 18, DRANGE},
    {2, 10, KO_POSITIONAL, 4, DRANGE},
    {2, 11, KO_POSITIONAL, 4, DRANGE},
    {3, 3, KO_POSITIONAL, 9, DRANGE},
    {3, 4, KO_POSITIONAL, 4, DRANGE},
    {3, 5, KO_POSITIONAL, 15, DRANGE},
    {3, 5, KO_POSITIONAL, 15, WERF_2009},
    {3, 6, KO_POSITIONAL, 18, DRANGE},
    {3, 7, KO_POSITIONAL, 5, DRANGE},
    {3, 8, KO_POSITIONAL, 24, DRANGE},
    {4, 4, KO_POSITIONAL, 2, DRANGE},
    {4, 4, KO_POSITIONAL, 2, TROMP},
    {4, 4, KO_POSITIONAL, 2, WERF_2003},
    {4, 5, KO_SIMPLE, 20, WERF_2009},
    {4, 5, KO_POSITIONAL, 20, DRANGE},
    {4, 6, KO_POSITIONAL, 1, DRANGE},
    {4, 7, KO_POSITIONAL, 4, DRANGE},
    {5, 5, KO_SIMPLE, 25, WERF_2003},
    {5, 5, KO_POSITIONAL, 25, DRANGE},
};
// clang-format on

void literature_add_text(int width, int height, KoRule ko, Text *text) {
    const int shorter = width < height ? width : height, longer = width < height ? height : width;
    const char *between = "";
    for (size_t i = 0; i < sizeof VALUES / sizeof VALUES[0]; i++) {
        if (VALUES[i].width == shorter && VALUES[i].height == longer && VALUES[i].ko == ko) {
            text_add(text, "%s%+d (%s)", between, VALUES[i].value, SOURCES[VALUES[i].source]);
            between = "; ";
        }
    }
}
