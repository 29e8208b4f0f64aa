// Games as Sabaki plays them. After each move the engine's board is the same as go-board's; the
// records that the engine writes are read by @sabaki/sgf and replayed.
'use strict'

const assert = require('node:assert')
const test = require('node:test')
const sgf = require('@sabaki/sgf')
const {ControllerStateTracker} = require('@sabaki/gtp')
const {
  Session,
  newRandom,
  newBoard,
  nameOf,
  playOn,
  verticesOf,
  expectSameBoard
} = require('./session')

// Is the move legal under the engine's rules but for superko?
function isLegal(board, sign, vertex) {
  if (vertex === 'pass') return true
  const at = board.parseVertex(vertex)
  const move = board.analyzeMove(sign, at)
  const isLone = board.getNeighbors(at).every(next => board.get(next) !== sign)
  return !move.overwrite && !move.ko && (move.capturing || !move.suicide || !isLone)
}

// Replays a record on go-board. Returns the root's properties and the last position.
function replay(text) {
  const [root] = sgf.parse(text)
  const [width, height = width] = root.data.SZ[0].split(':').map(Number)
  let board = newBoard(width, height)
  for (let node = root; node != null; node = node.children[0]) {
    for (const vertex of (node.data.AB ?? []).flatMap(sgf.parseCompressedVertices)) {
      board.set(vertex, 1)
    }
    for (const [name, sign] of [['B', 1], ['W', -1]]) {
      for (const [x, y] of (node.data[name] ?? []).map(sgf.parseVertex)) {
        board = playOn(board, sign, board.stringifyVertex([x, y]) || 'pass')
      }
    }
  }
  return {root: root.data, board}
}

// Plays the engine against itself. Returns go-board's board after two passes or 400 moves.
async function playGame(session, board) {
  let sign = verticesOf(board, 1).length > 0 ? -1 : 1
  for (let i = 0, passes = 0; i < 400 && passes < 2; i++, sign = -sign) {
    const move = await session.ask(`genmove ${nameOf(sign)}`)
    assert(isLegal(board, sign, move), move)
    board = playOn(board, sign, move)
    passes = move === 'pass' ? passes + 1 : 0
    await expectSameBoard(session, board)
  }
  return board
}

const games = [
  {size: [9, 9], komi: 7.5, handicap: []},
  {size: [9, 9], komi: -3, handicap: ['C3', 'G7', 'G3']},
  {size: [7, 5], komi: 0.5, handicap: []},
  {size: [1, 6], komi: 6, handicap: []},
  {size: [13, 13], komi: 0, handicap: ['D4', 'K10']}
]

for (const {size: [width, height], komi, handicap} of games) {
  const name = `a game on ${width}x${height} with ${handicap.length} stones of handicap`
  test(`${name}, its record and its end`, async t => {
    const session = new Session(t, ['--visits', '10', '--resign', '0'])
    await session.ask(`rectangular_boardsize ${width} ${height}`)
    await session.ask(`komi ${komi}`)
    let board = newBoard(width, height)
    if (handicap.length > 0) {
      await session.ask(`set_free_handicap ${handicap.join(' ')}`)
      handicap.forEach(vertex => board.set(board.parseVertex(vertex), 1))
    }
    board = await playGame(session, board)
    const record = replay(await session.ask('printsgf'))
    assert.deepStrictEqual(record.board.signMap, board.signMap)
    assert.strictEqual(Number(record.root.KM[0]), komi)
    assert.strictEqual(Number(record.root.HA?.[0] ?? 0), handicap.length)
    assert.match(await session.ask('final_score'), /^([BW]\+\d+(\.5)?|0)$/)
    const dead = (await session.ask('final_status_list dead')).split(/\s+/).filter(Boolean)
    const stones = [...verticesOf(board, 1), ...verticesOf(board, -1)]
    assert(dead.every(vertex => stones.includes(vertex)), `dead: ${dead}`)
    await session.end()
  })
}

// Sabaki takes an engine to a position by undo and play, or by replaying the game.
test('from position to position as Sabaki does', async t => {
  const session = new Session(t, [])
  const tracker = new ControllerStateTracker(session.controller)
  const random = newRandom(5)
  let history = []
  for (let i = 0; i < 200; i++) {
    history = history.slice(0, Math.max(0, history.length - random.below(6)))
    let board = newBoard(7, 6)
    for (const {args} of history) {
      board = playOn(board, args[0] === 'B' ? 1 : -1, args[1])
    }
    for (let more = random.below(8); more > 0; more--) {
      const sign = random.pick([1, -1])
      const vertex = board.stringifyVertex([random.below(7), random.below(6)])
      if (isLegal(board, sign, vertex)) {
        history = [...history, {name: 'play', args: [sign > 0 ? 'B' : 'W', vertex]}]
        board = playOn(board, sign, vertex)
      }
    }
    await tracker.sync({komi: random.below(10) / 2, boardsize: [7, 6], history})
    await expectSameBoard(session, board)
  }
  await session.end()
})
