// The pages of reports, in jsdom: what they show, how they are gone through, and that nothing that
// an engine or a record says becomes markup.
'use strict'

const assert = require('node:assert')
const {execFileSync} = require('node:child_process')
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
  execFileSync(program, words, {cwd: folder, env, stdio: ['ignore', 'ignore', 'pipe']})
  return fs.readFileSync(path.join(folder, 'page.html'), 'utf8')
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
