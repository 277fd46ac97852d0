import type { Locale } from '../../i18n/messages.ts'

/** The typed names, by field. */
export type NamesTyped = { name: string; chineseName: string }

/** The name that is asked for first and required: 姓名 for Chinese readers, otherwise the English name. */
export function firstName(locale: Locale): keyof NamesTyped {
  return locale === 'zh' ? 'chineseName' : 'name'
}

/** The names as the account stores them: a Chinese name alone is also the name on receipts. */
export function namesOf({ name, chineseName }: NamesTyped): { name: string; chineseName?: string } {
  if (!name.trim()) return { name: chineseName }
  return chineseName.trim() ? { name, chineseName } : { name }
}

/** The control of a name that the server refused. */
export function nameControl(field: string, { name }: NamesTyped): string {
  return field === 'name' && !name.trim() ? 'chineseName' : field
}
