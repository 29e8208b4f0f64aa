// Analysis as Sabaki uses it: it runs until the next command, whatever that is, among plays and
// undos in a random order. What reports say: tests/gtp/commands/dialects/test_analyze.c.
'use strict'

const assert = require('node:assert')
const test = require('node:test')
const {Session, newRandom, newBoard, nameOf, playOn, expectSameBoard} = require('./session')
const {within} = require('./program')

const emptyVertices = board =>
  board.signMap
    .flatMap((row, y) => row.map((sign, x) => (sign === 0 ? board.stringifyVertex([x, y]) : null)))
    .filter(vertex => vertex != null)

// Sends an analysis and waits for some of its lines. Returns a function that awaits its end, checks
// it and returns the number of its reports.
async function startAnalysis(session, game, random) {
  const name = `${random.pick(['lz', 'kata'])}-analyze`
  const command = `${game.id()}${name} ${nameOf(random.pick([game.sign, game.sign, -game.sign]))} ${random.below(4)}`
  const wanted = random.below(3) // the first line is "=ID"
  const lines = []
  let seen
  const enough = new Promise(resolve => (seen = resolve))
  const ended = session.send(command, line => {
    lines.push(line)
    if (lines.length >= wanted) seen()
  })
  if (wanted > 0) await within(enough, `line ${wanted} of ${command}`)
  return async () => {
    const response = await ended
    assert(!response.error, `${command}: ${response.content}`)
    const reports = lines.slice(1, -1) // without "=ID" and the empty line
    for (const line of reports) assert.match(line, /^info move \S+ visits /)
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
  })
}
