import { keyFor, type Translate } from '../../i18n/messages.ts'

const known = ['title.en', 'title.zh', 'html.en', 'html.zh', 'key']

/** What people call a field: "Text, English". */
export function fieldName(t: Translate, field: string): string {
  return known.includes(field) ? t(keyFor('pages.field-', field.replace('.', '-'))) : field
}
