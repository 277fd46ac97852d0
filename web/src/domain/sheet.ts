import type { components } from '../api/schema'
import { keyFor, type Locale, type Translate } from '../i18n/messages.ts'

type Schemas = components['schemas']

/** A form entry as people read it: the persons it is for, and every other answer. */
export type Sheet = Schemas['FormSheet']
/** Persons listed together: the departed, the dedicators, or the beneficiaries. */
export type SheetGroup = Schemas['FormGroup']
/** A person of a sheet. */
export type SheetPerson = Schemas['FormPerson']

/**
 * Relation and dates in one line; further answers with their labels. With `labelled`, each value has the form's own
 * label.
 */
export function detailsOf(person: SheetPerson, t: Translate, locale: Locale, labelled = false): string {
  const said = (person.answers ?? []).map(({ about, label, value }) => {
    if (!labelled && about === 'relation') return value[locale]
    if (!labelled && about) return t(keyFor('common.person-', about), { date: value[locale] })
    return t('common.answer', { label: withoutColon(label[locale]), value: value[locale] })
  })
  return said.join(' · ')
}

/** A label without its final colon, for use before other punctuation. */
export function withoutColon(label: string): string {
  return label.replace(/[:：]$/, '')
}
