import { recordPath } from '../kit/record-path.ts'
import type { Summary } from './record-queries.ts'

/** The tab of an offering on which a field stands. */
const tabs: Partial<Record<string, string>> = {
  options: 'options',
  option: 'options',
  opens: 'dates',
  closes: 'dates',
  category: 'place',
  form: 'place',
  enquiry: 'place',
  featured: 'place',
  picture: 'place',
  art: 'place',
}

/** Where a field of a record is written: the address of its tab. */
export function fieldPath(record: Pick<Summary, 'kind' | 'id'>, field: string): string {
  const path = recordPath(record)
  if (record.kind !== 'offering') return path
  return `${path}?tab=${tabs[field.split('.')[0] ?? ''] ?? 'words'}`
}

/** Puts the cursor in a field once its tab is drawn; a field without an element of its own is left alone. */
export function focusField(field: string) {
  const [name = '', language = ''] = field.split('.')
  const ids = [`field-${field.replaceAll('.', '-')}`, `text-${name}-${language}`, `field-${field}`]
  setTimeout(() => {
    const found = ids.map((id) => document.getElementById(id)).find((one) => one !== null)
    found?.scrollIntoView({ block: 'center' })
    const input = found?.matches('input, select, textarea')
      ? found
      : found?.querySelector<HTMLElement>('input, select, textarea, button')
    input?.focus({ preventScroll: true })
  })
}
