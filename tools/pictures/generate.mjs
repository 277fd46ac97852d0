// Renders SVG drawings of the pages as PNG files: the backgrounds of link previews, on which internal/platform/share
// writes a page's title, and the icons for browsers and phones. resvg runs as WebAssembly, so that every machine
// produces the same bytes. `make generate` runs it.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import { encodePng } from './png.mjs'

const root = join(import.meta.dirname, '../..')
const artFolder = join(root, 'web/src/ui/art')
const groundFolder = join(root, 'internal/platform/share/ground')
const publicFolder = join(root, 'web/public')

const seal = read(join(root, 'internal/platform/share/seal.svg'))
const favicon = read(join(publicFolder, 'favicon.svg'))

// Sizes and positions as in internal/platform/share/layout.go, colours as in web/src/styles/app.css.
const width = 1200
const height = 630
const footer = 588
const panel = { x: 752, y: 56, width: 384, height: 488 }
const paper = '#fbf6ec'
const cinnabar = '#9f2a1f'

/** The text of an SVG file. */
function read(path) {
  return readFileSync(path, 'utf8')
}

/** One drawing nested in another, in its own box. */
function placed(svg, { x, y, width, height }) {
  return svg.replace('<svg ', `<svg x="${x}" y="${y}" width="${width}" height="${height}" `)
}

/** An SVG document of the given size. */
function document(width, height, inside) {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${inside}</svg>`
}

/** The temple in the morning, faded behind the title. */
function scene() {
  const scale = 0.8
  const box = { x: -16, y: footer + 14 - 760 * scale, width: 1700 * scale, height: 760 * scale }
  return `${placed(read(join(artFolder, 'scene.svg')), box)}
    <linearGradient id="veil"><stop offset="0" stop-color="${paper}"/><stop offset="1" stop-color="${paper}" stop-opacity="0"/></linearGradient>
    <rect width="560" height="${height}" fill="${paper}"/>
    <rect x="560" width="300" height="${height}" fill="url(#veil)"/>`
}

/** The background of event previews, an almanac's leaf: lattice on lacquer. */
function lattice() {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 384 488">
    <pattern id="lattice" width="48" height="48" patternUnits="userSpaceOnUse">
      <g fill="none" stroke="#c99a4b" stroke-width="1.4" opacity=".16"><path d="M0 0h48v48H0zM12 12h24v24H12zM24 0v12M24 36v12M0 24h12M36 24h12M19 19h10v10H19z"/></g>
    </pattern>
    <rect width="384" height="488" fill="#7f1f17"/>
    <rect width="384" height="488" fill="url(#lattice)"/></svg>`
}

/** A drawing in a frame. */
function framed(svg) {
  const { x, y, width, height } = panel
  return `<clipPath id="panel"><rect x="${x}" y="${y}" width="${width}" height="${height}" rx="24"/></clipPath>
    <g clip-path="url(#panel)">${placed(svg, panel)}</g>
    <rect x="${x + 11}" y="${y + 11}" width="${width - 22}" height="${height - 22}" rx="15" fill="none" stroke="#f0cd8a" stroke-width="1.6" stroke-opacity=".7"/>`
}

/** The fret pattern at the top of the pages' footer. */
function fret() {
  let lines = ''
  for (let x = 0; x < width; x += 28) lines += `M${x} ${footer + 25.5}h22v-9.5h-15v6h8M${x + 22} ${footer + 25.5}h6`
  return `<rect y="${footer}" width="${width}" height="${height - footer}" fill="#35120d"/>
    <path d="${lines}" fill="none" stroke="#c99a4b" stroke-width="1.7" stroke-linejoin="round"/>`
}

/** What the backgrounds of all link previews share. */
function ground(inside) {
  return document(
    width,
    height,
    `<rect width="${width}" height="${height}" fill="${paper}"/>${inside}${placed(seal, { x: 60, y: 48, width: 80, height: 80 })}${fret()}`,
  )
}

/**
 * An icon. Phones cut their own shapes out of maskable icons, of which only a central circle, four fifths of the width,
 * is always visible (W3C Web App Manifest, "Icon masks"); maskable icons and Apple's fill the whole square.
 */
function icon(size, { filled, scale = 1 }) {
  const inside = size * scale
  const edge = (size - inside) / 2
  const square = filled ? `<rect width="${size}" height="${size}" fill="${cinnabar}"/>` : ''
  return document(size, size, square + placed(favicon, { x: edge, y: edge, width: inside, height: inside }))
}

await initWasm(readFileSync(createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm')))
mkdirSync(groundFolder, { recursive: true })

writeGround('scene', scene())
writeGround('day', framed(lattice()))
for (const name of readdirSync(artFolder)) {
  if (!name.endsWith('.svg') || name === 'scene.svg' || name === 'map.svg') continue
  writeGround(name.replace('.svg', ''), framed(read(join(artFolder, name))))
}

writeIcon('favicon-32', icon(32, { filled: false }))
writeIcon('apple-touch-icon', icon(180, { filled: true }))
writeIcon('icon-192', icon(192, { filled: false }))
writeIcon('icon-512', icon(512, { filled: false }))
writeIcon('icon-maskable-512', icon(512, { filled: true, scale: 0.8 }))

function writeGround(name, inside) {
  write(join(groundFolder, `${name}.png`), encodePng(new Resvg(ground(inside)).render()))
}

function writeIcon(name, svg) {
  write(join(publicFolder, `${name}.png`), new Resvg(svg).render().asPng())
}

/** Writes a file only if its content changed, so that its modification time stays otherwise. */
function write(path, bytes) {
  if (!existsSync(path) || Buffer.compare(readFileSync(path), bytes) !== 0) writeFileSync(path, bytes)
}
