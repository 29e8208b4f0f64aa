# Dihedra. `make` builds build/release/dihedra; BUILD=dev|asan|tsan builds beside it, and so
# does CC=clang, in build/release-clang. It uses all processors unless -j says otherwise.
#
#   make              the program
#   make demo         a whole game of the engine against itself over GTP
#   make test         the tests (BUILD=dev unless said otherwise; TESTS='suite/name*' for some,
#                     LONG=1 for the long mode)
#   make test-ranks   what of them runs many ranks: with MPI=mpicc, or that of Open MPI or MPICH;
#                     LONG=1 for more kills
#   make mutants      changes the program in MUTANTS=2000 places, one at a time, and runs the tests
#   make coverage     lines and branches of each module that the tests reach (gcc; TESTS as for make
#                     test; with MPI=mpicc what test-ranks reaches, too); fails below 92% of
#                     lines or 85% of branches
#   make test-clients what of them speaks to the program as other people's programs do
#   make check        formatting, CSS and JavaScript, the direction of includes, cycles of
#                     includes and calls, code that nothing uses or that stands twice, paths in
#                     documents, clang-tidy
#   make signature    the digest of what the search does, compared with tests/signature
#   make golden       renews tests/golden.tsv: what the solver's searches do
#   make MPI=mpicc    with MPI, by the compiler of Open MPI or MPICH, in build/release-mpicc
#   make INSIDE=FILE  another network inside than engine/eval/inside/network.bin; INSIDE=: none
#   make static       build/static/dihedra: one file for any Linux of the compiler's processor
#   make windows      build/windows/dihedra.exe, by mingw-w64, and a zip with it
#   make check-systems  README.md's lines and the package in roots of Debian 12, 13, Ubuntu 24.04
#   make dist         build/dist/dihedra-VERSION.tar.gz, the same bytes from the same commit
#   make deb          Debian package of the last commit, for this system's release
#   make release      all that is published, into one folder
#   make manual       manual pages and completions of shells; make check-manuals asks the shells
#   make install      DESTDIR, PREFIX, BINDIR, MANDIR as usual; make uninstall
#   make fuzz         the fuzz targets (clang), FUZZ_SECONDS=60 each
#   make faults       calls that fail, a fixed sample, and hostile surroundings; faults-all: each call
#                     (hours); faults-nightly: an hour, drawn by the day
#   make soak         long sessions, SOAK_SECONDS=3600, and what they cost over time
#   make fit          the tools that made engine/eval/prior/weights.bin and the network inside
#   make random-network  what writes networks of random weights, to measure with

# On the command line -j wins over this; in the environment (here of the shell) it is seen. clean may not run beside others.
ifeq ($(MAKELEVEL)$(filter -j% --jobserver%,$(shell echo "$$MAKEFLAGS"))$(filter clean,$(MAKECMDGOALS)),0)
MAKEFLAGS += -j$(shell nproc 2>/dev/null || getconf _NPROCESSORS_ONLN)
endif

BUILD   ?= release
comma   := ,
PREFIX  ?= /usr/local
# The version stands in one place: a release's source has it in .version, a clone in its last tag.
# The commit is in .commit, or what git says.
RELEASE := 0.1.0
VERSION := $(or $(shell cat .version 2>/dev/null),$(patsubst v%,%,$(shell git describe --tags --match 'v[0-9]*' 2>/dev/null)),$(RELEASE))
COMMIT  := $(or $(shell cat .commit 2>/dev/null),$(shell git describe --always --dirty --exclude='*' 2>/dev/null))
ifeq ($(origin CC),default)
CC      := gcc
endif

MACHINE := $(shell $(CC) -dumpmachine)
SYSTEM  := $(if $(findstring mingw,$(MACHINE)),windows,posix)
EXE     := $(if $(filter windows,$(SYSTEM)),.exe)
OUT := build/$(BUILD)$(if $(filter-out gcc,$(notdir $(CC))),-$(notdir $(CC)))
PROGRAM := $(OUT)$(if $(MPI),-$(notdir $(MPI)))/dihedra$(EXE)

# The release build is hardened, except on Windows, whose linker does its share by default. A
# distribution's own flags come later, in CFLAGS and CPPFLAGS.
ifeq ($(SYSTEM)$(findstring apple,$(MACHINE)),posix)
HARDENING := -fPIE -fstack-protector-strong $(if $(filter x86_64%,$(MACHINE)),-fcf-protection) \
             $(if $(filter aarch64%,$(MACHINE)),-mbranch-protection=standard) \
             $(if $(findstring _FORTIFY_SOURCE,$(CPPFLAGS)),,-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2)
ifeq ($(BUILD),release)
HARDENED_LINK := -pie -Wl,-z,relro,-z,now,-z,noexecstack
endif
endif

# Folders of the mutants' program that are put under sanitizers (tests/mutation).
SANITIZE ?=

# The flags of each build, in place of CFLAGS' usual optimisation.
FLAGS.release := -O3 -g $(HARDENING)
FLAGS.dev     := -O2 -g -Werror
FLAGS.asan    := -O1 -g -Werror -fsanitize=address,undefined -fno-sanitize-recover=all \
                 -fno-omit-frame-pointer
FLAGS.tsan    := -O1 -g -Werror -fsanitize=thread
FLAGS.mutation := -O1 -w
FLAGS.coverage := -O1 -g -Werror --coverage -fprofile-update=atomic
ifndef FLAGS.$(BUILD)
$(error unknown BUILD '$(BUILD)': use release, dev, asan, tsan, coverage or mutation)
endif

ALL_CPPFLAGS := -I. -I$(OUT) -D_GNU_SOURCE -DDIHEDRA_VERSION='"$(VERSION)"' $(CPPFLAGS)
ALL_CFLAGS   := -std=c17 -pthread -Wall -Wextra -Wpedantic -Wshadow -Wconversion \
                $(FLAGS.$(BUILD)) $(CFLAGS)
LDLIBS       := -ljansson -lz -lm

# --sandbox, if a program with libseccomp can be linked.
ifneq ($(shell program=$$(mktemp) && printf '\43include <seccomp.h>\nint main(void) { return seccomp_init(0) == 0; }\n' | \
    $(CC) $(CPPFLAGS) $(LDFLAGS) -x c -o "$$program" - -lseccomp 2>/dev/null && echo yes; rm -f "$$program"),)
ALL_CPPFLAGS += -DDIHEDRA_SECCOMP
LDLIBS       += -lseccomp
endif

# Windows has no regular expressions; formats are those of C99, and other builds check them.
ifeq ($(SYSTEM),windows)
ALL_CPPFLAGS += -D__USE_MINGW_ANSI_STDIO=1
ALL_CFLAGS   += -Wno-format -Wno-float-conversion -Wa,-muse-unaligned-vector-move
LDLIBS       += -ltre -lntdll -lwinmm -lshell32 -static -Wl,--stack,8388608,--no-insert-timestamp
endif

# A folder is a module, and its tests lie under tests/ in a folder of the same name.
FOLDERS := hash tt $(addprefix engine/,base base/os base/os/$(SYSTEM) base/charset $(addprefix go/,board sgf playout reading ending) \
           eval eval/prior eval/inside eval/net eval/net/input eval/net/model eval/net/fast eval/net/fast/kernels \
           search search/graph book player solve solve/goal solve/goal/bits solve/goal/search solve/problem solve/dragon solve/proof solve/verify solve/verify/local solve/play \
           $(addprefix cluster/,mpi farm ledger batch solver) lab/bench lab/bench/collisions) \
           gtp $(addprefix gtp/,session commands commands/life commands/dialects manual gogui selfplay book solve solve/tsumego json json/config json/query) \
           regress $(addprefix regress/,engine page suite suite/report match match/openings review review/rank comply comply/checks)

SOURCES      := $(foreach folder,$(FOLDERS),$(wildcard $(folder)/*.c))
TEST_FOLDERS := $(addprefix support/,position oracle reader program session network) regress/suites $(FOLDERS)
TEST_SOURCES := $(foreach folder,$(TEST_FOLDERS),$(wildcard tests/$(folder)/*.c))
ifeq ($(BUILD),mutation)
SOURCES += tests/mutation/switch.c
endif
OBJECTS := $(SOURCES:%.c=$(OUT)/%.o)
LIBRARY := $(filter-out $(OUT)/gtp/main.o,$(OBJECTS))

# Criterion runs each test in a process of its own, which sanitizers and gcov do not take well: under
# them a plain runner stands in for it. PLAIN_TESTS=1 does the same for machines that lack Criterion.
ifneq ($(PLAIN_TESTS)$(filter asan tsan coverage mutation,$(BUILD)),)
TEST_SOURCES += tests/plain/test.c $(if $(filter mutation,$(BUILD)),tests/mutation/runner.c,tests/plain/runner.c)
TEST_INCLUDE := -Itests/plain
else
TEST_LIBS    := -lcriterion
endif
TEST_OBJECTS := $(TEST_SOURCES:%.c=$(OUT)/%.o)

# Files that are embedded: X.inc has the bytes of X as numbers for an array in C.
PAGE_FILES := $(foreach folder,$(FOLDERS),$(wildcard $(folder)/*.css $(folder)/*.html $(folder)/*.js))
DATA_FILES := engine/base/charset/tables.bin engine/eval/prior/weights.bin
EMBEDDED_INC := $(PAGE_FILES:%=$(OUT)/%.inc) $(DATA_FILES:%=$(OUT)/%.inc)

C_FILES := $(shell find hash tt engine gtp regress tests -name '*.[ch]')

.PHONY: all demo test coverage run-tests test-ranks test-clients check format format-check include-check call-check check-duplicates path-check file-table-check file-tables \
        values value-table value-table-check \
        page-check tidy signature fuzz fit random-network install uninstall clean always
all: $(PROGRAM)

# Says what is being made, a line each; V=1 shows the commands.
QUIET = $(if $(V),,@printf '%s\n' '$(notdir $(CC)) $@';)

$(OUT)/dihedra$(EXE): $(OBJECTS)
	$(QUIET)$(CC) $(ALL_CFLAGS) $(HARDENED_LINK) $(LDFLAGS) -o $@ $^ $(LDLIBS)

# The same objects in one file, which needs no library and nothing of the system but the kernel.
STATIC_LINK := $(if $(HARDENED_LINK),-static-pie -Wl$(comma)-z$(comma)relro$(comma)-z$(comma)now,-static)
STATIC := build/static$(if $(filter-out gcc,$(notdir $(CC))),-$(notdir $(CC)))/dihedra
.PHONY: static
static: $(STATIC)
$(STATIC): $(OBJECTS)
	@mkdir -p $(@D)
	$(QUIET)$(CC) $(ALL_CFLAGS) $(STATIC_LINK) $(LDFLAGS) -s -o $@ $^ $(LDLIBS)

# Tries the sandbox in a program that is linked in the same way.
PROBE := $(OUT)/tests/platforms/sandbox_probe.o $(OUT)/tests/support/program/sandbox_attempts.o
$(dir $(STATIC))sandbox-probe: $(PROBE) $(LIBRARY)
	@mkdir -p $(@D)
	$(QUIET)$(CC) $(ALL_CFLAGS) $(STATIC_LINK) $(LDFLAGS) -s -o $@ $^ $(LDLIBS)

# The Windows program and the zip that people get. The libraries are built once.
WINDOWS_CC := x86_64-w64-mingw32-gcc-posix
WINDOWS_LIBRARIES := build/windows/libraries
WINDOWS_ZIP := build/windows/dihedra-$(VERSION)-windows-x86_64.zip
.PHONY: windows windows-program
windows: $(WINDOWS_ZIP)
windows-program: $(WINDOWS_LIBRARIES)/lib/libtre.a
	@$(MAKE) --no-print-directory BUILD=$(BUILD) CC=$(WINDOWS_CC) \
	    CPPFLAGS='-I$(WINDOWS_LIBRARIES)/include -I$(WINDOWS_LIBRARIES)/include/tre $(CPPFLAGS)' \
	    LDFLAGS='-L$(WINDOWS_LIBRARIES)/lib -s $(LDFLAGS)' all
$(WINDOWS_LIBRARIES)/lib/libtre.a: packaging/windows/build-libraries
	packaging/windows/build-libraries $(WINDOWS_LIBRARIES)
$(WINDOWS_ZIP): windows-program packaging/windows/make-zip packaging/windows/README.txt LICENSE
	packaging/windows/make-zip build/$(BUILD)-$(WINDOWS_CC)/dihedra.exe $(WINDOWS_LIBRARIES)/licenses $@

# With MPI one object is another; MPI's compiler calls the usual one.
ifdef MPI
export OMPI_CC := $(CC)
export MPICH_CC := $(CC)
RANKS := engine/cluster/mpi/mpi.o
$(PROGRAM): $(filter-out $(OUT)/$(RANKS),$(OBJECTS)) $(dir $(PROGRAM))$(RANKS)
	$(QUIET)$(MPI) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS)

$(dir $(PROGRAM))%.o: %.c Makefile
	@mkdir -p $(@D)
	$(QUIET)$(MPI) $(ALL_CPPFLAGS) -DDIHEDRA_MPI $(ALL_CFLAGS) -MMD -MP -c -o $@ $<

-include $(dir $(PROGRAM))$(RANKS:.o=.d)
endif

$(OUT)/run-tests: $(LIBRARY) $(TEST_OBJECTS) $(OUT)/tests/support/faulty/faults.o
	$(QUIET)$(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $^ $(TEST_LIBS) $(LDLIBS)

# The engine with faults, which tests of `dihedra comply` run.
FAULTY_SOURCES := $(wildcard tests/support/faulty/*.c)
$(OUT)/faulty-engine: $(FAULTY_SOURCES:%.c=$(OUT)/%.o)
	$(QUIET)$(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS)

# The program with tests/faults/shim.c between it and the C library. FAULT_CALLS are the calls that it can
# make fail.
FAULT_CALLS := malloc calloc realloc aligned_alloc strdup strndup asprintf open_memstream regcomp uncompress mmap \
    fopen fdopen gzdopen opendir mkstemp mkdir memfd_create open fcntl stat fstat access realpath getcwd lseek dup2 \
    fsync ftruncate rename flock getentropy close read write fwrite fputs fputc fflush fclose vfprintf fprintf printf \
    puts putchar fread getc gzread fork execvp pipe2 poll pthread_create time clock_gettime
$(OUT)/dihedra-faults: $(OBJECTS) $(OUT)/tests/faults/shim.o
	$(QUIET)$(CC) $(ALL_CFLAGS) $(LDFLAGS) $(FAULT_CALLS:%=-Wl,--wrap=%) -o $@ $^ $(LDLIBS)

ifdef MPI
$(dir $(PROGRAM))dihedra-faults: $(filter-out $(OUT)/$(RANKS),$(OBJECTS)) $(dir $(PROGRAM))$(RANKS) $(OUT)/tests/faults/shim.o
	$(QUIET)$(MPI) $(ALL_CFLAGS) $(LDFLAGS) $(FAULT_CALLS:%=-Wl,--wrap=%) -o $@ $^ $(LDLIBS)
endif

$(OUT)/tests/%.o: ALL_CPPFLAGS := $(TEST_INCLUDE) $(ALL_CPPFLAGS)
$(OUT)/%.o: %.c Makefile
	@mkdir -p $(@D)
	$(QUIET)$(CC) $(ALL_CPPFLAGS) $(ALL_CFLAGS) $(INSTRUCTIONS.$(*F)) -MMD -MP -c -o $@ $<

# What names the version is made anew when that changes.
$(patsubst %.c,$(OUT)/%.o,$(shell grep -rl DIHEDRA_VERSION --include=*.c engine gtp regress tests)): $(OUT)/version
$(OUT)/version: always
	@mkdir -p $(@D)
	@echo '$(VERSION)' | cmp -s - $@ || echo '$(VERSION)' >$@

# The same for the commit, which the program's version alone names.
$(OUT)/gtp/version.o: ALL_CPPFLAGS += -DDIHEDRA_COMMIT='"$(COMMIT)"'
$(OUT)/gtp/version.o: $(OUT)/commit
$(OUT)/commit: always
	@mkdir -p $(@D)
	@echo '$(COMMIT)' | cmp -s - $@ || echo '$(COMMIT)' >$@

# Fails unless $(1) has the checksum of $(1).cksum, if there is one.
check-sum = $(if $(wildcard $(1).cksum),cksum <'$(1)' | cmp -s - '$(1).cksum' || \
    { echo '$(1) is damaged: its checksum is not that of $(1).cksum' >&2; exit 1; })

$(DATA_FILES:%=$(OUT)/%.inc): $(OUT)/%.inc: %.cksum
$(OUT)/%.inc: % Makefile
	@mkdir -p $(@D)
	@$(call check-sum,$<)
	$(if $(V),,@)od -An -v -tx1 $< | sed 's/ *\([0-9a-f][0-9a-f]\)/0x\1,/g' >$@

# Only the first time; from then on the dependencies say which object needs which.
$(OBJECTS): | $(EMBEDDED_INC)

# Kernels are compiled each for its own instructions; the program chooses at run time. Products and
# the sums they go into are rounded once: a network's answers need not be the same on every machine,
# and Winograd's transforms are a tenth faster.
ifneq ($(filter x86_64%,$(MACHINE)),)
INSTRUCTIONS.avx512  := -mavx512f -mavx512bw -mavx512vl -mavx512vnni -mfma
INSTRUCTIONS.avxvnni := -mavx2 -mfma -mavxvnni
INSTRUCTIONS.avx2    := -mavx2 -mfma
else ifneq ($(filter aarch64% arm64%,$(MACHINE)),)
INSTRUCTIONS.neon    := -march=armv8.2-a+dotprod
endif
$(patsubst %.c,$(OUT)/%.o,$(wildcard $(SANITIZE:%=%/*.c))): \
    ALL_CFLAGS += -fsanitize=address,undefined -fno-sanitize-recover=all

KERNELS := $(OUT)/engine/eval/net/fast/kernels
$(KERNELS)/%.o: ALL_CFLAGS += -O3 -ffp-contract=fast

# The network inside. $(OUT)/inside says which file an object was made of, since the file may be
# another one next time.
INSIDE ?= $(wildcard engine/eval/inside/network.bin)
INSIDE_CPPFLAGS = $(if $(INSIDE),-DINSIDE_FILE='"$(abspath $(INSIDE))"' \
    -DINSIDE_CHECKSUM=$(firstword $(shell cksum <'$(INSIDE)'))u)
$(OUT)/engine/eval/inside/inside.o: ALL_CPPFLAGS += $(INSIDE_CPPFLAGS)
$(OUT)/engine/eval/inside/inside.o: $(INSIDE) $(wildcard $(INSIDE:%=%.cksum)) $(OUT)/inside
$(OUT)/inside: always
	@mkdir -p $(@D)
	@echo '$(INSIDE)' | cmp -s - $@ || echo '$(INSIDE)' >$@
	@$(call check-sum,$(INSIDE))

-include $(OBJECTS:.o=.d) $(TEST_OBJECTS:.o=.d) $(FAULTY_SOURCES:%.c=$(OUT)/%.d) $(wildcard $(OUT)/engine/lab/train/*/*.d)

# Renews tests/golden.tsv, what deterministic searches did.
.PHONY: golden
golden:
	@$(MAKE) --no-print-directory -s BUILD=dev build/dev/run-tests
	@rm -f build/dev/golden.tsv
	@$(PLAIN_ENGINE) DIHEDRA_GOLDEN=build/dev/golden.tsv build/dev/run-tests -j1 --filter '*_golden/*' >/dev/null
	@LC_ALL=C sort build/dev/golden.tsv >tests/golden.tsv

demo: all
	@$(PROGRAM) demo

# By no network and no config file that happen to be at hand.
PLAIN_ENGINE := DIHEDRA_MODEL=none DIHEDRA_CONFIG=none

# Tests never run in the release build: it leaves warnings be. Nor by a network that happens to be
# at hand.
test:
	@$(MAKE) --no-print-directory BUILD=$(if $(filter release,$(BUILD)),dev,$(BUILD)) run-tests

coverage:
	@find build/coverage -name '*.gcda' -delete 2>/dev/null || true
	@$(MAKE) --no-print-directory BUILD=coverage MPI= run-tests
	@$(if $(TESTS),,DIHEDRA_SIMD=plain $(MAKE) --no-print-directory BUILD=coverage MPI= run-tests TESTS='playout/*')
	@$(if $(MPI),$(MAKE) --no-print-directory BUILD=coverage test-ranks)
	@tests/coverage build/coverage

run-tests: $(PROGRAM) $(OUT)/run-tests $(OUT)/faulty-engine
	@$(if $(LONG),DIHEDRA_LONG=1) DIHEDRA=$(PROGRAM) $(PLAIN_ENGINE) \
	    tests/run $(OUT)/run-tests '$(TESTS)'
ifeq ($(TESTS),)
	@$(MAKE) --no-print-directory test-clients
endif

# Changes the program in one place at a time; a test should fail. Goes on where it was interrupted. MUTATE: more options.
MUTANTS ?= 2000
MUTANT_SEED ?= 1
.PHONY: mutants
mutants:
	@$(PLAIN_ENGINE) COMPILE='$(CC) -I. -D_GNU_SOURCE -std=c17 -O2 -w' tests/mutation/mutate build/mutation --count $(MUTANTS) --seed $(MUTANT_SEED) $(MUTATE)

test-clients: $(PROGRAM)
	@$(PLAIN_ENGINE) tests/clients/run $(PROGRAM)

test-ranks: $(PROGRAM)
	@$(if $(LONG),DIHEDRA_LONG=1) $(PLAIN_ENGINE) \
	    tests/ranks/run $(PROGRAM) '$(or $(MPI),$(error make test-ranks needs MPI=mpicc))' $(TESTS)

check: format-check include-check call-check check-duplicates path-check file-table-check value-table-check page-check tidy

format:
	clang-format -i $(C_FILES)

format-check:
	clang-format --dry-run --Werror $(C_FILES)

include-check:
	tests/check-includes
	tests/check-cycles

call-check: $(OBJECTS)
	tests/check-cycles $^
	tests/check-unused $^

check-duplicates:
	tests/check-duplicates

path-check:
	tests/check-paths

file-table-check:
	tests/file-tables

# Makes the tables of files in the documents anew.
file-tables:
	tests/file-tables --write

# Values of small boards that engine/solve/values.tsv lacks, each solved, proved and verified; for hours.
values: $(PROGRAM)
	engine/solve/values.py solve --program $(PROGRAM)

value-table:
	engine/solve/values.py table --write

value-table-check:
	engine/solve/values.py table

page-check:
	tests/clients/check-pages $(PAGE_FILES)

tidy: $(EMBEDDED_INC)
	printf '%s\n' $(SOURCES) $(wildcard engine/lab/train/*/*.c) | xargs -P 2 -I{} clang-tidy --quiet {} -- -std=c17 $(ALL_CPPFLAGS) \
	    $(if $(filter x86_64%,$(MACHINE)),-mavx512f -mavx512bw -mavx512vl -mavx512vnni -mavxvnni -mfma)

# Of gcc's release build: another compiler or other flags may round another way.
signature: $(PROGRAM)
	@$(PLAIN_ENGINE) $< bench signature | sed -n 's/^signature *\([0-9A-F]*\).*/\1/p' | \
	    diff tests/signature - || { echo 'the search has changed: see CONTRIBUTING.md' >&2; false; }

# The fuzz targets; tests/fuzz/build hands in the compiler, flags and engine of OSS-Fuzz.
FUZZ_SECONDS ?= 60
FUZZ_CC      ?= clang
FUZZ_CFLAGS  ?= -O1 -g -fsanitize=fuzzer-no-link,address,undefined -DFUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
FUZZ_LINK    ?= $(FUZZ_CC) -fsanitize=fuzzer,address,undefined
FUZZERS := $(patsubst tests/fuzz/%.c,build/fuzz/%,$(wildcard tests/fuzz/*.c))
FUZZ_LIBRARY := $(patsubst %.c,build/fuzz/%.o,$(filter-out gtp/main.c,$(SOURCES)))
FUZZ_SUPPORT := $(patsubst %.c,build/fuzz/%.o,tests/plain/assertions.c \
    $(foreach folder,position oracle reader program session network,$(wildcard tests/support/$(folder)/*.c)))
.SECONDARY: $(FUZZ_LIBRARY) $(FUZZ_SUPPORT) $(FUZZERS:build/fuzz/%=build/fuzz/tests/fuzz/%.o)
build/fuzz/%.o: %.c Makefile
	@mkdir -p $(@D)
	$(QUIET)$(FUZZ_CC) $(ALL_CPPFLAGS) -std=c17 -pthread $(FUZZ_CFLAGS) -MMD -MP $(INSTRUCTIONS.$(*F)) -c -o $@ $<

$(FUZZ_LIBRARY): | $(EMBEDDED_INC)

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

.PHONY: fuzzers
fuzzers: $(FUZZERS) build/fuzz/fuzz_gtp.dict
fuzz: fuzzers
	tests/fuzz/check-corpus
	for fuzzer in $(notdir $(FUZZERS)); do \
	    mkdir -p build/fuzz/found/$$fuzzer && \
	    build/fuzz/$$fuzzer $$(ls build/fuzz/$$fuzzer.dict 2>/dev/null | sed 's/^/-dict=/') \
	        -max_total_time=$(FUZZ_SECONDS) -print_final_stats=1 -artifact_prefix=build/fuzz/$$fuzzer- \
	        build/fuzz/found/$$fuzzer tests/fuzz/corpus/$$fuzzer || exit 1; done

# Calls that fail, under the sanitizers; what prepares and goes on is the release build.
FAULT_MPI := $(notdir $(shell command -v mpicc.openmpi))
FAULTS := tests/faults/run build/asan-clang/dihedra-faults --plain $(PROGRAM) \
    $(FAULT_MPI:%=--mpi build/asan-clang-%/dihedra-faults)
.PHONY: faults faults-all faults-nightly faults-program soak
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

# What fits the prior's weights and makes the network's shards (engine/lab/train/prior and
# engine/lab/train/network say how): not part of the program.
fit: $(OUT)/sample-prior $(OUT)/fit-prior $(OUT)/make-shard $(OUT)/libconvolution.so
$(OUT)/sample-prior $(OUT)/fit-prior: $(OUT)/%-prior: $(OUT)/engine/lab/train/prior/%.o \
    $(OUT)/engine/lab/train/prior/position.o $(LIBRARY)
	$(QUIET)$(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS)

$(OUT)/make-shard: $(addprefix $(OUT)/engine/lab/train/network/,make_shard.o shard.o variety.o) $(LIBRARY)
	$(QUIET)$(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS)

# Convolutions for training, which Python loads: compiled for this machine, whatever it is.
$(OUT)/libconvolution.so: engine/lab/train/network/convolution.c Makefile
	@mkdir -p $(@D)
	$(QUIET)$(CC) $(ALL_CFLAGS) -O3 -march=native -fopenmp -fPIC -shared -Wno-conversion -o $@ $<

# What writes networks of any size to measure with.
random-network: $(OUT)/random-network
$(OUT)/random-network: $(OUT)/tests/support/network/random_network/random_network.o \
    $(OUT)/tests/support/network/net_spec.o
	$(QUIET)$(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS)

# Manual pages and completions, written by the program from its tables of options. RUN is an emulator
# for programs of another processor.
COMMANDS = $(shell $(RUN) $(PROGRAM) print-manual --list)
MANUALS  := $(OUT)/manual
.PHONY: manual
manual: $(PROGRAM)
	@mkdir -p $(MANUALS)
	$(if $(V),,@)set -e; for command in '' $(COMMANDS); do \
	    $(RUN) $(PROGRAM) print-manual --section $(MANSECTION) $$command >$(MANUALS)/dihedra$${command:+-$$command}.$(MANSECTION); done; \
	    for shell in bash zsh fish; do $(RUN) $(PROGRAM) print-completion $$shell >$(MANUALS)/dihedra.$$shell; done

# README.md's own lines in throw-away roots of other systems.
.PHONY: check-systems
check-systems:
	tests/platforms/systems

.PHONY: check-manuals
check-manuals: $(PROGRAM)
	@tests/check-manuals $(PROGRAM)

BINDIR     ?= $(PREFIX)/bin
MANDIR     ?= $(PREFIX)/share/man
MANSECTION ?= 6
BASHDIR    ?= $(PREFIX)/share/bash-completion/completions
ZSHDIR     ?= $(PREFIX)/share/zsh/site-functions
FISHDIR    ?= $(PREFIX)/share/fish/vendor_completions.d
DOCDIR     ?= $(PREFIX)/share/doc/dihedra

install: all manual
	install -d $(addprefix $(DESTDIR),$(BINDIR) $(MANDIR)/man$(MANSECTION) $(BASHDIR) $(ZSHDIR) $(FISHDIR) $(DOCDIR))
	install -m 755 $(PROGRAM) $(DESTDIR)$(BINDIR)/dihedra$(EXE)
	install -m 644 $(MANUALS)/*.$(MANSECTION) $(DESTDIR)$(MANDIR)/man$(MANSECTION)
	install -m 644 $(MANUALS)/dihedra.bash $(DESTDIR)$(BASHDIR)/dihedra
	install -m 644 $(MANUALS)/dihedra.zsh $(DESTDIR)$(ZSHDIR)/_dihedra
	install -m 644 $(MANUALS)/dihedra.fish $(DESTDIR)$(FISHDIR)
	$(if $(DOCDIR),install -m 644 LICENSE CHANGELOG.md $(DESTDIR)$(DOCDIR))

uninstall:
	rm -f $(addprefix $(DESTDIR),$(BINDIR)/dihedra $(MANDIR)/man$(MANSECTION)/dihedra.$(MANSECTION) \
	    $(COMMANDS:%=$(MANDIR)/man$(MANSECTION)/dihedra-%.$(MANSECTION)) $(BASHDIR)/dihedra $(ZSHDIR)/_dihedra \
	    $(FISHDIR)/dihedra.fish $(DOCDIR)/LICENSE $(DOCDIR)/CHANGELOG.md)

# ---- Releases ----

# The same commit makes the same bytes: all times are the commit's.
ifndef SOURCE_DATE_EPOCH
export SOURCE_DATE_EPOCH := $(shell git log -1 --format=%ct 2>/dev/null || date +%s)
endif
DIST := build/dist/dihedra-$(VERSION)
.PHONY: dist deb release
dist: $(DIST).tar.gz
$(DIST).tar.gz: always
	@mkdir -p $(@D)
	@echo '$(VERSION)' >build/dist/.version
	@git describe --always --exclude='*' HEAD >build/dist/.commit
	@touch -d @$(SOURCE_DATE_EPOCH) build/dist/.version build/dist/.commit
	git archive --format=tar --prefix=dihedra-$(VERSION)/ --add-file=build/dist/.version --add-file=build/dist/.commit HEAD | gzip -9n >$@

deb: $(DIST).tar.gz
	packaging/build-deb $< $(VERSION) build/deb

# Everything that people get, in one folder, with sums, sizes and how long each took.
release:
	packaging/make-release '$(VERSION)' build/release-$(VERSION)

clean:
	rm -rf build
