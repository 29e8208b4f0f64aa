// Nothing that a person made is lost: the library of the web page, its tabs, undo, in a headless Chromium.
'use strict'

const assert = require('node:assert')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const test = require('node:test')
const {Chromium, findChromium} = require('./chromium.js')
const {Visitor, visitPage, PROBLEM} = require('./visitor.js')

const file = path.resolve(process.env.DIHEDRA_PAGE ?? path.join(__dirname, '../../build/web/dihedra.html'))
const program = findChromium()
const skip = !fs.existsSync(file) ? `there is no ${file}` : program ? false : 'there is no Chromium'
let browser

test.before(() => {
  if (!skip) browser = new Chromium(program)
})
test.after(() => browser?.close())

const visit = (t, options) => visitPage(t, browser, file, options)
const yourTurn = visitor => visitor.has('.turn', 'It is your turn.')
const RECORD = '(;SZ[9]KM[7]PB[Shusaku]PW[Gennan];B[ee]C[the center];W[ec];B[gd];W[aa];B[cd];W[gg])'
const stones = visitor => visitor.count('.layer-stones .stone')
async function openLibrary(visitor) {
  await visitor.click('#menu')
  await visitor.click('#library')
  await visitor.has('dialog h2', 'Library')
}
const listed = visitor => visitor.page.evaluate(() => [...document.querySelectorAll('.library .game')].map(each => each.textContent))
// What the page saves as files from now on.
const watchFiles = ({page}) => page.evaluate(() => {
  window.saved = []
  URL.createObjectURL = blob => window.saved.push(blob.text()) && 'data:,'
  HTMLAnchorElement.prototype.click = function() { window.saved.push(this.download) }
})
const savedFiles = ({page}) => page.evaluate(() => Promise.all(window.saved))

test('a record that is opened, pasted or dropped replaces no game', {skip}, async t => {
  const visitor = await visit(t)
  await visitor.put('E5')
  await yourTurn(visitor)
  const count = await stones(visitor)
  await visitor.paste(RECORD)
  await visitor.has('.players', 'Shusaku')
  await visitor.drop('other.sgf', Buffer.from('(;SZ[9]PB[Dosaku];B[aa])'))
  await visitor.has('.players', 'Dosaku')
  await visitor.click('#tab-play')
  await yourTurn(visitor)
  assert.strictEqual(await visitor.stoneAt('E5'), 'E5 black stone')
  assert.strictEqual(await stones(visitor), count)
  await openLibrary(visitor)
  const games = await listed(visitor)
  for (const name of ['Dosaku', 'Shusaku', 'You – Dihedra']) assert.ok(games.some(each => each.includes(name)), games.join())
})

test('a game goes on where it is when another one is deleted', {skip}, async t => {
  const visitor = await visit(t)
  await visitor.put('E5')
  await yourTurn(visitor)
  await visitor.paste(RECORD)
  await visitor.has('.players', 'Shusaku')
  await visitor.click('#tab-play')
  await visitor.put('J1')
  await yourTurn(visitor)
  const count = await stones(visitor)
  await openLibrary(visitor)
  await visitor.page.evaluate(() => [...document.querySelectorAll('.library li')].find(each => each.textContent.includes('Shusaku')).lastChild.click())
  await visitor.has('dialog', 'is deleted')
  assert.strictEqual(await stones(visitor), count)
})

test('files, a folder and a collection are imported', {skip}, async t => {
  const visitor = await visit(t), {page} = visitor, folder = fs.mkdtempSync(path.join(os.tmpdir(), 'dihedra-games-'))
  t.after(() => fs.rmSync(folder, {recursive: true}))
  fs.mkdirSync(path.join(folder, 'old'))
  const write = (name, text) => fs.writeFileSync(path.join(folder, name), text) ?? path.join(folder, name)
  const files = [write('one.sgf', RECORD), write('two.sgf', '(;SZ[9]PB[Jowa];B[bb])(;SZ[13]PB[Dosaku];B[aa])'), write('junk.sgf', 'junk'), write('notes.txt', 'no record')]
  await visitor.isLoaded()
  await page.chooseFile('#file', ...files)
  await visitor.has('.notice', 'Games added: 3. Files that cannot be read: 1.')
  await visitor.has('dialog', '3 games are new. Which one?')
  write('old/three.sgf', '(;SZ[9]PB[Honinbo];B[cc])')
  await page.chooseFile('#folder', folder)
  await visitor.has('.notice', 'Games added: 4. Files that cannot be read: 1.')
  await visitor.click('#show-all')
  const games = await listed(visitor)
  assert.deepStrictEqual(['Shusaku', 'Jowa', 'Dosaku', 'Honinbo'].map(name => games.filter(each => each.includes(name)).length), [2, 2, 2, 1])
})

test('a board size that is chosen leaves the record that is open', {skip}, async t => {
  const visitor = await visit(t, {record: RECORD})
  await visitor.has('.players', 'Shusaku')
  await visitor.click('#tab-play')
  await visitor.click('#size-13')
  assert.strictEqual(await visitor.count('.cell'), 169)
  await visitor.page.evaluate(() => document.querySelector('[data-point="84"]').focus())
  await visitor.page.evaluate(() => document.querySelector('#size-19').click()) // another board while this one has the focus
  assert.strictEqual(await visitor.count('.cell'), 361)
  await visitor.click('#tab-analyse')
  await visitor.has('.players', 'Shusaku')
  await visitor.press('ArrowRight')
  assert.strictEqual(await visitor.page.evaluate(() => document.querySelector('#comment').value), 'the center')
})

test('what is tried in Analyse is a variation of the game, which goes on as it was left', {skip}, async t => {
  const visitor = await visit(t)
  await visitor.put('E5')
  await yourTurn(visitor)
  await visitor.put('C3')
  await yourTurn(visitor)
  const before = await stones(visitor)
  await visitor.click('#tab-analyse')
  for (const vertex of ['A1', 'J9', 'A2']) await visitor.put(vertex)
  await visitor.press('Home')
  await visitor.put('G7')
  await visitor.click('#tab-play')
  await yourTurn(visitor)
  assert.strictEqual(await stones(visitor), before)
  await visitor.page.reload()
  await yourTurn(visitor)
  assert.strictEqual(await stones(visitor), before)
  await visitor.put('J1')
  await yourTurn(visitor)
  assert.strictEqual(await stones(visitor), before + 2)
  await visitor.click('#tab-analyse')
  await visitor.has('#remove')
  await visitor.press('Home')
  await visitor.press('End') // the game is the first line
  assert.strictEqual(await stones(visitor), before + 2)
  await visitor.press('Delete')
  await visitor.has('.notice', 'This is a move of the game that is played')
})

test('a game that is begun from a position stands on what led there; stones put by hand are beside it', {skip}, async t => {
  const visitor = await visit(t, {kept: {wish: {size: 13}}})
  assert.strictEqual(await visitor.count('.cell'), 169)
  await visitor.click('#tab-analyse')
  await visitor.put('A1')
  await visitor.click('#tab-play')
  await visitor.click('#go-on')
  await visitor.click('#tab-analyse')
  assert.strictEqual(await visitor.count('#undo-edit:disabled'), 1)
  await visitor.click('#tools-summary')
  await visitor.click('#tool-1')
  await visitor.put('G7')
  await visitor.click('#tab-play')
  assert.strictEqual(await stones(visitor), 1)
  await visitor.click('#again')
  await visitor.click('#start')
  await visitor.click('#tab-analyse')
  await visitor.put('G7')
  await visitor.click('#tab-play')
  assert.strictEqual(await stones(visitor), 0)
})

test('edits are taken back and done again, by keys and buttons, and kept', {skip}, async t => {
  const visitor = await visit(t, {record: RECORD}), {page} = visitor
  await visitor.has('.players', 'Shusaku')
  const ctrl = key => page.evaluate(name => document.dispatchEvent(new KeyboardEvent('keydown', {key: name, ctrlKey: true})), key)
  await visitor.press('ArrowRight')
  await visitor.press('Delete')
  assert.strictEqual(await stones(visitor), 0)
  await ctrl('z')
  assert.strictEqual(await stones(visitor), 1)
  await ctrl('y')
  assert.strictEqual(await stones(visitor), 0)
  await visitor.click('#undo-edit')
  await visitor.press('End')
  assert.strictEqual(await stones(visitor), 6)
  await visitor.click('#tools-summary')
  await visitor.click('#tool-triangle')
  await visitor.put('E5')
  assert.strictEqual(await visitor.count('.sign-mark'), 1)
  await visitor.click('#undo-edit')
  assert.strictEqual(await visitor.count('.sign-mark'), 0)
  await visitor.click('#redo-edit')
  assert.strictEqual(await visitor.count('.sign-mark'), 1)
  await page.reload()
  await visitor.has('.players', 'Shusaku')
  assert.strictEqual(await visitor.count('.sign-mark'), 1)
  assert.strictEqual(await stones(visitor), 6)
})

test('an empty board is kept as it is: with marks, or emptied again', {skip}, async t => {
  const visitor = await visit(t), {page} = visitor
  await visitor.click('#tab-analyse')
  await visitor.put('E5')
  await page.evaluate(() => document.dispatchEvent(new KeyboardEvent('keydown', {key: 'z', ctrlKey: true})))
  await page.reload()
  await visitor.has('#comment')
  assert.strictEqual(await stones(visitor), 0)
  await visitor.click('#tools-summary')
  await visitor.click('#tool-square')
  await visitor.put('E5')
  await page.reload()
  await visitor.until(() => document.querySelectorAll('.sign-mark').length === 1)
})

test('a review is kept, and saved with its figures', {skip}, async t => {
  const visitor = await visit(t), {page} = visitor
  await visitor.click('#tab-review')
  await visitor.paste(RECORD)
  await visitor.has('#begin', 'Review again')
  await visitor.has('.keys .why')
  const look = async () => [await visitor.text('.figures'), await visitor.text('.mistakes'), await visitor.text('.verdict-box')]
  const before = await look()
  await page.reload()
  await visitor.has('.figures')
  assert.deepStrictEqual(await look(), before)
  await visitor.isLoaded()
  await new Promise(resolve => setTimeout(resolve, 1500)) // nothing is judged otherwise once the engine is there
  assert.deepStrictEqual(await look(), before)
  await watchFiles(visitor)
  await visitor.click('#menu')
  await visitor.click('#save')
  const [text, name] = await savedFiles(visitor)
  assert.strictEqual(name, 'Shusaku - Gennan.sgf')
  assert.strictEqual(text.match(/SBKV\[[\d.]+\]V\[-?[\d.]+\]/g).length, 7)
  assert.match(text, /C\[the center\n\n.*E5/)
  assert.match(text, /;W\[aa\]SBKV\[.*\]BM\[1\]C\[.*A9 loses/)
})

test('a problem is kept, and another board does not end it', {skip}, async t => {
  const visitor = await visit(t)
  await visitor.click('#tab-solve')
  await visitor.openLink(PROBLEM)
  await visitor.has('.result', 'The answer is known')
  await visitor.page.reload()
  await visitor.has('#solve')
  await visitor.until(() => document.querySelectorAll('.layer-stones .stone').length === 14)
  assert.strictEqual(await visitor.count('.sign-mark'), 1)
  await visitor.page.evaluate(() => {
    const size = document.querySelector('#problem-size')
    size.value = '13'
    size.dispatchEvent(new Event('change', {bubbles: true}))
  })
  assert.strictEqual(await visitor.count('.cell'), 169)
  await openLibrary(visitor)
  await visitor.click('.library .game')
  await visitor.until(() => document.querySelectorAll('.layer-stones .stone').length === 14)
})

test('each tab has its own game', {skip}, async t => {
  const visitor = await visit(t)
  await visitor.put('E5')
  await yourTurn(visitor)
  const page = await browser.open(file, {hash: `#sgf=${encodeURIComponent(RECORD)}`}), other = new Visitor(page)
  await other.has('.players', 'Shusaku')
  await openLibrary(visitor)
  await visitor.has('.library .game', 'Shusaku')
  await other.click('#tab-play')
  await other.has('#go-on')
  await visitor.page.reload()
  await yourTurn(visitor)
  assert.strictEqual(await visitor.stoneAt('E5'), 'E5 black stone')
  await openLibrary(other)
  await page.evaluate(() => [...document.querySelectorAll('.library .game')].find(each => each.textContent.includes('You')).click())
  await other.has('.notice', 'This game is open in another tab: here it is a copy.')
  assert.deepStrictEqual(page.errors, [])
  await page.close()
})

test('a game that one tab deletes and another goes on with is whole', {skip}, async t => {
  const visitor = await visit(t, {record: '(;SZ[9]PB[Own];B[ee];W[cc])'})
  await visitor.has('.players', 'Own')
  await visitor.press('End')
  const page = await browser.open(file), other = new Visitor(page)
  await openLibrary(other)
  await other.has('.library .game', 'Own')
  const rowOf = name => `.library li:has(.game) [aria-label^="${name}"]`
  await other.click(rowOf('Delete Own'))
  await other.has('dialog', 'is deleted')
  await visitor.put('G7')
  await visitor.put('C7')
  await other.click('#restore')
  await other.has('.library .game', 'Own')
  await visitor.page.reload()
  await visitor.has('.players', 'Own')
  await visitor.press('End')
  assert.match(await visitor.stoneAt('C7'), /white/)
  await openLibrary(visitor)
  await visitor.click(rowOf('Delete Own'))
  await visitor.has('dialog', 'is deleted')
  await other.click('.library .game') // its list is of before
  await other.until(() => ![...document.querySelectorAll('.library .game')].some(each => each.textContent.includes('Own')))
  assert.deepStrictEqual(page.errors, [])
  await page.close()
})

test('what two tabs do with the exercises and the title of a game is kept', {skip}, async t => {
  const begin = async tab => {
    await tab.page.evaluate(() => {
      const {refresh} = App.prototype
      App.prototype.refresh = function() {
        window.app = this
        return refresh.call(this)
      }
    })
    await tab.click('#tab-play')
    await tab.click('#tab-analyse')
    await tab.until(() => window.app?.library.heads.size === 1)
  }
  const visitor = await visit(t, {record: RECORD})
  await begin(visitor)
  const page = await browser.open(file), other = new Visitor(page)
  await begin(other)
  const add = (tab, number) => tab.page.evaluate(async index => {
    const [id] = app.library.heads.keys(), game = await app.library.get(id)
    await app.modes.exercises.add(game, [game.trees[0].line()[index]])
  }, number)
  await add(visitor, 1)
  await add(other, 2)
  await page.evaluate(() => {
    window.before = Date.now()
    return app.library.rename([...app.library.heads.keys()][0], 'Ear-reddening')
  })
  await visitor.press('End')
  await visitor.put('C7') // the game is kept anew
  await other.until(async () => {
    await app.library.load()
    const [{title, exercises, changed}] = app.library.heads.values()
    return changed > window.before && title === 'Ear-reddening' && exercises.length === 2
  })
  await page.close()
})

// A page that starts is busy: the time that it gives may be over before it is answered.
test('whether another tab has a game is told however little time there is', {skip}, async t => {
  const visitor = await visit(t)
  assert.deepStrictEqual(await visitor.page.evaluate(async () => {
    await new Promise(resolve => navigator.locks.request('dihedra-taken', () => {
      resolve()
      return new Promise(() => {})
    }))
    const library = new Library(null), late = new Promise(resolve => setTimeout(resolve, 5000, 'no answer'))
    return Promise.all(['taken', 'free'].map(id => Promise.race([library.claim(id, 0), late])))
  }), [false, true])
})

test('a finished game stays, a resignation can be taken back', {skip}, async t => {
  const visitor = await visit(t)
  await visitor.click('#start')
  await yourTurn(visitor)
  await visitor.click('#resign')
  await visitor.has('h2', 'You resign')
  await visitor.click('#undo')
  await yourTurn(visitor)
  await visitor.put('E5')
  await yourTurn(visitor)
  await visitor.click('#undo')
  assert.strictEqual(await stones(visitor), 0)
  await visitor.click('#redo')
  assert.strictEqual(await stones(visitor), 2)
  await visitor.click('#resign')
  await visitor.has('h2', 'You resign')
  await visitor.page.reload()
  await visitor.has('h2', 'You resign')
  await visitor.click('#tab-analyse')
  await visitor.has('.players', 'W+R')
  await visitor.click('#tab-play')
  await visitor.click('#again')
  assert.strictEqual(await stones(visitor), 0)
  await openLibrary(visitor)
  await visitor.has('.library .game', 'W+R')
  assert.match((await listed(visitor))[0], /You – Dihedra 16k.*9×9, W\+R/)
  await visitor.click('.library .game')
  await visitor.has('#remove')
  assert.strictEqual(await stones(visitor), 2)
})

test('a flag that is taken back gives the time of the turn again', {skip}, async t => {
  const visitor = await visit(t, {kept: {wish: {clock: 'absolute', minutes: 1}}})
  await visitor.put('E5')
  await yourTurn(visitor)
  await visitor.page.evaluate(() => {
    const now = Date.now
    Date.now = () => now() + 120000
  })
  await visitor.has('h2', 'Your time is up')
  await visitor.click('#undo')
  await yourTurn(visitor)
  assert.match(await visitor.text('#clock-1'), /^(1:00|0:5\d)$/)
})

test('the library is searched, its games are renamed, deleted and written into one file', {skip}, async t => {
  const visitor = await visit(t), {page} = visitor
  await visitor.paste(`${RECORD}(;SZ[13]PB[Dosaku]PW[Chitetsu]RE[B+2];B[aa])(;SZ[9]PB[Jowa];B[bb])`)
  await visitor.has('dialog', '3 games are new. Which one?')
  await page.evaluate(() => [...document.querySelectorAll('.library .game')].find(each => each.textContent.includes('Dosaku')).click())
  await visitor.has('.players', 'Dosaku')
  await openLibrary(visitor)
  await visitor.click('#show-all')
  await visitor.click('#library-search')
  for (const key of 'jow') await page.press(key)
  await visitor.until(() => document.querySelectorAll('.library .game').length === 1)
  await visitor.click('.library button[title="Rename"]')
  await page.evaluate(() => document.querySelector('#rename').select())
  await page.send('Input.insertText', {text: 'My Jowa'})
  const before = await visitor.text('.turn .quiet')
  await visitor.until(text => document.querySelector('.turn .quiet').textContent !== text, before) // what is typed stays while the engine thinks
  await page.press('Enter')
  await visitor.has('.library .game', 'My Jowa')
  await visitor.click('.library button[title="Delete"]')
  await visitor.has('dialog', 'My Jowa is deleted.')
  assert.deepStrictEqual(await listed(visitor), [])
  await visitor.click('#restore')
  await visitor.has('.library .game', 'My Jowa')
  await watchFiles(visitor)
  await visitor.click('#export-all')
  await visitor.until(() => window.saved.length === 2)
  const [text, name] = await savedFiles(visitor)
  assert.strictEqual(name, 'dihedra-games.sgf')
  assert.deepStrictEqual(text.match(/PB\[\w+\]/g).sort(), ['PB[Dosaku]', 'PB[Jowa]', 'PB[Shusaku]'])
})

test('a full store is told of, and keeps what it had', {skip}, async t => {
  const visitor = await visit(t, {record: RECORD}), {page} = visitor
  await visitor.has('.players', 'Shusaku')
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = function() { throw new DOMException('full', 'QuotaExceededError') }
  })
  await visitor.put('A1')
  await visitor.has('.notice', 'The browser has no room left')
  await page.reload()
  await visitor.has('.players', 'Shusaku')
  await visitor.press('End')
  assert.strictEqual(await stones(visitor), 6)
})

test('the own problems of the page are tried one by one', {skip}, async t => {
  const visitor = await visit(t)
  await visitor.click('#tab-solve')
  await visitor.click('#our-problems')
  await visitor.has('.heading', 'Problem 1 of 30 · 20k')
  await visitor.has('.result', 'try it')
  await visitor.click('#first-1')
  await visitor.put('A9')
  await visitor.has('.turn', 'A9 is right.')
  await visitor.click('#following')
  await visitor.has('.heading', 'Problem 2 of 30')
  await visitor.page.reload()
  await visitor.has('.heading', 'Problem 2 of 30')
})
