// Drives a headless Firefox, and WebKit in a display of Xvfb, by the commands of WebDriver (https://www.w3.org/TR/webdriver2):
// Firefox takes them by Marionette, messages of JSON after their length over TCP; WebKitWebDriver takes them over HTTP.
'use strict'

const {spawn, spawnSync} = require('node:child_process')
const fs = require('node:fs')
const net = require('node:net')
const os = require('node:os')
const path = require('node:path')
const {within} = require('./program.js')

// The commands by their names in Marionette; in HTTP a method and a path below the session's.
const COMMANDS = {NewSession: ['POST', ''], DeleteSession: ['DELETE', ''], Navigate: ['POST', '/url'], Refresh: ['POST', '/refresh'],
  ExecuteAsyncScript: ['POST', '/execute/async'], PerformActions: ['POST', '/actions'], FindElement: ['POST', '/element'],
  ElementSendKeys: ['POST', '/element/ID/value'],
  TakeScreenshot: ['GET', '/screenshot'], SetWindowRect: ['POST', '/window/rect'], MinimizeWindow: ['POST', '/window/minimize']}
const SESSION = {capabilities: {alwaysMatch: {timeouts: {script: 110_000, pageLoad: 110_000}}}}
const KEYS = {Enter: '\uE007', Escape: '\uE00C', ArrowLeft: '\uE012', ArrowUp: '\uE013', ArrowRight: '\uE014', ArrowDown: '\uE015'}

const hasProgram = name => spawnSync('which', [name]).status === 0

// Calls until it gives something, at most three minutes.
async function first(what, call) {
  for (const end = Date.now() + 180_000; ;) {
    const value = await call()
    if (value) return value
    if (Date.now() > end) throw new Error(`no ${what}`)
    await new Promise(resolve => setTimeout(resolve, 50))
  }
}

class Browser {
  constructor() {
    this.folder = fs.mkdtempSync(path.join(os.tmpdir(), 'dihedra-browser-'))
    this.children = []
  }

  static async start() {
    const browser = new this()
    try {
      await browser.begin()
    } catch (error) {
      await browser.close()
      throw error
    }
    return browser
  }

  spawn(program, words, options) {
    const child = spawn(program, words, {stdio: 'ignore', ...options})
    this.children.push(child)
    return child
  }

  get pid() {
    return this.children.at(-1).pid
  }

  // Opens a URL in the one window that there is.
  async open(url, {width = 1280, height = 900} = {}) {
    const page = new Page(this, width, height)
    await page.show()
    await page.goto(url)
    return page
  }

  async close() {
    if (this.isOpen) await this.send('DeleteSession').catch(() => {})
    for (const child of this.children.reverse()) {
      if (child.exitCode !== null || child.signalCode !== null) continue
      const ended = new Promise(resolve => child.on('exit', resolve))
      child.kill()
      await within(ended, 'the end of a browser').catch(() => child.kill('SIGKILL'))
    }
    fs.rmSync(this.folder, {recursive: true, force: true, maxRetries: 5, retryDelay: 100})
  }
}

class Firefox extends Browser {
  static missing = () => hasProgram('firefox-esr') ? null : 'there is no firefox-esr'
  static tab = /-contentproc.* tab$/ // the command of a process that has a page
  hasTouch = true

  async begin() {
    fs.writeFileSync(path.join(this.folder, 'user.js'), 'user_pref("marionette.port", 0);\n')
    this.spawn('firefox-esr', ['--headless', '--marionette', '--remote-allow-system-access', '--no-remote', '--profile', this.folder])
    const file = path.join(this.folder, 'MarionetteActivePort')
    const port = await first('port of Firefox', () => fs.existsSync(file) && fs.readFileSync(file, 'utf8'))
    Object.assign(this, {socket: net.connect(Number(port), '127.0.0.1'), waiting: new Map(), next: 1})
    let rest = Buffer.alloc(0)
    this.socket.on('data', bytes => {
      rest = Buffer.concat([rest, bytes])
      for (let colon; (colon = rest.indexOf(':')) >= 0;) {
        const end = colon + 1 + Number(rest.subarray(0, colon))
        if (rest.length < end) break
        this.take(JSON.parse(rest.subarray(colon + 1, end)))
        rest = rest.subarray(end)
      }
    })
    await this.send('NewSession', SESSION)
    this.isOpen = true
  }

  take(message) {
    if (!Array.isArray(message)) return // the greeting
    const [, id, error, result] = message, {resolve, reject} = this.waiting.get(id)
    this.waiting.delete(id)
    if (error) reject(new Error(`${error.error}: ${error.message}`))
    else resolve('value' in result ? result.value : result)
  }

  send(name, params = {}) {
    const id = this.next++, text = JSON.stringify([0, id, name.includes(':') ? name : `WebDriver:${name}`, params])
    this.socket.write(`${Buffer.byteLength(text)}:${text}`)
    return within(new Promise((resolve, reject) => this.waiting.set(id, {resolve, reject})), `the answer to ${name}`)
  }

  // The page gets the size in full; windows have no less than 500 pixels.
  async resize(width, height) {
    await this.send('SetWindowRect', {width, height})
    await this.send('Marionette:SetContext', {value: 'chrome'})
    await this.send('ExecuteScript', {args: [`${width}px`, `${height}px`], script: `const {style} = gBrowser.selectedBrowser
      style.width = style.minWidth = style.maxWidth = arguments[0]
      style.height = style.minHeight = style.maxHeight = arguments[1]`})
    await this.send('Marionette:SetContext', {value: 'content'})
  }
}

class WebKit extends Browser {
  static missing = () => {
    const name = ['WebKitWebDriver', 'Xvfb'].find(each => !hasProgram(each))
    return name ? `there is no ${name}` : null
  }

  static tab = /WebKitWebProcess/
  hasTouch = false // its driver's fingers are mice

  async begin() {
    const screen = this.spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'],
      {stdio: ['ignore', 'ignore', 'ignore', 'pipe']})
    const number = await within(new Promise(resolve => screen.stdio[3].once('data', resolve)), 'the display of Xvfb')
    const probe = net.createServer()
    this.port = await new Promise(resolve => probe.listen(0, '127.0.0.1', () => resolve(probe.address().port)))
    await new Promise(resolve => probe.close(resolve))
    this.spawn('WebKitWebDriver', [`--port=${this.port}`], {env: {...process.env, DISPLAY: `:${String(number).trim()}`,
      HOME: this.folder, LIBGL_ALWAYS_SOFTWARE: '1', WEBKIT_DISABLE_DMABUF_RENDERER: '1'}})
    await first('answer of WebKitWebDriver', () => fetch(`http://127.0.0.1:${this.port}/status`).catch(() => null))
    this.session = `/${(await this.send('NewSession', SESSION)).sessionId}`
    this.isOpen = true
  }

  async send(name, params = {}) {
    const [method, where] = COMMANDS[name]
    const answer = await within(fetch(`http://127.0.0.1:${this.port}/session${this.session ?? ''}${where.replace('ID', params.id)}`,
      {method, body: method === 'POST' ? JSON.stringify(params) : undefined}), `the answer to ${name}`)
    const {value} = await answer.json()
    if (!answer.ok) throw new Error(`${value.error}: ${value.message}`)
    return value
  }

  async resize(width, height) {
    await this.send('SetWindowRect', {x: 0, y: 0, width, height})
  }
}

// What Chromium's pages do, too (chromium.js).
class Page {
  constructor(browser, width, height) {
    Object.assign(this, {browser, width, height})
  }

  async goto(url) {
    await this.browser.send('Navigate', {url})
    await this.watch()
  }

  async reload() {
    await this.browser.send('Refresh')
    await this.watch()
  }

  // Keeps the errors of scripts from now on.
  async watch() {
    await this.evaluate(() => {
      window.faults = []
      window.addEventListener('error', event => window.faults.push(event.message))
      window.addEventListener('unhandledrejection', event => window.faults.push(String(event.reason)))
    })
  }

  faults() {
    return this.evaluate(() => window.faults)
  }

  // The value of an expression, or of a function called in the page with arguments.
  async evaluate(code, ...args) {
    const call = typeof code === 'function' ? `(${code})(...JSON.parse(text))` : code
    const script = `const [text, done] = arguments
      new Promise(resolve => resolve(${call})).then(value => done({value}), error => done({error: String(error)}))`
    const {value, error} = await this.browser.send('ExecuteAsyncScript', {script, args: [JSON.stringify(args)]})
    if (error) throw new Error(error)
    return value
  }

  pointer(pointerType, [x, y]) {
    const move = {type: 'pointerMove', duration: 0, x: Math.round(x), y: Math.round(y)}
    return this.browser.send('PerformActions', {actions: [{type: 'pointer', id: pointerType, parameters: {pointerType},
      actions: [move, {type: 'pointerDown', button: 0}, {type: 'pointerUp', button: 0}]}]})
  }

  clickAt(...place) {
    return this.pointer('mouse', place)
  }

  // A finger goes down and up.
  async touch(place) {
    if (this.browser.hasTouch) return this.pointer('touch', place)
    await this.evaluate(([clientX, clientY]) => {
      const element = document.elementFromPoint(clientX, clientY)
      element.setPointerCapture = () => {} // no browser knows this finger
      for (const name of ['pointerdown', 'pointerup', 'click']) {
        element.dispatchEvent(new PointerEvent(name,
          {bubbles: true, cancelable: true, clientX, clientY, pointerId: 1, pointerType: 'touch', isPrimary: true}))
      }
    }, place)
  }

  async press(key) {
    const value = KEYS[key] ?? key
    await this.browser.send('PerformActions', {actions: [{type: 'key', id: 'keys', actions: ['keyDown', 'keyUp'].map(type => ({type, value}))}]})
  }

  async chooseFile(selector, file) {
    const element = await this.browser.send('FindElement', {using: 'css selector', value: selector})
    await this.browser.send('ElementSendKeys', {id: Object.values(element)[0], text: file})
  }

  // The window is put away, and comes back.
  hide() {
    return this.browser.send('MinimizeWindow')
  }

  show() {
    return this.browser.resize(this.width, this.height)
  }

  async screenshot() {
    return Buffer.from(await this.browser.send('TakeScreenshot', {full: false}), 'base64')
  }

  async close() {
    await this.goto('about:blank')
  }
}

module.exports = {Firefox, WebKit}
