// The browser of an opening book, from a disk, in jsdom and in a headless Chromium if there
// is one: clicking through 200 positions, 25 in each of the eight orientations, shows the stones that
// were played and the values that `dihedra book show` tells.
'use strict'

const assert = require('node:assert')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const test = require('node:test')
const {JSDOM, VirtualConsole} = require('jsdom')
const {Chromium, findChromium} = require('./chromium.js')
const {run} = require('./program.js')

const LETTERS = 'ABCDEFGHJKLMNOPQRSTUVWXYZ'

// Makes a book and its page. Returns both paths.
function makeBook(t, size, nodes) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'dihedra-book-'))
  t.after(() => fs.rmSync(folder, {recursive: true}))
  const book = path.join(folder, 'book'), page = path.join(folder, 'page.html')
  run(['book', 'build', book, '--size', size, '--komi', '7', '--model', 'none', '--visits', '40', '--nodes', nodes])
  run(['book', 'export', book, '--html', page])
  return {book, page}
}

async function open(t, file) {
  const virtualConsole = new VirtualConsole()
  const errors = []
  virtualConsole.on('jsdomError', error => errors.push(error))
  const dom = await JSDOM.fromFile(file,
    {runScripts: 'dangerously', resources: 'usable', virtualConsole})
  t.after(() => {
    dom.window.close()
    assert.deepStrictEqual(errors, [])
  })
  const {document} = dom.window
  const page = {
    document, dom,
    all: selector => [...document.querySelectorAll(selector)],
    text: selector => document.querySelector(selector).textContent,
    // Waits until the page has been drawn anew.
    async after(act) {
      const before = document.querySelector('main').firstChild
      act()
      for (let i = 0; i < 400; i++) {
        if (document.querySelector('main').firstChild !== before) return
        await new Promise(resolve => setTimeout(resolve, 5))
      }
      assert.fail(`nothing is shown after ${dom.window.location.hash}`)
    },
    stones() {
      return page.all('.stone').map(stone => `${stone.dataset.place} ${stone.classList[1]}`).sort()
    },
    click: point => page.after(() => document.querySelector(`[data-point="${point}"]`)
      .dispatchEvent(new dom.window.Event('click'))),
    press: key => page.after(() => document.dispatchEvent(new dom.window.KeyboardEvent('keydown', {key, bubbles: true})))
  }
  for (let i = 0; i < 400 && document.querySelector('.value') === null; i++)
    await new Promise(resolve => setTimeout(resolve, 5))
  return page
}

// A plain board: plays a move and takes what has no liberty left.
function play(stones, size, [x, y], color) {
  const beside = point => {
    const [a, b] = point.split(',').map(Number)
    return [[a - 1, b], [a + 1, b], [a, b - 1], [a, b + 1]]
      .filter(([c, d]) => c >= 0 && d >= 0 && c < size && d < size).map(String)
  }
  const lives = start => {
    const chain = [start], seen = new Set(chain)
    for (const point of chain)
      for (const next of beside(point)) {
        if (!stones.has(next)) return chain.length > 0
        if (stones.get(next) === stones.get(start) && !seen.has(next)) { seen.add(next); chain.push(next) }
      }
    for (const point of chain) stones.delete(point)
    return false
  }
  stones.set(`${x},${y}`, color)
  beside(`${x},${y}`).forEach(point => stones.has(point) && stones.get(point) !== color && lives(point))
  lives(`${x},${y}`)
}

// Clicks through 25 positions in each orientation of a page that `browser` shows.
async function clickThrough(browser, book, size) {
  let random = 1, steps = 0
  const below = count => (random = random * 48271 % 2147483647) % count
  for (let orientation = 0; orientation < 8; orientation++) {
    for (let walked = 0; walked < 25;) {
      await browser.go(`#0.${orientation}`)
      const stones = new Map(), names = []
      for (let black = true; ; black = !black) {
        const links = (await browser.links()).map(text => text.split(' ')).filter(places => places[0] !== 'pass')
        if (links.length === 0) break
        // The reader's choice of a symmetric move decides how the board is turned from then on.
        const places = links[below(links.length)], name = places[(orientation + steps) % places.length]
        const place = [LETTERS.indexOf(name[0]), size - Number(name.slice(1))]
        await browser.click(place.join(','))
        play(stones, size, place, black ? 'black' : 'white')
        names.push(name)
        steps++
        walked++
        assert.deepStrictEqual(await browser.stones(), [...stones].map(([p, color]) => `${p} ${color}`).sort(),
          names.join(' '))
        const numbers = text => text.match(/\d+(\.\d+)?/g).map(Number)
        const told = run(['book', 'show', book, ...names]).split('\n')[2], value = await browser.value()
        assert.strictEqual(numbers(value).length, 5, value)
        numbers(value).forEach((number, i) => // rounded to a tenth by two libraries
          assert.ok(Math.abs(number - numbers(told)[i]) < 0.11, `${value} not ${told}`))
      }
      assert.ok(names.length > 0)
    }
  }
  assert.ok(steps >= 200, String(steps))
}

test('clicking through a book in eight orientations shows stones and values', async t => {
  const {book, page: file} = makeBook(t, '5', '150')
  const page = await open(t, file), {location} = page.dom.window
  await clickThrough({
    go: hash => location.hash === hash ? null : page.after(() => { location.hash = hash }),
    links: () => page.all('.panel th a').map(link => link.textContent),
    click: page.click,
    stones: page.stones,
    value: () => page.text('.value')
  }, book, 5)
})

const chromium = findChromium()

test('and so it does in Chromium', {skip: chromium ? false : 'there is no Chromium'}, async t => {
  const {book, page: file} = makeBook(t, '5', '150')
  const browser = new Chromium(chromium)
  t.after(() => browser.close())
  const page = await browser.open(file)
  const after = async act => {
    await page.evaluate(() => { document.querySelector('main').firstChild.id = 'before' })
    await act()
    await page.evaluate(async () => {
      while (document.querySelector('main').firstChild?.id === 'before')
        await new Promise(resolve => setTimeout(resolve, 5))
    })
  }
  await page.evaluate(async () => {
    while (document.querySelector('.value') === null) await new Promise(resolve => setTimeout(resolve, 5))
  })
  await clickThrough({
    go: async hash => await page.evaluate(() => location.hash) === hash ? null
      : after(() => page.evaluate(to => { location.hash = to }, hash)),
    links: () => page.evaluate(() => [...document.querySelectorAll('.panel th a')].map(link => link.textContent)),
    click: point => after(() => page.click(`[data-point="${point}"]`)),
    stones: () => page.evaluate(() => [...document.querySelectorAll('.stone')]
      .map(stone => `${stone.dataset.place} ${stone.classList[1]}`).sort()),
    value: () => page.evaluate(() => document.querySelector('.value').textContent)
  }, book, 5)
  assert.deepStrictEqual(page.errors, [])
  assert.deepStrictEqual(page.requests, [])
})

test('turning keeps the position', async t => {
  const {page: file} = makeBook(t, '5', '150')
  const page = await open(t, file)
  for (let walk = 0; walk < 4; walk++) {
    await page.after(() => page.all('.panel th a')[0].click())
    const value = page.text('.value')
    await page.press('r')
    await page.press('m')
    assert.strictEqual(page.text('.value'), value)
  }
})

test('moves are colored by what they lose', async t => {
  const {page: file} = makeBook(t, '5', '60')
  const page = await open(t, file)
  const shares = page.all('.move-text').map(text => Number(text.textContent)), best = Math.max(...shares)
  const least = {slip: 2, inaccuracy: 5, mistake: 10, 'serious-mistake': 20, blunder: 30} // percent, here rounded
  page.all('.move').forEach(({classList: [, grade]}, i) => {
    const lost = best - shares[i], limits = Object.values(least), next = limits.find(limit => limit > (least[grade] ?? 0))
    assert.ok(lost >= (least[grade] ?? 0) - 1 && lost <= (next ?? 100) + 1, `${grade}: ${lost}`)
  })
  assert.ok(new Set(page.all('.move').map(mark => mark.getAttribute('class'))).size > 1)
})

test('a rectangle is shown upright, whatever its canonical orientation', async t => {
  const {page: file} = makeBook(t, '4x3', '60')
  const page = await open(t, file)
  for (let i = 0; i < 3; i++) await page.press('ArrowRight')
  assert.strictEqual(page.all('.target').length, 12)
  assert.ok(page.stones().every(stone => {
    const [x, y] = stone.split(' ')[0].split(',').map(Number)
    return x >= 0 && x < 4 && y >= 0 && y < 3
  }))
  await page.press('r')
  assert.strictEqual(page.all('.coordinates text').length, 14) // on all four sides
})
