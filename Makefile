# Dihedra. `make` builds build/release/dihedra; BUILD=dev|asan|ubsan|tsan builds beside it.
#   make            the program
#   make demo       a whole game of the engine against itself over GTP
#   make test       the tests (TESTS=regex of suite/test names, LONG=1 for the long mode)
#   make install    DESTDIR and PREFIX as usual
#   make check      formatting and the direction of includes

BUILD  ?= release
CC     := $(if $(filter default,$(origin CC)),gcc,$(CC))
PREFIX ?= /usr/local
OUT    := build/$(BUILD)

VERSION := 0.1.0

WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wconversion
CPPFLAGS += -I. -D_GNU_SOURCE -DDIHEDRA_VERSION='"$(VERSION)"'
CFLAGS.release := -O3 -g -DNDEBUG
CFLAGS.dev     := -O2 -g -Werror
CFLAGS.asan    := -O1 -g -Werror -fsanitize=address -fno-omit-frame-pointer
CFLAGS.ubsan   := -O1 -g -Werror -fsanitize=undefined -fno-sanitize-recover=all
CFLAGS.tsan    := -O1 -g -Werror -fsanitize=thread
ifeq ($(CFLAGS.$(BUILD)),)
$(error BUILD=$(BUILD) is none of release dev asan ubsan tsan)
endif
ALL_CFLAGS := -std=c17 -pthread $(WARNINGS) $(CFLAGS.$(BUILD)) $(CFLAGS)
LDLIBS := -lm

SOURCES := $(wildcard hash/*.c tt/*.c engine/*/*.c gtp/*.c regress/*.c)
OBJECTS := $(SOURCES:%.c=$(OUT)/%.o)
LIBRARY := $(filter-out $(OUT)/gtp/main.o,$(OBJECTS))
TEST_SOURCES := $(wildcard tests/*.c)
TEST_OBJECTS := $(TEST_SOURCES:%.c=$(OUT)/%.o)
C_FILES := $(wildcard */*.[ch] */*/*.[ch])

.PHONY: all demo test install uninstall check format format-check clean
all: $(OUT)/dihedra

$(OUT)/dihedra: $(OBJECTS)
	$(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS)

$(OUT)/run-tests: $(LIBRARY) $(TEST_OBJECTS)
	$(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $^ -lcriterion $(LDLIBS)

$(OUT)/%.o: %.c Makefile
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<

-include $(OBJECTS:.o=.d) $(TEST_OBJECTS:.o=.d)

clean:
	rm -rf build
