import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

export type Locale = 'en' | 'zh'

export type Words = (key: string, values?: Record<string, string | number>) => string

const folder = resolve(import.meta.dirname, '../../../locales')

/** The product's own messages, so that a test finds what a visitor reads. An unknown key throws. */
export function wordsOf(locale: Locale): Words {
  const messages: Record<string, string> = {}
  for (const name of readdirSync(join(folder, locale)))
    Object.assign(messages, JSON.parse(readFileSync(join(folder, locale, name), 'utf8')))
  return (key, values = {}) => {
    const plural = values.count === 1 && locale === 'en' ? `${key}_one` : `${key}_other`
    const message = messages[key] ?? messages[plural]
    if (message === undefined) throw new Error(`locales/${locale} has no ${key}`)
    return message.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      if (values[name] === undefined) throw new Error(`${key} needs {${name}}`)
      return String(values[name])
    })
  }
}
