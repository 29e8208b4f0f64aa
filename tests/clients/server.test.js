// `dihedra page` from outside: its page in a headless Chromium, and requests that it has to refuse.
'use strict'

const assert = require('node:assert')
const {spawn, spawnSync} = require('node:child_process')
const fs = require('node:fs')
const net = require('node:net')
const os = require('node:os')
const path = require('node:path')
const test = require('node:test')
const {Chromium, findChromium} = require('./chromium.js')
const {Visitor, visitPage, OPENING, PROBLEM} = require('./visitor.js')
const {Firefox, WebKit} = require('./webdriver.js')
const {page: {Tree, readReport, judgementRequest, lossGrade}} = require('./page.js')
const {program, run, within} = require('./program.js')
const {newRandom} = require('./session.js')

const chromium = findChromium()
const skip = run(['help', 'page']).includes('libevent') ? 'no libevent' : false
const skipBrowser = skip || (chromium ? false : 'there is no Chromium')
let browser

test.before(() => {
  if (!skipBrowser) browser = new Chromium(chromium)
})
const servers = [] // they end after the pages that they serve
test.after(async () => {
  await browser?.close()
  for (const {child, ended} of servers) {
    child.kill('SIGKILL')
    await ended
  }
})

const exists = pid => {
  try {
    return !/^State:\s*Z/m.test(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}
const until = async condition => {
  for (const end = Date.now() + 60_000; !await condition();) {
    assert.ok(Date.now() < end, `still waiting for ${condition}`)
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}

// Starts the server; it ends with the test.
async function serve(words = [], env = {}, opening = ['--no-open']) {
  const child = spawn(program, ['page', ...opening, ...words], {env: {...process.env, DIHEDRA_MODEL: 'inside', ...env}, stdio: ['ignore', 'pipe', 'inherit']})
  const ended = new Promise(resolve => child.on('exit', (code, signal) => resolve(code ?? signal)))
  const url = await within(new Promise((resolve, reject) => {
    child.stdout.setEncoding('utf8').once('data', text => resolve(text.trim()))
    ended.then(status => reject(new Error(`it has ended: ${status}`)))
  }), 'the address')
  const {origin, port, search} = new URL(url), token = search.slice(1)
  const ask = (where, {headers, ...options} = {}) => fetch(origin + where, {headers: {'X-Token': token, ...headers}, ...options})
  const engines = () => spawnSync('pgrep', ['-P', String(child.pid)], {encoding: 'utf8'}).stdout.split('\n').filter(Boolean).map(Number)
  servers.push({child, ended})
  return {child, ended, url, origin, port, token, ask, engines}
}

for (const Browser of [Chromium, Firefox, WebKit]) {
  const missing = Browser === WebKit && !process.env.DIHEDRA_LONG ? 'WebKit is for DIHEDRA_LONG' : Browser.missing()
  test(`the journey in ${Browser.name}: a game, an analysis, a review, a problem; nothing is left running`, {skip: skip || (missing ?? false)}, async t => {
    const server = await serve(), own = await Browser.start()
    t.after(() => own.close())
    const page = await own.open(server.url), visitor = new Visitor(page)
    await visitor.begin()
    await visitor.put('E5')
    await visitor.has('.turn', 'It is your turn.')
    assert.strictEqual(await visitor.count('.layer-stones .stone'), 2)
    await visitor.openLink(OPENING)
    await visitor.has('.players', 'komi 7')
    await visitor.click('#tab-analyse')
    await visitor.has('.turn .quiet', 'visits')
    await visitor.click('#tab-review')
    await visitor.click('#begin')
    await visitor.has('#begin', 'Review again')
    await visitor.click('#tab-solve')
    await visitor.openLink(PROBLEM)
    await visitor.has('.result', 'The answer is known')
    assert.deepStrictEqual(await page.faults(), [])
    const engines = server.engines()
    assert.strictEqual(engines.length, 2)
    server.child.kill('SIGINT')
    assert.strictEqual(await within(server.ended, 'the end'), 0)
    await until(() => !engines.some(exists))
    await visitor.has('.notice', 'dihedra page has ended')
  })
}

test('an engine that dies is started again with the position, unless it dies at once', {skip: skipBrowser}, async t => {
  const server = await serve(), visitor = await visitPage(t, browser, server.url)
  await visitor.put('E5')
  await visitor.has('.turn', 'It is your turn.')
  const [engine] = server.engines()
  await new Promise(resolve => setTimeout(resolve, 2000)) // what dies sooner would do so again
  process.kill(engine, 'SIGSEGV')
  await visitor.has('.notice', 'The engine ended and was started again: ')
  await visitor.click('#pass') // it is told to the new one
  await visitor.has('.turn', 'It is your turn.')
  await visitor.click('#hint')
  await visitor.has('.turn', 'Hint: ')
})

test('a game goes on after a closed lid; engines end with a browser that is killed', {skip: skipBrowser}, async t => {
  const server = await serve(['--size', '7', '--rules', 'japanese', '--komi', '5.5']), own = new Chromium(chromium), visitor = new Visitor(await own.open(server.url))
  t.after(() => own.close())
  await visitor.until(() => document.querySelectorAll('.cell').length === 49) // as the command line has it
  await visitor.put('E5')
  await visitor.has('.turn', 'It is your turn.')
  await visitor.has('.panel', 'Japanese, komi 5.5')
  const engines = server.engines(), all = [server.child.pid, ...engines]
  for (const pid of all) process.kill(pid, 'SIGSTOP')
  const passing = visitor.click('#pass')
  await new Promise(resolve => setTimeout(resolve, 3000))
  for (const pid of all) process.kill(pid, 'SIGCONT')
  await passing
  await visitor.until(() => document.querySelectorAll('.layer-stones .stone').length === 3)
  assert.ok(engines.length > 0 && engines.every(exists))
  process.kill(own.pid, 'SIGKILL')
  await until(() => !engines.some(exists))
  assert.ok(exists(server.child.pid))
})

test('networks of the user and of the command line are chosen in the menu; a damaged one leaves the one before', {skip: skipBrowser}, async t => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'dihedra-networks-'))
  t.after(() => fs.rmSync(folder, {recursive: true}))
  const inside = path.join(__dirname, '../../engine/eval/inside/network.bin')
  fs.mkdirSync(path.join(folder, 'dihedra'))
  fs.copyFileSync(inside, path.join(folder, 'dihedra/another.bin'))
  fs.writeFileSync(path.join(folder, 'dihedra/damaged.bin.gz'), fs.readFileSync(inside).subarray(0, 100_000))
  const server = await serve([], {XDG_DATA_HOME: folder, DIHEDRA_MODEL: ''}), visitor = await visitPage(t, browser, server.url)
  await visitor.put('E5')
  await visitor.has('.turn', 'It is your turn.')
  const choose = async name => {
    await visitor.click('#menu')
    await visitor.click(`[id="network-${name}"]`)
  }
  await choose('another.bin')
  await visitor.has('.notice', 'another.bin is in use.')
  await visitor.click('#tab-analyse') // it is measured
  await visitor.until(() => parseInt(document.querySelector('.turn .quiet')?.textContent) > 1)
  await new Promise(resolve => setTimeout(resolve, 1500))
  await visitor.click('#menu')
  await visitor.until(() => document.querySelector('[id="network-another.bin"]').textContent.match(/another.bin .*MB, [1-9][\d,]* visits.s/))
  await visitor.click('#sheet-close')
  await visitor.click('#tab-play')
  await visitor.click('#hint')
  await visitor.has('.turn', 'Hint: ')
  assert.ok(fs.readFileSync(`/proc/${server.engines()[0]}/cmdline`, 'utf8').includes(path.join(folder, 'dihedra/another.bin')))
  await choose('damaged.bin.gz')
  await visitor.has('.notice', 'This network cannot be used: ')
  await visitor.click('#score')
  await visitor.until(() => !/Hint|moment/.test(document.querySelector('.turn').textContent))
  assert.ok(fs.readFileSync(`/proc/${server.engines()[0]}/cmdline`, 'utf8').includes('another.bin'))
})

for (const [kind, command] of [['the analysis protocol', `${program} analysis --analysis-threads 1`], ['kata-analyze', `${program} --threads 1`]])
  test(`an engine of another make, by ${kind}`, {skip: skipBrowser}, async t => {
    const server = await serve(['--engine', command]), visitor = await visitPage(t, browser, server.url, {record: OPENING})
    await visitor.click('#tab-analyse')
    await visitor.has('.turn .quiet', 'visits')
    await visitor.press('ArrowLeft')
    await visitor.press('ArrowRight')
    await visitor.has('.turn .quiet', 'visits')
    const engines = server.engines().map(pid => fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8'))
    assert.ok(engines.some(each => each.replaceAll('\0', ' ').trim() === command), engines.join())
    await visitor.click('#tab-review')
    await visitor.click('#begin')
    await visitor.has('#begin', 'Review again')
    await visitor.click('#tab-solve')
    await visitor.openLink(PROBLEM)
    await visitor.has('.result', 'The answer is known')
  })

// Speaks GTP, knows boards of 9x9 and no rules, and finds one move, of which there are two by symmetry.
const OTHER = `
let isAnalysing = false
console.error('my last words')
require('node:readline').createInterface({input: process.stdin}).on('line', line => {
  if (isAnalysing) console.log('')
  isAnalysing = line.startsWith('kata-analyze')
  const facts = 'winrate .6 scoreLead 1 prior .5'
  if (isAnalysing) console.log('=\\ninfo move D5 visits 3 ' + facts + ' order 0 pv D5 info move F5 visits 7 ' + facts + ' isSymmetryOf D5 order 1 pv F5')
  else console.log(line === 'boardsize 9' ? '=\\n' : line.startsWith('boardsize') ? '? unacceptable size\\n' : /^kata-set|^{/.test(line) ? '? unknown command\\n' : '=\\n')
})`

test('what an engine of another make refuses is told instead of what it says of another position; it is named by its end', {skip: skipBrowser}, async t => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'dihedra-other-')), script = path.join(folder, 'other.js')
  t.after(() => fs.rmSync(folder, {recursive: true}))
  fs.writeFileSync(script, OTHER)
  const server = await serve(['--engine', `${process.execPath} ${script}`]), visitor = await visitPage(t, browser, server.url, {record: OPENING})
  await visitor.click('#tab-analyse')
  await visitor.has('.turn .quiet', '3 visits')
  await visitor.openLink('(;SZ[13]KM[7];B[cc])')
  await visitor.has('.panel', 'unacceptable size (boardsize 13)')
  await new Promise(resolve => setTimeout(resolve, 2000)) // what dies sooner would do so again
  process.kill(server.engines().at(-1), 'SIGKILL')
  await visitor.has('.notice', 'The engine ended and was started again: signal 9: my last words')
})

for (const [command, reason] of [['yes', 'neither KataGo’s protocol nor GTP: y'], ["sh -c 'echo {bad; cat >/dev/null'", 'nor GTP: {bad'], ['cat', 'nor GTP: {"id":"q'], ['false', 'exit status 1'], ['no-such-engine', 'cannot start no-such-engine']])
  test(`an engine that is none: ${command}`, {skip: skipBrowser}, async t => {
    const server = await serve(['--engine', command]), visitor = await visitPage(t, browser, server.url)
    if (command === 'cat') {
      await visitor.isLoaded()
      await visitor.openLink(OPENING)
      await visitor.click('#tab-analyse')
    }
    await visitor.has('.notice', reason)
    await until(() => !server.engines().some(pid => fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim() === command))
    visitor.page.errors.splice(0) // that it cannot start is a status
  })

test('the records of a folder are listed, sorted, searched, opened and saved', {skip: skipBrowser}, async t => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'dihedra-records-')), outside = `${folder}-outside.sgf`
  const record = (black, rest = '') => `(;SZ[9]PB[${black}]BR[3d]PW[Gennan]DT[1846-07-21]RE[B+2]${rest};B[ee];W[ec];B[gd])`
  fs.mkdirSync(path.join(folder, 'old'))
  fs.writeFileSync(path.join(folder, 'ear.sgf'), record('Shusaku'))
  fs.writeFileSync(path.join(folder, 'old/"a\nb".sgf'), record('Dosaku'))
  fs.writeFileSync(Buffer.from(`${folder}/\xff.sgf`, 'latin1'), record('Jowa'))
  fs.writeFileSync(path.join(folder, 'damaged.sgf'), 'nothing')
  fs.writeFileSync(path.join(folder, 'secret.txt'), record('No'))
  fs.writeFileSync(outside, record('Outside'))
  fs.symlinkSync(outside, path.join(folder, 'link.sgf'))
  fs.symlinkSync('..', path.join(folder, 'old/up'))
  const server = await serve([folder])
  const visitor = await visitPage(t, browser, server.url), {page} = visitor
  t.after(async () => { // once the page is closed, nothing writes into the folder any more
    server.child.kill('SIGKILL')
    await server.ended
    for (const each of [folder, outside]) fs.rmSync(each, {recursive: true})
  })
  const rows = () => page.evaluate(() => [...document.querySelectorAll('.records tr')].slice(1).map(row => row.textContent))
  await visitor.has('.records', 'Shusaku 3d')
  await visitor.until(() => document.querySelectorAll('.records tr').length === 6)
  assert.ok((await rows()).some(row => row.startsWith('damaged.sgfline 1, column 1: no game')))
  assert.ok((await rows()).includes('link.sgflink.sgf: it is not in the folder'))
  assert.ok((await rows()).some(row => row.includes('Jowa 3dGennan1846-07-21B+29×93')))
  fs.writeFileSync(path.join(folder, 'late.sgf'), record('Yasui'))
  await visitor.has('.records', 'Yasui')
  await visitor.click('#records-search')
  await page.send('Input.insertText', {text: 'dosaku 1846'})
  await visitor.until(() => document.querySelectorAll('.records tr').length === 2)
  await visitor.click('.records td button')
  await visitor.has('.players', 'Dosaku')
  const save = async () => {
    await visitor.click('#menu')
    await visitor.click('#save-record')
  }
  const place = path.join(folder, 'old/"a\nb".sgf')
  await visitor.put('A1')
  await page.evaluate(() => {
    window.asked = 0
    window.prompt = () => 'old/new.sgf'
    window.confirm = () => window.asked++ > 0
  })
  await save()
  await visitor.has('.notice', 'old/new.sgf is saved.')
  assert.match(fs.readFileSync(path.join(folder, 'old/new.sgf'), 'utf8'), /PB\[Dosaku\]/)
  fs.writeFileSync(path.join(folder, 'old/new.sgf'), record('Other'))
  await save() // not to be replaced
  await visitor.until(() => window.asked === 1)
  assert.match(fs.readFileSync(path.join(folder, 'old/new.sgf'), 'utf8'), /Other/)
  await save() // to be replaced
  await until(() => /Dosaku/.test(fs.readFileSync(path.join(folder, 'old/new.sgf'), 'utf8')))
  assert.strictEqual(fs.readFileSync(place, 'utf8'), record('Dosaku'))
  page.errors.splice(0) // 409 is logged
})

test('all records of a folder are reviewed in the background, those that come later too; reviews are kept if that is wished', {skip: skipBrowser}, async t => {
  const above = fs.mkdtempSync(path.join(os.tmpdir(), 'dihedra-reviews-')), folder = path.join(above, 'games'), cache = path.join(above, 'cache'), scratch = path.join(above, 'scratch')
  const record = (name, moves) => fs.writeFileSync(path.join(folder, name), `(;SZ[9]KM[0]PB[Ann]PW[Bob]${moves})`)
  for (const each of [folder, path.join(folder, 'old'), cache, scratch]) fs.mkdirSync(each)
  record('a.sgf', ';B[cc];W[ba];B[cb];W[aa]')
  record('old/b.sgf', ';B[cc];W[aa]')
  const files = () => fs.readdirSync(folder, {recursive: true}).sort().join(), before = files()
  const begin = async words => {
    const server = await serve(['--model', 'none', '--memory', '64', '--visits', '5', ...words, folder], {XDG_CACHE_HOME: cache, TMPDIR: scratch}), end = async () => {
      server.child.kill('SIGTERM')
      assert.strictEqual(await server.ended, 0)
    }
    return {server, end, visitor: await visitPage(t, browser, server.url)}
  }
  const first = await begin([])
  await first.visitor.has('.records', 'Ann')
  await first.visitor.click('#review-all')
  await until(() => first.server.engines().some(pid => /analyze .*--memory=64 .*--model none $/.test(fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' '))))
  await first.visitor.has('#review-index')
  await first.visitor.has('#review-all') // done
  const index = await fetch(`${first.server.origin}/review/${first.server.token}/index.html`), text = await index.text()
  assert.match(index.headers.get('Content-Security-Policy'), /^default-src 'none';.*sandbox/)
  assert.match(text, /"games":\[.*b\.html.*"kind":"collection"/)
  assert.strictEqual((await fetch(`${first.server.origin}/review/${first.server.token.replace(/./g, '0')}/index.html`)).status, 403)
  assert.strictEqual((await fetch(`${first.server.origin}/review/${first.server.token}/..%2f..%2fgames%2fa.sgf`)).status, 404)
  assert.strictEqual(files(), before)
  const tell = line => first.visitor.page.evaluate(`relay.takeReview(${JSON.stringify(line)})`)
  await tell('1/2 a: 1/2 positions, 0.1 s')
  await first.visitor.has('.progress-box progress')
  await tell('dihedra analyze: a.html cannot be written')
  await tell('dihedra: a.sgf: line 1: move 2 at E5 is on a stone: played anyway')
  await first.visitor.has('.progress-box', 'a.html cannot be written') // what was repaired is no news
  await first.end()
  await first.visitor.until(() => !document.querySelector('.progress-box progress'))
  assert.deepStrictEqual([fs.readdirSync(scratch), fs.readdirSync(cache)], [[], []])
  const {visitor, end} = await begin(['--keep-reviews'])
  t.after(async () => {
    await end()
    fs.rmSync(above, {recursive: true})
  })
  await visitor.until(() => [...document.querySelectorAll('.records td button')].filter(each => each.textContent.includes('✓')).length === 2)
  record('late.sgf', ';B[cc];W[bb]')
  await visitor.has('.records', 'late.sgf ✓')
  assert.strictEqual(files(), 'a.sgf,a.sgf.review.sgf,late.sgf,late.sgf.review.sgf,old,old/b.sgf,old/b.sgf.review.sgf')
  await visitor.click('[id="record-a.sgf"]')
  await visitor.has('.players', 'Ann')
  await visitor.has('.mistakes', '2. B9') // as the review has it
  assert.match(fs.readFileSync(path.join(folder, 'a.sgf.review.sgf'), 'utf8'), /SBKV/)
  first.visitor.page.errors.splice(0) // its server has ended
})

test('a tab has engines of its own, which end with it; there are four tabs', {skip}, async () => {
  const server = await serve(['--rules', 'japanese', '--komi=5.5', '--memory', '64', '--visits', '9']), tabs = ['a', 'b', 'c', 'd', 'e'].map(tab => ({tab, cut: new AbortController()}))
  const open = ({tab, cut}) => server.ask('/stream', {headers: {'X-Tab': tab}, signal: cut.signal})
  const name = ({tab}) => server.ask('/lines/0', {headers: {'X-Tab': tab}, method: 'POST', body: 'name\n'})
  const streams = []
  for (const each of tabs.slice(0, 4)) streams.push(await open(each))
  const fifth = await open(tabs[4])
  assert.deepStrictEqual([fifth.status, await fifth.text()], [503, '4 tabs are open, which is the most: close one, then reload'])
  assert.strictEqual((await name(tabs[4])).status, 500)
  for (const each of tabs.slice(0, 2)) assert.strictEqual((await name(each)).status, 200)
  const [first, second] = server.engines(), reader = streams[1].body.getReader()
  for (let text = ''; !text.includes('0= Dihedra\n0\n');) text += Buffer.from((await reader.read()).value).toString()
  assert.match(fs.readFileSync(`/proc/${first}/cmdline`, 'utf8').replaceAll('\0', ' '), /--no-files .*--rules=japanese --komi=5.5 --memory=64 --visits=9 /)
  await server.ask('/lines/1', {headers: {'X-Tab': 'b'}, method: 'POST', body: '{"id":"v","action":"query_version"}\n'})
  assert.match(fs.readFileSync(`/proc/${server.engines().at(-1)}/cmdline`, 'utf8').replaceAll('\0', ' '), /analysis .*--override-config numSearchThreads=\d+ --override-config evalCacheMemory=64 .*--override-config memory=64 /)
  process.kill(server.child.pid, 'SIGSTOP') // as under a closed lid
  tabs[0].cut.abort()
  await new Promise(resolve => setTimeout(resolve, 200))
  process.kill(server.child.pid, 'SIGCONT')
  await until(() => !exists(first))
  assert.ok(exists(second))
  assert.strictEqual((await name(tabs[1])).status, 200)
  server.child.kill('SIGKILL')
  await until(() => !exists(second))
})

/* ---- Attacks ---- */

// Sends bytes, and gives all that comes back until the server closes, or for some milliseconds after.
function send({port}, text, milliseconds = 1000) {
  return new Promise((resolve, reject) => {
    const socket = net.connect(port, '127.0.0.1', () => socket.write(text))
    let answer = ''
    const timer = setTimeout(() => socket.destroy(), milliseconds)
    socket.setEncoding('latin1').on('data', part => { answer += part }).on('error', reject).on('close', () => {
      clearTimeout(timer)
      resolve(answer)
    })
  })
}
const statusOf = answer => Number(/^HTTP\/1\.\d (\d+)/.exec(answer)?.[1])

test('a game is judged as dihedra analyze does', {skip}, async t => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'dihedra-judge-')), html = path.join(folder, 'page.html'), record = path.join(folder, 'game.sgf')
  t.after(() => fs.rmSync(folder, {recursive: true}))
  fs.writeFileSync(record, '(;SZ[9]KM[6.5]RU[Japanese];B[fd];W[cg];B[gg];W[cd];B[cc];W[dc];B[dd];W[ec];B[bd];W[ce];B[cb];W[be];B[ac];W[eh];AB[ii];B[];W[];B[])')
  run(['analyze', record, '--visits', '50', '--html', html])
  const data = JSON.parse(/id="data">(.*)<\/script>/.exec(fs.readFileSync(html, 'utf8'))[1]), tree = readReport(data), server = await serve()
  const answer = await server.ask('/judge', {method: 'POST', body: judgementRequest(tree, tree.line(tree.root))})
  const {moves, ...players} = await answer.json()
  assert.deepStrictEqual(players, {black: data.black, white: data.white})
  assert.ok(data.moves.some(({reason}) => reason?.proved))
  assert.deepStrictEqual(moves.map(({difference, ask, ...move}) => move), data.moves)
  assert.strictEqual((await server.ask('/judge', {method: 'POST', body: '{}'})).status, 422)
})

// A random game with an analysis of each position, of so many candidates.
function analysedGame(width, moves, visits, count) {
  const tree = new Tree({width}), {below, pick} = newRandom(7), points = [...Array(width * width).keys()]
  for (let i = 0; i < moves; i++) tree.play(pick(points.filter(point => tree.fault(point) === null)) ?? -1)
  for (const node of tree.nodes()) {
    const values = () => ({visits, winRate: below(101) / 100, lead: below(201) / 10 - 10})
    const candidates = Array.from({length: count}, () => {
      const point = pick(points.filter(each => tree.positionOf(node).stones[each] === '0' && each !== node.children[0]?.move.point)) ?? -1
      return {...values(), point, pv: [point, point + 1], imageOf: null}
    })
    node.analysis = {...values(), owner: Array(width * width).fill(.5), candidates}
  }
  return tree
}
const judgeLine = async (server, tree) => (await server.ask('/judge', {method: 'POST', body: judgementRequest(tree, tree.line(tree.root))})).json()

test('candidates are graded as the engine grades moves', {skip}, async () => {
  const tree = analysedGame(9, 60, 1000, 1), {moves} = await judgeLine(await serve(), tree), seen = new Set()
  tree.line(tree.root).slice(1).forEach((node, index) => {
    const [best] = node.parent.analysis.candidates, grade = lossGrade(best, node.analysis, node.move.color)
    assert.strictEqual(grade, moves[index].grade === 'find' ? 'good' : moves[index].grade ?? 'good')
    seen.add(grade)
  })
  assert.ok(seen.size >= 4, [...seen].join())
})

test('a game of 1,000 moves with many candidates and a very long comment is judged', {skip}, async () => {
  const tree = analysedGame(19, 1000, 5000, 200)
  tree.root.comment = 'long '.repeat(1e6)
  const {moves} = await judgeLine(await serve(), tree)
  assert.ok(moves.filter(({grade}) => grade).length > 500)
})

test('requests without the token, of another host or origin, or of another kind are refused', {skip}, async () => {
  const server = await serve(), {port, token, origin} = server
  const request = ({method = 'POST', place = '/convert', host = `127.0.0.1:${port}`, headers = [`X-Token: ${token}`], body = '(;SZ[9])'}) =>
    send(server, [`${method} ${place} HTTP/1.1`, ...[host].flat().map(each => `Host: ${each}`), ...headers, `Content-Length: ${body.length}`, 'Connection: close', '', body].join('\r\n'))
  assert.match(await request({}), /^HTTP\/1\.1 200 [^]*\(;.*SZ\[9\]/)
  assert.match(await request({host: `localhost:${port}`, headers: [`X-Token: ${token}`, `Origin: http://localhost:${port}`]}), /^HTTP\/1\.1 200 /)
  const refused = [{headers: []}, {headers: [`X-Token: ${token.slice(0, -1)}`]}, {headers: [`X-Token: ${token}0`]}, {headers: [`X-Token: ${'0'.repeat(32)}`]}, {place: `/convert?${token}`, headers: []},
    {host: 'evil.example'}, {host: `evil.example:${port}`}, {host: '127.0.0.1'}, {host: []}, {host: [`127.0.0.1:${port}`, 'evil.example']},
    {place: `http://evil.example:${port}/convert`}, {headers: [`X-Token: ${token}`, 'Origin: http://evil.example']}, {headers: [`X-Token: ${token}`, 'Origin: null']},
    {headers: [`X-Token: ${token}`, `Origin: http://127.0.0.1:${port}`, 'Origin: http://evil.example']}, {method: 'GET', place: '/', body: ''}, {method: 'GET', place: '/stream', headers: [], body: ''}]
  for (const each of refused) assert.strictEqual(statusOf(await request(each)), 403, JSON.stringify(each))
  for (const method of ['OPTIONS', 'PUT', 'DELETE', 'TRACE', 'CONNECT', 'X']) assert.doesNotMatch(await request({method}), /^HTTP\/1\.\d 2|Access-Control/)
  const page = await fetch(server.url)
  assert.match(page.headers.get('Content-Security-Policy'), /^default-src 'none'; script-src 'nonce-\w{32}'; connect-src 'self';/)
  assert.strictEqual(page.headers.get('Access-Control-Allow-Origin'), null)
  assert.strictEqual((await fetch(`${origin}/`)).status, 403)
})

test('nothing outside the folder is read or written, whatever the name', {skip}, async t => {
  const above = fs.mkdtempSync(path.join(os.tmpdir(), 'dihedra-above-')), folder = path.join(above, 'folder')
  t.after(() => fs.rmSync(above, {recursive: true}))
  fs.mkdirSync(folder)
  fs.writeFileSync(path.join(above, 'secret.sgf'), '(;C[secret])')
  fs.symlinkSync('..', path.join(folder, 'up'))
  const server = await serve([folder])
  const names = ['../secret.sgf', '..%2fsecret.sgf', '%2e%2e/secret.sgf', '%2e%2e%2fsecret.sgf', '..%5csecret.sgf', '%252e%252e%252fsecret.sgf', '..%c0%afsecret.sgf', 'x/../../secret.sgf',
    'up/secret.sgf', encodeURIComponent(path.join(above, 'secret.sgf')), '/' + path.join(above, 'secret.sgf'), '%00../secret.sgf', '..%2fsecret.sgf%00.sgf', './../secret.sgf', '....//secret.sgf']
  const head = `Host: 127.0.0.1:${server.port}\r\nX-Token: ${server.token}\r\nConnection: close\r\n`
  for (const name of names) {
    const read = await send(server, `GET /record/${name} HTTP/1.1\r\n${head}\r\n`)
    assert.ok(!read.includes('secret]') && statusOf(read) !== 200, `${name}: ${read}`)
    for (const how of ['', 'X-Replace: yes\r\n']) {
      const written = await send(server, `POST /save/${name} HTTP/1.1\r\n${head}${how}Content-Length: 3\r\n\r\n(;)`)
      assert.ok(statusOf(written) !== 200 || !/\.\./.test(name), `${name}: ${written}`)
    }
  }
  assert.strictEqual(fs.readFileSync(path.join(above, 'secret.sgf'), 'utf8'), '(;C[secret])')
  assert.deepStrictEqual(fs.readdirSync(above).sort(), ['folder', 'secret.sgf'])
})

test('what cannot be saved leaves the old file', {skip: skip || (spawnSync('prlimit', ['--version']).error ? 'there is no prlimit' : false)}, async t => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'dihedra-full-')), place = path.join(folder, 'a.sgf'), server = await serve([folder])
  t.after(() => fs.rmSync(folder, {recursive: true}))
  fs.writeFileSync(place, '(;C[old])')
  assert.strictEqual(spawnSync('prlimit', ['--pid', String(server.child.pid), '--fsize=4096']).status, 0) // as a full disk
  const save = body => server.ask('/save/a.sgf', {method: 'POST', headers: {'X-Replace': 'yes'}, body})
  const refused = await save(`(;C[${'x'.repeat(10_000)}])`)
  assert.deepStrictEqual([refused.status, await refused.text()], [500, `${place}: File too large`])
  assert.deepStrictEqual([fs.readdirSync(folder), fs.readFileSync(place, 'utf8')], [['a.sgf'], '(;C[old])'])
  assert.strictEqual((await save('(;C[new])')).status, 200)
  assert.strictEqual(fs.readFileSync(place, 'utf8'), '(;C[new])')
})

test('large, half and slow requests, and many connections, stop nobody else', {skip}, async () => {
  const server = await serve(), head = `Host: 127.0.0.1:${server.port}\r\nX-Token: ${server.token}\r\n`
  assert.strictEqual(statusOf(await send(server, `POST /convert HTTP/1.1\r\n${head}Content-Length: ${5 << 20}\r\n\r\n`)), 413)
  assert.doesNotMatch(await send(server, `GET / HTTP/1.1\r\n${head}X: ${'x'.repeat(1 << 17)}\r\n\r\n`), /^HTTP\/1\.\d 2/)
  const sockets = Array.from({length: 100}, () => net.connect(server.port, '127.0.0.1').on('error', () => {}))
  for (const socket of sockets) socket.write('POST /convert HTTP/1.1\r\n')
  await new Promise(resolve => setTimeout(resolve, 300))
  const open = fs.readdirSync(`/proc/${server.child.pid}/fd`).length
  assert.ok(open < 64 + 20, `${open} files`)
  for (const socket of sockets) socket.destroy()
  await until(async () => (await server.ask('/convert', {method: 'POST', body: '(;SZ[9])'})).status === 200)
})

test('another user of the machine gets nothing', {skip: skip || (process.getuid() === 0 ? false : 'only root can be another user')}, async () => {
  const {origin} = await serve()
  const script = `Promise.all(['/', '/stream', '/records'].map(each => fetch('${origin}' + each))).then(all => console.log(all.map(each => each.status).join()))`
  assert.strictEqual(spawnSync(process.execPath, ['-e', script], {uid: 65534, gid: 65534, encoding: 'utf8', cwd: '/'}).stdout.trim(), '403,403,403')
})

test('the browser is given an address that works once', {skip}, async t => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'dihedra-opener-')), opened = path.join(folder, 'opened')
  t.after(() => fs.rmSync(folder, {recursive: true}))
  fs.writeFileSync(path.join(folder, 'xdg-open'), `#!/bin/sh\necho "$1" >${opened}.new && mv ${opened}.new ${opened}\n`, {mode: 0o755})
  const {url, token} = await serve([], {PATH: `${folder}:${process.env.PATH}`}, [])
  await until(() => fs.existsSync(opened))
  const address = fs.readFileSync(opened, 'utf8').trim(), visit = () => fetch(address, {redirect: 'manual'})
  assert.ok(!address.includes(token))
  const first = await visit()
  assert.deepStrictEqual([first.status, first.headers.get('Location')], [303, url])
  assert.strictEqual((await visit()).status, 403)
})

test('a port that is taken is named', {skip}, async () => {
  const {port} = await serve()
  assert.match(spawnSync(program, ['page', '--no-open', '--port', port], {encoding: 'utf8'}).stderr, new RegExp(`port ${port} is taken`))
})

/* ---- Figures for gtp/page/README.md: DIHEDRA_LONG=1, on a quiet machine; each also as seconds of the processor, the server's and its engines' ---- */

const figures = skipBrowser || (process.env.DIHEDRA_LONG ? false : 'figures are for DIHEDRA_LONG'), median = values => values.sort((a, b) => a - b)[values.length >> 1]
// Starts a server and a clock of both kinds of seconds. tell(what) prints a figure; rate(amount) gives what goes on in five seconds.
async function measured(t, words = []) {
  const own = new Chromium(chromium)
  t.after(() => own.close())
  await own.open('about:blank')
  const start = performance.now(), server = await serve(words), wall = () => (performance.now() - start) / 1000
  const cpu = () => [server.child.pid, ...server.engines()].reduce((sum, pid) => {
    const fields = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/.*\) /s, '').split(' ')
    return sum + fields.slice(11, 15).reduce((all, each) => all + each / 100, 0)
  }, 0)
  const tell = what => t.diagnostic(`${what}: ${wall().toFixed(2)} s, of the processor ${cpu().toFixed(2)} s`)
  const visit = async () => {
    const visitor = new Visitor(await own.open(server.url))
    await visitor.has('.cell')
    return visitor
  }
  return {server, tell, visit, wall}
}
const rateOf = async amount => {
  const [before, start] = [await amount(), performance.now()]
  await new Promise(resolve => setTimeout(resolve, 5000))
  return 1000 * (await amount() - before) / (performance.now() - start)
}

test('figure: from the command to the board, and to the first answer on 9x9', {skip: figures}, async t => {
  const {tell, visit} = await measured(t), visitor = await visit()
  tell('the board')
  await visitor.put('E5')
  await visitor.until(() => document.querySelectorAll('.layer-stones .stone').length === 2)
  tell('the answer')
})

test('figure: 5,000 records are listed', {skip: figures}, async t => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'dihedra-many-')), at = i => String.fromCharCode(97 + i % 19, 97 + (i * 7 + i / 19 | 0) % 19)
  const moves = Array.from({length: 220}, (_, i) => `;${'BW'[i % 2]}[${at(i)}]`).join('')
  for (let i = 0; i < 5000; i++) fs.writeFileSync(path.join(folder, `${i}.sgf`), `(;SZ[19]PB[Number${i}]PW[B]DT[2026-01-01]RE[W+R]${moves})`)
  const {server, tell, visit} = await measured(t, [folder]), visitor = await visit()
  await visitor.has('#records-search')
  tell('the page')
  await visitor.click('#records-search')
  await visitor.page.send('Input.insertText', {text: 'Number999'})
  await visitor.has('.records', 'Number999') // in the order of names it is the last
  tell('all that their roots say')
  server.child.kill()
  await server.ended
  fs.rmSync(folder, {recursive: true})
})

test('figure: a review of 200 moves on 19x19 shows its first mistakes', {skip: figures}, async t => {
  const {tell, visit, wall} = await measured(t), visitor = await visit(), point = i => String.fromCharCode(97 + i * 7 % 19, 97 + (i * 7 % 19 + i) % 19)
  await visitor.openLink(`(;SZ[19]KM[7]${Array.from({length: 200}, (_, i) => `;${'BW'[i % 2]}[${point(i)}]`).join('')})`)
  await visitor.click('#tab-review')
  await visitor.has('#begin')
  await visitor.click('#begin')
  const begun = wall()
  await visitor.has('.mistakes li')
  tell(`the first mistake, ${begun.toFixed(2)} s of it before the review`)
})

test('figure: visits a second in the page and natively, by turns', {skip: figures}, async t => {
  const threads = ['--threads', String(os.availableParallelism())], [native, served] = [[], []]
  for (let turn = 0; turn < 5; turn++) {
    const engine = spawn(program, [...threads, '--model', 'inside', '--size', '9'], {stdio: ['pipe', 'pipe', 'ignore']})
    let visits = 0
    engine.stdout.setEncoding('utf8').on('data', text => {
      for (const line of text.split('\n').filter(each => each.startsWith('info'))) visits = [...line.matchAll(/ visits (\d+)/g)].reduce((sum, [, n]) => sum + Number(n), 0) || visits
    })
    engine.stdin.write('play b E5\nplay w G7\nplay b C3\nplay w F3\nkata-analyze b 10\n') // no symmetries, which the two use differently
    await until(() => visits > 0)
    native.push(await rateOf(() => visits))
    engine.kill()
    const {server, visit} = await measured(t, threads), visitor = await visit()
    await visitor.openLink('(;SZ[9]KM[7.5];B[ee];W[gc];B[cg];W[fg])')
    await visitor.click('#tab-analyse')
    await visitor.press('End')
    await visitor.has('.turn .quiet', 'visits')
    served.push(await rateOf(async () => Number((await visitor.text('.turn .quiet')).replace(/\D/g, ''))))
    server.child.kill()
  }
  t.diagnostic(`natively ${native.map(Math.round)}, in the page ${served.map(Math.round)}: ${(median(served) / median(native)).toFixed(3)}`)
})

test('figure: how long an analysis takes to end', {skip: figures}, async t => {
  const {server} = await measured(t), headers = {'X-Tab': 'a'}, reader = (await server.ask('/stream', {headers})).body.pipeThrough(new TextDecoderStream()).getReader(), times = []
  const say = query => server.ask('/lines/1', {headers, method: 'POST', body: `${JSON.stringify(query)}\n`}), query = {initialStones: [], moves: [], rules: 'chinese', boardXSize: 19, boardYSize: 19}
  for (let turn = 0; turn < 15; turn++) {
    let heard = ''
    const hear = async what => {
      while (!what.test(heard)) heard += (await reader.read()).value
    }
    await say({...query, id: `q${turn}`, maxVisits: 1e6, reportDuringSearchEvery: .1})
    await hear(/"isDuringSearch":true.*\n/)
    const start = performance.now()
    await say({id: 'end', action: 'terminate', terminateId: `q${turn}`})
    await hear(new RegExp(`"id":"q${turn}"[^\\n]*"isDuringSearch":false.*\n`))
    times.push(performance.now() - start)
  }
  t.diagnostic(`median ${median(times).toFixed(1)} ms, least ${times[0].toFixed(1)}, most ${times.at(-1).toFixed(1)}`)
})
