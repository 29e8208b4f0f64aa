// The engine of build/web/npm as a worker of node, and the native program beside it, each asked by lines of GTP or queries
// of the analysis protocol.
'use strict'

const {spawn} = require('node:child_process')
const path = require('node:path')
const {Worker} = require('node:worker_threads')
const {within} = require('../clients/program.js')

const folder = path.resolve(__dirname, '../../build/web/npm')

class WebEngine {
  // Starts it; rejects with its message if it cannot start.
  static async start(start, script = path.join(folder, 'dihedra-worker.js')) {
    const engine = new WebEngine()
    engine.worker = new Worker(script)
    engine.worker.unref() // a test that fails may leave it running
    engine.waiting = []
    engine.next = 1
    engine.ended = new Promise(resolve => engine.worker.on('exit', resolve))
    engine.worker.on('message', message => engine.take(message))
    engine.worker.on('error', error => engine.take({error: error.message}))
    engine.send({start})
    await engine.wait(message => message.ready).catch(async error => {
      await engine.worker.terminate() // else it would keep the test's process
      throw error
    })
    return engine
  }

  take(message) {
    for (const waiting of [...this.waiting]) waiting(message)
  }

  send(message) {
    this.worker.postMessage(message)
  }

  // The first message from now on that fits. Rejects if the engine dies, or takes longer than so many milliseconds.
  wait(fits, limit) {
    let listener
    const found = new Promise((resolve, reject) => {
      listener = message => {
        if (fits(message)) resolve(message)
        else if (message.error && message.id === undefined) reject(new Error(message.error))
      }
      this.waiting.push(listener)
    })
    return within(found, 'a message', limit).finally(() => this.waiting.splice(this.waiting.indexOf(listener), 1))
  }

  // The whole response to a line.
  async ask(line) {
    const id = this.next++
    const parts = []
    const end = this.wait(message => {
      if (message.id !== id) return false
      parts.push(message.gtp ?? `! ${message.error}`)
      return message.isEnd || message.error
    })
    this.send({id, gtp: line})
    await end
    return parts.join('\n').trimEnd()
  }

  // The last answers to a query, one of each turn.
  async query(query) {
    const answers = []
    const end = this.wait(({answer}) => {
      if (answer?.id !== query.id || answer.isDuringSearch) return false
      answers.push(answer)
      return answer.error || answers.length === (query.analyzeTurns?.length ?? 1)
    })
    this.send({query})
    await end
    return answers
  }

  async close() {
    this.send({gtp: 'quit'})
    await within(this.ended, 'the end of the worker')
  }
}

// A run of the native program with these words and lines. Returns what it prints.
async function runNative(words, lines) {
  const child = spawn(path.resolve(process.env.DIHEDRA), words, {stdio: ['pipe', 'pipe', 'ignore']})
  let text = ''
  child.stdout.setEncoding('utf8').on('data', part => { text += part })
  child.stdin.end(lines.map(line => `${line}\n`).join(''))
  await within(new Promise(resolve => child.on('close', resolve)), 'the native program')
  return text
}

// Positions of random games: moves that are certainly legal, since no point is played twice and
// neither side surrounds anything.
function queries(count) {
  let state = 7
  const below = limit => (state = (state * 48271) % 2147483647) % limit
  return Array.from({length: count}, (_, i) => {
    const size = [9, 13, 19][i % 3]
    const points = Array.from({length: size * size}, (_, at) => [below(1e9), at]).sort((a, b) => a[0] - b[0])
    const moves = points.slice(0, 4 + below(20)).map(([, at], turn) =>
      ['BW'[turn % 2], 'ABCDEFGHJKLMNOPQRST'[at % size] + (1 + Math.floor(at / size))])
    return {id: `${i}`, moves, rules: 'chinese', komi: 7, boardXSize: size, boardYSize: size, maxVisits: 40}
  })
}

// What the native program answers to queries, by their ids.
async function analyzeNatively(words, asked) {
  const config = ['-override-config', 'numAnalysisThreads=1,nnMaxBatchSize=1']
  const lines = await runNative(['analysis', ...words, ...config], asked.map(query => JSON.stringify(query)))
  return new Map(lines.trim().split('\n').map(line => JSON.parse(line)).map(answer => [answer.id, answer]))
}

module.exports = {WebEngine, runNative, analyzeNatively, queries, folder}
