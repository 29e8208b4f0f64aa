/* The records of the folder that `dihedra page` was given. The server lists them and reads what their roots say. */
const HEADS_MOST = 100, LOOK_AGAIN = 3000; // of a request; ms
const COLUMNS = [['path', 'Name'], ['black', 'Black'], ['white', 'White'], ['date', 'Date'], ['result', 'Result'], ['size', 'Board'], ['moves', 'Moves']];
class Records {
  constructor(app) {
    Object.assign(this, {app, rows: new Map(), search: '', by: 'path'});
  }
  async json(...request) {
    return (await relay.ask(...request)).json();
  }
  /* What is new or not as it was is read, a part at a time. */
  async look() {
    const listed = await this.json('/records'), known = row => this.rows.get(row.key)?.stamp === row.stamp && this.rows.get(row.key);
    const hasGone = listed.length < this.rows.size;
    this.rows = new Map(listed.map(row => [row.key, known(row) || row]));
    const unread = [...this.rows.values()].filter(({moves, fault}) => moves === undefined && !fault);
    for (let i = 0; i < unread.length; i += HEADS_MOST) {
      const part = unread.slice(i, i + HEADS_MOST), heads = await this.json('/heads', part.map(({key}) => key).join('\n'));
      part.forEach((row, index) => Object.assign(row, heads[index]));
      this.app.refreshSoon();
    }
    if (hasGone) this.app.refreshSoon();
  }
  /* For as long as the server is there. */
  async watch() {
    await this.look();
    setTimeout(() => this.watch().catch(() => {}), LOOK_AGAIN);
  }
  async open({key, path}) {
    this.app.closeSheet();
    const {app} = this, bytes = await (await relay.ask(`/record/${key}`)).arrayBuffer();
    const game = await app.openGames(bytes, path);
    if (game) game.path = path;
  }
  /* As a new file; one that is there is replaced only if that is wished. */
  async save() {
    const {app} = this, {doc: {path, title}, tree} = app, name = prompt(t('Save in the folder…'), path ?? fileNameOf({...tree.info, title}));
    if (!name) return;
    const put = headers => relay.ask(`/save/${encodeURIComponent(name)}`, writeSgf(tree, true), headers);
    try {
      await put();
    } catch (error) {
      if (error.status !== EXISTS) throw error;
      if (!confirm(t('{name} exists. Replace it?', {name}))) return;
      await put({'X-Replace': 'yes'});
    }
    app.note(t('{name} is saved.', {name}));
  }

  title() {
    return t('Folder');
  }
  cell(row, name) {
    return name === 'path' || !row[`${name}Rank`] ? row[name] : `${row[name]} ${row[`${name}Rank`]}`;
  }
  found() {
    const {compare} = new Intl.Collator(undefined, {numeric: true});
    return [...this.rows.values()].filter(({stamp, key, ...row}) => hasWords(row, this.search))
        .sort((a, b) => compare(a[this.by] ?? '', b[this.by] ?? ''));
  }
  panel() {
    const {app} = this, found = this.found(), shown = found.slice(0, ROWS_MOST);
    const set = values => app.assign(this, values);
    return [html('input', {type: 'search', id: 'records-search', value: this.search, placeholder: t('Search'), 'aria-label': t('Search'), oninput: event => set({search: event.target.value})}),
      html('p', {class: 'quiet'}, relay.folder),
      html('div', {class: 'scroll'}, html('table', {class: 'records'}, html('tr', {}, ...COLUMNS.map(([name, words]) => html('th', {scope: 'col', 'aria-sort': name === this.by ? 'ascending' : null},
          button(`by-${name}`, t(words), () => set({by: name}))))),
      ...shown.map(row => html('tr', {key: row.key}, html('td', {}, button(`record-${row.key}`, row.path, () => this.open(row).catch(({message}) => app.note(message)), {disabled: Boolean(row.fault)})),
          row.fault ? html('td', {colspan: COLUMNS.length - 1, class: 'quiet'}, row.fault) : COLUMNS.slice(1).map(([name]) => html('td', {}, this.cell(row, name))))))),
      found.length > shown.length && html('p', {class: 'quiet'}, t('{n} more: search for them.', {n: found.length - shown.length}))];
  }
}

const relay = new Relay(location.search.slice(1));
/* Once the engine is there: the list of the folder, or the record, but not again when the page is reloaded. */
async function begin(app) {
  if (!relay.folder) return;
  const records = new Records(app), isNew = !store.get('begun', null, 'sessionStorage');
  store.set('begun', true, 'sessionStorage');
  await app.restoring;
  if (!relay.isRecord) {
    app.records = records;
    if (isNew) app.openSheet(records);
    await records.watch();
  } else if (isNew) {
    await records.look();
    await records.open([...records.rows.values()][0]);
  }
}
const files = {relay, worker: async () => relay, wasm: async () => undefined, network: async () => '', begin: app => begin(app).catch(({message}) => app.note(message))};
