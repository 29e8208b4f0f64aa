/* `dihedra bench` alone, for WebAssembly: speed and signature of the engine as pages have it. */
#include "engine/base/os/system.h"
#include "engine/lab/bench/bench.h"

int main(int argc, char **argv) {
    os_prepare_process(&argc, &argv);
    return bench_main(argc, argv);
}
