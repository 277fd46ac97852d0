// answers.mjs writes, for each GET path in api/openapi.json, the property names that its response always has. The
// office uses the list to detect responses of another program version, or of something between browser and server.
import { readFileSync, writeFileSync } from 'node:fs'

const root = new URL('../', import.meta.url)
const { paths, components } = JSON.parse(readFileSync(new URL('api/openapi.json', root), 'utf8'))

/** The property names that an object of the schema always has. */
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
