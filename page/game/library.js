/* The library: every game that was played, opened, reviewed or set up, with its analyses, kept in the browser.
 *
 * A game is {id, kind ('game' or 'problems'), trees (several of problems), index (of the tree that is looked at), play (as
 * Play.toJson gives it, or null), title, from (the id of the game that a problem is of, or undefined)}. What lists show of it is
 * its head, which is kept beside it, as its exercises are. A tab has games of its own: others take copies of them. */
const OF_GAME = ['heads', 'games', 'exercises']; // stores
class Library {
  constructor(app) {
    Object.assign(this, {app, heads: new Map(), exercises: new Map(), held: new Map(), title: 'Library', search: '', only: null, deleted: null});
  }
  async load() {
    [this.heads, this.exercises] = await Promise.all(['heads', 'exercises'].map(name => store.all(name)));
  }

  /* ---- One game ---- */

  headOf({kind, trees: [tree], trees, play, title}) {
    const {info, width, height} = tree;
    return {kind, title, black: info.black, white: info.white, date: info.date ?? '', result: info.result, size: `${width}×${height}`, count: trees.length,
      runs: Boolean(play?.game && !play.over), changed: Date.now(), position: kind === 'problems' && trees.length === 1 ? positionWords(tree) : ''};
  }
  isEmpty({kind, trees, play}) {
    return kind === 'lesson' || !play?.game && trees.every(({root, info}) => root.children.length === 0 && !root.setup && !root.player && root.marks.size === 0 && !root.comment && !info.black && !info.white);
  }
  /* As it is kept. Analyses are by the number of their nodes. */
  pack({trees, index, play, title, from}) {
    const analyses = trees.map(tree => [...tree.nodes()].flatMap((node, number_) => node.analysis || node.told ? [[number_, node.analysis, node.told, node.proof]] : []));
    return {sgf: trees.map(writtenSgf).join('\n'), analyses, reports: trees.map(({report}) => report), index, play, title, from, at: placeOf(trees[index])};
  }
  unpack(id, {sgf, analyses, reports, index, play, title, from, at}, kind) {
    const trees = readSgf(sgf);
    trees.forEach((tree, number_) => {
      const known = new Map(analyses[number_].map(([node, ...values]) => [node, values]));
      if (known.size > 0) [...tree.nodes()].forEach((node, each) => { [node.analysis, node.told = null, node.proof = null] = known.get(each) ?? [null]; });
      tree.report = reports?.[number_];
    });
    goToPlace(trees[index], at);
    return {id, kind, trees, index, play, title, from};
  }
  async get(id) {
    const head = this.heads.get(id), packed = head && await store.work('readonly', ({games}) => games.get(id));
    return packed ? this.unpack(id, packed, head.kind) : null;
  }
  /* Keeps games, all or none, unless they are as they were. Returns whether they are kept. */
  async put(...games) {
    const changed = games.map(game => ({id: game.id, head: this.headOf(game), packed: this.pack(game)}));
    try {
      await store.work('readwrite', stores => {
        for (const {id, head, packed} of changed) {
          stores.heads.put(head, id);
          stores.games.put(packed, id);
        }
        stores.games.transaction.commit?.(); // the page may be about to go
      });
      for (const {id, head} of changed) this.heads.set(id, head);
      if (this.app.dialog.open) this.app.refreshSoon();
      return true;
    } catch (error) {
      if (error.name === 'QuotaExceededError')
        this.app.note(t('The browser has no room left: delete games from the library, or save this one as a file.'), 15000);
      else store.refuse();
      return false;
    }
  }
  /* Keeps a game if it is not as it was kept: at once, since the page may go. */
  keep(game) {
    const {trees, index, play, title, from} = game, mark = [...trees.map(({version}) => version), index, JSON.stringify(play), title, from, this.app.analysed].join();
    if ((this.isEmpty(game) && !this.heads.has(game.id)) || game.mark === mark) return;
    game.mark = mark;
    this.put(game);
  }
  /* title: undefined if it is to stay. */
  async rename(id, title) {
    if (title === undefined) return;
    Object.assign(this.app.gameWith(id) ?? {}, {title});
    await store.work('readwrite', ({heads, games}) => [heads, games].forEach(each => {
      each.get(id).onsuccess = ({target: {result}}) => result && each.put({...result, title}, id); // else another tab has deleted it
    }));
    await this.look();
  }
  /* Makes others of the exercises of a game: here at once, and in the store of what is there by now. */
  async changeExercises(id, change) {
    this.exercises.set(id, change(this.exercises.get(id) ?? []));
    this.app.refresh();
    await store.work('readwrite', ({games, exercises}) => {
      const game = games.getKey(id), known = exercises.get(id);
      known.onsuccess = () => {
        if (!game.result) return; // another tab has deleted it
        this.exercises.set(id, change(known.result ?? []));
        exercises.put(this.exercises.get(id), id);
      };
    });
    this.app.refresh();
  }
  /* What other tabs have done with the games. */
  async look() {
    await this.load();
    for (const [id, {title}] of this.heads) Object.assign(this.app.gameWith(id) ?? {}, {title});
    this.app.refresh();
  }
  async remove(id) {
    const kept = await store.work('readwrite', stores => {
      const found = OF_GAME.map(name => stores[name].get(id));
      OF_GAME.forEach(name => stores[name].delete(id));
      return found;
    });
    if (kept[0]) this.deleted = {id, kept, head: kept[0]}; // else another tab has deleted it
    this.heads.delete(id);
    this.app.forget(id);
  }
  async restore() {
    const {id, kept} = this.deleted;
    this.deleted = null;
    await store.work('readwrite', stores => OF_GAME.forEach((name, index) => {
      if (kept[index]) stores[name].add(kept[index], id).onerror = event => event.preventDefault(); // another tab may have gone on with it: that stays
    }));
    await this.look();
  }

  /* ---- Tabs ---- */

  /* Makes a game this tab's for as long as it has it. Resolves to false if another tab has it: one that is being reloaded needs a
   * moment to let go. It asks again and again: a request that waits may wait for good, since Chromium overlooks an early abort. */
  async claim(id, patience = 2000) {
    if (this.held.has(id) || !navigator.locks) return true;
    this.held.set(id, () => {});
    const ask = () => new Promise(resolve => navigator.locks.request(`dihedra-${id}`, {ifAvailable: true}, lock => {
      resolve(lock !== null);
      return lock && new Promise(release => this.held.set(id, release));
    }).catch(() => resolve(false)));
    const end = performance.now() + patience;
    let isOwn = await ask();
    for (; !isOwn && performance.now() < end; isOwn = await ask()) await new Promise(resolve => setTimeout(resolve, 50));
    if (!isOwn) this.held.delete(id);
    return isOwn;
  }
  /* These are the tab's games, and no others. */
  own(games) {
    const ids = games.map(({id}) => id);
    for (const [id, release] of this.held)
      if (!ids.includes(id)) {
        release();
        this.held.delete(id);
      }
    for (const game of games)
      this.claim(game.id).then(isOwn => {
        if (isOwn) return;
        this.copy(game);
        this.app.save();
      });
  }
  copy(game) {
    Object.assign(game, {id: newGame([]).id, mark: null});
    this.app.note(t('This game is open in another tab: here it is a copy.'));
  }

  /* ---- The list ---- */

  /* The newest first. */
  found() {
    return [...this.heads].filter(([id, head]) => (!this.only || this.only.includes(id)) && hasWords({...head, position: ''}, this.search))
        .sort(([, a], [, b]) => b.changed - a.changed);
  }
  nameOf({kind, title, count, black, white}) {
    const names = black || white ? `${black || '?'} – ${white || '?'}` : '';
    return (count > 1 ? '' : title || names) || (kind === 'problems' ? count > 1 ? t('{n} problems', {n: count}) : t('Problem') : t('Game'));
  }
  panel() {
    const found = this.found(), shown = found.slice(0, ROWS_MOST), {app} = this;
    return [
      html('div', {class: 'actions small'}, searchField(this, 'library'), button('import', t('Import files…'), () => app.file.click()),
          button('import-folder', t('Import a folder…'), () => app.folder.click()), button('export-all', t('Export all'), () => this.exportAll(), {disabled: this.heads.size === 0})),
      this.deleted && html('p', {class: 'actions small'}, t('{name} is deleted.', {name: this.nameOf(this.deleted.head)}), ' ', button('restore', t('Undo'), () => this.restore())),
      this.only && html('p', {class: 'actions small'}, t('Games added: {n}.', {n: this.only.length}), ' ',
          button('show-all', t('Show all'), () => { this.only = null; })),
      found.length === 0 ? html('p', {class: 'quiet'}, t('Nothing is kept here yet.')) : html('ul', {class: 'library'}, ...shown.map(each => this.row(...each))),
      moreWords(found)];
  }
  row(id, head) {
    const name = this.nameOf(head), facts = [head.runs ? t('running') : '', head.date || new Date(head.changed).toISOString().slice(0, 10), head.size, head.result];
    const rename = t('Rename {name}', {name});
    return html('li', {key: id},
        button(`open-${id}`, [html('b', {}, name), html('span', {class: 'quiet'}, facts.filter(Boolean).join(', '))], () => this.app.openKept(id), {class: 'game'}),
        signButton(`rename-${id}`, '✎', rename, () => this.rename(id, prompt(rename, head.title || name)?.trim())),
        signButton(`export-${id}`, '⤓', t('Save {name} as a file', {name}), () => this.exportOne(id)),
        signButton(`delete-${id}`, '✕', t('Delete {name}', {name}), () => this.remove(id)));
  }
  async textOf(id) {
    const game = this.app.gameWith(id) ?? await this.get(id);
    return game?.trees.map(tree => writeSgf(tree, true)).join('\n');
  }
  async exportOne(id) {
    const text = await this.textOf(id);
    if (!text) return this.look(); // another tab has deleted it
    saveFile(fileNameOf(this.heads.get(id)), text, 'application/x-go-sgf');
  }
  /* One collection. */
  async exportAll() {
    const texts = [];
    await this.look();
    for (const [id] of this.heads) texts.push(await this.textOf(id));
    saveFile('dihedra-games.sgf', texts.join('\n'), 'application/x-go-sgf');
  }
}
const ROWS_MOST = 100; // of the list

/* What is searched for in a list, and what is left out of it. */
const searchField = (list, id) => html('input', {type: 'search', id: `${id}-search`, value: list.search, placeholder: t('Search'), 'aria-label': t('Search'),
  oninput: event => { list.search = event.target.value; }});
const moreWords = ({length}) => length > ROWS_MOST && html('p', {class: 'quiet'}, t('{n} more: search for them.', {n: length - ROWS_MOST}));

/* A problem in words, whoever plays first. */
const positionWords = tree => [tree.info.rules, tree.width, tree.positionOf(tree.root).stones].join();

/* Has a row of a list all words that are searched for? */
function hasWords(row, search) {
  const text = Object.values(row).join(' ').toLowerCase();
  return search.toLowerCase().split(/\s+/).every(word => text.includes(word));
}

/* Where the node that is looked at stands, as {depth, turns}: turns has the index of each child that is not the first, by depth. */
function placeOf(tree, node = tree.at) {
  const turns = tree.path(node).flatMap(({parent, depth}, index, path) => {
    const child = parent ? parent.children.indexOf(path[index]) : 0;
    return child > 0 ? [[depth, child]] : [];
  });
  return {depth: node.depth, turns};
}
function nodeAt(tree, {depth, turns}) {
  const turn = new Map(turns);
  let node = tree.root;
  for (let i = 1; i <= depth; i++) node = node.children[turn.get(i) ?? 0] ?? node;
  return node;
}
function goToPlace(tree, place) {
  if (place) tree.at = nodeAt(tree, place);
}
