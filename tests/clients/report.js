// Reads a report of lz-analyze or kata-analyze, a line of keys and values, into an object:
// {moves: [{move: 'C3', visits: 8, pv: ['C3', ...], ...}, ...], root: {...}, ownership: [...]}.
// Which keys there are, in which order and with which values: tests/support/reader/report_reader.c.
'use strict'

const assert = require('node:assert')

const vertex = /^([A-HJ-Z]([1-9]|1\d|2[0-5])|pass)$/
const number = /^-?\d+(\.\d+)?$/
const lists = /^(pv|pvVisits|pvEdgeVisits|(movesO|o)wnership(Stdev)?)$/

const isValue = token => vertex.test(token) || number.test(token)
const read = token => (number.test(token) ? Number(token) : token)

// Takes the values of a key from the front of the tokens.
function takeValue(tokens, key) {
  if (!lists.test(key)) return read(tokens.shift())
  const end = tokens.findIndex(token => !isValue(token))
  return tokens.splice(0, end < 0 ? tokens.length : end).map(read)
}

function parseReport(line) {
  const tokens = line.split(' ')
  const report = {moves: []}
  let part = report
  while (tokens.length > 0) {
    const key = tokens.shift()
    assert.match(key, /^[a-zA-Z]+$/, line)
    if (key === 'info') {
      report.moves.push((part = {}))
    } else if (key === 'rootInfo') {
      part = report.root = {}
    } else {
      if (key.startsWith('ownership')) part = report
      assert(!(key in part), `${key} is there twice in ${line}`)
      part[key] = takeValue(tokens, key)
    }
  }
  return report
}

module.exports = {parseReport}
