// The npm package, installed from its file, and the worker in a page that is opened from a file and fetches nothing.
'use strict'

const assert = require('node:assert')
const {execFileSync} = require('node:child_process')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const {test} = require('node:test')
const {Chromium, findChromium} = require('../clients/chromium.js')
const {WebEngine, folder} = require('./engine.js')

// A folder that goes with the test.
function newFolder(context) {
  const made = fs.mkdtempSync(path.join(os.tmpdir(), 'dihedra-web-'))
  context.after(() => fs.rmSync(made, {recursive: true, force: true}))
  return made
}

test('the package is installed and plays', {timeout: 300_000}, async context => {
  const project = newFolder(context)
  const [archive] = fs.readdirSync(path.dirname(folder)).filter(name => /^dihedra-.*\.tgz$/.test(name))
  fs.writeFileSync(path.join(project, 'package.json'), '{"name": "probe", "version": "1.0.0"}')
  execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', path.resolve(folder, '..', archive)],
    {cwd: project, stdio: 'pipe'})
  const script = require.resolve('dihedra', {paths: [project]})
  const engine = await WebEngine.start({options: ['--size', '9', '--visits', '50']}, script)
  assert.match(await engine.ask('genmove b'), /^= [A-J][1-9]$/)
  await engine.close()
})

test('the example of its README works', {timeout: 300_000}, context => {
  const readme = fs.readFileSync(path.join(folder, 'README.md'), 'utf8')
  const example = readme.split('\n').filter(line => line.startsWith('    ')).map(line => line.slice(4)).join('\n')
  const script = path.join(newFolder(context), 'example.js')
  fs.writeFileSync(script, example.replace("require.resolve('dihedra')", JSON.stringify(path.join(folder, 'dihedra-worker.js'))))
  assert.match(execFileSync('node', [script], {encoding: 'utf8', timeout: 120_000}), /^= [A-J][1-9]$/m)
})

// A page that holds everything, and what a test calls in it: ask(line), analyse(query).
const PAGE = `<!DOCTYPE html><meta charset="utf-8"><title>probe</title><script>
const bytes = text => Uint8Array.from(atob(text), c => c.charCodeAt(0)).buffer
const worker = new Worker(URL.createObjectURL(new Blob([new TextDecoder().decode(bytes('@SCRIPT@'))], {type: 'text/javascript'})))
const pending = new Map()
let next = 1
const ready = new Promise((resolve, reject) => {
  worker.onerror = event => reject(new Error(event.message))
  worker.onmessage = ({data}) => {
    if (data.ready) resolve(data.ready)
    if (data.error) reject(new Error(data.error))
    if (data.answer && !data.answer.isDuringSearch) pending.get(data.answer.id)?.(data.answer)
    if (data.isEnd) pending.get(data.id)?.(data.gtp)
  }
})
worker.postMessage({start: {wasm: bytes('@WASM@'), network: bytes('@NETWORK@'), options: ['--size', '9', '--visits', '100']}})
const ask = gtp => new Promise(resolve => { const id = next++; pending.set(id, resolve); worker.postMessage({id, gtp}) })
const analyse = window.analyse = query => new Promise(resolve => { pending.set(query.id, resolve); worker.postMessage({query}) })
</script>`

const chromium = findChromium()

test('a page from a file, in Chromium', {timeout: 300_000, skip: chromium === null && 'there is no Chromium'}, async context => {
  const file = path.join(newFolder(context), 'page.html')
  const base64 = name => fs.readFileSync(path.join(folder, name)).toString('base64')
  fs.writeFileSync(file, PAGE.replace('@SCRIPT@', base64('dihedra-worker.js')).replace('@WASM@', base64('dihedra.wasm'))
    .replace('@NETWORK@', base64('network.bin')))
  const browser = new Chromium(chromium)
  context.after(() => browser.close())
  const page = await browser.open(file)
  await page.evaluate('ready')
  assert.match(await page.evaluate("ask('genmove b')"), /^= [A-J][1-9]$/)
  const seconds = await page.evaluate("(async () => { ask('kata-analyze 10'); await new Promise(go => setTimeout(go, 300)); " +
    "const start = performance.now(); await ask('name'); return (performance.now() - start) / 1000 })()")
  context.diagnostic(`an analysis is interrupted within ${Math.round(seconds * 1000)} ms`)
  const answer = await page.evaluate(query => window.analyse(query),
    {id: 'a', moves: [['B', 'E5']], rules: 'chinese', boardXSize: 9, boardYSize: 9, maxVisits: 30})
  assert.strictEqual(answer.rootInfo.visits, 30)
  assert.deepStrictEqual(page.errors, [])
  assert.deepStrictEqual(page.requests.filter(url => !url.startsWith('blob:')), [])
  await page.close()
})
