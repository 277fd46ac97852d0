// answers.mjs generates web/src/office/answers.gen.ts from api/openapi.json: for each GET path, the properties that its
// response always has. A response without one of them comes from another version of the program, or from a proxy.
import { readFileSync, writeFileSync } from 'node:fs'

const root = new URL('../', import.meta.url)
const { paths, components } = JSON.parse(readFileSync(new URL('api/openapi.json', root), 'utf8'))

/** The required properties of a schema. */
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
