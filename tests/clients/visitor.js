// What a person does to the web page, in any of the browsers that are driven here.
'use strict'

const assert = require('node:assert')
const fs = require('node:fs')
const http = require('node:http')
const path = require('node:path')
const {middleOf} = require('./chromium.js')

class Visitor {
  constructor(page) {
    this.page = page
  }

  text(selector) {
    return this.page.evaluate(name => document.querySelector(name)?.textContent ?? null, selector)
  }

  count(selector) {
    return this.page.evaluate(name => document.querySelectorAll(name).length, selector)
  }

  // Waits until a function of the page is true, at most some minutes.
  async until(condition, ...args) {
    const end = Date.now() + (this.minutes ?? Number(process.env.VISITOR_MINUTES ?? 3)) * 60_000
    while (!await this.page.evaluate(condition, ...args)) {
      assert.ok(Date.now() < end, `still waiting for ${condition} ${args}; the page says ${await this.page.evaluate(() => document.body.innerText)}`)
      await new Promise(resolve => setTimeout(resolve, 50))
    }
  }

  has(selector, words = '') {
    return this.until((name, part) => [...document.querySelectorAll(name)].some(each => each.textContent.includes(part)), selector, words)
  }

  isLoaded() {
    return this.until(() => document.querySelector('.status') && !document.querySelector('.status').textContent.includes('loading'))
  }

  // The site is loaded, and its service worker has kept it.
  async isKept() {
    await this.isLoaded()
    await this.until(() => caches.open('dihedra').then(cache => cache.keys()).then(keys => keys.length === 9 && navigator.serviceWorker.controller !== null))
  }

  async click(selector) {
    await this.page.clickAt(...await middleOf(this.page, selector))
  }

  // The middle of a point in the window.
  placeOf(vertex) {
    return middleOf(this.page, `.cell[aria-label^="${vertex} "]`)
  }

  stoneAt(vertex) {
    return this.page.evaluate(name => document.querySelector(`.cell[aria-label^="${name} "]`).getAttribute('aria-label'), vertex)
  }

  async put(vertex) {
    await this.page.clickAt(...await this.placeOf(vertex))
  }

  press(key) {
    return this.page.press(key)
  }

  // Drops a file of these bytes into the page.
  drop(name, bytes) {
    return this.page.evaluate((fileName, hex) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([Uint8Array.from(hex.match(/../g) ?? [], byte => parseInt(byte, 16))], fileName))
      document.dispatchEvent(new DragEvent('drop', {dataTransfer, cancelable: true}))
    }, name, Buffer.from(bytes).toString('hex'))
  }

  // Pastes a text into the page.
  paste(text) {
    return this.page.evaluate(words => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text', words)
      document.dispatchEvent(new ClipboardEvent('paste', {clipboardData}))
    }, text)
  }

  // Runs a script in the scope of the page's own.
  async inject(source) {
    await this.page.evaluate(text => {
      const script = document.createElement('script')
      script.textContent = text
      document.head.append(script)
    }, source)
  }

  // The page as a new visitor's who has kept what is given.
  async begin(kept = {}) {
    await this.page.evaluate(async values => {
      for (let i = 0; i < 60 && !localStorage.getItem('dihedra-tab'); i++) await new Promise(resolve => setTimeout(resolve, 50)) // it is restored
      await new Promise(resolve => Object.assign(indexedDB.deleteDatabase('dihedra'), {onsuccess: resolve, onerror: resolve}))
      addEventListener('pagehide', () => { // nothing is kept any more
        localStorage.clear()
        sessionStorage.clear()
        for (const [key, value] of Object.entries(values)) localStorage.setItem(`dihedra-${key}`, JSON.stringify(value))
      })
    }, {settings: {language: 'en'}, ...kept})
    await this.page.reload()
  }

  openLink(record) {
    return this.page.evaluate(text => { location.hash = text }, `#sgf=${encodeURIComponent(record)}`)
  }
}

// Opens the page as a new visitor; with the test it ends without errors, and has loaded nothing from elsewhere.
async function visitPage(t, browser, file, {record = '', kept = {}, ...options} = {}) {
  const page = await browser.open(file, options), visitor = new Visitor(page)
  await visitor.begin(kept)
  if (record) await visitor.openLink(record)
  t.after(async () => {
    const {errors, requests} = page
    await page.close()
    assert.deepStrictEqual(errors, [])
    const own = URL.canParse(file) ? new URL(file).origin : 'blob:'
    assert.deepStrictEqual(requests.filter(each => !each.startsWith(own)), [])
  })
  return visitor
}

const TYPES = {'.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.wasm': 'application/wasm', '.svg': 'image/svg+xml'}
// A static host of a folder, without headers. Returns its URL and what ends it.
async function serve(folder) {
  const server = http.createServer(({url}, response) => {
    const name = path.join(folder, url === '/' ? 'index.html' : path.basename(url))
    if (!fs.existsSync(name)) return response.writeHead(404).end()
    response.writeHead(200, {'content-type': TYPES[path.extname(name)] ?? 'application/octet-stream'}).end(fs.readFileSync(name))
  })
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    server.closeAllConnections()
    return new Promise(resolve => server.close(resolve))
  }
  return {url: `http://127.0.0.1:${server.address().port}/`, close}
}

// The largest of a browser's processes that have a page: its MiB, and the seconds of the processor that it has taken.
function largestTab({pid, constructor: {tab}}) {
  const read = (id, name) => fs.readFileSync(`/proc/${id}/${name}`, 'utf8')
  const parents = new Map()
  for (const id of fs.readdirSync('/proc').filter(name => /^\d+$/.test(name))) {
    try {
      const stat = read(id, 'stat').replace(/.*\) \S /s, '').split(' ')
      parents.set(id, {parent: stat[0], words: read(id, 'cmdline').replaceAll('\0', ' ').trim(), seconds: (Number(stat[10]) + Number(stat[11])) / 100,
        size: Number(/VmRSS:\s*(\d+)/.exec(read(id, 'status'))?.[1] ?? 0) / 1024})
    } catch { /* it has ended */ }
  }
  const isOurs = id => id === String(pid) || (parents.has(id) && isOurs(parents.get(id).parent))
  return [...parents].filter(([id, {words}]) => tab.test(words) && isOurs(id)).map(([, each]) => each).sort((a, b) => b.size - a.size)[0]
}
const residentSize = browser => largestTab(browser).size

// A game, and a problem: Black's corner lives or dies by the first move, A8.
const OPENING = '(;SZ[9]KM[7];B[ee];W[gc];B[cg];W[gg];B[cc];W[ge];B[fd];W[gd])'
const PROBLEM = '(;SZ[9]AB[ba][bb][cb][db][eb][ea]AW[ac][bc][cc][dc][ec][fc][fb][fa]TR[bb])'

module.exports = {Visitor, visitPage, largestTab, residentSize, serve, OPENING, PROBLEM}
