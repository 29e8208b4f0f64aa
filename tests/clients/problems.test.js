// The problems of the page: one first move is right and all others are refuted, by proofs that `dihedra verify` checks.
'use strict'

const assert = require('node:assert')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const test = require('node:test')
const {page} = require('./page.js')
const {run} = require('./program.js')

const {PROBLEMS, readSgf} = page
const of = ({sgf}) => readSgf(sgf)[0]

test('thirty problems of all kinds, from 20k to 1d', () => {
  assert.strictEqual(PROBLEMS.length, 30)
  const number = ({grade}) => grade.endsWith('d') ? parseInt(grade, 10) - 1 : -parseInt(grade, 10)
  for (let i = 1; i < PROBLEMS.length; i++) assert.ok(number(PROBLEMS[i]) >= number(PROBLEMS[i - 1]))
  assert.deepStrictEqual([PROBLEMS[0].grade, PROBLEMS.at(-1).grade], ['20k', '1d'])
  for (const goal of ['kill', 'save', 'ko', 'seki'])
    assert.ok(PROBLEMS.filter(each => each.goal === goal).length >= 4, goal)
  assert.strictEqual(new Set(PROBLEMS.map(({sgf}) => sgf)).size, 30)
})

test('what is right and wrong in each problem is proved', {timeout: 300_000}, t => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'dihedra-problems-'))
  t.after(() => fs.rmSync(folder, {recursive: true}))
  const [file, proof] = ['problems.sgf', 'proof'].map(name => path.join(folder, name))
  fs.writeFileSync(file, PROBLEMS.map(({sgf}) => sgf).join('\n'))
  const text = run(['tsumego', file, '--json', '--threads', '1', '--mb', '32', '--proof', proof])
  const answers = text.trim().split('\n').map(line => JSON.parse(line))
  assert.strictEqual(answers.length, PROBLEMS.length)
  for (const [i, problem] of PROBLEMS.entries()) {
    const tree = of(problem), side = answers[i][problem.side], name = `problem ${i + 1}`
    const vertexOf = node => tree.go.vertexOf(node.move.point)
    assert.deepStrictEqual([side.first, side.proved, side.result], ['black', true, problem.goal === 'ko' ? 'ko' : 'yes'], name)
    if (problem.goal === 'seki') assert.ok(side.seki, name)
    assert.ok(answers[i].proofOf.includes(problem.side), name)
    const [right, ...wrong] = tree.root.children
    const results = new Map(side.moves.map(({move, result, reply}) => [move, {result, reply}]))
    results.delete('pass')
    assert.strictEqual(results.get(vertexOf(right)).result, side.result, name)
    assert.deepStrictEqual(wrong.map(vertexOf).sort(), [...results.keys()].filter(move => move !== vertexOf(right)).sort(), name)
    for (const node of wrong) {
      const {result} = results.get(vertexOf(node))
      assert.ok(result !== side.result && result !== 'unknown' && node.children.length === 1, `${name}: ${vertexOf(node)}`)
    }
  }
  for (let i = 1; i <= PROBLEMS.length; i++)
    run(['verify', i === 1 ? proof : `${proof}.${i}`, '--threads', '1'])
})
