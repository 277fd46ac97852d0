import type { Locale } from '../../i18n/messages.ts'

/** The names of a form, by their controls. */
export type NamesTyped = { name: string; chineseName: string }

/** The name that is asked first, and has to be given: who reads Chinese gives 姓名, and an English name beside it. */
export function firstName(locale: Locale): keyof NamesTyped {
  return locale === 'zh' ? 'chineseName' : 'name'
}

/** The names as an account has them: a Chinese name alone is its name, on receipts too. */
export function namesOf({ name, chineseName }: NamesTyped): { name: string; chineseName?: string } {
  if (!name.trim()) return { name: chineseName }
  return chineseName.trim() ? { name, chineseName } : { name }
}

/** The control of a name that the server refused. */
export function nameControl(field: string, { name }: NamesTyped): string {
  return field === 'name' && !name.trim() ? 'chineseName' : field
}
