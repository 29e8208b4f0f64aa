// Drives a headless Chromium over its DevTools protocol, by a pipe: messages of JSON that end in a
// NUL (https://chromedevtools.github.io/devtools-protocol).
'use strict'

const {spawn, spawnSync} = require('node:child_process')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const {pathToFileURL} = require('node:url')
const {within} = require('./program.js')

// The program, or null if none is installed.
function findChromium() {
  const names = process.env.CHROMIUM ? [process.env.CHROMIUM] : ['chromium', 'chromium-browser', 'google-chrome']
  return names.find(name => spawnSync(name, ['--version'], {timeout: 60000}).status === 0) ?? null
}

class Chromium {
  static missing = () => findChromium() ? null : 'there is no Chromium'
  static start = () => new Chromium(findChromium())
  static tab = /--type=renderer(?!.*--extension-process)/ // the command of a process that has a page

  constructor(program) {
    this.folder = fs.mkdtempSync(path.join(os.tmpdir(), 'dihedra-browser-'))
    // Without the flag for IPC, 200 navigations within ten seconds are the most it does.
    this.child = spawn(program, ['--headless=new', '--remote-debugging-pipe', '--no-sandbox', '--disable-gpu',
      '--disable-ipc-flooding-protection', '--hide-scrollbars', '--force-color-profile=srgb', '--font-render-hinting=none',
      `--user-data-dir=${this.folder}`], {stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe']})
    this.waiting = new Map()
    this.listeners = []
    this.next = 1
    let rest = ''
    this.child.stdio[4].setEncoding('utf8').on('data', text => {
      const lines = (rest + text).split('\0')
      rest = lines.pop()
      for (const line of lines) this.take(JSON.parse(line))
    })
    for (const pipe of this.child.stdio.slice(3)) pipe.on('error', () => {}) // that it has ended is told below
    this.child.on('exit', () => {
      for (const {reject} of this.waiting.values()) reject(new Error('Chromium has ended'))
      this.waiting.clear()
    })
  }

  take(message) {
    const waiting = this.waiting.get(message.id)
    if (waiting) {
      this.waiting.delete(message.id)
      if (message.error) waiting.reject(new Error(message.error.message))
      else waiting.resolve(message.result)
    } else {
      for (const listener of this.listeners) listener(message)
    }
  }

  send(method, params = {}, sessionId = undefined) {
    const id = this.next++
    this.child.stdio[3].write(`${JSON.stringify({id, method, params, sessionId})}\0`)
    return within(new Promise((resolve, reject) => this.waiting.set(id, {resolve, reject})), `the answer to ${method}`)
  }

  // Waits for an event of a session.
  wait(method, sessionId) {
    return within(new Promise(resolve => {
      const listener = message => {
        if (message.method !== method || message.sessionId !== sessionId) return
        this.listeners.splice(this.listeners.indexOf(listener), 1)
        resolve(message.params)
      }
      this.listeners.push(listener)
    }), method)
  }

  get pid() {
    return this.child.pid
  }

  // Opens a file or URL. Errors of its scripts and lines on the console are kept in page.errors, what it
  // tries to load from elsewhere in page.requests.
  async open(file, {width = 1280, height = 900, dark = false, touch = false, hash = ''} = {}) {
    const {targetId} = await this.send('Target.createTarget', {url: 'about:blank'})
    const {sessionId} = await this.send('Target.attachToTarget', {targetId, flatten: true})
    const page = new Page(this, targetId, sessionId)
    this.listeners.push(page.listener)
    for (const domain of ['Page', 'Runtime', 'Log', 'Network']) // Accessibility would keep each element that is replaced
      await page.send(`${domain}.enable`)
    await page.send('Emulation.setDeviceMetricsOverride', {width, height, deviceScaleFactor: 1, mobile: width < 600})
    await page.send('Emulation.setEmulatedMedia',
      {features: [{name: 'prefers-color-scheme', value: dark ? 'dark' : 'light'}]})
    if (touch) await page.send('Emulation.setTouchEmulationEnabled', {enabled: true})
    await page.goto(URL.canParse(file) ? file : pathToFileURL(file).href + hash)
    return page
  }

  async close() {
    if (this.child.exitCode === null && this.child.signalCode === null) {
      const ended = new Promise(resolve => this.child.on('exit', resolve))
      this.send('Browser.close').catch(() => {})
      await within(ended, 'the end of Chromium').catch(() => this.child.kill('SIGKILL'))
    }
    fs.rmSync(this.folder, {recursive: true, force: true, maxRetries: 5, retryDelay: 100})
  }
}

class Page {
  constructor(browser, targetId, sessionId) {
    Object.assign(this, {browser, targetId, sessionId, errors: [], requests: []})
    this.listener = ({method, params, sessionId: session}) => {
      if (session !== sessionId) return
      if (method === 'Runtime.exceptionThrown')
        this.errors.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text)
      if (method === 'Runtime.consoleAPICalled') this.errors.push(params.args.map(arg => arg.value).join(' '))
      if (method === 'Log.entryAdded') this.errors.push(params.entry.text)
      if (method === 'Network.requestWillBeSent' && !/^(file|data):/.test(params.request.url))
        this.requests.push(params.request.url)
    }
  }

  send(method, params) {
    return this.browser.send(method, params, this.sessionId)
  }

  async goto(url) {
    const loaded = this.browser.wait('Page.loadEventFired', this.sessionId)
    await this.send('Page.navigate', {url})
    await loaded
  }

  async reload() {
    const loaded = this.browser.wait('Page.loadEventFired', this.sessionId)
    await this.send('Page.reload')
    await loaded
  }

  faults() {
    return this.errors
  }

  // The value of an expression, or of a function called in the page with arguments.
  async evaluate(code, ...args) {
    const expression = typeof code === 'function' ? `(${code})(${args.map(arg => JSON.stringify(arg)).join(',')})` : code
    const {result, exceptionDetails} = await this.send('Runtime.evaluate',
      {expression, returnByValue: true, awaitPromise: true})
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
    return result.value
  }

  // Presses the mouse at a place of the window.
  async clickAt(x, y) {
    for (const type of ['mouseMoved', 'mousePressed', 'mouseReleased'])
      await this.send('Input.dispatchMouseEvent', {type, x, y, button: 'left', clickCount: 1})
  }

  // Scrolls to the element and presses the mouse in its middle.
  async click(selector, index = 0) {
    await this.clickAt(...await middleOf(this, selector, index))
  }

  // A finger: 'touchStart' or 'touchMove' to places, or 'touchEnd'.
  finger(type, ...places) {
    return this.send('Input.dispatchTouchEvent', {type, touchPoints: places.map(([x, y]) => ({x, y}))})
  }

  // A finger goes down and up.
  async touch(place) {
    await this.finger('touchStart', place)
    await this.finger('touchEnd')
  }

  async press(key) {
    const text = key === 'Enter' ? '\r' : key.length === 1 ? key : undefined
    await this.send('Input.dispatchKeyEvent', {type: 'keyDown', key, text, ...key === 'Tab' && {windowsVirtualKeyCode: 9}})
    await this.send('Input.dispatchKeyEvent', {type: 'keyUp', key})
  }

  // Files, or a folder where the element takes one.
  async chooseFile(selector, ...files) {
    const {root} = await this.send('DOM.getDocument')
    const {nodeId} = await this.send('DOM.querySelector', {nodeId: root.nodeId, selector})
    await this.send('DOM.setFileInputFiles', {files, nodeId})
  }

  // Milliseconds of the processor that each task of the page's own thread takes meanwhile, however busy the machine is.
  async tasks(act) {
    const events = [], listener = ({method, params}) => method === 'Tracing.dataCollected' && events.push(...params.value)
    this.browser.listeners.push(listener)
    await this.send('Tracing.start', {transferMode: 'ReportEvents', traceConfig: {includedCategories: ['toplevel', 'devtools.timeline', '__metadata']}})
    await act()
    const ended = this.browser.wait('Tracing.tracingComplete', this.sessionId)
    await this.send('Tracing.end')
    await ended
    this.browser.listeners.splice(this.browser.listeners.indexOf(listener), 1)
    const thread = ({pid, tid}) => `${pid} ${tid}`, own = events.filter(({name, args}) => name === 'thread_name' && args.name === 'CrRendererMain').map(thread)
    return events.filter(each => /RunTask$/.test(each.name) && each.tdur && own.includes(thread(each))).map(({tdur}) => Math.round(tdur / 1000))
  }

  // The window is put away, and comes back.
  async hide(windowState = 'minimized') {
    const {windowId} = await this.browser.send('Browser.getWindowForTarget', {targetId: this.targetId})
    await this.browser.send('Browser.setWindowBounds', {windowId, bounds: {windowState}})
  }

  show() {
    return this.hide('normal')
  }

  // The window as a PNG, at a scale.
  async screenshot(scale = 1) {
    const [width, height] = await this.evaluate(() => [innerWidth, innerHeight])
    const {data} = await this.send('Page.captureScreenshot', {format: 'png', clip: {x: 0, y: 0, width, height, scale}})
    return Buffer.from(data, 'base64')
  }

  async pdf() {
    const {data} = await this.send('Page.printToPDF', {printBackground: true, preferCSSPageSize: true})
    return Buffer.from(data, 'base64')
  }

  async close() {
    this.browser.listeners.splice(this.browser.listeners.indexOf(this.listener), 1)
    await this.browser.send('Target.closeTarget', {targetId: this.targetId})
  }
}

// The middle of an element in the window, to which the page scrolls, once it stays there: an answer of the engine may move it.
async function middleOf(page, selector, index = 0) {
  let place, before
  do {
    before = place
    place = await page.evaluate((name, number) => {
      const element = document.querySelectorAll(name)[number]
      element.scrollIntoView({block: 'center'})
      const box = element.getBoundingClientRect()
      return [box.x + box.width / 2, box.y + box.height / 2]
    }, selector, index)
  } while (`${place}` !== `${before}`)
  return place
}

module.exports = {Chromium, findChromium, middleOf}
