# Manual pages, of what the program says of itself. RUN is an emulator for programs of another
# processor.
COMMANDS = $(shell $(RUN) $(PROGRAM) help | sed -n '/^Subcommands:/,/^$$/s/^  \([a-z-]*\) .*/\1/p')
MANUALS  := $(OUT)/manual
manual: $(PROGRAM)
	@mkdir -p $(MANUALS)
	$(if $(V),,@)packaging/make-manuals '$(RUN) $(PROGRAM)' $(MANUALS)

check-manuals: manual
	@mandoc -T lint -W warning $(MANUALS)/*.6

# What `make install` puts where.
BINDIR ?= $(PREFIX)/bin
MANDIR ?= $(PREFIX)/share/man
DOCDIR ?= $(PREFIX)/share/doc/dihedra
DATADIR ?= $(PREFIX)/share/dihedra

# Without help2man there are no manual pages.
install: all $(if $(shell command -v help2man),manual)
	install -d $(addprefix $(DESTDIR),$(BINDIR) $(MANDIR)/man6 $(DOCDIR))
	install -m 755 $(PROGRAM) $(DESTDIR)$(BINDIR)/dihedra$(EXE)
	$(if $(shell command -v help2man),install -m 644 $(MANUALS)/*.6 $(DESTDIR)$(MANDIR)/man6)
	$(if $(wildcard build/web/dihedra.html),install -D -m 644 build/web/dihedra.html -t $(DESTDIR)$(DATADIR))
	$(if $(DOCDIR),install -m 644 LICENSE CHANGELOG.md $(DESTDIR)$(DOCDIR))

uninstall:
	rm -f $(addprefix $(DESTDIR),$(BINDIR)/dihedra $(MANDIR)/man6/dihedra.6 \
	    $(COMMANDS:%=$(MANDIR)/man6/dihedra-%.6) $(DOCDIR)/LICENSE $(DOCDIR)/CHANGELOG.md \
	    $(DATADIR)/dihedra.html)
