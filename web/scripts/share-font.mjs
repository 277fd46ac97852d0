// Builds the Latin fonts that Go draws with from the web fonts, as TrueType files of one weight: the serif of link
// previews (internal/platform/share/font), and serif and sans of the PDFs (internal/platform/document/latin). Run it by
// hand when the characters change; the files are committed:
//
//   node web/scripts/share-font.mjs
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import subsetFont from 'subset-font'

const require = createRequire(import.meta.url)
const root = join(import.meta.dirname, '../..')

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

/** Writes the font of a family (source-serif-4) in one weight, with its licence. */
async function cut(family, weight, to, name) {
  const folder = dirname(require.resolve(`@fontsource-variable/${family}/package.json`))
  const font = await subsetFont(readFileSync(join(folder, `files/${family}-latin-wght-normal.woff2`)), text, {
    targetFormat: 'truetype',
    variationAxes: { wght: weight },
    noHinting: true,
    keepFeatures: ['kern', 'lnum'],
  })
  mkdirSync(join(root, to), { recursive: true })
  writeFileSync(join(root, to, `${name}.ttf`), font)
  writeFileSync(join(root, to, `${name}-OFL.txt`), readFileSync(join(folder, 'LICENSE')))
  console.log(`${to}/${name}.ttf ${(font.length / 1000).toFixed(1)} kB`)
}

await cut('source-serif-4', 600, 'internal/platform/share/font', 'source-serif')
await cut('source-serif-4', 600, 'internal/platform/document/latin', 'source-serif')
await cut('source-sans-3', 400, 'internal/platform/document/latin', 'source-sans')
