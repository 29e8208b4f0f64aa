/* The menu: games in and out, what is seen, the network. */
class Menu {
  constructor(app) {
    this.app = app;
  }
  title() {
    return t('Menu');
  }
  panel() {
    const {app} = this;
    return [
      html('h3', {}, t('Game')), this.gameItems(),
      html('h3', {}, t('Look')),
      this.toggle('hasCoordinates', t('Coordinates')), this.toggle('hasNumbers', t('Move numbers')), this.toggle('hasSound', t('Sound of stones')),
      html('h3', {}, t('Engine')),
      html('p', {class: 'quiet'}, app.engineState() || app.networkWords()),
      app.files && (app.files.relay ? this.servedNetworks(app.files.relay) : this.networkItems()),
      !app.files?.relay && html('p', {class: 'quiet'}, t('Everything runs in this page; nothing is sent anywhere.')),
      html('p', {class: 'quiet keys'}, t('Keys: ← → a move, Page Up and Page Down ten, Home, End; b to the board, then arrows and Enter; Escape leaves it.'))];
  }
  item(id, words, act) {
    return button(id, words, async () => {
      this.app.closeSheet();
      try {
        await act();
      } catch (error) {
        this.app.note(error.message);
      }
    });
  }
  toggle(key, words) {
    return html('label', {class: 'toggle', for: `set-${key}`},
        html('input', {type: 'checkbox', id: `set-${key}`, checked: this.app.settings[key], onchange: event => this.app.set(key, event.target.checked)}), words);
  }
  gameItems() {
    const {app} = this, sgf = () => writeSgf(app.tree);
    return html('div', {class: 'items'},
        app.records && button('records', t('Folder…'), () => app.openSheet(app.records)),
        app.records && this.item('save-record', t('Save in the folder…'), () => app.records.save()),
        app.library && button('library', t('Library…'), () => app.openSheet(app.library)),
        app.files && this.item('lesson', t('First lesson'), () => app.setMode('lesson')),
        app.files && this.item('open', t('Open a record (SGF)…'), () => app.file.click()),
        this.item('save', t('Save as a file'), () => saveFile(fileNameOf({...app.tree.info, title: app.doc.title}), writeSgf(app.tree, true), 'application/x-go-sgf')),
        this.item('copy', t('Copy the record'), async () => {
          await copyText(sgf());
          app.note(t('The record is on the clipboard. Paste it anywhere, here too.'));
        }),
        app.files && !app.files.relay && this.item('link', t('Copy a link'), async () => {
          const link = `${location.href.split('#')[0]}#sgf=${encodeURIComponent(sgf())}`;
          if (location.protocol === 'file:') throw new Error(t('This page is a file on your device: a link to it opens nowhere else. Save the game as a file, or copy the record.'));
          if (link.length > 8000) throw new Error(t('The game is too long for a link: save it as a file.'));
          await copyText(link);
          app.note(t('The link is on the clipboard: whoever opens it sees this game.'));
        }));
  }
  servedNetworks({networks}) {
    return html('div', {class: 'items'}, networks.map(({name, bytes}) => this.item(`network-${name}`, `${name} (${decimal(bytes / 1e6)} MB)`,
        () => this.app.chooseNetwork({name, arrayBuffer: async () => name}))));
  }
  networkItems() {
    const {app} = this;
    const choose = event => {
      const [file] = event.target.files;
      event.target.value = '';
      this.app.closeSheet();
      if (file) app.chooseNetwork(file);
    };
    return html('div', {class: 'items'}, button('network-disk', t('Network from disk…'), () => this.input.click()),
        app.settings.network && this.item('network-inside', t('Use the one inside'), () => app.chooseNetwork(null)),
        html('input', {type: 'file', hidden: true, id: 'network-file', 'aria-label': t('Network from disk…'), ref: element => { this.input = element; },
          onchange: choose}));
  }
}
