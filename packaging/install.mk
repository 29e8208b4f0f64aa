# Manual pages and completions, written by the program from its tables of options. RUN is an emulator
# for programs of another processor.
COMMANDS = $(shell $(RUN) $(PROGRAM) print-manual --list)
MANUALS  := $(OUT)/manual
manual: $(PROGRAM)
	@mkdir -p $(MANUALS)
	$(if $(V),,@)set -e; for command in '' $(COMMANDS); do \
	    $(RUN) $(PROGRAM) print-manual --section $(MANSECTION) $$command >$(MANUALS)/dihedra$${command:+-$$command}.$(MANSECTION); done; \
	    for shell in bash zsh fish; do $(RUN) $(PROGRAM) print-completion $$shell >$(MANUALS)/dihedra.$$shell; done

check-manuals: $(PROGRAM)
	@tests/check-manuals $(PROGRAM)

# What `make install` puts where.
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
