# Dihedra. `make` builds build/release/dihedra; BUILD=dev|asan|tsan|coverage builds beside it, and so
# does CC=clang, in build/release-clang. It uses all processors unless -j says otherwise.
#
#   make              the program
#   make demo         a whole game of the engine against itself over GTP
#   make test         the tests (BUILD=dev unless said otherwise; TESTS='suite/name*' for some,
#                     LONG=1 for the long mode); test-clients: those of other people's programs alone
#   make check        formatting, CSS and JavaScript, the direction of includes, cycles of includes and
#                     calls, code that nothing uses or that stands twice, what documents name, clang-tidy
#   make signature    the digest of what the search does, compared with tests/signature
#   make manual       manual pages; make check-manuals asks mandoc
#   make install      DESTDIR, PREFIX, BINDIR, MANDIR as usual; make uninstall
#   make MPI=mpicc    with MPI, by the compiler of Open MPI or MPICH, in build/release-mpicc
#   make INSIDE=FILE  another network inside than engine/eval/inside/network.bin; INSIDE=: none
# tests/tools.mk has more for tests (coverage, golden, test-ranks, fuzz, faults, soak), packaging/release.mk what is
# published (static, windows, dist, deb, release), engine/lab/train/train.mk what makes the network inside.

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
OUT     := build/$(BUILD)$(if $(filter-out gcc,$(notdir $(CC))),-$(notdir $(CC)))

# MACHINE and, where a program with them can be linked, HAS_SECCOMP and HAS_LIBEVENT: the compiler is asked once (make clean forgets).
-include $(OUT)/config.mk
$(OUT)/config.mk: packaging/ask-compiler
	@mkdir -p $(@D)
	@packaging/ask-compiler $(CC) $(CPPFLAGS) $(LDFLAGS) >$@

SYSTEM  := $(if $(findstring mingw,$(MACHINE)),windows,$(if $(findstring wasm,$(MACHINE)),web,posix))
EXE     := $(if $(filter windows,$(SYSTEM)),.exe)
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

# The flags of each build, before CFLAGS.
FLAGS.release := -O3 -g $(HARDENING)
FLAGS.dev     := -O2 -g -Werror
FLAGS.asan    := -O1 -g -Werror -fsanitize=address,undefined -fno-sanitize-recover=all \
                 -fno-omit-frame-pointer
FLAGS.tsan    := -O1 -g -Werror -fsanitize=thread
FLAGS.coverage := -O1 -g -Werror --coverage -fprofile-update=atomic
ifndef FLAGS.$(BUILD)
$(error unknown BUILD '$(BUILD)': use release, dev, asan, tsan or coverage)
endif

ALL_CPPFLAGS := -I. -I$(OUT) -D_GNU_SOURCE $(if $(HAS_SECCOMP),-DDIHEDRA_SECCOMP) \
                $(if $(HAS_LIBEVENT),-DDIHEDRA_LIBEVENT) $(CPPFLAGS)
ALL_CFLAGS   := -std=c17 $(if $(filter web,$(SYSTEM)),,-pthread) -Wall -Wextra -Wpedantic -Wshadow -Wconversion \
                $(FLAGS.$(BUILD)) $(CFLAGS)
LDLIBS       := -ljansson -lz -lm $(if $(HAS_SECCOMP),-lseccomp) $(if $(HAS_LIBEVENT),-levent_extra -levent_core)

# Windows has no regular expressions; formats are those of C99, and other builds check them.
ifeq ($(SYSTEM),windows)
ALL_CPPFLAGS += -D__USE_MINGW_ANSI_STDIO=1
ALL_CFLAGS   += -Wno-format -Wno-float-conversion -Wa,-muse-unaligned-vector-move
LDLIBS       += -ltre -lntdll -lwinmm -lshell32 -static -Wl,--stack,8388608,--no-insert-timestamp
endif

# A folder is a module, tested in tests/ at the same path. lab/train is no part of the program. Kernels, the deepest, compile longest: first.
files = $(foreach depth,*/*/*/*/* */*/*/* */*/* */* *,$(wildcard $(addsuffix /$(depth)$(2),$(1))))
MODULES := hash tt verify engine page gtp regress
# Without libevent gtp/page/page.c is left, which says so.
SOURCES := $(filter-out engine/lab/train/% $(if $(HAS_LIBEVENT),,$(filter-out gtp/page/page.c,$(wildcard gtp/page/*.c))) $(addprefix engine/base/os/,$(filter-out $(SYSTEM)/% $(SYSTEM:web=posix)/%,posix/% windows/% web/%)),$(call files,$(MODULES),.c))
TEST_SOURCES := $(filter-out tests/support/network/random_network/%,$(call files,$(addprefix tests/,$(MODULES) support),.c))
OBJECTS := $(SOURCES:%.c=$(OUT)/%.o)
LIBRARY := $(filter-out $(OUT)/gtp/main.o,$(OBJECTS))

# Criterion runs each test in a process of its own, which sanitizers and gcov do not take well: under
# them a plain runner stands in for it. PLAIN_TESTS=1 does the same for machines that lack Criterion.
ifneq ($(PLAIN_TESTS)$(filter asan tsan coverage,$(BUILD)),)
TEST_SOURCES += tests/plain/runner.c
TEST_INCLUDE := -Itests/plain
else
TEST_LIBS    := -lcriterion
endif
TEST_OBJECTS := $(TEST_SOURCES:%.c=$(OUT)/%.o)

# Files that are embedded: X.inc has the bytes of X as numbers for an array in C.
PAGE_FILES := $(foreach ending,.css .html .js,$(call files,page,$(ending)))
DATA_FILES := $(patsubst %.cksum,%,$(filter-out engine/eval/inside/%,$(call files,engine,.cksum)))
VERSION_H  := $(OUT)/engine/base/version.h
CHECKS     := $(call files,regress/suites/comply,.tst)
GENERATED  := $(patsubst %,$(OUT)/%.inc,$(PAGE_FILES) $(DATA_FILES) $(CHECKS)) $(VERSION_H) $(OUT)/gtp/commit.h

.PHONY: all demo test run-tests test-clients check format format-check include-check call-check check-duplicates \
        document-check file-table-check file-tables values page-check tidy signature manual \
        check-manuals install uninstall clean always
.DEFAULT_GOAL := all
all: $(PROGRAM)

# Says what is being made, a line each; V=1 shows the commands.
QUIET = $(if $(V),,@printf '%s\n' '$(notdir $(CC)) $@';)

$(OUT)/dihedra$(EXE): $(OBJECTS)
	$(QUIET)$(CC) $(ALL_CFLAGS) $(HARDENED_LINK) $(LDFLAGS) -o $@ $^ $(LDLIBS)

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

$(OUT)/tests/%.o: ALL_CPPFLAGS := $(TEST_INCLUDE) $(ALL_CPPFLAGS)
$(OUT)/%.o: %.c Makefile
	@mkdir -p $(@D)
	$(QUIET)$(CC) $(ALL_CPPFLAGS) $(ALL_CFLAGS) $(INSTRUCTIONS.$(*F)) -MMD -MP -c -o $@ $<

# Only the first time; from then on the dependencies say which object needs which.
$(OBJECTS) $(TEST_OBJECTS): | $(GENERATED)

# A header is made anew only if what it says has changed.
header = @mkdir -p $(@D); echo '\#define $(1) "$(2)"' | cmp -s - $@ || echo '\#define $(1) "$(2)"' >$@
$(VERSION_H): always
	$(call header,DIHEDRA_VERSION,$(VERSION))
$(OUT)/gtp/commit.h: always
	$(call header,DIHEDRA_COMMIT,$(COMMIT))

# Fails unless $(1) has the checksum of $(1).cksum, if there is one.
check-sum = $(if $(wildcard $(1).cksum),cksum <'$(1)' | cmp -s - '$(1).cksum' || \
    { echo '$(1) is damaged: its checksum is not that of $(1).cksum' >&2; exit 1; })

$(DATA_FILES:%=$(OUT)/%.inc): $(OUT)/%.inc: %.cksum
$(OUT)/%.inc: % Makefile
	@mkdir -p $(@D)
	@$(call check-sum,$<)
	$(if $(V),,@)od -An -v -tx1 $< | sed 's/ *\([0-9a-f][0-9a-f]\)/0x\1,/g' >$@

# Kernels are compiled each for its own instructions; the program chooses at run time. Products are
# rounded once with their sums: answers may differ by machine, and Winograd's transforms gain 10%.
ifneq ($(filter x86_64%,$(MACHINE)),)
INSTRUCTIONS.avx512  := -mavx512f -mavx512bw -mavx512vl -mavx512vnni -mfma
INSTRUCTIONS.avxvnni := -mavx2 -mfma -mavxvnni
INSTRUCTIONS.avx2    := -mavx2 -mfma
INSTRUCTIONS.sse41   := -msse4.1
endif
$(OUT)/engine/eval/net/fast/kernels/%.o: ALL_CFLAGS += -O3 -ffp-contract=fast

# The network inside. $(OUT)/inside says which file an object was made of, since the file may be
# another one next time.
INSIDE ?= $(wildcard engine/eval/inside/network.bin)
INSIDE_CPPFLAGS = $(if $(INSIDE),-DINSIDE_FILE='"$(abspath $(INSIDE))"')
$(OUT)/engine/eval/inside/inside.o: ALL_CPPFLAGS += $(INSIDE_CPPFLAGS)
$(OUT)/engine/eval/inside/inside.o: $(INSIDE) $(wildcard $(INSIDE:%=%.cksum)) $(OUT)/inside
$(OUT)/inside: always
	@mkdir -p $(@D)
	@echo '$(INSIDE)' | cmp -s - $@ || echo '$(INSIDE)' >$@
	@$(call check-sum,$(INSIDE))

-include $(OBJECTS:.o=.d) $(TEST_OBJECTS:.o=.d)

# Moves up to two passes or a resignation, then the board and the result.
demo: all
	@{ echo boardsize 9; for i in $$(seq 60); do echo genmove b; echo genmove w; done; echo showboard; echo final_score; } | \
	    $(PROGRAM) --move-time 0.1 --rules chinese 2>/dev/null | awk 'NF > 1 && !(over && /^= [A-Zpr][a-z0-9]+$$/) { print; \
	    over = over || /resign/ || (/pass/ && passed); passed = /pass/ } END { print "Play yourself: $(PROGRAM) page" }'

# By no network and no cache that happen to be at hand.
PLAIN_ENGINE := DIHEDRA_MODEL=none XDG_CACHE_HOME=$(abspath $(OUT))/cache

# Tests never run in the release build: it leaves warnings be.
test:
	@$(MAKE) --no-print-directory BUILD=$(if $(filter release,$(BUILD)),dev,$(BUILD)) run-tests

$(OUT)/run-tests: $(LIBRARY) $(TEST_OBJECTS)
	$(QUIET)$(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $^ $(TEST_LIBS) $(LDLIBS)

run-tests: $(PROGRAM) $(OUT)/run-tests
	@$(if $(LONG),DIHEDRA_LONG=1) DIHEDRA=$(PROGRAM) $(PLAIN_ENGINE) \
	    tests/run $(OUT)/run-tests '$(TESTS)'
	@$(if $(TESTS),,$(MAKE) --no-print-directory test-clients)

test-clients: $(PROGRAM)
	@$(PLAIN_ENGINE) tests/clients/run $(PROGRAM)

check: format-check include-check call-check check-duplicates document-check file-table-check page-check tidy

format:
	git ls-files -co --exclude-standard -z '*.[ch]' | xargs -0 clang-format -i

format-check:
	git ls-files -co --exclude-standard -z '*.[ch]' | xargs -0 -n 100 -P 2 clang-format --dry-run --Werror

include-check:
	tests/check-includes
	tests/check-cycles

call-check: $(OBJECTS)
	tests/check-cycles $^
	tests/check-unused $^

check-duplicates:
	tests/check-duplicates
	tests/check-names

document-check: $(PROGRAM)
	tests/check-documents $<

file-table-check:
	tests/file-tables

# Makes the tables of files in the documents anew.
file-tables:
	tests/file-tables --write

# Values of small boards that engine/solve/values.tsv lacks, each solved, proved and verified; for hours.
values: $(PROGRAM)
	engine/solve/values.py --program $(PROGRAM)

page-check:
	tests/clients/check-pages $(PAGE_FILES)

tidy: $(GENERATED)
	printf '%s\n' $(SOURCES) $(call files,engine/lab/train,.c) | xargs -P 2 -I{} clang-tidy --quiet {} -- -std=c17 $(ALL_CPPFLAGS) \
	    $(if $(filter x86_64%,$(MACHINE)),-mavx512f -mavx512bw -mavx512vl -mavx512vnni -mavxvnni -mfma)

# Of gcc's release build: another compiler or other flags may round another way.
signature: $(PROGRAM)
	@$(PLAIN_ENGINE) $< bench signature | sed -n 's/^signature *\([0-9A-F]*\).*/\1/p' | \
	    diff tests/signature - || { echo 'the search has changed: see CONTRIBUTING.md' >&2; false; }

include packaging/install.mk packaging/release.mk packaging/web/web.mk tests/tools.mk engine/lab/train/train.mk

clean:
	rm -rf build
