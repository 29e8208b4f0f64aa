#include "gtp/version.h"

#include <stddef.h>

#include "engine/base/simd.h"
#include "engine/base/version.h"
#include "engine/eval/inside/inside.h"
#include "engine/eval/network.h"
#include "gtp/commit.h"

#ifdef __clang__
static const char COMPILER[] = "clang " __clang_version__;
#else
static const char COMPILER[] = "gcc " __VERSION__;
#endif

void version_print(FILE *stream) {
    Status status;
    size_t stored;
    Model *model = network_read_model(NETWORK_INSIDE, &status);
    fprintf(stream, "Dihedra " DIHEDRA_VERSION "\n");
    fprintf(stream, "commit               %s\n",
            DIHEDRA_COMMIT[0] == '\0' ? "unknown" : DIHEDRA_COMMIT);
    fprintf(stream, "compiler             %s\n", COMPILER);
    fprintf(stream, "vector instructions  %s (networks), %s (boards)\n", network_instructions(),
            simd_name(simd_level()));
    if (model != NULL && inside_bytes(&stored, &status) != NULL) {
        fprintf(stream, "network inside       %s, %.1f MB\n", model->name, (double)stored / 1e6);
    } else {
        fprintf(stream, "network inside       %s\n", inside_exists() ? status.text : "none");
    }
    model_free(model);
}
