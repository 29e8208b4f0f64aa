// The page of solved problems, in jsdom: moves are judged as `dihedra tsumego --json` tells, the reply
// is shown, and captured stones leave the board. The trees of --sgf are read by @sabaki/sgf.
'use strict'

const assert = require('node:assert')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const test = require('node:test')
const sgf = require('@sabaki/sgf')
const {JSDOM, VirtualConsole} = require('jsdom')
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

function makePage(t, name) {
  const {stdout, file: html} = solve(t, name, '--html')
  const virtualConsole = new VirtualConsole(), errors = []
  virtualConsole.on('jsdomError', error => errors.push(error))
  const dom = new JSDOM(fs.readFileSync(html, 'utf8'), {runScripts: 'dangerously', virtualConsole, url: 'http://page/'})
  t.after(() => {
    dom.window.close()
    assert.deepStrictEqual(errors, [])
  })
  const {document} = dom.window
  const page = {
    document, answers: stdout.trim().split('\n').map(line => JSON.parse(line)),
    text: id => document.getElementById(id).textContent,
    press: id => document.getElementById(id).click(),
    play: vertex => document.querySelector(`[data-vertex="${vertex}"]`)
      .dispatchEvent(new dom.window.MouseEvent('click', {bubbles: true})),
    stones: () => document.querySelectorAll('.stone').length,
    async go(hash) {
      dom.window.location.hash = hash
      await new Promise(resolve => setTimeout(resolve, 20))
    }
  }
  return page
}

test('every first move is judged as the solver judges it', async t => {
  const page = makePage(t, 'problem.sgf')
  for (const side of ['kill', 'save']) {
    await page.go(`1.${side}`)
    assert.strictEqual(page.text('title'), 'Problem 1 of 2')
    assert.match(page.text('task'), side === 'kill' ? /^White plays first, to kill/ : /^Black plays first, to save/)
    for (const {move, result} of page.answers[0][side].moves) {
      page.press('again')
      if (move === 'pass') page.press('pass')
      else page.play(move)
      assert.match(page.text('message'), result === 'yes' ? /^Right/ : /^Wrong/, `${side} ${move}`)
    }
  }
})

test('play goes on to the end, and back', t => {
  const page = makePage(t, 'problem.sgf'), start = page.stones()
  page.play('A8')
  assert.strictEqual(page.text('message'), 'Right. The reply is D9.')
  assert.strictEqual(page.stones(), start + 2)
  page.press('back')
  assert.strictEqual(page.stones(), start)
  page.press('show')
  assert.match(page.text('answer'), /^Answer: yes\. Status: unsettled\./)
  assert.strictEqual(page.document.querySelectorAll('.right').length, 1)
  for (const vertex of ['A8', 'A9', 'C9']) page.play(vertex)
  assert.strictEqual(page.text('message'), 'Right: solved.')
})

test('a name of a file cannot end the script', async t => {
  const page = makePage(t, '<script>&.sgf')
  assert.strictEqual(page.text('file'), '<script>&.sgf, problem 1')
  await page.go('2.kill')
  assert.strictEqual(page.text('title'), 'Problem 2 of 2')
})

test('all problems are listed below the names of their files', async t => {
  const page = makePage(t, 'problem.sgf'), list = page.document.getElementById('list')
  await page.go('2.save')
  assert.deepStrictEqual([...list.children].map(each => each.textContent), ['problem.sgf', '1', '2'])
  const links = [...list.querySelectorAll('a')]
  assert.deepStrictEqual(links.map(link => link.getAttribute('href')), ['#1.save', '#2.save'])
  assert.deepStrictEqual(links.map(link => link.hasAttribute('aria-current')), [false, true])
})

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
