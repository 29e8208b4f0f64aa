// The page's rules beside the engine's: its tables, the names of rule sets, and what is legal in random games.
'use strict'

const assert = require('node:assert')
const {execFileSync, spawn} = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')
const readline = require('node:readline')
const test = require('node:test')
const {page, root} = require('./page.js')
const {program, within} = require('./program.js')
const {newRandom} = require('./session.js')

const {RULES, RULE_SETS, Tree} = page
const GAMES = process.env.DIHEDRA_LONG ? 10000 : 60 // for each rule set
const MOVES = 60
const AT_ONCE = 200 // games

test('the tables are those of the engine', () => {
  const made = execFileSync(path.join(root, 'page/make-tables'), [program], {encoding: 'utf8'})
  assert.strictEqual(fs.readFileSync(path.join(root, 'page/game/tables.js'), 'utf8'), made, 'run page/make-tables')
})

test('records name rule sets as the engine reads them', () => {
  const named = {Ing: 'ing', GOE: 'ing', BGA: 'aga', French: 'aga', AGA: 'aga', NZ: 'new-zealand', 'New Zealand': 'new-zealand', jp: 'chinese',
    Japanese: 'japanese', 'Japanese rules': 'japanese', Jap: 'japanese', Korean: 'korean', 'Tromp-Taylor': 'tromp-taylor', '': 'chinese', '中国': 'chinese'}
  for (const [text, id] of Object.entries(named)) assert.strictEqual(page.rulesNamed(text), id, text)
  for (const id of Object.keys(RULE_SETS)) assert.ok(RULES[page.rulesNamed(id)], id)
})

// Plays random games on small boards, where stones are taken and taken back, and keeps what the page calls legal before each move.
function playGames(random, rules, count) {
  const lines = [`kata-set-rules ${rules}`], expected = []
  for (let i = 0; i < count; i++) {
    const tree = new Tree({width: 2 + random.below(4), height: 2 + random.below(3), rules}), {go} = tree
    lines.push(`rectangular_boardsize ${tree.width} ${tree.height}`, 'clear_board')
    for (let turn = 0; turn < MOVES; turn++) {
      const color = tree.positionOf().toMove, name = color === '1' ? 'b' : 'w'
      const legal = page.range(tree.width * tree.height).filter(point => tree.fault(point) === null)
      expected.push({at: lines.length, legal: legal.map(go.vertexOf).sort().join(' ')})
      lines.push(`all_legal ${name}`)
      const point = legal.length === 0 || random.below(12) === 0 ? -1 : random.pick(legal)
      tree.play(point)
      lines.push(`play ${name} ${go.vertexOf(point)}`)
    }
  }
  return {lines, expected}
}

// The engine's responses to lines, without their "=".
async function ask(lines) {
  const child = spawn(program, ['--model', 'none', '--memory', '16', '--no-files'], {stdio: ['pipe', 'pipe', 'ignore']})
  const responses = []
  readline.createInterface({input: child.stdout}).on('line', line => line && responses.push(line))
  const closed = new Promise(resolve => child.stdout.on('close', resolve))
  child.stdin.end(lines.map(line => `${line}\n`).join(''))
  await within(closed, 'the engine')
  return responses.map(each => each.slice(2))
}

for (const rules of Object.keys(RULES)) {
  test(`${GAMES} random games under ${rules}: the same moves are legal`, async () => {
    const random = newRandom(7)
    for (let played = 0; played < GAMES; played += AT_ONCE) {
      const {lines, expected} = playGames(random, rules, Math.min(AT_ONCE, GAMES - played))
      const responses = await ask(lines)
      for (const {at, legal} of expected) {
        const other = responses[at].split(' ').filter(each => each && !/pass/i.test(each)).sort().join(' ')
        if (legal !== other) assert.strictEqual(legal, other, lines.slice(lines.lastIndexOf('clear_board', at), at + 1).join('; '))
      }
    }
  })
}
