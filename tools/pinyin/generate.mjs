// Writes how characters are read, for the reading list of a ceremony: of each character the one reading that it has most
// often outside of a surname, from the data of pinyin-pro (MIT). What surnames are read like is the program's own
// (web/src/office/ceremonies/reading/surnames.ts). The library itself weighs three times as much and knows no surname in
// its traditional form, so it does not travel to the tablet.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { pinyin } from 'pinyin-pro'

const out = fileURLToPath(new URL('../../web/src/office/ceremonies/reading/pinyin-data.ts', import.meta.url))
const { version } = JSON.parse(readFileSync(new URL('node_modules/pinyin-pro/package.json', import.meta.url), 'utf8'))

// Unified ideographs, extension A, and the planes behind.
const blocks = [
  [0x4e00, 0x9fff],
  [0x3400, 0x4dbf],
  [0x20000, 0x323af],
]

/** @type {Map<string, string[]>} */
const read = new Map()
for (const [first, last] of blocks) {
  for (let point = first; point <= last; point++) {
    const char = String.fromCodePoint(point)
    const [said] = pinyin(char, { type: 'array' })
    if (!said || said === char) continue
    const chars = read.get(said)
    if (chars) chars.push(char)
    else read.set(said, [char])
  }
}
const lines = [...read].sort(([a], [b]) => (a < b ? -1 : 1)).map(([said, chars]) => `${said} ${chars.join('')}`)
writeFileSync(
  out,
  `// Written by tools/pinyin (make generate) from pinyin-pro ${version}, MIT, © zh-lx. A line is a reading and its characters.\n` +
    `export const readings = \`${lines.join('\n')}\`\n`,
)
