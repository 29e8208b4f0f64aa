# What tests need beside the program, and longer tests:
#
#   make coverage     lines and branches of each module that the tests reach (gcc; TESTS as for make test; with
#                     MPI=mpicc what test-ranks reaches, too); fails below 92% of lines or 85% of branches
#   make messages     each text that the program can print, with its place (tests/messages)
#   make golden       renews tests/golden.tsv: what the solver's searches do
#   make test-ranks   what of them runs many ranks: with MPI=mpicc, or that of Open MPI or MPICH; LONG=1 for more kills
#   make fuzz         the fuzz targets (clang), FUZZ_SECONDS=60 each; fuzz-corpus: their corpora alone
#   make faults       calls that fail, a fixed sample, and hostile surroundings; faults-all: each call (hours);
#                     faults-nightly: an hour, drawn by the day
#   make soak         long sessions, SOAK_SECONDS=3600, and what they cost over time
#   make random-network  what writes networks of random weights, to measure with

.PHONY: coverage messages golden test-ranks random-network fuzz fuzz-corpus fuzzers faults faults-all faults-nightly faults-program soak

# The program with tests/faults/shim.c between it and the C library. FAULT_CALLS are the calls that it can
# make fail.
FAULT_CALLS := malloc calloc realloc aligned_alloc strdup strndup asprintf open_memstream regcomp uncompress mmap \
    fopen fdopen gzdopen opendir mkstemp mkdir memfd_create open fcntl stat fstat access realpath getcwd lseek dup2 \
    fsync ftruncate rename flock getentropy close read write fwrite fputs fputc fflush fclose vfprintf fprintf printf \
    puts putchar fread getc gzread fork execvp pipe2 poll pthread_create
$(OUT)/dihedra-faults: $(OBJECTS) $(OUT)/tests/faults/shim.o
	$(QUIET)$(CC) $(ALL_CFLAGS) $(LDFLAGS) $(FAULT_CALLS:%=-Wl,--wrap=%) -o $@ $^ $(LDLIBS)

ifdef MPI
$(dir $(PROGRAM))dihedra-faults: $(filter-out $(OUT)/$(RANKS),$(OBJECTS)) $(dir $(PROGRAM))$(RANKS) $(OUT)/tests/faults/shim.o
	$(QUIET)$(MPI) $(ALL_CFLAGS) $(LDFLAGS) $(FAULT_CALLS:%=-Wl,--wrap=%) -o $@ $^ $(LDLIBS)
endif

messages:
	@tests/messages

# Renews tests/golden.tsv, what deterministic searches did.
golden:
	@$(MAKE) --no-print-directory -s BUILD=dev build/dev/run-tests
	@rm -f build/dev/golden.tsv
	@$(PLAIN_ENGINE) DIHEDRA_GOLDEN=build/dev/golden.tsv build/dev/run-tests -j1 --filter '*_golden/*' >/dev/null
	@LC_ALL=C sort build/dev/golden.tsv >tests/golden.tsv

coverage:
	@find build/coverage -name '*.gcda' -delete 2>/dev/null || true
	@$(MAKE) --no-print-directory BUILD=coverage MPI= run-tests
	@$(if $(TESTS),,DIHEDRA_SIMD=plain $(MAKE) --no-print-directory BUILD=coverage MPI= run-tests TESTS='playout/*')
	@$(if $(MPI),$(MAKE) --no-print-directory BUILD=coverage test-ranks)
	@tests/coverage build/coverage

test-ranks: $(PROGRAM)
	@$(if $(LONG),DIHEDRA_LONG=1) $(PLAIN_ENGINE) \
	    tests/ranks/run $(PROGRAM) '$(or $(MPI),$(error make test-ranks needs MPI=mpicc))' $(TESTS)

# The fuzz targets; tests/fuzz/build hands in the compiler, flags and engine of OSS-Fuzz.
FUZZ_SECONDS ?= 60
FUZZ_CC      ?= clang
FUZZ_CFLAGS  ?= -O1 -g -fsanitize=fuzzer-no-link,address,undefined -DFUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
FUZZ_LINK    ?= $(FUZZ_CC) -fsanitize=fuzzer,address,undefined
FUZZERS := $(patsubst tests/fuzz/%.c,build/fuzz/%,$(filter-out $(if $(HAS_LIBEVENT),,%/fuzz_page.c),$(wildcard tests/fuzz/*.c)))
FUZZ_LIBRARY := $(patsubst %.c,build/fuzz/%.o,$(filter-out gtp/main.c,$(SOURCES)))
FUZZ_SUPPORT := $(patsubst %.c,build/fuzz/%.o,tests/plain/assertions.c \
    $(foreach folder,position oracle reader program session network,$(wildcard tests/support/$(folder)/*.c)))
.SECONDARY: $(FUZZ_LIBRARY) $(FUZZ_SUPPORT) $(FUZZERS:build/fuzz/%=build/fuzz/tests/fuzz/%.o)
build/fuzz/%.o: %.c Makefile
	@mkdir -p $(@D)
	$(QUIET)$(FUZZ_CC) $(ALL_CPPFLAGS) -std=c17 -pthread $(FUZZ_CFLAGS) -MMD -MP $(INSTRUCTIONS.$(*F)) -c -o $@ $<

$(FUZZ_LIBRARY): | $(GENERATED)

build/fuzz/tests/%.o: ALL_CPPFLAGS := -Itests/plain $(ALL_CPPFLAGS)
build/fuzz/library.a: $(FUZZ_LIBRARY) $(FUZZ_SUPPORT)
	@rm -f $@
	$(QUIET)ar rc $@ $^
build/fuzz/fuzz_%: build/fuzz/tests/fuzz/fuzz_%.o build/fuzz/library.a
	$(QUIET)$(FUZZ_LINK) -pthread -o $@ $^ $(LDLIBS)

-include $(FUZZ_LIBRARY:.o=.d) $(FUZZ_SUPPORT:.o=.d) $(wildcard build/fuzz/tests/fuzz/*.d)

# The words of GTP, for the fuzzer to put lines together from: the rows of the tables of commands.
build/fuzz/fuzz_gtp.dict: $(wildcard gtp/commands/*.c gtp/commands/*/*.c gtp/gogui/*.c)
	@mkdir -p $(@D)
	$(QUIET)sed -n 's/^    {\("[a-z_][a-zA-Z_-]*"\), ".*/\1/p' $^ | sort -u >$@

fuzzers: $(FUZZERS) build/fuzz/fuzz_gtp.dict
fuzz-corpus: fuzzers
	tests/fuzz/check-corpus

fuzz: fuzz-corpus
	for fuzzer in $(notdir $(FUZZERS)); do \
	    mkdir -p build/fuzz/found/$$fuzzer && \
	    build/fuzz/$$fuzzer $$(ls build/fuzz/$$fuzzer.dict 2>/dev/null | sed 's/^/-dict=/') \
	        -max_total_time=$(FUZZ_SECONDS) -print_final_stats=1 -artifact_prefix=build/fuzz/$$fuzzer- \
	        build/fuzz/found/$$fuzzer tests/fuzz/corpus/$$fuzzer || exit 1; done

# Calls that fail, under the sanitizers; what prepares and goes on is the release build.
FAULT_MPI := $(notdir $(shell command -v mpicc.openmpi))
FAULTS := tests/faults/run build/asan-clang/dihedra-faults --plain $(PROGRAM) \
    $(FAULT_MPI:%=--mpi build/asan-clang-%/dihedra-faults)
faults-program: all
	@$(MAKE) --no-print-directory BUILD=asan CC=clang build/asan-clang/dihedra-faults
	@$(if $(FAULT_MPI),$(MAKE) --no-print-directory BUILD=asan CC=clang MPI=$(FAULT_MPI) build/asan-clang-$(FAULT_MPI)/dihedra-faults)
	@$(MAKE) --no-print-directory BUILD=dev build/dev/dihedra-faults

faults: faults-program
	$(FAULTS) --seconds 50
	tests/faults/hostile build/dev/dihedra-faults

faults-all: faults-program
	$(FAULTS) --all
	MOMENTS=10 tests/faults/hostile build/dev/dihedra-faults

faults-nightly: faults-program
	$(FAULTS) --seed random --seconds 3600
	SEED=$$(date +%Y%m%d) MOMENTS=3 tests/faults/hostile build/dev/dihedra-faults

SOAK_SECONDS ?= 3600
soak: all
	nice -n 19 tests/soak/run $(PROGRAM) --seconds $(SOAK_SECONDS)

# What writes networks of any size to measure with.
random-network: $(OUT)/random-network
$(OUT)/random-network: $(OUT)/tests/support/network/random_network/random_network.o \
    $(OUT)/tests/support/network/net_spec.o
	$(QUIET)$(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS)
