import { sgt } from '../../i18n/format.ts'
import { unprintable } from '../unprintable.ts'
import { fewestPeople, longest, mostPeople, type FormDefinition, type FormField } from './definition.ts'
import { firstYear, lastYear, solarDay } from './lunar.ts'

/** An invalid value. `path` is its path in the request body: people[1].name */
export type FormProblem = { path: string; code: string; params?: Record<string, number | string> }

/** `nameCapacity` of the chosen option limits the first people field; births must be before `now`. */
export type FormCheck = { nameCapacity?: number; now: string | number }

/** Validates values as the server does, with the same codes (tests on both sides use testdata/form-cases.json). */
export function validate(definition: FormDefinition, values: unknown, check: FormCheck): FormProblem[] {
  const found: FormProblem[] = []
  const say = (path: string, code: string, params?: Record<string, number | string>) =>
    found.push(params ? { path, code, params } : { path, code })
  const today = sgt(check.now)
  const lastAhead = today.year + aheadYears
  const todayAt = Date.UTC(today.year, today.month - 1, today.day)

  function object(path: string, fields: readonly FormField[], oneOf: readonly string[], raw: unknown): void {
    if (!isObject(raw) && raw != null) return void say(path, 'invalid-value')
    const all = raw ?? {}
    for (const field of fields) one(join(path, field.key), field, blank(all[field.key]) ? undefined : all[field.key])
    const [first] = oneOf
    if (first !== undefined && oneOf.every((key) => blank(all[key]))) say(join(path, first), 'required')
    for (const key of Object.keys(all).sort())
      if (!fields.some((field) => field.key === key)) say(join(path, key), 'unknown-field')
  }

  function one(path: string, field: FormField, value: unknown): void {
    if (field.type === 'people') return people(path, field, value)
    if (field.type === 'consent') {
      if (value !== undefined && typeof value !== 'boolean') say(path, 'invalid-value')
      else if (field.required && value !== true) say(path, 'consent-required')
    } else if (value === undefined) {
      if (field.required) say(path, 'required')
    } else if (field.type === 'birthDate') birthDate(path, field, value)
    else if (field.type === 'choice') {
      if (!field.options?.some((option) => option.key === value)) say(path, 'not-a-choice')
    } else words(path, field, value)
  }

  function words(path: string, field: FormField, value: unknown): void {
    if (typeof value !== 'string') return void say(path, 'invalid-value')
    const length = [...value].length
    const signs = field.type === 'text' ? '' : unprintable(value)
    if (unreadable(value, field.type === 'text')) say(path, 'control-character')
    else if (signs) say(path, 'unprintable-character', { chars: signs })
    else if (length > longest(field)) say(path, 'too-long', { max: longest(field) })
    else if (field.min !== undefined && length < field.min) say(path, 'too-short', { min: field.min })
  }

  function people(path: string, field: FormField, value: unknown): void {
    if (value !== undefined && !Array.isArray(value)) return void say(path, 'invalid-value')
    const list: unknown[] = value ?? []
    const most = mostPeople(definition, field, check.nameCapacity)
    const fewest = fewestPeople(field)
    if (list.length === 0) {
      if (field.required) say(path, 'required')
    } else if (list.length < fewest) say(path, 'too-few', { min: fewest })
    else if (list.length > most) say(path, 'too-many', { max: most })
    for (const [i, person] of list.slice(0, most).entries())
      object(`${path}[${i}]`, field.fields ?? [], field.requireOneOf ?? [], person)
  }

  function birthDate(path: string, { ahead }: FormField, value: unknown): void {
    if (!isObject(value)) return void say(path, 'bad-date')
    const at = dayOf(value)
    if (at === undefined) say(path, 'bad-date')
    else if (!ahead && at > todayAt) say(path, 'date-in-future')
    else if (ahead && at < todayAt) say(path, 'date-in-past')
    else if (ahead && new Date(at).getUTCFullYear() > lastAhead) say(path, 'date-too-far', { year: lastAhead })
    for (const key of Object.keys(value).sort()) if (!dateKeys.includes(key)) say(join(path, key), 'unknown-field')
  }

  object('', definition.fields, definition.requireOneOf ?? [], values)
  return found
}

/** How many years ahead a date may be; the server has the same number. */
const aheadYears = 2

const dateKeys = ['calendar', 'year', 'month', 'day', 'leap']

/** The solar day of a birth date in either calendar, as UTC milliseconds; undefined if invalid. */
export function dayOf(date: unknown): number | undefined {
  if (!isObject(date)) return undefined
  const { calendar, year, month, day, leap = false } = date
  if (!isWhole(year) || !isWhole(month) || !isWhole(day) || typeof (leap ?? false) !== 'boolean') return undefined
  if (calendar === 'lunar') return solarDay(year, month, day, leap === true)
  if (calendar !== 'solar' || leap || year < firstYear || year > lastYear) return undefined
  const at = new Date(Date.UTC(year, month - 1, day))
  return at.getUTCMonth() === month - 1 && at.getUTCDate() === day ? at.getTime() : undefined
}

function isWhole(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && Math.abs(value) <= 9999
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Absent, null, or only white space: such values are sent unchanged, but count as no answer. */
export function blank(value: unknown): boolean {
  return value == null || (typeof value === 'string' && /^\p{White_Space}*$/u.test(value))
}

/**
 * Characters that nobody types on purpose and that change how a list or a tablet reads: control characters,
 * bidirectional overrides, invisible spaces, unassigned code points, more combining marks on one letter than any script
 * has. Emoji joiners and variation selectors are allowed; line breaks only in multi-line text.
 */
function unreadable(text: string, lines: boolean): boolean {
  const heaped = /[\p{Mn}\p{Me}]{9}/u.test(text)
  return heaped || [...text].some((character) => forbidden(character.codePointAt(0) ?? 0, lines))
}

function forbidden(code: number, lines: boolean): boolean {
  if (code === 0x09 || code === 0x0a || code === 0x0d) return !lines
  return (
    code < 0x20 ||
    (code >= 0x7f && code <= 0x9f) ||
    [0x061c, 0x200b, 0x200e, 0x200f, 0xfeff].includes(code) ||
    (code >= 0x2028 && code <= 0x202e) ||
    (code >= 0x2060 && code <= 0x206f) ||
    (code >= 0xfff9 && code <= 0xfffd) ||
    (code >= 0xfdd0 && code <= 0xfdef) ||
    (code & 0xfffe) === 0xfffe
  )
}

function join(path: string, key: string): string {
  return path ? `${path}.${key}` : key
}
