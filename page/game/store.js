/* What the browser keeps: settings in local storage; games and a network in IndexedDB. Each may be refused. */
const STORES = ['files', 'heads', 'games', 'exercises'];
const store = {
  onRefused: () => {}, // called once
  get(key, otherwise = null, area = 'localStorage') {
    try {
      return JSON.parse(globalThis[area].getItem(`dihedra-${key}`)) ?? otherwise;
    } catch {
      return otherwise;
    }
  },
  set(key, value, area = 'localStorage') {
    try {
      globalThis[area].setItem(`dihedra-${key}`, JSON.stringify(value));
    } catch {
      this.refuse();
    }
  },
  refuse() {
    this.onRefused();
    this.onRefused = () => {};
  },
  open() {
    return this.opening ??= new Promise((resolve, reject) => {
      const request = indexedDB.open('dihedra', 3);
      request.onupgradeneeded = () => {
        STORES.filter(name => !request.result.objectStoreNames.contains(name)).forEach(name => request.result.createObjectStore(name));
        this.moveExercises(...['heads', 'exercises'].map(name => request.transaction.objectStore(name)));
      };
      request.onsuccess = () => {
        request.result.onversionchange = () => request.result.close(); // for a newer page in another tab
        resolve(request.result);
      };
      request.onerror = () => reject(request.error);
      setTimeout(() => reject(new Error('IndexedDB does not answer')), 5000); // as Safari's at times
    });
  },
  /* Version 2 had the exercises of a game in its head. */
  moveExercises(heads, exercises) {
    heads.openCursor().onsuccess = ({target: {result: cursor}}) => {
      if (!cursor) return;
      const {exercises: found, ...head} = cursor.value;
      if (found) exercises.put(found, cursor.key);
      if (found) cursor.update(head);
      cursor.continue();
    };
  },
  /* Does work with the object stores, all of it or nothing. ask gets the stores by name and may return a request, or several, whose
   * results the promise has once all is kept. */
  async work(mode, ask) {
    const transaction = (await this.open()).transaction(STORES, mode);
    const asked = ask(Object.fromEntries(STORES.map(name => [name, transaction.objectStore(name)])));
    return new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve(Array.isArray(asked) ? asked.map(({result}) => result) : asked?.result);
      transaction.onabort = () => reject(transaction.error);
    });
  },
  /* A Map of all that one of them has. */
  async all(name) {
    const [keys, values] = await this.work('readonly', ({[name]: each}) => [each.getAllKeys(), each.getAll()]);
    return new Map(keys.map((key, index) => [key, values[index]]));
  },
  getFile: name => store.work('readonly', ({files}) => files.get(name)).catch(() => null),
  setFile: (name, value) => store.work('readwrite', ({files}) => value === null ? files.delete(name) : files.put(value, name)),
};

/* Hands a text over as a file to save. */
function saveFile(name, text, type) {
  const link = Object.assign(document.createElement('a'), {download: name, href: URL.createObjectURL(new Blob([text], {type}))});
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch { // no secure context: the old way
    const area = Object.assign(document.createElement('textarea'), {className: 'hidden', value: text});
    document.body.append(area);
    area.select();
    const isDone = document.execCommand('copy');
    area.remove();
    if (!isDone) throw new Error(t('The browser does not let this page copy.'));
  }
}
