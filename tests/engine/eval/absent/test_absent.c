/* A build without networks says why it cannot open one, and needs none for anything else. */
#include "gtp/models.h"
#include "tests/support/session.h"

#include <sys/stat.h>

Test(network_absent, says_what_is_missing) {
    const EngineOptions options = {.model = "network.bin.gz"};
    Models models;
    Status status;
    cr_assert_not(models_start(&options, &models, &status));
    cr_assert(models.main == NULL && models.human == NULL);
    cr_assert_str_eq(status.text, "network.bin.gz: this program was built without oneDNN 2, "
                                  "which networks need");
}

/* A default network for another build of the program does not keep this one from playing. */
Test(network_absent, plays_beside_a_default_network) {
    char base[] = "/tmp/dihedra-test-XXXXXX", folder[64], path[96];
    cr_assert_not_null(mkdtemp(base));
    snprintf(folder, sizeof folder, "%s/dihedra", base);
    snprintf(path, sizeof path, "%s/default.bin.gz", folder);
    cr_assert_eq(mkdir(folder, 0700), 0);
    FILE *file = fopen(path, "wb");
    cr_assert(file != NULL && fclose(file) == 0);
    setenv("XDG_DATA_HOME", base, 1);
    unsetenv("DIHEDRA_MODEL");
    const EngineOptions options = engine_options_default();
    Models models;
    Status status;
    cr_assert(models_start(&options, &models, &status), "%s", status.text);
    cr_assert(models.main == NULL && models.human == NULL);
    unlink(path);
    rmdir(folder);
    rmdir(base);
}
