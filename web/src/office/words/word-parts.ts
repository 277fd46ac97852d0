import { countSms, type SmsCount } from '../../domain/sms.ts'
import { exampleOf } from '../kit/editor/pieces.ts'
import type { Language, Sentence } from './word-queries.ts'

/** Tells a text message from the other sentences. */
export const isText = (key: string) => key.split('.', 1)[0] === 'sms'

/**
 * How a text message is counted once the program has filled it in: with examples, and with links and the line that
 * binds a code to the site (`outbox.Texter`) as long as they are, and with the temple's own name. Words of others in it
 * may be longer.
 */
export function partsOf({ key, fills }: Pick<Sentence, 'key' | 'fills'>, text: string, language: Language): SmsCount {
  const link = `${location.origin}/member/profile/invoices/${'0'.repeat(36)}`
  const bound = text.includes('{code}') && /code$|exists$/.test(key) ? `\n\n@${location.hostname} #482913` : ''
  const whole = text
    .replaceAll('{link}', link)
    .replaceAll('{path}', link)
    .replaceAll('{host}', location.hostname)
    .replace(/\{(\w+)\}/g, (name) => exampleOf(name, language, false, fills?.[language]).replace(/[‹›]/g, ''))
  return countSms(whole + bound)
}
