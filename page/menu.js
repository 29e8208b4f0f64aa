/* The menu: games in and out, the network; and the settings. */
class Menu {
  constructor(app) {
    Object.assign(this, {app, title: 'Menu'});
  }
  panel() {
    const {app} = this;
    return [
      html('h3', {}, t('Game')), this.gameItems(),
      html('h3', {}, t('Engine')),
      html('p', {class: 'quiet'}, app.engineState() || app.networkWords()),
      app.files?.relay?.engine && html('p', {class: 'quiet'}, app.files.relay.engine),
      app.files && (app.files.relay ? this.servedNetworks(app.files.relay) : this.networkItems()),
      !app.files?.relay && html('p', {class: 'quiet'}, t('Everything runs in this page; nothing is sent anywhere.'))];
  }
  item(id, words, act) {
    return button(id, words, () => {
      this.app.closeSheet();
      return act();
    });
  }
  save() {
    const {tree, doc} = this.app;
    saveFile(fileNameOf({...tree.info, title: doc.title}), writeSgf(tree, true), 'application/x-go-sgf');
  }
  gameItems() {
    const {app} = this, sgf = () => writeSgf(app.tree);
    return html('div', {class: 'items'},
        button('settings', `${t('Settings')}…`, () => app.openSheet(app.preferences)),
        app.records && button('records', `${t('Folder')}…`, () => app.openSheet(app.records)),
        app.records && this.item('save-record', t('Save in the folder…'), () => app.records.save()),
        app.library && button('library', `${t('Library')}…`, () => app.openSheet(app.library)),
        app.files && this.item('lesson', t('First lesson'), () => app.setMode('lesson')),
        app.files && this.item('open', t('Open a record (SGF)…'), () => app.file.click()),
        this.item('save', t('Save as a file'), () => this.save()),
        this.item('copy', t('Copy the record'), async () => {
          await copyText(sgf());
          app.note(t('The record is on the clipboard. Paste it anywhere, here too.'));
        }),
        app.files && !app.files.relay && location.protocol !== 'file:' && this.item('link', t('Copy a link'), async () => {
          const link = `${location.href.split('#')[0]}#sgf=${encodeURIComponent(sgf())}`;
          if (link.length > 8000) throw new Error(t('The game is too long for a link: save it as a file.'));
          await copyText(link);
          app.note(t('The link is on the clipboard: whoever opens it sees this game.'));
        }));
  }
  servedNetworks({networks, speeds}) {
    const facts = ({name, bytes}) => [`${decimal(bytes / 1e6)} MB`, speeds[name] && t('{n} visits/s', {n: decimal(speeds[name], 0)})].filter(Boolean).join(', ');
    return html('div', {class: 'items'}, networks.map(each => this.item(`network-${each.name}`, `${each.name} (${facts(each)})`,
        () => this.app.chooseNetwork({...each, arrayBuffer: async () => each.name}))));
  }
  networkItems() {
    const {app} = this;
    return html('div', {class: 'items'}, this.item('network-disk', t('Network from disk…'), () => app.network.click()),
        app.settings.network && this.item('network-inside', t('Use the one inside'), () => app.chooseNetwork(null)));
  }
}

/* What is seen and heard, and how stones are put; and the keys. */
class Settings {
  constructor(app) {
    Object.assign(this, {app, title: 'Settings'});
  }
  choice(key, words, choices) {
    return field(words, select(`set-${key}`, words, this.app.settings[key], choices, text => this.app.set(key, choices.find(([each]) => `${each}` === text)[0])));
  }
  toggle(key, words) {
    return toggle(`set-${key}`, words, this.app.settings[key], value => this.app.set(key, value));
  }
  panel() {
    const {app} = this, {volume} = app.settings, off = t('off');
    return [
      this.choice('theme', t('Board'), [['wood', t('Wood')], ['plain', t('Plain')], ['contrast', t('High contrast')]]),
      this.choice('coordinates', t('Coordinates'), [[2, t('all sides')], [1, t('left and above')], [0, off]]),
      this.choice('asks', t('Ask before a stone'), [['always', t('always')], ['touch', t('by finger on small points')], ['never', t('never')]]),
      this.choice('numbers', t('Move numbers'), [[0, off], ...[1, 3, 10, 50].map(n => [n, t('the last {n}', {n})]), [1000, t('All moves')]]),
      field(t('Sound'), html('input', {type: 'range', id: 'set-volume', min: 0, max: 1, step: .1, value: volume, 'aria-label': t('Sound'),
        'aria-valuetext': volume > 0 ? percentText(volume) : off, onchange: event => app.set('volume', +event.target.value)})),
      this.toggle('magnifies', t('Magnify what a finger hides')), this.toggle('hasNext', t('Next moves of the record')),
      this.toggle('hasPolicy', t('Policy: where the network would look first')), this.keys()];
  }
  /* As in Sabaki, where a browser leaves them to the page. */
  keys() {
    const rows = [['← → ↑ ↓', t('one move')], ['Page Up, Page Down', t('ten moves')], ['Home, End', `${t('Start of the game')}, ${t('End of the game')}`],
      ['Shift+← →', t('Variations')], ['Ctrl+←', t('back to the main line')], ['Ctrl+↑ ↓', t('next branch')], ['Ctrl+Shift+↑ ↓', t('Comment')],
      ['1 – 5, 8', t('Edit: stones, marks')], ['F4, Space', t('Pause')], ['h, o', `${t('Policy')}, ${t('Territory')}`], ['p, u', `${t('Pass')}, ${t('Undo')}`],
      ['Delete', t('Delete from here')], ['Ctrl+Z, Ctrl+Y', `${t('Undo')}, ${t('Redo')}`], ['m, t', `${t('Next mistake')}, ${t('Try again')}`],
      ['Ctrl+O, Ctrl+S, Ctrl+,', [t('Open…'), t('Save as a file'), t('Settings')].join(', ')],
      ['b', t('to the board: arrows, Enter; Escape leaves it')]];
    return makeTable('keys', [[t('Keys'), ([keys]) => keys], ['', ([, words]) => words]], rows);
  }
}
