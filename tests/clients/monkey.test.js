// A monkey at the web page, in two tabs of a headless Chromium: taps, buttons, keys, comments, records, reloads, windows of other
// sizes, by chance with a seed. After each act the library's games are those of a model that is kept here, which has a copy of
// the game for each edit; nothing is written to the console, and the engine stops thinking at last.
// MONKEY_SEEDS="1 2 3" and MONKEY_ACTS choose others than the usual ones.
'use strict'

const assert = require('node:assert')
const fs = require('node:fs')
const path = require('node:path')
const test = require('node:test')
const {Chromium, findChromium} = require('./chromium.js')
const {Visitor, visitPage, PROBLEM} = require('./visitor.js')
const {page: {readSgf}} = require('./page.js')

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
  window.held = null // what the engine says while the monkey acts
  window.Worker = class extends Worker {
    set onmessage(take) { super.onmessage = event => window.held ? window.held.push(() => take(event)) : take(event) }
  }
  HTMLInputElement.prototype.click = HTMLAnchorElement.prototype.click = () => {} // files
}`

function look() {
  const find = name => document.querySelector(name), dialog = find('dialog'), focused = document.activeElement
  const buttons = [...(dialog.open ? dialog : find('#page')).querySelectorAll('button[id]:not(:disabled)')].filter(each => each.checkVisibility())
  return {mode: find('.tabs [aria-current=page]').id.slice(4), isOpen: dialog.open, words: find('.side').textContent, tool: find('.tools [aria-pressed=true]')?.id.slice(5),
    buttons: Object.fromEntries(buttons.map(each => [each.id, each.textContent])),
    enabled: [...find('#page').querySelectorAll('button[id]:not(:disabled)')].map(({id}) => id), tab: JSON.parse(sessionStorage.getItem('dihedra-tab')),
    notice: find('.notice').hidden ? '' : find('.notice').textContent, stones: [...document.querySelectorAll('.cell')].map(each => each.ariaLabel.split(' ')[1][0]).join(''),
    focus: focused.matches('.cell') ? Number(focused.dataset.point) : focused.matches('input, textarea, select, dialog *') ? 'field' : ''}
}

async function act(kind, value, isCtrl, isCopy) {
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
  const isSlow = kind === 'press' && /^open-|^delete-|^restore/.test(value.at(-1))
  for (let i = 0; i < 250 && isSlow && (isCopy ? find('.notice').hidden : i < 10); i++) await after(20)
  await after(0)
  const result = {before: {...before, library: kept}, after: {...look(), library: await library()}}
  release()
  return result
}

// ---- The model ----

const other = color => color === '1' ? '2' : '1'
// The nodes of a tree, by numbers from 0, the root.
function nodesOf(tree) {
  const nodes = [], numbers = new Map()
  for (const node of tree.nodes()) {
    numbers.set(node, nodes.length)
    nodes[numbers.get(node.parent)]?.children.push(nodes.length)
    nodes.push({parent: numbers.get(node.parent) ?? -1, children: [], move: node.move && [node.move.color, node.move.point], setup: Object.fromEntries(node.setup ?? []),
      player: node.player, marks: Object.fromEntries(node.marks), comment: node.comment})
  }
  return nodes
}
const textOf = (nodes, at = 0) => {
  const {move, setup, player, marks, comment, children} = nodes[at]
  return `;${JSON.stringify([move, setup, player, marks, comment])}${children.map(each => `(${textOf(nodes, each)})`).join('')}`
}
const known = new Map() // trees by their records
function treesOf(sgf) {
  if (!known.has(sgf)) known.set(sgf, readSgf(sgf).map(tree => ({tree, nodes: nodesOf(tree), size: tree.width, isHandicap: tree.info.handicap > 1,
    head: JSON.stringify([tree.width, tree.height, tree.info, tree.root.other])})))
  return known.get(sgf)
}

const BLANK = {parent: -1, children: [], move: null, setup: {}, player: null, marks: {}, comment: ''}, TAKEN_BACK = 'taken back'
class Game {
  constructor(sgf = '', size = 9) {
    Object.assign(this, {id: null, sgf, at: 0, done: [], undone: [], play: null, size, result: ''})
    const {tree, ...read} = sgf ? treesOf(sgf)[0] : {nodes: [BLANK]}
    Object.assign(this, structuredClone(read), tree && {result: tree.info.result})
  }
  get text() {
    return this.problems ?? `${this.result}${textOf(this.nodes)}`
  }
  get isEmpty() {
    return !this.sgf && !this.play && this.text === textOf([BLANK])
  }
  path(at = this.at) {
    return at < 0 ? [] : [...this.path(this.nodes[at].parent), at]
  }
  get place() {
    const turns = this.path().map((at, depth) => [depth, this.nodes[this.nodes[at].parent]?.children.indexOf(at) ?? 0]).filter(([, turn]) => turn > 0)
    return {depth: this.path().length - 1, turns}
  }
  find({depth, turns}) {
    let at = 0
    for (let i = 1; i <= depth; i++) at = this.nodes[at].children[new Map(turns).get(i) ?? 0]
    return at
  }
  toMove(at = this.at) {
    const {player, move, parent} = this.nodes[at]
    return player ?? (move ? other(move[0]) : parent >= 0 ? this.toMove(parent) : this.isHandicap ? '2' : '1')
  }
  edit(change, thing = null) {
    const last = this.done.at(-1)
    if (!thing || last?.thing !== thing || last.at !== this.at || this.undone.length > 0) {
      this.done.push({nodes: structuredClone(this.nodes), at: this.at, thing})
      this.undone = []
    }
    change(this.nodes)
  }
  swap(from, to) {
    if (from.length === 0) return
    const {nodes, at, thing} = from.pop()
    to.push({nodes: this.nodes, at: this.at, thing})
    Object.assign(this, {nodes, at})
  }
  settle() {
    Object.assign(this, {done: [], undone: []})
  }
  append(values) {
    this.edit(nodes => {
      nodes[this.at].children.push(nodes.length)
      nodes.push({...structuredClone(BLANK), parent: this.at, ...values})
    })
    this.at = this.nodes.length - 1
  }
  move(point) {
    const move = [this.toMove(), point], found = this.nodes[this.at].children.find(each => String(this.nodes[each].move) === String(move))
    if (found) this.at = found
    else this.append({move})
  }
  setUp(values, isFixed) {
    const {move, children} = this.nodes[this.at]
    if (move || children.length > 0 || isFixed) this.append(values)
    else this.edit(nodes => Object.assign(nodes[this.at], values))
  }
  remove(at, thing) {
    const {parent} = this.nodes[at], isOn = this.path().includes(at)
    this.edit(nodes => nodes[parent].children.splice(nodes[parent].children.indexOf(at), 1), thing)
    if (isOn) this.at = parent
  }
  promote() {
    this.edit(nodes => this.path().slice(1).forEach(at => nodes[nodes[at].parent].children.sort((a, b) => (b === at) - (a === at))))
  }
  advance(point) {
    this.move(point)
    this.promote()
    this.settle()
  }
  step(count) {
    for (let i = 0; i < Math.abs(count); i++) this.at = (count < 0 ? this.path().at(-2) : this.nodes[this.at].children[0]) ?? this.at
  }
}

const STEPS = {ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10, Home: -1000, End: 1000, first: -1000, back: -1, forward: 1, last: 1000}
const KINDS = ['triangle', 'square', 'circle', 'cross'], REFUSED = /^There is a stone|^Ko:|no liberty|would repeat|^Choose a new game/
class Tab {
  constructor(visitor, games) {
    Object.assign(this, {visitor, games, mode: 'play', shown: new Game(), playing: null, solving: new Game(), fresh: null, deleted: null})
  }
  get doc() {
    return this.mode === 'solve' ? this.solving : this.mode === 'play' ? this.playing ?? this.fresh ?? this.shown : this.shown
  }
  get own() {
    return [this.shown, this.playing, this.solving]
  }
  leave() {
    if (this.mode === 'play' && this.playing) this.playing.play.at = this.playing.at
  }
  go(mode) {
    if (mode === this.mode) return
    this.leave()
    Object.assign(this, {mode, fresh: null})
    if (mode === 'play' && this.playing) this.playing.at = this.playing.play.at
  }
  show(game) {
    this.leave()
    this.shown = game
    if (game.play && !game.play.over) this.playing = game
    this.mode = this.playing === game && !game.play.over ? 'play' : ['play', 'solve'].includes(this.mode) ? 'analyse' : this.mode
    this.fresh = null
    if (this.mode === 'play') game.at = game.play.at
  }
  start({library, tab}, size) {
    const {sgf, you} = library[tab.games[1]]
    this.playing = this.shown = Object.assign(new Game(sgf), {play: {you, over: false, at: 0}})
    Object.assign(this.playing, {nodes: [{...this.playing.nodes[0], children: []}]})
    assert.strictEqual(this.playing.size, size, 'the size of the game that began')
  }
  tap(point, before, after) {
    const {doc, mode} = this
    if (mode === 'play') {
      if (!this.playing && (doc.nodes[0].children.length > 0 || Object.keys(doc.nodes[0].setup).length > 0)) return
      if (this.playing && !before.enabled.includes('pass')) return
      if (!this.playing) this.start(after, Math.sqrt(before.stones.length))
      if (!REFUSED.test(after.notice) && this.playing.toMove() === this.playing.play.you) this.playing.advance(point)
    } else if (mode === 'analyse' && '120'.includes(before.tool)) {
      const {at, nodes} = doc, isNew = nodes[at].move || nodes[at].children.length > 0 || this.isFixed()
      doc.setUp({setup: {...isNew ? {} : nodes[at].setup, [point]: 'ebw'[before.tool] === before.stones[point] ? '0' : before.tool}}, this.isFixed())
    } else if (mode === 'analyse' && before.tool !== 'play') {
      const marks = {...doc.nodes[doc.at].marks}, free = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].find(each => !Object.values(marks).includes(`=${each}`))
      if (marks[point] === before.tool || (before.tool === 'label' && marks[point]?.[0] === '=')) delete marks[point]
      else marks[point] = before.tool === 'label' ? `=${free}` : before.tool
      doc.edit(nodes => { nodes[doc.at].marks = marks })
    } else if (mode === 'analyse' && !REFUSED.test(after.notice)) {
      doc.move(point)
    }
  }
  // Is the node that is looked at where the game that runs goes on?
  isFixed() {
    return this.doc === this.playing && this.doc.at === this.playing.play.at
  }
  undo(before) {
    const game = this.playing, isThinking = !before.enabled.some(id => ['resign', 'accept', 'again'].includes(id) && (id !== 'again' || game?.play.over)) && !/Counting/.test(before.words)
    if (this.mode !== 'play') return this.doc.swap(this.doc.done, this.doc.undone)
    if (!game || isThinking) return
    const wasOver = game.play.over
    game.play.over = false
    game.result = ''
    if (wasOver || game.at === 0) return
    let depth = game.path().length - 1
    do depth--; while (depth > 0 && game.toMove(game.path()[depth]) !== game.play.you)
    game.remove(game.path()[depth + 1], TAKEN_BACK)
  }
  redo(before) {
    const {doc} = this
    if (this.mode !== 'play') doc.swap(doc.undone, doc.done)
    else if (this.playing && doc.done.at(-1)?.thing === TAKEN_BACK && (before.enabled.includes('redo'))) doc.swap(doc.done, doc.undone)
  }
  press(id, before, after) {
    const {doc, mode} = this, [, word, rest] = /^([a-z]+)-(.*)$/.exec(id) ?? []
    if (word === 'tab') this.go(rest)
    else if (word === 'open' && this.games.has(rest)) this.open(this.games.get(rest), before)
    else if (word === 'delete') this.forget(this.games.get(rest))
    else if (id === 'restore') this.games.set(this.deleted.id, this.deleted)
    else if (mode === 'play') this.pressInPlay(id, before, after)
    else if (mode === 'review') return
    else if (mode === 'solve') return
    else if (STEPS[id]) doc.step(STEPS[id])
    else if (id === 'pass') doc.move(-1)
    else if (word === 'candidate') doc.move(before.buttons[id] === 'pass' ? -1 : 'ABCDEFGHJKLMNOPQRST'.indexOf(before.buttons[id][0]) + doc.size * (doc.size - Number(before.buttons[id].slice(1))))
    else if (id === 'promote') doc.promote()
    else if (id === 'remove') this.remove()
    else if (id === 'undo-edit') this.undo(before)
    else if (id === 'redo-edit') this.redo(before)
    else if (id === 'turn') doc.setUp({player: other(doc.toMove())}, this.isFixed())
  }
  pressInPlay(id, before, after) {
    const {doc, playing} = this, size = /^size-(\d+)$/.exec(id)?.[1]
    if (id === 'start') this.start(after, Math.sqrt(after.stones.length))
    else if (id === 'pass') playing.advance(-1)
    else if (id === 'undo' || id === 'resume') this.undo(before)
    else if (id === 'redo') this.redo(before)
    else if (id === 'resign') Object.assign(playing, {result: `${'BW'[playing.play.you % 2]}+R`}).play.over = true
    else if (id === 'accept') Object.assign(playing, {result: treesOf(after.library[playing.id].sgf)[0].tree.info.result}).play.over = true
    else if (id === 'to-review') this.go('review')
    else if (id === 'go-on') {
      doc.play = {you: doc.toMove(), over: false, at: doc.at}
      this.playing = this.shown = doc
      doc.settle()
    } else if (id === 'again' || size) {
      this.leave()
      const fresh = new Game('', Number(size ?? Math.sqrt(after.stones.length)))
      Object.assign(this, {playing: null, fresh, shown: this.shown.isEmpty ? fresh : this.shown})
    }
  }
  remove() {
    const {doc} = this
    if (doc.at > 0 && !(this.playing === doc && doc.path(doc.play.at).includes(doc.at))) doc.remove(doc.at)
  }
  open(game) {
    if (!this.own.includes(game)) game.settle()
    if (!game.problems) return this.show(game)
    this.leave()
    Object.assign(this, {solving: game, mode: 'solve', fresh: null})
  }
  copy(game) {
    const copy = Object.assign(new Game(), structuredClone(game), {id: null})
    copy.settle()
    this.open(copy)
  }
  paste(sgf, {tab, library}) {
    const texts = treesOf(sgf).map(({nodes, tree}) => `${tree.info.result}${textOf(nodes)}`)
    if (this.mode !== 'solve') this.show(new Game(sgf))
    for (const [id, each] of texts.length > 1 ? Object.entries(library) : [])
      if (!this.games.has(id) && !tab.games.includes(id) && treesOf(each.sgf).length === 1) this.games.set(id, Object.assign(new Game(each.sgf), {id}))
  }
  reload() {
    const has = game => game && this.games.get(game.id) === game
    if (!has(this.shown)) this.shown = new Game()
    if (!has(this.playing)) this.playing = null
    if (!has(this.solving)) this.solving = new Game()
    Object.assign(this, {fresh: null, deleted: null})
    for (const game of this.own) game?.settle()
    if (this.mode === 'play' && this.playing) this.playing.at = this.playing.play.at
  }
  forget(game) {
    game.settle()
    this.deleted = game
    this.games.delete(game.id)
    if (this.playing === game) this.playing = null
    if (this.solving === game) this.solving = new Game()
    if (this.shown === game) this.shown = new Game()
    this.fresh = null
  }
  key(key, isCtrl, before, after) {
    if (before.focus === 'field') return
    if (isCtrl) return this.mode === 'solve' ? null : key === 'z' ? this.undo(before) : this.redo(before)
    if (before.focus !== '' && ['Enter', ' '].includes(key)) return this.tap(before.focus, before, after)
    if (before.focus !== '' && (STEPS[key] && !key.startsWith('Page'))) return
    if (this.mode === 'play' && key === 'p' && before.enabled.includes('pass')) return this.playing.advance(-1)
    if (this.mode === 'play' && key === 'u') return this.undo(before)
    if (this.mode !== 'analyse') return
    if (STEPS[key]) this.doc.step(STEPS[key])
    else if (key === 'p') this.doc.move(-1)
    else if (key === 'Delete') this.remove()
  }
  // What the engine has done since: a move of the game that runs, or it resigned.
  take({library}) {
    const game = this.playing, kept = game && library[game.id]
    if (kept && !game.play.over && game.toMove(this.mode === 'play' ? game.at : game.play.at) !== game.play.you) {
      const [{nodes, tree}] = treesOf(kept.sgf), seen = game.at
      this.leave()
      if (kept.over) Object.assign(game, {result: tree.info.result}).play.over = true
      else if (textOf(nodes) !== textOf(game.nodes)) {
        game.at = game.play.at
        let at = 0
        for (let i = 0; i < game.path().length; i++) at = nodes[at]?.children[0]
        if (nodes[at]?.move) game.advance(nodes[at].move[1])
        game.play.at = game.at
        if (this.mode !== 'play') game.at = seen
      }
    }
  }
  // Where a review has gone to, and what was done to problems.
  adopt({library, tab}) {
    if (this.mode === 'review') this.shown.at = this.shown.find(tab.places[0])
    const [, , id] = tab.games
    if (this.solving.id !== id) this.solving = this.games.get(id) ?? new Game()
    if (library[id]) this.solving.problems = treesOf(library[id].sgf).map(({nodes}) => textOf(nodes)).join()
  }
}

// ---- The monkey ----

const RECORDS = ['(;SZ[9]KM[7]PB[Shusaku]PW[Gennan];B[ee]C[the center];W[ec](;B[gd])(;B[cc]LB[dd:A]TR[ee];W[gg]N[end]))', '(;SZ[13]HA[2]AB[dd][jj]PB[a]PW[b]RE[W+2];W[gg];B[])',
  '(;SZ[9]PB[one];B[aa])(;SZ[5]PB[two];B[cc];AW[aa]PL[B])', PROBLEM]
const KEYS = [...Object.keys(STEPS).slice(0, 6), 'ArrowLeft', 'ArrowRight', 'Delete', 'p', 'u', 'o', 'm', 't', 'b', 'Enter', 'Escape', ' ', 'Backspace']
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
  const of = list => list[Math.floor(random() * list.length)], luck = random(), point = Math.floor(random() * seen.stones.length)
  const isElsewhere = id => rest.some(({own}) => own.includes(games.get(id)))
  const buttons = Object.keys(seen.buttons).filter(id => !(/^delete-/.test(id) && isElsewhere(id.slice(7))))
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
    const load = async ({visitor}) => {
      await visitor.page.evaluate(() => localStorage.removeItem('dihedra-tab'))
      await visitor.page.reload()
      await visitor.page.evaluate(`${look};${act}`)
      await visitor.isLoaded()
      await visitor.until(() => localStorage.getItem('dihedra-tab') !== null)
    }
    for (const tab of tabs) await load(tab)
    // Is the library what the model says?
    const compare = (tab, {library, tab: seen}, words) => {
      tab.own.forEach((game, index) => {
        if (!game) return
        const id = seen.games[index]
        if (!game.id && library[id] && !games.has(id)) games.set(game.id = id, game)
      })
      const wrong = [...games].filter(([id, game]) => !library[id] || (game.problems ? treesOf(library[id].sgf).map(({nodes}) => textOf(nodes)).join()
        : `${treesOf(library[id].sgf)[0].tree.info.result}${textOf(treesOf(library[id].sgf)[0].nodes)}`) !== game.text)
      for (const [id, game] of wrong) assert.fail(`${words}: ${id} is\n${library[id]?.sgf}, not\n${game.text}`)
      for (const id of Object.keys(library)) assert.ok(games.has(id), `${words}: ${id} is not known: ${library[id].sgf}`)
      for (const game of tab.own) assert.ok(!game || game.isEmpty || game === tab.solving || games.has(game.id), `${words}: not kept: ${game?.text}`)
    }
    let tab = tabs[1], seen = await tab.visitor.page.evaluate(() => look())
    const step = async count => {
      const {page} = tab.visitor, [kind, value, isCtrl] = choose(random, seen, games, tab, tabs.filter(each => each !== tab))
      const id = /^open-(.*)/.exec(kind === 'press' && value.at(-1))?.[1], taken = id && tabs.find(each => each !== tab && each.own.some(game => game?.id === id))
      const words = `act ${count}, ${tab.mode}: ${kind} ${value} ${isCtrl ?? ''}`
      history.push(words)
      if (process.env.MONKEY_LOG) console.error(new Date().toISOString().slice(14, 23), words)
      if (kind === 'other') {
        tab = tabs.find(each => each !== tab)
        await tab.visitor.page.send('Page.bringToFront')
      } else if (kind === 'resize') {
        await page.send('Emulation.setDeviceMetricsOverride', {width: value[0], height: value[1], deviceScaleFactor: 1, mobile: false})
      } else if (kind === 'reload') {
        tab.leave()
        await load(tab)
        tab.reload()
      } else {
        const {before, after} = await page.evaluate((...words) => act(...words), kind, value, isCtrl ?? false, Boolean(taken))
        for (const each of tabs) each.take(before)
        tab.adopt(before)
        compare(tab, before, `before ${words}`)
        if (kind === 'tap') tab.tap(value, before, after)
        else if (kind === 'key') tab.key(value, isCtrl, before, after)
        else if (kind === 'comment') tab.doc.edit(nodes => { nodes[tab.doc.at].comment = value }, 'comment')
        else if (kind === 'paste') tab.paste(value, after)
        else if (taken) tab.copy(games.get(id))
        else if (value.at(-1) in before.buttons || value.length > 1) tab.press(value.at(-1), before, after)
        for (const each of tabs) each.take(after)
        if (tab.mode === 'solve') tab.adopt(after)
        compare(tab, after, words)
        assert.strictEqual(after.mode, tab.mode, words)
        const index = tab.doc === tab.playing ? 1 : 0
        if (tab.mode === 'analyse' || tab.mode === 'play' && tab.playing) assert.deepStrictEqual(after.tab.places[index], tab.doc.place, words)
      }
      assert.deepStrictEqual(page.errors, [], `${words}`)
      seen = await tab.visitor.page.evaluate(() => look())
      const isBusy = () => tab.visitor.page.evaluate(() => /(hinking|moment|Counting|Solving|Proving)…/.test(document.querySelector('.side').textContent))
      for (const end = Date.now() + 60_000; count % 10 === 9 && await isBusy();)
        assert.ok(Date.now() < end, `stuck: ${await tab.visitor.text('.side')} ${await tab.visitor.page.evaluate(() => [document.hidden, document.visibilityState, window.held?.length])}`)
    }
    for (let count = 0; count < ACTS; count++) {
      await step(count).catch(error => {
        throw new Error(`${error.message}\n${history.slice(-12).join('\n')}`, {cause: error})
      })
    }
  })
