import type { components } from '../api/schema'
import { keyFor, type Locale, type Translate } from '../i18n/messages.ts'

type Schemas = components['schemas']

/** An entry of a form as it is read: whom it is for, and every other answer. */
export type Sheet = Schemas['FormSheet']
/** People who stand together: the departed, those who dedicate, or whom a blessing is for. */
export type SheetGroup = Schemas['FormGroup']
/** Somebody of a sheet. */
export type SheetPerson = Schemas['FormPerson']

/** Relation and dates in one line; further answers with their labels. `labelled` gives each the form's own label. */
export function detailsOf(person: SheetPerson, t: Translate, locale: Locale, labelled = false): string {
  const said = (person.answers ?? []).map(({ about, label, value }) => {
    if (!labelled && about === 'relation') return value[locale]
    if (!labelled && about) return t(keyFor('common.person-', about), { date: value[locale] })
    return t('common.answer', { label: withoutColon(label[locale]), value: value[locale] })
  })
  return said.join(' · ')
}

/** A label that another mark follows. */
export function withoutColon(label: string): string {
  return label.replace(/[:：]$/, '')
}
