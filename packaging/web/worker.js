// The engine as a worker of web pages and of node: messages in dihedra.d.ts. The build puts the
// loader of the engine, createEngine, in front of this script, which works from a file and from a
// Blob URL.
//
// Lines and queries are handed to the engine as they come. `run` answers them and gives way every 30
// ms: then the engine's stack is put aside in `resume` and messages are served.
'use strict'

const inNode = typeof process === 'object' && process.versions?.node
const port = inNode ? require('node:worker_threads').parentPort : self
const GTP = 1, ANALYSIS = 2 // streams, as in web_session.h
const STATUS_BYTES = 256
const CACHE = '/home/web_user/.cache/dihedra' // where the engine looks for it
const THREADS_MAX = 4
const PAGE_BYTES = 65536 // of WebAssembly's memory
const MOST_BYTES = 2 ** 31 // that the engine is linked for
const START_BYTES = 2 ** 26 // of memory that threads share

let engine = null // the WebAssembly module
let session = 0
let resume = null // goes on with the run that gave way
let isWaiting = false // it gave way until a message comes
let isRunning = false
let isAside = false // it is asked something beside the run, and does not give way
let hasFailed = false // it answers nothing any more
let networks = 0 // the number of networks so far, for their files' names
const pending = [] // ids of lines whose responses are to come, in order
let response = '' // the last bytes of the response so far
let lastWords = '' // what it has printed last
const idle = [] // what to do once the engine has answered all: loads of networks

function megabytes(bytes) {
  return Math.ceil(bytes / 1e6)
}

function post(message) {
  port.postMessage(message)
}

// The engine has died.
function fail(error) {
  if (hasFailed) return
  hasFailed = true
  const isShort = /out of memory/i.test(`${lastWords} ${error?.message}`)
  post({error: isShort ? `The engine ended: ${megabytes(heap().length)} MB of memory were not enough.`
    : `The engine ended: ${error?.message ?? error}`})
}

// ---- Slices ----

// Has `go` called after the messages that have come: timers of browsers would wait for 4 ms.
function goLater() {
  if (inNode) setImmediate(go)
  else channel.port2.postMessage(0)
}

const channel = inNode ? null : new MessageChannel()
if (channel) channel.port1.onmessage = () => go()

function giveWay(waitsForMessage, goOn) {
  if (isAside) return goOn()
  resume = goOn
  isWaiting = waitsForMessage !== 0
  if (!isWaiting) goLater()
}

// Goes on with what the engine did, or begins.
function go() {
  if (hasFailed) return
  try {
    if (resume) {
      const goOn = resume
      resume = null
      isWaiting = false
      goOn()
    } else if (!isRunning) {
      isRunning = true
      engine.ccall('web_session_run', 'number', ['number'], [session], {async: true}).then(ended, fail)
    }
  } catch (error) {
    fail(error)
  }
}

function ended(goesOn) {
  isRunning = false
  if (!goesOn) {
    post({ended: true})
    port.close() // ends the worker
  } else if (idle.length > 0) {
    idle.shift()()
    go()
  }
}

// A message has come that the engine should see.
function wake() {
  if (!isRunning || isWaiting) go()
}

// ---- Answers ----

function write(stream, text) {
  if (stream === ANALYSIS) {
    for (const line of text.split('\n')) if (line) post({answer: JSON.parse(line)})
  } else if (stream === GTP) {
    response = (response + text).slice(-2)
    const isEnd = response === '\n\n'
    const id = isEnd ? pending.shift() : pending[0]
    if (isEnd) response = ''
    if (isEnd || text) post({id, gtp: text.replace(/\n+$/, ''), isEnd})
  }
}

// ---- Starting ----

// The engine's memory now: another thread may have let it grow.
function heap() {
  return new Uint8Array((engine.wasmMemory ?? engine.HEAPU8).buffer)
}

// Text as the engine's functions take it; the caller frees it.
function newText(text) {
  const bytes = new TextEncoder().encode(text)
  const at = engine._malloc(bytes.length + 2)
  heap().set(bytes, at)
  heap().fill(0, at + bytes.length, at + bytes.length + 2)
  return at
}

// Calls a function whose last argument is a Status. Throws its message if the function fails.
function callWithStatus(name, ...values) {
  const status = engine._malloc(STATUS_BYTES)
  heap().fill(0, status, status + STATUS_BYTES)
  const result = engine[`_${name}`](...values, status)
  const message = engine.UTF8ToString(status)
  engine._free(status)
  if (!result) throw new Error(message)
  return result
}

// The bytes of an ArrayBuffer, a view of one, a file beside this script, or a URL.
async function bytesOf(source, name) {
  if (source instanceof ArrayBuffer) return new Uint8Array(source)
  if (ArrayBuffer.isView(source)) return new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
  if (inNode) {
    const path = require('node:path')
    return require('node:fs').readFileSync(source ?? path.join(__dirname, name))
  }
  const answer = await fetch(source ?? new URL(name, self.location.href))
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status} ${answer.statusText}`)
  return new Uint8Array(await answer.arrayBuffer())
}

// What the engine says of a file, without its folder; where memory ran out, with how much there is.
function textOf(error) {
  const text = error.message.replace(/^\/\d+\//, '')
  return engine && /out of memory/.test(text) ? `${text}; the browser gives ${megabytes(heap().length)} MB` : text
}

// Stores a network as a file of the engine, whose reading is reported as progress. Returns its path.
function addNetwork(bytes, name, progress) {
  const folder = `/${++networks}`
  const path = `${folder}/${name.replace(/[^\w.-]/g, '_') || 'network'}`
  const {FS} = engine
  FS.mkdir(folder)
  FS.writeFile(path, bytes, {canOwn: true})
  const node = FS.lookupPath(path).node
  const read = node.stream_ops.read
  let told = 0
  node.stream_ops = {...node.stream_ops, read(stream, buffer, offset, length, position) {
    const part = Math.min(position + length, bytes.length) / bytes.length
    if (progress && part >= told + 0.02) progress(told = part)
    return read(stream, buffer, offset, length, position)
  }}
  return path
}

// What the engine has found out about networks, and keeps in files: {name: bytes}.
function readCache() {
  const names = engine.FS.analyzePath(CACHE).exists ? engine.FS.readdir(CACHE).filter(name => name[0] !== '.') : []
  return Object.fromEntries(names.map(name => [name, engine.FS.readFile(`${CACHE}/${name}`)]))
}

function fillCache(files) {
  engine.FS.mkdirTree(CACHE)
  for (const [name, bytes] of Object.entries(files)) engine.FS.writeFile(`${CACHE}/${name}`, bytes)
}

// Memory that threads share, with what it may become: browsers reserve that, and may have less.
function newSharedMemory(memoryMax) {
  try {
    const [initial, maximum] = [START_BYTES, memoryMax].map(bytes => Math.floor(bytes / PAGE_BYTES))
    return {memoryMax, wasmMemory: new WebAssembly.Memory({initial, maximum, shared: true})}
  } catch (error) {
    if (memoryMax < 2 * START_BYTES) throw error
    return newSharedMemory(memoryMax / 2)
  }
}

// What createEngine needs for threads, from files beside this script; null if there are to be none, or if a file cannot be had,
// as without a connection before all are kept. Browsers share memory only in pages with the headers COOP and COEP.
async function loadThreads(memoryMax) {
  const threads = self.crossOriginIsolated ? Math.min(navigator.hardwareConcurrency, THREADS_MAX) : 1
  if (threads < 2) return null
  try {
    const [wasmBinary] = await Promise.all(['wasm', 'worker.js'].map(ending => bytesOf(undefined, `dihedra-threads.${ending}`)))
    importScripts('dihedra-threads.js')
    return {threads, wasmBinary, ...newSharedMemory(memoryMax), mainScriptUrlOrBlob: 'dihedra-threads.js'}
  } catch {
    return null
  }
}

async function start({wasm, network, options = [], settings = {}, memory = Infinity}) {
  const memoryMax = Math.min(memory * 1e6, MOST_BYTES)
  const parts = !inNode && wasm === undefined && await loadThreads(memoryMax) ||
    {threads: 1, wasmBinary: await bytesOf(wasm, 'dihedra.wasm'), memoryMax}
  const bytes = network === null ? null : await bytesOf(network, 'network.bin')
  const log = line => {
    lastWords = line
    post({log: line})
  }
  engine = await createEngine({...parts, giveWay, write, print: log, printErr: log})
  const model = bytes ? addNetwork(bytes, 'inside', null) : 'none'
  const words = ['--model', model, ...(options.includes('--threads') ? [] : ['--threads', `${parts.threads}`]), ...options]
  for (const [key, value] of Object.entries({numSearchThreads: parts.threads, ...settings})) words.push('--override-config', `${key}=${value}`)
  session = callWithStatus('web_session_new', newText(words.map(word => `${word}\0`).join('')))
  post({ready: {version: engine.UTF8ToString(engine._web_session_version()), threads: parts.threads,
    memory: megabytes(heap().length)}})
}

// ---- Messages ----

function takeLine(id, line) {
  const text = newText(`${line}\n`)
  const count = engine._web_session_feed(session, text)
  engine._free(text)
  for (let i = 0; i < count; i++) pending.push(id)
  wake()
}

function takeQuery(query) {
  const text = newText(JSON.stringify(query))
  try {
    callWithStatus('web_session_query', session, text)
  } finally {
    engine._free(text)
  }
  wake()
}

function takeNetwork({id, network, name = 'network', human = false, cache = {}}) {
  const load = () => {
    const bytes = network === null ? null : new Uint8Array(network)
    let path = 'none'
    try {
      fillCache(cache)
      if (bytes) path = addNetwork(bytes, name, part => post({id, progress: part}))
      callWithStatus('web_session_load', session, human ? 1 : 0, newText(path))
      post({id, network: name, memory: megabytes(heap().length), cache: readCache()})
    } catch (error) {
      post({id, error: textOf(error)})
    } finally {
      if (path !== 'none') engine.FS.unlink(path)
    }
  }
  if (isRunning) {
    idle.push(load)
    takeLine(undefined, '')
  } else {
    load()
  }
}

// Hands a record to the engine's reader, which may be called while the engine searches.
function takeGame({id, game, name}) {
  const bytes = new Uint8Array(game)
  const at = engine._malloc(bytes.length + 1)
  try {
    if (at === 0) throw new Error('The file is too large.')
    heap().set(bytes, at)
    heap()[at + bytes.length] = 0
    const sgf = callWithStatus('web_read_record', at, bytes.length)
    post({id, sgf: engine.UTF8ToString(sgf)})
    engine._free(sgf)
  } catch (error) {
    post({id, error: name ? `${name}: ${error.message}` : error.message})
  } finally {
    engine._free(at)
  }
}

// Judges a game, which may be done while the engine searches, too: it takes a moment.
function takeJudge({id, judge}) {
  const request = newText(judge)
  isAside = true
  try {
    const answer = callWithStatus('judgement_answer', request)
    post({id, judgement: JSON.parse(engine.UTF8ToString(answer))})
    engine._free(answer)
  } finally {
    isAside = false
    engine._free(request)
  }
}

async function take(message) {
  try {
    if (message.start !== undefined) await start(message.start)
    else if (!session) throw new Error('The first message must be start, and be answered by ready.')
    else if (message.gtp !== undefined) takeLine(message.id, message.gtp)
    else if (message.query !== undefined) takeQuery(message.query)
    else if (message.network !== undefined) takeNetwork(message)
    else if (message.game !== undefined) takeGame(message)
    else if (message.judge !== undefined) takeJudge(message)
    else if (message.stop) engine._web_session_stop(session), wake()
    else throw new Error(`Unknown message: ${Object.keys(message).join(', ')}`)
  } catch (error) {
    post({id: message.id, error: textOf(error)})
  }
}

if (inNode) port.on('message', take)
else self.onmessage = event => take(event.data)
