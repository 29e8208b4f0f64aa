// What the tests of this folder share: the engine as Sabaki runs it, through @sabaki/gtp, and a
// board of its own to compare with, @sabaki/go-board.
//
// Invariant: at session.end() the engine has written one response for each command that was sent,
// in order, each with its command's id, and nothing else.
'use strict'

const assert = require('node:assert')
const {Command, Controller} = require('@sabaki/gtp')
const GoBoard = require('@sabaki/go-board')
const {program, within} = require('./program.js')

// Random numbers by Marsaglia's xorshift (2003): the same for a seed on every machine.
function newRandom(seed) {
  let state = seed | 1
  const below = count => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % count
  }
  return {below, pick: list => list[below(list.length)]}
}

// Belongs to the test t and ends with it, whether that passes or not.
class Session {
  constructor(t, options) {
    this.controller = new Controller(program, ['--memory', '16', ...options])
    this.heads = [] // the ids that the responses must have, or ''
    this.output = ''
    this.errors = []
    this.controller.on('stderr', ({content}) => this.errors.push(content))
    this.controller.on('command-sent', ({command}) => this.heads.push(`${command.id ?? ''}`))
    this.controller.start()
    this.process = this.controller.process
    t.after(() => this.process.kill())
    this.process.stdout.on('data', bytes => (this.output += bytes))
  }

  // Sends one line. onLine gets the lines of the response as they arrive.
  send(line, onLine = () => {}) {
    const command = Command.fromString(line)
    const response = this.controller.sendCommand(command, ({line}) => onLine(line))
    return within(response, `the response to ${line}`)
  }

  async ask(line) {
    const response = await this.send(line)
    assert(!response.error, `${line}: ${response.content}`)
    return response.content
  }

  async end() {
    const closed = new Promise(resolve => this.process.once('close', resolve))
    await this.controller.stop()
    assert.strictEqual(await within(closed, 'the exit'), 0, 'exit status')
    assert(this.output.endsWith('\n\n'))
    const responses = this.output.slice(0, -2).split('\n\n')
    assert.deepStrictEqual(
      responses.map(response => response.match(/^[=?](\d*)[ \n]?/)?.[1]),
      this.heads
    )
    for (const line of this.errors) {
      assert(!/^([=?]|info|play)| -> /.test(line), `Lizzie would take this for an answer: ${line}`)
    }
  }
}

// A game's board. Passing ends a ko; go-board leaves that to its user, hence playOn.
const newBoard = (width, height) => GoBoard.fromDimensions(width, height)
const nameOf = sign => (sign > 0 ? 'b' : 'w')

function playOn(board, sign, vertex) {
  if (vertex === 'pass') {
    const passed = new GoBoard(board.signMap.map(row => [...row]))
    return passed.setCaptures(1, board.getCaptures(1)).setCaptures(-1, board.getCaptures(-1))
  }
  return board.makeMove(sign, board.parseVertex(vertex))
}

function verticesOf(board, sign) {
  const rows = board.signMap.map((row, y) => row.map((_, x) => [x, y]))
  const stones = rows.flat().filter(vertex => board.get(vertex) === sign)
  return stones.map(vertex => board.stringifyVertex(vertex)).sort()
}

// Fails unless both boards have the same stones and captures.
async function expectSameBoard(session, board) {
  const lines = ['list_stones b', 'list_stones w', 'captures b', 'captures w']
  const [black, white, ...captures] = await Promise.all(lines.map(line => session.ask(line)))
  const list = text => text.split(' ').filter(Boolean).sort()
  assert.deepStrictEqual([list(black), list(white)], [1, -1].map(sign => verticesOf(board, sign)))
  assert.deepStrictEqual(captures.map(Number), [1, -1].map(sign => board.getCaptures(sign)))
}

module.exports = {
  Session,
  newRandom,
  newBoard,
  nameOf,
  playOn,
  verticesOf,
  expectSameBoard
}
