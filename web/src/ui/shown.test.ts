import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'

const ui = import.meta.dirname
const dev = resolve(ui, '../../dev')

// Components that /dev/ui shows only inside others.
const within = new Map([
  ['Field', 'TextField and TextArea are fields with their control'],
  ['FieldError', 'stands in every part that is shown with an error'],
  ['IdentityNote', 'stands below a field with an NRIC or FIN in it'],
  ['RoomNote', 'stands below a field that is nearly full'],
])

/** The components exported by the files of a folder and its subfolders. */
function parts(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = resolve(folder, entry.name)
    if (entry.isDirectory()) return parts(path)
    if (!/^(?!.*\.test\.).*\.tsx$/.test(entry.name)) return []
    return [...readFileSync(path, 'utf8').matchAll(/^export (?:function|const|class) ([A-Z]\w*)/gm)].map(
      ([, name = '']) => name,
    )
  })
}

it('the gallery shows every component of ui/', () => {
  const page = readdirSync(dev)
    .filter((name) => name.endsWith('.tsx'))
    .map((name) => readFileSync(resolve(dev, name), 'utf8'))
    .join('\n')
  const shown = (name: string) => new RegExp(`<${name}[\\s/>]`).test(page)
  const all = parts(ui)
  expect(all.length).toBeGreaterThan(25)
  expect(all.filter((name) => !shown(name) && !within.has(name))).toEqual([])
  // An exception for a component that is gone, or shown by now, must be removed.
  expect([...within.keys()].filter((name) => !all.includes(name) || shown(name))).toEqual([])
})
