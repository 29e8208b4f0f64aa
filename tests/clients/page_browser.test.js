// The web page in a headless Chromium: games by mouse, finger and keyboard, analysis, a review, a problem, a network, what is kept.
// The file is build/web/dihedra.html (make web) or what DIHEDRA_PAGE names; without it or Chromium the tests are skipped.
'use strict'

const assert = require('node:assert')
const fs = require('node:fs')
const http = require('node:http')
const path = require('node:path')
const test = require('node:test')
const {Chromium, findChromium} = require('./chromium.js')

const axe = fs.readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')
const file = path.resolve(process.env.DIHEDRA_PAGE ?? path.join(__dirname, '../../build/web/dihedra.html'))
const program = findChromium()
const skip = !fs.existsSync(file) ? `there is no ${file}` : program ? false : 'there is no Chromium'
const PHONE = {width: 360, height: 740}
let browser

test.before(() => {
  if (!skip) browser = new Chromium(program)
})
test.after(() => browser?.close())

// What a person does to the page.
class Visitor {
  constructor(page) {
    this.page = page
  }

  text(selector) {
    return this.page.evaluate(name => document.querySelector(name)?.textContent ?? null, selector)
  }

  // Waits until a function of the page is true, at most a minute.
  async until(condition, ...args) {
    const end = Date.now() + 60_000
    while (!await this.page.evaluate(condition, ...args)) {
      assert.ok(Date.now() < end, `still waiting for ${condition} ${args}; the page says ${await this.text('main')}`)
      await new Promise(resolve => setTimeout(resolve, 50))
    }
  }

  has(selector, words = '') {
    return this.until((name, part) => [...document.querySelectorAll(name)].some(each => each.textContent.includes(part)), selector, words)
  }

  click(selector) {
    return this.page.click(selector)
  }

  // The middle of a point in the window.
  placeOf(vertex) {
    return this.page.evaluate(name => {
      const cell = [...document.querySelectorAll('.cell')].find(each => each.getAttribute('aria-label').split(' ')[0] === name)
      cell.scrollIntoView({block: 'center'})
      const box = cell.getBoundingClientRect()
      return [box.x + box.width / 2, box.y + box.height / 2]
    }, vertex)
  }

  stoneAt(vertex) {
    return this.page.evaluate(name => [...document.querySelectorAll('.cell')]
      .map(each => each.getAttribute('aria-label')).find(each => each.split(' ')[0] === name), vertex)
  }

  async put(vertex) {
    await this.page.clickAt(...await this.placeOf(vertex))
  }

  async touch(vertex, ...by) {
    const [x, y] = await this.placeOf(vertex)
    const send = (type, points) => this.page.send('Input.dispatchTouchEvent', {type, touchPoints: points})
    await send('touchStart', [{x: x + (by[0] ?? 0), y: y + (by[1] ?? 0)}])
    if (by.length > 0) await send('touchMove', [{x, y}])
    const isMagnified = await this.page.evaluate(() => !document.querySelector('.loupe').hidden)
    await send('touchEnd', [])
    return isMagnified
  }

  async press(key) {
    const text = key === ' ' ? ' ' : key === 'Enter' ? '\r' : key.length === 1 ? key : undefined
    await this.page.send('Input.dispatchKeyEvent', {type: 'keyDown', key, text})
    await this.page.send('Input.dispatchKeyEvent', {type: 'keyUp', key})
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

  async reload() {
    const loaded = this.page.browser.wait('Page.loadEventFired', this.page.sessionId)
    await this.page.send('Page.reload')
    await loaded
  }
}

// Opens the page as a new visitor; with the test it ends without errors, and has loaded nothing from elsewhere.
async function visit(t, {hash = '', touch = false, kept = {}, ...options} = {}) {
  const page = await browser.open(file, options)
  if (touch) await page.send('Emulation.setTouchEmulationEnabled', {enabled: true})
  const visitor = new Visitor(page)
  await page.evaluate(values => {
    localStorage.clear()
    for (const [key, value] of Object.entries(values)) localStorage.setItem(`dihedra-${key}`, JSON.stringify(value))
  }, {settings: {language: 'en'}, ...kept})
  await visitor.reload()
  if (hash) await page.evaluate(text => { location.hash = text }, hash)
  t.after(async () => {
    const {errors, requests} = page
    await page.close()
    assert.deepStrictEqual(errors, [])
    assert.deepStrictEqual(requests.filter(each => !each.startsWith('blob:')), [])
  })
  return visitor
}
const yourTurn = visitor => visitor.has('.turn', 'It is your turn.')

// A game that is over but for two passes: Black (X) owns the left of column F.
const ROWS = ['...XXO...', '...XOO...', '...XO....', '..XXO....', '..XOO..O.', '..XO.....', '..XXO....', '...XO....', 'O..XO....']
function finished() {
  const of = sign => ROWS.flatMap((row, y) => [...row].map((each, x) => each === sign ? `[${'abcdefghi'[x]}${'abcdefghi'[y]}]` : '')).join('')
  return `(;GM[1]SZ[9]KM[6.5]RU[Japanese]AB${of('X')}AW${of('O')};B[])`
}
const kept = (play = {}) => ({game: {sgf: finished(), path: [0], mode: 'play', play: {game: {you: '2', strength: 4, seconds: 1}, over: '', ...play}}})

test('a game is begun by a tap, answered, taken back and kept', {skip}, async t => {
  const visitor = await visit(t)
  await visitor.put('E5')
  await yourTurn(visitor)
  assert.strictEqual(await visitor.stoneAt('E5'), 'E5 black stone')
  const count = () => visitor.page.evaluate(() => document.querySelectorAll('.layer-stones .stone').length)
  assert.strictEqual(await count(), 2)
  await visitor.put('E5')
  await visitor.has('.notice', 'There is a stone already.')
  await visitor.reload()
  await yourTurn(visitor)
  assert.strictEqual(await count(), 2)
  await visitor.click('#undo')
  assert.strictEqual(await count(), 0)
  await visitor.click('#hint')
  await visitor.has('.turn', 'Hint: ')
  await visitor.click('#resign')
  await visitor.has('h2', 'You resign: your opponent wins.')
})

test('the keyboard alone plays a game, whose moves are announced', {skip}, async t => {
  const visitor = await visit(t)
  await visitor.press('b')
  for (const key of ['ArrowLeft', 'ArrowUp', 'Enter']) await visitor.press(key)
  await visitor.has('[aria-live]', 'White ')
  assert.strictEqual(await visitor.stoneAt('D6'), 'D6 black stone')
  await visitor.press('Escape')
  await visitor.press('p')
  await yourTurn(visitor)
  await visitor.press('u')
  await visitor.press('u')
  assert.strictEqual(await visitor.stoneAt('D6'), 'D6 empty')
})

test('small points are magnified and confirmed, large ones are not', {skip}, async t => {
  const visitor = await visit(t, {...PHONE, touch: true})
  assert.strictEqual(await visitor.touch('C3'), false)
  await yourTurn(visitor)
  assert.strictEqual(await visitor.stoneAt('C3'), 'C3 black stone')
  await visitor.click('#new-summary')
  await visitor.click('#again')
  await visitor.click('#size-19')
  assert.strictEqual(await visitor.touch('Q16', -12, 9), true)
  assert.strictEqual(await visitor.stoneAt('Q16'), 'Q16 empty')
  assert.strictEqual(await visitor.text('.confirm'), 'Play Q16')
  await visitor.click('.confirm')
  await yourTurn(visitor)
  assert.strictEqual(await visitor.stoneAt('Q16'), 'Q16 black stone')
  await visitor.touch('T1')
  await visitor.touch('T1') // the same point again confirms, too
  await yourTurn(visitor)
  assert.strictEqual(await visitor.stoneAt('T1'), 'T1 black stone')
})

test('a game ends by two passes, dead stones to tap, and a count', {skip}, async t => {
  const visitor = await visit(t, {kept: kept()})
  await yourTurn(visitor)
  await visitor.click('#pass')
  await visitor.has('.result', 'by ')
  assert.strictEqual(await visitor.page.evaluate(() => document.querySelectorAll('.stone.dead').length), 1)
  const before = await visitor.text('.result')
  await visitor.put('A1')
  assert.notStrictEqual(await visitor.text('.result'), before)
  await visitor.put('A1')
  assert.strictEqual(await visitor.text('.result'), before)
  await visitor.click('#accept')
  await visitor.has('h2', before)
})

test('an analysis shows moves, lines and variations', {skip}, async t => {
  const visitor = await visit(t, {hash: `#sgf=${encodeURIComponent('(;SZ[9]KM[7];B[ee];W[cc](;B[gg])(;B[gc]C[side]))')}`})
  await visitor.has('.candidates button')
  await visitor.has('.turn', 'Black wins')
  await visitor.page.evaluate(() => document.querySelector('.candidates tbody tr').dispatchEvent(new PointerEvent('pointerenter')))
  assert.notStrictEqual(await visitor.page.evaluate(() => document.querySelectorAll('.line-stone').length), 0)
  for (let i = 0; i < 3; i++) await visitor.press('ArrowRight')
  assert.strictEqual(await visitor.stoneAt('G3'), 'G3 black stone, last move')
  await visitor.page.evaluate(() => document.querySelector('.node.has-comment').dispatchEvent(new MouseEvent('click',
    {bubbles: true, clientX: document.querySelector('.node.has-comment').getBoundingClientRect().x + 5,
      clientY: document.querySelector('.node.has-comment').getBoundingClientRect().y + 5})))
  assert.strictEqual(await visitor.stoneAt('G7'), 'G7 black stone, last move')
  assert.strictEqual(await visitor.page.evaluate(() => document.querySelector('#comment').value), 'side')
  await visitor.click('#owner')
  await visitor.has('#owner[aria-pressed=true]')
})

test('a small board is solved', {skip}, async t => {
  const visitor = await visit(t, {hash: `#sgf=${encodeURIComponent('(;SZ[3]KM[0]RU[Chinese])')}`})
  await visitor.has('.turn', 'Proved: with best play Black wins by 9 points.')
  assert.strictEqual(await visitor.page.evaluate(() => document.querySelectorAll('.candidate').length), 9)
})

test('a review finds mistakes, which are tried again', {skip}, async t => {
  const visitor = await visit(t)
  await visitor.click('#tab-review')
  await visitor.has('#open-review')
  await visitor.paste('(;SZ[9]KM[7];B[ee];W[ec];B[gd];W[aa];B[cd];W[gg])')
  await visitor.has('#begin', 'Review again')
  await visitor.click('#next')
  await visitor.has('.verdict-box h2', 'Move 4: White A9')
  await visitor.has('.verdict-box', 'A9 loses ')
  await visitor.click('#show-answer')
  assert.notStrictEqual(await visitor.page.evaluate(() => document.querySelectorAll('.line-stone').length), 0)
  await visitor.click('#try')
  await visitor.put('A9')
  await visitor.has('.verdict-box', 'A9 was played in the game.')
  await visitor.click('#give-up')
  await visitor.has('#show-better[aria-pressed=true]')
})

test('a problem is solved, and a wrong try answered', {skip}, async t => {
  const visitor = await visit(t)
  await visitor.click('#tab-solve')
  await visitor.paste('(;SZ[9]AB[ba][bb][cb][db][eb][ea]AW[ac][bc][cc][dc][ec][fc][fb][fa]TR[bb])')
  await visitor.has('.result', 'Unsettled: whoever plays first decides.')
  await visitor.has('.sides', 'White first, to kill: yes – A8')
  await visitor.click('[id="first-2"]')
  await visitor.put('C9')
  await visitor.has('.turn', 'C9 does not work. Answer: A8.')
  await visitor.click('#restart')
  await visitor.has('.result')
  await visitor.click('[id="first-2"]')
  await visitor.put('A8')
  await visitor.has('.turn', 'A8 is right.')
})

// Chooses a file in the menu.
async function chooseNetwork(visitor, name) {
  await visitor.click('#menu')
  const {root} = await visitor.page.send('DOM.getDocument')
  const {nodeId} = await visitor.page.send('DOM.querySelector', {nodeId: root.nodeId, selector: '#network-file'})
  await visitor.page.send('DOM.setFileInputFiles', {files: [name], nodeId})
}

test('a network from disk is used and kept; another file is refused', {skip}, async t => {
  const visitor = await visit(t)
  const network = path.join(__dirname, '../../engine/eval/inside/network.bin')
  await visitor.until(() => !document.querySelector('.status').textContent.includes('loading'))
  await chooseNetwork(visitor, file)
  await visitor.has('.notice', 'This network cannot be used: ')
  await chooseNetwork(visitor, network)
  await visitor.has('.notice', 'network.bin is in use.')
  await visitor.reload()
  await visitor.has('.status', 'Tap the board to begin.')
  await visitor.click('#menu')
  await visitor.has('dialog', 'Network: network.bin')
  await visitor.click('#network-inside')
  await visitor.has('.notice', 'The network inside is in use.')
  await visitor.put('E5')
  await yourTurn(visitor)
})

const sgfOf = (name, charset = '') => Buffer.concat([Buffer.from(`(;GM[1]SZ[9]${charset && `CA[${charset}]`}PB[`), Buffer.from(name, 'hex'),
  Buffer.from('];B[ee];W[cc])')])
const GIB = '\\HS\r\n\\[GAMEBLACKNAME=kim (2D)\\]\r\n\\[GAMEWHITENAME=\xb9\xda\xc1\xa4\xc8\xaf (3D)\\]\r\n\\[GIBOKIND=Korea\\]\r\n' +
  '\\HE\r\n\\GS\r\n2 1 0\r\n119 0 &4\r\nINI 0 1 0 &4\r\nSTO 0 2 1 15 3\r\n\\GE\r\n'
const NGF = 'Rating game\n19\nwhite  7D\nblack* 6D\nwww.cyberoro.com\n0\n0\n6\n20170316 [11:26]\n5\nWhite wins by resign!\n1\nPMABBQDQD\n'
const FILES = [['utf8.sgf', sgfOf('e58fa4e58a9b'), '古力'], ['gb.sgf', sgfOf('c4f4cec0c6bd', 'GB18030'), '聂卫平'],
  ['gbk.sgf', sgfOf('c4f4cec0c6bd'), '聂卫平'], ['jis.sgf', sgfOf('88cd8ce92090e690b6', 'Shift_JIS'), '囲碁 先生'],
  ['korean.sgf', sgfOf('c0ccc3a2c8a3', 'EUC-KR'), '이창호'], ['big5.sgf', sgfOf('a950ab54beb1', 'Big5'), '周俊勳'],
  ['utf16.sgf', Buffer.from('\ufeff(;SZ[9]PB[日本])', 'utf16le'), '日本'], ['tygem.gib', Buffer.from(GIB, 'latin1'), '박정환 3D'],
  ['oro.ngf', Buffer.from(NGF), 'black* 6D'], ['old.mgt', Buffer.from('From: me\n\n(;GaMe[1]SiZe[9]PlayerBlack[old];Black[ee]'), 'old']]
test('files of every format and character set are read', {skip}, async t => {
  const visitor = await visit(t)
  await visitor.click('#tab-analyse')
  for (const [name, bytes, player] of FILES) {
    await visitor.drop(name, bytes)
    await visitor.has('.players', player)
  }
  await visitor.paste('(;SZ[9]CA[Big5]PB[周俊勳])') // a text is what it is
  await visitor.has('.players', '周俊勳')
  for (const [name, bytes, words] of [['hello.txt', 'hello', 'hello.txt: line 1, column 1: no game'], ['empty.sgf', '', 'no game'],
    ['hex.sgf', '(;GM[11]SZ[11];B[aa])', 'GM[11] is a record of another game than Go'], ['huge.sgf', '(;SZ[99];B[aa])', 'SZ'],
    ['many.sgf', `(;SZ[9]${';'.repeat(3e6)})`, 'needs more than 64 MiB of memory'], ['half.gib', GIB.slice(0, 150), 'GIB file']]) {
    await visitor.drop(name, Buffer.from(bytes, 'latin1'))
    await visitor.has('.notice', `This is no game that can be read: ${name}: `)
    await visitor.has('.notice', words)
    await visitor.has('.players', '周俊勳')
  }
})

test('what is no game is refused by a sentence, and nothing is lost', {skip}, async t => {
  const visitor = await visit(t)
  await visitor.put('E5')
  await yourTurn(visitor)
  await visitor.paste('no game at all')
  await visitor.has('.notice', 'This is no game that can be read: line 1, column 1: no game')
  assert.strictEqual(await visitor.stoneAt('E5'), 'E5 black stone')
})

test('no width scrolls sideways, in any language', {skip}, async t => {
  for (const [width, language] of [[320, 'de'], [360, 'ru'], [768, 'fr'], [2560, 'ja']]) {
    const visitor = await visit(t, {width, height: 700, kept: {settings: {language}}})
    for (const mode of ['play', 'analyse', 'review', 'solve']) {
      await visitor.click(`#tab-${mode}`)
      assert.ok(await visitor.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${width} ${language} ${mode}`)
    }
  }
})

test('roles, names and contrast are in order in every mode, light and dark', {skip}, async t => {
  for (const dark of [false, true]) {
    const visitor = await visit(t, {...PHONE, dark, hash: `#sgf=${encodeURIComponent('(;SZ[9]KM[7]PB[a];B[ee];W[ec];B[gd])')}`})
    await visitor.page.evaluate(`${axe};0`)
    const check = async () => assert.deepStrictEqual(await visitor.page.evaluate(() => axe.run().then(({violations}) =>
      violations.map(({id, nodes}) => [id, nodes.map(node => node.target.join(' '))]))), [])
    await visitor.has('.candidates')
    for (const mode of ['analyse', 'review', 'solve', 'play']) {
      await visitor.click(`#tab-${mode}`)
      await check()
    }
    await visitor.click('#menu')
    await check()
  }
})

const TYPES = {'.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.wasm': 'application/wasm', '.svg': 'image/svg+xml'}

// The site by a server without headers, visited for the first time.
async function visitSite(t) {
  const site = path.join(path.dirname(file), 'site')
  const server = http.createServer(({url}, response) => {
    const name = path.join(site, url === '/' ? 'index.html' : path.basename(url))
    if (!fs.existsSync(name)) return response.writeHead(404).end()
    response.writeHead(200, {'content-type': TYPES[path.extname(name)] ?? 'application/octet-stream'}).end(fs.readFileSync(name))
  })
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve))
  const page = await browser.open('/dev/null'), visitor = new Visitor(page)
  t.after(() => page.close())
  const loaded = browser.wait('Page.loadEventFired', page.sessionId)
  await page.send('Page.navigate', {url: `http://127.0.0.1:${server.address().port}/`})
  await loaded
  await visitor.has('.status', 'Tap the board to begin.')
  await visitor.until(() => caches.open('dihedra').then(cache => cache.keys()).then(keys => keys.length === 6 && navigator.serviceWorker.controller !== null))
  const close = () => {
    server.closeAllConnections()
    return new Promise(resolve => server.close(resolve))
  }
  return {page, visitor, close}
}

// In the page: a worker with threads plays, and a search is interrupted again and again. Returns how many threads it has.
async function interruptSearches(times) {
  const worker = new Worker('dihedra-worker.js')
  const next = fits => new Promise((resolve, reject) => {
    worker.onerror = event => reject(new Error(event.message))
    worker.onmessage = ({data}) => {
      if (data.error) reject(new Error(data.error))
      else if (fits(data)) resolve(data)
    }
  })
  const ask = async gtp => {
    worker.postMessage({id: 1, gtp})
    const answer = await next(data => data.isEnd)
    if (answer.gtp[0] !== '=') throw new Error(`${gtp}: ${answer.gtp}`)
  }
  worker.postMessage({start: {options: ['--size', '9', '--move-time', '60']}})
  const {ready} = await next(data => data.ready)
  for (let i = 0; i < times; i++) {
    const answer = ask('genmove b')
    await new Promise(resolve => setTimeout(resolve, 7 * (i % 20)))
    worker.postMessage({stop: true})
    await answer
    await ask('undo')
  }
  worker.terminate()
  return ready.threads
}

test('the site is kept for use without a network, with what threads need', {skip}, async t => {
  const {page, visitor, close} = await visitSite(t)
  await close()
  await visitor.reload()
  assert.strictEqual(await page.evaluate(() => crossOriginIsolated), true)
  await visitor.has('.status', 'Tap the board to begin.')
  await visitor.put('E5')
  await yourTurn(visitor)
})

test('the site searches with threads from the second visit on, without a network, too', {skip}, async t => {
  const {page, visitor, close} = await visitSite(t)
  await visitor.reload()
  const threads = Math.min(await page.evaluate(() => navigator.hardwareConcurrency), 4)
  assert.strictEqual(await page.evaluate(interruptSearches, 100), threads)
  await close()
  await visitor.reload()
  await visitor.put('E5')
  await yourTurn(visitor)
  assert.strictEqual(await page.evaluate(interruptSearches, 3), threads)
})
