// The pages of reports, in jsdom: what they show, how they are gone through, and that nothing that
// an engine or a record says becomes markup.
'use strict'

const assert = require('node:assert')
const {spawnSync} = require('node:child_process')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const test = require('node:test')
const {JSDOM, VirtualConsole} = require('jsdom')

const program = path.resolve(process.env.DIHEDRA)
const engine = `${program} --model none --memory 16`
const EVIL = '</script><script>alert(1)</script><img src=x onerror="alert(1)"> "\'& 囲碁'

// Runs the program in a folder that ends with the test.
function runIn(t, files, ...words) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'dihedra-pages-'))
  t.after(() => fs.rmSync(folder, {recursive: true}))
  for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(folder, name), text)
  const env = {...process.env, DIHEDRA_MODEL: 'none'}
  const {status, stderr} = spawnSync(program, words, {cwd: folder, env, encoding: 'utf8'})
  assert.ok(status === 0 || status === 1, stderr) // 1: tests of a suite have failed
  const page = path.join(folder, 'page.html')
  return fs.readFileSync(fs.statSync(page).isDirectory() ? path.join(page, 'index.html') : page, 'utf8')
}

// Opens a page as a browser does. An error of its scripts is one of the test.
function open(t, text, hash = '') {
  const virtualConsole = new VirtualConsole()
  const errors = []
  virtualConsole.on('jsdomError', error => errors.push(error))
  const dom = new JSDOM(text, {url: `file:///page.html${hash}`, runScripts: 'dangerously', virtualConsole})
  t.after(() => {
    dom.window.close()
    assert.deepStrictEqual(errors, [])
  })
  const document = dom.window.document
  assert.strictEqual(document.querySelectorAll('script').length, 2)
  for (const name of ['img', 'link', 'iframe', 'form'])
    assert.strictEqual(document.querySelector(name), null, name)
  const ids = [...document.querySelectorAll('[id]')].map(element => element.id)
  assert.strictEqual(new Set(ids).size, ids.length)
  return {
    document,
    all: selector => [...document.querySelectorAll(selector)],
    text: selector => document.querySelector(selector).textContent,
    click: selector => document.querySelector(selector).click(),
    press: (key, rest = {}) =>
      document.dispatchEvent(new dom.window.KeyboardEvent('keydown', {key, bubbles: true, ...rest}))
  }
}

const escape = text => text.replace(/[\\\]]/g, '\\$&')
const RECORD =
  `(;GM[1]FF[4]SZ[5]KM[0.5]PB[${escape(EVIL)}]BR[1d]PW[White]DT[2026-01-02]RE[B+1]\n` +
  `;B[cc]C[${escape(EVIL)}];W[bb];B[aa];W[];B[dc])\n`

function review(t, hash) {
  const text = runIn(t, {'game.sgf': RECORD}, 'analyze', 'game.sgf', '--visits', '30', '--html', 'page.html',
    '--engine', engine)
  return open(t, text, hash)
}

test('a review shows the game and what the record says, as text', t => {
  const page = review(t)
  assert.strictEqual(page.text('h1'), `${EVIL} 1d – White`)
  assert.strictEqual(page.document.title, `${EVIL} 1d – White`)
  assert.match(page.all('.about')[0].textContent, /^5x5, komi 0.5, 2026-01-02, result B\+1$/)
  assert.strictEqual(page.text('#title'), 'Start')
  assert.strictEqual(page.all('.moves tbody tr').length, 5)
  assert.strictEqual(page.all('.graph').length, 2)
  const moves = page.all('.moves tbody th').map(cell => cell.textContent)
  assert.deepStrictEqual(moves,
    ['1 Black C3', '2 White B4', '3 Black A5', '4 White pass', '5 Black D3'])
  const players = page.all('.panel tbody tr').map(row => [...row.cells].map(cell => cell.textContent))
  assert.deepStrictEqual(players[0], ['moves', '3', '2'])
  assert.strictEqual(page.all('.board .coordinates text').length, 20)
})

test('a review is gone through by buttons, keys, links and its address', t => {
  const page = review(t, '#move-2')
  const at = () => page.text('#title')
  const stones = color => page.document.querySelector(`.board > .${color}`).getAttribute('d')
  assert.strictEqual(at(), 'Move 2: White B4')
  assert.strictEqual(stones('white'), 'M1 1h0')
  assert.strictEqual(stones('black'), 'M1 1h0M2 2h0') // below the white stone, too
  page.click('#first')
  assert.strictEqual(at(), 'Start')
  assert.ok(page.document.querySelector('.comment').hidden)
  page.click('#forward')
  assert.strictEqual(at(), 'Move 1: Black C3')
  assert.strictEqual(page.text('.comment'), EVIL)
  page.press('End')
  assert.strictEqual(at(), 'Move 5: Black D3')
  page.press('ArrowLeft')
  assert.strictEqual(at(), 'Move 4: White pass')
  page.press('ArrowLeft', {shiftKey: true})
  assert.strictEqual(at(), 'Start')
  page.press('ArrowRight', {ctrlKey: true})
  assert.strictEqual(at(), 'Start')
  page.click('a[href="#move-3"]')
  assert.strictEqual(at(), 'Move 3: Black A5')
  assert.deepStrictEqual(page.all('tr[aria-current]').map(row => row.dataset.position), ['3'])
  const slider = page.document.querySelector('#slider')
  assert.strictEqual(slider.getAttribute('aria-valuetext'), at())
  assert.strictEqual(slider.max, '5')
})

test('a review shows lines of play and ownership', t => {
  const page = review(t)
  const pressed = id => page.document.getElementById(id).getAttribute('aria-pressed')
  assert.ok(page.all('.board .mark.played').length === 1)
  page.press('v')
  assert.strictEqual(pressed('line'), 'true')
  assert.strictEqual(page.text('.board .number-black'), '1')
  assert.strictEqual(page.all('.board .mark').length, 0)
  page.press('b')
  assert.deepStrictEqual([pressed('line'), pressed('instead')], ['false', 'true'])
  page.click('#instead')
  assert.strictEqual(pressed('instead'), 'false')
  page.press('o')
  assert.strictEqual(pressed('owner'), 'true')
  assert.ok(page.all('.owner-black, .owner-white').length > 0)
  page.press('o')
  assert.strictEqual(page.all('.owner-black, .owner-white').length, 0)
})

test('a match shows its results', t => {
  const name = '<b>weak</b>&"'
  const text = runIn(t, {}, 'match', '--engine', `strong=${engine} --visits 60`, '--engine',
    `${name}=${engine} --visits 1`, '--games', '4', '--size', '5', '--alternate', '--random-opening', '2',
    '--html', 'page.html')
  const page = open(t, text)
  assert.strictEqual(page.text('h1'), `strong – ${name}`)
  assert.strictEqual(page.text('.about'), '4 of 4 games')
  const tables = page.all('table')
  assert.strictEqual(tables.length, 2)
  const pairing = [...tables[0].tBodies[0].rows[0].cells].map(cell => cell.textContent)
  assert.strictEqual(pairing[0], `strong against ${name}`)
  assert.strictEqual(pairing[1], '4')
  assert.match(pairing[2], /^[0-9.]+%$/)
  assert.match(pairing[3], /^[0-9.]+% to [0-9.]+%$/)
  assert.match(page.document.querySelector('.interval').getAttribute('aria-label'), /^between .* and .*%$/)
  assert.strictEqual(tables[1].tBodies[0].rows.length, 2)
})

const SUITE = `boardsize 9
clear_board
play b C3
1 list_stones black
#? [C3]
2 list_stones black
#? [!C3|J9]
3 countlib C3
#? [A10 A9|i4 J9|5]
4 color C3
#? [white]*
5 countlib C3
#? [4]*
6 nonsense
#? [1]
7 color Z9
#? [<b>]
`

function regress(t, hash) {
  const files = {'first.tst': SUITE, 'second.tst': 'komi 1\n1 get_komi\n#? [1.*]\n'}
  const text = runIn(t, files, 'regress', '--engine', engine, '--html', 'page.html', 'first.tst', 'second.tst')
  return open(t, text, hash)
}

// Marks as "kind x y", in order.
const marksOf = card =>
  [...card.querySelectorAll('.board > g > .mark')].map(mark => {
    const [, x, y] = /translate\((\d+) (\d+)\)/.exec(mark.parentElement.getAttribute('transform'))
    return `${mark.getAttribute('class').split(' ')[1]} ${x} ${y}`
  })

test('a run of suites has an overview', t => {
  const page = regress(t)
  assert.match(page.text('h1'), /^Dihedra /)
  assert.match(page.text('.rate'), /^[0-9.]+% of 8 tests passed$/)
  const [suites, failures] = page.all('table')
  assert.deepStrictEqual([...suites.tBodies[0].rows].map(row => row.cells[0].textContent), ['first', 'second'])
  assert.ok([...failures.tBodies[0].rows].every(row => row.cells[0].textContent === 'first'))
  assert.ok(page.document.querySelector('a[href="#first/6"]'))
})

test('a suite has cards with diagrams for what went wrong', t => {
  const page = regress(t, '#first')
  assert.strictEqual(page.text('h1'), 'first')
  assert.strictEqual(page.all('.moves, .tests tbody tr').length, 7)
  const card = line => page.document.getElementById(`first/${line}`)
  assert.deepStrictEqual(marksOf(card(6)), ['forbidden 2 6', 'forbidden 8 0', 'played 2 6'])
  assert.deepStrictEqual(marksOf(card(8)), ['asked 2 6', 'expected 0 0', 'expected 8 0'])
  assert.ok(card(10).classList.contains('is-expected_failed'))
  assert.strictEqual(card(4), null) // it passed
  assert.match(card(6).querySelector('pre').textContent, /^boardsize 9\nclear_board\nplay b C3\nlist_stones black$/)
  assert.strictEqual(card(6).querySelector('.board > .black').getAttribute('d'), 'M2 6h0')
})

test('a suite is filtered and gone through', t => {
  const page = regress(t, '#first')
  const visible = () => page.all('.card').filter(card => !card.hidden).map(card => card.id)
  assert.ok(visible().includes('first/10'))
  page.click('#filter button[value="failed"]')
  assert.ok(visible().length > 0 && !visible().includes('first/10'))
  assert.strictEqual(page.document.querySelector('#filter [aria-pressed="true"]').value, 'failed')
  page.click('#filter button[value=""]')
  assert.ok(visible().includes('first/10'))
  assert.strictEqual(page.document.querySelector('.path a').getAttribute('href'), '#')
  assert.match(page.text('.path'), /second ›$/)
  assert.strictEqual(regress(t, '#second').text('.rate'), '100.0% of 1 test passed')
})
