# Manual pages, written by the program from its tables of options. RUN is an emulator for programs of
# another processor.
COMMANDS = $(shell $(RUN) $(PROGRAM) help | sed -n '/^Subcommands:/,/^$$/s/^  \([a-z-]*\) .*/\1/p')
MANUALS  := $(OUT)/manual
manual: $(PROGRAM)
	@mkdir -p $(MANUALS)
	$(if $(V),,@)set -e; for command in '' $(COMMANDS); do \
	    $(RUN) $(PROGRAM) print-manual $$command >$(MANUALS)/dihedra$${command:+-$$command}.6; done

check-manuals: manual
	@mandoc -T lint -W warning $(MANUALS)/*.6

# What `make install` puts where.
BINDIR ?= $(PREFIX)/bin
MANDIR ?= $(PREFIX)/share/man
DOCDIR ?= $(PREFIX)/share/doc/dihedra
DATADIR ?= $(PREFIX)/share/dihedra

install: all manual
	install -d $(addprefix $(DESTDIR),$(BINDIR) $(MANDIR)/man6 $(DOCDIR))
	install -m 755 $(PROGRAM) $(DESTDIR)$(BINDIR)/dihedra$(EXE)
	install -m 644 $(MANUALS)/*.6 $(DESTDIR)$(MANDIR)/man6
	$(if $(wildcard build/web/dihedra.html),install -D -m 644 build/web/dihedra.html -t $(DESTDIR)$(DATADIR))
	$(if $(DOCDIR),install -m 644 LICENSE CHANGELOG.md $(DESTDIR)$(DOCDIR))

uninstall:
	rm -f $(addprefix $(DESTDIR),$(BINDIR)/dihedra $(MANDIR)/man6/dihedra.6 \
	    $(COMMANDS:%=$(MANDIR)/man6/dihedra-%.6) $(DOCDIR)/LICENSE $(DOCDIR)/CHANGELOG.md \
	    $(DATADIR)/dihedra.html)
