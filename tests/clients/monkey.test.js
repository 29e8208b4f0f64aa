// A monkey at the web page, in two tabs of a headless Chromium: taps, buttons, keys, comments, records, reloads, windows of other
// sizes, by chance with a seed. After each act the library's games are those of a model that is kept here, nothing is written to
// the console, and the engine stops thinking at last. The engine's answers come when they come: a seed is no repetition.
// MONKEY_SEEDS="1 2 3" and MONKEY_ACTS choose others than the usual ones.
'use strict'

const assert = require('node:assert')
const fs = require('node:fs')
const path = require('node:path')
const test = require('node:test')
const {Chromium, findChromium} = require('./chromium.js')
const {Visitor, visitPage, PROBLEM} = require('./visitor.js')
const {page: {Tree, readSgf, writeSgf, placeOf, nodeAt}} = require('./page.js')

const file = path.resolve(process.env.DIHEDRA_PAGE ?? path.join(__dirname, '../../build/web/dihedra.html'))
const program = findChromium()
const skip = !fs.existsSync(file) ? `there is no ${file}` : program ? false : 'there is no Chromium'
const isLong = Boolean(process.env.DIHEDRA_LONG)
const SEEDS = (process.env.MONKEY_SEEDS ?? (isLong ? '1 2 3 4' : '1 2')).split(' ').map(Number), ACTS = Number(process.env.MONKEY_ACTS ?? (isLong ? 5000 : 150))

// ---- The hands: what is done in the page, where searches are short, and what is seen ----

const HANDS = `{
  const send = Worker.prototype.postMessage
  Worker.prototype.postMessage = function(message, ...rest) {
    if (message.query?.maxVisits) message.query.maxVisits = Math.min(message.query.maxVisits, 4)
    if (message.gtp?.startsWith('dihedra-life')) message.gtp = message.gtp.replace(/"nodes":\\d+/, '"nodes":200')
    return send.call(this, message, ...rest)
  }
  window.matchMedia = () => ({matches: false}) // a mouse, which needs no second tap
  window.held = null // what the engine says while the monkey acts
  window.Worker = class extends Worker {
    set onmessage(take) { super.onmessage = event => window.held ? window.held.push(() => take(event)) : take(event) }
  }
  HTMLInputElement.prototype.click = HTMLAnchorElement.prototype.click = () => {} // files
  window.prompt = () => 'Renamed'
}`

function look() {
  const find = name => document.querySelector(name), dialog = find('dialog'), focused = document.activeElement
  const buttons = [...(dialog.open ? dialog : find('#page')).querySelectorAll('button[id]:not(:disabled)')].filter(each => each.checkVisibility())
  return {mode: find('.tabs [aria-current=page]').id.slice(4), isOpen: dialog.open, words: find('.side').textContent, tool: find('.tools [aria-pressed=true]')?.id.slice(5),
    buttons: Object.fromEntries(buttons.map(each => [each.id, each.textContent])),
    enabled: [...find('#page').querySelectorAll('button[id]:not(:disabled)')].map(({id}) => id), tab: JSON.parse(sessionStorage.getItem('dihedra-tab')),
    notice: find('.notice').hidden ? '' : find('.notice').textContent, size: Math.sqrt(document.querySelectorAll('.cell').length),
    focus: focused.matches('.cell') ? Number(focused.dataset.point) : focused.matches('input, textarea, select, dialog *') ? 'field' : ''}
}

async function act(kind, value, isCtrl) {
  const find = name => document.querySelector(name), after = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds))
  const library = async () => Promise.all(['getAllKeys', 'getAll'].map(name => store.work('readonly', ({games}) => games[name]())))
    .then(([ids, games]) => Object.fromEntries(ids.map((id, i) => [id, {sgf: games[i].sgf, over: games[i].play?.over, you: games[i].play?.game?.you}])))
  const release = () => window.held?.splice(0).forEach(take => take()) ?? (window.held = null)
  window.held = []
  find('.notice').hidden = true
  if (find('#tools')) find('#tools').open = true
  const kept = await library(), before = look(), games = () => String(look().tab.games)
  if (kind === 'tap') {
    const box = document.querySelectorAll('.cell')[value].getBoundingClientRect()
    find('.board').dispatchEvent(new MouseEvent('click', {bubbles: true, clientX: box.x + box.width / 2, clientY: box.y + box.height / 2}))
  } else if (kind === 'press') {
    for (const id of value) document.getElementById(id)?.click()
  } else if (kind === 'key') {
    document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key: value, ctrlKey: isCtrl, bubbles: true, cancelable: true}))
  } else if (kind === 'comment') {
    Object.assign(find('#comment'), {value}).dispatchEvent(new Event('input', {bubbles: true}))
  } else if (kind === 'paste') {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', value)
    document.dispatchEvent(new ClipboardEvent('paste', {clipboardData}))
    release()
    for (let i = 0; i < 3000 && games() === String(before.tab.games) && find('.notice').hidden; i++) await after(20)
  }
  const isListed = () => kind === 'press' && /^(open|delete)-|^restore/.test(value.at(-1)) && find('dialog').open && document.getElementById(value.at(-1))
  for (let i = 0; i < 500 && isListed(); i++) await after(20)
  await after(0)
  const result = {before: {...before, library: kept}, after: {...look(), library: await library()}}
  release()
  return result
}

// ---- The model: games as trees of the page, by what the monkey has done to them ----

const blank = (width = 9) => new Game(new Tree({width, rules: 'chinese', komi: 7.5}))
class Game {
  // play: {you, over, at}, at being where the game goes on while other modes look elsewhere; text: of problems.
  constructor(tree, play = null, id = null) {
    Object.assign(this, {tree, play, id, problems: null})
  }
  get text() {
    return this.problems ?? writeSgf(this.tree)
  }
  get isEmpty() {
    return !this.problems && !this.play && /^\(;[^;]*RU\[[^\]]*\]\)$/.test(this.text)
  }
  // As it is read again.
  read() {
    const [tree] = readSgf(writeSgf(this.tree)), again = node => nodeAt(tree, placeOf(this.tree, node))
    tree.at = again(this.tree.at)
    if (this.play) this.play = {...this.play, at: again(this.play.at)}
    this.tree = tree
  }
  advance(point) {
    this.tree.play(point)
    this.tree.promote(this.tree.at)
    this.tree.settle()
  }
  step(count) {
    for (let i = 0; i < Math.abs(count); i++) this.tree.at = (count < 0 ? this.tree.at.parent : this.tree.at.children[0]) ?? this.tree.at
  }
}

const STEPS = {ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10, Home: -1000, End: 1000, first: -1000, back: -1, forward: 1, last: 1000}
const KINDS = ['triangle', 'square', 'circle', 'cross', 'label'], REFUSED = /^There is a stone|^Ko:|no liberty|would repeat/
class Tab {
  constructor(visitor, games) {
    Object.assign(this, {visitor, games, mode: 'play', shown: blank(), playing: null, solving: blank(), fresh: null, deleted: null, size: 9})
  }
  get doc() {
    return this.mode === 'solve' ? this.solving : this.mode === 'play' ? this.playing ?? this.fresh ?? this.shown : this.shown
  }
  get own() {
    return [this.shown, this.playing, this.solving]
  }
  // Does the game go on where it is looked at?
  get isPlayed() {
    return this.doc === this.playing && this.playing.tree.at === this.playing.play.at
  }
  leave() {
    if (this.mode === 'play' && this.playing) this.playing.play.at = this.playing.tree.at
  }
  go(mode) {
    if (mode === this.mode) return
    this.leave()
    Object.assign(this, {mode, fresh: null})
    if (mode === 'play' && this.playing) this.playing.tree.at = this.playing.play.at
  }
  show(game) {
    const runs = game.play && !game.play.over
    this.leave()
    Object.assign(this, {shown: game, fresh: null, playing: runs ? game : this.playing, mode: runs ? 'play' : ['play', 'solve'].includes(this.mode) ? 'analyse' : this.mode})
    if (runs) game.tree.at = game.play.at
  }
  start({library, tab}, size) {
    const {sgf, you} = library[tab.games[1]], [tree] = readSgf(sgf)
    tree.root.children = []
    assert.strictEqual(tree.width, size, 'the size of the game that began')
    this.playing = this.shown = new Game(tree, {you, over: false, at: tree.root})
  }
  tap(point, before, after) {
    const {mode, doc: {tree}} = this, {tool} = before, isRefused = REFUSED.test(after.notice)
    if (mode === 'play') {
      if (this.playing ? !before.enabled.includes('pass') : tree.root.children.length > 0 || tree.root.setup) return
      if (!this.playing) this.start(after, tree.width)
      if (!isRefused && this.playing.tree.positionOf().toMove === this.playing.play.you) this.playing.advance(point)
    } else if (mode === 'analyse' && '120'.includes(tool)) {
      tree.place(point, tree.positionOf().stones[point] === tool ? '0' : tool, this.isPlayed)
    } else if (mode === 'analyse' && KINDS.includes(tool)) {
      const marks = new Map(tree.at.marks), free = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].find(each => ![...marks.values()].includes(`=${each}`)), has = marks.get(point)
      if (has === tool || (tool === 'label' && has?.[0] === '=')) marks.delete(point)
      else marks.set(point, tool === 'label' ? `=${free}` : tool)
      tree.edit([[tree.at, {marks}]])
    } else if (mode === 'analyse' && !isRefused) {
      tree.play(point)
    }
  }
  undo(before) {
    const {playing: game, doc: {tree}} = this
    if (this.mode !== 'play') return tree.undo()
    if (!game || !(game.play.over || before.enabled.includes('resign') || /The game is over/.test(before.words))) return // it thinks
    if (!game.play.over && tree.at.parent) {
      const path = tree.path()
      let depth = path.length - 2
      while (depth > 0 && tree.positionOf(path[depth]).toMove !== game.play.you) depth--
      tree.remove(path[depth + 1], 'taken back')
    }
    game.play.over = false
    tree.setResult('')
  }
  redo(before) {
    if (this.mode !== 'play') this.doc.tree.redo()
    else if (before.enabled.includes('redo')) this.doc.tree.undo()
  }
  press(id, before, after) {
    const {doc, mode, doc: {tree}} = this, [, word, rest] = /^([a-z]+)-(.*)$/.exec(id) ?? []
    if (word === 'tab') this.go(rest)
    else if (word === 'open' && this.games.has(rest)) this.open(this.games.get(rest))
    else if (word === 'delete') this.forget(this.games.get(rest))
    else if (id === 'restore') this.games.set(this.deleted.id, this.deleted)
    else if (mode === 'play') this.pressInPlay(id, before, after)
    else if (mode !== 'analyse') return
    else if (STEPS[id]) doc.step(STEPS[id])
    else if (id === 'pass') tree.play(-1)
    else if (word === 'candidate') tree.play(tree.go.pointOf(before.buttons[id]))
    else if (id === 'promote') tree.promote(tree.at)
    else if (id === 'remove') this.remove()
    else if (id === 'undo-edit') tree.undo()
    else if (id === 'redo-edit') tree.redo()
    else if (id === 'turn') tree.setPlayer(tree.go.other(tree.positionOf().toMove), this.isPlayed)
  }
  pressInPlay(id, before, after) {
    const {doc: {tree}, playing, doc} = this, size = /^size-(\d+)$/.exec(id)?.[1], end = result => {
      tree.setResult(result)
      playing.play.over = true
    }
    if (id === 'start') this.start(after, after.size)
    else if (id === 'pass') playing.advance(-1)
    else if (id === 'undo' || id === 'resume') this.undo(before)
    else if (id === 'redo') this.redo(before)
    else if (id === 'resign') end(`${'BW'[playing.play.you % 2]}+R`)
    else if (id === 'accept') end(readSgf(after.library[playing.id].sgf)[0].info.result)
    else if (id === 'to-review') this.go('review')
    else if (id === 'go-on') {
      doc.play = {you: tree.positionOf().toMove, over: false, at: tree.at}
      this.playing = this.shown = doc
      tree.settle()
    } else if (id === 'again' || size) {
      this.leave()
      this.size = Number(size ?? this.size)
      const fresh = blank(this.size)
      Object.assign(this, {playing: null, fresh, shown: this.shown.isEmpty ? fresh : this.shown})
    }
  }
  key(key, isCtrl, before, after) {
    const {mode, doc, doc: {tree}} = this, isPoint = before.focus !== ''
    if (before.focus === 'field' || (isCtrl && mode === 'solve')) return
    if (isCtrl) key === 'z' ? this.undo(before) : this.redo(before)
    else if (isPoint && ['Enter', ' '].includes(key)) this.tap(before.focus, before, after)
    else if (isPoint && STEPS[key] && !key.startsWith('Page')) return
    else if (mode === 'play' && key === 'p' && before.enabled.includes('pass')) doc.advance(-1)
    else if (mode === 'play' && key === 'u') this.undo(before)
    else if (mode === 'analyse' && STEPS[key]) doc.step(STEPS[key])
    else if (mode === 'analyse' && key === 'p') tree.play(-1)
    else if (mode === 'analyse' && key === 'Delete') this.remove()
  }
  remove() {
    const {doc, doc: {tree}} = this
    if (tree.at.parent && !(this.playing === doc && tree.path(doc.play.at).includes(tree.at))) tree.remove(tree.at)
  }
  open(game, isCopy) {
    const copy = isCopy ? new Game(game.tree, game.play) : game
    if (!this.own.includes(game) && !game.problems) copy.read()
    if (!game.problems) return this.show(copy)
    this.leave()
    Object.assign(this, {solving: copy, mode: 'solve', fresh: null})
  }
  paste(record, {tab, library}) {
    const trees = readSgf(record)
    if (this.mode !== 'solve') this.show(new Game(trees[0]))
    for (const [id, {sgf}] of trees.length > 1 ? Object.entries(library) : [])
      if (!this.games.has(id) && !tab.games.includes(id) && sgf === writeSgf(trees[1])) this.games.set(id, new Game(trees[1], null, id))
  }
  forget(game) {
    this.games.delete(game.id)
    Object.assign(this, {deleted: game, fresh: null, playing: this.playing === game ? null : this.playing, solving: this.solving === game ? blank() : this.solving,
      shown: this.shown === game ? blank(this.size) : this.shown})
  }
  reload() {
    const kept = (game, otherwise) => this.games.get(game?.id) === game ? game : otherwise
    this.leave()
    Object.assign(this, {shown: kept(this.shown, blank(this.size)), playing: kept(this.playing, null), solving: kept(this.solving, blank()), fresh: null, deleted: null})
    for (const game of new Set(this.own)) if (game && !game.problems) game.read()
  }
  // What the engine has done since: a move of the game that runs, or it resigned.
  take({library}) {
    const game = this.playing, kept = game && library[game.id]
    if (!kept || kept.sgf === game.text || game.play.over) return
    this.leave()
    const {tree, play} = game, [actual] = readSgf(kept.sgf), seen = tree.at, next = actual.line(actual.root)[play.at.depth + 1]
    if (tree.positionOf(play.at).toMove === play.you) return
    if (kept.over) tree.setResult(actual.info.result)
    play.over = Boolean(kept.over)
    if (play.over || !next?.move) return
    tree.at = play.at
    game.advance(next.move.point)
    play.at = tree.at
    if (this.mode !== 'play') tree.at = seen
  }
  // Where a review has gone to, and what was done to problems.
  adopt({library, tab}) {
    if (this.mode === 'review') this.shown.tree.at = nodeAt(this.shown.tree, tab.places[0])
    const [, , id] = tab.games
    if (library[this.solving.id]) this.solving.problems = library[this.solving.id].sgf // an answer came before it was left
    if (this.solving.id !== id) this.solving = this.games.get(id) ?? blank()
    if (library[id]) this.solving.problems = library[id].sgf
  }
}

// ---- The monkey ----

const RECORDS = ['(;SZ[9]KM[7]PB[Shusaku]PW[Gennan];B[ee]C[the center];W[ec](;B[gd])(;B[cc]LB[dd:A]TR[ee];W[gg]N[end]))', '(;SZ[13]HA[2]AB[dd][jj]PB[a]PW[b]RE[W+2];W[gg];B[])',
  '(;SZ[9]PB[one];B[aa])(;SZ[5]PB[two];B[cc];AW[aa]PL[B])', PROBLEM]
const KEYS = [...Object.keys(STEPS).slice(0, 6), 'ArrowLeft', 'ArrowRight', 'Delete', 'p', 'u', 'o', 'm', 't', 'b', 'Enter', 'Escape', ' ', 'Backspace']
const UNKNOWN = ['to-solve', 'back-to-game', 'lesson', 'to-run'] // to the model; they have tests of their own
const SIZES = [[1280, 900], [390, 844], [844, 390]]

// Numbers from 0 to 1 by a seed (mulberry32).
function randomOf(seed) {
  let state = seed
  return () => {
    state = state + 0x6d2b79f5 | 0
    let mixed = Math.imul(state ^ state >>> 15, 1 | state)
    mixed = mixed + Math.imul(mixed ^ mixed >>> 7, 61 | mixed) ^ mixed
    return ((mixed ^ mixed >>> 14) >>> 0) / 2 ** 32
  }
}

function choose(random, seen, games, tab, rest) {
  const of = list => list[Math.floor(random() * list.length)], luck = random(), point = Math.floor(random() * seen.size ** 2)
  const isElsewhere = id => !games.has(id) || rest.some(({own}) => own.includes(games.get(id)))
  const buttons = Object.keys(seen.buttons).filter(id => !UNKNOWN.includes(id) && !(/^delete-/.test(id) && isElsewhere(id.slice(7))))
  const surplus = games.size > 15 && buttons.filter(id => id.startsWith('delete-'))
  if (seen.isOpen) return ['press', [of(luck < .3 ? ['sheet-close'] : surplus.length > 0 ? surplus : buttons)]]
  if (luck < .4) return ['tap', point]
  if (luck < .65) return ['press', [of(buttons)]]
  if (luck < .8) return ['key', of(KEYS)]
  if (luck < .84) return ['key', of(['z', 'z', 'y']), true]
  if (luck < .88) return seen.mode === 'analyse' ? ['comment', of(['', 'good', 'a ] and a \\', '你好'])] : ['tap', point]
  if (luck < .91) return ['paste', of(RECORDS)]
  if (luck < .93) return ['reload']
  if (luck < .95) return ['resize', of(SIZES)]
  if (luck < .97) return ['other']
  return ['press', ['menu', 'library']]
}

let browser
test.before(() => {
  if (!skip) browser = new Chromium(program)
})
test.after(() => browser?.close())

for (const seed of SEEDS)
  test(`${ACTS} acts with seed ${seed} lose nothing`, {skip}, async t => {
    const random = randomOf(seed), games = new Map(), tabs = [], history = []
    t.after(() => tabs[1]?.visitor.page.close())
    for (let i = 0; i < 2; i++) {
      const visitor = i === 0 ? await visitPage(t, browser, file) : new Visitor(await browser.open(file))
      await visitor.page.send('Page.addScriptToEvaluateOnNewDocument', {source: HANDS})
      await visitor.page.evaluate(`${look};${act}`)
      tabs.push(new Tab(visitor, games))
    }
    const load = async tab => {
      const {visitor} = tab
      await visitor.page.evaluate(() => localStorage.removeItem('dihedra-tab'))
      await visitor.page.reload()
      await visitor.page.evaluate(`${look};${act}`)
      await visitor.isLoaded()
      await visitor.until(() => localStorage.getItem('dihedra-tab') !== null)
      tab.size = await visitor.page.evaluate(() => JSON.parse(localStorage.getItem('dihedra-wish'))?.size ?? 9)
    }
    for (const tab of tabs) await load(tab)
    // Is the library what the model says?
    const compare = (tab, {library, tab: seen}, words) => {
      tab.own.forEach((game, index) => {
        if (!game) return
        const id = seen.games[index]
        if (!game.id && library[id] && !games.has(id)) games.set(game.id = id, game)
      })
      for (const [id, game] of games) assert.strictEqual(library[id]?.sgf, game.text, `${words}: ${id}`)
      for (const id of Object.keys(library)) assert.ok(games.has(id), `${words}: ${id} is not known: ${library[id].sgf}`)
      for (const game of tab.own) assert.ok(!game || game.isEmpty || game === tab.solving || games.has(game.id), `${words}: not kept: ${game?.text}`)
    }
    let tab = tabs[1], seen = await tab.visitor.page.evaluate(() => look())
    const step = async count => {
      const {page} = tab.visitor, [kind, value, isCtrl] = choose(random, seen, games, tab, tabs.filter(each => each !== tab))
      const id = /^open-(.*)/.exec(kind === 'press' && value.at(-1))?.[1], taken = id && tabs.find(each => each !== tab && each.own.some(game => game?.id === id))
      const words = `act ${count}, ${tab.mode}: ${kind} ${value} ${isCtrl ?? ''}`
      history.push(words)
      if (kind === 'other') {
        tab = tabs.find(each => each !== tab)
        await tab.visitor.page.send('Page.bringToFront')
      } else if (kind === 'resize') {
        await page.send('Emulation.setDeviceMetricsOverride', {width: value[0], height: value[1], deviceScaleFactor: 1, mobile: false})
      } else if (kind === 'reload') {
        await load(tab)
        tab.reload()
      } else {
        const {before, after} = await page.evaluate((...words) => act(...words), kind, value, isCtrl ?? false)
        for (const each of tabs) each.take(before)
        tab.adopt(before)
        compare(tab, before, `before ${words}`)
        if (kind === 'tap') tab.tap(value, before, after)
        else if (kind === 'key') tab.key(value, isCtrl, before, after)
        else if (kind === 'comment') tab.doc.tree.edit([[tab.doc.tree.at, {comment: value}]], tab.doc.tree.at, 'comment')
        else if (kind === 'paste') tab.paste(value, after)
        else if (taken) tab.open(games.get(id), true)
        else if (value.at(-1) in before.buttons || value.length > 1) tab.press(value.at(-1), before, after)
        for (const each of tabs) each.take(after)
        if (tab.mode === 'solve') tab.adopt(after)
        compare(tab, after, words)
        assert.strictEqual(after.mode, tab.mode, words)
        const index = tab.doc === tab.playing ? 1 : 0
        if (tab.mode === 'analyse' || tab.mode === 'play' && tab.playing) assert.strictEqual(JSON.stringify(after.tab.places[index]), JSON.stringify(placeOf(tab.doc.tree)), words)
      }
      assert.deepStrictEqual(page.errors, [], words)
      seen = await tab.visitor.page.evaluate(() => look())
      const isBusy = () => tab.visitor.page.evaluate(() => /(hinking|moment|Proving)…/.test(document.querySelector('.side').textContent))
      for (const end = Date.now() + 60_000; count % 10 === 9 && await isBusy();)
        assert.ok(Date.now() < end, `stuck: ${await tab.visitor.text('.side')}`)
    }
    for (let count = 0; count < ACTS; count++) {
      await step(count).catch(error => {
        throw new Error(`${error.message}\n${history.slice(-12).join('\n')}`, {cause: error})
      })
    }
  })
