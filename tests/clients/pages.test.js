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
  const beforeParse = window => { // what jsdom lacks
    window.matchMedia = () => ({matches: false})
    window.HTMLElement.prototype.scrollTo = () => {}
  }
  const dom = new JSDOM(text, {url: `file:///page.html${hash}`, runScripts: 'dangerously', pretendToBeVisual: true, virtualConsole, beforeParse})
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

function review(t, {hash, record = RECORD, visits = 30} = {}) {
  const text = runIn(t, {'game.sgf': record}, 'analyze', 'game.sgf', '--visits', String(visits), '--html', 'page.html',
    '--engine', engine)
  const page = open(t, text, hash)
  const dispatch = (element, event) => element.dispatchEvent(event)
  return {
    ...page,
    data: JSON.parse(page.window.eval('JSON.stringify(data)')),
    at: () => page.text('.verdict-box h2').replace(/ (slip|inaccuracy|(serious )?mistake|blunder|find)?$/, ''),
    stone: vertex => page.all('.cell').map(cell => cell.getAttribute('aria-label')).find(name => name.split(' ')[0] === vertex),
    play: vertex => dispatch(page.all('.cell').find(cell => cell.getAttribute('aria-label').split(' ')[0] === vertex),
      new page.window.KeyboardEvent('keydown', {key: 'Enter', bubbles: true})),
    point: (selector, type, index = 0) => dispatch(page.all(selector)[index], new page.window.Event(type, {bubbles: type === 'focusin'}))
  }
}

test('a review shows the game and what the record says, as text', t => {
  const page = review(t)
  assert.strictEqual(page.document.title, `${EVIL} 1d – White`)
  assert.match(page.text('.players'), /^ <\/script>/)
  assert.match(page.all('.players .quiet')[0].textContent, /^5×5, Chinese, komi 0.5, 2026-01-02, B\+1$/)
  page.click('#all-moves')
  assert.deepStrictEqual(page.all('.moves tbody th').map(cell => cell.textContent), [' 1 C3', ' 2 B4', ' 3 A5', ' 4 pass', ' 5 D3'])
  page.click('#row-2')
  assert.strictEqual(page.at(), 'Move 2: White B4')
  assert.deepStrictEqual(page.all('tr[aria-current]').map(row => row.cells[0].textContent), [' 2 B4'])
  const {black, white} = page.data
  const rows = Object.fromEntries(page.all('.figures tbody tr').map(row => [...row.cells].map(cell => cell.textContent))
    .map(([name, ...values]) => [name, values]))
  assert.deepStrictEqual(rows.Moves, ['3', '2'])
  assert.deepStrictEqual(rows.blunder, [black, white].map(({grades}) => String(grades.blunder)))
  assert.deepStrictEqual(rows['Points lost, opening'], [black, white].map(({phases}) => phases[0].loss_points.toFixed(1)))
  assert.deepStrictEqual(rows['Points lost a move'], [black, white].map(each => each.mean_loss_points.toFixed(2)))
  assert.match(page.text('.panel'), /Analysed by Dihedra/)
  assert.strictEqual(page.all('.board.live .coordinates text').length, 20)
  for (const kind of ['lead', 'winRate']) {
    page.click(`[id="kind-${kind}"]`)
    assert.match(page.document.querySelector('.graph').getAttribute('aria-label'), kind === 'lead' ? /^Points/ : /^Win rate/)
  }
})

test('a page without the engine offers nothing that needs it', t => {
  const page = review(t)
  assert.deepStrictEqual(page.all('.tabs button').map(button => button.id), ['tab-review', 'tab-analyse'])
  Object.assign(page.document.querySelector('dialog'), {showModal: () => {}, close: () => {}}) // which jsdom lacks
  page.click('#menu')
  for (const id of ['begin', 'depth', 'open-review', 'open', 'link', 'network', 'on', 'hint'])
    assert.strictEqual(page.document.getElementById(id), null, id)
  page.click('#tab-analyse')
  assert.strictEqual(page.document.getElementById('on'), null)
  page.click('#first')
  page.play('E1')
  assert.match(page.text('.summary-line'), /^This page has no engine: only what was analysed is known\.$/)
})

test('a review is gone through by buttons, keys, and its address', t => {
  const page = review(t, {hash: '#move-2'})
  assert.strictEqual(page.at(), 'Move 2: White B4')
  assert.deepStrictEqual(['B4', 'C3', 'A5'].map(page.stone), ['B4 white stone, last move', 'C3 black stone', 'A5 empty'])
  page.click('#first')
  assert.strictEqual(page.at(), 'Start of the game')
  assert.strictEqual(page.document.querySelector('.comment'), null)
  page.click('#forward')
  assert.strictEqual(page.at(), 'Move 1: Black C3')
  assert.strictEqual(page.text('.comment'), EVIL)
  page.press('End')
  assert.strictEqual(page.at(), 'Move 5: Black D3')
  page.press('ArrowLeft')
  assert.strictEqual(page.at(), 'Move 4: White pass')
  page.press('PageUp')
  assert.strictEqual(page.at(), 'Start of the game')
  page.press('ArrowRight', {ctrlKey: true})
  assert.strictEqual(page.at(), 'Start of the game')
  page.window.location.hash = '#move-3'
  page.window.dispatchEvent(new page.window.Event('hashchange'))
  assert.strictEqual(page.at(), 'Move 3: Black A5')
})

test('a review opens at the biggest mistake, and goes to the others', t => {
  const page = review(t)
  const {data} = page, worst = [data.black.worst_moves[0], data.white.worst_moves[0]].filter(Boolean)
  assert.ok(worst.some(move => page.at().startsWith(`Move ${move}:`)), page.at())
  const grades = ['blunder', 'serious mistake', 'mistake'], weight = ({loss_points: loss, openness}) => loss * openness || 0
  const keys = [...data.black.key_moves, ...data.white.key_moves], isKey = ({move}) => keys.includes(move)
  const bad = data.moves.filter(({grade, left}) => left && grades.includes(grade))
    .sort((a, b) => isKey(b) - isKey(a) || grades.indexOf(a.grade) - grades.indexOf(b.grade) || weight(b) - weight(a))
  assert.ok(keys.length > 0)
  assert.strictEqual(page.all('.keys li').length, keys.length)
  assert.deepStrictEqual(page.all('.mistakes li').map(item => / (\d+)\. (\w+)/.exec(item.textContent).slice(1)),
    bad.map(({move, vertex}) => [String(move), vertex]))
  page.click('#first')
  for (const {move} of bad) {
    page.press('m')
    assert.ok(page.at().startsWith(`Move ${move}:`), page.at())
  }
})

test('a reason is told in words, and shown on the board move by move', t => {
  const page = review(t, {visits: 200, record: '(;SZ[9]KM[7.5]RU[chinese];B[fd];W[cg];B[gg];W[cd];B[cc];W[dc];B[dd];W[ec];B[bd];W[ce];B[cb];W[be];B[ac])'})
  const {reason} = page.data.moves[12]
  assert.ok(reason.proved)
  page.click('#mistake-13')
  assert.match(page.text('.keys [aria-current]'), /Why: White captures the stone at D6: E6 /)
  assert.match(page.text('.verdict-box .why'), /Why: White captures the stone at D6: E6 /)
  page.click('#show-reason')
  assert.deepStrictEqual([page.all('.sign-mark').length, page.all('.line-stone').length], [1, 1])
  page.click('#following')
  assert.strictEqual(page.all('.line-stone').length, 2)
  page.click('#show-reason')
  assert.strictEqual(page.all('.line-stone').length, 0)
})

test('an analysis shows candidates, lines of play and ownership', t => {
  const page = review(t, {hash: '#move-2', visits: 60})
  page.click('#tab-analyse')
  const {positions} = page.data
  for (let index = 2; index <= 5; index++) {
    const all = positions[index].candidates, shown = all.filter(({visits}) => 50 * visits >= all[0].visits)
    assert.deepStrictEqual(page.all('.candidates tbody button').map(button => button.textContent), shown.map(({move}) => move))
    const few = shown.slice(1).filter(({visits, move}) => 10 * visits < all[0].visits && move !== 'pass')
    assert.strictEqual(page.all('.candidate.few').length, few.length)
    page.press('ArrowRight')
  }
  for (let i = 0; i < 3; i++) page.press('ArrowLeft')
  assert.strictEqual(page.all('.line-stone').length, 0)
  page.point('.candidates tbody tr', 'pointerenter')
  assert.strictEqual(page.all('.layer-over .number')[0].textContent, '1')
  page.point('.candidates tbody tr', 'pointerleave')
  assert.strictEqual(page.all('.line-stone').length, 0)
  page.press('o')
  assert.strictEqual(page.document.querySelector('#owner').getAttribute('aria-pressed'), 'true')
  assert.ok(page.all('.owner-black, .owner-white').length > 0)
  page.press('o')
  assert.strictEqual(page.all('.owner-black, .owner-white').length, 0)
})

test('the same player may move again', t => {
  const page = review(t, {record: '(;SZ[5]KM[0.5];B[cc];B[bb];W[dd];AE[cc];B[ca];W[da]B[ee])', hash: '#move-1'})
  page.click('#tab-analyse')
  page.play(page.data.positions[1].candidates[0].move)
  assert.match(page.stone(page.data.positions[1].candidates[0].move), /black stone/)
  page.click('#remove')
  page.click('#tab-review')
  page.press('End')
  assert.strictEqual(page.at(), 'Move 6: Black E1')
  assert.strictEqual(page.stone('C3'), 'C3 empty')
  assert.strictEqual(page.all('.figures tbody tr')[0].textContent, 'Moves42')
})

test('an analysis takes moves of the reader', t => {
  const page = review(t, {hash: '#move-1'})
  page.click('#tab-analyse')
  page.play('B4')
  assert.match(page.text('.verdict-line'), /B4/) // the move of the game, which is judged
  page.press('ArrowLeft')
  page.play('C3')
  assert.strictEqual(page.text('.notice'), 'There is a stone already.')
  const {candidates: [best]} = page.data.positions[1]
  page.play(best.move)
  assert.match(page.text('.summary-line'), /^Black’s chances: /)
  assert.match(page.text('.verdict-line'), new RegExp(`${best.move} is the engine's choice`))
  page.press('Delete')
  page.play('E1')
  assert.strictEqual(page.stone('E1'), 'E1 white stone, last move')
})

test('a review knows the ko of a position, and moves against the rules', t => {
  const page = review(t, {record: '(;SZ[5];B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[ee];W[bb];B[cb];W[bb])', hash: '#move-9', visits: 10})
  page.click('#tab-analyse')
  page.play('B4')
  assert.match(page.text('.notice'), /^Ko: /)
  page.click('#tab-review')
  page.click('#last')
  assert.match(page.text('.verdict-box'), /This move is against the rules\./)
})

test('a review lets the reader guess', t => {
  const page = review(t, {hash: '#move-2'})
  const {candidates: [best, ...others]} = page.data.positions[1]
  page.press('t')
  assert.match(page.text('.verdict-box'), /White to play: find a better move\./)
  assert.strictEqual(page.all('.board .candidate').length, 0)
  assert.strictEqual(page.stone('B4'), 'B4 empty')
  const answer = vertex => {
    page.play(vertex)
    return page.text('.verdict-box')
  }
  assert.match(answer('C3'), /White to play/)
  assert.match(answer(best.move), new RegExp(`${best.move} is right\\.`))
  const unknown = ['E1', 'E2', 'E5', 'A1', 'A2'].find(vertex => vertex !== best.move && !others.some(({move}) => move === vertex))
  assert.match(answer(unknown), new RegExp(`${unknown} is not among the moves that the engine looked at\\.`))
  page.click('#give-up')
  assert.strictEqual(page.at(), 'Move 2: White B4')
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

function match(t, hash, ...words) {
  const name = '<b>weak</b>&"'
  const text = runIn(t, {}, 'match', '--engine', `strong=${engine} --visits 60`, '--engine',
    `${name}=${engine} --visits 1`, '--games', '4', '--size', '5', '--random-opening', '2', '--sprt', '0', '900',
    '--html', 'page.html', ...words)
  return {name, ...open(t, text, hash)}
}

test('a match shows its results and its games', t => {
  const page = match(t, '')
  const data = JSON.parse(page.window.eval('JSON.stringify(data)'))
  assert.strictEqual(page.text('h1'), `strong – ${page.name}`)
  assert.match(page.text('.about'), /^[24] of 4 games$/)
  assert.match(page.all('.about')[1].textContent, /^5×5, tromp-taylor, komi 7.5; over, as of /)
  assert.match(page.document.querySelector('.interval').getAttribute('aria-label'), /^between .* and .*%$/)
  // The words of the text, whose figures are rounded once.
  const facts = [...data.pairings, ...data.engines].flatMap(each => each.facts.map(([, value]) => value.replace('+-', '±')))
  assert.deepStrictEqual(page.all('.card dd').map(element => element.textContent), facts)
  assert.match(facts.join('\n'), /LLR/)
  assert.match(page.document.querySelector('.course .curve').getAttribute('d'), /^M0 [\d.]+(L[\d.]+ [\d.]+)+$/)
  assert.strictEqual(page.all('.played tbody tr').length, data.games)
  const [, players, result, , moves] = [...page.all('.played tbody tr')[0].cells].map(cell => cell.textContent)
  assert.deepStrictEqual([players, result, moves],
    [`strong (Black) – ${page.name} (White)`, data.records[0].result, `${data.records[0].move_count} moves`])
  const record = decodeURIComponent(page.document.querySelector('a[download]').getAttribute('href'))
  assert.strictEqual(record.match(/;[BW]\[/g).length, data.records[0].move_count)
  assert.match(record, /SZ\[5\]KM\[7.5\]PB\[strong\]PW\[<b>weak<\/b>&"\]/)
})

test('a tuning shows the course of its parameters', t => {
  const text = runIn(t, {}, 'match', 'tune', '--engine', `${engine} --visits 2`, '--games', '4', '--size', '4',
    '--parameter', 'kata-set-param cpuctExploration', '1.4', '0.3', '4', '0.3', '--html', 'page.html')
  const page = open(t, text, '')
  assert.match(page.text('h1'), /^Tuning of Dihedra /)
  const {parameters: [{value}], course} = JSON.parse(page.window.eval('JSON.stringify(data)'))
  assert.deepStrictEqual(page.all('.card')[0].textContent, `kata-set-param cpuctExplorationnow${value}start1.4min0.3max4`)
  assert.deepStrictEqual(course.map(([games]) => games), [1, 2, 3, 4])
  assert.match(page.document.querySelector('.course .curve').getAttribute('d'), /^M0 [\d.]+(L\d [\d.]+){4}$/)
  assert.match(page.text('main .about'), new RegExp(`^To play with these: gtp='kata-set-param cpuctExploration ${value}'\\.`))
})

test('a game of a match is replayed, by its address, buttons and keys', t => {
  const page = match(t, '#game-2-1', '--sgf', 'records')
  const stones = () => ['.black', '.white'].map(path => page.document.querySelector(`.replay .board ${path}`).getAttribute('d').split('M').length - 1)
  assert.match(page.text('.move'), /^Move 1 of \d+: Black /)
  assert.deepStrictEqual(stones(), [1, 0])
  page.press('ArrowRight')
  assert.deepStrictEqual(stones(), [2, 1])
  assert.strictEqual(page.window.location.hash, '#game-2-2')
  page.click('.replay [aria-label=start]')
  assert.strictEqual(page.text('.move'), 'Start of the game')
  assert.strictEqual(page.document.querySelector('.replay a').getAttribute('href'), 'records/game-0002.sgf')
  page.window.location.hash = '#games'
  page.window.dispatchEvent(new page.window.Event('hashchange'))
  assert.strictEqual(page.document.querySelector('.replay').hidden, true)
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
  page.click('#filter button')
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

test('a conformance test folds what passed', t => {
  const text = runIn(t, {}, 'comply', engine, '--only', 'komi', '--html', 'page.html')
  const page = open(t, text, '#GTP')
  const folded = page.document.querySelector('details.passed')
  assert.strictEqual(folded.open, false)
  assert.strictEqual(`${folded.querySelectorAll('tbody tr').length} passed`, folded.querySelector('summary').textContent)
  page.click('#filter button[value="passed"]')
  assert.strictEqual(folded.open, true)
})
