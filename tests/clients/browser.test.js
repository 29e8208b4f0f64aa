// The page of a review in a headless Chromium: geometry, clicks, roles and contrast, pictures; with the engine in it, too.
// Skipped if there is none. Pictures are compared on Debian 12 alone, whose fonts they show;
// WRITE_PICTURES=1 writes them anew.
'use strict'

const assert = require('node:assert')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const test = require('node:test')
const {Chromium, findChromium} = require('./chromium.js')
const {differenceFromKept, otherFonts} = require('./png.js')
const {Visitor} = require('./visitor.js')
const {program, run} = require('./program.js')

const axe = fs.readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')
const whole = path.resolve(process.env.DIHEDRA_PAGE ?? path.join(__dirname, '../../build/web/dihedra.html'))
const SIZES = [[390, 844], [768, 1024], [1280, 900]]
const RECORD = `(;GM[1]FF[4]SZ[9]KM[7]RU[Chinese]PB[Ada]BR[5k]PW[Grace]WR[4k]DT[2026-01-02]RE[W+R]
;B[ee];W[ec];B[gd];W[cf];B[ef]C[A comment of the record.];W[ff];B[fe];W[gg];B[ch];W[bg];B[eh];W[aa]
;B[dc];W[dd];B[cd];W[ed];B[ce];W[de];B[df];W[db];B[cc];W[gf];B[he];W[hf];B[ia];W[ie])`

const chromium = findChromium()
const skip = chromium ? false : 'there is no Chromium'

let folder, file, index, browser
test.before(() => {
  if (skip) return
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'dihedra-browser-'))
  file = path.join(folder, 'page.html')
  fs.writeFileSync(path.join(folder, 'game.sgf'), RECORD)
  index = path.join(folder, 'pages', 'index.html')
  for (const words of [['game.sgf', '--html', 'page.html'], ['game.sgf', './game.sgf', '--html', 'pages']]) {
    run(['analyze', ...words, '--visits', '60', '--engine',
      `${program} --model none --memory 16 --threads 1 --seed 1`], {cwd: folder})
  }
  browser = new Chromium(chromium)
})
test.after(async () => {
  if (skip) return
  await browser.close()
  fs.rmSync(folder, {recursive: true})
})

// Opens the page of the game, or another, and expects no error and no request until the test ends.
async function open(t, options, other = file) {
  const page = await browser.open(other, options)
  t.after(async () => {
    await page.close()
    assert.deepStrictEqual(page.errors, [])
    assert.deepStrictEqual(page.requests.filter(each => !each.startsWith('blob:')), [])
  })
  page.text = selector => page.evaluate(name => document.querySelector(name).textContent, selector)
  page.count = selector => page.evaluate(name => document.querySelectorAll(name).length, selector)
  page.bottom = selector => page.evaluate(name => document.querySelector(name).getBoundingClientRect().bottom, selector)
  return page
}

// ---- Geometry ----

for (const [width, height] of [...SIZES, [320, 640]])
  test(`the page fits a window of ${width} pixels`, {skip}, async t => {
    const page = await open(t, {width, height})
    for (const tab of ['#tab-analyse', '#tab-review']) {
      await page.click(tab)
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= width)
    }
    await page.evaluate(() => scrollTo(0, 0))
    for (const selector of ['.board', '.stepper', ...height > 700 ? ['.graph', '.verdict-box p'] : []])
      assert.ok(await page.bottom(selector) <= height, `${selector} ends at ${await page.bottom(selector)}`)
    const box = await page.evaluate(() => {
      const {width: w, height: h} = document.querySelector('.board').getBoundingClientRect()
      return [w, h]
    })
    assert.ok(Math.abs(box[0] - box[1]) < 1 && box[0] > .4 * width, String(box))
    const small = await page.evaluate(() => [...document.querySelectorAll('.panel button, .stepper button, .tabs button')]
      .filter(each => Math.min(each.offsetWidth, each.offsetHeight) < 44).map(each => each.id))
    assert.deepStrictEqual(small, []) // what a finger hits
  })

test('the page prints on two sheets', {skip}, async t => {
  const page = await open(t)
  const pdf = (await page.pdf()).toString('latin1')
  assert.strictEqual(pdf.match(/\/Type\s*\/Page\b/g).length, 2)
  assert.strictEqual(await page.text('.paper'), '') // on paper alone
})

// ---- Pictures ----

for (const [width, height] of SIZES)
  for (const scheme of ['light', 'dark'])
    test(`the page looks as it did, ${width} pixels, ${scheme}`, {skip: skip || otherFonts}, async t => {
      const page = await open(t, {width, height, dark: scheme === 'dark'})
      const found = differenceFromKept(await page.screenshot(.25), `review-${width}-${scheme}`)
      assert.ok(found < 3, `the mean difference is ${found} of 255`)
    })

// ---- Controls ----

const at = async page => Number(/\d+/.exec(await page.text('.verdict-box h2'))?.[0] ?? 0)

test('a click goes through the game', {skip}, async t => {
  const page = await open(t)
  const end = 26
  for (const [id, expected] of [['first', 0], ['forward', 1], ['last', end], ['back', end - 1]]) {
    await page.click(`#${id}`)
    assert.strictEqual(await at(page), expected, id)
  }
  await page.click('#next')
  assert.strictEqual(await page.count('.verdict-box .grade'), 1)
  await page.click('.graph')
  assert.strictEqual(await at(page), end / 2)
  await page.click('#all-moves')
  await page.click('.moves button', 4)
  assert.strictEqual(await at(page), 5)
  assert.strictEqual(await page.text('.comment'), 'A comment of the record.')
  await page.click('.mistakes li button')
  assert.ok(await page.count('.candidate.best') === 1)
  await page.click('#show-answer')
  assert.ok(await page.count('.line-stone') > 0)
})

test('candidates show their lines', {skip}, async t => {
  const page = await open(t, {hash: '#move-5'})
  await page.click('#tab-analyse')
  const hover = async (selector, index = 0) => {
    const [x, y] = await page.evaluate((name, number) => {
      const element = document.querySelectorAll(name)[number]
      element.scrollIntoView({block: 'center'})
      const box = element.getBoundingClientRect()
      return [box.x + box.width / 2, box.y + box.height / 2]
    }, selector, index)
    await page.send('Input.dispatchMouseEvent', {type: 'mouseMoved', x, y})
    return page.count('.line-stone')
  }
  assert.ok(await page.count('.candidates tbody tr') >= 3)
  assert.strictEqual(await hover('.summary-line'), 0)
  assert.ok(await hover('.candidates button') > 0)
  assert.strictEqual(await hover('.summary-line'), 0)
  assert.ok(await hover('.board .candidate.best') > 0)
  await hover('.summary-line')
  await page.click('.board .candidate.best') // is played
  assert.strictEqual(await page.count('.node'), 28)
  assert.match(await page.text('.summary-line'), /Black’s chances/)
})

// ---- Access ----

test('roles, names and contrast are in order', {skip}, async t => {
  for (const dark of [false, true])
    for (const which of [file, index]) {
      const page = await open(t, {dark}, which)
      await page.evaluate(`${axe};0`)
      const check = async () => assert.deepStrictEqual(await page.evaluate(() => axe.run().then(({violations}) =>
        violations.map(({id, nodes}) => [id, nodes.map(node => node.target.join(' '))]))), [])
      await check()
      if (which === index) continue
      await page.click('#all-moves')
      await check()
      await page.click('#tab-analyse')
      await check()
      await page.click('#menu')
      await check()
    }
})

// The contrast of what is written on the board to what is below it (WCAG 2.1, 1.4.3): axe looks at no drawings.
function contrasts() {
  const luminance = color => {
    const [r, g, b] = color.match(/[\d.]+/g).map(each => each / 255).map(each =>
      each <= .03928 ? each / 12.92 : ((each + .055) / 1.055) ** 2.4)
    return .2126 * r + .7152 * g + .0722 * b
  }
  const ratio = (a, b) => {
    const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y)
    return (high + .05) / (low + .05)
  }
  const found = []
  const check = (element, front, back) => found.push([ratio(front, back), element.textContent.slice(0, 30), front, back])
  for (document.body.dataset.theme of ['plain', 'contrast', 'wood']) {
    for (const text of document.querySelectorAll('.coordinates text')) {
      const board = text.closest('svg'), {fill} = getComputedStyle(board.querySelector('.wood'))
      check(text, getComputedStyle(text).fill, fill === 'none' ? getComputedStyle(board).backgroundColor : fill)
    }
    for (const mark of document.querySelectorAll('.board .candidate'))
      check(mark, getComputedStyle(mark.querySelector('text')).fill, getComputedStyle(mark.querySelector('circle')).fill)
  }
  return found
}

for (const scheme of ['light', 'dark'])
  test(`texts on the board have a contrast of 4.5 to 1, ${scheme}`, {skip}, async t => {
    const page = await open(t, {dark: scheme === 'dark'})
    const found = await page.evaluate(contrasts)
    assert.ok(found.length > 20)
    assert.deepStrictEqual(found.filter(([ratio]) => ratio < 4.5), [])
  })

test('an index of games fits all windows and leads to positions', {skip}, async t => {
  for (const [width, height] of SIZES) {
    const page = await open(t, {width, height}, index)
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= width)
  }
  const page = await open(t, {}, index)
  assert.ok(await page.count('.repeated .try') >= 2) // the same game twice
  const loaded = browser.wait('Page.loadEventFired', page.sessionId)
  await page.click('.repeated a')
  await loaded
  assert.match(await page.text('.verdict-box h2'), /^Move \d+: /)
})

// ---- With the engine ----

test('a page with the engine in it answers', {skip: skip || (!fs.existsSync(whole) && `there is no ${whole}`)}, async t => {
  const other = path.join(folder, 'engine.html')
  run(['analyze', 'game.sgf', '--html', other, `--with-engine=${whole}`, '--visits', '60', '--engine',
    `${program} --model none --memory 16 --threads 1 --seed 1`], {cwd: folder})
  const page = await open(t, {hash: '#move-12'}, other)
  const visitor = new Visitor(page)
  assert.strictEqual(await page.evaluate(() => document.title), 'Ada 5k – Grace 4k')
  assert.match(await page.text('.verdict-box h2'), /^Move 12: White A9/)
  assert.strictEqual(await page.count('.tabs button'), 4)
  const told = await page.text('.figures')
  await page.click('#first')
  await page.click('#tab-analyse')
  await visitor.until(() => Number(/([\d,]+) visits/.exec(document.querySelector('.summary-line').textContent)?.[1].replace(',', '')) > 400)
  await page.click('#tab-review')
  assert.notStrictEqual(await page.text('.figures'), told) // another analysis, another judgement
  await visitor.until(() => document.querySelector('#begin')?.textContent === 'Review again')
})
