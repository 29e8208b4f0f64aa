/* What the browser keeps: settings and the game in local storage, a network in IndexedDB. Each may be refused. */
const store = {
  onRefused: () => {}, // called once
  get(key, otherwise = null) {
    try {
      return JSON.parse(localStorage.getItem(`dihedra-${key}`)) ?? otherwise;
    } catch {
      return otherwise;
    }
  },
  set(key, value) {
    try {
      localStorage.setItem(`dihedra-${key}`, JSON.stringify(value));
    } catch {
      this.onRefused();
      this.onRefused = () => {};
    }
  },
  /* A request to the one object store of files, as a promise: kept once the transaction ends, not when the request does. */
  async files(mode, ask) {
    const opening = indexedDB.open('dihedra', 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore('files');
    const database = await new Promise((resolve, reject) => {
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    const transaction = database.transaction('files', mode), request = ask(transaction.objectStore('files'));
    return new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error);
    }).finally(() => database.close());
  },
  getFile: name => store.files('readonly', files => files.get(name)).catch(() => null),
  setFile: (name, value) => store.files('readwrite', files => value === null ? files.delete(name) : files.put(value, name)),
};

/* Hands a text over as a file to save. */
function saveFile(name, text, type) {
  const link = html('a', {download: name, href: URL.createObjectURL(new Blob([text], {type}))});
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch { // no secure context: the old way
    const area = html('textarea', {class: 'hidden'}, text);
    document.body.append(area);
    area.select();
    const isDone = document.execCommand('copy');
    area.remove();
    if (!isDone) throw new Error(t('The browser does not let this page copy.'));
  }
}
