// The teacher in Play and the exercises that come of reviews, in a headless Chromium; when exercises are due, without one.
'use strict'

const assert = require('node:assert')
const fs = require('node:fs')
const path = require('node:path')
const test = require('node:test')
const {Chromium, findChromium} = require('./chromium.js')
const {page: {Exercises, Tree}, browser: world} = require('./page.js')
const {Visitor, visitPage, OPENING} = require('./visitor.js')

const file = path.resolve(process.env.DIHEDRA_PAGE ?? path.join(__dirname, '../../build/web/dihedra.html'))
const program = findChromium()
const skip = !fs.existsSync(file) ? `there is no ${file}` : program ? false : 'there is no Chromium'
const DAY = 86400000
// Six black stones are in atari, and so are six white ones: G4 and G5 save Black's.
const IN_ATARI = '(;SZ[7]KM[0]RU[chinese]PL[B]AB[ac][bc][cc][dc][ec][fc][ae][be][ce][de][ee][fe]AW[ab][bb][cb][db][eb][fb][ad][bd][cd][dd][ed][fd])'
let browser

test.before(() => {
  if (!skip) browser = new Chromium(program)
})
test.after(() => browser?.close())

// A game against that position, with a teacher or without one.
async function playOn(t, teacher) {
  const visitor = await visitPage(t, browser, file, {record: IN_ATARI, kept: {wish: {strength: 4, teacher}}})
  await visitor.has('.players', '7×7')
  await visitor.click('#tab-play')
  await visitor.click('#tab-analyse')
  await visitor.click('#tab-play')
  return visitor
}
const yourTurn = visitor => visitor.has('.turn', 'It is your turn.')
const later = (visitor, days) => visitor.page.evaluate(time => {
  const now = Date.now
  Date.now = () => now() + time
}, days * DAY)

test('exercises are due at once, and after 1, 3 and 7 days; what failed begins anew', () => {
  let now = 1000 * DAY
  Object.assign(world, {crypto, Date: {now: () => now}})
  const library = {heads: new Map([['game', {}], ['other', {}]]), exercises: new Map(), changeExercises: (id, change) => library.exercises.set(id, change(library.exercises.get(id) ?? []))}
  const exercises = new Exercises({library}), tree = new Tree({width: 9}), game = {id: 'game', trees: [tree], index: 0}
  for (const point of [8, 7]) {
    tree.at = tree.root
    tree.play(point)
  }
  const [other, move] = tree.root.children
  exercises.add(game, [move])
  exercises.add(game, [move])
  const answer = (isRight, hasFailed = false) => {
    [exercises.found] = exercises.due()
    exercises.answer(isRight, hasFailed)
  }
  const isDueAfter = days => {
    now += days * DAY - 1
    assert.strictEqual(exercises.due().length, 0)
    now++
    assert.strictEqual(exercises.due().length, 1)
  }
  assert.strictEqual(exercises.due().length, 1)
  for (const days of [1, 3]) {
    answer(true)
    isDueAfter(days)
  }
  answer(false)
  exercises.answer(true, true)
  isDueAfter(1)
  for (const days of [1, 3, 7]) {
    answer(true)
    isDueAfter(days)
  }
  answer(true)
  exercises.add(game, [move])
  now += 1000 * DAY
  assert.strictEqual(exercises.due().length, 0)
  exercises.add(game, [other])
  assert.strictEqual(exercises.due().length, 1)
  library.heads.delete('game')
  assert.strictEqual(exercises.due().length, 0)
})

test('an exercise stays with its move, whatever becomes the main line, and goes with it', async () => {
  Object.assign(world, {crypto, Date})
  const library = {heads: new Map([['game', {}]]), exercises: new Map(), changeExercises: (id, change) => library.exercises.set(id, change(library.exercises.get(id) ?? [])), get: () => game}
  const exercises = new Exercises({library}), tree = new Tree({width: 9}), game = {id: 'game', trees: [tree], index: 0}
  for (const point of [1, 2, 3]) tree.play(point)
  const move = tree.at
  exercises.add(game, [move])
  tree.at = tree.root
  for (const point of [11, 12, 13]) tree.play(point)
  tree.promote(tree.at)
  exercises.add(game, [move])
  assert.strictEqual(exercises.due().length, 1)
  await exercises.next()
  assert.strictEqual(exercises.node, move.parent)
  tree.remove(move)
  await exercises.next()
  assert.strictEqual(exercises.node, undefined)
  assert.strictEqual(exercises.due().length, 0)
})

test('a serious mistake is told, once in ten moves that stand, and taken back by a tap', {skip}, async t => {
  const visitor = await playOn(t, true)
  await visitor.click('#go-on')
  await visitor.put('A1')
  await visitor.has('.told', 'Why: White ')
  await visitor.has('#take-back:enabled')
  assert.match(await visitor.text('[aria-live]'), /^White .*A1 loses/)
  await visitor.page.reload()
  await visitor.has('.told', 'Why: White ')
  await visitor.has('#take-back:enabled')
  await visitor.click('#take-back')
  await yourTurn(visitor)
  assert.strictEqual(await visitor.stoneAt('A1'), 'A1 empty')
  await visitor.has('#redo')
  await visitor.put('A7')
  await visitor.has('.told', 'A7')
  await visitor.has('#take-back:enabled')
  await visitor.put('G1')
  await yourTurn(visitor)
  assert.strictEqual(await visitor.count('.told'), 0)
})

test('without a teacher nothing is told, but Analyse says why if it is asked', {skip}, async t => {
  const visitor = await playOn(t, false)
  await visitor.click('#go-on')
  await visitor.put('A1')
  await yourTurn(visitor)
  assert.strictEqual(await visitor.count('.told'), 0)
  await visitor.click('#tab-analyse')
  await visitor.press('Home')
  await visitor.has('.candidates button')
  await visitor.press('ArrowRight')
  await visitor.has('.verdict-line', 'A1 loses ')
  await visitor.click('#why')
  await visitor.has('.verdict-line', 'Why: White ')
})

test('key mistakes become exercises, which are refuted, solved, and come again', {skip}, async t => {
  const visitor = await playOn(t, true)
  await visitor.click('#go-on')
  await visitor.put('A1')
  await visitor.has('.told')
  await yourTurn(visitor)
  await visitor.click('#resign')
  await visitor.has('#to-review', 'Key mistakes')
  await visitor.has('#tab-review .due', '1')
  await visitor.click('#to-review')
  await visitor.has('.keys', 'A1')
  await visitor.has('#to-exercises')
  await visitor.click('#to-exercises')
  await visitor.has('.task', 'Black to play: find a better move than A1.')
  const library = async () => {
    await visitor.click('#menu')
    await visitor.click('#library')
  }
  await library()
  await visitor.click('[id^="delete-"]')
  await visitor.until(() => !document.querySelector('.task'))
  await visitor.click('#restore')
  await visitor.has('.due', '1')
  await visitor.click('#sheet-close')
  await visitor.click('#to-review')
  await visitor.click('#to-exercises')
  await visitor.has('.task')
  await library()
  await visitor.until(() => document.querySelector('[id^="delete-"]'))
  await visitor.click('#sheet-close')
  await visitor.put('A7')
  await visitor.has('.turn', 'Try another one.')
  assert.ok(await visitor.count('.layer-over .number') > 1, 'no line refutes it')
  await visitor.put('G4')
  await visitor.has('#go-on')
  await visitor.click('#go-on')
  await visitor.has('h2', 'Exercises due: 0')
  await visitor.page.reload()
  await visitor.has('h2', 'Exercises due: 0')
  await later(visitor, 1)
  await visitor.click('#to-review')
  await visitor.has('#to-exercises')
  await visitor.click('#to-exercises')
  await visitor.has('#skip')
  await visitor.click('#skip')
  await visitor.until(() => !document.querySelector('#skip'))
  await visitor.has('h2', 'Exercises due: 1')
  await visitor.click('#to-review')
  await visitor.has('#to-exercises')
  await visitor.click('#to-exercises')
  await visitor.has('#forget')
  const another = new Visitor(await browser.open(file)) // a tab
  await another.isLoaded()
  await later(another, 1)
  await another.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await another.has('.due', '1')
  await visitor.click('#forget')
  await visitor.has('h2', 'Exercises due: 0')
  await another.until(() => document.dispatchEvent(new Event('visibilitychange')) && !document.querySelector('.due')) // once it is kept
  await another.page.close()
  await later(visitor, 30)
  await visitor.has('#to-review')
  await visitor.click('#to-review')
  assert.strictEqual(await visitor.count('.due'), 0)
})

test('exercises that an older page kept stay, and what two tabs do with them, whichever saves the game last', {skip}, async t => {
  const visitor = await visitPage(t, browser, file, {record: OPENING})
  await visitor.until(async () => await store.work('readonly', ({heads}) => heads.count()) === 1)
  await visitor.page.evaluate(async () => {
    const names = ['heads', 'games'], of = (name, ask) => store.work('readonly', stores => stores[name][ask]())
    const [id] = await of('heads', 'getAllKeys'), kept = await Promise.all(names.map(async name => (await of(name, 'getAll'))[0]))
    kept[0].exercises = [4, 5].map(depth => ({at: {depth, turns: []}, point: depth === 4 ? 20 : 42, step: 0, due: 0}))
    await new Promise(onsuccess => Object.assign(indexedDB.deleteDatabase('dihedra'), {onsuccess}))
    const request = indexedDB.open('dihedra', 2), stores = ['files', ...names]
    request.onupgradeneeded = () => stores.forEach(name => request.result.createObjectStore(name).put(kept[names.indexOf(name)] ?? '', id))
    await new Promise(resolve => { request.onsuccess = resolve })
    request.result.close()
  })
  await visitor.page.reload()
  await visitor.has('.due', '2')
  const other = new Visitor(await browser.open(file))
  const exercise = async tab => {
    await tab.click('#tab-review')
    await tab.has('#to-exercises')
    await tab.click('#to-exercises')
    await tab.has('#forget')
  }
  await exercise(other)
  await other.page.evaluate(() => ['skip', 'forget'].forEach(id => document.getElementById(id).click())) // the second is too late
  await new Promise(resolve => setTimeout(resolve, 500))
  await other.has('h2', 'Exercises due: 2')
  await other.click('#skip')
  await other.click('#to-review')
  await exercise(other)
  await other.click('#forget')
  await other.has('h2', 'Exercises due: 1')
  await visitor.put('A1')
  await other.until(async () => (await store.work('readonly', ({games}) => games.getAll()))[0].sgf.includes('B[ai]'))
  await other.page.reload()
  await other.has('h2', 'Exercises due: 1')
  await exercise(visitor) // it knows nothing of the other tab
  await visitor.click('#skip')
  await visitor.click('#forget')
  await visitor.has('h2', 'Exercises due: 0')
  await other.page.close()
})
