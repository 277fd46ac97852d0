import { fewestPeople, type FormField } from '../../domain/form/definition.ts'
import { changeDraft, emptyDraft } from '../../domain/form/draft.ts'
import { ownTakes } from '../../domain/form/sheet-of-draft.ts'
import { isSoldOut } from '../../domain/offering.ts'
import { chosen, hasOpenAmount } from '../../domain/order.ts'
import { changeItem, withItem, type Draft, type DraftItem, type Offering } from './draft.ts'

/** A person's names in both scripts; either may be empty. */
export type Names = { name: string; chineseName: string }

const isName = ({ type }: FormField) => type === 'name' || type === 'chineseName'

/**
 * Whether an option can be sold with a single name: no departed persons, and only choice questions. Otherwise the full
 * form is used.
 */
export function fits(offering: Offering, optionId: string): boolean {
  const option = offering.options.find(({ id }) => id === optionId)
  if (!option || isSoldOut(option) || offering.enquiryOnly || !option.terms.includes('once')) return false
  const form = offering.form
  if (!form) return true
  if (form.fields.filter(({ type }) => type === 'people').length > 1) return false
  if (form.fields.some(isName) && ownTakes(form) === 'departed') return false
  return form.fields.every((field) => {
    if (field.type === 'choice' || isName(field)) return true
    if (field.type !== 'people') return !field.required
    const asked = (field.fields ?? []).every((one) => !one.required || isName(one))
    return field.takes !== 'departed' && fewestPeople(field) <= 1 && asked
  })
}

/** The required choices of an offering. */
export function choicesOf(offering: Offering): FormField[] {
  return (offering.form?.fields ?? []).filter(({ type, required }) => type === 'choice' && required)
}

/** Whether the form has a field for the name: otherwise the name is only the payer's. */
export function takesName(offering: Offering): boolean {
  return offering.form?.fields.some((field) => field.type === 'people' || isName(field)) ?? false
}

/** Splits a typed name by script: 陈美玲 Tan Mei Ling */
export function namesOf(typed: string): Names {
  const words = typed.trim().split(/\s+/)
  const chinese = words.filter((word) => /\p{Script=Han}/u.test(word))
  const rest = words.filter((word) => !/\p{Script=Han}/u.test(word))
  return { name: rest.join(' '), chineseName: chinese.join(' ') }
}

/** The draft with another option, keeping the name. */
export function withTile(draft: Draft, offering: Offering, optionId: string): Draft {
  const next = withItem({ ...draft, items: [] }, offering, optionId)
  const once = next.items.map((item) => ({ ...item, order: { ...item.order, term: 'once' as const } }))
  return named({ ...next, items: once }, offering, namesFor(draft))
}

/** The names of the sale: those of the found member, otherwise the typed ones. */
export function namesFor(draft: Draft): Names {
  return draft.forAccount && draft.known ? draft.known : namesOf(draft.typed)
}

/** The draft with the name filled into the offering's form. */
export function named(draft: Draft, offering: Offering | undefined, names: Names): Draft {
  const item = draft.items[0]
  if (!item || !offering?.form) return draft
  let form = item.form ?? emptyDraft(offering.form)
  for (const field of offering.form.fields) {
    if (isName(field))
      form = changeDraft(form, {
        type: 'answer',
        field: field.key,
        answer: answerOf(field, offering.form.fields, names),
      })
    const person = form.people[field.key]?.[0]
    if (field.type === 'people' && person)
      for (const one of (field.fields ?? []).filter(isName))
        form = changeDraft(form, {
          type: 'person-answer',
          list: field.key,
          person: person.id,
          field: one.key,
          answer: answerOf(one, field.fields ?? [], names),
        })
  }
  return changeItem(draft, item.id, { form })
}

/** A form with a single name field takes the name in either script. */
function answerOf(field: FormField, fields: readonly FormField[], { name, chineseName }: Names): string {
  const alone = fields.filter(isName).length === 1
  const own = field.type === 'chineseName' ? chineseName : name
  return own || (alone ? name || chineseName : '')
}

/** The draft as the full form continues it: with the payer filled in. */
export function forFullForm(draft: Draft): Draft {
  const { name, chineseName } = namesFor(draft)
  const written = draft.samePayer ? { ...draft.payer, name, chineseName } : draft.payer
  return { ...draft, payer: written }
}

/** Whether the draft can be shown as a quick sale: at most one suitable item. */
export function isQuick(draft: Draft, offering: Offering | undefined): boolean {
  const [item, other] = draft.items
  if (!item) return Object.values(draft.payer).every((text) => text.trim() === '') || draft.typed.trim() !== ''
  if (other || draft.leftOut.length > 0) return false
  const people = Object.values(item.form?.people ?? {}).flat()
  return people.length <= 1 && (!offering || fits(offering, item.order.optionId))
}

/** Whether the amount must still be typed. */
export function asksAmount(offering: Offering, item: DraftItem): boolean {
  return hasOpenAmount(chosen(offering, item.order))
}

/** Notes and coins used at a counter, in cents, largest first. */
const pieces = [100_00, 50_00, 10_00, 5_00, 2_00, 1_00, 50, 20, 10, 5]

/** Splits the change into as few notes and coins as possible. A rest below five cents has no coin, and is dropped. */
export function inPieces(cents: number): { value: number; count: number }[] {
  const out: { value: number; count: number }[] = []
  let rest = cents
  for (const value of pieces) {
    const count = Math.floor(rest / value)
    if (count > 0) out.push({ value, count })
    rest -= count * value
  }
  return out
}

/** The text after a keypad press: two decimals, and no implausibly large number. */
export function pressed(typed: string, key: string): string {
  if (key === 'back') return typed.slice(0, -1)
  if (key === '.') return typed.includes('.') ? typed : `${typed || '0'}.`
  const [dollars = '', cents] = typed.split('.')
  if (cents !== undefined) return cents.length < 2 ? typed + key : typed
  if (dollars === '0') return key
  return dollars.length < 5 ? typed + key : typed
}
