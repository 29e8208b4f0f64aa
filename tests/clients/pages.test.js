// The pages of reports, in jsdom: what they show, how they are gone through, and that nothing that
// an engine or a record says becomes markup.
'use strict'

const assert = require('node:assert')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const test = require('node:test')
const {JSDOM, VirtualConsole} = require('jsdom')
const {program, run} = require('./program.js')

const engine = `${program} --model none --memory 16`
const EVIL = '</script><script>alert(1)</script><img src=x onerror="alert(1)"> "\'& 囲碁'

// Runs the program in a folder that ends with the test.
function runIn(t, files, ...words) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'dihedra-pages-'))
  t.after(() => fs.rmSync(folder, {recursive: true}))
  for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(folder, name), text)
  run(words, {cwd: folder, statuses: [0, 1]}) // 1: tests of a suite have failed
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
    window: dom.window,
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
  const title = `${EVIL} 1d (Black) – White (White)`
  assert.strictEqual(page.text('h1'), title)
  assert.strictEqual(page.document.title, title)
  assert.match(page.all('.about')[0].textContent, /^5x5, komi 0.5, 2026-01-02, result B\+1$/)
  assert.strictEqual(page.all('.moves tbody tr').length, 5)
  assert.strictEqual(page.all('.graph').length, 2)
  const moves = page.all('.moves tbody th').map(cell => cell.textContent)
  assert.deepStrictEqual(moves,
    ['1 Black C3', '2 White B4', '3 Black A5', '4 White pass', '5 Black D3'])
  const players = page.all('.figures tbody tr').map(row => [...row.cells].map(cell => cell.textContent))
  assert.deepStrictEqual(players[0], ['moves', '3', '2'])
  assert.match(players[4][1], /^[0-9.]+ in 2$/) // points lost in the opening, which has three moves
  assert.strictEqual(page.all('.goban .coordinates text').length, 20)
})

test('a review is gone through by buttons, keys, links and its address', t => {
  const page = review(t, '#move-2')
  const at = () => page.text('#title').replace(/ (slip|inaccuracy|(serious )?mistake|blunder|find)?$/, '')
  const stones = color => page.document.querySelector(`.goban .board > .${color}`).getAttribute('d')
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

test('a review opens at the biggest mistake', t => {
  const page = review(t)
  const worst = page.all('.try a').map(link => link.textContent)
  assert.ok(worst.some(words => page.text('#title').startsWith(`${words}:`)), page.text('#title'))
})

test('a review shows lines of play and ownership', t => {
  const page = review(t, '#move-2')
  const pressed = selector => page.document.querySelector(selector).getAttribute('aria-pressed')
  const rows = page.all('button.row')
  assert.ok(rows.length >= 2)
  assert.strictEqual(page.all('#candidates tr').filter(row => / played/.test(row.textContent)).length, 1)
  page.press('1')
  assert.strictEqual(pressed('button.row'), 'true')
  assert.strictEqual(page.text('.goban .number-white'), '1')
  page.press('1')
  assert.strictEqual(pressed('button.row'), 'false')
  assert.strictEqual(page.all('.goban .number-white').length, 0)
  page.press('o')
  assert.strictEqual(pressed('#owner'), 'true')
  assert.ok(page.all('.owner-black, .owner-white').length > 0)
  page.press('o')
  assert.strictEqual(page.all('.owner-black, .owner-white').length, 0)
})

test('candidates have letters without a gap, and small ones few visits', t => {
  const text = runIn(t, {'game.sgf': RECORD}, 'analyze', 'game.sgf', '--visits', '60', '--html', 'page.html',
    '--engine', engine)
  const page = open(t, text), {positions, moves} = JSON.parse(page.text('#data'))
  moves.forEach(({vertex}, index) => {
    page.click(`.moves a[href="#move-${index + 1}"]`)
    const shown = page.all('button.row').map(button => button.textContent).filter(name => name !== vertex)
    const others = positions[index].candidates.filter(({move}) => move !== vertex)
    assert.deepStrictEqual(shown, others.map(({move}, order) => `${'ABCDE'[order]} ${move}`))
    const most = Math.max(...positions[index].candidates.map(({visits}) => visits))
    const letters = others.map(({visits, move}, order) => [visits, move, 'ABCDE'[order]])
      .filter(([visits, move]) => 10 * visits < most && move !== 'pass').map(([, , letter]) => letter)
    assert.deepStrictEqual(page.all('.candidate.few').map(mark => mark.textContent), letters)
  })
  assert.ok(page.all('.line').every(line => line.title.startsWith(line.textContent)))
})

test('the line of a move ends where the same player moves again', t => {
  const text = runIn(t, {'game.sgf': '(;SZ[5]KM[0.5];B[cc];B[bb];W[dd])'}, 'analyze', 'game.sgf', '--visits', '30',
    '--html', 'page.html', '--engine', engine)
  const line = hash => open(t, text, hash).all('#candidates tr').find(row => / played/.test(row.textContent))
    .querySelector('.line').textContent
  assert.strictEqual(line('#move-1'), '')
  assert.notStrictEqual(line('#move-2'), '')
})

test('a review takes moves of the reader', t => {
  const page = review(t, '#move-1')
  const type = vertex => {
    page.document.querySelector('#point').value = vertex
    page.click('#play')
    return page.text('#notice')
  }
  const stones = () => page.document.querySelector('.goban .white').getAttribute('d')
  assert.match(type('B4'), /^B4: as in the game; Black wins [0-9.]+%, /)
  assert.strictEqual(stones(), 'M1 1h0')
  assert.match(type('b4'), /^B4 is not a legal move here\.$/)
  assert.match(type('z9'), /^“z9” is not a point of the board\.$/)
  assert.match(type('E1'), /^B4 E1: /)
  page.press('u')
  page.press('u')
  assert.strictEqual(stones(), '')
  assert.strictEqual(page.text('#notice'), '')
  const choice = JSON.parse(page.text('#data')).positions[1].candidates[0].pv[0]
  assert.match(type(choice), new RegExp(`^${choice}: (the engine's choice|as in the game); Black wins `))
  page.press('Escape')
  assert.strictEqual(stones(), '')
})

test('a review knows the ko of a position', t => {
  const record = '(;SZ[5];B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[ee];W[bb];B[cb])'
  const text = runIn(t, {'game.sgf': record}, 'analyze', 'game.sgf', '--visits', '10', '--html', 'page.html',
    '--engine', engine)
  const page = open(t, text, '#move-9')
  page.document.querySelector('#point').value = 'B4'
  page.click('#play')
  assert.strictEqual(page.text('#notice'), 'B4 is not a legal move here.')
})

test('a review lets the reader guess', t => {
  const page = review(t, '#move-2')
  page.press('g')
  assert.match(page.text('#title'), /^Move 2: what would White play\?$/)
  assert.ok(page.document.querySelector('#candidates').hidden)
  assert.strictEqual(page.all('.goban .candidate').length, 0)
  page.document.querySelector('#point').value = JSON.parse(page.text('#data')).positions[1].candidates[0].move
  page.click('#play')
  assert.match(page.text('#notice'), /: right, it is the engine's choice\.$/)
  assert.match(page.text('#title'), /^Move 2: White B4/)
})

// Moves of a page's board against what the rules say.
test('the board of a page knows captures, ko and suicide', t => {
  const page = review(t)
  const go = page.window.eval('goban(3, 3)')
  const play = (...words) => {
    const found = go.play(...words)
    return found && [found.stones, found.captured, found.ko]
  }
  assert.deepStrictEqual(play('020200000', '1', 0), null) // suicide
  assert.deepStrictEqual(play('120100000', '2', 0), null) // on a stone
  assert.deepStrictEqual(play('210100000', '1', 8), ['210100001', 0, -1])
  assert.deepStrictEqual(play('210000000', '1', 3), ['010100000', 1, -1])
  assert.deepStrictEqual(play('012120000', '2', 0), ['202120000', 1, 1])
  assert.deepStrictEqual(play('022221220', '1', 0), null)
  assert.deepStrictEqual(play('111101110', '2', 4), null)
  assert.deepStrictEqual(play('111101111', '2', 4), ['000020000', 8, -1])
  const ko = page.window.eval("goban(4, 3)").play('012012020120', '1', 6)
  assert.deepStrictEqual([ko.stones, ko.captured, ko.ko], ['012010120120', 1, 5])
  assert.strictEqual(page.window.eval("goban(4, 3)").play(ko.stones, '2', 5, ko.ko), null)
  assert.deepStrictEqual([go.pointOf('A3'), go.pointOf('c1'), go.pointOf('pass'), go.pointOf('D1')],
    [0, 8, -1, null])
})

test('an index of games leads to their pages', t => {
  const record = (black, white) => RECORD.replace(/PB.*DT/s, `PB[${escape(black)}]PW[${escape(white)}]DT`)
  const files = {'a.sgf': record(EVIL, 'B'), 'b.sgf': record('B', EVIL), 'c.sgf': record('B', 'C')}
  const text = runIn(t, files, 'analyze', 'a.sgf', 'b.sgf', 'c.sgf', '--player', EVIL, '--visits', '30',
    '--html', 'page.html', '--engine', engine)
  const page = open(t, text)
  assert.strictEqual(page.text('h1'), `Games of ${EVIL}`)
  const games = page.all('.games tbody tr').map(row => [...row.cells].map(cell => cell.textContent))
  assert.deepStrictEqual(games.map(cells => [cells[0], cells[3]]),
    [[`${EVIL} (Black) – B (White)`, 'Black'], [`B (Black) – ${EVIL} (White)`, 'White']])
  assert.strictEqual(page.document.querySelector('.games a').getAttribute('href'), 'a.html')
  assert.strictEqual(page.all('.over-time .curve').length, 3)
  assert.strictEqual(page.all('table')[0].tBodies[0].rows[0].textContent, 'games11')
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

test('a conformance test shows for whom an engine is ready, and what it said', t => {
  const script = `while read -r line; do printf '%s\\n\\n' '= ${EVIL.replace(/'/g, '')}'; done\n`
  const text = runIn(t, {'evil.sh': script}, 'comply', 'sh evil.sh', '--only', 'admin', '--html', 'page.html')
  const page = open(t, text)
  const core = [...page.all('table')[0].tBodies[0].rows[0].cells].map(cell => cell.textContent)
  assert.deepStrictEqual(core.slice(0, 2), ['the GTP 2 core', 'no'])
  assert.match(core[2], /admin\.protocol_version/)
  const suite = open(t, text, '#GTP')
  const card = suite.all('.card').find(each => each.textContent.includes('admin.protocol_version'))
  assert.match(card.textContent, /the version is 2/)
  assert.match(card.textContent, /<script>alert\(1\)<\/script>/)
  assert.strictEqual(card.querySelector('pre').textContent, 'protocol_version\n')
  assert.match(card.textContent, /= 2/)
})
