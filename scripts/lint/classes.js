// Checks that every class used on a page has a rule in the page's style sheet: a misspelt class, or one excluded in
// web/src/styles/public.css, would silently have no effect.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { build, parseSync } from 'vite'
import { classesIn, unknownClasses } from './class-names.js'

const web = join(import.meta.dirname, '..', '..', 'web')

/** The style sheets as the production build makes them. */
async function built(sheets) {
  const { default: tailwindcss } = await import(join(web, 'node_modules/@tailwindcss/vite/dist/index.mjs'))
  const { output } = await build({
    root: web,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins: [tailwindcss()],
    build: {
      write: false,
      assetsInlineLimit: 0,
      rolldownOptions: { input: sheets.map((path) => join(web, 'src', path)) },
    },
  })
  return output.map(({ fileName, source }) => (fileName.endsWith('.css') ? source : '')).join('\n')
}

const files = readdirSync(join(web, 'src'), { recursive: true })
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.|\btesting\b|\.d\.ts$/.test(path))
  .map((path) => {
    const text = readFileSync(join(web, 'src', path), 'utf8')
    return {
      path: join(web, 'src', path),
      office: path.startsWith('office'),
      text,
      program: parseSync(path, text).program,
    }
  })

let wrong = 0
for (const [office, sheets] of [
  [false, ['styles/public.css', 'features/lamp/kiosk.css']],
  [true, ['office/office.css', 'office/kit/print/sheet.css']],
]) {
  const known = classesIn(await built(sheets))
  const pages = files.filter((file) => file.office === office)
  for (const { path, line, name } of unknownClasses(pages, known)) {
    wrong++
    console.error(`${relative('', path)}:${line}: class "${name}" has no rule in the built ${sheets.join(' or ')}`)
  }
}
process.exitCode = wrong ? 1 : 0
