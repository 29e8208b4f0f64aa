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
const COUNTED = process.env.DIHEDRA_LONG ? 1000 : 40 // whole games for each rule set

test('the tables are those of the engine', () => {
  const made = execFileSync(path.join(root, 'page/make-tables'), [program], {encoding: 'utf8'})
  assert.strictEqual(fs.readFileSync(path.join(root, 'page/game/tables.js'), 'utf8'), made, 'run page/make-tables')
})

test('records name rule sets as the engine reads them', () => {
  const named = {Ing: 'ing', GOE: 'ing', BGA: 'aga', French: 'aga', AGA: 'aga', NZ: 'new-zealand', 'New Zealand': 'new-zealand', jp: 'chinese',
    Japanese: 'japanese', 'Japanese rules': 'japanese', Jap: 'japanese', Korean: 'korean', 'Tromp-Taylor': 'tromp-taylor',
    'Stone Scoring': 'stone-scoring', 'ancient-area': 'stone-scoring', 'AGA button': 'aga-button', 'Ancient territory': 'ancient-territory', '': 'chinese', '中国': 'chinese'}
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
  readline.createInterface({input: child.stdout}).on('line', line => {
    if (/^[=?]/.test(line)) responses.push(line)
    else if (line) responses[responses.length - 1] += ` ${line}` // a list of several lines
  })
  const closed = new Promise(resolve => child.stdout.on('close', resolve))
  child.stdin.end(lines.map(line => `${line}\n`).join(''))
  await within(closed, 'the engine')
  return responses.map(each => each.slice(2))
}

test('handicap stones stand where the engine puts them', async () => {
  const wished = page.range(19).flatMap(index => page.range(8).map(more => ({size: index + 7, count: more + 2})))
  const answers = await ask(wished.flatMap(({size, count}) => [`boardsize ${size}`, `fixed_handicap ${count}`]))
  wished.forEach(({size, count}, index) => {
    const go = page.goban(size, size), points = count > page.handicapMost(size) ? null : page.handicapPoints(go, count)
    const answer = answers[2 * index + 1], known = /^[A-Z]\d/.test(answer) ? answer.split(' ').map(go.pointOf) : null
    assert.deepStrictEqual([...points ?? []].sort(), [...known ?? []].sort(), `${count} stones on ${size}x${size}: ${answer}`)
  })
  assert.deepStrictEqual([1, 4, 5, 6].map(page.handicapMost), [0, 0, 4, 4]) // where GTP has none
})

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

const isEye = (tree, point, color) => [...tree.go.neighbors(point)].every(next => tree.positionOf().stones[next] === color)

// Counts whole random games as the engine does, with its dead stones and sekis.
for (const rules of Object.keys(RULES)) {
  test(`random games under ${rules}: the page counts as the engine`, async () => {
    const random = newRandom(11), games = [], lines = [`kata-set-rules ${rules}`, 'komi 0.5']
    for (let i = 0; i < COUNTED; i++) {
      const tree = new Tree({width: 3 + random.below(4), height: 3 + random.below(3), rules, komi: 0.5})
      lines.push(`rectangular_boardsize ${tree.width} ${tree.height}`, 'clear_board')
      while (tree.positionOf().passes < 2 && tree.positionOf().number < 4 * MOVES) {
        const color = tree.positionOf().toMove
        const legal = page.range(tree.width * tree.height).filter(point => tree.fault(point) === null && !isEye(tree, point, color))
        const point = legal.length === 0 || tree.positionOf().number > 1 && random.below(40) === 0 ? -1 : random.pick(legal) // else Black's first stones are handicap
        tree.play(point)
        lines.push(`play ${color === '1' ? 'b' : 'w'} ${tree.go.vertexOf(point)}`)
      }
      games.push({tree, at: lines.length})
      lines.push('final_score', 'final_status_list dead', 'final_status_list seki')
    }
    const responses = await ask(lines)
    for (const {tree, at} of games) {
      const points = text => new Set(text.split(' ').filter(Boolean).map(tree.go.pointOf))
      const counted = page.countGame(tree, tree.at, points(responses[at + 1]), points(responses[at + 2]))
      assert.strictEqual(page.resultText(counted), responses[at], lines.slice(lines.lastIndexOf('clear_board', at), at).join('; '))
    }
  })
}
