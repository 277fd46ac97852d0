import { countSms, type SmsCount } from '../../domain/sms.ts'
import { exampleOf } from '../kit/editor/pieces.ts'
import type { Language, Sentence } from './word-queries.ts'

/** Whether a message is an SMS. */
export const isText = (key: string) => key.split('.', 1)[0] === 'sms'

/**
 * Counts the SMS parts of a text with example values: links, the WebOTP line (`outbox.Texter`) and the temple's name
 * have their real length. Other values may be longer.
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
