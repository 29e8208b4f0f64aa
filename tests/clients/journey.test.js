// The same journey through the web page in Chromium, Firefox and WebKit, by their drivers: a whole game by finger and keyboard, a
// review, a problem, a network from disk, no network at all, the window put away, the native program's
// values. DIHEDRA_LONG=1: all 200 positions, the whole review.
// Then a browser that is not installed is a failure; otherwise it is skipped.
'use strict'

const assert = require('node:assert')
const fs = require('node:fs')
const path = require('node:path')
const test = require('node:test')
const {pathToFileURL} = require('node:url')
const {Chromium} = require('./chromium.js')
const {Firefox, WebKit} = require('./webdriver.js')
const {Visitor, serve, OPENING, PROBLEM} = require('./visitor.js')
const {runNative, analyzeNatively, queries} = require('../web/engine.js')

const file = path.resolve(process.env.DIHEDRA_PAGE ?? path.join(__dirname, '../../build/web/dihedra.html'))
const inside = path.join(__dirname, '../../engine/eval/inside/network.bin')
const isLong = Boolean(process.env.DIHEDRA_LONG)
const PHONE = {width: 360, height: 740, touch: true}

const pause = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds))

// Lets a new visitor do something, without an error of the page.
async function visit(browser, {record, ...size}, act) {
  const page = await browser.open(pathToFileURL(file).href, size), visitor = new Visitor(page)
  try {
    await visitor.begin()
    await visitor.isLoaded()
    if (record) await visitor.openLink(record)
    await act(visitor, page)
    assert.deepStrictEqual(await page.faults(), [])
  } finally {
    await page.close()
  }
}

const visits = page => page.evaluate(() => Number(document.querySelector('.turn .quiet')?.textContent.replace(/\D/g, '') ?? 0))

const STEPS = {
  'a game on 9x9, by finger and by keyboard, to its count': browser => visit(browser, PHONE, async (visitor, page) => {
    const turn = () => visitor.until(() => document.querySelector('.result') || document.querySelector('.turn')?.textContent === 'It is your turn.')
    for (const vertex of ['C3', 'G7', 'C7', 'G3', 'E4']) {
      if (!(await visitor.stoneAt(vertex)).endsWith(' empty')) continue
      await page.touch(await visitor.placeOf(vertex))
      await visitor.has('[aria-live]', 'White ')
      await turn()
      assert.match(await visitor.stoneAt(vertex), /black stone$/)
    }
    await page.press('b')
    for (const key of ['ArrowLeft', 'ArrowUp', 'ArrowUp']) {
      do await page.press(key); while (!await page.evaluate(() => document.activeElement.getAttribute('aria-label').endsWith(' empty')))
      const vertex = await page.evaluate(() => document.activeElement.getAttribute('aria-label').split(' ')[0])
      await page.press('Enter')
      await turn()
      assert.match(await visitor.stoneAt(vertex), /black stone$/)
    }
    while (!await visitor.count('.result')) {
      await page.press('p')
      await turn()
    }
    await visitor.has('.result', 'by ')
    const result = await visitor.text('.result')
    await visitor.click('#accept')
    await visitor.has('h2', result)
  }),

  'a review of a game of 250 moves': async browser => {
    const moves = Array.from({length: 250}, (_, i) => `genmove ${'bw'[i % 2]}`)
    const answers = await runNative(['--model', 'none', '--playouts', '16', '--threads', '1', '--seed', '1'], ['boardsize 19', ...moves, 'printsgf'])
    const record = answers.trim().split('\n\n').at(-1).slice(2)
    assert.strictEqual(record.match(/;[BW]\[/g).length, 250)
    await visit(browser, {}, async (visitor, page) => {
      visitor.minutes = isLong ? 30 : 5
      await visitor.click('#tab-review')
      await visitor.openLink(record)
      if (isLong) await visitor.has('#begin', 'Review again')
      else {
        await visitor.until(() => document.querySelector('progress')?.value > 24)
        await visitor.click('#review-stop')
        await visitor.has('#begin', 'Review again')
      }
      await visitor.click('#next')
      await visitor.has('.verdict-box h2', 'Move ')
      assert.ok(await visitor.count('.mistakes li') > 2)
      await visitor.click('#show-answer')
      assert.ok(await visitor.count('.line-stone') > 0)
    })
  },

  'a problem, right and wrong': browser => visit(browser, PHONE, async visitor => {
    await visitor.click('#tab-solve')
    await visitor.openLink(PROBLEM)
    await visitor.has('.result', 'The answer is known')
    await visitor.click('#tell')
    await visitor.has('.result', 'Unsettled')
    await visitor.click('[id="first-2"]')
    await visitor.put('C9')
    await visitor.has('.turn', 'C9 does not work. Answer: A8.')
    await visitor.click('#restart')
    await visitor.has('.result')
    await visitor.click('[id="first-2"]')
    await visitor.put('A8')
    await visitor.has('.turn', 'A8 is right.')
  }),

  'a network from disk, kept for the next visit; another file is refused': browser => visit(browser, {}, async (visitor, page) => {
    const choose = async name => {
      await visitor.click('#menu')
      await page.chooseFile('#network-file', name)
    }
    await choose(file)
    await visitor.has('.notice', 'This network cannot be used: ')
    await choose(inside)
    await visitor.has('.notice', 'network.bin is in use.')
    await page.reload()
    await visitor.has('.status', 'Tap the board to begin.')
    await visitor.click('#menu')
    await visitor.has('dialog', 'Network: network.bin')
    await visitor.click('#network-inside')
    await visitor.has('.notice', 'Network: the one inside')
    await visitor.put('E5')
    await visitor.has('.turn', 'It is your turn.')
  }),

  'a window put away rests': browser => visit(browser, {record: OPENING}, async (visitor, page) => {
    await visitor.has('.turn .quiet', 'visits')
    await page.hide()
    await visitor.until(() => document.hidden)
    await pause(2000) // for a report on its way
    const before = await visits(page)
    await pause(2000)
    assert.strictEqual(await visits(page), before)
    await page.show()
    await visitor.until(count => Number(document.querySelector('.turn .quiet').textContent.replace(/\D/g, '')) > count, before)
  }),

  'values are the native ones': async browser => visit(browser, {}, async (visitor, page) => {
    const asked = queries(isLong ? 200 : 20)
    for (const network of [null, inside]) {
      const native = await analyzeNatively(['-model', network ?? 'none'], asked)
      await visitor.inject(`window.started = (async () => {
        const [worker, wasm, network] = await Promise.all([files.worker(), files.wasm(), ${network === null ? null : 'files.network()'}])
        window.own = new Engine(worker, {wasm, network})
        await window.own.started
      })()`)
      await page.evaluate(() => window.started)
      for (const {id, ...query} of asked) {
        const {id: _, ...web} = await page.evaluate(each => window.own.query(each).result, query), {id: __, ...other} = native.get(id)
        if (network === null) assert.deepStrictEqual(web, JSON.parse(JSON.stringify(other))) // drivers know no -0
        else assert.ok(Math.abs(web.rootInfo.winrate - other.rootInfo.winrate) <= .01, `${id}: ${web.rootInfo.winrate} ${other.rootInfo.winrate}`)
      }
      await page.evaluate(() => window.own.worker.terminate())
    }
  }),

  'the site, when its server has gone': async browser => {
    const {url, close} = await serve(path.join(path.dirname(file), 'site')), page = await browser.open(url), visitor = new Visitor(page)
    await visitor.isKept()
    await close()
    await page.goto(url) // Marionette's reload goes past service workers
    assert.strictEqual(await page.evaluate(() => crossOriginIsolated), true)
    await visitor.has('.status', 'Tap the board to begin.')
    await visitor.put('E5')
    await visitor.has('.turn', 'It is your turn.')
    await page.close()
  },
}

for (const Browser of [Chromium, Firefox, WebKit]) {
  const missing = fs.existsSync(file) ? Browser.missing() : `there is no ${file}`
  test(Browser.name, {skip: isLong ? false : missing ?? false}, async t => {
    assert.strictEqual(missing, null)
    const browser = await Browser.start()
    t.after(() => browser.close())
    for (const [name, step] of Object.entries(STEPS)) await t.test(name, each => step(browser, each))
  })
}
