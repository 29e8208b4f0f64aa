// Reads a report of lz-analyze or kata-analyze, a line of keys and values, into an object:
// {moves: [{move: 'C3', visits: 8, pv: ['C3', ...], ...}, ...], root: {...}, ownership: [...]}.
// It fails on keys that the protocol does not have and on malformed values.
'use strict'

const assert = require('node:assert')

const vertex = /^([A-HJ-Z]([1-9]|1\d|2[0-5])|pass)$/
const whole = /^-?\d+$/
const real = /^-?\d+\.\d+$/

const keysOfMoves = {
  lz: {move: vertex, visits: whole, winrate: whole, prior: whole, lcb: whole, order: whole},
  kata: {
    move: vertex,
    visits: whole,
    edgeVisits: whole,
    utility: real,
    winrate: real,
    scoreMean: real,
    scoreStdev: real,
    scoreLead: real,
    scoreSelfplay: real,
    prior: real,
    lcb: real,
    utilityLcb: real,
    weight: real,
    noResultValue: real,
    order: whole,
    isSymmetryOf: vertex
  }
}
const listsOfMoves = {
  lz: {pv: vertex},
  kata: {
    pv: vertex,
    pvVisits: whole,
    pvEdgeVisits: whole,
    movesOwnership: real,
    movesOwnershipStdev: real
  }
}
const keyOfRoot = /^[a-zA-Z]+$/
const keysWithList = {ownership: real, ownershipStdev: real}

// Takes values of this form from the front of the tokens, as many as there are.
function takeList(tokens, form) {
  const end = tokens.findIndex(token => !form.test(token))
  const values = tokens.splice(0, end < 0 ? tokens.length : end)
  return form === vertex ? values : values.map(Number)
}

function takeValue(tokens, form, key) {
  const value = tokens.shift()
  assert.match(value ?? '', form, key)
  return form === vertex ? value : Number(value)
}

function takeMove(tokens, dialect) {
  const move = {}
  const values = keysOfMoves[dialect]
  const lists = listsOfMoves[dialect]
  while (tokens[0] in values || tokens[0] in lists) {
    const key = tokens.shift()
    assert(!(key in move), `${key} is there twice`)
    move[key] = key in lists ? takeList(tokens, lists[key]) : takeValue(tokens, values[key], key)
  }
  return move
}

function takeRoot(tokens) {
  const root = {}
  while (tokens.length > 0 && !(tokens[0] in keysWithList)) {
    const key = tokens.shift()
    assert.match(key, keyOfRoot)
    root[key] = tokens.shift()
  }
  return root
}

function parseReport(line, dialect) {
  const tokens = line.split(' ')
  const report = {moves: []}
  while (tokens[0] === 'info') {
    tokens.shift()
    report.moves.push(takeMove(tokens, dialect))
  }
  if (tokens[0] === 'rootInfo') {
    tokens.shift()
    report.root = takeRoot(tokens)
  }
  while (tokens[0] in keysWithList) {
    const key = tokens.shift()
    report[key] = takeList(tokens, keysWithList[key])
  }
  assert.deepStrictEqual(tokens, [], `in ${line}`)
  return report
}

module.exports = {parseReport}
