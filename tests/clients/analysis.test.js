// Analysis as Sabaki uses it: it runs until the next command, whatever that is, among plays and
// undos in a random order. Every report is about the position in which it was asked for.
'use strict'

const assert = require('node:assert')
const test = require('node:test')
const {parseReport} = require('./report')
const {Session, newRandom, newBoard, nameOf, playOn, expectSameBoard} = require('./session')
const {within} = require('./program')

const flags = [
  'ownership',
  'ownershipStdev',
  'movesOwnership',
  'movesOwnershipStdev',
  'pvVisits',
  'pvEdgeVisits',
  'rootInfo',
  'noResultValue'
]

const emptyVertices = board =>
  board.signMap
    .flatMap((row, y) => row.map((sign, x) => (sign === 0 ? board.stringifyVertex([x, y]) : null)))
    .filter(vertex => vertex != null)

// Is the move legal under the engine's rules: suicide and positional superko?
function isLegal(boards, sign, vertex) {
  const stones = board => JSON.stringify(board.signMap)
  const after = stones(playOn(boards.at(-1), sign, vertex))
  return boards.every(board => stones(board) !== after)
}

// Makes an analysis with random keywords: the line, and what it asks for. If allow leaves no legal
// move, there is nothing to report.
function makeRequest(game, random) {
  const board = game.boards.at(-1)
  const dialect = random.pick(['lz', 'kata'])
  const sign = random.pick([game.sign, game.sign, -game.sign])
  const request = {board, dialect, sign, flags: [], words: []}
  const vertices = emptyVertices(board)
  const boards = sign === game.sign ? game.boards : [board] // superko begins anew where a side moves twice in a row
  const legal = vertices.filter(vertex => isLegal(boards, sign, vertex))
  const banned = vertices.filter(vertex => !legal.includes(vertex))
  if (sign !== game.sign || random.below(2) === 0) request.words.push(nameOf(sign))
  request.words.push(random.below(2) === 0 ? `${random.below(4)}` : `interval ${random.below(4)}`)
  if (random.below(4) === 0) request.words.push(`maxmoves ${(request.most = 1 + random.below(5))}`)
  if (random.below(4) === 0) request.words.push(`minmoves ${random.below(5)}`)
  const isToNone = banned.length > 0 && random.below(4) === 0
  if (isToNone || (random.below(5) === 0 && vertices.length > 0)) {
    const some = [vertices[0], ...vertices.filter(() => random.below(3) === 0)]
    request.limit = isToNone ? 'allow' : random.pick(['avoid', 'allow'])
    request.limited = isToNone || (banned.length > 0 && random.below(2) === 0) ? banned : some
    request.words.push(`${request.limit} ${nameOf(sign)} ${request.limited} ${1 + random.below(3)}`)
  }
  request.hasMoves = request.limit !== 'allow' || request.limited.some(v => legal.includes(v))
  if (dialect === 'kata') {
    request.flags = flags.filter(() => random.below(3) === 0)
    request.words.push(...request.flags.map(flag => `${flag} true`))
  }
  request.line = request.words.join(' ')
  return request
}

// Can the line be played on the board, the colors in turn?
function expectPlayable(board, sign, line) {
  for (const vertex of line) {
    const move = board.analyzeMove(sign, board.parseVertex(vertex))
    assert(vertex === 'pass' || !(move.overwrite || move.ko), `${vertex} in ${line}`)
    board = playOn(board, sign, vertex)
    sign = -sign
  }
}

function expectMove(request, move, order) {
  const {board, dialect, sign} = request
  const most = dialect === 'lz' ? 10000 : 1
  const cells = board.width * board.height
  assert.strictEqual(move.order, order)
  assert.strictEqual(move.pv[0], move.move)
  if (order < 5) expectPlayable(board, sign, move.pv)
  assert(move.winrate >= 0 && move.winrate <= most && move.lcb >= 0 && move.lcb <= move.winrate)
  assert(move.visits >= 0 && move.prior >= 0 && move.prior <= most)
  const lengths = {
    pvVisits: move.pv.length,
    pvEdgeVisits: move.pv.length,
    movesOwnership: cells,
    movesOwnershipStdev: cells
  }
  assert.strictEqual(move.noResultValue != null, request.flags.includes('noResultValue'))
  for (const [key, length] of Object.entries(lengths)) {
    assert.strictEqual(move[key]?.length, request.flags.includes(key) ? length : undefined, key)
  }
}

// Moves to avoid are not listed, unless every move is one.
function expectLimits({limit, limited}, names) {
  const obeys = name => limited.includes(name) === (limit === 'allow')
  assert(names.every(obeys) || !names.some(obeys), `${limit} ${limited} gives ${names}`)
}

function expectReport(request, line) {
  const report = parseReport(line)
  const cells = request.board.width * request.board.height
  const names = report.moves.map(({move}) => move)
  assert(names.length > 0 && names.length <= (request.most ?? cells + 1))
  assert.strictEqual(new Set(names).size, names.length)
  report.moves.forEach((move, order) => expectMove(request, move, order))
  if (request.limit != null) expectLimits(request, names)
  assert.strictEqual(report.root != null, request.flags.includes('rootInfo'))
  for (const key of ['ownership', 'ownershipStdev']) {
    assert.strictEqual(report[key]?.length, request.flags.includes(key) ? cells : undefined, key)
  }
  assert((report.ownership ?? []).every(value => Math.abs(value) <= 1))
}

// Sends an analysis and waits for some of its lines. Returns a function that awaits its end, checks
// it and returns the number of its reports.
async function startAnalysis(session, game, random) {
  const request = makeRequest(game, random)
  const wanted = random.below(request.hasMoves ? 3 : 2) // the first line is "=ID"
  const lines = []
  let seen
  const enough = new Promise(resolve => (seen = resolve))
  const ended = session.send(`${game.id()}${request.dialect}-analyze ${request.line}`, line => {
    lines.push(line)
    if (lines.length >= wanted) seen()
  })
  if (wanted > 0) await within(enough, `line ${wanted} of ${request.line}`)
  return async () => {
    const response = await ended
    assert(!response.error, `${request.line}: ${response.content}`)
    const reports = lines.slice(1, -1) // without "=ID" and the empty line
    assert(request.hasMoves || reports.length === 0, `${request.line} leaves no move`)
    if (!request.hasMoves) game.limitsToNone++
    reports.forEach(line => expectReport(request, line))
    return reports.length
  }
}

// What Sabaki may send next. Each keeps the engine and the game at the same position.
const interruptions = {
  async abort(session) {
    assert.strictEqual(await session.ask('protocol_version'), '2')
  },
  async blank(session, game, random) {
    session.process.stdin.write(random.pick(['\n', '# a comment\n', ' \t\r\n']))
  },
  async refuse(session) {
    assert((await session.send('play b A99')).error)
  },
  async komi(session, game, random) {
    const komi = random.below(20) / 2
    const answers = [`komi ${komi}`, 'get_komi'].map(line => session.ask(line))
    assert.deepStrictEqual((await Promise.all(answers)).map(Number), [0, komi])
  },
  async play(session, game, random) {
    const board = game.boards.at(-1)
    const vertices = emptyVertices(board).filter(vertex => {
      const move = board.analyzeMove(game.sign, board.parseVertex(vertex))
      return !(move.suicide || move.ko)
    })
    const vertex = vertices.length > 0 ? random.pick(vertices) : 'pass'
    const answer = session.ask(`${game.id()}play ${nameOf(game.sign)} ${vertex}`)
    game.add(vertex)
    await answer
  },
  async undo(session, game) {
    const response = session.send(`${game.id()}undo`)
    const isFirst = !game.remove()
    assert.strictEqual((await response).error, isFirst)
  },
  async move(session, game, random) {
    const name = random.pick(['genmove', 'lz-genmove_analyze', 'kata-genmove_analyze'])
    const answer = session.ask(`${game.id()}${name} ${nameOf(game.sign)}`)
    const abort = session.ask('protocol_version')
    const vertex = (await answer).match(/(?:^|\nplay )(\S+)$/)[1]
    game.add(vertex)
    assert.strictEqual(await abort, '2')
  }
}

// The game on our side: all boards so far, and whose turn it is.
class Game {
  constructor(width, height, random) {
    this.boards = [newBoard(width, height)]
    this.sign = 1
    this.count = 0
    this.limitsToNone = 0 // analyses that no move was left to
    this.random = random
  }

  id() {
    return this.random.below(2) === 0 ? `${++this.count} ` : ''
  }

  add(vertex) {
    this.boards.push(playOn(this.boards.at(-1), this.sign, vertex))
    this.sign = -this.sign
  }

  remove() {
    if (this.boards.length === 1) return false
    this.boards.pop()
    this.sign = -this.sign
    return true
  }
}

for (const [width, height, count] of [[5, 5, 250], [9, 7, 200], [19, 19, 50]]) {
  test(`${count} analyses interrupted on ${width}x${height}`, async t => {
    const session = new Session(t, ['--visits', '40', '--resign', '0'])
    const random = newRandom(width)
    const game = new Game(width, height, random)
    const names = Object.keys(interruptions)
    let reports = 0
    await session.ask(`rectangular_boardsize ${width} ${height}`)
    for (let i = 0; i < count; i++) {
      const check = await startAnalysis(session, game, random)
      const next = random.below(8) === 0 ? await startAnalysis(session, game, random) : null
      await interruptions[random.pick(['play', ...names])](session, game, random)
      reports += await check()
      reports += next != null ? await next() : 0
      await expectSameBoard(session, game.boards.at(-1))
    }
    await session.end()
    assert(reports >= count, `${reports} reports`)
    assert(width > 5 || game.limitsToNone > 0, 'no analysis was limited to illegal moves')
  })
}
