// Drives Ogatak's own engine module (src/modules/engine.js) under node, without Electron's window: the
// start with its questions, a game move by move with the next query sent when the last one is stopped,
// visits for each move, moves to avoid, and the end.
//
//     node tests/clients/ogatak.js OGATAK PROGRAM [MODEL]
//
// OGATAK is a checkout of github.com/rooklift/ogatak; without one there is nothing to test.
'use strict'

const assert = require('node:assert')
const fs = require('node:fs')
const Module = require('node:module')
const os = require('node:os')
const path = require('node:path')

const [checkout, program, model] = process.argv.slice(2)
const modules = path.resolve(checkout, 'src/modules')
const alerts = []
const received = []

const load = Module._load
Module._load = function (name, ...rest) {
  return name === 'electron' ? {ipcRenderer: {send() {}, on() {}}} : load.call(this, name, ...rest)
}
global.alert = text => alerts.push(text)
global.stderrbox = {receive() {}, show() {}, hide() {}}
global.hub = {receive_object: o => received.push(o)}
global.config = {
  logfile: null,
  report_every: 0.1,
  fast_first_report: true,
  wide_root_noise: 0,
  ownership_marks: 1,
  ownership_per_move: true,
  zobrist_checks: true,
  default_rules: 'Chinese',
  default_komi: 7.5,
  language: 'English'
}

const newEngine = require(path.join(modules, 'engine.js'))
const newNode = require(path.join(modules, 'node.js'))
const {valid_analysis_object: isValid} = require(path.join(modules, 'utils.js'))

async function waitUntil(condition, what) {
  const end = Date.now() + 60000
  while (!condition()) {
    assert(Date.now() < end, `timed out: ${what}`)
    assert(alerts.length === 0, alerts.join('\n'))
    await new Promise(resolve => setTimeout(resolve, 5))
  }
}

// Ogatak gives the program a config file and a network, both of which must exist.
function makeFiles() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'dihedra-ogatak-'))
  const config = path.join(folder, 'analysis.cfg')
  const network = model ? path.resolve(model) : path.join(folder, 'none')
  fs.writeFileSync(config, 'numAnalysisThreads = 1\nnumSearchThreadsPerAnalysisThread = 2\n')
  if (model) return {folder, config, network, executable: path.resolve(program)}
  fs.writeFileSync(network, '')
  const executable = path.join(folder, 'katago')
  const script = `#!/bin/sh\nexec '${path.resolve(program)}' analysis -model none -config '${config}' \\\n` +
    '  -quit-without-waiting\n'
  fs.writeFileSync(executable, script, {mode: 0o755})
  return {folder, config, network, executable}
}

async function main() {
  const files = makeFiles()
  const engine = newEngine()
  engine.setup(files.executable, files.config, files.network)
  await waitUntil(() => engine.received_version, 'the version')
  assert(engine.version[0] === 1 && engine.version[1] >= 12, 'Ogatak would withhold fields')

  // A game: the next position is asked for while the last one is searched.
  let node = newNode()
  node.set('SZ', 19)
  for (const move of ['pd', 'dp', 'pq', 'dd', 'fq']) {
    node = node.force_move(move)
    engine.analyse(node)
    const id = () => `${node.id}:`
    await waitUntil(() => received.some(o => isValid(o) && o.id.startsWith(id())), `a report on ${move}`)
    const reports = received.filter(o => isValid(o) && o.id.startsWith(id()))
    for (const o of reports) {
      node.receive_analysis(o)
      assert(o.rootInfo.winrate >= 0 && o.rootInfo.winrate <= 1)
      assert.strictEqual(o.ownership.length, 361)
      assert.strictEqual(o.policy.length, 362)
      o.moveInfos.forEach((info, i) => assert.strictEqual(info.order, i))
    }
    assert(node.has_valid_analysis(), 'Ogatak holds the analysis for invalid')
  }

  // Few visits, and moves to avoid.
  received.length = 0
  const best = node.analysis.moveInfos[0].move
  engine.analyse(node, 5)
  await waitUntil(() => received.some(o => o.isDuringSearch === false && o.rootInfo &&
    o.rootInfo.visits === 5), 'five visits')
  const point = node.get_board().parse_gtp_move(best)
  engine.analyse(node, 50, [point])
  await waitUntil(() => received.some(o => isValid(o) && o.rootInfo.visits === 50), 'fifty visits')
  const last = received.filter(o => isValid(o)).pop()
  assert(last.moveInfos.every(info => info.move !== best), `${best} was to be avoided`)

  engine.analyse(node, 1000000)
  await waitUntil(() => received.some(o => o.isDuringSearch === true), 'a long search')
  engine.halt()
  await waitUntil(() => engine.running === null, 'the halt')
  const ended = new Promise(resolve => engine.exe.once('exit', resolve))
  engine.shutdown()
  await ended
  fs.rmSync(files.folder, {recursive: true})
  console.log("Ogatak's engine module: all is well")
}

main().catch(error => {
  console.error(error)
  process.exit(1)
})
