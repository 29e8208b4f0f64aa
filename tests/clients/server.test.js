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
const {visitPage, OPENING, PROBLEM} = require('./visitor.js')
const {program, run, within} = require('./program.js')

const chromium = findChromium()
const skip = run(['help', 'page']).includes('libevent') ? 'no libevent' : false
const skipBrowser = skip || (chromium ? false : 'there is no Chromium')
let browser

test.before(() => {
  if (!skipBrowser) browser = new Chromium(chromium)
})
test.after(() => browser?.close())

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
async function serve(t, words = [], env = {}) {
  const child = spawn(program, ['page', '--no-open', ...words], {env: {...process.env, DIHEDRA_MODEL: 'inside', ...env}, stdio: ['ignore', 'pipe', 'inherit']})
  const ended = new Promise(resolve => child.on('exit', (code, signal) => resolve(code ?? signal)))
  const url = await within(new Promise((resolve, reject) => {
    child.stdout.setEncoding('utf8').once('data', text => resolve(text.trim()))
    ended.then(status => reject(new Error(`it has ended: ${status}`)))
  }), 'the address')
  t.after(async () => {
    child.kill('SIGKILL')
    await ended
  })
  const {origin, port, search} = new URL(url), token = search.slice(1)
  const ask = (where, {headers, ...options} = {}) => fetch(origin + where, {headers: {'X-Token': token, ...headers}, ...options})
  const engines = () => spawnSync('pgrep', ['-P', String(child.pid)], {encoding: 'utf8'}).stdout.split('\n').filter(Boolean).map(Number)
  return {child, ended, url, origin, port, token, ask, engines}
}

test('the journey: a game, an analysis, a review, a problem; nothing is left running', {skip: skipBrowser}, async t => {
  const server = await serve(t), visitor = await visitPage(t, browser, server.url)
  await visitor.put('E5')
  await visitor.has('.turn', 'It is your turn.')
  assert.strictEqual(await visitor.count('.layer-stones .stone'), 2)
  await visitor.paste(OPENING)
  await visitor.click('#tab-analyse')
  await visitor.has('.turn .quiet', 'visits')
  await visitor.click('#tab-review')
  await visitor.click('#begin')
  await visitor.has('#begin', 'Review again')
  await visitor.click('#tab-solve')
  await visitor.openLink(PROBLEM)
  await visitor.has('.result', 'The answer is known')
  const engines = server.engines()
  assert.strictEqual(engines.length, 2)
  server.child.kill('SIGINT')
  assert.strictEqual(await within(server.ended, 'the end'), 0)
  await until(() => !engines.some(exists))
  await visitor.has('.notice', 'dihedra page has ended')
})
