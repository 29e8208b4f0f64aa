// The scripts of the web page without a browser: what they define, by name.
'use strict'

const fs = require('node:fs')
const path = require('node:path')
const vm = require('node:vm')

const root = path.join(__dirname, '../..')
const SCRIPTS = ['common/dom', 'common/goban', 'graph', 'words', 'strings', 'game/tables', 'game/rules', 'game/tree', 'game/sgf', 'game/store', 'game/library',
  'game/clock', 'engine', 'session', 'modes/judge', 'modes/report', 'tree_view', 'modes/problems', 'modes/exercises', 'shell']
const NAMES = ['goban', 'range', 'WORDS', 'LANGUAGES', 'languageFor', 'setLanguage', 't', 'RULES', 'RULE_SETS', 'rulesNamed', 'handicapPoints', 'handicapMost',
  'countGame', 'resultText', 'makeClock', 'spendTime', 'pressClock', 'clockText', 'clockLines', 'Tree',
  'store', 'hasSimd', 'readSgf', 'writeSgf', 'Engine', 'Session', 'FIRST_MOVES', 'readReport', 'judge', 'lossGrade', 'toldOf', 'reasonWords', 'moveWords', 'REASONS', 'HOW', 'judgementRequest', 'PROBLEMS', 'Exercises', 'layTree', 'placeOf', 'nodeAt', 'points']

const text = SCRIPTS.map(file => fs.readFileSync(path.join(root, `page/${file}.js`), 'utf8')).join('')
const refuse = () => { throw new Error('refused') }
// A browser that keeps nothing; tests change what it has.
const browser = {DecompressionStream, WebAssembly: {validate: bytes => WebAssembly.validate(bytes)}, navigator: {languages: ['en']},
  localStorage: {getItem: refuse, setItem: refuse}, console}
const page = vm.runInNewContext(`${text}\n;({${NAMES.join(', ')}})`, browser)

module.exports = {page, browser, root}
