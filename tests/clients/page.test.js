// The web page's modules: game tree, records, counting, judgement, words, and how the engine is spoken to.
'use strict'

const assert = require('node:assert')
const fs = require('node:fs')
const path = require('node:path')
const test = require('node:test')
const sabaki = require('@sabaki/sgf')
const {page, browser, root} = require('./page.js')

const {goban, Tree, readSgf, writeSgf, countGame, resultText, Engine, Session, t} = page
const plain = value => JSON.parse(JSON.stringify(value)) // objects of another context are of other classes
const equal = (actual, expected) => assert.deepStrictEqual(plain(actual), plain(expected))
const pointsOf = (tree, ...vertices) => vertices.map(tree.go.pointOf)

// Plays moves by turns on a new board.
function played(size, vertices, info = {}) {
  const tree = new Tree({width: size, ...info})
  for (const point of pointsOf(tree, ...vertices)) {
    assert.strictEqual(tree.fault(point), null)
    tree.play(point)
  }
  return tree
}
// A tree with stones as a diagram has them: X black, O white.
function diagram(rows, info = {}) {
  const tree = new Tree({width: rows[0].length, height: rows.length, ...info})
  ;[...rows.join('')].forEach((sign, point) => sign !== '.' && tree.place(point, sign === 'X' ? '1' : '2'))
  return tree
}

test('a tree knows captures, kos, suicide and repetition', () => {
  const tree = played(5, ['B5', 'A5', 'A4'])
  assert.strictEqual(tree.positionOf().stones[0], '0')
  equal(tree.positionOf().captured, {1: 1, 2: 0})
  assert.strictEqual(tree.positionOf().taken, 1)
  const [corner] = pointsOf(tree, 'A5')
  assert.strictEqual(tree.fault(corner), 'suicide')
  assert.strictEqual(tree.fault(pointsOf(tree, 'B5')[0]), 'occupied')
  const ko = diagram(['.XO.', 'X.XO', '.XO.', '....'], {rules: 'japanese'})
  ko.setPlayer('2')
  ko.play(5)
  assert.strictEqual(ko.fault(6), 'ko')
  ko.play(-1)
  ko.play(-1)
  assert.strictEqual(ko.fault(6), null)
  const again = diagram(['.XO.', 'X.XO', '.XO.', '....'], {rules: 'tromp-taylor'})
  again.setPlayer('2')
  again.play(5)
  again.play(-1)
  again.play(-1)
  assert.strictEqual(again.fault(6), 'superko')
})

test('a tree has variations', () => {
  const tree = played(9, ['E5', 'C3', 'G7'])
  const end = tree.at
  tree.at = tree.root.children[0]
  tree.play(...pointsOf(tree, 'G3'))
  const side = tree.at
  assert.strictEqual(tree.line(tree.root).at(-1), end)
  tree.at = tree.root.children[0]
  assert.strictEqual(tree.play(...pointsOf(tree, 'G3')), side) // known already
  tree.promote(side)
  assert.strictEqual(tree.line(tree.root).at(-1), side)
  const {rowOf} = page.layTree(tree.root)
  equal([...rowOf].map(([node, row]) => [node.depth, row]).sort(), [[0, 0], [1, 0], [2, 0], [2, 1], [3, 1]])
  tree.remove(side)
  assert.strictEqual(tree.at, tree.root.children[0])
  assert.strictEqual(tree.line(tree.root).at(-1), end)
})

test('no two variations are drawn at one place', () => {
  const tree = new Tree({width: 9}), random = (seed => () => (seed = seed * 16807 % 2147483647))(7)
  for (let i = 0; i < 400; i++) {
    const nodes = [...tree.nodes()]
    tree.newNode(nodes[random() % nodes.length]).move = {color: '1', point: -1}
  }
  const places = [...page.layTree(tree.root).rowOf].map(([node, row]) => `${node.depth} ${row}`)
  assert.strictEqual(new Set(places).size, 401)
})

test('records are written and read again, as Sabaki reads them', () => {
  const tree = played(9, ['E5', 'C3', 'pass'], {komi: 6.5, rules: 'japanese', black: 'A]\\B', white: 'W'})
  tree.at.comment = 'two\nlines ] \\ 囲碁'
  tree.at.marks.set(0, 'triangle').set(1, '=A:1')
  tree.at = tree.root.children[0]
  tree.play(0)
  tree.place(80, '1')
  tree.setPlayer('1')
  const text = writeSgf(tree)
  const [again] = readSgf(text)
  assert.strictEqual(writeSgf(again), text)
  equal(again.info, tree.info)
  const [node] = sabaki.parse(text)
  equal([node.data.PB, node.data.SZ, node.data.KM, node.data.RU], [['A]\\B'], ['9'], ['6.5'], ['Japanese']])
  assert.strictEqual(node.children[0].children.length, 2)
  const last = again.line(again.root).at(-1)
  assert.strictEqual(last.comment, 'two\nlines ] \\ 囲碁')
  equal([...last.marks], [[0, 'triangle'], [1, '=A:1']])
})

test('properties that the page does not know are kept', () => {
  const text = '(;GM[1]FF[4]CA[UTF-8]AP[Dihedra]SZ[5]KM[0]RU[Chinese]XX[1][2];B[aa]BL[3.5])'
  assert.strictEqual(writeSgf(readSgf(text)[0]), text)
})

test('records are read as the reader of files leaves them', () => {
  const [game, other] = readSgf('(;SZ[19]HA[2]AB[dd:ee]KM[x]RU[jp]\n;W[]\n(;B[qd]\n;W[dc])(;B[]))\n(;SZ[5:7]C[a\\]b\\\\\n(;c)])\n')
  assert.strictEqual([...game.positionOf(game.root).stones].filter(each => each === '1').length, 4)
  assert.strictEqual(game.positionOf(game.root).toMove, '2')
  assert.strictEqual(game.info.komi, 0.5)
  equal(game.line(game.root).slice(1).map(node => [node.move.color, game.go.vertexOf(node.move.point)]),
    [['2', 'pass'], ['1', 'R16'], ['2', 'D17']])
  assert.strictEqual(game.root.children[0].children.length, 2)
  equal([other.width, other.height, other.root.comment], [5, 7, 'a]b\\\n(;c)'])
})

test('deep and long records do not end the page', () => {
  const nested = '(;B[aa]'.repeat(50000)
  assert.strictEqual(readSgf(nested)[0].line().length, 50000)
  const text = `(;SZ[9]${';B[aa];W[]'.repeat(20000)})`
  assert.strictEqual(writeSgf(readSgf(text)[0]).match(/;/g).length, 40001)
})

test('all our own records are read, to the same end as they were written', () => {
  const folder = path.join(root, 'regress/suites/games')
  for (const name of fs.readdirSync(folder).filter(each => each.endsWith('.sgf'))) {
    const [tree] = readSgf(fs.readFileSync(path.join(folder, name), 'utf8'))
    const [again] = readSgf(writeSgf(tree))
    const end = each => each.positionOf(each.line(each.root).at(-1)).stones
    assert.strictEqual(end(again), end(tree), name)
  }
})

test('games are counted by area and by territory', () => {
  const rows = ['..XO.', '..XO.', '.XXOO', 'OX.O.', '.XXO.']
  const tree = diagram(rows, {rules: 'chinese', komi: 0.5})
  const dead = new Set(pointsOf(tree, 'A2')), none = new Set()
  const area = countGame(tree, tree.at, dead, none)
  equal([area.black.total, area.white.total], [14, 10.5])
  assert.strictEqual(resultText(area), 'B+3.5')
  assert.strictEqual(area.owner[tree.go.pointOf('C2')], '0') // a dame
  const territory = countGame(diagram(rows, {rules: 'japanese', komi: 0.5}), tree.at, dead, none)
  equal([territory.black.territory, territory.black.prisoners, territory.white.territory], [7, 1, 4])
  assert.strictEqual(resultText(territory), 'B+3.5')
  const handicap = diagram(rows, {rules: 'chinese', komi: 0.5, handicap: 2})
  assert.strictEqual(countGame(handicap, handicap.at, dead, none).white.total, 12.5)
  const seki = new Set(pointsOf(tree, 'D5', 'D4', 'D3', 'D2', 'D1', 'E3'))
  assert.strictEqual(countGame(diagram(rows, {rules: 'japanese', komi: 0.5}), tree.at, dead, seki).white.territory, 0)
})

test('reasons are told in the words of dihedra analyze', () => {
  const source = fs.readFileSync(path.join(root, 'engine/review/reason.c'), 'utf8')
  const names = {P: 'mover', A: 'attacker', m: 'threat', t: 'others', O: 'opponent', W: 'owner', p: 'move', b: 'better', f: 'first', s: 'stones', h: 'how', k: 'ko', l: 'line', a: 'walls', n: 'n', w: 'where', x: 'worse', y: 'kept'}
  const sentences = [...source.matchAll(/\{"(\w+)", "([^"]*%[^"]*)"\}/g)].map(([, kind, words]) => [kind, words.replace(/%(\w)/g, (_, letter) => `{${names[letter]}}`)])
  assert.ok(sentences.length >= 13)
  assert.deepStrictEqual(Object.keys(page.REASONS).map(kind => [kind, page.REASONS[kind]({})]), sentences)
  for (const words of [...Object.values(page.HOW), ' by a ko', ' and so on', ', if the stones around hold: ', ' and others'])
    assert.ok(source.includes(`"${words}"`), words)
  const tree = played(9, ['E5']), told = (reason, owner) => {
    tree.at.told = {reason: {stones: ['A1'], line: ['B1'], owner, ...reason}}
    return page.reasonWords(tree, tree.at)
  }
  tree.root.analysis = {candidates: [{point: tree.go.pointOf('C3')}]}
  tree.at.analysis = tree.root.analysis
  equal(told({kind: 'rescue', how: 'atari', ko: true}, 'black'), 'Why: White captures the stone at A1 by a ko: B1.')
  equal(told({kind: 'seki'}, 'black'), 'Why: after E5 the group of the stone at A1 dies, after C3 it lives in seki.')
  equal(told({kind: 'eyes'}, 'white'), 'Why: after C3 the group of the stone at A1 lives only in seki, after E5 by two eyes.')
})

test('a move that loses nothing has no better one', () => {
  const tree = played(9, ['F5']), {at} = tree, candidates = [{point: tree.go.pointOf('F2')}]
  Object.assign(at.parent, {analysis: {candidates}})
  Object.assign(at, {analysis: {candidates}})
  const wordsOf = (points, rate) => page.moveWords(tree, Object.assign(at, {told: page.toldOf({loss_points: points, loss_win_rate: rate, agrees: false})}))
  assert.deepStrictEqual([wordsOf(-1.4, -.02), wordsOf(0, 0)], ['F5 gains 1.4 points.', 'F5 loses nothing.'])
  assert.match(wordsOf(1.4, .02), /^F5 loses 1.4 points .*Better: F2\.$/)
})

// An engine whose worker is a function of messages.
function engineOf(answer) {
  const sent = []
  const worker = {postMessage: message => {
    sent.push(message)
    for (const each of [].concat(answer(message) ?? [])) queueMicrotask(() => worker.onmessage({data: each}))
  }}
  return {engine: new Engine(worker, {}), sent}
}

test('the engine is told of a game by what is new', async () => {
  const {engine, sent} = engineOf(message => message.gtp === undefined ? {ready: {}}
    : [{id: message.id, gtp: '= ', isEnd: false}, {id: message.id, gtp: message.gtp.startsWith('genmove') ? 'D4' : '', isEnd: true}])
  const session = new Session(engine), tree = played(9, ['E5', 'C3', 'G7'])
  const lines = () => sent.splice(0).map(each => each.gtp).filter(Boolean)
  assert.strictEqual(await session.move(tree, tree.at, {rank: '5k'}), tree.go.pointOf('D4'))
  equal(lines(), ['boardsize 9', 'kata-set-rules chinese', 'clear_board', 'komi 7.5', 'play b E5', 'play w C3', 'play b G7',
    'dihedra-rank 5k', 'kata-set-param maxTime 1000000', 'kata-time_settings none', 'genmove w'])
  tree.play(tree.go.pointOf('D4'))
  tree.play(tree.go.pointOf('D3'))
  await session.move(tree, tree.at, {seconds: 2})
  equal(lines(), ['komi 7.5', 'play b D3', 'dihedra-rank off', 'kata-set-param maxTime 2', 'kata-time_settings none', 'genmove w'])
  tree.at = tree.root.children[0]
  await session.move(tree, tree.at, {rank: '1d'})
  equal(lines(), ['gg-undo 5', 'komi 7.5', 'dihedra-rank 1d', 'kata-set-param maxTime 1000000', 'kata-time_settings none', 'genmove w'])
})

test('an error of the engine is one of its promise, and its end of all', async () => {
  const {engine} = engineOf(message => message.gtp === 'bad' ? {id: message.id, gtp: '? unknown command', isEnd: true} : null)
  await assert.rejects(engine.gtp('bad'), {message: 'unknown command'})
  const waiting = [engine.gtp('wait'), engine.query({}).result]
  engine.take({error: 'no memory'})
  for (const each of waiting) await assert.rejects(each, {message: 'no memory'})
  assert.strictEqual(engine.state, 'failed')
  await assert.rejects(engine.gtp('name'), {message: 'no memory'})
})

test('queries have what the analysis protocol needs', async () => {
  const answer = {rootInfo: {visits: 10, winrate: 0.4, scoreLead: -2}, ownership: [1, -1],
    moveInfos: [{move: 'E5', visits: 9, winrate: 0.4, scoreLead: -2, prior: 0.5, pv: ['E5', 'pass'], isSymmetryOf: undefined}]}
  const {engine, sent} = engineOf(({query}) => query && [{answer: {...answer, id: query.id, isDuringSearch: true}},
    {answer: {...answer, id: query.id, isDuringSearch: false}}])
  const tree = diagram(['.X.', '...', '..O'], {rules: 'japanese', komi: 6.5}), reports = []
  tree.play(-1)
  const analysis = await new Session(engine).analyze(tree, tree.at, {visits: 10}, each => reports.push(each)).result
  const {query} = sent.at(-1)
  equal([query.initialStones, query.moves, query.rules, query.maxVisits], [[['B', 'B3'], ['W', 'C1']], [['B', 'pass']], 'japanese', 10])
  assert.strictEqual(reports.length, 2)
  equal([analysis.winRate, analysis.lead, analysis.candidates[0].pv], [0.4, -2, [null, -1]])
})

test('clocks have main time, periods and increments, and engines are told of them', () => {
  const {makeClock, spendTime, pressClock, clockText, clockLines} = page
  const periods = makeClock({kind: 'byo-yomi', minutes: 1, seconds: 10, periods: 3})
  assert.strictEqual(spendTime(periods, '1', 55), true)
  pressClock(periods, '1')
  assert.strictEqual(clockText(periods, '1'), '0:05')
  equal(clockLines(periods), ['kata-time_settings byoyomi 60 10 3', 'time_left b 5.0 0', 'time_left w 60.0 0'])
  assert.strictEqual(spendTime(periods, '1', 17), true) // the main time, a period, and two seconds
  assert.strictEqual(clockText(periods, '1'), '0:08 ×2')
  assert.strictEqual(clockLines(periods)[1], 'time_left b 8.0 2')
  pressClock(periods, '1')
  assert.strictEqual(clockText(periods, '1'), '0:10 ×2')
  assert.strictEqual(spendTime(periods, '1', 19.9), true)
  assert.strictEqual(spendTime(periods, '1', .2), false)
  assert.strictEqual(clockText(periods, '2'), '1:00')
  assert.strictEqual(clockText(makeClock({kind: 'byo-yomi', minutes: 0, seconds: 30, periods: 5}), '1'), '0:30 ×5')
  const fischer = makeClock({kind: 'increment', minutes: 2, seconds: 5})
  spendTime(fischer, '2', 60)
  pressClock(fischer, '2')
  equal(clockLines(fischer), ['kata-time_settings fischer 120 5', 'time_left b 120.0 0', 'time_left w 65.0 0'])
  const absolute = makeClock({kind: 'absolute', minutes: 1, seconds: 5, periods: 3})
  assert.strictEqual(spendTime(absolute, '1', 59), true)
  pressClock(absolute, '1')
  assert.strictEqual(clockText(absolute, '1'), '0:01')
  assert.strictEqual(spendTime(absolute, '1', 1), false)
})

test('5x5 has exact values before and after the first move', async () => {
  const {engine} = engineOf(message => message.gtp === undefined ? {ready: {}} : {id: message.id, gtp: '= TEXT Value for Black -25..+25', isEnd: true})
  const session = new Session(engine), tree = new Tree({width: 5, komi: 0}), {go} = tree
  const {value, moves, best} = await session.values(tree, tree.at)
  assert.strictEqual(value, 25)
  equal([...best].map(go.vertexOf), ['C3'])
  equal(['A5', 'E4', 'C1', 'D2', 'B3', 'C3'].map(each => moves.get(go.pointOf(each))), [-25, -25, -25, -1, 3, 25])
  tree.play(go.pointOf('D2'))
  assert.strictEqual((await session.values(tree, tree.at)).value, -1)
  tree.play(go.pointOf('C3'))
  assert.strictEqual((await session.values(tree, tree.at)).value, null)
  const japanese = new Tree({width: 5, rules: 'japanese'})
  assert.strictEqual((await session.values(japanese, japanese.at)).moves.size, 0)
})

test('a browser that keeps nothing is told of once', async () => {
  const {store} = page
  let told = 0
  store.onRefused = () => { told++ }
  assert.strictEqual(store.get('settings', 'otherwise'), 'otherwise')
  store.set('game', 1)
  store.set('game', 2)
  assert.strictEqual(told, 1)
  assert.strictEqual(await store.getFile('network'), null)
  await assert.rejects(store.setFile('network', new ArrayBuffer(1)))
})

test('a browser without vectors is too old', () => {
  assert.strictEqual(page.hasSimd(), true)
  browser.WebAssembly.validate = () => false
  assert.strictEqual(page.hasSimd(), false)
})

test('words fall back to English, and languages are found by their tags', () => {
  assert.strictEqual(t('no such {thing}', {thing: 'words'}), 'no such words')
  assert.deepStrictEqual([.5, 1, -1, 2].map(page.points), ['0.5 points', '1.0 points', '1.0 points', '2 points'])
  const found = (...tags) => page.languageFor(tags).code
  assert.deepStrictEqual([found('xx', 'de-AT'), found('zh-TW'), found('zh'), found('zh-Hant-HK'), found('ja'), found('xx')],
    ['de', 'zh-Hant', 'zh-Hans', 'zh-Hant', 'ja', 'en'])
})

test('translations have the places of their English', () => {
  const places = words => (words.match(/\{\w+\}/g) ?? []).sort().join()
  for (const [english, others] of Object.entries(page.WORDS)) {
    assert.strictEqual(others.length, page.LANGUAGES.length - 1, english)
    for (const words of others) assert.strictEqual(places(words), places(english), words)
  }
})

test('every phrase of the page is translated, and no other', () => {
  const text = ['page', 'page/game', 'page/modes', 'page/server'].flatMap(name => {
    const folder = path.join(root, name)
    return fs.readdirSync(folder).filter(file => file.endsWith('.js') && file !== 'words.js').map(file => fs.readFileSync(path.join(folder, file), 'utf8'))
  }).join('') + fs.readFileSync(path.join(root, 'engine/review/reason.c'), 'utf8') // names of places
  const used = [...text.matchAll(/\bt\((?:'((?:[^'\\]|\\.)*)'|"([^"]*)")/g)].map(([, single, double]) => single ?? double)
  assert.deepStrictEqual(used.filter(words => !(words in page.WORDS)), [])
  assert.deepStrictEqual(Object.keys(page.WORDS).filter(words => !text.includes(`'${words}'`) && !text.includes(`"${words}"`)), [])
})
