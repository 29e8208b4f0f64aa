# What is published:
#
#   make static       build/static/dihedra: one file for any Linux of the compiler's processor
#   make windows      build/windows/dihedra.exe, by mingw-w64, and a zip with it
#   make check-systems  README.md's lines and the package in roots of Debian 12, 13, Ubuntu 24.04
#   make dist         build/dist: dihedra-VERSION.tar.gz, the same bytes from the same commit, and the page, dihedra.html
#   make deb          Debian package of the last commit, for this system's release
#   make release      all that is published, into one folder

# The project's address, for manifests and packages: who publishes it puts it here. Without one nothing that is made names it.
RELEASE_URL ?=
export RELEASE_URL

.PHONY: static windows windows-program check-systems dist dist-page deb release

# The same objects in one file, which needs no library and nothing of the system but the kernel.
STATIC_LINK := $(if $(HARDENED_LINK),-static-pie -Wl$(comma)-z$(comma)relro$(comma)-z$(comma)now,-static)
STATIC := build/static$(if $(filter-out gcc,$(notdir $(CC))),-$(notdir $(CC)))/dihedra
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
windows: $(WINDOWS_ZIP)
windows-program: $(WINDOWS_LIBRARIES)/lib/libtre.a
	@$(MAKE) --no-print-directory BUILD=$(BUILD) CC=$(WINDOWS_CC) \
	    CPPFLAGS='-I$(WINDOWS_LIBRARIES)/include -I$(WINDOWS_LIBRARIES)/include/tre $(CPPFLAGS)' \
	    LDFLAGS='-L$(WINDOWS_LIBRARIES)/lib -s $(LDFLAGS)' all
$(WINDOWS_LIBRARIES)/lib/libtre.a: packaging/build-libraries
	packaging/build-libraries $(WINDOWS_LIBRARIES) $(WINDOWS_CC) x86_64-w64-mingw32-ar jansson tre
$(WINDOWS_ZIP): windows-program packaging/windows/make-zip packaging/windows/README.txt LICENSE
	packaging/windows/make-zip build/$(BUILD)-$(WINDOWS_CC)/dihedra.exe $(WINDOWS_LIBRARIES)/licenses $@

# README.md's own lines in throw-away roots of other systems.
check-systems:
	tests/platforms/systems

# The same commit makes the same bytes: all times are the commit's.
ifndef SOURCE_DATE_EPOCH
export SOURCE_DATE_EPOCH := $(shell git log -1 --format=%ct 2>/dev/null || date +%s)
endif
DIST := build/dist/dihedra-$(VERSION)
dist: $(DIST).tar.gz dist-page
$(DIST).tar.gz: always
	@mkdir -p $(@D)
	@echo '$(VERSION)' >build/dist/.version
	@git describe --always --exclude='*' HEAD >build/dist/.commit
	@touch -d @$(SOURCE_DATE_EPOCH) build/dist/.version build/dist/.commit
	git archive --format=tar --prefix=dihedra-$(VERSION)/ --add-file=build/dist/.version --add-file=build/dist/.commit HEAD | gzip -9n >$@
dist-page:
	@rm -f build/dist/dihedra.html
	@if command -v emcc >/dev/null; then $(MAKE) --no-print-directory web && install -D -m 644 build/web/dihedra.html -t build/dist; \
	else echo 'skipped: the page, dihedra.html (no emcc: packaging/web/README.md has what it needs)' >&2; fi

deb: $(DIST).tar.gz
	packaging/build-deb $< $(VERSION) build/deb

# Everything that people get, in one folder, with sums, sizes and how long each took.
release:
	packaging/make-release '$(VERSION)' build/release-$(VERSION)
