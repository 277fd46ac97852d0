import type { Sheet, SheetGroup, SheetPerson } from '../sheet.ts'
import { asksBirth, passing, type FormDefinition, type FormField, type Words } from './definition.ts'
import type { Answer, Answers, BirthDraft, FormDraft } from './draft.ts'
import { blank } from './validate.ts'

/** The people of a draft, in the form in which orders show them. `dateWords` formats a date. */
export function sheetOfDraft(
  definition: FormDefinition,
  draft: FormDraft,
  dateWords: (date: BirthDraft) => Words,
): Sheet {
  const groups: SheetGroup[] = []
  const add = (kind: SheetGroup['kind'], person: SheetPerson) => {
    if (!person.name && !person.chineseName) return
    const group = groups.find((other) => other.kind === kind)
    if (group) group.people.push(person)
    else groups.push({ kind, people: [person] })
  }
  add(kindOf(definition, ownTakes(definition)), namedBy(definition.fields, draft.answers))
  for (const field of definition.fields)
    for (const { answers } of draft.people[field.key] ?? [])
      add(kindOf(definition, field.takes), {
        ...namedBy(field.fields ?? [], answers),
        answers: saidOf(field.fields ?? [], answers, dateWords),
      })
  const order = ['departed', 'dedicators', 'blessing']
  return { groups: groups.toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind)) }
}

/** The names of a draft as they will be written: the Chinese name if there is one. */
export function namesOf(definition: FormDefinition, draft: FormDraft): { living: string[]; departed: string[] } {
  const names: { living: string[]; departed: string[] } = { living: [], departed: [] }
  const add = (takes: 'living' | 'departed', fields: readonly FormField[], answers: Answers) => {
    const typed = (type: string) => fields.filter((field) => field.type === type).map((field) => answers[field.key])
    const name = [...typed('chineseName'), ...typed('name')].find(
      (answer) => typeof answer === 'string' && !blank(answer),
    )
    if (typeof name === 'string') names[takes].push(name.trim())
  }
  add(ownTakes(definition), definition.fields, draft.answers)
  for (const field of definition.fields)
    for (const person of draft.people[field.key] ?? []) add(field.takes ?? 'living', field.fields ?? [], person.answers)
  return names
}

const isName = ({ type }: FormField) => type === 'name' || type === 'chineseName'

/** Old forms have a family's ancestors beside their `dedicators`, without marking them as departed. */
const isOld = ({ fields }: FormDefinition) =>
  fields.some(({ key, type }) => type === 'people' && key === 'dedicators') &&
  !fields.some(({ takes }) => takes === 'departed')

/** Whether the name that a form asks for outside of lists is that of a living or a departed person. */
export function ownTakes(definition: FormDefinition): 'living' | 'departed' {
  const said = definition.fields.filter(isName).some(({ takes }) => takes === 'departed')
  return said || isOld(definition) ? 'departed' : 'living'
}

function kindOf(definition: FormDefinition, takes: FormField['takes']): SheetGroup['kind'] {
  if (takes === 'departed') return 'departed'
  const remembers = isOld(definition) || definition.fields.some((field) => field.takes === 'departed')
  return remembers ? 'dedicators' : 'blessing'
}

function namedBy(fields: readonly FormField[], answers: Answers): SheetPerson {
  const typed = (type: FormField['type']) =>
    fields
      .filter((field) => field.type === type)
      .map((field) => answers[field.key])
      .filter((answer): answer is string => typeof answer === 'string' && !blank(answer))
      .join(' ')
  return { chineseName: typed('chineseName'), name: typed('name') }
}

/** What is shown beside a person's name, in the server's order: the relation first. */
function saidOf(
  fields: readonly FormField[],
  answers: Answers,
  dateWords: (date: BirthDraft) => Words,
): NonNullable<SheetPerson['answers']> {
  const said = fields.flatMap((field) => {
    const answer = answers[field.key]
    if (isName(field) || answer === undefined || typeof answer === 'boolean' || !written(answer)) return []
    const { key, type, label, options } = field
    const value =
      typeof answer === 'object'
        ? dateWords(answer)
        : (options?.find((option) => option.key === answer)?.label ?? { en: answer, zh: answer })
    const about = type === 'relation' ? 'relation' : key === passing ? 'died' : asksBirth(field) ? 'born' : undefined
    return [{ field: key, type, label, value, ...(about && ({ about } as const)) }]
  })
  return said.toSorted((a, b) => Number(b.about === 'relation') - Number(a.about === 'relation'))
}

const written = (answer: Exclude<Answer, boolean>) =>
  typeof answer === 'object' ? Boolean(answer.day && answer.month && answer.year) : !blank(answer)
