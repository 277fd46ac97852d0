// Cuts the font of the Latin text on link pictures (internal/share/font) out of the web font, as a plain TrueType file
// of one weight, which Go can read. Run it by hand when the characters change; the file is committed:
//   node web/scripts/share-font.mjs
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import subsetFont from 'subset-font'

const require = createRequire(import.meta.url)
const folder = dirname(require.resolve('@fontsource-variable/source-serif-4/package.json'))
const to = join(import.meta.dirname, '../../internal/share/font')

const latin = [
  [0x20, 0x7e],
  [0xa0, 0xff],
  [0x2013, 0x2014],
  [0x2018, 0x2019],
  [0x201c, 0x201d],
  [0x2026, 0x2026],
]
const text = latin
  .flatMap(([a, b]) => Array.from({ length: b - a + 1 }, (_, i) => String.fromCodePoint(a + i)))
  .join('')
const serif = readFileSync(join(folder, 'files/source-serif-4-latin-wght-normal.woff2'))
const font = await subsetFont(serif, text, {
  targetFormat: 'truetype',
  variationAxes: { wght: 600 },
  noHinting: true,
  keepFeatures: ['kern', 'lnum'],
})
writeFileSync(join(to, 'source-serif.ttf'), font)
writeFileSync(join(to, 'source-serif-OFL.txt'), readFileSync(join(folder, 'LICENSE')))
console.log(`source-serif.ttf ${(font.length / 1000).toFixed(1)} kB`)
