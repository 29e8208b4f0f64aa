# The engine for web pages, in WebAssembly, by Debian's emscripten (see README.md here).
#
#   make web          build/web: dihedra.html, the page in one file; site/, the same for a web server; npm/, the worker, the engine,
#                     the network and types, and its package
#   make web-bench    build/release-emcc/web-bench.js, for measurements in node
#
# The engine is made twice, without threads and, in build/release-emcc-threads, with them.

.PHONY: web web-tools web-threads web-program web-bench web-bench-program

WEB_LIBRARIES := build/web/libraries
WEB_NPM := build/web/npm
WEB_ENGINE := $(OUT)/engine.js
WEB_THREADS := build/$(BUILD)-emcc-threads/dihedra-threads.js
EMSDK_MODULES := NODE_PATH=/usr/share/nodejs

web-make = +@$(MAKE) --no-print-directory BUILD=$(BUILD) CC=emcc INSIDE= CPPFLAGS='-I$(WEB_LIBRARIES)$(1)/include $(CPPFLAGS)' \
    CFLAGS='-msimd128 -msse4.1 -Wno-shorten-64-to-32 $(2) $(CFLAGS)' LDFLAGS='-L$(WEB_LIBRARIES)$(1)/lib $(LDFLAGS)'
web-bench: web
web: web-threads
web web-bench: $(WEB_LIBRARIES)/lib/libz.a
	$(call web-make) $@-program
web-threads: $(WEB_LIBRARIES)-threads/lib/libz.a
	$(call web-make,-threads,-pthread) OUT=$(WEB_THREADS:/dihedra-threads.js=) $(WEB_THREADS)
# What is missing is told before anything is built.
web-tools:
	@command -v emcc >/dev/null || { echo 'make web: no emcc (Debian package emscripten)' >&2; exit 1; }
	@$(EMSDK_MODULES) node -e 'require("acorn")' 2>/dev/null || { echo 'make web: no acorn for node (Debian package node-acorn)' >&2; exit 1; }
$(WEB_LIBRARIES)%lib/libz.a: packaging/build-libraries | web-tools
	packaging/build-libraries $(WEB_LIBRARIES)$(*:/=) 'emcc$(if $(*:/=), -pthread)' emar jansson zlib

# No page measures, plays matches, or reads command lines of subcommands.
WEB_OBJECTS := $(filter-out $(OUT)/page/% $(OUT)/regress/% $(OUT)/engine/lab/% $(OUT)/engine/cluster/% $(OUT)/gtp/main.o \
    $(foreach folder,book page selfplay terminal,$(OUT)/gtp/$(folder)/%) \
    $(filter-out %/problem_text.o,$(filter $(OUT)/gtp/solve/%,$(OBJECTS))) \
    $(OUT)/engine/base/os/posix/process.o $(OUT)/engine/base/os/posix/streams.o $(OUT)/engine/base/os/posix/pages.o $(OUT)/gtp/json/analysis.o $(OUT)/gtp/json/katago.o,$(OBJECTS))
WEB_EXPORTS := web_session_new web_session_free web_session_feed web_session_query web_session_stop \
    web_session_run web_session_load web_session_version web_read_record judgement_answer malloc free
WEB_ASYNCIFY := -sASYNCIFY -sASYNCIFY_IMPORTS=page_give_way -sASYNCIFY_STACK_SIZE=1048576
WEB_LINK := -O3 -g0 --no-entry --js-library packaging/web/library.js $(WEB_ASYNCIFY) -sMODULARIZE -sEXPORT_NAME=createEngine -sENVIRONMENT=worker,node \
    -sALLOW_MEMORY_GROWTH -sINITIAL_MEMORY=33554432 -sTOTAL_STACK=8388608 -sFORCE_FILESYSTEM \
    -sEXPORTED_RUNTIME_METHODS=FS,ccall,UTF8ToString \
    -sEXPORTED_FUNCTIONS=$(subst $() $(),$(comma),$(WEB_EXPORTS:%=_%))

web-program: build/web/dihedra.html
build/web/dihedra.html: $(WEB_NPM)/package.json $(wildcard page/* page/*/*)
	page/build $(WEB_NPM) $(@D)
$(WEB_NPM)/package.json: $(WEB_ENGINE) $(wildcard $(WEB_THREADS) packaging/web/*) engine/eval/inside/network.bin
	@$(call check-sum,engine/eval/inside/network.bin)
	packaging/web/make-package $(WEB_ENGINE) $(WEB_THREADS) $(@D) '$(VERSION)'
# The worker says how many threads wait in a pool, and gives them their memory, all of it at once.
$(OUT)/dihedra-threads.js: WEB_LINK += -pthread -sPTHREAD_POOL_SIZE=Module.threads-1 -sPTHREAD_POOL_SIZE_STRICT=2 -sMAXIMUM_MEMORY=4GB -Wno-pthreads-mem-growth
$(WEB_ENGINE) $(OUT)/dihedra-threads.js: $(WEB_OBJECTS) packaging/web/library.js packaging/web/web.mk
	$(QUIET)$(EMSDK_MODULES) $(CC) $(WEB_LINK) $(LDFLAGS) -o $@ $(WEB_OBJECTS) $(filter-out -lseccomp,$(LDLIBS))

# `dihedra bench` in node, compiled as the engine of pages is, though its slices never end: FILE.js net --model F, and so on.
WEB_BENCH_OBJECTS := $(WEB_OBJECTS) $(filter $(OUT)/engine/lab/bench/%,$(OBJECTS)) $(OUT)/tests/web/bench_main.o
web-bench-program: $(OUT)/web-bench.js
$(OUT)/web-bench.js: $(WEB_BENCH_OBJECTS) tests/web/bench_library.js packaging/web/web.mk
	$(QUIET)$(EMSDK_MODULES) $(CC) -O3 -g0 --js-library tests/web/bench_library.js $(WEB_ASYNCIFY) -sALLOW_MEMORY_GROWTH \
	    -sMAXIMUM_MEMORY=4GB -sTOTAL_STACK=8388608 -sENVIRONMENT=node -sNODERAWFS -sEXIT_RUNTIME $(LDFLAGS) -o $@ $(WEB_BENCH_OBJECTS) $(LDLIBS)
