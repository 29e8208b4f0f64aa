// Pictures that are kept in pictures/, and PNG files of 8 bits a channel, RGB or RGBA, as Chromium makes them (ISO/IEC 15948).
'use strict'

const fs = require('node:fs')
const path = require('node:path')
const {inflateSync} = require('node:zlib')

const paeth = (left, up, corner) => {
  const [a, b, c] = [left, up, corner].map(each => Math.abs(left + up - corner - each))
  return a <= b && a <= c ? left : b <= c ? up : corner
}

// Returns {width, height, channels, bytes}: rows of pixels from the top.
function readPng(file) {
  const parts = []
  let width, height, channels
  for (let at = 8; at < file.length;) {
    const length = file.readUInt32BE(at)
    const type = file.toString('latin1', at + 4, at + 8)
    const content = file.subarray(at + 8, at + 8 + length)
    if (type === 'IHDR') [width, height, channels] = [content.readUInt32BE(0), content.readUInt32BE(4), content[9] === 6 ? 4 : 3]
    if (type === 'IDAT') parts.push(content)
    at += length + 12
  }
  const raw = inflateSync(Buffer.concat(parts))
  const stride = width * channels
  const bytes = Buffer.alloc(stride * height)
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (stride + 1)]
    for (let x = 0; x < stride; x++) {
      const here = y * stride + x
      const left = x < channels ? 0 : bytes[here - channels]
      const up = y === 0 ? 0 : bytes[here - stride]
      const corner = x < channels || y === 0 ? 0 : bytes[here - stride - channels]
      const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter]
      bytes[here] = raw[y * (stride + 1) + 1 + x] + guess
    }
  }
  return {width, height, channels, bytes}
}

// The mean difference of two images' channels, 0 to 255; Infinity if they differ in size.
function difference(a, b) {
  if (a.width !== b.width || a.height !== b.height) return Infinity
  let sum = 0
  for (let pixel = 0; pixel < a.width * a.height; pixel++)
    for (let channel = 0; channel < 3; channel++)
      sum += Math.abs(a.bytes[pixel * a.channels + channel] - b.bytes[pixel * b.channels + channel])
  return sum / (3 * a.width * a.height)
}

// The mean difference of a PNG from the picture that is kept under a name; WRITE_PICTURES=1 keeps it anew.
function differenceFromKept(bytes, name) {
  const file = path.join(__dirname, 'pictures', `${name}.png`)
  if (process.env.WRITE_PICTURES) fs.writeFileSync(file, bytes)
  return difference(readPng(bytes), readPng(fs.readFileSync(file)))
}

// Pictures show the fonts of Debian 12.
const otherFonts = fs.existsSync('/etc/os-release') && /VERSION_CODENAME=bookworm/.test(fs.readFileSync('/etc/os-release', 'utf8'))
  ? false : 'not Debian 12'

module.exports = {difference, differenceFromKept, otherFonts, readPng}
