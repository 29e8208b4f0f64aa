// The engine in WebAssembly does what the native program does.
'use strict'

const assert = require('node:assert')
const fs = require('node:fs')
const path = require('node:path')
const zlib = require('node:zlib')
const {test} = require('node:test')
const {execFileSync} = require('node:child_process')
const {WebEngine, runNative, analyzeNatively, queries, folder} = require('./engine.js')

const root = path.resolve(__dirname, '../..')

// The rows of the table of tests/gtp/commands/test_commands.c that need no file: lines to send.
function exercises() {
  const source = fs.readFileSync(path.join(root, 'tests/gtp/commands/test_commands.c'), 'utf8')
  const table = source.slice(source.indexOf('EXERCISES[] = {'), source.indexOf('enum { EXERCISE_COUNT'))
  const text = '((?:"(?:[^"\\\\]|\\\\.)*"\\s*)+|NULL)'
  const rows = [...table.matchAll(new RegExp(`\\{${text},\\s*${text},\\s*${text},`, 'g'))]
  const value = word => word === 'NULL' ? null : [...word.matchAll(/"((?:[^"\\]|\\.)*)"/g)]
    .map(match => JSON.parse(`"${match[1]}"`)).join('')
  return rows.map(row => row.slice(1).map(value))
    .filter(([, before, line]) => !/%/.test(`${before}${line}`))
    .map(([command, before, line]) => ({command, lines: [...before.split(';').filter(Boolean), line ?? command]}))
}

// What differs by time, machine or chance, and the end of the session.
const DIFFERENT = new Set(['cputime', 'quit', 'gogui-interrupt', 'get_random_seed', 'dihedra_param_search'])

test('each command of GTP answers as natively', {timeout: 600_000}, async () => {
  const words = ['--model', 'none', '--size', '5', '--playouts', '50', '--seed', '1', '--memory', '48']
  const engine = await WebEngine.start({network: null, options: words.slice(2)})
  const rows = exercises().filter(({command}) => !DIFFERENT.has(command))
  const reset = ['boardsize 5', 'clear_board', 'komi 7.5', 'kata-set-rules tromp-taylor', 'clear_cache', 'set_random_seed 1']
  const lines = rows.flatMap(row => [...reset, ...row.lines])
  const native = (await runNative(['--no-files', ...words], lines)).split('\n\n')
  const names = new Set(rows.map(row => row.command))
  assert.ok(names.size > 100, `only ${names.size} commands`)
  const answers = await Promise.all(lines.map(line => engine.ask(line))) // a line ends the analysis before it
  for (let i = 0; i < lines.length; i++) {
    const answer = answers[i]
    const other = native[i].trimEnd()
    if (!/analy[sz]e/.test(lines[i])) assert.strictEqual(answer, other, lines.slice(Math.max(0, i - 8), i + 1).join('; '))
    else assert.strictEqual(answer[0], other[0], lines[i])
  }
  await engine.close()
})

async function compare(start, words, count, differs) {
  const engine = await WebEngine.start(start)
  const asked = queries(count)
  const answers = await analyzeNatively(words, asked)
  for (const query of asked) {
    const [answer] = await engine.query(query)
    differs(answer, answers.get(query.id))
  }
  await engine.close()
}

test('200 positions: analyses without a network are the native ones', {timeout: 600_000}, () =>
  compare({network: null}, ['-model', 'none'], 200, (web, native) => assert.deepStrictEqual(web, native)))

test('200 positions: win rates by the network are the native ones within 0.01', {timeout: 900_000}, async () => {
  const network = path.join(folder, 'network.bin')
  let most = 0
  await compare({}, ['-model', network], 200, (web, native) => {
    assert.ok(web.rootInfo, JSON.stringify(web))
    most = Math.max(most, Math.abs(web.rootInfo.winrate - native.rootInfo.winrate))
  })
  assert.ok(most <= 0.01, `they differ by ${most}`)
})

test('500 interrupted searches leave memory as it was', {timeout: 600_000}, async () => {
  const engine = await WebEngine.start({options: ['--size', '9']})
  const used = []
  for (let i = 0; i < 500; i++) {
    const report = engine.wait(message => message.gtp?.startsWith('info'))
    const analysis = engine.ask('kata-analyze 1')
    await report
    if (i % 2) engine.send({stop: true})
    else await engine.ask(`play ${'bw'[i / 2 % 2]} pass`)
    await analysis
    if (i % 100 === 99) used.push(process.memoryUsage().rss / 2 ** 20)
  }
  assert.ok(used[4] - used[1] < 32, `MiB after each 100: ${used.map(Math.round).join(', ')}`)
  await engine.close()
})

test('the search has the native signature', {timeout: 600_000}, () => {
  const bench = path.join(root, 'build/release-emcc/web-bench.js')
  const text = execFileSync('node', ['--no-experimental-fetch', bench, 'signature'], {encoding: 'utf8'})
  assert.strictEqual(text.match(/signature *([0-9A-F]+)/)[1], fs.readFileSync(path.join(root, 'tests/signature'), 'utf8').trim())
})

test('a new query ends an analysis, a network is exchanged, and bad input is named', {timeout: 600_000}, async () => {
  const engine = await WebEngine.start({network: null, options: ['--size', '9', '--playouts', '100']})
  const analysis = engine.ask('kata-analyze 10')
  const query = {id: 'x', moves: [], rules: 'chinese', boardXSize: 9, boardYSize: 9, maxVisits: 20}
  const [answer] = await engine.query(query)
  assert.match(await analysis, /^=/)
  assert.strictEqual(answer.rootInfo.visits, 20)

  assert.strictEqual(await engine.ask('play b E5'), '=')
  const network = fs.readFileSync(path.join(folder, 'network.bin'))
  const load = (id, bytes, name) => {
    const end = engine.wait(message => message.id === id && (message.network || message.error))
    engine.send({id, network: bytes, name})
    return end
  }
  assert.strictEqual((await load('n', new Uint8Array(network), 'own.bin')).network, 'own.bin')
  assert.match(await engine.ask('kata-raw-nn 0'), /whiteWin/)
  assert.match(await engine.ask('move_history'), /black E5/)
  assert.match((await load('m', new Uint8Array(network.subarray(0, 5000)), 'half.bin')).error, /^half\.bin: .*cut short/)
  assert.match(await engine.ask('kata-raw-nn 0'), /whiteWin/)
  assert.match((await load('o', new TextEncoder().encode('(;GM[1])'), 'game.sgf')).error, /game\.sgf/)

  const unknown = engine.wait(message => message.id === 'u')
  engine.send({id: 'u', nonsense: 1})
  assert.match((await unknown).error, /nonsense/)
  assert.match(await engine.ask('loadsgf x.sgf'), /^\? loadsgf: this engine was started without access to files/)
  await engine.close()
  await assert.rejects(WebEngine.start({network: null, options: ['--komi', 'x']}), /--komi/)
})

// Whose dead stones are counted by playouts, which give way elsewhere.
test('an ended game is judged while a search runs', {timeout: 600_000}, async () => {
  const engine = await WebEngine.start({network: null}), judge = `{"sgf": "(;SZ[19]KM[6.5];B[dd];W[pp];B[];W[])"}`
  engine.send({query: {id: 'long', moves: [], rules: 'chinese', boardXSize: 19, boardYSize: 19, maxVisits: 1e6, reportDuringSearchEvery: 0.1}})
  await engine.wait(({answer}) => answer?.isDuringSearch)
  const judged = engine.wait(({id}) => id === 'j')
  engine.send({id: 'j', judge})
  assert.strictEqual((await judged).judgement.moves.length, 4)
  await engine.wait(({answer}) => answer?.isDuringSearch) // it goes on
  engine.send({stop: true})
  await engine.close()
})

// Random networks of the sizes that people use; their answers mean nothing.
test('networks of 100 and 280 MB are loaded and evaluate; what does not fit is told with figures', {timeout: 1_800_000}, async context => {
  const maker = path.join(root, 'build/release/random-network')
  const load = async (engine, network, human) => {
    const end = engine.wait(message => message.id === 'n' && (message.network || message.error), 1_000_000)
    engine.send({id: 'n', network, name: 'own.bin', human})
    return end
  }
  for (const name of ['b18c384nbt', 'b18c384human', 'b28c512nbt']) {
    const network = execFileSync(maker, [name], {maxBuffer: 4e8}), isHuman = /human/.test(name)
    const engine = await WebEngine.start({}), start = performance.now()
    const {memory, error} = await load(engine, network, isHuman)
    assert.strictEqual(error, undefined)
    const loaded = performance.now()
    if (isHuman) {
      await engine.ask('dihedra-rank 5k')
      assert.match(await engine.ask('genmove b'), /^= [A-T]\d+$/)
    } else {
      const query = {id: 'x', moves: [], rules: 'chinese', boardXSize: 19, boardYSize: 19, maxVisits: 8}
      assert.strictEqual((await engine.query(query))[0].rootInfo.visits, 8)
    }
    context.diagnostic(`${name}: ${Math.round(network.length / 1e6)} MB, ${memory} MB in all, loaded in ${Math.round((loaded - start) / 1000)} s` +
      (isHuman ? '' : `, ${(8000 / (performance.now() - loaded)).toPrecision(2)} evaluations/s on 19x19`))
    await engine.close()
  }
  const engine = await WebEngine.start({memory: 450}), b18 = execFileSync(maker, ['b18c384nbt'], {maxBuffer: 4e8})
  assert.match((await load(engine, new Uint8Array(160e6))).error, /^own\.bin: a network of 153 MiB needs 610 MiB of memory, more than the 429 there$/)
  assert.match((await load(engine, b18)).error, /out of memory; the browser gives \d+ MB$/)
  assert.match(await engine.ask('genmove b'), /^= [A-T]\d+$/)
  await engine.close()
})

test('what was found out about a network need not be found out again', {timeout: 600_000}, async context => {
  const network = execFileSync(path.join(root, 'build/release/random-network'), ['b6c96nbt'], {maxBuffer: 4e8}), answers = []
  const load = async cache => {
    const engine = await WebEngine.start({network: null}), start = performance.now(), end = engine.wait(message => message.id === 'n' && message.network)
    engine.send({id: 'n', network, name: 'own.bin', cache})
    const found = (await end).cache
    context.diagnostic(`loaded in ${Math.round(performance.now() - start)} ms`)
    answers.push(await engine.ask('kata-raw-nn 0'))
    await engine.close()
    return found
  }
  const found = await load(undefined), [name] = Object.keys(found)
  assert.match(name, /^calibration-/)
  assert.ok(found[name].length > 1000)
  assert.deepStrictEqual(await load(found), found)
  assert.deepStrictEqual(await load({[name]: new Uint8Array(100)}), found) // a damaged one is made anew
  assert.strictEqual(new Set(answers).size, 1)
})

test('a network that was cut short is told as such, whatever size its end seems to say', {timeout: 600_000}, async () => {
  const engine = await WebEngine.start({network: null})
  const whole = zlib.gzipSync(fs.readFileSync(path.join(folder, 'network.bin')))
  const network = Buffer.concat([whole.subarray(0, whole.length / 2), Buffer.from([0, 0, 0x12, 0xbd])]) // 3172 MB
  const end = engine.wait(message => message.error)
  engine.send({id: 'n', network, name: 'half.bin.gz'})
  assert.match((await end).error, /^half\.bin\.gz: byte \d+: the gzip file ends too early$/)
  await engine.close()
})

test('problems and small boards are solved in the memory of a page', {timeout: 600_000}, async () => {
  const engine = await WebEngine.start({})
  await engine.query({id: 'x', moves: [], rules: 'chinese', boardXSize: 9, boardYSize: 9, maxVisits: 5})
  await engine.ask('boardsize 9')
  await engine.ask('set_position b B9 b B8 b C8 b D8 b E8 b E9 w A7 w B7 w C7 w D7 w E7 w F7 w F8 w F9')
  assert.match(await engine.ask('dihedra-life {"targets": ["B8"]}'), /"status":"unsettled"/)
  for (const line of ['boardsize 3', 'komi 0', 'kata-set-rules chinese']) await engine.ask(line)
  assert.match(await engine.ask('dihedra-show_values'), /Value for Black \+9/)
  await engine.close()
})
