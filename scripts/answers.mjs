// answers.mjs writes what the office may rely on: for each path that is read (GET), the names that its answer always has,
// from api/openapi.json. An answer that lacks one comes from another version of the program, or from something on the way.
import { readFileSync, writeFileSync } from 'node:fs'

const root = new URL('../', import.meta.url)
const { paths, components } = JSON.parse(readFileSync(new URL('api/openapi.json', root), 'utf8'))

/** The names that an object of the schema always has. */
function namesOf(schema) {
  if (schema?.$ref) return namesOf(components.schemas[schema.$ref.split('/').at(-1)])
  return schema?.type === 'object' ? (schema.required ?? []) : []
}

const lines = Object.entries(paths)
  .map(([path, { get }]) => [path, namesOf(get?.responses[200]?.content?.['application/json']?.schema)])
  .filter(([, names]) => names.length > 0)
  .map(([path, names]) => `  '${path}': '${names.join(' ')}',\n`)
writeFileSync(
  new URL('web/src/office/answers.gen.ts', root),
  `// Written by scripts/answers.mjs from api/openapi.json.\n\n/** The names that the answer to each path always has, apart by blanks. */\nexport const answers: Readonly<Record<string, string>> = {\n${lines.join('')}}\n`,
)
