# Dihedra. `make` builds build/release/dihedra; BUILD=dev|asan|tsan builds beside it, and so
# does CC=clang, in build/release-clang.
#
#   make              the program
#   make demo         a whole game of the engine against itself over GTP
#   make test         the tests (BUILD=dev unless said otherwise; TESTS='suite/name*' for some,
#                     LONG=1 for the long mode)
#   make test-ranks   what of them runs many ranks: with MPI=mpicc, or that of Open MPI or MPICH;
#                     LONG=1 for more kills
#   make coverage     lines of each module that the tests reach (gcc; TESTS as for make test)
#   make test-clients what of them speaks to the program as other people's programs do
#   make check        formatting, CSS and JavaScript, the direction of includes, cycles of
#                     includes and calls, code that nothing uses or that stands twice, paths in
#                     documents, clang-tidy
#   make signature    the digest of what the search does, compared with tests/signature
#   make MPI=mpicc    with MPI, by the compiler of Open MPI or MPICH, in build/release-mpicc
#   make INSIDE=FILE  another network inside than engine/eval/inside/network.bin; INSIDE=: none
#   make install      DESTDIR and PREFIX as usual; make uninstall
#   make fuzz         the fuzz targets (clang), FUZZ_SECONDS=60 each
#   make fit          the tools that made engine/eval/prior/weights.bin and the network inside
#   make random-network  what writes networks of random weights, to measure with

BUILD   ?= release
PREFIX  ?= /usr/local
VERSION := 0.1.0
ifeq ($(origin CC),default)
CC      := gcc
endif

MACHINE := $(shell $(CC) -dumpmachine)
OUT := build/$(BUILD)$(if $(filter-out gcc,$(notdir $(CC))),-$(notdir $(CC)))
PROGRAM := $(OUT)$(if $(MPI),-$(notdir $(MPI)))/dihedra

# The flags of each build, in place of CFLAGS' usual optimisation.
FLAGS.release := -O3 -g
FLAGS.dev     := -O2 -g -Werror
FLAGS.asan    := -O1 -g -Werror -fsanitize=address,undefined -fno-sanitize-recover=all \
                 -fno-omit-frame-pointer
FLAGS.tsan    := -O1 -g -Werror -fsanitize=thread
FLAGS.coverage := -O1 -g -Werror --coverage -fprofile-update=atomic
ifndef FLAGS.$(BUILD)
$(error unknown BUILD '$(BUILD)': use release, dev, asan, tsan or coverage)
endif

ALL_CPPFLAGS := -I. -I$(OUT) -D_GNU_SOURCE -DDIHEDRA_VERSION='"$(VERSION)"' $(CPPFLAGS)
ALL_CFLAGS   := -std=c17 -pthread -Wall -Wextra -Wpedantic -Wshadow -Wconversion \
                $(FLAGS.$(BUILD)) $(CFLAGS)
LDLIBS       := -ljansson -lz -lm

# A folder is a module, and its tests lie under tests/ in a folder of the same name.
FOLDERS := hash tt $(addprefix engine/,base $(addprefix go/,board sgf playout reading ending) \
           eval eval/prior eval/inside eval/net eval/net/input eval/net/model eval/net/fast eval/net/fast/kernels \
           search search/graph player solve solve/proof solve/verify solve/play \
           $(addprefix cluster/,mpi farm ledger batch solver) lab/bench lab/bench/collisions) \
           gtp gtp/commands gtp/gogui gtp/selfplay gtp/solve gtp/json gtp/json/config gtp/json/query \
           regress $(addprefix regress/,engine page suite suite/report match match/openings review)

SOURCES      := $(foreach folder,$(FOLDERS),$(wildcard $(folder)/*.c))
TEST_FOLDERS := $(addprefix support/,position oracle reader program network) regress/suites $(FOLDERS)
TEST_SOURCES := $(foreach folder,$(TEST_FOLDERS),$(wildcard tests/$(folder)/*.c))
OBJECTS := $(SOURCES:%.c=$(OUT)/%.o)
LIBRARY := $(filter-out $(OUT)/gtp/main.o,$(OBJECTS))

# Criterion runs each test in a process of its own, which sanitizers and gcov do not take well: under
# them a plain runner stands in for it. PLAIN_TESTS=1 does the same for machines that lack Criterion.
ifneq ($(PLAIN_TESTS)$(filter asan tsan coverage,$(BUILD)),)
TEST_SOURCES += tests/plain/runner.c
TEST_INCLUDE := -Itests/plain
TEST_OPTIONS := --jobs $(if $(filter tsan,$(BUILD)),1,$(shell nproc))
else
TEST_LIBS    := -lcriterion
endif
TEST_OBJECTS := $(TEST_SOURCES:%.c=$(OUT)/%.o)

# Files that are embedded: X.inc has the bytes of X as numbers for an array in C.
PAGE_FILES := $(foreach folder,$(FOLDERS),$(wildcard $(folder)/*.css $(folder)/*.html $(folder)/*.js))
PRIOR_WEIGHTS := engine/eval/prior/weights.bin
EMBEDDED_INC := $(PAGE_FILES:%=$(OUT)/%.inc) $(OUT)/$(PRIOR_WEIGHTS).inc

C_FILES := $(shell find hash tt engine gtp regress tests -name '*.[ch]')

.PHONY: all demo test coverage run-tests test-ranks test-clients check format format-check include-check call-check check-duplicates path-check file-table-check file-tables \
        page-check tidy signature fuzz fit random-network install uninstall clean always
all: $(PROGRAM)

# Says what is being made, a line each; V=1 shows the commands.
QUIET = $(if $(V),,@printf '%s\n' '$(notdir $(CC)) $@';)

$(OUT)/dihedra: $(OBJECTS)
	$(QUIET)$(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS)

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

$(OUT)/run-tests: $(LIBRARY) $(TEST_OBJECTS)
	$(QUIET)$(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $^ $(TEST_LIBS) $(LDLIBS)

$(OUT)/tests/%.o: ALL_CPPFLAGS := $(TEST_INCLUDE) $(ALL_CPPFLAGS)
$(OUT)/%.o: %.c Makefile
	@mkdir -p $(@D)
	$(QUIET)$(CC) $(ALL_CPPFLAGS) $(ALL_CFLAGS) $(INSTRUCTIONS.$(*F)) -MMD -MP -c -o $@ $<

# Fails unless $(1) has the checksum of $(1).cksum, if there is one.
check-sum = $(if $(wildcard $(1).cksum),cksum <'$(1)' | cmp -s - '$(1).cksum' || \
    { echo '$(1) is damaged: its checksum is not that of $(1).cksum' >&2; exit 1; })

$(OUT)/$(PRIOR_WEIGHTS).inc: $(PRIOR_WEIGHTS).cksum
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

-include $(OBJECTS:.o=.d) $(TEST_OBJECTS:.o=.d) $(wildcard $(OUT)/engine/lab/train/*/*.d)

demo: all
	@$(PROGRAM) demo

# Tests never run in the release build: it leaves warnings be. Nor by a network that happens to be
# at hand.
test:
	@$(MAKE) --no-print-directory BUILD=$(if $(filter release,$(BUILD)),dev,$(BUILD)) run-tests

coverage:
	@find build/coverage -name '*.gcda' -delete 2>/dev/null || true
	@$(MAKE) --no-print-directory BUILD=coverage run-tests
	@tests/coverage build/coverage

run-tests: $(PROGRAM) $(OUT)/run-tests
	@$(if $(LONG),DIHEDRA_LONG=1) DIHEDRA=$(PROGRAM) DIHEDRA_MODEL=none \
	    $(OUT)/run-tests $(TEST_OPTIONS) $(if $(TESTS),--filter '$(TESTS)')
ifeq ($(TESTS),)
	@$(MAKE) --no-print-directory test-clients
endif

test-clients: $(PROGRAM)
	@DIHEDRA_MODEL=none tests/clients/run $(PROGRAM)

test-ranks: $(PROGRAM)
	@$(if $(LONG),DIHEDRA_LONG=1) DIHEDRA_MODEL=none \
	    tests/ranks/run $(PROGRAM) '$(or $(MPI),$(error make test-ranks needs MPI=mpicc))' $(TESTS)

check: format-check include-check call-check check-duplicates path-check file-table-check page-check tidy

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

page-check:
	tests/clients/check-pages $(PAGE_FILES)

tidy: $(EMBEDDED_INC)
	printf '%s\n' $(SOURCES) $(wildcard engine/lab/train/*/*.c) | xargs -P 2 -I{} clang-tidy --quiet {} -- -std=c17 $(ALL_CPPFLAGS) \
	    $(if $(filter x86_64%,$(MACHINE)),-mavx512f -mavx512bw -mavx512vl -mavx512vnni -mavxvnni -mfma)

# Of gcc's release build: another compiler or other flags may round another way.
signature: $(PROGRAM)
	@DIHEDRA_MODEL=none $< bench signature | sed -n 's/^signature *\([0-9A-F]*\).*/\1/p' | \
	    diff tests/signature - || { echo 'the search has changed: see CONTRIBUTING.md' >&2; false; }

FUZZ_SECONDS ?= 60
FUZZERS := $(patsubst tests/fuzz/%.c,build/fuzz/%,$(wildcard tests/fuzz/*.c))
FUZZ_LIBRARY := $(patsubst %.c,build/fuzz/%.o,$(filter-out gtp/main.c,$(SOURCES)))
.SECONDARY: $(FUZZ_LIBRARY) $(FUZZERS:build/fuzz/%=build/fuzz/tests/fuzz/%.o)
build/fuzz/%.o: %.c Makefile
	@mkdir -p $(@D)
	$(QUIET)clang $(ALL_CPPFLAGS) -std=c17 -pthread -O1 -g -MMD -MP \
	    -fsanitize=fuzzer-no-link,address,undefined $(INSTRUCTIONS.$(*F)) -c -o $@ $<

$(FUZZ_LIBRARY): | $(EMBEDDED_INC)

build/fuzz/fuzz_net: $(addprefix build/fuzz/tests/support/network/,net_spec.o plain.o plain_grid.o plain_transformer.o)
build/fuzz/fuzz_%: build/fuzz/tests/fuzz/fuzz_%.o $(FUZZ_LIBRARY)
	$(QUIET)clang -pthread -fsanitize=fuzzer,address,undefined -o $@ $^ $(LDLIBS)

-include $(FUZZ_LIBRARY:.o=.d) $(wildcard build/fuzz/tests/*/*.d)

# The words of GTP, for the fuzzer to put lines together from.
build/fuzz/fuzz_gtp.dict: $(PROGRAM)
	@mkdir -p $(@D)
	$(QUIET)echo list_commands | $< | sed -n 's/^=* *\(..*\)/"\1"/p' >$@

fuzz: $(FUZZERS) build/fuzz/fuzz_gtp.dict
	for fuzzer in $(FUZZERS); do \
	    $$fuzzer $$(ls $$fuzzer.dict 2>/dev/null | sed 's/^/-dict=/') \
	        -max_total_time=$(FUZZ_SECONDS) -print_final_stats=1 || exit 1; done

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

install: all
	install -d $(DESTDIR)$(PREFIX)/bin
	install -m 755 $(PROGRAM) $(DESTDIR)$(PREFIX)/bin/dihedra

uninstall:
	rm -f $(DESTDIR)$(PREFIX)/bin/dihedra

clean:
	rm -rf build
