// The trees of `dihedra tsumego --sgf` are read by @sabaki/sgf.
'use strict'

const assert = require('node:assert')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const test = require('node:test')
const sgf = require('@sabaki/sgf')
const {run} = require('./program.js')

const PROBLEM = '(;SZ[9]AB[ba][bb][cb][db][eb][ea]AW[ac][bc][cc][dc][ec][fc][fb][fa]TR[bb])'

// Solves the problem twice. Returns what was printed and the path of the file that an option names.
function solve(t, name, option) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'dihedra-tsumego-'))
  t.after(() => fs.rmSync(folder, {recursive: true}))
  const record = path.join(folder, name), file = path.join(folder, 'solved')
  fs.writeFileSync(record, PROBLEM + PROBLEM)
  return {stdout: run(['tsumego', record, '--json', option, file]), file}
}

test('Sabaki reads the trees', t => {
  const {stdout, file} = solve(t, 'problem.sgf', '--sgf')
  const answers = stdout.trim().split('\n').map(line => JSON.parse(line))
  const roots = sgf.parse(fs.readFileSync(file, 'utf8'))
  const sides = answers.flatMap(answer => [answer.kill, answer.save])
  assert.strictEqual(roots.length, sides.length)
  roots.forEach((root, i) => {
    const color = sides[i].first === 'white' ? 'W' : 'B'
    assert.deepStrictEqual(root.data.PL, [color])
    assert.match(root.data.C[0], new RegExp(`${sides[i].first} first, to (kill|save): yes`))
    const judged = new Map(root.children.map(node => [node.data[color][0], node.data.C[0]]))
    assert.strictEqual(judged.size, sides[i].moves.length)
    for (const {move, result} of sides[i].moves) {
      const vertex = move === 'pass' ? '' : 'abcdefghi'['ABCDEFGHJ'.indexOf(move[0])] + 'ihgfedcba'[move[1] - 1]
      assert.strictEqual(judged.get(vertex), result === 'yes' ? 'Right.' : 'Wrong.')
    }
  })
})
